//! Looking things up: documents, lists, numbers.

use std::collections::BTreeMap;

use rusqlite::{OptionalExtension as _, Statement, Transaction, params};

use crate::{
    domain::{Digest, DocId, Document, LibraryStamp, SourceMeta},
    text::Clean,
};

use super::{LibraryError, Sqlite, store::lock};

/// One line of the list of documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The document.
    pub id: DocId,
    /// What is known of it.
    pub meta: SourceMeta,
}

/// The library in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Documents.
    pub documents: u64,
    /// Passages that searches run over.
    pub passages: u64,
    /// Documents with a DOI.
    pub with_doi: u64,
    /// Documents with a PMID.
    pub with_pmid: u64,
    /// Documents by year of publication; those without one are under `None`.
    pub years: BTreeMap<Option<i32>, u64>,
    /// The ten journals with most documents, most first.
    pub journals: Vec<(Clean, u64)>,
    /// Publication types as PubMed names them, most frequent first.
    pub publication_types: Vec<(Clean, u64)>,
    /// Models that made vectors, with how many.
    pub vectors: Vec<(Clean, u64)>,
    /// Size of the file, in bytes.
    pub bytes: u64,
}

impl Sqlite {
    /// The library as it stands.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn stamp(&self) -> Result<LibraryStamp, LibraryError> {
        self.read(|state| Ok(self.stamp_of(state)?.0))
    }

    /// The same within a transaction, and the number of all documents, notes included; counted once a generation.
    pub(super) fn stamp_of(&self, state: &Transaction<'_>) -> Result<(LibraryStamp, u64), LibraryError> {
        const COUNTS: &str = r#"
            SELECT (SELECT count(*) FROM document),
                   (SELECT count(*) FROM document WHERE instr(meta, '"Attached Note"') > 0)"#;
        let generation = generation(state)?;
        if let Some(counted) = lock(&self.counted).filter(|(stamp, _)| stamp.generation == generation) {
            return Ok(counted);
        }
        let count = |(all, notes): (i64, i64)| (all.unsigned_abs(), notes.unsigned_abs());
        let (all, notes) = count(state.query_row(COUNTS, [], |row| Ok((row.get(0)?, row.get(1)?)))?);
        let counted = (LibraryStamp { generation, documents: all.saturating_sub(notes) }, all);
        *lock(&self.counted) = Some(counted);
        Ok(counted)
    }

    /// The document with this id, if it is there.
    ///
    /// # Errors
    /// When the library cannot be read, or the document in it is damaged.
    pub fn get(&self, id: &DocId) -> Result<Option<Document>, LibraryError> {
        Ok(self.get_many(std::slice::from_ref(id))?.pop().flatten())
    }

    /// The documents with these ids, in this order; `None` for those that are not there.
    ///
    /// # Errors
    /// When the library cannot be read, or one of the documents is damaged.
    pub fn get_many(&self, ids: &[DocId]) -> Result<Vec<Option<Document>>, LibraryError> {
        self.read(|state| {
            let mut query = state.prepare("SELECT content, digest FROM document WHERE id = ?1")?;
            ids.iter().map(|id| document(&mut query, id)).collect()
        })
    }

    /// What is known of these documents, in this order, without reading their
    /// texts; `None` for those that are not there.
    ///
    /// # Errors
    /// When the library cannot be read, or one of the documents is damaged.
    pub fn metas(&self, ids: &[DocId]) -> Result<Vec<Option<SourceMeta>>, LibraryError> {
        self.read(|state| {
            let mut query = state.prepare("SELECT meta FROM document WHERE id = ?1")?;
            let mut one = |id: &DocId| {
                let found = query.query_row([id.as_str()], |row| row.get::<_, String>(0)).optional()?;
                found.map(|meta| parse_meta(id, &meta)).transpose()
            };
            ids.iter().map(&mut one).collect()
        })
    }

    /// Documents in the order in which they were added, from the `offset`-th
    /// (from 0), at most `limit`. With a `filter` only those whose title or
    /// journal contains it (case does not matter for ASCII letters), or whose
    /// id, DOI or PMID it is.
    ///
    /// # Errors
    /// When the library cannot be read, or one of the documents is damaged.
    pub fn list(&self, offset: usize, limit: usize, filter: Option<&str>) -> Result<Vec<Entry>, LibraryError> {
        self.read(|state| {
            let mut query = state.prepare(
                "SELECT id, meta FROM document
                 WHERE ?1 IS NULL OR id = ?1 OR doi = lower(?1) OR pmid = ?1
                    OR instr(lower(json_extract(meta, '$.title')), lower(?1))
                    OR instr(lower(coalesce(json_extract(meta, '$.journal'), '')), lower(?1))
                 ORDER BY no LIMIT ?2 OFFSET ?3",
            )?;
            let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
            let mut rows = query.query(params![filter, number(limit), number(offset)])?;
            let mut entries = Vec::new();
            while let Some(row) = rows.next()? {
                let id = DocId::from(row.get_ref(0)?.as_str().unwrap_or_default());
                let meta = parse_meta(&id, row.get_ref(1)?.as_str().unwrap_or_default())?;
                entries.push(Entry { id, meta });
            }
            Ok(entries)
        })
    }

    /// The library in numbers.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn stats(&self) -> Result<Stats, LibraryError> {
        self.read(|state| {
            let number = |sql: &str| state.query_row(sql, [], |row| row.get::<_, i64>(0)).map(i64::unsigned_abs);
            let most = |sql: &str| -> rusqlite::Result<Vec<(Clean, u64)>> {
                (state.prepare(sql)?)
                    .query_map([], |row| Ok((row.get::<_, String>(0)?.into(), row.get::<_, i64>(1)?.unsigned_abs())))?
                    .collect()
            };
            let years = (state
                .prepare("SELECT json_extract(meta, '$.year') AS y, count(*) FROM document GROUP BY y")?)
            .query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs())))?
            .collect::<rusqlite::Result<_>>()?;
            Ok(Stats {
                documents: number("SELECT count(*) FROM document")?,
                passages: number("SELECT count(*) FROM passage")?,
                with_doi: number("SELECT count(doi) FROM document")?,
                with_pmid: number("SELECT count(pmid) FROM document")?,
                years,
                journals: most(
                    "SELECT json_extract(meta, '$.journal') AS j, count(*) AS n FROM document
                     WHERE j IS NOT NULL GROUP BY j ORDER BY n DESC, j LIMIT 10",
                )?,
                publication_types: most(
                    "SELECT t.value AS v, count(*) AS n FROM document, json_each(meta, '$.publication_types') AS t
                     GROUP BY v ORDER BY n DESC, v",
                )?,
                vectors: most("SELECT model, count(*) AS n FROM vector GROUP BY model ORDER BY n DESC, model")?,
                bytes: number("PRAGMA page_count")? * number("PRAGMA page_size")?,
            })
        })
    }
}

/// How often the library has changed.
pub(super) fn generation(state: &Transaction<'_>) -> Result<u64, LibraryError> {
    Ok(state.query_row("SELECT generation FROM library", [], |row| row.get::<_, i64>(0))?.unsigned_abs())
}

fn document(query: &mut Statement<'_>, id: &DocId) -> Result<Option<Document>, LibraryError> {
    let mut rows = query.query([id.as_str()])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let damaged = || LibraryError::DamagedDocument(id.clone());
    let content = row.get_ref(0)?.as_bytes().map_err(|_| damaged())?;
    let digest = row.get_ref(1)?.as_blob().map_err(|_| damaged())?;
    if Digest::of(content).as_bytes() != digest {
        return Err(damaged());
    }
    serde_json::from_slice(content).map(Some).map_err(|_| damaged())
}

fn parse_meta(id: &DocId, meta: &str) -> Result<SourceMeta, LibraryError> {
    serde_json::from_str(meta).map_err(|_| LibraryError::DamagedDocument(id.clone()))
}
