//! The reviews that were opened before, kept as JSON in the state folder.

use std::{
    fs::{self, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{config::Loaded, review::Review, text::Clean};

use super::assemble;

/// How many are kept.
const KEPT: usize = 100;

/// A review that was opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) path: PathBuf,
    pub(super) title: String,
    pub(super) opened: Timestamp,
    /// Statements decided, and all of them, when it was left.
    pub(super) counts: Option<(usize, usize)>,
}

/// Takes a review into the list, or brings it to its top. `counts` are the
/// statements decided and all of them, where they are known. A list that cannot
/// be written is no reason to stop.
pub(super) fn remember(loaded: &Loaded, review: &Review, title: &Clean, counts: Option<(usize, usize)>) {
    let (Some(folder), Some(path)) = (loaded.state_dir(), review.path()) else { return };
    let Ok(path) = fs::canonicalize(path) else { return };
    let entry = Entry { path, title: title.to_string(), opened: review.now(), counts };
    let _ = add(&folder, entry);
}

/// The reviews, the newest first, and what is wrong with the list.
pub(super) fn list(loaded: &Loaded) -> (Vec<Entry>, Option<String>) {
    loaded.state_dir().map_or_else(Default::default, |folder| read(&file(&folder)))
}

fn file(folder: &Path) -> PathBuf {
    folder.join("recent.json")
}

fn read(file: &Path) -> (Vec<Entry>, Option<String>) {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return (Vec::new(), None),
        Err(e) => return (Vec::new(), Some(format!("cannot read {}: {e}", file.display()))),
    };
    match serde_json::from_str(&text) {
        Ok(entries) => (entries, None),
        Err(e) => {
            let told = format!("{} cannot be used ({e}); the list of reviews begins anew", file.display());
            (Vec::new(), Some(told))
        }
    }
}

fn add(folder: &Path, mut entry: Entry) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    // One writer after the other; the file itself is replaced as a whole.
    let lock = OpenOptions::new().create(true).truncate(false).write(true).open(folder.join("recent.lock"))?;
    lock.lock()?;
    let file = file(folder);
    let (mut entries, _) = read(&file);
    if let Some(at) = entries.iter().position(|old| old.path == entry.path) {
        entry.counts = entry.counts.or(entries.remove(at).counts);
    }
    entries.insert(0, entry);
    entries.truncate(KEPT);
    let text = serde_json::to_vec_pretty(&entries)?;
    assemble::write(&file, &text).map_err(io::Error::other)
}
