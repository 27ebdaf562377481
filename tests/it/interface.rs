//! The interface driven by keys over a real review: what a reviewer does is on
//! record, nothing that is typed, pasted or clicked makes it fall over, and
//! nothing that a paper says reaches the terminal as a command.

use std::sync::Arc;

use crate::{
    fixture::{self, Claim, blank, empty, paper, running, statements},
    support,
};
use gainsay::{
    domain::{Basis, Kind, Level, Ruling, Severity, Stage, StatementId, Statements, Strategy, Value, Verdict},
    engine::{Command, Event, Scope},
    reason::builtin::Builtin,
    review::{Act, Review, StageState, Who},
    text::Clean,
    tui::Headless,
};
use ratatui::{backend::Backend, buffer::Buffer, prelude::CrosstermBackend};

use crate::fixture::face::{open, text};

const ONE: StatementId = StatementId(1);

fn newest(review: &Review) -> (Who, Act) {
    let entry = review.entries().unwrap().pop().unwrap();
    (entry.who, entry.act)
}

#[test]
fn accepting_keeps_the_machines_verdict_and_goes_on() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("a");
    let (who, act) = newest(&review);
    assert_eq!(who, Who::Reviewer("A. Okafor".into()));
    let Act::Override { stage: Stage::Verdict, statement: Some(ONE), inputs, accepts: true, gist, .. } = act else {
        panic!("{act:?}");
    };
    assert_eq!(gist.verdict, Some((Verdict::Contradicts, 0.71, Basis::CitedBoth)));
    assert_eq!(inputs, review.fold().resolve(ONE).get(Stage::Verdict).inputs);
    let Some(value) = review.in_force(ONE, Stage::Verdict).unwrap() else { panic!() };
    let Value::Verdict(value) = &*value else { panic!() };
    assert!(value.rationale.starts_with("A large randomised trial"));
    assert!(review.fold().summary(ONE).accepted);
    assert_eq!(tui.selection().0, 1, "on to the next that is to be decided");
}

/// Nobody has read the statement that a decision went on to a moment ago, and a key held down would decide on all of them.
#[test]
fn a_key_pressed_twice_does_not_decide_on_the_statement_that_comes_next() {
    let review = paper();
    let mut tui = open(&review);
    let decided = || {
        let acts = review.entries().unwrap();
        acts.into_iter().filter(|entry| matches!(entry.act, Act::Override { stage: Stage::Verdict, .. })).count()
    };
    let before = decided();
    tui.press_at_once("SSSS");
    assert_eq!((decided(), tui.selection().0), (before + 1, 1));
    assert!(text(&tui.draw(120, 36)).contains("S002 is here now and was not decided"), "{}", text(&tui.draw(120, 36)));
    tui.press("S");
    assert_eq!(decided(), before + 2, "what has been looked at is decided");
}

#[test]
fn a_verdict_of_ones_own_is_recorded_and_can_be_undone_and_redone() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("v2<Tab>3The cohort [4] is larger.<C-s>");
    let verdict = |review: &Review| review.fold().summary(ONE).verdict.unwrap();
    assert_eq!(verdict(&review), (Verdict::Supports, Level::Low.number(), Basis::Reviewer));
    let Some(value) = review.in_force(ONE, Stage::Verdict).unwrap() else { panic!() };
    assert!(matches!(&*value, Value::Verdict(v) if v.rationale == "The cohort [4] is larger."));
    tui.press("u");
    assert_eq!(verdict(&review).0, Verdict::Contradicts);
    tui.press("U");
    assert_eq!(verdict(&review).0, Verdict::Supports);
    tui.press("w");
    assert_eq!(verdict(&review).0, Verdict::Contradicts);
    assert!(matches!(newest(&review).1, Act::Withdraw { stage: Stage::Verdict, statement: Some(ONE), .. }));
}

/// Fingers that go to a pane by its number would score a document, or send a question to a server by `t`.
#[test]
fn numbers_and_t_mean_the_same_in_the_list_of_documents_as_everywhere() {
    let review = paper();
    let before = review.fold().head();
    let mut tui = open(&review);
    tui.press("Dt5");
    assert_eq!(review.fold().head(), before, "nothing is recorded");
    assert!(tui.commands().is_empty(), "nothing is asked: {:?}", tui.commands());
    let screen = text(&tui.draw(120, 36));
    assert!(!screen.contains("Retrieved documents") && screen.contains("c confirm"), "in the issues: {screen}");
    tui.press("D=2<Enter>");
    let Act::Override { stage: Stage::Score, .. } = newest(&review).1 else { panic!() };
    assert!(text(&tui.draw(120, 36)).contains("Retrieved documents"), "the list is still open");
}

/// The letters of a search ran as commands, and “o” excluded a document.
#[test]
fn a_search_in_the_list_of_documents_narrows_it_and_runs_no_command() {
    let review = paper();
    let before = review.fold().head();
    let mut tui = open(&review);
    tui.press("D/hypoglyc OLDER");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("with “hypoglyc OLDER” by score, 1 of 1"), "{screen}");
    tui.press("<C-u>sorghum<Enter>");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("None of the 9 retrieved documents has “sorghum”"), "{screen}");
    tui.press("/<Esc>");
    assert!(text(&tui.draw(120, 36)).contains("Retrieved documents by score, 1 of 9"), "all of them again");
    tui.press("/OLDER<Enter><Esc>");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("Retrieved documents by score"), "Escape ends the search before it leaves: {screen}");
    tui.press("<Esc>");
    assert!(!text(&tui.draw(120, 36)).contains("Retrieved documents by score"));
    assert_eq!(review.fold().head(), before, "nothing is recorded");
}

