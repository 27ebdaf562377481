//! Trains the score of a paper's sentences: `cargo run --release --example train_findings -- DIR`, where DIR has the
//! papers of labels.tsv as papers.jsonl: a line each with `name`, `title` and `pages`, as `gainsay check --json` gives
//! them. Prints how good the regressions are out of fold and writes the abstracts and conclusions with their labels as
//! passages.jsonl. models/encoder/recipe/findings.py trains the encoder's layers on them and leaves their log-odds out of
//! fold as out_of_fold.jsonl; where that is there, models/findings.tsv is replaced. `-- DIR --onto` moves the weights of
//! the table's sentences of abstracts towards the papers of DIR instead, which the table has not seen.

mod fit;
mod layers;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use color_eyre::eyre::{self, OptionExt};
use gainsay::{
    domain::{Digest, Page, Source, SourceKind, SourceMeta},
    reason::builtin::findings::{Example, Findings, OWN, PaperRow, Part, Weights, likely, log_odds},
    text::content_stems,
};
use serde::Deserialize;

use fit::{Row, logistic, logistic_onto};

const FOLDS: usize = 10;
/// Shrinks the weights of the sentences of abstract, conclusion and text.
const RIDGES: [(Part, f64); 3] = [(Part::Abstract, 40.0), (Part::Conclusion, 60.0), (Part::Text, 100.0)];
/// The same for those of the paper.
const RIDGE_OF_PAPER: f64 = 100.0;
/// The same for the two that are put together.
const RIDGE_TOGETHER: f64 = 1.0;
/// The same for how far further papers move the weights of the abstract's sentences.
const RIDGE_ONTO: f64 = 80.0;
/// What a label that no reader gave counts beside one that a reader gave.
const GUESSED: f64 = 0.5;
/// A sentence of the text that shares at least the first with a finding of the abstract says it again, and one that
/// shares less than the second with each is none: shared stems by the geometric mean of both counts, 0–1.
const SHARED: [f64; 2] = [0.5, 0.35];
/// Shorter sentences are not compared, in stems.
const SHORTEST: usize = 4;
/// What stands for the sentence where a reader labelled the conclusion, too.
const READ: &str = "conclusion";
/// Of the sentences of introduction and methods every so many is a row.
const EVERY: usize = 12;

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

/// A labelled paper.
struct Whole {
    paper: usize,
    row: PaperRow,
    /// Whether it has findings of its own.
    own: bool,
}

