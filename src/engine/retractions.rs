//! Retractions and corrections that the library learnt of after a review cited the works.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    desk::Unsigned,
    domain::{
        Code, DocId, Issue, SourceMeta, Stage, StatementId, Subject, Value,
        rules::{credibility::is_retracted, hygiene::notices},
    },
    library::Library,
    review::{Act, Draft, Review, Who},
};

use super::work::StageRunner;

/// What the library says now of the works that a review cites, and of the paper under review where a search found it: those
/// on which a notice was published. None where the library cannot be asked.
#[must_use]
pub fn noticed(library: &Library, review: &Review) -> BTreeMap<DocId, SourceMeta> {
    let statements: Vec<StatementId> = review.fold().statements().iter().map(|statement| statement.id).collect();
    let mut docs: BTreeSet<DocId> = BTreeSet::new();
    for (id, stage) in statements.into_iter().flat_map(|id| [(id, Stage::Search), (id, Stage::Cite)]) {
        match review.in_force(id, stage).ok().flatten().as_deref() {
            Some(Value::Search(search)) => docs.extend(search.own.iter().cloned()),
            Some(Value::Citations(cited)) => docs.extend(cited.citations.iter().map(|citation| citation.doc.clone())),
            _ => {}
        }
    }
    let docs: Vec<DocId> = docs.into_iter().collect();
    let metas = library.metas(&docs).unwrap_or_default();
    let known = docs.into_iter().zip(metas).filter_map(|(doc, meta)| Some((doc, meta?)));
    known.filter(|(_, meta)| !notices(meta).is_empty()).collect()
}

/// A `RETRACTED` issue for each statement and cited work that is retracted by what the library says now, where the review
/// does not say so yet. It is an act of the machine, so that the reviewer sees when it came; the weighing of these
/// statements is stale then. Nothing where the library cannot be asked.
pub(super) fn unknown_retractions(runner: &StageRunner) -> Option<Draft> {
    let review = &runner.review;
    if review.is_read_only() {
        return None;
    }
    let statements: Vec<StatementId> = review.fold().statements().iter().map(|statement| statement.id).collect();
    let mut cited: BTreeMap<DocId, Vec<(StatementId, Vec<u32>)>> = BTreeMap::new();
    for id in statements {
        let Ok(Some(value)) = review.in_force(id, Stage::Cite) else { continue };
        let Value::Citations(citations) = &*value else { continue };
        let mut numbers: BTreeMap<&DocId, Vec<u32>> = BTreeMap::new();
        for citation in citations.citations.iter().filter(|citation| !is_retracted(&citation.meta)) {
            numbers.entry(&citation.doc).or_default().push(citation.number);
        }
        for (doc, numbers) in numbers {
            cited.entry(doc.clone()).or_default().push((id, numbers));
        }
    }
    let docs: Vec<DocId> = cited.keys().cloned().collect();
    if docs.is_empty() {
        return None;
    }
    let metas = runner.searcher.library.metas(&docs).ok()?;
    let mut acts = Vec::new();
    for ((doc, at), meta) in cited.into_iter().zip(metas) {
        if !meta.is_some_and(|meta| is_retracted(&meta)) {
            continue;
        }
        for (statement, numbers) in at {
            let message =
                "The source was retracted; it counts for nothing. The library learnt of it after this was cited.";
            let subject = Subject::Document(doc.clone());
            let mut issue = Issue::new(statement, Stage::Weigh, Code::Retracted, subject, message);
            if review.fold().summary(statement).issues.iter().any(|known| known.key == issue.key) {
                continue;
            }
            let mut numbers = numbers.into_iter();
            issue.citation = numbers.next();
            issue.also = numbers.collect();
            acts.push(Unsigned::from(Act::Raise { statement, issue: Box::new(issue) }));
        }
    }
    if acts.is_empty() {
        return None;
    }
    let what = match acts.len() {
        1 => "RETRACTED: a cited work was retracted since".to_owned(),
        several => format!("RETRACTED: cited works were retracted since ({several} issues)"),
    };
    Some(Unsigned::several(what.as_str(), acts).signed(Who::Engine))
}
