//! Several people and one server that comes and goes.

use std::{
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use crate::library::{KeywordQuery, Library, LibraryError, postgres};

use super::{made, server::Server, titled, with_doi};

fn open(address: &str) -> Result<Library, LibraryError> {
    Library::open(Path::new(address))
}

fn init(address: &str) -> Result<(), LibraryError> {
    postgres::init(address, &mut |_, _| {})
}

/// What went wrong, in words that name no password.
fn why<T>(result: Result<T, LibraryError>) -> String {
    result.err().expect("it went well").to_string()
}

#[test]
fn one_imports_while_the_other_searches() {
    let Some(server) = Server::start() else { return };
    let address = server.database();
    let (importer, searcher) = (made(&address), open(&address).unwrap());
    let zinc = titled("Zinc for colds", "Zinc shortened colds.");
    importer.add([zinc.clone()], |_| {}).unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for batch in 0..20 {
                let documents = (0..50).map(|i| with_doi(&format!("10.1/{batch}.{}", i % 40), "Something else came."));
                importer.add(documents, |_| {}).unwrap();
            }
            done.store(true, Ordering::SeqCst);
        });
        for _ in 0..3 {
            scope.spawn(|| {
                let mut last = 0;
                while !done.load(Ordering::SeqCst) {
                    let hits = searcher.keyword(&KeywordQuery::new("zinc colds"), 5).unwrap().hits;
                    assert_eq!(hits.into_iter().map(|hit| hit.doc).collect::<Vec<_>>(), std::slice::from_ref(&zinc.id));
                    let count = searcher.count().unwrap();
                    assert!(count >= last && count % 40 == 1, "half a batch: {count}");
                    last = count;
                }
            });
        }
    });
    assert_eq!((searcher.count().unwrap(), searcher.generation().unwrap()), (801, 21));
}

#[test]
fn two_may_add_at_once_and_the_counts_stay_right() {
    let Some(server) = Server::start() else { return };
    let address = server.database();
    made(&address);
    thread::scope(|scope| {
        for who in 0..2 {
            let address = &address;
            scope.spawn(move || {
                let library = open(address).unwrap();
                for i in 0..15 {
                    // Each corrects what the other has just written, too.
                    let documents = (0..20)
                        .map(|n| with_doi(&format!("10.1/{}", (n * 7 + i + who) % 30), &format!("zinc {who} {i}")));
                    library.add(documents, |_| {}).unwrap();
                    library.remove(&with_doi("10.1/3", "zinc").id).unwrap();
                }
            });
        }
    });
    let counted = server.sql(
        &address,
        "SELECT (SELECT (documents, passages, tokens) FROM gainsay.library) =
                ((SELECT count(*) FROM gainsay.document), (SELECT count(*) FROM gainsay.passage),
                 (SELECT sum(tokens)::bigint FROM gainsay.passage)),
                NOT EXISTS (SELECT * FROM ts_stat('SELECT terms FROM gainsay.passage') AS s
                            FULL JOIN gainsay.word AS w ON w.word = s.word WHERE s.ndoc IS DISTINCT FROM w.df)",
    );
    assert_eq!(counted.trim(), "t|t");
}

#[test]
fn a_server_killed_in_the_middle_of_an_import_loses_nothing_confirmed() {
    let Some(server) = Server::start() else { return };
    let address = server.database();
    let library = made(&address);
    let documents: Vec<_> = (0..3500).map(|i| titled(&format!("Title {i}"), &format!("zinc {i}"))).collect();
    let mut confirmed = 0;
    let mut is_own = true;
    let result = library.add(documents.clone(), |so_far| {
        confirmed = so_far.added;
        if confirmed == 2000 {
            is_own = server.kill();
        }
    });
    if !is_own {
        eprintln!("skipped: the server of GAINSAY_TEST_PG is not this test's to kill");
        return;
    }
    let message = why(result);
    assert!(message.contains("connection to the library was lost") && message.contains("kept"), "{message}");
    let message = why(library.keyword(&KeywordQuery::new("zinc"), 1));
    assert!(message.contains("cannot reach the library postgres://owner@127.0.0.1"), "{message}");
    server.start_again();
    assert_eq!(library.count().unwrap(), confirmed, "all that was confirmed and nothing more");
    assert_eq!(library.add(documents, |_| {}).unwrap().added, 1500, "going on adds the rest");
    assert_eq!(library.keyword(&KeywordQuery::new("zinc 17"), 1).unwrap().hits.len(), 1);
}

#[test]
fn a_search_goes_on_over_a_server_that_was_started_anew() {
    let Some(server) = Server::start() else { return };
    let library = made(&server.database());
    library.add([titled("Zinc", "zinc")], |_| {}).unwrap();
    if server.kill() {
        server.start_again();
        assert_eq!(library.keyword(&KeywordQuery::new("zinc"), 1).unwrap().hits.len(), 1);
        if server.kill() {
            server.start_again();
            library.add([titled("Colds", "colds")], |_| {}).unwrap();
        }
    }
}

