//! What a reviewer wrote is not lost when it cannot be saved: the file is gone, or its disk is full.

use std::{fs, path::PathBuf, sync::Arc};

use gainsay::{
    domain::{StatementId, Statements, Value},
    reason::builtin::Builtin,
    review::{Act, Draft, JournalError, Review, ReviewError, Who},
};
use rustix::process::{Pid, Resource, Rlimit, prlimit};

use crate::{
    fixture::{self, face},
    support::{
        self,
        program::{run, succeed},
        terminal::Terminal,
    },
};

const NOTE: &str = "The appendix says otherwise, on page 7.";

fn note(text: &str) -> Draft {
    let act = Act::Note { statement: Some(StatementId(1)), text: text.into() };
    Draft { who: Who::Reviewer("Ada".into()), act, blobs: vec![text.repeat(50).into_bytes()] }
}

fn notes(review: &Review) -> Vec<String> {
    let texts = review.entries().unwrap().into_iter().filter_map(|entry| match entry.act {
        Act::Note { text, .. } => Some(text.to_string()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn a_review_that_is_deleted_or_moved_while_open_refuses_acts_and_is_saved_elsewhere() {
    for moved in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let review = support::review(Some(&at("r.gainsay")), &support::source(2), &Builtin::default());
        review.append(vec![note("before")]).unwrap();
        if moved {
            fs::rename(at("r.gainsay"), at("moved.gainsay")).unwrap();
        } else {
            fs::remove_file(at("r.gainsay")).unwrap();
        }
        let refused = review.append(vec![note("lost?")]);
        assert!(matches!(refused, Err(ReviewError::Journal(JournalError::Gone(_)))), "{refused:?}");
        assert_eq!(notes(&review), ["before"], "what is in it can still be read");
        let taken = fs::write(at("taken.gainsay"), "text").map(|()| review.save_as(&at("taken.gainsay")));
        assert!(matches!(taken, Ok(Err(ReviewError::Journal(JournalError::Exists(_))))));
        review.save_as(&at("new.gainsay")).unwrap();
        assert_eq!(review.path(), Some(at("new.gainsay").as_path()));
        review.append(vec![note("after")]).unwrap();
        let locked = Review::open(&at("new.gainsay"), support::clock());
        assert!(matches!(locked, Err(ReviewError::Locked { .. })), "nobody else writes to it");
        drop(review);
        assert_eq!(Review::verify(&at("new.gainsay")).unwrap().faults, []);
        assert_eq!(notes(&Review::open(&at("new.gainsay"), support::clock()).unwrap()), ["before", "after"]);
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left.len(), 2 + usize::from(moved), "{left:?}");
    }
}

#[test]
fn a_form_comes_back_with_its_text_and_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.gainsay");
    let review = support::review(Some(&path), &support::source(2), &Builtin::default());
    let statements = support::source(2).claims;
    fixture::result(
        &review,
        None,
        &Value::Statements(Statements { candidates: Vec::new(), statements, dropped: Vec::new() }),
    );
    let mut tui = face::open(&review);
    tui.draw(120, 36);
    fs::remove_file(&path).unwrap();
    for (open, send) in [("m", "<Enter>"), ("v2<Tab>2<Tab>", "<C-s>")] {
        tui.press(open);
        tui.paste(NOTE);
        tui.press(send);
        let screen = face::text(&tui.draw(160, 36));
        assert!(screen.contains(NOTE), "{open}: {screen}");
        assert!(screen.contains("was deleted or moved"), "{open}: {screen}");
        tui.press("<F2>");
        assert!(tui.copied().unwrap().contains(NOTE), "{open}");
        tui.press("<Esc><Esc>");
    }
    // An act without a form brings none back.
    tui.press("f");
    assert!(!face::text(&tui.draw(160, 36)).contains("Verdict on S001"));
    // The note is kept as a draft.
    tui.press("m<Enter><F3>");
    let elsewhere = folder.path().join("elsewhere");
    tui.paste(elsewhere.to_str().unwrap());
    tui.press("<Enter>");
    assert!(face::text(&tui.draw(200, 36)).contains("continues there"));
    tui.press("<Enter>");
    assert_eq!(notes(&review), [NOTE]);
    drop(tui);
    drop(Arc::into_inner(review));
    assert_eq!(notes(&Review::open(&elsewhere.with_extension("gainsay"), support::clock()).unwrap()), [NOTE]);
}

/// A new passage would be pasted behind one that was refused before.
#[test]
fn a_draft_that_was_refused_says_so_when_it_is_opened_again() {
    let review = fixture::paper();
    let mut tui = face::open(&review);
    tui.draw(160, 48);
    tui.press("A");
    tui.paste("Nobody wrote this.");
    tui.press("<Tab>paper.pdf<C-s>");
    let why = "a passage or a file, one at a time";
    assert!(face::text(&tui.draw(160, 48)).contains(why));
    tui.press("<Esc>A");
    let screen = face::text(&tui.draw(160, 48));
    assert!(screen.contains(&format!("Your draft from before, refused: {why}")), "{screen}");
}

#[test]
fn a_full_disk_keeps_the_form_until_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    fs::write(home.join("claims.jsonl"), support::CLAIMS.lines().next().unwrap()).unwrap();
    succeed(home, &["check", "claims.jsonl", "--no-encoder", "--quiet"]);
    // A limit for the length of files acts as a full disk does, and can be lifted.
    let command = format!(
        "trap '' XFSZ; exec {} review claims.gainsay --no-encoder --set reviewer=Ada",
        env!("CARGO_BIN_EXE_gainsay")
    );
    let mut terminal = Terminal::start(&PathBuf::from("/bin/sh"), &["-c", &command], home, (160, 36));
    terminal.see("0 of 1 reviewed");
    let program = Pid::from_raw(terminal.process().cast_signed());
    let usual = prlimit(program, Resource::Fsize, Rlimit { current: Some(100), maximum: None }).unwrap();
    terminal.keys("m");
    terminal.see("Alt-Enter new line");
    terminal.keys(NOTE);
    terminal.keys("\r");
    let screen = terminal.see("F2 copies the text");
    assert!(screen.contains("page 7"), "{screen}");
    prlimit(program, Resource::Fsize, usual).unwrap();
    terminal.keys("\r");
    terminal.until("the form is gone", |screen| !screen.contains("Alt-Enter new line") && screen.contains("note"));
    terminal.keys("q");
    assert!(terminal.end().0.success());
    assert_eq!(notes(&Review::open(&home.join("claims.gainsay"), support::clock()).unwrap()), [NOTE]);
    assert!(run(home, &["verify", "claims.gainsay"]).status.success());
}

