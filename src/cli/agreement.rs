//! `gainsay agreement`: how far reviewers agree, and the machine with them.

use std::{collections::BTreeSet, path::PathBuf};

use color_eyre::eyre::{self, bail};

use crate::{
    agree::{Agreement, collect},
    review::Review,
    text::Clean,
};

use super::{Context, DONE, DONE_IN_PART, FAULTS, assemble, describe, outputs, recent};

/// Arguments of `agreement`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The reviews; those of the same source are matched statement by statement.
    #[arg(value_name = "REVIEW", required_unless_present = "all")]
    reviews: Vec<PathBuf>,
    /// Over every review on the start page, and those named.
    #[arg(long)]
    all: bool,
    /// Write all figures as JSON here (- for standard output, in place of the table).
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

pub(super) fn run(cx: &Context, args: &Args) -> eyre::Result<u8> {
    outputs::check(&[&args.json])?;
    let mut code = DONE;
    let mut seen = BTreeSet::new();
    let mut opened = Vec::new();
    for path in &args.reviews {
        if !assemble::is_review(path) {
            bail!("{} is not a review; name files that end in .gainsay", assemble::shown(path));
        }
        if seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            opened.push(assemble::open_for_viewer(cx, path)?.review);
        }
    }
    if args.all {
        for entry in recent::list(&cx.loaded).0 {
            if !seen.insert(entry.path.clone()) {
                continue;
            }
            match assemble::open_for_viewer(cx, &entry.path) {
                Ok(found) => opened.push(found.review),
                Err(e) => {
                    code = DONE_IN_PART;
                    let why = Clean::from(describe(&e));
                    eprintln!("gainsay: {} is left out: {why}", assemble::shown(&entry.path));
                }
            }
        }
    }
    for review in &opened {
        if !assemble::faults(review)?.is_empty() {
            code = FAULTS;
        }
    }
    let reviews: Vec<&Review> = opened.iter().map(|review| &**review).collect();
    let agreement = Agreement::of(&collect(&reviews)?);
    match &args.json {
        Some(path) => assemble::write(path, &serde_json::to_vec_pretty(&agreement)?)?,
        None => agreement.to_string().lines().for_each(|line| println!("{line}")),
    }
    Ok(code)
}
