//! Where drafts become domain values: quotes located, numbers compared, issues
//! raised. The rules marked ⚙ in spec.md live here and nowhere else, and they
//! prevail over every reasoner.

pub mod weigh;
