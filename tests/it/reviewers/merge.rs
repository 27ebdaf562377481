//! Reviews of one source by several reviewers become one, in which conflicts are decided.

use std::path::Path;

use gainsay::{
    desk::{Ground, Intent},
    domain::{Digest, Level, Stage, StatementId, Statements, Value, Verdict, canonical},
    export::{self, Kind, Options},
    review::{Act, Conflict, Draft, Review, ReviewError, StageState, VerdictOpinion, Who},
};
use serde_json::Value as Json;

use super::agreement::check_figures;
use crate::{
    fixture::face,
    support::{
        clock,
        program::{gainsay, run, succeed},
        reviewers::{NAMES, decide, reference, reviewed, undecided},
    },
};

const FILES: [&str; 3] = ["ada.gainsay", "ben.gainsay", "cleo.gainsay"];
const ONE: StatementId = StatementId(1);

fn all(home: &Path) {
    FILES.iter().enumerate().for_each(|(column, file)| reviewed(&home.join(file), column).close());
}

fn open(path: &Path) -> Review {
    Review::open(path, clock()).unwrap()
}

fn act(review: &Review, who: &str, act: Act) {
    review.append(vec![Draft { who: Who::Reviewer(who.into()), act, blobs: Vec::new() }]).unwrap();
}

/// The whole way: an adjudicator would miss a conflict, or a report would say what nobody decided.
#[test]
fn three_reviewers_on_sixty_claims_merge_are_adjudicated_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    all(home);
    let said = succeed(home, &["merge", FILES[0], FILES[1], FILES[2], "--out", "all.gainsay"]);
    let figures = reference();
    let (verdicts, reasons) = (&figures["differing_verdicts"], &figures["differing_reasons_alone"]);
    let line = format!("{} in conflict ({verdicts} by verdict, {reasons} by reason)", 23);
    assert!(said.contains(&line), "{said}");
    assert!(succeed(home, &["verify", "all.gainsay"]).contains("all as they were written"));
    // The agreement is that of the three files, whoever adjudicates.
    let agreement = || -> Json {
        let json = succeed(home, &["agreement", "all.gainsay", "--json", "-"]);
        serde_json::from_str(&json).unwrap()
    };
    check_figures(&agreement());
    let review = open(&home.join("all.gainsay"));
    let in_conflict: Vec<StatementId> =
        (1..=60).map(StatementId).filter(|id| review.fold().conflict(*id).is_some()).collect();
    assert_eq!(in_conflict.len(), 23);
    for id in &in_conflict {
        let summary = review.fold().summary(*id);
        match summary.conflict {
            // Nobody's verdict counts where verdicts differ; where only reasons do, the common one counts.
            Some(Conflict::Verdict) => assert_eq!((summary.by, summary.verdict), (None, summary.machine)),
            _ => assert!(summary.by.is_some()),
        }
        decide(&review, "Dora", *id, Verdict::Undecided, Level::Low, Some("no consensus"));
        assert_eq!(review.fold().conflict(*id), None);
        assert_eq!(review.fold().summary(*id).by, Some(Who::Reviewer("Dora".into())));
    }
    review.close();
    check_figures(&agreement());
    let csv = succeed(home, &["export", "all.gainsay", "--format", "csv"]);
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let columns = rows.headers().unwrap().clone();
    let at = |name: &str| columns.iter().position(|column| column == name).unwrap();
    let (opinions, conflict, by) = (at("opinions"), at("conflict"), at("decided_by"));
    for (row, id) in rows.records().map(Result::unwrap).zip((1..).map(StatementId)) {
        let given = figures["opinions"][id.0 as usize - 1].as_array().unwrap();
        for (opinion, name) in given.iter().zip(NAMES) {
            let said = opinion.as_object().map(|o| format!("{name}: {} ({})", text(&o["verdict"]), text(&o["level"])));
            assert!(said.is_none_or(|said| row[opinions].contains(&said)), "{id}: {}", &row[opinions]);
        }
        assert_eq!(&row[conflict], "", "all are decided");
        assert_eq!(&row[by] == "Dora", in_conflict.contains(&id), "{id} is by {}", &row[by]);
    }
    let report = succeed(home, &["export", "all.gainsay"]);
    for name in NAMES.into_iter().chain(["Dora"]) {
        assert!(report.contains(name), "{name}");
    }
    assert!(report.contains("Krippendorff’s α"), "{report}");
    let json: Json = serde_json::from_str(&succeed(home, &["export", "all.gainsay", "--format", "json"])).unwrap();
    assert_eq!(
        json["statements"][0]["opinions"].as_array().unwrap().len(),
        2 + usize::from(in_conflict.contains(&ONE))
    );
    // And back again.
    std::fs::write(home.join("copy.json"), json.to_string()).unwrap();
    succeed(home, &["check", "copy.json"]);
    assert!(succeed(home, &["verify", "copy.gainsay"]).contains("all as they were written"));
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap()
}

