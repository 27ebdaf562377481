//! The report before it is written.

use super::{super::state::State, Content, Ink, empty};

/// Its lines.
pub(super) fn content(_state: &State, ink: Ink<'_>, width: u16) -> Content {
    let mut content = Content::new(width);
    empty(&mut content, ink, "…", "");
    content
}
