//! The two claims that a sentence contrasts (“A fell, but B did not”), each as a sentence by itself.

use crate::{
    domain::rules::verbs::{self, Form},
    text::{sentence_case, sentences},
};

use super::{
    claim_of,
    clauses::{split_clauses, without_connective},
    finite::{Sure, main_verb},
    negate,
    nouns::pronoun,
    predicate::begins_finite,
    words::{
        AUXILIARIES, COPULAS, DETERMINERS, NO_BREAK, PREPOSITIONS, SUBORDINATORS, Token, adverb, is_number, joined,
    },
};

/// What a sentence contrasts by.
const JOINTS: [&str; 5] = ["but", "whereas", "yet", "although", "though"];
/// What refers to the subject of the first half.
const PRONOUNS: [&str; 3] = ["it", "they", "these"];
const POSSESSIVES: [&str; 4] = ["his", "her", "its", "their"];
/// Words by which a half denies its claim without “not”, so that the other one cannot take its verb over.
const HIDDEN_DENIALS: [&str; 11] =
    ["cannot", "fail", "failed", "fails", "few", "lacked", "lacks", "little", "never", "no", "without"];
/// Those of whom a half without a verb says no more than how many there are.
const QUANTIFIERS: [&str; 7] = ["all", "few", "many", "most", "none", "others", "some"];
/// What is done beside something else, and not only during it: “reduced pain while raising mortality”.
#[rustfmt::skip]
const EFFECTS: [&str; 33] = [
    "affect", "alter", "avoid", "cause", "change", "decrease", "degrade", "enhance", "exhibit", "impair", "improve", "increase",
    "inhibit", "keep", "leave", "limit", "lower", "maintain", "offer", "preserve", "prevent", "promote", "raise", "reduce", "retain",
    "show", "slow", "spare", "stimulate", "strengthen", "suppress", "weaken", "worsen",
];
/// States in which something goes on: “while the ban remained in force”.
const STATES: [&str; 5] = ["continue", "live", "receive", "remain", "stay"];

/// Both halves with the subject and the verb that one of them leaves out, each ending in a full stop; `None` where the
/// sentence joins none, or one of them cannot be completed.
pub(crate) fn halves(sentence: &str) -> Option<[String; 2]> {
    if sentences(sentence).len() > 1 || sentence.trim_end().ends_with('?') {
        return None;
    }
    let tokens = claim_of(sentence);
    let made = split_neither(&tokens).or_else(|| split_leading_clause(&tokens)).or_else(|| split_at_joint(&tokens));
    let (first, second) = made?;
    // “Grazing helped plants in wet soil but harmed them in dry soil”: it is said only in the first what is meant.
    let refers = |word: &str| ["it", "them", "both"].contains(&word.trim_end_matches(['.', ',', ';']));
    if second.split(' ').any(refers) || second.to_lowercase().starts_with("the same ") {
        return None;
    }
    let finish = |clause: &str| {
        let clause = clause.trim_matches([',', ';', ':', '.', ' ']).replace(NO_BREAK, " ");
        format!("{}.", sentence_case(&clause))
    };
    Some([finish(&first), finish(&second)])
}

/// “A neither raised B nor lowered C” and “neither A nor B raised C”.
fn split_neither(tokens: &[Token]) -> Option<(String, String)> {
    let neither = tokens.iter().position(|t| t.bare == "neither")?;
    let nor = (neither + 2..tokens.len().saturating_sub(1)).find(|at| tokens[*at].bare == "nor")?;
    let (subject, first, second) = (&tokens[..neither], &tokens[neither + 1..nor], &tokens[nor + 1..]);
    if subject.is_empty() {
        let (verb, _) = verb_of(second)?;
        let predicate = &second[verb..];
        return Some((deny(&[first, predicate].concat())?, deny(second)?));
    }
    let is_finite = |clause: &[Token]| verbs::read(&clause[0].bare).is_some_and(|verb| verb.form != Form::Base);
    if !is_finite(first) || !is_finite(second) {
        return None;
    }
    Some((deny(&[subject, first].concat())?, deny(&[subject, second].concat())?))
}

