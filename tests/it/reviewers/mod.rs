//! Several reviewers of one source: how far they agree, and their reviews as one.

#![cfg(unix)]

mod agreement;
mod blind;
mod blind_merged;
mod files;
mod flow;
mod merge;
mod reasons;
