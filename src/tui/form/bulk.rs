//! An act on many statements at once: counted before, undone as one.

use std::collections::BTreeSet;

use crate::{
    desk::{Ground, Intent, Unsigned},
    domain::{Decision, Reason, Stage, StatementId, Value, Verdict, VerdictValue},
    engine::{Command, Scope},
    review::{Review, ReviewError, Revision, Summary, Who},
    text::{Clean, counted},
};

use super::{
    super::{
        Link,
        action::Effect,
        decide::make_bulk,
        messages::say,
        state::{Pending, State},
    },
    Field, Form, Purpose, reasons,
};

/// What is done to each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bulk {
    /// Accept the machine's verdict.
    Accept,
    /// Set the verdict.
    Set(Verdict),
    /// Take a reviewer's verdict back.
    Withdraw,
    /// Flag, or unflag.
    Flag(bool),
    /// Dismiss every issue.
    Dismiss,
    /// Work out what is missing or stale.
    Run,
}

impl Bulk {
    const ALL: [Self; 9] = [
        Self::Accept,
        Self::Set(Verdict::Contradicts),
        Self::Set(Verdict::Supports),
        Self::Set(Verdict::Undecided),
        Self::Withdraw,
        Self::Flag(true),
        Self::Flag(false),
        Self::Dismiss,
        Self::Run,
    ];

    fn name(self) -> String {
        match self {
            Self::Accept => "accept the machine's verdict".to_owned(),
            Self::Set(verdict) => format!("set to {}", verdict.name()),
            Self::Withdraw => "withdraw your verdicts".to_owned(),
            Self::Flag(true) => "flag".to_owned(),
            Self::Flag(false) => "unflag".to_owned(),
            Self::Dismiss => "dismiss all issues".to_owned(),
            Self::Run => "run what is missing or stale".to_owned(),
        }
    }

    /// Whether it does something to a statement, from what its row says.
    fn applies(self, summary: &Summary, own: Option<&Who>) -> bool {
        match self {
            Self::Accept => offers(summary) && !summary.unfinished(),
            Self::Set(verdict) => summary.by.is_none() || summary.verdict.is_none_or(|(v, ..)| v != verdict),
            // Another reviewer's verdict is theirs to withdraw.
            Self::Withdraw => summary.by.is_some() && summary.by.as_ref() == own,
            Self::Flag(on) => summary.flagged != on,
            Self::Dismiss => summary.issues.iter().any(|i| i.counts()),
            Self::Run => summary.pending() || summary.failed(),
        }
    }
}

/// Whether there is a machine's verdict that could be accepted.
fn offers(summary: &Summary) -> bool {
    summary.machine.is_some() && (summary.by.is_none() || summary.proposal)
}

/// Whether the machine's verdict could be accepted but was made from something else than what is in force now: nobody
/// has seen what it would be.
fn is_stale(summary: &Summary) -> bool {
    offers(summary) && summary.unfinished()
}

/// The statements meant: those ticked, else all that are shown.
fn meant(state: &State) -> Vec<StatementId> {
    let shown = state.visible.iter().map(|i| &state.shown.rows[*i]);
    let ids = shown.map(|row| row.statement.id);
    if state.ticked.is_empty() { ids.collect() } else { ids.filter(|id| state.ticked.contains(id)).collect() }
}

/// The selected statements that satisfy a condition.
fn those(state: &State, holds: impl Fn(&Summary) -> bool) -> Vec<StatementId> {
    let meant: BTreeSet<StatementId> = meant(state).into_iter().collect();
    let rows = state.shown.rows.iter().filter(|r| meant.contains(&r.statement.id));
    rows.filter(|r| holds(&r.summary)).map(|r| r.statement.id).collect()
}

fn applying(state: &State, bulk: Bulk) -> Vec<StatementId> {
    let own = state.reviewer.clone().map(Who::Reviewer);
    those(state, |summary| bulk.applies(summary, own.as_ref()))
}

/// That stale verdicts are left out; empty where none are.
fn left_out(stale: usize) -> String {
    match stale {
        0 => String::new(),
        1 => "1 stale verdict left out".to_owned(),
        _ => format!("{stale} stale verdicts left out"),
    }
}

/// Says below the form what is left out of the chosen act.
pub(super) fn changed(state: &State, form: &mut Form) {
    if form.purpose != Purpose::Bulk {
        return;
    }
    form.note = match chosen(form) {
        Some(Bulk::Accept) => match those(state, is_stale).len() {
            0 => Clean::default(),
            stale => format!("{}; run what is stale first to accept it", left_out(stale)).into(),
        },
        _ => Clean::default(),
    };
}

fn chosen(form: &Form) -> Option<Bulk> {
    Bulk::ALL.get(form.chosen(0)).copied()
}

