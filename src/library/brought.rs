//! The best passage of a document that no search found: one that a reviewer attached or a claim brought along.

use std::collections::HashMap;

use crate::domain::{Document, Passage};

use super::{KeywordQuery, bm25::Scale, passages::passages, prepared::count, terms::Terms};

/// The passage of `document` that has most of the words of `query`, by BM25 among its own passages; of equals the first.
/// `None` when the document has no text.
#[must_use]
pub fn best_passage(document: &Document, query: &KeywordQuery) -> Option<Passage> {
    let mut passages: Vec<Passage> = passages(document).into_iter().filter(|p| p.start < p.end).collect();
    if passages.len() < 2 {
        return passages.pop();
    }
    let mut terms = Terms::new();
    let counted: Vec<_> = passages.iter().map(|passage| count(document, passage, &mut terms)).collect();
    let often: Vec<HashMap<&str, u16>> = counted.iter().map(|counts| counts.iter().collect()).collect();
    let having = |term: &String| often.iter().filter(|often| often.contains_key(term.as_str())).count();
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let known = query.terms.iter().map(|term| (number(having(term)), term.clone())).filter(|(n, _)| *n > 0).collect();
    let tokens = counted.iter().map(|counts| i64::from(counts.length)).sum();
    let scale = Scale::new(known, number(passages.len()), tokens);
    let score = |at: usize| -> f64 {
        let damping = scale.damping(counted[at].length.into());
        let of = |(nth, term): (usize, &super::bm25::Weighted)| {
            let often = often[at].get(term.term.as_str()).copied().unwrap_or(0);
            scale.damped(nth, often, damping)
        };
        scale.terms.iter().enumerate().map(of).sum()
    };
    let scores: Vec<f64> = (0..passages.len()).map(score).collect();
    let best = (0..scores.len()).rev().max_by(|a, b| scores[*a].total_cmp(&scores[*b]))?;
    Some(passages[best])
}

#[cfg(test)]
mod tests {
    use crate::domain::fixtures;

    use super::*;

    /// The text of the passage that is scored and cited of an attached document.
    fn best(pages: &[&str], about: &str) -> Option<String> {
        let document = fixtures::document("Annual report", pages);
        let Passage { page, start, end } = best_passage(&document, &KeywordQuery::new(about))?;
        Some(document.page(page).unwrap().text[start..end].to_owned())
    }

    #[test]
    fn what_a_long_document_says_on_its_last_page_is_not_passed_over() {
        let filler = "Cells were kept at body warmth for ten days. ".repeat(40);
        let last = format!("{filler}\n\nMelatonin shortened sleep latency by 7 minutes.");
        let pages = [&*filler, &*filler, &*last];
        let found = best(&pages, "Melatonin shortens sleep latency").unwrap();
        assert!(found.contains("Melatonin"), "{found}");
        assert!(best(&pages, "").unwrap().starts_with("Cells"), "nothing asked: the first");
        assert_eq!(best(&["", " "], "melatonin"), None);
    }
}
