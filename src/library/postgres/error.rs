//! What a server reports, as the library's own errors.

use std::error::Error as _;

use tokio_postgres::{Error, error::SqlState};

use crate::{library::LibraryError, text::Clean};

/// The server's own words, or the driver's with their cause.
pub(super) fn words(error: &Error) -> String {
    let text = match (error.as_db_error(), error.source()) {
        (Some(said), _) => said.message().to_owned(),
        (None, Some(cause)) => cause.to_string(),
        (None, None) => error.to_string(),
    };
    Clean::from(text).one_line().to_string()
}

impl From<Error> for LibraryError {
    fn from(error: Error) -> Self {
        let why = words(&error);
        let Some(code) = error.code() else {
            let is_lost = error.is_closed() || error.source().is_some_and(|cause| cause.is::<std::io::Error>());
            return if is_lost { Self::Interrupted(why) } else { Self::Server(why) };
        };
        match *code {
            SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED => Self::Conflict(why),
            SqlState::LOCK_NOT_AVAILABLE => Self::Busy,
            SqlState::QUERY_CANCELED => Self::TimedOut(why),
            SqlState::INSUFFICIENT_PRIVILEGE | SqlState::READ_ONLY_SQL_TRANSACTION => Self::NotAllowed(why),
            SqlState::TOO_MANY_CONNECTIONS => Self::TooMany(why),
            SqlState::DISK_FULL => Self::Full,
            SqlState::ADMIN_SHUTDOWN
            | SqlState::CRASH_SHUTDOWN
            | SqlState::CANNOT_CONNECT_NOW
            | SqlState::IDLE_SESSION_TIMEOUT
            | SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT => Self::Interrupted(why),
            // Class 08: the connection itself.
            _ if code.code().starts_with("08") => Self::Interrupted(why),
            _ => Self::Server(format!("{why} ({})", code.code())),
        }
    }
}

/// As above, for the attempt to connect to the library `at`.
pub(super) fn connecting(at: &str, error: &Error) -> LibraryError {
    let (at, why) = (at.to_owned(), words(error));
    match error.code().map(SqlState::code) {
        None if error.to_string().contains("TLS") => LibraryError::Encryption { at, why },
        Some("28P01" | "28000") => LibraryError::Refused { at, why },
        Some("3D000") => LibraryError::NoDatabase { at },
        Some("53300") => LibraryError::TooMany(why),
        _ if why.contains("password missing") => LibraryError::Refused {
            at,
            why: "no password was found (~/.pgpass is read where it has mode 600)".to_owned(),
        },
        _ if why.contains("password") => LibraryError::Refused { at, why },
        _ => LibraryError::Unreachable { at, why },
    }
}
