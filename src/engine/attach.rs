//! Evidence that a reviewer brings: documents that no search found, passages
//! that no reasoner cited. What is cited is located like everything else.

use crate::{
    desk::{Ground, Intent, Unsigned},
    domain::{
        Candidate, Citations, DocId, Document, Scores, SearchResult, Side, Stage, StatementId, Strategy, Value,
        canonical,
        rules::{
            credibility::{ATTACHED, UNPUBLISHED, is_attached_note},
            own::Own,
        },
    },
    library::{KeywordQuery, best_passage},
    review::{Draft, StageState, Who},
    text::{Clean, counted},
};

use super::{Attachment, edit, work::StageRunner};

/// How many documents of the library are looked through for a passage.
const LOOKED_AT: usize = 20;

/// The act that puts `what` into the evidence of `statement`, and what to say of it.
///
/// # Errors
/// Why it cannot be done, and what to do.
pub(super) fn attach(
    runner: &StageRunner,
    who: Who,
    statement: StatementId,
    side: Side,
    what: Attachment,
) -> Result<(Draft, Clean), Clean> {
    match what {
        Attachment::Documents(documents) => {
            let documents = documents.into_iter().map(kept_apart).collect();
            attach_documents(runner, who, statement, side, documents, "a document was attached", |_| {})
        }
        Attachment::Passage(passage) => attach_passage(runner, who, statement, side, &passage),
    }
}

/// A note as one that no search finds: it is the reviewer's for this statement. A published work is for all.
fn kept_apart(document: Document) -> Document {
    let Document { mut meta, pages, .. } = document;
    for kind in meta.publication_types.iter_mut().filter(|kind| **kind == *UNPUBLISHED) {
        *kind = ATTACHED.into();
    }
    Document::new(meta, pages)
}

pub(super) fn in_force(runner: &StageRunner, id: StatementId, stage: Stage) -> Result<Value, Clean> {
    let value = runner.review.in_force(id, stage).map_err(|e| Clean::from(e.to_string()))?;
    let missing = || Clean::from(format!("{stage} of {id} has not run yet; run it first"));
    value.map(|v| (*v).clone()).ok_or_else(missing)
}

/// The act that sets a value in place of the one in force.
pub(super) fn put(runner: &StageRunner, id: StatementId, value: Value, reason: &str) -> Unsigned {
    let stages = runner.review.fold().resolve(id);
    Intent::Put(Ground { statement: id, stages: &stages }, value).act().because(&Some(reason.into()))
}

/// The act that makes documents candidates and includes them, for this reason; `record` notes where they are from.
pub(super) fn attach_documents(
    runner: &StageRunner,
    who: Who,
    id: StatementId,
    side: Side,
    documents: Vec<Document>,
    reason: &str,
    record: impl FnOnce(&mut SearchResult),
) -> Result<(Draft, Clean), Clean> {
    if documents.is_empty() {
        return Err("there is no document in it; give a PDF, a text, or records as JSON, RIS, BibTeX or NBIB".into());
    }
    let Value::Search(search) = in_force(runner, id, Stage::Search)? else { return Err("search is missing".into()) };
    let documents: Vec<Document> = documents.into_iter().filter(|d| !is_own(runner, id, d)).collect();
    if documents.is_empty() {
        return Err("this is the paper under review, which is no evidence for itself".into());
    }
    let about =
        runner.review.fold().statement(id).map(|statement| statement.spelled_out().into_owned()).unwrap_or_default();
    let (mut made, docs) = with_documents(search, side, &documents, &about);
    record(&mut made);
    let what = match documents.as_slice() {
        _ if docs.is_empty() => return Err("it has no text; give a document with readable text".into()),
        [one] => format!("document attached to {id}: {}", without_stop(&one.meta.title)),
        _ => format!("{} documents attached to {id}", docs.len()),
    };
    let scope = if documents.iter().all(|document| is_attached_note(&document.meta)) {
        "it counts for this statement alone"
    } else {
        "it is in the library now"
    };
    runner.searcher.library.add(documents, |_| ()).map_err(|e| Clean::from(e.to_string()))?;
    let put = put(runner, id, Value::Search(made), reason);
    let count = docs.len();
    let included = docs.into_iter().map(|doc| Intent::Include(id, doc).act());
    let draft = Unsigned::several(what.as_str(), std::iter::once(put).chain(included)).signed(who);
    let cite = runner.review.fold().resolve(id).get(Stage::Cite).state.clone();
    let said = match cite {
        StageState::Overridden { .. } => {
            let attached = counted(count, "document");
            format!("{attached} attached to {id} and not cited, since a reviewer set the citations")
        }
        _ => format!("{what}; {scope}; what follows from it is stale"),
    };
    Ok((draft, said.into()))
}

