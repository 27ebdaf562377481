//! What a paper, several abstracts or a claim set become in a review: the main
//! findings and nothing else, each source by itself, and evidence that came along.

use std::{fs, path::Path, sync::Arc};

use gainsay::{
    domain::{Stage, StatementId, Strategy, Value},
    export::{self, Kind, Options},
    review::Review,
    tui::Headless,
};

use crate::{
    fixture::face::{self, text},
    support::program::run,
};

const TRIAL: &str = "Abstract\n\nBackground: Type 2 diabetes is a major cause of death worldwide. Little is known about walking.\n\n\
    Methods: We recruited 240 adults with type 2 diabetes and randomly assigned them to walking or to usual care.\n\n\
    Results: Daily walking reduced HbA1c by 0.6% compared with usual care (p < 0.001). Body weight did not differ between the \
    groups after one year. Walkers needed insulin 14 months later than the controls. Fasting glucose was lower in the walking \
    group than in the control group. Blood pressure fell by 4 mm Hg in walkers but not in controls. Hospital admissions were less \
    frequent among walkers than among controls.\n\nConclusions: Daily walking improves glycaemic control in adults with type 2 \
    diabetes.\n\nTrial registration: ClinicalTrials.gov NCT0123456. Funding: The Walking Fund supported this work.\n";

/// What a run of `check` on a file said on both streams, and the review that it made.
fn check(folder: &Path, name: &str, text: &str, more: &[&str]) -> (String, String, Review) {
    fs::write(folder.join(name), text).unwrap();
    let mut args = vec!["check", name];
    args.extend(more);
    let output = run(folder, &args);
    let said = String::from_utf8(output.stderr).unwrap();
    // 3: what could not be used is said, and the rest was done.
    let code = if said.contains("left out") { 3 } else { 0 };
    assert_eq!(output.status.code(), Some(code), "{said}");
    let path = folder.join(name).with_extension("gainsay");
    (
        String::from_utf8(output.stdout).unwrap(),
        said,
        Review::open(&path, std::sync::Arc::new(jiff::Timestamp::now)).unwrap(),
    )
}

fn texts(review: &Review) -> Vec<String> {
    review.fold().statements().iter().map(|statement| statement.text.to_string()).collect()
}

#[test]
fn an_abstract_gives_its_five_main_findings_and_keeps_the_rest_as_candidates() {
    let folder = tempfile::tempdir().unwrap();
    let (out, _, review) = check(folder.path(), "trial.txt", TRIAL, &[]);
    let statements = texts(&review);
    assert_eq!(statements.len(), 5, "{statements:?}");
    assert!(
        statements.contains(&"Daily walking improves glycaemic control in adults with type 2 diabetes.".to_owned())
    );
    let others = review.fold().statement_candidates();
    assert!(out.contains(&format!("5 of {} candidates", 5 + others.len())), "{out}");
    let all: Vec<&str> = statements.iter().map(String::as_str).chain(others.iter().map(|c| c.text.as_str())).collect();
    for junk in
        ["NCT0123456", "Funding", "Fund supported", "Results:", "Conclusions:", "recruited 240", "cause of death"]
    {
        assert!(all.iter().all(|text| !text.contains(junk)), "{junk}: {all:?}");
    }
}

