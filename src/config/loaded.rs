//! The configuration in force: read from file, environment and flags, with where each value came from.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use directories::ProjectDirs;
use toml::{Table, Value};

use crate::{
    domain::Settings,
    files,
    library::Place,
    net::{Host, HostError},
};

use super::{
    Config, ConfigError, KeyEntry, Origin, given,
    table::{get, is_header, leaves, put, set, variable},
};

/// The configuration in force, with where each value came from.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// What is in force.
    pub config: Config,
    /// The origin of every key, dotted.
    pub origins: BTreeMap<String, Origin>,
    /// Where the configuration file is, or would be.
    pub file: Option<PathBuf>,
    /// What of the file cannot be used, each with its line; other values hold there.
    pub remarks: Vec<String>,
    /// Lines of the file on which keys are set.
    lines: BTreeMap<String, usize>,
    dirs: Option<ProjectDirs>,
    ollama_host: Option<String>,
}

impl Loaded {
    /// Reads the configuration.
    ///
    /// # Arguments
    /// `file` names another configuration file, which must exist then; `flags`
    /// are `key=value` pairs; `environment` is asked for variables.
    ///
    /// # Errors
    /// When the file cannot be read, or a variable or flag cannot be used. What cannot be used of the file
    /// is a remark, and the value that it comes with holds: nothing is passed over in silence.
    pub fn read(
        file: Option<&Path>,
        flags: &[String],
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        let dirs = ProjectDirs::from("", "", "gainsay");
        let named = file.map(Path::to_owned).or_else(|| environment("GAINSAY_CONFIG").map(PathBuf::from));
        let must_exist = named.is_some();
        let file = named.or_else(|| dirs.as_ref().map(|d| d.config_dir().join("config.toml")));
        let mut table = Table::try_from(Config::default()).unwrap_or_default();
        let mut origins: BTreeMap<_, _> = leaves(&table).into_iter().map(|key| (key, Origin::Default)).collect();
        let (mut lines, mut remarks) = (BTreeMap::new(), Vec::new());
        if let Some(path) = &file {
            match read_text(path) {
                Ok(text) => {
                    let given = given::take(&text, &mut table);
                    let name = path.file_name().unwrap_or_default().display();
                    remarks = given.wrong.iter().map(|(line, why)| format!("{name}:{line}: {why}")).collect();
                    origins.extend(given.keys.into_iter().map(|key| (key, Origin::File(path.clone()))));
                    lines = given.lines;
                }
                Err(e) if e.kind() == std::io::ErrorKind::NotFound && !must_exist => {}
                Err(source) => return Err(ConfigError::Io { path: path.clone(), source }),
            }
        }
        for key in leaves(&table.clone()) {
            let name = variable(&key);
            if let Some(text) = environment(&name) {
                set(&mut table, &key, &text).map_err(|message| ConfigError::Value { from: name.clone(), message })?;
                origins.insert(key, Origin::Environment(name));
            }
        }
        for flag in flags {
            let bad = |message: String| ConfigError::Value { from: format!("--set {flag}"), message };
            let (key, text) = flag.split_once('=').ok_or_else(|| bad("write it as KEY=VALUE".into()))?;
            set(&mut table, key.trim(), text.trim()).map_err(bad)?;
            origins.insert(key.trim().to_owned(), Origin::Flag);
        }
        let config: Config = table.try_into().map_err(|e: toml::de::Error| ConfigError::Value {
            from: "configuration".into(),
            message: e.to_string(),
        })?;
        if let Some(message) = config.complaint() {
            return Err(ConfigError::Value { from: "configuration".into(), message });
        }
        let ollama_host = environment("OLLAMA_HOST").filter(|host| !host.trim().is_empty());
        Ok(Self { config, origins, file, remarks, lines, dirs, ollama_host })
    }

    /// The user's own text of a file in `prompts`, from beside the configuration
    /// file, with where it is.
    ///
    /// # Errors
    /// When there is one that cannot be read.
    pub fn prompt(&self, name: &str) -> Result<Option<(PathBuf, String)>, ConfigError> {
        let folder = self.file.as_deref().and_then(Path::parent);
        let Some(path) = folder.map(|folder| folder.join("prompts").join(name)) else { return Ok(None) };
        match std::fs::read_to_string(&path) {
            Ok(text) => Ok(Some((path, text))),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(ConfigError::Io { path, source }),
        }
    }

