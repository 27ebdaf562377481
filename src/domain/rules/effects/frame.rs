//! Sentences taken apart into what is said to do what.

use std::ops::Range;

use crate::text::{fold, is_stop, number_word, stem, words};

use super::{
    change::Change,
    words::{
        ARMS, BE, BETTER, CLAUSE, COMPARATIVES, DENIALS, DETERMINERS, DOWN, LIGHT, LOSS, MEASURES, NULL, QUALIFY,
        RELATE, REMOVALS, REPORT, RISE, UNWANTED, UP, WORSE,
    },
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
    /// What changes, with all that follows.
    pub(super) whole: Thing,
    /// The two may change places: an association.
    pub(super) mutual: bool,
    /// It is said as a possibility.
    pub(super) modal: bool,
}

/// The words of a noun phrase, as stems.
#[derive(Clone, Debug, Default)]
pub(super) struct Thing {
    pub stems: Vec<String>,
    /// Those that are said to be absent or less: “loss of p53”.
    pub removed: Vec<String>,
}

struct Word {
    text: String,
    stem: String,
    /// A comma comes before it.
    comma: bool,
    /// A semicolon, colon or dash comes before it.
    stop: bool,
    /// A capital letter alone: “vitamin E”.
    letter: bool,
    /// A hyphen joins it to the word before: “treatment-related”.
    hyphen: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Turn(Change),
    /// Better (true) or worse.
    Judge(bool),
    Relate(Change),
    Light,
    /// “Effective in”: what it is there to prevent or relieve gets less.
    Works,
    Null,
}

/// A verb, participle or comparative that says something of an outcome.
struct Head {
    at: usize,
    kind: Kind,
}

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

/// Labels in capitals that open a part of an abstract.
const LABELS: &[&str] = &[
    "BACKGROUND",
    "OBJECTIVE",
    "OBJECTIVES",
    "AIM",
    "AIMS",
    "METHODS",
    "RESULTS",
    "FINDINGS",
    "CONCLUSION",
    "CONCLUSIONS",
    "INTERPRETATION",
    "CONTEXT",
    "DESIGN",
    "PURPOSE",
    "SIGNIFICANCE",
    "DISCUSSION",
    "INTRODUCTION",
    "RATIONALE",
];

/// The words of a sentence without what stands in brackets.
fn read(sentence: &str) -> Vec<Word> {
    let mut depth = 0_i32;
    let mut end = 0;
    let mut found: Vec<Word> = Vec::new();
    let (mut comma, mut stop) = (false, false);
    for (range, word) in words(sentence) {
        let gap = sentence.get(end..range.start).unwrap_or_default();
        let hyphen = end > 0 && matches!(gap, "-" | "\u{2010}" | "\u{2011}" | "–");
        for c in gap.chars() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = (depth - 1).max(0),
                ',' if depth == 0 => comma = true,
                ';' | ':' | '—' | '–' if depth == 0 && !hyphen => stop = true,
                _ => {}
            }
        }
        end = range.end;
        if depth == 0 {
            let label = found.is_empty() && word.chars().all(char::is_uppercase) && LABELS.contains(&word);
            let letter = !found.is_empty()
                && word.len() == 1
                && word.starts_with(|c: char| c.is_ascii_uppercase())
                && !matches!(word, "A" | "I");
            if !label {
                found.push(Word { text: fold(word), stem: plain(word), comma, stop, letter, hyphen });
            }
            (comma, stop) = (false, false);
        }
    }
    found
}

/// The stem of a word in one spelling, of a number its digits.
fn plain(word: &str) -> String {
    match number_word(&fold(word)) {
        Some(number) => number.to_string(),
        None => stem(word).replace("ae", "e").replace("oe", "e"),
    }
}

struct Clause {
    range: Range<usize>,
    /// The report that introduces it denies it.
    denied: bool,
    /// It goes on from the clause before: “but was …”.
    joined: bool,
}

