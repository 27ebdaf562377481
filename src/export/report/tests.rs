//! Labels of passages, and what the report says of statements that nobody need decide or nothing counts for.

use std::{cell::Cell, collections::BTreeMap};

use crate::{
    desk::{Detail, Intent},
    domain::{
        Reason, Relation, SourceMeta, Stage, Stance, StatementId, Value, Verdict, fixtures, rules::hygiene::CORRECTED,
    },
    export::{
        Kind, Options, bytes,
        fixture::{
            added, blocked, corrected, dropped, outdated, plain, restanced, review, too_weak, topical, weightless,
        },
        markdown,
        page::{Page, Span},
    },
    review::{Act, Draft, Who},
};

use super::{front, reason_words};

fn appended() -> Options {
    Options { appendix: true, ..Options::default() }
}

/// A passage with zero weight was listed as support, and a reader could not see the passages that a reviewer cited.
#[test]
fn what_weighs_nothing_is_on_neither_side_and_quoted_where_the_rationale_names_it() {
    let report = markdown(&weightless(), &Options::default()).unwrap();
    let first = report.split("## Statement 2").next().unwrap();
    assert!(!first.contains("**For**") && !first.contains("**Against**"), "{first}");
    let named = first.split("**Named in the rationale, on neither side**").nth(1).unwrap();
    assert!(named.contains("“HbA1c fell by 1.3 % with the agonist"), "{first}");
    assert!(first.contains("3 cited, on neither side."), "not as if something counted: {first}");
}

/// Without the appendix an editor could not see what the evidence was held against.
#[test]
fn the_opposite_of_a_statement_is_in_the_review_once() {
    for options in [Options::default(), appended()] {
        let report = markdown(&plain(), &options).unwrap();
        let (_, first) = report.split_once("## Statement 1").unwrap();
        assert!(
            first.trim_start().starts_with('>') && first.contains("\n\nOpposite: Metformin is no better"),
            "{first}"
        );
        assert_eq!(report.matches("Metformin is no better than GLP-1 agonists.").count(), 3, "{report}");
    }
}

/// “3 cited, on neither side” sent an editor to a list of references without them.
#[test]
fn every_cited_work_is_in_the_references() {
    for of in [plain(), weightless(), added(), dropped()] {
        let report = markdown(&of, &Options::default()).unwrap();
        let (statements, _) = report.split_once("## References").unwrap();
        for part in statements.split("## Statement").filter(|part| part.contains("on neither side.")) {
            assert!(part.contains("Cited, on neither side:") || part.contains("Named in the rationale"), "{part}");
        }
        assert!(!report.contains("other work"), "{report}");
    }
}

/// A number is given again after an undone split, and the report denied it.
#[test]
fn no_number_is_promised_to_be_used_once() {
    let report = markdown(&dropped(), &Options::default()).unwrap();
    assert!(
        report.contains("A number that is missing belonged to a statement that is no longer in the list."),
        "{report}"
    );
    assert!(!report.contains("used twice"), "{report}");
}

/// “Reason: statement 2 dropped” gave the change as its own reason.
#[test]
fn a_change_of_the_list_is_no_reason_for_itself() {
    let report = markdown(&dropped(), &appended()).unwrap();
    let row = report.lines().find(|line| line.contains("Act ") && line.contains(": statement 2 dropped")).unwrap();
    assert!(row.ends_with("statement 2 dropped"), "{row}");
}

/// “Reason: evidence misread: Genetics” has two colons.
#[test]
fn a_reason_from_the_list_and_the_words_with_it_are_told_apart() {
    let reason = Reason::given(Some("evidence misread".into()), "Genetics; nothing on views".into()).unwrap();
    assert_eq!(reason_words(&reason), "evidence misread – Genetics; nothing on views");
    assert_eq!(reason_words(&"a letter: retracted".into()), "a letter: retracted");
}

/// An editor would not learn that a reviewer excluded part of the evidence.
#[test]
fn what_a_reviewer_excluded_is_in_the_review_whoever_decided() {
    let report = markdown(&blocked(), &Options::default()).unwrap();
    let line = "**Excluded by a reviewer:** GLP-1 agonists versus metformin: a randomised trial.";
    assert!(report.contains(line), "{report}");
}

