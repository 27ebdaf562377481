//! Stage 0: which of the reasoner's items are statements of this source.

use crate::{
    domain::{Settings, Source, Stage, Statements},
    reason::{ExtractDraft, Failure},
};

/// The statements of a paper.
pub fn statements(_draft: ExtractDraft, _source: &Source, _settings: &Settings) -> Result<Statements, Failure> {
    Err(Failure::new(Stage::Extract, "not yet"))
}

/// The statements of a claim set, as given.
#[must_use]
pub fn given(source: &Source) -> Statements {
    Statements { statements: source.claims.clone(), dropped: source.dropped.clone() }
}
