//! Reasons from the review's lists: for a decision, for the newest decision afterwards, and the lists themselves.

use crate::{
    desk::{Intent, Row, Unsigned},
    domain::{Decision, IssueKey, Reason, ReasonLists, Ruling, Stage, StatementId},
    engine::Command,
    review::{Act, IssueGroup, RulingMade, Who, describe_ruling},
    text::{Clean, counted},
};

use super::{
    super::{
        action::Effect,
        decide::{commit, intend},
        keys::Pane,
        messages::{hint, say},
        state::{Pending, State},
    },
    Field, Form, Input, Purpose,
};

/// What stands for no reason.
pub(super) const NONE: &str = "none";

/// How a change of the list that drops a statement ends, in words; its id is before it.
const DROPPED: &str = " dropped";

/// A choice of the reasons for a kind of decision, with the one that was `given`.
pub(super) fn field(state: &State, decision: Decision, given: Option<&Clean>) -> Field {
    choice(state, state.shown.reasons.of(decision).iter(), given)
}

/// A choice of the reasons that fit a ruling, and of the one that was `given`.
fn ruling_field(state: &State, ruling: Ruling, given: Option<&Clean>) -> Field {
    let fitting = state.shown.reasons.for_ruling(ruling);
    let other = given.filter(|given| state.shown.reasons.for_ruling(ruling).all(|reason| reason != *given));
    choice(state, fitting.chain(other), given)
}

fn choice<'r>(state: &State, listed: impl Iterator<Item = &'r Clean>, given: Option<&Clean>) -> Field {
    let listed: Vec<&Clean> = listed.collect();
    let at = listed.iter().position(|reason| Some(*reason) == given).map_or(0, |place| place + 1);
    let hint = state.keymap.text("left and right, or a number; {reasons} edits the lists; F1 shows the criteria");
    Field::choice("Reason", std::iter::once(Clean::from(NONE)).chain(listed.into_iter().cloned()), at).hint(hint)
}

/// The reason that is chosen in a field.
pub(super) fn chosen(form: &Form, field: usize) -> Option<Clean> {
    match form.fields.get(field).map(|field| &field.input) {
        Some(Input::Choice(options, at)) if *at > 0 => options.get(*at).cloned(),
        _ => None,
    }
}

/// What kind of decision an act is, if reasons are given for it.
fn decision(act: &Act) -> Option<Decision> {
    match act {
        Act::Override { stage: Stage::Verdict, .. } | Act::Withdraw { stage: Stage::Verdict, .. } => {
            Some(Decision::Verdict)
        }
        Act::Exclude { .. } => Some(Decision::Exclusion),
        Act::Ruling { ruling: Some(_), .. } => Some(Decision::Ruling),
        Act::Bulk { acts, .. } => acts.first().and_then(decision),
        _ => None,
    }
}

/// What an act did to the list of statements, which its reason begins with, and what the reviewer added to that.
fn change(act: &Act) -> Option<(String, String)> {
    let act = if let Act::Bulk { acts, .. } = act { acts.first()? } else { act };
    let Act::Override { stage: Stage::Extract, statement: None, reason: Some(reason), .. } = act else { return None };
    let (what, why) = reason.text.split_once(": ").unwrap_or((&reason.text, ""));
    Some((what.to_owned(), why.to_owned()))
}

/// The row of the statement that an act drops.
pub(in super::super) fn dropped<'a>(state: &'a State, act: &Act) -> Option<&'a Row> {
    let (what, _) = change(act)?;
    let id = what.strip_suffix(DROPPED)?;
    state.shown.rows.iter().find(|row| row.statement.id.to_string() == id)
}

/// A reason for a dropped statement as what was chosen from the list and the comment behind it.
fn split_listed(state: &State, why: &str) -> (Option<Clean>, String) {
    let (first, comment) = why.split_once(": ").unwrap_or((why, ""));
    match state.shown.reasons.drop.iter().find(|reason| ***reason == *first) {
        Some(reason) => (Some(reason.clone()), comment.to_owned()),
        None => (None, why.to_owned()),
    }
}

