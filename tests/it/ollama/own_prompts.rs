//! A prompt of the reviewer's own: tried on a statement before it is kept, versioned, and taken back like any act.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, sync::Arc};

use gainsay::{
    domain::{Digest, Stage, StatementId, Value, Verdict},
    engine::{Command, EngineHandle, Event, Scope, Trial, Tried, keep_prompt, prompts_in_force},
    reason::{Capabilities, Control, Reasoner, RunOverrides, builtin::Builtin},
    review::{Act, Review, StageState, Who},
    text::Clean,
};
use tokio::sync::mpsc::Receiver;

use crate::{
    ollama::setup::{reasoner, review_of},
    support::{
        CLAIMS, CORPUS, clock, engine, library,
        ollama::{Asked, MODEL, Ollama, model},
        program::{gainsay, succeed},
        run,
        terminal::Terminal,
    },
};

const ONE: StatementId = StatementId(1);
/// What the scripted model obeys.
const RULE: &str = "When in doubt, leave it undecided.";

/// A model that reads the evidence, and obeys a rule in the prompt of the verdict.
fn obedient(asked: &Asked) -> String {
    if asked.stage == "verdict" && asked.prompt.contains(RULE) {
        let mut answer = model::answer(asked);
        answer["c_verdict"] = "undecided".into();
        return answer.to_string();
    }
    model::plain(asked)
}

fn ada() -> Who {
    Who::Reviewer("Ada".into())
}

fn verdict(review: &Review) -> Verdict {
    let Some(value) = review.in_force(ONE, Stage::Verdict).unwrap() else { panic!("no verdict") };
    let Value::Verdict(value) = &*value else { panic!("not a verdict") };
    value.verdict
}

async fn tried(engine: &EngineHandle, events: &mut Receiver<Event>, trial: Trial) -> Result<Box<Tried>, Clean> {
    engine.send(Command::Try(Box::new(trial)));
    let (mut started, mut tried) = (false, None);
    // A trial that cannot begin leaves the engine idle; one that began ends with its being idle again.
    while let Some(event) = events.recv().await {
        match event {
            Event::Started(..) => started = true,
            Event::Tried(_, outcome) => tried = Some(outcome),
            Event::Idle => break,
            _ => {}
        }
        if tried.is_some() && !started {
            break;
        }
    }
    tried.expect("a trial ends with its result, or why it has none")
}

fn trial(stage: Stage, task: &'static str, text: &str) -> Trial {
    Trial { statement: ONE, stage, task, text: text.into(), with: RunOverrides::default() }
}

