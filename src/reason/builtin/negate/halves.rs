//! The two claims that a sentence contrasts (“A fell, but B did not”), each as a sentence by itself.

use crate::{domain::rules::verbs, text::sentence_case};

use super::{
    claim_of,
    clauses::{split_clauses, without_connective},
    finite::{Sure, main_verb},
    negate,
    predicate::begins_finite,
    words::{AUXILIARIES, COPULAS, DETERMINERS, NO_BREAK, PREPOSITIONS, SUBORDINATORS, Token, adverb, joined},
};

/// What a sentence contrasts by.
const JOINTS: [&str; 5] = ["but", "whereas", "yet", "although", "though"];
/// What refers to the subject of the first half.
const PRONOUNS: [&str; 3] = ["it", "they", "these"];
const POSSESSIVES: [&str; 4] = ["his", "her", "its", "their"];

/// Both halves with the subject and the verb that one of them leaves out, each ending in a full stop; `None` where the
/// sentence joins none, or one of them cannot be completed.
pub(crate) fn halves(sentence: &str) -> Option<[String; 2]> {
    let tokens = claim_of(sentence);
    let (first, second) = behind_a_clause(&tokens).or_else(|| joined_by_contrast(&tokens))?;
    let sentence = |clause: &str| {
        let clause = clause.trim_matches([',', ';', ':', ' ']).replace(NO_BREAK, " ");
        format!("{}.", sentence_case(&clause))
    };
    Some([sentence(&first), sentence(&second)])
}

/// “Although A rose, B fell.”
fn behind_a_clause(tokens: &[Token]) -> Option<(String, String)> {
    if !tokens.first()?.is(&["although", "though", "while", "whereas"]) {
        return None;
    }
    let ends = (3..tokens.len().saturating_sub(2)).filter(|at| tokens[*at].ends_clause());
    let end = ends.into_iter().find(|at| {
        has_verb(&tokens[1..=*at]) && main_verb(&tokens[at + 1..], Sure::Quite).is_some_and(|(verb, _)| verb > 0)
    })?;
    let (first, second) = (&tokens[1..=end], &tokens[end + 1..]);
    Some((joined(first), joined(&named(second, first)?)))
}

fn joined_by_contrast(tokens: &[Token]) -> Option<(String, String)> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        depth += bracket_depth(token);
        let next = |words: &[&str]| tokens.get(at + 1).is_some_and(|next| next.is(words));
        let is_inner = next(&["also", "rather"]) || tokens[..at].iter().any(|t| t.bare == "only");
        if depth > 0 || is_inner || at == 0 || at + 1 >= tokens.len() {
            continue;
        }
        // “even though”, “but that B fell”
        let head = &tokens[..at - usize::from(tokens[at - 1].bare == "even")];
        let tail = without_connective(&tokens[at + 1..]);
        let tail = if tail.len() > 3 && tail[0].bare == "that" { &tail[1..] } else { tail };
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
            "but" | "and" if next(&["not"]) => denied(head, &tail[1..]),
            "while" => beside(head, tail, false).or_else(|| contrasted(head, tail)),
            "without" => beside(head, tail, true),
            joint if JOINTS.contains(&joint) => told(head, tail),
            _ => None,
        };
        if made.is_some() {
            return made;
        }
    }
    None
}

