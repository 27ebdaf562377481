//! What the program says on the command line must be so, and said once.

#![cfg(unix)]

use std::fs;

use crate::support::program::{run, succeed};

const FINDING: &str = "Daily walking lowered blood pressure by 8 mmHg in 412 adults with hypertension.";

#[test]
fn one_document_is_one_document() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    fs::write(home.join("one.jsonl"), format!(r#"{{"title": "Walking", "text": "{FINDING}"}}"#)).unwrap();
    let said = succeed(home, &["library", "add", "one.jsonl"]);
    assert!(said.ends_with("1 document in the library\n"), "{said}");
    let found = succeed(home, &["library", "search", "walking"]);
    assert!(found.contains("Walking") && !found.contains("0.00"), "{found}");
}

#[test]
fn why_a_file_cannot_be_used_is_said_once() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    fs::write(home.join("claims.txt"), FINDING).unwrap();
    let output = run(home, &["check", "claims.txt", "--format", "lines", "--review", "nowhere/x.gainsay"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success());
    assert_eq!(said.matches("No such file").count(), 1, "{said}");
}

/// Without a terminal, too, a reviewer reads what is wrong with the file that was named.
#[test]
fn a_missing_file_is_the_first_thing_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["review", "check"] {
        let output = run(folder.path(), &[command, "nope.pdf"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("cannot read nope.pdf: No such file"), "{said}");
    }
}

/// “unrecognized subcommand 'nope.pdf'” says nothing of a file.
#[test]
fn a_file_in_the_place_of_a_command_is_taken_for_a_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("claims.txt"), FINDING).unwrap();
    for (given, code, expected) in [
        ("nope.pdf", 1, "gainsay: cannot read nope.pdf: No such file or directory"),
        ("papers/nope", 1, "gainsay: cannot read papers/nope: No such file or directory"),
        ("claims.txt", 2, "“claims.txt” is a file, not a command; `gainsay review \"claims.txt\"` opens it"),
        ("10.1136/bmj.38705", 2, "is a paper, not a command; `gainsay review \"10.1136/bmj.38705\"` opens it"),
        ("./", 2, "“./” is a folder, not a command"),
        ("revieww", 2, "unrecognized subcommand 'revieww'"),
    ] {
        let output = run(folder.path(), &[given]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(expected), "{given}: {said}");
        assert_eq!(output.status.code(), Some(code), "{given}: {said}");
    }
    let help = succeed(folder.path(), &["--help"]);
    assert!(help.contains("JATS XML; or its DOI") && help.contains("`--format` names it instead"), "{help}");
}

/// `--format` means the report elsewhere.
#[test]
fn asking_check_for_html_says_how_to_get_it() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["check", "--format", "html", "paper.pdf"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("--out NAME.html"), "{said}");
    let help = succeed(folder.path(), &["check", "--help"]);
    assert!(help.contains("[possible values: text, markdown, jats"), "{help}");
}

/// The label at the head is no reason to find nothing in it.
#[test]
fn an_abstract_in_one_paragraph_gives_statements() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let text = format!("Background: Hypertension is a common disease of adults. {FINDING} Weight did not change.");
    fs::write(home.join("abstract.txt"), text).unwrap();
    let report = succeed(home, &["check", "abstract.txt", "--quiet", "--out", "-"]);
    assert!(report.contains("Daily walking lowered blood pressure"), "{report}");
}

/// Of two abstracts under review, neither may speak for itself.
#[test]
fn no_abstract_of_several_is_its_own_evidence() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let records = format!(
        r#"[{{"abstract": "{FINDING} We conclude that walking lowers blood pressure.", "metadata": {{"doi": "10.5555/self"}}}},
            {{"abstract": "Swimming improved the sleep of 90 students in a trial over one year.", "metadata": {{}}}}]"#
    );
    fs::write(home.join("abstracts.json"), records).unwrap();
    let document = format!(r#"{{"title": "Walking", "text": "{FINDING}", "doi": "10.5555/self"}}"#);
    fs::write(home.join("library.jsonl"), document).unwrap();
    succeed(home, &["library", "add", "library.jsonl"]);
    let table = succeed(home, &["check", "abstracts.json", "--quiet", "--csv", "-"]);
    assert!(table.contains("walking lowers") && !table.contains("supports"), "{table}");
}
