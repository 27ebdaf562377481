//! Sentences are in order, apart from one another, and leave no word out.

#![no_main]

use gainsay::text::sentences;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let mut end = 0;
    for sentence in sentences(&text) {
        assert!(sentence.start >= end && sentence.start < sentence.end, "{sentence:?} after {end}");
        assert!(text[end..sentence.start].trim().is_empty(), "left out: {:?}", &text[end..sentence.start]);
        end = sentence.end;
    }
    assert!(text[end..].trim().is_empty(), "left out: {:?}", &text[end..]);
});
