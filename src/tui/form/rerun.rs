//! A re-run: of what, and by which reasoner.

use crate::{
    domain::{Stage, StatementId},
    engine::{Command, Scope},
    reason::{Capabilities, RunOverrides},
    review::StageState,
    text::Clean,
};

use super::{
    super::{
        action::Effect,
        decide,
        keys::Pane,
        messages::say,
        page::LoadRequest,
        state::{Overlay, State},
    },
    Field, Form, Input, Purpose,
};

const WHAT: &str = "What";
const STAGE: &str = "Stage";
const REASONER: &str = "Reasoner";
const MODEL: &str = "Model";
const TEMPERATURE: &str = "Temperature";
const SEED: &str = "Seed";
const CONTEXT: &str = "Context";
const FRESH: &str = "Answer";
const TIMES: &str = "Times";

/// The place among the scopes of all stages of the statement.
const ALL_STAGES: usize = 1;
/// The place among the scopes of a verdict that is repeated.
const REPEAT: usize = 4;

/// The stage that a pane shows the result of.
pub(in super::super) fn stage_of(pane: Pane) -> Stage {
    match pane {
        Pane::Statement | Pane::Source => Stage::Counter,
        Pane::Against | Pane::For => Stage::Weigh,
        Pane::Issues => Stage::Inspect,
        Pane::Document => Stage::Cite,
        Pane::Literature => Stage::Search,
        _ => Stage::Verdict,
    }
}

/// Opens the dialog for `stage` of a statement.
pub(in super::super) fn open(state: &mut State, statement: StatementId, stage: Stage) -> Vec<Effect> {
    let form = form(state, statement, (0, stage), 0);
    let mut effects = super::open(state, form);
    costed(state);
    effects.extend([LoadRequest::Costs, LoadRequest::Unreachable].map(Effect::Read));
    effects
}

/// The form with what this reasoner has to choose.
fn form(state: &State, statement: StatementId, (what, stage): (usize, Stage), reasoner: usize) -> Form {
    let mut scopes = vec![
        "this stage".to_owned(),
        format!("all of {statement}"),
        "what is missing or stale".to_owned(),
        "everything".to_owned(),
    ];
    let names = names(state);
    let known = state.capabilities.get(reasoner).cloned().unwrap_or_default();
    // Another seed is what a repeated verdict can differ by.
    if known.seed {
        scopes.push(format!("the verdict of {statement}, several times"));
    }
    let what = if what < scopes.len() { what } else { 0 };
    let mut fields = vec![
        Field::choice(WHAT, scopes, what)
            .hint("the result so far stays on record; later stages become stale if it differs"),
        Field::choice(STAGE, Stage::ALL.map(Stage::name), stage.number())
            .hint("extract finds the paper's statements again"),
    ];
    if what == REPEAT {
        fields.push(Field::text(TIMES, "5", 1).hint("2 to 100, each with another seed and order of the evidence"));
    }
    if names.len() > 1 {
        fields
            .push(Field::choice(REASONER, names, reasoner).hint("the first is the one that the review was made with"));
    }
    if !known.models.is_empty() {
        let own = std::iter::once(Clean::from("as in the settings"));
        fields.push(Field::choice(MODEL, own.chain(known.models.iter().cloned()), 0));
    }
    if known.temperature {
        fields.push(Field::text(TEMPERATURE, "", 1).hint("0 to 2; empty: as in the settings"));
    }
    if known.seed {
        fields.push(Field::text(SEED, "", 1).hint("a whole number; empty: as in the settings"));
    }
    if known.context {
        let hint = "tokens; empty: as in the settings; another one reloads the model";
        fields.push(Field::text(CONTEXT, "", 1).hint(hint));
    }
    if known.fresh {
        fields.push(Field::choice(FRESH, ["a recorded one will do", "ask again"], 0));
    }
    Form::new("Re-run", Purpose::Rerun(statement, known.prompts), "run", fields)
}

