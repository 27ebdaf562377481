//! The numbers of a text as they are compared: sort, value in a base unit, what
//! is counted, and how exactly they are meant.

use std::{borrow::Cow, ops::Range};

use crate::text::{
    Comparator, Quantity, QuantityKind, fold, is_approximate, is_month, is_precise, is_stop, quantities, says_how_much,
    stem, words,
};

use super::lexicon::{DOWN, UP};

/// What sort of number it is; only numbers of one sort are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// A calendar year that says when.
    Year,
    /// A day of a month, or with value 0 a month of a year.
    Date,
    /// A year within a name (“Act of 1966”), a section, a phase, a day of a trial.
    Identifier,
    /// The name of one of a series: a road, a standard, a compound (`A38`, `ISO 9001`, `BNT162b2`).
    Name,
    /// A p-value.
    PValue,
    /// An odds ratio, hazard ratio or relative risk.
    Ratio,
    /// Everything else.
    Amount,
}

/// Which way a number is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// One number of a text.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub sort: Sort,
    /// Normalised: magnitudes multiplied in, units in their base.
    pub value: f64,
    /// Base unit, the ISO code of money, `%`; empty for counts; the month of a date, the word of a name.
    pub unit: Cow<'static, str>,
    /// Half of the last place as it is written.
    pub rounding: f64,
    /// Whether magnitude or decimals were written, so that it is no small count.
    pub plain: bool,
    pub bound: Bound,
    /// It says by how much something changed, not what it came to.
    pub change: bool,
    pub approximate: bool,
    pub precise: bool,
    /// It is a bound such as “45 % or more”, which mostly says who is meant and not what was found.
    pub criterion: bool,
    /// What is counted: the stem after the number.
    pub noun: Option<String>,
    /// Content stems around it, and before it the word of an identifier.
    pub near: Vec<String>,
    /// As written, with its currency.
    pub text: String,
    /// What the number as written was multiplied by.
    pub magnitude: f64,
    /// Bytes of the text: the number with its sign, currency and unit.
    pub range: Range<usize>,
}

impl Figure {
    /// Whether it is a sum of money.
    pub(crate) fn is_money(&self) -> bool {
        self.sort == Sort::Amount && self.unit.len() == 3 && self.unit.bytes().all(|b| b.is_ascii_uppercase())
    }

    /// The figure in the unit of `one`: a dose is a day's where the other says so (“40 mg/day” and “40 mg”).
    pub(crate) fn dosed_as(&self, one: &Self) -> Cow<'_, Self> {
        const DAY: f64 = 86_400.0;
        let dose = |unit: &str, daily: &str| {
            matches!(unit, "g" | "mol" | "l" | "iu") && daily.strip_suffix("/s") == Some(unit)
        };
        let times = match () {
            () if dose(&one.unit, &self.unit) => DAY,
            () if dose(&self.unit, &one.unit) => 1.0 / DAY,
            () => return Cow::Borrowed(self),
        };
        Cow::Owned(Self { value: self.value * times, unit: one.unit.clone(), ..self.clone() })
    }

    /// What a name shares with the others of its series: `a` of `A38`, `bnt162b` of `BNT162b2`.
    pub(crate) fn series(&self) -> Option<&str> {
        let series = self.unit.trim_end_matches(|c: char| c.is_ascii_digit());
        (self.sort == Sort::Name && !series.is_empty() && series.len() < self.unit.len()).then_some(series)
    }
}

/// The numbers of `text`, in order.
pub(crate) fn figures(text: &str) -> Vec<Figure> {
    let read = quantities(text);
    if read.is_empty() {
        return Vec::new();
    }
    let words: Vec<Word<'_>> = words(text)
        .map(|(range, word)| Word { start: range.start, end: range.end, raw: word, text: fold(word) })
        .collect();
    let mut found: Vec<(Figure, &Quantity)> =
        read.iter().filter_map(|quantity| Some((figure(text, &words, quantity)?, quantity))).collect();
    // “300 to 350 patients”, “55- and 65-year-olds”: the first counts what the second does.
    for i in 1..found.len() {
        let (left, right) = found.split_at_mut(i);
        let ((first, one), (second, two)) = (&mut left[i - 1], &right[0]);
        let between = text.get(one.figures.end..two.figures.start).unwrap_or_default();
        let link = between.trim_matches([' ', '-', '–', '—', '$', '€', '£']);
        let joined = matches!(link, "" | "to" | "and" | "or") && !between.trim().is_empty();
        if joined && first.sort == Sort::Amount && second.sort == Sort::Amount {
            if first.unit.is_empty() {
                let (unit, factor) = (second.unit.clone(), second.value / two.value.abs());
                (first.unit, first.value, first.rounding) = (unit, first.value * factor, first.rounding * factor);
            }
            if first.noun.is_none() {
                first.noun.clone_from(&second.noun);
            }
        }
    }
    found.into_iter().map(|(figure, _)| figure).collect()
}

