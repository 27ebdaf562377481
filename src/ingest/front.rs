//! What can be read off the first page of a paper: the title above the authors, and the DOI.

use crate::text::Clean;

use super::meta;

/// The title of a paper that is set like its text, as manuscripts and plain texts are: what is printed above the
/// authors. `lines` are the lines or paragraphs of the first page.
pub(super) fn title_above_authors<'a>(lines: impl IntoIterator<Item = &'a str>) -> Option<String> {
    const AT_FRONT: usize = 25;
    let is_behind = |line: &&str| is_head(line, &["abstract", "keywords", "key words", "introduction"]);
    let lines = lines.into_iter().map(str::trim).filter(|line| line.contains(char::is_alphabetic));
    let front: Vec<&str> = lines.take(AT_FRONT).take_while(|line| !is_behind(line)).collect();
    if let Some(named) = front.iter().find_map(|line| line.strip_prefix("Title:")) {
        return Some(named.trim().to_owned());
    }
    let is_labelled = |line: &str| ["Author:", "Authors:"].iter().any(|label| line.starts_with(label));
    let are_authors = |at: &usize| is_labelled(front[*at]) || is_authors(&front[at - 1..]);
    let above = (1..front.len()).filter(are_authors).find_map(|authors| {
        let above = front[..authors].iter().rposition(|line| !is_kind(line))?;
        let lines = front[..=above].iter().rev().take_while(|line| is_line_of_title(line)).count();
        (lines > 0).then(|| front[above + 1 - lines..=above].join(" "))
    });
    let begins = |title: &String| title.starts_with(|c: char| c.is_uppercase() || c.is_numeric() || "“‘\"".contains(c));
    let length = 3..=LONGEST;
    above.filter(begins).filter(|title| length.contains(&title.split_whitespace().count()))
}

/// More words than a title has.
const LONGEST: usize = 40;

/// Kinds of articles, as they are set above titles.
const KINDS: [&str; 33] = [
    "article",
    "brief communication",
    "brief report",
    "case report",
    "clinical study",
    "commentary",
    "corrigendum",
    "editorial",
    "erratum",
    "essay",
    "letter",
    "letter to the editor",
    "methodology report",
    "note",
    "open",
    "open access",
    "opinion",
    "original article",
    "original articles",
    "original investigation",
    "original paper",
    "original research",
    "perspective",
    "regular article",
    "report",
    "research",
    "research article",
    "research articles",
    "research paper",
    "review",
    "review article",
    "short communication",
    "viewpoint",
];

/// Whether a line is the kind of article that follows.
pub(super) fn is_kind(line: &str) -> bool {
    KINDS.iter().any(|kind| kind.eq_ignore_ascii_case(line))
}

/// A title without the kind of article that is set before it in capitals.
pub(super) fn without_kind(title: &str) -> &str {
    let rest = |kind: &&str| title.strip_prefix(kind.to_uppercase().as_str())?.strip_prefix(' ');
    let is_title = |rest: &&str| rest.starts_with(char::is_uppercase) && rest.contains(char::is_lowercase);
    KINDS.iter().filter_map(rest).find(is_title).unwrap_or(title)
}

/// Whether a line begins with one of these words, in any case.
fn is_head(line: &str, words: &[&str]) -> bool {
    let head = |word: &&str| line.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    words.iter().any(head)
}

/// Whether a line could be a title or be of one: no notice of a publisher, no running head.
fn is_line_of_title(line: &str) -> bool {
    const NOTICES: [&str; 22] = [
        "accepted",
        "available",
        "contents lists",
        "copyright",
        "corresponding",
        "correspondence",
        "department",
        "doi",
        "downloaded",
        "forthcoming",
        "http",
        "journal homepage",
        "journal of",
        "manuscript",
        "preprint",
        "publish",
        "running head",
        "running title",
        "university",
        "updated:",
        "working paper",
        "www",
    ];
    /// “Cognition 129 (2013) 292–308”.
    const MOST_DIGITS: usize = 7;
    let lower = line.to_lowercase();
    // “O R I G I N A L A R T I C L E”
    let is_spaced = line.split_whitespace().all(|word| word.chars().count() <= 2);
    line.split_whitespace().count() <= LONGEST
        && line.chars().filter(char::is_ascii_digit).count() < MOST_DIGITS
        && !is_spaced
        && !is_kind(line)
        && !NOTICES.iter().any(|notice| lower.contains(notice))
}

