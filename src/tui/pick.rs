//! The themes to pick from: the one that is gone to is tried on.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent};

use super::{
    action::Effect,
    state::{Overlay, State},
    theme::Theme,
    update::say,
};

/// Lists the themes, the one in force selected.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    let selected = state.themes.list().iter().position(|shelved| *shelved.name == *state.theme.name()).unwrap_or(0);
    let before = Arc::clone(&state.theme);
    state.overlays.push(Overlay::Themes { selected, before });
    Vec::new()
}

/// A key for the list.
pub(super) fn key(state: &mut State, selected: usize, before: Arc<Theme>, key: KeyEvent) -> Vec<Effect> {
    let last = state.themes.list().len().saturating_sub(1);
    let to = match key.code {
        KeyCode::Esc | KeyCode::Char('q') => {
            state.theme = before;
            return Vec::new();
        }
        KeyCode::Enter => {
            let name = state.theme.name().to_owned();
            let setting = state.themes.setting(&name);
            say(state, format!("{name} until you quit; for good: {setting}"));
            return Vec::new();
        }
        KeyCode::Down | KeyCode::Tab | KeyCode::Char('j') => selected + 1,
        KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k') => selected.saturating_sub(1),
        KeyCode::Home | KeyCode::PageUp | KeyCode::Char('g') => 0,
        KeyCode::End | KeyCode::PageDown | KeyCode::Char('G') => last,
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
