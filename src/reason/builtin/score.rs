//! Stage 3: relevance by coverage.

use crate::reason::{ScoreDraft, ScoreInput};

/// A score for every candidate of the batch, by position.
pub fn score(input: ScoreInput<'_>) -> Vec<ScoreDraft> {
    input.batch.iter().map(|_| ScoreDraft::default()).collect()
}
