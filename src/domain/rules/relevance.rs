//! Evidence about something else counts for neither side (`docs/rules.md#relevance`): another
//! rendering, another population, another subject. Years are left to `numbers`.

use crate::{
    domain::SourceMeta,
    text::{fold, is_stop, stem, words},
};

use super::{
    credibility::is_paper,
    figures::{Figure, figures},
    lexicon::{ARTEFACTS, POPULATIONS},
    names,
    wording::Wording,
};

/// What the evidence is about instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// Another year; both are named.
    Time(String),
    /// Another population; both are named.
    Population(String),
    /// A picture, post or rumour of the thing; which.
    Artefact(String),
    /// Another subject; which.
    Subject(String),
}

/// Words that judge a picture or text as such, not what it shows.
const JUDGED: &[&str] = &[
    "fake",
    "faked",
    "fabricated",
    "doctored",
    "hoax",
    "authentic",
    "manipulated",
    "edited",
    "miscaptioned",
    "altered",
    "viral",
    "photoshopped",
    "misattributed",
    "genuine",
    "real",
    "unauthentic",
    "ai",
    "rumored",
    "rumoured",
    "forged",
];

/// Whether `passage` speaks of something else than `statement`; `around` is its
/// title and the sentences beside it.
#[must_use]
pub fn elsewhere(statement: &str, passage: &str, around: &str, meta: &SourceMeta) -> Option<Elsewhere> {
    let (own, text, near) = (Wording::of(statement), Wording::of(passage), Wording::of(around));
    let another = || names::replaced(statement, passage, around).map(Elsewhere::Subject);
    let otherwise = || {
        let named = population(&own, &text, &near).or_else(another);
        named.or_else(|| series(statement, passage, around)).or_else(|| counterpart(statement, passage, around))
    };
    artefact(&own, &text).or_else(otherwise).or_else(|| {
        // Papers call one thing by many names; on the web a name is a name.
        if is_paper(meta) { None } else { subject(&own, &text, &near) }
    })
}

fn artefact(own: &Wording, text: &Wording) -> Option<Elsewhere> {
    if !text.has_any(JUDGED) || own.has_any(JUDGED) {
        return None;
    }
    let what = text.stems_of(ARTEFACTS).find(|stem| !own.has_stem(stem))?;
    text.word_of(what).map(|word| Elsewhere::Artefact(word.to_owned()))
}

fn population(own: &Wording, text: &Wording, near: &Wording) -> Option<Elsewhere> {
    for (kind, name, words) in POPULATIONS {
        if own.stems_of(words).next().is_none() {
            continue;
        }
        let others = || POPULATIONS.iter().filter(|(other, which, _)| other == kind && which != name);
        let both = others().any(|(_, _, words)| own.stems_of(words).next().is_some());
        let shared = text.stems_of(words).next().is_some() || near.stems_of(words).next().is_some();
        if both || shared {
            continue;
        }
        if let Some((_, other, _)) = others().find(|(_, _, words)| text.stems_of(words).next().is_some()) {
            return Some(Elsewhere::Population(format!("{other} instead of {name}")));
        }
    }
    None
}

/// Words that tell a thing from its counterpart.
const COUNTERPARTS: [(&str, &str); 22] = [
    ("northern", "southern"),
    ("north", "south"),
    ("eastern", "western"),
    ("east", "west"),
    ("upper", "lower"),
    ("left", "right"),
    ("inner", "outer"),
    ("male", "female"),
    ("older", "younger"),
    ("old", "young"),
    ("old", "new"),
    ("rural", "urban"),
    ("public", "private"),
    ("domestic", "foreign"),
    ("summer", "winter"),
    ("acute", "chronic"),
    ("primary", "secondary"),
    ("anterior", "posterior"),
    ("proximal", "distal"),
    ("dorsal", "ventral"),
    ("first", "second"),
    ("maternal", "paternal"),
];

/// The counterpart of a thing of the statement: the southern province for the northern one, where the statement's own
/// is not named at all.
fn counterpart(statement: &str, passage: &str, around: &str) -> Option<Elsewhere> {
    let read = |text: &str| words(text).map(|(_, word)| fold(word)).collect::<Vec<_>>();
    let own = read(statement);
    if !COUNTERPARTS.iter().any(|&(one, other)| own.iter().any(|word| word == one || word == other)) {
        return None;
    }
    let (text, near) = (read(passage), read(around));
    let both = COUNTERPARTS.iter().flat_map(|&(one, other)| [(one, other), (other, one)]);
    both.filter(|(one, other)| {
        let has = |words: &[String], word: &str| words.iter().any(|found| found == word);
        has(&own, one) && has(&text, other) && !has(&own, other) && !has(&text, one) && !has(&near, one)
    })
    .find_map(|(one, other)| {
        let of = own.windows(2).filter(|pair| pair[0] == one).map(|pair| &pair[1]);
        let mut things = of.filter(|thing| !is_stop(thing));
        let same = |thing: &&String| text.windows(2).any(|pair| pair[0] == other && stem(&pair[1]) == stem(thing));
        let thing = things.find(same)?;
        Some(Elsewhere::Subject(format!("{one} {thing} / {other} {thing}")))
    })
}

/// Another of the same series: the A39 for the A38, ISO 9002 for ISO 9001.
fn series(statement: &str, passage: &str, around: &str) -> Option<Elsewhere> {
    let own: Vec<Figure> = figures(statement).into_iter().filter(|figure| figure.series().is_some()).collect();
    if own.is_empty() {
        return None;
    }
    let text = figures(passage);
    let near = figures(around);
    let named = |one: &Figure| text.iter().chain(&near).any(|other| other.unit == one.unit);
    let another = |one: &Figure| text.iter().find(|other| other.series() == one.series());
    own.iter().filter(|one| !named(one)).find_map(another).map(|other| Elsewhere::Subject(other.text.clone()))
}

/// The evidence fits the statement but for its names, and has others in their place.
fn subject(own: &Wording, text: &Wording, near: &Wording) -> Option<Elsewhere> {
    let names: Vec<&str> = own.subjects().collect();
    if names.is_empty() || names.iter().any(|name| text.speaks_of(name) || near.speaks_of(name)) {
        return None;
    }
    if own.covered_without_names(text, None) < 0.6 {
        return None;
    }
    text.subjects().find(|name| !own.has_stem(name)).map(|name| Elsewhere::Subject(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counterpart_of_a_thing_is_another_thing() {
        let about = |statement, passage| counterpart(statement, passage, "").is_some();
        for (statement, passage) in [
            ("The northern province has banned fireworks.", "The southern province has banned fireworks."),
            ("Older adults slept longer with melatonin.", "Younger adults slept longer with melatonin."),
            ("Winter rainfall increased in the basin.", "Summer rainfall increased in the basin."),
            ("Acute pain responded to the drug.", "Chronic pain responded to the drug."),
        ] {
            assert!(about(statement, passage), "{passage}");
        }
        for (statement, passage) in [
            ("Northern rivers carry more sediment than southern ones.", "Southern rivers carry less sediment."),
            ("The northern province banned fireworks.", "The northern and the southern province banned fireworks."),
            ("The upper limit was raised.", "The lower house raised the upper limit."),
            ("Older adults slept longer.", "Sleep was longer in older than in younger adults."),
        ] {
            assert!(!about(statement, passage), "{passage}");
        }
    }
}
