//! Files as the system knows them: which names lead to the same file, writing
//! that survives a crash, and what an output must never replace.

mod limits;
mod output;
mod protected;

use std::{
    fs::{self, DirBuilder, File, Metadata, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt, fchown},
    path::{Path, PathBuf},
};

pub use limits::{Limits, limits, set_limits};
pub use output::{OutputError, check_output, stream_output, write_output};
pub use protected::{protect, protect_content, protect_file};

/// How many symbolic links may follow one another; the limit that Linux has.
const MOST_LINKS: usize = 40;

/// A file by device and inode: the same under every name that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileId {
    device: u64,
    inode: u64,
}

impl FileId {
    /// The file that `path` leads to; `None` where there is none.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().as_ref().map(Self::of_metadata)
    }

    /// The file that `metadata` describes.
    #[must_use]
    pub fn of_metadata(metadata: &Metadata) -> Self {
        Self { device: metadata.dev(), inode: metadata.ino() }
    }
}

/// Whether two names lead to one file. Two names that lead nowhere yet do when they are the same once links are followed.
#[must_use]
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    match (FileId::of(one), FileId::of(other)) {
        (None, None) => protected::place(one).is_some_and(|place| protected::place(other) == Some(place)),
        // A pipe or a device can take two outputs, one after the other.
        (one_id, other_id) => one_id == other_id && one.is_file(),
    }
}

/// Number of hard links to the file at `path`; 0 if it does not exist.
#[must_use]
pub fn link_count(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |metadata| metadata.nlink())
}

/// The folder that `path` is in.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Where `path` leads once every symbolic link at its end is followed, also when nothing is there yet.
///
/// # Errors
/// When a link cannot be read, or the links go round in a circle.
pub fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.file_type().is_symlink() => {
                let target = fs::read_link(&path)?;
                path = folder_of(&path).join(target);
            }
            Ok(_) => return Ok(path),
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(path),
            Err(e) => return Err(e),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Makes a folder, and those above it, readable by their owner alone. Folders that exist stay as they are.
///
/// # Errors
/// When the system refuses.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Writes a file that only its owner may read: whole or not at all, and on disk when this returns.
///
/// # Errors
/// When the system refuses; then the old content is still there.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(&follow_links(path)?, None, |file| file.write_all(bytes))
}

/// Replaces the file at `path` as a whole with what `fill` writes. It keeps the mode and the owner in `like`; without,
/// its owner alone may read it.
fn replace(path: &Path, like: Option<&Metadata>, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file = tempfile::Builder::new().prefix(".gainsay-").tempfile_in(folder_of(path))?;
    fill(file.as_file_mut())?;
    if let Some(like) = like {
        let ours = file.as_file().metadata()?;
        if (ours.uid(), ours.gid()) != (like.uid(), like.gid()) {
            // Only an administrator may give a file away; the content matters more than its owner.
            let _ = fchown(file.as_file(), Some(like.uid()), Some(like.gid()));
        }
        file.as_file().set_permissions(like.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|e| e.error)?;
    sync_folder(folder_of(path))
}

/// Waits until the names in `folder` are on disk.
///
/// # Errors
/// When the disk fails. File systems that cannot sync a folder are not an error.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(e) if !matches!(e.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Err(e),
        _ => Ok(()),
    }
}

/// Opens `path` for reading and writing, making it when it is missing, but never through a symbolic link.
/// Returns whether it was made.
///
/// # Errors
/// When the system refuses, or `path` is a symbolic link or not a regular file.
pub fn open_unlinked(path: &Path) -> io::Result<(File, bool)> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).mode(0o600);
    loop {
        match options.clone().create_new(true).open(path) {
            Ok(file) => return Ok((file, true)),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(e),
        }
        if fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_symlink()) {
            return Err(io::Error::other("it is a symbolic link, which is never followed here; remove it"));
        }
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        let file = match options.clone().custom_flags(flags.bits().cast_signed()).open(path) {
            Ok(file) => file,
            // Gone since.
            Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
            Err(e) => return Err(e),
        };
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is not a regular file; remove it"));
        }
        return Ok((file, false));
    }
}

