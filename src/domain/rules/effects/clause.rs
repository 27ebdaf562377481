//! A sentence as words, and its clauses that assert something.

use std::ops::Range;

use crate::text::{fold, is_stop, number_word, stem, words};

use super::{
    super::lexicon,
    words::{BE, CLAUSE, COMPARATIVES, DENIALS, NOT_SIGNIFICANT, REPORT},
};

pub(super) struct Word {
    pub text: String,
    pub stem: String,
    /// A comma comes before it.
    pub comma: bool,
    /// A semicolon, colon or dash comes before it.
    pub stop: bool,
    /// A capital letter alone: “vitamin E”.
    pub letter: bool,
    /// A hyphen joins it to the word before: “treatment-related”.
    pub hyphen: bool,
}

/// Labels in capitals that open a part of an abstract.
const LABELS: &[&str] = &[
    "BACKGROUND",
    "OBJECTIVE",
    "OBJECTIVES",
    "AIM",
    "AIMS",
    "METHODS",
    "RESULTS",
    "FINDINGS",
    "CONCLUSION",
    "CONCLUSIONS",
    "INTERPRETATION",
    "CONTEXT",
    "DESIGN",
    "PURPOSE",
    "SIGNIFICANCE",
    "DISCUSSION",
    "INTRODUCTION",
    "RATIONALE",
];

/// The label in capitals that opens a sentence.
pub(super) fn label(sentence: &str) -> Option<&str> {
    words(sentence).next().map(|(_, word)| word).filter(|word| LABELS.contains(word))
}

/// The words of a sentence without what stands in brackets.
pub(super) fn read(sentence: &str) -> Vec<Word> {
    let mut depth = 0_i32;
    let mut end = 0;
    let mut found: Vec<Word> = Vec::new();
    let (mut comma, mut stop) = (false, false);
    for (range, word) in words(sentence) {
        let gap = sentence.get(end..range.start).unwrap_or_default();
        let hyphen = end > 0 && matches!(gap, "-" | "\u{2010}" | "\u{2011}" | "–");
        for c in gap.chars() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = (depth - 1).max(0),
                ',' if depth == 0 => comma = true,
                ';' | ':' | '—' | '–' if depth == 0 && !hyphen => stop = true,
                _ => {}
            }
        }
        end = range.end;
        if depth == 0 {
            let label = found.is_empty() && word.chars().all(char::is_uppercase) && LABELS.contains(&word);
            let letter = !found.is_empty()
                && word.len() == 1
                && word.starts_with(|c: char| c.is_ascii_uppercase())
                && !matches!(word, "A" | "I");
            let joint = hyphen.then_some(()).and_then(|()| found.last_mut()).filter(|before| before.text == "non");
            if let Some(non) = joint {
                // “Non-significant” is one word, as “nonsignificant” is.
                (non.text, non.stem) = (format!("non{}", fold(word)), format!("non{}", plain(word)));
            } else if !label {
                found.push(Word { text: fold(word), stem: plain(word), comma, stop, letter, hyphen });
            }
            (comma, stop) = (false, false);
        }
    }
    found
}

/// The stem of a word in one spelling, of a number its digits.
fn plain(word: &str) -> String {
    match number_word(&fold(word)) {
        Some(number) => number.to_string(),
        None => stem(word).replace("ae", "e").replace("oe", "e"),
    }
}

pub(super) struct Clause {
    pub range: Range<usize>,
    /// The report that introduces it denies it.
    pub denied: bool,
    /// It goes on from the clause before: “but was …”.
    pub joined: bool,
}

