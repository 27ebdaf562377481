//! What is run at the reviewer's request, and what goes on when a run lacks something.

use crate::{
    desk::{Intent, Row},
    domain::consent::is_for_pages,
    engine::{Command, Scope},
    reason::{Need, RunOverrides, asks_model},
    review::StageState,
    text::Clean,
};

use super::{
    action::Effect,
    decide::intend,
    messages::{error, hint, say},
    page::LoadRequest,
    state::State,
};

/// Sends a run off, said at once.
pub(super) fn run(state: &mut State, scope: Scope) -> Vec<Effect> {
    if has_nothing_to_run(state, &scope) {
        return Vec::new();
    }
    let what = match scope {
        Scope::Everything | Scope::Unfinished => "running what is missing or stale".to_owned(),
        Scope::Statement(id) => format!("running what is missing or stale in {id}"),
        Scope::Stage(id, stage) => format!("re-running {stage} of {id}"),
    };
    state.busy = true;
    say(state, what);
    vec![Effect::Send(Command::Run(scope))]
}

/// Says so when nothing is missing, stale or failed. What a blind review hides may be, and while the list is read anew it
/// does not know what has just changed.
fn has_nothing_to_run(state: &mut State, scope: &Scope) -> bool {
    let about = |row: &&Row| match scope {
        Scope::Statement(id) => row.statement.id == *id,
        Scope::Everything | Scope::Unfinished | Scope::Stage(..) => true,
    };
    let lacks = |row: &Row| row.summary.hidden || row.summary.pending() || row.summary.failed();
    let rows = || state.shown.rows.iter().filter(about);
    let is_behind = state.refreshing.is_some();
    if state.busy || is_behind || matches!(scope, Scope::Stage(..)) || rows().next().is_none() || rows().any(lacks) {
        return false;
    }
    let whose = if let Scope::Statement(id) = scope { format!(" in {id}") } else { String::new() };
    let otherwise = match state.shown.extraction {
        StageState::Stale => "{rerun}, then stage extract, finds the statements again under the new settings",
        _ if has_grown(state) => "the library has grown since the search, {rerun} searches again",
        _ => "{rerun} re-runs what is done",
    };
    hint(state, &format!("nothing is missing or stale{whose}; {otherwise}"));
    true
}

/// Whether the library has documents that the search for the shown statement did not know.
fn has_grown(state: &State) -> bool {
    let library = state.library.as_ref().and_then(|library| library.as_ref().ok());
    state.detail().zip(library).is_some_and(|(detail, now)| detail.library_growth(*now).is_some())
}

/// Runs what is missing by the reasoner that is not the review's own.
pub(super) fn run_other(state: &mut State) -> Vec<Effect> {
    let Some(other) = state.capabilities.get(1).map(|known| known.reasoner.clone()) else { return Vec::new() };
    if has_nothing_to_run(state, &Scope::Everything) {
        return Vec::new();
    }
    say(state, format!("running what is missing or stale with {other}"));
    let with = RunOverrides { reasoner: Some(other), ..RunOverrides::default() };
    vec![Effect::Read(LoadRequest::Run(Scope::Everything, false, with))]
}

/// Provides what a run lacks: has the model got, or allows its server to get text.
pub(super) fn provide(state: &mut State) -> Vec<Effect> {
    match state.halted.clone() {
        Some((Need::Model(model), _)) => {
            state.fetching = Some((model.clone(), "asked for".into()));
            say(state, format!("getting {model}"));
            vec![Effect::Send(Command::Fetch(model))]
        }
        Some((Need::Consent(Some(host)) | Need::Source(host), _)) => {
            let mut effects = intend(state, Intent::Consent(host));
            // Where the name has to be asked first, the run is the next key.
            if !effects.is_empty() {
                effects.extend(run(state, Scope::Everything));
            }
            effects
        }
        _ => Vec::new(),
    }
}

/// A run went no further: says so in one line, with the keys that go on.
pub(super) fn halted(state: &mut State, need: Need, why: Clean, waiting: usize) {
    // The review's own reasoner, if that asks no model: then the run was with the other one.
    let own = state.capabilities.first().map(|own| own.reasoner.clone());
    let own = own.filter(|own| !asks_model(own));
    let first = match &need {
        Need::Server => match &own {
            Some(own) => format!("no model server: {{rerun}} tries again, {{run_all}} goes on with {own}"),
            None => "no model server: {run_all} tries again".to_owned(),
        },
        Need::Model(name) => format!("no model {name}: {{provide}} gets it"),
        Need::Consent(Some(_)) => "text may not leave this machine: {provide} allows it".to_owned(),
        Need::Source(host) if is_for_pages(host) => {
            "pages that a web search finds may not be fetched: {provide} allows it".to_owned()
        }
        Need::Source(_) => {
            "terms of the statements may not be sent to a source of evidence: {provide} allows it".to_owned()
        }
        Need::Consent(None) => "text may not leave this machine: offline is set".to_owned(),
    };
    // Another reasoner searches the same sources.
    let others = state.capabilities.get(1).filter(|_| own.is_none() && !matches!(need, Need::Source(_)));
    let other = others.map(|known| format!(", {{run_other}} continues with {}", known.reasoner));
    let text = state.keymap.text(&format!("{first}{}", other.unwrap_or_default()));
    error(state, why);
    error(state, text);
    state.halted = Some((need, waiting));
}
