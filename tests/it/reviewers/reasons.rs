//! Reasons from the review's lists, and the time on each statement.

use std::{path::Path, sync::Arc};

use gainsay::{
    domain::{Decision, Level, Reason, ReasonLists, Stage, StatementId, Value, Verdict},
    export::{self, Kind, Options},
    review::{Act, Conflict, Draft, Review, Who},
    text::Clean,
};

use crate::{
    fixture::{
        face::{open, text},
        paper,
    },
    support::{
        clock,
        program::succeed,
        reviewers::{decide, undecided},
    },
};

const ONE: StatementId = StatementId(1);

fn newest(review: &Review) -> Act {
    review.entries().unwrap().pop().unwrap().act
}

fn exported(review: &Review, kind: Kind) -> String {
    let mut out = Vec::new();
    export::write(review, kind, &Options { appendix: true, ..Options::default() }, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The reviewer would have to type the same reason again and again, and nobody could count reasons.
#[test]
fn a_reason_is_chosen_in_the_verdict_form_and_goes_into_every_export() {
    let review = paper();
    let mut tui = open(&review);
    for (width, height) in [(80, 24), (120, 36), (200, 60)] {
        tui.press("v");
        let form = text(&tui.draw(width, height));
        assert!(form.contains("Reason") && form.contains("none") && form.contains("F1 criteria"), "{form}");
        tui.press("<Esc>");
    }
    tui.press("v1<Up><Right><Right>");
    assert!(text(&tui.draw(80, 24)).contains("evidence too weak"));
    tui.press("<F1>");
    let criteria = text(&tui.draw(120, 36));
    assert!(criteria.contains("says the opposite of") && criteria.contains("supports"), "{criteria}");
    tui.press("<Esc><S-Tab>only one trial [1]<C-s>");
    let Act::Override { stage: Stage::Verdict, reason: Some(reason), .. } = newest(&review) else {
        panic!("{:?}", newest(&review))
    };
    assert_eq!(reason, Reason { listed: Some("evidence too weak".into()), text: "".into() });
    let json: serde_json::Value = serde_json::from_str(&exported(&review, Kind::Json)).unwrap();
    assert_eq!(json["statements"][0]["reason"]["listed"], "evidence too weak");
    assert!(exported(&review, Kind::Markdown).contains("Reason: evidence too weak"));
    let csv = exported(&review, Kind::Csv);
    assert!(csv.lines().next().unwrap().contains("reason,comment,seconds") && csv.contains("evidence too weak"));
}

/// A decision made with one key would stay without a reason, or cost an undo more.
#[test]
fn the_newest_decision_gets_its_reason_afterwards_and_is_one_undo() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("3o");
    let Act::Exclude { reason: None, doc, .. } = newest(&review) else { panic!("{:?}", newest(&review)) };
    tui.press("'<Right><Right>children only<C-s>");
    let Act::Exclude { reason: Some(reason), doc: same, .. } = newest(&review) else { panic!() };
    assert_eq!((&*reason.words(), &same), ("wrong population: children only", &doc));
    assert!(exported(&review, Kind::Markdown).contains("(wrong population: children only)"));
    // The record has an undo, but nothing was undone; and the newest entry names the document.
    tui.press("gh");
    let history = text(&tui.draw(160, 48));
    let title = {
        let search = review.in_force(ONE, Stage::Search).unwrap().unwrap();
        let gainsay::domain::Value::Search(search) = &*search else { panic!("not a search") };
        search.candidates.iter().find(|found| found.doc == doc).unwrap().meta.title.to_string()
    };
    let title: String = title.chars().take(40).collect();
    let (newest_act, before) = history.split_once("recorded again with a reason").expect(&history);
    assert!(newest_act.contains(&title) && newest_act.contains("wrong population: children only"), "{history}");
    assert!(before.contains(&title) && before.contains("given a reason"), "{history}");
    assert!(!history.contains("undone") && !history.contains(doc.as_str()), "{history}");
    tui.press("W");
    assert!(!text(&tui.draw(160, 48)).contains(doc.as_str()), "the whole review's history names it too");
    let mut trail = Vec::new();
    let printed = Options { appendix: true, ..Options::default() };
    export::write(&review, Kind::Markdown, &printed, &mut trail).unwrap();
    let trail = String::from_utf8(trail).unwrap();
    assert!(trail.contains(", which gives a reason)") && trail.contains(" replaces it and gives a reason"), "{trail}");
    assert!(!trail.contains("(undone)") && !trail.contains(" undone\n"), "{trail}");
    tui.press("<Esc>u");
    let fold = review.fold();
    let scores = fold.resolve(ONE).get(Stage::Score).in_force.clone().unwrap();
    assert!(scores.patches.is_empty(), "one undo takes the decision back with its reason");
    drop(fold);
    tui.press("'");
    assert!(text(&tui.draw(120, 36)).contains("no decision was just made"));
}

/// After a verdict the next statement is in view, and a reviewer would give the reason for that one.
#[test]
fn the_form_for_a_reason_shows_the_statement_that_was_decided() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    let statement: String = review.fold().statements()[0].text.chars().take(40).collect();
    tui.press("C");
    assert_eq!(tui.selection().0, 1, "the next statement is in view");
    tui.press("'");
    let form = text(&tui.draw(160, 48));
    let form = &form[form.find("Why? verdict of S001 set to contradicts").expect(&form)..];
    assert!(form.contains(&statement), "{form}");
}

