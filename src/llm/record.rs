//! What is kept of every call: the trace, and the answers that need not be paid
//! for twice.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};

use crate::{domain::Digest, text::Clean};

use super::{Call, Reply, answer::Step};

/// A try that failed before the one that counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retry {
    /// Why it failed.
    pub why: Clean,
    /// How long was waited after it, in milliseconds.
    pub waited: u64,
}

/// A call that came to its end, well or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallRecord {
    /// Digest of the question.
    pub request: Digest,
    /// The question as it was sent.
    pub call: Call,
    /// The seed that was answered: a try that the server failed at is repeated
    /// with the next seed.
    pub seed: i32,
    /// The answer as it came; `None` when there was none.
    pub reply: Option<Reply>,
    /// Why there was no answer, or none that could be used.
    pub failure: Option<Clean>,
    /// Tries that failed before.
    pub retries: Vec<Retry>,
    /// What had to be done to read the answer.
    pub repairs: Vec<Step>,
    /// What was done to the question beforehand, in words: evidence that was left out.
    pub notes: Vec<Clean>,
    /// How long it waited for a place, in milliseconds.
    pub queued: u64,
    /// How long the server took, in milliseconds.
    pub took: u64,
}

impl CallRecord {
    /// Whether the answer can stand for a new one.
    #[must_use]
    pub fn usable(&self) -> bool {
        self.failure.is_none() && self.reply.is_some()
    }
}

/// Where calls are kept.
pub trait Record: Send + Sync {
    /// The newest call with this request that was answered, well or not.
    fn recall(&self, request: Digest) -> Option<CallRecord>;

    /// Keeps a call; it is safe once this returns.
    ///
    /// # Errors
    /// When it cannot be kept, in words.
    fn keep(&self, record: &CallRecord) -> Result<(), Clean>;
}

/// Calls kept as long as the program runs: for checks of a model, outside of a review.
#[derive(Debug, Default)]
pub struct InMemory(Mutex<(Vec<CallRecord>, BTreeMap<Digest, usize>)>);

impl InMemory {
    /// Every call so far, in the order of their ends.
    #[must_use]
    pub fn calls(&self) -> Vec<CallRecord> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}

impl Record for InMemory {
    fn recall(&self, request: Digest) -> Option<CallRecord> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.1.get(&request).and_then(|at| kept.0.get(*at)).cloned()
    }

    fn keep(&self, record: &CallRecord) -> Result<(), Clean> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if record.reply.is_some() {
            let at = kept.0.len();
            kept.1.insert(record.request, at);
        }
        kept.0.push(record.clone());
        Ok(())
    }
}
