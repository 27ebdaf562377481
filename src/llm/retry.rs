//! Which failed calls are retried, and when (`docs/rules.md#retries`).

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use crate::domain::{Digest, StatementId};

use super::{CallError, Retry, Slot, Slots};

/// The longest pause that a server may ask for; for more the call fails and says how long.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

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
        let mut pause = self.pause(round);
        if let CallError::Busy { after: Some(after), .. } = error {
            if *after > LONGEST_WAIT {
                return false;
            }
            pause = pause.max(*after);
        }
        self.failed.push(Retry { why: error.to_string().into(), waited: as_millis(pause) });
        tokio::time::sleep(pause).await;
        true
    }

    /// The pause after a round, spread so that calls that failed together do not
    /// come back together.
    fn pause(&self, round: u32) -> Duration {
        let spread = Digest::of_parts([self.key.as_bytes().as_slice(), &round.to_le_bytes()]).as_bytes()[0];
        let factor = 0.75 + f64::from(spread) / 510.0;
        self.policy.backoff.mul_f64(factor).saturating_mul(1 << round.min(16))
    }
}

/// Milliseconds since a moment.
pub(super) fn millis(begun: Instant) -> u64 {
    as_millis(begun.elapsed())
}

fn as_millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_and_are_spread() {
        let slots = Slots::new(1);
        let pauses = |key: &[u8]| {
            let tries = Tries::new(&slots, RetryPolicy::default(), None, Digest::of(key));
            [0, 1, 2].map(|round| tries.pause(round).as_secs_f64())
        };
        for (pause, base) in pauses(b"one").into_iter().zip([1.0, 2.0, 4.0]) {
            assert!((0.75 * base..=1.25 * base).contains(&pause), "{pause} for {base}");
        }
        assert_ne!(pauses(b"one"), pauses(b"other"));
    }
}
