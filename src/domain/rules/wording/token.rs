//! A word as the rules see it, read once by each thread.

use std::{cell::RefCell, collections::HashMap, sync::LazyLock};

use crate::text::{fold, is_stop, number_word, stem};

use super::super::lexicon as lex;

/// A word as the rules see it.
#[derive(Clone, Debug)]
pub struct Token {
    /// Folded.
    pub word: String,
    /// Its stem.
    pub stem: String,
    /// It says something of what the text is about.
    pub content: bool,
    /// It is a number.
    pub number: bool,
    /// It is capitalised within a sentence.
    pub name: bool,
    /// It is capitalised, wherever it occurs.
    pub(super) capital: bool,
    /// An odd number of negations precedes it in its clause.
    pub negated: bool,
    /// +1 up, −1 down, 0 neither.
    pub direction: i8,
    /// A comma, bracket or semicolon precedes it.
    pub(super) pause: bool,
    /// A percentage below 100.
    pub(super) share: bool,
}

/// What a word is wherever it stands.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The token as it stands within a sentence, with no pause before it.
    pub(super) token: Token,
    /// It begins with a capital and has more than one letter.
    pub(super) capital: bool,
    /// A sentence may begin with it without making a name of it.
    pub(super) opens: bool,
    /// It is among the words that say nothing of what a text is about.
    pub(super) stop: bool,
}

/// How many words a thread remembers: most words of a text were in the one before.
const REMEMBERED: usize = 1 << 14;

thread_local! {
    static REMEMBERED_WORDS: RefCell<HashMap<Box<str>, Known>> = RefCell::default();
}

impl Known {
    /// What is known of `word`, read once by each thread.
    pub(super) fn of(word: &str) -> Self {
        REMEMBERED_WORDS.with_borrow_mut(|remembered| {
            if let Some(known) = remembered.get(word) {
                return known.clone();
            }
            let known = Self::read(word);
            if remembered.len() == REMEMBERED {
                remembered.clear();
            }
            remembered.insert(word.into(), known.clone());
            known
        })
    }

    fn read(word: &str) -> Self {
        let folded = fold(word).replace('\u{2019}', "'");
        let stem = stem(word);
        let number = folded.starts_with(|c: char| c.is_ascii_digit());
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        let stop = is_stop(&folded);
        let content =
            !stop && !lex::AMOUNTS.contains(&folded.as_str()) && !folded.contains("n't") && (letters > 1 || number);
        Self {
            capital: word.starts_with(char::is_uppercase) && letters > 1,
            opens: opens_plainly(&folded),
            stop,
            token: Token {
                content,
                number,
                direction: direction(&stem),
                word: folded,
                stem,
                name: false,
                capital: false,
                negated: false,
                pause: false,
                share: false,
            },
        }
    }
}

/// What an acronym of a ratio stands for; “or” in small letters is a conjunction.
pub(super) fn ratio(word: &str) -> Option<&'static [&'static str]> {
    Some(match word {
        "RR" => &["risk", "ratio"],
        "HR" => &["hazard", "ratio"],
        "OR" => &["odds", "ratio"],
        _ => return None,
    })
}

impl Token {
    pub(super) fn breaks(&self) -> bool {
        self.pause || matches!(self.word.as_str(), "but" | "however" | "although" | "whereas" | "while" | "though")
    }

    pub(super) fn weight(&self) -> f64 {
        if lex::GENERIC.contains(&self.stem.as_str()) || self.direction != 0 {
            0.5
        } else if self.name || self.word.chars().any(|c| c.is_ascii_digit()) {
            1.25
        } else {
            1.0
        }
    }

    /// A number in words: “thirteen”, “thirds”.
    pub(super) fn is_spelled(&self) -> bool {
        number_word(&self.word).is_some() || lex::FRACTIONS.contains(&self.word.as_str())
    }

    /// Whether it is a word for a relation between two things.
    #[must_use]
    pub fn relation(&self) -> bool {
        lex::RELATIONS.contains(&self.stem.as_str())
    }
}

/// Words that are capitalised only because a sentence begins with them.
fn opens_plainly(word: &str) -> bool {
    number_word(word).is_some()
        || lex::is_negation(word)
        || lex::OPENERS.contains(&word)
        || lex::AMOUNTS.contains(&word)
}

/// Whether a number with what follows it is a percentage below 100.
pub(super) fn is_share(number: &str, rest: &str) -> bool {
    let rest = rest.trim_start();
    let percent = rest.starts_with('%') || rest.starts_with("percent") || rest.starts_with("per cent");
    percent && number.parse::<f64>().is_ok_and(|value| value < 100.0)
}

pub(super) fn direction(stem: &str) -> i8 {
    static DIRECTIONS: LazyLock<HashMap<&str, i8>> = LazyLock::new(|| {
        let down = lex::DOWN.iter().map(|stem| (*stem, -1));
        down.chain(lex::UP.iter().map(|stem| (*stem, 1))).collect()
    });
    DIRECTIONS.get(stem).copied().unwrap_or_default()
}
