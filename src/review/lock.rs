//! One writer at a time: an advisory lock on a file beside the review, which
//! the system gives free when the holder dies.

use std::{
    fmt,
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
};

use crate::text::Clean;

/// Who has a review open for writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder(Clean);

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "another process" } else { &self.0 })
    }
}

#[derive(Debug)]
pub(super) enum LockError {
    Held(Holder),
    Io(PathBuf, io::Error),
}

/// Held for as long as it lives.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Takes the lock of the review at `review`.
    pub(super) fn take(review: &Path) -> Result<Self, LockError> {
        let path = lock_path(review);
        let error = |e| LockError::Io(path.clone(), e);
        loop {
            let mut options = OpenOptions::new();
            let mut file = options.read(true).write(true).create(true).truncate(false).open(&path).map_err(error)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let mut text = String::new();
                    // What cannot be read is said as “another process”.
                    let _ = file.read_to_string(&mut text);
                    return Err(LockError::Held(Holder(Clean::new(text.trim()).one_line())));
                }
                Err(TryLockError::Error(e)) => return Err(error(e)),
            }
            // The holder before us removes the file when it is done; then what
            // we locked is no longer what others will find.
            if !is_same_file(&file, &path) {
                continue;
            }
            file.set_len(0).and_then(|()| file.rewind()).map_err(error)?;
            write!(file, "{}", ourselves()).map_err(error)?;
            return Ok(Self { file, path });
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed before it is given free, so that nobody finds it unlocked;
        // a file left behind does no harm.
        let _ = std::fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

fn lock_path(review: &Path) -> PathBuf {
    let name = review.file_name().unwrap_or_default().to_string_lossy();
    review.with_file_name(format!(".{name}.lock"))
}

#[cfg(unix)]
fn is_same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(ours), Ok(theirs)) => (ours.dev(), ours.ino()) == (theirs.dev(), theirs.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_same_file(_file: &File, path: &Path) -> bool {
    path.exists()
}

fn ourselves() -> String {
    let user = std::env::var("USER").or_else(|_| std::env::var("USERNAME")).unwrap_or_else(|_| "somebody".into());
    format!("{user} (process {})", std::process::id())
}
