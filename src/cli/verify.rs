//! `gainsay verify`: is this review what was written?

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use color_eyre::eyre;

use crate::{
    files,
    review::{Review, ReviewError, Verified},
    text::{Clean, counted},
};

use super::{
    DONE, FAULTS, assemble,
    sign::{self, Signed},
    streams,
};

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
    /// Sign the head with this SSH key (or its public half, with the key in the agent) into REVIEW.sig.
    #[arg(long, value_name = "KEY")]
    sign: Option<PathBuf>,
    /// Check this signature, which `--sign` made.
    #[arg(long, value_name = "FILE", conflicts_with = "sign")]
    signature: Option<PathBuf>,
    /// Accept only these signers (an allowed signers file of `ssh-keygen`).
    #[arg(long, value_name = "FILE", requires = "signature")]
    signers: Option<PathBuf>,
}

/// Fewest digits by which a head may be named.
const FEWEST: usize = 8;

pub(super) fn run(args: Args) -> eyre::Result<u8> {
    if let Some(head) = args.head.as_ref()
        && (head.len() < FEWEST || !head.bytes().all(|b| b.is_ascii_hexdigit()))
    {
        let head = Clean::from(head.as_str()).one_line();
        eyre::bail!(
            "“{head}” names no head; give {FEWEST} hexadecimal digits of it or more, as a report's last line has them"
        );
    }
    let verified = match Review::verify(&args.review) {
        Err(ReviewError::Journal(damage)) if damage.is_damage() => {
            eprintln!("gainsay: {}: {damage}", assemble::shown(&args.review));
            return Ok(FAULTS);
        }
        verified => verified?,
    };
    let found = args.head.as_ref().map(|head| (head, verified.row_of(head)));
    // A reader that has seen enough does not change what was found.
    streams::keep(print(&args.review, &verified, found, &mut std::io::stdout().lock()));
    if !verified.faults.is_empty() || matches!(found, Some((_, None))) {
        return Ok(FAULTS);
    }
    if let Some(file) = &args.signature {
        let signed = sign::check(&verified, file, args.signers.as_deref())?;
        println!("{}", describe(&signed));
        return Ok(if signed.is_good && signed.row.is_some() { DONE } else { FAULTS });
    }
    if let (Some(key), Some((row, head))) = (&args.sign, verified.head) {
        files::protect(&args.review, "the review");
        let mut to = args.review.clone().into_os_string();
        to.push(".sig");
        sign::sign(head, key, Path::new(&to))?;
        println!("row {row} is signed in {}", assemble::shown(Path::new(&to)));
    }
    Ok(DONE)
}

fn describe(signed: &Signed) -> String {
    match (signed.is_good, signed.row) {
        (false, _) => format!("the signature is not good: {}", signed.said),
        (true, None) => format!("what was signed is not a row of this review: {}", signed.said),
        (true, Some(row)) => format!("row {row} is signed: {}", signed.said),
    }
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
        let line = format!("the text {} was removed by {}: {}", text.short(), redaction.who, redaction.reason);
        writeln!(out, "{}", Clean::from(line).one_line())?;
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
        faults => writeln!(out, "{path}: {} in {rows} acts and {texts} texts", counted(faults, "fault")),
    }
}
