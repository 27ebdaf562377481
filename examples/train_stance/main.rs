//! Trains the trees of the builtin reasoner on SciFact's train claims:
//! `cargo run --release --example train_stance -- DIR [FILE]`, where DIR has
//! corpus.jsonl, claims_train.jsonl and claims_dev.jsonl. Writes FILE
//! (models/stance.trees, unless it is named), the same bytes each time, and
//! tells how good the trees are out of fold and on dev. With `--cross` it writes nothing and tells how good trees
//! are out of fold over train and dev together; with `--windows` it writes to FILE what the encoder is to be asked
//! about, whose answers it reads from models/encoder/logits.jsonl.

mod data;
mod encoder;
mod figures;
mod flips;
mod grow;
mod open;
mod search;

use std::{collections::BTreeSet, path::PathBuf};

use color_eyre::eyre::{self, OptionExt};
use gainsay::{
    eval::{Corpus, Label},
    reason::builtin::trees::{Blend, Forest, Models, Rarity, Scale, View, logistic},
};

use data::{Pair, pairs, spread};
use encoder::{Read, Window};
use figures::Judged;
use grow::{Growth, Table, grow};
use open::Found;

/// Abstracts of a search that are learnt from beside those that a claim cites.
const FOUND: usize = 10;
/// What one of them counts.
const NOT_CITED: f64 = 0.3;
/// What a turned claim counts beside one that a person wrote.
const TURNED: f64 = 0.5;
const FOLDS: usize = 5;
const RATIONALE: Growth =
    Growth { trees: 100, leaves: 8, rate: 0.05, l2: 5.0, least: 5.0, rows: 0.8, columns: 0.5, seeds: 4 };
const EVIDENCE: Growth =
    Growth { trees: 120, leaves: 6, rate: 0.05, l2: 5.0, least: 4.0, rows: 0.8, columns: 0.4, seeds: 3 };
const SIDE: Growth =
    Growth { trees: 100, leaves: 6, rate: 0.04, l2: 15.0, least: 4.0, rows: 0.8, columns: 0.3, seeds: 4 };

fn main() -> eyre::Result<()> {
    let (flags, names): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let mut names = names.into_iter().map(PathBuf::from);
    let folder =
        names.next().ok_or_eyre("name the folder with corpus.jsonl, claims_train.jsonl and claims_dev.jsonl")?;
    let corpus = Corpus::read(&folder.join("corpus.jsonl"))?;
    let texts: Vec<String> =
        corpus.documents().map(|document| document.meta.title.to_string() + ". " + &document.pages[0].text).collect();
    let rarity = Rarity::of(texts.iter().map(String::as_str));
    let index = search::Index::of(&corpus);
    let read = |files: &[&str], found| pairs(&folder, (&corpus, &index), files, &rarity, (FOLDS, found));
    if flags.contains(&"--cross".to_owned()) {
        let all = read(&["claims_train.jsonl", "claims_dev.jsonl"], FOUND)?;
        println!("train and dev, out of fold by abstract");
        Fitted::of(&all).told(&all);
        return Ok(());
    }
    let train = read(&["claims_train.jsonl"], FOUND)?;
    let fitted = Fitted::of(&train);
    let windows = fitted.windows(&train);
    if flags.contains(&"--windows".to_owned()) {
        let path = names.next().ok_or_eyre("name the file for the windows")?;
        return encoder::write(&path, &windows);
    }
    println!("train, out of fold by abstract");
    fitted.told(&train);
    let answers = encoder::read(&windows)?;
    println!("train, out of fold by abstract, with the encoder");
    fitted.told_with(&train, &answers);
    let models = fitted.models(&train, rarity.clone(), &answers);
    let dev = read(&["claims_dev.jsonl"], 0)?;
    println!("dev");
    figures::rationales(dev.iter().map(|pair| (models.likely(&pair.view), &pair.wholes[..])));
    let judged = dev.iter().filter_map(|pair| {
        let opinion = models.opinion(models.odds(&pair.view, &models.likely(&pair.view), None)?, false);
        Some(Judged { label: pair.label, evidence: opinion.evidence, supports: opinion.supports })
    });
    figures::stances(&judged.collect::<Vec<_>>());
    let bytes = models.write();
    eyre::ensure!(Models::read(&bytes)? == models, "what was written is not what was trained");
    let path = names.next().unwrap_or_else(|| PathBuf::from("models/stance.trees"));
    std::fs::write(&path, &bytes)?;
    println!("{}: {} bytes", path.display(), bytes.len());
    Ok(())
}