/// A reviewer would be asked to check what a trial plans to do.
#[test]
fn a_protocol_gives_no_statement_and_the_program_says_why() {
    const PROTOCOL: &str = "Abstract\n\nBackground: Malnutrition is common in patients with esophageal cancer. The purpose of \
        this trial is to evaluate the effect of supplements on quality of life.\n\nMethods: Patients are divided randomly into \
        a supplement group and a control group. The nutritional status of each patient is recorded every week. Differences \
        between the groups are analysed with a t-test.\n\nDiscussion: This trial will provide evidence for the use of \
        supplements.\n\nIntroduction\n\nSurgery is the main treatment of esophageal cancer worldwide. Supplements are \
        recommended by current guidelines for weight loss.\n\nMethods\n\nPatients over 18 years are included after they gave \
        consent. Quality of life is measured with a questionnaire.\n";
    let folder = tempfile::tempdir().unwrap();
    // As long as a paper, or it would be taken for an abstract by itself.
    let paper = format!("{PROTOCOL}{}", " Each visit takes place at the clinic of the hospital.".repeat(250));
    let (out, _, review) = check(folder.path(), "protocol.txt", &paper, &["--out", "report.md"]);
    assert_eq!(texts(&review), Vec::<String>::new());
    assert!(out.contains("No sentence reads like a finding, as in a review, a protocol"), "{out}");
    let report = fs::read_to_string(folder.path().join("report.md")).unwrap();
    assert!(report.contains("A reviewer can add any of"), "{report}");
    // Every view opens, or says why it is empty, and no key is offered that does nothing.
    let mut tui = face::open(&Arc::new(review));
    for (width, height) in [(80, 24), (120, 36), (200, 60)] {
        let mut after = |keys: &str| {
            tui.press(keys);
            text(&tui.draw(width, height))
        };
        let screen = after("1");
        assert!(screen.contains("0 of ") && screen.contains(" candidates are statements"), "{screen}");
        assert!(screen.contains("* candidates") && !screen.contains("a accept"), "{screen}");
        assert!(after("3a").contains("no statement is selected"), "no statement is to be decided");
        assert!(after("*").contains("Candidates not chosen"), "the list opens wherever the focus was");
        for (keys, expected) in [
            ("<Esc>E", "No statements"),
            ("go", "Overview"),
            ("gh", "History of the whole review"),
            ("ga", "Activity"),
            ("gl", "Sources of evidence"),
            ("gi", "Agreement"),
            ("T", "This view shows one statement"),
            ("gv", "This view shows one statement"),
            ("gr", "This view shows one statement"),
            ("gd", "This view shows one statement"),
        ] {
            let screen = after(keys);
            assert!(screen.contains(expected) && !screen.contains("candidates are"), "{keys}: {screen}");
            assert!(!screen.contains("accept"), "{keys}: {screen}");
        }
    }
}

#[test]
fn a_candidate_becomes_the_last_statement_by_one_key_and_undo_takes_it_back() {
    let folder = tempfile::tempdir().unwrap();
    let (_, _, review) = check(folder.path(), "trial.txt", TRIAL, &["--set", "settings.max_statements=1"]);
    let review = std::sync::Arc::new(review);
    let before = texts(&review);
    assert_eq!(before.len(), 1);
    let best = review.fold().statement_candidates()[0].clone();
    let mut tui = Headless::new(std::sync::Arc::clone(&review), "trial", "dark", Some("A. Okafor")).unwrap();
    let of_all = format!("* 1 of {} candidates", 1 + review.fold().statement_candidates().len());
    for (width, height) in [(80, 24), (120, 36)] {
        tui.press("O");
        let screen = text(&tui.draw(width, height));
        assert!(screen.contains(&of_all), "beside a message, in any order: {screen}");
    }
    tui.press("OOO*<Enter>");
    let after = texts(&review);
    assert_eq!(after.len(), 2);
    assert!(after.contains(&best.text.to_string()));
    assert!(review.fold().statement_candidates().iter().all(|other| other.text != best.text));
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("S002 added from the candidates") && screen.contains("2 Statement S002"), "{screen}");
    // A statement of the reviewer's is no candidate, and there are no more of these than before.
    assert!(screen.contains("other candidate") && !screen.contains(" of 3 candidates"), "{screen}");
    tui.press("*");
    let why = text(&tui.draw(120, 36));
    assert!(why.contains("A reviewer changed the list of statements.") && !why.contains("score"), "{why}");
    tui.press("<Esc>1gg2z");
    // Who added one statement did not extract the others.
    let makers = [text(&tui.draw(120, 36)), {
        tui.press("]");
        text(&tui.draw(120, 36))
    }];
    let by = |who: &str| makers.iter().filter(|screen| screen.contains(&format!("extract done {who}"))).count();
    assert_eq!((by("builtin"), by("A. Okafor")), (1, 1), "{makers:?}");
    tui.press("[zgh");
    let history = text(&tui.draw(120, 36));
    assert!(history.contains("ms in force") && history.contains("list of statements changed in force"), "{history}");
    tui.press("<Esc>u");
    assert_eq!(texts(&review), before);
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("Undid: S002 added from the candidates"), "{screen}");
}

