//! One gate per host for the whole process: how fast requests follow one another, how many are under way, and until
//! when a host is closed. Limits are learnt from the headers of its answers.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use jiff::Timestamp;
use reqwest::header::HeaderMap;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::Instant,
};

use crate::{net::Host, text::Clean};

/// What a host allows, before its headers say more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    /// Between the starts of two requests.
    pub(super) interval: Duration,
    /// Requests under way at a time.
    pub(super) at_once: usize,
}

/// What happens to all requests to one host.
#[derive(Debug)]
pub(super) struct Lane {
    places: Arc<Semaphore>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    interval: Duration,
    next: Instant,
    closed: Option<(Timestamp, Clean)>,
    remaining: Option<Clean>,
}

impl Lane {
    /// The lane of a service, the same for everyone in this process. A service on this machine sets no pace.
    pub(super) fn of(host: &Host, pace: Pace) -> Arc<Self> {
        let interval = if host.is_loopback() { Duration::ZERO } else { pace.interval };
        Self::shared(host.without_path().to_string(), Pace { interval, ..pace })
    }

    /// The lane of the pages of a host, wherever it is. On this machine it is not that of a service, which has no pace.
    pub(super) fn of_pages(host: &Host, pace: Pace) -> Arc<Self> {
        let apart = if host.is_loopback() { " pages" } else { "" };
        Self::shared(format!("{}{apart}", host.without_path()), pace)
    }

    fn shared(key: String, pace: Pace) -> Arc<Self> {
        static LANES: OnceLock<Mutex<HashMap<String, Arc<Lane>>>> = OnceLock::new();
        let mut lanes = locked(LANES.get_or_init(Mutex::default));
        let new = || {
            let state = State { interval: pace.interval, next: Instant::now(), closed: None, remaining: None };
            Arc::new(Self { places: Arc::new(Semaphore::new(pace.at_once)), state: Mutex::new(state) })
        };
        Arc::clone(lanes.entry(key).or_insert_with(new))
    }

    /// Waits for this request's turn.
    ///
    /// # Errors
    /// Until when the host is closed, and why.
    pub(super) async fn enter(&self) -> Result<OwnedSemaphorePermit, (Timestamp, Clean)> {
        let place = Arc::clone(&self.places).acquire_owned().await;
        let turn = {
            let mut state = self.state();
            if let Some((until, why)) = state.closed.clone() {
                if Timestamp::now() < until {
                    return Err((until, why));
                }
                state.closed = None;
            }
            let turn = state.next.max(Instant::now());
            state.next = turn + state.interval;
            turn
        };
        tokio::time::sleep_until(turn).await;
        place.map_err(|_| (Timestamp::now(), "the program is ending".into()))
    }

    /// Learns from the headers of an answer: Crossref's `x-rate-limit-*`, and what is left by `x-ratelimit-remaining`.
    pub(super) fn learn(&self, headers: &HeaderMap) {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
        let mut state = self.state();
        if let (Some(limit), Some(interval)) = (text("x-rate-limit-limit"), text("x-rate-limit-interval"))
            && let (Ok(limit), Ok(seconds)) = (limit.parse::<u32>(), interval.trim_end_matches('s').parse::<f64>())
            && limit > 0
            && let Ok(interval) = Duration::try_from_secs_f64(seconds / f64::from(limit))
        {
            state.interval = interval;
        }
        // Brave has a list of them, the longest span last: “0, 1999”.
        if let Some(left) = text("x-ratelimit-remaining").and_then(|left| left.rsplit(',').next()) {
            state.remaining = Some(Clean::from(left.trim()).one_line());
        }
    }

    /// Sends nothing more until then.
    pub(super) fn close(&self, until: Timestamp, why: Clean) {
        self.state().closed = Some((until, why));
    }

    /// What is left of the host's limit, where it says so.
    pub(super) fn remaining(&self) -> Option<Clean> {
        self.state().remaining.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace { interval: Duration::from_millis(40), at_once: 1 };

    #[tokio::test]
    async fn requests_of_everyone_to_one_host_keep_its_pace() {
        let host = Host::parse("https://paced.invalid/a").unwrap();
        let other = Host::parse("https://paced.invalid/b").unwrap();
        let begun = Instant::now();
        for host in [&host, &other, &host] {
            let _ = Lane::of(host, PACE).enter().await.unwrap();
        }
        assert!(begun.elapsed() >= 2 * PACE.interval);
    }

    #[tokio::test]
    async fn pages_of_this_machine_keep_their_pace_beside_a_service_that_has_none() {
        let host = Host::parse("http://127.0.0.1:9").unwrap();
        let begun = Instant::now();
        for lane in [Lane::of(&host, PACE), Lane::of_pages(&host, PACE), Lane::of_pages(&host, PACE)] {
            let _ = lane.enter().await.unwrap();
        }
        assert!(begun.elapsed() >= PACE.interval);
    }

    #[tokio::test]
    async fn limits_are_learnt_and_a_closed_host_is_asked_nothing() {
        let lane = Lane::of(&Host::parse("https://learning.invalid").unwrap(), PACE);
        let mut headers = HeaderMap::new();
        headers.insert("x-rate-limit-limit", "10".parse().unwrap());
        headers.insert("x-rate-limit-interval", "1s".parse().unwrap());
        headers.insert("x-ratelimit-remaining", "73".parse().unwrap());
        lane.learn(&headers);
        let begun = Instant::now();
        let _ = lane.enter().await.unwrap();
        let _ = lane.enter().await.unwrap();
        assert!(begun.elapsed() >= Duration::from_millis(100));
        assert_eq!(lane.remaining().as_deref(), Some("73"));
        lane.close(Timestamp::now() + jiff::SignedDuration::from_hours(1), "the day's limit is spent".into());
        assert!(lane.enter().await.is_err_and(|(_, why)| *why == *"the day's limit is spent"));
    }
}
