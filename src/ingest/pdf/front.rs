//! What the first page of a paper says of it in its text: the title above the authors, the DOI.

use crate::{ingest::meta, text::Clean};

/// The title of a paper that is set like its text, as manuscripts are: what is printed above the authors.
pub(super) fn title_above_authors(page: &[String]) -> Option<String> {
    const AT_FRONT: usize = 10;
    let is_behind = |paragraph: &String| is_head(paragraph, &["abstract", "keywords", "key words"]);
    let front = page.iter().position(is_behind).unwrap_or(page.len()).min(AT_FRONT);
    let front = &page[..front];
    if let Some(named) = front.iter().find_map(|paragraph| paragraph.strip_prefix("Title:")) {
        return Some(named.trim().to_owned());
    }
    let authors = (1..front.len()).find(|at| is_line_of_title(&front[at - 1]) && is_names(&front[*at]))?;
    // Double-spaced lines are paragraphs of their own.
    let above = front[..authors].iter().rev().take_while(|paragraph| is_line_of_title(paragraph)).count();
    let title = front[authors - above..authors].join(" ");
    let begins = title.starts_with(|c: char| c.is_uppercase() || c.is_numeric() || "“‘\"".contains(c));
    (begins && title.split_whitespace().count() <= LONGEST).then_some(title)
}

/// Whether a paragraph begins with one of these words, in any case.
fn is_head(paragraph: &str, words: &[&str]) -> bool {
    let head = |word: &&str| paragraph.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    words.iter().any(head)
}

/// More words than a title has.
const LONGEST: usize = 40;

/// Whether a paragraph could be a title, or a line of one, and is no notice of a publisher and no running head.
fn is_line_of_title(paragraph: &str) -> bool {
    const NOTICES: [&str; 16] = [
        "accepted",
        "available",
        "corresponding",
        "correspondence",
        "copyright",
        "department",
        "doi",
        "http",
        "journal of",
        "manuscript",
        "preprint",
        "publish",
        "running head",
        "running title",
        "university",
        "working paper",
    ];
    let lower = paragraph.to_lowercase();
    (3..=LONGEST).contains(&paragraph.split_whitespace().count())
        && !NOTICES.iter().any(|notice| lower.contains(notice))
}

/// Whether a paragraph is a list of persons: words that begin with capitals, with “and”, commas and marks between them.
fn is_names(paragraph: &str) -> bool {
    const BETWEEN: [&str; 16] =
        ["and", "&", "de", "da", "del", "der", "di", "dos", "la", "le", "van", "von", "den", "ten", "md", "phd"];
    let place = ["Department", "University", "Institute", "School", "Faculty"].map(|place| paragraph.find(place));
    let names = &paragraph[..place.into_iter().flatten().min().unwrap_or(paragraph.len())];
    let words: Vec<&str> = names.split_whitespace().collect();
    let named = |word: &&&str| {
        let bare = word.trim_matches(|c: char| !c.is_alphabetic());
        bare.is_empty() || bare.starts_with(char::is_uppercase) || BETWEEN.contains(&bare.to_lowercase().as_str())
    };
    let capitals = words.iter().filter(named).count();
    let separated = names.contains([',', '&', ';']) || words.contains(&"and");
    let least = if separated { 3 } else { 2 };
    (least..=120).contains(&words.len())
        && (separated || words.len() <= 4)
        && !names.contains(':')
        && capitals * 10 >= words.len() * 9
}

/// A title without the marks of its footnotes; “q” alone is Elsevier's star.
pub(super) fn without_marks(title: &str) -> &str {
    let is_mark = |c: char| {
        c.is_whitespace() || matches!(c, '*' | '∗' | '⁎' | '†' | '‡' | '§' | '¶' | '☆' | '★' | '\u{e000}'..='\u{f8ff}')
    };
    let title = title.trim_end_matches(is_mark);
    title.strip_suffix(" q").unwrap_or(title)
}

