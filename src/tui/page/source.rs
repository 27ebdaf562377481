//! The paper with its statements in it.

use std::sync::Arc;

use crate::{
    domain::{Source, Statement, StatementId},
    reason::builtin::is_damaged as has_broken_words,
    text::Clean,
};

use super::{
    super::{
        action::Effect,
        keys::{Op, Pane},
        listing::Listing,
        messages::{hint, say},
        selection::{filter, select},
        state::State,
    },
    LoadRequest,
    reading::{Search, Spot},
};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The paper, once read.
    pub source: Option<Arc<Source>>,
    /// Whether it gave no statements and most paragraphs of it have broken words.
    pub is_damaged: bool,
    /// Statements with their places, in the order of the text.
    pub located: Arc<[(Spot, StatementId)]>,
    /// The statements of the list when they were located last.
    sought: Vec<Arc<Statement>>,
    /// Statements that were not located in it.
    pub unlocated: Vec<StatementId>,
    /// What is searched for.
    pub search: Search,
    /// Whether the hit is to be in view, not the statement.
    pub at_hit: bool,
}

pub(super) fn open(state: &mut State) -> Vec<Effect> {
    state.pages.source.search = Search::default();
    state.pages.source.at_hit = false;
    if state.pages.source.source.is_none() {
        return vec![Effect::Read(LoadRequest::Source)];
    }
    changed(state);
    to_the_selected(state);
    Vec::new()
}

/// Whether most paragraphs of the text under review have broken words.
pub(super) fn is_damaged(source: &Source) -> bool {
    /// So many words make a paragraph and not a title or a name.
    const WORDS: usize = 8;
    /// So many paragraphs are enough to tell.
    const READ: usize = 40;
    let paragraphs = source.pages.iter().flat_map(|page| page.text.split("\n\n"));
    let read = paragraphs.filter(|text| text.split_whitespace().count() >= WORDS).take(READ);
    let (damaged, all) =
        read.fold((0, 0), |(damaged, all), text| (damaged + usize::from(has_broken_words(text)), all + 1));
    2 * damaged > all
}

pub(super) fn on_loaded(state: &mut State, source: Arc<Source>, is_damaged: bool) -> Vec<Effect> {
    state.pages.source.source = Some(source);
    state.pages.source.sought = Vec::new();
    state.version[Pane::Source] += 1;
    state.pages.source.is_damaged = is_damaged;
    changed(state);
    if state.focus == Pane::Source {
        to_the_selected(state);
    }
    Vec::new()
}

/// Looks up again where the statements are; the cursor stays on its statement.
pub(super) fn changed(state: &mut State) {
    let here = marked(state);
    let Some(source) = state.pages.source.source.clone() else { return };
    let sought = &state.pages.source.sought;
    let rows = &state.shown.rows;
    if sought.len() == rows.len() && sought.iter().zip(rows).all(|(known, row)| Arc::ptr_eq(known, &row.statement)) {
        return;
    }
    state.pages.source.sought = rows.iter().map(|row| Arc::clone(&row.statement)).collect();
    let (mut located, mut unlocated) = (Vec::new(), Vec::new());
    for row in &state.shown.rows {
        match row.statement.place.and_then(|place| Spot::of(&source.pages, place)) {
            Some(spot) => located.push((spot, row.statement.id)),
            None => unlocated.push(row.statement.id),
        }
    }
    located.sort();
    state.pages.source.located = located.into();
    state.pages.source.unlocated = unlocated;
    if let Some(place) = here.and_then(|id| place_of(state, id)) {
        state.at[Pane::Source] = place;
    }
}

/// The statement under the cursor.
pub(in super::super) fn marked(state: &State) -> Option<StatementId> {
    state.pages.source.located.get(state.at[Pane::Source]).map(|(_, id)| *id)
}

/// Where a statement is among those located.
fn place_of(state: &State, id: StatementId) -> Option<usize> {
    state.pages.source.located.iter().position(|(_, other)| *other == id)
}

/// Moves the cursor and selects the statement there in the list, so that a decision is about what is marked. The
/// selection stays where the list does not show that statement.
pub(in super::super) fn mark(state: &mut State, place: usize) -> Vec<Effect> {
    state.at[Pane::Source] = place;
    state.pages.source.at_hit = false;
    state.follow[Pane::Source] = true;
    let id = marked(state);
    let listed = state.visible.iter().position(|row| Some(state.shown.rows[*row].statement.id) == id);
    listed.map(|place| select(state, place)).unwrap_or_default()
}

/// Shows the statement that is selected in the list.
pub(in super::super) fn to_the_selected(state: &mut State) {
    let Some(id) = state.id() else { return };
    match place_of(state, id) {
        Some(place) => {
            state.at[Pane::Source] = place;
            state.pages.source.at_hit = false;
            state.follow[Pane::Source] = true;
        }
        None => hint(state, &format!("{id} could not be located in the source; {{edit}} on extract sets its text")),
    }
}

pub(super) fn items(state: &State) -> usize {
    state.pages.source.located.len()
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    match op {
        Op::NextMatch | Op::PreviousMatch if state.pages.source.search.is_on() => {
            state.pages.source.search.step(op == Op::NextMatch);
            state.pages.source.at_hit = true;
            state.follow[Pane::Source] = true;
        }
        Op::Next | Op::Previous | Op::NextMatch | Op::PreviousMatch | Op::NextStatement | Op::PreviousStatement => {
            let down = matches!(op, Op::Next | Op::NextMatch | Op::NextStatement);
            let last = items(state).saturating_sub(1);
            let at = state.at[Pane::Source];
            let to = if down { (at + 1).min(last) } else { at.saturating_sub(1) };
            if to == at {
                // Past the last statement the text goes on.
                return matches!(op, Op::NextStatement | Op::PreviousStatement).then(Vec::new);
            }
            return Some(mark(state, to));
        }
        Op::Back if state.pages.source.search.is_on() => {
            state.pages.source.search = Search::default();
            state.pages.source.at_hit = false;
        }
        Op::Open => return Some(go_to(state)),
        _ => return None,
    }
    Some(Vec::new())
}

/// The statement under the cursor, in the main screen.
fn go_to(state: &mut State) -> Vec<Effect> {
    let Some(id) = marked(state) else {
        say(state, "no statement is marked in this text");
        return Vec::new();
    };
    let place = |state: &State| state.visible.iter().position(|row| state.shown.rows[*row].statement.id == id);
    if place(state).is_none() {
        state.listing = Listing::default();
        filter(state);
    }
    let Some(place) = place(state) else { return Vec::new() };
    state.trail.clear();
    state.focus = Pane::Statement;
    select(state, place)
}

/// The source's own words for the statement under the cursor, and what to call them.
pub(in super::super) fn words(state: &State) -> Option<(String, Clean)> {
    let page = &state.pages.source;
    let (spot, id) = page.located.get(state.at[Pane::Source])?;
    let text = page.source.as_ref()?.pages.get(spot.page)?.text.slice(spot.start..spot.end);
    Some((format!("the source's words for {id}"), text))
}

pub(super) fn search(state: &mut State, words: &Clean) {
    let Some(source) = state.pages.source.source.clone() else { return };
    let here = state.pages.source.located.get(state.at[Pane::Source]).map(|(spot, _)| *spot);
    let search = Search::start(&source.pages, words, here);
    if search.is_on() && search.hits.is_empty() {
        say(state, search.describe());
    }
    state.pages.source.at_hit = !search.hits.is_empty();
    state.follow[Pane::Source] = !search.hits.is_empty();
    state.pages.source.search = search;
}
