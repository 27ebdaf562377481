//! The evidence that searches run over; outlives reviews.
//!
//! One SQLite file holds the documents, their passages and a full-text index
//! over the stems of their words. A [`Library`] may be shared between threads;
//! searches run beside each other and beside one writer.

mod add;
mod error;
mod passages;
mod read;
mod records;
mod search;
mod store;
mod terms;
#[cfg(test)]
mod tests;
mod vectors;

pub use add::{Added, Replaced};
pub use error::LibraryError;
pub use passages::first_passage;
pub use read::{Entry, Stats};
pub use records::{Brought, Merged, Origin, RETRACTION_WATCH};
pub use search::{Hit, KeywordQuery, Ranking, Spread};
pub use store::Library;
pub use vectors::Unembedded;
