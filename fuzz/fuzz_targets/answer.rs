//! Whatever a model says, reading it ends in a value or in a reason, at once.
//!
//! `cargo +nightly fuzz run answer -- -dict=fuzz/answer.dict -max_len=65536 -timeout=2`

#![no_main]

use std::sync::LazyLock;

use gainsay::{
    llm::{answer, shaped},
    reason::model::{Trial, shapes},
};
use libfuzzer_sys::fuzz_target;

static TRIALS: LazyLock<Vec<Trial>> = LazyLock::new(shapes);

// The first byte says of which shape the answer should be.
fuzz_target!(|data: &[u8]| {
    let Some((which, bytes)) = data.split_first() else { return };
    let trial = &TRIALS[usize::from(*which) % TRIALS.len()];
    let text = String::from_utf8_lossy(bytes);
    match answer::read(&text) {
        Ok(read) => {
            let (value, _) = shaped(read.value, &trial.schema);
            if let Err(why) = trial.read(value) {
                assert!(!why.is_empty());
            }
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
});
