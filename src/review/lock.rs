//! One writer at a time. Two advisory locks say so, and the system releases both
//! when their holder dies: one on a file beside the review, which names the
//! holder, and one on the review itself, which holds whatever name it is opened by.

use std::{
    collections::BTreeSet,
    fmt, fs,
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use crate::{
    files::{FileId, folder_of, open_unlinked},
    text::Clean,
};

/// The longest text that a lock file has, in bytes; a longer file is somebody else's.
const LONGEST: u64 = 1024;

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
    /// Released first, so that whoever gets the name gets the review too.
    inode: Option<InodeLock>,
    _name: NameLock,
}

impl Lock {
    /// Locks the review that `path` leads to.
    pub(super) fn take(path: &Path) -> Result<Self, LockError> {
        let real = fs::canonicalize(path).map_err(|e| LockError::Io(path.to_owned(), e))?;
        with_patience(|| {
            let name = NameLock::take(&real)?;
            let inode = InodeLock::take(&real)?;
            Ok(Self { _name: name, inode })
        })
    }

    /// Locks the name of a review that is about to be made.
    pub(super) fn take_name(path: &Path) -> Result<Self, LockError> {
        let error = |e| LockError::Io(path.to_owned(), e);
        let folder = fs::canonicalize(folder_of(path)).map_err(error)?;
        let name = path.file_name().ok_or_else(|| error(io::ErrorKind::InvalidFilename.into()))?;
        with_patience(|| Ok(Self { _name: NameLock::take(&folder.join(name))?, inode: None }))
    }

    /// Locks the review itself, before anybody else can open it.
    pub(super) fn hold(&mut self, file: File) -> io::Result<()> {
        let id = FileId::of_metadata(&file.metadata()?);
        if locks_files(&file) {
            file.try_lock()?;
            held().insert(id);
            self.inode = Some(InodeLock { _file: file, id });
        }
        Ok(())
    }
}

/// Tries for a tenth of a second. A lock that was released is still held by a program that is being started in that
/// moment, until it runs.
fn with_patience<T>(take: impl Fn() -> Result<T, LockError>) -> Result<T, LockError> {
    const TRIES: usize = 20;
    const PAUSE: Duration = Duration::from_millis(5);
    for _ in 1..TRIES {
        match take() {
            Err(LockError::Held(_)) => thread::sleep(PAUSE),
            taken => return taken,
        }
    }
    take()
}

/// The lock beside the review.
#[derive(Debug)]
struct NameLock {
    file: File,
    path: PathBuf,
}

impl NameLock {
    fn take(review: &Path) -> Result<Self, LockError> {
        let path = lock_path(review);
        let error = |e| LockError::Io(path.clone(), e);
        loop {
            let (mut file, is_new) = open_unlinked(&path).map_err(error)?;
            let text = match (file.try_lock(), is_new) {
                (Err(TryLockError::WouldBlock), _) => return Err(LockError::Held(holder(&mut file))),
                (Err(TryLockError::Error(e)), _) => return Err(error(e)),
                (Ok(()), true) => String::new(),
                (Ok(()), false) => read_short(&mut file),
            };
            // The holder before us removes the file when it is done; then what
            // we locked is no longer what others will find.
            if !is_same_file(&file, &path) {
                continue;
            }
            // Nothing is written into a file that is not ours, such as one with a second name.
            if !is_lock_text(&text) || link_count(&file).map_err(error)? != 1 {
                return Err(error(io::Error::other("it is not a lock of gainsay; move it away")));
            }
            file.set_len(0).and_then(|()| file.rewind()).map_err(error)?;
            write!(file, "{}", ourselves()).map_err(error)?;
            return Ok(Self { file, path });
        }
    }
}

