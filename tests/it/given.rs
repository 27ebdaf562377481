//! Judgements that other programs made: put in, located, inspected and judged like any result.

#![cfg(unix)]

use std::{fs, path::Path};

use serde_json::Value as Json;

use crate::support::{program::succeed, terminal::Terminal};

/// The statements of the review that `check` makes of a claim set.
fn checked(home: &Path, claims: &str) -> Vec<Json> {
    fs::write(home.join("claims.json"), claims).unwrap();
    succeed(home, &["check", "claims.json", "--quiet", "--json", "state.json"]);
    let state: Json = serde_json::from_slice(&fs::read(home.join("state.json")).unwrap()).unwrap();
    state["statements"].as_array().unwrap().clone()
}

/// The codes of a statement's issues, in order.
fn codes(statement: &Json) -> Vec<&str> {
    let mut codes: Vec<&str> =
        statement["issues"].as_array().unwrap().iter().map(|issue| issue["code"].as_str().unwrap()).collect();
    codes.sort_unstable();
    codes
}

/// A classifier's invented snippet, wrong page and absent anchor would pass as evidence.
#[test]
fn a_classification_by_segments_is_checked_against_its_pages() {
    let folder = tempfile::tempdir().unwrap();
    let claims = r#"{"agent": "classifier 4.2", "segments": [{"start_page": 1, "end_page": 2, "segment_composition": [
        {"doc_type": "Invoice", "confidence": 0.92, "top_evidence": [
            {"snippet": "Invoice number 4711 of 3 March 2024", "page": 1, "anchors_found": ["Invoice number", "IBAN"]},
            {"snippet": "The amount that is due now is 40.00 EUR", "page": 1},
            {"snippet": "Certificate of naturalisation issued", "page": 2}]},
        {"doc_type": "Delivery note", "confidence": 0.3, "top_evidence": []}]}],
        "pages": [{"text": "Invoice number 4711 of 3 March 2024 for the goods that were delivered."},
            {"text": "The amount that is due now is 40.00 EUR, payable within thirty days."}]}"#;
    let statements = checked(folder.path(), claims);
    let [invoice, note] = statements.as_slice() else { panic!("{statements:?}") };
    assert_eq!(invoice["text"], "Invoice (pages 1 to 2)");
    assert_eq!(invoice["verdict"]["verdict"], "supports");
    assert_eq!(
        (&invoice["made_by"]["reasoner"], &invoice["made_by"]["version"]),
        (&"given".into(), &"by classifier 4.2".into())
    );
    let found = codes(invoice);
    for code in ["ANCHOR_MISSING", "FABRICATED_QUOTE", "MISPLACED_QUOTE"] {
        assert!(found.contains(&code), "{code} of {found:?}");
    }
    // What no evidence backs is not supported, however sure the classifier was.
    assert_eq!((&note["verdict"]["verdict"], codes(note)), (&"undecided".into(), vec!["NO_EVIDENCE"]));
}

/// Evidence that does not exist would pass, and its number be taken for one of this review.
#[test]
fn the_reasoning_of_a_classification_is_held_against_its_batch() {
    let folder = tempfile::tempdir().unwrap();
    let claims = r#"{"model": "gpt-4o", "classifications": [
        {"section": "Age", "value": "30 to 39", "confidence": 0.9, "reasoning": "Email 1 names the year of graduation.", "email_numbers": [1, 9]},
        {"section": "Gender", "value": "female", "confidence": 0.8, "reasoning": "She signed as Ms. Doe in Email 2."}],
        "emails": ["I graduated from college in 2010 and have worked in Leeds ever since then.",
            {"subject": "Order", "body": "Please send the red running shoes.\n\nKind regards, Ms. Jane Doe"}]}"#;
    let statements = checked(folder.path(), claims);
    let [age, gender] = statements.as_slice() else { panic!("{statements:?}") };
    assert!(codes(age).contains(&"HALLUCINATION"), "{:?}", codes(age));
    assert_eq!((&age["blocked"], &age["verdict"]["verdict"]), (&true.into(), &"undecided".into()));
    assert_eq!(gender["verdict"]["verdict"], "supports");
    let confidence = gender["verdict"]["confidence"].as_f64().unwrap();
    assert!(confidence < 0.8, "the evidence judge lowers it: {confidence}");
    let cited = gender["citations"].as_array().unwrap().iter().find(|c| c["reference"] == "Order.").unwrap();
    let rationale = gender["rationale"].as_str().unwrap();
    assert!(rationale.contains(&format!("[{}]", cited["number"])), "{rationale}");
}

