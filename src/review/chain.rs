//! A row of the journal, and how each follows from the one before.

use crate::domain::{Digest, canonical};

use super::{Act, Entry, JournalError, Who, Written};

/// The newest version of acts that is known; every row has that of its own act.
const ACTS: i64 = 7;
/// What [`row`] reads.
pub(super) const SELECT: &str = "SELECT seq, at, who, version, act, prev, hash FROM journal";

/// A row as it stands in the file.
pub(super) struct Row<'a> {
    pub(super) seq: u64,
    pub(super) at: &'a str,
    pub(super) who: &'a str,
    pub(super) version: i64,
    pub(super) act: &'a str,
    pub(super) prev: &'a [u8],
    pub(super) hash: &'a [u8],
}

pub(super) fn row<'a>(row: &'a rusqlite::Row<'_>) -> rusqlite::Result<Row<'a>> {
    Ok(Row {
        seq: row.get(0)?,
        at: row.get_ref(1)?.as_str()?,
        who: row.get_ref(2)?.as_str()?,
        version: row.get(3)?,
        act: row.get_ref(4)?.as_str()?,
        prev: row.get_ref(5)?.as_blob()?,
        hash: row.get_ref(6)?.as_blob()?,
    })
}

pub(super) fn read(row: &Row<'_>) -> Result<Entry, JournalError> {
    if row.version > ACTS {
        return Err(JournalError::TooNew { found: row.version });
    }
    let bad = |why: String| JournalError::Row { seq: row.seq, why };
    Ok(Entry {
        seq: row.seq,
        at: row.at.parse().map_err(|e: jiff::Error| bad(e.to_string()))?,
        who: serde_json::from_str::<Who>(row.who).map_err(|e| bad(e.to_string()))?,
        act: serde_json::from_str::<Act>(row.act).map_err(|e| bad(e.to_string()))?,
        written: None,
    })
}

/// As [`read`], keeping the serialized row if this version would serialize it differently.
pub(super) fn read_exactly(row: &Row<'_>) -> Result<Entry, JournalError> {
    let entry = read(row)?;
    let alike = entry.act.version() == row.version
        && canonical(&entry.who) == row.who.as_bytes()
        && canonical(&entry.act) == row.act.as_bytes();
    let written = || Written { version: row.version, who: row.who.to_owned(), act: row.act.to_owned() };
    Ok(Entry { written: (!alike).then(|| Box::new(written())), ..entry })
}

/// The entry, if the serialized row that it carries says the same; else `None`.
pub fn check_written(entry: Entry) -> Option<Entry> {
    let Some(written) = &entry.written else { return Some(entry) };
    let who = serde_json::from_str::<Who>(&written.who).ok()?;
    let act = serde_json::from_str::<Act>(&written.act).ok()?;
    (who == entry.who && act == entry.act && written.version <= ACTS).then_some(entry)
}

/// A new row of the file after the row with the digest `prev`.
pub(super) struct Link {
    pub(super) at: String,
    pub(super) who: String,
    pub(super) version: i64,
    pub(super) act: String,
    pub(super) hash: Digest,
}

pub(super) fn link(prev: Digest, entry: &Entry) -> Link {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let at = format!("{:.3}", entry.at);
    let (version, who, act) = match entry.written.as_deref() {
        Some(Written { version, who, act }) => (*version, who.clone(), act.clone()),
        None => (entry.act.version(), text(canonical(&entry.who)), text(canonical(&entry.act))),
    };
    let hash = chain(prev, entry.seq, &at, &who, version, &act);
    Link { at, who, version, act, hash }
}

/// The digest of a row, which follows from all rows before it.
pub(super) fn chain(prev: Digest, seq: u64, at: &str, who: &str, version: i64, act: &str) -> Digest {
    Digest::of_parts([
        prev.as_bytes().as_slice(),
        &seq.to_le_bytes(),
        at.as_bytes(),
        who.as_bytes(),
        &version.to_le_bytes(),
        act.as_bytes(),
    ])
}

/// What the first row follows from.
pub(super) fn genesis() -> Digest {
    Digest::of(b"gainsay review")
}
