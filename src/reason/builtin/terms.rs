//! What a statement speaks of, and how much of it a text has.

use crate::{
    domain::rules::numbers,
    text::{fold, stem, words},
};

use super::lexicon;

/// One content word of a statement.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Term {
    /// As the statement has it.
    pub word: String,
    /// The stem under which it is looked for.
    pub stem: String,
    /// How informative it is: names and numbers most, common science least.
    pub weight: f64,
    /// A name, an acronym or a quantity.
    pub entity: bool,
}

/// The distinct content words of a statement, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Terms {
    /// At most 64, so that a set of them is one number.
    pub list: Vec<Term>,
    /// The sum of the weights.
    pub total: f64,
}

/// A set of terms, by position.
pub(super) type Found = u64;

impl Terms {
    /// The terms of `statement`.
    pub fn of(statement: &str) -> Self {
        const MOST: usize = 64;
        let mut list: Vec<Term> = Vec::new();
        for (range, word) in words(statement) {
            let lower = fold(word);
            if list.len() == MOST || !lexicon::is_content(&lower) {
                continue;
            }
            let stem = stem(word);
            if stem.is_empty() || list.iter().any(|t| t.stem == stem) {
                continue;
            }
            let entity = lexicon::is_entity(word, range.start == 0);
            let weight = if lexicon::is_common_stem(&stem) {
                0.35
            } else if entity {
                1.3
            } else {
                (0.5 + 0.08 * lower.chars().count() as f64).min(1.3)
            };
            list.push(Term { word: word.to_owned(), stem, weight, entity });
        }
        let total = list.iter().map(|t| t.weight).sum();
        Self { list, total }
    }

    /// Which terms are in `text`. Only words that begin like a term are
    /// stemmed, which keeps a whole abstract cheap.
    pub fn find(&self, text: &str) -> Found {
        let mut found = 0;
        let heads: Vec<Option<[u8; 3]>> = self.list.iter().map(|t| head(&t.stem)).collect();
        for part in text.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '\'')) {
            self.note(part, &heads, &mut found);
            if part.contains('-') {
                for piece in part.split('-') {
                    self.note(piece, &heads, &mut found);
                }
            }
        }
        found
    }

    /// The terms that `text` has in other words: those that `reworded`, the statement in the words of the text, no longer has.
    /// None where the text lacks a word of what replaces them.
    pub fn find_reworded(&self, reworded: &str, text: &str) -> Found {
        let other = Self::of(reworded);
        let has = |terms: &Self, term: &Term| terms.list.iter().any(|known| known.stem == term.stem);
        let found = other.find(text);
        let fresh = |(i, term): (usize, &Term)| has(self, term) || found & (1 << i) != 0;
        if !other.list.iter().enumerate().all(fresh) {
            return 0;
        }
        let gone = self.list.iter().enumerate().filter(|(_, term)| !has(&other, term));
        gone.fold(0, |set, (i, _)| set | 1 << i)
    }

    fn note(&self, word: &str, heads: &[Option<[u8; 3]>], found: &mut Found) {
        let own = head(word);
        let alike = |other: &Option<[u8; 3]>| match (&own, other) {
            (Some(own), Some(other)) => own == other,
            _ => true,
        };
        if word.is_empty() || own.is_some() && !heads.iter().any(alike) {
            return;
        }
        let stem = stem(word);
        for (i, term) in self.list.iter().enumerate() {
            if term.stem == stem {
                *found |= 1 << i;
            }
        }
    }

    /// The terms that only say how much: another notation of the same quantity has them as well.
    pub fn amounts(&self) -> Found {
        self.list
            .iter()
            .enumerate()
            .filter(|(_, t)| numbers::says_how_much(&t.word))
            .fold(0, |set, (i, _)| set | 1 << i)
    }

    /// The share of the weight that a set has, 0–1.
    pub fn share(&self, found: Found) -> f64 {
        if self.total > 0.0 { self.weigh(found, |_| 1.0) / self.total } else { 0.0 }
    }

    /// The weight of a set, each term's times a factor.
    pub fn weigh(&self, found: Found, factor: impl Fn(usize) -> f64) -> f64 {
        let has = |i: &usize| found & (1 << i) != 0;
        (0..self.list.len()).filter(has).map(|i| self.list[i].weight * factor(i)).sum()
    }

    /// The words of the terms that are not in a set, the telling ones first.
    pub fn missing(&self, found: Found) -> Vec<&str> {
        let mut missing: Vec<&Term> =
            self.list.iter().enumerate().filter(|(i, _)| found & (1 << i) == 0).map(|(_, t)| t).collect();
        missing.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        missing.into_iter().map(|t| t.word.as_str()).collect()
    }
}

/// The first three letters in lower case; `None` for what must be looked at whole.
fn head(word: &str) -> Option<[u8; 3]> {
    match word.as_bytes() {
        [a, b, c, ..] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() && c.is_ascii_alphabetic() => {
            Some([a.to_ascii_lowercase(), b.to_ascii_lowercase(), c.to_ascii_lowercase()])
        }
        // Short plain words are never worth a stem.
        [a, rest @ ..] if rest.len() < 2 && a.is_ascii() => {
            Some([a.to_ascii_lowercase(), rest.first().copied().unwrap_or(0).to_ascii_lowercase(), 0])
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_found_in_other_forms_and_missing_ones_named() {
        let terms = Terms::of("Rapamycin increases the concentration of triacylglycerols in fruit flies via IL-6.");
        let found = terms.find("Concentrations of triacylglycerol were increased; IL-6 and flies.");
        assert_eq!(terms.missing(found), ["Rapamycin", "fruit"]);
        assert!(terms.share(found) > 0.5 && terms.share(terms.find("nothing")) == 0.0);
        assert_eq!(Terms::of("").share(0), 0.0);
    }

    #[test]
    fn a_term_in_other_words_is_found_where_all_of_them_are() {
        let terms = Terms::of("CVD was rare.");
        let found = |text: &str| terms.missing(terms.find_reworded("cardiovascular disease was rare.", text));
        assert_eq!(found("Cardiovascular disease was common."), ["rare"]);
        assert_eq!(found("Cardiovascular risk was common."), ["CVD", "rare"]);
    }
}
