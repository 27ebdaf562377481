//! Stage 5: what code can say of the evidence, then what the reasoner says.

use crate::{
    domain::{Citations, Document, Inspection, Settings, SourceMeta, Statement},
    reason::{Failure, InspectDraft},
};

/// The inspection of `citations`.
#[must_use]
pub fn inspection(
    _statement: &Statement,
    _paper: &SourceMeta,
    _citations: &Citations,
    _documents: &[Document],
    _draft: Result<InspectDraft, Failure>,
    _settings: &Settings,
) -> Inspection {
    Inspection::default()
}
