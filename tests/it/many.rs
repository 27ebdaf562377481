//! Finding one's way among many statements, and acting on many at once.

use crate::fixture::paper;
use gainsay::{
    domain::{Stage, StatementId, Verdict},
    engine::{Command, Event, Scope},
    review::{Act, Draft, Who},
    tui::Headless,
};

use crate::fixture::face::{open, text};

#[test]
fn the_list_is_narrowed_by_a_form_and_escape_shows_all_again() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    // The first field is the verdict, its first tick contradicts.
    tui.press("F <Enter>");
    let (_, shown) = tui.selection();
    let expected = review.fold().statements().iter().map(|s| review.fold().summary(s.id).verdict).collect::<Vec<_>>();
    let expected = expected.iter().flatten().filter(|(v, ..)| *v == Verdict::Contradicts).count();
    assert!(shown == expected && shown > 0, "{shown} of {expected}");
    assert!(text(&tui.draw(120, 36)).contains("contradicts"), "the title says so");
    tui.press("<Esc>");
    assert_eq!(tui.selection().1, 6);
}

/// Statements were cut where rows below them were empty.
#[test]
fn a_statement_is_whole_in_the_list_where_all_of_them_fit() {
    let review = paper();
    let mut tui = open(&review);
    // Room for all of them whole, but not for six of the longest; and a line less.
    for (height, is_whole) in [(42, true), (41, false)] {
        let buffer = tui.draw(120, height);
        let is_cut = buffer.content().chunks(120).flat_map(|row| &row[..37]).any(|cell| cell.symbol() == "…");
        assert_eq!(!is_cut, is_whole, "{height}: {}", text(&buffer));
    }
}

/// Counts of before the run came on would send a reviewer to statements that are not there, or keep them from others.
#[test]
fn an_open_filter_form_counts_what_the_run_brings() {
    let review = paper();
    let mut tui = open(&review);
    let counted = |tui: &mut Headless| text(&tui.draw(200, 60));
    tui.press("F<Down><Down> <Down>");
    let before = counted(&mut tui);
    assert!(before.contains("flagged 1"), "{before}");
    let flag = |on| Draft {
        who: Who::Reviewer("Ben".into()),
        act: Act::Flag { statement: StatementId(3), on },
        blobs: Vec::new(),
    };
    review.append(vec![flag(true)]).unwrap();
    tui.event(Event::Finished(Some(StatementId(3)), Stage::Judge));
    let after = counted(&mut tui);
    assert!(after.contains("flagged 2"), "{after}");
    let ticks = |screen: &str| screen.matches('▣').count() + screen.matches("[x]").count();
    assert_eq!(ticks(&before), ticks(&after), "{before}\n{after}");
}

#[test]
fn a_filter_that_lets_nothing_through_is_refused_with_the_form_open() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("Fjj<Left> ");
    for (width, height) in [(80, 24), (120, 36)] {
        let shown = text(&tui.draw(width, height));
        assert_eq!(shown.matches("No statement matches; clear a filter").count(), 1, "before Enter: {shown}");
    }
    tui.press("<Enter>");
    for (width, height) in [(80, 24), (120, 36)] {
        let shown = text(&tui.draw(width, height));
        assert_eq!(shown.matches("No statement matches; clear a filter").count(), 2, "{shown}");
    }
    tui.press("<Esc>");
    assert_eq!(tui.selection().1, 6);
}

#[test]
fn the_order_changes_under_the_same_statement() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("jj");
    let before = text(&tui.draw(120, 36));
    assert!(before.contains("S003"));
    tui.press("O");
    assert!(text(&tui.draw(120, 36)).contains("by triage"));
    tui.press("OOOO");
    assert_eq!(tui.selection().0, 2, "round to the paper's order, still on the third");
}

#[test]
fn many_are_accepted_as_one_act_and_taken_back_by_one_undo() {
    let review = paper();
    let mut tui = open(&review);
    let decided = || review.fold().statements().iter().filter(|s| review.fold().summary(s.id).by.is_some()).count();
    let before = decided();
    tui.press("B");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("Act on 6 shown statements"), "{screen}");
    // Who presses Enter alone has not accepted anything.
    tui.press("<Enter>");
    assert!(text(&tui.draw(120, 36)).contains("choose what to do: 1 to 9") && decided() == before);
    tui.press("1<Tab>agreed with all of them<Enter>");
    let Act::Bulk { acts, .. } = review.entries().unwrap().pop().unwrap().act else { panic!() };
    assert!(acts.len() > 1 && decided() == before + acts.len(), "{} of {}", acts.len(), decided());
    tui.press("u");
    assert_eq!(decided(), before);
    tui.press("U");
    assert_eq!(decided(), before + acts.len());
}

/// A verdict of other evidence than what is in force would go into the report with the reviewer's name under it.
#[test]
fn stale_verdicts_are_not_accepted_with_the_others_and_that_is_said() {
    let review = paper();
    let mut tui = open(&review);
    let is_decided = |id| review.fold().summary(StatementId(id)).by.is_some();
    tui.draw(120, 36);
    tui.press("3o1B1");
    for (width, height) in [(80, 24), (120, 36)] {
        let form = text(&tui.draw(width, height));
        let note = "1 stale verdict left out; run what is stale first to accept it";
        assert!(form.contains(note), "{form}");
    }
    tui.press("<Right>");
    assert!(!text(&tui.draw(120, 36)).contains("left out"), "the other acts leave none out");
    tui.press("<Left><Enter>");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("2 statements; 1 stale verdict left out"), "{screen}");
    assert_eq!([1, 2, 4].map(is_decided), [false, true, true]);
    // Where all of them are stale, none is accepted and the form stays.
    tui.press("ggtB1<Enter>");
    let refused = text(&tui.draw(120, 36));
    assert!(refused.contains("every machine's verdict among them is stale"), "{refused}");
    assert!(!is_decided(1));
}

#[test]
fn only_what_is_ticked_is_meant() {
    let review = paper();
    let mut tui = open(&review);
    let flagged = || -> Vec<StatementId> {
        review.fold().statements().iter().map(|s| s.id).filter(|id| review.fold().is_flagged(*id)).collect()
    };
    let before = flagged();
    tui.press("tjtB");
    assert!(text(&tui.draw(120, 36)).contains("Act on 2 ticked statements"));
    // Sixth of the list: flag.
    tui.press("6<Enter>");
    let fresh: Vec<StatementId> = flagged().into_iter().filter(|id| !before.contains(id)).collect();
    assert_eq!(fresh, [StatementId(1), StatementId(3)]);
}

#[test]
fn the_palette_finds_what_can_be_done_and_statements() {
    let review = paper();
    let mut tui = open(&review);
    tui.press(":flag");
    assert!(text(&tui.draw(120, 36)).contains("flag the statement"));
    tui.press("<Enter>");
    assert!(review.fold().is_flagged(StatementId(1)));
    tui.press(":s004<Enter>");
    assert_eq!(tui.selection().0, 3);
    tui.press(":run all<Enter>");
    assert!(matches!(tui.commands().last(), Some(Command::Run(Scope::Everything))));
    tui.press(":zzzz<Enter>");
    assert!(text(&tui.draw(120, 36)).contains("no command or statement is called that"));
}

#[test]
fn a_number_leads_to_its_citation() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("6<Enter>4");
    assert!(text(&tui.draw(120, 36)).contains("▌[4]"));
    tui.press("#9");
    assert!(text(&tui.draw(120, 36)).contains("there is no citation [9]"));
    tui.press("1<Esc>");
}
