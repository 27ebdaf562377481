//! The kinds of model server, by name.

use std::sync::Arc;

use super::{Access, ModelServer, SetupError, ollama::Ollama, openai::OpenAi, pool::Pool};

/// A kind of server: its name in the settings, and its factory.
#[derive(Clone, Copy)]
pub struct Kind {
    /// `kind = "…"`.
    pub name: &'static str,
    make: fn(Access) -> Result<Arc<dyn ModelServer>, SetupError>,
}

/// The kind of the server of `[ollama]`.
pub const OLLAMA: &str = "ollama";

/// Every kind of server. A new one is a line here and an implementation of [`ModelServer`].
pub static KINDS: [Kind; 2] = [
    Kind { name: OLLAMA, make: |access| Ok(Arc::new(Ollama::new(access)?)) },
    Kind { name: "openai", make: |access| Ok(Arc::new(OpenAi::new(access)?)) },
];

/// A server of a kind. Nothing is sent.
///
/// # Errors
/// When the kind is unknown or the HTTP client cannot be made.
pub fn connect(kind: &str, access: Access) -> Result<Arc<dyn ModelServer>, SetupError> {
    let known = KINDS
        .iter()
        .find(|known| known.name == kind)
        .ok_or_else(|| SetupError::Kind { given: kind.into(), known: KINDS.map(|kind| kind.name).join(", ") })?;
    (known.make)(access)
}

/// Several servers as one: each call goes to the least loaded server that is up and has the model, and the trace says
/// which one answered. `slots`: concurrent calls per server; 0 asks the server, else 1.
#[must_use]
pub fn spread(servers: Vec<Arc<dyn ModelServer>>, slots: usize) -> Arc<dyn ModelServer> {
    match <[_; 1]>::try_from(servers) {
        Ok([one]) => one,
        Err(several) => Arc::new(Pool::new(several, slots)),
    }
}
