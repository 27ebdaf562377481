//! Every result of every stage set by hand: a script of keys for each, what it
//! puts on record, and that undo brings the machine's result back.

use crate::fixture::paper;
use gainsay::{
    domain::{Kind, MaxStatements, Stage, Stance, StatementId, Value, Verdict},
    engine::{Command, Scope},
    export::Options,
    reason::RunOverrides,
    review::{Act, Review, StageState},
};

use crate::fixture::face::{open, text};

const ONE: StatementId = StatementId(1);

fn value(review: &Review, stage: Stage) -> Value {
    (*review.in_force(ONE, stage).unwrap().unwrap()).clone()
}

fn state(review: &Review, stage: Stage) -> StageState {
    review.fold().resolve(ONE).get(stage).state.clone()
}

/// Presses `keys`, expects the override of `stage` with `reason` to be the
/// newest act and what follows from it stale, hands its value to `check`, and
/// expects undo to bring the old one back.
fn sets(keys: &str, stage: Stage, reason: Option<&str>, check: impl Fn(Value)) {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    let before = value(&review, stage);
    tui.press(keys);
    let screen = text(&tui.draw(120, 36));
    let newest = match review.entries().unwrap().pop().unwrap().act {
        Act::Bulk { mut acts, .. } if acts.len() == 1 => acts.remove(0),
        act => act,
    };
    let Act::Override { stage: set, statement: Some(ONE), reason: given, accepts: false, .. } = &newest else {
        panic!("{keys} led to {newest:?}\n{screen}")
    };
    assert_eq!((*set, given.as_ref().map(ToString::to_string).as_deref()), (stage, reason), "{keys}");
    assert!(matches!(state(&review, stage), StageState::Overridden { .. }));
    tui.press("<Esc><Esc>");
    let marked = text(&tui.draw(160, 60));
    let mark = if stage == Stage::Extract { "◆ set by a reviewer".to_owned() } else { format!("◆ {stage} ") };
    assert!(marked.contains(&mark), "{marked}");
    assert_ne!(value(&review, stage), before);
    check(value(&review, stage));
    if let Some(next) = Stage::OF_STATEMENT.into_iter().find(|next| next.inputs().contains(&stage)) {
        assert!(!matches!(state(&review, next), StageState::Done), "{next} follows from {stage}");
    }
    tui.press("u");
    assert_eq!(value(&review, stage), before, "undo brings the old result back");
}

#[test]
fn a_statement_is_worded_anew() {
    sets("se<End> in adults<Tab>3<Tab><Tab>, HbA1c<Tab>clearer<Enter>", Stage::Extract, Some("clearer"), |value| {
        let Value::Statement(statement) = value else { panic!() };
        assert!(statement.text.ends_with(" in adults"), "{}", statement.text);
        assert_eq!(statement.kind, Kind::Hypothesis);
        assert!(statement.anchors.iter().any(|a| a == "HbA1c"));
    });
}

#[test]
fn the_opposite_and_its_keywords_are_set() {
    sets("2e<Enter><C-u>Metformin raises mortality.<Tab>, mortality<C-s>", Stage::Counter, None, |value| {
        let Value::Counter(counter) = value else { panic!() };
        assert!(counter.text.ends_with("Metformin raises mortality."), "{}", counter.text);
        assert_eq!(counter.keywords.last().unwrap(), "mortality");
        assert!(!counter.hyde.is_empty(), "what was not touched stays");
    });
}

#[test]
fn a_candidate_is_taken_out_of_the_search() {
    sets("DX", Stage::Search, None, |value| {
        let Value::Search(search) = value else { panic!() };
        assert!(!search.candidates.is_empty());
    });
}

#[test]
fn a_document_is_scored_by_hand() {
    sets("DG=5<Enter>", Stage::Score, None, |value| {
        let Value::Scores(scores) = value else { panic!() };
        assert!(scores.scored.iter().any(|s| s.score == 5 && s.reason == "Scored by a reviewer."));
    });
}

#[test]
fn a_citation_is_taken_out_and_the_others_keep_their_numbers() {
    sets("3X", Stage::Cite, None, |value| {
        let Value::Citations(citations) = value else { panic!() };
        let numbers: Vec<u32> = citations.citations.iter().map(|c| c.number).collect();
        assert!(!numbers.contains(&1) && numbers.contains(&2), "{numbers:?}");
    });
}

