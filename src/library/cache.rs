//! What a library in a file keeps in memory between searches, with the generation of the library that it is of.

use std::sync::{Arc, Mutex};

/// How long each passage is, in words that are not stop words.
pub(super) struct Lengths {
    pub(super) generation: u64,
    /// Numbers of the passages, ascending.
    pub(super) numbers: Vec<i64>,
    pub(super) lengths: Vec<u32>,
    /// By the number of a document, where its first passage is among them; one more at the end. Empty where so many
    /// documents went that few of the numbers are left.
    pub(super) first: Vec<u32>,
    /// All together.
    pub(super) tokens: i64,
    pub(super) longest: u32,
}

/// The vectors of one model, as they were when the library was at `generation`.
pub(super) struct Loaded {
    pub(super) model: String,
    pub(super) generation: u64,
    /// How many vectors there were, and how many passages had none.
    pub(super) count: i64,
    pub(super) missing: i64,
    pub(super) width: usize,
    pub(super) numbers: Vec<i64>,
    pub(super) scales: Vec<f32>,
    pub(super) rows: Vec<i8>,
}

/// The vectors of the model that was searched with last.
#[derive(Default)]
pub(super) struct Vectors(pub(super) Mutex<Option<Arc<Loaded>>>);
