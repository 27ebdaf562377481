//! A review row by row and text by text: what an export reads and an import writes, with one of each in memory.

use std::{collections::BTreeSet, path::Path};

use crate::domain::{Digest, Stage, Value};

use super::{
    Act, CallRow, Clock, Entry, Fault, Fold, JournalError, Origin, Review, ReviewError, Who,
    chain::{genesis, link},
    error::locked,
    journal::Journal,
    lock::Lock,
};

/// How many bytes of texts, and how many rows, are collected before they are written.
const MOST_BYTES: usize = 1 << 20;
const MOST_ROWS: usize = 1000;

/// A review in which every reviewer goes by one name: its rows are chained anew.
#[derive(Debug)]
pub struct Renamed {
    /// What is in force.
    pub fold: Fold,
    /// The digest of the newest row.
    pub head: Digest,
}

/// A review that is being put together from rows and texts in any order.
pub struct Restoring<'a> {
    journal: &'a mut Journal,
    fold: Fold,
    rows: Vec<Entry>,
    texts: Vec<Vec<u8>>,
    bytes: usize,
    calls: Vec<CallRow>,
}

impl Review {
    /// Makes a review again (at `path`, or in memory when `None`) of what `fill` hands over: rows with their numbers,
    /// times and names, texts, and calls. `fill` returns the digest of the newest row. A text may be missing; its
    /// digest then leads nowhere.
    ///
    /// # Errors
    /// When `fill` fails, the rows do not lead to that digest, a value is not what its stage makes, or the file exists
    /// or cannot be made; then nothing is left behind.
    pub fn restore<E: From<ReviewError>>(
        path: Option<&Path>,
        clock: Clock,
        fill: impl FnOnce(&mut Restoring<'_>) -> Result<Digest, E>,
    ) -> Result<Self, E> {
        let mut fold = Fold::default();
        let fill = |journal: &mut Journal| {
            let mut restoring = Restoring::new(journal);
            let head = fill(&mut restoring).map_err(Stop::Fill)?;
            fold = restoring.finish(head)?;
            Ok(())
        };
        let Some(path) = path else {
            let mut journal = Journal::in_memory().map_err(ReviewError::from)?;
            fill(&mut journal).map_err(Stop::into_error)?;
            return Ok(Self::assemble(None, journal, fold, clock, None, false)?);
        };
        let mut lock = Lock::take_name(path).map_err(|e| locked(Some(path), e))?;
        let journal = Journal::create(path, &mut lock, fill).map_err(Stop::into_error)?;
        Ok(Self::assemble(Some(path), journal, fold, clock, Some(lock), false)?)
    }

    /// Every reviewer, in the order of their first acts in the record.
    ///
    /// # Errors
    /// When the review cannot be read.
    pub fn reviewers(&self) -> Result<Vec<Who>, ReviewError> {
        let newest = self.fold().head();
        let mut reviewers: Vec<Who> = Vec::new();
        self.each_row(newest, |entry| {
            let act = match &entry.act {
                Act::Imported { of, .. } => &**of,
                act => act,
            };
            // Who was shown something may have done nothing yet.
            let shown_to = if let Act::Reveal { to, .. } = act { Some(to) } else { None };
            for who in [Some(&entry.who), shown_to].into_iter().flatten() {
                if *who != Who::Engine && !reviewers.contains(who) {
                    reviewers.push(who.clone());
                }
            }
            Ok::<_, ReviewError>(())
        })?;
        Ok(reviewers)
    }

    /// What the review comes to when every reviewer goes by the name that `rename` gives.
    ///
    /// # Errors
    /// When the review cannot be read.
    pub fn renamed(&self, rename: &dyn Fn(&Who) -> Who) -> Result<Renamed, ReviewError> {
        let newest = self.fold().head();
        let mut fold = Fold::default();
        let mut head = genesis();
        self.each_row(newest, |entry| {
            let entry = entry.renamed(rename);
            head = link(head, &entry).hash;
            fold.apply(entry);
            Ok::<_, ReviewError>(())
        })?;
        fold.settle(&|digest| self.journal().blob(digest))?;
        Ok(Renamed { fold, head })
    }

    /// Reads the rows up to row `newest`, oldest first. Between some of them, acts can be appended.
    ///
    /// # Errors
    /// When the file cannot be read, and what `take` returns.
    pub fn each_row<E: From<ReviewError>>(
        &self,
        newest: u64,
        mut take: impl FnMut(Entry) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut after = 0;
        loop {
            let rows = self.journal().rows_after(after, MOST_ROWS).map_err(ReviewError::from)?;
            let Some(last) = rows.last().map(|entry| entry.seq) else { return Ok(()) };
            rows.into_iter().filter(|entry| entry.seq <= newest).try_for_each(&mut take)?;
            after = last;
            if after >= newest {
                return Ok(());
            }
        }
    }

    /// The text with the next digest after `after`, or the first; `None` after the last.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn text_after(&self, after: Option<Digest>) -> Result<Option<(Digest, Vec<u8>)>, ReviewError> {
        Ok(self.journal().text_after(after)?)
    }