impl Drop for NameLock {
    fn drop(&mut self) {
        // Removed before it is released, so that nobody finds it unlocked;
        // a file left behind does no harm.
        if is_same_file(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
        let _ = self.file.unlock();
    }
}

/// The lock on the review itself. It is a lock by `flock`, which SQLite's own locks know nothing of.
#[derive(Debug)]
struct InodeLock {
    _file: File,
    id: FileId,
}

/// The reviews that this process holds. Opening one of them a second time just to find it locked would, on closing it
/// again, release SQLite's locks: the system releases all locks of a process when it closes any of its handles.
static HELD: Mutex<BTreeSet<FileId>> = Mutex::new(BTreeSet::new());

fn held() -> MutexGuard<'static, BTreeSet<FileId>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

impl InodeLock {
    /// `None` where the file system cannot lock a file beside SQLite.
    fn take(review: &Path) -> Result<Option<Self>, LockError> {
        let error = |e| LockError::Io(review.to_owned(), e);
        loop {
            let mut held = held();
            if FileId::of(review).is_some_and(|id| held.contains(&id)) {
                return Err(LockError::Held(Holder(Clean::from(ourselves()))));
            }
            let file = OpenOptions::new().read(true).write(true).open(review).map_err(error)?;
            if !locks_files(&file) {
                return Ok(None);
            }
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(LockError::Held(Holder(Clean::default()))),
                Err(TryLockError::Error(e)) => return Err(error(e)),
            }
            if !is_same_file(&file, review) {
                continue;
            }
            let id = FileId::of_metadata(&file.metadata().map_err(error)?);
            held.insert(id);
            return Ok(Some(Self { _file: file, id }));
        }
    }
}

impl Drop for InodeLock {
    fn drop(&mut self) {
        held().remove(&self.id);
    }
}

/// Whether a lock by `flock` is apart from SQLite's own locks: network file systems make one of the two.
#[cfg(target_os = "linux")]
fn locks_files(file: &File) -> bool {
    const NETWORK: [i64; 4] = [0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42];
    // The type of the field differs between machines.
    #[allow(clippy::useless_conversion, clippy::unnecessary_cast)]
    let kind = rustix::fs::fstatfs(file).map(|found| found.f_type as i64 & 0xffff_ffff);
    kind.is_ok_and(|kind| !NETWORK.contains(&kind))
}

/// Elsewhere `flock` and SQLite's locks are of one kind and would shut each other out.
#[cfg(not(target_os = "linux"))]
fn locks_files(_file: &File) -> bool {
    false
}

fn lock_path(review: &Path) -> PathBuf {
    let name = review.file_name().unwrap_or_default().to_string_lossy();
    review.with_file_name(format!(".{name}.lock"))
}

/// Who holds it. What cannot be read is “another process”.
fn holder(file: &mut File) -> Holder {
    let text = read_short(file);
    Holder(if is_lock_text(&text) { Clean::new(text.trim()).one_line() } else { Clean::default() })
}

fn read_short(file: &mut File) -> String {
    let mut bytes = Vec::new();
    let _ = file.take(LONGEST + 1).read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether this is what [`ourselves`] writes, or nothing yet.
fn is_lock_text(text: &str) -> bool {
    let process = text.trim().strip_suffix(')').and_then(|text| text.rsplit_once(" (process ")).map(|(_, id)| id);
    let is_ours = process.is_some_and(|id| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()));
    text.is_empty() || (is_ours && text.len() as u64 <= LONGEST)
}

fn link_count(file: &File) -> io::Result<u64> {
    use std::os::unix::fs::MetadataExt;
    Ok(file.metadata()?.nlink())
}

fn is_same_file(file: &File, path: &Path) -> bool {
    let ours = file.metadata().ok().as_ref().map(FileId::of_metadata);
    // A link made there since is not the file.
    let theirs = fs::symlink_metadata(path).ok().as_ref().map(FileId::of_metadata);
    ours.is_some() && ours == theirs
}

fn ourselves() -> String {
    let user = std::env::var("USER").or_else(|_| std::env::var("USERNAME")).unwrap_or_else(|_| "somebody".into());
    let user: String = user.chars().take(100).collect();
    format!("{user} (process {})", std::process::id())
}