/// A sentence that is no finding would look like the others, until a reviewer has decided on it.
#[test]
fn a_doubtful_statement_is_marked_until_it_is_decided() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("G");
    let screen = text(&tui.draw(200, 60));
    assert!(screen.contains("may not be a finding of the paper (score 0.77)"), "{screen}");
    let marked = screen.matches("finding?").count();
    tui.press("v3<Tab>1Nothing was found.<C-s>");
    let screen = text(&tui.draw(200, 60));
    assert_eq!(screen.matches("finding?").count(), marked - 1, "{screen}");
    assert!(!screen.contains("may not be a finding"), "{screen}");
}

/// Who types on while a paper is read would find their words run as commands.
#[test]
fn what_is_typed_before_the_first_statement_waits_for_it() {
    let source = support::source(2);
    let review = support::review(None, &source, &Builtin::default());
    let mut tui = open(&review);
    tui.event(Event::Started(None, Stage::Extract));
    tui.press("jv<Tab>quick, x");
    let screen = text(&tui.draw(80, 24));
    assert!(!tui.has_quit() && tui.commands().is_empty(), "{screen}");
    assert!(screen.contains("what you type is kept for the first one; Esc forgets it"), "{screen}");
    let found = Statements { candidates: Vec::new(), statements: source.claims, dropped: Vec::new() };
    fixture::result(&review, None, &Value::Statements(found));
    tui.event(Event::Finished(None, Stage::Extract));
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("Verdict on S002") && screen.contains("quick, x"), "{screen}");
}

/// A model may take minutes for the first statement, and may find none.
#[test]
fn what_is_typed_before_the_first_statement_can_be_forgotten() {
    let review = support::review(None, &support::source(2), &Builtin::default());
    for is_failed in [false, true] {
        let mut tui = open(&review);
        tui.event(Event::Started(None, Stage::Extract));
        tui.press("jq");
        if is_failed {
            tui.event(Event::Idle);
        } else {
            tui.press("<Esc>");
        }
        assert!(!tui.has_quit());
        tui.press("q");
        assert!(tui.has_quit(), "keys act at once again");
    }
}

/// Advice of before the last key sends a reviewer to keys that no longer do what it says.
#[test]
fn advice_goes_with_the_next_key_and_what_was_done_stays() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("g?<Esc>");
    assert!(text(&tui.draw(120, 36)).contains("shows the tour again"));
    tui.press("j");
    assert!(!text(&tui.draw(120, 36)).contains("shows the tour again"));
    tui.press("fj");
    assert!(text(&tui.draw(120, 36)).contains("flag of S002 removed"));
}

/// A file that cannot be attached is named in full; why and what to do come after its name. “(os error 2)” tells a reviewer
/// nothing.
#[test]
fn the_reason_why_a_file_is_not_attached_is_shown_to_its_end() {
    let review = paper();
    let mut tui = open(&review);
    let path = format!("/tmp/{}.pdf", "a_folder_with_a_long_name/".repeat(8));
    tui.press("3A<Tab>");
    tui.paste(&path);
    tui.press("<Enter>");
    for (width, height) in [(80, 24), (120, 36), (200, 60)] {
        let screen = text(&tui.draw(width, height));
        assert!(screen.contains("Attach to S001"), "{screen}");
        assert_eq!(screen.matches("the path").count(), 1, "in the form, and not below it again: {screen}");
        assert!(!screen.contains("os error"), "{screen}");
    }
    // Where no side is chosen yet as well: to choose one would not help.
    let mut tui = open(&review);
    tui.press("A<Tab>nofile.pdf<Enter>");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("cannot read nofile.pdf") && !screen.contains("choose the side"), "{screen}");
}

/// A file that is attached after passages were cited by hand is in no run's hands: its reviewer would wait for it to count.
#[test]
fn what_is_attached_beside_citations_set_by_hand_says_how_it_gets_cited() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trial.txt");
    std::fs::write(&path, "A trial of metformin\n\nMetformin lowered mortality in adults with diabetes.\n").unwrap();
    for is_set_by_hand in [false, true] {
        let review = paper();
        let mut tui = open(&review);
        tui.press(if is_set_by_hand { "3XA<Tab>" } else { "3A<Tab>" });
        tui.paste(&path.to_string_lossy());
        tui.press("<Enter>");
        assert!(matches!(tui.commands(), [Command::Attach { .. }]), "{:?}", tui.commands());
        tui.event(Event::Appended { head: review.fold().head(), what: Some("document attached to S001".into()) });
        for (width, height) in [(80, 24), (120, 36), (200, 60)] {
            let screen = text(&tui.draw(width, height));
            assert!(screen.contains("document attached to S001"), "{screen}");
            assert_eq!(
                screen.contains("D and Enter open it, t ticks a sentence, Q cites it"),
                is_set_by_hand,
                "{screen}"
            );
        }
    }
}

/// Enter through the form would list evidence on a side that nobody chose, and a passage would be asked for its side twice.
#[test]
fn the_side_of_what_is_attached_is_asked_once_and_is_that_of_the_pane_or_none() {
    let review = paper();
    for (pane, chosen) in [("1", None), ("3", Some("▸against◂")), ("4", Some("▸for◂"))] {
        let mut tui = open(&review);
        tui.press(pane);
        tui.press("A<Tab>src<Enter>");
        let screen = text(&tui.draw(120, 36));
        match chosen {
            None => assert!(screen.contains("choose the side it is listed on") && !screen.contains('▸'), "{screen}"),
            Some(chosen) => assert!(screen.contains(chosen), "{screen}"),
        }
    }
    for paste in [false, true] {
        let mut tui = open(&review);
        tui.press("A");
        if paste {
            tui.paste("Mortality was lower.");
        } else {
            tui.press("Mortality was lower.");
        }
        let screen = text(&tui.draw(120, 36));
        assert!(screen.contains("asked once the passage is found") && !screen.contains("against for"), "{screen}");
        tui.press("<C-s>");
        assert!(matches!(tui.commands(), [Command::Attach { .. }]), "{:?}", tui.commands());
    }
}