/// Without the trial a reviewer would learn what a prompt does only after all results were made with it; without its
/// digest nobody could say later which prompt a verdict was made with.
#[tokio::test]
async fn a_prompt_is_tried_beside_the_result_then_kept_and_taken_back() {
    let server = Ollama::start(obedient);
    let claims: Vec<&str> = CLAIMS.lines().take(2).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.gainsay");
    let review = review_of(Some(&path), "claims.jsonl", &claims.join("\n"));
    let by_model: Arc<dyn Reasoner> = Arc::new(reasoner(&server, &review, 4, |_| {}));
    let (engine, mut events) = engine(&review, &library(), Arc::clone(&by_model), 4);
    run(&engine, &mut events, Scope::Everything).await;
    let before = verdict(&review);
    assert_ne!(before, Verdict::Undecided);
    let spec = by_model.spec_of(Stage::Verdict).model.unwrap();

    let rows = prompts_in_force(&review, &by_model).unwrap();
    let row = rows.iter().find(|row| row.prompt.task == "verdict").unwrap();
    assert!(row.kept.is_none() && row.prompt.digest == spec.prompts);
    let text = row.prompt.text.replace("\nDecide on the statement", &format!("\n{RULE}\nDecide on the statement"));
    assert!(text.contains(RULE));
    let outcome = tried(&engine, &mut events, trial(Stage::Verdict, "verdict", &text)).await.unwrap();
    // The result is on record with its prompt, and in force is what was.
    assert_eq!(verdict(&review), before);
    assert!(review.fold().resolve(ONE).settled());
    let last = review.entries().unwrap().pop().unwrap();
    let Act::Trial { text: digest, spec: with, gist, .. } = &last.act else { panic!("{last:?}") };
    assert_eq!((gist.verdict.unwrap().0, *digest), (Verdict::Undecided, Digest::of(text.as_bytes())));
    let with = with.model.clone().unwrap();
    assert_ne!(with.prompts, spec.prompts);
    assert!(last.act.describe().contains(&with.prompts.short()));
    assert_eq!(review.text(*digest).unwrap().unwrap(), text.as_bytes());

    review.append(vec![keep_prompt(&outcome).act().signed(ada())]).unwrap();
    let state = |stage| review.fold().resolve(ONE).get(stage).state.clone();
    assert_eq!((state(Stage::Verdict), state(Stage::Report)), (StageState::Stale, StageState::Done));
    let asked =
        || server.asked().iter().filter(|asked| asked.stage == "verdict" && asked.prompt.contains(RULE)).count();
    let asked_before = asked();
    run(&engine, &mut events, Scope::Stage(ONE, Stage::Verdict)).await;
    assert_eq!((verdict(&review), asked()), (Verdict::Undecided, asked_before), "the answer is on record");
    run(&engine, &mut events, Scope::Everything).await;
    assert!(asked() > asked_before, "the other statement is asked about with the kept prompt");
    let in_force = review.fold().resolve(ONE);
    let Some(gainsay::review::Revision::Machine(made)) =
        in_force.get(Stage::Verdict).in_force.as_ref().map(|found| &found.revision)
    else {
        panic!("no result")
    };
    assert_eq!(made.spec.model.as_ref().unwrap().prompts, with.prompts);
    let markdown = gainsay::export::markdown(
        &review,
        &gainsay::export::Options { appendix: true, ..gainsay::export::Options::default() },
    )
    .unwrap();
    assert!(markdown.contains(&format!("prompts {}", with.prompts.short())), "{markdown}");
    assert!(markdown.contains("prompt verdict of verdict kept"), "{markdown}");

    review.undo(ada()).unwrap();
    assert_eq!((verdict(&review), state(Stage::Verdict)), (before, StageState::Done), "the former result is in force");
    review.redo(ada()).unwrap();
    drop((engine, events));
    review.keep().unwrap();
    assert!(Review::verify(&path).unwrap().faults.is_empty());
    let again = Review::open_read_only(&path, clock()).unwrap();
    let fold = again.fold();
    let kept = fold.prompts();
    assert_eq!((kept.len(), kept.values().next().unwrap().who.clone()), (1, ada()));
}

/// A reviewer would keep a prompt that fails on the next statement, or one that was never used.
#[tokio::test]
async fn a_prompt_that_cannot_be_used_says_where_and_why() {
    let server = Ollama::start(obedient);
    let review = review_of(None, "claims.jsonl", CLAIMS.lines().next().unwrap());
    let by_model: Arc<dyn Reasoner> = Arc::new(reasoner(&server, &review, 4, |_| {}));
    let (engine, mut events) = engine(&review, &library(), by_model, 4);
    run(&engine, &mut events, Scope::Everything).await;
    let text = "You weigh.\n---\n{{ statement }}\n\n{{ statemnt }}";
    let why = tried(&engine, &mut events, trial(Stage::Verdict, "verdict", text)).await.unwrap_err();
    assert!(why.contains("verdict.md: line 5") && why.contains("undefined"), "{why}");
    assert!(why.contains("known here:") && why.contains("statement"), "{why}");
    let rows = review.fold().head();
    let unknown = tried(&engine, &mut events, trial(Stage::Verdict, "verdcit", text)).await.unwrap_err();
    assert!(unknown.contains("there is no prompt “verdcit”"), "{unknown}");
    assert_eq!(review.fold().head(), rows, "nothing was recorded");
    assert!(
        Builtin::default()
            .with(&RunOverrides { prompts: [("a".into(), "b".into())].into(), ..RunOverrides::default() })
            .is_err()
    );
}

