//! How good trees are, and how far what they say is to be believed.

use gainsay::{
    eval::Label,
    reason::builtin::trees::{Blend, logistic},
};

use super::grow::Lots;

/// How often pairs are drawn anew for an interval.
const DRAWS: usize = 1000;
/// Bins of equal mass, for calibration.
const BINS: usize = 10;

/// What was said of a pair, as probabilities.
#[derive(Clone, Copy)]
pub struct Judged {
    pub label: Label,
    pub evidence: f64,
    pub supports: f64,
}

impl Judged {
    /// The likeliest label, in the order of [`Label::ALL`], and how likely it is.
    pub fn said(&self) -> (usize, f64) {
        let scores = [self.evidence * self.supports, self.evidence * (1.0 - self.supports), 1.0 - self.evidence];
        let best = (0..3).fold(0, |best, i| if scores[i] > scores[best] { i } else { best });
        (best, scores[best])
    }
}

/// What was said of a pair, whether it is so, and what the pair counts.
pub struct Said {
    /// The log-odds of the trees.
    pub trees: f64,
    /// Those of the encoder; 0 where it is not asked.
    pub encoder: f64,
    /// How far ahead of others a search found it; 0 where none did.
    pub lead: f64,
    pub so: bool,
    pub counts: f64,
}

/// What each thing that is said counts so that it comes true.
pub fn blend(said: impl Iterator<Item = Said>) -> Blend {
    let rows: Vec<_> = said.map(|one| ([one.trees, one.encoder, one.lead, 1.0], one.so, one.counts)).collect();
    let [trees, encoder, lead, offset] = regression(&rows).map(|x| x as f32);
    Blend { trees, encoder, lead, offset }
}

/// Logistic regression by Newton's method: what each feature counts.
pub fn regression<const N: usize>(rows: &[([f64; N], bool, f64)]) -> [f64; N] {
    const STEPS: usize = 50;
    // Next to nothing beside some hundred pairs.
    const L2: f64 = 1e-3;
    let mut counts = [0.0; N];
    for _ in 0..STEPS {
        // Of each equation the second derivatives, and behind them the first.
        let mut equations: [([f64; N], f64); N] = std::array::from_fn(|i| {
            let mut second = [0.0; N];
            second[i] = L2;
            (second, -L2 * counts[i])
        });
        for (row, yes, weight) in rows {
            let p = logistic(row.iter().zip(&counts).map(|(x, count)| x * count).sum());
            let (error, slope) = (weight * (f64::from(u8::from(*yes)) - p), weight * p * (1.0 - p));
            for (x, (second, first)) in row.iter().zip(&mut equations) {
                *first += error * x;
                second.iter_mut().zip(row).for_each(|(sum, other)| *sum += slope * x * other);
            }
        }
        counts.iter_mut().zip(solved(equations)).for_each(|(count, step)| *count += step);
    }
    counts
}

/// The solution of equations whose matrix is positive definite, by elimination.
fn solved<const N: usize>(mut equations: [([f64; N], f64); N]) -> [f64; N] {
    for at in 0..N {
        let (own, value) = equations[at];
        for (_, (row, sum)) in equations.iter_mut().enumerate().filter(|(other, _)| *other != at) {
            let factor = row[at] / own[at];
            row.iter_mut().zip(own).for_each(|(x, y)| *x -= factor * y);
            *sum -= factor * value;
        }
    }
    std::array::from_fn(|i| equations[i].1 / equations[i].0[i])
}

