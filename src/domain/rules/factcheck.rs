//! Fact-check articles are claims about claims (spec 3.6.2): what counts is the
//! claim that is checked, the target, and its rating.

use crate::{
    domain::{SourceMeta, Stance},
    text::{fold, sentences, words},
};

use super::{
    credibility::is_paper,
    lexicon, numbers, qualifiers,
    wording::{Wording, read},
};

/// What a fact-check says of its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    /// True, mostly true, accurate, …
    True,
    /// False, fake, debunked, not true, …
    False,
    /// Mixture, half true, unproven, lacking context, …
    Mixture,
}

/// A fact-check article, as far as it is in view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactCheck {
    /// The claim that it checks, in its own words.
    pub target: Option<String>,
    /// What it says of it.
    pub rating: Option<Rating>,
}

/// How the target relates to the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// It is the statement.
    Same,
    /// It denies the statement.
    Negation,
    /// It asserts an opposite, of which the statement is not the denial.
    Opposite,
    /// It is another claim.
    Other,
}

/// What is in view of an article.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Address and name.
    pub meta: &'a SourceMeta,
    /// The sentence before the passage.
    pub before: &'a str,
    /// The passage.
    pub passage: &'a str,
    /// The sentence after it.
    pub after: &'a str,
}

/// Reads a fact-check; `None` when the source is none. `site` says that its
/// address or name is that of a fact-check site; others are recognised by
/// wording such as “verdict: fake” or “FALSE: claim that …”.
#[must_use]
pub fn recognise(view: View<'_>, site: bool) -> Option<FactCheck> {
    if !site && is_paper(view.meta) {
        return None;
    }
    let segments = segments(view);
    let mut labelled = false;
    let (mut target, mut rating) = (None, None);
    for segment in &segments {
        let found = parse(segment, site);
        labelled |= found.labelled;
        if let (Some(claim), Some(rated)) = (&found.target, found.rating) {
            return (site || labelled).then(|| FactCheck { target: Some(claim.clone()), rating: Some(rated) });
        }
        target = target.or(found.target);
        rating = rating.or(found.rating);
    }
    if !site && !labelled {
        return None;
    }
    // The headline names what is checked where the text does not.
    let target = target.or_else(|| (!view.meta.title.trim().is_empty()).then(|| headline(&view.meta.title)));
    Some(FactCheck { target, rating })
}

/// What the fact-check says about the statement, and the note that says why.
#[must_use]
pub fn resolve(statement: &str, check: &FactCheck) -> (Stance, String) {
    let Some(target) = &check.target else {
        return (Stance::NotAddressed, "a fact-check whose target is not in view".to_owned());
    };
    let relation = relation(statement, target);
    let Some(rating) = check.rating else {
        return (Stance::NotAddressed, format!("a fact-check of “{target}” whose rating is not in view"));
    };
    let stance = match (relation, rating) {
        (Relation::Other, _) | (Relation::Opposite, Rating::False) => Stance::NotAddressed,
        (_, Rating::Mixture) => Stance::Mixed,
        (Relation::Same, Rating::True) | (Relation::Negation, Rating::False) => Stance::Supports,
        (Relation::Same, Rating::False) | (Relation::Negation | Relation::Opposite, Rating::True) => {
            Stance::Contradicts
        }
    };
    let rated = match rating {
        Rating::True => "true",
        Rating::False => "false",
        Rating::Mixture => "a mixture",
    };
    let is = match relation {
        Relation::Same => "this statement",
        Relation::Negation => "the negation of this statement",
        Relation::Opposite => "an opposite of this statement",
        Relation::Other => "another claim",
    };
    (stance, format!("fact-check of {is}, “{target}”, rated {rated}"))
}

