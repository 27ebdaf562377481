//! Claim, label and rating in the wording of a sentence.

use super::{
    Rating,
    rating::{rating_alone, rating_in, trailing_rating},
};
use crate::text::{sentences, words};

/// What a sentence, or a few, say.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    pub(super) target: Option<String>,
    pub(super) rating: Option<Rating>,
    /// The wording alone shows that it is a fact-check.
    pub(super) labelled: bool,
    /// It is mentioned in passing.
    pub(super) casual: bool,
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
const CLAIM_LABELS: &[&str] = &[
    "the claim:",
    "claim:",
    "claim checked:",
    "what was claimed:",
    "statement:",
    "rumor:",
    "rumour:",
    "claim examined:",
];
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
    "notion that",
    "theory that",
    "story that",
    "stories that",
    "suggestion that",
    "suggestions that",
    "reports that",
    "posts saying",
    "posts claiming",
    "people believe that",
    "it is said that",
    "is it true that",
    "is it right that",
    "asserts that",
];
/// Who makes a claim, and the verb for it.
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
/// With which adverbs a claim is rated where it is mentioned.
const RATED: &[(&str, Rating)] = &[
    ("falsely", Rating::False),
    ("wrongly", Rating::False),
    ("incorrectly", Rating::False),
    ("erroneously", Rating::False),
    ("mistakenly", Rating::False),
    ("baselessly", Rating::False),
    ("misleadingly", Rating::False),
    ("inaccurately", Rating::False),
    ("correctly", Rating::True),
    ("rightly", Rating::True),
    ("accurately", Rating::True),
];
/// Openings that carry a rating of what follows them.
const RATING_OPENINGS: &[(&str, Rating)] =
    &[("it is a fact that", Rating::True), ("no truth to", Rating::False), ("no truth in", Rating::False)];
/// The same on pages that check facts; others deny with it.
const DENIALS: &[(&str, Rating)] = &[("there is no evidence that", Rating::False), ("no evidence that", Rating::False)];

/// Reads a sentence, or a few; `site` says that they are from a fact-check site.
pub(super) fn parse(segment: &str, site: bool) -> Parsed {
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
        return in_passing(segment, &lower);
    }
    if lower.starts_with("no, ") || lower.starts_with("yes, ") {
        found.target = segment.split_once(',').map(|(_, rest)| strip_claim(rest));
        found.rating = Some(Rating::True);
        return found;
    }
    if let Some((at, rating)) = rated_opening(&lower).or_else(|| listed(&lower, DENIALS)) {
        found.target = Some(claim_at(segment, at));
        found.rating = Some(rating);
        return found;
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
        if subject.split_whitespace().count() >= 3 && !refers_back(subject) {
            found.target = Some(strip_claim(subject));
        }
        found.rating = found.rating.or(Some(rating));
    }
    found
}

/// What a page that is no fact-check says of a claim in passing: “It is false
/// that …”, “The rumour that … has been debunked”, “Posts claim …” and “That is false”.
fn in_passing(segment: &str, lower: &str) -> Parsed {
    let mut found = Parsed { casual: true, ..Parsed::default() };
    if let Some((at, rating)) = rated_opening(lower) {
        (found.target, found.rating) = (Some(claim_at(segment, at)), Some(rating));
    } else if let Some(at) = opening(lower) {
        let rest = &lower[at..];
        let rest = &rest[..sentence_end(rest)];
        found.target = Some(claim_at(segment, at));
        found.rating = trailing_rating(rest).map(|(rating, _)| rating);
        // Nobody but who checks facts gives Pinocchios.
        found.labelled = found.rating.is_some() && rest.contains("pinocchio");
    } else if let Some((rating, end)) = trailing_rating(lower)
        && refers_back(&segment[..end])
    {
        found.rating = Some(rating);
    }
    found
}

/// The rating of a sentence that gives nothing else: “Rating: False.”, “We therefore rate this saying False.”, “The
/// assertion is False.” Without a colon, only a rating in capitals counts.
pub(super) fn final_rating(sentence: &str) -> Option<Rating> {
    let sentence = sentence.trim();
    let lower = sentence.to_ascii_lowercase();
    let label = ["rating", "our rating", "verdict", "the verdict", "our verdict", "ruling", "our ruling"];
    if let Some((head, rest)) = lower.split_once(':')
        && label.contains(&head.trim())
    {
        return rating_in(first_clause(rest));
    }
    let rates = ["we rate ", "we rated ", "we therefore rate ", "we also rate ", "we have rated "];
    let last = sentence.trim_end_matches(['.', '!', '"']).rsplit(' ').next()?;
    let rates = rates.iter().any(|words| lower.starts_with(words));
    // “Mostly True.”
    let alone = lower.split_whitespace().count() <= 2 && rating_alone(&lower).is_some();
    let refers = trailing_rating(&lower).is_some_and(|(_, at)| refers_back(&sentence[..at]));
    (last.starts_with(char::is_uppercase) && (rates || alone || refers)).then(|| rating_in(&lower))?
}