/// Who raises the number of statements would hear that nothing is missing, and get no more of them.
#[test]
fn a_new_number_of_statements_says_how_it_is_applied() {
    let folder = tempfile::tempdir().unwrap();
    let (_, _, review) = check(folder.path(), "trial.txt", TRIAL, &["--set", "settings.max_statements=1"]);
    let review = std::sync::Arc::new(review);
    let mut tui = Headless::new(std::sync::Arc::clone(&review), "trial", "dark", Some("A. Okafor")).unwrap();
    tui.press("gc<Up><C-u>4<Enter>");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("settings changed; r, then stage extract, applies the new number"), "{screen}");
    tui.press("<C-r>");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("nothing is missing or stale; r, then stage extract, finds the statements"), "{screen}");
}

/// A reviewer who reads of S007 in a message would decide on the seventh of the list, which is S006.
#[test]
fn a_statement_has_one_number_wherever_it_is_in_the_list() {
    let review = crate::fixture::paper();
    let mut tui = crate::fixture::face::open(&review);
    tui.draw(120, 36);
    tui.press("saMetformin is cheap.<C-s>");
    let places: Vec<u32> = review.fold().statements().iter().map(|statement| statement.id.0).collect();
    assert_eq!(places, [1, 7, 2, 3, 4, 5, 6], "it is added after the selected one, and selected");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("▌7 · no verdict yet") && screen.contains("Statement S007, 2 of 7"), "{screen}");
    assert!(screen.contains("2 ✓ supports") && !screen.contains("3 ✓ supports"), "the others keep theirs: {screen}");
}

/// An empty screen would look like a fault of the program, and a reviewer would not know that the copy is bad.
#[test]
fn a_text_with_damaged_words_says_why_nothing_is_found_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let look = |name: &str| {
        let review = Review::open(&home.join(name), Arc::new(jiff::Timestamp::now)).unwrap();
        Headless::new(Arc::new(review), name, "dark", Some("A. Okafor")).unwrap()
    };
    let paper = TRIAL.replace(['e', 'o'], "\u{fffd}");
    fs::write(home.join("paper.txt"), &paper).unwrap();
    run(home, &["check", "paper.txt", "--no-encoder", "--quiet"]);
    let mut tui = look("paper.gainsay");
    for (width, height) in [(80, 24), (120, 36), (200, 60)] {
        let screen = text(&tui.draw(width, height));
        assert!(screen.contains("words of this text are damaged") && screen.contains("ocrmypdf"), "{screen}");
    }
    tui.press("gs");
    let shown = text(&tui.draw(120, 36));
    assert!(shown.contains("Typ\u{fffd} 2 diab"), "the text itself: {shown}");

    fs::write(home.join("claims.jsonl"), r#"{"id": 1, "claim": "M e t f o r m i n l o w e r s H b A 1 c."}"#).unwrap();
    run(home, &["check", "claims.jsonl", "--no-encoder", "--quiet"]);
    let mut tui = look("claims.gainsay");
    let screen = text(&tui.draw(200, 60));
    assert!(screen.matches("words of this statement look damaged").count() >= 2, "{screen}");
}

