//! What leaves a review: the report as Markdown or HTML for people, JSON that loads again
//! to the same state, CSV with a row a statement, and a workbook of statements, evidence and decisions. Whatever the sources
//! contain, it leaves as inert text. The same review gives the same bytes.

mod address;
mod csv;
#[cfg(test)]
mod fixture;
mod given;
mod html;
mod import;
mod json;
mod markdown;
mod markers;
mod names;
mod page;
mod references;
mod report;
mod summary;
mod table;
#[cfg(test)]
mod tests;
mod trace;
mod xlsx;

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use crate::{
    domain::{DocId, LibraryStamp, SourceMeta},
    review::{Fault, Review, ReviewError, Summary, Viewer, Who},
};

pub use html::html;
pub use import::{ImportError, import};
pub use json::{FORMAT, VERSION, is_export};
pub use markdown::markdown;
pub use references::{ReferenceFormat, references};
pub use trace::trace;

/// The triage of a statement that waits for nobody.
const DONE: &str = "done";

/// The triage of a statement in a word: what it asks of a reviewer, “done” where it waits for nobody.
pub(crate) fn describe_triage(summary: &Summary) -> &'static str {
    match summary.waits() {
        _ if summary.hidden => "–",
        true => summary.triage.name(),
        false => DONE,
    }
}

/// What a review is written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// The reviewed report.
    #[default]
    Markdown,
    /// The same for a browser or a printer.
    Html,
    /// Everything; it can be opened again.
    Json,
    /// One row per statement.
    Csv,
    /// A workbook: statements, evidence, decisions.
    Xlsx,
}

impl Kind {
    /// Every kind, the main one first.
    pub const ALL: [Self; 5] = [Self::Markdown, Self::Html, Self::Json, Self::Csv, Self::Xlsx];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Markdown => "Markdown",
            Self::Html => "HTML",
            Self::Json => "JSON",
            Self::Csv => "CSV",
            Self::Xlsx => "XLSX",
        }
    }

    /// What a file of this name is written as: by its ending, Markdown where it has none; `None` for the ending of
    /// something else.
    #[must_use]
    pub fn of_file(path: &std::path::Path) -> Option<Self> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
        match ending.as_str() {
            "" | "markdown" | "txt" => Some(Self::Markdown),
            "htm" => Some(Self::Html),
            ending => Self::ALL.into_iter().find(|kind| kind.ending() == ending),
        }
    }

    /// How files of it end.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Html => "html",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
        }
    }
}

/// Writes a review as `kind`. JSON and CSV are written as they are read, so that memory does not grow with the review.
///
/// # Errors
/// When the review cannot be read or written so.
pub fn write(review: &Review, kind: Kind, options: &Options, out: &mut dyn Write) -> Result<(), ExportError> {
    if kind == Kind::Json {
        refuse_blind(review)?;
    }
    match kind {
        Kind::Markdown => Ok(out.write_all(markdown(review, options)?.as_bytes())?),
        Kind::Html => Ok(out.write_all(html(review, options)?.as_bytes())?),
        Kind::Json => json::write(review, options, out),
        Kind::Csv => csv::write(review, options, out),
        Kind::Xlsx => xlsx::write(review, options, out),
    }
}

/// Refuses to write what holds everything while some of it is hidden.
///
/// # Errors
/// [`ExportError::Blind`].
pub fn refuse_blind(review: &Review) -> Result<(), ExportError> {
    match review.hidden() {
        0 => Ok(()),
        hidden => Err(ExportError::Blind { hidden, is_named: matches!(review.viewer(), Viewer::Reviewer(_)) }),
    }
}

/// The bytes of a review as `kind`.
///
/// # Errors
/// As [`write`].
pub fn bytes(review: &Review, kind: Kind, options: &Options) -> Result<Vec<u8>, ExportError> {
    let mut bytes = Vec::new();
    write(review, kind, options, &mut bytes)?;
    Ok(bytes)
}

/// What goes into a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether reviewers are named; else they are numbered, and a single one is “a reviewer”. Names that are in notes and
    /// reasons are left.
    pub reviewer_names: bool,
    /// The reviewers by whose order those who are not named are numbered. What writes a review takes them from its record.
    pub reviewers: Vec<Who>,
    /// Whether a report has the appendix: all passages, search results, machine detail, the audit trail.
    pub appendix: bool,
    /// Whether it says when things were done. Without, two runs over the same source compare equal.
    pub times: bool,
    /// The library as it stands, to say that it has grown since it was searched.
    pub library: Option<LibraryStamp>,
    /// What the library says now of documents on which a notice was published, which the review may not know.
    pub noticed: BTreeMap<DocId, SourceMeta>,
    /// What is wrong with the review's file. Every output begins with it: what follows may not be what was decided.
    pub faults: Vec<Fault>,
}

/// What every output of a review says whose file is not what was written.
pub const BROKEN: &str =
    "The record of this review is broken: it is not what was written, so nothing here can be relied on.";

impl Default for Options {
    /// Everything but the appendix.
    fn default() -> Self {
        Self {
            reviewer_names: true,
            reviewers: Vec::new(),
            appendix: false,
            times: true,
            library: None,
            noticed: BTreeMap::new(),
            faults: Vec::new(),
        }
    }
}

/// Why a review could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The review cannot be read.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// It holds all that is hidden.
    #[error(
        "the review is blind, and this would show the machine's opinion on {}: a copy \
         that opens again cannot leave it out. To read or share what you may see, export Markdown, HTML, CSV or XLSX; to \
         hand the review on unseen, use `gainsay backup REVIEW`; to see everything, decide the statements{}, or end it \
         with `gainsay review REVIEW --blind=false`",
        match hidden {
            1 => "1 statement that is not decided".to_owned(),
            _ => format!("{hidden} statements that are not decided"),
        },
        if *.is_named { "" } else { ", say who you are with --set reviewer=NAME" }
    )]
    Blind {
        /// How many statements are hidden from who exports.
        hidden: usize,
        /// Whether who exports has said who they are.
        is_named: bool,
    },
    /// It could not be written as CSV.
    #[error("the review cannot be written as CSV: {0}; export it as JSON instead")]
    Csv(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// What is written to takes no more.
    #[error("the export cannot be written")]
    Write(#[from] io::Error),
    /// It could not be written as JSON.
    #[error("the review cannot be written as JSON: {0}; `gainsay verify` checks whether it is damaged")]
    Json(#[from] serde_json::Error),
}
