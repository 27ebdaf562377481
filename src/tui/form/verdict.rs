//! The verdict on a statement, with how sure the reviewer is and why.

use crate::{
    desk::{Detail, Intent},
    domain::{Decision, Level, Stage, StatementId, Verdict, rules::mention},
    review::Summary,
    text::{Clean, counted},
};

use super::{
    super::{
        action::Effect,
        decide::intend,
        state::{Overlay, State},
    },
    Field, Form, Purpose, Refusal, reasons,
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
    let (own, machine) = (summary.filter(|s| s.by.is_some()), summary.filter(|s| s.by.is_none()));
    let rationale = own.and_then(|_| detail.verdict().shown().map(|v| v.rationale.clone())).unwrap_or_default();
    // The machine's confidence is not the reviewer's.
    let given = own.and_then(|summary| summary.confidence()).map(Level::of);
    let kept = machine.and_then(|summary| summary.confidence());
    let sure = kept.map_or_else(
        || "how sure you are of the verdict".to_owned(),
        |machine| format!("how sure you are; none chosen keeps the machine's {machine:.2} with its verdict"),
    );
    let reason = detail.set_by_reviewer(Stage::Verdict).and_then(|set| set.reason.as_ref());
    let listed = reason.and_then(|reason| reason.listed.as_ref());
    let fields = vec![
        Field::open_choice("Verdict", Verdict::ALL.map(Verdict::name), in_force.map(|(verdict, ..)| verdict as usize))
            .hint("digits choose, letters write the rationale"),
        level_field(given).hint(sure),
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
pub(super) fn submit(state: &mut State, statement: StatementId, form: &Form) -> Result<Vec<Effect>, Refusal> {
    let Some(detail) = state.detail.clone().filter(|d| d.id == statement) else {
        return Err(format!("{statement} is not shown any more; go back to it and record again").into());
    };
    let verdict = chosen(form).ok_or_else(|| Refusal::at(VERDICT, "choose a verdict: 1 to 3"))?;
    let rationale = form.text(RATIONALE);
    if let Some(why) = describe_beyond(&detail, "the rationale", &rationale) {
        return Err(Refusal::at(RATIONALE, why));
    }
    let confidence = confidence(&detail.summary, verdict, level(form, LEVEL));
    let confidence = confidence.ok_or_else(|| Refusal::at(LEVEL, "choose how sure you are of the verdict: 1 to 3"))?;
    let listed = reasons::chosen(form, REASON);
    let overrules = detail.summary.machine.is_some_and(|(machine, ..)| machine != verdict);
    let is_asked = form.error.as_deref() == Some(UNEXPLAINED);
    if overrules && rationale.is_empty() && listed.is_none() && !is_asked {
        return Err(UNEXPLAINED.into());
    }
    Ok(intend(state, Intent::Decide(detail.ground(), verdict, confidence, listed, rationale)))
}

/// How sure the reviewer is: the figure in force where the verdict was kept and no other level was chosen, so that a look at
/// the form changes nothing; else that of the level. `None` where nothing says it.
fn confidence(summary: &Summary, verdict: Verdict, level: Option<Level>) -> Option<f64> {
    let kept = summary.verdict.is_some_and(|(in_force, ..)| in_force == verdict);
    let in_force = summary.confidence().filter(|_| kept);
    let is_left = |figure: &f64| match level {
        Some(level) => summary.by.is_some() && Level::of(*figure) == level,
        None => summary.by.is_none(),
    };
    in_force.filter(is_left).or(level.map(Level::number))
}