/// A reviewer would undo what somebody else decided, or lose what they did before the merge.
#[test]
fn undo_stays_each_reviewers_own_and_a_conflict_comes_back_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    for (name, verdict) in [("Ada", Verdict::Supports), ("Ben", Verdict::Contradicts)] {
        let review = undecided(&home.join(format!("{name}.gainsay")));
        decide(&review, name, ONE, Verdict::Undecided, Level::Low, None);
        decide(&review, name, ONE, verdict, Level::High, None);
        act(&review, name, Act::Note { statement: Some(ONE), text: format!("by {name}").into() });
    }
    succeed(home, &["merge", "Ada.gainsay", "Ben.gainsay", "--out", "both.gainsay"]);
    let review = open(&home.join("both.gainsay"));
    let conflict = || review.fold().conflict(ONE);
    let notes = || review.fold().notes(Some(ONE)).iter().map(|n| n.text.to_string()).collect::<Vec<_>>();
    assert_eq!((conflict(), notes()), (Some(Conflict::Verdict), vec!["by Ada".to_owned(), "by Ben".to_owned()]));
    decide(&review, "Dora", ONE, Verdict::Supports, Level::Medium, None);
    assert_eq!(conflict(), None);
    let ben = Who::Reviewer("Ben".into());
    review.undo(ben.clone()).unwrap();
    assert_eq!(notes(), ["by Ada"]);
    review.undo(ben.clone()).unwrap();
    let verdicts = || review.fold().opinions(ONE).iter().map(|o| o.verdict.0).collect::<Vec<_>>();
    assert_eq!(verdicts(), [Verdict::Supports, Verdict::Undecided, Verdict::Supports]);
    review.undo(Who::Reviewer("Dora".into())).unwrap();
    assert_eq!(conflict(), Some(Conflict::Verdict));
    // Ben takes his first verdict back too, and what is left agrees.
    review.undo(ben.clone()).unwrap();
    assert_eq!((conflict(), review.fold().summary(ONE).by), (None, Some(Who::Reviewer("Ada".into()))));
    (0..3).for_each(|_| drop(review.redo(ben.clone()).unwrap()));
    assert_eq!((conflict(), notes().len()), (Some(Conflict::Verdict), 2));
    review.close();
    assert_eq!(Review::verify(&home.join("both.gainsay")).unwrap().faults, []);
}

