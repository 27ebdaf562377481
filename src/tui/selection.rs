//! What is selected: the rows that the list shows, the cursor of each pane, and the statement that is read for it.

use crate::{
    domain::{IssueKey, StatementId},
    engine::Command,
    review::StageState,
};

use super::{
    action::Effect,
    keys::Pane,
    page,
    state::{Millis, State},
};

/// After so long the library is looked at again.
const LIBRARY_AGE: Millis = 3_000;

/// What is selected in the panes of a statement, whatever its place there, so that the cursors can follow it when the
/// statement is read again.
pub(super) struct Selected {
    id: Option<StatementId>,
    cards: [Option<u32>; 2],
    issue: Option<IssueKey>,
}

impl Selected {
    /// What is selected now.
    pub(super) fn of(state: &State) -> Self {
        let detail = state.detail();
        let card = |pane: Pane| detail?.cards[usize::from(pane == Pane::For)].get(state.at[pane]).copied();
        let issue = detail.and_then(|d| d.issues.get(state.at[Pane::Issues]));
        Self {
            id: detail.map(|d| d.id),
            cards: [Pane::Against, Pane::For].map(card),
            issue: issue.map(|group| group.head().key),
        }
    }

    /// Goes to where that is now, as far as it is there still.
    pub(super) fn restore(self, state: &mut State) {
        let Some(detail) = state.detail.clone().filter(|d| Some(d.id) == self.id) else { return };
        for (side, pane) in [Pane::Against, Pane::For].into_iter().enumerate() {
            let card = self.cards[side].and_then(|number| detail.card(number));
            // What a reviewer has just given a stance is followed to where it is now.
            let is_moving = card.is_some() && state.moving == self.cards[side].map(|n| (detail.id, n));
            if is_moving {
                state.moving = None;
            }
            match card {
                Some((now, place)) if now == side => {
                    move_to(state, pane, place);
                    state.follow[pane] |= is_moving;
                }
                Some((_, place)) if is_moving => {
                    let other = if side == 0 { Pane::For } else { Pane::Against };
                    move_to(state, other, place);
                    if state.focus == pane {
                        state.focus = other;
                    }
                    break;
                }
                _ => {}
            }
        }
        let has = |key: IssueKey| detail.issues.iter().position(|g| g.issues.iter().any(|(head, _)| head.key == key));
        let issue = self.issue.and_then(has);
        if let Some(place) = issue {
            move_to(state, Pane::Issues, place);
        }
    }
}

fn move_to(state: &mut State, pane: Pane, place: usize) {
    state.follow[pane] |= state.at[pane] != place;
    state.at[pane] = place;
}

/// Has the selected statement read.
pub(super) fn load(state: &mut State) -> Vec<Effect> {
    let Some(id) = state.id() else {
        // Without statements the text says why there are none.
        let is_wanted = state.shown.rows.is_empty()
            && matches!(state.shown.extraction, StageState::Failed(_))
            && state.pages.source.source.is_none();
        return if is_wanted { vec![Effect::Read(page::LoadRequest::Source)] } else { Vec::new() };
    };
    if state.loading.is_some() {
        state.loading = Some((id, true));
        return Vec::new();
    }
    state.loading = Some((id, false));
    let mut effects = vec![Effect::Load(id)];
    // Another program may have added to it.
    if state.now.saturating_sub(state.library_read) > LIBRARY_AGE {
        state.library_read = state.now;
        effects.push(Effect::Read(page::LoadRequest::Library));
    }
    effects
}

/// Finds the rows that the list shows.
pub(super) fn filter(state: &mut State) {
    state.visible = state.listing.visible(&state.shown.rows, state.reviewer.as_ref(), &state.ticked);
}

/// The list was narrowed or ordered another way; the selection stays on its
/// statement where it is still shown.
pub(super) fn narrowed(state: &mut State) -> Vec<Effect> {
    let id = state.id();
    filter(state);
    clamp(state);
    let at = state.visible.iter().position(|row| Some(state.shown.rows[*row].statement.id) == id);
    select(state, at.unwrap_or(0))
}

/// Brings every selection back into its range.
pub(super) fn clamp(state: &mut State) {
    for pane in Pane::ALL {
        state.at[pane] = state.at[pane].min(state.items(pane).saturating_sub(1));
    }
}

/// Goes to a place in the list.
pub(super) fn select(state: &mut State, place: usize) -> Vec<Effect> {
    let place = place.min(state.visible.len().saturating_sub(1));
    state.follow[Pane::Statements] = true;
    let effects = go_to(state, place);
    if state.focus == Pane::Source {
        page::to_the_selected(state);
    }
    effects
}

fn go_to(state: &mut State, place: usize) -> Vec<Effect> {
    if place == state.at[Pane::Statements] && state.detail().is_some() {
        return Vec::new();
    }
    state.at[Pane::Statements] = place;
    for pane in Pane::PANES.into_iter().filter(|p| *p != Pane::Statements) {
        state.at[pane] = 0;
        state.extents[pane].scroll = 0;
    }
    clamp(state);
    let mut effects = load(state);
    if matches!(state.focus, Pane::History | Pane::Trace) {
        effects.extend(page::open(state, state.focus));
    }
    if let Some(id) = state.id().filter(|_| state.busy) {
        effects.push(Effect::Send(Command::Focus(id)));
    }
    effects
}
