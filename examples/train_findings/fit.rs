//! A logistic regression by Newton's method over features of unlike sizes.

use std::collections::BTreeMap;

use gainsay::reason::builtin::findings::{Weights, log_odds};

const STEPS: usize = 12;

/// The features of an example with their values, its answer, and what it counts.
pub type Row<'a, N> = (&'a [(N, f64)], bool, f64);

/// The weights by feature with their bias, for rows with an answer and what each counts; `ridge` shrinks the weights of
/// the features brought to one size.
pub fn logistic<N: AsRef<str>>(rows: &[Row<'_, N>], ridge: f64) -> Weights {
    logistic_onto(rows, ridge, &Weights::new())
}

/// The same, shrunk towards the weights `onto` in place of 0.
pub fn logistic_onto<N: AsRef<str>>(rows: &[Row<'_, N>], ridge: f64, onto: &Weights) -> Weights {
    let mut sums: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (name, value) in rows.iter().flat_map(|(row, _, _)| row.iter()) {
        let (sum, squares) = sums.entry(name.as_ref()).or_default();
        *sum += value;
        *squares += value * value;
    }
    let count = rows.len().max(1) as f64;
    let sizes: BTreeMap<&str, (usize, f64, f64)> = sums
        .iter()
        .map(|(name, (sum, squares))| {
            let mean = sum / count;
            (*name, mean, (squares / count - mean * mean).max(0.0).sqrt())
        })
        .filter(|(_, _, deviation)| *deviation > 1e-6)
        .enumerate()
        .map(|(at, (name, mean, deviation))| (name, (at, mean, deviation)))
        .collect();
    let width = sizes.len() + 1;
    let rest: Vec<f64> = sizes.values().map(|(_, mean, deviation)| -mean / deviation).chain([1.0]).collect();
    let scaled: Vec<(Vec<f64>, f64, f64, f64)> = rows
        .iter()
        .map(|(row, yes, weight)| {
            let mut values = rest.clone();
            for (name, value) in *row {
                if let Some((at, _, deviation)) = sizes.get(name.as_ref()) {
                    values[*at] += value / deviation;
                }
            }
            (values, f64::from(u8::from(*yes)), *weight, log_odds(onto, row))
        })
        .collect();
    let mut weights = vec![0.0; width];
    for _ in 0..STEPS {
        let mut slope = vec![0.0; width];
        let mut curve = vec![vec![0.0; width]; width];
        for at in 0..width {
            let ridge = if at + 1 == width { 1e-6 } else { ridge };
            slope[at] = ridge * weights[at];
            curve[at][at] = ridge;
        }
        for (values, answer, weight, known) in &scaled {
            let sum: f64 = known + values.iter().zip(&weights).map(|(x, w)| x * w).sum::<f64>();
            let p = 1.0 / (1.0 + (-sum).exp());
            for a in 0..width {
                slope[a] += weight * (p - answer) * values[a];
                let part = weight * p * (1.0 - p) * values[a];
                curve[a].iter_mut().zip(values).for_each(|(cell, value)| *cell += part * value);
            }
        }
        solve(&mut curve, &mut slope);
        weights.iter_mut().zip(slope).for_each(|(weight, step)| *weight -= step);
    }
    let mut found: Weights =
        sizes.iter().map(|(name, (at, _, deviation))| ((*name).to_owned(), weights[*at] / deviation)).collect();
    let shift: f64 = sizes.values().map(|(at, mean, deviation)| weights[*at] * mean / deviation).sum();
    found.insert("bias".to_owned(), weights[width - 1] - shift);
    onto.iter().for_each(|(name, weight)| *found.entry(name.clone()).or_default() += weight);
    found
}

/// Solves `matrix` · x = `right` by elimination; x is left in `right`.
fn solve(matrix: &mut [Vec<f64>], right: &mut [f64]) {
    let width = right.len();
    for column in 0..width {
        let pivot = (column..width).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()));
        let pivot = pivot.unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let above = matrix[column].clone();
        for row in (0..width).filter(|row| *row != column) {
            let factor = matrix[row][column] / above[column];
            matrix[row].iter_mut().zip(&above).skip(column).for_each(|(to, from)| *to -= factor * from);
            right[row] -= factor * right[column];
        }
    }
    for at in 0..width {
        right[at] /= matrix[at][at];
    }
}
