//! What can be appended to a journal.

mod describe;

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    domain::{
        Digest, DocId, EngineSpec, Gist, Issue, IssueKey, Reason, ReasonLists, Ruling, Settings, Stage, StatementId,
        Verdict,
    },
    text::Clean,
};

pub use describe::describe_repeats;

/// Whose act it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The machine.
    Engine,
    /// A person, by the name they gave.
    Reviewer(Clean),
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine => f.write_str("the machine"),
            Self::Reviewer(name) => f.write_str(&name.one_line()),
        }
    }
}

/// One row of the journal.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// From 1, without gaps.
    pub seq: u64,
    /// When it was appended.
    pub at: Timestamp,
    /// Whose act it is.
    pub who: Who,
    /// The act.
    pub act: Act,
    /// The row as an earlier version serialized it, if this version would do so differently; its digest covers this text.
    pub written: Option<Box<Written>>,
}

/// A row as an earlier version serialized it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// The version of the act.
    pub version: i64,
    /// Whose act it is, as JSON.
    pub who: String,
    /// The act, as JSON.
    pub act: String,
}

/// What can be done to a review. `statement: None` with stage 0 is the whole paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case")]
pub enum Act {
    /// The review was made. Always and only the first.
    Open {
        /// Digest of the canonical bytes of the source.
        source: Digest,
        /// The thresholds.
        settings: Box<Settings>,
        /// The reasoner's name and version, chosen when the review was made.
        spec: EngineSpec,
    },
    /// The engine worked a stage out.
    Result {
        /// The stage.
        stage: Stage,
        /// Whose.
        statement: Option<StatementId>,
        /// By which reasoner.
        spec: EngineSpec,
        /// Digest of what it was made from.
        inputs: Digest,
        /// Digest of the value.
        value: Digest,
        /// The value's gist.
        gist: Gist,
        /// How long it took, in milliseconds.
        millis: u64,
    },
    /// The engine could not work a stage out.
    Failed {
        /// The stage.
        stage: Stage,
        /// Whose.
        statement: Option<StatementId>,
        /// By which reasoner.
        spec: EngineSpec,
        /// Digest of what it would have been made from.
        inputs: Digest,
        /// Why, and what to do.
        reason: Clean,
    },
    /// The engine gave new issues their numbers, in plan order.
    Number {
        /// In the order of their numbers.
        issues: Vec<IssueKey>,
    },
    /// The reviewer set a stage's result.
    Override {
        /// The stage.
        stage: Stage,
        /// Whose.
        statement: Option<StatementId>,
        /// Digest of what the stage would have been made from at that time, if it could be.
        inputs: Option<Digest>,
        /// Digest of the value.
        value: Digest,
        /// The value's gist.
        gist: Gist,
        /// Why.
        reason: Option<Reason>,
        /// Whether it is the machine's own result, accepted as it stood.
        accepts: bool,
    },
    /// The reviewer took an override back; the machine's result counts again.
    Withdraw {
        /// The stage.
        stage: Stage,
        /// Whose.
        statement: Option<StatementId>,
        /// Why.
        reason: Option<Reason>,
    },
    /// The reviewer includes a document, whatever its score.
    #[serde(rename = "let_in")]
    Include {
        /// For which statement.
        statement: StatementId,
        /// The document.
        doc: DocId,
    },
    /// The reviewer excludes a document, whatever its score.
    #[serde(rename = "shut_out")]
    Exclude {
        /// For which statement.
        statement: StatementId,
        /// The document.
        doc: DocId,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Reason>,
    },
    /// The reviewer rules on an issue.
    Ruling {
        /// Whose issue.
        statement: StatementId,
        /// Which.
        issue: IssueKey,
        /// The ruling; `None` takes an earlier one back.
        ruling: Option<Ruling>,
        /// Why.
        reason: Option<Reason>,
    },
    /// The reviewer raises an issue.
    Raise {
        /// On which statement.
        statement: StatementId,
        /// The issue.
        issue: Box<Issue>,
    },
    /// The reviewer notes something; an empty text takes the note back.
    Note {
        /// On which statement, or on the whole review.
        statement: Option<StatementId>,
        /// The note.
        text: Clean,
    },
    /// The reviewer marks a statement, or unmarks it.
    Flag {
        /// The statement.
        statement: StatementId,
        /// Marked or not.
        on: bool,
    },
    /// The reviewer lets text of this review be sent to a model server that is
    /// not on this machine.
    Consent {
        /// Its address.
        host: Clean,
    },
    /// The reviewer changed the thresholds.
    Configure {
        /// All of them.
        settings: Box<Settings>,
    },
    /// The reviewer changed the reasons that the review offers (`docs/rules.md#reasons`).
    Reasons {
        /// All of them.
        lists: Box<ReasonLists>,
    },
    /// The reviewer keeps a prompt for a stage of this review, or goes back to the program's (`docs/rules.md#prompts`).
    Prompt {
        /// The stage.
        stage: Stage,
        /// Which of its prompts, by the name of its file without the ending.
        task: Clean,
        /// Digest of the text; `None` goes back to the prompt of the program or of the configuration.
        text: Option<Digest>,
        /// Digest of the stage's prompts with it, by which results name them.
        prompts: Digest,
    },
    /// A stage was run once with a prompt that a reviewer is trying out. The result is on record and never in force.
    Trial {
        /// The stage.
        stage: Stage,
        /// The statement.
        statement: StatementId,
        /// Which prompt was tried, by the name of its file without the ending.
        task: Clean,
        /// Digest of its text.
        text: Digest,
        /// By which reasoner, with the digest of the stage's prompts.
        spec: EngineSpec,
        /// Digest of the value.
        value: Digest,
        /// The value's gist.
        gist: Gist,
        /// How long it took, in milliseconds.
        millis: u64,
    },
    /// How long the reviewer looked at a statement since the last such act (`docs/rules.md#time`).
    Time {
        /// The statement.
        statement: StatementId,
        /// In milliseconds, without idle time.
        millis: u64,
    },
    /// The verdict on a statement was computed several times over, with other seeds and the evidence in other orders.
    Repeat {
        /// The statement.
        statement: StatementId,
        /// By which reasoner.
        spec: EngineSpec,
        /// Digest of what the verdict was made from at that time.
        inputs: Option<Digest>,
        /// How often each verdict came out.
        verdicts: Vec<(Verdict, u32)>,
    },
    /// The reviewer took texts out of the file for good. It cannot be undone.
    Redact {
        /// Digests of what was taken out.
        texts: Vec<Digest>,
        /// Why.
        reason: Clean,
    },
    /// Several acts at once, undone as one.
    Bulk {
        /// What was done, in words.
        what: Clean,
        /// The acts.
        acts: Vec<Act>,
    },
    /// The machine's opinion is hidden until a reviewer's verdict, or is not any more (`docs/rules.md#blind`).
    Blind {
        /// Hidden or not.
        on: bool,
    },
    /// A reviewer of a blind review has given a verdict and sees the machine's opinion from here on.
    Reveal {
        /// On which statement.
        statement: StatementId,
        /// Who sees it.
        to: Who,
        /// Digest of the verdict that was in force then, if there was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        machine: Option<Digest>,
    },
    /// Reviews of the same source by others follow, each row by row (`docs/rules.md#merging`). What came before is the
    /// review that they were merged into.
    Merge {
        /// The file of that review.
        base: Clean,
        /// Digest of its newest row; absent in a copy without names.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        head: Option<Digest>,
        /// The others, in the order of their rows.
        origins: Vec<Origin>,
        /// Digest of the list of statements with those that only others have, if any.
        statements: Option<Digest>,
        /// Its gist.
        gist: Gist,
    },
    /// A row of another review, as it is there.
    Imported {
        /// Of which: its place in [`super::Fold::origins`].
        origin: u32,
        /// Its number there.
        row: u64,
        /// The act. What it names, it names by the numbers that it has there.
        of: Box<Self>,
    },
    /// An act of a reviewer was taken back.
    Undo {
        /// Its number.
        of: u64,
    },
    /// An act that was taken back was done again.
    Redo {
        /// Its number.
        of: u64,
    },
}

