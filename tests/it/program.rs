//! The real program in a pseudo-terminal: what a reviewer does in a day.

#![cfg(unix)]

use std::path::{Path, PathBuf};

use crate::support::{
    program::{run, succeed},
    terminal::{Terminal, is_restored},
};
use base64::prelude::{BASE64_STANDARD, Engine};
use portable_pty::CommandBuilder;

const LARGE: (u16, u16) = (120, 36);

fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_gainsay"))
}

fn demo(home: &Path) -> Terminal {
    let terminal = Terminal::start(&program(), &["demo"], home, LARGE);
    terminal.until("a worked review", is_worked);
    terminal
}

/// Whether every statement in view has a verdict, and nothing is done any more.
fn is_worked(screen: &str) -> bool {
    let shows = |text: &str| screen.contains(text);
    shows("4 For") && shows("12 reviewed") && !shows("no verdict yet") && !shows("of 12 done")
}

fn quit(mut terminal: Terminal) -> Vec<u8> {
    terminal.keys("q");
    let (status, bytes) = terminal.end();
    assert!(status.success(), "{status:?}");
    is_restored(&bytes).unwrap();
    bytes
}

/// Sets the verdict of the statement in view to “undecided”, giving the name when it is asked.
fn set_undecided(terminal: &mut Terminal, name: Option<&str>) {
    terminal.keys("v");
    terminal.see("Verdict on S0");
    terminal.keys("3\t1");
    terminal.keys("The doses are not comparable, says the appendix.");
    terminal.keys("\x13");
    if let Some(name) = name {
        terminal.give_name(name);
    }
}

#[test]
fn a_verdict_set_by_the_reviewer_can_be_undone_and_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let mut terminal = demo(home);
    terminal.keys("j");
    terminal.see("S002");
    set_undecided(&mut terminal, Some("Ada Lovelace"));
    terminal.see("2 of 12 reviewed");
    terminal.keys("u");
    terminal.see("1 of 12 reviewed");
    terminal.keys("U");
    terminal.see("2 of 12 reviewed");
    quit(terminal);

    let mut terminal = demo(home);
    terminal.see("2 of 12 reviewed");
    terminal.keys("ggj6");
    terminal
        .until("the override with its author", |screen| screen.contains("Ada Lovelace") || screen.contains("differs"));
    // The name was asked once; undo reaches back over the restart.
    terminal.keys("u");
    terminal.see("1 of 12 reviewed");
    set_undecided(&mut terminal, None);
    terminal.see("2 of 12 reviewed");
    quit(terminal);

    let review = home.join("data/gainsay/demo.gainsay");
    let report = succeed(home, &["export", review.to_str().unwrap()]);
    assert!(report.contains("Decided by Ada Lovelace"), "{report}");
    assert!(report.contains("The doses are not comparable, says the appendix."));
    assert!(succeed(home, &["verify", review.to_str().unwrap()]).contains("all as they were written"));
}

#[test]
fn a_review_goes_on_where_it_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = demo(folder.path());
    terminal.keys("/supports\r");
    terminal.see("1 of 6");
    terminal.keys("jj6");
    terminal.see("3 of 6");
    quit(terminal);
    let terminal = Terminal::start(&program(), &["demo"], folder.path(), LARGE);
    terminal.until("the third of those that were searched for", |screen| {
        screen.contains("3 of 6") && screen.contains("┏━ 6 Verdict")
    });
    quit(terminal);
}