fn main() -> eyre::Result<()> {
    color_eyre::install()?;
    let folder: PathBuf = std::env::args().nth(1).ok_or_eyre("name the folder with papers.jsonl")?.into();
    let labels = labels(include_str!("labels.tsv"))?;
    let (mut all, mut papers, mut read) = (Vec::new(), Vec::new(), Vec::new());
    for (paper, line) in std::fs::read_to_string(folder.join("papers.jsonl"))?.lines().enumerate() {
        let one: Paper = serde_json::from_str(line)?;
        read.push(layers::Named { name: one.name.clone(), title: one.title.clone() });
        let Some(labels) = labels.get(one.name.as_str()) else { continue };
        let (examples, row) = Findings::examples(&source(one));
        let own = labels.values().all(|label| *label != "none");
        papers.push(Whole { paper, row, own });
        if own {
            all.extend(labelled(paper, examples, labels));
        }
    }
    if std::env::args().nth(2).is_some_and(|asked| asked == "--onto") {
        return onto(&all);
    }
    for (part, ridge) in RIDGES {
        let mut scored = Vec::new();
        for fold in 0..FOLDS {
            let weights = fit(&all, part, ridge, |paper| paper % FOLDS != fold);
            let held = all.iter().filter(|one| one.paper % FOLDS == fold && one.example.part == part);
            scored.extend(held.map(|one| (likely(&weights, &one.example.row), one)));
        }
        print_taken(&format!("{part:?}"), &scored);
    }
    let mut own = BTreeMap::new();
    for fold in 0..FOLDS {
        let weights = fit_papers(&papers, |paper| paper % FOLDS != fold);
        let held = papers.iter().filter(|one| one.paper % FOLDS == fold);
        own.extend(held.map(|one| (one.paper, (likely(&weights, &one.row), one.own))));
    }
    for threshold in [0.5, 0.55, 0.6, 0.65, 0.7, 0.75] {
        let below = |has| own.values().filter(|(p, is)| *is == has && *p < threshold).count();
        let of = |has| own.values().filter(|(_, is)| *is == has).count();
        println!(
            "papers below {threshold:.2}: {} of {} without findings, {} of {} with",
            below(false),
            of(false),
            below(true),
            of(true)
        );
    }
    layers::write(&folder, &read, &all)?;
    let Some(encoded) = layers::read(&folder, &read, &all)? else {
        println!("no out_of_fold.jsonl: models/findings.tsv stays as it is");
        return Ok(());
    };
    let mut rows = Vec::new();
    for fold in 0..FOLDS {
        let weights = |part, ridge| (part, fit(&all, part, ridge, |paper| paper % FOLDS != fold));
        let weights: BTreeMap<Part, Weights> = RIDGES.into_iter().map(|(part, ridge)| weights(part, ridge)).collect();
        let held = layers::read_by_layers(&all).zip(&encoded).filter(|(one, _)| one.paper % FOLDS == fold);
        rows.extend(held.map(|(one, encoded)| {
            ([("features", log_odds(&weights[&one.example.part], &one.example.row)), ("encoder", *encoded)], one)
        }));
    }
    let known: Vec<Row<'_, &str>> =
        rows.iter().filter_map(|(row, one)| Some((row.as_slice(), one.finding?, one.weight))).collect();
    let together = logistic(&known, RIDGE_TOGETHER);
    for part in [Part::Abstract, Part::Conclusion] {
        let of = rows.iter().filter(|(_, one)| one.example.part == part);
        let scored: Vec<_> = of.map(|(row, one)| (likely(&together, row), *one)).collect();
        print_taken(&format!("{part:?} with the encoder's layers"), &scored);
        let of_paper = |one: &Labelled| if own[&one.paper].0 < OWN { 0.0 } else { 1.0 };
        let taken: Vec<_> = scored.iter().map(|(p, one)| (p * of_paper(one), *one)).collect();
        print_taken(&format!("{part:?} as the program takes them"), &taken);
    }
    let whole = |at: usize| fit(&all, RIDGES[at].0, RIDGES[at].1, |_| true);
    let model =
        Findings { summary: whole(0), closing: whole(1), body: whole(2), own: fit_papers(&papers, |_| true), together };
    std::fs::write("models/findings.tsv", model.write())?;
    Ok(())
}

/// Moves the table's weights of an abstract's sentences.
fn onto(all: &[Labelled]) -> eyre::Result<()> {
    let table = Findings::shipped();
    let abstracts = || all.iter().filter(|one| one.example.part == Part::Abstract);
    let moved = |taken: &dyn Fn(usize) -> bool| {
        let rows: Vec<Row<'_, &str>> = abstracts()
            .filter(|one| taken(one.paper))
            .filter_map(|one| Some((one.example.row.as_slice(), one.finding?, one.weight)))
            .collect();
        logistic_onto(&rows, RIDGE_ONTO, &table.summary)
    };
    let before: Vec<_> = abstracts().map(|one| (likely(&table.summary, &one.example.row), one)).collect();
    print_taken("Abstract by the table", &before);
    let mut after = Vec::new();
    for fold in 0..FOLDS {
        let weights = moved(&|paper| paper % FOLDS != fold);
        after.extend(
            abstracts().filter(|one| one.paper % FOLDS == fold).map(|one| (likely(&weights, &one.example.row), one)),
        );
    }
    print_taken("Abstract, moved", &after);
    let summary = moved(&|_| true);
    std::fs::write("models/findings.tsv", Findings { summary, ..table.clone() }.write())?;
    Ok(())
}

