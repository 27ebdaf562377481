//! Sentences taken apart into what is said to do what.

use std::ops::Range;

use super::{
    alike,
    change::Change,
    clause::{Clause, TIME, Word, clauses, comparative, is_adverb, is_denial, is_participle, read, says},
    head::{Head, Kind, is_nominal, kind},
    moderation::is_said_of_effect,
    phrase::{Thing, arm, core, reported, thing, without_arm, without_lead, without_people, without_tail},
    seen,
    words::{BE, BETTER, DOWN, LOSS, NOT_SIGNIFICANT, QUALIFY, RISE, UNWANTED, UP, WORSE},
};

/// What one clause says of an outcome.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) change: Change,
    /// What it is said of: the cause, or the first of two things that are related.
    pub(super) agent: Thing,
    /// The other arm of a comparison; empty where there is none.
    pub(super) other: Thing,
    /// What changes, up to where it is qualified.
    pub(super) outcome: Thing,
    /// What changes, with all that follows but those in whom it was seen.
    pub(super) measured: Thing,
    /// What changes, with all that follows.
    pub(super) whole: Thing,
    /// What changes is named as a loss: “more weight loss”, “reduces bone loss”.
    pub(super) loses: bool,
    /// The two may change places: an association.
    pub(super) mutual: bool,
    /// It is said as a possibility.
    pub(super) modal: bool,
}

impl Frame {
    /// Which ways the outcome may go by it: what is associated with a disease goes with more of it.
    pub(super) fn claimed(&self) -> Change {
        let harm = self.outcome.stems.iter().chain(&self.agent.stems).any(|stem| UNWANTED.contains(&stem.as_str()));
        if self.mutual && self.change == Change::SOME && harm { Change::MORE } else { self.change }
    }

    /// The same without the time that its outcome is given for: “28-day mortality”.
    pub(super) fn untimed(&self) -> Self {
        let is_number = |stem: &String| stem.starts_with(|c: char| c.is_ascii_digit());
        let mut found = self.clone();
        let time = found.outcome.stems.windows(2).position(|two| is_number(&two[0]) && TIME.contains(&two[1].as_str()));
        if let Some(at) = time.filter(|_| found.outcome.stems.len() > 2) {
            found.outcome.stems.drain(at..at + 2);
        }
        found
    }

    /// Whether the outcome is a time.
    pub(super) fn times(&self) -> bool {
        self.outcome.stems.iter().any(|stem| TIMES.contains(&stem.as_str()))
    }
}

/// Stems of outcomes that are times.
const TIMES: &[&str] = &["durat", "length", "stay", "time", "latenc", "delay"];

/// The frames of a sentence.
pub(super) fn frames(sentence: &str) -> Vec<Frame> {
    let read = read(sentence);
    let mut found = Vec::new();
    let mut subject = None;
    for clause in clauses(&read) {
        of_clause(&read, &clause, &mut subject, &mut found);
    }
    found
}
fn of_clause(read: &[Word], clause: &Clause, subject: &mut Option<Range<usize>>, found: &mut Vec<Frame>) {
    let range = &clause.range;
    if is_said_of_effect(read, range) {
        return;
    }
    let mut heads: Vec<Head> = Vec::new();
    for at in range.clone() {
        let Some(kind) = kind(read, at) else { continue };
        if kind == Kind::Null || !is_nominal(read, range, at, !heads.is_empty()) {
            heads.push(Head { at, kind });
        }
    }
    let gerund =
        |at: usize| heads.iter().any(|next| next.at > at && next.at <= at + 12 && read[next.at].text.ends_with("ing"));
    let heads: Vec<&Head> = heads.iter().filter(|head| head.kind != Kind::Works || !gerund(head.at)).collect();
    found.extend(by_noun(read, clause));
    found.extend(seen::frame(read, clause));
    found.extend(alike::frame(read, clause));
    let mut denied_before = false;
    if heads.is_empty() {
        *subject = Some(range.clone());
    }
    for (index, Head { at, kind }) in heads.iter().enumerate() {
        let previous = index.checked_sub(1).map(|index| heads[index].at);
        let own = subject_of(read, range, previous, *at);
        let shares = own.is_none();
        let own = own.filter(|own| !clause.joined || says(read, own.clone()) || subject.is_none());
        let mut of = own.or_else(|| subject.clone()).unwrap_or(range.start..*at);
        // “Children whose screen time was reduced had …”
        let is_relative = |word: &Word| matches!(word.text.as_str(), "who" | "whose" | "that" | "which");
        if let Some(previous) = previous.filter(|previous| of.end == *previous && shares)
            && read[of.clone()].iter().any(is_relative)
        {
            of.end = previous + 1;
        }
        *subject = Some(of.clone());
        let end = heads.get(index + 1).map_or(range.end, |next| object_end(read, *at, next.at));
        let joint = previous
            .and_then(|previous| (previous..*at).rev().find(|&i| matches!(read[i].text.as_str(), "or" | "nor")));
        let carried = shares && joint.is_some() && denied_before;
        let denied = carried || is_denied(read, range.start, previous, *at);
        denied_before = denied;
        let frame = frame(read, &of, *at, end, *kind, range.start);
        found.extend(frame.map(|mut frame| {
            if denied != clause.denied {
                frame.change = frame.change.denied();
            }
            frame
        }));
    }
}

