//! The numbers of a text as quantities: value, unit, what is counted, and how
//! exactly they are meant.

use crate::text::{fold, is_stop, stem, words};

/// What sort of number it is; only numbers of one sort are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// A calendar year that says when.
    Year,
    /// A year within a name (“Act of 1966”), a section, a phase, a version.
    Identifier,
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
    /// Base unit, empty for counts.
    pub unit: &'static str,
    /// Half of the last place as it is written.
    pub rounding: f64,
    /// Whether magnitude or decimals were written, so that it is no small count.
    pub plain: bool,
    pub bound: Bound,
    /// It says by how much something changed, not what it came to.
    pub change: bool,
    pub approximate: bool,
    pub precise: bool,
    /// What is counted: the stem after the number.
    pub noun: Option<String>,
    /// Content stems around it, and before it the word of an identifier.
    pub near: Vec<String>,
    /// As written.
    pub text: String,
    at: usize,
    /// What the number as written was multiplied by.
    pub magnitude: f64,
}

const APPROXIMATE: &[&str] =
    &["roughly", "about", "around", "nearly", "approximately", "almost", "circa", "estimated", "some", "approx"];
const PRECISE: &[&str] = &["exactly", "precisely"];
const NAMING: &[&str] = &[
    "section",
    "phase",
    "article",
    "chapter",
    "version",
    "type",
    "grade",
    "stage",
    "title",
    "rule",
    "amendment",
    "proposition",
    "flight",
    "apollo",
    "route",
    "room",
    "resolution",
    "level",
    "class",
    "act",
    "model",
    "no",
    "number",
    "page",
    "figure",
    "table",
    "generation",
    "category",
    "season",
    "group",
];
const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "jan",
    "feb",
    "mar",
    "apr",
    "jun",
    "jul",
    "aug",
    "sept",
    "sep",
    "oct",
    "nov",
    "dec",
];

/// The numbers of `text`, in order.
pub(crate) fn figures(text: &str) -> Vec<Figure> {
    let tokens: Vec<(usize, usize, String)> =
        words(text).flat_map(|(range, word)| split_unit(range.start, word)).collect();
    let mut found: Vec<Figure> = Vec::new();
    for at in 0..tokens.len() {
        if let Some(figure) = figure(text, &tokens, at) {
            found.push(figure);
        }
    }
    // “300 to 350 million”, “between $3 and $4 billion”: the first has the second's magnitude and unit.
    for i in 1..found.len() {
        let (left, right) = found.split_at_mut(i);
        let (first, second) = (&mut left[i - 1], &right[0]);
        let between = second.at.saturating_sub(first.at);
        let joined = between <= 2 && (between == 1 || matches!(tokens[first.at + 1].2.as_str(), "to" | "and" | "or"));
        if joined && first.sort == Sort::Amount && second.sort == Sort::Amount {
            if first.magnitude == 1.0 && second.magnitude > 1.0 && first.value < second.value {
                first.value *= second.magnitude;
                first.rounding *= second.magnitude;
            }
            if first.unit.is_empty() {
                first.unit = second.unit;
            }
            if first.noun.is_none() {
                first.noun.clone_from(&second.noun);
            }
        }
    }
    found
}

/// A word, with a unit or magnitude that sticks to its number (`$350M`, `20mg`) cut off.
fn split_unit(start: usize, word: &str) -> Vec<(usize, usize, String)> {
    let folded = fold(word);
    if folded.len() == word.len() && folded.starts_with(|c: char| c.is_ascii_digit()) {
        let digits = folded.find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.')).unwrap_or(folded.len());
        let tail = &folded[digits..];
        if !tail.is_empty() && (magnitude(tail).is_some() || unit(tail, "").is_some()) {
            return vec![
                (start, start + digits, folded[..digits].to_owned()),
                (start + digits, start + word.len(), tail.to_owned()),
            ];
        }
    }
    vec![(start, start + word.len(), folded)]
}

