//! What happens next: pure, without terminal, clock or engine.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent};

use crate::{
    domain::{Issue, Stage, Subject},
    engine::{Command, Event, Scope},
    review::StageState,
    text::Clean,
};

use super::{
    action::{Action, Click, Effect, Target},
    decide::{commit, decide, edited, next_waiting, pick, run},
    form, jump,
    keys::{self, Key, Match, Op, Pane},
    listing::{Filter, Sort},
    overlay, page,
    shown::Shown,
    state::{Millis, Overlay, Pending, PerPane, Picking, Purpose, State, TOAST, Toast},
};

/// How many lines the wheel turns.
const WHEEL: usize = 3;

/// How many keys may be typed ahead of a statement that is still being read.
const AHEAD: usize = 256;

/// Takes in what happened at `now`, and says what is to be done.
pub fn update(state: &mut State, now: Millis, action: Action) -> Vec<Effect> {
    state.now = now;
    if state.toast.as_ref().is_some_and(|t| !t.error && t.at + TOAST <= now) {
        state.toast = None;
    }
    match action {
        Action::Key(key) if state.ahead.is_empty() && !waits(state, &key) => press(state, key),
        Action::Key(key) => {
            if state.ahead.len() < AHEAD {
                state.ahead.push_back(key);
            }
            Vec::new()
        }
        Action::Mouse(click, target) => mouse(state, click, target),
        Action::Paste(text) => overlay::paste(state, &Clean::from(text)),
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
                state.detail = Some(detail);
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
        Action::Read(want, Ok(answer)) => page::took(state, want, answer),
        Action::Read(_, Err(why)) => {
            error(state, why);
            Vec::new()
        }
        Action::Edited(edit, Ok(())) => edited(state, edit),
        Action::Edited(_, Err(why)) => {
            error(state, why);
            Vec::new()
        }
        Action::Exported(Ok(path)) => {
            say(state, format!("report written to {}", path.display()));
            Vec::new()
        }
        Action::Exported(Err(why)) => {
            error(state, format!("the report could not be written: {why}"));
            Vec::new()
        }
    }
}

fn press(state: &mut State, key: KeyEvent) -> Vec<Effect> {
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
            act(state, op)
        }
        Match::Prefix => {
            // Once what can follow is shown, it stays with each key.
            if !state.shows_chords() {
                state.pressed_at = state.now;
            }
            Vec::new()
        }
        Match::None => {
            let pressed: Vec<String> = std::mem::take(&mut state.pressed).iter().map(|k| k.name()).collect();
            if begun && key.code != KeyCode::Esc {
                say(
                    state,
                    format!(
                        "{} leads to nothing here; {} lists the keys",
                        pressed.join(" "),
                        state.keymap.name(Op::Help)
                    ),
                );
            }
            Vec::new()
        }
    }
}

/// Whether a key is about the statement in view, which is still being read:
/// then it and what is typed after it wait, so that no key is lost.
fn waits(state: &State, key: &KeyEvent) -> bool {
    let reading = state.overlays.is_empty() && state.loading.is_some() && state.detail().is_none();
    let Match::Op(op) = state.keymap.find(&[Key::of(key)], state.focus) else { return false };
    reading && state.pressed.is_empty() && keys::binding(op).is_some_and(keys::Binding::is_about_the_statement)
}

/// Takes in the keys that waited.
fn catch_up(state: &mut State, mut effects: Vec<Effect>) -> Vec<Effect> {
    while let Some(key) = state.ahead.front().copied().filter(|key| !waits(state, key)) {
        state.ahead.pop_front();
        effects.extend(press(state, key));
    }
    effects
}

pub(super) fn say(state: &mut State, text: impl Into<Clean>) {
    message(state, text.into(), false);
}

/// Shows a message until it is dismissed.
pub(super) fn error(state: &mut State, text: impl Into<Clean>) {
    message(state, text.into(), true);
}

fn message(state: &mut State, text: Clean, error: bool) {
    let toast = Toast { at: state.now, text: text.one_line(), error };
    state.log.push(toast.clone());
    state.toast = Some(toast);
}

fn refresh(state: &mut State) -> Vec<Effect> {
    if state.refreshing.is_some() {
        state.refreshing = Some(true);
        return Vec::new();
    }
    state.refreshing = Some(false);
    vec![Effect::Refresh]
}

/// Has the selected statement read.
pub(super) fn load(state: &mut State) -> Vec<Effect> {
    let Some(id) = state.id() else { return Vec::new() };
    if state.loading.is_some() {
        state.loading = Some((id, true));
        return Vec::new();
    }
    state.loading = Some((id, false));
    vec![Effect::Load(id)]
}

