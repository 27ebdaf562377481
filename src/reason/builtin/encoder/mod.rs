//! The encoder: a small trained network that reads a claim and a passage
//! together. It is a second voice beside the trees, who see words where it sees
//! sentences. It comes with the program unless that was built without the
//! feature `encoder`. The card beside its weights says what it is worth.

#[cfg(feature = "encoder")]
mod network;

use crate::text::Clean;

pub use crate::nli::Logits;

/// Whether the encoder is asked; a program without it asks none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoder {
    /// It is.
    #[default]
    Asked,
    /// It is not, as if it were not built in.
    LeftOut,
}

impl Encoder {
    /// What a result's origin says of it.
    pub(super) fn version(self) -> Option<Clean> {
        #[cfg(feature = "encoder")]
        return (self == Self::Asked).then(|| format!("encoder {}", network::VERSION).into());
        #[cfg(not(feature = "encoder"))]
        None
    }

    /// What it makes of `claim` and `passage`; `None` where it is left out.
    pub(super) async fn read(self, claim: &str, passage: String) -> Option<Logits> {
        #[cfg(feature = "encoder")]
        if self == Self::Asked {
            return network::read(claim, passage).await;
        }
        #[cfg(not(feature = "encoder"))]
        let _ = (claim, passage);
        None
    }

    /// The log-odds that each of an abstract's `sentences` is one of the findings of its paper, which blocks; `None` where
    /// it is left out.
    pub(super) fn findings(self, title: &str, sentences: &[&str]) -> Option<Vec<f64>> {
        #[cfg(feature = "encoder")]
        if self == Self::Asked {
            return network::findings(title, sentences);
        }
        #[cfg(not(feature = "encoder"))]
        let _ = (title, sentences);
        None
    }
}
