//! Documents as a library writes them, wherever it keeps them.

use crate::domain::{Digest, Document, Passage, canonical};

use super::{
    LibraryError,
    passages::{MOST_PASSAGES, passages},
    terms::{Counts, Terms},
};

/// A document with all that is written of it; `C` are the terms of a passage in the form that the library keeps.
#[derive(Clone)]
pub(super) struct Prepared<C = Counts> {
    pub(super) document: Document,
    /// Its fields, as JSON.
    pub(super) meta: String,
    /// All of it, as JSON.
    pub(super) content: String,
    /// The digest of `content`.
    pub(super) digest: Digest,
    pub(super) passages: Vec<(Passage, C)>,
}

impl<C: From<Counts>> Prepared<C> {
    /// # Errors
    /// When the document has more passages than can be numbered.
    pub(super) fn of(document: Document, terms: &mut Terms) -> Result<Self, LibraryError> {
        let passages = passages(&document);
        if passages.len() > MOST_PASSAGES {
            return Err(LibraryError::TooLong(document.id));
        }
        let counted = |passage| (passage, count(&document, &passage, terms).into());
        let passages = passages.into_iter().map(counted).collect();
        let content = canonical(&document);
        let digest = Digest::of(&content);
        let meta = text(canonical(&document.meta));
        Ok(Self { document, meta, content: text(content), digest, passages })
    }
}

/// The terms of a passage of a document.
pub(super) fn count(document: &Document, passage: &Passage, terms: &mut Terms) -> Counts {
    let text = document.page(passage.page).and_then(|page| page.text.get(passage.start..passage.end));
    terms.count(&document.meta.title, text.unwrap_or_default())
}

/// Canonical bytes are JSON, thus UTF-8, and without the character NUL, which a server would refuse.
pub(super) fn text(canonical: Vec<u8>) -> String {
    String::from_utf8(canonical).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