/// The clauses that assert something.
pub(super) fn clauses(read: &[Word]) -> Vec<Clause> {
    let mut found = Vec::new();
    let (mut start, mut denied, mut open, mut joined) = (0, false, true, false);
    for at in 0..=read.len() {
        let ends = at == read.len() || read[at].stop || at > start && CLAUSE.contains(&read[at].text.as_str());
        if ends {
            if open && at > start {
                found.push(Clause { range: start..at, denied, joined });
            }
            if at < read.len() {
                let word = read[at].text.as_str();
                open = !matches!(word, "whether" | "if");
                joined = matches!(word, "but" | "yet" | "thereby" | "which");
                start = at + usize::from(CLAUSE.contains(&word));
                denied = false;
            }
            continue;
        }
        // “These results suggest that …”
        if read[at].text == "that"
            && at > start
            && read[start..at].iter().rev().take(6).any(|word| REPORT.contains(&word.stem.as_str()))
        {
            denied = read[start..at].iter().any(is_denial);
            start = at + 1;
        } else if let Some(verb) = advised(read, start, at) {
            // “The findings do not support the use of A to prevent B.”
            let is_against = read[verb..at].iter().any(|word| word.text == "against");
            denied = is_against != read[start..at].iter().any(is_denial);
            start = at + 1;
        }
    }
    found
}

/// The verb that speaks for or against “the use of”; its “of” is at `at`.
fn advised(read: &[Word], start: usize, at: usize) -> Option<usize> {
    const ADVISE: [&str; 8] = ["advis", "argu", "discourag", "endors", "evid", "favour", "recommend", "support"];
    const NEAR: usize = 6;
    let is_use = at > start && read[at].text == "of" && matches!(read[at - 1].text.as_str(), "use" | "administration");
    let from = at.saturating_sub(NEAR).max(start);
    (from..at).rev().find(|&at| ADVISE.contains(&read[at].stem.as_str())).filter(|_| is_use)
}

pub(super) fn is_denial(word: &Word) -> bool {
    let text = word.text.as_str();
    lexicon::is_negation(text)
        || [DENIALS, NOT_SIGNIFICANT].iter().any(|list| list.contains(&text))
        || text.ends_with("n't")
        || text.ends_with("n’t")
}

/// Stems of what time is counted in.
pub(super) const TIME: [&str; 5] = ["day", "hour", "month", "week", "year"];

/// Whether a sentence gives a time.
pub(super) fn names_time(sentence: &str) -> bool {
    words(sentence).any(|(_, word)| TIME.contains(&stem(word).as_str()))
}

/// Whether the word at `at` names an arm that gets or has nothing of what is studied: placebo, controls, standard care.
pub(super) fn is_control(read: &[Word], at: usize) -> bool {
    let is_usual = matches!(read[at].text.as_str(), "conventional" | "routine" | "standard")
        && read.get(at + 1).is_some_and(|next| {
            matches!(next.text.as_str(), "care" | "management" | "practice" | "therapy" | "treatment")
        });
    is_usual || lexicon::CONTROLS.contains(&read[at].stem.as_str())
}

pub(super) fn comparative(word: &Word) -> Option<bool> {
    COMPARATIVES.iter().find(|(known, _)| word.text == *known).map(|(_, up)| *up)
}

/// Adverbs and the like between a verb and what decides what it is.
pub(super) fn is_adverb(word: &str) -> bool {
    word.ends_with("ly")
        || matches!(
            word,
            "also" | "further" | "even" | "still" | "not" | "longer" | "much" | "then" | "been" | "be" | "both"
        )
}

pub(super) fn is_participle(word: &str) -> bool {
    word.ends_with("ed") || matches!(word, "cut" | "led" | "grown" | "risen" | "driven" | "lost" | "shown")
}

pub(super) fn is_content(word: &Word) -> bool {
    word.letter
        || !is_stop(&word.text)
            && (word.text.chars().count() > 1 || word.text.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a range has a word that could be a subject.
pub(super) fn says(read: &[Word], range: Range<usize>) -> bool {
    let empty = |word: &Word| {
        is_adverb(&word.text)
            || BE.contains(&word.text.as_str())
            || is_denial(word)
            || matches!(word.text.as_str(), "did" | "does" | "do" | "may" | "can" | "might" | "could" | "significant")
    };
    read[range].iter().any(|word| is_content(word) && !empty(word))
}
