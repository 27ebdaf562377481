//! Stage 0: statements by cue words and position.

use crate::reason::{ExtractDraft, ExtractInput, Failure};

/// Whether `text` is English, as far as its commonest words tell.
pub fn is_english(_text: &str) -> bool {
    true
}

/// Statements, best first.
pub fn extract(_input: ExtractInput<'_>) -> Result<ExtractDraft, Failure> {
    Ok(ExtractDraft::default())
}
