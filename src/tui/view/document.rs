//! A document with its passages marked.

use super::{super::state::State, Content, Ink, empty};

/// What is said of it in its title.
pub(super) fn title(state: &State) -> String {
    state.pages.document.document.as_ref().map(|d| d.meta.title.one_line().to_string()).unwrap_or_default()
}

/// Its lines.
pub(super) fn content(_state: &State, ink: Ink<'_>, width: u16) -> Content {
    let mut content = Content::new(width);
    empty(&mut content, ink, "…", "");
    content
}
