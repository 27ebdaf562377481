//! llama.cpp's own server with a model of random weights (`tests/servers/llama.py`): real protocol, real grammar. What
//! it says means nothing; that it obeys the schemas does.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    sync::Arc,
    time::Duration,
};

use gainsay::{
    engine::Scope,
    llm::{CallError, InMemory, Question, shaped},
    reason::model::shapes,
    review::StageState,
};
use serde_json::Value;

use crate::{
    ollama::setup::{caller_of, calls, question, reasoner_of, review_of},
    support::{engine, library_of, run},
};

/// The server; it is gone when this is.
struct Llama {
    process: Child,
    url: String,
}

impl Llama {
    /// Starts one with `python3`, or the interpreter in `GAINSAY_TEST_PYTHON`. `None`, with a line that says why,
    /// where it or the wheels are missing.
    fn start(arguments: &[&str]) -> Option<Self> {
        let python = std::env::var("GAINSAY_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/servers/llama.py");
        let mut command = Command::new(&python);
        command.arg(script).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let skip = |why: &str| {
            eprintln!("skipped: llama.cpp's server cannot be started ({why}); `pip install xllamacpp gguf numpy`");
        };
        let Ok(mut process) = command.spawn() else {
            skip(&format!("there is no {python}"));
            return None;
        };
        let mut line = String::new();
        let _ = BufReader::new(process.stdout.take()?).read_line(&mut line);
        match line.trim().strip_prefix("ready ") {
            Some(url) => Some(Self { process, url: url.to_owned() }),
            None => {
                skip(line.trim());
                let _ = process.wait();
                None
            }
        }
    }
}

