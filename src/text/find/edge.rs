//! From a hit in squashed text to a passage of the source: whole words, the
//! punctuation that the quote has around it, and the token check.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::{
    Haystack, TokenDifference,
    normal::symbols,
    squash::squash,
    token::{Tokens, difference, tokens},
};

/// A hit that stands up to the token check.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) squashed: Range<usize>,
    pub(super) edits: usize,
    /// Page indices and byte ranges in their texts, in order; never empty.
    pub(super) places: Vec<(usize, Range<usize>)>,
}

/// How many letters an approximate hit may be widened by to reach a word's edge.
const WIDEN: usize = 3;

/// How much text around a hit is read, so that numbers at its edges are read whole.
const AROUND: usize = 40;

/// Makes a passage of a hit.
///
/// # Errors
/// The difference, if a binding token differs; `None` if the hit begins or ends within a word.
pub(super) fn place(
    haystack: &Haystack<'_>,
    quote: &str,
    quoted: &Tokens,
    squashed: Range<usize>,
    edits: usize,
) -> Result<Placed, Option<TokenDifference>> {
    let mut places = haystack.squashed.places(&squashed, &haystack.pages);
    let text = |index: usize| haystack.pages[index].1;
    let Some((index, range)) = places.first_mut() else { return Err(None) };
    let page = text(*index);
    if within_word(page, range.start) {
        let widened = word_start(page, range.start);
        if edits == 0 || page[widened..range.start].chars().count() > WIDEN {
            return Err(None);
        }
        range.start = widened;
    }
    range.start = leading(page, range.start, quote);
    let first_start = range.start;
    let Some((index, range)) = places.last_mut() else { return Err(None) };
    let page = text(*index);
    if within_word(page, range.end) {
        let widened = word_end(page, range.end);
        if edits == 0 || page[range.end..widened].chars().count() > WIDEN {
            return Err(None);
        }
        range.end = widened;
    }
    range.end = trailing(page, range.end, quote);
    let last_end = range.end;

    let (Some((first, _)), Some((last, _))) = (places.first(), places.last()) else { return Err(None) };
    let before = window_start(text(*first), first_start);
    let (passage, within) = if first == last {
        let page = text(*first);
        (page[before..window_end(page, last_end)].to_owned(), first_start - before..last_end - before)
    } else {
        let mut passage = text(*first)[before..].to_owned();
        for index in first + 1..*last {
            passage.push('\n');
            passage.push_str(text(index));
        }
        passage.push('\n');
        let end = passage.len() + last_end;
        passage.push_str(&text(*last)[..window_end(text(*last), last_end)]);
        (passage, first_start - before..end)
    };
    let found = tokens(&passage).within(&within);
    match difference(quoted, &found, edits > 0) {
        Some(difference) => Err(Some(difference)),
        None => Ok(Placed { squashed, edits, places }),
    }
}

/// Whether the offset falls within a word of a script that puts blanks between
/// words. Figures behind a long word are a reference mark, not its end.
fn within_word(text: &str, at: usize) -> bool {
    let (Some(before), Some(after)) = (text[..at].chars().next_back(), text[at..].chars().next()) else { return false };
    if !spaced(before) || !spaced(after) || is_combining_mark(before) {
        return false;
    }
    let figure = |c: char| c.is_numeric();
    match (figure(before), figure(after)) {
        (false, true) => text[..at].chars().rev().take(4).filter(|c| c.is_alphabetic()).count() < 4,
        _ => true,
    }
}

/// Letters and digits, but not those of scripts written without blanks.
fn spaced(c: char) -> bool {
    is_letter(c)
        && !matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn word_start(text: &str, at: usize) -> usize {
    at - text[..at]
        .chars()
        .rev()
        .take_while(|c| is_letter(*c) || is_combining_mark(*c))
        .map(char::len_utf8)
        .sum::<usize>()
}

fn word_end(text: &str, at: usize) -> usize {
    at + text[at..].chars().take_while(|c| is_letter(*c) || is_combining_mark(*c)).map(char::len_utf8).sum::<usize>()
}

/// Takes in what is in the source right before the passage and in the quote before its first letter.
fn leading(text: &str, start: usize, quote: &str) -> usize {
    let head: Vec<char> = quote.chars().take_while(|c| !is_letter(*c)).filter(|c| !c.is_whitespace()).collect();
    let mut start = start;
    for quoted in head.into_iter().rev() {
        let blank = text[..start].len() - text[..start].trim_end().len();
        if let Some(c) = text[..start - blank].chars().next_back()
            && same(c, quoted)
        {
            start -= blank + c.len_utf8();
        }
    }
    start
}

/// The same behind the passage: a closing `%`, `)` or full stop.
fn trailing(text: &str, end: usize, quote: &str) -> usize {
    let tail: Vec<char> = quote.chars().rev().take_while(|c| !is_letter(*c)).filter(|c| !c.is_whitespace()).collect();
    let mut end = end;
    for quoted in tail.into_iter().rev() {
        let blank = text[end..].len() - text[end..].trim_start().len();
        if let Some(c) = text[end + blank..].chars().next()
            && same(c, quoted)
        {
            end += blank + c.len_utf8();
        }
    }
    end
}

/// What is left of a text when it is squashed.
fn is_letter(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphanumeric() } else { !squash(c.encode_utf8(&mut [0; 4])).is_empty() }
}

fn same(a: char, b: char) -> bool {
    let folded = |c: char| symbols(c.encode_utf8(&mut [0; 4])).into_iter().map(|symbol| symbol.c).collect::<String>();
    let quotation = |c: char| matches!(c, '"' | '“' | '”' | '„' | '«' | '»');
    a == b || (quotation(a) && quotation(b)) || folded(a) == folded(b)
}

fn window_start(text: &str, at: usize) -> usize {
    let from = text[..at].char_indices().rev().nth(AROUND).map_or(0, |(from, _)| from);
    if from == 0 { 0 } else { from + text[from..at].find(char::is_whitespace).unwrap_or(at - from) }
}

fn window_end(text: &str, at: usize) -> usize {
    let to = text[at..].char_indices().nth(AROUND).map_or(text.len(), |(to, _)| at + to);
    if to == text.len() { to } else { at + text[at..to].rfind(char::is_whitespace).unwrap_or(0) }
}
