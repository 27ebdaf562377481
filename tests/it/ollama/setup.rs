//! Callers and reasoners over the server for tests.

#![allow(dead_code)]

use std::{path::Path, sync::Arc, time::Duration};

use gainsay::{
    domain::{Digest, EngineSpec, MaxStatements, Settings, Source, Stage, StatementId, Value, canonical},
    ingest::{ReadOptions, read_source},
    llm::{
        Access, Call, CallOptions, CallRecord, Caller, InMemory, Limits, Question, Record, RetryPolicy, Slots, Think,
        connect,
    },
    net::Host,
    reason::{
        Control,
        builtin::Builtin,
        model::{Model, ModelSettings, Prompts},
    },
    review::{Act, Review},
    text::Clean,
};

use crate::support::ollama::{MODEL, Ollama};

/// No pause that anybody would notice.
pub const QUICK: RetryPolicy = RetryPolicy { retries: 3, backoff: Duration::from_millis(1) };

pub fn caller(server: &Ollama, slots: usize, record: Arc<dyn Record>) -> Arc<Caller> {
    caller_at(&server.host(), slots, record)
}

pub fn caller_at(host: &str, slots: usize, record: Arc<dyn Record>) -> Arc<Caller> {
    caller_of("ollama", host, slots, record)
}

/// A caller of a server of this kind.
pub fn caller_of(kind: &str, host: &str, slots: usize, record: Arc<dyn Record>) -> Arc<Caller> {
    let access = Access { host: Host::parse(host).unwrap(), headers: Vec::new(), key: None, proxy: None };
    Arc::new(Caller::new(connect(kind, access).unwrap(), Slots::new(slots), record, QUICK))
}

pub fn in_memory(server: &Ollama, slots: usize) -> (Arc<Caller>, Arc<InMemory>) {
    let record = Arc::new(InMemory::default());
    (caller(server, slots, record.clone()), record)
}

/// A question in JSON about statement `n`.
pub fn question(n: u32) -> Question {
    let schema = serde_json::json!({
        "title": "Answer", "type": "object", "required": ["a_text"], "properties": {"a_text": {"type": "string"}},
    });
    let call = Call {
        stage: Stage::Counter,
        statement: Some(StatementId(n)),
        model: MODEL.into(),
        model_digest: "".into(),
        system: "You answer.".into(),
        prompt: format!("Question {n}"),
        schema: Some(schema),
        options: CallOptions { temperature: 0.0, seed: 7, num_ctx: 4096, num_predict: 1000, think: Think::Auto },
    };
    Question {
        call,
        limits: Limits { queue: Duration::from_secs(5), work: Duration::from_secs(5) },
        fresh: false,
        notes: Vec::new(),
    }
}

/// Calls on record in a review.
struct Kept(Arc<Review>);

impl Record for Kept {
    fn recall(&self, request: Digest) -> Option<CallRecord> {
        let bytes = self.0.call(request).unwrap()?;
        Some(serde_json::from_slice(&bytes).unwrap())
    }

    fn keep(&self, record: &CallRecord) -> Result<(), Clean> {
        self.0.keep_call(record.call.statement, record.request, &canonical(record)).map_err(|e| e.to_string().into())
    }
}

/// A text as it is read.
pub fn source(name: &str, text: &str) -> Source {
    read_source(name, text.as_bytes(), &ReadOptions::default()).unwrap()
}

/// A new review of a text, whose own reasoner asks a model.
pub fn review_of(path: Option<&Path>, name: &str, text: &str) -> Arc<Review> {
    let source = source(name, text);
    let spec = EngineSpec { reasoner: Model::NAME.into(), ..Builtin::default().spec() };
    let settings = Box::new(Settings { max_statements: MaxStatements::Count(1), ..Settings::default() });
    let open = |source| Act::Open { source, settings, spec };
    Arc::new(Review::create(path, &source, open, crate::support::clock()).unwrap())
}

/// The reasoner that asks `server` and keeps its calls in `review`.
pub fn reasoner(server: &Ollama, review: &Arc<Review>, slots: usize, change: impl FnOnce(&mut ModelSettings)) -> Model {
    reasoner_at(&server.host(), review, slots, change)
}

/// The same, by the server's address.
pub fn reasoner_at(host: &str, review: &Arc<Review>, slots: usize, change: impl FnOnce(&mut ModelSettings)) -> Model {
    reasoner_of("ollama", host, review, slots, change)
}

/// The same, by the kind of the server.
pub fn reasoner_of(
    kind: &str,
    host: &str,
    review: &Arc<Review>,
    slots: usize,
    change: impl FnOnce(&mut ModelSettings),
) -> Model {
    let caller = caller_of(kind, host, slots, Arc::new(Kept(Arc::clone(review))));
    let mut settings = ModelSettings { name: MODEL.into(), ..ModelSettings::default() };
    change(&mut settings);
    Model::new("ollama", caller, Arc::new(Prompts::read(None).unwrap()), settings, review.secret().unwrap())
}

/// The calls that a review keeps.
pub fn calls(review: &Review) -> Vec<CallRecord> {
    review.calls(0).unwrap().iter().map(|kept| serde_json::from_slice(&kept.record).unwrap()).collect()
}

/// What is in force for a stage of the first statement.
pub fn value(review: &Review, stage: Stage) -> Value {
    let one = StatementId(1);
    (*review.in_force(one, stage).unwrap().unwrap_or_else(|| panic!("{:?}", review.fold().resolve(one)))).clone()
}
