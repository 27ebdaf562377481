//! What is asked of the sources of evidence: a work by its identifier, a query in the reviewer's words.

use crate::{
    domain::{Side, StatementId, consent::allowance},
    engine::Retrieve,
    text::Clean,
};

use super::{
    super::{
        action::Effect,
        decide::{commit, refuse_writing},
        state::{Pending, State},
    },
    Field, Form, Purpose,
    attach::{side, side_field},
};

const CONSENT: &str = "Consent";

/// Asks for a work's identifier; in an evidence pane its side is set.
pub(in super::super) fn identify(state: &mut State, statement: StatementId) -> Vec<Effect> {
    let fields = vec![
        Field::text("Work", "", 1).hint("DOI, PMID:…, PMC…, arXiv:…, or an address that contains one of these"),
        side_field(state),
    ];
    let title = format!("Fetch a work and attach it to {statement}");
    super::open(state, Form::new(title, Purpose::Identify(statement), "fetch", fields))
}

/// Asks for a query in place of one that was sent.
pub(in super::super) fn edit_query(
    state: &mut State,
    statement: StatementId,
    source: &Clean,
    side: Side,
    query: &Clean,
) -> Vec<Effect> {
    if refuse_writing(state) {
        return Vec::new();
    }
    let hint = format!("sent to {source} as written, in its own syntax; recorded with what it finds");
    let fields = vec![Field::text("Query", query, 5).hint(hint)];
    let against = if side == Side::Counter { "against" } else { "for" };
    let title = format!("Query to {source} for evidence {against} {statement}");
    let purpose = Purpose::Query(statement, source.clone(), side, query.clone());
    super::open(state, Form::new(title, purpose, "send", fields))
}

/// Adds the question whether text may be sent to a host.
pub(in super::super) fn ask_consent(form: &mut Form, host: &Clean) {
    if form.fields.iter().all(|field| field.label != CONSENT) {
        let hint = format!("whether you allow {}; recorded in the review, and undone by undo", allowance(host));
        form.fields.push(Field::choice(CONSENT, ["not given", "I allow it"], 0).hint(hint));
    }
    form.at = form.fields.len() - 1;
}

pub(super) fn submit(state: &mut State, form: &Form) -> Result<Vec<Effect>, Clean> {
    let text = form.text(0).one_line();
    let asks = form.fields.iter().position(|field| field.label == CONSENT);
    let given = asks.is_some_and(|at| form.chosen(at) == 1);
    // Once given it is on record, and sending the form again does not repeat it.
    let consent = if given { state.pages.literature.wanted.take() } else { None };
    let (statement, what) = match &form.purpose {
        Purpose::Identify(_) if text.is_empty() => {
            return Err("write a DOI, PMID:…, PMC…, arXiv:…, or an address".into());
        }
        Purpose::Query(..) if text.is_empty() => return Err("write a query".into()),
        Purpose::Identify(statement) => (*statement, Retrieve::Work { side: side(form, 1)?, identifier: text }),
        Purpose::Query(_, _, _, before) if *before.one_line() == *text && !given => {
            return Err("this is the query that was sent; change it, or re-run the search with {rerun}".into());
        }
        Purpose::Query(statement, source, side, before) => {
            (*statement, Retrieve::Query { source: source.clone(), side: *side, text, replaces: before.clone() })
        }
        _ => return Ok(Vec::new()),
    };
    Ok(commit(state, Pending::Retrieve { statement, what, consent }))
}
