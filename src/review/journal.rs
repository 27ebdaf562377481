//! The journal as a file: rows chained by digest, which SQLite itself refuses
//! to change or delete, and texts addressed by their content.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fs::{self, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::Timestamp;
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, config::DbConfig, params};

use crate::{
    domain::{Digest, canonical},
    files::{FileId, folder_of, sync_folder},
};

use super::{
    Act, Draft, Entry, JournalError,
    chain::{Link, SELECT, genesis, link, read, read_exactly, row},
    fold::FORMAT,
    pack::{pack, unpack},
    schema::{APPLICATION, LAYOUT, PACKED, PAGE, PROJECTION, make_tables, odd_schema},
};

/// How long to wait for somebody else's commit.
const PATIENCE: Duration = Duration::from_secs(5);

/// The file, open.
#[derive(Debug)]
pub(super) struct Journal {
    connection: Arc<Mutex<Connection>>,
    path: Option<PathBuf>,
    head: (u64, Digest),
    /// Whether this is the one that writes to the file.
    writes: bool,
    /// Why the file is not trusted.
    doubt: Option<String>,
    /// Whether its texts are compressed.
    packs: bool,
    /// The file that was opened, whatever its name is now.
    id: Option<FileId>,
}

/// What a journal is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Write,
    Read,
    /// To find out what is wrong with it.
    Verify,
}

/// Reads texts beside the writer.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    connection: Arc<Mutex<Connection>>,
}

impl Journal {
    pub(super) fn in_memory() -> Result<Self, JournalError> {
        Self::empty(Connection::open_in_memory()?, false)
    }

    /// A journal without rows, in a database without tables.
    pub(super) fn empty(connection: Connection, packs: bool) -> Result<Self, JournalError> {
        make_tables(&connection)?;
        let connection = Arc::new(Mutex::new(connection));
        Ok(Self { connection, path: None, head: (0, genesis()), writes: false, doubt: None, packs, id: None })
    }

    /// The file that acts go to, unless it was deleted or moved since it was opened: then acts would be written where
    /// nobody finds them.
    fn check_name(&self) -> Result<(), JournalError> {
        match &self.path {
            Some(path) if self.id.is_some() && FileId::of(path) != self.id => Err(JournalError::Gone(path.clone())),
            _ => Ok(()),
        }
    }

