//! A comparison by its figures: “dyspnoea in 14.1 % of those given A and 7.6 % of those given B”.

use std::cmp::Ordering;

use crate::domain::rules::{
    figures::{Figure, Sort, figures},
    lexicon::{DOWN, UP},
};

use super::{
    comparison::{Comparison, Orders, RECOGNISED},
    sentence::{Word, overlap},
    words::{COMMON, COMPARATIVES, GRADED, LONG, MORE, VERBS},
};

/// Dimensions on which the larger figure is the upward word's.
const MEASURED: &[&str] = &[MORE, "large", LONG, "tall", "old", "heavy", "deep", "wide", "warm", COMMON];
/// Relative gap below which two figures without a test of significance decide nothing.
const CLOSE: f64 = 0.05;
/// Share of the outcome's words that a sentence must have, 0–1.
const MET: f64 = 0.6;
/// Words by which a sentence says that two figures do not differ.
const ALIKE: &[&str] = &["similar", "equal", "same", "comparable", "unchanged", "alike", "nonsignificant"];

/// Whether the figures that a sentence of the passage gives for both arms bear `own` out (true) or exclude it (false);
/// `None` where it does not give just one for each, or of another outcome.
pub(super) fn relate(own: &Comparison, sentence: &str, read: &[Word]) -> Option<bool> {
    // “More nausea than” names what is counted; “higher” leaves it to the rest of the sentence.
    let counted = !is_graded(&own.dimension);
    let outcome = if counted { vec![own.dimension.clone()] } else { own.rest.clone() };
    let all: Vec<String> = read.iter().map(|word| word.stem.clone()).collect();
    let measured = counted || MEASURED.contains(&own.dimension.as_str());
    if !measured || outcome.is_empty() || overlap(&outcome, &all) < MET {
        return None;
    }
    let orders = match compare((&own.first, &own.second), &own.dimension, sentence, read)? {
        Ordering::Greater => Orders::MORE,
        Ordering::Less => Orders::LESS,
        Ordering::Equal => Orders::EQUAL,
    };
    orders.decides(own.orders)
}

/// Whether the only two figures of a dimension come each before its arm or each behind it: “12 % with placebo and 45 % of those
/// on A took it” gives figures of two things.
pub(super) fn are_in_step(
    (first, second): (&[String], &[String]),
    dimension: &str,
    sentence: &str,
    read: &[Word],
) -> bool {
    let found = figures(sentence);
    let (Some(first), Some(second), Some((one, other))) =
        (place(first, read), place(second, read), pair(&found, dimension))
    else {
        return false;
    };
    let (one_arm, other_arm) = (read[first.min(second)].at, read[first.max(second)].at);
    let (near, far) = (one.range.start, other.range.start);
    let before = near < one_arm && one_arm < far && far < other_arm;
    let behind = one_arm < near && near < other_arm && other_arm < far;
    before || behind || other_arm < near || far < one_arm
}

/// Which of two arms has the larger figure of a dimension; `None` where the sentence does not give just one for each.
pub(super) fn compare(
    (first, second): (&[String], &[String]),
    dimension: &str,
    sentence: &str,
    read: &[Word],
) -> Option<Ordering> {
    let (first, second) = (place(first, read)?, place(second, read)?);
    let found = figures(sentence);
    let (one, other) = pair(&found, dimension)?;
    // “Fell by 14 % with A and by 7 % with B” gives changes, and the larger one may be the lower outcome.
    let turns = |word: &Word| UP.contains(&word.stem.as_str()) || DOWN.contains(&word.stem.as_str());
    if (one.change || other.change) && read.iter().any(turns) {
        return None;
    }
    // Figures come in the order of their arms.
    let (one, other) = if first < second { (one, other) } else { (other, one) };
    let (one, other) = (one.value, other.value);
    match is_alike(&found, read) {
        Some(true) => Some(Ordering::Equal),
        None if (one - other).abs() < CLOSE * one.abs().max(other.abs()) => None,
        _ => one.partial_cmp(&other),
    }
}

/// Whether a dimension is that of a comparative or a verb, and no noun.
fn is_graded(dimension: &str) -> bool {
    let comparatives = COMPARATIVES.iter().chain(GRADED).map(|(_, dimension, _)| *dimension);
    comparatives.chain(VERBS.iter().map(|(.., dimension)| *dimension)).any(|known| known == dimension)
}

