//! Reviews as later versions of the acts wrote them. The files are never made anew: reviews of those versions must open
//! for ever.

use std::path::Path;

use gainsay::{
    domain::{
        Basis, Digest, EngineSpec, Level, ModelSpec, Reason, Settings, Stage, StatementId, Statements, Value, Verdict,
        VerdictValue,
    },
    ingest::{ReadOptions, read_source},
    review::{Act, Draft, Review, Viewer, Who},
};

use crate::{
    journal::goes_out_and_comes_back,
    support::{
        clock,
        reviewers::{decide, result},
    },
};

const FIFTH: &str = "tests/golden/acts-5.gainsay";
const ONE: StatementId = StatementId(1);
const TWO: StatementId = StatementId(2);
/// A prompt that was kept, and one that was kept and then given up.
const KEPT: [&str; 2] = ["Decide on the statement. When in doubt, leave it undecided.", "Write a report in verse."];

fn ada() -> Who {
    Who::Reviewer("Ada".into())
}

fn verdict(verdict: Verdict) -> Value {
    let rationale = "The cited abstract reports it [1].".into();
    let basis = Basis::CitedSupport;
    Value::Verdict(VerdictValue {
        verdict,
        confidence: 0.9,
        rationale,
        basis,
        unrated: false,
        critique: None,
        issues: Vec::new(),
    })
}

fn by_model() -> EngineSpec {
    let model = ModelSpec {
        name: "gpt-oss:20b".into(),
        digest: "17052f91a42e".into(),
        prompts: Digest::of(KEPT[0].as_bytes()),
        options: "temperature 0.3".into(),
    };
    EngineSpec { reasoner: "ollama".into(), version: "0.1.0".into(), model: Some(model) }
}

/// Every kind of act that versions 3 to 5 brought, but for merging.
fn make(path: &Path) {
    let source = b"{\"claim\": \"Water is wet.\"}\n{\"claim\": \"Fire is cold.\"}\n";
    let source = read_source("claims.jsonl", source, &ReadOptions::default()).unwrap();
    let spec = EngineSpec { reasoner: "builtin".into(), version: "0.1.0".into(), model: None };
    let open = |source| Act::Open { source, settings: Box::new(Settings::default()), spec };
    let review = Review::create(Some(path), &source, open, clock()).unwrap();
    let act = |who: Who, act: Act, texts: &[&[u8]]| {
        let blobs = texts.iter().map(|text| text.to_vec()).collect();
        review.append(vec![Draft { who, act, blobs }]).unwrap();
    };
    let statements = Value::Statements(Statements { statements: source.claims.clone(), ..Statements::default() });
    result(&review, None, &statements);
    [ONE, TWO].iter().for_each(|id| result(&review, Some(*id), &verdict(Verdict::Supports)));
    act(ada(), Act::Blind { on: true }, &[]);
    decide(&review, "Ada", ONE, Verdict::Contradicts, Level::High, Some("It is not."));
    act(ada(), Act::Time { statement: ONE, millis: 42_000 }, &[]);
    let mut lists = review.fold().reasons();
    lists.verdict.push("wrong substance".into());
    act(ada(), Act::Reasons { lists: Box::new(lists) }, &[]);
    let listed = Reason { listed: Some("wrong substance".into()), text: "it is ice".into() };
    let stage = Stage::Verdict;
    act(ada(), Act::Withdraw { stage, statement: Some(ONE), reason: Some(listed) }, &[]);
    let verdicts = vec![(Verdict::Supports, 4), (Verdict::Undecided, 1)];
    act(Who::Engine, Act::Repeat { statement: ONE, spec: by_model(), inputs: None, verdicts }, &[]);
    let tried = verdict(Verdict::Undecided);
    let text = Digest::of(KEPT[0].as_bytes());
    let trial = Act::Trial {
        stage,
        statement: ONE,
        task: "verdict".into(),
        text,
        spec: by_model(),
        value: Digest::of(&tried.bytes()),
        gist: tried.gist(),
        millis: 7,
    };
    act(ada(), trial, &[KEPT[0].as_bytes(), &tried.bytes()]);
    let kept = |stage, task: &str, text: Option<&str>| {
        let digest = text.map(|text| Digest::of(text.as_bytes()));
        let prompts = digest.unwrap_or_else(|| Digest::of(b"the program's"));
        Act::Prompt { stage, task: task.into(), text: digest, prompts }
    };
    act(ada(), kept(stage, "verdict", Some(KEPT[0])), &[KEPT[0].as_bytes()]);
    act(ada(), kept(Stage::Report, "report", Some(KEPT[1])), &[KEPT[1].as_bytes()]);
    act(ada(), kept(Stage::Report, "report", None), &[]);
    act(ada(), Act::Flag { statement: TWO, on: true }, &[]);
    review.undo(ada()).unwrap();
    review.close();
}

