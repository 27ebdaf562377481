//! The value of any stage, and the gist of it that a list can show without
//! reading the value itself.

use serde::{Deserialize, Serialize};

use super::{
    Abstention, Basis, Citations, Code, Counter, Digest, Inspection, Issue, IssueKey, Judgement, Report, Scores,
    SearchResult, Severity, Stage, Statement, Statements, Verdict, VerdictValue, Weighing, canonical,
};

/// One result of one stage.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Stage 0, the whole paper.
    Statements(Statements),
    /// Stage 0, one statement as a reviewer set it.
    Statement(Box<Statement>),
    /// Stage 1.
    Counter(Counter),
    /// Stage 2.
    Search(SearchResult),
    /// Stage 3.
    Scores(Scores),
    /// Stage 4.
    Citations(Citations),
    /// Stage 5.
    Inspection(Inspection),
    /// Stage 6.
    Weighing(Weighing),
    /// Stage 7.
    Report(Report),
    /// Stage 8.
    Verdict(VerdictValue),
    /// Stage 9.
    Judgement(Judgement),
}

/// A value could not be read.
#[derive(Debug, thiserror::Error)]
#[error("this is not a result of the stage “{stage}”: {source}")]
pub struct ValueError {
    /// The stage that it was read for.
    pub stage: Stage,
    /// Where and why.
    #[source]
    pub source: serde_json::Error,
}

/// What lists, filters and triage need of a value, small enough to be in the
/// journal's own rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Gist {
    /// The verdict, its confidence 0–1 and its basis (stages 8 and 9).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<(Verdict, f64, Basis)>,
    /// Whether the reviewer gave the verdict without a confidence (stage 8).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unrated: bool,
    /// Key, code and severity of every issue that it raises.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub issues: Vec<(IssueKey, Code, Severity)>,
    /// Which citations those issues speak of that matter only where their citation is on a side; absent in
    /// rows from before this was kept.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<(IssueKey, u32)>,
    /// Numbers of the citations on which an issue matters to the verdict: those on a side
    /// that the judge did not block (stage 6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_a_side: Option<Vec<u32>>,
    /// Abstentions (stage 6).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub abstentions: Vec<Abstention>,
    /// Digest of the words of the reason that a reviewer gave with a verdict (stage 8), so that reasons can be compared;
    /// absent where none was given, and in rows from before this was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grounds: Option<Digest>,
    /// How many of what it holds: statements, candidates, scored, citations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

fn about<'a>(issues: impl Iterator<Item = &'a Issue>) -> Vec<(IssueKey, u32)> {
    issues.flat_map(|issue| issue.citations().map(move |number| (issue.key, number))).collect()
}

/// Digest of the words of a reason: case, punctuation and white space make no difference. `None` of no words.
#[must_use]
pub fn grounds(reason: &str) -> Option<Digest> {
    let words: Vec<String> =
        reason.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect();
    (!words.is_empty()).then(|| Digest::of_parts(words.iter().map(String::as_bytes)))
}

impl Gist {
    /// The severity of one of the issues.
    #[must_use]
    pub fn severity_of(&self, issue: IssueKey) -> Option<Severity> {
        self.issues.iter().find(|(key, ..)| *key == issue).map(|(.., severity)| *severity)
    }
}

impl Value {
    /// The stage whose result it is.
    #[must_use]
    pub fn stage(&self) -> Stage {
        match self {
            Self::Statements(_) | Self::Statement(_) => Stage::Extract,
            Self::Counter(_) => Stage::Counter,
            Self::Search(_) => Stage::Search,
            Self::Scores(_) => Stage::Score,
            Self::Citations(_) => Stage::Cite,
            Self::Inspection(_) => Stage::Inspect,
            Self::Weighing(_) => Stage::Weigh,
            Self::Report(_) => Stage::Report,
            Self::Verdict(_) => Stage::Verdict,
            Self::Judgement(_) => Stage::Judge,
        }
    }

