//! A document of the evidence, with the passages that are cited of it: read
//! sentence by sentence, marked, cited.

use std::{collections::BTreeSet, ops::Range, sync::Arc};

use crate::{
    desk::{Detail, Intent},
    domain::{Digest, DocId, Document, RecordFacts, SourceMeta, Stage, StatementId, Value, canonical},
    engine::edit,
    review::StageState,
    text::{Clean, counted, sentences},
};

use super::{
    super::{
        action::Effect,
        decide::{admit, commit, with_detail},
        form,
        keys::{Op, Pane},
        messages::{hint, say},
        state::{Extent, Pending, State},
    },
    LoadRequest,
    reading::{Search, Spot},
};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Which document is wanted.
    pub doc: Option<(DocId, Option<Digest>)>,
    /// The document, once read.
    pub reading: Option<Arc<Reading>>,
    /// The passage that it was opened for.
    pub wanted: Option<u32>,
    /// Sentences that are marked, by their place.
    pub marked: BTreeSet<usize>,
    /// What is searched for.
    pub search: Search,
    /// Whether the hit is to be in view, not the sentence.
    pub at_hit: bool,
    /// What was asked to be cited and is not yet on record.
    pub asked: Option<Asked>,
    /// Where it was in the list of documents that it was opened from.
    pub listed: Option<(usize, DocId)>,
}

/// A document as it is read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The document.
    pub document: Document,
    /// Its sentences, in order.
    pub sentences: Vec<Spot>,
    /// What each source of evidence counts and notes about it.
    pub facts: Vec<(Clean, RecordFacts)>,
}

impl Reading {
    pub(super) fn new(document: Document, facts: Vec<(Clean, RecordFacts)>) -> Self {
        let texts = document.pages.iter().enumerate();
        let sentences =
            texts.flat_map(|(i, page)| sentences(&page.text).into_iter().map(move |r| Spot::new(i, r))).collect();
        Self { document, sentences, facts }
    }

    /// The sentence in which a stretch begins.
    #[must_use]
    pub fn sentence_at(&self, spot: &Spot) -> Option<usize> {
        let at = self.sentences.partition_point(|s| (s.page, s.end) <= (spot.page, spot.start));
        (at < self.sentences.len()).then_some(at)
    }

    /// The marked sentences as stretches of the text (page number, bytes): those
    /// that follow each other within a paragraph are one.
    fn stretches(&self, marked: &BTreeSet<usize>) -> Vec<(u32, Range<usize>)> {
        let mut made: Vec<(usize, Range<usize>)> = Vec::new();
        let mut before = None;
        for (place, spot) in marked.iter().filter_map(|i| Some((*i, self.sentences.get(*i)?))) {
            let follows = before.is_some_and(|b: usize| b + 1 == place);
            match made.last_mut() {
                Some((page, range))
                    if follows && *page == spot.page && !self.parts(spot.page, range.end..spot.start) =>
                {
                    range.end = spot.end;
                }
                _ => made.push((spot.page, spot.start..spot.end)),
            }
            before = Some(place);
        }
        made.into_iter().map(|(page, range)| (self.document.pages[page].number, range)).collect()
    }

    /// Whether there is a blank line in a gap.
    fn parts(&self, page: usize, gap: Range<usize>) -> bool {
        self.document.pages[page].text.get(gap).is_some_and(|gap| gap.matches('\n').count() > 1)
    }
}

/// What was asked to be cited.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Of which statement.
    id: StatementId,
    /// The numbers that it will have.
    numbers: Vec<u32>,
    /// The row that was the newest.
    head: u64,
    /// What is stale once it is done.
    stale: Vec<Stage>,
}

/// The passages of this document that are cited: number and place.
#[must_use]
pub fn cited(detail: &Detail, document: &Document) -> Vec<(u32, Spot)> {
    let citations = detail.citations().map(|c| c.citations.as_slice()).unwrap_or_default();
    let of_this = citations.iter().filter(|c| c.doc == document.id);
    let mut cited: Vec<(u32, Spot)> =
        of_this.filter_map(|c| Some((c.number, Spot::of(&document.pages, c.place)?))).collect();
    cited.sort_by_key(|(number, spot)| (*spot, *number));
    cited
}

