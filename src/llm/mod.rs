//! Talking to model servers: where they are, what is asked, what comes back,
//! and a record of every call. What a question means is known in `reason`.

pub mod answer;
mod call;
mod caller;
mod host;
mod lenient;
mod lines;
mod ollama;
mod proxy;
mod record;
mod shape;
mod slots;
mod told;
mod tries;

pub use call::{Call, CallError, CallOptions, Reply, Think};
pub use caller::{Answered, Caller, Gate, Question, Running, Tally, Turn};
pub use host::{Host, HostError};
pub use ollama::{Model, ModelFacts, Pulled, Server, SetupError};
pub use proxy::{Proxy, destination};
pub use record::{CallRecord, InMemory, Record, Retry};
pub use shape::shaped;
pub use slots::{Slot, Slots};
pub use tries::Patience;
