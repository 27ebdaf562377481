//! The parts of a source that a model is shown: what concerns a statement, and what is around a passage.

use std::collections::BTreeSet;

use crate::{
    domain::{Citation, Document},
    text::sentences,
};

use super::ask::floor;

/// Letters from which a word says something about the subject.
const TELLING: usize = 4;
/// Letters by which two forms of a word are compared.
const STEM: usize = 6;

/// The sentences of `text` that share most words with `statement`, in their order and with gaps marked, up to about
/// `bytes`; all of it where it is shorter. The best sentence is kept whole.
pub(super) fn excerpt(text: &str, statement: &str, bytes: usize) -> String {
    if text.len() <= bytes {
        return text.to_owned();
    }
    let wanted = stems(statement);
    let ranges = sentences(text);
    let mut ranked: Vec<_> = ranges.iter().enumerate().collect();
    let shared = |range: &std::ops::Range<usize>| stems(&text[range.clone()]).intersection(&wanted).count();
    // The sort is stable: of equals the first.
    ranked.sort_by_cached_key(|(_, range)| std::cmp::Reverse(shared(range)));
    let (mut kept, mut length) = (BTreeSet::new(), 0);
    for (place, range) in ranked {
        if kept.is_empty() || length + range.len() <= bytes {
            length += range.len();
            kept.insert(place);
        }
    }
    let mut out = String::new();
    let mut last = None;
    for place in kept {
        if last.map_or(place > 0, |last: usize| last + 1 < place) {
            out.push_str("[…] ");
        }
        out.push_str(text[ranges[place].clone()].trim());
        out.push(' ');
        last = Some(place);
    }
    if last.is_some_and(|last| last + 1 < ranges.len()) {
        out.push_str("[…]");
    }
    out.trim_end().to_owned()
}

/// The title of a citation's source with up to `bytes` of its page around the passage, half of them on each side as
/// far as the page goes; the passage itself, which is shown beside it, is named only.
pub(super) fn surroundings(citation: &Citation, document: &Document, bytes: usize) -> String {
    let text = document.page(citation.place.page).map(|page| page.text.as_str()).unwrap_or_default();
    let (start, end) = (floor(text, citation.place.start), floor(text, citation.place.end));
    let (before, after) = (start, text.len() - end);
    let left = (bytes / 2).max(bytes.saturating_sub(after)).min(before);
    let right = bytes.saturating_sub(left).min(after);
    let (from, to) = (floor(text, start - left), floor(text, end + right));
    // Words stay whole.
    let from = if from == 0 { 0 } else { text[from..start].find(char::is_whitespace).map_or(start, |at| from + at) };
    let to = if to == text.len() { to } else { text[end..to].rfind(char::is_whitespace).map_or(end, |at| end + at) };
    let (head, tail) = (text[from..start].trim_start(), text[end..to].trim_end());
    if head.is_empty() && tail.is_empty() {
        return document.meta.title.to_string();
    }
    let (open, close) = (if from > 0 { "[…] " } else { "" }, if to < text.len() { " […]" } else { "" });
    format!("{}\n{open}{head}[passage]{tail}{close}", document.meta.title)
}

/// The title of a citation's source with the sentences on both sides of the passage.
pub(super) fn sentences_around(citation: &Citation) -> String {
    let gap = if citation.before.trim().is_empty() && citation.after.trim().is_empty() { "" } else { " [passage] " };
    format!("{}\n{}{gap}{}", citation.meta.title, citation.before.trim(), citation.after.trim())
}

fn stems(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let telling = words.filter(|word| word.chars().count() >= TELLING || word.chars().any(|c| c.is_ascii_digit()));
    telling.map(|word| word.to_lowercase().chars().take(STEM).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_concerns_the_statement_is_kept_and_gaps_are_marked() {
        let filler = "The groups were alike in age, sex and years of illness and were seen every month. ";
        let result = "Zalutamide prevented migraine attacks in 112 of 200 adults.";
        let text = format!("{}{result} {}", filler.repeat(5), filler.repeat(5));
        let short = excerpt(&text, "Zalutamide prevents migraine attacks in adults", 200);
        assert!(short.contains(result) && short.len() < 260, "{short}");
        assert!(short.starts_with("[…]") || short.starts_with("The groups"));
        assert!(short.ends_with("[…]"));
        assert_eq!(excerpt("Short.", "anything", 200), "Short.");
    }
}
