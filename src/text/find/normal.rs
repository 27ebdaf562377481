//! A text as folded characters that remember where they came from.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A folded character and the bytes of the source that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symbol {
    pub(super) c: char,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Folds a text: lower case, compatibility forms decomposed without their
/// marks, dashes to `-`, white space to one blank, raised figures led by `^`,
/// words that are hyphenated at a line's end joined.
pub(super) fn symbols(text: &str) -> Vec<Symbol> {
    let mut out: Vec<Symbol> = Vec::with_capacity(text.len());
    let mut raised = false;
    for (start, c) in text.char_indices() {
        let end = start + c.len_utf8();
        let was_raised = std::mem::replace(&mut raised, is_raised(c));
        if raised && !was_raised {
            out.push(Symbol { c: '^', start, end: start });
        }
        let last = out.last().map(|symbol| symbol.c);
        let after_digit = last.is_some_and(|c| c.is_ascii_digit());
        let mut push = |c: char| out.push(Symbol { c, start, end });
        match c {
            _ if c.is_ascii_graphic() => push(c.to_ascii_lowercase()),
            '\u{2009}' | '\u{202f}' if after_digit && digits(&text[end..]) == 3 => {}
            _ if c.is_whitespace() => {
                if last.is_some_and(|last| last != ' ') {
                    push(' ');
                }
            }
            '\u{2010}'..='\u{2013}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => push('-'),
            '\u{2014}' | '\u{2015}' => push(' '),
            '\u{2018}' | '\u{2019}' | '\u{2bc}' => push('\''),
            '·' | '∙' | '⋅' if after_digit && digits(&text[end..]) > 0 => push('.'),
            '≦' | '⩽' => push('≤'),
            '≧' | '⩾' => push('≥'),
            '≠' => push('≠'),
            _ => {
                for c in std::iter::once(c).nfkd().flat_map(char::to_lowercase).nfkd() {
                    if !is_combining_mark(c) {
                        push(if c == '\u{2212}' { '-' } else { c });
                    }
                }
            }
        }
    }
    plus_minus(&mut out);
    join_hyphenated(out)
}

fn is_raised(c: char) -> bool {
    matches!(c, '⁰' | '¹' | '²' | '³' | '⁴'..='⁹' | '⁺' | '⁻')
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// `+/-` is `±`.
fn plus_minus(out: &mut Vec<Symbol>) {
    let mut at = 0;
    while at + 2 < out.len() {
        if (out[at].c, out[at + 1].c, out[at + 2].c) == ('+', '/', '-') {
            out[at] = Symbol { c: '±', start: out[at].start, end: out[at + 2].end };
            out.drain(at + 1..at + 3);
        }
        at += 1;
    }
}

/// Takes out the hyphen and blank of `effec- tive`, and the hyphen or blank
/// behind *non*, so that both spellings of a negation are one word.
fn join_hyphenated(symbols: Vec<Symbol>) -> Vec<Symbol> {
    let letter = |at: usize| symbols.get(at).is_some_and(|symbol| symbol.c.is_alphabetic());
    let mut out: Vec<Symbol> = Vec::with_capacity(symbols.len());
    let mut at = 0;
    while at < symbols.len() {
        let c = symbols[at].c;
        let after_letter = out.last().is_some_and(|last| last.c.is_alphabetic());
        if c == '-' && after_letter && symbols.get(at + 1).is_some_and(|next| next.c == ' ') && letter(at + 2) {
            at += 2;
            continue;
        }
        if matches!(c, '-' | ' ') && letter(at + 1) && ends_in_non(&out) {
            at += 1;
            continue;
        }
        out.push(symbols[at]);
        at += 1;
    }
    out
}

fn ends_in_non(out: &[Symbol]) -> bool {
    let Some(from) = out.len().checked_sub(3) else { return false };
    out[from..].iter().map(|symbol| symbol.c).eq("non".chars())
        && !from.checked_sub(1).is_some_and(|before| out[before].c.is_alphanumeric())
}
