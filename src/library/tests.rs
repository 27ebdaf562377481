//! The library as its users meet it: real files, several threads.

use std::{
    collections::BTreeSet,
    fs,
    slice::from_ref,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use proptest::prelude::*;

use crate::domain::{
    DocId, Document, Page, Passage, SourceMeta,
    rules::credibility::{ATTACHED, UNPUBLISHED},
};

use super::{KeywordQuery, Library, LibraryError, Replaced};

fn titled(title: &str, text: &str) -> Document {
    let meta = SourceMeta { title: title.into(), ..SourceMeta::default() };
    Document::new(meta, vec![Page { number: 1, text: text.into() }])
}

fn with_doi(doi: &str, text: &str) -> Document {
    let meta = SourceMeta { doi: Some(doi.into()), ..SourceMeta::default() };
    Document::new(meta, vec![Page { number: 1, text: text.into() }])
}

/// Something for terms to be rare in.
fn background() -> Vec<Document> {
    (0..20).map(|i| titled(&format!("Background {i}"), &format!("Nothing of interest in volume {i}."))).collect()
}

fn library(documents: impl IntoIterator<Item = Document>) -> Library {
    let library = Library::open_in_memory().unwrap();
    library.add(background(), |_| {}).unwrap();
    library.add(documents, |_| {}).unwrap();
    library
}

fn found(library: &Library, query: &str) -> Vec<DocId> {
    library.keyword(&KeywordQuery::new(query), 10).unwrap().hits.into_iter().map(|hit| hit.doc).collect()
}

#[test]
fn what_was_added_is_found_after_opening_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new folder").join("library.db");
    let statin = titled("Statins and dementia", "Statin use did not lower the risk of dementia.");
    {
        let library = Library::open(&path).unwrap();
        library.add(background(), |_| {}).unwrap();
        assert_eq!(library.add([statin.clone()], |_| {}).unwrap().added, 1);
        assert_eq!(found(&library, "statins"), from_ref(&statin.id));
    }
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "one file is all that stays");
    for library in [Library::open(&path).unwrap(), Library::open_read_only(&path).unwrap()] {
        assert_eq!(found(&library, "statins lower dementia risks"), from_ref(&statin.id));
        assert_eq!(library.get(&statin.id).unwrap().unwrap(), statin);
        assert_eq!(library.count().unwrap(), 21);
    }
}

#[test]
fn a_corrected_record_takes_the_place_of_the_old_one() {
    let old = with_doi("10.1/ABC", "Zinc shortens colds.");
    let new = with_doi("10.1/abc", "Retracted: zinc does not shorten rhinitis.");
    let library = library([old.clone()]);
    let before = library.stamp().unwrap();
    let added = library.add([new.clone(), new.clone()], |_| {}).unwrap();
    assert_eq!((added.added, added.updated, added.unchanged), (0, 1, 1));
    assert_eq!(added.replaced, [Replaced { old: old.id.clone(), new: new.id.clone() }]);
    assert_eq!(library.get(&old.id).unwrap(), None);
    assert_eq!(found(&library, "zinc colds"), from_ref(&new.id));
    assert!(found(&library, "colds").is_empty());
    let after = library.stamp().unwrap();
    assert_eq!((after.generation, after.documents), (before.generation + 1, before.documents));
}

#[test]
fn one_record_can_replace_two_that_turn_out_to_be_the_same() {
    let by = |doi: Option<&str>, pmid: Option<&str>| {
        let meta = SourceMeta { doi: doi.map(Into::into), pmid: pmid.map(Into::into), ..SourceMeta::default() };
        Document::new(meta, vec![])
    };
    let library = library([by(Some("10.1/a"), None), by(None, Some("17"))]);
    let added = library.add([by(Some("10.1/a"), Some("17"))], |_| {}).unwrap();
    assert_eq!((added.updated, added.replaced.len()), (1, 2));
    assert_eq!(library.count().unwrap(), 21);
}