struct Word<'a> {
    start: usize,
    end: usize,
    raw: &'a str,
    text: String,
}

/// What the words around a number say of it.
struct Around<'a> {
    /// The words before it, the nearest first.
    before: Vec<&'a str>,
    /// The words after number and unit.
    after: &'a [Word<'a>],
    near: Vec<String>,
}

impl<'a> Around<'a> {
    fn new(words: &'a [Word<'a>], quantity: &Quantity) -> Self {
        let counted = quantity.kind == QuantityKind::Count;
        let end = if counted { quantity.figures.end } else { quantity.range.end };
        let first = words.partition_point(|word| word.end <= quantity.figures.start);
        let next = words.partition_point(|word| word.start < end);
        let content = |word: &&Word<'_>| {
            !is_stop(&word.text) && word.text.len() > 2 && !word.text.starts_with(|c: char| c.is_ascii_digit())
        };
        let near = first.saturating_sub(6)..(next + 6).min(words.len());
        let inside = |word: &&Word<'_>| word.start >= quantity.figures.start && word.end <= quantity.figures.end;
        Self {
            before: words[..first].iter().rev().take(4).map(|word| word.text.as_str()).collect(),
            after: &words[next..],
            near: words[near].iter().filter(content).filter(|word| !inside(word)).map(|word| stem(word.raw)).collect(),
        }
    }

    fn back(&self, by: usize) -> &str {
        self.before.get(by).copied().unwrap_or_default()
    }

    fn next(&self) -> &str {
        self.after.first().map_or("", |word| word.text.as_str())
    }

    /// What is counted.
    fn noun(&self) -> Option<String> {
        let words = self.after.iter().take(4).take_while(|word| !word.text.starts_with(|c: char| c.is_ascii_digit()));
        let mut words = words.filter(|word| !is_stop(&word.text) && word.text.len() > 2 && !is_adjective(&word.text));
        words.next().map(|word| stem(word.raw))
    }

    /// Whether a number of this unit is an age: “aged 25”, “people under 25”.
    fn is_age(&self, unit: &str) -> bool {
        const PEOPLE: [&str; 12] = [
            "adults",
            "aged",
            "children",
            "men",
            "participants",
            "patients",
            "people",
            "persons",
            "those",
            "women",
            "workers",
            "residents",
        ];
        let bounded = matches!(self.back(0), "above" | "below" | "over" | "under") && PEOPLE.contains(&self.back(1));
        matches!(self.back(0), "age" | "aged" | "ages") || unit.is_empty() && bounded
    }

    /// Whether “or more”, “or older” or the like follows the number.
    fn is_criterion(&self) -> bool {
        const BOUNDS: [&str; 11] =
            ["above", "below", "fewer", "greater", "higher", "less", "lower", "more", "older", "over", "younger"];
        let mut after = self.after.iter().map(|word| word.text.as_str());
        let mut next = after.by_ref().skip_while(|word| matches!(*word, "year" | "years" | "of" | "age"));
        matches!(next.next(), Some("or" | "and")) && next.next().is_some_and(|word| BOUNDS.contains(&word))
    }

    /// Whether a number of degrees says by how many something changed or differs.
    fn is_difference(&self) -> bool {
        let turns = |word: &str| turns(&stem(word));
        // “A rise in temperature of”, but not “a rise to a temperature of”.
        let before = || self.before.iter().take_while(|word| !matches!(**word, "to" | "at" | "from"));
        matches!(self.next(), "warmer" | "hotter" | "colder" | "cooler" | "warming" | "cooling")
            || turns(self.next())
            || self.back(0) == "by"
            || before().any(|word| turns(word))
    }
}

/// Whether a stem says that something goes up or down, or differs.
fn turns(stem: &str) -> bool {
    UP.contains(&stem) || DOWN.contains(&stem) || matches!(stem, "differ" | "warm" | "cool")
}

