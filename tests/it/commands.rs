//! The command line where it decides about a review: what it appends, what it
//! says, and the exit code that a script goes by.

#![cfg(unix)]

use std::{
    io::{BufRead, BufReader},
    path::Path,
    sync::Arc,
};

use crate::support::program::{gainsay, run, succeed};
use gainsay::review::{Act, Review, Who};

const PAPER: &str = "\
Background. Stroke is common in adults.

Methods. We followed 5,000 adults for ten years.

Results. Aspirin reduced the incidence of stroke by 20% in adults. Statins lowered cholesterol by 12% in adults.

Conclusions. We conclude that aspirin lowers the risk of stroke.
";

fn acts(path: &Path) -> Vec<(Who, Act)> {
    let review = Review::open_read_only(path, crate::support::clock()).unwrap();
    review.entries().unwrap().into_iter().map(|e| (e.who, e.act)).collect()
}

fn said(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The first thing that most people type is the program and their file.
#[test]
fn a_file_given_without_a_command_is_answered_with_the_command_for_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("my paper.txt"), PAPER).unwrap();
    let output = run(folder.path(), &["my paper.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("`gainsay review \"my paper.txt\"` opens it"), "{}", said(&output));
    let output = run(folder.path(), &["reveiw"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("'review'"), "{}", said(&output));
}

/// Columns were dropped, so that claims lost their speakers, and a table with one more claim was “another file”.
#[test]
fn columns_of_ones_own_are_named_and_exported_and_so_is_a_table_that_changed() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("claims.csv");
    let rows = "claim,source,Verdict,year\nAspirin lowers fever.,=leaflet,true,2020\n";
    std::fs::write(&table, rows).unwrap();
    let output = run(folder.path(), &["check", "claims.csv", "--csv", "out.csv", "--json", "out.json"]);
    assert!(said(&output).contains("1 claim; kept for export: “source”, “Verdict”, “year”;"), "{}", said(&output));
    let written = std::fs::read_to_string(folder.path().join("out.csv")).unwrap();
    let lines: Vec<&str> = written.lines().collect();
    assert!(lines[0].ends_with(",review_head,source,given_Verdict,year"), "{written}");
    assert!(lines[1].ends_with(",'=leaflet,true,2020"), "{written}");
    let written = std::fs::read(folder.path().join("out.json")).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&written).unwrap();
    let given = serde_json::json!({"source": "=leaflet", "Verdict": "true", "year": "2020"});
    assert_eq!(json["statements"][0]["given"], given);
    std::fs::write(&table, format!("{rows}Zinc helps.,web,,2021\n")).unwrap();
    let output = run(folder.path(), &["check", "claims.csv"]);
    assert!(said(&output).contains("this file as it was before it changed"), "{}", said(&output));
}

/// An editor's own table was refused for the name of its column.
#[test]
fn claims_are_found_in_a_column_of_any_name_and_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let table =
        "Nr;Aussage;Quelle\n1;Aspirin lowers fever in children.;web\n2;Zinc shortens the common cold.;leaflet\n";
    std::fs::write(folder.path().join("own.csv"), table).unwrap();
    let output = run(folder.path(), &["check", "own.csv"]);
    let remarks = said(&output);
    assert!(remarks.contains("2 claims; claims from “Aussage”; kept for export: “Nr”, “Quelle”;"), "{remarks}");
    // Two columns of sentences, or a first claim in the place of a header, would be a guess.
    for (name, table) in [
        ("two.csv", "Behauptung,Bemerkung\nTea lowers pain in adults.,This was said on the radio.\n"),
        ("none.csv", "1,Aspirin lowers fever in children.\n2,Zinc shortens the common cold.\n"),
    ] {
        std::fs::write(folder.path().join(name), table).unwrap();
        let output = run(folder.path(), &["check", name]);
        assert!(said(&output).contains("call the one with the claims “claim”"), "{}", said(&output));
    }
    std::fs::write(folder.path().join("short.csv"), "Ref No,Topic\n1,fever\n2,cold\n").unwrap();
    let output = run(folder.path(), &["check", "short.csv"]);
    assert!(said(&output).contains("its columns are: Ref No, Topic"), "{}", said(&output));
}

