//! A server with OpenAI's interface: real HTTP on loopback, and the shapes that the servers of the world use.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{net::TcpStream, runtime::Runtime};

use super::{
    ollama::{
        Asked,
        http::{Connection, Request},
    },
    port::Port,
};

/// What comes back.
pub enum Say {
    /// A body with a status.
    Body(u16, Value),
    /// 429 with `Retry-After`.
    Later(&'static str),
    /// The lines of an event stream as they are.
    Lines(Vec<String>),
    /// A text as a stream, in llama.cpp's shape.
    Text(String),
    /// The same after a while.
    Slow(Duration, String),
}

/// A request: its path, what was before its body, its body.
#[derive(Clone, Debug)]
pub struct Got {
    pub path: String,
    pub head: String,
    pub body: Value,
}

type Script = Box<dyn Fn(&Got) -> Say + Send + Sync>;

struct State {
    script: Script,
    got: Mutex<Vec<Got>>,
    /// How many questions it says that it answers at a time; 0 where it does not say.
    places: AtomicUsize,
    running: AtomicUsize,
    most: AtomicUsize,
}

/// The server; it is gone when this is.
pub struct OpenAi {
    address: SocketAddr,
    state: Arc<State>,
    runtime: Option<Runtime>,
}

impl OpenAi {
    /// A server that answers questions as `script` says; lists and vectors it knows itself.
    pub fn start(script: impl Fn(&Got) -> Say + Send + Sync + 'static) -> Self {
        Self::start_on(&Port::new(), script)
    }

    /// The same on a port, such as that of a server that is gone.
    pub fn start_on(port: &Port, script: impl Fn(&Got) -> Say + Send + Sync + 'static) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let state = Arc::new(State {
            script: Box::new(script),
            got: Mutex::default(),
            places: AtomicUsize::new(0),
            running: AtomicUsize::new(0),
            most: AtomicUsize::new(0),
        });
        let listener = {
            let _inside = runtime.enter();
            port.listen()
        };
        let address = port.address();
        let served = Arc::clone(&state);
        runtime.spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // As servers do: small pieces do not wait for each other.
                stream.set_nodelay(true).unwrap();
                tokio::spawn(serve(stream, Arc::clone(&served)));
            }
        });
        Self { address, state, runtime: Some(runtime) }
    }

    /// Its address without a path.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// It says from now on, as llama.cpp's server does, how many questions it answers at a time.
    pub fn has_places(&self, count: usize) {
        self.state.places.store(count, Ordering::SeqCst);
    }

    /// How many questions it has had at a time.
    pub fn most_at_once(&self) -> usize {
        self.state.most.load(Ordering::SeqCst)
    }

    /// The questions so far.
    pub fn asked(&self) -> Vec<Got> {
        let got = self.state.got.lock().unwrap();
        got.iter().filter(|got| got.path.ends_with("/chat/completions")).cloned().collect()
    }
}

impl Drop for OpenAi {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Got {
    /// The same as the script of a model reads it.
    pub fn as_asked(&self) -> Asked {
        let text = |n: usize| self.body["messages"][n]["content"].as_str().unwrap_or_default().to_owned();
        let schema = &self.body["response_format"]["json_schema"]["schema"];
        Asked {
            stage: schema["title"].as_str().unwrap_or("report").to_lowercase(),
            model: self.body["model"].as_str().unwrap().to_owned(),
            system: text(0),
            prompt: text(1),
            head: self.head.clone(),
            body: json!({"format": schema}),
            at: std::time::Instant::now(),
        }
    }
}

async fn serve(stream: TcpStream, state: Arc<State>) {
    let mut line = Connection::new(stream);
    while let Some(request) = line.request().await {
        let body = serde_json::from_slice(&request.body).unwrap_or_default();
        let got = Got { path: request.path.clone(), head: request.head.clone(), body };
        state.got.lock().unwrap().push(got.clone());
        if answer(&mut line, &request, &got, &state).await.is_none() {
            return;
        }
    }
}

async fn answer(line: &mut Connection, request: &Request, got: &Got, state: &State) -> Option<()> {
    match request.path.as_str() {
        "/v1/models" => {
            let model = |id: &str| json!({"id": id, "object": "model", "owned_by": "vllm", "max_model_len": 16384});
            line.json(200, &json!({"object": "list", "data": [model("scripted:7b"), model("embed-small")]})).await
        }
        "/v1/embeddings" => {
            let texts = got.body["input"].as_array().unwrap();
            // In another order than they were asked for.
            let made = |(index, text): (usize, &Value)| {
                let length = text.as_str().unwrap().len();
                json!({"object": "embedding", "index": index, "embedding": [length as f64, 1.0]})
            };
            let data: Vec<_> = texts.iter().enumerate().rev().map(made).collect();
            line.json(200, &json!({"object": "list", "data": data})).await
        }
        "/props" if state.places.load(Ordering::SeqCst) > 0 => {
            line.json(200, &json!({"total_slots": state.places.load(Ordering::SeqCst)})).await
        }
        "/v1/chat/completions" => match (state.script)(got) {
            Say::Body(status, body) => line.json(status, &body).await,
            Say::Later(after) => {
                let body = json!({"error": {"message": "Rate limit reached", "code": 429}});
                line.with_header(429, &format!("Retry-After: {after}"), &body).await
            }
            Say::Lines(lines) => {
                line.begin_stream().await?;
                for text in lines {
                    line.chunk(format!("{text}\n\n").as_bytes()).await?;
                }
                line.end_stream().await
            }
            Say::Text(text) => stream(line, &text).await,
            Say::Slow(latency, text) => {
                state.most.fetch_max(state.running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                tokio::time::sleep(latency).await;
                state.running.fetch_sub(1, Ordering::SeqCst);
                stream(line, &text).await
            }
        },
        _ => {
            line.json(404, &json!({"error": {"code": 404, "message": "File Not Found", "type": "not_found_error"}}))
                .await
        }
    }
}

async fn stream(line: &mut Connection, text: &str) -> Option<()> {
    line.begin_stream().await?;
    for event in events(text) {
        line.chunk(format!("{event}\n\n").as_bytes()).await?;
    }
    line.end_stream().await
}

/// A text as the events of a stream.
fn events(text: &str) -> Vec<String> {
    let delta = |delta: Value, finish: Value| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": finish});
        format!("data: {}", json!({"object": "chat.completion.chunk", "choices": [choice]}))
    };
    let usage = json!({"prompt_tokens": 4000, "completion_tokens": 40});
    let mut events = vec![delta(json!({"role": "assistant", "content": null}), Value::Null)];
    let letters: Vec<char> = text.chars().collect();
    events
        .extend(letters.chunks(40).map(|part| delta(json!({"content": part.iter().collect::<String>()}), Value::Null)));
    events.push(delta(json!({}), "stop".into()));
    events.push(format!("data: {}", json!({"choices": [], "usage": usage})));
    events.push("data: [DONE]".to_owned());
    events
}