/// Without its end and its place a reviewer cannot tell whether a sentence is worth adding.
#[test]
fn a_candidate_is_cut_in_the_list_and_whole_beneath_it_with_its_place() {
    let among = "in adults who had lived with type 2 diabetes for at least five years and took insulin or metformin every \
        day, both in women and in men, in smokers and in others, and in those who walked together with a neighbour";
    let paper = format!(
        "Introduction\n\nWalking is cheap.\n\nResults\n\nFasting glucose was lower in the walking group than in the control \
         group {among}. Blood pressure fell by 4 mm Hg in walkers but not in controls {among}.\n\nDaily walking reduced HbA1c by \
         0.6% compared with usual care {among}.\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let (_, _, review) = check(folder.path(), "walking.txt", &paper, &["--set", "settings.max_statements=1"]);
    let mut tui = Headless::new(std::sync::Arc::new(review), "walking", "dark", Some("A. Okafor")).unwrap();
    tui.press("*");
    let screen = text(&tui.draw(80, 24));
    assert!(screen.contains("Results, paragraph 1"), "{screen}");
    assert!(screen.contains("but not in contro…") && screen.matches("neighbour").count() == 1, "{screen}");
}

#[test]
fn several_abstracts_are_several_sources_and_each_is_no_evidence_for_itself() {
    let folder = tempfile::tempdir().unwrap();
    let one = "Smoking doubled the risk of stroke in a cohort of 5,000 adults. We conclude that smoking causes stroke in adults.";
    let two = "Green tea did not change blood pressure in 300 adults. These results suggest that green tea has no effect on blood pressure.";
    let text = serde_json::json!([
        {"abstract": one, "metadata": {"pmid": "11", "title": "Smoking and the risk of stroke in adults"}},
        {"abstract": two, "metadata": {"pmid": "22", "title": "Green tea and blood pressure: a trial"}},
        {"abstract": "Too short.", "metadata": {"pmid": "33"}},
    ]);
    let (_, said, review) = check(folder.path(), "two.json", &text.to_string(), &[]);
    assert!(said.contains("2 abstracts; 1 record left out"), "{said}");
    let source = review.source().unwrap();
    let fold = review.fold();
    let works: Vec<Option<u32>> = fold.statements().iter().map(|statement| statement.work).collect();
    assert!(works.contains(&Some(0)) && works.contains(&Some(1)), "{works:?}");
    for statement in fold.statements() {
        let own: Vec<_> = source.own_of(statement).filter_map(|own| own.pmid.as_deref()).collect();
        let expected = if statement.text.to_lowercase().contains("tea") { "22" } else { "11" };
        assert_eq!(own, [expected], "{}", statement.text);
        assert!(statement.describe_place(&source).unwrap().starts_with("abstract "));
    }
    drop(fold);
    // “The adjusted OR was 0.77” says little without it.
    let mut tui = Headless::new(Arc::new(review), "two", "dark", Some("A. Okafor")).unwrap();
    for (width, height) in [(80, 24), (120, 36), (200, 60)] {
        let screen = self::text(&tui.draw(width, height));
        assert!(screen.contains(" abstract 1") && screen.contains(" abstract 2"), "{screen}");
    }
}

/// “Abstract 1” in a report says nothing to a reader who does not have the file.
#[test]
fn every_output_names_the_abstract_that_a_statement_is_from() {
    let folder = tempfile::tempdir().unwrap();
    let text = serde_json::json!([
        {"abstract": "Smoking doubled the risk of stroke in a cohort of 5,000 adults.",
         "metadata": {"pmid": "111", "doi": "10.1000/smoke", "title": "Smoking and stroke."}},
        {"abstract": "Green tea did not change blood pressure in 300 adults.", "metadata": {}},
    ]);
    let (_, _, review) = check(folder.path(), "pc.json", &text.to_string(), &[]);
    let options = Options { appendix: true, ..Options::default() };
    let report = export::markdown(&review, &options).unwrap();
    for words in [
        "abstracts: [\"1: Smoking and stroke (doi:10.1000/smoke, PMID 111)\", \"2: untitled\"]\n",
        "## Abstracts under review\n\n- Abstract 1: Smoking and stroke. [doi:10.1000/smoke](https://doi.org/10.1000/smoke) \
         [PMID 111](https://pubmed.ncbi.nlm.nih.gov/111/)\n- Abstract 2: no title or identifier given\n",
        "| No. | Statement | Abstract | Verdict |",
        "\n\nAbstract 1 (Smoking and stroke), paragraph 1.\n\n",
        "S001 in the interface: a finding, abstract 1 (Smoking and stroke), paragraph 1",
        "S002 in the interface: a finding, abstract 2, paragraph 1",
        "Source: pc.json, 2 abstracts.",
    ] {
        assert!(report.contains(words), "{words}\n{report}");
    }
    let html = export::html(&review, &options).unwrap();
    assert!(html.contains("<li>Abstract 1: Smoking and stroke. <a href=\"https://doi.org/10.1000/smoke\""), "{html}");
    let csv = String::from_utf8(export::bytes(&review, Kind::Csv, &options).unwrap()).unwrap();
    assert!(csv.contains("source_title,source_doi,source_pmid"), "{csv}");
    assert!(csv.contains(",Smoking and stroke.,10.1000/smoke,111,") && csv.contains(",machine,,,,"), "{csv}");
    let json: serde_json::Value =
        serde_json::from_slice(&export::bytes(&review, Kind::Json, &options).unwrap()).unwrap();
    assert_eq!((&json["works"][0]["title"], &json["works"][0]["pmid"]), (&"Smoking and stroke.".into(), &"111".into()));
    let sources: Vec<_> = (0..2).map(|at| &json["statements"][at]["source"]).collect();
    assert_eq!(sources, [&json["works"][0], &json["works"][1]]);
    assert_eq!((&sources[0]["number"], &sources[1]["number"]), (&1.into(), &2.into()));
}

#[test]
fn records_of_a_reference_manager_are_sources_too() {
    let folder = tempfile::tempdir().unwrap();
    let ris = "TY  - JOUR\nTI  - Smoking and stroke\nDO  - 10.1000/a\nAB  - Smoking doubled the risk of stroke in a cohort of 5,000 adults.\nER  - \n\
        TY  - JOUR\nTI  - Green tea and blood pressure\nDO  - 10.1000/b\nAB  - Green tea did not change blood pressure in 300 adults.\nER  - \n";
    let (_, said, review) = check(folder.path(), "two.ris", ris, &[]);
    assert!(said.contains("2 abstracts"), "{said}");
    assert_eq!(texts(&review).len(), 2);
}

#[test]
fn a_text_with_a_claim_a_line_is_a_claim_set_and_the_program_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let claims =
        "Aspirin prevents stroke.\nCoffee raises blood pressure in adults.\nVitamin C does not prevent colds.\n";
    let (_, said, review) = check(folder.path(), "claims.txt", claims, &[]);
    assert!(said.contains("one claim per line: 3 claims; --format text reads it as one text"), "{said}");
    assert_eq!(texts(&review).len(), 3);
    let (_, said, _) = check(folder.path(), "trial.txt", TRIAL, &[]);
    assert!(said.contains("plain text: an abstract; --format lines reads a claim on each line"), "{said}");
}

