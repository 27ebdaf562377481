//! Denials in another word than “not” and “no”: “nothing”, “nobody”, “hardly”, “anything but”.

use super::{
    finite::{Sure, main_verb},
    words::{AUXILIARIES, COPULAS, Token, joined},
};

/// Who or what is denied, and what is so where they are not.
const ONES: [(&str, &str); 6] = [
    ("nobody", "somebody"),
    ("noone", "somebody"),
    ("no-one", "somebody"),
    ("nobody's", "somebody's"),
    ("nothing", "something"),
    ("nowhere", "somewhere"),
];
/// Adverbs that deny the verb beside them, and those in their place.
const ADVERBS: [(&str, &str); 4] = [("hardly", ""), ("scarcely", ""), ("rarely", "often"), ("seldom", "often")];
/// Words that begin a clause of its own, whose denials are not the sentence's.
const INNER: [&str; 13] = [
    "that", "which", "who", "whose", "whom", "when", "where", "because", "if", "although", "while", "whereas", "unless",
];
/// How far behind its verb an object is looked for, in words.
const NEAR: usize = 4;
/// “Little is known”, “little evidence supports”, but “little owls hunt by day”.
const AMOUNTS: [&str; 16] = [
    "agreement",
    "attention",
    "benefit",
    "change",
    "data",
    "difference",
    "evidence",
    "harm",
    "impact",
    "information",
    "interest",
    "progress",
    "research",
    "support",
    "use",
    "work",
];

/// The clause without its denial; `None` where it has none of these, or another beside it.
pub(super) fn affirm(tokens: &[Token]) -> Option<String> {
    let first = tokens.first()?;
    if tokens.len() < 2 || tokens.iter().any(|t| t.is(&["not", "never", "cannot", "neither", "nor"])) {
        return None;
    }
    let mut out = tokens.to_vec();
    // “No one in the trial needed surgery”
    if first.bare == "no" && out[1].bare == "one" {
        out.remove(0);
        out[0].put("somebody");
        return Some(affirmed(out, 0));
    }
    if let Some((_, one)) = ONES[..5].iter().find(|(word, _)| *word == first.bare) {
        out[0].put(one);
        // “Nobody but the elderly needs it”
        if out[1].bare == "but" {
            out[1].put("other than");
        }
        return Some(affirmed(out, 0));
    }
    if first.is(&["hardly", "scarcely"]) && out[1].is(&["anybody", "anyone"]) {
        out.remove(0);
        out[0].put("many people");
        return Some(joined(&out));
    }
    // “There is nobody who recovered”
    if first.bare == "there"
        && out[1].is(COPULAS)
        && let Some((_, one)) = ONES.iter().find(|(word, _)| out.get(2).is_some_and(|t| t.bare == *word))
    {
        out[2].put(one);
        return Some(affirmed(out, 2));
    }
    let amount = out[1].is(COPULAS) || out[1].is(&["has", "had"]) || out[1].is(&AMOUNTS);
    if first.bare == "little" && amount {
        out[0].put("much");
        return Some(joined(&out));
    }
    // Whatever its verb is: “people hardly ever end up there”.
    if let Some(at) = out.windows(2).position(|two| two[0].is(&["hardly", "scarcely"]) && two[1].bare == "ever") {
        out[at].put("often");
        out.remove(at + 1);
        return Some(joined(&out));
    }
    let (verb, _) = [Sure::Quite, Sure::Rather].into_iter().find_map(|sure| main_verb(tokens, sure))?;
    let is_inner = |at: &usize| out[*at].is(&INNER) || out[*at - 1].text.ends_with(',');
    let end = (verb + 1..out.len()).find(is_inner).unwrap_or(out.len());
    // “hardly affects”, “is rarely found”
    let adverb = |at: usize| ADVERBS.iter().find(|(word, _)| *word == out[at].bare).map(|(_, often)| (at, *often));
    if let Some((at, often)) = (verb.saturating_sub(1)..(verb + 2).min(end)).find_map(adverb) {
        if out.get(at + 1).is_some_and(|next| next.bare == "any") {
            out[at + 1].put("some");
        }
        if often.is_empty() {
            out.remove(at);
        } else {
            out[at].put(often);
        }
        return Some(joined(&out));
    }
    // “is anything but accurate”, “is nothing but a placebo”
    let but = (verb + 1..end.min(verb + 3)).find(|at| out.get(at + 1).is_some_and(|next| next.bare == "but"));
    match but.map(|at| (at, out[at].bare.as_str())) {
        Some((at, "anything")) => {
            out.drain(at..at + 2);
            return Some(joined(&out));
        }
        Some((at, "nothing")) => {
            out[at].put("more than");
            out.remove(at + 1);
            return Some(joined(&out));
        }
        _ => {}
    }
    // “is of no use”, “is of little value”
    if out[verb].is(COPULAS) && out.get(verb + 1).is_some_and(|t| t.bare == "of") {
        match out.get(verb + 2)?.bare.as_str() {
            "no" => {
                out.remove(verb + 2);
            }
            "little" => out[verb + 2].put("considerable"),
            _ => return None,
        }
        return Some(joined(&out));
    }
    // “can do little about it”, but not “has little effect”
    let is_pronoun = |at: usize| out.get(at + 1).is_none_or(|t| t.is(&["about", "more", "other", "than", "to"]));
    let object = (verb + 1..end.min(verb + 1 + NEAR)).find_map(|at| {
        let little = Some(("little", "much")).filter(|_| is_pronoun(at));
        let (_, one) = ONES.into_iter().chain(little).find(|(word, _)| *word == out[at].bare)?;
        Some((at, one))
    });
    let (at, one) = object?;
    // “is nowhere near as strong”
    if out[at].bare == "nowhere" && out.get(at + 1).is_some_and(|t| t.bare == "near") {
        out[at].put("nearly");
        out.remove(at + 1);
        return Some(joined(&out));
    }
    if at > 1 && out[at - 2].bare == "next" && out[at - 1].bare == "to" {
        out[at].put("a lot");
        out.drain(at - 2..at);
        return Some(joined(&out));
    }
    out[at].put(one);
    // “almost nothing”
    if out[at - 1].is(&["absolutely", "almost", "practically", "virtually"]) {
        out.remove(at - 1);
        return Some(affirmed(out, at - 1));
    }
    Some(affirmed(out, at))
}

/// The words behind what is no longer denied without those that only a denial takes: “has ever had any effect”.
fn affirmed(mut out: Vec<Token>, from: usize) -> String {
    out.retain({
        let mut at = 0;
        move |token: &Token| {
            at += 1;
            at <= from + 1 || token.bare != "ever"
        }
    });
    if let Some(any) = out.iter().skip(from + 1).position(|token| token.bare == "any") {
        out[from + 1 + any].put("some");
    }
    joined(&out)
}

/// Whether no rule knows the order of its words: “Nowhere did the bird decline as fast”, “Not only did A do B, it also did
/// C”, “All but two recovered”.
pub(super) fn is_unknown(tokens: &[Token]) -> bool {
    const DENIED: [&str; 6] = ["hardly", "never", "nowhere", "rarely", "scarcely", "seldom"];
    match tokens {
        [first, second, ..] if first.bare == "all" => second.bare == "but",
        [first, rest @ ..] if first.is(&DENIED) => rest.iter().take(2).any(|t| t.is(AUXILIARIES)),
        [first, second, third, ..] => first.bare == "not" && second.bare == "only" && third.is(AUXILIARIES),
        _ => false,
    }
}
