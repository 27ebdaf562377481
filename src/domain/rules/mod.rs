//! The pure rules over the words: what follows from what, by spec.md's formulas.

pub mod assess;
pub mod hygiene;
pub mod quality;
pub mod reference;
pub mod triage;
pub mod adjust;
pub mod credibility;
mod lexicon;
pub mod signal;
pub mod wording;
