//! The pure rules over the words: what follows from what, by the formulas of `docs/rules.md`.

pub mod adjust;
pub mod assess;
pub mod claim_kind;
pub mod credibility;
mod design;
pub mod factcheck;
mod figures;
pub mod finding;
pub mod hygiene;
pub mod instruction;
pub mod keywords;
pub mod leave_out;
mod lexicon;
pub mod mention;
pub mod merging;
mod names;
pub mod numbers;
pub mod own;
pub mod qualifiers;
pub mod quality;
pub mod reference;
pub mod relevance;
pub mod roles;
pub mod signal;
pub mod triage;
mod when;
pub mod wording;
