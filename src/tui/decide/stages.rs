//! The result of a stage: re-run, withdrawn, or edited as it is stored.

use std::sync::Arc;

use crate::{
    desk::{Detail, Intent},
    domain::{Stage, StatementId, Value},
    review::{StageState, Who},
    text::Clean,
    tui::{
        action::{Edit, EditOf, Effect},
        form,
        messages::{error, hidden_or, hint, say},
        overlay,
        page::LoadRequest,
        prompts,
        state::{Overlay, Pending, Picking, Purpose, State},
    },
};

use super::intend;

/// Asks what to re-run.
pub(in super::super) fn rerun(state: &mut State, detail: &Detail) -> Vec<Effect> {
    // What failed is what one most likely wants to try again, then all that new documents could change.
    let failed = Stage::OF_STATEMENT.into_iter().find(|s| matches!(detail.state(*s), StageState::Failed(_)));
    let mut effects = form::rerun(state, detail.id, failed.unwrap_or_else(|| form::stage_of(state.focus)));
    if failed.is_none() {
        form::library_changed(state);
        effects.push(Effect::Read(LoadRequest::Library));
    }
    effects
}

pub(in super::super) fn pick(state: &mut State, picking: Picking) -> Vec<Effect> {
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
    let own = state.reviewer.clone().map(Who::Reviewer);
    detail.set_by_reviewer(stage).map(|set| &set.who).filter(|who| own.as_ref() != Some(*who)).cloned()
}

fn refuse_withdrawal(state: &mut State, id: StatementId, stage: Stage, who: &Who) {
    let instead = if stage == Stage::Verdict { "{verdict} sets a verdict of your own" } else { "{edit} sets your own" };
    hint(state, &format!("{} of {id}: set by {who}, who alone can withdraw it; {instead}", stage.result()));
}

/// Opens a form above what it was opened from, so that Escape leads back there.
pub(in super::super) fn under_form(
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
pub(in super::super) fn picked(state: &mut State, picking: Picking, stage: Stage) -> Vec<Effect> {
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

pub(in super::super) fn edited(state: &mut State, edit: Edit) -> Vec<Effect> {
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
