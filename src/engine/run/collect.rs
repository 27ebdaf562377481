//! What ended becomes rows of the journal: results, failures and the numbers of issues.

use std::{sync::atomic::Ordering, time::Duration};

use tokio::task::{Id, JoinError};

use crate::{
    domain::Digest,
    engine::{
        Event, Scope,
        queue::{Ended, Job, Outcome},
        work::StageOutput,
    },
    reason::Failure,
    review::{Act, Draft, Who},
};

use super::Coordinator;

impl Coordinator {
    /// Notes that a job came to its end.
    pub(super) fn arrive(&mut self, joined: Result<(Id, Outcome), JoinError>) {
        let Some((job, outcome)) = self.run.joined(joined) else { return };
        let (worked, took) = match outcome {
            Ok(outcome) => outcome,
            Err(e) if e.is_cancelled() => {
                self.run.busy.remove(&(job.statement, job.stage));
                self.activity.cancelled(job.statement, job.stage);
                return;
            }
            Err(_) => {
                let reason = "this stage broke down, which is a fault of gainsay: please report it; what was there \
                              before is untouched";
                (Err(Failure::new(job.stage, reason)), Duration::ZERO)
            }
        };
        let failure = worked.as_ref().map_or_else(Some, |worked| worked.failure.as_ref());
        // One failure says that the server is gone; the others would be stages to run again one by one.
        if failure.is_some_and(|failure| failure.needed().is_some()) && std::mem::replace(&mut self.run.lacks, true) {
            self.run.busy.remove(&(job.statement, job.stage));
            self.activity.cancelled(job.statement, job.stage);
            return;
        }
        self.activity.finished(job.statement, job.stage, took, failure.map(|failure| failure.reason.clone()));
        self.run.arrive(Ended { job, worked, took });
    }

    /// Takes in what came to its end: appends it, and says so.
    pub(super) async fn collect(&mut self, ended: Vec<Ended>) {
        let mut drafts = Vec::new();
        let mut news = Vec::new();
        let mut needed = None;
        for Ended { job, worked, took } in ended {
            self.run.busy.remove(&(job.statement, job.stage));
            let failure = match worked {
                Ok(mut worked) => {
                    let failure = worked.failure.take();
                    let fold = self.runner.review.fold();
                    // What failed in part does not take the place of a result that did not.
                    if failure.is_none() || !fold.has_whole(job.statement, job.stage, job.inputs) {
                        self.worked[job.stage.number()].fetch_add(1, Ordering::Relaxed);
                        news.push(Event::Finished(job.statement, job.stage));
                        drafts.push(self.result(&job, worked, took));
                    }
                    failure
                }
                Err(failure) => Some(failure),
            };
            if let Some(failure) = failure {
                needed = needed.or_else(|| failure.needed());
                news.push(Event::Failed(job.statement, job.stage));
                drafts.push(self.failed(&job, failure));
            }
        }
        let halted = needed.and_then(|(need, why)| {
            // Some of the others may not be planned yet.
            let waiting = self.run.halt()?.max(self.unfinished());
            Some(Event::Halted { need, why, waiting })
        });
        news.extend(halted);
        self.commit(drafts, news).await;
    }

    pub(super) async fn collect_failure(&mut self, job: Job, failure: Failure) {
        self.run.mark_tried(&job);
        let draft = self.failed(&job, failure);
        self.commit(vec![draft], vec![Event::Failed(job.statement, job.stage)]).await;
    }

    async fn commit(&mut self, mut drafts: Vec<Draft>, news: Vec<Event>) {
        let extracted = news.iter().any(|e| matches!(e, Event::Finished(None, _)));
        drafts.extend(self.numbers());
        if let Err(e) = self.append(drafts).await {
            self.run.cancel();
            self.tell(Event::Refused(format!("results could not be kept, so the run was stopped: {e}").into())).await;
            return;
        }
        if extracted {
            let by = self.run.then.take();
            self.plan(Scope::Everything, false, by);
        }
        for event in news {
            self.tell(event).await;
        }
        self.tell_progress().await;
    }

    fn result(&self, job: &Job, worked: StageOutput, took: Duration) -> Draft {
        let spec = worked.by.clone().unwrap_or_else(|| job.reasoner.spec_of(job.stage));
        let bytes = worked.value.bytes();
        let act = Act::Result {
            stage: job.stage,
            statement: job.statement,
            spec,
            inputs: job.inputs,
            value: Digest::of(&bytes),
            gist: worked.value.gist(),
            millis: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
        };
        let mut blobs = worked.documents;
        blobs.push(bytes);
        Draft { who: Who::Engine, act, blobs }
    }

    fn failed(&self, job: &Job, failure: Failure) -> Draft {
        let is_there = self.runner.review.fold().has_whole(job.statement, job.stage, job.inputs);
        let stays = if is_there { "; the last good result stays in force" } else { "" };
        let act = Act::Failed {
            stage: job.stage,
            statement: job.statement,
            spec: job.reasoner.spec_of(job.stage),
            inputs: job.inputs,
            reason: format!("{}{stays}", failure.reason).into(),
        };
        Draft { who: Who::Engine, act, blobs: Vec::new() }
    }

    /// Numbers for the issues of statements that are settled, in plan order: a
    /// statement waits until those before it are settled, so that numbers do
    /// not depend on what finished first.
    fn numbers(&mut self) -> Option<Draft> {
        let fold = self.runner.review.fold();
        let mut issues = Vec::new();
        while let Some(id) = self.run.to_number.front().copied() {
            if self.run.tasks.contains_key(&id) || self.run.is_busy(Some(id)) {
                break;
            }
            issues.extend(fold.unnumbered(id));
            self.run.to_number.pop_front();
        }
        (!issues.is_empty()).then(|| Draft { who: Who::Engine, act: Act::Number { issues }, blobs: Vec::new() })
    }

    pub(super) async fn number_settled(&mut self) {
        if let Some(draft) = self.numbers()
            && let Err(e) = self.append(vec![draft]).await
        {
            self.tell(Event::Refused(e.to_string().into())).await;
        }
    }
}
