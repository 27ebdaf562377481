//! Negating auxiliaries and copulas, or freeing them of a negation.

use crate::domain::rules::verbs::{self, Form};

use super::{
    heads::with_article,
    words::{ADJECTIVES, COPULAS, DETERMINERS, PREPOSITIONS, Token, adverb, article, joined},
};

/// “A cannot explain B” → “A can explain B”, wherever its verb is; `None` where anything else is denied as well.
pub(super) fn affirm_cannot(tokens: &[Token]) -> Option<String> {
    const DENIALS: [&str; 6] = ["cannot", "neither", "never", "no", "nor", "not"];
    let mut denied = (0..tokens.len()).filter(|at| tokens[*at].is(&DENIALS));
    let at = denied.next().filter(|at| tokens[*at].bare == "cannot" && denied.next().is_none())?;
    let mut out = tokens.to_vec();
    out[at].put("can");
    Some(joined(&out))
}

pub(super) fn auxiliary(out: &mut Vec<Token>, at: usize, plural: Option<bool>) -> Option<()> {
    let word = out[at].bare.clone();
    if word == "cannot" {
        out[at].put("can");
        return Some(());
    }
    let next = out.get(at + 1)?.clone();
    let hedged = adverb(&next) && out.get(at + 2).is_some_and(|t| t.bare == "not");
    if next.bare == "not" && out.get(at + 2).is_none_or(|t| t.bare != "only") {
        out.remove(at + 1);
        if let Some(any) = (at + 1..out.len().saturating_sub(2)).find(|i| {
            out[*i].bare == "any"
                && (out[i + 1].bare.ends_with("er") || out[i + 1].is(&["more", "less"]))
                && out[i + 2].bare == "than"
        }) {
            out.remove(any);
        }
        let neither = (at + 1..out.len()).find(|i| out[*i].bare == "neither");
        let nor = (at + 1..out.len()).find(|i| out[*i].bare == "nor");
        if let (Some(neither), Some(nor)) = (neither, nor) {
            out[neither].put("either");
            out[nor].put("or");
        }
        without_do(out, at);
        if let Some(plural) = plural.filter(|_| ["may", "might"].contains(&word.as_str())) {
            affirm_possibility(out, at, plural);
        }
        return Some(());
    }
    if ["has", "have", "had"].contains(&word.as_str()) && next.bare == "yet" && out.get(at + 2)?.bare == "to" {
        let verb = out.get(at + 3)?.bare.clone();
        out[at + 3].put(&match verb.as_str() {
            "be" => "been".to_owned(),
            "do" => "done".to_owned(),
            verb => verbs::past(verb),
        });
        out.drain(at + 1..at + 3);
        return Some(());
    }
    if hedged {
        out.remove(at + 2);
        return Some(());
    }
    if next.is_no() {
        return affirm_no(out, at + 1);
    }
    if COPULAS.contains(&word.as_str()) && flip_copula(out, at)? {
        return Some(());
    }
    if ["has", "have", "had"].contains(&word.as_str()) && !is_perfect(out, at) {
        return deny_possession(out, at);
    }
    if ["may", "might"].contains(&word.as_str())
        && let Some(plural) = plural
        && deny_possibility(out, at, plural)
    {
        return Some(());
    }
    let negated = if word == "can" { "cannot".to_owned() } else { format!("{} not", out[at].bare) };
    out[at].put(&negated);
    inside_negation(out, at);
    Some(())
}

/// Copulas with what has an opposite of its own; true when that was used.
fn flip_copula(out: &mut Vec<Token>, at: usize) -> Option<bool> {
    if out.get(at + 1)?.bare == "still" && out.get(at + 2).is_some_and(|t| t.is(&["more", "less"])) {
        out.remove(at + 1);
    }
    let next = out.get(at + 1)?.clone();
    let known = ADJECTIVES.iter().any(|(negative, _)| *negative == next.bare);
    let adjective = at + 1 + usize::from(!known && adverb(&next) && out.len() > at + 2);
    if let Some((_, positive)) = ADJECTIVES.iter().find(|(negative, _)| *negative == out[adjective].bare) {
        out[adjective].put(positive);
        return Some(true);
    }
    let described = out.get(at + 2).and_then(|t| ADJECTIVES.iter().find(|(negative, _)| *negative == t.bare));
    if let (true, Some((_, positive))) = (next.is(&["a", "an"]), described) {
        out[at + 1].put(article(positive));
        out[at + 2].put(positive);
        return Some(true);
    }
    if next.bare == "independent" && out.get(at + 2).is_some_and(|t| t.bare == "of") {
        out[at + 1].put("dependent");
        out[at + 2].put("on");
        return Some(true);
    }
    if next.bare == "either"
        && let Some(or) = (at + 2..out.len()).find(|i| out[*i].bare == "or")
    {
        out[at + 1].put("neither");
        out[or].put("nor");
        return Some(true);
    }
    if next.bare == "neither" {
        let nor = (at + 2..out.len()).find(|i| out[*i].bare == "nor")?;
        out[at + 1].put("either");
        out[nor].put("or");
        return Some(true);
    }
    // “is higher than” → “is no higher than”.
    let compared = next.bare.len() > 4
        && next.bare.ends_with("er")
        && !next.is(&["other", "either", "rather", "under", "over", "never"])
        || next.is(&["more", "less", "better", "worse", "fewer"]);
    if compared && out[at + 1..].iter().any(|t| t.bare == "than") {
        // “no longer” would imply that it was so before.
        let denial = if next.bare == "longer" { "not" } else { "no" };
        out[at + 1].put(&format!("{denial} {}", next.bare));
        return Some(true);
    }
    Some(false)
}