/// Whether the verb at `at` is denied: before it in its own part of the clause.
fn is_denied(read: &[Word], start: usize, previous: Option<usize>, at: usize) -> bool {
    const NEAR: usize = 6;
    let from = previous.map_or(start, |previous| previous + 1).max(start);
    let near = at.saturating_sub(NEAR).max(from);
    let comma = (near..at).rev().find(|&i| read[i].comma).unwrap_or(near);
    // “Women without a spleen had …” and “lack of sleep impairs …” deny a thing and not what it does.
    let names_lack = |i: usize| match read[i].text.as_str() {
        "without" => true,
        "lack" => read.get(i + 1).is_some_and(|next| next.text == "of"),
        _ => false,
    };
    let close = (comma..at).any(|i| is_denial(&read[i]) && !names_lack(i));
    // “Neither vitamin E nor vitamin C supplementation reduced …”
    close
        || read[from..at].iter().any(|word| word.text == "neither")
        || read.get(from).is_some_and(|word| word.text == "no" && previous.is_none())
}

/// The subject of the verb at `at` behind another at `previous`; `None` where both share one.
fn subject_of(read: &[Word], clause: &Range<usize>, previous: Option<usize>, at: usize) -> Option<Range<usize>> {
    let Some(previous) = previous else { return Some(clause.start..at) };
    let joint = (previous + 1..at).rev().find(|&i| read[i].comma || matches!(read[i].text.as_str(), "and" | "or"))?;
    let from = joint + usize::from(matches!(read[joint].text.as_str(), "and" | "or"));
    (says(read, from..at) && !matches!(read[from].text.as_str(), "to" | "by" | "in" | "with")).then_some(from..at)
}

/// Where the object of the verb at `at` ends, before the verb at `next`.
fn object_end(read: &[Word], at: usize, next: usize) -> usize {
    (at + 1..next).rev().find(|&i| read[i].comma || matches!(read[i].text.as_str(), "and" | "or")).unwrap_or(next)
}

