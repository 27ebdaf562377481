//! What a real Ollama 0.33.0 answered (`tests/servers/ollama-0.33.json`), played back: each is something that a user
//! of a real model runs into.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use gainsay::{
    domain::{Stage, StatementId, Value as Made},
    engine::{Scope, search::make_vectors},
    llm::{CallError, InMemory, Question, Think},
    reason::Control,
};
use serde_json::{Value, json};

use crate::{
    ollama::setup::{caller, calls, in_memory, question, reasoner, review_of},
    support::{
        engine, library_of,
        ollama::{Fault, MODEL, Ollama, model},
        run,
    },
};

const CLAIM: &str = "\"Zalutamide prevents migraine attacks in adults\"\n";

/// The status and body of an exchange by its name.
fn real(name: &str) -> (u16, String) {
    let all: Vec<Value> = serde_json::from_str(include_str!("../../servers/ollama-0.33.json")).unwrap();
    let exchange = all.into_iter().find(|exchange| exchange["name"] == name).unwrap();
    (u16::try_from(exchange["status"].as_u64().unwrap()).unwrap(), exchange["body"].as_str().unwrap().to_owned())
}

/// A server that answers every question as in this exchange.
fn playing(name: &'static str) -> Ollama {
    let server = Ollama::start(model::plain);
    server.play(move |path, _| (path == "/api/chat").then(|| real(name)));
    server
}

fn any(value: Value, _: gainsay::llm::Turn) -> Result<Value, String> {
    Ok(value)
}

/// A question that says little in many words.
fn long() -> Question {
    let mut long = question(1);
    long.call.prompt = (0..3000).map(|n| format!("patient {n} had odds ratio 0.{n:03}. ")).collect();
    long
}

#[tokio::test]
async fn an_answer_to_a_part_of_the_question_is_a_failure() {
    let server = playing("chat-cut-silently");
    let (caller, record) = in_memory(&server, 1);
    let error = caller.structured(long(), any).await.unwrap_err();
    assert!(matches!(error, CallError::Truncated { read: 2050, .. }), "{error}");
    assert!(error.to_string().contains("num_ctx"), "{error}");
    assert_eq!(server.asked().len(), 1, "the same question would be cut again");
    assert!(!record.calls()[0].usable());
}

