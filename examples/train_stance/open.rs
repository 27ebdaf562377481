//! What is said of abstracts that a search found, as a verdict on a claim.

use std::collections::BTreeMap;

use gainsay::{eval::Label, reason::builtin::trees::relevance_score};

use super::{
    data::Pair,
    figures::{self, Judged},
};

/// How many found abstracts of a claim are cited.
const CITED: usize = 3;
/// How many of a claim the encoder reads, as `src/reason/builtin/score.rs` has it.
const READ: usize = 8;
/// From which score on they may be.
const PASSES: u8 = 3;

/// The places of the found pairs that the encoder reads: the first of each claim by what the trees say of `evidence`.
pub fn read_first(pairs: &[Pair], evidence: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut claims: BTreeMap<u64, Vec<(f64, usize)>> = BTreeMap::new();
    for (at, pair) in pairs.iter().enumerate().filter(|(_, pair)| pair.found.is_some()) {
        claims.entry(pair.claim).or_default().push((evidence(at), at));
    }
    let first = claims.into_values().flat_map(|mut found| {
        found.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(one.cmp(other)));
        found.into_iter().take(READ).map(|(_, at)| at)
    });
    first.collect()
}

/// The places of the pairs that a review would cite from, by how probable evidence in each is.
pub fn passing(pairs: &[Pair], evidence: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut claims: BTreeMap<u64, Vec<(u8, usize)>> = BTreeMap::new();
    for (at, pair) in pairs.iter().enumerate().filter(|(_, pair)| pair.found.is_some()) {
        let score = relevance_score(evidence(at));
        if score >= PASSES {
            claims.entry(pair.claim).or_default().push((score, at));
        }
    }
    let chosen = claims.into_values().flat_map(|mut passing| {
        let lead = |at: usize| pairs[at].lead();
        passing.sort_by(|(a, one), (b, other)| b.cmp(a).then(lead(*other).total_cmp(&lead(*one))));
        passing.into_iter().take(CITED).map(|(_, at)| at)
    });
    chosen.collect()
}

/// Tells how good labels of found abstracts are over all that there is to be
/// found (F1), and how far off their probabilities; then how often a claim gets
/// a verdict at each floor, and how often it is right.
pub fn told(pairs: &[Pair], found: &[usize], judged: &[Judged]) {
    let all = pairs.iter().filter(|pair| pair.label != Label::NotEnough).count();
    let given: Vec<bool> =
        judged.iter().filter(|one| one.said().0 < 2).map(|one| one.said().0 == one.label.index()).collect();
    let right = given.iter().filter(|right| **right).count();
    println!("    label-only F1: {:.3}", 2.0 * right as f64 / (all + given.len()) as f64);
    println!("    calibration error: {:.3}", figures::calibration_error(judged));
    let mut gold: BTreeMap<u64, [bool; 2]> = BTreeMap::new();
    for pair in pairs {
        let has = gold.entry(pair.claim).or_default();
        has[0] |= pair.label == Label::Supports;
        has[1] |= pair.label == Label::Contradicts;
    }
    let mut sides: BTreeMap<u64, [(f64, f64); 2]> = BTreeMap::new();
    for (at, judged) in found.iter().zip(judged) {
        let (label, confidence) = judged.said();
        if let Some(side) = sides.entry(pairs[*at].claim).or_default().get_mut(label) {
            *side = (side.0 + confidence, side.1.max(confidence));
        }
    }
    for floor in [0.5, 0.6, 0.7, 0.8] {
        let given = sides.iter().filter_map(|(claim, [supports, contradicts])| {
            let (side, (_, best)) = if supports.0 >= contradicts.0 { (0, supports) } else { (1, contradicts) };
            (*best > floor).then(|| gold[claim][side])
        });
        let given: Vec<bool> = given.collect();
        let right = given.iter().filter(|right| **right).count() as f64 / given.len().max(1) as f64;
        println!("    floor {floor}: a verdict for {:.3}, right {right:.3}", given.len() as f64 / gold.len() as f64);
    }
}
