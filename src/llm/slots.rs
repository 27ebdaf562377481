//! The places at a model server: how many calls may run at a time, and whose
//! turn it is.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::domain::StatementId;

/// Places for calls. The calls of the statement that is looked at come first,
/// then those of the paper, then statement after statement in their order.
#[derive(Debug)]
pub struct Slots(Mutex<Queue>);

#[derive(Debug)]
struct Queue {
    free: usize,
    tickets: u64,
    focus: Option<StatementId>,
    waiting: Vec<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    statement: Option<StatementId>,
    ticket: u64,
    wake: oneshot::Sender<Slot>,
}

/// A place that is taken, until it is dropped.
#[derive(Debug)]
pub struct Slot(Arc<Slots>);

impl Slots {
    /// This many places, at least 1.
    #[must_use]
    pub fn new(count: usize) -> Arc<Self> {
        Arc::new(Self(Mutex::new(Queue { free: count.max(1), tickets: 0, focus: None, waiting: Vec::new() })))
    }

    /// This many more places.
    pub fn widen(self: &Arc<Self>, more: usize) {
        for _ in 0..more {
            drop(Slot(Arc::clone(self)));
        }
    }

    /// The statement whose calls come first from now on.
    pub fn focus(&self, statement: StatementId) {
        self.queue().focus = Some(statement);
    }

    /// Waits for a place. Who stops waiting gives its turn up.
    pub async fn take(self: &Arc<Self>, statement: Option<StatementId>) -> Slot {
        let turn = {
            let mut queue = self.queue();
            if queue.free > 0 {
                queue.free -= 1;
                return Slot(Arc::clone(self));
            }
            let (wake, turn) = oneshot::channel();
            let ticket = queue.tickets;
            queue.tickets += 1;
            queue.waiting.push(Waiting { statement, ticket, wake });
            turn
        };
        match turn.await {
            Ok(slot) => slot,
            // Whoever waits is woken before the queue is gone.
            Err(_) => std::future::pending().await,
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let next = {
            let mut queue = self.0.queue();
            let focus = queue.focus;
            let rank = |w: &Waiting| (focus.is_none() || w.statement != focus, w.statement, w.ticket);
            queue.waiting.retain(|w| !w.wake.is_closed());
            let next = queue.waiting.iter().enumerate().min_by_key(|(_, w)| rank(w)).map(|(at, _)| at);
            if next.is_none() {
                queue.free += 1;
            }
            next.map(|at| queue.waiting.swap_remove(at))
        };
        // One that has just stopped waiting gives the place back by dropping it.
        if let Some(next) = next {
            let _ = next.wake.send(Slot(Arc::clone(&self.0)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_statement_looked_at_comes_first_then_the_paper_then_the_rest_in_order() {
        let slots = Slots::new(1);
        let first = slots.take(None).await;
        slots.focus(StatementId(3));
        let (told, mut heard) = tokio::sync::mpsc::unbounded_channel();
        let mut tasks = Vec::new();
        for statement in [Some(2), Some(3), Some(1), None, Some(3)] {
            let (slots, told) = (Arc::clone(&slots), told.clone());
            tasks.push(tokio::spawn(async move {
                let _slot = slots.take(statement.map(StatementId)).await;
                told.send(statement).unwrap();
            }));
            tokio::task::yield_now().await;
        }
        drop(first);
        let mut order = Vec::new();
        for _ in 0..5 {
            order.push(heard.recv().await.unwrap());
        }
        assert_eq!(order, [Some(3), Some(3), None, Some(1), Some(2)]);
    }

    #[tokio::test]
    async fn who_stops_waiting_takes_no_place_along() {
        let slots = Slots::new(1);
        let held = slots.take(None).await;
        for _ in 0..3 {
            let waiting = tokio::spawn({
                let slots = Arc::clone(&slots);
                async move { slots.take(None).await }
            });
            tokio::task::yield_now().await;
            waiting.abort();
            let _ = waiting.await;
        }
        drop(held);
        drop(slots.take(None).await);
        assert_eq!(slots.queue().free, 1);
    }
}