/// Opens the document of the selected citation.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    let pane = if state.trail.contains(&Pane::For) { Pane::For } else { Pane::Against };
    let citation = state.detail().and_then(|d| {
        let side = usize::from(pane == Pane::For);
        let number = d.cards[side].get(state.at[pane]).or_else(|| d.cards.iter().flatten().next())?;
        d.citations()?.get(*number)
    });
    let Some((doc, digest, number)) = citation.map(|c| (c.doc.clone(), c.document, c.number)) else {
        state.pages.document = Page::default();
        state.at[Pane::Document] = 0;
        state.extents[Pane::Document] = Extent::default();
        state.version[Pane::Document] += 1;
        return Vec::new();
    };
    want(state, doc, Some(digest), Some(number))
}

/// Opens any document that was found.
pub(super) fn show(state: &mut State, doc: DocId) -> Vec<Effect> {
    let cited = state.detail().and_then(|d| d.citations()?.citations.iter().find(|c| c.doc == doc));
    let (digest, number) = cited.map(|c| (c.document, c.number)).unzip();
    if state.focus != Pane::Document {
        state.trail.retain(|p| *p != Pane::Document);
        state.trail.push(state.focus);
        state.focus = Pane::Document;
    }
    want(state, doc, digest, number)
}

fn want(state: &mut State, doc: DocId, digest: Option<Digest>, number: Option<u32>) -> Vec<Effect> {
    let page = &mut state.pages.document;
    let same = page.doc.as_ref().is_some_and(|(open, _)| *open == doc);
    let (marked, reading) = (std::mem::take(&mut page.marked), page.reading.take());
    *page = Page { doc: Some((doc.clone(), digest)), wanted: number, ..Page::default() };
    // What was in view was in view of another text.
    state.extents[Pane::Document] = Extent::default();
    state.version[Pane::Document] += 1;
    if let Some(reading) = reading.filter(|_| same) {
        state.pages.document.marked = marked;
        state.pages.document.reading = Some(reading);
        to_the_wanted(state);
        return Vec::new();
    }
    state.at[Pane::Document] = 0;
    vec![Effect::Read(LoadRequest::Document(doc, digest))]
}

pub(super) fn on_loaded(state: &mut State, want: LoadRequest, reading: Arc<Reading>) -> Vec<Effect> {
    let wanted = state.pages.document.doc.as_ref();
    if wanted.is_some_and(|(doc, digest)| LoadRequest::Document(doc.clone(), *digest) == want) {
        state.pages.document.reading = Some(reading);
        to_the_wanted(state);
        state.version[Pane::Document] += 1;
    }
    Vec::new()
}

/// Goes to the passage that the document was opened for.
fn to_the_wanted(state: &mut State) {
    let page = &state.pages.document;
    let Some(reading) = page.reading.clone() else { return };
    let spot = state.detail().zip(page.wanted).and_then(|(detail, wanted)| {
        cited(detail, &reading.document).into_iter().find(|(number, _)| *number == wanted)
    });
    state.at[Pane::Document] = spot.and_then(|(_, spot)| reading.sentence_at(&spot)).unwrap_or(0);
    state.follow[Pane::Document] = true;
}

pub(super) fn items(state: &State) -> usize {
    state.pages.document.reading.as_ref().map_or(0, |r| r.sentences.len())
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    let searching = state.pages.document.search.is_on();
    match op {
        Op::Next | Op::Previous => return step(state, op == Op::Next),
        Op::NextMatch | Op::PreviousMatch if searching => {
            state.pages.document.search.step(op == Op::NextMatch);
            to_the_hit(state);
        }
        Op::NextMatch | Op::PreviousMatch => next_passage(state, op == Op::NextMatch),
        Op::Back if searching => {
            state.pages.document.search = Search::default();
            state.pages.document.at_hit = false;
        }
        Op::Back if !state.pages.document.marked.is_empty() => {
            state.pages.document.marked.clear();
            say(state, "all ticks removed");
        }
        Op::Mark => {
            let at = state.at[Pane::Document];
            let marked = &mut state.pages.document.marked;
            if at < state.pages.document.reading.as_ref().map_or(0, |r| r.sentences.len()) && !marked.remove(&at) {
                marked.insert(at);
            }
        }
        Op::Cite => return Some(cite(state)),
        Op::Include | Op::Exclude => return Some(include(state, op == Op::Include)),
        _ => return None,
    }
    Some(Vec::new())
}

