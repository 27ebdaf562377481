//! A library that a group shares, from the program and the engine: over a real server (`GAINSAY_TEST_PG`,
//! CONTRIBUTING.md), else skipped.

mod scifact;
#[path = "../../src/library/postgres/tests/server.rs"]
mod server;

use std::{fs, io::Write as _, path::Path, process::Stdio, sync::Arc};

use gainsay::{
    domain::{Basis, Stage},
    engine::{Event, Scope},
    library::Library,
    reason::builtin::Builtin,
};

use crate::support::{
    self, CLAIMS, CORPUS,
    program::gainsay as program,
    run as until_idle,
    web::{Say, Web},
};

use server::Server;

/// Runs the program over the library at `address`; how it ended and what it said.
fn run(home: &Path, address: &str, args: &[&str]) -> (i32, String) {
    let output = program(home).args(["--no-encoder", "--library", address]).args(args).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8_lossy(&said).into_owned())
}

fn succeed(home: &Path, address: &str, args: &[&str]) -> String {
    let (code, said) = run(home, address, args);
    assert_eq!(code, 0, "{args:?}: {said}");
    said
}

#[test]
fn a_group_makes_a_library_and_checks_claims_with_it_and_no_password_is_shown() {
    let Some(server) = Server::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    fs::write(home.join("claims.jsonl"), CLAIMS).unwrap();
    fs::write(home.join("corpus.jsonl"), CORPUS).unwrap();
    let plain = server.database();
    let address = plain.replace("owner@", "owner:s3cret@");
    let (code, said) = run(home, &address, &["library", "stats"]);
    assert!(code != 0 && said.contains("gainsay library init") && !said.contains("s3cret"), "{said}");
    let reader = server.as_user(&plain, "student");
    let mut init = vec!["library", "init"];
    if reader.is_some() {
        init.extend(["--reader", "student"]);
    }
    let mut said = succeed(home, &address, &init);
    assert!(said.contains("0 documents"), "{said}");
    said += &succeed(home, &address, &["library", "add", "corpus.jsonl"]);
    said += &succeed(home, &address, &["check", "claims.jsonl"]);
    said += &succeed(home, &address, &["library", "stats"]);
    said += &succeed(home, &address, &["config"]);
    said += &run(home, &address, &["doctor"]).1;
    said += &succeed(home, &address, &["export", "claims.gainsay", "--format", "json"]);
    assert!(said.contains("postgres://owner@127.0.0.1") && !said.contains("s3cret"), "{said}");
    let review = fs::read(home.join("claims.gainsay")).unwrap();
    assert!(!review.windows(6).any(|part| part == b"s3cret"));
    // The same claims over a file with the same documents.
    succeed(home, "file.sqlite", &["library", "init"]);
    succeed(home, "file.sqlite", &["library", "add", "corpus.jsonl"]);
    succeed(home, "file.sqlite", &["check", "claims.jsonl", "--review", "file.gainsay"]);
    // All but the last column, the head of the review, which tells when it was made.
    let verdicts = |review: &str| -> Vec<String> {
        let table = succeed(home, "file.sqlite", &["export", review, "--format", "csv"]);
        table.lines().filter_map(|line| Some(line.rsplit_once(',')?.0.to_owned())).collect()
    };
    assert_eq!(verdicts("claims.gainsay"), verdicts("file.gainsay"));
    if let Some(reader) = reader {
        let found = succeed(home, &reader, &["library", "search", "insomnia"]);
        assert!(found.contains("1."), "{found}");
        let (code, said) = run(home, &reader, &["library", "remove", "x"]);
        assert!(code != 0 && said.contains("may only read"), "{said}");
        succeed(home, &reader, &["check", "claims.jsonl", "--review", "reader.gainsay"]);
        nothing_is_sent_for_a_reader(home, &reader);
    }
}

