//! The configuration: built-in defaults, then `config.toml`, then `GAINSAY_*`
//! in the environment, then flags; and where each value came from.

use std::{collections::BTreeMap, fmt, path::PathBuf};

use serde::{Deserialize, Serialize, Serializer};
use toml::{Table, Value};

use crate::{
    domain::Settings,
    reason::{self, model::ModelSettings},
};

mod given;
mod limits;
mod loaded;
mod own;
mod secret;
mod servers;
mod sources;
mod table;
#[cfg(test)]
mod tests;

pub use limits::Limits;
pub use loaded::Loaded;
pub use own::{Embeddings, Nli};
pub use secret::Secret;
pub use servers::Server;
pub use sources::{Source, Sources};

/// The value of `reasoner` that stands for the model where there is one, else `builtin`.
pub const AUTO: &str = "auto";

/// What can be configured. `gainsay config` prints it all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The library: a file, or the address of a PostgreSQL database (`postgres://user@host/database`); empty for the
    /// file in the data folder.
    pub library: PathBuf,
    /// The reviewer's name; empty to be asked after each start.
    pub reviewer: String,
    /// A theme by its name, or `auto`, which goes by the terminal.
    pub theme: String,
    /// What `auto` is on a dark terminal.
    pub theme_dark: String,
    /// What `auto` is on a light one.
    pub theme_light: String,
    /// Whether the interface listens to the mouse.
    pub mouse: bool,
    /// Only ASCII for borders and symbols.
    pub ascii: bool,
    /// Whether what runs is shown by something that turns.
    pub motion: bool,
    /// Whether the interface records how long each statement is looked at.
    pub timing: bool,
    /// Whether the interface begins with the tour on the first start.
    pub tour: bool,
    /// The keys to start from: `vim` or `plain`. What is wrong with it is a
    /// remark, never an error.
    #[serde(deserialize_with = "any_keymap")]
    pub keymap: String,
    /// Keys that are others than the keymap's, by the names that `gainsay config
    /// keys` lists. What is wrong in here is a remark as well.
    #[serde(deserialize_with = "any_keys")]
    pub keys: Table,
    /// How many stages run at a time; 0 for sixteen a processor, or four for each place
    /// at the model server.
    pub slots: usize,
    /// Who works new reviews out: `builtin`, `ollama`, the name of a server in `[servers]`, or `auto` for `ollama`
    /// where it is on this machine and has the model, else `builtin`.
    pub reasoner: String,
    /// Whether `builtin` asks its encoder, a small network, about stances as well; else the trees alone.
    pub encoder: bool,
    /// Models of the user's own that judge stances with `builtin`.
    pub nli: Nli,
    /// A model of the user's own that searches by meaning.
    pub embeddings: Embeddings,
    /// Nothing is sent to another machine, whatever was allowed.
    pub offline: bool,
    /// New reviews hide what the machine makes of a statement until the reviewer has given a verdict on it.
    pub blind: bool,
    /// The model server.
    pub ollama: Ollama,
    /// Other model servers by their names.
    pub servers: BTreeMap<String, Server>,
    /// Where evidence is searched for beside the library.
    pub sources: Sources,
    /// How models are asked.
    pub model: ModelSettings,
    /// Whether what an act of the reviewer makes stale is re-run at
    /// once; else when asked.
    pub auto_rerun: bool,
    /// A credibility table of one's own; empty for the built-in one.
    pub credibility: PathBuf,
    /// How much is read at most.
    pub limits: Limits,
    /// Thresholds of new reviews.
    #[serde(serialize_with = "all_settings")]
    pub settings: Settings,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            library: PathBuf::new(),
            reviewer: String::new(),
            theme: "auto".into(),
            theme_dark: "dark".into(),
            theme_light: "light".into(),
            mouse: true,
            ascii: false,
            motion: true,
            timing: true,
            tour: true,
            keymap: "vim".into(),
            keys: Table::new(),
            slots: 0,
            reasoner: AUTO.into(),
            encoder: true,
            nli: Nli::default(),
            embeddings: Embeddings::default(),
            offline: false,
            blind: false,
            ollama: Ollama::default(),
            servers: BTreeMap::new(),
            sources: Sources::default(),
            model: ModelSettings::default(),
            auto_rerun: false,
            credibility: PathBuf::new(),
            limits: Limits::default(),
            settings: Settings::default(),
        }
    }
}

