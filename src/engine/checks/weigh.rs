//! Stage 6: stances under the rules in code, opinions, and the weighed signal.

use crate::{
    domain::{
        Citation, Citations, EvidenceType, Issue, Opinion, RuleNote, Scores3, Settings, Stance, Statement, Weighing,
        rules::{adjust, credibility::CredibilityTable},
    },
    reason::{Failure, OpinionDraft, StanceDraft},
    text::Clean,
};

/// A stance after the rules in code, which prevail; the reasoner's own is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedStance {
    /// The stance that counts.
    pub stance: Stance,
    /// The stance that the reasoner's scores give.
    pub proposed: Stance,
    /// The reasoner's scores, brought to sum to 1.
    pub scores: Scores3,
    /// The confidence in `stance`, 0–1.
    pub confidence: f64,
    /// Why, in the reasoner's words.
    pub reasoning: Clean,
    /// What the rules in code saw.
    pub notes: Vec<RuleNote>,
    /// What is wrong or doubtful, on this citation.
    pub issues: Vec<Issue>,
}

/// Checks the draft of one citation's stance: scores brought to sum to 1, then
/// the rules of spec 3.6 in their order.
#[must_use]
pub fn stance(_statement: &Statement, _citation: &Citation, draft: StanceDraft) -> CheckedStance {
    let scores = Scores3 { entailment: draft.entailment, contradiction: draft.contradiction, neutral: draft.neutral };
    CheckedStance {
        stance: Stance::NotAddressed,
        proposed: Stance::NotAddressed,
        scores,
        confidence: scores.neutral,
        reasoning: draft.reasoning.into(),
        notes: Vec::new(),
        issues: Vec::new(),
    }
}

/// Checks the judge's opinion of a confidence (0–1). A judge that failed blocks
/// nothing: type unknown, quality 0.7, “Judge error: …” (document 004).
#[must_use]
pub fn opinion(original: f64, draft: Result<OpinionDraft, Failure>) -> Opinion {
    let original = adjust::clamp(original);
    let draft = match draft {
        Ok(draft) => draft,
        Err(failure) => {
            let quality = EvidenceType::Unknown.quality();
            return Opinion {
                valid: true,
                quality,
                evidence_type: EvidenceType::Unknown,
                issue: Some(format!("Judge error: {}", failure.reason).into()),
                original,
                adjusted: adjust::adjusted_confidence(original, quality),
            };
        }
    };
    let kind = draft.evidence_type.as_deref().and_then(adjust::evidence_type);
    let quality = adjust::quality(kind, draft.quality);
    let valid = draft.valid.unwrap_or(quality > 0.0);
    let issue = draft.issue.map(|issue| Clean::new(issue.trim())).filter(|issue| !issue.is_empty());
    Opinion {
        valid,
        quality,
        evidence_type: kind.unwrap_or(EvidenceType::Inappropriate),
        issue,
        original,
        adjusted: adjust::adjusted_confidence(original, quality),
    }
}

/// The result of stage 6 from every citation's checked stance and opinion, in
/// the citations' order.
#[must_use]
pub fn weighing(
    _statement: &Statement,
    _citations: &Citations,
    _checked: Vec<(CheckedStance, Opinion)>,
    _settings: &Settings,
    _table: &CredibilityTable,
) -> Weighing {
    Weighing::default()
}