/// Citations that a reviewer set are made anew by no run: what they excluded afterwards went on being counted and printed.
#[test]
fn an_excluded_document_leaves_the_citations_that_were_set_by_hand() {
    let review = paper();
    let mut tui = open(&review);
    let cited = || {
        let Value::Citations(citations) = value(&review, Stage::Cite) else { panic!() };
        citations.citations.into_iter().map(|citation| citation.doc).collect::<Vec<_>>()
    };
    tui.draw(120, 36);
    tui.press("3X");
    let before = cited();
    tui.press("3o");
    let Act::Bulk { acts, .. } = review.entries().unwrap().pop().unwrap().act else { panic!("{before:?}") };
    let Act::Exclude { doc, .. } = &acts[0] else { panic!("{acts:?}") };
    assert!(before.contains(doc) && !cited().contains(doc), "{before:?}");
    assert!(!matches!(state(&review, Stage::Weigh), StageState::Done));
    let mut report = Vec::new();
    gainsay::export::write(&review, gainsay::export::Kind::Markdown, &Options::default(), &mut report).unwrap();
    let report = String::from_utf8(report).unwrap().replace('\\', "");
    assert!(report.contains("meta-analysis of 15 trials agrees [citation 2, no longer cited]"), "{report}");
    tui.press("u");
    assert_eq!(cited(), before);
}

/// The letters of a reason jumped among those of the list, and another reason was recorded.
#[test]
fn a_reason_that_is_typed_is_recorded_as_typed() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("C'just another population<C-s>");
    let reason = review.entries().unwrap().pop().unwrap().act.reason().map(ToString::to_string);
    assert_eq!(reason.as_deref(), Some("just another population"), "{}", text(&tui.draw(120, 36)));
}

#[test]
fn the_quality_of_the_evidence_is_set() {
    sets(
        "5e<Enter><C-u><BS><BS><BS><BS>0,4<Tab>two abstracts only<Enter>",
        Stage::Inspect,
        Some("two abstracts only"),
        |value| {
            let Value::Inspection(inspection) = value else { panic!() };
            assert_eq!(inspection.quality, Some(0.4));
        },
    );
}

#[test]
fn a_stance_is_set_and_the_signal_follows() {
    sets("3=<Tab>4<Tab><Tab>other patients<C-s>", Stage::Weigh, Some("other patients"), |value| {
        let Value::Weighing(weighing) = value else { panic!() };
        let first = weighing.weighed.iter().find(|w| w.number == 1).unwrap();
        assert_eq!(first.stance, Stance::NotAddressed);
        assert_eq!(first.reasoning, "other patients");
        assert!(weighing.signal.contradicting < 1.5, "{:?}", weighing.signal);
    });
}

/// A reviewer who knows a source, or the right type of evidence, could only set the stance.
#[test]
fn the_credibility_of_a_source_and_the_judges_opinion_of_a_citation_are_set() {
    let keys = "3=<Tab><Tab><Tab>a tabloid<Tab><BS><BS><BS><BS>0.3<Tab><Tab><BS><BS><BS><BS>0.4<C-s>";
    sets(keys, Stage::Weigh, Some("a tabloid"), |value| {
        let Value::Weighing(weighing) = value else { panic!() };
        let first = weighing.weighed.iter().find(|w| w.number == 1).unwrap();
        assert_eq!((first.credibility.value, &*first.credibility.rule), (0.3, "set by a reviewer"));
        assert_eq!((first.opinion.quality, first.opinion.issue.as_deref()), (0.4, Some("a tabloid")));
        assert!(first.opinion.adjusted < first.confidence, "a lower quality lowers the confidence");
        assert_eq!(first.stance, Stance::Contradicts, "the stance is the machine's still");
        for row in &weighing.weighed {
            assert_eq!(row.credibility.value == 0.3, row.work == first.work, "[{}]", row.number);
            assert_eq!(row.by_reviewer.is_some(), row.number == 1, "[{}] was not ruled on", row.number);
        }
    });
    sets("3=<Tab><Tab><Tab><Tab><Tab><Tab><BS><BS><BS><BS>0.1<C-s>", Stage::Weigh, None, |value| {
        let Value::Weighing(weighing) = value else { panic!() };
        assert!(weighing.weighed.iter().find(|w| w.number == 1).unwrap().blocked, "below 0.15 it counts for nothing");
    });
}