/// The DOI after the first mention of `doi` that is one of a paper: not of its data, and not cut off.
pub(super) fn doi(paragraph: &str) -> Option<Clean> {
    /// Figshare, Dryad, OSF, Mendeley Data, Zenodo, Dataverse.
    const DATA: [&str; 6] = ["10.6084/", "10.5061/", "10.17605/", "10.17632/", "10.5281/", "10.7910/"];
    /// What is set behind a DOI without a space.
    const GLUED: [&str; 2] = ["/-/dcsupplemental", "copyright"];
    let lower = paragraph.to_lowercase();
    lower.match_indices("doi").find_map(|(at, word)| {
        let rest = &lower[at + word.len()..];
        let near = rest.find("10.").is_some_and(|gap| gap <= ".org/ : ".len());
        let found = near.then(|| meta::doi(rest)).flatten()?;
        let doi = GLUED.iter().fold(found.as_str(), |doi, glued| doi.split(glued).next().unwrap_or(doi));
        let is_whole = doi.split_once('/').is_some_and(|(_, suffix)| suffix.contains(|c: char| c.is_ascii_digit()));
        (is_whole && !DATA.iter().any(|data| doi.starts_with(data))).then(|| doi.into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(front: &[&str]) -> Option<String> {
        title_above_authors(&front.iter().map(|paragraph| (*paragraph).to_owned()).collect::<Vec<_>>())
    }

    /// A review was named after a file, and a paper could be evidence for itself.
    #[test]
    fn a_manuscript_has_the_title_above_its_authors() {
        let accepted = "This is an Accepted Manuscript of an article published by Springs and Rivers on June 9, 2020";
        for (front, named) in [
            (&["Running head: SPARROWS", "Sparrows sleep longer in the cold", "Anna Walker and Ben Runner"][..], true),
            (&[accepted, "Sparrows sleep longer", "in the cold", "A. Walker¹, B. Runner² & C. de Groot¹"], true),
            (&["1", "Sparrows sleep longer in the cold", "Anna Walker Department of Birds University of Leeds"], true),
            (&["Title: Sparrows sleep longer in the cold", "Author list: Anna Walker MD"], true),
            (&["Sparrows sleep longer in the cold", "We counted the hours that they slept in each month."], false),
            (&["Abstract", "Sparrows sleep longer in the cold", "Anna Walker and Ben Runner"], false),
            (&[accepted, "Anna Walker and Ben Runner"], false),
        ] {
            let expected = named.then_some("Sparrows sleep longer in the cold");
            assert_eq!(title(front).as_deref(), expected, "{front:?}");
        }
    }

    /// The search for its correction asked for another work, or for none.
    #[test]
    fn the_doi_of_a_paper_is_not_that_of_its_data() {
        for (text, found) in [
            ("doi: 10.1000/river.1.", Some("10.1000/river.1")),
            ("www.pnas.org/cgi/doi/10.1073/pnas.1915769117/-/DCSupplemental", Some("10.1073/pnas.1915769117")),
            ("https://doi.org/10.1523/JN.1843-19.2019Copyright © 2020", Some("10.1523/jn.1843-19.2019")),
            ("Data: doi.org/10.5281/zenodo.1200255. Paper: doi 10.1000/b2", Some("10.1000/b2")),
            ("https://doi.org/10.7910/DVN/ICBGVT", None),
            ("doi: 10.1093/ behec", None),
            ("doi: 10.1073/pnas", None),
        ] {
            assert_eq!(doi(text).as_deref(), found, "{text}");
        }
    }

    #[test]
    fn marks_of_footnotes_are_no_part_of_a_title() {
        for marked in ["Birds sleep*", "Birds sleep ☆", "Birds sleep q", "Birds sleep \u{f02a}"] {
            assert_eq!(without_marks(marked), "Birds sleep");
        }
        assert_eq!(without_marks("Vitamin K"), "Vitamin K");
    }
}
