//! Asking: tries, turns, the record.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use gainsay::{
    llm::{Access, CallError, Caller, InMemory, Limits, Question, Slots, connect},
    net::Host,
};
use serde_json::Value;

use crate::{
    ollama::setup::{QUICK, caller, in_memory, question},
    support::ollama::{DIGEST, Fault, Ollama},
};

fn text(value: Value, _: gainsay::llm::Turn) -> Result<String, String> {
    value["a_text"].as_str().map(str::to_owned).ok_or_else(|| "there is no a_text".to_owned())
}

fn server() -> Ollama {
    Ollama::start(|asked| format!(r#"{{"a_text": "about {}"}}"#, asked.prompt))
}

#[tokio::test]
async fn an_answer_is_on_record_with_all_that_led_to_it_and_is_not_asked_for_twice() {
    let server = server();
    let (caller, record) = in_memory(&server, 2);
    for _ in 0..3 {
        let answered = caller.structured(question(1), text).await.unwrap();
        assert_eq!((answered.value.as_str(), answered.repaired), ("about Question 1", false));
    }
    assert_eq!((server.asked().len(), caller.tally().recalled), (1, 2));
    let kept = &record.calls()[0];
    assert_eq!((kept.call.prompt.as_str(), kept.call.model_digest.as_str(), kept.seed), ("Question 1", DIGEST, 7));
    assert!(kept.usable() && kept.reply.as_ref().unwrap().answer_tokens.is_some());
    let asked = &server.asked()[0].body;
    assert_eq!((&asked["options"]["num_ctx"], &asked["stream"]), (&4096.into(), &true.into()));
    assert_eq!((&asked["truncate"], &asked["shift"]), (&false.into(), &false.into()), "nothing is cut in silence");
    // Another caller over the same record: the program was started again.
    let again = caller_over(&server, record.clone());
    again.structured(question(1), text).await.unwrap();
    again.structured(Question { fresh: true, ..question(1) }, text).await.unwrap();
    let mut other = question(1);
    other.call.options.temperature = 0.5;
    again.structured(other, text).await.unwrap();
    assert_eq!(server.asked().len(), 3);
}

fn caller_over(server: &Ollama, record: Arc<gainsay::llm::InMemory>) -> Arc<gainsay::llm::Caller> {
    caller(server, 2, record)
}

#[tokio::test]
async fn a_passing_failure_is_retried_and_a_lasting_one_is_reported_at_once() {
    for (fault, tries) in [
        (Fault::Dropped, 4),
        (Fault::CutInBody, 4),
        (Fault::CutInCharacter, 4),
        (Fault::TooMany, 4),
        (Fault::Internal, 4),
        (Fault::Busy, 4),
        (Fault::Empty, 2),
        (Fault::NotFound, 1),
        (Fault::Garbage, 1),
    ] {
        let server = server();
        let (caller, record) = in_memory(&server, 2);
        server.fault(move |_| Some(fault));
        let error = caller.structured(question(1), text).await.unwrap_err();
        assert_eq!(server.asked().len(), tries, "{fault:?}: {error}");
        assert_eq!(record.calls()[0].retries.len(), tries - 1, "{fault:?}");
        assert!(record.calls()[0].failure.as_ref().is_some_and(|why| *why == error.to_string().as_str()));
        // Once the fault is gone the same question goes well; a failure is no answer.
        server.mend();
        caller.structured(question(1), text).await.unwrap();
    }
}

#[tokio::test]
async fn a_fault_that_passes_is_no_failure() {
    for fault in [Fault::Dropped, Fault::Busy, Fault::Internal, Fault::Empty, Fault::CutInBody] {
        let server = server();
        let (caller, record) = in_memory(&server, 2);
        let times = if fault == Fault::Empty { 1 } else { 2 };
        let left = AtomicUsize::new(times);
        server.fault(move |_| {
            left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1)).is_ok().then_some(fault)
        });
        caller.structured(question(1), text).await.unwrap();
        let kept = &record.calls()[0];
        assert_eq!((kept.retries.len(), kept.failure.as_ref()), (times, None), "{fault:?}");
        // A seed that the server failed at is not tried again.
        let reseeded = matches!(fault, Fault::Internal | Fault::Empty | Fault::CutInBody);
        let wanted = if reseeded { 7 + i32::try_from(times).unwrap() } else { 7 };
        assert_eq!(kept.seed, wanted, "{fault:?}");
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_said_with_what_to_do() {
    let server = server();
    let (caller, _) = in_memory(&server, 2);
    server.down();
    let error = caller.structured(question(1), text).await.unwrap_err();
    assert!(matches!(error, CallError::Unreachable { .. }) && error.to_string().contains("ollama serve"), "{error}");
    assert_eq!(caller.tally().retried, u64::from(QUICK.retries));
    server.up();
    caller.structured(question(1), text).await.unwrap();
}

#[tokio::test]
async fn a_missing_model_is_said_with_the_line_that_gets_it() {
    let server = server();
    let (caller, _) = in_memory(&server, 2);
    let mut other = question(1);
    other.call.model = "nope:70b".into();
    let error = caller.structured(other, text).await.unwrap_err();
    assert!(error.to_string().contains("`ollama pull nope:70b`"), "{error}");
    assert!(server.asked().is_empty());
}

#[tokio::test]
async fn who_is_cancelled_or_waits_too_long_hangs_up() {
    let server = server();
    server.fault(|_| Some(Fault::Hung));
    let (caller, record) = in_memory(&server, 1);
    let hung = tokio::spawn({
        let caller = caller.clone();
        async move { caller.structured(question(1), text).await }
    });
    while caller.running().is_empty() {
        tokio::task::yield_now().await;
    }
    assert_eq!(caller.running()[0].call.model, "scripted:7b");
    while server.asked().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    hung.abort();
    assert!(hung.await.unwrap_err().is_cancelled() && caller.running().is_empty());
    while server.left() == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let late = Limits { queue: Duration::from_millis(20), ..question(2).limits };
    let error = caller.structured(Question { limits: late, ..question(2) }, text).await.unwrap_err();
    assert!(matches!(error, CallError::Queue { .. }), "{error}");
    // A call that the server may still work on is not asked again.
    while server.left() < 2 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(record.calls().len(), 1, "a cancelled call came to no end");
    // The place is free again.
    server.mend();
    caller.structured(question(3), text).await.unwrap();
}

#[tokio::test]
async fn an_answer_that_cannot_be_used_is_asked_for_once_more_with_the_reason() {
    let server = Ollama::start(|asked| {
        if asked.prompt.contains("could not be used") { r#"{"a_text": "better"}"# } else { "I'd rather not." }
            .to_owned()
    });
    let (caller, record) = in_memory(&server, 2);
    let answered = caller.structured(question(1), text).await.unwrap();
    assert_eq!((answered.value.as_str(), answered.repaired), ("better", true));
    let calls = record.calls();
    assert!(calls[0].failure.as_ref().unwrap().contains("no JSON") && calls[1].usable());
    assert!(calls[1].call.prompt.contains("no JSON") && calls[1].call.prompt.contains(r#""a_text""#));
    // Both are answered from the record afterwards.
    assert!(caller.structured(question(1), text).await.unwrap().repaired);
    assert_eq!(server.asked().len(), 2);
    let stubborn = Ollama::start(|_| "No.".to_owned());
    let (caller, record) = in_memory(&stubborn, 2);
    let error = caller.structured(question(1), text).await.unwrap_err();
    assert!(matches!(error, CallError::Unusable(_)), "{error}");
    assert_eq!((record.calls().len(), stubborn.asked().len()), (2, 2), "once more, and no more");
}

#[tokio::test]
async fn prose_comes_in_pieces_that_can_be_watched_and_ends_only_when_it_is_done() {
    let said = "Grüße: α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π and so on to the end.";
    let server = Ollama::start(move |_| said.to_owned());
    let (caller, record) = in_memory(&server, 2);
    let mut prose = question(1);
    prose.call.schema = None;
    let whole = |text: &str| Ok(text.to_owned());
    assert_eq!(caller.prose(prose.clone(), whole).await.unwrap().value, said);
    assert_eq!(server.asked()[0].body["stream"], true);
    for fault in [Fault::CutInBody, Fault::CutInCharacter, Fault::ErrorInStream, Fault::Dropped] {
        server.fault(move |_| Some(fault));
        let error = caller.prose(Question { fresh: true, ..prose.clone() }, whole).await.unwrap_err();
        assert!(matches!(error, CallError::Cut(_) | CallError::Server(_) | CallError::Unreachable { .. }), "{error}");
        assert!(record.calls().last().unwrap().reply.is_none(), "half an answer is none");
    }
}

#[tokio::test]
async fn no_more_calls_run_at_a_time_than_there_are_places() {
    let server = server();
    server.latency(Duration::from_millis(30));
    let (caller, _) = in_memory(&server, 3);
    let calls = (0..12).map(|n| caller.structured(question(n), text));
    for answered in futures_util::future::join_all(calls).await {
        answered.unwrap();
    }
    assert_eq!(server.most_at_once(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_behind_a_proxy_gets_its_path_and_headers_with_every_call() {
    let server = server();
    let host = Host::parse(&format!("http://{}/behind", server.host())).unwrap();
    let headers = vec![("Authorization".to_owned(), "Bearer abc".to_owned())];
    let line = connect("ollama", Access { host, headers, key: None, proxy: None }).unwrap();
    let caller = Caller::new(line, Slots::new(1), Arc::new(InMemory::default()), QUICK);
    caller.structured(question(1), text).await.unwrap();
    let mut prose = question(2);
    prose.call.schema = None;
    caller.prose(prose, |text| Ok(text.to_owned())).await.unwrap();
    let asked = server.asked();
    assert_eq!(asked.len(), 2);
    for asked in asked {
        let head = asked.head.to_lowercase();
        assert!(head.starts_with("post /behind/api/chat ") && head.contains("authorization: bearer abc"), "{head}");
    }
}