#[tokio::test]
async fn a_count_that_two_questions_share_is_the_servers_limit() {
    let server = Ollama::start(model::plain);
    let body = json!({"message": {"content": "{}"}, "done": true, "done_reason": "stop", "prompt_eval_count": 2050});
    server.play(move |path, _| (path == "/api/chat").then(|| (200, body.to_string())));
    let (caller, _) = in_memory(&server, 1);
    let of_words = |words: usize| {
        let mut question = question(1);
        question.call.prompt = "migraine attacks in adults ".repeat(words / 4);
        question
    };
    // Each alone could be a tokenizer with long tokens.
    caller.structured(of_words(2800), any).await.unwrap();
    let error = caller.structured(of_words(3200), any).await.unwrap_err();
    assert!(matches!(error, CallError::Truncated { read: 2050, .. }), "{error}");
    // The same question again has the same count by right.
    let (caller, _) = in_memory(&server, 1);
    caller.structured(of_words(2800), any).await.unwrap();
    let mut again = of_words(2800);
    again.call.options.seed += 1;
    caller.structured(again, any).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_are_planned_for_the_context_that_the_model_has() {
    let server = Ollama::start(model::plain);
    let small = json!({"model_info": {"llama.context_length": 4096}, "capabilities": ["completion"]}).to_string();
    server.play(move |path, _| (path == "/api/show").then(|| (200, small.clone())));
    let text = "Zalutamide prevented migraine attacks in 112 of 200 adults. 0.71 (0.58–0.87) 12.4 <0.001 ".repeat(8);
    let documents: Vec<_> = (0..30).map(|n| (format!("Migraine attacks {n}"), text.clone())).collect();
    let documents: Vec<_> = documents.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let review = review_of(None, "claims.jsonl", CLAIM);
    let by_model = Arc::new(reasoner(&server, &review, 4, |_| {}));
    let (engine, mut events) = engine(&review, &library_of(&documents), by_model, 4);
    run(&engine, &mut events, Scope::Everything).await;
    let asked = server.asked();
    assert!(asked.iter().any(|asked| asked.stage == "scores"));
    for asked in asked {
        let options = &asked.body["options"];
        assert_eq!(options["num_ctx"], 4096, "{}", asked.stage);
        let tokens = gainsay::llm::tokens::estimate(&asked.system) + gainsay::llm::tokens::estimate(&asked.prompt);
        assert!(tokens + options["num_predict"].as_u64().unwrap() <= 4096, "{}: {tokens}", asked.stage);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_the_server_finds_too_long_is_fitted_to_its_window_and_asked_again() {
    let server = Ollama::start(model::plain);
    // A server that was started for less than the model has, as in the exchange: 4,096 tokens.
    server.play(|path, body| {
        let long = body["messages"][1]["content"].as_str().is_some_and(|prompt| prompt.len() > 9000);
        (path == "/api/chat" && long).then(|| real("chat-not-cut"))
    });
    let review = review_of(
        None,
        "paper.txt",
        &format!(
            "Zalutamide prevents migraine attacks in adults with episodic migraine.\n\n{}In conclusion zalutamide prevents \
         attacks in most adults.\n",
            "Nothing of note is in this paragraph. It goes on and on, as the others do.\n\n".repeat(200)
        ),
    );
    let by_model = Arc::new(reasoner(&server, &review, 1, |_| {}));
    let (engine, mut events) = engine(&review, &library_of(&[]), by_model, 1);
    run(&engine, &mut events, Scope::Everything).await;
    let asked: Vec<_> = server.asked().into_iter().filter(|asked| asked.stage == "statements").collect();
    assert_eq!(asked.len(), 2);
    assert!(asked[1].prompt.len() < asked[0].prompt.len() && asked[1].prompt.contains("In conclusion"));
    assert!(!review.fold().statements().is_empty());
}

#[tokio::test]
async fn thinking_that_uses_the_budget_is_named_kept_and_not_asked_for_with_the_same_seed() {
    let server = playing("chat-think-eats-budget");
    let record = Arc::new(InMemory::default());
    let error = caller(&server, 1, record.clone()).structured(question(1), any).await.unwrap_err();
    assert!(matches!(error, CallError::ThinkingBudget { .. }), "{error}");
    assert!(error.to_string().contains("max_thinking") && error.to_string().contains("`model.think`"), "{error}");
    let kept = record.calls().remove(0);
    assert!(kept.reply.unwrap().thinking.is_some_and(|text| text.contains("results")), "the thinking is in the trace");
    assert_eq!(server.asked().len(), 1);
    // The next run asks with another seed, and the record says so.
    let error = caller(&server, 1, record.clone()).structured(question(1), any).await.unwrap_err();
    assert!(matches!(error, CallError::ThinkingBudget { .. }));
    let seeds: Vec<_> = server.asked().iter().map(|asked| asked.body["options"]["seed"].as_i64().unwrap()).collect();
    assert_eq!(seeds, [7, 8]);
    assert!(record.calls()[1].notes.iter().any(|note| note.contains("seed 8: the answer with seed 7 failed")));
}

#[tokio::test]
async fn an_answer_cut_off_at_its_limit_is_never_repaired_into_one() {
    let server = playing("chat-length");
    let (caller, record) = in_memory(&server, 1);
    let error = caller.structured(question(1), any).await.unwrap_err();
    assert!(matches!(error, CallError::CutOff { .. }) && error.to_string().contains("max_answer"), "{error}");
    // Even JSON that a reader could close is not closed.
    server.play(|path, _| {
        let said = json!({"message": {"content": "{\"a_text\": \"half an ans"}, "done": true, "done_reason": "length"});
        (path == "/api/chat").then(|| (200, said.to_string()))
    });
    assert!(matches!(caller.structured(question(2), any).await.unwrap_err(), CallError::CutOff { .. }));
    server.play(|path, _| {
        let said = json!({"message": {"content": "{\"a_text\": \"whole\"}"}, "done": false});
        (path == "/api/chat").then(|| (200, said.to_string()))
    });
    let error = caller.structured(question(3), any).await.unwrap_err();
    assert!(matches!(error, CallError::Cut(_)), "{error}");
    assert!(record.calls().iter().all(|call| call.repairs.is_empty()));
}

#[tokio::test]
async fn a_model_that_says_nothing_without_thinking_is_asked_with_a_little() {
    let server = Ollama::start(|_| r#"{"a_text": "said after a thought"}"#.to_owned());
    server.play(|path, body| match path {
        "/api/show" => Some(real("show-think")),
        "/api/chat" if body["think"] == false => Some(real("chat-harmony-nothink")),
        _ => None,
    });
    let (caller, record) = in_memory(&server, 1);
    caller.learn(&MODEL.into(), None).await.unwrap();
    let mut silent = question(1);
    silent.call.options.think = Think::Off;
    caller.structured(silent, any).await.unwrap();
    let levels: Vec<_> = server.asked().iter().map(|asked| asked.body["think"].clone()).collect();
    assert_eq!(levels, [json!(false), json!("low")]);
    assert!(record.calls()[0].notes.iter().any(|note| note.contains("without any the answer was empty")));
    assert!(caller.known(MODEL).unwrap().needs_thinking(), "from then on it is asked so at once");
    // Where the server names its parser, it is known beforehand.
    server.play(|path, _| (path == "/api/show").then(|| real("show-harmony")));
    let (caller, _) = in_memory(&server, 1);
    assert!(caller.learn(&MODEL.into(), None).await.unwrap().needs_thinking());
}

#[tokio::test(flavor = "multi_thread")]
async fn models_that_think_have_tokens_for_it_beside_the_answer_and_can_be_watched() {
    let server = Ollama::start(model::plain);
    let review = review_of(None, "claims.jsonl", CLAIM);
    let by_model = reasoner(&server, &review, 1, |settings| settings.max_thinking = 1234);
    by_model.caller().learn(&MODEL.into(), None).await.unwrap();
    let with = Arc::new(by_model);
    let (engine, mut events) = engine(&review, &library_of(&[]), with, 1);
    run(&engine, &mut events, Scope::Everything).await;
    assert_eq!(server.asked()[0].body["options"]["num_predict"], 4000 + 1234);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_document_that_cannot_be_scored_costs_itself_alone() {
    // A model that comes back with nothing as soon as this document is in its batch.
    let server = Ollama::start(|asked| match asked.stage.as_str() {
        "scores" if asked.prompt.contains("Poison") => String::new(),
        _ => model::plain(asked),
    });
    let review = review_of(None, "claims.jsonl", CLAIM);
    let mut documents: Vec<_> = (0..9)
        .map(|n| (format!("Trial {n}"), format!("Zalutamide prevented migraine attacks in {n} of 20 adults.")))
        .collect();
    documents.push(("Poison".to_owned(), "Zalutamide prevented migraine attacks in adults, Poison.".to_owned()));
    let documents: Vec<_> = documents.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let by_model = Arc::new(reasoner(&server, &review, 4, |_| {}));
    let (engine, mut events) = engine(&review, &library_of(&documents), by_model, 4);
    run(&engine, &mut events, Scope::Everything).await;
    let made = review.in_force(StatementId(1), Stage::Score).unwrap().unwrap();
    let Made::Scores(scores) = &*made else { panic!() };
    assert_eq!((scores.scored.len(), scores.unscored.len()), (9, 1), "{scores:?}");
    let asked = server.asked().iter().filter(|asked| asked.stage == "scores").count();
    assert!(asked <= 14, "halves, not every document by itself: {asked} calls");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_room_for_one_model_is_not_made_to_load_them_in_turns() {
    let server = Ollama::start(model::plain);
    server.has("nomic-embed-text:latest");
    server.one_model_in_memory();
    let claims = "\"Zalutamide prevents migraine attacks in adults\"\n\"Zalutamide lowers fever in adults\"\n";
    let review = review_of(None, "claims.jsonl", claims);
    let by_model = Arc::new(reasoner(&server, &review, 1, |_| {}));
    let library = library_of(&[("Migraine", "Zalutamide prevented migraine attacks in 112 of 200 adults.")]);
    let (engine, mut events) = engine(&review, &library, by_model, 2);
    run(&engine, &mut events, Scope::Everything).await;
    assert!(server.loads() <= 3, "the chat model, one try at vectors, the chat model: {}", server.loads());
    // One that is named is an error that says why.
    let named = reasoner(&server, &review, 1, |settings| settings.embeddings = "nomic-embed-text".into());
    server.play(|path, _| (path == "/api/ps").then(|| real("ps-loaded")));
    named.caller().learn(&MODEL.into(), None).await.unwrap();
    let seen = AtomicUsize::new(0);
    server.play(move |path, _| {
        let chat = json!({"models": [{"name": MODEL}]}).to_string();
        let other = json!({"models": [{"name": "nomic-embed-text:latest"}]}).to_string();
        (path == "/api/ps").then(|| (200, if seen.fetch_add(1, Ordering::SeqCst) == 0 { chat } else { other }))
    });
    let Err(why) = named.embedder().await else { panic!("it was used all the same") };
    assert!(why.contains("cannot hold nomic-embed-text:latest and scripted:7b in memory at once"), "{why}");
    // Alone, the model can make the vectors of a library.
    server.play(|_, _| None);
    let alone = reasoner(&server, &review, 1, |settings| settings.embeddings = "nomic-embed-text".into());
    let embedder = alone.embedder().await.unwrap().unwrap();
    make_vectors(&*embedder, &library, |_| {}).await.unwrap();
}

#[tokio::test]
async fn a_refusal_in_unknown_words_is_asked_once() {
    let server = Ollama::start(model::plain);
    server.play(|path, _| (path == "/api/chat").then(|| (400, r#"{"error":"words that nobody knows"}"#.to_owned())));
    let (caller, _) = in_memory(&server, 1);
    let error = caller.structured(question(1), any).await.unwrap_err();
    assert!(matches!(error, CallError::BadRequest(_)) && server.asked().len() == 1, "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn schemas_bind_what_an_answer_may_say() {
    let server = Ollama::start(model::plain);
    let review = review_of(None, "claims.jsonl", CLAIM);
    let documents = [
        ("A", "Zalutamide prevented migraine attacks in adults."),
        ("B", "Zalutamide did not prevent migraine attacks in adults."),
    ];
    let by_model = Arc::new(reasoner(&server, &review, 2, |_| {}));
    let (engine, mut events) = engine(&review, &library_of(&documents), by_model, 2);
    run(&engine, &mut events, Scope::Everything).await;
    let schemas: BTreeSet<_> =
        calls(&review).iter().filter_map(|call| call.call.schema.as_ref()).map(Value::to_string).collect();
    let all: Vec<Value> = schemas.iter().map(|schema| serde_json::from_str(schema).unwrap()).collect();
    let of = |title: &str| &all.iter().find(|schema| schema["title"] == title).unwrap()["properties"];
    let scores = &of("Scores")["a_scores"];
    assert_eq!((&scores["minItems"], &scores["maxItems"]), (&json!(2), &json!(2)));
    assert_eq!(scores["items"]["properties"]["a_document"]["enum"], json!([1, 2]));
    assert_eq!(scores["items"]["properties"]["c_score"]["enum"], json!([1, 2, 3, 4, 5]));
    let each = |title: &str, list: &str| {
        let list = &of(title)[list];
        assert_eq!((&list["minItems"], &list["maxItems"]), (&json!(2), &json!(2)), "{title}");
        list["items"]["properties"].clone()
    };
    let stance = each("Stances", "a_stances");
    assert_eq!(stance["a_citation"]["enum"], json!([1, 2]));
    assert_eq!(stance["c_label"]["enum"], json!(["supports", "contradicts", "mixed", "not_addressed"]));
    let opinion = each("Opinions", "a_opinions");
    assert_eq!(opinion["d_evidence_type"]["enum"], json!(["explicit", "contextual", "weak", "inappropriate"]));
    assert_eq!(each("Passages", "a_documents")["b_passages"]["maxItems"], 3);
    assert_eq!(of("Verdict")["c_verdict"]["enum"], json!(["contradicts", "supports", "undecided"]));
    let remark = &of("Remarks")["a_remarks"]["items"]["properties"];
    assert_eq!(
        (&remark["b_citation"]["enum"], &remark["d_severity"]["enum"]),
        (&json!([1, 2]), &json!(["BLOCKER", "MAJOR", "MINOR"]))
    );
    // Every text has an end.
    fn bounded(schema: &Value, path: &str) {
        let is = |kind: &str| {
            schema["type"] == kind || schema["type"].as_array().is_some_and(|k| k.iter().any(|k| k == kind))
        };
        assert!(!is("string") || schema["enum"].is_array() || schema["maxLength"].is_u64(), "{path}: {schema}");
        for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
            bounded(inner, &format!("{path}/{name}"));
        }
        if schema["items"].is_object() {
            bounded(&schema["items"], &format!("{path}/items"));
        }
    }
    for schema in &all {
        bounded(schema, schema["title"].as_str().unwrap());
    }
}

#[tokio::test]
async fn a_busy_server_is_not_asked_again_before_it_wants_to_be() {
    let server = Ollama::start(|_| r#"{"a_text": "yes"}"#.to_owned());
    let (caller, _) = in_memory(&server, 1);
    server.fault(|_| Some(Fault::TooMany));
    assert!(matches!(caller.structured(question(1), any).await.unwrap_err(), CallError::Busy { .. }));
}
