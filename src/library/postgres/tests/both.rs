//! What a library does it does alike, in a file and on a server: every step is taken in both, and all they say of it is
//! compared.

use std::path::Path;

use jiff::Timestamp;

use crate::{
    domain::{DocId, Document, Page, Record, RecordFacts, Retrieval, SourceMeta, rules::credibility::ATTACHED},
    library::{KeywordQuery, Library, Ranking},
};

use super::{made, server::Server, titled, with_doi};

/// One library in each place.
struct Both {
    file: Library,
    server: Library,
}

impl Both {
    fn new(server: &Server) -> Self {
        Self { file: Library::open_in_memory().unwrap(), server: made(&server.database()) }
    }

    /// What both say, which must be the same.
    fn say<T: std::fmt::Debug + PartialEq>(&self, what: &str, ask: impl Fn(&Library) -> T) -> T {
        let (file, server) = (ask(&self.file), ask(&self.server));
        assert_eq!(file, server, "{what}: SQLite first, PostgreSQL second");
        server
    }

    /// Everything that can be asked, for the documents `ids`.
    fn agree(&self, after: &str, ids: &[DocId]) {
        self.say(after, |library| library.stamp().unwrap());
        self.say(after, |library| library.get_many(ids).unwrap());
        self.say(after, |library| library.metas(ids).unwrap());
        self.say(after, |library| {
            library.list(0, 5000, None).unwrap().into_iter().map(|entry| (entry.id, entry.meta)).collect::<Vec<_>>()
        });
        self.say(after, |library| {
            let stats = library.stats().unwrap();
            (
                stats.documents,
                stats.passages,
                stats.with_doi,
                stats.with_pmid,
                stats.years,
                stats.journals,
                stats.publication_types,
                stats.vectors,
            )
        });
        for id in ids {
            self.say(after, |library| library.origins(id).unwrap());
        }
        self.say(after, |library| library.without_vector("made").unwrap());
        for query in ["zinc colds", "aspirin placebo outcome trial", "something else entirely"] {
            let ranking = |library: &Library| library.keyword(&KeywordQuery::new(query), 20).unwrap();
            near(&ranking(&self.file), &ranking(&self.server), &format!("{after}: {query}"));
        }
    }
}

/// The same hits in the same order, with the same scores but for what rounding may do.
fn near(file: &Ranking, server: &Ranking, what: &str) {
    assert_eq!(file.hits.len(), server.hits.len(), "{what}: {file:?} {server:?}");
    for (a, b) in file.hits.iter().zip(&server.hits) {
        assert_eq!((&a.doc, a.passage), (&b.doc, b.passage), "{what}");
        assert!((a.score - b.score).abs() <= 1e-12 * a.score.abs().max(1.0), "{what}: {} {}", a.score, b.score);
    }
    let spread = |ranking: &Ranking| (ranking.spread.mean, ranking.spread.deviation);
    let ((a, c), (b, d)) = (spread(file), spread(server));
    assert!((a - b).abs() < 1e-9 && (c - d).abs() < 1e-9, "{what}: {file:?} {server:?}");
}

fn meta(title: &str, doi: Option<&str>, pmid: Option<&str>, year: Option<i32>) -> SourceMeta {
    let clean = |text: Option<&str>| text.map(Into::into);
    SourceMeta { title: title.into(), doi: clean(doi), pmid: clean(pmid), year, ..SourceMeta::default() }
}

fn retrieval(source: &str, query: Option<&str>, second: i64) -> Retrieval {
    let at = Timestamp::from_second(1_700_000_000 + second).unwrap();
    Retrieval { source: source.into(), query: query.map(Into::into), hits: 7, at }
}

fn record(key: &str, rank: u32, meta: SourceMeta, text: Option<&str>) -> Record {
    let pages = text.map(|text| Page { number: 1, text: text.into() }).into_iter().collect();
    Record { key: key.into(), rank, meta, pages, facts: RecordFacts::default() }
}

