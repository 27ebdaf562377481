//! The journal as a file: rows chained by digest, which SQLite itself refuses
//! to change or delete, and texts addressed by their content.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use jiff::Timestamp;
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, config::DbConfig, params};

use crate::{
    domain::{Digest, canonical},
    files::{FileId, folder_of, sync_folder},
    text::Clean,
};

use super::{
    Act, Draft, Entry, Who, calls,
    fold::FORMAT,
    lock::Lock,
    pack::{pack, unpack},
};

/// Marks a SQLite file as a review (`GNSY`).
const APPLICATION: i32 = 0x474e_5359;
/// The layout of the tables.
const LAYOUT: i32 = 2;
/// The first layout in which texts are compressed.
const PACKED: i64 = 2;
/// The size of a page in new files, in bytes. What a text leaves of its last page is lost.
const PAGE: i32 = 1024;
/// The newest version of acts that is known; every row has that of its own act.
const ACTS: i64 = 2;
/// How long to wait for somebody else's commit.
const PATIENCE: Duration = Duration::from_secs(5);

const SCHEMA: &str = "
CREATE TABLE journal (
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    version INTEGER NOT NULL,
    act TEXT NOT NULL,
    prev BLOB NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE TABLE blob (digest BLOB PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TRIGGER journal_is_never_changed BEFORE UPDATE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is never changed'); END;
CREATE TRIGGER journal_is_never_shortened BEFORE DELETE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is never shortened'); END;
CREATE TRIGGER blobs_are_never_changed BEFORE UPDATE ON blob
    BEGIN SELECT RAISE(ABORT, 'a text is never changed'); END;
";

/// The table of texts in the first layout.
const FIRST_BLOB: &str = "
CREATE TABLE blob (digest BLOB PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID;
";

/// What the rows come to, kept so that a long review opens fast. A file without it is whole.
const PROJECTION: &str = "
CREATE TABLE IF NOT EXISTS projection (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    format INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    digest BLOB NOT NULL,
    bytes BLOB NOT NULL
) STRICT;
";

/// What [`row`] reads.
pub(super) const SELECT: &str = "SELECT seq, at, who, version, act, prev, hash FROM journal";

/// What can go wrong with the file.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file system refused.
    #[error("cannot use {path}: {source}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// There is a file already.
    #[error("{0} exists already; open it, or give another name with --review")]
    Exists(PathBuf),
    /// It is something else.
    #[error("{0} is not a gainsay review; `gainsay review FILE` makes one from a paper or a claim set")]
    NotAReview(PathBuf),
    /// It was written by a newer version.
    #[error("this review was written by a newer gainsay (layout {found}, this one knows {LAYOUT}); update gainsay")]
    TooNew {
        /// The version found.
        found: i64,
    },
    /// A row cannot be read.
    #[error("row {seq} of the journal cannot be read: {why}; `gainsay verify` lists what else is damaged")]
    Row {
        /// Its number.
        seq: u64,
        /// Why.
        why: String,
    },
    /// There is nothing in it.
    #[error("the review is empty because its creation was interrupted; run the same command again, or delete the file")]
    Empty,
    /// Its tables are not those that gainsay makes.
    #[error("{path} cannot be trusted: {what}; it opens with --read-only, and `gainsay verify` lists what is wrong")]
    Foreign {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Another program has appended to it.
    #[error("another program has written to the review since it was opened, so nothing was saved; open it again")]
    Overtaken,
    /// It has another name now, or none.
    #[error(
        "{0} was deleted or moved while it was open, so nothing was saved; move it back, or save the review elsewhere"
    )]
    Gone(PathBuf),
    /// It has several names.
    #[error(
        "{0} has a second name (a hard link), and what a crash left unfinished would be repaired under one of them \
         alone; remove the other name, or work on a copy"
    )]
    Linked(PathBuf),
    /// SQLite refused.
    #[error("the review file: {0}")]
    Sqlite(#[from] rusqlite::Error),
}

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