/// A merged file would pass for the reviewers' word after somebody had changed it.
#[test]
fn the_rows_of_each_review_lead_to_the_head_that_it_had() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    all(home);
    let heads: Vec<String> = FILES
        .iter()
        .map(|file| succeed(home, &["verify", file]).split_whitespace().nth(1).unwrap().to_owned())
        .collect();
    succeed(home, &["merge", FILES[0], FILES[1], FILES[2], "--out", "all.gainsay"]);
    // The first review is the beginning of the merged one, so its head is found in it.
    succeed(home, &["verify", "all.gainsay", "--head", &heads[0]]);
    let review = open(&home.join("all.gainsay"));
    let origins: Vec<_> = review.fold().origins().iter().map(|o| o.head.map(|head| head.to_string())).collect();
    assert_eq!(origins, heads.iter().cloned().map(Some).collect::<Vec<_>>());
    review.close();
    // Somebody with the program's own means makes a new file in which Ben says otherwise.
    let review = open(&home.join("all.gainsay"));
    let (merged, texts) = (review.entries().unwrap(), review.blobs().unwrap().into_values());
    let forged = Review::restore(None, clock(), |restoring| {
        let mut head = Digest::of(b"gainsay review");
        for mut entry in merged {
            if entry.seq == 200 {
                assert!(matches!(entry.act, Act::Imported { origin: 1, .. }), "{entry:?}");
                entry.who = Who::Reviewer("Eve".into());
            }
            head = Digest::of_parts([
                head.as_bytes().as_slice(),
                &entry.seq.to_le_bytes(),
                format!("{:.3}", entry.at).as_bytes(),
                &canonical(&entry.who),
                &entry.act.version().to_le_bytes(),
                &canonical(&entry.act),
            ]);
            restoring.row(entry)?;
        }
        for text in texts {
            restoring.text(text)?;
        }
        Ok::<_, ReviewError>(head)
    });
    let refused = forged.map(drop).unwrap_err().to_string();
    assert!(refused.contains("the rows imported from ben.gainsay do not lead to its head"), "{refused}");
}

/// What differs between reviews of other papers is no conflict, and a chain of merges would lose who said what.
#[test]
fn only_reviews_of_one_source_merge_and_a_merged_one_comes_first() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    all(home);
    std::fs::write(home.join("other.jsonl"), "{\"claim\": \"Statins lower cholesterol in adults.\"}\n").unwrap();
    succeed(home, &["check", "other.jsonl"]);
    let refused = |args: &[&str]| {
        let output = run(home, args);
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let other = refused(&["merge", FILES[0], "other.gainsay", "--out", "x.gainsay"]);
    assert!(other.contains("other.gainsay is a review of another source than ada.gainsay"), "{other}");
    succeed(home, &["merge", FILES[0], FILES[1], "--out", "two.gainsay"]);
    assert!(refused(&["merge", FILES[2], "two.gainsay", "--out", "x.gainsay"]).contains("name it first"));
    assert!(refused(&["merge", FILES[0], FILES[1], "--out", "two.gainsay"]).contains("exists already"));
    assert!(!home.join("x.gainsay").exists());
    let review = open(&home.join("two.gainsay"));
    let decided = (1..=60).map(StatementId).find(|id| review.fold().conflict(*id).is_some()).unwrap();
    decide(&review, "Dora", decided, Verdict::Supports, Level::High, None);
    review.close();
    succeed(home, &["merge", "two.gainsay", FILES[2], "--out", "three.gainsay"]);
    let review = open(&home.join("three.gainsay"));
    assert_eq!(review.fold().origins().len(), 3);
    let names: Vec<String> = review.fold().opinions(ONE).iter().map(|o| o.who().to_string()).collect();
    assert!(names.starts_with(&["Ada".to_owned(), "Ben".to_owned()]), "{names:?}");
    let by_dora = |o: &VerdictOpinion| o.origin.is_none() && o.who().to_string() == "Dora";
    assert!(review.fold().opinions(decided).iter().any(by_dora), "who adjudicated before does so still");
}

