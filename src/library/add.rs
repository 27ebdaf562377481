//! Adding and removing documents.

use std::thread;

use rusqlite::{OptionalExtension as _, Statement, Transaction, params};

use crate::domain::{
    Digest, DocId, Document, Page, Passage, canonical,
    rules::merging::{Keys, merge},
};

use super::{
    LibraryError, Sqlite,
    passages::passages,
    store::{MOST_PASSAGES, keep_little, passage_no},
    terms::Terms,
};

/// How many documents are written at once: what is lost when adding is
/// interrupted, and for how long other programs wait.
const BATCH: usize = 1000;

/// After this many new documents the index is put in order, which searching gains by.
const MANY: u64 = 500;

/// How much of the index is made in memory, in bytes: what a batch of abstracts takes. FTS5 writes and merges a part of
/// it whenever this is full, and with its own 1 MB that takes a third of the time.
const IN_MEMORY: i64 = 32 << 20;

/// Pages that are kept in memory while many documents are added, in kB: the ids of a million, which come in no order.
const CACHE: i64 = 128_000;

/// What became of documents that were added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// New documents.
    pub added: u64,
    /// Documents that took the place of older ones.
    pub updated: u64,
    /// Documents that the library had already, to the letter.
    pub unchanged: u64,
    /// The older documents that went.
    pub replaced: Vec<Replaced>,
}

impl Added {
    /// How many documents were looked at.
    #[must_use]
    pub fn seen(&self) -> u64 {
        self.added + self.updated + self.unchanged
    }
}

/// An older document that a newer one with the same DOI, PMID or PMCID replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The one that went.
    pub old: DocId,
    /// The one that came.
    pub new: DocId,
}

pub(super) struct Prepared {
    document: Document,
    content: Vec<u8>,
    digest: Digest,
    title: String,
    passages: Vec<(Passage, String)>,
}

impl Sqlite {
    /// Puts the body of its full text behind what the library has of a document, so that places in the abstract stay
    /// where they are. Returns the document, or `None` where the library does not have it. A body that is there already
    /// is not added again.
    ///
    /// # Errors
    /// When the library cannot be written; then it is as before.
    pub fn add_full_text(&self, doc: &DocId, body: &str) -> Result<Option<Document>, LibraryError> {
        let Some(mut document) = self.get(doc)? else { return Ok(None) };
        match document.pages.last_mut() {
            Some(page) if page.text.contains(body) => return Ok(Some(document)),
            Some(page) => page.text = format!("{}\n\n{body}", page.text).into(),
            None => document.pages.push(Page { number: 1, text: body.into() }),
        }
        let mut terms = Terms::new();
        self.write(|transaction| {
            let prepared = prepare(document.clone(), &mut terms)?;
            Writing::new(transaction)?.replace_text(&prepared)?;
            Ok((true, Some(document)))
        })
    }

    /// Adds documents in the order given. One that is there already stays as it
    /// is; one with the DOI, PMID or PMCID of an older one takes its place, and
    /// the fields that it leaves empty keep what the older one said
    /// (`docs/rules.md#merging-records`). `progress` hears after every batch of 1000 how
    /// far it is.
    ///
    /// # Errors
    /// When the library cannot be written; batches before that stay added.
    pub fn add(
        &self,
        documents: impl IntoIterator<Item = Document>,
        mut progress: impl FnMut(&Added),
    ) -> Result<Added, LibraryError> {
        let (mut terms, mut refilled) = (Terms::new(), Terms::new());
        let mut total = Added::default();
        let mut documents = documents.into_iter();
        let mut prepared = Vec::new();
        let mut is_large = false;
        loop {
            let batch: Vec<Document> = documents.by_ref().take(BATCH).collect();
            if batch.len() == BATCH && !is_large {
                is_large = true;
                self.expect_many()?;
            }
            // One batch is prepared while the one before it is written.
            let (next, added) = thread::scope(|scope| {
                let terms = &mut terms;
                let preparing = scope.spawn(move || {
                    batch.into_iter().map(|document| prepare(document, terms)).collect::<Result<Vec<_>, _>>()
                });
                let added = self.put_all(&prepared, &mut refilled);
                (preparing.join(), added)
            });
            let added = added?;
            total.added += added.added;
            total.updated += added.updated;
            total.unchanged += added.unchanged;
            total.replaced.extend(added.replaced);
            if !prepared.is_empty() {
                progress(&total);
            }
            prepared = next.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            if prepared.is_empty() {
                break;
            }
        }
        if is_large {
            self.write(|transaction| Ok((false, keep_little(transaction)?)))?;
        }
        if total.added + total.updated >= MANY {
            self.write(|transaction| {
                transaction.execute("INSERT INTO terms(terms) VALUES ('optimize')", [])?;
                Ok((false, ()))
            })?;
        }
        Ok(total)
    }

