//! Trains the trees of the builtin reasoner on SciFact's train claims:
//! `cargo run --release --example train_stance -- DIR [FILE]`, where DIR has
//! corpus.jsonl, claims_train.jsonl and claims_dev.jsonl. Writes FILE
//! (models/stance.trees, unless it is named), the same bytes each time, and
//! tells how good trees and encoder are out of fold and the trees on dev. With `--cross` it writes nothing and tells
//! how good both are out of fold over train and dev together. With `--windows` it writes to FILE what the encoder is to
//! be asked about; its answers are read from models/encoder/logits.jsonl, with `--cross` from logits_cross.jsonl.
//! `--written=FILE` adds written claims that the encoder has not seen (`models/encoder/recipe/written.py`) to those that the
//! weights of trees and encoder are fitted on, and `--answers=FILE` the encoder's answers; the trees learn from train alone.
//! `--general=FILE`, as often as there are files, fits the weights for texts that are not abstracts on claims with
//! passages that the encoder has not seen (`gainsay eval passages` reads the same files); without it they stay.

mod data;
mod encoder;
mod figures;
mod flips;
mod general;
mod grow;
mod open;
mod search;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use color_eyre::eyre::{self, OptionExt};
use gainsay::{
    eval::{Corpus, Label, claims},
    reason::builtin::{
        encoder::Logits,
        trees::{Blends, Forest, General, Models, Rarity, View, logistic},
    },
};

use data::{Pair, pairs, spread};
use encoder::{Read, Window};
use figures::{Judged, Said};
use grow::{Growth, Table, grow};

/// Abstracts of a search that are learnt from beside those that a claim cites.
const FOUND: usize = 10;
/// What one of them counts.
const NOT_CITED: f64 = 0.3;
/// What an abstract counts, where probabilities are fitted, of which nobody said that it has no evidence.
const NOT_SURE: f64 = 0.5;
/// What a turned claim counts beside one that a person wrote.
const TURNED: f64 = 0.5;
/// What a written claim counts there beside one of SciFact's, so that all of them count half as much as people's.
const WRITTEN: f64 = 0.35;
const FOLDS: usize = 5;
const RATIONALE: Growth =
    Growth { trees: 100, leaves: 8, rate: 0.05, l2: 5.0, least: 5.0, rows: 0.8, columns: 0.5, seeds: 4 };
const EVIDENCE: Growth =
    Growth { trees: 120, leaves: 6, rate: 0.05, l2: 5.0, least: 4.0, rows: 0.8, columns: 0.4, seeds: 3 };
const SIDE: Growth =
    Growth { trees: 100, leaves: 6, rate: 0.04, l2: 15.0, least: 4.0, rows: 0.8, columns: 0.3, seeds: 4 };

