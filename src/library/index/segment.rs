//! Writing segments, and merging them.

use rusqlite::{Statement, Transaction};

use super::{
    LibraryError,
    block::Entry,
    damaged,
    postings::{decode, encode, is_in_order, settle},
};

/// How long a block gets, in bytes: what is read to find a rare term.
const BLOCK: usize = 8 << 10;

/// Postings of so many bytes have a block of their own.
const LONG: usize = BLOCK / 2;

/// So many segments of one level are merged; each level is so many times as large as the one below.
const FAN: usize = 8;

/// The size of the segments of the lowest level, in bytes.
const SMALL: i64 = 16 << 10;

/// A segment that is being written, newer than all others.
pub(super) struct Output<'t> {
    transaction: &'t Transaction<'t>,
    insert: Statement<'t>,
    no: i64,
    /// The first term of the block that is being filled.
    first: String,
    block: Vec<u8>,
    bytes: usize,
}

impl<'t> Output<'t> {
    pub(super) fn new(transaction: &'t Transaction<'_>) -> Result<Self, LibraryError> {
        let no = transaction.query_row("SELECT coalesce(max(no), 0) + 1 FROM segment", [], |row| row.get(0))?;
        let insert =
            transaction.prepare("INSERT INTO posting (segment, first, passages, block) VALUES (?1, ?2, ?3, ?4)")?;
        Ok(Self { transaction, insert, no, first: String::new(), block: Vec::with_capacity(2 * BLOCK), bytes: 0 })
    }

    /// Appends a term, which is behind all that came before it.
    pub(super) fn put(&mut self, entry: &Entry<'_>) -> Result<(), LibraryError> {
        let is_long = entry.postings.len() >= LONG;
        if is_long || self.block.len() >= BLOCK {
            self.end_block(None)?;
        }
        if self.block.is_empty() {
            entry.term.clone_into(&mut self.first);
        }
        entry.write(&mut self.block);
        if is_long {
            self.end_block(Some(entry.passages))?;
        }
        Ok(())
    }

    fn end_block(&mut self, passages: Option<i64>) -> Result<(), LibraryError> {
        if !self.block.is_empty() {
            self.insert.execute((self.no, &self.first, passages, &self.block))?;
            self.bytes += self.block.len();
            self.block.clear();
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<(), LibraryError> {
        self.end_block(None)?;
        let bytes = i64::try_from(self.bytes).unwrap_or(i64::MAX);
        self.transaction.execute("INSERT INTO segment (no, bytes) VALUES (?1, ?2)", (self.no, bytes))?;
        Ok(())
    }
}

/// A segment that is being read, a block at a time.
struct Input<'t> {
    next: Statement<'t>,
    no: i64,
    first: String,
    block: Vec<u8>,
    /// Where in the block the entry is, and where the one behind it begins.
    at: usize,
    end: usize,
}

impl<'t> Input<'t> {
    fn new(transaction: &'t Transaction<'_>, no: i64) -> Result<Self, LibraryError> {
        let next = transaction
            .prepare("SELECT first, block FROM posting WHERE segment = ?1 AND first > ?2 ORDER BY first LIMIT 1")?;
        let mut input = Self { next, no, first: String::new(), block: Vec::new(), at: 0, end: 0 };
        input.advance()?;
        Ok(input)
    }

    /// The entry that is next; `None` at the end.
    fn entry(&self) -> Option<Entry<'_>> {
        self.block.get(self.at..).filter(|rest| !rest.is_empty()).and_then(|mut rest| Entry::take(&mut rest))
    }

