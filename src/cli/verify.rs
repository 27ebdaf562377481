//! `gainsay verify`: is this review what was written?

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use color_eyre::eyre;

use crate::{
    review::{Review, Verified},
    text::Clean,
};

use super::{DONE, FAULTS, assemble, streams};

/// Arguments of `verify`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The review.
    #[arg(value_name = "REVIEW")]
    review: PathBuf,
    /// Also check that the review has gone through this head, as a report or another copy gives it: a row's digest,
    /// or its first digits.
    #[arg(long, value_name = "DIGEST")]
    head: Option<String>,
}

/// Fewest digits by which a head may be named.
const FEWEST: usize = 8;

pub(super) fn run(args: Args) -> eyre::Result<u8> {
    if args.head.as_ref().is_some_and(|head| head.len() < FEWEST) {
        eyre::bail!("a head is named by {FEWEST} digits or more");
    }
    let verified = Review::verify(&args.review)?;
    let found = args.head.as_ref().map(|head| (head, verified.row_of(head)));
    // A reader that has seen enough does not change what was found.
    streams::keep(print(&args.review, &verified, found, &mut std::io::stdout().lock()));
    Ok(if verified.faults.is_empty() && !matches!(found, Some((_, None))) { DONE } else { FAULTS })
}

fn print(
    path: &Path,
    verified: &Verified,
    found: Option<(&String, Option<u64>)>,
    out: &mut impl Write,
) -> io::Result<()> {
    for fault in &verified.faults {
        writeln!(out, "{}", Clean::from(fault.to_string()).one_line())?;
    }
    for (text, redaction) in &verified.redacted {
        let told = format!("the text {} was taken out by {}: {}", text.short(), redaction.who, redaction.reason);
        writeln!(out, "{}", Clean::from(told).one_line())?;
    }
    let (rows, texts) = (verified.rows, verified.texts);
    if let Some((row, head)) = verified.head {
        writeln!(out, "head {head} (row {row})")?;
    }
    match found {
        Some((head, None)) => {
            let head = Clean::from(head.as_str()).one_line();
            writeln!(
                out,
                "no row has the head {head}: this is not the review that it was taken from, or not all of it"
            )?;
        }
        Some((_, Some(row))) if verified.head.is_some_and(|(newest, _)| row == newest) => {
            writeln!(out, "the head is that of the newest row")?
        }
        Some((_, Some(row))) => {
            writeln!(out, "the head is that of row {row}; the review has gone on to row {rows} since")?
        }
        None => {}
    }
    let path = assemble::shown(path);
    match verified.faults.len() {
        0 => writeln!(out, "{path}: {rows} acts and {texts} texts, all as they were written"),
        faults => writeln!(out, "{path}: {faults} fault(s) in {rows} acts and {texts} texts"),
    }
}