/// What a role that may only read could not keep is not asked for.
fn nothing_is_sent_for_a_reader(home: &Path, reader: &str) {
    let web = Web::start(|_| Say::Body(500, "text/plain", String::new()));
    let asked = |args: &[&str]| {
        let mut command = program(home);
        command.env("GAINSAY_SOURCES_EUROPEPMC_URL", web.url()).env("GAINSAY_SOURCES_RETRIES", "0");
        let output = command.args(["--no-encoder", "--library", reader]).args(args).output().unwrap();
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    let said = asked(&["library", "fetch", "insomnia"]);
    assert!(said.contains("may only read"), "{said}");
    let said =
        asked(&["--sources", "europepmc", "check", "claims.jsonl", "--review", "live.gainsay", "--out", "live.md"]);
    let report = fs::read_to_string(home.join("live.md")).unwrap();
    assert!(report.contains("europepmc was not asked: this user may only read the library"), "{said}{report}");
    assert!(web.asked().is_empty(), "{:?}", web.asked().len());
}

#[test]
fn a_missing_extension_is_named_to_who_may_not_make_it() {
    let Some(server) = Server::start() else { return };
    let Some(student) = server.as_user(&server.database(), "student") else { return };
    let folder = tempfile::tempdir().unwrap();
    let (code, said) = run(folder.path(), &student, &["library", "init"]);
    assert!(code != 0 && said.contains("lacks the extension pgvector (permission denied"), "{said}");
    assert!(!said.contains("may only read"), "{said}");
}

#[test]
fn nothing_goes_to_a_library_elsewhere_while_offline() {
    let folder = tempfile::tempdir().unwrap();
    let address = "postgres://ann:s3cret@db.example/lib";
    for args in [["--offline", "library", "stats"], ["--offline", "library", "init"]] {
        let (code, said) = run(folder.path(), address, &args);
        assert!(code != 0 && said.contains("`offline` is set") && !said.contains("s3cret"), "{said}");
    }
    let (_, said) = run(folder.path(), address, &["config"]);
    assert!(said.contains("postgres://ann@db.example/lib") && !said.contains("s3cret"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_in_the_middle_of_a_check_fails_searches_and_the_rest_goes_on_later() {
    let Some(server) = Server::start() else { return };
    let address = server.database();
    let library = Library::init(Path::new(&address), &mut |_, _| {}).unwrap();
    let documents = support::library();
    let ids: Vec<_> = documents.list(0, 1000, None).unwrap().into_iter().map(|entry| entry.id).collect();
    library.add(documents.get_many(&ids).unwrap().into_iter().flatten(), |_| {}).unwrap();
    let library = Arc::new(library);
    let source = support::source(6);
    let review = support::review(None, &source, &Builtin::default());
    let (engine, mut events) = support::engine(&review, &library, Arc::new(Builtin::default()), 1);
    engine.send(gainsay::engine::Command::Run(Scope::Everything));
    let mut killed = false;
    while let Some(event) = events.recv().await.filter(|event| *event != Event::Idle) {
        if !killed && matches!(event, Event::Finished(_, Stage::Search)) {
            killed = true;
            if !server.kill() {
                return;
            }
        }
    }
    assert!(killed);
    let bases = || {
        let fold = review.fold();
        let ids: Vec<_> = fold.statements().iter().map(|statement| statement.id).collect();
        ids.into_iter().map(|id| fold.summary(id).verdict.map(|(_, _, basis)| basis)).collect::<Vec<_>>()
    };
    let interrupted = bases();
    let is_failed = |basis: &Option<Basis>| matches!(basis, None | Some(Basis::SearchFailed));
    assert!(interrupted.iter().any(is_failed), "{interrupted:?}");
    server.start_again();
    until_idle(&engine, &mut events, Scope::Everything).await;
    let ids: Vec<_> = review.fold().statements().iter().map(|statement| statement.id).collect();
    for (id, basis) in ids.into_iter().zip(interrupted) {
        if is_failed(&basis) {
            until_idle(&engine, &mut events, Scope::Stage(id, Stage::Search)).await;
            until_idle(&engine, &mut events, Scope::Statement(id)).await;
        }
    }
    assert!(!bases().iter().any(is_failed), "{:?}", bases());
}

/// Two reviewers on one library: one imports while the other checks, and the server dies in the middle of the import.
#[test]
fn a_server_killed_in_the_middle_of_an_import_keeps_what_was_written_and_the_rest_is_added_later() {
    let Some(server) = Server::start() else { return };
    let (address, folder) = (server.database(), tempfile::tempdir().unwrap());
    let home = folder.path();
    // The program reads a megabyte at a time and writes a thousand documents at a time.
    let record =
        |n: usize| format!("{{\"title\": \"Trial {n}\", \"text\": \"Zinc {n} {}\"}}\n", "for colds ".repeat(120));
    let corpus: String = (0..4005).map(record).collect();
    let (sent, kept_back) = corpus.split_at(corpus.len() - 5 * record(4000).len());
    fs::write(home.join("corpus.jsonl"), &corpus).unwrap();
    fs::write(home.join("demo.jsonl"), CORPUS).unwrap();
    fs::write(home.join("claims.jsonl"), CLAIMS).unwrap();
    succeed(home, &address, &["library", "init"]);
    succeed(home, &address, &["library", "add", "demo.jsonl"]);
    let before: usize = server.sql(&address, "SELECT count(*) FROM gainsay.document").trim().parse().unwrap();
    let count =
        || server.sql(&address, "SELECT count(*) FROM gainsay.document").trim().parse::<usize>().unwrap() - before;
    let mut import = program(home);
    import.args(["--library", &address, "library", "add", "--no-vectors", "-"]);
    let mut import = import.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = import.stdin.take().unwrap();
    input.write_all(sent.as_bytes()).unwrap();
    while count() == 0 {}
    let checked = succeed(home, &address, &["check", "claims.jsonl"]);
    assert!(checked.contains("S001"), "{checked}");
    while count() < 3000 {}
    if !server.kill() {
        import.kill().unwrap();
        import.wait().unwrap();
        return;
    }
    // The import may have ended before.
    let _ = input.write_all(kept_back.as_bytes());
    drop(input);
    let output = import.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("library"), "{said}");
    let (code, said) = run(home, &address, &["check", "claims.jsonl", "--review", "down.gainsay"]);
    assert!(code != 0 && said.contains("cannot reach the library"), "{said}");
    server.start_again();
    assert_eq!(count() % 1000, 0, "what was written in part is not there");
    let written = count();
    let said = succeed(home, &address, &["library", "add", "--no-vectors", "corpus.jsonl"]);
    assert!(said.contains(&format!("{} added, 0 updated, {written} there already", 4005 - written)), "{said}");
    assert_eq!(count(), 4005);
}
