//! Which statement waits for the reviewer next.

use crate::{
    desk::Row,
    tui::{keys::Pane, state::State},
};

/// The next statement that waits for the reviewer, from the selected one on: in a blind review those on which reviewers
/// differ for who decides between them, and those that the reviewer has not decided, then the most urgent.
pub(in super::super) fn next_waiting(state: &State) -> Option<usize> {
    let count = state.visible.len();
    let here = state.at[Pane::Statements];
    let rows = (1..=count).map(|i| (here + i) % count);
    let summary = |place: &usize| &state.shown.rows[state.visible[*place]].summary;
    let is_closed = |place: &usize| *place != here && summary(place).is_closed();
    // Who decides between reviewers comes for these.
    let is_between = |place: &usize| *place != here && summary(place).hidden && summary(place).conflict.is_some();
    rows.clone().find(is_between).or_else(|| rows.clone().find(is_closed)).or_else(|| {
        let waiting = rows.filter(|place| *place != here && summary(place).queued().is_some());
        waiting.min_by_key(|place| summary(place).work_order())
    })
}

/// Why there is no next statement that waits.
pub(in super::super) fn none_waiting(state: &State) -> &'static str {
    let is_filtered = state.visible.len() < state.shown.rows.len();
    let can_decide = |row: &Row| row.summary.is_closed() || row.summary.queued().is_some();
    match state.row() {
        Some(row) if can_decide(row) && is_filtered => "this is the only one left in the filter",
        Some(row) if can_decide(row) => "this is the only one left",
        _ if is_filtered && state.shown.rows.iter().any(can_decide) => {
            "every statement in the filter has been reviewed; others are left"
        }
        _ if state.shown.rows.iter().any(|row| row.summary.waits()) => {
            "what is left has no verdict yet; {run_all} runs what is missing"
        }
        _ => "every statement has been reviewed; {export} previews and writes the report",
    }
}
