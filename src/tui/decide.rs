//! What the reviewer decides, recorded under their name.

mod caveat;
mod evidence;
mod stages;
mod waiting;

use std::{path::PathBuf, sync::Arc};

use crate::{
    desk::{Detail, Intent},
    domain::{Reason, Ruling, Severity, Side, Stage, StatementId, Verdict},
    engine::{Attachment, Command},
    review::{OverrideRevision, Who},
};

use super::{
    action::Effect,
    form::{self, Bulk, Change},
    keys::{Op, Pane},
    messages::{hidden_or, hint, say},
    overlay,
    page::{self, LoadRequest},
    selection::select,
    state::{Pending, Purpose, State},
};

pub(super) use caveat::uncited;
pub(super) use evidence::{admit, document, uncite};
pub(super) use stages::{edited, pick, picked, rerun, under_form};
pub(super) use waiting::{next_waiting, none_waiting};

use caveat::caveat;

/// Does something about the statement in view, once it has been read.
pub(super) fn with_detail(state: &mut State, act: impl FnOnce(&mut State, &Detail) -> Vec<Effect>) -> Vec<Effect> {
    match state.detail.clone().filter(|d| Some(d.id) == state.id()) {
        Some(detail) => act(state, &detail),
        None if state.id().is_none() => {
            hint(state, "no statement is selected; {statements} says why");
            Vec::new()
        }
        None => {
            say(state, "the statement is still being read");
            Vec::new()
        }
    }
}

/// Accepts the machine's verdict.
pub(super) fn accept(state: &mut State, detail: &Detail) -> Vec<Effect> {
    let Some(row) = state.row() else { return Vec::new() };
    if !row.summary.waits() {
        let id = detail.id;
        hint(state, &format!("{id} has been reviewed; {{withdraw}} withdraws your verdict, {{verdict}} sets another"));
        return Vec::new();
    }
    if row.summary.hidden {
        hint(state, "the review is blind: {verdict} sets a verdict of your own first");
        return Vec::new();
    }
    match detail.acceptable() {
        Some(value) => commit(state, Pending::Accept(Intent::Accept(detail.ground(), value).act())),
        None => {
            hidden_or(state, detail.is_hidden(), "the machine has no verdict yet; {run_statement} runs the statement");
            Vec::new()
        }
    }
}

/// Sets a verdict without more ado; not in the place of one's own that says why, which would be lost with it.
pub(super) fn set(state: &mut State, detail: &Detail, verdict: Verdict) -> Vec<Effect> {
    let own = state.reviewer.clone().map(Who::Reviewer);
    let set = detail.set_by_reviewer(Stage::Verdict).filter(|set| own.as_ref() == Some(&set.who) && !set.accepts);
    let says_why = |set: &OverrideRevision| {
        let reasoned = set.reason.as_ref().is_some_and(|reason| !reason.is_empty());
        reasoned || detail.verdict().shown().is_some_and(|verdict| !verdict.rationale.trim().is_empty())
    };
    if set.is_some_and(says_why) {
        let id = detail.id;
        hint(
            state,
            &format!("{id} has your verdict with its reasons; {{verdict}} changes it, {{withdraw}} withdraws it"),
        );
        return Vec::new();
    }
    commit(state, Pending::Accept(Intent::Set(detail.ground(), verdict).act()))
}

/// Asks for a note.
pub(super) fn note(state: &mut State, detail: &Detail) -> Vec<Effect> {
    let text = detail.note.as_ref().map(|n| n.text.clone()).unwrap_or_default();
    overlay::prompt(state, "Note, printed in the report", Purpose::Note(detail.id), &text);
    Vec::new()
}

/// Marks the statement, or unmarks it.
pub(super) fn flag(state: &mut State, detail: &Detail) -> Vec<Effect> {
    let on = state.row().is_some_and(|r| !r.summary.flagged);
    intend(state, Intent::Flag(detail.id, on))
}

/// Rules on the selected issues.
pub(super) fn rule(state: &mut State, detail: &Detail, ruling: Ruling) -> Vec<Effect> {
    let Some(group) = detail.issues.get(state.at[Pane::Issues]) else { return no_issue(state) };
    // The same one again withdraws it.
    let is_again = group.head().ruling.as_ref().is_some_and(|made| made.ruling == Some(ruling));
    let intent = match ruling {
        Ruling::Dismissed if is_again => Intent::Restore(detail.id, group, &detail.replaced),
        _ => Intent::Rule(detail.id, group, (!is_again).then_some(ruling)),
    };
    intend(state, intent)
}

