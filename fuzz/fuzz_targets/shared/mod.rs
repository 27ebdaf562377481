//! What the targets for files share.

use std::io::Cursor;

use gainsay::{
    domain::Dropped,
    ingest::{Format, IngestError, ReadOptions, read_documents, read_source, stream_documents},
};

type Read = (Result<(), IngestError>, Vec<Result<String, usize>>);

/// Reads a file as a source and as evidence. Every claim is where it is said to be, and a stream gives what the whole
/// file gives (in UTF-8; a stream guesses other encodings record by record).
pub fn read_file(format: Format, bytes: &[u8]) {
    let options = ReadOptions { format: Some(format), exe: None };
    if let Ok(source) = read_source("file", bytes, &options) {
        for claim in &source.claims {
            let place = claim.place.expect("a claim has a place");
            let page = source.pages.iter().find(|page| page.number == place.page).expect("its page is there");
            assert_eq!(page.text.slice(place.range()), claim.text);
        }
    }
    let mut whole = Vec::new();
    let result = read_documents("file", bytes, &options, &mut |outcome| whole.push(brief(outcome)));
    let whole: Read = (result, whole);
    let mut streamed = Vec::new();
    let mut input = Cursor::new(bytes);
    let result = stream_documents("file", &mut input, &options, &mut |outcome| streamed.push(brief(outcome)));
    let streamed: Read = (result, streamed);
    if std::str::from_utf8(bytes).is_err() {
        return;
    }
    assert_eq!(whole.0.is_ok(), streamed.0.is_ok(), "{:?}, in a stream {:?}", whole.0, streamed.0);
    if whole.0.is_ok() {
        assert_eq!(whole.1, streamed.1);
    }
}

/// The text of a document, or the line of a record that is left out.
fn brief(outcome: Result<gainsay::domain::Document, Dropped>) -> Result<String, usize> {
    outcome.map(|document| document.pages.iter().map(|page| page.text.as_str()).collect()).map_err(|dropped| dropped.line)
}
