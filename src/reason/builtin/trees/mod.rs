//! What trees that were trained on claims with known answers make of a claim
//! and an abstract: which sentences bear on it, whether there is evidence, and
//! which side it takes. The card beside the file says what they are worth.

mod forest;
mod rarity;
mod recent;
mod relevance;
mod stance;
mod view;
mod words;

use std::{ops::Range, sync::LazyLock};

use crate::domain::Digest;

use super::encoder::Logits;
use forest::Bytes;
pub use forest::{Forest, Node};
pub use rarity::Rarity;
pub use recent::{Look, look};
pub use view::View;

/// Why a file of models cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// It is something else, or of another version.
    #[error("this is no file of models of this version; train it anew")]
    Kind,
    /// It was made for other features.
    #[error("the models were trained on other features than the program has; train them anew")]
    Features,
    /// Its bytes are not those that were written.
    #[error("the file of models was changed or cut off")]
    Digest,
    /// It ends too early.
    #[error("the file of models ends too early")]
    Short,
    /// A tree leads nowhere.
    #[error("the file of models has a tree that leads nowhere")]
    Tree,
    /// The stems are not in order.
    #[error("the file of models has stems out of order")]
    Order,
}

/// What the file begins with; the last byte is its version.
const KIND: &[u8; 16] = b"gainsay stance\n\x03";

/// From the log-odds of trees to those that come true: slope and offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Below 1 where the trees are too sure of themselves.
    pub slope: f32,
    /// What is added.
    pub offset: f32,
}

impl Scale {
    /// The probability, 0–1.
    #[must_use]
    pub fn probability(self, logit: f64) -> f64 {
        logistic(f64::from(self.slope) * logit + f64::from(self.offset))
    }
}

/// From the log-odds of trees and encoder to a probability that comes true: what each counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// What the trees' log-odds are multiplied by.
    pub trees: f32,
    /// What the encoder's are multiplied by.
    pub encoder: f32,
    /// What is added.
    pub offset: f32,
}

impl Blend {
    /// The probability, 0–1.
    #[must_use]
    pub fn probability(self, trees: f64, encoder: f64) -> f64 {
        logistic(f64::from(self.trees) * trees + f64::from(self.encoder) * encoder + f64::from(self.offset))
    }
}

/// All that was trained.
#[derive(Clone, Debug, PartialEq)]
pub struct Models {
    /// How rare stems are.
    pub rarity: Rarity,
    /// Whether a sentence is one that a person would give as the reason.
    pub rationale: Forest,
    /// Whether an abstract has evidence.
    pub evidence: Forest,
    /// Whether evidence supports.
    pub side: Forest,
    /// For `evidence` in an abstract that somebody named.
    pub evidence_scale: Scale,
    /// For `evidence` in one that a search found and that passed, of which fewer have any.
    pub found_scale: Scale,
    /// For `side`.
    pub side_scale: Scale,
    /// Whether there is evidence, where the encoder was asked as well.
    pub evidence_blend: Blend,
    /// The same where a search found it.
    pub found_blend: Blend,
    /// Whether it supports.
    pub side_blend: Blend,
}

/// What the trees say of an abstract, as log-odds that are not yet scaled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// That it has evidence.
    pub evidence: f64,
    /// That it supports, if it has.
    pub side: f64,
}

/// What is to be believed of an abstract, 0–1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// How probable it is that it has evidence.
    pub evidence: f64,
    /// How probable it is that it supports, if it has.
    pub supports: f64,
}

static SHIPPED: LazyLock<Models> = LazyLock::new(|| {
    Models::read(include_bytes!("../../../../models/stance.trees")).expect("the models are built in and were tested")
});

impl Models {
    /// Those that are built in.
    #[must_use]
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// The bytes of the file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut body = features_digest().to_vec();
        self.rarity.write(&mut body);
        for forest in [&self.rationale, &self.evidence, &self.side] {
            forest.write(&mut body);
        }
        for scale in [self.evidence_scale, self.found_scale, self.side_scale] {
            body.extend(scale.slope.to_le_bytes());
            body.extend(scale.offset.to_le_bytes());
        }
        for blend in [self.evidence_blend, self.found_blend, self.side_blend] {
            body.extend([blend.trees, blend.encoder, blend.offset].map(f32::to_le_bytes).as_flattened());
        }
        [&KIND[..], Digest::of(&body).as_bytes(), &body].concat()
    }

    /// Reads what [`Models::write`] wrote.
    ///
    /// # Errors
    /// When it is no such file, was changed, or was made for other features.
    pub fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        let mut from = Bytes(bytes);
        if from.take::<16>()? != *KIND {
            return Err(ModelError::Kind);
        }
        let digest: [u8; 32] = from.take()?;
        if Digest::of(from.0).as_bytes() != &digest {
            return Err(ModelError::Digest);
        }
        if from.take::<32>()? != features_digest() {
            return Err(ModelError::Features);
        }
        let rarity = Rarity::read(&mut from)?;
        let rationale = Forest::read(&mut from, view::SENTENCE)?;
        let evidence = Forest::read(&mut from, view::EVIDENCE)?;
        let side = Forest::read(&mut from, view::SIDE)?;
        let mut scale = || Ok(Scale { slope: from.float()?, offset: from.float()? });
        let (evidence_scale, found_scale, side_scale) = (scale()?, scale()?, scale()?);
        let mut blend = || Ok(Blend { trees: from.float()?, encoder: from.float()?, offset: from.float()? });
        let (evidence_blend, found_blend, side_blend) = (blend()?, blend()?, blend()?);
        Ok(Self {
            rarity,
            rationale,
            evidence,
            side,
            evidence_scale,
            found_scale,
            side_scale,
            evidence_blend,
            found_blend,
            side_blend,
        })
    }

    /// How likely each sentence is to be what a person would give as the reason, 0–1.
    #[must_use]
    pub fn likely(&self, view: &View) -> Vec<f64> {
        view.rows().map(|row| logistic(self.rationale.logit(row))).collect()
    }

    /// What the trees say of an abstract whose sentences are this likely, of which the passage at `cited` is cited.
    #[must_use]
    pub fn odds(&self, view: &View, likely: &[f64], cited: Option<Range<usize>>) -> Option<Odds> {
        let (evidence, side) = view.whole(likely, cited)?;
        Some(Odds { evidence: self.evidence.logit(&evidence), side: self.side.logit(&side) })
    }

    /// What is to be believed by the trees alone; `found` says that a search found it.
    #[must_use]
    pub fn opinion(&self, odds: Odds, found: bool) -> Opinion {
        let scale = if found { self.found_scale } else { self.evidence_scale };
        Opinion { evidence: scale.probability(odds.evidence), supports: self.side_scale.probability(odds.side) }
    }

    /// What is to be believed by the trees and the encoder; `found` as before.
    #[must_use]
    pub fn blended(&self, odds: Odds, read: Logits, found: bool) -> Opinion {
        let blend = if found { self.found_blend } else { self.evidence_blend };
        Opinion {
            evidence: blend.probability(odds.evidence, read.evidence()),
            supports: self.side_blend.probability(odds.side, read.side()),
        }
    }
}

/// 1 / (1 + e^−x).
#[must_use]
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn features_digest() -> [u8; 32] {
    let names: Vec<&str> = view::names().collect();
    *Digest::of(names.join("\n").as_bytes()).as_bytes()
}