/// The claim that an article says it examines.
pub(super) fn claim_in(article: &str) -> Option<String> {
    let found = sentences(article).into_iter().find_map(|range| {
        let sentence = &article[range];
        let lower = sentence.to_ascii_lowercase();
        let label = CLAIM_LABELS.iter().find_map(|label| Some(find_word(&lower, label)? + label.len()));
        label.or_else(|| opening(&lower)).map(|at| claim_at(sentence, at))
    });
    found.filter(|claim| claim.split_whitespace().count() >= 3)
}

/// Whether a sentence's subject is a claim that was mentioned before: “That”, “The claim”.
fn refers_back(subject: &str) -> bool {
    const BACK: &[&str] = &["this", "that", "it", "these", "those", "they", "the", "such", "all", "but", "however"];
    const CLAIM: &[&str] = &[
        "claim",
        "claims",
        "rumor",
        "rumors",
        "rumour",
        "rumours",
        "story",
        "stories",
        "statement",
        "assertion",
        "report",
        "reports",
        "saying",
        "post",
        "posts",
        "allegation",
        "allegations",
    ];
    let lower = subject.to_ascii_lowercase();
    let mut listed = words(&lower).map(|(_, word)| word).peekable();
    listed.peek().is_some_and(|first| BACK.contains(first))
        && listed.all(|word| BACK.contains(&word) || CLAIM.contains(&word))
}

/// Where a claim begins that is rated by what precedes it, and the rating.
fn rated_opening(lower: &str) -> Option<(usize, Rating)> {
    listed(lower, RATING_OPENINGS).or_else(|| it_is(lower)).or_else(|| rated_telling(lower))
}

fn listed(lower: &str, openings: &[(&str, Rating)]) -> Option<(usize, Rating)> {
    openings.iter().find_map(|(words, rating)| find_word(lower, words).map(|at| (at + words.len(), *rating)))
}

/// “It is simply not true that …”
fn it_is(lower: &str) -> Option<(usize, Rating)> {
    const FAR: usize = 5;
    ["it is", "it's", "it was", "it isn't", "it wasn't"].into_iter().find_map(|words| {
        let at = find_word(lower, words)? + "it".len();
        let end = at + lower[at..].find(" that ")?;
        let said = lower[at..end].trim_start_matches("'s");
        (said.split_whitespace().count() <= FAR).then_some(())?;
        Some((end + " that ".len(), rating_alone(said)?))
    })
}

/// “Posts falsely claim …”
fn rated_telling(lower: &str) -> Option<(usize, Rating)> {
    let all: Vec<_> = words(lower).collect();
    let tells =
        |word: &str| CLAIMING.contains(&word) || matches!(word, "claiming" | "saying" | "stating" | "suggesting");
    all.windows(2).enumerate().find_map(|(at, pair)| {
        let (_, rating) = RATED.iter().find(|(adverb, _)| *adverb == pair[0].1).filter(|_| tells(pair[1].1))?;
        // “Critics, who wrongly said that she would stay, …”: the sentence goes on with something else.
        let aside = at > 0 && matches!(all[at - 1].1, "who" | "which");
        (!aside).then_some(())?;
        let that = all.get(at + 2).is_some_and(|(_, word)| *word == "that");
        Some((all[at + 1 + usize::from(that)].0.end, *rating))
    })
}

/// The claim that begins at `at`, up to the end of its sentence.
fn claim_at(segment: &str, at: usize) -> String {
    let rest = &segment[at..];
    strip_claim(&rest[..sentence_end(rest)])
}

/// A short head before a colon or dash.
fn split_head(segment: &str) -> Option<(&str, &str)> {
    let at = segment.find([':', '—', '–']).or_else(|| segment.find(" - "))?;
    let head = segment[..at].trim();
    let rest = segment[at..].trim_start_matches([':', '—', '–', '-', ' ']);
    (head.split_whitespace().count() <= 3 && rest.split_whitespace().count() >= 3).then_some((head, rest))
}

/// Where the words after “claim that” begin, if they are in `lower`.
fn opening(lower: &str) -> Option<usize> {
    CLAIM_OPENINGS
        .iter()
        .filter_map(|words| find_word(lower, words).map(|at| at + words.len()))
        .chain(after_claimant(lower))
        .min()
}

/// Where the words after “a post claims” begin.
fn after_claimant(lower: &str) -> Option<usize> {
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
pub(super) fn headline(title: &str) -> String {
    let lower = title.to_ascii_lowercase();
    let start = CHECK_LABELS.iter().filter_map(|label| lower.find(label).map(|at| at + label.len())).min().unwrap_or(0);
    strip_claim(&title[start..])
}