/// “A, but not B, fell” and “A fell in men but not in women”.
fn denied(head: &[Token], other: &[Token]) -> Option<(String, String)> {
    let end = other.iter().position(Token::ends_clause);
    if !has_verb(head) {
        let (other, predicate) = other.split_at(end? + 1);
        let second = [other, predicate].concat();
        let plain = [head, predicate].concat();
        has_verb(&plain).then_some(())?;
        return Some((
            joined(&without_last_comma(&plain, head.len())),
            deny(&without_last_comma(&second, other.len()))?,
        ));
    }
    let (other, rest) = other.split_at(end.map_or(other.len(), |end| end + 1));
    // What follows another comma may belong to either, and what is behind another clause to that one.
    let is_plain = rest.is_empty() && split_clauses(head).1.is_none() && !other.first().is_none_or(adverb);
    is_plain.then_some(())?;
    let group = predicate_at(head)?;
    let preposition =
        |is: &dyn Fn(&Token) -> bool| (group.saturating_sub(1)..head.len()).rev().find(|at| is(&head[*at]));
    // “the rate of A but not that of B”
    let other = match other {
        [that, of, ..] if that.is(&["that", "those"]) && of.is(PREPOSITIONS) => &other[1..],
        _ => other,
    };
    let kept = match other.first()? {
        first if first.is(PREPOSITIONS) => preposition(&|t| t.bare == first.bare).unwrap_or(head.len()),
        first if is_participle(first) => verb_of(head)?.0 + 1,
        first if first.is(&POSSESSIVES) => group,
        first => {
            let again = other.get(1).filter(|_| first.is(DETERMINERS));
            let again = again.and_then(|noun| (group..head.len() - 1).find(|at| head[at + 1].bare == noun.bare));
            again.or_else(|| preposition(&|t| t.is(PREPOSITIONS)).map(|at| at + 1)).unwrap_or(group)
        }
    };
    let second = [&without_last_comma(&head[..kept], kept), other].concat();
    Some((joined(head), deny(&second)?))
}

/// “A reduced B while raising C” and “A reduced B without raising C”.
fn beside(head: &[Token], tail: &[Token], denies: bool) -> Option<(String, String)> {
    let (verb, form) = verb_of(head)?;
    let at = tail.iter().position(|t| !adverb(t))?;
    let base = base_of_gerund(&tail[at].bare)?;
    // “…, improving A while lowering B”
    let goes_on = head.windows(2).skip(verb).any(|pair| pair[1].bare.ends_with("ing") && is_set_off(&pair[0]));
    (!goes_on && !has_relative(&head[verb..])).then_some(())?;
    let said = match form?.form {
        verbs::Form::Past => verbs::past(&base),
        verbs::Form::Third => verbs::third(&base),
        verbs::Form::Base => base,
    };
    let second = [&head[..verb], &tail[..at], &[Token::new(&said)], &named_again(&tail[at + 1..], head)].concat();
    Some((joined(head), if denies { deny(&second)? } else { joined(&second) }))
}

/// “A rose while B fell”, but not “A rose while B was in force”.
fn contrasted(head: &[Token], tail: &[Token]) -> Option<(String, String)> {
    let (at, verb) = main_verb(tail, Sure::Quite)?;
    let next = tail.get(at + 1);
    let lasts = next.is_some_and(|t| t.is(PREPOSITIONS) || t.bare.ends_with("ing"));
    if head.last()?.ends_clause() || verb.is_some() || !lasts { told(head, tail) } else { None }
}

