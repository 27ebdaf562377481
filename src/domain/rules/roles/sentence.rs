//! A sentence as words, and the noun phrases around its comparative or verb.

use std::ops::Range;

use crate::text::{fold, is_stop, stem, words};

use super::super::lexicon::{DOWN, UP};
use super::words::{CLAUSE_VERBS, DENIALS, ENDS, NOTHING, UNNAMED};

/// Longest noun phrase that is compared, in words.
const LONGEST: usize = 7;

/// A word of a sentence.
pub(super) struct Word {
    /// Folded.
    pub text: String,
    pub stem: String,
    /// A comma, bracket or dash comes before it.
    pub pause: bool,
    /// A single capital letter that names one of several: “drug A”.
    pub letter: bool,
    /// Where it begins in the sentence, in bytes.
    pub at: usize,
    /// An abbreviation: “HDL”.
    pub short: bool,
}

/// Takes a sentence apart.
pub(super) fn read(sentence: &str) -> Vec<Word> {
    let mut end = 0;
    words(sentence)
        .map(|(range, word)| {
            let pause =
                sentence.get(end..range.start).is_some_and(|gap| gap.contains([',', ';', ':', '(', ')', '—', '–']));
            let letter = end > 0 && word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase());
            end = range.end;
            let short = word.chars().filter(|c| c.is_uppercase()).count() > 1;
            Word { text: fold(word), stem: stem(word), pause, letter, at: range.start, short }
        })
        .collect()
}

impl Word {
    /// Whether it says something of what is compared.
    pub fn is_content(&self) -> bool {
        self.letter || !is_stop(&self.text) && self.text.chars().count() > 1 && !is_no_thing(&self.text)
    }

    pub fn is_number(&self) -> bool {
        is_number(&self.text)
    }

    /// Whether it is a verb that often comes before a comparison.
    pub fn is_verb(&self) -> bool {
        CLAUSE_VERBS.contains(&self.text.as_str())
    }

    /// Whether it is a verb by which something changes: “lowers”, “raised”.
    pub fn changes(&self) -> bool {
        self.text.ends_with(['d', 's']) && [UP, DOWN].iter().any(|list| list.contains(&self.stem.as_str()))
    }
}

/// Stems of content in a range.
pub(super) fn stems(read: &[Word], range: Range<usize>) -> Vec<String> {
    read[range].iter().filter(|word| word.is_content()).map(|word| word.stem.clone()).collect()
}

/// Two noun phrases without what both have.
pub(super) fn apart(one: &[String], other: &[String]) -> (Vec<String>, Vec<String>) {
    let only = |these: &[String], those: &[String]| -> Vec<String> {
        these.iter().filter(|stem| !those.contains(stem)).cloned().collect()
    };
    (only(one, other), only(other, one))
}

/// Share of `one` that `other` has, 0–1.
pub(super) fn overlap(one: &[String], other: &[String]) -> f64 {
    let met = one.iter().filter(|stem| other.contains(stem)).count();
    if one.is_empty() { 0.0 } else { met as f64 / one.len() as f64 }
}

/// The noun phrase from `from` up to a word that ends it. “Those in B” are named behind the preposition.
pub(super) fn phrase_after(read: &[Word], from: usize) -> Range<usize> {
    let text = |at: usize| read.get(at).map_or("", |word| word.text.as_str());
    let from = if matches!(text(from), "those" | "that") && is_link(text(from + 1)) { from + 2 } else { from };
    let ends = |at: usize| at > from && (read[at].pause || ENDS.contains(&read[at].text.as_str()));
    let end = (from..read.len()).find(|&at| ends(at)).unwrap_or(read.len());
    from.min(read.len())..end.min(from + LONGEST).max(from.min(read.len()))
}

