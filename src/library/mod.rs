//! The evidence that searches run over; outlives reviews.
//!
//! A [`Library`] holds the documents, their passages, an index over the stems of
//! their words, and vectors. Where it keeps them is behind the port
//! [`LibraryStore`]: in one SQLite file, or on a PostgreSQL server that a group
//! shares. It may be shared between threads; searches run beside each other and
//! beside one writer.

mod add;
mod bm25;
mod brought;
mod cache;
mod error;
mod index;
mod keyword;
mod passages;
mod place;
mod port;
#[cfg(feature = "postgres")]
mod postgres;
mod prepared;
mod read;
mod records;
mod search;
mod sqlite;
mod store;
mod taking;
mod terms;
#[cfg(test)]
mod tests;
mod upgrade;
mod vectors;
mod words;
mod write;

pub use add::{Added, Replaced};
pub use brought::best_passage;
pub use error::LibraryError;
pub use place::Place;
pub use port::{Library, LibraryStore, grant, papercheck_documents};
pub use read::{Entry, Stats};
pub use records::Origin;
pub use search::{Hit, KeywordQuery, Ranking, Spread};
use store::Sqlite;
pub use taking::{Brought, Merged, RETRACTION_WATCH};
pub use vectors::Unembedded;
