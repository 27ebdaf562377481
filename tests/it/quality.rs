//! What a reviewer would lose if the trained trees, or what they are asked, got
//! worse: sixty claims of SciFact's dev split over the abstracts that they cite.

use std::{path::Path, sync::Arc};

use gainsay::{
    eval::{Ask, Case, CaseReport, Corpus, Kit, Report, Setting, claims, describe_miss, evaluate, review_cases},
    reason::{
        Reasoner,
        builtin::{
            Builtin,
            trees::{ModelError, Models},
        },
    },
    review::Clock,
};

#[test]
fn labels_sentences_and_probabilities_are_as_good_as_they_were() {
    let folder = Path::new("tests/eval/sample");
    let corpus = Arc::new(Corpus::read(&folder.join("corpus.jsonl")).unwrap());
    let claims = claims(&folder.join("claims.jsonl"), &corpus).unwrap();
    let reasoner: Arc<dyn Reasoner> = Arc::new(Builtin::default());
    let ask = Ask { kit: reasoner.into(), rank: Some(Builtin::rank), setting: Setting::Cited, top: 3, slots: 2 };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let outcomes = runtime.block_on(evaluate(&ask, corpus, claims, |_| {})).unwrap();
    let report = Report::of("builtin".into(), "a sample".into(), Setting::Cited, &outcomes);
    let figure = |name: &str| report.figure(name).unwrap().value.unwrap();
    // Each is some points below what it was when the trees were trained.
    for (name, least) in [
        ("three-way macro-F1", 0.50),
        ("evidence against none, AUC", 0.80),
        ("support against contradict, AUC", 0.60),
        ("a whole rationale in the first 3 sentences", 0.85),
    ] {
        assert!(figure(name) >= least, "{name} is {:.3}, below {least}\n{report}", figure(name));
    }
    if std::env::var_os("SHOW").is_some() {
        println!("{report}");
    }
}

/// What a reviewer would lose: the winner of a comparison, a “not”, another quantity, another disease read as the same.
/// The cases were written before the rules and the weights that must pass them; each floor is a few cases below what
/// came out when it was set.
#[test]
fn plain_cases_come_out_as_often_right_as_they_did() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let reasoner: Arc<dyn Reasoner> = Arc::new(Builtin::default());
    let kit = Kit::from(reasoner);
    let clock: Clock = Arc::new(jiff::Timestamp::now);
    for (file, right, left_open, wrong) in [
        ("plain", 28, 77, 4),
        ("traps", 26, 61, 13),
        ("pairs", 9, 0, 4),
        ("news", 17, 5, 5),
        ("everyday", 10, 32, 15),
        ("figures", 26, 14, 6),
        ("halves", 26, 14, 3),
        ("exposures", 8, 11, 10),
        ("papers", 14, 22, 6),
        ("subgroups", 19, 13, 14),
        ("groups", 11, 20, 15),
        ("parts", 11, 9, 9),
    ] {
        let cases = Case::read(&Path::new("tests/eval/cases").join(format!("{file}.jsonl"))).unwrap();
        let outcomes = runtime.block_on(review_cases(&kit, &cases, None, &clock, |_| {})).unwrap();
        let report = CaseReport::of("builtin".into(), &outcomes);
        let misses: Vec<String> = outcomes.iter().filter_map(describe_miss).collect();
        assert!(
            report.all.right >= right && report.all.left_open >= left_open && report.all.wrong <= wrong,
            "{file}: {report}\n{}",
            misses.join("\n\n")
        );
        assert_eq!(report.all.wrong_skimmed, 0, "{file}: a wrong verdict may be skimmed\n{report}");
    }
}

#[test]
fn a_file_of_models_that_was_changed_or_cut_off_is_refused() {
    let bytes = Models::shipped().write();
    assert_eq!(Models::read(&bytes).as_ref(), Ok(Models::shipped()));
    let mut changed = bytes.clone();
    changed[100] ^= 1;
    assert_eq!(Models::read(&changed), Err(ModelError::Digest));
    assert_eq!(Models::read(&bytes[..40]), Err(ModelError::Short));
    assert_eq!(Models::read(b"something else altogether"), Err(ModelError::Kind));
}
