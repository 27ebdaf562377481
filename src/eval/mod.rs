//! How good a reasoner is, on claims whose answers are known: the data of
//! SciFact's shape, what is predicted for it by the stages that a review runs,
//! and the data set's own metrics over that, with intervals.

mod calibrate;
mod cases;
mod classes;
mod compare;
mod data;
mod decisions;
mod evidence;
mod extract;
mod passages;
mod report;
mod retrieval;
mod run;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use crate::agree::Interval;

pub use calibrate::{CalibrateError, Calibrated, Judgement, Pair, calibrate, judge_pairs, pairs};
pub use cases::{Case, CaseError, CaseOutcome, CaseReport, describe_miss, review_cases, shared_library};
pub use compare::{Arm, ArmOutcome, Comparison, Cost, LevelShare};
pub use data::{Claim, Corpus, DataError, claims};
pub use decisions::{Decided, DecisionReport};
pub use extract::{ExtractReport, LabelledAbstract, labelled_abstracts};
pub use passages::{balanced, passages};
pub use report::{Figure, Report};
pub use run::{Ask, EvalError, Kit, Rank, Setting, evaluate};

/// What an abstract says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// It speaks for it.
    Supports,
    /// It speaks against it.
    Contradicts,
    /// It does not say.
    NotEnough,
}

impl Label {
    /// All, in the order of tables.
    pub const ALL: [Self; 3] = [Self::Supports, Self::Contradicts, Self::NotEnough];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Supports => "supports",
            Self::Contradicts => "contradicts",
            Self::NotEnough => "not enough",
        }
    }

    /// Its position in [`Label::ALL`].
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// What people found in one abstract for one claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gold {
    /// Supports or contradicts.
    pub label: Label,
    /// Sets of sentences, each of which suffices; numbers from 0.
    pub rationales: Vec<BTreeSet<usize>>,
}

impl Gold {
    /// Every sentence that is part of a rationale.
    fn sentences(&self) -> BTreeSet<usize> {
        self.rationales.iter().flatten().copied().collect()
    }

    /// Whether `sentences` hold a whole rationale.
    fn has_whole(&self, sentences: &[usize]) -> bool {
        self.rationales.iter().any(|whole| whole.iter().all(|s| sentences.contains(s)))
    }
}

/// What the machine says of one abstract for one claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// What it says, the rules in code applied.
    pub label: Label,
    /// What the reasoner says by itself, where a rule in code says otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overruled: Option<Label>,
    /// How probable each of [`Label::ALL`] is; they sum to 1.
    pub probabilities: [f64; 3],
    /// The sentences that it is cited by, best first; numbers from 0.
    pub cited: Vec<usize>,
    /// Every sentence, best first, as far as the reasoner ranks them.
    pub ranked: Vec<usize>,
}

/// One claim, what is known of it and what was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The claim's number.
    pub claim: u64,
    /// Abstracts with evidence.
    pub gold: BTreeMap<u64, Gold>,
    /// Abstracts that its authors cited, with evidence or without.
    pub cited: Vec<u64>,
    /// What a search for the words of the claim itself found, best first.
    pub found: Vec<u64>,
    /// What a search for the claim itself by all strategies found, best first.
    pub shipped: Vec<u64>,
    /// What the search for the claim and for its counter-statement found, fused, best first.
    pub fused: Vec<u64>,
    /// The abstracts looked at.
    pub judged: BTreeMap<u64, Judged>,
}

/// A share of a whole, `None` of nothing.
fn share(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}
