use std::path::Path;

use serde_json::Value as Json;

use crate::{
    domain::{
        Basis, Code, Digest, Gist, Issue, LibraryStamp, Ruling, Severity, Stage, StatementId, Subject, Value, Verdict,
    },
    review::{Act, Draft, Review, StageState, Who},
};

use super::{
    fixture::{blocked, clock, plain, review},
    *,
};

/// What others may write to mislead a reader, a terminal, a spreadsheet or a renderer.
const HOSTILE: &[&str] = &[
    "\u{1b}]0;owned\u{7}\u{1b}[2J\u{1b}[31mred\u{1b}[0m\u{9b}5n",
    "\u{1b}]52;c;ZXZpbA==\u{7}\u{0}\u{7f}\u{8}\u{c}\u{b}",
    "safe\u{202e}txet desrever\u{2066}\u{2069}\u{200b}\u{feff}\u{2028}new line",
    "# heading\n## another #",
    "> quote\n- item\n+ item\n* item\n1. one\n2) two",
    "***\n---\n___\n- - -\n===",
    "```rust\nfn main() {}\n```\n~~~\n`code`",
    "<script>alert(1)</script><!-- <img src=x onerror=alert(1)> &lt;b&gt; &#x202e;",
    "| a | b |\n|---|---|\n| c | d |",
    "[click](javascript:alert(1)) ![x](http://evil.example/x.png) [1]: http://evil.example",
    "<http://evil.example> https://evil.example www.evil.example mailto:x@evil.example",
    "=cmd|' /C calc'!A0",
    "  +1+1",
    "\u{ff1d}HYPERLINK(\"http://evil.example\")",
    "-2+3\"\r\n\"=1",
    "@SUM(A1:A2)",
    ";=1+1",
    "first;=cmd|' /C calc'!A0; @SUM(A1);\u{ff1d}1",
    "\\*not\\* **bold** _it_ ~~gone~~ $x$ #12 ^up^ :smile: \\",
    "---\ntitle: \"other\"\n...\n",
    "10.1/)[x](http://evil.example",
    "javascript:alert(1)//https://x",
    "12345678) x",
    "字幅の広い文字 👩‍👩‍👧 e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "    indented code\n\tand a tab",
    "[^1]: footnote\n: definition\n{#id .class}\n% title",
];

fn hostile(payload: &str) -> Review {
    review(None, &|_| format!("{payload} x"))
}

fn json(review: &Review) -> Result<Vec<u8>, ExportError> {
    bytes(review, Kind::Json, &Options::default())
}

fn csv(review: &Review, options: &Options) -> Result<String, ExportError> {
    Ok(String::from_utf8(bytes(review, Kind::Csv, options)?).unwrap())
}

fn timed() -> Options {
    Options { appendix: true, ..Options::default() }
}

/// What a line of Markdown is to a parser.
fn kind(line: &str) -> &'static str {
    let nested = line.starts_with("  - ");
    let body = line.trim_start();
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    match body {
        "" => "blank",
        _ if body.starts_with('#') => "heading",
        _ if body.starts_with('>') => "quote",
        _ if body.starts_with("```") || body.starts_with("~~~") => "fence",
        _ if body.starts_with('|') => "row",
        _ if body.starts_with('<') => "html",
        _ if nested => "nested item",
        _ if body.starts_with("- ") || body.starts_with("+ ") || body.starts_with("* ") => "item",
        _ if digits > 0 && (body[digits..].starts_with(". ") || body[digits..].starts_with(") ")) => "numbered",
        _ if body.bytes().all(|b| b"-=*_ ".contains(&b)) => "rule",
        _ if line.starts_with("    ") => "code",
        _ => "paragraph",
    }
}

/// The report without its front matter, and the front matter's lines.
fn parts(report: &str) -> (Vec<&str>, Vec<&str>) {
    let lines: Vec<_> = report.lines().collect();
    assert_eq!(lines[0], "---");
    let end = 1 + lines[1..].iter().position(|line| *line == "---").unwrap();
    (lines[1..end].to_vec(), lines[end + 1..].to_vec())
}

