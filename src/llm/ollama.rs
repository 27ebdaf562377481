//! Ollama, through `ollama-rs`; what that does not do (the status of an error,
//! streams whose chunks split characters, versions and what is loaded) through
//! the same HTTP client.

use std::{
    error::Error,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use ollama_rs::{
    Ollama,
    error::OllamaError,
    generation::{
        chat::{ChatMessage, request::ChatMessageRequest},
        embeddings::request::{EmbeddingsInput, GenerateEmbeddingsRequest},
        parameters::{FormatType, JsonStructure, ThinkType},
    },
    models::ModelOptions,
};
use reqwest::{
    header::{HeaderMap, HeaderName, HeaderValue},
    redirect::Policy,
};
use serde::Deserialize;
use tokio::time::timeout;

use crate::text::Clean;

use super::{Call, CallError, Host, Proxy, Reply, Think, lines::Lines, told::told};

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(5);
/// How many redirects on the same server are followed.
const REDIRECTS: usize = 3;
/// How long lists and versions may take.
const SHORT: Duration = Duration::from_secs(10);

/// A model that the server has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// Its name with its tag.
    pub name: Clean,
    /// Digest of its weights.
    pub digest: Clean,
    /// Size on disk in bytes.
    pub size: u64,
    /// How many parameters it has, as the server words it: `20.9B`.
    pub parameters: Option<Clean>,
    /// How its weights are stored: `MXFP4`, `Q4_K_M`.
    pub quantization: Option<Clean>,
}

/// What a model is like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelFacts {
    /// The longest context it was trained for, in tokens.
    pub context: Option<u64>,
    /// `completion`, `embedding`, `thinking`, `tools`, …
    pub capabilities: Vec<Clean>,
}

/// How far a model has been fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pulled {
    /// What the server is doing.
    pub status: Clean,
    /// Bytes so far, and of how many.
    pub bytes: Option<(u64, u64)>,
}

/// The line to one server. Cheap to clone; one HTTP client for all.
#[derive(Clone, Debug)]
pub struct Server {
    host: Host,
    ollama: Ollama,
    http: reqwest::Client,
    headers: HeaderMap,
}

/// What keeps a line from being made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A header that cannot be sent.
    #[error("“{0}” is no header that can be sent; write NAME: VALUE")]
    Header(Clean),
    /// A proxy that cannot be used.
    #[error("the proxy in ${variable} cannot be used: {why}; unset it, or name the host in $NO_PROXY")]
    Proxy {
        /// The variable that names it.
        variable: Clean,
        /// Why not.
        why: &'static str,
    },
    /// The HTTP client could not be made.
    #[error("the HTTP client could not be made: {0}")]
    Client(Clean),
}

impl Server {
    /// A line straight to the server at `host`, with headers for a gateway in front of it.
    ///
    /// # Errors
    /// When a header cannot be sent.
    pub fn new(host: Host, headers: &[(String, String)]) -> Result<Self, SetupError> {
        Self::through(host, headers, None)
    }

