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
        unzipped,
    },
};

const ONE: StatementId = StatementId(1);

/// A real review of three claims, blind from its first row on.
pub fn blind(home: &Path) {
    let claims: Vec<_> = CLAIMS.lines().take(3).collect();
    std::fs::write(home.join("claims.jsonl"), claims.join("\n")).unwrap();
    std::fs::write(home.join("corpus.jsonl"), CORPUS).unwrap();
    succeed(home, &["library", "add", "corpus.jsonl"]);
    let args = ["check", "claims.jsonl", "--no-encoder", "--set", "blind=true"];
    let output = gainsay(home).args(args).output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("3 statements wait for a reviewer’s verdict"), "{said}");
    free_of(&said, &opinions(home, &[1, 2, 3], 4), "check");
}

fn open(home: &Path) -> Review {
    Review::open(&home.join("claims.gainsay"), clock()).unwrap()
}

/// The beginning of every text in which the machine says what it makes of these statements.
pub fn opinions(home: &Path, ids: &[u32], words: usize) -> Vec<String> {
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

/// That nothing is shown would pass for no model having been asked.
#[test]
fn the_calls_on_a_hidden_statement_are_called_hidden_and_nobody_is_counted_as_no_reviewer() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    blind(home);
    let review = open(home);
    decide(&review, "Ben", ONE, Verdict::Supports, Level::High, None);
    let mut tui = gainsay::tui::Headless::new(Arc::new(review), "blind", "dark", Some("Ada")).unwrap();
    tui.draw(120, 36);
    tui.press("T");
    let screen = face::text(&tui.draw(120, 36));
    assert!(screen.contains("S001, hidden") && !screen.contains("0 calls"), "{screen}");
    assert!(screen.contains("The calls are hidden until you give a verdict"), "{screen}");
    // Who is shown around is not promised a verdict that is hidden.
    tui.press("<Esc>g?");
    let tour = face::text(&tui.draw(120, 36));
    assert!(tour.contains("This review is blind") && !tour.contains("has a verdict of the machine"), "{tour}");
    drop(tui);
    let said = succeed(home, &["agreement", "claims.gainsay"]);
    assert!(said.starts_with("3 statements\n") && said.contains("hidden"), "{said}");
}

fn free_of(text: &str, opinions: &[String], place: &str) {
    let flat: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for opinion in opinions {
        assert!(!flat.contains(opinion.as_str()), "{place} shows “{opinion}”\n{text}");
    }
    // Forms, the palette and the help name all verdicts.
    let names_verdicts =
        |keys: &str| ["v", "F", "B", ":", "?", "gk", "gw", "e"].iter().any(|form| keys.ends_with(form));
    if place.split('"').nth(1).is_some_and(names_verdicts) {
        return;
    }
    for sign in ["✗ contradicts", "✓ supports", "? undecided", "▲ decide"] {
        assert!(!text.contains(sign), "{place} shows “{sign}”\n{text}");
    }
}

/// The first keys of every row of the table of keys, but for those that give a verdict.
pub fn every_key() -> Vec<String> {
    let pressed = gainsay::tui::key_list().filter_map(|(names, _)| {
        let name = names.split(", ").next()?.replace(' ', "");
        match name.strip_prefix('^') {
            Some(letter) => Some(format!("<C-{}>", letter.to_lowercase())),
            None if matches!(&*name, "C" | "S" | "N") => None,
            None if name.chars().all(|c| c.is_ascii_graphic()) => {
                let is_named = ["Tab", "Enter", "Esc", "Del"].contains(&&*name);
                Some(if is_named { format!("<{name}>") } else { name.replace("Space", " ") })
            }
            None => None,
        }
    });
    let pressed: Vec<String> = pressed.collect();
    assert!(pressed.len() > 70 && pressed.contains(&"gv".to_owned()), "{pressed:?}");
    pressed
}

