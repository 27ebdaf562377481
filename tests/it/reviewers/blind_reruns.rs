//! The machine judges a verdict that reviewers agree on once more, which must not tell who has still to decide that they do.

use std::{path::Path, sync::Arc};

use gainsay::{
    domain::{Level, Stage, StatementId, Verdict},
    review::{Act, Review},
    tui::Headless,
};

use crate::{
    fixture::face,
    support::{
        clock,
        program::{gainsay, succeed},
        reviewers::decide,
    },
};

use super::blind::blind;

const ONE: StatementId = StatementId(1);
const TWO: StatementId = StatementId(2);

/// Ada and Ben agree on the first statement, differ on the second, and have left the third.
fn merged(home: &Path) {
    blind(home);
    for (name, second) in [("Ada", Verdict::Supports), ("Ben", Verdict::Contradicts)] {
        let path = home.join(format!("{name}.gainsay"));
        std::fs::copy(home.join("claims.gainsay"), &path).unwrap();
        let review = Review::open(&path, clock()).unwrap();
        decide(&review, name, ONE, Verdict::Contradicts, Level::High, Some("too few adults"));
        decide(&review, name, TWO, second, Level::High, Some("as it reads"));
        review.close();
    }
    succeed(home, &["merge", "Ada.gainsay", "Ben.gainsay", "--out", "both.gainsay"]);
}

/// How often the judge ran on each of the first two statements.
fn judged(home: &Path) -> [usize; 2] {
    let review = Review::open_read_only(&home.join("both.gainsay"), clock()).unwrap();
    let entries = review.entries().unwrap();
    [ONE, TWO].map(|id| {
        let is_judge =
            |act: &Act| matches!(act, Act::Result { stage: Stage::Judge, statement, .. } if *statement == Some(id));
        entries.iter().filter(|entry| is_judge(&entry.act)).count()
    })
}

/// What `gainsay check` says of the merged review to a reviewer.
fn check(home: &Path, reviewer: &str) -> String {
    let reviewer = format!("reviewer={reviewer}");
    let args = ["check", "both.gainsay", "--no-encoder", "--set", &reviewer];
    let output = gainsay(home).args(args).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// What the history shows of the first statement and of the second, and the stages with their numbers of revisions.
fn shown(home: &Path) -> Vec<String> {
    let path = home.join("shown.gainsay");
    std::fs::copy(home.join("both.gainsay"), &path).unwrap();
    let review = Arc::new(Review::open(&path, clock()).unwrap());
    let screens = ["gh", "jgh", "gl", "e", "r", "F"].map(|keys| {
        let mut tui = Headless::new(Arc::clone(&review), "both", "dark", Some("Dana")).unwrap();
        tui.draw(160, 48);
        tui.press(keys);
        face::text(&tui.draw(160, 48))
    });
    screens.to_vec()
}

/// Opening a merged review would list, for each statement that the others agree on, one run of the judge more.
#[test]
fn the_judge_of_an_agreed_verdict_tells_nothing_before_the_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    merged(home);
    let first = judged(home);
    assert_eq!(first[0], first[1]);
    // Who has yet to decide has nothing run, so no progress counts the statements that are agreed on.
    check(home, "Dana");
    assert_eq!(judged(home), first);
    let before = shown(home);
    // To Ada nothing of the two is hidden: the machine judges what the two agree on.
    check(home, "Ada");
    assert_eq!(judged(home), [first[0] + 1, first[1]]);
    for (before, after) in before.iter().zip(shown(home)) {
        assert_eq!(*before, after);
    }
    let args = ["export", "both.gainsay", "--appendix", "--set", "reviewer=Dana"];
    let report = succeed(home, &args);
    let runs = |report: &str| report.lines().filter(|line| line.contains(": stage judge of ")).count();
    assert!(report.contains(": stages ") && runs(&report) == 0, "{report}");
    // With the verdict it is shown.
    let review = Review::open(&home.join("both.gainsay"), clock()).unwrap();
    decide(&review, "Dana", ONE, Verdict::Contradicts, Level::Medium, None);
    review.close();
    assert_ne!(before[0], shown(home)[0]);
    assert_eq!(runs(&succeed(home, &args)), 1);
}

/// An adjudicator would look for a way to decide what is not theirs to decide.
#[test]
fn json_that_is_refused_to_an_adjudicator_says_what_to_use_instead() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    merged(home);
    let export = |set: &[&str]| {
        let output = gainsay(home).args(["export", "both.gainsay", "--format", "json"]).args(set).output().unwrap();
        assert!(!output.status.success() && output.stdout.is_empty());
        String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let dana = export(&["--set", "reviewer=Dana"]);
    assert!(dana.contains("on 3 statements") && dana.contains("`gainsay backup REVIEW`"), "{dana}");
    assert!(!dana.contains("reviewer=NAME"), "{dana}");
    let nobody = export(&[]);
    assert!(nobody.contains("say who you are with --set reviewer=NAME"), "{nobody}");
}
