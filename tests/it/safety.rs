//! Attacks on a reviewer's files: outputs over what must not be lost, locks and
//! reviews planted by somebody else, streams that are closed or full.

#![cfg(unix)]

use std::{
    fs::{self, File, OpenOptions},
    io::{BufRead, BufReader, Read},
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::{Output, Stdio},
};

use crate::support::program::{gainsay, run, succeed};
use gainsay::{
    domain::{Stage, StatementId},
    review::{JournalError, Review, ReviewError},
};

/// A home with a claim set and its review.
pub fn home() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("claims.jsonl"), claims()).unwrap();
    fs::write(
        folder.path().join("corpus.jsonl"),
        crate::support::CORPUS.lines().take(5).collect::<Vec<_>>().join("\n"),
    )
    .unwrap();
    succeed(folder.path(), &["library", "add", "corpus.jsonl"]);
    succeed(folder.path(), &["check", "claims.jsonl"]);
    folder
}

pub fn claims() -> &'static str {
    crate::support::CLAIMS.lines().next().unwrap()
}

pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// A review with one row that was changed by somebody who knows SQLite.
fn break_chain(review: &Path) {
    let connection = rusqlite::Connection::open(review).unwrap();
    let change = "DROP TRIGGER journal_is_never_changed;
                  UPDATE journal SET at = '2000-01-01T00:00:00.000Z' WHERE seq = 2;
                  CREATE TRIGGER journal_is_never_changed BEFORE UPDATE ON journal
                      BEGIN SELECT RAISE(ABORT, 'the journal is never changed'); END;";
    connection.execute_batch(change).unwrap();
}

#[test]
fn a_new_output_is_private_an_old_one_keeps_its_mode_and_what_it_is() {
    let folder = home();
    let home = folder.path();
    let at = |name: &str| home.join(name);
    let export = |out: &str| succeed(home, &["export", "claims.gainsay", "--out", out]);
    export("new.md");
    assert_eq!(mode(&at("new.md")), 0o600);
    let report = fs::read(at("new.md")).unwrap();
    fs::write(at("old.md"), "old").unwrap();
    fs::set_permissions(at("old.md"), fs::Permissions::from_mode(0o664)).unwrap();
    let inode = fs::metadata(at("old.md")).unwrap().ino();
    export("old.md");
    assert_eq!((mode(&at("old.md")), fs::read(at("old.md")).unwrap()), (0o664, report.clone()));
    assert_ne!(fs::metadata(at("old.md")).unwrap().ino(), inode, "it is replaced as a whole");
    // A link stays, and what it leads to is written, there or not.
    symlink("old.md", at("link.md")).unwrap();
    symlink("made.md", at("dangling.md")).unwrap();
    fs::write(at("old.md"), "old").unwrap();
    for (link, target) in [("link.md", "old.md"), ("dangling.md", "made.md")] {
        export(link);
        assert!(fs::symlink_metadata(at(link)).unwrap().file_type().is_symlink(), "{link}");
        assert_eq!(fs::read(at(target)).unwrap(), report, "{link}");
    }
    // Devices and pipes are written to.
    export("/dev/null");
    assert_eq!(export("/dev/stdout").into_bytes(), report);
    assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    let mut child = gainsay(home).args(["export", "claims.gainsay", "--out", "pipe"]).spawn().unwrap();
    let mut heard = Vec::new();
    File::open(at("pipe")).unwrap().read_to_end(&mut heard).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(heard, report);
    // A file that standard output is appended to keeps what it has.
    fs::write(at("log"), "first\n").unwrap();
    let log = OpenOptions::new().append(true).open(at("log")).unwrap();
    let status = gainsay(home).args(["export", "claims.gainsay", "--out", "/dev/stdout"]).stdout(log).status().unwrap();
    assert!(status.success());
    assert_eq!(fs::read(at("log")).unwrap(), [b"first\n".as_slice(), &report].concat());
    // So does one that is a review: it is refused.
    let review = fs::read(at("claims.gainsay")).unwrap();
    let log = OpenOptions::new().append(true).open(at("claims.gainsay")).unwrap();
    let status = gainsay(home).args(["export", "claims.gainsay"]).stdout(log).status().unwrap();
    assert_eq!(status.code(), Some(1));
    assert_eq!(fs::read(at("claims.gainsay")).unwrap(), review);
    let full = run(home, &["export", "claims.gainsay", "--out", "/dev/full"]);
    assert_eq!(full.status.code(), Some(1));
    assert!(said(&full).contains("cannot write /dev/full"), "{}", said(&full));
}

