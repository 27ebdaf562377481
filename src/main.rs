//! Arguments in, exit code out.

use std::process::ExitCode;

use gainsay::ingest::pdf;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|first| first == pdf::SUBCOMMAND) {
        return pdf::worker();
    }
    ExitCode::SUCCESS
}