/// Whether the second of these lines names the authors: words that begin with capitals, with commas, marks or “and”
/// between them, and no line of the title, which may be set so too.
fn is_authors(lines: &[&str]) -> bool {
    const BETWEEN: [&str; 16] =
        ["and", "&", "de", "da", "del", "der", "di", "dos", "la", "le", "van", "von", "den", "ten", "md", "phd"];
    const PLACES: [&str; 8] =
        ["Department", "University", "Institute", "School", "Faculty", "College", "Université", "Universität"];
    let [before, line, behind @ ..] = lines else { return false };
    let names = &line[..PLACES.iter().filter_map(|place| line.find(place)).min().unwrap_or(line.len())];
    let words: Vec<&str> = names.split_whitespace().collect();
    let is_named = |word: &&&str| {
        let bare = word.trim_matches(|c: char| !c.is_alphabetic());
        bare.is_empty() || bare.starts_with(char::is_uppercase) || BETWEEN.contains(&bare.to_lowercase().as_str())
    };
    let is_capitals = |line: &str| !line.contains(char::is_lowercase);
    let capitals = words.iter().filter(is_named).count();
    let is_mark = |c: char| c.is_numeric() || "*∗†⇑".contains(c);
    let is_marked = names.contains([',', ';']) || names.trim_end().ends_with(is_mark);
    // A line of a title in capitals is one of names by what follows it.
    let is_followed = names.len() < line.len()
        || behind.first().is_some_and(|next| next.contains(['@']) || PLACES.iter().any(|place| next.contains(place)));
    (2..=120).contains(&words.len())
        && (is_marked || is_followed || behind.is_empty())
        && !names.contains(':')
        && !(is_capitals(before) && is_capitals(line))
        && capitals * 10 >= words.len() * 9
}

/// A title without the marks of its footnotes; “q” alone is Elsevier's star.
pub(super) fn without_marks(title: &str) -> &str {
    let is_mark = |c: char| {
        c.is_whitespace() || matches!(c, '*' | '∗' | '⁎' | '†' | '‡' | '§' | '¶' | '☆' | '★' | '\u{e000}'..='\u{f8ff}')
    };
    let title = title.trim_end_matches(is_mark);
    let title = title.strip_suffix(" q").unwrap_or(title);
    // “consumption1–3”: footnotes behind a word, more than one, since “B12” and “interleukin6” are names.
    let word = title.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | '–' | '-'));
    let notes = &title[word.len()..];
    let is_list = notes.contains(['–', ',', '-']) && notes.starts_with(|c: char| c.is_ascii_digit());
    if is_list && word.ends_with(|c: char| c.is_lowercase()) { word } else { title }
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
        title_above_authors(front.iter().copied())
    }

    /// A review was named after a file, and a paper could be evidence for itself.
    #[test]
    fn a_manuscript_has_the_title_above_its_authors() {
        let accepted = "This is an Accepted Manuscript of an article published by Springs and Rivers on June 9, 2020";
        for (front, named) in [
            (&["Running head: SPARROWS", "Sparrows sleep longer in the cold", "Anna Walker and Ben Runner"][..], true),
            (&[accepted, "Sparrows sleep longer", "in the cold", "A. Walker¹, B. Runner² & C. de Groot¹"], true),
            (&["1", "Sparrows sleep longer in the cold", "Anna Walker Department of Birds University of Leeds"], true),
            (&["Sparrows sleep longer in the cold", "Authors: Anna Walker¹*, Ben Runner¹, Group of Birds²†"], true),
            (&["Title: Sparrows sleep longer in the cold", "Author list: Anna Walker MD"], true),
            (
                &[
                    "Journal of Birds 2011, 99, 300–312",
                    "ORIGINAL ARTICLE",
                    "Sparrows sleep longer",
                    "in the cold",
                    "A. Walker1",
                ],
                true,
            ),
            (&["Sparrows sleep longer in the cold", "Research", "A. Walker1,2, Ben Runner2"], true),
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
        for marked in ["Birds sleep*", "Birds sleep ☆", "Birds sleep q", "Birds sleep1–3", "Birds sleep \u{f02a}"] {
            assert_eq!(without_marks(marked), "Birds sleep");
        }
        for plain in ["Vitamin K", "Trends of 2019–2021", "Roles of interleukin6"] {
            assert_eq!(without_marks(plain), plain);
        }
    }
}
