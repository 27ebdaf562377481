//! What rows of other reviews come to in a merged one (`docs/rules.md#merging`).

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::{
    domain::{Basis, Digest, EngineSpec, Gist, Stage, StatementId, Verdict},
    text::Clean,
};

use super::{
    super::{Act, Matched, Origin},
    Fold,
};

/// A review that this one was merged from, and where its rows are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Imported {
    /// Its file.
    pub file: Clean,
    /// Digest of its newest row; absent in a copy without names.
    pub head: Option<Digest>,
    /// The first of its rows here.
    pub first: u64,
    /// The last of them.
    pub last: u64,
    /// How many of its first rows are those of a review before it, and so count there.
    #[serde(default)]
    pub shared: u64,
    /// Its statements; empty for the first review, of which the statements are.
    pub statements: Vec<Matched>,
}

impl Imported {
    fn matched(&self, theirs: StatementId) -> Option<&Matched> {
        self.statements.iter().find(|matched| matched.theirs == theirs)
    }

    /// The number that their row `row` has here.
    fn row(&self, row: u64) -> u64 {
        self.first + row - 1
    }
}

/// A result on which a reviewer of another review decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::review) struct Seen {
    pub(in crate::review) seq: u64,
    pub(in crate::review) stage: Stage,
    pub(in crate::review) value: Digest,
    pub(in crate::review) gist: Option<(Verdict, f64, Basis)>,
    /// Where the machine made it.
    pub(in crate::review) spec: Option<Arc<EngineSpec>>,
}

/// What reviewers of other reviews saw, by review and statement.
pub(in crate::review) type SeenResults = BTreeMap<(usize, StatementId), Vec<Seen>>;

/// What an imported row means here.
pub(super) struct Translated {
    /// The act with the rows and statements that it names under their numbers here; `None` where it is about
    /// statements that are not in force in its review.
    pub(super) act: Option<Act>,
    /// What of it takes effect.
    pub(super) effect: Option<Act>,
}

impl Fold {
    /// The reviews that this one was merged from, the first of which gave it its statements and evidence; none where it
    /// was not merged.
    #[must_use]
    pub fn origins(&self) -> &[Imported] {
        &self.origins
    }

    /// From which of [`Fold::origins`] a row is; `None` for rows that were appended here.
    #[must_use]
    pub fn origin_of(&self, seq: u64) -> Option<usize> {
        self.origins.iter().position(|origin| (origin.first..=origin.last).contains(&seq))
    }

    /// Whether a row is one that an earlier of the merged reviews has too: the act was done once.
    #[must_use]
    pub fn is_shared(&self, seq: u64) -> bool {
        let origin = self.origin_of(seq).and_then(|at| self.origins.get(at));
        origin.is_some_and(|origin| seq - origin.first < origin.shared)
    }

    /// How their review words a statement that it words otherwise than this one.
    #[must_use]
    pub fn wording(&self, origin: usize, ours: StatementId) -> Option<&Clean> {
        let matched = self.origins.get(origin)?.statements.iter().find(|matched| matched.ours == ours)?;
        matched.wording.as_ref()
    }

    /// The results of a stage in another review, oldest first.
    pub(in crate::review) fn all_seen(
        &self,
        origin: usize,
        id: StatementId,
        stage: Stage,
    ) -> impl DoubleEndedIterator<Item = &Seen> {
        let seen = self.seen.get(&(origin, id)).map_or(&[][..], Vec::as_slice);
        seen.iter().filter(move |seen| seen.stage == stage)
    }

    /// The newest of them before row `seq`.
    pub(in crate::review) fn seen(&self, origin: usize, id: StatementId, stage: Stage, seq: u64) -> Option<&Seen> {
        self.all_seen(origin, id, stage).rev().find(|seen| seen.seq < seq)
    }

