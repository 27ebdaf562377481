//! The prompts of a reasoner: edited outside, tried on the statement in view, and kept for the review or dropped.

use crossterm::event::{KeyCode, KeyEvent};

use crate::{
    desk::{Detail, Intent, KeepPrompt},
    domain::{Stage, StatementId},
    engine::{Command, PromptInForce, Scope, Trial, Tried, keep_prompt},
    reason::{RunOverrides, model::Prompts},
    review::Revision,
    text::Clean,
};

use super::{
    Link,
    action::{Edit, EditOf, Effect},
    decide::{commit, refuse_writing},
    keys::Op,
    messages::{error, hint, say},
    page::{
        LoadRequest,
        history::{self, Comparison},
    },
    state::{Overlay, Pending, State},
};

/// How a trial is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// By which reasoner, with which model and options.
    pub with: RunOverrides,
    /// The stage whose prompt is selected first.
    pub stage: Option<Stage>,
}

/// Opens the prompts of the reasoner that `with` names, or the trial that waits for a decision.
pub(super) fn open(state: &mut State, detail: &Detail, with: RunOverrides, stage: Stage) -> Vec<Effect> {
    if detail.is_hidden() {
        say(state, "a trial shows what the machine thinks: the review is blind until you have given a verdict");
        return Vec::new();
    }
    if let Some(tried) = state.tried.clone().filter(|tried| tried.trial.statement == detail.id) {
        return vec![Effect::Read(LoadRequest::Tried(tried))];
    }
    let place = |name: &Clean| state.capabilities.iter().position(|known| known.reasoner == *name);
    // A text that was left unfinished is continued with the reasoner that it was written for.
    let (with, stage) = match &state.kept {
        Some(Edit { of: EditOf::Prompt(id, unfinished, _), .. })
            if *id == detail.id && with == RunOverrides::default() =>
        {
            (state.prompting.with.clone(), *unfinished)
        }
        _ => (with, stage),
    };
    let place = with.reasoner.as_ref().and_then(place).unwrap_or(0);
    match state.capabilities.get(place) {
        Some(known) if known.prompts => {
            state.prompting = Asked { with, stage: Some(stage) };
            vec![Effect::Read(LoadRequest::Prompts(place))]
        }
        known => {
            let reasoner = known.map(|known| known.reasoner.clone()).unwrap_or_default();
            let others =
                state.capabilities.iter().filter(|known| known.prompts).map(|known| known.reasoner.clone()).collect();
            state.overlays.push(Overlay::NoPrompts { reasoner, others });
            Vec::new()
        }
    }
}

/// The prompts were read.
pub(super) fn on_loaded(state: &mut State, rows: Vec<PromptInForce>) -> Vec<Effect> {
    let wanted = state.prompting.stage;
    let selected = rows.iter().position(|row| Some(row.prompt.stage) == wanted).unwrap_or(0);
    state.overlays.push(Overlay::Prompts { rows: rows.into(), selected });
    Vec::new()
}

/// A key for the list of prompts.
pub(super) fn key(
    state: &mut State,
    rows: std::sync::Arc<[PromptInForce]>,
    selected: usize,
    key: KeyEvent,
    op: Option<Op>,
) -> Vec<Effect> {
    let last = rows.len().saturating_sub(1);
    let selected = match (key.code, op) {
        (KeyCode::Esc, _) | (_, Some(Op::Quit)) => return Vec::new(),
        (KeyCode::Down, _) | (_, Some(Op::Next)) => (selected + 1).min(last),
        (KeyCode::Up, _) | (_, Some(Op::Previous)) => selected.saturating_sub(1),
        (KeyCode::Home, _) | (_, Some(Op::First)) => 0,
        (KeyCode::End, _) | (_, Some(Op::Last)) => last,
        (KeyCode::Enter, _) | (_, Some(Op::Edit)) => {
            let effects = rows.get(selected).map(|row| edit(state, row)).unwrap_or_default();
            state.overlays.push(Overlay::Prompts { rows, selected });
            return effects;
        }
        (_, Some(Op::Cancel)) => return reset(state, rows, selected),
        _ => selected,
    };
    state.overlays.push(Overlay::Prompts { rows, selected });
    Vec::new()
}

/// Opens the editor with a prompt, or with what was written of it before.
fn edit(state: &mut State, row: &PromptInForce) -> Vec<Effect> {
    let Some(id) = state.id() else { return Vec::new() };
    if refuse_writing(state) {
        return Vec::new();
    }
    // These stages ask once for each cited passage, or about all of them together.
    let is_of_citations = matches!(row.prompt.stage, Stage::Inspect | Stage::Weigh);
    if is_of_citations && state.detail().is_some_and(|detail| detail.cites_nothing()) {
        say(
            state,
            format!("{id} cites no passage, so {} asks nothing: choose a statement with evidence", row.prompt.stage),
        );
        return Vec::new();
    }
    let of = EditOf::Prompt(id, row.prompt.stage, row.prompt.task);
    if let Some(kept) = state.kept.take_if(|kept| kept.of == of) {
        return vec![Effect::Edit(kept)];
    }
    let text = row.prompt.text.to_string();
    vec![Effect::Edit(Edit { of, original: text.clone(), text })]
}

