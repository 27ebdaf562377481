//! The reasoners that need no description in the configuration.

use super::{builtin::Builtin, model::Model};

/// A kind of reasoner.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The name by which configuration, command line and reviews know it.
    pub name: &'static str,
    /// Whether it asks a model on a server.
    pub asks_model: bool,
}

/// Every kind; other names are those of model servers in the configuration.
pub static KINDS: [Kind; 2] =
    [Kind { name: Builtin::NAME, asks_model: false }, Kind { name: Model::NAME, asks_model: true }];

/// The kind of this name.
#[must_use]
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

/// Whether the reasoner of this name asks a model on a server.
#[must_use]
pub fn asks_model(name: &str) -> bool {
    kind(name).is_none_or(|kind| kind.asks_model)
}