    /// Writes a batch.
    fn put_all(&self, batch: &[Prepared], terms: &mut Terms) -> Result<Added, LibraryError> {
        let mut added = Added::default();
        if batch.is_empty() {
            return Ok(added);
        }
        self.write(|transaction| {
            let mut writing = Writing::new(transaction)?;
            for prepared in batch {
                writing.put(prepared, terms, &mut added)?;
            }
            Ok((added.added + added.updated > 0, added))
        })
    }

    /// Spends more memory on writing.
    fn expect_many(&self) -> Result<(), LibraryError> {
        self.write(|transaction| {
            transaction.pragma_update(None, "cache_size", -CACHE)?;
            transaction.execute("INSERT INTO terms(terms, rank) VALUES ('hashsize', ?1)", [IN_MEMORY])?;
            Ok((false, ()))
        })
    }

    /// Removes a document; says whether it was there.
    ///
    /// # Errors
    /// When the library cannot be written.
    pub fn remove(&self, id: &DocId) -> Result<bool, LibraryError> {
        self.write(|transaction| {
            let no = (transaction.prepare("SELECT no FROM document WHERE id = ?1")?)
                .query_row([id.as_str()], |row| row.get(0))
                .optional()?;
            if let Some(no) = no {
                let mut writing = Writing::new(transaction)?;
                writing.delete(no)?;
                writing.no_record.execute([id.as_str()])?;
                writing.no_retrieval.execute([id.as_str()])?;
            }
            Ok((no.is_some(), no.is_some()))
        })
    }
}

pub(super) fn prepare(document: Document, terms: &mut Terms) -> Result<Prepared, LibraryError> {
    let passages = passages(&document);
    if passages.len() > MOST_PASSAGES {
        return Err(LibraryError::TooLong(document.id));
    }
    let passages = (passages.into_iter())
        .map(|passage| {
            let text = document.page(passage.page).and_then(|page| page.text.get(passage.start..passage.end));
            (passage, terms.line(text.unwrap_or_default()))
        })
        .collect();
    let content = canonical(&document);
    let digest = Digest::of(&content);
    let title = terms.line(&document.meta.title);
    Ok(Prepared { document, content, digest, title, passages })
}

/// The statements that writing takes, made once a batch.
pub(super) struct Writing<'t> {
    same: Statement<'t>,
    document: Statement<'t>,
    passage: Statement<'t>,
    index: Statement<'t>,
    no_document: Statement<'t>,
    no_passage: Statement<'t>,
    no_index: Statement<'t>,
    no_vector: Statement<'t>,
    moved_record: Statement<'t>,
    own_record: Statement<'t>,
    no_record: Statement<'t>,
    no_retrieval: Statement<'t>,
}

