//! A statement as terms to search for, and how they are combined (`docs/rules.md#sources`).

use serde::{Deserialize, Serialize};

use crate::{
    domain::rules::keywords::is_searchable,
    text::{is_stop, stem, words},
};

/// The most terms that are taken of a statement.
const MOST: usize = 6;
/// A level with this many hits is enough; with fewer the next one is asked too.
pub const ENOUGH: u64 = 20;

/// How terms are combined, from strict to loose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// All terms.
    Strict,
    /// The three most telling.
    Medium,
    /// Any two of the four most telling.
    Loose,
}

impl Level {
    /// In the order in which they are asked.
    pub const ALL: [Self; 3] = [Self::Strict, Self::Medium, Self::Loose];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Medium => "medium",
            Self::Loose => "loose",
        }
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

/// Words that report, relate or measure, and name no subject of research.
const GENERAL: &str = "\
ability able according achieve achieved activity affect affects alter alters among amount associate associated \
association base based cause caused causes change changes compare compared comparison conduct contain control \
controls data decrease decreased decreases demonstrate demonstrated depend depends determine due enhance \
evidence evaluate examine exhibit factor factors find finding findings found function group groups high higher \
impact impair impairs important improve improved improves include including increase increased increases indicate \
induce induced induces influence inhibit inhibits involve involved know known large later lead leads less level \
levels likely long low lower major measure method mild moderate new number observe observed occur outcome outcomes \
participant participants patient patients people play plays positive prevent prevents produce promote promotes \
protect provide rate rates reduce reduced reduces reduction relate related relation report require result results \
reveal role sever severe short show showed shown shows similar study studies subject subjects suggest suggests \
superior support treat treatment type types use used uses using year years";

/// The terms of a statement, the most telling first: names and abbreviations, then long words, in the order of the
/// statement where they are alike. Numbers, words of reporting and statistics are not among them.
#[must_use]
pub fn search_terms(text: &str) -> Vec<String> {
    let mut terms: Vec<(u8, usize, String)> = Vec::new();
    let mut stems: Vec<String> = Vec::new();
    for (at, (range, word)) in words(text).enumerate() {
        let lower = word.to_lowercase();
        let stemmed = stem(&lower);
        let plain = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '\'' | '’'));
        let general = || GENERAL.split_whitespace().any(|other| other == lower);
        if !plain || is_stop(&lower) || general() || !is_searchable(word) || stems.contains(&stemmed) {
            continue;
        }
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        if letters < 2 {
            continue;
        }
        let upper = word.chars().filter(|c| c.is_uppercase()).count();
        let starts_sentence = text[..range.start].trim_end().is_empty();
        let is_name = upper > 1 || word.chars().any(|c| c.is_ascii_digit()) || (upper == 1 && !starts_sentence);
        let telling = match letters {
            _ if is_name => 0,
            7.. => 1,
            5.. => 2,
            _ => 3,
        };
        stems.push(stemmed);
        terms.push((telling, at, if upper > 1 || is_name { word.to_owned() } else { lower }));
    }
    terms.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)));
    terms.into_iter().take(MOST).map(|(_, _, term)| term).collect()
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
    fn names_come_before_words_and_words_before_numbers_which_are_left_out() {
        let terms =
            search_terms("Metformin was superior to GLP-1 agonists in 482 patients with type 2 diabetes (p = 0.03).");
        assert_eq!(terms, ["GLP-1", "metformin", "agonists", "diabetes"]);
        assert!(search_terms("It was 12 % (95 % CI 3–4).").is_empty());
    }

    #[test]
    fn levels_go_from_all_terms_to_any_two() {
        let terms: Vec<String> = ["a1", "b2", "c3", "d4", "e5"].map(str::to_owned).to_vec();
        assert_eq!(boolean(&Level::Strict.combine(&terms), str::to_owned), "a1 AND b2 AND c3 AND d4 AND e5");
        assert_eq!(boolean(&Level::Medium.combine(&terms), str::to_owned), "a1 AND b2 AND c3");
        let loose = boolean(&Level::Loose.combine(&terms), str::to_owned);
        assert!(loose.starts_with("(a1 AND b2) OR (a1 AND c3)") && loose.matches(" OR ").count() == 5, "{loose}");
        assert!(Level::Medium.combine(&terms[..3]).is_empty() && Level::Loose.combine(&terms[..2]).is_empty());
    }

    #[test]
    fn a_term_cannot_change_the_query() {
        assert_eq!(harmless("x\" OR (DOI:*) AND y"), "x or DOI and y");
    }
}