#[test]
fn evidence_that_comes_with_a_claim_is_located_and_judged_before_any_search() {
    let folder = tempfile::tempdir().unwrap();
    let text = serde_json::json!({
        "claim": "Daily walking lowers HbA1c in adults with type 2 diabetes.",
        "evidence": [
            {"snippet": "Daily walking lowered HbA1c by 0.6% in adults with type 2 diabetes.", "page": 4, "title": "The walking trial", "pmid": "44"},
            {"snippet": "Walking had no effect on HbA1c.", "text": "In adults with type 2 diabetes HbA1c stayed the same.", "title": "A second trial"},
            {"page": 3}
        ]
    });
    let (_, said, review) = check(folder.path(), "given.json", &text.to_string(), &[]);
    assert!(said.contains("evidence 3 of this claim"), "what cannot be used is said: {said}");
    let value = |stage| review.in_force(StatementId(1), stage).unwrap().unwrap();
    let Value::Search(search) = &*value(Stage::Search) else { panic!() };
    assert!(search.candidates.iter().take(2).all(|c| c.found_by[0].strategy == Strategy::Given));
    let Value::Citations(citations) = &*value(Stage::Cite) else { panic!() };
    let [citation] = citations.citations.as_slice() else { panic!("{citations:?}") };
    assert_eq!((citation.place.page, citation.meta.pmid.as_deref()), (4, Some("44")));
    assert_eq!(citations.dropped.len(), 1, "a passage that its document does not have is no citation");
    let Value::Weighing(weighing) = &*value(Stage::Weigh) else { panic!() };
    assert_eq!(weighing.weighed.len(), 1);
}

