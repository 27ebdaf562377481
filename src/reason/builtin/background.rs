//! What an abstract without labels says before its own work begins: “In this study, we …” has what was known in front.

use super::{reading::Sentence, sections::Section};

/// How an abstract turns to its own work, at the head of a sentence in lower case.
const TURNS: [&str; 18] = [
    "in this work,",
    "in this study,",
    "in this paper,",
    "in this article,",
    "in this report,",
    "in the present study,",
    "in the current study,",
    "in the present work,",
    "in this work we",
    "in this study we",
    "in this paper we",
    "in this article we",
    "here, ",
    "here we ",
    "the present study ",
    "the current study ",
    "this study aim",
    "the aim of this study",
];
/// How a sentence says that it is of the paper itself, in lower case.
const OWN: [&str; 9] = ["we", "our", "us", "here", "this", "these", "study", "results", "findings"];

/// Before which of the sentences of `all` the abstract has not turned to its own work; 0 where no sentence says so.
pub(super) fn own_work_begins(all: &[Sentence]) -> usize {
    let is_plain = |sentence: &&Sentence| matches!(sentence.section, Section::Unknown | Section::Abstract);
    let of_summary = || (0..all.len()).filter(|at| all[*at].summary);
    if !of_summary().all(|at| is_plain(&&all[at])) {
        return 0;
    }
    let turns = |at: &usize| {
        let lower = all[*at].text.to_lowercase();
        TURNS.iter().any(|turn| lower.starts_with(turn))
    };
    of_summary().rfind(turns).unwrap_or(0)
}

/// Whether a sentence speaks of the paper's own work.
pub(super) fn is_own(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).any(|word| OWN.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{domain::fixtures::source, reason::builtin::reading::read};

    /// What was known before would be reviewed as what the paper found.
    #[test]
    fn what_precedes_the_turn_to_the_own_work_is_background() {
        let text = "Abstract\n\nWe explore a deletion in a receptor. Individuals with the deletion are protected against \
                    infection. In this work, we model three populations. Our results indicate that prevalence is greater \
                    in populations without the deletion.";
        let all = read(&source(text).pages);
        let begins = own_work_begins(&all);
        let background: Vec<&str> =
            all[..begins].iter().filter(|s| s.summary && !is_own(&s.text)).map(|s| s.text.as_str()).collect();
        assert_eq!(background, ["Individuals with the deletion are protected against infection."]);
    }
}