/// Nobody could read later why a statement of the paper was left out.
#[test]
fn a_dropped_statement_gets_its_reason_afterwards_and_is_one_undo() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    let count = review.fold().statements().len();
    tui.press("sd");
    let said = || {
        let Act::Override { stage: Stage::Extract, reason: Some(reason), .. } = newest(&review) else {
            panic!("{:?}", newest(&review))
        };
        reason.words().to_string()
    };
    assert_eq!(said(), "S001 dropped", "nobody has to give a reason");
    assert!(text(&tui.draw(120, 36)).contains("S001 dropped; u brings it back, ' gives the reason"));
    tui.press("'");
    let form = text(&tui.draw(120, 36));
    assert!(form.contains("Why? S001 dropped") && !form.contains("wrong population"), "{form}");
    for listed in &review.fold().reasons().drop {
        assert!(form.contains(&**listed), "{listed} is not in {form}");
    }
    tui.press("<C-s>");
    assert!(text(&tui.draw(120, 36)).contains("choose a reason or write one"));
    tui.press("background only<C-s>");
    assert_eq!(said(), "S001 dropped: background only");
    tui.press("'");
    assert!(text(&tui.draw(120, 36)).contains("background only"), "the reason can be changed");
    tui.press("<Tab> of the trial<C-s>");
    assert_eq!(said(), "S001 dropped: background only of the trial");
    tui.press("'3<C-s>");
    assert_eq!(said(), "S001 dropped: duplicate statement: background only of the trial");
    tui.press("'");
    assert!(text(&tui.draw(120, 36)).contains("▸3 duplicate statement◂"), "what was chosen can be changed");
    tui.press("4<Tab>.<C-s>");
    assert_eq!(said(), "S001 dropped: extracted wrongly: background only of the trial.");
    tui.press("sd");
    let report = exported(&review, Kind::Markdown);
    assert!(report.contains("background only of the trial; statement 2 dropped."), "one sentence: {report}");
    assert_eq!(review.fold().statements().len(), count - 2);
    tui.press("uu");
    assert_eq!(review.fold().statements().len(), count, "one undo takes the change back with its reason");
    assert_eq!(tui.selection().0, 0, "the cursor is on the statement that is back");
}

/// The reason for a change that was undone and redone would be refused, and its letters would run as commands.
#[test]
fn a_decision_that_is_redone_takes_a_reason_again() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    let count = review.fold().statements().len();
    tui.press("jsdu");
    assert_eq!(review.fold().statements().len(), count);
    assert_eq!(tui.selection().0, 1, "the cursor is on the statement that is back");
    tui.press("'");
    assert!(text(&tui.draw(120, 36)).contains("no decision was just made"));
    tui.press("U'");
    assert!(text(&tui.draw(120, 36)).contains("Why? S002 dropped"));
    tui.press("1<Enter>");
    let Act::Override { reason: Some(reason), .. } = newest(&review) else { panic!("{:?}", newest(&review)) };
    assert_eq!(&*reason.words(), "S002 dropped: not a finding of the paper");
    assert_eq!(review.fold().statements().len(), count - 1);
}

