//! Whether a review file is what was written.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Connection;

use crate::domain::{Digest, Stage, Value};

use super::{
    Act, Entry, Fault, JournalError, Origin, Redaction,
    chain::{SELECT, chain, genesis, link, read, row},
    fold::Fold,
    journal::{Journal, fetch},
    pack::unpack,
    schema::odd_schema,
};

/// What [`super::Review::verify`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Rows in the journal.
    pub rows: u64,
    /// Texts in the file.
    pub texts: u64,
    /// Texts that reviewers took out, with who did and why.
    pub redacted: BTreeMap<Digest, Redaction>,
    /// What is wrong, in the order found; empty when all is well.
    pub faults: Vec<Fault>,
    /// The newest row and the digest that follows from all rows up to it. A report carries it, so that it can be held
    /// against the file.
    pub head: Option<(u64, Digest)>,
    /// The digests of all rows, in order.
    pub heads: Vec<(u64, Digest)>,
}

impl Verified {
    /// The row whose digest begins with `digits`.
    #[must_use]
    pub fn row_of(&self, digits: &str) -> Option<u64> {
        let digits = digits.to_lowercase();
        self.heads.iter().find(|(_, head)| head.to_string().starts_with(&digits)).map(|(row, _)| *row)
    }
}

impl Journal {
    /// Checks everything.
    pub(super) fn verify(&self) -> Result<Verified, JournalError> {
        self.check(true)
    }

    /// Checks everything but the texts.
    pub(super) fn verify_rows(&self) -> Result<Verified, JournalError> {
        self.check(false)
    }

    fn check(&self, texts: bool) -> Result<Verified, JournalError> {
        let mut verified = Verified::default();
        let odd = odd_schema(&self.connection())?;
        verified.faults.extend(odd.iter().map(|odd| Fault::Schema(odd.what.clone())));
        if odd.iter().any(|odd| odd.is_table) {
            // What is under the names of the tables could be anything.
            return Ok(verified);
        }
        let projected = self.projected();
        let kept = self.projection(Fold::from_bytes);
        let connection = self.connection();
        let mut present = BTreeSet::new();
        if texts {
            check_file(&connection, &mut verified)?;
            check_texts(&connection, &mut present, &mut verified)?;
        }
        let mut prev = genesis();
        let mut expected = 1;
        let mut fold = Fold::default();
        let mut imports = Imports::default();
        let mut statement = connection.prepare(&format!("{SELECT} ORDER BY seq"))?;
        let mut rows = statement.query([])?;
        while let Some(found) = rows.next()? {
            let row = row(found)?;
            while expected < row.seq {
                verified.faults.push(Fault::Gap(expected));
                expected += 1;
            }
            expected = row.seq + 1;
            let hash = chain(prev, row.seq, row.at, row.who, row.version, row.act);
            if row.prev != prev.as_bytes() || row.hash != hash.as_bytes() {
                verified.faults.push(Fault::Chain(row.seq));
            }
            // The next row is compared with what is here, so that one
            // change is one fault.
            prev = <[u8; 32]>::try_from(row.hash).map_or(hash, Digest::from);
            verified.heads.push((row.seq, prev));
            match read(&row) {
                Err(e) => verified.faults.push(Fault::Unreadable(row.seq, e.to_string())),
                Ok(entry) => {
                    if texts {
                        let get = |digest| -> Result<Option<Vec<u8>>, rusqlite::Error> { fetch(&connection, digest) };
                        check_values(&entry.act, entry.seq, &present, &get, &mut verified.faults)?;
                    }
                    imports.take(&entry);
                    if projected.is_some_and(|projected| entry.seq <= projected) {
                        fold.apply(entry);
                    }
                }
            }
            verified.rows += 1;
        }
        verified.faults.extend(imports.faults());
        verified.head = verified.heads.last().copied();
        if let Some(row) = projected.filter(|_| kept.as_ref() != Some(&fold)) {
            verified.faults.push(Fault::Projection(row));
        }
        Ok(verified)
    }
}

/// The chains of the reviews that this one was merged from: the rows of each lead to the head that it had.
#[derive(Default)]
struct Imports {
    origins: Vec<(Origin, u64, Digest)>,
}

impl Imports {
    fn take(&mut self, entry: &Entry) {
        match &entry.act {
            Act::Merge { origins, .. } => {
                self.origins.extend(origins.iter().map(|origin| (origin.clone(), 0, genesis())));
            }
            Act::Imported { origin, row, of } => {
                // The first of a fold's origins is the review that the others were merged into.
                let place = usize::try_from(*origin).ok().and_then(|origin| origin.checked_sub(1));
                let Some((_, last, head)) = place.and_then(|place| self.origins.get_mut(place)) else { return };
                if *row == *last + 1 {
                    *last = *row;
                    let (at, who, act) = (entry.at, entry.who.clone(), (**of).clone());
                    *head = link(*head, &Entry { seq: *row, at, who, act, written: None }).hash;
                } else {
                    *last = u64::MAX - 1;
                }
            }
            _ => {}
        }
    }

