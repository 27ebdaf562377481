//! A review: an append-only journal of acts in one SQLite file, and the fold
//! over it that says what is in force. Nothing is ever changed or deleted;
//! undo, re-run and override are acts like any other.

mod act;
mod blind;
mod calls;
mod chain;
mod copy;
mod create;
mod error;
mod fold;
mod group;
mod journal;
mod lock;
mod matching;
mod merge;
mod opinion;
mod opinions;
mod pack;
mod read;
mod redact;
mod replaced;
mod resolve;
mod restore;
mod schema;
mod summary;
mod values;
mod verify;

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard,
        atomic::{AtomicU64, Ordering},
    },
};

use jiff::Timestamp;

use crate::{
    domain::{Digest, Source},
    files,
    text::Clean,
};

pub use act::{Act, Entry, Matched, Origin, Who, Written, describe_repeats};
pub use blind::{Hides, Seen, Viewer};
pub use calls::{CallRow, KeptCall};
pub use chain::check_written;
pub use copy::Compacted;
use error::locked;
pub use error::{Fault, JournalError, Redaction, ReviewError};
pub use fold::{
    Failed, Fold, Imported, IssueHead, KeptPrompt, MachineRevision, Note, Opened, OverrideRevision, Patch, Repeated,
    Revision, RulingMade, TimeSpent,
};
pub use group::{IssueGroup, describe_ruling, quotation_check};
pub use lock::Holder;
pub use matching::{Wordings, is_same_source, match_statements};
pub use merge::MergeError;
pub use opinion::{Conflict, Evidence, VerdictOpinion};
pub use opinions::ReadOpinion;
pub use redact::Kept;
pub use replaced::Replaced;
pub use resolve::{HIDDEN_STAGES, InForce, Resolved, StageState, Stages};
pub use restore::{NamedTexts, Renamed, Restoring};
pub use summary::Summary;
pub use verify::Verified;

use journal::{Journal, Purpose};
use lock::Lock;
use values::Values;

/// How many rows may come since the fold was kept, or a part of those before
/// them if that is more, until it is worth keeping again.
const FEW_ROWS: u64 = 1000;
const PART_OF_ROWS: u64 = 8;

/// Where the time comes from: the clock, or in tests a fixed one.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// A review that is open. Shared between the engine, which appends, and its
/// faces, which read.
pub struct Review {
    path: Option<PathBuf>,
    fold: RwLock<Fold>,
    journal: Mutex<Journal>,
    values: Values,
    /// What is under review, once it was looked at; it never changes.
    source: OnceLock<Arc<Source>>,
    clock: Clock,
    read_only: bool,
    viewer: RwLock<Viewer>,
    /// Up to which row the fold is kept in the file.
    kept: AtomicU64,
    /// Where it was saved when the file could not be written any more.
    saved_as: OnceLock<PathBuf>,
    /// Given free after everything else.
    locks: Mutex<Vec<Lock>>,
}

/// Something to append, with the texts that it needs.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Whose act it is.
    pub who: Who,
    /// The act.
    pub act: Act,
    /// The bytes behind the digests that it names.
    pub blobs: Vec<Vec<u8>>,
}

/// A review at one moment, without its texts.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// What is in force.
    pub fold: Fold,
    /// Every row, oldest first.
    pub entries: Vec<Entry>,
    /// The digest of the newest row, which follows from all the others.
    pub head: Digest,
}

impl Review {
    /// Makes a review of `source` at `path` (in memory when `None`), which must not exist yet.
    ///
    /// # Errors
    /// When the file exists or cannot be made.
    pub fn create(
        path: Option<&Path>,
        source: &Source,
        opened: impl FnOnce(Digest) -> Act,
        clock: Clock,
    ) -> Result<Self, ReviewError> {
        Self::create_of(path, source, None, opened, clock)
    }

    /// As [`Review::create`], and keeps the `file` that the source was read from, byte for byte.
    ///
    /// # Errors
    /// When the file exists or cannot be made.
    pub fn create_of(
        path: Option<&Path>,
        source: &Source,
        file: Option<&[u8]>,
        opened: impl FnOnce(Digest) -> Act,
        clock: Clock,
    ) -> Result<Self, ReviewError> {
        let bytes = crate::domain::canonical(source);
        let act = opened(Digest::of(&bytes));
        let blobs = std::iter::once(bytes).chain(file.map(<[u8]>::to_vec)).collect();
        let first = Draft { who: Who::Engine, act, blobs };
        let Some(path) = path else {
            let review = Self::assemble(None, Journal::in_memory()?, Fold::default(), clock, None, false)?;
            review.append(vec![first])?;
            return Ok(review);
        };
        let mut lock = Lock::take_name(path).map_err(|e| locked(Some(path), e))?;
        let at = clock();
        let journal = Journal::create(path, &mut lock, |journal| journal.append(at, &[first]).map(drop))?;
        Self::load(path, journal, clock, Some(lock), false)
    }

