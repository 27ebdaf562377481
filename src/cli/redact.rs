//! `gainsay redact`: taking texts out of a review for good.

use std::{io::Write, path::PathBuf};

use color_eyre::eyre::{self, bail};

use crate::{
    domain::Digest,
    review::{Kept, Review},
    text::Clean,
};

use super::{Context, DONE, assemble};

/// Fewest digits by which a text may be named.
const FEWEST: usize = 8;

/// Arguments of `redact`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The review.
    #[arg(value_name = "REVIEW")]
    review: PathBuf,
    /// Digests of the texts, or the first digits of each; without any, the texts are listed. A quoted
    /// document appears in its own text, in the citations of each statement, and in what models were asked.
    #[arg(value_name = "DIGEST", requires = "reason")]
    digests: Vec<String>,
    /// The reason, recorded with your name.
    #[arg(long)]
    reason: Option<String>,
}

pub(super) fn run(cx: &Context, args: Args) -> eyre::Result<u8> {
    let mut out = std::io::stdout().lock();
    if args.digests.is_empty() {
        let kept = Review::open_read_only(&args.review, assemble::clock())?.kept()?;
        writeln!(out, "digest            bytes  text")?;
        for text in kept {
            let what = if text.what.is_empty() { "named by nothing".to_owned() } else { text.what.join(", ") };
            let needed = if text.needed { "  (the review cannot be read without it)" } else { "" };
            writeln!(out, "{}  {:>9}  {}{needed}", text.digest.short(), text.length, Clean::from(what).one_line())?;
        }
        return Ok(DONE);
    }
    let reason = Clean::from(args.reason.unwrap_or_default());
    if reason.trim().is_empty() {
        bail!("say why with --reason; it stays on record in place of what is taken out");
    }
    let who = assemble::reviewer(cx, "texts are taken out of a review")?;
    let review = Review::open(&args.review, assemble::clock())?;
    let kept = review.kept()?;
    let texts = args.digests.iter().map(|named| find(&kept, named)).collect::<eyre::Result<Vec<_>>>()?;
    let count = texts.len();
    review.redact(who.clone(), texts, reason)?;
    writeln!(out, "{}: {count} text(s) removed by {who}", assemble::shown(&args.review))?;
    Ok(DONE)
}

fn find(kept: &[Kept], named: &str) -> eyre::Result<Digest> {
    let shown = Clean::from(named).one_line();
    if named.len() < FEWEST {
        bail!("“{shown}” is too short to name a text; give {FEWEST} digits of its digest or more");
    }
    let named = named.to_lowercase();
    let mut found = kept.iter().map(|text| text.digest).filter(|digest| digest.to_string().starts_with(&named));
    match (found.next(), found.next()) {
        (Some(digest), None) => Ok(digest),
        (Some(_), Some(_)) => bail!("more than one text begins with “{shown}”; give more digits"),
        (None, _) => bail!("there is no text “{shown}” in this review; without digests they are listed"),
    }
}
