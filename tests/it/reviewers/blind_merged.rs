//! Blind reviews merged with open ones, and the way through a blind one.

use std::{path::Path, sync::Arc};

use gainsay::{
    domain::{Level, StatementId, Verdict},
    review::{Review, Viewer, Who},
};

use crate::{
    fixture::face,
    support::{
        clock,
        program::succeed,
        reviewers::{decide, undecided},
    },
};

const ONE: StatementId = StatementId(1);

/// Ben's open review with a verdict on S1, and a blind one of the same claims.
fn open_and_blind(home: &Path) {
    let ben = undecided(&home.join("ben.gainsay"));
    decide(&ben, "Ben", ONE, Verdict::Contradicts, Level::High, Some("too few adults"));
    ben.close();
    let blind = undecided(&home.join("blind.gainsay"));
    blind.set_blind(Who::Engine, true).unwrap();
    blind.close();
}

/// The order of two names on a command line would show a reviewer every verdict of the machine and of others.
#[test]
fn a_merged_review_is_blind_whichever_of_its_reviews_is() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    open_and_blind(home);
    for [first, second] in [["ben.gainsay", "blind.gainsay"], ["blind.gainsay", "ben.gainsay"]] {
        let out = format!("{first}-first.gainsay");
        let said = succeed(home, &["merge", first, second, "--out", &out]);
        assert!(said.contains("is blind, since blind.gainsay is"), "{said}");
        let review = Review::open(&home.join(&out), clock()).unwrap();
        review.set_viewer(Viewer::Reviewer(Who::Reviewer("Ada".into())));
        assert_eq!(review.hidden(), 60, "{out}");
        let summary = review.fold().summary_for(ONE, &review.viewer());
        assert_eq!((summary.verdict, summary.by, summary.conflict), (None, None, None), "{out}");
        review.set_viewer(Viewer::Reviewer(Who::Reviewer("Ben".into())));
        assert!(!review.hides(ONE) && review.hidden() == 59, "{out}");
        review.set_blind(Who::Reviewer("Ada".into()), false).unwrap();
        assert_eq!(review.hidden(), 0, "{out}");
    }
}

/// A second key would overwrite the first verdict, and a reviewer would be told that all is done.
#[test]
fn keys_go_on_to_what_the_reviewer_has_not_decided() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    open_and_blind(home);
    let review = Arc::new(Review::open(&home.join("blind.gainsay"), clock()).unwrap());
    let mut tui = face::open(&review);
    tui.draw(160, 50);
    tui.press("n");
    assert!(!face::text(&tui.draw(160, 50)).contains("every statement has been reviewed"));
    tui.press("CS");
    let given = |id| review.fold().opinions(StatementId(id)).first().map(|opinion| opinion.verdict.0);
    assert_eq!((given(2), given(3)), (Some(Verdict::Contradicts), Some(Verdict::Supports)));
    tui.press("gv");
    let screen = face::text(&tui.draw(160, 50));
    assert!(screen.contains("58 hidden") && screen.contains("none or hidden"), "{screen}");
}

/// A reader of a small terminal would take half a sentence about what is hidden for the whole of it.
#[test]
fn a_small_overview_says_all_that_is_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    open_and_blind(home);
    succeed(home, &["merge", "ben.gainsay", "blind.gainsay", "--out", "both.gainsay"]);
    let review = Arc::new(Review::open(&home.join("both.gainsay"), clock()).unwrap());
    let mut tui = face::open(&review);
    tui.draw(60, 18);
    tui.press("go");
    let screen = face::text(&tui.draw(60, 18));
    let words: String = screen.replace('┃', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("statements wait for a reviewer’s verdict."), "{screen}");
}
