//! A sentence taken apart, for comparing it with another.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use crate::{
    domain::rules::{
        numbers,
        wording::{Token, Wording},
    },
    text::fold,
};

use super::{
    super::{
        cues::{self, Cue},
        lexicon,
    },
    rarity::Rarity,
};

/// Phrases that say that there is no relation.
#[rustfmt::skip]
const NULLS: &[&str] = &[
    "no effect", "not affect", "no significant", "not significant", "no difference", "not differ", "no association",
    "not associated", "no evidence", "no correlation", "not correlate", "no relation", "not related", "unrelated",
    "no change", "unchanged", "unaffected", "not alter", "not change", "similar to", "were similar", "was similar",
    "comparable", "independent of", "independently of", "not required", "not necessary", "not essential",
    "dispensable", "no benefit", "not improve", "not reduce", "not increase", "no increase", "no reduction",
    "ineffective", "not influence", "no influence", "no impact", "not depend", "no role", "not play a role",
    "not involved", "not predict", "lack of effect", "lack of association", "failed to",
];
static NULL: LazyLock<AhoCorasick> = LazyLock::new(|| AhoCorasick::new(NULLS).expect("the list is short"));
/// Words that rank one thing above another, as stems.
const ABOVE: &[&str] =
    &["superior", "better", "best", "greater", "outperform", "favour", "favor", "prefer", "stronger"];
/// Words that rank it below.
const BELOW: &[&str] = &["inferior", "wors", "worst", "poorer", "weaker", "less"];
/// Words that deny a property.
const LACKS: &[&str] =
    &["lack", "absent", "absenc", "fail", "unabl", "without", "defici", "insensit", "prevent", "loss"];

/// A stem that carries content.
#[derive(Clone, Debug)]
pub(super) struct Content {
    pub stem: String,
    pub rarity: f32,
    pub entity: bool,
    pub number: bool,
    /// Where it is first, in words.
    pub at: usize,
}

/// A sentence or a claim.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub text: String,
    /// Folded.
    pub lower: String,
    pub wording: Wording,
    /// Distinct stems that carry content, in order.
    pub content: Vec<Content>,
    /// Hashes of pairs of stems that follow each other, sorted.
    pub pairs: Vec<u64>,
    /// Five letters in a row, sorted.
    pub grams: Vec<u64>,
    pub length: usize,
}

/// What a sentence says of itself, beside what it speaks of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tone {
    pub negated: bool,
    pub null: bool,
    pub absence: bool,
    pub hedged: bool,
    pub lacks: bool,
    pub above: i32,
    pub numbers: usize,
}

impl Words {
    pub fn of(text: &str, rarity: &Rarity) -> Self {
        let wording = Wording::of(text);
        let lower = fold(text);
        let mut content: Vec<Content> = Vec::new();
        let mut pairs = Vec::new();
        let mut last: Option<&Token> = None;
        for (at, token) in wording.tokens().iter().enumerate().filter(|(_, token)| token.content) {
            if let Some(last) = last {
                pairs.push(hash([last.stem.as_str(), " ", &token.stem]));
            }
            last = Some(token);
            if !content.iter().any(|known| known.stem == token.stem) {
                content.push(Content {
                    stem: token.stem.clone(),
                    rarity: rarity.get(&token.stem),
                    entity: token.name || lexicon::is_entity(&token.word, at == 0),
                    number: token.number,
                    at,
                });
            }
        }
        let mut grams: Vec<u64> =
            lower.as_bytes().windows(5).map(|five| five.iter().fold(0, |h, b| h << 8 | u64::from(*b))).collect();
        for set in [&mut grams, &mut pairs] {
            set.sort_unstable();
            set.dedup();
        }
        Self { content, pairs, grams, length: wording.tokens().len(), text: text.to_owned(), lower, wording }
    }

    pub fn tone(&self) -> Tone {
        let tokens = self.wording.tokens();
        let has = |list: &[&str]| tokens.iter().filter(|token| list.contains(&token.stem.as_str())).count() as i32;
        Tone {
            negated: self.wording.negated(),
            null: NULL.is_match(&self.lower),
            absence: self.wording.speaks_of_absence(),
            hedged: cues::count(&self.lower, Cue::Hedge) > 0,
            lacks: has(LACKS) > 0,
            above: has(ABOVE).min(2) - has(BELOW).min(2),
            numbers: if self.lower.bytes().any(|b| b.is_ascii_digit()) { numbers::count(&self.text) } else { 0 },
        }
    }

    pub fn has(&self, stem: &str) -> bool {
        self.content.iter().any(|known| known.stem == stem)
    }

    /// The rarity of all its content.
    pub fn weight(&self) -> f32 {
        self.content.iter().map(|known| known.rarity).sum::<f32>().max(1e-3)
    }

    /// Words with a direction, each with where it is.
    pub fn directed(&self) -> impl Iterator<Item = (usize, &Token)> {
        self.wording.tokens().iter().enumerate().filter(|(_, token)| token.direction != 0)
    }
}

/// FNV-1a over texts, one after the other.
fn hash(texts: [&str; 3]) -> u64 {
    let bytes = texts.into_iter().flat_map(str::bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// How many of the sorted `few` are in the sorted `many`.
pub(super) fn shared(few: &[u64], many: &[u64]) -> usize {
    few.iter().filter(|one| many.binary_search(one).is_ok()).count()
}
