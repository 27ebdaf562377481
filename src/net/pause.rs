//! How long to wait before the next try (`docs/rules.md#retries`).

use std::time::Duration;

use crate::domain::Digest;

/// The longest pause that a server may ask for; for more the request fails and says how long.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// The pause after try `round` (from 0): `first`, then twice that, and so on, each up to a quarter more or less, so
/// that requests that failed together do not come back together. `key` names the request.
pub(crate) fn pause(first: Duration, round: u32, key: &Digest) -> Duration {
    let spread = Digest::of_parts([key.as_bytes().as_slice(), &round.to_le_bytes()]).as_bytes()[0];
    let factor = 0.75 + f64::from(spread) / 510.0;
    first.mul_f64(factor).saturating_mul(1 << round.min(16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_and_are_spread() {
        let pauses =
            |key: &[u8]| [0, 1, 2].map(|round| pause(Duration::from_secs(1), round, &Digest::of(key)).as_secs_f64());
        for (pause, base) in pauses(b"one").into_iter().zip([1.0, 2.0, 4.0]) {
            assert!((0.75 * base..=1.25 * base).contains(&pause), "{pause} for {base}");
        }
        assert_ne!(pauses(b"one"), pauses(b"other"));
    }
}