/// How a target relates to the statement.
#[must_use]
pub fn relation(statement: &str, target: &str) -> Relation {
    let (own, other) = (Wording::of(statement), Wording::of(target));
    let artefact = other.stems_of(lexicon::ARTEFACTS).any(|stem| !own.has_stem(stem));
    let missing = own.names().any(|name| !other.has_stem(name)) && own.names().next().is_some();
    let foreign = other.names().any(|name| !own.has_stem(name));
    if artefact
        || (missing && foreign)
        || own.covered_by(&other, None) < 0.5
        || other.covered_by(&own, None) < 0.5
        || own.covered_without_names(&other, None).min(other.covered_without_names(&own, None)) < 0.4
        // “Never” denies, which is asked below.
        || qualifiers::beyond(statement, target).iter().any(|word| !matches!(word.as_str(), "never" | "none"))
        || numbers::compare(statement, target, "").differs()
    {
        return Relation::Other;
    }
    let reading = read(&own, target, &Wording::of(""));
    if own.negated() != other.negated() {
        return Relation::Negation;
    }
    if reading.polarity < -0.2 { Relation::Opposite } else { Relation::Same }
}

/// Title, passage and its neighbours by sentence, the passage first.
fn segments(view: View<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for text in [view.passage, &*view.meta.title, view.before, view.after] {
        let text = text.replace(['\u{2018}', '\u{2019}'], "'").replace(['\u{201c}', '\u{201d}'], "\"");
        found.push(text.trim().to_owned());
        let ranges = sentences(&text);
        if ranges.len() > 1 {
            found.extend(ranges.into_iter().map(|range| text[range].to_owned()));
        }
    }
    found.retain(|text| !text.is_empty());
    found
}

#[derive(Debug, Default)]
struct Parsed {
    target: Option<String>,
    rating: Option<Rating>,
    /// The wording alone shows that it is a fact-check.
    labelled: bool,
}

const VERDICT_LABELS: &[&str] = &[
    "verdict",
    "rating",
    "ruling",
    "our conclusion",
    "assessment",
    "conclusion",
    "fact check rating",
    "truth rating",
    "we rate",
    "we rated",
    "rated",
];
const CLAIM_LABELS: &[&str] =
    &["the claim:", "claim:", "claim checked:", "what was claimed:", "statement:", "rumor:", "rumour:"];
const CHECK_LABELS: &[&str] =
    &["fact check:", "fact-check:", "factcheck:", "fact focus:", "fact check -", "fact check —", "fact check –"];
const CLAIM_OPENINGS: &[&str] = &[
    "claims that",
    "claim that",
    "claiming that",
    "claimed that",
    "rumors that",
    "rumours that",
    "rumor that",
    "rumour that",
    "assertion that",
    "allegation that",
    "allegations that",
    "idea that",
    "reports that",
    "posts saying",
    "posts claiming",
];
/// Who makes a claim, and the word with which it is told.
const CLAIMANTS: &[&str] = &[
    "post",
    "posts",
    "meme",
    "memes",
    "video",
    "videos",
    "article",
    "articles",
    "tweet",
    "tweets",
    "users",
    "message",
    "messages",
    "website",
    "websites",
    "image",
    "images",
    "photo",
    "rumor",
    "rumour",
    "headline",
    "headlines",
    "email",
    "politicians",
];
const CLAIMING: &[&str] = &[
    "claims", "claim", "claimed", "says", "say", "said", "alleges", "allege", "alleged", "suggests", "states",
    "stated", "asserts",
];
/// Openings that carry a rating of what follows them.
const RATING_OPENINGS: &[(&str, Rating)] = &[
    ("it is not true that", Rating::False),
    ("it's not true that", Rating::False),
    ("it is not false that", Rating::True),
    ("it is false that", Rating::False),
    ("it is true that", Rating::True),
    ("it is a myth that", Rating::False),
    ("it's a myth that", Rating::False),
    ("it is untrue that", Rating::False),
    ("it is incorrect that", Rating::False),
    ("it is a fact that", Rating::True),
    ("it is correct that", Rating::True),
    ("there is no evidence that", Rating::False),
    ("no evidence that", Rating::False),
    ("falsely claims that", Rating::False),
    ("falsely claim that", Rating::False),
    ("falsely claimed that", Rating::False),
    ("falsely claiming that", Rating::False),
    ("correctly claimed that", Rating::True),
    ("no truth to", Rating::False),
];

