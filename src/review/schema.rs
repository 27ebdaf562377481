//! The tables of a review file, and whether those of a file are such tables.

use std::{collections::BTreeSet, sync::OnceLock};

use rusqlite::Connection;

use crate::text::Clean;

/// Marks a SQLite file as a review (`GNSY`).
pub(super) const APPLICATION: i32 = 0x474e_5359;
/// The layout of the tables.
pub(super) const LAYOUT: i32 = 2;
/// The first layout in which texts are compressed.
pub(super) const PACKED: i64 = 2;
/// The size of a page in new files, in bytes. What a text leaves of its last page is lost.
pub(super) const PAGE: i32 = 1024;
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
pub(super) const PROJECTION: &str = "
CREATE TABLE IF NOT EXISTS projection (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    format INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    digest BLOB NOT NULL,
    bytes BLOB NOT NULL
) STRICT;
";

/// The table of calls as the first version made it. It was never released, but such reviews exist.
const FIRST_CALLS: &str = "
CREATE TABLE call (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    request BLOB NOT NULL,
    record BLOB NOT NULL
) STRICT;
";

/// The table of calls to models. A review that never asked a model has no such table.
pub(super) const CALLS: &str = "
CREATE TABLE IF NOT EXISTS call (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    statement INTEGER,
    request BLOB NOT NULL,
    record BLOB NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS call_by_request ON call (request);
CREATE INDEX IF NOT EXISTS call_by_statement ON call (statement);
CREATE TRIGGER IF NOT EXISTS calls_are_never_changed BEFORE UPDATE ON call
    BEGIN SELECT RAISE(ABORT, 'a call is never changed'); END;
";

pub(super) fn make_tables(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.execute_batch(&format!(
        "BEGIN; {SCHEMA} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {LAYOUT}; COMMIT;"
    ))
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
    let mut all = of(&[SCHEMA, PROJECTION, CALLS])?;
    all.extend(of(&[FIRST_CALLS, FIRST_BLOB])?);
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