/// Rows of features of a pair.
struct Rows {
    evidence: Vec<f32>,
    side: Vec<f32>,
    flipped: Vec<Vec<f32>>,
}

/// What trees that have not seen a pair say of it.
struct Fitted {
    rationale: Vec<Forest>,
    rows: Vec<Rows>,
    evidence: Vec<f64>,
    side: Vec<f64>,
}

struct Scales {
    evidence: Scale,
    found: Scale,
    side: Scale,
}

impl Fitted {
    fn of(pairs: &[Pair]) -> Self {
        let folds: Vec<usize> = (0..FOLDS).collect();
        let rationale = spread(&folds, |fold| grow(&sentences(pairs, |pair| pair.fold != *fold), RATIONALE, 1));
        let rows = spread(pairs, |pair| rows(&rationale[pair.fold], pair));
        let grown = spread(&folds, |fold| {
            let others = |pair: &Pair| pair.fold != *fold;
            (grow(&evidence(pairs, &rows, others), EVIDENCE, 2), grow(&side(pairs, &rows, others), SIDE, 3))
        });
        let each = || pairs.iter().zip(&rows);
        Self {
            evidence: each().map(|(pair, rows)| grown[pair.fold].0.logit(&rows.evidence)).collect(),
            side: each().map(|(pair, rows)| grown[pair.fold].1.logit(&rows.side)).collect(),
            rationale,
            rows,
        }
    }

    /// What is said of the cited pairs, in log-odds: evidence, support.
    fn cited<'a>(&'a self, pairs: &'a [Pair]) -> impl Iterator<Item = (&'a Pair, f64, f64)> {
        let said = self.evidence.iter().zip(&self.side);
        pairs.iter().zip(said).filter(|(pair, _)| pair.cited).map(|(pair, (evidence, side))| (pair, *evidence, *side))
    }

    /// The scales by which what is said comes true: for evidence in what is
    /// cited, in what is found, and for support.
    fn scales(&self, pairs: &[Pair]) -> Scales {
        let has = |pair: &Pair| pair.label != Label::NotEnough;
        let evidence: Vec<_> = self.cited(pairs).map(|(pair, evidence, _)| (evidence, has(pair), 1.0)).collect();
        let sides = self.cited(pairs).filter(|(pair, ..)| has(pair));
        let side: Vec<_> = sides.map(|(pair, _, side)| (side, pair.label == Label::Supports, 1.0)).collect();
        let evidence = figures::platt(&evidence);
        let found = open::scale(&open::passing(pairs, &self.evidence, &self.side, evidence));
        Scales { evidence, found, side: figures::platt(&side) }
    }

    fn told(&self, pairs: &[Pair]) {
        let scales = self.scales(pairs);
        figures::rationales(
            pairs
                .iter()
                .filter(|pair| pair.cited)
                .map(|pair| (likely(&self.rationale[pair.fold], &pair.view), &pair.wholes[..])),
        );
        let judged = self.cited(pairs).map(|(pair, evidence, side)| Judged {
            label: pair.label,
            evidence: scales.evidence.probability(evidence),
            supports: scales.side.probability(side),
        });
        figures::stances(&judged.collect::<Vec<_>>());
        let found = open::passing(pairs, &self.evidence, &self.side, scales.evidence);
        for (name, scale) in [("by the scale of the cited", scales.evidence), ("by its own scale", scales.found)] {
            println!("  of what a search finds, {name}");
            open::told(pairs, &found, &open::judged(&found, scale, scales.side));
        }
    }

    /// What the encoder is to read: of the pairs that are cited, and of those that a search finds and that pass.
    fn windows<'a>(&self, pairs: &'a [Pair]) -> Vec<(usize, Window<'a>)> {
        let passing: BTreeSet<usize> = self.passing(pairs).iter().map(|found| found.at).collect();
        let asked = pairs.iter().enumerate().filter(|(at, pair)| pair.cited || passing.contains(at));
        asked.map(|(at, pair)| (at, Window::new(pair, &likely(&self.rationale[pair.fold], &pair.view)))).collect()
    }

    fn passing(&self, pairs: &[Pair]) -> Vec<Found> {
        open::passing(pairs, &self.evidence, &self.side, self.scales(pairs).evidence)
    }

    /// The blends by which trees and encoder come true on the pairs that `keep` holds: for evidence in what is cited
    /// and in what is found, and for support.
    fn blends(&self, pairs: &[Pair], read: &Read, keep: impl Fn(&Pair) -> bool) -> [Blend; 3] {
        let has = |pair: &Pair| pair.label != Label::NotEnough;
        let asked = |at: usize| Some((&pairs[at], read.get(&at)?)).filter(|(pair, _)| keep(pair));
        let row = |at: usize, weight| {
            let (pair, read) = asked(at)?;
            Some(([self.evidence[at], read.evidence()], has(pair), weight))
        };
        let cited = || (0..pairs.len()).filter(|at| pairs[*at].cited);
        let evidence: Vec<_> = cited().filter_map(|at| row(at, 1.0)).collect();
        let passing = self.passing(pairs);
        let found: Vec<_> = passing.iter().filter_map(|one| row(one.at, one.weight())).collect();
        let side = cited().filter_map(|at| {
            let (pair, read) = asked(at).filter(|(pair, _)| has(pair))?;
            Some(([self.side[at], read.side()], pair.label == Label::Supports, 1.0))
        });
        [figures::blend(&evidence), figures::blend(&found), figures::blend(&side.collect::<Vec<_>>())]
    }

    fn told_with(&self, pairs: &[Pair], read: &Read) {
        let blends: Vec<_> = (0..FOLDS).map(|fold| self.blends(pairs, read, |pair| pair.fold != fold)).collect();
        let judged = |at: usize, found: bool| {
            let (pair, read) = (&pairs[at], read.get(&at)?);
            let [in_cited, in_found, of_side] = blends[pair.fold];
            let blend = if found { in_found } else { in_cited };
            Some(Judged {
                label: pair.label,
                evidence: blend.probability(self.evidence[at], read.evidence()),
                supports: of_side.probability(self.side[at], read.side()),
            })
        };
        let cited = (0..pairs.len()).filter(|at| pairs[*at].cited);
        figures::stances(&cited.filter_map(|at| judged(at, false)).collect::<Vec<_>>());
        println!("  of what a search finds");
        let found = self.passing(pairs);
        open::told(pairs, &found, &found.iter().filter_map(|found| judged(found.at, true)).collect::<Vec<_>>());
    }

    /// Trees that have seen all pairs, with the scales and blends of those that have not.
    fn models(&self, pairs: &[Pair], rarity: Rarity, read: &Read) -> Models {
        let scales = self.scales(pairs);
        let [evidence_blend, found_blend, side_blend] = self.blends(pairs, read, |_| true);
        Models {
            rarity,
            rationale: grow(&sentences(pairs, |_| true), RATIONALE, 1),
            evidence: grow(&evidence(pairs, &self.rows, |_| true), EVIDENCE, 2),
            side: grow(&side(pairs, &self.rows, |_| true), SIDE, 3),
            evidence_scale: scales.evidence,
            found_scale: scales.found,
            side_scale: scales.side,
            evidence_blend,
            found_blend,
            side_blend,
        }
    }
}

