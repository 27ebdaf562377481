//! What surrounds a passage, and whether a text names a term.

use std::ops::Range;

use crate::text::{Clean, sentences, stem, words};

/// Context on one side, in characters: a page without full stops is no sentence.
const LONGEST_CONTEXT: usize = 600;

/// One sentence before and one after `range` in `text`, each on one line; with
/// what is left of the sentences that `range` cuts.
pub(super) fn around(text: &str, range: Range<usize>) -> (Clean, Clean) {
    let sentences = sentences(text);
    let inside = |s: &&Range<usize>| s.start < range.end && s.end > range.start;
    let first = sentences.iter().position(|s| inside(&s));
    let last = sentences.iter().rposition(|s| inside(&s));
    let from = first.map_or(range.start, |i| sentences[i.saturating_sub(1)].start.min(range.start));
    let to = last.map_or(range.end, |i| sentences[(i + 1).min(sentences.len() - 1)].end.max(range.end));
    let before = text.get(from..range.start).unwrap_or_default();
    let after = text.get(range.end..to).unwrap_or_default();
    let cut = before.char_indices().rev().nth(LONGEST_CONTEXT - 1).map_or(0, |(at, _)| at);
    let end = after.char_indices().nth(LONGEST_CONTEXT).map_or(after.len(), |(at, _)| at);
    // What is left of a full stop or bracket at the cut is no context.
    let shown = |part: &str| {
        if part.chars().any(char::is_alphanumeric) { Clean::from(part).one_line() } else { Clean::default() }
    };
    (trimmed(&shown(&before[cut..])), trimmed(&shown(&after[..end])))
}

/// Without the punctuation of the passage's own end at its beginning.
fn trimmed(text: &Clean) -> Clean {
    text.trim_start_matches(['.', ',', ';', ':', ')', ' ']).trim_end().into()
}

/// Whether `text` names `term`: all the term's words, in order and next to each
/// other, compared by their stems. A term without words is never named.
pub(super) fn names(text: &str, term: &str) -> bool {
    let stems = |text: &str| words(text).map(|(_, word)| stem(word)).collect::<Vec<_>>();
    let term = stems(term);
    !term.is_empty() && stems(text).windows(term.len()).any(|window| window == term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_context_is_a_sentence_on_each_side() {
        let text = "One is here. Two is\nthere. Three follows it. Four ends.";
        let of = |needle: &str| {
            let at = text.find(needle).unwrap();
            let (before, after) = around(text, at..at + needle.len());
            (before.to_string(), after.to_string())
        };
        assert_eq!(of("Three follows it."), ("Two is there.".into(), "Four ends.".into()));
        assert_eq!(of("Three follows it"), ("Two is there.".into(), "Four ends.".into()));
        assert_eq!(of("One is here."), (String::new(), "Two is there.".into()));
        // Cut sentences are completed.
        assert_eq!(of("follows"), ("Two is there. Three".into(), "it. Four ends.".into()));
        assert_eq!(around("", 0..0), (Clean::default(), Clean::default()));
        assert_eq!(around("ä", 1..9), (Clean::default(), Clean::default()));
    }

    #[test]
    fn terms_are_named_whatever_their_form() {
        assert!(names("the IL6 levels of patients", "IL-6 level"));
        assert!(!names("levels of IL-6", "IL-6 level"));
        assert!(!names("anything", " "));
    }
}
