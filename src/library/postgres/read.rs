//! Looking things up: documents, lists, numbers.

use std::collections::{BTreeMap, HashMap};

use tokio_postgres::Row;

use crate::{
    domain::{Digest, DocId, Document, LibraryStamp, Passage, SourceMeta},
    library::{Entry, LibraryError, Stats},
    text::Clean,
};

use super::{pool::Session, write::storable};

pub(super) fn stamp(session: &mut Session<'_>) -> Result<LibraryStamp, LibraryError> {
    let sql = "SELECT generation, documents - (SELECT count(*) FROM document WHERE 'Attached Note' = ANY (types))
               FROM library";
    let Some(row) = session.row(sql, &[])? else {
        return Ok(LibraryStamp::default());
    };
    Ok(LibraryStamp { generation: size(&row, 0)?, documents: size(&row, 1)? })
}

/// A number that is never below 0.
pub(super) fn size(row: &Row, column: usize) -> Result<u64, LibraryError> {
    Ok(row.try_get::<_, i64>(column)?.max(0).unsigned_abs())
}

/// The passage with page, start and end in the columns from `first` on.
pub(super) fn passage(row: &Row, first: usize) -> Result<Passage, LibraryError> {
    let offset = |column| row.try_get::<_, i64>(column).map(|n| usize::try_from(n).unwrap_or(0));
    let page = u32::try_from(row.try_get::<_, i64>(first)?).unwrap_or(0);
    Ok(Passage { page, start: offset(first + 1)?, end: offset(first + 2)? })
}

fn names(ids: &[DocId]) -> Vec<&str> {
    ids.iter().map(DocId::as_str).collect()
}

pub(super) fn documents(session: &mut Session<'_>, ids: &[DocId]) -> Result<Vec<Option<Document>>, LibraryError> {
    let rows = session.rows("SELECT id, content, digest FROM document WHERE id = ANY($1)", &[&names(ids)])?;
    let mut found = HashMap::new();
    for row in rows {
        let document = document(&row)?;
        found.insert(document.id.clone(), document);
    }
    Ok(ids.iter().map(|id| found.get(id).cloned()).collect())
}

/// A document from `id, content, digest`.
pub(super) fn document(row: &Row) -> Result<Document, LibraryError> {
    let (id, content, digest): (&str, &str, &[u8]) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let damaged = || LibraryError::DamagedDocument(id.into());
    if Digest::of(content.as_bytes()).as_bytes() != digest {
        return Err(damaged());
    }
    serde_json::from_str(content).map_err(|_| damaged())
}

pub(super) fn metas(session: &mut Session<'_>, ids: &[DocId]) -> Result<Vec<Option<SourceMeta>>, LibraryError> {
    let mut found = HashMap::new();
    for row in session.rows("SELECT id, meta FROM document WHERE id = ANY($1)", &[&names(ids)])? {
        let (id, meta) = entry(&row)?;
        found.insert(id, meta);
    }
    Ok(ids.iter().map(|id| found.get(id).cloned()).collect())
}

/// A line of the list from `id, meta`.
fn entry(row: &Row) -> Result<(DocId, SourceMeta), LibraryError> {
    let id = DocId::from(row.try_get::<_, &str>(0)?);
    let meta = parse_meta(&id, row.try_get(1)?)?;
    Ok((id, meta))
}

pub(super) fn parse_meta(id: &DocId, meta: &str) -> Result<SourceMeta, LibraryError> {
    serde_json::from_str(meta).map_err(|_| LibraryError::DamagedDocument(id.clone()))
}

pub(super) fn list(
    session: &mut Session<'_>,
    offset: usize,
    limit: usize,
    filter: Option<&str>,
) -> Result<Vec<Entry>, LibraryError> {
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let filter = filter.map(storable);
    let rows = session.rows(
        "SELECT id, meta FROM document
         WHERE $1::text IS NULL OR id = $1 OR doi = lower($1 COLLATE \"C\") OR pmid = $1
            OR position(lower($1 COLLATE \"C\") IN lower(title COLLATE \"C\")) > 0
            OR position(lower($1 COLLATE \"C\") IN lower(journal COLLATE \"C\")) > 0
         ORDER BY no LIMIT $2 OFFSET $3",
        &[&filter, &number(limit), &number(offset)],
    )?;
    rows.iter().map(|row| entry(row).map(|(id, meta)| Entry { id, meta })).collect()
}

pub(super) fn stats(session: &mut Session<'_>) -> Result<Stats, LibraryError> {
    let mut most = |sql: &'static str| -> Result<Vec<(Clean, u64)>, LibraryError> {
        let rows = session.rows(sql, &[])?;
        rows.iter().map(|row| Ok((row.try_get::<_, &str>(0)?.into(), size(row, 1)?))).collect()
    };
    let journals = most(
        "SELECT journal, count(*) AS n FROM document WHERE journal IS NOT NULL
         GROUP BY journal ORDER BY n DESC, journal LIMIT 10",
    )?;
    let publication_types = most(
        "SELECT t COLLATE \"C\" AS t, count(*) AS n FROM document, unnest(types) AS t
         GROUP BY t COLLATE \"C\" ORDER BY n DESC, t COLLATE \"C\"",
    )?;
    let vectors = most("SELECT model, vectors FROM model WHERE vectors > 0 ORDER BY vectors DESC, model")?;
    let mut years = BTreeMap::new();
    for row in session.rows("SELECT year, count(*) FROM document GROUP BY year", &[])? {
        years.insert(row.try_get(0)?, size(&row, 1)?);
    }
    let counts = session.row(
        "SELECT documents, passages, (SELECT count(doi) FROM document), (SELECT count(pmid) FROM document),
                (SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
                 WHERE relnamespace = 'gainsay'::regnamespace AND relkind = 'r')
         FROM library",
        &[],
    )?;
    let count = |column: usize| counts.as_ref().map_or(Ok(0), |row| size(row, column));
    Ok(Stats {
        documents: count(0)?,
        passages: count(1)?,
        with_doi: count(2)?,
        with_pmid: count(3)?,
        years,
        journals,
        publication_types,
        vectors,
        bytes: count(4)?,
    })
}