/// “Although A rose, B fell.”
fn split_leading_clause(tokens: &[Token]) -> Option<(String, String)> {
    let first = tokens.first()?;
    if !first.is(&["although", "though", "while", "whereas"]) {
        return None;
    }
    // The last comma that leaves a subject and a verb: “although pain, nausea, and fever fell, mortality rose”.
    let is_whole = |clause: &[Token]| {
        !clause[0].is(&["and", "or", "which", "who"])
            && main_verb(clause, Sure::Quite).is_some_and(|(verb, _)| verb > 0)
    };
    let ends = (2..tokens.len().saturating_sub(2)).rev().filter(|at| tokens[*at].ends_clause());
    let end = ends.into_iter().find(|at| has_verb(&tokens[1..=*at]) && is_whole(&tokens[at + 1..]))?;
    let (leading, main) = (&tokens[1..=end], &tokens[end + 1..]);
    let is_time = first.bare == "while" && lasts(leading);
    let is_reference = leading[0].is(&PRONOUNS) || leading[0].is(&["this", "that"]);
    if is_time || is_reference { None } else { complete(leading, main) }
}

/// “A rose, but B fell.”
fn split_at_joint(tokens: &[Token]) -> Option<(String, String)> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        depth += count(token, ['(', '[']) - count(token, [')', ']']);
        let next = |words: &[&str]| tokens.get(at + 1).is_some_and(|next| next.is(words));
        let is_inner = next(&["also", "rather"]) || tokens[..at].iter().any(|t| t.bare == "only");
        if depth > 0 || is_inner || at == 0 || at + 1 >= tokens.len() {
            continue;
        }
        // “even though”
        let head = &tokens[..at - usize::from(tokens[at - 1].bare == "even")];
        let tail = without_connective(&tokens[at + 1..]);
        // “suggests that A fell but that B rose”
        let is_conjunction = tail.len() > 3 && tail[0].bare == "that" && !tail[1].is(PREPOSITIONS);
        let tail = if is_conjunction { &tail[1..] } else { tail };
        // “slowly but surely”; and what lies before a colon or refers to the whole of it is no half.
        let is_pair = head.last().is_none_or(adverb) && adverb(&tail[0]);
        let is_whole = |t: &Token| {
            t.is(&["this", "which"])
                || t.bare == "it" && tail[1..].iter().take(5).any(|t| t.is(&["that", "case", "true"]))
        };
        if is_pair || is_whole(&tail[0]) || head.iter().any(|t| t.text.ends_with(':')) {
            continue;
        }
        let made = match token.bare.as_str() {
            "but" | "and" if next(&["not"]) => {
                split_denial(head, &tail[1..]).and_then(|(first, second)| Some((joined(&first), deny(&second)?)))
            }
            "while" => split_gerund(head, tail, false).or_else(|| {
                let is_time = !head.last()?.ends_clause() && lasts(tail);
                if is_time { None } else { complete(head, tail) }
            }),
            "without" => split_gerund(head, tail, true),
            joint if JOINTS.contains(&joint) => complete(head, tail),
            _ => None,
        };
        if made.is_some() {
            return made;
        }
    }
    None
}

/// The opposite of “A fell in men but not in women”: “A did not fall in men, or it fell in women”.
pub(super) fn deny_contrast(tokens: &[Token]) -> Option<String> {
    let but =
        (1..tokens.len().saturating_sub(2)).find(|at| tokens[*at].bare == "but" && tokens[at + 1].bare == "not")?;
    let head = &tokens[..but];
    let other = &tokens[but + 2..];
    let is_open =
        tokens[..=but].iter().any(|t| t.is(&["not", "only"]) || t.text.contains(['(', '[']) || t.text.ends_with(':'));
    let goes_on = other.iter().any(|t| t.is(&JOINTS) || t.is(&["neither", "nor", "while"]))
        || head.windows(2).any(|two| two[0].ends_clause() && two[1].bare.ends_with("ing"));
    // “By vesicles secreted by A, but not by those of B”, “evident for A for B, but not for C”
    let predicate = &head[verb_of(head).map_or(0, |(verb, _)| verb)..];
    let is_either = other[0].is(PREPOSITIONS)
        && (other.get(1).is_some_and(|next| next.is(&["that", "those"]))
            || predicate.iter().filter(|t| t.bare == other[0].bare).count() > 1);
    (!is_open && !goes_on && !is_either && split_clauses(head).1.is_none()).then_some(())?;
    let (first, mut second) = split_denial(head, other)?;
    let (verb, form) = verb_of(&second)?;
    let denied = deny(&first)?;
    if joined(&first[..verb.min(first.len())]) == joined(&second[..verb]) {
        let subject = pronoun(&second, verb, form.as_ref())?;
        second.splice(..verb, [Token::new(subject)]);
    }
    Some(format!("{denied}, or {}", joined(&second)))
}

