//! Undo and redo in the interface: the reviewer sees what was undone, and where.

use gainsay::domain::StatementId;

use crate::fixture::{
    face::{open, text},
    paper,
};

/// After accepting, the cursor is already on the next statement: an undo out of sight would be taken for one here.
#[test]
fn undo_and_redo_go_to_the_statement_that_they_change_and_say_what_they_did() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("a");
    assert_ne!(tui.selection().0, 0);
    tui.press("u");
    assert_eq!(tui.selection().0, 0, "back on S001");
    let screen = text(&tui.draw(200, 60));
    assert!(
        screen.contains("Undid: machine's verdict on S001 accepted: contradicts; it is contradicts (machine) again"),
        "{screen}"
    );
    tui.press("]U");
    assert_eq!(tui.selection().0, 0, "back on S001");
    let screen = text(&tui.draw(200, 60));
    assert!(
        screen.contains("Redid: machine's verdict on S001 accepted: contradicts; it is contradicts (A. Okafor) again"),
        "{screen}"
    );
}

#[test]
fn an_undo_on_a_statement_that_the_list_hides_says_so() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("f/S002<Enter>u");
    assert!(!review.fold().is_flagged(StatementId(1)));
    let screen = text(&tui.draw(200, 60));
    assert!(screen.contains("Undid: S001 flagged; the list does not show it"), "{screen}");
}

/// The reviewer has gone on; the reason for the decision before must not take them back.
#[test]
fn a_reason_given_afterwards_leaves_the_cursor_where_it_is() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("a");
    let here = tui.selection().0;
    tui.press("'<Tab>The trial is larger.<C-s>");
    assert_eq!(tui.selection().0, here);
    let screen = text(&tui.draw(200, 60));
    assert!(screen.contains("reason given for the verdict of S001") && !screen.contains("Undid"), "{screen}");
    tui.press("u");
    let screen = text(&tui.draw(200, 60));
    assert!(
        screen.contains("Undid: machine's verdict on S001 accepted: contradicts, with its reason; it is "),
        "{screen}"
    );
    // In a later session the reason goes with it as well.
    tui.press("U");
    let mut later = open(&review);
    later.press("u");
    assert!(text(&later.draw(200, 60)).contains(", with its reason; it is "));
}

/// While many statements are loading, an undo takes effect late: it must not take a form away from its statement.
#[test]
fn a_late_undo_leaves_a_reviewer_who_has_gone_on_where_they_are() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("a");
    let accepted = tui.selection().0;
    tui.hold();
    tui.press("u]]v");
    tui.deliver();
    let screen = text(&tui.draw(200, 60));
    assert!(!review.fold().summary(StatementId(1)).accepted, "the undo took effect");
    assert!(screen.contains("Undid: machine's verdict on S001 accepted"), "{screen}");
    assert_eq!(tui.selection().0, accepted + 2, "the cursor stays with the form");
    assert!(screen.contains(&format!("Verdict on S{:03}", accepted + 3)), "{screen}");
    // What is typed and pasted while the statement is read goes into its form, in this order.
    tui.press("<Esc>");
    tui.hold();
    tui.press("]v<Tab>");
    tui.paste("The trial is larger");
    tui.press(" by far.");
    tui.deliver();
    let screen = text(&tui.draw(200, 60));
    assert!(screen.contains("The trial is larger by far."), "{screen}");
    assert!(screen.contains(&format!("Verdict on S{:03}", accepted + 4)), "{screen}");
    // Several undos in a row still lead from one to the next.
    tui.press("<Esc>gg");
    tui.press("aa");
    tui.hold();
    tui.press("uu");
    tui.deliver();
    assert_eq!(tui.selection().0, 0, "back on S001");
}

/// “Undone: weights set” left the reviewer to find out which, and an issue was one of several.
#[test]
fn an_undo_names_the_issue_the_passage_the_note_and_the_document() {
    let review = paper();
    let mut tui = open(&review);
    for (keys, undid) in [
        ("gg5d", "Undid: issue “weak evidence” of S001 dismissed"),
        ("5+", "of S001 set to"),
        ("3=<Tab>4<Tab>1<C-s>", "Undid: stances and weights of S001 set ([1] from contradicts to not addressed)"),
        ("mThe doses differ.<Enter>", "Undid: note on S001 “The doses differ.”"),
        ("3o", "Undid: “"),
        ("]v2<Tab>1The doses differ.<C-s>", "of S002 set to supports; it is"),
    ] {
        tui.press("<Esc><Esc>1");
        tui.press(keys);
        tui.press("u");
        let screen = text(&tui.draw(200, 60));
        assert!(screen.contains(undid), "{undid}\n{screen}");
    }
}
