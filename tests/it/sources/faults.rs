//! Faults of sources: each is a failure with its remedy, never an empty result; what may pass is tried again.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use gainsay::{
    net::Refusal,
    sources::{Access, Cache, Query, Reuse, SourceError, kind},
};
use serde_json::json;

use crate::support::web::{Say, Web};

use super::setup::{access, cached, source, wait, written};

fn empty() -> Say {
    Say::Json(json!({"hitCount": 0, "resultList": {"result": []}}))
}

/// A server that gives these answers first, and then an empty list.
fn at_first(answers: Vec<Say>) -> Web {
    let count = AtomicUsize::new(0);
    Web::start(move |_| answers.get(count.fetch_add(1, Ordering::SeqCst)).cloned().unwrap_or_else(empty))
}

fn later(header: &str) -> Say {
    Say::Header(429, header.to_owned(), json!({"message": "Too many requests"}).to_string())
}

#[test]
fn what_may_pass_is_tried_again_and_then_answered() {
    let plain = || Say::Body(503, "text/html", "<html>busy</html>".to_owned());
    for (what, answers) in [
        ("429 with Retry-After in seconds", vec![later("Retry-After: 0")]),
        ("429 with a date", vec![later("Retry-After: Wed, 21 Oct 2015 07:28:00 GMT")]),
        ("429 without", vec![later("X: y"), later("X: y")]),
        ("503", vec![plain(), plain()]),
        ("a broken connection", vec![Say::Hang]),
        ("a body that is cut", vec![Say::Cut("{\"hitCount\": 0, ".to_owned())]),
        ("a body that ends in the middle", vec![Say::Body(200, "application/json", "{\"hitCount\": 0, ".to_owned())]),
    ] {
        let tries = answers.len() + 1;
        let web = at_first(answers);
        let found = wait(source("europepmc", &web).search(&written("x")));
        assert!(found.is_ok_and(|found| found.records.is_empty()), "{what}");
        assert_eq!(web.asked().len(), tries, "{what}");
    }
}

#[test]
fn what_stays_wrong_is_a_failure_with_its_remedy() {
    let html = "<!doctype html><html><title>Down for maintenance</title></html>";
    for (what, answer, words, tries) in [
        ("HTML", Say::Body(200, "text/html", html.to_owned()), "the page “Down for maintenance” instead of data", 1),
        ("an error with 200", Say::Json(json!({"errMsg": "Invalid cursor"})), "Invalid cursor", 1),
        ("no list", Say::Json(json!({"version": "6.9"})), "no list of results", 1),
        (
            "400",
            Say::Body(400, "application/json", json!({"message": "bad query"}).to_string()),
            "status 400: bad query",
            1,
        ),
        ("403", Say::Body(403, "text/html", html.to_owned()), "check the key", 1),
        ("500", Say::Body(500, "text/plain", "stack trace".to_owned()), "status 500: stack trace", 1),
        ("an empty body", Say::Body(200, "application/json", String::new()), "broke off", 3),
        ("429", later("X: y"), "takes no more requests", 3),
        ("502", Say::Body(502, "text/html", html.to_owned()), "status 502", 3),
        ("silence", Say::Hang, "no answer from", 3),
    ] {
        let web = Web::start(move |_| answer.clone());
        let error = wait(source("europepmc", &web).search(&written("x"))).unwrap_err().to_string();
        assert!(error.contains(words), "{what}: {error}");
        assert_eq!(web.asked().len(), tries, "{what}: {error}");
    }
}

#[test]
fn a_long_wait_closes_the_host_for_everyone_and_says_until_when() {
    let web = at_first(vec![later("Retry-After: 86400")]);
    let source = source("europepmc", &web);
    let error = wait(source.search(&written("x"))).unwrap_err();
    assert!(matches!(&error, SourceError::Limited { until: Some(_), .. }), "{error:?}");
    assert!(error.to_string().contains(" until 20"), "{error}");
    // Another client of the same host waits as well, without asking.
    let other = super::setup::source("pubmed", &web);
    assert!(matches!(wait(other.search(&written("x"))), Err(SourceError::Limited { until: Some(_), .. })));
    assert_eq!(web.asked().len(), 1);
}