/// Whether it is the paper under review, which is never its own evidence (`docs/rules.md#search`).
fn is_own(runner: &StageRunner, id: StatementId, document: &Document) -> bool {
    let fold = runner.review.fold();
    fold.statement(id).is_some_and(|statement| Own::of(&runner.source, statement).is(document))
}

/// The candidates with these documents before all others, in their order, each with its best passage on `about`, and
/// which they are; those without a text are left out. A document that was retrieved already keeps its place and goes to
/// this side.
fn with_documents(
    mut search: SearchResult,
    side: Side,
    documents: &[Document],
    about: &str,
) -> (SearchResult, Vec<DocId>) {
    let about = KeywordQuery::new(about);
    let mut docs: Vec<DocId> = Vec::new();
    let mut fresh = Vec::new();
    for document in documents {
        let Some(passage) = best_passage(document, &about) else { continue };
        if docs.contains(&document.id) {
            continue;
        }
        docs.push(document.id.clone());
        if let Some(known) = search.candidates.iter_mut().find(|c| c.doc == document.id) {
            known.side = side;
            continue;
        }
        let rank = u32::try_from(docs.len()).unwrap_or(u32::MAX);
        fresh.push(Candidate::brought(document, passage, side, Strategy::Attached, rank));
    }
    search.candidates.splice(..0, fresh);
    (search, docs)
}

fn attach_passage(
    runner: &StageRunner,
    who: Who,
    id: StatementId,
    side: Side,
    passage: &Clean,
) -> Result<(Draft, Clean), Clean> {
    let Value::Citations(citations) = in_force(runner, id, Stage::Cite)? else {
        return Err("cite is missing".into());
    };
    let Value::Search(search) = in_force(runner, id, Stage::Search)? else { return Err("search is missing".into()) };
    let scores = match in_force(runner, id, Stage::Score)? {
        Value::Scores(scores) => scores,
        _ => Scores::default(),
    };
    let error = |e: crate::library::LibraryError| Clean::from(e.to_string());
    let mut ids: Vec<DocId> = search.candidates.iter().map(|c| c.doc.clone()).collect();
    let hits = runner.searcher.library.keyword(&KeywordQuery::new(passage), LOOKED_AT).map_err(error)?.hits;
    ids.extend(hits.into_iter().map(|hit| hit.doc));
    let mut seen = std::collections::BTreeSet::new();
    ids.retain(|doc| seen.insert(doc.clone()));
    let settings = runner.review.fold().settings().clone();
    for document in runner.searcher.library.get_many(&ids).map_err(error)?.into_iter().flatten() {
        if is_own(runner, id, &document) {
            continue;
        }
        let candidate = search.candidates.iter().find(|c| c.doc == document.id).cloned();
        let known = candidate.is_some();
        let Some(candidate) = candidate.or_else(|| {
            let alone = std::slice::from_ref(&document);
            with_documents(SearchResult::default(), side, alone, passage).0.candidates.pop()
        }) else {
            continue;
        };
        let score = scores.scored.iter().find(|s| s.doc == document.id).map_or(5, |s| s.score);
        if let Some(mut citation) = edit::locate(&document, &candidate, score, passage, &settings) {
            citation.side = side;
            let made = edit::put(&citations, citation).map_err(|why| why.0)?;
            return Ok(cited(runner, who, id, side, &document, made, (!known).then_some(search)));
        }
    }
    Err("no document of the library has these words; attach the file that they are from, or paste them as it has them"
        .into())
}

fn cited(
    runner: &StageRunner,
    who: Who,
    id: StatementId,
    side: Side,
    document: &Document,
    made: Citations,
    search: Option<SearchResult>,
) -> (Draft, Clean) {
    let number = made.citations.last().map_or(0, |c| c.number);
    let what = format!("passage cited as [{number}] of {id}");
    let mut parts = Vec::new();
    if let Some(search) = search {
        // A document that no search found must be a candidate to be cited.
        let about = made.citations.last().map_or("", |citation| citation.passage.as_str());
        let (search, docs) = with_documents(search, side, std::slice::from_ref(document), about);
        parts.push(put(runner, id, Value::Search(search), "its document was attached"));
        parts.extend(docs.into_iter().map(|doc| Intent::Include(id, doc).act()));
    }
    parts.push(put(runner, id, Value::Citations(made), "a passage was attached"));
    let mut draft = Unsigned::several(what.as_str(), parts).signed(who);
    // The review keeps what it cites.
    draft.blobs.push(canonical(document));
    (draft, format!("{what}: {}; what follows from it is stale", without_stop(&document.meta.title)).into())
}

/// A title on one line within a sentence.
pub(super) fn without_stop(title: &Clean) -> Clean {
    title.one_line().trim_end_matches('.').into()
}