fn main() -> eyre::Result<()> {
    let (flags, names): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let asked = |flag: &str| flags.iter().any(|other| other == flag);
    let values = |flag: &'static str| flags.iter().filter_map(move |other| other.strip_prefix(flag)).map(Path::new);
    let mut names = names.into_iter().map(PathBuf::from);
    let folder =
        names.next().ok_or_eyre("name the folder with corpus.jsonl, claims_train.jsonl and claims_dev.jsonl")?;
    let corpus = Arc::new(Corpus::read(&folder.join("corpus.jsonl"))?);
    let texts: Vec<String> =
        corpus.documents().map(|document| document.meta.title.to_string() + ". " + &document.pages[0].text).collect();
    let rarity = Rarity::of(texts.iter().map(String::as_str));
    let [train, dev] = ["train", "dev"].map(|split| claims(&folder.join(format!("claims_{split}.jsonl")), &corpus));
    let (train, dev) = (train?, dev?);
    let (claims, answers) = if asked("--cross") {
        ([&train[..], &dev[..]].concat(), "models/encoder/logits_cross.jsonl")
    } else {
        (train.clone(), "models/encoder/logits.jsonl")
    };
    let mut all = pairs(&corpus, &claims, &rarity, (FOLDS, &train))?;
    for file in values("--written=") {
        all.extend(pairs(&corpus, &gainsay::eval::claims(file, &corpus)?, &rarity, (FOLDS, &train))?);
    }
    let fitted = Fitted::of(&all);
    let windows = fitted.windows(&all);
    if asked("--windows") {
        let path = names.next().ok_or_eyre("name the file for the windows")?;
        return encoder::write(&path, &windows);
    }
    println!("out of fold by abstract");
    fitted.told(&all);
    let answers: Vec<&Path> = std::iter::once(Path::new(answers)).chain(values("--answers=")).collect();
    let (answers, missing) = encoder::read(&answers, &windows)?;
    println!("out of fold by abstract, with the encoder, which has not read {missing} of {}", windows.len());
    fitted.told_with(&all, &answers);
    if asked("--cross") {
        return Ok(());
    }
    let passages = values("--general=").collect::<Vec<_>>();
    let general = if passages.is_empty() { Models::shipped().general } else { general::fit(&passages)? };
    let models = fitted.models(&all, rarity.clone(), &answers, general);
    let dev = pairs(&corpus, &dev, &rarity, (FOLDS, &train))?;
    println!("dev");
    let cited = || dev.iter().filter(|pair| pair.cited);
    figures::rationales(cited().map(|pair| (models.likely(&pair.view), &pair.wholes[..])));
    let judged = cited().filter_map(|pair| {
        let opinion = models.opinion(models.odds(&pair.view, &models.likely(&pair.view), None)?, None, None);
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

    /// What was said of the pair at `at`, of evidence.
    fn of_evidence(&self, pairs: &[Pair], at: usize, read: Option<Logits>, found: bool) -> Said {
        let pair = &pairs[at];
        Said {
            trees: self.evidence[at],
            encoder: read.map_or(0.0, |read| read.evidence()),
            lead: if found { pair.lead() } else { 0.0 },
            so: pair.label != Label::NotEnough,
            counts: counts(pair),
        }
    }

    /// What was said of the side that the pair at `at` takes.
    fn of_side(&self, pairs: &[Pair], at: usize, read: Option<Logits>) -> Said {
        let (trees, encoder) = (self.side[at], read.map_or(0.0, |read| read.side()));
        Said { trees, encoder, lead: 0.0, so: pairs[at].label == Label::Supports, counts: counts(&pairs[at]) }
    }

    /// The blends by which what is said of the pairs at the places that `keep` holds comes true; `asked` are those found abstracts
    /// of which it is said, and by `read` the encoder's word, where it has one, is known.
    fn blends(
        &self,
        pairs: &[Pair],
        asked: &[usize],
        read: impl Fn(usize) -> Option<Logits>,
        keep: impl Fn(usize) -> bool,
    ) -> Blends {
        let cited = || (0..pairs.len()).filter(|at| pairs[*at].cited && keep(*at));
        let found = asked.iter().copied().filter(|at| keep(*at));
        let sides = cited().filter(|at| pairs[*at].label != Label::NotEnough);
        Blends {
            named: figures::blend(cited().map(|at| self.of_evidence(pairs, at, read(at), false))),
            found: figures::blend(found.map(|at| self.of_evidence(pairs, at, read(at), true))),
            side: figures::blend(sides.map(|at| self.of_side(pairs, at, read(at)))),
        }
    }

    /// Those for the trees alone, over all that a search finds.
    fn alone(&self, pairs: &[Pair]) -> Blends {
        let found: Vec<usize> = (0..pairs.len()).filter(|at| pairs[*at].found.is_some()).collect();
        self.blends(pairs, &found, |_| None, |_| true)
    }

    /// The places of the pairs that a search finds and the encoder reads.
    fn read_first(&self, pairs: &[Pair]) -> Vec<usize> {
        let found = self.alone(pairs).found;
        open::read_first(pairs, |at| found.probability(self.evidence[at], 0.0, pairs[at].lead()))
    }

    fn judged(&self, pairs: &[Pair], at: usize, read: Option<Logits>, found: bool, blends: &Blends) -> Judged {
        let (evidence, side) = (self.of_evidence(pairs, at, read, found), self.of_side(pairs, at, read));
        let of_evidence = if found { blends.found } else { blends.named };
        Judged {
            label: pairs[at].label,
            evidence: of_evidence.probability(evidence.trees, evidence.encoder, evidence.lead),
            supports: blends.side.probability(side.trees, side.encoder, 0.0),
        }
    }

    fn told(&self, pairs: &[Pair]) {
        let cited = || pairs.iter().filter(|pair| pair.cited);
        figures::rationales(cited().map(|pair| (likely(&self.rationale[pair.fold], &pair.view), &pair.wholes[..])));
        let blends = self.alone(pairs);
        self.tell(pairs, |_| None, |_| &blends);
    }

    /// As [`Self::told`], each pair by blends that were not fitted on its fold.
    fn told_with(&self, pairs: &[Pair], read: &Read) {
        let (first, read) = (self.read_first(pairs), |at: usize| read.get(&at).copied());
        let of = |fold| self.blends(pairs, &first, read, |at| read(at).is_some() && pairs[at].fold != fold);
        let blends: Vec<Blends> = (0..FOLDS).map(of).collect();
        self.tell(pairs, read, |at| &blends[pairs[at].fold]);
    }

    fn tell<'a>(&self, pairs: &[Pair], read: impl Fn(usize) -> Option<Logits>, blends: impl Fn(usize) -> &'a Blends) {
        // What the encoder did not read keeps the word of the trees.
        let alone = self.alone(pairs);
        let judged = |at: usize, found| {
            let read = read(at);
            self.judged(pairs, at, read, found, if read.is_some() { blends(at) } else { &alone })
        };
        for written in [false, true] {
            let cited = || (0..pairs.len()).filter(|at| pairs[*at].cited && pairs[*at].written == written);
            if cited().next().is_some() {
                println!("  {}", if written { "written claims" } else { "claims of SciFact" });
                figures::stances(&cited().map(|at| judged(at, false)).collect::<Vec<_>>());
            }
        }
        println!("  of what a search finds");
        let found = open::passing(pairs, |at| judged(at, true).evidence);
        open::told(pairs, &found, &found.iter().map(|at| judged(*at, true)).collect::<Vec<_>>());
    }

    /// What the encoder is to read: of the pairs that are cited, and of those that a search finds first.
    fn windows<'a>(&self, pairs: &'a [Pair]) -> Vec<(usize, Window<'a>)> {
        let first: BTreeSet<usize> = self.read_first(pairs).into_iter().collect();
        let asked = pairs.iter().enumerate().filter(|(at, pair)| pair.cited || first.contains(at));
        asked.map(|(at, pair)| (at, Window::new(pair, &likely(&self.rationale[pair.fold], &pair.view)))).collect()
    }

    /// Trees that have seen all pairs, with the blends of those that have not.
    fn models(&self, pairs: &[Pair], rarity: Rarity, read: &Read, general: General) -> Models {
        Models {
            rarity,
            rationale: grow(&sentences(pairs, |_| true), RATIONALE, 1),
            evidence: grow(&evidence(pairs, &self.rows, |_| true), EVIDENCE, 2),
            side: grow(&side(pairs, &self.rows, |_| true), SIDE, 3),
            alone: self.alone(pairs),
            together: {
                let read = |at: usize| read.get(&at).copied();
                self.blends(pairs, &self.read_first(pairs), read, |at| read(at).is_some())
            },
            general,
        }
    }
}

