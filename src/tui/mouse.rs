//! What a click or the wheel does, on the panes and on what lies on top.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{
    action::{Click, Effect, Target},
    documents, form, jump,
    keys::{Op, Pane},
    moves::{look_at_stage, scroll},
    overlay::key,
    page, palette, pick,
    selection::{clamp, select},
    state::{Overlay, State, TWICE},
    update::act,
};

/// How many lines the wheel turns.
const WHEEL: usize = 3;

/// What the mouse did on `target`.
pub(super) fn mouse(state: &mut State, click: Click, target: Option<Target>) -> Vec<Effect> {
    let mut twice = false;
    if click == Click::Press {
        // A chord that was begun is given up.
        state.pressed.clear();
        let before = state.clicked.take();
        twice = target.is_some_and(|t| before.is_some_and(|(at, b)| b == t && state.now < at + TWICE));
        state.clicked = target.filter(|_| !twice).map(|t| (state.now, t));
    }
    let Some(target) = target else { return Vec::new() };
    if !state.overlays.is_empty() {
        return on_top(state, click, target, twice);
    }
    let pane = match target {
        Target::Pane(pane) | Target::Item(pane, _) => Some(pane),
        _ => None,
    };
    match click {
        Click::Up | Click::Down => {
            if let Some(pane) = pane {
                // Rows of the list are a few lines high.
                let by = if pane == Pane::Statements { 1 } else { WHEEL };
                scroll(state, pane, by, click == Click::Down);
            }
            Vec::new()
        }
        Click::Press => {
            if let Some(pane) = pane {
                state.focus = pane;
            }
            match target {
                Target::Item(..) if twice => return act(state, Op::Open),
                Target::Item(Pane::Map, place) => return page::map::go(state, place),
                Target::Item(Pane::Statements, place) => return select(state, place),
                Target::Item(Pane::Source, place) => return page::mark_in_source(state, place),
                Target::Item(pane, place) => state.at[pane] = place,
                Target::Stage(stage) => {
                    state.stage = stage;
                    return look_at_stage(state, stage);
                }
                Target::Op(op) => return act(state, op),
                Target::Citation(number) => jump::to(state, number),
                Target::Pane(_) | Target::Key(_) | Target::Line(_) | Target::Choice(..) => {}
            }
            clamp(state);
            Vec::new()
        }
    }
}

/// The mouse on what lies on top; `twice` when it is the second click there.
fn on_top(state: &mut State, click: Click, target: Target, twice: bool) -> Vec<Effect> {
    let enter = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
    match (state.overlays.last(), click, target) {
        (Some(Overlay::Palette { filter, .. }), Click::Press, Target::Line(place)) => {
            let filter = filter.clone();
            state.overlays.pop();
            return palette::take(state, &filter, place);
        }
        (Some(Overlay::Jump { .. }), Click::Press, Target::Line(place)) => {
            let number = jump::listed(state).get(place).copied();
            state.overlays.pop();
            if let Some(number) = number {
                jump::to(state, number);
            }
            return Vec::new();
        }
        _ => {}
    }
    match (state.overlays.last_mut(), click, target) {
        (None, ..) => return Vec::new(),
        (Some(_), Click::Press, Target::Key(pressed)) => return key(state, pressed.event()),
        // Where a choice would change under the wheel, it does nothing.
        (Some(Overlay::Prompt { .. }), Click::Up | Click::Down, _) => {}
        (Some(_), Click::Up | Click::Down, _) => {
            let code = if click == Click::Up { KeyCode::Up } else { KeyCode::Down };
            return key(state, KeyEvent::new(code, KeyModifiers::NONE));
        }
        (Some(Overlay::Help { .. }), Click::Press, Target::Line(_)) if twice => return key(state, enter),
        (Some(Overlay::Stages(_)), Click::Press, Target::Stage(_)) if twice => return key(state, enter),
        (Some(Overlay::Themes { .. }), Click::Press, Target::Line(_)) if twice => return key(state, enter),
        (Some(Overlay::Themes { .. }), Click::Press, Target::Line(place)) => pick::go(state, place),
        (Some(Overlay::Help { selected, .. }), Click::Press, Target::Line(place)) => *selected = place,
        (Some(Overlay::Prompts { .. }), Click::Press, Target::Line(_)) if twice => return key(state, enter),
        (Some(Overlay::Prompts { selected, .. }), Click::Press, Target::Line(place)) => *selected = place,
        (Some(Overlay::Documents { .. }), Click::Press, Target::Line(_)) if twice => return key(state, enter),
        (Some(Overlay::Documents { .. }), Click::Press, Target::Line(place)) => documents::select(state, place),
        (Some(Overlay::Stages(_)), Click::Press, Target::Stage(stage)) => state.stage = stage,
        (Some(Overlay::Form(_)), Click::Press, Target::Line(place)) => form::click(state, place, None),
        (Some(Overlay::Form(_)), Click::Press, Target::Choice(place, option)) => {
            form::click(state, place, Some(option));
        }
        _ => {}
    }
    Vec::new()
}
