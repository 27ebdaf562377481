//! What of a document a passage is read with: a short page or the abstract of a long one as a whole, of a long text the
//! passage's own paragraph.

use std::ops::Range;

use crate::{
    domain::{Document, Place},
    text::sentences,
};

use super::sections::Section;

/// Length of a text that is read as a whole, in bytes.
const WHOLE: usize = 4_000;
/// Length of a paragraph that is read as a whole, in bytes; of a longer one, as pages without paragraphs have it, the
/// sentences around the passage are read.
pub(super) const PARAGRAPH: usize = 2_000;

/// How much of a document a passage is read with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// The whole page of a short document.
    Page,
    /// The abstract of a long document.
    Abstract,
    /// A paragraph of the running text of one.
    Paragraph,
}

/// A cited passage with the text that it is read with.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Context<'a> {
    /// A stretch of the page.
    pub text: &'a str,
    /// Where the passage is in it.
    pub cited: Range<usize>,
    /// What it is of the document.
    pub extent: Extent,
}

impl<'a> Context<'a> {
    /// That of the passage at `place`; none where the document has no such place.
    pub fn of(document: &'a Document, place: Place) -> Option<Self> {
        let page = document.page(place.page)?.text.as_str();
        let cited = place.range();
        let summary = || abstract_of(page).filter(|range| range.start <= cited.start && cited.end <= range.end);
        let (view, extent) = if is_short(document) {
            (0..page.len(), Extent::Page)
        } else if let Some(summary) = summary() {
            (summary, Extent::Abstract)
        } else {
            (paragraph(page, &cited)?, Extent::Paragraph)
        };
        let within = cited.start.checked_sub(view.start)?..cited.end.checked_sub(view.start)?;
        Some(Self { text: page.get(view)?, cited: within, extent })
    }

    /// Whether the passage is from the running text of a long document.
    pub fn is_running(&self) -> bool {
        self.extent == Extent::Paragraph
    }
}

/// Whether the pages of a document are read as a whole: it is no longer than an abstract.
pub(super) fn is_short(document: &Document) -> bool {
    document.pages.iter().map(|page| page.text.len()).sum::<usize>() <= WHOLE
}

/// The abstract of a long page, below its heading: up to the heading of the introduction, or one that comes before
/// those that the abstract has had.
pub(super) fn abstract_of(page: &str) -> Option<Range<usize>> {
    let mut start = None;
    // How far the abstract's own headings have come, and whether anything but headings was met.
    let (mut passed, mut has_prose) = (0, false);
    let mut at = 0;
    for part in page.split("\n\n") {
        let before = at;
        at += part.len() + 2;
        let heading = Section::of_heading(part.trim());
        let Some(start) = start else {
            if heading == Some(Section::Abstract) {
                start = Some(at);
            } else if at > WHOLE {
                return None;
            }
            continue;
        };
        if at - start > WHOLE + PARAGRAPH {
            return None;
        }
        let Some(section) = heading else {
            has_prose = true;
            continue;
        };
        let is_over = match section {
            Section::Back | Section::Unknown | Section::Abstract => true,
            section => section.order() < passed || has_prose && passed == 0 || Section::is_introduction(part.trim()),
        };
        if is_over && has_prose {
            return Some(start..before.checked_sub(2)?).filter(|range| range.len() <= WHOLE);
        }
        passed = section.order();
    }
    None
}

/// The paragraph with the passage; of a long one the sentences around it.
fn paragraph(page: &str, cited: &Range<usize>) -> Option<Range<usize>> {
    let start = page.get(..cited.start)?.rfind("\n\n").map_or(0, |at| at + 2);
    let end = page.get(cited.end..)?.find("\n\n").map_or(page.len(), |at| cited.end + at);
    if end - start <= PARAGRAPH {
        return Some(start..end);
    }
    let spare = PARAGRAPH.saturating_sub(cited.len()) / 2;
    let near = |range: &Range<usize>| range.start + spare >= cited.start && range.end <= cited.end + spare;
    let mut ranges =
        sentences(page.get(start..end)?).into_iter().map(|range| start + range.start..start + range.end).filter(near);
    // A table may be a single sentence, longer than what is read.
    let Some(first) = ranges.next() else { return Some(cited.clone()) };
    let last = ranges.next_back().unwrap_or_else(|| first.clone());
    Some(first.start.min(cited.start)..last.end.max(cited.end))
}

#[cfg(test)]
mod tests {
    use crate::domain::{Page, SourceMeta};

    use super::*;

    const HEADINGS: [&str; 6] = ["Background", "Methods", "Results", "Conclusions", "Introduction", "Discussion"];

    /// An article with a structured abstract, and `running` in its discussion.
    fn article(running: &str) -> Document {
        let filler = "Sleep was short in the towns that were visited. ".repeat(30);
        let [background, methods, results, conclusions, introduction, discussion] = HEADINGS;
        let parts = [
            "Walking and sleep",
            "Abstract",
            background,
            "Sleep is rare.",
            methods,
            "We asked adults.",
            results,
            "Walkers slept longer.",
            conclusions,
            "Walking helps.",
            introduction,
            &filler,
            discussion,
            &filler,
            running,
            &filler,
        ];
        Document::new(SourceMeta::default(), vec![Page { number: 1, text: parts.join("\n\n").into() }])
    }

    fn context<'a>(document: &'a Document, passage: &str) -> Context<'a> {
        let page = &document.pages[0];
        let start = page.text.find(passage).unwrap();
        Context::of(document, Place::on(page, start..start + passage.len())).unwrap()
    }

    /// A sentence was judged with what the paragraphs around it say of something else.
    #[test]
    fn a_sentence_of_a_long_paper_is_read_with_its_paragraph_or_its_abstract() {
        let running = "Walkers differed little. Their sleep was no deeper.";
        let document = article(running);
        let found = context(&document, "Their sleep was no deeper.");
        assert_eq!((found.text, found.extent), (running, Extent::Paragraph));
        assert_eq!(&found.text[found.cited], "Their sleep was no deeper.");
        let found = context(&document, "Walkers slept longer.");
        assert!(found.text.contains("Sleep is rare.") && found.text.ends_with("Walking helps."), "{}", found.text);
        assert_eq!((&found.text[found.cited], found.extent), ("Walkers slept longer.", Extent::Abstract));
    }

    /// A page of a scanned book may have no paragraphs at all.
    #[test]
    fn of_a_paragraph_as_long_as_a_page_the_sentences_around_are_read() {
        let document = article(&format!("{}Their sleep was no deeper. {0}", "It was said often. ".repeat(200)));
        let found = context(&document, "Their sleep was no deeper.");
        assert!(found.text.len() <= PARAGRAPH && found.text.starts_with("It was said often."), "{}", found.text.len());
        assert_eq!(&found.text[found.cited], "Their sleep was no deeper.");
    }

    #[test]
    fn a_text_without_an_abstract_has_none() {
        let page = &article("Nothing.").pages[0].text;
        assert!(abstract_of(page).is_some());
        assert_eq!(abstract_of(&page.replacen("Abstract", "Editorial", 1)), None);
        // What goes on over the whole paper is no abstract.
        let whole = HEADINGS.iter().fold(page.to_string(), |text, heading| text.replace(&format!("{heading}\n\n"), ""));
        assert_eq!(abstract_of(&whole), None);
    }
}
