//! Sources searched inside a review: queries, levels, consent, failures, what is kept.

use std::{
    path::Path,
    process::Output,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use serde_json::{Value, json};

use crate::support::{
    program::gainsay,
    web::{Asked, Say, Web},
};

const PAPER: &str = "Zinc and the cold\n\nResults. Zinc lozenges shortened the common cold by two days in adults.\n";

/// Composed after Europe PMC's shapes.
fn core(n: u64, title: &str, text: &str) -> Value {
    json!({"id": n.to_string(), "source": "MED", "pmid": n.to_string(), "doi": format!("10.1000/{n}"), "title": title,
        "pubYear": "2015", "journalInfo": {"journal": {"title": "Journal of Colds"}}, "abstractText": text,
        "pubTypeList": {"pubType": ["Randomized Controlled Trial"]}})
}

fn evidence() -> Say {
    let records = [
        core(1, "Zinc lozenges and the common cold", "Zinc lozenges did not shorten the common cold in adults."),
        core(
            2,
            "Zinc for colds: a trial",
            "Zinc lozenges shortened the common cold by two days in adults in this trial.",
        ),
    ];
    Say::Json(json!({"version": "6.9", "hitCount": 2, "resultList": {"result": records}}))
}

fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("paper.txt"), PAPER).unwrap();
    home
}

fn run(home: &Path, urls: &[(&str, &str)], args: &[&str]) -> (Output, String) {
    let mut command = gainsay(home);
    for (name, url) in urls {
        command.env(format!("GAINSAY_SOURCES_{}_URL", name.to_uppercase()), url);
    }
    command.env("GAINSAY_SOURCES_BACKOFF", "1").env("GAINSAY_SOURCES_RETRIES", "1");
    let output = command.args(args).output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output, said)
}

fn all(home: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(home.join("all.json")).unwrap()).unwrap()
}

/// The reports on sources of the first statement, wherever they are in the export.
fn reports(value: &Value) -> Option<&Value> {
    match value {
        Value::Object(fields) => match fields.get("sources").filter(|found| found[0]["queries"].is_array()) {
            Some(found) => Some(found),
            None => fields.values().find_map(reports),
        },
        Value::Array(items) => items.iter().find_map(reports),
        _ => None,
    }
}

#[test]
fn a_paper_with_an_empty_library_is_reviewed_against_the_literature() {
    let (home, web) = (home(), Web::start(|_| evidence()));
    let urls = [("europepmc", web.url())];
    let urls = urls.each_ref().map(|(name, url)| (*name, url.as_str()));
    let check = ["--sources", "europepmc", "check", "paper.txt", "--json", "all.json"];
    let (output, said) = run(home.path(), &urls, &check);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains("no evidence found") && said.contains("S001"), "{said}");
    let asked = web.asked();
    let queries: Vec<&str> = asked.iter().map(|asked| asked.get("query")).collect();
    assert!(queries[0].contains("TITLE_ABS:lozenges AND") && queries[0].contains("TITLE_ABS:zinc AND"), "{queries:?}");
    assert!(queries[1].contains("TITLE_ABS:zinc"), "what the statement is about is in the shorter query: {queries:?}");
    assert!(queries.last().unwrap().contains(") OR ("), "few hits: the loose level is asked too: {queries:?}");
    let unique: std::collections::BTreeSet<_> = queries.iter().collect();
    assert_eq!(unique.len(), queries.len(), "nothing is asked twice");
    let json = all(home.path());
    let reports = reports(&json).expect("the export has the reports on sources");
    assert_eq!((&reports[0]["source"], &reports[0]["side"]), (&json!("europepmc"), &json!("counter")));
    assert_eq!((&reports[0]["outcome"]["found"], &reports[0]["new"]), (&json!(2), &json!(2)));
    assert_eq!(reports[0]["queries"][0]["hits"], 2);
    let report = run(home.path(), &[], &["export", "paper.gainsay", "--appendix", "--out", "-"]).1;
    assert!(report.contains("Query to europepmc") && report.contains("TITLE\\_ABS"), "{report}");
    let cited = run(home.path(), &[], &["export", "paper.gainsay", "--format", "bibtex"]).1;
    assert!(cited.contains("doi = {10.1000/1}") && cited.contains("doi = {10.1000/2}"), "{cited}");
    let library = run(home.path(), &[], &["library", "list"]).1;
    assert!(library.contains("Zinc for colds: a trial"), "{library}");
}

