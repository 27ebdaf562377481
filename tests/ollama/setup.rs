//! Callers and reasoners over the server for tests.

use std::{sync::Arc, time::Duration};

use gainsay::{
    domain::{Stage, StatementId},
    llm::{Call, CallOptions, Caller, Host, InMemory, Patience, Question, Record, Server, Slots, Think},
};

use crate::support::ollama::{MODEL, Ollama};

/// No pause that anybody would notice.
pub const QUICK: Patience = Patience { retries: 3, backoff: Duration::from_millis(1) };

pub fn caller(server: &Ollama, slots: usize, record: Arc<dyn Record>) -> Arc<Caller> {
    let line = Server::new(Host::parse(&server.host()).unwrap(), &[]).unwrap();
    Arc::new(Caller::new(line, Slots::new(slots), record, QUICK))
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
    Question { call, deadline: Duration::from_secs(5), fresh: false, notes: Vec::new() }
}
