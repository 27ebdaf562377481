//! The program with a model: what it asks, what it keeps, what it says.

use std::{
    collections::BTreeSet,
    path::Path,
    process::{Command, Output},
    time::Duration,
};

use serde_json::{Value, json};

use crate::support::{
    CORPUS,
    ollama::{Fault, MODEL, Ollama, model},
    program::gainsay,
};

const PAPER: &str = "Sleep, fitness and the heart\n\nBackground. Sleep and fitness are thought to matter for health.\n\n\
    Results. Insomnia can be effectively treated with cognitive behavioral therapy in adults of every age. \
    High cardiopulmonary fitness causes increased mortality rate in adults that were followed for years. \
    We thank all who took part.\n";

/// The program, asking `server`.
fn with_model(home: &Path, server: &Ollama) -> Command {
    let mut command = gainsay(home);
    command.env("OLLAMA_HOST", server.host()).env("GAINSAY_MODEL_NAME", MODEL).env("GAINSAY_OLLAMA_BACKOFF", "1");
    command.env("GAINSAY_REASONER", "auto").env("GAINSAY_OLLAMA_SLOTS", "4");
    command
}

fn run(home: &Path, server: &Ollama, args: &[&str]) -> Output {
    with_model(home, server).args(args).output().unwrap()
}

fn succeed(home: &Path, server: &Ollama, args: &[&str]) -> String {
    let output = run(home, server, args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "gainsay {args:?} ended with {}: {said}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// A home with a paper and a library.
fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("paper.txt"), PAPER).unwrap();
    std::fs::write(home.path().join("corpus.jsonl"), CORPUS).unwrap();
    let added = gainsay(home.path()).args(["library", "add", "corpus.jsonl"]).output().unwrap();
    assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
    home
}

fn trace(home: &Path, server: &Ollama) -> Vec<Value> {
    let lines = succeed(home, server, &["export", "paper.gainsay", "--trace"]);
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Without it the first review waits for the vectors of the whole library, or goes without them.
#[test]
fn vectors_of_the_library_are_made_before_any_review_and_a_missing_model_is_named() {
    let (home, server) = (home(), Ollama::start(model::plain));
    server.has("first-embed:latest");
    let embed = |name: &str| {
        let set = format!("model.embeddings={name}");
        run(home.path(), &server, &["--set", &set, "library", "embed"])
    };
    let said = |output: &Output| {
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    };
    let made = embed("first-embed");
    assert!(made.status.success() && said(&made).contains("first-embed"), "{}", said(&made));
    assert!(server.asked().is_empty(), "no chat beside it");
    let missing = embed("missing");
    assert!(!missing.status.success() && said(&missing).contains("embedding model missing"), "{}", said(&missing));
}

#[test]
fn every_stage_goes_through_the_model_and_the_trace_shows_each_call() {
    let (home, server) = (home(), Ollama::start(model::plain));
    let said = succeed(home.path(), &server, &["check", "paper.txt", "--json", "all.json"]);
    let asked = server.asked();
    let stages: BTreeSet<&str> = asked.iter().map(|asked| asked.stage.as_str()).collect();
    assert_eq!(stages, BTreeSet::from(model::TASKS), "{said}");
    let trace = trace(home.path(), &server);
    assert_eq!(trace.len(), asked.len());
    for call in &trace {
        for field in ["prompt", "system", "model", "model_digest", "options", "stage"] {
            assert!(!call["call"][field].is_null(), "{field} in {call}");
        }
        assert!(call["reply"]["text"].is_string() && call["took"].is_u64() && call["at"].is_string());
        assert!(asked.iter().any(|asked| asked.prompt == call["call"]["prompt"].as_str().unwrap()));
    }
    // What made a result is kept with it.
    let all = std::fs::read_to_string(home.path().join("all.json")).unwrap();
    assert!(all.contains("\"name\": \"scripted:7b\"") || all.contains("\"name\":\"scripted:7b\""));
    // Nothing is asked twice, also by another process; and the file is whole.
    succeed(home.path(), &server, &["check", "paper.gainsay"]);
    assert_eq!(server.asked().len(), asked.len());
    succeed(home.path(), &server, &["verify", "paper.gainsay"]);
    // The export loads again, calls and all that they say.
    std::fs::rename(home.path().join("paper.gainsay"), home.path().join("old.gainsay")).unwrap();
    succeed(home.path(), &server, &["check", "all.json", "--review", "again.gainsay"]);
    assert_eq!(server.asked().len(), asked.len());
    let again = succeed(home.path(), &server, &["export", "again.gainsay", "--trace"]);
    assert_eq!(again.lines().count(), asked.len());
}

#[test]
fn a_server_that_dies_leaves_what_is_done_and_the_rest_is_done_when_it_is_back() {
    let (home, server) = (home(), Ollama::start(model::plain));
    server.fault(|asked| (asked.stage == "stances").then_some(Fault::Dropped));
    let output = run(home.path(), &server, &["check", "paper.txt"]);
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("weigh failed: no answer from the model server"), "{said}");
    let before = server.asked();
    server.mend();
    succeed(home.path(), &server, &["check", "paper.gainsay"]);
    let after = &server.asked()[before.len()..];
    assert!(after.iter().all(|asked| !["counter", "scores", "passages", "statements"].contains(&asked.stage.as_str())));
    assert!(after.iter().any(|asked| asked.stage == "judgement"));
}