#[test]
fn who_may_only_read_is_told_so() {
    let Some(server) = Server::start() else { return };
    let address = server.database();
    made(&address).add([titled("Zinc", "zinc")], |_| {}).unwrap();
    let Some(as_reader) = server.as_user(&address, "reader") else { return };
    let message = why(open(&as_reader));
    assert!(message.contains("holds no library that this user may read"), "{message}");
    postgres::grant(&address, &["reader".to_owned()], &[]).unwrap();
    let reader = open(&as_reader).unwrap();
    assert!(reader.is_read_only());
    assert_eq!(reader.keyword(&KeywordQuery::new("zinc"), 1).unwrap().hits.len(), 1);
    for refused in [reader.add([titled("Colds", "colds")], |_| {}).map(|_| ()), reader.remove(&"x".into()).map(|_| ())]
    {
        let message = why(refused);
        assert!(message.contains("may only read") && message.contains("role that may write"), "{message}");
    }
    // A role whose transactions only read is one that reads, whatever it was granted.
    let Some(as_writer) = server.as_user(&address, "writer") else { return };
    postgres::grant(&address, &[], &["writer".to_owned()]).unwrap();
    let writer = open(&as_writer).unwrap();
    assert_eq!(writer.add([titled("Colds", "colds")], |_| {}).unwrap().added, 1);
    server.sql(&address, "ALTER ROLE writer SET default_transaction_read_only = on");
    let writer = open(&as_writer).unwrap();
    assert!(writer.is_read_only());
    let message = why(writer.add([titled("Aspirin", "aspirin")], |_| {}));
    assert!(message.contains("may only read"), "{message}");
}

#[test]
fn a_library_of_a_newer_version_is_not_touched() {
    let Some(server) = Server::start() else { return };
    let address = server.database();
    let library = made(&address);
    server.sql(&address, "UPDATE gainsay.library SET format = 99");
    for result in [open(&address).map(|_| ()), init(&address), library.add([titled("a", "b")], |_| {}).map(|_| ())] {
        let message = why(result);
        assert!(message.contains("format 99") && message.contains("update gainsay"), "{message}");
    }
    assert_eq!(server.sql(&address, "SELECT count(*) FROM gainsay.document").trim(), "0");
    server.sql(&address, "UPDATE gainsay.library SET format = 0");
    let message = why(open(&address));
    assert!(message.contains("its owner runs `gainsay library init`"), "{message}");
}

#[test]
fn what_is_missing_is_said_with_what_to_do() {
    let Some(server) = Server::start() else { return };
    let address = server.database();
    let message = why(open(&address));
    assert!(message.contains("holds no library") && message.contains("gainsay library init"), "{message}");
    init(&address).unwrap();
    init(&address).unwrap();
    let absent = address.replace("gainsay_test", "no_such");
    let message = why(open(&absent));
    assert!(message.contains("no such database") && message.contains("createdb"), "{message}");
    // Somebody who may make tables but no extension.
    let bare = server.database();
    let Some(as_maker) = server.as_user(&bare, "maker") else { return };
    server.sql(
        &bare,
        "GRANT CREATE ON DATABASE \"$$\" TO maker".replace("$$", bare.rsplit('/').next().unwrap()).as_str(),
    );
    let message = why(init(&as_maker));
    assert!(message.contains("CREATE EXTENSION vector"), "{message}");
    server.sql(&bare, "CREATE EXTENSION vector");
    init(&as_maker).unwrap();
    // Nobody listens.
    let message = why(open("postgres://ann:s3cret@127.0.0.1:1/lib"));
    assert!(message.contains("cannot reach the library postgres://ann@127.0.0.1:1/lib"), "{message}");
    assert!(!message.contains("s3cret"), "{message}");
}

#[test]
fn a_full_or_slow_server_is_named_as_such() {
    let Some(server) = Server::start() else { return };
    let address = server.database();
    made(&address).add([titled("Zinc", "zinc")], |_| {}).unwrap();
    if server.as_user(&address, "crowd").is_none() {
        return;
    }
    postgres::grant(&address, &["crowd".to_owned()], &[]).unwrap();
    let held = open(&address.replace("owner@", "crowd@")).unwrap();
    server.sql(&address, "ALTER ROLE crowd CONNECTION LIMIT 0");
    let message = why(open(&address.replace("owner@", "crowd@")));
    drop(held);
    assert!(message.contains("takes no more connections"), "{message}");
    server.sql(&address, "ALTER ROLE crowd CONNECTION LIMIT -1; ALTER ROLE crowd SET statement_timeout = '200ms'");
    let slow = open(&address.replace("owner@", "crowd@")).unwrap();
    server.sql(
        &address,
        "ALTER TABLE gainsay.document RENAME TO hidden;
         CREATE VIEW gainsay.document AS SELECT h.* FROM gainsay.hidden AS h, pg_sleep(60);
         GRANT SELECT ON gainsay.document TO crowd",
    );
    let message = why(slow.list(0, 9, None));
    assert!(message.contains("did not finish in time") && message.contains("less at once"), "{message}");
}
