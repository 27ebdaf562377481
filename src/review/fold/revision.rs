//! What was made of a stage, and what reviewers said of it: the parts that the
//! fold is put together from.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    domain::{Code, Digest, DocId, EngineSpec, Gist, IssueKey, Reason, Ruling, Severity, Stage, Verdict},
    text::Clean,
};

use super::super::Who;

/// How the review was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// When.
    pub at: Timestamp,
    /// Digest of the source's canonical bytes.
    pub source: Digest,
    /// The reasoner chosen then.
    pub spec: EngineSpec,
}

/// A result of the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct MachineRevision {
    /// Its row.
    pub seq: u64,
    /// When it was made.
    pub at: Timestamp,
    /// By which reasoner.
    pub spec: Arc<EngineSpec>,
    /// What it was made from.
    pub inputs: Digest,
    /// Its value.
    pub value: Digest,
    /// Its value's gist.
    pub gist: Arc<Gist>,
    /// How long it took, in milliseconds.
    pub millis: u64,
}

/// A result that a reviewer set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OverrideRevision {
    /// Its row.
    pub seq: u64,
    /// When it was made.
    pub at: Timestamp,
    /// By whom.
    pub who: Who,
    /// What the stage would have been made from at that time.
    pub inputs: Option<Digest>,
    /// Its value.
    pub value: Digest,
    /// Its value's gist.
    pub gist: Arc<Gist>,
    /// Why.
    pub reason: Option<Reason>,
    /// Whether it is the machine's own result, accepted.
    pub accepts: bool,
}

/// Any result of a stage.
#[derive(Clone, Debug, PartialEq)]
pub enum Revision {
    /// The engine's.
    Machine(MachineRevision),
    /// A reviewer's.
    Override(OverrideRevision),
}

impl Revision {
    /// Its row.
    #[must_use]
    pub fn seq(&self) -> u64 {
        match self {
            Self::Machine(r) => r.seq,
            Self::Override(r) => r.seq,
        }
    }

    /// When it was made.
    #[must_use]
    pub fn at(&self) -> Timestamp {
        match self {
            Self::Machine(r) => r.at,
            Self::Override(r) => r.at,
        }
    }

    /// Its value.
    #[must_use]
    pub fn value(&self) -> Digest {
        match self {
            Self::Machine(r) => r.value,
            Self::Override(r) => r.value,
        }
    }

    /// Its value's gist.
    #[must_use]
    pub fn gist(&self) -> &Gist {
        match self {
            Self::Machine(r) => &r.gist,
            Self::Override(r) => &r.gist,
        }
    }
}

/// A stage that failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Failed {
    /// Its row.
    pub seq: u64,
    /// When.
    pub at: Timestamp,
    /// What it would have been made from.
    pub inputs: Digest,
    /// Why, and what to do.
    pub reason: Clean,
}

/// A document that a reviewer included or excluded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patch {
    pub(in crate::review) seq: u64,
    pub(in crate::review) doc: DocId,
    /// Excluded otherwise.
    #[serde(rename = "let_in")]
    pub included: bool,
    /// Why it was excluded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

impl Patch {
    /// The document.
    #[must_use]
    pub fn doc(&self) -> &DocId {
        &self.doc
    }
}

/// A ruling on an issue, with who made it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulingMade {
    pub(in crate::review) seq: u64,
    /// The ruling; `None` takes an earlier one back.
    pub ruling: Option<Ruling>,
    /// By whom.
    pub who: Who,
    /// When.
    pub at: Timestamp,
    /// Why.
    pub reason: Option<Reason>,
}

/// How long a reviewer looked at a statement, without idle time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeSpent {
    pub(in crate::review) seq: u64,
    /// The reviewer.
    pub who: Who,
    /// In milliseconds.
    pub millis: u64,
}

/// How often each verdict came out when it was computed several times over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Repeated {
    pub(in crate::review) seq: u64,
    /// What the verdict was made from at that time.
    pub inputs: Option<Digest>,
    /// By which reasoner.
    pub spec: EngineSpec,
    /// Each verdict that came out.
    pub verdicts: Vec<(Verdict, u32)>,
}

/// A version of a prompt that a reviewer kept for this review, or the return to the program's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptPrompt {
    /// Its row.
    pub seq: u64,
    /// When.
    pub at: Timestamp,
    /// By whom.
    pub who: Who,
    /// The stage.
    pub stage: Stage,
    /// Which of its prompts, by the name of its file without the ending.
    pub task: Clean,
    /// Digest of the text; `None` for the prompt of the program or of the configuration.
    pub text: Option<Digest>,
    /// Digest of the stage's prompts with it, by which results name them.
    pub prompts: Digest,
}

/// A note, with who made it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    pub(in crate::review) seq: u64,
    /// The note.
    pub text: Clean,
    /// By whom.
    pub who: Who,
    /// When.
    pub at: Timestamp,
}

impl Note {
    /// Its row.
    #[must_use]
    pub fn row(&self) -> u64 {
        self.seq
    }
}

/// An issue in force: what a list shows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct IssueHead {
    /// Which issue.
    pub key: IssueKey,
    /// Its number in the review, once the engine gave it one: `V4-0001`.
    pub number: Option<u32>,
    /// The stage that raised it.
    pub stage: Stage,
    /// What kind it is.
    pub code: Code,
    /// Its severity, after the reviewer's ruling.
    pub severity: Severity,
    /// What the reviewer ruled.
    pub ruling: Option<RulingMade>,
}

/// The id of an issue by its number: `V4-0001`.
fn issue_id(number: u32) -> String {
    format!("V4-{number:04}")
}

impl IssueHead {
    /// The id as it is printed: `V4-0001`, or dots while it has none.
    #[must_use]
    pub fn id(&self) -> String {
        self.number.map_or_else(|| "V4-····".to_owned(), issue_id)
    }

    /// Whether it counts: not when it was dismissed.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.ruling.as_ref().and_then(|r| r.ruling) != Some(Ruling::Dismissed)
    }
}
