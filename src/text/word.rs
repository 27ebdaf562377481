//! Words, their folded forms and their stems.

use std::{cell::RefCell, collections::HashMap, ops::Range};

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// English words that say nothing about what a text is about, sorted.
/// Negations are among them: who cares about polarity must look for it with
/// other means than content words.
#[rustfmt::skip]
pub const STOP: &[&str] = &[
    "a", "about", "above", "after", "again", "against", "all", "also", "although", "am", "among", "an", "and", "any",
    "are", "as", "at", "be", "because", "been", "before", "being", "below", "between", "both", "but", "by", "can",
    "cannot", "could", "did", "do", "does", "doing", "down", "during", "each", "either", "few", "for", "from",
    "further", "had", "has", "have", "having", "he", "her", "here", "hers", "him", "his", "how", "however", "i", "if",
    "in", "into", "is", "it", "its", "itself", "just", "may", "me", "might", "more", "most", "must", "my", "neither",
    "no", "nor", "not", "now", "of", "off", "on", "once", "only", "or", "other", "our", "ours", "out", "over", "own",
    "same", "shall", "she", "should", "so", "some", "such", "than", "that", "the", "their", "theirs", "them", "then",
    "there", "therefore", "these", "they", "this", "those", "through", "thus", "to", "too", "under", "until", "up",
    "upon", "us", "very", "via", "was", "we", "were", "what", "when", "where", "whether", "which", "while", "who",
    "whom", "whose", "why", "will", "with", "within", "without", "would", "you", "your", "yours",
];

/// English words that deny by themselves; what else denies depends on who asks.
pub const DENIALS: &[&str] =
    &["cannot", "neither", "never", "no", "nobody", "none", "nor", "not", "nothing", "unable", "unlikely", "without"];

/// Words of `text` with their byte ranges, in order: Unicode words, with names
/// such as `IL-6`, `COVID-19`, `SARS-CoV-2` and `TNF-α` kept in one piece.
/// `0.72` and `90,000` are one word each, `well-known` is two.
pub fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut parts = text.unicode_word_indices().map(|(at, word)| at..at + word.len()).peekable();
    std::iter::from_fn(move || {
        let mut range = parts.next()?;
        let mut last = range.clone();
        while let Some(next) = parts.peek() {
            if !is_hyphen(&text[last.end..next.start]) || !is_name(&text[last.clone()], &text[next.clone()]) {
                break;
            }
            range.end = next.end;
            last = next.clone();
            parts.next();
        }
        Some((range.clone(), &text[range]))
    })
}

/// How many [`words`] the text has.
#[must_use]
pub fn word_count(text: &str) -> usize {
    words(text).count()
}

/// The text in compatibility form (NFKC) and lower case.
#[must_use]
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkc().flat_map(char::to_lowercase).nfkc().collect()
}

/// The stem under which a word is compared: folded, Greek letters written out,
/// the hyphen of a name with a number dropped (`IL-6` is `il6`), the ending
/// taken off by the Snowball rules for English.
#[must_use]
pub fn stem(word: &str) -> String {
    let mut folded = fold(word);
    if !folded.is_ascii() {
        folded = spell_greek(&folded);
    }
    if folded.contains(is_hyphen_char) {
        folded.retain(|c| !is_hyphen_char(c));
    }
    if folded.contains('\u{2019}') {
        folded = folded.replace('\u{2019}', "'");
    }
    if folded.bytes().any(|b| b.is_ascii_digit()) {
        return folded;
    }
    if folded.len() > LONGEST {
        return snowball(&folded);
    }
    STEMS.with_borrow_mut(|known| {
        if let Some(stem) = known.get(folded.as_str()) {
            return stem.to_string();
        }
        let stem = snowball(&folded);
        if known.len() == KNOWN {
            known.clear();
        }
        known.insert(folded.into(), stem.as_str().into());
        stem
    })
}

fn snowball(folded: &str) -> String {
    Stemmer::create(Algorithm::English).stem(folded).into_owned()
}

/// How many stems a thread remembers: most words of a text were in the one before.
const KNOWN: usize = 1 << 14;
/// Longer ones are not worth it, in bytes.
const LONGEST: usize = 40;

