//! Sentences that say what was done, and nothing of what came of it.

/// What authors do, in the present tense.
const DOING: &[&str] = &[
    "compute",
    "train",
    "propose",
    "introduce",
    "present",
    "develop",
    "describe",
    "use",
    "employ",
    "apply",
    "adopt",
    "design",
    "build",
    "implement",
    "formulate",
    "combine",
    "leverage",
    "extend",
    "consider",
    "define",
    "fine-tune",
];
/// What authors did.
const DID: &[&str] = &[
    "built",
    "compared",
    "investigated",
    "examined",
    "analysed",
    "analyzed",
    "tested",
    "measured",
    "assessed",
    "evaluated",
    "studied",
    "used",
    "performed",
    "conducted",
    "collected",
    "assembled",
    "recruited",
    "fit",
    "fitted",
    "applied",
    "modelled",
    "modeled",
    "explored",
    "sought",
    "predicted",
    "hypothesised",
    "hypothesized",
    "expected",
    "asked",
    "calculated",
    "computed",
    "trained",
    "proposed",
    "introduced",
    "implemented",
];
/// Words with which a sentence about a deed still says what came of it.
const COMPARES: &[&str] =
    &["higher", "lower", "more ", "less ", "increas", "decreas", "reduc", "differ", "associat", "correlat", "improv"];
/// What was done to something, where nothing is said of what came of it.
const WAS_DONE: &[&str] = &[
    "investigated",
    "assessed",
    "built",
    "generated",
    "used",
    "employed",
    "measured",
    "recorded",
    "analysed",
    "analyzed",
    "collected",
    "subjected",
    "performed",
    "conducted",
    "obtained",
    "evaluated",
    "examined",
    "studied",
    "explored",
    "compared",
    "calculated",
    "developed",
    "designed",
    "constructed",
    "tested",
    "selected",
    "discussed",
    "described",
    "reviewed",
    "proposed",
    "defined",
    "synthesised",
    "synthesized",
    "prepared",
    "created",
    "administered",
    "asked",
    "instructed",
    "divided",
    "assigned",
    "compiled",
    "extracted",
    "searched",
    "carried",
    "grouped",
    "categorised",
    "categorized",
    "stratified",
    "allocated",
    "matched",
    "coded",
    "excluded",
    "enrolled",
    "recruited",
    "screened",
    "scored",
    "rated",
    "interviewed",
    "surveyed",
    "genotyped",
    "sequenced",
    "modelled",
    "modeled",
    "simulated",
    "estimated",
    "computed",
    "sampled",
    "harmonised",
    "harmonized",
];
/// What is done, in the present tense.
const DONE: &[&str] = &[
    "modelled",
    "modeled",
    "computed",
    "calibrated",
    "trained",
    "implemented",
    "formulated",
    "initialised",
    "initialized",
    "normalised",
    "normalized",
    "fine-tuned",
    "optimised",
    "optimized",
    "applied",
    "validated",
    "presented",
];

/// Whether a lower-case sentence says what is done, and nothing of what comes of it. Papers of some fields tell their
/// methods in the present tense.
pub(in super::super) fn is_procedure(lower: &str) -> bool {
    const RESULTS: [&str; 8] = ["show", "find", "found", "demonstrat", "reveal", "observ", "outperform", "achiev"];
    // “to predict the levels that were found” finds nothing.
    let said = lower.replace(" that were found", "");
    if RESULTS.iter().any(|word| said.contains(word)) {
        return false;
    }
    if lower.starts_with("to ") && lower.contains(", we ") {
        return true;
    }
    let compares = COMPARES.iter().any(|word| lower.contains(word));
    let words: Vec<&str> =
        lower.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(|w| !w.is_empty()).collect();
    let is_adverb = |word: &str| matches!(word, "here" | "then" | "first" | "also" | "further" | "next");
    words.iter().enumerate().any(|(at, word)| {
        let rest = &words[at + 1..];
        let next = rest.iter().find(|word| !is_adverb(word)).copied().unwrap_or_default();
        match *word {
            "we" => DOING.contains(&next) || !compares && DID.contains(&next),
            "is" | "are" => !compares && (DONE.contains(&next) || next == "discussed"),
            "was" | "were" => !compares && (DONE.contains(&next) || WAS_DONE.contains(&next)),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the authors did would be checked as if they had found it.
    #[test]
    fn procedures_in_the_present_tense_are_no_findings() {
        for procedure in [
            "First, we compute fine-grained uncertainty scores on the training data.",
            "Second, these scores are calibrated via Platt scaling, producing reliable signals.",
            "The impact of prevention on mortality, admissions and anaemia was investigated.",
            "A docking model of the compound and the kinase was generated to predict its binding.",
            "Selection is modelled here as a trade-off between survival and growth of the strains.",
        ] {
            assert!(is_procedure(&procedure.to_lowercase()), "{procedure}");
        }
        for finding in [
            "We show that scores which are calibrated by scaling halve the error.",
            "Models are trained faster when the data are sorted, we find.",
            "Walking lowered blood pressure by 8 mmHg.",
        ] {
            assert!(!is_procedure(&finding.to_lowercase()), "{finding}");
        }
    }
}