/// A frame around the head at `at`, as if nothing denied it.
fn frame(read: &[Word], subject: &Range<usize>, at: usize, end: usize, kind: Kind, start: usize) -> Option<Frame> {
    let head = &read[at];
    let be = read[at.saturating_sub(4).max(start)..at].iter().any(|word| BE.contains(&word.text.as_str()));
    let modal = read[at.saturating_sub(4).max(start)..at].iter().any(|word| {
        matches!(word.text.as_str(), "may" | "might" | "could" | "would" | "hypothesized" | "hypothesised")
    });
    let (subject, mut other) = without_arm(read, reported(read, subject.clone()));
    let subject = without_tail(read, without_lead(read, subject));
    let mut object = at + 1..end.max(at + 1);
    if head.stem == "protect" {
        let from = object.clone().find(|&i| matches!(read[i].text.as_str(), "against" | "from"));
        object.start = from.map_or(object.start, |from| from + 1);
    }
    if let Some((arm, thing)) = arm(read, object.clone()) {
        // “More effective than B in …”
        object = if arm.start == object.start { arm.end..object.end } else { object.start..arm.start };
        other = thing;
    }
    let states = (comparative(head).is_some() || is_participle(&head.text)) && be;
    // “Improved significantly in”
    let first = object.clone().find(|&i| !is_adverb(&read[i].text)).map_or("", |i| read[i].text.as_str());
    let without_object = object.is_empty() || QUALIFY.contains(&first) && !matches!(first, "on" | "from" | "against");
    let turns = matches!(kind, Kind::Turn(_) | Kind::Judge(_));
    // “Protects against” has an object behind a preposition.
    let untouched = kind == Kind::Null && head.text.starts_with("un") && first == "by";
    let around = untouched
        || turns && (states || without_object && !matches!(head.stem.as_str(), "protect" | "interf" | "benefit"));
    // “Growth requires iron”: what is needed comes behind.
    let needs = matches!(head.stem.as_str(), "requir" | "depend") && !be;
    let (agent, outcome) =
        if around || needs { (object.clone(), subject.clone()) } else { (subject.clone(), object.clone()) };
    // “A and B were unrelated”
    let relates = matches!(kind, Kind::Relate(_) | Kind::Null) && (object.is_empty() || QUALIFY.contains(&first));
    let joint = subject.clone().rev().find(|&i| read[i].text == "and").filter(|_| relates && first != "with");
    let (agent, outcome) = joint.map_or((agent, outcome), |and| (subject.start..and, and + 1..subject.end));
    let mut mutual = false;
    let mut change = match kind {
        Kind::Turn(turn) => turn,
        Kind::Judge(better) => judged(read, outcome.clone(), better),
        Kind::Works => works(read, outcome.clone())?,
        Kind::Null => {
            mutual = true;
            Change::SAME
        }
        Kind::Relate(base) => {
            let adverb = at.checked_sub(1).map_or("", |i| read[i].text.as_str());
            let said = match adverb {
                "inversely" | "negatively" => Some(Change::LESS),
                "positively" | "directly" => Some(Change::MORE),
                _ => said_of(read, object.clone()),
            };
            mutual = matches!(head.stem.as_str(), "associ" | "correl" | "link" | "relat");
            said.unwrap_or(base)
        }
        Kind::Light => said_of(read, object.clone())?,
    };
    if matches!(kind, Kind::Turn(_)) && nested_loss(read, &outcome) {
        change = change.turned();
    }
    let less_so = |i: usize| {
        read[i].text == "less"
            && read.get(i + 1).is_some_and(|next| matches!(next.stem.as_str(), "effect" | "efficaci"))
    };
    if subject.clone().any(less_so) {
        change = change.turned();
    }
    if matches!(kind, Kind::Relate(_) | Kind::Light)
        && read[object.clone()].iter().take(4).any(|word| {
            matches!(word.text.as_str(), "no" | "little" | "neither") || NOT_SIGNIFICANT.contains(&word.text.as_str())
        })
    {
        change = change.denied();
    }
    // “Led to weight loss” is less weight already; “led to more weight loss” is more of the loss.
    let counted = matches!(kind, Kind::Relate(_) | Kind::Light)
        && !read[object].iter().take(FAR).any(|word| comparative(word).is_some());
    // Those in whom something is effective are what it is effective for.
    let measured = if kind == Kind::Works { outcome.clone() } else { without_people(read, outcome.clone()) };
    Some(Frame {
        change,
        agent: thing(read, agent),
        other,
        loses: !counted && is_loss(read, &outcome),
        outcome: core(read, outcome.clone()),
        measured: thing(read, measured).near(),
        whole: thing(read, outcome).near(),
        mutual,
        modal,
    })
}

/// What getting better or worse does to an outcome.
pub(super) fn judged(read: &[Word], outcome: Range<usize>, better: bool) -> Change {
    const WANTED: &[&str] =
        &["surviv", "function", "qualiti", "sensit", "adher", "outcom", "toler", "control", "effici"];
    let end = outcome.clone().find(|&at| at > outcome.start && read[at].text == "of").unwrap_or(outcome.end);
    let stems = core(read, outcome.start..end).stems;
    let listed = |list: &[&str]| stems.iter().any(|stem| list.contains(&stem.as_str()));
    let unwanted = listed(UNWANTED) && !listed(WANTED);
    if better == unwanted { Change::LESS } else { Change::MORE }
}

/// What being effective does to what it is effective in, for or against.
fn works(read: &[Word], outcome: Range<usize>) -> Option<Change> {
    const RELIEF: &[&str] = &[
        "prevent",
        "treat",
        "treatment",
        "allevi",
        "reduc",
        "reduct",
        "relief",
        "manag",
        "suppress",
        "control",
        "prophylaxi",
    ];
    let listed = |list: &[&str], stems: &[String]| stems.iter().any(|stem| list.contains(&stem.as_str()));
    let all = thing(read, outcome.clone()).stems;
    let relieves = listed(RELIEF, &all[..all.len().min(4)]) || listed(UNWANTED, &core(read, outcome).stems);
    relieves.then_some(Change::LESS)
}

/// How far into an object its change is named, in words.
const FAR: usize = 8;

