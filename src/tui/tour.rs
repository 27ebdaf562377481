//! Five steps around the screen, on the first start and from the help. Any step can be the last.

use crossterm::event::{KeyCode, KeyEvent};

use super::{
    action::Effect,
    keys::{Key, Match, Op, Pane},
    messages::hint,
    state::{Overlay, State, Tour},
};

/// A step: the pane that it is about, its title, and what it says, with `{name}` for the keys of something.
pub(super) struct Step {
    pub(super) pane: Pane,
    pub(super) title: &'static str,
    pub(super) text: &'static str,
    /// What it says instead while the review is blind, if that is not the same.
    pub(super) blind: Option<&'static str>,
}

pub(super) const STEPS: [Step; 5] = [
    Step {
        pane: Pane::Statements,
        title: "Statements",
        text: "Each statement has a verdict of the machine, and a mark that says how much it needs you: decide, check or \
               skim. {next_to_decide} goes to the next one that waits.",
        blind: Some(
            "This review is blind: what the machine makes of a statement, and what other reviewers decided, is hidden \
             until you have given your verdict on it. {next_to_decide} goes to the next one that waits.",
        ),
    },
    Step {
        pane: Pane::Against,
        title: "Evidence",
        text: "Passages against the statement and for it, each a quotation that was found in its document. {open} opens \
               the document, {exclude} excludes it, {stance} corrects its stance.",
        blind: Some(
            "Passages found for the counter-statement and for the statement, each a quotation that was found in its \
             document. {open} opens the document, {exclude} excludes it; what the machine makes of it comes later.",
        ),
    },
    Step {
        pane: Pane::Verdict,
        title: "Your decision",
        text: "{accept} accepts the machine's verdict, {set_contradicts}, {set_supports} and {set_undecided} set another, \
               {verdict} asks for confidence, reason and rationale. {reason} gives a reason afterwards.",
        blind: Some(
            "{set_contradicts}, {set_supports} and {set_undecided} set your verdict, {verdict} asks for confidence, reason \
             and rationale. {reason} gives a reason afterwards. Then the machine's verdict is shown beside yours.",
        ),
    },
    Step {
        pane: Pane::Issues,
        title: "Doubts, and second thoughts",
        text: "What is doubtful about the evidence. {undo} undoes, also after a restart; {history} shows who did what and \
               what it changed; {rerun} runs a stage again.",
        blind: None,
    },
    Step {
        pane: Pane::Statements,
        title: "The result",
        text: "{overview} counts, {map} maps the review, {export} writes the report. Everything is saved as you go. \
               {help} lists all keys and brings this tour back; {palette} runs anything by its name.",
        blind: None,
    },
];

/// Begins the tour of the first start as soon as there are statements to show, and nothing lies on top.
pub(super) fn begin(state: &mut State) {
    if state.tour == Tour::Due && !state.shown.rows.is_empty() && state.overlays.is_empty() {
        state.tour = Tour::Shown;
        open(state);
    }
}

/// Begins the tour.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    state.overlays.push(Overlay::Tour { step: 0 });
    state.focus = STEPS[0].pane;
    Vec::new()
}

/// Whether a key means something outside of the tour alone: it ends the tour and is taken there.
pub(super) fn gives_way(state: &State, key: &KeyEvent) -> bool {
    let is_own = matches!(
        key.code,
        KeyCode::Esc
            | KeyCode::Enter
            | KeyCode::Char(' ')
            | KeyCode::Tab
            | KeyCode::BackTab
            | KeyCode::Backspace
            | KeyCode::Left
            | KeyCode::Right
            | KeyCode::Up
            | KeyCode::Down
    );
    let is_open = matches!(state.overlays.last(), Some(Overlay::Tour { .. }));
    is_open
        && !is_own
        && !matches!(
            state.keymap.find(&[Key::of(key)], Pane::Statements),
            Match::None | Match::Op(Op::Help | Op::Quit | Op::Suspend | Op::Back)
        )
}

/// Ends the tour before its last step.
pub(super) fn leave(state: &mut State) -> Vec<Effect> {
    state.overlays.pop();
    hint(state, "{tour} shows the tour again");
    ended(state)
}

/// A key for the tour, which has been taken off the overlays.
pub(super) fn key(state: &mut State, step: usize, key: KeyEvent, op: Option<Op>) -> Vec<Effect> {
    let to = match (key.code, op) {
        (KeyCode::Esc, _) | (_, Some(Op::Quit)) => {
            hint(state, "{tour} shows the tour again");
            return ended(state);
        }
        (KeyCode::Left | KeyCode::Up | KeyCode::BackTab | KeyCode::Backspace, _) => step.saturating_sub(1),
        (KeyCode::Enter | KeyCode::Right | KeyCode::Down | KeyCode::Tab | KeyCode::Char(' '), _) => step + 1,
        _ => step,
    };
    match STEPS.get(to) {
        Some(next) => {
            state.focus = next.pane;
            state.overlays.push(Overlay::Tour { step: to });
        }
        None => {
            hint(state, "{tour} shows the tour again, {help} lists all keys");
            return ended(state);
        }
    }
    Vec::new()
}

/// Work begins at the statements, whichever pane the tour had come to. The tour is not shown again, not even in a review
/// opened while this one is still open.
fn ended(state: &mut State) -> Vec<Effect> {
    state.focus = Pane::Statements;
    match std::mem::take(&mut state.tour) {
        Tour::Shown => vec![Effect::Toured],
        before => {
            state.tour = before;
            Vec::new()
        }
    }
}