    pub(super) fn merge(&mut self, seq: u64, base: Clean, head: Option<Digest>, origins: Vec<Origin>) {
        if self.origins.is_empty() {
            let (first, last) = (1, seq - 1);
            self.origins.push(Imported { file: base, head, first, last, shared: 0, statements: Vec::new() });
        }
        let mut first = seq + 1;
        for Origin { file, head, rows, shared, statements, .. } in origins {
            let last = first + rows - 1;
            self.origins.push(Imported { file, head, first, last, shared, statements });
            first = last + 1;
        }
    }

    /// What an act says in this review: one that was imported, with the rows and statements that it names under their
    /// numbers here.
    #[must_use]
    pub fn as_here(&self, act: &Act) -> Act {
        match act {
            Act::Imported { origin, of, .. } => {
                self.translate(*origin, (**of).clone()).act.unwrap_or_else(|| (**of).clone())
            }
            act => act.clone(),
        }
    }

    /// See [`Translated`].
    pub(super) fn translate(&self, origin: u32, act: Act) -> Translated {
        let none = Translated { act: None, effect: None };
        let Some(origin) = self.origins.get(origin as usize) else { return none };
        translate(origin, act).unwrap_or(none)
    }

    /// Remembers what the reviewers of another review go by.
    pub(super) fn see(&mut self, seq: u64, origin: u32, act: &Act) {
        let (stage, statement, value, gist, spec) = match act {
            Act::Bulk { acts, .. } => return acts.iter().for_each(|act| self.see(seq, origin, act)),
            Act::Result { stage, statement: Some(statement), value, gist, spec, .. } => {
                (*stage, *statement, *value, gist, Some(self.shared.spec(spec.clone())))
            }
            Act::Override { stage, statement: Some(statement), value, gist, .. } => {
                (*stage, *statement, *value, gist, None)
            }
            _ => return,
        };
        if spec.is_none() && stage == Stage::Verdict {
            return;
        }
        if let Stage::Cite | Stage::Weigh | Stage::Verdict | Stage::Judge = stage {
            let Gist { verdict: gist, .. } = *gist;
            let seen = Seen { seq, stage, value, gist, spec };
            self.seen.entry((origin as usize, statement)).or_default().push(seen);
        }
    }
}

/// `None` for what is about statements that were dropped there.
fn translate(origin: &Imported, act: Act) -> Option<Translated> {
    let whole = |act: Act| Some(Translated { act: Some(act.clone()), effect: Some(act) });
    let (mut act, matched) = match act {
        Act::Undo { of } => return whole(Act::Undo { of: origin.row(of) }),
        Act::Redo { of } => return whole(Act::Redo { of: origin.row(of) }),
        // What one reviewer took out is out, and a note on the review is on this one as well.
        act @ (Act::Redact { .. } | Act::Note { statement: None, .. }) => return whole(act),
        Act::Bulk { what, acts } => {
            let parts: Vec<Translated> = acts.into_iter().filter_map(|act| translate(origin, act)).collect();
            let of = |acts: Vec<Act>| (!acts.is_empty()).then(|| Act::Bulk { what: what.clone(), acts });
            let acts = of(parts.iter().filter_map(|part| part.act.clone()).collect());
            return Some(Translated { act: acts, effect: of(parts.into_iter().filter_map(|p| p.effect).collect()) });
        }
        act => {
            let Some(theirs) = act.statement() else { return Some(Translated { act: Some(act), effect: None }) };
            (act, origin.matched(theirs)?)
        }
    };
    act.set_statement(matched.ours);
    let takes_effect = matched.added
        || match &act {
            Act::Override { stage, .. } | Act::Withdraw { stage, .. } => *stage == Stage::Verdict,
            Act::Note { .. } | Act::Flag { .. } | Act::Raise { .. } | Act::Reveal { .. } | Act::Time { .. } => true,
            _ => false,
        };
    let effect = takes_effect.then(|| act.clone());
    Some(Translated { act: Some(act), effect })
}
