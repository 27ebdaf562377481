//! Outcomes compared between two arms: “lower in those without B than in those with B”, “fell as much with placebo as with B”.

use std::ops::Range;

use super::{
    super::lexicon::CONTROLS,
    change::Change,
    clause::{Word, comparative, is_control, is_denial, read},
    frame::{Frame, judged},
    is_turned,
    phrase::{Thing, thing},
    words::{DOWN, EARLIER, GRADES, LACKS, LOSS, RISE, UP},
};

/// A comparison of one outcome between two arms.
#[derive(Clone, Debug)]
pub(super) struct Arms {
    /// The outcome in the first arm beside the second.
    change: Change,
    /// It is of speed.
    fast: bool,
    /// What may be the first arm: behind the comparative, and the subject.
    first: Vec<Arm>,
    second: Arm,
    /// The sentence up to the second arm.
    said: Thing,
}

#[derive(Clone, Debug)]
struct Arm {
    thing: Thing,
    /// What it is without: the words behind “no” or “never”.
    lacks: Thing,
    /// It gets or has nothing of what is studied: placebo, controls.
    control: bool,
}

/// How a comparison relates to a statement.
pub(super) enum Compared {
    /// Between the statement's agent and those without it: how the agent changes the outcome.
    Changes(Change),
    /// Something else is compared with the agent, so what the agent does remains open.
    Beside,
}

/// The words before a comparator among which the one is that says which arm has more.
const FAR: usize = 16;
/// How far behind a comparator an arm reaches, in words.
const LONGEST: usize = 14;

impl Arms {
    /// The comparison of a sentence; `None` without one, or with several.
    pub(super) fn of(sentence: &str) -> Option<Self> {
        let read = read(sentence);
        let mut comparators = (1..read.len()).filter_map(|at| comparator(&read, at));
        let Comparator { at, second: from, first_as } = comparators.next()?;
        if comparators.next().is_some() {
            return None;
        }
        let start = (0..at).rev().find(|&i| read[i].stop).unwrap_or(0);
        let end = (from + 1..read.len()).find(|&i| read[i].stop || read[i].comma).unwrap_or(read.len());
        if end > from + LONGEST {
            return None;
        }
        let (grade, change) = match first_as {
            Some(first) => (first, equal(&read, first)),
            None => graded(&read, at.saturating_sub(FAR).max(start)..at)?,
        };
        let first = first_arms(&read, start..at, grade, from).map(|range| arm(&read, range)).collect();
        let fast = read[start..at].iter().any(|word| SPEEDS.contains(&word.text.as_str()));
        Some(Self { change, fast, first, second: arm(&read, from..end), said: thing(&read, start..at) })
    }

    /// Whether the second arm is something of its own, and not the lack of the first.
    pub(super) fn are_both_named(&self) -> bool {
        !self.second.control && self.second.thing.without.is_empty()
    }

    /// How this relates to the agent of a statement that names no other arm; `None` where the agent is not in one arm alone.
    /// `by_names` are stems of what the agent may be called.
    pub(super) fn relate(
        &self,
        own: &Frame,
        by_names: &[&str],
        covers: impl Fn(&[String], &[String]) -> bool,
    ) -> Option<Compared> {
        let is_called = |arm: &Arm| arm.thing.stems.iter().any(|stem| by_names.contains(&stem.as_str()));
        let has = |arm: &Arm| covers(&own.agent.stems, &arm.thing.stems) || is_called(arm) && !arm.control;
        let lacks = |arm: &Arm| covers(&own.agent.stems, &arm.lacks.stems);
        // “… than women without it” is no other arm than that of any effect.
        let is_control = |stem: &String| CONTROLS.contains(&stem.as_str());
        let is_removed = |stem: &String| own.other.removed.contains(stem);
        let is_lack = own.other.stems.iter().any(is_control) || own.agent.stems.iter().any(is_removed);
        if !own.other.stems.is_empty() && !is_lack || !covers(&own.outcome.stems, &self.said.stems) {
            return None;
        }
        let is_without = |arm: &Arm| lacks(arm) || arm.control && !has(arm);
        let is_with = |arm: &Arm| has(arm) && !lacks(arm);
        let first = |is: &dyn Fn(&Arm) -> bool| self.first.iter().any(is);
        // Who recovers faster is ill for a shorter time.
        let change = if self.fast && own.times() { self.change.turned() } else { self.change };
        // “Children whose screen time was reduced had fewer words than controls.”
        let of = |arm: &Arm, change: Change| {
            let is_turned = is_turned(&own.agent, &arm.thing).unwrap_or(false);
            Some(Compared::Changes(if is_turned { change.turned() } else { change }))
        };
        let with = self.first.iter().find(|arm| is_with(arm));
        match (with, is_with(&self.second)) {
            (Some(first), false) if is_without(&self.second) => of(first, change),
            (None, true) if first(&is_without) => of(&self.second, change.turned()),
            (None, true) if !covers(&own.agent.stems, &self.said.stems) => Some(Compared::Beside),
            _ => None,
        }
    }
}

/// Words of speed.
const SPEEDS: [&str; 6] = ["faster", "quicker", "quickly", "rapidly", "slower", "slowly"];

