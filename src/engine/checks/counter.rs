//! Stage 1: is it the opposite, and are its helpers usable.

use crate::{
    domain::{Counter, Stage, Statement},
    reason::{CounterDraft, Failure},
};

/// The counter-statement.
pub fn counter(_statement: &Statement, _draft: CounterDraft) -> Result<Counter, Failure> {
    Err(Failure::new(Stage::Counter, "not yet"))
}
