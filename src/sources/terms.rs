//! A statement as terms to search for, and how they are combined (`docs/rules.md#literature`).

use crate::{
    domain::{QueryLevel, rules::keywords::subject_stem},
    text::words,
};

/// The most terms that are taken of a statement.
const MOST: usize = 6;
/// What being a name is worth beside rarity, which is the logarithm of the share of texts without the stem.
const NAME: f32 = 2.0;
/// A level with this many hits is enough; with fewer the next one is asked too.
pub const ENOUGH: u64 = 20;

impl QueryLevel {
    /// Whether it asks anything that a stricter level has not asked.
    #[must_use]
    pub fn asks(self, terms: &[String]) -> bool {
        self.combine(terms).iter().any(|terms| !terms.is_empty())
    }

    /// The alternatives, each a list of terms that must all be there. Empty where the level asks nothing that a
    /// stricter one has not asked.
    pub(super) fn combine(self, terms: &[String]) -> Vec<Vec<&str>> {
        let first = |n: usize| terms.iter().take(n).map(String::as_str).collect::<Vec<_>>();
        match self {
            Self::Strict => vec![first(MOST)],
            Self::Medium if terms.len() > 3 => vec![first(3)],
            Self::Loose if terms.len() > 2 => {
                let four = first(4);
                let pairs = (0..four.len()).flat_map(|a| (a + 1..four.len()).map(move |b| (a, b)));
                pairs.map(|(a, b)| vec![four[a], four[b]]).collect()
            }
            Self::Medium | Self::Loose => Vec::new(),
        }
    }
}

/// The terms of a statement, the most telling first: by the rarity of their stems in the literature, names and
/// abbreviations before other words. Numbers, words of reporting and statistics are not among them.
#[must_use]
pub fn search_terms(text: &str, rarity: impl Fn(&str) -> f32) -> Vec<String> {
    let mut terms: Vec<(f32, String)> = Vec::new();
    let mut stems: Vec<String> = Vec::new();
    for (range, word) in words(text) {
        let Some(stemmed) = subject_stem(word).filter(|stemmed| !stems.contains(stemmed)) else { continue };
        let upper = word.chars().filter(|c| c.is_uppercase()).count();
        let starts_sentence = text[..range.start].trim_end().is_empty();
        let is_name = upper > 1 || word.chars().any(|c| c.is_ascii_digit()) || (upper == 1 && !starts_sentence);
        let telling = rarity(&stemmed) + if is_name { NAME } else { 0.0 };
        stems.push(stemmed);
        terms.push((telling, if is_name { word.to_owned() } else { word.to_lowercase() }));
    }
    // The sort is stable: where terms are alike, the first in the statement comes first.
    terms.sort_by(|a, b| b.0.total_cmp(&a.0));
    terms.into_iter().take(MOST).map(|(_, term)| term).collect()
}

/// A text without what a query language reads as its own: quotes, brackets, colons, operators.
pub(super) fn harmless(term: &str) -> String {
    let kept: String =
        term.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '.') { c } else { ' ' }).collect();
    let words = kept.split_whitespace().map(|word| match word {
        "AND" | "OR" | "NOT" | "ANDNOT" => word.to_lowercase(),
        other => other.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// `(a AND b) OR (a AND c)`, each term made by `term`.
pub(super) fn boolean(alternatives: &[Vec<&str>], term: impl Fn(&str) -> String) -> String {
    let all: Vec<String> = alternatives
        .iter()
        .map(|terms| terms.iter().map(|word| term(&harmless(word))).collect::<Vec<_>>().join(" AND "))
        .collect();
    match all.as_slice() {
        [one] => one.clone(),
        several => several.iter().map(|one| format!("({one})")).collect::<Vec<_>>().join(" OR "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_rare_words_come_first_and_numbers_are_left_out() {
        let rarity = |stem: &str| if stem.starts_with("diabet") || stem.starts_with("agonist") { 2.0 } else { 5.0 };
        let text = "Metformin was superior to GLP-1 agonists in 482 patients with type 2 diabetes (p = 0.03).";
        assert_eq!(search_terms(text, rarity), ["GLP-1", "metformin", "agonists", "diabetes"]);
        assert!(search_terms("It was 12 % (95 % CI 3–4).", |_| 1.0).is_empty());
        let both =
            ["Zinc lozenges shortened the common cold by two days.", "Zinc lozenges did not shorten the common cold."];
        assert_eq!(
            search_terms(both[0], |_| 1.0),
            search_terms(both[1], |_| 1.0),
            "both sides ask for the same subject"
        );
    }

    #[test]
    fn levels_go_from_all_terms_to_any_two() {
        let terms: Vec<String> = ["a1", "b2", "c3", "d4", "e5"].map(str::to_owned).to_vec();
        assert_eq!(boolean(&QueryLevel::Strict.combine(&terms), str::to_owned), "a1 AND b2 AND c3 AND d4 AND e5");
        assert_eq!(boolean(&QueryLevel::Medium.combine(&terms), str::to_owned), "a1 AND b2 AND c3");
        let loose = boolean(&QueryLevel::Loose.combine(&terms), str::to_owned);
        assert!(loose.starts_with("(a1 AND b2) OR (a1 AND c3)") && loose.matches(" OR ").count() == 5, "{loose}");
        assert!(
            QueryLevel::Medium.combine(&terms[..3]).is_empty() && QueryLevel::Loose.combine(&terms[..2]).is_empty()
        );
    }

    #[test]
    fn a_term_cannot_change_the_query() {
        assert_eq!(harmless("x\" OR (DOI:*) AND y"), "x or DOI and y");
    }
}
