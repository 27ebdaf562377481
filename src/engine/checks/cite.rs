//! Stage 4: which documents to cite from, and where their passages stand.

use crate::{
    domain::{Candidate, Citation, Citations, Digest, DocId, Document, DroppedQuote, Scores, Settings, Side},
    reason::CiteDraft,
};

/// What was located of one document's passages.
#[derive(Clone, Debug, PartialEq)]
pub struct Located {
    /// The document.
    pub doc: DocId,
    /// The side whose slots it takes.
    pub side: Side,
    /// Best first, number 0 yet.
    pub citations: Vec<Citation>,
    /// What stands nowhere.
    pub dropped: Vec<DroppedQuote>,
}

/// Hands out the documents to cite from.
#[derive(Clone, Debug)]
pub struct Picker;

impl Picker {
    /// A picker over the candidates that pass.
    #[must_use]
    pub fn new(_candidates: &[Candidate], _scores: &Scores, _settings: &Settings) -> Self {
        Self
    }

    /// Positions of the candidates to cite from next, given what was located so far; empty when enough is cited.
    pub fn next_batch(&mut self, _located: &[Located]) -> Vec<usize> {
        Vec::new()
    }

    /// The relevance to note for a document, 1–5.
    #[must_use]
    pub fn score(&self, _doc: &DocId) -> u8 {
        1
    }
}

/// Locates each passage of `draft`.
#[must_use]
pub fn locate(
    document: &Document,
    _digest: Digest,
    candidate: &Candidate,
    _score: u8,
    _draft: CiteDraft,
    _settings: &Settings,
) -> Located {
    Located { doc: document.id.clone(), side: candidate.side, citations: Vec::new(), dropped: Vec::new() }
}

/// Numbers at most `max` citations from 1.
#[must_use]
pub fn citations(_located: Vec<Located>, _max: u32) -> Citations {
    Citations::default()
}
