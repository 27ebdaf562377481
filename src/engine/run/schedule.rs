//! Schedules a run: plans the requested statements in slices and starts stages until all slots are taken.

use std::{collections::VecDeque, sync::Arc, time::Instant};

use crate::{
    domain::{Stage, StatementId},
    engine::{
        Event, Scope,
        plan::{self, Task},
        prompts,
        queue::Job,
        work::Inputs,
    },
    reason::{Failure, Reasoner},
    review::StageState,
};

use super::{Asked, Coordinator};

/// How many statements are planned until the coordinator looks for commands again: about a millisecond's worth.
const PLANNED_AT_ONCE: usize = 64;

impl Coordinator {
    /// Begins a run. It comes after what the library knew when the review was opened, so that each run does the same.
    pub(super) async fn begin(&mut self, asked: Asked) {
        if self.noticing.is_some() {
            self.deferred.push(asked);
            return;
        }
        let (scope, again, by) = asked;
        self.tell_unused(by.as_ref()).await;
        self.plan(scope, again, by);
        self.tell_progress().await;
    }

    /// Runs what an act made stale, where that setting is on. The act does not wait for the look for retractions, the
    /// run does.
    pub(super) fn rerun_after(&mut self, about: &[Option<StatementId>]) {
        for whom in about.iter().filter(|_| self.auto_rerun).copied().collect::<Vec<_>>() {
            let scope = whom.map_or(Scope::Everything, Scope::Statement);
            if self.noticing.is_some() {
                self.deferred.push((scope, false, None));
            } else {
                self.plan(scope, false, None);
            }
        }
    }

    /// Queues the stages in `scope`; with `again`, also those with unchanged inputs.
    pub(super) fn plan(&mut self, scope: Scope, again: bool, by: Option<Arc<dyn Reasoner>>) {
        (self.run.halted, self.run.lacks) = (false, false);
        let fold = self.runner.review.fold();
        let whole = || if again { Task::all_again() } else { Task::default() }.by(by.as_ref());
        match scope {
            Scope::Everything | Scope::Unfinished => {
                let keeps = scope == Scope::Unfinished;
                let extraction = fold.extraction();
                if plan::wants_extraction(&extraction) && !(keeps && extraction == StageState::Stale) {
                    self.run.extract = Some(by.clone());
                    self.run.then = by.clone();
                }
                let task = || if keeps { whole().keep_stale() } else { whole() };
                let statements = fold.statements().iter().map(|statement| (statement.id, again, task()));
                self.run.planning.extend(statements);
                drop(fold);
                self.plan_some();
            }
            Scope::Statement(id) => self.run.add(id, whole()),
            Scope::Stage(_, Stage::Extract) => {
                if again || plan::wants_extraction(&fold.extraction()) {
                    self.run.extract = Some(by);
                    self.run.then = None;
                }
            }
            Scope::Stage(id, stage) => self.run.add(id, Task::one(stage, again).by(by.as_ref())),
        }
    }

    /// How many statements have something to do that a reviewer did not leave stale.
    pub(super) fn unfinished(&self) -> usize {
        let review = Arc::clone(&self.runner.review);
        let (fold, viewer) = (review.fold(), review.viewer());
        let task = Task::default().keep_stale();
        fold.statements().iter().filter(|one| task.applies(&fold.resolve_for(one.id, &viewer))).count()
    }

    /// Adds the next statements of a plan that have something to do.
    pub(super) fn plan_some(&mut self) {
        let review = Arc::clone(&self.runner.review);
        let (fold, viewer) = (review.fold(), review.viewer());
        for _ in 0..PLANNED_AT_ONCE {
            let Some((id, again, task)) = self.run.planning.pop_front() else { break };
            // How many are run is shown: one that only a hidden act made stale waits for the verdict.
            let to_number = || !fold.hides(id, &viewer) && !fold.unnumbered(id).is_empty();
            let stages = fold.resolve_for(id, &viewer);
            if again || task.applies(&stages) || to_number() {
                self.run.add(id, task);
            }
        }
        if self.run.planning.is_empty() {
            self.run.take_focused_first();
        }
    }

