//! What the engine does at the moment and did last, for whoever watches.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use crate::{
    domain::{Stage, StatementId},
    reason::Asking,
    text::Clean,
};

/// How many results are remembered.
const NEWEST: usize = 200;
/// How many of those that wait are named.
const NEXT: usize = 50;
/// How many durations of a stage are remembered.
const SAMPLES: usize = 512;

/// A stage that is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doing {
    /// Whose; `None` for the whole paper.
    pub statement: Option<StatementId>,
    /// Which.
    pub stage: Stage,
    /// For how long.
    pub since: Duration,
}

/// A stage that was run, or failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// Whose; `None` for the whole paper.
    pub statement: Option<StatementId>,
    /// Which.
    pub stage: Stage,
    /// How long ago.
    pub ago: Duration,
    /// How long it took.
    pub took: Duration,
    /// Why it failed, if it did.
    pub failure: Option<Clean>,
}

/// How one stage goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageRate {
    /// Which.
    pub stage: Stage,
    /// How often it was run.
    pub count: u64,
    /// How often it failed.
    pub failed: u64,
    /// How long it takes on average, of the newest ones.
    pub mean: Duration,
    /// How long it takes at most in 95 of 100 cases, of the newest ones.
    pub p95: Duration,
}

/// What goes on at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Activity {
    /// What runs, the longest first.
    pub doing: Vec<Doing>,
    /// Statements that wait, in their order; not all of them.
    pub next: Vec<StatementId>,
    /// How many wait.
    pub waiting: usize,
    /// Questions to models that wait for their answers, the oldest first.
    pub asking: Vec<Asking>,
    /// Newest first.
    pub done: Vec<Done>,
    /// Every stage that was run or failed.
    pub rates: Vec<StageRate>,
    /// Failures by their reason, most frequent first.
    pub failures: Vec<(Clean, u64)>,
    /// Results in the last minute.
    pub last_minute: usize,
}

#[derive(Debug, Default)]
struct Samples {
    count: u64,
    failed: u64,
    took: VecDeque<Duration>,
}

#[derive(Debug, Default)]
struct Kept {
    doing: BTreeMap<(Option<StatementId>, Stage), Instant>,
    /// The first statements with something left to do, and how many there are.
    queue: Vec<StatementId>,
    unfinished: usize,
    done: VecDeque<(Instant, Done)>,
    stages: BTreeMap<Stage, Samples>,
    failures: BTreeMap<Clean, u64>,
}

/// Where the engine writes down what it does.
#[derive(Debug, Default)]
pub(super) struct Log(Mutex<Kept>);

impl Log {
    fn with<T>(&self, change: impl FnOnce(&mut Kept) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn started(&self, statement: Option<StatementId>, stage: Stage) {
        self.with(|kept| kept.doing.insert((statement, stage), Instant::now()));
    }

    /// The statements with something left to do, those that are in work among them.
    pub(super) fn queued(&self, queue: impl ExactSizeIterator<Item = StatementId>) {
        self.with(|kept| {
            kept.unfinished = queue.len();
            kept.queue = queue.take(NEXT + kept.doing.len()).collect();
        });
    }

    pub(super) fn cancelled(&self, statement: Option<StatementId>, stage: Stage) {
        self.with(|kept| kept.doing.remove(&(statement, stage)));
    }

    pub(super) fn finished(
        &self,
        statement: Option<StatementId>,
        stage: Stage,
        took: Duration,
        failure: Option<Clean>,
    ) {
        self.with(|kept| {
            let begun = kept.doing.remove(&(statement, stage));
            let samples = kept.stages.entry(stage).or_default();
            let took = match &failure {
                None => {
                    samples.count += 1;
                    samples.took.push_back(took);
                    if samples.took.len() > SAMPLES {
                        samples.took.pop_front();
                    }
                    took
                }
                Some(reason) => {
                    samples.failed += 1;
                    *kept.failures.entry(reason.clone()).or_default() += 1;
                    begun.map_or(took, |begun| begun.elapsed())
                }
            };
            kept.done.push_front((Instant::now(), Done { statement, stage, ago: Duration::ZERO, took, failure }));
            kept.done.truncate(NEWEST);
        });
    }

    pub(super) fn idle(&self) {
        self.with(|kept| {
            kept.doing.clear();
            kept.queue.clear();
            kept.unfinished = 0;
        });
    }

    pub(super) fn snapshot(&self) -> Activity {
        self.with(|kept| {
            let mut doing: Vec<Doing> = kept
                .doing
                .iter()
                .map(|((statement, stage), begun)| Doing {
                    statement: *statement,
                    stage: *stage,
                    since: begun.elapsed(),
                })
                .collect();
            doing.sort_by_key(|d| std::cmp::Reverse(d.since));
            let done: Vec<Done> =
                kept.done.iter().map(|(at, done)| Done { ago: at.elapsed(), ..done.clone() }).collect();
            let mut failures: Vec<(Clean, u64)> = kept.failures.iter().map(|(r, n)| (r.clone(), *n)).collect();
            failures.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
            let in_work: BTreeSet<StatementId> = doing.iter().filter_map(|doing| doing.statement).collect();
            Activity {
                doing,
                next: kept.queue.iter().copied().filter(|id| !in_work.contains(id)).take(NEXT).collect(),
                waiting: kept.unfinished.saturating_sub(in_work.len()),
                asking: Vec::new(),
                last_minute: done.iter().filter(|d| d.failure.is_none() && d.ago < Duration::from_secs(60)).count(),
                rates: kept.stages.iter().map(|(stage, samples)| samples.rate(*stage)).collect(),
                done,
                failures,
            }
        })
    }
}

impl Samples {
    fn rate(&self, stage: Stage) -> StageRate {
        let mut sorted: Vec<Duration> = self.took.iter().copied().collect();
        sorted.sort_unstable();
        let count = u32::try_from(sorted.len()).unwrap_or(u32::MAX);
        let mean = sorted.iter().sum::<Duration>().checked_div(count).unwrap_or_default();
        let p95 =
            sorted.get((sorted.len() * 95 / 100).min(sorted.len().saturating_sub(1))).copied().unwrap_or_default();
        StageRate { stage, count: self.count, failed: self.failed, mean, p95 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_waits_and_failed_is_listed() {
        let log = Log::default();
        let id = |n| StatementId(n);
        log.started(Some(id(1)), Stage::Counter);
        log.queued([id(1), id(2), id(3)].into_iter());
        let now = log.snapshot();
        assert_eq!((now.doing.len(), now.next.as_slice(), now.waiting), (1, [id(2), id(3)].as_slice(), 2));
        for ms in 1..=100 {
            log.finished(Some(id(1)), Stage::Counter, Duration::from_millis(ms), None);
        }
        log.started(Some(id(2)), Stage::Search);
        log.finished(Some(id(2)), Stage::Search, Duration::ZERO, Some("the library is gone".into()));
        let now = log.snapshot();
        assert!(now.doing.is_empty());
        // A stage has ended, and the run is paused: what was in work waits with the others, named as counted.
        assert_eq!((now.next.as_slice(), now.waiting), ([id(1), id(2), id(3)].as_slice(), 3));
        let counter = now.rates.iter().find(|r| r.stage == Stage::Counter).unwrap();
        assert_eq!((counter.count, counter.p95), (100, Duration::from_millis(96)));
        assert_eq!(counter.mean, Duration::from_micros(50_500));
        assert_eq!(now.failures, [("the library is gone".into(), 1)]);
        assert_eq!(now.done[0].failure.as_deref(), Some("the library is gone"));
        assert_eq!((now.done.len(), now.last_minute), (101, 100));
    }
}
