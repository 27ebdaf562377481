//! PDF, taken apart in a child process, since files made by anybody make every
//! extractor panic, loop or eat all memory sooner or later. What comes out is
//! judged, put in order, and asked of `pdftotext` when it is no good.

mod child;
mod compounds;
mod drawing;
mod fonts;
mod margins;
mod page;
mod quality;
mod symbols;
mod tidy;
mod worker;

use std::{path::Path, process::Command};

use crate::{
    domain::{Dropped, Page, SourceMeta},
    text::Clean,
};

use super::{IngestError, front, meta, pages::build, record::Work};
use quality::Quality;
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
/// [`IngestError::Pdf`] when no extractor could read it, [`IngestError::Scanned`] when its pages are pictures,
/// [`IngestError::Garbled`] when its fonts do not say what they draw, [`IngestError::NoText`] when there is hardly any.
pub fn read_pdf(exe: Option<&Path>, bytes: &[u8]) -> Result<Vec<Page>, IngestError> {
    Ok(build(read(exe, bytes)?.0.pages).0)
}

/// As [`read_pdf`], as paragraphs, with the title and the DOI that the first page shows, and the pages that were read
/// in part.
pub(super) fn read(exe: Option<&Path>, bytes: &[u8]) -> Result<(Work, Vec<Dropped>), IngestError> {
    let mut own = exe.map_or_else(|| Err("the built-in extractor is not at hand".to_owned()), |exe| own(exe, bytes));
    let is_good = |extract: &Extract| Quality::of(&extract.pages).is_good();
    if let Ok(extract) = &own
        && extract.torn.is_empty()
        && is_good(extract)
    {
        return Ok(work(extract, true));
    }
    let mut other = pdftotext(exe, bytes);
    if let (Ok(own), Ok(other)) = (&own, &mut other) {
        other.title.clone_from(&own.title);
    }
    let second = !other.as_ref().is_err_and(|why| why.ends_with(worker::MISSING));
    if let Ok(extract) = &mut own
        && is_good(extract)
    {
        if let Ok(other) = &other {
            extract.mend(other);
        }
        return Ok(work(extract, second));
    }
    let pictures = own.as_ref().ok().and_then(|extract| extract.pictures);
    let read: Vec<_> =
        [&other, &own].into_iter().flatten().map(|extract| (Quality::of(&extract.pages), extract)).collect();
    let usable = |(quality, _): &&(Quality, &Extract)| quality.is_readable() && !quality.is_scan(pictures);
    let best = read.iter().filter(usable).find(|(quality, _)| quality.is_good());
    // The built-in extractor knows more of a page, so what is no better elsewhere comes from there.
    if let Some((_, extract)) = best.or_else(|| read.iter().rfind(usable)) {
        return Ok(work(extract, second));
    }
    let most = read.iter().map(|(quality, _)| *quality).max_by_key(|quality| quality.words);
    let Some(Quality { words, pages, .. }) = most else {
        let why = [own.err(), other.err()].into_iter().flatten().collect::<Vec<_>>().join("; ");
        return Err(IngestError::Pdf { why: Clean::new(&why).one_line() });
    };
    Err(match most {
        Some(most) if most.is_scan(pictures) => IngestError::Scanned { words, pages },
        Some(most) if most.has_text() => IngestError::Garbled { second },
        _ => IngestError::NoText { words, pages, second },
    })
}

/// The work, and the pages of it that were read in part; `second` is whether `pdftotext` is installed.
fn work(extract: &Extract, second: bool) -> (Work, Vec<Dropped>) {
    let pages = tidy::tidy(&extract.pages);
    let large = extract.title.as_deref().map(|title| tidy::title(title, &extract.pages));
    let shown = pages
        .iter()
        .find(|page| !page.is_empty())
        .and_then(|page| front::title_above_authors(page.iter().map(String::as_str)));
    let mut meta = SourceMeta {
        title: large.or(shown).as_deref().map(front::without_marks).and_then(meta::line).unwrap_or_default(),
        doi: pages.first().and_then(|page| page.iter().find_map(|paragraph| front::doi(paragraph))),
        ..SourceMeta::default()
    };
    meta::complete(&mut meta);
    let remedy = match second {
        true => ", and pdftotext did not help; give the paper as text, Markdown or JATS XML to have it whole",
        false => "; with pdftotext (poppler-utils) installed, such pages are read with it",
    };
    let torn = extract
        .torn
        .iter()
        .map(|page| Dropped { line: 0, why: format!("only part of page {page} could be read{remedy}").into() });
    (Work { meta, pages }, torn.collect())
}

impl Extract {
    /// Takes the pages that were read in part from another reader of the same file, where that found text on them.
    fn mend(&mut self, other: &Self) {
        if self.pages.len() != other.pages.len() {
            return;
        }
        self.torn.retain(|page| {
            let read = &other.pages[page - 1];
            let is_blank = read.trim().is_empty();
            if !is_blank {
                self.pages[page - 1].clone_from(read);
            }
            is_blank
        });
    }
}

fn own(exe: &Path, bytes: &[u8]) -> Result<Extract, String> {
    let output = child::run(worker_of(exe), bytes)?;
    worker::extract_in(&output).ok_or_else(|| "the extractor gave no pages".to_owned())
}

/// This program as the worker.
fn worker_of(exe: &Path) -> Command {
    let mut command = Command::new(exe);
    command.arg(SUBCOMMAND).env(worker::ALLOCATOR.0, worker::ALLOCATOR.1);
    command
}

fn pdftotext(exe: Option<&Path>, bytes: &[u8]) -> Result<Extract, String> {
    let command = exe.map_or_else(worker::pdftotext, |exe| {
        let mut command = worker_of(exe);
        command.arg(worker::SECOND);
        command
    });
    let output = child::run(command, bytes)?;
    let text = String::from_utf8_lossy(&output);
    let pages = text.strip_suffix('\u{0c}').unwrap_or(&text).split('\u{0c}').map(str::to_owned).collect();
    Ok(Extract { title: None, pages, torn: Vec::new(), pictures: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extract(pages: &[&str], torn: &[usize]) -> Extract {
        let pages = pages.iter().map(|page| (*page).to_owned()).collect();
        Extract { title: None, pages, torn: torn.to_vec(), pictures: None }
    }

    /// Who has `pdftotext` was asked to install it, and the part of a page that could be read made way for nothing.
    #[test]
    fn a_page_that_neither_extractor_reads_whole_is_named_with_what_helps() {
        let mut own = extract(&["One.", "Part of tw", "Part of th"], &[2, 3]);
        own.mend(&extract(&["One.", "Part of two.", " "], &[]));
        assert_eq!((own.pages[1].as_str(), own.pages[2].as_str()), ("Part of two.", "Part of th"));
        let said = |extract: &Extract, second| {
            let (_, torn) = work(extract, second);
            torn.iter().map(|page| page.why.to_string()).collect::<Vec<_>>().join("\n")
        };
        let why = said(&own, true);
        assert!(why.starts_with("only part of page 3 could be read, and pdftotext did not help; give"), "{why}");
        assert!(said(&own, false).contains("with pdftotext (poppler-utils) installed"));
        own.mend(&extract(&["One.", "Two."], &[]));
        assert_eq!(own.torn, [3], "pages of another count are other pages");
    }
}