/// A verdict from elsewhere would stay when the reviewer asks this program for its own.
#[test]
fn a_given_verdict_keeps_its_origin_until_the_stage_is_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let claims = r#"{"claim": "Metformin lowers HbA1c in adults with type 2 diabetes.", "verdict": "refuted", "confidence": 0.85,
        "by": "gpt-4o", "reasoning": "The trial in [1] measured a fall of 1.3 points.", "evidence": [
        {"snippet": "HbA1c fell by 1.3 percentage points with metformin", "label": "contradicts", "confidence": 0.9,
         "text": "We randomised 412 adults with type 2 diabetes. HbA1c fell by 1.3 percentage points with metformin."}]}"#;
    let statements = checked(home, claims);
    assert_eq!(statements[0]["verdict"]["verdict"], "contradicts");
    let report = succeed(home, &["export", "claims.gainsay"]);
    assert!(report.contains("Verdict given by gpt-4o, checked, not yet reviewed."), "{report}");
    let table = succeed(home, &["export", "claims.gainsay", "--format", "csv"]);
    let table =
        csv::Reader::from_reader(table.as_bytes()).into_deserialize::<std::collections::BTreeMap<String, String>>();
    let row = table.map(Result::unwrap).next().unwrap();
    assert_eq!([&row["decided_by"], &row["judged"]], ["given by gpt-4o"; 2]);
    let program = std::path::PathBuf::from(env!("CARGO_BIN_EXE_gainsay"));
    let mut terminal = Terminal::start(&program, &["review", "claims.gainsay"], home, (120, 36));
    terminal.see("given by gpt-4o");
    // The history named no origin: “verdict run by given”.
    terminal.keys("gh");
    terminal.see("verdict given by gpt-4o");
    terminal.keys("\x1b");
    terminal.see("6 Verdict");
    terminal.keys("6r");
    terminal.see("Re-run");
    terminal.keys("\x13");
    terminal.until("the verdict of the reasoner", |screen| !screen.contains("given by gpt-4o"));
    terminal.keys("q");
    assert!(terminal.end().0.success());
    let state: Json = serde_json::from_str(&succeed(home, &["export", "claims.gainsay", "--format", "json"])).unwrap();
    assert_eq!(state["statements"][0]["made_by"]["reasoner"], "builtin");
    assert!(state["journal"].to_string().contains("by gpt-4o"), "what was given stays on record");
}

/// A claim's own evidence would be cited from its preface.
#[test]
fn a_long_text_that_a_claim_brings_along_is_cited_where_it_speaks_of_the_claim() {
    let home = tempfile::tempdir().unwrap();
    let says = "Collisions with lorries fell after the cycle lanes opened.";
    let preface = "We thank the clerks who counted the chairs in every room. ".repeat(70);
    let text = format!("{preface}\n\n{says}");
    let claim = serde_json::json!({"claim": says, "evidence": [{"title": "A report", "text": text}]});
    let statements = checked(home.path(), &claim.to_string());
    assert_eq!(statements[0]["citations"][0]["passage"].as_str(), Some(says), "{statements:?}");
}

