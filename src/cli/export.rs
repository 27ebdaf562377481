//! `gainsay export`: the report of a review, or all of it.

use std::path::{Path, PathBuf};

use color_eyre::eyre;

use crate::{
    export::{self, Options, ReferenceFormat},
    files,
};

use super::{
    Context, DONE, FAULTS,
    assemble::{self, is_review},
    demo,
};

/// Arguments of `export`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The review.
    #[arg(value_name = "REVIEW")]
    review: PathBuf,
    /// What to write; by default what the name of FILE ends in (.html, .csv, .bib …), Markdown where it has no ending.
    #[arg(long, value_enum)]
    format: Option<Kind>,
    /// Write every call to a model instead: a line of JSON each, oldest first.
    #[arg(long, conflicts_with = "format")]
    trace: bool,
    /// Where to write it (by default standard output).
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// Leave the names of reviewers out: they are “reviewer 1”, “reviewer 2” in the order of their first acts.
    #[arg(long)]
    anonymous: bool,
    /// Add the appendix to the report: all passages, search results, machine detail and the audit trail.
    #[arg(long)]
    appendix: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Kind {
    /// The reviewed report.
    Markdown,
    /// The same for a browser or a printer.
    Html,
    /// Everything; `gainsay review` opens it again.
    Json,
    /// One row per statement.
    Csv,
    /// A workbook with a sheet each of statements, evidence and decisions.
    Xlsx,
    /// The works in the references of the report, as BibTeX.
    Bibtex,
    /// The works in the references of the report, as RIS.
    Ris,
    /// The works in the references of the report, as CSL-JSON.
    Csl,
}

impl Kind {
    /// What a file of this name is written as; `None` for the ending of something else.
    fn of_file(path: &Path) -> Option<Self> {
        match path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase().as_str() {
            "bib" => return Some(Self::Bibtex),
            "ris" => return Some(Self::Ris),
            _ => {}
        }
        Some(match export::Kind::of_file(path)? {
            export::Kind::Markdown => Self::Markdown,
            export::Kind::Html => Self::Html,
            export::Kind::Json => Self::Json,
            export::Kind::Csv => Self::Csv,
            export::Kind::Xlsx => Self::Xlsx,
        })
    }
}

pub(super) fn run(cx: &Context, args: Args) -> eyre::Result<u8> {
    if !is_review(&args.review) {
        eyre::bail!(
            "{} is not a review; `gainsay review FILE` or `gainsay check FILE` make one",
            args.review.display()
        );
    }
    let review = assemble::open_for_viewer(cx, &args.review)?.review;
    files::check_output(&args.out)?;
    let Some(format) = args.format.or_else(|| args.trace.then_some(Kind::Json)).or_else(|| Kind::of_file(&args.out))
    else {
        eyre::bail!(
            "{} ends like no format that can be written; name a file that ends in .md, .html, .json, .csv, .xlsx, .bib or \
             .ris, or the format with --format",
            args.out.display()
        );
    };
    if matches!(format, Kind::Json) {
        assemble::refuse_hidden(&review, assemble::WITHOUT_HIDDEN)?;
    }
    let faults = assemble::faults(&review)?;
    let code = if faults.is_empty() { DONE } else { FAULTS };
    if args.trace {
        assemble::write(&args.out, &export::trace(&review, &faults)?)?;
        assemble::say_written(&args.out);
        return Ok(code);
    }
    // The demo has a library of its own, of which the user's says nothing.
    let is_demo = demo::is_made_by(&review);
    let (library, noticed) = if is_demo { Default::default() } else { assemble::at_hand(cx, &review) };
    let options = Options {
        reviewer_names: !args.anonymous,
        appendix: args.appendix,
        library,
        noticed,
        faults,
        ..Options::default()
    };
    let references = |format| -> eyre::Result<u8> {
        assemble::write(&args.out, &export::references(&review, format)?)?;
        assemble::say_written(&args.out);
        Ok(code)
    };
    let kind = match format {
        Kind::Bibtex => return references(ReferenceFormat::BibTex),
        Kind::Ris => return references(ReferenceFormat::Ris),
        Kind::Csl => return references(ReferenceFormat::Csl),
        Kind::Markdown => export::Kind::Markdown,
        Kind::Html => export::Kind::Html,
        Kind::Json => export::Kind::Json,
        Kind::Csv => export::Kind::Csv,
        Kind::Xlsx => export::Kind::Xlsx,
    };
    assemble::export(&args.out, &review, kind, &options)?;
    assemble::say_written(&args.out);
    Ok(code)
}
