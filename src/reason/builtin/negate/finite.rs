//! Where the finite verb of a sentence stands.

use super::{
    super::verbs::{self, Form, Verb},
    words::{AUXILIARIES, DETERMINERS, PLURALS, PREPOSITIONS, SUBORDINATORS, Token, adverb},
};

/// What may be taken for the main verb.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(super) enum Sure {
    /// Known verbs that agree with what stands before them.
    Quite,
    /// Verbs told by their ending too, and those that a comma parts from their subject.
    Rather,
    /// Words that are nouns as likely.
    Hardly,
}

/// Where the main verb stands; `None` beside it when it is an auxiliary.
pub(super) fn main_verb(tokens: &[Token], sure: Sure) -> Option<(usize, Option<Verb>)> {
    let start = match tokens.first() {
        Some(first) if first.is(SUBORDINATORS) => match tokens.iter().position(Token::ends_clause) {
            Some(end) => end + 1,
            None if first.is(PREPOSITIONS) => 1,
            None => return None,
        },
        _ => 0,
    };
    let mut relative = 0;
    let mut brackets = 0_i32;
    let mut past: Option<(usize, Verb)> = None;
    for i in start..tokens.len() {
        let token = &tokens[i];
        let opened = token.text.matches(['(', '[']).count() as i32;
        let closed = token.text.matches([')', ']']).count() as i32;
        let inside = brackets > 0 || opened > 0;
        brackets = (brackets + opened - closed).max(0);
        let previous = i.checked_sub(1).filter(|p| *p >= start).map(|p| &tokens[p]);
        if inside || token.bare.is_empty() {
            continue;
        }
        if token.is(&["that", "which", "who", "whose", "where"]) && i > start {
            relative += 1;
            if past.is_some() && previous.is_some_and(Token::ends_clause) {
                break;
            }
            continue;
        }
        let Some(previous) = previous else { continue };
        let auxiliary = token.is(AUXILIARIES);
        let verb = if auxiliary {
            None
        } else if sure == Sure::Quite {
            verbs::read(&token.bare)
        } else {
            verbs::read(&token.bare).or_else(|| verbs::guess(&token.bare))
        };
        // “Literacy spread”: after a singular the base form can only be the past.
        let verb = match verb {
            Some(verb)
                if sure > Sure::Quite
                    && verb.form == Form::Base
                    && verbs::is_own_past(&verb.base)
                    && i > start
                    && !plural_before(tokens, i) =>
            {
                return Some((i, Some(Verb { form: Form::Past, ..verb })));
            }
            verb => verb,
        };
        if !auxiliary && verb.is_none()
            || previous.bare == "to"
            || previous.is(DETERMINERS) && previous.bare != "that" && !auxiliary
        {
            continue;
        }
        let next = tokens.get(i + 1);
        if let Some(verb) = &verb {
            match verb.form {
                Form::Third if previous.is(PREPOSITIONS) || sure < Sure::Hardly && noun_here(verb, &tokens[i..]) => {
                    continue;
                }
                Form::Base
                    if previous.is(PREPOSITIONS)
                        || verbs::read(&previous.bare).is_some_and(|v| v.form == Form::Base && !v.nounlike)
                        || !plural_before(tokens, i) && (sure == Sure::Quite || !plural(&tokens[start].bare))
                        || sure < Sure::Hardly && noun_here(verb, &tokens[i..]) =>
                {
                    continue;
                }
                Form::Past => {
                    let first = past.as_ref().is_none_or(|(p, _)| reduced(tokens, *p) && !reduced(tokens, i));
                    if relative == 0
                        && first
                        && (participle_cannot(previous) || sure > Sure::Quite && previous.ends_clause())
                    {
                        if next.is_some_and(|n| n.is(DETERMINERS) || n.is(&["significantly"])) {
                            return Some((i, Some(verb.clone())));
                        }
                        past = Some((i, verb.clone()));
                    }
                    continue;
                }
                _ => {}
            }
        }
        if relative > 0 {
            relative -= 1;
            continue;
        }
        // A finite verb after “and” or “but” is the second of two: the past form before it was the first.
        if past.is_some() && previous.is(&["and", "but", "or"]) {
            break;
        }
        return Some((i, verb));
    }
    past.map(|(i, verb)| (i, Some(verb)))
}