/// A note that counts for one statement would make every other one ask for a new search, which cannot find it.
#[test]
fn notes_attached_to_a_statement_are_not_among_the_documents_that_searches_run_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let of_type = |title: &str, kind: &str| {
        let meta = SourceMeta { title: title.into(), publication_types: vec![kind.into()], ..SourceMeta::default() };
        Document::new(meta, vec![Page { number: 1, text: "Zinc shortened colds.".into() }])
    };
    let note = of_type("My note", ATTACHED);
    let library = Library::open(&path).unwrap();
    let all = [note.clone(), of_type("Attached Notes", UNPUBLISHED), of_type("A trial", "Clinical Trial")];
    library.add(all, |_| {}).unwrap();
    assert_eq!((library.count().unwrap(), library.stats().unwrap().documents), (2, 3));
    drop(library);
    // A library of an earlier version has no index of the notes.
    rusqlite::Connection::open(&path).unwrap().execute_batch("DROP INDEX document_note").unwrap();
    assert_eq!(Library::open_read_only(&path).unwrap().count().unwrap(), 2);
    let library = Library::open(&path).unwrap();
    assert_eq!(library.count().unwrap(), 2);
    assert!(library.remove(&note.id).unwrap());
    assert_eq!((library.count().unwrap(), library.stats().unwrap().documents), (2, 2));
}

#[test]
fn the_generation_grows_with_changes_only() {
    let library = library([]);
    let document = titled("One", "word");
    let start = library.generation().unwrap();
    library.add([document.clone()], |_| {}).unwrap();
    library.add([document.clone()], |_| {}).unwrap();
    assert_eq!(library.generation().unwrap(), start + 1);
    assert!(library.remove(&document.id).unwrap());
    assert!(!library.remove(&document.id).unwrap());
    assert_eq!(library.generation().unwrap(), start + 2);
    assert!(found(&library, "word").is_empty());
}

/// A library that documents came and went in must rank as one that has only those that stayed.
#[test]
fn replaced_documents_leave_no_trace_in_the_scores() {
    let text = |i: usize| format!("aspirin trial {} {}", "placebo ".repeat(i % 5), "outcome ".repeat(i % 7));
    let stay: Vec<_> = (0..30).map(|i| with_doi(&format!("10.1/{i}"), &text(i))).collect();
    let fresh = library(stay.clone());
    let lived = library((0..30).map(|i| with_doi(&format!("10.1/{i}"), &"aspirin ".repeat(i * 3 + 1))));
    lived.add(stay, |_| {}).unwrap();
    let query = KeywordQuery::new("aspirin placebo outcome");
    assert_eq!(fresh.keyword(&query, 50).unwrap(), lived.keyword(&query, 50).unwrap());
}

#[test]
fn the_order_does_not_depend_on_the_order_of_adding() {
    let mut documents: Vec<_> = (0..40)
        .map(|i| {
            Document::new(
                SourceMeta { year: Some(i), ..SourceMeta::default() },
                vec![Page { number: 1, text: "same text".into() }],
            )
        })
        .collect();
    let one = library(documents.clone());
    documents.reverse();
    let other = library(documents);
    let query = KeywordQuery::new("same text");
    assert_eq!(one.keyword(&query, 7).unwrap(), other.keyword(&query, 7).unwrap());
    assert_eq!(one.keyword(&query, 40).unwrap().hits[..7], one.keyword(&query, 7).unwrap().hits);
}

