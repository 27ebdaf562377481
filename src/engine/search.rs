//! Stage 2: searching the library for both sides and fusing what was found
//! (spec 3.2). All strategies run at once, each on a thread that may block and
//! for as long as it is given.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures_util::future::join_all;

use crate::{
    domain::{
        Candidate, Counter, DocId, Passage, Provenance, SearchResult, Settings, Side, SourceMeta, Statement, Strategy,
        StrategyOutcome, StrategyReport, rules::hygiene,
    },
    embed::Table,
    library::{Hit, KeywordQuery, Library},
};

use super::{
    checks::score::{halves, index},
    run::blocking,
};

/// Hits asked for beyond the limit, so that leaving the paper itself out costs no evidence.
const SPARE: usize = 5;

/// How long a strategy may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long it may take to make vectors of passages that have none yet, which is once.
const MAKING: Duration = Duration::from_secs(600);

/// A document whose meaning is further away than this cosine is about something else.
const NEAR: f64 = 0.3;

/// What is searched for on one side.
#[derive(Clone, Debug, Default)]
pub struct Sought {
    /// The texts whose words are looked for.
    pub words: Vec<String>,
    /// The text whose meaning is looked for.
    pub meaning: String,
    /// Abstracts as they would be if it were so.
    pub hypothetical: Vec<String>,
}

impl Sought {
    /// What a side looks for.
    #[must_use]
    pub fn on(side: Side, statement: &Statement, counter: &Counter) -> Self {
        let text = |text: &crate::text::Clean| text.to_string();
        match side {
            Side::Counter => Self {
                words: std::iter::once(&counter.text).chain(&counter.keywords).map(text).collect(),
                meaning: text(&counter.text),
                hypothetical: counter.hyde.iter().map(text).collect(),
            },
            Side::Statement => {
                Self { words: vec![text(&statement.text)], meaning: text(&statement.text), hypothetical: Vec::new() }
            }
        }
    }
}

/// Searches `library` for the counter-statement and for the statement and fuses
/// the lists: at most `max_candidates`, best first, each side half of them by
/// turns until the other runs dry. A document that both sides found is one
/// candidate, on the side where it ranks better. What is under review, `own`,
/// is left out.
/// A strategy that fails or does not come to an end is reported as failed, never
/// as empty.
pub async fn search(
    library: &Arc<Library>,
    statement: &Statement,
    counter: &Counter,
    own: &Arc<[SourceMeta]>,
    settings: &Settings,
) -> SearchResult {
    let stamp = blocking({
        let library = Arc::clone(library);
        move || library.stamp().unwrap_or_default()
    });
    let limit = settings.search_limit as usize;
    let sides =
        Side::BOTH.map(|side| one_side(library, side, Sought::on(side, statement, counter), Arc::clone(own), limit));
    let (library_now, sides) = tokio::join!(stamp, join_all(sides));
    let mut result = SearchResult { library: library_now, ..SearchResult::default() };
    let mut found = Vec::new();
    for side in sides {
        result.own.extend(side.own);
        result.strategies.extend(side.strategies);
        found.extend(side.ranked);
    }
    result.own.sort_unstable();
    result.own.dedup();
    let candidates = merged(found);
    result.found = u32::try_from(candidates.len()).unwrap_or(u32::MAX);
    result.candidates = shared(candidates, settings.max_candidates as usize);
    result
}

/// The documents that one side finds, all its strategies fused, best first; at most `limit` a strategy.
pub async fn found(library: &Arc<Library>, side: Side, sought: Sought, limit: usize) -> Vec<DocId> {
    let found = one_side(library, side, sought, Arc::from([]), limit).await;
    found.ranked.into_iter().map(|ranked| ranked.doc).collect()
}

/// What one side found.
struct Found {
    ranked: Vec<Ranked>,
    own: Vec<DocId>,
    strategies: Vec<StrategyReport>,
}

/// How a strategy ended: with a list, failed, or not to be had.
enum Ended {
    List(List),
    Failed(String),
    Absent(String),
}

/// A strategy: at most so many hits for these texts.
type Search = fn(&Library, &[String], usize) -> Result<Vec<Hit>, Ended>;