/// “has no effect” → “has an effect”.
pub(super) fn affirm_no(out: &mut Vec<Token>, no: usize) -> Option<()> {
    if out.get(no + 1).is_some_and(|t| t.bare == "longer") && !out[no..].iter().any(|t| t.bare == "than") {
        out.remove(no);
        out[no].put("still");
        return Some(());
    }
    const COMPARED: [&str; 9] = ["longer", "more", "less", "better", "worse", "fewer", "greater", "higher", "lower"];
    // “no faster than”, “no likelier to”
    let joint = out.get(no + 2).map(|t| t.bare.as_str());
    if out.get(no + 1).is_some_and(|t| {
        t.is(&COMPARED) || t.bare.ends_with("er") && joint == Some("than") || t.is(&["easier", "earlier", "likelier"])
    }) {
        out.remove(no);
        return Some(());
    }
    if let Some(any) = out.iter().skip(no + 1).position(|token| token.bare == "any") {
        out[no + 1 + any].put("some");
    }
    let noun = joined(&out[no + 1..]);
    let singular = out.get(no + 1..)?.iter().take(3).all(|t| !t.bare.ends_with('s') || t.bare.ends_with("ss"));
    let word = if singular { with_article(&noun) } else { format!("some {noun}") };
    if word == noun {
        // “no significant main effects” are “significant main effects”.
        out.remove(no);
    } else {
        out[no].put(word.split(' ').next().unwrap_or("some"));
    }
    Some(())
}

/// “has a role” → “has no role”, “had lower risk” → “did not have lower risk”.
fn deny_possession(out: &mut [Token], at: usize) -> Option<()> {
    let next = out.get(at + 1)?;
    if next.is(&["a", "an"]) && out.get(at + 2).is_some_and(|t| t.is(&["effect", "impact", "influence", "role"])) {
        out[at + 1].put("no");
        return Some(());
    }
    let than = out[at + 1..].iter().any(|t| t.bare == "than");
    let compared =
        next.is(&["greater", "higher", "lower", "more", "fewer", "less", "better", "worse", "longer", "shorter"]);
    if compared && than {
        let word = format!("no {}", next.bare);
        out[at + 1].put(&word);
        return Some(());
    }
    let helper = match out[at].bare.as_str() {
        "has" => "does not have",
        "have" => "do not have",
        _ => "did not have",
    };
    out[at].put(helper);
    inside_negation(out, at);
    Some(())
}

/// “may influence” → “does not influence”: what is denied is the possibility.
fn deny_possibility(out: &mut Vec<Token>, at: usize, plural: bool) -> bool {
    let mut verb = at + 1;
    while out.get(verb).is_some_and(adverb) {
        verb += 1;
    }
    let Some(next) = out.get(verb) else { return false };
    const ACTIONS: &[&str] = &[
        "applied",
        "assumed",
        "considered",
        "employed",
        "explored",
        "exploited",
        "regarded",
        "targeted",
        "used",
        "utilized",
        "viewed",
    ];
    let be = if plural { "are not" } else { "is not" };
    match next.bare.as_str() {
        // What may be done is denied as a possibility, what may be so as a fact.
        "be" if out.get(verb + 1).is_some_and(|t| t.is(ACTIONS)) => {
            out[at].put("cannot");
        }
        "be" => {
            out[at].put(be);
            out.remove(verb);
        }
        "have" if is_perfect(out, verb) => {
            out[at].put(if plural { "have not" } else { "has not" });
            out.remove(verb);
        }
        base if base == "have" || verbs::read(base).is_some_and(|v| v.form == Form::Base) => {
            out[at].put(if plural { "do not" } else { "does not" });
        }
        _ => return false,
    }
    inside_negation(out, at);
    true
}

