//! Why a form is not taken in, and which field the reviewer has to fill in for it.

use crate::text::Clean;

/// A refusal to take a form in.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Refusal {
    /// Why, and what to do.
    pub why: Clean,
    /// The place of the field that it is about. The keys go there, so that what the message names can be pressed.
    pub field: Option<usize>,
}

impl Refusal {
    /// A refusal about a field.
    pub fn at(field: usize, why: impl Into<Clean>) -> Self {
        Self { why: why.into(), field: Some(field) }
    }
}

impl<T: Into<Clean>> From<T> for Refusal {
    fn from(why: T) -> Self {
        Self { why: why.into(), field: None }
    }
}
