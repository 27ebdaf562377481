//! What is worked out, what waits, what failed.

use std::sync::Arc;

use crate::engine::Activity;

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
    /// What was read last.
    pub activity: Option<Arc<Activity>>,
}

pub(super) fn read(link: &Link) -> Activity {
    link.activity()
}

pub(super) fn open(_state: &mut State) -> Vec<Effect> {
    vec![Effect::Read(Want::Activity)]
}

pub(super) fn took(state: &mut State, activity: Arc<Activity>) -> Vec<Effect> {
    state.pages.activity.activity = Some(activity);
    state.version[Pane::Activity] += 1;
    Vec::new()
}

pub(super) fn items(_state: &State) -> usize {
    0
}

pub(super) fn act(_state: &mut State, _op: Op) -> Option<Vec<Effect>> {
    None
}
