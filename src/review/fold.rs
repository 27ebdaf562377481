//! The fold: what the acts, one after the other, come to. It holds the heads
//! of all revisions and decides nothing about which of them is in force; that
//! is worked out by the functions in `resolve`, never remembered.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use jiff::Timestamp;

use crate::{
    domain::{
        Code, Digest, DocId, EngineSpec, Gist, Issue, IssueKey, Ruling, Settings, Severity, Stage, Statement,
        StatementId, Value,
    },
    text::Clean,
};

use super::{Act, Entry, JournalError, ReviewError, Who};

/// How the review was made.
#[derive(Clone, Debug, PartialEq)]
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
    pub spec: EngineSpec,
    /// What it was made from.
    pub inputs: Digest,
    /// Its value.
    pub value: Digest,
    /// Its value's gist.
    pub gist: Gist,
    /// How long it took, in milliseconds.
    pub millis: u64,
}

/// A result that a reviewer set.
#[derive(Clone, Debug, PartialEq)]
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
    pub gist: Gist,
    /// Why.
    pub reason: Option<Clean>,
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

/// A stage that could not be worked out.
#[derive(Clone, Debug, PartialEq)]
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

/// A document let in or shut out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    pub(super) seq: u64,
    pub(super) doc: DocId,
    pub(super) let_in: bool,
}

/// What is known of one stage of one statement.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Slot {
    pub(super) machine: Vec<MachineRevision>,
    pub(super) overrides: Vec<OverrideRevision>,
    pub(super) withdrawn: Vec<u64>,
    pub(super) failed: Option<Failed>,
    pub(super) patches: Vec<Patch>,
}

/// A ruling on an issue, with who made it.
#[derive(Clone, Debug, PartialEq)]
pub struct RulingMade {
    pub(super) seq: u64,
    /// The ruling; `None` takes an earlier one back.
    pub ruling: Option<Ruling>,
    /// By whom.
    pub who: Who,
    /// When.
    pub at: Timestamp,
    /// Why.
    pub reason: Option<Clean>,
}

/// A note, with who made it.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    pub(super) seq: u64,
    /// The note.
    pub text: Clean,
    /// By whom.
    pub who: Who,
    /// When.
    pub at: Timestamp,
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
#[must_use]
pub fn issue_id(number: u32) -> String {
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

/// What a review comes to. See the module's text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fold {
    pub(super) head: u64,
    pub(super) opened: Option<Opened>,
    settings: Settings,
    configured: Vec<(u64, Settings)>,
    pub(super) slots: BTreeMap<(Option<StatementId>, Stage), Slot>,
    statements: Vec<Arc<Statement>>,
    positions: BTreeMap<StatementId, usize>,
    set_statements: BTreeMap<Digest, Arc<Statement>>,
    extracted: BTreeMap<Digest, Vec<Arc<Statement>>>,
    rulings: BTreeMap<(StatementId, IssueKey), Vec<RulingMade>>,
    raised: BTreeMap<StatementId, Vec<(u64, Issue)>>,
    notes: BTreeMap<Option<StatementId>, Vec<Note>>,
    flags: BTreeMap<StatementId, Vec<(u64, bool)>>,
    numbers: BTreeMap<IssueKey, u32>,
    done: Vec<u64>,
    redo: Vec<u64>,
    pub(super) undone: BTreeSet<u64>,
}

/// Reads a stored text.
pub(super) type Blobs<'a> = &'a dyn Fn(Digest) -> Result<Option<Vec<u8>>, JournalError>;

impl Fold {
    /// Takes one more act in.
    pub(super) fn apply(&mut self, entry: &Entry, blobs: Blobs<'_>) -> Result<(), ReviewError> {
        self.head = entry.seq;
        match &entry.act {
            Act::Undo { of } => {
                self.done.retain(|seq| seq != of);
                self.redo.push(*of);
                self.undone.insert(*of);
                self.settle();
            }
            Act::Redo { of } => {
                self.redo.retain(|seq| seq != of);
                self.done.push(*of);
                self.undone.remove(of);
                self.settle();
            }
            act => {
                if act.is_undoable() {
                    self.done.push(entry.seq);
                    self.redo.clear();
                }
                self.apply_act(entry, act, blobs)?;
            }
        }
        Ok(())
    }