/// The change that an object names: “a lower risk of”, “no effect on”, “reduction in”.
fn said_of(read: &[Word], object: Range<usize>) -> Option<Change> {
    for at in object.clone().take(FAR) {
        let word = &read[at];
        if at > object.start + 1 && (word.comma || matches!(word.text.as_str(), "and" | "or")) {
            break;
        }
        let stem = word.stem.as_str();
        if let Some(up) = comparative(word) {
            // “A greater reduction in” is less of it.
            let up = up != nested_loss(read, &(at + 1..object.end));
            return Some(if matches!(word.text.as_str(), "better" | "worse" | "superior" | "inferior" | "poorer") {
                judged(read, at + 1..object.end, up)
            } else if up {
                Change::MORE
            } else {
                Change::LESS
            });
        }
        if LOSS.contains(&stem) || DOWN.contains(&stem) {
            return Some(Change::LESS);
        }
        if BETTER.contains(&stem) || WORSE.contains(&stem) {
            let from =
                at + 1 + usize::from(read.get(at + 1).is_some_and(|next| matches!(next.text.as_str(), "in" | "of")));
            return Some(judged(read, from.min(object.end)..object.end, BETTER.contains(&stem)));
        }
        if RISE.contains(&stem) || UP.contains(&stem) {
            return Some(Change::MORE);
        }
        if matches!(
            stem,
            "effect" | "impact" | "influenc" | "differ" | "chang" | "associ" | "relationship" | "correl" | "link"
        ) {
            return Some(Change::SOME);
        }
    }
    None
}

/// Whether what changes is itself a loss: “promotes the degradation of”, “a greater decrease in”.
fn nested_loss(read: &[Word], outcome: &Range<usize>) -> bool {
    let loss = |at: usize| LOSS.contains(&read[at].stem.as_str());
    outcome
        .clone()
        .take(4)
        .any(|at| loss(at) && read.get(at + 1).is_some_and(|next| matches!(next.text.as_str(), "of" | "in")))
}

/// Whether an outcome is itself a loss by its noun alone: “weight loss”.
pub(super) fn is_loss(read: &[Word], outcome: &Range<usize>) -> bool {
    let named = core(read, outcome.clone()).stems.iter().any(|stem| LOSS.contains(&stem.as_str()));
    named && !nested_loss(read, outcome)
}

/// “No association between A and B”, “no effect of A on O”, “a reduction in O with A”.
fn by_noun(read: &[Word], clause: &Clause) -> Option<Frame> {
    let range = &clause.range;
    let text = |at: usize| read.get(at).map_or("", |word| word.text.as_str());
    let relation =
        |at: usize| matches!(read[at].stem.as_str(), "associ" | "relationship" | "correl" | "link" | "relat");
    let effect =
        |at: usize| matches!(read[at].text.as_str(), "effect" | "effects" | "impact" | "influence" | "benefit");
    let at = range
        .clone()
        .find(|&at| relation(at) && matches!(text(at + 1), "between" | "of") || effect(at) && text(at + 1) == "of")?;
    let joins: &[&str] = match text(at) {
        "benefit" => &["on", "for", "in"],
        _ if effect(at) => &["on", "for"],
        _ => &["and", "with"],
    };
    let and = (at + 2..range.end).find(|&i| joins.contains(&text(i)))?;
    // “No robust evidence of a negative effect of …”
    const BEFORE: usize = 7;
    let denied = read[at.saturating_sub(BEFORE).max(range.start)..at].iter().any(is_denial)
        || (at..range.end.min(and + 10)).any(|i| is_denial(&read[i]));
    let end =
        (and + 1..range.end).find(|&i| read[i].comma || matches!(text(i), "was" | "were" | "is")).unwrap_or(range.end);
    let kind_of = |word: &str| match word {
        "positive" | "direct" => Some(Change::MORE),
        "negative" | "inverse" => Some(Change::LESS),
        _ => None,
    };
    let named = read[at.saturating_sub(3).max(range.start)..at].iter().find_map(|word| kind_of(&word.text));
    let change = named.or_else(|| said_of(read, and + 1..end.min(and + 4))).unwrap_or(Change::SOME);
    let change = if denied != clause.denied { change.denied() } else { change };
    Some(Frame {
        change,
        agent: thing(read, at + 2..and),
        other: Thing::default(),
        loses: is_loss(read, &(and + 1..end)),
        outcome: core(read, and + 1..end),
        measured: thing(read, without_people(read, and + 1..end)),
        whole: thing(read, and + 1..end),
        mutual: relation(at),
        modal: false,
    })
}