    /// A line to the server at `host` through a proxy. Nothing else leads the line elsewhere: neither proxies that the
    /// environment names, nor redirects to another host, nor for this machine what a name server says.
    ///
    /// # Errors
    /// When a header cannot be sent.
    pub fn through(host: Host, headers: &[(String, String)], proxy: Option<&Proxy>) -> Result<Self, SetupError> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let bad = || SetupError::Header(Clean::from(name.as_str()));
            let name: HeaderName = name.parse().map_err(|_| bad())?;
            let mut value: HeaderValue = value.parse().map_err(|_| bad())?;
            value.set_sensitive(true);
            map.insert(name, value);
        }
        let failed = |e: reqwest::Error| SetupError::Client(Clean::from(e.to_string()));
        let mut client = reqwest::Client::builder()
            .connect_timeout(CONNECT)
            .tcp_nodelay(true)
            .user_agent(concat!("gainsay/", env!("CARGO_PKG_VERSION")))
            .redirect(same_host())
            .no_proxy();
        if host.is_loopback() && host.name().parse::<IpAddr>().is_err() {
            let loopback = [IpAddr::from(Ipv4Addr::LOCALHOST), IpAddr::from(Ipv6Addr::LOCALHOST)];
            client = client.resolve_to_addrs(host.name(), &loopback.map(|address| SocketAddr::new(address, 0)));
        } else if let Some(proxy) = proxy {
            client = client.proxy(reqwest::Proxy::all(proxy.address()).map_err(failed)?);
        }
        let http = client.build().map_err(failed)?;
        let ollama =
            Ollama::builder().url(host.to_string()).reqwest_client(http.clone()).request_headers(map.clone()).build();
        Ok(Self { host, ollama, http, headers: map })
    }

    /// Where it is.
    #[must_use]
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Asks, and waits for the whole answer. Dropping the future closes the
    /// line, which ends the work at the server.
    ///
    /// # Errors
    /// See [`CallError`].
    pub async fn ask(&self, call: &Call, deadline: Duration) -> Result<Reply, CallError> {
        let asked = timeout(deadline, self.ollama.send_chat_messages(request(call)));
        let answer = asked.await.map_err(|_| CallError::Deadline { seconds: deadline.as_secs() })?;
        let answer = answer.map_err(|e| self.error(&e))?;
        let reply = Reply {
            text: answer.message.content,
            thinking: answer.message.thinking.filter(|t| !t.is_empty()),
            prompt_tokens: answer.final_data.as_ref().map(|d| d.prompt_eval_count),
            answer_tokens: answer.final_data.as_ref().map(|d| d.eval_count),
        };
        // An answer that is all thinking is none.
        if reply.text.trim().is_empty() { Err(CallError::Empty) } else { Ok(reply) }
    }

    /// Asks, and hands every piece of the answer on as it comes. An answer that
    /// ends without the server's word that it is done is broken off.
    ///
    /// # Errors
    /// See [`CallError`].
    pub async fn stream(
        &self,
        call: &Call,
        deadline: Duration,
        mut piece: impl FnMut(&str) + Send,
    ) -> Result<Reply, CallError> {
        let streamed = timeout(deadline, self.streamed(call, &mut piece));
        streamed.await.map_err(|_| CallError::Deadline { seconds: deadline.as_secs() })?
    }

    async fn streamed(&self, call: &Call, piece: &mut (impl FnMut(&str) + Send)) -> Result<Reply, CallError> {
        let mut body = serde_json::to_value(request(call)).map_err(|e| CallError::BadRequest(e.to_string().into()))?;
        body["stream"] = true.into();
        let sent = self.http.post(self.host.route("api/chat")).headers(self.headers.clone()).json(&body).send().await;
        let mut response = self.checked(sent).await?;
        let mut lines = Lines::default();
        let mut reply = Reply::default();
        loop {
            let chunk = response.chunk().await.map_err(|e| CallError::Cut(reason(&e)))?;
            let Some(chunk) = chunk else {
                lines.finish();
                match take(&mut lines, &mut reply, piece)? {
                    true => break,
                    false => return Err(CallError::Cut("it ended without being done".into())),
                }
            };
            lines.push(&chunk);
            if take(&mut lines, &mut reply, piece)? {
                break;
            }
        }
        if reply.text.trim().is_empty() { Err(CallError::Empty) } else { Ok(reply) }
    }

    /// The models that the server has.
    ///
    /// # Errors
    /// See [`CallError`].
    pub async fn models(&self) -> Result<Vec<Model>, CallError> {
        #[derive(Deserialize)]
        struct Tags {
            models: Vec<Tag>,
        }
        #[derive(Deserialize)]
        struct Tag {
            name: String,
            #[serde(default)]
            digest: String,
            #[serde(default)]
            size: u64,
            #[serde(default)]
            details: Option<Details>,
        }
        #[derive(Deserialize)]
        struct Details {
            parameter_size: Option<String>,
            quantization_level: Option<String>,
        }
        let tags: Tags = self.get("api/tags").await?;
        let model = |tag: Tag| Model {
            name: tag.name.into(),
            digest: tag.digest.into(),
            size: tag.size,
            parameters: tag.details.as_ref().and_then(|d| d.parameter_size.clone()).map(Clean::from),
            quantization: tag.details.and_then(|d| d.quantization_level).map(Clean::from),
        };
        Ok(tags.models.into_iter().map(model).collect())
    }

    /// The server's version.
    ///
    /// # Errors
    /// See [`CallError`].
    pub async fn version(&self) -> Result<Clean, CallError> {
        #[derive(Deserialize)]
        struct Version {
            version: String,
        }
        let version: Version = self.get("api/version").await?;
        Ok(version.version.into())
    }

    /// What a model is like.
    ///
    /// # Errors
    /// See [`CallError`].
    pub async fn facts(&self, model: &str) -> Result<ModelFacts, CallError> {
        let shown = timeout(SHORT, self.ollama.show_model_info(model.to_owned()));
        let info = shown.await.map_err(|_| CallError::Deadline { seconds: SHORT.as_secs() })?;
        let info = info.map_err(|e| self.error(&e))?;
        let context = info.model_info.iter().find(|(key, _)| key.ends_with(".context_length"));
        Ok(ModelFacts {
            context: context.and_then(|(_, value)| value.as_u64()),
            capabilities: info.capabilities.into_iter().map(Clean::from).collect(),
        })
    }

    /// Has the server fetch a model, and tells how far it is.
    ///
    /// # Errors
    /// See [`CallError`].
    pub async fn pull(&self, model: &str, mut progress: impl FnMut(Pulled) + Send) -> Result<(), CallError> {
        let body = serde_json::json!({ "model": model, "stream": true });
        let sent = self.http.post(self.host.route("api/pull")).headers(self.headers.clone()).json(&body).send().await;
        let mut response = self.checked(sent).await?;
        #[derive(Deserialize)]
        struct Status {
            status: Option<String>,
            total: Option<u64>,
            completed: Option<u64>,
            error: Option<String>,
        }
        let mut lines = Lines::default();
        loop {
            let chunk = response.chunk().await.map_err(|e| CallError::Cut(reason(&e)))?;
            let ended = chunk.is_none();
            match chunk {
                Some(chunk) => lines.push(&chunk),
                None => lines.finish(),
            }
            while let Some(line) = lines.next() {
                let status: Status =
                    serde_json::from_slice(&line).map_err(|e| CallError::Garbage(e.to_string().into()))?;
                if let Some(error) = status.error {
                    return Err(told(Some(500), &error));
                }
                let text = status.status.unwrap_or_default();
                if text == "success" {
                    return Ok(());
                }
                progress(Pulled { status: text.into(), bytes: status.completed.zip(status.total) });
            }
            if ended {
                return Err(CallError::Cut("it ended without success".into()));
            }
        }
    }

    /// Vectors of texts by an embedding model, in order.
    ///
    /// # Errors
    /// See [`CallError`].
    pub async fn embed(&self, model: &str, texts: Vec<String>, deadline: Duration) -> Result<Vec<Vec<f32>>, CallError> {
        let count = texts.len();
        let request = GenerateEmbeddingsRequest::new(model.to_owned(), EmbeddingsInput::Multiple(texts));
        let asked = timeout(deadline, self.ollama.generate_embeddings(request));
        let answer = asked.await.map_err(|_| CallError::Deadline { seconds: deadline.as_secs() })?;
        let vectors = answer.map_err(|e| self.error(&e))?.embeddings;
        let alike = vectors.windows(2).all(|pair| pair[0].len() == pair[1].len());
        if vectors.len() == count && alike && vectors.iter().all(|v| !v.is_empty()) {
            Ok(vectors)
        } else {
            Err(CallError::Garbage(format!("{} vectors for {count} texts", vectors.len()).into()))
        }
    }

    async fn get<T: serde::de::DeserializeOwned>(&self, route: &str) -> Result<T, CallError> {
        let asked = async {
            let sent = self.http.get(self.host.route(route)).headers(self.headers.clone()).send().await;
            let bytes = self.checked(sent).await?.bytes().await.map_err(|e| CallError::Cut(reason(&e)))?;
            serde_json::from_slice(&bytes).map_err(|e| CallError::Garbage(e.to_string().into()))
        };
        timeout(SHORT, asked).await.map_err(|_| CallError::Deadline { seconds: SHORT.as_secs() })?
    }

    /// A response that is no error.
    async fn checked(&self, sent: reqwest::Result<reqwest::Response>) -> Result<reqwest::Response, CallError> {
        let response = sent.map_err(|e| self.transport(&e))?;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let body = response.text().await.unwrap_or_default();
        Err(told(Some(status.as_u16()), &body))
    }

    fn error(&self, error: &OllamaError) -> CallError {
        match error {
            OllamaError::ReqwestError(e) => self.transport(e),
            OllamaError::JsonError(e) => CallError::Garbage(e.to_string().into()),
            OllamaError::InternalError(e) => told(None, &e.message),
            OllamaError::Other(body) => told(None, body),
            OllamaError::ToolCallError(e) => CallError::Garbage(e.to_string().into()),
        }
    }

    fn transport(&self, error: &reqwest::Error) -> CallError {
        if error.is_redirect() {
            return CallError::BadRequest(reason(error));
        }
        if error.is_body() || error.is_decode() {
            return CallError::Cut(reason(error));
        }
        CallError::Unreachable { host: self.host.to_string().into(), why: reason(error) }
    }
}