/// A review as the first version of gainsay made it: texts as they are, in a table of another kind.
#[test]
fn a_review_of_before_opens_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let review = support::review(Some(&at("new.gainsay")), &support::source(3), &Builtin::default());
    review.append(vec![note(&"words ".repeat(200))]).unwrap();
    let (entries, blobs) = (review.entries().unwrap(), review.blobs().unwrap());
    drop(review);
    fs::copy(at("new.gainsay"), at("old.gainsay")).unwrap();
    let old = rusqlite::Connection::open(at("old.gainsay")).unwrap();
    old.execute_batch(
        "DROP TABLE blob; PRAGMA user_version = 1;
         CREATE TABLE blob (digest BLOB PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID;
         CREATE TRIGGER blobs_are_never_changed BEFORE UPDATE ON blob
             BEGIN SELECT RAISE(ABORT, 'a text is never changed'); END;",
    )
    .unwrap();
    for (digest, bytes) in &blobs {
        old.execute("INSERT INTO blob VALUES (?1, ?2)", (digest.as_bytes().as_slice(), bytes)).unwrap();
    }
    drop(old);
    assert_eq!(Review::verify(&at("old.gainsay")).unwrap().faults, []);
    let review = Review::open(&at("old.gainsay"), support::clock()).unwrap();
    assert_eq!((review.entries().unwrap(), review.blobs().unwrap()), (entries, blobs));
    let text = "more words ".repeat(200);
    review.append(vec![note(&text)]).unwrap();
    drop(review);
    // What the version of before reads stays what it can read.
    let old = rusqlite::Connection::open(at("old.gainsay")).unwrap();
    let kept: i64 = old
        .query_row("SELECT count(*) FROM blob WHERE bytes = ?1", [text.repeat(50).into_bytes()], |row| row.get(0))
        .unwrap();
    assert_eq!(kept, 1);
    let sizes: Vec<u64> = ["new.gainsay", "old.gainsay"].map(|name| fs::metadata(at(name)).unwrap().len()).into();
    assert!(sizes[0] * 4 < sizes[1], "a new file is compressed: {sizes:?}");
}