/// Whether a reason can be given for an act.
fn takes_reason(act: &Act) -> bool {
    decision(act).is_some() || change(act).is_some()
}

/// Keeps the newest decision that a reason can be given for, across undo and redo.
pub(in super::super) fn follow_newest(state: &mut State, pending: &Pending) {
    let before = state.newest.take();
    match pending {
        Pending::Undo => state.undone.push(before),
        Pending::Redo => state.newest = state.undone.pop().flatten(),
        Pending::Act(act) | Pending::Accept(act) => {
            state.undone.clear();
            state.newest = Some(act.clone()).filter(|act| takes_reason(&act.act));
        }
        Pending::Attach { .. } | Pending::Retrieve { .. } => state.undone.clear(),
    }
}

/// How a decision of one key, which asks for no reason, is given one.
pub(in super::super) fn offer(state: &State, pending: &Pending) -> Option<Clean> {
    let decided = match pending {
        Pending::Accept(act) => &act.act,
        Pending::Act(act) if !matches!(act.act, Act::Override { stage: Stage::Verdict, .. }) => match &act.act {
            // Equal issues are ruled on at once.
            Act::Bulk { acts, .. } => acts.first().filter(|act| matches!(act, Act::Ruling { .. }))?,
            act => act,
        },
        _ => return None,
    };
    let is_accepted = matches!(decided, Act::Override { accepts: true, .. });
    let has_reason = match change(decided) {
        Some((_, why)) => !why.is_empty(),
        None => decided.reason().is_some_and(|reason| !reason.is_empty()),
    };
    let is_offered = takes_reason(decided) && !is_accepted && !has_reason;
    is_offered.then(|| state.keymap.text("{reason} gives the reason").into())
}

/// The selected issue with those equal to it and the reviewer's own ruling on them, while the issues have the focus.
fn ruled(state: &State) -> Option<(StatementId, &IssueGroup, &RulingMade)> {
    let detail = state.detail().filter(|_| state.focus == Pane::Issues)?;
    let group = detail.issues.get(state.at[Pane::Issues])?;
    let own = state.reviewer.clone().map(Who::Reviewer);
    let made = group.head().ruling.as_ref().filter(|made| made.ruling.is_some() && Some(&made.who) == own.as_ref())?;
    Some((detail.id, group, made))
}

/// Whether an act rules on an issue.
fn rules_on(act: &Act, key: IssueKey) -> bool {
    match act {
        Act::Ruling { issue, .. } => *issue == key,
        Act::Bulk { acts, .. } => acts.iter().any(|act| rules_on(act, key)),
        _ => false,
    }
}

/// Opens the form for the reason of the ruling on the selected issue.
fn give_ruling(
    state: &mut State,
    (statement, key, ruling): (StatementId, IssueKey, Ruling),
    (of, about): (&str, Clean),
    given: Option<Reason>,
) {
    let listed = ruling_field(state, ruling, given.as_ref().and_then(|reason| reason.listed.as_ref()));
    let fields = with_comment(listed, &given.map(|reason| reason.text).unwrap_or_default());
    let title = format!("Why? {of} on {statement}");
    let mut form = Form::new(title, Purpose::Ruling(statement, key), "record", fields);
    form.note = about;
    super::open(state, form);
}

/// The issues that a ruling is on and the ruling in a few words, and what the first of them says.
fn describe_issue(group: &IssueGroup, ruling: Ruling) -> (String, Clean) {
    let messages = group.messages();
    let (cited, says) = messages.first().map_or((String::new(), Clean::default()), |(cited, says)| {
        (cited.iter().map(|number| format!(" [{number}]")).collect(), says.one_line())
    });
    (format!("{}{}{cited}: {}", group.times(), group.head().code.words(), describe_ruling(ruling)), says)
}

