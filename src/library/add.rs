//! Adding and removing documents.

use std::{
    panic::resume_unwind,
    sync::mpsc::{self, Receiver, SyncSender},
    thread,
};

use rusqlite::OptionalExtension as _;

use crate::domain::{DocId, Document, Page};

use super::{
    LibraryError, Sqlite,
    prepared::Prepared,
    store::{expect_little, expect_many},
    terms::Terms,
    write::Writing,
};

/// How many documents are written at once to begin with: what is lost when adding is interrupted, and for how long other
/// programs wait.
const BATCH: usize = 1000;

/// How many are when many come.
const LARGE_BATCH: usize = 8000;

/// How many documents are handed from one thread to the next at once, and how many such parts may wait.
const PART: usize = 250;
const WAITING: usize = 8;

/// How many parts may be ready to be written: most of a batch, so that the next one is made while this one is written. What
/// is missing of it is the time in which other programs have their turn.
const READY: usize = 24;

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
    /// Both together.
    fn extend(&mut self, other: Self) {
        self.added += other.added;
        self.updated += other.updated;
        self.unchanged += other.unchanged;
        self.replaced.extend(other.replaced);
    }

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
            let mut writing = Writing::new(transaction)?;
            writing.replace_text(&Prepared::of(document.clone(), &mut terms)?, &mut terms)?;
            writing.finish()?;
            Ok((true, Some(document)))
        })
    }

    /// Adds documents in the order given. One that is there already stays as it
    /// is; one with the DOI, PMID or PMCID of an older one takes its place, and
    /// the fields that it leaves empty keep what the older one said
    /// (`docs/rules.md#merging-records`). `progress` hears how far it is whenever a batch, of
    /// 1000 documents to begin with, is in the file.
    ///
    /// # Errors
    /// When the library cannot be written; batches before that stay added.
    pub fn add(
        &self,
        documents: impl IntoIterator<Item = Document>,
        mut progress: impl FnMut(&Added),
    ) -> Result<Added, LibraryError> {
        // While one thread hands out documents, another makes their terms, and a third writes.
        let (send, documents_in) = mpsc::sync_channel::<Vec<Document>>(WAITING);
        let (send_prepared, prepared) = mpsc::sync_channel(READY);
        let (send_progress, written) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(move || prepare_all(&documents_in, &send_prepared));
            let writing = scope.spawn(move || {
                self.write_all(&prepared, |so_far| {
                    let Added { added, updated, unchanged, .. } = *so_far;
                    // Who listens goes only when all is over.
                    let _ = send_progress.send(Added { added, updated, unchanged, replaced: Vec::new() });
                })
            });
            let mut documents = documents.into_iter();
            loop {
                let part: Vec<Document> = documents.by_ref().take(PART).collect();
                if part.is_empty() || send.send(part).is_err() {
                    break;
                }
                written.try_iter().for_each(|so_far| progress(&so_far));
            }
            drop(send);
            written.iter().for_each(|so_far| progress(&so_far));
            writing.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    }

    /// Writes documents as they come, many at once.
    fn write_all(
        &self,
        documents: &Receiver<Result<Vec<Prepared>, LibraryError>>,
        progress: impl Fn(&Added),
    ) -> Result<Added, LibraryError> {
        let mut terms = Terms::new();
        let mut total = Added::default();
        let mut size = BATCH;
        let mut batch = Vec::new();
        let mut failed = None;
        loop {
            let is_over = match documents.recv() {
                Ok(Ok(part)) => {
                    batch.extend(part);
                    false
                }
                Ok(Err(error)) => {
                    failed = Some(error);
                    true
                }
                Err(_) => true,
            };
            if batch.len() >= size || (is_over && !batch.is_empty()) {
                if batch.len() >= size && size == BATCH {
                    self.write(|transaction| Ok((false, expect_many(transaction)?)))?;
                }
                total.extend(self.put_all(&batch, &mut terms)?);
                progress(&total);
                batch.clear();
                size = LARGE_BATCH.min(size * 2);
            }
            if is_over {
                break;
            }
        }
        if size > BATCH {
            self.write(|transaction| Ok((false, expect_little(transaction)?)))?;
        }
        failed.map_or(Ok(total), Err)
    }

    /// Writes a batch.
    fn put_all(&self, batch: &[Prepared], terms: &mut Terms) -> Result<Added, LibraryError> {
        self.write(|transaction| {
            let mut added = Added::default();
            let mut writing = Writing::new(transaction)?;
            for prepared in batch {
                writing.put(prepared, terms, &mut added)?;
            }
            writing.finish()?;
            Ok((added.added + added.updated > 0, added))
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
                writing.remove(id, no, &mut Terms::new())?;
                writing.finish()?;
            }
            Ok((no.is_some(), no.is_some()))
        })
    }
}

/// Prepares documents as they come, until nobody wants more.
fn prepare_all(documents: &Receiver<Vec<Document>>, prepared: &SyncSender<Result<Vec<Prepared>, LibraryError>>) {
    let mut terms = Terms::new();
    for part in documents {
        let part: Result<Vec<_>, _> = part.into_iter().map(|document| Prepared::of(document, &mut terms)).collect();
        let is_last = part.is_err();
        if prepared.send(part).is_err() || is_last {
            return;
        }
    }
}