/// A noun phrase with what is behind its preposition: “pupils in A classes”.
pub(super) fn with_kind(read: &[Word], phrase: Range<usize>) -> Range<usize> {
    match read.get(phrase.end).filter(|word| !word.pause && is_link(&word.text)) {
        Some(_) => {
            let kind = phrase_after(read, phrase.end + 1);
            let verb = kind.clone().find(|&at| read[at].is_verb() || read[at].changes());
            phrase.start..verb.unwrap_or(kind.end)
        }
        None => phrase,
    }
}

/// The same where the phrase alone names nothing: “treatment with A”, “patients on B”.
pub(super) fn named(read: &[Word], phrase: Range<usize>) -> Range<usize> {
    let empty = stems(read, phrase.clone()).iter().all(|stem| UNNAMED.contains(&stem.as_str()));
    if empty { with_kind(read, phrase) } else { phrase }
}

/// Prepositions that say of which kind something is.
fn is_link(word: &str) -> bool {
    matches!(word, "in" | "with" | "on" | "from" | "of" | "under" | "after" | "by" | "among" | "for" | "at")
}

/// The noun phrase at the beginning of the clause, up to its verb or a preposition.
pub(super) fn phrase_before(read: &[Word], head: usize) -> Range<usize> {
    let clause = |at: usize| {
        let word = read[at].text.as_str();
        matches!(word, "that" | "whether" | "but" | "while" | "whereas") || at > 0 && read[at].pause
    };
    let start = (0..head).rev().find(|&at| clause(at)).map_or(0, |at| at + usize::from(!read[at].pause));
    // “Interventions based on B” are one thing.
    let ends = |at: usize| {
        at > start
            && (read[at].is_verb()
                || read[at].changes()
                || ENDS.contains(&read[at].text.as_str()) && read[at - 1].text != "based")
    };
    let end = (start..head).find(|&at| ends(at)).unwrap_or(head);
    start..end.min(start + LONGEST)
}

/// Whether a denial comes close before the word at `head`.
pub(super) fn is_denied(read: &[Word], head: usize) -> bool {
    const NEAR: usize = 4;
    read[head.saturating_sub(NEAR)..head].iter().any(|word| is_denial(&word.text))
}

/// Whether a word names nothing that could be compared.
pub(super) fn is_no_thing(word: &str) -> bool {
    is_number(word) || NOTHING.contains(&word)
}

/// Whether a word is a number: “5”, “3.2”, and not “5-FU”.
pub(super) fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && !word.contains(char::is_alphabetic)
}

fn is_denial(word: &str) -> bool {
    DENIALS.contains(&word) || word.ends_with("n't") || word.ends_with("n’t")
}

/// How the thing before a verb takes part in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Voice {
    Active,
    /// The agent is behind: “was overtaken in May by”.
    Passive,
    /// “Was arrested in Miami.”
    PassiveWithoutAgent,
}

/// The voice of the verb at `at`.
pub(super) fn voice(read: &[Word], at: usize) -> Voice {
    const BEFORE: usize = 4;
    const BEHIND: usize = 6;
    const BE: &[&str] = &["be", "is", "are", "was", "were", "been", "being", "get", "got", "gets"];
    let behind = &read[at + 1..read.len().min(at + 1 + BEHIND)];
    let by = behind.iter().take_while(|word| !word.pause).any(|word| word.text == "by");
    let be = read[at.saturating_sub(BEFORE)..at].iter().any(|word| BE.contains(&word.text.as_str()));
    // “Kelland, beaten by Norrby, …” has no auxiliary.
    let bare = by && (read[at].pause || behind.first().is_some_and(|word| word.text == "by"));
    match (be, by) {
        (true, false) => Voice::PassiveWithoutAgent,
        (true, true) => Voice::Passive,
        _ if bare => Voice::Passive,
        _ => Voice::Active,
    }
}

/// The word behind “by” after a passive verb.
pub(super) fn agent_start(read: &[Word], at: usize) -> usize {
    (at + 1..read.len()).find(|&next| read[next].text == "by").map_or(at + 1, |by| by + 1)
}
