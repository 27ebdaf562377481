//! A text cut into numbers, words and signs.

use std::ops::Range;

use super::super::fold;

/// A number as it is written, its exponent included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    pub(super) value: f64,
    pub(super) digits: u32,
    pub(super) step: f64,
    /// Four figures and nothing else: perhaps a year.
    pub(super) four: bool,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum What {
    Number(Number),
    Word,
    Sign,
}

/// A piece of the text.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) what: What,
    /// As it stands.
    pub(super) raw: &'a str,
    /// Folded; dashes are `-`.
    pub(super) text: String,
    pub(super) range: Range<usize>,
    /// No white space before it.
    pub(super) glued: bool,
}

/// Cuts a text into tokens.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut out: Vec<Token<'_>> = Vec::new();
    let mut at = 0;
    let mut glued = true;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
            glued = false;
            continue;
        }
        let after_word = glued && text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
        let dot_number = c == '.' && !after_word && rest[1..].starts_with(|c: char| c.is_ascii_digit());
        let (what, length) = if c.is_ascii_digit() || dot_number {
            let (number, length) = number(rest);
            (What::Number(number), length)
        } else if c.is_alphabetic() || c == '°' {
            (What::Word, word(rest))
        } else {
            (What::Sign, c.len_utf8())
        };
        let raw = &rest[..length];
        let text = if what == What::Sign { sign(c) } else { fold(raw).replace('\u{2010}', "-") };
        out.push(Token { what, raw, text, range: at..at + length, glued });
        at += length;
        glued = true;
    }
    out
}

fn sign(c: char) -> String {
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => "-".to_owned(),
        '≦' | '⩽' => "≤".to_owned(),
        '≧' | '⩾' => "≥".to_owned(),
        c => fold(c.encode_utf8(&mut [0; 4])),
    }
}

fn figures(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// The number at the start of `text` and its length.
fn number(text: &str) -> (Number, usize) {
    let mut length = figures(text);
    let mut plain = text[..length].to_owned();
    let four = length == 4;
    // Thousands are grouped by one and the same sign.
    let grouping = |c: &char| matches!(c, ',' | ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}');
    if (1..=3).contains(&length)
        && !plain.starts_with('0')
        && let Some(separator) = text[length..].chars().next().filter(grouping)
    {
        while let Some(after) = text[length..].strip_prefix(separator)
            && figures(after) == 3
        {
            plain.push_str(&after[..3]);
            length += separator.len_utf8() + 3;
        }
    }
    let mut decimals = 0;
    for point in ['.', '·'] {
        if let Some(after) = text[length..].strip_prefix(point)
            && figures(after) > 0
            && decimals == 0
        {
            decimals = figures(after);
            plain.push('.');
            plain.push_str(&after[..decimals]);
            length += point.len_utf8() + decimals;
        }
    }
    let mut value: f64 = plain.parse().unwrap_or(f64::NAN);
    let significant = plain.trim_start_matches(['0', '.']).bytes().filter(u8::is_ascii_digit).count().max(1);
    let mut step = 10_f64.powi(-i32::try_from(decimals).unwrap_or(0));
    let (exponent, more) = exponent(&text[length..]);
    if let Some(exponent) = exponent {
        length += more;
        value = value.powi(exponent);
        step = value;
    }
    let four = four && decimals == 0 && exponent.is_none() && length == 4;
    (Number { value, digits: u32::try_from(significant).unwrap_or(u32::MAX), step, four }, length)
}

/// `^6`, `^-6` or raised figures: the exponent and its length.
fn exponent(text: &str) -> (Option<i32>, usize) {
    let mut plain = String::new();
    let mut length = 0;
    let marked = text.starts_with('^');
    for c in text[usize::from(marked)..].chars() {
        let figure = match c {
            '⁻' => '-',
            '-' | '\u{2212}' if marked && plain.is_empty() => '-',
            '0'..='9' if marked => c,
            '⁰' | '¹' | '²' | '³' | '⁴'..='⁹' if !marked => {
                fold(c.encode_utf8(&mut [0; 4])).chars().next().unwrap_or('0')
            }
            _ => break,
        };
        plain.push(figure);
        length += c.len_utf8();
    }
    match plain.parse::<i32>() {
        Ok(exponent) if exponent.abs() < 300 => (Some(exponent), length + usize::from(marked)),
        _ => (None, 0),
    }
}

/// Length of the word at the start of `text`: letters and figures, with
/// `mg/kg`, `IL-6` and `COVID-19` in one piece.
fn word(text: &str) -> usize {
    let run = |from: usize| {
        text[from..]
            .chars()
            .take_while(|c| c.is_alphanumeric() || matches!(c, '°' | '\'' | '’'))
            .map(char::len_utf8)
            .sum::<usize>()
    };
    let mut end = run(0);
    loop {
        let rest = &text[end..];
        let Some(separator @ ('/' | '-' | '\u{2010}' | '\u{2011}')) = rest.chars().next() else { return end };
        let next = end + separator.len_utf8();
        let starts = |test: fn(char) -> bool| text[next..].starts_with(test);
        let first = text[..end].split('-').next().unwrap_or_default();
        let joined = match separator {
            '/' => end <= 8 && starts(char::is_alphabetic) && run(next) <= 6,
            _ => {
                names_something(first) && starts(|c| c.is_ascii_digit()) && is_code(first, &text[next..])
                    || (first.len() <= 5
                        && first.chars().filter(|c| c.is_uppercase()).count() >= 2
                        && run(next) <= 5
                        && starts(char::is_uppercase))
            }
        };
        if !joined {
            return end;
        }
        end = next + run(next);
    }
}

/// Whether the number behind a hyphen is short enough for a name, or the number
/// of a compound: `IL-6`, `ARRY-142886`, but not `NHS-2019`.
fn is_code(word: &str, number: &str) -> bool {
    let capitals = word.chars().count() >= 2 && word.chars().all(|c| c.is_ascii_uppercase());
    match figures(number) {
        0..=3 => true,
        4 => capitals && !number.starts_with("19") && !number.starts_with("20"),
        length => capitals && length <= 9,
    }
}

/// Whether the word before a hyphen and a number makes a name with it.
fn names_something(word: &str) -> bool {
    word.chars().count() <= 10
        && word.starts_with(char::is_alphabetic)
        && !matches!(
            fold(word).as_str(),
            "post" | "pre" | "mid" | "non" | "to" | "and" | "late" | "early" | "sub" | "aged" | "age"
        )
}
