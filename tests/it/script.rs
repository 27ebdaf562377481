//! Every stage of a statement at the real program, by keys alone: its result is
//! seen, worked out once more, set by hand and taken back, and all of it is on
//! record. What fails here is a stage that a reviewer cannot look into, or an
//! act that nobody can prove afterwards.

#![cfg(unix)]

use std::{
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use crate::support::{
    program::succeed,
    terminal::{Terminal, is_restored},
};
use serde_json::Value as Json;

const STAGES: [&str; 10] =
    ["extract", "counter", "search", "score", "cite", "inspect", "weigh", "report", "verdict", "judge"];

/// A stage set by hand: keys, and after each what must be on screen, or with a `!` gone, before the next.
const BY_HAND: [(&str, &[(&str, &str)]); 10] = [
    ("extract", &[("1se", "Edit S001"), (" In adults.", "bleeding. In adults."), ("\x13", "bleeding. In adults.")]),
    (
        "counter",
        &[
            ("e1\r", "counter-statement and queries of S001 by hand"),
            (" Nor in adults.\t, telomeres", "telomeres"),
            ("\x13", "Nor in adults."),
        ],
    ),
    ("search", &[("D", "documents"), ("X", "Removed “"), ("q", "◆ search")]),
    ("score", &[("D", "documents"), ("G=5\r", "Scored by a reviewer."), ("q", "◆ score")]),
    (
        "cite",
        &[
            ("3\r", "3 passages cited here"),
            ("ggtQ", "What does [4] say"),
            ("\x1b", "!What does [4] say"),
            ("1", "3 Against"),
        ],
    ),
    ("inspect", &[("e5\r", "quotation check of S001 by hand"), ("\x7f\x7f\x7f\x7f0.42\r", "quotes 0.42")]),
    ("weigh", &[("3=", "Weight of a citation of S001"), ("\t4Other patients.\x13", "by you: Other patients.")]),
    (
        "report",
        &[
            ("e7\r", "counter-report of S001 by hand"),
            ("\x05", "Written in an editor [2]."),
            ("\x13", "counter-report of S001 set"),
        ],
    ),
    ("verdict", &[("v", "Verdict on S001"), ("2\t3The doses differ.\x13", "The doses differ.")]),
    (
        "judge",
        &[("e9\r", "judgement of S001 by hand"), ("3\t\x7f\x7f\x7f\x7f0.5\tToo weak.\x13", "judgement of S001 set")],
    ),
];

/// Whether the interface shows that `stage` was set by a reviewer.
fn is_set(screen: &str, stage: &str) -> bool {
    let mark = if stage == "extract" { "◆ set by a reviewer".to_owned() } else { format!("◆ {stage}") };
    let place = if stage == "extract" { "Source " } else { "score ─" };
    screen.lines().any(|line| line.contains(place) && line.contains(&mark))
}

fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_gainsay"))
}

/// The demo in a window in which all of a statement can be seen, with an editor that adds a sentence.
fn demo(home: &Path) -> Terminal {
    let editor = home.join("editor.sh");
    std::fs::write(&editor, "#!/bin/sh\nprintf ' Written in an editor [2].' >> \"$1\"\n").unwrap();
    std::fs::set_permissions(&editor, std::fs::Permissions::from_mode(0o755)).unwrap();
    let environment = [("EDITOR", editor.to_str().unwrap())];
    let terminal = Terminal::start_with(&program(), &["demo"], home, (170, 110), &environment);
    terminal.until("a worked review", |screen| {
        screen.contains("4 For") && screen.contains("12 reviewed") && !screen.contains("no verdict yet")
    });
    terminal
}

/// Types `keys` and waits until the screen shows `text`.
fn after(terminal: &mut Terminal, keys: &str, text: &str) {
    terminal.keys(keys);
    terminal.see(text);
}

fn sees_every_result(terminal: &mut Terminal) {
    for stage in STAGES {
        terminal.see(&format!("● {stage}"));
    }
    for shown in [
        "Dexamethasone decreases risk of postoperative bleeding.",
        "Opposite  Dexamethasone does not decrease risk of postoperative bleeding.",
        "50 found",
        "1/50",
        "The trial was stopped early for safety reasons.",
        "quotes 1.00",
        "[1] ✗ contradicts",
        "✗ contradicts   ━",
    ] {
        terminal.see(shown);
    }
    after(terminal, "D", "covers ");
    terminal.until("each document with its score and a reason", |screen| {
        screen.contains("documents by score") && screen.contains("5/5 passes")
    });
    terminal.keys("q");
    terminal.keys("6G");
    terminal.see("come from one source [1]");
    terminal.keys("gg1");
}

