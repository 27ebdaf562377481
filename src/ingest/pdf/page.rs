//! The text of a page out of its characters: lines, the blanks between their words, and what stands out as a title.

mod columns;
mod reading_order;
mod small;
mod title;

use std::collections::BTreeSet;

use pdf_extract::{MediaBox, OutputDev, OutputError, Transform};

use small::{is_set_small, subscript, superscript};

/// A line of a page, in the order in which the file draws it.
#[derive(Default)]
struct Line {
    text: String,
    left: f64,
    /// Downwards from the top.
    y: f64,
    size: f64,
    /// Stretches of the text without a gap or a step back between their characters.
    runs: Vec<Run>,
}

/// A stretch of a line, which goes on to where the next one begins.
#[derive(Clone, Copy)]
struct Run {
    /// Where it begins in the line's text, in bytes.
    from: usize,
    left: f64,
    right: f64,
}

/// How far a character is drawn back over a blank that it covers, at least, in sizes.
const COVERED: f64 = 0.15;

/// A gap that is filled is wider than what fills it by so much at most, in sizes.
const SLACK: f64 = 1.2;
/// What is drawn so far behind the last character and on another level is a line of its own, in sizes.
const BESIDE: f64 = 4.0;
/// Spacing between two characters is as wide as a blank from here on, in sizes.
const BLANK: f64 = 0.12;
/// More lines than a page of text has; their places are not compared with each other.
const MOST_LINES: usize = 1_000;

impl Line {
    fn right(&self) -> f64 {
        self.runs.iter().map(|run| run.right).fold(self.left, f64::max)
    }

    /// Whether it is nothing but an initial that is set over several lines, beside the first of which `next` is.
    fn is_initial_of(&self, next: &str, size: f64, x: f64, y: f64) -> bool {
        const LARGER: f64 = 1.8;
        let letter = self.text.chars().next().filter(|c| c.is_uppercase());
        let near = x > self.right() - 0.5 * size && x < self.right() + 0.5 * self.size;
        let beside = y > self.y - self.size && y < self.y + 0.1 * self.size;
        letter.is_some_and(|letter| self.text.len() == letter.len_utf8())
            && self.size > LARGER * size
            && next.starts_with(char::is_alphabetic)
            && near
            && beside
    }