#[test]
fn a_source_that_fails_makes_the_search_incomplete_and_the_others_go_on() {
    let (home, good) = (home(), Web::start(|_| evidence()));
    let broken = Arc::new(AtomicBool::new(true));
    let state = Arc::clone(&broken);
    let bad = Web::start(move |_: &Asked| match state.load(Ordering::SeqCst) {
        true => Say::Body(200, "text/html", "<title>Maintenance</title>".to_owned()),
        false => Say::Json(json!({"status": "ok", "message": {"total-results": 0, "items": []}})),
    });
    let (good_url, bad_url) = (good.url(), bad.url());
    let urls = [("europepmc", good_url.as_str()), ("crossref", bad_url.as_str())];
    let check = ["--sources", "europepmc,crossref", "check", "paper.txt", "--json", "all.json", "--out", "report.md"];
    let (output, said) = run(home.path(), &urls, &check);
    assert_eq!(output.status.code(), Some(3), "done in part: {said}");
    let json = all(home.path());
    let reports = reports(&json).unwrap();
    let failed: Vec<_> =
        reports.as_array().unwrap().iter().filter(|report| report["outcome"]["failed"].is_string()).collect();
    assert_eq!((failed.len(), &failed[0]["source"]), (2, &json!("crossref")), "{said}");
    let report = std::fs::read_to_string(home.path().join("report.md")).unwrap();
    assert!(report.contains("**Incomplete:** the search of crossref failed"), "{report}");
    let appendix = run(home.path(), &[], &["export", "paper.gainsay", "--appendix", "--out", "-"]).1;
    assert!(appendix.contains("crossref: failed") && appendix.contains("Maintenance"), "{appendix}");
    // With nothing found elsewhere, the basis says it.
    let nothing = Web::start(|_| Say::Json(json!({"hitCount": 0, "resultList": {"result": []}})));
    let nothing_url = nothing.url();
    let urls = [("europepmc", nothing_url.as_str()), ("crossref", bad_url.as_str())];
    let other =
        ["--library", "empty.sqlite", "--sources", "europepmc,crossref", "check", "paper.txt", "--review", "b.gainsay"];
    let (_, said) = run(home.path(), &urls, &other);
    assert!(said.contains("undecided") && said.contains("search incomplete"), "{said}");
    // Once the source answers again, the next run asks it, and nothing else is asked again.
    broken.store(false, Ordering::SeqCst);
    let before = nothing.asked().len();
    let (output, said) = run(
        home.path(),
        &urls,
        &["--library", "empty.sqlite", "--sources", "europepmc,crossref", "check", "b.gainsay"],
    );
    assert!(output.status.success() && said.contains("nothing found") && !said.contains("incomplete"), "{said}");
    assert_eq!(nothing.asked().len(), before);
}

#[test]
fn no_source_is_asked_before_consent_and_none_offline() {
    let home = home();
    let urls = [("europepmc", "https://epmc.invalid/rest")];
    let (output, said) = run(home.path(), &urls, &["--sources", "europepmc", "check", "paper.txt"]);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the source of evidence https://epmc.invalid:443/rest/ is on another machine"), "{said}");
    assert!(said.contains("--consent allows it") && said.contains("--sources none"), "{said}");
    let (output, said) =
        run(home.path(), &urls, &["--offline", "--sources", "europepmc", "check", "paper.txt", "--json", "all.json"]);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("the search is incomplete: europepmc was not asked, since"), "{said}");
    assert!(said.contains("search incomplete") && !said.contains("nothing found"), "{said}");
    let json = all(home.path());
    let outcome = &reports(&json).unwrap()[0]["outcome"]["not_available"];
    assert!(outcome.as_str().unwrap().contains("`offline` is set"), "{outcome}");
    // Consent is kept in the review, so that it is given once; the host of this test does not exist.
    let consent =
        ["--sources", "europepmc", "--set", "reviewer=Ada", "check", "paper.txt", "--consent", "--review", "b.gainsay"];
    let (_, said) = run(home.path(), &urls, &[&consent[..], &["--json", "all.json"]].concat());
    let json = all(home.path());
    let outcome = &reports(&json).unwrap_or_else(|| panic!("{said}"))[0]["outcome"]["failed"];
    assert!(outcome.as_str().unwrap().contains("no answer from https://epmc.invalid"), "{outcome}");
    let (_, said) = run(home.path(), &urls, &["--sources", "europepmc", "check", "b.gainsay"]);
    assert!(!said.contains("nobody allowed"), "{said}");
}