/// Opens the dialog.
pub(in super::super) fn open(state: &mut State) -> Vec<Effect> {
    let count = meant(state).len();
    if count == 0 {
        say(state, "no statement is shown that something could be done to");
        return Vec::new();
    }
    let whose = if state.ticked.is_empty() { "shown" } else { "ticked" };
    let options = Bulk::ALL.map(|bulk| format!("{} ({})", bulk.name(), applying(state, bulk).len()));
    let fields = vec![
        // Enter alone must not accept every verdict of the machine.
        Field::open_choice("What", options, None).hint("in brackets: how many would change"),
        reasons::field(state, Decision::Verdict, None),
        Field::remark("Comment", "", 1).hint("optional; one undo reverts all of it"),
    ];
    let title = format!("Act on {}", counted(count, &format!("{whose} statement")));
    let mut form = Form::new(title, Purpose::Bulk, "apply", fields);
    changed(state, &mut form);
    super::open(state, form)
}

pub(super) fn submit(state: &mut State, form: &Form) -> Result<Vec<Effect>, Clean> {
    let bulk = chosen(form).ok_or("choose what to do: 1 to 9")?;
    let mut ids = applying(state, bulk);
    if ids.is_empty() {
        if bulk == Bulk::Accept && !those(state, is_stale).is_empty() {
            return Err("every machine's verdict among them is stale; run what is stale first".into());
        }
        return Err("no statement among them would change; choose another act".into());
    }
    if bulk == Bulk::Run {
        state.busy = true;
        say(state, format!("running {}", counted(ids.len(), "statement")));
        return Ok(ids.into_iter().map(|id| Effect::Send(Command::Run(Scope::Statement(id)))).collect());
    }
    if bulk == Bulk::Accept {
        // Whether they are stale is decided when the act is made, which says how many are left out.
        ids.extend(those(state, is_stale));
    }
    let listed = match bulk {
        Bulk::Flag(_) | Bulk::Run => None,
        _ => reasons::chosen(form, 1),
    };
    Ok(make_bulk(state, bulk, ids, Reason::given(listed, form.text(2))))
}

/// Makes the act; reads the verdicts of many statements, so away from the screen.
///
/// # Errors
/// When a value cannot be read.
pub(in super::super) fn act(
    link: &Link,
    bulk: Bulk,
    ids: &[StatementId],
    why: Option<&Reason>,
) -> Result<Pending, Clean> {
    let review = link.review();
    let mut parts = Vec::new();
    let mut stale = 0;
    for id in ids {
        if bulk == Bulk::Accept && is_stale(&review.fold().summary_for(*id, &review.viewer())) {
            stale += 1;
            continue;
        }
        parts.extend(one(review, bulk, *id).map_err(|e| Clean::from(e.to_string()))?);
    }
    let mut what = format!("{}: {}", bulk.name(), counted(ids.len() - stale, "statement"));
    if stale > 0 {
        what = format!("{what}; {}", left_out(stale));
    }
    if parts.is_empty() {
        return Err(format!("nothing was changed; {what}").into());
    }
    Ok(Pending::Act(Unsigned::several(what, parts).because(&why.cloned())))
}

fn one(review: &Review, bulk: Bulk, id: StatementId) -> Result<Vec<Unsigned>, ReviewError> {
    let (summary, stages, own) = {
        let fold = review.fold();
        let revisions = fold.revisions(Some(id), Stage::Verdict);
        let own = revisions.into_iter().rev().find_map(|r| match r {
            Revision::Machine(m) => Some(m.value),
            Revision::Override(_) => None,
        });
        (fold.summary_for(id, &review.viewer()), fold.resolve(id), own)
    };
    let ground = Ground { statement: id, stages: &stages };
    let made = |intent: Intent<'_>| vec![intent.act()];
    Ok(match bulk {
        Bulk::Accept => {
            let own = own.map(|digest| review.value(Stage::Verdict, true, digest)).transpose()?;
            match (summary.machine, own.as_deref()) {
                (Some((verdict, confidence, basis)), Some(Value::Verdict(own))) => {
                    made(Intent::Accept(ground, VerdictValue { verdict, confidence, basis, ..own.clone() }))
                }
                _ => Vec::new(),
            }
        }
        Bulk::Set(verdict) => made(Intent::Set(ground, verdict)),
        Bulk::Withdraw => made(Intent::Withdraw(id, Stage::Verdict)),
        Bulk::Flag(on) => made(Intent::Flag(id, on)),
        Bulk::Dismiss => {
            let open = summary.issues.iter().filter(|issue| issue.counts());
            open.map(|issue| Intent::Dismiss(id, issue.key).act()).collect()
        }
        Bulk::Run => Vec::new(),
    })
}
