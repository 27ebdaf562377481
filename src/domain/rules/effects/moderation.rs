//! What is said of an effect, and not by it: “the effect of A on O did not differ between men and women”, “B did not alter the
//! association of A with O”.

use std::ops::Range;

use crate::{
    domain::rules::figures::{Sort, figures},
    text::{content_stems, sentences},
};

use super::{
    Effect,
    clause::{Word, is_adverb, is_denial, read},
    words::EQUAL,
};

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
/// What follows where an effect varies.
const ACROSS: [&str; 8] = ["according", "across", "among", "between", "by", "in", "on", "with"];
/// Words between a verb and the effect that it acts on, and between a variation and where.
const NEAR: usize = 6;

/// A P value above this may be chance.
const SIGNIFICANCE: f64 = 0.05;
/// Phrases by which a passage says that an effect is the same, and that it is not.
const SAME: [&str; 21] = [
    "additive",
    "consistent across",
    "consistent in",
    "did not alter",
    "did not depend",
    "did not differ",
    "did not modify",
    "did not vary",
    "independent of",
    "independently of",
    "irrespective of",
    "no evidence of heterogeneity",
    "no evidence of interaction",
    "no interaction",
    "no significant interaction",
    "not modified",
    "regardless of",
    "similar across",
    "similar in",
    "whether or not",
    "with or without",
];
const DIFFERENT: [&str; 11] = [
    "but not in",
    "confined to",
    "depended on",
    "greater in",
    "larger in",
    "modified by",
    "more pronounced in",
    "only in",
    "significant interaction",
    "stronger in",
    "varied with",
];

/// Compares how a statement says that an effect varies with what `passage` says of that; `None` where the statement is on
/// no variation. Both must share two words.
pub(super) fn compare(statement: &str, passage: &str) -> Option<Effect> {
    const SHARED: usize = 2;
    let claims_same = claims_same(&read(statement))?;
    let own = content_stems(statement);
    let of = |range: Range<usize>| {
        let stems = content_stems(&passage[range.clone()]);
        let shared = own.iter().filter(|stem| stems.contains(stem)).count();
        says_same(&passage[range]).filter(|_| shared >= SHARED)
    };
    let mut found = sentences(passage).into_iter().filter_map(of);
    let Some(first) = found.next() else { return Some(Effect::None) };
    Some(if found.all(|next| next == first) { Effect::of(first == claims_same) } else { Effect::None })
}

/// Whether a statement says that an effect is the same; `None` where it says nothing of that.
fn claims_same(read: &[Word]) -> Option<bool> {
    const NEAR: usize = 4;
    if !is_said_of_effect(read, &(0..read.len())) {
        return None;
    }
    let is_one = |word: &Word| {
        let stem = word.stem.as_str();
        ACTS.contains(&stem) || VARIES.contains(&stem) || EQUAL.contains(&word.text.as_str())
    };
    let at = read.iter().position(is_one)?;
    let is_alike = matches!(read[at].stem.as_str(), "consist" | "independ") || EQUAL.contains(&read[at].text.as_str());
    Some(is_alike != read[at.saturating_sub(NEAR)..at].iter().any(is_denial))
}

/// Whether a sentence says that an effect is the same; `None` where it says neither or both.
fn says_same(sentence: &str) -> Option<bool> {
    let lower = sentence.to_lowercase();
    let has = |list: &[&str]| list.iter().any(|phrase| lower.contains(phrase));
    match (has(&SAME), has(&DIFFERENT)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        (true, true) => None,
        (false, false) => {
            let found = figures(&lower[lower.find("interaction")?..]);
            found.iter().find(|figure| figure.sort == Sort::PValue).map(|p| p.value > SIGNIFICANCE)
        }
    }
}

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
        let is_variation = VARIES.contains(&read[at].stem.as_str()) || EQUAL.contains(&text(at));
        let is_verb = is_auxiliary(at - 1) || matches!(text(at), "depended" | "differed" | "varied");
        is_variation && is_verb && (at + 1..=at + NEAR).any(|at| ACROSS.contains(&text(at)))
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

    /// That a drug works with or without a disease would contradict that its effect does not differ.
    #[test]
    fn that_an_effect_is_the_same_is_borne_out_by_both_and_denied_by_an_interaction() {
        let same = "The effect of aspirin on stroke did not differ between patients with and without diabetes.";
        let different = "The effect of aspirin on stroke differed between patients with and without diabetes.";
        for (passage, expected) in [
            ("Aspirin reduced stroke with or without diabetes.", Some(Effect::Agree)),
            ("Aspirin reduced stroke only in diabetes.", Some(Effect::Clash)),
            ("Aspirin reduced stroke (interaction with diabetes, P = 0.003).", Some(Effect::Clash)),
            ("Aspirin reduced stroke (interaction with diabetes, P = 0.31).", Some(Effect::Agree)),
            ("Aspirin reduced stroke.", Some(Effect::None)),
        ] {
            assert_eq!(super::compare(same, passage), expected, "{passage}");
            let turned = expected.map(|effect| match effect {
                Effect::Agree => Effect::Clash,
                Effect::Clash => Effect::Agree,
                other => other,
            });
            assert_eq!(super::compare(different, passage), turned, "{passage}");
        }
        assert_eq!(super::compare("Aspirin reduces stroke.", "Aspirin reduced stroke only in men."), None);
    }
}
