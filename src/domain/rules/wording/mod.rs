//! How the wording of a piece of evidence relates to that of a statement:
//! what is covered of it, and whether what they say agrees or clashes.

mod clash;
mod reading;
mod token;

use std::{collections::HashSet, sync::LazyLock};

use crate::text::{DENIALS, is_month, stem, words};

use super::lexicon as lex;

pub use reading::{Reading, read, read_sentence};
pub use token::Token;
use token::{Known, is_share, ratio};

/// A text taken apart, once for all comparisons.
#[derive(Clone, Debug)]
pub struct Wording {
    tokens: Vec<Token>,
}

impl Wording {
    /// Takes `text` apart.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut tokens: Vec<Token> = Vec::new();
        let mut end = 0;
        let spoken = words(text).flat_map(|(range, word)| {
            ratio(word)
                .map_or(vec![(range.clone(), word)], |names| names.iter().map(|name| (range.clone(), *name)).collect())
        });
        for (range, word) in spoken {
            let gap = text.get(end..range.start).unwrap_or_default();
            let first = tokens.is_empty() || gap.contains(['.', '!', '?', ':', '“', '"']);
            let pause = gap.contains([',', ';', '(', ')', '.', ':', '!', '?', '—', '–']);
            end = range.end;
            let known = Known::of(word);
            let number = known.token.number;
            // Who is amyloid-negative or HER2-positive is of a kind; nothing goes up or down.
            let is_kind =
                matches!(gap, "-" | "\u{2010}" | "\u{2011}") && matches!(&*known.token.stem, "negat" | "posit");
            let is_disorder =
                known.token.word == "deficit" && tokens.last().is_some_and(|last| last.word == "attention");
            tokens.push(Token {
                direction: if is_kind || is_disorder { 0 } else { known.token.direction },
                name: known.capital && !first && !number && !known.stop,
                capital: known.capital && !(first && known.opens),
                pause,
                share: number && is_share(word, &text[range.end..]),
                ..known.token
            });
        }
        let mut wording = Self { tokens };
        wording.clear_directions();
        wording.mark_negations();
        wording
    }

    /// Whether the text as a whole is negated: a part of it, up to “and”, has an
    /// odd number of negations and undoings that are not part of a comparison or
    /// a phrase such as “not only”.
    #[must_use]
    pub fn negated(&self) -> bool {
        let (mut cues, mut undone) = (0, false);
        for (at, token) in self.tokens.iter().enumerate() {
            if matches!(token.word.as_str(), "and" | "but") {
                if (cues + usize::from(undone)) % 2 == 1 {
                    return true;
                }
                (cues, undone) = (0, false);
            }
            let down = self.tokens.get(at + 1).is_some_and(|next| next.word == "down");
            cues += usize::from(self.is_negation(at));
            undone |=
                lex::UNDOING.contains(&token.stem.as_str()) || down && lex::STRIKING.contains(&token.stem.as_str());
        }
        (cues + usize::from(undone)) % 2 == 1
    }

    /// Its words, in order.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Stems of names: capitalised words not at the start of a sentence.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().filter(|token| token.name).map(|token| token.stem.as_str())
    }

    /// Stems of names, those at the start of a sentence among them where no
    /// common word is capitalised otherwise: the words that a claim is about.
    pub fn subjects(&self) -> impl Iterator<Item = &str> {
        self.tokens
            .iter()
            .filter(|token| token.capital && token.content && !token.number && !is_month(&token.word))
            .map(|token| token.stem.as_str())
    }

    /// The first word with this stem, folded.
    #[must_use]
    pub fn word_of(&self, stem: &str) -> Option<&str> {
        self.first(stem).map(|token| token.word.as_str())
    }

    fn first(&self, stem: &str) -> Option<&Token> {
        self.tokens.iter().find(|token| token.stem == stem)
    }

    /// [`Self::covered_by`] over the words that are no names; 1 when there are only names.
    #[must_use]
    pub fn covered_without_names(&self, other: &Self, around: Option<&Self>) -> f64 {
        let tokens: Vec<Token> = self.tokens.iter().filter(|token| !token.capital).cloned().collect();
        if tokens.iter().any(|token| token.content && !token.number) {
            Self { tokens }.covered_by(other, around)
        } else {
            1.0
        }
    }

    /// Whether a word with this stem is in the text.
    #[must_use]
    pub fn has_stem(&self, stem: &str) -> bool {
        self.tokens.iter().any(|token| same_stem(&token.stem, stem))
    }

    /// Whether a word with this stem, or one that says much the same, is in the text.
    #[must_use]
    pub fn speaks_of(&self, stem: &str) -> bool {
        self.has_stem(stem) || lex::alike(stem).any(|stem| self.has_stem(stem))
    }

    /// Whether any of these words is in the text as it is.
    #[must_use]
    pub fn has_any(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|token| words.contains(&token.word.as_str()))
    }

    /// The stems of `list` that are in the text.
    pub fn stems_of<'a>(&'a self, list: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
        list.iter().copied().filter(|stem| self.tokens.iter().any(|token| token.stem == *stem))
    }

    /// How much of this text's content is in `other`, or with part of its
    /// weight in `around`, 0–1. Numbers are left out, they have rules of their own.
    #[must_use]
    pub fn covered_by(&self, other: &Self, around: Option<&Self>) -> f64 {
        let (mut all, mut found) = (0.0, 0.0);
        for (at, token) in self.tokens.iter().enumerate() {
            let earlier = self.tokens[..at].iter().any(|before| before.stem == token.stem);
            if !token.content || token.number || earlier {
                continue;
            }
            let weight = token.weight();
            all += weight;
            // Another direction fills the place of a direction; whether it agrees is not asked here.
            let direction = token.direction != 0 && other.tokens.iter().any(|token| token.direction != 0);
            let met =
                |text: &Self| text.has_stem(&token.stem) || lex::alike(&token.stem).any(|stem| text.has_stem(stem));
            if direction || met(other) {
                found += weight;
            } else if around.is_some_and(met) {
                found += weight * AROUND;
            }
        }
        if all > 0.0 { found / all } else { 0.0 }
    }

    /// Whether it speaks of a thing's absence: a loss, a deletion, a knockout.
    #[must_use]
    pub fn speaks_of_absence(&self) -> bool {
        self.stems_of(lex::REMOVALS).next().is_some()
    }

    /// Whether it frees from a duty: exempt, freed, waived.
    #[must_use]
    pub fn speaks_of_release(&self) -> bool {
        self.stems_of(lex::RELEASES).next().is_some()
    }

    /// “Dropped its plan to …”, “the plan was scrapped”.
    fn gives_up_plan(&self) -> bool {
        const NEAR: usize = 4;
        let undone = |at: usize| lex::UNDOING.contains(&self.tokens[at].stem.as_str()) && !self.tokens[at].negated;
        let plan = |token: &Token| lex::PLANS.contains(&token.stem.as_str());
        (0..self.tokens.len())
            .filter(|&at| undone(at))
            .any(|at| self.tokens[at.saturating_sub(NEAR)..self.tokens.len().min(at + NEAR)].iter().any(plan))
    }

    /// “Double-blind” doubles nothing.
    fn clear_directions(&mut self) {
        const OF_DOUBLES: [&str; 8] = ["blind", "blinded", "bond", "bonds", "dummy", "helix", "masked", "strand"];
        for at in 1..self.tokens.len() {
            if OF_DOUBLES.contains(&self.tokens[at].word.as_str()) {
                self.tokens[at - 1].direction = 0;
            }
        }
    }

    /// Whether the word at `at` says by itself that there is no relation or change; not in “the equivalent of two months”, “of
    /// similar size” or “Similarly, …”.
    fn is_null(&self, at: usize) -> bool {
        let word = |at: Option<usize>| at.and_then(|at| self.tokens.get(at)).map_or("", |token| token.word.as_str());
        let (before, next) = (word(at.checked_sub(1)), word(Some(at + 1)));
        lex::NULLS.contains(&self.tokens[at].word.as_str())
            && match self.tokens[at].word.as_str() {
                "equivalent" => next != "of",
                "similarly" => !self.tokens.get(at + 1).is_some_and(|token| token.pause),
                "similar" | "comparable" => !matches!(before, "of" | "a" | "with"),
                _ => true,
            }
    }

    fn mark_negations(&mut self) {
        let cues: Vec<usize> = (0..self.tokens.len()).filter(|&at| self.is_negation(at)).collect();
        for at in 0..self.tokens.len() {
            let reach = cues.iter().filter(|&&cue| {
                cue < at && at - cue <= SCOPE && self.tokens[cue + 1..=at].iter().all(|token| !token.breaks())
            });
            self.tokens[at].negated = reach.count() % 2 == 1;
        }
    }

    fn is_negation(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let next = self.tokens.get(at + 1).map_or("", |token| token.word.as_str());
        let rules_out = token.stem == "rule" && next == "out";
        let cue = lex::is_negation(&token.word) || token.word.ends_with("n't") || rules_out;
        let before = at.checked_sub(1).map_or("", |at| self.tokens[at].word.as_str());
        // “No, it did not” denies once.
        let answers = token.word == "no" && self.tokens.get(at + 1).is_some_and(|token| token.pause);
        if token.word == "little" && before == "a" || answers {
            return false;
        }
        // “not only”, “no longer than” and “no. 3” negate nothing; “no fewer than” compares.
        cue && !matches!(next, "only" | "just" | "merely" | "necessarily" | "least" | "fewer" | "less")
    }
}