#[test]
fn the_report_reads_as_it_should() {
    insta::assert_snapshot!(markdown(&plain(), &timed()).unwrap());
    let review = Options { appendix: false, ..timed() };
    insta::assert_snapshot!("the_review_alone", markdown(&plain(), &review).unwrap());
}

#[test]
fn hostile_text_changes_nothing_about_the_shape_of_the_report() {
    let expected = markdown(&hostile("harmless"), &timed()).unwrap();
    let (expected_front, expected_body) = parts(&expected);
    let keys = |lines: &[&str]| lines.iter().map(|l| l.split(": ").next().unwrap().to_owned()).collect::<Vec<_>>();
    for payload in HOSTILE {
        let report = markdown(&hostile(payload), &timed()).unwrap();
        let (front, body) = parts(&report);
        assert_eq!(keys(&front), keys(&expected_front), "{payload:?}");
        assert_eq!(body.len(), expected_body.len(), "{payload:?}:\n{report}");
        for (line, expected) in body.iter().zip(&expected_body) {
            assert_eq!(kind(line), kind(expected), "{payload:?}: {line:?}");
            let cells = |line: &str| line.replace("\\|", "").matches('|').count();
            assert_eq!(cells(line), cells(expected), "{payload:?}: {line:?}");
            let headings = |line: &str| line.starts_with("##").then(|| line.to_owned());
            assert_eq!(headings(line), headings(expected), "{payload:?}");
        }
    }
}

#[test]
fn no_byte_that_acts_on_a_terminal_or_a_reader_comes_out() {
    for payload in HOSTILE {
        let review = hostile(payload);
        let json = String::from_utf8(json(&review).unwrap()).unwrap();
        let csv = csv(&review, &Options::default()).unwrap();
        for out in [markdown(&review, &timed()).unwrap(), json, csv.replace("\r\n", "\n")] {
            let bad = out.chars().find(|c| {
                (c.is_control() && *c != '\n')
                    || matches!(c, '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{feff}')
            });
            assert_eq!(bad, None, "{payload:?}");
        }
    }
}

#[test]
fn links_lead_only_to_doi_pubmed_and_plain_web_pages() {
    for payload in HOSTILE {
        let report = markdown(&hostile(payload), &timed()).unwrap();
        let body = parts(&report).1.join("\n");
        // An unescaped bracket followed by a destination is a link.
        let links = body.match_indices("](").filter(|(at, _)| !body[..*at].ends_with('\\'));
        assert_eq!(links.count(), 0, "{payload:?}");
        assert!(!body.replace("\\<", "").contains('<'), "{payload:?}");
    }
    let report = markdown(&plain(), &timed()).unwrap();
    assert!(report.contains("](https://doi.org/10.1234/%28glp%29%3C1%3E)"));
    assert!(report.contains("[PMID 34567891](https://pubmed.ncbi.nlm.nih.gov/34567891/)"));
    assert!(report.contains("](https://example.org/a_b?x=1&amp;copy=2)"));
}

#[test]
fn a_megabyte_in_one_line_stays_one_line() {
    let long = "<*_ 1. ".repeat(150_000);
    let words = |text: &str| if text.starts_with("Metformin prolongs") { long.clone() } else { text.to_owned() };
    let review = review(None, &words);
    let report = markdown(&review, &timed()).unwrap();
    assert_eq!(report.lines().count(), markdown(&plain(), &timed()).unwrap().lines().count());
    assert!(report.lines().any(|line| line.starts_with("> ") && line.len() > long.len()), "its section has it whole");
    assert_eq!(csv(&review, &Options::default()).unwrap().lines().count(), 4);
}

#[test]
fn the_same_review_gives_the_same_bytes() {
    let (one, other) = (plain(), plain());
    assert_eq!(markdown(&one, &timed()).unwrap(), markdown(&other, &timed()).unwrap());
    assert_eq!(json(&one).unwrap(), json(&other).unwrap());
    assert_eq!(csv(&one, &Options::default()).unwrap(), csv(&other, &Options::default()).unwrap());
}

