//! Which words belong to which of several numbers of a sentence: “71 % after surgery and 48 % after radiotherapy”,
//! “from 3.1 % in 2021 to 7.2 % in 2022” (`docs/rules.md#numbers`).

use std::{collections::BTreeSet, ops::Range};

use crate::text::{fold, is_stop, sentences, stem, words};

use super::figures::{Figure, Sort};

/// What says where, when or for whom a number holds when it follows the number.
const PREPOSITIONS: [&str; 16] = [
    "in", "at", "with", "for", "among", "on", "during", "after", "before", "by", "under", "without", "when", "within",
    "of", "over",
];
/// What says that a number is the end of a change.
const REACHED: [&str; 12] = [
    "fell",
    "fall",
    "rose",
    "rise",
    "dropped",
    "declined",
    "grew",
    "reached",
    "climbed",
    "increased",
    "decreased",
    "came",
];

/// The one of several numbers of a text that another text's number is to be compared with.
pub(super) struct Attached {
    /// What each figure of the text has of its own: stems and years.
    own: Vec<BTreeSet<String>>,
    /// Figures of the same sentence, sort and unit share a group.
    groups: Vec<usize>,
    /// Whether the figure follows “to”, the end of a change.
    ends: Vec<bool>,
}

impl Attached {
    /// Reads which words belong to which of `figures`, the numbers of `text`.
    pub fn new(text: &str, figures: &[Figure]) -> Self {
        // A single number belongs to all of its sentence, and finding sentences is most of the work.
        let whole = if figures.len() > 1 { sentences(text) } else { Vec::new() };
        let sentence = |figure: &Figure| whole.iter().position(|range| range.contains(&figure.range.start));
        let mut own = vec![BTreeSet::new(); figures.len()];
        let mut groups: Vec<usize> = (0..figures.len()).collect();
        for (first, figure) in figures.iter().enumerate() {
            let Some(range) = sentence(figure).map(|at| whole[at].clone()) else { continue };
            if groups[first] != first || !matches!(figure.sort, Sort::Amount | Sort::Ratio) {
                continue;
            }
            let members: Vec<usize> = (first..figures.len())
                .filter(|&at| (figures[at].sort, &figures[at].unit) == (figure.sort, &figure.unit))
                .filter(|&at| range.contains(&figures[at].range.start))
                .collect();
            if text[range.clone()].to_lowercase().contains("respectively") {
                continue;
            }
            let parts = parts(text, &range, figures, &members);
            let mut each: Vec<_> = parts.iter().map(|part| contents(&text[part.clone()])).collect();
            if members.len() > 1 && parts[0].start == range.start {
                each[0] = parallel(&text[parts[0].clone()], parts[1..].iter().map(|part| &text[part.clone()]));
            }
            // “Fell from 6 % to 5 %”: what precedes the first is said of both.
            let distinct = each.iter().all(|words| !words.is_empty());
            for (words, &at) in each.into_iter().zip(&members) {
                groups[at] = first;
                own[at] = if distinct { words } else { BTreeSet::new() };
            }
        }
        let ends = figures.iter().map(|figure| last_word(&text[..figure.range.start]) == "to").collect();
        Self { own, groups, ends }
    }

    /// Whether a statement that says `context` beside its number is compared with the figure at `at`: of several in a
    /// sentence the one that shares most with it, else, where `ends` says so, the one that something rose or fell to.
    pub fn meant(&self, at: usize, context: &BTreeSet<String>, ends: bool) -> bool {
        let group: Vec<usize> = (0..self.own.len()).filter(|&other| self.groups[other] == self.groups[at]).collect();
        if group.len() < 2 {
            return true;
        }
        let shared = |at: usize| {
            let alone = |word: &&String| group.iter().any(|&other| other != at && !self.own[other].contains(*word));
            self.own[at]
                .intersection(context)
                .filter(alone)
                .map(|word| if is_year(word) { 2 } else { 1 })
                .sum::<usize>()
        };
        let most = group.iter().map(|&at| shared(at)).max().unwrap_or_default();
        let best: Vec<usize> = group.iter().copied().filter(|&at| shared(at) == most).collect();
        if most > 0 && best.len() == 1 {
            return best[0] == at;
        }
        let reached: Vec<usize> = group.iter().copied().filter(|&at| self.ends[at]).collect();
        !(ends && reached.len() == 1) || reached[0] == at
    }