/// A row as it stands in the file.
pub(super) struct Row<'a> {
    pub(super) seq: u64,
    pub(super) at: &'a str,
    pub(super) who: &'a str,
    pub(super) version: i64,
    pub(super) act: &'a str,
    pub(super) prev: &'a [u8],
    pub(super) hash: &'a [u8],
}

impl Journal {
    pub(super) fn in_memory() -> Result<Self, JournalError> {
        let connection = Connection::open_in_memory()?;
        make_tables(&connection)?;
        Ok(Self {
            connection: Arc::new(Mutex::new(connection)),
            path: None,
            head: (0, genesis()),
            writes: false,
            doubt: None,
            packs: false,
            id: None,
        })
    }

    /// Makes the file at `path` with what `fill` writes. It is made under another name and takes its own when it is
    /// whole and on disk, so that a crash leaves a review or nothing.
    ///
    /// # Arguments
    /// `lock` holds the name of the file, and then the file as well.
    pub(super) fn create(
        path: &Path,
        lock: &mut Lock,
        fill: impl FnOnce(&mut Self) -> Result<(), JournalError>,
    ) -> Result<Self, JournalError> {
        let io = |source| JournalError::Io { path: path.to_owned(), source };
        let replaces_remains = match fs::symlink_metadata(path) {
            Ok(_) if is_remains(path) => true,
            Ok(_) => return Err(JournalError::Exists(path.to_owned())),
            Err(_) => false,
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let folder = folder_of(path);
        let made = tempfile::Builder::new().prefix(&format!(".{name}.")).suffix(".new").tempfile_in(folder);
        let (file, made) = made.map_err(io)?.into_parts();
        {
            let connection = Connection::open(&made)?;
            connection.pragma_update(None, "page_size", PAGE)?;
            // Nobody knows this file yet, and what becomes of it when the system fails does not matter.
            connection.pragma_update_and_check(None, "journal_mode", "MEMORY", |_| Ok(()))?;
            connection.pragma_update(None, "synchronous", "OFF")?;
            make_tables(&connection)?;
            let connection = Arc::new(Mutex::new(connection));
            let head = (0, genesis());
            fill(&mut Self { connection, path: None, head, writes: false, doubt: None, packs: true, id: None })?;
        }
        Self::publish(path, lock, file, made, replaces_remains)
    }

    /// Gives a file that is whole its name, and opens it.
    fn publish(
        path: &Path,
        lock: &mut Lock,
        file: fs::File,
        made: tempfile::TempPath,
        replaces_remains: bool,
    ) -> Result<Self, JournalError> {
        let io = |source| JournalError::Io { path: path.to_owned(), source };
        file.sync_all().map_err(io)?;
        lock.hold(file).map_err(io)?;
        set_rollback_aside(path).map_err(io)?;
        let published = if replaces_remains { made.persist(path) } else { publish(made, path) };
        published.map_err(|e| match e.error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            _ => io(e.error),
        })?;
        sync_folder(folder_of(path)).map_err(io)?;
        Self::open(path, Purpose::Write)
    }

