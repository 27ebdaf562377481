//! The port: what the program asks of a library, wherever it keeps its documents.

use std::{ops::Deref, path::Path};

use crate::domain::{DocId, Document, LibraryStamp, Record, Retrieval, SourceMeta};

use super::{Added, Entry, KeywordQuery, LibraryError, Merged, Origin, Place, Ranking, Sqlite, Stats, Unembedded};

/// What keeps documents and searches them. Calls block until they are done; several threads may make them at once.
///
/// Each read sees the library as it was at one moment, also while somebody adds documents. Errors say what to do.
pub trait LibraryStore: Send + Sync {
    /// Where it is, as it may be shown; `None` in memory.
    fn place(&self) -> Option<String>;

    /// Whether it cannot be written to.
    fn is_read_only(&self) -> bool;

    /// The library as it stands: how often it has changed, and over how many documents searches run, which are all but
    /// the notes attached to one statement.
    ///
    /// # Errors
    /// When the library cannot be read.
    fn stamp(&self) -> Result<LibraryStamp, LibraryError>;

    /// The documents with these ids, in this order; `None` for those that are not there.
    ///
    /// # Errors
    /// When the library cannot be read, or one of the documents is damaged.
    fn get_many(&self, ids: &[DocId]) -> Result<Vec<Option<Document>>, LibraryError>;

    /// What is known of these documents, in this order, without reading their texts; `None` for those that are not
    /// there.
    ///
    /// # Errors
    /// When the library cannot be read, or one of the documents is damaged.
    fn metas(&self, ids: &[DocId]) -> Result<Vec<Option<SourceMeta>>, LibraryError>;

    /// Documents in the order in which they were added, from the `offset`-th (from 0), at most `limit`. With a `filter`
    /// only those whose title or journal contains it (case does not matter for ASCII letters), or whose id, DOI or PMID
    /// it is.
    ///
    /// # Errors
    /// When the library cannot be read, or one of the documents is damaged.
    fn list(&self, offset: usize, limit: usize, filter: Option<&str>) -> Result<Vec<Entry>, LibraryError>;

    /// The library in numbers.
    ///
    /// # Errors
    /// When the library cannot be read.
    fn stats(&self) -> Result<Stats, LibraryError>;

    /// How a document got into the library; empty for one that was added from a file alone.
    ///
    /// # Errors
    /// When the library cannot be read.
    fn origins(&self, doc: &DocId) -> Result<Vec<Origin>, LibraryError>;

    /// The `k` best documents for `query` by BM25 (`docs/rules.md#search`). A document scores as its best passage.
    ///
    /// # Errors
    /// When the library cannot be read.
    fn keyword(&self, query: &KeywordQuery, k: usize) -> Result<Ranking, LibraryError>;

    /// The `k` documents of which a passage is nearest to any of `queries`, vectors of `model`; scores are cosines.
    ///
    /// # Errors
    /// When the library cannot be read.
    fn semantic(&self, model: &str, queries: &[Vec<f32>], k: usize) -> Result<Ranking, LibraryError>;

    /// How many passages `model` has made no vector of.
    ///
    /// # Errors
    /// When the library cannot be read.
    fn without_vector(&self, model: &str) -> Result<u64, LibraryError>;

    /// The first `count` passages that `model` has made no vector of.
    ///
    /// # Errors
    /// When the library cannot be read.
    fn unembedded(&self, model: &str, count: usize) -> Result<Vec<Unembedded>, LibraryError>;

    /// Keeps vectors that `model` made of passages; of one that has gone meanwhile it is forgotten.
    ///
    /// # Errors
    /// When the library cannot be written.
    fn keep_vectors(&self, model: &str, vectors: &[(i64, Vec<f32>)]) -> Result<(), LibraryError>;