/// A reviewer would be told what to think before thinking.
#[test]
fn no_screen_shows_what_the_machine_makes_of_a_statement_before_the_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    blind(home);
    let forbidden = opinions(home, &[1, 2, 3], 4);
    let review = Arc::new(open(home));
    // Each key of the table, some after others, and every key in panes where it does something else.
    let pressed = every_key();
    let panes = ["3", "6", "gh", "gv", "D"];
    let pairs = panes.iter().flat_map(|pane| pressed.iter().map(move |key| format!("{pane}{key}")));
    let pairs: Vec<String> = pairs.collect();
    let sequences = ["", "3z.", "4z.", "5z", "6z", "gvjn", "ght", "ghW", "gh<Enter>", "DDs", "D<Enter>", "3<Enter>"];
    // Some of them change the review, so each has a copy.
    let copy = |at: usize| {
        let path = home.join(format!("copy-{at}.gainsay"));
        std::fs::copy(home.join("claims.gainsay"), &path).unwrap();
        Arc::new(Review::open(&path, clock()).unwrap())
    };
    for (at, keys) in pairs.iter().enumerate() {
        let review = copy(at);
        let mut tui = face::open(&review);
        tui.draw(200, 60);
        tui.press(keys);
        free_of(&face::text(&tui.draw(200, 60)), &forbidden, &format!("{keys:?}"));
    }
    for keys in sequences.iter().copied().chain(pressed.iter().map(String::as_str)) {
        for (at, (width, height)) in [(80, 24), (120, 36), (200, 60)].into_iter().enumerate() {
            let review = copy(pairs.len() + at);
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
    // What is hidden is not told as missing, or as nothing.
    for (keys, says, never) in [
        ("go", "3 statements wait for a reviewer’s verdict", "No statement"),
        ("go", "With issues (3 hidden)", "assessed"),
        ("gv", "3 hidden", "weighed yet"),
        ("5z", "Issues hidden", "none"),
        ("D", "stance hidden", "not scored"),
        ("3<Enter>", "hidden until you give a verdict", "Not scored"),
        ("gh<Enter>", "hidden until you give a verdict", "set no result"),
        ("ght", "hidden until you give a verdict", "set no result"),
        ("6y", "hidden until you give a verdict", "nothing here"),
        ("#", "stance hidden", "no citation"),
    ] {
        let mut tui = face::open(&review);
        tui.draw(200, 60);
        tui.press(keys);
        let screen = face::text(&tui.draw(200, 60));
        assert!(screen.contains(says) && !screen.contains(never), "{keys:?}: {says:?}, not {never:?}\n{screen}");
    }
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

/// Every command that takes a review, in the words that call it. Those that only make other reviews or records are run
/// before what they made is searched.
const COMMANDS: [&str; 29] = [
    "export claims.gainsay",
    "export claims.gainsay --appendix",
    "export claims.gainsay --format html --appendix",
    "export claims.gainsay --format csv",
    "export claims.gainsay --format xlsx --out table.xlsx",
    "export claims.gainsay --format json",
    "export claims.gainsay --format bibtex",
    "export claims.gainsay --format ris",
    "export claims.gainsay --format csl",
    "export claims.gainsay --trace",
    "export claims.gainsay --anonymous --appendix",
    "check claims.gainsay",
    "check claims.gainsay --out report.html --csv table.csv",
    "check claims.gainsay --cost",
    "agreement claims.gainsay",
    "agreement claims.gainsay --json -",
    "agreement --all",
    "calibrate claims.gainsay",
    "compare claims.gainsay --with builtin --json -",
    "compare claims.gainsay --with builtin --cost",
    "eval cases claims.gainsay",
    "repeat claims.gainsay",
    "reasons claims.gainsay",
    "prompt claims.gainsay",
    "verify claims.gainsay",
    "redact claims.gainsay",
    "backup claims.gainsay --out kept.gainsay",
    "compact claims.gainsay",
    "review claims.gainsay",
];

/// What each command says and writes for this reviewer.
pub fn said(home: &Path, reviewer: Option<&str>) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for call in COMMANDS {
        let mut args: Vec<String> = call.split(' ').map(str::to_owned).collect();
        args.push("--no-encoder".into());
        args.extend(reviewer.into_iter().flat_map(|name| ["--set".to_owned(), format!("reviewer={name}")]));
        let output = gainsay(home).args(&args).output().unwrap();
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.push_str(&String::from_utf8_lossy(&output.stderr));
        for file in ["report.html", "table.csv"] {
            text.push_str(&std::fs::read_to_string(home.join(file)).unwrap_or_default());
            let _ = std::fs::remove_file(home.join(file));
        }
        text.extend(std::fs::read(home.join("table.xlsx")).map(|book| unzipped(&book)));
        ["table.xlsx", "kept.gainsay"].iter().for_each(|file| drop(std::fs::remove_file(home.join(file))));
        texts.push((call.to_owned(), text));
    }
    texts
}

/// An export would end the blindness of whoever opens it, and so would a figure.
#[test]
fn no_export_and_no_command_shows_what_its_reviewer_has_not_decided() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    blind(home);
    let (hidden, all, whole) =
        (opinions(home, &[2, 3], 12), opinions(home, &[1], 12), opinions(home, &[1], usize::MAX));
    let review = open(home);
    decide(&review, "Ada", ONE, Verdict::Undecided, Level::Medium, Some("too few adults"));
    review.close();
    // What the machine says of each in the same words gives nothing away.
    let is_shared = |text: &String| whole.iter().any(|own| own.contains(text.as_str()));
    let only_hidden: Vec<String> = hidden.iter().filter(|text| !is_shared(text)).cloned().collect();
    let forbidden_to = |texts: Vec<(String, String)>, opinions: &[String], who: &str| {
        for (call, text) in texts {
            let flat: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
            for opinion in opinions {
                assert!(!flat.contains(opinion.as_str()), "`{call}` shows {who} “{opinion}”\n{text}");
            }
            if call.contains("--trace") || call.contains("format json") {
                assert!(text.contains("statements that are not decided"), "`{call}` for {who}\n{text}");
            }
        }
    };
    forbidden_to(said(home, Some("Ada")), &only_hidden, "Ada");
    // Who has decided nothing, or says no name, sees neither the machine's opinion nor what Ada made of it.
    let everything: Vec<String> = hidden.iter().chain(&all).cloned().chain(["too few adults".to_owned()]).collect();
    forbidden_to(said(home, Some("Ben")), &everything, "Ben");
    forbidden_to(said(home, None), &everything, "nobody");
    let refused = run(home, &["export", "claims.gainsay", "--format", "json", "--set", "reviewer=Ada"]);
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(1) && why.contains("on 2 statements that are not decided"), "{why}");
    assert!(refused.stdout.is_empty());
    let unnamed = run(home, &["export", "claims.gainsay"]);
    let how = String::from_utf8_lossy(&unnamed.stderr).into_owned();
    assert!(how.contains("no reviewer is named") && how.contains("--set reviewer=NAME"), "{how}");
    let table = succeed(home, &["export", "claims.gainsay", "--format", "csv", "--set", "reviewer=Ada"]);
    assert_eq!(table.matches(",hidden,").count(), 2, "{table}");
    // Once everything is decided, a copy without names has the same verdicts.
    let path = home.join("decided.gainsay");
    std::fs::copy(home.join("claims.gainsay"), &path).unwrap();
    let decided = Review::open(&path, clock()).unwrap();
    [2, 3].iter().for_each(|id| decide(&decided, "Ada", StatementId(*id), Verdict::Supports, Level::High, None));
    decided.close();
    let args = ["export", "decided.gainsay", "--format", "json", "--anonymous", "--set", "reviewer=Ada"];
    let copy: serde_json::Value = serde_json::from_str(&succeed(home, &args)).unwrap();
    let verdicts: Vec<_> = copy["statements"].as_array().unwrap().iter().map(|s| &s["verdict"]["verdict"]).collect();
    assert_eq!(verdicts, ["undecided", "supports", "supports"]);
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

