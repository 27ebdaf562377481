//! The numbers of a prose text, brought to comparable values.

use std::ops::Range;

/// A number as it stands in prose.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Bytes of the prose.
    pub range: Range<usize>,
    /// Its value without sign, magnitude words taken in: `$350 million` is 350,000,000.
    pub value: f64,
    /// The factor of its magnitude word, 1 without.
    pub magnitude: f64,
    /// Followed by a percent sign or word.
    pub percent: bool,
    /// Part of a name: `IL-6`, `p53`, `COVID-19`.
    pub name: bool,
    /// `2nd`, `19th`.
    pub ordinal: bool,
}

/// The numbers of `text`, in order. Signs are left aside, since a hyphen before
/// a number is as often a dash; thousands may be grouped by commas or spaces.
#[must_use]
pub fn numbers(text: &str) -> Vec<Number> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let point = bytes[at] == b'.' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        if !bytes[at].is_ascii_digit() && !point {
            at += 1;
            continue;
        }
        let (end, value) = read(text, at);
        let number = finish(text, at..end, value);
        at = number.range.end;
        found.push(number);
    }
    found
}

/// End and value of the digits, grouping and decimals that start at `start`.
fn read(text: &str, start: usize) -> (usize, f64) {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut end = start + digits(start);
    let mut plain = text[start..end].to_owned();
    if (1..=3).contains(&(end - start)) && !text[start..].starts_with('0') {
        let separator = bytes.get(end).copied().filter(|b| matches!(b, b',' | b' '));
        while separator.is_some() && bytes.get(end).copied() == separator && digits(end + 1) == 3 {
            plain.push_str(&text[end + 1..end + 4]);
            end += 4;
        }
    }
    // The middle dot is the decimal point of some journals.
    for point in [".", "·"] {
        let after = end + point.len();
        if text[end..].starts_with(point) && bytes.get(after).is_some_and(u8::is_ascii_digit) {
            let length = digits(after);
            plain.push('.');
            plain.push_str(&text[after..after + length]);
            end = after + length;
            break;
        }
    }
    (end, plain.parse().unwrap_or(f64::INFINITY))
}

/// What stands around the digits: exponents, magnitudes, percent, names.
fn finish(text: &str, mut range: Range<usize>, mut value: f64) -> Number {
    let before = &text[..range.start];
    let name = before.ends_with(char::is_alphabetic)
        || before
            .strip_suffix(['-', '\u{2010}', '\u{2011}'])
            .is_some_and(|rest| rest.ends_with(char::is_alphabetic) && !is_unit_free(rest));
    if let Some((length, exponent)) = exponent(&text[range.end..]) {
        value = value.powi(exponent);
        range.end += length;
    }
    let rest = &text[range.end..];
    let trimmed = rest.trim_start_matches([' ', '-']);
    let word = &trimmed[..trimmed.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(trimmed.len())];
    let attached = rest.len() == trimmed.len();
    let currency = before.ends_with(['$', '€', '£', '¥']);
    let magnitude = match word.to_ascii_lowercase().as_str() {
        "thousand" => 1e3,
        "million" | "millions" | "mn" => 1e6,
        "billion" | "billions" | "bn" => 1e9,
        "trillion" | "trillions" => 1e12,
        "k" if attached && currency => 1e3,
        "m" if attached && currency => 1e6,
        "b" if attached && currency => 1e9,
        _ => 1.0,
    };
    let ordinal = attached && matches!(word, "st" | "nd" | "rd" | "th");
    let percent = trimmed.starts_with('%') || word == "percent" || trimmed.starts_with("per cent");
    Number { range, value: value * magnitude, magnitude, percent, name, ordinal }
}

/// Whether a word before a hyphen is one that a plain number may follow (`non-5`
/// does not occur, `mid-2019`, `post-2010` do).
fn is_unit_free(before: &str) -> bool {
    let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    ["mid", "pre", "post", "early", "late"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Length and value of an exponent: `⁶`, `⁻³`, `^6`, `^-3`.
fn exponent(text: &str) -> Option<(usize, i32)> {
    let raised = |c: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|d| d == c);
    let (mut length, mut digits) = (0, String::new());
    if let Some(rest) = text.strip_prefix('^') {
        digits.extend(
            rest.chars().enumerate().take_while(|(i, c)| c.is_ascii_digit() || (*i == 0 && *c == '-')).map(|(_, c)| c),
        );
        length = 1 + digits.len();
    } else {
        for c in text.chars() {
            match raised(c) {
                Some(digit) => digits.push_str(&digit.to_string()),
                None if c == '⁻' && digits.is_empty() => digits.push('-'),
                None => break,
            }
            length += c.len_utf8();
        }
    }
    Some((length, digits.parse::<i32>().ok()?.clamp(-400, 400)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn values(text: &str) -> Vec<f64> {
        numbers(text).into_iter().map(|n| n.value).collect()
    }

    #[test]
    fn one_quantity_has_one_value_however_it_is_written() {
        for (text, expected) in [
            ("$350 million = $350M = 350,000,000", vec![350e6; 3]),
            ("90,000 and 90 000", vec![9e4; 2]),
            ("0.72, .72 and 0·72", vec![0.72; 3]),
            ("10⁶ is 10^6, not 106", vec![1e6, 1e6, 106.0]),
            ("10⁻³", vec![1e-3]),
            ("p<0.05, n=45.", vec![0.05, 45.0]),
            ("1,2 and 3, 400", vec![1.0, 2.0, 3.0, 400.0]),
            ("2.5-fold in 1990s", vec![2.5, 1990.0]),
        ] {
            assert_eq!(values(text), expected, "{text}");
        }
    }

    #[test]
    fn names_percentages_and_ordinals_are_told() {
        let kinds = |text: &str| {
            let number = numbers(text).remove(0);
            (number.name, number.percent, number.ordinal)
        };
        assert_eq!(kinds("IL-6"), (true, false, false));
        assert_eq!(kinds("p53"), (true, false, false));
        assert_eq!(kinds("72%"), (false, true, false));
        assert_eq!(kinds("72 per cent"), (false, true, false));
        assert_eq!(kinds("the 19th day"), (false, false, true));
        assert_eq!(kinds("mid-2019"), (false, false, false));
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(text in "[0-9.,· ^⁰⁶⁻%a-z$-]{0,40}|.*") {
            for number in numbers(&text) {
                prop_assert!(text.get(number.range).is_some());
            }
        }
    }
}