#[test]
fn a_threshold_given_for_a_review_that_is_there_holds_from_then_on_in_the_reviewers_name() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    std::fs::write(home.join("claims.jsonl"), crate::support::CLAIMS.lines().next().unwrap()).unwrap();
    std::fs::create_dir_all(home.join("config/gainsay")).unwrap();
    succeed(home, &["check", "claims.jsonl"]);
    let review = home.join("claims.gainsay");
    // What stands in the file is for new reviews.
    std::fs::write(home.join("config/gainsay/config.toml"), "[settings]\nthreshold = 5\n").unwrap();
    succeed(home, &["check", "claims.gainsay"]);
    let configured =
        || acts(&review).into_iter().filter(|(_, act)| matches!(act, Act::Configure { .. })).collect::<Vec<_>>();
    assert_eq!(configured(), []);
    let nameless = run(home, &["check", "claims.gainsay", "--set", "settings.threshold=4"]);
    assert_eq!(nameless.status.code(), Some(1));
    assert!(said(&nameless).contains("--set reviewer=NAME"), "{}", said(&nameless));
    assert_eq!(configured(), []);
    let args = ["check", "claims.gainsay", "--set", "settings.threshold=4", "--set", "reviewer=Ada"];
    let output = gainsay(home).args(args).env("GAINSAY_SETTINGS_ABSTAIN_CAP", "0.2").output().unwrap();
    assert!(output.status.success());
    let line = "thresholds of this review changed by Ada: abstain.cap from 0.3 to 0.2 ($GAINSAY_SETTINGS_ABSTAIN_CAP), \
                threshold from 3 to 4 (--set)";
    assert!(said(&output).contains(line), "{}", said(&output));
    succeed(home, &args);
    let all = configured();
    let [(who, Act::Configure { settings })] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!((who, settings.threshold, settings.abstain.cap), (&Who::Reviewer("Ada".into()), 4, 0.2));
}

#[test]
fn more_statements_taken_from_a_paper_keep_the_ids_of_those_that_were_there() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    std::fs::write(home.join("paper.txt"), PAPER).unwrap();
    succeed(home, &["check", "paper.txt", "--set", "settings.max_statements=1"]);
    let texts = || {
        let review = Review::open_read_only(&home.join("paper.gainsay"), crate::support::clock()).unwrap();
        let fold = review.fold();
        fold.statements().iter().map(|s| (s.text.to_string(), s.id)).collect::<std::collections::BTreeMap<_, _>>()
    };
    let before = texts();
    assert_eq!(before.len(), 1);
    succeed(home, &["check", "paper.gainsay", "--set", "settings.max_statements=3", "--set", "reviewer=Ada"]);
    let after = texts();
    assert_eq!(after.len(), 3);
    assert!(before.iter().all(|(text, id)| after.get(text) == Some(id)), "{before:?} {after:?}");
}

#[test]
fn an_export_without_names_names_nobody_in_any_format() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    std::fs::write(home.join("claims.jsonl"), crate::support::CLAIMS.lines().next().unwrap()).unwrap();
    succeed(home, &["check", "claims.jsonl"]);
    succeed(home, &["check", "claims.gainsay", "--set", "settings.threshold=4", "--set", "reviewer=Ada Lovelace"]);
    for format in ["markdown", "json", "csv"] {
        let text = succeed(home, &["export", "claims.gainsay", "--format", format, "--anonymous"]);
        assert!(!text.contains("Lovelace"), "{format}");
    }
    std::fs::write(home.join("copy.json"), succeed(home, &["export", "claims.gainsay", "--format", "json"])).unwrap();
    let tree: serde_json::Value = serde_json::from_slice(&std::fs::read(home.join("copy.json")).unwrap()).unwrap();
    std::fs::write(home.join("copy.json"), serde_json::to_vec(&tree).unwrap()).unwrap();
    succeed(home, &["check", "copy.json"]);
    assert_eq!(
        acts(&home.join("copy.gainsay")),
        acts(&home.join("claims.gainsay")),
        "it is the review, not a claim set"
    );
}