/// Reads an input as a whole.
///
/// # Errors
/// When it cannot be read, has no end, or is too large; the message says what to do.
pub fn read_input(path: &Path) -> io::Result<Vec<u8>> {
    // Without waiting: whether there is anything to wait for is seen from what it is.
    let metadata = fs::metadata(path)?;
    check_input(&metadata)?;
    let limit = limits().input;
    if metadata.len() > limit {
        return Err(too_large(limit));
    }
    read_to_limit(File::open(path)?, metadata.len(), limit)
}

/// Opens an input that is read in a stream, of any length.
///
/// # Errors
/// When it cannot be opened, or is a device or a folder; the message says what to do.
pub fn open_input(path: &Path) -> io::Result<File> {
    check_input(&fs::metadata(path)?)?;
    File::open(path)
}

/// Reads standard input as a whole.
///
/// # Errors
/// As [`read_input`].
pub fn read_standard_input() -> io::Result<Vec<u8>> {
    read_to_limit(open_standard_input()?, 0, limits().input)
}

/// Standard input, to be read in a stream.
///
/// # Errors
/// As [`open_input`].
pub fn open_standard_input() -> io::Result<io::StdinLock<'static>> {
    use std::os::fd::AsFd;
    let metadata = File::from(io::stdin().as_fd().try_clone_to_owned()?).metadata()?;
    // Nothing at all is an input too: `< /dev/null` is empty.
    if metadata.is_file() {
        protect_file(&metadata, "the input of this command");
    }
    let null = FileId::of(Path::new("/dev/null"));
    if null != Some(FileId::of_metadata(&metadata)) {
        check_input(&metadata)?;
    }
    Ok(io::stdin().lock())
}

/// What the system says of a failure, without the number of its error.
#[must_use]
pub fn describe_error(error: &io::Error) -> String {
    without_number(error.to_string())
}

/// A message without the number of an error of the system at its end.
#[must_use]
pub fn without_number(message: String) -> String {
    match message.rsplit_once(" (os error ") {
        Some((words, rest)) if rest.ends_with(')') => words.to_owned(),
        _ => message,
    }
}

fn check_input(metadata: &Metadata) -> io::Result<()> {
    let kind = metadata.file_type();
    let refused = |why: &str| Err(io::Error::new(io::ErrorKind::InvalidInput, why.to_owned()));
    if kind.is_dir() {
        return refused("it is a folder; name a file in it");
    }
    if kind.is_char_device() || kind.is_block_device() {
        return refused("it is a device, which may have no end; name a file, or pipe the text in with -");
    }
    if kind.is_socket() {
        return refused("it is a socket; name a file, or pipe the text in with -");
    }
    Ok(())
}

fn too_large(limit: u64) -> io::Error {
    let why = format!(
        "it is larger than {} MB; split it, or raise `limits.input_mb` in the configuration",
        limit / 1_000_000
    );
    io::Error::new(io::ErrorKind::InvalidInput, why)
}

fn read_to_limit(input: impl Read, expected: u64, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(usize::try_from(expected).unwrap_or_default());
    input.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large(limit)) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn a_private_file_is_private_also_when_it_was_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("recent.json");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        write_private(&path, b"new").unwrap();
        assert_eq!((fs::read(&path).unwrap(), mode(&path)), (b"new".to_vec(), 0o600));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn links_are_followed_to_their_end_and_circles_are_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink("b", at("a")).unwrap();
        symlink(at("missing"), at("b")).unwrap();
        symlink("circle", at("circle")).unwrap();
        assert_eq!(follow_links(&at("a")).unwrap(), at("missing"));
        assert!(follow_links(&at("circle")).is_err());
    }

    #[test]
    fn nothing_is_opened_or_made_through_a_symbolic_link() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("victim"), "text").unwrap();
        symlink("victim", at("link")).unwrap();
        symlink("missing", at("dangling")).unwrap();
        for name in ["link", "dangling"] {
            let error = open_unlinked(&at(name)).unwrap_err().to_string();
            assert!(error.contains("symbolic link"), "{error}");
        }
        assert_eq!(fs::read_to_string(at("victim")).unwrap(), "text");
        assert!(!at("missing").exists());
        assert!(open_unlinked(&at("new")).unwrap().1);
        assert!(!open_unlinked(&at("new")).unwrap().1);
    }
}
