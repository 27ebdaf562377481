//! What a group with several servers would lose: their places, and their work when one dies.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use gainsay::{
    llm::{Access, CallError, CallRecord, Caller, InMemory, Slots, Turn, connect, spread},
    net::Host,
};
use serde_json::{Value, json};

use crate::{
    ollama::setup::{QUICK, question},
    support::{
        openai::{Got, OpenAi, Say},
        port::Port,
    },
};

const GOOD: &str = r#"{"a_text": "yes"}"#;
/// Calls that a server works on at a time.
const PLACES: usize = 8;

fn pool(servers: &[&OpenAi]) -> (Arc<Caller>, Arc<InMemory>) {
    let record = Arc::new(InMemory::default());
    let one = |server: &&OpenAi| {
        let host = Host::parse(&server.url()).unwrap();
        connect("openai", Access { host, headers: Vec::new(), key: None, proxy: None }).unwrap()
    };
    let pool = spread(servers.iter().map(one).collect(), PLACES);
    (Arc::new(Caller::new(pool, Slots::new(PLACES * servers.len()), record.clone(), QUICK)), record)
}

fn text(value: Value, _: Turn) -> Result<String, String> {
    value["a_text"].as_str().map(str::to_owned).ok_or_else(|| "there is no a_text".to_owned())
}

async fn ask(caller: &Caller, numbers: std::ops::Range<u32>) -> Vec<Result<String, CallError>> {
    let asked = numbers.map(|n| async move { Ok(caller.structured(question(n), text).await?.value) });
    join_all(asked).await
}

/// How many calls each server answered, by the record.
fn answered(calls: &[CallRecord]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for call in calls {
        let server = call.reply.as_ref().and_then(|reply| reply.server.as_ref()).unwrap();
        *counts.entry(server.to_string()).or_default() += 1;
    }
    counts
}

#[tokio::test]
async fn two_servers_are_as_quick_as_their_places_together() {
    const LATENCY: Duration = Duration::from_millis(200);
    const CALLS: u32 = 160;
    let slow = || OpenAi::start(|_| Say::Slow(LATENCY, GOOD.to_owned()));
    let (one, other) = (slow(), slow());
    let (caller, record) = pool(&[&one, &other]);
    let begun = Instant::now();
    assert!(ask(&caller, 0..CALLS).await.iter().all(Result::is_ok));
    let greedy = LATENCY * CALLS.div_ceil(2 * PLACES as u32);
    let rate = begun.elapsed().as_secs_f64() / greedy.as_secs_f64();
    println!("{CALLS} calls of {LATENCY:?} at two servers of {PLACES}: {rate:.2} of a greedy schedule");
    // A machine that does other things at the same time is slower; half of the places would take twice as long.
    assert!(rate < 1.8, "{rate}");
    let counts = answered(&record.calls());
    assert!(counts.values().all(|count| *count >= 70), "{counts:?}");
}

#[tokio::test]
async fn one_of_four_servers_dies_and_nothing_is_lost_or_asked_twice() {
    const CALLS: u32 = 1_000;
    let seen: Arc<Mutex<BTreeMap<String, usize>>> = Arc::default();
    let script = |doomed: Option<std::sync::mpsc::Sender<()>>| {
        let (seen, count) = (Arc::clone(&seen), AtomicUsize::new(0));
        move |got: &Got| {
            let prompt = got.body["messages"][1]["content"].as_str().unwrap().to_owned();
            *seen.lock().unwrap().entry(prompt).or_default() += 1;
            if count.fetch_add(1, Ordering::Relaxed) == 60 {
                doomed.iter().for_each(|dies| dies.send(()).unwrap());
            }
            Say::Slow(Duration::from_millis(5), GOOD.to_owned())
        }
    };
    let (dies, died) = std::sync::mpsc::channel();
    let port = Port::new();
    let doomed = OpenAi::start_on(&port, script(Some(dies)));
    let others = [(); 3].map(|()| OpenAi::start(script(None)));
    let (caller, record) = pool(&[&doomed, &others[0], &others[1], &others[2]]);
    let url = doomed.url();
    let death = std::thread::spawn(move || {
        died.recv().unwrap();
        drop(doomed);
    });
    let answers = ask(&caller, 0..CALLS).await;
    death.join().unwrap();
    let lost: Vec<&CallError> = answers.iter().filter_map(|answer| answer.as_ref().err()).collect();
    assert!(lost.is_empty(), "{lost:?}");
    let twice = seen.lock().unwrap().values().filter(|count| **count > 1).count();
    println!("{CALLS} calls, one of four servers dies: {} lost, {twice} asked twice", lost.len());
    assert!(twice <= PLACES, "{twice} were asked twice, and only {PLACES} can have been under way");
    // It comes back, and has work again.
    let back = OpenAi::start_on(&port, script(None));
    let mut next = CALLS;
    while back.asked().is_empty() {
        assert!(ask(&caller, next..next + 40).await.iter().all(Result::is_ok));
        next += 40;
        assert!(next < 200_000, "the server that came back is never asked");
    }
    assert!(answered(&record.calls())[&format!("{url}/v1/")] > 40);
}

#[tokio::test]
async fn a_server_without_the_model_or_with_too_much_to_do_is_left_out_and_the_rest_do_the_work() {
    let busy = OpenAi::start(|_| Say::Later("1"));
    let failing = OpenAi::start(|_| Say::Body(500, json!({"error": {"message": "out of memory", "code": 500}})));
    let without = OpenAi::start(|_| {
        Say::Body(404, json!({"error": {"message": "The model `scripted:7b` does not exist.", "code": 404}}))
    });
    let good = OpenAi::start(|_| Say::Text(GOOD.to_owned()));
    let (caller, _) = pool(&[&busy, &failing, &without, &good]);
    assert!(ask(&caller, 0..60).await.iter().all(Result::is_ok));
    assert!(without.asked().len() <= PLACES, "{}", without.asked().len());
    assert_eq!(good.asked().len(), 60);
    // A refusal that would be the same everywhere is not carried around.
    let bad = || OpenAi::start(|_| Say::Body(400, json!({"error": {"message": "no such field", "code": 400}})));
    let (one, other) = (bad(), bad());
    let (caller, _) = pool(&[&one, &other]);
    let refused = ask(&caller, 0..1).await.remove(0).unwrap_err();
    assert!(matches!(refused, CallError::BadRequest(_)), "{refused}");
    assert_eq!(one.asked().len() + other.asked().len(), 1);
}
