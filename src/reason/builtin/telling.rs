//! How evidence is told in prose: short exact quotes, the source in words, lists of numbers.

use crate::{domain::Stance, reason::WeighedCitation};

/// Study designs as a credibility rule or a title names them, and how they are told.
const DESIGNS: &[(&str, &str)] = &[
    ("meta-analysis", "systematic review or meta-analysis"),
    ("systematic review", "systematic review or meta-analysis"),
    ("randomi", "randomised trial"),
    ("rct", "randomised trial"),
    ("cohort", "cohort study"),
    ("case-control", "case-control study"),
    ("cross-sectional", "cross-sectional study"),
    ("case report", "case report"),
    ("in vitro", "animal or in vitro study"),
    ("animal", "animal or in vitro study"),
    ("preprint", "preprint"),
];

/// The first words of a passage, at most `most` of them, exactly as they stand;
/// and whether that is not all.
pub(super) fn excerpt(passage: &str, most: usize) -> (&str, bool) {
    let passage = passage.trim();
    let mut ends =
        passage.match_indices(char::is_whitespace).map(|(i, _)| i).filter(|i| !passage[*i..].starts_with("\n\n"));
    // A run of blanks counts as several, which only makes the excerpt shorter.
    let end = ends.nth(most.saturating_sub(1)).unwrap_or(passage.len());
    let cut = end < passage.len();
    let text = passage[..end].trim_end();
    (if cut { text.trim_end_matches([',', ';', ':', '(', '.']) } else { text.trim_end_matches('.') }, cut)
}

/// The passage in quotation marks with its number: “…” [3].
pub(super) fn quoted(item: &WeighedCitation<'_>, most: usize) -> String {
    let (text, cut) = excerpt(&item.citation.passage, most);
    // A quotation within the quotation keeps its own marks.
    format!("“{text}{}” [{}]", if cut { " …" } else { "" }, item.citation.number)
}

/// The source in words: “a cohort study of 2013”, “BBC”, “a study”.
pub(super) fn source(item: &WeighedCitation<'_>) -> String {
    let meta = &item.citation.meta;
    let rule = item.weighed.credibility.rule.to_lowercase();
    let design = DESIGNS.iter().find(|(mark, _)| rule.contains(mark)).map(|(_, design)| *design);
    let year = meta.year.map(|year| format!(" of {year}")).unwrap_or_default();
    match (design, &meta.source_name) {
        (Some(design), _) => format!("{} {design}{year}", if design.starts_with('a') { "an" } else { "a" }),
        (None, Some(name)) if !name.trim().is_empty() && meta.url.is_some() => name.one_line().to_string(),
        _ => format!("a publication{year}"),
    }
}

/// “[1], [2] and [5]”.
pub(super) fn numbers(items: &[&WeighedCitation<'_>]) -> String {
    let marks: Vec<String> = items.iter().map(|i| format!("[{}]", i.citation.number)).collect();
    match marks.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// A small count in words.
pub(super) fn count(n: usize) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// How much a citation counts: credibility × judged confidence.
pub(super) fn weight(item: &WeighedCitation<'_>) -> f64 {
    item.weighed.credibility.value * item.weighed.opinion.adjusted
}

/// The citations of one stance, those that count most first.
pub(super) fn of_stance<'a, 'b>(items: &'b [WeighedCitation<'a>], stance: Stance) -> Vec<&'b WeighedCitation<'a>> {
    let mut found: Vec<_> = items.iter().filter(|i| !i.weighed.blocked && i.weighed.stance == stance).collect();
    found.sort_by(|a, b| weight(b).total_cmp(&weight(a)).then(a.citation.number.cmp(&b.citation.number)));
    found
}

/// The text with a capital at its head.
pub(super) fn sentence_case(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
