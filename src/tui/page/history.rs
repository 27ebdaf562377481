//! What was done to a statement, and what it changed.

use std::sync::Arc;

use crate::{domain::StatementId, review::Entry, text::Clean};

use super::{
    super::{
        Link,
        action::Effect,
        keys::{Op, Pane},
        state::State,
    },
    Want,
};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The acts, once read.
    pub history: Option<Arc<History>>,
}

/// The acts on a statement.
#[derive(Clone, Debug)]
pub struct History {
    /// Whose.
    pub id: StatementId,
    /// Oldest first.
    pub entries: Vec<Entry>,
}

pub(super) fn read(link: &Link, id: StatementId) -> Result<History, Clean> {
    let entries = link.review().entries().map_err(|e| Clean::from(e.to_string()))?;
    Ok(History { id, entries: entries.into_iter().filter(|e| e.act.statement() == Some(id)).collect() })
}

pub(super) fn open(state: &mut State) -> Vec<Effect> {
    state.id().map(|id| Effect::Read(Want::History(id))).into_iter().collect()
}

pub(super) fn took(state: &mut State, history: Arc<History>) -> Vec<Effect> {
    state.pages.history.history = Some(history);
    state.version[Pane::History] += 1;
    Vec::new()
}

pub(super) fn items(_state: &State) -> usize {
    0
}

pub(super) fn act(_state: &mut State, _op: Op) -> Option<Vec<Effect>> {
    None
}
