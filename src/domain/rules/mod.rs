//! The pure rules over the words: what follows from what, by spec.md's formulas.

pub mod adjust;
pub mod credibility;
mod lexicon;
pub mod signal;
pub mod wording;
