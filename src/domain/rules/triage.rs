//! What the reviewer should do with a statement, and why (`docs/rules.md#triage`).

use crate::domain::{Abstention, Basis, Severity, Triage, Verdict};

/// Why a statement has its triage. In the order of work: what is most likely wrong or weighs most comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// Reviewers differ.
    Conflict,
    /// A stage failed.
    Failed,
    /// The judge blocked the verdict.
    Blocked,
    /// BLOCKER issues are open.
    Blockers,
    /// Credible sources are on both sides.
    Conflicting,
    /// Three MAJOR issues or more are open.
    Majors,
    /// What the verdict rests on was changed after it was made.
    Outdated,
    /// One or two MAJOR issues are open.
    Major,
    /// Evidence is on both sides.
    BothSides,
    /// The evidence contradicts the statement.
    Contradicted,
    /// Evidence supports it, and the tool abstains for this reason.
    Abstained(Abstention),
    /// Evidence supports it, with less confidence than may be skimmed.
    Unsure,
    /// Evidence is on a side and does not settle it.
    TooWeak,
    /// No evidence is on a side.
    NoEvidence,
    /// There is no verdict yet.
    NoVerdict,
    /// Nothing stands out.
    Sure,
}

impl Cause {
    /// The triage that follows from it.
    #[must_use]
    pub fn triage(self) -> Triage {
        match self {
            Self::Sure => Triage::Skim,
            cause if cause <= Self::Majors => Triage::Decide,
            _ => Triage::Check,
        }
    }
}

/// Why a statement has its triage: `severities` of the issues in force (after
/// rulings, dismissed ones left out), its abstentions, whether the judge blocked
/// its verdict, whether a stage failed, and its verdict with the confidence, 0–1.
/// Without a verdict it asks to be checked.
#[must_use]
pub fn cause(
    severities: &[Severity],
    abstentions: &[Abstention],
    blocked: bool,
    failed: bool,
    verdict: Option<(Verdict, f64, Basis)>,
) -> Cause {
    let majors = severities.iter().filter(|s| **s == Severity::Major).count();
    let sure = verdict.is_some_and(|(_, confidence, _)| confidence >= SKIMMED);
    let both_sides = abstentions.contains(&Abstention::WeakConsensus);
    match verdict {
        _ if failed => Cause::Failed,
        _ if blocked => Cause::Blocked,
        _ if severities.contains(&Severity::Blocker) => Cause::Blockers,
        _ if abstentions.contains(&Abstention::ConflictingEvidence) => Cause::Conflicting,
        _ if majors >= 3 => Cause::Majors,
        _ if majors > 0 => Cause::Major,
        _ if abstentions.is_empty() && sure => Cause::Sure,
        None => Cause::NoVerdict,
        Some((.., basis)) if both_sides || basis == Basis::CitedBoth => Cause::BothSides,
        Some((Verdict::Contradicts, ..)) => Cause::Contradicted,
        Some((Verdict::Supports, ..)) => abstentions.first().map_or(Cause::Unsure, |why| Cause::Abstained(*why)),
        Some((_, _, Basis::CitedContradiction | Basis::CitedSupport | Basis::Reviewer)) => Cause::TooWeak,
        Some(_) => Cause::NoEvidence,
    }
}

/// Confidence from which verdicts were measured to be right at least 19 times in 20 (`models/stance.md`, “Confidence of
/// a verdict”): only those may be skimmed.
pub const SKIMMED: f64 = 0.97;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_of_the_queue_holds() {
        use Abstention::{ConflictingEvidence, WeakConsensus};
        use Severity::{Blocker, Major, Minor};
        let supports = |confidence| Some((Verdict::Supports, confidence, Basis::CitedSupport));
        let triage = |severities: &[Severity], abstentions: &[Abstention], blocked, failed, confidence: Option<f64>| {
            cause(severities, abstentions, blocked, failed, confidence.and_then(supports)).triage()
        };
        let sure = Some(0.98);
        for (expected, got) in [
            (Triage::Skim, triage(&[], &[], false, false, sure)),
            (Triage::Skim, triage(&[Minor; 20], &[], false, false, sure)),
            (Triage::Check, triage(&[], &[], false, false, Some(0.95))),
            (Triage::Check, triage(&[Major], &[], false, false, sure)),
            (Triage::Check, triage(&[Major, Minor, Major], &[], false, false, sure)),
            (Triage::Decide, triage(&[Major; 3], &[], false, false, sure)),
            (Triage::Decide, triage(&[Blocker], &[], false, false, sure)),
            (Triage::Check, triage(&[], &[WeakConsensus], false, false, sure)),
            (Triage::Decide, triage(&[], &[WeakConsensus, ConflictingEvidence], false, false, sure)),
            (Triage::Decide, triage(&[], &[], true, false, sure)),
            (Triage::Decide, triage(&[], &[], false, true, sure)),
            (Triage::Check, triage(&[], &[], false, false, Some(0.44))),
            (Triage::Check, triage(&[], &[], false, false, Some(f64::NAN))),
            (Triage::Check, triage(&[], &[], false, false, None)),
        ] {
            assert_eq!(got, expected);
        }
    }

    /// A reviewer would begin with what nothing was found for, and come last to what is most likely wrong.
    #[test]
    fn the_order_of_work_puts_doubts_first_and_what_nobody_can_decide_from_here_last() {
        use Abstention::{InsufficientEvidence, WeakConsensus};
        use Basis::{CitedContradiction, CitedSupport, NothingFound};
        let plain = |verdict, basis| cause(&[], &[], false, false, Some((verdict, 0.7, basis)));
        let order = [
            cause(&[], &[], false, true, None),
            cause(&[Severity::Blocker], &[], false, false, None),
            cause(&[Severity::Major], &[], false, false, Some((Verdict::Supports, 0.98, CitedSupport))),
            cause(&[], &[WeakConsensus], false, false, Some((Verdict::Undecided, 0.3, CitedContradiction))),
            plain(Verdict::Contradicts, CitedContradiction),
            cause(&[], &[InsufficientEvidence], false, false, Some((Verdict::Supports, 0.3, CitedSupport))),
            plain(Verdict::Supports, CitedSupport),
            plain(Verdict::Undecided, CitedSupport),
            plain(Verdict::Undecided, NothingFound),
            cause(&[], &[], false, false, None),
            cause(&[], &[], false, false, Some((Verdict::Contradicts, 0.98, CitedContradiction))),
        ];
        assert!(order.is_sorted_by(|a, b| a < b), "{order:?}");
        let triages = order.map(Cause::triage);
        assert!(triages.is_sorted(), "{triages:?}");
        assert_eq!(triages.last(), Some(&Triage::Skim));
    }
}
