//! The verdict on a statement, with how sure the reviewer is and why.

use crate::{
    desk::{Detail, Intent},
    domain::{Decision, Level, Stage, StatementId, Verdict, rules::mention},
    text::{Clean, counted},
};

use super::{
    super::{
        action::Effect,
        decide::intend,
        state::{Overlay, State},
    },
    Field, Form, Purpose, reasons,
    weigh::{level, level_field},
};

const VERDICT: usize = 0;
const LEVEL: usize = 1;
const RATIONALE: usize = 2;
const REASON: usize = 3;

/// Asks once, where the reviewer overrules the machine and does not say why.
const UNEXPLAINED: &str = "no rationale is given, and this overrules the machine; ^S again records it without one";

/// How many citations a refusal names.
const NAMED: usize = 8;

/// Opens the form, filled with what is in force.
pub(in super::super) fn open(state: &mut State, detail: &Detail) -> Vec<Effect> {
    let summary = state.row().map(|row| &row.summary);
    let in_force = summary.and_then(|summary| summary.verdict);
    // The machine's confidence is not the reviewer's.
    let given = in_force.filter(|_| summary.is_some_and(|summary| summary.by.is_some()));
    let rationale = given.and_then(|_| detail.verdict().shown().map(|v| v.rationale.clone())).unwrap_or_default();
    let reason = detail.set_by_reviewer(Stage::Verdict).and_then(|set| set.reason.as_ref());
    let listed = reason.and_then(|reason| reason.listed.as_ref());
    let fields = vec![
        Field::open_choice("Verdict", Verdict::ALL.map(Verdict::name), in_force.map(|(verdict, ..)| verdict as usize))
            .hint("digits choose, letters write the rationale"),
        level_field(Some(given.map_or(Level::Medium, |(_, confidence, _)| Level::of(confidence)))),
        Field::remark("Rationale", &rationale, 2).hint("why, with [n] where you cite"),
        reasons::field(state, Decision::Verdict, listed),
    ];
    let form = Form::new(format!("Verdict on {}", detail.id), Purpose::Verdict(detail.id), "record", fields);
    super::open(state, form);
    // What a draft chose, not what is in force.
    if let Some(Overlay::Form(mut form)) = state.overlays.pop() {
        changed(state, &mut form);
        state.overlays.push(Overlay::Form(form));
    }
    Vec::new()
}

/// The verdict that is chosen; `None` while none is in force and none was chosen.
fn chosen(form: &Form) -> Option<Verdict> {
    Verdict::ALL.get(form.chosen(VERDICT)).copied()
}

/// Says where no evidence counts for the verdict that is chosen.
pub(super) fn changed(state: &State, form: &mut Form) {
    let Purpose::Verdict(id) = form.purpose else { return };
    let detail = state.detail().filter(|detail| detail.id == id);
    let uncounted = detail.zip(chosen(form)).and_then(|(detail, verdict)| detail.describe_uncounted(verdict));
    form.note = uncounted.map(Clean::from).unwrap_or_default();
}

/// That a text of the reviewer's, `the rationale`, cites what is not there; `None` where it cites what is.
pub(in super::super) fn describe_beyond(detail: &Detail, what: &str, text: &str) -> Option<Clean> {
    let citations = detail.citations()?;
    let beyond = mention::beyond(text, |number| citations.get(number).is_some());
    if beyond.is_empty() {
        return None;
    }
    let numbers: Vec<u32> = citations.citations.iter().map(|citation| citation.number).collect();
    let there = match numbers.len() {
        0 => "no citation".to_owned(),
        1..=NAMED => format!("only {}", mention::bracketed(&numbers)),
        many => counted(many, "citation"),
    };
    let beyond = mention::bracketed(&beyond);
    Some(format!("{what} cites {beyond}, but {} has {there}: correct the number", detail.id).into())
}

/// Records the verdict, unless the rationale cites what is not there.
pub(super) fn submit(state: &mut State, statement: StatementId, form: &Form) -> Result<Vec<Effect>, Clean> {
    let Some(detail) = state.detail.clone().filter(|d| d.id == statement) else {
        return Err(format!("{statement} is not shown any more; go back to it and record again").into());
    };
    let verdict = chosen(form).ok_or("choose a verdict: 1 to 3")?;
    let rationale = form.text(RATIONALE);
    if let Some(why) = describe_beyond(&detail, "the rationale", &rationale) {
        return Err(why);
    }
    let listed = reasons::chosen(form, REASON);
    let overrules = detail.summary.machine.is_some_and(|(machine, ..)| machine != verdict);
    let is_asked = form.error.as_deref() == Some(UNEXPLAINED);
    if overrules && rationale.is_empty() && listed.is_none() && !is_asked {
        return Err(UNEXPLAINED.into());
    }
    let level = level(form, LEVEL).unwrap_or(Level::Medium);
    Ok(intend(state, Intent::Decide(detail.ground(), verdict, level, listed, rationale)))
}