fn refreshed(state: &mut State, shown: Arc<Shown>) -> Vec<Effect> {
    let id = state.id();
    let again = state.refreshing.take() == Some(true);
    state.shown = shown;
    filter(state);
    if let Some(at) = state.visible.iter().position(|row| Some(state.shown.rows[*row].statement.id) == id) {
        state.at[Pane::Statements] = at;
    }
    clamp(state);
    let mut effects = if again { refresh(state) } else { Vec::new() };
    effects.extend(page::changed(state));
    if state.detail().is_none_or(|d| d.head < state.shown.head) {
        effects.extend(load(state));
    }
    effects
}

/// Works out which rows are shown.
pub(super) fn filter(state: &mut State) {
    state.visible = state.listing.visible(&state.shown.rows, state.reviewer.as_ref(), &state.ticked);
}

/// The list was narrowed or ordered another way; the selection stays on its
/// statement where it is still shown.
pub(super) fn narrowed(state: &mut State) -> Vec<Effect> {
    let id = state.id();
    filter(state);
    let at = state.visible.iter().position(|row| Some(state.shown.rows[*row].statement.id) == id);
    select(state, at.unwrap_or(0))
}

/// Brings every selection back into its range.
pub(super) fn clamp(state: &mut State) {
    for pane in Pane::ALL {
        state.at[pane] = state.at[pane].min(state.items(pane).saturating_sub(1));
    }
}

/// Goes to a place in the list.
pub(super) fn select(state: &mut State, place: usize) -> Vec<Effect> {
    let place = place.min(state.visible.len().saturating_sub(1));
    state.follow[Pane::Statements] = true;
    if place == state.at[Pane::Statements] && state.detail().is_some() {
        return Vec::new();
    }
    state.at[Pane::Statements] = place;
    for pane in Pane::PANES.into_iter().filter(|p| *p != Pane::Statements) {
        state.at[pane] = 0;
        state.extents[pane].scroll = 0;
    }
    clamp(state);
    let mut effects = load(state);
    if state.focus == Pane::History {
        effects.extend(page::open(state, Pane::History));
    }
    if let Some(id) = state.id().filter(|_| state.busy) {
        effects.push(Effect::Send(Command::Focus(id)));
    }
    effects
}

fn engine(state: &mut State, event: Event) -> Vec<Effect> {
    match event {
        Event::Started(id, stage) => {
            state.busy = true;
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
            say(state, format!("{stage}{whose} failed; r tries again"));
            refresh(state)
        }
        Event::Appended { what, .. } => {
            if let Some(what) = what {
                say(state, what);
            }
            refresh(state)
        }
        Event::Refused(why) => {
            // A run that was refused never becomes idle.
            state.busy = !state.running.is_empty() || state.progress.is_some();
            error(state, why);
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
            if let Some((done, total)) = state.progress.take().filter(|_| was) {
                say(state, format!("done: {done} of {total} statements worked out"));
            }
            refresh(state)
        }
    }
}

fn mouse(state: &mut State, click: Click, target: Option<Target>) -> Vec<Effect> {
    let Some(target) = target else { return Vec::new() };
    if !state.overlays.is_empty() {
        return overlay::mouse(state, click, target);
    }
    let pane = match target {
        Target::Pane(pane) | Target::Item(pane, _) => Some(pane),
        _ => None,
    };
    match click {
        Click::Up | Click::Down => {
            if let Some(pane) = pane {
                scroll(state, pane, WHEEL, click == Click::Down);
            }
            Vec::new()
        }
        Click::Press => {
            if let Some(pane) = pane {
                state.focus = pane;
            }
            match target {
                Target::Item(Pane::Statements, place) => return select(state, place),
                Target::Item(pane, place) => state.at[pane] = place,
                Target::Stage(stage) => {
                    state.stage = stage;
                    return look_at_stage(state, stage);
                }
                Target::Op(op) => return act(state, op),
                Target::Pane(_) | Target::Line(_) | Target::Choice(..) => {}
            }
            clamp(state);
            Vec::new()
        }
    }
}

/// A failed stage tells why; others lead to where their result is shown.
fn look_at_stage(state: &mut State, stage: Stage) -> Vec<Effect> {
    let Some(detail) = state.detail() else { return Vec::new() };
    if let StageState::Failed(why) = detail.state(stage).clone() {
        state.overlays.push(Overlay::Failure(stage, why));
        return Vec::new();
    }
    match stage {
        Stage::Extract | Stage::Counter => state.focus = Pane::Statement,
        Stage::Search | Stage::Score => state.overlays.push(Overlay::Documents { selected: 0 }),
        Stage::Cite | Stage::Weigh => state.focus = Pane::Against,
        Stage::Inspect => state.focus = Pane::Issues,
        Stage::Report | Stage::Verdict | Stage::Judge => state.focus = Pane::Verdict,
    }
    Vec::new()
}

