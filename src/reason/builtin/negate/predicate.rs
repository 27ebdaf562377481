//! Negating the finite verb of a clause and those joined to it.

use crate::domain::rules::verbs::{self, Form, Verb};

use super::{
    auxiliary::{affirm_no, auxiliary, inside_negation},
    compare::flip_comparative,
    finite::{Sure, main_verb},
    last_resort,
    nouns::{noun_here, plural, pronoun, subject_plural},
    words::{AUXILIARIES, COPULAS, DETERMINERS, PREPOSITIONS, Token, adverb, joined},
};

/// The clause with its main verb negated, or freed of a negation.
pub(super) fn negate(tokens: &[Token], least: Sure) -> Option<String> {
    let tokens = &without_contrast(&join_not_only(tokens));
    if let Some(affirmed) = affirm_neither(tokens) {
        return Some(affirmed);
    }
    let found = |sure| main_verb(tokens, sure);
    let mut sures = [Sure::Quite, Sure::Rather, Sure::Hardly].into_iter().filter(|s| *s <= least);
    let (at, verb) = sures.find_map(found)?;
    let mut out = tokens.to_vec();
    drop_contrast(&mut out, at);
    // “The advantage is that A does B.”
    if verb.is_none() && out[at].is(COPULAS) && out.get(at + 1).is_some_and(|t| t.bare == "that") {
        let claim = negate(&out[at + 2..], least)?;
        return Some(format!("{} {claim}", joined(&out[..at + 2])));
    }
    if verb.is_none()
        && let Some(text) = flip_comparative(&out, at)
    {
        return Some(text);
    }
    // From the last to the first, so that places stay what they are.
    let main = verb.as_ref();
    let joined_to = joined_verbs(&out, at, main);
    if has_unread_item(&out, at, &joined_to) {
        return Some(last_resort(tokens));
    }
    for (second, verb) in joined_to.into_iter().rev() {
        if second > 1 && out[second - 1].bare == "rather" && out[second - 2].bare == "but" {
            out[second - 1].text = String::new();
        }
        let was_negative = out.get(second + 1).is_some_and(|t| t.bare == "not");
        // “can lead to A and may cause B” is denied twice in one way.
        if out[second].is(&["may", "might"]) && !was_negative && !out[at].is(&["may", "might"]) {
            out[second].put("cannot");
        } else {
            flip(&mut out, second, verb.as_ref(), None)?;
        }
        // Both are denied where one of them is false.
        if let Some(joint) = (1..second).rev().find(|i| !adverb(&out[*i]) && !out[*i].text.is_empty())
            && out[joint].is(&["and", "but"])
        {
            let denies =
                |at: usize| out.iter().skip(at).take(2).any(|t| t.text.split(' ').any(|w| DENIALS.contains(&w)));
            // “Did not reduce A, or it raised B”: without the subject, the denial might reach as far as the second verb.
            // A second auxiliary shows the number of the subject, a past form does not.
            let (from, form) = if out[second].is(AUXILIARIES) { (second, None) } else { (at, main) };
            let subject = pronoun(&[&out[..at], &out[from..]].concat(), at, form)
                .filter(|_| !denies(at) && !denies(joint + 1) && !denies(second));
            out[joint].put(&subject.map_or("or".to_owned(), |subject| format!("or {subject}")));
            if subject.is_some() && !out[joint - 1].ends_clause() {
                out[joint - 1].text.push(',');
            }
        }
    }
    // “is reduced in A but increased in B”
    if verb.is_none() && out[at].is(COPULAS) && out.get(at + 1).is_none_or(|t| t.bare != "not") {
        let shared = (at + 2..out.len().saturating_sub(1))
            .find(|i| out[*i].bare == "but" && verbs::read(&out[i + 1].bare).is_some_and(|v| v.form == Form::Past));
        if let Some(but) = shared {
            out[but].put("or not");
        }
    }
    let plural = subject_plural(&tokens[..at]);
    flip(&mut out, at, verb.as_ref(), plural)?;
    out.retain(|t| !t.text.is_empty());
    Some(joined(&out))
}

/// “A neither arrested nor died” → “A arrested or died”; “A reduced neither B nor C” → “A reduced B or C”.
fn affirm_neither(tokens: &[Token]) -> Option<String> {
    let neither = (1..tokens.len()).find(|i| tokens[*i].bare == "neither")?;
    let nor = (neither + 2..tokens.len()).find(|i| tokens[*i].bare == "nor")?;
    let verb = |i: usize| tokens.get(i).and_then(|t| verbs::read(&t.bare)).filter(|v| v.form != Form::Base);
    let is_object = || verb(neither - 1).is_some_and(|v| !v.nounlike) && verb(neither + 1).is_none();
    let joins_verbs = verb(neither + 1).is_some() && verb(nor + 1).is_some();
    if !joins_verbs && !is_object() || tokens[..neither].iter().any(|t| t.is(AUXILIARIES)) {
        return None;
    }
    let mut out = tokens.to_vec();
    out[nor].put("or");
    out.remove(neither);
    Some(joined(&out))
}

