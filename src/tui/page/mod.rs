//! The views that have the screen to themselves: what each remembers, what it
//! asks to be read, and what its keys do. How they look is in `view`.

mod activity;
pub mod agreement;
pub mod document;
mod export;
pub mod history;
pub mod literature;
pub mod map;
mod opinions;
mod overview;
pub mod reading;
mod source;
pub mod trace;

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use crate::{
    domain::{Digest, DocId, LibraryStamp, Reason, Side, Source, Stage, StatementId},
    engine::{Activity, Command, Costs, PromptInForce, Scope, Tried},
    llm::CallRecord,
    reason::{Asking, Capabilities, RunOverrides},
    review::Review,
    text::Clean,
};

use super::{
    ExportAs, Link,
    action::Effect,
    decide::commit,
    form::{self, Bulk, Change},
    keys::{Op, Pane},
    prompts,
    state::{Millis, Overlay, Pending, State},
};

pub(super) use document::{stale_after, words as document_words};
pub(super) use export::{asked as export_asked, written};
pub(super) use literature::{selected as literature_selected, words as literature_words};
pub(super) use opinions::{next_conflict, words as opinion_words};
pub(super) use overview::{Entry, Section, selected as overview_entry};
pub(super) use source::{mark as mark_in_source, marked as marked_in_source, to_the_selected, words as source_words};

/// How often what runs is read anew while it is looked at.
pub(super) const TURN: Millis = 250;

/// What the views remember.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    /// The paper.
    pub source: source::Page,
    /// The document that is open.
    pub document: document::Page,
    /// What was done to a statement.
    pub history: history::Page,
    /// The review as a whole.
    pub overview: overview::Page,
    /// What runs, waits and failed.
    pub activity: activity::Page,
    /// The calls to models.
    pub trace: trace::Page,
    /// The report before it is written.
    pub export: export::Page,
    /// The sources of evidence.
    pub literature: literature::Page,
    /// How far reviewers agree.
    pub agreement: agreement::Page,
    /// When what runs was asked for last.
    pub asked: Millis,
    /// What models are asked at the moment, as far as a pane shows it.
    pub asking: Vec<Asking>,
}

/// What a view asks to be read, away from the screen.
#[derive(Clone, Debug, PartialEq)]
pub enum LoadRequest {
    /// The paper.
    Source,
    /// A document, by the digest of its text in the review where it is cited.
    Document(DocId, Option<Digest>),
    /// The acts on a statement, or on the whole review.
    History(Option<StatementId>),
    /// What an act changed, by its row.
    Changes(u64, Option<StatementId>, Vec<history::Revision>),
    /// The library as it is now.
    Library,
    /// What runs, waits and failed.
    Activity,
    /// The sources of evidence, and what their queries found.
    Literature,
    /// How far reviewers agree.
    Agreement,
    /// The calls on a statement after the one with a number.
    Trace(StatementId, u64),
    /// What models are asked at the moment.
    Asking,
    /// What can be chosen at each reasoner.
    Capabilities,
    /// Which reasoners have a server that does not answer.
    Unreachable,
    /// Whether the reasoner of a run answers, before the run is begun: what fails would be marked as failed.
    Run(Scope, bool, RunOverrides),
    /// What stages took in this review.
    Costs,
    /// Two runs, to be compared; the older first.
    Comparison(Option<StatementId>, Box<[history::Run; 2]>),
    /// The prompts of a reasoner, by its place.
    Prompts(usize),
    /// A trial of a prompt, to be compared with the run in force.
    Tried(Box<Tried>),
    /// The review as it would be written.
    Preview(ExportAs),
    /// An act that takes reading to be made.
    Change(Change),
    /// An act on many statements, with the reason.
    Bulk(Bulk, Vec<StatementId>, Option<Reason>),
    /// The documents of a file, to be attached.
    Attachment(StatementId, Side, PathBuf),
}

