//! Classifiers of natural-language inference that the user names: what a passage
//! says of a claim, by models from elsewhere. Each is read by its labels, brought
//! to true probabilities by its calibration where there is one, and pooled with
//! the other opinions.

mod calibration;
mod classifier;
mod labels;
#[cfg(all(test, feature = "encoder"))]
mod tests;

pub use calibration::{Calibration, CalibrationError, Line, file_of};
pub use classifier::{Classifier, Reading};

/// Scores for the three stances, of which only differences count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Logits {
    /// The passage speaks for the claim.
    pub supports: f64,
    /// It speaks against it.
    pub contradicts: f64,
    /// It does not say.
    pub neutral: f64,
}

impl Logits {
    /// The log-odds of the passage saying something.
    #[must_use]
    pub fn evidence(&self) -> f64 {
        let (more, less) = (self.supports.max(self.contradicts), self.supports.min(self.contradicts));
        more + (less - more).exp().ln_1p() - self.neutral
    }

    /// The log-odds of support, if it says something.
    #[must_use]
    pub fn side(&self) -> f64 {
        self.supports - self.contradicts
    }

    /// Both.
    #[must_use]
    pub fn odds(&self) -> Odds {
        Odds { evidence: self.evidence(), side: self.side() }
    }
}

/// An opinion as log-odds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// Of the passage saying something.
    pub evidence: f64,
    /// Of support, if it does.
    pub side: f64,
}

/// Log-odds of one opinion count for this much at most where nothing shows that it may be so sure (98 %).
const SURE: f64 = 4.0;

impl Odds {
    /// The same, as far as an opinion is believed that was never calibrated.
    #[must_use]
    pub fn bounded(self) -> Self {
        Self { evidence: self.evidence.clamp(-SURE, SURE), side: self.side.clamp(-SURE, SURE) }
    }

    /// How probable support, contradiction and neither are; they sum to 1.
    #[must_use]
    pub fn probabilities(&self) -> [f64; 3] {
        let probability = |odds: f64| 1.0 / (1.0 + (-odds).exp());
        let (evidence, supports) = (probability(self.evidence), probability(self.side));
        [evidence * supports, evidence * (1.0 - supports), 1.0 - evidence]
    }
}

/// What several opinions come to: the mean of their log-odds, each counting the same. `None` of none.
#[must_use]
pub fn pooled(opinions: &[Odds]) -> Option<Odds> {
    let mean = |of: fn(&Odds) -> f64| opinions.iter().map(of).sum::<f64>() / opinions.len() as f64;
    (!opinions.is_empty()).then(|| Odds { evidence: mean(|odds| odds.evidence), side: mean(|odds| odds.side) })
}
