//! Units, magnitudes and the words around numbers.

use super::{super::fold, Comparator};

/// Currencies: sign or word, and ISO code.
#[rustfmt::skip]
const CURRENCIES: &[(&str, &str)] = &[
    ("$", "USD"), ("us$", "USD"), ("usd", "USD"), ("dollar", "USD"), ("dollars", "USD"),
    ("€", "EUR"), ("eur", "EUR"), ("euro", "EUR"), ("euros", "EUR"),
    ("£", "GBP"), ("gbp", "GBP"), ("pound", "GBP"), ("pounds", "GBP"),
    ("¥", "JPY"), ("yen", "JPY"), ("yuan", "CNY"), ("rmb", "CNY"),
];

/// The currency that a sign or word names.
pub(super) fn currency(word: &str) -> Option<&'static str> {
    CURRENCIES.iter().find(|(name, _)| *name == word).map(|(_, code)| *code)
}

/// The power of ten of a magnitude word.
pub(super) fn magnitude(word: &str) -> Option<i32> {
    Some(match word {
        "hundred" => 2,
        "thousand" => 3,
        "million" | "millions" | "mn" | "mio" => 6,
        "billion" | "billions" | "bn" => 9,
        "trillion" | "trillions" => 12,
        _ => return None,
    })
}

/// The power of ten of a letter glued to a number: `350M`, `10k`.
pub(super) fn glued_magnitude(word: &str, money: bool) -> Option<i32> {
    Some(match word {
        "k" | "K" => 3,
        "M" | "mn" | "MM" => 6,
        "m" if money => 6,
        "B" | "bn" => 9,
        "b" if money => 9,
        "T" | "tn" if money => 12,
        _ => return None,
    })
}

/// The value of a number word from zero to twenty, or of full tens to ninety.
#[must_use]
pub fn number_word(word: &str) -> Option<f64> {
    #[rustfmt::skip]
    const SMALL: [&str; 21] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
    ];
    const TENS: [(&str, f64); 7] = [
        ("thirty", 30.0),
        ("forty", 40.0),
        ("fifty", 50.0),
        ("sixty", 60.0),
        ("seventy", 70.0),
        ("eighty", 80.0),
        ("ninety", 90.0),
    ];
    let small = (0_u8..).zip(SMALL).find(|(_, name)| *name == word).map(|(value, _)| f64::from(value));
    small.or_else(|| TENS.iter().find(|(name, _)| *name == word).map(|(_, value)| *value))
}

/// The denominator of a fraction word.
pub(super) fn fraction(word: &str) -> Option<f64> {
    Some(match word {
        "half" | "halves" => 2.0,
        "third" | "thirds" => 3.0,
        "quarter" | "quarters" | "fourth" | "fourths" => 4.0,
        "fifth" | "fifths" => 5.0,
        "tenth" | "tenths" => 10.0,
        _ => return None,
    })
}