#[test]
fn times_and_names_can_be_left_out_and_the_appendix_is_asked_for() {
    let options = Options { reviewer_names: false, appendix: true, times: false, ..Options::default() };
    let report = markdown(&plain(), &options).unwrap();
    assert!(!report.contains("2024-"), "{report}");
    assert!(!report.contains("UTC") && !report.contains("head of its record"), "{report}");
    assert!(report.contains("Audit trail"));
    assert!(!report.contains("Adler") && report.contains("Decided by a reviewer."), "{report}");
    assert!(!csv(&plain(), &options).unwrap().contains("Adler"));
    let report = markdown(&plain(), &Options { appendix: false, ..options }).unwrap();
    assert!(!report.contains("Audit trail") && !report.contains("Counter-report"));
}

#[test]
fn a_library_that_has_grown_since_it_was_searched_is_told() {
    let review = plain();
    let Value::Search(search) = (*review.in_force(StatementId(1), Stage::Search).unwrap().unwrap()).clone() else {
        panic!("no search")
    };
    let told = |stamp: LibraryStamp| {
        let report = markdown(&review, &Options { library: Some(stamp), ..timed() }).unwrap();
        report.lines().filter(|line| line.contains("The library has")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(told(search.library), Vec::<String>::new());
    let LibraryStamp { generation, documents } = search.library;
    let grown = told(LibraryStamp { generation: generation + 1, documents: documents + 7 });
    let line =
        format!("The library has grown since this was searched: {documents} documents then, {} now.", documents + 7);
    assert!(grown[0].contains(&line), "{grown:?}");
    // A smaller one may be another library.
    assert_eq!(told(LibraryStamp { generation: generation + 1, documents: 0 }), Vec::<String>::new());
}

/// A note that a reviewer attached to one statement looked as if all others had been searched in too little.
#[test]
fn what_reviewers_attached_is_no_growth_of_the_library() {
    let (now, then) = (LibraryStamp { generation: 5, documents: 12 }, LibraryStamp { generation: 3, documents: 10 });
    assert_eq!(now.since(then, 2), None);
    assert!(now.since(then, 1).is_some());
}

#[test]
fn nothing_is_said_of_a_review_without_statements_but_that() {
    let opened = plain().entries().unwrap().remove(0).act;
    let review = Review::create(None, &plain().source().unwrap(), |_| opened, clock()).unwrap();
    let report = markdown(&review, &timed()).unwrap();
    assert!(report.contains("No statements to assess."), "{report}");
    assert!(report.contains("No statements have been extracted yet."), "{report}");
}

#[test]
fn json_loads_again_to_the_same_state() {
    let review = plain();
    let exported = json(&review).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("again.gainsay");
    let in_memory = import(&exported[..], None, clock()).unwrap();
    let in_file = import(&exported[..], Some(&path), clock()).unwrap();
    for again in [&in_memory, &in_file] {
        assert_eq!(*again.fold(), *review.fold());
        assert_eq!(again.entries().unwrap(), review.entries().unwrap());
        assert_eq!(json(again).unwrap(), exported);
        assert_eq!(markdown(again, &timed()).unwrap(), markdown(&review, &timed()).unwrap());
    }
    in_file.close();
    assert_eq!(Review::verify(&path).unwrap().faults, []);
    assert_eq!(*Review::open(&path, clock()).unwrap().fold(), *review.fold());
}

#[test]
fn without_names_the_json_names_nobody_and_says_that_it_is_a_copy() {
    let review = plain();
    let exported = bytes(&review, Kind::Json, &Options { reviewer_names: false, ..timed() }).unwrap();
    assert!(!String::from_utf8_lossy(&exported).contains("Adler"));
    let tree: Json = serde_json::from_slice(&exported).unwrap();
    assert_eq!(tree["copy_of"], review.snapshot().unwrap().head.to_string());
    assert!(tree["remark"].as_str().unwrap().contains("chained anew"));
    let again = import(&exported[..], None, clock()).unwrap();
    assert_eq!(again.fold().assessment(), review.fold().assessment());
    assert_eq!(again.fold().summary(StatementId(1)).by, Some(Who::Reviewer("a reviewer".into())));
}

#[test]
fn an_export_is_known_however_it_is_laid_out() {
    let exported = json(&plain()).unwrap();
    let tree: Json = serde_json::from_slice(&exported).unwrap();
    let minified = serde_json::to_vec(&tree).unwrap();
    for bytes in [&exported[..], &minified, &exported[..300], &minified[..minified.len() - 1]] {
        assert!(is_export(bytes), "{}", String::from_utf8_lossy(&bytes[..80]));
    }
    for other in [&b"{\"format\": \"csv\", \"claims\": [\"gainsay review\"]}"[..], b"[\"gainsay review\"]", b"", b"{"] {
        assert!(!is_export(other));
    }
}

#[test]
fn undo_and_redo_go_on_after_an_import() {
    let review = plain();
    let who = Who::Reviewer("Dr Ruth Adler".into());
    // The note in the fixture closed the redo list; open it again.
    review.undo(who.clone()).unwrap();
    let again = import(&json(&review).unwrap()[..], None, clock()).unwrap();
    assert_eq!(again.fold().redoable(&who), review.fold().redoable(&who));
    assert!(again.fold().redoable(&who).is_some());
    again.redo(who.clone()).unwrap();
    while again.fold().undoable(&who).is_some() {
        again.undo(who.clone()).unwrap();
    }
    let fold = again.fold();
    assert!(fold.summary(StatementId(1)).by.is_none(), "the machine's verdict is back");
}

#[test]
fn a_text_that_is_missing_stays_missing() {
    let review = plain();
    let mut tree: Json = serde_json::from_slice(&json(&review).unwrap()).unwrap();
    let counter = review.fold().resolve(StatementId(1)).get(Stage::Counter).in_force.clone().unwrap().value;
    tree["texts"][counter.to_string()] = Json::Null;
    let redacted = serde_json::to_vec(&tree).unwrap();
    let again = import(&redacted[..], None, clock()).unwrap();
    assert_eq!(*again.fold(), *review.fold());
    let report = markdown(&again, &timed()).unwrap();
    assert!(report.contains("**Not shown:** the text of counter is missing from the review."), "{report}");
    let exported: Json = serde_json::from_slice(&json(&again).unwrap()).unwrap();
    assert_eq!(exported, tree);
}

#[test]
fn what_was_changed_is_refused_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("again.gainsay");
    let exported = json(&plain()).unwrap();
    let attempt = |change: &dyn Fn(&mut Json)| {
        let mut tree: Json = serde_json::from_slice(&exported).unwrap();
        change(&mut tree);
        let result = import(&serde_json::to_vec(&tree).unwrap()[..], Some(&path), clock());
        assert!(!path.exists());
        result.map(|_| ()).unwrap_err().to_string()
    };
    let open = plain().fold().opened().unwrap().source.to_string();
    assert!(attempt(&|t| t["texts"][&open]["json"]["name"] = "other".into()).contains("was changed"));
    assert!(attempt(&|t| t["journal"][12]["at"] = "2023-01-01T00:00:00Z".into()).contains("rows are not those"));
    assert!(attempt(&|t| t["journal"][12]["who"] = serde_json::json!({"reviewer": "Eve"})).contains("rows are not"));
    assert!(attempt(&|t| drop(t["journal"].as_array_mut().unwrap().pop())).contains("rows are not those"));
    assert!(attempt(&|t| drop(t["journal"].as_array_mut().unwrap().remove(3))).contains("rows are not those"));
    assert!(attempt(&|t| t["journal"] = serde_json::json!([])).contains("rows are not those"));
    assert!(attempt(&|t| drop(t["texts"].as_object_mut().unwrap().remove(&open))).contains("missing"));
    assert!(attempt(&|t| t["journal"][5]["act"]["act"] = "sing".into()).contains("damaged"));
    assert!(attempt(&|t| t["format"] = "\u{1b}[31m".into()).contains("not a review exported by gainsay"));
    assert!(attempt(&|t| t["version"] = 99.into()).contains("update gainsay"));
    for bytes in [&b""[..], b"[]", b"{\"format\": 1}", &exported[..exported.len() / 2], &[0xff; 9]] {
        assert!(import(bytes, Some(&path), clock()).is_err());
    }
    assert!(!path.exists());
}

#[test]
fn an_import_never_writes_over_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.gainsay");
    std::fs::write(&path, "mine").unwrap();
    assert!(import(&json(&plain()).unwrap()[..], Some(&path), clock()).is_err());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
}