#[test]
fn documents_come_and_go_alike() {
    let Some(server) = Server::start() else { return };
    let both = Both::new(&server);
    let mut ids = Vec::new();
    let mut add = |both: &Both, after: &str, documents: &[Document]| {
        ids.extend(documents.iter().map(|document| document.id.clone()));
        both.say(after, |library| library.add(documents.to_vec(), |_| {}).unwrap());
        both.agree(after, &ids);
    };
    let text = |i: usize| format!("aspirin trial {} {}", "placebo ".repeat(i % 5), "outcome ".repeat(i % 7));
    let first: Vec<_> = (0..60).map(|i| with_doi(&format!("10.1/{i}"), &text(i))).collect();
    add(&both, "nothing was there", &first);
    add(&both, "the same again", &first);
    add(
        &both,
        "some corrected, some new, one twice",
        &[
            with_doi("10.1/3", "Zinc shortens colds."),
            with_doi("10.1/100", "Zinc does not shorten colds."),
            with_doi("https://doi.org/10.1/4", "Zinc was given."),
            with_doi("10.1/100", "Retracted: zinc does not shorten colds."),
        ],
    );
    let page = |text: &str| vec![Page { number: 1, text: text.into() }];
    add(
        &both,
        "two that turn out to be one",
        &[
            Document::new(meta("By DOI", Some("10.2/a"), None, Some(2001)), page("zinc")),
            Document::new(meta("By PMID", None, Some("17"), None), page("colds")),
        ],
    );
    add(
        &both,
        "the one that says so",
        &[Document::new(meta("", Some("10.2/A"), Some("17"), None), page("zinc colds"))],
    );
    let filler = "Cells were kept at body warmth for ten days. ".repeat(90);
    let long = vec![Page { number: 3, text: filler.as_str().into() }, Page { number: 9, text: "zinc".into() }];
    add(&both, "one of many passages", &[Document::new(meta("Cells", None, None, Some(1999)), long)]);
    add(&both, "one with its title alone", &[Document::new(meta("Colds and zinc", None, None, None), vec![])]);
    let mut note = meta("A note of zinc", None, None, None);
    note.publication_types = vec![ATTACHED.into()];
    let before = both.say("before a note", |library| library.count().unwrap());
    add(&both, "a note for one statement", &[Document::new(note, page("zinc"))]);
    assert_eq!(both.say("a note for one statement", |library| library.count().unwrap()), before);
    let gone = [&first[7].id, &first[8].id, &DocId::from("nobody")];
    for id in gone {
        both.say("removing", |library| library.remove(id).unwrap());
        both.agree("one was removed", &ids);
    }
    let body = "In the full text zinc shortened colds by two days.";
    both.say("full text", |library| library.add_full_text(&first[9].id, body).unwrap());
    both.say("full text again", |library| library.add_full_text(&first[9].id, body).unwrap());
    both.say("full text of nothing", |library| library.add_full_text(&"nobody".into(), body).unwrap());
    both.agree("a full text came", &ids);
    for filter in ["ZINC", "10.1/100", "17", "by pmid", "%", "_", "'"] {
        both.say(filter, |library| {
            library.list(0, 50, Some(filter)).unwrap().into_iter().map(|entry| entry.id).collect::<Vec<_>>()
        });
    }
}

