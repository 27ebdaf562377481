//! Steering the machine: pausing, two runs side by side, repeats, and what a run will cost.

use gainsay::{
    domain::{Stage, StatementId, Verdict},
    engine::{Command, Event, Scope},
    reason::Capabilities,
    review::{Act, Draft, Who},
};

use crate::{
    fixture::{
        face::{open, text},
        paper,
    },
    support::{engine, library, program::succeed, review, source},
};

const ONE: StatementId = StatementId(1);

/// What runs would be cut off, or what waits forgotten.
#[tokio::test]
async fn a_paused_run_begins_nothing_and_goes_on_where_it_was() {
    let review = review(None, &source(6), &gainsay::reason::builtin::Builtin::default());
    let (engine, mut events) =
        engine(&review, &library(), std::sync::Arc::new(gainsay::reason::builtin::Builtin::default()), 1);
    engine.send(Command::Run(Scope::Everything));
    engine.send(Command::Pause(true));
    while events.recv().await.unwrap() != Event::Paused(true) {}
    let pending = |of: &gainsay::review::Review| {
        let fold = of.fold();
        fold.statements().is_empty() || fold.statements().iter().any(|s| fold.summary(s.id).pending())
    };
    assert!(pending(&review), "the run was over before it was paused");
    engine.send(Command::Pause(false));
    let mut continued = false;
    loop {
        match events.recv().await.unwrap() {
            Event::Paused(false) => continued = true,
            Event::Started(..) if !continued => panic!("a stage began in the pause"),
            Event::Idle => break,
            _ => {}
        }
    }
    assert!(continued && !pending(&review), "everything is run after the pause");
}

/// The reviewer could not see what a re-run changed.
#[test]
fn two_runs_are_seen_side_by_side() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("Cu[");
    tui.press("gh");
    tui.draw(120, 36);
    // The verdict that was set and undone, and the machine's.
    tui.press("jt");
    assert!(text(&tui.draw(120, 36)).contains("ticked"));
    tui.press("Gk");
    for _ in 0..20 {
        tui.press("t");
        if text(&tui.draw(120, 36)).contains("A run beside what A. Okafor set ━") {
            break;
        }
        tui.press("k");
    }
    for (width, height) in [(80, 24), (120, 36), (200, 60)] {
        let screen = text(&tui.draw(width, height));
        assert!(screen.contains("A run beside what A. Okafor set") && screen.contains("verdict"), "{screen}");
    }
    let screen = text(&tui.draw(200, 60));
    assert!(screen.contains("contradicts"), "{screen}");
    assert!(!screen.contains("Two runs"), "one of them is a reviewer's: {screen}");
    // What tells them apart comes first and is not cut, however narrow the columns are.
    let screen = text(&tui.draw(80, 24));
    assert!(screen.contains("A. Okafor, 20") && screen.contains(" ms, 20"), "{screen}");
    tui.press("<Esc>");
    assert!(!text(&tui.draw(120, 36)).contains("A run beside what"));
}

/// A model would be asked for hours before anybody knew; a deterministic reasoner would be repeated in vain.
#[test]
fn the_form_says_the_cost_and_repeats_a_verdict() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("r");
    let form = text(&tui.draw(80, 24));
    assert!(form.contains("Cost: 1 stage, "), "{form}");
    assert!(!form.contains("several times") && !form.contains("^P prompts"), "what builtin has no use for: {form}");
    tui.press("<Esc>");
    let model = Capabilities { reasoner: "ollama".into(), seed: true, prompts: true, ..Capabilities::default() };
    tui.reasoners(vec![Capabilities { reasoner: "builtin".into(), ..Capabilities::default() }, model.clone()]);
    tui.press("r<Down><Down><Right><Up><Up>");
    let form = text(&tui.draw(120, 36));
    assert!(form.contains("several times") && form.contains("^P prompts"), "{form}");
    tui.press("<Esc>");
    tui.reasoners(vec![model]);
    tui.press("r<End>");
    let form = text(&tui.draw(120, 36));
    assert!(form.contains("Times") && form.contains("Cost: 5 stages"), "{form}");
    tui.press("<Enter>");
    let sent = format!("{:?}", tui.commands().last().unwrap());
    assert!(sent.starts_with("Repeat { statement: StatementId(1), times: 5"), "{sent}");
}