    fn apply_act(&mut self, entry: &Entry, act: &Act, blobs: Blobs<'_>) -> Result<(), ReviewError> {
        let Entry { seq, at, who, .. } = entry;
        match act {
            Act::Open { source, settings, spec } => {
                self.opened = Some(Opened { at: *at, source: *source, spec: spec.clone() });
                self.configured = vec![(*seq, (**settings).clone())];
                self.settle();
            }
            Act::Configure { settings } => {
                self.configured.push((*seq, (**settings).clone()));
                self.settle();
            }
            Act::Result { stage, statement, spec, inputs, value, gist, millis } => {
                self.keep_statements(*stage, *statement, *value, blobs)?;
                self.slot(*statement, *stage).machine.push(MachineRevision {
                    seq: *seq,
                    at: *at,
                    spec: spec.clone(),
                    inputs: *inputs,
                    value: *value,
                    gist: gist.clone(),
                    millis: *millis,
                });
                if *stage == Stage::Extract {
                    self.settle();
                }
            }
            Act::Failed { stage, statement, inputs, reason, .. } => {
                self.slot(*statement, *stage).failed =
                    Some(Failed { seq: *seq, at: *at, inputs: *inputs, reason: reason.clone() });
            }
            Act::Number { issues } => {
                for key in issues {
                    self.number(*key);
                }
            }
            Act::Override { stage, statement, inputs, value, gist, reason, accepts } => {
                self.keep_statements(*stage, *statement, *value, blobs)?;
                self.slot(*statement, *stage).overrides.push(OverrideRevision {
                    seq: *seq,
                    at: *at,
                    who: who.clone(),
                    inputs: *inputs,
                    value: *value,
                    gist: gist.clone(),
                    reason: reason.clone(),
                    accepts: *accepts,
                });
                if *stage == Stage::Extract {
                    self.settle();
                }
            }
            Act::Withdraw { stage, statement, .. } => {
                self.slot(*statement, *stage).withdrawn.push(*seq);
                if *stage == Stage::Extract {
                    self.settle();
                }
            }
            Act::LetIn { statement, doc } | Act::ShutOut { statement, doc } => {
                let let_in = matches!(act, Act::LetIn { .. });
                let patch = Patch { seq: *seq, doc: doc.clone(), let_in };
                self.slot(Some(*statement), Stage::Score).patches.push(patch);
            }
            Act::Ruling { statement, issue, ruling, reason } => {
                self.rulings.entry((*statement, *issue)).or_default().push(RulingMade {
                    seq: *seq,
                    ruling: *ruling,
                    who: who.clone(),
                    at: *at,
                    reason: reason.clone(),
                });
            }
            Act::Raise { statement, issue } => {
                self.number(issue.key);
                self.raised.entry(*statement).or_default().push((*seq, (**issue).clone()));
            }
            Act::Note { statement, text } => {
                let note = Note { seq: *seq, text: text.clone(), who: who.clone(), at: *at };
                self.notes.entry(*statement).or_default().push(note);
            }
            Act::Flag { statement, on } => self.flags.entry(*statement).or_default().push((*seq, *on)),
            Act::Bulk { acts, .. } => {
                for act in acts {
                    self.apply_act(entry, act, blobs)?;
                }
            }
            // Handled before: these are about acts, not among them.
            Act::Undo { .. } | Act::Redo { .. } => {}
        }
        Ok(())
    }

    fn slot(&mut self, statement: Option<StatementId>, stage: Stage) -> &mut Slot {
        self.slots.entry((statement, stage)).or_default()
    }

