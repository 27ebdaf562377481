//! A library whose server goes away or takes its time: what a review has stays in force, what fails says so, and what a
//! reviewer does waits for neither.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, channel},
    },
    time::Duration,
};

use gainsay::{
    domain::{DocId, Document, LibraryStamp, Record, Retrieval, SourceMeta, Stage, StatementId, Value},
    engine::{Command, Event, Scope},
    library::{
        Added, Entry, KeywordQuery, Library, LibraryError, LibraryStore, Merged, Origin, Ranking, Stats, Unembedded,
    },
    reason::builtin::Builtin,
    review::{Act, Draft, StageState, Who},
};

use crate::support::{self, run as until_idle};

/// A library that can be reached or not.
struct Server {
    library: Arc<Library>,
    down: Arc<AtomicBool>,
    /// What is known of documents is answered once the other end of this is gone.
    gate: Arc<Mutex<Option<Receiver<()>>>>,
}

impl Server {
    fn up(&self) -> Result<&Library, LibraryError> {
        if self.down.load(Ordering::SeqCst) {
            return Err(LibraryError::Unreachable { at: "postgres://db/lib".into(), why: "connection refused".into() });
        }
        Ok(&self.library)
    }
}

impl LibraryStore for Server {
    fn place(&self) -> Option<String> {
        Some("postgres://db/lib".to_owned())
    }

    fn is_read_only(&self) -> bool {
        false
    }

    fn stamp(&self) -> Result<LibraryStamp, LibraryError> {
        self.up()?.stamp()
    }

    fn get_many(&self, ids: &[DocId]) -> Result<Vec<Option<Document>>, LibraryError> {
        self.up()?.get_many(ids)
    }

    fn metas(&self, ids: &[DocId]) -> Result<Vec<Option<SourceMeta>>, LibraryError> {
        let gate = self.gate.lock().unwrap().take();
        if let Some(gate) = gate {
            let _ = gate.recv();
        }
        self.up()?.metas(ids)
    }

    fn list(&self, offset: usize, limit: usize, filter: Option<&str>) -> Result<Vec<Entry>, LibraryError> {
        self.up()?.list(offset, limit, filter)
    }

    fn stats(&self) -> Result<Stats, LibraryError> {
        self.up()?.stats()
    }

    fn origins(&self, doc: &DocId) -> Result<Vec<Origin>, LibraryError> {
        self.up()?.origins(doc)
    }

    fn keyword(&self, query: &KeywordQuery, k: usize) -> Result<Ranking, LibraryError> {
        self.up()?.keyword(query, k)
    }

    fn semantic(&self, model: &str, queries: &[Vec<f32>], k: usize) -> Result<Ranking, LibraryError> {
        self.up()?.semantic(model, queries, k)
    }

    fn without_vector(&self, model: &str) -> Result<u64, LibraryError> {
        self.up()?.without_vector(model)
    }

    fn unembedded(&self, model: &str, count: usize) -> Result<Vec<Unembedded>, LibraryError> {
        self.up()?.unembedded(model, count)
    }

    fn keep_vectors(&self, model: &str, vectors: &[(i64, Vec<f32>)]) -> Result<(), LibraryError> {
        self.up()?.keep_vectors(model, vectors)
    }

