//! To a citation by its number.

use crossterm::event::{KeyCode, KeyEvent};

use crate::domain::{Citation, DocId};

use super::{
    action::Effect,
    keys::{Op, Pane},
    messages::say,
    state::{Overlay, State},
};

/// The numbers of the citations of the statement in view.
pub(super) fn numbers(state: &State) -> Vec<u32> {
    state.detail().and_then(|d| d.citations()).map_or_else(Vec::new, |c| c.citations.iter().map(|c| c.number).collect())
}

/// The same in the order of the list: passages of one document are together, where the first of them is.
pub(super) fn listed(state: &State) -> Vec<u32> {
    let citations = state.detail().and_then(|d| d.citations()).map(|c| c.citations.as_slice()).unwrap_or_default();
    let mut listed: Vec<&Citation> = citations.iter().collect();
    let first = |doc: &DocId| citations.iter().position(|citation| citation.doc == *doc);
    listed.sort_by_key(|citation| first(&citation.doc));
    listed.iter().map(|citation| citation.number).collect()
}

/// Opens the list of citations.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    match numbers(state).as_slice() {
        [] => say(state, "this statement has no citations"),
        [only] => to(state, *only),
        _ => state.overlays.push(Overlay::Jump { typed: String::new(), selected: 0 }),
    }
    Vec::new()
}

/// Goes to a citation's card.
pub(super) fn to(state: &mut State, number: u32) {
    let found = state
        .detail()
        .and_then(|d| (0..2).find_map(|side| Some((side, d.cards[side].iter().position(|n| *n == number)?))));
    match found {
        Some((side, place)) => {
            state.trail.clear();
            state.focus = if side == 0 { Pane::Against } else { Pane::For };
            state.at[state.focus] = place;
            state.follow[state.focus] = true;
        }
        None => say(state, format!("there is no citation [{number}]")),
    }
}

/// A key for the list, and what it leads to elsewhere. A number is gone to as
/// soon as no longer one begins with it.
pub(super) fn key(
    state: &mut State,
    mut typed: String,
    mut selected: usize,
    key: KeyEvent,
    leads: Option<Op>,
) -> Vec<Effect> {
    let numbers = listed(state);
    let last = numbers.len().saturating_sub(1);
    match key.code {
        KeyCode::Esc => return Vec::new(),
        KeyCode::Enter => {
            let number = typed.parse().ok().or_else(|| numbers.get(selected).copied());
            if let Some(number) = number {
                to(state, number);
            }
            return Vec::new();
        }
        KeyCode::Up => selected = selected.saturating_sub(1),
        KeyCode::Down => selected = (selected + 1).min(last),
        KeyCode::Backspace => {
            typed.pop();
        }
        KeyCode::Char(c) if c.is_ascii_digit() => {
            typed.push(c);
            let begin: Vec<&u32> = numbers.iter().filter(|n| n.to_string().starts_with(&typed)).collect();
            match begin.as_slice() {
                [] => {
                    say(state, format!("there is no citation [{typed}]"));
                    typed.clear();
                }
                [only] => {
                    let number = **only;
                    to(state, number);
                    return Vec::new();
                }
                [first, ..] => selected = numbers.iter().position(|n| n == *first).unwrap_or(selected),
            }
        }
        _ => match leads {
            Some(Op::Quit) => return Vec::new(),
            Some(Op::Previous) => selected = selected.saturating_sub(1),
            Some(Op::Next) => selected = (selected + 1).min(last),
            _ => {}
        },
    }
    state.overlays.push(Overlay::Jump { typed, selected });
    Vec::new()
}
