//! Models that the user brings: a folder with a transformer as an ONNX file, its
//! `tokenizer.json` and its configuration, laid out as Hugging Face exports are.
//! What a model is for (stances, vectors) is decided by [`crate::nli`] and
//! [`crate::embed`]. Without the feature `encoder` no model can be opened.

mod folder;
#[cfg(feature = "encoder")]
mod network;
#[cfg(feature = "encoder")]
mod tokens;
#[cfg(not(feature = "encoder"))]
mod without;

use std::path::{Path, PathBuf};

use crate::{domain::Digest, text::Clean};

pub(crate) use folder::{Folder, Json};
#[cfg(feature = "encoder")]
pub(crate) use network::{Network, Output};
#[cfg(feature = "encoder")]
pub(crate) use tokens::{Tokens, Words};
#[cfg(not(feature = "encoder"))]
pub(crate) use without::{Network, Output, Tokens, Words};

/// Why a model cannot be used, and what helps.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot use the model {}: {problem}; {remedy}", path.display())]
pub struct ModelError {
    path: PathBuf,
    problem: String,
    remedy: String,
}

impl ModelError {
    pub(crate) fn new(path: &Path, problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { path: path.to_owned(), problem: problem.into(), remedy: remedy.into() }
    }
}

/// What is known of a model that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The folder, or the ONNX file in it that was named.
    pub path: PathBuf,
    /// The name of the folder.
    pub name: Clean,
    /// Of everything that its outputs depend on: weights, tokenizer, configuration.
    pub digest: Digest,
    /// Bytes of the ONNX file, with the weights that lie beside it.
    pub size: u64,
}

impl About {
    /// Name and digest, as results and libraries record the model.
    #[must_use]
    pub fn known_as(&self) -> Clean {
        format!("{}@{}", self.name, self.digest.short()).into()
    }
}
