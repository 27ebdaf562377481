//! Whether a passage says what it says with the paper under review as its source (`docs/rules.md#issues`).

use crate::{
    domain::SourceMeta,
    text::{Clean, fold},
};

use super::hygiene::{plain_doi, telling_title};

/// The rule by which a passage that cites the paper under review supports nothing.
pub const RULE: &str = "circular support";

/// Whether `passage`, of a document with these `pages`, cites `paper`, which the document has in its list of references.
#[must_use]
pub fn cites_paper<'a>(passage: &str, pages: impl Iterator<Item = &'a str>, paper: &SourceMeta) -> bool {
    let Some(number) = number_of(pages.flat_map(|page| page.split("\n\n")), paper) else { return false };
    number.is_some_and(|number| numbers(passage).contains(&number)) || names(passage, paper)
}

/// The number of the paper in the list of references among these paragraphs, which may be its place there where the list has
/// lost its numbers; `None` where there is no entry for it.
fn number_of<'a>(paragraphs: impl Iterator<Item = &'a str>, paper: &SourceMeta) -> Option<Option<u32>> {
    const HEADINGS: [&str; 4] = ["references", "reference list", "bibliography", "literature cited"];
    let mut place = None;
    for part in paragraphs {
        let heading = part.trim_matches(|c: char| !c.is_alphabetic());
        if HEADINGS.iter().any(|known| known.eq_ignore_ascii_case(heading)) {
            place = Some(0);
            continue;
        }
        place = place.map(|place: u32| place + 1);
        if is_entry(part, paper) {
            let written: String =
                part.trim_start_matches(['[', '(', ' ']).chars().take_while(char::is_ascii_digit).collect();
            return Some(written.parse().ok().or(place).filter(|number| (1..=MOST).contains(number)));
        }
    }
    None
}

/// Lists of references are no longer; greater numbers are years.
const MOST: u32 = 999;

/// Whether a paragraph is a reference to the paper and to nothing else.
fn is_entry(part: &str, paper: &SourceMeta) -> bool {
    /// Longer paragraphs are prose, in bytes.
    const LONGEST: usize = 900;
    if part.len() > LONGEST {
        return false;
    }
    let doi = paper.doi.as_ref().map(|doi| plain_doi(doi)).filter(|doi| !doi.is_empty());
    let titled = || {
        let squashed: String = part.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        telling_title(&paper.title).is_some_and(|title| squashed.contains(&title))
    };
    doi.is_some_and(|doi| part.to_lowercase().contains(&doi)) || titled()
}

/// The numbers of the references in a passage: “[3, 5–7]”, “putamen.76”, “putamen⁷⁶”.
fn numbers(passage: &str) -> Vec<u32> {
    let raised: Vec<char> = passage.chars().collect();
    let chars: Vec<char> = raised.iter().map(|c| lowered(*c)).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let is_marker = raised[at] != chars[at] || is_marker(&chars[..at]);
        if chars[at].is_ascii_digit() && is_marker {
            let list: String = chars[at..]
                .iter()
                .take_while(|c| c.is_ascii_digit() || matches!(c, ',' | '-' | '–' | ' ' | ';'))
                .collect();
            found.extend(listed(&list));
            at += list.chars().count();
        } else {
            at += 1;
        }
    }
    found
}

/// Whether a number behind this is that of a reference: in square brackets, or right behind the full stop or comma of a
/// word.
fn is_marker(before: &[char]) -> bool {
    match before {
        [.., '['] => true,
        [.., word, '.' | ',' | ')' | '”'] => word.is_alphabetic(),
        _ => false,
    }
}

/// A raised figure as a plain one.
fn lowered(c: char) -> char {
    match c {
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁰' | '⁴'..='⁹' => char::from_digit(c as u32 - '⁰' as u32, 10).unwrap_or(c),
        _ => c,
    }
}

/// The numbers of a list with ranges: “3, 5–7”.
fn listed(list: &str) -> Vec<u32> {
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|number| *number <= MOST);
    list.split([',', ';'])
        .flat_map(|part| {
            let mut ends = part.split(['-', '–']).filter_map(number);
            let first = ends.next();
            let last = ends.next().or(first);
            first.zip(last).map_or(0..0, |(first, last)| first..last.saturating_add(1))
        })
        .collect()
}

/// Whether a passage names the paper by its first author and year: “(Rae et al., 2018)”.
fn names(passage: &str, paper: &SourceMeta) -> bool {
    /// How far behind the name the year may be, in bytes.
    const NEAR: usize = 30;
    let Some((family, year)) = paper.authors.first().and_then(family).zip(paper.year) else { return false };
    let passage = fold(passage);
    passage.match_indices(&family).any(|(at, _)| {
        let is_word = !passage[..at].ends_with(char::is_alphanumeric);
        let behind: String = passage[at + family.len()..].chars().take(NEAR).collect();
        is_word && !behind.starts_with(char::is_alphanumeric) && behind.contains(&year.to_string())
    })
}

fn family(author: &Clean) -> Option<String> {
    let name = author.one_line();
    let family = name.split_once(',').map(|(family, _)| family).or_else(|| Some(name.rsplit_once(' ')?.0))?;
    Some(fold(family.trim())).filter(|family| family.len() > 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paper() -> SourceMeta {
        SourceMeta {
            title: "Face perception enhances insula and motor network reactivity in Tourette syndrome".into(),
            authors: vec!["Rae CL".into(), "Critchley HD".into()],
            year: Some(2018),
            doi: Some("10.1093/brain/awy254".into()),
            ..SourceMeta::default()
        }
    }

    /// A list of references in Markdown has no numbers once it is read, and none of its passages was known to cite the paper.
    #[test]
    fn in_a_list_without_numbers_the_place_is_the_number() {
        let passage = "Face perception elicited activity [2].";
        let entry =
            "Rae CL, Critchley HD. Face perception enhances insula and motor network reactivity in Tourette syndrome.";
        let text = format!("{passage}\n\nReferences\n\nWalker A. Tics. 2001.\n\n{entry}\n\nRunner B. Tics. 2002.");
        let cites = |passage: &str| cites_paper(passage, [text.as_str()].into_iter(), &paper());
        assert!(cites(passage));
        assert!(!cites("Face perception elicited activity [1].") && !cites("Face perception elicited activity [3]."));
    }

    /// A review that repeats the paper counted as independent support of it.
    #[test]
    fn a_passage_that_cites_the_paper_is_known_by_the_list_of_references() {
        let entries = "1. Walker A. Tics. 2001.\n\n76.Rae CL, Critchley HD. Face perception enhances insula and motor \
                       network reactivity in Tourette syndrome. Brain 2018.";
        let by_doi = "[76] Rae et al., https://doi.org/10.1093/brain/awy254";
        for (passage, cites) in [
            ("Face perception was shown to elicit activity in the putamen.76", true),
            ("Face perception elicited activity.⁷⁶", true),
            ("Face perception elicited activity [3, 75–77].", true),
            ("Rae and colleagues (2018) showed activity.", true),
            ("Activity was seen in faces (Rae et al., 2018).", true),
            ("Face perception elicited activity.1", false),
            ("Activity rose in 76 of 100 adults, by 0.76 points.", false),
            ("Activity rose by 1.76.", false),
            ("Racket players (2018) were faster.", false),
        ] {
            for references in [entries, by_doi] {
                assert_eq!(cites_paper(passage, [passage, references].into_iter(), &paper()), cites, "{passage}");
            }
            assert!(!cites_paper(passage, ["1. Walker A. Tics. 2001."].into_iter(), &paper()), "{passage}");
        }
    }
}
