use std::collections::BTreeMap;

use crate::{
    domain::{
        Abstention, Basis, Candidate, Citation, Citations, Code, Counter, Credibility, Document, EvidenceType,
        Inspection, Issue, Judgement, Kind, Opinion, Report, Scored, Scores, SearchResult, Settings, Side, Signal,
        Stage, Stance, Statement, StatementId, Statistics, Subject, Verdict, VerdictValue, Weighed, Weighing,
        fixtures::{candidate, candidate_of, citation, document, source, statement, weighed},
        rules::{
            credibility::CredibilityTable,
            signal::{self, Criteria},
        },
    },
    text::Clean,
};

use super::*;

fn why<T: std::fmt::Debug>(refused: Result<T, EditError>) -> String {
    refused.unwrap_err().0.to_string()
}

const PAPER: &str = "Background was short. HbA1c fell by 1.5% with metformin, and weight did not change at all. \
                     Nausea was common in both arms.";

fn new_text(text: &str) -> NewText {
    NewText { text: text.into(), context: "".into(), kind: Kind::Finding, anchors: Vec::new() }
}

/// Statements 1.. of these words.
fn list(texts: &[&str]) -> Vec<Statement> {
    let made = (1..).zip(texts).map(|(n, text)| Statement { id: StatementId(n), order: n, ..statement(text) });
    made.collect()
}

fn ids(list: &[Statement]) -> Vec<(u32, u32)> {
    list.iter().map(|s| (s.id.0, s.order)).collect()
}

#[test]
fn an_amended_statement_is_placed_where_its_words_are_and_its_reviewer_vouches_for_it() {
    let before = Statement { given_id: Some("c7".into()), confidence: 0.8, ..statement("Something else.") };
    let made = amend(&before, new_text("Nausea was common\nin both arms."), &source(PAPER)).unwrap();
    assert_eq!(made.text, "Nausea was common in both arms.");
    let place = made.place.unwrap();
    assert_eq!(&PAPER[place.start..place.end], "Nausea was common in both arms.");
    assert!(made.context.contains("weight did not change"), "{}", made.context);
    assert_eq!((made.id, made.confidence, made.given_id), (StatementId(1), 1.0, Some("c7".into())));
}

#[test]
fn an_amended_statement_that_is_not_in_the_text_is_kept_without_a_place() {
    let made = amend(&statement("x"), new_text("Aspirin prevents stroke in the elderly."), &source(PAPER)).unwrap();
    assert_eq!(made.place, None);
    let said = NewText { context: "As the authors told us.".into(), ..new_text("Yes.") };
    let made = amend(&statement("x"), said, &source(PAPER)).unwrap();
    assert_eq!(made.context, "As the authors told us.", "rules on form do not bind a reviewer");
}

#[test]
fn words_that_did_not_change_keep_their_place() {
    let before = statement("Nausea was common in both arms.");
    let new = NewText { kind: Kind::Hypothesis, anchors: vec!["nausea".into()], ..new_text(&before.text) };
    let made = amend(&before, new, &source(PAPER)).unwrap();
    assert_eq!((made.place, made.kind), (before.place, Kind::Hypothesis));
    assert_eq!(made.anchors, ["nausea"]);
}

#[test]
fn a_statement_without_a_text_is_refused() {
    for text in ["", "  \n "] {
        assert!(why(amend(&statement("x"), new_text(text), &source(PAPER))).contains("drop it"));
        assert!(why(add(&list(&["a"]), None, new_text(text), &source(PAPER), StatementId(2))).contains("needs a text"));
    }
}

#[test]
fn an_added_statement_comes_after_its_place_and_orders_stay_gapless() {
    let (paper, before) = (source(PAPER), list(&["a", "b", "c"]));
    let made = add(&before, Some(0), new_text("new"), &paper, StatementId(9)).unwrap();
    assert_eq!(ids(&made), [(1, 1), (9, 2), (2, 3), (3, 4)]);
    let made = add(&before, None, new_text("new"), &paper, StatementId(9)).unwrap();
    assert_eq!(ids(&made), [(1, 1), (2, 2), (3, 3), (9, 4)]);
    let made = add(&before, Some(70), new_text("new"), &paper, StatementId(9)).unwrap();
    assert_eq!(made.last().unwrap().id, StatementId(9));
}

