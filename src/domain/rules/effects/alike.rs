//! Outcomes that did not differ between two arms that are named: “no significant difference in O between the A and placebo
//! groups”, “O was similar with A and with placebo”.

use std::ops::Range;

use super::{
    change::Change,
    clause::{Clause, Word, is_control, is_denial},
    frame::{Frame, is_loss},
    phrase::{Thing, core, thing, without_lead, without_people},
    words::{BE, EQUAL, QUALIFY},
};

/// What the arms come behind.
const BETWEEN: [&str; 8] = ["across", "among", "between", "by", "for", "in", "under", "with"];
/// Words between a difference and its denial, and within an arm.
const NEAR: usize = 5;
const LONGEST: usize = 12;

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
