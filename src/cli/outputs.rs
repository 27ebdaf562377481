//! What a command reads and writes besides reviews and libraries.

use std::path::{Path, PathBuf};

use color_eyre::eyre::{self, bail};

use crate::files;

/// Protects what a command reads from outputs of this program.
pub(super) fn protect<'a>(inputs: impl IntoIterator<Item = &'a Path>) {
    inputs.into_iter().for_each(|input| files::protect(input, "an input of this command"));
}

/// Checks that each output that was asked for may be written, and none over another: before the work, which may take
/// hours.
///
/// # Errors
/// What [`files::check_output`] refuses, and a file that is named twice.
pub(super) fn check(outputs: &[&Option<PathBuf>]) -> eyre::Result<()> {
    let outputs: Vec<&Path> = outputs.iter().copied().flatten().map(PathBuf::as_path).collect();
    for (n, &path) in outputs.iter().enumerate() {
        files::check_output(path)?;
        if path.as_os_str() == "-" && outputs[..n].contains(&path) {
            bail!("two outputs are to go to standard output; name a file for one of them");
        }
        if path.as_os_str() != "-" && outputs[..n].iter().any(|other| files::is_same_file(other, path)) {
            bail!("{} is named for two outputs; name another file for one of them", path.display());
        }
    }
    Ok(())
}
