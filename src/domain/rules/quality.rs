//! The score of the quotation check (`docs/rules.md#quotation-check`).

use crate::domain::Severity;

/// How good the evidence is, 0–1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// 1 − Σ penalties.
    pub plain: f64,
    /// 1 − Σ penalties divided by the number of citations, since the plain one punishes long lists.
    pub per_citation: f64,
}

/// The quality of `citations` citations with issues of these severities; 0.0
/// when there are no citations at all.
#[must_use]
pub fn quality(severities: &[Severity], citations: usize) -> Quality {
    if citations == 0 {
        return Quality { plain: 0.0, per_citation: 0.0 };
    }
    let penalty: f64 = severities.iter().map(|s| s.penalty()).sum();
    // Rounded so that a sum of twentieths is not a hair beside its band's edge.
    let left = |penalty: f64| (((1.0 - penalty).max(0.0)) * 1e6).round() / 1e6;
    Quality { plain: left(penalty), per_citation: left(penalty / citations as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Band;

    #[test]
    fn penalties_and_bands_are_those_of_v4() {
        use Severity::{Blocker, Major, Minor};
        let cases: &[(&[Severity], usize, f64, f64, Band)] = &[
            (&[], 3, 1.0, 1.0, Band::AllVerified),
            (&[Minor], 2, 0.95, 0.975, Band::Minor),
            (&[Blocker], 1, 0.7, 0.7, Band::Minor),
            (&[Blocker, Minor], 1, 0.65, 0.65, Band::Significant),
            (&[Blocker, Blocker], 2, 0.4, 0.7, Band::Significant),
            (&[Blocker, Major, Major, Minor], 1, 0.35, 0.35, Band::Critical),
            (&[Blocker; 4], 10, 0.0, 0.88, Band::Critical),
            (&[], 0, 0.0, 0.0, Band::Critical),
        ];
        for (severities, citations, plain, per_citation, band) in cases {
            let quality = quality(severities, *citations);
            assert_eq!(quality, Quality { plain: *plain, per_citation: *per_citation });
            assert_eq!(Band::of(quality.plain), *band);
        }
    }
}
