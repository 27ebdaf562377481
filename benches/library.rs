//! How fast the library takes and finds documents, and how well it finds them.
//!
//! `cargo bench --bench library -- FOLDER [SPLIT]` adds the SciFact corpus in
//! FOLDER and searches for the claims of SPLIT (`dev` by default), with the
//! cited abstracts as the relevant ones, as BEIR has it. Without a folder the
//! corpus is made up, and only times are told.

use std::{
    collections::HashMap,
    error::Error,
    fs,
    path::Path,
    time::{Duration, Instant},
};

use gainsay::{
    domain::{DocId, Document, Page, SourceMeta},
    library::{KeywordQuery, Library},
};
use serde_json::Value;

/// A claim and the documents that a search for it should find.
struct Query {
    text: String,
    relevant: Vec<DocId>,
}

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
    println!("size       {:.1} MB", library.stats()?.bytes as f64 / 1e6);

    let mut times = Vec::new();
    let mut found = Vec::new();
    for query in &queries {
        let start = Instant::now();
        found.push(library.keyword(&KeywordQuery::new(&query.text), 100)?);
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let mean = times.iter().sum::<Duration>() / u32::try_from(times.len())?;
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "query      mean {:.2} ms, p50 {:.2} ms, p95 {:.2} ms ({} queries)",
        mean.as_secs_f64() * 1e3,
        at(0.5),
        at(0.95),
        times.len()
    );

    if arguments.is_empty() {
        return Ok(());
    }
    let mean = |measure: &dyn Fn(&[usize], usize) -> f64| {
        let of_one = |(query, hits): (&Query, &Vec<gainsay::library::Hit>)| {
            let ranks: Vec<usize> =
                (1..).zip(hits).filter(|(_, hit)| query.relevant.contains(&hit.doc)).map(|(rank, _)| rank).collect();
            measure(&ranks, query.relevant.len())
        };
        queries.iter().zip(&found).map(of_one).sum::<f64>() / queries.len() as f64
    };
    println!("nDCG@10    {:.4}", mean(&|ranks, relevant| ndcg(ranks, relevant, 10)));
    for k in [3, 10, 100] {
        let recall =
            |ranks: &[usize], relevant: usize| ranks.iter().filter(|rank| **rank <= k).count() as f64 / relevant as f64;
        println!("R@{k:<8} {:.4}", mean(&recall));
    }
    Ok(())
}

/// Normalised discounted cumulative gain of the relevant documents found at `ranks`.
fn ndcg(ranks: &[usize], relevant: usize, k: usize) -> f64 {
    let gain = |rank: usize| 1.0 / (rank as f64 + 1.0).log2();
    let ideal: f64 = (1..=relevant.min(k)).map(gain).sum();
    ranks.iter().filter(|rank| **rank <= k).map(|rank| gain(*rank)).sum::<f64>() / ideal
}

fn scifact(folder: &Path, split: &str) -> Result<(Vec<Document>, Vec<Query>), Box<dyn Error>> {
    let records = |name: &str| -> Result<Vec<Value>, Box<dyn Error>> {
        let text = fs::read_to_string(folder.join(name))?;
        Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
    };
    let mut documents = Vec::new();
    let mut ids = HashMap::new();
    for record in records("corpus.jsonl")? {
        let sentences: Vec<&str> =
            record["abstract"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::trim).collect();
        let document = document(record["title"].as_str().unwrap_or_default(), &sentences.join(" "));
        ids.insert(record["doc_id"].as_u64(), document.id.clone());
        documents.push(document);
    }
    let mut queries = Vec::new();
    for record in records(&format!("claims_{split}.jsonl"))? {
        let cited = record["cited_doc_ids"].as_array().into_iter().flatten();
        let relevant: Vec<DocId> = cited.filter_map(|id| ids.get(&id.as_u64()).cloned()).collect();
        if !relevant.is_empty() {
            queries.push(Query { text: record["claim"].as_str().unwrap_or_default().to_owned(), relevant });
        }
    }
    Ok((documents, queries))
}

/// Texts of made-up words whose frequencies fall off as those of real ones do.
fn made_up(documents: u64, queries: u64) -> (Vec<Document>, Vec<Query>) {
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
    let queries = (0..queries).map(|_| Query { text: text(10), relevant: Vec::new() }).collect();
    (made, queries)
}

fn document(title: &str, text: &str) -> Document {
    let meta = SourceMeta { title: title.into(), ..SourceMeta::default() };
    Document::new(meta, vec![Page { number: 1, text: text.into() }])
}
