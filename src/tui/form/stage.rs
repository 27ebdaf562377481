//! The results of stages, set by hand: what is small to say in a form, the rest
//! follows by the rules in code (`engine::edit`).

use crate::{
    desk::{Detail, Intent},
    domain::{EvidenceType, Reason, Settings, Stage, Value},
    engine::edit::{self, EditError},
    text::Clean,
};

use super::{
    super::{
        action::Effect,
        decide::commit,
        documents,
        keys::Pane,
        messages::{hidden_or, hint},
        moves::go,
        state::{Pending, State},
    },
    Field, Form, Purpose, Refusal, amend_statement, verdict, weigh,
};

pub(super) const TYPES: [EvidenceType; 4] =
    [EvidenceType::Explicit, EvidenceType::Contextual, EvidenceType::Weak, EvidenceType::Inappropriate];

/// Opens whatever a stage's result is set by.
pub(in super::super) fn open(state: &mut State, stage: Stage) -> Vec<Effect> {
    let Some(detail) = state.detail.clone().filter(|d| Some(d.id) == state.id()) else { return Vec::new() };
    let form = match stage {
        Stage::Extract => return amend_statement(state),
        Stage::Search | Stage::Score => {
            return documents::open(state);
        }
        Stage::Cite => {
            hint(
                state,
                "{mark} ticks a sentence of the document, {cite} cites what is ticked; {uncite} removes a citation",
            );
            return go(state, Pane::Document);
        }
        Stage::Verdict => return verdict::open(state, &detail),
        Stage::Counter => counter(&detail),
        Stage::Inspect => inspection(&detail),
        Stage::Weigh => return weigh::stance(state),
        Stage::Report => report(&detail),
        Stage::Judge => judge(&detail),
    };
    match form {
        Some(mut fields) => {
            fields.push(Field::remark("Why", "", 1).hint("may be left empty"));
            let title = format!("{} of {} by hand", stage.result(), detail.id);
            super::open(state, Form::new(title, Purpose::Stage(detail.id, stage), "record", fields))
        }
        None => {
            hidden_or(state, detail.is_hidden(), &format!("{stage} has not run yet; {{run_statement}} runs it"));
            Vec::new()
        }
    }
}

fn counter(detail: &Detail) -> Option<Vec<Field>> {
    let counter = detail.counter()?;
    let words: Vec<&str> = counter.keywords.iter().map(Clean::as_str).collect();
    let hyde = |i: usize| counter.hyde.get(i).map(Clean::as_str).unwrap_or_default();
    Some(vec![
        Field::text("Opposite", &counter.text, 3).hint("what would contradict the statement, just as precise"),
        Field::text("Keywords", &words.join(", "), 2).hint("with commas between them, most telling first"),
        Field::text("Abstract 1", hyde(0), 3)
            .hint("as a paper that finds the opposite might put it; used for the search by meaning"),
        Field::text("Abstract 2", hyde(1), 3).hint("another one, or empty"),
    ])
}

fn inspection(detail: &Detail) -> Option<Vec<Field>> {
    let inspection = detail.inspection().shown()?;
    let quality = inspection.quality.map(|q| format!("{q:.2}")).unwrap_or_default();
    Some(vec![
        Field::text("Quotation check", &quality, 1).hint("0 to 1; the issues themselves are ruled on in their pane"),
    ])
}

fn report(detail: &Detail) -> Option<Vec<Field>> {
    let report = detail.report().shown()?;
    Some(vec![
        Field::text("Report", &report.summary, 14)
            .hint("Markdown with [n]; what cites or counts wrongly is raised as an issue"),
    ])
}

fn judge(detail: &Detail) -> Option<Vec<Field>> {
    let opinion = &detail.judgement().shown()?.opinion;
    let kind = TYPES.iter().position(|t| *t == opinion.evidence_type).unwrap_or(1);
    Some(vec![
        Field::choice("Evidence", TYPES.map(EvidenceType::name), kind)
            .hint("is this the right type of evidence for such a claim?"),
        Field::text("Quality", &format!("{:.2}", opinion.quality), 1)
            .hint("0 to 1; below 0.15 the machine's verdict is blocked"),
        Field::text("Opinion", opinion.issue.as_deref().unwrap_or_default(), 3)
            .hint("what is wrong with it, if anything"),
    ])
}

