//! What is known of one statement, or of the review as a whole.

use std::{collections::BTreeMap, ops::Range};

use serde::{Deserialize, Serialize};

use crate::{
    domain::{Digest, Gist, Issue, IssueKey, ReasonLists, Stage, StatementId},
    text::Clean,
};

use super::{
    super::{Act, Who},
    revision::{Failed, KeptPrompt, MachineRevision, Note, OverrideRevision, Patch, Repeated, RulingMade, TimeSpent},
};

/// All that rows said of one statement (or of the whole review), undone acts included.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::review) struct History {
    /// The engine's results by the number of their stage, oldest first.
    pub(in crate::review) machine: [Vec<MachineRevision>; Stage::ALL.len()],
    /// The rest, which most statements have nothing of.
    pub(in crate::review) rest: Option<Box<Extras>>,
    /// Every row about it, oldest first.
    pub(in crate::review) rows: Vec<u64>,
    /// The newest row after which it may look different.
    pub(in crate::review) touched: u64,
}

/// What reviewers said, and what failed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::review) struct Extras {
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) stages: BTreeMap<Stage, StageOverrides>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) rulings: BTreeMap<IssueKey, Vec<RulingMade>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) raised: Vec<(u64, Who, Issue)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<Note>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) flags: Vec<(u64, Who, bool)>,
    /// Hosts that text may be sent to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) consents: Vec<(u64, Clean)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) times: Vec<TimeSpent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) repeated: Option<Repeated>,
    /// Lists of reasons, of the whole review.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) reasons: Vec<(u64, ReasonLists)>,
    /// Prompts that were kept or reset, of the whole review.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) prompts: Vec<KeptPrompt>,
}

/// What a stage has besides the engine's results.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::review) struct StageOverrides {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(in crate::review) overrides: Vec<OverrideRevision>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(in crate::review) withdrawn: Vec<Withdrawal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::review) failed: Option<Failed>,
    /// The rows of results of which a part failed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(in crate::review) partial: Vec<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(in crate::review) patches: Vec<Patch>,
}

/// That a reviewer took their overrides of a stage back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::review) struct Withdrawal {
    pub(in crate::review) seq: u64,
    pub(in crate::review) who: Who,
}

impl Withdrawal {
    /// Whether it takes an override back: nobody withdraws what another reviewer set.
    pub(in crate::review) fn is_of(&self, made: &OverrideRevision) -> bool {
        self.seq > made.seq && self.who == made.who
    }
}

static NOTHING: StageOverrides = StageOverrides {
    overrides: Vec::new(),
    withdrawn: Vec::new(),
    failed: None,
    partial: Vec::new(),
    patches: Vec::new(),
};

impl Extras {
    /// The rows of the acts that decide what stages are made from.
    pub(super) fn steering(&self) -> impl Iterator<Item = u64> {
        let overrides = self.stages.values().flat_map(|stage| &stage.overrides).map(|made| made.seq);
        let patches = self.stages.values().flat_map(|stage| &stage.patches).map(|patch| patch.seq);
        let rulings = self.rulings.values().flatten().map(|made| made.seq);
        overrides.chain(patches).chain(rulings).chain(self.raised.iter().map(|(seq, ..)| *seq))
    }
}

impl History {
    pub(super) fn rest(&mut self) -> &mut Extras {
        self.rest.get_or_insert_default()
    }

    pub(super) fn beside(&mut self, stage: Stage) -> &mut StageOverrides {
        self.rest().stages.entry(stage).or_default()
    }
}

/// What is known of one stage of one statement.
#[derive(Clone, Copy, Debug)]
pub(in crate::review) struct Slot<'a> {
    pub(in crate::review) machine: &'a [MachineRevision],
    pub(in crate::review) beside: &'a StageOverrides,
}

impl<'a> Slot<'a> {
    pub(in crate::review) fn of(about: Option<&'a History>, stage: Stage) -> Self {
        let beside = about.and_then(|about| about.rest.as_ref()?.stages.get(&stage));
        Self {
            machine: about.map_or(&[], |about| about.machine[stage.number()].as_slice()),
            beside: beside.unwrap_or(&NOTHING),
        }
    }

