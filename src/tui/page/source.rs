//! The paper with its statements in it.

use std::sync::Arc;

use crate::{domain::Source, text::Clean};

use super::{
    super::{
        action::Effect,
        keys::{Op, Pane},
        state::State,
    },
    Want,
};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The paper, once read.
    pub source: Option<Arc<Source>>,
    /// What is searched for.
    pub search: Clean,
}

pub(super) fn open(state: &mut State) -> Vec<Effect> {
    if state.pages.source.source.is_some() { Vec::new() } else { vec![Effect::Read(Want::Source)] }
}

pub(super) fn took(state: &mut State, source: Arc<Source>) -> Vec<Effect> {
    state.pages.source.source = Some(source);
    state.version[Pane::Source] += 1;
    Vec::new()
}

pub(super) fn items(_state: &State) -> usize {
    0
}

pub(super) fn act(_state: &mut State, _op: Op) -> Option<Vec<Effect>> {
    None
}

pub(super) fn search(state: &mut State, words: &Clean) {
    state.pages.source.search = words.clone();
    state.version[Pane::Source] += 1;
}