impl Drop for Llama {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A question in JSON about nothing.
fn ask(schema: &Value, seed: i32) -> Question {
    let mut question = question(1);
    question.call.model = "random".into();
    question.call.schema = Some(schema.clone());
    question.call.prompt = format!("Answer with one JSON object. Question {seed}.");
    (question.call.options.seed, question.call.options.temperature) = (seed, 1.0);
    (question.call.options.num_ctx, question.call.options.num_predict) = (8192, 6000);
    question.limits.work = Duration::from_secs(120);
    question.limits.queue = Duration::from_secs(60);
    question
}

#[tokio::test(flavor = "multi_thread")]
async fn every_schema_is_accepted_by_its_converter_and_binds_the_answer() {
    let Some(server) = Llama::start(&[]) else { return };
    let record = Arc::new(InMemory::default());
    let caller = caller_of("openai", &server.url, 2, record.clone());
    assert_eq!(caller.learn(&"random".into(), None).await.unwrap().context(), Some(8192), "of 16,384 over two slots");
    assert_eq!(caller.server().parallel().await, Some(2), "as many calls at a time as it says");
    for trial in shapes() {
        for seed in 1..=3 {
            let before = record.calls().len();
            // What counts is the first answer as it came, not what could be made of it.
            let _ = caller.structured(ask(&trial.schema, seed), |value, _| trial.read(value)).await;
            let first = record.calls()[before].clone();
            let name = trial.task.name();
            let Some(reply) = first.reply else { panic!("{name}, seed {seed}: {:?}", first.failure) };
            assert_eq!(reply.format.as_deref(), Some("json_schema"), "{name}: the schema was refused");
            let said: Value =
                serde_json::from_str(&reply.text).unwrap_or_else(|e| panic!("{name}: {e}: {}", reply.text));
            let (after, changed) = shaped(said.clone(), &trial.schema);
            assert!(!changed, "{name}: {said} is not of its shape, {after} is");
            obeys(&said, &trial.schema, name);
            println!("{name:<9} seed {seed}: accepted, {} tokens", reply.answer_tokens.unwrap_or_default());
        }
    }
}

/// Whether a value keeps to a schema: types, names, enums, counts, lengths.
fn obeys(value: &Value, schema: &Value, path: &str) {
    if let Some(options) = schema["enum"].as_array() {
        assert!(options.contains(value), "{path}: {value} is none of {options:?}");
        return;
    }
    let within = |length: usize, least: &Value, most: &Value| {
        let (least, most) = (least.as_u64().unwrap_or(0), most.as_u64().unwrap_or(u64::MAX));
        assert!((least..=most).contains(&(length as u64)), "{path}: {length} is not from {least} to {most}");
    };
    match value {
        Value::Object(fields) => {
            let properties = schema["properties"].as_object().unwrap();
            assert!(fields.keys().eq(properties.keys()), "{path}: {fields:?}");
            fields.iter().for_each(|(name, inner)| obeys(inner, &properties[name], &format!("{path}/{name}")));
        }
        Value::Array(items) => {
            within(items.len(), &schema["minItems"], &schema["maxItems"]);
            items.iter().for_each(|item| obeys(item, &schema["items"], path));
        }
        // Its grammar counts an escaped pair of surrogates as two.
        Value::String(text) => within(text.encode_utf16().count(), &schema["minLength"], &schema["maxLength"]),
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_it_refuses_is_understood() {
    let Some(server) = Llama::start(&["--context", "2048"]) else { return };
    let record = Arc::new(InMemory::default());
    let caller = caller_of("openai", &server.url, 2, record.clone());
    let schema = shapes().remove(0).schema;
    let mut long = ask(&schema, 1);
    long.call.prompt = "0.71 (0.58–0.87) ".repeat(2000);
    let error = caller.structured(long, |value, _| Ok(value)).await.unwrap_err();
    assert!(matches!(error, CallError::TooLong { window: Some(1024), tokens: Some(1025..), .. }), "{error:?}");
    let mut short = ask(&schema, 1);
    short.call.options.num_predict = 5;
    let error = caller.structured(short, |value, _| Ok(value)).await.unwrap_err();
    assert!(matches!(error, CallError::CutOff { tokens: 5 }), "{error:?}");
    let error = caller.server().embed("random", vec!["fever".into()], Duration::from_secs(10)).await.unwrap_err();
    assert!(matches!(error, CallError::BadRequest(_)), "{error:?}");
    let Some(embedder) = Llama::start(&["--embed"]) else { return };
    let caller = caller_of("openai", &embedder.url, 2, record);
    let texts = vec!["fever".to_owned(), "dose of the trial".to_owned(), "fever".to_owned()];
    let made = caller.server().embed("random", texts, Duration::from_secs(10)).await.unwrap();
    assert_eq!((made.len(), made[0].len()), (3, 64));
    let apart = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f32>();
    assert!(apart(&made[0], &made[2]) < 1e-3 && apart(&made[0], &made[1]) > 0.1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_review_runs_over_it() {
    let Some(server) = Llama::start(&[]) else { return };
    let review = review_of(None, "claims.jsonl", "\"Zalutamide prevents migraine attacks in adults\"\n");
    let documents = [
        ("A trial", "Zalutamide prevented migraine attacks in 112 of 200 adults over twelve weeks of treatment."),
        ("Another", "Zalutamide did not prevent migraine attacks in 90 adults with episodic migraine."),
    ];
    let model = reasoner_of("openai", &server.url, &review, 2, |settings| {
        settings.name = "random".into();
        settings.max_answer = 2000;
    });
    let (engine, mut events) = engine(&review, &library_of(&documents), Arc::new(model), 2);
    run(&engine, &mut events, Scope::Everything).await;
    let kept = calls(&review);
    assert!(kept.iter().any(|call| call.usable()), "{kept:?}");
    assert!(kept.iter().all(|call| call.failure.is_none() || call.reply.is_some()), "every call was answered");
    let fold = review.fold();
    // Words without a meaning may be refused by the rules, never by the protocol.
    for resolved in fold.resolve(fold.statements()[0].id).iter() {
        if let StageState::Failed(why) = &resolved.state {
            assert!(why.contains("could not be used") || why.contains("cut off"), "{why}");
        }
    }
}