    /// The bytes of a text, whether they are what its digest says or not; `None` where it is missing.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn text(&self, digest: Digest) -> Result<Option<Vec<u8>>, ReviewError> {
        Ok(self.journal().blob(digest)?)
    }
}

impl Restoring<'_> {
    fn new(journal: &mut Journal) -> Restoring<'_> {
        let (rows, texts, calls) = (Vec::new(), Vec::new(), Vec::new());
        Restoring { journal, fold: Fold::default(), rows, texts, bytes: 0, calls }
    }

    /// Takes the next row.
    ///
    /// # Errors
    /// When it cannot follow the rows before it, or the disk refuses.
    pub fn row(&mut self, entry: Entry) -> Result<(), ReviewError> {
        let expected = self.fold.head() + 1;
        if entry.seq != expected || matches!(entry.act, Act::Open { .. }) != (expected == 1) {
            return Err(ReviewError::History);
        }
        self.fold.check_row(&entry.act)?;
        self.fold.apply(entry.clone());
        self.rows.push(entry);
        if self.rows.len() < MOST_ROWS { Ok(()) } else { self.flush() }
    }

    /// Takes a text.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn text(&mut self, bytes: Vec<u8>) -> Result<(), ReviewError> {
        self.bytes += bytes.len();
        self.texts.push(bytes);
        if self.bytes < MOST_BYTES { Ok(()) } else { self.flush() }
    }

    /// Takes a call to a model, the text of which is among the others.
    pub fn call(&mut self, call: CallRow) {
        self.calls.push(call);
    }

    /// Whether a text was taken.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn has(&mut self, digest: Digest) -> Result<bool, ReviewError> {
        self.flush()?;
        Ok(self.journal.has_text(digest)?)
    }

    /// The bytes of a text that was taken.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn taken(&mut self, digest: Digest) -> Result<Option<Vec<u8>>, ReviewError> {
        self.flush()?;
        Ok(self.journal.blob(digest)?)
    }

    fn flush(&mut self) -> Result<(), ReviewError> {
        if !(self.rows.is_empty() && self.texts.is_empty()) {
            self.journal.write(&self.rows, self.texts.iter().map(Vec::as_slice))?;
            self.rows.clear();
            self.texts.clear();
            self.bytes = 0;
        }
        Ok(())
    }

    /// What it all comes to, when it is whole.
    fn finish(mut self, head: Digest) -> Result<Fold, ReviewError> {
        self.flush()?;
        let calls: Vec<CallRow> = std::mem::take(&mut self.calls);
        let mut kept = Vec::with_capacity(calls.len());
        for call in calls {
            if self.journal.has_text(call.3)? {
                kept.push(call);
            }
        }
        self.journal.restore_calls(&kept)?;
        if self.fold.head() == 0 || self.journal.hash(self.fold.head())? != head {
            return Err(ReviewError::History);
        }
        self.fold.settle(&|digest| self.journal.blob(digest))?;
        let faults = self.journal.verify()?.faults;
        match faults.into_iter().find(|fault| !matches!(fault, Fault::NoText(..))) {
            Some(fault) => Err(ReviewError::Fault(fault)),
            None => Ok(self.fold),
        }
    }
}

