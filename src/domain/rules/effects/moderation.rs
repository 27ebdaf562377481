//! What is said of an effect, and not by it: “the effect of A on O did not differ between men and women”, “B did not alter the
//! association of A with O”.

use std::ops::Range;

use super::clause::{Word, is_adverb};

/// Words for what one thing does to another.
const EFFECTS: [&str; 14] = [
    "association",
    "associations",
    "benefit",
    "benefits",
    "effect",
    "effectiveness",
    "effects",
    "efficacy",
    "impact",
    "impacts",
    "influence",
    "link",
    "relationship",
    "relationships",
];
/// What something may do to an effect.
const ACTS: [&str; 6] = ["affect", "alter", "chang", "influenc", "moder", "modifi"];
/// What an effect may do.
const VARIES: [&str; 6] = ["consist", "depend", "differ", "independ", "vari", "vary"];
/// What an effect may be.
const ALIKE: [&str; 5] = ["comparable", "equal", "identical", "same", "similar"];
/// What follows where an effect varies.
const ACROSS: [&str; 8] = ["according", "across", "among", "between", "by", "in", "on", "with"];
/// Words between a verb and the effect that it acts on, and between a variation and where.
const NEAR: usize = 6;

/// Whether a clause says how an effect varies or what changes it.
pub(super) fn is_said_of_effect(read: &[Word], clause: &Range<usize>) -> bool {
    let text = |at: usize| read.get(at).filter(|_| at < clause.end).map_or("", |word| word.text.as_str());
    let is_effect = |at: usize| EFFECTS.contains(&text(at));
    let is_named = |at: usize| {
        is_effect(at) && (matches!(text(at + 1), "of" | "between") || at > clause.start && text(at - 1) == "treatment")
    };
    let is_auxiliary = |at: usize| {
        matches!(text(at), "are" | "be" | "did" | "do" | "does" | "is" | "no" | "the" | "was" | "were")
            || is_adverb(text(at))
    };
    let acts = |at: usize| ACTS.contains(&read[at].stem.as_str()) && (at + 1..=at + NEAR).any(is_named);
    let varies = |at: usize| {
        let is_variation = VARIES.contains(&read[at].stem.as_str()) || ALIKE.contains(&text(at));
        is_variation && is_auxiliary(at - 1) && (at + 1..=at + NEAR).any(|at| ACROSS.contains(&text(at)))
    };
    let subject = clause.clone().find(|at| is_named(*at));
    clause.clone().any(acts) || subject.is_some_and(|subject| (subject + 2..clause.end).any(varies))
}

#[cfg(test)]
mod tests {
    use crate::domain::rules::effects::{Effect, compare};

    /// “Did not differ between men and women” would be read as no effect at all.
    #[test]
    fn how_an_effect_varies_is_no_effect() {
        for (statement, passage) in [
            ("Warming reduced species richness.", "Grazing did not alter the effect of warming on species richness."),
            (
                "Aspirin lowers the risk of stroke.",
                "The effect of aspirin on stroke did not differ between men and women.",
            ),
            ("The effect of aspirin on stroke did not vary with age.", "Aspirin lowered the risk of stroke."),
        ] {
            assert_ne!(compare(statement, passage), Effect::Clash, "{statement}");
        }
        assert_eq!(
            compare("Aspirin lowers the risk of stroke.", "Aspirin had no effect on the risk of stroke."),
            Effect::Clash
        );
    }
}
