//! Whether the right abstracts and sentences are given as evidence: the metrics
//! of SciFact's own evaluator.

use std::collections::BTreeSet;

use super::{Gold, Judged, Label, Outcome, share};

/// How many sentences of an abstract count towards its rationale, unless the
/// shortest rationale has more.
const MOST_SENTENCES: usize = 3;

/// Precision, recall and their harmonic mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Prf {
    right: f64,
    given: f64,
    wanted: f64,
}

impl Prf {
    pub(super) fn precision(self) -> Option<f64> {
        share(self.right, self.given)
    }

    pub(super) fn recall(self) -> Option<f64> {
        share(self.right, self.wanted)
    }

    pub(super) fn f1(self) -> Option<f64> {
        share(2.0 * self.right, self.given + self.wanted)
    }
}

/// Abstracts given as evidence that have evidence and the right label.
pub(super) fn label_only(outcomes: &[&Outcome]) -> Prf {
    abstracts(outcomes, |_, _| true)
}

/// The same, and their first sentences hold a whole rationale.
pub(super) fn rationalised(outcomes: &[&Outcome]) -> Prf {
    abstracts(outcomes, |judged, gold| {
        let shortest = gold.rationales.iter().map(|whole| whole.len()).min().unwrap_or_default();
        gold.has_whole(&judged.cited[..judged.cited.len().min(MOST_SENTENCES.max(shortest))])
    })
}

/// Sentences given that are part of a rationale all of which is given.
pub(super) fn selection(outcomes: &[&Outcome]) -> Prf {
    sentences(outcomes, |_, _| true)
}

/// The same where the label is right as well.
pub(super) fn selection_and_label(outcomes: &[&Outcome]) -> Prf {
    sentences(outcomes, |judged, gold| judged.label == gold.label)
}

fn abstracts(outcomes: &[&Outcome], also: fn(&Judged, &Gold) -> bool) -> Prf {
    let right = |judged: &Judged, gold: &Gold| usize::from(judged.label == gold.label && also(judged, gold));
    over(outcomes, right, |_| 1, |_| 1)
}

fn sentences(outcomes: &[&Outcome], also: fn(&Judged, &Gold) -> bool) -> Prf {
    let right = |judged: &Judged, gold: &Gold| {
        let given = gold.rationales.iter().filter(|whole| whole.iter().all(|s| judged.cited.contains(s)));
        let given: BTreeSet<usize> = given.flatten().copied().collect();
        if also(judged, gold) { judged.cited.iter().filter(|s| given.contains(s)).count() } else { 0 }
    };
    over(outcomes, right, |judged| judged.cited.len(), |gold| gold.sentences().len())
}

/// Sums up what is right and what is given of the abstracts that are given as
/// evidence, and what is wanted of those that have evidence.
fn over(
    outcomes: &[&Outcome],
    right: impl Fn(&Judged, &Gold) -> usize,
    given: impl Fn(&Judged) -> usize,
    wanted: impl Fn(&Gold) -> usize,
) -> Prf {
    let mut sum = Prf::default();
    for outcome in outcomes {
        for (doc, judged) in outcome.judged.iter().filter(|(_, judged)| judged.label != Label::NotEnough) {
            sum.right += outcome.gold.get(doc).map_or(0, |gold| right(judged, gold)) as f64;
            sum.given += given(judged) as f64;
        }
        sum.wanted += outcome.gold.values().map(&wanted).sum::<usize>() as f64;
    }
    sum
}

/// Of the abstracts with evidence that were looked at, how many have a whole
/// rationale among the first `k` sentences.
pub(super) fn rationale_within(outcomes: &[&Outcome], k: usize) -> Option<f64> {
    let (mut all, mut hit) = (0.0, 0.0);
    for outcome in outcomes {
        for (gold, judged) in outcome.gold.iter().filter_map(|(doc, gold)| Some((gold, outcome.judged.get(doc)?))) {
            all += 1.0;
            hit += f64::from(u8::from(gold.has_whole(&judged.ranked[..judged.ranked.len().min(k)])));
        }
    }
    share(hit, all)
}
