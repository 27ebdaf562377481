//! What each reviewer says of the statement, and the adjudicator's decision between them.

use crate::{
    desk::{Detail, Intent},
    domain::VerdictValue,
    review::ReadOpinion,
    text::Clean,
};

use super::super::{
    action::Effect,
    decide::{commit, refuse_writing},
    keys::{Op, Pane},
    messages::{hidden_or, say},
    moves::step,
    selection::select,
    state::{Pending, State},
};

pub(super) fn items(state: &State) -> usize {
    state.detail().map_or(0, |detail| detail.opinions.len())
}

/// The opinion that is selected.
fn selected(state: &State) -> Option<&ReadOpinion> {
    state.detail()?.opinions.get(state.at[Pane::Opinions])
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    match op {
        Op::Open => Some(adopt(state)),
        Op::NextMatch => Some(conflict(state, true)),
        Op::PreviousMatch => Some(conflict(state, false)),
        // The columns are side by side where there is room.
        Op::PaneNext => Some(step(state, 1, true)),
        Op::PanePrevious => Some(step(state, 1, false)),
        _ => None,
    }
}

/// Sets the selected verdict as one's own, with its rationale, and goes on to the next conflict.
fn adopt(state: &mut State) -> Vec<Effect> {
    if refuse_writing(state) {
        return Vec::new();
    }
    let (Some(detail), Some(read)) = (state.detail.clone(), selected(state)) else {
        let is_hidden = state.detail().is_some_and(Detail::is_hidden);
        hidden_or(state, is_hidden, "no reviewer has decided this statement");
        return Vec::new();
    };
    let (verdict, confidence, basis) = read.opinion.verdict;
    let rationale = read.rationale.clone();
    let unrated = read.opinion.made.gist.unrated;
    let value = VerdictValue { verdict, confidence, unrated, rationale, basis, critique: None, issues: Vec::new() };
    let made = &read.opinion.made;
    let adopted = Some((made.seq, made.who.to_string().into()));
    let intent = Intent::Adopt(detail.ground(), value, made.seq);
    state.adopted = adopted;
    commit(state, Pending::Accept(intent.act()))
}

/// The place in the list of the next statement in conflict, from the selected one on.
pub(in super::super) fn next_conflict(state: &State, forward: bool) -> Option<usize> {
    let count = state.visible.len();
    let here = state.at[Pane::Statements];
    let mut places = (1..count).map(|step| if forward { (here + step) % count } else { (here + count - step) % count });
    places.find(|place| state.shown.rows[state.visible[*place]].summary.conflict.is_some())
}

fn conflict(state: &mut State, forward: bool) -> Vec<Effect> {
    match next_conflict(state, forward) {
        Some(place) => {
            state.at[Pane::Opinions] = 0;
            select(state, place)
        }
        None => {
            say(state, "no other statement is in conflict");
            Vec::new()
        }
    }
}

/// The selected opinion, to be copied.
pub(in super::super) fn words(state: &State) -> Option<(String, Clean)> {
    let (detail, read) = (state.detail()?, selected(state)?);
    let (verdict, ..) = read.opinion.verdict;
    let sure = read.opinion.confidence().map(|confidence| format!(", {confidence:.2}")).unwrap_or_default();
    let who = read.opinion.who();
    let why = detail.reason_of(read, &ToString::to_string).map(|reason| format!("\n{reason}")).unwrap_or_default();
    Some((format!("the verdict of {who}"), format!("{who}: {}{sure}{why}", verdict.name()).into()))
}