/// What was read.
#[derive(Clone, Debug)]
pub enum Loaded {
    /// The paper.
    /// Whether most paragraphs of it have broken words; looked for where there are no statements.
    Source(Arc<Source>, bool),
    /// A document.
    Document(Arc<document::Reading>),
    /// The acts on a statement.
    History(Arc<history::History>),
    /// What an act changed.
    Changes(u64, Arc<history::Changes>),
    /// The library as it is now, or why it cannot be read.
    Library(Option<Result<LibraryStamp, Clean>>),
    /// What runs, waits and failed.
    Activity(Arc<Activity>),
    /// The sources of evidence, and what their queries found.
    Literature(Arc<literature::Found>),
    /// How far reviewers agree.
    Agreement(Arc<agreement::Found>),
    /// The calls on a statement.
    Trace(Arc<trace::Calls>),
    /// What models are asked at the moment.
    Asking(Vec<Asking>),
    /// What can be chosen at each reasoner.
    Capabilities(Vec<Capabilities>),
    /// The reasoners that do not answer, and why.
    Unreachable(BTreeMap<Clean, Clean>),
    /// A run that can begin.
    Run(Scope, bool, RunOverrides),
    /// What stages took in this review.
    Costs(Arc<Costs>),
    /// Two runs side by side.
    Comparison(Arc<history::Comparison>),
    /// The prompts of a reasoner.
    Prompts(Vec<PromptInForce>),
    /// The report.
    Preview(Clean),
    /// An act to be recorded.
    Act(Box<Pending>),
}

/// Whether the text in view is being searched.
#[must_use]
pub(super) fn is_searched(state: &State) -> bool {
    match state.focus {
        Pane::Source => state.pages.source.search.is_on(),
        Pane::Document => state.pages.document.search.is_on(),
        _ => false,
    }
}

/// Reads what a view asked for; takes its time.
///
/// # Errors
/// Why it cannot be read.
pub(super) fn read(link: &Link, want: &LoadRequest) -> Result<Loaded, Clean> {
    match want {
        LoadRequest::Source => {
            let source = link.review().source().map_err(|e| Clean::from(e.to_string()))?;
            let is_damaged = link.review().fold().statements().is_empty() && source::is_damaged(&source);
            Ok(Loaded::Source(source, is_damaged))
        }
        LoadRequest::Document(doc, digest) => {
            let facts = link.facts(doc);
            link.document(doc, *digest).map(|d| Loaded::Document(Arc::new(document::Reading::new(d, facts))))
        }
        LoadRequest::History(id) => history::read(link, *id).map(|h| Loaded::History(Arc::new(h))),
        LoadRequest::Changes(seq, id, revisions) => {
            history::compare(link, *id, revisions).map(|c| Loaded::Changes(*seq, Arc::new(c)))
        }
        LoadRequest::Library => Ok(Loaded::Library(link.library())),
        LoadRequest::Literature => literature::read(link).map(|found| Loaded::Literature(Arc::new(found))),
        LoadRequest::Agreement => Ok(Loaded::Agreement(Arc::new(agreement::read(link)))),
        LoadRequest::Activity => Ok(Loaded::Activity(Arc::new(activity::read(link)))),
        LoadRequest::Trace(id, after) => trace::read(link, *id, *after).map(|calls| Loaded::Trace(Arc::new(calls))),
        LoadRequest::Asking => {
            let mut asking = link.activity().asking;
            asking.retain(|asking| asking.statement.is_none_or(|id| !link.review().hides(id)));
            Ok(Loaded::Asking(asking))
        }
        LoadRequest::Capabilities => Ok(Loaded::Capabilities(link.capabilities())),
        LoadRequest::Unreachable => {
            let names = link.capabilities().into_iter().map(|known| known.reasoner);
            let unreachable = names.filter_map(|name| Some((name.clone(), link.unreachable(&name)?)));
            Ok(Loaded::Unreachable(unreachable.collect()))
        }
        LoadRequest::Run(scope, again, with) => {
            match with.reasoner.as_ref().and_then(|reasoner| link.unreachable(reasoner)) {
                Some(why) => Err(format!("nothing was run: {why}").into()),
                None => Ok(Loaded::Run(scope.clone(), *again, with.clone())),
            }
        }
        LoadRequest::Costs => costs(link.review()).map(|costs| Loaded::Costs(Arc::new(costs))),
        LoadRequest::Comparison(id, runs) => {
            history::beside(link, *id, runs).map(|runs| Loaded::Comparison(Arc::new(runs)))
        }
        LoadRequest::Prompts(reasoner) => link.prompts(*reasoner).map(Loaded::Prompts),
        LoadRequest::Tried(tried) => prompts::compare(link, tried).map(|runs| Loaded::Comparison(Arc::new(runs))),
        LoadRequest::Preview(asked) => link.preview(asked).map(Loaded::Preview),
        LoadRequest::Change(change) => form::change_act(link, change).map(|act| Loaded::Act(Box::new(act))),
        LoadRequest::Bulk(bulk, ids, why) => {
            form::bulk_act(link, *bulk, ids, why.as_ref()).map(|act| Loaded::Act(Box::new(act)))
        }
        LoadRequest::Attachment(id, side, path) => {
            form::read_attachment(*id, *side, path).map(|act| Loaded::Act(Box::new(act)))
        }
    }
}

