//! PDF, taken apart in a child process, since files made by anybody make every
//! extractor panic, loop or eat all memory sooner or later. What comes out is
//! judged, put in order, and asked of `pdftotext` when it is no good.

mod child;
mod tidy;
mod worker;

use std::{path::Path, process::Command};

use crate::{
    domain::{Page, SourceMeta},
    text::Clean,
};

use super::{IngestError, meta, pages::build, record::Work};
use tidy::Quality;
use worker::Extract;

pub use worker::worker;

/// The hidden subcommand of this program that [`worker`] answers to.
pub const SUBCOMMAND: &str = "extract-pdf";

/// The text of a PDF, page by page, without running heads and with its lines joined.
///
/// `exe` is this program, started with [`SUBCOMMAND`]; an installed `pdftotext`
/// helps out where that fails or gives little.
///
/// # Errors
/// [`IngestError::Pdf`] when no extractor could read it, [`IngestError::Scanned`]
/// when its pages hold hardly any text.
pub fn read_pdf(exe: Option<&Path>, bytes: &[u8]) -> Result<Vec<Page>, IngestError> {
    Ok(build(read(exe, bytes)?.pages).0)
}

/// As [`read_pdf`], as paragraphs, with the title and the DOI that the first page shows.
pub(super) fn read(exe: Option<&Path>, bytes: &[u8]) -> Result<Work, IngestError> {
    let own = exe.map_or_else(|| Err("the built-in extractor is not at hand".to_owned()), |exe| own(exe, bytes));
    let own = own.map(|extract| (Quality::of(&extract.pages), extract));
    if let Ok((quality, extract)) = &own
        && quality.is_good()
    {
        return Ok(work(extract));
    }
    let other = pdftotext(bytes).map(|extract| (Quality::of(&extract.pages), extract));
    match (own, other) {
        (_, Ok((quality, extract))) if quality.is_good() => Ok(work(&extract)),
        (Ok((quality, extract)), _) | (Err(_), Ok((quality, extract))) if quality.is_readable() => Ok(work(&extract)),
        (Ok((quality, _)), _) | (Err(_), Ok((quality, _))) => {
            Err(IngestError::Scanned { words: quality.words, pages: quality.pages })
        }
        (Err(own), Err(other)) => Err(IngestError::Pdf { why: Clean::new(&format!("{own}; {other}")).one_line() }),
    }
}

fn work(extract: &Extract) -> Work {
    let pages = tidy::tidy(&extract.pages);
    let mut meta = SourceMeta {
        title: extract.title.as_deref().and_then(meta::line).unwrap_or_default(),
        doi: pages.first().and_then(|page| page.iter().find_map(|paragraph| shown_doi(paragraph))),
        ..SourceMeta::default()
    };
    meta::complete(&mut meta);
    Work { meta, pages }
}

/// The DOI after the first mention of `doi`.
fn shown_doi(paragraph: &str) -> Option<Clean> {
    let lower = paragraph.to_lowercase();
    lower.match_indices("doi").find_map(|(at, word)| {
        let rest = &lower[at + word.len()..];
        let near = rest.find("10.").is_some_and(|gap| gap <= ".org/ : ".len());
        near.then(|| meta::doi(rest)).flatten()
    })
}

fn own(exe: &Path, bytes: &[u8]) -> Result<Extract, String> {
    let mut command = Command::new(exe);
    command.arg(SUBCOMMAND);
    worker::extract_in(&child::run(command, bytes)?).ok_or_else(|| "the extractor gave no pages".to_owned())
}

fn pdftotext(bytes: &[u8]) -> Result<Extract, String> {
    let mut command = Command::new("pdftotext");
    command.args(["-enc", "UTF-8", "-eol", "unix", "-", "-"]);
    let output = child::run(command, bytes)?;
    let text = String::from_utf8_lossy(&output);
    let pages = text.strip_suffix('\u{0c}').unwrap_or(&text).split('\u{0c}').map(str::to_owned).collect();
    Ok(Extract { title: None, pages })
}
