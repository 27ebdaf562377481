//! What a server's errors mean.

use serde_json::Value;

use crate::text::Clean;

use super::CallError;

/// The longest message that is kept, in characters.
const LONGEST: usize = 400;

/// What an answer with an error status means.
pub(super) fn read(status: u16, body: &str) -> CallError {
    let parsed = serde_json::from_str::<Value>(body).ok();
    match parsed.as_ref().and_then(find) {
        Some(error) => classify(status, &error),
        // A page of a proxy in between.
        None => classify(status, &Found { text: body.to_owned(), ..Found::default() }),
    }
}

/// The error in a body or a line of a stream that came with status 200, if it is one.
pub(super) fn in_body(body: &Value) -> Option<CallError> {
    let error = find(body)?;
    Some(classify(error.status.unwrap_or(500), &error))
}

/// An error in a server's words.
#[derive(Default)]
struct Found {
    text: String,
    status: Option<u16>,
    tokens: Option<u64>,
    window: Option<u64>,
}

/// Finds the error in the shapes that servers use: `{"error": "…"}` (Ollama, LM Studio), `{"error": {…}}` (vLLM,
/// llama.cpp, OpenRouter, OpenAI), the same as a string inside (Ollama for llama.cpp), `{"object": "error", …}`
/// (SGLang, older vLLM), `{"detail": …}` (FastAPI).
fn find(body: &Value) -> Option<Found> {
    if body["object"] == "error" {
        return Some(of_object(body));
    }
    let error = [&body["error"], &body["detail"]].into_iter().find(|error| !error.is_null())?;
    match error {
        Value::String(text) => match serde_json::from_str::<Value>(text).ok().filter(Value::is_object) {
            Some(inner) => find(&inner).or_else(|| Some(of_object(&inner))),
            None => Some(Found { text: text.clone(), ..Found::default() }),
        },
        Value::Object(_) => Some(of_object(error)),
        other => Some(Found { text: other.to_string(), ..Found::default() }),
    }
}

fn of_object(error: &Value) -> Found {
    let mut text = error["message"].as_str().map_or_else(|| error.to_string(), str::to_owned);
    // OpenRouter hands on what the provider said.
    for more in [&error["metadata"]["provider_name"], &error["metadata"]["raw"]] {
        text.extend(more.as_str().into_iter().flat_map(|more| [": ", more]));
    }
    if error["type"] == "exceed_context_size_error" {
        text = format!("exceed_context_size: {text}");
    }
    let status = error["code"].as_u64().or_else(|| error["code"].as_str()?.parse().ok());
    Found {
        text,
        status: status.and_then(|code| u16::try_from(code).ok()).filter(|code| *code >= 400),
        tokens: error["n_prompt_tokens"].as_u64(),
        window: error["n_ctx"].as_u64(),
    }
}

fn classify(status: u16, found: &Found) -> CallError {
    let text = &found.text;
    let words = Clean::from(text.chars().take(LONGEST).collect::<String>()).one_line();
    let lower = text.to_lowercase();
    let says = |parts: &[&str]| parts.iter().any(|part| lower.contains(part));
    if let Some(model) = missing_model(text) {
        return CallError::MissingModel(model.into());
    }
    if status < 500
        && says(&["exceed_context_size", "context length", "context size", "available context", "too many tokens"])
    {
        let window = found.window.or_else(|| number_after(&lower, "context length is"));
        return CallError::TooLong { why: words, tokens: found.tokens, window };
    }
    if says(&["does not support thinking", "think value", "invalid think"]) {
        return CallError::Thinking(words);
    }
    if says(&["server busy", "maximum pending requests", "too many requests", "rate limit", "loading model"]) {
        return CallError::Busy { why: words, after: None };
    }
    match status {
        401 | 403 => CallError::Key(words),
        429 | 503 => CallError::Busy { why: words, after: None },
        // 501: not supported, and it will not be in a moment.
        501 => CallError::BadRequest(words),
        500.. => CallError::Server(words),
        _ => CallError::BadRequest(words),
    }
}

/// The number after some words.
fn number_after(text: &str, words: &str) -> Option<u64> {
    let rest = text.split_once(words)?.1.trim_start();
    rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse().ok()
}

