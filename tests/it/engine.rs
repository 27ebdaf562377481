//! What a reviewer would lose if the engine failed: time, by work done twice;
//! and results, by one failure taking the rest along.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use crate::support::{clock, engine, library, review, run, source, until_idle};
use async_trait::async_trait;
use gainsay::{
    desk::{Ground, Intent},
    domain::rules::pack::RulePack,
    domain::{Code, Counter, Digest, EngineSpec, Settings, Stage, StatementId, Triage, Value, Verdict},
    engine::{Command, EngineHandle, Event, Scope, Setup},
    reason::{
        CiteDraft, CiteInput, Control, CounterDraft, CounterInput, CritiqueDraft, ExtractDraft, ExtractInput, Failure,
        InspectDraft, InspectInput, JudgeInput, OpinionDraft, OpinionInput, Reasoner, ReportDraft, ReportInput,
        ScoreDraft, ScoreInput, StanceDraft, StanceInput, VerdictDraft, VerdictInput, builtin::Builtin,
    },
    review::{Act, Draft, Review, StageState, Who},
};

/// What goes wrong, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Fails(Stage),
    Panics(Stage),
    /// Never comes back: until it is cancelled.
    Hangs(Stage),
    /// Keeps its thread busy until it is mended, or for [`BUSY`] at most.
    Blocks(Stage),
}

const BUSY: Duration = Duration::from_secs(20);

/// The built-in reasoner with a fault.
struct Faulty(Mutex<Option<Fault>>);

impl Faulty {
    fn new(fault: Fault) -> Arc<Self> {
        Arc::new(Self(Mutex::new(Some(fault))))
    }

    fn mend(&self) {
        *self.0.lock().unwrap() = None;
    }