impl Config {
    /// What is wrong with the values, if anything.
    fn complaint(&self) -> Option<String> {
        let reasoner = || {
            let known = self.reasoner == AUTO || reason::kind(&self.reasoner).is_some();
            let known = known || self.servers.contains_key(&self.reasoner);
            (!known).then(|| {
                format!("`reasoner` is auto, builtin, ollama or the name of a server, not “{}”", self.reasoner)
            })
        };
        let servers = || self.servers.iter().find_map(|(name, server)| server.complaint(name));
        let pinned = || {
            let own = |server: &str| reason::kind(server).is_some_and(|kind| kind.asks_model);
            let known = |server: &str| server.is_empty() || own(server) || self.servers.contains_key(server);
            let (stage, set) = self.model.stages.iter().find(|(_, set)| !known(&set.server))?;
            let name = set.server.one_line();
            Some(format!("`model.stages.{stage}.server` names “{name}”, which [servers.{name}] does not describe"))
        };
        let complaint = self.settings.complaint().or_else(|| self.model.complaint()).or_else(servers).or_else(pinned);
        complaint.or_else(|| self.sources.complaint()).or_else(reasoner)
    }
}

/// The model server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ollama {
    /// Where it is, as Ollama reads `OLLAMA_HOST`; empty for what that says.
    pub host: String,
    /// Headers for a proxy in front of it.
    pub headers: BTreeMap<String, String>,
    /// How many calls run at a time; 0 for what the server says, else 1.
    pub slots: usize,
    /// Tries after the first.
    pub retries: u32,
    /// Waited before the second try in milliseconds, then twice that, and so on.
    pub backoff: u64,
}

impl Default for Ollama {
    fn default() -> Self {
        Self { host: String::new(), headers: BTreeMap::new(), slots: 0, retries: 3, backoff: 1000 }
    }
}

/// With those that rows of reviews leave out, so that every key is known.
fn all_settings<S: Serializer>(settings: &Settings, serializer: S) -> Result<S::Ok, S::Error> {
    settings.table().serialize(serializer)
}

/// Whatever the value is, as a name.
fn any_keymap<'de, D: serde::Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::String(name) => name,
        other => other.to_string(),
    })
}

fn any_keys<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Table, D::Error> {
    Value::deserialize(from).map(as_keys)
}

/// The entries of `[keys]`; what is no table is an entry by a name that nothing has.
fn as_keys(value: Value) -> Table {
    match value {
        Value::Table(keys) => keys,
        other => Table::from_iter([("keys".to_owned(), other)]),
    }
}

/// Where a value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Built in.
    Default,
    /// The configuration file.
    File(PathBuf),
    /// This variable of the environment.
    Environment(String),
    /// A flag on the command line.
    Flag,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("built in"),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Environment(name) => write!(f, "${name}"),
            Self::Flag => f.write_str("--set"),
        }
    }
}

/// An entry of `[keys]`, or `keymap` itself.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyEntry {
    /// Its name.
    pub name: String,
    /// What was written.
    pub value: Value,
    /// Where: `config.toml:12`, `$GAINSAY_KEYMAP`, `--set`.
    pub place: String,
}

/// What is wrong with the configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read the configuration {path}: {source}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// A value from the environment or a flag does not fit.
    #[error("{from}: {message} (`gainsay config` lists every key and its value)")]
    Value {
        /// The variable or flag.
        from: String,
        /// Why.
        message: String,
    },
    /// The folders of this user are not known.
    #[error("this user has no home folder; name the files with --library and --config")]
    NoHome,
}
