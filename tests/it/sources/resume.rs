//! What was broken off goes on from the kept answers, and nothing is asked twice.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use serde_json::{Value, json};

use crate::support::{
    program::gainsay,
    web::{Asked, Say, Web},
};

/// Composed after Europe PMC's shapes: page `n` of four, a hundred records each.
fn page(n: usize) -> Say {
    let record = |i: usize| {
        let id = (n * 100 + i).to_string();
        json!({"id": id, "source": "MED", "pmid": id, "title": format!("Zinc and colds, part {id}"),
            "abstractText": format!("Zinc lozenges shortened cold number {id} in adults.")})
    };
    let records: Vec<Value> = (0..100).map(record).collect();
    Say::Json(json!({"hitCount": 400, "nextCursorMark": format!("page{}", n + 1), "resultList": {"result": records}}))
}

fn number(cursor: &str) -> usize {
    cursor.strip_prefix("page").map_or(0, |n| n.parse().unwrap())
}

fn run(home: &std::path::Path, web: &Web, args: &[&str]) -> (Option<i32>, String) {
    let mut command = gainsay(home);
    command.env("GAINSAY_SOURCES_EUROPEPMC_URL", web.url());
    let output = command.env("GAINSAY_SOURCES_RETRIES", "0").args(args).output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), said)
}

#[test]
fn a_fetch_whose_server_dies_after_two_pages_asks_only_for_the_others_later() {
    let home = tempfile::tempdir().unwrap();
    let down = Arc::new(AtomicBool::new(true));
    let is_down = Arc::clone(&down);
    let web = Web::start(move |asked: &Asked| match number(asked.get("cursorMark")) {
        2.. if is_down.load(Ordering::SeqCst) => Say::Hang,
        n => page(n),
    });
    let fetch = ["library", "fetch", "zinc", "--max", "400"];
    let (code, said) = run(home.path(), &web, &fetch);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("no answer from"), "{said}");
    let cursors = |web: &Web| web.asked().iter().map(|asked| asked.get("cursorMark").to_owned()).collect::<Vec<_>>();
    assert_eq!(cursors(&web), ["*", "page1", "page2"]);
    down.store(false, Ordering::SeqCst);
    let (code, said) = run(home.path(), &web, &fetch);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("400 hits, 400 fetched: 400 new, 0 in the library before"), "{said}");
    assert_eq!(cursors(&web)[3..], ["page2", "page3"], "the first two pages were kept");
    // The same fetch again asks nothing, and nothing of it is new.
    let (code, said) = run(home.path(), &web, &fetch);
    assert_eq!((code, web.asked().len()), (Some(0), 5), "{said}");
    assert!(said.contains("400 fetched: 0 new, 400 in the library before"), "{said}");
}

#[test]
fn a_search_of_the_literature_that_broke_off_goes_on_where_it_stopped() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("claims.txt"), "Zinc lozenges shorten the common cold in healthy adults.\n")
        .unwrap();
    let down = Arc::new(AtomicBool::new(true));
    let is_down = Arc::clone(&down);
    let web = Web::start(move |asked: &Asked| match number(asked.get("cursorMark")) {
        1.. if is_down.load(Ordering::SeqCst) => Say::Hang,
        n => page(n),
    });
    let check = ["--sources", "europepmc", "--set", "sources.max=200", "check", "claims.txt"];
    let (code, said) = run(home.path(), &web, &check);
    assert_eq!(code, Some(3), "done in part: {said}");
    let before: Vec<_> = web.asked().iter().map(|asked| asked.parameters.clone()).collect();
    assert_eq!(before.len(), 2, "{before:?}");
    down.store(false, Ordering::SeqCst);
    let (code, said) =
        run(home.path(), &web, &["--sources", "europepmc", "--set", "sources.max=200", "check", "claims.gainsay"]);
    assert_eq!(code, Some(0), "{said}");
    let after: Vec<_> = web.asked()[2..].iter().map(|asked| asked.get("cursorMark").to_owned()).collect();
    assert_eq!(after, ["page1"], "only the page that was not answered is asked for");
}
