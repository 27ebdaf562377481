//! In a blind review nothing shows what the machine makes of a statement before the reviewer's own verdict.

use std::{path::Path, sync::Arc};

use gainsay::{
    domain::{Level, Stage, StatementId, Value, Verdict},
    review::{Act, Review, Viewer, Who},
};

use crate::{
    fixture::face,
    support::{
        CLAIMS, CORPUS, clock,
        program::{gainsay, run, succeed},
        reviewers::decide,
    },
};

const ONE: StatementId = StatementId(1);

/// A real review of three claims, blind from its first row on.
fn blind(home: &Path) {
    let claims: Vec<_> = CLAIMS.lines().take(3).collect();
    std::fs::write(home.join("claims.jsonl"), claims.join("\n")).unwrap();
    std::fs::write(home.join("corpus.jsonl"), CORPUS).unwrap();
    succeed(home, &["library", "add", "corpus.jsonl"]);
    let args = ["check", "claims.jsonl", "--no-encoder", "--set", "blind=true"];
    let output = gainsay(home).args(args).output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("3 statements wait for a reviewer's verdict"), "{said}");
    free_of(&said, &opinions(home, &[1, 2, 3], 4), "check");
}

fn open(home: &Path) -> Review {
    Review::open(&home.join("claims.gainsay"), clock()).unwrap()
}

/// The beginning of every text in which the machine says what it makes of these statements.
fn opinions(home: &Path, ids: &[u32], words: usize) -> Vec<String> {
    let review = Review::open_read_only(&home.join("claims.gainsay"), clock()).unwrap();
    let mut texts = Vec::new();
    for id in ids.iter().map(|id| StatementId(*id)) {
        for stage in Stage::OF_STATEMENT {
            let Some(value) = review.in_force(id, stage).unwrap() else { continue };
            match &*value {
                Value::Scores(scores) => texts.extend(scores.scored.iter().map(|s| s.reason.to_string())),
                Value::Weighing(weighing) => texts.extend(weighing.weighed.iter().map(|w| w.reasoning.to_string())),
                Value::Report(report) => texts.push(report.summary.to_string()),
                Value::Verdict(verdict) => texts.push(verdict.rationale.to_string()),
                _ => {}
            }
            texts.extend(value.issues().iter().map(|issue| issue.message.to_string()));
        }
        let (verdict, confidence, basis) = review.fold().summary(id).machine.unwrap();
        texts.extend([basis.name().to_owned(), format!("{} {confidence:.2}", verdict.name())]);
    }
    texts.iter_mut().for_each(|text| *text = text.split_whitespace().take(words).collect::<Vec<_>>().join(" "));
    texts.retain(|text| text.len() > 8);
    assert!(texts.len() > 10, "{texts:?}");
    texts
}

fn free_of(text: &str, opinions: &[String], place: &str) {
    let flat: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for opinion in opinions {
        assert!(!flat.contains(opinion.as_str()), "{place} shows “{opinion}”\n{text}");
    }
    // Forms, the palette and the help name all verdicts.
    if ["\"v\"", "\"e\"", "\"F\"", "\"B\"", "\":\"", "\"?\""].iter().any(|keys| place.starts_with(keys)) {
        return;
    }
    for sign in ["✗ contradicts", "✓ supports", "? undecided", "▲ decide"] {
        assert!(!text.contains(sign), "{place} shows “{sign}”\n{text}");
    }
}

/// A reviewer would be told what to think before thinking.
#[test]
fn no_screen_shows_what_the_machine_makes_of_a_statement_before_the_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    blind(home);
    let forbidden = opinions(home, &[1, 2, 3], 4);
    let review = Arc::new(open(home));
    let keys = [
        "",
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "3z.",
        "4z.",
        "5z",
        "6z",
        "go",
        "gv",
        "gvjn",
        "ght",
        "gs",
        "gd",
        "gh",
        "ghW",
        "gh<Enter>",
        "gr",
        "ga",
        "T",
        "E",
        "D",
        "F",
        "v",
        "e",
        "O",
        "B",
        "r",
        "=",
        "#",
        ":",
        "?",
        "a",
        "n",
    ];
    for keys in keys {
        for (width, height) in [(80, 24), (120, 36), (200, 60)] {
            let mut tui = face::open(&review);
            tui.draw(width, height);
            tui.press(keys);
            for _ in 0..3 {
                free_of(&face::text(&tui.draw(width, height)), &forbidden, &format!("{keys:?} at {width}"));
                tui.press("<PgDn>");
            }
        }
    }
    assert!(
        review.entries().unwrap().iter().all(|entry| !matches!(entry.act, Act::Override { .. })),
        "nothing is accepted"
    );
    // The form starts from no verdict of the machine's, and one key sets no confidence of the machine's.
    let mut tui = face::open(&review);
    tui.draw(120, 36);
    tui.press("1C");
    let given = review.fold().opinions(ONE)[0].verdict;
    assert_eq!((given.0, given.1), (Verdict::Contradicts, Level::Medium.number()));
    tui.press("[6");
    let screen = face::text(&tui.draw(200, 60));
    assert!(screen.contains("Machine"), "after the verdict it is shown\n{screen}");
    let reveals: Vec<_> =
        review.entries().unwrap().into_iter().filter(|e| matches!(e.act, Act::Reveal { .. })).collect();
    assert!(matches!(&reveals[..], [e] if matches!(&e.act, Act::Reveal { statement: ONE, machine: Some(_), .. })));
    tui.press("u");
    assert!(!review.hides(ONE), "what was seen was seen");
}

/// An export would end the blindness of whoever opens it.
#[test]
fn no_file_for_people_and_no_command_shows_it_either() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    blind(home);
    let (hidden, all) = (opinions(home, &[2, 3], 12), opinions(home, &[1], 12));
    let review = open(home);
    decide(&review, "Ada", ONE, Verdict::Undecided, Level::Low, Some("too few adults"));
    review.close();
    let only_hidden: Vec<String> = hidden.into_iter().filter(|text| !all.contains(text)).collect();
    for args in [
        &["export", "claims.gainsay"][..],
        &["export", "claims.gainsay", "--appendix"],
        &["export", "claims.gainsay", "--format", "html", "--appendix"],
        &["export", "claims.gainsay", "--format", "csv"],
        &["check", "claims.gainsay"],
        &["agreement", "claims.gainsay"],
        &["verify", "claims.gainsay"],
        &["redact", "claims.gainsay"],
    ] {
        let text = succeed(home, args);
        let flat: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for opinion in &only_hidden {
            assert!(!flat.contains(opinion.as_str()), "{args:?} shows “{opinion}”\n{text}");
        }
    }
    for args in [&["export", "claims.gainsay", "--format", "json"][..], &["export", "claims.gainsay", "--trace"]] {
        let refused = run(home, args);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(1) && said.contains("on 2 statements that are not decided"), "{said}");
        assert!(refused.stdout.is_empty());
    }
    // Ben has decided nothing, so nothing that Ada saw is shown to him.
    let review = open(home);
    review.set_viewer(Viewer::Reviewer(Who::Reviewer("Ben".into())));
    assert_eq!(review.hidden(), 3);
    review.set_viewer(Viewer::Reviewer(Who::Reviewer("Ada".into())));
    assert_eq!(review.hidden(), 2);
    review.set_blind(Who::Reviewer("Ada".into()), false).unwrap();
    review.close();
    succeed(home, &["export", "claims.gainsay", "--format", "json"]);
    assert_eq!(Review::verify(&home.join("claims.gainsay")).unwrap().faults, []);
}
