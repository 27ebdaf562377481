//! What a reviewer asks of the sources of evidence for one statement: a query in their own words, a work by its
//! identifier. The network is asked beside the runs; the act is made of what is in force when the answer is there.

use std::{collections::HashMap, sync::Arc};

use jiff::Timestamp;
use tokio::task::{Id, JoinSet};

use crate::{
    domain::{
        DocId, Document, QueryOrigin, Record, SearchResult, SentQuery, Side, Stage, Statement, StatementId, Strategy,
        Value,
        rules::{merging::Keys, own::Own},
    },
    ingest::read_body,
    library::Library,
    review::{Draft, Who},
    sources::{Found, Identifier, Query, Reuse, SourceError, Wording},
    text::{Clean, counted},
};

use super::{
    attach::{attach_documents, in_force, put, without_stop},
    blocking::blocking,
    given,
    search::{
        Literature,
        literature::{ranked, take_one},
    },
    work::StageRunner,
};

/// Who is asked for a work beside the sources that are on, in this order.
const ASKED: [&str; 2] = ["europepmc", "crossref"];
/// Who is asked for a preprint of arXiv.
const ARXIV: &str = "arxiv";

/// Why nothing can be asked over a library in memory, and what to do.
const NO_SOURCES: &str = "no source of evidence, such as Europe PMC for full texts, can be asked in the demo; \
                          `gainsay review FILE` can ask them, once you consent";

/// What is asked of the sources of evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Retrieve {
    /// A query worded by the reviewer, in place of one that was sent before.
    Query {
        /// The source.
        source: Clean,
        /// The side that it searches for.
        side: Side,
        /// In the source's syntax.
        text: Clean,
        /// The query that it takes the place of.
        replaces: Clean,
    },
    /// A work by its identifier or an address that contains one, as evidence that the reviewer brings.
    Work {
        /// The side that it is listed on.
        side: Side,
        /// DOI, PMID, PMCID, arXiv id or address.
        identifier: Clean,
    },
    /// The open full text of a candidate.
    FullText {
        /// The candidate.
        doc: DocId,
    },
}

/// Why nothing was retrieved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotRetrieved {
    /// Why, and what to do.
    pub why: Clean,
    /// The host that a reviewer has to consent to first, where that is what is missing.
    pub consent: Option<Clean>,
}

impl From<Clean> for NotRetrieved {
    fn from(why: Clean) -> Self {
        Self { why, consent: None }
    }
}

impl From<String> for NotRetrieved {
    fn from(why: String) -> Self {
        Clean::from(why).into()
    }
}

impl From<&str> for NotRetrieved {
    fn from(why: &str) -> Self {
        Clean::from(why).into()
    }
}

fn refused(why: &SourceError) -> NotRetrieved {
    NotRetrieved { why: why.to_string().into(), consent: why.wants_consent().cloned() }
}

/// What the network brought, before the act is made of it.
pub(super) enum Answer {
    /// A query, what it found, and the library searched anew.
    Query { source: Clean, side: Side, query: SentQuery, brought: Vec<(DocId, u32)>, search: Box<SearchResult> },
    /// A candidate whose full text is in the library now, and the library searched anew.
    FullText { source: Clean, doc: DocId, query: SentQuery, search: Box<SearchResult> },
    /// A work that is in the library now.
    Work { source: Clean, side: Side, query: SentQuery, document: Box<Document> },
}

/// What is being asked.
#[derive(Default)]
pub(super) struct Retrieving {
    tasks: JoinSet<Result<Answer, NotRetrieved>>,
    tickets: HashMap<Id, (u64, Who, StatementId)>,
}

/// A question that was answered, or not.
pub(super) struct Answered {
    pub(super) ticket: u64,
    pub(super) who: Who,
    pub(super) statement: StatementId,
    pub(super) answer: Result<Answer, NotRetrieved>,
}

impl Retrieving {
    pub(super) fn start(
        &mut self,
        (ticket, who, statement): (u64, Who, StatementId),
        work: impl Future<Output = Result<Answer, NotRetrieved>> + Send + 'static,
    ) {
        let id = self.tasks.spawn(work).id();
        self.tickets.insert(id, (ticket, who, statement));
    }

