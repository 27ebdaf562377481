//! Stage 4: which documents to cite from, and where their passages are
//! (`docs/rules.md#cite`, `docs/rules.md#quotes`).

mod picker;

use std::collections::BTreeSet;

use crate::{
    domain::{
        Candidate, Citation, Citations, Digest, DocId, Document, DroppedQuote, Fit, Place, Settings, Side,
        rules::reference,
    },
    reason::{CiteDraft, PassageDraft},
    text::{
        Clean,
        find::{Found, Haystack, Query},
    },
};

pub use picker::Picker;

use super::passage::around;

/// Passages of one document at most; more are not looked for.
const MOST_PASSAGES: usize = 20;

/// Largest tolerance that the search for quotes takes.
const MOST_TOLERANCE: f64 = 0.25;

/// What was located of one document's passages.
#[derive(Clone, Debug, PartialEq)]
pub struct Located {
    /// The document.
    pub doc: DocId,
    /// The side whose slots it takes.
    pub side: Side,
    /// Best first, their number still 0.
    pub citations: Vec<Citation>,
    /// What was claimed and is not in it.
    pub dropped: Vec<DroppedQuote>,
}

/// Locates each passage of `draft` in `document` and takes the source's own
/// text at the place found; what is not found is dropped with the reason.
/// `digest` is that of the document's canonical bytes, `score` its relevance.
/// A passage without a claimed page is looked for where the candidate was found
/// first. Of one that runs over a page break, the part on the page that has most
/// of it is taken.
#[must_use]
pub fn locate(
    document: &Document,
    digest: Digest,
    candidate: &Candidate,
    score: u8,
    draft: CiteDraft,
    settings: &Settings,
) -> Located {
    let mut located =
        Located { doc: document.id.clone(), side: candidate.side, citations: Vec::new(), dropped: Vec::new() };
    let passages: Vec<PassageDraft> =
        draft.passages.into_iter().filter(|p| !p.quote.trim().is_empty()).take(MOST_PASSAGES).collect();
    let found = find(document, &passages, candidate.passage.page, settings);
    for (passage, found) in passages.into_iter().zip(found) {
        let citation = found.and_then(|found| {
            citation(document, digest, candidate, score, &passage, &found).ok_or_else(|| "the place is gone".to_owned())
        });
        match citation {
            Ok(citation) => located.citations.push(citation),
            Err(why) => located.dropped.push(DroppedQuote {
                doc: document.id.clone(),
                claimed: Clean::from(passage.quote).one_line(),
                why: why.into(),
            }),
        }
    }
    located
}

fn find(
    document: &Document,
    passages: &[PassageDraft],
    likely_page: u32,
    settings: &Settings,
) -> Vec<Result<Found, String>> {
    let pages: Vec<(u32, &str)> = document.pages.iter().map(|page| (page.number, page.text.as_str())).collect();
    // Quotes are cleaned like everything from outside, else hidden characters would spoil the comparison.
    let quotes: Vec<Clean> = passages.iter().map(|p| Clean::from(p.quote.as_str())).collect();
    let tolerance = settings.quote_tolerance.clamp(0.0, MOST_TOLERANCE);
    let queries: Vec<Query<'_>> = passages
        .iter()
        .zip(&quotes)
        .map(|(p, quote)| Query { quote, claimed_page: Some(p.page.unwrap_or(likely_page)), tolerance })
        .collect();
    let found = Haystack::new(&pages).find_all(&queries);
    found.into_iter().map(|found| found.map_err(|missing| missing.to_string())).collect()
}

fn citation(
    document: &Document,
    digest: Digest,
    candidate: &Candidate,
    score: u8,
    draft: &PassageDraft,
    found: &Found,
) -> Option<Citation> {
    let made = at(document, digest, candidate.side, score, found.page, found.range.clone())?;
    Some(Citation {
        fit: if found.edits == 0 { Fit::Exact } else { Fit::Approximate(found.edits) },
        claimed_page: draft.page.filter(|claimed| *claimed != found.page && found.elsewhere),
        lead: candidate.lead,
        ..made
    })
}

/// The citation of what is at `range` of a page, its number still 0;
/// `None` when nothing is there.
pub(in crate::engine) fn at(
    document: &Document,
    digest: Digest,
    side: Side,
    score: u8,
    page: u32,
    range: std::ops::Range<usize>,
) -> Option<Citation> {
    let page = document.page(page)?;
    let place = Place::on(page, range);
    let section = (document.pages.len() == 1).then(|| page.section_of(place.start)).flatten();
    let passage = document.at(place).filter(|passage| !passage.trim().is_empty())?;
    let (before, after) = around(&page.text, place.range());
    Some(Citation {
        number: 0,
        doc: document.id.clone(),
        document: digest,
        meta: document.meta.clone(),
        reference: reference::ama(&document.meta),
        side,
        passage,
        before,
        after,
        place,
        fit: Fit::Exact,
        score: score.clamp(1, 5),
        claimed_page: None,
        lead: None,
        section,
    })
}

/// At most `max` citations, best documents first, numbered 1..n. Of each
/// document its first passage counts; its others fill what is left. No two
/// citations share text of one page.
#[must_use]
pub fn citations(located: Vec<Located>, max: u32) -> Citations {
    let max = max as usize;
    let mut made = Citations::default();
    let mut seen = BTreeSet::new();
    let mut queues = Vec::new();
    for located in located {
        if !seen.insert(located.doc.clone()) {
            continue;
        }
        made.dropped.extend(located.dropped);
        if located.citations.is_empty() {
            made.without_passage.push(located.doc);
        }
        queues.push(located.citations.into_iter());
    }
    let mut taken = 1;
    while taken > 0 && made.citations.len() < max {
        taken = 0;
        for queue in &mut queues {
            let fresh = queue.find(|c| !made.citations.iter().any(|other| overlap(c, other)));
            if let Some(citation) = fresh.filter(|_| made.citations.len() < max) {
                made.citations.push(citation);
                taken += 1;
            }
        }
    }
    made.citations.sort_by_key(|citation| std::cmp::Reverse(citation.score));
    for (citation, number) in made.citations.iter_mut().zip(1..) {
        citation.number = number;
    }
    made
}