/// A home with a claim and a library, and an editor that replaces words as `sed` does.
fn home(replace: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("claims.jsonl"), CLAIMS.lines().next().unwrap()).unwrap();
    fs::write(home.path().join("corpus.jsonl"), CORPUS).unwrap();
    succeed(home.path(), &["library", "add", "corpus.jsonl"]);
    let editor = home.path().join("editor");
    fs::write(&editor, format!("#!/bin/sh\nsed -i '{replace}' \"$1\"\n")).unwrap();
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).unwrap();
    home
}

fn program(home: &Path, server: &Ollama, size: (u16, u16)) -> Terminal {
    let editor = home.join("editor");
    let environment = [
        ("OLLAMA_HOST", server.host()),
        ("GAINSAY_MODEL_NAME", MODEL.to_owned()),
        ("GAINSAY_OLLAMA_BACKOFF", "1".to_owned()),
        ("GAINSAY_REVIEWER", "Ada".to_owned()),
        ("EDITOR", editor.display().to_string()),
    ];
    let environment = environment.each_ref().map(|(name, value)| (*name, value.as_str()));
    let args = ["review", "claims.jsonl", "--reasoner", "ollama"];
    Terminal::start_with(Path::new(env!("CARGO_BIN_EXE_gainsay")), &args, home, size, &environment)
}

/// The way through the real program: editor, trial, keeping.
#[test]
fn a_prompt_is_edited_tried_and_kept_in_the_program() {
    let server = Ollama::start(obedient);
    let home = home(&format!("s/^Decide on the statement.*/{RULE} &/"));
    let mut terminal = program(home.path(), &server, (120, 36));
    terminal.see("Finished: 1 statement");
    terminal.keys("gp");
    let list = terminal.see("Prompts");
    assert!(list.contains("as the program has it") && list.contains("critique"), "{list}");
    terminal.keys("\r");
    terminal.until("the trial beside the run in force", |seen| {
        ["A trial beside the run in force", "in force: prompts ", "trial: prompts ", "undecided", "a keep"]
            .iter()
            .all(|part| seen.contains(part))
    });
    terminal.keys("a");
    terminal.until("the kept prompt's verdict", |screen| {
        screen.contains("? undecided") && !screen.contains("beside the run")
    });
    terminal.keys("gh");
    terminal.see("prompt verdict of verdict kept");
    terminal.keys("gp");
    terminal.see("kept by Ada");
    terminal.keys("q");
    terminal.until("the history", |screen| !screen.contains("kept by Ada,"));
    terminal.keys("q");
    assert!(terminal.end().0.success());
    let listed = succeed(home.path(), &["prompt", "claims.gainsay"]);
    assert!(
        listed.lines().any(|line| line.starts_with("verdict  verdict") && line.contains("kept by Ada")),
        "{listed}"
    );
    assert!(succeed(home.path(), &["prompt", "claims.gainsay", "verdict"]).contains(RULE));
    // By another reasoner the review says what it leaves unused.
    let output = gainsay(home.path()).args(["check", "claims.gainsay", "--reasoner", "builtin"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("builtin asks no model: this review's own prompt verdict is not used"), "{said}");
    succeed(home.path(), &["prompt", "claims.gainsay", "verdict", "--reset", "--set", "reviewer=Ada"]);
    assert!(!succeed(home.path(), &["prompt", "claims.gainsay"]).contains("kept by"));
}

/// What a reviewer wrote would be lost with a slip of the pen.
#[test]
fn a_prompt_with_a_mistake_is_kept_with_its_reason() {
    let server = Ollama::start(obedient);
    let home = home("s/{{ kind }}/{{ kind /");
    let mut terminal = program(home.path(), &server, (80, 24));
    terminal.see("Finished: 1 statement");
    terminal.keys("gp");
    terminal.see("Prompts");
    terminal.keys("\r");
    let said = terminal.see("could not be tried");
    assert!(said.contains("line 4") && said.contains("Your text is kept"), "{said}");
    terminal.keys("\x1b");
    terminal.see("the text is kept");
    terminal.keys("q");
    terminal.keys("q");
    assert!(terminal.end().0.success());
}

/// A text that is in force already would be said to be kept, and make results stale.
#[test]
fn a_text_that_is_in_force_already_is_not_kept_again() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    crate::support::reviewers::undecided(&home.join("r.gainsay")).close();
    let keep = || succeed(home, &["prompt", "r.gainsay", "verdict", "--from", "own.md", "--set", "reviewer=Ada"]);
    let text = succeed(home, &["prompt", "r.gainsay", "verdict"]);
    fs::write(home.join("own.md"), &text).unwrap();
    assert!(keep().starts_with("unchanged: verdict"), "the program's own");
    fs::write(
        home.join("own.md"),
        text.replace("\nDecide on the statement", &format!("\n{RULE}\nDecide on the statement")),
    )
    .unwrap();
    assert!(keep().contains("kept"));
    fs::write(home.join("own.md"), succeed(home, &["prompt", "r.gainsay", "verdict"])).unwrap();
    assert!(keep().starts_with("unchanged: verdict"), "the one that was kept");
    assert!(succeed(home, &["prompt", "r.gainsay", "verdict", "--reset", "--set", "reviewer=Ada"]).contains("reset"));
}

