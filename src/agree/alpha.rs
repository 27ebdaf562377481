//! Agreement of any number of raters, with gaps.

use serde::Serialize;

/// How far apart two categories are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Equal or not.
    Nominal,
    /// By how many ratings lie between them.
    Ordinal,
}

/// Krippendorff's α.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Alpha {
    /// Units with two ratings or more; the others say nothing of agreement.
    pub n: usize,
    /// Ratings on them.
    pub ratings: usize,
    /// The share of pairs of ratings on a unit that are equal, 0–1; each unit weighs as it does in α.
    pub agreement: f64,
    /// At most 1; 0 is chance. `None` where every rating is the same.
    pub alpha: Option<f64>,
}

/// α of units, each with the categories (below `categories`) that raters gave it (Krippendorff 2011). `None` where no
/// unit has two ratings.
#[must_use]
pub fn alpha(units: &[&[usize]], categories: usize, metric: Metric) -> Option<Alpha> {
    let pairable = || units.iter().filter(|unit| unit.len() > 1);
    let mut coincidences = vec![vec![0.0; categories]; categories];
    for unit in pairable() {
        let mut counts = vec![0.0; categories];
        unit.iter().for_each(|category| counts[*category] += 1.0);
        let others = unit.len() as f64 - 1.0;
        for (c, row) in coincidences.iter_mut().enumerate() {
            for (k, cell) in row.iter_mut().enumerate() {
                *cell += counts[c] * (counts[k] - if c == k { 1.0 } else { 0.0 }) / others;
            }
        }
    }
    let marginals: Vec<f64> = coincidences.iter().map(|row| row.iter().sum()).collect();
    let total: f64 = marginals.iter().sum();
    if total == 0.0 {
        return None;
    }
    let distance = |c: usize, k: usize| match metric {
        _ if c == k => 0.0,
        Metric::Nominal => 1.0,
        Metric::Ordinal => {
            let between: f64 = marginals[c.min(k)..=c.max(k)].iter().sum();
            (between - (marginals[c] + marginals[k]) / 2.0).powi(2)
        }
    };
    let (mut observed, mut expected) = (0.0, 0.0);
    for c in 0..categories {
        for k in 0..categories {
            observed += coincidences[c][k] * distance(c, k);
            expected += marginals[c] * marginals[k] * distance(c, k);
        }
    }
    let equal: f64 = (0..categories).map(|c| coincidences[c][c]).sum();
    Some(Alpha {
        n: pairable().count(),
        ratings: pairable().map(|unit| unit.len()).sum(),
        agreement: equal / total,
        alpha: (expected > 0.0).then(|| 1.0 - (total - 1.0) * observed / expected),
    })
}