/// Reasons that do not fit would be overlooked.
#[test]
fn every_reason_is_in_view_or_marked_to_be_above_or_below() {
    let review = paper();
    let lists = ReasonLists::default();
    let mut tui = open(&review);
    for keys in ["v<Tab><Tab><Tab>", "a'"] {
        tui.press(keys);
        for (width, height) in [(80, 24), (120, 36), (200, 60)] {
            let screen = text(&tui.draw(width, height));
            let all = lists.verdict.iter().all(|reason| screen.contains(&**reason));
            assert!(all, "{width}×{height}: {screen}");
        }
        tui.press("<Esc>");
    }
    let verdict: Vec<Clean> = (1..=60).map(|n| format!("a reason of the team's own, {n}").into()).collect();
    let act = Act::Reasons { lists: Box::new(ReasonLists { verdict, ..lists }) };
    review.append(vec![Draft { who: Who::Reviewer("Ada".into()), act, blobs: Vec::new() }]).unwrap();
    let mut tui = open(&review);
    tui.press("gg2v<Tab><Tab><Tab>");
    let screen = text(&tui.draw(80, 24));
    assert!(screen.contains("↓"), "more are below: {screen}");
    tui.press("<Left>");
    let screen = text(&tui.draw(80, 24));
    assert!(screen.contains("own, 60") && screen.contains("↑"), "more are above: {screen}");
}

/// A reviewer who starts to write at once would lose the first letters, and they would change the verdict or the review.
#[test]
fn what_is_typed_in_the_verdict_form_is_written_whole_wherever_the_cursor_is() {
    const TYPED: &str = "such a cohort (n = 12) is quite useless, U?";
    let review = paper();
    let head = review.fold().head();
    for tabs in 0..4 {
        let mut tui = open(&review);
        tui.press("v");
        tui.press(&"<Tab>".repeat(tabs));
        tui.press(TYPED);
        let screen = text(&tui.draw(120, 36));
        assert!(screen.contains(TYPED), "{tabs}: {screen}");
        for unchanged in ["Verdict ▸1 contradicts◂", "Confidence 1 high 0.9 2 medium 0.6 3 low 0.3", "▸0 none◂"]
        {
            assert!(screen.contains(unchanged), "{tabs}: {unchanged} is not in {screen}");
        }
        assert_eq!((review.fold().head(), tui.has_quit()), (head, false));
    }
}

/// After a look at something else the reviewer would not know what the next key does.
#[test]
fn a_draft_of_a_verdict_begins_where_a_new_form_does() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("v2Two trials say so<Esc>v");
    assert!(text(&tui.draw(120, 36)).contains("▌Verdict"));
    tui.press("1[1].<C-s>");
    let Act::Override { stage: Stage::Verdict, gist, value, .. } = newest(&review) else { panic!() };
    assert_eq!(gist.verdict.map(|(verdict, ..)| verdict), Some(Verdict::Contradicts), "the digit chose");
    let value = review.value(Stage::Verdict, false, value).unwrap();
    assert!(matches!(&*value, Value::Verdict(v) if v.rationale == "Two trials say so[1]."));
}

/// A digit that chooses nothing would be taken for a choice, or for a word that was written.
#[test]
fn a_digit_that_is_no_choice_says_what_is() {
    let mut tui = open(&paper());
    tui.press("v7");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("7 is not a choice here: 1 to 3 choose, letters go into Rationale"), "{screen}");
    // It was said to have chosen what another digit had.
    tui.press("dose");
    let screen = text(&tui.draw(120, 36));
    assert!(!screen.contains("7 chose"), "{screen}");
    tui.press("<Esc>v<Up>7");
    assert!(text(&tui.draw(120, 36)).contains("▸7 "));
}

