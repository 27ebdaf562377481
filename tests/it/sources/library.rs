//! Records of sources in a library: merged by identifiers, field by field, each kept. Libraries of older formats.

use std::path::Path;

use gainsay::{
    domain::{DocId, Document, Page, Record, Retrieval, SourceMeta, rules::credibility::is_retracted},
    library::{KeywordQuery, Library},
};
use jiff::Timestamp;

use crate::support::program::succeed;

fn retrieval(source: &str, query: Option<&str>, second: i64) -> Retrieval {
    let at = Timestamp::from_second(1_800_000_000 + second).unwrap();
    Retrieval { source: source.into(), query: query.map(Into::into), hits: 9, at }
}

fn record(key: &str, doi: &str, pmid: &str, title: &str, text: &str) -> Record {
    let some = |text: &str| (!text.is_empty()).then(|| text.into());
    let meta = SourceMeta { title: title.into(), doi: some(doi), pmid: some(pmid), ..SourceMeta::default() };
    let pages = some(text).map(|text| Page { number: 1, text }).into_iter().collect();
    Record { key: key.into(), meta, pages, rank: 1, ..Record::default() }
}

fn library() -> Library {
    Library::open_in_memory().unwrap()
}

#[test]
fn a_record_without_an_abstract_adds_its_fields_and_takes_nothing_away() {
    let library = library();
    let first = record("1", "10.1000/a", "17", "Zinc and colds", "Zinc shortens colds.");
    let merged = library.merge(&retrieval("pubmed", Some("zinc"), 0), &[first]).unwrap();
    assert_eq!((merged.added(), merged.brought[0].rank), (1, 1));
    let id = merged.brought[0].doc.clone();
    let mut bare = record("10.1000/A", "10.1000/A", "", "", "");
    bare.meta.journal = Some("Journal of Colds".into());
    bare.meta.publication_types = vec!["Retracted Publication".into()];
    let merged = library.merge(&retrieval("crossref", Some("zinc"), 1), &[bare]).unwrap();
    assert_eq!((merged.added(), merged.updated, &merged.retracted), (0, 1, &vec![id.clone()]));
    let document = library.get(&id).unwrap().expect("the id stays, so that reviews find it");
    assert_eq!((&*document.meta.title, document.meta.pmid.as_deref()), ("Zinc and colds", Some("17")));
    assert_eq!(document.meta.journal.as_deref(), Some("Journal of Colds"));
    assert!(is_retracted(&document.meta));
    assert_eq!(document.pages[0].text, "Zinc shortens colds.");
    let sources: Vec<_> = library.origins(&id).unwrap().into_iter().map(|o| (o.source.to_string(), o.found)).collect();
    assert_eq!(sources.len(), 2);
    assert_eq!((sources[0].0.as_str(), &*sources[0].1[0].0, sources[0].1[0].2), ("crossref", "zinc", 9));
}

#[test]
fn the_same_title_is_not_the_same_work_and_identifiers_that_differ_keep_works_apart() {
    let library = library();
    let title = "A long and telling title of a paper";
    let records = [
        record("1", "10.1000/a", "", title, "One."),
        record("2", "10.1000/b", "", title, "Two."),
        record("3", "", "", title, "Three."),
        record("4", "10.1000/a", "", title, "One again."),
    ];
    let merged = library.merge(&retrieval("europepmc", Some("x"), 0), &records).unwrap();
    assert_eq!((merged.added(), library.count().unwrap()), (3, 3));
    assert_eq!(merged.brought[3].doc, merged.brought[0].doc);
    assert!(!merged.brought[3].new);
    // Its DOI is of one work, its PMID of another: it is neither.
    let mut torn = record("5", "10.1000/a", "99", title, "Torn.");
    library.merge(&retrieval("pubmed", Some("x"), 0), &[record("6", "10.1000/c", "99", "Other", "Other.")]).unwrap();
    torn.meta.pmcid = Some("PMC1".into());
    library.merge(&retrieval("pubmed", Some("x"), 1), &[torn]).unwrap();
    assert_eq!(library.count().unwrap(), 4, "it agrees with the first by DOI, which has no PMID");
}