#[test]
fn a_split_statement_becomes_two_new_ones_each_with_its_place_and_anchors() {
    let whole = "HbA1c fell by 1.5% with metformin, and weight did not change at all.";
    let mut before = list(&["first", whole, "last"]);
    before[1].anchors = vec!["HbA1c".into(), "Weight".into(), "metformin".into()];
    before[1].given_id = Some("c2".into());
    let halves = ["HbA1c fell by 1.5% with metformin.", "The weight did not change at all."].map(Clean::from);
    let made = split(&before, 1, halves.clone(), &source(PAPER), StatementId(4)).unwrap();
    assert_eq!(ids(&made), [(1, 1), (4, 2), (5, 3), (3, 4)]);
    assert_eq!([&made[1].text, &made[2].text], [&halves[0], &halves[1]]);
    assert_eq!((made[1].anchors.len(), made[2].anchors.as_slice()), (2, &["Weight".into()][..]));
    assert!(made[1].place.is_some(), "a half in the paper's words has its own place");
    assert_eq!(made[2].place, before[1].place, "a half in other words has the place of the whole");
    assert!(made[1..3].iter().all(|half| half.given_id.is_none()), "neither is the claim that was given");
}

#[test]
fn a_half_without_words_is_refused() {
    let before = list(&["Käse schadet."]);
    let halves = |first: &str, second: &str| [first, second].map(Clean::from);
    for (first, second) in [("", "Käse schadet."), ("Käse", " . ")] {
        let refused = split(&before, 0, halves(first, second), &source(PAPER), StatementId(2));
        assert!(why(refused).contains("needs words"), "{first:?} {second:?}");
    }
    assert!(why(split(&before, 3, halves("a", "b"), &source(PAPER), StatementId(2))).contains("no statement to split"));
}

#[test]
fn merged_statements_are_one_new_one_and_the_last_has_none_to_merge_with() {
    let mut before = list(&["One fell", "Two rose.", "Three stayed."]);
    before[0].anchors = vec!["one".into(), "both".into()];
    before[1].anchors = vec!["both".into(), "two".into()];
    let made = merge(&before, 0, &source(PAPER), StatementId(4)).unwrap();
    assert_eq!(ids(&made), [(4, 1), (3, 2)]);
    assert_eq!(made[0].text, "One fell. Two rose.");
    assert_eq!(made[0].anchors, ["one", "both", "two"]);
    assert!(why(merge(&before, 2, &source(PAPER), StatementId(4))).contains("no next statement"));
}

#[test]
fn all_but_the_last_statement_can_be_dropped() {
    let made = drop_statement(&list(&["a", "b", "c"]), 1).unwrap();
    assert_eq!(ids(&made), [(1, 1), (3, 2)]);
    assert!(why(drop_statement(&list(&["a"]), 0)).contains("add another one"));
    assert!(why(drop_statement(&made, 2)).contains("no statement to drop"));
}

#[test]
fn an_opposite_that_says_the_same_is_refused_however_it_is_written() {
    let whole = statement("Metformin lowers HbA1c.");
    let set = |text: &str| counter(&whole, &text.into(), vec!["a".into(), " ".into()], vec!["".into(), "b\nc".into()]);
    for same in ["Metformin lowers HbA1c.", "metformin lowers HbA1c", "  METFORMIN lowers\nHbA1c!"] {
        assert!(why(set(same)).contains("says the same"), "{same}");
    }
    assert!(why(set(" ")).contains("speaks against"));
    let made = set("No.").unwrap();
    assert_eq!(made, Counter { text: "No.".into(), hyde: vec!["b c".into()], keywords: vec!["a".into()] });
}

fn search() -> SearchResult {
    SearchResult { candidates: (0..3).map(|i| candidate(i, Side::Counter)).collect(), ..SearchResult::default() }
}

#[test]
fn a_candidate_is_taken_out_once() {
    let doc = candidate(1, Side::Counter).doc;
    let made = without_candidate(&search(), &doc).unwrap();
    assert_eq!(made.candidates.iter().map(|c| c.doc.as_str()).collect::<Vec<_>>(), ["doc000", "doc002"]);
    assert!(why(without_candidate(&made, &doc)).contains("not among those found"));
}

#[test]
fn a_score_is_from_1_to_5_and_counts_at_once() {
    let [one, two] = [0, 1].map(|i| candidate(i, Side::Counter).doc);
    let scored = vec![Scored { doc: one.clone(), score: 2, reason: "misses".into() }];
    let before = Scores { scored, unscored: vec![two.clone()], threshold: 3, ..Scores::default() };
    for wrong in [0, 6] {
        assert!(why(score(&before, &one, wrong, "x".into())).contains("from 1"));
    }
    let made = score(&before, &one, 4, "It answers.".into()).unwrap();
    assert!(!before.passes(&one) && made.passes(&one));
    assert_eq!(made.scored.len(), 1);
    let made = score(&made, &two, 5, "So does this.".into()).unwrap();
    assert!(made.passes(&two) && made.unscored.is_empty(), "what is scored is not listed as unscored");
}

