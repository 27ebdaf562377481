//! How a record of a source becomes part of a library, wherever that keeps its rows.

use std::collections::BTreeSet;

use crate::domain::{
    Digest, DocId, Document, Record, Retrieval, SourceMeta,
    rules::{
        credibility::is_retracted,
        merging::{Keys, merge},
    },
};

use super::LibraryError;

/// Under which name the fields are kept that a document had before any source knew of it.
pub(super) const OWN: &str = "library";

/// Under which name the retractions of a Retraction Watch table are kept.
pub const RETRACTION_WATCH: &str = "retractionwatch";

/// A record that is in the library now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brought {
    /// The document that it is part of.
    pub doc: DocId,
    /// In the source's order.
    pub rank: u32,
    /// Whether this retrieval brought the document into the library, now or when the same answer was taken in before.
    pub new: bool,
    /// Whether the document was not in the library until now.
    pub inserted: bool,
}

/// What became of records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Those that are part of a document now, in their order.
    pub brought: Vec<Brought>,
    /// How many documents say more than before.
    pub updated: u64,
    /// Records without an abstract of works that the library does not have.
    pub without_text: u64,
    /// Documents that were not known to be retracted.
    pub retracted: Vec<DocId>,
}

impl Merged {
    /// How many documents were not in the library until now; one that a source lists twice counts once.
    #[must_use]
    pub fn added(&self) -> usize {
        let added = self.brought.iter().filter(|brought| brought.inserted);
        added.map(|brought| &brought.doc).collect::<BTreeSet<_>>().len()
    }

    /// How many documents the library had before.
    #[must_use]
    pub fn known(&self) -> usize {
        self.brought.iter().map(|brought| &brought.doc).collect::<BTreeSet<_>>().len() - self.added()
    }

    /// Both together.
    pub fn extend(&mut self, other: Self) {
        self.brought.extend(other.brought);
        self.updated += other.updated;
        self.without_text += other.without_text;
        self.retracted.extend(other.retracted);
    }
}

/// From whom a field is taken first. What a file said comes first, since somebody chose it.
const TRUSTED: [&str; 12] = [
    OWN,
    "pubmed",
    "europepmc",
    "crossref",
    "openalex",
    "semanticscholar",
    "arxiv",
    "factcheck",
    "searxng",
    "brave",
    "tavily",
    RETRACTION_WATCH,
];

/// A record as it is kept.
pub(super) struct Recorded<'r> {
    pub(super) source: &'r str,
    pub(super) key: &'r str,
    /// The document that it is part of.
    pub(super) doc: &'r DocId,
    pub(super) record: &'r Record,
    /// When the source was asked.
    pub(super) at: &'r str,
    /// The query and the moment, where the record brings the document into the library. Kept from the first time on.
    pub(super) created: Option<&'r str>,
}

/// Documents and records in one transaction.
pub(super) trait Ledger {
    /// The document that a record is part of already.
    fn recorded(&mut self, source: &str, key: &str) -> Result<Option<Document>, LibraryError>;

    /// The documents with one of these keys or with this id, in the order in which they were added.
    fn alike(&mut self, keys: &Keys, id: Option<&DocId>) -> Result<Vec<Document>, LibraryError>;

    /// Writes a document that is not there.
    fn insert(&mut self, document: Document) -> Result<(), LibraryError>;

    /// Rewrites what is known of a document; its id and its text stay the same.
    fn rewrite(&mut self, document: Document) -> Result<(), LibraryError>;

    /// Keeps what is known of a document as its own record, unless it has records.
    fn keep_own(&mut self, document: &Document, at: &str) -> Result<(), LibraryError>;

    /// Keeps a record, or what it says now.
    fn put(&mut self, recorded: &Recorded<'_>) -> Result<(), LibraryError>;

    /// What the records of a document say, each with its source, by source and key.
    fn metas(&mut self, doc: &DocId) -> Result<Vec<(String, SourceMeta)>, LibraryError>;

    /// Keeps which query found the document of a record.
    fn found(&mut self, recorded: &Recorded<'_>, query: &str, hits: u64) -> Result<(), LibraryError>;

    /// The query and the moment that brought a document into the library, where this record of it did.
    fn created(&mut self, source: &str, key: &str) -> Result<Option<String>, LibraryError>;
}

/// Takes one record in; whether the library changed.
pub(super) fn take(
    ledger: &mut dyn Ledger,
    retrieval: &Retrieval,
    record: &Record,
    merged: &mut Merged,
) -> Result<bool, LibraryError> {
    let source = retrieval.source.as_str();
    // A work without a name of its own is known by what the source says of it.
    let key = match record.key.trim() {
        "" => Digest::of_value(&(&record.meta, &record.pages)).to_string(),
        key => key.to_owned(),
    };
    let existing = known(ledger, source, &key, record)?;
    let query = retrieval.query.as_deref().unwrap_or_default();
    let at = retrieval.at.to_string();
    let mut changed = false;
    let (id, before) = match existing {
        Some(document) => (document.id.clone(), Some(document)),
        None => {
            let Some(document) = record.document().filter(|_| retrieval.query.is_some()) else {
                merged.without_text += u64::from(retrieval.query.is_some());
                return Ok(false);
            };
            let id = document.id.clone();
            ledger.insert(document)?;
            changed = true;
            (id, None)
        }
    };
    let inserted = before.is_none();
    let now = format!("{query}\n{at}");
    if let Some(document) = &before {
        // Its fields as they were before any source knew of it.
        ledger.keep_own(document, &at)?;
    }
    let created = inserted.then_some(now.as_str());
    let recorded = Recorded { source, key: &key, doc: &id, record, at: &at, created };
    ledger.put(&recorded)?;
    if let Some(document) = before {
        let meta = merge_all(ledger, &id)?;
        if meta != document.meta {
            if is_retracted(&meta) && !is_retracted(&document.meta) {
                merged.retracted.push(id.clone());
            }
            ledger.rewrite(Document { meta, ..document })?;
            merged.updated += 1;
            changed = true;
        }
    }
    if retrieval.query.is_some() {
        ledger.found(&recorded, query, retrieval.hits)?;
    }
    let new = ledger.created(source, &key)?.is_some_and(|created| created == now);
    merged.brought.push(Brought { doc: id, rank: record.rank, new, inserted });
    Ok(changed)
}

/// The document of the work that a record is of: that of the same record before, else one with its identifiers, or to
/// the letter the same.
fn known(ledger: &mut dyn Ledger, source: &str, key: &str, record: &Record) -> Result<Option<Document>, LibraryError> {
    if let Some(document) = ledger.recorded(source, key)? {
        return Ok(Some(document));
    }
    let keys = Keys::of(&record.meta);
    let own = record.document().map(|document| document.id);
    let alike = ledger.alike(&keys, own.as_ref())?;
    Ok(alike.into_iter().find(|document| own.as_ref() == Some(&document.id) || Keys::of(&document.meta).agree(&keys)))
}

/// What all records of a document say together.
fn merge_all(ledger: &mut dyn Ledger, id: &DocId) -> Result<SourceMeta, LibraryError> {
    let mut records = ledger.metas(id)?;
    records.sort_by_key(|(source, _)| TRUSTED.iter().position(|known| known == source).unwrap_or(TRUSTED.len()));
    Ok(merge(records.iter().map(|(_, meta)| meta)))
}