/// An edited or added statement would be lost, or counted as another one's.
#[test]
fn statements_match_by_place_and_by_text_and_what_one_reviewer_added_comes_along() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let paper = "Methods. We followed 5,000 adults for ten years.\n\nResults. Aspirin reduced the incidence of stroke by \
                 20% in adults. Statins lowered cholesterol by 12% in adults.\n\nConclusions. We conclude that aspirin \
                 lowers the risk of stroke.\n";
    std::fs::write(home.join("paper.txt"), paper).unwrap();
    succeed(home, &["check", "paper.txt", "--review", "ada.gainsay"]);
    succeed(home, &["check", "paper.txt", "--review", "ben.gainsay"]);
    let ben = open(&home.join("ben.gainsay"));
    let statement = ben.fold().statements()[0].clone();
    let mut edited = (*statement).clone();
    edited.text = format!("{} of any age", statement.text.trim_end_matches('.')).into();
    edited.place = None;
    let stages = ben.fold().resolve(statement.id);
    let value = Value::Statement(Box::new(edited));
    let amended = Intent::Put(Ground { statement: statement.id, stages: &stages }, value).act();
    let who = Who::Reviewer("Ben".into());
    ben.append(vec![amended.signed(who.clone())]).unwrap();
    decide(&ben, "Ben", statement.id, Verdict::Undecided, Level::Low, None);
    let mut list: Vec<_> = ben.fold().statements().iter().map(|s| (**s).clone()).collect();
    let new = ben.fold().next_statement();
    let order = u32::try_from(list.len() + 1).unwrap();
    let text = "Eggs are neither good nor bad for the heart.".into();
    list.push(gainsay::domain::Statement { id: new, order, text, place: None, ..(*statement).clone() });
    let value = Value::Statements(Statements { statements: list, ..Default::default() });
    let bytes = value.bytes();
    let act = Act::Override {
        stage: Stage::Extract,
        statement: None,
        inputs: None,
        value: Digest::of(&bytes),
        gist: value.gist(),
        reason: None,
        accepts: false,
    };
    ben.append(vec![Draft { who, act, blobs: vec![bytes] }]).unwrap();
    decide(&ben, "Ben", new, Verdict::Contradicts, Level::High, None);
    ben.close();
    // She noted something and decided nothing.
    let ada = open(&home.join("ada.gainsay"));
    let act = Act::Note { statement: Some(statement.id), text: "Ask for the protocol.".into() };
    ada.append(vec![Draft { who: Who::Reviewer("Ada".into()), act, blobs: Vec::new() }]).unwrap();
    ada.close();
    let count = open(&home.join("ada.gainsay")).fold().statements().len();
    let said = succeed(home, &["merge", "ada.gainsay", "ben.gainsay", "--out", "both.gainsay"]);
    let statements = if count == 1 { "statement" } else { "statements" };
    assert!(said.contains(&format!("ben.gainsay: {count} {statements} matched (1 of them edited), 1 added")), "{said}");
    // A reviewer counted twice would agree with themselves.
    std::fs::hard_link(home.join("ada.gainsay"), home.join("same.gainsay")).unwrap();
    let twice =
        gainsay(home).args(["merge", "ada.gainsay", "same.gainsay", "--out", "twice.gainsay"]).output().unwrap();
    let said = String::from_utf8_lossy(&twice.stderr).into_owned();
    assert!(!twice.status.success() && said.contains("same.gainsay is named twice"), "{said}");
    succeed(home, &["backup", "ben.gainsay", "--out", "copy.gainsay"]);
    let twice =
        gainsay(home).args(["merge", "ben.gainsay", "copy.gainsay", "--out", "twice.gainsay"]).output().unwrap();
    let said = String::from_utf8_lossy(&twice.stderr).into_owned();
    assert!(!twice.status.success() && said.contains("or a copy of it"), "{said}");
    let report = succeed(home, &["export", "both.gainsay"]);
    assert!(report.contains("Note by Ada") && report.contains("Ask for the protocol."), "{report}");
    let review = open(&home.join("both.gainsay"));
    let fold = review.fold();
    assert_eq!(fold.statements().len(), count + 1);
    let first = &fold.statements()[0];
    assert_eq!(fold.opinions(first.id).len(), 1);
    assert!(fold.wording(1, first.id).unwrap().ends_with("of any age"));
    let last = fold.statements().last().unwrap();
    assert_eq!(
        (&*last.text, fold.opinions(last.id)[0].verdict.0),
        ("Eggs are neither good nor bad for the heart.", Verdict::Contradicts)
    );
    assert_eq!(fold.resolve(first.id).get(Stage::Cite).state, StageState::Done, "nothing is stale");
}

