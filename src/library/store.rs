//! The file: opening, the schema, and connections shared between threads.

use std::{
    fs,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior, config::DbConfig};

use crate::{
    domain::LibraryStamp,
    files::{folder_of, sync_folder},
};

use super::{
    LibraryError,
    cache::{Lengths, Vectors},
    upgrade,
};

/// `gsly`: marks the file as ours, apart from other SQLite files.
const APPLICATION: i64 = 0x6773_6c79;

/// The format that this version writes. Grows also when terms are made or passages are cut in another way, since the index
/// holds both.
const FORMAT: i64 = 4;

/// How long to wait for another program that is writing.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many idle connections for reading are kept.
const IDLE: usize = 8;

const SCHEMA: &str = "
CREATE TABLE library (generation INTEGER NOT NULL) STRICT;
INSERT INTO library VALUES (0);
CREATE TABLE document (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    doi TEXT,
    pmid TEXT,
    meta TEXT NOT NULL,
    content TEXT NOT NULL,
    digest BLOB NOT NULL
) STRICT;
CREATE INDEX document_doi ON document (doi) WHERE doi IS NOT NULL;
CREATE INDEX document_pmid ON document (pmid) WHERE pmid IS NOT NULL;
CREATE TABLE passage (
    no INTEGER PRIMARY KEY,
    page INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL
) STRICT;
-- Numbers are signed bytes, to be multiplied by `scale`.
CREATE TABLE vector (
    model TEXT NOT NULL,
    no INTEGER NOT NULL,
    scale REAL NOT NULL,
    row BLOB NOT NULL,
    PRIMARY KEY (model, no)
) STRICT, WITHOUT ROWID;
";