/// What was just attached has no score yet, and would be below everything that the machine looked at.
#[test]
fn what_was_attached_and_is_not_scored_yet_is_first_in_the_list_of_documents() {
    let review = paper();
    let [search, scores] = [Stage::Search, Stage::Score].map(|stage| review.in_force(ONE, stage).unwrap().unwrap());
    let (Value::Search(mut search), Value::Scores(mut scores)) = ((*search).clone(), (*scores).clone()) else {
        panic!()
    };
    let attached = search.candidates.last_mut().unwrap();
    attached.found_by[0].strategy = Strategy::Attached;
    scores.scored.retain(|scored| scored.doc != attached.doc);
    let title: String = attached.meta.title.chars().take(20).collect();
    fixture::result(&review, Some(ONE), &Value::Search(search));
    fixture::result(&review, Some(ONE), &Value::Scores(scores));
    let mut tui = open(&review);
    tui.press("D");
    let screen = tui.draw(120, 36);
    let rows: Vec<String> =
        screen.content().chunks(120).map(|row| row.iter().map(|cell| cell.symbol()).collect()).collect();
    let first = rows.iter().position(|row| row.contains("score use")).unwrap() + 1;
    assert!(rows[first].contains(&title), "{title}: {}", rows[first]);
}

/// Whoever fills in a form would learn only at its end that there is nothing yet to add the evidence to.
#[test]
fn evidence_is_not_asked_for_before_the_statement_has_been_searched() {
    let mut tui = open(&running().0);
    for key in ["3A", "3@"] {
        tui.press("1gg");
        tui.press(key);
        let screen = text(&tui.draw(120, 36));
        assert!(screen.contains("S001 ━"), "the form opens after the search: {screen}");
        tui.press("<Esc>1j");
        tui.press(key);
        let screen = text(&tui.draw(120, 36));
        assert!(!screen.contains("S002 ━"), "{screen}");
        assert!(screen.contains("R runs the statement first"), "{screen}");
    }
}

/// Sums, codes and digests are for those who check the tool, not for those who check a statement.
#[test]
fn the_verdict_is_explained_in_words_and_its_figures_are_among_the_details() {
    let review = paper();
    let mut tui = open(&review);
    let machine = ["builtin 0.", "(best ", "INSUFFICIENT_EVIDENCE", "CONFLICTING_EVIDENCE", " ms "];
    let mut screens = String::new();
    for _ in 0..6 {
        for pane in ["2", "6"] {
            tui.press(pane);
            screens.push_str(&text(&tui.draw(200, 60)));
        }
        tui.press("z");
        screens.push_str(&text(&tui.draw(200, 60)));
        tui.press("z]");
    }
    assert!(screens.contains("Signal the evidence"), "{screens}");
    for code in machine {
        assert!(!screens.contains(code), "{code}: {screens}");
    }
    tui.press("1gg6.");
    let details = text(&tui.draw(200, 60));
    assert!(details.contains("(best "), "{details}");
}

/// A wrong number in a rationale would go into the report and be called a hallucination by the next run.
#[test]
fn a_rationale_that_cites_what_is_not_there_is_not_recorded_until_it_is_corrected() {
    let review = paper();
    let before = review.fold().head();
    let mut tui = open(&review);
    tui.press("v2<Tab>3The cohort [94] is larger.<C-s>");
    let said = text(&tui.draw(120, 36));
    assert!(said.contains("the rationale cites [94], but S001 has") && said.contains("The cohort [94]"), "{said}");
    assert_eq!(review.fold().head(), before);
    for _ in "94] is larger.".chars() {
        tui.press("<BS>");
    }
    tui.press("4] is larger.<C-s>");
    assert_ne!(review.fold().head(), before);
}

/// On a small screen a reviewer who set a verdict saw one side of the evidence, and lost the other fields at the reasons.
#[test]
fn above_a_verdict_form_on_a_small_screen_both_sides_can_be_read_and_no_field_is_lost() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("3v");
    let mut screen = text(&tui.draw(80, 24));
    assert!(screen.contains("3 Against") && screen.contains("PgDn For"), "{screen}");
    for _ in 0..20 {
        tui.press("<PgDn>");
        screen = text(&tui.draw(80, 24));
    }
    assert!(screen.contains("4 For") && screen.contains("PgUp Against"), "{screen}");
    for _ in 0..20 {
        tui.press("<PgUp>");
        screen = text(&tui.draw(80, 24));
    }
    assert!(screen.contains("3 Against"), "{screen}");
    tui.press("The trial is larger.<Tab>");
    screen = text(&tui.draw(80, 24));
    for seen in ["2 supports", "Confidence", "The trial is larger.", "3 evidence missing"] {
        assert!(screen.contains(seen), "{seen}\n{screen}");
    }
}

#[test]
fn escaping_from_a_form_records_nothing() {
    let review = paper();
    let before = review.fold().head();
    let mut tui = open(&review);
    tui.press("v2<Tab>1<Esc>mtext<Esc>r<Esc>?x<Esc>D<Esc>/fast<Esc>!<Esc>");
    assert_eq!(review.fold().head(), before);
    assert!(!tui.has_quit());
    assert_eq!(tui.selection(), (2, 6), "the search led there");
}

#[test]
fn the_name_is_asked_once_and_then_is_under_every_act() {
    let review = paper();
    let before = review.fold().head();
    let mut tui = Headless::new(Arc::clone(&review), "review", "dark", None).unwrap();
    tui.press("f");
    assert_eq!(review.fold().head(), before);
    assert!(text(&tui.draw(100, 30)).contains("Your name"));
    tui.pass(1_000);
    tui.press("B. Ngata<Enter>");
    assert!(review.fold().is_flagged(ONE));
    tui.press("f");
    assert!(!review.fold().is_flagged(ONE));
    assert_eq!(newest(&review).0, Who::Reviewer("B. Ngata".into()));
}