    /// Opens the review at `path` for writing.
    ///
    /// # Errors
    /// [`ReviewError::Locked`] when another process has it, [`JournalError::Foreign`] when its tables are not those
    /// that gainsay makes; else when the file cannot be read.
    pub fn open(path: &Path, clock: Clock) -> Result<Self, ReviewError> {
        // What is no review gets no lock; what is one is read under it, since
        // the holder before us may have written until just now.
        if let Some(doubt) = Journal::open(path, Purpose::Read)?.doubt() {
            return Err(JournalError::Foreign { path: path.to_owned(), what: doubt.to_owned() }.into());
        }
        let lock = Lock::take(path).map_err(|e| locked(Some(path), e))?;
        if files::link_count(path) > 1 {
            return Err(JournalError::Linked(path.to_owned()).into());
        }
        Self::load(path, Journal::open(path, Purpose::Write)?, clock, Some(lock), false)
    }

    /// Opens the review at `path` for reading, whoever has it.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open_read_only(path: &Path, clock: Clock) -> Result<Self, ReviewError> {
        Self::load(path, Journal::open(path, Purpose::Read)?, clock, None, true)
    }

    fn load(
        path: &Path,
        journal: Journal,
        clock: Clock,
        lock: Option<Lock>,
        read_only: bool,
    ) -> Result<Self, ReviewError> {
        let mut fold = journal.projection(Fold::from_bytes).unwrap_or_default();
        let kept = fold.head();
        journal.each(kept, |entry| fold.apply(entry))?;
        fold.settle(&|digest| journal.blob(digest))?;
        let review = Self::assemble(Some(path), journal, fold, clock, lock, read_only)?;
        review.kept.store(kept, Ordering::Relaxed);
        Ok(review)
    }

    fn assemble(
        path: Option<&Path>,
        journal: Journal,
        fold: Fold,
        clock: Clock,
        lock: Option<Lock>,
        read_only: bool,
    ) -> Result<Self, ReviewError> {
        Ok(Self {
            path: path.map(Path::to_owned),
            fold: RwLock::new(fold),
            values: Values::new(journal.reader()?),
            journal: Mutex::new(journal),
            source: OnceLock::new(),
            clock,
            read_only,
            viewer: RwLock::default(),
            kept: AtomicU64::new(0),
            saved_as: OnceLock::new(),
            locks: Mutex::new(lock.into_iter().collect()),
        })
    }

    /// The file, unless the review is in memory.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.saved_as.get().or(self.path.as_ref()).map(PathBuf::as_path)
    }

    /// Saves the review as a new file at `path` and continues there: for when its own file was deleted or moved, or its
    /// disk is full. It can be done once.
    ///
    /// # Errors
    /// When there is a file already, it cannot be made, or the review was saved elsewhere before.
    pub fn save_as(&self, path: &Path) -> Result<(), ReviewError> {
        if self.read_only {
            return Err(ReviewError::ReadOnly);
        }
        if let Some(path) = self.saved_as.get() {
            return Err(ReviewError::SavedBefore(path.clone()));
        }
        let mut lock = Lock::take_name(path).map_err(|e| locked(Some(path), e))?;
        let mut journal = self.journal();
        let saved = journal.save_as(path, &mut lock)?;
        self.values.read_from(saved.reader()?);
        *journal = saved;
        self.locks.lock().unwrap_or_else(PoisonError::into_inner).push(lock);
        let _ = self.saved_as.set(path.to_owned());
        Ok(())
    }

    /// Whether it was opened for reading only.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Why the file is not trusted and is open for reading only, if so.
    #[must_use]
    pub fn doubt(&self) -> Option<Clean> {
        self.journal().doubt().map(Clean::from)
    }

    /// What is in force. Held only for a look: the engine waits for it.
    pub fn fold(&self) -> RwLockReadGuard<'_, Fold> {
        self.fold.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends acts, all or none, and returns once they are on disk.
    ///
    /// # Errors
    /// When the review is read-only, an undo or redo has nothing to act on, or the disk refuses.
    pub fn append(&self, mut drafts: Vec<Draft>) -> Result<Vec<Entry>, ReviewError> {
        if self.read_only {
            return Err(ReviewError::ReadOnly);
        }
        let mut journal = self.journal();
        {
            let fold = self.fold();
            fold.check(drafts.iter().map(|d| (&d.who, &d.act)))?;
            if !fold.redactions().is_empty() {
                // What was taken out does not come back with a later result.
                let stays = |blob: &Vec<u8>| fold.redaction(Digest::of(blob)).is_none();
                drafts.iter_mut().for_each(|draft| draft.blobs.retain(stays));
            }
        }
        let reveals = self.fold().reveals(&drafts);
        if let (Viewer::Unknown, Some(Draft { act: Act::Reveal { to, .. }, .. })) = (self.viewer(), reveals.first()) {
            self.set_viewer(Viewer::Reviewer(to.clone()));
        }
        drafts.extend(reveals);
        let at = (self.clock)();
        let entries = journal.append(at, &drafts)?;
        let mut fold = self.fold.write().unwrap_or_else(PoisonError::into_inner);
        entries.iter().for_each(|entry| fold.apply(entry.clone()));
        fold.settle(&|digest| journal.blob(digest))?;
        Ok(entries)
    }

    /// Undoes the newest act of `who`, whatever others did since. Returns what was undone.
    ///
    /// # Errors
    /// [`ReviewError::NothingTo`] when there is none; else as [`Review::append`].
    pub fn undo(&self, who: Who) -> Result<Entry, ReviewError> {
        let of = {
            let fold = self.fold();
            fold.undoable(&who).ok_or_else(|| fold.nothing_to("undo", &who))?
        };
        self.append(vec![Draft { who, act: Act::Undo { of }, blobs: Vec::new() }])?;
        self.entry(of)
    }

    /// Redoes the act of `who` that was undone last. Returns what was redone.
    ///
    /// # Errors
    /// [`ReviewError::NothingTo`] when there is none; else as [`Review::append`].
    pub fn redo(&self, who: Who) -> Result<Entry, ReviewError> {
        let of = {
            let fold = self.fold();
            fold.redoable(&who).ok_or_else(|| fold.nothing_to("redo", &who))?
        };
        self.append(vec![Draft { who, act: Act::Redo { of }, blobs: Vec::new() }])?;
        self.entry(of)
    }

    /// Undoes the newest act of the draft's author and appends the draft in its place.
    ///
    /// # Errors
    /// [`ReviewError::NothingTo`] when there is no act to replace; else as [`Review::append`].
    pub fn replace(&self, draft: Draft) -> Result<Vec<Entry>, ReviewError> {
        self.undo(draft.who.clone())?;
        self.append(vec![draft])
    }

    /// What time it is by the review's clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// Keeps the fold in the file, outside the journal, when many rows have come since it was kept last, so
    /// that the review opens fast. It is done when a review is closed too. Appending waits only while it is written.
    ///
    /// # Errors
    /// When the disk refuses; the review is whole without it.
    pub fn keep(&self) -> Result<(), ReviewError> {
        // A fold that an act broke off in is not one to keep.
        if self.read_only || self.path.is_none() || self.fold.is_poisoned() {
            return Ok(());
        }
        let (head, bytes) = {
            let (fold, kept) = (self.fold(), self.kept.load(Ordering::Relaxed));
            if fold.head() < kept + FEW_ROWS.max(kept / PART_OF_ROWS) {
                return Ok(());
            }
            (fold.head(), fold.to_bytes())
        };
        self.journal().keep_projection(head, &bytes)?;
        self.kept.store(head, Ordering::Relaxed);
        Ok(())
    }

    fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn entry(&self, seq: u64) -> Result<Entry, ReviewError> {
        let found = self.journal().these(&[seq])?;
        found.into_iter().next().ok_or(JournalError::Empty.into())
    }

    /// Checks the tables of the file, the chain of the journal, and every text that it names.
    ///
    /// # Errors
    /// When the file cannot be read at all; what is wrong in it is in the result.
    pub fn verify(path: &Path) -> Result<Verified, ReviewError> {
        Ok(Journal::open(path, Purpose::Verify)?.verify()?)
    }

    /// As [`Review::verify`], of this review as it is now. Acts wait until it is done.
    ///
    /// # Errors
    /// As [`Review::verify`].
    pub fn inspect(&self) -> Result<Verified, ReviewError> {
        Ok(self.journal().verify()?)
    }

    /// The part of [`Review::inspect`] that takes no time worth speaking of: tables, chain, and whether what is shown
    /// is what the rows come to. The texts are checked as each is read.
    ///
    /// # Errors
    /// As [`Review::verify`].
    pub fn inspect_rows(&self) -> Result<Verified, ReviewError> {
        Ok(self.journal().verify_rows()?)
    }

    /// Gives the file free for others.
    pub fn close(self) {
        drop(self);
    }
}

impl Drop for Review {
    fn drop(&mut self) {
        // What cannot be kept is made again from the rows.
        let _ = self.keep();
    }
}
