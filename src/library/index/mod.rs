//! The index over words: which passages have a term, and how often.
//!
//! Each transaction writes what it adds as a **segment**: its terms in order, packed into blocks, each term with the
//! passages that have it. Nothing in a segment changes afterwards. When a document goes, the newest segment says so for
//! each of its terms; where segments differ, the newest is right. So that a search does not have to read many of them,
//! segments of about one size are merged into a larger one, as log-structured databases do.

mod block;
mod postings;
mod segment;
#[cfg(test)]
mod tests;

use rusqlite::{Row, Transaction};

pub(super) use postings::Posting;

use super::{LibraryError, words::Words};
use block::Entry;
use postings::{decode, encode, is_in_order, settle};
use segment::{Output, merge_due};

/// The tables of the index.
pub(super) const TABLES: &str = "
CREATE TABLE segment (
    -- The newest has the highest number.
    no INTEGER PRIMARY KEY,
    bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE posting (
    segment INTEGER NOT NULL,
    first TEXT NOT NULL,
    -- How many passages have the term, where the block holds only one.
    passages INTEGER,
    block BLOB NOT NULL,
    PRIMARY KEY (segment, first)
) STRICT, WITHOUT ROWID;
";

/// Why a block cannot be read.
fn damaged() -> LibraryError {
    LibraryError::Damaged("the index over its words cannot be read".into())
}

/// Changes to the index that are not in the file yet.
#[derive(Default)]
pub(super) struct Changes {
    terms: Words<Change>,
}

/// Changes to a term.
#[derive(Default)]
struct Change {
    postings: Vec<Posting>,
    /// By how many passages more have it.
    passages: i64,
    /// Whether some of the postings replace others.
    amends: bool,
}

impl Changes {
    /// Notes that passage `no` has `term` `now` times, and had it `before` times so far.
    pub(super) fn set(&mut self, term: &str, no: i64, before: u16, now: u16) {
        if before == now {
            return;
        }
        let change = self.terms.entry(term);
        change.postings.push(Posting { no, often: now });
        change.passages += i64::from(now > 0) - i64::from(before > 0);
        change.amends |= before > 0;
    }

    /// Writes them as a segment, and merges segments where there are many.
    pub(super) fn write(&mut self, transaction: &Transaction<'_>) -> Result<(), LibraryError> {
        if self.terms.is_empty() {
            return Ok(());
        }
        let mut terms: Vec<(Box<str>, Change)> = self.terms.drain().collect();
        terms.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut output = Output::new(transaction)?;
        let mut bytes = Vec::new();
        for (term, change) in &mut terms {
            if !is_in_order(&change.postings) {
                settle(&mut change.postings);
            }
            bytes.clear();
            encode(&change.postings, &mut bytes);
            let Change { passages, amends, .. } = *change;
            output.put(&Entry { term, passages, amends, postings: &bytes })?;
        }
        output.finish()?;
        merge_due(transaction)
    }
}

/// The index as a search reads it.
pub(super) struct Index<'s> {
    state: &'s Transaction<'s>,
    /// Oldest first.
    segments: Vec<i64>,
}

impl<'s> Index<'s> {
    pub(super) fn open(state: &'s Transaction<'s>) -> Result<Self, LibraryError> {
        let mut query = state.prepare_cached("SELECT no FROM segment ORDER BY no")?;
        let segments = query.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        Ok(Self { state, segments })
    }

    /// How many passages have `term`.
    pub(super) fn passages(&self, term: &str) -> Result<i64, LibraryError> {
        let mut sum = 0;
        for segment in &self.segments {
            sum += self.find(*segment, term, |row| {
                if let Some(passages) = row.get(1)? {
                    return Ok(if row.get_ref(0)?.as_str().is_ok_and(|first| first == term) { passages } else { 0 });
                }
                let entry = Entry::find(block(row)?, term).ok_or_else(damaged)?;
                Ok(entry.map_or(0, |entry| entry.passages))
            })?;
        }
        Ok(sum)
    }

    /// Replaces `postings` with those of `term`, in ascending order.
    pub(super) fn read(&self, term: &str, postings: &mut Vec<Posting>) -> Result<(), LibraryError> {
        postings.clear();
        let mut amends = false;
        for segment in &self.segments {
            self.find(*segment, term, |row| {
                if let Some(entry) = Entry::find(block(row)?, term).ok_or_else(damaged)? {
                    amends |= entry.amends;
                    decode(entry.postings, postings).ok_or_else(damaged)?;
                }
                Ok(())
            })?;
        }
        if amends || !is_in_order(postings) {
            settle(postings);
            postings.retain(|posting| posting.often > 0);
        }
        Ok(())
    }

    /// Reads the row of `segment` that `term` is in if it is in any. What is in its last column is long where the term is
    /// frequent, and read from the file only when it is asked for.
    fn find<T: Default>(
        &self,
        segment: i64,
        term: &str,
        read: impl FnOnce(&Row<'_>) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        let mut query = self.state.prepare_cached(
            "SELECT first, passages, block FROM posting WHERE segment = ?1 AND first <= ?2 ORDER BY first DESC LIMIT 1",
        )?;
        let mut rows = query.query((segment, term))?;
        rows.next()?.map_or_else(|| Ok(T::default()), read)
    }
}

fn block<'r>(row: &'r Row<'_>) -> Result<&'r [u8], LibraryError> {
    row.get_ref(2)?.as_blob().map_err(|_| damaged())
}