#[test]
fn the_report_is_written_from_the_interface() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let mut terminal = demo(home);
    terminal.keys("a");
    terminal.give_name("Grace");
    terminal.see("1 of 12 reviewed");
    terminal.keys("E");
    terminal.see("Export Markdown");
    terminal.keys("\r");
    let form = terminal.see("Write the review");
    assert!(form.contains("demo.report.md, next to the review"), "the file is named before it is written: {form}");
    terminal.keys("\r");
    terminal.see("report written to");
    let file = home.join("data/gainsay/demo.report.md");
    assert!(std::fs::read_to_string(&file).unwrap().contains("Grace"));
    // What the program wrote it would write anew; what somebody has worked on since is theirs.
    std::fs::write(&file, "my notes").unwrap();
    terminal.keys("\r");
    terminal.see("Write the review");
    terminal.keys("\r");
    let refused = terminal.see("is there already");
    assert!(refused.contains("Write the review"), "the form is there to be corrected: {refused}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "my notes");
    terminal.keys("\x1b");
    terminal.until("the form is left", |screen| !screen.contains("Write the review"));
    quit(terminal);
}

#[test]
fn what_is_copied_reaches_the_terminals_clipboard_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = demo(folder.path());
    terminal.keys("y");
    terminal.see("copied statement S001: ");
    terminal.keys("ge");
    terminal.see("Overall assessment");
    terminal.keys("y");
    terminal.see("copied the review as Markdown: ");
    let bytes = quit(terminal);
    let text = String::from_utf8_lossy(&bytes);
    let sent: Vec<String> = text
        .split("\x1b]52;c;")
        .skip(1)
        .map(|rest| BASE64_STANDARD.decode(rest.split('\x1b').next().unwrap()).unwrap())
        .map(|copied| String::from_utf8(copied).unwrap())
        .collect();
    let [statement, report] = sent.as_slice() else { panic!("{} texts were copied", sent.len()) };
    let whole = succeed(folder.path(), &["export", "data/gainsay/demo.gainsay"]);
    assert!(whole.contains(statement.as_str()), "{statement}");
    assert_eq!(report.trim_end(), whole.trim_end());
}

#[test]
fn with_other_keys_and_wrong_ones_in_the_configuration_it_starts_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config/gainsay/config.toml");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "keymap = \"plain\"\n[keys]\nacept = \"z\"\nmessages = [\"g m\"]\nnote = 7\n").unwrap();
    let mut terminal = Terminal::start(&program(), &["demo"], folder.path(), LARGE);
    terminal.until("a worked review", is_worked);
    // It is not gone with the next message.
    terminal.see("2 remarks, g m lists them: config.toml:3: there is no command");
    terminal.keys("gm");
    let screen = terminal.see("config.toml:5: `note` is 7");
    assert!(screen.contains("config.toml:3: there is no command `acept`; did you mean"), "{screen}");
    // Escape, then Ctrl-Q, which no other keymap has.
    terminal.keys("\x1b");
    terminal.until("the review again", |screen| !screen.contains("config.toml:5"));
    terminal.keys("\x11");
    let (status, bytes) = terminal.end();
    assert!(status.success());
    is_restored(&bytes).unwrap();
}

#[test]
fn a_stage_is_edited_in_the_editor_and_what_does_not_fit_is_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    // An editor that first writes nonsense, and on the second try a good value.
    let editor = home.join("editor.sh");
    let script = r#"#!/bin/sh
if [ -e tried ]; then
    sed -i -e '1s/^not JSON//' -e 's/"text": ".*"/"text": "Set in an editor for the test."/' "$1"
else
    touch tried
    sed -i '1s/^/not JSON/' "$1"
fi
"#;
    std::fs::write(&editor, script).unwrap();
    std::process::Command::new("chmod").arg("+x").arg(&editor).status().unwrap();
    let environment = [("EDITOR", editor.to_str().unwrap())];
    let mut terminal = Terminal::start_with(&program(), &["demo"], home, LARGE, &environment);
    terminal.until("a worked review", is_worked);
    terminal.keys("2e1\x05");
    terminal.until("why it does not fit", |screen| {
        screen.contains("not a result of the stage") || screen.contains("expected")
    });
    terminal.keys("e");
    terminal.until("the question why", |screen| screen.to_lowercase().contains("why"));
    terminal.keys("It was wrong.\x13");
    terminal.give_name("Ada");
    terminal.see("Set in an editor for the test.");
    quit(terminal);
}

