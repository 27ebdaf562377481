//! What is said of an act that was recorded, undone or redone, and of one that could not be recorded.

use crate::{
    domain::{Reason, Stage, StatementId, adopted_verdict},
    review::{Act, ReviewError},
    text::Clean,
};

use super::Event;

/// How many statements a message names.
const NAMED: usize = 3;

/// Whether a reviewer gave a reason for it, which goes where the act goes.
fn has_reason(act: &Act) -> bool {
    let is_list = matches!(act, Act::Override { stage: Stage::Extract, statement: None, .. });
    !is_list && act.reason().is_some_and(|reason| reason.adopted().is_none())
}

/// What an act did, in words. A change of the list of statements says in its reason which it was.
fn describe(act: &Act) -> String {
    match act {
        Act::Override { stage: Stage::Extract, statement: None, reason: Some(change), .. } => {
            change.words().to_string()
        }
        act => match act.reason().and_then(Reason::adopted) {
            // Whose it was is on the screen where it is adopted; its row is for the audit trail.
            Some(row) => act.describe().replace(&adopted_verdict(row), "another reviewer's verdict"),
            None => act.describe(),
        },
    }
}

/// What is said of an act that was recorded; nothing of time, which is measured and not decided.
#[must_use]
pub fn announcement(act: &Act) -> Option<Clean> {
    (!matches!(act, Act::Time { .. })).then(|| describe(act).into())
}

impl Event {
    /// The event for an `act` that was undone; `head` is the newest row.
    #[must_use]
    pub fn undone(act: &Act, head: u64) -> Self {
        Self::reversed("undone", if has_reason(act) { ", with its reason" } else { "" }, act, head)
    }

    /// The event for an `act` that was redone; `head` is the newest row.
    #[must_use]
    pub fn redone(act: &Act, head: u64) -> Self {
        Self::reversed("redone", "", act, head)
    }

    fn reversed(verb: &str, with: &str, act: &Act, head: u64) -> Self {
        let about: Vec<StatementId> = act.about().into_iter().flatten().collect();
        let words = describe(act);
        let named = about.iter().take(NAMED).map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let on = match about.as_slice() {
            [] => String::new(),
            [only] if words.contains(&only.to_string()) => String::new(),
            several if several.len() <= NAMED => format!(" on {named}"),
            several => format!(" on {named} and {} more", several.len() - NAMED),
        };
        Self::Reversed { head, what: format!("{verb}: {words}{on}{with}").into(), about }
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
