//! Answers on disk, one private file each, so that nothing is asked twice.

use std::{
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{domain::Digest, files};

/// The most that is kept, in bytes; the answers that were fetched first go first.
const MOST: u64 = 200_000_000;

/// Answers that were fetched before.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// An answer as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) status: u16,
    pub(super) fetched: Timestamp,
    pub(super) body: Vec<u8>,
}

/// The first line of a file; the body follows.
#[derive(Serialize, Deserialize)]
struct Head {
    /// For people; without key and mail address.
    request: String,
    status: u16,
    fetched: Timestamp,
    digest: Digest,
}

impl Cache {
    /// A cache in `folder`, which need not be there yet. Removes the oldest answers where there are too many.
    #[must_use]
    pub fn open(folder: &Path) -> Self {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut known: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter_map(|entry| {
                let about = entry.metadata().ok()?;
                Some((about.modified().ok()?, about.len(), entry.path()))
            })
            .collect();
        known.sort_unstable_by(|a, b| b.cmp(a));
        let mut size = 0;
        for (_, bytes, path) in known {
            size += bytes;
            if size > MOST {
                // Another process may have been quicker.
                let _ = fs::remove_file(path);
            }
        }
        Self { folder: folder.to_owned() }
    }

    /// The answer to a request, if there is one that is whole.
    pub(super) fn get(&self, key: &Digest) -> Option<Kept> {
        let bytes = fs::read(self.path(key)).ok()?;
        let end = memchr::memchr(b'\n', &bytes)?;
        let head: Head = serde_json::from_slice(&bytes[..end]).ok()?;
        let body = bytes[end + 1..].to_vec();
        (Digest::of(&body) == head.digest).then_some(Kept { status: head.status, fetched: head.fetched, body })
    }

    /// Keeps an answer. A disk that refuses is no reason to fail: the request is sent again the next time.
    pub(super) fn put(&self, key: &Digest, request: &str, kept: &Kept) {
        let head = Head {
            request: request.to_owned(),
            status: kept.status,
            fetched: kept.fetched,
            digest: Digest::of(&kept.body),
        };
        let Ok(mut bytes) = serde_json::to_vec(&head) else { return };
        bytes.push(b'\n');
        bytes.extend_from_slice(&kept.body);
        if files::create_private_folder(&self.folder).is_ok() {
            let _ = files::write_private(&self.path(key), &bytes);
        }
    }

    fn path(&self, key: &Digest) -> PathBuf {
        self.folder.join(&key.to_string()[..32])
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn an_answer_is_kept_privately_and_a_damaged_one_is_not_given() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(&folder.path().join("a/b"));
        let key = Digest::of(b"request");
        let kept =
            Kept { status: 200, fetched: Timestamp::from_second(1_700_000_000).unwrap(), body: b"{}\n".to_vec() };
        assert_eq!(cache.get(&key), None);
        cache.put(&key, "GET x", &kept);
        assert_eq!(cache.get(&key), Some(kept));
        let path = cache.path(&key);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        let mut bytes = fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() = b'x';
        fs::write(&path, bytes).unwrap();
        assert_eq!(cache.get(&key), None);
    }
}
