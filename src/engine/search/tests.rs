use std::collections::BTreeSet;

use proptest::{prop_assert_eq, proptest};

use super::{
    fuse::{fused, merged, shared},
    strategies::{Ended, List},
    *,
};
use crate::{
    domain::{
        Candidate, Document, Page, ShortForm, SourceMeta, Strategy,
        fixtures::{candidate, source, statement},
    },
    library::{Hit, Spread},
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
    let searcher = Searcher::new(Arc::clone(library));
    runtime.block_on(searcher.search(statement, counter, &Arc::new(own.to_vec().into()), settings))
}

#[test]
fn a_strategy_that_does_not_come_to_an_end_has_failed() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let waited = runtime.block_on(async { in_time(Duration::ZERO, std::future::pending()).await });
    assert!(matches!(waited, Ended::Failed(why) if why.contains("given up after 0 s")));
    let absent = Ended::Absent("no table".into());
    let ended = runtime.block_on(async { in_time(PATIENCE, std::future::ready(absent)).await });
    assert!(matches!(ended, Ended::Absent(_)));
}

#[test]
fn both_sides_are_searched_and_a_document_is_found_once() {
    let library = library(&DOCUMENTS);
    let statement = statement("Metformin lowers HbA1c in adults.");
    let result =
        search(&library, &statement, &counter("Metformin has no effect: a null result."), &[], &Settings::default());
    assert_eq!((result.found, result.candidates.len()), (3, 3));
    let side = |title: &str| result.candidates.iter().find(|c| c.meta.title == title).unwrap().side;
    assert_eq!(side("No effect of metformin"), Side::Counter);
    assert_eq!(side("Metformin in adults: the first trial"), Side::Statement);
    let both = result.candidates.iter().find(|c| c.meta.title.starts_with("No effect")).unwrap();
    let ways = both.found_by.iter().map(|p| (p.side, p.strategy)).collect::<Vec<_>>();
    let expected = Side::BOTH.map(|side| [(side, Strategy::Semantic), (side, Strategy::Keyword)]).concat();
    assert_eq!(ways, expected, "by its words and by its meaning");
    assert_eq!(result.library.documents, 4);
    assert!(result.any_succeeded() && !result.any_failed());
    let unavailable = result.strategies.iter().filter(|s| matches!(s.outcome, StrategyOutcome::NotAvailable(_)));
    assert_eq!((unavailable.count(), result.strategies.len()), (1, 5), "no hypothetical abstract was written");
    assert_eq!(
        search(&library, &statement, &counter("Metformin has no effect: a null result."), &[], &Settings::default()),
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
    assert_eq!(result.candidates.iter().map(|c| c.meta.title.as_str()).collect::<Vec<_>>(), ["No effect of metformin"]);
}

/// Without DOI, PMID and title only its text says that a document is the paper; it would support every statement of it.
#[test]
fn the_paper_without_a_title_is_known_by_its_text() {
    let text = "Metformin is given to most adults with diabetes, and little is known of what it does in the old. We \
        gave metformin or placebo to 240 adults above the age of eighty. Metformin lowered HbA1c by 0.6 points \
        compared with placebo, and no serious adverse events were seen over twelve weeks of treatment.";
    let library = library(&[("", text), DOCUMENTS[0], DOCUMENTS[1]]);
    let source = source(text);
    let statement = statement("Metformin lowered HbA1c by 0.6 points compared with placebo.");
    let own = Arc::new(Own::of(&source, &statement));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let searcher = Searcher::new(Arc::clone(&library));
    let counter = counter("Metformin did not lower HbA1c compared with placebo.");
    let result = runtime.block_on(searcher.search(&statement, &counter, &own, &Settings::default()));
    assert_eq!(result.own.len(), 1);
    let titles: BTreeSet<&str> = result.candidates.iter().map(|c| c.meta.title.as_str()).collect();
    assert_eq!(titles, BTreeSet::from([DOCUMENTS[0].0, DOCUMENTS[1].0]), "other papers on the subject stay");
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
        let found: Vec<Candidate> = (0..8).map(|i| candidate(i, side)).collect();
        let hit = |(i, c): (usize, &Candidate)| Hit { doc: c.doc.clone(), passage: c.passage, score: 9.0 - i as f64 };
        let hits = found.iter().enumerate().map(hit).collect();
        let list = List { hits, spread: Spread { mean: 5.0, deviation: 2.0 }, rest: 0.0 };
        let metas = found.into_iter().map(|c| (c.doc, c.meta)).collect();
        fused(side, &[(Strategy::Keyword, &list)], 0.5, &metas, 8)
    };
    let merged = merged(hits(Side::Counter).into_iter().chain(hits(Side::Statement)).collect(), 1_000);
    assert_eq!(merged.iter().filter(|c| c.side == Side::Counter).count(), 4);
    assert!(merged.iter().all(|c| c.found_by.len() == 2));
}