fn scroll(state: &mut State, pane: Pane, lines: usize, down: bool) {
    let extent = &mut state.extents[pane];
    extent.scroll = if down { (extent.scroll + lines).min(extent.most) } else { extent.scroll.saturating_sub(lines) };
}

/// Does something, or says why not.
pub(super) fn act(state: &mut State, op: Op) -> Vec<Effect> {
    if let Some(why) = state.refusal(op) {
        say(state, why);
        return Vec::new();
    }
    let height = |state: &State| state.extents[state.focus].height.saturating_sub(2).max(1);
    if let Some(effects) = page::act(state, op) {
        return effects;
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
                say(state, "every statement has been decided; E writes the report");
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
        Op::Accept
        | Op::Verdict
        | Op::Note
        | Op::Flag
        | Op::Confirm
        | Op::Dismiss
        | Op::Raise
        | Op::Lower
        | Op::NewIssue
        | Op::LetIn
        | Op::SetContradicts
        | Op::SetSupports
        | Op::SetUndecided
        | Op::EditStatement
        | Op::SplitStatement
        | Op::MergeStatement
        | Op::DropStatement
        | Op::Attach
        | Op::Stance
        | Op::Uncite
        | Op::Rerun
        | Op::ShutOut => decide(state, op),
        Op::Withdraw => pick(state, Picking::Withdraw),
        Op::Edit => pick(state, Picking::Edit),
        Op::AddStatement => form::add_statement(state),
        Op::Filter => form::filter(state),
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
        Op::Palette => {
            state.overlays.push(Overlay::Palette { filter: String::new(), selected: 0 });
            Vec::new()
        }
        Op::Jump => jump::open(state),
        Op::Undo => commit(state, Pending::Undo),
        Op::Redo => commit(state, Pending::Redo),
        Op::Documents => {
            state.overlays.push(Overlay::Documents { selected: 0 });
            Vec::new()
        }
        Op::RunStatement => match state.id() {
            Some(id) => run(state, Scope::Statement(id)),
            None => run(state, Scope::Everything),
        },
        Op::RunAll => run(state, Scope::Everything),
        Op::Cancel => {
            say(state, "stopping; what was worked out is kept");
            vec![Effect::Send(Command::Cancel)]
        }
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
            let what =
                if state.mouse { "the mouse is listened to" } else { "the mouse is the terminal's: select text" };
            say(state, what);
            vec![Effect::Mouse(state.mouse)]
        }
        Op::Suspend => vec![Effect::Suspend],
        Op::Back => back(state),
        Op::Quit => vec![Effect::Quit],
        _ => Vec::new(),
    }
}

/// Goes to a pane, or to a view, which remembers where one came from.
pub(super) fn go(state: &mut State, pane: Pane) -> Vec<Effect> {
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

fn back(state: &mut State) -> Vec<Effect> {
    if state.toast.take().is_some() {
        return Vec::new();
    }
    if state.focus.is_view() {
        state.focus = state.trail.pop().unwrap_or(Pane::Statements);
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
    if state.focus == Pane::Statements && !state.ticked.is_empty() {
        state.ticked.clear();
        say(state, "no statement is ticked any more");
        return Vec::new();
    }
    state.focus = Pane::Statements;
    state.list = true;
    Vec::new()
}

fn step(state: &mut State, by: usize, down: bool) -> Vec<Effect> {
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

fn open(state: &mut State) -> Vec<Effect> {
    match state.focus {
        Pane::Statements | Pane::Statement => {
            let against = state.detail().is_none_or(|d| d.counting[0] > 0 || d.counting[1] == 0);
            state.focus = if against { Pane::Against } else { Pane::For };
        }
        Pane::Against | Pane::For => return go(state, Pane::Document),
        Pane::Issues => {
            let issue = state.detail().and_then(|d| d.issues.get(state.at[Pane::Issues])?.1.clone());
            match issue {
                Some(Issue { citation: Some(number), .. }) => jump::to(state, number),
                Some(Issue { subject: Subject::Document(doc) | Subject::Passage(doc, _), .. }) => {
                    return page::open_document(state, doc);
                }
                Some(Issue { subject: Subject::Report(_) | Subject::Sentence(_) | Subject::Rationale(_), .. }) => {
                    state.focus = Pane::Verdict;
                }
                Some(_) => state.focus = Pane::Statement,
                None => say(state, "there is no issue here"),
            }
        }
        Pane::Verdict => return jump::open(state),
        _ => {}
    }
    Vec::new()
}