/// The table sent an editor to check what a reviewer had decided.
#[test]
fn a_decided_statement_is_not_left_to_be_checked() {
    let report = markdown(&plain(), &Options::default()).unwrap();
    let row = report.lines().find(|line| line.starts_with("| 1 |")).unwrap();
    assert!(row.ends_with("| Dr Ruth Adler | done |"), "{row}");
    assert!(
        report
            .lines()
            .any(|line| line.starts_with("| 2 |") && line.ends_with("| machine | check: no evidence found |"))
    );
    let table = String::from_utf8(bytes(&plain(), Kind::Csv, &Options::default()).unwrap()).unwrap();
    let triage = |row: csv::StringRecord| row[14].to_owned();
    let triages: Vec<_> =
        csv::Reader::from_reader(table.as_bytes()).records().map(Result::unwrap).map(triage).collect();
    assert_eq!(triages, ["done", "check", "decide"]);
    let html = String::from_utf8(bytes(&plain(), Kind::Html, &Options::default()).unwrap()).unwrap();
    let map = html.split("The map as a table").nth(1).unwrap();
    let done = map.split("<th scope=\"row\">done</th>").nth(1).unwrap().split("</tr>").next().unwrap();
    assert!(done.contains("#statement-1"), "{done}");
}

/// “explicit evidence, quality 1.00” of a verdict for which nothing was found made nothing look like the best evidence.
#[test]
fn where_no_passage_counts_there_is_no_quality() {
    let report = markdown(&weightless(), &appended()).unwrap();
    let first = report.split("Details of statement 2").next().unwrap().split("Details of statement 1").nth(1).unwrap();
    assert!(first.contains("Quotation check: no passage counts."), "{first}");
    assert!(!first.contains("Quotation check 0."), "{first}");
}

/// A number would lead to the wrong work, or a work would be listed twice.
#[test]
fn each_work_has_one_number_and_no_sentence_is_there_twice() {
    let report = markdown(&plain(), &Options::default()).unwrap();
    let references = report.split("## References").nth(1).unwrap().split("##").next().unwrap();
    assert_eq!(references.trim().lines().count(), 1, "{references}");
    let words = without(&report.replace('\\', ""), "](http", ")").replace("[[", "[");
    assert!(words.contains("not comparable [1a], [1b]."), "{words}");
}

/// “The trials disagree [1], [2]” read “[1], [1]” where both passages are of one work, and an editor could not tell which
/// of two quoted sentences is meant.
#[test]
fn passages_of_one_work_are_told_apart_wherever_the_report_names_them() {
    let html = String::from_utf8(bytes(&plain(), Kind::Html, &appended()).unwrap()).unwrap();
    let markdown = markdown(&plain(), &appended()).unwrap().replace('\\', "");
    for words in [without(&html, "<", ">"), without(&markdown, "](http", ")").replace("[[", "[")] {
        let against = words.find("[1a] “HbA1c fell by 1.3 %").expect(&words);
        let support = words.find("[1b] “HbA1c fell by 1.3 %").expect(&words);
        assert!(against < support, "{words}");
        assert!(words.contains("not comparable [1a], [1b]."), "the reviewer's own words: {words}");
        assert!(words.contains("is not in the source [1b]."), "an issue: {words}");
        assert!(words.contains("Rationale of the machine: A randomised trial found a larger effect of the agonist than of metformin [1a]."), "{words}");
        assert!(words.contains("[1c] passage 3 in the interface"), "{words}");
        assert_eq!(words.matches("[1]").count(), 1, "that the work is on both sides: {words}");
    }
}

