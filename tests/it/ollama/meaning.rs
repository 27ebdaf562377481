//! A model of the server that makes vectors takes the place of the table that
//! comes with the program, once it has made those of the whole library.

use std::sync::Arc;

use gainsay::{
    domain::{SearchResult, Stage, StatementId, Strategy, StrategyOutcome, Value},
    embed::Table,
    engine::{Scope, search::make_vectors},
    library::Library,
    reason::Control,
    review::Review,
};

use crate::{
    ollama::setup::{reasoner, review_of},
    support::{
        engine, library_of,
        ollama::{Ollama, model},
        run,
    },
};

const CLAIM: &str = "\"Zalutamide prevents migraine attacks in adults\"\n";
const ONE: StatementId = StatementId(1);
const NAME: &str = "nomic-embed-text:latest@a1b2c3d4";

fn library() -> Arc<Library> {
    library_of(&[
        ("Zalutamide and migraine", "Zalutamide prevented migraine attacks in 112 of 200 adults over 12 weeks."),
        ("Song", "Finches sing at dawn in the woods of the north, where nobody hears them."),
    ])
}

fn searched(review: &Review) -> SearchResult {
    match &*review.in_force(ONE, Stage::Search).unwrap().unwrap() {
        Value::Search(found) => found.clone(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_servers_vectors_are_used_once_all_are_made() {
    let server = Ollama::start(model::plain);
    server.has("nomic-embed-text:latest");
    let review = review_of(None, "claims.jsonl", CLAIM);
    let by_model = Arc::new(reasoner(&server, &review, 2, |_| ()));
    let library = library();
    let (engine, mut events) = engine(&review, &library, by_model.clone(), 2);
    run(&engine, &mut events, Scope::Everything).await;
    assert_eq!(*searched(&review).meaning, *Table::MODEL, "nothing waits for the others");
    let embedder = by_model.embedder().await.unwrap().unwrap();
    make_vectors(&*embedder, &library, |_| {}).await.unwrap();
    assert_eq!((&*embedder.model(), library.without_vector(NAME).unwrap()), (NAME, 0));
    run(&engine, &mut events, Scope::Stage(ONE, Stage::Search)).await;
    let found = searched(&review);
    assert_eq!(&*found.meaning, NAME);
    let semantic = found.strategies.iter().filter(|report| report.strategy == Strategy::Semantic);
    assert!(semantic.into_iter().all(|report| matches!(report.outcome, StrategyOutcome::Found(1..))), "{found:?}");
    assert_eq!(found.candidates[0].meta.title, "Zalutamide and migraine");

    // A new document has none yet, and is found all the same.
    let more = library_of(&[("Zalutamide again", "Zalutamide prevented migraine attacks in adults once more.")]);
    let new = more.list(0, 1, None).unwrap();
    library.add(more.get(&new[0].id).unwrap(), |_| ()).unwrap();
    run(&engine, &mut events, Scope::Stage(ONE, Stage::Search)).await;
    let found = searched(&review);
    assert!(found.candidates.iter().any(|candidate| candidate.meta.title == "Zalutamide again"));
}

#[tokio::test]
async fn a_server_that_fails_in_the_middle_loses_nothing_and_goes_on_later() {
    let server = Ollama::start(model::plain);
    server.has("nomic-embed-text:latest");
    let review = review_of(None, "claims.jsonl", CLAIM);
    let embedder = reasoner(&server, &review, 2, |_| ()).embedder().await.unwrap().unwrap();
    // More than one batch, the last of which cannot be made.
    let mut texts: Vec<_> = (0..40).map(|i| (format!("Title {i}"), format!("Text of number {i}."))).collect();
    texts.push(("Last".to_owned(), "Poison.".to_owned()));
    let library = library_of(&texts.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect::<Vec<_>>());
    server.unreadable(Some("Poison"));
    let why = make_vectors(&*embedder, &library, |_| {}).await.unwrap_err();
    assert!(why.contains("cannot be read"), "{why}");
    assert_eq!(library.without_vector(NAME).unwrap(), 9, "the first batch is kept");
    server.unreadable(None);
    make_vectors(&*embedder, &library, |_| {}).await.unwrap();
    assert_eq!(library.without_vector(NAME).unwrap(), 0);
}

#[tokio::test]
async fn which_model_it_is_can_be_said() {
    let server = Ollama::start(model::plain);
    let review = review_of(None, "claims.jsonl", CLAIM);
    let wanted = |name: &'static str| reasoner(&server, &review, 2, |settings| settings.embeddings = name.into());
    assert!(wanted("auto").embedder().await.unwrap().is_none(), "it has none");
    server.has("first-embed:latest");
    server.has("second-embed:latest");
    let known =
        async |name| wanted(name).embedder().await.map(|found| found.map(|embedder| embedder.model().to_string()));
    assert_eq!(known("auto").await.unwrap().as_deref(), Some("first-embed:latest@a1b2c3d4"));
    assert_eq!(known("second-embed").await.unwrap().as_deref(), Some("second-embed:latest@a1b2c3d4"));
    assert_eq!(known("builtin").await.unwrap(), None);
    // A name that cannot be used is an error, never another model in silence.
    let why = known("missing").await.unwrap_err();
    assert!(why.contains("does not have the embedding model missing") && why.contains("model.embeddings"), "{why}");
    server.unreadable(Some("evidence"));
    let why = known("second-embed").await.unwrap_err();
    assert!(why.contains("second-embed:latest makes no vectors"), "{why}");
    assert_eq!(known("auto").await.unwrap(), None);
}
