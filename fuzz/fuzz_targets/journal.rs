//! A row that somebody put into a review is refused or read, shown, verified and exported; nothing breaks down.
//! The row is `who`, a line break, `act`, as in the file.

#![no_main]

use std::{path::PathBuf, sync::Arc, sync::LazyLock};

use gainsay::{
    domain::{EngineSpec, Settings},
    export::{self, Kind, Options},
    ingest::{ReadOptions, read_source},
    review::{Act, Clock, Review},
};
use libfuzzer_sys::fuzz_target;

const CLAIMS: &[u8] = b"\"Aspirin reduces fever in adults.\"\n\"Metformin lowers HbA1c.\"\n";

fn clock() -> Clock {
    Arc::new(|| jiff::Timestamp::UNIX_EPOCH)
}

/// A folder in memory, where there is one, with a review.
static REVIEW: LazyLock<(tempfile::TempDir, PathBuf, Vec<u8>)> = LazyLock::new(|| {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder");
    let path = folder.path().join("r.gainsay");
    let source = read_source("claims.jsonl", CLAIMS, &ReadOptions::default()).expect("claims");
    let spec = EngineSpec { reasoner: "builtin".into(), version: "1".into(), model: None };
    let open = |source| Act::Open { source, settings: Box::new(Settings::default()), spec };
    Review::create(Some(&path), &source, open, clock()).expect("a review").close();
    let bytes = std::fs::read(&path).expect("its bytes");
    (folder, path, bytes)
});

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let Some((who, act)) = text.split_once('\n') else { return };
    let (_, path, bytes) = &*REVIEW;
    std::fs::write(path, bytes).expect("the review is written");
    let connection = rusqlite::Connection::open(path).expect("the review is opened");
    connection.execute_batch("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY").expect("a fast file");
    for version in 1..=2 {
        let row = "INSERT INTO journal SELECT max(seq) + 1, '2026-01-01T00:00:00Z', ?1, ?2, ?3, hash, hash FROM journal";
        connection.execute(row, rusqlite::params![who, version, act]).expect("the row is put in");
    }
    drop(connection);
    let verified = Review::verify(path).expect("it can be verified");
    assert!(!verified.faults.is_empty(), "rows that follow from nothing are a fault");
    let Ok(review) = Review::open_read_only(path, clock()) else { return };
    for kind in Kind::ALL {
        drop(export::bytes(&review, kind, &Options { appendix: true, ..Options::default() }));
    }
});