#[test]
fn bytes_that_are_no_json_survive() {
    let review = plain();
    let odd: Vec<u8> = (0..=255).collect();
    let act = Act::Flag { statement: StatementId(1), on: true };
    review.append(vec![Draft { who: Who::Reviewer("A".into()), act, blobs: vec![odd.clone()] }]).unwrap();
    let again = import(&json(&review).unwrap()[..], None, clock()).unwrap();
    assert_eq!(again.blobs().unwrap().get(&Digest::of(&odd)), Some(&odd));
}

#[test]
fn what_judge_and_reviewer_ruled_out_is_told() {
    let report = markdown(&blocked(), &timed()).unwrap();
    let sentence = "The judge blocked the machine’s own verdict (supported, high (0.80)): Nothing is cited.";
    assert!(report.contains(sentence), "{report}");
    assert!(report.contains("**Undecided.** Confidence: low (0.00). Basis: blocked by the judge."), "{report}");
    assert!(
        report.contains("**Out of date:** cite, inspect, weigh, report (their inputs have changed since)."),
        "{report}"
    );
    assert!(
        report.contains("“GLP-1 agonists versus metformin: a randomised trial” excluded for statement 1"),
        "{report}"
    );
    let again = import(&json(&blocked()).unwrap()[..], None, clock()).unwrap();
    assert_eq!(*again.fold(), *blocked().fold());
}

