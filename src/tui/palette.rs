//! Anything by its name: what can be done, and the statements.

use crossterm::event::{KeyCode, KeyEvent};
use nucleo_matcher::{
    Config, Matcher, Utf32Str,
    pattern::{CaseMatching, Normalization, Pattern},
};

use crate::{domain::StatementId, text::Clean};

use super::{
    action::Effect,
    keys::{self, Binding, Op},
    messages::{hint, say},
    selection::select,
    state::{Overlay, State},
    update::act,
};

/// How many lines are offered at most.
pub(super) const OFFERED: usize = 50;

/// Something that the palette offers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Offer {
    /// To do something.
    Do(&'static Binding),
    /// To go to a statement, by its row.
    Go(usize),
}

/// What matches, best first.
pub(super) fn offers(state: &State, filter: &str) -> Vec<Offer> {
    let here = |b: &&Binding| b.in_pane(state.focus) && b.op != Op::Palette;
    if filter.trim().is_empty() {
        return keys::TABLE.iter().filter(here).map(Offer::Do).take(OFFERED).collect();
    }
    let pattern = Pattern::parse(filter, CaseMatching::Ignore, Normalization::Smart);
    let mut matcher = Matcher::new(Config::DEFAULT);
    let mut buffer = Vec::new();
    let mut score = |text: &str| pattern.score(Utf32Str::new(text, &mut buffer), &mut matcher);
    let mut found: Vec<(u32, Offer)> = Vec::new();
    for binding in keys::TABLE.iter().filter(here) {
        // The name counts more than the words that explain it.
        let name = score(&format!("{} {}", binding.label, binding.name)).map(|s| s * 2);
        if let Some(score) = name.max(score(binding.help)) {
            found.push((score, Offer::Do(binding)));
        }
    }
    let words = filter.trim().to_lowercase();
    for (row, shown) in state.shown.rows.iter().enumerate() {
        let id = shown.statement.id.to_string().to_lowercase();
        let text = shown.statement.text.to_lowercase();
        // Sentences have all letters; only what is in them counts.
        if id.contains(&words) || words.len() >= 3 && text.contains(&words) {
            found.push((if id == words { u32::MAX } else { 40 }, Offer::Go(row)));
        }
    }
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    found.into_iter().map(|(_, offer)| offer).take(OFFERED).collect()
}

/// A key for the palette.
pub(super) fn key(
    state: &mut State,
    mut filter: String,
    mut selected: usize,
    key: KeyEvent,
    ctrl: bool,
) -> Vec<Effect> {
    let count = offers(state, &filter).len();
    match key.code {
        KeyCode::Esc => return Vec::new(),
        KeyCode::Enter => return take(state, &filter, selected),
        KeyCode::Up | KeyCode::BackTab => selected = selected.saturating_sub(1),
        KeyCode::Down | KeyCode::Tab => selected = (selected + 1).min(count.saturating_sub(1)),
        KeyCode::PageUp => selected = selected.saturating_sub(10),
        KeyCode::PageDown => selected = (selected + 10).min(count.saturating_sub(1)),
        KeyCode::Char('p') if ctrl => selected = selected.saturating_sub(1),
        KeyCode::Char('n') if ctrl => selected = (selected + 1).min(count.saturating_sub(1)),
        KeyCode::Char('u') if ctrl => filter.clear(),
        KeyCode::Backspace => {
            if filter.pop().is_none() {
                return Vec::new();
            }
            selected = 0;
        }
        KeyCode::Char(c) if !ctrl => {
            filter.push_str(&Clean::from(c.to_string()));
            selected = 0;
        }
        _ => {}
    }
    state.overlays.push(Overlay::Palette { filter, selected });
    Vec::new()
}

/// Does what is selected.
pub(super) fn take(state: &mut State, filter: &str, selected: usize) -> Vec<Effect> {
    match offers(state, filter).get(selected) {
        Some(Offer::Do(binding)) => act(state, binding.op),
        Some(Offer::Go(row)) => go(state, *row),
        None => {
            say(state, "no command or statement is called that");
            Vec::new()
        }
    }
}

fn go(state: &mut State, row: usize) -> Vec<Effect> {
    let id: Option<StatementId> = state.shown.rows.get(row).map(|r| r.statement.id);
    match state.visible.iter().position(|shown| *shown == row) {
        Some(place) => select(state, place),
        None => {
            let id = id.map(|id| id.to_string()).unwrap_or_default();
            hint(state, &format!("{id} is hidden by what the list is narrowed to; {{back}} shows all"));
            Vec::new()
        }
    }
}
