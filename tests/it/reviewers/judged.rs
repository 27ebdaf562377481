//! Whose verdict the judge's values in a table are of.

use gainsay::{
    domain::{Basis, EvidenceType, Judgement, Level, Opinion, StatementId, Value, Verdict},
    review::Review,
};

use crate::support::{
    program::succeed,
    reviewers::{decide, result, undecided},
};

/// The judge lowers the confidence from high to medium.
fn judge(review: &Review, id: u32) {
    let opinion = Opinion {
        valid: true,
        quality: 0.7,
        evidence_type: EvidenceType::Contextual,
        issue: None,
        original: 0.9,
        adjusted: 0.6,
    };
    let (verdict, basis) = (Verdict::Supports, Basis::CitedSupport);
    let judged = Judgement { opinion, verdict, confidence: 0.6, basis, blocked: false, issues: Vec::new() };
    result(review, Some(StatementId(id)), &Value::Judgement(judged));
}

/// Beside a reviewer's verdict the values of the machine's would be read as the judge's view of the reviewer.
#[test]
fn the_table_says_whose_verdict_the_judge_assessed() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let review = undecided(&home.join("r.gainsay"));
    (1..=3).for_each(|id| judge(&review, id));
    // The first is left to the machine, the second decided after the judge, the third judged again after the decision.
    decide(&review, "Ada", StatementId(2), Verdict::Contradicts, Level::High, None);
    decide(&review, "Ada", StatementId(3), Verdict::Contradicts, Level::High, None);
    judge(&review, 3);
    review.close();
    let csv = succeed(home, &["export", "r.gainsay", "--format", "csv"]);
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let heads = rows.headers().unwrap().clone();
    let at = |name: &str| heads.iter().position(|head| head == name).unwrap();
    let cells: Vec<[String; 3]> = rows
        .records()
        .map(|row| row.unwrap())
        .map(|row| ["decided_by", "adjusted_confidence", "judged"].map(|name| row[at(name)].to_owned()))
        .collect();
    let cells: Vec<Vec<&str>> = cells.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
    assert_eq!(
        cells[..4],
        [
            vec!["machine", "0.60", "machine"],
            vec!["Ada", "0.60", "machine"],
            // The judge adjusts no confidence of a reviewer.
            vec!["Ada", "0.90", "reviewer"],
            vec!["machine", "", ""]
        ]
    );
}