/// Whether two citations share text of one page.
pub(in crate::engine) fn overlap(a: &Citation, b: &Citation) -> bool {
    a.doc == b.doc && a.place.page == b.place.page && a.place.start < b.place.end && b.place.start < a.place.end
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::fixtures::{candidate_of, document};

    const PAGE_1: &str = "Background is short. Metformin low-\nered HbA1c by 1.5% (p < 0.001) in adults. It was well \
                          tolerated by them.";
    const PAGE_2: &str = "Weight did not change over two years. Deaths were rare in both arms of the trial.";

    fn passage(quote: &str, page: Option<u32>) -> PassageDraft {
        PassageDraft { quote: quote.into(), page }
    }

    fn located(passages: Vec<PassageDraft>) -> Located {
        let document = document("A trial", &[PAGE_1, PAGE_2]);
        let candidate = candidate_of(&document, Side::Counter);
        locate(&document, Digest::of(b"x"), &candidate, 4, CiteDraft { passages }, &Settings::default())
    }

    #[test]
    fn a_citation_is_the_sources_own_text_with_its_context() {
        let located = located(vec![passage("metformin lowered HbA1c by 1.5 % (p<0.001) in adults", Some(1))]);
        let citation = &located.citations[0];
        assert_eq!(citation.passage, "Metformin low-\nered HbA1c by 1.5% (p < 0.001) in adults");
        assert_eq!(citation.before, "Background is short.");
        assert_eq!(citation.after, ". It was well tolerated by them.");
        assert_eq!((citation.place.page, citation.claimed_page, citation.score), (1, None, 4));
        assert_eq!(citation.reference, "A trial.");
    }

    #[test]
    fn a_wrong_page_is_noted_and_an_unclaimed_one_is_not() {
        let both = located(vec![
            passage("Weight did not change over two years.", Some(1)),
            passage("Deaths were rare in both arms of the trial.", None),
        ]);
        assert_eq!(
            both.citations.iter().map(|c| (c.place.page, c.claimed_page)).collect::<Vec<_>>(),
            [(2, Some(1)), (2, None)]
        );
    }

    #[test]
    fn what_says_another_thing_is_dropped_with_the_reason() {
        let located = located(vec![
            passage("Metformin lowered HbA1c by 2.5% (p < 0.001) in adults", None),
            passage("Weight did change over two years.", None),
            passage("Metformin cured every single adult in the trial.", None),
            passage("  ", None),
        ]);
        assert!(located.citations.is_empty());
        assert_eq!(located.dropped.len(), 3);
        assert!(located.dropped.iter().all(|d| !d.why.trim().is_empty()));
        let made = citations(vec![located], 10);
        assert_eq!((made.without_passage.len(), made.dropped.len()), (1, 3));
    }

    /// Citations of `doc` at these starts, each 10 bytes long.
    fn some(doc: &str, score: u8, starts: &[usize]) -> Located {
        let mut located = located(vec![passage("Weight did not change over two years.", None)]);
        let citation = located.citations.remove(0);
        let at = |start: &usize| Citation {
            doc: doc.into(),
            score,
            place: Place { page: 1, paragraph: 1, start: *start, end: start + 10 },
            ..citation.clone()
        };
        Located { doc: doc.into(), citations: starts.iter().map(at).collect(), ..located }
    }

    #[test]
    fn documents_come_before_second_passages_and_numbers_have_no_gaps() {
        let keys = |max| {
            let made = citations(vec![some("a", 3, &[0, 5, 20]), some("b", 5, &[0]), some("c", 3, &[0, 30])], max);
            assert!(made.citations.iter().zip(1..).all(|(c, n)| c.number == n));
            made.citations.iter().map(|c| format!("{}{}", c.doc, c.place.start)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(keys(2), "b0 a0");
        assert_eq!(keys(3), "b0 a0 c0");
        assert_eq!(keys(4), "b0 a0 c0 a20");
        assert_eq!(keys(10), "b0 a0 c0 a20 c30");
    }

    proptest! {
        #[test]
        fn any_draft_gives_citations_that_are_in_the_document(
            quotes in prop::collection::vec(("[A-Za-z %.0-9]{0,30}|.{0,30}", prop::option::of(0u32..4), 0usize..90, 0usize..40), 0..6),
            max in 0u32..5,
        ) {
            let document = document("A trial", &[PAGE_1, PAGE_2]);
            let candidate = candidate_of(&document, Side::Statement);
            let passages = quotes.into_iter().map(|(quote, page, from, length)| {
                let part = PAGE_2.get(from..(from + length).min(PAGE_2.len())).unwrap_or_default();
                passage(&format!("{part}{quote}"), page)
            }).collect();
            let located = locate(&document, Digest::of(b"x"), &candidate, 9, CiteDraft { passages }, &Settings::default());
            let made = citations(vec![located], max);
            prop_assert!(made.citations.len() <= max as usize);
            for (citation, number) in made.citations.iter().zip(1..) {
                prop_assert_eq!(citation.number, number);
                prop_assert_eq!(document.at(citation.place), Some(citation.passage.clone()));
                prop_assert!((1..=5).contains(&citation.score));
            }
        }
    }
}
