//! What is printed around a page's text: a preprint's licence, the numbers of lines and pages, running heads.

use std::collections::{BTreeMap, BTreeSet};

/// A page without the licence that bioRxiv and medRxiv print across it, line by line in the midst of its text.
pub(super) fn without_banner(page: &str) -> String {
    const PARTS: [&str; 8] = [
        "bioRxiv preprint",
        "medRxiv preprint",
        "not certified by peer review",
        "preprint in perpetuity",
        "perpetuity. It is made available under",
        "The copyright holder for this",
        "this version posted",
        "International license",
    ];
    if !page.contains("certified by peer review") {
        return page.to_owned();
    }
    let is_part = |line: &&str| PARTS.iter().any(|part| line.contains(part)) || [".", ";"].contains(&line.trim());
    page.lines().filter(|line| !is_part(line)).collect::<Vec<_>>().join("\n")
}

/// A manuscript's pages without the numbers that their lines carry at their beginning or end: those of its author, and those
/// that a journal's system adds to them.
pub(super) fn without_line_numbers(pages: Vec<String>) -> Vec<String> {
    match without_a_series(&pages) {
        Some(once) => without_a_series(&once).unwrap_or(once),
        None => pages,
    }
}

/// The pages without the numbers on one side of their lines; `None` where no page has any.
fn without_a_series(pages: &[String]) -> Option<Vec<String>> {
    /// Numbered lines on a page, at least; a table has fewer rows in a series.
    const FEWEST: usize = 8;
    /// The same on a page of a manuscript with numbered pages, which may be half empty or have a list of references.
    const FEWEST_OF_REST: usize = 3;
    let mut bare: Vec<Option<String>> = pages.iter().map(|page| unnumbered(page, FEWEST, 0.5)).collect();
    bare.iter().find(|bare| bare.is_some())?;
    for (bare, page) in bare.iter_mut().zip(pages).filter(|(bare, _)| bare.is_none()) {
        *bare = unnumbered(page, FEWEST_OF_REST, 0.0);
    }
    Some(pages.iter().zip(bare).map(|(page, bare)| bare.unwrap_or_else(|| page.clone())).collect())
}

/// The page without the numbers of its lines where at least `fewest` lines and this `share` of all are numbered in series.
fn unnumbered(page: &str, fewest: usize, share: f64) -> Option<String> {
    let is_digit = |c: char| c.is_ascii_digit();
    let ending = |line: &str| {
        let text = line.trim_end().trim_end_matches(is_digit);
        (line.trim_end()[text.len()..].parse::<u32>().ok(), text.trim_end().to_owned())
    };
    let opening = |line: &str| {
        let text = line.trim_start().trim_start_matches(is_digit);
        let number = line.trim_start();
        (number[..number.len() - text.len()].parse::<u32>().ok(), text.trim_start().to_owned())
    };
    let lines: Vec<&str> = page.lines().collect();
    let filled = lines.iter().filter(|line| !line.trim().is_empty()).count();
    let sides: [Vec<(Option<u32>, String)>; 2] =
        [lines.iter().map(|line| ending(line)).collect(), lines.iter().map(|line| opening(line)).collect()];
    for side in sides {
        let numbers: Vec<(usize, u32)> =
            side.iter().enumerate().filter_map(|(at, (number, _))| Some((at, (*number)?))).collect();
        let follows = |one: &(usize, u32), next: &(usize, u32)| one.1.checked_add(1) == Some(next.1);
        let mut counted: BTreeSet<usize> = BTreeSet::new();
        for pair in numbers.windows(2).filter(|pair| follows(&pair[0], &pair[1])) {
            counted.extend([pair[0].0, pair[1].0]);
        }
        if counted.len() >= fewest && counted.len() as f64 >= share * filled as f64 {
            let kept = lines
                .iter()
                .enumerate()
                .map(|(at, line)| if counted.contains(&at) { side[at].1.as_str() } else { *line });
            return Some(kept.collect::<Vec<_>>().join("\n"));
        }
    }
    None
}

/// The pages without their running heads and page numbers.
pub(super) fn without_running_heads(pages: &[String]) -> Vec<String> {
    let running = running_lines(pages);
    pages.iter().map(|page| without_running(page, &running)).collect()
}

/// How many lines at the top and bottom of a page may be running heads.
const EDGE: usize = 2;

/// The lines at a page's edge, by number.
fn edges(lines: &[&str]) -> BTreeSet<usize> {
    let filled: Vec<usize> = (0..lines.len()).filter(|at| !lines[*at].trim().is_empty()).collect();
    filled.iter().take(EDGE).chain(filled.iter().rev().take(EDGE)).copied().collect()
}

/// A running head without what changes from page to page; its number may be set small and raised.
fn shape(line: &str) -> String {
    let letters = line.chars().filter(|c| !c.is_numeric() && !c.is_whitespace());
    letters.flat_map(char::to_lowercase).collect()
}

