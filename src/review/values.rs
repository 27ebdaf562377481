//! Values of stages, read when they are looked at.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError, RwLock},
};

use crate::domain::{Digest, Scores, Stage, Value};

use super::{ReviewError, fold::Patch, journal::Reader};

/// How many parsed values are kept in memory.
const KEPT_VALUES: usize = 2048;

/// Scores with documents included and excluded.
pub(super) fn patched(mut scores: Scores, patches: &[Patch]) -> Scores {
    for patch in patches {
        let (to, from) = if patch.included {
            (&mut scores.included, &mut scores.excluded)
        } else {
            (&mut scores.excluded, &mut scores.included)
        };
        from.remove(&patch.doc);
        to.insert(patch.doc.clone());
    }
    scores
}

/// Reads values by digest, parsed once.
pub(super) struct Values {
    reader: RwLock<Reader>,
    cache: Mutex<HashMap<(Digest, Stage, bool), Arc<Value>>>,
    /// The first text met that is not what its digest says.
    changed: OnceLock<Digest>,
}

impl Values {
    pub(super) fn new(reader: Reader) -> Self {
        Self { reader: RwLock::new(reader), cache: Mutex::default(), changed: OnceLock::new() }
    }

    /// Reads from another file from now on, which holds the same and more.
    pub(super) fn read_from(&self, reader: Reader) {
        *self.reader.write().unwrap_or_else(PoisonError::into_inner) = reader;
    }

    /// Reads everything anew from now on.
    pub(super) fn forget(&self) {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    pub(super) fn bytes(&self, digest: Digest) -> Result<Vec<u8>, ReviewError> {
        let reader = self.reader.read().unwrap_or_else(PoisonError::into_inner).clone();
        let bytes = reader.blob(digest)?.ok_or(ReviewError::Missing(digest))?;
        // A text that is not what the journal names is not shown as if it were.
        if Digest::of(&bytes) == digest {
            return Ok(bytes);
        }
        let _ = self.changed.set(digest);
        Err(ReviewError::Changed(digest))
    }

    /// The first text met so far that is not what its digest says.
    pub(super) fn changed(&self) -> Option<Digest> {
        self.changed.get().copied()
    }

    pub(super) fn get(&self, stage: Stage, single: bool, digest: Digest) -> Result<Arc<Value>, ReviewError> {
        let key = (digest, stage, single);
        if let Some(value) = self.cache.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(Arc::clone(value));
        }
        let value = Arc::new(Value::parse(stage, single, &self.bytes(digest)?)?);
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= KEPT_VALUES {
            cache.clear();
        }
        cache.insert(key, Arc::clone(&value));
        Ok(value)
    }
}
