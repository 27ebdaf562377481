//! Paths as somebody types them.

use std::path::PathBuf;

use crate::text::Clean;

/// A path that somebody typed, `~` for their home, or that a file manager put in quotes.
pub(super) fn expand(path: &str) -> PathBuf {
    let quoted = ['\'', '"'].into_iter().find_map(|mark| path.strip_prefix(mark)?.strip_suffix(mark));
    let path = quoted.unwrap_or(path);
    let home = directories::BaseDirs::new().map(|dirs| dirs.home_dir().to_owned());
    match (path.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(path),
    }
}

/// As much more of a path as all files have in common that begin with it, a folder with its slash; and their names.
pub(super) fn complete_path(path: &str) -> (String, Vec<String>) {
    let (folder, begun) = path.rsplit_once('/').map_or(("", path), |(folder, begun)| (&path[..=folder.len()], begun));
    let place = if folder.is_empty() { PathBuf::from(".") } else { expand(folder) };
    let entries = std::fs::read_dir(place).into_iter().flatten();
    let named = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let hidden = name.starts_with('.') && !begun.starts_with('.');
        let slash = if entry.path().is_dir() { "/" } else { "" };
        (name.starts_with(begun) && !hidden).then(|| format!("{name}{slash}"))
    });
    let mut named: Vec<String> = named.collect();
    named.sort_unstable();
    let Some((first, others)) = named.split_first() else { return (path.to_owned(), named) };
    let alike = |length: usize| others.iter().all(|name| name.get(..length) == first.get(..length));
    let mut ends = first.char_indices().map(|(at, c)| at + c.len_utf8()).filter(|end| alike(*end));
    let common = &first[..ends.next_back().unwrap_or(0)];
    (format!("{folder}{}", Clean::from(common)), named)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reviewer would type the whole path of a file that the program can see.
    #[test]
    fn a_path_is_completed_as_far_as_its_files_are_alike() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["trial-1.pdf", "trial-2.pdf", ".hidden"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let path = |name: &str| folder.path().join(name).display().to_string();
        let both = vec!["trial-1.pdf".to_owned(), "trial-2.pdf".to_owned()];
        assert_eq!(complete_path(&path("t")), (path("trial-"), both.clone()));
        assert_eq!(complete_path(&path("trial-")), (path("trial-"), both));
        assert_eq!(complete_path(&path("trial-1")).0, path("trial-1.pdf"));
        assert_eq!(complete_path(&path("x")), (path("x"), Vec::new()));
    }
}
