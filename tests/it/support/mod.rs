//! What the tests share: the sample that the program ships, and engines over it.

#![allow(dead_code)]

pub mod ollama;
pub mod openai;
pub mod pages;
pub mod port;
pub mod program;
pub mod reviewers;
pub mod scripted;
pub mod terminal;
pub mod web;

use std::{io::Read, path::Path, sync::Arc};

use gainsay::{
    domain::{Document, Page, Settings, Source, SourceMeta, rules::pack::RulePack},
    engine::{Command, EngineHandle, Event, Scope, Setup},
    ingest::{ReadOptions, read_documents, read_source},
    library::Library,
    reason::Reasoner,
    review::{Act, Clock, Review},
};
use jiff::Timestamp;
use tokio::sync::mpsc::Receiver;

pub const CLAIMS: &str = include_str!("../../../src/cli/demo/claims.jsonl");
pub const CORPUS: &str = include_str!("../../../src/cli/demo/corpus.jsonl");

/// A clock that stands still.
pub fn clock() -> Clock {
    Arc::new(|| Timestamp::from_second(1_800_000_000).unwrap())
}

/// The sample's claims, or the first of them.
pub fn source(claims: usize) -> Source {
    let text: Vec<_> = CLAIMS.lines().take(claims).collect();
    read_source("claims.jsonl", text.join("\n").as_bytes(), &ReadOptions::default()).unwrap()
}

/// A library of the sample's abstracts.
pub fn library() -> Arc<Library> {
    let library = Library::open_in_memory().unwrap();
    let mut documents = Vec::new();
    read_documents("corpus.jsonl", CORPUS.as_bytes(), &ReadOptions::default(), &mut |outcome| {
        documents.push(outcome.unwrap());
    })
    .unwrap();
    library.add(documents, |_| {}).unwrap();
    Arc::new(library)
}

/// A new review, in memory without a path.
pub fn review(path: Option<&Path>, source: &Source, reasoner: &dyn Reasoner) -> Arc<Review> {
    let spec = reasoner.spec();
    let open = |source| Act::Open { source, settings: Box::new(Settings::default()), spec };
    Arc::new(Review::create(path, source, open, clock()).unwrap())
}

/// An engine on `review`.
pub fn engine(
    review: &Arc<Review>,
    library: &Arc<Library>,
    reasoner: Arc<dyn Reasoner>,
    slots: usize,
) -> (EngineHandle, Receiver<Event>) {
    let (review, library) = (Arc::clone(review), Arc::clone(library));
    let rules = RulePack::builtin();
    Setup { review, library, reasoner, others: Vec::new(), literature: None, rules, embedder: None, slots }
        .spawn()
        .unwrap()
}

/// A library of these texts, with their titles.
pub fn library_of(documents: &[(&str, &str)]) -> Arc<Library> {
    let library = Library::open_in_memory().unwrap();
    let document = |(title, text): &(&str, &str)| {
        let meta = SourceMeta { title: (*title).into(), ..SourceMeta::default() };
        Document::new(meta, vec![Page { number: 1, text: (*text).into() }])
    };
    library.add(documents.iter().map(document), |_| {}).unwrap();
    Arc::new(library)
}

/// The texts of a ZIP archive, one after the other.
pub fn unzipped(archive: &[u8]) -> String {
    let number = |at: usize, bytes: usize| {
        archive[at..at + bytes].iter().rev().fold(0usize, |sum, byte| sum << 8 | usize::from(*byte))
    };
    let (mut at, mut text) = (0, String::new());
    while archive[at..].starts_with(b"PK\x03\x04") {
        let from = at + 30 + number(at + 26, 2) + number(at + 28, 2);
        at = from + number(at + 18, 4);
        flate2::read::DeflateDecoder::new(&archive[from..at]).read_to_string(&mut text).unwrap();
    }
    assert!(!text.is_empty(), "an archive");
    text
}

/// Runs `scope` to its end and returns what was heard.
pub async fn run(engine: &EngineHandle, events: &mut Receiver<Event>, scope: Scope) -> Vec<Event> {
    engine.send(Command::Run(scope));
    until_idle(events).await
}

/// What is heard until nothing runs and nothing waits.
pub async fn until_idle(events: &mut Receiver<Event>) -> Vec<Event> {
    let mut heard = Vec::new();
    while let Some(event) = events.recv().await {
        if event == Event::Idle {
            break;
        }
        heard.push(event);
    }
    heard
}
