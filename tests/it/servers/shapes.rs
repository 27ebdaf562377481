//! The shapes of answers and errors. The bodies are composed after the sources and pages of each server.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use gainsay::{
    llm::{Access, CallError, Caller, Finish, InMemory, Slots, Turn, connect},
    net::Host,
};
use serde_json::{Value, json};

use crate::{
    ollama::setup::{QUICK, caller_of, question},
    support::openai::{OpenAi, Say},
};

const GOOD: &str = r#"{"a_text": "yes"}"#;

fn caller(server: &OpenAi) -> (Arc<Caller>, Arc<InMemory>) {
    let record = Arc::new(InMemory::default());
    (caller_of("openai", &server.url(), 2, record.clone()), record)
}

fn text(value: Value, _: Turn) -> Result<String, String> {
    value["a_text"].as_str().map(str::to_owned).ok_or_else(|| "there is no a_text".to_owned())
}

fn lines(events: &[Value]) -> Vec<String> {
    events.iter().map(|event| format!("data: {event}")).collect()
}

#[tokio::test]
async fn as_many_questions_are_asked_at_a_time_as_the_server_says_that_it_answers() {
    for (says, most) in [(3, 3), (0, 1)] {
        let server = OpenAi::start(|_| Say::Slow(Duration::from_millis(30), GOOD.to_owned()));
        server.has_places(says);
        let host = Host::parse(&server.url()).unwrap();
        let line = connect("openai", Access { host, headers: Vec::new(), key: None, proxy: None }).unwrap();
        let caller = Caller::new(line, Slots::new(1), Arc::new(InMemory::default()), QUICK).measuring(true);
        caller.learn(&"scripted:7b".into(), None).await.unwrap();
        let answers = join_all((0..12).map(|n| caller.structured(question(n), text))).await;
        assert!(answers.iter().all(Result::is_ok));
        assert_eq!(server.most_at_once(), most, "a server that says {says}");
    }
}

#[tokio::test]
async fn the_streams_of_every_server_are_read() {
    let done = || "data: [DONE]".to_owned();
    let chunk =
        |delta: Value, finish: Value| json!({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]});
    let usage = json!({"choices": [], "usage": {"prompt_tokens": 21, "completion_tokens": 9}});
    let llama = lines(&[
        chunk(json!({"role": "assistant", "content": null}), Value::Null),
        chunk(json!({"reasoning_content": "Hm. "}), Value::Null),
        chunk(json!({"content": "{\"a_text\":"}), Value::Null),
        chunk(json!({"content": " \"yes\"}"}), Value::Null),
        chunk(json!({}), "stop".into()),
        usage.clone(),
    ]);
    let vllm = lines(&[
        chunk(json!({"role": "assistant", "content": ""}), Value::Null),
        chunk(json!({"reasoning": "Hm. "}), Value::Null),
        chunk(json!({"content": GOOD}), "stop".into()),
        usage,
    ]);
    let mut router = vec![": OPENROUTER PROCESSING".to_owned(), String::new(), ": OPENROUTER PROCESSING".to_owned()];
    router.extend(lines(&[chunk(json!({"content": GOOD, "reasoning": "Hm. "}), "stop".into())]));
    // LM Studio without usage; a server that ends without [DONE]; one that does not stream.
    let studio = lines(&[chunk(json!({"content": GOOD}), Value::Null), chunk(json!({}), "stop".into())]);
    let whole = json!({"choices": [{"message": {"role": "assistant", "content": GOOD, "reasoning_content": "Hm. "},
        "finish_reason": "stop"}], "usage": {"prompt_tokens": 21, "completion_tokens": 9}});
    for (name, mut shape, thinks, ends) in [
        ("llama.cpp", llama, true, true),
        ("vLLM", vllm, true, true),
        ("OpenRouter", router, true, true),
        ("LM Studio", studio.clone(), false, true),
        ("no [DONE]", studio, false, false),
        ("no stream", vec![whole.to_string()], true, false),
    ] {
        shape.extend(ends.then(done));
        let server = OpenAi::start(move |_| Say::Lines(shape.clone()));
        let (caller, record) = caller(&server);
        let answered = caller.structured(question(1), text).await.unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(answered.value, "yes", "{name}");
        let reply = record.calls().remove(0).reply.unwrap();
        assert_eq!(reply.thinking.as_deref(), thinks.then_some("Hm. "), "{name}");
        assert_eq!((reply.finish, reply.format.as_deref()), (Some(Finish::Stop), Some("json_schema")), "{name}");
        let asked = &server.asked()[0];
        assert!(asked.head.starts_with("POST /v1/chat/completions"), "the path is added: {}", asked.head);
        assert_eq!(
            (&asked.body["max_tokens"], &asked.body["seed"], &asked.body["temperature"]),
            (&json!(1000), &json!(7), &json!(0.0))
        );
        let format = &asked.body["response_format"]["json_schema"];
        assert!(format["strict"] == true && format["schema"]["additionalProperties"] == false, "{format}");
    }
}

