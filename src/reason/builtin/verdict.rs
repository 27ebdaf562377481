//! Stage 8: the verdict is the weighed signal, put into words.

use crate::reason::{Confidence, CritiqueDraft, VerdictDraft, VerdictInput};

/// The verdict.
pub fn verdict(_input: VerdictInput<'_>) -> VerdictDraft {
    VerdictDraft { verdict: "undecided".into(), confidence: Confidence::Number(0.3), rationale: String::new() }
}

/// Whether the draft must be worked out once more.
pub fn critique(_input: VerdictInput<'_>, _draft: &VerdictDraft) -> CritiqueDraft {
    CritiqueDraft::default()
}