/// “A, but not B, fell” and “A fell in men but not in women”: the first half, and what the second denies.
fn split_denial(head: &[Token], other: &[Token]) -> Option<(Vec<Token>, Vec<Token>)> {
    let end = other.iter().position(Token::ends_clause);
    if !has_verb(head) {
        let (other, predicate) = other.split_at(end? + 1);
        let plain = [head, predicate].concat();
        has_verb(&plain).then_some(())?;
        // “The risk of A, but not of B, fell”, “in men, but not women, A fell”
        let same = head.iter().position(|t| t.bare == other[0].bare && t.is(PREPOSITIONS));
        let shared = match head.first() {
            Some(first) if first.is(PREPOSITIONS) && !other[0].is(PREPOSITIONS) => &head[..1],
            _ => &head[..same.unwrap_or(0)],
        };
        let second = [shared, other, predicate].concat();
        let second = without_comma_at(&second, shared.len() + other.len());
        return Some((without_comma_at(&plain, head.len()), second));
    }
    let (other, rest) = other.split_at(end.map_or(other.len(), |end| end + 1));
    // What follows another comma may belong to either, and what is behind another clause to that one.
    let opens = other.first()?;
    let is_plain = rest.is_empty()
        && split_clauses(head).1.is_none()
        && !adverb(opens)
        && !opens.is(SUBORDINATORS)
        && !opens.is(&["above", "all", "as", "below", "every", "if", "inside", "outside", "when"])
        && !head.last()?.is(PREPOSITIONS)
        && main_verb(other, Sure::Quite).is_none();
    is_plain.then_some(())?;
    let group = predicate_at(head)?;
    // “the rate of A but not that of B”
    let other = match other {
        [that, of, ..] if that.is(&["that", "those"]) && of.is(PREPOSITIONS) => &other[1..],
        _ => other,
    };
    let preposition =
        |is: &dyn Fn(&Token) -> bool| (group.saturating_sub(1)..head.len()).rev().find(|at| is(&head[*at]));
    let kept = match other.first()? {
        first if first.is(PREPOSITIONS) => preposition(&|t| t.bare == first.bare).unwrap_or(head.len()),
        first if is_participle(first) => verb_of(head)?.0 + 1,
        first if first.is(&POSSESSIVES) => group,
        first => {
            let again = other.get(1).filter(|_| first.is(DETERMINERS));
            let again = again.and_then(|noun| (group..head.len() - 1).find(|at| head[at + 1].bare == noun.bare));
            // “Reduced admissions by 30 % but not deaths” names an amount between the two.
            let is_amount = |at: usize| {
                head[at].bare == "by" && head.get(at + 1).is_some_and(|t| is_number(&t.bare) || t.bare == "half")
            };
            let last =
                (group.saturating_sub(1)..head.len()).rev().find(|at| head[*at].is(PREPOSITIONS) && !is_amount(*at));
            // “Reduced fear of spiders but not disgust” may deny either.
            let is_open = last.is_some_and(|at| at > group);
            if again.is_none() && is_open {
                return None;
            }
            again.or(last.map(|at| at + 1)).unwrap_or(group)
        }
    };
    let second = [&without_comma_at(&head[..kept], kept), other].concat();
    Some((head.to_vec(), second))
}

/// “A reduced B while raising C” and “A reduced B without raising C”.
fn split_gerund(head: &[Token], tail: &[Token], denies: bool) -> Option<(String, String)> {
    let (verb, form) = verb_of(head)?;
    let at = tail.iter().position(|t| !adverb(t))?;
    let base = base_of_gerund(&tail[at].bare).filter(|base| denies || EFFECTS.contains(&base.as_str()))?;
    // “…, improving A while lowering B”
    let goes_on = head.windows(2).skip(verb).any(|pair| pair[1].bare.ends_with("ing") && is_set_off(&pair[0]));
    (!goes_on && !has_relative(&head[verb..])).then_some(())?;
    let finite = match form?.form {
        Form::Past => verbs::past(&base),
        Form::Third => verbs::third(&base),
        Form::Base => base,
    };
    let second = [&head[..verb], &tail[..at], &[Token::new(&finite)], &resolve_that(&tail[at + 1..], head)].concat();
    Some((joined(head), if denies { deny(&second)? } else { joined(&second) }))
}