/// Raises or lowers the severity of the selected issues.
pub(super) fn severity(state: &mut State, detail: &Detail, graver: bool) -> Vec<Effect> {
    match detail.issues.get(state.at[Pane::Issues]) {
        // A severity would be a ruling in place of the dismissal, and the issue would count again.
        Some(group) if group.head().ruling.as_ref().is_some_and(|made| made.ruling == Some(Ruling::Dismissed)) => {
            hint(state, "the issue is dismissed and has no severity; {dismiss} restores it");
            Vec::new()
        }
        Some(group) => {
            let next = match (group.head().severity, graver) {
                (Severity::Minor, true) | (Severity::Blocker, false) => Severity::Major,
                (Severity::Major, true) => Severity::Blocker,
                (Severity::Major, false) => Severity::Minor,
                // The end of the scale.
                (Severity::Blocker, true) | (Severity::Minor, false) => return Vec::new(),
            };
            intend(state, Intent::Rule(detail.id, group, Some(Ruling::Severity(next))))
        }
        None => no_issue(state),
    }
}

fn no_issue(state: &mut State) -> Vec<Effect> {
    say(state, "no issue is selected");
    Vec::new()
}

/// Appends an act under the reviewer's name, which is asked for once.
pub(super) fn commit(state: &mut State, pending: Pending) -> Vec<Effect> {
    let Some(name) = state.reviewer.clone() else {
        if matches!(pending, Pending::Undo | Pending::Redo) {
            hint(state, "there is nothing of yours to undo or redo; {withdraw} withdraws a verdict");
            return Vec::new();
        }
        overlay::ask_name(state, pending);
        return Vec::new();
    };
    let who = Who::Reviewer(name);
    if matches!(pending, Pending::Undo | Pending::Redo) {
        state.reversed_from = state.id();
    }
    form::follow_newest(state, &pending);
    state.reasoned = None;
    state.caveat = match &pending {
        Pending::Act(act) | Pending::Accept(act) => caveat(state, &act.act),
        Pending::Attach { statement, what, .. } if matches!(**what, Attachment::Documents(_)) => {
            uncited(state, *statement)
        }
        _ => None,
    };
    state.caveat = state.caveat.take().or_else(|| form::offer_reason(state, &pending));
    match pending {
        Pending::Undo => vec![Effect::Send(Command::Undo(who))],
        Pending::Redo => vec![Effect::Send(Command::Redo(who))],
        Pending::Act(act) => vec![Effect::Send(Command::Append(vec![act.signed(who)]))],
        Pending::Attach { statement, side, what } => {
            let what = Arc::unwrap_or_clone(what);
            if matches!(what, Attachment::Passage(_)) {
                let numbers = state.detail().and_then(|d| d.citations()).map(|c| c.citations.iter().map(|c| c.number));
                state.attaching = Some((statement, numbers.and_then(Iterator::max).unwrap_or(0)));
            }
            vec![Effect::Send(Command::Attach { who, statement, side, what })]
        }
        Pending::Retrieve { statement, what, consent } => page::literature::ask(state, who, statement, what, consent),
        Pending::Accept(act) => {
            let mut effects = vec![Effect::Send(Command::Append(vec![act.signed(who)]))];
            let next = match state.focus {
                Pane::Opinions => page::next_conflict(state, true),
                _ => next_waiting(state),
            };
            if let Some(place) = next {
                leave_document(state);
                state.moved_on = Some(state.now);
                effects.extend(select(state, place));
            }
            effects
        }
    }
}

/// Goes from a document, which is of the statement that was just decided, back to the panes.
fn leave_document(state: &mut State) {
    if state.focus == Pane::Document {
        let from = state.trail.first().copied().filter(|pane| !pane.is_view());
        state.focus = from.unwrap_or(Pane::Statements);
        state.trail.clear();
        state.pages.document.listed = None;
    }
}

/// Records what the reviewer wants, once they have a name.
pub(super) fn intend(state: &mut State, intent: Intent<'_>) -> Vec<Effect> {
    commit(state, Pending::Act(intent.act()))
}

/// Has a change of the statements made into an act, which then is recorded.
pub(super) fn make(state: &mut State, change: Change) -> Vec<Effect> {
    if refuse_writing(state) {
        return Vec::new();
    }
    vec![Effect::Read(LoadRequest::Change(change))]
}

/// Has an act on many statements made, which then is recorded.
pub(super) fn make_bulk(state: &mut State, bulk: Bulk, ids: Vec<StatementId>, why: Option<Reason>) -> Vec<Effect> {
    if refuse_writing(state) {
        return Vec::new();
    }
    state.ticked.clear();
    vec![Effect::Read(LoadRequest::Bulk(bulk, ids, why))]
}

/// Has the documents of a file read, which then are attached.
pub(super) fn make_documents(state: &mut State, statement: StatementId, side: Side, path: PathBuf) -> Vec<Effect> {
    say(state, format!("reading {} …", path.display()));
    vec![Effect::Read(LoadRequest::Attachment(statement, side, path))]
}

/// Whether an act may be made at all, for overlays.
pub(super) fn refuse_writing(state: &mut State) -> bool {
    match state.refusal(Op::Note) {
        Some(why) => {
            hint(state, why);
            true
        }
        None => false,
    }
}