    /// The folder of the configuration file, in which calibrations are kept as well.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.file.as_deref().and_then(Path::parent)
    }

    /// Where the library is.
    ///
    /// # Errors
    /// [`ConfigError::NoHome`] when none is named and the user has no folders.
    pub fn library(&self) -> Result<PathBuf, ConfigError> {
        if self.config.library.as_os_str().is_empty() {
            Ok(self.data_dir()?.join("library.sqlite"))
        } else {
            Ok(self.config.library.clone())
        }
    }

    /// Where the model server is: as configured, else as `OLLAMA_HOST` says, else on this machine.
    ///
    /// # Errors
    /// When that is no address.
    pub fn model_host(&self) -> Result<Host, HostError> {
        let configured = Some(self.config.ollama.host.as_str()).filter(|host| !host.trim().is_empty());
        configured.or(self.ollama_host.as_deref()).map_or_else(|| Ok(Host::default()), Host::parse)
    }

    /// The folder for prompts of the user's own, beside the configuration file.
    #[must_use]
    pub fn prompts(&self) -> Option<PathBuf> {
        self.file.as_ref()?.parent().map(|folder| folder.join("prompts"))
    }

    /// `settings` with what was said of thresholds for this run alone, by a flag or in the environment, and
    /// a line on each that differs. The file is for new reviews.
    #[must_use]
    pub fn said_of(&self, settings: &Settings) -> (Settings, Vec<String>) {
        let (mut said, configured) = (settings.table(), self.config.settings.table());
        let mut changes = Vec::new();
        for (key, origin) in &self.origins {
            let Some(name) = key.strip_prefix("settings.") else { continue };
            let (Some(old), Some(new)) = (get(&said, name), get(&configured, name).cloned()) else { continue };
            if matches!(origin, Origin::Environment(_) | Origin::Flag) && *old != new {
                changes.push(format!("{name} from {old} to {new} ({origin})"));
                put(&mut said, name, new);
            }
        }
        (said.try_into().unwrap_or_else(|_| settings.clone()), changes)
    }

    /// The folder for what the program keeps.
    ///
    /// # Errors
    /// [`ConfigError::NoHome`] when the user has no folders.
    pub fn data_dir(&self) -> Result<PathBuf, ConfigError> {
        self.dirs.as_ref().map(|d| d.data_dir().to_owned()).ok_or(ConfigError::NoHome)
    }

    /// The folder for what the program remembers but could do without.
    #[must_use]
    pub fn state_dir(&self) -> Option<PathBuf> {
        self.dirs.as_ref().map(|d| d.state_dir().unwrap_or(d.data_dir()).to_owned())
    }

    /// The folder for what can be fetched again.
    #[must_use]
    pub fn cache_dir(&self) -> Option<PathBuf> {
        self.dirs.as_ref().map(|d| d.cache_dir().to_owned())
    }

    /// The reviewer's name: configured, or asked before.
    #[must_use]
    pub fn reviewer(&self) -> Option<String> {
        let configured = Some(self.config.reviewer.trim().to_owned()).filter(|name| !name.is_empty());
        configured.or_else(|| {
            let kept = std::fs::read_to_string(self.reviewer_file()?).ok()?;
            Some(kept.trim().to_owned()).filter(|name| !name.is_empty())
        })
    }

    /// Keeps the reviewer's name for the next time. A disk that refuses is no
    /// reason to stop: the name is asked again then.
    pub fn keep_reviewer(&self, name: &str) {
        if let Some(path) = self.reviewer_file()
            && let Some(folder) = path.parent()
            && files::create_private_folder(folder).is_ok()
        {
            let _ = files::write_private(&path, name.as_bytes());
        }
    }

    fn reviewer_file(&self) -> Option<PathBuf> {
        self.dirs.as_ref().map(|d| d.data_dir().join("reviewer"))
    }

    /// Lets no output replace what the program reads its configuration from, or keeps of it.
    pub fn protect(&self) {
        let configuration = "a part of the configuration";
        self::protect(self.file.as_deref(), "the configuration");
        for folder in self.file.iter().filter_map(|file| file.parent()) {
            for folder in ["themes", "prompts", "calibrations"].map(|name| folder.join(name)) {
                let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
                entries.for_each(|entry| files::protect(&entry.path(), configuration));
            }
        }
        let credibility = Some(&self.config.credibility).filter(|path| !path.as_os_str().is_empty());
        self::protect(credibility.map(PathBuf::as_path), configuration);
        self::protect(self.reviewer_file().as_deref(), configuration);
        let library = self.library().ok().map(|library| Place::of(&library));
        self::protect(library.as_ref().and_then(Place::file), "the library");
    }

    /// What is said of keys, `keymap` first, then in the order of the file.
    #[must_use]
    pub fn keys(&self) -> Vec<KeyEntry> {
        let keymap = ("keymap".to_owned(), Value::String(self.config.keymap.clone()));
        let own = self.config.keys.iter().map(|(name, value)| (format!("keys.{name}"), value.clone()));
        let mut entries: Vec<_> = std::iter::once(keymap)
            .chain(own)
            .map(|(key, value)| {
                let origin = self.origins.get(&key);
                let in_file = matches!(origin, None | Some(Origin::File(_)));
                let line = self.lines.get(&key).copied().filter(|_| in_file);
                let file = self.file.as_deref().and_then(Path::file_name);
                let place = match (file, line) {
                    (Some(file), Some(line)) => format!("{}:{line}", file.display()),
                    _ => origin.unwrap_or(&Origin::Default).to_string(),
                };
                let name = key.strip_prefix("keys.").unwrap_or(&key).to_owned();
                (line.unwrap_or(usize::MAX), KeyEntry { name, value, place })
            })
            .collect();
        // The sort is stable, so what has no line keeps its order.
        entries[1..].sort_by_key(|(line, _)| *line);
        entries.into_iter().map(|(_, entry)| entry).collect()
    }

    /// Every key with its value as TOML and its origin. Values of headers may be secret and are left out.
    #[must_use]
    pub fn rows(&self) -> Vec<(String, String, Origin)> {
        let table = Table::try_from(&self.config).unwrap_or_default();
        let row = |key: String| {
            let value = get(&table, &key).map(ToString::to_string).unwrap_or_default();
            let value = match key.as_str() {
                _ if is_header(&key) => "\"…\"".to_owned(),
                // An address may hold a password.
                "library" => Value::String(Place::of(&self.config.library).shown()).to_string(),
                _ => value,
            };
            let origin = self.origins.get(&key).cloned().unwrap_or(Origin::Default);
            (key, value, origin)
        };
        leaves(&table).into_iter().map(row).collect()
    }
}

/// A file of the user's; a device or a file without an end is refused.
fn read_text(path: &Path) -> std::io::Result<String> {
    String::from_utf8(files::read_input(path)?).map_err(std::io::Error::other)
}

fn protect(path: Option<&Path>, what: &str) {
    if let Some(path) = path {
        files::protect(path, what);
    }
}