fn figure(text: &str, words: &[Word<'_>], quantity: &Quantity) -> Option<Figure> {
    let around = Around::new(words, quantity);
    let unit = quantity.unit.as_deref().unwrap_or_default();
    let (mut value, mut rounding) = (quantity.value.abs(), quantity.step / 2.0);
    let mut base: Cow<'static, str> = "".into();
    let rate = per(&text[quantity.figures.end..]);
    let sort = match &quantity.kind {
        QuantityKind::PValue if value <= 1.0 => Sort::PValue,
        QuantityKind::Year if unit == "decade" => return None,
        QuantityKind::Year if is_named(text, words, quantity, &around) => Sort::Identifier,
        QuantityKind::Year => {
            base = month(unit);
            Sort::Year
        }
        QuantityKind::Date => {
            base = month(unit);
            Sort::Date
        }
        QuantityKind::Identifier if matches!(unit, "st" | "nd" | "rd" | "th") => return None,
        QuantityKind::Identifier if unit.bytes().any(|b| b.is_ascii_digit()) => {
            base = Cow::Owned(unit.to_owned());
            Sort::Name
        }
        QuantityKind::Identifier if unit.bytes().all(|b| b.is_ascii_uppercase()) => {
            base = Cow::Owned(format!("{}{value}", unit.to_ascii_lowercase()));
            Sort::Name
        }
        QuantityKind::Identifier => Sort::Identifier,
        // The bounds of an interval are no findings of their own.
        _ if unit == "ci" => return None,
        QuantityKind::Ratio => Sort::Ratio,
        QuantityKind::Percent => {
            base = "%".into();
            Sort::Amount
        }
        QuantityKind::Money(code) => {
            base = Cow::Owned(code.clone());
            Sort::Amount
        }
        // “12 per 1,000”: the base of a rate is not a number of its own.
        QuantityKind::Count | QuantityKind::Plain if around.back(0) == "per" && value >= 10.0 => return None,
        QuantityKind::Count | QuantityKind::Plain if rate.is_some() => {
            let hundredths = 100.0 / rate.unwrap_or(1.0);
            (value, rounding, base) = (value * hundredths, rounding * hundredths, "%".into());
            Sort::Amount
        }
        QuantityKind::Count | QuantityKind::Plain | QuantityKind::PValue => {
            let written = &text[quantity.figures.clone()];
            let part = value < 1.0 && (written.contains('/') || written.starts_with(char::is_alphabetic));
            if part && around.next() == "of" {
                (value, rounding, base) = (value * 100.0, 0.5, "%".into());
            } else if part && unit.is_empty() {
                return None;
            } else if let Some((name, factor)) = base_unit(if around.is_age(unit) { "year" } else { unit }) {
                (value, rounding, base) = (value * factor, rounding * factor, name);
                if &*base == "°C" {
                    value = degrees(quantity.value, unit, around.is_difference());
                }
            }
            Sort::Amount
        }
    };
    let close = &around.before[..around.before.len().min(3)];
    let hedges = |word: &&&str| !is_approximate(word) && !is_precise(word);
    let bound = match (sort, around.back(0), quantity.comparator) {
        (Sort::Year | Sort::Date, "before" | "until" | "till" | "by", _) => Bound::AtMost,
        (Sort::Year | Sort::Date, "after" | "since" | "from", _) => Bound::AtLeast,
        (_, _, Some(Comparator::Lt | Comparator::Le)) => Bound::AtMost,
        (_, _, Some(Comparator::Gt | Comparator::Ge)) => Bound::AtLeast,
        _ => Bound::Exact,
    };
    let start =
        if matches!(quantity.kind, QuantityKind::Money(_)) { quantity.range.start } else { quantity.figures.start };
    Some(Figure {
        sort,
        value,
        unit: base,
        rounding,
        plain: quantity.magnitude == 1.0 && quantity.step >= 1.0,
        bound,
        // “Reported by 22 %” is no change.
        change: close.iter().find(hedges) == Some(&"by") && around.near.iter().any(|stem| turns(stem)),
        approximate: quantity.approximate || close.iter().any(|word| is_approximate(word)),
        precise: quantity.precise || close.iter().any(|word| is_precise(word)),
        criterion: around.is_criterion(),
        noun: around.noun(),
        near: around.near,
        text: text[start..quantity.figures.end].to_owned(),
        magnitude: quantity.magnitude,
        range: quantity.range.clone(),
    })
}

/// The base of a rate that follows a number: 1,000 of “per 1,000” and of “deaths per 1,000”.
fn per(rest: &str) -> Option<f64> {
    const BASES: [(&str, f64); 6] =
        [("1 million", 1e6), ("million", 1e6), ("100000", 1e5), ("10000", 1e4), ("1000", 1e3), ("100", 1e2)];
    let at = rest.find("per ").filter(|&at| rest[..at].split_whitespace().count() <= 2)?;
    // No other number and no break in between.
    if rest[..at].contains(|c: char| c.is_ascii_digit() || matches!(c, ',' | ';' | '.' | '(')) {
        return None;
    }
    let digits: String =
        rest[at + 4..].chars().filter(|c| !matches!(c, ',' | '\u{a0}' | '\u{202f}')).take(12).collect();
    let (_, base) = BASES.into_iter().find(|(written, _)| {
        digits.strip_prefix(written).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
    })?;
    Some(base)
}

/// The first letters of a month's name, by which `Sept.` is `September`.
fn month(name: &str) -> Cow<'static, str> {
    Cow::Owned(name.chars().take(3).collect())
}

