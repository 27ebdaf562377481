//! Outcomes of arms that go without a name: “depression was the same in the two groups”, “was lower in the intervention group”.

use std::ops::Range;

use crate::text::sentences;

use super::{
    AGENT, Effect, OUTCOME,
    arms::{Arms, Compared},
    change::Change,
    clause::{Word, is_denial, read},
    cover,
    frame::{Frame, frames},
    phrase::{thing, without_lead},
    words::{BE, EQUAL},
};

/// Nouns of arms.
const ARMS: [&str; 9] =
    ["arm", "arms", "conditions", "groups", "interventions", "participants", "programmes", "programs", "treatments"];
/// Stems by which an arm is called that gets what is tried.
const TRIED: [&str; 6] = ["activ", "experiment", "intervent", "program", "programm", "treat"];
/// What comes between what is alike and the arms.
const BETWEEN: [&str; 7] = ["across", "among", "between", "by", "for", "in", "under"];
/// Words between these.
const NEAR: usize = 4;

/// What the sentences of `passage` that name no arm say of the effects of `statement`; `around`, the title and the sentences
/// beside them, must name what they are effects of.
#[must_use]
pub fn compare_unnamed(statement: &str, passage: &str, around: &str) -> Effect {
    let own = frames(statement);
    let near: Vec<String> = {
        let read = read(around);
        thing(&read, 0..read.len()).stems
    };
    let is_named = |own: &&Frame| cover(&own.agent.stems, &near) >= AGENT && own.agent.removed.is_empty();
    let compared = |sentence: &str| {
        let arms = Arms::of(sentence)?;
        let covers = |one: &[String], other: &[String]| cover(one, other) >= OUTCOME;
        let mut own = own.iter().filter(is_named);
        own.find_map(|own| match arms.relate(own, &TRIED, covers)? {
            Compared::Changes(change) => change.decides(own.claimed()),
            Compared::Beside => None,
        })
    };
    let of = |range: Range<usize>| {
        let read = read(&passage[range.clone()]);
        let Some(outcome) = outcome(&read) else { return compared(&passage[range]) };
        let said = thing(&read, outcome).stems;
        let is_it = |own: &&Frame| own.other.stems.is_empty() && cover(&own.outcome.stems, &said) >= OUTCOME;
        own.iter().filter(is_named).find(is_it).and_then(|own| Change::SAME.decides(own.claimed()))
    };
    let mut found = sentences(passage).into_iter().filter_map(of);
    let first = found.next();
    match first {
        Some(agrees) if found.all(|other| other == agrees) => Effect::of(agrees),
        _ => Effect::None,
    }
}

/// The outcome that a sentence says did not differ between its arms.
fn outcome(read: &[Word]) -> Option<Range<usize>> {
    let text = |at: usize| read.get(at).map_or("", |word| word.text.as_str());
    let is_denied = |at: usize| read[at.saturating_sub(3)..at].iter().any(is_denial);
    let reaches_arms = |at: usize| {
        let between = (at + 1..=at + NEAR).find(|&at| BETWEEN.contains(&text(at)))?;
        (between + 1..=between + NEAR).find(|&at| ARMS.contains(&text(at)))
    };
    let is_be = |at: usize| read[at.saturating_sub(3)..at].iter().any(|word| BE.contains(&word.text.as_str()));
    let ends = |at: usize| read.get(at + 1).is_none_or(|next| next.stop || next.comma);
    let is_null = |at: &usize| match text(*at) {
        "differ" => is_denied(*at) && reaches_arms(*at).is_some(),
        "different" => is_denied(*at) && is_be(*at) && (reaches_arms(*at).is_some() || ends(*at)),
        "unaffected" => is_be(*at),
        word => EQUAL.contains(&word) && is_be(*at) && !is_denied(*at) && reaches_arms(*at).is_some(),
    };
    let at = (1..read.len()).find(is_null)?;
    // Of several clauses the one before the verb.
    let start = (0..at).rev().find(|&at| read[at].stop || matches!(text(at), "but" | "whereas" | "while")).unwrap_or(0);
    Some(without_lead(read, start..at))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// “Was unaffected” would count for the effect that a claim says.
    #[test]
    fn no_difference_between_arms_is_no_effect_of_what_was_tried() {
        let around =
            "A mindfulness app for students. We randomised 1,036 students to a mindfulness app or a waiting list.";
        for (statement, passage, expected) in [
            (
                "The mindfulness app reduced depression.",
                "Depression scores were the same in the two arms.",
                Effect::Clash,
            ),
            (
                "The mindfulness app reduced depression.",
                "Depression did not differ significantly between groups.",
                Effect::Clash,
            ),
            ("The mindfulness app had no effect on depression.", "Depression was unaffected.", Effect::Agree),
            ("The mindfulness app reduced depression.", "Anxiety was the same in the two arms.", Effect::None),
            (
                "The mindfulness app reduced depression.",
                "Depression was lower in the intervention group than in the control group.",
                Effect::Agree,
            ),
            (
                "The mindfulness app reduced depression.",
                "Depression was lower in controls than in the intervention group.",
                Effect::Clash,
            ),
            (
                "The mindfulness app reduced depression.",
                "Depression was no different (mean 9.1 and 9.0).",
                Effect::Clash,
            ),
            ("Exercise reduced depression.", "Depression was the same in the two arms.", Effect::None),
            ("The mindfulness app reduced depression.", "Depression differed between the two arms.", Effect::None),
        ] {
            assert_eq!(compare_unnamed(statement, passage, around), expected, "{statement} / {passage}");
        }
    }
}