    /// Starts stages until the slots are full.
    pub(super) async fn dispatch(&mut self) {
        if self.paused {
            return;
        }
        if !self.run.is_busy(None)
            && let Some(by) = self.run.extract.take()
        {
            let inputs = self.runner.review.fold().extract_inputs();
            if let Some(inputs) = inputs {
                let reasoner = by.unwrap_or_else(|| Arc::clone(&self.reasoners[0]));
                let job = Job { statement: None, stage: Stage::Extract, inputs, place: 0, reasoner, with_given: true };
                self.start(job, Inputs::default()).await;
            }
        }
        let mut waiting = VecDeque::new();
        // Some of those that are passed over wait for stages that are running, some for a place at theirs.
        while self.run.in_work() < self.slots
            && waiting.len() < 2 * self.slots
            && let Some(id) = self.run.queue.pop_front()
        {
            while self.run.in_work() < self.slots
                && let Some(job) = self.next(id)
                && self.has_place(job.stage)
            {
                match self.gather(id, job.stage) {
                    Ok(inputs) => self.start(job, inputs).await,
                    Err(failure) => self.collect_failure(job, failure).await,
                }
            }
            if self.run.is_busy(Some(id)) || self.next(id).is_some() {
                waiting.push_back(id);
            } else {
                self.run.tasks.remove(&id);
            }
        }
        while let Some(id) = waiting.pop_back() {
            self.run.queue.push_front(id);
        }
        self.activity.queued(self.run.queue.iter().copied());
    }

    fn gather(&self, id: StatementId, stage: Stage) -> Result<Inputs, Failure> {
        let review = &self.runner.review;
        let (statement, reviewer_verdict) = {
            let fold = review.fold();
            let statement = fold.statement(id).cloned();
            let stages = fold.resolve(id);
            (statement, matches!(stages.get(Stage::Verdict).state, StageState::Overridden { .. }))
        };
        let gone = || Failure::new(stage, "the statement is no longer in the review");
        let mut inputs = Inputs::gather(review, statement.ok_or_else(gone)?, stage)?;
        inputs.reviewer_verdict = reviewer_verdict;
        Ok(inputs)
    }

    /// The stage of `id` to run next, if there is one.
    fn next(&self, id: StatementId) -> Option<Job> {
        let task = self.run.tasks.get(&id)?;
        let running: Vec<Stage> = self.run.stages_of(id).collect();
        // In step, so that the journal is the same on every run, stage follows stage.
        if self.in_step && !running.is_empty() {
            return None;
        }
        let review = &self.runner.review;
        let (fold, viewer) = (review.fold(), review.viewer());
        let shown = fold.hides(id, &viewer).then(|| fold.resolve_for(id, &viewer));
        let (stage, inputs) = task.next(&fold.resolve(id), shown.as_ref(), &running)?;
        let reasoner = Arc::clone(task.reasoner().unwrap_or(&self.reasoners[0]));
        let with_given = task.reasoner().is_none() && !task.is_again(stage);
        Some(Job { statement: Some(id), stage, inputs, place: 0, reasoner, with_given })
    }

    /// Whether one more may work at `stage`. In step, statements that were begun together would all be at the same
    /// stage at the same time, and the processors idle through the short ones.
    fn has_place(&self, stage: Stage) -> bool {
        !self.in_step || self.run.busy.iter().filter(|(_, busy)| *busy == stage).count() < self.slots.div_ceil(8)
    }

    async fn start(&mut self, mut job: Job, mut inputs: Inputs) {
        match prompts::with_kept_prompts(&self.runner.review, &job.reasoner) {
            Ok(reasoner) => job.reasoner = reasoner,
            Err(why) => {
                let failure = Failure::new(job.stage, why);
                return self.collect_failure(job, failure).await;
            }
        }
        self.run.started += 1;
        job.place = self.run.started;
        inputs.with_given = job.with_given;
        let (runner, stage, reasoner) = (Arc::clone(&self.runner), job.stage, Arc::clone(&job.reasoner));
        self.run.mark_tried(&job);
        self.run.busy.insert((job.statement, job.stage));
        self.activity.started(job.statement, stage);
        self.tell(Event::Started(job.statement, stage)).await;
        let work = async move {
            let begun = Instant::now();
            let worked = runner.work(&*reasoner, stage, inputs).await;
            (worked, begun.elapsed())
        };
        let handle = self.run.running.spawn_on(work, &self.stages);
        self.run.jobs.insert(handle.id(), job);
    }
}
