//! Copies of a review file: a consistent one beside whoever works on it, and a smaller one in its place.

use std::{fs, io, path::Path};

use crate::{
    domain::Digest,
    files::{folder_of, sync_folder},
};

use super::{Clock, JournalError, Review, ReviewError, Verified, error::locked, lock::Lock};

/// What became of a review that was to be made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compacted {
    /// Bytes before.
    pub before: u64,
    /// Bytes after; as before where nothing could be gained.
    pub after: u64,
    /// The digest of the newest row, which is the same.
    pub head: Digest,
}

impl Review {
    /// Writes a copy to `path`, which must not exist: the review as it is at one moment, whoever appends to it
    /// meanwhile. Returns what checking the copy found.
    ///
    /// # Errors
    /// When there is a file at `path`, or the copy cannot be written or read again; then none is left.
    pub fn back_up(&self, path: &Path) -> Result<Verified, ReviewError> {
        let mut lock = Lock::take_name(path).map_err(|e| locked(Some(path), e))?;
        drop(self.journal().save_as(path, &mut lock)?);
        Self::verify(path).inspect_err(|_| drop(fs::remove_file(path)))
    }

    /// Writes the review at `path` anew without unused space, texts in today's form, and puts it in the place of the
    /// old file once it has been checked: the same rows, texts, calls and head. A file that would not be smaller stays.
    ///
    /// # Errors
    /// When somebody else has the review, its record is broken, or the disk refuses; then the file is as it was.
    pub fn compact(path: &Path, clock: Clock) -> Result<Compacted, ReviewError> {
        let review = Self::open(path, clock)?;
        let found = review.inspect()?;
        if let Some(fault) = found.faults.first() {
            return Err(ReviewError::Fault(fault.clone()));
        }
        let io = |source| ReviewError::from(JournalError::Io { path: path.to_owned(), source });
        let (_, head) = review.state()?;
        let folder = tempfile::Builder::new().prefix(".gainsay-compact").tempdir_in(folder_of(path)).map_err(io)?;
        let smaller = folder.path().join("review.gainsay");
        review.journal().copy_rows(&smaller)?;
        let check = Self::verify(&smaller)?;
        if let Some(fault) = check.faults.first() {
            return Err(ReviewError::Fault(fault.clone()));
        }
        let size = |path: &Path| -> io::Result<u64> { Ok(fs::metadata(path)?.len()) };
        let (before, after) = (size(path).map_err(io)?, size(&smaller).map_err(io)?);
        if (check.head, check.texts) != (found.head, found.texts) {
            return Err(ReviewError::History);
        }
        if after >= before {
            return Ok(Compacted { before, after: before, head });
        }
        fs::set_permissions(&smaller, fs::metadata(path).map_err(io)?.permissions()).map_err(io)?;
        fs::File::open(&smaller).and_then(|file| file.sync_all()).map_err(io)?;
        fs::rename(&smaller, path).map_err(io)?;
        sync_folder(folder_of(path)).map_err(io)?;
        Ok(Compacted { before, after, head })
    }
}
