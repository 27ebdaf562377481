//! The port to model servers: what every kind of server can be asked.

use std::{fmt, sync::Arc, time::Duration};

use async_trait::async_trait;

use crate::{
    net::{ClientError, Host, Proxy},
    text::Clean,
};

use super::{Call, CallError, Reply};

/// A model that a server has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// Its name with its tag.
    pub name: Clean,
    /// Digest of its weights; where the server does not give one, of what it says about the model.
    pub digest: Clean,
    /// Size on disk in bytes; 0 where the server does not say.
    pub size: u64,
    /// Number of parameters in the server's words: `20.9B`.
    pub parameters: Option<Clean>,
    /// How its weights are stored: `MXFP4`, `Q4_K_M`.
    pub quantization: Option<Clean>,
}

/// What a model can do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelFacts {
    /// The longest context in tokens: trained, or as the server was started.
    pub context: Option<u32>,
    /// `completion`, `embedding`, `thinking`, `tools`, …; empty where the server does not say.
    pub capabilities: Vec<Clean>,
    /// The server parses its answers by a format (gpt-oss's harmony) that loses a JSON answer when thinking is off.
    pub needs_thinking: bool,
}

impl ModelFacts {
    /// Whether the server lists a capability.
    #[must_use]
    pub fn can(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|known| **known == *capability)
    }
}

/// How far a model has been downloaded by its server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pulled {
    /// The server's words for what it is doing.
    pub status: Clean,
    /// Bytes so far, and of how many.
    pub bytes: Option<(u64, u64)>,
}

/// A piece of an answer as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// Reasoning before the answer.
    Thinking(&'a str),
    /// The answer.
    Text(&'a str),
    /// Another server begins the answer anew; what came before does not count.
    Anew,
}

/// Sees an answer as it is written.
pub type OnPart<'a> = dyn FnMut(Part<'_>) + Send + 'a;

/// How long a call may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Until the first sign of work: the server's queue, loading the model, reading the question.
    pub queue: Duration,
    /// From then to the end of the answer.
    pub work: Duration,
}

/// Reads a key, when the first request needs it; why it cannot be read, in words.
#[derive(Clone)]
pub struct KeySource(pub Arc<dyn Fn() -> Result<String, String> + Send + Sync>);

impl fmt::Debug for KeySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeySource")
    }
}

/// How a server is reached.
#[derive(Clone, Debug)]
pub struct Access {
    /// Where it is.
    pub host: Host,
    /// Headers of every request; never logged.
    pub headers: Vec<(String, String)>,
    /// Where its key is from.
    pub key: Option<KeySource>,
    /// The proxy in front of it.
    pub proxy: Option<Proxy>,
}

/// A server that runs models. Dropping the future of a call closes its connection, which ends the work there.
#[async_trait]
pub trait ModelServer: Send + Sync + fmt::Debug {
    /// Where it is.
    fn host(&self) -> &Host;

    /// What it is, for listings: `Ollama 0.33.0`.
    ///
    /// # Errors
    /// When it does not answer.
    async fn product(&self) -> Result<Clean, CallError>;

    /// Asks one question; `part` sees the answer as it is written.
    ///
    /// # Errors
    /// When no complete answer came. An answer that is empty or cut off at its limit is a [`Reply`] that says so.
    async fn chat(&self, call: &Call, limits: Limits, part: &mut OnPart<'_>) -> Result<Reply, CallError>;

    /// The models that it has.
    ///
    /// # Errors
    /// See [`CallError`].
    async fn models(&self) -> Result<Vec<Model>, CallError>;

    /// What a model can do.
    ///
    /// # Errors
    /// See [`CallError`].
    async fn facts(&self, model: &str) -> Result<ModelFacts, CallError>;

    /// The models in memory; `None` where the server does not say or keeps all of its models there.
    ///
    /// # Errors
    /// See [`CallError`].
    async fn loaded(&self) -> Result<Option<Vec<Clean>>, CallError> {
        Ok(None)
    }

    /// How many calls it works on at a time, where it says so.
    async fn parallel(&self) -> Option<usize> {
        None
    }

    /// Has the server download a model.
    ///
    /// # Errors
    /// When it cannot.
    async fn pull(&self, model: &str, progress: &mut (dyn FnMut(Pulled) + Send)) -> Result<(), CallError>;

    /// Vectors of texts by an embedding model, in order.
    ///
    /// # Errors
    /// See [`CallError`].
    async fn embed(&self, model: &str, texts: Vec<String>, deadline: Duration) -> Result<Vec<Vec<f32>>, CallError>;
}

/// Why a server cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// No such kind.
    #[error("“{given}” is not a kind of model server; write one of: {known}")]
    Kind {
        /// What was written.
        given: Clean,
        /// What there is.
        known: String,
    },
    /// The HTTP client could not be made.
    #[error(transparent)]
    Client(#[from] ClientError),
}

/// Vectors, if there is one of one width for each of `count` texts.
pub(super) fn whole(vectors: Vec<Vec<f32>>, count: usize) -> Result<Vec<Vec<f32>>, CallError> {
    let alike = vectors.windows(2).all(|pair| pair[0].len() == pair[1].len());
    if vectors.len() == count && alike && vectors.iter().all(|vector| !vector.is_empty()) {
        return Ok(vectors);
    }
    Err(CallError::Garbage(format!("{} vectors for {count} texts", vectors.len()).into()))
}
