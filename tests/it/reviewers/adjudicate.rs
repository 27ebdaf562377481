//! Who decides between the reviewers of blind reviews sees what they said, and not what the machine said.

use std::{path::Path, sync::Arc};

use gainsay::{
    agree::{Agreement, collect},
    desk::{Ground, Intent},
    domain::{Basis, Level, StatementId, Verdict, VerdictValue},
    review::{Conflict, Hides, Review, Viewer, Who},
    tui::Headless,
};

use crate::{
    fixture::face,
    support::{
        clock,
        program::succeed,
        reviewers::{decide, undecided},
        unzipped,
    },
};

use super::blind::every_key;

const ONE: StatementId = StatementId(1);
const TWO: StatementId = StatementId(2);
const THREE: StatementId = StatementId(3);

fn viewer(name: &str) -> Viewer {
    Viewer::Reviewer(Who::Reviewer(name.into()))
}

/// Ada and Ben differ on the first statement and agree on the second, where Ada accepted the machine's verdict after her
/// own; the third Ada alone has decided.
fn finished(home: &Path) {
    for (name, verdict) in [("Ada", Verdict::Supports), ("Ben", Verdict::Contradicts)] {
        let review = undecided(&home.join(format!("{name}.gainsay")));
        review.set_blind(Who::Engine, true).unwrap();
        decide(&review, name, ONE, verdict, Level::High, Some(&format!("reason of {name}")));
        decide(&review, name, TWO, Verdict::Supports, Level::Low, None);
        if name == "Ada" {
            decide(&review, name, THREE, Verdict::Supports, Level::Low, Some("ADA ALONE"));
            let machine = VerdictValue {
                verdict: Verdict::Supports,
                confidence: 0.93,
                rationale: "MACHINE-RATIONALE accepted".into(),
                basis: Basis::CitedSupport,
                unrated: false,
                critique: None,
                issues: Vec::new(),
            };
            let stages = review.fold().resolve(TWO);
            let act = Intent::Accept(Ground { statement: TWO, stages: &stages }, machine).act();
            review.append(vec![act.signed(Who::Reviewer(name.into()))]).unwrap();
        }
        review.close();
    }
    succeed(home, &["merge", "Ben.gainsay", "Ada.gainsay", "--out", "both.gainsay"]);
}

/// An adjudicator would have to decide without knowing between what, or would be told what the machine thinks.
#[test]
fn an_adjudicator_sees_who_said_what_and_not_the_machine() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    finished(home);
    let path = home.join("both.gainsay");
    let review = Arc::new(Review::open(&path, clock()).unwrap());
    let hides = |name: &str, id| review.fold().hidden_of(id, &viewer(name));
    assert_eq!([ONE, TWO, THREE].map(|id| hides("Dana", id)), [Hides::Machine, Hides::Machine, Hides::Everything]);
    // Ben has yet to decide the third, and who says no name is nobody who decides between others.
    assert_eq!([ONE, TWO, THREE].map(|id| hides("Ben", id)), [Hides::Nothing, Hides::Nothing, Hides::Everything]);
    assert_eq!(review.fold().hidden_of(ONE, &Viewer::Unknown), Hides::Everything);
    let (one, two) = {
        let fold = review.fold();
        (fold.summary_for(ONE, &viewer("Dana")), fold.summary_for(TWO, &viewer("Dana")))
    };
    assert_eq!((one.conflict, one.verdict, one.machine), (Some(Conflict::Verdict), None, None));
    assert_eq!(two.verdict, Some((Verdict::Supports, 0.9, Basis::Reviewer)), "a level, not the machine's number");
    assert!(!two.accepted && two.machine.is_none() && two.deciders().count() == 2);
    review.set_viewer(viewer("Dana"));
    let units = collect(&[&review]).unwrap();
    let found = Agreement::of(&units);
    assert_eq!((found.pairs[0].kappa.n, found.hidden, found.machines.len()), (2, 1, 0));
    // Figures of the machine on some of the statements would pass for those on all.
    assert_eq!(found.machine_hidden, 2);
    assert!(found.to_string().contains("The machine's verdicts on 2 statements are left out"), "{found}");
    Arc::into_inner(review).unwrap().close();
    let copy = |at: usize| {
        let to = home.join(format!("copy-{at}.gainsay"));
        std::fs::copy(&path, &to).unwrap();
        Arc::new(Review::open(&to, clock()).unwrap())
    };
    let machine = [
        "MACHINE-RATIONALE",
        "0.93",
        "accepted by",
        "the machine's verdict as shown",
        "differs from the machine's verdict",
        // Which passages count is the machine's to say.
        "No passage that counts",
    ];
    let free = |place: &str, text: &str| {
        machine.iter().for_each(|sign| assert!(!text.contains(sign), "{place} shows “{sign}”\n{text}"));
        assert!(!text.contains("ADA ALONE"), "{place} shows what Ada said of the third\n{text}");
    };
    for (at, keys) in every_key().iter().enumerate() {
        for before in ["", "j", "jj"] {
            let mut tui = Headless::new(copy(at), "both", "dark", Some("Dana")).unwrap();
            tui.draw(160, 48);
            tui.press(&format!("{before}{keys}"));
            free(&format!("{before}{keys}"), &face::text(&tui.draw(160, 48)));
        }
    }
    let mut tui = Headless::new(copy(0), "both", "dark", Some("Dana")).unwrap();
    tui.draw(160, 48);
    // From the second, the next that waits for her is the one in conflict.
    tui.press("jngr");
    let screen = face::text(&tui.draw(160, 48));
    for words in ["reason of Ada", "reason of Ben", "In conflict: verdicts differ"] {
        assert!(screen.contains(words), "{words}\n{screen}");
    }
    for args in [
        &["export", "both.gainsay", "--appendix"][..],
        &["export", "both.gainsay", "--format", "html", "--appendix"],
        &["export", "both.gainsay", "--format", "csv"],
        &["export", "both.gainsay", "--format", "xlsx", "--out", "both.xlsx"],
    ] {
        let mut text = succeed_as(home, args);
        text.extend(std::fs::read(home.join("both.xlsx")).map(|book| unzipped(&book)));
        free(&args.join(" "), &text);
        assert!(text.contains("reason of Ben"), "{args:?}\n{text}");
        let _ = std::fs::remove_file(home.join("both.xlsx"));
    }
    // The verdict ends it, and brings the machine's.
    let review = Review::open(&path, clock()).unwrap();
    decide(&review, "Dana", ONE, Verdict::Undecided, Level::Low, None);
    assert_eq!(review.fold().hidden_of(ONE, &viewer("Dana")), Hides::Nothing);
    assert_eq!(review.fold().summary_for(ONE, &viewer("Dana")).machine.unwrap().0, Verdict::Supports);
    assert_eq!(review.fold().hidden_of(TWO, &viewer("Dana")), Hides::Machine);
}

fn succeed_as(home: &Path, args: &[&str]) -> String {
    let args: Vec<&str> = args.iter().copied().chain(["--set", "reviewer=Dana"]).collect();
    let output = crate::support::program::gainsay(home).args(&args).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}