    /// Whether a figure is one of several of its kind in its sentence.
    pub fn same_group(&self, one: usize, other: usize) -> bool {
        self.groups[one] == self.groups[other]
    }

    /// What a number's statement says beside the number: its own words where it gives several numbers, else all.
    pub fn context(&self, at: usize, text: &str) -> BTreeSet<String> {
        let alone = self.groups.iter().filter(|&&group| group == self.groups[at]).count() < 2;
        if alone { contents(text) } else { self.own[at].clone() }
    }

    /// Whether the number is what something rose or fell to.
    pub fn is_reached(&self, at: usize, text: &str) -> bool {
        self.ends[at] && words(text).any(|(_, word)| REACHED.contains(&fold(word).as_str()))
    }
}

/// The bytes of a sentence that belong to each of its numbers: what follows each where a preposition follows the
/// first (“43 % with the antibody and 12 % with placebo”), else what precedes each.
fn parts(text: &str, sentence: &Range<usize>, figures: &[Figure], members: &[usize]) -> Vec<Range<usize>> {
    let ends = |at: usize| figures[members[at]].range.end;
    let starts = |at: usize| figures[members[at]].range.start;
    // Numbers may share a sign: “$3.1,0” is two that overlap.
    let next = |at: usize| starts(at + 1).max(ends(at));
    let follows = members.len() > 1 && is_qualified(&text[ends(0)..next(0)]);
    (0..members.len())
        .map(|at| {
            if follows {
                ends(at)..if at + 1 < members.len() { next(at) } else { sentence.end.max(ends(at)) }
            } else {
                (if at == 0 { sentence.start } else { ends(at - 1).min(starts(at)) })..starts(at)
            }
        })
        .collect()
}

/// Whether the words behind a number say of what it is: a preposition comes before any break, behind a unit, a noun
/// that is counted or what is in parentheses.
fn is_qualified(behind: &str) -> bool {
    let open = behind.trim_start();
    let rest = match open.strip_prefix('(') {
        Some(inside) => inside.split_once(')').map_or("", |(_, rest)| rest),
        None => open,
    };
    let part = rest.split([',', ';', '(']).next().unwrap_or_default();
    let mut first =
        words(part).take(4).map(|(_, word)| fold(word)).take_while(|word| !matches!(&**word, "and" | "to" | "or"));
    first.any(|word| PREPOSITIONS.contains(&word.as_str()))
}

/// What is said before the first number as far as it runs parallel to what is said before the others: of “a test had a
/// sensitivity of 71 % and a specificity of 99 %” the sensitivity. Years are kept.
fn parallel<'a>(lead: &'a str, others: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let length = others.map(|other| words(other).count()).max().unwrap_or_default();
    let from = words(lead).count().saturating_sub(length);
    let start = words(lead).nth(from).map_or(0, |(range, _)| range.start);
    let years = contents(&lead[..start]).into_iter().filter(|word| is_year(word));
    contents(&lead[start..]).into_iter().chain(years).collect()
}

fn last_word(text: &str) -> String {
    let tail = text.char_indices().rev().nth(24).map_or(0, |(at, _)| at);
    words(&text[tail..]).last().map(|(_, word)| fold(word)).unwrap_or_default()
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit()) && (word.starts_with('1') || word.starts_with('2'))
}

/// Stems of content words, and years.
fn contents(text: &str) -> BTreeSet<String> {
    words(text)
        .map(|(_, word)| (word, fold(word)))
        .filter(|(_, folded)| {
            !is_stop(folded) && (is_year(folded) || !folded.starts_with(|c: char| c.is_ascii_digit()))
        })
        .map(|(word, folded)| if is_year(&folded) { folded } else { stem(word) })
        .collect()
}