pub(super) fn submit(state: &mut State, form: &Form) -> Result<Vec<Effect>, Refusal> {
    let gone = || Clean::from("the statement is not in view any more; go back to it and record again");
    let (Purpose::Stage(id, _) | Purpose::Stance(id) | Purpose::Cited(id, _)) = form.purpose else {
        return Ok(Vec::new());
    };
    let detail = state.detail.clone().filter(|d| d.id == id).ok_or_else(gone)?;
    let settings = &state.shown.settings;
    let (value, why) = match &form.purpose {
        Purpose::Stance(_) => {
            let (value, number, why) = weigh::of_all(&detail, state.criteria(), form)?;
            state.moving = Some((id, number));
            (value, why)
        }
        Purpose::Cited(_, numbers) => weigh::of_cited(&detail, state.criteria(), numbers, form)?,
        Purpose::Stage(_, stage) => {
            let stage = *stage;
            let why = form.text(form.fields.len().saturating_sub(1));
            (value(&detail, settings, stage, form)?, why)
        }
        _ => return Err(gone().into()),
    };
    let act = Intent::Put(detail.ground(), value).act();
    Ok(commit(state, Pending::Act(act.because(&Reason::given(None, why)))))
}

/// Missing while the form was open: something upstream was undone.
pub(super) fn missing(stage: Stage) -> Clean {
    format!("{stage} is gone; {{run_statement}} runs it again").into()
}

fn value(detail: &Detail, settings: &Settings, stage: Stage, form: &Form) -> Result<Value, Clean> {
    let why = |EditError(why)| why;
    match stage {
        Stage::Counter => {
            let keywords = form.text(1).replace('\n', ",").split(',').map(str::trim).map(Clean::from).collect();
            let made = edit::counter(&detail.statement, &form.text(0), keywords, vec![form.text(2), form.text(3)]);
            made.map(Value::Counter).map_err(why)
        }
        Stage::Inspect => {
            let inspection = detail.inspection().shown().ok_or_else(|| missing(stage))?;
            edit::quality(inspection, number(&form.text(0))?).map(Value::Inspection).map_err(why)
        }
        Stage::Report => {
            let before = detail.report().shown().ok_or_else(|| missing(stage))?;
            let counter = detail.counter().ok_or_else(|| missing(Stage::Counter))?;
            let citations = detail.citations().ok_or_else(|| missing(Stage::Cite))?;
            let weighing = detail.weighing().shown().ok_or_else(|| missing(Stage::Weigh))?;
            let made = edit::report(before, &detail.statement, counter, citations, weighing, &form.text(0));
            made.map(Value::Report).map_err(why)
        }
        Stage::Judge => {
            let judgement = detail.judgement().shown().ok_or_else(|| missing(stage))?;
            let verdict = detail.verdict().shown().ok_or_else(|| missing(Stage::Verdict))?;
            let weighing = detail.weighing().shown().ok_or_else(|| missing(Stage::Weigh))?;
            let kind = TYPES.get(form.chosen(0)).copied().unwrap_or(EvidenceType::Contextual);
            let quality = number(&form.text(1))?;
            let made = edit::judged(judgement, verdict, weighing, kind, quality, form.text(2), settings);
            made.map(Value::Judgement).map_err(why)
        }
        _ => Err(format!("{stage} is not set by a form").into()),
    }
}

pub(super) fn number(text: &str) -> Result<f64, Clean> {
    let read: Option<f64> = text.trim().replace(',', ".").parse().ok();
    read.filter(|n| n.is_finite()).ok_or_else(|| format!("“{text}” is not a number; write 0.7, for example").into())
}
