//! Stage 7: does the prose cite only what exists.

use crate::{
    domain::{Citations, Counter, Report, Scores, SearchResult, Stage, Statement, Statistics, Weighing},
    reason::{Failure, ReportDraft, WeighedCitation},
};

/// The counter-report.
pub fn report(
    _statement: &Statement,
    _counter: &Counter,
    _citations: &[WeighedCitation<'_>],
    _statistics: Statistics,
    _draft: ReportDraft,
) -> Result<Report, Failure> {
    Err(Failure::new(Stage::Report, "not yet"))
}

/// The text when there is nothing to cite.
#[must_use]
pub fn computed(
    _statement: &Statement,
    _counter: &Counter,
    _search: &SearchResult,
    _scores: &Scores,
    _citations: &Citations,
    _statistics: Statistics,
) -> Report {
    Report::default()
}

/// The counts under a report.
#[must_use]
pub fn statistics(
    _search: &SearchResult,
    _scores: &Scores,
    _citations: &Citations,
    _weighing: &Weighing,
) -> Statistics {
    Statistics::default()
}
