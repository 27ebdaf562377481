//! What each reviewer says of a statement.

use crate::domain::{Basis, Stage, StatementId, Verdict};

use super::{
    Who,
    fold::{Fold, OverrideRevision},
};

/// The verdict that one reviewer gave and did not take back, whether or not it is in force.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictOpinion {
    /// The reviewer's result.
    pub made: OverrideRevision,
    /// Verdict, confidence 0–1 and basis.
    pub verdict: (Verdict, f64, Basis),
}

impl VerdictOpinion {
    /// The reviewer.
    #[must_use]
    pub fn who(&self) -> &Who {
        &self.made.who
    }
}

impl Fold {
    /// The newest verdict of each reviewer on a statement, in the order in which they were given.
    #[must_use]
    pub fn opinions(&self, statement: StatementId) -> Vec<VerdictOpinion> {
        let slot = self.slots(Some(statement))(Stage::Verdict);
        let mut opinions: Vec<VerdictOpinion> = Vec::new();
        for made in slot.given(self.undone()) {
            opinions.retain(|earlier| earlier.made.who != made.who);
            opinions.extend(made.gist.verdict.map(|verdict| VerdictOpinion { made: made.clone(), verdict }));
        }
        opinions
    }
}
