use super::*;
use crate::domain::{
    Basis, Citation, Citations, Code, Counter, Digest, Fit, Place, Scored, Scores, Side, SourceMeta, Stage,
    StatementId, Subject, Verdict, VerdictValue, canonical,
};

fn verdict(verdict: Verdict, confidence: f64, rationale: &str) -> Value {
    Value::Verdict(VerdictValue {
        verdict,
        confidence,
        rationale: rationale.into(),
        basis: Basis::CitedBoth,
        unrated: false,
        critique: None,
        issues: Vec::new(),
    })
}

/// A change as it may be printed.
fn describe(change: &Change) -> String {
    match change {
        Change::Text { what, pieces } => {
            let pieces = pieces.iter().map(|(edit, text)| match edit {
                Edit::Same => text.to_string(),
                Edit::Removed => format!("[-{text}-]"),
                Edit::Added => format!("[+{text}+]"),
            });
            format!("{what}: {}", pieces.collect::<String>())
        }
        Change::Field { what, before, after } => format!("{what} {before} → {after}"),
        Change::Added { what, text } => format!("+ {what}: {text}"),
        Change::Removed { what, text } => format!("− {what}: {text}"),
    }
}

fn all(before: &Value, after: &Value) -> Vec<String> {
    changes(before, after, &Titles::new()).iter().map(describe).collect()
}

#[test]
fn a_verdict_is_compared_field_by_field_and_its_rationale_word_by_word() {
    let one = verdict(Verdict::Contradicts, 0.71, "Two trials found no difference [1] [2].");
    let two = verdict(Verdict::Undecided, 0.6, "Two small trials found little difference [1] [2].");
    let expected = [
        "verdict contradicts → undecided",
        "confidence 0.71 → 0.60",
        "rationale: Two [+small +]trials found [-no-][+little+] difference [1] [2].",
    ];
    assert_eq!(all(&one, &two), expected);
    assert!(all(&one, &one).is_empty());
}

#[test]
fn neighbouring_words_that_changed_are_one_change() {
    let counter = |text: &str, keywords: &[&str]| {
        let keywords = keywords.iter().map(|k| Clean::from(*k)).collect();
        Value::Counter(Counter { text: text.into(), hyde: Vec::new(), keywords })
    };
    let made = all(&counter("It has no effect here.", &["a", "b"]), &counter("It does harm here.", &["b", "c"]));
    assert_eq!(made, ["counter-statement: It [-has no effect-][+does harm+] here.", "− keyword: a", "+ keyword: c"]);
}

#[test]
fn scores_name_their_documents() {
    let doc = DocId::from("0123");
    let scores = |score, reason: &str| {
        let scored = vec![Scored { doc: doc.clone(), score, reason: reason.into() }];
        Value::Scores(Scores { scored, threshold: 3, ..Scores::default() })
    };
    let titles = Titles::from([(doc.clone(), Clean::from("Renal dosing"))]);
    let mut included = scores(2, "Off topic.");
    if let Value::Scores(s) = &mut included {
        s.included.insert(doc.clone());
    }
    let made: Vec<String> =
        changes(&scores(2, "Off topic."), &scores(4, "On topic."), &titles).iter().map(describe).collect();
    assert_eq!(made, ["score of “Renal dosing” 2 → 4", "reason for the score of “Renal dosing”: [-Off-][+On+] topic."]);
    assert_eq!(all(&scores(2, "Off topic."), &included), ["+ included: 0123"]);
}

#[test]
fn citations_are_the_same_by_their_place_not_by_their_number() {
    let citation = |number, start: usize, passage: &str| Citation {
        number,
        doc: "d".into(),
        document: Digest::of(b"d"),
        meta: SourceMeta::default(),
        reference: Clean::default(),
        side: Side::Counter,
        passage: passage.into(),
        before: Clean::default(),
        after: Clean::default(),
        place: Place { page: 1, paragraph: 1, start, end: start + passage.len() },
        fit: Fit::Exact,
        score: 4,
        claimed_page: None,
        lead: None,
        section: None,
    };
    let list = |citations| Value::Citations(Citations { citations, ..Citations::default() });
    let one = list(vec![citation(1, 0, "First."), citation(2, 9, "Second.")]);
    let two = list(vec![citation(1, 9, "Second."), citation(2, 30, "Third.")]);
    assert_eq!(
        all(&one, &two),
        ["− citation: [1] “First.”", "number of “Second.” [2] → [1]", "+ citation: [2] “Third.”"]
    );
}

#[test]
fn issues_come_and_go_by_their_key() {
    let issue = |message: &str| {
        let subject = Subject::Claimed(Digest::of(&canonical(&message)));
        Issue::new(StatementId(1), Stage::Verdict, Code::NoEvidence, subject, message)
    };
    let with = |issues: Vec<Issue>| match verdict(Verdict::Supports, 0.5, "x") {
        Value::Verdict(v) => Value::Verdict(VerdictValue { issues, ..v }),
        other => other,
    };
    let made = all(&with(vec![issue("old"), issue("both")]), &with(vec![issue("both"), issue("new")]));
    assert_eq!(made.len(), 2, "{made:?}");
    assert!(made[0].starts_with("− issue: ") && made[0].ends_with("NO_EVIDENCE old"), "{made:?}");
    assert!(made[1].starts_with("+ issue: ") && made[1].ends_with("NO_EVIDENCE new"), "{made:?}");
}

proptest::proptest! {
    #[test]
    fn both_texts_can_be_read_out_of_the_changes(before in "[ab ]{0,12}", after in "[ab ]{0,12}") {
        let pieces = words(&before.as_str().into(), &after.as_str().into());
        let without = |edit| pieces.iter().filter(|(e, _)| *e != edit).map(|(_, t)| t.as_str()).collect::<String>();
        proptest::prop_assert_eq!(without(Edit::Added), before);
        proptest::prop_assert_eq!(without(Edit::Removed), after);
    }
}
