//! What runs, what waits, what failed.

use std::sync::Arc;

use crate::{
    domain::StatementId,
    engine::{Activity, Done},
};

use super::{
    super::{
        Link,
        action::Effect,
        keys::{Op, Pane},
        messages::hint,
        selection::select,
        state::{Overlay, State},
    },
    LoadRequest,
};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// What was read last.
    pub activity: Option<Arc<Activity>>,
}

pub(super) fn read(link: &Link) -> Activity {
    let mut activity = link.activity();
    // What a model is writing about a blind statement is its opinion.
    for asking in activity.asking.iter_mut().filter(|asking| asking.statement.is_some_and(|id| link.review().hides(id)))
    {
        asking.text = "hidden until you give a verdict".into();
    }
    activity
}

pub(super) fn open(state: &mut State) -> Vec<Effect> {
    state.pages.asked = state.now;
    vec![Effect::Read(LoadRequest::Activity)]
}

pub(super) fn on_loaded(state: &mut State, activity: Arc<Activity>) -> Vec<Effect> {
    state.pages.activity.activity = Some(activity);
    state.version[Pane::Activity] += 1;
    let last = items(state).saturating_sub(1);
    state.at[Pane::Activity] = state.at[Pane::Activity].min(last);
    Vec::new()
}

/// What can be selected: the newest results, failures among them.
pub(super) fn items(state: &State) -> usize {
    state.pages.activity.activity.as_ref().map_or(0, |a| a.done.len())
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    match op {
        Op::Open => {
            let done: Done = state.pages.activity.activity.as_ref()?.done.get(state.at[Pane::Activity])?.clone();
            let effects = done.statement.map(|id| go(state, id)).unwrap_or_default();
            if let Some(why) = done.failure {
                state.overlays.push(Overlay::Failure(done.stage, why));
            }
            Some(effects)
        }
        _ => None,
    }
}

fn go(state: &mut State, id: StatementId) -> Vec<Effect> {
    let place = state.visible.iter().position(|row| state.shown.rows[*row].statement.id == id);
    let Some(place) = place else {
        hint(state, &format!("{id} is hidden by what the list is narrowed to; {{back}} in the list shows all"));
        return Vec::new();
    };
    state.trail.clear();
    state.focus = Pane::Statements;
    select(state, place)
}
