//! Stage 5: is the evidence specific, relevant, apt.

use crate::reason::{InspectDraft, InspectInput};

/// Remarks on the citations.
pub fn inspect(_input: InspectInput<'_>) -> InspectDraft {
    InspectDraft::default()
}
