//! The columns of a page that is drawn row by row, across both of them.

use super::{Line, Run, usual_size};

/// The gutter is in the middle part of the page's width, so far from its sides, 0–1.
const ASIDE: f64 = 0.3;
/// It is so wide at least, in sizes.
const GUTTER: f64 = 0.8;
/// One line of so many may be set across it, as a title is.
const ONE_ACROSS: usize = 8;
/// Rows that are drawn across both columns, at least: a share of the page's lines, …
const ROWS_OF: usize = 5;
/// … and a number.
const ROWS: usize = 8;
/// The parts of a row have so many bytes on average, at least; the cells of a table have fewer.
const PROSE: usize = 25;

/// Puts the left column before the right one where rows go across both. Lines over the width of the page stay between
/// what is above and below them. Other pages are left as they are.
pub(super) fn put_in_columns(lines: Vec<Line>) -> Vec<Line> {
    let Some(gutter) = gutter(&lines) else { return lines };
    let parted: Vec<Option<[Line; 2]>> = lines.iter().map(|line| line.parted(gutter)).collect();
    let rows: Vec<&[Line; 2]> = parted.iter().flatten().collect();
    let is_prose = |side: usize| rows.iter().map(|row| row[side].text.len()).sum::<usize>() >= PROSE * rows.len();
    if rows.len() < ROWS || rows.len() * ROWS_OF < lines.len() || !(is_prose(0) && is_prose(1)) {
        return lines;
    }
    let mut all: Vec<Line> = Vec::with_capacity(lines.len() + rows.len());
    for (line, parts) in lines.into_iter().zip(parted) {
        match parts {
            Some(parts) => all.extend(parts),
            None => all.push(line),
        }
    }
    all.sort_by(|one, other| one.y.total_cmp(&other.y));
    let (mut read, mut right): (Vec<Line>, Vec<Line>) = Default::default();
    for line in all {
        if line.left >= gutter {
            right.push(line);
            continue;
        }
        if line.right() > gutter {
            read.append(&mut right);
        }
        read.push(line);
    }
    read.append(&mut right);
    read
}

/// The middle of the widest stretch that hardly any line is set across.
fn gutter(lines: &[Line]) -> Option<f64> {
    let runs = || lines.iter().flat_map(|line| &line.runs);
    let left = runs().map(|run| run.left).fold(f64::MAX, f64::min);
    let right = runs().map(|run| run.right).fold(f64::MIN, f64::max);
    let (from, to) = (left + ASIDE * (right - left), right - ASIDE * (right - left));
    let mut ends: Vec<(f64, isize)> = runs().flat_map(|run| [(run.left, 1), (run.right.max(run.left), -1)]).collect();
    ends.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let most = isize::try_from(lines.len() / ONE_ACROSS).ok()?;
    let (mut across, mut free): (isize, Vec<(f64, f64)>) = (0, Vec::new());
    for pair in ends.windows(2) {
        across += pair[0].1;
        let (start, end) = (pair[0].0.max(from), pair[1].0.min(to));
        if across > most || start >= end {
            continue;
        }
        match free.last_mut().filter(|last| last.1 == start) {
            Some(last) => last.1 = end,
            None => free.push((start, end)),
        }
    }
    let widest = free.into_iter().max_by(|one, other| (one.1 - one.0).total_cmp(&(other.1 - other.0)))?;
    (widest.1 - widest.0 >= GUTTER * usual_size(lines)).then_some(f64::midpoint(widest.0, widest.1))
}

impl Line {
    /// What of it is left and right of the gutter; `None` where it is on one side of it, or set across it.
    fn parted(&self, gutter: f64) -> Option<[Self; 2]> {
        let ends = self.runs.iter().skip(1).map(|run| run.from).chain([self.text.len()]);
        let mut parts = [(); 2].map(|()| Self { y: self.y, size: self.size, ..Self::default() });
        for (run, end) in self.runs.iter().zip(ends) {
            if run.left < gutter && run.right > gutter {
                return None;
            }
            let part = &mut parts[usize::from(run.left >= gutter)];
            let from = part.text.len();
            part.left = if part.runs.is_empty() { run.left } else { part.left.min(run.left) };
            part.runs.push(Run { from, ..*run });
            part.text.push_str(self.text.get(run.from..end)?);
        }
        parts.iter().all(|part| !part.text.trim().is_empty()).then_some(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::page;

    /// A paper of Current Biology gave “For all unimodal 50125 Florence conditions” and none of its findings.
    #[test]
    fn columns_that_are_drawn_row_by_row_are_read_one_after_the_other() {
        let rows = |left: &'static str, right: &'static str| {
            (0..10_u32).map(|nth| 50.0 + 12.0 * f64::from(nth)).flat_map(move |y| {
                // The right column first, as there.
                [(right, 200.0, y, 10.0), (left, 0.0, y, 10.0)]
            })
        };
        let title = ("The title is set over both of the columns of the page", 0.0, 20.0, 10.0);
        let (left, right) = ("a line of the left column", "and one of the right column");
        let words: Vec<_> = [title].into_iter().chain(rows(left, right)).collect();
        let text = page(&words).text();
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, [vec![title.0], vec![left; 10], vec![right; 10]].concat());
        let table: Vec<_> = rows("Age, years", "41 (12)").collect();
        assert!(page(&table).text().starts_with("Age, years 41 (12)\n"), "a table is read by its rows");
    }
}