fn likely(forest: &Forest, view: &View) -> Vec<f64> {
    view.rows().map(|row| logistic(forest.logit(row))).collect()
}

fn rows(rationale: &Forest, pair: &Pair) -> Rows {
    let whole = |view: &View| view.whole(&likely(rationale, view), None).unwrap_or_default();
    let (evidence, side) = whole(&pair.view);
    Rows { evidence, side, flipped: pair.flipped.iter().map(|view| whole(view).1).collect() }
}

/// Sentences of abstracts with evidence: is it part of a rationale?
fn sentences(pairs: &[Pair], keep: impl Fn(&Pair) -> bool) -> Table {
    let mut table = Table::default();
    for pair in pairs.iter().filter(|pair| pair.label != Label::NotEnough && keep(pair)) {
        for (at, row) in pair.view.rows().enumerate() {
            table.push(row.to_vec(), pair.wholes.iter().any(|whole| whole.contains(&at)), 1.0);
        }
    }
    table
}

/// Abstracts: is there evidence?
fn evidence(pairs: &[Pair], rows: &[Rows], keep: impl Fn(&Pair) -> bool) -> Table {
    let mut table = Table::default();
    for (pair, rows) in pairs.iter().zip(rows).filter(|(pair, _)| keep(pair)) {
        table.push(rows.evidence.clone(), pair.label != Label::NotEnough, if pair.cited { 1.0 } else { NOT_CITED });
    }
    table
}

/// Abstracts with evidence: does it support?
fn side(pairs: &[Pair], rows: &[Rows], keep: impl Fn(&Pair) -> bool) -> Table {
    let mut table = Table::default();
    for (pair, rows) in pairs.iter().zip(rows).filter(|(pair, _)| pair.label != Label::NotEnough && keep(pair)) {
        let supports = pair.label == Label::Supports;
        table.push(rows.side.clone(), supports, 1.0);
        for row in &rows.flipped {
            table.push(row.clone(), !supports, TURNED);
        }
    }
    table
}
