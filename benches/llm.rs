//! A model server with 200 ms a reply under two statements with 50 documents
//! found, 20 scored and 10 cited each: wall time against a simulated greedy
//! schedule of the same calls, at 1 and 8 slots, and our own processor time a
//! call, commits into a review in memory included; the server is a process of its own.
//!
//! `cargo bench --bench llm` prints the table and fails when a bound is passed.

#[path = "../tests/it/ollama/setup.rs"]
mod setup;
#[path = "../tests/it/support/mod.rs"]
mod support;

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use gainsay::{
    domain::{Document, Page, SourceMeta, Stage},
    engine::Scope,
    library::Library,
    llm::CallRecord,
    reason::builtin::Builtin,
    review::{Review, StageState},
};
use support::ollama::{Ollama, model};

/// The argument by which the program is a server.
const SERVE: &str = "--serve";
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
    /// Of our own process.
    processor: Duration,
    calls: Vec<CallRecord>,
}

/// One whole review by the server at `host`, at so many slots.
fn run(library: &Arc<Library>, host: &str, slots: usize) -> Run {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let review = setup::review_of(None, "claims.jsonl", CLAIMS);
    let reasoner = Arc::new(setup::reasoner_at(host, &review, slots, |_| {}));
    let (wall, processor) = runtime.block_on(async {
        let (engine, mut events) = support::engine(&review, library, reasoner, 4 * slots);
        let (begun, before) = (Instant::now(), processor());
        support::run(&engine, &mut events, Scope::Everything).await;
        (begun.elapsed(), processor() - before)
    });
    let unsettled: Vec<_> = states(&review).into_iter().filter(|(_, state)| *state != StageState::Done).collect();
    assert!(unsettled.is_empty(), "{unsettled:?}");
    Run { wall, processor, calls: setup::calls(&review) }
}

/// The processor time of this process so far.
fn processor() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap(), time.tv_nsec.try_into().unwrap())
}

/// The same without any model or server: what the engine's own stages take.
fn builtin(library: &Arc<Library>) -> Duration {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let review = support::review(None, &setup::source("claims.jsonl", CLAIMS), &Builtin::default());
    runtime.block_on(async {
        let (engine, mut events) = support::engine(&review, library, Arc::new(Builtin::default()), 2);
        let before = processor();
        support::run(&engine, &mut events, Scope::Everything).await;
        processor() - before
    })
}

/// A server in a process of its own.
struct Served(Child, String);

impl Served {
    fn start(latency: Duration) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.arg(SERVE).arg(latency.as_millis().to_string()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut host = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut host).unwrap();
        Self(child, host.trim().to_owned())
    }

    /// Ends it and returns the most calls that were open at a time.
    fn end(mut self) -> usize {
        drop(self.0.stdin.take());
        self.0.wait().unwrap().code().unwrap().try_into().unwrap()
    }
}

/// Serves until nobody is there any more, and exits with the most calls that were open at a time.
fn serve(latency: u64) -> ! {
    let server = Ollama::start(model::plain);
    server.latency(Duration::from_millis(latency));
    println!("{}", server.host());
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
    std::process::exit(server.most_at_once().try_into().unwrap())
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
    let args: Vec<String> = std::env::args().collect();
    if let [_, serves, latency] = args.as_slice()
        && serves == SERVE
    {
        serve(latency.parse().unwrap());
    }
    let library = library();
    let mut good = true;
    println!(
        "{:>5} {:>6} {:>6} {:>8} {:>10} {:>10} {:>7}  at once",
        "slots", "calls", "waves", "latency", "greedy", "wall", "over"
    );
    for (slots, bound) in [(1, 0.05), (2, 0.10), (8, 0.10)] {
        let served = Served::start(LATENCY);
        let run = run(&library, &served.1, slots);
        let most_at_once = served.end();
        let (greedy, waves) = greedy(&run.calls, LATENCY, slots);
        let over = run.wall.as_secs_f64() / greedy.as_secs_f64() - 1.0;
        println!(
            "{slots:>5} {:>6} {waves:>6} {LATENCY:>8.1?} {greedy:>10.2?} {:>10.2?} {:>6.1}%  {most_at_once}",
            run.calls.len(),
            run.wall,
            over * 100.0,
        );
        good &= over <= bound && most_at_once <= slots;
    }
    let served = Served::start(Duration::ZERO);
    let quick = run(&library, &served.1, 8);
    served.end();
    let each = |time: Duration| time.as_secs_f64() * 1e3 / quick.calls.len() as f64;
    let engine = builtin(&library);
    println!(
        "without latency: {} calls in {:.1?}; {:.2} ms of our processor time a call, of which the same review takes {:.2} \
         without a model",
        quick.calls.len(),
        quick.wall,
        each(quick.processor),
        each(engine),
    );
    for stage in Stage::ALL {
        let calls = quick.calls.iter().filter(|call| call.call.stage == stage).count();
        if calls > 0 {
            println!("  {:<8} {calls:>3} calls", stage.name());
        }
    }
    assert!(good, "a bound was passed");
}
