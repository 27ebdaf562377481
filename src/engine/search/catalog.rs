//! The sources of evidence that a review can be searched in: which are on, what each answered last. A client is made
//! when its source is asked for the first time.

use std::{
    fmt,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::{
    net::Gate,
    sources::{EvidenceSource, LastAnswer},
    text::Clean,
};

/// Makes the client of a source; sends nothing.
pub type Connect = Box<dyn Fn() -> Result<Arc<dyn EvidenceSource>, Clean> + Send + Sync>;

/// A source that a review can be searched in.
pub struct Entry {
    name: &'static str,
    about: &'static str,
    host: Clean,
    gate: Gate,
    on: AtomicBool,
    lacks: Option<Clean>,
    connect: Connect,
    client: OnceLock<Result<Arc<dyn EvidenceSource>, Clean>>,
}

impl Entry {
    /// A source by the name of its settings, what it is good for, and where it is.
    #[must_use]
    pub fn new(
        name: &'static str,
        about: &'static str,
        host: Clean,
        on: bool,
        gate: Gate,
        connect: impl Fn() -> Result<Arc<dyn EvidenceSource>, Clean> + Send + Sync + 'static,
    ) -> Self {
        let (on, connect, client) = (AtomicBool::new(on), Box::new(connect), OnceLock::new());
        Self { name, about, host, gate, on, lacks: None, connect, client }
    }

    /// The same, which is not asked because it lacks a key, in these words.
    #[must_use]
    pub fn without_key(self, why: Option<Clean>) -> Self {
        Self { lacks: why, ..self }
    }

    /// By which settings and provenance name it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    pub(in crate::engine) fn is_on(&self) -> bool {
        self.on.load(Ordering::Relaxed)
    }

    /// Its client.
    pub(in crate::engine) fn client(&self) -> Result<Arc<dyn EvidenceSource>, Clean> {
        self.client.get_or_init(|| (self.connect)()).clone()
    }

    fn status(&self) -> SourceStatus {
        let client = self.client.get().and_then(|made| made.as_ref().ok());
        SourceStatus {
            name: self.name.into(),
            about: self.about.into(),
            host: self.host.clone(),
            on: self.is_on(),
            lacks: self.lacks.clone(),
            permission: match (self.gate)() {
                Ok(()) => Permission::Given,
                Err(refusal) => refusal.host.map_or(Permission::Refused(refusal.why), Permission::Missing),
            },
            last: client.and_then(|client| client.line().last()),
            remaining: client.and_then(|client| client.line().remaining()),
        }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.name, self.host)
    }
}

/// Whether text of the review may be sent to a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Permission {
    /// It may.
    Given,
    /// A reviewer has to consent to this host first.
    Missing(Clean),
    /// It may not, and consent would not help, for this reason.
    Refused(Clean),
}

/// A source of evidence at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceStatus {
    /// By which settings and provenance name it.
    pub name: Clean,
    /// What it is good for.
    pub about: Clean,
    /// Where it is.
    pub host: Clean,
    /// Whether searches ask it.
    pub on: bool,
    /// Why it cannot be asked as it is configured: its key is missing.
    pub lacks: Option<Clean>,
    /// Whether they may.
    pub permission: Permission,
    /// What it answered last since the program was started.
    pub last: Option<LastAnswer>,
    /// What is left of its limit, in its own count, where it says so.
    pub remaining: Option<Clean>,
}

/// Every source of evidence, in the order in which the library takes their records in.
#[derive(Debug, Default)]
pub struct Catalog(Vec<Entry>);

impl Catalog {
    /// A catalogue of these sources.
    #[must_use]
    pub fn new(entries: Vec<Entry>) -> Self {
        Self(entries)
    }

    pub(in crate::engine) fn entries(&self) -> &[Entry] {
        &self.0
    }

    pub(in crate::engine) fn find(&self, name: &str) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.name == name)
    }

    /// Has searches ask a source from now on, or no longer; whether there is such a source.
    pub(in crate::engine) fn switch(&self, name: &str, on: bool) -> bool {
        let entry = self.find(name);
        if let Some(entry) = entry {
            entry.on.store(on, Ordering::Relaxed);
        }
        entry.is_some()
    }

    pub(in crate::engine) fn statuses(&self) -> Vec<SourceStatus> {
        self.0.iter().map(Entry::status).collect()
    }
}