/// A reviewer who said nothing of how sure they are was on record as medium, and printed so.
#[test]
fn a_verdict_set_with_one_key_has_no_confidence_on_record_or_on_the_screen() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("C");
    let Act::Override { gist, value, .. } = newest(&review) else { panic!() };
    assert!(gist.unrated && newest(&review).version() == 7, "an earlier program would take it for medium");
    let value = review.value(Stage::Verdict, true, value).unwrap();
    assert!(matches!(&*value, Value::Verdict(v) if v.unrated && v.verdict == Verdict::Contradicts));
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("1 ✗ contradicts ◆ set"), "{screen}");
    tui.press("[");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("confidence not given") && !screen.contains("contradicts 0.60"), "{screen}");
    // The form asks for one, and goes to where it is given.
    tui.press("vThe trials are small.<C-s>");
    let form = text(&tui.draw(120, 36));
    assert!(form.contains("choose how sure you are of the verdict: 1 to 3") && form.contains("▌Confidence"), "{form}");
    tui.press("3<C-s>");
    let Act::Override { gist, .. } = newest(&review) else { panic!() };
    assert_eq!(
        (gist.verdict.map(|(verdict, confidence, _)| (verdict, confidence)), gist.unrated),
        (Some((Verdict::Contradicts, 0.3)), false)
    );
}

/// Looking at the form and recording it doubled the machine's confidence, in the reviewer's name.
#[test]
fn the_form_of_a_verdict_keeps_the_confidence_in_force_and_asks_for_that_of_another_verdict() {
    let review = paper();
    let odd = |(verdict, confidence, _): (Verdict, f64, _)| {
        ((confidence - Level::of(confidence).number()).abs() > 0.01).then_some((verdict, confidence))
    };
    let machine = (1..=6).map(StatementId).find_map(|id| Some((id, odd(review.fold().summary(id).machine?)?)));
    let (id, (verdict, confidence)) = machine.expect("a machine with a confidence between the levels");
    let set = || match newest(&review) {
        Act::Override { gist, .. } => gist.verdict.map(|(given, confidence, _)| (given, confidence)),
        act => panic!("{act:?}"),
    };
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press(&format!("/{id}<Enter>v<C-s>"));
    assert_eq!(set(), Some((verdict, confidence)), "the machine's own");
    tui.press("vIt agrees.<C-s>");
    assert_eq!(set(), Some((verdict, confidence)), "what was left alone is not rounded");
    tui.press("v<Tab>1<Enter>v<Enter>");
    assert_eq!(set(), Some((verdict, 0.9)));
    let other = if verdict == Verdict::Supports { '1' } else { '2' };
    let head = review.fold().head();
    tui.press(&format!("w<Enter>v{other}<C-s>"));
    let form = text(&tui.draw(120, 36));
    assert!(form.contains("choose how sure you are of the verdict: 1 to 3"), "{form}");
    assert_eq!(review.fold().head(), head + 1, "only the withdrawal was recorded");
}

/// The team's own reasons would be lost, or old decisions would lose theirs.
#[test]
fn the_lists_are_edited_in_the_interface_and_by_a_file() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("gwOnly trials count.<Tab><End>\nnot blinded<C-s>");
    let lists = review.fold().reasons();
    assert_eq!(&*lists.criteria, "Only trials count.");
    assert!(text(&tui.draw(120, 36)).contains("reasons and criteria of the review set"));
    tui.press("gk");
    assert!(text(&tui.draw(120, 36)).contains("Only trials count."));
    tui.press("<Esc>u");
    assert_eq!(review.fold().reasons(), ReasonLists::default());

    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    undecided(&home.join("ada.gainsay")).close();
    let printed = succeed(home, &["reasons", "ada.gainsay"]);
    let own = printed.replace("\"evidence misread\"", "\"not blinded\"");
    assert_ne!(printed, own);
    std::fs::write(home.join("team.toml"), own).unwrap();
    succeed(home, &["reasons", "ada.gainsay", "--from", "team.toml", "--set", "reviewer=Ada"]);
    assert!(succeed(home, &["reasons", "ada.gainsay"]).contains("not blinded"));
    std::fs::write(home.join("wrong.toml"), "verdict = [\"a\", \"A\"]").unwrap();
    let mut wrong = crate::support::program::gainsay(home);
    let wrong = wrong.args(["reasons", "ada.gainsay", "--from", "wrong.toml"]).output().unwrap();
    assert!(!wrong.status.success() && String::from_utf8_lossy(&wrong.stderr).contains("twice; remove one"));
}