/// What the second format has beside the first: records of sources, and the queries that found them.
const SECOND: &str = "
ALTER TABLE document ADD COLUMN pmcid TEXT;
CREATE INDEX document_pmcid ON document (pmcid) WHERE pmcid IS NOT NULL;
CREATE TABLE record (
    source TEXT NOT NULL,
    key TEXT NOT NULL,
    document TEXT NOT NULL,
    meta TEXT NOT NULL,
    facts TEXT NOT NULL,
    fetched TEXT NOT NULL,
    -- The query and the moment that brought the document into the library, where this record did.
    created TEXT,
    PRIMARY KEY (source, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_document ON record (document);
CREATE TABLE retrieval (
    document TEXT NOT NULL,
    source TEXT NOT NULL,
    query TEXT NOT NULL,
    at TEXT NOT NULL,
    rank INTEGER NOT NULL,
    hits INTEGER NOT NULL,
    PRIMARY KEY (document, source, query)
) STRICT, WITHOUT ROWID;
";

/// Finds the notes that are attached to statements, by [`ATTACHED`](crate::domain::rules::credibility::ATTACHED). Libraries made
/// before it lack it: counting takes longer there and comes to the same.
const NOTES: &str = r#"CREATE INDEX IF NOT EXISTS document_note ON document (no)
                       WHERE instr(meta, '"Attached Note"') > 0"#;

/// A library in one SQLite file, or in memory.
pub struct Sqlite {
    /// Idle connections; stays empty in memory, where the writer's serves all.
    /// They are closed before the writer, who then folds the `-wal` file away.
    readers: Mutex<Vec<Connection>>,
    /// `None` when opened for reading only.
    writer: Option<Mutex<Connection>>,
    /// `None` in memory.
    path: Option<PathBuf>,
    pub(super) vectors: Vectors,
    /// The lengths of the passages, since the first search by words.
    pub(super) lengths: Mutex<Option<Arc<Lengths>>>,
    /// The library and all its documents when they were last counted, which takes time in a large one.
    pub(super) counted: Mutex<Option<(LibraryStamp, u64)>>,
    /// Held by the one who makes vectors.
    pub(super) embedding: Mutex<()>,
}

impl Sqlite {
    /// Opens the library at `path`, and makes it (and its folder) when it is not there. One of an older format is brought
    /// up to date; `upgrade` hears of how many documents that is done, and how many there are.
    ///
    /// # Errors
    /// When the file cannot be opened or made, is no library, is damaged, or is
    /// of a newer format.
    pub fn open(path: &Path, upgrade: &mut dyn FnMut(u64, u64)) -> Result<Self, LibraryError> {
        let cannot = |why: String| LibraryError::Open { path: path.to_owned(), why };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|error| cannot(error.to_string()))?;
        }
        // What is in it is as private as what is under review.
        let _ = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
        let mut connection = Connection::open_with_flags(path, flags(true)).map_err(|e| cannot(e.to_string()))?;
        guard(&connection).and_then(|()| found(path, &mut connection, upgrade)).map_err(|error| at(path, error))?;
        Ok(Self::over(Some(path), Some(connection)))
    }

    /// Opens the library at `path` for reading; what would change it is refused.
    ///
    /// # Errors
    /// As [`Sqlite::open`]; also when there is no such file.
    pub fn open_read_only(path: &Path) -> Result<Self, LibraryError> {
        let library = Self::over(Some(path), None);
        let reader = library.reader(path)?;
        library.give_back(reader);
        Ok(library)
    }

    /// A library in memory, gone when it is dropped.
    ///
    /// # Errors
    /// When SQLite cannot be started.
    pub fn open_in_memory() -> Result<Self, LibraryError> {
        let mut connection = Connection::open_in_memory()?;
        found(Path::new(":memory:"), &mut connection, &mut |_, _| {})?;
        Ok(Self::over(None, Some(connection)))
    }

    fn over(path: Option<&Path>, writer: Option<Connection>) -> Self {
        Self {
            readers: Mutex::default(),
            writer: writer.map(Mutex::new),
            path: path.map(Path::to_owned),
            vectors: Vectors::default(),
            lengths: Mutex::default(),
            counted: Mutex::default(),
            embedding: Mutex::default(),
        }
    }

    /// Whether it cannot be written to.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.writer.is_none()
    }

    /// The file, if it is not in memory.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Runs `act` on one state of the library.
    pub(super) fn read<T>(
        &self,
        act: impl FnOnce(&Transaction<'_>) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        let at_once = |connection: &Connection| {
            let state = connection.unchecked_transaction()?;
            act(&state)
        };
        match (&self.path, &self.writer) {
            (Some(path), _) => {
                let reader = self.reader(path)?;
                let result = at_once(&reader);
                self.give_back(reader);
                result
            }
            (None, Some(writer)) => at_once(&lock(writer)),
            (None, None) => Err(LibraryError::ReadOnly),
        }
    }

    /// Runs `act` and keeps what it changed, or nothing of it when it fails.
    /// When it says that it changed something, the generation grows by one.
    pub(super) fn write<T>(
        &self,
        act: impl FnOnce(&Transaction<'_>) -> Result<(bool, T), LibraryError>,
    ) -> Result<T, LibraryError> {
        let writer = self.writer.as_ref().ok_or(LibraryError::ReadOnly)?;
        let mut writer = lock(writer);
        let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (changed, result) = act(&transaction)?;
        if changed {
            transaction.execute("UPDATE library SET generation = generation + 1", [])?;
        }
        transaction.commit()?;
        Ok(result)
    }

    fn reader(&self, path: &Path) -> Result<Connection, LibraryError> {
        if let Some(reader) = lock(&self.readers).pop() {
            return Ok(reader);
        }
        let cannot = |error: rusqlite::Error| LibraryError::Open { path: path.to_owned(), why: error.to_string() };
        let connection = Connection::open_with_flags(path, flags(false)).map_err(cannot)?;
        let ready = || {
            guard(&connection)?;
            match check(&connection)? {
                State::Ours | State::Older(_) => tune(&connection),
                State::Newer(found) => Err(LibraryError::Newer { path: path.to_owned(), found, known: FORMAT }),
                State::Empty | State::Foreign => Err(LibraryError::NotALibrary { path: path.to_owned() }),
            }
        };
        ready().map_err(|error| at(path, error))?;
        Ok(connection)
    }

    fn give_back(&self, reader: Connection) {
        let mut readers = lock(&self.readers);
        if readers.len() < IDLE {
            readers.push(reader);
        }
    }
}

/// A panic elsewhere leaves a rolled-back transaction behind, so the
/// connection is sound.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn flags(write: bool) -> OpenFlags {
    let access = if write {
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE
    } else {
        OpenFlags::SQLITE_OPEN_READ_ONLY
    };
    // Neither URIs in file names nor SQLite's own locks: a connection is used by one thread at a time.
    access | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

fn guard(connection: &Connection) -> Result<(), LibraryError> {
    connection.busy_timeout(PATIENCE)?;
    // The file may come from somebody else: nothing that its schema names is run.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    Ok(())
}