/// Follows a redirect on the same server alone, such as from one path to another. Consent names a server.
fn same_host() -> Policy {
    Policy::custom(|attempt| {
        let origin = |url: &reqwest::Url| {
            (url.scheme().to_owned(), url.host_str().map(str::to_owned), url.port_or_known_default())
        };
        let Some(asked) = attempt.previous().first() else { return attempt.stop() };
        if origin(asked) != origin(attempt.url()) {
            let other = attempt.url().origin().ascii_serialization();
            let why = format!(
                "it redirects to another server, {other}, which is not followed; set `ollama.host` to that one"
            );
            return attempt.error(why);
        }
        if attempt.previous().len() > REDIRECTS {
            return attempt.error("it redirects again and again");
        }
        attempt.follow()
    })
}

/// The deepest reason that an error gives: the outer ones only say that there
/// was an error.
fn reason(error: &(dyn Error + 'static)) -> Clean {
    let mut deepest = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    Clean::from(deepest.to_string()).one_line()
}

fn request(call: &Call) -> ChatMessageRequest {
    let messages = vec![ChatMessage::system(call.system.clone()), ChatMessage::user(call.prompt.clone())];
    let options = &call.options;
    #[allow(clippy::cast_possible_truncation)]
    let set = ModelOptions::default()
        .temperature(options.temperature as f32)
        .seed(options.seed)
        .num_ctx(u64::from(options.num_ctx))
        .num_predict(i32::try_from(options.num_predict).unwrap_or(i32::MAX));
    let mut request = ChatMessageRequest::new(call.model.to_string(), messages).options(set);
    if let Some(schema) = call.schema.as_ref().and_then(|s| schemars::Schema::try_from(s.clone()).ok()) {
        request = request.format(FormatType::StructuredJson(Box::new(JsonStructure::new_for_schema(schema))));
    }
    match options.think {
        Think::Auto => request,
        Think::Off => request.think(ThinkType::False),
        Think::Low => request.think(ThinkType::Low),
        Think::Medium => request.think(ThinkType::Medium),
        Think::High => request.think(ThinkType::High),
    }
}

/// What the lines so far say; `true` when the server said that it is done.
fn take(lines: &mut Lines, reply: &mut Reply, piece: &mut impl FnMut(&str)) -> Result<bool, CallError> {
    #[derive(Deserialize)]
    struct Part {
        message: Option<Message>,
        #[serde(default)]
        done: bool,
        error: Option<String>,
        prompt_eval_count: Option<u64>,
        eval_count: Option<u64>,
    }
    #[derive(Deserialize)]
    struct Message {
        #[serde(default)]
        content: String,
        thinking: Option<String>,
    }
    while let Some(line) = lines.next() {
        let part: Part = serde_json::from_slice(&line).map_err(|e| CallError::Garbage(e.to_string().into()))?;
        if let Some(error) = part.error {
            return Err(told(Some(500), &error));
        }
        if let Some(message) = part.message {
            if !message.content.is_empty() {
                reply.text.push_str(&message.content);
                piece(&message.content);
            }
            if let Some(thinking) = message.thinking {
                reply.thinking.get_or_insert_default().push_str(&thinking);
            }
        }
        if part.done {
            reply.prompt_tokens = part.prompt_eval_count;
            reply.answer_tokens = part.eval_count;
            return Ok(true);
        }
    }
    Ok(false)
}
