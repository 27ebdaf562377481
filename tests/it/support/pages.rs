//! Web pages as evidence, and one claim reviewed against them from end to end.

use std::sync::Arc;

use gainsay::{
    domain::{Citations, Code, Judgement, Stage, StatementId, Value, Verdict, Weighing, rules::pack::RulePack},
    engine::{Scope, Setup},
    ingest::{ReadOptions, read_documents, read_source},
    library::Library,
    reason::Reasoner,
    review::{Review, Summary},
};

/// A page: source, headline, text.
pub type Page = (&'static str, &'static str, &'static str);

/// Pages that have nothing to do with any claim of the tests.
const DISTRACTORS: [(&str, &str, &str); 6] = [
    (
        "BBC",
        "How to bake sourdough bread",
        "A starter of flour and water needs about five days. Bake the loaf at 230 degrees.",
    ),
    (
        "NPR",
        "A choir sings in the forest",
        "Forty singers met among the beeches to sing madrigals. The concert lasted an hour.",
    ),
    ("Snopes", "Do goldfish forget everything?", "Claim: Goldfish have a memory of three seconds. Rating: False."),
    (
        "Reuters",
        "Opera house gets a new roof",
        "The opera house in the old town will be roofed with copper again next spring.",
    ),
    ("", "Knitting for beginners", "Hold the needles loosely and cast on twenty stitches with thick wool."),
    (
        "The Guardian",
        "Beekeepers meet in Wales",
        "Beekeepers from eleven counties compared their honey in a village hall.",
    ),
];

/// Where the pages of a source stand.
fn url(source: &str, number: usize) -> Option<String> {
    let site = match source {
        "PBS" => "www.pbs.org/newshour",
        "BBC" => "www.bbc.com/news",
        "Snopes" => "www.snopes.com/fact-check",
        "PolitiFact" => "www.politifact.com/factchecks",
        "Full Fact" => "fullfact.org/online",
        "AFP Fact Check" => "factcheck.afp.com/doc",
        "AP Fact Check" | "AP" => "apnews.com/article",
        "Reuters" => "www.reuters.com/world",
        "NPR" => "www.npr.org/2024",
        "Bloomberg" => "www.bloomberg.com/news",
        "CNBC" => "www.cnbc.com/2024",
        "NASA" => "www.nasa.gov/missions",
        "WHO" => "www.who.int/news",
        "The Guardian" => "www.theguardian.com/world",
        _ => return None,
    };
    Some(format!("https://{site}/page-{number}"))
}

/// What became of a claim.
pub struct Outcome {
    pub summary: Summary,
    pub citations: Citations,
    pub weighing: Weighing,
    pub judgement: Judgement,
}

impl Outcome {
    pub fn verdict(&self) -> Verdict {
        self.summary.verdict.map_or(Verdict::Undecided, |(verdict, ..)| verdict)
    }

    pub fn has(&self, code: Code) -> bool {
        self.summary.issues.iter().any(|issue| issue.code == code)
    }
}

/// A library of the pages, read as a user's file of them is read, among others.
fn library(pages: &[(&str, &str, &str)]) -> Arc<Library> {
    let lines: Vec<String> = pages
        .iter()
        .chain(&DISTRACTORS)
        .enumerate()
        .map(|(number, (source, title, text))| {
            serde_json::json!({
                "title": title, "text": text, "source_name": (!source.is_empty()).then_some(source),
                "url": url(source, number), "published_date": "2025-10-24",
            })
            .to_string()
        })
        .collect();
    let mut documents = Vec::new();
    read_documents("pages.jsonl", lines.join("\n").as_bytes(), &ReadOptions::default(), &mut |outcome| {
        documents.push(outcome.unwrap());
    })
    .unwrap();
    let library = Library::open_in_memory().unwrap();
    library.add(documents, |_| {}).unwrap();
    Arc::new(library)
}

/// Reviews one claim against pages, through every stage.
pub fn reviewed(claim: &str, pages: &[(&str, &str, &str)], reasoner: Arc<dyn Reasoner>) -> Outcome {
    let line = serde_json::json!({ "claim": claim }).to_string();
    let source = read_source("claims.jsonl", line.as_bytes(), &ReadOptions::default()).unwrap();
    let review = super::review(None, &source, &*reasoner);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (review, library) = (Arc::clone(&review), library(pages));
        let rules = RulePack::builtin();
        let (engine, mut events) =
            Setup { review, library, reasoner, others: Vec::new(), literature: None, rules, embedder: None, slots: 2 }
                .spawn()
                .unwrap();
        super::run(&engine, &mut events, Scope::Everything).await;
    });
    let id = review.fold().statements()[0].id;
    let summary = review.fold().summary(id);
    let (Some(Value::Citations(citations)), Some(Value::Weighing(weighing)), Some(Value::Judgement(judgement))) =
        (value(&review, id, Stage::Cite), value(&review, id, Stage::Weigh), value(&review, id, Stage::Judge))
    else {
        panic!("{claim}: a stage has no result: {:?}", summary.stages);
    };
    Outcome { summary, citations, weighing, judgement }
}

fn value(review: &Review, id: StatementId, stage: Stage) -> Option<Value> {
    review.in_force(id, stage).unwrap().map(|value| (*value).clone())
}

/// What the built-in reasoner never gives cause for: it quotes word for word and adds nothing.
const NEVER: [Code; 4] = [Code::Hallucination, Code::FabricatedQuote, Code::NoEvidence, Code::AddedQualifier];

/// What is wrong with the outcome, told so that one sees at which stage; nothing if it is as expected.
pub fn complaint(claim: &str, outcome: &Outcome, expected: Verdict, scripted: bool) -> Option<String> {
    let alarms: Vec<Code> = NEVER.into_iter().filter(|code| outcome.has(*code)).collect();
    if outcome.verdict() == expected && (alarms.is_empty() || scripted) {
        return None;
    }
    let mut told = format!("{claim}\n  expected {expected:?}, got {:?}", outcome.summary.verdict);
    told += &format!(", {:?}, {alarms:?}, judge {:?}", outcome.summary.abstentions, outcome.judgement.opinion);
    for (citation, row) in outcome.citations.citations.iter().zip(&outcome.weighing.weighed) {
        let notes: Vec<String> = row.notes.iter().map(|note| format!("{}: {}", note.rule, note.note)).collect();
        told += &format!(
            "\n  [{}] {} | “{}”\n    {} of {:.2}/{:.2}/{:.2} {:.2} q {:.2} | {} | {}",
            row.number,
            citation.meta.title,
            citation.passage,
            row.stance.name(),
            row.scores.entailment,
            row.scores.contradiction,
            row.scores.neutral,
            row.opinion.adjusted,
            row.opinion.quality,
            row.reasoning,
            notes.join("; ")
        );
    }
    Some(told)
}
