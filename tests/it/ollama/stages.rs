//! The stages of a model that makes one mistake, and what becomes of it.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use gainsay::{
    domain::{Code, Stage, Stance, StatementId, Value, Verdict},
    engine::{Command, Scope},
    llm::tokens,
    reason::{RunOverrides, model::ModelSettings},
    review::{Review, Revision, StageState},
};
use serde_json::json;

use crate::{
    ollama::setup::{calls, reasoner, review_of, value},
    support::{
        engine, library_of,
        ollama::{Asked, Fault, Ollama, model},
        run, until_idle,
    },
};

const CLAIM: &str = "\"Zalutamide prevents migraine attacks in adults\"\n";
const ONE: StatementId = StatementId(1);

/// Abstracts on the claim.
fn abstracts(count: usize) -> Vec<(String, String)> {
    let text = |n: usize| {
        let more = "The groups were alike in age, sex and years of illness, and were seen every month. ".repeat(3);
        format!("Zalutamide prevented migraine attacks in {} of 200 adults over {} weeks. {more}", 100 + n, 10 + n)
    };
    (0..count).map(|n| (format!("Zalutamide and migraine attacks, part {n}"), text(n))).collect()
}

/// A review of the claim by a model with this script, over so many abstracts.
async fn reviewed(
    script: impl Fn(&Asked) -> String + Send + Sync + 'static,
    count: usize,
    change: impl FnOnce(&mut ModelSettings),
) -> (Ollama, Arc<Review>) {
    let server = Ollama::start(script);
    let review = review_of(None, "claims.jsonl", CLAIM);
    let documents = abstracts(count);
    let documents: Vec<(&str, &str)> = documents.iter().map(|(title, text)| (title.as_str(), text.as_str())).collect();
    let model = Arc::new(reasoner(&server, &review, 8, change));
    let (engine, mut events) = engine(&review, &library_of(&documents), model, 4);
    run(&engine, &mut events, Scope::Everything).await;
    (server, review)
}