#[test]
fn what_holds_titles_or_texts_is_private() {
    let folder = home();
    let home = folder.path();
    let state = [".local/state/gainsay/recent.json", "data/gainsay/recent.json"].map(|name| home.join(name));
    let recent = state.iter().find(|path| path.exists()).expect("a list of recent reviews");
    fs::set_permissions(recent, fs::Permissions::from_mode(0o644)).unwrap();
    succeed(home, &["check", "claims.gainsay"]);
    for path in [recent.clone(), home.join("claims.gainsay"), home.join("data/gainsay/library.sqlite")] {
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    assert_eq!(mode(&home.join("data/gainsay")), 0o700);
}

#[test]
fn the_lock_follows_no_link_and_touches_no_foreign_file() {
    let folder = home();
    let home = folder.path();
    let at = |name: &str| home.join(name);
    let lock = at(".claims.gainsay.lock");
    fs::write(at("victim"), "precious").unwrap();
    symlink("victim", &lock).unwrap();
    let refused = || run(home, &["check", "claims.gainsay", "--quiet"]);
    assert_eq!(refused().status.code(), Some(1));
    assert!(said(&refused()).contains("symbolic link"), "{}", said(&refused()));
    fs::remove_file(&lock).unwrap();
    symlink("created", &lock).unwrap();
    assert_eq!(refused().status.code(), Some(1));
    assert!(!at("created").exists());
    fs::remove_file(&lock).unwrap();
    fs::hard_link(at("victim"), &lock).unwrap();
    assert!(said(&refused()).contains("not a lock of gainsay"), "{}", said(&refused()));
    fs::remove_file(&lock).unwrap();
    assert_eq!(fs::read_to_string(at("victim")).unwrap(), "precious");
    // What a killed holder left does no harm.
    fs::write(&lock, "ada (process 1)").unwrap();
    succeed(home, &["check", "claims.gainsay", "--quiet"]);
    assert!(!lock.exists());
}

#[test]
fn a_review_is_locked_whatever_name_it_is_opened_by() {
    let folder = home();
    let home = folder.path();
    let at = |name: &str| home.join(name);
    fs::create_dir(at("other")).unwrap();
    symlink(at("claims.gainsay"), at("other/link.gainsay")).unwrap();
    let holder = Review::open(&at("other/link.gainsay"), crate::support::clock()).unwrap();
    fs::hard_link(at("claims.gainsay"), at("other/hard.gainsay")).unwrap();
    for name in ["claims.gainsay", "other/link.gainsay", "other/hard.gainsay"] {
        let opened = Review::open(&at(name), crate::support::clock());
        assert!(matches!(opened, Err(ReviewError::Locked { .. })), "{name} in this process");
        let output = run(home, &["check", name, "--quiet"]);
        assert_eq!(output.status.code(), Some(4), "{name}: {}", said(&output));
    }
    let reader = Review::open_read_only(&at("other/hard.gainsay"), crate::support::clock()).unwrap();
    drop((reader, holder));
    // What a crash leaves unfinished is found by the name of the file, so with two names nothing is written.
    let linked = run(home, &["check", "other/hard.gainsay", "--quiet"]);
    assert_eq!(linked.status.code(), Some(1));
    assert!(said(&linked).contains("a second name"), "{}", said(&linked));
    fs::remove_file(at("claims.gainsay")).unwrap();
    succeed(home, &["check", "other/hard.gainsay", "--quiet"]);
    let left: Vec<_> = fs::read_dir(at("other")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn what_an_interrupted_creation_left_never_blocks_the_same_command() {
    let whole = home();
    let review = rusqlite::Connection::open(whole.path().join("claims.gainsay")).unwrap();
    let mut made = review.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid").unwrap();
    let made = made.query_map([], |row| row.get::<_, String>(0)).unwrap().map(Result::unwrap);
    let made: Vec<String> = made.filter(|sql| !sql.contains("projection")).collect();
    let schema = format!("PRAGMA application_id = 1196315481; PRAGMA user_version = 1; {};", made.join(";"));
    type Leave<'a> = (&'a str, &'a dyn Fn(&Path));
    let empty: Leave = ("an empty file", &|path| fs::write(path, "").unwrap());
    let tables: Leave = ("tables without a row", &|path| {
        rusqlite::Connection::open(path).unwrap().execute_batch(&schema).unwrap();
    });
    let rollback: Leave = ("a rollback journal alone", &|path| {
        // As it is in the middle of a commit to another file of this name.
        let connection = rusqlite::Connection::open(path).unwrap();
        connection.execute_batch("CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(50000));").unwrap();
        connection
            .execute_batch("PRAGMA cache_spill = 1; PRAGMA cache_size = 1; BEGIN; UPDATE t SET x = zeroblob(90000)")
            .unwrap();
        let rollback = path.with_file_name("claims.gainsay-journal");
        let bytes = fs::read(&rollback).unwrap();
        assert!(!bytes.is_empty());
        connection.execute_batch("ROLLBACK").unwrap();
        drop(connection);
        fs::remove_file(path).unwrap();
        fs::write(rollback, bytes).unwrap();
    });
    for (what, leave) in [empty, tables, rollback] {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path();
        fs::write(home.join("claims.jsonl"), claims()).unwrap();
        leave(&home.join("claims.gainsay"));
        fs::write(home.join(".claims.gainsay.lock"), "ada (process 1)").unwrap();
        let output = run(home, &["check", "claims.jsonl", "--quiet"]);
        assert!(output.status.success(), "{what}: {}", said(&output));
        assert!(succeed(home, &["verify", "claims.gainsay"]).contains("all as they were written"), "{what}");
    }
}

/// The system kills a program that writes beyond its limit for files, so each limit is another moment.
#[test]
fn a_creation_that_is_killed_at_any_moment_can_be_done_again() {
    for blocks in [0, 1, 2, 4, 8, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256] {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path();
        fs::write(home.join("claims.jsonl"), claims()).unwrap();
        let limited = format!("ulimit -c 0; ulimit -f {blocks}; exec \"$0\" check claims.jsonl --quiet");
        let plain = gainsay(home);
        let mut shell = std::process::Command::new("/bin/sh");
        shell.args(["-c", &limited]).arg(plain.get_program()).current_dir(home).env_clear();
        shell.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
        let _ = shell.stderr(Stdio::null()).stdout(Stdio::null()).status().unwrap();
        let output = run(home, &["check", "claims.jsonl", "--quiet"]);
        assert!(output.status.success(), "after {blocks} blocks: {}", said(&output));
        let verified = succeed(home, &["verify", "claims.gainsay"]);
        assert!(verified.contains("all as they were written"), "after {blocks} blocks: {verified}");
    }
}

#[test]
fn a_creation_shows_nothing_before_it_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    fs::write(home.join("claims.jsonl"), claims()).unwrap();
    let path = home.join("r.gainsay");
    let source = crate::support::source(1);
    let open = |source| {
        // The first row is not written yet: nobody sees a review.
        assert!(!path.exists());
        gainsay::review::Act::Open {
            source,
            settings: Box::default(),
            spec: gainsay::reason::Control::spec(&gainsay::reason::builtin::Builtin::default()),
        }
    };
    let clock: gainsay::review::Clock = {
        let path = path.clone();
        std::sync::Arc::new(move || {
            assert!(!path.exists());
            jiff::Timestamp::from_second(1_800_000_000).unwrap()
        })
    };
    drop(Review::create(Some(&path), &source, open, clock).unwrap());
    assert_eq!(Review::verify(&path).unwrap().faults, []);
    assert_eq!(mode(&path), 0o600);
    let left: Vec<_> = fs::read_dir(home).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn of_many_that_make_one_review_each_makes_it_opens_it_or_is_told() {
    for _ in 0..5 {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path();
        fs::write(home.join("claims.jsonl"), claims()).unwrap();
        succeed(home, &["library", "stats"]);
        let start = || {
            let mut command = gainsay(home);
            command.args(["check", "claims.jsonl", "--quiet"]).stderr(Stdio::piped()).spawn().unwrap()
        };
        let racing: Vec<_> = (0..6).map(|_| start()).collect();
        let ended: Vec<_> = racing.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
        for output in &ended {
            assert!(matches!(output.status.code(), Some(0 | 4)), "{:?}: {}", output.status, said(output));
        }
        assert!(ended.iter().any(|output| output.status.success()));
        assert!(succeed(home, &["verify", "claims.gainsay"]).contains("all as they were written"));
        let mut left: Vec<_> = fs::read_dir(home).unwrap().map(|e| e.unwrap().file_name()).collect();
        left.retain(|name| name.to_string_lossy().starts_with(['c', '.']));
        left.retain(|name| name != ".local");
        left.sort();
        assert_eq!(left, ["claims.gainsay", "claims.jsonl"]);
    }
}

#[test]
fn a_review_with_foreign_tables_triggers_or_views_is_read_and_never_written() {
    let folder = home();
    let home = folder.path();
    let at = |name: &str| home.join(name);
    for (sql, named) in [
        ("CREATE TRIGGER evil AFTER INSERT ON journal BEGIN DELETE FROM blob; END", "the trigger `evil`"),
        ("CREATE TABLE notes (x)", "the table `notes`"),
        ("CREATE VIEW seen AS SELECT * FROM journal", "the view `seen`"),
        ("CREATE INDEX fast ON journal (at)", "the index `fast`"),
        ("DROP TRIGGER journal_is_never_shortened", "the trigger `journal_is_never_shortened` is missing"),
        (
            "DROP TRIGGER blobs_are_never_changed;
             CREATE TRIGGER blobs_are_never_changed BEFORE UPDATE ON blob BEGIN SELECT 1; END",
            "the trigger `blobs_are_never_changed`",
        ),
        ("CREATE TABLE call (id INTEGER PRIMARY KEY, at TEXT)", "the table `call`"),
    ] {
        fs::copy(at("claims.gainsay"), at("odd.gainsay")).unwrap();
        rusqlite::Connection::open(at("odd.gainsay")).unwrap().execute_batch(sql).unwrap();
        let before = fs::read(at("odd.gainsay")).unwrap();
        let verified = run(home, &["verify", "odd.gainsay"]);
        assert_eq!(verified.status.code(), Some(5), "{sql}");
        assert!(String::from_utf8_lossy(&verified.stdout).contains(named), "{sql}");
        let checked = run(home, &["check", "odd.gainsay"]);
        assert_eq!(checked.status.code(), Some(1), "{sql}");
        assert!(said(&checked).contains(named), "{sql}: {}", said(&checked));
        let opened = Review::open(&at("odd.gainsay"), crate::support::clock());
        assert!(matches!(opened, Err(ReviewError::Journal(JournalError::Foreign { .. }))), "{sql}");
        let exported = run(home, &["export", "odd.gainsay"]);
        assert_eq!(exported.status.code(), Some(5), "{sql}");
        assert!(String::from_utf8_lossy(&exported.stdout).contains("The record of this review is broken"), "{sql}");
        assert_eq!(fs::read(at("odd.gainsay")).unwrap(), before, "{sql}: nothing is written");
    }
    // Where the journal itself is something else, there is nothing to read.
    let sql = "ALTER TABLE journal RENAME TO old; CREATE VIEW journal AS SELECT * FROM old";
    fs::copy(at("claims.gainsay"), at("odd.gainsay")).unwrap();
    rusqlite::Connection::open(at("odd.gainsay")).unwrap().execute_batch(sql).unwrap();
    assert_eq!(run(home, &["export", "odd.gainsay"]).status.code(), Some(1));
    assert_eq!(run(home, &["verify", "odd.gainsay"]).status.code(), Some(5));
}

#[test]
fn a_broken_chain_is_marked_in_every_output_and_the_exit_code() {
    let folder = home();
    let home = folder.path();
    break_chain(&home.join("claims.gainsay"));
    let broken = "The record of this review is broken";
    for args in
        [&["export"][..], &["export", "--format", "csv"], &["export", "--format", "json"], &["export", "--trace"]]
    {
        let args: Vec<&str> = args[..1].iter().chain(&["claims.gainsay"]).chain(&args[1..]).copied().collect();
        let output = run(home, &args);
        assert_eq!(output.status.code(), Some(5), "{args:?}: {}", said(&output));
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(out.contains(broken) || out.contains("row 2 does not follow"), "{args:?}: {out}");
        assert!(said(&output).contains("row 2 does not follow"), "{args:?}");
    }
    let output = run(home, &["check", "claims.gainsay", "--out", "r.md", "--csv", "r.csv", "--json", "r.json"]);
    assert_eq!(output.status.code(), Some(5), "{}", said(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains(broken));
    for name in ["r.md", "r.csv"] {
        assert!(fs::read_to_string(home.join(name)).unwrap().contains(broken), "{name}");
    }
    let imported = run(home, &["check", "r.json", "--review", "again.gainsay"]);
    assert_eq!(imported.status.code(), Some(1), "a broken chain is not put together again");
    assert!(!home.join("again.gainsay").exists());
}

#[test]
fn the_interface_says_that_the_record_is_broken() {
    let folder = home();
    let home = folder.path();
    break_chain(&home.join("claims.gainsay"));
    let program = PathBuf::from(env!("CARGO_BIN_EXE_gainsay"));
    let args = ["review", "claims.gainsay"];
    let mut terminal = crate::support::terminal::Terminal::start(&program, &args, home, (160, 36));
    terminal.see("BROKEN RECORD");
    terminal.keys("q");
    assert_eq!(terminal.end().0.exit_code(), 5);
}

/// The rows are checked at the start, the texts when they are read.
#[test]
fn the_interface_marks_a_text_that_was_changed_when_it_meets_it() {
    let folder = home();
    let home = folder.path();
    let review = Review::open(&home.join("claims.gainsay"), crate::support::clock()).unwrap();
    let verdict = review.fold().resolve(StatementId(1)).get(Stage::Verdict).in_force.clone().unwrap().value;
    review.close();
    let connection = rusqlite::Connection::open(home.join("claims.gainsay")).unwrap();
    connection.execute_batch("DROP TRIGGER blobs_are_never_changed").unwrap();
    let change = "UPDATE blob SET bytes = x'7b7d' WHERE digest = ?1";
    assert_eq!(connection.execute(change, [verdict.as_bytes()]).unwrap(), 1);
    let trigger = "CREATE TRIGGER blobs_are_never_changed BEFORE UPDATE ON blob
    BEGIN SELECT RAISE(ABORT, 'a text is never changed'); END;";
    connection.execute_batch(trigger).unwrap();
    drop(connection);
    let program = PathBuf::from(env!("CARGO_BIN_EXE_gainsay"));
    let mut terminal =
        crate::support::terminal::Terminal::start(&program, &["review", "claims.gainsay"], home, (160, 36));
    let shown = terminal.see("BROKEN RECORD");
    assert!(shown.contains(&format!("the text {} was changed in the file", verdict.short())), "{shown}");
    terminal.keys("q");
    assert_eq!(terminal.end().0.exit_code(), 5);
}

#[test]
fn the_head_of_a_report_is_held_against_the_file() {
    let folder = home();
    let home = folder.path();
    let verified = succeed(home, &["verify", "claims.gainsay"]);
    let head =
        verified.lines().find_map(|line| line.strip_prefix("head ")).unwrap().split(' ').next().unwrap().to_owned();
    assert!(succeed(home, &["verify", "claims.gainsay", "--head", &head]).contains("of the newest row"));
    fs::copy(home.join("claims.gainsay"), home.join("shorter.gainsay")).unwrap();
    succeed(home, &["check", "claims.gainsay", "--quiet", "--set", "settings.threshold=4", "--set", "reviewer=Ada"]);
    let grown = succeed(home, &["verify", "claims.gainsay", "--head", &head[..12]]);
    assert!(grown.contains("has gone on"), "{grown}");
    let verified = succeed(home, &["verify", "claims.gainsay"]);
    let newer = verified.lines().find_map(|line| line.strip_prefix("head ")).unwrap().split(' ').next().unwrap();
    assert_ne!(newer, head);
    let cut = run(home, &["verify", "shorter.gainsay", "--head", newer]);
    assert_eq!(cut.status.code(), Some(5));
    let report = succeed(home, &["export", "claims.gainsay"]);
    assert!(report.contains(newer), "the report carries the head");
    assert_eq!(run(home, &["verify", "claims.gainsay", "--head", "ab"]).status.code(), Some(1));
}

#[test]
fn closed_and_full_streams_end_quietly_with_the_right_code() {
    let folder = home();
    let home = folder.path();
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    // A pipe that nobody reads.
    let closed = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        writer
    };
    let check = ["check", "claims.gainsay", "--out", "report.md"];
    for (name, stderr) in [("full", Stdio::from(full())), ("closed", Stdio::from(closed()))] {
        let output = gainsay(home).args(check).stderr(stderr).stdout(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "standard error {name}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("S001"));
    }
    for (name, stdout, code) in [("full", Stdio::from(full()), 1), ("closed", Stdio::from(closed()), 0)] {
        fs::remove_file(home.join("report.md")).unwrap();
        let output = gainsay(home).args(check).stdout(stdout).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "standard output {name}: {}", said(&output));
        assert!(!said(&output).contains("panicked"), "{}", said(&output));
        assert!(home.join("report.md").exists(), "what was to be written is written all the same");
    }
    for args in [
        &["config"][..],
        &["verify", "claims.gainsay"],
        &["completions", "bash"],
        &["library", "stats"],
        &["--help"],
        &["--version"],
    ] {
        for (name, stdout, code) in [("full", Stdio::from(full()), 1), ("closed", Stdio::from(closed()), 0)] {
            let output = gainsay(home).args(args).stdout(stdout).stderr(Stdio::piped()).output().unwrap();
            assert_eq!(output.status.code(), Some(code), "{args:?}, {name}: {}", said(&output));
            assert!(!said(&output).contains("panicked"), "{args:?}: {}", said(&output));
        }
        let both = gainsay(home).args(args).stdout(full()).stderr(full()).status().unwrap();
        assert_eq!(both.code(), Some(1), "{args:?}");
    }
    assert_eq!(gainsay(home).args(["check", "nowhere"]).stderr(full()).status().unwrap().code(), Some(1));
    break_chain(&home.join("claims.gainsay"));
    let output = gainsay(home).args(["verify", "claims.gainsay"]).stdout(closed()).output().unwrap();
    assert_eq!(output.status.code(), Some(5), "what was found does not change with who listens");
}

#[test]
fn what_a_terminal_would_obey_is_escaped_in_the_trace_and_the_configuration() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let hidden = "a\u{202e}b\u{9b}31mc\u{7f}";
    let config = home.join("config/gainsay/config.toml");
    fs::create_dir_all(config.parent().unwrap()).unwrap();
    fs::write(&config, format!("reviewer = \"{}\"\n[keys]\n\"{}\" = \"z\"\n", "a\u{202e}b\u{9b}31mc", "k\u{202e}y"))
        .unwrap();
    let named = home.join(format!("{hidden}.toml"));
    fs::copy(&config, &named).unwrap();
    let named = named.to_str().unwrap().to_owned();
    for args in [
        &["config"][..],
        &["config", "keys"],
        &["--config", &named, "config"],
        &["--config", &named, "config", "--path"],
    ] {
        let text = succeed(home, args);
        let dangerous = |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
        assert!(!text.chars().any(dangerous), "{args:?}: {text:?}");
    }
    assert!(succeed(home, &["config"]).contains("\\u202e"));
}

#[test]
fn a_device_or_a_folder_is_refused_before_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    for path in ["/dev/zero", "/dev/urandom", "/dev"] {
        for args in [&["check", path][..], &["library", "add", path]] {
            let output = run(home, args);
            assert_eq!(output.status.code(), Some(1), "{args:?}");
            assert!(said(&output).contains("name a file"), "{args:?}: {}", said(&output));
        }
    }
    let zero = File::open("/dev/zero").unwrap();
    let output = gainsay(home).args(["check", "-"]).stdin(zero).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("no end"), "{}", said(&output));
}

