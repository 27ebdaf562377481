//! Stage 8: a verdict needs cited evidence.

use crate::{
    domain::{Basis, Citations, Critique, Report, SearchResult, Stage, Statement, VerdictValue, Weighing},
    reason::{CritiqueDraft, Failure, VerdictDraft},
};

/// What a verdict is made from.
#[derive(Clone, Copy, Debug)]
pub struct Grounds<'a> {
    /// The statement.
    pub statement: &'a Statement,
    /// What was found.
    pub search: &'a SearchResult,
    /// What is cited.
    pub citations: &'a Citations,
    /// What was made of it.
    pub weighing: &'a Weighing,
    /// The counter-report.
    pub report: &'a Report,
}

/// The verdict from a reasoner's draft.
pub fn verdict(
    _grounds: Grounds<'_>,
    _draft: VerdictDraft,
    _critique: Option<Critique>,
    _language_known: bool,
) -> Result<VerdictValue, Failure> {
    Err(Failure::new(Stage::Verdict, "not yet"))
}

/// The verdict when there is nothing to ask a reasoner about, or `None` when there is.
#[must_use]
pub fn computed(_grounds: Grounds<'_>, _language_known: bool) -> Option<VerdictValue> {
    None
}

/// Why a verdict over this evidence is what it is.
#[must_use]
pub fn basis(_search: &SearchResult, _weighing: &Weighing) -> Basis {
    Basis::NotSearched
}

/// What is wrong with a first draft, if it must be worked out once more.
#[must_use]
pub fn needs_second_draft(_grounds: Grounds<'_>, _draft: &VerdictDraft, _critique: &CritiqueDraft) -> Option<String> {
    None
}

/// The record of a first draft that is replaced.
#[must_use]
pub fn critique(first: &VerdictDraft, finding: &str) -> Critique {
    Critique {
        finding: finding.into(),
        first: crate::domain::Verdict::parse(&first.verdict).unwrap_or(crate::domain::Verdict::Undecided),
        first_rationale: first.rationale.as_str().into(),
    }
}