/// The reasoners, those that do not answer marked as such.
fn names(state: &State) -> Vec<Clean> {
    let name = |known: &Capabilities| match state.unreachable.contains_key(&known.reasoner) {
        true => format!("{} (no answer)", known.reasoner).into(),
        false => known.reasoner.clone(),
    };
    state.capabilities.iter().map(name).collect()
}

/// Which reasoners answer came in.
pub(in super::super) fn probed(state: &mut State) {
    let names = names(state);
    for overlay in &mut state.overlays {
        if let Overlay::Form(form) = overlay
            && matches!(form.purpose, Purpose::Rerun(..))
            && let Some(at) = place(form, REASONER)
            && let Input::Choice(options, _) = &mut form.fields[at].input
        {
            options.clone_from(&names);
        }
    }
}

fn place(form: &Form, label: &str) -> Option<usize> {
    form.fields.iter().position(|field| field.label == label)
}

fn chosen(form: &Form, label: &str) -> usize {
    place(form, label).map_or(0, |at| form.chosen(at))
}

fn text(form: &Form, label: &str) -> Clean {
    place(form, label).map(|at| form.text(at)).unwrap_or_default()
}

fn stage(form: &Form) -> Stage {
    Stage::ALL[chosen(form, STAGE).min(Stage::ALL.len() - 1)]
}

/// Another reasoner has other fields.
pub(super) fn changed(state: &State, form: &mut Form) {
    let Purpose::Rerun(statement, _) = form.purpose else { return };
    let scope = (chosen(form, WHAT), stage(form));
    let fresh = self::form(state, statement, scope, chosen(form, REASONER));
    form.purpose = fresh.purpose.clone();
    let labels = |form: &Form| form.fields.iter().map(|field| field.label).collect::<Vec<_>>();
    if labels(&fresh) != labels(form) {
        form.fields = fresh.fields;
        form.at = form.at.min(form.fields.len() - 1);
    }
    form.note = cost(state, form);
}

/// New documents can change every stage from the search on, so all of them are offered where nothing failed and the
/// reviewer has not chosen.
pub(in super::super) fn library_changed(state: &mut State) {
    let Some(Ok(now)) = state.library else { return };
    let Some(detail) = state.detail.clone().filter(|detail| detail.library_growth(now).is_some()) else { return };
    for overlay in &mut state.overlays {
        let Overlay::Form(form) = overlay else { continue };
        let is_open = matches!(form.purpose, Purpose::Rerun(of, _) if of == detail.id);
        if is_open && !form.touched && !matches!(detail.state(stage(form)), StageState::Failed(_)) {
            let scopes = &mut form.fields[0];
            if let Input::Choice(_, at) = &mut scopes.input {
                *at = ALL_STAGES;
            }
            scopes.hint = "the library has grown since the search".into();
        }
    }
    costed(state);
}

/// What stages took in the review came in: says what the choices will cost.
pub(in super::super) fn costed(state: &mut State) {
    let note = state.overlays.iter().find_map(|overlay| match overlay {
        Overlay::Form(form) => match form.purpose {
            Purpose::Rerun(..) => Some(cost(state, form)),
            _ => None,
        },
        _ => None,
    });
    for overlay in &mut state.overlays {
        if let (Overlay::Form(form), Some(note)) = (overlay, &note)
            && matches!(form.purpose, Purpose::Rerun(..))
        {
            form.note = note.clone();
        }
    }
}

