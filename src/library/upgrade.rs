//! Bringing a library in a file up to date, in one transaction: its tables, passages and index.

use rusqlite::{OptionalExtension as _, Transaction};

use super::{
    LibraryError, index,
    passages::passages,
    prepared::count,
    terms::Terms,
    write::{Numbered, Writing, counted},
};

/// The format with the index of [`index`]; the one after it has passages that older ones cut elsewhere.
const INDEXED: i64 = 3;

/// What the third format has in place of SQLite's own index over words: the length of a passage, in words that are not
/// stop words, and the tables of [`index`].
const THIRD: &str = "ALTER TABLE passage ADD COLUMN length INTEGER NOT NULL DEFAULT 0;";

/// What the third format no longer has.
const WITHOUT: &str = "DROP TABLE IF EXISTS vocabulary; DROP TABLE terms;";

/// Makes the tables of the third format and, in a library of format `from`, brings passages and index up to date;
/// `progress` hears of how many documents that is done, and how many there are.
pub(super) fn bring_up(
    transaction: &Transaction<'_>,
    from: i64,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), LibraryError> {
    if from > 0 && from < INDEXED {
        transaction.execute_batch(WITHOUT)?;
    }
    if from < INDEXED {
        transaction.execute_batch(THIRD)?;
        transaction.execute_batch(index::TABLES)?;
    }
    if from == 0 {
        return Ok(());
    }
    let all: i64 = transaction.query_row("SELECT count(*) FROM document", [], |row| row.get(0))?;
    if cut_anew(transaction, from >= INDEXED, &mut |done| progress(done, all.unsigned_abs()))? {
        transaction.execute("UPDATE library SET generation = generation + 1", [])?;
    }
    Ok(())
}

/// Gives every document the passages of this version, and brings the index up: from nothing, or where `is_indexed` for
/// the documents that have other passages now. Whether there are such; `progress` hears how many documents are done.
fn cut_anew(
    transaction: &Transaction<'_>,
    is_indexed: bool,
    progress: &mut dyn FnMut(u64),
) -> Result<bool, LibraryError> {
    /// Documents of a segment of the index.
    const PART: u64 = 8000;
    let mut terms = Terms::new();
    let mut writing = Writing::new(transaction)?;
    let mut next = transaction.prepare("SELECT no FROM document WHERE no > ?1 ORDER BY no LIMIT 1")?;
    let (mut last, mut done, mut is_other) = (i64::MIN, 0, false);
    while let Some(no) = next.query_row([last], |row| row.get(0)).optional()? {
        // A damaged document stays as it is, and is named when it is asked for.
        if let (Some(document), old) = writing.read(no)? {
            let cut = passages(&document);
            let is_same = old.iter().map(|(_, passage)| passage).eq(&cut);
            if !is_same || !is_indexed {
                let none = Numbered::new();
                let indexed = if is_indexed { &old } else { &none };
                let before = counted(&document, indexed, &mut terms);
                let now = |passage| (passage, count(&document, &passage, &mut terms));
                let now: Vec<_> = cut.into_iter().map(now).collect();
                writing.set_passages(no, (&old, &before), &now)?;
            }
            is_other |= !is_same;
        }
        (last, done) = (no, done + 1);
        if done % PART == 0 {
            writing.end_part()?;
        }
        if done % 1000 == 1 {
            progress(done);
        }
    }
    writing.finish()?;
    Ok(is_other)
}
