//! Stances, credibility, the judge's opinions and the weighed signal (stage 6).

use serde::{Deserialize, Serialize};

use crate::text::Clean;

use super::{Code, Issue, rules::circular};

/// What a citation says about the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// It speaks for the statement.
    Supports,
    /// It speaks against the statement.
    Contradicts,
    /// Both at once; counts for neither side.
    Mixed,
    /// It is about something else, or neutral; counts for neither side.
    NotAddressed,
}

impl Stance {
    /// The words for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Supports => "supports",
            Self::Contradicts => "contradicts",
            Self::Mixed => "mixed",
            Self::NotAddressed => "not addressed",
        }
    }
}

/// Entailment, contradiction and neutral scores, summing to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scores3 {
    /// How far the evidence entails the statement.
    pub entailment: f64,
    /// How far it contradicts it.
    pub contradiction: f64,
    /// How far it is about something else.
    pub neutral: f64,
}

/// How far a source is to be believed, and the rule that says so (`docs/rules.md#credibility`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Credibility {
    /// 0–1.
    pub value: f64,
    /// The row of the table (`cohort study`, `national newspaper`, `unknown design`).
    pub rule: Clean,
    /// What the citation count added to the row's value; `None` where it added nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub citations: Option<Counted>,
}

/// A citation count that raised a credibility (`docs/rules.md#citation-counts`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counted {
    /// The source of evidence that counted.
    pub source: Clean,
    /// How often the work was cited when the source was asked.
    pub count: u64,
    /// What that added, above 0 and at most 0.05.
    pub raise: f64,
}

impl Credibility {
    /// A value that rests on this rule alone.
    #[must_use]
    pub fn by_rule(value: f64, rule: impl Into<Clean>) -> Self {
        Self { value, rule: rule.into(), citations: None }
    }

    /// The reason for the value: the rule, and what a citation count added, such as `cohort study, 0.80; cited 412
    /// times by europepmc’s count: +0.03`.
    #[must_use]
    pub fn describe(&self) -> String {
        let rule = self.rule.one_line();
        match &self.citations {
            None => rule.to_string(),
            Some(Counted { source, count, raise }) => format!(
                "{rule}, {:.2}; cited {count} times by {}’s count: +{raise:.2}",
                self.value - raise,
                source.one_line()
            ),
        }
    }
}

/// Whether evidence is of the right type for its use (`docs/rules.md#evidence-judge`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceType {
    /// Direct statement, 1.0.
    Explicit,
    /// Strong inference, 0.7.
    Contextual,
    /// Indirect signal, 0.4.
    Weak,
    /// Wrong type of evidence, 0.0.
    Inappropriate,
    /// The judge failed, 0.7.
    Unknown,
}

impl EvidenceType {
    /// The number that goes with the type.
    #[must_use]
    pub fn quality(self) -> f64 {
        match self {
            Self::Explicit => 1.0,
            Self::Contextual | Self::Unknown => 0.7,
            Self::Weak => 0.4,
            Self::Inappropriate => 0.0,
        }
    }

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Explicit => "explicit",
            Self::Contextual => "contextual",
            Self::Weak => "weak",
            Self::Inappropriate => "inappropriate",
            Self::Unknown => "not judged",
        }
    }
}

/// The judge's opinion of one stance, or of the rationale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opinion {
    /// Is it the right type of evidence?
    pub valid: bool,
    /// 0–1.
    pub quality: f64,
    /// See [`EvidenceType`].
    pub evidence_type: EvidenceType,
    /// What is wrong, if anything.
    pub issue: Option<Clean>,
    /// Confidence before, 0–1.
    pub original: f64,
    /// Confidence after, 0–1.
    pub adjusted: f64,
}

impl Opinion {
    /// Whether the judge could give an opinion at all.
    #[must_use]
    pub fn judged(&self) -> bool {
        self.evidence_type != EvidenceType::Unknown
    }

