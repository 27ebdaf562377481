//! Records of sources, kept one by one and merged into documents field by field (`docs/rules.md#merging-records`).

use jiff::Timestamp;
use rusqlite::{OptionalExtension as _, Transaction, params};

use crate::{
    domain::{DocId, Document, Record, RecordFacts, Retrieval, SourceMeta, canonical, rules::merging::Keys},
    text::Clean,
};

use super::{
    LibraryError, Sqlite,
    prepared::{Prepared, text},
    taking::{Ledger, Merged, OWN, Recorded, take},
    terms::Terms,
    write::Writing,
};

/// How a document got into the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The source.
    pub source: Clean,
    /// Its own name for the work.
    pub key: Clean,
    /// What it counts and notes.
    pub facts: RecordFacts,
    /// When it was asked last.
    pub at: Timestamp,
    /// The queries that found it, each with rank, number of hits and date.
    pub found: Vec<(Clean, u32, u64, Timestamp)>,
}

impl Sqlite {
    /// Takes records of a source in. A work that the library has keeps its text and its id; its fields are merged of
    /// all records of it. Other works become documents where they have a text and were searched for.
    ///
    /// # Errors
    /// When the library cannot be written; then it is as before.
    pub fn merge(&self, retrieval: &Retrieval, records: &[Record]) -> Result<Merged, LibraryError> {
        let mut terms = Terms::new();
        self.write(|transaction| {
            let mut merged = Merged::default();
            let mut ledger = Rows { transaction, writing: Writing::new(transaction)?, terms: &mut terms };
            let mut changed = false;
            for record in records {
                changed |= take(&mut ledger, retrieval, record, &mut merged)?;
            }
            ledger.writing.finish()?;
            Ok((changed, merged))
        })
    }

    /// How a document got into the library; empty for one that was added from a file alone.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn origins(&self, doc: &DocId) -> Result<Vec<Origin>, LibraryError> {
        self.read(|state| {
            if !has_table(state, "record")? {
                return Ok(Vec::new());
            }
            let mut query = state.prepare(
                "SELECT source, key, facts, fetched FROM record WHERE document = ?1 AND source <> ?2 ORDER BY source",
            )?;
            let mut found = state.prepare(
                "SELECT query, rank, hits, at FROM retrieval WHERE document = ?1 AND source = ?2 ORDER BY at, query",
            )?;
            let rows = query.query_map(params![doc.as_str(), OWN], |row| {
                Ok((
                    row.get::<_, String>(0)?,
                    row.get::<_, String>(1)?,
                    row.get::<_, String>(2)?,
                    row.get::<_, String>(3)?,
                ))
            })?;
            let mut origins = Vec::new();
            for row in rows {
                let (source, key, facts, at) = row?;
                let queries = found.query_map(params![doc.as_str(), source], |row| {
                    let at: String = row.get(3)?;
                    Ok((
                        Clean::from(row.get::<_, String>(0)?),
                        row.get(1)?,
                        row.get::<_, i64>(2)?.unsigned_abs(),
                        time(&at),
                    ))
                })?;
                let found = queries.collect::<rusqlite::Result<Vec<_>>>()?;
                let facts = serde_json::from_str(&facts).unwrap_or_default();
                origins.push(Origin { source: source.into(), key: key.into(), facts, at: time(&at), found });
            }
            Ok(origins)
        })
    }
}

/// Whether a library has a table, which one of an older format that is open for reading may lack.
pub(super) fn has_table(state: &Transaction<'_>, name: &str) -> rusqlite::Result<bool> {
    let mut query = state.prepare_cached("SELECT count(*) FROM sqlite_schema WHERE name = ?1")?;
    query.query_row([name], |row| Ok(row.get::<_, i64>(0)? > 0))
}

pub(super) fn time(text: &str) -> Timestamp {
    text.parse().unwrap_or_default()
}

/// The records of an SQLite library, in one transaction.
struct Rows<'r> {
    transaction: &'r Transaction<'r>,
    writing: Writing<'r>,
    terms: &'r mut Terms,
}

fn read(content: &str) -> Option<Document> {
    serde_json::from_str(content).ok()
}

