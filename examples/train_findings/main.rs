//! Trains the score of a paper's sentences: `cargo run --release --example train_findings -- DIR`, where DIR has the
//! papers of labels.tsv as papers.jsonl: a line each with `name`, `title` and `pages`, as `gainsay check --json` gives
//! them. Writes models/findings.tsv, the same each time, and prints how good it is out of fold.

mod fit;

use std::{collections::BTreeMap, path::PathBuf};

use color_eyre::eyre::{self, OptionExt};
use gainsay::{
    domain::{Digest, Page, Source, SourceKind, SourceMeta},
    reason::builtin::findings::{Example, Findings, Row, Weights, likely},
};
use serde::Deserialize;

use fit::logistic;

const FOLDS: usize = 10;
/// Shrinks the weights of the abstract's and of the text's sentences.
const RIDGES: [f64; 2] = [25.0, 20.0];
/// What a label that no reader gave counts beside one that a reader gave.
const GUESSED: f64 = 0.5;

#[derive(Deserialize)]
struct Paper {
    name: String,
    title: String,
    pages: Vec<String>,
}

/// A labelled sentence.
struct Labelled {
    paper: usize,
    example: Example,
    /// `None` where either would be right.
    finding: Option<bool>,
    weight: f64,
}

fn main() -> eyre::Result<()> {
    color_eyre::install()?;
    let folder: PathBuf = std::env::args().nth(1).ok_or_eyre("name the folder with papers.jsonl")?.into();
    let labels = labels(include_str!("labels.tsv"))?;
    let mut all = Vec::new();
    for (paper, line) in std::fs::read_to_string(folder.join("papers.jsonl"))?.lines().enumerate() {
        let read: Paper = serde_json::from_str(line)?;
        let Some(labels) = labels.get(read.name.as_str()) else { continue };
        for example in Findings::examples(&source(read)) {
            let (label, summary) = (labels.get(key(&example.text).as_str()).copied(), example.summary);
            let (finding, weight) = match label {
                Some("finding") => (Some(true), 1.0),
                Some("restated") => (Some(true), GUESSED),
                Some("aside") => (Some(false), GUESSED),
                Some("either") => (None, 0.0),
                Some(_) => (Some(false), 1.0),
                None if summary => (Some(false), 1.0),
                None => continue,
            };
            all.push(Labelled { paper, example, finding, weight });
        }
    }
    for (place, name) in [(true, "abstract"), (false, "text")] {
        let mut told = Vec::new();
        for fold in 0..FOLDS {
            let weights = fit(&all, place, |paper| paper % FOLDS != fold);
            let held = all.iter().filter(|one| one.paper % FOLDS == fold && one.example.summary == place);
            told.extend(held.filter(|one| one.weight != GUESSED).map(|one| (likely(&weights, &one.example.row), one)));
        }
        for threshold in [0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9] {
            let taken: Vec<_> = told
                .iter()
                .filter(|(p, one)| *p >= threshold && one.example.usable)
                .map(|(_, one)| one.finding)
                .collect();
            let count = |finding| taken.iter().filter(|one| **one == finding).count();
            let findings = told.iter().filter(|(_, one)| one.finding == Some(true)).count();
            let (junk, found) = (count(Some(false)), count(Some(true)));
            println!("{name} from {threshold:.2}: {} taken, {junk} junk, {found} of {findings} findings", taken.len());
        }
    }
    let model = Findings { summary: fit(&all, true, |_| true), body: fit(&all, false, |_| true) };
    std::fs::write("models/findings.tsv", model.write())?;
    println!("models/findings.tsv: {} and {} weights", model.summary.len(), model.body.len());
    Ok(())
}

fn fit(all: &[Labelled], summary: bool, taken: impl Fn(usize) -> bool) -> Weights {
    let rows: Vec<(&Row, bool, f64)> = all
        .iter()
        .filter(|one| one.example.summary == summary && taken(one.paper))
        .filter_map(|one| Some((&one.example.row, one.finding?, one.weight)))
        .collect();
    logistic(&rows, RIDGES[usize::from(!summary)])
}

/// The labels of each paper by the key of the sentence.
fn labels(text: &str) -> eyre::Result<BTreeMap<&str, BTreeMap<&str, &str>>> {
    let mut labels: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (paper, rest) = line.split_once('\t').ok_or_eyre("a line of labels.tsv has no tab")?;
        let (label, key) = rest.split_once('\t').ok_or_eyre("a line of labels.tsv has one tab")?;
        labels.entry(paper).or_default().insert(key, label);
    }
    Ok(labels)
}

/// The first letters and digits of a sentence, by which a label knows it.
fn key(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).filter(char::is_ascii_alphanumeric).take(70).collect()
}

fn source(paper: Paper) -> Source {
    let pages = paper.pages.iter().zip(1..).map(|(text, number)| Page { number, text: text.as_str().into() });
    Source {
        kind: SourceKind::Paper,
        name: paper.name.as_str().into(),
        meta: SourceMeta { title: paper.title.as_str().into(), ..SourceMeta::default() },
        works: Vec::new(),
        pages: pages.collect(),
        claims: Vec::new(),
        evidence: Vec::new(),
        judgements: Vec::new(),
        hidden: Vec::new(),
        dropped: Vec::new(),
        file: Digest::of(b""),
    }
}