async fn one_side(library: &Arc<Library>, side: Side, sought: Sought, own: Arc<[SourceMeta]>, limit: usize) -> Found {
    let Sought { words, meaning, hypothetical } = sought;
    let with = |search: Search, texts: Vec<String>, time| {
        let (library, own) = (Arc::clone(library), Arc::clone(&own));
        let work = blocking(move || {
            let hits = search(&library, &texts, limit.saturating_add(SPARE))?;
            without_own(&library, hits, &own, limit)
        });
        in_time(time, work)
    };
    // Hypothetical abstracts are written for the counter side only.
    let hyde = async {
        match side {
            Side::Statement => None,
            Side::Counter if hypothetical.is_empty() => {
                Some(Ended::Absent("no hypothetical abstract was written".to_owned()))
            }
            Side::Counter => Some(with(semantic, hypothetical, MAKING).await),
        }
    };
    let (keyword, semantic, hyde) =
        tokio::join!(with(keyword, words, PATIENCE), with(semantic, vec![meaning], MAKING), hyde);
    let ended = [(Strategy::Semantic, Some(semantic)), (Strategy::Hyde, hyde), (Strategy::Keyword, Some(keyword))];
    let mut found = Found { ranked: Vec::new(), own: Vec::new(), strategies: Vec::new() };
    let mut lists = Vec::new();
    for (strategy, ended) in ended {
        let outcome = match ended {
            None => continue,
            Some(Ended::List(list)) => {
                let outcome = StrategyOutcome::Found(u32::try_from(list.hits.len()).unwrap_or(u32::MAX));
                found.own.extend(list.own);
                lists.push((strategy, list.hits));
                outcome
            }
            Some(Ended::Failed(why)) => StrategyOutcome::Failed(why.into()),
            Some(Ended::Absent(why)) => StrategyOutcome::NotAvailable(why.into()),
        };
        found.strategies.push(StrategyReport { side, strategy, outcome });
    }
    found.ranked = fused(side, lists);
    found
}

/// What comes of `work`, or that it took too long.
async fn in_time(patience: Duration, work: impl Future<Output = Result<List, Ended>>) -> Ended {
    match tokio::time::timeout(patience, work).await {
        Ok(Ok(list)) => Ended::List(list),
        Ok(Err(ended)) => ended,
        Err(_) => {
            Ended::Failed(format!("it was given up after {} s; run the stage “search” again", patience.as_secs()))
        }
    }
}

fn failed(error: impl std::fmt::Display) -> Ended {
    Ended::Failed(error.to_string())
}

/// By the words of `texts`.
fn keyword(library: &Library, texts: &[String], limit: usize) -> Result<Vec<Hit>, Ended> {
    library.keyword(&KeywordQuery::of(texts), limit).map_err(failed)
}

/// By the meaning of any of `texts`.
fn semantic(library: &Library, texts: &[String], limit: usize) -> Result<Vec<Hit>, Ended> {
    let table = Table::builtin().map_err(failed)?;
    if library.without_vector(Table::MODEL).map_err(failed)? > 0 {
        if library.is_read_only() {
            let why = "some documents have no vectors yet, and the library is open for reading only";
            return Err(Ended::Absent(why.to_owned()));
        }
        library.embed(Table::MODEL, |text| table.embed(text), |_| ()).map_err(failed)?;
    }
    let mut best: BTreeMap<DocId, Hit> = BTreeMap::new();
    for text in texts {
        let hits = library.semantic(Table::MODEL, &table.embed(text), limit).map_err(failed)?;
        for hit in hits.into_iter().filter(|hit| hit.score >= NEAR) {
            let known = best.entry(hit.doc.clone()).or_insert_with(|| hit.clone());
            if hit.score > known.score {
                *known = hit;
            }
        }
    }
    let mut hits: Vec<Hit> = best.into_values().collect();
    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    hits.truncate(limit);
    Ok(hits)
}

/// What one strategy found, the paper itself apart.
struct List {
    hits: Vec<(Hit, SourceMeta)>,
    own: Vec<DocId>,
}

