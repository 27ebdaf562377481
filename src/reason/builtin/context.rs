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
const PARAGRAPH: usize = 2_000;

/// How much of a document a passage is read with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// The whole page, which is short.
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
        let (view, extent) = if is_short(page) {
            (0..page.len(), Extent::Page)
        } else if let Some(summary) = summary() {
            (summary, Extent::Abstract)
        } else {
            (paragraph(page, &cited)?, Extent::Paragraph)
        };
        let within = cited.start.checked_sub(view.start)?..cited.end.checked_sub(view.start)?;
        Some(Self { text: page.get(view)?, cited: within, extent })
    }

    /// The same where it is a text that stands for its document: a short page or an abstract.
    pub fn whole(document: &'a Document, place: Place) -> Option<Self> {
        Self::of(document, place).filter(|context| context.extent != Extent::Paragraph)
    }
}

/// Whether a page is read as a whole.
pub(super) fn is_short(page: &str) -> bool {
    page.len() <= WHOLE
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
    let first = ranges.next()?;
    let last = ranges.next_back().unwrap_or_else(|| first.clone());
    Some(first.start.min(cited.start)..last.end.max(cited.end))
}
