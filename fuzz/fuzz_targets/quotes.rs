//! A found quote is a part of its source, in characters, and a part of a source is found in it.
//! The first byte says where the source ends and the quote begins.

#![no_main]

use gainsay::text::find::{Haystack, TOLERANCE};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((cut, bytes)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(bytes);
    let mut at = text.len() * usize::from(*cut) / 256;
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let (source, quote) = text.split_at(at);
    let half = source.chars().count() / 2;
    let middle = source.char_indices().nth(half).map_or(0, |(at, _)| at);
    let pages = [(1, &source[..middle]), (2, &source[middle..])];
    let haystack = Haystack::new(&pages);
    if let Ok(found) = haystack.find(quote, Some(2), TOLERANCE) {
        for (page, range) in [(found.page, found.range)].into_iter().chain(found.rest) {
            let (_, text) = pages.iter().find(|(number, _)| *number == page).expect("the page is there");
            assert!(text.get(range.clone()).is_some_and(|found| !found.is_empty()), "{range:?} of {text:?}");
        }
    }
});
