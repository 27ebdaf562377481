//! The view of the sources: on and off, consent, what each query found, a query edited and sent; a work added by its
//! identifier from the evidence.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use serde_json::{Value, json};

use crate::support::{
    program::run,
    terminal::Terminal,
    web::{Asked, Say, Web},
};

/// Composed after Europe PMC's shapes.
fn core(n: u64, title: &str, text: &str) -> Value {
    json!({"id": n.to_string(), "source": "MED", "pmid": n.to_string(), "doi": format!("10.1000/{n}"), "title": title,
        "pubYear": "2015", "journalInfo": {"journal": {"title": "Journal of Colds"}}, "abstractText": text})
}

fn page(records: &[Value]) -> Say {
    Say::Json(json!({"version": "6.9", "hitCount": records.len(), "resultList": {"result": records}}))
}

fn zinc() -> Value {
    core(1, "Zinc lozenges and colds", "Zinc lozenges shortened the common cold in adults.")
}

fn claims(home: &Path) -> String {
    let path = home.join("claims.txt");
    std::fs::write(&path, "Zinc lozenges shorten the common cold in healthy adults of every age.\n").unwrap();
    path.to_str().unwrap().to_owned()
}

fn start(home: &Path, web: &Web, args: &[&str], more: &[(&str, &str)]) -> Terminal {
    let url = web.url();
    let mut environment = vec![
        ("GAINSAY_SOURCES_EUROPEPMC_URL", url.as_str()),
        ("GAINSAY_SOURCES_CROSSREF_URL", url.as_str()),
        ("GAINSAY_SOURCES_RETRIES", "0"),
        ("GAINSAY_REVIEWER", "Ada"),
    ];
    environment.extend(more);
    let program = Path::new(env!("CARGO_BIN_EXE_gainsay"));
    Terminal::start_with(program, args, home, (140, 40), &environment)
}

#[test]
fn a_source_is_switched_on_and_its_queries_are_listed_edited_and_kept() {
    let home = tempfile::tempdir().unwrap();
    let path = claims(home.path());
    let web = Web::start(|asked: &Asked| match asked.get("query") {
        "TITLE_ABS:zinc AND TITLE_ABS:trial" => page(&[
            zinc(),
            core(2, "A trial of zinc for colds", "In this trial, zinc lozenges did not shorten the common cold."),
        ]),
        _ => page(&[zinc()]),
    });
    let mut terminal = start(home.path(), &web, &["review", &path], &[]);
    terminal.see("● judge");
    terminal.keys("gl");
    terminal.see("0 of 10 on");
    terminal.see("none yet: switch a source on");
    assert!(web.asked().is_empty(), "looking at the sources asks none");
    terminal.keys("\r");
    terminal.see("1 of 10 on");
    // The form to re-run offers the search.
    terminal.keys("r");
    terminal.see("search");
    terminal.keys("\r");
    let shown = terminal.until("the queries", |shown| shown.contains("europepmc") && shown.contains("strict"));
    assert!(shown.contains("answered") && shown.contains("1 new"), "{shown}");
    terminal.keys("G");
    terminal.see("Sent");
    terminal.keys("e");
    terminal.see("Query to europepmc for evidence for S001");
    // Everything that is there is deleted, as in any text field.
    terminal.keys("\x01\x0bTITLE_ABS:zinc AND TITLE_ABS:trial");
    terminal.keys("\x13");
    terminal.see("2 taken, 1 new");
    let shown = terminal.see("edited");
    assert!(shown.contains("TITLE_ABS:zinc AND TITLE_ABS:trial"), "{shown}");
    terminal.keys("1D");
    terminal.see("A trial of zinc for colds");
    terminal.keys("F");
    terminal.see("Retrieved documents from europepmc");
    terminal.keys("qq");
    terminal.end();
    let out = run(home.path(), &["export", "claims.gainsay", "--format", "json", "--out", "-"]);
    let json = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(json.contains("a query to europepmc was edited"), "{json}");
    assert!(json.contains("TITLE_ABS:zinc AND TITLE_ABS:trial"), "the query is kept as it was sent");
}

