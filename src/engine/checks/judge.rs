//! Stage 9: is the rationale backed by what it cites.

use crate::{
    domain::{EvidenceType, Judgement, Opinion, Settings, VerdictValue},
    reason::{Failure, JudgeInput, OpinionDraft},
};

/// Whether there is a rationale over evidence for the reasoner to judge.
#[must_use]
pub fn worth_asking(_verdict: &VerdictValue) -> bool {
    true
}

/// The judgement of a verdict.
#[must_use]
pub fn judgement(
    input: JudgeInput<'_>,
    _reviewer_verdict: bool,
    _draft: Result<OpinionDraft, Failure>,
    _settings: &Settings,
) -> Judgement {
    let verdict = input.verdict;
    let opinion = Opinion {
        valid: true,
        quality: 0.7,
        evidence_type: EvidenceType::Unknown,
        issue: None,
        original: verdict.confidence,
        adjusted: verdict.confidence,
    };
    Judgement {
        opinion,
        verdict: verdict.verdict,
        confidence: verdict.confidence,
        basis: verdict.basis,
        blocked: false,
        issues: Vec::new(),
    }
}
