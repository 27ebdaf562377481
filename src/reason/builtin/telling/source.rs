//! The source of evidence in words: its design, authors, title and year.

use crate::{domain::rules::reference, reason::WeighedCitation, text::Clean};

use super::excerpt::DANGLING;

/// Study designs as a credibility rule or a title names them, and how they are worded.
const DESIGNS: &[(&str, &str)] = &[
    ("genome-wide", "genome-wide association study"),
    ("meta-analysis", "systematic review or meta-analysis"),
    ("systematic review", "systematic review or meta-analysis"),
    ("randomi", "randomised trial"),
    ("rct", "randomised trial"),
    ("open-label or single-arm", "open-label study"),
    ("modelling or simulation", "modelling study"),
    ("cohort", "cohort study"),
    ("case-control or cross-sectional", "case-control or cross-sectional study"),
    ("case-control", "case-control study"),
    ("cross-sectional", "cross-sectional study"),
    ("case report", "case report"),
    ("in vitro", "animal or in vitro study"),
    ("animal", "animal or in vitro study"),
    ("preprint", "preprint"),
    ("unpublished note", "note"),
];

/// The source in words: “a cohort study by Smith et al. (2013)”, “BBC”, “an
/// article (Statins and stroke, 2013)”.
pub(in super::super) fn source(item: &WeighedCitation<'_>) -> String {
    let meta = &item.citation.meta;
    let rule = item.weighed.credibility.rule.to_lowercase();
    let design = DESIGNS.iter().find(|(mark, _)| rule.contains(mark)).map(|(_, design)| *design);
    if let (None, Some(name)) = (design, &meta.source_name)
        && !name.trim().is_empty()
        && meta.url.is_some()
    {
        return name.one_line().to_string();
    }
    let (names, title) = (authors(&meta.authors), reference::title(meta).and_then(|whole| title(&whole)));
    // “A cohort study (Smoking and stroke: a cohort study)” says it twice.
    let is_named = |design: &&str| names.is_none() && title.as_ref().is_some_and(|t| t.to_lowercase().contains(design));
    let is_named = design.as_ref().is_some_and(is_named);
    let kind = design.unwrap_or("article");
    let kind = format!("{} {kind}", if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" });
    let year = meta.year.map(|year| year.to_string());
    match (names, title, year) {
        (Some(names), _, Some(year)) => format!("{kind} by {names} ({year})"),
        (Some(names), _, None) => format!("{kind} by {names}"),
        (None, Some(title), Some(year)) if is_named => format!("“{title}” ({year})"),
        (None, Some(title), None) if is_named => format!("“{title}”"),
        (None, Some(title), Some(year)) => format!("{kind} ({title}, {year})"),
        (None, Some(title), None) => format!("{kind} ({title})"),
        (None, None, Some(year)) => format!("{kind} of {year}"),
        (None, None, None) => kind,
    }
}

/// “Smith”, “Smith and Jones”, “Smith et al.”
fn authors(authors: &[Clean]) -> Option<String> {
    let surname = |author: &Clean| {
        let name = author.one_line();
        let surname = match name.split_once(',') {
            Some((surname, _)) => surname.trim().to_owned(),
            None => {
                let initials = |w: &str| w.chars().count() <= 3 && w.chars().all(|c| c.is_uppercase() || c == '.');
                match name.rsplit_once(' ') {
                    // “Smith JA” and “John A. Smith”.
                    Some((before, last)) if initials(last) => before.to_owned(),
                    Some((_, last)) => last.to_owned(),
                    None => name.to_string(),
                }
            }
        };
        Some(surname).filter(|s| s.chars().any(char::is_alphabetic))
    };
    match authors {
        [] => None,
        [one] => surname(one),
        [one, two] => Some(format!("{} and {}", surname(one)?, surname(two)?)),
        [one, ..] => Some(format!("{} et al.", surname(one)?)),
    }
}

/// The first words of a title, for use in brackets.
fn title(title: &str) -> Option<String> {
    const MOST_WORDS: usize = 9;
    // What looks like a citation or a bracket would be read as one.
    if title.contains(['[', ']', '(', ')', '“', '”', '"', '\n']) {
        return None;
    }
    let whole = title.trim().trim_end_matches('.');
    let short = first_words(whole, MOST_WORDS).trim_end_matches([',', ':', ';', '.', '-', '–', ' ']);
    let ends = [
        " of", " the", " a", " an", " in", " and", " for", " with", " by", " to", " on", " from", " through", " after",
        " versus", " at",
    ];
    let short = ends.iter().find_map(|end| short.strip_suffix(end)).unwrap_or(short);
    let cut = if short.len() < whole.len() { " …" } else { "" };
    short.chars().any(char::is_alphabetic).then(|| format!("{short}{cut}"))
}

/// The first words, at most `most`.
fn first_words(text: &str, most: usize) -> &str {
    // A run of blanks counts as several, which only makes it shorter.
    let end = text.match_indices(char::is_whitespace).nth(most.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
    text[..end].trim_end_matches(DANGLING)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{SourceMeta, Stance},
        reason::builtin::fixture::one,
    };

    #[test]
    fn a_source_is_named_by_what_is_known_of_it() {
        let meta = |authors: &[&str], title: &str, year| SourceMeta {
            authors: authors.iter().map(|a| Clean::from(*a)).collect(),
            title: title.into(),
            year,
            ..SourceMeta::default()
        };
        let told = |meta: SourceMeta, rule: &str| {
            let (mut citation, mut weighed) = one(1, Stance::Supports, "x");
            citation.meta = meta;
            weighed.credibility.rule = rule.into();
            source(&WeighedCitation { citation: &citation, weighed: &weighed })
        };
        assert_eq!(
            told(meta(&["Smith JA", "Jones B", "Wu C"], "T", Some(2013)), "cohort study"),
            "a cohort study by Smith et al. (2013)"
        );
        assert_eq!(
            told(meta(&["Gilbert D", "Wu C", "Li B"], "T", Some(2025)), "open-label or single-arm study"),
            "an open-label study by Gilbert et al. (2025)"
        );
        assert_eq!(told(meta(&["John Smith", "Wu, Ann"], "T", None), "unknown design"), "an article by Smith and Wu");
        assert_eq!(told(meta(&[], "Aspirin and stroke.", None), "unknown design"), "an article (Aspirin and stroke)");
        assert_eq!(told(meta(&[], "", None), "unknown design"), "an article");
        assert_eq!(told(meta(&[], "Aspirin: a cohort study.", None), "cohort study"), "“Aspirin: a cohort study”");
    }
}
