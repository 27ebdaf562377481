//! The other places of a statement: sentences of the paper that state all of it (`docs/rules.md#extract`).
//!
//! A sentence that states half of a finding shares most of its words, so a share of words is not enough: names, groups,
//! directions, denials and figures have to be there as well. A wrong place is worse than a missing one. Of the places marked
//! by reading in the four papers by which the limits were set, 12 of 30 are named and no other. In seven further papers, 5 of
//! 39 were named at first with three wrong ones, all of them near-duplicates that less was asked of then; now no other is. Of
//! 25 places named in papers that nobody had looked at, 18 were right, four wrong and three doubtful.

mod claim;
mod wording;

use std::collections::BTreeSet;

use super::{
    findings,
    reading::{Sentence, is_aim},
    sections::Section,
    selection::Found,
    zones::{Role, Zones},
};
use claim::Claim;
use wording::Paper;

/// A sentence that shares this much of the weight of a statement's words states all of it, 0–1. In 26 other papers three of
/// the four sentences between 0.75 and 0.8 stated something else.
const WHOLE: f64 = 0.8;
/// The same for one that the choice of statements took to say the same; from 0.6 on, a third of those stated less.
const REPEATED: f64 = 0.7;
/// A sentence is a result or a conclusion by its words from this likelihood on, 0–1.
const OUTCOME: f64 = 0.5;
/// Words of what was asked, supposed or wished for.
const OPEN_PHRASES: [&str; 12] = [
    " whether ",
    " if ",
    " hypothes",
    " we expect",
    " expected that ",
    " was expected ",
    " were expected ",
    " should ",
    " would ",
    " it is not clear ",
    " it is not known ",
    "?",
];

/// Phrases by which a sentence speaks of the paper's own finding beside those of others.
const OWN_WORK: [&str; 8] =
    [" current study", " figure ", " fig. ", " our ", " present study", " table ", " this study", " we "];

/// Gives each chosen statement its other places. `forms` has the short forms that the paper explains.
pub(super) fn add(all: &[Sentence], forms: &[(String, String)], chosen: &mut [Found]) {
    let paper = Paper::new(all, forms);
    let taken: BTreeSet<usize> = chosen.iter().map(|one| one.at).collect();
    for one in chosen {
        let own = &all[one.at];
        let claim = Claim::of(&paper, &own.text);
        let is_place = |at: &usize| {
            let sentence = &all[*at];
            let share = if one.also.contains(at) { REPEATED } else { WHOLE };
            !taken.contains(at)
                && sentence.paragraph != own.paragraph
                && !(own.summary && sentence.summary)
                && is_outcome(sentence)
                && claim.is_stated(&paper, &sentence.text, *at, share)
                && is_finding(sentence)
        };
        one.also = (0..all.len()).filter(is_place).collect();
    }
}

/// Whether a sentence is where a paper says what it found, or in no section that is known.
fn is_outcome(sentence: &Sentence) -> bool {
    matches!(sentence.section, Section::Results | Section::Discussion | Section::Conclusion | Section::Unknown)
}

/// Whether a sentence states what the paper itself found.
fn is_finding(sentence: &Sentence) -> bool {
    let is_likely = sentence.section == Section::Conclusion
        || sentence.section.roles().is_none_or(|expected| {
            let roles = Zones::shipped().body(&sentence.text, &expected).roles;
            roles[Role::Result as usize] + roles[Role::Conclusion as usize] >= OUTCOME
        });
    is_likely && !is_open(sentence)
}

/// Whether a sentence leaves open what it says, or leaves it to others.
fn is_open(sentence: &Sentence) -> bool {
    let lower = format!(" {}", sentence.text.to_lowercase());
    is_aim(&sentence.text)
        || findings::refers_to_others(&sentence.text) && !OWN_WORK.iter().any(|words| lower.contains(words))
        || OPEN_PHRASES.iter().any(|words| lower.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sentences of `text` that are places of `statement`.
    fn places<'a>(statement: &str, text: &[&'a str]) -> Vec<&'a str> {
        let filler =
            (0..24).map(|at| format!("Rain fell on the town on day {at}, and nobody stayed outside for long."));
        let text_of = |text: &str, at: usize| Sentence {
            text: text.to_owned(),
            section: Section::Results,
            summary: at == 0,
            paragraph: at,
        };
        let texts = [statement].into_iter().chain(text.iter().copied()).map(str::to_owned).chain(filler);
        let all: Vec<Sentence> = texts.enumerate().map(|(at, text)| text_of(&text, at)).collect();
        let mut chosen = [Found { at: 0, score: 1.0, also: Vec::new() }];
        add(&all, &[], &mut chosen);
        chosen[0].also.iter().map(|at| text[at - 1]).collect()
    }

    /// “Also in …” would name a paragraph that states half of the finding, another group, the opposite or a question.
    #[test]
    fn a_place_states_all_of_a_statement_and_nothing_else() {
        let statement = "Daily walking lowered HbA1c in women with diabetes, but raised their blood pressure.";
        let stated = [
            "In women with diabetes HbA1c was reduced by daily walking, and blood pressure increased.",
            "Walking daily decreased HbA1c and elevated blood pressure in women with diabetes.",
        ];
        let others = [
            "Daily walking lowered HbA1c in women with diabetes.",
            "Daily walking lowered HbA1c in men with diabetes, but raised their blood pressure.",
            "Daily walking did not lower HbA1c in women with diabetes, but raised their blood pressure.",
            "We asked whether daily walking lowered HbA1c in women with diabetes and raised their blood pressure.",
        ];
        let text: Vec<&str> = stated.into_iter().chain(others).collect();
        assert_eq!(places(statement, &text), stated);
    }

    /// Figures tell one survey from another where the words are the same.
    #[test]
    fn a_place_has_the_figures_of_the_statement() {
        let statement = "Antibodies against the virus were found in 35.8% of sheep and in 21.2% of goats.";
        let stated = "The virus antibodies were found in 35.8% of sheep and 21.2% of goats.";
        let later = "The virus antibodies were found in 9.2% of sheep and 11.6% of goats.";
        assert_eq!(places(statement, &[stated, later]), [stated]);
    }
}
