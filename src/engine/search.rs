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
    let keywords = join_all(Side::BOTH.map(|side| {
        let (library, query) = (Arc::clone(library), query(side, statement, counter));
        let (own, limit) = (Arc::clone(own), settings.search_limit as usize);
        in_time(PATIENCE, blocking(move || keyword(&library, &query, &own, limit)))
    }));
    let (library_now, keywords) = tokio::join!(stamp, keywords);
    let mut result = SearchResult { library: library_now, ..SearchResult::default() };
    let mut found = Vec::new();
    for (side, keyword) in Side::BOTH.into_iter().zip(keywords) {
        let outcome = match keyword {
            Ok(list) => {
                result.own.extend(list.own);
                let outcome = StrategyOutcome::Found(u32::try_from(list.hits.len()).unwrap_or(u32::MAX));
                found.extend(ranked(side, list.hits));
                outcome
            }
            Err(why) => StrategyOutcome::Failed(why.into()),
        };
        let why = library.semantic_unavailable().unwrap_or("nothing makes embeddings for a search");
        let unavailable = StrategyOutcome::NotAvailable(why.into());
        for strategy in Strategy::ALL {
            let outcome = match strategy {
                Strategy::Keyword => outcome.clone(),
                // Hypothetical abstracts are written for the counter side only.
                Strategy::Hyde if side == Side::Statement => continue,
                Strategy::Attached => continue,
                Strategy::Semantic | Strategy::Hyde => unavailable.clone(),
            };
            result.strategies.push(StrategyReport { side, strategy, outcome });
        }
    }
    result.own.sort_unstable();
    result.own.dedup();
    let candidates = merged(found);
    result.found = u32::try_from(candidates.len()).unwrap_or(u32::MAX);
    result.candidates = shared(candidates, settings.max_candidates as usize);
    result
}

/// What comes of `work`, or that it took too long.
async fn in_time<T>(patience: Duration, work: impl Future<Output = Result<T, String>>) -> Result<T, String> {
    let late = |_| Err(format!("it was given up after {} s; run the stage “search” again", patience.as_secs()));
    tokio::time::timeout(patience, work).await.unwrap_or_else(late)
}

fn query(side: Side, statement: &Statement, counter: &Counter) -> KeywordQuery {
    match side {
        Side::Counter => KeywordQuery::of(std::iter::once(&counter.text).chain(&counter.keywords)),
        Side::Statement => KeywordQuery::new(&statement.text),
    }
}

/// What one strategy found, the paper itself apart.
struct List {
    hits: Vec<(Hit, SourceMeta)>,
    own: Vec<DocId>,
}

fn keyword(library: &Library, query: &KeywordQuery, own: &[SourceMeta], limit: usize) -> Result<List, String> {
    let hits = library.keyword(query, limit.saturating_add(SPARE)).map_err(|error| error.to_string())?;
    let ids: Vec<DocId> = hits.iter().map(|hit| hit.doc.clone()).collect();
    let metas = library.metas(&ids).map_err(|error| error.to_string())?;
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

/// One document as one strategy found it on one side.
struct Ranked {
    doc: DocId,
    meta: SourceMeta,
    passage: Passage,
    provenance: Provenance,
    /// Score as a share of the list's best, so that lists can be compared; 0–1.
    share: f64,
}

fn ranked(side: Side, hits: Vec<(Hit, SourceMeta)>) -> impl Iterator<Item = Ranked> {
    let best = hits.iter().map(|(hit, _)| hit.score).fold(0.0, f64::max);
    hits.into_iter().zip(1..).map(move |((hit, meta), rank)| Ranked {
        doc: hit.doc,
        meta,
        passage: hit.passage,
        provenance: Provenance { side, strategy: Strategy::Keyword, rank, score: hit.score },
        share: if best > 0.0 { (hit.score / best).clamp(0.0, 1.0) } else { 0.0 },
    })
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
    for (_, ways) in &mut documents {
        ways.sort_by(|a, b| a.provenance.rank.cmp(&b.provenance.rank).then(b.share.total_cmp(&a.share)));
    }
    documents.sort_by(|(a, x), (b, y)| x[0].provenance.rank.cmp(&y[0].provenance.rank).then_with(|| a.cmp(b)));
    let mut taken = [0_usize, 0];
    let mut candidates = Vec::with_capacity(documents.len());
    for (doc, ways) in documents {
        let best = &ways[0];
        let tie = |other: &&Ranked| other.provenance.rank == best.provenance.rank && other.share == best.share;
        let fewer = |way: &&Ranked| taken[index(way.provenance.side)];
        let best = ways.iter().filter(tie).min_by_key(fewer).unwrap_or(best);
        let side = best.provenance.side;
        taken[index(side)] += 1;
        candidates.push(Candidate {
            doc,
            meta: best.meta.clone(),
            passage: best.passage,
            side,
            fused: ways.iter().map(|way| way.share).fold(0.0, f64::max),
            found_by: ways.iter().map(|way| way.provenance).collect(),
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
        let waited = runtime.block_on(async { in_time::<()>(Duration::ZERO, std::future::pending()).await });
        assert!(waited.unwrap_err().contains("given up after 0 s"));
        assert_eq!(runtime.block_on(async { in_time(PATIENCE, std::future::ready(Ok(7))).await }), Ok(7));
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
            ranked(side, (0..8).map(hit).collect())
        };
        let merged = merged(hits(Side::Counter).chain(hits(Side::Statement)).collect());
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