fn figure(text: &str, tokens: &[(usize, usize, String)], at: usize) -> Option<Figure> {
    let (start, mut end) = (tokens[at].0, tokens[at].1);
    let word = tokens[at].2.as_str();
    let word_at = |offset: isize| -> &str {
        at.checked_add_signed(offset).and_then(|i| tokens.get(i)).map_or("", |(_, _, word)| word.as_str())
    };
    let part = fraction(word, word_at(-1), word_at(1));
    let spelled = part.or_else(|| spelled(word));
    let number: f64 = match spelled {
        Some(value) => value,
        None if word.starts_with(|c: char| c.is_ascii_digit()) => word.replace(',', "").parse().ok()?,
        None => return None,
    };
    // “Two thirds” is one number.
    if fraction(word_at(1), word, word_at(2)).is_some() {
        return None;
    }
    // “One” as a pronoun, “first of two”: small spelled numbers count only before a noun or magnitude.
    let counted =
        word_at(1).len() > 2 && !is_stop(word_at(1)) && !matches!(word_at(-1), "no" | "any" | "the" | "this" | "that");
    if spelled.is_some() && number < 2.0 && magnitude(word_at(1)).is_none() && !counted {
        return None;
    }
    let before = text[..start].trim_end_matches(['~', '≈', '(', ' ']);
    let sign = text[..start].chars().rev().find(|c| !c.is_whitespace());
    let decimals = word.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let mut rounding = 0.5 * 10f64.powi(-i32::try_from(decimals).unwrap_or(0));
    let mut value = number;
    let mut scale = 1.0;
    let mut next = 1;
    if let Some(times) = magnitude(word_at(1)) {
        let sticks = tokens[at + 1].0 == end;
        let short = word_at(1).len() == 1;
        let money = matches!(sign, Some('$' | '€' | '£'));
        if !short || money || sticks && word_at(1) == "k" {
            scale = times;
            value *= times;
            rounding *= times;
            end = tokens[at + 1].1;
            next = 2;
        }
    }
    let percent =
        part.is_some() || text[end..].trim_start().starts_with('%') || matches!(word_at(next), "percent" | "pct");
    let money = match sign {
        Some('$') => "dollar",
        Some('€') => "euro",
        Some('£') => "pound",
        _ => "",
    };
    let (mut base, mut skipped) = ("", 0);
    if percent {
        base = "%";
        skipped = usize::from(matches!(word_at(next), "percent" | "pct"));
    } else if !money.is_empty() {
        base = money;
    } else if let Some((name, factor, length)) = unit(word_at(next), word_at(next + 1)) {
        base = name;
        value *= factor;
        rounding *= factor;
        skipped = length;
    }
    let after = at + usize::try_from(next).unwrap_or(1) + skipped;
    let before_words: Vec<&str> = (1..=4).map(|i| word_at(-i)).collect();
    let sort = sort(word, number, decimals, base, scale, &before_words, word_at(next), sign, text, tokens, at);
    let noun = tokens[after.min(tokens.len())..]
        .iter()
        .take(4)
        .take_while(|(_, _, word)| !word.starts_with(|c: char| c.is_ascii_digit()))
        .map(|(_, _, word)| word)
        .find(|word| !is_stop(word) && word.len() > 2 && !is_adjective(word))
        .map(|word| stem(word));
    let range = at.saturating_sub(6)..(after + 6).min(tokens.len());
    let near = tokens[range]
        .iter()
        .filter(|(_, _, word)| !is_stop(word) && word.len() > 2 && !word.starts_with(|c: char| c.is_ascii_digit()))
        .filter(|(_, _, word)| magnitude(word).is_none())
        .map(|(_, _, word)| stem(word))
        .collect();
    let close = &before_words[..3];
    let bound = match (sort, before_words[0]) {
        (Sort::Year, "before" | "until" | "till" | "by") => Bound::AtMost,
        (Sort::Year, "after" | "since" | "from") => Bound::AtLeast,
        _ => bound(text, start, &before_words),
    };
    let tilde = text[before.len()..start].contains(['~', '≈']) || matches!(sign, Some('~' | '≈'));
    Some(Figure {
        sort,
        value,
        unit: base,
        rounding,
        plain: scale == 1.0 && decimals == 0,
        bound,
        change: close.iter().find(|word| !APPROXIMATE.contains(word) && !PRECISE.contains(word)) == Some(&"by"),
        approximate: tilde || close.iter().any(|word| APPROXIMATE.contains(word)),
        precise: close.iter().any(|word| PRECISE.contains(word)),
        noun,
        near,
        text: text[start..end].to_owned(),
        at,
        magnitude: scale,
    })
}

