//! What a sentence must have to state all of a statement.

use std::{collections::BTreeSet, ops::Range};

use crate::text::{DENIALS, fold, stem, words};

use super::{
    super::reading::outside_brackets,
    wording::{DOWN, Paper, Terms, UP, figures},
};

/// A statement with less weight is in too many sentences: “Groups did not differ”.
const LIGHTEST: f64 = 4.5;
/// A statement of fewer terms has to be there with this much of its weight.
const FEW: (usize, f64) = (5, 0.9);
/// Sentences that share fewer of a statement's words are not compared further.
const LEAST: f64 = 0.4;
/// How much of each clause of a statement a sentence has to have, and of what it compares with: what states half of a
/// finding has little of the other.
const EACH_CLAUSE: f64 = 0.6;
/// How much of a denied statement has to be in the clauses that deny.
const DENIED: f64 = 0.5;
/// Of the figures outside brackets a place has this share; of all figures it has none to speak of, or most.
const FIGURES: f64 = 0.6;
const PART_OF_FIGURES: Range<f64> = 0.25..0.7;
/// From two figures in common on, fewer words have to be, by this much.
const BY_FIGURES: f64 = 0.15;
/// A sentence of both directions may be about another outcome in the statement's, so it has to share this much more.
const BOTH_WAYS: f64 = 0.06;
/// A name is there from this likeness on: “mRNA” in “transcripts”.
const NAMED: f64 = 0.25;
/// A lighter name or group is what the whole paper is about, which a sentence may leave out.
const TOPIC: f64 = 1.5;
/// How much of a statement's coverage is that of what follows “we found that”.
const CORE: f64 = 0.8;
/// What presents a finding begins a statement, in bytes.
const FRAME: usize = 200;
/// A core has so many terms.
const FEWEST: usize = 4;
/// Figures that are in most brackets.
const USUAL: [&str; 4] = ["95", "0.05", "0.01", "0.001"];

/// Words that deny, beside [`DENIALS`].
const ALSO_DENY: [&str; 10] =
    ["absence", "fail", "failed", "failure", "fails", "lack", "lacked", "lacks", "unaffected", "unchanged"];
/// Words that say of how many things something holds.
const QUANTIFIERS: [&str; 7] = ["all", "any", "both", "each", "either", "every", "neither"];
/// What says so in other words.
const QUANTIFIED: [&str; 8] =
    ["irrespective", "no", "none", "regardless", "respectively", "three", "throughout", "two"];
/// Groups of people or animals, as stems: what holds for one need not hold for another.
const GROUPS: [&str; 20] = [
    "adolesc", "adult", "boy", "child", "children", "control", "elder", "elderly", "femal", "girl", "infant", "male",
    "matern", "men", "neonat", "older", "placebo", "women", "young", "younger",
];
/// Verbs that present a finding, as stems.
const PRESENT: [&str; 11] =
    ["conclud", "confirm", "demonstr", "find", "found", "indic", "report", "reveal", "show", "shown", "suggest"];
/// What begins a statement with its design.
const DESIGNS: [&str; 5] = ["In our ", "In the present ", "In this ", "Regarding ", "Using "];
/// A part of a paper by its number: “Study 2”.
const NUMBERED: [&str; 5] = ["cohort", "experiment", "model", "phase", "study"];
/// What is compared with follows.
const THAN: [&str; 6] = [" than ", "ompared with ", "ompared to ", " versus ", " vs. ", " relative to "];
/// Where a clause ends.
const BREAKS: [&str; 15] = [
    ";",
    "—",
    ": ",
    " but ",
    " although ",
    " though ",
    " whereas ",
    " while ",
    " however ",
    " except ",
    ", and ",
    ", which ",
    ", with ",
    ", without ",
    " and also ",
];

/// What begins a clause behind “and”, beside verbs in “-ed” and “-s”.
const JOINED: [&str; 12] = ["a", "an", "are", "can", "could", "had", "have", "may", "might", "the", "were", "will"];

