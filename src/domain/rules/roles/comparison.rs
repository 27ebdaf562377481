//! Comparisons: “A … more than B”, superior and inferior, versus, compared with.

use std::ops::Range;

use crate::text::number_word;

use super::{
    super::lexicon::{CONTROLS, DOWN, UP},
    sentence::{
        Voice, Word, agent_start, apart, is_denied, is_no_thing, named, overlap, phrase_after, phrase_before, stems,
        voice, with_kind,
    },
    words::{ANY, COMMON, COMPARATIVES, FAST, GOOD, GRADED, LONG, MORE, VERBS, WITH_TO},
};

/// Which orders of the first thing against the second a comparison allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Orders {
    pub more: bool,
    pub equal: bool,
    pub less: bool,
}

impl Orders {
    pub const MORE: Self = Self { more: true, equal: false, less: false };
    pub const LESS: Self = Self { more: false, equal: false, less: true };
    pub const EQUAL: Self = Self { more: false, equal: true, less: false };
    pub const AT_LEAST: Self = Self { more: true, equal: true, less: false };

    /// The same comparison with its two sides exchanged.
    pub fn swapped(self) -> Self {
        Self { more: self.less, equal: self.equal, less: self.more }
    }

    /// What its denial allows.
    pub fn denied(self) -> Self {
        Self { more: !self.more, equal: !self.equal, less: !self.less }
    }

    /// Whether it bears out (true) or excludes (false) what is `claimed`; `None` where it decides nothing.
    pub fn decides(self, claimed: Self) -> Option<bool> {
        if self.is_within(claimed) { Some(true) } else { self.excludes(claimed).then_some(false) }
    }

    fn is_within(self, other: Self) -> bool {
        (!self.more || other.more) && (!self.equal || other.equal) && (!self.less || other.less)
    }

    fn excludes(self, other: Self) -> bool {
        !(self.more && other.more || self.equal && other.equal || self.less && other.less)
    }
}

/// A comparison of two things in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comparison {
    pub orders: Orders,
    /// Stems of what is compared; what both sides share is left out.
    pub first: Vec<String>,
    pub second: Vec<String>,
    /// On what they are compared, as the stem of its upward word: `fast` for “slower”.
    pub dimension: String,
    /// Whether what is better raises or lowers the outcome, where the sentence says it: “more effective in lowering …”.
    pub aim: Option<bool>,
    /// The stems of the rest of the sentence: the outcome, the place, the time.
    pub rest: Vec<String>,
    /// Those of them that are abbreviations: HDL.
    pub short: Vec<String>,
}

impl Comparison {
    /// Whether `other` bears this out (true), excludes it (false), or is about other things or decides nothing.
    pub fn relate(&self, other: &Self) -> Option<bool> {
        // “More effective in lowering cholesterol” and “lower cholesterol” are compared on the cholesterol.
        match (self.measured(), other.measured()) {
            (Some(own), None) if other.counts() => return own.relate(other),
            (None, Some(other)) if self.counts() => return self.relate(&other),
            _ => {}
        }
        let straight = overlap(&self.first, &other.first).min(overlap(&self.second, &other.second));
        let crossed = overlap(&self.first, &other.second).min(overlap(&self.second, &other.first));
        // Both arms must be recognised on one reading and not on the other.
        let (orders, surely) = if straight >= crossed {
            (other.orders, straight > 0.0 && crossed == 0.0)
        } else {
            (other.orders.swapped(), straight == 0.0)
        };
        if !surely || straight.max(crossed) < RECOGNISED {
            return None;
        }
        // HDL is not LDL, though both are cholesterol.
        let shorts = !self.short.is_empty() && !other.short.is_empty();
        if shorts && !shares(&self.short, &other.short) || !self.shares_dimension_with(other) {
            return None;
        }
        orders.decides(self.orders)
    }

