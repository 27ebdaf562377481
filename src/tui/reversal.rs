//! After an undo or redo the list goes to the statement that it changed, and a message says what it did.

use crate::{
    desk::{Dossier, Row},
    domain::StatementId,
    review::Summary,
    text::Clean,
};

use super::{
    action::Effect,
    decide::commit,
    keys::Pane,
    messages::say,
    overlay,
    state::{Overlay, Pending, State},
};

/// An undo or redo that is recorded.
#[derive(Clone, Debug)]
pub struct Reversal {
    /// The newest row after it.
    head: u64,
    /// What was undone or redone, in words.
    what: Clean,
    /// The statements that it changed.
    about: Vec<StatementId>,
}

/// Undoes or redoes the newest act of the reviewer, whose name is asked for first where it is not known.
pub(super) fn ask(state: &mut State, reversal: Pending) -> Vec<Effect> {
    if state.reviewer.is_some() {
        return commit(state, reversal);
    }
    overlay::ask_name(state, reversal);
    Vec::new()
}

/// An undo or redo was recorded: what it did is said once the list shows it.
pub(super) fn recorded(state: &mut State, head: u64, what: Clean, about: Vec<StatementId>) {
    // Of several in a row each is said.
    if let Some(earlier) = state.reversal.replace(Reversal { head, what, about }) {
        say(state, earlier.what);
    }
}

/// Says what was undone or redone as soon as the list has it, and returns the place in the list of the statement that
/// it changed: the selected one where it is among several, else the first. The cursor stays with a reviewer who has gone
/// on to another statement, or opened a form on this one, since the key. `before` is the list of before.
pub(super) fn arrived(state: &mut State, before: &Dossier) -> Option<usize> {
    let Reversal { what, mut about, .. } = state.reversal.take_if(|reversal| reversal.head <= state.shown.head)?;
    if about.is_empty() {
        // The list itself was changed: what it changed are the statements that are back in it.
        let now = state.shown.rows.iter().map(|row| row.statement.id);
        about = now.filter(|id| before.rows.iter().all(|row| row.statement.id != *id)).collect();
    }
    let mut places = (0..state.visible.len())
        .filter(|place| about.contains(&state.shown.rows[state.visible[*place]].statement.id))
        .peekable();
    let first = places.peek().copied();
    let place = places.find(|place| *place == state.at[Pane::Statements]).or(first);
    let mut text = what.to_string();
    if let [only] = about.as_slice() {
        text.push_str(&outcome(&before.rows, &state.shown.rows, *only));
    }
    if place.is_none() && !about.is_empty() {
        text.push_str(&state.keymap.text("; the list does not show it, {filter} clears the filter"));
    }
    say(state, text);
    let stays_here =
        state.id() == state.reversed_from && matches!(state.overlays.last(), None | Some(Overlay::Documents { .. }));
    let place = place.filter(|_| stays_here);
    if let Some(place) = place {
        // Of several undos in a row each goes on from where the one before led.
        state.reversed_from = Some(state.shown.rows[state.visible[place]].statement.id);
    }
    place
}

/// Which verdict is in force now, or which severity an issue has, where that has changed.
fn outcome(before: &[Row], after: &[Row], id: StatementId) -> String {
    let of = |rows: &[Row]| rows.iter().find(|row| row.statement.id == id).map(|row| Clone::clone(&row.summary));
    let in_force = |summary: &Summary| (summary.verdict, summary.by.clone());
    let (Some(old), Some(new)) = (of(before), of(after)) else { return String::new() };
    if in_force(&old) == in_force(&new) {
        let before = |key| old.issues.iter().find(|head| head.key == key).map(|head| head.severity);
        let other = new.issues.iter().find(|head| before(head.key).is_some_and(|before| before != head.severity));
        return other.map(|head| format!("; it is {} again", head.severity.name())).unwrap_or_default();
    }
    match (new.verdict, &new.by) {
        (Some((verdict, ..)), Some(who)) => format!("; it is {} ({who}) again", verdict.name()),
        (Some((verdict, ..)), None) => format!("; it is {} (machine) again", verdict.name()),
        (None, _) if new.conflict.is_some() => "; reviewers differ again".to_owned(),
        (None, _) => "; it has no verdict again".to_owned(),
    }
}
