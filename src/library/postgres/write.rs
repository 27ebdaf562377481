//! Changing the library: one transaction at a time, with the counts that scores are made of.

use std::collections::{BTreeMap, HashMap};

use tokio_postgres::{
    binary_copy::BinaryCopyInWriter,
    types::{ToSql, Type},
};

use crate::{
    domain::{DocId, Document, Page, Passage, rules::merging::Keys},
    library::{
        LibraryError,
        passages::{document_no, passage_no},
        prepared,
        terms::Terms,
    },
};

use super::{
    Postgres,
    pool::Session,
    read,
    schema::fits,
    terms::{Counts, Vector},
    wait::wait,
};

/// Held by the transaction that writes.
const WRITING: i64 = 0x6773_6c79_0002;

/// How often a transaction is tried that another one got in the way of.
const TRIES: usize = 3;

/// A document as it is written.
pub(super) type Prepared = prepared::Prepared<Counts>;

/// Text that comes from elsewhere, without the character that the server refuses.
pub(super) fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// A transaction that changes the library, and by how much.
pub(super) struct Writing<'w, 's> {
    pub(super) session: &'w mut Session<'s>,
    pub(super) terms: Terms,
    /// Whether anything has changed that the generation counts.
    pub(super) changed: bool,
    /// The number of the document that came last.
    last: i64,
    words: HashMap<String, i64>,
    documents: i64,
    passages: i64,
    tokens: i64,
}

impl Postgres {
    /// Runs `act` when it is this program's turn to write; keeps what it changed, or nothing of it where it fails.
    pub(super) fn write<T>(
        &self,
        mut act: impl FnMut(&mut Writing<'_, '_>) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        if !self.writes() {
            return Err(LibraryError::NotAllowed(self.pool.server().shown.clone()));
        }
        let mut tries = 1;
        loop {
            let mut begun = false;
            let result = self.pool.with(|connection| {
                connection.writing(|session| {
                    let writing = Writing::begin(session, &self.pool.server().shown)?;
                    begun = true;
                    writing.finish(&mut act)
                })
            });
            match result {
                Err(LibraryError::Conflict(_)) if tries < TRIES => tries += 1,
                // The connection had gone before anything was written.
                Err(LibraryError::Interrupted(_)) if !begun && tries < TRIES => {
                    self.pool.forget_idle();
                    tries += 1;
                }
                result => return result,
            }
        }
    }
}

/// Waits until no other program writes; none does until this transaction ends.
pub(super) fn take_turn(session: &mut Session<'_>) -> Result<(), LibraryError> {
    session.row("SELECT pg_advisory_xact_lock($1)", &[&WRITING])?;
    Ok(())
}

impl<'w, 's> Writing<'w, 's> {
    /// Begins when it is this program's turn.
    pub(super) fn begin(session: &'w mut Session<'s>, at: &str) -> Result<Self, LibraryError> {
        take_turn(session)?;
        // Somebody may have changed the tables since this connection was made.
        let row = session.row("SELECT format, last FROM library", &[])?;
        let row = row.ok_or_else(|| LibraryError::NoLibrary { at: at.to_owned() })?;
        fits(row.try_get(0)?, at)?;
        Ok(Self {
            last: row.try_get(1)?,
            session,
            terms: Terms::new(),
            changed: false,
            words: HashMap::new(),
            documents: 0,
            passages: 0,
            tokens: 0,
        })
    }

    pub(super) fn finish<T>(
        mut self,
        act: impl FnOnce(&mut Self) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        let result = act(&mut self)?;
        self.count_words()?;
        if self.changed || self.documents != 0 || self.passages != 0 || self.tokens != 0 {
            self.session.run(
                "UPDATE library SET generation = generation + $1, documents = documents + $2, passages = passages + $3,
                 tokens = tokens + $4, last = $5",
                &[&i64::from(self.changed), &self.documents, &self.passages, &self.tokens, &self.last],
            )?;
        }
        Ok(result)
    }