/// A statement, taken apart.
pub(super) struct Claim {
    whole: Terms,
    core: Terms,
    clauses: Vec<Terms>,
    /// What it compares with.
    than: Option<Terms>,
    /// Names of its core, and groups.
    needed: Vec<String>,
    /// Terms that name the same: “thyroxine (T4)”.
    alternatives: Vec<(String, String)>,
    figures: BTreeSet<String>,
    /// Those outside brackets.
    plain: BTreeSet<String>,
    /// Its clauses that deny something, and whether any does.
    denials: Vec<Terms>,
    denies: bool,
    quantified: bool,
    numbered: bool,
}

impl Claim {
    pub fn of(paper: &Paper, text: &str) -> Self {
        let whole = paper.terms(text);
        let presented = presented(text).filter(|core| paper.terms(core).len() >= FEWEST).unwrap_or(text);
        let core = paper.terms(presented);
        let each = clauses(presented).into_iter().map(|clause| paper.terms(clause));
        let plain = figures(&outside_brackets(text));
        let is_telling =
            |figure: &String| plain.contains(figure) || figure.len() > 1 && !USUAL.contains(&figure.as_str());
        let needed = whole.iter().filter(|(stem, term)| {
            let is_needed = GROUPS.contains(&stem.as_str()) || term.is_name && core.contains_key(*stem);
            is_needed && paper.weight(stem) >= TOPIC
        });
        let than = THAN.iter().find_map(|than| text.split_once(than)).map(|(_, behind)| {
            let end = behind.find([',', ';', '(', ')']).unwrap_or(behind.len());
            paper.terms(&behind[..end])
        });
        Self {
            needed: needed.map(|(stem, _)| stem.clone()).collect(),
            clauses: each.filter(|terms| terms.len() >= 3).collect(),
            than: than.filter(|terms| !terms.is_empty()),
            alternatives: alternatives(text),
            figures: figures(text).into_iter().filter(is_telling).collect(),
            plain,
            denials: clauses(text)
                .into_iter()
                .filter(|clause| denies(clause))
                .map(|clause| paper.terms(clause))
                .collect(),
            denies: denies(text),
            quantified: has_word(&outside_brackets(presented), &QUANTIFIERS),
            numbered: is_numbered(text),
            whole,
            core,
        }
    }

    /// Whether what it denies is in the clauses `denying`.
    fn are_denied(&self, paper: &Paper, denying: &[&str]) -> bool {
        let terms = paper.terms(&denying.join(" . "));
        self.denials
            .iter()
            .all(|denial| denial.is_empty() || paper.covered(denial, &terms, &self.alternatives) >= DENIED)
    }

    /// Whether the sentence `at` of the paper states all of it, with at least `share` of its weight.
    pub fn is_stated(&self, paper: &Paper, text: &str, at: usize, share: f64) -> bool {
        if paper.total(&self.whole) < LIGHTEST || paper.shared(&self.core, &paper.each[at]) < LEAST {
            return false;
        }
        let parts = clauses(text);
        // An affirmed statement is not in what a sentence denies.
        let affirmed: Vec<&str> = parts.iter().copied().filter(|part| !denies(part)).collect();
        let denying: Vec<&str> = parts.iter().copied().filter(|part| denies(part)).collect();
        let terms = if self.denies { paper.terms(text) } else { paper.terms(&affirmed.join(" . ")) };
        let covered = |own: &Terms, terms: &Terms| paper.covered(own, terms, &self.alternatives);
        let agrees = || {
            let found = figures(text);
            let shared = self.figures.intersection(&found).count();
            let share_of = |own: &BTreeSet<String>| {
                (!own.is_empty()).then(|| own.intersection(&found).count() as f64 / own.len() as f64)
            };
            let (plain, all) = (share_of(&self.plain), share_of(&self.figures));
            let are_plain = self.plain.len() > 1 && plain == Some(1.0);
            let is_part = !are_plain && all.is_some_and(|all| PART_OF_FIGURES.contains(&all));
            if is_part || plain.is_some_and(|plain| plain < FIGURES) {
                return None;
            }
            Some(are_plain || shared > 1 && all.is_some_and(|all| all >= PART_OF_FIGURES.end))
        };
        let directions = |terms: &Terms| [UP, DOWN].map(|direction| terms.contains_key(direction));
        let (own, theirs) = (directions(&self.whole), directions(&terms));
        if (0..2).any(|at| own[at] && !theirs[at])
            || self.denies && (denying.is_empty() || !self.are_denied(paper, &denying))
            || self.quantified && !has_word(text, &QUANTIFIERS) && !has_word(text, &QUANTIFIED)
            || !self.numbered && is_numbered(text)
        {
            return false;
        }
        let Some(by_figures) = agrees() else { return false };
        let mut least = if self.whole.len() < FEW.0 { share.max(FEW.1) } else { share };
        least -= if by_figures { BY_FIGURES } else { 0.0 };
        least += if own[0] != own[1] && theirs == [true; 2] { BOTH_WAYS } else { 0.0 };
        let whole = covered(&self.whole, &terms);
        let reached = whole.max((1.0 - CORE) * whole + CORE * covered(&self.core, &terms));
        reached >= least
            && self.needed.iter().all(|name| paper.has(&self.whole, name, &terms, &self.alternatives) >= NAMED)
            && self.clauses.iter().chain(&self.than).all(|clause| {
                covered(clause, &terms) >= if by_figures { EACH_CLAUSE - BY_FIGURES } else { EACH_CLAUSE }
            })
    }
}

