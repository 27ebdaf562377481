//! What happens next: pure, without terminal, clock or engine.

mod ahead;
mod arrivals;
mod events;

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent};

use crate::{
    desk::Dossier,
    domain::{Ruling, Verdict},
    engine::{Command, Scope},
    reason::RunOverrides,
    review::ReviewError,
    text::Clean,
};

use super::{
    action::{Action, Effect},
    candidates, copy,
    decide::{self, edited, next_waiting, pick, with_detail},
    documents, form, jump,
    keys::{self, Key, Match, Op, Pane},
    listing::Sort,
    messages::{drop_hint, error, hint, out_of_view, say},
    mouse::mouse,
    moves::{back, go, open, scroll, step},
    overlay, page, pick, prompts, reversal,
    running::{self, run},
    selection::{Selected, clamp, filter, load, narrowed, select},
    state::{Millis, Overlay, Pending, PerPane, Picking, Purpose, State, TOAST, Tour},
    timing, tour, unsaved,
};

use ahead::{catch_up, confirms_too_soon, is_extracting, is_too_soon, is_way_out, waits};
use events::{engine, say_ended};

/// Takes in what happened at `now`, and says what is to be done.
pub fn update(state: &mut State, now: Millis, action: Action) -> Vec<Effect> {
    let before = unsaved::written(state);
    let asked_name = unsaved::asks_name(state);
    timing::count(state, now, &action);
    let mut effects = take(state, now, action);
    effects.extend(timing::record(state, &effects));
    unsaved::track(state, before, asked_name, &effects);
    effects
}

fn take(state: &mut State, now: Millis, action: Action) -> Vec<Effect> {
    state.now = now;
    if state.toast.as_ref().is_some_and(|t| !t.error && t.at + TOAST <= now) {
        state.toast = None;
    }
    match action {
        // A model may take minutes to extract the statements: keys that wait for them must not hold the reviewer.
        Action::Key(key) if (is_extracting(state) || unsaved::asks_name(state)) && is_way_out(&key) => {
            state.ahead.clear();
            press(state, key)
        }
        Action::Key(key) if confirms_too_soon(state, &key) => Vec::new(),
        Action::Key(key) if tour::gives_way(state, &key) => {
            let mut effects = tour::leave(state);
            effects.extend(take(state, now, Action::Key(key)));
            effects
        }
        Action::Key(key) if state.ahead.is_empty() && !waits(state, &key) => press(state, key),
        Action::Paste(text) if state.ahead.is_empty() => overlay::paste(state, &Clean::from(text)),
        typed @ (Action::Key(_) | Action::Paste(_)) => {
            ahead::keep(state, typed);
            Vec::new()
        }
        Action::Mouse(click, target) => mouse(state, click, target),
        Action::Resize => {
            state.follow = PerPane::all(true);
            Vec::new()
        }
        Action::Wake => page::wake(state),
        Action::Engine(event) => engine(state, event),
        Action::Shown(shown) => refreshed(state, shown),
        Action::Loaded(detail) => {
            let again = state.loading.take().is_some_and(|(id, again)| again || id != detail.id);
            if state.id() == Some(detail.id) {
                let selected = Selected::of(state);
                state.detail = Some(detail);
                selected.restore(state);
                clamp(state);
                page::loaded(state);
            }
            let effects = if again || state.detail().is_none() { load(state) } else { Vec::new() };
            catch_up(state, effects)
        }
        Action::LoadFailed(id, why) => {
            let again = state.loading.take().is_some_and(|(loading, again)| again || loading != id);
            error(state, why);
            let effects = if again && state.id() != Some(id) { load(state) } else { Vec::new() };
            catch_up(state, effects)
        }
        Action::Damaged(text) => {
            state.broken = true;
            let why = Clean::from(ReviewError::Changed(text).to_string());
            // Where the text itself was asked for, this has just been said.
            if state.toast.as_ref().is_none_or(|toast| toast.text != why) {
                error(state, why);
            }
            Vec::new()
        }
        Action::Read(want, Ok(answer)) => page::on_loaded(state, want, answer),
        // Read ahead; opening the view asks again and says why.
        Action::Read(page::LoadRequest::Source, Err(_)) if state.focus != Pane::Source => Vec::new(),
        Action::Read(want, Err(why)) => {
            if matches!(want, page::LoadRequest::Trace(..)) {
                state.version[Pane::Trace] += 1;
            }
            unsaved::not_made(state, why);
            Vec::new()
        }
        Action::Edited(edit, Ok(())) => edited(state, edit),
        Action::Edited(_, Err(why)) => {
            error(state, why);
            Vec::new()
        }
        Action::SavedAs(saved) => {
            unsaved::saved_as(state, saved);
            Vec::new()
        }
        Action::Exported(written) => {
            page::written(state, written);
            Vec::new()
        }
    }
}