    fn count_words(&mut self) -> Result<(), LibraryError> {
        let changed: BTreeMap<String, i64> = self.words.drain().filter(|(_, by)| *by != 0).collect();
        let (words, by): (Vec<String>, Vec<i64>) = changed.into_iter().unzip();
        if words.is_empty() {
            return Ok(());
        }
        self.session.run(
            "INSERT INTO word (word, df) SELECT * FROM unnest($1::text[], $2::bigint[])
             ON CONFLICT (word) DO UPDATE SET df = word.df + excluded.df",
            &[&words, &by],
        )?;
        if by.iter().any(|by| *by < 0) {
            self.session.run("DELETE FROM word WHERE word = ANY($1) AND df <= 0", &[&words])?;
        }
        Ok(())
    }

    fn count<'t>(&mut self, passages: impl IntoIterator<Item = (&'t BTreeMap<String, u16>, i64)>, by: i64) {
        for (terms, length) in passages {
            self.passages += by;
            self.tokens += by * length;
            for term in terms.keys() {
                match self.words.get_mut(term) {
                    Some(so_far) => *so_far += by,
                    None => drop(self.words.insert(term.clone(), by)),
                }
            }
        }
    }

    /// Writes documents that are not there, in this order.
    pub(super) fn insert(&mut self, documents: &[&Prepared]) -> Result<(), LibraryError> {
        if documents.is_empty() {
            return Ok(());
        }
        let first = self.last + 1;
        self.last += i64::try_from(documents.len()).unwrap_or(0);
        self.documents += self.last + 1 - first;
        wait(copy_documents(self.session, first, documents))?;
        wait(copy_passages(self.session, first, documents))?;
        for prepared in documents {
            self.count(prepared.passages.iter().map(|(_, counts)| (&counts.terms, counts.length)), 1);
        }
        Ok(())
    }

    /// Removes documents by their numbers, with passages and vectors; records of sources stay.
    pub(super) fn delete(&mut self, numbers: &[i64]) -> Result<(), LibraryError> {
        if numbers.is_empty() {
            return Ok(());
        }
        self.uncount(
            "DELETE FROM passage USING unnest($1::bigint[]) AS d
             WHERE no >= d << 20 AND no < (d + 1) << 20 RETURNING terms, tokens",
            numbers,
        )?;
        self.forget_vectors(
            "WITH gone AS (DELETE FROM embedding USING unnest($1::bigint[]) AS d
                           WHERE no >= d << 20 AND no < (d + 1) << 20 RETURNING model)
             SELECT model, count(*) FROM gone GROUP BY model ORDER BY model",
            numbers,
        )?;
        let gone = self.session.run("DELETE FROM document WHERE no = ANY($1)", &[&numbers])?;
        self.documents -= i64::try_from(gone).unwrap_or(0);
        Ok(())
    }

    /// Counts off the vectors that `sql` removes, of documents or passages with these numbers.
    fn forget_vectors(&mut self, sql: &'static str, numbers: &[i64]) -> Result<(), LibraryError> {
        for row in self.session.rows(sql, &[&numbers])? {
            let (model, gone): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
            self.session.run("UPDATE model SET vectors = vectors - $2 WHERE model = $1", &[&model, &gone])?;
        }
        Ok(())
    }

    /// Counts off the passages that `sql` returns of the documents with these numbers.
    fn uncount(&mut self, sql: &'static str, numbers: &[i64]) -> Result<(), LibraryError> {
        let mut gone: Vec<(BTreeMap<String, u16>, i64)> = Vec::new();
        for row in self.session.rows(sql, &[&numbers])? {
            gone.push((row.try_get::<_, Vector>(0)?.0, row.try_get(1)?));
        }
        self.count(gone.iter().map(|(terms, length)| (terms, *length)), -1);
        Ok(())
    }

    /// Rewrites what is known of a document; its id, its number and its text stay the same. Its passages may change with
    /// it: what turns out to be a paper has an abstract.
    pub(super) fn rewrite(&mut self, prepared: &Prepared) -> Result<(), LibraryError> {
        let Some(no) = self.number(&prepared.document.id)? else { return Ok(()) };
        self.session.run(
            "UPDATE document SET id = $2, doi = $3, pmid = $4, pmcid = $5, title = $6, journal = $7, year = $8, types = $9,
             meta = $10, content = $11, digest = $12 WHERE no = $1",
            &Row::of(no, prepared).values(),
        )?;
        let old = self.passages_of(no, no)?.remove(&no).unwrap_or_default();
        self.set_passages(no, &old, prepared)
    }

    /// The passages of the documents from number `first` to `last`, each document's in order.
    pub(super) fn passages_of(&mut self, first: i64, last: i64) -> Result<BTreeMap<i64, Vec<Passage>>, LibraryError> {
        let rows = self.session.rows(
            "SELECT no, page, first, last FROM passage WHERE no >= $1 AND no < $2 ORDER BY no",
            &[&passage_no(first, 0), &passage_no(last + 1, 0)],
        )?;
        let mut passages: BTreeMap<i64, Vec<Passage>> = BTreeMap::new();
        for row in rows {
            passages.entry(document_no(row.try_get(0)?)).or_default().push(read::passage(&row, 1)?);
        }
        Ok(passages)
    }

    /// Gives document `no` the passages of `prepared` in place of those that it had; of those that stay, the vectors stay.
    pub(super) fn set_passages(&mut self, no: i64, old: &[Passage], prepared: &Prepared) -> Result<(), LibraryError> {
        self.uncount(
            "SELECT terms, tokens FROM passage JOIN unnest($1::bigint[]) AS d ON no >= d << 20 AND no < (d + 1) << 20",
            &[no],
        )?;
        let stays = |(nth, passage): (usize, &Passage)| prepared.passages.get(nth).is_some_and(|(p, _)| p == passage);
        let gone = (0..).zip(old.iter().enumerate().map(stays)).filter(|(_, stays)| !stays);
        let gone: Vec<i64> = gone.map(|(nth, _)| passage_no(no, nth)).collect();
        self.session.run("DELETE FROM passage WHERE no = ANY($1)", &[&gone])?;
        self.forget_vectors(
            "WITH gone AS (DELETE FROM embedding WHERE no = ANY($1) RETURNING model)
             SELECT model, count(*) FROM gone GROUP BY model ORDER BY model",
            &gone,
        )?;
        for (nth, (passage, counts)) in (0..).zip(&prepared.passages) {
            let [page, start, end] = columns(passage);
            self.session.run(
                "INSERT INTO passage (no, page, first, last, tokens, terms) VALUES ($1, $2, $3, $4, $5, $6)
                 ON CONFLICT (no) DO UPDATE SET tokens = excluded.tokens, terms = excluded.terms",
                &[&passage_no(no, nth), &page, &start, &end, &counts.length, &Vector(counts.terms.clone())],
            )?;
        }
        self.count(prepared.passages.iter().map(|(_, counts)| (&counts.terms, counts.length)), 1);
        Ok(())
    }

    /// The number of a document, if it is there.
    fn number(&mut self, id: &DocId) -> Result<Option<i64>, LibraryError> {
        let row = self.session.row("SELECT no FROM document WHERE id = $1", &[&id.as_str()])?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }
}

