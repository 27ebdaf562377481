//! `gainsay demo`: real claims over real abstracts, already checked, with one
//! verdict that a reviewer has overridden.

mod record;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use color_eyre::eyre::{self, WrapErr};

use crate::{
    domain::{Digest, Source},
    export, files,
    ingest::{self, Format, ReadOptions, read_source},
    library::Library,
    review::{Review, ReviewError},
    tui,
};

use super::{
    Context, DONE,
    assemble::{self, Opened},
    describe, review,
};

/// Twelve claims and sixty abstracts of SciFact; `NOTICE.md` beside them says how they were chosen.
const CLAIMS: &str = include_str!("claims.jsonl");
const CORPUS: &str = include_str!("corpus.jsonl");
/// What this program makes of them, and what a reviewer decided: a review as `export --format json` writes it, in gzip.
const RECORD: &[u8] = include_bytes!("record.json.gz");
/// At most this many demos are kept side by side.
const MOST: u32 = 9;

/// Arguments of `demo`.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Args {
    /// Begin again: forget what was decided in the demo before.
    #[arg(long)]
    fresh: bool,
    /// Check the claims anew and write the record that the demo starts from.
    #[arg(long, hide = true, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub(super) fn run(cx: &Context, args: Args) -> eyre::Result<u8> {
    if let Some(path) = args.record {
        assemble::write(&path, &record::make(cx)?)?;
        return Ok(DONE);
    }
    tui::check_terminal()?;
    let opened = open(cx, args.fresh)?;
    review::show(cx, opened, Arc::new(library()?))
}

/// Where the review of the demo is kept.
pub(super) fn path(cx: &Context) -> Option<PathBuf> {
    cx.loaded.data_dir().ok().map(|folder| folder.join("demo.gainsay"))
}

/// Whether this is a review of the demo.
pub(super) fn is_made_by(review: &Review) -> bool {
    review.source().is_ok_and(|source| source.file == Digest::of(CLAIMS.as_bytes()))
}

/// The library of the demo, in memory.
fn library() -> eyre::Result<Library> {
    let library = Library::open_in_memory()?;
    let mut documents = Vec::new();
    ingest::read_documents("corpus.jsonl", CORPUS.as_bytes(), &ReadOptions::default(), &mut |outcome| {
        if let Ok(document) = outcome {
            documents.push(document);
        }
    })?;
    library.add(documents, |_| {})?;
    Ok(library)
}

fn claims() -> eyre::Result<Source> {
    let options = ReadOptions { format: Some(Format::JsonLines), ..ReadOptions::default() };
    // Reports bear this name: nobody is to take ten of twelve for the rate.
    Ok(read_source(
        "twelve claims of SciFact, ten of them chosen because they come out right",
        CLAIMS.as_bytes(),
        &options,
    )?)
}

/// Opens the review of the demo. It is kept in the data folder, so that decisions are there the next time. While it
/// is open in another window, this one gets a demo of its own, which is kept as well.
fn open(cx: &Context, fresh: bool) -> eyre::Result<Opened> {
    let mut remarks = Vec::new();
    let folder = cx.loaded.data_dir().map_err(eyre::Report::from).and_then(|folder| {
        files::create_private_folder(&folder).wrap_err_with(|| format!("cannot create {}", folder.display()))?;
        Ok(folder)
    });
    let folder = match folder {
        Ok(folder) => folder,
        Err(e) => return unkept(format!("what you decide here is lost when you quit: {}", describe(&e))),
    };
    for number in 1..=MOST {
        let name = if number == 1 { "demo.gainsay".to_owned() } else { format!("demo-{number}.gainsay") };
        match open_at(&folder.join(&name), fresh) {
            Ok(review) => {
                if number > 1 {
                    remarks.push(format!("the demo is open in another window; this one is kept as {name}"));
                }
                return Ok(assemble::opened(review, TITLE.into(), remarks));
            }
            Err(e) if matches!(e.downcast_ref(), Some(ReviewError::Locked { .. })) => {}
            Err(e) => return Err(e),
        }
    }
    unkept(format!("{MOST} demos are open already, so what you decide here is lost when you quit"))
}

const TITLE: &str = "demo (SciFact)";

/// A demo in memory.
fn unkept(remark: String) -> eyre::Result<Opened> {
    let review = export::import(record::read(), None, assemble::clock())?;
    Ok(assemble::opened(review, TITLE.into(), vec![remark]))
}

/// Opens the demo at `path`. Creates it there if the file is missing, has other claims, or `fresh` asks for a new one.
fn open_at(path: &Path, fresh: bool) -> eyre::Result<Review> {
    if path.exists() {
        // Also when it is to begin again: another process may have it open.
        match Review::open(path, assemble::clock()) {
            Ok(review) if !fresh && review.source()?.file == Digest::of(CLAIMS.as_bytes()) => return Ok(review),
            Err(e @ ReviewError::Locked { .. }) => return Err(e.into()),
            _ => std::fs::remove_file(path).wrap_err_with(|| format!("cannot remove {}", path.display()))?,
        }
    }
    export::import(record::read(), Some(path), assemble::clock()).map_err(|e| match e {
        export::ImportError::Review(e) => eyre::Report::from(e),
        e => e.into(),
    })
}