/// Of pairs with evidence, how often a whole rationale is among the likeliest sentences.
pub fn rationales<'a>(pairs: impl Iterator<Item = (Vec<f64>, &'a [Vec<usize>])>) {
    let ranked: Vec<(Vec<usize>, &[Vec<usize>])> = pairs
        .filter(|(_, wholes)| !wholes.is_empty())
        .map(|(likely, wholes)| {
            let mut order: Vec<usize> = (0..likely.len()).collect();
            order.sort_by(|a, b| likely[*b].total_cmp(&likely[*a]).then(a.cmp(b)));
            (order, wholes)
        })
        .collect();
    for k in [1, 3] {
        tell(&format!("a whole rationale in the first {k}"), &ranked, &|all| {
            let has = |(order, wholes): &&(Vec<usize>, &[Vec<usize>])| {
                wholes.iter().any(|whole| whole.iter().all(|at| order.iter().take(k).any(|other| other == at)))
            };
            all.iter().filter(has).count() as f64 / all.len() as f64
        });
    }
}

/// How good the labels and their probabilities are.
pub fn stances(all: &[Judged]) {
    let sides: Vec<Judged> = all.iter().filter(|one| one.label != Label::NotEnough).copied().collect();
    tell("three-way macro-F1", all, &macro_f1);
    tell("evidence against none, AUC", all, &|all| auc(all.iter().map(|j| (j.evidence, j.label != Label::NotEnough))));
    tell("support against contradict, AUC", &sides, &|all| {
        auc(all.iter().map(|j| (j.supports, j.label == Label::Supports)))
    });
    tell("support against contradict, balanced accuracy", &sides, &balanced);
    tell("calibration error", all, &calibration_error);
}

/// A figure with the middle 95 % of what it is when pairs are drawn anew.
fn tell<T: Clone>(name: &str, all: &[T], figure: &dyn Fn(&[T]) -> f64) {
    let mut lots = Lots(7);
    let mut values: Vec<f64> = (0..DRAWS)
        .map(|_| figure(&(0..all.len()).map(|_| all[lots.below(all.len())].clone()).collect::<Vec<T>>()))
        .collect();
    values.sort_by(f64::total_cmp);
    println!("  {name}: {:.3} ({:.3}–{:.3})", figure(all), values[DRAWS / 40], values[DRAWS - 1 - DRAWS / 40]);
}

fn macro_f1(all: &[Judged]) -> f64 {
    let f1 = |label: usize| {
        let gold = |j: &&Judged| j.label.index() == label;
        let said = |j: &&Judged| j.said().0 == label;
        let both = all.iter().filter(gold).filter(said).count();
        2.0 * both as f64 / (all.iter().filter(gold).count() + all.iter().filter(said).count()).max(1) as f64
    };
    (0..3).map(f1).sum::<f64>() / 3.0
}

fn balanced(sides: &[Judged]) -> f64 {
    let of = |label: Label| {
        let own: Vec<&Judged> = sides.iter().filter(|j| j.label == label).collect();
        own.iter().filter(|j| (j.supports >= 0.5) == (label == Label::Supports)).count() as f64
            / own.len().max(1) as f64
    };
    (of(Label::Supports) + of(Label::Contradicts)) / 2.0
}

fn auc(scored: impl Iterator<Item = (f64, bool)>) -> f64 {
    let mut all: Vec<(f64, bool)> = scored.collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let positive = all.iter().filter(|(_, yes)| *yes).count() as f64;
    let ranks: f64 = (1..).zip(&all).filter(|(_, (_, yes))| *yes).map(|(rank, _)| f64::from(rank)).sum();
    (ranks - positive * (positive + 1.0) / 2.0) / (positive * (all.len() as f64 - positive))
}

pub fn calibration_error(all: &[Judged]) -> f64 {
    let mut said: Vec<(f64, bool)> = all.iter().map(|j| (j.said().1, j.said().0 == j.label.index())).collect();
    said.sort_by(|a, b| a.0.total_cmp(&b.0));
    let n = said.len();
    let bins = (0..BINS).map(|i| &said[n * i / BINS..n * (i + 1) / BINS]);
    let off = |bin: &[(f64, bool)]| bin.iter().map(|(p, right)| p - f64::from(u8::from(*right))).sum::<f64>().abs();
    bins.map(off).sum::<f64>() / n as f64
}