/// Reviewers who chose the same reason would be called in conflict for what they added to it, and others not.
#[test]
fn listed_reasons_decide_conflicts_and_merging_shares_the_lists() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    for (name, listed, words) in [
        ("Ada", ["wrong population", "wrong outcome"], "children"),
        ("Ben", ["wrong population", "not blinded"], "rats"),
    ] {
        let review = undecided(&home.join(format!("{name}.gainsay")));
        if name == "Ben" {
            let mut lists = ReasonLists::default();
            lists.verdict.push("not blinded".into());
            let act = Act::Reasons { lists: Box::new(lists) };
            review.append(vec![Draft { who: Who::Reviewer(name.into()), act, blobs: Vec::new() }]).unwrap();
        }
        for (id, listed) in (1..).zip(listed) {
            decide(&review, name, StatementId(id), Verdict::Undecided, Level::Low, Some(words));
            let Act::Override { stage, statement, inputs, value, gist, accepts, .. } = newest(&review) else {
                panic!()
            };
            let reason = Reason::given(Some(listed.into()), words.into());
            let act = Act::Override { stage, statement, inputs, value, gist, reason, accepts };
            review.append(vec![Draft { who: Who::Reviewer(name.into()), act, blobs: Vec::new() }]).unwrap();
        }
        review.close();
    }
    succeed(home, &["merge", "Ada.gainsay", "Ben.gainsay", "--out", "both.gainsay"]);
    let both = Review::open_read_only(&home.join("both.gainsay"), clock()).unwrap();
    let fold = both.fold();
    assert_eq!(fold.conflict(ONE), None);
    assert_eq!(fold.conflict(StatementId(2)), Some(Conflict::Reason));
    assert!(fold.reasons().of(Decision::Verdict).contains(&"not blinded".into()));
    drop(fold);
    assert!(both.inspect().unwrap().faults.is_empty());
    let json: serde_json::Value = serde_json::from_str(&exported(&both, Kind::Json)).unwrap();
    assert_eq!(json["statements"][1]["opinions"][1]["listed"], "not blinded");
}

/// Idle time would count as work, or time would be lost when the reviewer quits.
#[test]
fn time_on_a_statement_is_recorded_when_it_is_left_without_idle_time() {
    let review = Arc::clone(&paper());
    let mut tui = open(&review);
    tui.timed();
    tui.draw(120, 36);
    tui.press("2");
    for _ in 0..10 {
        tui.pass(4_000);
        tui.press("J");
    }
    tui.pass(3_600_000);
    tui.press("K");
    assert!(review.fold().times(ONE).is_empty(), "no row for each key");
    tui.press("]");
    assert_eq!(newest(&review), Act::Time { statement: ONE, millis: 40_000 });
    tui.pass(1_000);
    tui.press("]");
    assert_eq!(newest(&review), Act::Time { statement: ONE, millis: 40_000 }, "passing over is not reading");
    tui.pass(30_000);
    tui.press("[");
    tui.pass(20_000);
    tui.press("go");
    assert!(text(&tui.draw(120, 36)).contains("median"), "{}", text(&tui.draw(120, 36)));
    tui.press("<Esc>q");
    // Of 40 s, 21 s and 30 s it is the middle one; of two it is halfway between them.
    let spent = |id| review.fold().times(StatementId(id)).iter().map(|time| time.millis).sum::<u64>();
    assert_eq!((spent(1), spent(2), spent(3)), (40_000, 21_000, 30_000));
    assert!(exported(&review, Kind::Markdown).contains("spent 40 s on it"));
    let json: serde_json::Value = serde_json::from_str(&exported(&review, Kind::Json)).unwrap();
    assert_eq!(json["statements"][0]["time"][0]["millis"], 40_000);
    let anonymous = Options { times: false, appendix: true, ..Options::default() };
    let mut out = Vec::new();
    export::write(&review, Kind::Markdown, &anonymous, &mut out).unwrap();
    assert!(!String::from_utf8(out).unwrap().contains("idle time"));
}