    /// Stops whatever is asked; each is answered with a refusal.
    pub(super) fn cancel(&mut self) {
        self.tasks.abort_all();
    }

    /// The next answer; pending while nothing is asked.
    pub(super) async fn next(&mut self) -> Answered {
        let Some(joined) = self.tasks.join_next_with_id().await else { return std::future::pending().await };
        let (id, answer) = match joined {
            Ok((id, answer)) => (id, answer),
            Err(e) if e.is_cancelled() => (e.id(), Err("stopped; nothing was added".into())),
            Err(e) => (e.id(), Err("the retrieval broke down, which is a fault of gainsay: please report it".into())),
        };
        match self.tickets.remove(&id) {
            Some((ticket, who, statement)) => Answered { ticket, who, statement, answer },
            None => std::future::pending().await,
        }
    }
}

/// Asks the sources; takes what they find into the library.
pub(super) async fn retrieve(
    runner: Arc<StageRunner>,
    statement: StatementId,
    what: Retrieve,
) -> Result<Answer, NotRetrieved> {
    let literature = runner.literature.clone();
    let literature = literature.ok_or(NO_SOURCES)?;
    // What cannot be kept is not asked for.
    let library = Arc::clone(&runner.searcher.library);
    blocking(move || library.must_write()).await.map_err(|why| format!("nothing was sent: {why}"))?;
    match what {
        Retrieve::Query { source, side, text, replaces } => {
            query(&runner, &literature, statement, (source, side), text, replaces).await
        }
        Retrieve::FullText { doc } => full_text(&runner, &literature, statement, doc).await,
        Retrieve::Work { side, identifier } => work(&runner, &literature, side, &identifier).await,
    }
}

async fn query(
    runner: &StageRunner,
    literature: &Literature,
    id: StatementId,
    (source, side): (Clean, Side),
    text: Clean,
    replaces: Clean,
) -> Result<Answer, NotRetrieved> {
    in_force(runner, id, Stage::Search)?;
    let client = literature.sources.find(&source).ok_or_else(|| format!("there is no source “{source}” here"))?;
    let client = client.client()?;
    // The text is sent as written: a date limit is part of it, or left out by the reviewer.
    let asked =
        Query { wording: Wording::Written(text.to_string()), until: None, limit: literature.max, reuse: Reuse::Recent };
    let found = client.search(&asked).await.map_err(|why| refused(&why))?;
    let library = Arc::clone(&runner.searcher.library);
    let name = source.clone();
    let taken = blocking(move || take_one(&library, &name, QueryOrigin::Edited(replaces), found)).await;
    let (query, brought) = taken.map_err(|why| why.to_string())?;
    let search = search_again(runner, id).await?;
    Ok(Answer::Query { source, side, query, brought: ranked(&brought), search: Box::new(search) })
}

/// The library searched for a statement as it is now.
async fn search_again(runner: &StageRunner, id: StatementId) -> Result<SearchResult, NotRetrieved> {
    let statement: Statement =
        runner.review.fold().statement(id).cloned().ok_or("the statement is no longer in the review")?;
    let Value::Counter(counter) = in_force(runner, id, Stage::Counter)? else {
        return Err("the counter-statement is missing; run the statement first".into());
    };
    let settings = runner.review.fold().settings().clone();
    let own = Arc::new(Own::of(&runner.source, &statement));
    let mut found = runner.searcher.search(&statement, &counter, &own, &settings).await;
    // It would take the place of a search that found something.
    if let Some(why) = found.unsearched() {
        return Err(format!("the library could not be searched again: {why}; the search in force is as before").into());
    }
    let source = Arc::clone(&runner.source);
    let reading = move |library: &Library| {
        given::put_first(&mut found, &source, &statement, library);
        found
    };
    Ok(runner.searcher.reading(reading).await)
}

