//! Which failed calls are retried, and when (`docs/rules.md#retries`).

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use crate::{
    domain::{Digest, StatementId},
    net,
};

use super::{CallError, Retry, Slot, Slots};

/// How a failed call is retried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Retries after the first try (`docs/rules.md#retries`).
    pub retries: u32,
    /// Waited before the second try, then twice that, and so on, each up to a
    /// quarter more or less.
    pub backoff: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self { retries: 3, backoff: Duration::from_secs(1) }
    }
}

/// The tries of one call, each with a place of its own.
pub(super) struct Tries<'a> {
    slots: &'a Arc<Slots>,
    policy: RetryPolicy,
    statement: Option<StatementId>,
    key: Digest,
    /// Waited for places so far, in milliseconds.
    pub(super) queued: u64,
    /// What failed so far.
    pub(super) failed: Vec<Retry>,
}

impl<'a> Tries<'a> {
    pub(super) fn new(slots: &'a Arc<Slots>, policy: RetryPolicy, statement: Option<StatementId>, key: Digest) -> Self {
        Self { slots, policy, statement, key, queued: 0, failed: Vec::new() }
    }

    /// Waits for a place for the next try.
    pub(super) async fn begin(&mut self) -> Slot {
        let begun = Instant::now();
        let slot = self.slots.take(self.statement).await;
        self.queued += millis(begun);
        slot
    }

    /// Whether to try again after this, once it was waited.
    pub(super) async fn again(&mut self, error: &CallError) -> bool {
        let round = u32::try_from(self.failed.len()).unwrap_or(u32::MAX);
        if round >= self.policy.retries.min(error.retries()) {
            return false;
        }
        let mut pause = net::pause(self.policy.backoff, round, &self.key);
        if let CallError::Busy { after: Some(after), .. } = error {
            if *after > net::LONGEST_WAIT {
                return false;
            }
            pause = pause.max(*after);
        }
        self.failed.push(Retry { why: error.to_string().into(), waited: as_millis(pause) });
        tokio::time::sleep(pause).await;
        true
    }
}

/// Milliseconds since a moment.
pub(super) fn millis(begun: Instant) -> u64 {
    as_millis(begun.elapsed())
}

fn as_millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
