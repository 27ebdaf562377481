//! Pages as an extractor gives them become paragraphs to quote from.

use unicode_normalization::UnicodeNormalization;

use crate::{
    ingest::plain,
    text::{join_line, without_broken_words},
};

use super::{
    compounds::with_compounds,
    margins::{without_banner, without_line_numbers, without_running_heads},
    symbols,
};

/// The paragraphs of each page, without running heads and page numbers, with
/// ligatures written out and broken lines joined.
pub(super) fn tidy(pages: &[String]) -> Vec<Vec<String>> {
    let paragraphs = |page: &String| {
        let page = with_wide_lines_apart(page);
        with_headings(plain::paragraphs(&page).iter().map(|p| without_broken_words(p)).collect())
    };
    without_running_heads(&with_letters(pages)).iter().map(paragraphs).collect()
}

/// Paragraphs with the headings that a layout took apart: “A”, “BSTRACT” in small capitals, and a label that is set
/// beside the first line of its section (“Abstract Trisomies are”, “Background”, “known to be …”).
fn with_headings(paragraphs: Vec<String>) -> Vec<String> {
    const HEADINGS: [&str; 10] = [
        "ABSTRACT",
        "BACKGROUND",
        "CONCLUSION",
        "CONCLUSIONS",
        "DISCUSSION",
        "INTRODUCTION",
        "METHODS",
        "REFERENCES",
        "RESULTS",
        "SUMMARY",
    ];
    const LABELS: [&str; 5] = ["Aims", "Background", "Introduction", "Objective", "Objectives"];
    let mut rest = paragraphs.into_iter().peekable();
    let mut out = Vec::new();
    while let Some(mut one) = rest.next() {
        let is_capital = one.len() == 1 && one.bytes().all(|b| b.is_ascii_uppercase());
        if is_capital && let Some(tail) = rest.next_if(|next| HEADINGS.contains(&format!("{one}{next}").as_str())) {
            one.push_str(&tail);
        } else if let Some(text) = one.strip_prefix("Abstract ").filter(|text| !text.ends_with(['.', '?', '!', ':']))
            && let Some(label) = rest.next_if(|next| LABELS.contains(&next.as_str()))
        {
            let goes_on = rest.next_if(|next| next.starts_with(char::is_lowercase));
            let text = [Some(text.to_owned()), goes_on].into_iter().flatten().collect::<Vec<_>>().join(" ");
            out.extend(["Abstract".to_owned(), label]);
            one = text;
        }
        out.push(one);
    }
    out
}

/// The pages with their letters as they are meant, without the numbers of their lines.
fn with_letters(pages: &[String]) -> Vec<String> {
    let pages: Vec<String> = pages
        .iter()
        .map(|page| with_ranges(&with_accents(&plain::without_ligatures(page)).replace("+−", "±")))
        .collect();
    let pages: Vec<String> = pages.iter().map(|page| without_banner(page)).collect();
    with_compounds(&symbols::with_signs(&without_line_numbers(pages)))
}

/// The lines of a title as one, mended as the pages that they are from.
pub(super) fn title(lines: &str, pages: &[String]) -> String {
    let all: Vec<String> = pages.iter().cloned().chain([lines.to_owned()]).collect();
    let mut title = String::new();
    for line in with_letters(&all).last().into_iter().flat_map(|lines| lines.lines()) {
        join_line(&mut title, line.trim());
    }
    without_broken_words(&title)
}