/// What a statement presents: behind “we found that”, “These results indicate that” or “In this trial,”.
fn presented(text: &str) -> Option<&str> {
    if DESIGNS.iter().any(|design| text.starts_with(design)) {
        return text.split_once(", ").map(|(_, rest)| rest);
    }
    // “… 0.51 and indicated that …” and “…, indicating that …” present a second finding.
    let presents = |(range, word): &(Range<usize>, &str)| {
        range.start < FRAME && PRESENT.contains(&stem(word).as_str()) && !word.ends_with("ing")
    };
    let (range, _) = words(text).find(presents)?;
    let is_second = text[..range.start].trim_end().ends_with(" and");
    (!is_second).then(|| &text[range.end..])
}

/// The clauses of a text.
fn clauses(text: &str) -> Vec<&str> {
    let mut cuts: BTreeSet<usize> = BREAKS.iter().flat_map(|cut| text.match_indices(cut)).map(|(at, _)| at).collect();
    // “… rated heavier bodies and idealised a wider range”, “… and may be”.
    let goes_on = |(at, and): (usize, &str)| {
        let next = text[at + and.len()..].split(' ').next().unwrap_or_default();
        let begins = JOINED.contains(&next) || next.ends_with("ed") || next.ends_with('s');
        begins.then_some(at)
    };
    cuts.extend(text.match_indices(" and ").filter_map(goes_on));
    let ends = cuts.iter().copied().chain([text.len()]);
    let mut from = 0;
    ends.map(|end| &text[std::mem::replace(&mut from, end)..end]).filter(|clause| !clause.is_empty()).collect()
}

fn denies(text: &str) -> bool {
    let denies = |word: &str| {
        let lower = fold(word);
        DENIALS.contains(&lower.as_str()) || ALSO_DENY.contains(&lower.as_str()) || lower.ends_with("n't")
    };
    words(text).any(|(_, word)| denies(word))
}

fn has_word(text: &str, list: &[&str]) -> bool {
    words(text).any(|(_, word)| list.contains(&fold(word).as_str()))
}

/// Whether a text is about a part of the paper by its number.
fn is_numbered(text: &str) -> bool {
    let found: Vec<&str> = words(text).map(|(_, word)| word).collect();
    found.windows(2).any(|two| {
        NUMBERED.contains(&fold(two[0]).trim_end_matches('s')) && two[1].starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Words that are followed by another in brackets: “thyroxine (T4)”.
fn alternatives(text: &str) -> Vec<(String, String)> {
    let found: Vec<_> = words(text).collect();
    let with_short_form = |two: &[(Range<usize>, &str)]| {
        let [(one, word), (other, short)] = two else { return None };
        let is_alone = text[one.end..other.start].trim() == "(" && text[other.end..].starts_with(')');
        is_alone.then(|| (stem(word), stem(short)))
    };
    found.windows(2).filter_map(with_short_form).collect()
}
