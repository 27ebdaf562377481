//! What is said of an undo or redo, and of an act that could not be recorded.

use crate::{
    domain::StatementId,
    review::{Act, ReviewError},
};

use super::Event;

/// How many statements a message names.
const NAMED: usize = 3;

impl Event {
    /// The event for an `act` that was undone or redone, as `verb` says; `head` is the newest row.
    #[must_use]
    pub fn reversed(verb: &str, act: &Act, head: u64) -> Self {
        let about: Vec<StatementId> = act.about().into_iter().flatten().collect();
        let words = act.describe();
        let named = about.iter().take(NAMED).map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let on = match about.as_slice() {
            [] => String::new(),
            [only] if words.contains(&only.to_string()) => String::new(),
            several if several.len() <= NAMED => format!(" on {named}"),
            several => format!(" on {named} and {} more", several.len() - NAMED),
        };
        Self::Reversed { head, what: format!("{verb}: {words}{on}").into(), about }
    }

    /// The event for an act that was not recorded.
    #[must_use]
    pub fn not_appended(why: &ReviewError) -> Self {
        match why {
            ReviewError::NothingTo { .. } => Self::NothingTo(why.to_string().into()),
            why => Self::NotSaved(why.to_string().into()),
        }
    }
}
