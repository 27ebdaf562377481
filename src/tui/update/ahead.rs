//! Keys that come too early: ahead of a statement that is still being read or extracted, to confirm a name that nobody
//! was asked for yet, or for a statement that nobody can have read yet.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::{
    text::Clean,
    tui::{
        action::{Action, Effect},
        keys::{self, Key, Match, Op},
        messages::{hint, say},
        overlay,
        state::{Millis, State},
        unsaved::asks_name,
    },
};

use super::press;

/// How many keys may be typed ahead.
const AHEAD: usize = 256;

/// Keys that follow each other within this time are typed in one go.
const IN_ONE_GO: Millis = 200;

/// A second decision within this time is not one on the statement that the first went on to: nobody has read it, and
/// a key that is held down repeats faster.
const TOO_SOON: Millis = 350;

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

/// Whether a key confirms a name that was typed in one go from before the question for it opened: it may be meant for
/// something else. Then it does nothing but ask.
pub(super) fn confirms_too_soon(state: &mut State, key: &KeyEvent) -> bool {
    let Some(newest) = state.typing_on else { return false };
    let is_on = asks_name(state) && state.now.saturating_sub(newest) < IN_ONE_GO;
    state.typing_on = is_on.then_some(state.now);
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    let confirms = key.code == KeyCode::Enter || ctrl && matches!(key.code, KeyCode::Char('s' | 'd'));
    if is_on && confirms {
        say(state, "is this your name? Enter once more confirms it");
    }
    is_on && confirms
}

/// Whether a key decides on a statement that has only just come; then it does nothing but say so.
pub(super) fn is_too_soon(state: &mut State, op: Op) -> bool {
    let decides = matches!(op, Op::Accept | Op::SetContradicts | Op::SetSupports | Op::SetUndecided);
    let is_new = state.moved_on.is_some_and(|at| state.now.saturating_sub(at) < TOO_SOON);
    let Some(id) = state.id().filter(|_| decides && is_new) else { return false };
    state.moved_on = Some(state.now);
    say(state, format!("{id} is here now and was not decided: the key came too soon after the last; press it again"));
    true
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
            Action::Key(key) if confirms_too_soon(state, &key) => {}
            Action::Key(key) => effects.extend(press(state, key)),
            Action::Paste(text) => effects.extend(overlay::paste(state, &Clean::from(text))),
            _ => {}
        }
    }
    effects
}
