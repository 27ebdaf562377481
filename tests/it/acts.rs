//! What a reviewer has the engine do beyond a plain run: a run by another
//! reasoner, evidence of their own. Lost, if it failed: who made a result, and
//! that nothing is cited which does not stand in its document.

use std::{path::Path, sync::Arc};

use crate::support::{library, run, scripted::Scripted, source, until_idle};
use gainsay::{
    domain::{
        Candidate, Citations, Document, EngineSpec, Flow, SearchResult, Side, Source, Stage, StatementId, Strategy,
        Value, Verdict,
    },
    engine::{Attachment, Command, EngineHandle, Event, Scope, Setup},
    ingest::{ReadOptions, read_documents, read_source},
    reason::{Control, Reasoner, RunOverrides, builtin::Builtin},
    review::{Act, Review, Revision, StageState, Who},
};
use tokio::sync::mpsc::Receiver;

const ONE: StatementId = StatementId(1);

/// A reasoner that is undecided whatever it sees.
fn other() -> Arc<dyn Reasoner> {
    Arc::new(Scripted {
        spec: EngineSpec { reasoner: "other".into(), version: "1".into(), model: None },
        stance: Arc::new(|_| None),
        verdict: Some(("undecided", "It cannot be told from these passages [1].")),
    })
}

/// A review of `source` by the built-in reasoner, with the other one at hand.
fn begun(source: &Source) -> (Arc<Review>, EngineHandle, Receiver<Event>) {
    let review = crate::support::review(None, source, &Builtin::default());
    let setup = Setup {
        review: Arc::clone(&review),
        library: library(),
        reasoner: Arc::new(Builtin::default()),
        others: vec![other()],
        literature: None,
        rules: gainsay::domain::rules::pack::RulePack::builtin(),
        embedder: None,
        slots: 4,
    };
    let (engine, events) = setup.spawn().unwrap();
    (review, engine, events)
}

/// The same with everything worked out.
async fn worked(claims: usize) -> (Arc<Review>, EngineHandle, Receiver<Event>) {
    let (review, engine, mut events) = begun(&source(claims));
    run(&engine, &mut events, Scope::Everything).await;
    (review, engine, events)
}

fn by_other() -> RunOverrides {
    RunOverrides { reasoner: Some("other".into()), ..RunOverrides::default() }
}

async fn run_with(
    engine: &EngineHandle,
    events: &mut Receiver<Event>,
    scope: Scope,
    again: bool,
    with: RunOverrides,
) -> Vec<Event> {
    engine.send(Command::RunOverrides { scope, again, with });
    until_idle(events).await
}

/// Who made what is in force of a stage, and in which version.
fn maker(review: &Review, id: StatementId, stage: Stage) -> String {
    match review.fold().resolve(id).get(stage).in_force.clone().unwrap().revision {
        Revision::Machine(made) => format!("{} {}", made.spec.reasoner, made.spec.version),
        Revision::Override(made) => format!("{:?}", made.who),
    }
}

fn state(review: &Review, stage: Stage) -> StageState {
    review.fold().resolve(ONE).get(stage).state.clone()
}