    /// Its runs with their texts, from left to right; `None` where they overlap or the script goes the other way.
    fn sorted(&self) -> Option<Vec<(Run, &str)>> {
        let ends = self.runs.iter().skip(1).map(|run| run.from).chain([self.text.len()]);
        let mut runs: Vec<(Run, &str)> = self
            .runs
            .iter()
            .zip(ends)
            .map(|(run, end)| Some((*run, self.text.get(run.from..end)?)))
            .collect::<Option<_>>()?;
        runs.sort_by(|(one, _), (other, _)| one.left.total_cmp(&other.left));
        let apart = runs.windows(2).all(|pair| pair[1].0.left > pair[0].0.right - 0.25 * self.size);
        let leftwards = self
            .text
            .chars()
            .any(|c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'));
        (apart && !leftwards).then_some(runs)
    }

    /// Puts runs in the order of their places that the file draws in another, such as all that is in italics last.
    fn order(&mut self) {
        let steps_back = self.runs.windows(2).any(|pair| pair[1].left < pair[0].left);
        if !steps_back {
            return;
        }
        let Some(sorted) = self.sorted() else { return };
        let (mut text, mut runs): (String, Vec<Run>) = Default::default();
        for (run, part) in sorted {
            let gap = runs.last().is_some_and(|before: &Run| run.left > before.right + 0.1 * self.size);
            if gap && !text.ends_with(' ') {
                text.push(' ');
            }
            runs.push(Run { from: text.len(), ..run });
            text.push_str(if gap { part.trim_start() } else { part });
        }
        (self.text, self.runs, self.left) =
            (text, runs, self.runs.iter().map(|run| run.left).fold(self.left, f64::min));
    }

    /// Whether `other` fills a gap in it, or goes on where it ends.
    fn takes(&self, other: &Self) -> bool {
        if (self.y - other.y).abs() > 0.1 * self.size || (self.size - other.size).abs() > 0.1 * self.size {
            return false;
        }
        let (left, right) = (other.left, other.right());
        let Some(runs) = self.sorted() else { return false };
        let least = -0.1 * self.size;
        runs.windows(2).any(|pair| {
            let (before, behind) = (left - pair[0].0.right, pair[1].0.left - right);
            before > least && behind > least && before + behind < SLACK * self.size
        })
    }

    fn take(&mut self, other: &Self) {
        if !self.text.ends_with(' ') {
            self.text.push(' ');
        }
        let from = self.text.len();
        self.runs.extend(other.runs.iter().map(|run| Run { from: run.from + from, ..*run }));
        self.text.push_str(&other.text);
        self.order();
    }
}

/// The text of one page out of its characters. Raised digits become
/// superscripts, so that 10⁶ does not read 106.
#[derive(Default)]
pub(super) struct PageText {
    lines: Vec<Line>,
    right: f64,
    word_begins: bool,
    spaced: Spaced,
}

/// Characters of the last line that the file draws with one spacing between them. A producer may draw the blanks of a
/// few words as spacing, and then pull the letters of each word together again.
#[derive(Default)]
struct Spaced {
    spacing: f64,
    /// Where the spacing leaves the gap of a blank in the line's text, in bytes.
    gaps: Vec<usize>,
    /// How many pairs of characters were pulled together.
    pulled: usize,
}

/// The size in which most lines are set.
fn usual_size(lines: &[Line]) -> f64 {
    let mut sizes: Vec<f64> = lines.iter().map(|line| line.size).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or(1.0).max(f64::MIN_POSITIVE)
}

impl PageText {
    /// Ends the stretch of one spacing: what it left apart are words where it pulled most characters together. Letters
    /// that are all apart are a heading.
    fn end_spaced(&mut self) {
        let Spaced { gaps, pulled, .. } = std::mem::take(&mut self.spaced);
        let Some(line) = self.lines.last_mut().filter(|_| pulled > gaps.len()) else { return };
        for at in gaps.into_iter().rev() {
            line.text.insert(at, ' ');
            line.runs.iter_mut().filter(|run| run.from > at).for_each(|run| run.from += 1);
        }
    }

    /// Removes the numbers that a manuscript's lines carry in the left margin, drawn behind each of them: one on every
    /// line, or on every fifth.
    fn remove_line_numbers(&mut self) {
        /// Numbers in a series, at least.
        const FEWEST: usize = 3;
        let beside = |number: &Line| {
            let level = |line: &Line| (line.y - number.y).abs() < 0.5 * line.size && line.left > number.right();
            self.lines.iter().any(level)
        };
        let of_line = |line: &Line| line.text.parse::<u16>().ok().filter(|_| line.text.len() < 5 && beside(line));
        let numbers: Vec<(usize, u16)> =
            self.lines.iter().enumerate().filter_map(|(at, line)| Some((at, of_line(line)?))).collect();
        let follows = |one: &(usize, u16), next: &(usize, u16)| matches!(next.1.wrapping_sub(one.1), 1 | 5);
        let series = numbers.chunk_by(follows).filter(|series| series.len() >= FEWEST);
        let mut at = 0;
        let counted: BTreeSet<usize> = series.flatten().map(|(at, _)| *at).collect();
        self.lines.retain(|_| (!counted.contains(&at), at += 1).0);
    }

    /// Puts what the file draws out of turn where it is on the page.
    pub(super) fn order(&mut self) {
        self.end_spaced();
        self.remove_line_numbers();
        if self.lines.len() <= MOST_LINES {
            self.lines = columns::put_in_columns(std::mem::take(&mut self.lines));
        }
        self.lines.iter_mut().for_each(Line::order);
        if self.lines.len() > MOST_LINES {
            return;
        }
        let mut at = 1;
        while at < self.lines.len() {
            let (before, line) = self.lines.split_at_mut(at);
            match before.iter_mut().find(|earlier| earlier.takes(&line[0])) {
                Some(earlier) => {
                    earlier.take(&line[0]);
                    self.lines.remove(at);
                }
                None => at += 1,
            }
        }
    }

    /// Puts title and abstract of a first page before the text below them.
    pub(super) fn order_blocks(&mut self) {
        if self.lines.len() <= MOST_LINES {
            self.lines = reading_order::put_in_reading_order(std::mem::take(&mut self.lines));
        }
    }