/// The reviewer pressed one key, and the check gave a confidence of 0.60 and asked for another look.
#[test]
fn a_verdict_without_a_confidence_is_done_and_has_no_figure() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    std::fs::write(home.join("claims.jsonl"), crate::support::CLAIMS.lines().next().unwrap()).unwrap();
    succeed(home, &["check", "claims.jsonl"]);
    {
        let review = Review::open(&home.join("claims.gainsay"), crate::support::clock()).unwrap();
        crate::fixture::face::open(&Arc::new(review)).press("N");
    }
    let shown = succeed(home, &["check", "claims.gainsay"]);
    let row = shown.lines().find(|line| line.starts_with("S001")).unwrap();
    assert!(row.contains("undecided   not given  decided by a reviewer done "), "{row}");
}

/// Why a review is left out would be said twice in a row.
#[test]
fn a_review_that_is_gone_is_left_out_of_the_agreement_with_its_reason_said_once() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    std::fs::write(home.join("claims.jsonl"), crate::support::CLAIMS.lines().next().unwrap()).unwrap();
    succeed(home, &["check", "claims.jsonl"]);
    std::fs::remove_file(home.join("claims.gainsay")).unwrap();
    let left_out = said(&run(home, &["agreement", "--all"]));
    assert!(left_out.contains("claims.gainsay is left out: "), "{left_out}");
    assert_eq!(left_out.matches("No such file").count(), 1, "{left_out}");
}

/// A table that was asked for by its name would hold a report in Markdown, and the next program would refuse it.
#[test]
fn a_file_is_written_as_its_name_says() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    std::fs::write(home.join("claims.jsonl"), crate::support::CLAIMS.lines().next().unwrap()).unwrap();
    succeed(home, &["check", "claims.jsonl", "--out", "table.CSV"]);
    let of = |name: &str| {
        succeed(home, &["export", "claims.gainsay", "--out", name]);
        std::fs::read(home.join(name)).unwrap()
    };
    for (name, format) in [
        ("a.csv", "csv"),
        ("a.json", "json"),
        ("a.htm", "html"),
        ("a.bib", "bibtex"),
        ("a.ris", "ris"),
        ("a.txt", "markdown"),
    ] {
        let asked = succeed(home, &["export", "claims.gainsay", "--format", format]);
        assert_eq!(String::from_utf8(of(name)).unwrap(), asked, "{name}");
    }
    assert!(of("a.xlsx").starts_with(b"PK"));
    assert_eq!(std::fs::read(home.join("table.CSV")).unwrap(), of("a.csv"));
    succeed(home, &["export", "claims.gainsay", "--format", "csv", "--out", "odd.md"]);
    assert_eq!(std::fs::read(home.join("odd.md")).unwrap(), of("a.csv"), "what is asked for by name goes before");
}

