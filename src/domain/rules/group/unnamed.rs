//! Whom a statement is on and a document has no word of.

use crate::{
    domain::rules::lexicon::{POPULATIONS, is_negation},
    text::{content_stems, is_stop, stem, words},
};

use super::part::{GENERIC, Word, parts, read, trailing};

/// The population of `statement` that `document`, its title and text, does not mention; `None` wherever it may.
pub(super) fn find(statement: &str, document: &str) -> Option<String> {
    of_opening(statement, document)
        .or_else(|| other_people(statement, document))
        .or_else(|| without(statement, document))
        .or_else(|| other_profession(statement, document))
}

/// “In adults with asthma, …”, “… in adults with asthma.”
fn of_opening(statement: &str, document: &str) -> Option<String> {
    let opening = parts(statement).into_iter().next().filter(|part| part.opens);
    let part = opening.or_else(|| trailing(statement))?;
    let whole = content_stems(document);
    // The first word distinguishes “Muslim households in Hyderabad” from others.
    let head = content_stems(part.text.split(" in ").next().unwrap_or_default());
    let of: Vec<_> = part.beyond(&[]).into_iter().filter(|stem| head.contains(stem)).collect();
    (!of.is_empty() && !of.iter().any(|stem| whole.contains(stem))).then_some(part.text)
}

/// The people of a statement where a document speaks of others alone: women of a document on men.
fn other_people(statement: &str, document: &str) -> Option<String> {
    /// Kinds by age and by sex.
    const KINDS: [u8; 2] = [1, 2];
    let said: Vec<String> = words(document).map(|(_, word)| stem(word)).collect();
    let own: Vec<String> = words(statement).map(|(_, word)| stem(word)).collect();
    let has = |text: &[String], of: &[&str]| of.iter().any(|stem| text.iter().any(|known| known == stem));
    let is_named_alone = |(kind, name, of): &&(u8, &str, &[&str])| {
        let others = POPULATIONS.iter().filter(|(other, which, _)| other == kind && which != name);
        let others: Vec<&[&str]> = others.map(|(.., of)| *of).collect();
        let is_own = has(&own, of) && !others.iter().any(|of| has(&own, of));
        KINDS.contains(kind) && is_own && !has(&said, of) && others.iter().any(|of| has(&said, of))
    };
    let (.., of) = POPULATIONS.iter().find(is_named_alone)?;
    let (_, word) = words(statement).find(|(_, word)| of.contains(&stem(word).as_str()))?;
    Some(word.to_owned())
}

/// “Without albuminuria” of a statement where a document speaks of those who have it alone.
fn without(statement: &str, document: &str) -> Option<String> {
    /// Words by which a document may speak of those who have it not.
    const LACKS: [&str; 12] = [
        "absence",
        "absent",
        "exclud",
        "excluding",
        "excluded",
        "free",
        "lack",
        "lacking",
        "negative",
        "neither",
        "nor",
        "without",
    ];
    const NEAR: usize = 4;
    let own = read(statement);
    let at = own.iter().position(|word| word.text == "without")?;
    let thing =
        own[at + 1..].iter().take(NEAR).find(|word| !is_stop(&word.text) && !GENERIC.contains(&word.stem.as_str()))?;
    // “Without lowering it”; “with and without X” is on both.
    let is_deed = own.get(at + 1).is_some_and(|next| next.text.ends_with("ing"));
    if is_deed || own[..at].iter().rev().take(2).any(|word| matches!(word.text.as_str(), "and" | "or")) {
        return None;
    }
    let said = read(document);
    // Noncarriers are without it.
    if said.iter().any(|word| word.text.starts_with("non")) {
        return None;
    }
    let is_lacking = |word: &Word| LACKS.contains(&word.text.as_str()) || is_negation(&word.text);
    let mut places = (0..said.len()).filter(|&at| said[at].stem == thing.stem).peekable();
    places.peek()?;
    let has_not = |at: usize| said[at.saturating_sub(NEAR)..said.len().min(at + NEAR)].iter().any(is_lacking);
    (!places.any(has_not)).then(|| format!("without {}", thing.text))
}

/// “Paramedics who …” of a statement where a document has no word on paramedics.
fn other_profession(statement: &str, document: &str) -> Option<String> {
    let own = read(statement);
    let [first, second, ..] = &own[..] else { return None };
    let is_named = matches!(second.text.as_str(), "who" | "whose") && !is_stop(&first.text) && !first.is_group();
    let is_met = || words(document).any(|(_, word)| stem(word) == first.stem);
    (is_named && !is_met()).then(|| first.text.clone())
}