    /// The lines that stand out on the page as a title does, or above the abstract where the text below is set as large.
    pub(super) fn title(&self) -> Option<String> {
        let is_abstract =
            |line: &Line| line.text.trim_start().get(..8).is_some_and(|head| head.eq_ignore_ascii_case("abstract"));
        let above = self.lines.iter().position(is_abstract).map(|at| &self.lines[..at]);
        title::largest(&self.lines).or_else(|| above.and_then(title::largest))
    }

    /// Lines, with a blank one where the gap is wider than usual, and two spaces
    /// before one that is indented.
    pub(super) fn text(&self) -> String {
        let gap = |pair: &[Line]| (pair[1].y - pair[0].y, 2.2 * pair[1].size);
        let mut gaps: Vec<f64> =
            self.lines.windows(2).map(gap).filter(|(gap, most)| *gap > 1.0 && gap < most).map(|(gap, _)| gap).collect();
        gaps.sort_by(f64::total_cmp);
        let usual = gaps.get(gaps.len() / 2).copied().unwrap_or(f64::MAX);
        let usual_size = usual_size(&self.lines);
        let mut text = String::new();
        let mut before: Option<&Line> = None;
        for line in self.lines.iter().filter(|line| !line.text.trim().is_empty()) {
            if let Some(before) = before {
                let gap = line.y - before.y;
                let other_size = (line.size - before.size).abs() > 0.15 * before.size.max(line.size);
                text.push_str(if gap > 1.35 * usual * (line.size / usual_size).max(1.0) || (gap > 0.0 && other_size) {
                    "\n\n"
                } else {
                    "\n"
                });
                let shift = line.left - before.left;
                if gap > 0.0 && shift > 0.8 * line.size && shift < 4.0 * line.size {
                    text.push_str("  ");
                }
            }
            text.push_str(line.text.trim());
            before = Some(line);
        }
        text
    }
}

impl OutputDev for PageText {
    fn begin_page(&mut self, _: u32, _: &MediaBox, _: Option<(f64, f64, f64, f64)>) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn output_character(
        &mut self,
        at: &Transform,
        width: f64,
        spacing: f64,
        font_size: f64,
        c: &str,
    ) -> Result<(), OutputError> {
        let size = (font_size * font_size * (at.m11 + at.m21) * (at.m12 + at.m22)).abs().sqrt();
        let (x, y) = (at.m31, -at.m32);
        let begins = std::mem::take(&mut self.word_begins);
        // A glyph that its font has no character for, as the axes of a chart have: nothing is hidden there.
        if c == "\0" {
            self.right = x + width * size;
            return Ok(());
        }
        let (mut raised, mut initial) = (false, false);
        let fresh = match self.lines.last_mut() {
            None => true,
            Some(line) => {
                let rise = line.y - y;
                let near = x > self.right - 0.5 * line.size && x < self.right + 0.5 * line.size;
                initial = line.is_initial_of(c, size, x, y);
                raised =
                    !initial && size < 0.85 * line.size && rise > 0.15 * line.size && rise < 0.8 * line.size && near;
                let moved = rise.abs();
                let (small, large) = (size.min(line.size), size.max(line.size));
                let beside = x > self.right + BESIDE * size && moved > 0.5 * small;
                let in_margin = c.starts_with(|c: char| c.is_ascii_digit()) && x < line.left - 0.5 * line.size;
                let fresh = begins
                    && !raised
                    && !initial
                    && (in_margin
                        || beside
                        || moved > 1.5 * small.max(1.0)
                        || (x < self.right && moved > small.min(0.5 * large)));
                let gap = begins && x > self.right + 0.1 * size;
                // A soft hyphen is drawn as a hyphen and a blank that the next letter covers.
                if !fresh && begins && x < self.right - COVERED * size && line.text.ends_with("- ") {
                    line.text.pop();
                }
                // “A” and “I” are words, too.
                if !fresh && gap && (!initial || matches!(line.text.as_str(), "A" | "I")) {
                    line.text.push(' ');
                }
                // An accent or a radical is drawn back over what is there, and stays with it.
                if !fresh && (gap || begins && x < self.right - 0.5 * size) {
                    line.runs.push(Run { from: line.text.len(), left: x, right: x });
                }
                fresh
            }
        };
        if fresh || spacing != self.spaced.spacing {
            self.end_spaced();
            self.spaced.spacing = spacing;
        } else if let Some(line) = self.lines.last() {
            // Characters that are drawn at once are as far apart as the spacing says.
            if !begins && x > self.right + BLANK * size {
                self.spaced.gaps.push(line.text.len());
            } else if begins && spacing > 0.0 && x < self.right + 0.1 * size {
                self.spaced.pulled += 1;
            }
        }
        if fresh {
            let runs = vec![Run { from: 0, left: x, right: x }];
            self.lines.push(Line { left: x, y, size, runs, ..Line::default() });
        }
        if let Some(line) = self.lines.last_mut() {
            // The lower limit of a measurement is set below the upper one: 2.74⁺⁰·⁰⁴₋₀·₀₁.
            let lowered = !raised && size < 0.85 * line.size && y > line.y && line.text.ends_with(is_set_small);
            let set_small = if lowered { subscript } else { superscript };
            match c.chars().next().filter(|_| (raised || lowered) && c.chars().count() == 1).and_then(set_small) {
                Some(c) => line.text.push(c),
                None => line.text.push_str(c),
            }
            if !raised && size > line.size || initial {
                // A line may begin with something small, or with an initial.
                (line.size, line.y) = (size, y);
            }
            if let Some(run) = line.runs.last_mut() {
                run.right = run.right.max(x + width * size);
            }
        }
        self.right = x + width * size;
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        self.word_begins = true;
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Draws words of five points a letter, each at its place.
    pub(super) fn page(words: &[(&str, f64, f64, f64)]) -> PageText {
        let mut page = PageText::default();
        for (word, x, y, size) in words {
            page.begin_word().unwrap();
            for (c, nth) in word.chars().zip(0_u32..) {
                let at = Transform::row_major(1.0, 0.0, 0.0, 1.0, x + 5.0 * f64::from(nth), -y);
                page.output_character(&at, 5.0 / size, 0.0, *size, &c.to_string()).unwrap();
            }
        }
        page.order();
        page
    }

    /// “Longevity of and in theSharks” is a sentence that nobody wrote.
    #[test]
    fn words_that_are_drawn_last_are_read_where_they_are() {
        let words = [("Longevity of", 0.0, 0.0, 10.0), ("was long.", 100.0, 0.0, 10.0), ("sharks", 65.0, 0.0, 10.0)];
        assert_eq!(page(&words).text(), "Longevity of sharks was long.");
        let later = [words[0], words[1], ("They died.", 0.0, 16.0, 10.0), words[2]];
        assert_eq!(page(&later).text(), "Longevity of sharks was long.\nThey died.");
        let twice = [("Bold", 0.0, 0.0, 10.0), ("Bold", 0.2, 0.0, 10.0)];
        assert_eq!(page(&twice).text(), "BoldBold", "what overlaps stays as it was drawn");
    }

    /// Half of a library would be called “Research Article …”.
    #[test]
    fn the_kind_of_an_article_is_no_part_of_its_title() {
        let title = |kind: &'static str| {
            let words = [
                (kind, 0.0, 0.0, 16.0),
                ("Walking and the sleep of men", 0.0, 20.0, 16.0),
                ("in two cities", 0.0, 40.0, 16.0),
            ];
            let text = (0..9_u32).map(|nth| ("They slept.", 0.0, 80.0 + 12.0 * f64::from(nth), 10.0));
            page(&words.into_iter().chain(text).collect::<Vec<_>>()).title().unwrap()
        };
        assert_eq!(title("Research Article"), "Walking and the sleep of men\nin two cities");
        assert_eq!(title("Review of"), "Review of\nWalking and the sleep of men\nin two cities");
    }

