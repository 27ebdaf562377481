//! Stage 1: the opposite of a statement, and what to search for it with.

use std::ops::Range;

use crate::{
    domain::rules,
    reason::{CounterDraft, CounterInput},
    text::{is_hyphen, words},
};

use super::{lexicon, negate};

/// At most this many (`docs/rules.md#counter`).
const KEYWORDS: usize = 10;

/// The counter-statement, hypothetical abstracts and keywords.
pub fn counter(input: CounterInput<'_>) -> CounterDraft {
    let statement = input.statement.text.one_line();
    let text = negate::opposite(&statement);
    CounterDraft { hyde: hypothetical(&statement, &text), keywords: keywords(&input.statement.spelled_out()), text }
}

/// Two abstracts that would support the counter-statement: a trial and a review
/// of many studies, so that they differ in meaning.
fn hypothetical(statement: &str, counter: &str) -> Vec<String> {
    let claim = negate::bare_claim(statement).trim_end_matches(['.', ' ']);
    let opposed = opposed_direction(claim);
    vec![
        format!(
            "Background: Earlier reports held the following: {claim}. Methods: We compared a treated group with \
             controls in a prospective study and measured the outcomes with validated assays. Results: We found no \
             significant difference in the expected direction between the groups. {counter} Conclusion: These \
             results do not confirm the earlier reports. {counter}"
        ),
        format!(
            "We systematically reviewed the published evidence on this question: {claim}. Across the studies the \
             association was absent or reversed after adjustment for confounding. {opposed} In conclusion, the \
             evidence contradicts the original claim. {counter}"
        ),
    ]
}

/// The claim with its words of direction exchanged (“increases” ↔ “decreases”);
/// empty when it has none.
fn opposed_direction(claim: &str) -> String {
    let mut changed = false;
    let words: Vec<String> = claim
        .split(' ')
        .map(|word| {
            let core = word.trim_matches(|c: char| !c.is_alphanumeric());
            match lexicon::opposite_direction(&core.to_lowercase()) {
                Some(other) if !changed => {
                    changed = true;
                    word.replace(core, other)
                }
                _ => word.to_owned(),
            }
        })
        .collect();
    if changed { format!("Instead, the data indicate the opposite: {}.", words.join(" ")) } else { String::new() }
}

/// The words to search with: names and acronyms, then phrases, then the longest
/// content words, and the opposite of a word of direction last. Numbers and
/// statistics are left out: every paper has them.
fn keywords(statement: &str) -> Vec<String> {
    let mut ranked: Vec<(u8, usize, String)> = Vec::new();
    let mut content: Vec<(Range<usize>, &str)> = Vec::new();
    let mut opposite = None;
    for range in compounds(statement) {
        let word = &statement[range.clone()];
        let lower = word.to_lowercase();
        let parts = || words(&lower).map(|(_, part)| part);
        if opposite.is_none() {
            opposite = parts().find_map(lexicon::opposite_direction);
        }
        if !parts().any(lexicon::is_content) || !rules::keywords::is_searchable(word) {
            continue;
        }
        let rank = if lexicon::is_entity(word, range.start == 0) {
            0
        } else if parts().all(lexicon::is_common) {
            3
        } else {
            2
        };
        ranked.push((rank, ranked.len(), word.to_owned()));
        content.push((range, word));
    }
    // “Flies” is a noun in “fruit flies”: only the verb of the statement ends a phrase.
    let verb = super::negate::verb_at(statement);
    for pair in content.windows(2) {
        let [(a, first), (b, second)] = pair else { continue };
        let adjacent = statement.get(a.end..b.start) == Some(" ");
        let names = |at: &Range<usize>, word: &str| {
            Some(at.start) != verb && !words(&word.to_lowercase()).all(|(_, part)| lexicon::is_common(part))
        };
        if adjacent && names(a, first) && names(b, second) {
            ranked.push((1, ranked.len(), format!("{first} {second}")));
        }
    }
    // Among plain words the long ones are the rare ones.
    ranked
        .sort_by_key(|(rank, at, word)| (*rank, if *rank >= 2 { usize::MAX - word.chars().count() } else { *at }, *at));
    let mut keywords: Vec<String> = Vec::new();
    for (_, _, word) in ranked {
        if keywords.len() == KEYWORDS - usize::from(opposite.is_some()) {
            break;
        }
        if !keywords.iter().any(|k| k.eq_ignore_ascii_case(&word)) {
            keywords.push(word);
        }
    }
    keywords.extend(opposite.map(str::to_owned));
    keywords
}

/// Where the words of a text are, those between hyphens in one piece: “age-matched”.
fn compounds(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (range, _) in words(text) {
        match found.last_mut() {
            Some(last) if is_hyphen(&text[last.end..range.start]) => last.end = range.end,
            _ => found.push(range),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn keywords_begin_with_names_and_end_with_the_opposite_direction() {
        let keywords = keywords("Rapamycin increases IL-6 in fruit flies.");
        assert_eq!(keywords.first().map(String::as_str), Some("IL-6"));
        assert_eq!(keywords.last().map(String::as_str), Some("decreases"));
        assert!(keywords.contains(&"fruit flies".to_owned()));
    }

    /// “Matched long” says nothing.
    #[test]
    fn compounds_stay_in_one_piece() {
        let keywords = keywords("Age-matched long-term meditators showed a lower well-being than non-smokers.");
        for keyword in ["long-term meditators", "Age-matched", "well-being", "non-smokers"] {
            assert!(keywords.iter().any(|k| k == keyword), "{keyword}: {keywords:?}");
        }
        assert!(!keywords.iter().any(|k| k.starts_with("matched")), "{keywords:?}");
    }

    /// With “29”, “21” and “0.023” in front the search finds whatever has figures.
    #[test]
    fn figures_and_statistics_are_not_searched_for() {
        let keywords = keywords(
            "Mortality was 29% with hydrocortisone and 21% with placebo (odds ratio 1.54, 95% CI 1.1 to 2.2, p = 0.023).",
        );
        for keyword in ["29", "29%", "21", "0.023", "1.54", "CI", "odds ratio", "ratio", "95"] {
            assert!(!keywords.iter().any(|k| k.eq_ignore_ascii_case(keyword)), "{keyword}: {keywords:?}");
        }
        assert!(keywords.contains(&"hydrocortisone".to_owned()), "{keywords:?}");
    }

    proptest! {
        #[test]
        fn any_statement_gets_what_a_search_needs(text in "\\PC{0,120}") {
            let opposed = negate::opposite(&text);
            prop_assert!(opposed.chars().count() >= 10 || text.chars().count() < 10, "{opposed}");
            let hyde = hypothetical(&text, &opposed);
            prop_assert!(hyde.len() == 2 && hyde.iter().all(|h| h.chars().count() >= 100));
            let keywords = keywords(&text);
            prop_assert!(keywords.iter().all(|k| rules::keywords::is_searchable(k)), "{keywords:?}");
            prop_assert!(keywords.len() <= KEYWORDS && keywords.iter().all(|k| !k.trim().is_empty()));
        }
    }
}