#[test]
fn works_without_any_identifier_stay_apart_unless_they_are_the_same_to_the_letter() {
    let library = library();
    let records = [record("", "", "", "T", "One."), record("", "", "", "U", "Two."), record("x", "", "", "T", "One.")];
    let merged = library.merge(&retrieval("crossref", Some("x"), 0), &records).unwrap();
    assert_eq!((merged.added(), library.count().unwrap()), (2, 2));
    assert_eq!(merged.brought[2].doc, merged.brought[0].doc);
}

#[test]
fn the_same_answer_twice_changes_nothing_and_is_not_new_again() {
    let library = library();
    let records = [record("1", "10.1000/a", "", "T", "One."), record("2", "10.1000/b", "", "U", "Two.")];
    let first = library.merge(&retrieval("europepmc", Some("x"), 0), &records).unwrap();
    let generation = library.generation().unwrap();
    let again = library.merge(&retrieval("europepmc", Some("x"), 0), &records).unwrap();
    assert_eq!((first.added(), again.added(), again.known(), library.generation().unwrap()), (2, 0, 2, generation));
    assert!(
        again.brought.iter().all(|brought| brought.new),
        "a stage that is run again reports what its query brought"
    );
    let later = library.merge(&retrieval("europepmc", Some("x"), 60), &records).unwrap();
    assert_eq!((later.added(), later.brought.len()), (0, 2));
}

#[test]
fn looking_up_adds_no_document_and_a_source_that_takes_a_retraction_back_is_believed() {
    let library = library();
    let known = Document::new(
        SourceMeta { title: "Zinc".into(), doi: Some("10.1000/a".into()), ..SourceMeta::default() },
        vec![Page { number: 1, text: "Zinc shortens colds.".into() }],
    );
    library.add([known.clone()], |_| {}).unwrap();
    let mut retracted = record("1", "10.1000/a", "17", "Zinc, by a source", "");
    retracted.meta.publication_types = vec!["Retracted Publication".into()];
    let stranger = record("2", "10.1000/z", "", "Stranger", "A text.");
    let merged = library.merge(&retrieval("europepmc", None, 0), &[retracted.clone(), stranger]).unwrap();
    assert_eq!((library.count().unwrap(), merged.retracted.len(), merged.brought.len()), (1, 1, 1));
    let meta = library.get(&known.id).unwrap().unwrap().meta;
    assert_eq!((&*meta.title, meta.pmid.as_deref()), ("Zinc", Some("17")), "what the file said comes first");
    // Reinstated.
    retracted.meta.publication_types.clear();
    library.merge(&retrieval("europepmc", None, 1), &[retracted]).unwrap();
    assert!(!is_retracted(&library.get(&known.id).unwrap().unwrap().meta));
    // The title is found as before.
    assert_eq!(library.keyword(&KeywordQuery::new("zinc colds"), 5).unwrap().hits[0].doc, known.id);
}

#[test]
fn a_file_that_is_added_later_keeps_what_sources_knew() {
    let library = library();
    let mut rich = record("1", "10.1000/a", "17", "Zinc", "Zinc shortens colds.");
    rich.meta.publication_types = vec!["Retracted Publication".into()];
    library.merge(&retrieval("europepmc", Some("x"), 0), &[rich]).unwrap();
    let file = || {
        let meta =
            SourceMeta { title: "Zinc (corrected)".into(), doi: Some("10.1000/a".into()), ..SourceMeta::default() };
        Document::new(meta, vec![Page { number: 1, text: "Zinc does not shorten colds.".into() }])
    };
    let added = library.add([file()], |_| {}).unwrap();
    assert_eq!(added.updated, 1);
    let id = added.replaced[0].new.clone();
    let document = library.get(&id).unwrap().unwrap();
    assert_eq!((&*document.meta.title, document.meta.pmid.as_deref()), ("Zinc (corrected)", Some("17")));
    assert!(is_retracted(&document.meta));
    assert_eq!(library.add([file()], |_| {}).unwrap().unchanged, 1, "the same file again changes nothing");
    assert_eq!(library.origins(&id).unwrap().len(), 1, "and its origin is known still");
}