fn refusal(heard: &[Event]) -> String {
    match heard {
        [.., Event::Refused(why) | Event::NotSaved(why) | Event::NotAttached(why)] => why.to_string(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_run_by_another_reasoner_leaves_the_settings_and_says_who_made_it() {
    let (review, engine, mut events) = worked(2).await;
    let (settings, own) = (review.fold().settings().clone(), Builtin::default().spec());
    let before = review.fold().summary(ONE).verdict.unwrap().0;
    assert_ne!(before, Verdict::Undecided);
    run_with(&engine, &mut events, Scope::Stage(ONE, Stage::Verdict), true, by_other()).await;
    assert_eq!(maker(&review, ONE, Stage::Verdict), "other 1");
    assert_eq!(review.fold().summary(ONE).machine.unwrap().0, Verdict::Undecided);
    assert_eq!(state(&review, Stage::Judge), StageState::Stale);
    assert_eq!((engine.worked(Stage::Verdict), engine.worked(Stage::Judge)), (3, 2), "only what was asked for");
    assert_eq!((review.fold().settings(), &review.fold().opened().unwrap().spec), (&settings, &own));
    // What follows is the review's own reasoner's again.
    run(&engine, &mut events, Scope::Everything).await;
    assert_eq!(maker(&review, ONE, Stage::Judge), format!("builtin {}", own.version));
    assert_eq!(maker(&review, ONE, Stage::Verdict), "other 1", "which is fresh, and stays");
    assert_eq!(review.fold().revisions(Some(ONE), Stage::Verdict).len(), 2, "both are kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_options_of_a_run_are_recorded_with_its_results() {
    let (review, engine, mut events) = worked(1).await;
    let warm = RunOverrides { temperature: Some(0.7), ..by_other() };
    run_with(&engine, &mut events, Scope::Statement(ONE), true, warm).await;
    for stage in Stage::OF_STATEMENT {
        assert_eq!((maker(&review, ONE, stage).as_str(), engine.worked(stage)), ("other at 0.7", 2), "{stage}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reasoner_or_option_that_is_not_there_is_refused_and_nothing_runs() {
    let (review, engine, mut events) = worked(1).await;
    let head = review.fold().head();
    for (with, told) in [
        (RunOverrides { reasoner: Some("oracle".into()), ..RunOverrides::default() }, "there is builtin, other"),
        (RunOverrides { temperature: Some(0.1), ..RunOverrides::default() }, "builtin has no temperature"),
        (RunOverrides { model: Some("huge".into()), ..RunOverrides::default() }, "builtin has no model"),
        (RunOverrides { seed: Some(7), ..RunOverrides::default() }, "builtin has no seed"),
    ] {
        let heard = run_with(&engine, &mut events, Scope::Everything, true, with).await;
        let told_it = heard.iter().any(|e| matches!(e, Event::Refused(why) if why.contains(told)));
        assert!(told_it, "{heard:?}");
    }
    assert_eq!(review.fold().head(), head);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_fresh_is_rerun_only_when_that_is_asked_for() {
    let (review, engine, mut events) = worked(2).await;
    let all = || Stage::OF_STATEMENT.map(|stage| engine.worked(stage));
    for scope in [Scope::Everything, Scope::Statement(ONE), Scope::Stage(ONE, Stage::Cite)] {
        run_with(&engine, &mut events, scope, false, RunOverrides::default()).await;
    }
    assert_eq!(all(), [2; 9]);
    run_with(&engine, &mut events, Scope::Statement(ONE), true, RunOverrides::default()).await;
    assert_eq!(all(), [3; 9]);
    run_with(&engine, &mut events, Scope::Everything, true, RunOverrides::default()).await;
    assert_eq!(all(), [5; 9]);
    assert!(review.fold().resolve(ONE).settled(), "equal values make nothing stale");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_run_by_another_reasoner_is_its_own_from_beginning_to_end() {
    let (review, engine, mut events) = begun(&source(2));
    run_with(&engine, &mut events, Scope::Everything, false, by_other()).await;
    for id in [1, 2].map(StatementId) {
        for stage in Stage::OF_STATEMENT {
            assert_eq!(maker(&review, id, stage), "other 1", "{stage} of {id}");
        }
    }
}

fn documents(name: &str, text: &str) -> Vec<Document> {
    let mut made = Vec::new();
    let options = ReadOptions::default();
    read_documents(name, text.as_bytes(), &options, &mut |outcome| made.push(outcome.unwrap())).unwrap();
    made
}

const TWO: &str = r#"{"title": "Fitness and survival in a national cohort", "abstract": "We followed 40,000 adults. High cardiopulmonary fitness was associated with a lower mortality rate at every age."}
{"title": "A letter on fitness", "abstract": "High cardiopulmonary fitness causes increased mortality rate, we are told. We found no such thing."}
"#;

async fn attach(engine: &EngineHandle, events: &mut Receiver<Event>, side: Side, what: Attachment) -> Event {
    engine.send(Command::Attach { who: Who::Reviewer("Ada".into()), statement: ONE, side, what });
    events.recv().await.unwrap()
}

async fn undo(engine: &EngineHandle, events: &mut Receiver<Event>) {
    engine.send(Command::Undo(Who::Reviewer("Ada".into())));
    assert!(matches!(events.recv().await, Some(Event::Reversed { about, .. }) if about == [ONE]));
}

fn search(review: &Review) -> SearchResult {
    match &*review.in_force(ONE, Stage::Search).unwrap().unwrap() {
        Value::Search(search) => search.clone(),
        other => panic!("{other:?}"),
    }
}

fn citations(review: &Review) -> Citations {
    match &*review.in_force(ONE, Stage::Cite).unwrap().unwrap() {
        Value::Citations(citations) => citations.clone(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_of_a_file_become_evidence_and_go_again_as_one() {
    let (review, engine, mut events) = worked(1).await;
    let before = search(&review);
    let two = documents("two.jsonl", TWO);
    let ids: Vec<_> = two.iter().map(|d| d.id.clone()).collect();
    let told = attach(&engine, &mut events, Side::Statement, Attachment::Documents(two)).await;
    let Event::Appended { what: Some(what), .. } = told else { panic!("{told:?}") };
    assert!(what.contains("2 documents attached to S001"), "{what}");
    let made = search(&review);
    let first: Vec<_> = made.candidates.iter().take(2).map(|c| c.doc.clone()).collect();
    assert_eq!(first, ids, "before all others, in their order");
    let ways = &made.candidates[0].found_by;
    assert_eq!((ways[0].strategy, made.candidates[0].side), (Strategy::Attached, Side::Statement));
    assert_eq!(made.candidates.len(), before.candidates.len() + 2);
    assert!(matches!(state(&review, Stage::Search), StageState::Overridden { .. }));
    assert_eq!(state(&review, Stage::Cite), StageState::Stale);

    run(&engine, &mut events, Scope::Everything).await;
    assert!(ids.iter().all(|id| citations(&review).citations.iter().any(|c| c.doc == *id)), "let in, so cited");
    for citation in citations(&review).citations {
        let document = review.document(citation.document).unwrap();
        assert_eq!(document.at(citation.place).unwrap(), citation.passage, "the review stands alone");
    }
    undo(&engine, &mut events).await;
    assert_eq!(search(&review), before);
    assert!(review.fold().resolve(ONE).settled(), "the old results are in force again");
    assert!(!citations(&review).citations.iter().any(|c| ids.contains(&c.doc)));
}

/// What somebody wrote down for one statement would be printed as evidence for another one, in any review.
#[tokio::test(flavor = "multi_thread")]
async fn a_note_counts_for_the_statement_that_it_was_attached_to_alone() {
    let (review, engine, mut events) = worked(2).await;
    let other = StatementId(2);
    let says = source(2).claims.iter().map(|claim| claim.text.to_string()).collect::<Vec<_>>().join(" ");
    let note = documents("notes.txt", &format!("Notes on the claims of today\n\n{says}"));
    let is_note = |candidate: &Candidate| *candidate.meta.title == *"Notes on the claims of today";
    let searched = || engine.library().unwrap().documents;
    let before = searched();
    let told = attach(&engine, &mut events, Side::Statement, Attachment::Documents(note)).await;
    let Event::Appended { what: Some(what), .. } = told else { panic!("{told:?}") };
    assert!(what.contains("for this statement alone"), "{what}");
    assert!(search(&review).candidates.iter().any(is_note));
    assert_eq!(searched(), before, "a new search of the other statement could not find it");
    run_with(&engine, &mut events, Scope::Stage(other, Stage::Search), true, RunOverrides::default()).await;
    let found = review.in_force(other, Stage::Search).unwrap().unwrap();
    let Value::Search(found) = &*found else { panic!("{found:?}") };
    assert!(!found.candidates.is_empty() && !found.candidates.iter().any(is_note));
}

/// A report of thirty pages would count by its preface.
#[tokio::test(flavor = "multi_thread")]
async fn what_an_attached_document_says_on_its_last_page_is_cited() {
    let (review, engine, mut events) = worked(1).await;
    let says = source(1).claims[0].text.trim_end_matches('.').to_owned();
    let preface = "We thank the nurses who counted the beds in every ward. ".repeat(40);
    let text = format!("{preface}\n\n{preface}\n\n{says}.");
    let report = serde_json::json!({"title": "A report", "url": "https://a.example/r", "text": text});
    let attached = documents("report.jsonl", &report.to_string());
    let id = attached[0].id.clone();
    attach(&engine, &mut events, Side::Statement, Attachment::Documents(attached)).await;
    run(&engine, &mut events, Scope::Everything).await;
    let cited = citations(&review).citations;
    assert!(cited.iter().any(|c| c.doc == id && c.passage.contains(&says)), "{cited:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pasted_passage_is_cited_with_the_documents_own_words_and_goes_again_as_one() {
    let (review, engine, mut events) = worked(1).await;
    let (before, found) = (citations(&review), search(&review));
    let known = found.candidates.iter().find(|c| before.citations.iter().all(|cited| cited.doc != c.doc)).unwrap();
    let text = engine.document(&known.doc, None).unwrap().pages[0].text.clone();
    let sentence = text.split_inclusive(". ").next().unwrap().trim();
    let pasted = sentence.replacen(' ', "  \n", 2);
    let head = review.fold().head();
    let told = attach(&engine, &mut events, Side::Counter, Attachment::Passage(pasted.as_str().into())).await;
    assert!(matches!(&told, Event::Appended { what: Some(what), .. } if what.contains("cited as [")), "{told:?}");
    let made = citations(&review);
    assert_eq!(made.citations[..before.citations.len()], before.citations[..], "the others keep their numbers");
    let fresh = made.citations.last().unwrap();
    assert_eq!(usize::try_from(fresh.number).unwrap(), before.citations.len() + 1);
    assert_eq!((fresh.doc.clone(), fresh.passage.as_str()), (known.doc.clone(), sentence));
    assert_eq!(review.document(fresh.document).unwrap().at(fresh.place).unwrap(), fresh.passage);
    assert_eq!(search(&review), found, "its document was found already");
    assert_eq!(state(&review, Stage::Weigh), StageState::Stale);
    assert_eq!(review.fold().head(), head + 1, "one act");
    undo(&engine, &mut events).await;
    assert_eq!(citations(&review), before);
    assert!(review.fold().resolve(ONE).settled());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passage_of_a_document_that_no_search_found_brings_it_along() {
    let (review, engine, mut events) = begun(&source(1));
    run(&engine, &mut events, Scope::Everything).await;
    let (before, found) = (citations(&review), search(&review));
    // Put into the library by an attachment that is taken back.
    let two = documents("two.jsonl", TWO);
    let id = two[0].id.clone();
    attach(&engine, &mut events, Side::Counter, Attachment::Documents(two)).await;
    undo(&engine, &mut events).await;
    let passage = "High cardiopulmonary fitness was associated with a lower mortality rate at every age.";
    attach(&engine, &mut events, Side::Counter, Attachment::Passage(passage.into())).await;
    let fresh = citations(&review).citations.pop().unwrap();
    assert_eq!((fresh.doc, fresh.passage.as_str(), fresh.side), (id.clone(), passage, Side::Counter));
    assert_eq!(search(&review).candidates[0].doc, id);
    let Act::Bulk { acts, .. } = review.entries().unwrap().pop().unwrap().act else { panic!() };
    assert!(acts.iter().any(|act| matches!(act, Act::Include { doc, .. } if *doc == id)));
    undo(&engine, &mut events).await;
    assert_eq!((citations(&review), search(&review)), (before, found));
}

/// A report would cite two documents and say that one is included.
#[tokio::test(flavor = "multi_thread")]
async fn a_document_that_a_reviewer_cites_is_included() {
    let (review, engine, mut events) = worked(1).await;
    let score = || match &*review.in_force(ONE, Stage::Score).unwrap().unwrap() {
        Value::Scores(scores) => scores.clone(),
        other => panic!("{other:?}"),
    };
    let candidates = search(&review).candidates;
    let low = candidates.iter().find(|found| !score().passes(&found.doc)).expect("a document that does not pass");
    let text = engine.document(&low.doc, None).unwrap().pages[0].text.clone();
    let sentence = text.split_inclusive(". ").next().unwrap().trim();
    attach(&engine, &mut events, Side::Counter, Attachment::Passage(sentence.into())).await;
    assert_eq!(citations(&review).citations.last().unwrap().doc, low.doc);
    let cited: std::collections::BTreeSet<_> = citations(&review).citations.into_iter().map(|c| c.doc).collect();
    let flow = Flow::of(&search(&review), Some(&score()), Some(&citations(&review)), |_| None);
    assert_eq!((flow.included, flow.cited as usize), (score().passing() as u32 + 1, cited.len()));
    run(&engine, &mut events, Scope::Statement(ONE)).await;
    let value = review.in_force(ONE, Stage::Report).unwrap().unwrap();
    let Value::Report(report) = &*value else { panic!("{value:?}") };
    assert_eq!(report.statistics.passing, flow.included);
}

/// The message on a document whose title ends in a full stop would have it before a semicolon.
#[tokio::test(flavor = "multi_thread")]
async fn the_title_of_an_attached_document_is_within_a_sentence() {
    let (_, engine, mut events) = worked(2).await;
    let title = "Fitness and mortality.";
    let line = format!(r#"{{"title": "{title}", "abstract": "High fitness was associated with a lower mortality."}}"#);
    let documents = documents("one.jsonl", &line);
    let told = attach(&engine, &mut events, Side::Counter, Attachment::Documents(documents)).await;
    let Event::Appended { what: Some(what), .. } = told else { panic!("{told:?}") };
    assert!(what.starts_with("document attached to S001: Fitness and mortality; it "), "{what}");
}

/// A reviewer would wait for a document to be cited that no run cites.
#[tokio::test(flavor = "multi_thread")]
async fn a_document_beside_citations_that_a_reviewer_set_is_said_not_to_be_cited() {
    let (_, engine, mut events) = worked(1).await;
    let mut two = documents("two.jsonl", TWO);
    let letter = two.pop().unwrap();
    attach(&engine, &mut events, Side::Counter, Attachment::Documents(two)).await;
    let passage = "High cardiopulmonary fitness was associated with a lower mortality rate at every age.";
    attach(&engine, &mut events, Side::Counter, Attachment::Passage(passage.into())).await;
    let told = attach(&engine, &mut events, Side::Counter, Attachment::Documents(vec![letter])).await;
    let Event::Appended { what: Some(what), .. } = told else { panic!("{told:?}") };
    assert_eq!(*what, *"1 document attached to S001 and not cited, since a reviewer set the citations");
}

/// A document attached as evidence for the statement would be listed as evidence against it, because a search for the
/// opposite had found it before.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_retrieved_already_is_listed_on_the_side_that_the_reviewer_chooses() {
    let (review, engine, mut events) = worked(1).await;
    let (before, found) = (citations(&review), search(&review));
    let known = found.candidates.iter().find(|c| before.citations.iter().all(|cited| cited.doc != c.doc)).unwrap();
    let document = engine.document(&known.doc, None).unwrap();
    let sentence = document.pages[0].text.split_inclusive(". ").next().unwrap().trim().to_owned();
    for side in Side::BOTH {
        attach(&engine, &mut events, side, Attachment::Passage(sentence.as_str().into())).await;
        assert_eq!(
            citations(&review).citations.last().map(|c| (c.doc.clone(), c.side)),
            Some((known.doc.clone(), side))
        );
        undo(&engine, &mut events).await;
        attach(&engine, &mut events, side, Attachment::Documents(vec![document.clone()])).await;
        let now = search(&review).candidates;
        assert_eq!(now.len(), found.candidates.len(), "it is there once");
        assert_eq!(now.iter().find(|c| c.doc == known.doc).map(|c| c.side), Some(side));
        undo(&engine, &mut events).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_evidence_is_refused_with_the_reason_and_leaves_no_trace() {
    let (review, engine, mut events) = worked(1).await;
    let head = review.fold().head();
    let cited = citations(&review).citations[0].passage.clone();
    let blank = documents("blank.jsonl", r#"{"title": "Only a title", "abstract": "x"}"#).pop().unwrap();
    let blank = Document::new(blank.meta, Vec::new());
    for (what, told) in [
        (
            Attachment::Passage("Nobody ever wrote this sentence about zebrafish and tax law.".into()),
            "no document of the library has these words",
        ),
        (Attachment::Passage(cited), "cited already"),
        (Attachment::Passage(" \n".into()), "no document of the library has these words"),
        (Attachment::Documents(Vec::new()), "there is no document in it"),
        (Attachment::Documents(vec![blank]), "it has no text"),
    ] {
        let why = refusal(&[attach(&engine, &mut events, Side::Counter, what.clone()).await]);
        assert!(why.contains(told), "{what:?}: {why}");
    }
    assert_eq!(review.fold().head(), head);

    let (review, engine, mut events) = begun(&source(1));
    let passage = Attachment::Passage("Anything.".into());
    let why = refusal(&[attach(&engine, &mut events, Side::Counter, passage).await]);
    assert!(why.contains("has not run yet; run it first"), "{why}");
    assert_eq!(review.fold().head(), 1);
}

/// A paper that is in the library too.
const PAPER: &str = "# Fitness and survival in a national cohort\n\nWe followed 40,000 adults. High cardiopulmonary \
                     fitness was associated with a lower mortality rate at every age. Lower fitness was associated \
                     with more deaths in both sexes.\n";

#[tokio::test(flavor = "multi_thread")]
async fn the_paper_under_review_is_no_evidence_for_itself_also_by_hand() {
    let paper = read_source("paper.md", PAPER.as_bytes(), &ReadOptions::default()).unwrap();
    let (review, engine, mut events) = begun(&paper);
    run(&engine, &mut events, Scope::Everything).await;
    let head = review.fold().head();
    let mut two = documents("two.jsonl", TWO);
    let letter = two.pop().unwrap();
    let why = refusal(&[attach(&engine, &mut events, Side::Statement, Attachment::Documents(two.clone())).await]);
    assert!(why.contains("no evidence for itself"), "{why}");
    assert_eq!(review.fold().head(), head);
    two.push(letter.clone());
    attach(&engine, &mut events, Side::Statement, Attachment::Documents(two)).await;
    let attached = search(&review).candidates.into_iter().filter(|c| c.found_by[0].strategy == Strategy::Attached);
    assert_eq!(attached.map(|c| c.doc).collect::<Vec<_>>(), [letter.id], "the rest of the file comes in");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_with_attached_evidence_opens_again_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path: &Path = &folder.path().join("r.gainsay");
    let review = crate::support::review(Some(path), &source(1), &Builtin::default());
    let library = library();
    let passage = "High cardiopulmonary fitness was associated with a lower mortality rate at every age.";
    let before = {
        let (engine, mut events) = crate::support::engine(&review, &library, Arc::new(Builtin::default()), 4);
        run(&engine, &mut events, Scope::Everything).await;
        attach(&engine, &mut events, Side::Counter, Attachment::Documents(documents("two.jsonl", TWO))).await;
        attach(&engine, &mut events, Side::Counter, Attachment::Passage(passage.into())).await;
        run(&engine, &mut events, Scope::Everything).await;
        citations(&review)
    };
    let copy = folder.path().join("copy.gainsay");
    std::fs::copy(path, &copy).unwrap();
    let again = Review::open(&copy, crate::support::clock()).unwrap();
    assert_eq!(citations(&again), before);
    assert!(before.citations.iter().any(|c| c.passage == passage));
    for citation in &before.citations {
        assert_eq!(again.document(citation.document).unwrap().at(citation.place).unwrap(), citation.passage);
    }
}
