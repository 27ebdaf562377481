//! The review as a map: every statement that is shown, by its place in the reviewer's queue and its verdict.

use crate::{
    desk::Row,
    domain::{Triage, Verdict},
    review::Summary,
};

use super::super::{
    action::Effect,
    keys::{Op, Pane},
    messages::say,
    selection::select,
    state::State,
};

/// The rows of the map: what waits for a reviewer, the most severe first, what a blind review hides, then what has been
/// decided.
pub const ROWS: [&str; 5] = ["decide", "check", "skim", "hidden", "reviewed"];

/// The row of the statements that a blind review hides.
pub const HIDDEN: usize = 3;

/// The row of the statements that a reviewer has decided.
const REVIEWED: usize = ROWS.len() - 1;

/// The columns: a verdict, or none yet.
pub const VERDICTS: [Option<Verdict>; 4] =
    [Some(Verdict::Contradicts), Some(Verdict::Supports), Some(Verdict::Undecided), None];

/// In which row and column of the map a statement is.
#[must_use]
pub fn cell(summary: &Summary) -> (usize, usize) {
    let verdict = summary.verdict.map(|(verdict, ..)| verdict);
    let row = match summary.triage {
        _ if summary.is_closed() => HIDDEN,
        _ if !summary.waits() => REVIEWED,
        Triage::Decide => 0,
        Triage::Check => 1,
        Triage::Skim => 2,
    };
    (row, VERDICTS.iter().position(|column| *column == verdict).unwrap_or(VERDICTS.len() - 1))
}

/// The statements of the map cell by cell, by their places in the list.
#[must_use]
pub fn order(state: &State) -> Vec<usize> {
    let mut places: Vec<usize> = (0..state.visible.len()).collect();
    places.sort_by_key(|place| row(state, *place).map(|row| cell(&row.summary)));
    places
}

/// The statement at a place of the list.
#[must_use]
pub fn row(state: &State, place: usize) -> Option<&Row> {
    state.shown.rows.get(*state.visible.get(place)?)
}

/// The cursor goes to the statement that is selected in the list.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    let here = state.at[Pane::Statements];
    state.at[Pane::Map] = order(state).iter().position(|place| *place == here).unwrap_or(0);
    state.follow[Pane::Map] = true;
    state.version[Pane::Map] += 1;
    Vec::new()
}

pub(super) fn items(state: &State) -> usize {
    state.visible.len()
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    let order = order(state);
    let at = state.at[Pane::Map].min(order.len().saturating_sub(1));
    let disputed = |at: &usize| row(state, order[*at]).is_some_and(|row| row.summary.is_disputed());
    let to = match op {
        Op::Next => (at + 1).min(order.len().saturating_sub(1)),
        Op::Previous => at.saturating_sub(1),
        Op::PaneNext | Op::PanePrevious => beside(state, &order, at, op == Op::PaneNext),
        Op::First => 0,
        Op::Last => order.len().saturating_sub(1),
        Op::NextMatch | Op::PreviousMatch => {
            let found = if op == Op::NextMatch {
                (at + 1..order.len()).find(disputed)
            } else {
                (0..at.min(order.len())).rev().find(disputed)
            };
            let Some(found) = found else {
                say(state, "no further statement on which opinions differ");
                return Some(Vec::new());
            };
            found
        }
        Op::Open => {
            state.trail.clear();
            state.focus = Pane::Against;
            return Some(Vec::new());
        }
        _ => return None,
    };
    Some(go(state, to))
}

/// The first statement of the next column of the row, or of the previous one; columns without statements are passed over,
/// and at the end of the row it is the same statement.
fn beside(state: &State, order: &[usize], at: usize, forward: bool) -> usize {
    let cell_at = |at: usize| row(state, *order.get(at)?).map(|row| cell(&row.summary));
    let Some((line, column)) = cell_at(at) else { return at };
    let is_beside = |to: (usize, usize)| to.0 == line && if forward { to.1 > column } else { to.1 < column };
    let mut found = (0..order.len()).filter_map(|to| cell_at(to).filter(|to| is_beside(*to)));
    let to = if forward { found.next() } else { found.next_back() };
    to.and_then(|to| (0..order.len()).find(|place| cell_at(*place) == Some(to))).unwrap_or(at)
}

/// Goes to a statement of the map.
pub(in super::super) fn go(state: &mut State, to: usize) -> Vec<Effect> {
    let Some(place) = order(state).get(to).copied() else { return Vec::new() };
    let effects = select(state, place);
    state.at[Pane::Map] = to;
    state.follow[Pane::Map] = true;
    state.version[Pane::Map] += 1;
    effects
}

/// The list changed, or the statement was read.
pub(super) fn changed(state: &mut State) {
    state.version[Pane::Map] += 1;
}
