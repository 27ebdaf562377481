//! What is wrong or doubtful (`docs/rules.md#issues`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::text::Clean;

use super::{Digest, DocId, Place, Stage, StatementId};

/// How bad an issue is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Severity {
    /// Penalty 0.05.
    Minor,
    /// Penalty 0.15.
    Major,
    /// Penalty 0.3.
    Blocker,
}

impl Severity {
    /// What it takes off the quotation check (`docs/rules.md#quotation-check`).
    #[must_use]
    pub fn penalty(self) -> f64 {
        match self {
            Self::Minor => 0.05,
            Self::Major => 0.15,
            Self::Blocker => 0.3,
        }
    }

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Minor => "MINOR",
            Self::Major => "MAJOR",
            Self::Blocker => "BLOCKER",
        }
    }

    /// Reads a severity in any case; anything odd is `MAJOR` (`docs/rules.md#issues`).
    #[must_use]
    pub fn parse_or_major(text: &str) -> Self {
        match text.trim().to_uppercase().as_str() {
            "BLOCKER" => Self::Blocker,
            "MINOR" => Self::Minor,
            _ => Self::Major,
        }
    }
}

/// What kind of issue it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {
    /// The passage is not in the source.
    FabricatedQuote,
    /// A verdict other than undecided without a citation behind it.
    NoEvidence,
    /// Prose cites what does not exist.
    Hallucination,
    /// It is in the source, but not where it was claimed.
    MisplacedQuote,
    /// An anchor term is not on the claimed page.
    AnchorMissing,
    /// Weak or irrelevant for what it is used for.
    WeakEvidence,
    /// Confidence above what the evidence carries.
    ConfidenceMismatch,
    /// The reasoning narrows or widens the statement.
    AddedQualifier,
    /// Evidence about another quantity.
    NumberMismatch,
    /// Evidence about another year.
    TimeMismatch,
    /// Evidence about another population.
    PopulationMismatch,
    /// A fact-check of another claim was used.
    MetaClaim,
    /// The source was retracted.
    Retracted,
    /// A figure of the paper's abstract that is nowhere else in the paper.
    UnrepeatedFigure,
    /// A report sentence without a citation.
    UncitedSentence,
    /// A passage under 5 or over 60 words.
    QuoteLength,
    /// The model's answer had to be repaired.
    RepairedOutput,
    /// The source text tries to instruct the reader's model.
    InstructionInSource,
    /// An expression of concern or a correction was published on the source.
    Concern,
    /// The passage repeats the paper under review, which it cites.
    CircularSupport,
    /// The source and the paper under review share authors.
    SameAuthors,
    /// Raised by the reviewer.
    Reviewer,
}

impl Code {
    /// Every kind, gravest first, a reviewer's own last.
    pub const ALL: [Self; 22] = [
        Self::FabricatedQuote,
        Self::NoEvidence,
        Self::Hallucination,
        Self::Retracted,
        Self::MisplacedQuote,
        Self::AnchorMissing,
        Self::WeakEvidence,
        Self::ConfidenceMismatch,
        Self::AddedQualifier,
        Self::NumberMismatch,
        Self::TimeMismatch,
        Self::PopulationMismatch,
        Self::MetaClaim,
        Self::InstructionInSource,
        Self::Concern,
        Self::CircularSupport,
        Self::SameAuthors,
        Self::UnrepeatedFigure,
        Self::UncitedSentence,
        Self::QuoteLength,
        Self::RepairedOutput,
        Self::Reviewer,
    ];

