//! Where drafts become domain values: quotes located, numbers compared, issues
//! raised. The rules marked ⚙ in `docs/rules.md` are enforced here and nowhere else, and they
//! prevail over every reasoner.

pub mod abstract_figures;
mod anchor;
pub mod cite;
pub mod counter;
pub mod extract;
pub mod inspect;
pub mod judge;
pub mod prose;
pub mod report;
pub mod score;
pub mod verdict;
pub mod weigh;

mod issues;
mod passage;