/// A review of which the rows were imported.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// Its file.
    pub file: Clean,
    /// Digest of its newest row; absent in a copy without names, in which the rows are not those that it follows from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<Digest>,
    /// Digest that its rows lead to as they are written today: its head, unless it was made by an earlier version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<Digest>,
    /// How many rows it has.
    pub rows: u64,
    /// How many of its first rows are also the first of a review before it: they were written once.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub shared: u64,
    /// Its statements and which they are here.
    pub statements: Vec<Matched>,
}

/// A statement of another review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Matched {
    /// Its id there.
    pub theirs: StatementId,
    /// Its id here.
    pub ours: StatementId,
    /// How it is worded there, where it is worded otherwise here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wording: Option<Clean>,
    /// Whether it was in that review alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub added: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Entry {
    /// The act itself, or the one of `rows` that it undid or did again.
    pub(crate) fn meant<'a>(&'a self, rows: &'a [Self]) -> &'a Act {
        match &self.act {
            Act::Undo { of } | Act::Redo { of } => {
                let found = rows.binary_search_by_key(of, |row| row.seq);
                found.map_or(&self.act, |at| rows[at].meant(rows))
            }
            act => act,
        }
    }
}

impl Act {
    /// Whether a reviewer can take it back.
    #[must_use]
    pub fn is_undoable(&self) -> bool {
        !matches!(
            self,
            Self::Open { .. }
                | Self::Result { .. }
                | Self::Failed { .. }
                | Self::Number { .. }
                | Self::Redact { .. }
                | Self::Merge { .. }
                | Self::Blind { .. }
                | Self::Reveal { .. }
                | Self::Time { .. }
                | Self::Repeat { .. }
                | Self::Trial { .. }
                | Self::Undo { .. }
                | Self::Redo { .. }
        ) && !matches!(self, Self::Imported { of, .. } if !of.is_undoable())
    }