/// The form was empty, and a second note replaced the first unseen.
#[test]
fn a_note_is_in_its_form_again_though_the_name_was_given_only_with_it() {
    let review = paper();
    let mut tui = Headless::new(Arc::clone(&review), "review", "dark", None).unwrap();
    tui.press("mfirst note<Enter>");
    tui.pass(1_000);
    tui.press("B. Ngata<Enter>");
    let (who, act) = newest(&review);
    assert_eq!((who, act), (Who::Reviewer("B. Ngata".into()), note("first note")));
    tui.press("m, and more<Enter>");
    assert_eq!(newest(&review).1, note("first note, and more"));
}

/// A reviewer's document would be left out of both halves, and the split of the report.
#[test]
fn what_was_included_for_a_statement_stays_included_for_its_halves() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("DGi<Esc>ss<Tab>Sulfonylureas do not.<C-s>");
    let (_, act) = newest(&review);
    let Act::Bulk { what, acts } = act else { panic!("{act:?}") };
    assert!(what.contains("S001 split into"), "{what}");
    let included = acts.iter().filter(|act| matches!(act, Act::Include { .. })).count();
    assert_eq!((acts.len(), included), (3, 2), "one document for each half: {acts:?}");
    let mut report = Vec::new();
    let options = gainsay::export::Options::default();
    gainsay::export::write(&review, gainsay::export::Kind::Markdown, &options, &mut report).unwrap();
    let report = String::from_utf8_lossy(&report);
    assert!(report.contains("statement 1 split into"), "{report}");
}

fn note(text: &str) -> Act {
    Act::Note { statement: Some(ONE), text: text.into() }
}

/// Of a name typed right after the question for it opened, letters ran as commands; and what is typed on without a look at
/// the question would be recorded as a name.
#[test]
fn what_is_typed_as_the_name_is_asked_for_is_in_the_field_and_confirmed_after_a_look() {
    let review = paper();
    let begun = || Headless::new(Arc::clone(&review), "review", "dark", None).unwrap();
    let mut tui = begun();
    tui.draw(120, 36);
    tui.press("fBo anna<Enter>");
    let screen = text(&tui.draw(120, 36));
    assert!(
        screen.contains("Bo anna") && screen.contains("is this your name? Enter once more confirms it"),
        "{screen}"
    );
    assert!(!review.fold().is_flagged(ONE), "nobody has looked at the name yet");
    tui.pass(1_000);
    tui.press("<Enter>");
    assert_eq!(newest(&review).0, Who::Reviewer("Bo anna".into()));
    assert!(review.fold().is_flagged(ONE), "and no letter of it ran as a command");

    let head = review.fold().head();
    let mut tui = begun();
    tui.draw(120, 36);
    tui.press("jjfjq");
    tui.pass(1_000);
    tui.press("<Esc>");
    assert!(!tui.has_quit() && review.fold().head() == head && tui.selection().0 == 2, "Escape forgets all of it");
}

#[test]
fn issues_are_ruled_on_and_the_same_key_takes_it_back() {
    let review = paper();
    let mut tui = open(&review);
    let first = || review.fold().summary(ONE).issues.first().cloned().unwrap();
    let key = first().key;
    let ruling = || review.fold().ruling(ONE, key).and_then(|r| r.ruling);
    tui.press("5c");
    assert_eq!(ruling(), Some(Ruling::Confirmed));
    tui.press("c");
    assert_eq!(ruling(), None);
    tui.press("+");
    assert_eq!(ruling(), Some(Ruling::Severity(Severity::Blocker)));
    tui.press("d");
    assert_eq!(ruling(), Some(Ruling::Dismissed));
}

/// The machine said “nothing to judge”, and after the reviewer's verdict that it had judged its own as 1.00.
#[test]
fn a_verdict_of_a_reviewer_does_not_make_a_judgement_of_nothing() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("kkkkkkjjj");
    let before = text(&tui.draw(200, 60));
    assert!(before.contains("nothing to judge"), "{before}");
    tui.press("S");
    assert_eq!(review.fold().summary(StatementId(4)).by, Some(Who::Reviewer("A. Okafor".into())));
    tui.press("kkkkkkjjj");
    let screen = text(&tui.draw(200, 60));
    assert!(screen.contains("Judge not needed") && !screen.contains("explicit 1.00"), "{screen}");
    let stages = screen.lines().filter(|row| row.contains("judge ") && row.contains("not needed")).count();
    assert_eq!(stages, 1, "the list of stages says the same: {screen}");
}

/// The reason could be given for the newest act alone, which is seldom the one that a reviewer comes back to.
#[test]
fn the_reason_for_a_dismissal_can_be_given_later() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("5d");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("dismissed; ' gives the reason"), "{screen}");
    let key = |review: &Review| match newest(review).1 {
        Act::Ruling { issue, .. } => issue,
        other => panic!("{other:?}"),
    };
    let dismissed = key(&review);
    // What is dismissed comes last.
    tui.press("f1j1k5jj'");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("Why? weak evidence [4]: dismissed on S001"), "{screen}");
    tui.press("<Tab>The design suits the claim.<C-s>");
    assert_eq!(key(&review), dismissed);
    let reason = newest(&review).1.reason().map(|reason| reason.text.clone());
    assert_eq!(reason.as_deref(), Some("The design suits the claim."));
    tui.press("z");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains(": The design suits the claim."), "below the issue: {screen}");
}