fn without_own(library: &Library, hits: Vec<Hit>, own: &[SourceMeta], limit: usize) -> Result<List, Ended> {
    let ids: Vec<DocId> = hits.iter().map(|hit| hit.doc.clone()).collect();
    let metas = library.metas(&ids).map_err(failed)?;
    let mut list = List { hits: Vec::new(), own: Vec::new() };
    // A document without metadata was removed between the two questions.
    for (hit, meta) in hits.into_iter().zip(metas).filter_map(|(hit, meta)| Some((hit, meta?))) {
        if own.iter().any(|paper| hygiene::same_paper(paper, &meta)) {
            list.own.push(hit.doc);
        } else if list.hits.len() < limit {
            list.hits.push((hit, meta));
        }
    }
    Ok(list)
}

/// One document as one side found it.
struct Ranked {
    doc: DocId,
    meta: SourceMeta,
    passage: Passage,
    side: Side,
    /// In the side's fused list, from 1.
    rank: u32,
    /// Between the last of the list (0) and its best (1), so that lists can be compared.
    share: f64,
    ways: Vec<Provenance>,
}

/// Lists of one side as one: scores in standard deviations of their list, weighed
/// and summed; what a list does not have counts as its last.
fn fused(side: Side, lists: Vec<(Strategy, Vec<(Hit, SourceMeta)>)>) -> Vec<Ranked> {
    let meant = lists.iter().filter(|(strategy, _)| *strategy != Strategy::Keyword).count() as f64;
    let meaning = Table::builtin().map_or(0.5, Table::weight);
    let mut known: BTreeMap<DocId, (Ranked, f64)> = BTreeMap::new();
    for (strategy, hits) in lists {
        let weight = if strategy == Strategy::Keyword { 1.0 - meaning } else { meaning / meant };
        let standard = Standard::of(hits.iter().map(|(hit, _)| hit.score));
        for ((hit, meta), rank) in hits.into_iter().zip(1..) {
            let way = Provenance { side, strategy, rank, score: hit.score };
            let gain = weight * standard.above_last(hit.score);
            let (ranked, score) = known.entry(hit.doc.clone()).or_insert_with(|| {
                let (doc, passage) = (hit.doc, hit.passage);
                (Ranked { doc, meta, passage, side, rank: 0, share: 0.0, ways: Vec::new() }, 0.0)
            });
            // The words that are looked for stand in the passage that has them.
            if strategy == Strategy::Keyword {
                ranked.passage = hit.passage;
            }
            ranked.ways.push(way);
            *score += gain;
        }
    }
    let mut known: Vec<(Ranked, f64)> = known.into_values().collect();
    known.sort_by(|(a, one), (b, other)| other.total_cmp(one).then_with(|| a.doc.cmp(&b.doc)));
    let best = known.first().map_or(0.0, |(_, score)| *score);
    let ranked = known.into_iter().zip(1..).map(|((ranked, score), rank)| Ranked {
        rank,
        share: if best > 0.0 { (score / best).clamp(0.0, 1.0) } else { 0.0 },
        ..ranked
    });
    ranked.collect()
}

/// The scores of a list, for putting them in standard deviations.
struct Standard {
    last: f64,
    deviation: f64,
}

impl Standard {
    fn of(scores: impl Iterator<Item = f64> + Clone) -> Self {
        let count = scores.clone().count().max(1) as f64;
        let mean = scores.clone().sum::<f64>() / count;
        let variance = scores.clone().map(|score| (score - mean).powi(2)).sum::<f64>() / count;
        Self { last: scores.fold(f64::INFINITY, f64::min), deviation: variance.sqrt().max(1e-9) }
    }

    /// How many deviations a score is above the list's last.
    fn above_last(&self, score: f64) -> f64 {
        (score - self.last) / self.deviation
    }
}