    fn number(&mut self, key: IssueKey) {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX).saturating_add(1);
        self.numbers.entry(key).or_insert(next);
    }

    /// Statements are part of the fold: every list shows them.
    fn keep_statements(
        &mut self,
        stage: Stage,
        statement: Option<StatementId>,
        digest: Digest,
        blobs: Blobs<'_>,
    ) -> Result<(), ReviewError> {
        if stage != Stage::Extract {
            return Ok(());
        }
        let bytes = blobs(digest)?.ok_or(ReviewError::Missing(digest))?;
        match Value::parse(stage, statement.is_some(), &bytes)? {
            Value::Statements(list) => {
                self.extracted.insert(digest, list.statements.into_iter().map(Arc::new).collect());
            }
            Value::Statement(statement) => {
                self.set_statements.insert(digest, Arc::from(statement));
            }
            _ => {}
        }
        Ok(())
    }

    /// Works out again what follows from stage 0 and the settings.
    fn settle(&mut self) {
        let current = self.configured.iter().rev().find(|(seq, _)| !self.undone.contains(seq));
        self.settings = current.map(|(_, settings)| settings.clone()).unwrap_or_default();
        let whole = self.slots.get(&(None, Stage::Extract)).and_then(|slot| {
            let set = slot.override_in_force(&self.undone).map(|o| o.value);
            set.or_else(|| slot.machine.last().map(|m| m.value))
        });
        let mut statements = whole.and_then(|digest| self.extracted.get(&digest)).cloned().unwrap_or_default();
        for statement in &mut statements {
            let slot = self.slots.get(&(Some(statement.id), Stage::Extract));
            let set = slot.and_then(|slot| slot.override_in_force(&self.undone));
            if let Some(set) = set.and_then(|o| self.set_statements.get(&o.value)) {
                *statement = Arc::clone(set);
            }
        }
        statements.sort_by_key(|s| (s.order, s.id));
        self.positions = statements.iter().enumerate().map(|(i, s)| (s.id, i)).collect();
        self.statements = statements;
    }

    /// Whether `acts` may be appended.
    pub(super) fn check<'a>(&self, acts: impl Iterator<Item = &'a Act>) -> Result<(), ReviewError> {
        for act in acts {
            match act {
                Act::Undo { of } if self.done.last() != Some(of) => return Err(ReviewError::NothingTo("undo")),
                Act::Redo { of } if self.redo.last() != Some(of) => return Err(ReviewError::NothingTo("redo")),
                _ => {}
            }
        }
        Ok(())
    }

    /// The number of the newest row.
    #[must_use]
    pub fn head(&self) -> u64 {
        self.head
    }

    /// How the review was made.
    #[must_use]
    pub fn opened(&self) -> Option<&Opened> {
        self.opened.as_ref()
    }

    /// The thresholds in force.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The statements in force, in order.
    #[must_use]
    pub fn statements(&self) -> &[Arc<Statement>] {
        &self.statements
    }

    /// One statement in force.
    #[must_use]
    pub fn statement(&self, id: StatementId) -> Option<&Statement> {
        self.positions.get(&id).map(|i| &*self.statements[*i])
    }

    /// The act that undo would take back.
    #[must_use]
    pub fn undoable(&self) -> Option<u64> {
        self.done.last().copied()
    }

    /// The act that redo would do again.
    #[must_use]
    pub fn redoable(&self) -> Option<u64> {
        self.redo.last().copied()
    }

    /// Whether the act in this row was undone.
    #[must_use]
    pub fn is_undone(&self, seq: u64) -> bool {
        self.undone.contains(&seq)
    }

    /// The note in force on a statement, or on the review.
    #[must_use]
    pub fn note(&self, statement: Option<StatementId>) -> Option<&Note> {
        let notes = self.notes.get(&statement)?;
        notes.iter().rev().find(|n| !self.undone.contains(&n.seq)).filter(|n| !n.text.is_empty())
    }

    /// Whether a statement is flagged.
    #[must_use]
    pub fn is_flagged(&self, statement: StatementId) -> bool {
        let flags = self.flags.get(&statement).into_iter().flatten();
        flags.rev().find(|(seq, _)| !self.undone.contains(seq)).is_some_and(|(_, on)| *on)
    }

    /// The ruling in force on an issue.
    #[must_use]
    pub fn ruling(&self, statement: StatementId, issue: IssueKey) -> Option<&RulingMade> {
        let rulings = self.rulings.get(&(statement, issue))?;
        rulings.iter().rev().find(|r| !self.undone.contains(&r.seq)).filter(|r| r.ruling.is_some())
    }

    /// The number of an issue, once it has one.
    #[must_use]
    pub fn issue_number(&self, issue: IssueKey) -> Option<u32> {
        self.numbers.get(&issue).copied()
    }

    /// The issues that reviewers raised on a statement and did not take back.
    pub fn raised(&self, statement: StatementId) -> impl Iterator<Item = &Issue> {
        let raised = self.raised.get(&statement).into_iter().flatten();
        raised.filter(|(seq, _)| !self.undone.contains(seq)).map(|(_, issue)| issue)
    }

    /// Every revision of a stage, oldest first, undone ones included.
    #[must_use]
    pub fn revisions(&self, statement: Option<StatementId>, stage: Stage) -> Vec<Revision> {
        let Some(slot) = self.slots.get(&(statement, stage)) else { return Vec::new() };
        let machine = slot.machine.iter().cloned().map(Revision::Machine);
        let mut all: Vec<_> = machine.chain(slot.overrides.iter().cloned().map(Revision::Override)).collect();
        all.sort_by_key(Revision::seq);
        all
    }

    /// Why extraction failed, when that is the newest word on it.
    #[must_use]
    pub fn extraction_failure(&self) -> Option<&Failed> {
        let slot = self.slots.get(&(None, Stage::Extract))?;
        let failed = slot.failed.as_ref()?;
        slot.machine.iter().all(|m| m.seq < failed.seq).then_some(failed)
    }
}

impl Slot {
    /// The newest override that was neither undone nor withdrawn.
    pub(super) fn override_in_force(&self, undone: &BTreeSet<u64>) -> Option<&OverrideRevision> {
        let newest = self.overrides.iter().rev().find(|o| !undone.contains(&o.seq))?;
        let withdrawn = self.withdrawn.iter().any(|seq| *seq > newest.seq && !undone.contains(seq));
        (!withdrawn).then_some(newest)
    }
}
