//! The review before it is written.

use crate::text::Clean;

use super::{
    super::{
        ExportAs,
        action::Effect,
        form,
        keys::{Op, Pane},
        state::State,
    },
    Want,
};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// As what it is shown and written.
    pub asked: ExportAs,
    /// The text, once made.
    pub text: Option<Clean>,
}

pub(super) fn open(state: &mut State) -> Vec<Effect> {
    vec![Effect::Read(Want::Preview(state.pages.export.asked.clone()))]
}

pub(super) fn took(state: &mut State, text: Clean) -> Vec<Effect> {
    state.pages.export.text = Some(text);
    state.version[Pane::Export] += 1;
    Vec::new()
}

/// It is to be written otherwise; it is shown so.
pub(in super::super) fn asked(state: &mut State, asked: ExportAs) -> Vec<Effect> {
    if state.pages.export.asked == asked {
        return Vec::new();
    }
    state.pages.export.asked = asked;
    open(state)
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    match op {
        Op::Open => Some(form::export(state)),
        _ => None,
    }
}