/// To the next sentence; from what is in view where the cursor was left behind.
fn step(state: &mut State, down: bool) -> Option<Vec<Effect>> {
    let pane = Pane::Document;
    state.pages.document.at_hit = false;
    let (first, end) = state.extents[pane].items?;
    let at = state.at[pane];
    if state.follow[pane] || (first..end).contains(&at) || first == end {
        return None;
    }
    state.at[pane] = if down { first } else { end - 1 };
    state.follow[pane] = true;
    Some(Vec::new())
}

fn to_the_hit(state: &mut State) {
    let page = &mut state.pages.document;
    let hit = page.search.here();
    page.at_hit = hit.is_some();
    if let Some(at) = page.reading.as_ref().zip(hit).and_then(|(reading, hit)| reading.sentence_at(&hit)) {
        state.at[Pane::Document] = at;
        state.follow[Pane::Document] = true;
    }
}

fn next_passage(state: &mut State, forward: bool) {
    let Some(reading) = state.pages.document.reading.clone() else { return };
    let passages = state.detail().map(|d| cited(d, &reading.document)).unwrap_or_default();
    let starts: Vec<usize> = passages.iter().filter_map(|(_, spot)| reading.sentence_at(spot)).collect();
    let at = state.at[Pane::Document];
    let next = if forward { starts.iter().find(|s| **s > at) } else { starts.iter().rev().find(|s| **s < at) };
    match next {
        Some(place) => {
            state.at[Pane::Document] = *place;
            state.pages.document.at_hit = false;
            state.follow[Pane::Document] = true;
        }
        None if starts.is_empty() => {
            hint(state, "no passage of this document is cited; {mark} ticks a sentence, {cite} cites it");
        }
        None => say(state, if forward { "this is the last cited passage" } else { "this is the first cited passage" }),
    }
}

/// Cites what is marked: an override of stage 4.
fn cite(state: &mut State) -> Vec<Effect> {
    let Some(reading) = state.pages.document.reading.clone() else { return Vec::new() };
    let document = &reading.document;
    let Some(detail) = state.detail.clone().filter(|d| Some(d.id) == state.id()) else {
        say(state, "the statement is still being read");
        return Vec::new();
    };
    let id = detail.id;
    let Some(candidate) = detail.candidate(&document.id) else {
        hint(state, &format!("this document was not retrieved for {id}; {{attach}} attaches it, then you can cite it"));
        return Vec::new();
    };
    let Some(citations) = detail.citations() else {
        hint(state, &format!("{id} has no citations yet; {{run_statement}} runs it, then you can add some"));
        return Vec::new();
    };
    let scored = detail.scores().shown().and_then(|s| s.scored.iter().find(|s| s.doc == document.id));
    let stretches = reading.stretches(&state.pages.document.marked);
    let score = scored.map_or(5, |s| s.score);
    let (made, count) = match edit::cite(citations, document, candidate.side, score, &stretches) {
        Ok(made) => made,
        Err(why) => {
            let with = if stretches.is_empty() { state.keymap.text(" with {mark}") } else { String::new() };
            say(state, format!("{}{with}", why.0));
            return Vec::new();
        }
    };
    let numbers: Vec<u32> = made.citations.iter().rev().take(count).rev().map(|c| c.number).collect();
    let what = format!("{} cited as {} of {id}", counted(count, "passage"), listed(&numbers));
    let mut act = Intent::Put(detail.ground(), Value::Citations(made)).act().described(what);
    // The review keeps what it cites.
    act.texts.push(canonical(document));
    state.pages.document.asked =
        Some(Asked { id, numbers, head: state.shown.head, stale: stale_after(&detail, Stage::Cite) });
    commit(state, Pending::Act(act))
}

fn listed(numbers: &[u32]) -> String {
    numbers.iter().map(|n| format!("[{n}]")).collect::<Vec<_>>().join(" ")
}