/// Units of measure and what they are called here.
#[rustfmt::skip]
const MEASURES: &[(&str, &str)] = &[
    ("mg", "mg"), ("milligram", "mg"), ("g", "g"), ("gram", "g"), ("kg", "kg"), ("kilogram", "kg"), ("kilo", "kg"),
    ("µg", "µg"), ("μg", "µg"), ("ug", "µg"), ("mcg", "µg"), ("microgram", "µg"), ("ng", "ng"), ("pg", "pg"),
    ("ton", "tonne"), ("tonne", "tonne"), ("lb", "lb"), ("pound", "lb"), ("oz", "ounce"), ("ounce", "ounce"),
    ("ml", "ml"), ("milliliter", "ml"), ("millilitre", "ml"), ("l", "l"), ("liter", "l"), ("litre", "l"), ("dl", "dl"),
    ("cl", "cl"), ("µl", "µl"), ("μl", "µl"), ("gallon", "gallon"), ("m", "m"), ("meter", "m"), ("metre", "m"),
    ("cm", "cm"), ("centimeter", "cm"), ("centimetre", "cm"), ("mm", "mm"), ("millimeter", "mm"),
    ("millimetre", "mm"), ("µm", "µm"), ("μm", "µm"), ("micrometer", "µm"), ("micrometre", "µm"), ("micron", "µm"),
    ("nm", "nm"), ("km", "km"), ("kilometer", "km"), ("kilometre", "km"), ("mile", "mile"), ("mi", "mile"),
    ("foot", "foot"), ("ft", "foot"), ("inch", "inch"), ("yard", "yard"), ("yd", "yard"), ("acre", "acre"),
    ("hectare", "hectare"), ("ha", "hectare"), ("sqft", "square foot"), ("sqm", "m2"), ("ft2", "square foot"),
    ("m2", "m2"), ("m3", "m3"), ("cm2", "cm2"), ("cm3", "cm3"), ("mm2", "mm2"), ("mm3", "mm3"), ("km2", "km2"),
    ("mph", "mile/hour"), ("kph", "km/hour"), ("kmh", "km/hour"), ("knot", "knot"),
    ("s", "second"), ("sec", "second"), ("second", "second"), ("ms", "ms"), ("millisecond", "ms"), ("min", "minute"),
    ("minute", "minute"), ("h", "hour"), ("hr", "hour"), ("hour", "hour"), ("d", "day"), ("day", "day"),
    ("wk", "week"), ("week", "week"), ("mo", "month"), ("month", "month"), ("y", "year"), ("yr", "year"),
    ("year", "year"), ("decade", "decade"), ("century", "century"), ("mmol", "mmol"), ("µmol", "µmol"),
    ("μmol", "µmol"), ("nmol", "nmol"), ("mol", "mol"), ("mmhg", "mmhg"), ("iu", "iu"), ("hz", "hz"), ("khz", "khz"),
    ("mhz", "mhz"), ("ghz", "ghz"), ("kda", "kda"), ("bp", "bp"), ("kb", "kb"), ("mb", "mb"), ("gb", "gb"),
    ("tb", "tb"), ("kcal", "kcal"), ("kj", "kj"), ("watt", "watt"), ("kw", "kilowatt"), ("kilowatt", "kilowatt"),
    ("mw", "megawatt"), ("megawatt", "megawatt"), ("gw", "gigawatt"), ("gigawatt", "gigawatt"), ("kwh", "kwh"),
    ("mwh", "mwh"), ("gwh", "gwh"), ("twh", "twh"), ("kpa", "kpa"), ("mpa", "mpa"), ("psi", "psi"), ("db", "db"),
    ("decibel", "db"), ("volt", "volt"), ("kv", "kv"), ("kn", "kn"), ("newton", "newton"), ("bpm", "bpm"),
    ("°c", "°c"), ("celsius", "°c"), ("centigrade", "°c"), ("°f", "°f"), ("fahrenheit", "°f"), ("°", "°"),
    ("degree", "°"), ("point", "point"), ("fold", "fold"),
];

/// The name of a unit of measure, if the singular word is one.
pub(super) fn measure(word: &str) -> Option<&'static str> {
    MEASURES.iter().find(|(name, _)| *name == word).map(|(_, unit)| *unit)
}

/// Whether a word only says how much: a number, with or without its unit, a magnitude, a unit of measure or money.
#[must_use]
pub fn says_how_much(word: &str) -> bool {
    let folded = fold(word);
    let tail = folded.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | '.'));
    let names = |word: &str| {
        let letter = word.chars().count() == 1;
        measure(&singular(word)).is_some()
            || magnitude(word).is_some()
            || glued_magnitude(word, true).is_some()
            || !letter && currency(word).is_some()
            || matches!(word, "percent" | "pct" | "square" | "sq" | "dozen" | "times")
    };
    tail.is_empty() || names(tail)
}

/// What money is paid for, and how: a number of pounds beside one of these is no weight.
#[rustfmt::skip]
const PAYING: &[&str] = &[
    "cost", "price", "pay", "paid", "worth", "fine", "fined", "fund", "funding", "budget", "spend", "spent",
    "donate", "donated", "donation", "sold", "sell", "bought", "buy", "earn", "earned", "salary", "wage", "tax",
    "debt", "loan", "grant", "profit", "revenue", "prize", "award", "invest", "invested", "investment", "sterling",
    "fee", "compensation", "damages", "charge", "charged", "rent", "income", "money", "expense", "expensive",
    "ticket", "turnover", "deficit", "bonus", "deposit", "owe", "owed", "costing", "priced", "paying", "bill",
    "bounty", "reward", "stake", "jackpot",
];

/// Whether a word beside a number of pounds says that they are a weight.
pub(super) fn is_weighing(word: &str) -> bool {
    matches!(word, "weigh" | "weighs" | "weighed" | "weighing" | "weight" | "heavy" | "heavier" | "lighter")
}