/// A verdict that flips would look as sure as one that never does.
#[test]
fn the_flip_rate_is_kept_beside_the_confidence_and_says_when_the_evidence_has_changed() {
    let review = paper();
    let spec = review.fold().opened().unwrap().spec.clone();
    let inputs = review.fold().resolve(ONE).get(Stage::Verdict).inputs;
    let verdicts = vec![(Verdict::Contradicts, 4), (Verdict::Undecided, 1)];
    let act = |inputs| Act::Repeat { statement: ONE, spec: spec.clone(), inputs, verdicts: verdicts.clone() };
    review.append(vec![Draft { who: Who::Engine, act: act(inputs), blobs: Vec::new() }]).unwrap();
    let mut tui = open(&review);
    tui.draw(200, 60);
    tui.press("6z");
    let screen = text(&tui.draw(200, 60));
    assert!(screen.contains("contradicts 4, undecided 1: flips in 20%"), "{screen}");
    assert!(!screen.contains("on other evidence"));
    let markdown = gainsay::export::markdown(&review, &gainsay::export::Options::default()).unwrap();
    assert!(markdown.contains("flips in 20%"), "{markdown}");
    review.append(vec![Draft { who: Who::Engine, act: act(None), blobs: Vec::new() }]).unwrap();
    let mut tui = open(&review);
    tui.press("6z");
    assert!(text(&tui.draw(200, 60)).contains("on other evidence"));
}

/// A reviewer could not see where opinions differ, or which citation carries the verdict.
#[test]
fn the_map_shows_where_opinions_differ_and_the_chart_what_each_citation_weighs() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("C");
    tui.press("gv");
    for (width, height) in [(80, 24), (120, 36), (200, 60)] {
        let map = text(&tui.draw(width, height));
        for word in ["Map", "decide", "check", "skim", "S001", "S002"] {
            assert!(map.contains(word), "{word}\n{map}");
        }
    }
    assert!(text(&tui.draw(120, 36)).contains(", 1 differs from the machine"));
    // What a search leaves is what is counted.
    tui.press("<Esc>/Vitamin<Enter>gv");
    let map = text(&tui.draw(120, 36));
    assert!(map.contains("1 statement") && !map.contains("1 differs from the machine"), "{map}");
    tui.press("<Esc><Esc>gv");
    // The columns are side by side, so left and right go between them: there and back again it is the same statement.
    tui.press("gg");
    let first = tui.selection().0;
    let mut seen = std::collections::BTreeSet::from([first]);
    for key in ["<Right>", "l", "<Tab>"] {
        tui.press(key);
        seen.insert(tui.selection().0);
    }
    let columns = seen.len();
    assert!(columns > 1, "no statement beside the first on the map");
    (0..3).for_each(|_| tui.press("<Left>"));
    assert_eq!(tui.selection().0, first);
    tui.press("ggn");
    let one = text(&tui.draw(120, 36));
    assert!(one.contains("S001≠") || one.contains("≠"), "{one}");
    tui.press("gg");
    for _ in 0..6 {
        let chart = text(&tui.draw(120, 60));
        if chart.contains("against") && chart.contains(" × ") {
            assert!(chart.contains("credibility of the source × confidence in the stance"), "{chart}");
            tui.press("<Enter>");
            assert!(!text(&tui.draw(120, 36)).contains("Map"));
            return;
        }
        tui.press("j");
    }
    panic!("no statement has a chart\n{}", text(&tui.draw(120, 60)));
}

