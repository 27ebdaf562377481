//! What a verdict of the reviewer's own reveals in a blind review.

use crate::{
    desk::Dossier,
    tui::{messages::news, state::State},
};

/// Says what the machine makes of the statement that was just decided: the cursor is on the next one by then.
pub(super) fn announce(state: &mut State, before: &Dossier) {
    let mut revealed = state.shown.rows.iter().zip(&before.rows).filter(|(row, earlier)| {
        row.statement.id == earlier.statement.id && earlier.summary.hidden && !row.summary.hidden
    });
    let (Some((row, _)), None) = (revealed.next(), revealed.next()) else { return };
    let Some((verdict, confidence, _)) = row.summary.machine.filter(|_| row.summary.by.is_some()) else { return };
    let (id, verdict) = (row.statement.id, verdict.name());
    let ours = if row.summary.differs() { "differs from yours" } else { "agrees with yours" };
    news(state, format!("{id}: the machine's verdict, {verdict} {confidence:.2}, {ours}"));
}