/// Words that deny the verb beside them.
const DENIALS: [&str; 5] = ["cannot", "neither", "never", "no", "not"];

/// Takes out “, but not B”, which a negation cannot carry.
fn drop_contrast(out: &mut Vec<Token>, at: usize) {
    // “is not restricted to A but also found in B”: free of the first “not”, the rest says nothing new.
    if out.get(at + 1).is_some_and(|t| t.bare == "not")
        && out[at..].iter().any(|t| t.bare == "only")
        && let Some(but) = (at + 2..out.len()).find(|i| out[*i].bare == "but")
    {
        out.truncate(but);
    }
    // “shows that A is B, but also that C is D”: the opposite of the first claim says nothing of the second.
    let next = |at: usize, word: &str| out.get(at).is_some_and(|t| t.bare == word);
    let claims = |but: usize| next(but + 1, "that") || next(but + 1, "also") && next(but + 2, "that");
    if let Some(but) = (at + 2..out.len()).find(|i| out[*i].bare == "but" && claims(*i)) {
        out.truncate(but);
        let last = out[but - 1].text.trim_end_matches(',').to_owned();
        out[but - 1].text = last;
    }
    let contrast = |i: usize| out[i].bare == "but" && out.get(i + 1).is_some_and(|t| t.bare == "not");
    if let Some(but) = (at + 1..out.len()).find(|i| contrast(*i)) {
        let clause = &out[but + 2..];
        let ends = clause.iter().position(Token::ends_clause).map_or(out.len(), |p| but + 3 + p);
        if main_verb(clause, Sure::Quite).is_none() {
            let mark = out[ends - 1].text.ends_with(',') && ends < out.len() && !out[but - 1].text.ends_with(',');
            out.drain(but..ends);
            let last = out[but - 1].text.trim_end_matches(',').to_owned();
            out[but - 1].text = if mark { format!("{last},") } else { last };
        }
    }
}

/// “A, not B, is C” → “A is C”.
fn without_contrast(tokens: &[Token]) -> Vec<Token> {
    let mut out = tokens.to_vec();
    let set_off = |i: &usize| {
        let but = *i > 1 && out[i - 1].bare == "but";
        out[*i].bare == "not" && out[i - 1 - usize::from(but)].text.ends_with(',')
    };
    let Some(not) = (1..out.len()).find(set_off) else { return out };
    let start = not - usize::from(out[not - 1].bare == "but");
    let verbless = |end: usize| (not..end).all(|i| !tokens[i].is(AUXILIARIES));
    if let Some(end) = (not + 1..out.len().min(not + 9)).find(|i| out[*i].text.ends_with(','))
        && verbless(end)
        && out.get(end + 1).is_some_and(|t| t.is(AUXILIARIES) || verbs::read(&t.bare).is_some())
    {
        out.drain(start..=end);
        out[start - 1].text = out[start - 1].text.trim_end_matches(',').to_owned();
    }
    out
}

/// “not only A but also B” → “both A and B”.
fn join_not_only(tokens: &[Token]) -> Vec<Token> {
    let mut out = tokens.to_vec();
    let Some(only) = (1..out.len()).find(|i| out[*i].bare == "not" && out.get(i + 1).is_some_and(|t| t.bare == "only"))
    else {
        return out;
    };
    let Some(but) = (only + 2..out.len()).find(|i| out[*i].bare == "but") else { return out };
    for at in [but + 2, but + 1] {
        if out.get(at).is_some_and(|t| t.bare == "also") {
            out.remove(at);
        }
    }
    // “are not only seen in A but also profoundly affect B”: a verb of its own.
    let after = (but + 1..out.len()).find(|i| !adverb(&out[*i])).unwrap_or(but + 1);
    let own = out.get(after).is_some_and(|t| {
        let base = after > but + 1 && out[only - 1].is(&["are", "were", "have"]);
        t.is(AUXILIARIES) || verbs::read(&t.bare).is_some_and(|v| v.form != Form::Base || base && !v.nounlike)
    });
    out[but].put("and");
    if !out[only..but - 1].iter().any(|t| t.text.ends_with(',')) {
        out[but - 1].text = out[but - 1].text.trim_end_matches(',').to_owned();
    }
    if own {
        out.drain(only..only + 2);
    } else {
        out[only].put("both");
        out.remove(only + 1);
    }
    out
}

