//! Steps from one format to the next, each in one transaction.

use crate::library::{LibraryError, passages::passages, prepared::Prepared};

use super::{
    pool::{Connection, Session},
    read::{document, size},
    wait::wait,
    write::{Writing, take_turn},
};

/// The format from which on passages are cut as this version cuts them.
const CUT: i64 = 2;

/// How many documents are looked at together.
const PART: i64 = 500;

/// Runs the step `sql` to `format`; at `at` nobody writes meanwhile, and readers see the library as it was. `progress`
/// hears of how many documents it is done, and how many there are.
pub(super) fn step(
    connection: &mut Connection,
    sql: &str,
    format: i64,
    at: &str,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), LibraryError> {
    connection.writing(|session| {
        let patient = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";
        wait(session.transaction.batch_execute(patient))?;
        take_turn(session)?;
        wait(session.transaction.batch_execute(&format!("{sql}; UPDATE library SET format = {format}")))?;
        if format == CUT { cut_anew(session, at, progress) } else { Ok(()) }
    })
}

/// Gives the documents that older versions cut elsewhere the passages of this one.
fn cut_anew(session: &mut Session<'_>, at: &str, progress: &mut dyn FnMut(u64, u64)) -> Result<(), LibraryError> {
    let all = session.row("SELECT documents FROM library", &[])?.map_or(Ok(0), |row| size(&row, 0))?;
    let writing = Writing::begin(session, at)?;
    writing.finish(|writing| {
        let (mut last, mut done) = (i64::MIN, 0);
        loop {
            let rows = writing.session.rows(
                "SELECT id, content, digest, no FROM document WHERE no > $1 ORDER BY no LIMIT $2",
                &[&last, &PART],
            )?;
            let numbers = rows.iter().map(|row| row.try_get(3)).collect::<Result<Vec<i64>, _>>()?;
            let (Some(first), Some(end)) = (numbers.first(), numbers.last()) else { return Ok(()) };
            let mut stored = writing.passages_of(*first, *end)?;
            for (no, row) in numbers.iter().zip(&rows) {
                // A damaged document stays as it is, and is named when it is asked for.
                let Ok(document) = document(row) else { continue };
                let old = stored.remove(no).unwrap_or_default();
                if old != passages(&document) {
                    let prepared = Prepared::of(document, &mut writing.terms)?;
                    writing.set_passages(*no, &old, &prepared)?;
                    writing.changed = true;
                }
            }
            last = *end;
            done += numbers.len() as u64;
            progress(done, all);
        }
    })
}
