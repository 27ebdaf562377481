//! Copies without names: reviewers are told apart by numbers, the same in every format, and nobody is named.

use std::path::Path;

use gainsay::{
    domain::{Level, StatementId, Verdict},
    export::{self, Kind, Options},
    review::{Review, Who},
};
use serde_json::Value as Json;

use crate::support::{
    clock,
    program::succeed,
    reviewers::{NAMES, decide, reference, reviewed},
    unzipped,
};

/// The review of three reviewers that Dora adjudicates, of whom the last in the alphabet comes first.
fn adjudicated(home: &Path) -> Review {
    for (column, file) in ["one.gainsay", "two.gainsay", "three.gainsay"].into_iter().enumerate() {
        reviewed(&home.join(file), column).close();
    }
    succeed(home, &["merge", "three.gainsay", "one.gainsay", "two.gainsay", "--out", "all.gainsay"]);
    let review = Review::open(&home.join("all.gainsay"), clock()).unwrap();
    decide(&review, "Dora", StatementId(60), Verdict::Undecided, Level::Low, None);
    review
}

fn anonymous(review: &Review, kind: Kind) -> String {
    let options = Options { reviewer_names: false, appendix: true, ..Options::default() };
    let bytes = export::bytes(review, kind, &options).unwrap();
    if kind == Kind::Xlsx { unzipped(&bytes) } else { String::from_utf8(bytes).unwrap() }
}

/// Four reviewers would be one, and their agreement would be left out without a word.
#[test]
fn reviewers_without_names_are_told_apart_in_every_format_and_their_agreement_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let review = adjudicated(folder.path());
    for kind in Kind::ALL {
        let text = anonymous(&review, kind);
        for name in NAMES.into_iter().chain(["Dora", "one.gainsay", "two.gainsay", "three.gainsay"]) {
            assert!(!text.contains(name), "{} names {name}\n{text}", kind.name());
        }
        for number in 1..=4 {
            assert!(text.contains(&format!("reviewer {number}")), "{}: reviewer {number}\n{text}", kind.name());
        }
        assert!(!text.contains("reviewer 5"), "{}", kind.name());
    }
    let report = anonymous(&review, Kind::Markdown);
    // Cleo is the first in the record, then Ada and Ben.
    for (pair, names) in reference()["pairs"].as_array().unwrap().iter().zip([
        "2 and reviewer 3",
        "1 and reviewer 2",
        "1 and reviewer 3",
    ]) {
        let kappa = format!("reviewer {names}: Cohen’s κ {:.2}", pair["kappa"].as_f64().unwrap());
        assert!(report.contains(&kappa), "{kappa}\n{report}");
    }
    let at = report.find("reviewer 1 and reviewer 2: Cohen").unwrap();
    assert!(at < report.find("reviewer 2 and reviewer 3: Cohen").unwrap(), "by number, not by name");

    // JSON counts them as the others do, and opens again with all of them.
    let json: Json = serde_json::from_str(&anonymous(&review, Kind::Json)).unwrap();
    let csv = anonymous(&review, Kind::Csv);
    let first = json["statements"][0]["opinions"].as_array().unwrap();
    assert_eq!(first.len(), review.fold().opinions(StatementId(1)).len());
    for said in first {
        let (who, verdict) = (said["who"]["reviewer"].as_str().unwrap(), said["decided"]["verdict"].as_str().unwrap());
        assert!(csv.lines().nth(1).unwrap().contains(&format!("{who}: {verdict}")), "{who}\n{csv}");
    }
    let again = export::import(json.to_string().as_bytes(), None, clock()).unwrap();
    for id in (1..=60).map(StatementId) {
        let verdicts =
            |review: &Review| review.fold().opinions(id).iter().map(|opinion| opinion.verdict.0).collect::<Vec<_>>();
        assert_eq!(verdicts(&again), verdicts(&review), "{id}");
    }
    assert_eq!(again.fold().summary(StatementId(60)).by, Some(Who::Reviewer("reviewer 4".into())));
}