#[test]
fn a_long_document_is_found_by_its_best_passage() {
    let page = |number, about: &str| {
        let filler = "Cells were kept at body warmth for ten days. ".repeat(60);
        Page { number, text: format!("{filler}\n\n{about}\n\n{filler}").as_str().into() }
    };
    let long = Document::new(
        SourceMeta { title: "Methods".into(), ..SourceMeta::default() },
        vec![page(1, "We thank our colleagues."), page(2, "Melatonin shortened sleep latency by 7 minutes.")],
    );
    let library = library([long.clone()]);
    let hits = library.keyword(&KeywordQuery::new("melatonin sleep latency cells"), 10).unwrap().hits;
    let [hit] = &hits[..] else { panic!("one document, found once: {hits:?}") };
    let Passage { page, start, end } = hit.passage;
    let text = &long.page(page).unwrap().text[start..end];
    assert!(page == 2 && text.contains("Melatonin") && text.split_whitespace().count() <= 250, "{text}");
    assert!(library.stats().unwrap().passages >= 20 + 8);
}

#[test]
fn names_are_found_in_any_spelling() {
    let synuclein = titled("α-Synuclein in Parkinson’s disease", "Aggregates of α-synuclein were seen.");
    let tnf = titled("Cytokines", "TNF-alpha and IL-6 rose.");
    let library = library([synuclein.clone(), tnf.clone()]);
    for query in ["alpha-synuclein", "alpha synuclein", "αSynuclein", "PARKINSON"] {
        assert_eq!(found(&library, query).first(), Some(&synuclein.id), "{query}");
    }
    for query in ["TNFα", "TNF‑α", "tnfalpha", "IL6", "il-6", "IL 6"] {
        assert_eq!(found(&library, query).first(), Some(&tnf.id), "{query}");
    }
}

#[test]
fn a_title_says_more_than_a_text() {
    let about = titled("Vitamin D and fractures", "No effect was seen in this trial.");
    let aside = titled("No effect was seen in this trial", "Vitamin D and fractures");
    assert_eq!(found(&library([aside, about.clone()]), "vitamin D fractures")[0], about.id);
}

#[test]
fn a_query_without_words_finds_nothing() {
    let library = library([titled("The", "and of the not")]);
    for query in ["", "  ", "the not and", "\"*^():-", "\0"] {
        assert!(found(&library, query).is_empty(), "{query:?}");
    }
    assert!(library.keyword(&KeywordQuery::new("interest"), 0).unwrap().hits.is_empty());
}

#[test]
fn a_whole_abstract_can_be_a_query() {
    let needle = titled("Quercetin", "Quercetin inhibits sirtuins in yeast.");
    let library = library([needle.clone()]);
    let many: String = (0..400).map(|i| format!("volume interest{i} ")).collect();
    assert_eq!(found(&library, &format!("{many} quercetin {many}"))[0], needle.id);
}

#[test]
fn searches_run_while_documents_are_added() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("library.db")).unwrap();
    library.add(background(), |_| {}).unwrap();
    let wanted = titled("Ginkgo", "Ginkgo did not improve memory.");
    library.add([wanted.clone()], |_| {}).unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for i in 0..30 {
                library.add([titled(&format!("New {i}"), "Something else came.")], |_| {}).unwrap();
            }
            done.store(true, Ordering::SeqCst);
        });
        for _ in 0..3 {
            scope.spawn(|| {
                while !done.load(Ordering::SeqCst) {
                    assert_eq!(found(&library, "ginkgo memory"), from_ref(&wanted.id));
                }
            });
        }
    });
    assert_eq!(library.count().unwrap(), 51);
}

#[test]
fn two_programs_may_add_to_one_library() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    thread::scope(|scope| {
        for who in ["a", "b"] {
            let path = &path;
            scope.spawn(move || {
                let library = Library::open(path).unwrap();
                for i in 0..10 {
                    library.add([titled(&format!("{who}{i}"), "text")], |_| {}).unwrap();
                }
            });
        }
    });
    let library = Library::open(&path).unwrap();
    assert_eq!((library.count().unwrap(), library.generation().unwrap()), (20, 20));
}

