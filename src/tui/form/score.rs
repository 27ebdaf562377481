//! The relevance of a document, set by hand.

use crate::{
    desk::Intent,
    domain::{DocId, StatementId, Value},
    engine::edit::{self, EditError},
    text::Clean,
};

use super::{
    super::{
        action::Effect,
        decide::commit,
        messages::hidden_or,
        state::{Pending, State},
        wrap::fit,
    },
    Field, Form, Purpose,
};

const SCORES: [&str; 5] = ["1", "2", "3", "4", "5"];

/// How much of a title the form shows, in columns.
const TITLE: usize = 60;

/// Opens the form with the score in force.
pub(in super::super) fn open(state: &mut State, statement: StatementId, doc: DocId) -> Vec<Effect> {
    let Some(detail) = state.detail.clone().filter(|detail| detail.id == statement) else { return Vec::new() };
    let Some(scores) = detail.scores().shown() else {
        hidden_or(state, detail.is_hidden(), "the documents have not been scored yet; {run_statement} scores them");
        return Vec::new();
    };
    let score = scores.scored.iter().find(|scored| scored.doc == doc).map_or(1, |scored| scored.score);
    let title = detail.candidate(&doc).map(|candidate| candidate.meta.title.one_line()).unwrap_or_default();
    let fields = vec![
        Field::choice("Relevance", SCORES, usize::from(score.saturating_sub(1)))
            .hint(format!("1 to 5; documents from {} on count", state.shown.settings.threshold)),
        Field::remark("Why", "", 1).hint("may be left empty"),
    ];
    let title = format!("Relevance of “{}”", fit(&title, TITLE));
    super::open(state, Form::new(title, Purpose::Score(statement, doc), "record", fields))
}

pub(super) fn submit(
    state: &mut State,
    statement: StatementId,
    doc: &DocId,
    form: &Form,
) -> Result<Vec<Effect>, Clean> {
    let gone = || Clean::from("the statement is not in view any more; go back to it and record again");
    let detail = state.detail.clone().filter(|detail| detail.id == statement).ok_or_else(gone)?;
    let scores = detail.scores().shown().ok_or_else(gone)?;
    let why = form.text(1);
    let why = if why.is_empty() { "Scored by a reviewer.".into() } else { why };
    let score = u8::try_from(form.chosen(0) + 1).unwrap_or(1);
    let made = edit::score(scores, doc, score, why).map_err(|EditError(why)| why)?;
    Ok(commit(state, Pending::Act(Intent::Put(detail.ground(), Value::Scores(made)).act())))
}