    /// Writes all that this holds into a new file at `path`, which `lock` holds the name of, and opens that. It works
    /// while the file that is open has no name any more.
    pub(super) fn save_as(&self, path: &Path, lock: &mut Lock) -> Result<Self, JournalError> {
        let io = |source| JournalError::Io { path: path.to_owned(), source };
        if fs::symlink_metadata(path).is_ok() {
            return Err(JournalError::Exists(path.to_owned()));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let made = tempfile::Builder::new().prefix(&format!(".{name}.")).suffix(".new").tempfile_in(folder_of(path));
        let (file, made) = made.map_err(io)?.into_parts();
        self.connection().execute("VACUUM INTO ?1", [made.to_string_lossy()])?;
        Self::publish(path, lock, file, made, false)
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
        fs::metadata(path).map_err(io)?;
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
            Ok(Entry { seq, at, who: draft.who.clone(), act })
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
                let (at, who, act) = columns(entry);
                let version = entry.act.version();
                let hash = chain(head.1, entry.seq, &at, &who, version, &act);
                add.execute(params![entry.seq, at, who, version, act, head.1.as_bytes(), hash.as_bytes()])?;
                head = (entry.seq, hash);
            }
            for text in &redacted {
                transaction.execute("DELETE FROM blob WHERE digest = ?1", [text.as_bytes()])?;
            }
        }
        transaction.commit()?;
        if !redacted.is_empty() {
            // Parts of a text may stand where SQLite once moved it from.
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
    /// stands outside the chain, and the file is whole without it.
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

fn make_tables(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.execute_batch(&format!(
        "BEGIN; {SCHEMA} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {LAYOUT}; COMMIT;"
    ))
}

/// Gives a file its name, unless another has it.
fn publish(made: tempfile::TempPath, path: &Path) -> Result<(), tempfile::PathPersistError> {
    let refused = match made.persist_noclobber(path) {
        Ok(()) => return Ok(()),
        Err(e) if e.error.kind() == io::ErrorKind::AlreadyExists => return Err(e),
        Err(e) => e,
    };
    // A file system without links: the name is taken by an empty file first, which a crash may leave behind.
    match fs::OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(_) => refused.path.persist(path),
        Err(error) => Err(tempfile::PathPersistError { error, path: refused.path }),
    }
}

/// Whether the file is what a creation left that was interrupted: nothing, or a review without a row.
fn is_remains(path: &Path) -> bool {
    let is_file = fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    is_file && matches!(Journal::open(path, Purpose::Read), Err(JournalError::Empty))
}

/// Moves what SQLite kept beside another file of this name out of the way. SQLite would take it for that of the new
/// file, and undo or redo in there what was done in the other.
fn set_rollback_aside(path: &Path) -> io::Result<()> {
    for ending in ["-journal", "-wal"] {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(ending);
        let beside = path.with_file_name(&name);
        match fs::symlink_metadata(&beside) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            Err(e) => return Err(e),
            Ok(found) if found.is_file() && found.len() == 0 => fs::remove_file(&beside)?,
            Ok(_) => {
                name.push("-of-another-file");
                fs::rename(&beside, path.with_file_name(name))?;
            }
        }
    }
    Ok(())
}

fn newest(connection: &Connection) -> Result<Option<(u64, Digest)>, rusqlite::Error> {
    let mut newest = connection.prepare_cached("SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1")?;
    let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, u64>(0)?, Digest::from(row.get::<_, [u8; 32]>(1)?)));
    newest.query_row([], row).optional()
}

/// Something in the schema that gainsay did not make, or something missing that it makes.
pub(super) struct Odd {
    pub(super) what: String,
    /// Whether it is one of the two tables that a review is made of.
    pub(super) is_table: bool,
}

/// Kind, name, table and definition of each thing in a schema.
type Schema = BTreeSet<(String, String, String, String)>;

fn schema(connection: &Connection) -> Result<Schema, rusqlite::Error> {
    let mut all = connection.prepare("SELECT type, name, tbl_name, ifnull(sql, '') FROM sqlite_schema")?;
    let all = all.query_map([], |row| {
        let text = |n: usize| {
            Ok::<_, rusqlite::Error>(
                String::from_utf8_lossy(row.get_ref(n)?.as_bytes().unwrap_or_default()).into_owned(),
            )
        };
        let definition: Vec<_> = text(3)?.split_whitespace().map(str::to_owned).collect();
        Ok((text(0)?, text(1)?, text(2)?, definition.join(" ")))
    })?;
    all.collect()
}

/// What every review has, and what it may have besides.
fn known_schema() -> Result<&'static (Schema, Schema), rusqlite::Error> {
    static KNOWN: OnceLock<(Schema, Schema)> = OnceLock::new();
    if let Some(known) = KNOWN.get() {
        return Ok(known);
    }
    let of = |parts: &[&str]| {
        let connection = Connection::open_in_memory()?;
        parts.iter().try_for_each(|part| connection.execute_batch(part))?;
        schema(&connection)
    };
    let always = of(&[SCHEMA])?;
    let mut all = of(&[SCHEMA, PROJECTION, calls::SCHEMA])?;
    all.extend(of(&[calls::FIRST_SCHEMA, FIRST_BLOB])?);
    Ok(KNOWN.get_or_init(|| (always, all)))
}

