//! Adding documents many at a time: what each of them finds in the library and among those before it is computed in
//! memory, and what comes of it is written at once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::{
    domain::{
        DocId, Document, SourceMeta, canonical,
        rules::merging::{Keys, merge},
    },
    library::{Added, LibraryError, Replaced, prepared::text, terms::Terms},
};

use super::{
    read::parse_meta,
    write::{Prepared, Writing, storable},
};

/// How many documents are written at once: what is lost when adding is interrupted.
const BATCH: usize = 1000;

/// Documents to add, in their order.
pub(super) struct Batch {
    documents: Vec<Prepared>,
}

/// A document that is in the library or comes into it with this batch.
struct Known {
    id: DocId,
    digest: Vec<u8>,
    meta: SourceMeta,
    keys: Keys,
    /// What is written; `None` for one that is there already.
    new: Option<Prepared>,
}

/// What happens to records of sources when a document takes the place of others.
struct Moved {
    old: Vec<DocId>,
    new: DocId,
    meta: SourceMeta,
}

/// The library as far as the batch is concerned, by numbers in the order of adding.
#[derive(Default)]
struct Overlay {
    known: BTreeMap<i64, Known>,
    by_name: HashMap<(&'static str, String), BTreeSet<i64>>,
}

impl Overlay {
    fn names(id: &DocId, keys: &Keys) -> impl Iterator<Item = (&'static str, String)> {
        let keys = [("doi", keys.doi.clone()), ("pmid", keys.pmid.clone()), ("pmcid", keys.pmcid.clone())];
        let keys = keys.into_iter().filter_map(|(kind, key)| Some((kind, key?)));
        std::iter::once(("id", id.as_str().to_owned())).chain(keys)
    }

    fn put(&mut self, no: i64, known: Known) {
        for name in Self::names(&known.id, &known.keys) {
            self.by_name.entry(name).or_default().insert(no);
        }
        self.known.insert(no, known);
    }

    fn take(&mut self, no: i64) -> Option<Known> {
        let known = self.known.remove(&no)?;
        for name in Self::names(&known.id, &known.keys) {
            if let Some(numbers) = self.by_name.get_mut(&name) {
                numbers.remove(&no);
            }
        }
        Some(known)
    }

