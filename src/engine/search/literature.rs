//! Searching sources of evidence for both sides, before the library is searched: what they find goes into it
//! (`docs/rules.md#literature`).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use futures_util::future::join_all;

use crate::{
    domain::{
        Counter, DocId, NO_TERMS, QueryLevel, QueryOrigin, Retrieval, SentQuery, Side, SourceReport, Statement,
        StrategyOutcome,
    },
    engine::blocking::blocking,
    library::{Brought, Library, LibraryError},
    reason::builtin::trees::Models,
    sources::{ENOUGH, EvidenceSource, Found, Query, Reuse, SourceError, Wording, search_terms},
    text::Clean,
};

use super::catalog::{Catalog, Entry};

/// How long one source may take for one side of one statement, its queue and its tries included.
const PATIENCE: Duration = Duration::from_secs(300);

/// The sources that are searched, and how.
#[derive(Debug)]
pub struct Literature {
    /// Each behind its gate; those that are on are searched.
    pub sources: Catalog,
    /// Only what was published until this day.
    pub until: Option<Clean>,
    /// How many records are taken for each query.
    pub max: usize,
}

/// How rare a stem is in scientific abstracts.
fn rarity(stem: &str) -> f32 {
    Models::shipped().rarity.get(stem)
}

/// What one source answered for one text.
#[derive(Clone, Default)]
struct Answers {
    found: Vec<(QueryLevel, Found)>,
    failed: Option<SourceError>,
}

impl Literature {
    /// Asks every source for both sides and takes what they find into `library`. Both sides of a statement often have
    /// the same terms; then the source is asked once.
    ///
    /// # Errors
    /// The first source that nobody has consented to; nothing was sent to it, and the library is as before.
    pub async fn search(
        &self,
        library: &Arc<Library>,
        statement: &Statement,
        counter: &Counter,
    ) -> Result<Vec<SourceReport>, SourceError> {
        let terms = Side::BOTH.map(|side| {
            let text = match side {
                Side::Counter => &counter.text,
                Side::Statement => &statement.text,
            };
            search_terms(&statement.to_search(text), rarity)
        });
        let sources: Vec<&Entry> = self.sources.entries().iter().filter(|entry| entry.is_on()).collect();
        // What could not be kept is not asked for.
        let kept = Arc::clone(library);
        if !sources.is_empty()
            && let Err(why) = blocking(move || kept.must_write()).await
        {
            let refused = |entry: &&Entry| Side::BOTH.map(|side| unasked(entry.name(), side, &why.to_string()));
            return Ok(sources.iter().flat_map(refused).collect());
        }
        let answers = join_all(sources.iter().map(|entry| self.ask(entry, &terms))).await;
        let refused = answers.iter().flat_map(BTreeMap::values).filter_map(|answers| answers.failed.as_ref());
        if let Some(refused) = refused.clone().find(|error| error.wants_consent().is_some()) {
            return Err(refused.clone());
        }
        let mut reports = Vec::new();
        // A document is new once, by whichever side and source is reported first.
        let mut counted = BTreeSet::new();
        for (side, terms) in Side::BOTH.into_iter().zip(&terms) {
            for (entry, answers) in sources.iter().zip(&answers) {
                let answers = answers.get(terms).cloned().unwrap_or_default();
                reports.push(take(library, entry.name(), side, terms, answers, &mut counted).await);
            }
        }
        Ok(reports)
    }

    /// What one source answers for each list of terms.
    async fn ask(&self, entry: &Entry, terms: &[Vec<String>; 2]) -> BTreeMap<Vec<String>, Answers> {
        let source = match entry.client() {
            Ok(source) => source,
            Err(why) => {
                let failed = Answers { found: Vec::new(), failed: Some(SourceError::Unsupported(why)) };
                return terms.iter().map(|terms| (terms.clone(), failed.clone())).collect();
            }
        };
        let mut known: BTreeMap<Vec<String>, Answers> = BTreeMap::new();
        for terms in terms {
            if terms.is_empty() || known.contains_key(terms) {
                continue;
            }
            let mut answers = Answers::default();
            let asked = self.ask_levels(&*source, terms, &mut answers);
            if tokio::time::timeout(PATIENCE, asked).await.is_err() {
                let host = source.host().to_string().into();
                answers.failed = Some(SourceError::Slow { host, seconds: PATIENCE.as_secs() });
            }
            known.insert(terms.clone(), answers);
        }
        known
    }

