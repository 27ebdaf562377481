//! Stage 2: searching the library for both sides and fusing what was found
//! (`docs/rules.md#search`). All strategies run at once, each on a thread that may block and
//! for as long as it is given, but never more of them than there are
//! processors: each takes a connection with a cache of its own.

mod catalog;
mod fuse;
pub(super) mod literature;
mod meaning;
mod strategies;
#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use futures_util::future::join_all;
use tokio::sync::Semaphore;

use crate::{
    domain::{
        Counter, DocId, SearchResult, Settings, Side, Statement, Strategy, StrategyOutcome, StrategyReport,
        rules::own::Own,
    },
    library::Library,
    text::Clean,
};

use super::blocking::blocking;

pub use catalog::{Catalog, Connect, Entry, Permission, SourceStatus};
pub use literature::Literature;
pub use meaning::{Meaning, make_vectors};

use fuse::{Ranked, fused, merged, shared};
use strategies::{Ended, brought, keyword, semantic};

/// How long a strategy may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a search by meaning may take, which makes the vectors of new documents first.
const MAKING: Duration = Duration::from_secs(600);

/// What is searched for on one side.
#[derive(Clone, Debug, Default)]
pub struct SearchQuery {
    /// The texts whose words are looked for.
    pub words: Vec<String>,
    /// The text whose meaning is looked for.
    pub meaning: String,
    /// Abstracts as they would be if it were so.
    pub hypothetical: Vec<String>,
}

impl SearchQuery {
    /// What a side looks for.
    #[must_use]
    pub fn on(side: Side, statement: &Statement, counter: &Counter) -> Self {
        let text = |text: &Clean| text.to_string();
        // Its abbreviations are looked for as they are, too: other works use the same.
        let spelled = |text: &Clean| statement.to_search(text);
        let long = statement.short_forms.iter().map(|form| &form.long).chain(&statement.topic);
        match side {
            Side::Counter => Self {
                words: std::iter::once(&counter.text).chain(&counter.keywords).chain(long).map(text).collect(),
                meaning: spelled(&counter.text),
                hypothetical: counter.hyde.iter().map(spelled).collect(),
            },
            Side::Statement => Self {
                words: std::iter::once(&statement.text).chain(long).map(text).collect(),
                meaning: spelled(&statement.text),
                hypothetical: Vec::new(),
            },
        }
    }
}

/// Where a search looks.
#[derive(Clone)]
pub struct Searcher {
    /// The evidence.
    pub library: Arc<Library>,
    /// The table or the model that embeds its passages.
    pub meaning: Meaning,
    /// One for each reading of the library that may go on; clones share them.
    turns: Arc<Semaphore>,
}

/// What one side found.
struct Found {
    ranked: Vec<Ranked>,
    own: Vec<DocId>,
    strategies: Vec<StrategyReport>,
}

impl Searcher {
    /// Searches `library` with the table that comes with the program.
    #[must_use]
    pub fn new(library: Arc<Library>) -> Self {
        Self { library, meaning: Meaning::Builtin, turns: Arc::new(Semaphore::new(crate::processors())) }
    }

    /// Searches for the counter-statement and for the statement and fuses the
    /// lists: at most `max_candidates`, best first, each side half of them by
    /// turns until the other runs dry. A document that both sides found is one
    /// candidate, on the side where it ranks better. What is under review, `own`,
    /// is left out.
    /// A strategy that fails or does not come to an end is reported as failed,
    /// never as empty.
    pub async fn search(
        &self,
        statement: &Statement,
        counter: &Counter,
        own: &Arc<Own>,
        settings: &Settings,
    ) -> SearchResult {
        let stamp = self.reading(|library| library.stamp().unwrap_or_default());
        let limit = settings.search_limit as usize;
        let sides = Side::BOTH
            .map(|side| self.one_side(side, SearchQuery::on(side, statement, counter), Arc::clone(own), limit));
        let (library, sides) = tokio::join!(stamp, join_all(sides));
        let mut result = SearchResult { library, meaning: self.meaning.model(), ..SearchResult::default() };
        let mut found = Vec::new();
        for side in sides {
            result.own.extend(side.own);
            result.strategies.extend(side.strategies);
            found.extend(side.ranked);
        }
        result.own.sort_unstable();
        result.own.dedup();
        // What one side knows for the paper itself is none of the other's either.
        found.retain(|ranked| result.own.binary_search(&ranked.doc).is_err());
        let candidates = merged(found, library.documents);
        result.found = u32::try_from(candidates.len()).unwrap_or(u32::MAX);
        result.candidates = shared(candidates, settings.max_candidates as usize);
        result
    }