/// How far a negation reaches, in words.
const SCOPE: usize = 5;

/// Whether a folded word is in the lists of common words that the rules go by.
#[must_use]
pub fn is_common(word: &str) -> bool {
    let stem = stem(word);
    let stems = [lex::UP, lex::DOWN, lex::RELATIONS, lex::GENERIC, lex::UNDOING, lex::ONCE, lex::ARTEFACTS];
    let words = [lex::UNIVERSAL, lex::PARTIAL, DENIALS, lex::NEGATIONS, lex::OPENERS, lex::AMOUNTS];
    stems.iter().any(|list| list.contains(&stem.as_str()))
        || words.iter().any(|list| list.contains(&word))
        || lex::POPULATIONS.iter().any(|(_, _, list)| list.contains(&stem.as_str()))
        || lex::OPPOSITES.iter().any(|(one, other)| stem == *one || stem == *other)
        || lex::alike(&stem).next().is_some()
}

/// What a word in title or context is worth beside one in the passage.
const AROUND: f64 = 0.7;

/// Whether two stems are opposites.
#[must_use]
pub fn opposed(one: &str, other: &str) -> bool {
    static OPPOSED: LazyLock<HashSet<(&str, &str)>> =
        LazyLock::new(|| lex::OPPOSITES.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect());
    let opposed: &HashSet<(&str, &str)> = &OPPOSED;
    opposed.contains(&(one, other))
}

/// Whether two stems are of one word: equal, or alike up to the ending.
fn same_stem(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let shared = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    shared >= 5 && shared * 4 >= one.len().max(other.len()) * 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn double_negation_is_none() {
        assert!(Wording::of("The law does not apply.").negated());
        assert!(!Wording::of("It is not so that the law does not apply.").negated());
        assert!(!Wording::of("It is not only cheap.").negated());
    }
}