/// “may share” → “share”: “may not share” leaves open that they may, so its opposite does not.
fn affirm_possibility(out: &mut Vec<Token>, at: usize, plural: bool) {
    let Some(verb) = (at + 1..out.len()).find(|i| !adverb(&out[*i])) else { return };
    let base = out[verb].bare.clone();
    let form = match base.as_str() {
        "be" if plural => "are".to_owned(),
        "be" => "is".to_owned(),
        "have" => if plural { "have" } else { "has" }.to_owned(),
        base if verbs::read(base).is_some_and(|v| v.form == Form::Base) => {
            if plural {
                base.to_owned()
            } else {
                verbs::third(base)
            }
        }
        _ => return,
    };
    out[verb].put(&form);
    out.remove(at);
}

/// What changes in the scope of a negation: “some” reads “any”, “A rather than
/// B” reads “not A but B”.
pub(super) fn inside_negation(out: &mut [Token], at: usize) {
    // “can lower A and prevent B” → “cannot lower A or cannot prevent B”, but “cannot bind and cleave A”.
    const MODALS: [&str; 7] = ["cannot", "could not", "must not", "should not", "will not", "would not", "can not"];
    let modal = out[at].bare.clone();
    for i in at + 3..out.len().saturating_sub(1) {
        if !MODALS.contains(&modal.as_str()) {
            break;
        }
        // “cannot be used to find and treat patients”
        if out[i].is(&["that", "which", "who", "because", "when", "to", "help", "let"]) {
            break;
        }
        let object = out.get(i + 2).is_some_and(|t| t.is(DETERMINERS));
        let second = verbs::read(&out[i + 1].bare).is_some_and(|v| v.form == Form::Base && (!v.nounlike || object));
        let flipped = out[i + 1].text.split(' ').skip(1).any(|word| word == "not");
        if out[i].bare == "and" && !flipped && second {
            out[i].put(&format!("or {modal}"));
            break;
        }
    }
    if let Some(token) = out.get_mut(at + 1).filter(|t| t.bare == "some") {
        token.put("any");
    }
    if let Some(rather) =
        (at + 1..out.len().saturating_sub(1)).find(|i| out[*i].bare == "rather" && out[i + 1].bare == "than")
    {
        // “Rather than reducing A” is a clause, “rather than hunting” is none.
        let other = &out[rather + 2..];
        let contrasted = other.first().is_some_and(|t| !t.bare.ends_with("ing") || other.len() == 1)
            && !out[at + 1..rather]
                .iter()
                .any(|t| t.is(&["that", "which", "who", "where", "wherein", "because", "when"]));
        if contrasted {
            // “Associated with A rather than B” → “not associated with A but with B”
            let is_copula = COPULAS.iter().any(|copula| out[at].bare.strip_prefix(copula) == Some(" not"));
            let behind = (at + 1..rather).filter(|i| !adverb(&out[*i])).nth(usize::from(is_copula));
            let shared = behind.filter(|i| out[*i].is(PREPOSITIONS) && !out[rather + 2].is(PREPOSITIONS));
            let preposition = shared.map(|i| out[i].bare.clone()).unwrap_or_default();
            out[rather].put("but");
            out[rather + 1] = Token::new(&preposition);
        }
    }
}

/// Whether “have” is the perfect's auxiliary: a participle follows.
fn is_perfect(tokens: &[Token], at: usize) -> bool {
    let participle = |t: &Token| {
        t.is(&[
            "been", "had", "shown", "become", "known", "begun", "given", "risen", "fallen", "led", "found", "never",
            "grown", "taken", "seen", "gone", "done", "made", "come", "driven", "broken", "chosen", "proven",
            "written",
        ]) || verbs::read(&t.bare).is_some_and(|v| v.form == Form::Past)
    };
    match tokens.get(at + 1) {
        // “has increased levels” has an attribute, “has increased in” a participle.
        Some(next)
            if next.is(&["increased", "reduced", "depressed", "decreased", "elevated", "improved", "impaired"]) =>
        {
            tokens.get(at + 2).is_none_or(|t| {
                t.is(PREPOSITIONS)
                    || t.is(DETERMINERS)
                    || adverb(t)
                    || t.is(&["due", "since", "because", "and", "after"])
            })
        }
        Some(next) if adverb(next) || next.bare == "since" => tokens.get(at + 2).is_some_and(participle),
        Some(next) => participle(next),
        None => false,
    }
}

/// “does increase” → “increases”, after “not” has been taken out.
fn without_do(out: &mut Vec<Token>, at: usize) {
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
        _ => return,
    };
    for i in verb_at + 1..out.len() {
        // “does not cause any” was “any” for the negation's sake alone.
        if out[i].bare == "any" {
            out[i].put("some");
        }
        let is_denied = out[i].text.contains(" not ");
        let second = verbs::read(&out[i].bare).filter(|v| v.form == Form::Base && !v.nounlike && !is_denied);
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
}