/// What is taken from each threshold on.
fn print_taken(name: &str, scored: &[(f64, &Labelled)]) {
    for threshold in [0.05, 0.1, 0.15, 0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.8, 0.9] {
        let taken: Vec<_> = scored
            .iter()
            .filter(|(p, one)| *p >= threshold && one.example.usable)
            .map(|(_, one)| one.finding)
            .collect();
        let count = |finding| taken.iter().filter(|one| **one == finding).count();
        let findings = scored.iter().filter(|(_, one)| one.finding == Some(true)).count();
        let (junk, found) = (count(Some(false)), count(Some(true)));
        println!("{name} from {threshold:.2}: {} taken, {junk} junk, {found} of {findings} findings", taken.len());
    }
}

/// The sentences of a paper with findings and what is known of them: those of the abstract and of a conclusion that was read
/// by their labels, those of the text by theirs or by how much they share with the findings of the abstract.
fn labelled(paper: usize, examples: Vec<Example>, labels: &BTreeMap<&str, &str>) -> Vec<Labelled> {
    let label = |example: &Example| labels.get(key(&example.text).as_str()).copied();
    let stems = |example: &Example| content_stems(&example.text).into_iter().collect::<BTreeSet<String>>();
    let findings: Vec<BTreeSet<String>> =
        examples.iter().filter(|one| one.part == Part::Abstract && label(one) == Some("finding")).map(stems).collect();
    let share = |example: &Example| {
        let own = stems(example);
        let with = |other: &BTreeSet<String>| {
            own.intersection(other).count() as f64 / ((own.len() * other.len()) as f64).sqrt().max(1.0)
        };
        (own.len() >= SHORTEST).then(|| findings.iter().map(with).fold(0.0, f64::max))
    };
    let guess = |at: usize, example: &Example| {
        if !example.usable || findings.len() < 2 {
            None
        } else if !example.outcome {
            at.is_multiple_of(EVERY).then_some(false)
        } else {
            share(example)
                .and_then(|share| if share >= SHARED[0] { Some(true) } else { (share < SHARED[1]).then_some(false) })
        }
    };
    let read = labels.get(READ) == Some(&"read");
    let known: Vec<_> = examples
        .iter()
        .enumerate()
        .map(|(at, example)| match label(example) {
            // A conclusion that was not read has the labels of sentences that its abstract has, too.
            Some(_) if !read && example.part == Part::Conclusion => None,
            Some("finding") => Some((Some(true), 1.0)),
            Some("either") => Some((None, 0.0)),
            Some(_) => Some((Some(false), 1.0)),
            None if example.part == Part::Abstract || read && example.part == Part::Conclusion => {
                Some((Some(false), 1.0))
            }
            // What an unread conclusion says beside the abstract may be a finding.
            None if example.part == Part::Conclusion => None,
            None => guess(at, example).map(|finding| (Some(finding), GUESSED)),
        })
        .collect();
    let row = |(example, known): (Example, Option<(Option<bool>, f64)>)| {
        known.map(|(finding, weight)| Labelled { paper, example, finding, weight })
    };
    examples.into_iter().zip(known).filter_map(row).collect()
}

fn fit_papers(papers: &[Whole], taken: impl Fn(usize) -> bool) -> Weights {
    let rows: Vec<Row<'_, String>> =
        papers.iter().filter(|one| taken(one.paper)).map(|one| (one.row.as_slice(), one.own, 1.0)).collect();
    logistic(&rows, RIDGE_OF_PAPER)
}

fn fit(all: &[Labelled], part: Part, ridge: f64, taken: impl Fn(usize) -> bool) -> Weights {
    let rows: Vec<Row<'_, &str>> = all
        .iter()
        .filter(|one| one.example.part == part && taken(one.paper))
        .filter_map(|one| Some((one.example.row.as_slice(), one.finding?, one.weight)))
        .collect();
    logistic(&rows, ridge)
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
        column: None,
        unused: Vec::new(),
        file: Digest::of(b""),
    }
}
