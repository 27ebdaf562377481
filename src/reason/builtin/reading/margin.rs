//! Paragraphs that a page has beside its running text: footnotes, licences, captions.

use crate::text::word_count;

/// Whether a paragraph is a footnote to title and authors, or says how the paper is to be cited and used: it may be
/// anywhere among the parts of an abstract.
pub(super) fn is_margin(paragraph: &str) -> bool {
    const HEADS: [&str; 14] = [
        "©",
        "copyright ©",
        "copyright 19",
        "copyright 20",
        "* correspondence",
        "*correspondence",
        "cite this article",
        "to cite this",
        "how to cite",
        "this is an open access article",
        "this article is distributed under",
        "material published in",
        "permission to make digital",
        "electronic supplementary material",
    ];
    // A page's layout may run the abstract itself into such a line.
    const LONGEST: usize = 150;
    if word_count(paragraph) > LONGEST {
        return false;
    }
    let mut chars = paragraph.chars();
    let is_mark = chars.next().is_some_and(|c| matches!(c, '∗' | '†' | '‡' | '§' | '¶'));
    let head: String = paragraph.chars().take(60).flat_map(char::to_lowercase).collect();
    is_mark && chars.next().is_some_and(char::is_alphabetic) || HEADS.iter().any(|name| head.starts_with(name))
}

/// Whether a paragraph names who edited the paper and when it came, as those of PNAS do between authors and abstract.
pub(super) fn is_editors_line(paragraph: &str) -> bool {
    paragraph.starts_with("Edited by ")
        && paragraph.contains("received")
        && ["accepted", "approved"].iter().any(|word| paragraph.contains(word))
        && word_count(paragraph) < 40
}

/// Whether a page is the sheet that an archive puts before a paper.
pub(super) fn is_sheet(page: &str) -> bool {
    const PHRASES: [&str; 10] = [
        "archive ouverte",
        "citation for published version",
        "document version",
        "general rights",
        "hal id:",
        "jstor is a not-for-profit",
        "link to publication",
        "multi-disciplinary open access",
        "take down policy",
        "this version is available at",
    ];
    let lower = page.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    PHRASES.iter().filter(|phrase| lower.contains(*phrase)).count() > 1
}

/// Whether a paragraph is the text below a figure or above a table.
pub(super) fn is_caption(paragraph: &str) -> bool {
    const KINDS: [&str; 12] = [
        "figure",
        "fig.",
        "fig",
        "table",
        "supplementary figure",
        "supplementary table",
        "additional file",
        "box",
        "scheme",
        "appendix",
        "extended data fig.",
        "plate",
    ];
    let lower: String = paragraph.chars().take(60).flat_map(char::to_lowercase).collect();
    KINDS.iter().any(|kind| {
        lower.strip_prefix(kind).is_some_and(|rest| {
            let rest = rest.trim_start_matches([' ', '\u{a0}']);
            let number = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
            let short = rest.len() - number.len();
            // “Table 2 shows that …” is a sentence about it.
            (1..=4).contains(&short)
                && rest[..short].bytes().any(|b| b.is_ascii_digit() || b"ivxs".contains(&b))
                && (number.starts_with(['.', ':', '|', '—', '–', ')'])
                    || number.trim_start().starts_with(char::is_uppercase)
                    || paragraph[paragraph.len().min(kind.len() + 1 + short)..]
                        .trim_start()
                        .starts_with(char::is_uppercase))
        })
    })
}

/// Whether a paragraph is nothing but “FIGURE 1” or “Table 2”.
pub(super) fn is_caption_number(paragraph: &str) -> bool {
    let Some((kind, number)) = paragraph.split_once(' ') else { return false };
    let number = number.trim_end_matches(['.', ':', '|', ' ']);
    ["figure", "fig.", "table"].iter().any(|name| kind.eq_ignore_ascii_case(name))
        && (1..=2).contains(&number.len())
        && number.bytes().all(|b| b.is_ascii_digit())
}
