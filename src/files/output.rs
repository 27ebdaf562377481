//! Writing an output: never over a file that is worth more than the output,
//! through links, pipes and devices, and otherwise whole or not at all.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, BufWriter, Read, Write},
    os::{
        fd::AsFd,
        unix::fs::{FileTypeExt, OpenOptionsExt},
    },
    path::{Path, PathBuf},
};

use rustix::fs::{Access, OFlags};

use crate::domain::Digest;

use super::{
    FileId, follow_links, limits,
    protected::{has_contents, is_protected_content, protected_as},
    replace,
};

/// How every SQLite file begins.
const SQLITE: &[u8] = b"SQLite format 3\0";
/// How every rollback journal of SQLite begins.
const ROLLBACK: &[u8] = &[0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
/// Where a SQLite file says which program it belongs to.
const APPLICATION: std::ops::Range<usize> = 68..72;
/// What SQLite keeps beside a file, by its ending.
const BESIDE: [&str; 3] = ["-journal", "-wal", "-shm"];

/// Why an output was not written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// It would destroy something.
    #[error("{} is {what}, which an output never replaces; name another file", .path.display())]
    Protected {
        /// The output.
        path: PathBuf,
        /// What is there.
        what: String,
    },
    /// It is no place for a file.
    #[error("cannot write {}: it is {what}; name a file", .path.display())]
    NotAFile {
        /// The output.
        path: PathBuf,
        /// What is there.
        what: &'static str,
    },
    /// The system refuses.
    #[error("cannot write {}", .path.display())]
    Io {
        /// The output.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// Standard output was closed or is full.
    #[error("cannot write to standard output")]
    Standard(#[source] io::Error),
}

/// Where an output goes.
enum Target {
    Standard,
    /// A pipe, a terminal or another device.
    Through,
    /// A regular file, links followed, and what is there now.
    Replace(PathBuf, Option<Metadata>),
}

/// Whether an output may be written to `path` (`-` for standard output), so that a long run need not end in a refusal.
///
/// # Errors
/// When it would replace a protected file, or cannot be written there.
pub fn check_output(path: &Path) -> Result<(), OutputError> {
    target(path).map(drop)
}

/// Writes an output to `path` (`-` for standard output).
///
/// A regular file is replaced as a whole and keeps its mode; a new one can be read by its owner alone. A symbolic link
/// stays, and what it leads to is replaced. Pipes and devices are written to.
///
/// # Errors
/// As [`check_output`], and when the disk refuses; then the old content is still there.
pub fn write_output(path: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    stream_output(path, |out| out.write_all(bytes).map_err(|source| OutputError::Io { path: path.to_owned(), source }))
}

/// As [`write_output`], of what `fill` writes, which is never in memory as a whole. When `fill` fails, a regular file
/// keeps its old content.
///
/// # Errors
/// As [`write_output`], and what `fill` returns where the output itself did not fail.
pub fn stream_output<E: From<OutputError>>(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let target = target(path)?;
    let standard = matches!(target, Target::Standard);
    let mut refused = None;
    // The error of the output itself comes back from here, whatever `fill` makes of it.
    let through = |out: &mut dyn Write| {
        let mut out = Observed { out: BufWriter::new(out), failed: None };
        let filled = fill(&mut out);
        if let Some(failed) = out.failed {
            return Err(failed);
        }
        filled.map_err(|e| {
            refused = Some(e);
            io::Error::other("there is nothing to write")
        })?;
        out.out.flush()
    };
    let written = match target {
        Target::Standard => through(&mut io::stdout().lock()),
        Target::Through => {
            OpenOptions::new().write(true).custom_flags(flags()).open(path).and_then(|mut file| through(&mut file))
        }
        Target::Replace(path, there) => replace(&path, there.as_ref(), |file| through(file)),
    };
    match (written, refused) {
        (_, Some(refused)) => Err(refused),
        (Ok(()), None) => Ok(()),
        (Err(e), None) if standard => Err(OutputError::Standard(e).into()),
        (Err(source), None) => Err(OutputError::Io { path: path.to_owned(), source }.into()),
    }
}

/// Keeps the first error of a writer, which its user may pass on as something else.
struct Observed<W> {
    out: W,
    failed: Option<io::Error>,
}

impl<W: Write> Observed<W> {
    fn observe<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|e| {
            let kind = e.kind();
            if kind != io::ErrorKind::Interrupted {
                self.failed.get_or_insert(e);
            }
            kind.into()
        })
    }
}

