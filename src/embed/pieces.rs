//! Texts into the pieces of words that BERT's lower-case vocabularies are made of.

use std::collections::HashMap;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Longer words are no words, in characters.
const LONGEST: usize = 100;

/// A vocabulary of pieces.
#[derive(Debug)]
pub(crate) struct Pieces {
    ids: HashMap<Box<str>, usize>,
    /// Characters of the longest piece.
    longest: usize,
}

impl Pieces {
    /// The vocabulary; a piece's number is its place.
    pub(super) fn new<'a>(vocabulary: impl Iterator<Item = &'a str>) -> Self {
        let ids: HashMap<Box<str>, usize> = vocabulary.enumerate().map(|(id, piece)| (piece.into(), id)).collect();
        let longest = ids.keys().map(|piece| piece.chars().count()).max().unwrap_or_default();
        Self { ids, longest }
    }

    /// Whether `word` is one piece.
    pub(super) fn knows(&self, word: &str) -> bool {
        self.ids.contains_key(word)
    }

    /// The numbers of the pieces of `text`; words that cannot be pieced together are left out.
    pub(super) fn of(&self, text: &str) -> impl Iterator<Item = usize> {
        let mut found = Vec::new();
        for word in words(text) {
            self.word(&word, &mut found);
        }
        found.into_iter()
    }

    /// The same with `unknown` for each word that cannot be pieced together.
    #[cfg(feature = "encoder")]
    pub(crate) fn or(&self, text: &str, unknown: usize) -> impl Iterator<Item = usize> {
        let mut found = Vec::new();
        for word in words(text) {
            let before = found.len();
            self.word(&word, &mut found);
            if found.len() == before {
                found.push(unknown);
            }
        }
        found.into_iter()
    }

    /// Longest piece first, from the left.
    fn word(&self, word: &str, found: &mut Vec<usize>) {
        if word.chars().count() > LONGEST {
            return;
        }
        let before = found.len();
        let mut rest = word;
        let mut name = String::new();
        while !rest.is_empty() {
            let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8()).take(self.longest).collect::<Vec<_>>();
            let piece = ends.into_iter().rev().find_map(|end| {
                name.clear();
                if rest.len() < word.len() {
                    name.push_str("##");
                }
                name.push_str(&rest[..end]);
                Some((end, *self.ids.get(name.as_str())?))
            });
            let Some((end, id)) = piece else {
                found.truncate(before);
                return;
            };
            found.push(id);
            rest = &rest[end..];
        }
    }
}

/// Lower case, without accents, split at white space and around punctuation and Chinese characters.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let plain = text
        .chars()
        .filter(|c| *c != '\0' && *c != '\u{fffd}' && (!c.is_control() || c.is_whitespace()) && !is_format(*c));
    let lower = plain.flat_map(char::to_lowercase).collect::<String>();
    for c in lower.nfd().filter(|c| !is_combining_mark(*c)) {
        if c.is_whitespace() {
            words.push(String::new());
        } else if is_punctuation(c) || is_chinese(c) {
            words.extend([c.to_string(), String::new()]);
        } else if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// ASCII's signs, and what Unicode calls punctuation as far as texts have it.
fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(c,
            '\u{a1}' | '\u{a7}' | '\u{ab}' | '\u{b6}' | '\u{b7}' | '\u{bb}' | '\u{bf}'
            | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{2043}' | '\u{2045}'..='\u{2051}' | '\u{2053}'..='\u{205e}'
            | '\u{2308}'..='\u{230b}' | '\u{2329}' | '\u{232a}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}'
            | '\u{3014}'..='\u{301f}' | '\u{ff01}'..='\u{ff03}' | '\u{ff05}'..='\u{ff0a}' | '\u{ff0c}'..='\u{ff0f}'
            | '\u{ff1a}' | '\u{ff1b}' | '\u{ff1f}' | '\u{ff20}')
}

/// What is not to be seen and only steers how text is laid out.
fn is_format(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn is_chinese(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}