/// What is odd about the schema of a file. Triggers and views run when tables are used, so that a file from elsewhere
/// could do or show anything.
pub(super) fn odd_schema(connection: &Connection) -> Result<Vec<Odd>, rusqlite::Error> {
    let (always, known) = known_schema()?;
    let found = schema(connection)?;
    let is_table = |name: &str| matches!(name, "journal" | "blob");
    let odd = |kind: &str, name: &str, how: &str| Odd {
        what: Clean::from(format!("the {kind} `{name}` {how}")).one_line().to_string(),
        is_table: is_table(name),
    };
    let foreign = found.difference(known).map(|(kind, name, ..)| odd(kind, name, "is not one that gainsay makes"));
    let has = |kind: &str, name: &str| found.iter().any(|(k, n, ..)| k == kind && n == name);
    // SQLite's own index of a table is there or not as the table is made.
    let is_own = |name: &str| name.starts_with("sqlite_autoindex_");
    let missing = always.iter().filter(|(kind, name, ..)| !has(kind, name) && !is_own(name));
    let missing = missing.map(|(kind, name, ..)| odd(kind, name, "is missing"));
    let guard = "calls_are_never_changed";
    let unguarded = (has("table", "call") && !has("trigger", guard)).then(|| odd("trigger", guard, "is missing"));
    Ok(foreign.chain(missing).chain(unguarded).collect())
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
/// hangs on, so no folder need be synced each time.
fn prepare(connection: &Connection) -> Result<(), JournalError> {
    connection.pragma_update_and_check(None, "journal_mode", "TRUNCATE", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "EXTRA")?;
    Ok(())
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

pub(super) fn row<'a>(row: &'a rusqlite::Row<'_>) -> rusqlite::Result<Row<'a>> {
    Ok(Row {
        seq: row.get(0)?,
        at: row.get_ref(1)?.as_str()?,
        who: row.get_ref(2)?.as_str()?,
        version: row.get(3)?,
        act: row.get_ref(4)?.as_str()?,
        prev: row.get_ref(5)?.as_blob()?,
        hash: row.get_ref(6)?.as_blob()?,
    })
}

pub(super) fn read(row: &Row<'_>) -> Result<Entry, JournalError> {
    if row.version > ACTS {
        return Err(JournalError::TooNew { found: row.version });
    }
    let bad = |why: String| JournalError::Row { seq: row.seq, why };
    Ok(Entry {
        seq: row.seq,
        at: row.at.parse().map_err(|e: jiff::Error| bad(e.to_string()))?,
        who: serde_json::from_str::<Who>(row.who).map_err(|e| bad(e.to_string()))?,
        act: serde_json::from_str::<Act>(row.act).map_err(|e| bad(e.to_string()))?,
    })
}

fn columns(entry: &Entry) -> (String, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (format!("{:.3}", entry.at), text(canonical(&entry.who)), text(canonical(&entry.act)))
}

pub(super) fn chain(prev: Digest, seq: u64, at: &str, who: &str, version: i64, act: &str) -> Digest {
    Digest::of_parts([
        prev.as_bytes().as_slice(),
        &seq.to_le_bytes(),
        at.as_bytes(),
        who.as_bytes(),
        &version.to_le_bytes(),
        act.as_bytes(),
    ])
}

/// The texts that these rows take out.
fn redacted(entries: &[Entry]) -> Vec<Digest> {
    let texts = entries.iter().filter_map(|entry| match &entry.act {
        Act::Redact { texts, .. } => Some(texts),
        _ => None,
    });
    texts.flatten().copied().collect()
}

/// What the first row follows from.
pub(super) fn genesis() -> Digest {
    Digest::of(b"gainsay review")
}
