//! A library whose passages an older version cut.

use std::path::Path;

use crate::{
    domain::{Document, Page, Passage, SourceMeta},
    library::{
        KeywordQuery, Library, LibraryError,
        postgres::{self, Postgres, write::Prepared},
        prepared::count,
        terms::Terms,
    },
};

use super::{made, server::Server, titled};

/// A page of the web of 400 words, which older versions took for one passage.
fn page() -> Document {
    let about =
        |what: &str| -> String { (0..20).map(|i| format!("In ward {i} they counted {what} all day long. ")).collect() };
    let text = format!("{}\n\n{}Lorries are safer now.", about("bicycles"), about("shoppers"));
    let meta =
        SourceMeta { title: "A year".into(), url: Some("https://news.example/a".into()), ..SourceMeta::default() };
    Document::new(meta, vec![Page { number: 1, text: text.as_str().into() }])
}

/// Adds `document` as the first format had it: with one passage.
fn add_whole(address: &str, document: &Document) {
    let mut terms = Terms::new();
    let whole = Passage { page: 1, start: 0, end: document.pages[0].text.len() };
    let counts = count(document, &whole, &mut terms).into();
    let old = Prepared { passages: vec![(whole, counts)], ..Prepared::of(document.clone(), &mut terms).unwrap() };
    let library = Postgres::open(address, true).unwrap();
    library.write(|writing| writing.insert(&[&old])).unwrap();
}

fn passage_of(library: &Library, query: &str) -> Passage {
    library.keyword(&KeywordQuery::new(query), 5).unwrap().hits[0].passage
}

#[test]
fn a_page_is_found_by_the_half_that_says_it_once_the_owner_has_run_init() {
    let Some(server) = Server::start() else { return };
    let address = server.database();
    let (page, note) = (page(), titled("Zinc", "Zinc shortened colds."));
    let library = made(&address);
    library.add([note.clone()], |_| {}).unwrap();
    add_whole(&address, &page);
    library.embed("made", |text| vec![text.len() as f32, 1.0], |_| {}).unwrap();
    let whole = passage_of(&library, "lorries safer");
    assert_eq!((whole.start, whole.end), (0, page.pages[0].text.len()));
    let generation = library.stamp().unwrap().generation;
    server.sql(&address, "UPDATE gainsay.library SET format = 1");
    let why = Library::open(Path::new(&address)).err().unwrap().to_string();
    assert!(why.contains("format 1") && why.contains("its owner runs `gainsay library init`"), "{why}");
    // The server dies in the middle: everything is as it was.
    if server.port().is_some() {
        let died = postgres::init(&address, &mut |_, _| assert!(server.kill()));
        assert!(matches!(died, Err(LibraryError::Interrupted(_) | LibraryError::Server(_))), "{died:?}");
        server.start_again();
        let left = "SELECT l.format, count(*) FROM gainsay.library AS l, gainsay.passage GROUP BY l.format";
        assert_eq!(server.sql(&address, left).trim(), "1|2");
    }
    let mut heard = Vec::new();
    let upgraded = Library::init(Path::new(&address), &mut |done, of| heard.push((done, of))).unwrap();
    assert_eq!(heard, [(2, 2)], "who waits hears of it");
    assert_eq!(upgraded.stamp().unwrap().generation, generation + 1, "searches made before are of another library");
    let half = passage_of(&upgraded, "lorries safer");
    assert!(half.start > 0 && half.end == page.pages[0].text.len(), "{half:?}");
    assert_eq!(upgraded.without_vector("made").unwrap(), 2, "the other document keeps its vector");
    let fresh = Library::open_in_memory().unwrap();
    fresh.add([note, page], |_| {}).unwrap();
    for query in ["lorries safer", "bicycles in ward", "zinc"] {
        let [one, other] =
            [&fresh, &upgraded].map(|library| library.keyword(&KeywordQuery::new(query), 5).unwrap().hits);
        assert_eq!(one.len(), other.len());
        for (one, other) in one.iter().zip(&other) {
            assert_eq!((&one.doc, one.passage), (&other.doc, other.passage), "{query}");
            assert!((one.score - other.score).abs() < 1e-12, "{query}");
        }
    }
    Library::init(Path::new(&address), &mut |_, _| panic!("once is enough")).unwrap();
}