    /// Goes on to the next entry.
    fn advance(&mut self) -> Result<(), LibraryError> {
        self.at = self.end;
        if self.at >= self.block.len() {
            (self.at, self.end) = (0, 0);
            self.block.clear();
            let mut rows = self.next.query((self.no, &self.first))?;
            let Some(row) = rows.next()? else { return Ok(()) };
            row.get_ref(0)?.as_str().map_err(|_| damaged())?.clone_into(&mut self.first);
            self.block.extend_from_slice(row.get_ref(1)?.as_blob().map_err(|_| damaged())?);
        }
        let mut rest = &self.block[self.at..];
        Entry::take(&mut rest).ok_or_else(damaged)?;
        self.end = self.block.len() - rest.len();
        Ok(())
    }
}

/// Merges segments as long as there are many of a level.
pub(super) fn merge_due(transaction: &Transaction<'_>) -> Result<(), LibraryError> {
    loop {
        let mut query = transaction.prepare_cached("SELECT no, bytes FROM segment ORDER BY no")?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let segments: Vec<(i64, i64)> = rows.collect::<rusqlite::Result<_>>()?;
        let levels: Vec<u32> = segments.iter().map(|(_, bytes)| level(*bytes)).collect();
        let Some(from) = due(&levels) else { return Ok(()) };
        let merged: Vec<i64> = segments[from..].iter().map(|(no, _)| *no).collect();
        merge(transaction, &merged, from == 0)?;
    }
}

fn level(bytes: i64) -> u32 {
    (bytes / SMALL).checked_ilog2().map_or(0, |size| size / FAN.ilog2())
}

/// From which segment on, of levels given from the oldest on, all are to be merged. They are neighbours, so that the
/// newest of them stays newer than those before.
fn due(levels: &[u32]) -> Option<usize> {
    (0..=levels.iter().copied().max()?).find_map(|level| {
        let from = levels.iter().rposition(|other| *other > level).map_or(0, |at| at + 1);
        (levels[from..].iter().filter(|other| **other == level).count() >= FAN).then_some(from)
    })
}

/// Merges segments, the oldest first, into one. With `is_oldest` there are none before them that could say otherwise.
fn merge(transaction: &Transaction<'_>, segments: &[i64], is_oldest: bool) -> Result<(), LibraryError> {
    let inputs = segments.iter().map(|no| Input::new(transaction, *no));
    let mut inputs = inputs.collect::<Result<Vec<_>, _>>()?;
    let mut output = Output::new(transaction)?;
    let (mut postings, mut bytes, mut term) = (Vec::new(), Vec::new(), String::new());
    while let Some(first) = inputs.iter().filter_map(Input::entry).map(|entry| entry.term).min() {
        first.clone_into(&mut term);
        let of_term: Vec<usize> =
            (0..inputs.len()).filter(|at| inputs[*at].entry().is_some_and(|entry| entry.term == term)).collect();
        let entries = || of_term.iter().filter_map(|at| inputs[*at].entry());
        let amends = entries().any(|entry| entry.amends);
        match (&of_term[..], amends) {
            ([only], false) => {
                if let Some(entry) = inputs[*only].entry() {
                    output.put(&entry)?;
                }
            }
            _ => {
                postings.clear();
                entries().try_for_each(|entry| decode(entry.postings, &mut postings)).ok_or_else(damaged)?;
                if amends || !is_in_order(&postings) {
                    settle(&mut postings);
                }
                let mut passages = entries().map(|entry| entry.passages).sum();
                if is_oldest {
                    postings.retain(|posting| posting.often > 0);
                    passages = i64::try_from(postings.len()).unwrap_or(i64::MAX);
                }
                bytes.clear();
                encode(&postings, &mut bytes);
                if !postings.is_empty() {
                    output.put(&Entry { term: &term, passages, amends: amends && !is_oldest, postings: &bytes })?;
                }
            }
        }
        for at in of_term {
            inputs[at].advance()?;
        }
    }
    output.finish()?;
    drop(inputs);
    for no in segments {
        transaction.execute("DELETE FROM posting WHERE segment = ?1", [no])?;
        transaction.execute("DELETE FROM segment WHERE no = ?1", [no])?;
    }
    Ok(())
}