    /// Its canonical bytes, which are what is stored.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Statements(v) => canonical(v),
            Self::Statement(v) => canonical(v),
            Self::Counter(v) => canonical(v),
            Self::Search(v) => canonical(v),
            Self::Scores(v) => canonical(v),
            Self::Citations(v) => canonical(v),
            Self::Inspection(v) => canonical(v),
            Self::Weighing(v) => canonical(v),
            Self::Report(v) => canonical(v),
            Self::Verdict(v) => canonical(v),
            Self::Judgement(v) => canonical(v),
        }
    }

    /// Reads the value of `stage`; `single` says that it is one statement's.
    ///
    /// # Errors
    /// When the bytes are not that stage's value.
    pub fn parse(stage: Stage, single: bool, bytes: &[u8]) -> Result<Self, ValueError> {
        use serde_json::from_slice;
        match stage {
            Stage::Extract if single => from_slice(bytes).map(|v| Self::Statement(Box::new(v))),
            Stage::Extract => from_slice(bytes).map(Self::Statements),
            Stage::Counter => from_slice(bytes).map(Self::Counter),
            Stage::Search => from_slice(bytes).map(Self::Search),
            Stage::Score => from_slice(bytes).map(Self::Scores),
            Stage::Cite => from_slice(bytes).map(Self::Citations),
            Stage::Inspect => from_slice(bytes).map(Self::Inspection),
            Stage::Weigh => from_slice(bytes).map(Self::Weighing),
            Stage::Report => from_slice(bytes).map(Self::Report),
            Stage::Verdict => from_slice(bytes).map(Self::Verdict),
            Stage::Judge => from_slice(bytes).map(Self::Judgement),
        }
        .map_err(|source| ValueError { stage, source })
    }

    /// Where a stage's issues are, for stages that raise any.
    pub fn issues_mut(&mut self) -> Option<&mut Vec<Issue>> {
        match self {
            Self::Inspection(inspection) => Some(&mut inspection.issues),
            Self::Weighing(weighing) => Some(&mut weighing.issues),
            Self::Report(report) => Some(&mut report.issues),
            Self::Verdict(verdict) => Some(&mut verdict.issues),
            Self::Judgement(judgement) => Some(&mut judgement.issues),
            _ => None,
        }
    }

    /// The issues that it raises.
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        match self {
            Self::Inspection(v) => &v.issues,
            Self::Weighing(v) => &v.issues,
            Self::Report(v) => &v.issues,
            Self::Verdict(v) => &v.issues,
            Self::Judgement(v) => &v.issues,
            _ => &[],
        }
    }

    /// Digests of the documents that the review must keep with it.
    #[must_use]
    pub fn documents(&self) -> Vec<Digest> {
        match self {
            Self::Citations(v) => v.citations.iter().map(|c| c.document).collect(),
            _ => Vec::new(),
        }
    }

    /// See [`Gist`].
    #[must_use]
    pub fn gist(&self) -> Gist {
        let count = |n: usize| Some(u32::try_from(n).unwrap_or(u32::MAX));
        Gist {
            verdict: match self {
                Self::Verdict(v) => Some((v.verdict, v.confidence, v.basis)),
                Self::Judgement(v) => Some((v.verdict, v.confidence, v.basis)),
                _ => None,
            },
            unrated: matches!(self, Self::Verdict(v) if v.unrated),
            issues: self.issues().iter().map(|i| (i.key, i.code, i.severity)).collect(),
            about: match self {
                // A source that speaks to a model is on no side for that reason, which a reviewer must hear of.
                Self::Inspection(v) => about(v.issues.iter().filter(|i| i.code != Code::InstructionInSource)),
                Self::Weighing(v) => about(v.issues.iter().filter(|issue| !v.took_a_side_away(issue))),
                _ => Vec::new(),
            },
            on_a_side: match self {
                Self::Weighing(v) => Some(v.weighed.iter().filter(|w| w.on_a_side()).map(|w| w.number).collect()),
                _ => None,
            },
            abstentions: match self {
                Self::Weighing(v) => v.abstentions.clone(),
                _ => Vec::new(),
            },
            grounds: match self {
                Self::Verdict(v) if v.basis == Basis::Reviewer => grounds(&v.rationale),
                _ => None,
            },
            count: match self {
                Self::Statements(v) => count(v.statements.len()),
                Self::Search(v) => count(v.candidates.len()),
                Self::Scores(v) => count(v.passing()),
                Self::Citations(v) => count(v.citations.len()),
                _ => None,
            },
        }
    }
}
