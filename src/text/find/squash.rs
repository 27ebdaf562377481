//! Squashed text: what is left for comparison when spelling and layout are
//! folded, with the way back to the source.

use std::ops::Range;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Appends the squashed form of `c`: decomposed by compatibility (ligatures,
/// full width, superscripts), lower case, letters and digits only. It works
/// character by character, so that the squashed form of a part of a text is a
/// part of the squashed form of the text.
fn squash_char(c: char, out: &mut Vec<u8>) {
    if c.is_ascii() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase() as u8);
        }
        return;
    }
    let mut buffer = [0; 4];
    for c in std::iter::once(c).nfkd().flat_map(char::to_lowercase).nfkd() {
        if c.is_alphanumeric() && !is_combining_mark(c) {
            let c = if c == 'ς' { 'σ' } else { c };
            out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
        }
    }
}

/// The squashed form of a text.
pub(super) fn squash(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    text.chars().for_each(|c| squash_char(c, &mut out));
    out
}

/// Marks the gap between pages that do not follow each other; no text has this byte.
const GAP: u8 = 0xff;

/// Pages squashed into one run of bytes, so that a quote may run across a page break.
#[derive(Debug)]
pub(super) struct Squashed {
    pub(super) bytes: Vec<u8>,
    /// For each squashed byte, where its character starts in its page's text.
    source: Vec<u32>,
    /// For each page, where it starts in `bytes`; one entry more than there are pages.
    starts: Vec<usize>,
}

impl Squashed {
    pub(super) fn new(pages: &[(u32, &str)]) -> Self {
        let length = pages.iter().map(|(_, text)| text.len()).sum();
        let mut bytes = Vec::with_capacity(length);
        let mut source = Vec::with_capacity(length);
        let mut starts = Vec::with_capacity(pages.len() + 1);
        let mut last: Option<u32> = None;
        for &(number, text) in pages {
            if last.is_some_and(|last| last.checked_add(1) != Some(number)) {
                bytes.push(GAP);
                source.push(u32::MAX);
            }
            last = Some(number);
            starts.push(bytes.len());
            for (at, c) in text.char_indices() {
                squash_char(c, &mut bytes);
                source.resize(bytes.len(), u32::try_from(at).unwrap_or(u32::MAX));
            }
        }
        starts.push(bytes.len());
        Self { bytes, source, starts }
    }

    /// Where the page with this index is in the squashed bytes.
    pub(super) fn page(&self, index: usize) -> Range<usize> {
        self.starts[index]..self.starts[index + 1]
    }

    /// The parts of each page's text that a squashed range covers: page index
    /// and byte range, from the first to the end of the last character in it.
    pub(super) fn places(&self, range: &Range<usize>, pages: &[(u32, &str)]) -> Vec<(usize, Range<usize>)> {
        let first = self.starts.partition_point(|start| *start <= range.start).saturating_sub(1);
        let mut found = Vec::new();
        for (index, (_, text)) in pages.iter().enumerate().skip(first) {
            let page = self.page(index);
            if page.start >= range.end {
                break;
            }
            let (from, to) = (range.start.max(page.start), range.end.min(page.end));
            if from >= to {
                continue;
            }
            // A gap belongs to the page before it; it stands for nothing.
            let Some(last) = self.source[from..to].iter().rev().find(|at| **at != u32::MAX) else { continue };
            let (start, last) = (self.source[from] as usize, *last as usize);
            let tail = &text[last..];
            let more =
                tail.char_indices().skip(1).find(|(_, c)| !is_combining_mark(*c)).map_or(tail.len(), |(at, _)| at);
            found.push((index, start..last + more));
        }
        found
    }
}
