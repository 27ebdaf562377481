//! The demo: at once, honest, and nobody's decisions lost or undone by somebody else.

#![cfg(unix)]

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::support::{program::succeed, terminal::Terminal};

fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_gainsay"))
}

fn demo(home: &Path) -> Terminal {
    let terminal = Terminal::start(&program(), &["demo"], home, (120, 36));
    terminal.see("of 12 reviewed");
    terminal
}

fn quit(mut terminal: Terminal) {
    terminal.keys("q");
    assert!(terminal.end().0.success());
}

fn exported(home: &Path, review: &str) -> Json {
    serde_json::from_str(&succeed(home, &["export", review, "--format", "json"])).unwrap()
}

/// A statement of the demo by the number that the claim has in its file.
fn claim<'a>(export: &'a Json, id: &str) -> &'a Json {
    let statements = export["statements"].as_array().unwrap();
    statements.iter().find(|statement| statement["given_id"] == id).unwrap()
}

/// Whether nothing differs but what processors that add in another order make of the encoder: the third digit of a confidence.
fn alike(one: &Json, other: &Json) -> bool {
    const FAR: f64 = 0.02;
    match (one, other) {
        (Json::Number(one), Json::Number(other)) => {
            one.as_f64().zip(other.as_f64()).is_some_and(|(one, other)| (one - other).abs() < FAR)
        }
        (Json::Array(one), Json::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| alike(one, other))
        }
        (Json::Object(one), Json::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, one)| other.get(key).is_some_and(|other| alike(one, other)))
        }
        _ => one == other,
    }
}

/// The demo would show other results than the program that it demonstrates.
#[test]
fn the_record_is_what_this_program_makes() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    quit(demo(home));
    let shipped = exported(home, "data/gainsay/demo.gainsay");
    succeed(home, &["demo", "--record", "record.json.gz"]);
    let mut json = String::new();
    let packed = std::fs::File::open(home.join("record.json.gz")).unwrap();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(packed), &mut json).unwrap();
    let made: Json = serde_json::from_str(&json).unwrap();
    let hint = "make the record again: cargo run -- demo --record src/cli/demo/record.json.gz";
    assert_eq!(made["statements"].as_array().unwrap().len(), 12);
    assert!(alike(&shipped["statements"], &made["statements"]), "{hint}");
}

/// One figure behind two passages left open of which it was.
#[test]
fn the_report_gives_each_passage_of_a_source_its_confidence() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    quit(demo(home));
    let export = exported(home, "data/gainsay/demo.gainsay");
    let insomnia = claim(&export, "641");
    let confidences =
        insomnia["citations"].as_array().unwrap().iter().map(|cited| cited["confidence"].as_f64().unwrap());
    let [surest, other] = confidences.collect::<Vec<_>>()[..] else { panic!("{insomnia}") };
    assert!(surest > other + 0.01);
    let report = succeed(home, &["export", "data/gainsay/demo.gainsay"]);
    let [surest, other] = [surest, other].map(|confidence| format!("confidence {confidence:.2})"));
    let is_entry = |line: &&str| line.contains("(randomised controlled trial; ") && line.contains("); ");
    let entry = report.lines().filter(is_entry).find(|line| line.contains(&surest)).expect(&report);
    assert!(entry.contains(&other), "{entry}");
}

/// It has a library, so “open the review with a library” led nowhere.
#[test]
fn asking_for_a_full_text_says_what_the_demo_has_no_sources_for_and_what_has() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = demo(folder.path());
    terminal.keys("D");
    terminal.see("full text");
    terminal.keys("@");
    terminal.give_name("Ada");
    terminal.until("what is missing, and how to get it", |screen| {
        let shown = screen.split_whitespace().collect::<Vec<_>>().join(" ");
        let said = ["Europe PMC for full texts", "in the demo", "`gainsay review", "you consent"];
        said.iter().all(|words| shown.contains(words))
    });
    terminal.keys("\u{3}");
    assert!(terminal.end().0.success());
}

/// What was written of an issue would be gone with a program that was left in the middle of it.
#[test]
fn what_was_written_in_a_form_comes_back_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = demo(folder.path());
    terminal.keys("I");
    terminal.see("An issue on S001");
    terminal.keys("Stopped early");
    terminal.see("Stopped early");
    terminal.keys("\u{3}");
    assert!(terminal.end().0.success());
    let mut terminal = demo(folder.path());
    terminal.keys("I");
    terminal.see("Stopped early");
    terminal.keys("\u{3}");
    assert!(terminal.end().0.success());
}

/// The judge would call the reviewer's own override inappropriate.
#[test]
fn the_override_in_the_demo_rests_on_evidence_that_supports_it() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    quit(demo(home));
    let export = exported(home, "data/gainsay/demo.gainsay");
    let claim = claim(&export, "501");
    assert_eq!(
        (&claim["verdict"]["verdict"], &claim["machine"]["verdict"]),
        (&"supports".into(), &"contradicts".into())
    );
    let report = succeed(home, &["export", "data/gainsay/demo.gainsay", "--appendix"]);
    assert!(!report.contains("inappropriate"), "{report}");
    assert!(!report.contains("Out of date") && !report.contains("set by a reviewer before"), "{report}");
}

/// A new user's `u` would take away what another reviewer decided.
#[test]
fn undo_leaves_the_acts_of_other_reviewers_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = demo(folder.path());
    terminal.keys("u");
    terminal.give_name("Grace");
    terminal.see("Grace has nothing to undo");
    terminal.see("1 of 12 reviewed");
    terminal.keys("a");
    terminal.see("2 of 12 reviewed");
    terminal.keys("u");
    terminal.see("1 of 12 reviewed");
    terminal.keys("u");
    terminal.see("Grace has nothing to undo");
    terminal.see("1 of 12 reviewed");
    quit(terminal);
}

/// What is decided in the second of two windows would be lost.
#[test]
fn a_second_demo_beside_an_open_one_is_kept_too() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let first = demo(home);
    let mut second = demo(home);
    second.see("this one is kept as demo-2.gainsay");
    second.keys("a");
    second.give_name("Grace");
    second.see("2 of 12 reviewed");
    quit(second);
    quit(first);
    assert_eq!(exported(home, "data/gainsay/demo.gainsay")["statements"][0]["by"], "engine");
    let kept = exported(home, "data/gainsay/demo-2.gainsay");
    assert_eq!(kept["statements"][0]["by"]["reviewer"], "Grace");
}
