//! Stage 3: relevance by coverage.

use crate::{
    domain::{Document, Passage, rules::numbers},
    reason::{ScoreDraft, ScoreInput, ToScore},
};

use super::terms::Terms;

/// From which relevance on a score is given; tuned on SciFact's train claims.
const STEPS: [(f64, f64); 4] = [(0.80, 5.0), (0.65, 4.0), (0.45, 3.0), (0.30, 2.0)];

/// What a number that is hardly the same by chance adds to relevance.
const TELLING: f64 = 0.1;

/// A score for every candidate of the batch, by position.
pub fn score(input: ScoreInput<'_>) -> Vec<ScoreDraft> {
    let terms = Terms::of(&input.statement.text);
    input.batch.iter().map(|item| one(&terms, &input.statement.text, item)).collect()
}

/// The text of a passage; empty where the document does not have it.
pub(super) fn passage_text(document: &Document, passage: Passage) -> &str {
    document.page(passage.page).and_then(|page| page.text.get(passage.start..passage.end)).unwrap_or_default()
}

fn one(terms: &Terms, statement: &str, item: &ToScore<'_>) -> ScoreDraft {
    if terms.list.is_empty() {
        return ScoreDraft { score: 1.0, reason: "the statement has no content words to look for".into() };
    }
    let title = terms.find(&item.document.meta.title);
    let text = passage_text(item.document, item.candidate.passage);
    let mut found = title | terms.find(text);
    let amounts = terms.amounts();
    let mut telling = 0.0;
    if amounts != 0 {
        let numbers = numbers::compare(statement, text, "");
        found |= if numbers.compares() { amounts } else { 0 };
        telling = if numbers.telling { TELLING } else { 0.0 };
    }
    let relevance = relevance(terms, found, title) + telling;
    let score = STEPS.iter().find(|(from, _)| relevance >= *from).map_or(1.0, |(_, score)| *score);
    let missing = terms.missing(found);
    let covered = terms.list.len() - missing.len();
    let shown = missing.iter().take(4).copied().collect::<Vec<_>>().join(", ");
    let more = missing.len().saturating_sub(4);
    let tail = match (missing.len(), more) {
        (0, _) => String::new(),
        (_, 0) => format!("; missing: {shown}"),
        _ => format!("; missing: {shown} and {more} more"),
    };
    let reason = format!("covers {covered} of {} terms of the statement{tail}", terms.list.len());
    ScoreDraft { score, reason }
}

/// How much of the statement title and passage have: coverage, with something
/// for names and for terms in the title, 0–1.
fn relevance(terms: &Terms, found: u64, title: u64) -> f64 {
    let named: Vec<usize> = (0..terms.list.len()).filter(|i| terms.list[*i].entity).collect();
    let coverage = terms.share(found);
    let names = if named.is_empty() {
        coverage
    } else {
        named.iter().filter(|i| found & (1 << **i) != 0).count() as f64 / named.len() as f64
    };
    0.75 * coverage + 0.10 * names + 0.15 * (2.0 * terms.share(title)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relevance_of(statement: &str, title: &str, text: &str) -> f64 {
        let terms = Terms::of(statement);
        let title = terms.find(title);
        relevance(&terms, title | terms.find(text), title)
    }

    #[test]
    fn what_is_on_the_subject_passes_and_what_is_not_does_not() {
        let statement = "Rapamycin delays aging in fruit flies.";
        let on = relevance_of(
            statement,
            "Mechanisms of life span extension by rapamycin in the fruit fly",
            "Feeding rapamycin to adult flies delays aging and extends life span.",
        );
        let off = relevance_of(statement, "Aspirin after stroke", "Aspirin delays nothing in patients with stroke.");
        assert!(on >= STEPS[2].0, "{on}");
        assert!(off < STEPS[3].0, "{off}");
    }
}
