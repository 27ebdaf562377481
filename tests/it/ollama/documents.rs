//! The test tables of PaperChecker, V4 and Evidence Judge (`docs/rules.md#sources`), row by row: what an analyser of
//! verdicts, a writer of counter-reports and their parsers must make of an
//! answer. What they reject at once is asked for once more here.

use std::sync::{Arc, Mutex};

use gainsay::{
    domain::{Stage, StatementId, Value, Verdict},
    engine::{Command, EngineHandle, Event, Scope},
    reason::RunOverrides,
    review::{Review, StageState},
};
use serde_json::json;
use tokio::sync::mpsc::Receiver;

use crate::{
    ollama::setup::{calls, reasoner, review_of},
    support::{
        engine, library_of,
        ollama::{Asked, MODEL, Ollama, model},
        run, until_idle,
    },
};

const ONE: StatementId = StatementId(1);
const CLAIM: &str = "\"Zalutamide prevents migraine attacks in adults\"\n";
const FOUND: [(&str, &str); 2] = [
    ("A trial of zalutamide", "Zalutamide prevented migraine attacks in 120 of 200 adults over twelve weeks."),
    ("Another trial", "Zalutamide prevented migraine attacks in 90 of 180 adults with episodic migraine."),
];

/// A review that is worked out, and a model that can be told what to say.
struct Bench {
    server: Ollama,
    review: Arc<Review>,
    engine: EngineHandle,
    events: Receiver<Event>,
    said: Arc<Mutex<Option<(String, String)>>>,
}

impl Bench {
    async fn new() -> Self {
        let said: Arc<Mutex<Option<(String, String)>>> = Arc::default();
        let script = Arc::clone(&said);
        let server = Ollama::start(move |asked| match &*script.lock().unwrap() {
            Some((task, text)) if *task == asked.stage => text.clone(),
            _ => model::plain(asked),
        });
        let review = review_of(None, "claims.jsonl", CLAIM);
        let model = Arc::new(reasoner(&server, &review, 4, |_| {}));
        let (engine, mut events) = engine(&review, &library_of(&FOUND), model, 4);
        run(&engine, &mut events, Scope::Everything).await;
        Self { server, review, engine, events, said }
    }

    /// Works a stage out anew with a model that says this to a task. What came
    /// of it, and what was asked for it.
    async fn says(&mut self, stage: Stage, task: &str, text: &str) -> (Result<Value, String>, Vec<Asked>) {
        *self.said.lock().unwrap() = Some((task.to_owned(), text.to_owned()));
        let before = self.server.asked().len();
        let with = RunOverrides { fresh: true, ..RunOverrides::default() };
        self.engine.send(Command::RunOverrides { scope: Scope::Stage(ONE, stage), again: true, with });
        until_idle(&mut self.events).await;
        *self.said.lock().unwrap() = None;
        let outcome = match &self.review.fold().resolve(ONE).get(stage).state {
            StageState::Failed(why) => Err(why.to_string()),
            _ => Ok(()),
        };
        let value = outcome.map(|()| (*self.review.in_force(ONE, stage).unwrap().unwrap()).clone());
        let asked = self.server.asked().split_off(before);
        (value, asked.into_iter().filter(|asked| asked.stage == task).collect())
    }
}

fn verdict(rationale: &str, confidence: &str, verdict: &str) -> String {
    json!({"a_rationale": rationale, "b_confidence": confidence, "c_verdict": verdict}).to_string()
}

const WHY: &str = "Two trials found fewer attacks [1] [2].";

