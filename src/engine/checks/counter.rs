//! Stage 1: is it the opposite, and are its helpers usable (`docs/rules.md#counter`).

use std::collections::BTreeSet;

use crate::{
    domain::{Counter, Stage, Statement, rules::keywords},
    reason::{CounterDraft, Failure},
    text::Clean,
};

use super::prose::{bare, strip_labels};

/// Fewest characters of a counter-statement.
const SHORTEST: usize = 10;

/// Fewest characters of a hypothetical abstract.
const SHORTEST_HYDE: usize = 100;

/// Hypothetical abstracts at most.
const MOST_HYDE: usize = 2;

/// Keywords at most.
const MOST_KEYWORDS: usize = 10;

/// Characters of a keyword at most; longer ones are sentences.
const LONGEST_KEYWORD: usize = 80;

/// What models put before the answer.
const LABELS: &[&str] = &[
    "counter-statement:",
    "counterstatement:",
    "counter statement:",
    "counter-claim:",
    "counterclaim:",
    "negated statement:",
    "negation:",
    "negated:",
    "opposite:",
    "statement:",
    "claim:",
    "here is the counter-statement:",
    "here is the negated statement:",
];

/// The counter-statement, freed of labels and quotation marks around it;
/// unusable abstracts and keywords are left out, among them bare numbers and
/// statistical vocabulary.
///
/// # Errors
/// When the text has fewer than 10 characters, or says the same as the statement.
pub fn counter(statement: &Statement, draft: CounterDraft) -> Result<Counter, Failure> {
    let fail = |reason: &str| Err(Failure::new(Stage::Counter, reason));
    let line = Clean::from(draft.text).one_line();
    // As an item of a list.
    let text = strip_labels(line.trim_start_matches(['-', '•', '*', ' ']), LABELS);
    if text.chars().count() < SHORTEST {
        return fail("the counter-statement has fewer than 10 characters; run the stage again, or write it yourself");
    }
    if bare(&text) == bare(&statement.text) {
        return fail(
            "the counter-statement says the same as the statement; run the stage again, or write the opposite yourself",
        );
    }
    let mut hyde: Vec<Clean> = Vec::new();
    for abstract_ in draft.hyde {
        let abstract_ = Clean::from(abstract_).one_line();
        if abstract_.chars().count() >= SHORTEST_HYDE && !hyde.contains(&abstract_) && hyde.len() < MOST_HYDE {
            hyde.push(abstract_);
        }
    }
    let mut seen = BTreeSet::new();
    let mut kept = Vec::new();
    for keyword in draft.keywords {
        let keyword = Clean::from(keyword).one_line();
        let keyword = keyword.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '“' | '”' | ',' | ';'));
        let usable = keywords::is_searchable(keyword) && keyword.chars().count() <= LONGEST_KEYWORD;
        if usable && kept.len() < MOST_KEYWORDS && seen.insert(bare(keyword)) {
            kept.push(keyword.into());
        }
    }
    Ok(Counter { text: text.into(), hyde, keywords: kept })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::fixtures::statement;

    fn made(text: &str) -> Result<Counter, Failure> {
        counter(&statement("Metformin is superior."), CounterDraft { text: text.into(), ..CounterDraft::default() })
    }

    #[test]
    fn labels_and_quotation_marks_are_taken_off() {
        for raw in [
            "Metformin is not superior.",
            "Counter-statement: Metformin is not superior.",
            "**Negation:** “Metformin is not superior.”",
            "\"Metformin is not superior.\"",
            "  Here is the counter-statement:\n\n\"Metformin is not superior.\" ",
        ] {
            assert_eq!(made(raw).unwrap().text, "Metformin is not superior.", "{raw}");
        }
        // A quotation inside stays.
        assert_eq!(made("“Superior” is not what it is").unwrap().text, "“Superior” is not what it is");
    }

    #[test]
    fn what_is_no_opposite_is_refused_with_advice() {
        for raw in ["", "not so", "metformin is SUPERIOR", "\"Metformin  is superior\"", "Negation: x"] {
            let failure = made(raw).unwrap_err();
            assert!(failure.reason.contains("run the stage again"), "{raw}: {failure}");
        }
    }

    #[test]
    fn unusable_abstracts_and_keywords_are_left_out() {
        let keywords = ["metformin", " ", "--", "Metformin", "“HbA1c”"].map(str::to_owned).into_iter();
        let draft = CounterDraft {
            text: "Metformin is not superior.".into(),
            hyde: vec!["short".into(), "a".repeat(100), "b".repeat(100), "c".repeat(100)],
            keywords: keywords.chain((0..20).map(|i| format!("k{i}"))).collect(),
        };
        let counter = counter(&statement("Metformin is superior."), draft).unwrap();
        assert_eq!(counter.hyde.iter().map(|h| h.as_str()).collect::<Vec<_>>(), ["a".repeat(100), "b".repeat(100)]);
        assert_eq!(counter.keywords.len(), 10);
        assert_eq!(counter.keywords[..3], ["metformin", "HbA1c", "k0"].map(Clean::from));
    }

    /// A model that lists its figures as keywords would search for every paper with a p-value.
    #[test]
    fn figures_and_statistics_are_not_keywords() {
        let keywords = ["29", "0.023", "metformin", "95% CI", "odds ratio", "p", "type 2 diabetes", "29 · 21 · 0.023"];
        let draft = CounterDraft {
            text: "Metformin is not superior.".into(),
            keywords: keywords.map(str::to_owned).into(),
            ..CounterDraft::default()
        };
        let counter = counter(&statement("Metformin is superior."), draft).unwrap();
        assert_eq!(counter.keywords, ["metformin", "type 2 diabetes"].map(Clean::from));
    }

    proptest! {
        #[test]
        fn any_draft_gives_a_usable_counter_or_a_reason(
            text in any::<String>(), hyde in prop::collection::vec(".{0,200}", 0..4),
            keywords in prop::collection::vec(any::<String>(), 0..20),
        ) {
            let statement = statement("Metformin is superior.");
            if let Ok(counter) = counter(&statement, CounterDraft { text, hyde, keywords }) {
                prop_assert!(counter.text.chars().count() >= SHORTEST);
                prop_assert!(counter.keywords.len() <= 10 && counter.keywords.iter().all(|k| !k.trim().is_empty()));
                prop_assert!(counter.hyde.len() <= 2 && counter.hyde.iter().all(|h| h.chars().count() >= 100));
            }
        }
    }
}