/// A row of the table `document`.
struct Row<'p> {
    no: i64,
    id: &'p str,
    keys: Keys,
    title: String,
    journal: Option<String>,
    year: Option<i32>,
    types: Vec<String>,
    meta: &'p str,
    content: &'p str,
    digest: &'p [u8],
}

impl<'p> Row<'p> {
    const TYPES: [Type; 12] = [
        Type::INT8,
        Type::TEXT,
        Type::TEXT,
        Type::TEXT,
        Type::TEXT,
        Type::TEXT,
        Type::TEXT,
        Type::INT4,
        Type::TEXT_ARRAY,
        Type::TEXT,
        Type::TEXT,
        Type::BYTEA,
    ];

    fn of(no: i64, prepared: &'p Prepared) -> Self {
        let meta = &prepared.document.meta;
        let keys = Keys::of(meta);
        let key = |key: Option<String>| key.map(|key| storable(&key));
        Self {
            no,
            id: prepared.document.id.as_str(),
            keys: Keys { doi: key(keys.doi), pmid: key(keys.pmid), pmcid: key(keys.pmcid) },
            title: storable(&meta.title),
            journal: meta.journal.as_ref().map(|journal| storable(journal)),
            year: meta.year,
            types: meta.publication_types.iter().map(|kind| storable(kind)).collect(),
            meta: &prepared.meta,
            content: &prepared.content,
            digest: prepared.digest.as_bytes(),
        }
    }

