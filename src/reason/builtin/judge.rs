//! The evidence judge: is this the right type of evidence (document 004).

use crate::reason::{JudgeInput, OpinionDraft, OpinionInput};

/// The opinion of one stance (stage 6).
pub fn opinion(_input: OpinionInput<'_>) -> OpinionDraft {
    OpinionDraft::default()
}

/// The opinion of the rationale (stage 9).
pub fn judge(_input: JudgeInput<'_>) -> OpinionDraft {
    OpinionDraft::default()
}
