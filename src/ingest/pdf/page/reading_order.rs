//! The order in which a first page is read, where the file draws title and abstract behind the text below them.

use super::Line;

/// Lines of a block are drawn one below the other, at most so far apart, in sizes.
const APART: f64 = 3.0;
/// A line is in the column of a block when they share so much of the width of the narrower one.
const IN_COLUMN: f64 = 0.5;
/// A block is above another where they share so much of it.
const ABOVE: f64 = 0.1;

/// A block of text has so many bytes at least.
const TEXT: usize = 300;

/// Lines that are drawn one below the other in one column.
struct Block {
    lines: Vec<Line>,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Block {
    fn of(line: Line) -> Self {
        let (left, right, top, bottom) = (line.left, line.right(), line.y, line.y);
        Self { lines: vec![line], left, right, top, bottom }
    }

    /// How much of the width of the narrower one it shares with what is between `left` and `right`, 0–1.
    fn shares(&self, left: f64, right: f64) -> f64 {
        let shared = self.right.min(right) - self.left.max(left);
        shared / (self.right - self.left).min(right - left).max(f64::MIN_POSITIVE)
    }

    fn goes_on_with(&self, line: &Line) -> bool {
        let down = line.y - self.bottom;
        down > -0.5 * line.size && down < APART * line.size && self.shares(line.left, line.right()) > IN_COLUMN
    }

    fn push(&mut self, line: Line) {
        (self.left, self.right) = (self.left.min(line.left), self.right.max(line.right()));
        self.bottom = self.bottom.max(line.y);
        self.lines.push(line);
    }

    /// Whether it is text that is read on, and no running head, page number or note.
    fn is_text(&self) -> bool {
        self.lines.iter().map(|line| line.text.len()).sum::<usize>() >= TEXT
    }
}

/// Puts each block before the texts of its column that were drawn earlier, where it is above all of them.
pub(super) fn put_in_reading_order(lines: Vec<Line>) -> Vec<Line> {
    let mut drawn: Vec<Block> = Vec::new();
    for line in lines {
        match drawn.last_mut().filter(|last| last.goes_on_with(&line)) {
            Some(last) => last.push(line),
            None => drawn.push(Block::of(line)),
        }
    }
    let mut read: Vec<Block> = Vec::with_capacity(drawn.len());
    for block in drawn {
        let beside = |other: &Block| other.is_text() && other.top <= block.bottom;
        let behind = read.iter().rposition(beside).map_or(0, |at| at + 1);
        let below = |other: &Block| other.is_text() && other.shares(block.left, block.right) > ABOVE;
        let below = read[behind..].iter().position(below);
        read.insert(below.map_or(read.len(), |at| behind + at), block);
    }
    read.into_iter().flat_map(|block| block.lines).collect()
}
