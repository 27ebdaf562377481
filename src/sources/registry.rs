//! The registry of sources: from a name to a client. Configuration and command line look up here.

use std::{sync::Arc, time::Duration};

use crate::net::{ClientError, Host, HostError};

use super::{
    Access, EvidenceSource, KeyUse, Line,
    arxiv::Arxiv,
    crossref::Crossref,
    europepmc::EuropePmc,
    factcheck::FactCheck,
    lane::Pace,
    openalex::OpenAlex,
    pubmed::PubMed,
    semantic_scholar::SemanticScholar,
    web::{Service, WebSearch},
};

/// A kind of source: its name in the settings, where it is, and its factory.
#[derive(Clone, Copy)]
pub struct Kind {
    /// By which settings and provenance name it.
    pub name: &'static str,
    /// Where it is, unless the configuration says otherwise.
    pub url: &'static str,
    /// What it is good for, in a few words.
    pub about: &'static str,
    /// What it does with a key.
    pub key: KeyUse,
    /// Whether it searches the web: it passes queries on wherever it is, and what it finds is fetched from any host.
    pub is_web: bool,
    /// The pace that it is asked at until its headers say more.
    pace: Pace,
    make: fn(Line) -> Arc<dyn EvidenceSource>,
}

const fn pace(milliseconds: u64, at_once: usize) -> Pace {
    Pace { interval: Duration::from_millis(milliseconds), at_once }
}

/// Every source. A new one is an entry here and an implementation of [`EvidenceSource`].
pub static KINDS: [Kind; 10] = [
    Kind {
        name: "europepmc",
        url: "https://www.ebi.ac.uk/europepmc/webservices/rest",
        about: "biomedicine: abstracts, preprints, open full text, retractions; no key",
        key: KeyUse::Optional,
        is_web: false,
        pace: pace(334, 2),
        make: |line| Arc::new(EuropePmc(line)),
    },
    Kind {
        name: "pubmed",
        url: "https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
        about: "biomedicine: abstracts, publication types, retractions; key optional",
        key: KeyUse::Optional,
        is_web: false,
        pace: pace(334, 1),
        make: |line| Arc::new(PubMed(line)),
    },
    Kind {
        name: "crossref",
        url: "https://api.crossref.org",
        about: "all fields: metadata and retractions, half of it without abstracts; no key",
        key: KeyUse::Optional,
        is_web: false,
        pace: pace(1000, 1),
        make: |line| Arc::new(Crossref(line)),
    },
    Kind {
        name: "openalex",
        url: "https://api.openalex.org",
        about: "all fields: abstracts, citations; searching needs a key",
        key: KeyUse::Required { what: "OpenAlex is not searched", get: "get a free one at openalex.org" },
        is_web: false,
        pace: pace(100, 2),
        make: |line| Arc::new(OpenAlex(line)),
    },
    Kind {
        name: "semanticscholar",
        url: "https://api.semanticscholar.org/graph/v1",
        about: "all fields: abstracts, citations; needs a key",
        key: KeyUse::Required {
            what: "Semantic Scholar, which refuses nearly all such requests, is not asked",
            get: "get one at semanticscholar.org/product/api",
        },
        is_web: false,
        pace: pace(1000, 1),
        make: |line| Arc::new(SemanticScholar(line)),
    },
    Kind {
        name: "arxiv",
        url: "https://export.arxiv.org/api",
        about: "preprints in physics, mathematics, computer science; slow, no key",
        key: KeyUse::Optional,
        is_web: false,
        pace: pace(3000, 1),
        make: |line| Arc::new(Arxiv(line)),
    },
    Kind {
        name: "factcheck",
        url: "https://factchecktools.googleapis.com/v1alpha1",
        about: "claims that fact-checkers have reviewed, by Google; needs a key",
        key: KeyUse::Required {
            what: "fact-checks are not searched",
            get: "make one for the Fact Check Tools API at console.cloud.google.com",
        },
        is_web: false,
        pace: pace(200, 2),
        make: |line| Arc::new(FactCheck(line)),
    },
    Kind {
        name: "searxng",
        url: "http://127.0.0.1:8888",
        about: "the web: news, fact-checks, anything; your SearXNG passes queries on; no key",
        key: KeyUse::Optional,
        is_web: true,
        pace: pace(1000, 1),
        make: |line| Arc::new(WebSearch::new(line, Service::SearXng)),
    },
    Kind {
        name: "brave",
        url: "https://api.search.brave.com/res/v1",
        about: "the web: news, fact-checks, anything; needs a key",
        key: KeyUse::Required { what: "Brave is not searched", get: "get one at brave.com/search/api" },
        is_web: true,
        pace: pace(1000, 1),
        make: |line| Arc::new(WebSearch::new(line, Service::Brave)),
    },
    Kind {
        name: "tavily",
        url: "https://api.tavily.com",
        about: "the web: news, fact-checks, anything; needs a key",
        key: KeyUse::Required { what: "Tavily is not searched", get: "get one at tavily.com" },
        is_web: true,
        pace: pace(600, 1),
        make: |line| Arc::new(WebSearch::new(line, Service::Tavily)),
    },
];

/// The source of this name.
#[must_use]
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

/// The names of all sources, for messages.
#[must_use]
pub fn names() -> String {
    KINDS.map(|kind| kind.name).join(", ")
}

impl Kind {
    /// Where it is.
    ///
    /// # Errors
    /// When the configured address, if there is one, cannot be read.
    pub fn host(&self, configured: &str) -> Result<Host, HostError> {
        Host::parse(if configured.trim().is_empty() { self.url } else { configured })
    }

    /// A client. Nothing is sent.
    ///
    /// # Errors
    /// When the HTTP client cannot be made.
    pub fn connect(&self, access: Access) -> Result<Arc<dyn EvidenceSource>, ClientError> {
        Ok((self.make)(Line::new(self.name, access, self.pace, self.key)?))
    }
}
