//! The part that a clause restricts itself to, by the words that open it.

use std::ops::Range;

use crate::text::{fold, is_stop, stem, words};

/// Words that open what restricts a clause to a part.
const OPENERS: [&str; 7] = ["among", "amongst", "for", "in", "when", "where", "within"];
/// Words that open a clause with a part of its own.
const CONTRASTS: [&str; 4] = ["although", "but", "whereas", "while"];
/// How far the words that restrict a clause reach.
const LONGEST: usize = 18;
/// How far from the start of a clause the noun of a group is that is its subject.
const SUBJECT: usize = 4;

/// Stems of nouns of groups.
#[rustfmt::skip]
const GROUPS: &[&str] = &[
    "adolesc", "adult", "applic", "boy", "carrier", "child", "children", "citi", "class", "coloni", "counti", "countri",
    "district", "economi", "employe", "famili", "farm", "father", "girl", "grader", "household", "individu", "infant", "man",
    "men", "metabol", "mother", "municip", "neighborhood", "neighbourhood", "noncarri", "nonsmok", "nurs", "parent", "particip",
    "patient", "peopl", "person", "plot", "postcod", "pupil", "region", "resid", "respond", "school", "site", "smoker", "speci",
    "state", "student", "subgroup", "survivor", "teenag", "user", "veteran", "villag", "woman", "women", "worker",
];

/// Stems of words that name an arm or the study itself, and no part of what it studied.
#[rustfmt::skip]
const NO_PART: &[&str] = &[
    "addit", "analys", "analysi", "arm", "compar", "comparison", "conclus", "contrast", "control", "experi", "follow", "group",
    "intervent", "mice", "model", "placebo", "regress", "studi", "treatment", "trial", "vitro", "vivo",
];

/// Stems that distinguish no part from another.
#[rustfmt::skip]
pub(super) const GENERIC: &[&str] = &[
    "age", "averag", "baselin", "cohort", "enrol", "enroll", "follow", "high", "higher", "includ", "level", "low", "lower",
    "member", "new", "number", "old", "older", "overal", "popul", "remain", "remaind", "rest", "sampl", "score", "sex", "singl",
    "total", "whole", "year", "younger",
];

/// Phrases by which a text speaks of the whole.
const WHOLE: [&str; 14] = [
    "all ages",
    "as a whole",
    "averaged over",
    "both sexes",
    "full population",
    "full sample",
    "men and women",
    "nationwide",
    "on average",
    "overall",
    "taken together",
    "total population",
    "whole cohort",
    "whole sample",
];

/// Verbs behind “who” that say what somebody is.
const BE: [&str; 4] = ["are", "had", "have", "were"];
/// Verbs without “-ed” by which a clause goes on behind its subject.
const VERBS: [&str; 22] = [
    "are", "bought", "did", "do", "fell", "felt", "gave", "got", "grew", "had", "has", "have", "is", "kept", "lost",
    "made", "paid", "rose", "spent", "took", "was", "were",
];

/// A part of a whole, as a clause restricts itself to it.
#[derive(Debug)]
pub(super) struct Part {
    pub text: String,
    /// Stems that distinguish it from other parts.
    pub stems: Vec<String>,
    /// It opens its sentence and names a group: “in women, …”. A group that is the subject may be an exposure of the study.
    pub opens: bool,
}

pub(super) struct Word {
    pub range: Range<usize>,
    pub text: String,
    pub stem: String,
    /// A comma, bracket, colon or stop comes before it.
    pub pause: bool,
}

impl Word {
    pub fn is_group(&self) -> bool {
        GROUPS.contains(&self.stem.as_str())
    }
}

impl Part {
    /// `None` where `of` distinguishes no part, or names an arm.
    fn new(sentence: &str, of: &[Word], opens: bool) -> Option<Self> {
        let is_telling =
            |word: &&Word| !is_stop(&word.text) && !word.is_group() && !GENERIC.contains(&word.stem.as_str());
        let stems: Vec<String> = of.iter().filter(is_telling).map(|word| word.stem.clone()).collect();
        let is_arm = of.iter().any(|word| NO_PART.contains(&word.stem.as_str()));
        let text = sentence.get(of.first()?.range.start..of.last()?.range.end)?;
        let text = text.split(" (").next().unwrap_or(text).to_owned();
        (!stems.is_empty() && !is_arm && !speaks_of_whole(&text)).then_some(Self { text, stems, opens })
    }