/// Stages that are made from another `stage` than what will be in force.
pub(in super::super) fn stale_after(detail: &Detail, stage: Stage) -> Vec<Stage> {
    let mut changed = vec![stage];
    for later in Stage::ALL.into_iter().filter(|s| *s > stage) {
        if later.inputs().iter().any(|input| changed.contains(input)) {
            changed.push(later);
        }
    }
    changed.remove(0);
    changed.retain(|s| matches!(detail.state(*s), StageState::Done | StageState::Stale));
    changed
}

/// A passage that was attached is on record: asks what it says.
fn attached(state: &mut State) {
    let Some((id, last)) = state.attaching else { return };
    let Some(detail) = state.detail().filter(|d| d.id == id) else { return };
    let citations = detail.citations().map(|c| c.citations.as_slice()).unwrap_or_default();
    let fresh: Vec<u32> = citations.iter().map(|c| c.number).filter(|n| *n > last).collect();
    if !fresh.is_empty() {
        state.attaching = None;
        form::stance_of(state, fresh);
    }
}

/// The statement was read again: what was asked to be cited may be on record.
pub(super) fn loaded(state: &mut State) {
    attached(state);
    let Some(asked) = state.pages.document.asked.clone() else { return };
    let Some(detail) = state.detail.clone() else { return };
    let doc = state.pages.document.doc.as_ref().map(|(doc, _)| doc);
    let stands = |number: &u32| detail.citations().and_then(|c| c.get(*number)).is_some_and(|c| Some(&c.doc) == doc);
    if detail.id == asked.id && asked.numbers.iter().all(stands) {
        let mut said = format!("{} cited as {}", counted(asked.numbers.len(), "passage"), listed(&asked.numbers));
        if !asked.stale.is_empty() {
            let names: Vec<&str> = asked.stale.iter().map(|s| s.name()).collect();
            said.push_str(&format!(
                "; stale now: {}. {{run_statement}} brings it up to date, {{undo}} undoes it",
                names.join(", ")
            ));
        }
        hint(state, &said);
        state.pages.document.marked.clear();
        state.pages.document.asked = None;
        form::stance_of(state, asked.numbers);
        return;
    } else if detail.id == asked.id && detail.head <= asked.head {
        // Not on record yet.
        return;
    }
    state.pages.document.asked = None;
}

fn include(state: &mut State, counts: bool) -> Vec<Effect> {
    let doc = state.pages.document.doc.as_ref().map(|(doc, _)| doc.clone());
    let retrieved = |doc: &DocId| state.detail().is_some_and(|detail| detail.candidate(doc).is_some());
    let Some(doc) = doc.filter(retrieved) else {
        hint(state, "this document was not retrieved for this statement; {attach} attaches it");
        return Vec::new();
    };
    with_detail(state, |state, detail| admit(state, detail, doc, counts))
}

/// What is marked, else the sentence under the cursor: what to call it, the
/// document's own words, and whose they are.
pub(in super::super) fn words(state: &State) -> Option<(String, Clean, SourceMeta)> {
    let page = &state.pages.document;
    let reading = page.reading.as_ref()?;
    let one = BTreeSet::from([state.at[Pane::Document]]);
    let (what, marked) = match page.marked.len() {
        0 => ("the sentence".to_owned(), &one),
        1 => ("the ticked sentence".to_owned(), &page.marked),
        n => (format!("{n} ticked sentences"), &page.marked),
    };
    let texts = reading.stretches(marked).into_iter();
    let texts: Vec<Clean> =
        texts.filter_map(|(page, range)| Some(reading.document.page(page)?.text.slice(range).one_line())).collect();
    let words = texts.iter().map(Clean::as_str).collect::<Vec<_>>().join("\n\n");
    Some((what, words.into(), reading.document.meta.clone()))
}

pub(super) fn search(state: &mut State, words: &Clean) {
    let Some(reading) = state.pages.document.reading.clone() else { return };
    let here = reading.sentences.get(state.at[Pane::Document]).copied();
    let search = Search::start(&reading.document.pages, words, here);
    if search.is_on() && search.hits.is_empty() {
        say(state, search.describe());
    }
    state.pages.document.search = search;
    to_the_hit(state);
}