/// Fetches the open full text of a candidate and puts it behind the abstract in the library.
async fn full_text(
    runner: &StageRunner,
    literature: &Literature,
    id: StatementId,
    doc: DocId,
) -> Result<Answer, NotRetrieved> {
    let library = Arc::clone(&runner.searcher.library);
    let wanted = doc.clone();
    let document = blocking(move || library.get(&wanted)).await.map_err(|why| why.to_string())?;
    let meta = document.ok_or("the library does not have this document any more; add it again")?.meta;
    let pmcid = meta.pmcid.clone();
    let pmcid =
        pmcid.ok_or("no open full text is known: the document has no PMCID; attach the paper as a file instead")?;
    let entry = literature.sources.find(ASKED[0]).ok_or("there is no source of open full texts here")?;
    let fetched = entry.client()?.full_text(&pmcid).await.map_err(|why| refused(&why))?;
    let Some(bytes) = fetched else {
        return Err(
            format!("{} has no open full text of {pmcid}; attach the paper as a file instead", entry.name()).into()
        );
    };
    let (of_text, body) = read_body(&bytes).map_err(|why| format!("the full text of {pmcid}: {why}"))?;
    if !Keys::of(&of_text).agree(&Keys::of(&meta)) {
        return Err(format!("{} sent another article for {pmcid}; nothing was added", entry.name()).into());
    }
    let library = Arc::clone(&runner.searcher.library);
    let wanted = doc.clone();
    let added = blocking(move || library.add_full_text(&wanted, &body)).await.map_err(|why| why.to_string())?;
    added.ok_or("the library does not have this document any more; add it again")?;
    let search = search_again(runner, id).await?;
    let origin = Some(QueryOrigin::FullText);
    let text = format!("full text of {pmcid}").into();
    let query = SentQuery { text, at: Timestamp::now(), hits: 1, fetched: 1, new: Some(0), origin, unread: Vec::new() };
    Ok(Answer::FullText { source: entry.name().into(), doc, query, search: Box::new(search) })
}

async fn work(
    runner: &StageRunner,
    literature: &Literature,
    side: Side,
    identifier: &Clean,
) -> Result<Answer, NotRetrieved> {
    let identifier = Identifier::parse(identifier).map_err(|why| why.to_string())?;
    let (mut without_text, mut failed, mut asked) = (None, None, Vec::new());
    for entry in asked_for(literature, &identifier) {
        let client = entry.client()?;
        let records = match client.look_up(std::slice::from_ref(&identifier), Reuse::Recent).await {
            Ok(records) => records,
            // Consent is the reviewer's to give; what else is wrong with one source does not stop the next.
            Err(why) if why.wants_consent().is_some() => return Err(refused(&why)),
            Err(why) => {
                failed = failed.or(Some(why));
                continue;
            }
        };
        asked.push(entry.name());
        let is_same = |record: &&Record| {
            matches!(identifier, Identifier::Arxiv(_)) || Identifier::of(&record.meta).contains(&identifier)
        };
        let Some(record) = records.iter().find(is_same).cloned() else { continue };
        if record.document().is_none() {
            without_text = without_text.or(Some(entry.name()));
            continue;
        }
        let sent = Clean::from(identifier.to_string());
        let found = Found::new(sent, 1, vec![Record { rank: 1, ..record }], Timestamp::now());
        let library = Arc::clone(&runner.searcher.library);
        let name = entry.name();
        let taken = blocking(move || {
            let (query, brought) = take_one(&library, name, QueryOrigin::Identifier, found)?;
            let document = match brought.first() {
                Some(brought) => library.get(&brought.doc)?,
                None => None,
            };
            Ok::<_, crate::library::LibraryError>((query, document))
        });
        let (query, document) = taken.await.map_err(|why| why.to_string())?;
        let document = document.ok_or("the library does not have the document that was just added; add it again")?;
        return Ok(Answer::Work { source: name.into(), side, query, document: Box::new(document) });
    }
    if let Some(why) = failed {
        let what = if why.is_offline() { "was not looked up" } else { "was not found" };
        return Err(format!("{identifier} {what}: {why}; or download the paper and attach the file").into());
    }
    Err(match without_text {
        Some(source) => {
            format!("{source} knows {identifier}, but has no abstract of it; download the paper and attach the file")
        }
        None => {
            let asked = asked.join(" and ");
            format!("{asked} do not know {identifier}; check it, or download the paper and attach the file")
        }
    }
    .into())
}