    fn embed_all(
        &self,
        model: &str,
        embed: &dyn Fn(&str) -> Vec<f32>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<u64, LibraryError> {
        self.up()?.embed_all(model, embed, progress)
    }

    fn add_all(
        &self,
        documents: &mut dyn Iterator<Item = Document>,
        progress: &mut dyn FnMut(&Added),
    ) -> Result<Added, LibraryError> {
        self.up()?.add_all(documents, progress)
    }

    fn add_full_text(&self, doc: &DocId, body: &str) -> Result<Option<Document>, LibraryError> {
        self.up()?.add_full_text(doc, body)
    }

    fn merge(&self, retrieval: &Retrieval, records: &[Record]) -> Result<Merged, LibraryError> {
        self.up()?.merge(retrieval, records)
    }

    fn remove(&self, id: &DocId) -> Result<bool, LibraryError> {
        self.up()?.remove(id)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_run_again_in_an_outage_leaves_the_good_one_in_force() {
    let down = Arc::new(AtomicBool::new(false));
    let server = Server { library: support::library(), down: Arc::clone(&down), gate: Arc::default() };
    let library = Arc::new(Library::over(server));
    let source = support::source(1);
    let review = support::review(None, &source, &Builtin::default());
    let (engine, mut events) = support::engine(&review, &library, Arc::new(Builtin::default()), 1);
    until_idle(&engine, &mut events, Scope::Everything).await;
    let id = StatementId(1);
    let state = |stage| review.fold().resolve(id).get(stage).state.clone();
    let value = || review.in_force(id, Stage::Search).unwrap();
    let (good, verdict) = (value(), review.fold().summary(id).verdict);
    assert_eq!(state(Stage::Search), StageState::Done);
    down.store(true, Ordering::SeqCst);
    // The second time the newest word on the stage is a failure already.
    for _ in 0..2 {
        until_idle(&engine, &mut events, Scope::Stage(id, Stage::Search)).await;
        let StageState::Failed(why) = state(Stage::Search) else { panic!("{:?}", state(Stage::Search)) };
        assert!(why.contains("connection refused") && why.contains("the last good result stays in force"), "{why}");
        assert_eq!((value(), review.fold().summary(id).verdict), (good.clone(), verdict));
        assert_eq!(state(Stage::Verdict), StageState::Done, "what was made of the good search is not stale");
    }
    down.store(false, Ordering::SeqCst);
    until_idle(&engine, &mut events, Scope::Everything).await;
    assert_eq!(state(Stage::Search), StageState::Done, "the next run searches again");
}

/// A reviewer would wait for a slow library at each act after opening a review, or the same run would begin before the
/// retractions are known on one day and after them on another.
#[tokio::test(flavor = "multi_thread")]
async fn an_act_does_not_wait_for_the_look_at_retractions_and_runs_do() {
    let gate = Arc::new(Mutex::new(None));
    let server = Server { library: support::library(), down: Arc::default(), gate: Arc::clone(&gate) };
    let library = Arc::new(Library::over(server));
    let review = support::review(None, &support::source(1), &Builtin::default());
    let (engine, mut events) = support::engine(&review, &library, Arc::new(Builtin::default()), 1);
    until_idle(&engine, &mut events, Scope::Everything).await;
    drop((engine, events));
    let id = StatementId(1);
    let (open, closed) = channel::<()>();
    *gate.lock().unwrap() = Some(closed);

    let (engine, mut events) = support::engine(&review, &library, Arc::new(Builtin::default()), 1);
    engine.send(Command::AutoRerun(true));
    engine.send(Command::Run(Scope::Stage(id, Stage::Judge)));
    let doc = match &*review.in_force(id, Stage::Cite).unwrap().unwrap() {
        Value::Citations(citations) => citations.citations[0].doc.clone(),
        other => panic!("{other:?}"),
    };
    let act = Act::Exclude { statement: id, doc, reason: None };
    engine.send(Command::Append(vec![Draft { who: Who::Reviewer("Ada".into()), act, blobs: Vec::new() }]));
    let appended = async {
        loop {
            match events.recv().await {
                Some(Event::Started(..)) => panic!("a run began before the retractions are known"),
                Some(Event::Appended { .. }) => break,
                Some(_) => {}
                None => panic!("the engine ended"),
            }
        }
    };
    let waited = tokio::time::timeout(Duration::from_secs(20), appended).await;
    assert!(waited.is_ok(), "the act waits for the library");
    // The undo is heard after whatever the act led to.
    engine.send(Command::Undo(Who::Reviewer("Ben".into())));
    loop {
        match events.recv().await {
            Some(Event::Started(..)) => panic!("what the act made stale began before the retractions are known"),
            Some(Event::NothingTo(_)) => break,
            Some(_) => {}
            None => panic!("the engine ended"),
        }
    }
    drop(open);
    let heard = support::until_idle(&mut events).await;
    let has_begun = |stage| heard.contains(&Event::Started(Some(id), stage));
    assert!(has_begun(Stage::Judge) && has_begun(Stage::Weigh), "the runs are made up for: {heard:?}");
    assert_eq!(review.fold().resolve(id).get(Stage::Judge).state, StageState::Done);
}

/// The review of one claim, finished over a library in a file.
#[cfg(feature = "postgres")]
fn finished(home: &std::path::Path) {
    std::fs::write(home.join("claims.jsonl"), support::CLAIMS.lines().next().unwrap()).unwrap();
    std::fs::write(home.join("corpus.jsonl"), support::CORPUS).unwrap();
    for args in [&["library", "add", "corpus.jsonl"][..], &["check", "claims.jsonl"]] {
        let out = support::program::run(home, args);
        assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    }
}

#[cfg(feature = "postgres")]
#[test]
fn a_review_opens_and_is_decided_while_the_server_of_its_library_is_down() {
    let home = tempfile::tempdir().unwrap();
    finished(home.path());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _entered = runtime.enter();
    let port = support::port::Port::new();
    let address = format!("postgres://ann:s3cret@{}/evidence", port.address());
    decided_although(
        home.path(),
        &["--library", &address, "review", "claims.gainsay"],
        "This review can be read and decided meanwhile",
    );
    let out = support::program::run(home.path(), &["export", "claims.gainsay", "--out", "-"]);
    assert!(String::from_utf8_lossy(&out.stdout).contains("Machine verdict accepted by Ada"), "{out:?}");
}

/// Opens the finished review, which says `why` its library cannot be asked without naming the password, and accepts a
/// verdict.
#[cfg(feature = "postgres")]
fn decided_although(home: &std::path::Path, args: &[&str], why: &str) {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_gainsay"));
    let environment = [("GAINSAY_REVIEWER", "Ada")];
    let mut terminal = support::terminal::Terminal::start_with(program, args, home, (160, 50), &environment);
    let shown = terminal.see(why);
    assert!(!shown.contains("s3cret"), "{shown}");
    terminal.see("[2]");
    terminal.keys("a");
    terminal.see("accepted");
    terminal.keys("qq");
    terminal.end();
}

/// Nothing may leave this machine, and a review is none of the things that do.
#[cfg(feature = "postgres")]
#[test]
fn a_review_opens_offline_and_is_decided_while_its_library_is_on_another_machine() {
    let home = tempfile::tempdir().unwrap();
    finished(home.path());
    let address = "postgres://ann:s3cret@db.example.org/evidence";
    decided_although(home.path(), &["--offline", "--library", address, "review", "claims.gainsay"], "`offline` is set");
    // What needs the library says why it does not go on.
    let out = support::program::run(home.path(), &["--offline", "--library", address, "library", "stats"]);
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(!out.status.success() && said.contains("`offline` is set") && !said.contains("s3cret"), "{said}");
}