/// The shapes that are at the edge of at least three pages and a third of
/// them (left and right pages differ).
fn running_lines(pages: &[String]) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for page in pages {
        let lines: Vec<&str> = page.lines().collect();
        let shapes: BTreeSet<String> = edges(&lines).into_iter().map(|at| shape(lines[at])).collect();
        for shape in shapes.into_iter().filter(|shape| !shape.is_empty()) {
            *seen.entry(shape).or_default() += 1;
        }
    }
    seen.retain(|_, pages_with| *pages_with >= 3 && *pages_with * 3 >= pages.len());
    seen.into_keys().collect()
}

fn without_running(page: &str, running: &BTreeSet<String>) -> String {
    let lines: Vec<&str> = page.lines().collect();
    let edges = edges(&lines);
    let runs = |at: usize| edges.contains(&at) && (is_page_number(lines[at]) || running.contains(&shape(lines[at])));
    let mut kept = String::with_capacity(page.len());
    for (at, line) in lines.iter().enumerate() {
        // What a head was apart from stays apart.
        kept.push_str(if runs(at) { "" } else { line });
        kept.push('\n');
    }
    kept
}

fn is_page_number(line: &str) -> bool {
    let bare = line.trim().trim_matches(|c: char| matches!(c, '-' | '–' | '—' | '|' | ' '));
    let bare = bare.strip_prefix("Page ").or_else(|| bare.strip_prefix("page ")).unwrap_or(bare);
    let number = |text: &str| !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit());
    number(bare)
        || bare
            .split_once(" of ")
            .or_else(|| bare.split_once('/'))
            .is_some_and(|(page, all)| number(page) && number(all))
}

#[cfg(test)]
pub(super) mod tests {
    use super::{super::tidy::tidy, *};

    #[test]
    fn the_licence_across_a_preprint_is_not_text() {
        let page = "representing genes and cells\n.\nCC-BY-ND 4.0 International license\nperpetuity. It is made available under a\n\
            preprint (which was not certified by peer review) is the author/funder, who has granted bioRxiv a license to \
            display the preprint in\nThe copyright holder for this\nthis version posted November 28, 2025.\n;\nand single cells.";
        assert_eq!(without_banner(page), "representing genes and cells\nand single cells.");
        let other = "The license is an International license\n.\nand more";
        assert_eq!(without_banner(other), other);
    }

    /// The numbers of a manuscript's lines would be in the middle of every quoted sentence.
    #[test]
    fn line_numbers_of_a_manuscript_are_not_text() {
        let line = |n: usize| format!("line of letters and figures {}", ["one", "two", "three"][n % 3]);
        let page = |number: &dyn Fn(usize) -> String| (20..40).map(number).collect::<Vec<_>>().join("\n");
        let bare = page(&line);
        let behind = page(&|n| format!("{}{n}", line(n)));
        let before = page(&|n| format!("{n}   {}", line(n)));
        assert_eq!(without_line_numbers(vec![behind.clone(), before]), [bare.clone(), bare.clone()]);
        let table = "Dose 1\nDose 2\nDose 3\nThe other lines of the page\nhave no number at their end.";
        assert_eq!(without_line_numbers(vec![table.to_owned()]), [table]);
        // The last page of a manuscript goes on with references, which have no number.
        let last = format!("of sheer 447\nscale and 448\nyears. 449\n{}", "A reference of a paper.\n".repeat(9).trim());
        let text = last.replace(" 447", "").replace(" 448", "").replace(" 449", "");
        assert_eq!(without_line_numbers(vec![behind, last.clone()]), [bare.clone(), text]);
        assert_eq!(without_line_numbers(vec![last.clone()]), [last]);
        // Its author numbered the lines, and so did the journal.
        let twice = page(&|n| format!("{n} {} {}", n + 31, line(n)));
        assert_eq!(without_line_numbers(vec![twice]), [bare]);
    }

    /// Pages of a book with running heads, page numbers and broken words.
    pub(in super::super) fn book(pages: usize) -> Vec<String> {
        let page = |n: usize| {
            let word = char::from(b'a' + n as u8).to_string().repeat(5);
            let head = if n.is_multiple_of(2) { format!("{n} Journal of X") } else { format!("A title {n}") };
            format!(
                "{head}\n\nThe \u{fb01}rst sentence of page {word} is bro-\nken over lines and tells of {word} words in a row.\n\n{n}\n"
            )
        };
        (1..=pages).map(page).collect()
    }

    #[test]
    fn running_heads_and_page_numbers_are_not_text() {
        let pages = tidy(&book(8));
        for (page, letter) in pages.iter().zip('b'..) {
            let word = letter.to_string().repeat(5);
            let text =
                format!("The first sentence of page {word} is broken over lines and tells of {word} words in a row.");
            assert_eq!(*page, [text]);
        }
    }
}
