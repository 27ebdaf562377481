//! `gainsay backup`: a consistent copy of a review.

use std::path::PathBuf;

use color_eyre::eyre::{self, bail};

use crate::text::{Clean, counted};

use super::{
    DONE, FAULTS,
    assemble::{self, is_review},
};

/// Arguments of `backup`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The review; another process may have it open and append to it.
    #[arg(value_name = "REVIEW")]
    review: PathBuf,
    /// The copy, which must not exist yet; a folder gets one of the review's name.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> eyre::Result<u8> {
    if !is_review(&args.review) {
        bail!("{} is not a review; name a file that ends in .gainsay", args.review.display());
    }
    let review = assemble::open_review(&args.review, true)?.review;
    let mut out = args.out.clone();
    if out.is_dir() {
        out.push(args.review.file_name().unwrap_or_default());
    } else if out.as_os_str().to_string_lossy().ends_with('/') {
        bail!("there is no folder {}; make it first, or name a file", assemble::shown(&out));
    }
    if out.exists() {
        bail!("{} exists already; name a new file with --out", assemble::shown(&out));
    }
    let found = review.back_up(&out)?;
    for fault in &found.faults {
        eprintln!("gainsay: {}", Clean::from(fault.to_string()).one_line());
    }
    if let Some((row, head)) = found.head {
        println!("head {head} (row {row})");
    }
    let (rows, texts, shown) = (found.rows, found.texts, assemble::shown(&out));
    if found.faults.is_empty() {
        println!("{shown}: {rows} acts and {texts} texts, all as they were written");
        return Ok(DONE);
    }
    println!("{shown}: a copy of a broken record, with {}", counted(found.faults.len(), "fault"));
    Ok(FAULTS)
}
