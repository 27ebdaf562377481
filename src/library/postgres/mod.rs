//! A library in a PostgreSQL database with pgvector, which a group shares.
//!
//! Writers take turns (an advisory lock for each transaction), so the counts that scores need are always right; readers
//! wait for nobody and see one state. Calls block on the calling thread; a thread of this room's own drives the
//! connections.

mod address;
mod batch;
mod error;
mod keyword;
mod papercheck;
mod pool;
mod read;
mod records;
mod schema;
mod terms;
#[cfg(test)]
mod tests;
mod tls;
mod upgrade;
mod vectors;
mod wait;
mod write;

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::domain::{DocId, Document, LibraryStamp, Record, Retrieval, SourceMeta};

use super::{Added, Entry, KeywordQuery, LibraryError, LibraryStore, Merged, Origin, Ranking, Stats, Unembedded};

use address::Server;
use pool::{Pool, Session};

pub(super) use papercheck::documents as papercheck_documents;
pub(super) use schema::{grant, init};

/// From when on a search is no longer exact.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// How many passages a search by words reads at most.
    passages: i64,
    /// How many vectors of one model are compared one by one; of more, an index names those to compare.
    vectors: i64,
}

/// Up to 20,000 passages of 1.5 kB are read in some tenths of a second. Comparing 50,000 vectors takes as long.
const LIMITS: Limits = Limits { passages: 20_000, vectors: 50_000 };

/// A library on a server.
pub(super) struct Postgres {
    pool: Pool,
    /// Whether it is to be written to.
    write: bool,
    /// Whether the server lets this user write; not known before it was reached.
    allowed: OnceLock<bool>,
    limits: Limits,
    /// Held by the one who makes vectors.
    embedding: Mutex<()>,
}

impl Postgres {
    /// Opens the library at `address`, for reading only unless `write`.
    pub(super) fn open(address: &str, write: bool) -> Result<Self, LibraryError> {
        let library = Self::at(address, write)?;
        library.allowed()?;
        Ok(library)
    }

    /// The library at `address`, which is reached when it is first used.
    pub(super) fn at(address: &str, write: bool) -> Result<Self, LibraryError> {
        Ok(Self::over(Pool::new(Server::parse(address)?, !write), write))
    }

    /// The library at `address`, which is not asked: each use of it fails.
    pub(super) fn closed(address: &str) -> Result<Self, LibraryError> {
        Ok(Self::over(Pool::closed(Server::parse(address)?), true))
    }

    fn over(pool: Pool, write: bool) -> Self {
        Self { pool, write, allowed: OnceLock::new(), limits: LIMITS, embedding: Mutex::default() }
    }

    fn allowed(&self) -> Result<bool, LibraryError> {
        if let Some(allowed) = self.allowed.get() {
            return Ok(*allowed);
        }
        let allowed = self.pool.with(|connection| Ok(connection.may_write()))?;
        Ok(*self.allowed.get_or_init(|| allowed))
    }

    /// Whether it may be changed. What cannot be reached is not refused for that reason.
    fn writes(&self) -> bool {
        self.write && self.allowed().unwrap_or(true)
    }

    /// Runs `act` on one state of the library; once more where the connection was lost, since reading changes nothing.
    fn read<T>(&self, mut act: impl FnMut(&mut Session<'_>) -> Result<T, LibraryError>) -> Result<T, LibraryError> {
        let mut once = || self.pool.with(|connection| connection.reading(&mut act));
        match once() {
            Err(LibraryError::Interrupted(_)) => {
                self.pool.forget_idle();
                once()
            }
            result => result,
        }
    }
}

impl LibraryStore for Postgres {
    fn place(&self) -> Option<String> {
        Some(self.pool.server().shown.clone())
    }

    fn is_read_only(&self) -> bool {
        !self.writes()
    }

    fn stamp(&self) -> Result<LibraryStamp, LibraryError> {
        self.read(read::stamp)
    }

    fn get_many(&self, ids: &[DocId]) -> Result<Vec<Option<Document>>, LibraryError> {
        self.read(|session| read::documents(session, ids))
    }

    fn metas(&self, ids: &[DocId]) -> Result<Vec<Option<SourceMeta>>, LibraryError> {
        self.read(|session| read::metas(session, ids))
    }

    fn list(&self, offset: usize, limit: usize, filter: Option<&str>) -> Result<Vec<Entry>, LibraryError> {
        self.read(|session| read::list(session, offset, limit, filter))
    }

    fn stats(&self) -> Result<Stats, LibraryError> {
        self.read(read::stats)
    }

    fn origins(&self, doc: &DocId) -> Result<Vec<Origin>, LibraryError> {
        self.read(|session| records::origins(session, doc))
    }

    fn keyword(&self, query: &KeywordQuery, k: usize) -> Result<Ranking, LibraryError> {
        self.read(|session| keyword::search(session, query, k, self.limits.passages))
    }

    fn semantic(&self, model: &str, queries: &[Vec<f32>], k: usize) -> Result<Ranking, LibraryError> {
        self.read(|session| vectors::search(session, model, queries, k, self.limits.vectors))
    }

    fn without_vector(&self, model: &str) -> Result<u64, LibraryError> {
        self.read(|session| vectors::missing(session, model))
    }

    fn unembedded(&self, model: &str, count: usize) -> Result<Vec<Unembedded>, LibraryError> {
        self.read(|session| vectors::unembedded(session, model, count))
    }

    fn keep_vectors(&self, model: &str, vectors: &[(i64, Vec<f32>)]) -> Result<(), LibraryError> {
        self.write(|writing| vectors::keep(writing, model, vectors))
    }

    fn embed_all(
        &self,
        model: &str,
        embed: &dyn Fn(&str) -> Vec<f32>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<u64, LibraryError> {
        let _alone = self.embedding.lock().unwrap_or_else(PoisonError::into_inner);
        let mut made = 0;
        loop {
            let batch = self.unembedded(model, vectors::BATCH)?;
            if batch.is_empty() {
                break;
            }
            let vectors: Vec<_> = batch.into_iter().map(|passage| (passage.no, embed(&passage.text))).collect();
            self.keep_vectors(model, &vectors)?;
            made += vectors.len() as u64;
            progress(made);
        }
        if made > 0 {
            self.pool.with(|connection| vectors::index(connection, self.limits.vectors))?;
        }
        Ok(made)
    }

    fn add_all(
        &self,
        documents: &mut dyn Iterator<Item = Document>,
        progress: &mut dyn FnMut(&Added),
    ) -> Result<Added, LibraryError> {
        let mut total = Added::default();
        loop {
            let batch = batch::Batch::take(documents)?;
            if batch.is_empty() {
                return Ok(total);
            }
            let added = self.write(|writing| batch.put(writing)).map_err(|error| match error {
                // The server went away between two batches.
                LibraryError::Unreachable { why, .. } if total.seen() > 0 => LibraryError::Interrupted(why),
                error => error,
            })?;
            total.added += added.added;
            total.updated += added.updated;
            total.unchanged += added.unchanged;
            total.replaced.extend(added.replaced);
            progress(&total);
        }
    }

    fn add_full_text(&self, doc: &DocId, body: &str) -> Result<Option<Document>, LibraryError> {
        self.write(|writing| write::add_full_text(writing, doc, body))
    }

    fn merge(&self, retrieval: &Retrieval, records: &[Record]) -> Result<Merged, LibraryError> {
        self.write(|writing| records::merge(writing, retrieval, records))
    }

    fn remove(&self, id: &DocId) -> Result<bool, LibraryError> {
        self.write(|writing| write::remove(writing, id))
    }
}
