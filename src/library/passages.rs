//! Long documents → passages of up to 250 words (`docs/rules.md#search`).

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::domain::{Document, Page, Passage};

/// A passage's number is its document's number and its own within the document.
const PASSAGE_BITS: u32 = 20;

/// How many passages a document may have.
pub(super) const MOST_PASSAGES: usize = 1 << PASSAGE_BITS;

/// The number of passage `nth` (from 0) of document `no`.
pub(super) fn passage_no(no: i64, nth: i64) -> i64 {
    (no << PASSAGE_BITS) + nth
}

/// Which of its document's passages (from 0) passage `no` is.
pub(super) fn nth_of(no: i64) -> i64 {
    no & ((1 << PASSAGE_BITS) - 1)
}

/// The number of the document that passage `no` belongs to.
pub(super) fn document_no(no: i64) -> i64 {
    no >> PASSAGE_BITS
}

/// The most words of a passage.
pub(super) const LONGEST: usize = 250;

/// A document of one page and up to this many words is an abstract, and a
/// single passage: what it says hangs together.
const ABSTRACT: usize = 500;

/// The passages of `document` in order, at least one. They end where
/// paragraphs do, else where sentences do, else between words, and do not
/// reach over pages.
pub(super) fn passages(document: &Document) -> Vec<Passage> {
    let mut found = Vec::new();
    for page in &document.pages {
        let words = page.text.split_whitespace().count();
        if document.pages.len() == 1 && words <= ABSTRACT {
            found.push(Passage { page: page.number, start: 0, end: page.text.len() });
        } else if words > 0 {
            pack(page, &mut found);
        }
    }
    if found.is_empty() {
        // Only a title is known, by which it can be found all the same.
        let page = document.pages.first().map_or(1, |page| page.number);
        found.push(Passage { page, start: 0, end: 0 });
    }
    found
}

fn pack(page: &Page, found: &mut Vec<Passage>) {
    let text = page.text.as_str();
    let mut open: Option<(Range<usize>, usize)> = None;
    let mut close = |range: Range<usize>| {
        found.push(Passage { page: page.number, start: range.start, end: range.end });
    };
    for (unit, words) in units(text) {
        open = Some(match open.take() {
            Some((range, so_far)) if so_far + words <= LONGEST => (range.start..unit.end, so_far + words),
            Some((range, _)) => {
                close(range);
                (unit, words)
            }
            None => (unit, words),
        });
    }
    if let Some((range, _)) = open {
        close(range);
    }
}

/// Paragraphs; sentences of those that are too long; runs of words of those
/// sentences that are too long: each trimmed, with its number of words.
fn units(text: &str) -> Vec<(Range<usize>, usize)> {
    let mut units = Vec::new();
    for paragraph in text.split("\n\n") {
        let Some((range, words)) = measure(text, paragraph) else { continue };
        if words <= LONGEST {
            units.push((range, words));
            continue;
        }
        for sentence in paragraph.split_sentence_bounds() {
            let Some((range, words)) = measure(text, sentence) else { continue };
            if words <= LONGEST {
                units.push((range, words));
                continue;
            }
            let starts: Vec<_> = sentence.split_whitespace().collect();
            for run in starts.chunks(LONGEST) {
                if let (Some(first), Some(last)) = (run.first(), run.last()) {
                    units.push((offset(text, first)..offset(text, last) + last.len(), run.len()));
                }
            }
        }
    }
    units
}

fn measure(text: &str, part: &str) -> Option<(Range<usize>, usize)> {
    let trimmed = part.trim();
    let start = offset(text, trimmed);
    (!trimmed.is_empty()).then(|| (start..start + trimmed.len(), trimmed.split_whitespace().count()))
}

/// Where `part`, a slice of `text`, begins in it.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::domain::fixtures;

    use super::*;

    fn document(pages: &[&str]) -> Document {
        fixtures::document("", pages)
    }

    fn sentences(words: usize) -> String {
        let one = "Cells were kept at body warmth for ten days.";
        vec![one; words / 9].join(" ")
    }

    #[test]
    fn an_abstract_is_one_passage() {
        let text = sentences(280);
        let only = Passage { page: 1, start: 0, end: text.len() };
        assert_eq!(passages(&document(&[&text])), [only]);
    }

    #[test]
    fn long_pages_are_cut_between_sentences_and_keep_their_numbers() {
        let page = sentences(1000);
        let document = document(&[&page, &page]);
        let found = passages(&document);
        assert_eq!(found.iter().filter(|p| p.page == 2).count(), 5);
        for passage in &found {
            let text = &document.page(passage.page).unwrap().text[passage.start..passage.end];
            assert!(text.starts_with("Cells") && text.ends_with("days."), "{text}");
        }
    }

    #[test]
    fn paragraphs_stay_whole_where_they_fit() {
        let paragraph = sentences(200);
        let text = [&*paragraph; 3].join("\n\n");
        let found = passages(&document(&[&text]));
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|p| text[p.start..p.end] == paragraph));
    }

    #[test]
    fn a_document_of_nothing_but_a_title_can_be_found() {
        assert_eq!(passages(&document(&[])).len(), 1);
        assert_eq!(passages(&document(&["", "  "])).len(), 1);
    }

    proptest! {
        #[test]
        fn no_word_is_lost_and_no_passage_too_long(
            words in prop::collection::vec("[a-zé]{1,3}[.]?(\n\n)?", 0..1500),
        ) {
            let document = document(&[&words.join(" ")]);
            let text = &document.pages[0].text;
            let found = passages(&document);
            let mut seen = 0;
            for passage in &found {
                let count = text[passage.start..passage.end].split_whitespace().count();
                prop_assert!(count <= LONGEST || found.len() == 1);
                seen += count;
            }
            prop_assert_eq!(seen, text.split_whitespace().count());
        }
    }
}