#[test]
fn what_is_removed_from_a_review_is_named_by_the_report_the_check_and_the_interface() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    std::fs::write(home.join("paper.txt"), PAPER).unwrap();
    succeed(home, &["check", "paper.txt"]);
    let listed = succeed(home, &["redact", "paper.gainsay"]);
    let digest_of = |what: &str| {
        let line = listed.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("{what}: {listed}"));
        line.split_whitespace().next().unwrap().to_owned()
    };
    // The paper is there byte for byte, and can be taken out apart from what was read of it.
    let (file, counter) = (digest_of("the file as it was read"), digest_of("counter of S001"));
    let review = Review::open_read_only(&home.join("paper.gainsay"), crate::support::clock()).unwrap();
    let digest = review.source().unwrap().file;
    assert_eq!(review.blobs().unwrap()[&digest], PAPER.as_bytes());
    drop(review);
    let nameless = run(home, &["redact", "paper.gainsay", &file, "--reason", "It is under embargo."]);
    assert!(said(&nameless).contains("--set reviewer=NAME"));
    let source = digest_of("what is under review");
    let named = |text: &str| {
        run(home, &["redact", "paper.gainsay", text, "--reason", "It is under embargo.", "--set", "reviewer=Ada"])
    };
    assert_eq!((named(&source).status.code(), named("ffff").status.code()), (Some(1), Some(1)));
    for text in [&file, &counter] {
        assert!(named(text).status.success(), "{}", said(&named(text)));
    }
    let verified = succeed(home, &["verify", "paper.gainsay"]);
    assert!(verified.contains(&format!("the text {counter} was removed by Ada: It is under embargo.")), "{verified}");
    assert!(verified.contains("all as they were written"));
    let report = succeed(home, &["export", "paper.gainsay"]);
    assert!(report.contains("the text of counter was removed by Ada: It is under embargo."), "{report}");
    let json = succeed(home, &["export", "paper.gainsay", "--format", "json"]);
    std::fs::write(home.join("again.json"), json).unwrap();
    succeed(home, &["check", "again.json"]);
    assert!(succeed(home, &["verify", "again.gainsay"]).contains("removed by Ada"));
    let review = Review::open_read_only(&home.join("paper.gainsay"), crate::support::clock()).unwrap();
    let mut tui = gainsay::tui::Headless::new(review.into(), "paper", "dark", None).unwrap();
    let screen: String = tui.draw(160, 60).content().iter().map(|cell| cell.symbol()).collect();
    assert!(screen.contains("removed by Ada: It is under embargo."), "{screen}");
}

#[test]
fn a_script_can_go_by_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let code = |args: &[&str]| run(home, args).status.code();
    std::fs::write(home.join("claims.jsonl"), crate::support::CLAIMS.lines().next().unwrap()).unwrap();
    assert_eq!(code(&["check", "claims.jsonl"]), Some(0));
    assert_eq!(code(&["verify", "claims.gainsay"]), Some(0));
    assert_eq!(code(&["check", "nowhere.jsonl"]), Some(1));
    assert_eq!(code(&["check", "--nonsense"]), Some(2));
    // Long enough to be read, and nothing in it to be checked.
    std::fs::write(home.join("empty.txt"), "Contents. ".repeat(20)).unwrap();
    assert_eq!(code(&["check", "empty.txt"]), Some(3));
    let review = rusqlite::Connection::open(home.join("claims.gainsay")).unwrap();
    review.execute("DELETE FROM blob", []).unwrap();
    drop(review);
    let verified = run(home, &["verify", "claims.gainsay"]);
    assert_eq!(verified.status.code(), Some(5));
    assert!(String::from_utf8_lossy(&verified.stdout).contains("which is not in the file"));
}