    /// Whether `other` compares one of this comparison's things with a third, on the same: “A costs more than C” says nothing
    /// of A and B. Controls go by many names.
    pub fn is_beside(&self, other: &Self) -> bool {
        let is_met = |own: &[String], said: &[String]| overlap(own, said).min(overlap(said, own)) >= RECOGNISED;
        // “Usual care”: what is usual is left out of an arm.
        let is_control = |arm: &[String]| arm.iter().any(|stem| CONTROLS.contains(&&**stem) || stem == "care");
        let is_third = |own: &[String], said: &[String]| {
            let both = is_control(own) && is_control(said);
            overlap(own, said) == 0.0 && !own.is_empty() && !said.is_empty() && !both
        };
        let arms = [(&self.first, &self.second), (&self.second, &self.first)];
        let said = [(&other.first, &other.second), (&other.second, &other.first)];
        self.shares_dimension_with(other)
            && arms.iter().any(|(one, rest)| said.iter().any(|(met, third)| is_met(one, met) && is_third(rest, third)))
    }

    /// What is better at raising or lowering an outcome, as a comparison of the outcome.
    fn measured(&self) -> Option<Self> {
        let orders = if self.aim? { self.orders } else { self.orders.swapped() };
        Some(Self { orders, dimension: MORE.to_owned(), aim: None, ..self.clone() })
    }

    /// Whether both compare the same thing. “More deaths” and “more sales” are compared on what is counted, and “more deaths”
    /// and “deaths were more common” on the same.
    fn shares_dimension_with(&self, other: &Self) -> bool {
        if [self, other].iter().any(|one| one.dimension == ANY) {
            // “The treatment effect did not differ between A and B.”
            const OF_ANY: [&str; 6] = ["associ", "benefit", "effect", "efficaci", "respons", "treatment"];
            let is_of_any =
                |one: &Self| one.dimension == ANY && one.rest.iter().all(|stem| OF_ANY.contains(&stem.as_str()));
            return shares(&self.rest, &other.rest) || is_of_any(self) || is_of_any(other);
        }
        if self.dimension == other.dimension {
            return !self.counts() || shares(&self.rest, &other.rest);
        }
        let counts = |one: &Self, other: &Self| {
            other.counts() && (other.rest.contains(&one.dimension) || one.counts() && shares(&one.rest, &other.rest))
        };
        counts(self, other) || counts(other, self)
    }

    /// Whether the rest of the sentence says what there is more of.
    fn counts(&self) -> bool {
        matches!(self.dimension.as_str(), MORE | COMMON)
    }
}

/// The comparison of a sentence; `None` without one, or with several that cannot be separated.
pub(super) fn parse(read: &[Word]) -> Option<Comparison> {
    let ways = [by_than, by_adjective, by_compared, by_verb, by_equality, by_difference];
    ways.into_iter().find_map(|way| way(read))
}

/// Words between a comparative and the change that it is of.
const NEAR: usize = 3;
/// How far before “than” the comparative may be, in words.
const FAR: usize = 8;
/// How many words behind the second arm the aim of “better at lowering” is looked for.
const PURPOSE: usize = 3;
/// Share of an arm's words that must be met, 0–1.
pub(super) const RECOGNISED: f64 = 0.5;

fn shares(one: &[String], other: &[String]) -> bool {
    one.is_empty() || one.iter().any(|stem| other.contains(stem))
}

/// “A … more X than B”.
fn by_than(read: &[Word]) -> Option<Comparison> {
    let than = read.iter().position(|word| word.text == "than")?;
    if read[than + 1..].iter().any(|word| word.text == "than") {
        return None;
    }
    let next = read.get(than + 1)?;
    // “More than 300 people” is a threshold and compares no two things.
    if next.is_number() || number_word(&next.text).is_some() {
        return None;
    }
    let near = than.saturating_sub(FAR)..than;
    let head = near.clone().rev().find(|&at| COMPARATIVES.iter().any(|(word, ..)| read[at].text == *word))?;
    let (_, dimension, up) = COMPARATIVES.iter().find(|(word, ..)| read[head].text == *word)?;
    let (mut dimension, mut up) = ((*dimension).to_owned(), *up);
    // “More slowly”, “less effective”: what is behind the degree says on what.
    if let Some((known, more)) = graded(&read[..than], head) {
        (dimension, up) = (known.to_owned(), more);
    } else if matches!(read[head].text.as_str(), "more" | "less") && than == head + 2 {
        dimension.clone_from(&read[head + 1].stem);
    }
    // “Recovery took longer” is slower.
    if dimension == LONG && head > 0 && matches!(read[head - 1].text.as_str(), "take" | "takes" | "took") {
        (dimension, up) = (FAST.to_owned(), !up);
    }
    if let Some(change) = changed(read, head, than) {
        (dimension, up) = (MORE.to_owned(), up == change);
    }
    let second = phrase_after(read, than + 1);
    let aim = read[second.end..].iter().take(PURPOSE).find_map(change).filter(|_| dimension == GOOD);
    // “Compared to 2019” and “than expected” have no second thing.
    if second.is_empty() || read[second.clone()].iter().all(|word| is_no_thing(&word.text)) {
        return None;
    }
    // “Higher in women than in men”: what is behind the same preposition.
    let first = match (0..than).rev().find(|&at| is_place(&next.text) && read[at].text == next.text) {
        Some(at) => phrase_after(&read[..than], at + 1),
        None => named(read, phrase_before(read, head)),
    };
    let orders = if up { Orders::MORE } else { Orders::LESS };
    let denied = is_denied(read, head);
    let compared = comparison(read, first, second, if denied { orders.denied() } else { orders }, dimension)?;
    Some(Comparison { aim, ..compared })
}

