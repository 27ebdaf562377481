//! gainsay: review the claims of a paper against the evidence.
//!
//! A *review* is an append-only journal of acts: the engine's results and the
//! reviewers' decisions ([`review`]). What is shown is a fold over it. The
//! [`engine`] sees which stages are missing or stale, runs them with a reasoner
//! ([`reason`]) over a [`library`] of evidence, and appends the results. The
//! terminal interface ([`tui`]) and the command line ([`cli`]) are two faces over
//! the same engine; neither knows how a stage is computed.
//!
//! `docs/architecture.md` lists which module may use which, follows a statement,
//! an act and a quote through the code, and holds the glossary; `docs/rules.md`
//! holds the rules that comments cite.

pub mod agree;
pub mod cli;
pub mod config;
pub mod desk;
pub mod domain;
pub mod embed;
pub mod engine;
pub mod eval;
pub mod export;
pub mod files;
pub mod ingest;
pub mod library;
pub mod llm;
pub mod net;
pub mod nli;
pub mod onnx;
pub mod reason;
pub mod review;
pub mod sources;
pub mod text;
pub mod tui;

/// How many processors there are to work with, at least 1.
#[must_use]
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
