//! In a blind review nothing shows what another reviewer did before the verdict of who looks.

use std::{path::Path, sync::Arc};

use gainsay::{
    desk::{Dossier, Intent},
    domain::{Code, Level, Severity, StatementId, Verdict},
    review::{Act, Draft, Review, Viewer, Who},
};

use crate::{
    fixture::face,
    support::{
        clock,
        program::succeed,
        reviewers::{decide, undecided},
    },
};

use super::blind::{blind, every_key, said};

const ONE: StatementId = StatementId(1);
const TWO: StatementId = StatementId(2);

fn zsofia() -> Who {
    Who::Reviewer("Zsofia".into())
}

/// Zsofia decides the first statement and says what can be said of both.
fn work_of_zsofia(review: &Review) {
    decide(review, "Zsofia", ONE, Verdict::Contradicts, Level::High, Some("ZSOFIASREASON"));
    for id in [ONE, TWO] {
        let raised = Intent::Raise(id, Code::WeakEvidence, Severity::Blocker, None, "ZSOFIASISSUE".into());
        for act in [
            raised.act().act,
            Act::Note { statement: Some(id), text: "ZSOFIASNOTE".into() },
            Act::Flag { statement: id, on: true },
            Act::Time { statement: id, millis: 95_000 },
        ] {
            review.append(vec![Draft { who: zsofia(), act, blobs: Vec::new() }]).unwrap();
        }
    }
    let undone = Act::Flag { statement: TWO, on: false };
    review.append(vec![Draft { who: zsofia(), act: undone, blobs: Vec::new() }]).unwrap();
    review.undo(zsofia()).unwrap();
}

/// Two reviewers at one file would not be two: the second would know what the first thought.
#[test]
fn no_screen_and_no_command_tells_what_another_reviewer_did() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    blind(home);
    let untouched = home.join("untouched.gainsay");
    std::fs::copy(home.join("claims.gainsay"), &untouched).unwrap();
    let review = Review::open(&home.join("claims.gainsay"), clock()).unwrap();
    work_of_zsofia(&review);
    review.close();
    let signs = ["Zsofia", "ZSOFIAS", "1 issue", "⚑"];
    let check = |place: &str, text: &str| {
        for sign in signs {
            assert!(!text.contains(sign), "{place} shows “{sign}”\n{text}");
        }
    };
    let open = |at: usize| {
        let path = home.join(format!("copy-{at}.gainsay"));
        std::fs::copy(home.join("claims.gainsay"), &path).unwrap();
        Arc::new(Review::open(&path, clock()).unwrap())
    };
    let keys = every_key();
    let more = ["", "gh<Enter>", "ghW", "ght", "5z", "gvjn", "D<Enter>", "3z.", "FFF"].map(str::to_owned);
    for (at, keys) in more.into_iter().chain(keys).enumerate() {
        for before in ["", "j"] {
            // This one sets a flag of the reviewer's own.
            if keys == "f" {
                continue;
            }
            let mut tui = face::open(&open(at));
            tui.draw(200, 60);
            tui.press(&format!("{before}{keys}"));
            check(&format!("{before}{keys}"), &face::text(&tui.draw(200, 60)));
        }
    }
    for who in [Some("Ada"), None] {
        said(home, who).iter().for_each(|(call, text)| check(call, text));
    }
    // The state of a stage says nothing either: the two files look the same to her.
    let of = |path: &Path| {
        let review = Review::open_read_only(path, clock()).unwrap();
        review.set_viewer(Viewer::Reviewer(Who::Reviewer("Ada".into())));
        let dossier = Dossier::read(&review);
        (dossier.rows, dossier.spent)
    };
    assert_eq!(of(&home.join("claims.gainsay")), of(&untouched));
    // What she raised, flagged and noted herself is hers, without Zsofia's beside it.
    let review = Review::open(&home.join("claims.gainsay"), clock()).unwrap();
    let ada = || Who::Reviewer("Ada".into());
    let raised = Intent::Raise(TWO, Code::WeakEvidence, Severity::Minor, None, "ADASISSUE".into());
    for act in [raised.act().act, Act::Note { statement: Some(TWO), text: "ADASNOTE".into() }] {
        review.append(vec![Draft { who: ada(), act, blobs: Vec::new() }]).unwrap();
    }
    let later = Act::Note { statement: Some(TWO), text: "ZSOFIASNOTE again".into() };
    review.append(vec![Draft { who: zsofia(), act: later, blobs: Vec::new() }]).unwrap();
    review.close();
    let report = succeed(home, &["export", "claims.gainsay", "--appendix", "--set", "reviewer=Ada"]);
    assert!(report.contains("ADASNOTE") && report.contains("ADASISSUE"), "{report}");
    check("her report", &report);
}

