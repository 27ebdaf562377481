//! The list of retrieved documents: its order, its cursor, what its keys do.

use crossterm::event::{KeyCode, KeyEvent};

use crate::{
    desk::Intent,
    domain::{DocId, SourceMeta, StatementId, Value},
    engine::{Retrieve, edit},
    text::Clean,
};

use super::{
    action::Effect,
    decide::{admit, commit, refuse_writing, with_detail},
    form,
    keys::{Key, Match, Op, Pane},
    messages::{hint, say},
    moves::go,
    overlay, page,
    state::{Overlay, Pending, Purpose, State},
    wrap::fit,
};

/// How much of a title a message shows, in columns.
pub(super) const TITLE: usize = 48;

/// How the list is ordered and narrowed.
#[derive(Clone, Debug)]
pub struct DocumentList {
    /// Whether by score, not as retrieved.
    pub by_score: bool,
    /// The source that it is narrowed to.
    pub source: Option<Clean>,
    /// The words that its documents have in their titles, authors, journals, years or identifiers.
    pub words: Clean,
}

impl Default for DocumentList {
    fn default() -> Self {
        Self { by_score: true, source: None, words: Clean::default() }
    }
}

/// Opens the list at its top, with all its documents.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    state.documents.words = Clean::default();
    state.overlays.push(Overlay::Documents { selected: 0, doc: None });
    Vec::new()
}

/// The candidates in the order of the list, by their places among the candidates. By score, what was attached and has none
/// yet comes first.
pub(super) fn order(state: &State) -> Vec<usize> {
    let Some(detail) = state.detail() else { return Vec::new() };
    let Some(search) = detail.search() else { return Vec::new() };
    let candidates = search.candidates.as_slice();
    let only = only(state);
    let is_from =
        |doc: &DocId| only.is_none_or(|only| search.brought_by(doc).iter().any(|(source, _)| *source == only));
    let words: Vec<String> = state.documents.words.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let has_words = |meta: &SourceMeta| {
        let text = described(meta);
        words.iter().all(|word| text.contains(word))
    };
    let mut order: Vec<usize> =
        (0..candidates.len()).filter(|at| is_from(&candidates[*at].doc) && has_words(&candidates[*at].meta)).collect();
    if let Some(scores) = detail.scores().shown().filter(|_| state.documents.by_score) {
        let score = |i: &usize| scores.scored.iter().find(|s| s.doc == candidates[*i].doc).map(|s| s.score);
        let is_new = |i: &usize| score(i).is_none() && search.attached().any(|found| found.doc == candidates[*i].doc);
        order.sort_by_key(|i| std::cmp::Reverse((is_new(i), score(i))));
    }
    order
}

/// What a search for words looks at, in small letters.
fn described(meta: &SourceMeta) -> String {
    let mut parts: Vec<&str> = vec![&meta.title];
    parts.extend(meta.authors.iter().map(|author| &**author));
    parts.extend([&meta.journal, &meta.doi, &meta.pmid, &meta.pmcid].into_iter().flatten().map(|part| &**part));
    let year = meta.year.map(|year| year.to_string()).unwrap_or_default();
    parts.push(&year);
    parts.join("\n").to_lowercase()
}

/// Narrows the list to the documents with `words`; the cursor stays on its document where that has them.
pub(super) fn search(state: &mut State, words: &Clean) {
    let here = state.overlays.iter().find_map(|overlay| match overlay {
        Overlay::Documents { selected, doc } => Some(doc.clone().or_else(|| at(state, *selected).map(|(_, doc)| doc))),
        _ => None,
    });
    state.documents.words = words.clone();
    let to = place(state, 0, here.flatten().as_ref());
    let found = at(state, to).map(|(_, doc)| doc);
    for overlay in &mut state.overlays {
        if let Overlay::Documents { selected, doc } = overlay {
            (*selected, *doc) = (to, found.clone());
        }
    }
}

/// Whether the list lies open, with or without something above it.
pub(super) fn is_open(state: &State) -> bool {
    state.overlays.iter().any(|overlay| matches!(overlay, Overlay::Documents { .. }))
}

/// The sources that were asked for the statement, each once.
fn sources(state: &State) -> Vec<&Clean> {
    let reports = state.detail().and_then(|detail| detail.search()).map(|search| search.sources.as_slice());
    let mut sources: Vec<&Clean> = reports.unwrap_or_default().iter().map(|report| &report.source).collect();
    sources.sort_unstable();
    sources.dedup();
    sources
}

/// The source that the list is narrowed to, if it was asked for this statement.
pub(super) fn only(state: &State) -> Option<&Clean> {
    let only = state.documents.source.as_ref()?;
    sources(state).contains(&only).then_some(only)
}

/// Narrows the list to the next source, after the last one to none.
fn narrow(state: &mut State) {
    let sources = sources(state);
    let next = match only(state) {
        None => sources.first(),
        Some(only) => sources.iter().position(|source| *source == only).and_then(|at| sources.get(at + 1)),
    };
    let next = next.map(|source| (*source).clone());
    match (&next, sources.is_empty()) {
        (_, true) => hint(state, "no source of evidence was asked for this statement; {sources} switches them on"),
        (Some(source), _) => say(state, format!("documents from {source}")),
        (None, _) => say(state, "documents from everywhere"),
    }
    state.documents.source = next;
}

