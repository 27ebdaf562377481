//! Ollama's own interface, with the types of `ollama-rs`. Its client is not used: it loses the status of an error,
//! splits characters at the ends of chunks, and knows no `truncate` and no `done_reason`.

use std::time::Duration;

use async_trait::async_trait;
use ollama_rs::{
    generation::{
        chat::{ChatMessage, request::ChatMessageRequest},
        embeddings::{
            GenerateEmbeddingsResponse,
            request::{EmbeddingsInput, GenerateEmbeddingsRequest},
        },
        parameters::ThinkType,
    },
    models::{ModelInfo, ModelOptions},
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{net::Host, text::Clean};

use super::{
    Access, Call, CallError, Finish, Limits, Model, ModelFacts, ModelServer, OnPart, Part, Pulled, Reply, SetupError,
    Think, errors,
    http::{Http, SHORT},
};

/// How long a download may take without a sign; the server reports its progress all the time.
const DOWNLOAD: Limits = Limits { queue: Duration::from_secs(120), work: Duration::from_secs(24 * 3600) };

/// An Ollama server.
#[derive(Clone, Debug)]
pub(super) struct Ollama(Http);

impl Ollama {
    pub(super) fn new(access: Access) -> Result<Self, SetupError> {
        Ok(Self(Http::new(access, "start it with `ollama serve`, or set `ollama.host`")?))
    }

    fn route(&self, route: &str) -> String {
        self.0.host().route(route)
    }
}

/// A line of an answer of `/api/chat`.
#[derive(Deserialize)]
struct Line {
    message: Option<Message>,
    #[serde(default)]
    done: bool,
    done_reason: Option<String>,
    prompt_eval_count: Option<u64>,
    prompt_eval_cached_count: Option<u64>,
    eval_count: Option<u64>,
}

#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    content: String,
    thinking: Option<String>,
}

/// A line as JSON, unless it is an error.
fn parse<T: serde::de::DeserializeOwned>(line: &[u8]) -> Result<T, CallError> {
    let garbage = |e: serde_json::Error| CallError::Garbage(e.to_string().into());
    let value: Value = serde_json::from_slice(line).map_err(garbage)?;
    match errors::in_body(&value) {
        Some(error) => Err(error),
        None => serde_json::from_value(value).map_err(garbage),
    }
}

fn body(call: &Call) -> Result<Value, CallError> {
    let messages = vec![ChatMessage::system(call.system.clone()), ChatMessage::user(call.prompt.clone())];
    let options = &call.options;
    let set = ModelOptions::default()
        .seed(options.seed)
        .num_ctx(u64::from(options.num_ctx))
        .num_predict(i32::try_from(options.num_predict).unwrap_or(i32::MAX));
    let request = ChatMessageRequest::new(call.model.to_string(), messages).options(set);
    let request = match options.think {
        Think::Auto => request,
        Think::Off => request.think(ThinkType::False),
        Think::Low => request.think(ThinkType::Low),
        Think::Medium => request.think(ThinkType::Medium),
        Think::High => request.think(ThinkType::High),
    };
    let mut body = to_body(&request)?;
    // In single precision, as `ollama-rs` has it, 0.3 would be sent as 0.30000001192.
    body["options"]["temperature"] = options.temperature.into();
    body["stream"] = true.into();
    // Without these two the server drops the head of a long question, instructions first, and answers the rest.
    body["truncate"] = false.into();
    body["shift"] = false.into();
    if let Some(schema) = &call.schema {
        body["format"] = schema.clone();
    }
    Ok(body)
}

fn to_body(request: &impl serde::Serialize) -> Result<Value, CallError> {
    serde_json::to_value(request).map_err(|e| CallError::BadRequest(e.to_string().into()))
}

#[async_trait]
impl ModelServer for Ollama {
    fn host(&self) -> &Host {
        self.0.host()
    }

    async fn product(&self) -> Result<Clean, CallError> {
        let version: Value = self.0.get(&self.route("api/version")).await?;
        Ok(format!("Ollama {}", version["version"].as_str().unwrap_or_default()).into())
    }