    /// The engine's result that counts: the newest made from what is in force, else the newest that was not made in one of
    /// these `spans` of rows, else the newest.
    pub(in crate::review) fn current(
        self,
        inputs: Option<Digest>,
        spans: &[Range<u64>],
    ) -> Option<&'a MachineRevision> {
        let newest = || self.machine.iter().rev();
        let fresh = newest().find(|m| Some(m.inputs) == inputs);
        let lasting = || newest().find(|m| !spans.iter().any(|span| span.contains(&m.seq)));
        fresh.or_else(lasting).or(self.machine.last())
    }

    /// Whether the engine has a result made from `inputs` of which no part failed.
    pub(in crate::review) fn has_whole(self, inputs: Digest) -> bool {
        self.current(Some(inputs), &[]).is_some_and(|m| m.inputs == inputs && !self.beside.partial.contains(&m.seq))
    }

    /// The gists of all its results.
    pub(in crate::review) fn gists(self) -> impl Iterator<Item = &'a Gist> {
        let set = self.beside.overrides.iter().map(|o| &*o.gist);
        self.machine.iter().map(|m| &*m.gist).chain(set)
    }

    /// The overrides that were neither undone nor withdrawn, oldest first.
    pub(in crate::review) fn given(self, undone: &Undone) -> impl Iterator<Item = &'a OverrideRevision> {
        let is_withdrawn = move |made: &OverrideRevision| {
            self.beside.withdrawn.iter().any(|by| by.is_of(made) && !undone.contains(by.seq))
        };
        self.beside.overrides.iter().filter(move |made| !undone.contains(made.seq) && !is_withdrawn(made))
    }

    /// The newest override that was neither undone nor withdrawn.
    pub(in crate::review) fn override_in_force(self, undone: &Undone) -> Option<&'a OverrideRevision> {
        self.given(undone).last()
    }
}

/// Acts that were taken back, each with the row that did so.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(in crate::review) struct Undone(pub(super) BTreeMap<u64, u64>);

impl Undone {
    pub(in crate::review) fn contains(&self, seq: u64) -> bool {
        self.0.contains_key(&seq)
    }
}

/// What one reviewer can undo and redo: the numbers of their acts, the next one last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Stack {
    pub(super) who: Who,
    pub(super) done: Vec<u64>,
    pub(super) undone: Vec<u64>,
}

impl Stack {
    /// A new act of `who`, after which nothing that they undid before can be redone.
    pub(super) fn push(stacks: &mut Vec<Self>, who: &Who, seq: u64) {
        let at = stacks.iter().position(|stack| stack.who == *who).unwrap_or_else(|| {
            stacks.push(Self { who: who.clone(), done: Vec::new(), undone: Vec::new() });
            stacks.len() - 1
        });
        stacks[at].done.push(seq);
        stacks[at].undone.clear();
    }

    /// An act was undone, by whomever: its author can redo it.
    pub(super) fn undo(stacks: &mut [Self], of: u64) {
        stacks.iter_mut().for_each(|stack| shift(&mut stack.done, &mut stack.undone, of));
    }

    pub(super) fn redo(stacks: &mut [Self], of: u64) {
        stacks.iter_mut().for_each(|stack| shift(&mut stack.undone, &mut stack.done, of));
    }
}

/// Moves a number from one list, where it is most likely the last, to the end of the other.
fn shift(from: &mut Vec<u64>, to: &mut Vec<u64>, of: u64) {
    if let Some(at) = from.iter().rposition(|seq| *seq == of) {
        to.push(from.remove(at));
    }
}

/// What an act bears on; taking it back bears on the same.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Reach {
    /// The statements that it is about; `None` is the review as a whole.
    pub(super) whom: Vec<Option<StatementId>>,
    /// Whether the statements or the thresholds may be others after it.
    pub(super) settles: bool,
}

impl Reach {
    pub(super) fn of(act: &Act) -> Self {
        let mut reach = Self::default();
        reach.add(act);
        if reach.whom.is_empty() {
            reach.whom.push(None);
        }
        // A statement may come up in a bulk act more than once.
        reach.whom.sort_unstable();
        reach.whom.dedup();
        reach
    }

    fn add(&mut self, act: &Act) {
        if let Act::Bulk { acts, .. } = act {
            acts.iter().for_each(|act| self.add(act));
            return;
        }
        self.whom.push(act.statement());
        self.settles |= match act {
            Act::Open { .. } | Act::Configure { .. } | Act::Merge { .. } | Act::Blind { .. } | Act::Prompt { .. } => {
                true
            }
            Act::Result { stage, .. } | Act::Override { stage, .. } | Act::Withdraw { stage, .. } => {
                *stage == Stage::Extract
            }
            _ => false,
        };
    }

    /// Whether every statement may look different after it.
    pub(super) fn sweeps(&self) -> bool {
        self.settles && self.whom.contains(&None)
    }
}