const PAGE: &str = "Methods were sound. Metformin lowered HbA1c by 1.5% in adults. Weight did not change over two \
                    years. Deaths were rare in both arms of the trial.";

fn trial() -> (Document, Candidate) {
    let trial = document("A trial", &[PAGE]);
    let candidate = candidate_of(&trial, Side::Counter);
    (trial, candidate)
}

fn stretch(words: &str) -> (u32, std::ops::Range<usize>) {
    let start = PAGE.find(words).unwrap();
    (1, start..start + words.len())
}

fn numbers(citations: &Citations) -> Vec<u32> {
    citations.citations.iter().map(|c| c.number).collect()
}

#[test]
fn marked_stretches_follow_the_largest_number_and_what_is_cited_is_passed_over() {
    let (trial, _) = trial();
    let before = Citations {
        citations: vec![Citation { number: 2, ..citation(2, "a") }, Citation { number: 7, ..citation(7, "b") }],
        without_passage: vec![trial.id.clone()],
        ..Citations::default()
    };
    let (weight, deaths) = (stretch("Weight did not change over two years."), stretch("Deaths were rare"));
    let (made, count) = cite(&before, &trial, Side::Statement, 4, &[weight.clone(), deaths]).unwrap();
    assert_eq!((count, numbers(&made)), (2, vec![2, 7, 8, 9]));
    assert!(made.without_passage.is_empty(), "it has one now");
    let fresh = made.get(8).unwrap();
    assert_eq!((fresh.passage.as_str(), fresh.side), ("Weight did not change over two years.", Side::Statement));
    assert_eq!(trial.at(fresh.place).unwrap(), fresh.passage);
    // A part of what is cited is cited.
    let part = stretch("over two years");
    assert!(why(cite(&made, &trial, Side::Counter, 4, std::slice::from_ref(&part))).contains("cited already"));
    let (made, count) = cite(&made, &trial, Side::Counter, 4, &[part, stretch("Methods were sound.")]).unwrap();
    assert_eq!((count, numbers(&made)), (1, vec![2, 7, 8, 9, 10]));
    assert!(why(cite(&made, &trial, Side::Counter, 4, &[])).contains("tick a sentence"));
}

#[test]
fn a_pasted_passage_becomes_the_sources_own_words_or_is_refused() {
    let (trial, candidate) = trial();
    let found = |passage: &str| locate(&trial, &candidate, 4, passage, &Settings::default());
    let made = put(&Citations::default(), found("metformin  lowered HbA1c\nby 1.5 % in adults").unwrap()).unwrap();
    let fresh = made.get(1).unwrap();
    assert_eq!(trial.at(fresh.place).unwrap(), fresh.passage);
    assert!(fresh.passage.starts_with("Metformin lowered HbA1c by 1.5%"), "{}", fresh.passage);
    let again = found("Metformin lowered HbA1c by 1.5% in adults.").unwrap();
    assert!(why(put(&made, again)).contains("cited already"));
    assert_eq!(found("Aspirin prevents stroke in the very old."), None);
    assert_eq!(found("  "), None);
}

#[test]
fn a_citation_taken_out_leaves_the_others_their_numbers_and_its_own_to_nobody() {
    let (trial, _) = trial();
    let before = Citations { citations: vec![citation(1, "a"), citation(2, "b")], ..Citations::default() };
    let made = uncite(&before, 1).unwrap();
    assert_eq!(numbers(&made), [2]);
    assert!(why(uncite(&made, 1)).contains("no citation [1]"));
    let (made, _) = cite(&made, &trial, Side::Counter, 3, &[stretch("Deaths were rare")]).unwrap();
    assert_eq!(numbers(&made), [2, 3]);
    let fewer = uncite(&made, 3).unwrap();
    let (made, _) = cite(&fewer, &trial, Side::Counter, 3, &[stretch("Methods were sound.")]).unwrap();
    assert_eq!(numbers(&made), [2, 4], "[3] in an older report never means another passage");
}