struct Comparator {
    /// Where it is.
    at: usize,
    /// Where the second arm begins.
    second: usize,
    /// The first “as” or “same” of a comparison of equals.
    first_as: Option<usize>,
}

/// The comparator at `at`: “than”, “compared with”, the second “as” of “as often as”.
fn comparator(read: &[Word], at: usize) -> Option<Comparator> {
    const NEAR: usize = 14;
    const DEGREES: [&str; 14] = [
        "often",
        "much",
        "many",
        "common",
        "frequent",
        "frequently",
        "high",
        "low",
        "great",
        "large",
        "likely",
        "fast",
        "long",
        "effective",
    ];
    let text = |at: usize| read.get(at).map_or("", |word| word.text.as_str());
    let (second, first_as) = match (text(at), text(at + 1)) {
        ("than", next) if text(at - 1) != "rather" && !next.starts_with(|c: char| c.is_ascii_digit()) => (at + 1, None),
        ("compared" | "relative", "with" | "to") => (at + 2, None),
        ("versus" | "vs", _) => (at + 1, None),
        ("as", _) => {
            let opens = |i: &usize| text(*i) == "as" && DEGREES.contains(&text(*i + 1)) || text(*i) == "same";
            let first = (at.saturating_sub(NEAR)..at).rev().find(opens)?;
            (at + 1, Some(first))
        }
        _ => return None,
    };
    (second < read.len()).then_some(Comparator { at, second, first_as })
}

/// “As often as”, “twice as often as”, “half as often as”.
fn equal(read: &[Word], at: usize) -> Change {
    match at.checked_sub(1).map_or("", |before| read[before].text.as_str()) {
        "times" | "twice" => Change::MORE,
        "half" => Change::LESS,
        "not" => Change::SOME,
        _ => Change::SAME,
    }
}

/// Where and which way the first arm differs, by the comparative in `range` that is nearest to its end.
fn graded(read: &[Word], range: Range<usize>) -> Option<(usize, Change)> {
    const DENIED: usize = 3;
    const RELATED: usize = 5;
    const VERB: usize = 5;
    let text = |at: usize| read.get(at).map_or("", |word| word.text.as_str());
    let (at, up) = range.clone().rev().find_map(|at| {
        let known = GRADES.iter().find(|(word, _)| *word == read[at].text).map(|(_, up)| *up);
        Some((at, known.or_else(|| comparative(&read[at]))?))
    })?;
    let stem = |at: usize| read[at].stem.as_str();
    let mut change = if up { Change::MORE } else { Change::LESS };
    let judges = matches!(text(at), "better" | "worse" | "poorer");
    let behind = (at + 1..range.end.min(at + 4)).find(|&i| LOSS.contains(&stem(i)) || RISE.contains(&stem(i)));
    if judges {
        change = judged(read, range.start..at, up);
    } else if EARLIER.contains(&text(at)) {
        // What comes sooner is not delayed.
    } else if let Some(noun) = behind {
        if LOSS.contains(&stem(noun)) {
            change = change.turned();
        }
    } else if matches!(text(at), "more" | "less" | "further" | "faster" | "slower")
        && let Some(verb) = (at.saturating_sub(VERB).max(range.start)..at)
            .rev()
            .find(|&i| UP.contains(&stem(i)) || DOWN.contains(&stem(i)))
        && DOWN.contains(&stem(verb))
    {
        change = change.turned();
    }
    // “Was not associated with a significantly lower risk than”
    let related = (at.saturating_sub(RELATED).max(range.start)..at)
        .find(|&i| matches!(stem(i), "associ" | "link" | "relat") && is_denial(&read[i.saturating_sub(1)]));
    let from = related.map_or(at.saturating_sub(DENIED), |related| related - 1).max(range.start);
    let denied = read[from..at].iter().any(is_denial);
    Some((at, if denied { change.denied() } else { change }))
}

/// What may be the first arm: what is behind the preposition that opens the second or behind the comparative, and the subject.
fn first_arms(read: &[Word], clause: Range<usize>, grade: usize, second: usize) -> impl Iterator<Item = Range<usize>> {
    const OPEN: [&str; 12] =
        ["in", "among", "with", "under", "after", "during", "on", "by", "beneath", "following", "for", "over"];
    let text = |at: usize| read.get(at).map_or("", |word| word.text.as_str());
    let like = Some(text(second)).filter(|open| OPEN.contains(open));
    let behind = match like {
        Some(open) => clause.clone().rev().find(|&at| text(at) == open),
        None => (grade + 1..clause.end).find(|at| matches!(text(*at), "in" | "among" | "with")),
    };
    let subject = Some(clause.start..grade).filter(|_| like.is_none() || behind.is_none());
    behind.map(|at| at + 1..clause.end).into_iter().chain(subject)
}

fn arm(read: &[Word], range: Range<usize>) -> Arm {
    let lacks = |at: usize| LACKS.contains(&read[at].text.as_str());
    let mut lacking = thing(read, range.start..range.start);
    if let Some(at) = range.clone().find(|&at| lacks(at)) {
        lacking = thing(read, at + 1..range.end);
    }
    let control = range.clone().any(|at| is_control(read, at) || lacks(at));
    Arm { thing: thing(read, range), lacks: lacking, control }
}