/// The sources that are asked for a work, in their order.
fn asked_for<'a>(
    literature: &'a Literature,
    identifier: &Identifier,
) -> impl Iterator<Item = &'a super::search::Entry> {
    let is_arxiv = matches!(identifier, Identifier::Arxiv(_));
    let entries = literature.sources.entries().iter();
    let on = entries.filter(move |entry| entry.is_on() && !is_arxiv && entry.name() != ARXIV);
    let others = match is_arxiv {
        true => &[ARXIV][..],
        false => &ASKED[..],
    };
    let others = others.iter().filter_map(|name| literature.sources.find(name));
    on.chain(others.filter(move |entry| is_arxiv || !entry.is_on()))
}

/// The act that puts an answer into the evidence of a statement, and what to say of it.
pub(super) fn act(
    runner: &StageRunner,
    who: Who,
    id: StatementId,
    answer: Answer,
) -> Result<(Draft, Clean), NotRetrieved> {
    match answer {
        Answer::Query { source, side, query, brought, search } => {
            let mut made = renewed(runner, id, *search, None)?;
            let hits = counted(usize::try_from(query.hits).unwrap_or(usize::MAX), "hit");
            let new = query.new.unwrap_or_default();
            made.record(&source, side, query, &brought);
            let act = put(runner, id, Value::Search(made), &format!("a query to {source} was edited"));
            let what = format!("query to {source} for {id} edited");
            let said = format!(
                "{source}: {hits}, {} taken, {new} new; what follows from the search of {id} is stale",
                brought.len()
            );
            Ok((act.described(what).signed(who), said.into()))
        }
        Answer::FullText { source, doc, query, search } => {
            let mut made = renewed(runner, id, *search, Some(&doc))?;
            let found = made.candidates.iter().find(|candidate| candidate.doc == doc);
            let side = found.map_or(Side::Counter, |candidate| candidate.side);
            let title = found.map(|candidate| without_stop(&candidate.meta.title)).unwrap_or_default();
            let reason = format!("{} fetched from {source}", query.text);
            made.record(&source, side, query, &[]);
            let act = put(runner, id, Value::Search(made), &reason).described(reason.as_str());
            let said = format!("full text from {source}: {title}; what follows from the search of {id} is stale");
            Ok((act.signed(who), said.into()))
        }
        Answer::Work { source, side, query, document } => {
            let reason = format!("added by {} from {source}", query.text);
            let doc = document.id.clone();
            let record = |search: &mut SearchResult| search.record(&source, side, query, &[(doc, 1)]);
            Ok(attach_documents(runner, who, id, side, vec![*document], &reason, record)?)
        }
    }
}

/// A new search with the reports of the one in force. What a reviewer attached stays a candidate, and so does `kept`.
fn renewed(
    runner: &StageRunner,
    id: StatementId,
    search: SearchResult,
    kept: Option<&DocId>,
) -> Result<SearchResult, NotRetrieved> {
    let Value::Search(before) = in_force(runner, id, Stage::Search)? else {
        return Err("the search is missing; run the statement first".into());
    };
    let mut made = SearchResult { sources: before.sources, ..search };
    let (attached, others): (Vec<_>, Vec<_>) = (before.candidates.into_iter())
        .partition(|known| known.found_by.iter().any(|by| by.strategy == Strategy::Attached));
    made.candidates.retain(|found| attached.iter().all(|known| known.doc != found.doc));
    made.candidates.splice(..0, attached);
    let missing = others.into_iter().find(|known| Some(&known.doc) == kept);
    let missing = missing.filter(|known| made.candidates.iter().all(|found| found.doc != known.doc));
    made.candidates.extend(missing);
    Ok(made)
}