    /// See [`Library::embed`].
    ///
    /// # Errors
    /// When the library cannot be read or written; what was made before that stays.
    fn embed_all(
        &self,
        model: &str,
        embed: &dyn Fn(&str) -> Vec<f32>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<u64, LibraryError>;

    /// See [`Library::add`].
    ///
    /// # Errors
    /// When the library cannot be written; batches before that stay added.
    fn add_all(
        &self,
        documents: &mut dyn Iterator<Item = Document>,
        progress: &mut dyn FnMut(&Added),
    ) -> Result<Added, LibraryError>;

    /// Puts the body of its full text behind what the library has of a document, so that places in the abstract stay
    /// where they are. Returns the document, or `None` where the library does not have it. A body that is there already
    /// is not added again.
    ///
    /// # Errors
    /// When the library cannot be written; then it is as before.
    fn add_full_text(&self, doc: &DocId, body: &str) -> Result<Option<Document>, LibraryError>;

    /// Takes records of a source in. A work that the library has keeps its text and its id; its fields are merged of
    /// all records of it. Other works become documents where they have a text and were searched for.
    ///
    /// # Errors
    /// When the library cannot be written; then it is as before.
    fn merge(&self, retrieval: &Retrieval, records: &[Record]) -> Result<Merged, LibraryError>;

    /// Removes a document; says whether it was there.
    ///
    /// # Errors
    /// When the library cannot be written.
    fn remove(&self, id: &DocId) -> Result<bool, LibraryError>;
}

/// A library of evidence documents, in a file, on a server or in memory.
///
/// Share it in an `Arc`. Any number of threads may search at once, also while one adds documents.
pub struct Library {
    store: Box<dyn LibraryStore>,
}

impl Library {
    /// Opens the library at `setting`, a path or the address of a PostgreSQL database ([`Place::of`]). A file is made,
    /// with its folder, when it is not there; on a server `gainsay library init` makes the library.
    ///
    /// # Errors
    /// When it cannot be reached or made, is no library, is damaged, or is of a newer format.
    pub fn open(setting: &Path) -> Result<Self, LibraryError> {
        Self::open_and_upgrade(setting, &mut |_, _| {})
    }

    /// The same for who shows that a file of an older format is being brought up to date, which takes a minute or two for
    /// a million documents: `upgrade` hears of how many documents that is done, and how many there are.
    ///
    /// # Errors
    /// As [`Library::open`].
    pub fn open_and_upgrade(setting: &Path, upgrade: &mut dyn FnMut(u64, u64)) -> Result<Self, LibraryError> {
        Self::at(&Place::of(setting), true, upgrade)
    }

    /// Opens the library at `setting` for reading; what would change it is refused.
    ///
    /// # Errors
    /// As [`Library::open`]; also when there is no such file.
    pub fn open_read_only(setting: &Path) -> Result<Self, LibraryError> {
        Self::at(&Place::of(setting), false, &mut |_, _| {})
    }

    /// Opens the library at `setting` also while its server cannot be reached; the reason comes with it. Each use of it
    /// fails until the server answers again.
    ///
    /// # Errors
    /// As [`Library::open`], for all other reasons.
    pub fn open_in_outage(
        setting: &Path,
        upgrade: &mut dyn FnMut(u64, u64),
    ) -> Result<(Self, Option<LibraryError>), LibraryError> {
        match (Self::open_and_upgrade(setting, upgrade), Place::of(setting)) {
            #[cfg(feature = "postgres")]
            (Err(outage), Place::Server(address)) if outage.is_outage() => {
                Ok((Self::over(super::postgres::Postgres::at(&address, true)?), Some(outage)))
            }
            (opened, _) => Ok((opened?, None)),
        }
    }

    /// The library on another machine at `setting` while nothing may leave this one: nobody is asked, and each use of it
    /// fails for the reason that comes with it.
    ///
    /// # Errors
    /// When the address cannot be read.
    pub fn closed_by_offline(setting: &Path) -> Result<(Self, LibraryError), LibraryError> {
        let place = Place::of(setting);
        let closed = LibraryError::Offline(place.shown());
        match place {
            #[cfg(feature = "postgres")]
            Place::Server(address) => Ok((Self::over(super::postgres::Postgres::closed(&address)?), closed)),
            #[cfg(not(feature = "postgres"))]
            Place::Server(_) => Err(LibraryError::NotBuiltIn),
            Place::File(_) => Ok((Self::open(setting)?, closed)),
        }
    }

    /// A library in memory, gone when it is dropped.
    ///
    /// # Errors
    /// When SQLite cannot be started.
    pub fn open_in_memory() -> Result<Self, LibraryError> {
        Ok(Self::over(Sqlite::open_in_memory()?))
    }

    /// Makes the library at `setting`, or brings it up to this version; `upgrade` hears of how many documents that is
    /// done, and how many there are.
    ///
    /// # Errors
    /// As [`Library::open`]; also when the user may not make tables on the server.
    pub fn init(setting: &Path, upgrade: &mut dyn FnMut(u64, u64)) -> Result<Self, LibraryError> {
        #[cfg(feature = "postgres")]
        if let Place::Server(address) = Place::of(setting) {
            super::postgres::init(&address, upgrade)?;
        }
        Self::open_and_upgrade(setting, upgrade)
    }

