//! The registry of sources: from a name to a client. Configuration and command line look up here.

use std::{sync::Arc, time::Duration};

use crate::net::{ClientError, Host, HostError};

use super::{
    Access, EvidenceSource, Line, arxiv::Arxiv, crossref::Crossref, europepmc::EuropePmc, factcheck::FactCheck,
    lane::Pace, openalex::OpenAlex, pubmed::PubMed, semantic_scholar::SemanticScholar,
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
    /// The pace that it is asked at until its headers say more.
    pace: Pace,
    make: fn(Line) -> Arc<dyn EvidenceSource>,
}

const fn pace(milliseconds: u64, at_once: usize) -> Pace {
    Pace { interval: Duration::from_millis(milliseconds), at_once }
}

/// Every source. A new one is an entry here and an implementation of [`EvidenceSource`].
pub static KINDS: [Kind; 7] = [
    Kind {
        name: "europepmc",
        url: "https://www.ebi.ac.uk/europepmc/webservices/rest",
        about: "biomedicine: abstracts, preprints, open full text, retractions; no key",
        pace: pace(334, 2),
        make: |line| Arc::new(EuropePmc(line)),
    },
    Kind {
        name: "pubmed",
        url: "https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
        about: "biomedicine: abstracts, publication types, retractions; key optional",
        pace: pace(334, 1),
        make: |line| Arc::new(PubMed(line)),
    },
    Kind {
        name: "crossref",
        url: "https://api.crossref.org",
        about: "all fields: metadata and retractions, half of it without abstracts; no key",
        pace: pace(1000, 1),
        make: |line| Arc::new(Crossref(line)),
    },
    Kind {
        name: "openalex",
        url: "https://api.openalex.org",
        about: "all fields: abstracts, citations; searching needs a key",
        pace: pace(100, 2),
        make: |line| Arc::new(OpenAlex(line)),
    },
    Kind {
        name: "semanticscholar",
        url: "https://api.semanticscholar.org/graph/v1",
        about: "all fields: abstracts, citations; needs a key",
        pace: pace(1000, 1),
        make: |line| Arc::new(SemanticScholar(line)),
    },
    Kind {
        name: "arxiv",
        url: "https://export.arxiv.org/api",
        about: "preprints in physics, mathematics, computer science; slow, no key",
        pace: pace(3000, 1),
        make: |line| Arc::new(Arxiv(line)),
    },
    Kind {
        name: "factcheck",
        url: "https://factchecktools.googleapis.com/v1alpha1",
        about: "claims that fact-checkers have reviewed, by Google; needs a key",
        pace: pace(200, 2),
        make: |line| Arc::new(FactCheck(line)),
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
        Ok((self.make)(Line::new(self.name, access, self.pace)?))
    }
}
