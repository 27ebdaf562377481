//! What is said to do what to what, which way (`docs/rules.md#effects`).

mod alike;
mod amount;
mod arms;
mod change;
mod clause;
mod frame;
mod head;
mod moderation;

mod phrase;
mod ratio;
mod seen;
mod unnamed;
mod words;

use std::cmp::Ordering;

use crate::text::{fold, sentences, words};

use super::{finding, roles};

use self::words::{ALIKE, BETTER, CONVERSE, DOWN, GROUPS, MANNER, MEASURES, PEOPLE, UP, WORSE};
pub use alike::unmentioned_outcome;
pub use amount::amounts_differ;
use arms::{Arms, Compared};
use change::Change;
use frame::{Frame, frames};
use phrase::Thing;
pub use unnamed::compare_unnamed;

/// How the effects in a passage relate to that of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The statement says no effect, or the passage none of the same thing on the same outcome.
    None,
    /// The passage says the same effect.
    Agree,
    /// The passage says an effect that excludes the statement's.
    Clash,
    /// The passage only compares something else with the statement's agent, so what the agent does remains open.
    Beside,
}

impl Effect {
    fn of(agrees: bool) -> Self {
        if agrees { Self::Agree } else { Self::Clash }
    }
}

/// Share of an agent and of an outcome that must be met, 0–1.
const AGENT: f64 = 0.5;
const OUTCOME: f64 = 0.6;
/// What a possibility counts beside a finding, and the last sentence beside the first.
const MODAL: f64 = 0.8;
const LATER: f64 = 0.15;
/// What an association without a direction counts.
const VAGUE: f64 = 0.7;

/// Compares what `statement` says that something does, to what, which way, with the sentences of `passage`. Both should have
/// their short forms spelled out ([`crate::text::spelled_out`]). Where sentences differ, the closest one decides, and of two
/// that are as close the later one, as conclusions come last.
#[must_use]
pub fn compare(statement: &str, passage: &str) -> Effect {
    if let Some(found) = moderation::compare(statement, passage) {
        return found;
    }
    let mut own = frames(statement);
    // “Better than B at lowering …” is not said by what A does alone.
    if Arms::of(statement).is_some_and(|arms| arms.are_both_named()) {
        own.retain(|frame| !frame.other.stems.is_empty());
    }
    if own.is_empty() {
        return Effect::None;
    }
    let mut best: (f64, Effect) = (0.0, Effect::None);
    let ranges = sentences(passage);
    let count = ranges.len().max(1) as f64;
    let mut background = false;
    let mut compared = Effect::None;
    for (at, range) in ranges.into_iter().enumerate() {
        background = clause::label(&passage[range.clone()]).map_or(background, |label| BEFORE.contains(&label));
        if background || finding::is_none(&passage[range.clone()]) {
            continue;
        }
        let place = 1.0 + LATER * at as f64 / count;
        // The time that the statement gives may have been said before.
        let untimed =
            (!clause::names_time(&passage[range.clone()])).then(|| own.iter().map(Frame::untimed).collect::<Vec<_>>());
        let of_arms = untimed.as_ref().unwrap_or(&own);
        let arms = Arms::of(&passage[range.clone()]);
        for (own, arms) in of_arms.iter().filter_map(|own| Some((own, arms.as_ref()?))) {
            let covers = |one: &[String], other: &[String]| cover(one, other) >= OUTCOME;
            match arms.relate(own, &[], covers) {
                Some(Compared::Changes(change)) => {
                    compared = change.decides(own.claimed()).map_or(compared, Effect::of);
                }
                Some(Compared::Beside) if compared == Effect::None => compared = Effect::Beside,
                _ => {}
            }
        }
        let sentence = &passage[range];
        if let Some(found) =
            of_arms.iter().find_map(|own| by_figures(own, sentence)).filter(|_| compared == Effect::None)
        {
            compared = found;
        }
        for other in frames(sentence).into_iter().chain(ratio::frame(sentence)) {
            for own in &own {
                let Some((quality, agrees)) = relate(own, &other) else { continue };
                let quality = quality * place * if other.modal && !own.modal { MODAL } else { 1.0 };
                let found = Effect::of(agrees);
                if quality > best.0 + 0.01 {
                    best = (quality, found);
                } else if (quality - best.0).abs() <= 0.01 && best.1 != found {
                    best.1 = Effect::None;
                }
            }
        }
    }
    if compared != Effect::None {
        best.1 = compared;
    }
    // “Only A does”, “all are”: that A does is not yet what the statement says.
    let quantified = words(statement).any(|(_, word)| QUANTIFIED.contains(&fold(word).as_str()));
    if best.1 == Effect::Agree && quantified { Effect::None } else { best.1 }
}

