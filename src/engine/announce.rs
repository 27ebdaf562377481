//! Messages on an act that was recorded, undone or redone, and on one that could not be recorded.

use crate::{
    domain::{Reason, Stage, StatementId, Value, adopted_verdict},
    review::{Act, Entry, Review, ReviewError},
    text::Clean,
};

use super::Event;

/// How many statements a message names.
const NAMED: usize = 3;

/// How many characters of a title or note a message quotes.
const QUOTED: usize = 48;

/// Whether a reviewer gave a reason for it, which goes where the act goes.
fn has_reason(act: &Act) -> bool {
    let is_list = matches!(act, Act::Override { stage: Stage::Extract, statement: None, .. });
    !is_list && act.reason().is_some_and(|reason| reason.adopted().is_none())
}

/// What an act did, in words, with the titles of documents in place of their numbers.
fn describe(review: &Review, act: &Act) -> String {
    let mut words = describe_kind(review, act);
    for part in act.parts() {
        let (Act::Include { statement, doc } | Act::Exclude { statement, doc, .. }) = part else { continue };
        let number = format!("document {doc}");
        if words.contains(&number)
            && let Ok(Some(search)) = review.in_force(*statement, Stage::Search)
            && let Value::Search(search) = &*search
            && let Some(found) = search.candidates.iter().find(|found| found.doc == *doc)
        {
            words = words.replace(&number, &quoted(&found.meta.title));
        }
    }
    words
}

/// The same with numbers. A change of the list of statements says in its reason which it was, and a ruling names its issue.
fn describe_kind(review: &Review, act: &Act) -> String {
    match act {
        Act::Override { stage: Stage::Extract, statement: None, reason: Some(change), .. } => {
            change.words().to_string()
        }
        Act::Ruling { statement, issue, .. } => {
            let summary = review.fold().summary_for(*statement, &review.viewer());
            let head = summary.issues.iter().find(|head| head.key == *issue);
            let named = head.map_or("issue".to_owned(), |head| format!("issue “{}”", head.code.words()));
            act.describe().replacen("issue", &named, 1)
        }
        act => match act.reason().and_then(Reason::adopted) {
            // Whose it was is on the screen where it is adopted; its row is for the audit trail.
            Some(row) => act.describe().replace(&adopted_verdict(row), "another reviewer's verdict"),
            None => act.describe(),
        },
    }
}

/// What a row set that its act does not say: stances and weights from what to what, and texts.
fn detail(review: &Review, entry: &Entry) -> String {
    match &entry.act {
        Act::Override { stage: Stage::Weigh, statement: Some(id), value, .. } => {
            let Ok(rows) = review.history(Some(*id)) else { return String::new() };
            let before = review.fold().replaced(&rows).get(&(entry.seq, 0)).copied();
            let set = before.map(|(before, _)| review.weights_set(before, *value)).unwrap_or_default();
            let set: Vec<String> = set.iter().map(|one| one.describe(&format!("[{}]", one.number))).collect();
            if set.is_empty() { String::new() } else { format!(" ({})", set.join("; ")) }
        }
        Act::Note { text, .. } if !text.is_empty() => format!(" {}", quoted(text)),
        Act::Raise { issue, .. } => format!(" {}", quoted(&issue.message)),
        _ => String::new(),
    }
}

/// The beginning of a text, enough to know it by.
fn quoted(text: &Clean) -> String {
    let line = text.one_line();
    match line.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("“{}…”", line[..end].trim_end()),
        None => format!("“{line}”"),
    }
}

/// What is said of an act that was recorded; nothing of time, which is measured and not decided.
#[must_use]
pub fn announcement(review: &Review, act: &Act) -> Option<Clean> {
    (!matches!(act, Act::Time { .. })).then(|| describe(review, act).into())
}

impl Event {
    /// The event for a row that was undone.
    #[must_use]
    pub fn undone(review: &Review, entry: &Entry) -> Self {
        Self::reversed("Undid", if has_reason(&entry.act) { ", with its reason" } else { "" }, review, entry)
    }

    /// The event for a row that was redone.
    #[must_use]
    pub fn redone(review: &Review, entry: &Entry) -> Self {
        Self::reversed("Redid", "", review, entry)
    }

    fn reversed(verb: &str, with: &str, review: &Review, entry: &Entry) -> Self {
        let about: Vec<StatementId> = entry.act.about().into_iter().flatten().collect();
        let words = describe(review, &entry.act);
        let named = about.iter().take(NAMED).map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let on = match about.as_slice() {
            [] => String::new(),
            [only] if words.contains(&only.to_string()) => String::new(),
            several if several.len() <= NAMED => format!(" on {named}"),
            several => format!(" on {named} and {} more", several.len() - NAMED),
        };
        let detail = detail(review, entry);
        let head = review.fold().head();
        Self::Reversed { head, what: format!("{verb}: {words}{on}{detail}{with}").into(), about }
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
