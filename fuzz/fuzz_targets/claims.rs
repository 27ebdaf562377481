//! A claim set becomes statements, or says why not. The first byte says in which format.

#![no_main]

mod shared;

use gainsay::ingest::Format;
use libfuzzer_sys::fuzz_target;

const FORMATS: [Format; 4] = [Format::Json, Format::JsonLines, Format::Csv, Format::Lines];

fuzz_target!(|data: &[u8]| {
    let Some((which, bytes)) = data.split_first() else { return };
    shared::read_file(FORMATS[usize::from(*which) % FORMATS.len()], bytes);
});