#[test]
fn a_second_program_is_told_who_has_the_review_and_may_read_it() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let claims = home.join("claims.jsonl");
    std::fs::write(&claims, crate::support::CLAIMS).unwrap();
    let terminal = Terminal::start(&program(), &["review", "claims.jsonl"], home, LARGE);
    terminal.see("S001");
    let second = run(home, &["check", "claims.jsonl"]);
    assert_eq!(second.status.code(), Some(4));
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(said.contains(&format!("process {}", terminal.process())), "{said}");
    assert!(said.contains("--read-only"), "{said}");
    let reader = Terminal::start(&program(), &["review", "--read-only", "claims.gainsay"], home, LARGE);
    reader.see("READ-ONLY");
    quit(reader);
    quit(terminal);
}

#[test]
fn the_window_may_take_any_size() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = demo(folder.path());
    for (columns, rows) in [(80, 24), (200, 60), (20, 5), (60, 18), (2, 2), (300, 10), (120, 36)] {
        terminal.resize(columns, rows);
        terminal.keys("jk");
    }
    // The first key after a resize counts at once.
    terminal.see("4 For");
    for (n, columns) in [(2_u16, 160_u16), (3, 130)] {
        terminal.resize(columns, 36);
        terminal
            .until("the other size", |screen| screen.lines().any(|line| line.chars().count() == usize::from(columns)));
        terminal.keys("j");
        terminal.see(&format!("S00{n}, {n} of 12"));
    }
    terminal.until("the review again", |screen| screen.contains("4 For") && screen.contains("Statements"));
    terminal.keys("?");
    terminal.until("the help", |screen| screen.contains("accept the machine's verdict"));
    // The help closes with the key that opened it.
    terminal.keys("?");
    terminal.until("the review again", |screen| !screen.contains("accept the machine's verdict"));
    quit(terminal);
}

#[test]
fn mouse_and_paste_are_heard_and_one_key_leaves_the_mouse_to_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = demo(folder.path());
    // A click on the fourth statement, and the wheel over the verdict at the bottom right.
    terminal.keys("\x1b[<0;12;13M\x1b[<0;12;13m");
    terminal.see("2 Statement S004");
    let screen = terminal.see("· evidence for");
    let below = |screen: &str| screen.lines().skip(28).map(|l| l.chars().skip(82).collect()).collect::<Vec<String>>();
    terminal.keys(&"\x1b[<65;110;32M".repeat(3));
    terminal.until("the verdict turned", |now| below(now) != below(&screen));
    // What is pasted is text and no keys: neither the escape in it nor the end of its line does anything.
    terminal.keys("m\x1b[200~first\x1b[2Jq\rsecond\x1b[201~");
    terminal.see("firstq");
    terminal.keys("\x1b");
    terminal.until("the note given up", |screen| !screen.contains("firstq"));
    terminal.keys("M");
    terminal.see("the mouse is left to the terminal");
    terminal.keys("M");
    terminal.see("the mouse works here");
    terminal.keys("M");
    terminal.see("the mouse is left to the terminal");
    let bytes = String::from_utf8_lossy(&quit(terminal)).into_owned();
    assert_eq!(bytes.matches("\x1b[?1000h").count(), 2, "listened to at the start, and once more");
}

#[test]
fn the_terminal_is_given_back_on_sigterm_and_sighup() {
    for (signal, code) in [("-TERM", 143), ("-HUP", 129)] {
        let folder = tempfile::tempdir().unwrap();
        // A window that is closed would take what was written in a form with it.
        let terminal = begin_a_note(folder.path());
        let process = terminal.process().to_string();
        std::process::Command::new("/bin/kill").args([signal, &process]).status().unwrap();
        let (status, bytes) = terminal.end();
        assert_eq!(status.exit_code(), code, "{signal}");
        is_restored(&bytes).unwrap();
        find_the_note(folder.path());
    }
}

fn begin_a_note(home: &Path) -> Terminal {
    let mut terminal = demo(home);
    terminal.keys("m");
    terminal.see("Note, printed in the report");
    terminal.keys("half a note");
    terminal.see("half a note");
    terminal
}

