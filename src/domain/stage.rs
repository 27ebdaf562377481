//! The stages and what each is made from. Order, staleness and the pipeline
//! strip on screen all come from this one table.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One step of the work (`docs/rules.md#stages`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Statements from the paper; once a review, but a statement can be overridden singly.
    Extract,
    /// The counter-statement, hypothetical abstracts and keywords.
    Counter,
    /// Candidates with provenance.
    Search,
    /// Relevance 1–5 of every candidate.
    Score,
    /// Verbatim citations.
    Cite,
    /// What is wrong with the quotations, and the score of their check.
    Inspect,
    /// Stances, the judge's opinion of each, the weighed signal.
    Weigh,
    /// The counter-report.
    Report,
    /// Verdict, confidence, rationale, basis.
    Verdict,
    /// The judge of the rationale.
    Judge,
}

impl Stage {
    /// Every stage in order.
    pub const ALL: [Self; 10] = [
        Self::Extract,
        Self::Counter,
        Self::Search,
        Self::Score,
        Self::Cite,
        Self::Inspect,
        Self::Weigh,
        Self::Report,
        Self::Verdict,
        Self::Judge,
    ];

    /// The stages that are run for each statement.
    pub const OF_STATEMENT: [Self; 9] = {
        let [_, of_statement @ ..] = Self::ALL;
        of_statement
    };

    /// The stages whose values this one is made from. All come before it.
    #[must_use]
    pub fn inputs(self) -> &'static [Self] {
        match self {
            Self::Extract => &[],
            Self::Counter => &[Self::Extract],
            Self::Search => &[Self::Extract, Self::Counter],
            Self::Score => &[Self::Extract, Self::Counter, Self::Search],
            Self::Cite => &[Self::Extract, Self::Counter, Self::Search, Self::Score],
            Self::Inspect | Self::Weigh => &[Self::Extract, Self::Cite],
            Self::Report => &[Self::Extract, Self::Counter, Self::Search, Self::Score, Self::Cite, Self::Weigh],
            Self::Verdict => &[Self::Extract, Self::Search, Self::Cite, Self::Weigh, Self::Report],
            Self::Judge => {
                &[Self::Extract, Self::Counter, Self::Search, Self::Cite, Self::Weigh, Self::Report, Self::Verdict]
            }
        }
    }

    /// Whether it is made, at once or through others, from `other`.
    #[must_use]
    pub fn follows(self, other: Self) -> bool {
        self.inputs().iter().any(|input| *input == other || input.follows(other))
    }

    /// Its number, 0–9, which is also its place in [`Stage::ALL`].
    #[must_use]
    pub fn number(self) -> usize {
        self as usize
    }

    /// What it makes, in words.
    #[must_use]
    pub fn result(self) -> &'static str {
        match self {
            Self::Extract => "statement",
            Self::Counter => "counter-statement and queries",
            Self::Search => "retrieved documents",
            Self::Score => "relevance",
            Self::Cite => "citations",
            Self::Inspect => "quotation check",
            Self::Weigh => "stances and weights",
            Self::Report => "counter-report",
            Self::Verdict => "verdict",
            Self::Judge => "judgement",
        }
    }

    /// Whether there are several of what it makes, by [`Self::result`].
    #[must_use]
    pub fn makes_several(self) -> bool {
        matches!(self, Self::Counter | Self::Search | Self::Cite | Self::Weigh)
    }

    /// The word for it, as on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Extract => "extract",
            Self::Counter => "counter",
            Self::Search => "search",
            Self::Score => "score",
            Self::Cite => "cite",
            Self::Inspect => "inspect",
            Self::Weigh => "weigh",
            Self::Report => "report",
            Self::Verdict => "verdict",
            Self::Judge => "judge",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_is_made_only_from_earlier_ones() {
        for stage in Stage::ALL {
            assert!(stage.inputs().iter().all(|input| *input < stage), "{stage}");
            assert_eq!(Stage::ALL[stage.number()], stage);
            assert!(!stage.follows(stage), "{stage}");
        }
        assert!(Stage::Judge.follows(Stage::Score) && !Stage::Weigh.follows(Stage::Inspect));
    }
}