fn asked_for(server: &Ollama, stage: &str) -> Vec<Asked> {
    server.asked().into_iter().filter(|asked| asked.stage == stage).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_comes_back_with_another_length_is_scored_one_by_one() {
    let script = |asked: &Asked| {
        let many = asked.stage == "scores" && model::fenced(&asked.prompt, "document").len() > 1;
        let one = json!({"a_scores": [{"a_document": 1, "b_reason": "Only the first.", "c_score": 5}]});
        if many { one.to_string() } else { model::plain(asked) }
    };
    let (server, review) = reviewed(script, 4, |_| {}).await;
    let scores = asked_for(&server, "scores");
    assert_eq!(scores.len(), 2 + 4, "twice together, then each");
    assert!(scores[1].prompt.contains("4 documents were given and 1 scores came back"));
    let Value::Scores(scored) = value(&review, Stage::Score) else { panic!() };
    assert!(scored.scored.len() == 4 && scored.scored.iter().all(|s| s.reason == "It bears on it."));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_label_that_is_none_is_asked_for_once_more() {
    let script = |asked: &Asked| {
        let label = if asked.prompt.contains("could not be used") { "supports" } else { "it depends" };
        let odd = json!({"a_stances": [{"a_citation": 1, "b_reasoning": "It says that attacks were prevented.",
            "c_label": label, "d_confidence": "medium"}]});
        if asked.stage == "stances" { odd.to_string() } else { model::plain(asked) }
    };
    let (server, review) = reviewed(script, 1, |_| {}).await;
    let stances = asked_for(&server, "stances");
    assert_eq!(stances.len(), 2);
    assert!(stances[1].prompt.contains("c_label must be supports, contradicts, mixed or not_addressed"));
    let Value::Weighing(weighing) = value(&review, Stage::Weigh) else { panic!() };
    assert_eq!(weighing.weighed[0].proposed, Stance::Supports);
    assert!(weighing.issues.iter().any(|issue| issue.code == Code::RepairedOutput));
}

/// The report would say that a model made a verdict which the program gives because nothing was found.
#[tokio::test(flavor = "multi_thread")]
async fn a_result_without_a_question_names_no_model() {
    let (server, review) = reviewed(model::plain, 0, |_| {}).await;
    assert!(asked_for(&server, "verdict").is_empty());
    let fold = review.fold();
    let spec = |stage| {
        let Some(Revision::Machine(made)) = fold.revisions(Some(ONE), stage).pop() else { panic!("{stage}") };
        made.spec
    };
    assert!(spec(Stage::Counter).model.is_some(), "the model negated the statement");
    for stage in [Stage::Score, Stage::Cite, Stage::Inspect, Stage::Weigh, Stage::Report, Stage::Verdict, Stage::Judge]
    {
        assert!(spec(stage).is_program(), "{stage}: {}", spec(stage).describe());
    }
}

/// A verdict from plain answers would be marked as repaired, since one that failed before it was.
#[tokio::test(flavor = "multi_thread")]
async fn a_repaired_answer_of_a_stage_that_failed_marks_no_later_result() {
    let odd = Arc::new(AtomicBool::new(true));
    let script = {
        let odd = Arc::clone(&odd);
        move |asked: &Asked| {
            let first = asked.stage == "verdict" && !asked.prompt.contains("could not be used");
            match first && odd.load(Ordering::Relaxed) {
                true => json!({"a_rationale": "It depends [1].", "b_confidence": "medium", "c_verdict": "it depends"})
                    .to_string(),
                false => model::plain(asked),
            }
        }
    };
    let server = Ollama::start(script);
    server.fault(|asked| (asked.stage == "critique").then_some(Fault::NotFound));
    let review = review_of(None, "claims.jsonl", CLAIM);
    let documents = abstracts(1);
    let documents: Vec<(&str, &str)> = documents.iter().map(|(title, text)| (title.as_str(), text.as_str())).collect();
    let model = Arc::new(reasoner(&server, &review, 8, |_| {}));
    let (engine, mut events) = engine(&review, &library_of(&documents), model, 4);
    run(&engine, &mut events, Scope::Everything).await;
    assert_eq!(asked_for(&server, "verdict").len(), 2, "the first answer was repaired");
    assert!(matches!(review.fold().resolve(ONE).get(Stage::Verdict).state, StageState::Failed(_)));

    server.mend();
    odd.store(false, Ordering::Relaxed);
    let with = RunOverrides { fresh: true, ..RunOverrides::default() };
    engine.send(Command::RunOverrides { scope: Scope::Stage(ONE, Stage::Verdict), again: true, with });
    until_idle(&mut events).await;
    let Value::Verdict(verdict) = value(&review, Stage::Verdict) else { panic!() };
    assert!(verdict.issues.iter().all(|issue| issue.code != Code::RepairedOutput), "{:?}", verdict.issues);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_fit_is_left_out_the_least_relevant_first_and_the_trace_says_so() {
    let script = |asked: &Asked| {
        if asked.stage != "scores" {
            return model::plain(asked);
        }
        let count = model::fenced(&asked.prompt, "document").len();
        let scores = (1..=count).map(|n| json!({"a_document": n, "b_reason": "It bears on it.", "c_score": 3 + n % 3}));
        json!({"a_scores": scores.collect::<Vec<_>>()}).to_string()
    };
    let (server, review) = reviewed(script, 12, |settings| settings.num_ctx = 3400).await;
    for asked in server.asked() {
        let bytes = asked.system.len() + asked.prompt.len();
        let room = 3400 - asked.body["options"]["num_predict"].as_u64().unwrap();
        let tokens = tokens::estimate(&asked.system) + tokens::estimate(&asked.prompt);
        assert!(tokens <= room && asked.body["options"]["num_ctx"] == 3400, "{}: {tokens}, {bytes}", asked.stage);
    }
    let batches = asked_for(&server, "scores");
    assert!(batches.len() > 1, "a batch that does not fit is asked in parts");
    let notes: Vec<_> =
        calls(&review).into_iter().filter(|c| c.call.stage == Stage::Inspect).flat_map(|c| c.notes).collect();
    assert!(notes.iter().any(|note| note.contains("left out, to fit into 3400 tokens: [")), "{notes:?}");
    let Value::Citations(citations) = value(&review, Stage::Cite) else { panic!() };
    let best = citations.citations.iter().map(|c| c.score).max().unwrap();
    let kept = model::numbers(&asked_for(&server, "remarks")[0].prompt);
    let left_out = citations.citations.iter().filter(|c| !kept.contains(&c.number));
    assert!(left_out.clone().count() > 0 && left_out.clone().all(|c| c.score < best), "{kept:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paper_that_does_not_fit_loses_its_middle_and_that_is_said() {
    let server = Ollama::start(model::plain);
    let filler = "Nothing of note is in this paragraph. It goes on and on, as the others do.\n\n".repeat(400);
    let paper = format!(
        "Zalutamide prevents migraine attacks in adults with episodic migraine.\n\n{filler}In conclusion zalutamide \
         prevents attacks in most adults.\n"
    );
    let review = review_of(None, "paper.txt", &paper);
    let model = Arc::new(reasoner(&server, &review, 2, |settings| settings.num_ctx = 4096));
    let (engine, mut events) = engine(&review, &library_of(&[]), model, 2);
    run(&engine, &mut events, Scope::Everything).await;
    let asked = &asked_for(&server, "statements")[0].prompt;
    assert!(asked.contains("episodic migraine") && asked.contains("In conclusion") && asked.contains("[…]"));
    let notes: Vec<_> =
        calls(&review).into_iter().filter(|c| c.call.stage == Stage::Extract).flat_map(|c| c.notes).collect();
    assert!(notes.iter().any(|note| note.contains("out of the middle of the paper")), "{notes:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_model_claims_without_a_citation_of_that_stance_is_no_verdict() {
    let script = |asked: &Asked| {
        let sure = json!({"a_rationale": "All the evidence contradicts the statement [1].", "b_confidence": "high",
            "c_verdict": "Contradicted"});
        match asked.stage.as_str() {
            "verdict" => sure.to_string(),
            "passages" => model::passages(&asked.prompt, |text| {
                let invented = "Zalutamide cured each and every adult.".to_owned();
                vec![if text.contains("in 100 of 200") { invented } else { model::sentence(text) }]
            })
            .to_string(),
            _ => model::plain(asked),
        }
    };
    let (_, review) = reviewed(script, 3, |_| {}).await;
    let Value::Verdict(verdict) = value(&review, Stage::Verdict) else { panic!() };
    assert_eq!(verdict.verdict, Verdict::Undecided);
    assert!(verdict.issues.iter().any(|issue| issue.code == Code::NoEvidence));
    let Value::Inspection(inspection) = value(&review, Stage::Inspect) else { panic!() };
    assert!(inspection.issues.iter().any(|issue| issue.code == Code::FabricatedQuote));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_that_the_critique_finds_is_sent_back_once() {
    let script = |asked: &Asked| match asked.stage.as_str() {
        "critique" => json!({"a_reasoning": "x", "b_problem": "It reads “all” into the statement."}).to_string(),
        _ => model::plain(asked),
    };
    let (server, review) = reviewed(script, 2, |_| {}).await;
    let verdicts = asked_for(&server, "verdict");
    assert_eq!((verdicts.len(), asked_for(&server, "critique").len()), (2, 1));
    assert!(verdicts[1].prompt.contains("It reads “all” into the statement."));
    // What the weights say is not shown to who gives the verdict.
    assert!(verdicts.iter().all(|asked| !asked.prompt.contains("consensus") && !asked.prompt.contains("supported:")));
    let Value::Verdict(verdict) = value(&review, Stage::Verdict) else { panic!() };
    assert!(verdict.critique.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_re_run_asks_anew_only_for_what_it_changes() {
    let server = Ollama::start(model::plain);
    let review = review_of(None, "claims.jsonl", CLAIM);
    let documents = abstracts(2);
    let documents: Vec<(&str, &str)> = documents.iter().map(|(title, text)| (title.as_str(), text.as_str())).collect();
    let model = Arc::new(reasoner(&server, &review, 8, |_| {}));
    let (engine, mut events) = engine(&review, &library_of(&documents), model, 4);
    run(&engine, &mut events, Scope::Everything).await;
    let asked = server.asked().len();
    let mut again = async |with: RunOverrides| {
        let before = server.asked().len();
        engine.send(Command::RunOverrides { scope: Scope::Stage(ONE, Stage::Verdict), again: true, with });
        until_idle(&mut events).await;
        server.asked().split_off(before)
    };
    assert!(again(RunOverrides::default()).await.is_empty(), "it is on record");
    assert_eq!(again(RunOverrides { fresh: true, ..RunOverrides::default() }).await.len(), 2);
    let warm = again(RunOverrides { temperature: Some(1.5), seed: Some(9), ..RunOverrides::default() }).await;
    assert!(warm.iter().all(|a| a.body["options"]["seed"] == 9 && a.body["options"]["temperature"] == 1.5));
    let other = again(RunOverrides { model: Some("other".into()), ..RunOverrides::default() }).await;
    assert!(!other.is_empty() && other.iter().all(|asked| asked.model == "other"));
    assert!(asked > 5);
    let fold = review.fold();
    let spec = fold.resolve(ONE).get(Stage::Verdict).in_force.clone().unwrap();
    let gainsay::review::Revision::Machine(made) = &spec.revision else { panic!() };
    let kept = made.spec.model.as_ref().unwrap();
    assert_eq!((kept.name.as_str(), kept.digest.as_str()), ("other", "0f1e2d3c"));
    assert!(kept.options.contains("seed 42"), "{}", kept.options);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_that_is_being_written_can_be_followed() {
    let seen = Arc::new(AtomicBool::new(false));
    let server = Ollama::start(model::plain);
    server.latency(std::time::Duration::from_millis(20));
    let review = review_of(None, "claims.jsonl", CLAIM);
    let documents = abstracts(2);
    let documents: Vec<(&str, &str)> = documents.iter().map(|(title, text)| (title.as_str(), text.as_str())).collect();
    let model = Arc::new(reasoner(&server, &review, 8, |_| {}));
    let (engine, mut events) = engine(&review, &library_of(&documents), model.clone(), 4);
    let watching = tokio::spawn({
        let seen = seen.clone();
        async move {
            while !model.caller().running().iter().any(|run| run.call.stage == Stage::Report) {
                tokio::task::yield_now().await;
            }
            seen.store(true, Ordering::SeqCst);
        }
    });
    run(&engine, &mut events, Scope::Everything).await;
    watching.abort();
    assert!(seen.load(Ordering::SeqCst));
}

/// A verdict that hangs on the seed would look as sure as any other, and its price would be learnt afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_verdict_is_kept_and_what_it_cost_is_known_for_the_next_time() {
    let server = Ollama::start(model::plain);
    let review = review_of(None, "claims.jsonl", CLAIM);
    let documents = abstracts(2);
    let documents: Vec<(&str, &str)> = documents.iter().map(|(title, text)| (title.as_str(), text.as_str())).collect();
    let model = Arc::new(reasoner(&server, &review, 8, |_| {}));
    let (engine, mut events) = engine(&review, &library_of(&documents), model, 4);
    run(&engine, &mut events, Scope::Everything).await;
    let before = asked_for(&server, "verdict").len();
    engine.send(Command::Repeat { statement: ONE, times: 3, with: RunOverrides::default() });
    while !matches!(events.recv().await.unwrap(), gainsay::engine::Event::Appended { .. }) {}
    assert_eq!(asked_for(&server, "verdict").len(), before + 3, "each with a seed of its own");
    let repeated = review.fold().repeated(ONE).cloned().unwrap();
    assert_eq!(repeated.verdicts.iter().map(|(_, count)| count).sum::<u32>(), 3);
    assert_eq!(repeated.inputs, review.fold().resolve(ONE).get(Stage::Verdict).inputs);
    let costs = gainsay::tui::costs(&review).unwrap();
    let said = costs.estimate(&costs.own, [(Stage::Verdict, 2)]).to_string();
    assert!(said.starts_with("2 stages, ") && said.contains(" calls, ") && said.contains(" tokens, "), "{said}");
}