/// “affects the verdict” was offered as a reason to dismiss an issue, and nobody saw which issue was meant.
#[test]
fn the_reasons_for_a_ruling_fit_it_and_the_issue_is_named() {
    const ALL: [&str; 4] =
        ["checked against the source", "does not affect the verdict", "false alarm", "affects the verdict"];
    for (key, ruling, offered) in
        [("d", "dismissed", [true, true, true, false]), ("c", "confirmed", [true, false, false, true])]
    {
        let mut tui = open(&paper());
        tui.press(&format!("5{key}'"));
        let form = text(&tui.draw(200, 60));
        let form = &form[form.find("Why? ").expect(&form)..];
        assert_eq!(ALL.map(|reason| form.contains(reason)), offered, "{ruling}: {form}");
        assert!(form.contains(&format!("]: {ruling} on S001")), "{form}");
    }
}

/// A reviewer would take a verdict for current that was given on other evidence.
#[test]
fn an_outdated_verdict_is_marked_in_the_list_and_counted_in_the_overview() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("C[3=<Tab>2<Tab>1<C-s>1");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("1 ✗ contradicts ◆ set, outdated"), "{screen}");
    tui.press("go");
    let screen = text(&tui.draw(200, 60));
    let count = screen.split("verdict out of date ").nth(1).and_then(|rest| rest.split(' ').next());
    assert!(count.is_some_and(|count| count != "0"), "{screen}");
}

/// Passages of one work on both sides would be read as two sources that disagree.
#[test]
fn a_work_on_both_sides_is_named_as_one_in_the_titles_of_the_panes() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    // A second passage of the first document, on the other side.
    tui.press("3<Enter>ggtQ2<Tab>1<Enter><Esc>");
    assert!(text(&tui.draw(200, 60)).contains("1 on both sides"), "{}", text(&tui.draw(200, 60)));
    for (keys, expected) in [("3z", "2 in 2 sources, 1 also for"), ("4", "2 in 2 sources, 1 also against")] {
        tui.press(keys);
        let screen = text(&tui.draw(120, 36));
        assert!(screen.contains(expected), "{expected}: {screen}");
    }
}

/// An issue that was dismissed by mistake would lose the severity that the reviewer had set.
#[test]
fn a_restored_issue_has_the_severity_that_was_set_before() {
    let review = paper();
    let mut tui = open(&review);
    let key = review.fold().summary(ONE).issues[0].key;
    let ruling = || review.fold().ruling(ONE, key).and_then(|made| made.ruling);
    tui.press("5dd");
    assert_eq!(ruling(), None);
    assert!(text(&tui.draw(200, 60)).contains(" restored"));
    tui.press("+dd");
    assert_eq!(ruling(), Some(Ruling::Severity(Severity::Blocker)));
    assert!(text(&tui.draw(200, 60)).contains(" restored, BLOCKER as it was set before"));
    tui.press("u");
    assert_eq!(ruling(), Some(Ruling::Dismissed), "one undo takes it back");
    tui.press("+-");
    assert_eq!(ruling(), Some(Ruling::Dismissed), "a severity would make it count again");
    assert!(text(&tui.draw(200, 60)).contains("the issue is dismissed and has no severity; d restores it"));
}

#[test]
fn an_issue_of_ones_own_is_listed_beside_the_machines() {
    let review = paper();
    let mut tui = open(&review);
    let before = review.fold().summary(ONE).issues.len();
    tui.press("IThe comparator differs.<C-s>IThe dose differs.<Tab><Enter>");
    assert_eq!(review.fold().summary(ONE).issues.len(), before + 2);
    assert!(text(&tui.draw(200, 60)).contains("The dose differs."));
}

#[test]
fn an_edited_value_is_recorded_and_one_that_cannot_be_read_is_not_lost() {
    let review = paper();
    let mut tui = open(&review);
    let before = review.fold().head();
    tui.press("e1<C-e>");
    let original = tui.editing().unwrap().to_owned();
    assert!(original.contains("\"text\": \"Metformin does not reduce"), "{original}");
    let broken = original.replace("\"hyde\"", "hyde");
    tui.edited(&broken);
    assert!(text(&tui.draw(120, 36)).contains("could not be read"));
    tui.press("<Esc>e<Enter>");
    assert_eq!(tui.editing(), Some(broken.as_str()), "gone on with, not begun again");
    let inputs = review.fold().resolve(ONE).get(Stage::Counter).inputs;
    tui.edited(&original.replace("does not reduce", "fails to reduce"));
    // Leaving the question for a reason keeps the text too.
    tui.press("<Esc>e<Enter>");
    assert!(tui.editing().unwrap().contains("fails to reduce"));
    let again = tui.editing().unwrap().to_owned();
    assert_eq!(review.fold().head(), before);
    tui.edited(&again);
    tui.press("clearer<Enter>");
    let Act::Override { stage: Stage::Counter, inputs: made_from, reason, value, accepts: false, .. } =
        newest(&review).1
    else {
        panic!()
    };
    assert_eq!((made_from, reason), (inputs, Some("clearer".into())));
    let value = review.value(Stage::Counter, true, value).unwrap();
    assert!(matches!(&*value, Value::Counter(c) if c.text.starts_with("Metformin fails to reduce")));
    assert!(matches!(review.fold().resolve(ONE).get(Stage::Search).state, StageState::Stale));
}

#[test]
fn a_document_below_the_threshold_can_be_included_and_one_above_excluded() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("DGi");
    assert!(matches!(newest(&review).1, Act::Include { statement: ONE, .. }));
    assert!(matches!(review.fold().resolve(ONE).get(Stage::Cite).state, StageState::Stale));
    tui.press("u<Esc>3o");
    assert!(matches!(newest(&review).1, Act::Exclude { statement: ONE, .. }));
    assert!(text(&tui.draw(120, 36)).contains("stale"));
}

