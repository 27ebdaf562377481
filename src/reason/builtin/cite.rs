//! Stage 4: the sentences of a document that speak most of the statement.

use crate::reason::{CiteDraft, CiteInput};

/// Passages of one document, best first.
pub fn cite(_input: CiteInput<'_>) -> CiteDraft {
    CiteDraft::default()
}
