//! Changes that are nouns and were seen: “a decrease in O was observed with A”, “there was no increase in O after A”.

use std::ops::Range;

use super::{
    change::Change,
    clause::{Clause, Word, comparative, is_denial},
    frame::{Frame, is_loss, judged},
    phrase::{Thing, arm, core, thing},
    words::BE,
};

/// Words by which something is seen.
const SEEN: [&str; 10] =
    ["apparent", "detected", "evident", "found", "noted", "observed", "recorded", "reported", "saw", "seen"];
/// Prepositions behind which the cause, or the group that has it, is named.
const OPENS: [&str; 9] = ["after", "among", "by", "during", "following", "in", "under", "upon", "with"];

/// Which way a noun of change goes.
#[derive(Clone, Copy)]
enum Way {
    Up,
    Down,
    Better(bool),
}

fn way(word: &Word) -> Option<Way> {
    Some(match word.text.as_str() {
        "increase" | "increases" | "rise" | "rises" | "gain" | "gains" | "elevation" => Way::Up,
        "decrease" | "decreases" | "reduction" | "reductions" | "decline" | "declines" | "drop" | "loss" | "losses" => {
            Way::Down
        }
        "improvement" | "improvements" => Way::Better(true),
        "deterioration" | "worsening" => Way::Better(false),
        _ => return None,
    })
}

/// What a clause says was seen to be more or less: “a higher risk of O was observed in A”.
fn graded(read: &[Word], clause: &Clause) -> Option<Frame> {
    let range = &clause.range;
    let text = |at: usize| read.get(at).filter(|_| at < range.end).map_or("", |word| word.text.as_str());
    let grade = |at: usize| match text(at) {
        "elevated" | "increased" => Some(true),
        "decreased" | "reduced" => Some(false),
        "better" | "worse" | "poorer" | "superior" | "inferior" => None,
        _ => comparative(&read[at]),
    };
    let seen = range.clone().find(|&at| SEEN.contains(&text(at)) && OPENS.contains(&text(at + 1)))?;
    let be = (range.start..seen).rev().take(3).find(|&at| BE.contains(&text(at)))?;
    let at = range.clone().take_while(|at| *at < be).find(|&at| grade(at).is_some())?;
    let outcome = at + 1..be;
    (!outcome.is_empty() && !read[range.start..seen].iter().any(is_denial)).then_some(())?;
    let from = seen + 2..range.end;
    let change = if grade(at)? { Change::MORE } else { Change::LESS };
    let change = if clause.denied { change.denied() } else { change };
    let (agent, other) = split_arms(read, from);
    Some(seen_frame(read, change, (thing(read, agent), other), outcome))
}

/// The group that has the cause, and the other arm.
fn split_arms(read: &[Word], range: Range<usize>) -> (Range<usize>, Thing) {
    match arm(read, range.clone()) {
        Some((cut, other)) => (range.start..cut.start, other),
        None => (range, Thing::default()),
    }
}

/// A frame of what was seen to change with a cause.
fn seen_frame(read: &[Word], change: Change, (agent, other): (Thing, Thing), outcome: Range<usize>) -> Frame {
    Frame {
        change,
        agent,
        other,
        loses: is_loss(read, &outcome),
        outcome: core(read, outcome.clone()),
        measured: thing(read, outcome.clone()).near(),
        whole: thing(read, outcome).near(),
        mutual: false,
        modal: false,
    }
}

/// The change that a clause says was seen.
pub(super) fn frame(read: &[Word], clause: &Clause) -> Option<Frame> {
    /// Words between a noun of change and what denies or grades it.
    const NEAR: usize = 4;
    /// Words between the verb of seeing and the noun of change behind it.
    const BEHIND: usize = 7;
    let range = &clause.range;
    let text = |at: usize| read.get(at).filter(|_| at < range.end).map_or("", |word| word.text.as_str());
    let is_seen = |&at: &usize| SEEN.contains(&text(at));
    let Some(noun) = range.clone().find(|&at| way(&read[at]).is_some() && matches!(text(at + 1), "in" | "of")) else {
        return graded(read, clause);
    };
    let is_there = |&at: &usize| text(at) == "there" && BE.contains(&text(at + 1));
    let before = noun.saturating_sub(BEHIND).max(range.start)..noun;
    let (end, from) = if before.clone().any(|at| is_seen(&at) || is_there(&at)) {
        let opens = (noun + 3..range.end).find(|&at| OPENS.contains(&text(at)))?;
        (opens, opens + 1)
    } else {
        let seen = (noun + 3..range.end).find(is_seen)?;
        let be = (noun + 3..seen).rev().find(|&at| BE.contains(&text(at)))?;
        let opens = (seen + 1..range.end).find(|&at| OPENS.contains(&text(at)))?;
        (be, opens + 1)
    };
    let outcome = noun + 2..end;
    let (agent, other) = split_arms(read, from..range.end);
    let mut change = match way(&read[noun])? {
        Way::Up => Change::MORE,
        Way::Down => Change::LESS,
        Way::Better(better) => judged(read, outcome.clone(), better),
    };
    let ahead = noun.saturating_sub(NEAR).max(range.start)..noun;
    if read[ahead.clone()].iter().any(|word| comparative(word) == Some(false)) {
        change = change.turned();
    }
    let denied = ahead.chain(end..from).any(|at| is_denial(&read[at]));
    let change = if denied != clause.denied { change.denied() } else { change };
    Some(seen_frame(read, change, (core(read, agent), other), outcome))
}