/// What the figures of a sentence that says nothing else say of a statement's agent and those without it: “4.4 days with A
/// and 7.6 days with placebo”, “died in 9.6 % of the A group and 11.5 % of the placebo group (hazard ratio, 0.82; …)”.
fn by_figures(own: &Frame, sentence: &str) -> Option<Effect> {
    let read = clause::read(sentence);
    // “Falls” and “growth” may be what is counted.
    let says_more = |word: &clause::Word| {
        let changes = || [UP, DOWN, BETTER, WORSE].iter().any(|list| list.contains(&word.stem.as_str()));
        clause::is_denial(word)
            || clause::comparative(word).is_some()
            || !own.outcome.stems.contains(&word.stem) && changes()
    };
    let stems: Vec<String> = read.iter().map(|word| word.stem.clone()).collect();
    let agent = own.agent.stems.iter().filter(|stem| !MEASURES.contains(&stem.as_str()));
    let agent: Vec<String> = agent.filter(|stem| !own.outcome.stems.contains(stem)).cloned().collect();
    let at = stems.iter().position(|stem| agent.iter().any(|own| same(own, stem)))?;
    let named = (0..read.len()).find(|&at| clause::is_control(&read, at));
    let control = named.or_else(|| other_group(&read, at))?;
    let is_own = own.other.stems.is_empty() && own.agent.removed.is_empty() && cover(&agent, &stems) >= AGENT;
    if !is_own || cover(&own.outcome.stems, &stems) < OUTCOME || read.iter().any(says_more) {
        return None;
    }
    let change = match ratio::bracketed(sentence) {
        // A ratio is that of the first group to the second, as they are named.
        Some(change) if at < control => change,
        Some(_) => return None,
        None => match roles::by_figures(&agent, &[stems[control].clone()], own.times(), sentence)? {
            Ordering::Greater => Change::MORE,
            Ordering::Less => Change::LESS,
            Ordering::Equal => Change::SAME,
        },
    };
    let all = Thing { stems, ..Thing::default() };
    let change = if is_converse(&own.outcome, &all) { change.turned() } else { change };
    let found = change.decides(own.claimed()).map(Effect::of);
    // That it is no less than in a group with something else excludes no effect.
    found.filter(|effect| named.is_some() || *effect == Effect::Agree && change != Change::SAME)
}

/// The name of the other of two groups, where the one at `at` is of a sentence with two: “in the prone group and 32.8 % in the
/// supine group”.
fn other_group(read: &[clause::Word], at: usize) -> Option<usize> {
    let is_group = |at: &usize| matches!(read[*at].text.as_str(), "arm" | "group");
    let [first, second] = (1..read.len()).filter(is_group).collect::<Vec<_>>()[..] else { return None };
    let other = if at < first { second } else { first };
    (at < second && other > 0).then(|| other - 1)
}

/// Labels of the parts of an abstract that say what was known or asked before, which is no finding of its own.
const BEFORE: &[&str] =
    &["BACKGROUND", "OBJECTIVE", "OBJECTIVES", "AIM", "AIMS", "CONTEXT", "PURPOSE", "INTRODUCTION", "RATIONALE"];

/// Words by which a statement speaks of all, or of one alone.
const QUANTIFIED: &[&str] = &["only", "solely", "exclusively", "all", "every", "most", "always", "never"];

fn relate(own: &Frame, other: &Frame) -> Option<(f64, bool)> {
    let met = |one: &Thing, other: &Thing| cover(&one.stems, &other.stems);
    // “Women with diabetes” are not “women with migraine”.
    let ignored = [MANNER, PEOPLE].concat();
    let is_telling = |stem: &String| !ignored.contains(&stem.as_str()) && !MEASURES.contains(&stem.as_str());
    let ignored = if own.agent.stems.iter().any(is_telling) { ignored.as_slice() } else { MANNER };
    let agent = cover_but(ignored, &own.agent.stems, &other.agent.stems);
    let outcome = met(&own.outcome, &other.measured);
    if is_in_another_group(own, other) {
        return None;
    }
    let mut change = other.change;
    let quality;
    if agent >= AGENT && outcome >= OUTCOME {
        let against = own.other.stems.is_empty() || met(&own.other, &other.other) >= AGENT;
        if !against {
            return None;
        }
        quality = agent * outcome;
        if is_turned(&own.agent, &other.agent)? {
            change = change.turned();
        }
    } else {
        let compared = !own.other.stems.is_empty() && !other.other.stems.is_empty() && outcome >= OUTCOME;
        if compared && met(&own.agent, &other.other) >= AGENT && met(&own.other, &other.agent) >= AGENT {
            change = change.turned();
            quality = outcome;
        } else {
            let (crossed, back) = (met(&own.agent, &other.whole), met(&own.outcome, &other.agent));
            // An association with a direction holds both ways: “A falls with B” and “A is inversely related to B”.
            let signed = matches!(other.change, Change::MORE | Change::LESS);
            if !other.mutual || !own.mutual && !signed || crossed < AGENT || back < OUTCOME {
                return None;
            }
            quality = crossed * back;
        }
    }
    if own.loses != other.loses {
        change = change.turned();
    }
    if is_converse(&own.outcome, &other.whole) {
        change = change.turned();
    }
    let claimed = own.claimed();
    let vague = other.mutual && change == Change::SOME && claimed != Change::SOME;
    let (change, quality) = if vague { (Change::MORE, quality * VAGUE) } else { (change, quality) };
    // “A is associated with a disease” says which way only between the lines.
    let undirected = own.mutual && own.change == Change::SOME && other.mutual && change == Change::LESS;
    change.decides(claimed).filter(|agrees| *agrees || !undirected).map(|agrees| (quality, agrees))
}