/// The finite verbs joined to the one at `at`: “reduces A and increases B”.
fn joined_verbs(out: &[Token], at: usize, main: Option<&Verb>) -> Vec<(usize, Option<Verb>)> {
    let mut found = Vec::new();
    let attribute = |i: usize| {
        out.get(i)
            .is_some_and(|t| verbs::read(&t.bare).is_some_and(|v| v.form == Form::Past) || t.bare.ends_with("ing"))
    };
    let mut brackets = 0_i32;
    for i in at + 1..out.len() {
        brackets += out[i].text.matches(['(', '[']).count() as i32;
        let inside = brackets > 0;
        brackets -= out[i].text.matches([')', ']']).count() as i32;
        if inside {
            continue;
        }
        if out[i].is(&[
            "that", "which", "who", "when", "where", "because", "while", "if", "whereas", "although", "as", "whether",
            "how",
        ]) && !(out[i].bare == "as"
            && (out[i - 1].is(&["such", "well"])
                || out.get(i + 1).is_some_and(|t| {
                    t.is(DETERMINERS)
                        || verbs::read(&t.bare).is_some_and(|v| v.form == Form::Past)
                        || t.is(&["shown", "seen"])
                })))
        {
            break;
        }
        let mut joint = i - 1;
        while joint > at && adverb(&out[joint]) {
            joint -= 1;
        }
        // “All but two recovered”
        if out[joint].bare == "but" && out[joint - 1].is(&["all", "anything", "nothing"]) {
            continue;
        }
        // “provides A, suggests B and maps C”
        let continues_list = |form: Form| {
            let more = (i + 1..out.len().saturating_sub(1)).any(|j| {
                out[j].bare == "and"
                    && (out[j + 1].is(AUXILIARIES)
                        || verbs::read(&out[j + 1].bare).is_some_and(|v| v.form == Form::Past))
            });
            // “…, followed by B”
            let apart = out[i].is(&["based", "compared", "followed", "given", "including"]);
            form == Form::Third || form == Form::Past && more && !apart
        };
        let listed = main.is_some_and(|m| continues_list(m.form))
            && out[i - 1].text.ends_with(',')
            && verbs::read(&out[i].bare)
                .is_some_and(|v| main.is_some_and(|m| m.form == v.form) && (v.form == Form::Past || !v.nounlike));
        // “is taken up, is incorporated and binds to B”
        let another = main.is_none()
            && out[i - 1].text.ends_with(',')
            && (out[i].bare == out[at].bare
                || verbs::read(&out[i].bare)
                    .is_some_and(|v| v.form == Form::Third && !v.nounlike && out[at].is(&["is", "has", "can"])))
            && (i + 1..out.len().saturating_sub(1)).any(|j| out[j - 1].text.ends_with(',') && out[j].bare == "and");
        if !listed && !another && (joint <= at || !out[joint].is(&["and", "but"])) {
            continue;
        }
        if out[i].is(AUXILIARIES) {
            found.push((i, None));
            continue;
        }
        let Some(verb) = verbs::read(&out[i].bare) else { continue };
        // “in plots and related figures”
        if out[i].bare == "related" && out.get(i + 1).is_none_or(|t| t.bare != "to") {
            continue;
        }
        let fits = match verb.form {
            Form::Third => !noun_here(&verb, &out[i..]) && main.is_none_or(|m| m.form == Form::Third),
            Form::Past => {
                let after_past = main.is_some_and(|m| m.form == Form::Past);
                // “was 0.97 and fulfilled”, but “was seen and treated” shares its auxiliary.
                let after_copula = main.is_none()
                    && out[at].is(&["was", "were"])
                    && !out[at + 1..i]
                        .iter()
                        .any(|t| t.bare.ends_with("ed") || verbs::read(&t.bare).is_some_and(|v| v.form == Form::Past));
                // “Did not reduce A but raised B”
                let after_denial = out[at].bare == "did" && out[joint].bare == "but";
                (after_past || after_copula || after_denial) && !attribute(at + 1)
                    && out
                        .get(i + 1)
                        .is_some_and(|t| t.is(DETERMINERS) || t.is(PREPOSITIONS) || adverb(t) || !plural(&t.bare))
                    // “Cut emissions, lowered demand, and created jobs”, “reduced fractures but increased falls”
                    || after_past && ends_list(out, joint, &found)
                    || !after_copula && (after_past || after_denial) && out[joint].bare == "but"
            }
            Form::Base => {
                !verb.nounlike
                    && (out[joint].bare == "but"
                        || main.is_none()
                            && (adverb(&out[i - 1])
                                || out.get(i + 1).is_some_and(|t| t.is(PREPOSITIONS) || t.is(DETERMINERS))))
                    && (main.is_some_and(|m| m.form == Form::Base) || out[at].is(&["are", "were", "have"]))
            }
        };
        if fits {
            found.push((i, Some(verb)));
        }
    }
    // “generates, expands and maintains” share one negation.
    if let Some(main) = main
        && main.form != Form::Base
        && let Some((last, Some(_))) = found.first()
        && (at + 1..*last)
            .all(|i| out[i].bare == "and" || verbs::read(&out[i].bare).is_some_and(|v| v.form == main.form))
    {
        return Vec::new();
    }
    found
}

