//! Whether a paper reports findings of its own, as reviews, essays, protocols and guidelines do not: what its sentences
//! are like on the whole, which sections it has, and what it says of itself.

use std::collections::BTreeMap;

use super::{
    super::{reading::Sentence, sections::Section},
    features::{Row, is},
};

/// The features of a paper by their names; what is not there is 0.
pub type PaperRow = Vec<(String, f64)>;

/// Phrases that a paper is searched for, with the names of their features; how often counts in 1,000 words.
const PHRASES: [(&str, &str); 5] = [
    ("will_be", " will be "),
    ("this_review", "this review"),
    ("were", " were "),
    ("our_results", "our results"),
    ("figures", " fig"),
];
/// At most so often in 1,000 words counts.
const MOST: f64 = 10.0;

/// The features of a paper, from its sentences with their `rows` and its title.
pub(in super::super) fn paper_row(all: &[Sentence], rows: &[Row], title: &str) -> PaperRow {
    let mut row = PaperRow::new();
    for (part, summary) in [("abstract", true), ("text", false)] {
        let of: Vec<&Row> =
            all.iter().zip(rows).filter(|(one, _)| one.summary == summary).map(|(_, row)| row).collect();
        let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
        of.iter().flat_map(|row| row.iter()).for_each(|(name, value)| *sums.entry(name).or_default() += value);
        row.extend(sums.into_iter().map(|(name, sum)| (format!("{part}_{name}"), sum / of.len() as f64)));
    }
    let has = |section, summary: Option<bool>| {
        all.iter().any(|one| one.section == section && summary.is_none_or(|summary| one.summary == summary))
    };
    let (methods, results) = (has(Section::Methods, None), has(Section::Results, None));
    let mut add = |name: &str, value: f64| row.push((name.to_owned(), value));
    add("methods", is(methods));
    add("results", is(results));
    add("methods_and_results", is(methods && results));
    add("results_in_abstract", is(has(Section::Results, Some(true))));
    add("no_abstract", is(all.iter().all(|one| !one.summary)));
    add("length", (all.iter().filter(|one| !one.summary).count().max(1) as f64).ln());
    add("titled_review", is(title.to_lowercase().contains("review")));
    let text: String = all.iter().map(|one| format!(" {} ", one.text.to_lowercase())).collect();
    let words = text.split_whitespace().count().max(1) as f64;
    for (name, phrase) in PHRASES {
        let count = text.matches(phrase).count() as f64;
        add(name, (count * 1000.0 / words).min(MOST));
        add(&format!("{name}_said"), is(count > 0.0));
    }
    row
}
