//! Keys typed ahead of a statement that is still being read or extracted.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::{
    text::Clean,
    tui::{
        action::{Action, Effect},
        keys::{self, Key, Match},
        messages::hint,
        overlay,
        state::State,
    },
};

use super::press;

/// How many keys may be typed ahead.
const AHEAD: usize = 256;

/// Whether the statements of a new review are being extracted, and the panes wait for them.
pub(super) fn is_extracting(state: &State) -> bool {
    state.busy && state.shown.rows.is_empty() && state.overlays.is_empty() && !state.focus.is_view()
}

/// Whether a key is always taken at once while statements are extracted.
pub(super) fn is_way_out(key: &KeyEvent) -> bool {
    key.code == KeyCode::Esc || key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Whether a key is about a statement that is still being read or extracted: then it and what is typed after it wait, so
/// that no key is lost.
pub(super) fn waits(state: &State, key: &KeyEvent) -> bool {
    let keys: Vec<Key> = state.pressed.iter().copied().chain([Key::of(key)]).collect();
    let Match::Op(op) = state.keymap.find(&keys, state.focus) else { return false };
    let Some(binding) = keys::binding(op) else { return false };
    let is_reading = state.overlays.is_empty() && state.loading.is_some() && state.detail().is_none();
    is_reading && binding.is_about_the_statement() || is_extracting(state) && binding.needs_statements()
}

/// Keeps what is typed for the statement that is still to come.
pub(super) fn keep(state: &mut State, typed: Action) {
    if state.ahead.is_empty() {
        state.ahead = state.pressed.drain(..).map(|key| Action::Key(key.event())).collect();
        if is_extracting(state) {
            hint(state, "no statement is here yet: what you type is kept for the first one; {back} forgets it");
        }
    }
    if state.ahead.len() < AHEAD {
        state.ahead.push_back(typed);
    }
}

/// Takes in the keys and the text that waited.
pub(super) fn catch_up(state: &mut State, mut effects: Vec<Effect>) -> Vec<Effect> {
    while let Some(typed) = state.ahead.pop_front() {
        match typed {
            Action::Key(key) if waits(state, &key) => {
                state.ahead.push_front(typed);
                break;
            }
            Action::Key(key) => effects.extend(press(state, key)),
            Action::Paste(text) => effects.extend(overlay::paste(state, &Clean::from(text))),
            _ => {}
        }
    }
    effects
}
