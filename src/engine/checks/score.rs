//! Stage 3: scores in range, and which candidates to score next.

use crate::{
    domain::{Candidate, DocId, Scores, Settings},
    reason::ScoreDraft,
};

/// Hands out batches of candidates to score.
#[derive(Clone, Debug)]
pub struct Queue;

impl Queue {
    /// A queue over `candidates`.
    #[must_use]
    pub fn new(_candidates: &[Candidate], _settings: &Settings) -> Self {
        Self
    }

    /// Positions of the candidates to score next, given all drafts so far; empty when enough is scored.
    pub fn next_batch(&mut self, _drafts: &[(DocId, ScoreDraft)]) -> Vec<usize> {
        Vec::new()
    }
}

/// The scores of `candidates`.
#[must_use]
pub fn scores(_candidates: &[Candidate], _drafts: Vec<(DocId, ScoreDraft)>, _settings: &Settings) -> Scores {
    Scores::default()
}
