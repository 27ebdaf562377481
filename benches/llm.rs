//! A model server with 200 ms a reply under two statements with 50 documents
//! found, 20 scored and 10 cited each: wall time against a simulated greedy
//! schedule of the same calls, at 1 and 8 slots, and our own time a call.
//!
//! `cargo bench --bench llm` prints the table and fails when a bound is passed.

#[path = "../tests/ollama/setup.rs"]
mod setup;
#[path = "../tests/support/mod.rs"]
mod support;

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    sync::Arc,
    time::{Duration, Instant},
};

use gainsay::{
    domain::{Document, Page, SourceMeta, Stage},
    engine::Scope,
    library::Library,
    llm::CallRecord,
    review::{Review, StageState},
};
use support::ollama::{Ollama, model};

const LATENCY: Duration = Duration::from_millis(200);
const CLAIMS: &str = "\"Zalutamide prevents migraine attacks in adults\"
\"Brisk walking lowers blood pressure in adults\"
";
const DOCUMENTS: usize = 50;

/// Fifty abstracts that both strategies find for each claim.
fn library() -> Arc<Library> {
    let library = Library::open_in_memory().unwrap();
    let documents = (0..DOCUMENTS).flat_map(|n| {
        [("zalutamide", "migraine attacks"), ("brisk walking", "blood pressure")].map(|(cause, outcome)| {
            let text = format!(
                "Report number {n} on {cause} and {outcome} in adults. Among {} adults, {cause} was followed by changes in \
                 {outcome} over {} weeks. Nothing else was measured in group {n}.",
                100 + n,
                4 + n % 20
            );
            let meta = SourceMeta { title: format!("{cause} and {outcome}, part {n}").into(), ..SourceMeta::default() };
            Document::new(meta, vec![Page { number: 1, text: text.into() }])
        })
    });
    library.add(documents, |_| {}).unwrap();
    Arc::new(library)
}

struct Run {
    wall: Duration,
    calls: Vec<CallRecord>,
    most_at_once: usize,
}

/// One whole review at so many slots.
fn run(library: &Arc<Library>, latency: Duration, slots: usize) -> Run {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let server = Ollama::start(model::plain);
    server.latency(latency);
    let review = setup::review_of(None, "claims.jsonl", CLAIMS);
    let reasoner = Arc::new(setup::reasoner(&server, &review, slots, |_| {}));
    let wall = runtime.block_on(async {
        let (engine, mut events) = support::engine(&review, library, reasoner, 4 * slots);
        let begun = Instant::now();
        support::run(&engine, &mut events, Scope::Everything).await;
        begun.elapsed()
    });
    let unsettled: Vec<_> = states(&review).into_iter().filter(|(_, state)| *state != StageState::Done).collect();
    assert!(unsettled.is_empty(), "{unsettled:?}");
    Run { wall, calls: setup::calls(&review), most_at_once: server.most_at_once() }
}

fn states(review: &Review) -> Vec<(Stage, StageState)> {
    let fold = review.fold();
    assert_eq!(fold.statements().len(), 2);
    let stages = fold.statements().iter().map(|s| fold.resolve(s.id));
    stages.flat_map(|stages| stages.iter().map(|r| (r.stage, r.state.clone())).collect::<Vec<_>>()).collect()
}

/// The same calls, each as soon as a slot is free and what it needs is there:
/// stage after stage by [`Stage::inputs`], the judge of a citation after its
/// stance, the critique after its verdict; calls of equal length.
fn greedy(calls: &[CallRecord], latency: Duration, slots: usize) -> (Duration, usize) {
    let title = |call: &CallRecord| {
        let schema = call.call.schema.as_ref();
        schema.and_then(|s| s["title"].as_str().map(str::to_owned)).unwrap_or_default()
    };
    // Follows within a stage: its n-th opinion needs its n-th stance.
    let second = |call: &CallRecord| matches!(title(call).as_str(), "Opinion" | "Critique");
    let mut free: BinaryHeap<Reverse<Duration>> = (0..slots).map(|_| Reverse(Duration::ZERO)).collect();
    let mut waiting: Vec<usize> = (0..calls.len()).collect();
    let mut ends: Vec<Option<Duration>> = vec![None; calls.len()];
    let mut waves = 0;
    while !waiting.is_empty() {
        let ready = |at: usize| -> Option<Duration> {
            let call = &calls[at];
            let mut from = Duration::ZERO;
            for (other, end) in calls.iter().zip(&ends) {
                let same = other.call.statement == call.call.statement;
                let needed = same && call.call.stage.follows(other.call.stage);
                if needed {
                    from = from.max((*end)?);
                }
            }
            if second(call) {
                let firsts =
                    |c: &CallRecord| c.call.statement == call.call.statement && c.call.stage == call.call.stage;
                let nth = calls[..at].iter().filter(|c| firsts(c) && second(c)).count();
                let first = (0..calls.len()).filter(|i| firsts(&calls[*i]) && !second(&calls[*i])).nth(nth)?;
                from = from.max(ends[first]?);
            }
            Some(from)
        };
        let Reverse(slot) = free.pop().unwrap();
        let next = waiting.iter().filter_map(|at| Some((ready(*at)?, *at))).min().unwrap();
        let begin = slot.max(next.0);
        ends[next.1] = Some(begin + latency);
        free.push(Reverse(begin + latency));
        waiting.retain(|at| *at != next.1);
    }
    let wall = ends.iter().flatten().max().copied().unwrap_or_default();
    if !latency.is_zero() {
        waves = usize::try_from(wall.as_millis() / latency.as_millis()).unwrap();
    }
    (wall, waves)
}

fn main() {
    let library = library();
    let mut good = true;
    println!(
        "{:>5} {:>6} {:>6} {:>8} {:>10} {:>10} {:>7}  at once",
        "slots", "calls", "waves", "latency", "greedy", "wall", "over"
    );
    for (slots, bound) in [(1, 0.05), (2, 0.10), (8, 0.10)] {
        let run = run(&library, LATENCY, slots);
        let (greedy, waves) = greedy(&run.calls, LATENCY, slots);
        let over = run.wall.as_secs_f64() / greedy.as_secs_f64() - 1.0;
        println!(
            "{slots:>5} {:>6} {waves:>6} {:>8.1?} {:>10.2?} {:>10.2?} {:>6.1}%  {}",
            run.calls.len(),
            LATENCY,
            greedy,
            run.wall,
            over * 100.0,
            run.most_at_once
        );
        good &= over <= bound && run.most_at_once <= slots;
    }
    let quick = run(&library, Duration::ZERO, 8);
    let each = quick.wall.as_secs_f64() * 1e3 / quick.calls.len() as f64;
    println!(
        "without latency: {} calls in {:.1?}, {each:.2} ms a call, server and both sides of the line included",
        quick.calls.len(),
        quick.wall
    );
    for stage in Stage::ALL {
        let calls = quick.calls.iter().filter(|call| call.call.stage == stage).count();
        if calls > 0 {
            println!("  {:<8} {calls:>3} calls", stage.name());
        }
    }
    assert!(good, "a bound was passed");
}
