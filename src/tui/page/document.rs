//! A document of the evidence, with the passages that are cited of it; its
//! sentences can be marked and cited.

use std::{collections::BTreeSet, ops::Range, sync::Arc};

use crate::{
    domain::{Digest, DocId, Document, Side, Value, canonical},
    engine::edit,
    text::{Clean, sentences},
};

use super::{
    super::{
        action::Effect,
        acts,
        decide::{commit, refuse_writing},
        keys::{Op, Pane},
        state::{Pending, State},
        update::{error, say},
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
    /// Its sentences: page and bytes of the page's text.
    pub sentences: Arc<Vec<(u32, Range<usize>)>>,
    /// Sentences marked by the reviewer.
    pub marked: BTreeSet<usize>,
    /// What is searched for.
    pub search: Clean,
}

/// Opens the document of the selected citation.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    let from = state.trail.last().copied().filter(|p| matches!(p, Pane::Against | Pane::For));
    let side = from.or_else(|| {
        let detail = state.detail()?;
        [Pane::Against, Pane::For].into_iter().find(|p| !detail.cards[usize::from(*p == Pane::For)].is_empty())
    });
    let found = side.and_then(|pane| {
        let detail = state.detail()?;
        let number = detail.cards[usize::from(pane == Pane::For)].get(state.at[pane])?;
        Some(detail.citations()?.get(*number)?.doc.clone())
    });
    let first = || Some(state.detail()?.search()?.candidates.first()?.doc.clone());
    match found.or_else(first) {
        Some(doc) => want(state, doc),
        None => {
            state.pages.document = Page::default();
            say(state, "no document was found for this statement; A attaches one");
            Vec::new()
        }
    }
}

/// Opens any document that was found.
pub(super) fn show(state: &mut State, doc: DocId) -> Vec<Effect> {
    if state.focus != Pane::Document {
        state.trail.push(state.focus);
        state.focus = Pane::Document;
    }
    want(state, doc)
}

fn want(state: &mut State, doc: DocId) -> Vec<Effect> {
    let cited = state.detail().and_then(|d| d.citations()?.citations.iter().find(|c| c.doc == doc));
    let digest = cited.map(|c| c.document);
    let wanted = (doc.clone(), digest);
    if state.pages.document.doc.as_ref() != Some(&wanted) {
        state.pages.document = Page { doc: Some(wanted), ..Page::default() };
        state.at[Pane::Document] = 0;
        state.extents[Pane::Document].scroll = 0;
        state.version[Pane::Document] += 1;
    }
    vec![Effect::Read(Want::Document(doc, digest))]
}

pub(super) fn took(state: &mut State, want: Want, document: Arc<Document>) -> Vec<Effect> {
    let wanted = state.pages.document.doc.as_ref();
    if wanted.is_none_or(|(doc, digest)| Want::Document(doc.clone(), *digest) != want) {
        return Vec::new();
    }
    let fresh = state.pages.document.document.is_none();
    let all =
        document.pages.iter().flat_map(|page| sentences(&page.text).into_iter().map(|range| (page.number, range)));
    state.pages.document.sentences = Arc::new(all.collect());
    state.pages.document.document = Some(document);
    state.version[Pane::Document] += 1;
    if fresh {
        // The selected citation's passage is what one came for.
        let passage = selected_passage(state).or_else(|| passages(state).first().cloned());
        if let Some(at) = passage.and_then(|place| sentence_at(state, &place)) {
            state.at[Pane::Document] = at;
        }
        state.follow[Pane::Document] = true;
    }
    Vec::new()
}

/// Page and bytes of what is cited of the open document.
pub(in super::super) fn passages(state: &State) -> Vec<(u32, Range<usize>)> {
    let doc = state.pages.document.doc.as_ref().map(|(doc, _)| doc);
    let citations = state.detail().and_then(|d| d.citations());
    let of_doc = citations.into_iter().flat_map(|c| &c.citations).filter(|c| Some(&c.doc) == doc);
    of_doc.map(|c| (c.place.page, c.place.range())).collect()
}

fn selected_passage(state: &State) -> Option<(u32, Range<usize>)> {
    let pane = state.trail.iter().rev().find(|p| matches!(p, Pane::Against | Pane::For))?;
    let detail = state.detail()?;
    let number = detail.cards[usize::from(*pane == Pane::For)].get(state.at[*pane])?;
    let citation = detail.citations()?.get(*number)?;
    let (doc, _) = state.pages.document.doc.as_ref()?;
    (citation.doc == *doc).then(|| (citation.place.page, citation.place.range()))
}

fn sentence_at(state: &State, (page, range): &(u32, Range<usize>)) -> Option<usize> {
    state.pages.document.sentences.iter().position(|(p, s)| p == page && s.end > range.start)
}

