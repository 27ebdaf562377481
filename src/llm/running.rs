//! Calls that wait for their answers, and what is there of them.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::{Call, Part};

/// A call that waits for its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// The question.
    pub call: Arc<Call>,
    /// What is there of the thinking.
    pub thinking: String,
    /// What is there of the answer.
    pub text: String,
    /// For how long.
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

    /// `call` is in the list for as long as what this returns lives.
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

/// A running call in the list.
pub(super) struct Watched<'a> {
    calls: &'a RunningCalls,
    ticket: u64,
}

impl Watched<'_> {
    /// Takes in a piece of the answer.
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