#[test]
fn an_answer_that_was_kept_is_not_called_unasked() {
    let home = tempfile::tempdir().unwrap();
    let path = claims(home.path());
    let web = Web::start(|_| page(&[zinc()]));
    let on = [("GAINSAY_SOURCES_USE", "europepmc")];
    for review in ["a.gainsay", "b.gainsay"] {
        let mut terminal = start(home.path(), &web, &["review", &path, "--review", review], &on);
        terminal.see("● judge");
        terminal.keys("gl");
        let shown = terminal.see("1 of 10 on");
        let line = shown.lines().find(|line| line.contains("europepmc") && line.contains("may be asked")).unwrap();
        let expected = if review == "a.gainsay" { "answered" } else { "kept answer of 20" };
        assert!(line.contains(expected), "{line}");
        terminal.keys("qq");
        terminal.end();
    }
}

#[test]
fn pages_that_the_foot_has_no_room_for_are_counted() {
    let home = tempfile::tempdir().unwrap();
    let path = claims(home.path());
    let web = Web::start(|asked: &Asked| match asked.path.as_str() {
        "/search" => {
            let found = |n| json!({"url": format!("http://{}/gone/{n}", asked.header("host")), "title": "T"});
            Say::Json(json!({"results": (0..9).map(found).collect::<Vec<_>>()}))
        }
        _ => Say::Body(404, "text/html", String::new()),
    });
    let url = web.url();
    let more = [("GAINSAY_SOURCES_SEARXNG_URL", url.as_str()), ("GAINSAY_SOURCES_USE", "searxng")];
    let mut terminal = start(home.path(), &web, &["review", &path, "--consent"], &more);
    terminal.see("● judge");
    terminal.keys("gl");
    terminal.until("the query", |shown| shown.contains("9 hits"));
    // Below it is why nothing came of it.
    terminal.keys("Gk");
    terminal.see("/gone/8: it is no longer there");
    terminal.resize(140, 24);
    terminal.see("more lines; the report lists them all");
    terminal.keys("qq");
    terminal.end();
}

#[test]
fn a_source_on_another_machine_is_asked_only_after_consent_in_the_view() {
    let home = tempfile::tempdir().unwrap();
    let path = claims(home.path());
    let web = Web::start(|_| page(&[zinc()]));
    let other = [("GAINSAY_SOURCES_EUROPEPMC_URL", "https://epmc.invalid/rest")];
    let mut terminal = start(home.path(), &web, &["review", &path], &other);
    terminal.see("● judge");
    terminal.keys("gl");
    terminal.see("nobody allowed text of this review to be sent to");
    terminal.keys("\r");
    // What P consents to is there before the source is on.
    terminal.until("the source on", |shown| shown.lines().any(|line| line.contains("☑ europepmc")));
    terminal.see("P consents");
    terminal.keys("P");
    terminal.until("the consent", |shown| {
        shown.lines().any(|line| line.contains("europepmc") && line.contains("may be asked"))
    });
    // Taken back like any act.
    terminal.keys("u");
    terminal.until("no consent", |shown| {
        shown.lines().any(|line| line.contains("europepmc") && line.contains("no consent"))
    });
    terminal.keys("q");
    terminal.end();
}

#[test]
fn a_work_is_attached_by_its_doi_and_a_failure_keeps_what_was_typed() {
    let home = tempfile::tempdir().unwrap();
    let path = claims(home.path());
    let down = Arc::new(AtomicBool::new(true));
    let is_down = Arc::clone(&down);
    let web = Web::start(move |asked: &Asked| match asked.path.as_str() {
        _ if is_down.load(Ordering::SeqCst) => Say::Body(500, "text/plain", "broken".to_owned()),
        "/search" if asked.get("query").contains("10.1000/7") => {
            page(&[core(7, "Zinc in a new trial", "Zinc lozenges did not shorten the common cold in healthy adults.")])
        }
        "/search" => page(&[]),
        _ => Say::Json(json!({"status": "ok", "message": {"total-results": 0, "items": []}})),
    });
    let mut terminal = start(home.path(), &web, &["review", &path], &[]);
    terminal.see("● judge");
    terminal.keys("3@");
    terminal.see("Fetch a work and attach it to S001");
    terminal.keys("https://doi.org/10.1000/7\r");
    terminal.see("failed with status 500:");
    terminal.see("https://doi.org/10.1000/7");
    down.store(false, Ordering::SeqCst);
    terminal.keys("\r");
    terminal.see("document attached to S001: Zinc in a new trial");
    terminal.keys("D");
    let shown = terminal.until("the document", |shown| shown.contains("Found  from europepmc (no. 1); attached"));
    assert!(shown.contains("included") && shown.contains("Zinc in a new trial"), "{shown}");
    terminal.keys("q@");
    terminal.see("Fetch a work");
    terminal.keys("10.1000/none\r");
    terminal.see("europepmc and crossref do not know doi:10.1000/none");
    terminal.keys("\x1b");
    terminal.until("the form closed", |shown| !shown.contains("Fetch a work and"));
    terminal.keys("q");
    terminal.end();
    let out = run(home.path(), &["library", "list"]);
    assert!(String::from_utf8_lossy(&out.stdout).contains("Zinc in a new trial"), "it is in the library");
    let out = run(home.path(), &["export", "claims.gainsay", "--format", "json", "--out", "-"]);
    assert!(String::from_utf8_lossy(&out.stdout).contains("added by doi:10.1000/7 from europepmc"));
}