/// “A fell, but B rose”, “A fell but had no effect on B”, “A is not X but is Y”, “A fell but B did not”.
fn told(head: &[Token], tail: &[Token]) -> Option<(String, String)> {
    let (verb, form) = verb_of(head)?;
    let subject = &head[..verb];
    let (last, before) = tail.split_last()?;
    // “… but B did not”, “… but B did”
    let denies = last.bare == "not";
    let short = if denies { before.split_last() } else { Some((last, before)) };
    let is_denied = head[verb..].iter().take(3).any(|t| t.bare == "not");
    let of_head =
        |second: &[Token], denies: bool| if is_denied == denies { Some(joined(second)) } else { deny(second) };
    if let Some((auxiliary, other)) = short
        && auxiliary.is(AUXILIARIES)
        && !other.is_empty()
    {
        let mut second = [other, &head[verb..]].concat();
        if auxiliary.is(COPULAS) && head[verb].is(COPULAS) {
            second[other.len()].put(&auxiliary.bare);
        }
        return Some((joined(head), of_head(&second, denies)?));
    }
    // “A did not fall in men but did in women”
    let denies = tail.get(1).is_some_and(|t| t.bare == "not");
    if tail[0].is(&["did", "do", "does"])
        && let Some(place) =
            tail.get(1 + usize::from(denies)..).filter(|p| p.first().is_some_and(|t| t.is(PREPOSITIONS)))
    {
        let same = (verb + 1..head.len()).rev().find(|at| head[*at].bare == place[0].bare);
        let second = [&head[..same.unwrap_or(head.len())], place].concat();
        return Some((joined(head), of_head(&second, denies)?));
    }
    // “A raised B but lowered C”
    let goes_on = is_participle(&tail[0]) && form.is_some_and(|verb| verb.form == verbs::Form::Past);
    if goes_on || begins_finite(tail) {
        // “… in areas that are dense but are not poor”
        (!has_relative(&head[verb..])).then_some(())?;
        let auxiliary = tail.iter().position(|t| !adverb(t))?;
        let mut second = [subject, &named_again(tail, head)].concat();
        // “A is not predictive of B but is of C”
        if tail[auxiliary].is(COPULAS)
            && let Some(next) = tail.get(auxiliary + 1).filter(|next| next.is(PREPOSITIONS))
        {
            let same = (verb + 1..head.len()).find(|at| head[*at].bare == next.bare)?;
            let meant: Vec<Token> = head[verb + 1..same].iter().filter(|t| t.bare != "not").cloned().collect();
            let at = subject.len() + auxiliary + 1;
            second.splice(at..at, meant);
        }
        return Some((joined(head), joined(&second)));
    }
    let (at, _) = main_verb(tail, Sure::Quite)?;
    (at > 0).then(|| Some((joined(head), joined(&named(tail, head)?))))?
}

/// A clause with the subject of the other where it only refers to it.
fn named(clause: &[Token], other: &[Token]) -> Option<Vec<Token>> {
    let first = clause.first()?;
    if first.is(&PRONOUNS) && verb_of(clause)?.0 == 1 {
        let subject = &other[..verb_of(other)?.0];
        return (!subject.is_empty()).then(|| [subject, &clause[1..]].concat());
    }
    Some(clause.to_vec())
}

/// What follows a verb, with the thing of the other half that “that of B” only refers to.
fn named_again(tokens: &[Token], other: &[Token]) -> Vec<Token> {
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
    bases.into_iter().find(|base| verbs::read(base).is_some_and(|verb| verb.form == verbs::Form::Base))
}

fn deny(tokens: &[Token]) -> Option<String> {
    let tokens = match tokens.split_last() {
        Some((last, head)) if last.ends_clause() => {
            [head, &[Token::new(last.text.trim_end_matches([',', ';']))]].concat()
        }
        _ => tokens.to_vec(),
    };
    negate(&tokens, false)
}

/// Without the comma behind the first `count`.
fn without_last_comma(tokens: &[Token], count: usize) -> Vec<Token> {
    let mut out = tokens.to_vec();
    if let Some(last) = count.checked_sub(1).and_then(|at| out.get_mut(at)) {
        last.text = last.text.trim_end_matches(',').to_owned();
    }
    out
}

fn is_participle(token: &Token) -> bool {
    verbs::read(&token.bare).is_some_and(|verb| verb.form == verbs::Form::Past)
}

fn bracket_depth(token: &Token) -> i32 {
    let count = |marks: [char; 2]| i32::try_from(token.text.matches(marks).count()).unwrap_or(0);
    count(['(', '[']) - count([')', ']'])
}

fn has_verb(tokens: &[Token]) -> bool {
    verb_of(tokens).is_some()
}

fn has_relative(tokens: &[Token]) -> bool {
    tokens.iter().any(|t| t.is(&["that", "which", "who", "whose", "where"]))
}

