//! Report, verdict, judgement and triage (stages 7 to 9).

use serde::{Deserialize, Serialize};

use crate::text::Clean;

use super::{Issue, Opinion, Strategy, statement::in_fewest_places};

/// Counts that go under a report (`docs/rules.md#report`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Documents found, without duplicates.
    pub found: u32,
    /// Documents scored.
    pub scored: u32,
    /// Documents at or above the threshold, or included or cited by the reviewer.
    pub passing: u32,
    /// Unique documents cited.
    pub documents_cited: u32,
    /// Citations.
    pub citations: u32,
    /// Citations that the judge blocked.
    pub blocked: u32,
    /// Documents in the library that was searched.
    pub library: u64,
    /// The threshold, 1–5.
    pub threshold: u8,
    /// Documents found by each strategy; absent when it did not run.
    pub by_strategy: Vec<(Strategy, u32)>,
}

/// The result of stage 7.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Prose with `[n]`, paragraphs separated by blank lines.
    pub summary: Clean,
    /// Whether it was computed from what happened, there being nothing to cite.
    pub computed: bool,
    /// The counts.
    pub statistics: Statistics,
    /// On prose.
    pub issues: Vec<Issue>,
}

/// Contradicts, supports or undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Cited evidence contradicts the statement.
    Contradicts,
    /// Cited evidence supports the statement.
    Supports,
    /// Neither, or not enough.
    Undecided,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Self; 3] = [Self::Contradicts, Self::Supports, Self::Undecided];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Contradicts => "contradicts",
            Self::Supports => "supports",
            Self::Undecided => "undecided",
        }
    }

    /// Reads a verdict or one of its synonyms, in any case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text.trim().to_lowercase().as_str() {
            "contradicts" | "contradicted" | "contradict" | "refuted" | "refutes" => Self::Contradicts,
            "supports" | "supported" | "support" => Self::Supports,
            "undecided" | "uncertain" | "mixed" => Self::Undecided,
            _ => return None,
        })
    }
}

/// Why the verdict is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Cited evidence against.
    CitedContradiction,
    /// Cited evidence for.
    CitedSupport,
    /// Cited evidence on both sides.
    CitedBoth,
    /// Evidence was found, none on either side.
    NothingAddressesIt,
    /// Every strategy succeeded and nothing came.
    NothingFound,
    /// A strategy failed, the rest came back empty.
    SearchIncomplete,
    /// No strategy succeeded.
    SearchFailed,
    /// No search was made.
    NotSearched,
    /// The judge blocked the machine's verdict.
    BlockedByJudge,
    /// The reasoner does not know the language.
    UnknownLanguage,
    /// A reviewer decided.
    Reviewer,
}

impl Basis {
    /// Every basis.
    pub const ALL: [Self; 11] = [
        Self::CitedContradiction,
        Self::CitedSupport,
        Self::CitedBoth,
        Self::NothingAddressesIt,
        Self::NothingFound,
        Self::SearchIncomplete,
        Self::SearchFailed,
        Self::NotSearched,
        Self::BlockedByJudge,
        Self::UnknownLanguage,
        Self::Reviewer,
    ];

    /// The words for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::CitedContradiction => "evidence against it",
            Self::CitedSupport => "evidence for it",
            Self::CitedBoth => "evidence on both sides",
            Self::NothingAddressesIt => "nothing addresses it",
            Self::NothingFound => "nothing found",
            Self::SearchIncomplete => "search incomplete",
            Self::SearchFailed => "search failed",
            Self::NotSearched => "not searched",
            Self::BlockedByJudge => "blocked by the judge",
            Self::UnknownLanguage => "language not known to the reasoner",
            Self::Reviewer => "decided by a reviewer",
        }
    }

    /// The words for it beside this verdict: “evidence for it” beside an undecided one reads like another verdict.
    #[must_use]
    pub fn describe(self, verdict: Verdict) -> &'static str {
        match (self, verdict) {
            (Self::CitedContradiction | Self::CitedSupport, Verdict::Undecided) => "one side, too weak",
            _ => self.name(),
        }
    }
}

/// Confidence as a level: high 0.9, medium 0.6, low 0.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Below 0.45.
    Low,
    /// From 0.45.
    Medium,
    /// From 0.75.
    High,
}

impl Level {
    /// The level of a number.
    #[must_use]
    pub fn of(confidence: f64) -> Self {
        match confidence {
            c if c >= 0.75 => Self::High,
            c if c >= 0.45 => Self::Medium,
            _ => Self::Low,
        }
    }

    /// A confidence to two places, or to more where two would be of another level.
    #[must_use]
    pub fn describe(confidence: f64) -> String {
        in_fewest_places(confidence, |read| Self::of(read) == Self::of(confidence))
    }

    /// The number of a level.
    #[must_use]
    pub fn number(self) -> f64 {
        match self {
            Self::High => 0.9,
            Self::Medium => 0.6,
            Self::Low => 0.3,
        }
    }

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }

    /// Reads a level in any case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text.trim().to_lowercase().as_str() {
            "high" => Self::High,
            "medium" | "moderate" => Self::Medium,
            "low" => Self::Low,
            _ => return None,
        })
    }
}

/// A draft that was made a second time, and why (`docs/rules.md#self-critique`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Critique {
    /// What was wrong with the first draft.
    pub finding: Clean,
    /// The first draft's verdict.
    pub first: Verdict,
    /// The first draft's rationale.
    pub first_rationale: Clean,
}

/// The result of stage 8, and what a reviewer sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VerdictValue {
    /// The verdict.
    pub verdict: Verdict,
    /// 0–1, before judge and abstention.
    pub confidence: f64,
    /// Whether the reviewer gave no confidence. `confidence` is then the middle of the scale, which orders verdicts and is
    /// shown nowhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unrated: bool,
    /// Two or three sentences with `[n]`.
    pub rationale: Clean,
    /// Why it is what it is.
    pub basis: Basis,
    /// The self-critique, when it led to a second draft.
    pub critique: Option<Critique>,
    /// On prose and confidence.
    pub issues: Vec<Issue>,
}

/// The result of stage 9: the machine's verdict after judge and abstention.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The judge's opinion of the rationale, with confidence before and after.
    pub opinion: Opinion,
    /// The machine's verdict in the end; undecided when blocked.
    pub verdict: Verdict,
    /// 0–1, after judge and abstention.
    pub confidence: f64,
    /// Why it is what it is.
    pub basis: Basis,
    /// Whether the judge blocked the machine's own verdict.
    pub blocked: bool,
    /// On prose and confidence.
    pub issues: Vec<Issue>,
}

/// What the reviewer should do with a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Triage {
    /// Any BLOCKER, conflicting evidence, blocked, a failed stage, or three MAJOR.
    Decide,
    /// A MAJOR, another abstention, or low confidence.
    Check,
    /// The rest.
    Skim,
}

impl Triage {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Decide => "decide",
            Self::Check => "check",
            Self::Skim => "skim",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// “undecided … evidence for it” would be read as a verdict for the statement.
    #[test]
    fn a_side_is_no_basis_of_an_undecided_verdict() {
        for basis in [Basis::CitedSupport, Basis::CitedContradiction] {
            assert_eq!(basis.describe(Verdict::Undecided), "one side, too weak");
        }
        assert_eq!(Basis::CitedSupport.describe(Verdict::Supports), "evidence for it");
        assert_eq!(Basis::CitedBoth.describe(Verdict::Undecided), "evidence on both sides");
    }
}
