//! What is to be done, in which order, and what is being done.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use tokio::task::{Id, JoinError, JoinSet};

use crate::{
    domain::{Digest, Stage, StatementId},
    reason::{Failure, Reasoner},
};

use super::{plan::Task, work::StageOutput};

/// What a running stage is known by.
#[derive(Clone)]
pub(super) struct Job {
    pub(super) statement: Option<StatementId>,
    pub(super) stage: Stage,
    pub(super) inputs: Digest,
    /// The how-many-eth job it is.
    pub(super) place: u64,
    /// By whom.
    pub(super) reasoner: Arc<dyn Reasoner>,
    /// Whether a judgement that came with the claim stands in for the reasoner's.
    pub(super) with_given: bool,
}

/// What came of a running stage, and how long it took.
pub(super) type Outcome = (Result<StageOutput, Failure>, Duration);

/// A job that came to its end.
pub(super) struct Ended {
    pub(super) job: Job,
    pub(super) worked: Result<StageOutput, Failure>,
    pub(super) took: Duration,
}

/// A run: statements that wait, and stages that are running.
#[derive(Default)]
pub(super) struct Run {
    /// Whether the paper's statements are to be extracted, and were not tried yet.
    /// By whom, when not by the review's own reasoner.
    pub(super) extract: Option<Option<Arc<dyn Reasoner>>>,
    /// Which reasoner handles what the extraction finds, when not by the review's own reasoner.
    pub(super) then: Option<Arc<dyn Reasoner>>,
    /// Statements that a run may be for, in order, each with its task and whether it runs though nothing changed.
    pub(super) planning: VecDeque<(StatementId, bool, Task)>,
    /// The statement to run before the others.
    focused: Option<StatementId>,
    /// Statements with something left to do, in the order to take them.
    pub(super) queue: VecDeque<StatementId>,
    pub(super) tasks: BTreeMap<StatementId, Task>,
    /// Statements of this run in plan order whose issues have no numbers yet.
    pub(super) to_number: VecDeque<StatementId>,
    pub(super) total: usize,
    /// Statements of this run that were given up.
    pub(super) given_up: usize,
    pub(super) running: JoinSet<Outcome>,
    pub(super) jobs: HashMap<Id, Job>,
    /// What came to its end and is not taken in yet.
    arrived: BTreeMap<u64, Ended>,
    /// Stages that are running, or wait to be recorded.
    pub(super) busy: BTreeSet<(Option<StatementId>, Stage)>,
    pub(super) started: u64,
    /// Whether something is needed that is not there.
    pub(super) halted: bool,
    /// Whether a stage has failed for that reason: what else was under way is as if it had not begun.
    pub(super) lacks: bool,
}

impl Run {
    pub(super) fn is_done(&self) -> bool {
        self.extract.is_none() && self.planning.is_empty() && self.queue.is_empty() && self.in_work() == 0
    }

    /// Jobs that were started and are not taken in yet.
    pub(super) fn in_work(&self) -> usize {
        self.running.len() + self.arrived.len()
    }

    /// Statements that are settled, and all of this run.
    pub(super) fn progress(&self) -> (usize, usize) {
        (self.total.saturating_sub(self.tasks.len() + self.given_up), self.total)
    }

    /// Whether anything of a statement, or of the paper, is running.
    pub(super) fn is_busy(&self, of: Option<StatementId>) -> bool {
        self.busy.iter().any(|(statement, _)| *statement == of)
    }

    /// The stages of a statement that are running.
    pub(super) fn stages_of(&self, id: StatementId) -> impl Iterator<Item = Stage> {
        self.busy.iter().filter(move |(statement, _)| *statement == Some(id)).map(|(_, stage)| *stage)
    }

    pub(super) fn add(&mut self, id: StatementId, task: Task) {
        match self.tasks.get_mut(&id) {
            Some(there) => there.merge(task),
            None => {
                self.tasks.insert(id, task);
                self.queue.push_back(id);
                self.total += 1;
            }
        }
        if !self.to_number.contains(&id) {
            self.to_number.push_back(id);
        }
    }

    pub(super) fn focus(&mut self, id: StatementId) {
        self.focused = Some(id);
        self.take_focused_first();
    }

    /// Moves the focused statement to the front of the queue, if it waits there.
    pub(super) fn take_focused_first(&mut self) {
        let Some(at) = self.queue.iter().position(|queued| Some(*queued) == self.focused) else { return };
        if let Some(id) = self.queue.remove(at) {
            self.queue.push_front(id);
        }
    }

    /// The job that was joined, and what came of it.
    pub(super) fn joined(
        &mut self,
        joined: Result<(Id, Outcome), JoinError>,
    ) -> Option<(Job, Result<Outcome, JoinError>)> {
        let id = joined.as_ref().map_or_else(JoinError::id, |(id, _)| *id);
        Some((self.jobs.remove(&id)?, joined.map(|(_, outcome)| outcome)))
    }

    /// Keeps a job that came to its end until it is taken in.
    pub(super) fn arrive(&mut self, ended: Ended) {
        self.arrived.insert(ended.job.place, ended);
    }

    /// What is to be taken in now: whatever arrived; or, in step, where what is
    /// taken in may not depend on what arrived first, the older half of what is
    /// in work, as soon as the last of it is there.
    pub(super) fn due(&mut self, in_step: bool) -> Vec<Ended> {
        if !in_step {
            return std::mem::take(&mut self.arrived).into_values().collect();
        }
        let oldest = self.jobs.values().map(|job| job.place).min().unwrap_or(u64::MAX);
        let half = self.in_work().div_ceil(2);
        if self.arrived.range(..oldest).count() < half {
            return Vec::new();
        }
        std::iter::from_fn(|| self.arrived.pop_first()).take(half).map(|(_, ended)| ended).collect()
    }

    pub(super) fn cancel(&mut self) {
        self.running.abort_all();
        self.given_up += self.tasks.len();
        self.extract = None;
        self.then = None;
        self.planning.clear();
        self.queue.clear();
        self.tasks.clear();
    }

    /// Begins nothing more; running stages finish. How many statements wait
    /// then; `None` when it was halted before.
    pub(super) fn halt(&mut self) -> Option<usize> {
        let was_halted = std::mem::replace(&mut self.halted, true);
        let waiting = self.tasks.len();
        self.extract = None;
        self.then = None;
        self.planning.clear();
        self.queue.clear();
        self.tasks.clear();
        self.total = self.total.saturating_sub(waiting);
        (!was_halted).then_some(waiting)
    }

    pub(super) fn mark_tried(&mut self, job: &Job) {
        if let Some(task) = job.statement.and_then(|id| self.tasks.get_mut(&id)) {
            task.mark_tried(job.stage);
        }
    }
}