pub(super) fn items(state: &State) -> usize {
    state.pages.document.sentences.len()
}

/// Sentences that one jumps between: those found by a search, else those cited.
fn stops(state: &State) -> Vec<usize> {
    let page = &state.pages.document;
    if page.search.trim().is_empty() {
        return passages(state).iter().filter_map(|place| sentence_at(state, place)).collect();
    }
    let Some(document) = &page.document else { return Vec::new() };
    let words = page.search.to_lowercase();
    let hit = |(number, range): &(u32, Range<usize>)| {
        let text = document.page(*number).and_then(|p| p.text.get(range.clone()));
        text.is_some_and(|text| text.to_lowercase().replace('\n', " ").contains(words.trim()))
    };
    page.sentences.iter().enumerate().filter(|(_, s)| hit(s)).map(|(i, _)| i).collect()
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    let at = state.at[Pane::Document];
    match op {
        Op::NextMatch | Op::PreviousMatch => {
            let mut stops = stops(state);
            stops.sort_unstable();
            let next = match op {
                Op::NextMatch => stops.iter().find(|s| **s > at).or(stops.first()),
                _ => stops.iter().rev().find(|s| **s < at).or(stops.last()),
            };
            match next {
                Some(place) => state.at[Pane::Document] = *place,
                None => say(state, "there is no such place in this document"),
            }
            state.follow[Pane::Document] = true;
        }
        Op::Mark => {
            if at < items(state) && !state.pages.document.marked.remove(&at) {
                state.pages.document.marked.insert(at);
            }
            state.version[Pane::Document] += 1;
            // On to the next, so that several are marked by as many presses.
            state.at[Pane::Document] = (at + 1).min(items(state).saturating_sub(1));
            state.follow[Pane::Document] = true;
        }
        Op::Cite => return Some(cite(state)),
        Op::Back if !state.pages.document.search.is_empty() => search(state, &Clean::default()),
        Op::Open => return Some(Vec::new()),
        _ => return None,
    }
    Some(Vec::new())
}

/// Stretches of the text: marked sentences beside each other are one.
fn marked(state: &State) -> Vec<(u32, Range<usize>)> {
    let page = &state.pages.document;
    let mut out: Vec<(u32, Range<usize>, usize)> = Vec::new();
    for at in &page.marked {
        let Some((number, range)) = page.sentences.get(*at).cloned() else { continue };
        match out.last_mut() {
            Some((last, stretch, before)) if *last == number && *before + 1 == *at => {
                (stretch.end, *before) = (range.end, *at);
            }
            _ => out.push((number, range, *at)),
        }
    }
    out.into_iter().map(|(page, range, _)| (page, range)).collect()
}

fn cite(state: &mut State) -> Vec<Effect> {
    if refuse_writing(state) {
        return Vec::new();
    }
    let Some(detail) = state.detail.clone().filter(|d| Some(d.id) == state.id()) else { return Vec::new() };
    let Some(document) = state.pages.document.document.clone() else { return Vec::new() };
    let Some(citations) = detail.citations() else {
        say(state, "nothing has been cited yet; R works the statement out first");
        return Vec::new();
    };
    let Some(candidate) = detail.candidate(&document.id) else {
        say(state, "this document is not among those found for the statement; A attaches it");
        return Vec::new();
    };
    let mut stretches = marked(state);
    if stretches.is_empty() {
        stretches.extend(state.pages.document.sentences.get(state.at[Pane::Document]).cloned());
    }
    let score = detail.scores().and_then(|s| s.scored.iter().find(|s| s.doc == document.id)).map_or(5, |s| s.score);
    let side = if candidate.side == Side::Counter { Side::Counter } else { Side::Statement };
    match edit::cite(citations, &document, side, score, &stretches) {
        Ok((made, count)) => {
            state.pages.document.marked.clear();
            state.version[Pane::Document] += 1;
            let pending = match acts::edited(&detail, &Value::Citations(made)) {
                Pending::Act(act, mut blobs) => {
                    blobs.push(canonical(&*document));
                    Pending::Act(act, blobs)
                }
                other => other,
            };
            let many = if count == 1 { "a citation".to_owned() } else { format!("{count} citations") };
            say(state, format!("{many} added; what follows is stale, R works it out"));
            commit(state, pending)
        }
        Err(why) => {
            error(state, why.0);
            Vec::new()
        }
    }
}

pub(super) fn search(state: &mut State, words: &Clean) {
    state.pages.document.search = words.clone();
    state.version[Pane::Document] += 1;
    if !words.is_empty() {
        let stops = stops(state);
        let at = state.at[Pane::Document];
        if let Some(place) = stops.iter().find(|s| **s >= at).or(stops.first()) {
            state.at[Pane::Document] = *place;
            state.follow[Pane::Document] = true;
        }
    }
}