/// What stages and calls took in a review so far.
///
/// # Errors
/// When its calls cannot be read, in words.
pub fn costs(review: &Review) -> Result<Costs, Clean> {
    let mut costs = Costs::of(&review.fold(), &review.viewer());
    for kept in review.calls(0).map_err(|e| Clean::from(e.to_string()))? {
        // A record of an earlier version that cannot be read was not measured.
        if let Ok(CallRecord { call, reply: Some(reply), .. }) = serde_json::from_slice(&kept.record) {
            let (question, answer) = (reply.prompt_tokens.unwrap_or(0), reply.answer_tokens.unwrap_or(0));
            costs.add_call(&call.model, call.stage, question, answer);
        }
    }
    Ok(costs)
}

/// What a view does: a function for each, so that the compiler says what a new one lacks.
struct Page {
    /// Reads what it shows.
    open: fn(&mut State) -> Vec<Effect>,
    /// The journal or the run went on while it is open.
    changed: fn(&mut State) -> Vec<Effect>,
    /// How many things can be selected.
    items: fn(&State) -> usize,
    /// What it does of itself; `None` for what is done everywhere alike.
    act: fn(&mut State, Op) -> Option<Vec<Effect>>,
    /// Words were searched for.
    search: fn(&mut State, &Clean),
    /// What is read again while something runs.
    watched: fn(&State) -> Option<LoadRequest>,
}

/// Every view, a row each.
#[rustfmt::skip]
fn page(view: Pane) -> Option<Page> {
    let nothing: fn(&mut State) -> Vec<Effect> = |_| Vec::new();
    let anywhere: fn(&mut State, &Clean) = |_, _| ();
    let never: fn(&State) -> Option<LoadRequest> = |_| None;
    Some(match view {
        Pane::Overview => Page { open: overview::open, changed: overview::open, items: overview::items, act: overview::act, search: anywhere, watched: never },
        Pane::Map => Page { open: map::open, changed: map::open, items: map::items, act: map::act, search: anywhere, watched: never },
        Pane::Source => Page { open: source::open, changed: |state| { source::changed(state); Vec::new() }, items: source::items, act: source::act, search: source::search, watched: never },
        Pane::Document => Page { open: document::open, changed: nothing, items: document::items, act: document::act, search: document::search, watched: never },
        Pane::History => Page { open: history::open, changed: history::open, items: history::items, act: history::act, search: anywhere, watched: never },
        Pane::Activity => Page { open: activity::open, changed: activity::open, items: activity::items, act: activity::act, search: anywhere, watched: |_| Some(LoadRequest::Activity) },
        Pane::Trace => Page { open: trace::open, changed: trace::open, items: trace::items, act: trace::act, search: anywhere, watched: trace::want },
        Pane::Export => Page { open: export::open, changed: nothing, items: export::items, act: export::act, search: export::search, watched: never },
        Pane::Opinions => Page { open: nothing, changed: nothing, items: opinions::items, act: opinions::act, search: anywhere, watched: never },
        Pane::Literature => Page { open: literature::open, changed: literature::open, items: literature::items, act: literature::act, search: anywhere, watched: never },
        Pane::Agreement => Page { open: agreement::open, changed: agreement::changed, items: agreement::items, act: agreement::act, search: anywhere, watched: never },
        Pane::Statements | Pane::Statement | Pane::Against | Pane::For | Pane::Issues | Pane::Verdict => return None,
    })
}

/// Goes to a view.
pub(super) fn open(state: &mut State, view: Pane) -> Vec<Effect> {
    page(view).map(|page| (page.open)(state)).unwrap_or_default()
}

