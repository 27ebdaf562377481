//! A model server: real HTTP on loopback with Ollama's routes and bodies, and a
//! script in place of a model. It waits for nothing but its latency.

pub mod http;
pub mod model;

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::{
    net::TcpStream,
    runtime::Runtime,
    sync::{
        mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
        watch,
    },
    task::JoinSet,
};

use http::{Connection, Request};

use super::port::Port;

/// The model that the server has.
pub const MODEL: &str = "scripted:7b";
/// The digest of its weights.
pub const DIGEST: &str = "5c817ed0";

/// What goes wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nobody listens any more: this line is closed, and every new one refused.
    Refused,
    /// The line is closed without a word.
    Dropped,
    /// It takes this much longer.
    Slow(Duration),
    /// It never answers.
    Hung,
    /// The body ends before its announced length.
    CutInBody,
    /// A streamed body ends within a character.
    CutInCharacter,
    /// A streamed body goes on with an error (a whole one is a 500).
    ErrorInStream,
    /// 404: the model is gone.
    NotFound,
    /// 429.
    TooMany,
    /// 500.
    Internal,
    /// 503: the queue is full.
    Busy,
    /// 200, and no JSON.
    Garbage,
    /// An answer without content.
    Empty,
    /// An answer of two million bytes.
    Oversized,
}

impl Fault {
    pub const ALL: [Self; 14] = [
        Self::Refused,
        Self::Dropped,
        Self::Slow(Duration::from_millis(400)),
        Self::Hung,
        Self::CutInBody,
        Self::CutInCharacter,
        Self::ErrorInStream,
        Self::NotFound,
        Self::TooMany,
        Self::Internal,
        Self::Busy,
        Self::Garbage,
        Self::Empty,
        Self::Oversized,
    ];
}

/// A question that came in.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The title of the schema asked for, in lower case; `report` where prose is.
    pub stage: String,
    pub model: String,
    pub system: String,
    pub prompt: String,
    /// What stood before the request's body.
    pub head: String,
    /// The request as it came.
    pub body: Value,
    pub at: Instant,
}

type Script = Box<dyn Fn(&Asked) -> String + Send + Sync>;
/// The status and body of an answer by a request's path and body.
type Play = Box<dyn Fn(&str, &Value) -> Option<(u16, String)> + Send + Sync>;
type Plan = Box<dyn Fn(&Asked) -> Option<Fault> + Send + Sync>;

struct State {
    script: Script,
    plan: Mutex<Plan>,
    play: Mutex<Play>,
    /// Models in memory: where set, one at a time, and how often one was loaded.
    memory: Mutex<Option<(String, usize)>>,
    latency: Mutex<Duration>,
    asked: Mutex<Vec<Asked>>,
    running: AtomicUsize,
    most: AtomicUsize,
    left: AtomicUsize,
    /// Models that were got.
    got: Mutex<Vec<String>>,
    /// What the next answer of a task begins with, piece by piece.
    thinking: Mutex<Option<(String, UnboundedReceiver<String>)>>,
    /// Of a text with this in it no vector can be made.
    unreadable: Mutex<Option<String>>,
    /// Whether connections are refused. A state and not a signal: two faults at once must not refuse
    /// a second time after the server was mended.
    refusing: watch::Sender<bool>,
}

/// The server; it is gone when this is.
pub struct Ollama {
    port: Port,
    state: Arc<State>,
    runtime: Option<Runtime>,
    listening: Mutex<Option<tokio::task::JoinHandle<()>>>,
}

