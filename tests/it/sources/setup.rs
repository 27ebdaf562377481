//! Clients over the server for tests.

use std::{path::Path, sync::Arc, time::Duration};

use gainsay::{
    net::Host,
    sources::{Access, Cache, EvidenceSource, PageAccess, Query, Reuse, Wording, kind},
};

use crate::support::web::Web;

/// How a test reaches a server, with pauses that nobody notices.
pub fn access(web: &Web) -> Access {
    Access {
        host: Host::parse(&web.url()).unwrap(),
        proxy: None,
        gate: Arc::new(|| Ok(())),
        contact: "ada@example.org".to_owned(),
        key: None,
        cache: None,
        keep: Duration::from_secs(3600),
        retries: 2,
        backoff: Duration::from_millis(1),
        pages: None,
    }
}

pub fn source(name: &str, web: &Web) -> Arc<dyn EvidenceSource> {
    kind(name).unwrap().connect(access(web)).unwrap()
}

pub fn with_key(name: &str, web: &Web) -> Arc<dyn EvidenceSource> {
    let key: Arc<dyn Fn() -> Result<String, String> + Send + Sync> = Arc::new(|| Ok("sk-secret".to_owned()));
    kind(name).unwrap().connect(Access { key: Some(key), ..access(web) }).unwrap()
}

pub fn cached(name: &str, web: &Web, folder: &Path) -> Arc<dyn EvidenceSource> {
    kind(name).unwrap().connect(Access { cache: Some(Cache::open(folder)), ..access(web) }).unwrap()
}

/// A SearXNG that fetches pages, and keeps them in a folder.
pub fn cached_web(web: &Web, folder: &Path, pages: Option<PageAccess>) -> Arc<dyn EvidenceSource> {
    kind("searxng").unwrap().connect(Access { cache: Some(Cache::open(folder)), pages, ..access(web) }).unwrap()
}

/// A query in the source's own words.
pub fn written(text: &str) -> Query {
    Query { wording: Wording::Written(text.to_owned()), until: None, limit: 50, reuse: Reuse::Recent }
}

/// Waits for what is asked.
pub fn wait<T>(asked: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap().block_on(asked)
}
