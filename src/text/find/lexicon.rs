//! The words that a quote must share with its source.

use crate::text::DENIALS;

use super::TokenKind;

/// What denies beside [`DENIALS`].
const NEGATIONS: &[&str] = &["nil", "nowhere"];

/// Beginnings of words that deny: *lacked*, *absence*, *failed*.
#[rustfmt::skip]
const NEGATION_STEMS: &[&str] = &[
    "absen", "fail", "lack",
];

#[rustfmt::skip]
const COMPARISONS: &[&str] = &[
    "above", "after", "before", "below", "best", "better", "beyond", "bigger", "double", "doubled", "down", "earlier",
    "equal", "fall", "fallen", "falls", "faster", "fell", "fewer", "fewest", "greater", "greatest", "high", "higher",
    "highest", "larger", "largest", "later", "least", "less", "lesser", "longer", "low", "lower", "lowered",
    "lowering", "lowers", "lowest", "maximum", "minimum", "more", "most", "negative", "negatively", "older", "over",
    "positive", "positively", "rise", "risen", "rises", "rose", "shorter", "slower", "smaller", "smallest",
    "stronger", "under", "up", "weaker", "worse", "worst", "younger",
];

/// Beginnings of words that compare, each with what its forms are folded to.
#[rustfmt::skip]
const COMPARISON_STEMS: &[&str] = &[
    "declin", "decreas", "downregulat", "elevat", "exceed", "improv", "increas", "inferior", "rais", "reduc",
    "superior", "upregulat", "worsen",
];

#[rustfmt::skip]
const NUMBER_WORDS: &[&str] = &[
    "billion", "eight", "eighteen", "eighty", "eleven", "fifteen", "fifty", "five", "forty", "four", "fourteen",
    "half", "hundred", "million", "nine", "nineteen", "ninety", "once", "one", "quarter", "seven", "seventeen",
    "seventy", "six", "sixteen", "sixty", "ten", "third", "thirds", "thirteen", "thirty", "thousand", "three",
    "threefold", "thrice", "trillion", "triple", "tripled", "twelve", "twenty", "twice", "two", "twofold", "zero",
];

/// Prefixes that turn a word into its opposite.
#[rustfmt::skip]
const DENYING: &[&str] = &[
    "a", "anti", "de", "dis", "fe", "il", "im", "in", "ir", "non", "un", "wo",
];

/// Prefixes that are each other's opposites.
const OPPOSED: &[(&str, &str)] = &[
    ("hyper", "hypo"),
    ("inter", "intra"),
    ("pre", "post"),
    ("up", "down"),
    ("over", "under"),
    ("micro", "macro"),
    ("endo", "exo"),
    ("pro", "anti"),
];

/// What a folded word binds to, if it does: its kind and the form to compare.
pub(super) fn binding(word: &str) -> Option<(TokenKind, String)> {
    if word == "cannot" || word.ends_with("n't") {
        return Some((TokenKind::Negation, "not".to_owned()));
    }
    if DENIALS.contains(&word) || NEGATIONS.contains(&word) || (word.starts_with("non") && word.len() > 5) {
        return Some((TokenKind::Negation, word.to_owned()));
    }
    if NUMBER_WORDS.binary_search(&word).is_ok() {
        return Some((TokenKind::Number, word.to_owned()));
    }
    if COMPARISONS.binary_search(&word).is_ok() {
        return Some((TokenKind::Comparison, word.to_owned()));
    }
    let begins = |stems: &[&'static str]| stems.iter().find(|stem| word.starts_with(**stem)).copied();
    if let Some(stem) = begins(NEGATION_STEMS) {
        return Some((TokenKind::Negation, stem.to_owned()));
    }
    begins(COMPARISON_STEMS).map(|stem| (TokenKind::Comparison, stem.to_owned()))
}

/// Whether two words that are in only one of the texts each are opposites by
/// their prefix or ending. `in patients` is not the opposite of `inpatients`:
/// where the prefix is a word of its own, a blank was lost.
pub(super) fn opposed(a: &str, b: &str, only_a: &[&str], only_b: &[&str]) -> Option<TokenKind> {
    let denies = |long: &str, short: &str, beside: &[&str]| {
        short.len() >= 3
            && long.strip_suffix(short).is_some_and(|prefix| {
                DENYING.contains(&prefix) && (prefix != "a" || short.len() >= 6) && !beside.contains(&prefix)
            })
    };
    if denies(a, b, only_b) || denies(b, a, only_a) {
        return Some(TokenKind::Negation);
    }
    let pair = |x: &str, y: &str| {
        OPPOSED.iter().any(|(one, other)| {
            let (x, y) = (x.strip_prefix(one), y.strip_prefix(other));
            x.is_some() && x == y
        })
    };
    if pair(a, b) || pair(b, a) {
        return Some(TokenKind::Comparison);
    }
    let ending = |x: &str, y: &str| x.strip_suffix("ful").is_some_and(|stem| y.strip_suffix("less") == Some(stem));
    (ending(a, b) || ending(b, a)).then_some(TokenKind::Negation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_for_their_search() {
        assert!(COMPARISONS.is_sorted() && NUMBER_WORDS.is_sorted());
    }
}