#[test]
fn other_programs_find_the_verdicts_without_folding() {
    let tree: Json = serde_json::from_slice(&json(&plain()).unwrap()).unwrap();
    let first = &tree["statements"][0];
    assert_eq!(first["id"], "S001");
    assert_eq!(first["verdict"]["verdict"], "undecided");
    assert_eq!(first["verdict"]["level"], "medium");
    assert_eq!(first["machine"]["verdict"], "contradicts");
    assert_eq!(first["by"]["reviewer"], "Dr Ruth Adler");
    assert_eq!(first["citations"][2]["blocked"], true);
    assert_eq!(first["issues"][0]["id"], "V4-0002");
    assert_eq!(first["issues"][0]["category"], "IG-3");
    assert_eq!(first["judge"]["original"], first["judge"]["adjusted"]);
    assert_eq!(first["citations"][2]["judge"]["evidence_type"], "inappropriate");
    assert_eq!(first["made_by"]["reasoner"], "builtin");
    assert!(first["statistics"]["found"].is_number());
    assert_eq!(tree["statements"][2]["not_worked_out"][0], serde_json::json!(["search", "failed"]));
}

/// An editor would read of faults in passages that the verdict does not rest on.
#[test]
fn what_is_doubtful_about_a_passage_that_does_not_count_is_a_remark_on_it_and_no_issue() {
    let review = plain();
    let summary = review.fold().summary(StatementId(1));
    assert!(summary.issues.iter().all(|head| head.code != Code::AnchorMissing));
    assert!(!markdown(&review, &Options::default()).unwrap().contains("does not mention"));
    assert!(markdown(&review, &timed()).unwrap().contains("Remark (MAJOR, key term missing)"));
    let tree: Json = serde_json::from_slice(&json(&review).unwrap()).unwrap();
    let remarks = &tree["statements"][0]["citations"][2]["remarks"];
    assert_eq!(remarks[0], "The cited text does not mention “GLP-1”.");
}

/// A reviewer would dismiss a false alarm and the verdict would still rest on it.
/// A reviewer would be asked to re-run what no formula could change, or not be asked where one could.
#[test]
fn a_ruling_makes_stale_what_it_can_change_and_undo_makes_it_fresh() {
    let review = plain();
    let weighed = || review.fold().resolve(StatementId(1)).get(Stage::Weigh).state.clone();
    let issues = review.fold().summary(StatementId(1)).issues;
    let dismissed = issues.iter().find(|issue| !issue.counts()).unwrap();
    assert_eq!((dismissed.severity, weighed()), (Severity::Minor, StageState::Done));
    let rule = |ruling| {
        let (statement, issue) = (StatementId(1), dismissed.key);
        let act = Act::Ruling { statement, issue, ruling: Some(ruling), reason: None };
        review.append(vec![Draft { who: Who::Reviewer("Ada".into()), act, blobs: Vec::new() }]).unwrap();
    };
    rule(Ruling::Confirmed);
    assert_eq!(weighed(), StageState::Done, "confirmed as MINOR it weighs nothing");
    rule(Ruling::Severity(Severity::Major));
    assert_eq!(weighed(), StageState::Stale, "raised to MAJOR it makes its citation weak evidence");
    review.undo(Who::Reviewer("Ada".into())).unwrap();
    assert_eq!(weighed(), StageState::Done);
    let raise = |severity, text: &str| {
        let issue = Issue::new(StatementId(1), Stage::Weigh, Code::Reviewer, Subject::Report(text.into()), text);
        let act = Act::Raise { statement: StatementId(1), issue: Box::new(Issue { severity, ..issue.about(1) }) };
        review.append(vec![Draft { who: Who::Reviewer("Ada".into()), act, blobs: Vec::new() }]).unwrap();
    };
    raise(Severity::Minor, "The table is hard to read.");
    assert_eq!(weighed(), StageState::Done);
    raise(Severity::Major, "The arms were swapped.");
    assert_eq!(weighed(), StageState::Stale);
}

