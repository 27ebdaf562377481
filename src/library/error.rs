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
    /// The file was written by an older version, and cannot be searched before it is brought up to date.
    #[error(
        "the library was made by an older version of gainsay; bring it up to date with a command that may write to it, \
         for example `gainsay library stats`"
    )]
    Outdated,
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
    /// An address of a server that cannot be read. It is not repeated, since it may hold a password.
    #[error(
        "the address of the library cannot be read ({0}); write postgres://USER@HOST:5432/DATABASE, special characters of \
         user and password as %XX"
    )]
    Address(String),
    /// This program was built without PostgreSQL.
    #[error(
        "this gainsay was built without PostgreSQL; name a file as the library, or build it with the feature postgres"
    )]
    NotBuiltIn,
    /// Roles for a file.
    #[error("{path} is a file, which has no roles; set its permissions, or name a database as the library")]
    NoRoles {
        /// The file.
        path: PathBuf,
    },
    /// The library is on another machine, and nothing may leave this one.
    #[error("the library {0} is on another machine, and `offline` is set; unset it, or name a file with --library")]
    Offline(String),
    /// No server answers there.
    #[error("cannot reach the library {at}: {why}; check that the server runs, and host, port and network")]
    Unreachable {
        /// The address, without password.
        at: String,
        /// The system's reason.
        why: String,
    },
    /// The connection cannot be encrypted as it should be.
    #[error(
        "cannot open an encrypted connection to the library {at}: {why}; add sslrootcert=FILE with the certificate that \
         signed the server's to the address, or sslmode=disable on a network that you trust"
    )]
    Encryption {
        /// The address, without password.
        at: String,
        /// The reason.
        why: String,
    },
    /// The server does not let the user in.
    #[error(
        "the library {at} does not let this user in: {why}; check the user, and the password in the address, in \
         $PGPASSWORD or in ~/.pgpass"
    )]
    Refused {
        /// The address, without password.
        at: String,
        /// The server's reason.
        why: String,
    },
    /// A database to import from is none of PaperChecker's.
    #[error(
        "the database {at} is none of PaperChecker's: it lacks the tables `document` and `sources` with their columns, or \
         this user may not read them; check the name of the database and the user's rights"
    )]
    NotPaperChecker {
        /// The address, without password.
        at: String,
    },
    /// The server has no such database.
    #[error("the server of the library {at} has no such database; its owner makes one with `createdb`")]
    NoDatabase {
        /// The address, without password.
        at: String,
    },
    /// The database holds no library.
    #[error(
        "the database {at} holds no library that this user may read; its owner makes one with `gainsay library init`"
    )]
    NoLibrary {
        /// The address, without password.
        at: String,
    },
    /// The database has tables of an older version, which is changed for all who use it.
    #[error(
        "the library {at} has format {found}, this version of gainsay needs {known}; its owner runs `gainsay library init`"
    )]
    Older {
        /// The address, without password.
        at: String,
        /// The format it has.
        found: i64,
        /// The format that this version works with.
        known: i64,
    },
    /// The server lacks the extension for vectors.
    #[error(
        "the database {at} lacks the extension pgvector ({why}); install it on the server, then its owner runs \
         `CREATE EXTENSION vector` in this database and `gainsay library init` again"
    )]
    NoPgvector {
        /// The address, without password.
        at: String,
        /// The server's reason.
        why: String,
    },
    /// The user's role may not do it.
    #[error("this user may only read the library ({0}); ask its owner for a role that may write")]
    NotAllowed(String),
    /// The connection went away in the middle.
    #[error(
        "the connection to the library was lost ({0}); what was confirmed before is kept, so repeat this when the server \
         runs again"
    )]
    Interrupted(String),
    /// The server takes no more connections.
    #[error(
        "the server of the library takes no more connections ({0}); try again later, or its owner raises max_connections"
    )]
    TooMany(String),
    /// A statement took too long.
    #[error(
        "the library's server did not finish in time ({0}); try again when it is less busy, or ask for less at once"
    )]
    TimedOut(String),
    /// Two programs changed the same rows.
    #[error("another program changed the library at the same moment ({0}); try again")]
    Conflict(String),
    /// Anything else that the server reports.
    #[error("the library's server reported an error: {0}; the server's log may say more")]
    Server(String),
    /// Anything else that goes wrong with the file.
    #[error("the library could not be used: {0}; if this stays so, restore the file from a copy")]
    Storage(String),
}

impl LibraryError {
    /// Whether the library's server cannot be used at the moment, without anything being wrong with its address.
    #[must_use]
    pub fn is_outage(&self) -> bool {
        matches!(self, Self::Unreachable { .. } | Self::Interrupted(_) | Self::TooMany(_) | Self::TimedOut(_))
    }
}

impl From<rusqlite::Error> for LibraryError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged(error.to_string()),
            _ => Self::Storage(error.to_string()),
        }
    }
}