/// Has each stage worked out once more, one after the other.
fn works_each_out_again(terminal: &mut Terminal) {
    for number in 0..STAGES.len() {
        terminal.keys(&format!("e{number}r\r"));
        // Where it is the paper's statements, none of them is to be worked out after that.
        let told = if number == 0 { "re-running extract" } else { "Finished: " };
        terminal.see(told);
        terminal.keys("\x1b");
        terminal.until("the message gone", |screen| !screen.contains(told));
    }
}

fn sets_each_by_hand_and_takes_it_back(terminal: &mut Terminal) {
    let mut unnamed = true;
    for (stage, script) in BY_HAND {
        let (last, before) = script.split_last().unwrap();
        for (keys, shown) in before {
            if let Some(gone) = shown.strip_prefix('!') {
                terminal.keys(keys);
                terminal.until("it gone", |screen| !screen.contains(gone));
            } else {
                after(terminal, keys, shown);
            }
        }
        terminal.keys(last.0);
        if std::mem::take(&mut unnamed) {
            terminal.give_name("Ada Lovelace");
        }
        terminal.see(last.1);
        terminal.until(&format!("{stage} marked as set"), |screen| is_set(screen, stage));
        terminal.keys("u");
        terminal.until(&format!("{stage} as it was"), |screen| {
            !is_set(screen, stage) && !screen.contains("◐") && screen.contains("Undid: ")
        });
    }
}

/// The acts of a kind in the journal about the first statement, or the paper,
/// those of a bulk one by one, each with whose it is.
fn acts<'a>(export: &'a Json, kind: &'a str) -> impl Iterator<Item = (&'a Json, &'a Json)> {
    let rows = export["journal"].as_array().unwrap().iter();
    let all = rows.flat_map(|row| {
        let several = row["act"]["acts"].as_array().map_or(std::slice::from_ref(&row["act"]), Vec::as_slice);
        several.iter().map(move |act| (&row["who"], act))
    });
    all.filter(move |(_, act)| act["act"] == kind && act["statement"].as_u64().unwrap_or(1) == 1)
}

#[test]
fn every_stage_is_seen_rerun_set_by_hand_withdrawn_and_on_record() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let mut terminal = demo(home);
    sees_every_result(&mut terminal);
    works_each_out_again(&mut terminal);
    sets_each_by_hand_and_takes_it_back(&mut terminal);
    // One of them stands.
    after(&mut terminal, "v", "Verdict on S001");
    after(&mut terminal, "3\t1Neither is dead certain.\x13", "2 of 12 reviewed");
    terminal.keys("q");
    let (status, bytes) = terminal.end();
    assert!(status.success(), "{status:?}");
    is_restored(&bytes).unwrap();

    let review = home.join("data/gainsay/demo.gainsay");
    let review = review.to_str().unwrap();
    let export: Json = serde_json::from_str(&succeed(home, &["export", review, "--format", "json"])).unwrap();
    for stage in STAGES {
        let of = |kind| acts(&export, kind).filter(|(_, act)| act["stage"] == stage).count();
        assert_eq!(of("result"), 2, "{stage} was worked out twice");
        assert_eq!(of("override"), if stage == "verdict" { 2 } else { 1 }, "{stage} was set by hand");
    }
    assert_eq!(acts(&export, "undo").count(), STAGES.len());
    for (who, act) in acts(&export, "override").chain(acts(&export, "undo")) {
        assert_eq!(who["reviewer"], "Ada Lovelace", "{act}");
    }
    let first = &export["statements"][0];
    assert_eq!(
        (&first["verdict"]["verdict"], &first["rationale"]),
        (&"undecided".into(), &"Neither is dead certain.".into())
    );
    assert_eq!(first["machine"]["verdict"], "contradicts", "the machine's word stands beside it");
    assert!(!first["report"].as_str().unwrap().contains("editor"), "what was taken back does not count");
    assert!(succeed(home, &["verify", review]).contains("all as they were written"));
}

/// Jiffies that a process has used: its own time and the system's for it.
#[cfg(target_os = "linux")]
fn used(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The name in brackets may have blanks in it.
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_worked_or_written_while_nothing_happens() {
    use std::time::Duration;
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = demo(folder.path());
    // A message goes by itself after a while; without it nothing is left to wait for.
    terminal.keys("\x1b");
    terminal.until("the message gone", |screen| !screen.contains("done: "));
    let process = terminal.process();
    // Waiting is what is measured. What the last key led to may still be under way at first.
    std::thread::sleep(Duration::from_millis(500));
    let (time, bytes) = (used(process), terminal.written());
    std::thread::sleep(Duration::from_secs(2));
    let (time, bytes) = (used(process) - time, terminal.written() - bytes);
    assert!(time <= 2, "{time} ticks of the processor in two seconds");
    assert_eq!(bytes, 0, "bytes written to the terminal");
    terminal.keys("q");
    assert!(terminal.end().0.success());
}
