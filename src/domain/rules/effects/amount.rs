//! Whether a statement speaks of much of a cause and a passage of little: high salt intake and less sodium.

use crate::text::sentences;

use super::{
    alike,
    clause::{Word, is_adverb, is_content, read},
    frame::frames,
    words::{BE, LITTLE, MEASURES, MUCH, PEOPLE},
};

/// Words between an amount and what it is of.
const NEAR: usize = 2;
/// Stems of what distinguishes groups: “low-wage jobs” says nothing of a lower wage.
const GROUPED: [&str; 6] = ["achiev", "dose", "incom", "risk", "skill", "wage"];
/// Endings of nouns that take away what is named before them: “sleep restriction”, “vitamin D deficiency”.
const NOUN_ENDINGS: [&str; 9] = ["tion", "sion", "ency", "ence", "loss", "gain", "moval", "increase", "decrease"];

/// Whether the cause that the statement names is much of a thing and that of the passage little of it, or the reverse. A
/// statement that names no amount speaks of much; a passage must name one.
#[must_use]
pub fn amounts_differ(statement: &str, passage: &str) -> bool {
    let own = read(statement);
    frames(statement).iter().any(|frame| {
        let is_telling = |stem: &&String| {
            ![MEASURES, PEOPLE, MUCH, LITTLE].iter().any(|list| list.contains(&stem.as_str()))
                && !frame.outcome.stems.contains(stem)
        };
        let things: Vec<&String> = frame.agent.stems.iter().filter(is_telling).collect();
        let of = |read: &[Word]| {
            let named = (0..read.len()).filter(|at| things.iter().any(|thing| alike(thing, &read[*at].stem)));
            let mut amounts = named.filter_map(|at| amount(read, at));
            let first = amounts.next()?;
            amounts.all(|other| other == first).then_some(first)
        };
        let claimed = of(&own).unwrap_or(true);
        let said = sentences(passage).into_iter().find_map(|range| of(&read(&passage[range])));
        said.is_some_and(|said| said != claimed)
    })
}

fn is_noun(word: &Word) -> bool {
    NOUN_ENDINGS.iter().any(|end| word.text.ends_with(end))
}

/// Whether much (true) or little of the thing at `at` is spoken of.
fn amount(read: &[Word], at: usize) -> Option<bool> {
    // What the loss of a gene does, and what its product does, is another matter.
    if read[at].text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let sign = |word: &Word| {
        let is = |list: &[&str]| list.contains(&word.stem.as_str()) || list.contains(&word.text.as_str());
        if is(LITTLE) { Some(false) } else { is(MUCH).then_some(true) }
    };
    // “Sleep restriction”, “screen time was reduced”
    let mut behind = read[at + 1..].iter().take_while(|word| !word.comma && !word.stop);
    let mut skipped = 0;
    while let Some(word) = behind.next() {
        if is_noun(word)
            && let Some(found) = sign(word)
        {
            return Some(found);
        }
        if matches!(word.text.as_str(), "was" | "were" | "been" | "is" | "are") {
            let changed = behind.find(|word| !is_adverb(&word.text) && !BE.contains(&word.text.as_str()));
            if let Some(found) = changed.filter(|changed| changed.text.ends_with("ed")).and_then(sign) {
                return Some(found);
            }
            break;
        }
        skipped += 1;
        if skipped > NEAR || !is_content(word) {
            break;
        }
    }
    // “Reduced intake of salt”, “a fall of one student per teacher”, “lowering blood pressure”
    let (mut skipped, mut inside) = (0, false);
    for i in (0..at).rev() {
        if read[i + 1].hyphen && GROUPED.contains(&read[i + 1].stem.as_str()) {
            break;
        }
        if read[i + 1].comma || read[i + 1].stop {
            break;
        }
        // “Lower in the salt group” says nothing of the salt.
        if let Some(found) = sign(&read[i]).filter(|_| !inside || is_noun(&read[i])) {
            return Some(found);
        }
        inside |= read[i].text == "in";
        let links = matches!(read[i].text.as_str(), "of" | "in" | "the" | "a" | "their" | "its" | "to" | "and");
        skipped += usize::from(!links);
        if skipped > NEAR || !links && !is_content(&read[i]) {
            break;
        }
    }
    None
}
