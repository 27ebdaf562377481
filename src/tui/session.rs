//! Where the reviewer was, so that the next time begins there.

use serde::{Deserialize, Serialize};

use crate::{domain::StatementId, text::counted};

use super::{
    drafts::{self, FormDraft, NoteDraft},
    keys::Pane,
    listing::Listing,
    messages::say,
    selection::{narrowed, select},
    state::State,
};

/// Where the reviewer was in a review.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Session {
    /// The selected statement.
    statement: Option<StatementId>,
    /// The pane that the keys went to.
    pane: Option<Pane>,
    /// How the list was narrowed and ordered.
    listing: Listing,
    /// Whether the list was hidden.
    list_hidden: bool,
    /// Notes that were written and not recorded.
    notes: Vec<NoteDraft>,
    /// The same of forms.
    forms: Vec<FormDraft>,
}

impl Session {
    pub(super) fn of(state: &State) -> Self {
        let from = state.trail.first().copied().unwrap_or(state.focus);
        Self {
            statement: state.id(),
            pane: (!from.is_view()).then_some(from),
            listing: state.listing.clone(),
            list_hidden: !state.list,
            notes: drafts::list_notes(state),
            forms: drafts::list_forms(state),
        }
    }

    /// Goes back there, as far as it is there still. A list that nothing would
    /// be left of is shown whole.
    pub(super) fn restore(&self, state: &mut State) {
        state.list = !self.list_hidden;
        drafts::restore_notes(state, &self.notes);
        state.form_drafts.clone_from(&self.forms);
        state.listing = self.listing.clone();
        narrowed(state);
        if state.visible.is_empty() {
            state.listing = Listing::default();
            narrowed(state);
        }
        let of = |row: &usize| Some(state.shown.rows[*row].statement.id) == self.statement;
        if let Some(place) = state.visible.iter().position(of) {
            select(state, place);
        }
        state.focus = self.pane.unwrap_or(Pane::Statements);
        let drafts = counted(self.notes.len() + self.forms.len(), "draft");
        if !self.notes.is_empty() || !self.forms.is_empty() {
            say(state, format!("{drafts} kept; each comes back when you open its form"));
        }
        // What this asks for is asked for once more when the interface begins.
        state.loading = None;
    }
}