#[test]
fn ncbi_says_with_200_that_its_limit_is_reached() {
    let count = AtomicUsize::new(0);
    let web = Web::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => Say::Json(json!({"error": "API rate limit exceeded", "api-key": "IP", "count": "4", "limit": "3"})),
        _ => Say::Json(json!({"esearchresult": {"count": "0", "idlist": []}})),
    });
    assert!(wait(source("pubmed", &web).search(&written("x"))).is_ok());
    assert_eq!(web.asked().len(), 2);
    let web = Web::start(|_| Say::Body(400, "application/json", json!({"error": "API key invalid"}).to_string()));
    let error = wait(source("pubmed", &web).search(&written("x"))).unwrap_err();
    assert!(matches!(error, SourceError::Key(_)), "{error:?}");
}

#[test]
fn records_that_are_cut_or_are_no_records_are_a_failure() {
    for (body, words) in [
        ("<PubmedArticleSet><PubmedArticle>", "broke off"),
        ("<eFetchResult><ERROR>Unknown db</ERROR></eFetchResult>", "Unknown db"),
        ("<html><title>Captcha</title></html>", "Captcha"),
    ] {
        let web = Web::start(move |asked| match asked.path.as_str() {
            "/esearch.fcgi" => Say::Json(json!({"esearchresult": {"count": "1", "idlist": ["1"]}})),
            _ => Say::Body(200, "text/xml", body.to_owned()),
        });
        let error = wait(source("pubmed", &web).search(&written("x"))).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn a_redirect_to_another_host_is_not_followed_and_no_key_goes_there() {
    let trap = Web::start(|_| empty());
    let target = format!("Location: {}/search", trap.url());
    let web = Web::start(move |_| Say::Header(302, target.clone(), String::new()));
    let error = wait(super::setup::with_key("pubmed", &web).search(&written("x"))).unwrap_err().to_string();
    assert!(error.contains("redirects to another server") && error.contains("sources.pubmed.url"), "{error}");
    assert!(trap.asked().is_empty());
}

#[test]
fn pages_that_repeat_or_end_early_come_to_an_end() {
    // Composed: more hits are announced than come, and the cursor never changes.
    let record = json!({"id": "1", "source": "MED", "pmid": "1", "title": "T", "abstractText": "A."});
    let page = json!({"hitCount": 170, "nextCursorMark": "same", "resultList": {"result": [record]}});
    let web = Web::start(move |_| Say::Json(page.clone()));
    let found = wait(source("europepmc", &web).search(&written("x"))).unwrap();
    assert_eq!((found.hits, found.records.len(), web.asked().len()), (170, 2, 2));
}

#[test]
fn nothing_is_asked_twice_while_the_answer_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let web = Web::start(|_| empty());
    let first = wait(cached("europepmc", &web, folder.path()).search(&written("x"))).unwrap();
    let again = wait(cached("europepmc", &web, folder.path()).search(&written("x"))).unwrap();
    assert_eq!((first, web.asked().len()), (again, 1));
    let anew = Query { reuse: Reuse::Never, ..written("x") };
    wait(cached("europepmc", &web, folder.path()).search(&anew)).unwrap();
    assert_eq!(web.asked().len(), 2);
    // What was no answer is not kept.
    let web = at_first(vec![Say::Body(200, "text/html", "<html>".to_owned())]);
    let source = cached("europepmc", &web, folder.path());
    assert!(wait(source.search(&written("x"))).is_err());
    assert!(wait(source.search(&written("x"))).is_ok());
    // Neither key nor mail address is kept.
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let text = String::from_utf8_lossy(&std::fs::read(file.unwrap().path()).unwrap()).into_owned();
        assert!(!text.contains("ada@example.org"), "{text}");
    }
}

#[test]
fn without_consent_nothing_is_sent_and_offline_a_kept_answer_serves() {
    let folder = tempfile::tempdir().unwrap();
    let web = Web::start(|_| empty());
    wait(cached("europepmc", &web, folder.path()).search(&written("x"))).unwrap();
    let refusing = |host: Option<&str>| {
        let refusal = Refusal { why: "not allowed".into(), host: host.map(Into::into) };
        let gate: gainsay::net::Gate = Arc::new(move || Err(refusal.clone()));
        let cache = Some(Cache::open(folder.path()));
        kind("europepmc").unwrap().connect(Access { gate, cache, ..access(&web) }).unwrap()
    };
    let error = wait(refusing(Some("there")).search(&written("x"))).unwrap_err();
    assert_eq!(error.wants_consent().map(|host| host.to_string()).as_deref(), Some("there"));
    assert!(wait(refusing(None).search(&written("x"))).is_ok());
    assert!(wait(refusing(None).search(&written("y"))).unwrap_err().is_offline());
    assert_eq!(web.asked().len(), 1);
}