fn parse(segment: &str, site: bool) -> Parsed {
    let lower = segment.to_ascii_lowercase();
    let mut found = Parsed::default();
    // “FALSE: claim that …”, “Fake – …”
    if let Some((head, rest)) = split_head(segment)
        && let Some(rating) = rating_alone(&head.to_ascii_lowercase())
    {
        let loud = head.chars().any(char::is_alphabetic) && !head.chars().any(char::is_lowercase);
        let claim = opening(&rest.to_ascii_lowercase()).is_some();
        if loud || claim || site {
            found.labelled = true;
            found.rating = Some(rating);
            found.target = Some(strip_claim(rest));
            return found;
        }
    }
    // “Verdict: fake”, “we rate this claim false”
    for label in VERDICT_LABELS {
        let Some(at) = find_word(&lower, label) else { continue };
        let rest = lower[at + label.len()..].trim_start_matches([':', ' ', '-', '–', '—', '"']);
        if let Some(rating) = rating_in(first_clause(rest)) {
            found.rating = Some(rating);
            found.labelled |= lower[at + label.len()..].trim_start().starts_with(':') || label.starts_with("we rate");
            break;
        }
    }
    // “Claim: …”
    for label in CLAIM_LABELS {
        if let Some(at) = find_word(&lower, label) {
            let rest = &segment[at + label.len()..];
            let end = sentence_end(rest);
            found.target = Some(strip_claim(&rest[..end]));
            return found;
        }
    }
    // “Fact check: No, …” asserts what follows it.
    for label in CHECK_LABELS {
        if let Some(at) = lower.find(label) {
            found.labelled = true;
            let rest = segment[at + label.len()..].trim();
            found.target = Some(strip_claim(&rest[..sentence_end(rest)]));
            let answer = rest.to_ascii_lowercase();
            if answer.starts_with("no,") || answer.starts_with("yes,") {
                found.target = rest.split_once(',').map(|(_, rest)| strip_claim(rest));
                found.rating = Some(Rating::True);
            } else if found.rating.is_none() {
                found.rating = trailing_rating(&answer).map(|(rating, _)| rating);
            }
            return found;
        }
    }
    if !site && !found.labelled {
        return found;
    }
    if lower.starts_with("no, ") || lower.starts_with("yes, ") {
        found.target = segment.split_once(',').map(|(_, rest)| strip_claim(rest));
        found.rating = Some(Rating::True);
        return found;
    }
    for (words, rating) in RATING_OPENINGS {
        if let Some(at) = lower.find(words) {
            let rest = &segment[at + words.len()..];
            found.target = Some(strip_claim(&rest[..sentence_end(rest)]));
            found.rating = Some(*rating);
            return found;
        }
    }
    if let Some(at) = opening(&lower) {
        let rest = &segment[at..];
        let rest = &rest[..sentence_end(rest)];
        let trailing = trailing_rating(&rest.to_ascii_lowercase());
        found.target = Some(strip_claim(rest));
        let leading = rating_in(&lower[..at]);
        found.rating = found.rating.or(trailing.map(|(rating, _)| rating)).or(leading);
    } else if let Some((rating, end)) = trailing_rating(&lower) {
        // “Rumored rendering of the ballroom isn't real”
        let subject = segment[..end].trim();
        if subject.split_whitespace().count() >= 3 && !subject.to_ascii_lowercase().starts_with("this") {
            found.target = Some(strip_claim(subject));
        }
        found.rating = found.rating.or(Some(rating));
    }
    found
}