    pub(super) fn open(path: &Path, purpose: Purpose) -> Result<Self, JournalError> {
        // Not by opening it: closing a file takes away the locks that SQLite has on it in this process.
        let io = |source| JournalError::Io { path: path.to_owned(), source };
        if fs::metadata(path).map_err(io)?.is_dir() {
            return Err(JournalError::NotAReview(path.to_owned()));
        }
        rustix::fs::access(path, rustix::fs::Access::READ_OK).map_err(|e| io(e.into()))?;
        let connection = connect(path, purpose)?;
        let not_a_review = |e: rusqlite::Error| match e.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => JournalError::NotAReview(path.to_owned()),
            _ => e.into(),
        };
        let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let application = pragma("application_id").map_err(not_a_review)?;
        if application == 0 && pragma("page_count")? == 0 {
            return Err(JournalError::Empty);
        }
        if application != i64::from(APPLICATION) {
            return Err(JournalError::NotAReview(path.to_owned()));
        }
        let found = pragma("user_version")?;
        if found > i64::from(LAYOUT) {
            return Err(JournalError::TooNew { found });
        }
        let odd = odd_schema(&connection)?;
        let foreign = |what: &str| JournalError::Foreign { path: path.to_owned(), what: what.to_owned() };
        match (purpose, odd.first()) {
            (Purpose::Write, Some(odd)) => return Err(foreign(&odd.what)),
            // What is under their names could be anything.
            (Purpose::Read, _) if odd.iter().any(|odd| odd.is_table) => {
                return Err(JournalError::NotAReview(path.to_owned()));
            }
            _ => {}
        }
        let doubt = odd.first().map(|odd| odd.what.clone());
        let head = if odd.iter().any(|odd| odd.is_table) { Some((0, genesis())) } else { newest(&connection)? };
        if purpose == Purpose::Write {
            // If the file cannot be created, the first commit fails with the reason.
            let _ = name_rollback_journal(path);
        }
        Ok(Self {
            connection: Arc::new(Mutex::new(connection)),
            path: Some(path.to_owned()),
            head: head.ok_or(JournalError::Empty)?,
            writes: purpose == Purpose::Write,
            doubt,
            packs: found >= PACKED,
            id: FileId::of(path),
        })
    }

    /// Why the file is not trusted.
    pub(super) fn doubt(&self) -> Option<&str> {
        self.doubt.as_deref()
    }

    /// A reader that does not wait for the writer's commits to be written, but
    /// for a review in memory, which has one connection.
    pub(super) fn reader(&self) -> Result<Reader, JournalError> {
        let connection = match &self.path {
            Some(path) => Arc::new(Mutex::new(connect(path, Purpose::Read)?)),
            None => Arc::clone(&self.connection),
        };
        Ok(Reader { connection })
    }

    /// Appends acts and their texts in one transaction.
    pub(super) fn append(&mut self, at: Timestamp, drafts: &[Draft]) -> Result<Vec<Entry>, JournalError> {
        // What is kept in memory must be what is read back.
        let at = Timestamp::from_millisecond(at.as_millisecond()).unwrap_or(at);
        let first = self.head.0 + 1;
        let entry = |(seq, draft): (u64, &Draft)| {
            let act = serde_json::from_slice(&canonical(&draft.act))
                .map_err(|e| JournalError::Row { seq, why: e.to_string() })?;
            Ok(Entry { seq, at, who: draft.who.clone(), act, written: None })
        };
        let entries = (first..).zip(drafts).map(entry).collect::<Result<Vec<_>, JournalError>>()?;
        self.write(&entries, drafts.iter().flat_map(|d| &d.blobs).map(Vec::as_slice))?;
        Ok(entries)
    }

    /// Writes rows as they are, with their texts, in one transaction.
    pub(super) fn write<'a>(
        &mut self,
        entries: &[Entry],
        blobs: impl Iterator<Item = &'a [u8]>,
    ) -> Result<(), JournalError> {
        self.check_name()?;
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let redacted = redacted(entries);
        if !redacted.is_empty() {
            connection.pragma_update(None, "secure_delete", true)?;
        }
        // No other program can append from here on, so what is compared stays so.
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut head = self.head;
        if newest(&transaction)?.unwrap_or((0, genesis())) != head {
            return Err(JournalError::Overtaken);
        }
        {
            let mut put = transaction.prepare_cached("INSERT OR IGNORE INTO blob (digest, bytes) VALUES (?1, ?2)")?;
            for blob in blobs {
                put.execute(params![Digest::of(blob).as_bytes(), self.kept_as(blob)])?;
            }
            let mut add = transaction.prepare_cached(
                "INSERT INTO journal (seq, at, who, version, act, prev, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?;
            for entry in entries {
                let Link { at, who, version, act, hash } = link(head.1, entry);
                add.execute(params![entry.seq, at, who, version, act, head.1.as_bytes(), hash.as_bytes()])?;
                head = (entry.seq, hash);
            }
            for text in &redacted {
                transaction.execute("DELETE FROM blob WHERE digest = ?1", [text.as_bytes()])?;
            }
        }
        transaction.commit()?;
        if !redacted.is_empty() {
            // SQLite may have left parts of a text where it was before.
            connection.execute_batch("VACUUM")?;
        }
        self.head = head;
        Ok(())
    }

    /// The form in which the file keeps a text.
    pub(super) fn kept_as<'a>(&self, text: &'a [u8]) -> Cow<'a, [u8]> {
        if self.packs { pack(text) } else { Cow::Borrowed(text) }
    }

    /// The digest of row `seq`, which follows from all rows up to it.
    pub(super) fn hash(&self, seq: u64) -> Result<Digest, JournalError> {
        let connection = self.connection();
        let hash: [u8; 32] =
            connection.query_row("SELECT hash FROM journal WHERE seq = ?1", [seq], |row| row.get(0))?;
        Ok(hash.into())
    }

    /// Every text in the file.
    pub(super) fn blobs(&self) -> Result<BTreeMap<Digest, Vec<u8>>, JournalError> {
        let connection = self.connection();
        let mut texts = connection.prepare("SELECT digest, bytes FROM blob ORDER BY digest")?;
        let texts = texts.query_map([], |row| Ok((row.get::<_, [u8; 32]>(0)?.into(), unpack(row.get(1)?))))?;
        Ok(texts.collect::<Result<_, _>>()?)
    }

    /// The text with the next digest after `after`, or the first.
    pub(super) fn text_after(&self, after: Option<Digest>) -> Result<Option<(Digest, Vec<u8>)>, JournalError> {
        let connection = self.connection();
        let mut next =
            connection.prepare_cached("SELECT digest, bytes FROM blob WHERE digest > ?1 ORDER BY digest LIMIT 1")?;
        let after = after.as_ref().map_or(&[][..], |digest| digest.as_bytes());
        let next = next.query_row([after], |row| Ok((row.get::<_, [u8; 32]>(0)?.into(), unpack(row.get(1)?))));
        Ok(next.optional()?)
    }

    /// Up to `count` rows after row `after`, oldest first, each with its serialized form where that differs from today's.
    pub(super) fn rows_after(&self, after: u64, count: usize) -> Result<Vec<Entry>, JournalError> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached(&format!("{SELECT} WHERE seq > ?1 ORDER BY seq LIMIT ?2"))?;
        let mut rows = statement.query(params![after, count])?;
        let mut entries = Vec::new();
        while let Some(found) = rows.next()? {
            entries.push(read_exactly(&row(found)?)?);
        }
        Ok(entries)
    }

    pub(super) fn entries(&self) -> Result<Vec<Entry>, JournalError> {
        let mut entries = Vec::new();
        self.each(0, |entry| entries.push(entry))?;
        Ok(entries)
    }

    /// Reads the rows after row `after`, oldest first, one at a time.
    pub(super) fn each(&self, after: u64, mut take: impl FnMut(Entry)) -> Result<(), JournalError> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached(&format!("{SELECT} WHERE seq > ?1 ORDER BY seq"))?;
        let mut rows = statement.query([after])?;
        while let Some(found) = rows.next()? {
            take(read(&row(found)?)?);
        }
        Ok(())
    }

    /// Reads these rows.
    pub(super) fn these(&self, seqs: &[u64]) -> Result<Vec<Entry>, JournalError> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached(&format!("{SELECT} WHERE seq = ?1"))?;
        let one = |seq: &u64| statement.query_one([seq], |found| Ok(read(&row(found)?)))?;
        seqs.iter().map(one).collect()
    }

    /// What is kept beside the journal, made of what `read` makes of it, when it
    /// belongs to these rows and is as it was written. Whatever is odd about it
    /// is no error: it can be made anew.
    pub(super) fn projection<T>(&self, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let connection = self.connection();
        let mut statement = connection
            .prepare(
                "SELECT p.bytes, p.digest FROM projection p JOIN journal j ON j.seq = p.seq AND j.hash = p.hash
                 WHERE p.id = 1 AND p.format = ?1",
            )
            .ok()?;
        let mut rows = statement.query([FORMAT]).ok()?;
        let found = rows.next().ok()??;
        let bytes = found.get_ref(0).ok()?.as_blob().ok()?;
        let digest = found.get::<_, [u8; 32]>(1).ok()?;
        if Digest::of(bytes) != Digest::from(digest) {
            return None;
        }
        read(bytes)
    }

    /// Up to which row something is kept beside the journal, whether it is of use or not.
    pub(super) fn projected(&self) -> Option<u64> {
        let connection = self.connection();
        connection.query_row("SELECT seq FROM projection WHERE id = 1 AND format = ?1", [FORMAT], |row| row.get(0)).ok()
    }

    /// Keeps `bytes` beside the journal as what its rows up to `seq` come to. It
    /// is outside the chain, and the file is whole without it.
    pub(super) fn keep_projection(&mut self, seq: u64, bytes: &[u8]) -> Result<(), JournalError> {
        let hash = self.hash(seq)?;
        let mut connection = self.connection();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(PROJECTION)?;
        transaction.execute(
            "INSERT OR REPLACE INTO projection (id, format, seq, hash, digest, bytes) VALUES (1, ?1, ?2, ?3, ?4, ?5)",
            params![FORMAT, seq, hash.as_bytes(), Digest::of(bytes).as_bytes(), bytes],
        )?;
        Ok(transaction.commit()?)
    }

    pub(super) fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn blob(&self, digest: Digest) -> Result<Option<Vec<u8>>, JournalError> {
        blob(&self.connection, digest)
    }

    /// Writes a new file at `path` with the same rows, byte for byte, the same calls, and the texts in today's form.
    pub(super) fn copy_rows(&self, path: &Path) -> Result<(), JournalError> {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "page_size", PAGE)?;
        connection.pragma_update_and_check(None, "journal_mode", "MEMORY", |_| Ok(()))?;
        let copy = Self::empty(connection, true)?;
        let calls: Vec<_> = self.call_rows()?.into_iter().map(|(_, call)| call).collect();
        {
            let from = self.connection();
            let mut connection = copy.connection();
            let to = connection.transaction()?;
            let mut rows = from.prepare(&format!("{SELECT} ORDER BY seq"))?;
            let mut rows = rows.query([])?;
            while let Some(found) = rows.next()? {
                let row = row(found)?;
                to.prepare_cached(
                    "INSERT INTO journal (seq, at, who, version, act, prev, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                )?
                .execute(params![
                    row.seq,
                    row.at,
                    row.who,
                    row.version,
                    row.act,
                    row.prev,
                    row.hash
                ])?;
            }
            let mut texts = from.prepare("SELECT digest, bytes FROM blob ORDER BY digest")?;
            let mut texts = texts.query([])?;
            while let Some(found) = texts.next()? {
                let (digest, bytes): ([u8; 32], Vec<u8>) = (found.get(0)?, unpack(found.get(1)?));
                to.prepare_cached("INSERT INTO blob (digest, bytes) VALUES (?1, ?2)")?
                    .execute(params![digest, pack(&bytes)])?;
            }
            to.commit()?;
        }
        copy.restore_calls(&calls)?;
        let connection = copy.connection();
        Ok(connection.execute_batch("VACUUM")?)
    }

    /// Whether the file has this text.
    pub(super) fn has_text(&self, digest: Digest) -> Result<bool, JournalError> {
        let connection = self.connection();
        let mut found = connection.prepare_cached("SELECT 1 FROM blob WHERE digest = ?1")?;
        Ok(found.exists([digest.as_bytes()])?)
    }
}

