//! The words with which fact-checks rate a claim.

use super::Rating;
use crate::text::fold;

/// A rating at the end of a sentence (“… is fake”, “… isn't real”, “… has been
/// debunked”), and where it begins.
pub(super) fn trailing_rating(lower: &str) -> Option<(Rating, usize)> {
    const VERBS: &[&str] = &[
        "is", "are", "was", "were", "isn't", "aren't", "wasn't", "weren't", "has", "have", "hasn't", "haven't",
        "earns", "earned", "earn", "gets", "got", "receives", "received", "deserves", "merits",
    ];
    let mut best = pinocchios(lower);
    for verb in VERBS {
        for (at, _) in lower.match_indices(verb) {
            let whole =
                lower[..at].ends_with(char::is_whitespace) && lower[at + verb.len()..].starts_with(char::is_whitespace);
            if !whole {
                continue;
            }
            let rest = lower[at..].trim_end_matches(['.', '!', '?', '"', ' ']);
            let words: Vec<&str> = rest.split_whitespace().collect();
            if words.len() > 5 {
                continue;
            }
            if let Some(rating) = rating_alone(rest)
                && best.is_none_or(|(_, first)| at < first)
            {
                best = Some((rating, at));
            }
        }
    }
    best
}

/// “… Four Pinocchios”: the rating and where it begins.
fn pinocchios(lower: &str) -> Option<(Rating, usize)> {
    let end = lower.trim_end_matches(['.', '!', '?', '"', ' ']);
    let at = end.rfind(' ').filter(|&at| end[at..].starts_with(" pinocchio"))?;
    let start = end[..at].rfind(' ').map_or(0, |at| at + 1);
    Some((rating_in(&end[start..])?, start))
}

/// A rating where nothing else is said.
pub(super) fn rating_alone(lower: &str) -> Option<Rating> {
    const FILLERS: &[&str] = &[
        "is",
        "are",
        "was",
        "were",
        "has",
        "have",
        "been",
        "a",
        "an",
        "the",
        "mostly",
        "largely",
        "completely",
        "totally",
        "entirely",
        "simply",
        "rated",
        "as",
        "demonstrably",
        "pants",
        "on",
        "verdict",
        "rating",
        "not",
        "isn't",
        "aren't",
        "wasn't",
        "weren't",
        "hasn't",
        "haven't",
        "never",
        "fact",
        "check",
        "fact-check",
        "proven",
        "to",
        "be",
        "partly",
        "partially",
        "half",
        "very",
        "story",
        "claim",
        "mainly",
        "widely",
        "earns",
        "earned",
        "earn",
        "gets",
        "got",
        "receives",
        "received",
        "deserves",
        "merits",
        "one",
        "two",
        "three",
        "four",
        "just",
        "plain",
        "checkmark",
    ];
    let rated = rating_in(lower)?;
    let plain = lower.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-').filter(|word| !word.is_empty());
    plain.into_iter().all(|word| FILLERS.contains(&word) || rating_word(word).is_some()).then_some(rated)
}

fn rating_word(word: &str) -> Option<Rating> {
    Some(match word {
        "false" | "fake" | "faked" | "untrue" | "debunked" | "hoax" | "fabricated" | "incorrect" | "wrong"
        | "inaccurate" | "baseless" | "unfounded" | "misleading" | "bogus" | "fiction" | "fire" | "disproved"
        | "disproven" | "refuted" | "myth" | "misattributed" | "doctored" | "scam" | "satire" | "miscaptioned"
        | "invented" | "ai-generated" | "pinocchio" | "pinocchios" => Rating::False,
        "true" | "correct" | "accurate" | "confirmed" | "verified" | "real" | "authentic" | "legit" | "genuine"
        | "right" | "factual" | "geppetto" => Rating::True,
        "mixture" | "mixed" | "half-true" | "unproven" | "unverified" | "disputed" | "outdated" | "exaggerated"
        | "context" | "half-truth" | "inconclusive" => Rating::Mixture,
        _ => return None,
    })
}

/// The rating that a phrase gives, its negations counted: “not true” is false, “not false” is true.
pub(super) fn rating_in(lower: &str) -> Option<Rating> {
    let lower = fold(lower);
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-').filter(|w| !w.is_empty()).collect();
    let at = words.iter().position(|word| rating_word(word).is_some())?;
    let before = &words[at.saturating_sub(5)..at];
    let rating = rating_word(words[at])?;
    if before.iter().any(|word| matches!(*word, "partly" | "partially" | "half" | "somewhat")) {
        return Some(Rating::Mixture);
    }
    // One or two Pinocchios are for shading the truth.
    if words[at].starts_with("pinocchio") && matches!(before.last(), Some(&("one" | "two" | "1" | "2"))) {
        return Some(Rating::Mixture);
    }
    let negations =
        before.iter().filter(|word| matches!(**word, "not" | "never" | "no") || word.ends_with("n't")).count();
    Some(match rating {
        Rating::True if negations % 2 == 1 => Rating::False,
        Rating::False if negations % 2 == 1 => Rating::True,
        rating => rating,
    })
}