impl<'t> Writing<'t> {
    pub(super) fn new(transaction: &'t Transaction<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            same: transaction.prepare(
                "SELECT no, id, digest, meta FROM document WHERE id = ?1
                 UNION SELECT no, id, digest, meta FROM document WHERE doi = ?2
                 UNION SELECT no, id, digest, meta FROM document WHERE pmid = ?3
                 UNION SELECT no, id, digest, meta FROM document WHERE pmcid = ?4",
            )?,
            document: transaction.prepare(
                "INSERT INTO document (no, id, doi, pmid, pmcid, meta, content, digest)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?,
            passage: transaction.prepare("INSERT INTO passage (no, page, first, last) VALUES (?1, ?2, ?3, ?4)")?,
            index: transaction.prepare("INSERT INTO terms (rowid, title, body) VALUES (?1, ?2, ?3)")?,
            no_document: transaction.prepare("DELETE FROM document WHERE no = ?1")?,
            no_passage: transaction.prepare("DELETE FROM passage WHERE no >= ?1 AND no < ?2")?,
            no_index: transaction
                .prepare("DELETE FROM terms WHERE rowid IN (SELECT no FROM passage WHERE no >= ?1 AND no < ?2)")?,
            no_vector: transaction.prepare(
                "DELETE FROM vector WHERE (model, no) IN
                 (SELECT v.model, v.no FROM vector AS v JOIN passage AS p ON p.no = v.no WHERE p.no >= ?1 AND p.no < ?2)",
            )?,
            moved_record: transaction.prepare("UPDATE record SET document = ?2 WHERE document = ?1")?,
            own_record: transaction
                .prepare("UPDATE OR REPLACE record SET key = document, meta = ?2 WHERE document = ?1 AND source = 'library'")?,
            no_record: transaction.prepare("DELETE FROM record WHERE document = ?1")?,
            no_retrieval: transaction.prepare("DELETE FROM retrieval WHERE document = ?1")?,
        })
    }

    fn put(&mut self, prepared: &Prepared, terms: &mut Terms, added: &mut Added) -> Result<(), LibraryError> {
        let Document { id, meta, pages } = &prepared.document;
        let Keys { doi, pmid, pmcid } = Keys::of(meta);
        let same = self.same.query_map(params![id.as_str(), doi, pmid, pmcid], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, Vec<u8>>(2)?, row.get::<_, String>(3)?))
        })?;
        let same = same.collect::<rusqlite::Result<Vec<_>>>()?;
        let unchanged =
            |prepared: &Prepared| matches!(&same[..], [(_, _, digest, _)] if digest == prepared.digest.as_bytes());
        // What the older ones knew and this one does not say stays known.
        let mut known = vec![meta.clone()];
        for (_, old, _, meta) in &same {
            let damaged = |_| LibraryError::DamagedDocument(old.as_str().into());
            known.push(serde_json::from_str(meta).map_err(damaged)?);
        }
        let whole = merge(&known);
        let filled;
        let prepared = if whole == *meta || unchanged(prepared) {
            prepared
        } else {
            filled = prepare(Document::new(whole, pages.clone()), terms)?;
            &filled
        };
        if unchanged(prepared) {
            added.unchanged += 1;
            return Ok(());
        }
        for (no, old, _, _) in &same {
            self.delete(*no)?;
            self.moved_record.execute([old.as_str(), prepared.document.id.as_str()])?;
            self.no_retrieval.execute([old.as_str()])?;
            added.replaced.push(Replaced { old: old.as_str().into(), new: prepared.document.id.clone() });
        }
        if same.is_empty() {
            added.added += 1;
        } else {
            self.own_record.execute(params![prepared.document.id.as_str(), text(&canonical(meta))])?;
            added.updated += 1;
        }
        Ok(self.insert(prepared)?)
    }

    /// Writes a document that is not there.
    pub(super) fn insert(&mut self, prepared: &Prepared) -> rusqlite::Result<()> {
        let no = self.write_document(None, prepared)?;
        for (nth, (passage, _)) in (0..).zip(&prepared.passages) {
            let number = passage_no(no, nth);
            self.passage.execute(params![number, passage.page, size(passage.start), size(passage.end)])?;
        }
        self.write_index(no, prepared)
    }

    /// Rewrites what is known of a document; its id and its text stay the same.
    pub(super) fn rewrite(&mut self, prepared: &Prepared) -> rusqlite::Result<()> {
        let id = prepared.document.id.as_str();
        let rows =
            self.same.query_map(params![id, None::<String>, None::<String>, None::<String>], |row| row.get(0))?;
        let numbers: Vec<i64> = rows.collect::<rusqlite::Result<_>>()?;
        for no in numbers {
            self.no_index.execute([passage_no(no, 0), passage_no(no + 1, 0)])?;
            self.no_document.execute([no])?;
            self.write_document(Some(no), prepared)?;
            self.write_index(no, prepared)?;
        }
        Ok(())
    }

    /// Gives a document another text; its id stays the same.
    fn replace_text(&mut self, prepared: &Prepared) -> rusqlite::Result<()> {
        let id = prepared.document.id.as_str();
        let rows =
            self.same.query_map(params![id, None::<String>, None::<String>, None::<String>], |row| row.get(0))?;
        let numbers: Vec<i64> = rows.collect::<rusqlite::Result<_>>()?;
        numbers.into_iter().try_for_each(|no| self.delete(no))?;
        self.insert(prepared)
    }

    fn write_document(&mut self, no: Option<i64>, prepared: &Prepared) -> rusqlite::Result<i64> {
        let Document { id, meta, .. } = &prepared.document;
        let Keys { doi, pmid, pmcid } = Keys::of(meta);
        self.document.insert(params![
            no,
            id.as_str(),
            doi,
            pmid,
            pmcid,
            text(&canonical(meta)),
            text(&prepared.content),
            prepared.digest.as_bytes().as_slice()
        ])
    }

    fn write_index(&mut self, no: i64, prepared: &Prepared) -> rusqlite::Result<()> {
        for (nth, (_, body)) in (0..).zip(&prepared.passages) {
            self.index.execute(params![passage_no(no, nth), prepared.title, body])?;
        }
        Ok(())
    }

    fn delete(&mut self, no: i64) -> rusqlite::Result<()> {
        let passages = [passage_no(no, 0), passage_no(no + 1, 0)];
        self.no_index.execute(passages)?;
        self.no_vector.execute(passages)?;
        self.no_passage.execute(passages)?;
        self.no_document.execute([no])?;
        Ok(())
    }
}

/// Canonical bytes are JSON, thus UTF-8.
pub(super) fn text(canonical: &[u8]) -> String {
    String::from_utf8_lossy(canonical).into_owned()
}

fn size(offset: usize) -> i64 {
    i64::try_from(offset).unwrap_or(i64::MAX)
}