    /// The documents that one side finds, all its strategies fused, best first; at most `limit` a strategy.
    pub async fn found(&self, side: Side, sought: SearchQuery, limit: usize) -> Vec<DocId> {
        let found = self.one_side(side, sought, Arc::default(), limit).await;
        found.ranked.into_iter().map(|ranked| ranked.doc).collect()
    }

    async fn one_side(&self, side: Side, sought: SearchQuery, own: Arc<Own>, limit: usize) -> Found {
        let SearchQuery { words, meaning, hypothetical } = sought;
        let by_words = blocking({
            let library = Arc::clone(&self.library);
            move || keyword(&library, &words, limit)
        });
        let by_meaning = |texts: Vec<String>, documents: bool| async move {
            let meant = match self.meaning.of_texts(texts, documents).await {
                Ok(meant) => meant,
                Err(ended) => return ended,
            };
            self.reading(move |library| semantic(library, &meant, limit)).await
        };
        // Hypothetical abstracts are written for the counter side only.
        let hyde = async {
            match side {
                Side::Statement => None,
                Side::Counter if hypothetical.is_empty() => {
                    Some(Ended::Absent("no hypothetical abstract was written".to_owned()))
                }
                Side::Counter => Some(in_time(MAKING, by_meaning(hypothetical, true)).await),
            }
        };
        let (keyword, semantic, hyde) = tokio::join!(
            self.in_turn(in_time(PATIENCE, by_words)),
            in_time(MAKING, by_meaning(vec![meaning], false)),
            hyde
        );
        let ended = [(Strategy::Semantic, Some(semantic)), (Strategy::Hyde, hyde), (Strategy::Keyword, Some(keyword))];
        let ended = ended.into_iter().filter_map(|(strategy, ended)| Some((strategy, ended?))).collect();
        let weight = self.meaning.weight();
        self.reading(move |library| together(library, side, ended, weight, &own, limit)).await
    }

    /// Reads the library when it is this one's turn.
    pub(in crate::engine) async fn reading<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Library) -> T + Send + 'static,
    ) -> T {
        let library = Arc::clone(&self.library);
        self.in_turn(blocking(move || work(&library))).await
    }

    /// What comes of `work`, which is begun when it is this one's turn.
    async fn in_turn<T>(&self, work: impl Future<Output = T>) -> T {
        let _turn = self.turns.acquire().await;
        work.await
    }
}

/// The lists of one side as one, and how each strategy fared.
fn together(
    library: &Library,
    side: Side,
    ended: Vec<(Strategy, Ended)>,
    weight: f64,
    own: &Own,
    limit: usize,
) -> Found {
    let lists = || ended.iter().filter_map(|(strategy, ended)| Some((*strategy, ended.list()?)));
    let brought = brought(library, lists().map(|(_, list)| list), own, limit).map_err(|error| error.to_string());
    let outcome = |ended: &Ended| match (ended, &brought) {
        (Ended::List(list), Ok((metas, _))) => {
            let brought = list.hits.iter().filter(|hit| metas.contains_key(&hit.doc)).take(limit).count();
            StrategyOutcome::Found(u32::try_from(brought).unwrap_or(u32::MAX))
        }
        (Ended::Failed(why), _) | (Ended::List(_), Err(why)) => StrategyOutcome::Failed(why.as_str().into()),
        (Ended::Absent(why), _) => StrategyOutcome::NotAvailable(why.as_str().into()),
    };
    let report =
        |(strategy, ended): &(Strategy, Ended)| StrategyReport { side, strategy: *strategy, outcome: outcome(ended) };
    let strategies = ended.iter().map(report).collect();
    let (metas, own) = brought.unwrap_or_default();
    let lists: Vec<_> = lists().collect();
    Found { ranked: fused(side, &lists, weight, &metas, limit), own, strategies }
}

/// What comes of `work`, or that it took too long.
async fn in_time(patience: Duration, work: impl Future<Output = Ended>) -> Ended {
    match tokio::time::timeout(patience, work).await {
        Ok(ended) => ended,
        Err(_) => {
            Ended::Failed(format!("it was given up after {} s; run the stage “search” again", patience.as_secs()))
        }
    }
}
