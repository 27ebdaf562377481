//! What a reasoner returns: claims about the world, unchecked. Strings are raw
//! (they may come from a model) and numbers may be out of range or not numbers.

/// Stage 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExtractDraft {
    /// Best first, or in the order of the paper.
    pub items: Vec<StatementDraft>,
    /// What else could be a statement, best first.
    pub others: Vec<StatementDraft>,
}

/// One extracted statement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatementDraft {
    /// Near-verbatim and self-contained.
    pub text: String,
    /// Surrounding sentences.
    pub context: String,
    /// hypothesis, finding, conclusion or a synonym.
    pub kind: String,
    /// 0–1; `None` when it was no number.
    pub confidence: Option<f64>,
    /// Terms that the statement hangs on.
    pub anchors: Vec<String>,
    /// Sentences of the source that say the same.
    pub also: Vec<String>,
    /// From this confidence on it is sure to be a finding, 0–1; `None` for the usual bound.
    pub sure_from: Option<f64>,
}

/// Stage 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CounterDraft {
    /// The opposite.
    pub text: String,
    /// Hypothetical abstracts.
    pub hyde: Vec<String>,
    /// Most telling first.
    pub keywords: Vec<String>,
}

/// Stage 3, one candidate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoreDraft {
    /// 1–5.
    pub score: f64,
    /// Why.
    pub reason: String,
}

/// Stage 4, one document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CiteDraft {
    /// Best first.
    pub passages: Vec<PassageDraft>,
}

/// A claimed passage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PassageDraft {
    /// Said to be in the document word for word.
    pub quote: String,
    /// The page it is said to be on.
    pub page: Option<u32>,
}

/// Stage 5.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InspectDraft {
    /// What is wrong.
    pub remarks: Vec<RemarkDraft>,
}

/// One remark on evidence; missing fields get V4's defaults (`docs/rules.md#inspect`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RemarkDraft {
    /// The citation it speaks of.
    pub citation: Option<u32>,
    /// A code of `docs/rules.md#issues`, in any case.
    pub code: Option<String>,
    /// BLOCKER, MAJOR or MINOR, in any case.
    pub severity: Option<String>,
    /// What is wrong.
    pub message: String,
}

/// Stage 6, one citation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StanceDraft {
    /// Scores as claimed; brought to sum to 1.
    pub entailment: f64,
    /// See `entailment`.
    pub contradiction: f64,
    /// See `entailment`.
    pub neutral: f64,
    /// Why.
    pub reasoning: String,
}

/// Stages 6 and 9: the evidence judge (`docs/rules.md#evidence-judge`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpinionDraft {
    /// Is it the right type of evidence?
    pub valid: Option<bool>,
    /// 0–1.
    pub quality: Option<f64>,
    /// explicit, contextual, weak or inappropriate, in any case.
    pub evidence_type: Option<String>,
    /// What is wrong.
    pub issue: Option<String>,
}

/// Stage 7.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportDraft {
    /// Prose with `[n]`.
    pub text: String,
}

/// Confidence as a level or a number.
#[derive(Clone, Debug, PartialEq)]
pub enum Confidence {
    /// `high`, `medium` or `low`, in any case.
    Level(String),
    /// 0–1.
    Number(f64),
}

/// Stage 8.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictDraft {
    /// contradicts, supports, undecided or a synonym.
    pub verdict: String,
    /// How sure.
    pub confidence: Confidence,
    /// Two or three sentences, at least 20 characters.
    pub rationale: String,
}

/// Stage 8: self-critique.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CritiqueDraft {
    /// What is wrong with the draft; `None` when nothing is.
    pub finding: Option<String>,
}
