//! Approximate matching by Myers's bit-vector algorithm in blocks of 64 rows
//! (G. Myers, J. ACM 46, 1999; the block step after H. Hyyrö, 2003).

use std::ops::Range;

/// A prepared pattern: for each byte, the rows of each block that have it.
pub(super) struct Pattern {
    rows: Vec<[u64; 256]>,
    length: usize,
}

/// Where a pattern was found: the end of the match and its edit distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub(super) at: usize,
    pub(super) edits: usize,
}

impl Pattern {
    pub(super) fn new(bytes: impl ExactSizeIterator<Item = u8>) -> Self {
        let length = bytes.len();
        let mut rows = vec![[0; 256]; length.div_ceil(64)];
        for (at, byte) in bytes.enumerate() {
            rows[at / 64][usize::from(byte)] |= 1 << (at % 64);
        }
        Self { rows, length }
    }

    /// Runs the pattern over `text` and passes `each` the edit distance of the
    /// best match that ends behind each byte. Such a match may start anywhere,
    /// or, when `anchored`, only at the start of the text.
    fn run(&self, text: impl Iterator<Item = u8>, anchored: bool, mut each: impl FnMut(usize)) {
        let Some(last) = self.rows.len().checked_sub(1) else { return };
        let mut columns = vec![(u64::MAX, 0_u64); self.rows.len()];
        let mut score = self.length;
        for byte in text {
            let mut carry = i32::from(anchored);
            for (block, (up, down)) in columns.iter_mut().enumerate() {
                let top = if block == last { 1 << ((self.length - 1) % 64) } else { 1 << 63 };
                carry = step(up, down, self.rows[block][usize::from(byte)], carry, top);
            }
            match carry {
                1 => score += 1,
                -1 => score -= 1,
                _ => {}
            }
            each(score);
        }
    }

    /// Ends of matches with at most `most` edits, each the best of its
    /// neighbourhood, in the order of the text.
    pub(super) fn ends(&self, text: &[u8], most: usize) -> Vec<End> {
        let mut found: Vec<End> = Vec::new();
        let mut at = 0;
        let near = self.length / 2;
        self.run(text.iter().copied(), false, |edits| {
            at += 1;
            if edits > most {
                return;
            }
            match found.last_mut() {
                Some(last) if at - last.at <= near => {
                    if edits < last.edits {
                        *last = End { at, edits };
                    }
                }
                _ => found.push(End { at, edits }),
            }
        });
        found
    }
}

/// One block, one byte of text: takes and gives the horizontal difference at
/// its upper and lower edge.
fn step(up: &mut u64, down: &mut u64, equal: u64, carry: i32, top: u64) -> i32 {
    let (vp, vn) = (*up, *down);
    let falls = u64::from(carry < 0);
    let vertical = equal | vn;
    let equal = equal | falls;
    let horizontal = (((equal & vp).wrapping_add(vp)) ^ vp) | equal;
    let mut hp = vn | !(horizontal | vp);
    let mut hn = vp & horizontal;
    let out = i32::from(hp & top != 0) - i32::from(hn & top != 0);
    hp = (hp << 1) | u64::from(carry > 0);
    hn = (hn << 1) | falls;
    *up = hn | !(vertical | hp);
    *down = hp & vertical;
    out
}

/// Matches of `quote` in `text` with at most `most` edits: range and edit distance.
pub(super) fn matches(quote: &[u8], text: &[u8], most: usize) -> Vec<(Range<usize>, usize)> {
    let ends = Pattern::new(quote.iter().copied()).ends(text, most);
    if ends.is_empty() {
        return Vec::new();
    }
    let backwards = Pattern::new(quote.iter().rev().copied());
    ends.iter().map(|end| (start(&backwards, text, *end)..end.at, end.edits)).collect()
}

/// Where the match that ends at `end` starts: the place that gives the same
/// edit distance; of several, the one that makes it as long as the quote.
fn start(backwards: &Pattern, text: &[u8], end: End) -> usize {
    let longest = (backwards.length + end.edits).min(end.at);
    let (mut at, mut best) = (0, (usize::MAX, usize::MAX, 0));
    backwards.run(text[end.at - longest..end.at].iter().rev().copied(), true, |edits| {
        at += 1;
        best = best.min((edits, backwards.length.abs_diff(at), at));
    });
    end.at - best.2
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Sellers's table, as plain as can be: best edit distance ending at each byte.
    fn sellers(quote: &[u8], text: &[u8]) -> Vec<usize> {
        let mut column: Vec<usize> = (0..=quote.len()).collect();
        text.iter()
            .map(|byte| {
                let mut diagonal = column[0];
                for row in 1..=quote.len() {
                    let left = column[row];
                    let replaced = diagonal + usize::from(quote[row - 1] != *byte);
                    column[row] = replaced.min(left + 1).min(column[row - 1] + 1);
                    diagonal = left;
                }
                column[quote.len()]
            })
            .collect()
    }

    fn distance(a: &[u8], b: &[u8]) -> usize {
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for (j, y) in b.iter().enumerate() {
                let up = row[j + 1];
                row[j + 1] = (diagonal + usize::from(x != y)).min(up + 1).min(row[j] + 1);
                diagonal = up;
            }
        }
        row[b.len()]
    }

    proptest! {
        #[test]
        fn distances_are_those_of_the_plain_table(
            quote in proptest::collection::vec(b'a'..=b'd', 1..200),
            text in proptest::collection::vec(b'a'..=b'd', 0..300),
        ) {
            let mut scores = Vec::new();
            Pattern::new(quote.iter().copied()).run(text.iter().copied(), false, |score| scores.push(score));
            prop_assert_eq!(scores, sellers(&quote, &text));
        }

        #[test]
        fn matches_have_the_distance_they_claim(
            text in proptest::collection::vec(b'a'..=b'z', 100..400),
            from in 0_usize..50, length in 20_usize..150, changed in 0_usize..20, to in b'a'..=b'z',
        ) {
            let mut quote = text[from..(from + length).min(text.len())].to_vec();
            quote[changed] = to;
            let found = matches(&quote, &text, 3);
            prop_assert!(!found.is_empty());
            for (range, edits) in found {
                prop_assert_eq!(distance(&quote, &text[range]), edits);
            }
        }
    }
}
