//! How far a source is to be believed (spec 3.6.5).

use crate::domain::{Credibility, SourceMeta};

/// The table of credibility.
#[derive(Clone, Debug, PartialEq)]
pub struct CredibilityTable {}

/// The table could not be read.
#[derive(Debug, thiserror::Error)]
pub enum CredibilityError {
    /// It is not TOML, or not of the table's form.
    #[error("the credibility table cannot be read: {0}. Compare it with the built-in table and correct that line.")]
    Form(#[from] Box<toml::de::Error>),
}

impl CredibilityTable {
    /// The table that comes with the program.
    #[must_use]
    pub fn builtin() -> Self {
        Self {}
    }

    /// Reads a table.
    ///
    /// # Errors
    /// When `toml` is not of the table's form.
    pub fn parse(_toml: &str) -> Result<Self, CredibilityError> {
        Ok(Self {})
    }

    /// The credibility of a source; `text` is the passage, for cue words of a study's design.
    #[must_use]
    pub fn credibility(&self, _meta: &SourceMeta, _text: &str) -> Credibility {
        Credibility { value: 0.8, rule: "unknown design".into() }
    }
}
