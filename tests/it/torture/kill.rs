//! `kill -9` at random moments: what was said to be done is on disk, nothing is stuck, and the work goes on.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use gainsay::{
    domain::StatementId,
    library::Library,
    review::{Review, Who},
};
use rustix::process::{Pid, Signal, kill_process};

use super::{Chance, rounds};
use crate::support::{
    self,
    program::{gainsay, succeed},
    terminal::Terminal,
};

/// Ends a process without a word, `within` at most from now.
fn kill_within(process: u32, within: Duration, chance: &mut Chance) -> thread::JoinHandle<()> {
    let wait = Duration::from_micros(chance.next() % (within.as_micros() as u64).max(1));
    let process = Pid::from_raw(process.cast_signed()).unwrap();
    thread::spawn(move || {
        // The moment of the kill, which is what is tried here.
        thread::sleep(wait);
        // It may have ended by itself.
        let _ = kill_process(process, Signal::KILL);
    })
}

/// Lines of a stream until it ends.
fn lines(stream: impl std::io::Read + Send + 'static) -> thread::JoinHandle<Vec<String>> {
    thread::spawn(move || BufReader::new(stream).lines().map_while(Result::ok).collect())
}

fn assert_whole(path: &Path, round: usize) -> Review {
    let review =
        Review::open(path, support::clock()).unwrap_or_else(|e| panic!("round {round}: it does not open: {e}"));
    let faults = review.inspect().unwrap().faults;
    assert!(faults.is_empty(), "round {round}: {faults:?}");
    review
}

/// How many claims are reviewed.
const CLAIMS: usize = 6;
/// How many documents are added.
const DOCUMENTS: u64 = 1_500;

/// A home with some claims and a library for them.
fn home() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let claims: Vec<_> = support::CLAIMS.lines().take(CLAIMS).collect();
    fs::write(folder.path().join("claims.jsonl"), claims.join("\n")).unwrap();
    fs::write(folder.path().join("corpus.jsonl"), support::CORPUS).unwrap();
    succeed(folder.path(), &["library", "add", "corpus.jsonl"]);
    folder
}

/// Every verdict, as it is in force.
fn verdicts(review: &Review) -> Vec<String> {
    let fold = review.fold();
    fold.statements().iter().map(|s| format!("{} {:?}", s.id, fold.summary(s.id).verdict)).collect()
}

fn done(child: Child) -> Vec<String> {
    let mut child = child;
    let said = lines(child.stderr.take().unwrap());
    child.wait().unwrap();
    said.join().unwrap()
}

#[test]
fn a_check_that_is_killed_again_and_again_loses_nothing_and_ends() {
    let folder = home();
    let home = folder.path();
    let path = home.join("claims.gainsay");
    let check = || {
        let mut command = gainsay(home);
        command.args(["check", "claims.jsonl", "--no-encoder"]).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    };
    let begun = Instant::now();
    assert!(check().status().unwrap().success());
    let whole = begun.elapsed();
    let expected = verdicts(&assert_whole(&path, 0));
    fs::remove_file(&path).unwrap();
    let mut chance = Chance::new(1);
    let rounds = rounds(6);
    let (mut rows, mut finished, mut killed) = (0, 0, 0);
    for round in 0..rounds {
        let child = check().spawn().unwrap();
        // Most of them early, so that creations are hit as well.
        let within = if chance.happens(50) { whole } else { whole / 8 };
        let killer = kill_within(child.id(), within, &mut chance);
        let said = done(child);
        killer.join().unwrap();
        killed += usize::from(!said.iter().any(|line| line.contains("opens it")));
        let counts = format!(" of {CLAIMS} statements");
        let settled = said.iter().rev().find_map(|line| line.strip_prefix("gainsay: ")?.split_once(&counts));
        let settled: usize = settled.map_or(0, |(done, _)| done.parse().unwrap());
        if !path.exists() {
            assert_eq!((settled, rows), (0, 0), "round {round}: the review is gone");
            continue;
        }
        let review = assert_whole(&path, round);
        let there = review.fold().statements().iter().filter(|s| review.fold().resolve(s.id).settled()).count();
        assert!(there >= settled, "round {round}: {settled} statements were said to be done, {there} are");
        let now = review.fold().head();
        assert!(now >= rows, "round {round}: {rows} rows are now {now}");
        rows = now;
        if there == CLAIMS {
            assert_eq!(verdicts(&review), expected, "round {round}");
            finished += 1;
            drop(review);
            fs::remove_file(&path).unwrap();
            rows = 0;
        }
    }
    // What was left over never stops the next run.
    assert!(check().status().unwrap().success());
    assert_eq!(verdicts(&assert_whole(&path, rounds)), expected);
    println!("kills of check: {killed} of {rounds} runs, {finished} reviews finished, 0 lost, 0 stuck");
    let left: Vec<PathBuf> = fs::read_dir(home).unwrap().map(|e| e.unwrap().path()).collect();
    let left = left.iter().filter(|path| path.to_string_lossy().contains(".gainsay"));
    println!("files with the review's name: {:?}", left.map(|path| path.file_name().unwrap()).collect::<Vec<_>>());
}