/// The pane looked as before until a run, and the reviewer would exclude the document again, or the next one.
#[test]
fn an_excluded_document_is_marked_in_the_evidence_at_once() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("3zo");
    let screen = text(&tui.draw(120, 36));
    for mark in
        [", 1 excluded", "Excluded; R updates the results without it, i includes it again", "contradicts, excluded"]
    {
        assert!(screen.contains(mark), "{mark} is missing: {screen}");
    }
    let head = review.fold().head();
    tui.press("o");
    assert_eq!(review.fold().head(), head);
    assert!(text(&tui.draw(120, 36)).contains("this document is excluded already"));
    tui.press("i");
    assert!(matches!(newest(&review).1, Act::Include { statement: ONE, .. }));
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("included by a reviewer") && !screen.contains("re-runs without it"), "{screen}");
    let head = review.fold().head();
    tui.press("i");
    assert_eq!(review.fold().head(), head);
    assert!(text(&tui.draw(120, 36)).contains("this document is included already"));
}

/// A key pressed once too often removes the next one too, and nothing would say how to get it back.
#[test]
fn what_is_removed_by_one_key_says_how_it_comes_back() {
    let review = paper();
    let mut tui = open(&review);
    let mut says = |keys: &str, words: &str| {
        tui.press(keys);
        let screen = text(&tui.draw(160, 36));
        assert!(screen.contains(words), "{keys}: {words} is missing: {screen}");
    };
    says("3X", "Removed citation [1] from S001; u brings it back");
    says("u1jsd", "S002 dropped; it had a note; u brings it back, ' gives the reason");
    says("u", "Undid: S002 dropped");
    says("jsd", "S003 dropped; it had a reviewer's verdict; u brings it back");
    assert_eq!(review.fold().statements().len(), 5);
}

/// Who goes to the previous match, as in an editor, would give a verdict.
#[test]
fn in_a_list_that_was_searched_the_key_for_undecided_goes_back_and_decides_nothing() {
    let review = paper();
    let mut tui = open(&review);
    let head = review.fold().head();
    tui.press("/adults<Enter>j");
    assert_eq!(tui.selection(), (1, 2));
    for which in ["previous", "first"] {
        tui.press("N");
        assert_eq!((tui.selection(), review.fold().head()), ((0, 2), head));
        let screen = text(&tui.draw(160, 36));
        let words =
            format!("this is the {which} match, nothing was decided; Esc ends the search, then N sets undecided");
        assert!(screen.contains(&words), "{screen}");
    }
    tui.press("<Esc>N");
    assert_eq!(review.fold().summary(StatementId(2)).verdict.unwrap().0, Verdict::Undecided);
}

#[test]
fn running_asks_the_engine_for_just_that() {
    let review = paper();
    let mut tui = open(&review);
    // Where nothing is missing or stale, nothing is asked for.
    tui.press("R");
    assert!(tui.commands().is_empty() && text(&tui.draw(120, 36)).contains("nothing is missing or stale in S001"));
    tui.press("GRgg<C-r>r<Tab>cc<Enter>");
    let scopes: Vec<(Scope, bool)> = tui
        .commands()
        .iter()
        .filter_map(|c| match c {
            Command::Run(scope) => Some((scope.clone(), false)),
            Command::RunOverrides { scope, again, .. } => Some((scope.clone(), *again)),
            _ => None,
        })
        .collect();
    let cite = Scope::Stage(ONE, Stage::Cite);
    assert_eq!(scopes, [(Scope::Statement(StatementId(6)), false), (Scope::Everything, false), (cite, true)]);
    tui.event(Event::Started(Some(ONE), Stage::Inspect));
    assert!(text(&tui.draw(120, 36)).contains("running"));
    tui.press("x");
    assert!(matches!(tui.commands().last(), Some(Command::Cancel)));
    tui.event(Event::Idle);
    tui.pass(10_000);
    assert!(!text(&tui.draw(120, 36)).contains("running"));
}

#[test]
fn a_failed_stage_says_why_and_is_tried_again() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("G[");
    assert!(text(&tui.draw(200, 60)).contains("is locked by another process"));
    tui.press("r<Enter>");
    let Some(Command::RunOverrides { scope, again: true, .. }) = tui.commands().last() else { panic!() };
    assert_eq!(*scope, Scope::Stage(StatementId(5), Stage::Search));
}

#[test]
fn a_review_open_for_reading_refuses_acts_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.gainsay");
    let clock: gainsay::review::Clock = Arc::new(|| "2026-03-14T09:26:53Z".parse().unwrap());
    let opened = |source| Act::Open {
        source,
        settings: Box::default(),
        spec: gainsay::domain::EngineSpec { reasoner: "builtin".into(), version: "1".into(), model: None },
    };
    let review = Review::create(Some(&path), &crate::fixture::source("p"), opened, Arc::clone(&clock)).unwrap();
    statements(&review, crate::fixture::CLAIMS);
    review.close();
    let review = Arc::new(Review::open_read_only(&path, clock).unwrap());
    let mut tui = open(&review);
    for keys in ["a", "v", "f", "m", "u", "R", "<C-r>", "r", "e", "w", "Di<Esc>"] {
        tui.press(keys);
        assert!(text(&tui.draw(160, 40)).contains("open for reading only"), "{keys}");
        tui.pass(10_000);
    }
    assert!(tui.commands().is_empty());
    assert!(text(&tui.draw(160, 40)).contains("READ-ONLY"));
}

#[test]
fn an_issue_leads_to_its_citation_and_the_mouse_selects() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("5<Enter>");
    // WEAK_EVIDENCE is about [4], which stands on the other side.
    assert!(text(&tui.draw(120, 36)).contains("▌[4]"));
    tui.click(5, 10);
    assert_eq!(tui.selection().0, 2);
    tui.wheel(110, 30, true);
    tui.press("q");
    assert!(tui.has_quit());
}