/// What runs and is looked at.
fn watched(state: &State) -> Option<LoadRequest> {
    match page(state.focus) {
        _ if !state.busy => None,
        Some(page) => (page.watched)(state),
        None => state.is_running(state.id()?, Stage::Report).then_some(LoadRequest::Asking),
    }
}

/// When what runs is to be looked at again.
pub(super) fn next_look(state: &State) -> Option<Millis> {
    watched(state).map(|_| state.pages.asked + TURN)
}

/// Time has passed: what runs is looked at again, at most so often.
pub(super) fn wake(state: &mut State) -> Vec<Effect> {
    let due = state.pages.asked + TURN <= state.now;
    let Some(want) = watched(state).filter(|_| due) else { return Vec::new() };
    state.pages.asked = state.now;
    vec![Effect::Read(want)]
}

/// Opens a document of the evidence.
pub(super) fn open_document(state: &mut State, doc: DocId) -> Vec<Effect> {
    document::show(state, doc)
}

/// What was read comes in.
pub(super) fn on_loaded(state: &mut State, want: LoadRequest, answer: Loaded) -> Vec<Effect> {
    match answer {
        Loaded::Source(source, is_damaged) => source::on_loaded(state, source, is_damaged),
        Loaded::Document(document) => document::on_loaded(state, want, document),
        Loaded::History(history) => history::on_loaded(state, history),
        Loaded::Changes(seq, changes) => history::compared(state, seq, changes),
        Loaded::Library(stamp) => {
            state.library_read = state.now;
            if state.library != stamp {
                state.library = stamp;
                for pane in [Pane::Against, Pane::For] {
                    state.version[pane] += 1;
                }
                form::library_changed(state);
            }
            Vec::new()
        }
        Loaded::Literature(found) => literature::on_loaded(state, found),
        Loaded::Agreement(found) => agreement::on_loaded(state, found),
        Loaded::Activity(activity) => activity::on_loaded(state, activity),
        Loaded::Trace(calls) => trace::on_loaded(state, &calls),
        Loaded::Asking(asking) => {
            state.pages.asking = asking;
            state.version[Pane::Verdict] += 1;
            Vec::new()
        }
        Loaded::Capabilities(capabilities) => {
            state.capabilities = capabilities;
            Vec::new()
        }
        Loaded::Unreachable(unreachable) => {
            state.unreachable = unreachable;
            form::probed(state);
            Vec::new()
        }
        Loaded::Run(scope, again, with) => {
            state.busy = true;
            vec![Effect::Send(Command::RunOverrides { scope, again, with })]
        }
        Loaded::Costs(costs) => {
            state.costs = Some(costs);
            form::costed(state);
            Vec::new()
        }
        Loaded::Comparison(runs) => {
            let trial = matches!(want, LoadRequest::Tried(_));
            state.overlays.push(Overlay::Comparison { runs, scroll: 0, trial });
            Vec::new()
        }
        Loaded::Prompts(rows) => prompts::on_loaded(state, rows),
        Loaded::Preview(text) => export::on_loaded(state, text),
        Loaded::Act(pending) => commit(state, *pending),
    }
}

/// How many things can be selected in a view.
pub(super) fn items(state: &State, view: Pane) -> usize {
    page(view).map_or(0, |page| (page.items)(state))
}

/// What a view does of itself; `None` for what is done everywhere alike.
pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    (page(state.focus)?.act)(state, op)
}

/// Whether what has the focus shows the statement that is selected in the list.
pub(super) fn shows_selected(state: &State) -> bool {
    match state.focus {
        Pane::Source => marked_in_source(state).is_some_and(|id| Some(id) == state.id()),
        pane => pane.shows_statement(),
    }
}

/// The journal or the run went on while a view is open.
pub(super) fn changed(state: &mut State) -> Vec<Effect> {
    page(state.focus).map(|page| (page.changed)(state)).unwrap_or_default()
}

/// A statement was read.
pub(super) fn loaded(state: &mut State) {
    document::loaded(state);
    map::changed(state);
}

/// What was searched for in a view.
pub(super) fn search(state: &mut State, words: &Clean) {
    if let Some(page) = page(state.focus) {
        (page.search)(state, words);
    }
}
