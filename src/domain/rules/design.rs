//! What design a work says that it has itself, and not that others have or ought to have.

use crate::text::sentences;

use super::credibility::cue_key;

/// Words by which a sentence asks for a study that does not exist yet.
#[rustfmt::skip]
const WANTED: &[&str] = &[
    "need", "needs", "needed", "require", "requires", "required", "additional", "future", "further", "warranted",
    "awaited", "ongoing", "lacking", "lack",
];
/// Words before a design that attribute it to somebody else.
#[rustfmt::skip]
const OTHERS: &[&str] = &[
    "previous", "prior", "earlier", "recent", "published", "several", "many", "most", "few", "some", "other", "large",
    "existing", "available",
];
/// Words before a design that make it that of a trial which the work goes on from: “who completed a randomised trial”.
const PARENT: &[&str] = &["completed", "completing", "completers", "extension", "parent", "preceding"];
/// Words by which authors refer to their own work.
const OWN: &[&str] = &["we", "our", "this", "these", "here"];
/// Nouns after a design that make it that of several works.
const PLURAL: &[&str] = &["trials", "studies", "reviews", "meta-analyses"];
/// Words up to this distance from a cue belong to it.
const NEAR: usize = 4;

/// The sentences of a text as [`cue_key`] folds them.
pub(super) fn folded(text: &str) -> Vec<String> {
    sentences(text).into_iter().map(|range| cue_key(&text[range])).collect()
}

/// Whether one of the sentences says with one of `cues` (both [`folded`]) what the work itself is.
pub(super) fn is_own(sentences: &[String], cues: &[String]) -> bool {
    sentences.iter().any(|sentence| {
        let first = cues.iter().filter_map(|cue| Some((sentence.find(cue.as_str())?, cue.len()))).min();
        first.is_some_and(|(at, length)| {
            let has = |list: &[&str]| sentence.split_whitespace().any(|word| list.contains(&word));
            let mut before = near(&sentence[..at]);
            let mut behind = sentence[at + length..].split_whitespace().take(NEAR).peekable();
            let of_others = before.any(|word| OTHERS.contains(&word))
                || behind.peek() == Some(&"published")
                || behind.any(|word| PLURAL.contains(&word));
            !has(WANTED) && !of_parent(&sentence[..at]) && (!of_others || has(OWN))
        })
    })
}

/// Whether a title in the form of [`cue_key`] names one of `cues` as its own design.
pub(super) fn is_titled(title: &str, cues: &[String]) -> bool {
    cues.iter().filter_map(|cue| title.find(cue.as_str())).min().is_some_and(|at| !of_parent(&title[..at]))
}

fn near(before: &str) -> impl Iterator<Item = &str> {
    before.split_whitespace().rev().take(NEAR)
}

fn of_parent(before: &str) -> bool {
    near(before).any(|word| PARENT.contains(&word))
}

#[cfg(test)]
mod tests {
    use crate::domain::{SourceMeta, rules::credibility::CredibilityTable};

    /// An editor would read “a randomised trial found” of a review that asks for one.
    #[test]
    fn a_design_that_is_only_spoken_of_is_not_that_of_the_work() {
        let rule = |text: &str| CredibilityTable::builtin().credibility(&SourceMeta::default(), text).rule.to_string();
        const TRIAL: &str = "randomised controlled trial";
        const ANIMAL: &str = "animal or in vitro study";
        const EXTENSION: &str = "open-label or single-arm study";
        const MODEL: &str = "modelling or simulation study";
        for (text, expected) in [
            (
                "Whether raising HDL-C reduces events has not been confirmed in large randomized clinical trials.",
                "unknown design",
            ),
            ("Whether this helps will require properly powered, randomized, controlled trials.", "unknown design"),
            ("Randomized, placebo-controlled studies have shown that daily prophylaxis works.", "unknown design"),
            ("A previous randomised trial found no effect.", "unknown design"),
            ("We randomly assigned 300 men to two groups.", TRIAL),
            ("Kenyan children (n=528) were randomized to 4 treatment arms.", TRIAL),
            ("This double-blind, placebo-controlled trial enrolled 38 adults.", TRIAL),
            ("We searched Medline for randomised trials of ibuprofen.", "systematic review or meta-analysis"),
            ("A meta-analysis published in 2007 showed less mortality. Vitamin D is a hormone.", "unknown design"),
            ("We performed a genome-wide association meta-analysis of 30 cohorts.", "genome-wide association study"),
            ("Genome-wide association studies have named 40 loci. We bred knockout mice.", ANIMAL),
            (
                "This open-label extension study enrolled patients who completed a phase 2b randomized, controlled trial.",
                EXTENSION,
            ),
            ("We randomised 90 adults. An open-label extension followed.", TRIAL),
            ("We simulated 10 years of screening in a microsimulation fed by a national survey.", MODEL),
            ("Our agent-based model was calibrated to a cross-sectional survey.", MODEL),
            (
                "This survey asked 300 parents. Further simulation studies are needed.",
                "case-control or cross-sectional study",
            ),
            ("We bred knockout mice.", ANIMAL),
            ("Mice were fed for ten weeks.", ANIMAL),
            ("CONCLUSION In this cohort of men, fitness mattered.", "cohort study"),
        ] {
            assert_eq!(rule(text), expected, "{text}");
        }
    }

    #[test]
    fn the_extension_of_a_trial_is_titled_after_it_and_is_none() {
        let rule = |title: &str| {
            let meta = SourceMeta { title: title.into(), ..SourceMeta::default() };
            CredibilityTable::builtin().credibility(&meta, "").rule.to_string()
        };
        const EXTENSION: &str = "open-label or single-arm study";
        assert_eq!(rule("Ecopipam for tics: open-label extension of a randomised controlled trial"), EXTENSION);
        assert_eq!(rule("Ecopipam for tics: a single-arm trial"), EXTENSION);
        assert_eq!(rule("Ecopipam for tics: a randomised trial with an extension"), "randomised controlled trial");
    }
}