#[test]
fn a_search_narrows_the_list_and_escape_shows_it_all_again() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("/vaccine<Enter>");
    assert_eq!(tui.selection(), (0, 1));
    tui.press("<Esc>");
    tui.press("<Esc>");
    assert_eq!(tui.selection(), (4, 6));
}

#[test]
fn what_is_pasted_is_cleaned_and_counts_as_if_it_were_typed() {
    let review = paper();
    let head = review.fold().head();
    let mut tui = open(&review);
    tui.paste("aaCu");
    assert_eq!(review.fold().head(), head, "where nothing is written, what is pasted does nothing");
    tui.press("/");
    tui.paste("vac\u{1b}[31mcine\u{202e}");
    assert_eq!(tui.selection(), (0, 1), "narrowed at once");
    tui.press("<Esc><Esc>:<Down><Down><Down>");
    tui.paste("write a no\u{200b}te");
    tui.press("<Enter>");
    assert!(text(&tui.draw(120, 36)).contains("Note"), "the first that fits is taken");
    tui.paste("one\u{7}\r\ntwo\u{9b}2J");
    tui.press("<Enter>");
    let Act::Note { text: note, .. } = newest(&review).1 else { panic!("{:?}", newest(&review)) };
    assert_eq!(note, "one\ntwo");
}

/// The cells in which two screens differ: columns and rows from to.
fn changed(before: &Buffer, after: &Buffer) -> (u16, u16, u16, u16) {
    let places = (0..before.area.height).flat_map(|y| (0..before.area.width).map(move |x| (x, y)));
    let differ: Vec<_> = places.filter(|place| before[*place] != after[*place]).collect();
    let (xs, ys) = (differ.iter().map(|p| p.0), differ.iter().map(|p| p.1));
    (xs.clone().min().unwrap(), xs.max().unwrap(), ys.clone().min().unwrap(), ys.max().unwrap())
}

#[test]
fn the_wheel_turns_what_lies_under_the_pointer_and_leaves_the_focus() {
    let review = paper();
    let mut tui = open(&review);
    let before = tui.draw(120, 36);
    tui.wheel(115, 30, true);
    let after = tui.draw(120, 36);
    let (left, _, top, _) = changed(&before, &after);
    assert!(left > 75 && top > 24, "only the pane at the bottom right: from column {left}, row {top}");
    assert_eq!(tui.selection(), (0, 6));
    tui.wheel(115, 30, false);
    assert_eq!(tui.draw(120, 36), before);
    tui.press("j");
    assert_eq!(tui.selection().0, 1, "the keys still go to the list");
}

#[test]
fn what_the_footer_offers_can_be_clicked() {
    let review = paper();
    for (offer, opens) in [("v verdict", "Verdict on S001"), ("r re-run", "Re-run"), ("? help", "Decide")] {
        let mut tui = open(&review);
        let screen = tui.draw(120, 36);
        let row: String = (0..120).map(|x| screen[(x, 35)].symbol()).collect();
        let at = row.find(offer).unwrap_or_else(|| panic!("{offer} is not in {row}"));
        assert!(!text(&screen).contains(opens));
        let column = row[..at].chars().count() as u16;
        tui.click(column + 3, 35);
        assert!(text(&tui.draw(120, 36)).contains(opens), "{offer}");
    }
}

/// A small generator, so that a failure can be seen again.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }
}

#[test]
fn no_sequence_of_keys_events_and_sizes_makes_it_fall_over() {
    const KEYS: &[&str] = &[
        "j", "j", "k", "J", "K", "g", "G", "<Tab>", "<S-Tab>", "<Enter>", "n", "]", "[", "1", "2", "3", "4", "5", "6",
        "<Esc>", "<Esc>", "<Up>", "<Down>", "<PgDn>", "<PgUp>", "<Home>", "<End>", "?", "/", "L", "M", "!", "D", "r",
        "v", "m", "e", "w", "a", "f", "u", "U", "c", "d", "+", "-", "i", "o", "x", "R", "<C-r>", "s", "h", "l", "t",
        "日", "<BS>", "<Left>", "<Right>", "<C-s>", "0", "9", " ",
    ];
    let mut dice = Dice(7);
    let reviews = [paper(), empty()];
    for review in &reviews {
        let mut tui = open(review);
        for step in 0..10_500 {
            match dice.roll(24) {
                0 => tui.pass(dice.roll(5_000) as u64),
                1 => {
                    let id = Some(StatementId(dice.roll(9) as u32)).filter(|_| dice.roll(5) > 0);
                    let stage = Stage::ALL[dice.roll(10)];
                    tui.event(match dice.roll(6) {
                        0 => Event::Started(id, stage),
                        1 => Event::Finished(id, stage),
                        2 => Event::Failed(id, stage),
                        3 => Event::Progress { done: dice.roll(9), total: dice.roll(9) },
                        4 => Event::Refused("no".into()),
                        _ => Event::Idle,
                    });
                }
                2 => tui.click(dice.roll(140) as u16, dice.roll(50) as u16),
                3 => tui.wheel(dice.roll(140) as u16, dice.roll(50) as u16, dice.roll(2) == 0),
                4 if dice.roll(4) == 0 => tui.paste("\u{1b}[2Jpasted\u{202e}\ntwo"),
                // An act costs a row; most steps only look.
                5..=6 => {
                    let (w, h) = (dice.roll(150) as u16 + 1, dice.roll(50) as u16 + 1);
                    tui.draw(w, h);
                }
                _ => tui.press(KEYS[dice.roll(KEYS.len())]),
            }
            let (selected, shown) = tui.selection();
            assert!(selected < shown.max(1), "step {step}");
        }
        tui.draw(120, 36);
    }
}

const HOSTILE: &str = "red \u{1b}[31mRED\u{1b}]0;owned\u{7}\u{9b}2J \u{202e}txet\u{202c} zero\u{200b}width a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30a} tab\tend سلام 日本語 👩‍🔬 \u{e0041}\u{feff}";