/// “A lowered mortality compared with B”, “superior control with A versus B”.
fn by_compared(read: &[Word]) -> Option<Comparison> {
    let (at, length) = (0..read.len()).find_map(|at| {
        let next = read.get(at + 1).map_or("", |word| word.text.as_str());
        match (read[at].text.as_str(), next) {
            ("compared" | "comparison" | "relative", "with" | "to") => Some((at, 2)),
            ("versus" | "vs", _) => Some((at, 1)),
            _ => None,
        }
    })?;
    let second = phrase_after(read, at + length);
    // “Compared with B, A had lower …”, “in comparison with patients with B, those with A had lower …”
    let opens = at == 0 || at == 1 && matches!(read[0].text.as_str(), "as" | "if" | "in" | "when");
    let second = if opens { with_kind(read, second) } else { second };
    let leads = opens && read.get(second.end).is_some_and(|word| word.pause);
    let mut range = if leads { second.end..read.len() } else { 0..at };
    let is_degree = |at: &usize| degree(&read[*at]).is_some();
    let is_comparative = |at: &usize| COMPARATIVES.iter().any(|(known, ..)| read[*at].text == *known);
    let head = if leads {
        range.clone().find(is_comparative).or_else(|| range.find(is_degree))
    } else {
        range.rfind(is_degree)
    }?;
    let (dimension, up) = graded(read, head).or_else(|| degree(&read[head]))?;
    let behind = || read[head + 1..].iter().take(NEAR).take_while(|word| !word.pause).find_map(change);
    // “A smaller reduction”, “reduced the increase”, “was reduced less”.
    let of = if leads && is_comparative(&head) { behind() } else { None };
    let (dimension, up) = match of.or_else(|| governing(read, head)) {
        Some(more) => (MORE, up == more),
        None => (dimension, up),
    };
    let near = (head..at).rev().find(|&at| matches!(read[at].text.as_str(), "with" | "for" | "in" | "by" | "among"));
    let orders = if up { Orders::MORE } else { Orders::LESS };
    let orders = if is_denied(read, head) { orders.denied() } else { orders };
    let with = |first| comparison(read, first, second.clone(), orders, dimension.to_owned());
    match near {
        Some(near) => with(near + 1..at),
        None => with(named(read, phrase_before(read, head))),
    }
}

