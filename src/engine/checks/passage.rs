//! What surrounds a passage, and whether a text names a term.

use std::ops::Range;

use crate::text::{Clean, sentences, stem, words};

/// Context on one side, in characters: a page without full stops is no sentence.
const LONGEST_CONTEXT: usize = 600;

/// One sentence before and one after `range` in `text`, each on one line; with
/// what is left of the sentences that `range` cuts.
pub(super) fn around(text: &str, range: Range<usize>) -> (Clean, Clean) {
    let [before, _, after] = parts(text, range);
    // What is left of a full stop or bracket at the cut is no context.
    let shown = |part: &str| if has_words(part) { Clean::from(part).one_line() } else { Clean::default() };
    let before = shown(before);
    (before.trim_start_matches(['.', ',', ';', ':', ')', ' ']).into(), shown(after))
}

/// The same as one text with what is at `range` in its place, and the bytes of that; empty where nothing is around it.
pub(super) fn within(text: &str, range: Range<usize>) -> (Clean, Option<Range<usize>>) {
    let parts = parts(text, range);
    if !has_words(parts[0]) && !has_words(parts[2]) {
        return (Clean::default(), None);
    }
    let [before, words, after] = parts.map(on_one_line);
    let before = before.trim_start();
    let context = Clean::from(format!("{before}{words}{}", after.trim_end()));
    let at = before.len()..before.len() + words.len();
    let at = (context.get(at.clone()) == Some(words.as_str())).then_some(at);
    (context, at)
}

/// What is around `range` on either side, and what is there.
fn parts(text: &str, range: Range<usize>) -> [&str; 3] {
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
    [&before[cut..], text.get(range).unwrap_or_default(), &after[..end]]
}

fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// A text on one line that keeps a blank at either end.
fn on_one_line(text: &str) -> String {
    let line = Clean::from(text).one_line();
    let [first, last] = [text.starts_with(char::is_whitespace), text.ends_with(char::is_whitespace)]
        .map(|is| if is { " " } else { "" });
    format!("{first}{}{last}", line.trim())
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

    /// A reader would take “However,” for the beginning of the sentence that follows the statement.
    #[test]
    fn what_is_within_its_context_is_behind_its_own_connective() {
        let text = "Sera were positive. However,\ngoats were spared. The  results show spread. More is needed.";
        let of = |needle: &str| {
            let at = text.find(needle).unwrap();
            let (context, words) = within(text, at..at + needle.len());
            (context.to_string(), words.map(|words| context[words].to_owned()))
        };
        let whole = "Sera were positive. However, goats were spared. The results show spread.";
        assert_eq!(of("goats were spared"), (whole.into(), Some("goats were spared".into())));
        assert_eq!(of("goats were spared."), (whole.into(), Some("goats were spared.".into())));
        let (last, words) = of("More is needed.");
        assert_eq!(
            (last.as_str(), words.as_deref()),
            ("The results show spread. More is needed.", Some("More is needed."))
        );
        assert_eq!(within("It fell.", 0..7), (Clean::default(), None), "a full stop is no context");
    }

    #[test]
    fn the_context_is_a_sentence_on_each_side() {
        let text = "One is here. Two is\nthere. Three follows it. Four ends.";
        let of = |needle: &str| {
            let at = text.find(needle).unwrap();
            let (before, after) = around(text, at..at + needle.len());
            (before.to_string(), after.to_string())
        };
        assert_eq!(of("Three follows it."), ("Two is there.".into(), "Four ends.".into()));
        assert_eq!(of("Three follows it"), ("Two is there.".into(), ". Four ends.".into()));
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
