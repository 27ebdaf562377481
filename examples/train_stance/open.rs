//! What trees say of abstracts that a search found: how far it is to be
//! believed there, and what it is worth as a verdict on a claim.

use std::collections::BTreeMap;

use gainsay::{
    eval::Label,
    reason::builtin::trees::{Scale, logistic},
};

use super::{
    data::Pair,
    figures::{self, Judged, platt},
};

/// How many found abstracts of a claim are cited.
const CITED: usize = 3;
/// From which probability of evidence on an abstract is scored 3, 4 and 5.
const LIKELY: [f64; 3] = [0.7, 0.78, 0.87];
/// What an abstract counts of which nobody said that it has no evidence.
const NOT_SURE: f64 = 0.5;
/// How far the log-odds may be behind the best.
const BEHIND: f64 = 1.0;

/// A found abstract that a review would cite from: log-odds of evidence and of support.
#[derive(Clone, Copy)]
pub struct Found {
    /// Its place among the pairs.
    pub at: usize,
    claim: u64,
    label: Label,
    evidence: f64,
    side: f64,
    cited: bool,
}

impl Found {
    /// What it counts.
    pub fn weight(&self) -> f64 {
        if self.cited { 1.0 } else { NOT_SURE }
    }
}

/// Of what was said of `pairs`, that which passes as in a review; `scale` is that of evidence in cited abstracts.
pub fn passing(pairs: &[Pair], evidence: &[f64], side: &[f64], scale: Scale) -> Vec<Found> {
    let mut claims: BTreeMap<u64, Vec<(usize, Found)>> = BTreeMap::new();
    for (at, ((pair, evidence), side)) in pairs.iter().zip(evidence).zip(side).enumerate() {
        if let Some(rank) = pair.rank {
            let (claim, label, cited) = (pair.claim, pair.label, pair.cited);
            let found = Found { at, claim, label, evidence: *evidence, side: *side, cited };
            claims.entry(claim).or_default().push((rank, found));
        }
    }
    let odds = |found: &Found| f64::from(scale.slope) * found.evidence + f64::from(scale.offset);
    let level = |found: &Found| LIKELY.iter().filter(|from| logistic(odds(found)) >= **from).count();
    let chosen = claims.into_values().flat_map(|mut all| {
        let best = all.iter().map(|(_, found)| odds(found)).fold(f64::MIN, f64::max);
        all.retain(|(_, found)| level(found) > 0 && odds(found) + BEHIND >= best);
        all.sort_by(|(a, one), (b, other)| level(other).cmp(&level(one)).then(a.cmp(b)));
        all.into_iter().take(CITED).map(|(_, found)| found)
    });
    chosen.collect()
}

/// The scale by which evidence in what passes comes true.
pub fn scale(found: &[Found]) -> Scale {
    let row = |found: &Found| (found.evidence, found.label != Label::NotEnough, found.weight());
    platt(&found.iter().map(row).collect::<Vec<_>>())
}

/// What is said of what passes, by a scale for evidence and one for support.
pub fn judged(found: &[Found], evidence: Scale, side: Scale) -> Vec<Judged> {
    let judged = found.iter().map(|found| Judged {
        label: found.label,
        evidence: evidence.probability(found.evidence),
        supports: side.probability(found.side),
    });
    judged.collect()
}

/// Tells how good labels of found abstracts are over all that there is to be
/// found (F1), and how far off their probabilities; then how often a claim gets
/// a verdict at each floor, and how often it is right.
pub fn told(pairs: &[Pair], found: &[Found], judged: &[Judged]) {
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
    for (found, judged) in found.iter().zip(judged) {
        let (label, confidence) = judged.said();
        if let Some(side) = sides.entry(found.claim).or_default().get_mut(label) {
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
