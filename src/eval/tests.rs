use std::collections::BTreeSet;

use super::{classes, evidence, retrieval, *};

fn gold(label: Label, rationales: &[&[usize]]) -> Gold {
    let set = |sentences: &&[usize]| sentences.iter().copied().collect::<BTreeSet<_>>();
    Gold { label, rationales: rationales.iter().map(set).collect() }
}

fn judged(label: Label, probabilities: [f64; 3], cited: &[usize]) -> Judged {
    Judged { label, overruled: None, probabilities, cited: cited.to_vec(), ranked: cited.to_vec() }
}

/// One claim with these abstracts, each with what people say and what the machine says.
fn outcome(abstracts: Vec<(Option<Gold>, Option<Judged>)>) -> Outcome {
    let mut outcome = Outcome::default();
    for (doc, (gold, judged)) in (1..).zip(abstracts) {
        outcome.cited.push(doc);
        outcome.gold.extend(gold.map(|gold| (doc, gold)));
        outcome.judged.extend(judged.map(|judged| (doc, judged)));
    }
    outcome
}

use Label::{Contradicts, NotEnough, Supports};

#[track_caller]
fn near(value: Option<f64>, expected: f64) {
    assert!(value.is_some_and(|value| (value - expected).abs() < 1e-12), "{value:?} is not {expected}");
}

#[test]
fn a_hit_further_down_is_worth_less() {
    let search = |found: &[u64]| Outcome { cited: vec![1, 2], found: found.to_vec(), ..Outcome::default() };
    // Gains 1 and 1/log2(4) of 1 and 1/log2(3).
    near(retrieval::ndcg(&[&search(&[1, 9, 2])], |o| &o.found, 10), 1.5 / (1.0 + 1.0 / 3.0_f64.log2()));
    near(retrieval::ndcg(&[&search(&[1, 9, 2])], |o| &o.found, 2), 1.0 / (1.0 + 1.0 / 3.0_f64.log2()));
    near(retrieval::recall(&[&search(&[9, 2]), &search(&[])], |o| &o.found, 10), 0.25);
    assert_eq!(retrieval::recall(&[&Outcome::default()], |o| &o.found, 10), None, "nothing was to be found");
}

#[test]
fn evidence_counts_when_label_and_whole_rationale_are_right() {
    let sure = [0.8, 0.1, 0.1];
    let one = outcome(vec![
        // Right, but only half of the rationale.
        (Some(gold(Supports, &[&[0, 1]])), Some(judged(Supports, sure, &[0, 5]))),
        // Right with one whole rationale of two.
        (Some(gold(Supports, &[&[2], &[3, 4]])), Some(judged(Supports, sure, &[2]))),
        // The other side.
        (Some(gold(Contradicts, &[&[0]])), Some(judged(Supports, sure, &[0]))),
        // Nothing was to be found here.
        (None, Some(judged(Supports, sure, &[0]))),
        // Not looked at.
        (Some(gold(Contradicts, &[&[7]])), None),
        // Passed over.
        (Some(gold(Contradicts, &[&[1]])), Some(judged(NotEnough, [0.1, 0.1, 0.8], &[1]))),
    ]);
    let all = [&one];
    let label = evidence::label_only(&all);
    near(label.precision(), 2.0 / 4.0);
    near(label.recall(), 2.0 / 5.0);
    near(label.f1(), 4.0 / 9.0);
    near(evidence::rationalised(&all).f1(), 2.0 / 9.0);
    // Given: 2 + 1 + 1 + 1; wanted: 2 + 3 + 1 + 1 + 1; right: sentence 2 and the other side's 0.
    near(evidence::selection(&all).f1(), 4.0 / 13.0);
    near(evidence::selection_and_label(&all).f1(), 2.0 / 13.0);
    near(evidence::rationale_within(&all, 3), 3.0 / 4.0);
}

#[test]
fn no_more_than_three_sentences_make_a_rationale_unless_none_is_shorter() {
    let with = |rationale: &[usize], cited: &[usize]| {
        let one = outcome(vec![(Some(gold(Supports, &[rationale])), Some(judged(Supports, [1.0, 0.0, 0.0], cited)))]);
        evidence::rationalised(&[&one]).f1()
    };
    near(with(&[4], &[1, 2, 3, 4]), 0.0);
    near(with(&[1, 2, 3, 4], &[1, 2, 3, 4]), 1.0);
}

#[test]
fn labels_and_sides_are_counted_apart() {
    let one = outcome(vec![
        (Some(gold(Supports, &[&[0]])), Some(judged(Supports, [0.6, 0.2, 0.2], &[0]))),
        (Some(gold(Supports, &[&[0]])), Some(judged(NotEnough, [0.1, 0.3, 0.6], &[0]))),
        (Some(gold(Contradicts, &[&[0]])), Some(judged(Contradicts, [0.1, 0.8, 0.1], &[0]))),
        (None, Some(judged(Supports, [0.5, 0.1, 0.4], &[0]))),
    ]);
    let all = [&one];
    assert_eq!(classes::confusion(&all), [[1, 0, 1], [0, 1, 0], [1, 0, 0]]);
    near(classes::accuracy(&all), 0.5);
    // F1: supports 2·1/(2+2), contradicts 1, neither 0.
    near(classes::macro_f1(&all), 0.5);
    // Sides at 0.75, 0.25, 0.11 of which the second is wrong.
    near(classes::side_accuracy(&all), 2.0 / 3.0);
    near(classes::side_balanced(&all), 0.75);
    near(classes::side_auc(&all), 1.0);
    near(classes::selective(&all, 1.0 / 3.0), 1.0);
    // Evidence at 0.8, 0.4 and 0.9, none at 0.6.
    near(classes::evidence_auc(&all), 2.0 / 3.0);
}

#[test]
fn equals_count_half_and_what_is_not_there_has_no_figure() {
    let even = [0.3, 0.3, 0.4];
    let one = outcome(vec![
        (Some(gold(Supports, &[&[0]])), Some(judged(Supports, even, &[0]))),
        (Some(gold(Contradicts, &[&[0]])), Some(judged(Supports, even, &[0]))),
    ]);
    near(classes::side_auc(&[&one]), 0.5);
    assert_eq!(classes::evidence_auc(&[&one]), None, "everything is evidence");
    assert_eq!(classes::accuracy(&[]), None);
}

#[test]
fn calibration_is_the_distance_between_said_and_right() {
    // Ten labels said at 0.9, of which six are right; ten bins of one each would
    // tell 0.9 − 0 or 1 − 0.9, so the mean is 0.6·0.1 + 0.4·0.9.
    let pairs = (0..10).map(|i| {
        let people = (i < 6).then(|| gold(Supports, &[&[0]]));
        (people, Some(judged(Supports, [0.9, 0.05, 0.05], &[0])))
    });
    let one = outcome(pairs.collect());
    near(classes::calibration_error(&[&one]), 0.42);
    let told = classes::reliability(&[&one]);
    assert!(told.len() == 10 && told.iter().all(|bin| bin.count == 1 && bin.said == 0.9));
}