/// The clauses that assert something.
fn clauses(read: &[Word]) -> Vec<Clause> {
    let mut found = Vec::new();
    let (mut start, mut denied, mut open, mut joined) = (0, false, true, false);
    for at in 0..=read.len() {
        let ends = at == read.len() || read[at].stop || at > start && CLAUSE.contains(&read[at].text.as_str());
        if ends {
            if open && at > start {
                found.push(Clause { range: start..at, denied, joined });
            }
            if at < read.len() {
                let word = read[at].text.as_str();
                open = !matches!(word, "whether" | "if");
                joined = matches!(word, "but" | "yet" | "thereby" | "which");
                start = at + usize::from(CLAUSE.contains(&word));
                denied = false;
            }
            continue;
        }
        // “These results suggest that …”
        if read[at].text == "that"
            && at > start
            && read[start..at].iter().rev().take(6).any(|word| REPORT.contains(&word.stem.as_str()))
        {
            denied = read[start..at].iter().any(is_denial);
            start = at + 1;
        }
    }
    found
}

fn is_denial(word: &Word) -> bool {
    DENIALS.contains(&word.text.as_str()) || word.text.ends_with("n't") || word.text.ends_with("n’t")
}

fn comparative(word: &Word) -> Option<bool> {
    COMPARATIVES.iter().find(|(known, _)| word.text == *known).map(|(_, up)| *up)
}

fn kind(read: &[Word], at: usize) -> Option<Kind> {
    let (word, next) = (&read[at], read.get(at + 1));
    let stem = word.stem.as_str();
    let previous = at.checked_sub(1).map_or("", |at| read[at].text.as_str());
    if matches!(previous, "who" | "that" | "whose") || word.hyphen || next.is_some_and(|next| next.hyphen) {
        return None;
    }
    if word.text == "likely" && next.is_some_and(|next| next.text == "to") {
        return Some(Kind::Turn(match previous {
            "more" => Change::MORE,
            "less" => Change::LESS,
            _ => return None,
        }));
    }
    // “Is a risk factor for”, “is a cause of”, “are at higher risk of”
    if stem == "factor" && next.is_some_and(|next| next.text == "for") {
        return match previous {
            "risk" => Some(Kind::Relate(Change::MORE)),
            "protective" => Some(Kind::Relate(Change::LESS)),
            _ => None,
        };
    }
    if matches!(word.text.as_str(), "cause" | "trigger" | "driver") && next.is_some_and(|next| next.text == "of") {
        return Some(Kind::Relate(Change::MORE));
    }
    if matches!(word.text.as_str(), "essential" | "necessary" | "crucial" | "indispensable" | "needed")
        && next.is_some_and(|next| next.text == "for")
    {
        return Some(Kind::Relate(Change::MORE));
    }
    if matches!(word.text.as_str(), "effective" | "efficacious")
        && next.is_some_and(|next| matches!(next.text.as_str(), "in" | "for" | "at" | "against" | "than"))
    {
        return Some(Kind::Works);
    }
    if BE.contains(&word.text.as_str()) && next.is_some_and(|next| next.text == "at") {
        return Some(Kind::Light);
    }
    if word.text.ends_with("ly") {
        return None;
    }
    if let Some(up) = comparative(word) {
        // “More effective” and “less likely” are read at what they compare.
        if next.is_some_and(|next| matches!(next.stem.as_str(), "effect" | "efficaci" | "like")) {
            return None;
        }
        return Some(match word.text.as_str() {
            "better" | "worse" | "poorer" => Kind::Judge(up),
            "superior" | "inferior" => return None,
            _ => Kind::Turn(if up { Change::MORE } else { Change::LESS }),
        });
    }
    if NULL.contains(&word.text.as_str()) {
        return Some(Kind::Null);
    }
    if let Some((_, change)) = RELATE.iter().find(|(known, _)| *known == stem) {
        return Some(Kind::Relate(*change));
    }
    if BETTER.contains(&stem) {
        return Some(Kind::Judge(true));
    }
    if WORSE.contains(&stem) {
        return Some(Kind::Judge(false));
    }
    if UP.contains(&stem) {
        return Some(Kind::Turn(Change::MORE));
    }
    if DOWN.contains(&stem) {
        return Some(Kind::Turn(Change::LESS));
    }
    (LIGHT.contains(&stem) || LIGHT.contains(&word.text.as_str())).then_some(Kind::Light)
}

