//! Statements on how something varies: “the effect did not differ by income”, “more in women than in men”. What is said of the
//! whole, or of one of the two, says nothing of that (`docs/rules.md#groups`).

use crate::{
    domain::rules::lexicon::{POPULATIONS, is_negation},
    text::is_stop,
};

use super::part::{Word, read};

/// Stems of what denies variation when it is denied.
const VARIES: [&str; 3] = ["differ", "vari", "vary"];
/// What follows where it varies.
const ACROSS: [&str; 5] = ["according", "across", "among", "between", "by"];
/// Stems by which a passage says how something varies.
const ON_VARIATION: [&str; 9] =
    ["depend", "heterogen", "interact", "irrespect", "moder", "modifi", "regardless", "subgroup", "variat"];
/// Words between the verb and what it varies with.
const NEAR: usize = 3;
/// The longest name of what it varies with, in words.
const LONGEST: usize = 8;

/// What a statement says that something varies with and the passage does not speak of, if any.
#[must_use]
pub fn missing(statement: &str, passage: &str) -> Option<String> {
    let (own, said) = (read(statement), read(passage));
    let has = |stem: &str| said.iter().any(|word| word.stem == stem);
    if ON_VARIATION.iter().any(|stem| said.iter().any(|word| word.stem.starts_with(stem))) {
        return None;
    }
    let factor = factor(&own).filter(|of| !of.iter().any(|word| has(&word.stem)));
    let factor = factor.map(|of| of.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "));
    let is_met = |stems: &&[&str]| stems.iter().any(|stem| has(stem));
    let person =
        |stems: &[&str]| own.iter().find(|word| stems.contains(&word.stem.as_str())).map(|word| word.text.clone());
    factor.or_else(|| compared(&own).into_iter().find(|stems| !is_met(stems)).and_then(person))
}

/// The words of what something does not vary with: “household income”.
fn factor(own: &[Word]) -> Option<Vec<&Word>> {
    let is_denied = |at: usize| own[at.saturating_sub(NEAR)..at].iter().any(|word| is_negation(&word.text));
    let varies = (0..own.len()).find(|&at| VARIES.contains(&own[at].stem.as_str()) && is_denied(at))?;
    let across = (varies + 1..own.len().min(varies + 1 + NEAR)).find(|&at| ACROSS.contains(&own[at].text.as_str()))?;
    let end = (across + 2..own.len().min(across + 1 + LONGEST))
        .find(|&at| own[at].pause)
        .unwrap_or(own.len().min(across + 1 + LONGEST));
    let of: Vec<&Word> = own
        .get(across + 1..end)?
        .iter()
        .filter(|word| !is_stop(&word.text) && !is_negation(&word.text) && !word.is_group())
        .collect();
    (!of.is_empty()).then_some(of)
}

/// The two kinds of people in “more in women than in men”.
fn compared(own: &[Word]) -> Vec<&'static [&'static str]> {
    if !own.iter().any(|word| word.text == "than") {
        return Vec::new();
    }
    let is_named = |stems: &&[&str]| own.iter().any(|word| stems.contains(&word.stem.as_str()));
    let of_kind = |kind: u8| {
        let both: Vec<_> = POPULATIONS.iter().filter(|(other, ..)| *other == kind).map(|(.., stems)| *stems).collect();
        both.iter().all(is_named).then_some(both)
    };
    [1, 2].into_iter().find_map(of_kind).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The effect in all would contradict that it does not differ between some.
    #[test]
    fn what_is_said_of_the_whole_says_nothing_of_how_it_varies() {
        for (statement, passage, expected) in [
            ("The drop did not differ by household income.", "Purchases fell by 22%.", Some("income")),
            (
                "The effect did not differ between patients with and without diabetes.",
                "The effect did not differ between women and men among the patients.",
                Some("diabetes"),
            ),
            ("The drop did not differ by household income.", "The decline was 24% in households of low income.", None),
            ("Stress fell more in women than in men.", "Participants (71% women) used an app.", Some("men")),
            ("Stress fell more in women than in men.", "The effect was moderated by sex.", None),
            ("Bleeding did not differ between aspirin and placebo.", "Aspirin had no effect on bleeding.", None),
            ("Aspirin lowers the risk of stroke.", "Stroke was less frequent.", None),
        ] {
            assert_eq!(missing(statement, passage).as_deref(), expected, "{statement} / {passage}");
        }
    }
}