/// A review that asks no model would offer prompts that do nothing.
#[test]
fn the_builtin_reasoner_says_that_it_has_no_prompts() {
    let review = crate::fixture::paper();
    let mut tui = crate::fixture::face::open(&review);
    tui.draw(120, 36);
    tui.press("gp");
    let screen = crate::fixture::face::text(&tui.draw(120, 36));
    assert!(screen.contains("builtin asks no model, so none of its stages has a prompt"), "{screen}");
    assert!(screen.contains("No reasoner that asks a model is set up for this review"), "{screen}");
    tui.press("<Esc>");
    let model = Capabilities { reasoner: "ollama".into(), prompts: true, ..Capabilities::default() };
    tui.reasoners(vec![Capabilities { reasoner: "builtin".into(), ..Capabilities::default() }, model]);
    tui.press("gp");
    let screen = crate::fixture::face::text(&tui.draw(120, 36));
    assert!(screen.contains("ollama has prompts for counter, score, cite"), "{screen}");
    assert!(screen.contains("choose ollama as the reasoner there"), "{screen}");
}

/// The message that says how to go on would lead to “builtin asks no model”.
#[test]
fn a_prompt_that_could_not_be_tried_is_continued_with_the_reasoner_that_it_is_for() {
    let review = crate::fixture::paper();
    let mut tui = crate::fixture::face::open(&review);
    let model = Capabilities { reasoner: "ollama".into(), prompts: true, ..Capabilities::default() };
    tui.reasoners(vec![Capabilities { reasoner: "builtin".into(), ..Capabilities::default() }, model]);
    tui.draw(120, 36);
    tui.press("r<Tab><Tab><Right><C-p>");
    let seen = |tui: &mut gainsay::tui::Headless| crate::fixture::face::text(&tui.draw(120, 36));
    assert!(seen(&mut tui).contains("Prompts"), "{}", seen(&mut tui));
    let trial = Trial {
        statement: ONE,
        stage: Stage::Verdict,
        task: "verdict",
        text: "mine".into(),
        with: RunOverrides { reasoner: Some("ollama".into()), ..RunOverrides::default() },
    };
    tui.event(Event::Tried(Box::new(trial), Err("no server answers".into())));
    tui.press("<Esc>");
    let said = seen(&mut tui);
    assert!(said.contains("g p on S001, then verdict, continues it"), "{said}");
    tui.press("<Esc><Esc>gp");
    let screen = seen(&mut tui);
    assert!(screen.contains("Prompts") && !screen.contains("asks no model"), "{screen}");
}