#[allow(clippy::too_many_arguments)]
fn sort(
    word: &str,
    number: f64,
    decimals: usize,
    base: &str,
    scale: f64,
    before: &[&str],
    next: &str,
    sign: Option<char>,
    text: &str,
    tokens: &[(usize, usize, String)],
    at: usize,
) -> Sort {
    let bare = decimals == 0 && base.is_empty() && scale == 1.0;
    let p = before[0] == "p" || (before[1] == "p" && matches!(before[0], "value" | "values"));
    if p && (0.0..=1.0).contains(&number) && matches!(sign, Some('<' | '>' | '=' | '≤' | '≥')) {
        return Sort::PValue;
    }
    let ratio = ["ratio", "or", "rr", "hr", "risk"];
    if base.is_empty() && scale == 1.0 && decimals > 0 {
        let named = before.iter().take(3).any(|word| matches!(*word, "ratio" | "hr" | "rr"))
            || (before.iter().take(3).any(|word| ratio.contains(word)) && matches!(sign, Some('=' | ',' | '[' | '(')));
        let relative =
            before.iter().take(4).any(|word| *word == "relative") && before.iter().take(3).any(|w| *w == "risk");
        if named || relative {
            return Sort::Ratio;
        }
    }
    if bare && NAMING.contains(&before[0]) {
        return Sort::Identifier;
    }
    if bare && word.len() == 4 && !word.contains(',') && (1800.0..2100.0).contains(&number) && !is_counted(next) {
        let named = before[0] == "of"
            && at >= 2
            && text[tokens[at - 2].0..].starts_with(char::is_uppercase)
            && !MONTHS.contains(&before[1]);
        return if named { Sort::Identifier } else { Sort::Year };
    }
    Sort::Amount
}