/// Whether a word beside a number of pounds says that they are money.
pub(super) fn is_paying(word: &str) -> bool {
    PAYING.contains(&word) || PAYING.contains(&singular(word).as_str())
}

/// A noun in the singular, by the commonest rules.
pub(super) fn singular(word: &str) -> String {
    let replace = |ending: &str, by: &str| word.strip_suffix(ending).map(|stem| format!("{stem}{by}"));
    match word {
        "people" | "persons" | "person" => return "person".to_owned(),
        "men" | "women" => return word.replace("men", "man"),
        "children" => return "child".to_owned(),
        "feet" => return "foot".to_owned(),
        "mice" => return "mouse".to_owned(),
        "inches" => return "inch".to_owned(),
        "lives" => return "life".to_owned(),
        "centuries" => return "century".to_owned(),
        "series" | "species" | "diabetes" => return word.to_owned(),
        _ => {}
    }
    if word.len() <= 3 || word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") {
        return match word {
            "yrs" | "hrs" | "lbs" | "wks" | "mos" | "kms" => word[..word.len() - 1].to_owned(),
            _ => word.to_owned(),
        };
    }
    replace("ies", "y")
        .or_else(|| replace("sses", "ss"))
        .or_else(|| replace("xes", "x"))
        .or_else(|| replace("ches", "ch"))
        .or_else(|| replace("shes", "sh"))
        .or_else(|| replace("s", ""))
        .unwrap_or_else(|| word.to_owned())
}

/// Words that come between a number and the noun that it counts (`350 adult
/// patients`), or before which the noun has not come (`5 of the patients`).
pub(super) fn is_no_unit(word: &str) -> bool {
    super::super::is_stop(word)
        || matches!(
            word,
            "vs" | "versus"
                | "per"
                | "compared"
                | "respectively"
                | "according"
                | "et"
                | "ci"
                | "percent"
                | "died"
                | "survived"
                | "improved"
                | "increased"
                | "decreased"
                | "showed"
                | "reported"
                | "using"
                | "including"
                | "since"
                | "points"
                | "plus"
                | "minus"
        )
}

/// Words before a number that compare it, longest first.
#[rustfmt::skip]
const COMPARING: &[(&[&str], Comparator)] = &[
    (&["no", "more", "than"], Comparator::Le), (&["not", "more", "than"], Comparator::Le),
    (&["no", "longer", "than"], Comparator::Le), (&["no", "less", "than"], Comparator::Ge), (&["no", "fewer", "than"], Comparator::Ge),
    (&["not", "less", "than"], Comparator::Ge), (&["not", "exceeding"], Comparator::Le),
    (&["a", "minimum", "of"], Comparator::Ge), (&["a", "maximum", "of"], Comparator::Le),
    (&["less", "than"], Comparator::Lt), (&["fewer", "than"], Comparator::Lt), (&["lower", "than"], Comparator::Lt),
    (&["smaller", "than"], Comparator::Lt), (&["more", "than"], Comparator::Gt), (&["greater", "than"], Comparator::Gt),
    (&["higher", "than"], Comparator::Gt), (&["larger", "than"], Comparator::Gt), (&["longer", "than"], Comparator::Gt),
    (&["older", "than"], Comparator::Gt), (&["shorter", "than"], Comparator::Lt),
    (&["younger", "than"], Comparator::Lt), (&["at", "least"], Comparator::Ge),
    (&["at", "most"], Comparator::Le), (&["up", "to"], Comparator::Le), (&["below"], Comparator::Lt),
    (&["under"], Comparator::Lt), (&["above"], Comparator::Gt), (&["over"], Comparator::Gt),
    (&["exceeding"], Comparator::Gt), (&["exceeds"], Comparator::Gt), (&["exceeded"], Comparator::Gt),
    (&["≤"], Comparator::Le), (&["≥"], Comparator::Ge), (&["<", "="], Comparator::Le), (&[">", "="], Comparator::Ge),
    (&["<"], Comparator::Lt), (&[">"], Comparator::Gt), (&["="], Comparator::Eq), (&["~"], Comparator::Approx),
    (&["≈"], Comparator::Approx), (&["≅"], Comparator::Approx), (&["∼"], Comparator::Approx),
];

