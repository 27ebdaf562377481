//! Sources of evidence, against a server that plays recorded bodies (`bodies/README.md`), composed ones, and faults.

mod clients;
mod counts;
mod factcheck;
mod faults;
mod full_text;
mod given_back;
mod interface;
mod library;
mod program;
mod resume;
mod review;
mod setup;
mod versions;
mod view;
mod web;