/// The start page would tell on how many statements reviewers differ before anybody opens the review.
#[test]
fn merge_and_start_page_count_no_conflicts_that_are_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    for (name, verdict) in [("Ada", Verdict::Supports), ("Ben", Verdict::Contradicts)] {
        let review = undecided(&home.join(format!("{name}.gainsay")));
        review.set_blind(Who::Engine, true).unwrap();
        (1..=4).for_each(|id| decide(&review, name, StatementId(id), verdict, Level::High, None));
        review.close();
    }
    let ben = Review::open(&home.join("Ben.gainsay"), clock()).unwrap();
    decide(&ben, "Ben", StatementId(5), Verdict::Supports, Level::High, None);
    ben.close();
    let merged = |who: &str, out: &str| {
        succeed(home, &["merge", "Ada.gainsay", "Ben.gainsay", "--out", out, "--set", &format!("reviewer={who}")])
    };
    let nobody = merged("", "nobody.gainsay");
    assert!(
        nobody.contains("60 statements; what is said of them is hidden") && !nobody.contains("in conflict"),
        "{nobody}"
    );
    // Ada has decided the four; of the fifth she may not know whether Ben has.
    let ada = merged("Ada", "ada-too.gainsay");
    assert!(ada.contains("8 verdicts; 4 in conflict") && ada.contains("what is said of 56 is hidden"), "{ada}");
    assert!(ada.contains(" and gr show who said what"), "{ada}");
    let listed = recent(home);
    assert!(listed.contains("merged, blind") && listed.contains("merged, 4 in conflict, blind"), "{listed}");
    assert!(!listed.contains("5 in conflict"), "{listed}");
}

/// The list that the start page is made of.
fn recent(home: &Path) -> String {
    let mut folders = vec![home.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            match entry.path() {
                path if path.ends_with("recent.json") => return std::fs::read_to_string(path).unwrap(),
                path if path.is_dir() => folders.push(path),
                _ => {}
            }
        }
    }
    panic!("no list of recent reviews")
}

/// A reviewer would take an empty pane for a fault, or the machine for silent.
#[test]
fn a_blind_statement_without_passages_leads_to_the_documents() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    std::fs::write(home.join("claims.jsonl"), "{\"claim\": \"Zeppelins cure hiccups in otters.\"}\n").unwrap();
    std::fs::write(home.join("corpus.jsonl"), crate::support::CORPUS).unwrap();
    succeed(home, &["library", "add", "corpus.jsonl"]);
    succeed(home, &["check", "claims.jsonl", "--no-encoder", "--set", "blind=true"]);
    let mut tui = face::open(&Arc::new(Review::open(&home.join("claims.gainsay"), clock()).unwrap()));
    tui.draw(120, 36);
    tui.press("3");
    let screen = face::text(&tui.draw(120, 36));
    // Nor does the hint: whether the machine cites anything is part of its opinion.
    assert!(screen.contains("D shows the documents") && !screen.contains("no passage"), "{screen}");
    assert!(!screen.contains("accept"), "{screen}");
    // The list, the strip, the tabs and the table say no more than of any other.
    for words in ["0 cited", "Passages 0", "More 0", "More passages 0"] {
        assert!(!screen.contains(words), "{words}\n{screen}");
    }
    let table = succeed(home, &["export", "claims.gainsay", "--format", "csv"]);
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let at = rows.headers().unwrap().iter().position(|head| head == "citations").unwrap();
    assert_eq!(&rows.records().next().unwrap().unwrap()[at], "");
    // A stored result has the scores that nothing else shows.
    for keys in ["e2<C-e>", "e4<C-e>"] {
        tui.press(keys);
        assert!(tui.editing().is_none(), "{keys}");
        let said = face::text(&tui.draw(120, 36));
        assert!(said.contains("hidden"), "{keys}\n{said}");
        tui.press("<Esc><Esc>");
    }
    // A verdict for a side is the reviewer's own; that nothing cited is on it must not go unsaid.
    drop(tui);
    let review = Review::open(&home.join("claims.gainsay"), clock()).unwrap();
    decide(&review, "Ada", StatementId(1), Verdict::Supports, Level::High, None);
    review.close();
    let report = succeed(home, &["export", "claims.gainsay", "--set", "reviewer=Ada"]);
    assert!(
        report.contains("**Supported.**")
            && report.contains("It rests on no passage that counts and no written reason."),
        "{report}"
    );
}