    /// Its stems that are neither numbers nor in `known`.
    pub fn beyond(&self, known: &[String]) -> Vec<&String> {
        self.stems.iter().filter(|stem| !is_number(stem) && !known.contains(stem)).collect()
    }
}

fn is_number(stem: &str) -> bool {
    stem.starts_with(|c: char| c.is_ascii_digit())
}

/// The words of a sentence without the label that opens it.
pub(super) fn read(sentence: &str) -> Vec<Word> {
    let mut end = 0;
    let mut found = Vec::new();
    for (range, word) in words(sentence) {
        let gap = sentence.get(end..range.start).unwrap_or_default();
        let pause = gap.contains([',', ';', ':', '(', '—', '–', '.']);
        end = range.end;
        let is_capital = word.len() > 2 && word.chars().all(char::is_uppercase);
        if !found.is_empty() || !is_capital && !sentence[range.end..].starts_with([':', '.']) {
            found.push(Word { range, text: fold(word), stem: stem(word), pause });
        }
    }
    found
}

/// The parts that the clauses of a sentence restrict themselves to at their beginning, in order.
pub(super) fn parts(sentence: &str) -> Vec<Part> {
    let read = read(sentence);
    let starts = (0..read.len()).filter_map(|at| {
        let is_next = read[at].pause && sentence[..read[at].range.start].trim_end().ends_with(';');
        let contrasts = at > 0 && CONTRASTS.contains(&read[at].text.as_str());
        (at == 0 || is_next || contrasts).then_some(at + usize::from(contrasts))
    });
    starts.filter_map(|start| part(sentence, read.get(start..)?, start == 0)).collect()
}

fn part(sentence: &str, read: &[Word], is_first: bool) -> Option<Part> {
    let text = |at: usize| read.get(at).map_or("", |word| word.text.as_str());
    let is_opener = |at: usize| OPENERS.contains(&text(at));
    let range = if is_opener(0) {
        let goes_on = |at: usize| sentence[read[at - 1].range.end..read[at].range.start].contains(['(', '.', '–']);
        1..(1..read.len().min(LONGEST)).find(|&at| read[at].pause && !goes_on(at))?
    } else {
        let noun = (0..read.len().min(SUBJECT)).find(|&at| read[at].is_group() && (at == 0 || !read[at].pause))?;
        let is_adjective = noun > 0 && (0..noun).all(|at| !text(at).ends_with("ed") && !is_opener(at));
        // “Women who were obese had …”: the verb behind “who” is not that of the clause.
        let behind = (text(noun + 1), text(noun + 2));
        let is_qualified =
            behind.0 == "who" && BE.contains(&behind.1) || behind == ("in", "the") || behind == ("that", "already");
        let is_verb = |at: &usize| VERBS.contains(&text(*at)) || text(*at).ends_with("ed");
        if is_qualified {
            let is_end = |at: &usize| is_verb(at) || matches!(text(*at), "after" | "before" | "when");
            0..(noun + 4..read.len().min(noun + LONGEST)).find(is_end)?
        } else {
            is_adjective.then_some(0..noun + 1)?
        }
    };
    let of = read.get(range)?;
    let has_group = of.iter().any(|word| word.is_group() || word.text == "those");
    let is_condition = matches!(text(0), "when" | "where");
    const NO_SUBJECT: [&str; 7] = ["it", "neither", "our", "there", "they", "this", "we"];
    if NO_SUBJECT.contains(&text(0)) {
        return None;
    }
    let opens = is_first && has_group && is_opener(0);
    (has_group || is_condition).then(|| Part::new(sentence, of, opens)).flatten()
}

/// The part of “… in adults with asthma.”
pub(super) fn trailing(sentence: &str) -> Option<Part> {
    let read = read(sentence);
    let at = (1..read.len()).rev().find(|&at| matches!(read[at].text.as_str(), "in" | "among"))?;
    let end = (at + 1..read.len()).find(|&at| read[at].pause).unwrap_or(read.len());
    let with = (at + 2..end).find(|&at| read[at].text == "with" && read[at - 1].is_group())?;
    Part::new(sentence, read.get(with + 1..end)?, false)
}

/// Whether a text speaks expressly of the whole.
pub(super) fn speaks_of_whole(text: &str) -> bool {
    let lower = text.to_lowercase();
    WHOLE.iter().any(|phrase| lower.contains(phrase))
}
