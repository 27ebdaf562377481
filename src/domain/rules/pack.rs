//! The rules for one language with the tables that a reviewer can replace, as one value: two packs can be in use side
//! by side, and whoever applies rules is handed the pack that holds there.

use std::sync::{Arc, LazyLock};

use crate::domain::Digest;

use super::{
    claim_kind::{ClaimKind, Guideline, Guidelines},
    credibility::{CredibilityError, CredibilityTable},
    language::is_english,
};

/// The rules and word lists for English, the credibility table and the guidelines for evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct RulePack {
    credibility: CredibilityTable,
    guidelines: Guidelines,
    /// Digests of the tables that are not those of the program.
    own_credibility: Option<Digest>,
    own_guidelines: Option<Digest>,
}

impl RulePack {
    /// The language whose rules and word lists it has.
    pub const LANGUAGE: &'static str = "English";

    /// The pack that comes with the program.
    #[must_use]
    pub fn builtin() -> Arc<Self> {
        static PACK: LazyLock<Arc<RulePack>> = LazyLock::new(|| {
            Arc::new(RulePack {
                credibility: CredibilityTable::builtin(),
                guidelines: Guidelines::builtin(),
                own_credibility: None,
                own_guidelines: None,
            })
        });
        Arc::clone(&PACK)
    }

    /// The same with another credibility table, of the form of `prompts/credibility.toml`.
    ///
    /// # Errors
    /// When `text` is not of that form or a value is not from 0 to 1.
    pub fn with_credibility(self, text: &str) -> Result<Self, CredibilityError> {
        let own_credibility = Some(Digest::of(text.as_bytes()));
        Ok(Self { credibility: CredibilityTable::parse(text)?, own_credibility, ..self })
    }

    /// The same with other guidelines, of the form of `prompts/guidelines.toml`.
    ///
    /// # Errors
    /// In words, when `text` is not of that form or leaves a kind of claim out.
    pub fn with_guidelines(self, text: &str) -> Result<Self, String> {
        let own_guidelines = Some(Digest::of(text.as_bytes()));
        Ok(Self { guidelines: Guidelines::parse(text)?, own_guidelines, ..self })
    }

    /// Whether its rules apply to `text`: they are silent on a language that they do not know.
    #[must_use]
    pub fn knows(&self, text: &str) -> bool {
        is_english(text)
    }

    /// How far sources are believed.
    #[must_use]
    pub fn credibility(&self) -> &CredibilityTable {
        &self.credibility
    }

    /// The kind of a claim and what counts as evidence for it; `None` in a language that it does not know.
    #[must_use]
    pub fn guideline(&self, claim: &str) -> Option<(ClaimKind, &Guideline)> {
        let kind = self.knows(claim).then(|| self.guidelines.kind_of(claim))?;
        Some((kind, self.guidelines.of(kind)))
    }

    /// The tables that are not those of the program, as results name them: `guidelines 1a2b3c4d`.
    pub(crate) fn own_tables(&self) -> impl Iterator<Item = String> {
        let tables = [("guidelines", self.own_guidelines), ("credibility", self.own_credibility)];
        tables.into_iter().filter_map(|(name, digest)| Some(format!("{name} {}", digest?.short())))
    }
}
