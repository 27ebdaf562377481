//! The interface with a model: its calls can be read, and whatever is missing is
//! said in one line with the key that goes on.

use std::path::Path;

use crate::support::{
    CLAIMS, CORPUS,
    ollama::{Fault, MODEL, Ollama, model},
    program::gainsay,
    terminal::Terminal,
};

/// A home with two claims and a library.
fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let claims: Vec<&str> = CLAIMS.lines().take(2).collect();
    std::fs::write(home.path().join("claims.jsonl"), claims.join("\n")).unwrap();
    std::fs::write(home.path().join("corpus.jsonl"), CORPUS).unwrap();
    let added = gainsay(home.path()).args(["library", "add", "corpus.jsonl"]).output().unwrap();
    assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
    home
}

fn review(home: &Path, server: &Ollama, name: &str) -> Terminal {
    review_at(home, &server.host(), name)
}

fn review_at(home: &Path, host: &str, name: &str) -> Terminal {
    review_by(home, "ollama", host, name)
}

fn review_by(home: &Path, reasoner: &str, host: &str, name: &str) -> Terminal {
    let environment = [
        ("OLLAMA_HOST", host),
        ("GAINSAY_MODEL_NAME", name),
        ("GAINSAY_OLLAMA_BACKOFF", "1"),
        ("GAINSAY_REVIEWER", "Ada"),
    ];
    let args = ["review", "claims.jsonl", "--reasoner", reasoner];
    Terminal::start_with(Path::new(env!("CARGO_BIN_EXE_gainsay")), &args, home, (120, 36), &environment)
}

fn quit(mut terminal: Terminal) {
    terminal.keys("q");
    assert!(terminal.end().0.success());
}

#[test]
fn a_server_that_is_not_there_is_one_line_and_one_key_goes_on_when_it_is_back() {
    let (home, server) = (home(), Ollama::start(model::plain));
    server.down();
    let mut terminal = review(home.path(), &server, MODEL);
    terminal.until("that both statements wait", |screen| {
        screen.contains("no model server: ^R tries again, b continues with builtin")
            && screen.contains("no model server, 2 wait")
            && screen.contains("0 of 2 reviewed")
    });
    server.up();
    terminal.keys("\x12");
    let said = terminal.until("both statements worked out", |screen| {
        !screen.contains("no verdict yet") && !screen.contains("of 2 done") && screen.contains("? help")
    });
    assert!(!said.contains("no model server"), "{said}");
    quit(terminal);
}

#[test]
fn without_a_server_the_other_reasoner_goes_on_by_one_key() {
    let (home, server) = (home(), Ollama::start(model::plain));
    server.down();
    let mut terminal = review(home.path(), &server, MODEL);
    terminal.see("b continues with builtin");
    terminal.keys("b");
    terminal.until("both statements worked out", |screen| !screen.contains("no verdict yet"));
    quit(terminal);
    assert!(server.asked().is_empty());
}

/// Statements that a reviewer had decided were marked as failed, since a run was begun with a server that was not there.
#[test]
fn a_run_with_a_server_that_does_not_answer_is_not_begun_and_the_form_marks_it() {
    let (home, server) = (home(), Ollama::start(model::plain));
    server.down();
    let mut terminal = review_by(home.path(), "builtin", &server.host(), MODEL);
    terminal.see("Finished: 2 statements");
    terminal.keys("C");
    terminal.see("1 of 2 reviewed");
    // Something is stale then.
    terminal.keys("Do");
    terminal.see("excluded");
    terminal.keys("\x1b");
    terminal.see("? help");
    terminal.keys("b");
    let said = terminal.see("nothing was run: no answer from the model server");
    assert!(said.contains("◆") && !said.contains("failed"), "{said}");
    terminal.keys("\x1b");
    terminal.until("the message is dismissed", |screen| !screen.contains("nothing was run"));
    terminal.keys("r");
    terminal.see("ollama (no answer)");
    terminal.keys("\x1b");
    terminal.see("? help");
    server.up();
    terminal.keys("r");
    terminal.until("the server answers", |screen| screen.contains("Re-run") && !screen.contains("(no answer)"));
    terminal.keys("\x1b");
    terminal.see("? help");
    quit(terminal);
}

#[test]
fn a_model_that_is_missing_is_got_by_one_key_and_the_work_goes_on() {
    let (home, server) = (home(), Ollama::start(model::plain));
    let mut terminal = review(home.path(), &server, "new:1b");
    terminal.see("no model new:1b: P gets it, b continues with builtin");
    assert!(server.asked().is_empty());
    terminal.keys("P");
    terminal.until("both statements worked out", |screen| !screen.contains("no verdict yet"));
    assert!(server.asked().iter().all(|asked| asked.model == "new:1b"));
    quit(terminal);
}

#[test]
fn every_call_can_be_read_and_copied_as_it_was_sent_and_received() {
    let (home, server) = (home(), Ollama::start(model::plain));
    server.fault(|asked| (asked.stage == "judgement").then_some(Fault::Internal));
    let mut terminal = review(home.path(), &server, MODEL);
    terminal.see("✖ judge");
    terminal.keys("T");
    let said =
        terminal.until("the calls", |screen| screen.contains("judgement") && screen.contains("weigh    opinions"));
    assert!(said.contains("1 failed") && said.contains("try 4") && said.contains("tokens"), "{said}");
    // The newest is the one that failed; before it stands the verdict's critique.
    terminal.keys("j\r");
    let said = terminal.see("Prompt");
    assert!(said.contains("digest 5c817ed0") && said.contains("in the question") && said.contains("Answer"), "{said}");
    terminal.keys("y");
    terminal.until_written("\x1b]52;c;");
    quit(terminal);
}

/// A model can think for minutes; without its thinking nobody can tell work from a hang.
#[test]
fn what_a_model_thinks_is_seen_while_it_thinks() {
    let (home, server) = (home(), Ollama::start(model::plain));
    std::fs::write(home.path().join("claims.jsonl"), CLAIMS.lines().next().unwrap()).unwrap();
    let thinking = server.thinks("verdict");
    let mut terminal = review(home.path(), &server, MODEL);
    terminal.see("? help");
    terminal.keys("T");
    // The header speaks of verdicts as well.
    let is_asked = |screen: &str| screen.lines().skip(1).any(|line| line.contains(" verdict "));
    terminal.until("the verdict is asked for", |screen| screen.contains("1 running") && is_asked(screen));
    terminal.keys("\r");
    thinking.send("The first trial is small".into()).unwrap();
    terminal.see("(thinking) The first trial is small");
    thinking.send(", the second is not.".into()).unwrap();
    terminal.see("(thinking) The first trial is small, the second is not.");
    drop(thinking);
    terminal
        .until("the answer", |screen| !screen.contains("(thinking)") && screen.contains("The passages cited say so"));
    quit(terminal);
}

#[test]
fn leave_to_send_text_is_given_by_one_key_and_kept() {
    let home = home();
    let mut terminal = review_at(home.path(), "models.invalid:11434", MODEL);
    let said = terminal.see("text may not leave this machine: P allows it, b continues with builtin");
    assert!(!said.contains("--consent"), "a flag is no key: {said}");
    terminal.keys("P");
    // Allowed, it is tried; that there is no such machine is another matter.
    terminal.see("no model server: ^R tries again");
    quit(terminal);
    let terminal = review_at(home.path(), "models.invalid:11434", MODEL);
    terminal.see("no model server: ^R tries again");
    quit(terminal);
}