/// Two reviewers of two blind files would learn from a figure what the other said before deciding.
#[test]
fn agreement_counts_a_blind_statement_once_who_asks_has_decided_it() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    blind(home);
    std::fs::copy(home.join("claims.gainsay"), home.join("ben.gainsay")).unwrap();
    for (file, name, ids) in [("claims.gainsay", "Ada", &[1, 2][..]), ("ben.gainsay", "Ben", &[1, 2, 3])] {
        let review = Review::open(&home.join(file), clock()).unwrap();
        ids.iter().for_each(|id| decide(&review, name, StatementId(*id), Verdict::Supports, Level::High, None));
        review.close();
    }
    let asked = |who: &str| {
        let args = ["agreement", "claims.gainsay", "ben.gainsay", "--json", "-", "--set", who];
        serde_json::from_str::<serde_json::Value>(&succeed(home, &args)).unwrap()
    };
    let (ada, nobody) = (asked("reviewer=Ada"), asked("reviewer="));
    assert_eq!((&ada["hidden"], &ada["reviewers"]), (&1.into(), &serde_json::json!([["Ada", 2], ["Ben", 2]])));
    assert_eq!((&nobody["hidden"], &nobody["reviewers"]), (&3.into(), &serde_json::json!([])));
    let ben = asked("reviewer=Ben");
    assert_eq!((&ben["hidden"], &ben["reviewers"]), (&0.into(), &serde_json::json!([["Ada", 2], ["Ben", 3]])));
}