/// Why a review was not made.
enum Stop<E> {
    Fill(E),
    Review(ReviewError),
}

impl<E: From<ReviewError>> Stop<E> {
    fn into_error(self) -> E {
        match self {
            Self::Fill(e) => e,
            Self::Review(e) => e.into(),
        }
    }
}

impl<E> From<JournalError> for Stop<E> {
    fn from(e: JournalError) -> Self {
        Self::Review(e.into())
    }
}

impl<E> From<ReviewError> for Stop<E> {
    fn from(e: ReviewError) -> Self {
        Self::Review(e)
    }
}

impl Entry {
    /// The row with the names that `rename` gives to reviewers.
    #[must_use]
    pub fn renamed(self, rename: &dyn Fn(&Who) -> Who) -> Self {
        let act = match self.act {
            // The names of files may be those of reviewers, and the rows are not those that the heads follow from.
            Act::Merge { origins, statements, gist, .. } => {
                let unnamed = |(origin, n): (Origin, u32)| Origin {
                    file: format!("review {n}").into(),
                    head: None,
                    chain: None,
                    ..origin
                };
                let origins = origins.into_iter().zip(2..).map(unnamed).collect();
                Act::Merge { base: "review 1".into(), head: None, origins, statements, gist }
            }
            Act::Reveal { statement, to, machine } => Act::Reveal { statement, to: rename(&to), machine },
            Act::Imported { origin, row, of } => {
                let inner = Self { act: *of, who: self.who.clone(), ..self }.renamed(rename);
                return Self { act: Act::Imported { origin, row, of: Box::new(inner.act) }, ..inner };
            }
            act => act,
        };
        let who = match self.who {
            Who::Reviewer(_) => rename(&self.who),
            Who::Engine => Who::Engine,
        };
        Self { who, act, written: None, ..self }
    }
}

/// The texts that acts name.
#[derive(Debug, Default)]
pub struct NamedTexts {
    named: BTreeSet<Digest>,
    /// Values of stage 4, which name documents.
    citations: BTreeSet<Digest>,
}

impl NamedTexts {
    /// Adds what `act` names.
    pub fn add(&mut self, act: &Act) {
        match act {
            Act::Open { source, .. } => drop(self.named.insert(*source)),
            Act::Bulk { acts, .. } => acts.iter().for_each(|act| self.add(act)),
            Act::Imported { of, .. } => self.add(of),
            Act::Merge { statements: Some(statements), .. } => drop(self.named.insert(*statements)),
            Act::Prompt { text: Some(text), .. } => drop(self.named.insert(*text)),
            Act::Trial { text, value, .. } => self.named.extend([*text, *value]),
            Act::Result { stage, value, .. } | Act::Override { stage, value, .. } => {
                self.named.insert(*value);
                if *stage == Stage::Cite {
                    self.citations.insert(*value);
                }
            }
            _ => {}
        }
    }

    /// All of them, with the documents that citations name; `text` reads a value.
    ///
    /// # Errors
    /// What `text` returns.
    pub fn all<E>(mut self, mut text: impl FnMut(Digest) -> Result<Option<Vec<u8>>, E>) -> Result<BTreeSet<Digest>, E> {
        for citations in self.citations {
            let value = text(citations)?.and_then(|bytes| Value::parse(Stage::Cite, true, &bytes).ok());
            self.named.extend(value.map(|value| value.documents()).unwrap_or_default());
        }
        Ok(self.named)
    }
}