    /// Whether confidence fell by more than 20 %, which is shown.
    #[must_use]
    pub fn dropped(&self) -> bool {
        self.adjusted < self.original * 0.8
    }
}

/// A deterministic rule that changed or explains a stance, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleNote {
    /// The rule's name (`relevance`, `fact-check`, `numbers`, `qualifiers`, `negation`).
    pub rule: Clean,
    /// What it saw.
    pub note: Clean,
}

/// One citation, weighed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weighed {
    /// The citation's number.
    pub number: u32,
    /// The stance that counts, after the rules.
    pub stance: Stance,
    /// The stance that the reasoner gave.
    pub proposed: Stance,
    /// The reasoner's scores.
    pub scores: Scores3,
    /// The largest score, or what the reasoner said, 0–1.
    pub confidence: f64,
    /// Why, in the reasoner's words.
    pub reasoning: Clean,
    /// What the rules in code saw.
    pub notes: Vec<RuleNote>,
    /// How far the source is to be believed.
    pub credibility: Credibility,
    /// The judge's opinion of the stance.
    pub opinion: Opinion,
    /// Blocked by the judge: visible, counts for nothing, left out of the report.
    pub blocked: bool,
    /// Distinct work it belongs to; a preprint and its article share one.
    pub work: u32,
    /// The reason of a reviewer who set stance, credibility or opinion by hand; empty if none was given. `None`: computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_reviewer: Option<Clean>,
}

/// What the weights say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignalLabel {
    /// The supporting side is larger and its best raw score above 0.7.
    Supported,
    /// The contradicting side is larger and its best raw score above 0.7.
    Contradicted,
    /// Neither.
    #[default]
    Uncertain,
}

impl SignalLabel {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Contradicted => "contradicted",
            Self::Uncertain => "uncertain",
        }
    }
}

/// The weighed signal (`docs/rules.md#signal`). Shown to the reviewer, not to a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Signal {
    /// What the weights say.
    pub label: SignalLabel,
    /// Σ credibility × judged confidence over unblocked supporting citations.
    pub supporting: f64,
    /// The same over contradicting ones.
    pub contradicting: f64,
    /// Larger side / both sides; `None` when nothing addresses the statement.
    pub consensus: Option<f64>,
    /// Best raw entailment score among supporting citations.
    pub best_supporting: f64,
    /// Best raw contradiction score among contradicting citations.
    pub best_contradicting: f64,
    /// Independent works among the unblocked citations that address the statement.
    pub sources: u32,
    /// Independent works that the settings require; 0 in records from before this was kept.
    #[serde(default)]
    pub required: u32,
    /// Whether every source that addresses the statement is a web page and no paper.
    #[serde(default)]
    pub news: bool,
}

/// Why the tool abstains (`docs/rules.md#abstention`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Abstention {
    /// Fewer independent sources than `min_sources`.
    InsufficientEvidence,
    /// None of credibility ≥ `authoritative`.
    NoAuthoritativeSource,
    /// Consensus below `min_consensus`.
    WeakConsensus,
    /// Two or more credible sources on each side.
    ConflictingEvidence,
}

impl Abstention {
    /// The code as it is printed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::InsufficientEvidence => "INSUFFICIENT_EVIDENCE",
            Self::NoAuthoritativeSource => "NO_AUTHORITATIVE_SOURCE",
            Self::WeakConsensus => "WEAK_CONSENSUS",
            Self::ConflictingEvidence => "CONFLICTING_EVIDENCE",
        }
    }

    /// The reason in words: “1 of 3 independent news sources”.
    #[must_use]
    pub fn describe(self, signal: &Signal) -> String {
        match self {
            Self::InsufficientEvidence => {
                let kind = if signal.news { "independent news source" } else { "independent source" };
                match (signal.sources, signal.required) {
                    (0, _) => format!("no {kind} addresses it"),
                    (sources, 0) => format!("too few {kind}s: {sources}"),
                    (sources, 1) => format!("{sources} of 1 {kind}"),
                    (sources, required) => format!("{sources} of {required} {kind}s"),
                }
            }
            Self::NoAuthoritativeSource => "no authoritative source".into(),
            Self::WeakConsensus => match signal.consensus {
                Some(consensus) => {
                    format!("the evidence is divided ({:.0}% of the weight is on one side)", 100.0 * consensus)
                }
                None => "the evidence is divided".into(),
            },
            Self::ConflictingEvidence => "credible sources on both sides".into(),
        }
    }
}