fn is_set_off(token: &Token) -> bool {
    token.ends_clause() || token.text.chars().all(|c| !c.is_alphanumeric())
}

/// The main verb behind a subject; `None` where it only leads up to a claim.
fn verb_of(tokens: &[Token]) -> Option<(usize, Option<verbs::Verb>)> {
    (!tokens.first()?.is(SUBORDINATORS)).then_some(())?;
    let found = [Sure::Quite, Sure::Rather].into_iter().find_map(|sure| main_verb(tokens, sure));
    const LEADING: [&str; 6] = ["indicate", "indicated", "indicates", "suggest", "suggested", "suggests"];
    found.filter(|(at, _)| *at > 0 && !tokens[*at].is(&LEADING))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A claim of two halves would be judged by one of them, and a split would leave the other without its subject.
    #[test]
    fn both_halves_are_sentences_of_their_own() {
        for (sentence, first, second) in [
            (
                "Our results indicate that responses to dilemmas are not predictive of behavior, but they are predictive of affective aspects of the decision.",
                "Responses to dilemmas are not predictive of behavior.",
                "Responses to dilemmas are predictive of affective aspects of the decision.",
            ),
            (
                "Hypothetical choices are not predictive of real ones but are of what people feel.",
                "Hypothetical choices are not predictive of real ones.",
                "Hypothetical choices are predictive of what people feel.",
            ),
            (
                "The drug lowered pain but did not improve sleep.",
                "The drug lowered pain.",
                "The drug did not improve sleep.",
            ),
            (
                "Yields rose under irrigation, while protein content fell.",
                "Yields rose under irrigation.",
                "Protein content fell.",
            ),
            (
                "Exercise, but not diet, improved insulin sensitivity.",
                "Exercise improved insulin sensitivity.",
                "Diet did not improve insulin sensitivity.",
            ),
            (
                "The intervention showed an effect at 2 months but not at 6 months.",
                "The intervention showed an effect at 2 months.",
                "The intervention did not show an effect at 6 months.",
            ),
            (
                "Although sodium intake fell, blood pressure did not change.",
                "Sodium intake fell.",
                "Blood pressure did not change.",
            ),
            (
                "The vaccine did not reduce infections in adults but did in children.",
                "The vaccine did not reduce infections in adults.",
                "The vaccine reduced infections in children.",
            ),
            ("Boys improved, but girls did not.", "Boys improved.", "Girls did not improve."),
            (
                "The fibre raised the strength of the mortar while lowering that of the joint.",
                "The fibre raised the strength of the mortar.",
                "The fibre lowered the strength of the joint.",
            ),
            (
                "Burning reduces shrub cover without affecting the birds.",
                "Burning reduces shrub cover.",
                "Burning does not affect the birds.",
            ),
            (
                "Warming accelerated growth yet shortened life.",
                "Warming accelerated growth.",
                "Warming shortened life.",
            ),
            (
                "Prophylaxis lowers the rate of wound infection but not that of endometritis.",
                "Prophylaxis lowers the rate of wound infection.",
                "Prophylaxis does not lower the rate of endometritis.",
            ),
            (
                "The mutation increased kcat but not Km.",
                "The mutation increased kcat.",
                "The mutation did not increase Km.",
            ),
        ] {
            assert_eq!(halves(sentence), Some([first.to_owned(), second.to_owned()]), "{sentence}");
        }
    }

    /// A claim of one piece would be taken apart.
    #[test]
    fn a_sentence_of_one_claim_has_no_halves() {
        for sentence in [
            "The drug is not only safe but also effective.",
            "All but one of the patients survived.",
            "Rates rose while the ban was in force.",
            "Patients improved while they were taking the drug.",
            "The effect is not additive but synergistic.",
            "Aspirin lowers the risk of stroke.",
            "But for the ban, rates would have risen.",
        ] {
            assert_eq!(halves(sentence), None, "{sentence}");
        }
    }
}