/// Whether the joint at `joint` is before the last of a list of predicates, the others of which were found.
fn ends_list(out: &[Token], joint: usize, found: &[(usize, Option<Verb>)]) -> bool {
    found.last().is_some_and(|(last, _)| {
        out[last - 1].text.ends_with(',') && !out[*last..joint].iter().any(|t| t.is(&["and", "but"]))
    })
}

/// Whether a list of predicates has one with a verb that is not known: “reduced yields, etiolated shoots, and delayed
/// flowering” cannot be denied one by one.
fn has_unread_item(out: &[Token], at: usize, found: &[(usize, Option<Verb>)]) -> bool {
    let Some((last, _)) = found.last() else { return false };
    (at + 1..*last).any(|i| {
        out[i - 1].text.ends_with(',')
            && out[i].bare.ends_with("ed")
            && !found.iter().any(|(known, _)| *known == i)
            && out.get(i + 1).is_some_and(|next| !next.is(PREPOSITIONS) && !next.is(AUXILIARIES))
            && !out[i].ends_clause()
    })
}

/// Whether a clause begins with a finite verb: then it has no subject of its own.
pub(super) fn begins_finite(tail: &[Token]) -> bool {
    let Some(at) = tail.iter().position(|t| !adverb(t)) else { return true };
    tail[at].is(AUXILIARIES)
        || verbs::read(&tail[at].bare).is_some_and(|v| match v.form {
            Form::Third => !noun_here(&v, &tail[at..]),
            Form::Past => tail.get(at + 1).is_none_or(|t| t.is(DETERMINERS) || t.is(PREPOSITIONS) || adverb(t)),
            Form::Base => !v.nounlike,
        })
}

fn flip(out: &mut Vec<Token>, at: usize, verb: Option<&Verb>, plural: Option<bool>) -> Option<()> {
    let never = [at.checked_sub(1), Some(at + 1)]
        .into_iter()
        .flatten()
        .find(|i| out.get(*i).is_some_and(|t| t.bare == "never"));
    if let Some(never) = never {
        // “had never approved” loses the word, “never causes” keeps its frequency.
        if verb.is_none() {
            out.remove(never);
        } else {
            out[never].put("sometimes");
        }
        return Some(());
    }
    // “can only be partially linked” → “can be more than partially linked”.
    let partly = |i: usize| out.get(i).is_some_and(|t| t.is(&["partially", "partly"]));
    if verb.is_none() && out.get(at + 1).is_some_and(|t| t.bare == "only") && partly(at + 3) {
        out.remove(at + 1);
        out[at + 2].text = format!("more than {}", out[at + 2].text);
        return Some(());
    }
    // “achieves only a small share” → “achieves more than a small share”.
    let last = (at + 4).min(out.len());
    let only = (at + 1..last).find(|i| {
        out[*i].bare == "only"
            && out.get(i + 1).is_some_and(|t| {
                t.is(&["a", "an", "one", "two", "three", "small", "minor", "modest", "weak", "partial", "few"])
                    || t.text.starts_with(|c: char| c.is_ascii_digit())
            })
    });
    if let Some(only) = only
        && !out[at + 1..only].iter().any(|t| t.is(&["not"]))
    {
        out[only].put("more than");
        return Some(());
    }
    // “has little impact” → “has considerable impact”.
    if let Some(little) = out.get_mut(at + 1).filter(|t| t.is(&["little", "few"])) {
        let many = if little.bare == "few" { "many" } else { "considerable" };
        little.put(many);
        return Some(());
    }
    match verb {
        None => auxiliary(out, at, plural),
        Some(verb) => full_verb(out, at, verb),
    }
}

/// From this word on an adverb before the verb belongs to it and not to a gerund at the head.
const FAR: usize = 6;
/// So close before the verb, another gerund has the adverb.
const NEAR: usize = 4;

