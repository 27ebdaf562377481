//! What leaves a review: the Markdown report for people, JSON that loads again
//! to the same state, and CSV with a row a statement. Whatever the sources
//! contain, it leaves as inert text. The same review gives the same bytes.

mod csv;
#[cfg(test)]
mod fixture;
mod json;
mod markdown;
mod summary;
#[cfg(test)]
mod tests;
mod view;

use jiff::Timestamp;

use crate::review::ReviewError;

pub use csv::csv;
pub use json::{FORMAT, ImportError, VERSION, import, is_export, json};
pub use markdown::markdown;

/// What goes into a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether reviewers are named; else each is “a reviewer”. Names that stand in notes and reasons are left.
    pub reviewer_names: bool,
    /// Whether the audit trail is added.
    pub audit: bool,
    /// Whether it says when things were done. Without, two runs over the same source compare equal.
    pub times: bool,
    /// When the report is made; `None` leaves its date out.
    pub generated: Option<Timestamp>,
}

impl Default for Options {
    /// Everything but the date, which only the caller knows.
    fn default() -> Self {
        Self { reviewer_names: true, audit: true, times: true, generated: None }
    }
}

/// Why a review could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The review cannot be read.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// It could not be written as CSV.
    #[error("the review cannot be written as CSV: {0}; export it as JSON instead")]
    Csv(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It could not be written as JSON.
    #[error("the review cannot be written as JSON: {0}; `gainsay verify` tells whether it is damaged")]
    Json(#[from] serde_json::Error),
}