/// Where an arm is named first.
fn place(arm: &[String], read: &[Word]) -> Option<usize> {
    let met = arm.iter().filter_map(|stem| read.iter().position(|word| word.stem == *stem));
    let places: Vec<usize> = met.collect();
    let share = places.len() as f64 / arm.len().max(1) as f64;
    places.into_iter().min().filter(|_| share >= RECOGNISED)
}

/// The only two figures that can measure the dimension in one unit, percentages before others.
fn pair<'a>(found: &'a [Figure], dimension: &str) -> Option<(&'a Figure, &'a Figure)> {
    const TIME: &str = "s";
    let lasts = matches!(dimension, LONG | "old");
    let measures = |unit: &str| (unit == TIME) == lasts && (lasts || unit.len() != 3);
    let amounts = |unit: &str| -> Vec<&Figure> {
        found.iter().filter(|figure| figure.sort == Sort::Amount && figure.unit == unit).collect()
    };
    let mut units: Vec<&str> = found.iter().map(|figure| &*figure.unit).filter(|unit| measures(unit)).collect();
    units.sort_by_key(|unit| (*unit != "%", unit.is_empty()));
    // Of three arms the other figures are doses: “24 % on placebo, 23 % on 1 mg and 14 % on 4 mg”.
    if amounts("%").len() > 2 {
        return None;
    }
    units.into_iter().find_map(|unit| match amounts(unit)[..] {
        [one, other] if !unit.is_empty() || counts_alike(one, other) => Some((one, other)),
        _ => None,
    })
}

/// Whether two bare counts can be of the same things: the second often leaves out what the first counts.
fn counts_alike(one: &Figure, other: &Figure) -> bool {
    one.noun.is_none() || other.noun.is_none() || one.noun == other.noun
}

/// Whether the sentence says that the figures do not differ (true) or differ (false) beyond chance, if it says so.
fn is_alike(found: &[Figure], read: &[Word]) -> Option<bool> {
    const SIGNIFICANCE: f64 = 0.05;
    let denied = read.windows(4).any(|four| {
        matches!(four[0].text.as_str(), "not" | "no")
            && four[1..].iter().any(|word| word.stem == "signific" || word.stem == "differ")
    });
    if denied || read.iter().any(|word| ALIKE.contains(&word.text.as_str())) {
        return Some(true);
    }
    found.iter().find(|figure| figure.sort == Sort::PValue).map(|p| p.value > SIGNIFICANCE)
}

#[cfg(test)]
mod tests {
    use super::super::{Roles, compare};

    /// A reviewer would see the arm with the higher rate taken for the one with the lower.
    #[test]
    fn the_figures_of_both_arms_say_which_is_higher() {
        let given =
            "Nausea was reported by 14.1% of those given ticagrelor and 7.6% of those given clopidogrel (P<0.001).";
        let versus = "Recurrence was 15% with fidaxomicin versus 26% with vancomycin.";
        let three = "Delirium occurred in 24.6% on placebo, 23.9% on melatonin 1 mg and 14.0% on melatonin 4 mg.";
        let alike = "Bleeding occurred in 4.1% on apixaban and 4.6% on warfarin (P=0.47).";
        for (statement, passage, expected) in [
            ("Ticagrelor causes more nausea than clopidogrel.", given, Roles::Agree),
            ("Clopidogrel causes more nausea than ticagrelor.", given, Roles::Clash),
            ("Clopidogrel causes less nausea than ticagrelor.", given, Roles::Agree),
            ("Clopidogrel causes more bleeding than ticagrelor.", given, Roles::None),
            ("Fidaxomicin has a lower recurrence than vancomycin.", versus, Roles::Agree),
            ("Apixaban causes less bleeding than warfarin.", alike, Roles::Clash),
            ("Melatonin led to less delirium than placebo.", three, Roles::None),
            ("Trams are cheaper than buses.", "Trams cost 3 euros and buses 2 euros.", Roles::None),
        ] {
            assert_eq!(compare(statement, passage), expected, "{statement} / {passage}");
        }
    }
}