    fn faults(self) -> impl Iterator<Item = Fault> {
        let broken = self.origins.into_iter().filter(|(origin, last, head)| {
            *last != origin.rows || origin.chain.is_some_and(|expected| expected != *head)
        });
        broken.map(|(origin, ..)| Fault::Imported(origin.file.one_line().to_string()))
    }
}

/// SQLite's own check.
fn check_file(connection: &Connection, verified: &mut Verified) -> Result<(), JournalError> {
    let mut check = connection.prepare("PRAGMA integrity_check")?;
    for line in check.query_map([], |row| row.get::<_, String>(0))? {
        let line = line?;
        if line != "ok" {
            verified.faults.push(Fault::File(line));
        }
    }
    Ok(())
}

/// Whether each text is what its digest says, and whether those that were taken out are gone. Collects the texts
/// that need not be missed.
fn check_texts(
    connection: &Connection,
    present: &mut BTreeSet<Digest>,
    verified: &mut Verified,
) -> Result<(), JournalError> {
    let mut texts = connection.prepare("SELECT digest, bytes FROM blob ORDER BY digest")?;
    let texts = texts.query_map([], |row| Ok((row.get::<_, [u8; 32]>(0)?, row.get(1).map(unpack)?)))?;
    for text in texts {
        let (digest, bytes) = text?;
        let digest = Digest::from(digest);
        if Digest::of(&bytes) != digest {
            verified.faults.push(Fault::Changed(digest.short()));
        }
        present.insert(digest);
        verified.texts += 1;
    }
    let mut redactions = Fold::default();
    let mut acts = connection.prepare(&format!("{SELECT} ORDER BY seq"))?;
    let mut acts = acts.query([])?;
    while let Some(found) = acts.next()? {
        // What cannot be read is reported below.
        match read(&row(found)?) {
            Ok(Entry { seq, at, who, act, .. }) if matches!(act.imported(), Act::Redact { .. }) => {
                redactions.apply(Entry { seq, at, who, act: act.imported().clone(), written: None });
            }
            _ => {}
        }
    }
    verified.redacted = redactions.redactions().clone();
    let back = verified.redacted.keys().filter(|text| present.contains(text));
    verified.faults.extend(back.map(|text| Fault::Back(text.short())));
    // What was taken out is not missing.
    present.extend(verified.redacted.keys());
    Ok(())
}

fn check_values(
    act: &Act,
    seq: u64,
    present: &BTreeSet<Digest>,
    get: &dyn Fn(Digest) -> Result<Option<Vec<u8>>, rusqlite::Error>,
    faults: &mut Vec<Fault>,
) -> Result<(), JournalError> {
    let (stage, statement, value) = match act {
        Act::Open { source, .. } => {
            if !present.contains(source) {
                faults.push(Fault::NoText(seq, source.short()));
            }
            return Ok(());
        }
        Act::Prompt { text, .. } => {
            let missing = text.filter(|text| !present.contains(text));
            faults.extend(missing.map(|text| Fault::NoText(seq, text.short())));
            return Ok(());
        }
        Act::Imported { of, .. } => return check_values(of, seq, present, get, faults),
        Act::Merge { statements: Some(value), .. } => (Stage::Extract, None, *value),
        Act::Bulk { acts, .. } => {
            return acts.iter().try_for_each(|act| check_values(act, seq, present, get, faults));
        }
        Act::Trial { stage, statement, text, value, .. } => {
            if !present.contains(text) {
                faults.push(Fault::NoText(seq, text.short()));
            }
            (*stage, Some(*statement), *value)
        }
        Act::Result { stage, statement, value, .. } | Act::Override { stage, statement, value, .. } => {
            (*stage, *statement, *value)
        }
        _ => return Ok(()),
    };
    let Some(bytes) = get(value)? else {
        if !present.contains(&value) {
            faults.push(Fault::NoText(seq, value.short()));
        }
        return Ok(());
    };
    match Value::parse(stage, statement.is_some(), &bytes) {
        Err(e) => faults.push(Fault::Value(seq, e.to_string())),
        Ok(value) => {
            for document in value.documents() {
                if !present.contains(&document) {
                    faults.push(Fault::NoText(seq, document.short()));
                }
            }
        }
    }
    Ok(())
}
