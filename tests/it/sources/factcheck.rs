//! Fact-checks as documents: what they say is judged by the claim that they check, and a rating is never a verdict.

use serde_json::{Value, json};

use crate::support::{
    program::gainsay,
    web::{Asked, Say, Web},
};

use super::setup::{source, wait, with_key, written};

/// Composed after the shapes of Google's Fact Check Tools.
fn claim(text: &str, rating: &str, site: &str) -> Value {
    json!({"text": text, "claimant": "Social media posts", "claimDate": "2021-03-01T00:00:00Z", "claimReview": [{
        "publisher": {"name": "PolitiFact", "site": site}, "url": format!("https://www.{site}/factchecks/{}", text.len()),
        "title": format!("Is it so that {text}"), "reviewDate": "2021-03-05T12:00:00Z", "textualRating": rating,
        "languageCode": "en"}]})
}

#[test]
fn reviews_are_documents_page_by_page_and_nothing_found_is_an_empty_object() {
    let web = Web::start(|asked: &Asked| match (asked.get("query"), asked.get("pageToken")) {
        ("nothing", _) => Say::Json(json!({})),
        (_, "") => {
            Say::Json(json!({"claims": [claim("Zinc cures colds", "False", "politifact.com")], "nextPageToken": "2"}))
        }
        _ => Say::Json(json!({"claims": [claim("Zinc is toxic", "Mixture", "snopes.com")]})),
    });
    let found = wait(with_key("factcheck", &web).search(&written("zinc"))).unwrap();
    assert_eq!((found.hits, found.records.len()), (2, 2));
    let first = &found.records[0];
    assert_eq!(first.pages[0].text, "Claim: Zinc cures colds. Claimed by: Social media posts. Verdict: False.");
    assert_eq!((first.meta.published.as_deref(), first.meta.year), (Some("2021-03-05"), Some(2021)));
    assert_eq!(first.meta.source_name.as_deref(), Some("PolitiFact"));
    assert!(web.asked().iter().all(|asked| asked.get("key") == "sk-secret"));
    assert!(wait(with_key("factcheck", &web).search(&written("nothing"))).unwrap().records.is_empty());
    let refused = wait(source("factcheck", &web).search(&written("zinc"))).unwrap_err().to_string();
    assert!(refused.contains("`sources.factcheck.key_env`"), "{refused}");
    let bad = Web::start(|_| {
        Say::Body(
            400,
            "application/json",
            json!({"error": {"code": 400, "message": "API key not valid.", "status": "INVALID_ARGUMENT"}}).to_string(),
        )
    });
    let refused = wait(with_key("factcheck", &bad).search(&written("zinc"))).unwrap_err().to_string();
    assert!(refused.contains("status 400: API key not valid."), "{refused}");
}

/// The stances of the citations of the first statement.
fn stances(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            if let (Some(stance), true) =
                (fields.get("stance").and_then(Value::as_str), fields.contains_key("proposed"))
            {
                found.push(stance.to_owned());
            }
            fields.values().for_each(|value| stances(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| stances(value, found)),
        _ => {}
    }
}

fn check(checked: &'static str) -> Vec<String> {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("claims.txt"), "Zinc lozenges shorten the common cold in healthy adults.\n")
        .unwrap();
    let web = Web::start(move |_| Say::Json(json!({"claims": [claim(checked, "False", "politifact.com")]})));
    let mut command = gainsay(home.path());
    command.env("GAINSAY_SOURCES_FACTCHECK_URL", web.url()).env("GAINSAY_SOURCES_FACTCHECK_KEY_ENV", "THE_KEY");
    let args = ["--sources", "factcheck", "check", "claims.txt", "--json", "all.json"];
    let output = command.env("THE_KEY", "k").args(args).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let json: Value = serde_json::from_slice(&std::fs::read(home.path().join("all.json")).unwrap()).unwrap();
    let mut found = Vec::new();
    stances(&json, &mut found);
    found
}

#[test]
fn a_rating_counts_for_the_claim_that_was_checked_and_for_no_other() {
    assert!(
        check("Zinc lozenges shorten the common cold in healthy adults").iter().any(|stance| stance == "contradicts")
    );
    let other = check("A hospital paid actors to film patients with the common cold in healthy adults");
    assert!(!other.iter().any(|stance| stance == "contradicts"), "{other:?}");
    let denied = check("Zinc lozenges do not shorten the common cold in healthy adults");
    assert!(!denied.iter().any(|stance| stance == "contradicts"), "false that it does not: {denied:?}");
}
