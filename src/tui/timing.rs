//! How long the reviewer looks at each statement, without idle time (`docs/rules.md#time`).

use std::collections::BTreeMap;

use crate::{desk::Intent, domain::StatementId, engine::Command, review::Who, text::spell};

use super::{
    action::{Action, Effect},
    keys::Pane,
    messages::news,
    state::{Millis, State},
};

/// The longest time between two keys that counts; a longer one is idle, and none of it counts.
pub const IDLE: Millis = 60_000;

/// Time on a statement below this is not recorded by itself: passing over a statement is not reading it.
const LEAST: Millis = 2_000;

/// Active time in one sitting after which a break is suggested, and again after as much.
const LONG: Millis = 50 * 60_000;

/// Time without a key that is a break: a new sitting begins after it.
const BREAK: Millis = 5 * 60_000;

/// What was measured and is not recorded yet.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    /// When the reviewer did something last.
    last: Option<Millis>,
    /// The statement that was in view then.
    on: Option<StatementId>,
    spent: BTreeMap<StatementId, Millis>,
    /// Active time since the last break.
    sitting: Millis,
    /// How often a break was suggested since.
    suggested: u64,
}

/// The statement that the reviewer looks at; none in views of the whole review.
fn in_view(state: &State) -> Option<StatementId> {
    let whole = matches!(state.focus, Pane::Overview | Pane::Agreement | Pane::Activity | Pane::Export);
    state.id().filter(|_| !whole)
}

/// Counts the time up to something that the reviewer did; called before it is taken in.
pub(super) fn count(state: &mut State, now: Millis, action: &Action) {
    let by_hand = matches!(action, Action::Key(_) | Action::Mouse(..) | Action::Paste(_));
    let Some(timing) = state.timing.as_mut().filter(|_| by_hand) else { return };
    let since = timing.last.replace(now).map_or(0, |last| now.saturating_sub(last));
    if since >= BREAK {
        (timing.sitting, timing.suggested) = (0, 0);
    }
    if since <= IDLE {
        timing.sitting += since;
        if let Some(id) = timing.on {
            *timing.spent.entry(id).or_default() += since;
        }
    }
}

/// The acts that record what was measured, once the reviewer leaves a statement or the program; called after an action.
pub(super) fn record(state: &mut State, effects: &[Effect]) -> Vec<Effect> {
    let here = in_view(state);
    let quits = effects.iter().any(|effect| matches!(effect, Effect::Quit));
    let writes = !state.read_only;
    let name = state.reviewer.clone();
    let Some(timing) = state.timing.as_mut() else { return Vec::new() };
    let left = std::mem::replace(&mut timing.on, here) != here;
    let due = timing.sitting / LONG;
    let long = due > std::mem::replace(&mut timing.suggested, due);
    let mut drafts = Vec::new();
    if let Some(name) = name.filter(|_| writes && (left || quits)) {
        let who = Who::Reviewer(name);
        timing.spent.retain(|id, spent| {
            let due = *spent >= LEAST && (quits || Some(*id) != here);
            if due {
                drafts.push(Intent::Time(*id, *spent).act().signed(who.clone()));
            }
            !due
        });
    }
    if long {
        news(
            state,
            format!("{} of review without a break of five minutes; a pause keeps judgement fresh", spell(due * LONG)),
        );
    }
    if drafts.is_empty() { Vec::new() } else { vec![Effect::Send(Command::Append(drafts))] }
}