/// One candidate a document. It takes the side where it ranks better; where it
/// ranks alike, the side on which its score is the larger share of the best one;
/// where that is alike too, the side with fewer documents so far.
fn merged(found: Vec<Ranked>) -> Vec<Candidate> {
    let mut by_doc: BTreeMap<DocId, Vec<Ranked>> = BTreeMap::new();
    for ranked in found {
        by_doc.entry(ranked.doc.clone()).or_default().push(ranked);
    }
    let mut documents: Vec<(DocId, Vec<Ranked>)> = by_doc.into_iter().collect();
    for (_, sides) in &mut documents {
        sides.sort_by(|a, b| a.rank.cmp(&b.rank).then(b.share.total_cmp(&a.share)));
    }
    documents.sort_by(|(a, x), (b, y)| x[0].rank.cmp(&y[0].rank).then_with(|| a.cmp(b)));
    let mut taken = [0_usize, 0];
    let mut candidates = Vec::with_capacity(documents.len());
    for (doc, sides) in documents {
        let best = &sides[0];
        let tie = |other: &&Ranked| other.rank == best.rank && other.share == best.share;
        let best = sides.iter().filter(tie).min_by_key(|ranked| taken[index(ranked.side)]).unwrap_or(best);
        taken[index(best.side)] += 1;
        candidates.push(Candidate {
            doc,
            meta: best.meta.clone(),
            passage: best.passage,
            side: best.side,
            fused: sides.iter().map(|ranked| ranked.share).fold(0.0, f64::max),
            found_by: sides.iter().flat_map(|ranked| ranked.ways.iter().copied()).collect(),
        });
    }
    candidates
}