fn by_default<T>(made: impl FnOnce(Criteria<'_>) -> T) -> T {
    made(Criteria { settings: &Settings::default(), table: &CredibilityTable::builtin() })
}

fn weighing(rows: Vec<Weighed>) -> Weighing {
    let settings = Settings::default();
    let mut signal: Signal = signal::signal(&rows, settings.signal_floor);
    by_default(|criteria| signal::require_sources(&mut signal, &rows, &[], criteria));
    let abstentions = signal::abstentions(&rows, &signal, &settings.abstain);
    Weighing { weighed: rows, signal, abstentions, ..Weighing::default() }
}

fn three() -> Citations {
    let citations = (1..=3).map(|n| citation(n, &format!("passage {n}"))).collect();
    Citations { citations, ..Citations::default() }
}

#[test]
fn a_stance_moves_the_signal_and_lifts_a_block() {
    let blocked = Weighed { blocked: true, ..weighed(1, Stance::Supports) };
    let mut before = weighing(vec![blocked, weighed(2, Stance::Supports)]);
    let issue = |code| {
        let mut issue = Issue::new(StatementId(1), Stage::Weigh, code, Subject::Report(code.name().into()), "x");
        issue.citation = Some(1);
        issue
    };
    before.issues = vec![issue(Code::NumberMismatch), issue(Code::WeakEvidence)];
    let set = |number, to, confidence| {
        by_default(|criteria| {
            stance(&before, &three(), number, (to, confidence), "Read it.".into(), &BTreeMap::new(), criteria)
        })
    };
    let made = set(1, Stance::Contradicts, 0.9).unwrap();
    assert_eq!((before.signal.contradicting, made.signal.contradicting > 0.8), (0.0, true));
    let row = made.get(1).unwrap();
    assert!(!row.blocked && row.stance == Stance::Contradicts && row.reasoning == "Read it.");
    assert_eq!(row.by_reviewer.as_deref(), Some("Read it."), "whose word it is stands with it");
    assert_eq!((row.opinion.original, row.opinion.adjusted), (0.9, 0.9), "the reviewer's confidence is not adjusted");
    let codes: Vec<Code> = made.issues.iter().map(|i| i.code).collect();
    assert_eq!(codes, [Code::WeakEvidence], "what was found about the old stance is gone");
    assert!(why(set(9, Stance::Mixed, 0.9)).contains("no citation [9]"));
    let by_hand = set(3, Stance::Contradicts, 0.9).unwrap();
    assert_eq!(by_hand.get(3).map(|w| w.stance), Some(Stance::Contradicts), "a citation made by hand gets a weight");
    assert!(by_hand.signal.contradicting > 0.0, "and counts");
}

#[test]
fn a_stance_without_evidence_left_abstains_and_its_scores_say_what_it_says() {
    let before = weighing(vec![weighed(1, Stance::Supports)]);
    assert!(before.abstentions.is_empty());
    for to in [Stance::Supports, Stance::Contradicts, Stance::NotAddressed, Stance::Mixed] {
        for confidence in [0.0, 0.3, 0.6, 0.9, 7.0, f64::NAN] {
            let made = by_default(|criteria| {
                stance(&before, &three(), 1, (to, confidence), "".into(), &BTreeMap::new(), criteria)
            })
            .unwrap();
            let row = made.get(1).unwrap();
            let scores = &row.scores;
            assert!((scores.entailment + scores.contradiction + scores.neutral - 1.0).abs() < 1e-9);
            let read = if scores.entailment >= 0.3 && scores.contradiction >= 0.3 {
                Stance::Mixed
            } else if scores.entailment > scores.contradiction.max(scores.neutral) {
                Stance::Supports
            } else if scores.contradiction > scores.entailment.max(scores.neutral) {
                Stance::Contradicts
            } else {
                Stance::NotAddressed
            };
            assert_eq!(read, to, "{confidence}: {scores:?}");
            assert!((0.0..=1.0).contains(&row.confidence));
            assert_eq!(row.reasoning, "It says so.", "without a reason the old one stays");
            let abstains = made.abstentions.contains(&Abstention::InsufficientEvidence);
            assert_eq!(abstains, to == Stance::NotAddressed);
        }
    }
}

#[test]
fn a_quality_is_from_0_to_1_and_heals_a_failed_inspection() {
    let before = Inspection { failure: Some("gone".into()), per_citation: Some(0.9), ..Inspection::default() };
    for wrong in [-0.1, 1.1, f64::NAN] {
        assert!(why(quality(&before, wrong)).contains("from 0"));
    }
    let made = quality(&before, 0.4).unwrap();
    assert_eq!((made.quality, made.per_citation, made.failure), (Some(0.4), None, None));
}

#[test]
fn a_report_may_be_as_short_as_it_likes_but_not_cite_what_is_not_there() {
    let (whole, opposite) = (statement("Metformin lowers HbA1c."), Counter::default());
    let mut rows = vec![weighed(1, Stance::Contradicts), weighed(2, Stance::Contradicts)];
    rows[1].blocked = true;
    let (cited, weighing) = (three(), weighing(rows));
    let before =
        Report { statistics: Statistics { citations: 3, found: 9, ..Statistics::default() }, ..Report::default() };
    let set = |text: &str| report(&before, &whole, &opposite, &cited, &weighing, &text.into());
    assert!(why(set(" \n")).contains("the report is empty; write it"));
    let made = set("Summary: refuted [1].").unwrap();
    assert_eq!(made.summary, "Summary: refuted [1].", "rules on form do not bind a reviewer");
    assert!(made.issues.is_empty(), "{:?}", made.issues);
    assert_eq!((made.statistics.found, made.computed), (9, false));
    let made = set("Refuted [1], and [2] says so too, as does [8].").unwrap();
    let told: Vec<&Clean> = made.issues.iter().map(|i| &i.message).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().any(|m| m.contains("[2], which counts for nothing")), "{told:?}");
    assert!(told.iter().any(|m| m.contains("[8], which does not exist")), "{told:?}");
}

