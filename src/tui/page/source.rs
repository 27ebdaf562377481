//! The paper with its statements in it.

use std::{ops::Range, sync::Arc};

use crate::{
    domain::{Source, StatementId},
    text::{Clean, sentences},
};

use super::{
    super::{
        action::Effect,
        keys::{Op, Pane},
        state::State,
        update::{say, select},
    },
    Want,
};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The paper, once read.
    pub source: Option<Arc<Source>>,
    /// Its sentences: page and bytes of the page's text.
    pub sentences: Arc<Vec<(u32, Range<usize>)>>,
    /// What is searched for.
    pub search: Clean,
}

pub(super) fn open(state: &mut State) -> Vec<Effect> {
    let at = stops(state).iter().position(|stop| stop.statement.is_some() && stop.statement == state.id());
    state.at[Pane::Source] = at.unwrap_or(0);
    state.follow[Pane::Source] = true;
    if state.pages.source.source.is_some() { Vec::new() } else { vec![Effect::Read(Want::Source)] }
}

pub(super) fn took(state: &mut State, source: Arc<Source>) -> Vec<Effect> {
    let all = source.pages.iter().flat_map(|page| sentences(&page.text).into_iter().map(|range| (page.number, range)));
    state.pages.source.sentences = Arc::new(all.collect());
    state.pages.source.source = Some(source);
    state.version[Pane::Source] += 1;
    open(state)
}

/// A place that one goes to with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Stop {
    /// The sentence.
    pub(in super::super) sentence: usize,
    /// The statement that begins there; `None` for a hit of the search.
    pub(in super::super) statement: Option<StatementId>,
}

/// Statements in the order of the text; while something is searched for, its hits.
pub(in super::super) fn stops(state: &State) -> Vec<Stop> {
    let page = &state.pages.source;
    let Some(source) = &page.source else { return Vec::new() };
    let words = page.search.to_lowercase();
    let words = words.trim();
    let mut stops: Vec<Stop> = if words.is_empty() {
        let located = state.shown.rows.iter().filter_map(|row| Some((row.statement.id, row.statement.place?)));
        let stop = |(id, place): (StatementId, crate::domain::Place)| {
            let sentence = page.sentences.iter().position(|(p, s)| *p == place.page && s.end > place.start)?;
            Some(Stop { sentence, statement: Some(id) })
        };
        located.filter_map(stop).collect()
    } else {
        let hit = |(_, (number, range)): &(usize, &(u32, Range<usize>))| {
            let text = source.pages.iter().find(|p| p.number == *number).and_then(|p| p.text.get(range.clone()));
            text.is_some_and(|text| text.to_lowercase().replace('\n', " ").contains(words))
        };
        let hits = page.sentences.iter().enumerate().filter(hit);
        hits.map(|(sentence, _)| Stop { sentence, statement: None }).collect()
    };
    stops.sort_by_key(|stop| stop.sentence);
    stops
}

pub(super) fn items(state: &State) -> usize {
    stops(state).len()
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    match op {
        Op::NextMatch | Op::PreviousMatch => {
            let count = items(state);
            if count == 0 {
                say(state, "there is no such place in this text");
                return Some(Vec::new());
            }
            let by = if op == Op::NextMatch { 1 } else { count - 1 };
            state.at[Pane::Source] = (state.at[Pane::Source] + by) % count;
            state.follow[Pane::Source] = true;
            Some(Vec::new())
        }
        Op::Open => {
            let id = stops(state).get(state.at[Pane::Source]).and_then(|stop| stop.statement)?;
            let place = state.visible.iter().position(|row| state.shown.rows[*row].statement.id == id);
            let Some(place) = place else {
                say(state, format!("{id} is hidden by what the list is narrowed to"));
                return Some(Vec::new());
            };
            state.trail.clear();
            state.focus = Pane::Statement;
            Some(select(state, place))
        }
        Op::Back if !state.pages.source.search.is_empty() => {
            search(state, &Clean::default());
            Some(Vec::new())
        }
        _ => None,
    }
}

pub(super) fn search(state: &mut State, words: &Clean) {
    state.pages.source.search = words.clone();
    state.version[Pane::Source] += 1;
    state.at[Pane::Source] = 0;
    state.follow[Pane::Source] = true;
}