/// An earlier program called a review damaged instead of too new, or could no longer read the export of one in which
/// nothing is set that it does not know.
#[test]
fn only_rows_that_earlier_programs_cannot_read_have_a_later_version() {
    let set = |citation_counts| Settings { citation_counts, ..Settings::default() };
    let act = |on| Act::Configure { settings: Box::new(set(on)) };
    assert_eq!((act(false).version(), act(true).version()), (1, 6));
    let imported = |on| Act::Imported { origin: 0, row: 2, of: Box::new(act(on)) };
    assert_eq!((imported(false).version(), imported(true).version()), (3, 6));
    assert!(!serde_json::to_string(&set(false)).unwrap().contains("citation_counts"));
    let given = |unrated| {
        let Value::Verdict(value) = verdict(Verdict::Supports) else { panic!() };
        let value = Value::Verdict(VerdictValue { unrated, ..value });
        let (digest, gist) = (Digest::of(&value.bytes()), value.gist());
        let (stage, statement) = (Stage::Verdict, Some(ONE));
        Act::Override { stage, statement, inputs: None, value: digest, gist, reason: None, accepts: false }
    };
    assert_eq!((given(false).version(), given(true).version()), (1, 7));
    assert!(!serde_json::to_string(&given(false)).unwrap().contains("unrated"));
}

/// A reviewer could not open a review in which prompts were tried and kept.
#[test]
fn a_review_of_version_5_opens_with_its_prompts_times_and_repeats() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join(FIFTH);
    if !golden.exists() && std::env::var_os("MAKE_GOLDEN").is_some() {
        make(&golden);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.gainsay");
    std::fs::copy(&golden, &path).unwrap();
    assert_eq!(Review::verify(&path).unwrap().faults, Vec::new());
    let review = Review::open(&path, clock()).unwrap();
    {
        let fold = review.fold();
        let prompts = fold.prompts();
        let names: Vec<_> = prompts.keys().map(ToString::to_string).collect();
        assert_eq!((names, fold.prompt_versions().count()), (vec!["verdict".to_owned()], 3));
        let text = prompts.values().next().unwrap().text.unwrap();
        assert_eq!(text, Digest::of(KEPT[0].as_bytes()));
        // The trial is in force nowhere.
        assert_eq!(fold.summary(ONE).verdict.unwrap().0, Verdict::Supports);
        assert_eq!(fold.repeated(ONE).unwrap().verdicts, [(Verdict::Supports, 4), (Verdict::Undecided, 1)]);
        assert_eq!(fold.times(ONE)[0].millis, 42_000);
        assert!(fold.reasons().verdict.iter().any(|reason| *reason == *"wrong substance"));
        assert!(fold.is_blind() && !fold.is_flagged(TWO));
        // Ada gave a verdict on the first, which she withdrew, so she has seen the machine's.
        let ada = Viewer::Reviewer(ada());
        assert_eq!((fold.hides(ONE, &ada), fold.hides(TWO, &ada)), (false, true));
    }
    assert_eq!(review.text(Digest::of(KEPT[1].as_bytes())).unwrap().unwrap(), KEPT[1].as_bytes());
    review.set_blind(ada(), false).unwrap();
    goes_out_and_comes_back(&review);
    review.redo(ada()).unwrap();
    assert!(review.fold().is_flagged(TWO));
}
