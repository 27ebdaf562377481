//! Evidence from elsewhere: the port [`EvidenceSource`], its clients, and the registry from a name to a client. What is
//! sent goes through a [`Line`]: gate, pace of the host, tries, cache.

mod arxiv;
mod cache;
mod crossref;
mod error;
mod europepmc;
mod factcheck;
mod identifier;
mod lane;
mod line;
mod markup;
mod openalex;
mod port;
mod pubmed;
mod registry;
mod semantic_scholar;
mod terms;
mod web;

pub use cache::Cache;
pub use error::SourceError;
pub use identifier::{Identifier, IdentifierError};
pub use line::{Access, KeyReader, KeyUse, LastAnswer, Line, PageAccess, Reuse};
pub use port::{EvidenceSource, Found, Query, Wording};
pub use registry::{KINDS, Kind, kind, names};
pub use terms::{ENOUGH, search_terms};
