//! What can go wrong with a library, and what to do then.

use std::path::PathBuf;

use rusqlite::ErrorCode;

use crate::domain::DocId;

/// Why the library did not do what was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// The file could not be opened or made.
    #[error("cannot open the library {path}: {why}; check that the folder exists and may be written")]
    Open {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        why: String,
    },
    /// The file is something else.
    #[error("{path} is not a gainsay library; name another file, or move this one away to start a new library there")]
    NotALibrary {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a newer version.
    #[error(
        "the library {path} has format {found}, this version of gainsay knows formats up to {known}; update gainsay"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The format it has.
        found: i64,
        /// The newest format that this version knows.
        known: i64,
    },
    /// The file is damaged.
    #[error("the library is damaged ({0}); restore it from a copy, or make a new one and add the documents again")]
    Damaged(String),
    /// What is stored of one document is not what was added.
    #[error("document {0} is damaged in the library; remove it and add it again")]
    DamagedDocument(DocId),
    /// Another program is writing and did not finish in time.
    #[error("another program is writing to the library; try again when it has finished")]
    Busy,
    /// The library was opened for reading, or the file cannot be written.
    #[error("the library can only be read; check the file's permissions, or open it for writing")]
    ReadOnly,
    /// No room left.
    #[error("there is no room left on the disk for the library; make room and add the documents again")]
    Full,
    /// A document has more passages than can be numbered.
    #[error("document {0} is too long for the library; split it into several documents")]
    TooLong(DocId),
    /// Anything else that SQLite reports.
    #[error("the library could not be used: {0}; if this stays so, restore the file from a copy")]
    Storage(rusqlite::Error),
}

impl From<rusqlite::Error> for LibraryError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged(error.to_string()),
            _ => Self::Storage(error),
        }
    }
}
