//! The tables, and whether a database has them.

use crate::library::LibraryError;

use super::{
    LIMITS,
    address::Server,
    error::words,
    pool::{Connection, connect},
    upgrade, vectors,
    wait::wait,
};

/// What brings the tables from one format to the next; the number of steps is the format. The second changes passages,
/// not tables ([`upgrade`]).
const STEPS: [&str; 2] = [
    "
CREATE TABLE library (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    format bigint NOT NULL,
    generation bigint NOT NULL DEFAULT 0,
    documents bigint NOT NULL DEFAULT 0,
    passages bigint NOT NULL DEFAULT 0,
    tokens bigint NOT NULL DEFAULT 0,
    last bigint NOT NULL DEFAULT 0
);
INSERT INTO library (format) VALUES (0);
CREATE TABLE document (
    no bigint PRIMARY KEY,
    id text COLLATE \"C\" NOT NULL UNIQUE,
    doi text COLLATE \"C\",
    pmid text COLLATE \"C\",
    pmcid text COLLATE \"C\",
    title text NOT NULL,
    journal text COLLATE \"C\",
    year integer,
    types text[] NOT NULL,
    meta text NOT NULL,
    content text NOT NULL,
    digest bytea NOT NULL
);
CREATE INDEX document_doi ON document (doi) WHERE doi IS NOT NULL;
CREATE INDEX document_pmid ON document (pmid) WHERE pmid IS NOT NULL;
CREATE INDEX document_pmcid ON document (pmcid) WHERE pmcid IS NOT NULL;
-- A passage's number is its document's, shifted left by 20, and its own within the document.
CREATE TABLE passage (
    no bigint PRIMARY KEY,
    page bigint NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    tokens bigint NOT NULL,
    terms tsvector NOT NULL
);
CREATE INDEX passage_terms ON passage USING gin (terms) WITH (fastupdate = off);
-- In how many passages a term stands.
CREATE TABLE word (word text COLLATE \"C\" PRIMARY KEY, df bigint NOT NULL);
CREATE TABLE model (model text COLLATE \"C\" PRIMARY KEY, width bigint NOT NULL, vectors bigint NOT NULL);
-- Whole numbers from -127 to 127, to be multiplied by `scale`, as in SQLite's libraries.
CREATE TABLE embedding (
    model text COLLATE \"C\" NOT NULL,
    no bigint NOT NULL,
    scale real NOT NULL,
    numbers halfvec NOT NULL,
    PRIMARY KEY (model, no)
);
CREATE INDEX embedding_no ON embedding (no);
CREATE TABLE record (
    source text COLLATE \"C\" NOT NULL,
    key text COLLATE \"C\" NOT NULL,
    document text COLLATE \"C\" NOT NULL,
    meta text NOT NULL,
    facts text NOT NULL,
    fetched text COLLATE \"C\" NOT NULL,
    -- The query and the moment that brought the document into the library, where this record did.
    created text,
    PRIMARY KEY (source, key)
);
CREATE INDEX record_document ON record (document);
CREATE TABLE retrieval (
    document text COLLATE \"C\" NOT NULL,
    source text COLLATE \"C\" NOT NULL,
    query text COLLATE \"C\" NOT NULL,
    at text COLLATE \"C\" NOT NULL,
    rank bigint NOT NULL,
    hits bigint NOT NULL,
    PRIMARY KEY (document, source, query)
);
",
    "",
];

/// The format that this version works with.
pub(super) const FORMAT: i64 = STEPS.len() as i64;

/// Held by the one who makes or changes tables.
const MAKING: i64 = 0x6773_6c79_0001;

/// Who may do what, and the schema of the extension for vectors, which may be any.
const STATE: &str = "
SELECT (SELECT quote_ident(n.nspname) FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
        WHERE e.extname = 'vector'),
       CASE WHEN to_regnamespace('gainsay') IS NULL OR NOT has_schema_privilege('gainsay', 'USAGE') THEN 'absent'
            WHEN to_regclass('gainsay.library') IS NULL THEN 'empty'
            WHEN NOT has_table_privilege('gainsay.library', 'SELECT') THEN 'absent'
            ELSE 'there' END,
       current_setting('transaction_read_only') = 'off' AND NOT pg_is_in_recovery()";

/// What a database has of a library.
struct State {
    /// Where the extension for vectors is.
    vectors: Option<String>,
    there: bool,
    writable: bool,
}

fn state(connection: &Connection) -> Result<State, LibraryError> {
    let row = wait(connection.client.query_one(STATE, &[]))?;
    let there: String = row.try_get(1)?;
    let state = State { vectors: row.try_get(0)?, there: there == "there", writable: row.try_get(2)? };
    let path = state.vectors.as_deref().unwrap_or("public");
    wait(connection.client.batch_execute(&format!("SET search_path = gainsay, {path}, public")))?;
    Ok(state)
}

fn format(connection: &Connection) -> Result<i64, LibraryError> {
    Ok(wait(connection.client.query_one("SELECT format FROM library", &[]))?.try_get(0)?)
}

/// `connection`, when the database has a library of this format.
pub(super) fn checked(connection: Connection, at: &str) -> Result<Connection, LibraryError> {
    let state = state(&connection)?;
    if !state.there {
        return Err(LibraryError::NoLibrary { at: at.to_owned() });
    }
    fits(format(&connection)?, at)?;
    if state.vectors.is_none() {
        return Err(LibraryError::NoPgvector { at: at.to_owned(), why: "it has been removed".to_owned() });
    }
    let writes = state.writable && {
        let sql = "SELECT has_table_privilege('document', 'INSERT') AND has_table_privilege('library', 'UPDATE')";
        wait(connection.client.query_one(sql, &[]))?.try_get(0)?
    };
    Ok(connection.with_right_to_write(writes))
}

/// Whether this version works with `found`.
pub(super) fn fits(found: i64, at: &str) -> Result<(), LibraryError> {
    match found.cmp(&FORMAT) {
        std::cmp::Ordering::Greater => Err(LibraryError::Newer { path: at.into(), found, known: FORMAT }),
        std::cmp::Ordering::Less => Err(LibraryError::Older { at: at.to_owned(), found, known: FORMAT }),
        std::cmp::Ordering::Equal => Ok(()),
    }
}

/// Makes the tables, or brings those of an older version up to this one; each step is kept whole or not at all. Also
/// makes the index over vectors that a large library needs, for which one must own the tables. `progress` hears of how
/// many documents are done, and how many there are.
pub(in crate::library) fn init(address: &str, progress: &mut dyn FnMut(u64, u64)) -> Result<(), LibraryError> {
    let server = Server::parse(address)?;
    let mut connection = connect(&server, false)?;
    wait(connection.client.batch_execute(&format!("SET lock_timeout = 0; SELECT pg_advisory_lock({MAKING})")))?;
    if state(&connection)?.vectors.is_none()
        && let Err(error) = wait(connection.client.batch_execute("CREATE EXTENSION IF NOT EXISTS vector"))
    {
        return Err(LibraryError::NoPgvector { at: server.shown, why: words(&error) });
    }
    if !state(&connection)?.there {
        wait(connection.client.batch_execute("CREATE SCHEMA IF NOT EXISTS gainsay"))?;
    }
    let found = if state(&connection)?.there { format(&connection)? } else { 0 };
    if found > FORMAT {
        return fits(found, &server.shown);
    }
    for (format, step) in (1..).zip(STEPS).skip(usize::try_from(found).unwrap_or_default()) {
        upgrade::step(&mut connection, step, format, &server.shown, progress)?;
    }
    index_notes(&connection)?;
    vectors::index(&mut connection, LIMITS.vectors)
}

/// Makes the index by which notes attached to statements are counted. Only who owns the tables may; without it every
/// document is looked at.
fn index_notes(connection: &Connection) -> Result<(), LibraryError> {
    let sql = "SELECT to_regclass('gainsay.document_note') IS NULL AND pg_has_role(relowner, 'USAGE')
               FROM pg_class WHERE oid = to_regclass('gainsay.document')";
    let is_missing: bool = wait(connection.client.query_one(sql, &[]))?.try_get(0)?;
    if is_missing {
        let make = "BEGIN; SET LOCAL statement_timeout = 0;
                    CREATE INDEX document_note ON document (no) WHERE 'Attached Note' = ANY (types); COMMIT";
        wait(connection.client.batch_execute(make))?;
    }
    Ok(())
}

/// Lets the roles `readers` search the library, and `writers` add to it too.
pub(in crate::library) fn grant(address: &str, readers: &[String], writers: &[String]) -> Result<(), LibraryError> {
    let connection = connect(&Server::parse(address)?, false)?;
    let name = |role: &String| format!("\"{}\"", role.replace('"', "\"\""));
    let mut sql = String::new();
    for role in readers.iter().chain(writers).map(name) {
        sql += &format!(
            "GRANT USAGE ON SCHEMA gainsay TO {role}; GRANT SELECT ON ALL TABLES IN SCHEMA gainsay TO {role};"
        );
    }
    for role in writers.iter().map(name) {
        sql += &format!("GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA gainsay TO {role};");
    }
    Ok(wait(connection.client.batch_execute(&sql))?)
}
