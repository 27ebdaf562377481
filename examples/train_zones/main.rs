//! Trains the sentence roles of the builtin reasoner:
//! `cargo run --release --example train_zones -- DIR`, where DIR has SciFact's
//! corpus.jsonl and the train split of CSAbstruct as csabstruct.jsonl. Roles are
//! learnt from SciFact's structured abstracts and CSAbstruct, claims from labels.tsv. Writes models/zones.bin, the same bytes each time, and prints how
//! good both are out of fold.

mod data;
mod fit;

use std::path::PathBuf;

use color_eyre::eyre::{self, OptionExt};
use gainsay::reason::builtin::zones::{Position, ROLES, Role, Roles, Weights, Zones, buckets};

use data::{Marked, Structured, annotated, corpus, marked};
use fit::{linear, logistic};

const FOLDS: usize = 5;

fn main() -> eyre::Result<()> {
    let folder: PathBuf =
        std::env::args().nth(1).ok_or_eyre("name the folder with corpus.jsonl and csabstruct.jsonl")?.into();
    let (structured, all) = corpus(&folder.join("corpus.jsonl"))?;
    let marked = marked(include_str!("labels.tsv"), &all)?;
    let medical = roles(&structured.iter().collect::<Vec<_>>());
    let concludes = |sentence: &str| {
        let roles = medical.body(sentence, &[1.0; ROLES]).roles;
        roles[Role::Conclusion as usize] > roles[Role::Result as usize]
    };
    let computing = annotated(&folder.join("csabstruct.jsonl"), concludes)?;
    let held = |at: usize, fold: usize| at % FOLDS == fold;
    let (mut right, mut sentences) = (0, 0);
    for fold in 0..FOLDS {
        let part = structured.iter().enumerate().filter(|(at, _)| !held(*at, fold)).map(|(_, one)| one);
        let zones = roles(&part.chain(&computing).collect::<Vec<_>>());
        for (_, one) in structured.iter().enumerate().filter(|(at, _)| held(*at, fold)) {
            let texts: Vec<&str> = one.sentences.iter().map(String::as_str).collect();
            for (roles, role) in zones.chain(&texts, &[]).iter().zip(&one.roles) {
                right += usize::from(roles.iter().all(|p| *p <= roles[*role as usize]));
                sentences += 1;
            }
        }
    }
    println!(
        "{} structured abstracts: role right, out of fold: {:.3}",
        structured.len(),
        right as f64 / sentences as f64
    );
    let mut zones = roles(&structured.iter().chain(&computing).collect::<Vec<_>>());
    let mut told = Vec::new();
    for fold in 0..FOLDS {
        let part: Vec<_> = marked.iter().enumerate().filter(|(at, _)| !held(*at, fold)).map(|(_, one)| one).collect();
        zones.claim = logistic(&rows(&zones, &part));
        for (_, one) in marked.iter().enumerate().filter(|(at, _)| held(*at, fold)) {
            let texts: Vec<&str> = one.sentences.iter().map(String::as_str).collect();
            told.extend(zones.abstract_of(&texts).iter().map(|reading| reading.claim).zip(one.claims.iter().copied()));
        }
    }
    let (threshold, f1) = best(&told);
    println!("{} marked abstracts: claims, out of fold: F1 {f1:.3} at {threshold:.2}", marked.len());
    zones.claim = logistic(&rows(&zones, &marked.iter().collect::<Vec<_>>()));
    let bytes = zones.write();
    std::fs::write("models/zones.bin", &bytes)?;
    println!("models/zones.bin: {} bytes", bytes.len());
    Ok(())
}

/// The models of roles, without the regression.
fn roles(structured: &[&Structured]) -> Zones {
    let (mut placed, mut alone): (Vec<_>, Vec<_>) = (Vec::new(), Vec::new());
    let mut next = [[0.5; ROLES]; ROLES];
    let (mut first, mut frequency) = ([0.5; ROLES], [0.5; ROLES]);
    for one in structured {
        first[one.roles[0] as usize] += 1.0;
        one.roles.windows(2).for_each(|pair| next[pair[0] as usize][pair[1] as usize] += 1.0);
        let of = one.sentences.len();
        for (at, (sentence, role)) in one.sentences.iter().zip(&one.roles).enumerate() {
            frequency[*role as usize] += 1.0;
            placed.push((buckets(sentence, Some(Position { at, of })), *role as usize));
            alone.push((buckets(sentence, None), *role as usize));
        }
    }
    let share = |counts: Roles| counts.map(|count| count / counts.iter().sum::<f64>());
    let [placed, alone]: [Weights; 2] = [linear(&placed), linear(&alone)];
    let claim = [0.0; _];
    Zones { placed, alone, next: next.map(share), first: share(first), frequency: share(frequency), claim }
}

fn rows(zones: &Zones, marked: &[&Marked]) -> Vec<([f64; gainsay::reason::builtin::zones::ROW], bool)> {
    let mut rows = Vec::new();
    for one in marked {
        let texts: Vec<&str> = one.sentences.iter().map(String::as_str).collect();
        let of = texts.len();
        for (at, (roles, claim)) in zones.chain(&texts, &[]).iter().zip(&one.claims).enumerate() {
            rows.push((zones.row(texts[at], roles, Some(Position { at, of })), *claim));
        }
    }
    rows
}

/// The threshold with the best F1, and that F1.
fn best(told: &[(f64, bool)]) -> (f64, f64) {
    let all = told.iter().filter(|(_, claim)| *claim).count() as f64;
    let at = |threshold: f64| {
        let taken: Vec<_> = told.iter().filter(|(p, _)| *p >= threshold).collect();
        let hits = taken.iter().filter(|(_, claim)| *claim).count() as f64;
        (threshold, 2.0 * hits / (taken.len() as f64 + all))
    };
    (1..50).map(|step| at(f64::from(step) / 50.0)).fold((0.0, 0.0), |best, one| if one.1 > best.1 { one } else { best })
}