impl<W: Write> Write for Observed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        self.observe(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.observe(flushed)
    }
}

/// A terminal that is written to does not become the program's own.
fn flags() -> i32 {
    OFlags::NOCTTY.bits().cast_signed()
}

fn target(path: &Path) -> Result<Target, OutputError> {
    let io = |source| OutputError::Io { path: path.to_owned(), source };
    let not_a_file = |what| OutputError::NotAFile { path: path.to_owned(), what };
    let standard = standard_output();
    if path.as_os_str() == "-" {
        if let Some(standard) = standard.filter(Metadata::is_file) {
            refuse_protected(path, Some(&standard))?;
        }
        return Ok(Target::Standard);
    }
    let there = match fs::metadata(path) {
        Ok(there) => there,
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            let path = follow_links(path).map_err(io)?;
            refuse_protected(&path, None)?;
            refuse_beside(&path)?;
            return Ok(Target::Replace(path, None));
        }
        Err(e) => return Err(io(e)),
    };
    let kind = there.file_type();
    if kind.is_dir() {
        return Err(not_a_file("a folder"));
    }
    if kind.is_block_device() {
        return Err(not_a_file("a disk"));
    }
    let id = FileId::of_metadata(&there);
    let is_standard = standard.is_some_and(|standard| FileId::of_metadata(&standard) == id);
    if !kind.is_file() {
        return Ok(if is_standard { Target::Standard } else { Target::Through });
    }
    refuse_protected(path, Some(&there))?;
    // `/dev/stdout`, sent to a file: what is in the file already stays.
    if is_standard {
        return Ok(Target::Standard);
    }
    let real = follow_links(path).map_err(io)?;
    refuse_beside(&real)?;
    // Links below /proc lead to files that may have no name any more.
    if FileId::of(&real) != Some(id) {
        return Ok(Target::Through);
    }
    rustix::fs::access(&real, Access::WRITE_OK).map_err(|e| io(e.into()))?;
    Ok(Target::Replace(real, Some(there)))
}

fn standard_output() -> Option<Metadata> {
    File::from(io::stdout().as_fd().try_clone_to_owned().ok()?).metadata().ok()
}

/// Refuses what is protected by its identity, its content or its kind.
fn refuse_protected(path: &Path, found: Option<&Metadata>) -> Result<(), OutputError> {
    let refuse = |what: String| Err(OutputError::Protected { path: path.to_owned(), what });
    // First of all by identity: opening and closing a file that SQLite has open would take SQLite's locks away.
    if let Some(what) = protected_as(path, found) {
        return refuse(what);
    }
    // Standard output cannot be read back.
    let Some(found) = found.filter(|_| path.as_os_str() != "-") else { return Ok(()) };
    // What cannot be read cannot be told apart; its permissions protect it.
    let Ok(mut file) = File::open(path) else { return Ok(()) };
    let mut head = Vec::new();
    if Read::by_ref(&mut file).take(100).read_to_end(&mut head).is_err() {
        return Ok(());
    }
    if head.starts_with(SQLITE) {
        let what = match head.get(APPLICATION) {
            Some(b"GNSY") => "a review",
            Some(b"gsly") => "a library",
            _ => "a database",
        };
        return refuse(what.to_owned());
    }
    if head.starts_with(ROLLBACK) {
        return refuse("what SQLite needs to repair a review or a library".to_owned());
    }
    if has_contents() && found.len() <= limits().input {
        let mut rest = Vec::new();
        if file.read_to_end(&mut rest).is_ok() && is_protected_content(Digest::of(&[head, rest].concat())) {
            return refuse("the file that the review was made from".to_owned());
        }
    }
    Ok(())
}

/// Refuses the names under which SQLite and the lock keep what belongs to a review.
fn refuse_beside(path: &Path) -> Result<(), OutputError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let owner = BESIDE.iter().find_map(|ending| name.strip_suffix(ending)).or_else(|| {
        let locked = name.strip_prefix('.').and_then(|name| name.strip_suffix(".lock"));
        locked.filter(|name| name.ends_with(".gainsay"))
    });
    match owner.map(|owner| path.with_file_name(owner)).filter(|owner| owner.is_file()) {
        Some(owner) if owner.extension().is_some_and(|e| e == "gainsay" || e == "sqlite") => {
            let what = format!("a part of {}", owner.display());
            Err(OutputError::Protected { path: path.to_owned(), what })
        }
        _ => Ok(()),
    }
}