/// Goes back to the prompt of the program.
fn reset(state: &mut State, rows: std::sync::Arc<[PromptInForce]>, selected: usize) -> Vec<Effect> {
    let Some(row) = rows.get(selected).filter(|_| !refuse_writing(state)).cloned() else { return Vec::new() };
    if row.kept.is_none() {
        say(state, format!("the review keeps no prompt {} of its own", row.prompt.task));
        state.overlays.push(Overlay::Prompts { rows, selected });
        return Vec::new();
    }
    let (stage, task, prompts) = (row.prompt.stage, row.prompt.task.into(), row.reset);
    let reset = Intent::Prompt(KeepPrompt { stage, task, text: None, prompts });
    commit(state, Pending::Act(reset.act()))
}

/// A prompt comes back from the editor: it is checked, then tried.
pub(super) fn edited(
    state: &mut State,
    edit: Edit,
    (statement, stage, task): (StatementId, Stage, &'static str),
) -> Vec<Effect> {
    let text = Clean::from(edit.text.as_str());
    if let Err(why) = Prompts::check(task, &text) {
        state.overlays.push(Overlay::Unread { edit, error: why.to_string().into() });
        return Vec::new();
    }
    // The text is kept until the trial has a result.
    state.kept = Some(edit);
    say(state, format!("trying the prompt {task} on {statement}: running {stage} once"));
    let with = state.prompting.with.clone();
    vec![Effect::Send(Command::Try(Box::new(Trial { statement, stage, task, text, with })))]
}

/// A trial ended.
pub(super) fn tried(state: &mut State, trial: Trial, outcome: Result<Box<Tried>, Clean>) -> Vec<Effect> {
    let Trial { statement, stage, task, text, .. } = trial;
    let of = EditOf::Prompt(statement, stage, task);
    let free = matches!(state.overlays.last(), None | Some(Overlay::Prompts { .. }));
    match outcome {
        Ok(tried) => {
            state.kept.take_if(|kept| kept.of == of);
            state.tried = Some(tried.clone());
            if free {
                return vec![Effect::Read(LoadRequest::Tried(tried))];
            }
            hint(state, &format!("the trial of {task} on {statement} has a result; {{prompts}} shows it"));
        }
        Err(why) => {
            let edit = state.kept.take_if(|kept| kept.of == of);
            let edit = edit.unwrap_or_else(|| Edit { of, text: text.to_string(), original: String::new() });
            if free {
                state.overlays.push(Overlay::Unread { edit, error: why });
            } else {
                state.kept = Some(edit);
                error(state, format!("the prompt {task} could not be tried on {statement}: {why}; the text is kept"));
            }
        }
    }
    Vec::new()
}

/// A trial beside the run in force.
pub(super) fn compare(link: &Link, tried: &Tried) -> Result<Comparison, Clean> {
    let Trial { statement, stage, task, .. } = tried.trial;
    let revision = |value| history::Revision { stage, statement: Some(statement), value, before: None };
    let short = |spec: &crate::domain::EngineSpec| match &spec.model {
        // The digest first: where room is short the name of the model is cut.
        Some(model) => format!("prompts {}, {}", model.prompts.short(), model.name.one_line()),
        None => spec.describe(),
    };
    let in_force =
        link.review().fold().resolve(statement).get(stage).in_force.as_ref().map(|found| match &found.revision {
            Revision::Machine(made) => short(&made.spec),
            Revision::Override(set) => format!("set by {}", set.who),
        });
    let runs = [
        history::Run {
            label: format!("in force: {}", in_force.unwrap_or_default()).into(),
            reviewer: None,
            revisions: vec![revision(tried.before)],
        },
        history::Run {
            label: format!("trial: {}, {task} edited", short(&tried.spec)).into(),
            reviewer: None,
            revisions: vec![revision(tried.after)],
        },
    ];
    history::beside(link, Some(statement), &runs)
}

/// A key for a trial beside the run in force; `None` for those that scroll or leave it.
pub(super) fn decide(state: &mut State, op: Option<Op>) -> Option<Vec<Effect>> {
    if !matches!(op, Some(Op::Accept | Op::Edit | Op::Cancel)) {
        return None;
    }
    if refuse_writing(state) {
        return Some(Vec::new());
    }
    let tried = state.tried.take()?;
    let Trial { statement, stage, task, text, with } = tried.trial.clone();
    Some(match op {
        Some(Op::Accept) => {
            state.overlays.retain(|overlay| !matches!(overlay, Overlay::Prompts { .. }));
            let mut effects = commit(state, Pending::Act(keep_prompt(&tried).act()));
            // The answers are on record, so that the run asks nothing new. Where the name has to be asked first, the
            // run is the next key.
            if !effects.is_empty() {
                state.busy = true;
                let scope = Scope::Stage(statement, stage);
                effects.push(Effect::Send(Command::RunOverrides { scope, again: true, with }));
            }
            effects
        }
        Some(Op::Edit) => {
            let of = EditOf::Prompt(statement, stage, task);
            vec![Effect::Edit(Edit { of, text: text.to_string(), original: String::new() })]
        }
        _ => {
            say(state, format!("dropped: {task} is unchanged; the history keeps the trial"));
            Vec::new()
        }
    })
}
