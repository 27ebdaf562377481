//! What the reviewer decides.

use std::{path::PathBuf, sync::Arc};

use crate::{
    desk::{Detail, Intent, Row, Unsigned},
    domain::{Citations, DocId, Reason, Ruling, Severity, Side, Stage, StatementId, Value, Verdict},
    engine::{Attachment, Command, edit},
    review::{Act, OverrideRevision, Revision, StageState, Who},
    text::Clean,
};

use super::{
    action::{Edit, EditOf, Effect},
    form::{self, Bulk, Change},
    keys::{Op, Pane},
    messages::{error, hidden_or, hint, say},
    overlay,
    page::{self, LoadRequest},
    prompts,
    selection::select,
    state::{Millis, Overlay, Pending, Picking, Purpose, State},
};

/// Does something about the statement in view, once it has been read.
pub(super) fn with_detail(state: &mut State, act: impl FnOnce(&mut State, &Detail) -> Vec<Effect>) -> Vec<Effect> {
    match state.detail.clone().filter(|d| Some(d.id) == state.id()) {
        Some(detail) => act(state, &detail),
        None => {
            say(state, "the statement is still being read");
            Vec::new()
        }
    }
}

/// A second decision within this time is not one on the statement that the first went on to: nobody has read it, and
/// a key that is held down repeats faster.
const TOO_SOON: Millis = 350;

