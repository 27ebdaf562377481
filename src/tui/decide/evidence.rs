//! Which evidence counts: documents are included and excluded, citations removed.

use crate::{
    desk::{Detail, Intent, Unsigned},
    domain::{Citations, DocId, Stage, Value},
    engine::edit,
    tui::{
        action::Effect,
        keys::Pane,
        messages::{error, hint, say},
        state::{Pending, State},
    },
};

use super::commit;

/// The number of the selected citation.
fn selected(state: &State, detail: &Detail) -> Option<u32> {
    detail.cards[usize::from(state.focus == Pane::For)].get(state.at[state.focus]).copied()
}

/// Includes the selected citation's document, or excludes it.
pub(in super::super) fn document(state: &mut State, detail: &Detail, counts: bool) -> Vec<Effect> {
    match selected(state, detail).and_then(|number| detail.citations()?.get(number)) {
        Some(citation) => admit(state, detail, citation.doc.clone(), counts),
        None => {
            hint(state, "no citation is selected; {documents} lists all retrieved documents");
            Vec::new()
        }
    }
}

/// Takes the selected citation out.
pub(in super::super) fn uncite(state: &mut State, detail: &Detail) -> Vec<Effect> {
    let (Some(citations), Some(number)) = (detail.citations(), selected(state, detail)) else {
        say(state, "no citation is selected");
        return Vec::new();
    };
    match edit::uncite(citations, number) {
        Ok(made) => {
            let what = format!("Removed citation [{number}] from {}", detail.id);
            let weights = without_weights(state, detail, &made);
            let put = Intent::Put(detail.ground(), Value::Citations(made)).act();
            commit(state, Pending::Act(Unsigned::several(what, std::iter::once(put).chain(weights))))
        }
        Err(why) => {
            error(state, why.0);
            Vec::new()
        }
    }
}

/// Includes or excludes a document, or says that it is so already.
pub(in super::super) fn admit(state: &mut State, detail: &Detail, doc: DocId, is_included: bool) -> Vec<Effect> {
    let is_already = if is_included { detail.is_included(&doc) } else { detail.is_excluded(&doc) };
    if is_already {
        let is_cited = detail.citations().is_some_and(|cited| cited.citations.iter().any(|cited| cited.doc == doc));
        let rerun = if is_cited { "{run_statement} updates the results without it, " } else { "" };
        let text = match is_included {
            true => "this document is included already; {exclude} excludes it".to_owned(),
            false => format!("this document is excluded already; {rerun}{{include}} includes it again"),
        };
        hint(state, &text);
        return Vec::new();
    }
    let act = if is_included { Intent::Include(detail.id, doc).act() } else { exclude(state, detail, doc) };
    commit(state, Pending::Act(act))
}

/// Excludes a document. No run replaces citations and weights that a reviewer set, so this removes its own from them.
fn exclude(state: &State, detail: &Detail, doc: DocId) -> Unsigned {
    let left = detail.citations().and_then(|citations| edit::uncite_document(citations, &doc));
    let exclude = Intent::Exclude(detail.id, doc).act();
    let Some(left) = left else { return exclude };
    // Weights refer to citations by number, and a run would renumber them.
    if detail.set_by_reviewer(Stage::Cite).is_none() && detail.set_by_reviewer(Stage::Weigh).is_none() {
        return exclude;
    }
    let weights = without_weights(state, detail, &left);
    let put = Intent::Put(detail.ground(), Value::Citations(left)).act();
    let what = exclude.act.describe();
    Unsigned::several(what, [exclude, put].into_iter().chain(weights))
}

/// Removes from the weights that a reviewer set those of citations that are not in `left`; `None` where there are none.
fn without_weights(state: &State, detail: &Detail, left: &Citations) -> Option<Unsigned> {
    detail.set_by_reviewer(Stage::Weigh)?;
    let made = edit::unweigh(detail.weighing().shown()?, left, state.criteria())?;
    Some(Intent::Put(detail.ground(), Value::Weighing(made)).act())
}