/// Adverbs and the like between a verb and what decides what it is.
fn is_adverb(word: &str) -> bool {
    word.ends_with("ly")
        || matches!(
            word,
            "also" | "further" | "even" | "still" | "not" | "longer" | "much" | "then" | "been" | "be" | "both"
        )
}

/// The nearest word before `at` that is no adverb.
fn before<'a>(read: &'a [Word], start: usize, at: usize) -> Option<&'a Word> {
    read[start..at].iter().rev().find(|word| !is_adverb(&word.text))
}

fn is_participle(word: &str) -> bool {
    word.ends_with("ed") || matches!(word, "cut" | "led" | "grown" | "risen" | "driven" | "lost" | "shown")
}

const NOUN_ENDINGS: &[&str] = &["tion", "sion", "ment", "ance", "ence", "ity", "or", "ship", "ade", "ant", "ive", "ic"];
const NOUNS: &[&str] = &[
    "increase",
    "increases",
    "decrease",
    "decreases",
    "rise",
    "fall",
    "drop",
    "decline",
    "gain",
    "cut",
    "change",
    "changes",
    "delay",
    "impact",
    "influence",
    "benefit",
    "benefits",
    "link",
    "links",
    "limit",
    "limits",
    "boost",
    "loss",
    "growth",
    "block",
    "induction",
    "harm",
    "effect",
];

/// Whether a word for a change is part of a noun phrase and no verb.
fn is_nominal(read: &[Word], clause: &Range<usize>, at: usize, headed: bool) -> bool {
    let text = read[at].text.as_str();
    let next = read.get(at + 1).filter(|_| at + 1 < clause.end).map_or("", |word| word.text.as_str());
    let previous = before(read, clause.start, at).map_or("", |word| word.text.as_str());
    let named = matches!(
        text,
        "likely"
            | "essential"
            | "necessary"
            | "crucial"
            | "indispensable"
            | "needed"
            | "effective"
            | "efficacious"
            | "factor"
            | "factors"
            | "cause"
            | "trigger"
            | "driver"
    ) || BE.contains(&text);
    if named || BE.contains(&previous) && text.ends_with("ive") {
        return false;
    }
    let singular = text.strip_suffix('s').unwrap_or(text);
    if NOUN_ENDINGS.iter().any(|end| singular.ends_with(end)) && !is_participle(text) && text != "enhance"
        || text.ends_with("ing") && next == "of"
    {
        return true;
    }
    let verbal = matches!(text, "lower" | "slow") && matches!(next, "the" | "their" | "its" | "a" | "both");
    let compares = comparative(&read[at]).is_some() && !verbal;
    let Some(previous) = before(read, clause.start, at) else {
        // “Increased levels of …” and “Reducing salt …” open a noun phrase.
        return compares || is_participle(text) || text.ends_with("ing") || matches!(next, "in" | "of");
    };
    let previous = previous.text.as_str();
    if BE.contains(&previous) {
        return false;
    }
    if compares {
        return true;
    }
    if previous == "to" && !is_participle(text)
        || text.ends_with("ing")
        || matches!(previous, "has" | "have") && text.ends_with("ed")
    {
        return false;
    }
    if matches!(previous, "and" | "or" | "nor") {
        return is_participle(text) && !headed;
    }
    DETERMINERS.contains(&previous)
        || is_light(previous)
        || NOUNS.contains(&text) && matches!(next, "in" | "of" | "between" | "on" | "for" | "was" | "were" | "is")
}

fn is_light(word: &str) -> bool {
    matches!(
        word,
        "showed"
            | "show"
            | "shows"
            | "experienced"
            | "exhibited"
            | "displayed"
            | "demonstrated"
            | "caused"
            | "causes"
            | "produced"
            | "yielded"
            | "achieved"
            | "provided"
            | "provides"
            | "confers"
            | "conferred"
            | "significant"
            | "had"
            | "gives"
            | "gave"
            | "give"
    )
}