    /// The numbers of those with this id or one of these keys.
    fn same(&self, id: &DocId, keys: &Keys) -> Vec<i64> {
        let found: BTreeSet<i64> =
            Self::names(id, keys).filter_map(|name| self.by_name.get(&name)).flatten().copied().collect();
        found.into_iter().collect()
    }
}

impl Batch {
    /// The next documents; empty when there are none left.
    pub(super) fn take(documents: &mut dyn Iterator<Item = Document>) -> Result<Self, LibraryError> {
        let mut terms = Terms::new();
        let documents = documents.take(BATCH).map(|document| Prepared::of(document, &mut terms));
        Ok(Self { documents: documents.collect::<Result<_, _>>()? })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    pub(super) fn put(&self, writing: &mut Writing<'_, '_>) -> Result<Added, LibraryError> {
        let mut overlay = self.related(writing)?;
        let there: BTreeSet<i64> = overlay.known.keys().copied().collect();
        let mut added = Added::default();
        let mut moved = Vec::new();
        // Above all numbers that are there, so that order in the overlay is order of adding.
        let mut next = there.last().copied().unwrap_or_default() + 1;
        for prepared in &self.documents {
            if let Some((known, moving)) = decide(&mut overlay, prepared, &mut writing.terms, &mut added)? {
                moved.extend(moving);
                overlay.put(next, known);
                next += 1;
            }
        }
        let gone: Vec<i64> = there.into_iter().filter(|no| !overlay.known.contains_key(no)).collect();
        writing.delete(&gone)?;
        let new: Vec<&Prepared> = overlay.known.values().filter_map(|known| known.new.as_ref()).collect();
        writing.insert(&new)?;
        for moving in &moved {
            move_records(writing, moving)?;
        }
        writing.changed |= added.added + added.updated > 0;
        Ok(added)
    }

    /// What the library has with the ids, DOIs, PMIDs and PMCIDs of the batch.
    fn related(&self, writing: &mut Writing<'_, '_>) -> Result<Overlay, LibraryError> {
        let mut names: [BTreeSet<String>; 4] = Default::default();
        for prepared in &self.documents {
            let Keys { doi, pmid, pmcid } = Keys::of(&prepared.document.meta);
            let of = [Some(prepared.document.id.as_str().to_owned()), doi, pmid, pmcid];
            for (names, name) in names.iter_mut().zip(of) {
                names.extend(name.map(|name| storable(&name)));
            }
        }
        let [ids, dois, pmids, pmcids] = names.map(|names| names.into_iter().collect::<Vec<_>>());
        let mut overlay = Overlay::default();
        let rows = writing.session.rows(
            "SELECT no, id, digest, meta FROM document
             WHERE id = ANY($1) OR doi = ANY($2) OR pmid = ANY($3) OR pmcid = ANY($4)",
            &[&ids, &dois, &pmids, &pmcids],
        )?;
        for row in rows {
            let id = DocId::from(row.try_get::<_, &str>(1)?);
            let meta = parse_meta(&id, row.try_get(3)?)?;
            let known = Known { keys: Keys::of(&meta), id, digest: row.try_get(2)?, meta, new: None };
            overlay.put(row.try_get(0)?, known);
        }
        Ok(overlay)
    }
}

/// What becomes of the next document: it takes the place of those that it is the same as, and is counted. `None` where
/// it is there already.
fn decide(
    overlay: &mut Overlay,
    prepared: &Prepared,
    terms: &mut Terms,
    added: &mut Added,
) -> Result<Option<(Known, Option<Moved>)>, LibraryError> {
    let Document { id, meta, pages } = &prepared.document;
    let same = overlay.same(id, &Keys::of(meta));
    let is_there = |overlay: &Overlay, prepared: &Prepared| match &same[..] {
        [no] => overlay.known.get(no).is_some_and(|known| known.digest == prepared.digest.as_bytes()),
        _ => false,
    };
    // What the older ones knew and this one does not say stays known.
    let known = same.iter().filter_map(|no| overlay.known.get(no)).map(|known| &known.meta);
    let whole = merge(std::iter::once(meta).chain(known));
    let prepared = if whole == *meta || is_there(overlay, prepared) {
        prepared.clone()
    } else {
        Prepared::of(Document::new(whole, pages.clone()), terms)?
    };
    if is_there(overlay, &prepared) {
        added.unchanged += 1;
        return Ok(None);
    }
    let new = prepared.document.id.clone();
    let old: Vec<DocId> = same.iter().filter_map(|no| overlay.take(*no)).map(|known| known.id).collect();
    added.replaced.extend(old.iter().map(|old| Replaced { old: old.clone(), new: new.clone() }));
    let moved = if old.is_empty() {
        added.added += 1;
        None
    } else {
        added.updated += 1;
        Some(Moved { old, new: new.clone(), meta: meta.clone() })
    };
    let meta = prepared.document.meta.clone();
    let known = Known {
        keys: Keys::of(&meta),
        id: new,
        digest: prepared.digest.as_bytes().to_vec(),
        meta,
        new: Some(prepared),
    };
    Ok(Some((known, moved)))
}

/// Lets the records of older documents be those of the one that replaced them; the queries that found them are
/// forgotten, since they found another text. What the older ones said before any source knew of them, the new one says.
fn move_records(writing: &mut Writing<'_, '_>, moved: &Moved) -> Result<(), LibraryError> {
    let old: Vec<&str> = moved.old.iter().map(DocId::as_str).collect();
    let session = &mut *writing.session;
    let own = session
        .rows("DELETE FROM record WHERE document = ANY($1) AND source = 'library' RETURNING fetched", &[&old])?;
    session.run("UPDATE record SET document = $2 WHERE document = ANY($1)", &[&old, &moved.new.as_str()])?;
    session.run("DELETE FROM retrieval WHERE document = ANY($1)", &[&old])?;
    if let Some(own) = own.first() {
        session.run(
            "INSERT INTO record (source, key, document, meta, facts, fetched) VALUES ('library', $1, $1, $2, '{}', $3)",
            &[&moved.new.as_str(), &text(canonical(&moved.meta)), &own.try_get::<_, &str>(0)?],
        )?;
    }
    Ok(())
}