    /// “Women randomisedtoLifestyle Advice” cannot be found in the paper, nor “A B S T R A C T” be read as a heading.
    #[test]
    fn blanks_that_are_drawn_as_spacing_are_read_and_those_within_a_heading_are_not() {
        let draw = |spacing: f64, strings: &[(&str, f64)]| {
            let mut page = PageText::default();
            let mut x = 0.0;
            for (string, pull) in strings {
                page.begin_word().unwrap();
                for c in string.chars() {
                    let at = Transform::row_major(1.0, 0.0, 0.0, 1.0, x, 0.0);
                    page.output_character(&at, 0.5, spacing, 10.0, &c.to_string()).unwrap();
                    x += 5.0 + spacing;
                }
                x -= pull;
            }
            page.order();
            page.text()
        };
        for spacing in [3.0, 1.95] {
            let words = [("dt", spacing), ("oL", spacing), ("i", spacing), ("f", spacing), ("e", 0.0)];
            assert_eq!(draw(spacing, &words), "d to Life");
        }
        assert_eq!(draw(3.0, &[("ABST", 3.0), ("RACT", 0.0)]), "ABSTRACT");
    }

    /// A reviewer of a manuscript would read “rendering them attractiv 3 automotiv e for lightweight”.
    #[test]
    fn line_numbers_that_are_drawn_behind_their_lines_are_no_text() {
        let lines: Vec<(&str, f64)> =
            ["Walking is", "cheap and", "they slept", "longer."].into_iter().zip([0.0, 14.0, 28.0, 42.0]).collect();
        let numbered = |numbers: [&'static str; 4]| {
            let words = lines.iter().zip(numbers);
            let words = words.flat_map(|((line, y), number)| [(*line, 30.0, *y, 12.0), (number, 0.0, *y, 6.0)]);
            page(&words.collect::<Vec<_>>()).text()
        };
        assert_eq!(numbered(["9", "10", "11", "12"]), "Walking is\ncheap and\nthey slept\nlonger.");
        assert!(numbered(["9", "3", "70", "4"]).contains("70"), "figures of another kind are text");
    }

