//! How fast the library takes and finds documents; how well, tells `gainsay eval`.
//!
//! `cargo bench --bench library -- FOLDER [SPLIT]` adds the SciFact corpus in
//! FOLDER and searches for the claims of SPLIT (`dev` by default). Without a
//! folder the corpus is made up.

use std::{
    error::Error,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use gainsay::{
    domain::{Document, Page, Side, SourceMeta},
    embed::Table,
    engine::search::{SearchQuery, Searcher},
    eval::{Corpus, claims},
    library::{KeywordQuery, Library},
};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let split = arguments.get(1).map_or("dev", String::as_str);
    let (documents, queries) = match arguments.first() {
        Some(folder) => scifact(Path::new(folder), split)?,
        None => made_up(5183, 300),
    };
    let folder = tempfile::tempdir()?;
    let library = Library::open(&folder.path().join("library.db"))?;

    let start = Instant::now();
    let added = library.add(documents, |_| {})?;
    println!("added      {} documents in {:.2} s", added.added, start.elapsed().as_secs_f64());
    let start = Instant::now();
    let table = Table::builtin()?;
    let made = library.embed(Table::MODEL, |text| table.embed(text), |_| ())?;
    println!("vectors    {made} passages in {:.2} s", start.elapsed().as_secs_f64());
    println!("size       {:.1} MB", library.stats()?.bytes as f64 / 1e6);

    let library = Arc::new(library);
    times("words", &queries, |query| library.keyword(&KeywordQuery::new(query), 100).map(drop).map_err(Into::into))?;
    times("meaning", &queries, |query| {
        library.semantic(Table::MODEL, &[table.embed(query)], 100).map(drop).map_err(Into::into)
    })?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build()?;
    let searcher = Searcher::new(library);
    times("both", &queries, |query| {
        let sought = SearchQuery { words: vec![query.into()], meaning: query.into(), hypothetical: Vec::new() };
        runtime.block_on(searcher.found(Side::Statement, sought, 100));
        Ok(())
    })
}

/// Tells how long searches for `queries` took, the first left out: it reads the vectors.
fn times(
    name: &str,
    queries: &[String],
    mut search: impl FnMut(&str) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let mut times = Vec::new();
    for query in queries.iter().take(1).chain(queries) {
        let start = Instant::now();
        search(query)?;
        times.push(start.elapsed());
    }
    times.remove(0);
    times.sort_unstable();
    let mean = times.iter().sum::<Duration>() / u32::try_from(times.len())?;
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{name:<10} mean {:.2} ms, p50 {:.2} ms, p95 {:.2} ms ({} queries)",
        mean.as_secs_f64() * 1e3,
        at(0.5),
        at(0.95),
        times.len()
    );
    Ok(())
}

fn scifact(folder: &Path, split: &str) -> Result<(Vec<Document>, Vec<String>), Box<dyn Error>> {
    let corpus = Corpus::read(&folder.join("corpus.jsonl"))?;
    let claims = claims(&folder.join(format!("claims_{split}.jsonl")), &corpus)?;
    let claims = claims.into_iter().map(|claim| claim.text.to_string());
    Ok((corpus.documents().cloned().collect(), claims.collect()))
}

/// Texts of made-up words whose frequencies fall off as those of real ones do.
fn made_up(documents: u64, queries: u64) -> (Vec<Document>, Vec<String>) {
    let mut state = 1_u64;
    let mut word = move || {
        // xorshift; the square makes low numbers, thus the same words, frequent.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let unit = (state >> 11) as f64 / (1_u64 << 53) as f64;
        let number = (unit.powi(3) * 40_000.0) as u64;
        let syllables = ["ba", "cor", "di", "fen", "gu", "lam", "mi", "nos", "pe", "tri"];
        number.to_string().bytes().map(|digit| syllables[usize::from(digit - b'0')]).collect::<String>()
    };
    let mut text = |words: usize| (0..words).map(|_| word()).collect::<Vec<_>>().join(" ");
    let made = (0..documents).map(|_| document(&text(12), &text(200))).collect();
    let queries = (0..queries).map(|_| text(10)).collect();
    (made, queries)
}

fn document(title: &str, text: &str) -> Document {
    let meta = SourceMeta { title: title.into(), ..SourceMeta::default() };
    Document::new(meta, vec![Page { number: 1, text: text.into() }])
}
