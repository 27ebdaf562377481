//! Outcomes that did not differ between two arms that are named: “no significant difference in O between the A and placebo
//! groups”, “O was similar with A and with placebo”.

use std::ops::Range;

use super::{
    alike,
    change::Change,
    clause::{Clause, Word, is_control, is_denial, read},
    frame::{Frame, is_loss},
    phrase::{Thing, core, thing, without_lead, without_people},
    words::{BE, EQUAL, MEASURES, QUALIFY},
};

/// What the arms come behind.
const BETWEEN: [&str; 8] = ["across", "among", "between", "by", "for", "in", "under", "with"];
/// Words between a difference and its denial, and within an arm.
const NEAR: usize = 5;
const LONGEST: usize = 12;

/// The outcome of a statement that something does not differ in it, where `passage` has none of its words: “there were no group
/// differences in quality of life”.
#[must_use]
pub fn unmentioned_outcome(statement: &str, passage: &str) -> Option<String> {
    let own = read(statement);
    let text = |at: usize| own.get(at).map_or("", |word| word.text.as_str());
    let is_denied = |at: usize| own[at.saturating_sub(NEAR)..at].iter().any(is_denial);
    let at = (1..own.len()).find(|&at| matches!(own[at].stem.as_str(), "differ") && is_denied(at))?;
    let outcome = if matches!(text(at), "difference" | "differences") {
        let from = at + 2;
        let ends = |at: &usize| own[*at].comma || own[*at].stop || BETWEEN.contains(&text(*at));
        let end = (from..own.len()).find(ends).unwrap_or(own.len());
        (matches!(text(at + 1), "in" | "of" | "for") && from < end).then_some(from..end)?
    } else {
        let is_verb = |at: &usize| matches!(text(*at), "did" | "do" | "does") || BE.contains(&text(*at));
        without_lead(&own, 0..(1..at).find(is_verb)?)
    };
    let named = core(&own, outcome.clone()).stems;
    let telling: Vec<&String> = named.iter().filter(|stem| !MEASURES.contains(&stem.as_str())).collect();
    let said = read(passage);
    let is_met = |stem: &&&String| said.iter().any(|word| alike(&word.stem, stem));
    let words = || own[outcome.clone()].iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    (!telling.is_empty() && !telling.iter().any(|stem| is_met(&stem))).then(words)
}

/// The outcome that a clause says to be the same in an arm and in its controls; `None` where both arms have names of their own,
/// as what one does alone is not said by that.
pub(super) fn frame(read: &[Word], clause: &Clause) -> Option<Frame> {
    let range = &clause.range;
    let text = |at: usize| read.get(at).filter(|_| at < range.end).map_or("", |word| word.text.as_str());
    // Arms that are alike when a trial begins are no result of it.
    if clause.denied || range.clone().any(|at| text(at) == "baseline") {
        return None;
    }
    let before = |at: usize| at.saturating_sub(NEAR).max(range.start)..at;
    let is_denied = |at: usize| before(at).any(|at| is_denial(&read[at]));
    let is_noun = |at: usize| matches!(text(at), "difference" | "differences");
    let is_alike = |at: &usize| match text(*at) {
        "differ" | "different" => is_denied(*at),
        word if EQUAL.contains(&word) => !is_denied(*at) && before(*at).any(|at| BE.contains(&text(at))),
        _ => is_noun(*at) && is_denied(*at),
    };
    let at = range.clone().find(is_alike)?;
    let between = (at + 1..range.end).find(|&at| text(at) == "between");
    let opens = between.or_else(|| (at + 1..range.end).find(|&at| BETWEEN.contains(&text(at))))?;
    let and = (opens + 2..range.end.min(opens + LONGEST)).find(|&at| text(at) == "and")?;
    let ends = |at: &usize| read[*at].comma || *at > and + 1 && QUALIFY.contains(&text(*at));
    let end = (and + 1..range.end).find(ends).unwrap_or(range.end);
    let (first, second) = (opens + 1..and, and + 1..end);
    let has_control = |arm: &Range<usize>| arm.clone().any(|at| is_control(read, at));
    let agent = match (has_control(&first), has_control(&second)) {
        (false, true) => first,
        (true, false) => second,
        _ => return None,
    };
    let outcome = if is_noun(at) && matches!(text(at + 1), "in" | "of") && at + 2 < opens {
        at + 2..opens
    } else if matches!(text(end), "in" | "for" | "on") && is_noun(at) {
        end + 1..(end + 1..range.end).find(|&at| read[at].comma).unwrap_or(range.end)
    } else {
        let is_verb = |at: &usize| matches!(text(*at), "did" | "do" | "does" | "not") || BE.contains(&text(*at));
        without_lead(read, range.start..(range.start..at).find(is_verb)?)
    };
    let named = core(read, outcome.clone());
    (!named.stems.is_empty()).then(|| Frame {
        change: Change::SAME,
        agent: thing(read, agent),
        other: Thing::default(),
        loses: is_loss(read, &outcome),
        outcome: named,
        measured: thing(read, without_people(read, outcome.clone())).near(),
        whole: thing(read, outcome).near(),
        mutual: false,
        modal: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rates of treatment by age would contradict that groups do not differ in quality of life.
    #[test]
    fn an_outcome_that_does_not_differ_must_be_mentioned() {
        let passage = "Psychotherapy was more common among children (50%) than among adults.";
        for (statement, expected) in [
            ("There were no group differences in quality of life.", Some("quality of life")),
            ("Quality of life did not differ between children with and without tics.", Some("quality of life")),
            ("There were no differences in psychotherapy between children and adults.", None),
            ("Aspirin does not prevent stroke.", None),
        ] {
            assert_eq!(unmentioned_outcome(statement, passage).as_deref(), expected, "{statement}");
        }
    }
}
