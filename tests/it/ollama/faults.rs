//! Every fault at every stage: the review opens, says what failed, and is
//! finished once the fault is gone, with no finished call repeated.

use std::{collections::BTreeSet, sync::Arc};

use gainsay::{
    engine::{Event, Scope},
    reason::Need,
    review::{Review, StageState},
};

use crate::{
    ollama::setup::{calls, reasoner, review_of},
    support::{
        clock, engine, library_of,
        ollama::{
            Fault, Ollama,
            model::{self, TASKS},
        },
        run,
    },
};

const PAPER: &str = "Sleep and insomnia\n\nInsomnia can be effectively treated with cognitive behavioral therapy in \
                     adults of every age that took part.\n";

const DOCUMENTS: [(&str, &str); 2] = [
    ("A trial of therapy", "Cognitive behavioral therapy treated insomnia effectively in 120 adults over one year."),
    ("Another trial", "Cognitive behavioral therapy did not treat insomnia better than sleep hygiene in 80 adults."),
];

/// How a review with one task at fault went on.
async fn with_fault(task: &'static str, fault: Fault) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("paper.gainsay");
    let server = Ollama::start(model::plain);
    let library = library_of(&DOCUMENTS);
    let say = |what: String| format!("{fault:?} at {task}: {what}");
    server.fault(move |asked| (asked.stage == task).then_some(fault));
    {
        let review = review_of(Some(&path), "paper.txt", PAPER);
        let model = reasoner(&server, &review, 4, |settings| {
            settings.stages.values_mut().for_each(|stage| stage.deadline = 1);
            settings.queue = 1;
        });
        let (engine, mut events) = engine(&review, &library, Arc::new(model), 4);
        run(&engine, &mut events, Scope::Everything).await;
        let reasons = failures(&review);
        let passes = matches!(fault, Fault::Slow(_));
        if passes != reasons.is_empty() {
            return Err(say(format!("failures: {reasons:?}")));
        }
        if !passes && reasons.iter().any(|why| why.len() < 20) {
            return Err(say(format!("no reason that helps: {reasons:?}")));
        }
    }
    server.mend();
    let review = loop {
        // The engine of before lets go of the review once it has seen that nobody is left.
        match Review::open(&path, clock()) {
            Ok(review) => break Arc::new(review),
            Err(_) => tokio::task::yield_now().await,
        }
    };
    let finished: BTreeSet<_> = calls(&review).iter().filter(|call| call.usable()).map(|call| call.request).collect();
    let before = calls(&review).len();
    let (engine, mut events) = engine(&review, &library, Arc::new(reasoner(&server, &review, 4, |_| {})), 4);
    run(&engine, &mut events, Scope::Everything).await;
    let settled = !review.fold().statements().is_empty()
        && review.fold().statements().iter().all(|s| review.fold().resolve(s.id).settled());
    if !settled {
        return Err(say(format!("not finished: {:?}", failures(&review))));
    }
    match calls(&review)[before..].iter().find(|call| finished.contains(&call.request)) {
        Some(twice) => Err(say(format!("asked twice: {:?}", twice.call.stage))),
        None => Ok(()),
    }
}

fn failures(review: &Review) -> Vec<String> {
    let fold = review.fold();
    let mut reasons: Vec<String> =
        fold.extraction_failure().map(|failed| failed.reason.to_string()).into_iter().collect();
    for statement in fold.statements() {
        for resolved in fold.resolve(statement.id).iter() {
            if let StageState::Failed(reason) = &resolved.state {
                reasons.push(reason.to_string());
            }
        }
    }
    reasons
}

/// So many claims of one sentence each.
fn claims(count: usize) -> String {
    (1..=count).map(|n| format!("\"Insomnia of the {n}th kind is treated by behavioral therapy\"\n")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_server_dies_one_stage_fails_with_the_reason_and_the_rest_waits() {
    const CLAIMS: usize = 12;
    let server = Ollama::start(model::plain);
    let library = library_of(&DOCUMENTS);
    let review = review_of(None, "claims.jsonl", &claims(CLAIMS));
    let model = Arc::new(reasoner(&server, &review, 2, |_| {}));
    let (engine, mut events) = engine(&review, &library, model, 2);
    // It dies at the third verdict.
    let verdicts = std::sync::atomic::AtomicUsize::new(0);
    server.fault(move |asked| {
        let third = asked.stage == "verdict" && verdicts.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 2;
        third.then_some(Fault::Refused)
    });
    let heard = run(&engine, &mut events, Scope::Everything).await;
    let halts: Vec<_> = heard.iter().filter(|event| matches!(event, Event::Halted { .. })).collect();
    let [Event::Halted { need: Need::Server, why, waiting }] = halts.as_slice() else { panic!("{halts:?}") };
    assert!(why.contains("ollama serve") && *waiting >= CLAIMS - 4, "{why}, {waiting}");
    let failed = failures(&review);
    assert_eq!(failed.len(), 1, "what else ran is left for the next run: {failed:?}");
    let settled = |review: &Review| {
        let fold = review.fold();
        fold.statements().iter().filter(|s| fold.resolve(s.id).settled()).count()
    };
    assert!((2..=4).contains(&settled(&review)), "{}", settled(&review));
    // Once it is back, one command goes on, and nothing that was answered is asked again.
    let before = calls(&review);
    let answered: BTreeSet<_> = before.iter().filter(|call| call.usable()).map(|call| call.request).collect();
    server.mend();
    let heard = run(&engine, &mut events, Scope::Everything).await;
    assert!(!heard.iter().any(|event| matches!(event, Event::Halted { .. })));
    assert_eq!(settled(&review), CLAIMS);
    assert!(calls(&review)[before.len()..].iter().all(|call| !answered.contains(&call.request)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whatever_fails_wherever_the_review_is_finished_once_it_works_again() {
    let every = TASKS.iter().flat_map(|task| Fault::ALL.iter().map(|fault| (*task, *fault)));
    let mut wrong = Vec::new();
    let mut running: tokio::task::JoinSet<Result<(), String>> = tokio::task::JoinSet::new();
    for (task, fault) in every {
        if running.len() >= 16 {
            wrong.extend(running.join_next().await.unwrap().unwrap().err());
        }
        running.spawn(with_fault(task, fault));
    }
    while let Some(done) = running.join_next().await {
        wrong.extend(done.unwrap().err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
