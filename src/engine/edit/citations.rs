//! Citations: added by marking, located from a pasted passage, taken out.

use std::ops::Range;

use crate::{
    domain::{Candidate, Citation, Citations, Digest, DocId, Document, Settings, Side, canonical},
    engine::checks::cite::{at, overlap},
    reason::{CiteDraft, PassageDraft},
};

use super::{super::checks, EditError, refuse};

/// `citations` with the marked stretches of `document` (page and bytes of its
/// text) as further ones; their numbers follow the largest there is, so that
/// `[n]` in what was written before keeps its meaning. A stretch that is cited
/// already is passed over. Returns how many came in too.
///
/// # Errors
/// When nothing is ticked, or all of it is cited already.
pub fn cite(
    citations: &Citations,
    document: &Document,
    side: Side,
    score: u8,
    marked: &[(u32, Range<usize>)],
) -> Result<(Citations, usize), EditError> {
    if marked.is_empty() {
        return refuse("tick a sentence first");
    }
    let digest = Digest::of(&canonical(document));
    let made = marked.iter().filter_map(|(page, range)| at(document, digest, side, score, *page, range.clone()));
    let fresh: Vec<Citation> = made.filter(|c| !citations.citations.iter().any(|other| overlap(c, other))).collect();
    if fresh.is_empty() {
        return refuse("what is ticked is cited already");
    }
    let count = fresh.len();
    Ok((with(citations, fresh), count))
}

/// A passage that somebody pasted, located in `document`: what is cited is the
/// source's own text. Its number is still 0. `None` when it is not there.
pub fn locate(
    document: &Document,
    candidate: &Candidate,
    score: u8,
    passage: &str,
    settings: &Settings,
) -> Option<Citation> {
    let draft = CiteDraft { passages: vec![PassageDraft { quote: passage.to_owned(), page: None }] };
    let digest = Digest::of(&canonical(document));
    checks::cite::locate(document, digest, candidate, score, draft, settings).citations.pop()
}

/// `citations` with a located one after them, under the next number.
///
/// # Errors
/// When its passage is cited already.
pub fn put(citations: &Citations, citation: Citation) -> Result<Citations, EditError> {
    if citations.citations.iter().any(|other| overlap(&citation, other)) {
        return refuse("this passage is cited already");
    }
    Ok(with(citations, vec![citation]))
}

fn with(citations: &Citations, fresh: Vec<Citation>) -> Citations {
    let mut made = citations.clone();
    let last = made.citations.iter().map(|c| c.number).max().unwrap_or(0).max(made.taken_out);
    for (mut citation, number) in fresh.into_iter().zip(last + 1..) {
        made.without_passage.retain(|doc| *doc != citation.doc);
        citation.number = number;
        made.citations.push(citation);
    }
    made
}

/// Without the citations of a document; `None` where there are none. The others keep their numbers.
#[must_use]
pub fn uncite_document(citations: &Citations, doc: &DocId) -> Option<Citations> {
    let mut made = citations.clone();
    let gone = made.citations.extract_if(.., |citation| citation.doc == *doc).map(|citation| citation.number).max()?;
    made.taken_out = made.taken_out.max(gone);
    Some(made)
}

/// Without the citation of this number, which no other will have; the others
/// keep theirs.
///
/// # Errors
/// When there is none of this number.
pub fn uncite(citations: &Citations, number: u32) -> Result<Citations, EditError> {
    let mut made = citations.clone();
    made.citations.retain(|c| c.number != number);
    if made.citations.len() == citations.citations.len() {
        return refuse(format!("there is no citation [{number}]"));
    }
    made.taken_out = made.taken_out.max(number);
    Ok(made)
}
