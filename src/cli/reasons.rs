//! `gainsay reasons`: the reasons that a review offers for decisions, as a file that a team shares.

use std::{fs, path::PathBuf};

use color_eyre::eyre::{self, WrapErr, bail};

use crate::{desk::Intent, domain::ReasonLists, text::Clean};

use super::{
    Context, DONE,
    assemble::{self, is_review},
};

/// Arguments of `reasons`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The review.
    #[arg(value_name = "REVIEW")]
    review: PathBuf,
    /// Use the lists of this TOML file from now on; decisions made before keep their reasons. Without it the lists of
    /// the review are printed as such a file.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

pub(super) fn run(cx: &Context, args: &Args) -> eyre::Result<u8> {
    if !is_review(&args.review) {
        bail!("{} is not a review; name a file that ends in .gainsay", args.review.display());
    }
    let review = assemble::open_review(&args.review, args.from.is_none())?.review;
    let Some(file) = &args.from else {
        let text = toml::to_string_pretty(&review.fold().reasons())?;
        text.lines().for_each(|line| println!("{}", Clean::from(line)));
        return Ok(DONE);
    };
    assemble::must_write(&review)?;
    let shown = assemble::shown(file);
    let text = fs::read_to_string(file).wrap_err_with(|| format!("cannot read {shown}"))?;
    let lists: ReasonLists = toml::from_str(&text)
        .map_err(|e| eyre::eyre!("{shown} cannot be used: {}", Clean::from(e.message()).one_line()))?;
    if let Some(why) = lists.complaint() {
        bail!("{shown} cannot be used: {why}");
    }
    let said = format!(
        "{} reasons for verdicts, {} for exclusions, {} for rulings, {} for dropped statements",
        lists.verdict.len(),
        lists.exclusion.len(),
        lists.ruling.len(),
        lists.drop.len()
    );
    if lists == review.fold().reasons() {
        println!("unchanged: {said}");
        return Ok(DONE);
    }
    let who = assemble::reviewer(cx, "lists of reasons are changed")?;
    review.append(vec![Intent::Reasons(lists).act().signed(who)])?;
    println!("{said}");
    Ok(DONE)
}
