//! The network goes away in the middle of a search of four sources, and comes back while the interface stays open.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use serde_json::{Value, json};

use crate::pdf::{lines, pdf_of};
use crate::support::{
    program::gainsay,
    terminal::Terminal,
    web::{Asked, Say, Web},
};

/// The lines of a paper: height, size, words.
const PAPER: [(i32, i32, &str); 9] = [
    (740, 16, "Psychological flexibility and distress after cancer"),
    (700, 12, "Abstract"),
    (680, 10, "Background: Distress is common after cancer. Methods: We asked 200 people in remission about"),
    (666, 10, "flexibility and distress. Results: We found that psychological flexibility predicted anxiety and"),
    (652, 10, "depression in people in remission from cancer."),
    (620, 12, "Methods"),
    (600, 10, "We asked 200 people in remission from cancer to fill in two questionnaires at home."),
    (570, 12, "Results"),
    (550, 10, "Psychological flexibility predicted anxiety and depression in people in remission from cancer."),
];

/// Composed after NCBI's shapes.
const EFETCH: &str = "<?xml version=\"1.0\" ?><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>41</PMID><Article>\
    <Journal><Title>Journal of Minds</Title></Journal><ArticleTitle>Flexibility and distress after cancer</ArticleTitle>\
    <Abstract><AbstractText>In people in remission from cancer, psychological flexibility predicted anxiety and depression.\
    </AbstractText></Abstract></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>";

/// What each source says: a recorded body of Europe PMC, and composed ones of the others.
fn answer(asked: &Asked) -> Say {
    let recorded = || serde_json::from_str::<Value>(include_str!("bodies/europepmc.json")).unwrap();
    let text = "Psychological flexibility did not predict anxiety or depression in people in remission from cancer.";
    match asked.path.as_str() {
        "/search" if asked.get("cursorMark") == "*" => Say::Json(recorded()),
        "/search" => Say::Json(json!({"hitCount": 3, "resultList": {"result": []}})),
        "/esearch.fcgi" => Say::Json(json!({"esearchresult": {"count": "1", "idlist": ["41"]}})),
        "/efetch.fcgi" => Say::Body(200, "text/xml", EFETCH.to_owned()),
        "/works" if !asked.get("search").is_empty() => {
            let words: Vec<&str> = text.split(' ').collect();
            let index: serde_json::Map<String, Value> =
                words.iter().enumerate().map(|(at, word)| ((*word).to_owned(), json!([at]))).collect();
            Say::Json(json!({"meta": {"count": 1, "next_cursor": null}, "results": [{"id": "https://openalex.org/W1",
                "doi": "https://doi.org/10.1000/w1", "title": "Flexibility after cancer", "publication_year": 2024,
                "abstract_inverted_index": index}]}))
        }
        "/works" => Say::Json(json!({"status": "ok", "message": {"total-results": 1, "items": [{"DOI": "10.1000/c1",
            "type": "journal-article", "title": ["Acceptance and cancer"], "published": {"date-parts": [[2023]]},
            "abstract": "<jats:p>Psychological flexibility predicted depression in survivors of cancer.</jats:p>"}]}})),
        _ => Say::Body(404, "text/plain", "unknown".to_owned()),
    }
}

/// A reviewer whose train leaves a tunnel would have to close the review, would lose what had been found, or would ask
/// the sources for it again.
#[test]
fn what_the_network_took_comes_back_while_the_review_stays_open() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("paper.pdf"), pdf_of(&[lines(&PAPER)])).unwrap();
    // So many answers are left.
    let left = Arc::new(AtomicUsize::new(3));
    let answered: Arc<Mutex<Vec<String>>> = Arc::default();
    let (budget, kept) = (Arc::clone(&left), Arc::clone(&answered));
    let web = Web::start(move |asked| {
        if budget.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_err() {
            return Say::Hang;
        }
        kept.lock().unwrap().push(format!("{} {:?} {}", asked.path, asked.parameters, asked.body));
        answer(asked)
    });
    let url = web.url();
    let names = ["EUROPEPMC", "PUBMED", "CROSSREF", "OPENALEX"].map(|name| format!("GAINSAY_SOURCES_{name}_URL"));
    let mut environment: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), url.as_str())).collect();
    environment.extend([
        ("GAINSAY_SOURCES_OPENALEX_KEY_ENV", "OPENALEX_KEY"),
        ("OPENALEX_KEY", "sk-secret"),
        ("GAINSAY_SOURCES_RETRIES", "0"),
        ("GAINSAY_REVIEWER", "Ada"),
    ]);
    let program = Path::new(env!("CARGO_BIN_EXE_gainsay"));
    let sources = "europepmc,pubmed,crossref,openalex";
    let args = ["review", "paper.pdf", "--sources", sources];
    let mut terminal = Terminal::start_with(program, &args, home.path(), (180, 50), &environment);
    terminal.see("failed");
    terminal.keys("gl");
    for source in sources.split(',') {
        terminal.see(source);
    }
    terminal.see("no answer from");
    terminal.keys("\x1b");
    // Before the end of the run `r` offers another stage.
    terminal.until("the end of the run", |screen| screen.contains("✖ search") && screen.contains("● judge"));
    left.store(usize::MAX, Ordering::SeqCst);
    terminal.keys("r");
    terminal.see("Re-run");
    terminal.keys("\r");
    terminal.until("the search of all sources", |screen| screen.contains("● search") && screen.contains("stale"));
    terminal.keys("R");
    terminal
        .until("the verdict over all that was found", |screen| screen.contains("● judge") && screen.contains("[2]"));
    terminal.keys("gl");
    terminal.until("no source failed", |screen| !screen.contains("no answer from") && screen.contains("openalex"));
    terminal.keys("\x1b");
    terminal.see("1 Statements");
    terminal.keys("q");
    terminal.end();
    let answered = answered.lock().unwrap().clone();
    let distinct: BTreeSet<&String> = answered.iter().collect();
    assert!(answered.len() > 3 && distinct.len() == answered.len(), "nothing is asked for again: {answered:#?}");
    let asked = web.asked().len();
    // Nothing is left to ask.
    let mut check = gainsay(home.path());
    let output = check.envs(environment.iter().copied()).args(["check", "paper.gainsay"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(web.asked().len(), asked);
}
