//! Paragraphs become pages of clean text.

use std::ops::Range;

use crate::{
    domain::Page,
    text::{Clean, Cleaned, Hidden},
};

/// A page in the making: paragraphs of one line each, a blank line between them.
pub(super) struct PageBuilder {
    number: u32,
    text: String,
    hidden: Vec<(u32, Hidden)>,
}

impl PageBuilder {
    pub fn new(number: u32) -> Self {
        Self { number, text: String::new(), hidden: Vec::new() }
    }

    /// Cleans `raw`, squeezes its white space and appends it; its place in the
    /// page's text, or `None` when nothing was left of it.
    pub fn paragraph(&mut self, raw: &str) -> Option<Range<usize>> {
        let cleaned = Cleaned::of(raw);
        let before = self.text.len();
        if before > 0 {
            self.text.push_str("\n\n");
        }
        let start = self.text.len();
        if cleaned.hidden.is_empty() {
            for (nth, word) in cleaned.text.split_whitespace().enumerate() {
                if nth > 0 {
                    self.text.push(' ');
                }
                self.text.push_str(word);
            }
        } else {
            self.squeeze(cleaned);
        }
        let end = self.text.len();
        if end == start {
            self.text.truncate(before);
            for (_, found) in &mut self.hidden {
                found.at = found.at.min(before);
            }
            return None;
        }
        Some(start..end)
    }

    /// Appends a text without superfluous white space, and where something was hidden in it.
    fn squeeze(&mut self, cleaned: Cleaned) {
        let start = self.text.len();
        let mut hidden = cleaned.hidden.into_iter().peekable();
        let mut gap = false;
        for (at, c) in cleaned.text.char_indices() {
            if c.is_whitespace() {
                gap = true;
            } else {
                if gap && self.text.len() > start {
                    self.text.push(' ');
                }
                gap = false;
            }
            while let Some(found) = hidden.next_if(|found| found.at <= at) {
                self.hidden.push((self.number, Hidden { at: self.text.len(), what: found.what }));
            }
            if !gap {
                self.text.push(c);
            }
        }
        let end = self.text.len();
        self.hidden.extend(hidden.map(|found| (self.number, Hidden { at: end, what: found.what })));
    }

    /// The page and what cleaning took out of it.
    pub fn finish(self) -> (Page, Vec<(u32, Hidden)>) {
        (Page { number: self.number, text: Clean::new(&self.text) }, self.hidden)
    }
}

/// Builds pages from their paragraphs. Pages are numbered from 1; empty ones are
/// left out and keep their number.
pub(crate) fn build(pages: Vec<Vec<String>>) -> (Vec<Page>, Vec<(u32, Hidden)>) {
    let mut built = Vec::new();
    let mut hidden = Vec::new();
    for (paragraphs, number) in pages.into_iter().zip(1..) {
        let mut page = PageBuilder::new(number);
        for paragraph in &paragraphs {
            page.paragraph(paragraph);
        }
        let (page, found) = page.finish();
        hidden.extend(found);
        if !page.text.is_empty() {
            built.push(page);
        }
    }
    (built, hidden)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_was_hidden_is_reported_where_it_was() {
        let mut page = PageBuilder::new(4);
        assert_eq!(page.paragraph("  One \t two\u{200b}x "), Some(0..8));
        assert_eq!(page.paragraph("\u{202e}\u{200b}"), None);
        assert_eq!(page.paragraph("y\u{202e}z"), Some(10..12));
        let (page, hidden) = page.finish();
        assert_eq!(page.text, "One twox\n\nyz");
        let told: Vec<_> = hidden.iter().map(|(page, found)| (*page, found.at)).collect();
        assert_eq!(told, [(4, 7), (4, 8), (4, 8), (4, 11)]);
    }

    proptest! {
        #[test]
        fn the_range_that_is_handed_out_is_the_paragraph(raw in proptest::collection::vec("\\PC{0,12}|[ \u{200d}\u{301}👩\u{1b}\\[]{0,9}", 1..6)) {
            let mut page = PageBuilder::new(1);
            let ranges: Vec<_> = raw.iter().filter_map(|raw| page.paragraph(raw)).collect();
            let (page, hidden) = page.finish();
            let split: Vec<_> = page.text.split("\n\n").filter(|text| !text.is_empty()).collect();
            let given: Vec<_> = ranges.into_iter().map(|range| &page.text[range]).collect();
            prop_assert_eq!(split, given);
            prop_assert!(hidden.iter().all(|(_, found)| page.text.is_char_boundary(found.at)));
        }
    }
}
