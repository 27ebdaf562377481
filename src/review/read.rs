//! What a review holds: its rows, its values with patches applied, its documents and its source.

use std::{collections::BTreeMap, sync::Arc};

use crate::domain::{
    Digest, Document, Source, Stage, Statement, StatementId, Value,
    diff::{WeightSet, weights_set},
};

use super::{Entry, Fold, InForce, JournalError, Review, ReviewError, Snapshot, values};

impl Review {
    /// The whole journal, oldest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn entries(&self) -> Result<Vec<Entry>, ReviewError> {
        Ok(self.journal().entries()?)
    }

    /// Every row about a statement, or about the review as a whole when `None`, oldest first, undone ones
    /// and the engine's included. A bulk act is about each statement that it names; a row that takes an
    /// act back is about what that act is about.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn history(&self, statement: Option<StatementId>) -> Result<Vec<Entry>, ReviewError> {
        let rows = self.fold().rows(statement).to_vec();
        Ok(self.journal().these(&rows)?)
    }

    /// What is in force and the rows behind it, at one moment.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn snapshot(&self) -> Result<Snapshot, ReviewError> {
        let (fold, head) = self.state()?;
        let mut entries = Vec::new();
        self.each_row(fold.head(), |entry| {
            entries.push(entry);
            Ok::<_, ReviewError>(())
        })?;
        Ok(Snapshot { fold, entries, head })
    }

    /// What is in force and the digest of the newest row, at one moment.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn state(&self) -> Result<(Fold, Digest), ReviewError> {
        // Nothing is appended while the journal is held.
        let journal = self.journal();
        let fold = self.fold().clone();
        let head = journal.hash(fold.head())?;
        Ok((fold, head))
    }

    /// Every text in the review by its digest, those that nothing names any more included.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn blobs(&self) -> Result<BTreeMap<Digest, Vec<u8>>, ReviewError> {
        Ok(self.journal().blobs()?)
    }

    /// The value of a revision of `stage`; `single` says that it is one statement's.
    ///
    /// # Errors
    /// When it is missing or damaged.
    pub fn value(&self, stage: Stage, single: bool, digest: Digest) -> Result<Arc<Value>, ReviewError> {
        self.values.get(stage, single, digest).map_err(|e| self.with_redaction(e))
    }

    /// What a reviewer set of stances and weights between two values of stage 6; nothing where the review has one of them
    /// no longer.
    #[must_use]
    pub fn weights_set(&self, before: Digest, after: Digest) -> Vec<WeightSet> {
        let read = |digest: Digest| self.value(Stage::Weigh, true, digest).ok();
        let (Some(before), Some(after)) = (read(before), read(after)) else { return Vec::new() };
        match (&*before, &*after) {
            (Value::Weighing(before), Value::Weighing(after)) => weights_set(before, after),
            _ => Vec::new(),
        }
    }

    /// Every statement that was ever in a list of the review's, as it stood there, the newest list first.
    ///
    /// # Errors
    /// When a list is missing or damaged.
    pub fn statements_ever(&self) -> Result<Vec<Statement>, ReviewError> {
        let revisions = self.fold().revisions(None, Stage::Extract);
        let mut statements = Vec::new();
        for revision in revisions.iter().rev() {
            if let Value::Statements(list) = &*self.value(Stage::Extract, false, revision.value())? {
                statements.extend(list.statements.iter().cloned());
            }
        }
        Ok(statements)
    }

    /// What is in force for `stage` of `statement`, patches applied; `None` when nothing is.
    ///
    /// # Errors
    /// When a value is missing or damaged.
    pub fn in_force(&self, statement: StatementId, stage: Stage) -> Result<Option<Arc<Value>>, ReviewError> {
        let found = {
            let fold = self.fold();
            let resolved = fold.resolve(statement);
            let resolved = resolved.get(stage);
            resolved.in_force.clone()
        };
        let Some(found) = found else { return Ok(None) };
        if stage == Stage::Extract {
            let statement = self.fold().statement(statement).cloned().ok_or(ReviewError::NoStatement(statement))?;
            return Ok(Some(Arc::new(Value::Statement(Box::new(statement)))));
        }
        self.effective(stage, &found).map(Some)
    }

    /// The value of what is in force for a stage of a statement (not stage 0), patches applied.
    /// With a copy of the fold, a look at many values that does not change meanwhile.
    ///
    /// # Errors
    /// When the value is missing or damaged.
    pub fn effective(&self, stage: Stage, found: &InForce) -> Result<Arc<Value>, ReviewError> {
        let value = self.value(stage, true, found.value)?;
        if found.patches.is_empty() {
            return Ok(value);
        }
        Ok(match &*value {
            Value::Scores(scores) => Arc::new(Value::Scores(values::patched(scores.clone(), &found.patches))),
            _ => value,
        })
    }

    /// A document that the review cites.
    ///
    /// # Errors
    /// When it is missing or damaged.
    pub fn document(&self, digest: Digest) -> Result<Document, ReviewError> {
        let bytes = self.values.bytes(digest).map_err(|e| self.with_redaction(e))?;
        serde_json::from_slice(&bytes).map_err(ReviewError::Source)
    }

    /// The first text read so far that was changed in the file. [`Review::verify`] looks at all of them.
    #[must_use]
    pub fn changed_text(&self) -> Option<Digest> {
        self.values.changed()
    }

    /// What is under review.
    ///
    /// # Errors
    /// When it is missing or damaged.
    pub fn source(&self) -> Result<Arc<Source>, ReviewError> {
        if let Some(source) = self.source.get() {
            return Ok(Arc::clone(source));
        }
        let digest = self.fold().opened().map(|o| o.source).ok_or(JournalError::Empty)?;
        let source = serde_json::from_slice(&self.values.bytes(digest)?).map_err(ReviewError::Source)?;
        Ok(Arc::clone(self.source.get_or_init(|| Arc::new(source))))
    }
}