/// Whether one speaks of a thing and the other of its lack; `None` where they speak of two kinds of it: migraine with aura
/// and without.
fn is_turned(one: &Thing, other: &Thing) -> Option<bool> {
    let telling = one.stems.iter().filter(|stem| ![MEASURES, PEOPLE].iter().any(|list| list.contains(&stem.as_str())));
    let shared: Vec<&String> = telling.filter(|stem| other.stems.iter().any(|known| alike(known, stem))).collect();
    let has = |list: &[String], stem: &str| list.iter().any(|known| alike(known, stem));
    let is_kind = |stem: &&&String| has(&one.without, stem) != has(&other.without, stem);
    let kinds = shared.iter().filter(is_kind).count();
    if 0 < kinds && kinds < shared.len() {
        return None;
    }
    let lacks = |thing: &Thing| shared.iter().any(|stem| has(&thing.removed, stem));
    Some(lacks(one) != lacks(other))
}

/// Whether the statement is about one of two groups and the passage about the other: high-achieving and low-achieving pupils.
fn is_in_another_group(own: &Frame, other: &Frame) -> bool {
    let has = |thing: &Thing, stem: &str| thing.stems.iter().any(|known| known == stem);
    let qualifies = |stem: &str| has(&own.whole, stem) && !has(&own.outcome, stem);
    let differs = |one: &str, another: &str| {
        qualifies(one) && !has(&own.whole, another) && has(&other.whole, another) && !has(&other.whole, one)
    };
    GROUPS.iter().any(|(one, another)| differs(one, another) || differs(another, one))
}

/// Whether one outcome goes up where the other goes down: survival and mortality.
fn is_converse(one: &Thing, other: &Thing) -> bool {
    let has = |thing: &Thing, stem: &str| thing.stems.iter().any(|known| same(known, stem));
    CONVERSE.iter().any(|(a, b)| {
        has(one, a) && !has(one, b) && has(other, b) && !has(other, a)
            || has(one, b) && !has(one, a) && has(other, a) && !has(other, b)
    })
}

/// Share of the words of `one` that `other` has, measures apart; 0–1, and 0 where a number or letter of a name differs.
fn cover(one: &[String], other: &[String]) -> f64 {
    cover_but(&[], one, other)
}

/// The same without the words of `ignored`.
fn cover_but(ignored: &[&str], one: &[String], other: &[String]) -> f64 {
    let one = one.iter().filter(|stem| !ignored.contains(&stem.as_str()));
    let telling: Vec<&String> = one.clone().filter(|stem| !MEASURES.contains(&stem.as_str())).collect();
    let wanted = if telling.is_empty() { one.collect() } else { telling };
    if wanted.is_empty() {
        return 0.0;
    }
    let met = |stem: &str| other.iter().any(|known| alike(known, stem));
    let named = |stem: &str| stem.len() == 1 || stem.chars().any(|c| c.is_ascii_digit());
    if wanted.iter().any(|stem| named(stem) && !met(stem)) {
        return 0.0;
    }
    wanted.iter().filter(|stem| met(stem)).count() as f64 / wanted.len() as f64
}

fn alike(one: &str, other: &str) -> bool {
    same(one, other)
        || ALIKE.iter().any(|class| class.contains(&one) && class.contains(&other))
        || CONVERSE.iter().any(|(a, b)| same(one, a) && same(other, b) || same(one, b) && same(other, a))
}

fn same(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let shared = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    shared >= 5 && shared * 4 >= one.len().max(other.len()) * 3
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reviewer would see evidence of the opposite effect filed as support, or that of the same effect as contradiction.
    #[test]
    fn the_same_effect_agrees_and_another_one_clashes() {
        let table = include_str!("effects.txt");
        let mut wrong = Vec::new();
        for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let [expected, statement, passage] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
            let found = match compare(statement, passage) {
                Effect::None => "none",
                Effect::Agree => "agree",
                Effect::Clash => "clash",
                Effect::Beside => "beside",
            };
            if found != expected {
                wrong.push(format!("{found}: {line}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