fn verdict(confidence: f64) -> VerdictValue {
    VerdictValue {
        verdict: Verdict::Contradicts,
        confidence,
        rationale: "[1] says otherwise.".into(),
        basis: Basis::CitedContradiction,
        unrated: false,
        critique: None,
        issues: Vec::new(),
    }
}

fn judgement() -> Judgement {
    let hallucination = Issue::new(StatementId(1), Stage::Judge, Code::Hallucination, Subject::Report("x".into()), "x");
    Judgement {
        opinion: Opinion {
            valid: false,
            quality: 0.0,
            evidence_type: EvidenceType::Inappropriate,
            issue: None,
            original: 0.8,
            adjusted: 0.0,
        },
        verdict: Verdict::Undecided,
        confidence: 0.0,
        basis: Basis::BlockedByJudge,
        blocked: true,
        issues: vec![hallucination],
    }
}

#[test]
fn the_judges_block_is_lifted_and_laid_by_a_reviewers_opinion() {
    let settings = Settings::default();
    let enough = weighing(vec![weighed(1, Stance::Contradicts)]);
    let set = |weighing: &Weighing, quality: f64, why: &str| {
        judged(&judgement(), &verdict(0.8), weighing, EvidenceType::Weak, quality, why.into(), &settings)
    };
    let made = set(&enough, 1.0, "").unwrap();
    assert_eq!((made.verdict, made.basis, made.blocked), (Verdict::Contradicts, Basis::CitedContradiction, false));
    assert!((made.confidence - 0.8).abs() < 1e-9);
    assert_eq!((made.opinion.issue, made.issues.len()), (None, 1), "what code found stands");
    let made = set(&enough, 0.1, "An animal study.").unwrap();
    assert_eq!((made.verdict, made.basis, made.blocked), (Verdict::Undecided, Basis::BlockedByJudge, true));
    assert_eq!(made.opinion.issue.as_deref(), Some("An animal study."));
    let made = set(&weighing(Vec::new()), 1.0, "").unwrap();
    assert!(made.confidence <= settings.abstain.cap, "an abstention caps it all the same");
    for wrong in [-0.1, 1.01, f64::NAN] {
        assert!(why(set(&enough, wrong, "")).contains("from 0"));
    }
}

#[test]
fn what_a_source_is_worth_is_not_changed_by_a_stance() {
    let credibility = Credibility::by_rule(0.65, "preprint");
    let before = weighing(vec![Weighed { credibility: credibility.clone(), ..weighed(1, Stance::Supports) }]);
    let made = by_default(|criteria| {
        stance(&before, &three(), 1, (Stance::Contradicts, 0.9), "".into(), &BTreeMap::new(), criteria)
    })
    .unwrap();
    assert_eq!(made.get(1).unwrap().credibility, credibility);
    assert!((made.signal.contradicting - 0.65 * 0.9).abs() < 1e-9);
    assert!(made.abstentions.contains(&Abstention::NoAuthoritativeSource));
}

/// A reader of the review would take a reviewer to have judged passages that nobody but the machine weighed.
#[test]
fn a_ruling_on_one_passage_is_not_signed_under_the_others_of_its_source() {
    let other = Weighed { work: 1, ..weighed(2, Stance::Supports) };
    let before = weighing(vec![weighed(1, Stance::Supports), other]);
    let kind = (EvidenceType::Explicit, 1.0);
    let made = by_default(|criteria| weight(&before, &three(), 1, 0.3, kind, &"a tabloid".into(), criteria)).unwrap();
    assert_eq!(made.weighed.iter().map(|w| w.credibility.value).collect::<Vec<_>>(), [0.3, 0.3]);
    assert_eq!(made.weighed.iter().map(|w| w.by_reviewer.is_some()).collect::<Vec<_>>(), [true, false]);
}
