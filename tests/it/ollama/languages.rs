//! A model reads languages that the rules in code do not know. The rules are made for English: on a German statement
//! they would misread figures and look for English words, so what the model says of one counts as it says it.

use std::sync::Arc;

use gainsay::{
    domain::{Basis, Code, Issue, Stage, Stance, Value, Verdict},
    engine::Scope,
};
use serde_json::json;

use crate::{
    ollama::setup::{reasoner, review_of, value},
    support::{
        engine, library_of,
        ollama::{Asked, Ollama, model},
        run,
    },
};

/// A paper with one statement, and an abstract on it, in one language.
struct Case {
    before: &'static str,
    statement: &'static str,
    after: &'static str,
    /// A term of the statement that the abstract does not mention.
    term: &'static str,
    title: &'static str,
    passage: &'static str,
    /// The statement with a qualifier that it does not have.
    restated: &'static str,
}

const GERMAN: Case = Case {
    before: "Hintergrund\n\nSchlaganfälle sind eine der häufigsten Ursachen für Behinderung im Alter.",
    statement: "Acetylsalicylsäure senkt das Risiko für einen Schlaganfall bei Erwachsenen um 25 % gegenüber Placebo.",
    after: "Die Leitlinien empfehlen die Behandlung seit vielen Jahren, und ihre Kosten sind gering.",
    term: "Placebo",
    title: "Acetylsalicylsäure zur Vorbeugung",
    passage: "Acetylsalicylsäure senkte das Risiko für einen Schlaganfall bei Erwachsenen nur um 1,5 %.",
    restated: "Acetylsalicylsäure das Risiko für einen Schlaganfall in all Erwachsenen senkt",
};

/// The same in English, where each of the rules has something to say.
const ENGLISH: Case = Case {
    before: "Background\n\nStrokes are among the most frequent causes of disability in old age.",
    statement: "Aspirin lowers the risk of stroke in adults by 25% compared with placebo.",
    after: "Guidelines have recommended the treatment for many years, and its costs are low.",
    term: "placebo",
    title: "Aspirin for prevention",
    passage: "Aspirin lowered the risk of stroke in adults by only 1.5%.",
    restated: "aspirin lowers the risk of stroke in all adults",
};

/// What the model says: the passage contradicts the statement, since the figures differ.
fn script(case: &Case, asked: &Asked) -> String {
    match asked.stage.as_str() {
        "statements" => json!({"a_statements": [{
            "a_text": case.statement, "b_context": "", "c_kind": "finding", "d_anchors": [case.term],
            "e_confidence": 0.9,
        }]})
        .to_string(),
        "stances" => model::stances(&asked.prompt, |_| "contradicts").to_string(),
        "report" => "The risk of a stroke fell by 1.5% in adults [1]. The evidence is limited in number.".to_owned(),
        "verdict" => json!({
            "a_rationale": format!("The claim states that {}, but the passage gives another figure [1].", case.restated),
            "b_confidence": "medium", "c_verdict": "contradicts",
        })
        .to_string(),
        _ => model::plain(asked),
    }
}

/// What became of what the model said.
#[derive(Debug, PartialEq)]
struct Outcome {
    stance: Stance,
    verdict: Verdict,
    knows_language: bool,
    /// Whether a rule in code had something to say on the stance.
    rules_spoke: bool,
    /// Whether the model was told what counts as evidence for a statement of this kind.
    guided: bool,
    /// What was missed in the texts, or added to them.
    raised: Vec<Code>,
}

async fn reviewed(case: &'static Case) -> Outcome {
    let server = Ollama::start(move |asked| script(case, asked));
    let paper = format!("{} {} {}", case.before, case.statement, case.after);
    let review = review_of(None, "paper.txt", &paper);
    let by_model = Arc::new(reasoner(&server, &review, 2, |_| {}));
    let library = library_of(&[(case.title, case.passage)]);
    let (engine, mut events) = engine(&review, &library, by_model, 2);
    run(&engine, &mut events, Scope::Everything).await;
    let (Value::Inspection(inspection), Value::Weighing(weighing), Value::Report(report), Value::Verdict(verdict)) = (
        value(&review, Stage::Inspect),
        value(&review, Stage::Weigh),
        value(&review, Stage::Report),
        value(&review, Stage::Verdict),
    ) else {
        panic!("results of other stages")
    };
    let looked_for =
        |issue: &&Issue| matches!(issue.code, Code::AnchorMissing | Code::Hallucination | Code::AddedQualifier);
    let issues = inspection.issues.iter().chain(&report.issues).chain(&verdict.issues);
    let opinions: Vec<Asked> = server.asked().into_iter().filter(|asked| asked.stage == "opinions").collect();
    assert!(!opinions.is_empty(), "the evidence was judged");
    Outcome {
        stance: weighing.weighed[0].stance,
        verdict: verdict.verdict,
        knows_language: verdict.basis != Basis::UnknownLanguage,
        rules_spoke: !weighing.weighed[0].notes.is_empty(),
        guided: opinions.iter().any(|asked| asked.prompt.contains("Valid evidence:")),
        raised: issues.filter(looked_for).map(|issue| issue.code).collect(),
    }
}

/// A German review by a model would have false issues, evidence judged by a kind read off English words, and stances
/// turned by figures misread.
#[tokio::test(flavor = "multi_thread")]
async fn a_model_gives_a_verdict_on_a_german_statement_and_english_rules_say_nothing() {
    let (stance, verdict) = (Stance::Contradicts, Verdict::Contradicts);
    let english = Outcome {
        stance,
        verdict,
        knows_language: true,
        rules_spoke: true,
        guided: true,
        raised: vec![Code::AnchorMissing, Code::AddedQualifier],
    };
    assert_eq!(reviewed(&ENGLISH).await, english, "each rule speaks where it knows the language");
    let german = Outcome { rules_spoke: false, guided: false, raised: Vec::new(), ..english };
    assert_eq!(reviewed(&GERMAN).await, german, "“1,5 %” backs “1.5%” as well");
}
