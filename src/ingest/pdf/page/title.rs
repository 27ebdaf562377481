//! What stands out on a page as a title does.

use crate::ingest::front;

use super::{Line, usual_size};

/// From one line of a title to the next, at most, in sizes.
const WIDEST_GAP: f64 = 2.2;

/// The run of lines that is set largest, if it has the length of a title; a
/// journal's name of a few words comes only after everything longer.
pub(super) fn largest(lines: &[Line]) -> Option<String> {
    let usual = usual_size(lines);
    // What an archive's sheet has above this is the authors.
    let cites = |line: &Line| line.text.to_lowercase().contains("to cite this version");
    // The authors below may be set as large, behind a wider gap.
    let same = |one: &Line, other: &Line| {
        (one.size - other.size).abs() < 0.05 * one.size && (other.y - one.y < WIDEST_GAP * one.size || cites(other))
    };
    let runs = lines.chunk_by(same).filter(|run| run[0].size > 1.1 * usual);
    let joined = |run: &[Line]| {
        let lines: Vec<&str> = run.iter().map(|line| line.text.trim()).collect();
        (run[0].size, without_kind(&lines).join("\n"))
    };
    let runs = runs.filter(|run| !run.iter().any(cites));
    let mut titles: Vec<(f64, String)> = runs.map(joined).collect();
    titles.sort_by(|one, other| other.0.total_cmp(&one.0));
    let find = |least: usize, named: bool| {
        let long = |title: &str| (least..=40).contains(&title.split_whitespace().count());
        titles.iter().find(|(_, title)| long(title) && (named || !is_publisher(title)))
    };
    find(6, false)
        .or_else(|| find(6, true))
        .or_else(|| find(4, true))
        .map(|(_, title)| front::without_kind(title).to_owned())
}

/// The lines of a title without the kind of article that is set above it in the same type.
fn without_kind<'a, 'b>(lines: &'b [&'a str]) -> &'b [&'a str] {
    match lines {
        [kind, title @ ..] if !title.is_empty() && front::is_kind(kind) => title,
        _ => lines,
    }
}

/// Whether a line in large type names who published the paper, or the series that it is in.
fn is_publisher(line: &str) -> bool {
    const NAMES: [&str; 8] = [
        "institute for",
        "institute of",
        "university of",
        "department of",
        "working paper",
        "discussion paper",
        "proceedings of",
        "journal of",
    ];
    let lower = line.to_lowercase();
    line.split_whitespace().count() <= 10 && NAMES.iter().any(|name| lower.contains(name))
}