/// The tour would hold the screen, or never be found again.
#[test]
fn the_tour_is_left_at_any_step_and_found_again_from_the_help() {
    let review = paper();
    let mut tui = open(&review);
    for (width, height) in [(80, 24), (120, 36), (200, 60)] {
        tui.draw(width, height);
        tui.press("g?");
        for step in 1..=5 {
            let screen = text(&tui.draw(width, height));
            assert!(screen.contains(&format!("Tour {step} of 5")) && screen.contains("Esc leave"), "{screen}");
            assert!(!screen.contains('{'), "{screen}");
            // The foot of the screen says what the box says.
            assert!(!screen.contains("Esc back") && screen.contains("next") == (step < 5), "{screen}");
            tui.press("<Enter>");
        }
        assert!(!text(&tui.draw(width, height)).contains("Tour 5"));
    }
    tui.press("?tour<Enter>");
    assert!(text(&tui.draw(120, 36)).contains("Tour 1 of 5"));
    tui.press("<Enter><Esc>");
    let left = text(&tui.draw(120, 36));
    assert!(!left.contains("Tour 2") && left.contains("shows the tour again"), "{left}");
    let there = tui.selection().0;
    tui.press("j");
    assert_eq!(tui.selection().0, there + 1, "the keys go to the list, not to the evidence that the tour had come to");
}

/// On a first start the tour swallowed what was typed.
#[test]
fn a_key_that_the_tour_does_not_know_ends_it_and_acts() {
    for (keys, expected) in [("jj", "3 of 6"), ("mtyped", "Note, printed in the report"), ("gg", "1 of 6")] {
        let mut tui = open(&paper());
        tui.press(&format!("g?<Enter>{keys}"));
        let screen = text(&tui.draw(120, 36));
        assert!(!screen.contains("Tour") && screen.contains(expected), "{keys}: {screen}");
    }
    let mut tui = open(&paper());
    tui.press("g?Z");
    assert!(text(&tui.draw(120, 36)).contains("Tour 1 of 5"), "a key without a meaning leaves the tour open");
}

/// The box would cover what it explains.
#[test]
fn the_tour_leaves_the_pane_in_view_that_it_explains() {
    let review = paper();
    let mut tui = open(&review);
    for (width, height) in [(120, 36), (200, 60)] {
        tui.draw(width, height);
        tui.press("g?<Enter><Enter>");
        let screen = text(&tui.draw(width, height));
        assert!(screen.contains("Tour 3 of 5"), "{screen}");
        for words in ["both sides · 3 sources", "A large randomised"] {
            assert!(screen.contains(words), "{words} is covered at {width}×{height}\n{screen}");
        }
        tui.press("<Enter>");
        let screen = text(&tui.draw(width, height));
        assert!(screen.contains("MAJOR weak evidence"), "the issues are covered at {width}×{height}\n{screen}");
        tui.press("<Esc>");
    }
}

/// On a small screen every line that the box takes is one of the pane that it explains.
#[test]
fn the_box_of_the_tour_has_no_empty_lines() {
    let mut tui = open(&paper());
    for (width, height) in [(80, 24), (200, 60)] {
        tui.press("g?");
        for step in 1..=5 {
            let buffer = tui.draw(width, height);
            let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
            let top = (0..height).find(|y| row(*y).contains(&format!("Tour {step} of 5"))).unwrap();
            let bottom = (top..height).find(|y| row(*y).contains("Esc leave")).unwrap();
            assert!((4..=5).contains(&(bottom - top + 1)), "{width}×{height}, step {step}: {}", text(&buffer));
            tui.press("<Enter>");
        }
    }
}