#[test]
fn records_of_sources_are_merged_alike() {
    let Some(server) = Server::start() else { return };
    let both = Both::new(&server);
    let own = Document::new(
        meta("Zinc for colds", Some("10.1/z"), None, None),
        vec![Page { number: 1, text: "Zinc shortened colds.".into() }],
    );
    both.say("own", |library| library.add([own.clone()], |_| {}).unwrap());
    let merge = |after: &str, retrieval: &Retrieval, records: &[Record]| {
        let merged = both.say(after, |library| library.merge(retrieval, records).unwrap());
        let ids: Vec<_> = merged.brought.iter().map(|brought| brought.doc.clone()).chain([own.id.clone()]).collect();
        both.agree(after, &ids);
        merged
    };
    let europe = retrieval("europepmc", Some("zinc AND colds"), 0);
    let records = [
        record("1", 1, meta("Zinc for colds", Some("10.1/Z"), Some("41"), Some(2010)), Some("Zinc shortened colds.")),
        record("2", 2, meta("A placebo trial", None, Some("42"), Some(2011)), Some("Placebo did as well as zinc.")),
        record("3", 3, meta("Without a text", None, Some("43"), None), None),
        record("", 4, meta("Without a key", None, None, None), Some("An outcome.")),
    ];
    let merged = merge("one source", &europe, &records);
    assert_eq!((merged.added(), merged.updated, merged.without_text), (2, 1, 1));
    merge("the same answer again", &europe, &records);
    let mut retracted = meta("RETRACTED: Zinc for colds", Some("10.1/z"), None, None);
    retracted.publication_types = vec!["Retracted Publication".into()];
    let merged = merge("looked up", &retrieval("crossref", None, 60), &[record("10.1/z", 1, retracted, None)]);
    assert_eq!(merged.retracted, std::slice::from_ref(&own.id));
    merge("another query", &retrieval("europepmc", Some("placebo"), 90), &records[1..2]);
    // A page that turns out to be the abstract of a paper is one passage from then on.
    let known = SourceMeta {
        pmcid: Some("PMC9".into()),
        url: Some("https://a.example/9".into()),
        ..meta("Page", None, None, None)
    };
    let text = "Riders were counted in every ward of the city on each day. ".repeat(35);
    let page = Document::new(known.clone(), vec![Page { number: 1, text: text.trim().into() }]);
    both.say("a page", |library| library.add([page.clone()], |_| {}).unwrap());
    let passages = |after: &str| both.say(after, |library| library.stats().unwrap().passages);
    let before = passages("a page");
    let paper = SourceMeta { journal: Some("Journal".into()), url: None, ..known };
    merge("it is a paper", &retrieval("pubmed", None, 100), &[record("9", 1, paper, None)]);
    assert_eq!(passages("it is a paper"), before - 1);
    let whole =
        both.say("it is a paper", |library| library.keyword(&KeywordQuery::new("riders"), 1).unwrap().hits[0].passage);
    assert_eq!((whole.start, whole.end), (0, page.pages[0].text.len()));
    both.agree("it is a paper", std::slice::from_ref(&page.id));
    // Two that records know are one by a document that somebody adds: what was theirs alone is its.
    let other = Document::new(meta("Other", None, Some("42"), None), vec![]);
    both.say("a file with one's own", |library| library.add([other.clone()], |_| {}).unwrap());
    merge(
        "its record",
        &retrieval("pubmed", None, 120),
        &[record("42", 1, meta("Trial", None, Some("42"), None), None)],
    );
    let one =
        Document::new(meta("Both", Some("10.1/z"), Some("42"), None), vec![Page { number: 1, text: "zinc".into() }]);
    both.say("both are one", |library| library.add([one.clone()], |_| {}).unwrap());
    both.agree("both are one", &[own.id.clone(), other.id, one.id]);
}