impl Ollama {
    /// A server whose model answers as `script` says.
    pub fn start(script: impl Fn(&Asked) -> String + Send + Sync + 'static) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let state = Arc::new(State {
            script: Box::new(script),
            plan: Mutex::new(Box::new(|_| None)),
            play: Mutex::new(Box::new(|_, _| None)),
            memory: Mutex::default(),
            latency: Mutex::default(),
            asked: Mutex::default(),
            running: AtomicUsize::new(0),
            most: AtomicUsize::new(0),
            left: AtomicUsize::new(0),
            got: Mutex::default(),
            thinking: Mutex::default(),
            unreadable: Mutex::default(),
            refusing: watch::Sender::new(false),
        });
        let server = Self { port: Port::new(), state, runtime: Some(runtime), listening: Mutex::new(None) };
        server.listen();
        server
    }

    fn listen(&self) {
        let runtime = self.runtime.as_ref().unwrap();
        let listener = {
            let _inside = runtime.enter();
            self.port.listen()
        };
        let state = Arc::clone(&self.state);
        let mut refusing = state.refusing.subscribe();
        state.refusing.send_replace(false);
        let task = runtime.spawn(async move {
            let mut lines = JoinSet::new();
            loop {
                tokio::select! {
                    _ = refusing.wait_for(|refusing| *refusing) => return,
                    Ok((stream, _)) = listener.accept() => lines.spawn(serve(stream, Arc::clone(&state))),
                };
            }
        });
        *self.listening.lock().unwrap() = Some(task);
    }

    /// The address as `OLLAMA_HOST` has it.
    pub fn host(&self) -> String {
        self.port.address().to_string()
    }

    /// Every answer takes this long from now on.
    pub fn latency(&self, latency: Duration) {
        *self.state.latency.lock().unwrap() = latency;
    }

    /// What goes wrong from now on.
    pub fn fault(&self, plan: impl Fn(&Asked) -> Option<Fault> + Send + Sync + 'static) {
        *self.state.plan.lock().unwrap() = Box::new(plan);
    }

    /// Answers as a real server did, whatever the script says: by path and body, status and body.
    pub fn play(&self, play: impl Fn(&str, &Value) -> Option<(u16, String)> + Send + Sync + 'static) {
        *self.state.play.lock().unwrap() = Box::new(play);
    }

    /// From now on there is room for one model in memory.
    pub fn one_model_in_memory(&self) {
        *self.state.memory.lock().unwrap() = Some((String::new(), 0));
    }

    /// How often a model was loaded since there is room for one.
    pub fn loads(&self) -> usize {
        self.state.memory.lock().unwrap().as_ref().map_or(0, |(_, loads)| *loads)
    }

    /// Nothing goes wrong from now on, and somebody listens.
    pub fn mend(&self) {
        self.fault(|_| None);
        self.down();
        self.up();
    }

    /// Refuses connections, and closes those that are open.
    pub fn down(&self) {
        if let Some(task) = self.listening.lock().unwrap().take() {
            task.abort();
            // The port is free once the task is gone.
            let _ = std::thread::scope(|s| s.spawn(|| self.runtime.as_ref().unwrap().block_on(task)).join());
        }
    }

    /// Listens again, at the same address.
    pub fn up(&self) {
        self.listen();
    }

    /// The server has this model from now on; one with “embed” in its name makes vectors.
    pub fn has(&self, model: &str) {
        self.state.got.lock().unwrap().push(model.to_owned());
    }

    /// The next answer of a task begins with the thinking that is sent here, each piece as it comes; the answer follows
    /// once the sender is gone.
    pub fn thinks(&self, stage: &str) -> UnboundedSender<String> {
        let (sender, pieces) = unbounded_channel();
        *self.state.thinking.lock().unwrap() = Some((stage.to_owned(), pieces));
        sender
    }

    /// No vector can be made of texts with this in them; `None`: of all.
    pub fn unreadable(&self, word: Option<&str>) {
        *self.state.unreadable.lock().unwrap() = word.map(str::to_owned);
    }

    /// The questions so far, in the order in which they came.
    pub fn asked(&self) -> Vec<Asked> {
        self.state.asked.lock().unwrap().clone()
    }

    /// The most questions that were open at a time.
    pub fn most_at_once(&self) -> usize {
        self.state.most.load(Ordering::SeqCst)
    }

    /// How many lines were closed by the other side before their answer.
    pub fn left(&self) -> usize {
        self.state.left.load(Ordering::SeqCst)
    }
}

