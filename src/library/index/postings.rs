//! Where a term is, as bytes: the distance from one passage to the next, and how often the term is there.

use crate::library::passages::{MOST_PASSAGES, document_no, nth_of, passage_no};

/// A passage that has a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::library) struct Posting {
    /// The number of the passage.
    pub(in crate::library) no: i64,
    /// How often the term is there; 0 where it was and is no longer, which hides what an older segment says.
    pub(in crate::library) often: u16,
}

/// Marks of the first number of a posting: it also gives the place within the document, and how often the term is there.
const HAS_PLACE: u64 = 2;
const HAS_COUNT: u64 = 1;

/// Writes `n`, seven bits a byte, the last byte without the highest bit.
pub(super) fn put(bytes: &mut Vec<u8>, mut n: u64) {
    while n > 0x7f {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
}

/// Reads what [`put`] wrote; `None` where the bytes end too early.
pub(super) fn take(bytes: &mut &[u8]) -> Option<u64> {
    let (mut n, mut shift) = (0, 0);
    loop {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        n |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(n);
        }
        shift += 7;
    }
}

/// Appends postings, which are in order.
pub(super) fn encode(postings: &[Posting], bytes: &mut Vec<u8>) {
    let mut last = 0;
    for Posting { no, often } in postings {
        let (document, place) = (document_no(*no), nth_of(*no));
        let step = (document - last).unsigned_abs() << 2;
        let has_place = if place > 0 { HAS_PLACE } else { 0 };
        let has_count = if *often == 1 { 0 } else { HAS_COUNT };
        put(bytes, step | has_place | has_count);
        if place > 0 {
            put(bytes, place.unsigned_abs());
        }
        if *often != 1 {
            put(bytes, u64::from(*often));
        }
        last = document;
    }
}

/// Appends the postings in `bytes` to `postings`; `None` where they cannot be read.
pub(super) fn decode(mut bytes: &[u8], postings: &mut Vec<Posting>) -> Option<()> {
    let mut document = 0_i64;
    while !bytes.is_empty() {
        let first = take(&mut bytes)?;
        document = document.checked_add_unsigned(first >> 2)?;
        let place = if first & HAS_PLACE == 0 { 0 } else { i64::try_from(take(&mut bytes)?).ok()? };
        let often = if first & HAS_COUNT == 0 { 1 } else { u16::try_from(take(&mut bytes)?).ok()? };
        if document > document_no(i64::MAX) || place >= MOST_PASSAGES as i64 {
            return None;
        }
        postings.push(Posting { no: passage_no(document, place), often });
    }
    Some(())
}

/// Whether each passage comes once, in ascending order.
pub(super) fn is_in_order(postings: &[Posting]) -> bool {
    postings.is_sorted_by(|a, b| a.no < b.no)
}

/// Puts postings in order; of several for one passage the last counts, since it is the newest.
pub(super) fn settle(postings: &mut Vec<Posting>) {
    postings.sort_by_key(|posting| posting.no);
    let mut kept = 0;
    for at in 0..postings.len() {
        if at > 0 && postings[kept - 1].no == postings[at].no {
            kept -= 1;
        }
        postings[kept] = postings[at];
        kept += 1;
    }
    postings.truncate(kept);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn postings_are_read_as_they_were_written(
            steps in prop::collection::vec((0_i64..500, 0_i64..3, any::<u16>()), 0..200),
        ) {
            let mut document = 0;
            let mut postings: Vec<Posting> = steps.into_iter().map(|(step, place, often)| {
                document += step;
                Posting { no: passage_no(document, place), often }
            }).collect();
            settle(&mut postings);
            let mut bytes = Vec::new();
            encode(&postings, &mut bytes);
            let mut read = Vec::new();
            decode(&bytes, &mut read).unwrap();
            prop_assert_eq!(read, postings);
        }

        #[test]
        fn damaged_bytes_are_an_error_or_some_postings(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let mut read = Vec::new();
            let _ = decode(&bytes, &mut read);
        }
    }
}