/// Where the cursor is: on its document, else at its place.
pub(super) fn place(state: &State, selected: usize, doc: Option<&DocId>) -> usize {
    let order = order(state);
    let candidates = state.detail().and_then(|d| d.search()).map(|s| s.candidates.as_slice()).unwrap_or_default();
    let found = doc.and_then(|doc| order.iter().position(|i| candidates[*i].doc == *doc));
    found.unwrap_or(selected).min(order.len().saturating_sub(1))
}

/// The document at a place of the list, and the statement that it was retrieved for.
fn at(state: &State, place: usize) -> Option<(StatementId, DocId)> {
    let candidate = *order(state).get(place)?;
    let detail = state.detail()?;
    Some((detail.id, detail.search()?.candidates.get(candidate)?.doc.clone()))
}

/// Moves the cursor to a place.
pub(super) fn select(state: &mut State, to: usize) {
    let to = place(state, to, None);
    let found = at(state, to).map(|(_, doc)| doc);
    if let Some(Overlay::Documents { selected, doc }) = state.overlays.last_mut() {
        (*selected, *doc) = (to, found);
    }
}

/// The candidates without a document.
fn removed(state: &State, place: usize) -> Option<Pending> {
    let detail = state.detail.clone()?;
    let (_, doc) = at(state, place)?;
    let made = edit::without_candidate(detail.search()?, &doc).ok()?;
    let title = detail.candidate(&doc)?.meta.title.one_line();
    let what = format!("Removed “{}” from {}", fit(&title, TITLE), detail.id);
    Some(Pending::Act(Intent::Put(detail.ground(), Value::Search(made)).act().described(what)))
}

/// A key for the list, which has been taken off the overlays.
pub(super) fn key(
    state: &mut State,
    selected: usize,
    doc: Option<DocId>,
    key: KeyEvent,
    op: Option<Op>,
) -> Vec<Effect> {
    let here = place(state, selected, doc.as_ref());
    let last = order(state).len().saturating_sub(1);
    let mut to = here;
    let (mut pending, mut scored, mut admitted) = (None, None, None);
    match (key.code, op) {
        (KeyCode::Esc, _) if !state.documents.words.is_empty() => {
            state.overlays.push(Overlay::Documents { selected, doc });
            search(state, &Clean::default());
            return Vec::new();
        }
        (KeyCode::Esc, _) | (_, Some(Op::Quit | Op::Documents)) => return Vec::new(),
        (KeyCode::Down, _) | (_, Some(Op::Next)) => to += 1,
        (KeyCode::Up, _) | (_, Some(Op::Previous)) => to = to.saturating_sub(1),
        (KeyCode::PageDown, _) | (_, Some(Op::ScrollDown | Op::PageDown)) => to += 10,
        (KeyCode::PageUp, _) | (_, Some(Op::ScrollUp)) => to = to.saturating_sub(10),
        (KeyCode::Home, _) | (_, Some(Op::First)) => to = 0,
        (KeyCode::End, _) | (_, Some(Op::Last)) => to = last,
        (_, Some(Op::Sort)) => {
            state.documents.by_score = !state.documents.by_score;
            say(state, if state.documents.by_score { "documents by score" } else { "documents as retrieved" });
        }
        (_, Some(Op::Filter)) => narrow(state),
        (_, Some(Op::Search)) => {
            state.overlays.push(Overlay::Documents { selected, doc });
            let words = state.documents.words.clone();
            overlay::prompt(state, "Show documents that contain", Purpose::Search, &words);
            return Vec::new();
        }
        (_, None) if state.keymap.find(&[Key::of(&key)], Pane::Statements) == Match::Op(Op::Tick) => {
            hint(state, "documents have no ticks: {include} includes the selected one, {exclude} excludes it");
        }
        (_, Some(op @ (Op::Include | Op::Exclude))) if !refuse_writing(state) => {
            admitted = at(state, here).map(|(_, doc)| (doc, op == Op::Include));
        }
        (_, Some(Op::Undo)) if !refuse_writing(state) => pending = Some(Pending::Undo),
        (_, Some(Op::Identify)) if !refuse_writing(state) => {
            let asked = at(state, here).map(|(statement, doc)| (statement, Retrieve::FullText { doc }));
            pending = asked.map(|(statement, what)| Pending::Retrieve { statement, what, consent: None });
        }
        (_, Some(Op::Stance)) if !refuse_writing(state) => scored = at(state, here),
        (_, Some(Op::Go(pane))) if !pane.is_view() => return go(state, pane),
        (KeyCode::Delete, _) | (_, Some(Op::Uncite)) if !refuse_writing(state) => pending = removed(state, here),
        (KeyCode::Enter, _) => {
            if let Some((_, doc)) = at(state, here) {
                let effects = page::open_document(state, doc.clone());
                state.pages.document.listed = Some((here, doc));
                return effects;
            }
        }
        _ => {}
    }
    let to = to.min(last);
    // Unmoved, the cursor stays on its document, wherever that is sorted to.
    let doc =
        if to == here { doc.or_else(|| at(state, to).map(|(_, doc)| doc)) } else { at(state, to).map(|(_, doc)| doc) };
    state.overlays.push(Overlay::Documents { selected: to, doc });
    if let Some((statement, doc)) = scored {
        return form::score(state, statement, doc);
    }
    // A question for the reviewer's name is asked above the list.
    if let Some((doc, is_included)) = admitted {
        return with_detail(state, |state, detail| admit(state, detail, doc, is_included));
    }
    pending.map(|pending| commit(state, pending)).unwrap_or_default()
}