#[tokio::test]
async fn a_server_that_cannot_bind_by_schema_is_asked_in_the_next_way_and_that_is_remembered() {
    let refusals = [
        (
            "vLLM",
            json!({"error": {"message": "response_format json_schema is not supported", "type": "BadRequestError", "code": 400}}),
        ),
        (
            "llama.cpp",
            json!({"error": {"code": 400, "message": "failed to parse grammar", "type": "invalid_request_error"}}),
        ),
        ("LM Studio", json!({"error": "'response_format.type' must be 'json_schema' or 'text'"})),
        (
            "OpenAI",
            json!({"error": {"message": "Invalid schema for response_format: 'maxLength' is not permitted", "code": null}}),
        ),
        (
            "SGLang",
            json!({"object": "error", "message": "guided decoding is disabled", "type": "BadRequest", "code": 400}),
        ),
    ];
    for (name, refusal) in refusals {
        for (accepts, tries) in [("loose", 2), ("json_object", 3), ("words", 4)] {
            let refusal = refusal.clone();
            let server = OpenAi::start(move |got| {
                let format = &got.body["response_format"];
                let bounds = format.to_string().contains("maxLength");
                let fits = match accepts {
                    "loose" => !bounds,
                    "json_object" => format["type"] != "json_schema",
                    _ => format.is_null(),
                };
                if fits { Say::Text(GOOD.to_owned()) } else { Say::Body(400, refusal.clone()) }
            });
            let (caller, record) = caller(&server);
            let bounded = |n: u32| {
                let mut bounded = question(n);
                bounded.call.schema.as_mut().unwrap()["properties"]["a_text"]["maxLength"] = 80.into();
                bounded
            };
            assert_eq!(caller.structured(bounded(1), text).await.unwrap().value, "yes", "{name}, {accepts}");
            assert_eq!(server.asked().len(), tries, "{name}, {accepts}");
            caller.structured(bounded(2), text).await.unwrap();
            assert_eq!(server.asked().len(), tries + 1, "{name}, {accepts}: it is remembered");
            let last = server.asked().pop().unwrap();
            let in_words = last.body["messages"][1]["content"].as_str().unwrap().contains("\"a_text\"");
            assert_eq!(in_words, accepts != "loose", "what does not bind is said in words");
            let format = record.calls().pop().unwrap().reply.unwrap().format.unwrap();
            assert!(
                format.contains(if accepts == "loose" { "json_schema without bounds" } else { accepts }),
                "{format}"
            );
        }
    }
}

#[tokio::test]
async fn fields_that_a_server_does_not_know_are_left_out_from_then_on() {
    let server = OpenAi::start(|got| {
        if got.body.get("max_tokens").is_some() {
            let why = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
            return Say::Body(400, json!({"error": {"message": why, "code": "unsupported_parameter"}}));
        }
        if got.body.get("stream_options").is_some() {
            return Say::Body(400, json!({"error": {"message": "unknown field stream_options", "code": 400}}));
        }
        Say::Text(GOOD.to_owned())
    });
    let (caller, _) = caller(&server);
    caller.structured(question(1), text).await.unwrap();
    caller.structured(question(2), text).await.unwrap();
    let asked = server.asked();
    assert_eq!(asked.len(), 4);
    assert_eq!(asked[3].body["max_completion_tokens"], 1000);
}

