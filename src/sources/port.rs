//! The port to sources of evidence.

use std::fmt;

use async_trait::async_trait;
use jiff::Timestamp;

use crate::{
    domain::{QueryLevel, Record, UnreadPage},
    net::Host,
    text::Clean,
};

use super::{Identifier, Line, Reuse, SourceError};

/// What a query is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wording {
    /// In the source's own syntax, sent as written.
    Written(String),
    /// Terms of a statement, the most telling first, combined by the level.
    Terms(Vec<String>, QueryLevel),
}

/// A search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The words.
    pub wording: Wording,
    /// Only what was published until this day (ISO 8601).
    pub until: Option<Clean>,
    /// How many records are wanted, at least 1.
    pub limit: usize,
    /// Whether a kept answer will do.
    pub reuse: Reuse,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The query in the source's syntax, as it was sent.
    pub sent: Clean,
    /// How many records the source has for it.
    pub hits: u64,
    /// The first of them, in the source's order.
    pub records: Vec<Record>,
    /// When the source answered; for a kept answer, then.
    pub at: Timestamp,
    /// The pages that it found and that could not be read, where records are pages.
    pub unread: Vec<UnreadPage>,
    /// Why what it found is not all that it has, although it answered.
    pub trouble: Option<SourceError>,
}

impl Found {
    /// What a search found whose records came with the answer.
    pub(crate) fn new(sent: Clean, hits: u64, records: Vec<Record>, at: Timestamp) -> Self {
        Self { sent, hits, records, at, unread: Vec::new(), trouble: None }
    }
}

/// A source of evidence: it can be searched, and asked for works by their identifiers.
#[async_trait]
pub trait EvidenceSource: Send + Sync + fmt::Debug {
    /// By which settings and provenance name it.
    fn name(&self) -> &'static str;

    /// The line that it is asked by.
    fn line(&self) -> &Line;

    /// Where it is.
    fn host(&self) -> &Host {
        self.line().host()
    }

    /// Searches it.
    ///
    /// # Errors
    /// When there is no complete answer. No hits are an empty list.
    async fn search(&self, query: &Query) -> Result<Found, SourceError>;

    /// The works with these identifiers, in no order; unknown ones are left out, and so are identifiers of a kind that
    /// the source does not have.
    ///
    /// # Errors
    /// When there is no complete answer.
    async fn look_up(&self, identifiers: &[Identifier], reuse: Reuse) -> Result<Vec<Record>, SourceError>;

    /// The open full text of a work as JATS XML; `None` where it has none.
    ///
    /// # Errors
    /// When there is no complete answer.
    async fn full_text(&self, _pmcid: &str) -> Result<Option<Vec<u8>>, SourceError> {
        Ok(None)
    }
}
