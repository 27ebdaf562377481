//! The calls to models that a review keeps: each is a text like any other, and a
//! row says to which request it belongs. Only what asks knows what is in it.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, params};

use crate::domain::Digest;

use super::{
    Review, ReviewError,
    journal::{Journal, JournalError},
};

/// A review that never asked a model has no such table.
const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS call (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    request BLOB NOT NULL,
    record BLOB NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS call_by_request ON call (request);
CREATE TRIGGER IF NOT EXISTS calls_are_never_changed BEFORE UPDATE ON call
    BEGIN SELECT RAISE(ABORT, 'a call is never changed'); END;
";

/// A call as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptCall {
    /// From 1, in the order in which they came to their end.
    pub id: u64,
    /// When it came to its end.
    pub at: Timestamp,
    /// Digest of what was asked.
    pub request: Digest,
    /// What was asked and answered, as it was handed over.
    pub record: Vec<u8>,
}

impl Review {
    /// Keeps a call; returns once it is on disk.
    ///
    /// # Errors
    /// When the review is read-only or the disk refuses.
    pub fn keep_call(&self, request: Digest, record: &[u8]) -> Result<(), ReviewError> {
        if self.is_read_only() {
            return Err(ReviewError::ReadOnly);
        }
        Ok(self.journal().keep_call(self.now(), request, record)?)
    }

    /// Keeps calls again that were exported, of which the texts are here already.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn restore_calls(&self, calls: &[(Timestamp, Digest, Digest)]) -> Result<(), ReviewError> {
        Ok(self.journal().restore_calls(calls)?)
    }

    /// The newest call with this request.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn call(&self, request: Digest) -> Result<Option<Vec<u8>>, ReviewError> {
        Ok(self.journal().call(request)?)
    }

    /// The calls after the one with the number `after`, oldest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn calls(&self, after: u64) -> Result<Vec<KeptCall>, ReviewError> {
        Ok(self.journal().calls(after)?)
    }

    /// What nobody can know who wrote a text that is reviewed here: it follows
    /// from the first row, in which the moment stands when the review was made.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn secret(&self) -> Result<Digest, ReviewError> {
        let first = self.journal().hash(1)?;
        Ok(Digest::of_parts([b"gainsay secret".as_slice(), first.as_bytes()]))
    }
}

impl Journal {
    fn keep_call(&self, at: Timestamp, request: Digest, record: &[u8]) -> Result<(), JournalError> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        transaction.execute_batch(SCHEMA)?;
        let digest = Digest::of(record);
        transaction
            .prepare_cached("INSERT OR IGNORE INTO blob (digest, bytes) VALUES (?1, ?2)")?
            .execute(params![digest.as_bytes(), record])?;
        transaction.prepare_cached("INSERT INTO call (at, request, record) VALUES (?1, ?2, ?3)")?.execute(params![
            format!("{at:.3}"),
            request.as_bytes(),
            digest.as_bytes()
        ])?;
        Ok(transaction.commit()?)
    }

    fn restore_calls(&self, calls: &[(Timestamp, Digest, Digest)]) -> Result<(), JournalError> {
        if calls.is_empty() {
            return Ok(());
        }
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        transaction.execute_batch(SCHEMA)?;
        for (at, request, record) in calls {
            transaction
                .prepare_cached("INSERT INTO call (at, request, record) VALUES (?1, ?2, ?3)")?
                .execute(params![format!("{at:.3}"), request.as_bytes(), record.as_bytes()])?;
        }
        Ok(transaction.commit()?)
    }

    fn has_calls(&self) -> Result<bool, JournalError> {
        let there = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'call'";
        Ok(self.connection().query_row(there, [], |row| row.get::<_, i64>(0))? > 0)
    }

    fn call(&self, request: Digest) -> Result<Option<Vec<u8>>, JournalError> {
        if !self.has_calls()? {
            return Ok(None);
        }
        let newest = "SELECT b.bytes FROM call c JOIN blob b ON b.digest = c.record
                      WHERE c.request = ?1 ORDER BY c.id DESC LIMIT 1";
        let connection = self.connection();
        let found = connection.prepare_cached(newest)?.query_row([request.as_bytes()], |row| row.get(0)).optional()?;
        Ok(found)
    }

    fn calls(&self, after: u64) -> Result<Vec<KeptCall>, JournalError> {
        if !self.has_calls()? {
            return Ok(Vec::new());
        }
        let connection = self.connection();
        let mut all = connection.prepare_cached(
            "SELECT c.id, c.at, c.request, b.bytes FROM call c JOIN blob b ON b.digest = c.record WHERE c.id > ?1 ORDER BY c.id",
        )?;
        let rows = all.query_map([after], |row| {
            Ok((row.get::<_, u64>(0)?, row.get::<_, String>(1)?, row.get::<_, [u8; 32]>(2)?, row.get(3)?))
        })?;
        rows.map(|row| {
            let (id, at, request, record) = row?;
            let at = at.parse().map_err(|e: jiff::Error| JournalError::Row { seq: id, why: e.to_string() })?;
            Ok(KeptCall { id, at, request: request.into(), record })
        })
        .collect()
    }
}
