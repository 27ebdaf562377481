//! What a newly read list brings: a statement that the reviewer added, and what a verdict of theirs reveals in a blind
//! review.

use std::collections::BTreeSet;

use crate::{
    desk::Dossier,
    tui::{messages::news, state::State},
};

/// Says what the machine makes of the statement that was just decided: the cursor is on the next one by then.
pub(super) fn announce_revealed(state: &mut State, before: &Dossier) {
    let mut revealed = state.shown.rows.iter().zip(&before.rows).filter(|(row, earlier)| {
        row.statement.id == earlier.statement.id && earlier.summary.hidden && !row.summary.hidden
    });
    let (Some((row, _)), None) = (revealed.next(), revealed.next()) else { return };
    let Some((verdict, confidence, _)) = row.summary.machine.filter(|_| row.summary.by.is_some()) else { return };
    let (id, verdict) = (row.statement.id, verdict.name());
    let ours = if row.summary.differs_from_newest() { "differs from yours" } else { "agrees with yours" };
    news(state, format!("{id}: the machine's verdict, {verdict} {confidence:.2}, {ours}"));
}

/// The place of the statement that the reviewer added, or of the first half of one that was split, however the list is
/// sorted: what they do next is about it.
pub(super) fn added(state: &mut State, before: &Dossier) -> Option<usize> {
    if !state.goes_to_added {
        return None;
    }
    let known: BTreeSet<_> = before.rows.iter().map(|row| row.statement.id).collect();
    let is_new = |row: &usize| !known.contains(&state.shown.rows[*row].statement.id);
    let (_, place) = state.visible.iter().zip(0..).filter(|(row, _)| is_new(row)).min()?;
    state.goes_to_added = false;
    Some(place)
}