/// Answers that are understood at the first time: the row, the answer, the
/// verdict, and a part of the rationale that must come through.
fn understood() -> Vec<(&'static str, String, Verdict, &'static str)> {
    let good = verdict(WHY, "high", "supports");
    let pretty = serde_json::to_string_pretty(&serde_json::from_str::<serde_json::Value>(&good).unwrap()).unwrap();
    let s = Verdict::Supports;
    vec![
        ("extraction: pure", good.clone(), s, WHY),
        ("extraction: fence with prose", format!("Here it is:\n```json\n{good}\n```"), s, WHY),
        ("extraction: plain fence", format!("```\n{good}\n```"), s, WHY),
        ("extraction: in prose", format!("My answer is {good} as asked."), s, WHY),
        ("extraction: blanks", format!("\n\n   {good}  \n"), s, WHY),
        ("extraction: several lines", pretty, s, WHY),
        ("validation: supports", verdict(WHY, "medium", "supports"), s, WHY),
        ("validation: contradicts", verdict(WHY, "medium", "contradicts"), Verdict::Undecided, WHY),
        ("validation: undecided", verdict(WHY, "low", "undecided"), Verdict::Undecided, WHY),
        ("validation: twenty characters", verdict("Exactly 20 signs [1]", "low", "supports"), s, "Exactly"),
        ("parsing: p < 0.001", verdict("It was clear, p < 0.001, in both [1].", "high", "supports"), s, "p < 0.001"),
        (
            "parsing: quotes within",
            verdict("It “prevented \"attacks\"” in both [1].", "high", "supports"),
            s,
            "\"attacks\"",
        ),
        ("parsing: more fields", good.replace('{', r#"{"z_note": 1, "#), s, WHY),
        ("edges: other scripts", verdict("Οι κρίσεις μειώθηκαν, 発作が減った [1].", "high", "supports"), s, "発作"),
        // What PaperChecker's parser turns down.
        ("PaperChecker: Supports", verdict(WHY, "high", "Supports"), s, WHY),
        ("PaperChecker: SUPPORTS", verdict(WHY, "HIGH", "SUPPORTS"), s, WHY),
        ("PaperChecker: blanks around", verdict(WHY, " high ", " supports "), s, WHY),
        ("PaperChecker: supported", verdict(WHY, "high", "supported"), s, WHY),
        ("PaperChecker: trailing comma", good.replace("\"}", "\",}"), s, WHY),
        ("PaperChecker: single quotes", good.replace('"', "'"), s, WHY),
        ("PaperChecker: braces in thinking", format!("<think>{{\"c_verdict\": \"x\"}}</think>{good}"), s, WHY),
        ("PaperChecker: braces before", format!("In {{x}} terms: {good}"), s, WHY),
        ("PaperChecker: braces after", format!("{good} where {{x}} is open"), s, WHY),
        ("PaperChecker: raw newline", good.replace("trials ", "trials\n"), s, "trials"),
        ("PaperChecker: in a list", format!("[{good}]"), s, WHY),
        ("PaperChecker: byte order mark", format!("\u{feff}{good}"), s, WHY),
        ("PaperChecker: fence left open", format!("```json\n{good}"), s, WHY),
        ("PaperChecker: Python", good.replace('{', "{'valid': True, 'note': None, "), s, WHY),
        ("PaperChecker: number for confidence", verdict(WHY, "0.9", "supports"), s, WHY),
        ("PaperChecker: last brace missing", good.trim_end_matches('}').to_owned(), s, WHY),
    ]
}

/// Answers that are asked for once more and then fail: the row, the answer, what is said.
fn refused() -> Vec<(&'static str, String, &'static str)> {
    let without = |field: &str| {
        let mut value: serde_json::Value = serde_json::from_str(&verdict(WHY, "high", "supports")).unwrap();
        value.as_object_mut().unwrap().remove(field);
        value.to_string()
    };
    vec![
        ("validation: no verdict", without("c_verdict"), "c_verdict"),
        ("validation: no confidence", without("b_confidence"), "b_confidence"),
        ("validation: no rationale", without("a_rationale"), "a_rationale"),
        ("validation: maybe", verdict(WHY, "high", "maybe"), "contradicts, supports or undecided"),
        ("validation: very_high", verdict(WHY, "very_high", "supports"), "high, medium or low"),
        ("validation: short", verdict("Short", "high", "supports"), "at least 20"),
        ("validation: blanks", verdict("                         ", "high", "supports"), "at least 20"),
        ("validation: nineteen characters", verdict("Only nineteen here.", "high", "supports"), "at least 20"),
        ("parsing: no JSON", "The evidence supports it.".to_owned(), "no JSON"),
        ("edges: an empty object", "{}".to_owned(), "follow the schema"),
        ("PaperChecker: null rationale", verdict("x", "high", "supports").replace("\"x\"", "null"), "a_rationale"),
        ("PaperChecker: cut off", verdict(WHY, "high", "supports")[..40].to_owned(), "b_confidence"),
        ("PaperChecker: confidence beyond 1", verdict(WHY, "7", "supports"), "not a confidence"),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_row_on_verdicts_is_understood_or_asked_for_once_more() {
    let mut bench = Bench::new().await;
    let mut wrong = Vec::new();
    for (row, answer, expected, part) in understood() {
        let (outcome, asked) = bench.says(Stage::Verdict, "verdict", &answer).await;
        match outcome {
            Ok(Value::Verdict(value)) if value.verdict == expected && value.rationale.contains(part) => {}
            other => wrong.push(format!("{row}: {other:?}")),
        }
        // A verdict that is sent back by the critique in code is asked for twice.
        if asked.len() != 1 {
            wrong.push(format!("{row}: asked {} times", asked.len()));
        }
    }
    for (row, answer, said) in refused() {
        let (outcome, asked) = bench.says(Stage::Verdict, "verdict", &answer).await;
        match outcome {
            Err(why) if why.contains(said) && why.contains("try again") => {}
            other => wrong.push(format!("{row}: {other:?}")),
        }
        if asked.len() != 2 || !asked[1].prompt.contains("could not be used") {
            wrong.push(format!("{row}: asked {} times", asked.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verdict_is_one_call_whose_prompt_and_options_are_those_of_the_settings() {
    let mut bench = Bench::new().await;
    let (outcome, asked) = bench.says(Stage::Verdict, "verdict", &verdict(WHY, "high", "supports")).await;
    assert!(outcome.is_ok() && asked.len() == 1);
    let options = &asked[0].body["options"];
    assert_eq!((asked[0].model.as_str(), &options["num_ctx"]), (MODEL, &json!(16384)));
    assert_eq!((&options["temperature"], &options["seed"]), (&json!(0.3), &json!(42)), "as written, not 0.30000001192");
    let prompt = &asked[0].prompt;
    for part in
        ["Zalutamide prevents migraine attacks", "contradicts", "supports", "undecided", "high", "medium", "low"]
    {
        assert!(prompt.contains(part), "{part} is not in {prompt}");
    }
    for field in ["a_rationale", "b_confidence", "c_verdict"] {
        assert!(prompt.contains(field) && asked[0].body["format"]["properties"].get(field).is_some());
    }
    assert!(prompt.contains("120 of 200 adults") && prompt.contains("What was found bears on the statement"));
    assert!(asked[0].system.contains("contradicts a statement, supports it, or leaves it undecided"));
    // Who made it is kept with it.
    let fold = bench.review.fold();
    let kept = fold.resolve(ONE).get(Stage::Verdict).in_force.clone().unwrap();
    assert!(format!("{kept:?}").contains("temperature 0.3, seed 42, context 16384"), "{kept:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_of_five_thousand_characters_is_asked_about_as_a_whole() {
    let long = format!("Zalutamide prevents migraine attacks in adults {}", "with a long history of them ".repeat(180));
    let server = Ollama::start(model::plain);
    let review = review_of(None, "claims.jsonl", &format!("{}\n", json!(long.trim())));
    let model = Arc::new(reasoner(&server, &review, 4, |_| {}));
    let (engine, mut events) = engine(&review, &library_of(&FOUND), model, 4);
    run(&engine, &mut events, Scope::Everything).await;
    let asked = server.asked();
    assert!(long.len() > 5000 && asked.iter().all(|asked| asked.prompt.contains(long.trim())));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_row_on_counter_reports_holds() {
    const GOOD: &str =
        "Zalutamide prevented migraine attacks in 120 of 200 adults [1]. It did so in 90 of 180 others [2].";
    let mut bench = Bench::new().await;
    for (row, answer) in [
        ("clean", GOOD.to_owned()),
        ("prefix", format!("Summary: {GOOD}")),
        ("code fence", format!("```markdown\n{GOOD}\n```")),
        ("thinking and a heading", format!("<think>Let me see.</think>## Counter-Evidence Summary:\n\n{GOOD}")),
    ] {
        let (outcome, asked) = bench.says(Stage::Report, "report", &answer).await;
        let Ok(Value::Report(report)) = outcome else { panic!("{row}: {outcome:?}") };
        assert_eq!((report.summary.as_str(), asked.len()), (GOOD, 1), "{row}");
        // The statistics are counted, not told by the model.
        assert_eq!((report.statistics.citations, report.statistics.documents_cited), (2, 2), "{row}");
        for part in ["120 of 200", "90 of 180", "Zalutamide prevents", "does not hold", "[1]", "[2]"] {
            assert!(asked[0].prompt.contains(part), "{row}: {part} is not in the prompt");
        }
    }
    let (outcome, asked) = bench.says(Stage::Report, "report", "Too short [1].").await;
    assert!(outcome.unwrap_err().contains("at least 50") && asked.len() == 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_citations_the_report_is_computed_and_no_model_is_asked() {
    let server = Ollama::start(model::plain);
    let review = review_of(None, "claims.jsonl", CLAIM);
    let model = Arc::new(reasoner(&server, &review, 4, |_| {}));
    let (engine, mut events) = engine(&review, &library_of(&[("On roofs", "Slate lasts longer than tin.")]), model, 4);
    run(&engine, &mut events, Scope::Everything).await;
    let Value::Report(report) = (*review.in_force(ONE, Stage::Report).unwrap().unwrap()).clone() else { panic!() };
    assert!(report.computed && report.summary.contains("1 document"), "{}", report.summary);
    assert!(calls(&review).iter().all(|call| call.call.stage == Stage::Counter));
    assert_eq!(review.fold().summary(ONE).verdict.unwrap().0, Verdict::Undecided);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_row_on_opposites_and_hypothetical_abstracts_holds() {
    let mut bench = Bench::new().await;
    let hyde = "We gave zalutamide to two hundred adults with migraine and found as many attacks as with placebo, over \
                twelve weeks of watching.";
    let answer = |counter: &str, hyde: &[&str], keywords: &[&str]| {
        json!({"a_reasoning": "", "b_counter": counter, "c_hyde": hyde, "d_keywords": keywords}).to_string()
    };
    let opposite = "Zalutamide does not prevent migraine attacks in adults";
    let good = answer(opposite, &[hyde, hyde], &["zalutamide", "migraine"]);
    for (row, said) in [
        ("plain", good.clone()),
        ("fence", format!("```json\n{good}\n```")),
        ("fence left open", format!("```json\n{good}")),
        ("in prose", format!("Here: {good}")),
        ("prefix", answer(&format!("Counter-statement: {opposite}"), &[hyde], &["migraine"])),
        ("quotes", answer(&format!("\"{opposite}\""), &[hyde], &["migraine"])),
        ("dash", answer(&format!("- {opposite}"), &[hyde], &["migraine"])),
        ("short abstract and blank keyword left out", answer(opposite, &["Too short.", hyde], &["", "migraine"])),
    ] {
        let (outcome, asked) = bench.says(Stage::Counter, "counter", &said).await;
        let Ok(Value::Counter(counter)) = outcome else { panic!("{row}: {outcome:?}") };
        assert_eq!((counter.text.trim_end_matches('.'), asked.len()), (opposite, 1), "{row}");
        assert!(!counter.hyde.is_empty() && counter.keywords.iter().all(|word| !word.trim().is_empty()), "{row}");
    }
    for (row, said, reason) in [
        ("too short", answer("Short", &[hyde], &["migraine"]), "fewer than 10"),
        ("the statement itself", answer(CLAIM.trim(), &[hyde], &["migraine"]), "says the same"),
        ("no JSON", "not valid json {".to_owned(), "JSON"),
    ] {
        let (outcome, asked) = bench.says(Stage::Counter, "counter", &said).await;
        let why = outcome.unwrap_err();
        assert!(why.contains(reason) && asked.len() == 2, "{row}: {why}");
    }
    // What only searching lacks is asked for once more, and then done without.
    let bare = answer(opposite, &[], &[]);
    let (outcome, asked) = bench.says(Stage::Counter, "counter", &bare).await;
    assert!(outcome.is_ok() && asked.len() == 2 && asked[1].prompt.contains("c_hyde holds no abstract"));
}
