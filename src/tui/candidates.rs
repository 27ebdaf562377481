//! The sentences that could be statements: any of them can be added.

use std::collections::BTreeSet;

use crossterm::event::{KeyCode, KeyEvent};

use super::{
    action::Effect,
    decide::{make, refuse_writing},
    form::Change,
    keys::Op,
    page::LoadRequest,
    state::{Overlay, State},
};

/// Lists the candidates, the best first.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    state.overlays.push(Overlay::Candidates { selected: 0, ticked: BTreeSet::new() });
    // The list names their sections, which only the source knows.
    if state.pages.source.source.is_none() { vec![Effect::Read(LoadRequest::Source)] } else { Vec::new() }
}

/// A key for the list.
pub(super) fn key(
    state: &mut State,
    mut selected: usize,
    mut ticked: BTreeSet<usize>,
    key: KeyEvent,
    op: Option<Op>,
) -> Vec<Effect> {
    const PAGE: usize = 10;
    let last = state.shown.candidates.len().saturating_sub(1);
    match (key.code, op) {
        (KeyCode::Esc, _) | (_, Some(Op::Quit | Op::Candidates)) => return Vec::new(),
        (KeyCode::Down, _) | (_, Some(Op::Next)) => selected += 1,
        (KeyCode::Up, _) | (_, Some(Op::Previous)) => selected = selected.saturating_sub(1),
        (KeyCode::PageDown, _) | (_, Some(Op::ScrollDown | Op::PageDown)) => selected += PAGE,
        (KeyCode::PageUp, _) | (_, Some(Op::ScrollUp)) => selected = selected.saturating_sub(PAGE),
        (KeyCode::Home, _) | (_, Some(Op::First)) => selected = 0,
        (KeyCode::End, _) | (_, Some(Op::Last)) => selected = last,
        (KeyCode::Char(' '), _) => {
            if !ticked.remove(&selected) {
                ticked.insert(selected);
            }
            selected += 1;
        }
        (KeyCode::Enter, _) if !refuse_writing(state) => {
            if ticked.is_empty() {
                ticked.insert(selected);
            }
            let texts = ticked.iter().filter_map(|at| state.shown.candidates.get(*at)).map(|c| c.text.clone());
            let change = Change::Candidates(texts.collect());
            state.goes_to_added = true;
            return make(state, change);
        }
        _ => {}
    }
    state.overlays.push(Overlay::Candidates { selected: selected.min(last), ticked });
    Vec::new()
}