/// “A fell, but B rose”, “A fell but had no effect on B”, “A is not X but is Y”, “A fell but B did not”.
fn complete(head: &[Token], tail: &[Token]) -> Option<(String, String)> {
    let (verb, form) = verb_of(head)?;
    let subject = &head[..verb];
    // “Patients with A, who had been ill, …” has its subject before the clause.
    if subject.last()?.is(&["who", "which", "that"]) {
        return None;
    }
    let is_denied = head[verb..].iter().take(3).any(|t| t.bare == "not");
    let is_hidden = subject.iter().chain(&head[verb..]).any(|t| t.is(&HIDDEN_DENIALS));
    let of_head = |second: &[Token], denies: bool| match is_hidden {
        true => None,
        false if is_denied == denies => Some(joined(second)),
        false => deny(second),
    };
    // “… but B did not”, “… but B cannot”, “… but B did”
    let short = match tail {
        [other @ .., auxiliary, not] if not.bare == "not" && auxiliary.is(AUXILIARIES) => {
            Some((other, auxiliary, true))
        }
        [other @ .., cannot] if cannot.bare == "cannot" => Some((other, cannot, true)),
        [other @ .., auxiliary] if auxiliary.is(AUXILIARIES) => Some((other, auxiliary, false)),
        _ => None,
    };
    if let Some((other, auxiliary, denies)) = short.filter(|(other, ..)| !other.is_empty()) {
        if other[0].is(&QUANTIFIERS) {
            return None;
        }
        let mut second = [other, &head[verb..]].concat();
        if auxiliary.is(COPULAS) && head[verb].is(COPULAS) {
            second[other.len()].put(&auxiliary.bare);
        }
        return Some((joined(head), of_head(&second, denies)?));
    }
    // “A did not fall in men but did in women”
    let denies = tail.get(1).is_some_and(|t| t.bare == "not");
    let behind = tail.get(1 + usize::from(denies)..).unwrap_or_default();
    if tail[0].is(&["did", "do", "does"]) && behind.first().is_some_and(|t| t.is(PREPOSITIONS)) {
        let same = (verb + 1..head.len()).rev().find(|at| head[*at].bare == behind[0].bare);
        let second = [&head[..same.unwrap_or(head.len())], behind].concat();
        return Some((joined(head), of_head(&second, denies)?));
    }
    // “A raised B but lowered C”
    let goes_on = is_participle(&tail[0]) && form.is_some_and(|verb| verb.form == Form::Past);
    if goes_on || begins_finite(tail) {
        // “… in areas that are dense but are not poor”
        (!has_relative(&head[verb..])).then_some(())?;
        let auxiliary = tail.iter().position(|t| !adverb(t))?;
        let mut second = [subject, &resolve_that(tail, head)].concat();
        // “A is not predictive of B but is of C”, “A fell in boys but was not in girls”
        let at = auxiliary + 1 + usize::from(tail.get(auxiliary + 1).is_some_and(|t| t.bare == "not"));
        if tail[auxiliary].is(COPULAS)
            && let Some(next) = tail.get(at).filter(|next| next.is(PREPOSITIONS))
        {
            let same = (verb + 1..head.len()).find(|at| head[*at].bare == next.bare)?;
            let meant: Vec<Token> = head[verb + 1..same].iter().filter(|t| t.bare != "not").cloned().collect();
            let place = subject.len() + at;
            second.splice(place..place, meant);
        }
        return Some((joined(head), joined(&second)));
    }
    let tail = match tail {
        // “The rate of A fell, whereas that of B rose”
        [that, of, rest @ ..] if that.is(&["that", "those"]) && of.is(PREPOSITIONS) => {
            let same = subject.iter().position(|t| t.bare == of.bare)?;
            [&subject[..=same], rest].concat()
        }
        _ => resolve_pronoun(tail, head)?,
    };
    let (at, _) = main_verb(&tail, Sure::Quite)?;
    if at > 0 { Some((joined(head), joined(&tail))) } else { None }
}

