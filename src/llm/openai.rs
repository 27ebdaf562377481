//! Servers that speak OpenAI's interface: vLLM, SGLang, llama.cpp's server, LM Studio, Ray Serve, OpenRouter and the
//! like. They differ in what they accept; what a model's server refuses is left out from then on.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{domain::Digest, net::Host, text::Clean};

use super::{
    Access, Call, CallError, Finish, Limits, Model, ModelFacts, ModelServer, OnPart, Part, Pulled, Reply, SetupError,
    Think, errors, http::Http,
};

/// Texts in one request for vectors.
const EMBEDDED_AT_ONCE: usize = 32;
/// Fields of a request that a server may refuse and a call can do without.
const OPTIONAL: [&str; 5] = ["stream_options", "chat_template_kwargs", "reasoning_effort", "seed", "temperature"];

/// How an answer by schema is asked for, the most binding way first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Format {
    /// By the schema.
    #[default]
    Schema,
    /// By the schema without lengths and counts, which OpenAI itself refuses.
    Loose,
    /// As JSON, with the schema in words.
    Object,
    /// In words alone.
    Words,
}

impl Format {
    fn name(self) -> &'static str {
        match self {
            Self::Schema => "json_schema",
            Self::Loose => "json_schema without bounds",
            Self::Object => "json_object",
            Self::Words => "words",
        }
    }

    fn next(self) -> Option<Self> {
        match self {
            Self::Schema => Some(Self::Loose),
            Self::Loose => Some(Self::Object),
            Self::Object => Some(Self::Words),
            Self::Words => None,
        }
    }
}

/// What a model's server was found to want.
#[derive(Clone, Debug, Default)]
struct Habits {
    format: Format,
    /// `max_completion_tokens` instead of `max_tokens`.
    completion_tokens: bool,
    refused: Vec<&'static str>,
}

/// A server with OpenAI's interface.
#[derive(Debug)]
pub(super) struct OpenAi {
    http: Http,
    habits: Mutex<BTreeMap<Clean, Habits>>,
}

impl OpenAi {
    pub(super) fn new(access: Access) -> Result<Self, SetupError> {
        let access = Access { host: access.host.with_path("/v1"), ..access };
        let http = Http::new(access, "start it, or set `servers.NAME.url`")?;
        Ok(Self { http, habits: Mutex::default() })
    }

    fn route(&self, route: &str) -> String {
        self.http.host().route(route)
    }

    fn habits(&self, model: &Clean) -> Habits {
        self.habits.lock().unwrap_or_else(PoisonError::into_inner).get(model).cloned().unwrap_or_default()
    }

    /// Takes note of a refusal; `false` when nothing can be done about it.
    fn learn(&self, call: &Call, tried: &Habits, body: &Value, said: &str) -> bool {
        let said = said.to_lowercase();
        let mut habits = tried.clone();
        if !habits.completion_tokens && said.contains("max_completion_tokens") {
            habits.completion_tokens = true;
        } else if let Some(field) = OPTIONAL.into_iter().find(|field| body.get(field).is_some() && said.contains(field))
        {
            habits.refused.push(field);
        } else if call.schema.is_some() && of_format(&said) {
            let Some(next) = habits.format.next() else { return false };
            habits.format = next;
        } else {
            return false;
        }
        self.habits.lock().unwrap_or_else(PoisonError::into_inner).insert(call.model.clone(), habits);
        true
    }

    fn body(&self, call: &Call, habits: &Habits) -> Value {
        let options = &call.options;
        let mut prompt = call.prompt.clone();
        let mut body = json!({"model": call.model, "stream": true, "stream_options": {"include_usage": true},
            "temperature": options.temperature, "seed": options.seed});
        let limit = if habits.completion_tokens { "max_completion_tokens" } else { "max_tokens" };
        body[limit] = options.num_predict.into();
        if let Some(schema) = &call.schema {
            match habits.format {
                Format::Schema | Format::Loose => {
                    let schema = strict(schema, habits.format == Format::Loose);
                    let name = call.stage.name();
                    body["response_format"] =
                        json!({"type": "json_schema", "json_schema": {"name": name, "strict": true, "schema": schema}});
                }
                Format::Object => body["response_format"] = json!({"type": "json_object"}),
                Format::Words => {}
            }
            if habits.format >= Format::Object {
                prompt = format!("{prompt}\n\nThe JSON object must follow this schema:\n{schema}");
            }
            // OpenRouter drops what a provider cannot do unless it is told not to.
            if self.http.host().name().ends_with("openrouter.ai") && body.get("response_format").is_some() {
                body["provider"] = json!({"require_parameters": true});
            }
        }
        body["messages"] = json!([{"role": "system", "content": call.system}, {"role": "user", "content": prompt}]);
        match options.think {
            Think::Auto => {}
            Think::Off => body["chat_template_kwargs"] = json!({"enable_thinking": false}),
            Think::Low => body["reasoning_effort"] = "low".into(),
            Think::Medium => body["reasoning_effort"] = "medium".into(),
            Think::High => body["reasoning_effort"] = "high".into(),
        }
        if let Some(fields) = body.as_object_mut() {
            fields.retain(|name, _| !habits.refused.contains(&name.as_str()));
        }
        body
    }

