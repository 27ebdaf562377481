//! Arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Err(e) = color_eyre::config::HookBuilder::default().display_env_section(false).install() {
        eprintln!("gainsay: {e}");
    }
    match gainsay::cli::main() {
        Ok(code) => code,
        Err(error) => gainsay::cli::report(&error),
    }
}
