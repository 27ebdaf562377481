//! New review files: each is made beside its name and published when it is whole and on disk.

use std::{fs, io, path::Path};

use rusqlite::Connection;

use crate::files::{folder_of, sync_folder};

use super::{
    JournalError,
    journal::{Journal, Purpose},
    lock::Lock,
    schema::PAGE,
};

impl Journal {
    /// Makes the file at `path` with what `fill` writes. It is made under another name and takes its own when it is
    /// whole and on disk, so that a crash leaves a review or nothing.
    ///
    /// # Arguments
    /// `lock` holds the name of the file, and then the file as well.
    pub(super) fn create<E: From<JournalError>>(
        path: &Path,
        lock: &mut Lock,
        fill: impl FnOnce(&mut Self) -> Result<(), E>,
    ) -> Result<Self, E> {
        let io = |source| JournalError::Io { path: path.to_owned(), source };
        let replaces_remains = match fs::symlink_metadata(path) {
            Ok(_) if is_remains(path) => true,
            Ok(_) => return Err(JournalError::Exists(path.to_owned()).into()),
            Err(_) => false,
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let folder = folder_of(path);
        let made = tempfile::Builder::new().prefix(&format!(".{name}.")).suffix(".new").tempfile_in(folder);
        let (file, made) = made.map_err(io)?.into_parts();
        fill(&mut Self::unknown(&made)?)?;
        Ok(Self::publish(path, lock, file, made, replaces_remains)?)
    }

    /// An empty journal in a file that nobody knows yet: what becomes of it when the system fails does not matter.
    fn unknown(path: &Path) -> Result<Self, JournalError> {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "page_size", PAGE)?;
        connection.pragma_update_and_check(None, "journal_mode", "MEMORY", |_| Ok(()))?;
        connection.pragma_update(None, "synchronous", "OFF")?;
        Self::empty(connection, true)
    }

    /// Gives a file that is whole its name, and opens it.
    fn publish(
        path: &Path,
        lock: &mut Lock,
        file: fs::File,
        made: tempfile::TempPath,
        replaces_remains: bool,
    ) -> Result<Self, JournalError> {
        let io = |source| JournalError::Io { path: path.to_owned(), source };
        file.sync_all().map_err(io)?;
        lock.hold(file).map_err(io)?;
        set_rollback_aside(path).map_err(io)?;
        let published = if replaces_remains { made.persist(path) } else { publish(made, path) };
        published.map_err(|e| match e.error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            _ => io(e.error),
        })?;
        sync_folder(folder_of(path)).map_err(io)?;
        Self::open(path, Purpose::Write)
    }

    /// Writes all that this holds into a new file at `path`, which `lock` holds the name of, and opens that. It works
    /// while the file that is open has no name any more.
    pub(super) fn save_as(&self, path: &Path, lock: &mut Lock) -> Result<Self, JournalError> {
        let io = |source| JournalError::Io { path: path.to_owned(), source };
        if fs::symlink_metadata(path).is_ok() {
            return Err(JournalError::Exists(path.to_owned()));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let made = tempfile::Builder::new().prefix(&format!(".{name}.")).suffix(".new").tempfile_in(folder_of(path));
        let (file, made) = made.map_err(io)?.into_parts();
        self.connection().execute("VACUUM INTO ?1", [made.to_string_lossy()])?;
        Self::publish(path, lock, file, made, false)
    }
}

/// Gives a file its name, unless another has it.
fn publish(made: tempfile::TempPath, path: &Path) -> Result<(), tempfile::PathPersistError> {
    let refused = match made.persist_noclobber(path) {
        Ok(()) => return Ok(()),
        Err(e) if e.error.kind() == io::ErrorKind::AlreadyExists => return Err(e),
        Err(e) => e,
    };
    // A file system without links: the name is taken by an empty file first, which a crash may leave behind.
    match fs::OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(_) => refused.path.persist(path),
        Err(error) => Err(tempfile::PathPersistError { error, path: refused.path }),
    }
}

/// Whether the file is what a creation left that was interrupted: nothing, or a review without a row.
fn is_remains(path: &Path) -> bool {
    let is_file = fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    is_file && matches!(Journal::open(path, Purpose::Read), Err(JournalError::Empty))
}

/// Moves what SQLite kept beside another file of this name out of the way. SQLite would take it for that of the new
/// file, and undo or redo in there what was done in the other.
fn set_rollback_aside(path: &Path) -> io::Result<()> {
    for ending in ["-journal", "-wal"] {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(ending);
        let beside = path.with_file_name(&name);
        match fs::symlink_metadata(&beside) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            Err(e) => return Err(e),
            Ok(found) if found.is_file() && found.len() == 0 => fs::remove_file(&beside)?,
            Ok(_) => {
                name.push("-of-another-file");
                fs::rename(&beside, path.with_file_name(name))?;
            }
        }
    }
    Ok(())
}
