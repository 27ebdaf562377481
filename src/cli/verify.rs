//! `gainsay verify`: is this review what was written?

use std::{io::Write, path::PathBuf};

use color_eyre::eyre;

use crate::{review::Review, text::Clean};

use super::{DONE, FAULTS, assemble};

/// Arguments of `verify`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The review.
    #[arg(value_name = "REVIEW")]
    review: PathBuf,
}

pub(super) fn run(args: Args) -> eyre::Result<u8> {
    let mut out = std::io::stdout().lock();
    let verified = Review::verify(&args.review)?;
    for fault in &verified.faults {
        writeln!(out, "{fault}")?;
    }
    for (text, redaction) in &verified.redacted {
        let told = format!("the text {} was taken out by {}: {}", text.short(), redaction.who, redaction.reason);
        writeln!(out, "{}", Clean::from(told).one_line())?;
    }
    let (rows, texts) = (verified.rows, verified.texts);
    if verified.faults.is_empty() {
        writeln!(out, "{}: {rows} acts and {texts} texts, all as they were written", assemble::shown(&args.review))?;
        return Ok(DONE);
    }
    writeln!(
        out,
        "{}: {} fault(s) in {rows} acts and {texts} texts",
        assemble::shown(&args.review),
        verified.faults.len()
    )?;
    Ok(FAULTS)
}