/// A reviewer who had a break would be told to have one, or a tired one would be told once and never again.
#[test]
fn a_break_is_suggested_after_fifty_minutes_without_one_and_again_after_fifty_more() {
    let review = Arc::clone(&paper());
    let mut tui = open(&review);
    tui.timed();
    tui.draw(120, 36);
    let work = |tui: &mut gainsay::tui::Headless, minutes: u64| {
        for _ in 0..2 * minutes {
            tui.pass(30_000);
            tui.press("J");
        }
    };
    let told = |tui: &mut gainsay::tui::Headless| {
        tui.press("!");
        let times = text(&tui.draw(120, 36)).matches("of review without a break").count();
        tui.press("<Esc>");
        times
    };
    work(&mut tui, 40);
    tui.pass(6 * 60_000);
    tui.press("K");
    work(&mut tui, 40);
    assert_eq!(told(&mut tui), 0, "there was a break");
    work(&mut tui, 12);
    assert_eq!(told(&mut tui), 1);
    work(&mut tui, 50);
    assert_eq!(told(&mut tui), 2);
}

/// A verdict from before two files parted would count for two reviewers.
#[test]
fn a_verdict_that_two_files_share_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let start = undecided(&home.join("ada.gainsay"));
    decide(&start, "Ada", ONE, Verdict::Supports, Level::High, None);
    start.close();
    std::fs::copy(home.join("ada.gainsay"), home.join("ben.gainsay")).unwrap();
    for (file, who, id) in [("ada.gainsay", "Ada", 2), ("ben.gainsay", "Ben", 3)] {
        let review = Review::open(&home.join(file), clock()).unwrap();
        decide(&review, who, StatementId(id), Verdict::Contradicts, Level::Low, None);
        review.close();
    }
    let said = succeed(home, &["merge", "ada.gainsay", "ben.gainsay", "--out", "both.gainsay"]);
    assert!(said.contains("60 statements, 3 verdicts"), "{said}");
    let both = Review::open_read_only(&home.join("both.gainsay"), clock()).unwrap();
    let counts = [1, 2, 3].map(|id| both.fold().opinions(StatementId(id)).len());
    assert_eq!(counts, [1, 1, 1]);
    assert!(both.inspect().unwrap().faults.is_empty());
    let agreement = succeed(home, &["agreement", "both.gainsay", "--json", "-"]);
    let agreement: serde_json::Value = serde_json::from_str(&agreement).unwrap();
    assert_eq!(agreement["reviewers"].as_array().unwrap().len(), 2, "{agreement:#}");
}

/// A review in which Ada contradicts each third of 60 statements, which the machine supports.
fn decided_by_ada(home: &Path) -> Review {
    let review = undecided(&home.join("ada.gainsay"));
    for id in 1..=60 {
        let verdict = if id % 3 == 0 { Verdict::Contradicts } else { Verdict::Supports };
        decide(&review, "Ada", StatementId(id), verdict, Level::High, None);
    }
    review
}

/// A machine that is too sure of itself on this material would never be found out.
#[test]
fn decisions_say_what_the_confidence_is_worth_and_are_labels_for_eval() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let review = decided_by_ada(home);
    let head = review.state().unwrap().1;
    review.close();
    let said = succeed(home, &["calibrate", "ada.gainsay"]);
    assert!(
        said.contains("60 verdicts of the machine for a side were decided") && said.contains("40 of them, 67%"),
        "{said}"
    );
    assert!(said.contains("60 from high to medium") && said.contains("Nothing was changed; --apply"), "{said}");
    let review = Review::open_read_only(&home.join("ada.gainsay"), clock()).unwrap();
    assert_eq!(review.state().unwrap().1, head);
    drop(review);
    let json = succeed(home, &["calibrate", "ada.gainsay", "--json", "-"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap()["decisions"], 60);
    undecided(&home.join("ben.gainsay")).close();
    let few = crate::support::program::gainsay(home).args(["calibrate", "ben.gainsay"]).output().unwrap();
    assert!(String::from_utf8_lossy(&few.stderr).contains("a fit needs 30"));
}