    /// From strict to loose, until there are hits enough.
    async fn ask_levels(&self, source: &dyn EvidenceSource, terms: &[String], answers: &mut Answers) {
        for level in QueryLevel::ALL.into_iter().filter(|level| level.asks(terms)) {
            let wording = Wording::Terms(terms.to_vec(), level);
            let query = Query { wording, until: self.until.clone(), limit: self.max, reuse: Reuse::Recent };
            match source.search(&query).await {
                // A source without operators has one level.
                Ok(found) if found.sent.is_empty() => {}
                Ok(mut found) => {
                    let enough = found.hits >= ENOUGH;
                    answers.failed = found.trouble.take();
                    answers.found.push((level, found));
                    if enough || answers.failed.is_some() {
                        return;
                    }
                }
                Err(why) => {
                    answers.failed = Some(why);
                    return;
                }
            }
        }
    }
}

/// The report on a source that was not asked.
fn unasked(source: &str, side: Side, why: &str) -> SourceReport {
    SourceReport {
        source: source.into(),
        side,
        queries: Vec::new(),
        outcome: StrategyOutcome::NotAvailable(why.into()),
        new: 0,
        brought: Vec::new(),
    }
}

/// Takes what a source answered for one side into the library and reports on it.
async fn take(
    library: &Arc<Library>,
    source: &'static str,
    side: Side,
    terms: &[String],
    answers: Answers,
    counted: &mut BTreeSet<DocId>,
) -> SourceReport {
    if terms.is_empty() {
        return unasked(source, side, NO_TERMS);
    }
    let outcome = StrategyOutcome::Found(0);
    let mut report = SourceReport { outcome, ..unasked(source, side, "") };
    let library = Arc::clone(library);
    let merged = blocking(move || -> Result<Vec<_>, LibraryError> {
        let take = |(level, found)| take_one(&library, source, QueryOrigin::Built(level), found);
        answers.found.into_iter().map(take).collect()
    })
    .await;
    match merged {
        Ok(queries) => {
            for (query, brought) in queries {
                let new = brought.iter().filter(|brought| brought.new && counted.insert(brought.doc.clone()));
                let query = SentQuery { new: Some(count(new.count())), ..query };
                report.add(query, &ranked(&brought));
            }
        }
        Err(why) => report.outcome = StrategyOutcome::Failed(why.to_string().into()),
    }
    match answers.failed {
        Some(why) if why.is_offline() => report.outcome = StrategyOutcome::NotAvailable(why.to_string().into()),
        Some(why) => report.outcome = StrategyOutcome::Failed(why.to_string().into()),
        None => {}
    }
    report
}

/// Takes what one query found into the library: the query as it is reported, and the documents, each once.
pub(in crate::engine) fn take_one(
    library: &Library,
    source: &str,
    origin: QueryOrigin,
    found: Found,
) -> Result<(SentQuery, Vec<Brought>), LibraryError> {
    let Found { sent, hits, records, at, unread, trouble: _ } = found;
    let retrieval = Retrieval { source: source.into(), query: Some(sent.clone()), hits, at };
    let merged = library.merge(&retrieval, &records)?;
    let mut brought: Vec<Brought> = Vec::new();
    for one in merged.brought {
        if brought.iter().all(|known| known.doc != one.doc) {
            brought.push(one);
        }
    }
    let new = Some(count(brought.iter().filter(|brought| brought.new).count()));
    let origin = Some(origin);
    let query = SentQuery { text: sent, at, hits, fetched: count(records.len()), new, origin, unread };
    Ok((query, brought))
}

/// The documents with their ranks, as a report names them.
pub(in crate::engine) fn ranked(brought: &[Brought]) -> Vec<(DocId, u32)> {
    brought.iter().map(|brought| (brought.doc.clone(), brought.rank)).collect()
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