/// What an act decided, in a few words for a title, and the text that it is about: the issue that was ruled on, the document
/// that was excluded, else the statement.
fn describe_decision(state: &State, act: &Act) -> (String, Clean) {
    let first = if let Act::Bulk { acts, .. } = act { acts.first().unwrap_or(act) } else { act };
    let id = act.about().first().copied().flatten();
    let on = id.map(|id| format!(" on {id}")).unwrap_or_default();
    let detail = state.detail().filter(|detail| Some(detail.id) == id);
    match (first, detail) {
        (Act::Ruling { issue, ruling: Some(ruling), .. }, Some(detail)) => {
            let is_of = |group: &&IssueGroup| group.issues.iter().any(|(head, _)| head.key == *issue);
            if let Some(group) = detail.issues.iter().find(is_of) {
                let (of, about) = describe_issue(group, *ruling);
                return (format!("{of}{on}"), about);
            }
        }
        (Act::Exclude { doc, .. }, Some(detail)) => {
            if let Some(candidate) = detail.candidate(doc) {
                return (format!("Document excluded{on}"), candidate.meta.title.one_line());
            }
        }
        _ => {}
    }
    // Another statement may be in view by now.
    let statement = state.shown.rows.iter().map(|row| &row.statement).find(|statement| Some(statement.id) == id);
    (act.describe(), statement.map(|statement| statement.text.one_line()).unwrap_or_default())
}

/// Records the ruling on an issue again, with its reason.
pub(super) fn rule(
    state: &mut State,
    statement: StatementId,
    key: IssueKey,
    form: &Form,
) -> Result<Vec<Effect>, Clean> {
    let reason = Reason::given(chosen(form, 0), form.text(1));
    if reason.is_none() {
        return Err("choose a reason or write one; Esc leaves the ruling without".into());
    }
    let act = ruled(state).filter(|(id, group, _)| (*id, group.head().key) == (statement, key));
    let act = act.map(|(id, group, made)| Intent::Rule(id, group, made.ruling).act().because(&reason));
    let act = act.ok_or("the ruling is not in view any more; select the issue and give the reason again")?;
    Ok(commit(state, Pending::Act(act)))
}

/// Opens the form for the reason of the ruling on the selected issue, else of the newest decision.
pub(in super::super) fn give(state: &mut State) -> Vec<Effect> {
    let earlier = ruled(state).filter(|(_, group, _)| {
        let key = group.head().key;
        !state.newest.as_ref().is_some_and(|newest| rules_on(&newest.act, key))
    });
    let earlier = earlier.and_then(|(id, group, made)| {
        let ruling = made.ruling?;
        Some(((id, group.head().key, ruling), describe_issue(group, ruling), made.reason.clone()))
    });
    if let Some((ruled, (of, about), given)) = earlier {
        give_ruling(state, ruled, (&of, about), given);
        return Vec::new();
    }
    let Some(Unsigned { act, .. }) = state.newest.clone() else {
        hint(
            state,
            "no decision was just made that takes a reason here; {stance} and {edit} ask for theirs in their forms",
        );
        return Vec::new();
    };
    if let Some((what, why)) = change(&act) {
        let fields = if is_drop(&what) {
            let (listed, comment) = split_listed(state, &why);
            with_comment(field(state, Decision::Drop, listed.as_ref()), &comment)
        } else {
            vec![Field::remark("Comment", &why, 2).hint("in your own words")]
        };
        return super::open(state, Form::new(format!("Why? {what}"), Purpose::Reason, "record", fields));
    }
    let Some(decision) = decision(&act) else { return Vec::new() };
    let given = match &act {
        Act::Bulk { acts, .. } => acts.first().and_then(Act::reason).cloned(),
        act => act.reason().cloned(),
    };
    let ruling = match &act {
        Act::Bulk { acts, .. } => acts.first().and_then(ruling_of),
        act => ruling_of(act),
    };
    let chosen = given.as_ref().and_then(|reason| reason.listed.as_ref());
    let listed = match ruling {
        Some(ruling) => ruling_field(state, ruling, chosen),
        None => field(state, decision, chosen),
    };
    let text = given.map(|reason| reason.text).unwrap_or_default();
    let fields = with_comment(listed, &text);
    let (of, about) = describe_decision(state, &act);
    let mut form = Form::new(format!("Why? {of}"), Purpose::Reason, "record", fields);
    form.note = about;
    super::open(state, form)
}

fn ruling_of(act: &Act) -> Option<Ruling> {
    if let Act::Ruling { ruling, .. } = act { *ruling } else { None }
}