/// A pipe is read, as the shell's `<(…)` makes one.
#[test]
fn a_pipe_is_an_input_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let pipe = home.join("claims.jsonl");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let child = gainsay(home).args(["check", "claims.jsonl", "--quiet"]).stderr(Stdio::piped()).spawn().unwrap();
    fs::write(&pipe, claims()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    assert!(BufReader::new(output.stderr.as_slice()).lines().next().is_none_or(|line| line.is_ok()));
}

#[test]
fn an_evaluation_never_replaces_what_it_reads() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let case = r#"{"id": "a", "kind": "plain", "claim": "Aspirin reduces fever.", "expected": "supports",
        "documents": [{"title": "T", "text": "Aspirin reduced fever in all adults."}]}"#;
    let passage = r#"{"claim": "Aspirin reduces fever.", "evidence": "Aspirin reduced fever.", "label": "SUPPORTS"}"#;
    for (command, text) in [("cases", case.replace('\n', " ")), ("passages", passage.to_owned())] {
        fs::write(home.join("in.jsonl"), &text).unwrap();
        for output in ["--json", "--outcomes"] {
            let output = run(home, &["--no-encoder", "eval", command, "in.jsonl", output, "in.jsonl"]);
            assert_eq!(output.status.code(), Some(1), "{command}: {}", said(&output));
            assert!(said(&output).contains("an input of this command"), "{command}: {}", said(&output));
            assert_eq!(fs::read_to_string(home.join("in.jsonl")).unwrap(), text);
        }
    }
}