/// A page's widest lines, of a footer in small type, in blocks of their own: beside one of them every line of an abstract
/// would pass for a paragraph that nobody broke.
fn with_wide_lines_apart(page: &str) -> String {
    let is_wide = |line: &str| line.chars().count() > plain::WIDEST;
    let mut out = String::with_capacity(page.len());
    let mut last = None;
    for line in page.lines() {
        if last.is_some_and(|last| last != is_wide(line)) {
            out.push('\n');
        }
        last = Some(is_wide(line));
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// “15---92” is “15–92”: TeX's dash, as a producer wrote it out; so is “1– 5”.
fn with_ranges(page: &str) -> String {
    let joined = |text: &str, dash: &str| {
        let mut parts = text.split(dash);
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let is_range =
                out.ends_with(|c: char| c.is_ascii_digit()) && part.starts_with(|c: char| c.is_ascii_digit());
            out.push_str(if is_range { "–" } else { dash });
            out.push_str(part);
        }
        out
    };
    joined(&joined(page, "---"), "– ")
}

/// TeX sets an accent before its letter: `Lemaˆıtre` is Lemaître.
fn with_accents(text: &str) -> String {
    let combining = |accent| {
        Some(match accent {
            '\u{b4}' => '\u{301}',
            '\u{2c6}' => '\u{302}',
            '\u{a8}' => '\u{308}',
            '\u{2dc}' => '\u{303}',
            '\u{b8}' => '\u{327}',
            '\u{2c7}' => '\u{30c}',
            '\u{2da}' => '\u{30a}',
            _ => return None,
        })
    };
    const VOWELS: &str = "aeiouAEIOU";
    // No accent is on these letters: it belongs to the vowel in front of it, here and on the page.
    let letters: Vec<char> = text.chars().collect();
    let behind = letters
        .windows(3)
        .any(|at| VOWELS.contains(at[0]) && matches!(at[1], '\u{b4}' | '\u{a8}') && "bdfghkmptvwx".contains(at[2]));
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let Some(mark) = combining(c) else {
            out.push(c);
            continue;
        };
        // Other producers set it behind the letter, and a blank behind it: “Gonza´ lez”.
        let next = chars.peek().copied();
        if let Some(vowel) = out.chars().next_back().filter(|c| VOWELS.contains(*c))
            && (behind || next == Some(' ') && chars.clone().nth(1).is_some_and(char::is_lowercase))
        {
            out.pop();
            out.extend([vowel, mark].into_iter().nfc());
            let goes_on = chars.clone().nth(1).is_some_and(char::is_lowercase);
            chars.next_if(|next| *next == ' ' && goes_on && !behind);
            continue;
        }
        match chars.next_if(|next| next.is_alphabetic()) {
            None => out.push(c),
            Some('ı') => out.extend(['i', mark].into_iter().nfc()),
            Some(letter) => out.extend([letter, mark].into_iter().nfc()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_that_are_set_before_their_letters_are_put_on_them() {
        assert_eq!(with_accents("Lema\u{2c6}\u{131}tre, G\u{a8}odel ´ x"), "Lemaître, Gödel ´ x");
        assert_eq!(with_accents("Gonza´ lez and Scho¨ n, a ´ x"), "González and Schön, a ´ x");
        assert_eq!(with_accents("Socie´te´ de Biologie Mole´culaire"), "Société de Biologie Moléculaire");
    }

    /// A paper's abstract would be read as its text, and its findings would be lost.
    #[test]
    fn headings_that_a_layout_took_apart_are_whole_again() {
        let read = |lines: &[&str]| with_headings(lines.iter().map(|line| (*line).to_owned()).collect());
        assert_eq!(read(&["A", "BSTRACT", "Results"]), ["ABSTRACT", "Results"]);
        assert_eq!(
            read(&["Abstract Trisomies are", "Background", "known to be rare. Methods We asked."]),
            ["Abstract", "Background", "Trisomies are known to be rare. Methods We asked."]
        );
        for kept in [["A", "RESULTS"], ["Abstract We asked.", "Background"]] {
            assert_eq!(read(&kept), kept);
        }
    }

    /// The abstract would end after three of its lines, and its findings would be lost.
    #[test]
    fn a_wide_footer_above_an_abstract_leaves_it_one_paragraph() {
        let wide =
            "Abbreviations of the paper are listed here in small type over the whole width of the page. ".repeat(2);
        let page = format!(
            "{wide}\nWalking is a cheap way to sleep better\nEPNEC is rare and walkers slept longer\nthan others."
        );
        let text = "Walking is a cheap way to sleep better EPNEC is rare and walkers slept longer than others.";
        assert_eq!(tidy(&[page]), [[wide.trim(), text]]);
    }

    /// A list of papers would call it “InXuence of platinum- based syn- dromes”.
    #[test]
    fn a_title_is_mended_as_its_pages_are() {
        let page = "The eVect of diVerent signiWcant drugs was speciWc to platinum-based care. ".repeat(3);
        assert_eq!(
            title("InXuence and syn-\ndromes in platinum-\nbased care", &[page]),
            "Influence and syndromes in platinum-based care"
        );
    }
}