fn with_comment(listed: Field, comment: &str) -> Vec<Field> {
    vec![listed, Field::remark("Comment", comment, 2).hint("optional, in your own words")]
}

/// Whether a change of the list, in words, drops a statement.
fn is_drop(what: &str) -> bool {
    what.ends_with(DROPPED)
}

/// A decision as what a reason is for: `the verdict of S003`.
fn name_decision(act: &Act) -> String {
    if let Some((what, _)) = change(act) {
        return what;
    }
    match act {
        Act::Override { stage: Stage::Verdict, statement: Some(id), .. } => format!("the verdict of {id}"),
        Act::Withdraw { stage: Stage::Verdict, statement: Some(id), .. } => format!("withdrawing the verdict of {id}"),
        Act::Exclude { statement, .. } => format!("excluding a document from {statement}"),
        Act::Ruling { statement, .. } => format!("the ruling on an issue of {statement}"),
        Act::Bulk { acts, .. } if acts.len() == 1 => name_decision(&acts[0]),
        Act::Bulk { acts, .. } => counted(acts.len(), "decision"),
        act => act.describe(),
    }
}

/// Records the newest decision again with its reason, in place of the one without.
pub(super) fn submit(state: &mut State, form: &Form) -> Result<Vec<Effect>, Clean> {
    let (Some(act), Some(name)) = (state.newest.take(), state.reviewer.clone()) else {
        return Err("the decision has been undone meanwhile; decide again".into());
    };
    let (reason, missing) = match change(&act.act) {
        Some((what, _)) => {
            let why = Reason::given(chosen(form, 0), form.text(form.fields.len() - 1));
            let missing = match is_drop(&what) {
                true => "choose a reason or write one; Esc leaves the change without",
                false => "write a reason; Esc leaves the change without",
            };
            (why.map(|why| format!("{what}: {why}").into()), missing)
        }
        None => (
            Reason::given(chosen(form, 0), form.text(1)),
            "choose a reason or write one; Esc leaves the decision without",
        ),
    };
    if reason.is_none() {
        state.newest = Some(act);
        return Err(missing.into());
    }
    let act = act.because(&reason);
    state.reasoned = Some(format!("reason given for {}", name_decision(&act.act)).into());
    state.undone.clear();
    state.newest = Some(act.clone());
    Ok(vec![Effect::Send(Command::Replace(Box::new(act.signed(Who::Reviewer(name)))))])
}

/// Opens the form of the lists.
pub(in super::super) fn lists(state: &mut State) -> Vec<Effect> {
    let lists = state.shown.reasons.clone();
    let lines = |list: &[Clean]| list.iter().map(|reason| reason.one_line().to_string()).collect::<Vec<_>>().join("\n");
    let fields = [
        Field::text("Criteria", &lists.criteria, 3).hint("when which verdict is given; F1 shows it in every form"),
        Field::text("Verdicts", &lines(&lists.verdict), 5).hint("a reason a line, for verdicts"),
        Field::text("Exclusions", &lines(&lists.exclusion), 5).hint("a reason a line, for excluded documents"),
        Field::text("Rulings", &lines(&lists.ruling), 4).hint("a reason a line, for rulings on issues"),
        Field::text("Drops", &lines(&lists.drop), 4).hint("a reason a line, for dropped statements"),
    ]
    .map(Field::opened_at_top);
    super::open(state, Form::new("Reasons and criteria of this review", Purpose::Reasons, "set", fields.into()))
}

pub(super) fn set(state: &mut State, form: &Form) -> Result<Vec<Effect>, Clean> {
    let list = |field| -> Vec<Clean> {
        form.text(field).lines().map(str::trim).filter(|line| !line.is_empty()).map(Clean::from).collect()
    };
    let lists =
        ReasonLists { criteria: form.text(0), verdict: list(1), exclusion: list(2), ruling: list(3), drop: list(4) };
    if let Some(why) = lists.complaint() {
        return Err(why.into());
    }
    if lists == *state.shown.reasons {
        say(state, "nothing has been changed");
        return Ok(Vec::new());
    }
    Ok(intend(state, Intent::Reasons(lists)))
}