/// A library as an earlier version wrote it, with SQLite's own index over words. It is never made anew.
const OLD: &[u8] = include_bytes!("../../golden/library-2.sqlite");

/// What the first format did not have yet.
const TO_THE_FIRST: &str = "DROP TABLE record; DROP TABLE retrieval; DROP INDEX document_pmcid;
                            ALTER TABLE document DROP COLUMN pmcid; PRAGMA user_version = 1;";

#[test]
fn a_library_of_an_older_format_is_brought_up_to_date_and_loses_nothing() {
    for format in [1, 2] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.sqlite");
        std::fs::write(&path, OLD).unwrap();
        if format == 1 {
            rusqlite::Connection::open(&path).unwrap().execute_batch(TO_THE_FIRST).unwrap();
        }
        let reader = Library::open_read_only(&path).unwrap();
        assert_eq!(reader.count().unwrap(), 3, "what it holds can be read as it is");
        let refused = reader.keyword(&KeywordQuery::new("zinc"), 5).unwrap_err().to_string();
        assert!(refused.contains("bring it up to date"), "{refused}");
        drop(reader);
        let mut heard = Vec::new();
        let library = Library::open_and_upgrade(&path, &mut |done, of| heard.push((done, of))).unwrap();
        assert_eq!(heard, [(1, 3)], "who waits hears of it");
        for (query, title) in [
            ("zinc lozenges", "Zinc and the common cold"),
            ("statins and dementias", "Statins and dementia"),
            ("alpha-synuclein", "α-Synuclein in Parkinson’s disease"),
        ] {
            let hits = library.keyword(&KeywordQuery::new(query), 5).unwrap().hits;
            assert_eq!(&*library.get(&hits[0].doc).unwrap().unwrap().meta.title, title, "{query}");
        }
        let merged =
            library.merge(&retrieval("pubmed", None, 0), &[record("1", "10.1000/zinc", "17", "", "")]).unwrap();
        assert_eq!(merged.brought.len(), 1, "format {format} has records of sources now");
        drop(library);
        let again = Library::open_and_upgrade(&path, &mut |_, _| panic!("once is enough")).unwrap();
        assert!(again.remove(&merged.brought[0].doc).unwrap());
        assert!(again.keyword(&KeywordQuery::new("zinc"), 5).unwrap().hits.is_empty());
    }
}

/// A library of the third format, in which a page of the web of 437 words was one passage. It is never made anew.
const WHOLE_PAGES: &[u8] = include_bytes!("../../golden/library-3.sqlite");

/// The words of the best passage for `query`.
fn best(library: &Library, query: &str) -> String {
    let hit = library.keyword(&KeywordQuery::new(query), 5).unwrap().hits.remove(0);
    let document = library.get(&hit.doc).unwrap().unwrap();
    document.page(hit.passage.page).unwrap().text[hit.passage.start..hit.passage.end].to_owned()
}

fn count_words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Copies the library with what its writer has not folded in yet, as a crash leaves it.
fn as_it_is(path: &Path, to: &Path) {
    for ending in ["", "-wal"] {
        let of = |path: &Path| format!("{}{ending}", path.display());
        let _ = std::fs::copy(of(path), of(to));
    }
}