#[test]
fn an_interface_that_is_killed_has_every_act_that_was_shown() {
    let folder = home();
    let home = folder.path();
    succeed(home, &["check", "claims.jsonl", "--no-encoder", "--quiet"]);
    let path = home.join("claims.gainsay");
    let program = PathBuf::from(env!("CARGO_BIN_EXE_gainsay"));
    let acts = |review: &Review| review.entries().unwrap().iter().filter(|e| matches!(e.who, Who::Reviewer(_))).count();
    let is_accepted = |review: &Review| review.fold().summary(StatementId(1)).by.is_some();
    let mut chance = Chance::new(2);
    let rounds = rounds(3);
    let (mut before, mut accepted, mut shown) = (0, false, 0);
    for round in 0..rounds {
        let args = ["review", "claims.gainsay", "--no-encoder", "--set", "reviewer=Ada"];
        let mut terminal = Terminal::start(&program, &args, home, (120, 36));
        let mut seen = 0;
        if terminal.shows(&format!(" of {CLAIMS} reviewed")) {
            let killer = kill_within(terminal.process(), Duration::from_secs(1), &mut chance);
            // The first statement is accepted and that undone, over and over.
            loop {
                let (key, then) = if accepted { ("u", 0) } else { ("gga", 1) };
                if !terminal.type_keys(key) || !terminal.shows(&format!("{then} of {CLAIMS} reviewed")) {
                    break;
                }
                accepted = !accepted;
                seen += 1;
            }
            killer.join().unwrap();
        }
        drop(terminal.end());
        let review = assert_whole(&path, round);
        let now = acts(&review);
        assert!(now >= before + seen, "round {round}: {seen} acts were shown after {before}, {now} are there");
        (before, accepted) = (now, is_accepted(&review));
        shown += seen;
    }
    println!("kills of the interface: {rounds}, {shown} acts shown, 0 lost");
}

#[test]
fn a_library_that_is_killed_while_it_grows_keeps_what_was_added() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let document =
        |n: usize| format!("{{\"title\": \"T{n}\", \"text\": \"Aspirin reduced stroke in cohort {n} by {n}%.\"}}");
    let all: Vec<String> = (0..usize::try_from(DOCUMENTS).unwrap()).map(document).collect();
    fs::write(home.join("first.jsonl"), all[..50].join("\n")).unwrap();
    fs::write(home.join("rest.jsonl"), all[50..].join("\n")).unwrap();
    let add = || {
        let mut command = gainsay(home);
        command.args(["library", "add", "first.jsonl", "rest.jsonl"]).stdout(Stdio::piped()).stderr(Stdio::null());
        command
    };
    let begun = Instant::now();
    assert!(add().status().unwrap().success());
    let whole = begun.elapsed();
    let path = home.join("data/gainsay/library.sqlite");
    let clear = || fs::remove_dir_all(home.join("data")).unwrap();
    clear();
    let mut chance = Chance::new(3);
    let rounds = rounds(3);
    let mut count = 0;
    for round in 0..rounds {
        let mut child = add().spawn().unwrap();
        let killer = kill_within(child.id(), whole, &mut chance);
        let said = lines(child.stdout.take().unwrap());
        child.wait().unwrap();
        killer.join().unwrap();
        let said = said.join().unwrap();
        let told = match &said[..] {
            [] => 0,
            [_] => 50,
            _ => DOCUMENTS,
        };
        if !path.exists() {
            assert_eq!((told, count), (0, 0), "round {round}");
            continue;
        }
        let library = Library::open(&path).unwrap_or_else(|e| panic!("round {round}: {e}"));
        let now = library.count().unwrap();
        assert!(now >= told.max(count), "round {round}: {told} were said to be added, {count} were there, {now} are");
        drop(library);
        let check: String = rusqlite::Connection::open(&path)
            .unwrap()
            .query_row("PRAGMA integrity_check", [], |row| row.get(0))
            .unwrap();
        assert_eq!(check, "ok", "round {round}");
        count = now;
        if now == DOCUMENTS {
            clear();
            count = 0;
        }
    }
    assert!(add().status().unwrap().success());
    assert_eq!(Library::open(&path).unwrap().count().unwrap(), DOCUMENTS);
    println!("kills of library add: {rounds}, 0 lost, 0 stuck");
}
