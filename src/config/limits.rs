//! `[limits]`: how much is read.

use serde::{Deserialize, Serialize};

use crate::files;

/// How much is read at most, in megabytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// An input that is read as a whole.
    pub input_mb: u32,
    /// A paper or a claim set.
    pub source_mb: u32,
    /// One record of evidence.
    pub record_mb: u32,
}

impl Default for Limits {
    fn default() -> Self {
        let megabytes = |bytes: u64| u32::try_from(bytes / 1_000_000).unwrap_or(u32::MAX);
        let files::Limits { input, source, record } = files::Limits::default();
        Self { input_mb: megabytes(input), source_mb: megabytes(source), record_mb: megabytes(record) }
    }
}

impl Limits {
    /// The same in bytes.
    #[must_use]
    pub fn in_bytes(&self) -> files::Limits {
        let bytes = |megabytes: u32| u64::from(megabytes) * 1_000_000;
        files::Limits { input: bytes(self.input_mb), source: bytes(self.source_mb), record: bytes(self.record_mb) }
    }
}