    async fn chat(&self, call: &Call, limits: Limits, part: &mut OnPart<'_>) -> Result<Reply, CallError> {
        let mut reply = Reply::default();
        let mut read = |bytes: &[u8]| {
            let line: Line = parse(bytes)?;
            if let Some(message) = line.message {
                if let Some(thinking) = message.thinking.filter(|text| !text.is_empty()) {
                    part(Part::Thinking(&thinking));
                    reply.thinking.get_or_insert_default().push_str(&thinking);
                }
                if !message.content.is_empty() {
                    part(Part::Text(&message.content));
                    reply.text.push_str(&message.content);
                }
            }
            if line.done {
                let cached = line.prompt_eval_cached_count.unwrap_or_default();
                reply.prompt_tokens = line.prompt_eval_count.map(|count| count.max(cached));
                reply.answer_tokens = line.eval_count;
                reply.finish = line.done_reason.as_deref().map(Finish::read);
            }
            Ok(line.done)
        };
        self.0.lines(&self.route("api/chat"), &body(call)?, limits, &mut read).await?;
        Ok(reply)
    }

    async fn models(&self) -> Result<Vec<Model>, CallError> {
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
            details: Value,
        }
        let tags: Tags = self.0.get(&self.route("api/tags")).await?;
        let model = |tag: Tag| {
            let detail = |name: &str| tag.details[name].as_str().map(Clean::from);
            let (parameters, quantization) = (detail("parameter_size"), detail("quantization_level"));
            Model { name: tag.name.into(), digest: tag.digest.into(), size: tag.size, parameters, quantization }
        };
        Ok(tags.models.into_iter().map(model).collect())
    }

    async fn facts(&self, model: &str) -> Result<ModelFacts, CallError> {
        let info: ModelInfo = self.0.post(&self.route("api/show"), &json!({"model": model}), SHORT).await?;
        let context = info.model_info.iter().find(|(key, _)| key.ends_with(".context_length"));
        let family = info.model_info.get("general.architecture").and_then(Value::as_str);
        Ok(ModelFacts {
            context: context.and_then(|(_, tokens)| u32::try_from(tokens.as_u64()?).ok()),
            capabilities: info.capabilities.into_iter().map(Clean::from).collect(),
            needs_thinking: info.modelfile.contains("PARSER harmony") || family == Some("gptoss"),
        })
    }

    async fn loaded(&self) -> Result<Option<Vec<Clean>>, CallError> {
        let running: Value = self.0.get(&self.route("api/ps")).await?;
        let models = running["models"].as_array().into_iter().flatten();
        Ok(Some(models.filter_map(|model| model["name"].as_str()).map(Clean::from).collect()))
    }

    async fn pull(&self, model: &str, progress: &mut (dyn FnMut(Pulled) + Send)) -> Result<(), CallError> {
        #[derive(Deserialize)]
        struct Status {
            status: Option<String>,
            total: Option<u64>,
            completed: Option<u64>,
        }
        let mut read = |bytes: &[u8]| {
            let status: Status = parse(bytes)?;
            let text = status.status.unwrap_or_default();
            let done = text == "success";
            progress(Pulled { status: text.into(), bytes: status.completed.zip(status.total) });
            Ok(done)
        };
        let body = json!({"model": model, "stream": true});
        self.0.lines(&self.route("api/pull"), &body, DOWNLOAD, &mut read).await
    }

    async fn embed(&self, model: &str, texts: Vec<String>, deadline: Duration) -> Result<Vec<Vec<f32>>, CallError> {
        let count = texts.len();
        let request = GenerateEmbeddingsRequest::new(model.to_owned(), EmbeddingsInput::Multiple(texts));
        let route = self.route("api/embed");
        let made: GenerateEmbeddingsResponse = self.0.post(&route, &to_body(&request)?, deadline).await?;
        super::server::whole(made.embeddings, count)
    }
}
