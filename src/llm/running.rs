//! Calls in progress and the partial answers received so far.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::{Call, Part};

/// A call in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// The question.
    pub call: Arc<Call>,
    /// Thinking received so far.
    pub thinking: String,
    /// Answer text received so far.
    pub text: String,
    /// Time since it was sent.
    pub since: Duration,
}

/// The calls that run at the moment.
#[derive(Debug, Default)]
pub(super) struct RunningCalls(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    begun: u64,
    calls: BTreeMap<u64, (Running, Instant)>,
}

impl RunningCalls {
    /// The oldest first.
    pub(super) fn list(&self) -> Vec<Running> {
        let state = self.state();
        state.calls.values().map(|(run, begun)| Running { since: begun.elapsed(), ..run.clone() }).collect()
    }

    /// Adds `call` to the list until the returned guard is dropped.
    pub(super) fn begin(&self, call: &Call) -> Watched<'_> {
        let call = Arc::new(call.clone());
        let running = Running { call, thinking: String::new(), text: String::new(), since: Duration::ZERO };
        let mut state = self.state();
        let ticket = state.begun;
        state.begun += 1;
        state.calls.insert(ticket, (running, Instant::now()));
        Watched { calls: self, ticket }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Guard of a listed call.
pub(super) struct Watched<'a> {
    calls: &'a RunningCalls,
    ticket: u64,
}

impl Watched<'_> {
    /// Appends a part of the answer.
    pub(super) fn write(&self, part: Part<'_>) {
        if let Some((running, _)) = self.calls.state().calls.get_mut(&self.ticket) {
            match part {
                Part::Thinking(piece) => running.thinking.push_str(piece),
                Part::Text(piece) => running.text.push_str(piece),
                Part::Anew => {
                    running.thinking.clear();
                    running.text.clear();
                }
            }
        }
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        self.calls.state().calls.remove(&self.ticket);
    }
}
