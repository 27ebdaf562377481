//! What can go wrong with a review, and what to do then.

use std::path::Path;

use crate::domain::{Digest, StatementId};

use super::{Fault, Holder, JournalError, Redaction, Who, lock::LockError};

/// What can go wrong with a review.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// The file itself.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Rows that are put together again are not those that were taken apart.
    #[error("the rows are not those of the review that they come from; take the file as it was exported")]
    History,
    /// Something that is put together again is damaged.
    #[error("{0}; take the file as it was exported")]
    Fault(Fault),
    /// Somebody else is writing to it.
    #[error("{path} is open for writing by {holder}; open it with --read-only, or close it there first")]
    Locked {
        /// The review.
        path: String,
        /// Who has it.
        holder: Holder,
    },
    /// The review was opened for reading.
    #[error("this review is open for reading only; close it elsewhere and open it again to change it")]
    ReadOnly,
    /// It was saved under another name already.
    #[error("the review was saved as {0} already and goes on there; close it and open that file")]
    SavedBefore(std::path::PathBuf),
    /// This reviewer has nothing (more) to undo or redo.
    #[error("{}", nothing_to(what, who, other.as_ref()))]
    NothingTo {
        /// `undo` or `redo`.
        what: &'static str,
        /// The reviewer.
        who: Who,
        /// Who else has an act that could be undone or redone.
        other: Option<Who>,
    },
    /// A value is not what its stage makes.
    #[error(transparent)]
    Value(#[from] crate::domain::ValueError),
    /// A text that the journal names is not in the file.
    #[error("the text {0} is missing from the review; `gainsay verify` lists what else is")]
    Missing(Digest),
    /// A text is not what its digest says.
    #[error("the text {0} was changed in the file; `gainsay verify` lists what is wrong")]
    Changed(Digest),
    /// A reviewer took the text out.
    #[error("removed by {}: {}", .0.who, .0.reason)]
    Redacted(Redaction),
    /// There is no such text in the file.
    #[error("there is no text {0} in this review; `gainsay redact REVIEW` lists those that there are")]
    NoText(Digest),
    /// The review cannot be read without the text.
    #[error(
        "the review cannot be read without the text {0}: it is what is under review, or says what its statements are"
    )]
    Needed(Digest),
    /// The statement is not in this review.
    #[error("there is no statement {0} in this review")]
    NoStatement(StatementId),
    /// The stored source cannot be read.
    #[error("the review's source cannot be read: {0}; `gainsay verify` lists what is damaged")]
    Source(#[source] serde_json::Error),
}

fn nothing_to(what: &str, who: &Who, other: Option<&Who>) -> String {
    match other {
        None => format!("there is nothing to {what}"),
        Some(other) => format!(
            "{who} has nothing to {what}; the newest act is by {other}, and reviewers {what} only their own acts"
        ),
    }
}

/// Why a review cannot be had for writing.
pub(super) fn locked(path: Option<&Path>, error: LockError) -> ReviewError {
    match error {
        LockError::Held(holder) => {
            ReviewError::Locked { path: path.map(|p| p.display().to_string()).unwrap_or_default(), holder }
        }
        LockError::Io(path, e) => JournalError::Io { path, source: e }.into(),
    }
}
