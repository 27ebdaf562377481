//! Stage 1: the opposite of a statement, and what to search for it with.

use crate::reason::{CounterDraft, CounterInput};

/// The counter-statement, hypothetical abstracts and keywords.
pub fn counter(_input: CounterInput<'_>) -> CounterDraft {
    CounterDraft::default()
}