fn full_verb(out: &mut Vec<Token>, at: usize, verb: &Verb) -> Option<()> {
    // “fails to V” → “V-s”; “lacks” → “has”.
    if verb.base == "fail" && out.get(at + 1).is_some_and(|t| t.bare == "to") {
        let verb_at = (at + 2..out.len()).find(|i| !adverb(&out[*i]))?;
        let base = out[verb_at].bare.clone();
        let form = match (verb.form, base.as_str()) {
            (Form::Base, "be") => "are".to_owned(),
            (Form::Third, "be") => "is".to_owned(),
            (Form::Past, "be") => "was".to_owned(),
            (Form::Base, _) => base.clone(),
            (Form::Third, _) => verbs::third(&base),
            (Form::Past, _) => verbs::past(&base),
        };
        out[verb_at].put(&form);
        out.drain(at..at + 2);
        return Some(());
    }
    if out.get(at + 1).is_some_and(|t| t.bare == "not") && out.get(at + 2).is_some_and(|t| t.bare == "to") {
        out.remove(at + 1);
        return Some(());
    }
    if verb.base == "lack" {
        let form = match verb.form {
            Form::Base => "have",
            Form::Third => "has",
            Form::Past => "had",
        };
        out[at].put(form);
        return Some(());
    }
    if out.get(at + 1).is_some_and(Token::is_no) {
        return affirm_no(out, at + 1);
    }
    let helper = match verb.form {
        Form::Base => "do not",
        Form::Third => "does not",
        Form::Past => "did not",
    };
    coordinate(out, at, verb.form);
    let mut before = at;
    // In “treating cases promptly reduced” the adverb belongs to what precedes it.
    let gerund = |token: &Token| token.bare.ends_with("ing") && token.bare.len() > 4;
    let gerund = gerund(&out[0]) && (at < FAR || out[at.saturating_sub(NEAR)..at].iter().any(gerund));
    const FREQUENCIES: &[&str] = &["daily", "weekly", "monthly", "yearly", "hourly", "nightly", "early", "only"];
    while !gerund
        && before > 1
        && adverb(&out[before - 1])
        && !out[before - 1].is(FREQUENCIES)
        && !out[before - 1].ends_clause()
    {
        before -= 1;
    }
    // “They all show” → “They do not all show”.
    if before > 1 && out[before - 1].is(&["all", "both"]) && !out[before - 2].is(PREPOSITIONS) {
        before -= 1;
    }
    out[at].put(&verb.base);
    out[before].text = format!("{helper} {}", out[before].text);
    inside_negation(out, at);
    Some(())
}

/// Brings the verbs joined to the one at `at` into the scope of its negation, “generates, expands and maintains” →
/// “generate, expand and maintain”, and denies those behind an object: “reduce A and improve B” → “reduce A or do not
/// improve B”.
fn coordinate(out: &mut [Token], at: usize, form: Form) {
    let is_second = |i: usize, out: &[Token]| {
        out[i - 1].bare == "and" && verbs::read(&out[i].bare).is_some_and(|v| v.form == form && !v.nounlike)
    };
    let mut adjacent = true;
    for i in at + 1..out.len() {
        if out[i].is(&["that", "which", "who", "when", "because", "since", "while", "if"]) {
            return;
        }
        // “help children learn and grow”, “allow cells to divide and grow”: the second is no verb of the subject.
        let is_infinitive = |j: usize| {
            out[j].bare == "to" && verbs::read(&out[j + 1].bare).is_some_and(|v| v.form == Form::Base && !v.nounlike)
        };
        let is_complement =
            form == Form::Base && !adjacent && (at..i).any(|j| out[j].is(&["help", "let", "make"]) || is_infinitive(j));
        if is_complement {
            return;
        }
        let verb = verbs::read(&out[i].bare).filter(|v| v.form == form);
        let after_joint = out[i - 1].bare == "and" || adjacent && out[i - 1].ends_clause();
        match verb {
            Some(verb) if after_joint && (adjacent && form != Form::Base || form == Form::Base && !verb.nounlike) => {
                out[i].put(&verb.base);
                if out[i - 1].bare == "and" && !adjacent {
                    out[i - 1].put("or do not");
                }
            }
            // “cause arrest, promote repair and induce death”
            Some(verb)
                if form == Form::Base
                    && !verb.nounlike
                    && out[i - 1].text.ends_with(',')
                    && (i + 2..out.len()).any(|j| is_second(j, out)) =>
            {
                out[i].put(&format!("do not {}", verb.base));
            }
            _ => adjacent &= out[i].bare == "and",
        }
    }
}