impl Drop for Ollama {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn serve(stream: TcpStream, state: Arc<State>) {
    stream.set_nodelay(true).unwrap();
    let mut line = Connection::new(stream);
    while let Some(request) = line.request().await {
        let body: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        if matches!(request.path.as_str(), "/api/chat" | "/api/embed")
            && let Some((loaded, loads)) = state.memory.lock().unwrap().as_mut()
            && *loaded != body["model"].as_str().unwrap()
        {
            (*loaded, *loads) = (body["model"].as_str().unwrap().to_owned(), *loads + 1);
        }
        let played = (state.play.lock().unwrap())(&request.path, &body);
        if let Some((status, said)) = played {
            if request.path == "/api/chat" {
                state.asked.lock().unwrap().push(asked(&request));
            }
            if line.typed(status, "application/json; charset=utf-8", &said).await.is_none() {
                return;
            }
            continue;
        }
        // Also where a proxy puts it.
        let answered = match request.path.strip_prefix("/behind").unwrap_or(&request.path) {
            "/api/chat" => chat(&mut line, &request, &state).await,
            "/api/tags" => line.json(200, &tags(&state)).await,
            "/api/version" => line.json(200, &json!({"version": "0.12.3"})).await,
            "/api/show" => line.json(200, &shown(&request)).await,
            "/api/ps" => line.json(200, &loaded(&state)).await,
            "/api/pull" => pull(&mut line, &request, &state).await,
            "/api/embed" => embed(&mut line, &request, &state).await,
            _ => line.text(404, "404 page not found").await,
        };
        if answered.is_none() {
            return;
        }
    }
}

/// A question as it came in.
fn asked(request: &Request) -> Asked {
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    let said = |role: &str| {
        let messages = body["messages"].as_array().unwrap();
        messages.iter().find(|m| m["role"] == role).map(|m| m["content"].as_str().unwrap().to_owned())
    };
    Asked {
        stage: body["format"]["title"].as_str().unwrap_or("report").to_lowercase(),
        model: body["model"].as_str().unwrap().to_owned(),
        system: said("system").unwrap_or_default(),
        prompt: said("user").unwrap_or_default(),
        at: Instant::now(),
        head: request.head.clone(),
        body,
    }
}

/// Answers a question; `None` when the line is closed.
async fn chat(line: &mut Connection, request: &Request, state: &State) -> Option<()> {
    let asked = asked(request);
    state.asked.lock().unwrap().push(asked.clone());
    let running = state.running.fetch_add(1, Ordering::SeqCst) + 1;
    state.most.fetch_max(running, Ordering::SeqCst);
    let fault = (state.plan.lock().unwrap())(&asked);
    let answered = answer(line, &asked, fault, state).await;
    state.running.fetch_sub(1, Ordering::SeqCst);
    answered
}

async fn answer(line: &mut Connection, asked: &Asked, fault: Option<Fault>, state: &State) -> Option<()> {
    let mut latency = *state.latency.lock().unwrap();
    if let Some(Fault::Slow(more)) = fault {
        latency += more;
    }
    let waited = tokio::select! {
        biased;
        () = line.closed() => None,
        () = wait(latency, fault == Some(Fault::Hung)) => Some(()),
    };
    if waited.is_none() {
        state.left.fetch_add(1, Ordering::SeqCst);
        return None;
    }
    let streams = asked.body["stream"] == true;
    let text = || if fault == Some(Fault::Empty) { String::new() } else { (state.script)(asked) };
    match fault {
        Some(Fault::Refused) => {
            state.refusing.send_replace(true);
            std::future::pending().await
        }
        Some(Fault::Dropped | Fault::Hung) => None,
        Some(Fault::NotFound) => line.json(404, &json!({"error": format!("model '{}' not found", asked.model)})).await,
        Some(Fault::TooMany) => line.json(429, &json!({"error": "too many requests"})).await,
        Some(Fault::Internal) => {
            line.json(500, &json!({"error": "llama runner process has terminated: exit status 2"})).await
        }
        Some(Fault::Busy) => {
            let said = "server busy, please try again.  maximum pending requests exceeded";
            line.json(503, &json!({"error": said})).await
        }
        Some(Fault::Garbage) => line.text(200, "<html>It works!</html>").await,
        Some(Fault::ErrorInStream) if !streams => {
            line.json(500, &json!({"error": "an error was encountered while running the model"})).await
        }
        Some(Fault::CutInBody | Fault::CutInCharacter) if !streams => {
            let mut body = whole(asked, "α".repeat(40).as_str()).to_string();
            body.truncate(body.find('α').unwrap());
            let mut bytes = body.into_bytes();
            if fault == Some(Fault::CutInCharacter) {
                bytes.push("α".as_bytes()[0]);
            }
            line.cut(&bytes, bytes.len() + 200).await
        }
        Some(Fault::Oversized) => {
            let text = "all work and no play ".repeat(100_000);
            if streams {
                stream(line, asked, &text, None, None).await
            } else {
                line.json(200, &whole(asked, &text)).await
            }
        }
        _ if streams => {
            let thinking = state.thinking.lock().unwrap().take_if(|(stage, _)| *stage == asked.stage);
            stream(line, asked, &text(), fault, thinking.map(|(_, pieces)| pieces)).await
        }
        _ => line.json(200, &whole(asked, &text())).await,
    }
}

async fn wait(latency: Duration, forever: bool) {
    if forever {
        std::future::pending().await
    } else if latency > Duration::ZERO {
        tokio::time::sleep(latency).await;
    }
}

/// A whole answer as `/api/chat` words it.
fn whole(asked: &Asked, text: &str) -> Value {
    json!({
        "model": asked.model,
        "created_at": "2026-01-02T03:04:05.000000Z",
        "message": {"role": "assistant", "content": text},
        "done": true,
        "done_reason": "stop",
        "total_duration": 1_000_000,
        "load_duration": 1000,
        "prompt_eval_count": (asked.system.len() + asked.prompt.len()) / 4 + 1,
        "prompt_eval_duration": 1000,
        "eval_count": text.len() / 4 + 1,
        "eval_duration": 1000,
    })
}

/// An answer in pieces of a few bytes, characters split over them, after its thinking.
async fn stream(
    line: &mut Connection,
    asked: &Asked,
    text: &str,
    fault: Option<Fault>,
    thinking: Option<UnboundedReceiver<String>>,
) -> Option<()> {
    line.begin_stream().await?;
    if let Some(mut pieces) = thinking {
        while let Some(piece) = pieces.recv().await {
            let message = json!({"role": "assistant", "content": "", "thinking": piece});
            let piece = json!({"model": asked.model, "message": message, "done": false});
            line.chunk(format!("{piece}\n").as_bytes()).await?;
        }
    }
    let letters: Vec<char> = text.chars().collect();
    for (i, part) in letters.chunks(letters.len().div_ceil(12).max(1)).enumerate() {
        let piece = json!({
            "model": asked.model,
            "created_at": "2026-01-02T03:04:05.000000Z",
            "message": {"role": "assistant", "content": part.iter().collect::<String>()},
            "done": false,
        });
        match (i, fault) {
            (2, Some(Fault::CutInBody)) => return None,
            (2, Some(Fault::CutInCharacter)) => {
                line.chunk(b"{\"message\":{\"content\":\"\xce").await?;
                return None;
            }
            (2, Some(Fault::ErrorInStream)) => {
                line.chunk(b"{\"error\":\"an error was encountered while running the model\"}\n").await?;
                return line.end_stream().await;
            }
            _ => {}
        }
        let bytes = format!("{piece}\n").into_bytes();
        let (first, second) = bytes.split_at(bytes.len() / 2);
        line.chunk(first).await?;
        line.chunk(second).await?;
    }
    let mut last = whole(asked, "");
    last["eval_count"] = (text.len() / 4 + 1).into();
    line.chunk(format!("{last}\n").as_bytes()).await?;
    line.end_stream().await
}

fn tags(state: &State) -> Value {
    let model = |name: &str, digest: &str, size: u64| {
        json!({
            "name": name, "model": name, "modified_at": "2026-01-02T03:04:05Z", "size": size, "digest": digest,
            "details": {"format": "gguf", "family": "llama", "parameter_size": "7.2B", "quantization_level": "Q4_K_M"},
        })
    };
    let mut models = vec![model(MODEL, DIGEST, 4_683_075_271), model("other:latest", "0f1e2d3c", 1_321_098_329)];
    models.extend(state.got.lock().unwrap().iter().map(|name| model(name, "a1b2c3d4", 800_000_000)));
    json!({"models": models})
}

/// What is in memory: the one model that fits, else all of them.
fn loaded(state: &State) -> Value {
    match state.memory.lock().unwrap().as_ref() {
        Some((name, _)) if name.is_empty() => json!({"models": []}),
        Some((name, _)) => json!({"models": [{"name": name, "model": name, "context_length": 4096}]}),
        None => tags(state),
    }
}

fn shown(request: &Request) -> Value {
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    let embeds = body["model"].as_str().or(body["name"].as_str()).is_some_and(|name| name.contains("embed"));
    json!({
        "license": "", "modelfile": "", "parameters": "", "template": "",
        "details": {"format": "gguf", "family": "llama"},
        "model_info": {"general.architecture": "llama", "llama.context_length": 131_072},
        "capabilities": if embeds { vec!["embedding"] } else { vec!["completion", "thinking"] },
    })
}

async fn pull(line: &mut Connection, request: &Request, state: &State) -> Option<()> {
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    let name = body["model"].as_str().or(body["name"].as_str()).unwrap();
    line.begin_stream().await?;
    for done in [0, 600, 1200] {
        let part = json!({"status": "pulling 5c817ed0", "digest": "sha256:5c817ed0", "total": 1200, "completed": done});
        line.chunk(format!("{part}\n").as_bytes()).await?;
    }
    state.got.lock().unwrap().push(name.to_owned());
    line.chunk(b"{\"status\":\"verifying sha256 digest\"}\n{\"status\":\"success\"}\n").await?;
    line.end_stream().await
}

/// Texts that have letters in common are near each other.
async fn embed(line: &mut Connection, request: &Request, state: &State) -> Option<()> {
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    let texts: Vec<&str> = body["input"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    if texts.iter().any(|text| state.unreadable.lock().unwrap().as_deref().is_some_and(|word| text.contains(word))) {
        return line.json(500, &json!({"error": "the input cannot be read"})).await;
    }
    let letters = |text: &str| ('a'..='z').map(|letter| text.matches(letter).count() as f64).collect::<Vec<_>>();
    let vectors: Vec<_> = texts.into_iter().map(letters).collect();
    line.json(200, &json!({"model": body["model"], "embeddings": vectors})).await
}
