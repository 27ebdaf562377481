//! Evidence hygiene (spec section 8): what a reader should know of a source
//! beside what it says.

use crate::domain::SourceMeta;

/// Something to know of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// It shares these authors with the paper under review.
    SameAuthors(Vec<String>),
    /// A correction or an expression of concern was published on it; which, in words.
    Concern(&'static str),
    /// It is this many years older than the paper under review. Worth showing, no fault.
    Older(i32),
}

/// What is to be known of `evidence` in a review of `paper`.
#[must_use]
pub fn remarks(_paper: &SourceMeta, _evidence: &SourceMeta) -> Vec<Remark> {
    Vec::new()
}
