//! What is worked out, what waits, what failed.

use ratatui::{Frame, layout::Rect};

use super::{super::state::State, HitMap, Ink};

/// Draws it.
pub(super) fn view(_state: &State, _ink: Ink<'_>, _frame: &mut Frame<'_>, _area: Rect, _hits: &mut HitMap) {}
