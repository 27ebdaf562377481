//! `gainsay completions`: for the shell.

use clap::CommandFactory;
use clap_complete::Shell;

use super::DONE;

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell.
    shell: Shell,
}

pub(super) fn run(args: Args) -> u8 {
    clap_complete::generate(args.shell, &mut super::Args::command(), "gainsay", &mut std::io::stdout());
    DONE
}