#[test]
fn csv_has_a_row_a_statement() {
    insta::assert_snapshot!(csv(&plain(), &Options::default()).unwrap().replace("\r\n", "\n"));
}

#[test]
fn no_cell_of_the_csv_is_a_formula() {
    for payload in HOSTILE {
        let text = csv(&hostile(payload), &Options::default()).unwrap();
        // With its heads, some of which are a claim set's.
        let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let mut rows = 0;
        for record in reader.records() {
            let record = record.unwrap();
            assert_eq!(record.len(), 50);
            for cell in &record {
                // Many languages separate cells by semicolons, and a spreadsheet then splits this one.
                for part in cell.split(';') {
                    let first = part.trim_start().chars().next();
                    assert!(!first.is_some_and(|c| "=+-@\t\r＝＋－＠".contains(c)), "{payload:?}: {cell:?}");
                }
                assert!(!cell.contains(['\n', '\r']), "{cell:?}");
            }
            rows += 1;
        }
        assert_eq!(rows, 4, "{payload:?}");
    }
}

#[test]
fn a_review_in_a_file_exports_as_one_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.gainsay");
    review(Some(&path), &|text| text.to_owned()).close();
    let reopened = Review::open_read_only(Path::new(&path), clock()).unwrap();
    assert_eq!(json(&reopened).unwrap(), json(&plain()).unwrap());
    assert_eq!(markdown(&reopened, &timed()).unwrap(), markdown(&plain(), &timed()).unwrap());
}

/// An editor would read the name of a stage, “weigh”, for what a reviewer set.
#[test]
fn what_was_set_before_its_inputs_changed_is_named_in_words() {
    let review = plain();
    let fold = review.fold().clone();
    let set = fold.revisions(Some(StatementId(1)), Stage::Weigh).pop().unwrap();
    let act = Act::Override {
        stage: Stage::Weigh,
        statement: Some(StatementId(1)),
        inputs: Some(Digest::of(b"earlier")),
        value: set.value(),
        gist: Gist::default(),
        reason: None,
        accepts: false,
    };
    review.append(vec![Draft { who: Who::Reviewer("A".into()), act, blobs: Vec::new() }]).unwrap();
    let report = markdown(&review, &Options::default()).unwrap();
    let words = "The stances and weights were set by a reviewer before their inputs changed.";
    assert!(report.contains(words), "{report}");
}

#[test]
fn a_number_of_many_digits_is_the_same_after_an_import() {
    let review = plain();
    let gist = Gist { verdict: Some((Verdict::Supports, 1.0 / 3.0, Basis::Reviewer)), ..Default::default() };
    let fold = review.fold().clone();
    let set = fold.revisions(Some(StatementId(1)), Stage::Verdict).pop().unwrap();
    let act = Act::Override {
        stage: Stage::Verdict,
        statement: Some(StatementId(1)),
        inputs: None,
        value: set.value(),
        gist,
        reason: None,
        accepts: false,
    };
    review.append(vec![Draft { who: Who::Reviewer("A".into()), act, blobs: Vec::new() }]).unwrap();
    let again = import(&json(&review).unwrap()[..], None, clock()).unwrap();
    assert_eq!(*again.fold(), *review.fold());
}