/// `report` without what lies from each `open` to the next `close`, and with single blanks.
fn without(report: &str, open: &str, close: &str) -> String {
    let mut pieces = report.split(open);
    let first = pieces.next().unwrap_or_default().to_owned();
    let bare = pieces.fold(first, |bare, piece| bare + piece.split_once(close).map_or("", |(_, rest)| rest));
    bare.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A confidence of 0.91 became 0.30 in the table, and nothing in it said why.
#[test]
fn the_table_says_why_a_confidence_is_capped() {
    let table = String::from_utf8(bytes(&plain(), Kind::Csv, &Options::default()).unwrap()).unwrap();
    let rows = csv::Reader::from_reader(table.as_bytes()).into_deserialize::<BTreeMap<String, String>>();
    let capped: Vec<String> = rows.map(|row| row.unwrap()["abstentions"].clone()).collect();
    assert_eq!(capped, ["WEAK_CONSENSUS", "", ""]);
    let report = markdown(&plain(), &Options::default()).unwrap();
    let words =
        "The machine’s confidence is capped because the evidence is divided (64% of the weight is on one side).";
    assert!(report.contains(words), "{report}");
}

/// More documents were scored than found, and nothing said where the others came from.
#[test]
fn documents_that_a_reviewer_added_are_counted_apart_from_those_found() {
    let report = markdown(&added(), &appended()).unwrap();
    assert!(report.contains("2 documents found, 1 added by a reviewer, 3 scored, 3 cited."), "{report}");
    assert!(report.contains("- Searched 2101 documents: 2 found, 1 added by a reviewer, 3 kept."), "{report}");
}

/// After statement 1 came statement 3, and an editor looked for the page that was lost.
#[test]
fn a_gap_in_the_numbers_of_statements_is_explained() {
    let words = "A reviewer changed the list: statement 2 dropped. Each statement keeps its number";
    let report = markdown(&dropped(), &Options::default()).unwrap();
    assert!(report.contains(words) && report.contains("## Statement 3"), "{report}");
    assert!(!markdown(&plain(), &Options::default()).unwrap().contains(words));
    let html = String::from_utf8(bytes(&dropped(), Kind::Html, &Options::default()).unwrap()).unwrap();
    assert!(html.contains("<a href=\"#statement-3\">3. Metformin prolongs life.</a>"), "{html}");
}

/// The interface marks what may not be a finding of the paper, and what was exported did not.
#[test]
fn what_may_be_no_finding_is_marked_in_every_export() {
    let report = markdown(&plain(), &Options::default()).unwrap();
    let mark = "the sentence scored 0.72 when the statements were extracted.";
    assert_eq!(report.matches(mark).count(), 1, "{report}");
    assert!(report.split("## Statement 3").nth(1).unwrap().contains(mark), "{report}");
    let text = |kind| String::from_utf8(bytes(&plain(), kind, &Options::default()).unwrap()).unwrap();
    assert!(text(Kind::Html).contains(mark));
    let table = text(Kind::Csv);
    let rows = csv::Reader::from_reader(table.as_bytes()).into_deserialize::<BTreeMap<String, String>>();
    let marks: Vec<String> = rows.map(|row| row.unwrap()["may_be_no_finding"].clone()).collect();
    assert_eq!(marks, ["no", "no", "yes"]);
    let tree: serde_json::Value = serde_json::from_str(&text(Kind::Json)).unwrap();
    assert_eq!([0, 1, 2].map(|at| tree["statements"][at]["may_be_no_finding"] == true), [false, false, true]);
}

/// “Supported … Machine verdict, not yet reviewed” rested wholly on the editor's own stance.
#[test]
fn a_machine_verdict_says_that_a_reviewer_set_what_it_rests_on() {
    let first = |report: String| report.split("## Statement 2").next().unwrap().to_owned();
    let set = first(markdown(&restanced(), &Options::default()).unwrap());
    assert!(set.contains("Machine verdict from stances or weights that a reviewer set, not yet reviewed."), "{set}");
    assert!(!set.contains("as read by the machine"), "{set}");
}

/// Passages that the editor had found misread were listed as “For”, as if they counted.
#[test]
fn evidence_that_the_verdict_does_not_follow_is_the_machines() {
    let report = markdown(&plain(), &Options::default()).unwrap();
    let first = report.split("## Statement 2").next().unwrap();
    for side in ["Against", "For"] {
        assert!(
            first.contains(&format!("**{side}**, as read by the machine; the reviewer’s verdict is “undecided”")),
            "{side}: {first}"
        );
    }
}

/// An editor corrected the machine, ran it again and decided; the report then named its second verdict alone, so that the
/// record said that they had agreed.
#[test]
fn a_verdict_before_a_correction_stays_in_the_report() {
    let report = markdown(&corrected(Verdict::Supports), &appended()).unwrap().replace('\\', "");
    let first = report.split("## Statement 2").next().unwrap();
    let said = "The machine’s first verdict was contradicted, low (0.30); Dr Ruth Adler set [";
    let line = first.lines().find(|line| line.starts_with(said)).unwrap_or_else(|| panic!("{first}"));
    assert!(without(line, "](http", ")").contains("1a] to not addressed: Another outcome."), "{line}");
    let trail =
        "stances and weights of statement 1 set: [1a] from contradicts to not addressed. Reason: Another outcome";
    assert!(report.contains(trail), "{report}");
    // What the act was the cause of follows it, and nothing is printed of each stage.
    let (_, after) = report.split_once(trail).unwrap();
    let run = "machine: stages report–verdict of statement 1 run by builtin 1: supported, high (0.76); before: \
               contradicted, low (0.30)";
    assert!(after.lines().nth(1).is_some_and(|line| line.ends_with(run)), "{after}");
    assert!(report.contains("machine: stages counter–judge of statement 2 run by builtin 1: undecided"), "{report}");
    let table =
        String::from_utf8(bytes(&corrected(Verdict::Supports), Kind::Csv, &Options::default()).unwrap()).unwrap();
    let rows = csv::Reader::from_reader(table.as_bytes()).into_deserialize::<BTreeMap<String, String>>();
    let first = rows.map(Result::unwrap).next().unwrap();
    assert_eq!((first["machine_verdict"].as_str(), first["differs"].as_str()), ("supports", "yes"));
    let json =
        String::from_utf8(bytes(&corrected(Verdict::Supports), Kind::Json, &Options::default()).unwrap()).unwrap();
    let first = serde_json::from_str::<serde_json::Value>(&json).unwrap()["statements"][0].clone();
    assert_eq!((&first["differs"], &first["machine_before"]["verdict"]), (&true.into(), &"contradicts".into()));
    assert!(!markdown(&plain(), &Options::default()).unwrap().contains("first verdict"), "nothing was set");
}

/// What the judge made of a reviewer's verdict read like another verdict of the machine.
#[test]
fn a_judgement_of_a_reviewers_verdict_is_no_verdict_of_the_machine() {
    let review = plain();
    let is_judged = |act: &Act| matches!(act, Act::Result { stage: Stage::Judge, statement, .. } if *statement == Some(StatementId(1)));
    let entry = review.entries().unwrap().into_iter().find(|entry| is_judged(&entry.act)).unwrap();
    review.append(vec![Draft { who: Who::Engine, act: entry.act, blobs: Vec::new() }]).unwrap();
    let report = markdown(&review, &appended()).unwrap();
    assert!(report.ends_with("machine: stage judge of statement 1 run by builtin 1\n"), "{report}");
}

/// Where the verdict stayed, the passage that an editor had taken from a side was gone from the report with the reason.
#[test]
fn a_passage_that_a_reviewer_took_from_a_side_is_named_where_the_verdict_stays() {
    let report = markdown(&corrected(Verdict::Contradicts), &Options::default()).unwrap().replace('\\', "");
    let first = report.split("## Statement 2").next().unwrap();
    let line = first.lines().find(|line| line.starts_with("Dr Ruth Adler set [")).unwrap_or_else(|| panic!("{first}"));
    assert!(without(line, "](http", ")").contains("1a] to not addressed: Another outcome."), "{line}");
    assert!(!first.contains("first verdict"), "{first}");
}

/// Under “Against” and “For” an editor read as evidence what had decided nothing.
#[test]
fn passages_too_weak_to_count_are_not_listed_as_evidence() {
    let report = markdown(&too_weak(), &Options::default()).unwrap().replace('\\', "");
    let first = report.split("## Statement 2").next().unwrap();
    assert!(!first.contains("**For**") && !first.contains("**Against**"), "{first}");
    for side in ["against the statement", "towards support"] {
        assert!(first.contains(&format!("**Read as pointing {side}, too weak to count:** [")), "{first}");
    }
    let html = String::from_utf8(bytes(&too_weak(), Kind::Html, &Options::default()).unwrap()).unwrap();
    assert!(!html.contains("against, 0.") && !html.contains("Statement 1: weight of each cited passage"), "{html}");
}

/// An editor had to open the appendix to learn where in the paper a statement is.
#[test]
fn the_review_says_where_in_the_paper_a_statement_is() {
    let report = markdown(&plain(), &Options::default()).unwrap();
    let (_, first) = report.split_once("## Statement 1").unwrap();
    assert!(
        first.split("## Statement").next().unwrap().contains("\n\nIn the paper: page 1, paragraph 2.\n"),
        "{first}"
    );
}

/// The paper under review was a title and a DOI, which no journal prints so.
#[test]
fn the_paper_under_review_has_a_reference() {
    let mut source = fixtures::source("Text.");
    source.meta = SourceMeta {
        title: "Quality of Life".into(),
        authors: ["Cavanna AE", "Luoni C"].map(Into::into).to_vec(),
        journal: Some("J Child Neurol".into()),
        year: Some(2013),
        volume: Some("28".into()),
        issue: Some("10".into()),
        pages: Some("1305".into()),
        doi: Some("10.1177/0883073812457462".into()),
        url: Some("https://pubmed.ncbi.nlm.nih.gov/?term=10.1177/0883073812457462".into()),
        ..SourceMeta::default()
    };
    let mut page = Page::default();
    front::under_review(&mut page, &source, None);
    let words = format!("{:?}", page.0);
    let reference = "Cavanna AE, Luoni C. Quality of Life. ";
    assert!(words.contains(reference) && words.contains("2013;28(10):1305."), "{words}");
    assert!(
        words.contains("doi:10.1177/0883073812457462") && !words.contains("term="),
        "a search is no record: {words}"
    );
    assert_eq!(front::heading(&source)[1], Span::Cite("Quality of Life".to_owned()));
    // What the library knows of it since.
    let mut now = source.meta.clone();
    now.relate(Relation::Correction, Some("10.1177/0883073813".into()), None);
    let mut page = Page::default();
    front::under_review(&mut page, &source, Some(&now));
    let words = format!("{:?}", page.0);
    assert!(words.contains(" (correction published") && words.contains("\"doi:10.1177/0883073813\""), "{words}");
    source.meta = SourceMeta { title: "Quality of Life".into(), ..SourceMeta::default() };
    let mut page = Page::default();
    front::under_review(&mut page, &source, None);
    assert_eq!(page.0, [], "the heading has the title");
}

/// A reader met “[1a]” long before the sentence that explains it.
#[test]
fn the_letters_are_explained_before_the_first_statement() {
    let report = markdown(&plain(), &Options::default()).unwrap();
    let (before, _) = report.split_once("## Statement 1").unwrap();
    assert!(before.contains("A number with a letter cites one passage of a work"), "{before}");
}

/// The table, its triage and the counts gave a verdict as the machine's answer to stances that a reviewer set after it.
#[test]
fn a_verdict_that_is_out_of_date_says_so_wherever_it_is_shown() {
    let report = markdown(&outdated(), &Options::default()).unwrap();
    let row = report.lines().find(|line| line.starts_with("| 1 |")).unwrap();
    assert!(row.contains("| contradicted (out of date) |"), "{row}");
    assert!(report.contains("verdicts_out_of_date: 1"), "{report}");
    assert!(report.contains("**This report is not final:** 1 verdict is out of date, as the table marks"), "{report}");
    let first = report.split("## Statement 2").next().unwrap();
    assert!(first.contains("**Rationale, out of date:** "), "{first}");
    assert!(first.contains("**Out of date:** the verdict was made before what it rests on was changed."), "{first}");
    let mut summary = outdated().fold().summary(StatementId(1));
    summary.issues.clear();
    assert_eq!(summary.triage_reason().as_deref(), Some("its verdict is out of date"));
    let fresh = markdown(&restanced(), &Options::default()).unwrap();
    assert!(!fresh.split("## Statement 2").next().unwrap().contains("out of date"), "{fresh}");
}

/// An issue that a reviewer dismissed was in the appendix alone, so an editor could not see that there was one.
#[test]
fn a_dismissed_issue_is_in_the_review_with_who_dismissed_it_and_why() {
    let report = markdown(&plain(), &Options::default()).unwrap();
    let line = report.lines().find(|line| line.starts_with("**Dismissed issue, by Dr Ruth Adler:**")).unwrap();
    assert!(
        line.contains("The passage has 61 words") && line.ends_with("Reason: It is a quotation of a table."),
        "{line}"
    );
}

/// Two sources seemed to disagree, and it was one.
#[test]
fn a_work_on_both_sides_is_named_as_one_source() {
    let report = markdown(&plain(), &Options::default()).unwrap().replace('\\', "");
    assert!(report.contains("**On both sides:** [1] is one work with passages on both sides"), "{report}");
}

/// `[1a]` became `[1b]` between two exports although nothing but a stance had changed.
#[test]
fn letters_of_passages_do_not_depend_on_stances() {
    let letters = |review| {
        let report = markdown(&review, &appended()).unwrap().replace('\\', "");
        let entries = report.lines().filter(|line| line.contains(" in the interface; "));
        entries.map(|line| line[..line.find(" in the interface").unwrap()].to_owned()).collect::<Vec<_>>()
    };
    let before = letters(plain());
    assert!(before.len() == 3 && before[0].contains("[1a]") && before[2].contains("[1c]"), "{before:?}");
    assert_eq!(letters(restanced()), before);
    let report = markdown(&plain(), &Options::default()).unwrap().replace('\\', "");
    assert!(report.contains("[1b]") && !report.contains("[1c]"), "as in the appendix: {report}");
}

/// An editor's “see [2]” named another work after a verdict was set, since the numbers followed the order of mention.
#[test]
fn numbers_of_references_do_not_depend_on_what_is_decided() {
    let works = Cell::new(0);
    let review = review(None, &|text| match text.ends_with(": a randomised trial") {
        true => format!("{text} {}", works.replace(works.get() + 1)),
        false => text.to_owned(),
    });
    let references = |options| {
        let report = markdown(&review, &options).unwrap();
        report.split("## References").nth(1).unwrap().split("\n## ").next().unwrap().to_owned()
    };
    let before = references(Options::default());
    assert!(before.contains("\n3. ") && !before.contains("\n4. "), "{before}");
    let view = Detail::load(&review, StatementId(1)).unwrap();
    let mut weighing = view.weighing().shown().unwrap().clone();
    weighing.weighed[0].stance = Stance::NotAddressed;
    let why = "The second trial alone has the doses of the statement [2].".into();
    let decided = Intent::Decide(view.ground(), Verdict::Supports, 0.6, None, why);
    for intent in [Intent::Put(view.ground(), Value::Weighing(weighing)), decided] {
        review.append(vec![intent.act().signed(Who::Reviewer("Dr Ruth Adler".into()))]).unwrap();
        assert_eq!([references(Options::default()), references(appended())], [before.clone(), before.clone()]);
    }
}

/// That a cited work was corrected was a remark in the appendix; a review from before the library knew did not say it at all.
#[test]
fn a_correction_is_in_the_reference_of_the_work() {
    let review = plain();
    let report = |noticed| markdown(&review, &Options { noticed, ..Options::default() }).unwrap().replace('\\', "");
    assert!(!report(BTreeMap::new()).contains("correction published"));
    let view = Detail::load(&review, StatementId(1)).unwrap();
    let cited = &view.citations().unwrap().citations[0];
    let mut now = cited.meta.clone();
    now.publication_types.push(CORRECTED.into());
    now.relate(Relation::Correction, Some("10.1000/c".into()), Some("17".into()));
    let report = report([(cited.doc.clone(), now)].into());
    let (_, references) = report.split_once("## References").unwrap();
    assert!(references.contains(" (correction published: [doi:10.1000/c](https://doi.org/10.1000/c))"), "{references}");
}

/// A half of a split statement was said to have been searched for with its title, above “Not run: search”.
#[test]
fn only_a_search_that_was_made_is_said_to_have_added_the_title() {
    let report = markdown(&topical(), &Options::default()).unwrap();
    let has = |number: u32| {
        let part = report.split(&format!("## Statement {number}\n")).nth(1).unwrap();
        part.split("\n## ").next().unwrap().contains("so the search added the title of its paper")
    };
    assert!(has(1) && has(2) && !has(3), "{report}");
}

/// One key on a statement without evidence made it “contradicted” and done, and no line of the report gave the grounds.
#[test]
fn a_verdict_on_no_grounds_is_named_as_such() {
    let review = plain();
    let id = StatementId(2);
    let decide = |verdict, why: Option<Reason>| {
        let view = Detail::load(&review, id).unwrap();
        let draft =
            Intent::Set(view.ground(), verdict).act().because(&why).signed(Who::Reviewer("Dr Ruth Adler".into()));
        review.append(vec![draft]).unwrap();
        markdown(&review, &Options::default()).unwrap()
    };
    let words = "no passage that counts and no written reason.";
    let report = decide(Verdict::Contradicts, None);
    let overall = report.split("## Results").next().unwrap();
    assert!(overall.contains(&format!(" 1 verdict rests on {words}")), "{overall}");
    let second = report.split("## Statement 2").nth(1).unwrap();
    assert!(second.contains(&format!(" It rests on {words}")) && !second.contains("No rationale given"), "{second}");
    for (verdict, why) in [(Verdict::Contradicts, Some("The trial was stopped.".into())), (Verdict::Undecided, None)] {
        let report = decide(verdict, why);
        assert!(!report.contains(words), "{report}");
    }
}
