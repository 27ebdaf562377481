//! What of a passage is quoted, in its own words.

use std::ops::Range;

use crate::text::{sentences, word_count};

use super::super::{
    asides,
    cues::{self, Cue},
    reading::is_aside,
    sections::Section,
    terms::{Found, Terms},
};

/// A sentence is quoted whole up to this many words: a cut may take away what was found.
const LONGEST_SENTENCE: usize = 60;
/// A run of clauses that is quoted has at least so many words.
const SHORTEST_RUN: usize = 8;

/// Words that a clause's sense hangs on.
const TURNS: &[&str] = &[" not ", " no ", " without ", " fail", " neither ", "n't ", " lack", "contrary", "unlikely"];
/// Where a clause may begin, when what is before is left out.
const CLAUSES: &[&str] =
    &[", ", "; ", ": ", " – ", " whereas ", " but ", " while ", " although ", " because ", " when "];

/// What of a passage is quoted: the whole where that has at most `most` words
/// and is of one section, else its most telling sentence, else the most telling
/// run of its clauses. Always words of the passage itself, without the label of
/// a section. The terms in `known`, those of its title, tell no sentence from
/// another.
pub(super) fn excerpt<'a>(passage: &'a str, most: usize, terms: &Terms, known: Found) -> &'a str {
    let whole = Section::inline(passage.trim()).1;
    let all = parts(whole);
    let is_of_one_section = all.iter().all(|range| Section::inline(&whole[range.clone()]).0.is_none());
    if word_count(whole) <= most && !whole.contains("\n\n") && is_of_one_section {
        return whole;
    }
    let telling = |part: &str| {
        let lower = part.to_lowercase();
        let turns = TURNS.iter().filter(|turn| lower.contains(*turn)).count().min(2) as f64;
        let found = (cues::count(&lower, Cue::Finding) + cues::count(&lower, Cue::Conclusion)).min(3) as f64;
        let aside = if is_aside(part) || asides::is_plan(&lower) { 0.3 } else { 0.0 };
        let aside = aside + 0.08 * cues::count(&lower, Cue::Method).min(2) as f64;
        terms.share(terms.find(part) | known) + 0.08 * turns + 0.05 * found - aside
    };
    let mut sentence = whole;
    let mut best = f64::NEG_INFINITY;
    for range in all {
        let part = Section::inline(&whole[range]).1;
        if telling(part) > best {
            (sentence, best) = (part, telling(part));
        }
    }
    if word_count(sentence) <= LONGEST_SENTENCE {
        return sentence;
    }
    let mut cuts: Vec<usize> = Vec::new();
    for clause in CLAUSES {
        // The comma stays with what is before it, the conjunction with what is behind.
        let kept = clause.find(' ').map_or(0, |blank| if blank == 0 { 0 } else { blank });
        cuts.extend(sentence.match_indices(clause).map(|(at, _)| at + kept));
    }
    cuts.retain(|at| !in_brackets(&sentence[..*at]));
    cuts.extend([0, sentence.len()]);
    cuts.sort_unstable();
    cuts.dedup();
    let mut chosen: Option<(f64, &str)> = None;
    for (i, from) in cuts.iter().enumerate() {
        for to in &cuts[i + 1..] {
            let part = sentence[*from..*to].trim();
            let words = word_count(part);
            if words > LONGEST_SENTENCE {
                break;
            }
            // A short run says little, and one that ends early may leave out the outcome.
            let worth = telling(part) + 0.01 * words as f64 - if *to < sentence.len() { 0.12 } else { 0.0 };
            if words >= SHORTEST_RUN && chosen.is_none_or(|(best, _)| worth > best) {
                chosen = Some((worth, part));
            }
        }
    }
    chosen.map_or_else(|| last_words(sentence, LONGEST_SENTENCE), |(_, part)| part)
}

/// The sentences of a text; one ends also before the label of a section that no full stop parts from it: “(P=.02)
/// CONCLUSION Among”.
pub(super) fn parts(text: &str) -> Vec<Range<usize>> {
    const SHORTEST: usize = 6;
    let is_label = |text: &str| {
        let word = text.split(' ').next().unwrap_or_default();
        word.len() >= SHORTEST && word.chars().all(char::is_uppercase) && Section::inline(text).0.is_some()
    };
    let mut parts = Vec::new();
    for Range { mut start, end } in sentences(text) {
        for at in text[start..end].match_indices(' ').map(|(at, _)| start + at).collect::<Vec<_>>() {
            // A label has several words: “MAIN OUTCOME MEASURES”.
            let is_within = text[..at].ends_with(|c: char| c.is_uppercase() || c == ',');
            if !is_within && is_label(&text[at + 1..end]) {
                parts.push(start..at);
                start = at + 1;
            }
        }
        parts.push(start..end);
    }
    parts
}

/// Whether what follows this is in brackets.
fn in_brackets(before: &str) -> bool {
    before.matches(['(', '[']).count() > before.matches([')', ']']).count()
}

/// Characters that belong to the next word and are trimmed from the end of an excerpt.
pub(super) const DANGLING: [char; 14] = [' ', '\n', '\t', '±', '+', '-', '/', '=', '<', '>', '≤', '≥', '(', '['];

/// The last words, at most `most`.
fn last_words(text: &str, most: usize) -> &str {
    let start = text.rmatch_indices(char::is_whitespace).nth(most.saturating_sub(1)).map_or(0, |(at, _)| at);
    text[start..].trim_start()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_the_telling_part_in_the_passages_own_words() {
        let terms = Terms::of("Aspirin prevents stroke.");
        assert_eq!(excerpt("CONCLUSIONS Aspirin failed.", 30, &terms, 0), "Aspirin failed.");
        let long = "We recruited 300 adults from four towns. Aspirin did not prevent stroke. More work is needed.";
        assert_eq!(excerpt(long, 8, &terms, 0), "Aspirin did not prevent stroke.");
        let two = "RESULTS Aspirin was well tolerated. CONCLUSIONS Aspirin did not prevent stroke.";
        assert_eq!(excerpt(two, 30, &terms, 0), "Aspirin did not prevent stroke.");
        let unparted = two.replace("tolerated.", "tolerated (P=.02)");
        assert_eq!(excerpt(&unparted, 30, &terms, 0), "Aspirin did not prevent stroke.");
        assert_eq!(excerpt("", 5, &terms, 0), "");
    }

    /// A quotation that breaks off before the outcome leaves out what it is quoted for.
    #[test]
    fn what_is_cut_from_a_long_sentence_is_its_beginning() {
        let terms = Terms::of("Aspirin prevents stroke.");
        let frame = "In a town by the sea with many old people who walked on every single day of the week, ";
        let outcome = "aspirin did not prevent any stroke at all among the men.";
        let sentence = format!("{frame}{outcome}");
        assert_eq!(excerpt(&sentence, 12, &terms, 0), sentence);
        let sentence = format!("{}{outcome}", frame.repeat(3));
        assert!(sentence.ends_with(excerpt(&sentence, 12, &terms, 0)));
        let words: Vec<String> = (0..70).map(|n| format!("w{n}")).collect();
        assert!(excerpt(&words.join(" "), 12, &terms, 0).starts_with("w10 "));
    }
}
