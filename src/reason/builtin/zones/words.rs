//! The hashed features of one sentence, and the phrases that mark a claim.

use std::collections::BTreeSet;

/// Buckets that features are hashed into.
pub const BUCKETS: usize = 1 << 14;

/// Where a sentence is in its abstract, from 0, and how many there are.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// From 0.
    pub at: usize,
    /// Sentences in all.
    pub of: usize,
}

/// The buckets of a sentence, ascending: its words and pairs of words, how it
/// opens, its length and, where it is known, its position.
#[must_use]
pub fn buckets(sentence: &str, position: Option<Position>) -> Vec<u16> {
    let words = tokens(sentence);
    let mut found = BTreeSet::new();
    let mut add = |kind: &str, parts: &[&str]| {
        found.insert(bucket(kind, parts));
    };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.iter().for_each(|word| add("w", &[word]));
    words.windows(2).for_each(|pair| add("b", pair));
    for (kind, length) in [("1", 1), ("2", 2), ("3", 3)] {
        add(kind, &words[..length.min(words.len())]);
    }
    add("l", &[&(words.len() / 6).min(8).to_string()]);
    if let Some(Position { at, of }) = position {
        let share = 6 * at / of.saturating_sub(1).max(1);
        for (kind, value) in [("e", (of - 1 - at).min(4)), ("s", at.min(4)), ("q", share)] {
            add(kind, &[&value.to_string()]);
        }
    }
    found.into_iter().collect()
}

/// FNV-1a over the feature's kind and parts.
fn bucket(kind: &str, parts: &[&str]) -> u16 {
    let mut hash: u32 = 0x811c_9dc5;
    let mut eat = |text: &str| {
        for byte in text.bytes().chain([b' ']) {
            hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    };
    eat(kind);
    parts.iter().for_each(|part| eat(part));
    (hash as usize % BUCKETS) as u16
}

/// Words in lower case, every number as `0`, and the signs of statistics.
fn tokens(sentence: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut chars = sentence.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_alphabetic() {
            let mut word: String = c.to_lowercase().collect();
            while let Some(next) = chars.next_if(|c| c.is_alphabetic()) {
                word.extend(next.to_lowercase());
            }
            found.push(word);
        } else if c.is_ascii_digit() {
            while chars.next_if(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '·')).is_some() {}
            found.push("0".into());
        } else if "%=<>±?≤≥".contains(c) {
            found.push(c.into());
        }
    }
    found
}

/// Phrases that show what a sentence does, each a feature of [`super::row`].
pub(super) const CUES: [(&str, &[&str]); 13] = [
    (
        "reports",
        &[
            "we show",
            "we now show",
            "we found",
            "we find",
            "we demonstrate",
            "we have demonstrated",
            "we report",
            "we observed",
            "we identif",
            "we provide",
            "we establish",
            "we discovered",
            "we reveal",
            "we further",
            "we also",
            "here we",
            "we have identified",
            "it was found",
            "we have shown",
            "we present evidence",
        ],
    ),
    (
        "interprets",
        &[
            "results suggest",
            "results indicate",
            "results show",
            "results demonstrate",
            "results provide",
            "results support",
            "results imply",
            "findings suggest",
            "findings indicate",
            "findings show",
            "findings demonstrate",
            "findings provide",
            "findings support",
            "findings highlight",
            "data suggest",
            "data indicate",
            "data show",
            "data demonstrate",
            "data provide",
            "data identify",
            "data support",
            "study shows",
            "study demonstrates",
            "study suggests",
            "study provides",
            "study indicates",
            "study identifies",
            "studies identify",
            "studies demonstrate",
            "studies establish",
            "results reveal",
            "data reveal",
            "findings reveal",
            "results identify",
            "our results",
            "our findings",
            "our data",
            "our study",
            "our work",
            "our observations",
            "these observations",
        ],
    ),
    (
        "that",
        &[
            "suggest that",
            "suggests that",
            "suggesting that",
            "indicate that",
            "indicates that",
            "indicating that",
            "demonstrate that",
            "demonstrates that",
            "demonstrating that",
            "show that",
            "shows that",
            "imply that",
            "implies that",
            "conclude that",
            "propose that",
            "reveal that",
            "revealed that",
        ],
    ),
    ("hedges", &[" may ", " might ", " could ", " can ", "potential", "likely", "appear"]),
    (
        "statistics",
        &[
            "p <",
            "p<",
            "p =",
            "p=",
            " ci ",
            "ci:",
            "ci,",
            "confidence interval",
            "±",
            "odds ratio",
            "hazard ratio",
            "%",
        ],
    ),
    (
        "plans",
        &[
            "further research",
            "further stud",
            "future research",
            "future stud",
            "further investigation",
            "needed",
            "warranted",
            "should ",
            "remains to",
            "required to",
        ],
    ),
    (
        "passive",
        &[
            "was performed",
            "were performed",
            "was used",
            "were used",
            "was measured",
            "were measured",
            "were collected",
            "were analy",
            "was analy",
            "were included",
            "were enrolled",
            "were recruited",
            "were assessed",
            "was assessed",
            "were randomi",
            "was conducted",
            "were obtained",
            "were treated",
            "was determined",
            "were determined",
            "were examined",
            "were compared",
            "was compared",
            "were tested",
        ],
    ),
    (
        "unknown",
        &[
            "unknown",
            "unclear",
            "poorly understood",
            "little is known",
            "controversial",
            "not known",
            "however",
            "not been",
            "elusive",
            "remains ",
        ],
    ),
    (
        "aims",
        &[
            "we used",
            "we performed",
            "we investigat",
            "we examin",
            "we analy",
            "we measured",
            "we developed",
            "we compared",
            "we sought",
            "we aim",
            "we tested",
            "we studied",
            "we evaluat",
            "we assess",
            "to determine",
            "to investigate",
            "to evaluate",
            "to examine",
            "to assess",
            "aim of",
            "purpose of",
            "objective of",
            "this review",
            "this article",
            "is discussed",
            "are discussed",
            "we discuss",
            "we review",
        ],
    ),
    ("weighs", &["novel", "important", "critical", "key ", "essential", "role", "first ", "mechanism", "insight"]),
    (
        "compares",
        &[
            "significant",
            "higher",
            "lower",
            "increase",
            "decrease",
            "reduced",
            "associated",
            "no difference",
            "more likely",
            "less likely",
            "greater",
            "fewer",
            "correlat",
            "compared with",
            "compared to",
        ],
    ),
    (
        "acts",
        &[
            "requires",
            "required for",
            "promotes",
            "inhibits",
            "mediates",
            "regulates",
            "enhances",
            "induces",
            "contributes",
            "plays ",
            "leads to",
            "depends",
            "prevents",
            "improves",
            "reduces",
            "increases",
            "is a ",
            "are a ",
            "is an ",
            "effective",
        ],
    ),
    ("examples", &["for example", "for instance", "http", "available at", "freely available"]),
];

/// Openings that draw a conclusion.
pub(super) const CONCLUDING: &[&str] = &[
    "we conclude",
    "in conclusion",
    "in summary",
    "taken together",
    "overall",
    "collectively",
    "thus",
    "therefore",
    "hence",
    "together",
    "altogether",
    "in sum",
    "to conclude",
    "conclusion",
    "finally, our",
    "these ",
    "this ",
];
