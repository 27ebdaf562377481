//! A library whose server goes away: what a review has stays in force, and what fails says so.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use gainsay::{
    domain::{DocId, Document, LibraryStamp, Record, Retrieval, SourceMeta, Stage, StatementId},
    engine::Scope,
    library::{
        Added, Entry, KeywordQuery, Library, LibraryError, LibraryStore, Merged, Origin, Ranking, Stats, Unembedded,
    },
    reason::builtin::Builtin,
    review::StageState,
};

use crate::support::{self, run as until_idle};

/// A library that can be reached or not.
struct Server {
    library: Arc<Library>,
    down: Arc<AtomicBool>,
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
    let library = Arc::new(Library::over(Server { library: support::library(), down: Arc::clone(&down) }));
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
