//! Talking to model servers: where they are, what is asked, what comes back,
//! and a record of every call. What a question means is known in `reason`.

pub mod answer;
mod call;
mod caller;
mod errors;
mod http;
mod known;
mod lenient;
mod lines;
mod ollama;
mod openai;
mod pool;
mod record;
mod registry;
mod retry;
mod running;
mod server;
mod shape;
mod slots;
pub mod tokens;

pub use call::{Call, CallError, CallOptions, Finish, Reply, Think};
pub use caller::{Answered, Caller, Question, Tally, Turn};
pub use known::Known;
pub use record::{CallRecord, InMemory, Record, Retry};
pub use registry::{KINDS, OLLAMA, connect, spread};
pub use retry::RetryPolicy;
pub use running::Running;
pub use server::{Access, KeySource, Limits, Model, ModelFacts, ModelServer, OnPart, Part, Pulled, SetupError};
pub use shape::shaped;
pub use slots::{Slot, Slots};
