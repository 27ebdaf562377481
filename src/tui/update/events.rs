//! What the engine says, in the interface.

use crate::{
    domain::adopted_verdict,
    engine::{Event, Scope},
    text::{Clean, counted},
    tui::{
        action::Effect,
        keys::Pane,
        messages::{error, news, say, with_caveat},
        page, prompts, reversal,
        running::{self, run},
        state::State,
        unsaved,
    },
};

use super::{refresh, show_at_once};

pub(super) fn engine(state: &mut State, event: Event) -> Vec<Effect> {
    match event {
        Event::Started(id, stage) => {
            state.busy = true;
            state.halted = None;
            state.running.insert((id, stage), state.now);
            Vec::new()
        }
        Event::Finished(id, stage) => {
            state.running.remove(&(id, stage));
            refresh(state)
        }
        Event::Failed(id, stage) => {
            state.running.remove(&(id, stage));
            let whose = id.map(|id| format!(" of {id}")).unwrap_or_default();
            let text = state.keymap.text(&format!("{stage}{whose} failed; {{rerun}} tries again"));
            news(state, text);
            refresh(state)
        }
        Event::Appended { head, what } => {
            unsaved::saved(state);
            if let Some(what) = what {
                let what = state.reasoned.take().unwrap_or_else(|| named(state, what));
                let what = with_caveat(what, state.caveat.take());
                say(state, what);
            }
            show_at_once(state, head)
        }
        Event::Reversed { head, what, about } => {
            unsaved::saved(state);
            let what = named(state, what);
            reversal::recorded(state, head, what, about);
            show_at_once(state, head)
        }
        Event::Refused(why) => {
            // A run that was refused never becomes idle.
            state.busy = !state.running.is_empty() || state.progress.is_some();
            state.reasoned = None;
            error(state, why);
            state.unsaved = true;
            Vec::new()
        }
        Event::NotSaved(why) => {
            unsaved::not_saved(state, &why);
            Vec::new()
        }
        Event::NotAttached(why) => {
            unsaved::not_attached(state, &why);
            Vec::new()
        }
        Event::NothingTo(why) => {
            unsaved::nothing_to(state, &why);
            Vec::new()
        }
        Event::Progress { done, total } => {
            state.busy = true;
            state.progress = Some((done, total));
            Vec::new()
        }
        Event::Idle => {
            let was = std::mem::take(&mut state.busy);
            state.running.clear();
            state.ended = state.progress.take().filter(|(_, total)| was && *total > 0);
            let mut effects = refresh(state);
            // Models that a server was found to have can be chosen from now on; searches may have brought documents.
            effects.push(Effect::Read(page::LoadRequest::Capabilities));
            effects.push(Effect::Read(page::LoadRequest::Library));
            effects
        }
        Event::Paused(on) => {
            state.paused = on;
            Vec::new()
        }
        Event::Halted { need, why, waiting } => {
            running::halted(state, need, why, waiting);
            Vec::new()
        }
        Event::Retrieved(ticket, outcome) => {
            let effects = page::literature::answered(state, ticket, outcome);
            effects.into_iter().chain(refresh(state)).collect()
        }
        Event::Unused(what) => {
            news(state, what);
            Vec::new()
        }
        Event::Tried(trial, outcome) => prompts::tried(state, *trial, outcome),
        Event::Sources if state.focus == Pane::Literature => page::open(state, Pane::Literature),
        Event::Sources => Vec::new(),
        Event::Fetching(model, how_far) => {
            state.fetching = Some((model, how_far));
            Vec::new()
        }
        Event::Fetched(model, Ok(())) => {
            state.fetching = None;
            news(state, format!("{model} is ready"));
            run(state, Scope::Everything)
        }
        Event::Fetched(_, Err(why)) => {
            state.fetching = None;
            error(state, why);
            Vec::new()
        }
    }
}

/// Says how far a run came, and what failed.
pub(super) fn say_ended(state: &mut State, (done, total): (usize, usize)) {
    let failed = match state.shown.counts.failed {
        0 => String::new(),
        failed => format!(", {failed} with a stage that failed"),
    };
    let statements = counted(total, "statement");
    let counts = &state.shown.counts;
    let rest = match counts.unfinished {
        // A run without a single decision looks like a failure unless the reason is given.
        0 if counts.supported + counts.contradicted + counts.failed == 0 && !state.shown.assessment.is_empty() => {
            format!(". {}", state.shown.assessment)
        }
        left if left > counts.failed => {
            let have = if left == 1 { "has" } else { "have" };
            let left = counted(left, "statement");
            state.keymap.text(&format!("; {left} {have} stages left to run, {{run_all}} runs them"))
        }
        _ => String::new(),
    };
    let text = match done == total {
        true => format!("Finished: {statements}{failed}{rest}"),
        false => format!("Stopped after {done} of {statements}{failed}"),
    };
    news(state, text);
}

/// What was done, with the name of the reviewer of an adopted verdict in place of its number.
fn named(state: &State, what: Clean) -> Clean {
    let adopted = state.adopted.as_ref().map(|(row, name)| (adopted_verdict(*row), name));
    match adopted.filter(|(adopted, _)| what.contains(adopted)) {
        Some((adopted, name)) => what.replace(&adopted, &format!("{name}'s verdict")).into(),
        None => what,
    }
}