#[test]
fn without_its_server_a_model_is_not_chosen_and_a_review_of_its_own_says_what_is_missing() {
    let (home, server) = (home(), Ollama::start(model::plain));
    server.down();
    let output = run(home.path(), &server, &["check", "paper.txt"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("the reasoner is builtin"));
    let output = run(home.path(), &server, &["check", "paper.txt", "--reasoner", "ollama", "--review", "b.gainsay"]);
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("ollama serve"), "{said}");
    server.up();
    succeed(home.path(), &server, &["check", "b.gainsay"]);
    // A review keeps its reasoner; another one works a run out when it is named.
    let before = server.asked().len();
    succeed(home.path(), &server, &["check", "paper.gainsay"]);
    assert_eq!(server.asked().len(), before);
}

#[test]
fn text_leaves_this_machine_only_when_somebody_allowed_it() {
    let (home, server) = (home(), Ollama::start(model::plain));
    let far = |args: &[&str]| {
        let mut command = with_model(home.path(), &server);
        command.env("OLLAMA_HOST", "models.invalid:11434").env("GAINSAY_OLLAMA_RETRIES", "0");
        let output = command.args(args).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = far(&["check", "paper.txt", "--reasoner", "ollama"]);
    assert!(code == Some(1) && said.contains("another machine") && said.contains("--consent"), "{said}");
    // What is there can be read, and worked out by another who sends nothing.
    let (code, said) = far(&["export", "paper.gainsay"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = far(&["check", "paper.gainsay", "--reasoner", "builtin"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, _) = far(&["check", "paper.txt", "--reasoner", "ollama", "--review", "b.gainsay"]);
    assert_eq!(code, Some(1));
    let (code, said) = far(&["check", "b.gainsay", "--consent"]);
    assert!(code == Some(1) && said.contains("--set reviewer=NAME"), "{said}");
    // Allowed, it is tried; that there is no such machine is another matter.
    let (code, said) = far(&["check", "b.gainsay", "--consent", "--set", "reviewer=Ada"]);
    assert_eq!(code, Some(3), "{said}");
    let (code, said) = far(&["check", "b.gainsay", "--offline"]);
    assert!(code == Some(1) && said.contains("offline"), "{said}");
    assert_eq!(far(&["check", "b.gainsay"]).0, Some(3), "it was kept");
    // On its own, no model on another machine is chosen.
    let (code, said) = far(&["check", "paper.txt", "--review", "c.gainsay"]);
    assert!(code == Some(0) && said.contains("the reasoner is builtin"), "{said}");
}

#[test]
fn models_are_listed_tried_and_fetched() {
    let home = tempfile::tempdir().unwrap();
    let server = Ollama::start(model::any_shape);
    let listed = succeed(home.path(), &server, &["models"]);
    assert!(
        listed.contains("scripted:7b") && listed.contains("for every stage") && listed.contains("131072"),
        "{listed}"
    );
    let output = run(home.path(), &server, &["models", "--set", "model.stages.judge.model=judge:70b"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("ollama pull judge:70b"));
    let fetched = succeed(home.path(), &server, &["models", "--pull", "--set", "model.name=new:1b"]);
    assert!(fetched.contains("new:1b is there"), "{fetched}");
    let tried = succeed(home.path(), &server, &["models", "--check"]);
    assert_eq!(tried.matches("as asked").count(), 10, "{tried}");
    server.fault(|asked| (asked.stage == "counter").then_some(Fault::Internal));
    let output = run(home.path(), &server, &["models", "--check"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.code() == Some(1) && said.contains("failed: the model server failed"), "{said}");
    server.down();
    let output = run(home.path(), &server, &["models"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("ollama serve"));
}

#[test]
fn a_verdict_that_depends_on_chance_shows_how_often_it_flips() {
    let home = home();
    let server = Ollama::start(|asked| match asked.body["options"]["seed"].as_i64() {
        Some(2 | 4) if asked.stage == "verdict" => json!({"a_rationale": "It cannot be said from what is cited here.",
            "b_confidence": "low", "c_verdict": "undecided"})
        .to_string(),
        _ => model::plain(asked),
    });
    succeed(home.path(), &server, &["check", "paper.txt"]);
    let before = server.asked().len();
    let said = succeed(home.path(), &server, &["repeat", "paper.gainsay", "--times", "5"]);
    assert!(said.contains("supports 3, undecided 2: flips in 40%"), "{said}");
    let asked = server.asked().split_off(before);
    assert_eq!(asked.len(), 10, "five times for each of two statements");
    let orders: BTreeSet<_> = asked.iter().map(|asked| model::numbers(&asked.prompt)).collect();
    assert!(orders.len() > 2, "the evidence comes in other orders: {orders:?}");
    // It changes nothing.
    assert_eq!(run(home.path(), &server, &["check", "paper.gainsay"]).status.code(), Some(0));
    assert_eq!(server.asked().len(), before + 10);
}

#[test]
fn a_hung_server_does_not_hang_the_program() {
    let (home, server) = (home(), Ollama::start(model::plain));
    server.fault(|asked| (asked.stage == "counter").then_some(Fault::Hung));
    let begun = std::time::Instant::now();
    let mut command = with_model(home.path(), &server);
    command.env("GAINSAY_MODEL_QUEUE", "1").env("GAINSAY_OLLAMA_RETRIES", "0");
    let output = command.args(["check", "paper.txt"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stdout).contains("did not begin to answer within 1 s"));
    assert!(begun.elapsed() < Duration::from_secs(20) && server.left() > 0);
}
