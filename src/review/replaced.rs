//! What each act put in the place of what, as the acts came.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::{Digest, Stage, StatementId};

use super::{Act, Entry, Fold, Who};

/// The result that an act replaced or is compared with: its digest, and whether it is one statement's. Acts are named by
/// their row and their place in it.
pub type Replaced = BTreeMap<(u64, usize), (Digest, bool)>;

/// A result as it came.
struct Made<'a> {
    seq: u64,
    value: Digest,
    /// `None` for a result of the machine.
    by: Option<&'a Who>,
    /// The merged review that it is from.
    lineage: usize,
}

/// What is known of one stage of one statement, or of the paper.
#[derive(Default)]
struct Results<'a> {
    made: Vec<Made<'a>>,
    withdrawn: Vec<(u64, &'a Who)>,
}

impl Results<'_> {
    /// What was in force: what a reviewer set, whatever the machine came to since; else the machine's newest result.
    fn in_force(&self, lineage: usize, undone: &BTreeSet<u64>) -> Option<Digest> {
        let is_withdrawn = |made: &Made<'_>| {
            self.withdrawn.iter().any(|(seq, who)| *seq > made.seq && made.by == Some(*who) && !undone.contains(seq))
        };
        let own = || self.made.iter().rev().filter(move |made| made.lineage == lineage);
        let set = own().find(|made| made.by.is_some() && !undone.contains(&made.seq) && !is_withdrawn(made));
        set.or_else(|| own().find(|made| made.by.is_none())).map(|made| made.value)
    }

    /// What a run of the machine is compared with: the run before it, else what a reviewer set.
    fn run_before(&self, lineage: usize, undone: &BTreeSet<u64>) -> Option<Digest> {
        let run = self.made.iter().rev().find(|made| made.lineage == lineage && made.by.is_none());
        run.map(|made| made.value).or_else(|| self.in_force(lineage, undone))
    }
}

impl Fold {
    /// What each of these rows replaced. They are in order, imported ones [as they are here](Self::as_here), and may be
    /// those of one statement and of the paper alone.
    #[must_use]
    pub fn replaced(&self, entries: &[Entry]) -> Replaced {
        let mut known: BTreeMap<(Option<StatementId>, Stage), Results<'_>> = BTreeMap::new();
        let (mut undone, mut before) = (BTreeSet::new(), Replaced::new());
        for entry in entries {
            match entry.act {
                Act::Undo { of } => drop(undone.insert(of)),
                Act::Redo { of } => drop(undone.remove(&of)),
                _ => {}
            }
            // What is done in a merged review goes on from the first of those that it was made from.
            let lineage = self.origin_of(entry.seq).unwrap_or_default();
            for (at, act) in entry.act.parts().iter().enumerate() {
                let (stage, statement, value, by) = match act {
                    Act::Result { stage, statement, value, .. } => (*stage, *statement, *value, None),
                    Act::Trial { stage, statement, value, .. } => (*stage, Some(*statement), *value, None),
                    Act::Override { stage, statement, value, .. } => (*stage, *statement, *value, Some(&entry.who)),
                    Act::Withdraw { stage, statement, .. } => {
                        known.entry((*statement, *stage)).or_default().withdrawn.push((entry.seq, &entry.who));
                        continue;
                    }
                    _ => continue,
                };
                let find = |of: Option<StatementId>| {
                    let results = known.get(&(of, stage))?;
                    let found = if by.is_some() { Results::in_force } else { Results::run_before };
                    Some((found(results, lineage, &undone)?, of.is_some()))
                };
                // A statement of its own was one of the paper's before.
                if let Some(found) = find(statement).or_else(|| find(None)) {
                    before.insert((entry.seq, at), found);
                }
                // A trial is never what was before.
                if !matches!(act, Act::Trial { .. }) {
                    known.entry((statement, stage)).or_default().made.push(Made { seq: entry.seq, value, by, lineage });
                }
            }
        }
        before
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::domain::{EngineSpec, Gist};

    const ID: StatementId = StatementId(1);

    fn result(value: &[u8]) -> Act {
        let (stage, statement, spec) =
            (Stage::Weigh, Some(ID), EngineSpec { reasoner: "builtin".into(), version: "1".into(), model: None });
        let (inputs, value) = (Digest::of(b"inputs"), Digest::of(value));
        Act::Result { stage, statement, spec, inputs, value, gist: Gist::default(), millis: 1 }
    }

    fn set(value: &[u8]) -> Act {
        let (stage, statement, value) = (Stage::Weigh, Some(ID), Digest::of(value));
        Act::Override { stage, statement, inputs: None, value, gist: Gist::default(), reason: None, accepts: false }
    }

    /// “[1] from supports to not addressed” named what the machine came to since, not what the reviewer had changed, and the
    /// history and the report differed on it.
    #[test]
    fn an_act_replaces_what_a_reviewer_set_whatever_ran_since() {
        let who = |name: &str| Who::Reviewer(name.into());
        let withdraw = Act::Withdraw { stage: Stage::Weigh, statement: Some(ID), reason: None };
        let acts = [
            (Who::Engine, result(b"run 1")),
            (who("Ada"), set(b"set 2")),
            (Who::Engine, result(b"run 3")),
            (who("Ada"), set(b"set 4")),
            (who("Ben"), Act::Withdraw { stage: Stage::Weigh, statement: Some(ID), reason: None }),
            (who("Ben"), set(b"set 6")),
            (who("Ben"), Act::Undo { of: 6 }),
            (who("Ada"), withdraw),
            (who("Ada"), set(b"set 9")),
            (who("Ada"), Act::Undo { of: 9 }),
            (who("Ada"), Act::Undo { of: 8 }),
            (who("Ada"), set(b"set 12")),
        ];
        let entries: Vec<Entry> = (1..)
            .zip(acts)
            .map(|(seq, (who, act))| Entry { seq, at: Timestamp::UNIX_EPOCH, who, act, written: None })
            .collect();
        let found = Fold::default().replaced(&entries);
        let before = |seq: u64| found.get(&(seq, 0)).map(|(value, single)| (*value, *single));
        for (seq, expected) in [(2, "run 1"), (3, "run 1"), (4, "set 2"), (6, "set 4"), (9, "run 3"), (12, "set 4")] {
            assert_eq!(before(seq), Some((Digest::of(expected.as_bytes()), true)), "act {seq}");
        }
        assert_eq!(before(1), None);
    }
}
