//! Stage 7: a report composed from the cited passages.

use crate::reason::{ReportDraft, ReportInput};

/// The counter-report.
pub fn report(_input: ReportInput<'_>) -> ReportDraft {
    ReportDraft::default()
}
