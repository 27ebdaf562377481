//! A work that is retracted after a review cited it.

use std::sync::Arc;

use gainsay::{
    domain::{Code, Document, Page, Record, Relation, Retrieval, SourceMeta, Stage, StatementId, Value},
    engine::{Scope, noticed},
    export::{Kind, Options, bytes},
    library::Library,
    reason::builtin::Builtin,
    review::StageState,
};
use jiff::Timestamp;

use crate::support::{self, run as until_idle};

const DOI: &str = "10.1000/zinc";

/// The sample's abstracts, each with a DOI by which sources know it.
fn library() -> Arc<Library> {
    let library = Library::open_in_memory().unwrap();
    let sample = support::library();
    let entries = sample.list(0, 100, None).unwrap();
    let documents = entries.iter().enumerate().map(|(nth, entry)| {
        let document = sample.get(&entry.id).unwrap().unwrap();
        let meta = SourceMeta { doi: Some(format!("{DOI}{nth}").into()), ..document.meta };
        let pages: Vec<Page> = document.pages;
        Document::new(meta, pages)
    });
    library.add(documents, |_| {}).unwrap();
    Arc::new(library)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retraction_is_an_issue_as_soon_as_the_review_is_opened_and_only_once() {
    let library = library();
    let source = support::source(1);
    let review = support::review(None, &source, &Builtin::default());
    let (engine, mut events) = support::engine(&review, &library, Arc::new(Builtin::default()), 1);
    until_idle(&engine, &mut events, Scope::Everything).await;
    drop((engine, events));
    let id = StatementId(1);
    let cited = match &*review.in_force(id, Stage::Cite).unwrap().unwrap() {
        Value::Citations(citations) => citations.citations[0].clone(),
        other => panic!("{other:?}"),
    };
    let retracted = || review.fold().summary(id).issues.iter().filter(|issue| issue.code == Code::Retracted).count();
    assert_eq!(retracted(), 0);

    // `gainsay library refresh` learns of it.
    let mut known = Record { key: "1".into(), ..Record::default() };
    known.meta.doi.clone_from(&cited.meta.doi);
    known.meta.publication_types = vec!["Retracted Publication".into()];
    known.meta.relate(Relation::Correction, Some("10.1000/notice".into()), None);
    let at = Timestamp::from_second(1_800_000_000).unwrap();
    let retrieval = Retrieval { source: "crossref".into(), query: None, hits: 0, at };
    assert_eq!(library.merge(&retrieval, &[known]).unwrap().retracted, std::slice::from_ref(&cited.doc));

    // Before anything is run again, a report has it in the reference.
    let options = Options { noticed: noticed(&library, &review), ..Options::default() };
    let report = String::from_utf8(bytes(&review, Kind::Markdown, &options).unwrap()).unwrap();
    let references = report.split("## References").nth(1).unwrap();
    assert!(references.contains(" (correction published: [doi:10.1000/notice]("), "{references}");
    assert!(references.contains(" (retracted)"), "{references}");

    let (engine, mut events) = support::engine(&review, &library, Arc::new(Builtin::default()), 1);
    while retracted() == 0 {
        events.recv().await.expect("the engine says that a row came");
    }
    let state = |stage| review.fold().resolve(id).get(stage).state.clone();
    assert_eq!((retracted(), state(Stage::Weigh)), (1, StageState::Stale), "what rests on it is stale");
    until_idle(&engine, &mut events, Scope::Everything).await;
    let Value::Weighing(weighing) = &*review.in_force(id, Stage::Weigh).unwrap().unwrap() else { panic!() };
    let weighed = weighing.weighed.iter().find(|weighed| weighed.number == cited.number).unwrap();
    assert!(weighed.blocked, "it counts for nothing: {weighed:?}");
    drop((engine, events));

    // Opened again, nothing new is said. The run comes behind what is said at opening.
    let rows = review.fold().head();
    let (engine, mut events) = support::engine(&review, &library, Arc::new(Builtin::default()), 1);
    until_idle(&engine, &mut events, Scope::Everything).await;
    assert_eq!((retracted(), review.fold().head()), (1, rows));
}
