//! How well what is wanted is found (as BEIR measures it: what a claim's
//! authors cited is relevant).

use super::{Label, Outcome, share};

/// One of the lists that were found.
pub(super) type List = fn(&Outcome) -> &[u64];

/// Normalised discounted cumulative gain of the first `k` of a list, mean over claims.
pub(super) fn ndcg(outcomes: &[&Outcome], list: List, k: usize) -> Option<f64> {
    mean(outcomes, |outcome| {
        let gain = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
        let hits = list(outcome).iter().take(k).enumerate().filter(|(_, doc)| outcome.cited.contains(doc));
        let ideal: f64 = (0..outcome.cited.len().min(k)).map(gain).sum();
        hits.map(|(rank, _)| gain(rank)).sum::<f64>() / ideal
    })
}

/// The share of what was cited that is among the first `k` found, mean over claims.
pub(super) fn recall(outcomes: &[&Outcome], list: List, k: usize) -> Option<f64> {
    mean(outcomes, |outcome| {
        let hits = list(outcome).iter().take(k).filter(|doc| outcome.cited.contains(doc)).count();
        hits as f64 / outcome.cited.len() as f64
    })
}

/// Of the claims that some abstract contradicts, how many have one such abstract among the first `k` of `list`.
pub(super) fn contradicted(outcomes: &[&Outcome], list: List, k: usize) -> Option<f64> {
    let (mut all, mut hit) = (0.0, 0.0);
    for outcome in outcomes {
        let against = |doc: &u64| outcome.gold.get(doc).is_some_and(|gold| gold.label == Label::Contradicts);
        if outcome.gold.keys().any(against) {
            all += 1.0;
            hit += f64::from(u8::from(list(outcome).iter().take(k).any(against)));
        }
    }
    share(hit, all)
}

/// The mean over claims that cite anything.
fn mean(outcomes: &[&Outcome], of: impl Fn(&Outcome) -> f64) -> Option<f64> {
    let citing = outcomes.iter().filter(|outcome| !outcome.cited.is_empty());
    let (sum, count) = citing.fold((0.0, 0.0), |(sum, count), outcome| (sum + of(outcome), count + 1.0));
    share(sum, count)
}