fn press(state: &mut State, key: KeyEvent) -> Vec<Effect> {
    // Escape leaves what lies on top, and the reviewer may not have read the message under it.
    if key.code != KeyCode::Esc {
        drop_hint(state);
    }
    if let Some(effects) = unsaved::key(state, &key) {
        return effects;
    }
    match state.overlays.last() {
        Some(_) => overlay::key(state, key),
        None => chord(state, &key),
    }
}

/// A key that may be one of several for one thing to do.
fn chord(state: &mut State, key: &KeyEvent) -> Vec<Effect> {
    let begun = !state.pressed.is_empty();
    state.pressed.push(Key::of(key));
    match state.keymap.find(&state.pressed, state.focus) {
        Match::Op(op) => {
            state.pressed.clear();
            if !begun && is_search_back(state, key, op) {
                return to_previous_found(state);
            }
            if is_too_soon(state, op) { Vec::new() } else { act(state, op) }
        }
        Match::Prefix => {
            state.wait_for_chord();
            Vec::new()
        }
        // A chord of other panes takes its last key with it: alone, that key could record something.
        Match::None if key.code != KeyCode::Esc && state.keymap.begun_by(&state.pressed).next().is_some() => {
            state.wait_for_chord();
            Vec::new()
        }
        Match::None => {
            let pressed = std::mem::take(&mut state.pressed);
            if key.code != KeyCode::Esc {
                let names: Vec<String> = pressed.iter().map(|k| k.name()).collect();
                let what = match state.keymap.elsewhere(&pressed) {
                    Some(row) => format!("works in {}: {}", state.keymap.place(row), row.help),
                    None => "does nothing here".to_owned(),
                };
                let help = state.keymap.text("{help}");
                say(state, format!("{} {what}; {help} lists the keys", names.join(" ")));
            }
            Vec::new()
        }
    }
}

/// Whether `N` is meant as in an editor, where it goes to the previous match: the list shows what a search found.
fn is_search_back(state: &State, key: &KeyEvent, op: Op) -> bool {
    let is_searched = state.focus == Pane::Statements && !state.listing.search.trim().is_empty();
    is_searched && op == Op::SetUndecided && key.code == KeyCode::Char('N')
}

/// Goes to the previous match in the list, and says how the same key sets a verdict.
fn to_previous_found(state: &mut State) -> Vec<Effect> {
    let at = state.at[Pane::Statements];
    let which = if at == 0 { "first" } else { "previous" };
    let text =
        format!("this is the {which} match, nothing was decided; {{back}} ends the search, then N sets undecided");
    hint(state, &text);
    select(state, at.saturating_sub(1))
}

fn refresh(state: &mut State) -> Vec<Effect> {
    if state.refreshing.is_some() {
        state.refreshing = Some(true);
        return Vec::new();
    }
    state.refreshing = Some(false);
    vec![Effect::Refresh]
}

/// Has the list read again because of an act of the reviewer, up to its row.
fn show_at_once(state: &mut State, row: u64) -> Vec<Effect> {
    state.awaited = state.awaited.max(Some(row));
    let mut effects = refresh(state);
    effects.push(Effect::Hurry);
    effects
}

fn refreshed(state: &mut State, shown: Arc<Dossier>) -> Vec<Effect> {
    let id = state.id();
    let again = state.refreshing.take() == Some(true);
    let before = std::mem::replace(&mut state.shown, shown);
    state.awaited = state.awaited.filter(|row| *row > state.shown.head);
    filter(state);
    if let Some(at) = state.visible.iter().position(|row| Some(state.shown.rows[*row].statement.id) == id) {
        state.follow[Pane::Statements] |= state.at[Pane::Statements] != at;
        state.at[Pane::Statements] = at;
    }
    clamp(state);
    form::recount(state);
    // Who types already needs no tour, which would take the keys; the next review begins with it.
    if !state.ahead.is_empty() && state.tour == Tour::Due {
        state.tour = Tour::Off;
    }
    tour::begin(state);
    // What failed is counted in what was read after the run.
    if let Some(ended) = state.ended.take_if(|_| !again) {
        say_ended(state, ended);
    }
    let mut effects = if again { refresh(state) } else { Vec::new() };
    arrivals::announce_revealed(state, &before);
    let gone_to = arrivals::added(state, &before)
        .or_else(|| reversal::arrived(state, &before))
        .filter(|place| *place != state.at[Pane::Statements]);
    if let Some(place) = gone_to {
        effects.extend(select(state, place));
    }
    effects.extend(page::changed(state));
    if gone_to.is_none() && state.detail().is_none_or(|d| d.head < state.shown.head) {
        effects.extend(load(state));
    }
    match state.shown.rows.is_empty() {
        false => catch_up(state, effects),
        // No statement came: what was typed for it would run as commands.
        true => {
            if !state.busy {
                state.ahead.clear();
            }
            effects
        }
    }
}