/// An adjudicator would decide without seeing who said what, or lose the way through the queue.
#[test]
fn an_adjudicator_goes_from_conflict_to_conflict_and_sees_who_said_what_and_why() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    all(home);
    succeed(home, &["merge", FILES[0], FILES[1], FILES[2], "--out", "all.gainsay"]);
    let review = std::sync::Arc::new(open(&home.join("all.gainsay")));
    let conflicts = || (1..=60).map(StatementId).filter(|id| review.fold().conflict(*id).is_some()).collect::<Vec<_>>();
    let queue = conflicts();
    let figures = reference();
    let mut tui = face::open(&review);
    tui.draw(120, 36);
    // Where their verdicts differ, reviewers have reviewed it.
    let by_verdict = figures["differing_verdicts"].as_u64().unwrap();
    tui.press("go");
    let overview = face::text(&tui.draw(120, 36));
    let said = format!("{} of 60 reviewed, {by_verdict} with verdicts that differ, 0 not yet", 60 - by_verdict);
    assert!(overview.contains(&said), "{said}\n{overview}");
    tui.press("<Esc>grn");
    let opinions = figures["opinions"].clone();
    for (place, id) in queue.iter().enumerate() {
        for (width, height) in [(80, 24), (120, 36), (200, 60)] {
            let screen = face::text(&tui.draw(width, height));
            assert!(screen.contains(&format!("{id}, ")) && screen.contains("differ"), "{id}\n{screen}");
        }
        let screen = face::text(&tui.draw(200, 60));
        for (opinion, name) in opinions[id.0 as usize - 1].as_array().unwrap().iter().zip(NAMES) {
            assert_eq!(screen.contains(&format!(" {name} ")), !opinion.is_null(), "{id} {name}\n{screen}");
            let reason = opinion["reason"].as_str().unwrap_or("none given");
            assert!(opinion.is_null() || screen.contains(reason), "{id} {name}\n{screen}");
        }
        // The second opinion is adopted, and the next conflict comes up.
        let second = review.fold().opinions(*id)[1].clone();
        // The columns are side by side, so left and right go between them.
        tui.press(["j", "<Right>", "l", "<Tab>", "<Right><Left><Right>"][place % 5]);
        tui.press("<Enter>");
        assert_eq!(conflicts(), queue[place + 1..], "{id}");
        let summary = review.fold().summary(*id);
        assert_eq!(summary.verdict.map(|v| v.0), Some(second.verdict.0));
        assert_ne!(summary.by, Some(second.who().clone()), "it is the adjudicator's");
        // A copy without names must not name anybody by what the program itself wrote.
        let own = review.fold().opinions(*id).pop().unwrap().made.reason.unwrap();
        assert_eq!(*own.words(), *format!("adopts another reviewer's verdict (act {})", second.made.seq));
        let said = format!("{}'s verdict adopted on {id}", second.who());
        let screen = face::text(&tui.draw(200, 60));
        assert!(screen.contains(&said), "{said}\n{screen}");
    }
    whose_verdict_was_adopted(&review, queue[0]);
    tui.press("u");
    assert_eq!(conflicts(), queue[queue.len() - 1..]);
    tui.press("<Esc>F");
    let filter = face::text(&tui.draw(120, 36));
    assert!(filter.contains("in conflict 1"), "{filter}");
    // The history says from which review an act is.
    tui.press("<Esc>gh");
    let history = face::text(&tui.draw(120, 36));
    assert!(history.contains("(from ben.gainsay)"), "{history}");
}

/// The record says whose verdict was adopted by a number; what people read says it by name, unless nobody is named.
fn whose_verdict_was_adopted(review: &std::sync::Arc<Review>, id: StatementId) {
    let (second, number) = {
        let fold = review.fold();
        let opinions = fold.opinions(id);
        let number = opinions[..opinions.len() - 1].iter().map(|o| o.who()).position(|who| who == opinions[1].who());
        (opinions[1].who().to_string(), number.unwrap())
    };
    let mut tui = face::open(review);
    tui.draw(200, 60);
    tui.press(&format!("/{id}<Enter>gr"));
    let screen = face::text(&tui.draw(200, 60));
    assert!(screen.contains(&format!("adopts the verdict of {second}")) && !screen.contains("(act "), "{screen}");
    tui.press("<Esc>gh");
    let screen = face::text(&tui.draw(200, 60));
    assert!(screen.contains(&format!("verdict of {second} adopted: ")), "{screen}");
    let written = |kind, reviewer_names| {
        let options = Options { reviewer_names, ..Options::default() };
        export::bytes(review, kind, &options).unwrap()
    };
    let all = |names| {
        [String::from_utf8(written(Kind::Csv, names)).unwrap(), crate::support::unzipped(&written(Kind::Xlsx, names))]
    };
    for text in all(true) {
        assert!(text.contains(&format!("adopts the verdict of {second}")) && !text.contains("(act "), "{text}");
    }
    for text in all(false) {
        // All three have decided it, in the order of the files.
        assert!(text.contains(&format!("adopts the verdict of reviewer {}", number + 1)), "{text}");
        assert!(!text.contains("(act ") && NAMES.iter().all(|name| !text.contains(name)), "{text}");
    }
}