#[test]
fn how_far_a_document_is_ahead_of_the_others_is_noted() {
    let small = library(&DOCUMENTS);
    let others: Vec<String> = (0..60).map(|n| format!("A note on river {n} and its banks.")).collect();
    let others: Vec<(&str, &str)> = others.iter().map(|text| ("Rivers", text.as_str())).collect();
    let large = library(&[&DOCUMENTS[..], &others].concat());
    let search_in = |library: &Arc<Library>, text: &str| {
        search(library, &statement(text), &counter(text), &[], &Settings::default()).candidates
    };
    let of_few = search_in(&small, "Metformin lowered HbA1c in adults with diabetes.");
    assert!(of_few.len() > 1 && of_few.iter().all(|c| c.lead.is_none()), "somebody chose these few: {of_few:?}");
    let found = |text: &str| search_in(&large, text);
    let candidates = found("Metformin lowered HbA1c in adults with diabetes.");
    let best = candidates.iter().map(|c| c.fused).fold(0.0, f64::max);
    let next = candidates.iter().map(|c| c.fused).filter(|fused| *fused < best).fold(0.0, f64::max);
    assert!(candidates.len() > 1 && best > next, "{candidates:?}");
    for candidate in &candidates {
        let other = if candidate.fused < best { best } else { next };
        assert_eq!(candidate.lead, Some(candidate.fused - other), "{}", candidate.meta.title);
    }
    let [only] = &found("Finches")[..] else { panic!("one document has it") };
    assert_eq!(only.lead, Some(0.0), "the only one is ahead of nothing");
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

#[test]
fn other_words_of_the_same_meaning_are_found() {
    let library = library(&[
        ("Acetylsalicylic acid", "Acetylsalicylic acid reduced myocardial infarction."),
        ("Song", "Finches sing at dawn."),
    ]);
    let aspirin = statement("Aspirin prevents heart attacks.");
    let result =
        search(&library, &aspirin, &counter("Aspirin does not prevent heart attacks."), &[], &Settings::default());
    let found: Vec<_> = result.candidates.iter().map(|c| c.meta.title.as_str()).collect();
    assert_eq!(found, ["Acetylsalicylic acid"]);
    assert!(result.candidates[0].found_by.iter().all(|way| way.strategy == Strategy::Semantic));
}

#[test]
fn a_library_without_vectors_that_cannot_be_written_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let meta = SourceMeta { title: "Zinc".into(), ..SourceMeta::default() };
    let zinc = Document::new(meta, vec![Page { number: 1, text: "Zinc shortens colds.".into() }]);
    Library::open(&path).unwrap().add([zinc], |_| ()).unwrap();
    let library = Arc::new(Library::open_read_only(&path).unwrap());
    let zinc = statement("Zinc shortens colds.");
    let result = search(&library, &zinc, &counter("Zinc does not shorten colds."), &[], &Settings::default());
    assert_eq!(result.candidates.len(), 1, "words find it all the same");
    let why = |report: &StrategyReport| match &report.outcome {
        StrategyOutcome::NotAvailable(why) => why.to_string(),
        other => format!("{other:?}"),
    };
    let semantic = result.strategies.iter().filter(|report| report.strategy == Strategy::Semantic);
    assert!(semantic.into_iter().all(|report| why(report).contains("library add")));
}

/// A paper writes “CVD” in its findings, and what others found on cardiovascular disease was not searched for.
#[test]
fn an_abbreviation_that_the_paper_explains_is_searched_for_in_full_as_well() {
    let form = ShortForm { short: "CVD".into(), long: "cardiovascular disease".into() };
    let statement = Statement { short_forms: vec![form], ..statement("Migraine raises the risk of CVD.") };
    let query = SearchQuery::on(Side::Statement, &statement, &counter("Migraine does not raise the risk of CVD."));
    assert_eq!(query.words, ["Migraine raises the risk of CVD.", "cardiovascular disease"]);
    assert_eq!(query.meaning, "Migraine raises the risk of cardiovascular disease.");
}

/// Of “no differences in secondary outcomes between the groups” a source was asked for secondary, outcomes and groups.
#[test]
fn what_a_paper_is_about_is_searched_for_where_the_statement_does_not_name_it() {
    let topic = Some("Therapy of tuberculous meningitis".into());
    let statement = Statement { topic, ..statement("Secondary outcomes did not differ.") };
    let query = SearchQuery::on(Side::Statement, &statement, &counter("Secondary outcomes differed."));
    assert_eq!(query.words, ["Secondary outcomes did not differ.", "Therapy of tuberculous meningitis"]);
    assert_eq!(query.meaning, "Secondary outcomes did not differ. Therapy of tuberculous meningitis");
}
