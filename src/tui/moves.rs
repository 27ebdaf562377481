//! From pane to pane, from thing to thing, into what is selected and back out.

use crate::{
    domain::{Issue, Stage, Subject},
    review::StageState,
    text::Clean,
};

use super::{
    action::Effect,
    documents, jump,
    keys::Pane,
    listing::Filter,
    messages::say,
    page,
    selection::{clamp, narrowed, select},
    state::{Overlay, State},
};

/// A failed stage shows why; others lead to where their result is shown.
pub(super) fn look_at_stage(state: &mut State, stage: Stage) -> Vec<Effect> {
    let Some(detail) = state.detail() else { return Vec::new() };
    if let StageState::Failed(why) = detail.state(stage).clone() {
        state.overlays.push(Overlay::Failure(stage, why));
        return Vec::new();
    }
    match stage {
        Stage::Extract | Stage::Counter => state.focus = Pane::Statement,
        Stage::Search | Stage::Score => return documents::open(state),
        Stage::Cite | Stage::Weigh => state.focus = Pane::Against,
        Stage::Inspect => state.focus = Pane::Issues,
        Stage::Report | Stage::Verdict | Stage::Judge => state.focus = Pane::Verdict,
    }
    Vec::new()
}

/// Scrolls a pane.
pub(super) fn scroll(state: &mut State, pane: Pane, lines: usize, down: bool) {
    let extent = &mut state.extents[pane];
    extent.scroll = if down { (extent.scroll + lines).min(extent.most) } else { extent.scroll.saturating_sub(lines) };
}

/// Goes to a pane, or to a view, which remembers where one came from.
pub(super) fn go(state: &mut State, pane: Pane) -> Vec<Effect> {
    // Without statements the panes are one.
    let pane = if state.shown.rows.is_empty() && !pane.is_view() { Pane::Statements } else { pane };
    if pane == state.focus {
        return Vec::new();
    }
    if pane.is_view() {
        state.trail.retain(|p| *p != pane);
        state.trail.push(state.focus);
        state.focus = pane;
        state.extents[pane].scroll = 0;
        let effects = page::open(state, pane);
        clamp(state);
        return effects;
    }
    state.trail.clear();
    state.focus = pane;
    Vec::new()
}

/// Backs out one level.
pub(super) fn back(state: &mut State) -> Vec<Effect> {
    // An error stays until it is dismissed; other messages go by themselves.
    if state.toast.take().is_some_and(|toast| toast.error) {
        return Vec::new();
    }
    if state.focus.is_view() {
        let listed = state.pages.document.listed.take().filter(|_| state.focus == Pane::Document);
        state.focus = state.trail.pop().unwrap_or(Pane::Statements);
        if let Some((selected, doc)) = listed {
            state.overlays.push(Overlay::Documents { selected, doc: Some(doc) });
        }
        return Vec::new();
    }
    if std::mem::take(&mut state.zoomed) {
        return Vec::new();
    }
    if state.focus != Pane::Statements {
        state.focus = Pane::Statements;
        state.list = true;
        return Vec::new();
    }
    // One thing at a time: the search, then the filter, then the ticks.
    if !state.listing.search.is_empty() {
        state.listing.search = Clean::default();
        return narrowed(state);
    }
    if !state.listing.filter.is_empty() {
        state.listing.filter = Filter::default();
        return narrowed(state);
    }
    if !state.ticked.is_empty() {
        state.ticked.clear();
        say(state, "all ticks removed");
    }
    state.list = true;
    Vec::new()
}

/// On by so many things in the pane; at its ends it scrolls.
pub(super) fn step(state: &mut State, by: usize, down: bool) -> Vec<Effect> {
    let moved = |at: usize, count: usize| {
        let to = if down { at.saturating_add(by) } else { at.saturating_sub(by) };
        to.min(count.saturating_sub(1))
    };
    let pane = state.focus;
    state.follow[pane] = true;
    if pane == Pane::Statements {
        return select(state, moved(state.at[pane], state.visible.len()));
    }
    let before = state.at[pane];
    state.at[pane] = moved(before, state.items(pane));
    if before == state.at[pane] {
        // At the first and last thing in it the pane scrolls on to its ends.
        state.follow[pane] = false;
        scroll(state, pane, by.min(100_000), down);
    }
    Vec::new()
}

/// Into what is selected.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    match state.focus {
        Pane::Statements | Pane::Statement => {
            let against = state.detail().is_none_or(|d| d.counting[0] > 0 || d.counting[1] == 0);
            state.focus = if against { Pane::Against } else { Pane::For };
        }
        // Where nothing is cited, what was found is all that there is to open.
        Pane::Against | Pane::For if state.detail().is_some_and(|d| d.cards.iter().all(Vec::is_empty)) => {
            return documents::open(state);
        }
        Pane::Against | Pane::For => return go(state, Pane::Document),
        Pane::Issues => {
            let issue = state.detail().and_then(|d| d.issues.get(state.at[Pane::Issues])?.issue().cloned());
            match issue {
                Some(Issue { citation: Some(number), .. }) => jump::to(state, number),
                Some(Issue { subject: Subject::Document(doc) | Subject::Passage(doc, _), .. }) => {
                    return page::open_document(state, doc);
                }
                Some(Issue { subject: Subject::Report(_) | Subject::Sentence(_) | Subject::Rationale(_), .. }) => {
                    state.focus = Pane::Verdict;
                }
                Some(_) => state.focus = Pane::Statement,
                None => say(state, "no issue is selected"),
            }
        }
        Pane::Verdict => return jump::open(state),
        _ => {}
    }
    Vec::new()
}
