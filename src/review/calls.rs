//! The calls to models that a review keeps: each is a text like any other, and a
//! row says to which request it belongs. Only what asks knows what is in it.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use crate::domain::{Digest, StatementId};

use super::{JournalError, Review, ReviewError, journal::Journal, pack::unpack, schema::CALLS};

/// A kept call: when it ended, on which statement, and the digests of its request and of its text.
pub type CallRow = (Timestamp, Option<StatementId>, Digest, Digest);

/// A call as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptCall {
    /// From 1, in the order in which they came to their end.
    pub id: u64,
    /// When it came to its end.
    pub at: Timestamp,
    /// On which statement; `None` for the whole paper.
    pub statement: Option<StatementId>,
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
    pub fn keep_call(&self, statement: Option<StatementId>, request: Digest, record: &[u8]) -> Result<(), ReviewError> {
        if self.is_read_only() {
            return Err(ReviewError::ReadOnly);
        }
        Ok(self.journal().keep_call((self.now(), statement, request, Digest::of(record)), record)?)
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
        Ok(self.journal().calls("?1 IS NULL", None, after)?)
    }

    /// The number of each call and what is known of it, oldest first, without its text.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn call_rows(&self) -> Result<Vec<(u64, CallRow)>, ReviewError> {
        Ok(self.journal().call_rows()?)
    }

    /// The calls on a statement, and those on the whole paper, after the one with the number `after`, oldest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn calls_on(&self, statement: StatementId, after: u64) -> Result<Vec<KeptCall>, ReviewError> {
        Ok(self.journal().calls("(c.statement = ?1 OR c.statement IS NULL)", Some(statement), after)?)
    }

    /// What the author of a text under review cannot know: it follows from the
    /// first row, which has the moment when the review was made.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn secret(&self) -> Result<Digest, ReviewError> {
        let first = self.journal().hash(1)?;
        Ok(Digest::of_parts([b"gainsay secret".as_slice(), first.as_bytes()]))
    }
}

impl Journal {
    fn keep_call(&self, row: CallRow, record: &[u8]) -> Result<(), JournalError> {
        let mut connection = self.connection();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(CALLS)?;
        transaction
            .prepare_cached("INSERT OR IGNORE INTO blob (digest, bytes) VALUES (?1, ?2)")?
            .execute(params![row.3.as_bytes(), self.kept_as(record)])?;
        insert(&transaction, row)?;
        Ok(transaction.commit()?)
    }

    pub(super) fn restore_calls(&self, calls: &[CallRow]) -> Result<(), JournalError> {
        if calls.is_empty() {
            return Ok(());
        }
        let mut connection = self.connection();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(CALLS)?;
        for row in calls {
            insert(&transaction, *row)?;
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
        let found = found.map(unpack);
        Ok(found)
    }

    pub(super) fn call_rows(&self) -> Result<Vec<(u64, CallRow)>, JournalError> {
        if !self.has_calls()? {
            return Ok(Vec::new());
        }
        let connection = self.connection();
        let mut all = connection.prepare(
            "SELECT c.id, c.at, c.statement, c.request, c.record FROM call c JOIN blob b ON b.digest = c.record
             ORDER BY c.id",
        )?;
        let rows = all.query_map([], |row| {
            let (request, record) = (row.get::<_, [u8; 32]>(3)?, row.get::<_, [u8; 32]>(4)?);
            Ok((row.get::<_, u64>(0)?, row.get::<_, String>(1)?, row.get::<_, Option<u32>>(2)?, request, record))
        })?;
        rows.map(|row| {
            let (id, at, statement, request, record) = row?;
            Ok((id, (moment(id, &at)?, statement.map(StatementId), request.into(), record.into())))
        })
        .collect()
    }

    fn calls(
        &self,
        which: &'static str,
        statement: Option<StatementId>,
        after: u64,
    ) -> Result<Vec<KeptCall>, JournalError> {
        if !self.has_calls()? {
            return Ok(Vec::new());
        }
        let connection = self.connection();
        let mut all = connection.prepare_cached(&format!(
            "SELECT c.id, c.at, c.statement, c.request, b.bytes FROM call c JOIN blob b ON b.digest = c.record
             WHERE {which} AND c.id > ?2 ORDER BY c.id"
        ))?;
        let rows = all.query_map(params![statement.map(|id| id.0), after], |row| {
            let at: String = row.get(1)?;
            Ok((row.get::<_, u64>(0)?, at, row.get::<_, Option<u32>>(2)?, row.get::<_, [u8; 32]>(3)?, row.get(4)?))
        })?;
        rows.map(|row| {
            let (id, at, statement, request, record) = row?;
            let at = moment(id, &at)?;
            let record = unpack(record);
            Ok(KeptCall { id, at, statement: statement.map(StatementId), request: request.into(), record })
        })
        .collect()
    }
}

/// When call `id` ended.
fn moment(id: u64, at: &str) -> Result<Timestamp, JournalError> {
    at.parse().map_err(|e: jiff::Error| JournalError::Row { seq: id, why: e.to_string() })
}

fn insert(connection: &Connection, (at, statement, request, record): CallRow) -> Result<(), JournalError> {
    connection
        .prepare_cached("INSERT INTO call (at, statement, request, record) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![format!("{at:.3}"), statement.map(|id| id.0), request.as_bytes(), record.as_bytes()])?;
    Ok(())
}
