//! The words of a clause that say something of an outcome.

use std::ops::Range;

use super::{
    change::Change,
    clause::{Word, comparative, is_adverb, is_participle},
    words::{BE, BETTER, DETERMINERS, DOWN, LIGHT, NULL, RELATE, UP, WORSE},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Turn(Change),
    /// Better (true) or worse.
    Judge(bool),
    Relate(Change),
    Light,
    /// “Effective in”: what it is there to prevent or relieve gets less.
    Works,
    Null,
}

/// A verb, participle or comparative that says something of an outcome.
pub(super) struct Head {
    pub at: usize,
    pub kind: Kind,
}

pub(super) fn kind(read: &[Word], at: usize) -> Option<Kind> {
    let (word, next) = (&read[at], read.get(at + 1));
    let stem = word.stem.as_str();
    let previous = at.checked_sub(1).map_or("", |at| read[at].text.as_str());
    if matches!(previous, "who" | "that" | "whose") || word.hyphen || next.is_some_and(|next| next.hyphen) {
        return None;
    }
    // “We relate A to B” says what was done.
    if previous == "we" && matches!(stem, "relat" | "link" | "correl" | "associ") {
        return None;
    }
    if word.text == "likely" && next.is_some_and(|next| next.text == "to") {
        return Some(Kind::Turn(match previous {
            "more" => Change::MORE,
            "less" => Change::LESS,
            _ => return None,
        }));
    }
    // “Is a risk factor for”, “is a cause of”, “are at higher risk of”
    if stem == "factor" && next.is_some_and(|next| next.text == "for") {
        return match previous {
            "risk" => Some(Kind::Relate(Change::MORE)),
            "protective" => Some(Kind::Relate(Change::LESS)),
            _ => None,
        };
    }
    if matches!(word.text.as_str(), "cause" | "trigger" | "driver") && next.is_some_and(|next| next.text == "of") {
        return Some(Kind::Relate(Change::MORE));
    }
    if matches!(stem, "predictor" | "determin") && next.is_some_and(|next| next.text == "of") {
        return Some(Kind::Relate(Change::SOME));
    }
    if matches!(word.text.as_str(), "essential" | "necessary" | "crucial" | "indispensable" | "needed")
        && next.is_some_and(|next| next.text == "for")
    {
        return Some(Kind::Relate(Change::MORE));
    }
    if matches!(word.text.as_str(), "effective" | "efficacious")
        && next.is_some_and(|next| matches!(next.text.as_str(), "in" | "for" | "at" | "against" | "than"))
    {
        return Some(Kind::Works);
    }
    if BE.contains(&word.text.as_str()) && next.is_some_and(|next| next.text == "at") {
        return Some(Kind::Light);
    }
    if word.text.ends_with("ly") {
        return None;
    }
    if let Some(up) = comparative(word) {
        // “More effective” and “less likely” are read at what they compare.
        if next.is_some_and(|next| matches!(next.stem.as_str(), "effect" | "efficaci" | "like")) {
            return None;
        }
        return Some(match word.text.as_str() {
            "better" | "worse" | "poorer" => Kind::Judge(up),
            "superior" | "inferior" => return None,
            _ => Kind::Turn(if up { Change::MORE } else { Change::LESS }),
        });
    }
    // “An independent predictor” denies nothing.
    if NULL.contains(&word.text.as_str()) && !(word.text == "independent" && next.is_some_and(|next| next.text != "of"))
    {
        return Some(Kind::Null);
    }
    if let Some((_, change)) = RELATE.iter().find(|(known, _)| *known == stem) {
        return Some(Kind::Relate(*change));
    }
    if BETTER.contains(&stem) {
        return Some(Kind::Judge(true));
    }
    if WORSE.contains(&stem) {
        return Some(Kind::Judge(false));
    }
    if UP.contains(&stem) {
        return Some(Kind::Turn(Change::MORE));
    }
    if DOWN.contains(&stem) {
        return Some(Kind::Turn(Change::LESS));
    }
    (LIGHT.contains(&stem) || LIGHT.contains(&word.text.as_str())).then_some(Kind::Light)
}

/// The nearest word before `at` that is no adverb.
fn before(read: &[Word], start: usize, at: usize) -> Option<&Word> {
    read[start..at].iter().rev().find(|word| !is_adverb(&word.text))
}

/// Endings of nouns and adjectives made from a verb of change.
const NOUN_ENDINGS: &[&str] = &["tion", "sion", "ment", "ance", "ence", "ity", "or", "ship", "ade", "ant", "ive", "ic"];

