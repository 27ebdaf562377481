//! Comparatives and their opposites: at least as, at most as.

use super::words::{AUXILIARIES, PLURALS, PREPOSITIONS, Token, joined, lower_first};

/// “A is superior to B” → “B is at least as good as A”; “A is more effective
/// than B in C” → “B is at least as effective as A in C”.
pub(super) fn flip_comparative(tokens: &[Token], at: usize) -> Option<String> {
    let subject = &tokens[..at];
    let joint = |w: &str| tokens[at..].iter().position(|t| t.bare == w).map(|p| p + at);
    let (quality, other) = match tokens.get(at + 1)?.bare.as_str() {
        "superior" if tokens.get(at + 2)?.bare == "to" => ("good".to_owned(), at + 3),
        "better" if tokens.get(at + 2)?.bare == "than" => ("good".to_owned(), at + 3),
        "inferior" if tokens.get(at + 2)?.bare == "to" => return swap(tokens, subject, at, "at most as good", at + 3),
        "worse" if tokens.get(at + 2)?.bare == "than" => return swap(tokens, subject, at, "at most as good", at + 3),
        degree @ ("more" | "less") => {
            let than = joint("than")?;
            if than != at + 3 {
                return None;
            }
            let bound = if degree == "more" { "at least as" } else { "at most as" };
            let quality = format!("{bound} {}", tokens[at + 2].text);
            return swap(tokens, subject, at, &quality, than + 1);
        }
        _ => return None,
    };
    swap(tokens, subject, at, &format!("at least as {quality}"), other)
}

/// Exchanges what is compared. `None` where either side is too long to be sure of.
fn swap(tokens: &[Token], subject: &[Token], at: usize, quality: &str, other: usize) -> Option<String> {
    const LONGEST: usize = 6;
    let end = tokens[other..]
        .iter()
        .position(|t| {
            t.is(PREPOSITIONS) && t.bare != "of" || t.is(&["among", "when", "if", "because", "after", "before"])
        })
        .map_or(tokens.len(), |p| other + p);
    let object = &tokens[other..end];
    let sure = |part: &[Token]| {
        !part.is_empty() && part.len() <= LONGEST && !part.iter().any(|t| t.ends_clause() || t.is(PREPOSITIONS))
    };
    if !sure(subject) || !sure(object) || object[0].is(AUXILIARIES) || object[0].is(&["that", "those", "expected"]) {
        return None;
    }
    let head = object.last()?.bare.as_str();
    let plural =
        head.ends_with('s') && !["ss", "us", "is"].iter().any(|e| head.ends_with(e)) || PLURALS.contains(&head);
    let copula = match (tokens[at].bare.as_str(), plural) {
        ("was" | "were", true) => "were",
        ("was" | "were", false) => "was",
        (_, true) => "are",
        (_, false) => "is",
    };
    let mut subject = subject.to_vec();
    // “A is superior to B”
    if subject.iter().map(|token| token.text.len()).sum::<usize>() > 1 {
        lower_first(&mut subject);
    }
    let mut text = format!("{} {copula} {quality} as {}", joined(object), joined(&subject));
    if end < tokens.len() {
        text = format!("{text} {}", joined(&tokens[end..]));
    }
    Some(text)
}
