//! The themes to pick from: the one that is gone to is tried on.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent};

use super::{
    action::Effect,
    keys::Op,
    messages::say,
    state::{Overlay, State},
    theme::Theme,
};

/// Lists the themes, the one in force selected.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    let selected = state.themes.list().iter().position(|shelved| *shelved.name == *state.theme.name()).unwrap_or(0);
    let before = Arc::clone(&state.theme);
    state.overlays.push(Overlay::Themes { selected, before });
    Vec::new()
}

/// A key for the list.
pub(super) fn key(
    state: &mut State,
    selected: usize,
    before: Arc<Theme>,
    key: KeyEvent,
    op: Option<Op>,
) -> Vec<Effect> {
    let last = state.themes.list().len().saturating_sub(1);
    let to = match (key.code, op) {
        (KeyCode::Esc, _) | (_, Some(Op::Quit)) => {
            state.theme = before;
            return Vec::new();
        }
        (KeyCode::Enter, _) => {
            let name = state.theme.name().to_owned();
            let setting = state.themes.setting(&name);
            say(state, format!("{name} until you quit; for good: {setting}"));
            return Vec::new();
        }
        (KeyCode::Down | KeyCode::Tab, _) | (_, Some(Op::Next)) => selected + 1,
        (KeyCode::Up | KeyCode::BackTab, _) | (_, Some(Op::Previous)) => selected.saturating_sub(1),
        (KeyCode::Home | KeyCode::PageUp, _) | (_, Some(Op::First)) => 0,
        (KeyCode::End | KeyCode::PageDown, _) | (_, Some(Op::Last)) => last,
        _ => selected,
    };
    state.overlays.push(Overlay::Themes { selected, before });
    go(state, to.min(last));
    Vec::new()
}

/// Goes to a theme and tries it on; one that cannot be used leaves the screen as it is.
pub(super) fn go(state: &mut State, to: usize) {
    let Some(shelved) = state.themes.list().into_iter().nth(to) else { return };
    if let Some(Overlay::Themes { selected, .. }) = state.overlays.last_mut() {
        *selected = to;
    }
    if let Some(theme) = state.themes.get(&shelved.name) {
        state.theme = theme;
    }
}