/// Whether a key decides on a statement that has only just come; then it does nothing but say so.
pub(super) fn is_too_soon(state: &mut State, op: Op) -> bool {
    let decides = matches!(op, Op::Accept | Op::SetContradicts | Op::SetSupports | Op::SetUndecided);
    let is_new = state.moved_on.is_some_and(|at| state.now.saturating_sub(at) < TOO_SOON);
    let Some(id) = state.id().filter(|_| decides && is_new) else { return false };
    state.moved_on = Some(state.now);
    say(state, format!("{id} is here now and was not decided: the key came too soon after the last; press it again"));
    true
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

/// The number of the selected citation.
fn selected(state: &State, detail: &Detail) -> Option<u32> {
    detail.cards[usize::from(state.focus == Pane::For)].get(state.at[state.focus]).copied()
}

/// Includes the selected citation's document, or excludes it.
pub(super) fn document(state: &mut State, detail: &Detail, counts: bool) -> Vec<Effect> {
    match selected(state, detail).and_then(|number| detail.citations()?.get(number)) {
        Some(citation) => admit(state, detail, citation.doc.clone(), counts),
        None => {
            hint(state, "no citation is selected; {documents} lists all retrieved documents");
            Vec::new()
        }
    }
}

/// Takes the selected citation out.
pub(super) fn uncite(state: &mut State, detail: &Detail) -> Vec<Effect> {
    let (Some(citations), Some(number)) = (detail.citations(), selected(state, detail)) else {
        say(state, "no citation is selected");
        return Vec::new();
    };
    match edit::uncite(citations, number) {
        Ok(made) => {
            let what = format!("Removed citation [{number}] from {}", detail.id);
            let weights = without_weights(state, detail, &made);
            let put = Intent::Put(detail.ground(), Value::Citations(made)).act();
            commit(state, Pending::Act(Unsigned::several(what, std::iter::once(put).chain(weights))))
        }
        Err(why) => {
            error(state, why.0);
            Vec::new()
        }
    }
}

/// Asks what to re-run.
pub(super) fn rerun(state: &mut State, detail: &Detail) -> Vec<Effect> {
    // What failed is what one most likely wants to try again, then all that new documents could change.
    let failed = Stage::OF_STATEMENT.into_iter().find(|s| matches!(detail.state(*s), StageState::Failed(_)));
    let mut effects = form::rerun(state, detail.id, failed.unwrap_or_else(|| form::stage_of(state.focus)));
    if failed.is_none() {
        form::library_changed(state);
        effects.push(Effect::Read(page::LoadRequest::Library));
    }
    effects
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

/// What the reviewer should know of an act: that no evidence counts for its verdict, that something has to run, or how
/// what it removes is brought back.
fn caveat(state: &State, act: &Act) -> Option<Clean> {
    if let Some(row) = form::dropped(state, act) {
        let had = match (row.summary.by.is_some(), row.summary.noted) {
            (true, true) => "it had a reviewer's verdict and a note; ",
            (true, false) => "it had a reviewer's verdict; ",
            (false, true) => "it had a note; ",
            (false, false) => "",
        };
        return Some(state.keymap.text(&format!("{had}{{undo}} brings it back, {{reason}} gives the reason")).into());
    }
    match act {
        Act::Bulk { acts, .. } if acts.iter().any(|act| removes_citations(state, act)) => {
            Some(state.keymap.text("{undo} brings it back").into())
        }
        Act::Override { stage: Stage::Verdict, statement: Some(id), gist, .. } => {
            let detail = state.detail().filter(|detail| detail.id == *id)?;
            detail.describe_uncounted(gist.verdict?.0).map(Clean::from)
        }
        // A statement that is new or worded anew has no results yet.
        Act::Override { stage: Stage::Extract, statement, gist, .. } => {
            let before = u32::try_from(state.shown.rows.len()).unwrap_or(u32::MAX);
            let is_to_run = statement.is_some() || gist.count.is_some_and(|count| count > before);
            is_to_run.then(|| state.keymap.text("{run_all} runs what is missing").into())
        }
        // Only a reviewer has statements extracted again.
        Act::Configure { settings }
            if settings.max_statements != state.shown.settings.max_statements && !state.shown.rows.is_empty() =>
        {
            Some(state.keymap.text("{rerun}, then stage extract, applies the new number of statements").into())
        }
        Act::Override { stage, statement: Some(id), .. } => {
            let detail = state.detail().filter(|detail| detail.id == *id)?;
            let is_used = !page::stale_after(detail, *stage).is_empty();
            let what = if stage.makes_several() { "them" } else { "it" };
            let hint = format!("{{run_statement}} re-runs what depends on {what}");
            is_used.then(|| state.keymap.text(&hint).into())
        }
        _ => None,
    }
}

/// Whether an act leaves fewer citations of the statement in view.
fn removes_citations(state: &State, act: &Act) -> bool {
    let Act::Override { stage: Stage::Cite, statement: Some(id), gist, .. } = act else { return false };
    let citations = state.detail().filter(|detail| detail.id == *id).and_then(|detail| detail.citations());
    let before = citations.and_then(|citations| u32::try_from(citations.citations.len()).ok());
    before.zip(gist.count).is_some_and(|(before, left)| left < before)
}

/// How a document that is attached to a statement gets cited where a reviewer set the citations, which no run replaces.
pub(super) fn uncited(state: &State, statement: StatementId) -> Option<Clean> {
    let detail = state.detail().filter(|detail| detail.id == statement)?;
    detail.set_by_reviewer(Stage::Cite)?;
    Some(state.keymap.text("{documents} and Enter open it, {mark} ticks a sentence, {cite} cites it").into())
}

/// Records what the reviewer wants, once they have a name.
pub(super) fn intend(state: &mut State, intent: Intent<'_>) -> Vec<Effect> {
    commit(state, Pending::Act(intent.act()))
}

/// Includes or excludes a document, or says that it is so already.
pub(super) fn admit(state: &mut State, detail: &Detail, doc: DocId, is_included: bool) -> Vec<Effect> {
    let is_already = if is_included { detail.is_included(&doc) } else { detail.is_excluded(&doc) };
    if is_already {
        let is_cited = detail.citations().is_some_and(|cited| cited.citations.iter().any(|cited| cited.doc == doc));
        let rerun = if is_cited { "{run_statement} re-runs without it, " } else { "" };
        let text = match is_included {
            true => "this document is included already; {exclude} excludes it".to_owned(),
            false => format!("this document is excluded already; {rerun}{{include}} includes it again"),
        };
        hint(state, &text);
        return Vec::new();
    }
    let act = if is_included { Intent::Include(detail.id, doc).act() } else { exclude(state, detail, doc) };
    commit(state, Pending::Act(act))
}

/// Excludes a document. No run replaces citations and weights that a reviewer set, so this removes its own from them.
fn exclude(state: &State, detail: &Detail, doc: DocId) -> Unsigned {
    let left = detail.citations().and_then(|citations| edit::uncite_document(citations, &doc));
    let exclude = Intent::Exclude(detail.id, doc).act();
    let Some(left) = left else { return exclude };
    // Weights refer to citations by number, and a run would renumber them.
    if detail.set_by_reviewer(Stage::Cite).is_none() && detail.set_by_reviewer(Stage::Weigh).is_none() {
        return exclude;
    }
    let weights = without_weights(state, detail, &left);
    let put = Intent::Put(detail.ground(), Value::Citations(left)).act();
    let what = exclude.act.describe();
    Unsigned::several(what, [exclude, put].into_iter().chain(weights))
}

/// Removes from the weights that a reviewer set those of citations that are not in `left`; `None` where there are none.
fn without_weights(state: &State, detail: &Detail, left: &Citations) -> Option<Unsigned> {
    detail.set_by_reviewer(Stage::Weigh)?;
    let made = edit::unweigh(detail.weighing().shown()?, left, state.criteria())?;
    Some(Intent::Put(detail.ground(), Value::Weighing(made)).act())
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

/// The next statement that waits for the reviewer, from the selected one on: in a blind review those on which reviewers
/// differ for who decides between them, and those that the reviewer has not decided, then the most urgent.
pub(super) fn next_waiting(state: &State) -> Option<usize> {
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
pub(super) fn none_waiting(state: &State) -> &'static str {
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

pub(super) fn pick(state: &mut State, picking: Picking) -> Vec<Effect> {
    let Some(detail) = state.detail() else {
        say(state, "no statement is selected");
        return Vec::new();
    };
    let overridden: Vec<Stage> =
        Stage::ALL.into_iter().filter(|stage| matches!(detail.state(*stage), StageState::Overridden { .. })).collect();
    if picking == Picking::Withdraw {
        let own: Vec<Stage> =
            overridden.iter().copied().filter(|stage| set_by_other(state, detail, *stage).is_none()).collect();
        match own.as_slice() {
            [] => match overridden.first().and_then(|stage| Some((*stage, set_by_other(state, detail, *stage)?))) {
                Some((stage, who)) => refuse_withdrawal(state, detail.id, stage, &who),
                None => say(state, "you have set no result of this statement"),
            },
            [one] => {
                let intent = Intent::Withdraw(detail.id, *one);
                return intend(state, intent);
            }
            [first, ..] => {
                state.stage = if own.contains(&state.stage) { state.stage } else { *first };
                state.overlays.push(Overlay::Stages(picking));
            }
        }
        return Vec::new();
    }
    // What was left unread is what one most likely wants to go on with.
    state.stage = match &state.kept {
        Some(Edit { of: EditOf::Stage(id, stage), .. }) if Some(*id) == state.id() => *stage,
        _ => form::stage_of(state.focus),
    };
    state.overlays.push(Overlay::Stages(picking));
    Vec::new()
}

/// Who set a result, where that is somebody else than the reviewer at work.
fn set_by_other(state: &State, detail: &Detail, stage: Stage) -> Option<Who> {
    match detail.stages.get(stage).in_force.as_ref().map(|found| &found.revision) {
        Some(Revision::Override(set)) => {
            let own = state.reviewer.clone().map(Who::Reviewer);
            (own.as_ref() != Some(&set.who)).then(|| set.who.clone())
        }
        _ => None,
    }
}

fn refuse_withdrawal(state: &mut State, id: StatementId, stage: Stage, who: &Who) {
    let instead = if stage == Stage::Verdict { "{verdict} sets a verdict of your own" } else { "{edit} sets your own" };
    hint(state, &format!("{} of {id}: set by {who}, who alone can withdraw it; {instead}", stage.result()));
}

/// Opens a form above what it was opened from, so that Escape leads back there.
pub(super) fn under_form(
    state: &mut State,
    below: Overlay,
    open: impl FnOnce(&mut State) -> Vec<Effect>,
) -> Vec<Effect> {
    let depth = state.overlays.len();
    let effects = open(state);
    if matches!(state.overlays.get(depth), Some(Overlay::Form(_))) {
        state.overlays.insert(depth, below);
    }
    effects
}

/// Does what a stage was picked for.
pub(super) fn picked(state: &mut State, picking: Picking, stage: Stage) -> Vec<Effect> {
    let Some(detail) = state.detail.clone().filter(|d| Some(d.id) == state.id()) else { return Vec::new() };
    let id = detail.id;
    match picking {
        Picking::Rerun => form::rerun(state, id, stage),
        Picking::Withdraw if matches!(detail.state(stage), StageState::Overridden { .. }) => {
            if let Some(who) = set_by_other(state, &detail, stage) {
                refuse_withdrawal(state, id, stage, &who);
                return Vec::new();
            }
            intend(state, Intent::Withdraw(id, stage))
        }
        Picking::Withdraw => {
            say(state, format!("{} of {id}: not set by a reviewer", stage.result()));
            Vec::new()
        }
        Picking::Edit if state.kept.as_ref().is_none_or(|k| k.of != EditOf::Stage(id, stage)) => {
            under_form(state, Overlay::Stages(picking), |state| form::edit_stage(state, stage))
        }
        Picking::Edit | Picking::Raw => {
            let kept = state.kept.take_if(|k| k.of == EditOf::Stage(id, stage));
            if let Some(edit) = kept {
                return vec![Effect::Edit(edit)];
            }
            // These stored results include scores and sides, which a blind review hides.
            let may_show = |_: &&Arc<Value>| !(detail.is_hidden() && matches!(stage, Stage::Search | Stage::Cite));
            let Some(value) = detail.value(stage).shown().filter(may_show) else {
                hidden_or(state, detail.is_hidden(), &format!("{stage} has not run yet; {{rerun}} runs it"));
                return Vec::new();
            };
            let text = pretty(value);
            vec![Effect::Edit(Edit { of: EditOf::Stage(id, stage), original: text.clone(), text })]
        }
    }
}

fn pretty(value: &Value) -> String {
    let json: Option<serde_json::Value> = serde_json::from_slice(&value.bytes()).ok();
    json.and_then(|json| serde_json::to_string_pretty(&json).ok()).unwrap_or_default() + "\n"
}

pub(super) fn edited(state: &mut State, edit: Edit) -> Vec<Effect> {
    if edit.text == edit.original {
        say(state, "nothing changed");
        return Vec::new();
    }
    let (statement, stage) = match edit.of {
        EditOf::Stage(statement, stage) => (statement, stage),
        EditOf::Prompt(statement, stage, task) => return prompts::edited(state, edit, (statement, stage, task)),
        EditOf::Field(field) => {
            form::edited(state, field, &edit.text);
            return Vec::new();
        }
    };
    let Some(detail) = state.detail.clone().filter(|d| d.id == statement) else {
        let text =
            state.keymap.text(&format!("{statement} is not shown any more; the text is kept: {{edit}} on its {stage}"));
        state.kept = Some(edit);
        error(state, text);
        return Vec::new();
    };
    match Value::parse(stage, true, edit.text.as_bytes()) {
        Ok(value) => {
            let pending = Pending::Act(Intent::Put(detail.ground(), value).act());
            // Until it is recorded, nothing of it may be lost.
            state.kept = Some(edit);
            overlay::prompt(state, "Why? (may be left empty)", Purpose::Reason(Box::new(pending)), &Clean::default());
        }
        Err(why) => {
            state.overlays.push(Overlay::Unread { edit, error: Clean::from(why.source.to_string()) });
        }
    }
    Vec::new()
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
