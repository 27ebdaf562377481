//! The opposite of an English sentence: its main verb is found and negated, or
//! an existing negation taken away; comparatives become at-least-as.

mod compare;
mod words;

use super::verbs::{self, Form, Verb};
use compare::at_least_as;
use words::{
    ADJECTIVES, COPULAS, DETERMINERS, JOINTS, OPENERS, PLURALS, REPORTERS, REPORTING, SUBORDINATORS, Token, adverb,
    article, capitalised, joined, lower_first,
};
pub(super) use words::{AUXILIARIES, PREPOSITIONS};

/// The opposite of `sentence`, ending in a full stop.
pub(super) fn opposite(sentence: &str) -> String {
    let plain = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain = plain.trim_end_matches(['.', '!', '?', ' ', ';', ':', ',']);
    let claim = bare_claim(plain);
    let claim = if claim.len() < plain.len() { first_finding(claim) } else { claim };
    let tokens: Vec<Token> = claim.split(' ').filter(|w| !w.is_empty()).flat_map(Token::read).collect();
    let negated = quantified(&tokens)
        .or_else(|| existential(&tokens))
        .or_else(|| framed(&tokens).then(|| frame(&tokens)))
        .or_else(|| by_verb(&tokens))
        .unwrap_or_else(|| frame(&tokens));
    let mut text = capitalised(&negated);
    text.push('.');
    text
}

/// The sentence without “However,” and the like at its head.
pub(super) fn untied(plain: &str) -> &str {
    let mut rest = plain;
    while let Some((head, tail)) =
        rest.split_once([',', ':']).and_then(|(head, tail)| Some((head, tail.strip_prefix(' ')?)))
    {
        if !OPENERS.contains(&head.to_lowercase().as_str()) {
            break;
        }
        rest = tail;
    }
    rest
}

/// The claim without what leads up to it: “However,” and “We found that”.
pub(super) fn bare_claim(plain: &str) -> &str {
    let rest = untied(plain);
    let mut reported = false;
    let mut at = 0;
    for (i, word) in rest.split(' ').enumerate() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let reports = REPORTERS.contains(&bare.as_str())
            || bare == "the"
                && rest
                    .split(' ')
                    .skip(1)
                    .take(4)
                    .any(|w| ["results", "findings", "data", "evidence", "analysis", "study"].contains(&w));
        if i == 0 && !reports || i > 9 || (i > 0 && word.ends_with(',') && reported) {
            break;
        }
        at += word.len() + 1;
        if bare == "that" && reported && at < rest.len() {
            return &rest[at..];
        }
        reported |= REPORTING.contains(&bare.as_str());
    }
    rest
}

/// The claim without what else its sentence reports: “…, which suggests that”,
/// “… and provide evidence that”.
fn first_finding(claim: &str) -> &str {
    const REST: &[&str] = &[
        " and provide evidence",
        " and suggest that",
        " and indicate that",
        ", suggesting ",
        ", indicating that",
        ", which suggests",
    ];
    let end = REST.iter().filter_map(|rest| claim.find(rest)).min().unwrap_or(claim.len());
    &claim[..end]
}

fn frame(tokens: &[Token]) -> String {
    let mut tokens = tokens.to_vec();
    lower_first(&mut tokens);
    format!("It is not the case that {}", joined(&tokens))
}

/// Whether only the plain frame keeps the sense: a quantity in front, two
/// findings joined, or “only”.
fn framed(tokens: &[Token]) -> bool {
    let Some(first) = tokens.first() else { return true };
    let counted = first.text.starts_with(|c: char| c.is_ascii_digit())
        && (first.text.trim_end_matches(',').ends_with('%') || first.bare.chars().all(|c| c.is_ascii_digit()));
    counted
        || first.is(&["only", "most", "approximately", "about", "roughly", "nearly", "almost", "half", "neither"])
        || first.is(&["less", "more", "fewer", "over"]) && tokens.get(1).is_some_and(|t| t.is(&["than", "half"]))
        || tokens.iter().skip(1).any(|t| t.is(JOINTS) || t.text.ends_with(';'))
}

