//! Caveats: what the reviewer should know of an act that they make.

use crate::{
    domain::{Stage, StatementId},
    review::Act,
    text::Clean,
    tui::{form, page, state::State},
};

/// What the reviewer should know of an act: that no evidence counts for its verdict, that something has to run, or how
/// what it removes is brought back.
pub(super) fn caveat(state: &State, act: &Act) -> Option<Clean> {
    if let Some(row) = form::dropped(state, act) {
        let had = match (row.summary.by.is_some(), row.summary.noted) {
            (true, true) => "it had a reviewer's verdict and a note; ",
            (true, false) => "it had a reviewer's verdict; ",
            (false, true) => "it had a note; ",
            (false, false) => "",
        };
        return Some(state.keymap.text(&format!("{had}{{undo}} brings it back, {{reason}} gives the reason")).into());
    }
    match act {
        // A split, with what was included for the whole.
        Act::Bulk { acts, .. } if matches!(acts.first(), Some(Act::Override { stage: Stage::Extract, .. })) => {
            caveat(state, &acts[0])
        }
        Act::Bulk { acts, .. } if acts.iter().any(|act| removes_citations(state, act)) => {
            Some(state.keymap.text("{undo} brings it back").into())
        }
        Act::Override { stage: Stage::Verdict, statement: Some(id), gist, .. } => {
            let detail = state.detail().filter(|detail| detail.id == *id)?;
            detail.describe_uncounted(gist.verdict?.0).map(Clean::from)
        }
        // A statement that is new or worded anew has no results yet.
        Act::Override { stage: Stage::Extract, statement, gist, .. } => {
            let before = u32::try_from(state.shown.rows.len()).unwrap_or(u32::MAX);
            let is_to_run = statement.is_some() || gist.count.is_some_and(|count| count > before);
            let is_merged = gist.count.is_some_and(|count| count < before);
            let text = match (is_to_run, is_merged) {
                (true, _) => "{run_all} runs what is missing",
                (_, true) => "{undo} brings both back, {run_all} runs what is missing",
                _ => return None,
            };
            Some(state.keymap.text(text).into())
        }
        // Only a reviewer has statements extracted again.
        Act::Configure { settings }
            if settings.max_statements != state.shown.settings.max_statements && !state.shown.rows.is_empty() =>
        {
            Some(state.keymap.text("{rerun}, then stage extract, applies the new number of statements").into())
        }
        Act::Override { stage, statement: Some(id), .. } => {
            let detail = state.detail().filter(|detail| detail.id == *id)?;
            let is_used = !page::stale_after(detail, *stage).is_empty();
            let what = if stage.makes_several() { "them" } else { "it" };
            let hint = format!("{{run_statement}} updates what depends on {what}");
            is_used.then(|| state.keymap.text(&hint).into())
        }
        _ => None,
    }
}

/// Whether an act leaves fewer citations of the statement in view.
fn removes_citations(state: &State, act: &Act) -> bool {
    let Act::Override { stage: Stage::Cite, statement: Some(id), gist, .. } = act else { return false };
    let citations = state.detail().filter(|detail| detail.id == *id).and_then(|detail| detail.citations());
    let before = citations.and_then(|citations| u32::try_from(citations.citations.len()).ok());
    before.zip(gist.count).is_some_and(|(before, left)| left < before)
}

/// How a document that is attached to a statement gets cited where a reviewer set the citations, which no run replaces.
pub(in super::super) fn uncited(state: &State, statement: StatementId) -> Option<Clean> {
    let detail = state.detail().filter(|detail| detail.id == statement)?;
    detail.set_by_reviewer(Stage::Cite)?;
    Some(state.keymap.text("{documents} and Enter open it, {mark} ticks a sentence, {cite} cites it").into())
}
