//! What to run next: functions of the fold and of what a face
//! asked for.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    domain::{Digest, Stage},
    reason::Reasoner,
    review::{Resolved, StageState, Stages},
};

/// What is asked for of one statement.
#[derive(Clone, Default)]
pub(super) struct Task {
    /// Stages to re-run although nothing changed.
    again: BTreeSet<Stage>,
    /// Only these stages and what they are made from; everything when empty.
    only: BTreeSet<Stage>,
    /// Stages that were tried in this run: nothing is tried twice.
    tried: BTreeSet<Stage>,
    /// By whom, when not by the review's own reasoner.
    by: Option<Arc<dyn Reasoner>>,
    /// Whether a statement of which anything is stale stays as it is until a reviewer asks.
    keeps_stale: bool,
}

impl Task {
    /// All stages of a statement once more.
    pub(super) fn all_again() -> Self {
        Self { again: Stage::OF_STATEMENT.into_iter().collect(), ..Self::default() }
    }

    /// By this reasoner, if one is named.
    pub(super) fn by(mut self, reasoner: Option<&Arc<dyn Reasoner>>) -> Self {
        self.by = reasoner.cloned();
        self
    }

    /// Nothing of a statement of which anything is stale.
    pub(super) fn keep_stale(mut self) -> Self {
        self.keeps_stale = true;
        self
    }

    /// Whether there is anything to do at these stages.
    pub(super) fn applies(&self, stages: &Stages) -> bool {
        let is_any = |is: fn(&StageState) -> bool| stages.iter().any(|resolved| is(&resolved.state));
        if self.keeps_stale {
            let is_open = is_any(|state| matches!(state, StageState::Missing | StageState::Failed(_)));
            return is_open && !is_any(|state| matches!(state, StageState::Stale));
        }
        !stages.settled()
    }

    pub(super) fn reasoner(&self) -> Option<&Arc<dyn Reasoner>> {
        self.by.as_ref()
    }

    /// One stage with its missing or stale inputs first; `again` though nothing changed.
    pub(super) fn one(stage: Stage, again: bool) -> Self {
        let mut only = BTreeSet::from([stage]);
        for input in Stage::ALL.into_iter().rev() {
            if only.iter().any(|s| s.inputs().contains(&input)) {
                only.insert(input);
            }
        }
        Self { again: again.then_some(stage).into_iter().collect(), only, ..Self::default() }
    }

    /// Takes another wish for the same statement in.
    pub(super) fn merge(&mut self, other: Self) {
        if self.only.is_empty() || other.only.is_empty() {
            self.only.clear();
        } else {
            self.only.extend(other.only);
        }
        // The newest word on who is to work it out holds.
        if other.by.is_some() {
            self.by = other.by;
        }
        for stage in other.again {
            self.again.insert(stage);
            self.tried.remove(&stage);
        }
    }

    /// Whether this stage is to run although nothing changed.
    pub(super) fn is_again(&self, stage: Stage) -> bool {
        self.again.contains(&stage)
    }

    pub(super) fn mark_tried(&mut self, stage: Stage) {
        self.tried.insert(stage);
    }

    /// The first stage that is wanted and can be run, with what it is
    /// made from. One whose inputs are not settled waits for them, and is
    /// passed over when they failed; so does one of whose inputs any is among
    /// those that are `running`. What is done in `shown`, the stages for who looks where a blind review hides some, runs
    /// only when it is asked for: that it had become stale reveals what others did.
    pub(super) fn next(&self, stages: &Stages, shown: Option<&Stages>, running: &[Stage]) -> Option<(Stage, Digest)> {
        let ready = |resolved: &Resolved| resolved.stage.inputs().iter().all(|input| stages.get(*input).is_made());
        Stage::OF_STATEMENT.into_iter().find_map(|stage| {
            let resolved = stages.get(stage);
            let is_due = match resolved.state {
                StageState::Missing | StageState::Stale | StageState::Failed(_) => true,
                StageState::Done => false,
                StageState::Overridden { .. } => stage == Stage::Verdict && stages.verdict_lags(),
            };
            let is_done = |shown: &Stages| matches!(shown.get(stage).state, StageState::Done);
            let wanted = self.again.contains(&stage) || is_due && !shown.is_some_and(is_done);
            let asked = self.only.is_empty() || self.only.contains(&stage);
            let free = !running.iter().any(|running| *running == stage || stage.follows(*running));
            let go = wanted && asked && free && !self.tried.contains(&stage) && ready(resolved);
            resolved.inputs.filter(|_| go).map(|inputs| (stage, inputs))
        })
    }
}

/// Whether the paper's statements are yet to be extracted.
pub(super) fn wants_extraction(state: &StageState) -> bool {
    matches!(state, StageState::Missing | StageState::Stale | StageState::Failed(_))
}