/// A stance that was changed before the form went to the next citation was lost.
#[test]
fn what_was_changed_on_several_citations_is_recorded_at_once() {
    let review = paper();
    let mut tui = open(&review);
    let (head, before) = (review.fold().head(), value(&review, Stage::Weigh));
    let stances = |value: &Value| {
        let Value::Weighing(weighing) = value else { panic!() };
        weighing.weighed.iter().take(2).map(|row| (row.stance, row.reasoning.clone())).collect::<Vec<_>>()
    };
    tui.press("3=<Tab>4<Tab><Tab>other patients<S-Tab><S-Tab><S-Tab>2<Tab>3<Tab>1");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("Also changed: [1], recorded together with this one"), "{screen}");
    assert!(screen.contains("Enter record all changed"), "both keys record both: {screen}");
    // The first citation has what was said of it, also after the draft was left.
    tui.press("<Esc>=1");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("other patients") && screen.contains("Also changed: [2]"), "{screen}");
    tui.press("2<C-s>");
    assert_eq!(review.fold().head(), head + 1, "one act, and so one undo");
    let made = stances(&value(&review, Stage::Weigh));
    assert_eq!(made[0], (Stance::NotAddressed, "other patients".into()));
    assert_eq!(made[1].0, Stance::Mixed);
    tui.press("u");
    assert_eq!(value(&review, Stage::Weigh), before);
    // What is wrong on a page that is not in view is named by its citation, and nothing is recorded.
    tui.press("3=1<Tab><Tab><Tab><Tab><BS><BS><BS><BS>much<S-Tab><S-Tab><S-Tab><S-Tab>2<Tab>3<Tab>1<C-s>");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("[1]: “much” is not a number"), "{screen}");
    assert_eq!(review.fold().head(), head + 2);
}

#[test]
fn the_report_is_written_by_hand_and_checked() {
    sets("6e0<Enter><Esc>e7<Enter> A further trial says otherwise [9].<C-s>", Stage::Report, None, |value| {
        let Value::Report(report) = value else { panic!() };
        assert!(report.summary.ends_with("[9]."));
        assert!(report.issues.iter().any(|i| i.message.contains("[9]")), "what does not exist is told");
    });
}

#[test]
fn a_verdict_is_given_with_its_rationale() {
    sets("v2<Tab>3The cohort [4] is larger.<C-s>", Stage::Verdict, None, |value| {
        assert!(matches!(value, Value::Verdict(v) if v.verdict == Verdict::Supports));
    });
}

#[test]
fn the_judges_opinion_is_overruled() {
    sets("6e9<Enter>1<Tab><BS><BS><BS><BS>1.0<Tab>says it outright<C-s>", Stage::Judge, None, |value| {
        let Value::Judgement(judgement) = value else { panic!() };
        assert_eq!(judgement.opinion.quality, 1.0);
        assert!((judgement.opinion.adjusted - judgement.opinion.original).abs() < 1e-9);
        assert_eq!(judgement.opinion.issue.as_deref(), Some("says it outright"));
    });
}

#[test]
fn verdicts_are_set_with_one_key_and_the_queue_goes_on() {
    for (key, verdict) in [("C", Verdict::Contradicts), ("S", Verdict::Supports), ("N", Verdict::Undecided)] {
        let review = paper();
        let mut tui = open(&review);
        tui.press(key);
        assert_eq!(review.fold().summary(ONE).verdict.unwrap().0, verdict);
        assert_ne!(tui.selection().0, 0, "on to the next that waits");
    }
}

#[test]
fn statements_are_added_split_merged_and_dropped() {
    let review = paper();
    let mut tui = open(&review);
    let count = || review.fold().statements().len();
    let texts = || review.fold().statements().iter().map(|s| s.text.to_string()).collect::<Vec<_>>();
    let before = texts();
    tui.press("saAspirin prevents stroke.<Tab>c<C-s>");
    assert_eq!(count(), 7);
    assert_eq!(texts()[1], "Aspirin prevents stroke.");
    tui.press("kss<Tab>Sulfonylureas do not.<C-s>");
    assert_eq!(count(), 8);
    assert_eq!(texts()[..2], [before[0].as_str(), "Sulfonylureas do not."]);
    tui.press("sm");
    assert_eq!(count(), 7);
    tui.press("sd");
    assert_eq!(count(), 6);
    let orders: Vec<u32> = review.fold().statements().iter().map(|s| s.order).collect();
    assert_eq!(orders, [1, 2, 3, 4, 5, 6]);
    let ids: std::collections::BTreeSet<_> = review.fold().statements().iter().map(|s| s.id).collect();
    assert!(!ids.contains(&ONE) && ids.len() == 6, "new statements have new ids: {ids:?}");
    tui.press("uuuu");
    assert_eq!(texts(), before);
}

/// The cursor went to a statement that has nothing to do with the split.
#[test]
fn the_cursor_goes_to_the_first_half_of_a_split_however_the_list_is_sorted() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("jj");
    while !text(&tui.draw(200, 60)).contains("by triage") {
        tui.press("O");
    }
    tui.press("ss<Tab>Both lose weight.<C-s>");
    let screen = text(&tui.draw(200, 60));
    assert!(screen.contains("S003 split into S007 and S008") && screen.contains("2 Statement S007, "), "{screen}");
}