#[test]
fn an_old_library_finds_the_half_of_a_page_that_says_it_and_documents_stay_to_the_letter() {
    let folder = tempfile::tempdir().unwrap();
    let [path, killed] = ["old.sqlite", "killed.sqlite"].map(|name| folder.path().join(name));
    std::fs::write(&path, WHOLE_PAGES).unwrap();
    let reader = Library::open_read_only(&path).unwrap();
    let lorries = "collisions with lorries, the surgeon said";
    assert_eq!(count_words(&best(&reader, lorries)), 437, "who only reads it searches it as it is");
    let ids: Vec<_> = reader.list(0, 9, None).unwrap().into_iter().map(|entry| entry.id).collect();
    let documents = reader.get_many(&ids).unwrap();
    let generation = reader.stamp().unwrap().generation;
    drop(reader);

    let mut heard = Vec::new();
    let library = Library::open_and_upgrade(&path, &mut |done, of| {
        as_it_is(&path, &killed);
        heard.push((done, of));
    })
    .unwrap();
    assert_eq!(heard, [(1, 4)]);
    let half = best(&library, lorries);
    assert!(half.ends_with("in the second year.") && (200..=250).contains(&count_words(&half)), "{half}");
    assert_eq!(count_words(&best(&library, "melatonin sleep latency")), 286, "an abstract stays whole");
    let listed: Vec<_> = library.list(0, 9, None).unwrap().into_iter().map(|entry| entry.id).collect();
    assert_eq!((&listed, library.get_many(&ids).unwrap()), (&ids, documents), "places in them are what they were");
    assert_eq!(library.stamp().unwrap().generation, generation + 1, "searches made before are of another library");
    let models: Vec<_> = library.stats().unwrap().vectors;
    assert_eq!(models.len(), 1);
    let (kept, missing) = (models[0].1, library.without_vector(&models[0].0).unwrap());
    assert_eq!((kept, missing), (6, 2), "what stays as it is keeps its vector");

    // Adding the same documents anew gives the same library.
    let fresh = Library::open_in_memory().unwrap();
    fresh.add(documents_of(&library, &ids), |_| {}).unwrap();
    assert_eq!(fresh.stats().unwrap().passages, library.stats().unwrap().passages);
    for query in [lorries, "melatonin sleep latency", "quercetin in yeast broth", "degrees for ten days", "zinc"] {
        let of = |library: &Library| library.keyword(&KeywordQuery::new(query), 5).unwrap();
        assert_eq!(of(&fresh), of(&library), "{query}");
    }

    // Killed in the middle, it was as before, and opening it again brings it up to date.
    assert_eq!(count_words(&best(&Library::open_read_only(&killed).unwrap(), lorries)), 437);
    assert_eq!(best(&Library::open(&killed).unwrap(), lorries), half);
}

fn documents_of(library: &Library, ids: &[DocId]) -> Vec<Document> {
    library.get_many(ids).unwrap().into_iter().flatten().collect()
}

/// A review that the program of before made over that library: a quote in the second half of the page, and one of an
/// abstract.
const CITES: &[u8] = include_bytes!("../../golden/cites-library-3.gainsay");

/// Whoever opens a review of before would read that what it cites is not there.
#[test]
fn a_review_over_an_old_library_still_finds_its_quotes_when_that_is_brought_up_to_date() {
    let home = tempfile::tempdir().unwrap();
    let [library, review] = ["old.sqlite", "old.gainsay"].map(|name| home.path().join(name));
    std::fs::write(&library, WHOLE_PAGES).unwrap();
    std::fs::write(&review, CITES).unwrap();
    let quotes = || {
        let exported = succeed(home.path(), &["export", "old.gainsay", "--format", "json", "--out", "-"]);
        let report: serde_json::Value = serde_json::from_str(&exported).unwrap();
        let statements = report["statements"].as_array().unwrap().clone();
        statements.iter().map(|statement| statement["citations"].clone()).collect::<Vec<_>>()
    };
    let before = quotes();
    assert!(before[0][0]["passage"].as_str().unwrap().contains("collisions with lorries"), "{before:?}");
    succeed(home.path(), &["--library", "old.sqlite", "check", "old.gainsay"]);
    assert_eq!(quotes(), before);
    succeed(home.path(), &["verify", "old.gainsay"]);
    // Searched, scored and cited anew from passages of this version, the same words are found.
    std::fs::write(home.path().join("claims.txt"), "Collisions with lorries fell after the cycle lanes opened.\n")
        .unwrap();
    let report = succeed(home.path(), &["--library", "old.sqlite", "check", "claims.txt", "--out", "-"]);
    let quote = before[0][0]["passage"].as_str().unwrap().trim_end_matches('.');
    assert!(report.contains(quote), "{report}");
    let half = best(&Library::open_read_only(&library).unwrap(), "the surgeon said");
    assert!(count_words(&half) <= 250, "the library was brought up to date: {half}");
}