#[test]
fn stopped_by_ctrl_c_it_says_so_and_keeps_what_was_done() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let claims: Vec<String> =
        (0..3000).map(|n| format!("Aspirin reduces the risk of stroke by {n} percent.")).collect();
    std::fs::write(home.join("claims.txt"), claims.join("\n")).unwrap();
    let mut child = gainsay(home)
        .args(["check", "claims.txt", "--format", "lines"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    // A tenth is done, so most of it is not.
    let begun = lines.by_ref().map(Result::unwrap).find(|line| line.contains("of 3000 statements"));
    assert!(begun.is_some());
    std::process::Command::new("/bin/kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    lines.for_each(drop);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(succeed(home, &["verify", "claims.gainsay"]).contains("all as they were written"));
}

#[test]
fn guidelines_of_ones_own_hold_and_every_result_says_which() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    std::fs::write(home.join("claims.jsonl"), crate::support::CLAIMS.lines().next().unwrap()).unwrap();
    let prompts = home.join("config/gainsay/prompts");
    std::fs::create_dir_all(&prompts).unwrap();
    let file = prompts.join("guidelines.toml");
    std::fs::write(&file, "[[kind]]\nname = \"causal\"\ncues = []\nvalid = []\ninvalid = []\n").unwrap();
    let refused = run(home, &["check", "claims.jsonl"]);
    assert!(
        said(&refused).contains("guidelines.toml cannot be used: there are no guidelines for"),
        "{}",
        said(&refused)
    );
    let own = include_str!("../../prompts/guidelines.toml").to_owned() + "# my own\n";
    std::fs::write(&file, &own).unwrap();
    succeed(home, &["check", "claims.jsonl"]);
    let expected = format!("guidelines {}", gainsay::domain::Digest::of(own.as_bytes()).short());
    let results = acts(&home.join("claims.gainsay")).into_iter().filter_map(|(_, act)| match act {
        Act::Result { spec, .. } => Some(spec),
        _ => None,
    });
    assert!(results.into_iter().all(|spec| spec.version.contains(&expected)));
}

#[test]
fn a_report_says_when_the_library_has_grown_since_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    std::fs::write(home.join("claims.jsonl"), crate::support::CLAIMS.lines().next().unwrap()).unwrap();
    let documents: Vec<&str> = crate::support::CORPUS.lines().collect();
    for (name, part) in [("one.jsonl", &documents[..5]), ("two.jsonl", &documents[5..8])] {
        std::fs::write(home.join(name), part.join("\n")).unwrap();
    }
    succeed(home, &["library", "add", "one.jsonl"]);
    succeed(home, &["check", "claims.jsonl"]);
    let report = || succeed(home, &["export", "claims.gainsay"]);
    assert!(!report().contains("The library has grown"));
    succeed(home, &["library", "add", "two.jsonl"]);
    assert!(
        report().contains("The library has grown since this was searched: 5 documents then, 8 now."),
        "{}",
        report()
    );
    // Of a library without what was found nothing is known.
    std::fs::write(home.join("all.jsonl"), documents[5..].join("\n")).unwrap();
    succeed(home, &["--library", "other.sqlite", "library", "add", "all.jsonl"]);
    let other = succeed(home, &["--library", "other.sqlite", "export", "claims.gainsay"]);
    assert!(!other.contains("The library has"), "{other}");
}

/// A list that stops at its limit would pass for the whole library.
#[test]
fn a_list_of_the_library_says_when_there_is_more() {
    let folder = tempfile::tempdir().unwrap();
    let documents: Vec<&str> = crate::support::CORPUS.lines().take(3).collect();
    std::fs::write(folder.path().join("three.jsonl"), documents.join("\n")).unwrap();
    succeed(folder.path(), &["library", "add", "three.jsonl"]);
    let list = |args: &[&str]| {
        let out = run(folder.path(), &[&["library", "list"], args].concat());
        (String::from_utf8(out.stdout).unwrap().lines().count(), String::from_utf8(out.stderr).unwrap())
    };
    let (lines, remark) = list(&["--limit", "2"]);
    assert!(lines == 2 && remark.contains("--offset 2"), "{lines} {remark}");
    assert_eq!(list(&["--limit", "2", "--offset", "2"]), (1, String::new()));
    assert_eq!(list(&["--limit", "3"]), (3, String::new()));
}

/// The remedy for a damaged title was to add the file again, whose own title it was.
#[test]
fn a_title_that_is_damaged_in_the_file_is_named_when_it_is_added() {
    let folder = tempfile::tempdir().unwrap();
    let text = "---\ntitle: The volatile oil of**DOI:** 10.1234/abc\nyear: 2025\n---\n\nThe oil calmed mice in the open field.\n";
    std::fs::write(folder.path().join("oil.md"), text).unwrap();
    let out = run(folder.path(), &["library", "add", "oil.md"]);
    let remark = said(&out);
    assert!(out.status.success(), "{remark}");
    assert!(
        remark.contains("oil.md") && remark.contains("looks damaged") && remark.contains("in the file"),
        "{remark}"
    );
}

/// A command or a key would be missing from the manual page.
#[test]
fn the_manual_page_has_every_command_and_key() {
    let folder = tempfile::tempdir().unwrap();
    let page = succeed(folder.path(), &["man"]).replace("\\-", "-");
    let help = succeed(folder.path(), &["--help"]);
    let commands = help.split_once("Commands:\n").unwrap().1.split("\n\n").next().unwrap();
    for command in commands.lines().filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        assert!(page.contains(&format!(".SS \"gainsay {command}")), "{command}");
    }
    for part in [".SH KEYS", "preview the report and write it", ".SH EXIT STATUS", "One of: text, markdown, jats"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("--record"), "what only maintainers need");
}
