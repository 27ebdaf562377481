//! Noun phrases: what they name, without what belongs to their verb or to the other arm of a comparison.

use std::ops::Range;

use super::{
    clause::{Word, is_adverb, is_content, is_denial, says},
    words::{ARMS, BE, MEASURES, PEOPLE, QUALIFY, REMOVALS},
};

/// The words of a noun phrase, as stems.
#[derive(Clone, Debug, Default)]
pub(super) struct Thing {
    pub stems: Vec<String>,
    /// Those that are said to be absent or less: “loss of p53”.
    pub removed: Vec<String>,
    /// Those of them behind “without”: “migraine without aura” is a kind of migraine.
    pub without: Vec<String>,
}

impl Thing {
    /// What of it stands close enough behind a head to be its outcome.
    pub fn near(mut self) -> Self {
        const MOST: usize = 10;
        self.stems.truncate(MOST);
        self
    }
}

/// A noun phrase as its stems.
pub(super) fn thing(read: &[Word], range: Range<usize>) -> Thing {
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
        let stems = |words: &mut dyn Iterator<Item = &Word>| -> Vec<String> {
            words.filter(|word| is_content(word)).map(|word| word.stem.clone()).collect()
        };
        if word.text == "without" {
            let behind = stems(&mut { behind });
            found.removed.extend_from_slice(&behind);
            found.without.extend(behind);
        } else {
            let ahead = read[at.saturating_sub(2).max(range.start)..at].iter();
            found.removed.extend(stems(&mut behind.chain(ahead)));
        }
    }
    found
}

/// A noun phrase up to where it is qualified.
pub(super) fn core(read: &[Word], range: Range<usize>) -> Thing {
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

/// An outcome without those that it was measured in: “cholesterol in patients with dementia”. Where nothing is named before
/// them they are all that there is.
pub(super) fn without_people(read: &[Word], outcome: Range<usize>) -> Range<usize> {
    let people = |at: usize| {
        PEOPLE.contains(&read[at].stem.as_str())
            || matches!(read[at].stem.as_str(), "individu" | "particip" | "person" | "subject" | "cell")
    };
    let opens =
        |at: &usize| matches!(read[*at].text.as_str(), "in" | "among") && (at + 1..outcome.end.min(at + 4)).any(people);
    let at = outcome.clone().find(opens);
    let names = |at: usize| is_content(&read[at]) && !MEASURES.contains(&read[at].stem.as_str());
    at.filter(|&at| (outcome.start..at).any(names)).map_or(outcome.clone(), |at| outcome.start..at)
}

/// A subject without what opens its sentence: “In patients with diabetes, …”.
pub(super) fn without_lead(read: &[Word], subject: Range<usize>) -> Range<usize> {
    let opens = read.get(subject.start).is_some_and(|word| QUALIFY.contains(&word.text.as_str()));
    let comma = (subject.start + 1..subject.end).rev().find(|&at| read[at].comma).filter(|_| opens);
    comma.filter(|&from| says(read, from..subject.end)).map_or(subject.clone(), |from| from..subject.end)
}

/// A subject without what belongs to its verb: “are less”, “did not”.
pub(super) fn without_tail(read: &[Word], subject: Range<usize>) -> Range<usize> {
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

/// A subject without the verb of saying before it: “was found to”.
pub(super) fn reported(read: &[Word], subject: Range<usize>) -> Range<usize> {
    let saying = |word: &Word| {
        matches!(word.text.as_str(), "found" | "shown" | "known" | "demonstrated" | "reported" | "thought")
    };
    let Some(at) = subject.clone().rev().find(|&i| saying(&read[i])) else { return subject };
    if says(read, at + 1..subject.end) { at + 1..subject.end } else { subject.start..at }
}

/// Where the other arm of a comparison begins within `range`, and the arm.
pub(super) fn arm(read: &[Word], range: Range<usize>) -> Option<(Range<usize>, Thing)> {
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
pub(super) fn without_arm(read: &[Word], subject: Range<usize>) -> (Range<usize>, Thing) {
    let Some((cut, other)) = arm(read, subject.clone()) else { return (subject, Thing::default()) };
    let cut = cut.start;
    let behind = (cut + 1..subject.end).find(|&at| read[at].comma);
    match behind {
        Some(from) if !says(read, subject.start..cut) => (from..subject.end, other),
        _ => (subject.start..cut, other),
    }
}