    /// “OX- based” would be read, and “progressionfree”.
    #[test]
    fn a_blank_behind_a_hyphen_that_the_next_letter_covers_is_none() {
        let words = [("OX-", 0.0, 0.0, 10.0), (" ", 15.0, 0.0, 10.0), ("based", 15.0, 0.0, 10.0)];
        assert_eq!(page(&words).text(), "OX-based");
        let words = [("OX-", 0.0, 0.0, 10.0), (" ", 15.0, 0.0, 10.0), ("and IRI", 20.0, 0.0, 10.0)];
        assert_eq!(page(&words).text(), "OX- and IRI");
    }

    /// “2.74⁺⁰.” ended a sentence, and “⁰⁴−0.01 M” began one.
    #[test]
    fn limits_above_and_below_each_other_belong_to_their_figure() {
        let words =
            [("2.74", 0.0, 10.0, 10.0), ("+0.04", 20.0, 6.0, 5.0), ("-0.01", 20.0, 12.0, 5.0), ("M", 50.0, 10.0, 10.0)];
        assert_eq!(page(&words).text(), "2.74⁺⁰·⁰⁴₋₀·₀₁ M");
    }

    /// “C arbapenems” is no word, and its line no title.
    #[test]
    fn a_large_initial_belongs_to_its_word() {
        let words = [("C", 0.0, 10.0, 30.0), ("arbapenems", 8.5, 0.0, 10.0), ("work well.", 0.0, 12.0, 10.0)];
        assert_eq!(page(&words).text(), "Carbapenems\nwork well.");
    }

    /// The abstracts of Science and Nature Immunology were read as the end of their introductions, and without findings.
    #[test]
    fn title_and_abstract_that_are_drawn_last_are_read_first() {
        let column = |x: f64| {
            (0..10_u32).map(move |nth| ("Some text of the body that is long.", x, 200.0 + 12.0 * f64::from(nth), 10.0))
        };
        let words: Vec<_> = [("12", 0.0, 400.0, 10.0)]
            .into_iter()
            .chain(column(0.0))
            .chain(column(250.0))
            .chain([
                ("A title", 0.0, 20.0, 16.0),
                ("Abstract of the paper, as wide as both columns are.", 0.0, 60.0, 10.0),
            ])
            .chain([("A note beside", 250.0, 360.0, 10.0)])
            .collect();
        let mut drawn = page(&words);
        drawn.order_blocks();
        let lines: Vec<&str> = drawn.lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(lines[..3], ["12", "A title", "Abstract of the paper, as wide as both columns are."]);
        assert_eq!(lines.last(), Some(&"A note beside"));
        assert_eq!(lines.len(), words.len());
    }
}
