//! Standard output and standard error, which may be closed or full: the
//! standard library's macros panic then.

use std::{
    fmt,
    io::{self, Write},
    sync::{Mutex, PoisonError},
};

/// The first error of standard output, for the exit code.
static FAILED: Mutex<Option<io::Error>> = Mutex::new(None);

/// Prints a line on standard output. What goes wrong is kept for [`finish`].
pub(super) fn print_line(line: fmt::Arguments<'_>) {
    keep(writeln!(io::stdout(), "{line}"));
}

/// Says something on standard error. Where nobody can hear it, there is nobody to tell that either.
pub(super) fn say_line(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Keeps an error of standard output for [`finish`], so that what else there is to do is done first.
pub(super) fn keep(printed: io::Result<()>) {
    if let Err(error) = printed {
        FAILED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
}

/// Writes what is left of standard output.
///
/// # Errors
/// The first error of standard output. A reader that has seen enough (`gainsay library list | head`) is not one.
pub(super) fn finish() -> io::Result<()> {
    keep(io::stdout().flush());
    match FAILED.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}
