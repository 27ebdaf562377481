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

use crate::domain::{Digest, SourceMeta, rules::credibility::is_paper};

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
    #[error("this is not a file of models of this version; train it again")]
    Kind,
    /// It was made for other features.
    #[error("the models were trained on other features than the program has; train them again")]
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
const KIND: &[u8; 16] = b"gainsay stance\n\x05";

/// From log-odds to a probability that comes true: what each counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// What the trees' log-odds are multiplied by.
    pub trees: f32,
    /// What the encoder's are multiplied by; 0 where it was not asked.
    pub encoder: f32,
    /// What [`crate::domain::Candidate::lead`] is multiplied by; 0 where nobody searched.
    pub lead: f32,
    /// What is added.
    pub offset: f32,
}

impl Blend {
    /// The probability, 0–1.
    #[must_use]
    pub fn probability(self, trees: f64, encoder: f64, lead: f64) -> f64 {
        let parts = [(self.trees, trees), (self.encoder, encoder), (self.lead, lead), (self.offset, 1.0)];
        logistic(parts.iter().map(|(counts, value)| f64::from(*counts) * value).sum())
    }
}

/// By what is believed of an abstract what is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blends {
    /// Whether one that somebody named has evidence.
    pub named: Blend,
    /// Whether one that a search found has, of which fewer do.
    pub found: Blend,
    /// Whether evidence supports.
    pub side: Blend,
}

/// What the words of a statement and a passage say by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cues {
    /// How much of the statement the passage and its surroundings have, 0–1.
    pub coverage: f64,
    /// −1 (they clash) to 1 (they agree).
    pub polarity: f64,
    /// 1 where quantities agree, −1 where they differ, 0 where none are compared.
    pub numbers: f64,
    /// 1 where the same two things are compared the same way, −1 the other way round, 0 else.
    pub roles: f64,
}

/// Log-odds of encoder and cues for texts of [`Kind::Short`], on which the trees were not trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct General {
    /// Of evidence: encoder, coverage, numbers compared, roles compared, offset.
    pub evidence: [f32; 5],
    /// Of support, if there is evidence: encoder, polarity, numbers, roles, offset.
    pub side: [f32; 5],
}

impl General {
    /// The features of evidence and of support, in the order of the weights.
    #[must_use]
    pub fn features(read: Logits, cues: Cues) -> [[f64; 5]; 2] {
        let Cues { coverage, polarity, numbers, roles } = cues;
        [[read.evidence(), coverage, numbers.abs(), roles.abs(), 1.0], [read.side(), polarity, numbers, roles, 1.0]]
    }

    /// The probabilities of evidence and of support.
    #[must_use]
    pub fn opinion(&self, read: Logits, cues: Cues) -> Opinion {
        self.of(Self::features(read, cues))
    }

    /// The same from [`General::features`].
    #[must_use]
    pub fn of(&self, [evidence, side]: [[f64; 5]; 2]) -> Opinion {
        let sum = |weights: &[f32; 5], values: [f64; 5]| {
            logistic(
                CAUTION * weights.iter().zip(values).map(|(weight, value)| f64::from(*weight) * value).sum::<f64>(),
            )
        };
        Opinion { evidence: sum(&self.evidence, evidence), supports: sum(&self.side, side) }
    }
}

/// Factor on the log-odds of short texts. On blind cases (`tests/eval/cases`) the verdicts that it removes, those just
/// above the floor, were right less often than the rest.
const CAUTION: f64 = 0.85;

/// Sentences from which a text is long enough to be read as an abstract.
const ABSTRACT: usize = 4;

/// What kind of text it is, which decides who judges it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The abstract of a paper, on which the trees were trained: trees and encoder.
    Abstract,
    /// A shorter text of a paper, or of no known source: the encoder beside the wording.
    Short,
    /// A page with a publisher: as a shorter text; how relevant it is, the wording alone says.
    Page,
}

impl Kind {
    /// The kind of what was looked at.
    #[must_use]
    pub fn of(meta: &SourceMeta, look: &Look) -> Self {
        if !is_paper(meta) {
            Self::Page
        } else if look.sentences().count() >= ABSTRACT {
            Self::Abstract
        } else {
            Self::Short
        }
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
    /// For the trees alone.
    pub alone: Blends,
    /// For trees and encoder.
    pub together: Blends,
    /// For the encoder and the wording, where the trees were not trained.
    pub general: General,
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
        for Blends { named, found, side } in [self.alone, self.together] {
            for blend in [named, found, side] {
                let counts = [blend.trees, blend.encoder, blend.lead, blend.offset];
                body.extend(counts.map(f32::to_le_bytes).as_flattened());
            }
        }
        for weights in [self.general.evidence, self.general.side] {
            body.extend(weights.map(f32::to_le_bytes).as_flattened());
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
        let mut blend =
            || Ok(Blend { trees: from.float()?, encoder: from.float()?, lead: from.float()?, offset: from.float()? });
        let mut blends = || Ok(Blends { named: blend()?, found: blend()?, side: blend()? });
        let (alone, together) = (blends()?, blends()?);
        let mut weights = || -> Result<[f32; 5], ModelError> {
            let mut read = [0.0; 5];
            for one in &mut read {
                *one = from.float()?;
            }
            Ok(read)
        };
        let general = General { evidence: weights()?, side: weights()? };
        Ok(Self { rarity, rationale, evidence, side, alone, together, general })
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

    /// What is to be believed by the trees, and by the encoder where it has read it; `lead` is how far ahead of others
    /// a search found the abstract, if one did.
    #[must_use]
    pub fn opinion(&self, odds: Odds, read: Option<Logits>, lead: Option<f64>) -> Opinion {
        let blends = if read.is_some() { &self.together } else { &self.alone };
        let (evidence, side) = read.map_or((0.0, 0.0), |read| (read.evidence(), read.side()));
        let of_evidence = if lead.is_some() { blends.found } else { blends.named };
        Opinion {
            evidence: of_evidence.probability(odds.evidence, evidence, lead.unwrap_or(0.0)),
            supports: blends.side.probability(odds.side, side, 0.0),
        }
    }
}

/// The relevance of an abstract with evidence that is this probable, 1–5; tuned on what a search finds for SciFact's
/// train claims, where what has less than 3 has evidence once in a hundred times.
#[must_use]
pub fn relevance_score(evidence: f64) -> u8 {
    const LEAST: [(f64, u8); 4] = [(0.65, 5), (0.4, 4), (0.2, 3), (0.08, 2)];
    LEAST.iter().find(|(least, _)| evidence >= *least).map_or(1, |(_, score)| *score)
}

/// 1 / (1 + e^−x).
#[must_use]
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The inverse of [`logistic`], for probabilities that are kept off 0 and 1.
#[must_use]
pub fn logit(probability: f64) -> f64 {
    let kept = probability.clamp(1e-6, 1.0 - 1e-6);
    (kept / (1.0 - kept)).ln()
}

fn features_digest() -> [u8; 32] {
    let names: Vec<&str> = view::names().collect();
    *Digest::of(names.join("\n").as_bytes()).as_bytes()
}