    /// The code as it is printed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::FabricatedQuote => "FABRICATED_QUOTE",
            Self::NoEvidence => "NO_EVIDENCE",
            Self::Hallucination => "HALLUCINATION",
            Self::MisplacedQuote => "MISPLACED_QUOTE",
            Self::AnchorMissing => "ANCHOR_MISSING",
            Self::WeakEvidence => "WEAK_EVIDENCE",
            Self::ConfidenceMismatch => "CONFIDENCE_MISMATCH",
            Self::AddedQualifier => "ADDED_QUALIFIER",
            Self::NumberMismatch => "NUMBER_MISMATCH",
            Self::TimeMismatch => "TIME_MISMATCH",
            Self::PopulationMismatch => "POPULATION_MISMATCH",
            Self::MetaClaim => "META_CLAIM",
            Self::Retracted => "RETRACTED",
            Self::UnrepeatedFigure => "UNREPEATED_FIGURE",
            Self::UncitedSentence => "UNCITED_SENTENCE",
            Self::QuoteLength => "QUOTE_LENGTH",
            Self::RepairedOutput => "REPAIRED_OUTPUT",
            Self::InstructionInSource => "INSTRUCTION_IN_SOURCE",
            Self::Concern => "CONCERN",
            Self::CircularSupport => "CIRCULAR_SUPPORT",
            Self::SameAuthors => "SAME_AUTHORS",
            Self::Reviewer => "REVIEWER",
        }
    }

    /// What is wrong in a few words, for who does not know the codes.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::FabricatedQuote => "fabricated quote",
            Self::NoEvidence => "verdict without evidence",
            Self::Hallucination => "invented detail",
            Self::MisplacedQuote => "quote from another place",
            Self::AnchorMissing => "key term missing",
            Self::WeakEvidence => "weak evidence",
            Self::ConfidenceMismatch => "confidence too high",
            Self::AddedQualifier => "added qualifier",
            Self::NumberMismatch => "another quantity",
            Self::TimeMismatch => "another year",
            Self::PopulationMismatch => "another population",
            Self::MetaClaim => "fact-check of another claim",
            Self::Retracted => "source retracted",
            Self::UnrepeatedFigure => "figure only in the abstract",
            Self::UncitedSentence => "sentence without citation",
            Self::QuoteLength => "length of quote",
            Self::RepairedOutput => "answer repaired",
            Self::InstructionInSource => "instruction in the source",
            Self::Concern => "concern about the source",
            Self::CircularSupport => "evidence that cites the paper",
            Self::SameAuthors => "same authors",
            Self::Reviewer => "raised by a reviewer",
        }
    }

    /// V4's category for it; `None` for what V4 does not know (`docs/rules.md#issues`).
    #[must_use]
    pub fn category(self) -> Option<&'static str> {
        match self {
            Self::FabricatedQuote
            | Self::MisplacedQuote
            | Self::AnchorMissing
            | Self::WeakEvidence
            | Self::ConfidenceMismatch
            | Self::QuoteLength => Some("IG-3"),
            _ => None,
        }
    }

    /// Its severity by default (`docs/rules.md#issues`).
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::FabricatedQuote | Self::NoEvidence | Self::Hallucination | Self::Retracted => Severity::Blocker,
            Self::UnrepeatedFigure
            | Self::UncitedSentence
            | Self::QuoteLength
            | Self::RepairedOutput
            | Self::SameAuthors => Severity::Minor,
            Self::MisplacedQuote
            | Self::CircularSupport
            | Self::AnchorMissing
            | Self::WeakEvidence
            | Self::ConfidenceMismatch
            | Self::AddedQualifier
            | Self::NumberMismatch
            | Self::TimeMismatch
            | Self::PopulationMismatch
            | Self::MetaClaim
            | Self::InstructionInSource
            | Self::Concern
            | Self::Reviewer => Severity::Major,
        }
    }
}

/// What an issue speaks of. With statement and code it makes the issue the same
/// one over re-runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The statement itself.
    Statement,
    /// A passage of a document; the place distinguishes passages of one document.
    Passage(DocId, Place),
    /// A document.
    Document(DocId),
    /// A passage that was not found: digest of the document's id and the claimed words.
    Claimed(Digest),
    /// A sentence of the report, by its text's digest.
    Sentence(Digest),
    /// The report as a whole, or something it cites.
    Report(Clean),
    /// The verdict's rationale, or something it cites.
    Rationale(Clean),
}

/// Identifies an issue over re-runs: digest of statement, code and subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct IssueKey(pub Digest);

impl IssueKey {
    /// The key of what `code` says of `subject`.
    #[must_use]
    pub fn of(statement: StatementId, code: Code, subject: &Subject) -> Self {
        Self(Digest::of_value(&(statement, code, subject)))
    }
}

/// Something wrong or doubtful that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Issue {
    /// See [`IssueKey`].
    pub key: IssueKey,
    /// The stage that raised it.
    pub stage: Stage,
    /// What kind it is.
    pub code: Code,
    /// How bad it is; the code's own severity unless a reasoner or reviewer said otherwise.
    pub severity: Severity,
    /// What it speaks of.
    pub subject: Subject,
    /// The citation it speaks of, when it speaks of one.
    pub citation: Option<u32>,
    /// Further citations of the same document, when it speaks of a document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<u32>,
    /// V4's category, where a model or an input named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<Clean>,
    /// What is wrong, in a sentence.
    pub message: Clean,
}

impl Issue {
    /// An issue with the severity of its code.
    #[must_use]
    pub fn new(statement: StatementId, stage: Stage, code: Code, subject: Subject, message: impl Into<Clean>) -> Self {
        Self {
            key: IssueKey::of(statement, code, &subject),
            stage,
            code,
            severity: code.severity(),
            subject,
            citation: None,
            also: Vec::new(),
            category: None,
            message: message.into(),
        }
    }

    /// The citations that it speaks of.
    pub fn citations(&self) -> impl Iterator<Item = u32> + '_ {
        self.citation.into_iter().chain(self.also.iter().copied())
    }

    /// V4's category: the one given, else that of its code.
    #[must_use]
    pub fn category(&self) -> Option<&str> {
        self.category.as_deref().or_else(|| self.code.category())
    }

    /// The same, about citation `[number]`.
    #[must_use]
    pub fn about(mut self, number: u32) -> Self {
        self.citation = Some(number);
        self
    }
}

/// What reviewers ruled on the issues of one statement, as far as a stage depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rulings {
    /// The severity that each issue ruled on has; `None` for a dismissed one.
    pub issues: BTreeMap<IssueKey, Option<Severity>>,
    /// Issues that reviewers raised on citations: the citation's number and the severity.
    pub raised: Vec<(u32, Severity)>,
}

impl Rulings {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.issues.is_empty() && self.raised.is_empty()
    }

    /// Whether the issue with this key was dismissed.
    #[must_use]
    pub fn dismissed(&self, key: IssueKey) -> bool {
        self.issues.get(&key) == Some(&None)
    }
}

/// What a reviewer says of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// It is one.
    Confirmed,
    /// It is none; it counts for nothing.
    Dismissed,
    /// It is one, of this severity.
    Severity(Severity),
}