/// Quantifiers at the head: all → not all, no → some, many ↔ few.
fn quantified(tokens: &[Token]) -> Option<String> {
    let first = tokens.first()?;
    let rest = joined(&tokens[1..]);
    if rest.is_empty() {
        return None;
    }
    Some(match first.bare.as_str() {
        "all" => format!("Not all {rest}"),
        "every" => format!("Not every {rest}"),
        "each" => format!("Not every {rest}"),
        "not" if tokens.get(1).is_some_and(|t| t.is(&["all", "every"])) => capitalised(&rest),
        "no" | "none" => format!("Some {rest}"),
        "many" => format!("Few {rest}"),
        "few" => format!("Many {rest}"),
        _ => return None,
    })
}

/// “There is a …” ↔ “There is no …”.
fn existential(tokens: &[Token]) -> Option<String> {
    let [there, verb, next, rest @ ..] = tokens else { return None };
    if there.bare != "there" || !verb.is(COPULAS) {
        return None;
    }
    let plural = verb.is(&["are", "were"]);
    let rest = joined(rest);
    let head = format!("{} {}", there.text, verb.text);
    Some(match next.bare.as_str() {
        "no" | "not" if plural => format!("{head} {rest}"),
        "no" => format!("{head} {} {rest}", article(&rest)),
        "a" | "an" if !rest.starts_with("estimated") => format!("{head} no {rest}"),
        _ if plural && !next.text.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("{head} no {} {rest}", next.text)
        }
        _ => return Some(frame(tokens)),
    })
}

/// Where in the sentence its main verb begins, in bytes.
pub(super) fn verb_at(sentence: &str) -> Option<usize> {
    let claim = bare_claim(sentence);
    let starts: Vec<usize> =
        claim.split(' ').scan(0, |at, word| Some(std::mem::replace(at, *at + word.len() + 1))).collect();
    let tokens: Vec<Token> = claim.split(' ').map(Token::new).collect();
    let (at, _) = [Sure::Quite, Sure::Rather].into_iter().find_map(|sure| main_verb(&tokens, sure))?;
    Some(sentence.len() - claim.len() + starts.get(at)?)
}

fn by_verb(tokens: &[Token]) -> Option<String> {
    // What nouns and rare words might be is asked only where nothing surer is found.
    let (at, verb) = [Sure::Quite, Sure::Rather, Sure::Hardly].into_iter().find_map(|sure| main_verb(tokens, sure))?;
    let mut out = tokens.to_vec();
    if let Some(never) =
        [at.checked_sub(1), Some(at + 1)].into_iter().flatten().find(|i| out.get(*i).is_some_and(|t| t.bare == "never"))
    {
        out[never].put("sometimes");
        return Some(joined(&out));
    }
    match verb {
        None => auxiliary(&mut out, at),
        Some(verb) => full_verb(&mut out, at, &verb),
    }
}

/// What may be taken for the main verb.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Sure {
    /// Known verbs that agree with what stands before them.
    Quite,
    /// Verbs told by their ending too, and those that a comma parts from their subject.
    Rather,
    /// Words that are nouns as likely.
    Hardly,
}