#[test]
fn a_split_with_an_empty_half_keeps_the_form_and_records_nothing() {
    let review = paper();
    let mut tui = open(&review);
    let head = review.fold().head();
    tui.press("ss more words<C-s>");
    assert!(text(&tui.draw(120, 36)).contains("each of the two needs a text"));
    tui.press("<Esc>e1<Enter><C-s>");
    assert_eq!(review.fold().head(), head + 1, "an unchanged form is an override all the same");
    tui.press("se<C-a>");
    tui.press("<Esc>5e<Enter><BS><BS><BS><BS>good<Enter>");
    assert!(text(&tui.draw(120, 36)).contains("is not a number"));
    assert_eq!(review.fold().head(), head + 1);
}

#[test]
fn the_dialog_runs_just_what_was_chosen() {
    let review = paper();
    let mut tui = open(&review);
    let mut runs = |keys: &str| {
        tui.press(keys);
        match tui.commands().last().cloned() {
            Some(Command::RunOverrides { scope, again, with }) => (scope, again, with),
            other => panic!("{keys}: {other:?}"),
        }
    };
    let plain = RunOverrides::default;
    assert_eq!(runs("r<Enter>"), (Scope::Stage(ONE, Stage::Verdict), true, plain()));
    assert_eq!(runs("3r<Enter>"), (Scope::Stage(ONE, Stage::Weigh), true, plain()));
    assert_eq!(runs("r<Right><Enter>"), (Scope::Statement(ONE), true, plain()));
    assert_eq!(runs("r<Right><Right><Enter>"), (Scope::Everything, false, plain()));
    assert_eq!(runs("r<Right><Right><Right><Enter>"), (Scope::Everything, true, plain()));
    tui.press("r");
    let form = text(&tui.draw(120, 36));
    assert!(form.contains("Re-run") && !form.contains("Temperature"), "builtin has none to choose: {form}");
}

#[test]
fn a_threshold_is_changed_and_what_it_decides_is_stale_until_it_is_undone() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("gc<BS>9<Enter>");
    assert!(text(&tui.draw(120, 36)).contains("Passing score must be from 1 to 5, it is 9"));
    tui.press("<BS>4<Enter>");
    assert_eq!(review.fold().settings().threshold, 4);
    assert_eq!(state(&review, Stage::Search), StageState::Done);
    assert_eq!(state(&review, Stage::Score), StageState::Stale);
    tui.press("u");
    assert_eq!(review.fold().settings().threshold, 3);
    assert_eq!(state(&review, Stage::Score), StageState::Done);
}

#[test]
fn more_statements_of_a_paper_are_asked_for_and_what_was_decided_stays_with_its_own() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("gc<S-Tab><BS><BS><BS><BS>5<Enter>");
    assert_eq!(review.fold().settings().max_statements, MaxStatements::Count(5));
    assert_eq!(review.fold().extraction(), StageState::Stale);
    tui.press("u");
    assert_eq!(review.fold().extraction(), StageState::Done);
}

/// A document that an editor excluded would go on deciding the verdict by the stance that they gave it before.
#[test]
fn an_excluded_or_removed_citation_loses_the_weight_that_a_reviewer_set() {
    for leaves in ["o", "X"] {
        let review = paper();
        let mut tui = open(&review);
        tui.draw(120, 36);
        tui.press("3=<Tab>1<Tab><Tab>it says so<C-s>");
        let numbers = |review: &Review| match value(review, Stage::Weigh) {
            Value::Weighing(weighing) => weighing.weighed.iter().map(|row| row.number).collect::<Vec<_>>(),
            value => panic!("{value:?}"),
        };
        let before = numbers(&review);
        assert!(before.contains(&1));
        tui.draw(120, 36);
        tui.press("<Esc>3");
        tui.press(leaves);
        assert!(!numbers(&review).contains(&1), "{leaves}: {}", text(&tui.draw(120, 36)));
        // The reviewer's own act is no change behind their back.
        let set = state(&review, Stage::Weigh);
        assert!(matches!(set, StageState::Overridden { inputs_changed: false, .. }), "{leaves}: {set:?}");
        tui.press("u");
        assert_eq!(numbers(&review), before, "undo brings all of it back");
    }
}

/// An editor would print a reviewer's words as those of the paper.
#[test]
fn a_report_says_which_statements_a_reviewer_worded_and_how_the_source_does() {
    let review = paper();
    let original = match value(&review, Stage::Extract) {
        Value::Statement(statement) => statement.text.to_string(),
        value => panic!("{value:?}"),
    };
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("se<End> in adults<C-s>");
    let report = gainsay::export::markdown(&review, &Options::default()).unwrap();
    assert!(report.contains(&format!("Worded by a reviewer. The source says: “{original}”")), "{report}");
}