#[test]
fn files_that_are_no_library_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    let content = "My notes. ".repeat(1000);
    fs::write(&text, &content).unwrap();
    let other = folder.path().join("other.db");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    for path in [&text, &other] {
        for result in [Library::open(path), Library::open_read_only(path)] {
            assert!(matches!(&result, Err(LibraryError::NotALibrary { path: named }) if named == path));
        }
    }
    assert_eq!(fs::read_to_string(&text).unwrap(), content);
    let missing = folder.path().join("missing.db");
    assert!(matches!(Library::open_read_only(&missing), Err(LibraryError::Open { .. })));
    assert!(!missing.exists());
}

#[test]
fn a_library_of_a_newer_version_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    drop(Library::open(&path).unwrap());
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    for result in [Library::open(&path), Library::open_read_only(&path)] {
        let message = result.err().unwrap().to_string();
        assert!(message.contains("format 99") && message.contains("update gainsay"), "{message}");
    }
}

#[test]
fn damage_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let document = titled("One", "word");
    Library::open(&path).unwrap().add([document.clone()], |_| {}).unwrap();
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.execute("UPDATE document SET content = replace(content, 'word', 'lie')", []).unwrap();
    drop(raw);
    let library = Library::open(&path).unwrap();
    assert!(matches!(library.get(&document.id), Err(LibraryError::DamagedDocument(id)) if id == document.id));
    drop(library);

    let mut bytes = fs::read(&path).unwrap();
    bytes[4096..].fill(0xa5);
    fs::write(&path, bytes).unwrap();
    let message = Library::open(&path).and_then(|library| library.stats().map(|_| ())).unwrap_err().to_string();
    assert!(message.contains("damaged"), "{message}");
}

#[test]
fn a_library_for_reading_refuses_changes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    drop(Library::open(&path).unwrap());
    let library = Library::open_read_only(&path).unwrap();
    assert!(matches!(library.add([titled("a", "b")], |_| {}), Err(LibraryError::ReadOnly)));
    assert!(matches!(library.remove(&"x".into()), Err(LibraryError::ReadOnly)));
}