/// Somebody would learn after hours what a check of a claim set takes.
#[test]
fn a_check_says_its_cost_and_stops() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let ask = ["check", "claims.txt", "--cost", "--set", "reasoner=builtin"];
    std::fs::write(home.join("claims.txt"), "Eggs raise cholesterol.\nCoffee lowers the risk of stroke.\n").unwrap();
    let said = succeed(home, &ask);
    assert!(said.contains("builtin: 2 statements, 18 stages, not measured yet"), "{said}");
    assert!(!home.join("claims.gainsay").exists(), "nothing is written");
    succeed(home, &["check", "claims.txt", "--review", "claims.gainsay", "--quiet"]);
    // What has been done is not done again, by whichever name it is asked for.
    for done in ["claims.txt", "claims.gainsay"] {
        let said = succeed(home, &["check", done, "--cost", "--set", "reasoner=builtin"]);
        assert!(said.contains("nothing to run"), "{said}");
    }
    std::fs::write(home.join("others.txt"), "Tea is a diuretic.\nMilk strengthens bones.\n").unwrap();
    let said = succeed(home, &["check", "others.txt", "--cost", "--set", "reasoner=builtin"]);
    assert!(said.contains("18 stages, ") && !said.contains("not measured yet"), "{said}");
}

/// A paused run would look finished, and a key would drop the rest of it without a word.
#[test]
fn a_paused_run_is_seen_in_the_activity_and_stopping_says_how_to_go_on() {
    let review = paper();
    let mut tui = open(&review);
    tui.event(Event::Started(Some(ONE), Stage::Verdict));
    tui.event(Event::Paused(true));
    tui.press("ga");
    for size in [(80, 24), (120, 36)] {
        let screen = text(&tui.draw(size.0, size.1));
        assert!(screen.contains("paused, H continues") && screen.contains("Paused"), "{screen}");
    }
    tui.press("x");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("results so far are kept, ^R runs what is left"), "{screen}");
}

/// A reviewer would take back what another one decided.
#[test]
fn an_override_is_withdrawn_by_its_own_reviewer_alone() {
    let review = paper();
    crate::support::reviewers::decide(&review, "Ben", ONE, Verdict::Supports, gainsay::domain::Level::High, None);
    let rows = review.fold().head();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("w");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("verdict of S001: set by Ben, who alone can withdraw it; v sets"), "{screen}");
    assert_eq!(review.fold().head(), rows);
    assert_eq!(review.fold().summary(ONE).by, Some(Who::Reviewer("Ben".into())));
}

/// Who points at a statement on the map would see nothing happen.
#[test]
fn a_click_on_the_map_goes_to_the_statement_and_a_second_one_opens_it() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("gv");
    let buffer = tui.draw(120, 36);
    let line = |y: u16| (0..120).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    let find = |id: &str| (0..36).find_map(|y| Some((line(y).find(id)?, y))).unwrap();
    let (_, y) = find("S002");
    let x = (0..118).find(|x| (0..4).map(|i| buffer[(x + i, y)].symbol()).collect::<String>() == "S002").unwrap();
    tui.click(x, y);
    assert_eq!(tui.selection().0, 1);
    tui.draw(120, 36);
    tui.click(x, y);
    assert!(text(&tui.draw(120, 36)).contains("3 Against"));
}

/// Reasons beyond the height of their field would be overlooked.
#[test]
fn a_field_with_more_lines_than_it_shows_says_so() {
    let review = paper();
    let lists = gainsay::domain::ReasonLists {
        verdict: (1..=12).map(|n| format!("reason {n}").into()).collect(),
        ..gainsay::domain::ReasonLists::default()
    };
    let act = Act::Reasons { lists: Box::new(lists) };
    review.append(vec![Draft { who: Who::Reviewer("Ada".into()), act, blobs: Vec::new() }]).unwrap();
    let mut tui = open(&review);
    tui.press("gw");
    for (size, shown) in [((80, 24), "of 12 lines"), ((120, 36), "5 of 12 lines")] {
        let screen = text(&tui.draw(size.0, size.1));
        assert!(screen.contains(shown), "{screen}");
    }
}