/// A paper that the claim quotes and the library has would count as two sources and get two references.
#[test]
fn evidence_that_is_in_the_library_too_is_one_source_and_one_reference() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let says = "HbA1c fell by 1.3 percentage points in adults with type 2 diabetes who took metformin.";
    let text = format!("We randomised 412 adults to metformin or placebo. {says} No adult withdrew from the trial.");
    let title = "Metformin and glycaemic control: a randomised trial";
    let record = serde_json::json!([{"title": title, "text": text, "doi": "10.1000/met.1", "authors": ["Smith JA"]}]);
    fs::write(home.join("records.json"), record.to_string()).unwrap();
    succeed(home, &["library", "add", "records.json"]);
    let claim = "Metformin lowers HbA1c in adults with type 2 diabetes.";
    let claims = serde_json::json!([
        {"claim": claim, "evidence": [{"snippet": says, "page": 7, "url": "https://doi.org/10.1000/met.1"}]},
        {"claim": format!("{claim} It did so in a trial."), "evidence": [{"snippet": says}]},
        {"claim": format!("In a trial, {claim}"), "evidence": [{"snippet": says, "title": title}]},
    ]);
    for statement in checked(home, &claims.to_string()) {
        let citations = statement["citations"].as_array().unwrap();
        assert!(citations.iter().all(|citation| citation["doi"] == "10.1000/met.1"), "{citations:#?}");
        assert!(citations.iter().any(|citation| citation["passage"] == says), "{citations:#?}");
        assert!(!codes(&statement).contains(&"MISPLACED_QUOTE"), "a record without pages has no wrong page");
    }
    let report = succeed(home, &["export", "claims.gainsay"]);
    assert!(report.contains("1. Smith JA. Metformin") && !report.contains("\n2. "), "{report}");
    assert!(report.contains("1 document found, 1 scored, 1 cited"), "{report}");
    let bibliography = succeed(home, &["export", "claims.gainsay", "--format", "bibtex"]);
    assert!(bibliography.matches("@article").count() <= 1, "{bibliography}");
}

/// The page and the identifiers that a claim gives with its evidence were lost, and an address was printed as the title too.
#[test]
fn the_report_keeps_what_a_claim_says_of_its_evidence() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let says = "HbA1c fell by 1.3 percentage points in adults with type 2 diabetes who took metformin.";
    let record =
        serde_json::json!([{"title": "Metformin: a randomised trial", "text": format!("We ran a trial. {says}")}]);
    fs::write(home.join("records.json"), record.to_string()).unwrap();
    succeed(home, &["library", "add", "records.json"]);
    let (known, page) = ("https://example.org/met", "https://coffee.example.com/awake");
    let claims = serde_json::json!([
        {"claim": "Metformin lowers HbA1c in adults with type 2 diabetes.", "verdict": "refuted", "confidence": 0.9,
         "by": "gpt-4o", "reasoning": "The trial in [1] and [3] says so.", "evidence":
            [{"snippet": says, "page": 7, "url": known, "pmid": "12345678", "label": "contradicts", "confidence": 0.9}]},
        {"claim": "Coffee keeps adults awake.", "evidence":
            [{"snippet": "Coffee kept adults awake for three more hours.", "page": 3, "url": page, "label": "supports", "confidence": 0.9}]},
    ]);
    checked(home, &claims.to_string());
    let report = succeed(home, &["export", "claims.gainsay"]).replace('\\', "");
    let references = report.split("## References").nth(1).unwrap().split("\n## ").next().unwrap();
    for words in ["[PMID 12345678](", &format!("[{known}](")] {
        assert!(references.contains(words), "{words} in {references}");
    }
    assert_eq!(references.matches(&format!("[{page}](")).count(), 1, "{references}");
    assert!(!references.contains(&format!("{page}.")), "{references}");
    assert!(
        report.contains("took metformin.”, page 7")
            && report.contains("[[2]](https://coffee.example.com/awake) quoted above, page 3"),
        "{report}"
    );
    assert!(report.contains("evidence no. 3, but only one piece came with the claim."), "{report}");
    assert!(
        report.contains(
            "| 1 | Metformin lowers HbA1c in adults with type 2 diabetes. | undecided | low (0.00) | given by gpt-4o |"
        ),
        "{report}"
    );
    assert!(!report.contains("the most urgent first"), "it is the order of the table: {report}");
}
