//! To be worked out once more: what, and by whom.

use crate::{
    domain::{Stage, StatementId},
    engine::{Command, Scope},
    reason::{Knobs, RunWith},
    text::Clean,
};

use super::{
    super::{action::Effect, keys::Pane, messages::say, state::State},
    Field, Form, Purpose,
};

const WHAT: usize = 0;
const STAGE: usize = 1;
const REASONER: usize = 2;
const MODEL: usize = 3;
const TEMPERATURE: usize = 4;
const SEED: usize = 5;
const CONTEXT: usize = 6;
const FRESH: usize = 7;

/// The stage that a pane shows the result of.
pub(in super::super) fn stage_of(pane: Pane) -> Stage {
    match pane {
        Pane::Statement | Pane::Source => Stage::Counter,
        Pane::Against | Pane::For => Stage::Weigh,
        Pane::Issues => Stage::Inspect,
        Pane::Document => Stage::Cite,
        _ => Stage::Verdict,
    }
}

/// Opens the dialog for `stage` of a statement.
pub(in super::super) fn open(state: &mut State, statement: StatementId, stage: Stage) -> Vec<Effect> {
    let form = form(&state.knobs, statement, stage, 0);
    super::open(state, form)
}

fn form(knobs: &[Knobs], statement: StatementId, stage: Stage, reasoner: usize) -> Form {
    let what = [
        "this stage".to_owned(),
        format!("all of {statement}"),
        "what is missing or stale".to_owned(),
        "everything".to_owned(),
    ];
    let names: Vec<Clean> = knobs.iter().map(|k| k.reasoner.clone()).collect();
    let knob = knobs.get(reasoner).cloned().unwrap_or_default();
    let no = |what: &str| format!("the reasoner {} has no {what}", knob.reasoner);
    let model = if knob.models.is_empty() {
        Field::text("Model", "", 1).off(no("model"))
    } else {
        let own = std::iter::once(Clean::from("as in the settings"));
        Field::choice("Model", own.chain(knob.models.iter().cloned()), 0)
    };
    let temperature = Field::text("Temperature", "", 1).hint("0 to 2; empty for the settings'");
    let seed = Field::text("Seed", "", 1).hint("a whole number; empty for the settings'");
    let context =
        Field::text("Context", "", 1).hint("tokens; empty for the settings'; another one loads the model anew");
    let fresh = Field::choice("Answer", ["one on record will do", "ask anew"], 0);
    let unless = |on: bool, field: Field, what: &str| if on { field } else { field.off(no(what)) };
    let fields = vec![
        Field::choice("What", what, 0)
            .hint("what was there before stays on record; what follows becomes stale if it differs"),
        Field::choice("Stage", Stage::ALL.map(Stage::name), stage.number())
            .hint("0 extracts the paper's statements anew"),
        Field::choice("Reasoner", names, reasoner).hint("the first is the one that the review was made with"),
        model,
        unless(knob.temperature, temperature, "temperature"),
        unless(knob.seed, seed, "seed"),
        unless(knob.context, context, "context"),
        unless(knob.fresh, fresh, "answers on record"),
    ];
    Form::new("Work out once more", Purpose::Rerun(statement), "run", fields)
}

/// Another reasoner has other knobs.
pub(super) fn changed(state: &State, form: &mut Form) {
    let Purpose::Rerun(statement) = form.purpose else { return };
    let stage = Stage::ALL[form.chosen(STAGE).min(Stage::ALL.len() - 1)];
    let fresh = self::form(&state.knobs, statement, stage, form.chosen(REASONER));
    for (field, new) in form.fields.iter_mut().zip(fresh.fields).skip(MODEL) {
        if field.off != new.off {
            *field = new;
        }
    }
}

pub(super) fn submit(state: &mut State, statement: StatementId, form: &Form) -> Result<Vec<Effect>, Clean> {
    let knobs = state.knobs.get(form.chosen(REASONER));
    let mut with = RunWith { fresh: form.chosen(FRESH) == 1, ..RunWith::default() };
    if form.chosen(REASONER) > 0 {
        with.reasoner = knobs.map(|k| k.reasoner.clone());
    }
    with.model = form.chosen(MODEL).checked_sub(1).and_then(|i| knobs?.models.get(i).cloned());
    let temperature = form.text(TEMPERATURE);
    if !temperature.is_empty() {
        let number: Option<f64> = temperature.replace(',', ".").parse().ok();
        let number = number.filter(|t| (0.0..=2.0).contains(t));
        with.temperature = Some(number.ok_or("the temperature is a number from 0 to 2")?);
    }
    let seed = form.text(SEED);
    if !seed.is_empty() {
        with.seed = Some(seed.parse().map_err(|_| "the seed is a whole number")?);
    }
    let context = form.text(CONTEXT);
    if !context.is_empty() {
        with.context = Some(context.parse().map_err(|_| "the context is a whole number of tokens")?);
    }
    let stage = Stage::ALL[form.chosen(STAGE).min(Stage::ALL.len() - 1)];
    let (scope, again, said) = match form.chosen(WHAT) {
        0 => (Scope::Stage(statement, stage), true, format!("working out {stage} of {statement} once more")),
        1 => (Scope::Statement(statement), true, format!("working out all of {statement} once more")),
        2 => (Scope::Everything, false, "working out what is missing or stale".to_owned()),
        _ => (Scope::Everything, true, "working out everything once more".to_owned()),
    };
    state.busy = true;
    say(state, said);
    Ok(vec![Effect::Send(Command::RunWith { scope, again, with })])
}
