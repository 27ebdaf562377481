//! How far a figure may be from what other data would give.

use serde::Serialize;

/// How often the items are drawn anew.
const DRAWS: usize = 1000;

/// The 97.5 % point of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// 2.5 % are below.
    pub low: f64,
    /// 2.5 % are above.
    pub high: f64,
}

/// The percentile bootstrap over `items`: the middle 95 % of 1000 draws with replacement. The seed is fixed, so that
/// every figure is computed on the same draws and they can be compared. `None` where the figure is not defined.
pub fn bootstrap<T: Copy>(items: &[T], figure: &dyn Fn(&[T]) -> Option<f64>) -> Option<Interval> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut draw = || {
        // SplitMix64.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(z ^ (z >> 31)) * items.len() as u128) >> 64) as usize
    };
    let mut drawn = Vec::with_capacity(items.len());
    let mut values = Vec::with_capacity(DRAWS);
    for _ in 0..DRAWS {
        drawn.clear();
        drawn.extend((0..items.len()).map(|_| items[draw()]));
        values.extend(figure(&drawn));
    }
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values.get((values.len() as f64 * share) as usize).copied();
    Some(Interval { low: at(0.025)?, high: at(0.975)? })
}

/// The score interval of Wilson (1927) for `part` of `whole`, which holds for small numbers and shares near 0 and 1.
/// `None` of nothing.
#[must_use]
pub fn wilson(part: usize, whole: usize) -> Option<Interval> {
    if whole == 0 {
        return None;
    }
    let (n, share) = (whole as f64, part as f64 / whole as f64);
    let square = Z * Z / n;
    let centre = (share + square / 2.0) / (1.0 + square);
    let half = Z / (1.0 + square) * (share * (1.0 - share) / n + square / (4.0 * n)).sqrt();
    Some(Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) })
}