/// Reviews that were made before a setting or a field came would not merge.
#[test]
fn a_review_of_an_earlier_version_merges_with_one_of_today() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/acts-1.gainsay");
    for name in ["old", "base"] {
        std::fs::copy(&golden, home.join(format!("{name}.gainsay"))).unwrap();
    }
    decide(&open(&home.join("old.gainsay")), "Ben", ONE, Verdict::Supports, Level::High, None);
    decide(&open(&home.join("base.gainsay")), "Ada", ONE, Verdict::Contradicts, Level::High, None);
    succeed(home, &["merge", "base.gainsay", "old.gainsay", "--out", "both.gainsay"]);
    assert!(succeed(home, &["verify", "both.gainsay"]).contains("all as they were written"));
    let review = open(&home.join("both.gainsay"));
    assert!(review.fold().opinions(ONE).iter().any(|o| o.who().to_string() == "Ben"));
}

/// The column of the machine would show what its judge said of a reviewer's verdict.
#[tokio::test]
async fn what_the_machine_says_is_its_own_in_a_merged_review() {
    use crate::support::{engine, library, review, run, source};
    use gainsay::{engine::Scope, reason::builtin::Builtin};
    use std::sync::Arc;

    let folder = tempfile::tempdir().unwrap();
    let mut reviews = Vec::new();
    for name in ["Ada", "Ben"] {
        let review = review(Some(&folder.path().join(format!("{name}.gainsay"))), &source(20), &Builtin::default());
        let (engine, mut events) = engine(&review, &library(), Arc::new(Builtin::default()), 2);
        run(&engine, &mut events, Scope::Everything).await;
        let ids: Vec<StatementId> = review.fold().statements().iter().map(|statement| statement.id).collect();
        let machine: Vec<_> = ids.iter().map(|id| review.fold().summary(*id).machine).collect();
        // One key records the machine's verdict, but not how sure the machine is.
        let mut tui = face::open(&review);
        tui.draw(120, 36);
        let (verdict, ..) = machine[0].unwrap();
        tui.press(match verdict {
            Verdict::Contradicts => "C",
            Verdict::Supports => "S",
            Verdict::Undecided => "N",
        });
        let set = review.fold().summary(ids[0]).verdict.unwrap();
        assert_eq!((set.0, set.1), (verdict, 0.6));
        for id in &ids {
            decide(&review, name, *id, Verdict::Contradicts, Level::High, None);
        }
        run(&engine, &mut events, Scope::Everything).await;
        // And decides once more, after the judge has read the first verdict.
        decide(&review, name, ids[0], Verdict::Supports, Level::High, None);
        let after: Vec<_> = ids.iter().map(|id| review.fold().summary(*id).machine).collect();
        assert_eq!(after, machine);
        reviews.push((review, machine));
    }
    let named: Vec<(&Review, gainsay::text::Clean)> =
        reviews.iter().map(|(review, _)| (&**review, "one".into())).collect();
    let merged = Review::merge(None, &named, Who::Reviewer("Dora".into()), clock()).unwrap();
    for (id, machine) in (1..).map(StatementId).zip(&reviews[0].1) {
        assert_eq!(merged.fold().summary(id).machine, *machine, "{id}");
        for opinion in merged.opinions(id).unwrap() {
            let (verdict, confidence, _) = machine.unwrap();
            let shown = opinion.machine.unwrap().0;
            assert_eq!((shown.0, shown.1), (verdict, confidence), "{id}");
        }
    }
}
