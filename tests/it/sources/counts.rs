//! Citation counts as a part of credibility: off unless the reviewer turns them on.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::{
    program::gainsay,
    terminal::Terminal,
    web::{Say, Web},
};

/// Composed after Europe PMC's shapes: a cohort that is cited some 340 times a year, and a retracted one.
fn found() -> Say {
    let record = |n: u64, title: &str, types: &[&str]| {
        json!({"id": n.to_string(), "source": "MED", "pmid": n.to_string(), "title": title, "pubYear": "2015",
            "citedByCount": 4120, "pubTypeList": {"pubType": types},
            "abstractText": "In this cohort study, zinc lozenges shortened the common cold in healthy adults."})
    };
    let records = [
        record(1, "Zinc lozenges and the common cold", &["Journal Article"]),
        record(2, "Zinc lozenges and colds", &["Retracted Publication"]),
    ];
    Say::Json(json!({"hitCount": 2, "resultList": {"result": records}}))
}

fn run(home: &Path, web: &Web, args: &[&str]) -> String {
    let mut command = gainsay(home);
    let output = command
        .env("GAINSAY_SOURCES_EUROPEPMC_URL", web.url())
        .env("GAINSAY_REVIEWER", "Ada")
        .args(args)
        .output()
        .unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Credibility and the reason for it of each citation, the least credible first.
fn believed(home: &Path, web: &Web) -> Vec<(f64, String)> {
    fn collect(value: &Value, into: &mut Vec<(f64, String)>) {
        if let Some(rule) = value.get("credibility_rule").and_then(Value::as_str) {
            into.push((value["credibility"].as_f64().unwrap(), rule.to_owned()));
        }
        match value {
            Value::Array(parts) => parts.iter().for_each(|part| collect(part, into)),
            Value::Object(parts) => parts.values().for_each(|part| collect(part, into)),
            _ => {}
        }
    }
    let report = run(home, web, &["export", "claims.gainsay", "--format", "json", "--out", "-"]);
    let mut all = Vec::new();
    collect(&serde_json::from_str(&report).unwrap(), &mut all);
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

/// Fame would weigh in unasked, or would not where the reviewer asked for it, or without a reason.
#[test]
fn counts_bear_on_credibility_only_where_the_reviewer_turns_them_on() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("claims.txt");
    std::fs::write(&path, "Zinc lozenges shorten the common cold in healthy adults.\n").unwrap();
    let web = Web::start(|_| found());
    let config = run(home.path(), &web, &["config"]);
    let line = config.lines().find(|line| line.starts_with("settings.citation_counts")).expect(&config);
    assert!(line.contains("= false"), "{line}");
    run(home.path(), &web, &["--sources", "europepmc", "check", "claims.txt"]);
    let off = believed(home.path(), &web);
    assert_eq!(off.last(), Some(&(0.80, "cohort study".to_owned())), "{off:?}");
    run(home.path(), &web, &["check", "claims.gainsay", "--set", "settings.citation_counts=true"]);
    let raised = believed(home.path(), &web);
    let reason = "cohort study, 0.80; cited 4120 times by europepmc’s count: +0.05";
    assert_eq!(raised.last(), Some(&(0.85, reason.to_owned())), "{raised:?}");
    assert_eq!(off[..off.len() - 1], raised[..raised.len() - 1], "what is retracted gains nothing");
    assert_eq!(off.len(), 2, "{off:?}");
    run(home.path(), &web, &["check", "claims.gainsay", "--set", "settings.citation_counts=false"]);
    assert_eq!(believed(home.path(), &web), off);
}

/// The setting is in the form of thresholds, and the details of a citation say what the count did.
#[test]
fn the_form_turns_counts_on_and_the_details_say_what_they_did() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("claims.txt");
    std::fs::write(&path, "Zinc lozenges shorten the common cold in healthy adults.\n").unwrap();
    let web = Web::start(|_| found());
    run(home.path(), &web, &["--sources", "europepmc", "check", "claims.txt"]);
    let review = home.path().join("claims.gainsay");
    let args = ["review", review.to_str().unwrap()];
    let program = Path::new(env!("CARGO_BIN_EXE_gainsay"));
    let mut terminal = Terminal::start_with(program, &args, home.path(), (180, 50), &[("GAINSAY_REVIEWER", "Ada")]);
    terminal.see("● judge");
    terminal.keys("gc");
    terminal.see("Citation count  off");
    terminal.keys("\t\t\t\t\t\t\t\t\t");
    terminal.see("gain up to 0.05 of credibility");
    terminal.keys("\x7f\x7f\x7fon\r");
    terminal.see("settings changed");
    terminal.keys("R");
    terminal.see("Finished");
    terminal.keys("4.");
    terminal.see("0.85 cohort study, 0.80; cited 4120 times");
    terminal.keys("q");
    terminal.end();
}

/// A passage that a reviewer cites and weighs by hand would count less than the same paper's others.
#[test]
fn a_passage_that_a_reviewer_weighs_by_hand_gains_as_the_machines_do() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("claims.txt");
    std::fs::write(&path, "Zinc lozenges shorten the common cold in healthy adults.\n").unwrap();
    let web = Web::start(|_| {
        let text = "Nurses in two hospitals were asked about their shifts. In this cohort study, zinc lozenges shortened \
                    the common cold in healthy adults. Bicycles were parked behind the building.";
        let record = json!({"id": "1", "source": "MED", "pmid": "1", "title": "Zinc lozenges and the common cold",
            "pubYear": "2015", "citedByCount": 4120, "pubTypeList": {"pubType": ["Cohort Study"]}, "abstractText": text});
        Say::Json(json!({"hitCount": 1, "resultList": {"result": [record]}}))
    });
    let on = ["--sources", "europepmc", "check", "claims.txt", "--set", "settings.citation_counts=true"];
    run(home.path(), &web, &on);
    assert_eq!(believed(home.path(), &web).len(), 1);
    let review = home.path().join("claims.gainsay");
    let args = ["review", review.to_str().unwrap()];
    let program = Path::new(env!("CARGO_BIN_EXE_gainsay"));
    let mut terminal = Terminal::start_with(program, &args, home.path(), (180, 50), &[("GAINSAY_REVIEWER", "Ada")]);
    terminal.see("● judge");
    terminal.keys("4\r");
    terminal.see("1 passage cited here");
    terminal.keys("GtQ");
    terminal.see("What does [2] say about S001?");
    terminal.keys("4\r");
    terminal.see("stances and weights of S001 set");
    terminal.keys("q");
    terminal.end();
    let believed = believed(home.path(), &web);
    assert_eq!(believed.len(), 2, "{believed:?}");
    assert!(
        believed.iter().all(|(_, why)| why.contains("cited 4120 times by europepmc’s count: +0.05")),
        "{believed:?}"
    );
}
