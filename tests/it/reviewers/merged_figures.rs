//! Merging changes no figure, and credits everybody.

use std::path::Path;

use gainsay::{
    domain::{Basis, Level, StatementId, Value, Verdict, VerdictValue},
    review::{Act, Draft, Review, Who},
};
use serde_json::Value as Json;

use crate::support::{
    clock,
    program::succeed,
    reviewers::{decide, result, undecided},
};

fn reviewed(path: &Path, name: &str) -> Review {
    let review = undecided(path);
    for (id, verdict) in [(1, Verdict::Supports), (2, Verdict::Contradicts), (3, Verdict::Supports)] {
        decide(&review, name, StatementId(id), verdict, Level::High, None);
    }
    review
}

/// The share of right verdicts of the machine would depend on which file was named first.
#[test]
fn the_machine_is_compared_with_what_it_said_before_the_verdict_merged_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let ada = reviewed(&home.join("ada.gainsay"), "Ada");
    // After Ada's verdict the machine is run again, and says something else.
    let again = VerdictValue {
        verdict: Verdict::Contradicts,
        confidence: 0.8,
        rationale: "On second thoughts the evidence contradicts it [1].".into(),
        basis: Basis::CitedContradiction,
        unrated: false,
        critique: None,
        issues: Vec::new(),
    };
    result(&ada, Some(StatementId(1)), &Value::Verdict(again));
    ada.close();
    reviewed(&home.join("ben.gainsay"), "Ben").close();
    succeed(home, &["merge", "ada.gainsay", "ben.gainsay", "--out", "ada-first.gainsay"]);
    succeed(home, &["merge", "ben.gainsay", "ada.gainsay", "--out", "ben-first.gainsay"]);
    let machines = |files: &[&str]| -> Json {
        let args: Vec<&str> = ["agreement"].iter().chain(files).copied().chain(["--json", "-"]).collect();
        serde_json::from_str::<Json>(&succeed(home, &args)).unwrap()["machines"].take()
    };
    let apart = machines(&["ada.gainsay", "ben.gainsay"]);
    // “Supports” throughout, as it was when they decided.
    assert_eq!(apart[0]["confusion"], serde_json::json!([[0, 0, 0], [2, 4, 0], [0, 0, 0]]), "{apart}");
    assert_eq!(machines(&["ada-first.gainsay"]), apart);
    assert_eq!(machines(&["ben-first.gainsay"]), apart);
}

/// Who was merged last would be credited with what all decided.
#[test]
fn a_verdict_that_several_gave_names_all_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    for name in ["Ada", "Ben", "Cleo"] {
        reviewed(&home.join(format!("{name}.gainsay")), name).close();
    }
    succeed(home, &["merge", "Ada.gainsay", "Ben.gainsay", "Cleo.gainsay", "--out", "all.gainsay"]);
    let csv = succeed(home, &["export", "all.gainsay", "--format", "csv"]);
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let at = rows.headers().unwrap().iter().position(|head| head == "decided_by").unwrap();
    let by: Vec<String> = rows.records().map(|row| row.unwrap()[at].to_owned()).collect();
    assert_eq!(by[..4], ["Ada, Ben and Cleo", "Ada, Ben and Cleo", "Ada, Ben and Cleo", "machine"]);
    let report = succeed(home, &["export", "all.gainsay"]);
    assert!(report.contains("Decided by Ada, Ben and Cleo."), "{report}");
    let anonymous = succeed(home, &["export", "all.gainsay", "--anonymous"]);
    let numbered = "Decided by reviewer 1, reviewer 2 and reviewer 3.";
    assert!(anonymous.contains(numbered) && !anonymous.contains("Cleo"), "{anonymous}");
    let json: Json = serde_json::from_str(&succeed(home, &["export", "all.gainsay", "--format", "json"])).unwrap();
    let (first, by) = (&json["statements"][0], |name: &str| serde_json::json!({ "reviewer": name }));
    assert_eq!((&first["by"], &first["jointly"]), (&by("Cleo"), &Json::Array(vec![by("Ada"), by("Ben")])));
    // Who adjudicates decides alone.
    let review = Review::open(&home.join("all.gainsay"), clock()).unwrap();
    decide(&review, "Dora", StatementId(1), Verdict::Undecided, Level::Low, None);
    let summary = review.fold().summary(StatementId(1));
    assert_eq!(summary.deciders().map(ToString::to_string).collect::<Vec<_>>(), ["Dora"]);
}

/// What all but one reviewer noted would be in the printed report alone.
#[test]
fn the_notes_of_every_reviewer_are_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    for (name, text) in [("Ada", "See the appendix."), ("Ben", "The dose is unclear.")] {
        let review = reviewed(&home.join(format!("{name}.gainsay")), name);
        let act = Act::Note { statement: Some(StatementId(1)), text: text.into() };
        review.append(vec![Draft { who: Who::Reviewer(name.into()), act, blobs: Vec::new() }]).unwrap();
        review.close();
    }
    succeed(home, &["merge", "Ada.gainsay", "Ben.gainsay", "--out", "all.gainsay"]);
    let csv = succeed(home, &["export", "all.gainsay", "--format", "csv"]);
    assert!(csv.contains("Ada: See the appendix.; Ben: The dose is unclear."), "{csv}");
    let json: Json = serde_json::from_str(&succeed(home, &["export", "all.gainsay", "--format", "json"])).unwrap();
    let of = |at: usize| {
        (&json["statements"][0]["notes"][at]["who"]["reviewer"], &json["statements"][0]["notes"][at]["text"])
    };
    assert_eq!(of(0), (&Json::from("Ada"), &Json::from("See the appendix.")));
    assert_eq!(of(1), (&Json::from("Ben"), &Json::from("The dose is unclear.")));
}
