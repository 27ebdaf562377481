//! A file in this format becomes documents, or says why not, as a whole and in a stream.

#![no_main]

mod shared;

use gainsay::ingest::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| shared::read_file(Format::Ris, data));