/// A correction would slip into results unnamed, or change those that a reviewer has decided on.
#[test]
fn a_correction_is_applied_when_asked_for_named_everywhere_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let review = decided_by_ada(home);
    review.close();
    std::fs::write(home.join("claims.jsonl"), crate::support::CLAIMS).unwrap();
    std::fs::write(home.join("corpus.jsonl"), crate::support::CORPUS).unwrap();
    succeed(home, &["library", "add", "corpus.jsonl"]);
    let verdicts = |name: &str| -> Vec<(String, f64)> {
        let file = format!("{name}.gainsay");
        if !home.join(&file).exists() {
            succeed(home, &["check", "claims.jsonl", "--quiet", "--review", &file]);
        }
        let json: serde_json::Value =
            serde_json::from_str(&succeed(home, &["export", &file, "--format", "json"])).unwrap();
        let of = |statement: &serde_json::Value| {
            let made_by = statement["made_by"]["version"].as_str().unwrap().to_owned();
            (made_by, statement["machine"]["confidence"].as_f64().unwrap())
        };
        json["statements"].as_array().unwrap().iter().map(of).collect()
    };
    let before = verdicts("before");
    assert!(before.iter().any(|(_, confidence)| *confidence > 0.85), "{before:?}");

    let said = succeed(home, &["calibrate", "ada.gainsay", "--apply"]);
    assert!(said.contains("Applied: ") && said.contains("(60 decisions)"), "{said}");
    assert!(succeed(home, &["config"]).contains("the builtin reasoner's verdicts are calibrated"));
    let after = verdicts("after");
    for ((was, from), (is, to)) in before.iter().zip(&after) {
        assert!(!was.contains("calibrated") && is.contains("calibrated") && is.contains("(60 decisions)"), "{is}");
        assert!(*from < 0.85 || to < from, "{from} became {to}");
    }
    // What is there keeps what it was made with, and a report says which it is.
    succeed(home, &["check", "before.gainsay", "--quiet"]);
    assert_eq!(verdicts("before"), before);
    for (file, named) in [("before.gainsay", false), ("after.gainsay", true)] {
        let report = succeed(home, &["export", file]);
        let (front, body) = report.split_at(report.find("\n---\n").unwrap());
        assert_eq!(front.contains("calibrated"), named, "{front}");
        let generated = body.lines().find(|line| line.contains("Generated by gainsay")).unwrap();
        assert_eq!(generated.contains("calibrated"), named, "{generated}");
    }

    let fails = |args: &[&str], why: &str| {
        let output = crate::support::program::gainsay(home).args(args).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && said.contains(why), "{args:?}: {said}");
    };
    fails(&["calibrate", "ada.gainsay", "--apply"], "pass --replace");
    // Verdicts that were made with the correction are not what it is fitted to.
    fails(&["calibrate", "after.gainsay", "--apply", "--replace"], "and there are 0");
    assert!(succeed(home, &["calibrate", "--remove"]).contains("removed "));
    assert!(succeed(home, &["calibrate", "--remove"]).contains("no correction is applied"));
    assert_eq!(verdicts("removed"), before);

    // Nine of ten are right where it says nine of ten, and the wrong ones are all in one part.
    let fair = undecided(&home.join("fair.gainsay"));
    for id in 1..=60 {
        let verdict = if id % 10 == 0 { Verdict::Contradicts } else { Verdict::Supports };
        decide(&fair, "Ada", StatementId(id), verdict, Level::High, None);
    }
    fair.close();
    fails(&["calibrate", "fair.gainsay", "--apply"], "does not hold on decisions that it was not fitted on");
    succeed(home, &["calibrate", "fair.gainsay", "--apply", "--apply-without-gain"]);
    succeed(home, &["calibrate", "--remove"]);
}

/// Labelled claims with numbers for ids could not be compared.
#[test]
fn cases_may_have_numbers_for_ids_and_a_review_is_a_file_of_cases() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let case = r#"{"id": 17, "claim": "Eggs raise cholesterol.", "documents": [], "expected": "undecided"}"#;
    std::fs::write(home.join("cases.jsonl"), case).unwrap();
    let said = succeed(home, &["eval", "cases", "cases.jsonl", "--outcomes", "-", "--json", "figures.json"]);
    assert!(said.contains("\"17\""), "{said}");
    let review = undecided(&home.join("ada.gainsay"));
    decide(&review, "Ada", ONE, Verdict::Undecided, Level::High, None);
    review.close();
    let said = succeed(home, &["eval", "cases", "ada.gainsay"]);
    assert!(said.contains("reviewed"), "{said}");
}