/// Does something, or says why not.
pub(super) fn act(state: &mut State, op: Op) -> Vec<Effect> {
    if let Some(why) = state.refusal(op) {
        hint(state, why);
        return Vec::new();
    }
    let height = |state: &State| state.extents[state.focus].height.saturating_sub(2).max(1);
    if let Some(effects) = page::act(state, op) {
        return effects;
    }
    if keys::binding(op).is_some_and(keys::Binding::decides_on_the_statement) && !page::shows_selected(state) {
        out_of_view(state, op);
        return Vec::new();
    }
    match op {
        Op::Next => step(state, 1, true),
        Op::Previous => step(state, 1, false),
        Op::First => step(state, usize::MAX, false),
        Op::Last => step(state, usize::MAX, true),
        Op::ScrollDown | Op::ScrollUp | Op::PageDown => {
            let (down, by) = (op != Op::ScrollUp, height(state));
            if state.focus == Pane::Statements {
                // Rows are a few lines high.
                return step(state, (by / 3).max(1), down);
            }
            scroll(state, state.focus, by, down);
            Vec::new()
        }
        Op::PaneNext | Op::PanePrevious if state.shown.rows.is_empty() => Vec::new(),
        Op::PaneNext | Op::PanePrevious => {
            let back = if op == Op::PaneNext { 1 } else { Pane::PANES.len() - 1 };
            state.focus = Pane::PANES[(state.focus.index() + back) % Pane::PANES.len()];
            Vec::new()
        }
        Op::Go(pane) => go(state, pane),
        Op::Export => go(state, Pane::Export),
        Op::Open => open(state),
        Op::NextStatement => select(state, state.at[Pane::Statements].saturating_add(1)),
        Op::PreviousStatement => select(state, state.at[Pane::Statements].saturating_sub(1)),
        Op::NextToDecide => match next_waiting(state) {
            Some(place) => select(state, place),
            None => {
                let why = decide::none_waiting(state);
                hint(state, why);
                Vec::new()
            }
        },
        Op::Search => {
            let (title, words) = if state.focus.is_view() {
                ("Find in this text", Clean::default())
            } else {
                ("Show statements that contain", state.listing.search.clone())
            };
            overlay::prompt(state, title, Purpose::Search, &words);
            Vec::new()
        }
        Op::List => {
            state.list = !state.list;
            if !state.list && state.focus == Pane::Statements {
                state.focus = Pane::Against;
            }
            Vec::new()
        }
        Op::Accept => with_detail(state, decide::accept),
        Op::SetContradicts => with_detail(state, |state, detail| decide::set(state, detail, Verdict::Contradicts)),
        Op::SetSupports => with_detail(state, |state, detail| decide::set(state, detail, Verdict::Supports)),
        Op::SetUndecided => with_detail(state, |state, detail| decide::set(state, detail, Verdict::Undecided)),
        Op::Verdict => with_detail(state, form::verdict),
        Op::Note => with_detail(state, decide::note),
        Op::Flag => with_detail(state, decide::flag),
        Op::Confirm => with_detail(state, |state, detail| decide::rule(state, detail, Ruling::Confirmed)),
        Op::Dismiss => with_detail(state, |state, detail| decide::rule(state, detail, Ruling::Dismissed)),
        Op::Raise => with_detail(state, |state, detail| decide::severity(state, detail, true)),
        Op::Lower => with_detail(state, |state, detail| decide::severity(state, detail, false)),
        Op::NewIssue => with_detail(state, |state, detail| form::new_issue(state, detail.id)),
        Op::Include => with_detail(state, |state, detail| decide::document(state, detail, true)),
        Op::Exclude => with_detail(state, |state, detail| decide::document(state, detail, false)),
        Op::Stance => with_detail(state, |state, _| form::stance(state)),
        Op::Uncite => with_detail(state, decide::uncite),
        Op::Identify => with_detail(state, |state, detail| form::identify(state, detail.id)),
        Op::Attach => with_detail(state, |state, detail| form::attach(state, detail.id)),
        Op::EditStatement => with_detail(state, |state, _| form::amend_statement(state)),
        Op::SplitStatement => with_detail(state, |state, _| form::split_statement(state)),
        Op::MergeStatement => with_detail(state, |state, _| form::merge_or_drop(state, false)),
        Op::DropStatement => with_detail(state, |state, _| form::merge_or_drop(state, true)),
        Op::Rerun => with_detail(state, decide::rerun),
        Op::Withdraw => pick(state, Picking::Withdraw),
        Op::Edit => pick(state, Picking::Edit),
        Op::AddStatement => form::add_statement(state),
        Op::Candidates => candidates::open(state),
        Op::Filter => form::filter(state),
        Op::Settings => form::settings(state),
        Op::Sort => {
            let at = Sort::ALL.iter().position(|s| *s == state.listing.sort).unwrap_or(0);
            state.listing.sort = Sort::ALL[(at + 1) % Sort::ALL.len()];
            say(state, format!("statements {}", state.listing.sort.name()));
            narrowed(state)
        }
        Op::Tick => {
            if let Some(id) = state.id()
                && !state.ticked.remove(&id)
            {
                state.ticked.insert(id);
            }
            select(state, state.at[Pane::Statements].saturating_add(1))
        }
        Op::Bulk => form::bulk(state),
        Op::Reason => form::give_reason(state),
        Op::Reasons => form::reason_lists(state),
        Op::Prompts => with_detail(state, |state, detail| {
            prompts::open(state, detail, RunOverrides::default(), form::stage_of(state.focus))
        }),
        Op::Criteria => {
            state.overlays.push(Overlay::Criteria { scroll: 0 });
            Vec::new()
        }
        Op::Palette => {
            state.overlays.push(Overlay::Palette { filter: String::new(), selected: 0 });
            Vec::new()
        }
        Op::Jump => jump::open(state),
        Op::Undo => reversal::ask(state, Pending::Undo),
        Op::Redo => reversal::ask(state, Pending::Redo),
        Op::Documents => documents::open(state),
        Op::Zoom => {
            state.zoomed = !state.zoomed;
            state.follow = PerPane::all(true);
            Vec::new()
        }
        Op::Details => {
            state.details = !state.details;
            for pane in [Pane::Statement, Pane::Against, Pane::For, Pane::Issues, Pane::Verdict] {
                state.version[pane] += 1;
                state.follow[pane] = true;
            }
            // Of a long passage the details are below what is in view.
            let what = if state.details { "details are shown; {details} folds them" } else { "details are folded" };
            hint(state, what);
            Vec::new()
        }
        Op::RunStatement => match state.id() {
            Some(id) => run(state, Scope::Statement(id)),
            None => run(state, Scope::Everything),
        },
        Op::RunAll => run(state, Scope::Everything),
        Op::RunOther => running::run_other(state),
        Op::Provide => running::provide(state),
        Op::Pause => {
            let on = !state.paused;
            hint(state, if on { "pausing; running stages finish, {pause} continues" } else { "continuing" });
            vec![Effect::Send(Command::Pause(on))]
        }
        Op::Cancel => {
            hint(state, "stopping; results so far are kept, {run_all} runs what is left");
            state.fetching = None;
            vec![Effect::Send(Command::Cancel)]
        }
        Op::Tour => tour::open(state),
        Op::Help => {
            state.overlays.push(Overlay::Help { filter: String::new(), selected: 0 });
            Vec::new()
        }
        Op::Log => {
            state.overlays.push(Overlay::Log { back: 0 });
            Vec::new()
        }
        Op::Mouse => {
            state.mouse = !state.mouse;
            let what = if state.mouse {
                "the mouse works here"
            } else {
                "the mouse is left to the terminal for selecting text"
            };
            say(state, what);
            vec![Effect::Mouse(state.mouse)]
        }
        Op::Theme => pick::open(state),
        Op::Copy => copy::copy(state),
        Op::Suspend => vec![Effect::Suspend],
        Op::Back => back(state),
        Op::Quit => vec![Effect::Quit],
        // What only some views have a meaning for.
        Op::Mark | Op::Cite => {
            hint(state, "sentences are ticked and cited in a document; {document} opens it");
            Vec::new()
        }
        Op::WholeReview => {
            hint(state, "a history is of a statement or of the whole review; {history} opens it");
            Vec::new()
        }
        Op::NextMatch | Op::PreviousMatch => {
            say(state, "nothing to go to here");
            Vec::new()
        }
    }
}

#[cfg(test)]
mod tests;
