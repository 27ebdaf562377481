//! Which words are nouns, and which of them are plurals.

use crate::domain::rules::verbs::{self, Form, Verb};

use super::words::{AUXILIARIES, DETERMINERS, PLURALS, PREPOSITIONS, SUBORDINATORS, TAKEN, Token, adverb};

/// Whether a subject is a plural; `None` where there is nothing to go by.
pub(super) fn subject_plural(subject: &[Token]) -> Option<bool> {
    let start = match subject.first()? {
        first if first.is(PREPOSITIONS) || first.is(SUBORDINATORS) => subject.iter().position(Token::ends_clause)? + 1,
        _ => 0,
    };
    let mut subject = subject.get(start..)?;
    while let Some((last, rest)) = subject.split_last()
        && (adverb(last) || last.is(&["however"]))
    {
        subject = rest;
    }
    let first = subject.first()?;
    if first.bare.ends_with("ing") && first.bare.len() > 5 {
        return Some(false);
    }
    if first.is(&["these", "those", "we", "they"]) {
        return Some(true);
    }
    let bound = |i: usize| {
        let t = &subject[i];
        i > 0
            && (t.is(PREPOSITIONS)
                || t.is(&["that", "which", "who", "such", "whose", "as"])
                || subject[i - 1].ends_clause()
                    && (adverb(t) || t.is(&["a", "an", "the", "including", "especially", "like"]))
                || t.text.starts_with(['(', '['])
                || t.bare == "other" && subject.get(i + 1).is_some_and(|next| next.bare == "than")
                || t.bare.ends_with("ing") && verbs::read(t.bare.strip_suffix("ing").unwrap_or_default()).is_some()
                || i + 1 < subject.len()
                    && subject[i + 1].is(PREPOSITIONS)
                    && verbs::read(&t.bare).is_some_and(|v| v.form == Form::Past))
    };
    let end = (0..subject.len()).find(|i| bound(*i)).unwrap_or(subject.len());
    let head = &subject[..end];
    let last = head.last()?;
    Some(
        plural(&last.bare)
            || head.iter().any(|t| t.bare == "and")
            || last.bare == "number" && head.first().is_some_and(|t| t.bare == "a")
            || last.bare.chars().all(|c| c.is_ascii_digit()) && !last.bare.is_empty(),
    )
}

/// What refers to the subject before the verb at `at`; `None` where its number or person is not known.
pub(super) fn pronoun(tokens: &[Token], at: usize, verb: Option<&Verb>) -> Option<&'static str> {
    const PERSONS: [&str; 6] = ["he", "i", "she", "there", "we", "you"];
    let subject = &tokens[..at];
    if subject.is_empty() || subject.iter().any(|t| t.is(&PERSONS)) {
        return None;
    }
    let is_plural = match (verb.map(|verb| verb.form), tokens[at].bare.as_str()) {
        (Some(Form::Base), _) | (None, "are" | "do" | "have" | "were") => true,
        (Some(Form::Third), _) | (None, "does" | "has" | "is" | "was") => false,
        _ => subject_plural(subject)?,
    };
    Some(if is_plural { "they" } else { "it" })
}

/// Whether the past form at `at` ends a noun: “in all the plants studied”, “against the drugs tested respectively”.
pub(super) fn ends_noun(tokens: &[Token], at: usize) -> bool {
    let rest = &tokens[at + 1..];
    let last = rest.is_empty() || matches!(rest, [word] if word.bare == "respectively");
    last && tokens[at].is(TAKEN) && !tokens[at.saturating_sub(1)].is(AUXILIARIES)
}

