//! What was looked at last: an abstract is scored, cited from and weighed, each
//! by the same view of it, which is costly to compute.

use std::{
    cell::RefCell,
    collections::VecDeque,
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

use crate::domain::Digest;

use super::{Models, Odds, View, view::Claim};

/// How many looks are kept: the candidates of the statements that are worked on at a time, some 60 kB each.
const KEPT: usize = 320;

static RECENT: Mutex<VecDeque<(Digest, Arc<Look>)>> = Mutex::new(VecDeque::new());

/// A claim over an abstract, as the models that are built in see it.
#[derive(Debug)]
pub struct Look {
    view: View,
    likely: Vec<f64>,
}

impl Look {
    /// The sentences with how likely each is to be what a person would give as the reason, 0–1.
    pub fn sentences(&self) -> impl Iterator<Item = (Range<usize>, f64)> {
        self.view.ranges().zip(self.likely.iter().copied())
    }

    /// As [`Models::odds`].
    #[must_use]
    pub fn odds(&self, cited: Option<Range<usize>>) -> Option<Odds> {
        Models::shipped().odds(&self.view, &self.likely, cited)
    }

    /// As [`View::window`].
    #[must_use]
    pub fn window(&self, cited: Option<Range<usize>>) -> String {
        self.view.window(&self.likely, cited)
    }
}

/// Looks at a claim over an abstract, or remembers what was seen; the same either way.
#[must_use]
pub fn look(statement: &str, title: &str, text: &str) -> Arc<Look> {
    let key = Digest::of([statement, title, text].join("\0").as_bytes());
    let recent = || RECENT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, known)) = recent().iter().rev().find(|(other, _)| *other == key) {
        return Arc::clone(known);
    }
    let models = Models::shipped();
    let view = View::over(claim(statement, models), title, text, &models.rarity);
    let look = Arc::new(Look { likely: models.likely(&view), view });
    let mut recent = recent();
    if recent.len() == KEPT {
        recent.pop_front();
    }
    recent.push_back((key, Arc::clone(&look)));
    look
}

/// A claim taken apart, unless the thread did so last: it is looked at over one abstract after the other.
fn claim(statement: &str, models: &Models) -> Arc<Claim> {
    thread_local! {
        static LAST: RefCell<Option<Arc<Claim>>> = const { RefCell::new(None) };
    }
    LAST.with_borrow_mut(|last| match last {
        Some(claim) if claim.text() == statement => Arc::clone(claim),
        _ => Arc::clone(last.insert(Arc::new(Claim::of(statement, &models.rarity)))),
    })
}