fn of_clause(read: &[Word], clause: &Clause, subject: &mut Option<Range<usize>>, found: &mut Vec<Frame>) {
    let range = &clause.range;
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
    let mut denied_before = false;
    if heads.is_empty() {
        *subject = Some(range.clone());
    }
    for (index, Head { at, kind }) in heads.iter().enumerate() {
        let previous = index.checked_sub(1).map(|index| heads[index].at);
        let own = subject_of(read, range, previous, *at);
        let shares = own.is_none();
        let own = own.filter(|own| !clause.joined || says(read, own.clone()) || subject.is_none());
        let of = own.or_else(|| subject.clone()).unwrap_or(range.start..*at);
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

/// Whether a range has a word that could be a subject.
fn says(read: &[Word], range: Range<usize>) -> bool {
    let empty = |word: &Word| {
        is_adverb(&word.text)
            || BE.contains(&word.text.as_str())
            || is_denial(word)
            || matches!(word.text.as_str(), "did" | "does" | "do" | "may" | "can" | "might" | "could" | "significant")
    };
    read[range].iter().any(|word| is_content(word) && !empty(word))
}

/// Whether the verb at `at` is denied: before it in its own part of the clause.
fn is_denied(read: &[Word], start: usize, previous: Option<usize>, at: usize) -> bool {
    const NEAR: usize = 6;
    let from = previous.map_or(start, |previous| previous + 1).max(start);
    let near = at.saturating_sub(NEAR).max(from);
    let comma = (near..at).rev().find(|&i| read[i].comma).unwrap_or(near);
    let close = read[comma..at].iter().any(is_denial);
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

fn is_content(word: &Word) -> bool {
    word.letter
        || !is_stop(&word.text)
            && (word.text.chars().count() > 1 || word.text.starts_with(|c: char| c.is_ascii_digit()))
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
    let first = read.get(object.start).filter(|_| !object.is_empty()).map_or("", |word| word.text.as_str());
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
        && read[object.clone()].iter().take(4).any(|word| matches!(word.text.as_str(), "no" | "little" | "neither"))
    {
        change = change.denied();
    }
    Some(Frame {
        change,
        agent: thing(read, agent),
        other,
        outcome: core(read, outcome.clone()),
        whole: near(thing(read, outcome)),
        mutual,
        modal,
    })
}

/// A subject without what opens its sentence: “In patients with diabetes, …”.
fn without_lead(read: &[Word], subject: Range<usize>) -> Range<usize> {
    let opens = read.get(subject.start).is_some_and(|word| QUALIFY.contains(&word.text.as_str()));
    let comma = (subject.start + 1..subject.end).rev().find(|&at| read[at].comma).filter(|_| opens);
    comma.filter(|&from| says(read, from..subject.end)).map_or(subject.clone(), |from| from..subject.end)
}

/// A subject without what belongs to its verb: “are less”, “did not”.
fn without_tail(read: &[Word], subject: Range<usize>) -> Range<usize> {
    let tail = |word: &Word| {
        BE.contains(&word.text.as_str())
            || is_adverb(&word.text)
            || is_denial(word)
            || matches!(
                word.text.as_str(),
                "more"
                    | "less"
                    | "did"
                    | "does"
                    | "do"
                    | "may"
                    | "can"
                    | "could"
                    | "might"
                    | "will"
                    | "has"
                    | "have"
                    | "had"
            )
    };
    let end = subject.clone().rev().find(|&at| !tail(&read[at])).map_or(subject.start, |at| at + 1);
    subject.start..end
}

/// What getting better or worse does to an outcome.
fn judged(read: &[Word], outcome: Range<usize>, better: bool) -> Change {
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

/// A subject without the verb of saying before it: “was found to”.
fn reported(read: &[Word], subject: Range<usize>) -> Range<usize> {
    let saying = |word: &Word| {
        matches!(word.text.as_str(), "found" | "shown" | "known" | "demonstrated" | "reported" | "thought")
    };
    let Some(at) = subject.clone().rev().find(|&i| saying(&read[i])) else { return subject };
    if says(read, at + 1..subject.end) { at + 1..subject.end } else { subject.start..at }
}

/// The change that an object names: “a lower risk of”, “no effect on”, “reduction in”.
fn said_of(read: &[Word], object: Range<usize>) -> Option<Change> {
    const FAR: usize = 8;
    for at in object.clone().take(FAR) {
        let word = &read[at];
        if at > object.start + 1 && (word.comma || matches!(word.text.as_str(), "and" | "or")) {
            break;
        }
        let stem = word.stem.as_str();
        if let Some(up) = comparative(word) {
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

/// Whether what changes is itself a loss: “promotes the degradation of”.
fn nested_loss(read: &[Word], outcome: &Range<usize>) -> bool {
    let loss = |at: usize| LOSS.contains(&read[at].stem.as_str());
    outcome
        .clone()
        .take(4)
        .any(|at| loss(at) && read.get(at + 1).is_some_and(|next| matches!(next.text.as_str(), "of" | "in")))
}

/// Where the other arm of a comparison begins within `range`, and the arm.
fn arm(read: &[Word], range: Range<usize>) -> Option<(Range<usize>, Thing)> {
    const LONGEST: usize = 9;
    let text = |at: usize| read.get(at).map_or("", |word| word.text.as_str());
    let (at, from) = range.clone().find_map(|at| {
        ARMS.iter()
            .find(|(first, second)| text(at) == *first && (second.is_empty() || text(at + 1) == *second))
            .map(|(_, second)| (at, at + 1 + usize::from(!second.is_empty())))
    })?;
    let from = from + usize::from(matches!(text(from), "with" | "in" | "did" | "for" | "those" | "that" | "by"));
    let ends = |i: usize| {
        i > from
            && (read[i].comma
                || QUALIFY.contains(&text(i)) && text(i) != "of" && text(i) != "with"
                || matches!(text(i), "was" | "were" | "is"))
    };
    let end = (from..range.end).find(|&i| ends(i)).unwrap_or(range.end).min(from + LONGEST).max(from.min(range.end));
    Some((at..end, thing(read, from.min(end)..end)))
}

/// A subject without “Compared with B,” before or “, compared with B,” behind it, and B.
fn without_arm(read: &[Word], subject: Range<usize>) -> (Range<usize>, Thing) {
    let Some((cut, other)) = arm(read, subject.clone()) else { return (subject, Thing::default()) };
    let cut = cut.start;
    let behind = (cut + 1..subject.end).find(|&at| read[at].comma);
    match behind {
        Some(from) if !says(read, subject.start..cut) => (from..subject.end, other),
        _ => (subject.start..cut, other),
    }
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
    let joins: &[&str] = if effect(at) { &["on", "for"] } else { &["and", "with"] };
    let and = (at + 2..range.end).find(|&i| joins.contains(&text(i)))?;
    let denied = read[at.saturating_sub(5).max(range.start)..at].iter().any(is_denial)
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
        outcome: core(read, and + 1..end),
        whole: thing(read, and + 1..end),
        mutual: relation(at),
        modal: false,
    })
}

/// What stands close enough behind a head to be its outcome.
fn near(mut whole: Thing) -> Thing {
    const MOST: usize = 10;
    whole.stems.truncate(MOST);
    whole
}

/// A noun phrase as its stems.
fn thing(read: &[Word], range: Range<usize>) -> Thing {
    const AHEAD: usize = 4;
    let mut found = Thing::default();
    for at in range.clone() {
        let word = &read[at];
        if is_content(word) {
            found.stems.push(word.stem.clone());
        }
        if !REMOVALS.contains(&word.stem.as_str()) && !REMOVALS.contains(&word.text.as_str()) {
            continue;
        }
        let behind = read[at + 1..range.end.min(at + 1 + AHEAD)].iter().take_while(|word| !word.comma);
        let ahead = read[at.saturating_sub(2).max(range.start)..at].iter();
        found.removed.extend(behind.chain(ahead).filter(|word| is_content(word)).map(|word| word.stem.clone()));
    }
    found
}

/// A noun phrase up to where it is qualified.
fn core(read: &[Word], range: Range<usize>) -> Thing {
    let mut end = range.start;
    let mut named = false;
    for at in range.clone() {
        let word = &read[at];
        if named && (word.comma || QUALIFY.contains(&word.text.as_str())) {
            break;
        }
        named |= is_content(word) && !MEASURES.contains(&word.stem.as_str());
        end = at + 1;
    }
    thing(read, range.start..end)
}