impl Ledger for Rows<'_> {
    fn recorded(&mut self, source: &str, key: &str) -> Result<Option<Document>, LibraryError> {
        let sql = "SELECT d.content FROM record AS r JOIN document AS d ON d.id = r.document
                   WHERE r.source = ?1 AND r.key = ?2";
        let content: Option<String> =
            self.transaction.prepare_cached(sql)?.query_row([source, key], |row| row.get(0)).optional()?;
        Ok(content.as_deref().and_then(read))
    }

    fn alike(&mut self, keys: &Keys, id: Option<&DocId>) -> Result<Vec<Document>, LibraryError> {
        let mut query = self.transaction.prepare_cached(
            "SELECT content FROM document WHERE no IN
             (SELECT no FROM document WHERE doi = ?1 UNION SELECT no FROM document WHERE pmid = ?2
              UNION SELECT no FROM document WHERE pmcid = ?3 UNION SELECT no FROM document WHERE id = ?4) ORDER BY no",
        )?;
        let named = params![keys.doi, keys.pmid, keys.pmcid, id.map(DocId::as_str)];
        let contents = query.query_map(named, |row| row.get::<_, String>(0))?;
        let contents = contents.collect::<rusqlite::Result<Vec<_>>>()?;
        Ok(contents.iter().filter_map(|content| read(content)).collect())
    }

    fn insert(&mut self, document: Document) -> Result<(), LibraryError> {
        self.writing.insert(&Prepared::of(document, self.terms)?)
    }

    fn rewrite(&mut self, document: Document) -> Result<(), LibraryError> {
        self.writing.rewrite(&Prepared::of(document, self.terms)?, self.terms)
    }

    fn keep_own(&mut self, document: &Document, at: &str) -> Result<(), LibraryError> {
        self.transaction
            .prepare_cached(
                "INSERT INTO record (source, key, document, meta, facts, fetched)
                 SELECT ?1, ?2, ?2, ?3, '{}', ?4
                 WHERE NOT EXISTS (SELECT 1 FROM record WHERE document = ?2)",
            )?
            .execute(params![OWN, document.id.as_str(), text(canonical(&document.meta)), at])?;
        Ok(())
    }

    fn put(&mut self, recorded: &Recorded<'_>) -> Result<(), LibraryError> {
        let Recorded { source, key, doc, record, at, created } = recorded;
        let (meta, facts) = (text(canonical(&record.meta)), text(canonical(&record.facts)));
        self.transaction
            .prepare_cached(
                "INSERT INTO record (source, key, document, meta, facts, fetched, created)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 ON CONFLICT (source, key) DO UPDATE
                 SET document = excluded.document, meta = excluded.meta, facts = excluded.facts, fetched = excluded.fetched",
            )?
            .execute(params![source, key, doc.as_str(), meta, facts, at, created])?;
        Ok(())
    }

    fn metas(&mut self, doc: &DocId) -> Result<Vec<(String, SourceMeta)>, LibraryError> {
        let mut query = self
            .transaction
            .prepare_cached("SELECT source, meta FROM record WHERE document = ?1 ORDER BY source, key")?;
        let rows = query.query_map([doc.as_str()], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
        let damaged = |_| LibraryError::DamagedDocument(doc.clone());
        rows.map(|row| {
            let (source, meta) = row?;
            Ok((source, serde_json::from_str(&meta).map_err(damaged)?))
        })
        .collect()
    }

    fn found(&mut self, recorded: &Recorded<'_>, query: &str, hits: u64) -> Result<(), LibraryError> {
        let Recorded { source, doc, record, at, .. } = recorded;
        self.transaction
            .prepare_cached(
                "INSERT OR REPLACE INTO retrieval (document, source, query, at, rank, hits)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![doc.as_str(), source, query, at, record.rank, i64::try_from(hits).unwrap_or(i64::MAX)])?;
        Ok(())
    }

    fn created(&mut self, source: &str, key: &str) -> Result<Option<String>, LibraryError> {
        Ok(self
            .transaction
            .prepare_cached("SELECT created FROM record WHERE source = ?1 AND key = ?2")?
            .query_row(params![source, key], |row| row.get(0))?)
    }
}