/// A review that is made blind later would forget what its reviewer had decided, on the start page as well.
#[test]
fn what_was_decided_before_a_review_was_made_blind_stays_in_view() {
    let folder = tempfile::tempdir().unwrap();
    let review = undecided(&folder.path().join("ada.gainsay"));
    decide(&review, "Ada", ONE, Verdict::Undecided, Level::High, None);
    let ada = Who::Reviewer("Ada".into());
    review.set_blind(ada.clone(), true).unwrap();
    let seen_by = |name: &str| gainsay::review::Viewer::Reviewer(Who::Reviewer(name.into()));
    let fold = review.fold();
    assert_eq!(fold.summary_for(ONE, &seen_by("Ada")).by, Some(ada));
    assert!(fold.hides(ONE, &seen_by("Ben")) && fold.hides(StatementId(2), &seen_by("Ada")));
}

/// A remark typed over a choice would lose its letters, and each of them could change the choice.
#[test]
fn what_is_typed_over_a_choice_of_a_form_goes_into_its_remark_and_digits_choose() {
    const TYPED: &str = "just nine mice, kept cold";
    let review = paper();
    let forms = [
        ("3=<Tab>", "▸4 not addressed◂", "4"),
        ("6e9<Enter>", "▸3 weak◂", "3"),
        ("D=", "▸2◂", "2"),
        ("B", "▸2 set to contradicts", "2"),
        ("se<Tab>", "▸2 conclusion◂", "2"),
    ];
    for (keys, chosen, digit) in forms {
        let mut tui = open(&review);
        tui.draw(120, 36);
        tui.press(keys);
        tui.press(digit);
        tui.press(TYPED);
        let screen = text(&tui.draw(120, 36));
        assert!(screen.contains(TYPED) && screen.contains(chosen), "{keys}: {screen}");
    }
}

/// “12 of 40 died” would choose, then choose the next, and lose its figure.
#[test]
fn a_remark_that_begins_with_a_figure_keeps_it_and_chooses_nothing() {
    let review = paper();
    for form in ["3=<Tab>", "6e9<Enter>", "B", "se<Tab>", "v", "v<Tab>"] {
        for figure in ["12 of 40 died", "3 of 40 died", "2.4 % died", "95% of them", "12mg a day"] {
            let mut tui = open(&review);
            tui.draw(120, 36);
            tui.press(form);
            let before = text(&tui.draw(120, 36));
            tui.press(figure);
            let screen = text(&tui.draw(120, 36));
            assert!(screen.contains(figure), "{form}{figure}: {screen}");
            assert_eq!(chosen(&screen), chosen(&before), "{form}{figure}: {screen}");
        }
    }
}

/// What a form has chosen, as it is marked.
fn chosen(screen: &str) -> Vec<&str> {
    screen.split('▸').skip(1).filter_map(|rest| rest.split('◂').next()).filter(|name| name.len() < 40).collect()
}

/// Who clears a line as in a shell would get the letters back that they have just deleted.
#[test]
fn a_text_is_edited_with_the_keys_of_a_shell() {
    let mut tui = open(&paper());
    tui.draw(120, 36);
    tui.press("mNo such dose<C-u>Two trials");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("Two trials") && !screen.contains("No such dose"), "{screen}");
    tui.press("<C-u><C-_>");
    assert!(text(&tui.draw(120, 36)).contains("Two trials"));
}

/// “2nd trimester” would set a verdict that nobody noticed.
#[test]
fn a_digit_that_a_letter_follows_chooses_and_that_is_said() {
    let mut tui = open(&paper());
    for (keys, said) in [("v2nd", "2 chose supports"), ("B2nd", "2 chose set to contradicts")] {
        tui.draw(120, 36);
        tui.press(keys);
        let screen = text(&tui.draw(120, 36));
        assert!(screen.contains(said), "{screen}");
        tui.press("<Esc>");
    }
    // A choice that was given up is not offered again: Enter would carry it out.
    tui.press("B");
    assert!(!text(&tui.draw(120, 36)).contains("▸2 set to contradicts"));
}
