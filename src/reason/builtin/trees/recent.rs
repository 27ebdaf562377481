//! What was looked at last: an abstract is scored, cited from and weighed, each
//! by the same view of it, which is costly to compute.

use std::{
    cell::RefCell,
    collections::VecDeque,
    ops::Range,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use crate::domain::Digest;

use super::{
    super::{
        findings::reports_nothing,
        sections::Section,
        zones::{Role, Roles, Zones},
    },
    Models, Odds, View,
    view::Claim,
};

/// How many looks are kept: the candidates of the statements that are worked on at a time, some 60 kB each.
const KEPT: usize = 320;

/// The weight of a sentence that reports no result and no conclusion; the best of 0.1 to 0.5 on SciFact's dev split.
const ASIDE: f64 = 0.3;
/// How likely a result or a conclusion must be for the full weight, 0–1; chosen in the same way.
const REPORTS: f64 = 0.3;

static RECENT: Mutex<VecDeque<(Digest, Arc<Look>)>> = Mutex::new(VecDeque::new());

/// A claim over an abstract, as the models that are built in see it.
#[derive(Debug)]
pub struct Look {
    view: View,
    likely: Vec<f64>,
    /// See [`Self::ranked`]; computed on demand, since few of the documents scored are cited.
    rank: OnceLock<Vec<f64>>,
}

impl Look {
    /// The sentences with how likely each is to be what a person would give as the reason, 0–1.
    pub fn sentences(&self) -> impl Iterator<Item = (Range<usize>, f64)> {
        self.view.ranges().zip(self.likely.iter().copied())
    }

    /// The sentences, each with how likely it is and the rank by which it is cited before others: lower where it hardly
    /// reports a result or a conclusion, 0 where it reports nothing.
    pub fn ranked(&self) -> impl Iterator<Item = (Range<usize>, f64, f64)> {
        let rank = self.rank.get_or_init(|| {
            let texts: Vec<&str> = self.view.texts().collect();
            let weighted = weights_of_roles(&texts).zip(&self.likely).map(|(weight, likely)| weight * likely);
            weighted.zip(&texts).map(|(rank, text)| if reports_nothing(text) { 0.0 } else { rank }).collect()
        });
        self.sentences().zip(rank).map(|((range, likely), rank)| (range, likely, *rank))
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
    let look = Arc::new(Look { likely: models.likely(&view), rank: OnceLock::new(), view });
    let mut recent = recent();
    if recent.len() == KEPT {
        recent.pop_front();
    }
    recent.push_back((key, Arc::clone(&look)));
    look
}

/// How much each sentence counts by what it does in its abstract: less where it hardly reports a result or a conclusion.
fn weights_of_roles(texts: &[&str]) -> impl Iterator<Item = f64> {
    let labels: Vec<Option<Roles>> = texts
        .iter()
        .scan(None, |section, text| {
            *section = Section::inline(text).0.and_then(Section::roles).or(*section);
            Some(*section)
        })
        .collect();
    let roles = Zones::shipped().chain(texts, &labels);
    let reports = |roles: Roles| roles[Role::Result as usize] + roles[Role::Conclusion as usize];
    roles.into_iter().map(move |roles| ASIDE + (1.0 - ASIDE) * (reports(roles) / REPORTS).min(1.0))
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
