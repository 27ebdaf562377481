//! What a reviewer set stays theirs, whatever another one does.

use std::sync::Arc;

use gainsay::{
    domain::{Level, StatementId, Verdict},
    review::{Act, Draft, Review, Who},
    tui::Headless,
};

use crate::{
    fixture::{face::text, paper},
    support::{
        clock,
        program::succeed,
        reviewers::{decide, undecided},
    },
};

const ONE: StatementId = StatementId(1);

fn note(review: &Review, who: &str, words: &str) {
    let act = Act::Note { statement: Some(ONE), text: words.into() };
    review.append(vec![Draft { who: Who::Reviewer(who.into()), act, blobs: Vec::new() }]).unwrap();
}

/// An adjudicated conflict would be open again, since somebody else took back a verdict of their own.
#[test]
fn taking_back_a_verdict_leaves_the_one_of_another_reviewer_in_force() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    for (name, verdict) in [("Ada", Verdict::Supports), ("Ben", Verdict::Contradicts)] {
        let review = undecided(&home.join(format!("{name}.gainsay")));
        decide(&review, name, ONE, verdict, Level::High, None);
        note(&review, name, &format!("Noted by {name}."));
        review.close();
    }
    succeed(home, &["merge", "Ada.gainsay", "Ben.gainsay", "--out", "both.gainsay"]);
    let review = Arc::new(Review::open(&home.join("both.gainsay"), clock()).unwrap());
    decide(&review, "Eve", ONE, Verdict::Undecided, Level::Medium, None);
    let mut tui = Headless::new(Arc::clone(&review), "both", "dark", Some("Gus")).unwrap();
    tui.draw(120, 36);
    // A note is one's own: that of another is not the beginning of it.
    tui.press("mMine.<Enter>");
    assert!(
        review.fold().notes(Some(ONE)).iter().any(|note| *note.text == *"Mine."),
        "{:?}",
        review.fold().notes(Some(ONE))
    );
    tui.press("SggwG");
    let fold = review.fold();
    let set = fold.opinions(ONE);
    let own: Vec<&Who> = set.iter().filter(|opinion| opinion.origin.is_none()).map(|opinion| opinion.who()).collect();
    assert_eq!(own, [&Who::Reviewer("Eve".into())]);
    assert_eq!((fold.summary(ONE).by.clone(), fold.conflict(ONE)), (Some(Who::Reviewer("Eve".into())), None));
}

/// A rationale would be gone with a slip of the finger, or a confidence be rounded by looking at it.
#[test]
fn one_key_never_takes_the_place_of_a_reasoned_verdict_and_looking_sets_nothing() {
    let review = paper();
    let mut tui = Headless::new(Arc::clone(&review), "review", "dark", Some("Ada")).unwrap();
    tui.draw(120, 36);
    tui.press("v2<Tab>2Two trials agree [1].<C-s>");
    let rows = review.entries().unwrap().len();
    tui.press("N");
    let shown = text(&tui.draw(120, 36));
    assert!(shown.contains("has your verdict with its reasons"), "{shown}");
    tui.press("3=<C-s>");
    let shown = text(&tui.draw(120, 36));
    assert!(shown.contains("nothing has been changed"), "{shown}");
    tui.press("<Esc><Esc>");
    assert_eq!(review.entries().unwrap().len(), rows);
    // What was written beside a reason comes back as it is promised.
    tui.press("'<Tab>children only<Esc>");
    assert!(text(&tui.draw(120, 36)).contains("the draft is kept"));
    tui.press("'");
    let shown = text(&tui.draw(120, 36));
    assert!(shown.contains("children only"), "{shown}");
}

/// A verdict that rests on nothing would look like one that rests on evidence, and the judge's view of another verdict
/// like the view of this one.
#[test]
fn a_verdict_without_evidence_is_recorded_and_that_is_said() {
    const NONE: &str = "no evidence counts on either side";
    let review = paper();
    let mut tui = Headless::new(Arc::clone(&review), "review", "dark", Some("Ada")).unwrap();
    for size @ (width, height) in [(80, 24), (120, 36)] {
        tui.draw(width, height);
        tui.press("/S004<Enter>v3");
        assert!(!text(&tui.draw(width, height)).contains(NONE), "undecided needs none: {size:?}");
        tui.press("2");
        let form = text(&tui.draw(width, height));
        assert!(form.contains(NONE), "{size:?}: {form}");
        tui.press("<Esc><Esc>");
    }
    tui.press("/S004<Enter>v2<Tab>2<C-s>");
    let asked = text(&tui.draw(160, 48));
    assert!(asked.contains("no rationale is given, and this overrules the machine; ^S again records"), "{asked}");
    assert_eq!(review.fold().summary(StatementId(4)).by, None, "asked once");
    tui.press("<C-s>");
    let shown = text(&tui.draw(160, 48));
    assert!(shown.contains(&format!("verdict of S004 set to supports; {NONE}")), "{shown}");
    assert!(shown.contains(&format!("Evidence ■ {NONE}")), "{shown}");
    // A run would be of no use to a reviewer: the judge judges the machine's verdict.
    assert!(!shown.contains("stale") && shown.contains("· judge"), "{shown}");
    assert_eq!(review.fold().summary(StatementId(4)).verdict.map(|(verdict, ..)| verdict), Some(Verdict::Supports));
    // One key says it as well, and of the other side.
    tui.press("<Esc>/S003<Enter>S");
    let shown = text(&tui.draw(160, 48));
    let one_sided = "verdict of S003 set to supports; no evidence counts for the statement, ";
    assert!(shown.contains(one_sided), "{shown}");
}
