//! `[sources]`: where evidence is searched for beside the library.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::{net::Host, sources};

use super::secret::Secret;

/// The sources of evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sources {
    /// Which are searched in reviews, after consent; `library fetch` takes them too, else `europepmc`.
    #[serde(rename = "use")]
    pub used: Vec<String>,
    /// Your mail address, which the sources ask for so that they can write to whoever sends too many requests. It is
    /// sent to each of them; empty for none.
    pub contact: String,
    /// How many records are taken for each query.
    pub max: usize,
    /// How many pages are fetched for each query to a search of the web.
    pub pages: usize,
    /// Only what was published until this day (YYYY-MM-DD), such as the date of the paper; empty for no limit.
    pub until: String,
    /// For how many days an answer is used again; 0 keeps none.
    pub keep_days: u32,
    /// Tries after the first.
    pub retries: u32,
    /// Waited before the second try in milliseconds, then twice that, and so on.
    pub backoff: u64,
    /// Europe PMC.
    pub europepmc: Source,
    /// PubMed, by NCBI's E-utilities.
    pub pubmed: Source,
    /// Crossref.
    pub crossref: Source,
    /// OpenAlex.
    pub openalex: Source,
    /// Semantic Scholar.
    pub semanticscholar: Source,
    /// arXiv.
    pub arxiv: Source,
    /// Google's Fact Check Tools.
    pub factcheck: Source,
    /// SearXNG, by default on this machine at its usual port.
    pub searxng: Source,
    /// Brave Search.
    pub brave: Source,
    /// Tavily.
    pub tavily: Source,
}

impl Default for Sources {
    fn default() -> Self {
        Self {
            used: Vec::new(),
            contact: String::new(),
            max: 50,
            pages: 10,
            until: String::new(),
            keep_days: 7,
            retries: 3,
            backoff: 1000,
            europepmc: Source::default(),
            pubmed: Source::default(),
            crossref: Source::default(),
            openalex: Source::default(),
            semanticscholar: Source::default(),
            arxiv: Source::default(),
            factcheck: Source::default(),
            searxng: Source::default(),
            brave: Source::default(),
            tavily: Source::default(),
        }
    }
}

/// How one source is reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Source {
    /// Its address; empty for its own.
    pub url: String,
    /// The environment variable with its key.
    pub key_env: String,
    /// A command that prints its key, run by `sh -c`.
    pub key_command: String,
}

impl Source {
    /// Where its key is from.
    #[must_use]
    pub fn secret(&self) -> Secret {
        Secret { env: self.key_env.clone(), command: self.key_command.clone() }
    }
}

impl Sources {
    /// How the source of this name is reached.
    #[must_use]
    pub fn source(&self, name: &str) -> Option<&Source> {
        Some(match name {
            "europepmc" => &self.europepmc,
            "pubmed" => &self.pubmed,
            "crossref" => &self.crossref,
            "openalex" => &self.openalex,
            "semanticscholar" => &self.semanticscholar,
            "arxiv" => &self.arxiv,
            "factcheck" => &self.factcheck,
            "searxng" => &self.searxng,
            "brave" => &self.brave,
            "tavily" => &self.tavily,
            _ => return None,
        })
    }

    /// What is wrong with the values, if anything.
    pub(super) fn complaint(&self) -> Option<String> {
        let unknown = self.used.iter().find(|name| sources::kind(name).is_none());
        if let Some(name) = unknown {
            return Some(format!(
                "`sources.use` names “{name}”, which is not a source; the sources are {}",
                sources::names()
            ));
        }
        if self.used.iter().collect::<BTreeSet<_>>().len() < self.used.len() {
            return Some("`sources.use` names a source twice; name it once".to_owned());
        }
        if !self.until.is_empty() && self.until.parse::<jiff::civil::Date>().is_err() {
            return Some(format!("`sources.until` is a day as YYYY-MM-DD, not “{}”", self.until));
        }
        if self.max == 0 || self.max > 1000 {
            return Some(format!("`sources.max` is from 1 to 1000, not {}", self.max));
        }
        if self.pages == 0 || self.pages > 100 {
            return Some(format!("`sources.pages` is from 1 to 100, not {}", self.pages));
        }
        if !self.contact.is_empty()
            && (!self.contact.contains('@') || !self.contact.is_ascii() || self.contact.contains(char::is_whitespace))
        {
            return Some(format!("`sources.contact` is a mail address, not “{}”", self.contact));
        }
        sources::KINDS.iter().find_map(|kind| {
            let source = self.source(kind.name)?;
            let key = |field: &str| format!("`sources.{}.{field}`", kind.name);
            if !source.key_env.is_empty() && !source.key_command.is_empty() {
                return Some(format!("{} and {} are both set; keep one of them", key("key_env"), key("key_command")));
            }
            let url = source.url.trim();
            let why = (!url.is_empty()).then(|| Host::parse(url).err()).flatten();
            why.map(|why| format!("{}: {why}", key("url")))
        })
    }
}