fn tune(connection: &Connection) -> Result<(), LibraryError> {
    connection.pragma_update(None, "synchronous", "normal")?;
    Ok(expect_little(connection)?)
}

/// Pages that are kept in memory, in kB: enough for the index of some ten thousand abstracts; while many documents are
/// added, enough for the ids of a million, which come in no order.
const CACHE: i64 = 32_000;
const LARGE_CACHE: i64 = 128_000;

/// How many pages the write-ahead log takes before they are copied into the file: SQLite's own figure, and one for many
/// documents, since the pages of their ids change again and again.
const LOG: i64 = 1_000;
const LARGE_LOG: i64 = 32_000;

/// Spends little memory and disk on writing.
pub(super) fn expect_little(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "cache_size", -CACHE)?;
    connection.pragma_update(None, "wal_autocheckpoint", LOG)
}

/// Spends more of both, for many documents.
pub(super) fn expect_many(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "cache_size", -LARGE_CACHE)?;
    connection.pragma_update(None, "wal_autocheckpoint", LARGE_LOG)
}

enum State {
    Empty,
    Ours,
    /// Of this format, whose documents can be read; before the third not searched.
    Older(i64),
    Foreign,
    Newer(i64),
}

fn check(connection: &Connection) -> Result<State, LibraryError> {
    // One statement sees one state, also while another program makes the library.
    let sql = "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
               FROM pragma_application_id, pragma_user_version";
    let numbers = connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, i64>(2)?)));
    let (application, format, tables) = match numbers {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => return Ok(State::Foreign),
        result => result?,
    };
    Ok(match (application, format) {
        (APPLICATION, FORMAT) => State::Ours,
        (APPLICATION, older @ 1..FORMAT) => State::Older(older),
        (APPLICATION, newer) if newer > FORMAT => State::Newer(newer),
        (0, 0) if tables == 0 => State::Empty,
        _ => State::Foreign,
    })
}

/// Turns the write-ahead log on. SQLite does not wait here where another program does the same.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    const PAUSE: Duration = Duration::from_millis(5);
    let until = Instant::now() + PATIENCE;
    loop {
        match connection.pragma_update(None, "journal_mode", "wal") {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && Instant::now() < until => {
                thread::sleep(PAUSE);
            }
            result => return result,
        }
    }
}

/// Makes the tables that a file does not have yet.
fn found(path: &Path, connection: &mut Connection, upgrade: &mut dyn FnMut(u64, u64)) -> Result<(), LibraryError> {
    match check(connection)? {
        State::Ours => {}
        State::Newer(found) => return Err(LibraryError::Newer { path: path.to_owned(), found, known: FORMAT }),
        State::Foreign => return Err(LibraryError::NotALibrary { path: path.to_owned() }),
        missing @ (State::Empty | State::Older(_)) => {
            if matches!(missing, State::Empty) {
                write_ahead(connection)?;
            } else {
                expect_many(connection)?;
            }
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            // Another program may have been quicker.
            let older = match check(&transaction)? {
                State::Empty => Some(0),
                State::Older(format) => Some(format),
                _ => None,
            };
            if let Some(format) = older {
                bring_up(&transaction, format, upgrade)?;
                transaction.execute_batch(NOTES)?;
            }
            transaction.commit()?;
        }
    }
    // The write-ahead log exists by now. SQLite does not sync its directory entry (`.cargo/config.toml`), and after a
    // power loss a partly written library needs the log.
    let _ = sync_folder(folder_of(path));
    tune(connection)
}

/// Makes what a library of this format lacks; 0 is a file without any.
fn bring_up(
    transaction: &Transaction<'_>,
    format: i64,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), LibraryError> {
    if format == 0 {
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
    }
    if format < 2 {
        transaction.execute_batch(SECOND)?;
    }
    upgrade::bring_up(transaction, format, progress)?;
    transaction.pragma_update(None, "user_version", FORMAT)?;
    Ok(())
}

/// Names the file in errors that came up while opening it.
fn at(path: &Path, error: LibraryError) -> LibraryError {
    let open = |why: String| LibraryError::Open { path: path.to_owned(), why };
    match error {
        LibraryError::Storage(why) => open(why),
        LibraryError::ReadOnly => open("it cannot be written".into()),
        other => other,
    }
}
