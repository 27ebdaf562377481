//! The report before it is written.

use crate::text::Clean;

use super::{
    super::{
        action::Effect,
        keys::{Op, Pane},
        state::State,
        update::say,
    },
    Want,
};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The report, once made.
    pub text: Option<Clean>,
}

pub(super) fn open(_state: &mut State) -> Vec<Effect> {
    vec![Effect::Read(Want::Preview)]
}

pub(super) fn took(state: &mut State, text: Clean) -> Vec<Effect> {
    state.pages.export.text = Some(text);
    state.version[Pane::Export] += 1;
    Vec::new()
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    match op {
        Op::Open => {
            say(state, "writing the report …");
            Some(vec![Effect::Export])
        }
        _ => None,
    }
}