    async fn meet(&self, stage: Stage) -> Result<(), Failure> {
        let fault = *self.0.lock().unwrap();
        match fault {
            Some(Fault::Fails(at)) if at == stage => Err(Failure::new(stage, "the model server went away; start it")),
            Some(Fault::Panics(at)) if at == stage => panic!("a fault in the reasoner"),
            Some(Fault::Blocks(at)) if at == stage => {
                let begun = Instant::now();
                while *self.0.lock().unwrap() == fault {
                    if begun.elapsed() > BUSY {
                        return Err(Failure::new(stage, "nothing was done meanwhile"));
                    }
                    std::thread::yield_now();
                }
                Ok(())
            }
            Some(Fault::Hangs(at)) if at == stage => std::future::pending().await,
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl Control for Faulty {
    fn spec(&self) -> EngineSpec {
        Builtin::default().spec()
    }
    fn knows_language(&self, text: &str) -> bool {
        Builtin::default().knows_language(text)
    }
    fn commits_in_order(&self) -> bool {
        false
    }
}

#[async_trait]
impl Reasoner for Faulty {
    async fn extract(&self, input: ExtractInput<'_>) -> Result<ExtractDraft, Failure> {
        self.meet(Stage::Extract).await?;
        Builtin::default().extract(input).await
    }
    async fn counter(&self, input: CounterInput<'_>) -> Result<CounterDraft, Failure> {
        self.meet(Stage::Counter).await?;
        Builtin::default().counter(input).await
    }
    async fn score(&self, input: ScoreInput<'_>) -> Result<Vec<Option<ScoreDraft>>, Failure> {
        self.meet(Stage::Score).await?;
        Builtin::default().score(input).await
    }
    async fn cite(&self, input: CiteInput<'_>) -> Result<CiteDraft, Failure> {
        self.meet(Stage::Cite).await?;
        Builtin::default().cite(input).await
    }
    async fn inspect(&self, input: InspectInput<'_>) -> Result<InspectDraft, Failure> {
        self.meet(Stage::Inspect).await?;
        Builtin::default().inspect(input).await
    }
    async fn stance(&self, input: StanceInput<'_>) -> Result<StanceDraft, Failure> {
        self.meet(Stage::Weigh).await?;
        Builtin::default().stance(input).await
    }
    async fn opinion(&self, input: OpinionInput<'_>) -> Result<OpinionDraft, Failure> {
        Builtin::default().opinion(input).await
    }
    async fn report(&self, input: ReportInput<'_>) -> Result<ReportDraft, Failure> {
        self.meet(Stage::Report).await?;
        Builtin::default().report(input).await
    }
    async fn verdict(&self, input: VerdictInput<'_>) -> Result<VerdictDraft, Failure> {
        self.meet(Stage::Verdict).await?;
        Builtin::default().verdict(input).await
    }
    async fn critique(&self, input: VerdictInput<'_>, draft: &VerdictDraft) -> Result<CritiqueDraft, Failure> {
        Builtin::default().critique(input, draft).await
    }
    async fn judge(&self, input: JudgeInput<'_>) -> Result<OpinionDraft, Failure> {
        self.meet(Stage::Judge).await?;
        Builtin::default().judge(input).await
    }
}

fn worked(engine: &EngineHandle) -> u64 {
    Stage::ALL.iter().map(|stage| engine.worked(*stage)).sum()
}

fn settled(review: &Review) -> bool {
    let fold = review.fold();
    !fold.statements().is_empty() && fold.statements().iter().all(|s| fold.resolve(s.id).settled())
}

async fn until_appended(events: &mut tokio::sync::mpsc::Receiver<Event>) {
    while !matches!(events.recv().await, None | Some(Event::Appended { .. } | Event::Reversed { .. })) {}
}

fn set_counter(review: &Review, id: StatementId, value: Counter) -> Draft {
    let value = Value::Counter(value);
    let bytes = value.bytes();
    let act = Act::Override {
        stage: Stage::Counter,
        statement: Some(id),
        inputs: review.fold().resolve(id).get(Stage::Counter).inputs,
        value: Digest::of(&bytes),
        gist: value.gist(),
        reason: None,
        accepts: false,
    };
    Draft { who: Who::Reviewer("Ada".into()), act, blobs: vec![bytes] }
}

fn counter(review: &Review, id: StatementId) -> Counter {
    match &*review.in_force(id, Stage::Counter).unwrap().unwrap() {
        Value::Counter(counter) => counter.clone(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_stage_runs_once_and_a_second_run_runs_nothing() {
    let (source, library) = (source(5), library());
    let review = review(None, &source, &Builtin::default());
    let (engine, mut events) = engine(&review, &library, Arc::new(Builtin::default()), 4);
    run(&engine, &mut events, Scope::Everything).await;
    assert!(settled(&review));
    assert_eq!(engine.worked(Stage::Extract), 1);
    for stage in Stage::OF_STATEMENT {
        assert_eq!(engine.worked(stage), 5, "{stage}");
    }
    run(&engine, &mut events, Scope::Everything).await;
    assert_eq!(worked(&engine), 1 + 9 * 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_an_override_only_what_depends_on_it_is_rerun_and_equal_values_cut_the_chain() {
    let (source, library) = (source(2), library());
    let review = review(None, &source, &Builtin::default());
    let (engine, mut events) = engine(&review, &library, Arc::new(Builtin::default()), 4);
    run(&engine, &mut events, Scope::Everything).await;
    let (id, before) = (StatementId(1), worked(&engine));

    let same = counter(&review, id);
    engine.send(Command::Append(vec![set_counter(&review, id, same.clone())]));
    run(&engine, &mut events, Scope::Statement(id)).await;
    assert_eq!(worked(&engine), before, "an override by the same value changes nothing");

    let other = Counter { keywords: vec!["zebrafish".into()], text: "Zebrafish swim in circles.".into(), ..same };
    engine.send(Command::Append(vec![set_counter(&review, id, other)]));
    run(&engine, &mut events, Scope::Everything).await;
    assert_eq!(engine.worked(Stage::Search), 3);
    assert_eq!(engine.worked(Stage::Counter), 2, "an override is not worked out again");
    assert!(settled(&review));

    let after = worked(&engine);
    engine.send(Command::Undo(Who::Reviewer("Ada".into())));
    run(&engine, &mut events, Scope::Everything).await;
    assert_eq!(worked(&engine), after, "after undo the old results are in force again, not made again");
    assert!(settled(&review));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stage_is_rerun_when_asked_and_its_result_is_kept_beside_an_override() {
    let (source, library) = (source(1), library());
    let review = review(None, &source, &Builtin::default());
    let (engine, mut events) = engine(&review, &library, Arc::new(Builtin::default()), 4);
    run(&engine, &mut events, Scope::Everything).await;
    let id = StatementId(1);
    let other = Counter { text: "Something else altogether is claimed.".into(), ..counter(&review, id) };
    engine.send(Command::Append(vec![set_counter(&review, id, other.clone())]));
    run(&engine, &mut events, Scope::Stage(id, Stage::Counter)).await;
    assert_eq!(engine.worked(Stage::Counter), 2);
    assert_eq!(counter(&review, id), other);
    let state = review.fold().resolve(id).get(Stage::Counter).state.clone();
    // It says what it said before, which no reviewer has to decide again.
    assert_eq!(state, StageState::Overridden { inputs_changed: false, proposal: false, behind: false });
}

/// The machine's verdict that is printed beside an editor's would be of evidence that the editor took out.
#[tokio::test(flavor = "multi_thread")]
async fn the_machines_verdict_beside_a_reviewers_follows_the_evidence() {
    let (source, library) = (source(1), library());
    let review = review(None, &source, &Builtin::default());
    let (engine, mut events) = engine(&review, &library, Arc::new(Builtin::default()), 4);
    run(&engine, &mut events, Scope::Everything).await;
    let id = StatementId(1);
    let ada = || Who::Reviewer("Ada".into());
    let stages = review.fold().resolve(id);
    let given = Intent::Set(Ground { statement: id, stages: &stages }, Verdict::Undecided).act().signed(ada());
    let Some(Value::Citations(cited)) = review.in_force(id, Stage::Cite).unwrap().map(|value| (*value).clone()) else {
        panic!("nothing is cited")
    };
    let out = Intent::Exclude(id, cited.citations[0].doc.clone()).act().signed(ada());
    engine.send(Command::Append(vec![given]));
    engine.send(Command::Append(vec![out]));
    let verdict = || review.fold().resolve(id).get(Stage::Verdict).clone();
    for _ in 0..2 {
        run(&engine, &mut events, Scope::Statement(id)).await;
        assert_eq!(engine.worked(Stage::Verdict), 2, "once more for the change, and not again");
        assert!(matches!(verdict().state, StageState::Overridden { inputs_changed: true, behind: false, .. }));
    }
    let Some(Value::Verdict(own)) = review.in_force(id, Stage::Verdict).unwrap().map(|value| (*value).clone()) else {
        panic!("the reviewer's verdict is gone")
    };
    assert_eq!(own.verdict, Verdict::Undecided);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_is_a_state_with_its_reason_and_goes_away_when_it_is_mended() {
    let stages = [Stage::Counter, Stage::Score, Stage::Cite, Stage::Weigh, Stage::Report, Stage::Verdict];
    for fault in stages.into_iter().flat_map(|stage| [Fault::Fails(stage), Fault::Panics(stage)]) {
        let (source, library) = (source(3), library());
        let reasoner = Faulty::new(fault);
        let review = review(None, &source, &*reasoner);
        let (engine, mut events) = engine(&review, &library, reasoner.clone(), 4);
        let heard = run(&engine, &mut events, Scope::Everything).await;
        let (Fault::Fails(stage) | Fault::Panics(stage) | Fault::Hangs(stage) | Fault::Blocks(stage)) = fault;
        let failures = heard.iter().filter(|e| matches!(e, Event::Failed(Some(_), at) if *at == stage)).count();
        assert_eq!(failures, 3, "{fault:?}");
        for id in [1, 2, 3].map(StatementId) {
            let state = review.fold().resolve(id).get(stage).state.clone();
            let StageState::Failed(reason) = state else { panic!("{fault:?}: {state:?}") };
            assert!(reason.contains("start it") || reason.contains("report it"), "{reason}");
            assert_ne!(review.fold().resolve(id).get(Stage::Judge).state, StageState::Done);
        }
        let before = worked(&engine);
        reasoner.mend();
        run(&engine, &mut events, Scope::Everything).await;
        assert!(settled(&review), "{fault:?}");
        assert_eq!(worked(&engine), 1 + 9 * 3, "{fault:?}: {before} were kept");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_judge_or_inspector_that_fails_is_said_and_blocks_nothing() {
    for stage in [Stage::Inspect, Stage::Judge] {
        let (source, library) = (source(2), library());
        let reasoner = Faulty::new(Fault::Fails(stage));
        let review = review(None, &source, &*reasoner);
        let (engine, mut events) = engine(&review, &library, reasoner.clone(), 4);
        run(&engine, &mut events, Scope::Everything).await;
        for id in [1, 2].map(StatementId) {
            for other in review.fold().resolve(id).iter() {
                let failed = matches!(other.state, StageState::Failed(_));
                assert!(if other.stage == stage { failed } else { other.state == StageState::Done }, "{other:?}");
            }
        }
        match &*review.in_force(StatementId(1), stage).unwrap().unwrap() {
            Value::Inspection(inspection) => {
                assert_eq!(inspection.quality, None);
                assert!(inspection.failure.as_ref().unwrap().contains("start it"));
            }
            Value::Judgement(judgement) => {
                assert!(!judgement.opinion.judged() && !judgement.blocked);
                assert!(judgement.opinion.issue.as_ref().unwrap().starts_with("Judge error"));
            }
            other => panic!("{other:?}"),
        }
        let before = worked(&engine);
        reasoner.mend();
        run(&engine, &mut events, Scope::Everything).await;
        assert!(settled(&review) && worked(&engine) == before + 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelling_keeps_what_is_done_and_a_later_run_goes_on_from_there() {
    let (source, library) = (source(3), library());
    let reasoner = Faulty::new(Fault::Hangs(Stage::Report));
    let review = review(None, &source, &*reasoner);
    let (engine, mut events) = engine(&review, &library, reasoner.clone(), 4);
    engine.send(Command::Run(Scope::Everything));
    let mut hanging = 0;
    while hanging < 3 {
        if let Event::Started(_, Stage::Report) = events.recv().await.unwrap() {
            hanging += 1;
        }
    }
    engine.send(Command::Cancel);
    let mut told = None;
    loop {
        match events.recv().await.unwrap() {
            Event::Progress { done, total } => told = Some((done, total)),
            Event::Idle => break,
            _ => {}
        }
    }
    assert_eq!(told, Some((0, 3)), "what was given up is not done");
    let before = worked(&engine);
    assert_eq!(before, 1 + 6 * 3);
    reasoner.mend();
    run(&engine, &mut events, Scope::Everything).await;
    assert!(settled(&review));
    assert_eq!(worked(&engine), 1 + 9 * 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_runs_what_waits_and_what_failed_can_be_watched() {
    let (source, library) = (source(5), library());
    let reasoner = Faulty::new(Fault::Hangs(Stage::Report));
    let review = review(None, &source, &*reasoner);
    let (engine, mut events) = engine(&review, &library, reasoner.clone(), 2);
    engine.send(Command::Run(Scope::Everything));
    let mut hanging = Vec::new();
    while hanging.len() < 2 {
        if let Event::Started(id, Stage::Report) = events.recv().await.unwrap() {
            hanging.push(id);
        }
    }
    let now = engine.activity();
    let mut doing: Vec<_> = now.doing.iter().map(|d| (d.statement, d.stage)).collect();
    doing.sort_unstable();
    hanging.sort_unstable();
    assert_eq!(doing, hanging.iter().map(|id| (*id, Stage::Report)).collect::<Vec<_>>());
    assert!(now.doing[0].since >= now.doing[1].since, "the longest first");
    assert_eq!((now.next.len(), now.waiting), (3, 3));
    assert!(now.next.iter().all(|id| !hanging.contains(&Some(*id))));
    engine.send(Command::Cancel);
    until_idle(&mut events).await;
    let now = engine.activity();
    assert!(now.doing.is_empty() && now.next.is_empty() && now.failures.is_empty(), "{now:?}");

    *reasoner.0.lock().unwrap() = Some(Fault::Fails(Stage::Verdict));
    run(&engine, &mut events, Scope::Everything).await;
    let now = engine.activity();
    let rate = |stage| now.rates.iter().find(|r| r.stage == stage).map(|r| (r.count, r.failed));
    assert_eq!((rate(Stage::Report), rate(Stage::Verdict), rate(Stage::Judge)), (Some((5, 0)), Some((0, 5)), None));
    assert_eq!(now.failures, [("the model server went away; start it".into(), 5)]);
    assert_eq!(now.done.iter().filter(|d| d.failure.is_some()).count(), 5);
    assert!(now.done.windows(2).all(|pair| pair[0].ago <= pair[1].ago), "newest first");
    assert_eq!(u64::try_from(now.last_minute).unwrap(), worked(&engine));
}

/// A reviewer who accepts a verdict would wait for a stage to end, for tenths of a second where all processors are busy.
#[tokio::test]
async fn an_act_is_recorded_while_stages_keep_their_threads_busy() {
    let stages = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let (review, library) = (review(None, &source(2), &Builtin::default()), library());
    let faulty = Faulty::new(Fault::Blocks(Stage::Counter));
    let setup = Setup {
        review: Arc::clone(&review),
        library,
        reasoner: faulty.clone(),
        others: Vec::new(),
        literature: None,
        rules: RulePack::builtin(),
        embedder: None,
        slots: 2,
    };
    let (engine, mut events) = setup.spawn_beside(stages.handle().clone()).unwrap();
    engine.send(Command::Run(Scope::Everything));
    while !matches!(events.recv().await.unwrap(), Event::Started(_, Stage::Counter)) {}
    let note = Act::Note { statement: None, text: "Read.".into() };
    engine.act(Who::Reviewer("Ada".into()), note, Vec::new());
    loop {
        match events.recv().await.unwrap() {
            Event::Appended { .. } => break,
            failed @ Event::Failed(..) => panic!("the act waited: {failed:?}"),
            _ => {}
        }
    }
    faulty.mend();
    until_idle(&mut events).await;
    assert!(settled(&review));
    stages.shutdown_background();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_statement_that_the_reviewer_looks_at_comes_first() {
    let (source, library) = (source(12), library());
    let review = review(None, &source, &Builtin::default());
    let (engine, mut events) = engine(&review, &library, Arc::new(Builtin::default()), 1);
    engine.send(Command::Run(Scope::Everything));
    while !matches!(events.recv().await.unwrap(), Event::Finished(Some(_), Stage::Counter)) {}
    engine.send(Command::Focus(StatementId(12)));
    let heard = until_idle(&mut events).await;
    let judged = heard.iter().filter_map(|event| match event {
        Event::Finished(Some(id), Stage::Judge) => Some(*id),
        _ => None,
    });
    let place = judged.clone().position(|id| id == StatementId(12)).unwrap();
    assert!(place <= 2, "{:?}", judged.collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_and_values_do_not_depend_on_what_finished_first() {
    let library = library();
    let mut seen = BTreeSet::new();
    for slots in [1, 3, 12] {
        let source = source(12);
        let review = review(None, &source, &Builtin::default());
        let (engine, mut events) = engine(&review, &library, Arc::new(Builtin::default()), slots);
        run(&engine, &mut events, Scope::Everything).await;
        let fold = review.fold();
        let rows: Vec<String> = (fold.statements().iter())
            .map(|s| {
                let summary = fold.summary(s.id);
                let issues: Vec<_> = summary.issues.iter().map(|i| (i.id(), i.code, i.severity)).collect();
                assert!(summary.issues.iter().all(|i| i.number.is_some()));
                format!("{} {:?} {:?} {issues:?}", s.id, summary.verdict, summary.triage)
            })
            .collect();
        let mut numbers: Vec<_> =
            fold.statements().iter().flat_map(|s| fold.summary(s.id).issues).filter_map(|i| i.number).collect();
        numbers.sort_unstable();
        let gapless: Vec<_> = (1..).take(numbers.len()).collect();
        assert_eq!(numbers, gapless);
        seen.insert(rows.join("\n"));
    }
    assert_eq!(seen.len(), 1, "{seen:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_journal_of_a_second_run_is_the_same_but_for_durations() {
    let library = library();
    let mut journals = Vec::new();
    for _ in 0..3 {
        let review = review(None, &source(12), &Builtin::default());
        let (engine, mut events) = engine(&review, &library, Arc::new(Builtin::default()), 24);
        run(&engine, &mut events, Scope::Everything).await;
        let mut entries = review.entries().unwrap();
        for entry in &mut entries {
            if let Act::Result { millis, .. } = &mut entry.act {
                *millis = 0;
            }
        }
        journals.push(entries);
    }
    assert!(journals.windows(2).all(|pair| pair[0] == pair[1]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_that_was_left_in_the_middle_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.gainsay");
    let (source, library) = (source(4), library());
    {
        let reasoner = Faulty::new(Fault::Hangs(Stage::Verdict));
        let review = review(Some(&path), &source, &*reasoner);
        let (engine, mut events) = engine(&review, &library, reasoner, 4);
        engine.send(Command::Run(Scope::Everything));
        let mut hanging = 0;
        while hanging < 4 {
            if let Event::Started(_, Stage::Verdict) = events.recv().await.unwrap() {
                hanging += 1;
            }
        }
        // The handle goes, and with it the engine and what hangs in it.
    }
    let review = loop {
        // The engine lets go of the file when its task has ended.
        match Review::open(&path, clock()) {
            Ok(review) => break Arc::new(review),
            Err(gainsay::review::ReviewError::Locked { .. }) => tokio::task::yield_now().await,
            Err(e) => panic!("{e}"),
        }
    };
    let (engine, mut events) = engine(&review, &library, Arc::new(Builtin::default()), 4);
    run(&engine, &mut events, Scope::Unfinished).await;
    assert!(settled(&review));
    assert_eq!(worked(&engine), 2 * 4, "only verdict and judge were left");
}

/// A report had just been written, and a look at the review made it out of date: opening it ran what was stale.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_reviewer_left_stale_stays_so_when_the_review_is_opened() {
    let (source, library) = (source(2), library());
    let review = review(None, &source, &Builtin::default());
    let (engine, mut events) = engine(&review, &library, Arc::new(Builtin::default()), 4);
    run(&engine, &mut events, Scope::Everything).await;
    let counter = Counter { text: "Something else entirely.".into(), ..Counter::default() };
    engine.send(Command::Append(vec![set_counter(&review, StatementId(1), counter)]));
    until_appended(&mut events).await;
    let (before, rows) = (worked(&engine), review.entries().unwrap().len());
    run(&engine, &mut events, Scope::Unfinished).await;
    assert_eq!((worked(&engine), review.entries().unwrap().len()), (before, rows));
    assert!(!settled(&review));
    run(&engine, &mut events, Scope::Everything).await;
    assert!(settled(&review));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_setting_makes_stale_what_reads_it_and_nothing_before() {
    let (source, library) = (source(2), library());
    let review = review(None, &source, &Builtin::default());
    let (engine, mut events) = engine(&review, &library, Arc::new(Builtin::default()), 4);
    run(&engine, &mut events, Scope::Everything).await;
    let settings = Box::new(Settings { max_citations: 1, ..Settings::default() });
    let act = Act::Configure { settings };
    engine.act(Who::Reviewer("Ada".into()), act, Vec::new());
    run(&engine, &mut events, Scope::Everything).await;
    assert_eq!((engine.worked(Stage::Score), engine.worked(Stage::Cite)), (2, 4));
    let Value::Citations(citations) = &*review.in_force(StatementId(1), Stage::Cite).unwrap().unwrap() else {
        panic!("no citations")
    };
    assert!(citations.citations.len() <= 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_act_makes_stale_is_rerun_at_once_when_so_set() {
    let (source, library) = (source(2), library());
    let review = review(None, &source, &Builtin::default());
    let (engine, mut events) = engine(&review, &library, Arc::new(Builtin::default()), 4);
    run(&engine, &mut events, Scope::Everything).await;
    let who = || Who::Reviewer("Ada".into());
    engine.send(Command::AutoRerun(true));
    let counter = Counter { text: "Something else entirely.".into(), ..Counter::default() };
    engine.send(Command::Append(vec![set_counter(&review, StatementId(1), counter)]));
    until_idle(&mut events).await;
    assert!(settled(&review), "nobody asked for it, and it is done");
    let settings = Box::new(Settings { max_citations: 1, ..Settings::default() });
    engine.act(who(), Act::Configure { settings }, Vec::new());
    until_idle(&mut events).await;
    assert!(settled(&review));
    engine.send(Command::AutoRerun(false));
    let settings = Box::new(Settings { max_citations: 2, ..Settings::default() });
    engine.act(who(), Act::Configure { settings }, Vec::new());
    until_appended(&mut events).await;
    assert!(!settled(&review));
    engine.send(Command::Undo(who()));
    until_appended(&mut events).await;
    assert!(settled(&review), "what was worked out under the earlier settings holds again");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_claims_of_a_set_have_anchors_to_look_for_in_the_evidence() {
    let claims = "HbA1c fell by 12% in Norway.";
    let source = gainsay::ingest::read_source(
        "claims.txt",
        claims.as_bytes(),
        &gainsay::ingest::ReadOptions { format: Some(gainsay::ingest::Format::Lines), ..Default::default() },
    )
    .unwrap();
    let review = review(None, &source, &Builtin::default());
    let (engine, mut events) = engine(&review, &library(), Arc::new(Builtin::default()), 4);
    run(&engine, &mut events, Scope::Everything).await;
    let anchors = review.fold().statement(StatementId(1)).unwrap().anchors.clone();
    assert_eq!(anchors, ["HbA1c", "12%", "Norway"].map(gainsay::text::Clean::from));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_library_that_breaks_is_a_failed_search_and_never_support() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    let broken = Arc::new(gainsay::library::Library::open(&path).unwrap());
    rusqlite::Connection::open(&path)
        .unwrap()
        .execute_batch("PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE type = 'table'; PRAGMA writable_schema = RESET;")
        .unwrap();
    let source = source(1);
    let review = review(None, &source, &Builtin::default());
    let (engine, mut events) = engine(&review, &broken, Arc::new(Builtin::default()), 4);
    run(&engine, &mut events, Scope::Everything).await;
    let summary = review.fold().summary(StatementId(1));
    let (verdict, confidence, basis) = summary.verdict.unwrap();
    assert_eq!(verdict, gainsay::domain::Verdict::Undecided);
    assert_eq!(basis, gainsay::domain::Basis::SearchFailed);
    assert!(confidence <= 0.3);
    assert!(!summary.issues.iter().any(|i| i.code == Code::NoEvidence));
    // The next run searches again: a server may be back.
    assert!(summary.failed() && summary.triage == Triage::Decide, "{:?}", summary.stages);
}
