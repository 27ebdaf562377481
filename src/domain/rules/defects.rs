//! Signs that an import damaged a record: what older versions read wrongly, or a scraper wrote.

use crate::domain::SourceMeta;

/// What is wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Defect {
    /// “M\xFCller”.
    Escape,
    /// “'Growing up with tics: a survey of”.
    CutTitle,
    /// “Chronic cough.**DOI:**”.
    Markup,
    /// “PMC Web Scraping”.
    Collection,
    /// “AnnaWalker”, “BenRunner”.
    JoinedNames,
}

impl Defect {
    /// What is wrong, for a count in front of it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Escape => "with escapes in place of letters",
            Self::CutTitle => "with a title that is cut short or quoted",
            Self::Markup => "with marks of Markdown in the title",
            Self::Collection => "with a scraper or a database as the source",
            Self::JoinedNames => "with first and last names run together",
        }
    }
}

/// The first sign of damage in a record.
#[must_use]
pub fn find(meta: &SourceMeta) -> Option<Defect> {
    let title = meta.title.trim();
    let names = || meta.authors.iter().map(|author| author.trim());
    if is_escaped(title) || names().any(is_escaped) {
        return Some(Defect::Escape);
    }
    if title.contains("**") || title.contains("\\_") {
        return Some(Defect::Markup);
    }
    if is_cut(title) {
        return Some(Defect::CutTitle);
    }
    if meta.source_name.as_deref().is_some_and(is_collection) {
        return Some(Defect::Collection);
    }
    let joined = names().filter(|name| is_joined(name)).count();
    (joined > 1 && 2 * joined > meta.authors.len()).then_some(Defect::JoinedNames)
}

/// Whether a name is that of a collection of records or of how one was fetched, and not of who says what it says.
#[must_use]
pub fn is_collection(name: &str) -> bool {
    const NAMES: [&str; 12] = [
        "arxiv",
        "crossref",
        "embase",
        "europe pmc",
        "google scholar",
        "medline",
        "openalex",
        "pmc",
        "pubmed",
        "scopus",
        "semantic scholar",
        "web of science",
    ];
    const WAYS: [&str; 5] = ["scrap", "crawl", "download", "import", "processed"];
    let name = name.to_lowercase();
    NAMES.contains(&name.as_str()) || WAYS.iter().any(|way| name.contains(way))
}

/// “\xFC”, “\u00fc”
fn is_escaped(text: &str) -> bool {
    let is_code = |rest: &str, digits: usize| {
        rest.get(1..=digits).is_some_and(|code| code.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    text.match_indices('\\')
        .map(|(at, _)| &text[at + 1..])
        .any(|rest| rest.starts_with('x') && is_code(rest, 2) || rest.starts_with('u') && is_code(rest, 4))
}

/// Whether a title has one end of a quotation, a doubled apostrophe as YAML writes it, or no end.
fn is_cut(title: &str) -> bool {
    const OPEN: [&str; 14] = ["a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "the", "to", "with"];
    let is_quoted = title.starts_with('\'') && title.matches('\'').count() == 1;
    let last = title.rsplit(' ').next().unwrap_or_default();
    let is_open = title.split(' ').count() > 3 && (OPEN.contains(&last) || last.ends_with([':', ',']));
    is_quoted || title.contains("\'\'") || is_open
}

/// “AnnaWalker”, “RMüller-Vahl K”
fn is_joined(name: &str) -> bool {
    name.split(' ').next().is_some_and(|word| joint(word).is_some())
}

/// Where a name begins within a word, behind another letter or a full stop, as in “AnnaWalker” and “M.Pratt”. “McDonald” is
/// one name.
#[must_use]
pub fn joint(word: &str) -> Option<usize> {
    const PREFIXES: [&str; 12] = ["Mc", "Mac", "De", "Di", "Du", "Da", "La", "Le", "Van", "Von", "Fitz", "O"];
    let chars: Vec<(usize, char)> = word.char_indices().collect();
    let places = chars.windows(3).filter(|three| {
        let [(_, before), (_, first), (_, second)] = three else { return false };
        (before.is_alphabetic() || *before == '.') && first.is_uppercase() && second.is_lowercase()
    });
    places.map(|three| three[1].0).find(|at| !PREFIXES.contains(&&word[..*at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meta(title: &str, authors: &[&str]) -> SourceMeta {
        let authors = authors.iter().map(|name| (*name).into()).collect();
        SourceMeta { title: title.into(), authors, ..SourceMeta::default() }
    }

    /// A report printed “M\xFCller” and half a title, and nothing said that importing the files again mends both.
    #[test]
    fn damage_of_an_import_is_seen_and_sound_records_are_not_accused() {
        for (title, authors, expected) in [
            ("CANNA-TICS: a trial", &["Kirsten RM\\xFCller-Vahl"][..], Some(Defect::Escape)),
            (
                "'Growing up with tic disorders: an Italian survey on quality of life and access",
                &[],
                Some(Defect::CutTitle),
            ),
            (
                "Safety and Effect of 12-Month Ecopipam Treatment in Pediatric Patients with",
                &[],
                Some(Defect::CutTitle),
            ),
            ("Tourette\'\'s syndrome and neonatal anoxia", &[], Some(Defect::CutTitle)),
            (
                "Chronic tic cough in adults: a case report.**DOI:** 10.3389/fmed.2025.1657223",
                &[],
                Some(Defect::Markup),
            ),
            ("Tics", &["VBaglioni", "DEsposito", "Notaristefano I"], Some(Defect::JoinedNames)),
            ("Tourette\'s syndrome", &["McDonald A", "DeLong B", "MacKay C"], None),
            ("\'Just refer me\': a study of care", &["Müller-Vahl KR"], None),
            ("What is pain in, and for?", &["O\'Brien P", "van den Berg A"], None),
        ] {
            assert_eq!(find(&meta(title, authors)), expected, "{title} {authors:?}");
        }
        let scraped = SourceMeta { source_name: Some("PMC Web Scraping".into()), ..meta("Tics", &[]) };
        assert_eq!(find(&scraped), Some(Defect::Collection));
    }
}