impl Reader {
    pub(super) fn blob(&self, digest: Digest) -> Result<Option<Vec<u8>>, JournalError> {
        blob(&self.connection, digest)
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if self.writes {
            // Removes the rollback journal, which is kept from one commit to the next.
            let _ = self.connection().pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()));
        }
    }
}

fn newest(connection: &Connection) -> Result<Option<(u64, Digest)>, rusqlite::Error> {
    let mut newest = connection.prepare_cached("SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1")?;
    let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, u64>(0)?, Digest::from(row.get::<_, [u8; 32]>(1)?)));
    newest.query_row([], row).optional()
}

fn connect(path: &Path, purpose: Purpose) -> Result<Connection, JournalError> {
    let open = |access| {
        let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.busy_timeout(PATIENCE)?;
        // The file may come from somebody else.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        Ok::<_, rusqlite::Error>(connection)
    };
    let look = |connection: &Connection| connection.query_row("SELECT 1 FROM sqlite_master", [], |_| Ok(()));
    let not_a_review = |e: JournalError| match e {
        JournalError::Sqlite(e) if e.sqlite_error_code() == Some(rusqlite::ErrorCode::NotADatabase) => {
            JournalError::NotAReview(path.to_owned())
        }
        e => e,
    };
    if purpose == Purpose::Write {
        let connection = open(OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        prepare(&connection).map_err(not_a_review)?;
        return Ok(connection);
    }
    let connection = open(OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let half_written = |e: &rusqlite::Error| {
        e.sqlite_error().is_some_and(|e| e.extended_code == rusqlite::ffi::SQLITE_READONLY_ROLLBACK)
    };
    match look(&connection) {
        Err(e) if half_written(&e) => {
            // A program was killed while it wrote. Only one that may write can
            // take the unfinished commit back, which was acknowledged to nobody.
            look(&open(OpenFlags::SQLITE_OPEN_READ_WRITE)?).or_else(|e| match e {
                rusqlite::Error::QueryReturnedNoRows => Ok(()),
                e => Err(e),
            })?;
        }
        _ => {}
    }
    Ok(connection)
}

/// What makes a commit last. The rollback journal is cut to nothing and synced at its end, which is what a commit
/// hangs on; its name stays, so no folder need be synced each time ([`name_rollback_journal`]).
fn prepare(connection: &Connection) -> Result<(), JournalError> {
    connection.pragma_update_and_check(None, "journal_mode", "TRUNCATE", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "EXTRA")?;
    Ok(())
}

/// Creates the rollback journal if it does not exist and syncs its directory entry, which SQLite does not
/// (`.cargo/config.toml`).
fn name_rollback_journal(path: &Path) -> io::Result<()> {
    let review = fs::canonicalize(path)?;
    let mut name = review.file_name().unwrap_or_default().to_owned();
    name.push("-journal");
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(review.with_file_name(name)) {
        Err(e) if e.kind() != io::ErrorKind::AlreadyExists => Err(e),
        _ => sync_folder(folder_of(&review)),
    }
}

fn blob(connection: &Mutex<Connection>, digest: Digest) -> Result<Option<Vec<u8>>, JournalError> {
    Ok(fetch(&connection.lock().unwrap_or_else(PoisonError::into_inner), digest)?)
}

pub(super) fn fetch(connection: &Connection, digest: Digest) -> Result<Option<Vec<u8>>, rusqlite::Error> {
    connection
        .prepare_cached("SELECT bytes FROM blob WHERE digest = ?1")?
        .query_row([digest.as_bytes()], |row| row.get(0).map(unpack))
        .optional()
}

/// The texts that these rows take out.
fn redacted(entries: &[Entry]) -> Vec<Digest> {
    let texts = entries.iter().filter_map(|entry| match &entry.act {
        Act::Redact { texts, .. } => Some(texts),
        _ => None,
    });
    texts.flatten().copied().collect()
}
