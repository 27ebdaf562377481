//! Whether a text is on the very study that a statement is on (`docs/rules.md#numbers`).

use crate::text::{fold, words};

use super::figures::{Sort, figures};

/// Whether a text gives a figure as a study estimates it: with a ratio, a P value or a confidence interval.
#[must_use]
pub fn reports_estimate(text: &str) -> bool {
    const INTERVALS: [&str; 4] = [" CI", "CI ", "confidence interval", "credible interval"];
    INTERVALS.iter().any(|interval| text.contains(interval))
        || figures(text).iter().any(|figure| matches!(figure.sort, Sort::Ratio | Sort::PValue))
}

/// Whether `document`, its title and text, names the study that `statement` names: by its acronym, or by a sample of just as
/// many.
#[must_use]
pub fn is_named_in(statement: &str, document: &str) -> bool {
    let own = acronyms(statement);
    let others = acronyms(document);
    let by_name = own.iter().any(|(name, is_study)| {
        others.iter().any(|(other, is_study_there)| name == other && (*is_study || *is_study_there))
    });
    by_name || sizes(statement).any(|size| sizes(document).any(|other| size == other))
}

/// Words that name what an acronym is of.
const STUDIES: &[&str] =
    &["cohort", "cohorts", "consortium", "investigators", "registry", "study", "survey", "trial", "trials"];

/// Acronyms with whether a study is beside them: SPRINT, DAPA-HF.
fn acronyms(text: &str) -> Vec<(&str, bool)> {
    const FEWEST: usize = 4;
    let read: Vec<&str> = words(text).map(|(_, word)| word).collect();
    let is_acronym = |word: &str| {
        word.chars().filter(|c| c.is_uppercase()).count() >= FEWEST && !word.chars().any(char::is_lowercase)
    };
    let is_study = |at: usize| read.get(at).is_some_and(|word| STUDIES.contains(&fold(word).as_str()));
    let found = (0..read.len()).filter(|&at| is_acronym(read[at]));
    found.map(|at| (read[at], is_study(at + 1) || at > 0 && is_study(at - 1))).collect()
}

/// Counts of people and things that are hardly the same by chance: 9,361.
fn sizes(text: &str) -> impl Iterator<Item = u64> {
    const SMALLEST: u64 = 100;
    let counts = figures(text).into_iter().filter(|figure| {
        figure.sort == Sort::Amount && figure.unit.is_empty() && figure.plain && figure.value.fract() == 0.0
    });
    counts.map(|figure| figure.value as u64).filter(|count| *count > SMALLEST && count % 50 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A claim about one trial would not conflict with that trial's own abstract.
    #[test]
    fn a_study_is_known_by_its_acronym_or_its_size() {
        for (statement, document) in [
            ("In SPRINT, the hazard ratio was 0.72.", "Systolic Blood Pressure Intervention Trial (SPRINT). Results …"),
            ("In the SPRINT trial, the hazard ratio was 0.72.", "A post hoc analysis of SPRINT."),
            ("The hazard ratio in DAPA-HF was 0.60.", "The DAPA-HF trial. We randomised 4744 patients."),
            ("Among 9,361 adults the hazard ratio was 0.72.", "We randomly assigned 9361 persons."),
        ] {
            assert!(is_named_in(statement, document), "{statement}");
        }
        for (statement, document) in [
            ("Statins lower LDL (HR 0.72).", "Statins and LDL: a trial."),
            ("COPD was more frequent (OR 1.9).", "COPD in a cohort of miners. We followed 2,000 miners."),
            ("Among 2,000 miners the odds ratio was 1.9.", "We followed 2,000 nurses."),
        ] {
            assert!(!is_named_in(statement, document), "{statement}");
        }
    }
}
