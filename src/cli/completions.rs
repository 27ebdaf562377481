//! `gainsay completions`: for the shell.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use color_eyre::eyre;

use super::{DONE, assemble};

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell.
    shell: Shell,
}

pub(super) fn run(args: Args) -> eyre::Result<u8> {
    // Not straight to standard output: the generator panics where that is closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::Args::command(), "gainsay", &mut script);
    assemble::write(Path::new("-"), &script)?;
    Ok(DONE)
}
