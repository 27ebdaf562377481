//! `[servers.NAME]`: model servers besides the one of `[ollama]`.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use crate::{llm::KINDS, net::Host, reason};

use super::{AUTO, secret::Secret};

/// A model server. Its name is the name of a reasoner: `--reasoner NAME`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Server {
    /// `ollama`, or `openai` for everything that speaks OpenAI's interface.
    pub kind: String,
    /// Its address; without a path, `/v1` is added for the kind `openai`. Several addresses are servers with the same
    /// models, among which calls are spread.
    #[serde(deserialize_with = "one_or_several")]
    pub url: Vec<String>,
    /// The model to ask; empty for `model.name`.
    pub model: String,
    /// The environment variable with its key.
    pub key_env: String,
    /// A command that prints its key, run by `sh -c`.
    pub key_command: String,
    /// Headers of every request.
    pub headers: BTreeMap<String, String>,
    /// How many calls run at a time at each address; 0 for what the server says, else 1.
    pub slots: usize,
}

/// One address, or a list.
fn one_or_several<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "an address or a list of addresses is expected")]
    enum Written {
        One(String),
        Several(Vec<String>),
    }
    Ok(match Written::deserialize(deserializer)? {
        Written::One(url) => vec![url],
        Written::Several(urls) => urls,
    })
}

/// Names that mean something else.
fn taken() -> Vec<&'static str> {
    let reasoners = reason::KINDS.iter().map(|kind| kind.name);
    std::iter::once(AUTO).chain(reasoners).chain(std::iter::once("demo")).collect()
}

impl Server {
    /// What is wrong with it under this name, if anything.
    pub(super) fn complaint(&self, name: &str) -> Option<String> {
        let key = |field: &str| format!("`servers.{name}.{field}`");
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if taken().contains(&name) || !name.chars().all(plain) {
            return Some(format!(
                "“{name}” cannot be the name of a server; use letters, digits, - and _, and none of {}",
                taken().join(", ")
            ));
        }
        if !KINDS.iter().any(|kind| kind.name == self.kind) {
            let known = KINDS.map(|kind| kind.name).join(" or ");
            return Some(format!("{} is {known}, not “{}”", key("kind"), self.kind));
        }
        if self.url.is_empty() || self.url.iter().any(|url| url.trim().is_empty()) {
            return Some(format!("{} is missing; write the server's address", key("url")));
        }
        let mut hosts = Vec::new();
        for url in &self.url {
            match Host::parse(url) {
                Err(why) => return Some(format!("{}: {why}", key("url"))),
                Ok(host) if hosts.contains(&host) => return Some(format!("{} names {host} twice", key("url"))),
                Ok(host) => hosts.push(host),
            }
        }
        let both = !self.key_env.is_empty() && !self.key_command.is_empty();
        both.then(|| format!("{} and {} are both set; keep one of them", key("key_env"), key("key_command")))
    }

    /// Where its key is from.
    #[must_use]
    pub fn secret(&self) -> Secret {
        Secret { env: self.key_env.clone(), command: self.key_command.clone() }
    }
}
