//! Evidence in prose: short exact quotes, the source in words, lists of numbers.

mod excerpt;
mod source;

use std::collections::BTreeSet;

use crate::{
    domain::{Citation, Stance},
    reason::WeighedCitation,
};

use super::{asides, reading::is_aside, sections::Section, terms::Terms};
use excerpt::{DANGLING, excerpt, parts};
pub(super) use source::source;

/// What of a cited passage is quoted.
fn quote<'a>(item: &WeighedCitation<'a>, most: usize, terms: &Terms) -> &'a str {
    excerpt(&item.citation.passage, most, terms, terms.find(&item.citation.meta.title))
}

/// The passage in quotation marks with its number: “…” [3].
pub(super) fn quoted(item: &WeighedCitation<'_>, most: usize, terms: &Terms) -> String {
    let (text, passage) = (quote(item, most, terms), item.citation.passage.trim());
    let before = passage.find(text).map_or("", |at| passage[..at].trim_end());
    let opens = before.is_empty()
        || before.ends_with(['.', '!', '?']) && text.starts_with(char::is_uppercase)
        || parts(passage).into_iter().any(|range| Section::inline(&passage[range]).1.starts_with(text));
    let ends = text.ends_with(['.', '!', '?', '”', '"']);
    let plain = text.trim_end_matches(DANGLING).trim_end_matches(['.', ',', ';', ':', ' ', '–']);
    // A quotation within the quotation keeps its own marks.
    format!("“{}{plain}{}” [{}]", if opens { "" } else { "… " }, if ends { "" } else { " …" }, item.citation.number)
}

/// What the source does with the passage, and the passage: reports “…” [3].
pub(super) fn reported(item: &WeighedCitation<'_>, most: usize, terms: &Terms) -> String {
    let verb = if is_conclusion(item, quote(item, most, terms)) { "concludes" } else { "reports" };
    format!("{verb} {}", quoted(item, most, terms))
}

/// Whether what is quoted of a passage is in the conclusions of its source, or calls itself a conclusion.
fn is_conclusion(item: &WeighedCitation<'_>, quote: &str) -> bool {
    let Citation { before, passage, section, .. } = item.citation;
    let named = section.as_ref().and_then(|place| Section::of_heading(place.split(',').next()?));
    let until = passage.find(quote).map_or(passage.as_str(), |at| &passage[..at + quote.len()]);
    let label = |text: &str| parts(text).into_iter().rev().find_map(|range| Section::inline(&text[range]).0);
    let lower = quote.to_lowercase();
    label(until).or_else(|| label(before)).or(named) == Some(Section::Conclusion)
        || ["conclude", "in conclusion"].iter().any(|words| lower.contains(words))
}

/// “[1], [2] and [5]”.
pub(super) fn numbers(items: &[&WeighedCitation<'_>]) -> String {
    let numbers: BTreeSet<u32> = items.iter().map(|i| i.citation.number).collect();
    let marks: Vec<String> = numbers.into_iter().map(|n| format!("[{n}]")).collect();
    match marks.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// A small count in words.
pub(super) fn count(n: usize) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// How much a citation counts: credibility × judged confidence.
pub(super) fn weight(item: &WeighedCitation<'_>) -> f64 {
    item.weighed.credibility.value * item.weighed.opinion.adjusted
}

/// The citations of one stance, in the order in which prose names them:
/// by weight and relevance.
pub(super) fn of_stance<'a, 'b>(items: &'b [WeighedCitation<'a>], stance: Stance) -> Vec<&'b WeighedCitation<'a>> {
    let mut found: Vec<_> = items.iter().filter(|i| i.weighed.counts() && i.weighed.stance == stance).collect();
    let rank = |item: &WeighedCitation<'_>| {
        let passage = item.citation.passage.trim();
        // What only states an aim or a plan is the last to be quoted.
        let aside = is_aside(Section::inline(passage).1) || asides::is_plan(&passage.to_lowercase());
        weight(item) * f64::from(item.citation.score) * if aside { 0.3 } else { 1.0 }
    };
    found.sort_by(|a, b| rank(b).total_cmp(&rank(a)).then(a.citation.number.cmp(&b.citation.number)));
    found
}

#[cfg(test)]
mod tests {
    use super::{super::fixture::one, *};

    /// A result that a review is said to conclude reads as if its authors stood by it.
    #[test]
    fn only_conclusions_are_said_to_be_concluded() {
        let terms = Terms::of("Aspirin prevents stroke.");
        let said = |before: &str, passage: &str| {
            let (mut citation, mut weighed) = one(1, Stance::Supports, passage);
            citation.before = before.into();
            weighed.credibility.rule = "systematic review or meta-analysis".into();
            reported(&WeighedCitation { citation: &citation, weighed: &weighed }, 30, &terms)
        };
        assert_eq!(said("", "RESULTS Aspirin prevented stroke."), "reports “Aspirin prevented stroke” [1]");
        assert_eq!(said("", "CONCLUSIONS Aspirin prevents stroke."), "concludes “Aspirin prevents stroke” [1]");
        assert_eq!(said("CONCLUSIONS Aspirin is cheap.", "It prevents stroke."), "concludes “It prevents stroke” [1]");
        assert_eq!(said("", "We conclude that it fails."), "concludes “We conclude that it fails” [1]");
    }
}