/// The comparison that the words before a number end in, and how many words it takes.
pub(super) fn comparing(before: &[&str]) -> Option<(Comparator, usize)> {
    COMPARING.iter().find(|(words, _)| before.ends_with(words)).map(|(words, comparator)| (*comparator, words.len()))
}

/// Words of approximation (`docs/rules.md#numbers`).
#[must_use]
pub fn is_approximate(word: &str) -> bool {
    matches!(
        word,
        "roughly"
            | "about"
            | "around"
            | "nearly"
            | "approximately"
            | "approx"
            | "almost"
            | "some"
            | "circa"
            | "ca"
            | "estimated"
            | "close"
            | "~"
            | "≈"
            | "∼"
            | "≅"
    )
}

/// Words of precision (`docs/rules.md#numbers`).
#[must_use]
pub fn is_precise(word: &str) -> bool {
    matches!(word, "exactly" | "precisely" | "exact")
}

/// Names of ratios.
pub(super) fn is_ratio(word: &str) -> bool {
    matches!(word, "or" | "rr" | "hr" | "irr" | "aor" | "ahr" | "arr" | "ratio")
}

/// Words after which a number is a name: `phase 3`, `Fig. 2`, `type 1`.
pub(super) fn names_number(word: &str) -> bool {
    matches!(
        word,
        "phase"
            | "stage"
            | "grade"
            | "type"
            | "fig"
            | "figs"
            | "figure"
            | "figures"
            | "table"
            | "tables"
            | "ref"
            | "refs"
            | "study"
            | "chapter"
            | "section"
            | "no"
            | "number"
            | "version"
            | "step"
            | "group"
            | "case"
            | "experiment"
            | "appendix"
            | "equation"
            | "eq"
            | "level"
            | "page"
            | "article"
            | "volume"
            | "model"
            | "factor"
            | "class"
            | "category"
            | "chromosome"
            | "exon"
            | "trial"
            | "arm"
            | "cohort"
            | "part"
            | "title"
            | "citation"
            | "reference"
            | "supplement"
            | "rule"
            | "amendment"
            | "proposition"
            | "flight"
            | "apollo"
            | "route"
            | "room"
            | "resolution"
            | "act"
            | "generation"
            | "season"
            | "day"
            | "week"
            | "month"
            | "year"
    )
}

/// Acronyms of what is measured or where it was, with which a number makes no name.
#[rustfmt::skip]
const MEASURED: &[&str] = &[
    "AD", "AUC", "BC", "BCE", "BMI", "CD", "CE", "CI", "EU", "GDP", "HDL", "HR", "IC", "IQ", "IQR", "IRR", "LD", "LDL",
    "OR", "PSA", "RR", "SD", "SE", "SEM", "TV", "UK", "UN", "US", "USA", "USD", "EUR", "GBP", "RMB", "AND", "IN", "OF",
    "THE", "WITH", "FOR", "TO", "AT", "ON", "BY", "FROM", "RESULTS", "METHODS", "CONCLUSIONS", "BACKGROUND",
];

/// Whether a word with a number behind it may be the name of one thing: `ISO 9001`, `NGC 1300`.
pub(super) fn is_series(word: &str) -> bool {
    (2..=5).contains(&word.len()) && word.chars().all(|c| c.is_ascii_uppercase()) && !MEASURED.contains(&word)
}

/// Nouns that are counted in thousands, so that `2000 patients` is no year.
pub(super) fn is_counted(singular: &str) -> bool {
    matches!(
        singular,
        "person"
            | "patient"
            | "participant"
            | "case"
            | "vehicle"
            | "death"
            | "unit"
            | "home"
            | "job"
            | "student"
            | "woman"
            | "man"
            | "child"
            | "worker"
            | "employee"
            | "car"
            | "subject"
            | "individual"
            | "resident"
            | "soldier"
            | "house"
            | "tree"
            | "adult"
            | "sample"
            | "member"
            | "copy"
            | "volunteer"
            | "household"
            | "infant"
            | "birth"
            | "cell"
            | "mouse"
    )
}

const MONTHS: [&str; 12] = [
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
];

/// The month, 0–11, that a folded word names or is short for.
#[must_use]
pub fn month(word: &str) -> Option<usize> {
    MONTHS.iter().position(|name| *name == word || name[..3] == *word || word == "sept" && *name == "september")
}

/// Whether a folded word is a month's name, or short for it.
#[must_use]
pub fn is_month(word: &str) -> bool {
    month(word).is_some()
}
