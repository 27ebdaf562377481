//! Several reviewers of one source: how far they agree, and their reviews as one.

#![cfg(unix)]

mod adjudicate;
mod agreement;
mod agreement_view;
mod anonymous;
mod blind;
mod blind_merged;
mod blind_others;
mod blind_reruns;
mod files;
mod flow;
mod judged;
mod merge;
mod merged_figures;
mod own;
mod reasons;
