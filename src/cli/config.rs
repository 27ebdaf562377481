//! `gainsay config`: what is in force, and from where.

use std::io::Write;

use color_eyre::eyre;

use super::{Context, DONE, assemble};

/// Arguments of `config`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Print only where the configuration file is, or would be.
    #[arg(long)]
    path: bool,
}

pub(super) fn run(cx: &Context, args: Args) -> eyre::Result<u8> {
    let mut out = std::io::stdout().lock();
    let file = cx.loaded.file.as_deref();
    if args.path {
        writeln!(out, "{}", file.ok_or(crate::config::ConfigError::NoHome)?.display())?;
        return Ok(DONE);
    }
    let rows = cx.loaded.rows();
    let keys = rows.iter().map(|(key, ..)| key.len()).max().unwrap_or_default();
    let values = rows.iter().map(|(_, value, _)| value.chars().count()).max().unwrap_or_default();
    if let Some(file) = file {
        let there = if file.exists() { "" } else { " (not there; every value is as it comes)" };
        writeln!(out, "# {}{there}", assemble::shown(file))?;
    }
    if let Ok(library) = cx.loaded.library() {
        writeln!(out, "# the library is {}", assemble::shown(&library))?;
    }
    for (key, value, origin) in rows {
        writeln!(out, "{key:<keys$} = {value:<values$}  # {origin}")?;
    }
    Ok(DONE)
}