#[test]
fn a_file_of_which_nothing_or_not_all_could_be_used_says_so_in_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let document = r#"{"title": "T", "text": "Aspirin reduced fever."}"#;
    fs::write(home.join("good.jsonl"), document).unwrap();
    fs::write(home.join("bad.jsonl"), "{\"title\": \"No text\", \"abstract\": []}\n{\"doi\": 1}\n").unwrap();
    fs::write(home.join("cut.json"), format!("[{document},\n{}", document.replace('T', "U"))).unwrap();
    fs::write(home.join("long.jsonl"), format!("{document}\n{{\"title\": \"{}\"}}\n", "x".repeat(5_000_000))).unwrap();
    for (args, code, words) in [
        (&["bad.jsonl"][..], 1, "nothing in it could be used (0 added, 0 updated, 0 there already, 2 left out)"),
        (&["good.jsonl", "bad.jsonl"], 3, "nothing in it could be used"),
        (&["cut.json"], 3, "never closed with ]"),
        (&["long.jsonl", "--set", "limits.record_mb=1"], 3, "line 2 is longer than 1 MB"),
        (&["good.jsonl"], 0, ""),
    ] {
        let args = [&["library", "add"], args].concat();
        let output = run(home, &args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", said(&output));
        assert!(said(&output).contains(words), "{args:?}: {}", said(&output));
    }
    assert!(succeed(home, &["library", "stats"]).contains("documents   2"));
    fs::write(home.join("claims.csv"), "claim,id\n\"Never closed.,1\nTwo.,2\n").unwrap();
    fs::write(home.join("claims.json"), "[\"One claim.\", \"Two").unwrap();
    for (file, words) in [("claims.csv", "in line 2 is never closed"), ("claims.json", "never closed with ]")] {
        let output = run(home, &["check", file]);
        assert_eq!(output.status.code(), Some(1), "{file}");
        assert!(said(&output).contains(words), "{file}: {}", said(&output));
    }
    let output = run(home, &["check", "good.jsonl", "--set", "limits.input_mb=0"]);
    assert!(said(&output).contains("limits.input_mb"), "{}", said(&output));
}

