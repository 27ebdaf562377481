//! Units, magnitudes and the words around numbers.

use super::Comparator;

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

/// The value of a number word.
pub(super) fn number_word(word: &str) -> Option<f64> {
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
    ("ml", "ml"), ("milliliter", "ml"), ("millilitre", "ml"), ("l", "l"), ("liter", "l"), ("litre", "l"), ("dl", "dl"),
    ("µl", "µl"), ("μl", "µl"), ("m", "m"), ("meter", "m"), ("metre", "m"), ("cm", "cm"), ("centimeter", "cm"),
    ("centimetre", "cm"), ("mm", "mm"), ("millimeter", "mm"), ("millimetre", "mm"), ("µm", "µm"), ("μm", "µm"),
    ("nm", "nm"), ("km", "km"), ("kilometer", "km"), ("kilometre", "km"), ("s", "second"), ("sec", "second"),
    ("second", "second"), ("ms", "ms"), ("min", "minute"), ("minute", "minute"), ("h", "hour"), ("hr", "hour"),
    ("hour", "hour"), ("d", "day"), ("day", "day"), ("wk", "week"), ("week", "week"), ("mo", "month"),
    ("month", "month"), ("y", "year"), ("yr", "year"), ("year", "year"), ("decade", "decade"), ("mmol", "mmol"),
    ("µmol", "µmol"), ("μmol", "µmol"), ("nmol", "nmol"), ("mol", "mol"), ("mm hg", "mmhg"), ("mmhg", "mmhg"),
    ("iu", "iu"), ("hz", "hz"), ("kda", "kda"), ("bp", "bp"), ("kb", "kb"), ("kcal", "kcal"), ("kj", "kj"),
    ("°c", "°c"), ("°f", "°f"), ("°", "°"), ("mile", "mile"), ("foot", "foot"), ("inch", "inch"), ("acre", "acre"),
    ("ton", "ton"), ("tonne", "tonne"), ("lb", "lb"), ("point", "point"), ("fold", "fold"),
];

/// The name of a unit of measure, if the singular word is one.
pub(super) fn measure(word: &str) -> Option<&'static str> {
    MEASURES.iter().find(|(name, _)| *name == word).map(|(_, unit)| *unit)
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
        "series" | "species" | "diabetes" => return word.to_owned(),
        _ => {}
    }
    if word.len() <= 3 || word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") {
        return match word {
            "yrs" | "hrs" | "lbs" | "wks" | "mos" => word[..word.len() - 1].to_owned(),
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
                | "times"
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
    (&["no", "less", "than"], Comparator::Ge), (&["no", "fewer", "than"], Comparator::Ge),
    (&["not", "less", "than"], Comparator::Ge), (&["not", "exceeding"], Comparator::Le),
    (&["a", "minimum", "of"], Comparator::Ge), (&["a", "maximum", "of"], Comparator::Le),
    (&["less", "than"], Comparator::Lt), (&["fewer", "than"], Comparator::Lt), (&["lower", "than"], Comparator::Lt),
    (&["smaller", "than"], Comparator::Lt), (&["more", "than"], Comparator::Gt), (&["greater", "than"], Comparator::Gt),
    (&["higher", "than"], Comparator::Gt), (&["larger", "than"], Comparator::Gt), (&["at", "least"], Comparator::Ge),
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

/// Words of approximation (spec 3.6.4).
pub(super) fn is_approximate(word: &str) -> bool {
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

/// Words of precision (spec 3.6.4).
pub(super) fn is_precise(word: &str) -> bool {
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
    )
}

/// Names of months.
pub(super) fn is_month(word: &str) -> bool {
    matches!(
        word,
        "january"
            | "february"
            | "march"
            | "april"
            | "may"
            | "june"
            | "july"
            | "august"
            | "september"
            | "october"
            | "november"
            | "december"
            | "jan"
            | "feb"
            | "mar"
            | "apr"
            | "jun"
            | "jul"
            | "aug"
            | "sep"
            | "sept"
            | "oct"
            | "nov"
            | "dec"
    )
}