/// At most `max` candidates, the sides by turns, each best first.
fn shared(candidates: Vec<Candidate>, max: usize) -> Vec<Candidate> {
    let mut sides = [Vec::new(), Vec::new()];
    for candidate in candidates {
        sides[index(candidate.side)].push(candidate);
    }
    for side in &mut sides {
        side.sort_by(|a, b| b.fused.total_cmp(&a.fused).then_with(|| a.doc.cmp(&b.doc)));
    }
    let half = halves(max);
    let counts = [0, 1].map(|side| {
        let other = sides[1 - side].len();
        sides[side].len().min(half[side].max(max.saturating_sub(other)))
    });
    let mut queues = sides.into_iter().zip(counts).map(|(side, count)| side.into_iter().take(count));
    let (mut counter, mut statement) = (queues.next().into_iter().flatten(), queues.next().into_iter().flatten());
    let mut shared = Vec::new();
    loop {
        let (one, other) = (counter.next(), statement.next());
        if one.is_none() && other.is_none() {
            return shared;
        }
        shared.extend(one.into_iter().chain(other));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        domain::{Document, Page},
        engine::checks::fixtures::{candidate, statement},
    };

    fn library(documents: &[(&str, &str)]) -> Arc<Library> {
        let library = Library::open_in_memory().unwrap();
        let documents = documents.iter().map(|(title, text)| {
            let meta = SourceMeta { title: (*title).into(), ..SourceMeta::default() };
            Document::new(meta, vec![Page { number: 1, text: (*text).into() }])
        });
        library.add(documents, |_| ()).unwrap();
        Arc::new(library)
    }

    fn counter(text: &str) -> Counter {
        Counter { text: text.into(), ..Counter::default() }
    }

    const DOCUMENTS: [(&str, &str); 4] = [
        ("Metformin in adults: the first trial", "Metformin lowered HbA1c in adults with diabetes."),
        ("No effect of metformin", "Metformin had no effect on HbA1c whatever, a null result."),
        ("Weight", "Weight was unchanged and the null result stood."),
        ("Birds", "Finches sing at dawn."),
    ];

    fn search(
        library: &Arc<Library>,
        statement: &Statement,
        counter: &Counter,
        own: &[SourceMeta],
        settings: &Settings,
    ) -> SearchResult {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(super::search(library, statement, counter, &own.to_vec().into(), settings))
    }

    #[test]
    fn a_strategy_that_does_not_come_to_an_end_has_failed() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let waited = runtime.block_on(async { in_time(Duration::ZERO, std::future::pending()).await });
        assert!(matches!(waited, Ended::Failed(why) if why.contains("given up after 0 s")));
        let none = List { hits: Vec::new(), own: Vec::new() };
        let ended = runtime.block_on(async { in_time(PATIENCE, std::future::ready(Ok(none))).await });
        assert!(matches!(ended, Ended::List(_)));
    }

    #[test]
    fn both_sides_are_searched_and_a_document_is_found_once() {
        let library = library(&DOCUMENTS);
        let statement = statement("Metformin lowers HbA1c in adults.");
        let result = search(
            &library,
            &statement,
            &counter("Metformin has no effect: a null result."),
            &[],
            &Settings::default(),
        );
        assert_eq!((result.found, result.candidates.len()), (3, 3));
        let side = |title: &str| result.candidates.iter().find(|c| c.meta.title == title).unwrap().side;
        assert_eq!(side("No effect of metformin"), Side::Counter);
        assert_eq!(side("Metformin in adults: the first trial"), Side::Statement);
        let both = result.candidates.iter().find(|c| c.meta.title.starts_with("No effect")).unwrap();
        assert_eq!(both.found_by.iter().map(|p| p.side).collect::<Vec<_>>(), Side::BOTH);
        assert_eq!(result.library.documents, 4);
        assert!(result.any_succeeded() && !result.any_failed());
        let unavailable = result.strategies.iter().filter(|s| matches!(s.outcome, StrategyOutcome::NotAvailable(_)));
        assert_eq!((unavailable.count(), result.strategies.len()), (3, 5));
        assert_eq!(
            search(
                &library,
                &statement,
                &counter("Metformin has no effect: a null result."),
                &[],
                &Settings::default()
            ),
            result
        );
    }

    #[test]
    fn the_paper_itself_is_left_out_and_said() {
        let library = library(&DOCUMENTS);
        let paper = SourceMeta { title: "METFORMIN in adults – the first trial".into(), ..SourceMeta::default() };
        let settings = Settings { search_limit: 1, ..Settings::default() };
        let statement = statement("Metformin lowers HbA1c in adults.");
        let result = search(
            &library,
            &statement,
            &counter("Metformin does not lower HbA1c in adults."),
            &[SourceMeta::default(), paper.clone()],
            &settings,
        );
        assert_eq!(result.own.len(), 1);
        // It costs no evidence: the next one takes its place under the limit.
        assert_eq!(
            result.candidates.iter().map(|c| c.meta.title.as_str()).collect::<Vec<_>>(),
            ["No effect of metformin"]
        );
    }

    #[test]
    fn nothing_found_is_no_failure_and_syntax_is_data() {
        let library = library(&DOCUMENTS);
        for text in ["zebra", "\"* NEAR( OR -", "of the and"] {
            let result = search(&library, &statement(text), &counter(text), &[], &Settings::default());
            assert!(result.candidates.is_empty() && result.any_succeeded() && !result.any_failed(), "{text}");
        }
    }

    #[test]
    fn each_side_has_half_until_the_other_runs_dry() {
        let of = |counter: usize, statement: usize| {
            let side = |i| if i < counter { Side::Counter } else { Side::Statement };
            (0..counter + statement).map(|i| candidate(i, side(i))).collect::<Vec<_>>()
        };
        let sides = |counter, statement, max| {
            let letter = |c: Candidate| if c.side == Side::Counter { 'c' } else { 's' };
            shared(of(counter, statement), max).into_iter().map(letter).collect::<String>()
        };
        assert_eq!(sides(9, 9, 6), "cscscs");
        assert_eq!(sides(9, 1, 6), "cscccc");
        assert_eq!(sides(1, 9, 6), "csssss");
        assert_eq!(sides(2, 2, 6), "cscs");
        assert_eq!(sides(0, 0, 6), "");
    }

    #[test]
    fn where_both_sides_find_the_same_they_share_it() {
        let hits = |side| {
            let hit = |i: usize| {
                let candidate = candidate(i, side);
                (Hit { doc: candidate.doc, passage: candidate.passage, score: 9.0 - i as f64 }, candidate.meta)
            };
            fused(side, vec![(crate::domain::Strategy::Keyword, (0..8).map(hit).collect())])
        };
        let merged = merged(hits(Side::Counter).into_iter().chain(hits(Side::Statement)).collect());
        assert_eq!(merged.iter().filter(|c| c.side == Side::Counter).count(), 4);
        assert!(merged.iter().all(|c| c.found_by.len() == 2));
    }

    proptest! {
        #[test]
        fn sharing_loses_nothing_that_fits(counter in 0usize..30, statement in 0usize..30, max in 0usize..40) {
            let side = |i| if i < counter { Side::Counter } else { Side::Statement };
            let all: Vec<_> = (0..counter + statement).map(|i| candidate(i, side(i))).collect();
            let got = shared(all, max);
            prop_assert_eq!(got.len(), max.min(counter + statement));
            prop_assert_eq!(got.iter().map(|c| &c.doc).collect::<BTreeSet<_>>().len(), got.len());
        }
    }
}
