//! Arguments in, exit code out.

use std::{io::Write, process::ExitCode};

use gainsay::{cli, ingest::pdf};

/// Reviews are computed by many threads that allocate and free a great deal for each other, where the allocator of
/// most systems has them wait for one another.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // The child that takes a PDF apart does that and nothing else.
    if std::env::args_os().nth(1).is_some_and(|first| first == pdf::SUBCOMMAND) {
        return pdf::worker();
    }
    if let Err(e) = color_eyre::config::HookBuilder::default().display_env_section(false).install() {
        // Standard error may be closed.
        let _ = writeln!(std::io::stderr(), "gainsay: {e}");
    }
    match cli::main() {
        Ok(code) => code,
        Err(error) => cli::report(&error),
    }
}
