//! Talking to model servers: where they are, what is asked, what comes back,
//! and a record of every call. What a question means is known in `reason`.

pub mod answer;
mod call;
mod host;
mod lines;
mod ollama;

pub use call::{Call, CallError, CallOptions, Reply, Think};
pub use host::{Host, HostError};
pub use ollama::{Model, ModelFacts, Pulled, Server, SetupError};
