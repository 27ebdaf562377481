//! What a server's errors mean.

use serde::Deserialize;

use crate::text::Clean;

use super::CallError;

/// What an error of the server means. `ollama-rs` hands on the body alone, so
/// the words must tell; the status is looked at where it is known.
pub(super) fn told(status: Option<u16>, body: &str) -> CallError {
    #[derive(Deserialize)]
    struct Told {
        error: serde_json::Value,
    }
    let error = serde_json::from_str::<Told>(body).ok().map(|t| match t.error {
        serde_json::Value::String(text) => text,
        // The server behind the server says it as an object, or as one in a string.
        other => other.get("message").and_then(|m| m.as_str()).map_or_else(|| other.to_string(), str::to_owned),
    });
    let known = error.is_some();
    let text = error.unwrap_or_else(|| body.to_owned());
    let words = Clean::from(text.chars().take(400).collect::<String>()).one_line();
    let lower = text.to_lowercase();
    let says = |parts: &[&str]| parts.iter().any(|part| lower.contains(part));
    if let Some(model) = missing_model(&text) {
        return CallError::MissingModel(model.into());
    }
    if says(&["exceed_context_size", "context length", "context size", "exceeds the available context"]) {
        return CallError::TooLong(words);
    }
    if says(&["does not support thinking", "think value", "invalid think"]) {
        return CallError::Thinking(words);
    }
    if says(&["server busy", "maximum pending requests", "too many requests", "rate limit"]) {
        return CallError::Busy(words);
    }
    match status {
        Some(429 | 503) => CallError::Busy(words),
        Some(500..) => CallError::Server(words),
        Some(400..=499) => CallError::BadRequest(words),
        _ if says(&[
            "invalid",
            "unsupported",
            "does not support",
            "bad request",
            "unauthorized",
            "forbidden",
            "failed to parse grammar",
        ]) =>
        {
            CallError::BadRequest(words)
        }
        _ if known => CallError::Server(words),
        // A page of some proxy.
        _ if says(&["bad gateway", "service unavailable", "gateway time", "internal server error"]) => {
            CallError::Server(words)
        }
        _ => CallError::Garbage(words),
    }
}

/// The model in `model 'NAME' not found`, however it is quoted.
fn missing_model(text: &str) -> Option<&str> {
    let rest = text.split_once("model ")?.1;
    let rest = rest.trim_start_matches(['"', '\'', '`']);
    let (name, after) = rest.split_at(rest.find(['"', '\'', '`', ' ', ','])?);
    (after.contains("not found") && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_words_lead_to_what_can_be_done() {
        let kind = |status, body: &str| told(status, body);
        assert_eq!(kind(None, r#"{"error":"model 'nope:7b' not found"}"#), CallError::MissingModel("nope:7b".into()));
        assert_eq!(
            kind(None, r#"{"error":"model \"a/b\" not found, try pulling it first"}"#),
            CallError::MissingModel("a/b".into())
        );
        assert!(matches!(
            kind(None, r#"{"error":"server busy, please try again.  maximum pending requests exceeded"}"#),
            CallError::Busy(_)
        ));
        assert!(matches!(
            kind(None, r#"{"error":"{\"code\":400,\"type\":\"exceed_context_size_error\",\"n_ctx\":4096}"}"#),
            CallError::TooLong(_)
        ));
        assert!(matches!(kind(None, r#"{"error":"\"llama3\" does not support thinking"}"#), CallError::Thinking(_)));
        assert!(matches!(kind(Some(500), r#"{"error":"llama runner process has terminated"}"#), CallError::Server(_)));
        assert!(matches!(kind(None, r#"{"error":"llama runner process has terminated"}"#), CallError::Server(_)));
        assert!(matches!(kind(None, r#"{"error":"invalid format: expected json"}"#), CallError::BadRequest(_)));
        assert!(matches!(kind(Some(401), "unauthorized"), CallError::BadRequest(_)));
        assert!(matches!(kind(None, "<html>502 Bad Gateway</html>"), CallError::Server(_)));
        assert!(matches!(kind(None, "<html>hello"), CallError::Garbage(_)));
        assert!(!kind(None, r#"{"error":"model 'x' not found"}"#).may_pass());
        // Nothing that a server says reaches the screen as a command.
        let CallError::Server(words) = kind(None, "{\"error\":\"\\u001b[31mboom\\u001b[0m\"}") else { panic!() };
        assert_eq!(words, "boom");
    }
}