    async fn listed(&self) -> Result<Vec<Value>, CallError> {
        #[derive(Deserialize)]
        struct List {
            data: Vec<Value>,
        }
        Ok(self.http.get::<List>(&self.route("models")).await?.data)
    }

    /// What llama.cpp's server says about itself, outside of OpenAI's routes.
    async fn props(&self) -> Option<Value> {
        let root = self.http.host().without_path();
        self.http.get(&root.route("props")).await.ok()
    }
}

/// Whether a refusal is about the way in which JSON was asked for.
fn of_format(said: &str) -> bool {
    let words = ["response_format", "json_schema", "json schema", "grammar", "guided", "schema", "structured output"];
    words.iter().any(|word| said.contains(word)) || said.contains("no endpoints found")
}

/// The schema as strict mode wants it: no other properties, and where `loose` no bounds.
fn strict(schema: &Value, loose: bool) -> Value {
    let mut schema = schema.clone();
    tighten(&mut schema, loose);
    schema
}

fn tighten(schema: &mut Value, loose: bool) {
    let Some(fields) = schema.as_object_mut() else { return };
    if loose {
        const BOUNDS: [&str; 7] = ["minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum", "format"];
        fields.retain(|name, _| !BOUNDS.contains(&name.as_str()));
    }
    if let Some(Value::Object(properties)) = fields.get_mut("properties") {
        properties.values_mut().for_each(|property| tighten(property, loose));
        fields.insert("additionalProperties".to_owned(), false.into());
    }
    if let Some(items) = fields.get_mut("items") {
        tighten(items, loose);
    }
}

/// What one event of a stream, or a whole answer, adds; `true` when it was the last.
fn take(event: &Value, reply: &mut Reply, part: &mut OnPart<'_>) -> Result<(), CallError> {
    let choice = &event["choices"][0];
    if let Some(error) = errors::in_body(event).or_else(|| errors::in_body(choice)) {
        return Err(error);
    }
    if event.get("choices").is_none() && event.get("usage").is_none() {
        return Err(CallError::Garbage("it has neither `choices` nor `error`".into()));
    }
    let message = if choice["delta"].is_object() { &choice["delta"] } else { &choice["message"] };
    // Named `reasoning` by newer vLLM, Ollama and OpenRouter, `reasoning_content` by others.
    if let Some(thinking) = message["reasoning"].as_str().or(message["reasoning_content"].as_str())
        && !thinking.is_empty()
    {
        part(Part::Thinking(thinking));
        reply.thinking.get_or_insert_default().push_str(thinking);
    }
    if let Some(text) = message["content"].as_str().filter(|text| !text.is_empty()) {
        part(Part::Text(text));
        reply.text.push_str(text);
    }
    if let Some(refusal) = message["refusal"].as_str().filter(|text| !text.is_empty()) {
        return Err(CallError::Unusable(format!("the model refuses: {refusal}").into()));
    }
    if let Some(reason) = choice["finish_reason"].as_str() {
        reply.finish = Some(Finish::read(reason));
    }
    if let Some(usage) = event.get("usage").filter(|usage| usage.is_object()) {
        reply.prompt_tokens = usage["prompt_tokens"].as_u64();
        reply.answer_tokens = usage["completion_tokens"].as_u64();
    }
    Ok(())
}

#[async_trait]
impl ModelServer for OpenAi {
    fn host(&self) -> &Host {
        self.http.host()
    }

    async fn product(&self) -> Result<Clean, CallError> {
        let models = self.listed().await?;
        let owner = models.first().and_then(|model| model["owned_by"].as_str()).unwrap_or("OpenAI-compatible");
        Ok(format!("{owner} server").into())
    }

