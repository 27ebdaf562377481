//! Documents as rows of an SQLite library.

use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
};

use rusqlite::{OptionalExtension as _, Row, Statement, ToSql, Transaction, params};

use crate::domain::{
    DocId, Document, Passage, SourceMeta, canonical,
    rules::merging::{Keys, merge},
};

use super::{
    Added, LibraryError, Replaced,
    index::Changes,
    passages::passage_no,
    prepared::{Prepared, count, text},
    terms::{Counts, Terms},
};

/// Passages with their numbers in the library.
pub(super) type Numbered = Vec<(i64, Passage)>;

/// A transaction that writes documents, with the statements that this takes.
pub(super) struct Writing<'t> {
    transaction: &'t Transaction<'t>,
    changes: Changes,
    by_key: [Statement<'t>; 4],
    old: Statement<'t>,
    document: Statement<'t>,
    passage: Statement<'t>,
}

impl<'t> Writing<'t> {
    pub(super) fn new(transaction: &'t Transaction<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            transaction,
            changes: Changes::default(),
            by_key: [
                transaction.prepare("SELECT no FROM document WHERE id = ?1")?,
                transaction.prepare("SELECT no FROM document WHERE doi = ?1")?,
                transaction.prepare("SELECT no FROM document WHERE pmid = ?1")?,
                transaction.prepare("SELECT no FROM document WHERE pmcid = ?1")?,
            ],
            old: transaction.prepare("SELECT id, digest, meta FROM document WHERE no = ?1")?,
            document: transaction.prepare(
                "INSERT INTO document (no, id, doi, pmid, pmcid, meta, content, digest)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?,
            passage: transaction
                .prepare("INSERT INTO passage (no, page, first, last, length) VALUES (?1, ?2, ?3, ?4, ?5)")?,
        })
    }

    /// Writes what the index has gained so far, when much has come together.
    pub(super) fn end_part(&mut self) -> Result<(), LibraryError> {
        self.changes.write(self.transaction)
    }

    /// Writes what the index gains. Nothing of it is searched before.
    pub(super) fn finish(mut self) -> Result<(), LibraryError> {
        self.end_part()
    }

    /// The numbers of the documents with this id or one of these keys.
    fn same(&mut self, id: &DocId, keys: &Keys) -> rusqlite::Result<BTreeSet<i64>> {
        let mut numbers = BTreeSet::new();
        let keys = [Some(id.as_str()), keys.doi.as_deref(), keys.pmid.as_deref(), keys.pmcid.as_deref()];
        for (query, key) in self.by_key.iter_mut().zip(keys) {
            let Some(key) = key else { continue };
            let mut rows = query.query([key])?;
            while let Some(row) = rows.next()? {
                numbers.insert(row.get(0)?);
            }
        }
        Ok(numbers)
    }

    pub(super) fn put(
        &mut self,
        prepared: &Prepared,
        terms: &mut Terms,
        added: &mut Added,
    ) -> Result<(), LibraryError> {
        let Document { id, meta, pages } = &prepared.document;
        let mut same: Vec<(i64, String, Vec<u8>, SourceMeta)> = Vec::new();
        for no in self.same(id, &Keys::of(meta))? {
            let row =
                self.old.query_row([no], |row| Ok((row.get::<_, String>(0)?, row.get(1)?, row.get::<_, String>(2)?)));
            let (id, digest, meta) = row?;
            let meta = serde_json::from_str(&meta).map_err(|_| LibraryError::DamagedDocument(id.as_str().into()))?;
            same.push((no, id, digest, meta));
        }
        if same.is_empty() {
            added.added += 1;
            return self.insert(prepared);
        }
        let unchanged =
            |prepared: &Prepared| matches!(&same[..], [(_, _, digest, _)] if digest == prepared.digest.as_bytes());
        // What the older ones knew and this one does not say stays known.
        let whole = merge(std::iter::once(meta).chain(same.iter().map(|(_, _, _, known)| known)));
        let filled;
        let prepared = if whole == *meta || unchanged(prepared) {
            prepared
        } else {
            filled = Prepared::of(Document::new(whole, pages.clone()), terms)?;
            &filled
        };
        if unchanged(prepared) {
            added.unchanged += 1;
            return Ok(());
        }
        let new = &prepared.document.id;
        for (no, old, _, _) in &same {
            self.delete(*no, terms)?;
            let mut moved = self.transaction.prepare_cached("UPDATE record SET document = ?2 WHERE document = ?1")?;
            moved.execute([old.as_str(), new.as_str()])?;
            self.transaction.prepare_cached("DELETE FROM retrieval WHERE document = ?1")?.execute([old])?;
            added.replaced.push(Replaced { old: old.as_str().into(), new: new.clone() });
        }
        let mut own = self.transaction.prepare_cached(
            "UPDATE OR REPLACE record SET key = document, meta = ?2 WHERE document = ?1 AND source = 'library'",
        )?;
        own.execute(params![new.as_str(), text(canonical(meta))])?;
        added.updated += 1;
        self.insert(prepared)
    }

    /// Writes a document that is not there.
    pub(super) fn insert(&mut self, prepared: &Prepared) -> Result<(), LibraryError> {
        let no = self.write_document(None, prepared)?;
        for (nth, (passage, counts)) in (0..).zip(&prepared.passages) {
            let number = passage_no(no, nth);
            self.put_passage(number, passage, counts)?;
            for (term, often) in counts.iter() {
                self.changes.set(term, number, 0, often);
            }
        }
        Ok(())
    }

    /// Rewrites what is known of a document; its id and its text stay the same. Its passages may change with it: what
    /// turns out to be a paper has an abstract.
    pub(super) fn rewrite(&mut self, prepared: &Prepared, terms: &mut Terms) -> Result<(), LibraryError> {
        let Some(no) = self.number(&prepared.document.id)? else { return Ok(()) };
        let (old, passages) = self.read(no)?;
        let is_same = old.as_ref().is_some_and(|old| old.meta.title == prepared.document.meta.title)
            && passages.iter().map(|(_, passage)| passage).eq(prepared.passages.iter().map(|(passage, _)| passage));
        if !is_same {
            let before = old.as_ref().map(|old| counted(old, &passages, terms)).unwrap_or_default();
            self.set_passages(no, (&passages, &before), &prepared.passages)?;
        }
        self.transaction.prepare_cached("DELETE FROM document WHERE no = ?1")?.execute([no])?;
        self.write_document(Some(no), prepared)?;
        Ok(())
    }

    /// Gives a document another text; its id stays the same.
    pub(super) fn replace_text(&mut self, prepared: &Prepared, terms: &mut Terms) -> Result<(), LibraryError> {
        if let Some(no) = self.number(&prepared.document.id)? {
            self.delete(no, terms)?;
        }
        self.insert(prepared)
    }

    /// Removes a document with all that is known of it.
    pub(super) fn remove(&mut self, id: &DocId, no: i64, terms: &mut Terms) -> Result<(), LibraryError> {
        self.delete(no, terms)?;
        self.transaction.execute("DELETE FROM record WHERE document = ?1", [id.as_str()])?;
        self.transaction.execute("DELETE FROM retrieval WHERE document = ?1", [id.as_str()])?;
        Ok(())
    }

    fn write_document(&mut self, no: Option<i64>, prepared: &Prepared) -> rusqlite::Result<i64> {
        let Prepared { document: Document { id, meta, .. }, meta: known, content, digest, .. } = prepared;
        let Keys { doi, pmid, pmcid } = Keys::of(meta);
        self.document.insert(params![no, id.as_str(), doi, pmid, pmcid, known, content, digest.as_bytes().as_slice()])
    }

    fn delete(&mut self, no: i64, terms: &mut Terms) -> Result<(), LibraryError> {
        let (document, passages) = self.read(no)?;
        // The terms of a damaged document are not known. What the index says of it names no passage any more.
        if let Some(document) = document {
            for (number, passage) in passages {
                self.change(number, &count(&document, &passage, terms), &Counts::default());
            }
        }
        let numbers = [passage_no(no, 0), passage_no(no + 1, 0)];
        self.forget_vectors(numbers[0]..numbers[1])?;
        let delete = |sql: &str, values: &[&dyn ToSql]| self.transaction.prepare_cached(sql)?.execute(values);
        delete("DELETE FROM passage WHERE no >= ?1 AND no < ?2", &[&numbers[0], &numbers[1]])?;
        delete("DELETE FROM document WHERE no = ?1", &[&no])?;
        Ok(())
    }

    /// Removes what models made of these passages. The models are found without reading their vectors.
    fn forget_vectors(&self, passages: Range<i64>) -> rusqlite::Result<()> {
        const FORGET: &str = "
            DELETE FROM vector WHERE no >= ?1 AND no < ?2 AND model IN (
                WITH RECURSIVE made (model) AS (
                    SELECT min(model) FROM vector UNION ALL
                    SELECT (SELECT min(model) FROM vector WHERE model > made.model) FROM made WHERE model IS NOT NULL)
                SELECT model FROM made)";
        self.transaction.prepare_cached(FORGET)?.execute([passages.start, passages.end])?;
        Ok(())
    }

    fn number(&mut self, id: &DocId) -> rusqlite::Result<Option<i64>> {
        self.by_key[0].query_row([id.as_str()], |row| row.get(0)).optional()
    }

    /// A document, unless it is damaged, and its passages by number.
    pub(super) fn read(&self, no: i64) -> Result<(Option<Document>, Numbered), LibraryError> {
        let mut content = self.transaction.prepare_cached("SELECT content FROM document WHERE no = ?1")?;
        let content: Option<String> = content.query_row([no], |row| row.get(0)).optional()?;
        let document = content.and_then(|content| serde_json::from_str(&content).ok());
        Ok((document, passages_of(self.transaction, no)?))
    }

    /// Gives document `no` passages with their terms, in place of those that it had; of those that stay, the vectors stay.
    pub(super) fn set_passages(
        &mut self,
        no: i64,
        (old, before): (&Numbered, &[Counts]),
        now: &[(Passage, Counts)],
    ) -> Result<(), LibraryError> {
        let none = Counts::default();
        for nth in 0..old.len().max(now.len()) {
            let number = passage_no(no, i64::try_from(nth).unwrap_or(i64::MAX));
            let (was, is) = (old.get(nth).map(|(_, passage)| passage), now.get(nth));
            let (then, counts) = (before.get(nth).unwrap_or(&none), is.map_or(&none, |(_, counts)| counts));
            if was.is_some() && was != is.map(|(passage, _)| passage) {
                self.forget_vectors(number..number + 1)?;
                self.transaction.prepare_cached("DELETE FROM passage WHERE no = ?1")?.execute([number])?;
            }
            match is {
                Some((passage, counts)) if was == Some(passage) => {
                    let mut length = self.transaction.prepare_cached("UPDATE passage SET length = ?2 WHERE no = ?1")?;
                    length.execute((number, counts.length))?;
                }
                Some((passage, counts)) => self.put_passage(number, passage, counts)?,
                None => {}
            }
            self.change(number, then, counts);
        }
        Ok(())
    }

    fn put_passage(&mut self, number: i64, passage: &Passage, counts: &Counts) -> rusqlite::Result<()> {
        let Passage { page, start, end } = *passage;
        self.passage.execute(params![number, page, size(start), size(end), counts.length])?;
        Ok(())
    }

    /// Notes what the index says of a passage from now on.
    fn change(&mut self, no: i64, before: &Counts, now: &Counts) {
        let old: HashMap<&str, u16> = before.iter().collect();
        let new: HashMap<&str, u16> = now.iter().collect();
        for (term, often) in &new {
            self.changes.set(term, no, old.get(term).copied().unwrap_or(0), *often);
        }
        for (term, often) in old {
            if !new.contains_key(term) {
                self.changes.set(term, no, often, 0);
            }
        }
    }
}

/// The passages of document `no`, by number.
fn passages_of(transaction: &Transaction<'_>, no: i64) -> Result<Numbered, LibraryError> {
    let mut query = transaction
        .prepare_cached("SELECT no, page, first, last FROM passage WHERE no >= ?1 AND no < ?2 ORDER BY no")?;
    let rows =
        query.query_map([passage_no(no, 0), passage_no(no + 1, 0)], |row| Ok((row.get(0)?, passage(row, 1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The passage with page, start and end in the columns from `first` on.
pub(super) fn passage(row: &Row<'_>, first: usize) -> rusqlite::Result<Passage> {
    let offset = |column| row.get::<_, i64>(column).map(|n| usize::try_from(n).unwrap_or(0));
    Ok(Passage { page: row.get(first)?, start: offset(first + 1)?, end: offset(first + 2)? })
}

/// The terms of these passages.
pub(super) fn counted(document: &Document, passages: &Numbered, terms: &mut Terms) -> Vec<Counts> {
    passages.iter().map(|(_, passage)| count(document, passage, terms)).collect()
}

fn size(offset: usize) -> i64 {
    i64::try_from(offset).unwrap_or(i64::MAX)
}