    /// The version of the acts that this one came with: a program that knows no later one reads the rows
    /// before it.
    #[must_use]
    pub fn version(&self) -> i64 {
        match self {
            Self::Redact { .. } => 2,
            // Imported rows of the versions before have the version of the merging.
            Self::Imported { of, .. } if of.version() > 5 => of.version(),
            Self::Merge { .. } | Self::Imported { .. } | Self::Blind { .. } | Self::Reveal { .. } => 3,
            Self::Reasons { .. } | Self::Time { .. } | Self::Repeat { .. } => 4,
            Self::Prompt { .. } | Self::Trial { .. } => 5,
            Self::Open { settings, .. } | Self::Configure { settings } if settings.citation_counts => 6,
            Self::Override { gist, .. } if gist.unrated => 7,
            Self::Bulk { acts, .. } => acts.iter().map(Self::version).max().unwrap_or(1),
            act if act.reason().is_some_and(|reason| reason.listed.is_some()) => 4,
            _ => 1,
        }
    }

    /// The acts within an act of several; of another, the act itself.
    #[must_use]
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Bulk { acts, .. } => acts,
            act => std::slice::from_ref(act),
        }
    }

    /// The reason that a reviewer gave for it.
    #[must_use]
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Self::Override { reason, .. }
            | Self::Withdraw { reason, .. }
            | Self::Exclude { reason, .. }
            | Self::Ruling { reason, .. } => reason.as_ref().filter(|reason| !reason.is_empty()),
            _ => None,
        }
    }

    /// The statement that it is about, if it is about one.
    #[must_use]
    pub fn statement(&self) -> Option<StatementId> {
        match self {
            Self::Result { statement, .. }
            | Self::Failed { statement, .. }
            | Self::Override { statement, .. }
            | Self::Withdraw { statement, .. }
            | Self::Note { statement, .. } => *statement,
            Self::Include { statement, .. }
            | Self::Exclude { statement, .. }
            | Self::Ruling { statement, .. }
            | Self::Raise { statement, .. }
            | Self::Reveal { statement, .. }
            | Self::Time { statement, .. }
            | Self::Repeat { statement, .. }
            | Self::Trial { statement, .. }
            | Self::Flag { statement, .. } => Some(*statement),
            _ => None,
        }
    }

    /// Puts `id` in the place of the statement that it is about.
    pub(super) fn set_statement(&mut self, id: StatementId) {
        match self {
            Self::Result { statement, .. }
            | Self::Failed { statement, .. }
            | Self::Override { statement, .. }
            | Self::Withdraw { statement, .. }
            | Self::Note { statement, .. } => *statement = Some(id),
            Self::Include { statement, .. }
            | Self::Exclude { statement, .. }
            | Self::Ruling { statement, .. }
            | Self::Raise { statement, .. }
            | Self::Reveal { statement, .. }
            | Self::Time { statement, .. }
            | Self::Repeat { statement, .. }
            | Self::Trial { statement, .. }
            | Self::Flag { statement, .. } => *statement = id,
            _ => {}
        }
    }

    /// Whether it gives a verdict on a statement, or an act in it does.
    pub(super) fn gives_verdict(&self) -> bool {
        match self {
            Self::Bulk { acts, .. } => acts.iter().any(Self::gives_verdict),
            act => matches!(act, Self::Override { stage: Stage::Verdict, statement: Some(_), .. }),
        }
    }

    /// The act itself, or that of the row that it imports.
    #[must_use]
    pub fn imported(&self) -> &Self {
        if let Self::Imported { of, .. } = self { of } else { self }
    }

    /// The statements that it, or any act in it, is about, each once; `None` is the review as a whole.
    #[must_use]
    pub fn about(&self) -> Vec<Option<StatementId>> {
        let mut about = match self {
            Self::Bulk { acts, .. } => acts.iter().flat_map(Self::about).collect(),
            act => vec![act.statement()],
        };
        about.sort_unstable();
        about.dedup();
        about
    }
}