thread_local! {
    static STEMS: RefCell<HashMap<Box<str>, Box<str>>> = RefCell::default();
}

/// Whether a word is one of [`STOP`], whatever its case.
#[must_use]
pub fn is_stop(word: &str) -> bool {
    let known = |folded: &str| STOP.binary_search(&folded).is_ok();
    let folded = word.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase());
    if folded { known(word) } else { known(&fold(word)) }
}

/// The stems of the words that carry content, in order, repetitions included.
#[must_use]
pub fn content_stems(text: &str) -> Vec<String> {
    words(text).filter(|(_, word)| !is_stop(word)).map(|(_, word)| stem(word)).filter(|stem| !stem.is_empty()).collect()
}

fn is_hyphen_char(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}')
}

/// Whether only a hyphen is between two words.
#[must_use]
pub fn is_hyphen(between: &str) -> bool {
    let mut chars = between.chars();
    chars.next().is_some_and(is_hyphen_char) && chars.next().is_none()
}

/// Whether two words with a hyphen between them are one name.
fn is_name(left: &str, right: &str) -> bool {
    let has_letter = left.chars().any(char::is_alphabetic);
    if !has_letter {
        return false;
    }
    let number = right.starts_with(|c: char| c.is_ascii_digit());
    let capitals = |word: &str| word.chars().filter(|c| c.is_uppercase()).count();
    let short = |word: &str| word.chars().count() <= 5;
    let symbol = right.chars().any(|c| greek_name(c).is_some() || c.is_uppercase())
        || GREEK.iter().any(|(_, name)| right.eq_ignore_ascii_case(name));
    (number && left.chars().count() <= 10) || (capitals(left) >= 2 && short(left) && short(right) && symbol)
}

const GREEK: &[(char, &str)] = &[
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "epsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ι', "iota"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('π', "pi"),
    ('ρ', "rho"),
    ('σ', "sigma"),
    ('τ', "tau"),
    ('υ', "upsilon"),
    ('φ', "phi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
];

fn greek_name(c: char) -> Option<&'static str> {
    let lower = c.to_lowercase().next()?;
    GREEK.iter().find(|(letter, _)| *letter == lower).map(|(_, name)| *name)
}

/// Writes out the Greek letters of names (`β-carotene`, `TNFα`); a word in
/// Greek is left as it is.
fn spell_greek(word: &str) -> String {
    let greek = word.chars().filter(|c| greek_name(*c).is_some()).count();
    if greek == 0 || greek > 2 {
        return word.to_owned();
    }
    let mut out = String::with_capacity(word.len() + 8);
    for c in word.chars() {
        match greek_name(c) {
            Some(name) => out.push_str(name),
            None => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<&str> {
        words(text).map(|(_, word)| word).collect()
    }

    #[test]
    fn names_with_hyphens_stay_whole_and_compounds_do_not() {
        assert_eq!(
            all("IL-6, p53 and COVID-19 (0.72; 90,000-square-foot) in well-known SARS-CoV-2"),
            ["IL-6", "p53", "and", "COVID-19", "0.72", "90,000", "square", "foot", "in", "well", "known", "SARS-CoV-2"]
        );
        assert_eq!(all("TNF-α and NF-κB, 10-15 mg"), ["TNF-α", "and", "NF-κB", "10", "15", "mg"]);
    }

    #[test]
    fn ranges_point_at_the_words() {
        let text = "ﬁne “μ-opioid” IL-6.";
        assert!(words(text).all(|(range, word)| &text[range] == word));
    }

    #[test]
    fn different_spellings_of_one_thing_have_one_stem() {
        for (a, b) in [
            ("IL-6", "il6"),
            ("TNF-α", "TNF-alpha"),
            ("studies", "study"),
            ("ﬁnding", "finding"),
            ("Increased", "increases"),
        ] {
            assert_eq!(stem(a), stem(b), "{a} {b}");
        }
        assert_ne!(stem("p53"), stem("p63"));
    }

    #[test]
    fn stop_words_are_sorted_and_left_out() {
        assert!(STOP.is_sorted(), "the binary search needs it");
        assert_eq!(content_stems("The effects were not seen in the mice."), ["effect", "seen", "mice"]);
    }
}
