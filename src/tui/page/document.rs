//! A document of the evidence, with the passages that are cited of it.

use std::sync::Arc;

use crate::{
    domain::{Digest, DocId, Document},
    text::Clean,
};

use super::{
    super::{
        action::Effect,
        keys::{Op, Pane},
        state::State,
    },
    Want,
};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Which document is wanted.
    pub doc: Option<(DocId, Option<Digest>)>,
    /// The document, once read.
    pub document: Option<Arc<Document>>,
    /// What is searched for.
    pub search: Clean,
}

/// Opens the document of the selected citation.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    let pane = if state.trail.contains(&Pane::For) { Pane::For } else { Pane::Against };
    let citation = state.detail().and_then(|d| {
        let side = usize::from(pane == Pane::For);
        let number = d.cards[side].get(state.at[pane])?;
        d.citations()?.get(*number)
    });
    let Some((doc, digest)) = citation.map(|c| (c.doc.clone(), Some(c.document))) else { return Vec::new() };
    state.pages.document.doc = Some((doc.clone(), digest));
    vec![Effect::Read(Want::Document(doc, digest))]
}

/// Opens any document that was found.
pub(super) fn show(state: &mut State, doc: DocId) -> Vec<Effect> {
    let cited = state.detail().and_then(|d| d.citations()?.citations.iter().find(|c| c.doc == doc));
    let digest = cited.map(|c| c.document);
    if state.focus != Pane::Document {
        state.trail.push(state.focus);
        state.focus = Pane::Document;
    }
    state.pages.document.doc = Some((doc.clone(), digest));
    vec![Effect::Read(Want::Document(doc, digest))]
}

pub(super) fn took(state: &mut State, want: Want, document: Arc<Document>) -> Vec<Effect> {
    let wanted = state.pages.document.doc.as_ref();
    if wanted.is_some_and(|(doc, digest)| Want::Document(doc.clone(), *digest) == want) {
        state.pages.document.document = Some(document);
        state.version[Pane::Document] += 1;
    }
    Vec::new()
}

pub(super) fn items(_state: &State) -> usize {
    0
}

pub(super) fn act(_state: &mut State, _op: Op) -> Option<Vec<Effect>> {
    None
}

pub(super) fn search(state: &mut State, words: &Clean) {
    state.pages.document.search = words.clone();
    state.version[Pane::Document] += 1;
}
