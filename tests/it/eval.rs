//! What a reader of the README would be told wrongly: figures that are not what
//! they are called.

use std::{fs, path::Path};

use gainsay::eval::{Outcome, Report, Setting};
use serde_json::{Map, Value, json};

use crate::support::program::{run as gainsay, succeed};

#[test]
fn every_figure_is_what_a_second_implementation_says() {
    let folder = Path::new("tests/eval");
    let lines = fs::read_to_string(folder.join("outcomes.jsonl")).unwrap();
    let outcomes: Vec<Outcome> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let report = Report::of("made".into(), "outcomes.jsonl".into(), Setting::Cited, &outcomes);
    // Made by reference.py with numpy and scikit-learn.
    let expected: Map<String, Value> =
        serde_json::from_slice(&fs::read(folder.join("expected.json")).unwrap()).unwrap();
    assert_eq!(report.figures.len(), expected.len());
    for figure in &report.figures {
        let expected = expected[&figure.name].as_f64().unwrap();
        let value = figure.value.unwrap();
        assert!((value - expected).abs() < 1e-9, "{}: {value}, and {expected} elsewhere", figure.name);
        let interval = figure.interval.unwrap();
        assert!(interval.low <= value && value <= interval.high, "{}: {interval:?}", figure.name);
    }
    let confusion: u32 = report.confusion.iter().flatten().sum();
    assert_eq!(confusion as usize, report.reliability.iter().map(|bin| bin.count).sum::<usize>());
}

const CORPUS: &str = r#"{"doc_id": 1, "title": "Metformin and weight", "abstract": ["Metformin is widely used.", "Metformin reduced body weight in adults with diabetes."], "structured": false}
{"doc_id": 2, "title": "Birds", "abstract": ["Finches sing at dawn."], "structured": false}
"#;
const CLAIMS: &str = r#"{"id": 7, "claim": "Metformin reduces body weight in adults with diabetes.", "evidence": {"1": [{"sentences": [1], "label": "SUPPORT"}]}, "cited_doc_ids": [1]}
"#;

#[test]
fn claims_and_abstracts_give_a_table_figures_as_json_and_what_was_found() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::write(data.join("corpus.jsonl"), CORPUS).unwrap();
    fs::write(data.join("claims_dev.jsonl"), CLAIMS).unwrap();
    let run = |args: &[&str]| {
        let mut all = vec!["eval", "scifact", data.to_str().unwrap()];
        all.extend(args);
        succeed(home.path(), &all)
    };
    let table = run(&["--setting", "oracle"]);
    assert!(table.starts_with("builtin ") && table.contains("| a whole rationale in the first 3 sentences | 1.000 |"));
    let json: Value = serde_json::from_str(&run(&["--json", "-"])).unwrap();
    assert_eq!((&json["setting"], &json["confusion"][0]), (&"open".into(), &json!([1, 0, 0])), "{json}");
    let found = home.path().join("found.jsonl");
    run(&["--setting", "cited", "--outcomes", found.to_str().unwrap()]);
    let found: Value = serde_json::from_str(&fs::read_to_string(found).unwrap()).unwrap();
    assert_eq!((&found["judged"]["1"]["cited"], &found["found"]), (&json!([1]), &json!([1])));
}

/// A threshold that was set for the run had no effect.
#[test]
fn cases_are_reviewed_with_the_settings_of_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let case = json!({"claim": "Walking lowers blood pressure in adults.", "expected": "supports", "documents": [{"title":
        "Walking and blood pressure", "text": "We randomised 200 adults. Walking lowered blood pressure in adults by 5 mmHg."}]});
    fs::write(home.join("cases.jsonl"), case.to_string()).unwrap();
    let verdict = |floor: &str| {
        let set = format!("settings.signal_floor={floor}");
        let said =
            succeed(home, &["eval", "cases", "cases.jsonl", "--outcomes", "-", "--json", "f.json", "--set", &set]);
        let outcome: Value = serde_json::from_str(said.lines().next().unwrap()).unwrap();
        outcome["given"]["verdict"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!((verdict("0.7").as_str(), verdict("1.0").as_str()), ("supports", "undecided"));
}

#[test]
fn what_is_wrong_with_the_data_is_said_with_its_place() {
    let home = tempfile::tempdir().unwrap();
    let write = |corpus: &str, claims: &str| {
        fs::write(home.path().join("corpus.jsonl"), corpus).unwrap();
        fs::write(home.path().join("claims_dev.jsonl"), claims).unwrap();
    };
    let run = || gainsay(home.path(), &["eval", "scifact", home.path().to_str().unwrap()]);
    let fails = |why: &str| {
        let output = run();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains(why), "{said}");
    };
    fails("cannot read");
    write(CORPUS, "{\"id\": 1}\n");
    fails("claims_dev.jsonl, line 1: this line is not a record of the expected kind (missing field");
    write(CORPUS.lines().nth(1).unwrap(), CLAIMS);
    fails("claim 7 cites abstract 1, which the corpus does not have");
}

#[test]
fn labelled_sentences_say_how_many_claims_are_found_and_a_label_too_few_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let labelled = json!({
        "sentences": [
            "Type 2 diabetes is a major cause of death worldwide.",
            "We recruited 240 adults, who were randomly assigned to walking or usual care.",
            "Walking reduced HbA1c by 0.6% compared with usual care (p < 0.001).",
            "These findings suggest that daily walking improves glycaemic control in adults with type 2 diabetes."
        ],
        "labels": ["0", "0", "0", "1"]
    });
    fs::write(home.path().join("labels.json"), labelled.to_string()).unwrap();
    let report: Value =
        serde_json::from_str(&succeed(home.path(), &["eval", "extract", "labels.json", "--json", "-"])).unwrap();
    assert_eq!((&report["abstracts"], &report["claims"]["labelled"]), (&1.into(), &1.into()));
    assert_eq!(report["claims"]["both"], 1, "the conclusion is a claim: {report}");
    assert!(report["claims"]["taken"].as_u64().unwrap() <= 2, "background and methods are none: {report}");
    fs::write(home.path().join("short.json"), labelled.to_string().replace("\"0\",\"1\"", "\"1\"")).unwrap();
    let output = gainsay(home.path(), &["eval", "extract", "short.json"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("4 sentences and 3 labels"), "{said}");
}