#[test]
fn a_work_is_asked_for_only_after_consent_in_its_form_which_is_recorded_once() {
    let home = tempfile::tempdir().unwrap();
    let path = claims(home.path());
    let web = Web::start(|_| page(&[]));
    let other = [("GAINSAY_SOURCES_EUROPEPMC_URL", "https://epmc.invalid/rest")];
    let mut terminal = start(home.path(), &web, &["review", &path], &other);
    terminal.see("● judge");
    terminal.see("fetches a work by its DOI");
    terminal.keys("3@");
    terminal.see("Fetch a work");
    terminal.keys("10.1000/7\r");
    terminal.see("allow it here");
    assert!(web.asked().is_empty(), "no other source is asked instead");
    terminal.keys("\x1b[C");
    terminal.see("▸I allow it◂");
    terminal.keys("\r");
    terminal.see("no answer from https://epmc.invalid:443/rest/");
    terminal.keys("\x1b[Z\x1b[Z8\r");
    terminal.see("doi:10.1000/78 was not found");
    terminal.keys("\x1b");
    terminal.until("the form closed", |shown| !shown.contains("Fetch a work and"));
    terminal.keys("q");
    terminal.end();
    let out = run(home.path(), &["export", "claims.gainsay", "--format", "json", "--out", "-"]);
    let json: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(json.to_string().matches(r#""act":"consent""#).count(), 1);
}

#[test]
fn the_web_takes_two_consents_and_pages_that_were_not_read_are_listed_with_the_reason() {
    let home = tempfile::tempdir().unwrap();
    let path = claims(home.path());
    let web = Web::start(|asked: &Asked| match asked.path.as_str() {
        "/search" => {
            let found = |path| json!({"url": format!("http://{}{path}", asked.header("host")), "title": "T"});
            Say::Json(json!({"results": [found("/news"), found("/gone")]}))
        }
        "/news" => {
            let words = "Zinc lozenges shortened the common cold in healthy adults, a trial of 320 people found. ";
            Say::Body(200, "text/html", format!("<title>Zinc in the news</title><p>{}</p>", words.repeat(4)))
        }
        _ => Say::Body(404, "text/html", String::new()),
    });
    let url = web.url();
    let more = [("GAINSAY_SOURCES_SEARXNG_URL", url.as_str())];
    let mut terminal = start(home.path(), &web, &["review", &path], &more);
    terminal.see("● judge");
    terminal.keys("gl");
    terminal.see("0 of 10 on");
    terminal.keys("jjjjjjj\r");
    terminal.see("nobody allowed text of this review to be sent to http://127.0.0.1");
    terminal.keys("P");
    terminal.see("nobody allowed gainsay to fetch pages that a web search finds");
    assert!(web.asked().is_empty(), "consent to the search alone sends nothing");
    terminal.keys("P");
    terminal.until("both", |shown| shown.lines().any(|line| line.contains("searxng") && line.contains("may be asked")));
    terminal.keys("r");
    terminal.see("search");
    terminal.keys("\r");
    terminal.until("the query", |shown| shown.contains("2 hits") && shown.contains("strict"));
    terminal.keys("G");
    terminal.see("2 hits, 1 taken, 1 not read");
    terminal.see("/gone: it is no longer there (status 404)");
    terminal.keys("q");
    terminal.end();
}

#[test]
fn the_demo_says_that_it_has_no_sources_and_offers_none() {
    let home = tempfile::tempdir().unwrap();
    let mut terminal = start(home.path(), &Web::start(|_| page(&[])), &["demo"], &[]);
    terminal.see("S001");
    terminal.keys("gl");
    let shown = terminal.see("the demo brings its evidence along");
    assert!(!shown.contains("switch a source on"), "{shown}");
    terminal.keys("q");
    terminal.end();
}
