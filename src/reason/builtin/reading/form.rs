//! What the form of a sentence shows by itself.

use crate::{
    domain::rules::verbs::{self, Form},
    text::{sentence_case, words},
};

use super::super::negate::{self, AUXILIARIES, PREPOSITIONS};

/// A sentence without “However,” or “In conclusion:” at its head, so
/// that it can be read alone.
pub(super) fn untied(text: &str) -> String {
    let text = text.trim_start_matches(['•', '▪', '■', '●', '◦', '‣', '–', ' ']);
    // “We find that (1) …” and “(2) …” are two sentences.
    let text = text
        .strip_prefix('(')
        .and_then(|rest| rest.split_once(") "))
        .filter(|(number, rest)| number.len() < 4 && rest.starts_with(char::is_uppercase))
        .map_or(text, |(_, rest)| rest);
    // An abstract may number its sentences: “4. We conclude …”
    let text = text
        .split_once(". ")
        .filter(|(number, rest)| {
            number.len() < 3 && number.bytes().all(|b| b.is_ascii_digit()) && rest.starts_with(char::is_uppercase)
        })
        .map_or(text, |(_, rest)| rest);
    let bare = negate::untied(text);
    // “Interestingly, though, we found …”
    let bare = if bare.len() < text.len() { bare.strip_prefix("though, ").unwrap_or(bare) } else { bare };
    // “Surprisingly, and in contrast to genes, …” is tied by more than its first word.
    if bare.len() == text.len() || bare.starts_with("and ") { text.to_owned() } else { sentence_case(bare) }
}

/// Whether the sentence has a word that is likely a finite verb.
pub(in crate::reason::builtin) fn has_verb(text: &str) -> bool {
    let mut before = String::new();
    words(text).any(|(_, word)| {
        let lower = word.to_lowercase();
        let governed =
            PREPOSITIONS.contains(&before.as_str()) || ["and", "or", "the", "a", "mean", ""].contains(&before.as_str());
        let finite = AUXILIARIES.contains(&lower.as_str())
            || verbs::read(&lower).is_some_and(|v| !v.nounlike || v.form != Form::Base && !governed);
        before = lower;
        finite
    })
}

/// Whether a sentence says no more than what was meant or where it was done:
/// “To examine the effects of …”, “Two hospitals in Leeds.”
pub(in crate::reason::builtin) fn is_aside(text: &str) -> bool {
    is_aim(text) || !has_verb(text)
}

/// Whether a sentence opens as an aim: “To examine the effects of …”.
pub(in crate::reason::builtin) fn is_aim(text: &str) -> bool {
    text.strip_prefix("To ").is_some_and(|rest| !rest.contains(", "))
}

/// The sentence without what is in brackets.
pub(in crate::reason::builtin) fn outside_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    text.chars()
        .filter(|c| {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => return depth == 0,
            }
            false
        })
        .collect()
}
