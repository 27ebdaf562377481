//! Locates a quoted passage in its source (`docs/rules.md#quotes`).
//!
//! Compared is squashed text; what is found is given as a byte range of the
//! source's own text. Numbers, negations and comparison words must be the same.

mod edge;
mod lexicon;
mod myers;
mod normal;
mod search;
mod squash;
mod token;

use std::ops::Range;

use squash::Squashed;
pub use token::{TokenDifference, TokenKind};

/// Share of a quote's squashed length that may differ in citations that models quote.
pub const TOLERANCE: f64 = 0.05;

/// Fewest letters and digits (in bytes of squashed text) that a quote must have
/// to be looked for: shorter ones are everywhere.
pub const SHORTEST: usize = 8;

/// A source's pages, ready to be searched.
///
/// A quote may run over a page break when the page numbers follow each other.
#[derive(Debug)]
pub struct Haystack<'a> {
    pages: Vec<(u32, &'a str)>,
    squashed: Squashed,
}

/// One quote to be found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query<'a> {
    /// The passage as it was claimed. An ellipsis in it (`…`, `...`, `[...]`)
    /// stands for up to some sentences left out.
    pub quote: &'a str,
    /// The page on which it is said to be.
    pub claimed_page: Option<u32>,
    /// Edits allowed, as a share of the squashed length, 0 to 0.25; see [`TOLERANCE`].
    pub tolerance: f64,
}

/// Where a quote was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Number of the page on which most of it is; of equals, the first.
    pub page: u32,
    /// Bytes of that page's text, from the first to the last quoted token with
    /// the punctuation that the quote has around them.
    pub range: Range<usize>,
    /// The rest of a passage that runs over a page break: page number and bytes there, in order.
    pub rest: Vec<(u32, Range<usize>)>,
    /// Edit distance of the squashed texts; 0 is an exact hit.
    pub edits: u32,
    /// It touches another page only than the one claimed.
    pub elsewhere: bool,
    /// The range takes in text that the quote leaves out by an ellipsis.
    pub elided: bool,
}

/// Why a quote was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    /// Nothing in the source is like it.
    #[error("no passage like it was found; quote it word for word")]
    NotFound,
    /// Something like it is there, but says another thing.
    #[error("a similar passage was found, but {0}; quote it word for word")]
    Differs(TokenDifference),
    /// It has fewer than [`SHORTEST`] letters and digits.
    #[error("the passage is too short to be found; quote at least a few words")]
    TooShort,
}

impl<'a> Haystack<'a> {
    /// Squashes the pages (page number, text), which must be in reading order.
    #[must_use]
    pub fn new(pages: &[(u32, &'a str)]) -> Self {
        Self { pages: pages.to_vec(), squashed: Squashed::new(pages) }
    }

    /// Finds one quote: exact hits before approximate ones, the claimed page before others.
    ///
    /// # Errors
    /// When it is not found, differs in what must not differ, or is too short.
    pub fn find(&self, quote: &str, claimed_page: Option<u32>, tolerance: f64) -> Result<Found, Missing> {
        self.find_all(&[Query { quote, claimed_page, tolerance }]).pop().unwrap_or(Err(Missing::NotFound))
    }

    /// Finds many quotes at once, the answers in the order of the queries; much
    /// faster than one by one when many need approximate search.
    #[must_use]
    pub fn find_all(&self, queries: &[Query<'_>]) -> Vec<Result<Found, Missing>> {
        search::find_all(self, queries)
    }
}

#[cfg(test)]
mod tests;
