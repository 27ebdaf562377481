//! What a source of evidence knows of a work, and how it was retrieved.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::text::Clean;

use super::{Document, Page, SourceMeta};

/// What a source knows of one work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The source's own name for it.
    pub key: Clean,
    /// What is known of it; retractions and corrections are publication types.
    pub meta: SourceMeta,
    /// Its abstract; no page where the source has none.
    pub pages: Vec<Page>,
    /// In the source's order, from 1; 0 for a look-up.
    pub rank: u32,
    /// Counts and the like, which say nothing of its truth.
    pub facts: RecordFacts,
}

/// What a source counts and notes about a work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecordFacts {
    /// How often it is cited, by the source's count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cited_by: Option<u64>,
    /// Whether its full text is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_access: Option<bool>,
    /// Who paid for the research, as the source names them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub funding: Vec<Clean>,
    /// When its page was fetched, for pages of the web.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fetched: Option<Timestamp>,
    /// Where that was after all redirects, where the page gives another address as its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<Clean>,
}

impl RecordFacts {
    /// In words, as a reader of the document sees it: `cited 12 times`, `open full text`, `funded by …`.
    #[must_use]
    pub fn describe(&self) -> Vec<String> {
        let cited = match self.cited_by {
            Some(1) => Some("cited once".to_owned()),
            Some(count) => Some(format!("cited {count} times")),
            None => None,
        };
        let open = (self.open_access == Some(true)).then(|| "open full text".to_owned());
        let names: Vec<_> = self.funding.iter().map(|name| name.one_line().to_string()).collect();
        let funding = (!names.is_empty()).then(|| format!("funded by {}", names.join("; ")));
        [cited, open, funding].into_iter().flatten().collect()
    }

    /// Adds a funder, unless it is named already.
    pub fn fund(&mut self, name: Option<&str>) {
        let name = Clean::from(name.unwrap_or_default().trim());
        if !name.is_empty() && !self.funding.contains(&name) {
            self.funding.push(name);
        }
    }
}

impl Record {
    /// The document that it makes, if it has a text.
    #[must_use]
    pub fn document(&self) -> Option<Document> {
        let has_text = self.pages.iter().any(|page| page.text.chars().any(char::is_alphanumeric));
        has_text.then(|| Document::new(self.meta.clone(), self.pages.clone()))
    }
}

/// How records were retrieved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retrieval {
    /// The source.
    pub source: Clean,
    /// The query as it was sent; `None` for looking up works that are known, which adds none.
    pub query: Option<Clean>,
    /// How many records the source has for it.
    pub hits: u64,
    /// When it answered.
    pub at: Timestamp,
}