/// The model in `model 'NAME' not found` (Ollama), `The model NAME does not exist` (vLLM, OpenAI), however it is quoted.
fn missing_model(text: &str) -> Option<&str> {
    let rest = text.split_once("model ")?.1;
    let rest = rest.trim_start_matches(['"', '\'', '`']);
    let (name, after) = rest.split_at(rest.find(['"', '\'', '`', ' ', ','])?);
    let gone = after.contains("not found") || after.contains("does not exist");
    (gone && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_every_kind_of_server_lead_to_what_can_be_done() {
        type Check = fn(&CallError) -> bool;
        let too_long: Check = |e| matches!(e, CallError::TooLong { window: Some(4096), .. });
        let busy: Check = |e| matches!(e, CallError::Busy { .. });
        let bad: Check = |e| matches!(e, CallError::BadRequest(_));
        let server: Check = |e| matches!(e, CallError::Server(_));
        let missing: Check = |e| matches!(e, CallError::MissingModel(name) if **name == *"nope:7b");
        let key: Check = |e| matches!(e, CallError::Key(_));
        for (status, body, right) in [
            (404, r#"{"error":"model 'nope:7b' not found"}"#, missing),
            (404, r#"{"error":"model \"nope:7b\" not found, try pulling it first"}"#, missing),
            (
                404,
                r#"{"error":{"message":"The model `nope:7b` does not exist.","type":"NotFoundError","code":404}}"#,
                missing,
            ),
            (503, r#"{"error":"server busy, please try again.  maximum pending requests exceeded"}"#, busy),
            (503, r#"{"error":{"message":"Loading model","type":"unavailable_error","code":503}}"#, busy),
            (429, r#"{"error":{"message":"Rate limit exceeded","code":429}}"#, busy),
            (
                400,
                r#"{"error":"{\"error\":{\"code\":400,\"message\":\"request (38220 tokens) exceeds the available context size (4096 tokens)\",\"type\":\"exceed_context_size_error\",\"n_prompt_tokens\":38220,\"n_ctx\":4096}}"}"#,
                too_long,
            ),
            (
                400,
                r#"{"error":{"message":"This model's maximum context length is 4096 tokens. However, you requested 9000 tokens","type":"BadRequestError","param":null,"code":400}}"#,
                too_long,
            ),
            (
                400,
                r#"{"object":"error","message":"This model's maximum context length is 4096 tokens.","type":"BadRequestError","code":400}"#,
                too_long,
            ),
            (400, r#"{"error":"\"llama3\" does not support thinking"}"#, |e| matches!(e, CallError::Thinking(_))),
            (400, r#"{"error":"words that nobody knows"}"#, bad),
            (400, r#"{"error":"Model unloaded."}"#, bad),
            (402, r#"{"error":{"message":"Insufficient credits","code":402}}"#, bad),
            (422, r#"{"detail":[{"loc":["body"],"msg":"field required"}]}"#, bad),
            (501, r#"{"error":"This server does not support embeddings. Start it with `--embeddings`"}"#, bad),
            (500, r#"{"error":"llama runner process has terminated"}"#, server),
            (502, "<html>502 Bad Gateway</html>", server),
            (401, r#"{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}"#, key),
        ] {
            let error = read(status, body);
            assert!(right(&error), "{status} {body}: {error:?}");
        }
        let provider = serde_json::json!({"error": {"code": 502, "message": "Provider returned error",
            "metadata": {"provider_name": "Acme", "raw": "overloaded"}}});
        let Some(CallError::Server(words)) = in_body(&provider) else { panic!() };
        assert_eq!(words, "Provider returned error: Acme: overloaded");
        assert!(in_body(&serde_json::json!({"choices": []})).is_none());
        assert_eq!(read(404, r#"{"error":"model 'x' not found"}"#).retries(), 0);
        // Nothing that a server says reaches the screen as a command.
        let CallError::Server(words) = read(500, "{\"error\":\"\\u001b[31mboom\\u001b[0m\"}") else { panic!() };
        assert_eq!(words, "boom");
    }
}