#[test]
fn what_is_near_in_meaning_is_found_alike() {
    let Some(server) = Server::start() else { return };
    let both = Both::new(&server);
    let documents: Vec<_> =
        (0..200).map(|i| titled(&format!("Title {i}"), &format!("word{} text {i}", i % 13))).collect();
    both.say("adding", |library| library.add(documents.clone(), |_| {}).unwrap());
    // Numbers of no meaning, but always the same for the same text.
    let vector = |text: &str| -> Vec<f32> {
        let bytes: Vec<u8> = text.bytes().collect();
        (0..48).map(|i| f32::from(bytes[i * 7 % bytes.len()] ^ bytes[i % bytes.len()]) - 60.0).collect()
    };
    both.say("none yet", |library| library.unembedded("made", 3).unwrap());
    let made = both.say("making", |library| library.embed("made", vector, |_| {}).unwrap());
    assert_eq!(made, 200);
    let queries = [vector("Title 7 word7"), vector("another text")];
    let ranking = |library: &Library, k: usize| library.semantic("made", &queries, k).unwrap();
    for k in [0, 1, 10, 300] {
        near(&ranking(&both.file, k), &ranking(&both.server, k), &format!("{k} nearest"));
    }
    both.say("another width", |library| library.semantic("made", &[vec![1.0]], 5).unwrap());
    both.say("another model", |library| library.semantic("other", &queries, 5).unwrap());
    both.say("removing", |library| library.remove(&documents[7].id).unwrap());
    both.say("adding", |library| library.add([titled("Title 7", "word7 text 7 again")], |_| {}).unwrap());
    both.say("one is missing", |library| library.without_vector("made").unwrap());
    both.say("which", |library| library.unembedded("made", 9).unwrap().into_iter().map(|p| p.text).collect::<Vec<_>>());
    near(&ranking(&both.file, 50), &ranking(&both.server, 50), "after a change");
    both.say("stats", |library| library.stats().unwrap().vectors);
}

#[test]
fn nothing_in_a_text_is_syntax() {
    let Some(server) = Server::start() else { return };
    let both = Both::new(&server);
    let nasty = [
        "'; DROP TABLE document; --",
        "\\",
        "$1 $$ \\. \t\n",
        "a\0b",
        "%s %_",
        "\u{202e}zinc",
        "';--",
        "\\N",
        "{a,\"b\"}",
        "zinc & colds | !('placebo')",
        "né 💊 \u{7f}",
    ];
    let documents: Vec<Document> = (nasty.iter())
        .map(|text| {
            let mut meta = meta(text, Some(&format!("10.1/{text}")), Some(text), None);
            meta.journal = Some((*text).into());
            meta.publication_types = vec![(*text).into()];
            Document::new(meta, vec![Page { number: 1, text: format!("zinc {text}").as_str().into() }])
        })
        .collect();
    both.say("adding", |library| library.add(documents.clone(), |_| {}).unwrap());
    let ids: Vec<_> = documents.iter().map(|document| document.id.clone()).collect();
    both.agree("nasty", &ids);
    for text in nasty {
        let ranking = |library: &Library| library.keyword(&KeywordQuery::new(&format!("{text} zinc")), 20).unwrap();
        near(&ranking(&both.file), &ranking(&both.server), text);
        both.say(text, |library| library.list(0, 9, Some(text)).unwrap().len());
        both.say(text, |library| library.remove(&text.into()).unwrap());
        both.say(text, |library| library.without_vector(text).unwrap());
        both.say(text, |library| library.keep_vectors(text, &[]).is_ok());
        let from = retrieval(text, Some(text), 0);
        let records = [record(text, 1, meta(text, None, Some(text), None), Some(text))];
        both.say(text, |library| library.merge(&from, &records).unwrap());
    }
    both.agree("all that", &ids);
}

#[test]
fn a_reader_who_opens_it_finds_what_is_there() {
    let Some(server) = Server::start() else { return };
    let address = server.database();
    let written = made(&address);
    let zinc = titled("Zinc", "Zinc shortened colds.");
    written.add([zinc.clone()], |_| {}).unwrap();
    let reader = Library::open_read_only(Path::new(&address)).unwrap();
    assert!(reader.is_read_only() && !written.is_read_only());
    assert_eq!(reader.keyword(&KeywordQuery::new("zinc"), 3).unwrap().hits.len(), 1);
    assert_eq!(reader.get(&zinc.id).unwrap(), Some(zinc));
}
