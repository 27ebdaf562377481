//! Long documents → passages of up to 250 words (`docs/rules.md#search`).

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::domain::{
    Document, Passage,
    rules::credibility::{is_known_paper, is_paper},
};

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

/// An abstract of up to this many words is a single passage, and a text of one page and so many words is cut evenly.
const SHORT: usize = 500;

/// The passages of `document` in order, at least one: what it says in pages and fields decides, so they are the same in
/// every library. They end where paragraphs do, else where sentences do, else between words, and do not reach over pages.
pub(super) fn passages(document: &Document) -> Vec<Passage> {
    let mut found = Vec::new();
    let is_alone = document.pages.len() == 1;
    for page in &document.pages {
        let words = page.text.split_whitespace().count();
        let is_short = is_alone && words <= SHORT;
        if is_short && (words <= LONGEST || is_abstract(document)) {
            found.push(Passage { page: page.number, start: 0, end: page.text.len() });
        } else {
            let units = units(&page.text);
            let limit = if is_short { even(&units, words) } else { LONGEST };
            let passage = |range: Range<usize>| Passage { page: page.number, start: range.start, end: range.end };
            found.extend(joined(&units, limit).into_iter().map(passage));
        }
    }
    if found.is_empty() {
        // Only a title is known, by which it can be found all the same.
        let page = document.pages.first().map_or(1, |page| page.number);
        found.push(Passage { page, start: 0, end: 0 });
    }
    found
}

/// Whether the text hangs together as the abstract of a paper does, which is judged as a whole: a paper is known by its
/// fields; where those say nothing, a single paragraph is taken for one. Pages of the web and longer notes are no abstracts.
fn is_abstract(document: &Document) -> bool {
    let meta = &document.meta;
    let is_paragraph = || document.pages.iter().all(|page| !page.text.contains("\n\n"));
    is_known_paper(meta) || is_paper(meta) && is_paragraph()
}

/// The words that a passage may have so that `words` words come to as few as can be, and the longest is as short as it
/// can be then: two halves instead of a passage and a rest of a few words. Fewer words never come to fewer passages.
fn even(units: &[(Range<usize>, usize)], words: usize) -> usize {
    let count = joined(units, LONGEST).len();
    let limits: Vec<usize> = (words.div_ceil(count.max(1))..LONGEST).collect();
    let at = limits.partition_point(|limit| joined(units, *limit).len() > count);
    limits.get(at).copied().unwrap_or(LONGEST)
}

/// Units side by side as stretches of up to `limit` words; a longer unit stays alone.
fn joined(units: &[(Range<usize>, usize)], limit: usize) -> Vec<Range<usize>> {
    let mut stretches: Vec<(Range<usize>, usize)> = Vec::new();
    for (unit, words) in units {
        match stretches.last_mut() {
            Some((stretch, so_far)) if *so_far + words <= limit => {
                stretch.end = unit.end;
                *so_far += words;
            }
            _ => stretches.push((unit.clone(), *words)),
        }
    }
    stretches.into_iter().map(|(stretch, _)| stretch).collect()
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

    use crate::domain::{Page, SourceMeta, fixtures};

    use super::*;

    fn document(pages: &[&str]) -> Document {
        fixtures::document("", pages)
    }

    fn sentences(words: usize) -> String {
        let one = "Cells were kept at body warmth for ten days.";
        vec![one; words / 9].join(" ")
    }

    fn of(meta: SourceMeta, text: &str) -> Document {
        Document::new(meta, vec![Page { number: 1, text: text.into() }])
    }

    fn words(text: &str, passage: Passage) -> usize {
        text[passage.start..passage.end].split_whitespace().count()
    }

    #[test]
    fn an_abstract_is_one_passage() {
        let text = sentences(280);
        let only = [Passage { page: 1, start: 0, end: text.len() }];
        assert_eq!(passages(&document(&[&text])), only);
        let parts = format!("BACKGROUND: {text}\n\nRESULTS: Weight fell.");
        let only = [Passage { page: 1, start: 0, end: parts.len() }];
        let paper = SourceMeta { pmid: Some("17".into()), ..SourceMeta::default() };
        assert_eq!(passages(&of(paper.clone(), &parts)), only, "also in parts, and with an address");
        let addressed = SourceMeta { url: Some("https://doi.org/10.1/a".into()), ..paper.clone() };
        assert_eq!(passages(&of(addressed, &parts)), only);
        assert_eq!(passages(&of(paper, &sentences(540))).len(), 3, "a letter");
    }

    /// A reader would be shown the wrong half of the page, and its other half would count for nothing.
    #[test]
    fn a_page_of_the_web_and_a_note_of_several_paragraphs_are_cut_into_parts_of_about_one_length() {
        let web = SourceMeta { url: Some("https://news.example/a".into()), ..SourceMeta::default() };
        for count in [261, 270, 405, 486] {
            let text = sentences(count);
            let found = passages(&of(web.clone(), &text));
            assert_eq!(found.len(), 2, "{count}");
            assert!(words(&text, found[0]).abs_diff(words(&text, found[1])) <= 9, "{count}: {found:?}");
        }
        let note = format!("{}\n\n{}", sentences(99), sentences(198));
        let found = passages(&document(&[&note]));
        assert_eq!(found.iter().map(|p| words(&note, *p)).collect::<Vec<_>>(), [99, 198], "between paragraphs");
        assert_eq!(passages(&of(web, &sentences(243))).len(), 1);
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