#[test]
fn lists_and_numbers() {
    let meta = SourceMeta {
        title: "Coffee and sleep".into(),
        journal: Some("Sleep 100%".into()),
        year: Some(2019),
        pmid: Some("42".into()),
        publication_types: vec!["Preprint".into()],
        ..SourceMeta::default()
    };
    let coffee = Document::new(meta, vec![]);
    let library = library([coffee.clone()]);
    for filter in ["coffee", "100%", "42", coffee.id.as_str()] {
        let entries = library.list(0, 10, Some(filter)).unwrap();
        assert_eq!(entries.iter().map(|entry| &entry.id).collect::<Vec<_>>(), [&coffee.id], "{filter}");
    }
    assert_eq!(library.list(19, 10, None).unwrap().len(), 2);
    assert_eq!(library.metas(&[coffee.id.clone(), "none".into()]).unwrap(), [Some(coffee.meta), None]);
    let stats = library.stats().unwrap();
    assert_eq!((stats.documents, stats.with_pmid, stats.with_doi), (21, 1, 0));
    assert_eq!(stats.years.into_iter().collect::<Vec<_>>(), [(None, 20), (Some(2019), 1)]);
    assert_eq!(stats.journals, [("Sleep 100%".into(), 1)]);
    assert_eq!(stats.publication_types, [("Preprint".into(), 1)]);
    assert!(stats.bytes > 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn nothing_in_a_query_is_syntax(
        text in prop_oneof![
            any::<String>(),
            prop::collection::vec(
                prop_oneof![
                    Just("\""), Just("*"), Just("^"), Just("NEAR("), Just("AND"), Just("OR"), Just("NOT"), Just(":"),
                    Just("title:"), Just("{a b}:"), Just("("), Just(")"), Just("+"), Just("-"), Just("\0"), Just("'"),
                    Just(";--"), Just("zinc"), Just("ⅷ"), Just("İ"),
                ],
                0..12,
            ).prop_map(|parts| parts.join(" ")),
        ],
    ) {
        thread_local! {
            static LIBRARY: (Library, DocId) = {
                let zinc = titled("Zinc", "near and or not title");
                (library([zinc.clone()]), zinc.id)
            };
        }
        LIBRARY.with(|(library, zinc)| {
            let with = library.keyword(&KeywordQuery::new(&format!("{text} zinc")), 50).unwrap().hits;
            // Whatever else was said, it does not keep the word from being found.
            assert!(with.iter().any(|hit| hit.doc == *zinc), "{text:?}");
            assert!(with.iter().all(|hit| hit.score > 0.0));
        });
    }
}

/// Frequent terms are left out of searches in large libraries, never the only one.
#[test]
fn a_frequent_word_is_still_found_when_it_is_all_that_is_asked() {
    let library = library((0..1200).map(|i| titled(&format!("Trial {i}"), "A placebo was given.")));
    assert_eq!(found(&library, "placebo").len(), 10);
    assert_eq!(found(&library, "placebo in trial 117").len(), 1);
}

/// Vectors of one number each way: a passage about cats, one about dogs, one about neither.
fn towards(text: &str) -> Vec<f32> {
    [text.contains("cat"), text.contains("dog")].iter().map(|about| f32::from(u8::from(*about))).collect()
}

fn nearest(library: &Library, model: &str, query: &[f32]) -> Vec<(DocId, f64)> {
    let hits = library.semantic(model, &[query.to_vec()], 10).unwrap().hits;
    hits.into_iter().filter(|hit| hit.score > 0.0).map(|hit| (hit.doc, hit.score)).collect()
}

#[test]
fn what_is_near_in_meaning_is_found_and_what_went_is_not() {
    let [cats, dogs, birds] =
        [("A", "the cat"), ("B", "the dog"), ("C", "a bird")].map(|(title, text)| titled(title, text));
    let library = library([cats.clone(), dogs.clone(), birds]);
    let all = library.without_vector("made").unwrap();
    assert_eq!(all, library.count().unwrap(), "each is one passage long");
    let mut told = 0;
    assert_eq!(library.embed("made", towards, |made| told = made).unwrap(), all);
    assert_eq!((told, library.without_vector("made").unwrap()), (all, 0));
    let found = nearest(&library, "made", &[1.0, 0.0]);
    assert!(found.len() == 1 && found[0].0 == cats.id && (found[0].1 - 1.0).abs() < 0.02, "{found:?}");
    // Of several texts the nearest counts.
    let either = library.semantic("made", &[vec![1.0, 0.0], vec![0.0, 1.0]], 2).unwrap().hits;
    assert_eq!(either.iter().map(|hit| &hit.doc).collect::<BTreeSet<_>>(), BTreeSet::from([&cats.id, &dogs.id]));
    // Another model's vectors are its own, and a query of another width finds nothing.
    assert_eq!(library.without_vector("other").unwrap(), all);
    assert!(nearest(&library, "other", &[1.0, 0.0]).is_empty() && nearest(&library, "made", &[1.0]).is_empty());
    assert!(library.remove(&cats.id).unwrap());
    assert!(nearest(&library, "made", &[1.0, 0.0]).is_empty());
    library.add([cats.clone()], |_| {}).unwrap();
    assert_eq!(library.without_vector("made").unwrap(), 1, "a document that came has none yet");
    assert_eq!(library.embed("made", towards, |_| {}).unwrap(), 1);
    assert_eq!(nearest(&library, "made", &[1.0, 0.0]).len(), 1);
}

#[test]
fn vectors_outlive_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let cats = titled("A", "the cat");
    let library = Library::open(&path).unwrap();
    library.add([cats.clone()], |_| {}).unwrap();
    library.embed("made", towards, |_| {}).unwrap();
    drop(library);
    let library = Library::open_read_only(&path).unwrap();
    assert_eq!((library.without_vector("made").unwrap(), nearest(&library, "made", &[1.0, 0.0]).len()), (0, 1));
}
