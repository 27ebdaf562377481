//! Files that no output may replace. One list for the process: an output is
//! checked wherever it is written, and inputs are read in many places.

use std::{
    fs::{self, Metadata},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::domain::Digest;

use super::{FileId, folder_of, follow_links};

/// A file that no output may replace.
struct Protected {
    /// Where it was found; `None` for standard input.
    path: Option<PathBuf>,
    /// Which file it was then. It may be replaced since, so the path is looked at as well.
    id: Option<FileId>,
    /// “the library”, “the configuration”.
    what: String,
}

struct List {
    files: Vec<Protected>,
    /// Digests of the files that open reviews were made from.
    contents: Vec<Digest>,
}

static LIST: Mutex<List> = Mutex::new(List { files: Vec::new(), contents: Vec::new() });

fn list() -> MutexGuard<'static, List> {
    LIST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets no output of this process replace the file at `path`, or take its place before it exists.
pub fn protect(path: &Path, what: &str) {
    let id = FileId::of(path);
    let mut list = list();
    let known = |file: &Protected| file.path.as_deref() == Some(path) && file.id == id;
    if !list.files.iter().any(known) {
        list.files.push(Protected { path: Some(path.to_owned()), id, what: what.to_owned() });
    }
}

/// As [`protect`], for an open file whose name is not known.
pub fn protect_file(metadata: &Metadata, what: &str) {
    let id = Some(FileId::of_metadata(metadata));
    list().files.push(Protected { path: None, id, what: what.to_owned() });
}

/// Lets no output replace a file with this content: a review knows the file that it was made from by its digest.
pub fn protect_content(digest: Digest) {
    let mut list = list();
    if !list.contents.contains(&digest) {
        list.contents.push(digest);
    }
}

/// What the file that `path` leads to is, if it is protected. `found` describes it where it exists.
pub(super) fn protected_as(path: &Path, found: Option<&Metadata>) -> Option<String> {
    let id = found.map(FileId::of_metadata);
    let place = if found.is_none() { place(path) } else { None };
    let is = |file: &&Protected| match (&id, &file.path) {
        (Some(id), path) => file.id == Some(*id) || path.as_deref().is_some_and(|path| FileId::of(path) == Some(*id)),
        // Neither exists: the same name in the same folder is the same file.
        (None, Some(path)) => place.is_some() && !path.exists() && place == self::place(path),
        (None, None) => false,
    };
    list().files.iter().find(is).map(|file| file.what.clone())
}

/// Whether some protected file is known by its content alone.
pub(super) fn has_contents() -> bool {
    !list().contents.is_empty()
}

pub(super) fn is_protected_content(digest: Digest) -> bool {
    list().contents.contains(&digest)
}

/// The folder, as the system knows it, and the name of a file that does not exist.
pub(super) fn place(path: &Path) -> Option<(PathBuf, std::ffi::OsString)> {
    let path = follow_links(path).ok()?;
    Some((fs::canonicalize(folder_of(&path)).ok()?, path.file_name()?.to_owned()))
}