/// “However,” would seem to begin the sentence that follows the statement, and “we found that” be part of what is checked.
#[test]
fn a_statement_is_shown_among_its_sentences_as_the_source_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let abstract_ = "Background: Zinc is sold for colds. Results: Vitamin C did not shorten colds in 412 adults. However, we \
                     found that zinc lozenges shortened colds by 1.6 days in these adults. Adverse events were mild.\n";
    let (.., review) = check(folder.path(), "zinc.txt", abstract_, &[]);
    let fold = review.fold();
    let zinc = fold.statements().iter().find(|statement| statement.text.contains("zinc lozenges")).unwrap();
    let [before, words, after] = zinc.in_context().unwrap();
    assert!(before.contains("Vitamin C did not shorten colds in 412 adults. However,"), "{before}");
    assert!(words.contains("zinc lozenges shortened colds by 1.6 days"), "{words}");
    assert!(after.trim_start_matches('.').trim_start().starts_with("Adverse events were mild"), "{after}");
    assert!(abstract_.replace('\n', " ").contains(zinc.context.as_str()), "{}", zinc.context);
}

/// An editor would read the same reason three times, and “none of the three passages” beside “1 cited”.
#[test]
fn a_statement_without_evidence_is_explained_once_and_passages_are_no_documents() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let text = "Daily walking reduced HbA1c by 0.6% in adults with type 2 diabetes. Walking lowered fasting glucose in these \
                adults. Adults who walked each day had a lower HbA1c after one year.";
    let record = serde_json::json!([{"title": "Walking in diabetes", "text": text, "doi": "10.1000/w.1"}]);
    fs::write(home.join("records.json"), record.to_string()).unwrap();
    let added = run(home, &["library", "add", "records.json"]);
    assert!(added.status.success());
    let claims = "Zorbium reduces glarn levels in mice.\nDaily walking reduces HbA1c in adults with type 2 diabetes.\n";
    check(home, "claims.txt", claims, &["--out", "report.md"]);
    let output = run(home, &["export", "claims.gainsay", "--appendix"]);
    let report = String::from_utf8(output.stdout).unwrap();
    let (main, appendix) = report.split_once("## Appendix").unwrap();
    let part = |text: &str, from: &str, to: &str| {
        let rest = text.split_once(from).unwrap().1;
        rest.split(to).next().unwrap().to_owned()
    };
    let first = part(main, "## Statement 1", "\n## ") + &part(appendix, "### Details of statement 1", "\n### ");
    let mut sentences: Vec<&str> = first.split(['.', '\n']).map(str::trim).filter(|s| s.len() > 25).collect();
    sentences.sort_unstable();
    let twice = sentences.windows(2).find(|two| two[0] == two[1]);
    assert_eq!(twice, None, "{first}");
    assert!(!first.contains("Basis:"), "the rationale says it: {first}");
    let second = part(main, "## Statement 2", "\n## ");
    assert!(second.contains("1 document found, 1 scored, 1 cited ("), "{second}");
    assert!(second.contains(" passages)."), "{second}");
}

/// An editor would read that a model reviewed the claims, of which none could be asked.
#[test]
fn a_report_names_no_model_that_gave_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    fs::write(home.join("claims.txt"), "Zinc shortens colds.\nWalking lowers HbA1c in adults.\n").unwrap();
    // Nothing listens on the port that only root may open.
    let server = ["--set", "ollama.host=http://127.0.0.1:1", "--set", "ollama.retries=0"];
    run(home, &[&["check", "claims.txt", "--reasoner", "ollama"][..], &server].concat());
    let output = run(home, &["export", "claims.gainsay"]);
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.contains("\nreasoners: []\nreasoner_without_result: \"ollama "), "{report}");
    assert!(report.contains("gave no result: no answer from the model server"), "{report}");
    let last = report.lines().find(|line| line.starts_with("*Generated by")).unwrap();
    assert!(last.contains(" gave no result.*") && !last.contains(" with "), "{last}");
}
