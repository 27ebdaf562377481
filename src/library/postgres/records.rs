//! Records of sources, kept one by one and merged into documents (`crate::library::taking`).

use crate::{
    domain::{DocId, Document, Record, Retrieval, SourceMeta, canonical, rules::merging::Keys},
    library::{
        LibraryError, Merged, Origin,
        prepared::text,
        records::time,
        taking::{Ledger, OWN, Recorded, take},
    },
    text::Clean,
};

use super::{
    pool::Session,
    read::{document, parse_meta, size},
    write::{Prepared, Writing, storable},
};

/// See [`crate::library::LibraryStore::merge`].
pub(super) fn merge(
    writing: &mut Writing<'_, '_>,
    retrieval: &Retrieval,
    records: &[Record],
) -> Result<Merged, LibraryError> {
    let mut merged = Merged::default();
    for record in records {
        let changed = take(writing, retrieval, record, &mut merged)?;
        writing.changed |= changed;
    }
    Ok(merged)
}

/// See [`crate::library::LibraryStore::origins`].
pub(super) fn origins(session: &mut Session<'_>, doc: &DocId) -> Result<Vec<Origin>, LibraryError> {
    let rows = session.rows(
        "SELECT source, key, facts, fetched FROM record WHERE document = $1 AND source <> $2 ORDER BY source, key",
        &[&doc.as_str(), &OWN],
    )?;
    let mut origins = Vec::new();
    for row in rows {
        let (source, key, facts): (&str, &str, &str) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let queries = session.rows(
            "SELECT query, rank, hits, at FROM retrieval WHERE document = $1 AND source = $2 ORDER BY at, query",
            &[&doc.as_str(), &source],
        )?;
        let mut found = Vec::new();
        for row in queries {
            let rank = u32::try_from(row.try_get::<_, i64>(1)?).unwrap_or(u32::MAX);
            found.push((Clean::from(row.try_get::<_, &str>(0)?), rank, size(&row, 2)?, time(row.try_get(3)?)));
        }
        let facts = serde_json::from_str(facts).unwrap_or_default();
        origins.push(Origin { source: source.into(), key: key.into(), facts, at: time(row.try_get(3)?), found });
    }
    Ok(origins)
}

impl Ledger for Writing<'_, '_> {
    fn recorded(&mut self, source: &str, key: &str) -> Result<Option<Document>, LibraryError> {
        let row = self.session.row(
            "SELECT d.id, d.content, d.digest FROM record AS r JOIN document AS d ON d.id = r.document
             WHERE r.source = $1 AND r.key = $2",
            &[&storable(source), &storable(key)],
        )?;
        row.as_ref().map(document).transpose()
    }

    fn alike(&mut self, keys: &Keys, id: Option<&DocId>) -> Result<Vec<Document>, LibraryError> {
        let key = |key: &Option<String>| key.as_deref().map(storable);
        let rows = self.session.rows(
            "SELECT id, content, digest FROM document WHERE doi = $1 OR pmid = $2 OR pmcid = $3 OR id = $4 ORDER BY no",
            &[&key(&keys.doi), &key(&keys.pmid), &key(&keys.pmcid), &id.map(DocId::as_str)],
        )?;
        rows.iter().map(document).collect()
    }

    fn insert(&mut self, document: Document) -> Result<(), LibraryError> {
        let prepared = Prepared::of(document, &mut self.terms)?;
        self.insert(&[&prepared])
    }

    fn rewrite(&mut self, document: Document) -> Result<(), LibraryError> {
        let prepared = Prepared::of(document, &mut self.terms)?;
        self.rewrite(&prepared)
    }

    fn keep_own(&mut self, document: &Document, at: &str) -> Result<(), LibraryError> {
        self.session.run(
            "INSERT INTO record (source, key, document, meta, facts, fetched)
             SELECT $1, $2, $2, $3, '{}', $4 WHERE NOT EXISTS (SELECT 1 FROM record WHERE document = $2)",
            &[&OWN, &document.id.as_str(), &text(canonical(&document.meta)), &at],
        )?;
        Ok(())
    }

    fn put(&mut self, recorded: &Recorded<'_>) -> Result<(), LibraryError> {
        let Recorded { source, key, doc, record, at, created } = recorded;
        let (meta, facts) = (text(canonical(&record.meta)), text(canonical(&record.facts)));
        self.session.run(
            "INSERT INTO record (source, key, document, meta, facts, fetched, created) VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (source, key) DO UPDATE
             SET document = excluded.document, meta = excluded.meta, facts = excluded.facts, fetched = excluded.fetched",
            &[&storable(source), &storable(key), &doc.as_str(), &meta, &facts, &at, &created.map(storable)],
        )?;
        Ok(())
    }

    fn metas(&mut self, doc: &DocId) -> Result<Vec<(String, SourceMeta)>, LibraryError> {
        let rows = self
            .session
            .rows("SELECT source, meta FROM record WHERE document = $1 ORDER BY source, key", &[&doc.as_str()])?;
        rows.iter().map(|row| Ok((row.try_get(0)?, parse_meta(doc, row.try_get(1)?)?))).collect()
    }

    fn found(&mut self, recorded: &Recorded<'_>, query: &str, hits: u64) -> Result<(), LibraryError> {
        let Recorded { source, doc, record, at, .. } = recorded;
        let hits = i64::try_from(hits).unwrap_or(i64::MAX);
        self.session.run(
            "INSERT INTO retrieval (document, source, query, at, rank, hits) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (document, source, query) DO UPDATE
             SET at = excluded.at, rank = excluded.rank, hits = excluded.hits",
            &[&doc.as_str(), &storable(source), &storable(query), &at, &i64::from(record.rank), &hits],
        )?;
        Ok(())
    }

    fn created(&mut self, source: &str, key: &str) -> Result<Option<String>, LibraryError> {
        let row = self
            .session
            .row("SELECT created FROM record WHERE source = $1 AND key = $2", &[&storable(source), &storable(key)])?;
        Ok(row.map(|row| row.try_get(0)).transpose()?.flatten())
    }
}