#[tokio::test]
async fn the_errors_of_every_server_lead_to_what_can_be_done() {
    type Check = fn(&CallError) -> bool;
    type Answers = Box<dyn Fn() -> Say + Send + Sync>;
    let part = json!({"choices": [{"index": 0, "delta": {"content": "{\"a_"}, "finish_reason": null}]});
    let in_stream = json!({"error": {"code": 502, "message": "Provider disconnected"}, "choices": [{"delta": {}, "finish_reason": "error"}]});
    let cases: Vec<(&str, Answers, Check, usize)> = vec![
        (
            "vLLM, too long",
            Box::new(|| {
                Say::Body(
                    400,
                    json!({"error": {"message": "This model's maximum context length is 1024 tokens. However, you requested 3000 tokens.", "type": "BadRequestError", "code": 400}}),
                )
            }),
            |e| matches!(e, CallError::TooLong { window: Some(1024), .. }),
            1,
        ),
        (
            "llama.cpp, too long",
            Box::new(|| {
                Say::Body(
                    400,
                    json!({"error": {"code": 400, "message": "the request exceeds the available context size", "type": "exceed_context_size_error", "n_prompt_tokens": 25020, "n_ctx": 1024}}),
                )
            }),
            |e| matches!(e, CallError::TooLong { tokens: Some(25020), window: Some(1024), .. }),
            1,
        ),
        (
            "llama.cpp, loading",
            Box::new(|| {
                Say::Body(503, json!({"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}))
            }),
            |e| matches!(e, CallError::Busy { .. }),
            4,
        ),
        (
            "vLLM, unknown model",
            Box::new(|| {
                Say::Body(
                    404,
                    json!({"error": {"message": "The model `x` does not exist.", "type": "NotFoundError", "code": 404}}),
                )
            }),
            |e| matches!(e, CallError::MissingModel(_)),
            1,
        ),
        (
            "OpenRouter, error with 200",
            Box::new(|| {
                Say::Body(
                    200,
                    json!({"error": {"code": 502, "message": "Provider returned error", "metadata": {"provider_name": "Acme", "raw": "overloaded"}}}),
                )
            }),
            |e| matches!(e, CallError::Server(why) if why.contains("Acme: overloaded")),
            4,
        ),
        (
            "OpenRouter, no credit",
            Box::new(|| Say::Body(402, json!({"error": {"code": 402, "message": "Insufficient credits"}}))),
            |e| matches!(e, CallError::BadRequest(_)),
            1,
        ),
        (
            "OpenRouter, error in the stream",
            {
                let (part, error) = (part.clone(), in_stream);
                Box::new(move || Say::Lines(lines(&[part.clone(), error.clone()])))
            },
            |e| matches!(e, CallError::Server(_)),
            4,
        ),
        (
            "LM Studio, error as text",
            Box::new(|| Say::Body(400, json!({"error": "Model unloaded."}))),
            |e| matches!(e, CallError::BadRequest(_)),
            1,
        ),
        (
            "OpenAI, wrong key",
            Box::new(|| {
                Say::Body(401, json!({"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}}))
            }),
            |e| matches!(e, CallError::Key(_)),
            1,
        ),
        (
            "a stream that breaks off",
            {
                let part = part.clone();
                Box::new(move || Say::Lines(lines(std::slice::from_ref(&part))))
            },
            |e| matches!(e, CallError::Cut(_)),
            4,
        ),
        (
            "cut at the limit",
            Box::new(|| {
                Say::Lines(lines(&[json!({"choices": [{"delta": {"content": "{\"b_"}, "finish_reason": "length"}]})]))
            }),
            |e| matches!(e, CallError::CutOff { .. }),
            2,
        ),
        (
            "only thinking",
            Box::new(|| {
                Say::Body(
                    200,
                    json!({"choices": [{"message": {"content": null, "reasoning": "Hm."}, "finish_reason": "length"}]}),
                )
            }),
            |e| matches!(e, CallError::ThinkingBudget { .. }),
            1,
        ),
        (
            "another service",
            Box::new(|| Say::Body(200, json!({"hello": "world"}))),
            |e| matches!(e, CallError::Garbage(_)),
            1,
        ),
        (
            "asks to wait for long",
            Box::new(|| Say::Later("3600")),
            |e| matches!(e, CallError::Busy { after: Some(_), .. }),
            1,
        ),
    ];
    for (name, say, right, times) in cases {
        let server = OpenAi::start(move |_| say());
        let (caller, _) = caller(&server);
        let error = caller.structured(question(1), text).await.unwrap_err();
        assert!(right(&error), "{name}: {error:?}");
        assert_eq!(server.asked().len(), times, "{name}");
    }
}

#[tokio::test]
async fn a_server_that_says_when_to_come_back_is_asked_then() {
    let first = std::sync::atomic::AtomicBool::new(true);
    let server = OpenAi::start(move |_| match first.swap(false, std::sync::atomic::Ordering::SeqCst) {
        true => Say::Later("1"),
        false => Say::Text(GOOD.to_owned()),
    });
    let begun = Instant::now();
    caller(&server).0.structured(question(1), text).await.unwrap();
    assert!(begun.elapsed() >= Duration::from_secs(1), "our own pause is a millisecond here");
}

#[tokio::test]
async fn vectors_come_in_the_order_of_their_texts() {
    let server = OpenAi::start(|_| Say::Text(GOOD.to_owned()));
    let (caller, _) = caller(&server);
    let texts: Vec<String> = (1..=70).map(|n| "x".repeat(n)).collect();
    let made = caller.server().embed("embed-small", texts, Duration::from_secs(5)).await.unwrap();
    assert_eq!(made.len(), 70);
    assert!(made.iter().enumerate().all(|(i, vector)| vector[0] == (i + 1) as f32));
}
