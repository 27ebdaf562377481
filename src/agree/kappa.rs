//! Agreement of two raters corrected for chance.

use serde::Serialize;

/// Agreement of two raters who rated the same units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Kappa {
    /// Units that both rated.
    pub n: usize,
    /// The share on which they agree, 0–1.
    pub agreement: f64,
    /// Cohen's κ (1960), −1 to 1; `None` where both always gave the same one category, so that chance explains all.
    pub kappa: Option<f64>,
    /// The large-sample standard error of κ by Fleiss, Cohen and Everitt (1969).
    pub standard_error: Option<f64>,
}

/// κ of pairs of categories, each below `categories`; `None` of no pairs.
#[must_use]
pub fn kappa(pairs: &[(usize, usize)], categories: usize) -> Option<Kappa> {
    if pairs.is_empty() {
        return None;
    }
    let n = pairs.len() as f64;
    let mut shares = vec![vec![0.0; categories]; categories];
    pairs.iter().for_each(|(a, b)| shares[*a][*b] += 1.0 / n);
    let rows: Vec<f64> = shares.iter().map(|row| row.iter().sum()).collect();
    let columns: Vec<f64> = (0..categories).map(|at| shares.iter().map(|row| row[at]).sum()).collect();
    let agreed = pairs.iter().filter(|(a, b)| a == b).count();
    let agreement = agreed as f64 / n;
    let by_chance: f64 = rows.iter().zip(&columns).map(|(row, column)| row * column).sum();
    let beyond = 1.0 - by_chance;
    let kappa = (beyond > 1e-12).then(|| (agreement - by_chance) / beyond);
    let standard_error = kappa.map(|kappa| {
        let (mut on, mut off) = (0.0, 0.0);
        for (i, row) in shares.iter().enumerate() {
            for (j, share) in row.iter().enumerate() {
                if i == j {
                    on += share * (1.0 - (rows[i] + columns[i]) * (1.0 - kappa)).powi(2);
                } else {
                    off += share * (columns[i] + rows[j]).powi(2);
                }
            }
        }
        let centre = (kappa - by_chance * (1.0 - kappa)).powi(2);
        let variance = (on + (1.0 - kappa).powi(2) * off - centre) / (beyond * beyond * n);
        variance.max(0.0).sqrt()
    });
    Some(Kappa { n: pairs.len(), agreement, kappa, standard_error })
}
