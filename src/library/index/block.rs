//! Terms with their postings, many in a row of the database.

use super::postings::{put, take};

/// A term with what a segment says of it.
#[derive(Clone, Copy)]
pub(super) struct Entry<'b> {
    pub(super) term: &'b str,
    /// By how many passages more have the term than in the segments before; below 0 where documents went.
    pub(super) passages: i64,
    /// Whether some of the postings replace those of older segments.
    pub(super) amends: bool,
    /// The postings, encoded.
    pub(super) postings: &'b [u8],
}

impl<'b> Entry<'b> {
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        put(bytes, self.term.len() as u64);
        bytes.extend_from_slice(self.term.as_bytes());
        put(bytes, self.passages.unsigned_abs() << 2 | u64::from(self.passages < 0) << 1 | u64::from(self.amends));
        put(bytes, self.postings.len() as u64);
        bytes.extend_from_slice(self.postings);
    }

    /// Takes the first entry off `block`; `None` where it cannot be read.
    pub(super) fn take(block: &mut &'b [u8]) -> Option<Self> {
        let term = std::str::from_utf8(part(block)?).ok()?;
        let count = take(block)?;
        let passages = i64::try_from(count >> 2).ok()?;
        let passages = if count & 2 == 0 { passages } else { -passages };
        Some(Self { term, passages, amends: count & 1 != 0, postings: part(block)? })
    }

    /// The entry of `term` in `block`, if it is there.
    pub(super) fn find(mut block: &'b [u8], term: &str) -> Option<Option<Self>> {
        while !block.is_empty() {
            let entry = Self::take(&mut block)?;
            if entry.term >= term {
                return Some((entry.term == term).then_some(entry));
            }
        }
        Some(None)
    }
}

fn part<'b>(block: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = usize::try_from(take(block)?).ok()?;
    let (part, rest) = block.split_at_checked(length)?;
    *block = rest;
    Some(part)
}
