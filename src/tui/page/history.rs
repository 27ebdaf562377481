//! What was done to a statement, and what it changed.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    domain::{
        Digest, Stage, StatementId,
        diff::{Change, changes},
    },
    review::{Act, Review, Who},
    text::Clean,
};

use super::{
    super::{
        Link,
        action::Effect,
        keys::{Op, Pane},
        state::State,
    },
    Want,
};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The acts, once read.
    pub history: Option<Arc<History>>,
    /// Rows that are unfolded.
    pub open: BTreeSet<u64>,
}

/// What was done to a statement.
#[derive(Clone, Debug)]
pub struct History {
    /// Whose.
    pub id: StatementId,
    /// Newest first.
    pub rows: Vec<Row>,
}

/// An act, or several results of the machine one after the other.
#[derive(Clone, Debug)]
pub struct Row {
    /// The newest row of the journal that it stands for.
    pub seq: u64,
    /// When.
    pub at: jiff::Timestamp,
    /// Whose act it is.
    pub who: Who,
    /// What was done.
    pub what: Clean,
    /// Why.
    pub reason: Option<Clean>,
    /// Whether it was taken back.
    pub undone: bool,
    /// Whether it made what is in force.
    pub in_force: bool,
    /// What it changed in the result of its stage.
    pub changes: Vec<(Stage, Vec<Change>)>,
}

pub(super) fn read(link: &Link, id: StatementId) -> Result<History, Clean> {
    let review = link.review();
    let entries = review.history(Some(id)).map_err(|e| Clean::from(e.to_string()))?;
    let fold = review.fold().clone();
    let stages = fold.resolve(id);
    let in_force: BTreeSet<u64> = stages.iter().filter_map(|r| Some(r.in_force.as_ref()?.revision.seq())).collect();
    let mut newest: [Option<Digest>; Stage::ALL.len()] = [None; Stage::ALL.len()];
    let mut rows: Vec<Row> = Vec::new();
    for entry in &entries {
        let mut told = Vec::new();
        for (stage, value) in values(&entry.act, id) {
            let before = newest[stage.number()].replace(value);
            told.push((stage, changed(review, stage, before, value)));
        }
        let counts = in_force.contains(&entry.seq);
        // What the machine did in one go is one thing to a reader.
        let machine = matches!(entry.act, Act::Result { .. } | Act::Number { .. });
        if let Some(last) = rows.last_mut().filter(|last| machine && is_run(last)) {
            last.seq = entry.seq;
            last.in_force |= counts;
            last.changes.extend(told);
            last.what = ran(&last.changes);
            continue;
        }
        if matches!(entry.act, Act::Number { .. }) {
            continue;
        }
        let what = if machine { ran(&told) } else { entry.act.describe().into() };
        rows.push(Row {
            seq: entry.seq,
            at: entry.at,
            who: entry.who.clone(),
            what,
            reason: reason(&entry.act),
            undone: fold.is_undone(entry.seq),
            in_force: counts,
            changes: told,
        });
    }
    rows.reverse();
    Ok(History { id, rows })
}

fn is_run(row: &Row) -> bool {
    row.who == Who::Engine && !row.changes.is_empty()
}

/// `counter to judge worked out`.
fn ran(changes: &[(Stage, Vec<Change>)]) -> Clean {
    match changes {
        [(only, _)] => format!("{only} worked out").into(),
        [(first, _), .., (last, _)] => format!("{first} to {last} worked out").into(),
        [] => "worked out".into(),
    }
}

/// The stages that an act sets for a statement, with their values.
fn values(act: &Act, id: StatementId) -> Vec<(Stage, Digest)> {
    match act {
        Act::Result { stage, statement: Some(of), value, .. }
        | Act::Override { stage, statement: Some(of), value, .. }
            if *of == id =>
        {
            vec![(*stage, *value)]
        }
        Act::Bulk { acts, .. } => acts.iter().flat_map(|act| values(act, id)).collect(),
        _ => Vec::new(),
    }
}

fn reason(act: &Act) -> Option<Clean> {
    match act {
        Act::Override { reason, .. } | Act::Withdraw { reason, .. } | Act::Ruling { reason, .. } => reason.clone(),
        Act::Note { text, .. } => Some(text.one_line()).filter(|t| !t.is_empty()),
        Act::Raise { issue, .. } => Some(issue.message.one_line()),
        _ => None,
    }
}

/// What one value changed in another; a first one changes nothing.
fn changed(review: &Review, stage: Stage, before: Option<Digest>, now: Digest) -> Vec<Change> {
    let Some(before) = before.filter(|before| *before != now) else { return Vec::new() };
    match (review.value(stage, true, before), review.value(stage, true, now)) {
        (Ok(before), Ok(now)) => changes(&before, &now),
        _ => Vec::new(),
    }
}

pub(super) fn open(state: &mut State) -> Vec<Effect> {
    state.id().map(|id| Effect::Read(Want::History(id))).into_iter().collect()
}

pub(super) fn took(state: &mut State, history: Arc<History>) -> Vec<Effect> {
    if state.pages.history.history.as_ref().is_some_and(|old| old.id != history.id) {
        state.pages.history.open.clear();
        state.at[Pane::History] = 0;
    }
    state.pages.history.history = Some(history);
    state.version[Pane::History] += 1;
    let last = items(state).saturating_sub(1);
    state.at[Pane::History] = state.at[Pane::History].min(last);
    Vec::new()
}

pub(super) fn items(state: &State) -> usize {
    state.pages.history.history.as_ref().map_or(0, |h| h.rows.len())
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    match op {
        Op::Open => {
            let at = state.at[Pane::History];
            let seq = state.pages.history.history.as_ref()?.rows.get(at)?.seq;
            let open = &mut state.pages.history.open;
            if !open.remove(&seq) {
                open.insert(seq);
            }
            state.version[Pane::History] += 1;
            state.follow[Pane::History] = true;
            Some(Vec::new())
        }
        _ => None,
    }
}
