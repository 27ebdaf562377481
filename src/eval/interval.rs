//! How far a figure may be from what other claims would give.

use serde::Serialize;

use super::Outcome;

/// How often claims are drawn anew.
const DRAWS: usize = 1000;

/// The middle 95 % of what a figure is when claims are drawn anew.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// 2.5 % are below.
    pub low: f64,
    /// 2.5 % are above.
    pub high: f64,
}

/// The percentile bootstrap over claims; the same draws for every figure, so
/// that they can be compared. `None` where the figure is not defined.
pub(super) fn bootstrap(outcomes: &[&Outcome], figure: &dyn Fn(&[&Outcome]) -> Option<f64>) -> Option<Interval> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut draw = || {
        // SplitMix64.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(z ^ (z >> 31)) * outcomes.len() as u128) >> 64) as usize
    };
    let mut drawn = Vec::with_capacity(outcomes.len());
    let mut values = Vec::with_capacity(DRAWS);
    for _ in 0..DRAWS {
        drawn.clear();
        drawn.extend((0..outcomes.len()).map(|_| outcomes[draw()]));
        values.extend(figure(&drawn));
    }
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values.get((values.len() as f64 * share) as usize).copied();
    Some(Interval { low: at(0.025)?, high: at(0.975)? })
}
