//! `gainsay compact`: a smaller file of the same review.

use std::path::PathBuf;

use color_eyre::eyre::{self, bail};

use crate::review::{Compacted, Review};

use super::{
    DONE,
    assemble::{self, is_review},
};

/// Arguments of `compact`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The review. It is replaced once the smaller file has been checked.
    #[arg(value_name = "REVIEW")]
    review: PathBuf,
}

pub(super) fn run(args: &Args) -> eyre::Result<u8> {
    if !is_review(&args.review) {
        bail!("{} is not a review; name a file that ends in .gainsay", args.review.display());
    }
    let Compacted { before, after, head } = Review::compact(&args.review, assemble::clock())?;
    let shown = assemble::shown(&args.review);
    println!("head {head}");
    if after < before {
        let percent = (before - after) * 100 / before.max(1);
        println!("{shown}: {before} to {after} bytes, {percent}% less; checked, with the same head");
    } else {
        println!("{shown}: {before} bytes; it cannot be made smaller and is as it was");
    }
    Ok(DONE)
}
