//! Both kinds of library side by side, over a real server. Each test is skipped, with a line that says so, where there
//! is none (`tests/server.rs`).

mod both;
mod encrypted;
mod many;
mod papercheck;
mod server;
mod together;
mod upgrade;

use std::path::Path;

use crate::{
    domain::{Document, Page, SourceMeta},
    library::Library,
};

fn titled(title: &str, text: &str) -> Document {
    let meta = SourceMeta { title: title.into(), ..SourceMeta::default() };
    Document::new(meta, vec![Page { number: 1, text: text.into() }])
}

fn with_doi(doi: &str, text: &str) -> Document {
    let meta = SourceMeta { doi: Some(doi.into()), ..SourceMeta::default() };
    Document::new(meta, vec![Page { number: 1, text: text.into() }])
}

fn made(address: &str) -> Library {
    Library::init(Path::new(address), &mut |_, _| {}).unwrap()
}