    /// In the order of the columns.
    fn values(&self) -> [&(dyn ToSql + Sync); 12] {
        let Self { no, id, keys: Keys { doi, pmid, pmcid }, title, journal, year, types, meta, content, digest } = self;
        [no, id, doi, pmid, pmcid, title, journal, year, types, meta, content, digest]
    }
}

/// Page, start and end of a passage, as their columns hold them.
fn columns(passage: &Passage) -> [i64; 3] {
    let size = |offset: usize| i64::try_from(offset).unwrap_or(i64::MAX);
    [i64::from(passage.page), size(passage.start), size(passage.end)]
}

async fn copy_documents(session: &Session<'_>, first: i64, documents: &[&Prepared]) -> Result<(), LibraryError> {
    let sink = session.transaction.copy_in(
        "COPY document (no, id, doi, pmid, pmcid, title, journal, year, types, meta, content, digest)
         FROM STDIN (FORMAT binary)",
    );
    let mut writer = std::pin::pin!(BinaryCopyInWriter::new(sink.await?, &Row::TYPES));
    for (no, prepared) in (first..).zip(documents) {
        writer.as_mut().write(&Row::of(no, prepared).values()).await?;
    }
    writer.finish().await?;
    Ok(())
}

async fn copy_passages(session: &Session<'_>, first: i64, documents: &[&Prepared]) -> Result<(), LibraryError> {
    let types = [Type::INT8, Type::INT8, Type::INT8, Type::INT8, Type::INT8, Type::TS_VECTOR];
    let sink =
        session.transaction.copy_in("COPY passage (no, page, first, last, tokens, terms) FROM STDIN (FORMAT binary)");
    let mut writer = std::pin::pin!(BinaryCopyInWriter::new(sink.await?, &types));
    for (no, prepared) in (first..).zip(documents) {
        for (nth, (passage, counts)) in (0..).zip(&prepared.passages) {
            let (number, [page, start, end]) = (passage_no(no, nth), columns(passage));
            let terms = Vector(counts.terms.clone());
            writer.as_mut().write(&[&number, &page, &start, &end, &counts.length, &terms]).await?;
        }
    }
    writer.finish().await?;
    Ok(())
}

/// See [`crate::library::LibraryStore::add_full_text`].
pub(super) fn add_full_text(
    writing: &mut Writing<'_, '_>,
    doc: &DocId,
    body: &str,
) -> Result<Option<Document>, LibraryError> {
    let found = read::documents(writing.session, std::slice::from_ref(doc))?.pop().flatten();
    let Some(mut document) = found else { return Ok(None) };
    match document.pages.last_mut() {
        Some(page) if page.text.contains(body) => return Ok(Some(document)),
        Some(page) => page.text = format!("{}\n\n{body}", page.text).into(),
        None => document.pages.push(Page { number: 1, text: body.into() }),
    }
    let prepared = Prepared::of(document.clone(), &mut writing.terms)?;
    let number = writing.number(doc)?;
    writing.delete(number.as_slice())?;
    writing.insert(&[&prepared])?;
    writing.changed = true;
    Ok(Some(document))
}

/// See [`crate::library::LibraryStore::remove`].
pub(super) fn remove(writing: &mut Writing<'_, '_>, id: &DocId) -> Result<bool, LibraryError> {
    let Some(no) = writing.number(id)? else { return Ok(false) };
    writing.delete(&[no])?;
    writing.session.run("DELETE FROM record WHERE document = $1", &[&id.as_str()])?;
    writing.session.run("DELETE FROM retrieval WHERE document = $1", &[&id.as_str()])?;
    writing.changed = true;
    Ok(true)
}