/// A clause with the subject of the other where it only refers to it.
fn resolve_pronoun(clause: &[Token], other: &[Token]) -> Option<Vec<Token>> {
    let first = clause.first()?;
    if first.is(&PRONOUNS) && verb_of(clause)?.0 == 1 {
        let subject = &other[..verb_of(other)?.0];
        return (!subject.is_empty()).then(|| [subject, &clause[1..]].concat());
    }
    Some(clause.to_vec())
}

/// What follows a verb, with the thing of the other half that “that of B” only refers to.
fn resolve_that(tokens: &[Token], other: &[Token]) -> Vec<Token> {
    let mut out = tokens.to_vec();
    let refers = |pair: &[Token]| pair[0].is(&["that", "those"]) && pair[1].is(PREPOSITIONS);
    let thing = tokens.windows(2).position(refers).and_then(|at| {
        let from = predicate_at(other)?;
        let to = (from..other.len()).find(|i| other[*i].bare == tokens[at + 1].bare)?;
        Some((at, other[from..to].to_vec()))
    });
    if let Some((at, thing)) = thing {
        out.splice(at..=at, thing);
    }
    out
}

/// Whether a clause behind “while” says for how long: “the ban was in force”, “patients were sleeping”.
fn lasts(clause: &[Token]) -> bool {
    main_verb(clause, Sure::Quite).is_some_and(|(at, verb)| {
        if verb.as_ref().is_some_and(|verb| verb.base == "last") {
            return true;
        }
        let next = clause.get(at + 1);
        let is_state = next.is_some_and(|t| t.is(PREPOSITIONS) || t.bare.ends_with("ing"));
        is_state && verb.is_none_or(|verb| STATES.contains(&verb.base.as_str()))
    })
}

/// Where what the main verb says begins, behind adverbs and participles.
fn predicate_at(tokens: &[Token]) -> Option<usize> {
    let (verb, _) = verb_of(tokens)?;
    Some(verb + 1 + tokens[verb + 1..].iter().take_while(|t| adverb(t) || is_participle(t)).count())
}

/// “reducing” → “reduce”.
fn base_of_gerund(word: &str) -> Option<String> {
    let stem = word.strip_suffix("ing")?;
    let single = stem.char_indices().last().map_or("", |(at, _)| &stem[..at]);
    let bases = [stem.to_owned(), format!("{stem}e"), single.to_owned()];
    bases.into_iter().find(|base| verbs::read(base).is_some_and(|verb| verb.form == Form::Base))
}

fn deny(tokens: &[Token]) -> Option<String> {
    negate(&without_comma_at(tokens, tokens.len()), false)
}

/// Without the comma behind the first `count`.
fn without_comma_at(tokens: &[Token], count: usize) -> Vec<Token> {
    let mut out = tokens.to_vec();
    if let Some(last) = count.checked_sub(1).and_then(|at| out.get_mut(at)) {
        last.text = last.text.trim_end_matches([',', ';']).to_owned();
    }
    out
}

fn is_participle(token: &Token) -> bool {
    verbs::read(&token.bare).is_some_and(|verb| verb.form == Form::Past)
}

fn count(token: &Token, marks: [char; 2]) -> i32 {
    i32::try_from(token.text.matches(marks).count()).unwrap_or(0)
}

fn has_relative(tokens: &[Token]) -> bool {
    tokens.iter().any(|t| t.is(&["that", "which", "who", "whose", "where"]))
}

fn is_set_off(token: &Token) -> bool {
    token.ends_clause() || token.text.chars().all(|c| !c.is_alphanumeric())
}

fn has_verb(tokens: &[Token]) -> bool {
    verb_of(tokens).is_some()
}

/// The main verb behind a subject; `None` where it only leads up to a claim.
fn verb_of(tokens: &[Token]) -> Option<(usize, Option<verbs::Verb>)> {
    (!tokens.first()?.is(SUBORDINATORS)).then_some(())?;
    let found = [Sure::Quite, Sure::Rather].into_iter().find_map(|sure| main_verb(tokens, sure));
    const LEADING: [&str; 6] = ["indicate", "indicated", "indicates", "suggest", "suggested", "suggests"];
    found.filter(|(at, _)| *at > 0 && !tokens[*at].is(&LEADING))
}

#[cfg(test)]
mod tests;