/// What a pair counts where probabilities are fitted. Of a written claim another sentence of the abstract may decide
/// what its own passage leaves open.
fn counts(pair: &Pair) -> f64 {
    let sure = pair.cited && !(pair.written && pair.label == Label::NotEnough);
    (if sure { 1.0 } else { NOT_SURE }) * if pair.written { WRITTEN } else { 1.0 }
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
    for pair in pairs.iter().filter(|pair| !pair.written && pair.label != Label::NotEnough && keep(pair)) {
        for (at, row) in pair.view.rows().enumerate() {
            table.push(row.to_vec(), pair.wholes.iter().any(|whole| whole.contains(&at)), 1.0);
        }
    }
    table
}

/// Abstracts: is there evidence?
fn evidence(pairs: &[Pair], rows: &[Rows], keep: impl Fn(&Pair) -> bool) -> Table {
    let mut table = Table::default();
    let first = |pair: &Pair| !pair.written && (pair.cited || pair.found.is_some_and(|(place, _)| place < FOUND));
    for (pair, rows) in pairs.iter().zip(rows).filter(|(pair, _)| keep(pair) && first(pair)) {
        table.push(rows.evidence.clone(), pair.label != Label::NotEnough, if pair.cited { 1.0 } else { NOT_CITED });
    }
    table
}

/// Abstracts with evidence: does it support?
fn side(pairs: &[Pair], rows: &[Rows], keep: impl Fn(&Pair) -> bool) -> Table {
    let mut table = Table::default();
    let known = |pair: &Pair| !pair.written && pair.label != Label::NotEnough;
    for (pair, rows) in pairs.iter().zip(rows).filter(|(pair, _)| known(pair) && keep(pair)) {
        let supports = pair.label == Label::Supports;
        table.push(rows.side.clone(), supports, 1.0);
        for row in &rows.flipped {
            table.push(row.clone(), !supports, TURNED);
        }
    }
    table
}