/// A short head before a colon or dash.
fn split_head(segment: &str) -> Option<(&str, &str)> {
    let at = segment.find([':', '—', '–']).or_else(|| segment.find(" - "))?;
    let head = segment[..at].trim();
    let rest = segment[at..].trim_start_matches([':', '—', '–', '-', ' ']);
    (head.split_whitespace().count() <= 3 && rest.split_whitespace().count() >= 3).then_some((head, rest))
}

/// Where the words after “claim that” begin, if they stand in `lower`.
fn opening(lower: &str) -> Option<usize> {
    CLAIM_OPENINGS
        .iter()
        .filter_map(|words| find_word(lower, words).map(|at| at + words.len()))
        .chain(told(lower))
        .min()
}

/// Where the words after “a post claims” begin.
fn told(lower: &str) -> Option<usize> {
    let listed: Vec<_> = words(lower).collect();
    let at = listed.windows(2).position(|pair| CLAIMANTS.contains(&pair[0].1) && CLAIMING.contains(&pair[1].1))? + 1;
    let that = listed.get(at + 1).is_some_and(|(_, word)| *word == "that");
    Some(listed[at + usize::from(that)].0.end)
}

fn find_word(text: &str, word: &str) -> Option<usize> {
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        !text[..at].ends_with(|c: char| c.is_alphanumeric())
            && (word.ends_with(':') || !text[at + word.len()..].starts_with(|c: char| c.is_alphanumeric()))
    })
}

fn sentence_end(text: &str) -> usize {
    sentences(text).first().map_or(text.len(), |range| range.end)
}

fn first_clause(text: &str) -> &str {
    let end = text.find(['.', ';', '\n']).unwrap_or(text.len());
    &text[..end]
}

/// The target without “claim that” before it and “is fake” behind it.
fn strip_claim(text: &str) -> String {
    let text = text.trim().trim_matches(['"', ' ', ':']);
    let lower = text.to_ascii_lowercase();
    let start = opening(&lower).filter(|&at| at < 24).unwrap_or(0);
    let text = &text[start..];
    let end = trailing_rating(&text.to_ascii_lowercase()).map_or(text.len(), |(_, end)| end);
    let text = text[..end].trim().trim_end_matches(['.', '?', '!', ',', ' ', '"']).trim_start_matches(['"', ' ']);
    text.to_owned()
}

/// A headline as a target: without “Fact check:” and the rating.
fn headline(title: &str) -> String {
    let lower = title.to_ascii_lowercase();
    let start = CHECK_LABELS.iter().filter_map(|label| lower.find(label).map(|at| at + label.len())).min().unwrap_or(0);
    strip_claim(&title[start..])
}

/// A rating at the end of a sentence (“… is fake”, “… isn't real”, “… has been
/// debunked”), and where it begins.
fn trailing_rating(lower: &str) -> Option<(Rating, usize)> {
    const VERBS: &[&str] =
        &["is", "are", "was", "were", "isn't", "aren't", "wasn't", "weren't", "has", "have", "hasn't", "haven't"];
    let mut best = None;
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

/// A rating where nothing else is said.
fn rating_alone(lower: &str) -> Option<Rating> {
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
        | "invented" | "ai-generated" => Rating::False,
        "true" | "correct" | "accurate" | "confirmed" | "verified" | "real" | "authentic" | "legit" | "genuine"
        | "right" | "factual" => Rating::True,
        "mixture" | "mixed" | "half-true" | "unproven" | "unverified" | "disputed" | "outdated" | "exaggerated"
        | "context" | "half-truth" | "inconclusive" => Rating::Mixture,
        _ => return None,
    })
}

/// The rating that a phrase gives, its negations counted: “not true” is false, “not false” is true.
fn rating_in(lower: &str) -> Option<Rating> {
    let lower = fold(lower);
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-').filter(|w| !w.is_empty()).collect();
    let at = words.iter().position(|word| rating_word(word).is_some())?;
    let before = &words[at.saturating_sub(5)..at];
    let rating = rating_word(words[at])?;
    if before.iter().any(|word| matches!(*word, "partly" | "partially" | "half" | "somewhat")) {
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
