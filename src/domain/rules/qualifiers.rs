//! The statement is judged as worded (`docs/rules.md#qualifiers`): a reasoning that restates it
//! with “all” or “certain” where it has neither judges another statement.

use crate::text::{fold, sentences, words};

use super::wording::Wording;

/// Words that widen or narrow what they accompany.
pub const QUALIFIERS: &[&str] = &[
    "all",
    "only",
    "always",
    "never",
    "certain",
    "some",
    "every",
    "entire",
    "entirely",
    "solely",
    "exclusively",
    "most",
    "mostly",
    "any",
    "none",
    "each",
    "completely",
    "fully",
    "wholly",
    "totally",
    "precisely",
    "exactly",
    "merely",
    "partially",
    "partly",
    "few",
    "several",
    "whole",
    "universally",
    "sometimes",
    "rarely",
    "immediately",
    "directly",
    "permanently",
    "absolutely",
    "definitively",
    "guaranteed",
];

/// Openings after which the statement is restated, rather than the evidence described.
const RESTATES: &[&str] = &[
    "claim states",
    "claim says",
    "claim asserts",
    "claim is that",
    "claim that",
    "claims that",
    "claim implies",
    "claim suggests",
    "claimed that",
    "claim requires",
    "claim means",
    "statement that",
    "statement states",
    "statement says",
    "statement asserts",
    "statement is that",
    "statement claims",
    "statement implies",
    "statement suggests",
    "statement requires",
    "statement means",
    "assertion that",
    "asserted that",
    "claim alleges",
    "claim, that",
    "claim, which says",
    "claim maintains",
    "claim holds",
    "statement holds",
    "hypothesis that",
    "interpreted as",
    "understood as",
    "read as",
    "which means that",
    "meaning that",
    "in other words",
];

/// Words that end a restatement: from there on the evidence is described.
const TURNS: &[&str] = &[
    "however", "but", "whereas", "while", "although", "though", "evidence", "source", "sources", "passage", "study",
    "because", "since",
];

/// What is between quotation marks is somebody else's wording and restates nothing.
fn without_quotes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '“' => depth += 1,
            '”' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    // A mark that is never closed opens no quotation.
    if depth == 0 { out } else { text.to_owned() }
}

/// Qualifiers in restatements of the statement within `reasoning` that the
/// statement itself does not have, in order, each once. What the reasoning
/// describes the evidence is not looked at.
#[must_use]
pub fn added(statement: &str, reasoning: &str) -> Vec<String> {
    let own: Vec<String> = words(statement).map(|(_, word)| fold(word)).collect();
    let whole = Wording::of(statement);
    let reasoning = without_quotes(reasoning);
    let mut found = Vec::new();
    for range in sentences(&reasoning) {
        let sentence = fold(&reasoning[range]);
        for part in restatements(&sentence) {
            // Nothing of the statement in it: it restates something else.
            if Wording::of(part).covered_by(&whole, None) < 0.3 {
                continue;
            }
            let before = found.len();
            let listed: Vec<&str> = words(part).map(|(_, word)| word).collect();
            for (at, word) in listed.iter().enumerate() {
                if !QUALIFIERS.contains(word) || own.iter().any(|w| same_scope(w, word)) {
                    continue;
                }
                // “at all” and “not only … but” qualify nothing, “never said all” names what is absent.
                let previous = at.checked_sub(1).and_then(|i| listed.get(i)).copied().unwrap_or("");
                if previous == "at" && *word == "all" || previous == "not" && *word == "only" {
                    continue;
                }
                if !found.iter().any(|known| known == word) {
                    found.push((*word).to_owned());
                }
            }
            if denies_qualifier(part) {
                found.truncate(before);
            }
        }
    }
    found
}

/// Qualifiers that are in `other` and not in `statement`, where `other` is a
/// wording of the same claim (the target of a fact-check).
#[must_use]
pub fn beyond(statement: &str, other: &str) -> Vec<String> {
    let own: Vec<String> = words(statement).map(|(_, word)| fold(word)).collect();
    let mut found: Vec<String> = Vec::new();
    for (_, word) in words(other) {
        let word = fold(word);
        if QUALIFIERS.contains(&word.as_str()) && !own.iter().any(|w| same_scope(w, &word)) && !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// The reasoning itself says that the statement has no such word.
fn denies_qualifier(part: &str) -> bool {
    [
        "does not say",
        "doesn't say",
        "did not say",
        "never says",
        "never said",
        "without saying",
        "does not claim",
        "not state",
    ]
    .iter()
    .any(|denial| part.contains(denial))
}

fn same_scope(one: &str, other: &str) -> bool {
    const ALIKE: &[&[&str]] = &[
        &["all", "every", "each", "any", "entire", "entirely", "whole", "wholly", "completely", "fully", "totally"],
        &["only", "solely", "exclusively", "merely"],
        &["some", "certain", "several", "few", "partially", "partly", "sometimes"],
        &["most", "mostly"],
        &["never", "none"],
        &["exactly", "precisely"],
    ];
    one == other || ALIKE.iter().any(|group| group.contains(&one) && group.contains(&other))
}

/// The parts of a sentence in which the statement is restated.
fn restatements(sentence: &str) -> impl Iterator<Item = &str> {
    let mut starts: Vec<usize> = RESTATES
        .iter()
        .flat_map(|opening| sentence.match_indices(opening).map(|(at, found)| at + found.len()))
        .collect();
    starts.sort_unstable();
    // Openings that follow closely on one another are one.
    starts.dedup_by(|next, kept| *next < *kept + 12);
    starts.into_iter().map(|start| {
        let rest = &sentence[start..];
        let end = words(rest).find(|(_, word)| TURNS.contains(word)).map_or(rest.len(), |(range, _)| range.start);
        &rest[..end]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATEMENT: &str =
        "The National Historic Preservation Act of 1966 exempts the White House from its provisions.";

    #[test]
    fn a_restatement_that_widens_or_narrows_is_caught() {
        let reasoning = "The claim states that the act exempts the White House from its provisions. However, multiple \
                         sources confirm that it is exempt from certain provisions. This contradicts the claim that it \
                         is exempt from all provisions of the act.";
        assert_eq!(added(STATEMENT, reasoning), ["all"]);
        assert_eq!(
            added(
                "Coffee lowers the risk of stroke.",
                "The statement says that only coffee always lowers stroke risk."
            ),
            ["only", "always"]
        );
    }

    #[test]
    fn a_qualifier_of_the_statement_itself_is_none_added() {
        let all = "The act exempts the White House from all its provisions.";
        let reasoning =
            "The claim says that the White House is exempt from every provision; the source names certain ones.";
        assert!(added(all, reasoning).is_empty());
    }

    #[test]
    fn telling_the_evidence_adds_nothing() {
        for reasoning in [
            "The passage says that the White House is exempt from certain provisions only.",
            "All sources confirm it.",
            "The claim that the White House is exempt is confirmed, while some provisions still apply.",
            "The claim that the White House is exempt does not say all provisions.",
        ] {
            assert!(added(STATEMENT, reasoning).is_empty(), "{reasoning}");
        }
    }
}
