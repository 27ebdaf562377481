//! Several reviewers of one source: how far they agree.

#![cfg(unix)]

mod agreement;
