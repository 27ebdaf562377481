//! What a text refers to: other work by number or year, and lists of references.

use crate::text::word_count;

use super::{Section, Sentence, has_verb};

/// Whether a sentence refers to other work.
pub(in super::super) fn cites(text: &str) -> bool {
    text.to_lowercase().contains(" et al") || cites_by_year(text) || cites_by_number(text)
}

/// Whether it has a reference in brackets, “[12]”, “(3-5, 7)”, or a raised one behind a word.
fn cites_by_number(text: &str) -> bool {
    let raised = text.char_indices().any(|(at, c)| {
        // Behind a short word it may be a unit: “km²”; before a letter it may be an isotope: “³H”.
        let letters =
            text[..at].trim_end_matches(['.', ',', ';', ')', ' ']).chars().rev().take_while(|c| c.is_alphabetic());
        is_raised(c) && letters.count() >= LONG_WORD && !text[at + c.len_utf8()..].starts_with(char::is_alphabetic)
    });
    raised || bracketed(text, '[', ']').any(|(_, inside, _)| is_numbers(inside)) || cites_in_round_brackets(text)
}

fn is_raised(c: char) -> bool {
    matches!(c, '¹' | '²' | '³' | '⁴'..='⁹')
}

/// Letters of a word that is no unit, at least.
const LONG_WORD: usize = 4;

/// Numbers of up to three figures, with what is between those of a list.
fn is_numbers(inside: &str) -> bool {
    let parts = || inside.split([',', '-', '–', ';']).map(str::trim);
    parts().all(|part| (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()))
}

/// Each pair of brackets: what is before it, in it and behind it.
fn bracketed(text: &str, open: char, close: char) -> impl Iterator<Item = (&str, &str, &str)> {
    text.match_indices(open).filter_map(move |(at, _)| {
        let (inside, rest) = text[at + 1..].split_once(close)?;
        Some((&text[..at], inside, rest))
    })
}

/// “(12)”, “(3, 4)” behind a word. “(1)” may as well number the items of a list, an equation, or a table's column.
fn cites_in_round_brackets(text: &str) -> bool {
    const NUMBERED: [&str; 14] = [
        "column",
        "columns",
        "eq.",
        "eqs.",
        "equation",
        "equations",
        "experiment",
        "figure",
        "model",
        "models",
        "row",
        "step",
        "study",
        "table",
    ];
    const ITEMS: u32 = 6;
    bracketed(text, '(', ')').any(|(before, inside, rest)| {
        let word = before.trim_end().rsplit(' ').next().unwrap_or_default();
        let behind_word =
            before.ends_with(' ') && word.ends_with(|c: char| c.is_alphabetic() || matches!(c, '”' | '’'));
        let numbered = NUMBERED.contains(&word.to_lowercase().as_str());
        let opens_item = rest.starts_with(' ') && inside.parse().is_ok_and(|number: u32| number <= ITEMS);
        is_numbers(inside) && behind_word && !numbered && !opens_item
    })
}

/// Where an abstract that has no end of its own runs into the introduction: the first sentence of `all` that refers to
/// other work, or its paragraph, behind enough that does not; abstracts seldom refer to any.
pub(super) fn begins_to_cite(all: &[Sentence]) -> Option<usize> {
    const ABSTRACT: usize = 80;
    // What ends with a raised number is taken for no running text, and so not for the abstract's.
    let taken = |at: usize| all.iter().any(|one| one.summary && one.paragraph == all[at].paragraph);
    let mut citing = (0..all.len()).filter(|at| cites(&all[*at].text) && taken(*at));
    let first = citing.find(|at| words(all, *at) > 0)?;
    citing.next()?;
    // The introduction may follow a labelled conclusion in one paragraph.
    let labelled = matches!(all[first].section, Section::Results | Section::Discussion | Section::Conclusion);
    let opens = (0..first).rev().take_while(|at| !labelled && all[*at].paragraph == all[first].paragraph).last();
    let opens = opens.unwrap_or(first);
    [opens, first].into_iter().find(|end| words(all, *end) >= ABSTRACT)
}

/// How many words of the abstract are before the sentence at `end`.
fn words(all: &[Sentence], end: usize) -> usize {
    all[..end].iter().filter(|one| one.summary).map(|one| word_count(&one.text)).sum()
}

/// Whether it gives authors with a year in brackets: “(Card and Krueger, 1994)”.
fn cites_by_year(text: &str) -> bool {
    let brackets = text.split('(').skip(1).filter_map(|part| part.split(')').next());
    // What is before a semicolon may be a remark: “(quiet Sun; Vourlidas & Webb 2018)”.
    brackets.flat_map(|inside| inside.split(';')).map(str::trim_start).any(|inside| {
        inside.starts_with(char::is_uppercase)
            && inside.split([',', ' ', ';', ':']).any(|word| {
                let year = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
                year.len() == 4
                    && (year.starts_with("19") || year.starts_with("20"))
                    && year.bytes().all(|b| b.is_ascii_digit())
            })
    })
}

/// Whether a paragraph is a list of references, or an entry of one, whose heading may be missing: places in journals
/// (“2017;152:1901”) and identifiers, close to each other.
pub(super) fn is_reference_list(part: &str) -> bool {
    /// Words of an entry, at most.
    const LONGEST: usize = 60;
    let digits = |text: &str, count: usize| text.len() >= count && text.bytes().take(count).all(|b| b.is_ascii_digit());
    let is_place = |(at, _): &(usize, &str)| {
        part.get(at.saturating_sub(4)..*at).is_some_and(|year| digits(year, 4)) && digits(&part[at + 1..], 1)
    };
    let places = part.match_indices(';').filter(is_place).count();
    let identifiers = ["doi:10.", "doi: 10.", "doi.org/10."].iter().map(|doi| part.matches(doi).count()).sum();
    let entries: usize = places.max(identifiers);
    entries > 0 && word_count(part) < entries * LONGEST
}

/// Whether a sentence is an entry of a list of references: authors with their initials, and a title that states nothing.
pub(in super::super) fn is_reference(sentence: &str) -> bool {
    const AUTHORS: usize = 2;
    let is_initial = |word: &&str| {
        let letters = word.trim_end_matches([',', ';']);
        letters.ends_with('.') && letters.trim_end_matches('.').chars().all(char::is_uppercase) && letters.len() <= 4
    };
    let initials = sentence.split_whitespace().filter(is_initial).count();
    initials >= AUTHORS && sentence.matches(',').count() >= AUTHORS && !has_verb(sentence)
}

/// Where the abstract ends before the reference to its own paper that some journals set behind it: “… is stable.—Wang,
/// C-H., D. S. Stapleton, …”. In bytes.
pub(super) fn own_citation(text: &str) -> Option<usize> {
    text.match_indices('—').map(|(at, _)| at).find_map(|at| {
        let before = text[..at].trim_end();
        let (name, rest) = text[at..].trim_start_matches(['—', ' ']).split_once(", ")?;
        let is_name = name.starts_with(char::is_uppercase) && name.split(' ').count() <= 3;
        let mut letters = rest.chars();
        let is_initial =
            letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(|c| ".-".contains(c));
        (before.ends_with('.') && is_name && is_initial).then_some(before.len())
    })
}