/// Words after a four-digit number that make it a count and no year.
fn is_counted(word: &str) -> bool {
    matches!(
        word,
        "people"
            | "patients"
            | "participants"
            | "cases"
            | "vehicles"
            | "deaths"
            | "dollars"
            | "units"
            | "homes"
            | "jobs"
            | "students"
            | "women"
            | "men"
            | "children"
            | "workers"
            | "employees"
            | "cars"
            | "subjects"
            | "individuals"
            | "meters"
            | "metres"
            | "feet"
            | "miles"
            | "km"
            | "kg"
            | "mg"
            | "residents"
            | "soldiers"
            | "houses"
            | "trees"
            | "adults"
            | "samples"
            | "square"
            | "members"
            | "copies"
            | "tonnes"
            | "tons"
            | "hectares"
            | "acres"
    )
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

fn bound(text: &str, start: usize, before: &[&str]) -> Bound {
    let sign = text[..start].chars().rev().find(|c| !c.is_whitespace() && !matches!(c, '$' | '€' | '£'));
    match sign {
        Some('>' | '≥') => return Bound::AtLeast,
        Some('<' | '≤') => return Bound::AtMost,
        _ => {}
    }
    match (before[1], before[0]) {
        ("no", "than") => Bound::Exact,
        ("more" | "greater" | "higher" | "larger" | "longer", "than")
        | ("at", "least")
        | (_, "over" | "exceeding" | "above") => {
            if before[2] == "no" || before[2] == "not" {
                Bound::AtMost
            } else {
                Bound::AtLeast
            }
        }
        ("less" | "fewer" | "lower" | "smaller", "than") | ("at", "most") | ("up", "to") | (_, "under" | "below") => {
            if before[2] == "no" || before[2] == "not" {
                Bound::AtLeast
            } else {
                Bound::AtMost
            }
        }
        _ => Bound::Exact,
    }
}

fn magnitude(word: &str) -> Option<f64> {
    Some(match word {
        "hundred" => 1e2,
        "thousand" | "k" => 1e3,
        "million" | "millions" | "mn" | "mio" | "m" => 1e6,
        "billion" | "billions" | "bn" | "b" => 1e9,
        "trillion" | "trillions" | "tn" => 1e12,
        "dozen" => 12.0,
        _ => return None,
    })
}

/// Per cent, for “half of”, “a third of”, “three quarters of”.
fn fraction(word: &str, before: &str, next: &str) -> Option<f64> {
    if next != "of" {
        return None;
    }
    let whole = match word {
        "half" => 50.0,
        "third" | "thirds" => 100.0 / 3.0,
        "quarter" | "quarters" => 25.0,
        "fifth" | "fifths" => 20.0,
        "tenth" | "tenths" => 10.0,
        _ => return None,
    };
    match before {
        "a" | "one" => Some(whole),
        _ if word == "half" => Some(whole),
        _ => Some(whole * spelled(before).filter(|times| whole * times < 100.0)?),
    }
}

/// Whether a folded word is a magnitude or a unit of measure or money.
pub(crate) fn is_unit(word: &str) -> bool {
    magnitude(word).is_some() || unit(word, "").is_some() || matches!(word, "square" | "sq" | "foot")
}

pub(crate) fn spelled(word: &str) -> Option<f64> {
    const NUMBERS: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let small = NUMBERS.iter().position(|number| *number == word).filter(|at| *at > 0);
    let tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let large = tens.iter().position(|number| *number == word).map(|at| (at + 2) * 10);
    small.or(large).and_then(|value| u32::try_from(value).ok()).map(f64::from)
}

/// Base unit, factor to it, and how many words it takes.
fn unit(word: &str, next: &str) -> Option<(&'static str, f64, usize)> {
    let area = |side: &str| match side {
        "foot" | "feet" | "ft" => Some(("m²", 0.092_903)),
        "meter" | "metre" | "meters" | "metres" | "m" => Some(("m²", 1.0)),
        "mile" | "miles" | "mi" => Some(("m²", 2_589_988.0)),
        "kilometer" | "kilometre" | "kilometers" | "kilometres" | "km" => Some(("m²", 1e6)),
        _ => None,
    };
    if matches!(word, "square" | "sq") {
        return area(next).map(|(name, factor)| (name, factor, 2));
    }
    let (name, factor) = match word {
        "sqft" | "ft2" => ("m²", 0.092_903),
        "m2" | "sqm" => ("m²", 1.0),
        "acre" | "acres" => ("m²", 4_046.86),
        "hectare" | "hectares" | "ha" => ("m²", 1e4),
        "foot" | "feet" | "ft" => ("m", 0.3048),
        "inch" | "inches" => ("m", 0.0254),
        "mile" | "miles" => ("m", 1_609.34),
        "km" | "kilometer" | "kilometers" | "kilometre" | "kilometres" => ("m", 1e3),
        "meter" | "meters" | "metre" | "metres" => ("m", 1.0),
        "cm" | "centimeters" | "centimetres" => ("m", 1e-2),
        "mm" | "millimeters" | "millimetres" => ("m", 1e-3),
        "mph" => ("m/s", 0.447_04),
        "kg" | "kilogram" | "kilograms" | "kilo" | "kilos" => ("g", 1e3),
        "g" | "gram" | "grams" => ("g", 1.0),
        "mg" | "milligram" | "milligrams" => ("g", 1e-3),
        "µg" | "μg" | "mcg" | "ug" | "micrograms" => ("g", 1e-6),
        "tonne" | "tonnes" | "tons" | "ton" => ("g", 1e6),
        "pounds" | "lb" | "lbs" => ("pound", 1.0),
        "l" | "liter" | "liters" | "litre" | "litres" => ("l", 1.0),
        "ml" | "milliliters" | "millilitres" => ("l", 1e-3),
        "gallons" | "gallon" => ("l", 3.785),
        "second" | "seconds" => ("s", 1.0),
        "minute" | "minutes" | "min" => ("s", 60.0),
        "hour" | "hours" | "h" => ("s", 3_600.0),
        "day" | "days" => ("s", 86_400.0),
        "week" | "weeks" => ("s", 604_800.0),
        "month" | "months" => ("s", 2_629_746.0),
        "year" | "years" => ("s", 31_556_952.0),
        "dollar" | "dollars" | "usd" => ("dollar", 1.0),
        "euro" | "euros" | "eur" => ("euro", 1.0),
        "percent" | "pct" => ("%", 1.0),
        "megawatts" | "mw" | "megawatt" => ("W", 1e6),
        "gigawatts" | "gw" | "gigawatt" => ("W", 1e9),
        "kilowatts" | "kw" => ("W", 1e3),
        "celsius" => ("°C", 1.0),
        "fold" | "times" => ("fold", 1.0),
        _ => return None,
    };
    Some((name, factor, 1))
}