/// The result of stage 6.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Weighing {
    /// A row a citation, in their order.
    pub weighed: Vec<Weighed>,
    /// What they come to.
    pub signal: Signal,
    /// Why the verdict's confidence is capped, if it is.
    pub abstentions: Vec<Abstention>,
    /// On stance.
    pub issues: Vec<Issue>,
    /// Judge calls that failed and were counted as “not judged”.
    pub not_judged: u32,
}

impl Weighed {
    /// Whether it speaks for one side and the judge let it pass. What is doubtful about such a
    /// citation matters to the verdict, be it that its source was retracted.
    #[must_use]
    pub fn on_a_side(&self) -> bool {
        !self.blocked && matches!(self.stance, Stance::Supports | Stance::Contradicts)
    }

    /// The side that it would be on if it were surer to address the statement, where that is as good as certain. How sure it
    /// is depends on what else was found, which side it takes does not.
    #[must_use]
    pub fn leans(&self) -> Option<Stance> {
        const EVIDENCE: f64 = 0.3;
        const SIDE: f64 = 0.9;
        let Scores3 { entailment, contradiction, neutral } = self.scores;
        let is_near = self.stance == Stance::NotAddressed && self.proposed == Stance::NotAddressed;
        let of_sides = entailment + contradiction;
        if !is_near || self.blocked || of_sides < EVIDENCE || of_sides > neutral {
            return None;
        }
        if entailment >= SIDE * of_sides {
            Some(Stance::Supports)
        } else {
            (contradiction >= SIDE * of_sides).then_some(Stance::Contradicts)
        }
    }

    /// Whether it would support the statement if it did not cite the paper under review.
    #[must_use]
    pub fn is_circular(&self) -> bool {
        self.stance == Stance::NotAddressed && self.notes.iter().any(|note| *note.rule == *circular::RULE)
    }

    /// Whether it counts at all: neither blocked by the judge nor from a source
    /// that is not to be believed, as a retracted one.
    #[must_use]
    pub fn counts(&self) -> bool {
        !self.blocked && self.credibility.value > 0.0
    }
}

impl Weighing {
    /// Whether an issue says why a citation is on no side though the reasoner put it on one. It matters to
    /// the verdict like one on a citation that counts. So does every fact-check of another claim (`docs/rules.md#fact-checks`).
    #[must_use]
    pub fn took_a_side_away(&self, issue: &Issue) -> bool {
        let side = |stance| matches!(stance, Stance::Supports | Stance::Contradicts);
        match issue.code {
            Code::MetaClaim => true,
            Code::TimeMismatch
            | Code::PopulationMismatch
            | Code::NumberMismatch
            | Code::AddedQualifier
            | Code::CircularSupport => {
                let weighed = issue.citation.and_then(|number| self.get(number));
                weighed.is_some_and(|w| side(w.proposed) && !side(w.stance) && !w.blocked)
            }
            _ => false,
        }
    }

    /// What is weighed of citation `[number]`.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<&Weighed> {
        self.weighed.iter().find(|w| w.number == number)
    }

    /// Citations of this stance that count.
    pub fn of(&self, stance: Stance) -> impl Iterator<Item = &Weighed> {
        self.weighed.iter().filter(move |w| w.counts() && w.stance == stance)
    }
}