/// “Act of 1966”: the year is part of a name.
fn is_named(text: &str, words: &[Word<'_>], quantity: &Quantity, around: &Around<'_>) -> bool {
    let at = words.partition_point(|word| word.end <= quantity.figures.start);
    around.back(0) == "of"
        && at >= 2
        && text[words[at - 2].start..].starts_with(char::is_uppercase)
        && !is_month(around.back(1))
}

fn is_adjective(word: &str) -> bool {
    matches!(
        word,
        "new"
            | "more"
            | "electric"
            | "additional"
            | "total"
            | "other"
            | "different"
            | "million"
            | "large"
            | "small"
            | "private"
            | "public"
            | "annual"
            | "fewer"
            | "less"
    )
}

/// Degrees of `unit` in Celsius; a difference has no zero to shift.
fn degrees(value: f64, unit: &str, difference: bool) -> f64 {
    match (unit, difference) {
        ("°f", true) => (value * 5.0 / 9.0).abs(),
        ("°f", false) => (value - 32.0) * 5.0 / 9.0,
        (_, true) => value.abs(),
        _ => value,
    }
}

/// The unit in which a quantity is compared, and the factor to it. A unit that
/// is not known is its own; `None` for what is no unit but a noun.
fn base_unit(unit: &str) -> Option<(Cow<'static, str>, f64)> {
    if let Some((above, below)) = unit.split_once('/') {
        let side = |unit: &str| base_unit(unit).unwrap_or_else(|| (Cow::Owned(unit.to_owned()), 1.0));
        let ((above, times), (below, by)) = (side(above), side(below));
        return Some((Cow::Owned(format!("{above}/{below}")), times / by));
    }
    for (prefix, digit, power) in [("square ", '2', 2), ("cubic ", '3', 3)] {
        if let Some(side) = unit.strip_prefix(prefix).or_else(|| unit.strip_suffix(digit))
            && let Some((name, factor)) = base_unit(side).filter(|(name, _)| name == "m")
        {
            return Some((Cow::Owned(format!("{name}{power}")), factor.powi(power)));
        }
    }
    let (name, factor) = match unit {
        "acre" => ("m2", 4_046.86),
        "hectare" => ("m2", 1e4),
        "foot" => ("m", 0.3048),
        "inch" => ("m", 0.0254),
        "yard" => ("m", 0.9144),
        "mile" => ("m", 1_609.34),
        "km" => ("m", 1e3),
        "m" => ("m", 1.0),
        "cm" => ("m", 1e-2),
        "mm" => ("m", 1e-3),
        "µm" => ("m", 1e-6),
        "nm" => ("m", 1e-9),
        "knot" => ("m/s", 0.514_44),
        "tonne" => ("g", 1e6),
        "kg" => ("g", 1e3),
        "lb" => ("g", 453.592),
        "ounce" => ("g", 28.35),
        "g" => ("g", 1.0),
        "mg" => ("g", 1e-3),
        "µg" => ("g", 1e-6),
        "ng" => ("g", 1e-9),
        "pg" => ("g", 1e-12),
        "gallon" => ("l", 3.785),
        "l" => ("l", 1.0),
        "dl" => ("l", 1e-1),
        "cl" => ("l", 1e-2),
        "ml" => ("l", 1e-3),
        "µl" => ("l", 1e-6),
        "ms" => ("s", 1e-3),
        "second" => ("s", 1.0),
        "minute" => ("s", 60.0),
        "hour" => ("s", 3_600.0),
        "day" => ("s", 86_400.0),
        "week" => ("s", 604_800.0),
        "month" => ("s", 2_629_746.0),
        "year" => ("s", 31_556_952.0),
        "decade" => ("s", 315_569_520.0),
        "century" => ("s", 3_155_695_200.0),
        "mol" => ("mol", 1.0),
        "mmol" => ("mol", 1e-3),
        "µmol" => ("mol", 1e-6),
        "nmol" => ("mol", 1e-9),
        "watt" => ("W", 1.0),
        "kilowatt" => ("W", 1e3),
        "megawatt" => ("W", 1e6),
        "gigawatt" => ("W", 1e9),
        "kwh" => ("Wh", 1e3),
        "mwh" => ("Wh", 1e6),
        "gwh" => ("Wh", 1e9),
        "twh" => ("Wh", 1e12),
        "newton" => ("N", 1.0),
        "kn" => ("N", 1e3),
        "kpa" => ("Pa", 1e3),
        "mpa" => ("Pa", 1e6),
        "psi" => ("Pa", 6_894.76),
        "volt" => ("V", 1.0),
        "kv" => ("V", 1e3),
        "°c" | "°f" => ("°C", 1.0),
        _ if says_how_much(unit) => return Some((Cow::Owned(unit.to_owned()), 1.0)),
        _ => return None,
    };
    Some((name.into(), factor))
}