    fn at(place: &Place, write: bool, upgrade: &mut dyn FnMut(u64, u64)) -> Result<Self, LibraryError> {
        match place {
            Place::File(path) if write => Ok(Self::over(Sqlite::open(path, upgrade)?)),
            Place::File(path) => Ok(Self::over(Sqlite::open_read_only(path)?)),
            #[cfg(feature = "postgres")]
            Place::Server(address) => Ok(Self::over(super::postgres::Postgres::open(address, write)?)),
            #[cfg(not(feature = "postgres"))]
            Place::Server(_) => Err(LibraryError::NotBuiltIn),
        }
    }

    /// Refuses a library that cannot be written to, for work that would be lost.
    ///
    /// # Errors
    /// When this user may only read it.
    pub fn must_write(&self) -> Result<(), LibraryError> {
        match (self.is_read_only(), self.place()) {
            (false, _) => Ok(()),
            (true, Some(place)) => Err(LibraryError::NotAllowed(place)),
            (true, None) => Err(LibraryError::ReadOnly),
        }
    }

    /// The library that `store` keeps.
    #[must_use]
    pub fn over(store: impl LibraryStore + 'static) -> Self {
        Self { store: Box::new(store) }
    }

    /// How often the library has changed; grows by one with every change.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn generation(&self) -> Result<u64, LibraryError> {
        Ok(self.stamp()?.generation)
    }

    /// Over how many documents searches run: all but the notes attached to one statement.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn count(&self) -> Result<u64, LibraryError> {
        Ok(self.stamp()?.documents)
    }

    /// The document with this id, if it is there.
    ///
    /// # Errors
    /// When the library cannot be read, or the document in it is damaged.
    pub fn get(&self, id: &DocId) -> Result<Option<Document>, LibraryError> {
        Ok(self.get_many(std::slice::from_ref(id))?.pop().flatten())
    }

    /// Adds documents in the order given. One that is there already stays as it
    /// is; one with the DOI, PMID or PMCID of an older one takes its place, and
    /// the fields that it leaves empty keep what the older one said
    /// (`docs/rules.md#merging-records`). `progress` hears how far it is whenever a batch, of
    /// 1000 documents to begin with, is kept.
    ///
    /// # Errors
    /// When the library cannot be written; batches before that stay added.
    pub fn add(
        &self,
        documents: impl IntoIterator<Item = Document>,
        mut progress: impl FnMut(&Added),
    ) -> Result<Added, LibraryError> {
        self.add_all(&mut documents.into_iter(), &mut progress)
    }

    /// Has vectors made of all passages that `model` has made none of; `embed`
    /// makes them, `progress` hears how many are done. Says how many were made.
    ///
    /// # Errors
    /// When the library cannot be read or written; what was made before that stays.
    pub fn embed(
        &self,
        model: &str,
        embed: impl Fn(&str) -> Vec<f32>,
        mut progress: impl FnMut(u64),
    ) -> Result<u64, LibraryError> {
        self.embed_all(model, &embed, &mut progress)
    }
}

/// Hands out the documents of the PaperChecker database at `address` by the numbers that they have there, or why one is
/// left out, until `go_on` says no. Nothing is written there.
///
/// # Errors
/// When the database cannot be reached or read, or is none of PaperChecker's.
pub fn papercheck_documents(
    address: &str,
    go_on: &mut dyn FnMut(i64, Result<Document, String>) -> bool,
) -> Result<(), LibraryError> {
    #[cfg(feature = "postgres")]
    {
        super::postgres::papercheck_documents(address, go_on)
    }
    #[cfg(not(feature = "postgres"))]
    {
        let _ = (address, go_on);
        Err(LibraryError::NotBuiltIn)
    }
}

/// Lets roles of a server search the library there (`readers`), or search it and add to it (`writers`).
///
/// # Errors
/// When there are roles and the library is no server's, and when the server does not know a role or may not grant it.
pub fn grant(place: &Place, readers: &[String], writers: &[String]) -> Result<(), LibraryError> {
    if readers.is_empty() && writers.is_empty() {
        return Ok(());
    }
    match place {
        #[cfg(feature = "postgres")]
        Place::Server(address) => super::postgres::grant(address, readers, writers),
        #[cfg(not(feature = "postgres"))]
        Place::Server(_) => Err(LibraryError::NotBuiltIn),
        Place::File(path) => Err(LibraryError::NoRoles { path: path.clone() }),
    }
}

impl Deref for Library {
    type Target = dyn LibraryStore;

    fn deref(&self) -> &Self::Target {
        &*self.store
    }
}