#[test]
fn a_signature_under_the_head_tells_who_and_up_to_which_row() {
    let folder = home();
    let home = folder.path();
    for name in ["ada", "eve"] {
        let made = std::process::Command::new("ssh-keygen")
            .args(["-q", "-t", "ed25519", "-N", "", "-C", name, "-f"])
            .arg(home.join(name))
            .status();
        let Ok(made) = made else { return eprintln!("ssh-keygen is not installed, so nothing is signed") };
        assert!(made.success());
    }
    let public = fs::read_to_string(home.join("ada.pub")).unwrap();
    fs::write(home.join("signers"), format!("ada@example.org {public}")).unwrap();
    let check = ["verify", "claims.gainsay", "--signature", "claims.gainsay.sig"];
    let by_signers = [&check[..], &["--signers", "signers"]].concat();
    assert!(succeed(home, &["verify", "claims.gainsay", "--sign", "ada"]).contains("is signed in claims.gainsay.sig"));
    assert!(succeed(home, &check).contains("is signed: Good \"gainsay-head\" signature"));
    assert!(succeed(home, &by_signers).contains("ada@example.org"));
    // The review goes on, and the signature is that of an earlier row.
    succeed(home, &["check", "claims.gainsay", "--quiet", "--set", "settings.threshold=4", "--set", "reviewer=Ada"]);
    assert!(succeed(home, &by_signers).contains("is signed"));
    let other = run(home, &["verify", "claims.gainsay", "--sign", "claims.gainsay"]);
    assert_eq!(other.status.code(), Some(1), "a review is not a key");
    succeed(home, &["verify", "claims.gainsay", "--sign", "eve"]);
    assert_eq!(run(home, &by_signers).status.code(), Some(5), "not one of the signers");
    let text = fs::read_to_string(home.join("claims.gainsay.sig")).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    let digit = if first.ends_with('0') { "1" } else { "0" };
    fs::write(home.join("claims.gainsay.sig"), format!("{}{digit}\n{rest}", &first[..first.len() - 1])).unwrap();
    assert_eq!(run(home, &check).status.code(), Some(5), "another head");
}