fn find_the_note(home: &Path) {
    let mut again = demo(home);
    again.keys("m");
    again.see("half a note");
    again.keys("\u{1b}");
    again.see("the draft is kept");
    quit(again);
}

/// The signal comes with it, and then the terminal cannot be given back: what is written to it fails.
#[test]
fn a_draft_outlives_a_window_that_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(begin_a_note(folder.path()).hang_up().exit_code(), 129);
    find_the_note(folder.path());
}

/// Draws the interface over a line to an engine that panics. Run as a child of
/// the test below.
#[test]
#[ignore = "a child of the_terminal_is_given_back_after_a_panic"]
fn child_that_panics() {
    use gainsay::tui;
    use std::sync::Arc;
    let review =
        crate::support::review(None, &crate::support::source(2), &gainsay::reason::builtin::Builtin::default());
    let (_events, heard) = tokio::sync::mpsc::channel(1);
    let link = tui::Link::new(review, |_| panic!("a fault in the interface"));
    let options = tui::Options {
        session: tui::Session::default(),
        motion: true,
        timing: false,
        tour: None,
        theme: "dark".into(),
        themes: Arc::default(),
        mouse: true,
        ascii: false,
        keymap: tui::Keymap::preset(tui::Preset::Vim),
        reviewer: Some("Ada".into()),
        export: Arc::new(|_, _| Err("no".into())),
        start_run: Some(gainsay::engine::Scope::Everything),
        typed: tui::TypedAhead::default(),
        broken: false,
        title: "panic".into(),
        remarks: Vec::new(),
        reading: None,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let _ = runtime.block_on(tui::run(link, heard, options));
}

#[test]
fn the_terminal_is_given_back_after_a_panic() {
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args(["--ignored", "--exact", "program::child_that_panics", "--nocapture"]);
    command.env("TERM", "xterm-256color");
    let terminal = Terminal::spawn(command, LARGE);
    let (status, bytes) = terminal.end();
    assert!(!status.success());
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("\x1b[?1049h"), "the interface was drawn");
    assert!(text.contains("a fault in the interface"), "the panic is told: {text}");
    is_restored(&bytes).unwrap();
}

#[test]
fn it_can_be_suspended_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    // A shell with job control, as a person would have it.
    let mut command = CommandBuilder::new("/bin/bash");
    command.args(["--norc", "--noprofile", "-i"]);
    command.cwd(home);
    command.env_clear();
    for (name, value) in
        [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("PATH", "/usr/bin:/bin"), ("PS1", "shell$ ")]
    {
        command.env(name, value);
    }
    command.env("HOME", home);
    command.env("XDG_DATA_HOME", home.join("data"));
    // The shell turns on modes of its own at a prompt, and what it writes as it
    // ends may be lost with it; the modes to be seen here are the program's.
    let inputrc = home.join("inputrc");
    std::fs::write(&inputrc, "set enable-bracketed-paste off\n").unwrap();
    command.env("INPUTRC", inputrc);
    let mut terminal = Terminal::spawn(command, LARGE);
    terminal.see("shell$");
    terminal.keys(&format!("{} demo\r", program().display()));
    terminal.see("4 For");
    terminal.keys("\x1a");
    let prompts = |screen: &str| screen.trim_end().ends_with("shell$") && !screen.contains("4 For");
    terminal.until("the shell again", |screen| screen.contains("Stopped") && prompts(screen));
    terminal.keys("fg\r");
    terminal.see("4 For");
    // The tour of the first start goes first.
    terminal.keys("q");
    terminal.see("shows the tour again");
    terminal.keys("q");
    terminal.until("the shell at the end", prompts);
    terminal.keys("exit\r");
    let (_, bytes) = terminal.end();
    is_restored(&bytes).unwrap();
}

#[test]
fn without_a_terminal_it_says_what_to_do_instead() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["demo"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("gainsay check"));
}