    async fn chat(&self, call: &Call, limits: Limits, part: &mut OnPart<'_>) -> Result<Reply, CallError> {
        loop {
            let habits = self.habits(&call.model);
            let body = self.body(call, &habits);
            let mut reply =
                Reply { format: call.schema.as_ref().map(|_| habits.format.name().into()), ..Reply::default() };
            let mut read = |bytes: &[u8]| {
                let garbage = |e: serde_json::Error| CallError::Garbage(e.to_string().into());
                let data = match bytes.strip_prefix(b"data:") {
                    Some(data) => data.trim_ascii(),
                    // Comments and the other fields of an event.
                    None if !bytes.starts_with(b"{") && !bytes.starts_with(b"<") => return Ok(false),
                    None => {
                        // A server that does not stream.
                        take(&serde_json::from_slice(bytes).map_err(garbage)?, &mut reply, part)?;
                        return Ok(reply.finish.is_some());
                    }
                };
                if data == b"[DONE]" {
                    return Ok(true);
                }
                take(&serde_json::from_slice(data).map_err(garbage)?, &mut reply, part)?;
                Ok(false)
            };
            match self.http.lines(&self.route("chat/completions"), &body, limits, &mut read).await {
                Ok(()) => return Ok(reply),
                // Some servers end without [DONE]; what says why it ended is whole.
                Err(CallError::Cut(_)) if reply.finish.is_some() => return Ok(reply),
                Err(CallError::BadRequest(said)) if self.learn(call, &habits, &body, &said) => {}
                Err(error) => return Err(error),
            }
        }
    }

    async fn models(&self) -> Result<Vec<Model>, CallError> {
        let model = |mut entry: Value| {
            let name = entry["id"].as_str().unwrap_or_default().to_owned();
            let meta = entry["meta"].clone();
            if let Some(fields) = entry.as_object_mut() {
                // When the server was started says nothing about the model.
                fields.retain(|key, _| !["created", "permission"].contains(&key.as_str()));
            }
            let digest = Digest::of_value(&entry).to_string();
            #[expect(clippy::cast_precision_loss, reason = "it is shown with one digit")]
            let billions = |count: u64| format!("{:.1}B", count as f64 / 1e9);
            Model {
                name: name.into(),
                digest: digest[..12].into(),
                size: meta["size"].as_u64().unwrap_or_default(),
                parameters: meta["n_params"].as_u64().map(|count| billions(count).into()),
                quantization: None,
            }
        };
        Ok(self.listed().await?.into_iter().map(model).collect())
    }

    async fn facts(&self, model: &str) -> Result<ModelFacts, CallError> {
        let listed = self.listed().await?;
        let entry = listed.into_iter().find(|entry| entry["id"] == model).unwrap_or_default();
        let mut context = ["max_model_len", "context_length", "max_context_length"]
            .into_iter()
            .find_map(|name| entry[name].as_u64())
            .or_else(|| entry["meta"]["n_ctx"].as_u64());
        // Older llama.cpp servers say how long they were started for elsewhere.
        if context.is_none()
            && entry["owned_by"] == "llamacpp"
            && let Some(window) = self.props().await.and_then(|p| p["default_generation_settings"]["n_ctx"].as_u64())
        {
            context = Some(window);
        }
        Ok(ModelFacts { context: context.and_then(|tokens| u32::try_from(tokens).ok()), ..ModelFacts::default() })
    }

    async fn parallel(&self) -> Option<usize> {
        self.props().await.and_then(|props| usize::try_from(props["total_slots"].as_u64()?).ok())
    }

    async fn pull(&self, model: &str, _: &mut (dyn FnMut(Pulled) + Send)) -> Result<(), CallError> {
        let host = self.http.host();
        Err(CallError::BadRequest(
            format!("the server at {host} does not download models; start it with {model}, or name one that it has")
                .into(),
        ))
    }

    async fn embed(&self, model: &str, texts: Vec<String>, deadline: Duration) -> Result<Vec<Vec<f32>>, CallError> {
        #[derive(Deserialize)]
        struct Made {
            data: Vec<Vector>,
        }
        #[derive(Deserialize)]
        struct Vector {
            index: usize,
            embedding: Vec<f32>,
        }
        let mut all = Vec::with_capacity(texts.len());
        for batch in texts.chunks(EMBEDDED_AT_ONCE) {
            let body = json!({"model": model, "input": batch, "encoding_format": "float"});
            let made: Made = self.http.post(&self.route("embeddings"), &body, deadline).await?;
            let mut made = made.data;
            made.sort_by_key(|vector| vector.index);
            all.extend(super::server::whole(made.into_iter().map(|vector| vector.embedding).collect(), batch.len())?);
        }
        super::server::whole(all, texts.len())
    }
}
