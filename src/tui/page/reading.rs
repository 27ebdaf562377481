//! What the readers share: places in a text, and the search for words in it.

use std::ops::Range;

use crate::{
    domain::{Page, Place},
    text::Clean,
};

/// A stretch of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The page, by its place among the pages.
    pub page: usize,
    /// First byte in the page's text.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Spot {
    /// A stretch of a page.
    #[must_use]
    pub fn new(page: usize, range: Range<usize>) -> Self {
        Self { page, start: range.start, end: range.end }
    }

    /// Where `place` is among `pages`; `None` where they have no such text.
    #[must_use]
    pub fn of(pages: &[Page], place: Place) -> Option<Self> {
        let page = pages.iter().position(|p| p.number == place.page)?;
        pages[page].text.get(place.range()).filter(|text| !text.is_empty())?;
        Some(Self::new(page, place.range()))
    }

    /// Whether both have a byte in common.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.page == other.page && self.start < other.end && other.start < self.end
    }
}

/// What is searched for in a text. Empty words: no search is on.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The words.
    pub words: Clean,
    /// Where they are, in the order of the text.
    pub hits: Vec<Spot>,
    /// The hit that the reader is at.
    pub at: usize,
}

impl Search {
    /// Searches `pages`, and goes to the first hit at or after `from`.
    #[must_use]
    pub fn start(pages: &[Page], words: &Clean, from: Option<Spot>) -> Self {
        let words = words.one_line();
        let texts = pages.iter().enumerate();
        let hits: Vec<Spot> =
            texts.flat_map(|(i, page)| find(&page.text, &words).into_iter().map(move |r| Spot::new(i, r))).collect();
        let after = |hit: &Spot| from.is_none_or(|from| (hit.page, hit.end) > (from.page, from.start));
        Self { at: hits.iter().position(after).unwrap_or(0), hits, words }
    }

    /// Whether a search is on.
    #[must_use]
    pub fn is_on(&self) -> bool {
        !self.words.is_empty()
    }

    /// The hit that the reader is at.
    #[must_use]
    pub fn here(&self) -> Option<Spot> {
        self.hits.get(self.at).copied()
    }

    /// Goes to the next hit or the one before, round and round.
    pub fn step(&mut self, forward: bool) -> Option<Spot> {
        let count = self.hits.len().max(1);
        self.at = (self.at + if forward { 1 } else { count - 1 }) % count;
        self.here()
    }

    /// How many hits there are, and which of them is in view.
    #[must_use]
    pub fn describe(&self) -> String {
        match self.hits.len() {
            0 => format!("“{}” is not in this text", self.words),
            n => format!("“{}” {} of {n}", self.words, self.at + 1),
        }
    }
}

/// Where `words` are in `text`, whatever their case and the white space
/// between them.
#[must_use]
pub fn find(text: &str, words: &str) -> Vec<Range<usize>> {
    let (needle, _) = folded(words.trim());
    if needle.is_empty() {
        return Vec::new();
    }
    let (hay, from) = folded(text);
    memchr::memmem::find_iter(hay.as_bytes(), needle.as_bytes())
        .map(|at| {
            let last = from[at + needle.len() - 1];
            let width = text[last..].chars().next().map_or(0, char::len_utf8);
            from[at]..last + width
        })
        .collect()
}

/// The same, only where a word begins: how an anchor is in a text.
#[must_use]
pub fn find_words(text: &str, words: &str) -> Vec<Range<usize>> {
    let mut found = find(text, words);
    found.retain(|r| !text[..r.start].chars().next_back().is_some_and(char::is_alphanumeric));
    found
}

/// Lower case, white space as single blanks; and where each byte comes from.
fn folded(text: &str) -> (String, Vec<usize>) {
    let mut out = String::with_capacity(text.len());
    let mut from = Vec::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            if !out.ends_with(' ') {
                out.push(' ');
            }
        } else {
            out.extend(c.to_lowercase());
        }
        from.resize(out.len(), at);
    }
    (out, from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whatever_their_case_and_line_breaks() {
        let text = "Über Metformin\n  and İstanbul: METFORMIN AND  more; straße";
        let found: Vec<&str> = find(text, "metformin and").into_iter().map(|r| &text[r]).collect();
        assert_eq!(found, ["Metformin\n  and", "METFORMIN AND"]);
        assert_eq!(find(text, "STRAßE").len(), 1);
        assert!(find(text, " ").is_empty());
        assert!(find_words("inform the form", "form").into_iter().eq(std::iter::once(11..15)));
    }

    proptest::proptest! {
        #[test]
        fn what_is_found_can_be_cut_out(text in "[aAİß é\n日]{0,30}", words in "[aiİß日]{1,2}") {
            for range in find(&text, &words) {
                proptest::prop_assert!(text.get(range).is_some_and(|t| !t.is_empty()));
            }
        }
    }
}
