//! The review as a whole.

use super::super::{action::Effect, keys::Op, state::State};

pub(super) fn items(_state: &State) -> usize {
    0
}

pub(super) fn act(_state: &mut State, _op: Op) -> Option<Vec<Effect>> {
    None
}
