//! The reviews that were opened before, kept as JSON in the state folder.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{config::Loaded, files, review::Review, text::Clean, tui::Session};

/// How many are kept.
const KEPT: usize = 100;

/// Statements decided, and all of them, when a review was left.
type Counts = Option<(usize, usize)>;

/// A review that was opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) path: PathBuf,
    pub(super) title: String,
    pub(super) opened: Timestamp,
    pub(super) counts: Counts,
    /// What sort of review it is: blind, merged, with conflicts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sort: Option<String>,
    /// Where the reviewer was, when it was left; whatever cannot be read is left out.
    #[serde(default)]
    session: Option<serde_json::Value>,
}

/// Takes a review into the list, or brings it to its top, with what is known of
/// it when it is left. A list that cannot be written is no reason to stop.
pub(super) fn remember(loaded: &Loaded, review: &Review, title: &Clean, counts: Counts, session: Option<&Session>) {
    let (Some(folder), Some(path)) = (loaded.state_dir(), review.path()) else { return };
    let Ok(path) = fs::canonicalize(path) else { return };
    let session = session.and_then(|session| serde_json::to_value(session).ok());
    let entry = Entry { path, title: title.to_string(), opened: review.now(), counts, sort: sort(review), session };
    let _ = add(&folder, entry);
}

/// `merged, 3 in conflict`, `blind`
fn sort(review: &Review) -> Option<String> {
    let (fold, viewer) = (review.fold(), review.viewer());
    let mut parts = Vec::new();
    if !fold.origins().is_empty() {
        let conflict = |id| if fold.is_blind() { fold.summary_for(id, &viewer).conflict } else { fold.conflict(id) };
        let open = fold.statements().iter().filter(|statement| conflict(statement.id).is_some()).count();
        parts.push(if open > 0 { format!("merged, {open} in conflict") } else { "merged".to_owned() });
    }
    if fold.is_blind() {
        parts.push("blind".to_owned());
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Where the reviewer was in a review the last time.
pub(super) fn session(loaded: &Loaded, review: &Review) -> Session {
    let path = review.path().and_then(|path| fs::canonicalize(path).ok());
    let (entries, _) = list(loaded);
    let entry = entries.into_iter().find(|entry| Some(&entry.path) == path.as_ref());
    entry.and_then(|entry| serde_json::from_value(entry.session?).ok()).unwrap_or_default()
}

/// The reviews, the newest first, and what is wrong with the list.
pub(super) fn list(loaded: &Loaded) -> (Vec<Entry>, Option<String>) {
    loaded.state_dir().map_or_else(Default::default, |folder| read(&file(&folder)))
}

pub(super) fn file(folder: &Path) -> PathBuf {
    folder.join("recent.json")
}

fn read(file: &Path) -> (Vec<Entry>, Option<String>) {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return (Vec::new(), None),
        Err(e) => return (Vec::new(), Some(format!("cannot read {}: {}", file.display(), files::describe_error(&e)))),
    };
    match serde_json::from_str(&text) {
        Ok(entries) => (entries, None),
        Err(e) => {
            let remark = format!("{} cannot be used ({e}); the list of recent reviews starts empty", file.display());
            (Vec::new(), Some(remark))
        }
    }
}

fn add(folder: &Path, mut entry: Entry) -> io::Result<()> {
    files::create_private_folder(folder)?;
    // One writer after the other; the file itself is replaced as a whole.
    let (lock, _) = files::open_unlinked(&folder.join("recent.lock"))?;
    lock.lock()?;
    let file = file(folder);
    let (mut entries, _) = read(&file);
    if let Some(at) = entries.iter().position(|old| old.path == entry.path) {
        let old = entries.remove(at);
        entry.counts = entry.counts.or(old.counts);
        entry.session = entry.session.or(old.session);
    }
    entries.insert(0, entry);
    entries.truncate(KEPT);
    let text = serde_json::to_vec_pretty(&entries)?;
    files::write_private(&file, &text)
}