#[test]
fn nothing_that_a_paper_says_reaches_the_terminal_as_a_command() {
    let review = blank("hostile.txt");
    let text: &'static str = HOSTILE;
    let claims = [
        Claim { text, context: text, kind: Kind::Claim, counter: text, keywords: &["\u{1b}[5m", "a\u{202e}b"] },
        Claim { text: "x", context: "", kind: Kind::Claim, counter: "", keywords: &[] },
    ];
    statements(&review, &claims);
    let review = Arc::new(review);
    let mut tui = Headless::new(Arc::clone(&review), HOSTILE, "dark", Some(HOSTILE)).unwrap();
    tui.event(Event::Refused(Clean::from(HOSTILE)));
    let mut screens = vec![tui.draw(120, 36), tui.draw(80, 24)];
    tui.press("<Esc>m");
    tui.paste(HOSTILE);
    tui.press("\u{202e}\u{7}");
    screens.push(tui.draw(120, 36));
    tui.press("<Enter>!");
    screens.push(tui.draw(120, 36));
    tui.press("<Esc>2");
    screens.push(tui.draw(80, 24));
    assert!(
        matches!(newest(&review).1, Act::Note { text, .. } if !text.contains('\u{1b}') && !text.contains('\u{202e}'))
    );
    for buffer in screens {
        for cell in buffer.content() {
            let bad = |c: char| {
                c.is_control()
                    || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
                        && c != '\u{200d}'
            };
            assert!(!cell.symbol().chars().any(bad), "{:?}", cell.symbol());
        }
        let mut bytes = Vec::new();
        let width = buffer.area.width;
        let cells = buffer.content().iter().enumerate().map(|(i, cell)| {
            let i = u16::try_from(i).unwrap();
            (i % width, i / width, cell)
        });
        CrosstermBackend::new(&mut bytes).draw(cells).unwrap();
        let sent = String::from_utf8(bytes).unwrap();
        let mut rest = sent.as_str();
        while let Some(at) = rest.find(char::is_control) {
            let sequence = &rest[at..];
            assert!(sequence.starts_with("\u{1b}["), "{:?}", &sequence[..sequence.len().min(12)]);
            let end = sequence[2..].find(|c: char| c.is_ascii_alphabetic()).unwrap() + 3;
            // Only colours and cursor movements.
            assert!(sequence[..end].ends_with(['m', 'H']), "{:?}", &sequence[..end]);
            rest = &sequence[end..];
        }
    }
}

#[test]
fn drawing_stays_quick_with_hundreds_of_statements() {
    let review = blank("many.txt");
    let claims: Vec<Claim> = (0..300)
        .map(|i| Claim {
            text: if i % 2 == 0 { crate::fixture::CLAIMS[0].text } else { crate::fixture::CLAIMS[1].text },
            context: crate::fixture::CLAIMS[0].context,
            kind: Kind::Finding,
            counter: "",
            keywords: &["metformin"],
        })
        .collect();
    statements(&review, &claims);
    let mut tui = open(&Arc::new(review));
    tui.draw(120, 40);
    let begun = std::time::Instant::now();
    const DRAWS: u32 = 40;
    for _ in 0..DRAWS {
        tui.draw(120, 40);
    }
    let each = begun.elapsed() / DRAWS;
    println!("{each:?} a draw");
    // Unoptimised and on a busy machine; a list that is built whole takes far longer.
    assert!(each < std::time::Duration::from_millis(120), "{each:?}");
}

#[test]
fn what_runs_turns_unless_nothing_is_to_move() {
    for still in [false, true] {
        let (review, events) = running();
        let mut tui = Headless::new(review, "review", "dark", None).unwrap();
        events.into_iter().for_each(|event| tui.event(event));
        if still {
            tui.still();
        }
        let before = tui.draw(120, 36);
        tui.pass(130);
        assert_eq!(before == tui.draw(120, 36), still);
    }
}

/// A reviewer who is sent to a statement would have to leave the screen to learn what to look for there.
#[test]
fn the_verdict_says_what_the_statement_waits_for() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("6");
    let screen = text(&tui.draw(80, 24));
    assert!(screen.contains("■ check: weak evidence (major issue) · "), "{screen}");
    assert!(screen.contains("Rests on [1]"), "nothing is pushed out: {screen}");
    tui.press("a1gg6");
    let decided = text(&tui.draw(80, 24));
    assert!(decided.contains("S001") && !decided.contains("check: "), "{decided}");
}

/// Codes are for files and programs; who reads the pane had to look each one up.
#[test]
fn an_issue_is_named_in_words_and_its_code_is_a_detail() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("5");
    for (width, height) in [(80, 24), (200, 60)] {
        let screen = text(&tui.draw(width, height));
        assert!(screen.contains("weak evidence [4]") && !screen.contains("WEAK_EVIDENCE"), "{screen}");
    }
    tui.press(".");
    let screen = text(&tui.draw(80, 24));
    assert!(screen.contains("weak evidence [4]") && screen.contains("WEAK_EVIDENCE"), "{screen}");
    tui.press(".F");
    let form = text(&tui.draw(200, 60));
    assert!(form.contains("weak evidence 1"), "the filter has the same words: {form}");
}

/// A weight without a name left open who had set it, though the record knows.
#[test]
fn a_weight_set_by_hand_says_by_whom() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("3=<Tab>4<Tab><Tab>Other patients.<C-s>");
    let own = text(&tui.draw(200, 60));
    assert!(own.contains("by you: Other patients."), "{own}");
    let mut of_another = Headless::new(review, "paper", "dark", Some("Ben")).unwrap();
    let screen = text(&of_another.draw(200, 60));
    assert!(screen.contains("by A. Okafor: Other patients."), "{screen}");
}
