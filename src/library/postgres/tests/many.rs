//! Very many documents, played with few: with low limits a search takes the ways that it otherwise takes in a large
//! library.

use crate::library::{
    KeywordQuery, Library, LibraryStore,
    postgres::{Limits, Postgres},
};

use super::{made, server::Server, titled};

/// A library that keeps to `limits`.
fn limited(address: &str, limits: Limits) -> Postgres {
    Postgres { limits, ..Postgres::open(address, true).unwrap() }
}

#[test]
fn rarest_words_first_finds_the_same_best_documents() {
    let Some(server) = Server::start() else { return };
    let address = server.database();
    made(&address);
    let documents = (0..1500).map(|i| {
        let rare = if i % 150 == 0 { "quercetin sirtuin" } else { "" };
        let common = ["yeast", "mouse", "human"][i % 3];
        titled(&format!("Title {i}"), &format!("{rare} {common} {} {}", "cell ".repeat(i % 4), "trial ".repeat(i % 9)))
    });
    let exact = Library::over(limited(&address, Limits { passages: 1_000_000, vectors: 1 }));
    exact.add(documents, |_| {}).unwrap();
    let few = Library::over(limited(&address, Limits { passages: 700, vectors: 1 }));
    for query in ["quercetin sirtuins in yeast", "quercetin yeast mouse trial cell", "title 1350 quercetin"] {
        let query = KeywordQuery::new(query);
        let (exact, few) = (exact.keyword(&query, 10).unwrap(), few.keyword(&query, 10).unwrap());
        assert_eq!(exact.hits, few.hits);
        // What was not read is estimated.
        assert!((exact.spread.mean - few.spread.mean).abs() < 0.3 * exact.spread.mean, "{exact:?} {few:?}");
        assert!(
            (exact.spread.deviation - few.spread.deviation).abs() < 0.3 * exact.spread.deviation,
            "{exact:?} {few:?}"
        );
    }
    // A frequent word alone is still found.
    assert_eq!(few.keyword(&KeywordQuery::new("yeast"), 5).unwrap().hits.len(), 5);
}

#[test]
fn an_index_names_the_vectors_to_compare() {
    let Some(server) = Server::start() else { return };
    let address = server.database();
    made(&address);
    let large = limited(&address, Limits { passages: 1000, vectors: 500 });
    let vector = |text: &str| -> Vec<f32> {
        let i: f32 = text.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or_default();
        [i * 0.7, i * 1.3, i * 2.9, i * 0.11].iter().flat_map(|x: &f32| [x.sin(), x.cos()]).collect()
    };
    let documents = (0..2000).map(|i| titled("Title", &format!("text {i}")));
    large.add_all(&mut documents.into_iter(), &mut |_| {}).unwrap();
    assert_eq!(large.embed_all("it's made", &vector, &mut |_| {}).unwrap(), 2000);
    let indexes = server.sql(&address, "SELECT count(*) FROM pg_indexes WHERE indexdef LIKE '%hnsw%'");
    assert_eq!(indexes.trim(), "1");
    let exact = limited(&address, Limits { passages: 1000, vectors: 1_000_000 });
    let mut same = 0;
    for i in [3, 500, 999, 1234, 1999] {
        let query = [vector(&format!("text {i}"))];
        let (exact, near) =
            (exact.semantic("it's made", &query, 10).unwrap(), large.semantic("it's made", &query, 10).unwrap());
        assert_eq!(exact.hits[0], near.hits[0]);
        same += exact.hits.iter().filter(|hit| near.hits.contains(hit)).count();
        assert!((exact.spread.mean - near.spread.mean).abs() < 0.1, "{:?} {:?}", exact.spread, near.spread);
        assert!((exact.spread.deviation - near.spread.deviation).abs() < 0.1, "{:?} {:?}", exact.spread, near.spread);
    }
    assert!(same >= 45, "{same} of 50 nearest");
}
