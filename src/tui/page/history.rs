//! What was done to a statement, and what it changed.

mod comparison;
mod reader;

use std::{collections::BTreeMap, sync::Arc};

use jiff::Timestamp;

use crate::{
    domain::{Digest, Stage, StatementId, Verdict},
    review::Who,
    text::Clean,
};

use super::{
    super::{
        action::Effect,
        keys::{Op, Pane},
        messages::{hidden_or, say},
        minute,
        state::State,
    },
    LoadRequest,
};

pub(in super::super) use comparison::beside;
pub(super) use comparison::compare;
pub use comparison::{Changes, Compared, Comparison, Run};
pub(super) use reader::read;
use reader::{lasted, titles};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The acts, once read.
    pub history: Option<Arc<History>>,
    /// The whole review's, not the selected statement's.
    pub whole: bool,
    /// The run that the next one is compared with, by its row.
    pub marked: Option<u64>,
    /// What is unfolded, by its row: the changes, once they are read.
    pub open: BTreeMap<u64, Option<Arc<Changes>>>,
}

/// The acts on a statement, or on the whole review.
#[derive(Clone, Debug)]
pub struct History {
    /// Whose.
    pub id: Option<StatementId>,
    /// Newest first.
    pub items: Vec<Item>,
    /// When it was read.
    pub now: Timestamp,
}

/// An act, or several results of the machine in a row.
#[derive(Clone, Debug)]
pub struct Item {
    /// The row, or the newest of the rows.
    pub seq: u64,
    /// When.
    pub at: Timestamp,
    /// Whose act.
    pub who: Who,
    /// What was done.
    pub what: Clean,
    /// Why.
    pub reason: Option<Clean>,
    /// What became of it.
    pub fate: Fate,
    /// Whether something of it is in force.
    pub in_force: bool,
    /// The machine could not do it.
    pub failed: bool,
    /// How long the machine took, in milliseconds.
    pub millis: u64,
    /// The reasoner that ran, with its model; `None` for an act of a reviewer.
    pub reasoner: Option<Clean>,
    /// Results that came of it.
    pub revisions: Vec<Revision>,
    /// The verdict that the machine's run came to and its confidence, 0–1.
    pub verdict: Option<(Verdict, f64)>,
    /// Whether the review is blind and what came of it is left out.
    pub hidden: bool,
}

impl Item {
    /// When, to the minute.
    #[must_use]
    pub fn when(&self) -> String {
        minute(self.at)
    }

    /// The first stage and the last, in the order of the stages, that it has results of.
    fn stages(&self) -> String {
        let stages = || self.revisions.iter().map(|made| made.stage);
        match (stages().min(), stages().max()) {
            (Some(first), Some(last)) if first != last => format!("{first} → {last}"),
            (Some(only), _) => only.to_string(),
            (None, _) => String::new(),
        }
    }
}

/// What became of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Nothing.
    Stands,
    /// It was taken back.
    Undone,
    /// It was recorded again with a reason.
    Reasoned,
    /// It was taken back and done again.
    Redone,
}

impl Fate {
    /// Whether the act has no effect any more.
    #[must_use]
    pub fn is_over(self) -> bool {
        matches!(self, Self::Undone | Self::Reasoned)
    }
}

/// A result, and the one of its stage before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Revision {
    /// The stage.
    pub stage: Stage,
    /// Whose.
    pub statement: Option<StatementId>,
    /// Its value.
    pub value: Digest,
    /// The value before, and whether it is one statement's.
    pub before: Option<(Digest, bool)>,
}

fn about(state: &State) -> Option<StatementId> {
    if state.pages.history.whole { None } else { state.id() }
}

pub(super) fn open(state: &mut State) -> Vec<Effect> {
    vec![Effect::Read(LoadRequest::History(about(state)))]
}

pub(super) fn on_loaded(state: &mut State, history: Arc<History>) -> Vec<Effect> {
    if history.id != about(state) {
        return Vec::new();
    }
    let page = &mut state.pages.history;
    // The cursor stays at its act when others come in above it.
    let at = state.at[Pane::History];
    let same = page.history.as_ref().filter(|h| h.id == history.id);
    let seq = same.filter(|_| at > 0).and_then(|h| h.items.get(at)).map(|item| item.seq);
    if same.is_none() {
        page.open.clear();
    }
    let place = seq.and_then(|seq| history.items.iter().position(|item| item.seq == seq));
    state.at[Pane::History] = place.unwrap_or(0);
    state.follow[Pane::History] = true;
    page.history = Some(history);
    state.version[Pane::History] += 1;
    Vec::new()
}

/// An act was compared.
pub(super) fn compared(state: &mut State, seq: u64, changes: Arc<Changes>) -> Vec<Effect> {
    if let Some(open) = state.pages.history.open.get_mut(&seq) {
        *open = Some(changes);
        state.follow[Pane::History] = true;
        state.version[Pane::History] += 1;
    }
    Vec::new()
}

pub(super) fn items(state: &State) -> usize {
    state.pages.history.history.as_ref().map_or(0, |h| h.items.len())
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    match op {
        Op::Open => Some(unfold(state)),
        Op::Mark => Some(comparison::mark(state)),
        Op::WholeReview => {
            let page = &mut state.pages.history;
            page.whole = !page.whole;
            page.history = None;
            page.open.clear();
            state.at[Pane::History] = 0;
            state.version[Pane::History] += 1;
            Some(open(state))
        }
        Op::NextMatch | Op::PreviousMatch => {
            // From one revision that a reviewer made to the next.
            let history = state.pages.history.history.clone()?;
            let at = state.at[Pane::History];
            let own = |i: &usize| matches!(history.items[*i].who, Who::Reviewer(_));
            let found =
                if op == Op::NextMatch { (at + 1..history.items.len()).find(own) } else { (0..at).rev().find(own) };
            match found {
                Some(place) => {
                    state.at[Pane::History] = place;
                    state.follow[Pane::History] = true;
                }
                None => say(state, "no further act of a reviewer"),
            }
            Some(Vec::new())
        }
        _ => None,
    }
}

/// Unfolds what the selected act changed, or folds it again.
fn unfold(state: &mut State) -> Vec<Effect> {
    let Some(history) = state.pages.history.history.clone() else { return Vec::new() };
    let Some(item) = history.items.get(state.at[Pane::History]) else { return Vec::new() };
    state.version[Pane::History] += 1;
    state.follow[Pane::History] = true;
    if state.pages.history.open.remove(&item.seq).is_some() {
        return Vec::new();
    }
    if item.revisions.is_empty() {
        let is_hidden = item.hidden;
        hidden_or(state, is_hidden, "this act set no result; there is nothing more to show");
        return Vec::new();
    }
    state.pages.history.open.insert(item.seq, None);
    vec![Effect::Read(LoadRequest::Changes(item.seq, history.id, item.revisions.clone()))]
}
