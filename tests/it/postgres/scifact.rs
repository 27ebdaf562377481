//! The same claims over both kinds of library:
//! `GAINSAY_SCIFACT=DIR GAINSAY_CLAIMS=100 cargo test --test it -- postgres::scifact --ignored --nocapture` checks the
//! first claims of SciFact's dev split (all without `GAINSAY_CLAIMS`) and prints which verdicts differ. With
//! `GAINSAY_ENCODER=false` stances are judged by the trees alone, which takes less time.

use std::{env, fs, path::PathBuf, sync::Arc, time::Instant};

use gainsay::{
    domain::Verdict,
    eval::{Case, Kit, review_cases},
    ingest::{ReadOptions, read_documents},
    library::{KeywordQuery, Library},
    reason::{
        Reasoner,
        builtin::{Builtin, encoder::Encoder},
    },
};

use super::server::Server;

/// The smallest share of verdicts that must be the same.
const SAME: f64 = 0.95;

fn claims(text: &str, most: usize) -> Vec<Case> {
    let claim = |(at, line): (usize, &str)| Case {
        id: at.to_string(),
        kind: String::new(),
        claim: serde_json::from_str::<serde_json::Value>(line).unwrap()["claim"].as_str().unwrap().to_owned(),
        counter: None,
        documents: Vec::new(),
        expected: Verdict::Undecided,
    };
    text.lines().take(most).enumerate().map(claim).collect()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs SciFact and some minutes"]
async fn verdicts_over_both_libraries_are_the_same() {
    let Some(server) = Server::start() else { return };
    let Some(folder) = env::var_os("GAINSAY_SCIFACT").map(PathBuf::from) else {
        eprintln!("skipped: GAINSAY_SCIFACT names no folder with corpus.jsonl and claims_dev.jsonl");
        return;
    };
    let encoder = match env::var("GAINSAY_ENCODER").is_ok_and(|encoder| encoder == "false") {
        true => Encoder::LeftOut,
        false => Encoder::Asked,
    };
    let most = env::var("GAINSAY_CLAIMS").ok().and_then(|most| most.parse().ok()).unwrap_or(usize::MAX);
    let cases = claims(&fs::read_to_string(folder.join("claims_dev.jsonl")).unwrap(), most);
    let mut documents = Vec::new();
    let corpus = fs::read(folder.join("corpus.jsonl")).unwrap();
    read_documents("corpus.jsonl", &corpus, &ReadOptions::default(), &mut |item| documents.extend(item.ok())).unwrap();
    let address = server.database();
    let shared = Library::init(std::path::Path::new(&address), &mut |_, _| {}).unwrap();
    let file = tempfile::tempdir().unwrap();
    let own = Library::open(&file.path().join("library.sqlite")).unwrap();
    let reasoner: Arc<dyn Reasoner> = Arc::new(Builtin { encoder, ..Builtin::default() });
    let kit = Kit::from(reasoner);
    let mut outcomes = Vec::new();
    let mut orders = Vec::new();
    for (name, library) in [("SQLite", own), ("PostgreSQL", shared)] {
        let start = Instant::now();
        library.add(documents.clone(), |_| {}).unwrap();
        println!("{name}: {} documents added in {:.1} s", documents.len(), start.elapsed().as_secs_f64());
        let table = gainsay::embed::Table::builtin().unwrap();
        library.embed(gainsay::embed::Table::MODEL, |text| table.embed(text), |_| {}).unwrap();
        let start = Instant::now();
        let hits = |case: &Case| {
            let words = library.keyword(&KeywordQuery::new(&case.claim), 100).unwrap().hits;
            let meaning =
                library.semantic(gainsay::embed::Table::MODEL, &[table.embed(&case.claim)], 100).unwrap().hits;
            [words, meaning].map(|hits| hits.into_iter().map(|hit| hit.doc).collect::<Vec<_>>())
        };
        orders.push(cases.iter().map(hits).collect::<Vec<_>>());
        let each = start.elapsed().as_secs_f64() * 1000.0 / cases.len() as f64;
        println!("{name}: one search by words and one by meaning {each:.1} ms in the mean");
        let start = Instant::now();
        let library = Arc::new(library);
        outcomes.push(review_cases(&kit, &cases, Some(&library), &crate::support::clock(), |_| {}).await.unwrap());
        println!("{name}: {} claims checked in {:.0} s", cases.len(), start.elapsed().as_secs_f64());
    }
    let [own, shared] = &outcomes[..] else { unreachable!() };
    let ordered = orders[0].iter().zip(&orders[1]).filter(|(a, b)| a == b).count();
    println!("{ordered} of {} claims find the same 100 documents in the same order", cases.len());
    let mut same = 0;
    let mut alike = 0;
    for (a, b) in own.iter().zip(shared) {
        let (one, other) = (&a.given, &b.given);
        same += usize::from(one.verdict == other.verdict);
        alike += usize::from(serde_json::to_value(one).unwrap() == serde_json::to_value(other).unwrap());
        if one.verdict != other.verdict || one.read != other.read {
            println!(
                "{}\n  SQLite: {:?} {:.2}\n  PostgreSQL: {:?} {:.2}",
                a.claim, one.verdict, one.confidence, other.verdict, other.confidence
            );
            for line in one.read.iter().filter(|line| !other.read.contains(line)) {
                println!("  SQLite alone: {line}");
            }
            for line in other.read.iter().filter(|line| !one.read.contains(line)) {
                println!("  PostgreSQL alone: {line}");
            }
        }
    }
    println!("{same} of {} verdicts are the same; {alike} also in confidence and in every citation", cases.len());
    assert!(same as f64 >= SAME * cases.len() as f64);
}
