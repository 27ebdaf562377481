//! Where an abstract without headings turns from what was known to the authors' own work, and which sentences behind
//! that turn say what came of it.

use super::{reading::Sentence, sections::Section};

/// An abstract of fewer sentences has no order to speak of.
const SHORTEST: usize = 4;

/// The number of the first sentence of the abstract that speaks of the authors' own work; `None` where headings say
/// what each part is, or no sentence does.
pub(super) fn turn(all: &[Sentence]) -> Option<usize> {
    let plain = |sentence: &Sentence| matches!(sentence.section, Section::Abstract | Section::Unknown);
    let summary = || all.iter().enumerate().filter(|(_, sentence)| sentence.summary);
    if summary().count() < SHORTEST || !summary().all(|(_, sentence)| plain(sentence)) {
        return None;
    }
    summary().find(|(_, sentence)| is_own(&sentence.text.to_lowercase())).map(|(at, _)| at)
}

/// Whether a lower-case sentence speaks of the authors' own work.
fn is_own(lower: &str) -> bool {
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    const WORKS: [&str; 9] =
        ["study", "paper", "work", "article", "review", "report", "results", "findings", "analysis"];
    words.iter().enumerate().any(|(at, word)| {
        let next = words.get(at + 1).copied().unwrap_or_default();
        match *word {
            // “All that we know”, “as we age” are everybody's.
            "we" => !matches!(next, "know" | "are" | "have" | "live" | "age" | "see"),
            "this" | "our" | "present" | "current" => WORKS.contains(&next),
            _ => false,
        }
    })
}

/// Words with which a sentence says how something is, and not only that it was looked at.
const CONCRETE: &[&str] = &[
    "higher",
    "lower",
    "faster",
    "slower",
    "larger",
    "smaller",
    "greater",
    "fewer",
    "longer",
    "shorter",
    "stronger",
    "weaker",
    "better",
    "worse",
    "reduces",
    "reduced",
    "increases",
    "increased",
    "decreases",
    "decreased",
    "improves",
    "improved",
    "enhanced",
    "significant",
    "significantly",
    "outperforms",
    "outperformed",
    "exhibit",
    "exhibits",
    "exhibited",
    "agrees",
    "depends",
    "correlated",
    "inhibits",
    "inhibited",
    "prevents",
    "prevented",
    "predicts",
    "identifies",
    "shows",
    "showed",
    "showing",
    "indicates",
    "demonstrates",
    "demonstrated",
    "reveals",
    "revealed",
    "suggests",
    "independent",
];
const PHRASES: &[&str] =
    &["associated with", "characterized by", "characterised by", "more than", "less than", "p <", "p<"];

/// Whether a lower-case sentence compares, or gives a figure as a share.
pub(super) fn is_concrete(lower: &str) -> bool {
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| CONCRETE.contains(&word))
        || PHRASES.iter().any(|phrase| lower.contains(phrase))
        || lower.match_indices('%').any(|(at, _)| lower[..at].trim_end().ends_with(|c: char| c.is_ascii_digit()))
        || lower.match_indices(" 0.").any(|(at, _)| lower[at + 3..].starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a lower-case sentence describes a method or an artefact, in the words of papers outside medicine.
pub(super) fn is_design(lower: &str) -> bool {
    const DESIGN: [&str; 16] = [
        " consists of ",
        " consisted of ",
        " focuses on ",
        " focused on ",
        " utilizes ",
        " utilises ",
        " employs ",
        " integrates ",
        " incorporates ",
        " incorporating ",
        " combines ",
        " is used ",
        " are used ",
        " is based on ",
        " was built",
        " were built",
    ];
    let heads = ["we study ", "we examine ", "we compare ", "we investigate ", "we evaluate ", "we assess "];
    DESIGN.iter().any(|cue| lower.contains(cue)) || heads.iter().any(|head| lower.starts_with(head))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Page;

    #[test]
    fn the_turn_is_the_first_sentence_on_the_authors_own_work() {
        let text = "Abstract\n\nRosettes are structures of cells that we know from development. Motion in them is hard to \
                    image. We developed a framework to image it. Early rosettes show fast motion and late ones exhibit \
                    slower motion.";
        let all = crate::reason::builtin::reading::read(&[Page { number: 1, text: text.into() }]);
        assert_eq!(turn(&all).map(|at| all[at].text.as_str()), Some("We developed a framework to image it."));
    }

    #[test]
    fn comparisons_and_shares_are_concrete_and_designs_are_not_results() {
        assert!(is_concrete("evaluating 20 policies reduces replications by 88.77%."));
        assert!(is_concrete("the coefficient was 0.59 over all genes"));
        assert!(!is_concrete("the wells are in the centre of the structure."));
        assert!(is_design("the framework utilizes a set of features to capture information."));
    }
}