/// Whether a word says that something changes, and whether upwards.
fn change(word: &Word) -> Option<bool> {
    /// Measures and states that are named like a change.
    const MEASURES: [&str; 5] = ["activit", "depressed", "depressi", "inductance", "potential"];
    let is_measure = MEASURES.iter().any(|head| word.text.starts_with(head));
    let is_comparative = COMPARATIVES.iter().any(|(known, ..)| word.text == *known);
    let stem = word.stem.as_str();
    match (UP.contains(&stem), DOWN.contains(&stem)) {
        _ if is_measure || is_comparative => None,
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// The change that a comparative before “than” measures: “a greater reduction in pain than”, “reduces pain more than”.
fn changed(read: &[Word], head: usize, than: usize) -> Option<bool> {
    let behind = read[head + 1..than].iter().take(NEAR).find_map(change);
    let next = read[head + 1].text.as_str();
    // “Fell more in A than in B”, “was reduced to a greater extent by A than by B”
    let is_adverb = (than == head + 1 || is_place(next))
        && matches!(read[head].text.as_str(), "more" | "less" | "better" | "worse")
        || matches!(next, "extent" | "degree");
    // “Prevents more cancers than B”: there are fewer.
    let is_object = head > 0 && read[head - 1].changes() && change(&read[head - 1]) == Some(false);
    let before = || read[head.saturating_sub(FAR)..head].iter().rev().find_map(change);
    behind.or_else(|| before().filter(|_| is_adverb || is_object))
}

/// Whether there is more of the change at `head`, by the word that it hangs on; of an adverb, whether the change that it
/// is of goes upwards. `None` where it stands by itself.
fn governing(read: &[Word], head: usize) -> Option<bool> {
    if matches!(read[head].text.as_str(), "more" | "less") {
        return read[head.saturating_sub(FAR)..head].iter().rev().find_map(change);
    }
    change(&read[head])?;
    let comparative = |word: &Word| COMPARATIVES.iter().find(|(known, ..)| word.text == *known).map(|(.., up)| *up);
    read[head.saturating_sub(NEAR)..head].iter().rev().find_map(|word| comparative(word).or_else(|| change(word)))
}

/// On what “more slowly” and “less effective” compare, and whether they say more of it.
fn graded(read: &[Word], head: usize) -> Option<(&'static str, bool)> {
    let more = read[head].text == "more";
    let next = read.get(head + 1).filter(|_| more || read[head].text == "less")?;
    let (_, dimension, positive) = GRADED.iter().find(|(stem, ..)| next.stem == *stem)?;
    Some((dimension, more == *positive))
}

/// On what a word compares, and whether it says more of it.
fn degree(word: &Word) -> Option<(&'static str, bool)> {
    if let Some((_, dimension, up)) = COMPARATIVES.iter().find(|(known, ..)| word.text == *known) {
        return Some((dimension, *up));
    }
    match word.text.as_str() {
        "superior" => Some((GOOD, true)),
        "inferior" => Some((GOOD, false)),
        _ => change(word).map(|up| (MORE, up)),
    }
}

fn is_place(word: &str) -> bool {
    matches!(word, "in" | "for" | "with" | "among" | "on" | "at" | "after" | "during" | "under" | "by")
}

/// “A is superior to B”, “A was non-inferior to B”.
fn by_adjective(read: &[Word]) -> Option<Comparison> {
    let (at, mut orders) = read.iter().enumerate().find_map(|(at, word)| {
        let (_, orders) = WITH_TO.iter().find(|(adjective, _)| word.text == *adjective)?;
        (read.get(at + 1)?.text == "to").then_some((at, *orders))
    })?;
    let prefixed = at > 0 && read[at - 1].text == "non";
    if prefixed {
        orders = Orders::AT_LEAST;
    }
    let first = named(read, phrase_before(read, at - usize::from(prefixed)));
    let denied = is_denied(read, at);
    let second = phrase_after(read, at + 2);
    comparison(read, first, second, if denied { orders.denied() } else { orders }, GOOD.to_owned())
}

/// “A outperformed B”, “B was outsold by A”.
fn by_verb(read: &[Word]) -> Option<Comparison> {
    let (at, (_, orders, dimension)) = read
        .iter()
        .enumerate()
        .find_map(|(at, word)| Some((at, VERBS.iter().find(|(stem, ..)| word.stem == *stem)?)))?;
    let passive = voice(read, at) == Voice::Passive;
    let first = phrase_before(read, at);
    let denied = is_denied(read, at);
    let behind = read.get(at + 1).is_some_and(|word| word.text == "behind");
    let second = phrase_after(read, if passive { agent_start(read, at) } else { at + 1 + usize::from(behind) });
    let orders = if passive { orders.swapped() } else { *orders };
    comparison(read, first, second, if denied { orders.denied() } else { orders }, (*dimension).to_owned())
}

/// “A is as effective as B”, “as common in A as in B”, “twice as often with A as with B”.
fn by_equality(read: &[Word]) -> Option<Comparison> {
    let opens = |at: usize| read[at].text == "as" && read.get(at + 1).is_some_and(|next| next.text != "well");
    let (at, to) = (0..read.len()).filter(|&at| opens(at)).find_map(|at| {
        let to = (at + 2..read.len().min(at + 2 + FAR)).find(|&to| read[to].text == "as")?;
        Some((at, to)).filter(|_| !read[at + 2..to].iter().any(|word| word.pause))
    })?;
    let quality = &read[at + 1];
    let place = read.get(to + 1).filter(|next| is_place(&next.text));
    let first = match place.and_then(|place| (at + 2..to).find(|&i| read[i].text == place.text)) {
        Some(place) => place + 1..to,
        None => phrase_before(read, at),
    };
    let second = phrase_after(read, to + 1 + usize::from(place.is_some()));
    let (dimension, up) = match GRADED.iter().find(|(stem, ..)| quality.stem == *stem) {
        Some((_, dimension, up)) => ((*dimension).to_owned(), *up),
        None => (quality.stem.clone(), true),
    };
    let before = at.checked_sub(1).map_or("", |before| read[before].text.as_str());
    let denied = is_denied(read, at);
    let orders = match before {
        "twice" | "times" if !denied => Orders::MORE,
        "half" if !denied => Orders::LESS,
        _ if denied => Orders::LESS,
        "least" => Orders::AT_LEAST,
        _ => Orders::EQUAL,
    };
    comparison(read, first, second, if up { orders } else { orders.swapped() }, dimension)
}

/// “Did not differ between A and B”, “no difference between A and B”, “was similar in A and B”.
fn by_difference(read: &[Word]) -> Option<Comparison> {
    /// The longest arm, in words.
    const ARM: usize = 5;
    let (head, alike) = read.iter().enumerate().find_map(|(at, word)| match word.text.as_str() {
        "similar" | "comparable" | "equal" => Some((at, true)),
        _ => (word.stem == "differ").then_some((at, false)),
    })?;
    let opens = |word: &str| word == "between" || alike && matches!(word, "in" | "among" | "for" | "with");
    let from = (head + 1..read.len().min(head + 1 + FAR)).find(|&at| opens(&read[at].text))? + 1;
    let and = (from + 1..read.len().min(from + 1 + ARM)).find(|&at| read[at].text == "and")?;
    let differs = alike == is_denied(read, head);
    let orders = if differs { Orders::EQUAL.denied() } else { Orders::EQUAL };
    let compared = comparison(read, from..and, phrase_after(read, and + 1), orders, ANY.to_owned())?;
    // The outcome is named before both arms; what follows them fits any outcome.
    let names = |word: &&Word| word.is_content() && !["differ", "signific", "significantli"].contains(&&*word.stem);
    let rest = read[..from].iter().filter(names).filter(|word| word.text != read[head].text);
    Some(Comparison { rest: rest.map(|word| word.stem.clone()).collect(), ..compared })
}

/// Puts a comparison together; `None` where either side is empty without what both share.
fn comparison(
    read: &[Word],
    mut first: Range<usize>,
    mut second: Range<usize>,
    orders: Orders,
    dimension: String,
) -> Option<Comparison> {
    let (mut left, mut right) = apart(&stems(read, first.clone()), &stems(read, second.clone()));
    // “Pupils in A classes” and “pupils in B classes”
    if left.is_empty() || right.is_empty() {
        (first, second) = (with_kind(read, first), with_kind(read, second));
        (left, right) = apart(&stems(read, first.clone()), &stems(read, second.clone()));
    }
    if left.is_empty() || right.is_empty() {
        return None;
    }
    let around = || (0..read.len()).filter(|at| !first.contains(at) && !second.contains(at)).map(|at| &read[at]);
    let short = around().filter(|word| word.short).map(|word| word.stem.clone()).collect();
    let rest = around()
        .filter(|word| word.is_content() && !word.is_number() && change(word).is_none() && !word.is_verb())
        .filter(|word| word.text != "than" && COMPARATIVES.iter().all(|(known, ..)| word.text != *known))
        .filter(|word| GRADED.iter().all(|(known, ..)| word.stem != *known))
        .map(|word| word.stem.clone())
        .collect();
    Some(Comparison { orders, first: left, second: right, dimension, aim: None, rest, short })
}