/// Where the main verb stands; `None` beside it when it is an auxiliary.
fn main_verb(tokens: &[Token], sure: Sure) -> Option<(usize, Option<Verb>)> {
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
fn noun_here(verb: &Verb, words: &[Token]) -> bool {
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

fn auxiliary(out: &mut Vec<Token>, at: usize) -> Option<String> {
    let word = out[at].bare.clone();
    let second = |i: usize| {
        out[i - 1].bare == "and"
            && (out[i].is(&["is", "are", "was", "were", "has", "does", "did"])
                || verbs::read(&out[i].bare).is_some_and(|v| v.form == Form::Third && !noun_here(&v, &out[i..])))
    };
    if COPULAS.contains(&word.as_str()) && (at + 2..out.len()).any(second) {
        return None;
    }
    if word == "cannot" {
        out[at].put("can");
        return Some(joined(out));
    }
    let next = out.get(at + 1)?.clone();
    if next.bare == "not" {
        out.remove(at + 1);
        return Some(without_do(out, at));
    }
    if next.is_no() {
        let noun = joined(&out[at + 2..]);
        let singular = out.get(at + 2..)?.iter().take(3).all(|t| !t.bare.ends_with('s') || t.bare.ends_with("ss"));
        out[at + 1].put(if singular { article(&noun) } else { "some" });
        if next.bare == "no" && out.get(at + 2).is_some_and(|t| t.is(&["longer", "more", "less", "better"])) {
            return None;
        }
        return Some(joined(out));
    }
    if COPULAS.contains(&word.as_str()) {
        if let Some(text) = at_least_as(out, at) {
            return Some(text);
        }
        if let Some((_, positive)) = ADJECTIVES.iter().find(|(negative, _)| *negative == next.bare) {
            out[at + 1].put(positive);
            return Some(joined(out));
        }
        let described = out.get(at + 2).and_then(|t| ADJECTIVES.iter().find(|(negative, _)| *negative == t.bare));
        if let (true, Some((_, positive))) = (next.is(&["a", "an"]), described) {
            out[at + 1].put(article(positive));
            out[at + 2].put(positive);
            return Some(joined(out));
        }
        if next.bare == "independent" && out.get(at + 2).is_some_and(|t| t.bare == "of") {
            out[at + 1].put("dependent");
            out[at + 2].put("on");
            return Some(joined(out));
        }
    }
    if ["has", "have", "had"].contains(&word.as_str()) && !perfect(out, at) {
        if next.is(&["a", "an"]) && out.get(at + 2).is_some_and(|t| t.is(&["effect", "impact", "influence", "role"])) {
            out[at + 1].put("no");
            return Some(joined(out));
        }
        if out.len() > at + 2 && out[at + 1].bare == "only" {
            return None;
        }
        let helper = match word.as_str() {
            "has" => "does not have",
            "have" => "do not have",
            _ => "did not have",
        };
        out[at].put(helper);
        any_for_no(out, at);
        return Some(joined(out));
    }
    let negated = if word == "can" { "cannot".to_owned() } else { format!("{} not", out[at].bare) };
    out[at].put(&negated);
    any_for_no(out, at);
    Some(joined(out))
}

/// “some” in the scope of a negation reads “any”.
fn any_for_no(out: &mut [Token], at: usize) {
    if let Some(token) = out.get_mut(at + 1).filter(|t| t.bare == "some") {
        token.put("any");
    }
}

/// Whether “have” is the perfect's auxiliary: a participle follows.
fn perfect(tokens: &[Token], at: usize) -> bool {
    let participle = |t: &Token| {
        t.is(&["been", "had", "shown", "become", "known", "begun", "given", "risen", "fallen", "led", "found"])
            || verbs::read(&t.bare).is_some_and(|v| v.form == Form::Past)
    };
    match tokens.get(at + 1) {
        // “has increased levels” has an attribute, “has increased in” a participle.
        Some(next) if next.bare == "increased" || next.bare == "reduced" => tokens.get(at + 2).is_none_or(|t| {
            t.is(PREPOSITIONS) || t.is(DETERMINERS) || adverb(t) || t.is(&["due", "since", "because", "and", "after"])
        }),
        Some(next) if adverb(next) => tokens.get(at + 2).is_some_and(participle),
        Some(next) => participle(next),
        None => false,
    }
}

/// “does increase” → “increases”, after “not” has been taken out.
fn without_do(out: &mut Vec<Token>, at: usize) -> String {
    let helper = out[at].bare.clone();
    let mut verb_at = at + 1;
    while out.get(verb_at).is_some_and(adverb) {
        verb_at += 1;
    }
    let base = out.get(verb_at).map(|t| t.bare.clone()).unwrap_or_default();
    let form = match helper.as_str() {
        "does" => verbs::third(&base),
        "do" => base.clone(),
        "did" if verbs::read(&base).is_some() || base == "have" => verbs::past(&base),
        _ => return joined(out),
    };
    for i in verb_at + 1..out.len() {
        // “does not cause any” was “any” for the negation's sake alone.
        if out[i].bare == "any" {
            out[i].put("some");
        }
        let second = verbs::read(&out[i].bare).filter(|v| v.form == Form::Base && !v.nounlike);
        if let (true, Some(second)) = (out[i - 1].bare == "or", second) {
            out[i].put(&match helper.as_str() {
                "does" => verbs::third(&second.base),
                "did" => verbs::past(&second.base),
                _ => second.base,
            });
        }
    }
    if let Some(token) = out.get_mut(verb_at) {
        token.put(&form);
        out.remove(at);
    }
    joined(out)
}

fn full_verb(out: &mut Vec<Token>, at: usize, verb: &Verb) -> Option<String> {
    // “fails to V” → “V-s”; “lacks” → “has”.
    if verb.base == "fail" && out.get(at + 1).is_some_and(|t| t.bare == "to") {
        let base = out.get(at + 2)?.bare.clone();
        let form = match verb.form {
            Form::Base => base.clone(),
            Form::Third => verbs::third(&base),
            Form::Past => verbs::past(&base),
        };
        out.get_mut(at + 2)?.put(&form);
        out.drain(at..at + 2);
        return Some(joined(out));
    }
    if verb.base == "lack" {
        let form = match verb.form {
            Form::Base => "have",
            Form::Third => "has",
            Form::Past => "had",
        };
        out[at].put(form);
        return Some(joined(out));
    }
    if out.get(at + 1).is_some_and(Token::is_no) {
        let noun = joined(&out[at + 2..]);
        let singular = out[at + 2..].iter().take(3).all(|t| !t.bare.ends_with('s') || t.bare.ends_with("ss"));
        out[at + 1].put(if singular { article(&noun) } else { "some" });
        return Some(joined(out));
    }
    if !coordinate(out, at, verb.form) {
        return None;
    }
    let helper = match verb.form {
        Form::Base => "do not",
        Form::Third => "does not",
        Form::Past => "did not",
    };
    let mut before = at;
    while before > 1 && adverb(&out[before - 1]) {
        before -= 1;
    }
    out[at].put(&verb.base);
    out[before].text = format!("{helper} {}", out[before].text);
    any_for_no(out, at);
    Some(joined(out))
}

/// Brings the verbs joined to the one at `at` into the scope of its negation:
/// “generates, expands and maintains” → “generate, expand or maintain”. False
/// when a second finding is joined, which the plain frame negates better.
fn coordinate(out: &mut [Token], at: usize, form: Form) -> bool {
    let mut adjacent = true;
    for i in at + 1..out.len() {
        if out[i].is(&["that", "which", "who", "when", "where", "because", "while", "if"]) {
            return true;
        }
        let joint = out[i].bare == "and";
        let verb = verbs::read(&out[i].bare)
            .filter(|v| v.form == form && form != Form::Base && (adjacent || form == Form::Third));
        let after_joint = out[i - 1].bare == "and" || adjacent && out[i - 1].ends_clause();
        match verb {
            Some(verb) if after_joint && adjacent => {
                out[i].put(&verb.base);
                if out[i - 1].bare == "and" {
                    out[i - 1].put("or");
                }
            }
            Some(verb) if after_joint && !verb.nounlike => return false,
            _ => adjacent &= joint,
        }
        if !adjacent
            && i > 0
            && out[i - 1].bare == "and"
            && out[i].is(&["is", "are", "was", "were", "has", "does", "did"])
        {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests;