/// Forms that are nouns before a preposition and verbs elsewhere.
const NOUNS: &[&str] = &[
    "increase",
    "increases",
    "decrease",
    "decreases",
    "rise",
    "fall",
    "drop",
    "decline",
    "gain",
    "cut",
    "change",
    "changes",
    "delay",
    "impact",
    "influence",
    "benefit",
    "benefits",
    "link",
    "links",
    "limit",
    "limits",
    "boost",
    "loss",
    "growth",
    "block",
    "induction",
    "harm",
    "effect",
];

/// Whether a word for a change is part of a noun phrase and no verb.
pub(super) fn is_nominal(read: &[Word], clause: &Range<usize>, at: usize, headed: bool) -> bool {
    let text = read[at].text.as_str();
    let next = read.get(at + 1).filter(|_| at + 1 < clause.end).map_or("", |word| word.text.as_str());
    let previous = before(read, clause.start, at).map_or("", |word| word.text.as_str());
    let named = matches!(
        text,
        "likely"
            | "essential"
            | "necessary"
            | "crucial"
            | "indispensable"
            | "needed"
            | "effective"
            | "efficacious"
            | "factor"
            | "factors"
            | "cause"
            | "trigger"
            | "driver"
            | "predictor"
            | "predictors"
            | "determinant"
            | "determinants"
    ) || BE.contains(&text);
    if named || BE.contains(&previous) && text.ends_with("ive") {
        return false;
    }
    let singular = text.strip_suffix('s').unwrap_or(text);
    if NOUN_ENDINGS.iter().any(|end| singular.ends_with(end)) && !is_participle(text) && text != "enhance"
        || text.ends_with("ing") && next == "of"
    {
        return true;
    }
    const MODALS: [&str; 12] =
        ["can", "could", "did", "do", "does", "may", "might", "must", "should", "to", "will", "would"];
    let verbal = matches!(text, "lower" | "slow")
        && (matches!(next, "the" | "their" | "its" | "a" | "both") || MODALS.contains(&previous));
    let compares = comparative(&read[at]).is_some() && !verbal;
    if previous.is_empty() {
        // “Increased levels of …” and “Reducing salt …” open a noun phrase.
        return compares || is_participle(text) || text.ends_with("ing") || matches!(next, "in" | "of");
    }
    if BE.contains(&previous) {
        return false;
    }
    if compares {
        return !is_behind_be(read, clause.start, at);
    }
    // “Fell with increasing altitude”
    if previous == "with" && text.ends_with("ing") {
        return true;
    }
    if previous == "to" && !is_participle(text)
        || text.ends_with("ing")
        || matches!(previous, "has" | "have") && text.ends_with("ed")
    {
        return false;
    }
    if matches!(previous, "and" | "or" | "nor") {
        return is_participle(text) && !headed;
    }
    DETERMINERS.contains(&previous)
        || is_light(previous)
        || NOUNS.contains(&text) && matches!(next, "in" | "of" | "between" | "on" | "for" | "was" | "were" | "is")
}

/// Whether a comparative says something of the subject by how much: “were a third lower”, “was 20 % higher”.
fn is_behind_be(read: &[Word], start: usize, at: usize) -> bool {
    const AMOUNTS: [&str; 13] = [
        "a",
        "deviations",
        "fold",
        "half",
        "per",
        "cent",
        "percent",
        "points",
        "quarter",
        "standard",
        "third",
        "times",
        "two",
    ];
    let is_amount = |word: &&Word| {
        AMOUNTS.contains(&word.text.as_str())
            || is_adverb(&word.text)
            || word.stem.starts_with(|c: char| c.is_ascii_digit())
    };
    let amounts = read[start..at].iter().rev().take_while(is_amount).count();
    at - amounts > start && BE.contains(&read[at - amounts - 1].text.as_str())
}

/// Words behind which a change is an object or an adjective: “showed reduced …”.
fn is_light(word: &str) -> bool {
    matches!(
        word,
        "showed"
            | "show"
            | "shows"
            | "experienced"
            | "exhibited"
            | "displayed"
            | "demonstrated"
            | "caused"
            | "causes"
            | "produced"
            | "yielded"
            | "achieved"
            | "provided"
            | "provides"
            | "confers"
            | "conferred"
            | "significant"
            | "had"
            | "gives"
            | "gave"
            | "give"
    )
}