/// Whether a past form after this word may be the finite verb and not an attribute of a noun to come.
fn participle_cannot(previous: &Token) -> bool {
    !previous.is(PREPOSITIONS)
        && !previous.is(AUXILIARIES)
        && !previous.is(&["and", "or", "been", "being", "not"])
        && !previous.ends_clause()
}

/// Whether the past form at `at` may stand for a relative clause: “cancer treated with …”.
fn reduced(tokens: &[Token], at: usize) -> bool {
    tokens.get(at + 1).is_some_and(|t| t.is(&["with", "by", "to", "from", "as", "using", "at", "for", "on"]))
}

/// Whether a word that is noun and verb alike, the first of these, is a noun.
pub(super) fn noun_here(verb: &Verb, words: &[Token]) -> bool {
    let [own, rest @ ..] = words else { return verb.nounlike };
    let Some(next) = rest.first() else { return verb.nounlike };
    if verb.nounlike
        && (own.ends_clause() || next.is(&["using", "showing", "involving", "including", "comparing", "that", "which"]))
    {
        return true;
    }
    if !verb.nounlike || verb.base == "result" && next.is(&["in", "from"]) {
        return false;
    }
    let finite = next.is(AUXILIARIES)
        || verbs::read(&next.bare).is_some_and(|v| match v.form {
            Form::Third => !v.nounlike,
            Form::Base => !v.nounlike || verb.form == Form::Third && v.base == "influence",
            Form::Past => !attribute(&rest[1..]),
        });
    finite
        || next.is(&["of", "and"])
        || next.is(&["in", "for"]) && !["form", "function", "work", "live"].contains(&verb.base.as_str())
}

/// Whether a past form before these words belongs to a noun among them:
/// “increased mortality”, not “increased by”, “increased the”.
fn attribute(rest: &[Token]) -> bool {
    rest.first().is_some_and(|t| {
        !t.is(PREPOSITIONS) && !t.is(DETERMINERS) && !t.is(&["and", "or", "after", "when"]) && !adverb(t)
    })
}

fn plural_before(tokens: &[Token], at: usize) -> bool {
    let mut i = at - 1;
    while i > 0 && adverb(&tokens[i]) {
        i -= 1;
    }
    let word = tokens[i].bare.as_str();
    // The head of “mutations in RIM1” stands before its first preposition, of “cells that …” before the pronoun.
    let bound = |t: &Token| t.is(PREPOSITIONS) || t.is(&["that", "which", "who", "such"]);
    let head = tokens[..i].iter().position(bound).and_then(|p| tokens[..p].last());
    let head = head.is_some_and(|t| plural(&t.bare)) && !verbs::read(word).is_some_and(|v| v.form != Form::Base);
    let pair = tokens[..i].iter().rev().take(4).any(|t| t.bare == "and") && !tokens[i].is(PREPOSITIONS);
    tokens[i].is(&["that", "which", "who"])
        || plural(word)
        || head
        || tokens[i].text.ends_with(')') && tokens[..=i].iter().any(|t| plural(&t.bare))
        || pair
}

/// Whether a word looks like a plural.
fn plural(word: &str) -> bool {
    const SINGULAR: &[&str] = &["as", "has", "was", "gas", "bias", "pancreas", "whereas", "atlas", "canvas", "alias"];
    word.ends_with('s') && !["ss", "us", "is"].iter().any(|e| word.ends_with(e)) && !SINGULAR.contains(&word)
        || PLURALS.contains(&word)
}
