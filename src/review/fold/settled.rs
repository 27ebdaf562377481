//! What follows from stage 0 and the settings: the statements in force and the
//! digests that every other stage starts from.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::domain::{Digest, Settings, Stage, Statement, StatementCandidate, StatementId, Value};

use super::{
    super::{JournalError, ReviewError},
    Fold,
    history::Slot,
};

/// Reads a stored text.
type Blobs<'a> = &'a dyn Fn(Digest) -> Result<Option<Vec<u8>>, JournalError>;

/// See the module's text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settled {
    pub(super) settings: Settings,
    /// Digests of every stage's name and of the settings that it reads.
    pub(super) stages: [[Digest; 2]; Stage::ALL.len()],
    pub(super) statements: Vec<Arc<Statement>>,
    /// What the other stages are made from, for each of the statements.
    pub(super) effective: Vec<Digest>,
    /// Statements that a reviewer amended and that the machine words otherwise since.
    pub(super) proposed: BTreeSet<StatementId>,
    positions: BTreeMap<StatementId, usize>,
    /// The values behind the statements, so that they are not read again.
    whole: Option<(Digest, Whole)>,
    single: BTreeMap<Digest, Listed>,
}

/// What stage 0 has of the whole source.
#[derive(Clone, Debug, Default, PartialEq)]
struct Whole {
    listed: Vec<Listed>,
    candidates: Arc<[StatementCandidate]>,
}

#[derive(Clone, Debug, PartialEq)]
struct Listed {
    statement: Arc<Statement>,
    effective: Digest,
}

impl Listed {
    fn new(statement: Arc<Statement>) -> Self {
        // What the other stages are made from is the statement itself, not its
        // place in a list that may have changed around it.
        let Statement { text, context, kind, anchors, .. } = &*statement;
        let effective = Digest::of_value(&(text, context, kind, anchors));
        Self { statement, effective }
    }
}

impl Default for Settled {
    fn default() -> Self {
        let settings = Settings::default();
        Self {
            stages: digests(&settings),
            settings,
            statements: Vec::new(),
            effective: Vec::new(),
            proposed: BTreeSet::new(),
            positions: BTreeMap::new(),
            whole: None,
            single: BTreeMap::new(),
        }
    }
}

fn digests(settings: &Settings) -> [[Digest; 2]; Stage::ALL.len()] {
    Stage::ALL.map(|stage| [Digest::of(stage.name().as_bytes()), settings.digest_for(stage)])
}

impl Settled {
    pub(super) fn position(&self, id: StatementId) -> Option<usize> {
        self.positions.get(&id).copied()
    }

    /// What else could be a statement, in the list that is in force.
    pub(super) fn candidates(&self) -> Arc<[StatementCandidate]> {
        self.whole.as_ref().map(|(_, whole)| Arc::clone(&whole.candidates)).unwrap_or_default()
    }
}

impl Fold {
    /// Works out what follows from stage 0 and the settings, where rows since
    /// the last time bear on it.
    pub(in crate::review) fn settle(&mut self, blobs: Blobs<'_>) -> Result<(), ReviewError> {
        if !self.unsettled {
            return Ok(());
        }
        let configured = self.configured.iter().rev().find(|(seq, _)| !self.undone.contains(*seq));
        let settings = configured.map(|(_, settings)| settings.clone()).unwrap_or_default();
        let stages = digests(&settings);
        let read = self.settled.whole.take();
        let mut known = std::mem::take(&mut self.settled.single);
        let slot = self.slot(None, Stage::Extract);
        let set = slot.override_in_force(&self.undone).map(|o| o.value);
        let current = slot.current(self.made_from(stages[Stage::Extract.number()]), &[]);
        // Against a list of the reviewer's own the machine proposes nothing.
        let machine = current.filter(|_| set.is_none());
        let whole = match set.or_else(|| current.map(|m| m.value)) {
            None => None,
            Some(digest) => Some(match read {
                Some(read) if read.0 == digest => read,
                _ => (digest, read_whole(digest, blobs)?),
            }),
        };
        let mut listed = whole.as_ref().map(|(_, whole)| whole.listed.clone()).unwrap_or_default();
        let (mut single, mut proposed) = (BTreeMap::new(), BTreeSet::new());
        for one in &mut listed {
            let slot = Slot::of(self.about.get(&Some(one.statement.id)), Stage::Extract);
            let Some(set) = slot.override_in_force(&self.undone) else { continue };
            let read = match known.remove(&set.value).or_else(|| single.get(&set.value).cloned()) {
                Some(read) => read,
                None => read_single(set.value, blobs)?,
            };
            if one.effective != read.effective && machine.is_some_and(|m| m.seq > set.seq) {
                let then = self.listed_before(set.seq, one.statement.id, blobs)?;
                if then.is_some_and(|then| then.effective != one.effective) {
                    proposed.insert(one.statement.id);
                }
            }
            *one = read.clone();
            single.insert(set.value, read);
        }
        listed.sort_by_key(|l| (l.statement.order, l.statement.id));
        self.settled = Settled {
            stages,
            settings,
            proposed,
            positions: listed.iter().enumerate().map(|(i, l)| (l.statement.id, i)).collect(),
            effective: listed.iter().map(|l| l.effective).collect(),
            statements: listed.into_iter().map(|l| l.statement).collect(),
            whole,
            single,
        };
        self.unsettled = false;
        Ok(())
    }

    /// A statement as the machine had it last before row `seq`.
    fn listed_before(&self, seq: u64, id: StatementId, blobs: Blobs<'_>) -> Result<Option<Listed>, ReviewError> {
        let before = self.slot(None, Stage::Extract).machine.iter().rev().find(|m| m.seq < seq);
        let listed = before.map(|m| read_whole(m.value, blobs)).transpose()?.unwrap_or_default();
        Ok(listed.listed.into_iter().find(|l| l.statement.id == id))
    }
}

fn read_whole(digest: Digest, blobs: Blobs<'_>) -> Result<Whole, ReviewError> {
    let bytes = blobs(digest)?.ok_or(ReviewError::Missing(digest))?;
    Ok(match Value::parse(Stage::Extract, false, &bytes)? {
        Value::Statements(list) => Whole {
            listed: list.statements.into_iter().map(|s| Listed::new(Arc::new(s))).collect(),
            candidates: list.candidates.into(),
        },
        _ => Whole::default(),
    })
}

fn read_single(digest: Digest, blobs: Blobs<'_>) -> Result<Listed, ReviewError> {
    let bytes = blobs(digest)?.ok_or(ReviewError::Missing(digest))?;
    match Value::parse(Stage::Extract, true, &bytes)? {
        Value::Statement(statement) => Ok(Listed::new(Arc::from(statement))),
        _ => Err(ReviewError::Missing(digest)),
    }
}
