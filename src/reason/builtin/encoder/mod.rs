//! The encoder: a small trained network that reads a claim and a passage
//! together. It is a second voice beside the trees, who see words where it sees
//! sentences. It comes with the program unless that was built without the
//! feature `encoder`. The card beside its weights says what it is worth.

#[cfg(feature = "encoder")]
mod network;

use std::sync::atomic::{AtomicBool, Ordering};

use crate::text::Clean;

static LEFT_OUT: AtomicBool = AtomicBool::new(false);

/// What the encoder makes of a claim and a passage: a score for each of three, of which only differences count.
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
}

/// From now on the encoder is not asked, as if it were not built in.
pub fn leave_out() {
    LEFT_OUT.store(true, Ordering::Relaxed);
}

/// Whether it is asked.
#[must_use]
pub fn is_asked() -> bool {
    cfg!(feature = "encoder") && !LEFT_OUT.load(Ordering::Relaxed)
}

/// What a result's origin says of it.
pub(super) fn version() -> Option<Clean> {
    #[cfg(feature = "encoder")]
    return is_asked().then(|| format!("encoder {}", network::VERSION).into());
    #[cfg(not(feature = "encoder"))]
    None
}

/// What it makes of `claim` and `passage`; `None` where it is left out.
pub(super) async fn read(claim: &str, passage: String) -> Option<Logits> {
    #[cfg(feature = "encoder")]
    if is_asked() {
        return network::read(claim, passage).await;
    }
    #[cfg(not(feature = "encoder"))]
    let _ = (claim, passage);
    None
}
