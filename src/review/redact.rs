//! Taking texts out of a review for good. The rows stay as they are, and with
//! them the digest of what was taken out, who did it, when and why.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    domain::{Digest, Stage, StatementId, Value},
    text::Clean,
};

use super::{Act, Draft, Entry, Review, ReviewError, Who};

/// A text that the review keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its digest.
    pub digest: Digest,
    /// How long it is, in bytes.
    pub length: usize,
    /// What names it, in words: `cite of S001`, `document “A trial”`.
    pub what: Vec<String>,
    /// Whether the review cannot be read without it.
    pub needed: bool,
}

impl Review {
    /// Takes texts out for good, in a reviewer's name: they are overwritten in the file, what cites them by
    /// their digest says who took them out and why, and no later result brings them back.
    ///
    /// # Errors
    /// [`ReviewError::NoText`] for what the review does not keep, [`ReviewError::Needed`] for what it cannot
    /// be read without, and as [`Review::append`]; then nothing is taken out.
    pub fn redact(&self, who: Who, texts: Vec<Digest>, reason: Clean) -> Result<Vec<Entry>, ReviewError> {
        let kept = self.kept()?;
        for digest in &texts {
            match kept.iter().find(|text| text.digest == *digest) {
                None => return Err(ReviewError::NoText(*digest)),
                Some(text) if text.needed => return Err(ReviewError::Needed(*digest)),
                Some(_) => {}
            }
        }
        let entries = self.append(vec![Draft { who, act: Act::Redact { texts, reason }, blobs: Vec::new() }])?;
        self.values.forget();
        Ok(entries)
    }

    /// Every text in the review with what names it, the largest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn kept(&self) -> Result<Vec<Kept>, ReviewError> {
        let mut names = Names::default();
        if let Some(source) = self.fold().opened().map(|opened| opened.source) {
            names.add(source, "what is under review".to_owned(), true);
            names.add(self.source()?.file, "the file as it was read".to_owned(), false);
        }
        self.each_row(self.fold().head(), |entry| names.of_act(&entry.act, self))?;
        for (number, (_, statement, _, record)) in self.call_rows()? {
            let of = statement.map_or_else(|| "the paper".to_owned(), |id| id.to_string());
            names.add(record, format!("call {number} to a model on {of}"), false);
        }
        let (mut kept, mut last) = (Vec::new(), None);
        while let Some((digest, bytes)) = self.text_after(last)? {
            let (what, needed) = names.0.remove(&digest).unwrap_or_default();
            kept.push(Kept { digest, length: bytes.len(), what: what.into_iter().collect(), needed });
            last = Some(digest);
        }
        kept.sort_by_key(|text| (std::cmp::Reverse(text.length), text.digest));
        Ok(kept)
    }

    /// Says who took a text out, where that is why it is missing.
    pub(super) fn with_redaction(&self, error: ReviewError) -> ReviewError {
        match error {
            ReviewError::Missing(digest) => match self.fold().redaction(digest) {
                Some(redaction) => ReviewError::Redacted(redaction.clone()),
                None => ReviewError::Missing(digest),
            },
            error => error,
        }
    }
}

/// What names each text, and whether the review is lost without it.
#[derive(Default)]
struct Names(BTreeMap<Digest, (BTreeSet<String>, bool)>);

impl Names {
    fn add(&mut self, digest: Digest, what: String, needed: bool) {
        let (names, there) = self.0.entry(digest).or_default();
        names.insert(what);
        *there |= needed;
    }

    fn of_act(&mut self, act: &Act, review: &Review) -> Result<(), ReviewError> {
        let (stage, statement, value) = match act {
            Act::Bulk { acts, .. } => return acts.iter().try_for_each(|act| self.of_act(act, review)),
            Act::Imported { of, .. } => return self.of_act(of, review),
            Act::Merge { statements: Some(value), .. } => (Stage::Extract, None, *value),
            Act::Prompt { task, text: Some(text), .. } => {
                self.add(*text, format!("prompt {}", task.one_line()), false);
                return Ok(());
            }
            Act::Trial { stage, statement, task, text, value, .. } => {
                self.add(*text, format!("prompt {}", task.one_line()), false);
                (*stage, Some(*statement), *value)
            }
            Act::Result { stage, statement, value, .. } | Act::Override { stage, statement, value, .. } => {
                (*stage, *statement, *value)
            }
            _ => return Ok(()),
        };
        let of = |statement: Option<StatementId>| statement.map(|id| format!(" of {id}")).unwrap_or_default();
        self.add(value, format!("{stage}{}", of(statement)), stage == Stage::Extract);
        if stage != Stage::Cite {
            return Ok(());
        }
        let parsed = review.text(value)?.and_then(|bytes| Value::parse(stage, statement.is_some(), &bytes).ok());
        if let Some(Value::Citations(citations)) = parsed {
            for citation in citations.citations {
                self.add(citation.document, format!("document “{}”", citation.meta.title.one_line()), false);
            }
        }
        Ok(())
    }
}