/// What the choices will cost, from what was measured in this review (`docs/rules.md#cost`).
fn cost(state: &State, form: &Form) -> Clean {
    let Some(costs) = &state.costs else { return "Cost: …".into() };
    let capabilities = state.capabilities.get(chosen(form, REASONER));
    let model = chosen(form, MODEL).checked_sub(1).and_then(|at| capabilities?.models.get(at));
    let payer = match (model, chosen(form, REASONER)) {
        (Some(model), _) => model.clone(),
        (None, 0) => costs.own.clone(),
        (None, _) => capabilities.map(|known| known.reasoner.clone()).unwrap_or_default(),
    };
    let times = |times: u64| Stage::OF_STATEMENT.into_iter().map(move |stage| (stage, times));
    let estimate = match chosen(form, WHAT) {
        0 => costs.estimate(&payer, [(stage(form), 1)]),
        1 => costs.estimate(&payer, times(1)),
        2 => costs.estimate(&payer, costs.pending.clone()),
        REPEAT => costs.estimate(&payer, [(Stage::Verdict, text(form, TIMES).parse().unwrap_or(0))]),
        _ => costs.estimate(&payer, times(costs.statements)),
    };
    format!("Cost: {estimate}").into()
}

/// Opens the prompts of the reasoner that is chosen; a trial asks with the model and options that are chosen.
pub(super) fn prompts(state: &mut State, mut form: Box<Form>) -> Vec<Effect> {
    let with = overrides(state, &form);
    let stage = stage(&form);
    let error = with.as_ref().err().cloned();
    form.error = error;
    state.overlays.push(Overlay::Form(form));
    let Ok(with) = with else { return Vec::new() };
    decide::with_detail(state, |state, detail| super::super::prompts::open(state, detail, with, stage))
}

/// What the fields ask for beyond the settings.
fn overrides(state: &State, form: &Form) -> Result<RunOverrides, Clean> {
    let reasoner = chosen(form, REASONER);
    let capabilities = state.capabilities.get(reasoner);
    let mut with = RunOverrides { fresh: chosen(form, FRESH) == 1, ..RunOverrides::default() };
    if reasoner > 0 {
        with.reasoner = capabilities.map(|k| k.reasoner.clone());
    }
    with.model = chosen(form, MODEL).checked_sub(1).and_then(|i| capabilities?.models.get(i).cloned());
    let temperature = text(form, TEMPERATURE);
    if !temperature.is_empty() {
        let number: Option<f64> = temperature.replace(',', ".").parse().ok();
        let number = number.filter(|t| (0.0..=2.0).contains(t));
        with.temperature = Some(number.ok_or("the temperature is a number from 0 to 2")?);
    }
    let seed = text(form, SEED);
    if !seed.is_empty() {
        with.seed = Some(seed.parse().map_err(|_| "the seed is a whole number")?);
    }
    let context = text(form, CONTEXT);
    if !context.is_empty() {
        with.context = Some(context.parse().map_err(|_| "the context is a whole number of tokens")?);
    }
    Ok(with)
}

pub(super) fn submit(state: &mut State, statement: StatementId, form: &Form) -> Result<Vec<Effect>, Clean> {
    let with = overrides(state, form)?;
    if chosen(form, WHAT) == REPEAT {
        let times: Option<u32> = text(form, TIMES).parse().ok();
        let times =
            times.filter(|times| (2..=100).contains(times)).ok_or("the times are a whole number from 2 to 100")?;
        say(state, format!("computing the verdict of {statement} {times} times"));
        return Ok(vec![Effect::Send(Command::Repeat { statement, times, with })]);
    }
    let stage = stage(form);
    let (scope, again, said) = match chosen(form, WHAT) {
        0 => (Scope::Stage(statement, stage), true, format!("re-running {stage} of {statement}")),
        1 => (Scope::Statement(statement), true, format!("re-running {statement}")),
        2 => (Scope::Everything, false, "running what is missing or stale".to_owned()),
        _ => (Scope::Everything, true, "re-running everything".to_owned()),
    };
    say(state, said);
    if with.reasoner.is_some() {
        return Ok(vec![Effect::Read(LoadRequest::Run(scope, again, with))]);
    }
    state.busy = true;
    Ok(vec![Effect::Send(Command::RunOverrides { scope, again, with })])
}