/// Whether a word that is noun and verb alike, the first of these, is a noun.
pub(super) fn noun_here(verb: &Verb, words: &[Token]) -> bool {
    let [own, rest @ ..] = words else { return verb.nounlike };
    // What is in brackets behind it belongs to a noun.
    let bracket =
        rest.first().filter(|t| t.text.starts_with('(')).and_then(|_| rest.iter().position(|t| t.text.contains(')')));
    let rest = bracket.map_or(rest, |end| &rest[end + 1..]);
    let Some(next) = rest.first() else { return verb.nounlike };
    if verb.nounlike
        && (own.ends_clause() || next.is(&["using", "showing", "involving", "including", "comparing", "that", "which"]))
    {
        return true;
    }
    // “Hard sweeps on genes are not the force”: the plural has its verb behind what describes it.
    let has_other_verb = || {
        let verb = rest.iter().position(|t| t.is(&["are", "were", "have"]));
        let between = |t: &Token| t.ends_clause() || t.is(&["that", "which", "who", "where", "and", "but", "as"]);
        verb.is_some_and(|at| !rest[..at].iter().any(between))
    };
    // “Scores indicating regard were higher”
    let participle = next.bare.ends_with("ing") && next.bare.len() > 5;
    if verb.form == Form::Third && (next.is(PREPOSITIONS) || participle) && has_other_verb() {
        return true;
    }
    if !verb.nounlike || verb.base == "result" && next.is(&["in", "from"]) {
        return false;
    }
    // “Treatment effects on pain”, “migration trends also rise”
    if verb.base == "effect" && next.is(&["in", "of", "on"]) {
        return true;
    }
    let described = adverb(next)
        && rest.get(1).is_some_and(|t| match verbs::read(&t.bare) {
            Some(v) => v.form == Form::Third || v.form == Form::Past && rest.get(2).is_none_or(|t| t.is(PREPOSITIONS)),
            None => t.is(AUXILIARIES),
        });
    let finite = described
        || next.is(AUXILIARIES)
        || verbs::read(&next.bare).is_some_and(|v| match v.form {
            Form::Third => !v.nounlike,
            Form::Base => {
                !v.nounlike
                    || verb.form == Form::Third && (v.base == "influence" || MOSTLY_NOUNS.contains(&verb.base.as_str()))
            }
            // “Cash transfers increased school enrolment”, but “smoking causes increased mortality”
            Form::Past => !attribute(&rest[1..]) || MOSTLY_NOUNS.contains(&verb.base.as_str()),
        });
    finite
        || next.is(&["of", "and"])
        || next.is(&["in", "for"]) && !["form", "function", "work", "live"].contains(&verb.base.as_str())
}

/// Verbs that in their third person are nearly always plural nouns.
const MOSTLY_NOUNS: &[&str] =
    &["cut", "graft", "grant", "implant", "loan", "program", "reward", "tax", "transfer", "transplant"];

/// Whether a past form before these words belongs to a noun among them:
/// “increased mortality”, not “increased by”, “increased the”.
fn attribute(rest: &[Token]) -> bool {
    rest.first().is_some_and(|t| {
        !t.is(PREPOSITIONS) && !t.is(DETERMINERS) && !t.is(&["and", "or", "after", "when"]) && !adverb(t)
    })
}

pub(super) fn plural_before(tokens: &[Token], at: usize) -> bool {
    let Some(mut i) = at.checked_sub(1) else { return false };
    while i > 0 && adverb(&tokens[i]) {
        i -= 1;
    }
    let word = tokens[i].bare.as_str();
    // The head of “mutations in RIM1” comes before its first preposition, of “cells that …” before the pronoun.
    let governs = |t: &Token| {
        t.bare
            .strip_suffix("ing")
            .is_some_and(|stem| verbs::read(stem).is_some() || verbs::read(&format!("{stem}e")).is_some())
    };
    let bound = |t: &Token| t.is(PREPOSITIONS) || t.is(&["that", "which", "who", "such", "underlying"]) || governs(t);
    // “Mutations introduced into genes”: the participle belongs to the head before it.
    let participle = |t: &&Token| verbs::read(&t.bare).is_some_and(|v| v.form == Form::Past);
    let head = tokens[..i]
        .iter()
        .skip(1)
        .position(bound)
        .map(|p| p + 1)
        .and_then(|p| tokens[..p].iter().rev().find(|t| !participle(t)));
    let head = head.is_some_and(|t| plural(&t.bare)) && !verbs::read(word).is_some_and(|v| v.form != Form::Base);
    let pair = tokens[..i].iter().rev().take(4).any(|t| t.bare == "and") && !tokens[i].is(PREPOSITIONS);
    // “SSRIs” is no “crisis”.
    let name = tokens[i].text.trim_matches(|c: char| !c.is_alphanumeric());
    let names = name.strip_suffix('s').is_some_and(|name| name.len() > 1 && name.ends_with(char::is_uppercase));
    tokens[i].is(&["that", "which", "who"])
        || plural(word)
        || names
        || head
        || tokens[i].text.ends_with(')') && tokens[..=i].iter().any(|t| plural(&t.bare))
        || pair
}

/// Whether a word looks like a plural.
pub(super) fn plural(word: &str) -> bool {
    const SINGULAR: &[&str] = &["as", "has", "was", "gas", "bias", "pancreas", "whereas", "atlas", "canvas", "alias"];
    word.ends_with('s') && !["ss", "us", "is"].iter().any(|e| word.ends_with(e)) && !SINGULAR.contains(&word)
        || PLURALS.contains(&word)
}
