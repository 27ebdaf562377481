//! The source, the documents of the evidence and the histories, as a reviewer
//! reads them by keys: the right words are marked, the right words are cited,
//! and what an act changed is said.

use std::{sync::Arc, time::Instant};

use crate::fixture::paper;
use gainsay::{
    domain::{Citations, Digest, Document, Page, Place, SourceMeta, Stage, StatementId, Value, canonical},
    review::{Act, Draft, Review, Who},
    tui::Headless,
};
use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Modifier},
};

const ONE: StatementId = StatementId(1);
/// The surface of a passage in the dark theme.
const PASSAGE: Color = Color::Rgb(0x33, 0x2d, 0x1c);
/// The surface of what was searched for in it.
const FOUND: Color = Color::Rgb(0xe6, 0xc0, 0x6a);

fn open(review: &Arc<Review>) -> Headless {
    let mut tui = Headless::new(Arc::clone(review), "review", "dark", Some("A. Okafor")).unwrap();
    tui.draw(120, 40);
    tui
}

/// Presses keys and shows what is on the screen then.
fn after(tui: &mut Headless, keys: &str) -> Buffer {
    tui.press(keys);
    tui.draw(120, 40)
}

fn lines(buffer: &Buffer) -> Vec<String> {
    let width = usize::from(buffer.area.width);
    buffer.content().chunks(width).map(|row| row.iter().map(Cell::symbol).collect()).collect()
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn text(buffer: &Buffer) -> String {
    words(&lines(buffer).join(" "))
}

/// The words in cells of some kind, from top to bottom; what is on two lines is joined by a blank.
fn in_cells(buffer: &Buffer, is: impl Fn(&Cell) -> bool) -> String {
    let width = usize::from(buffer.area.width);
    let row = |row: &[Cell]| {
        row.iter().map(|cell| if is(cell) { cell.symbol() } else { "\0" }).collect::<String>().replace('\0', " ")
    };
    words(&buffer.content().chunks(width).map(|r| words(&row(r))).collect::<Vec<_>>().join(" "))
}

fn statement(review: &Review, id: u32) -> String {
    review.fold().statement(StatementId(id)).unwrap().text.to_string()
}

fn citations(review: &Review) -> Citations {
    match &*review.in_force(ONE, Stage::Cite).unwrap().unwrap() {
        Value::Citations(citations) => citations.clone(),
        other => panic!("{other:?}"),
    }
}

fn document(review: &Review, number: u32) -> Document {
    review.document(citations(review).get(number).unwrap().document).unwrap()
}

#[test]
fn the_statements_are_marked_in_the_source_where_they_are_and_nowhere_else() {
    let review = paper();
    let mut tui = open(&review);
    let shown = after(&mut tui, "gs");
    let marked = in_cells(&shown, |cell| cell.bg == PASSAGE);
    let all: Vec<String> = (1..=6).map(|id| statement(&review, id)).collect();
    assert!(!marked.is_empty() && all.join(" ").starts_with(&marked), "{marked}");
    let selected = in_cells(&shown, |cell| cell.bg == PASSAGE && cell.modifier.contains(Modifier::BOLD));
    assert_eq!(selected, statement(&review, 1));
    let shown = text(&shown);
    assert!(shown.contains("page 1 of 3") && shown.contains("6 statements located"), "{shown}");
    for sign in ["S001 ✗", "S002 ✓", "S003 ?"] {
        assert!(shown.contains(sign), "{sign} is missing: {shown}");
    }
}

#[test]
fn the_source_opens_at_the_selected_statement_and_leads_back_to_another() {
    let review = paper();
    let mut tui = open(&review);
    let shown = after(&mut tui, "jjgs");
    let selected = in_cells(&shown, |cell| cell.bg == PASSAGE && cell.modifier.contains(Modifier::BOLD));
    assert_eq!(selected, statement(&review, 3));
    let shown = after(&mut tui, "nj");
    assert!(text(&shown).contains("page 3 of 3"), "{}", text(&shown));
    after(&mut tui, "<Enter>");
    assert_eq!(tui.selection().0, 4, "the fifth statement is selected in the list");
}

#[test]
fn decisions_in_the_source_are_about_the_marked_statement() {
    let review = paper();
    let set_by = |id: u32| review.fold().summary(StatementId(id)).by.clone();
    let mut tui = open(&review);
    let shown = after(&mut tui, "gsjS");
    assert!(!text(&shown).contains("nothing changed"), "{}", text(&shown));
    assert!(set_by(2).is_some() && set_by(1).is_none(), "the cursor was on S002");
    assert!(text(&shown).contains("Source"), "the view stays open");
    after(&mut tui, "u");
    assert!(set_by(2).is_none());
    let selected = in_cells(&tui.draw(120, 40), |cell| cell.bg == PASSAGE && cell.modifier.contains(Modifier::BOLD));
    assert_eq!(selected, statement(&review, 2), "undo leads back to what it changed");
    after(&mut tui, "a");
    assert!(set_by(2).is_some());
    // What the filter hides is not decided unseen.
    let mut tui = open(&review);
    let words = statement(&review, 2);
    let shown = after(&mut tui, &format!("/{words}<Enter>gskS"));
    assert!(text(&shown).contains("nothing changed: S001 is marked here"), "{}", text(&shown));
    assert!(set_by(1).is_none());
    after(&mut tui, "<Enter>S");
    assert!(set_by(1).is_some());
}

/// An abstract that was made up to search by was read as a finding.
#[test]
fn an_invented_abstract_is_folded_and_never_passes_for_evidence() {
    let review = paper();
    let mut tui = open(&review);
    let text = |tui: &mut Headless| {
        tui.draw(120, 90);
        text(&tui.draw(120, 90))
    };
    tui.press("z2");
    let folded = text(&mut tui);
    assert!(folded.contains("1 abstract, used for the search only; . shows it"), "{folded}");
    assert!(!folded.contains("We examined the question") && !folded.contains("HyDE"), "{folded}");
    tui.press(".");
    let unfolded = text(&mut tui);
    assert!(unfolded.contains("Not evidence, used for the search only: "), "{unfolded}");
    assert!(unfolded.contains("We examined the question"), "{unfolded}");
}

#[test]
fn words_are_found_in_the_source_and_escape_ends_the_search_before_it_leaves() {
    let review = paper();
    let mut tui = open(&review);
    let shown = after(&mut tui, "gs/daily<Enter>");
    let hits = |buffer: &Buffer| in_cells(buffer, |cell| cell.bg == FOUND);
    assert_eq!(hits(&shown), "daily daily");
    assert!(text(&shown).contains("“daily” 1 of 2"), "{}", text(&shown));
    let here = |buffer: &Buffer| {
        let at = |cell: &Cell| cell.bg == FOUND && cell.modifier.contains(Modifier::UNDERLINED);
        buffer.content().iter().position(at).unwrap()
    };
    let first = here(&shown);
    let second = here(&after(&mut tui, "n"));
    assert!(second > first, "n goes to the next hit");
    assert_eq!(here(&after(&mut tui, "p")), first);
    let shown = after(&mut tui, "<Esc>");
    assert_eq!(hits(&shown), "");
    assert!(text(&shown).contains("Source"), "still in the source");
    assert!(text(&after(&mut tui, "<Esc>")).contains("3 Against"));
}

#[test]
fn a_cited_passage_is_marked_in_its_document_with_what_it_says() {
    let review = paper();
    let mut tui = open(&review);
    let shown = after(&mut tui, "3<Enter>");
    let passage = citations(&review).get(1).unwrap().passage.one_line().to_string();
    assert_eq!(in_cells(&shown, |cell| cell.bg == PASSAGE || cell.bg == Color::Rgb(0x23, 0x2b, 0x3b)), passage);
    let all = text(&shown);
    assert!(all.contains("[1] ✗ contradicts"), "{all}");
    assert!(all.contains("Relevance 5/5 for S001, passes"), "{all}");
    assert!(all.contains("Diabetes Care · 2021"), "{all}");
    // Of the two terms that the statement hangs on only one stands there.
    let anchors = in_cells(&shown, |cell| cell.modifier.contains(Modifier::UNDERLINED));
    assert_eq!(anchors, "metformin metformin");
}

#[test]
fn n_goes_from_passage_to_passage_of_the_document() {
    let review = paper();
    let mut tui = open(&review);
    after(&mut tui, "3<Enter>");
    // Far from the passage, and back to it.
    let shown = text(&after(&mut tui, "kkkk"));
    assert!(!shown.contains("[1] ✗ contradicts 0"), "{shown}");
    assert!(text(&after(&mut tui, "n")).contains("[1] ✗ contradicts 0"));
    assert!(text(&after(&mut tui, "n")).contains("this is the last cited passage"));
}

#[test]
fn marked_sentences_are_cited_with_the_documents_own_words() {
    let review = paper();
    let before = citations(&review);
    let mut tui = open(&review);
    let shown = text(&after(&mut tui, "3<Enter>Gktjt"));
    assert!(shown.contains("2 sentences ticked"), "{shown}");
    let shown = text(&after(&mut tui, "Q"));
    let after_it = citations(&review);
    assert_eq!(after_it.citations.len(), before.citations.len() + 1, "adjacent sentences are one passage");
    assert_eq!(after_it.citations[..5], before.citations[..], "what was cited keeps its number");
    let made = after_it.citations.last().unwrap();
    let document = document(&review, 6);
    assert_eq!(made.number, 6);
    assert_eq!(document.at(made.place).unwrap(), made.passage, "the source's own text");
    assert_eq!((made.doc.clone(), made.score), (before.citations[0].doc.clone(), 5));
    assert!(!made.reference.is_empty() && !made.before.is_empty());
    assert!(shown.contains("1 passage cited as [6]; stale now: inspect, weigh, report, verdict, judge"), "{shown}");
    assert!(!shown.contains("marked,"), "the marks vanish: {shown}");
    assert!(shown.contains("What does [6] say about S001?"), "the reviewer is asked for its stance: {shown}");
    let shown = text(&after(&mut tui, "<Enter>"));
    assert!(
        shown.contains("choose a stance: 1 to 4"),
        "Enter alone would take the weight from what was cited: {shown}"
    );
    let shown = text(&after(&mut tui, "2<Enter>"));
    assert!(shown.contains("choose how sure you are"), "a confidence that nobody chose would be recorded: {shown}");
    after(&mut tui, "2<Enter>");
    let Some(value) = review.in_force(ONE, Stage::Weigh).unwrap() else { panic!() };
    let Value::Weighing(weighing) = &*value else { panic!() };
    assert_eq!(weighing.get(6).map(|w| w.stance), Some(gainsay::domain::Stance::Supports));
    let shown = text(&after(&mut tui, "u"));
    assert!(shown.contains("2 passages cited here"), "{shown}");
    after(&mut tui, "u");
    assert_eq!(citations(&review), before);
}

/// The reviewer is asked for the stance of a passage that has gone from the screen.
#[test]
fn what_was_cited_stays_in_view_while_its_stance_is_asked_for() {
    let review = paper();
    for (width, height) in [(80, 24), (120, 36), (200, 60)] {
        let mut tui = open(&review);
        tui.draw(width, height);
        tui.press("3<Enter>");
        tui.draw(width, height);
        tui.press("Gktjt");
        tui.draw(width, height);
        tui.press("Q");
        let shown = text(&tui.draw(width, height));
        let made = citations(&review).citations.last().unwrap().passage.to_string();
        let begins: String = made.chars().take(24).collect();
        assert!(shown.contains("What does [6] say") && shown.contains(&begins), "{begins}\n{shown}");
        tui.press("<Esc>u");
    }
}

/// The passage stayed cited without a word about it.
#[test]
fn a_passage_cited_without_a_stance_is_left_to_the_machine_and_that_is_said() {
    let review = paper();
    let mut tui = open(&review);
    after(&mut tui, "3<Enter>Gktjt");
    let form = text(&after(&mut tui, "Q"));
    assert!(form.contains("Esc the machine decides"), "{form}");
    let shown = text(&after(&mut tui, "<Esc>"));
    let words = "[6] is cited; the machine decides what it says when R runs it, u takes it out";
    assert!(shown.contains(words), "{shown}");
    after(&mut tui, "u");
    assert_eq!(citations(&review).citations.len(), 5);
}

#[test]
fn what_is_cited_already_or_of_another_statements_document_is_refused_with_a_reason() {
    let review = paper();
    let mut tui = open(&review);
    let head = review.fold().head();
    assert!(text(&after(&mut tui, "3<Enter>Q")).contains("tick a sentence first with t"));
    assert!(text(&after(&mut tui, "tQ")).contains("what is ticked is cited already"));
    assert!(text(&after(&mut tui, "]tQ")).contains("not retrieved for S002; A attaches it"));
    assert_eq!(review.fold().head(), head, "nothing was recorded");
}

#[test]
fn a_document_can_be_excluded_where_it_is_read() {
    let review = paper();
    let mut tui = open(&review);
    let shown = text(&after(&mut tui, "3<Enter>o"));
    assert!(shown.contains("excluded by a reviewer"), "{shown}");
    let doc = citations(&review).get(1).unwrap().doc.clone();
    let newest = review.entries().unwrap().pop().unwrap();
    assert_eq!(newest.act, Act::Exclude { statement: ONE, doc, reason: None });
}

/// “Stances and weights set” left out which passage was corrected, from what and to what.
#[test]
fn the_history_says_which_stance_was_set() {
    let review = paper();
    let mut tui = open(&review);
    let shown = text(&after(&mut tui, "3=<Tab>4Another outcome.<C-s>gh"));
    assert!(shown.contains("stances and weights set: [1] from contradicts to not addressed"), "{shown}");
}

#[test]
fn the_history_says_what_a_reviewer_changed_and_what_was_taken_back() {
    let review = paper();
    let mut tui = open(&review);
    let shown = text(&after(&mut tui, "v3<Tab>1No trial found a difference.<C-s>gh"));
    assert!(shown.contains("verdict set to undecided in force"), "{shown}");
    assert!(
        shown.contains("counter → judge run by builtin, 63 ms contradicts 0.71"),
        "a run says what it found: {shown}"
    );
    let shown = text(&after(&mut tui, "<Enter>"));
    for change in ["verdict contradicts → undecided", "confidence 0.84 → 0.90", "− A large randomised + No trial found"]
    {
        assert!(shown.contains(change), "{change} is missing: {shown}");
    }
    let shown = text(&after(&mut tui, "u"));
    assert!(shown.contains("undone: verdict set to undecided"), "{shown}");
    assert!(shown.contains("verdict set to undecided undone"), "{shown}");
    let shown = text(&after(&mut tui, "U"));
    assert!(shown.contains("verdict set to undecided redone in force"), "{shown}");
}

#[test]
fn a_history_has_only_what_is_about_its_statement_until_the_whole_is_asked_for() {
    let review = paper();
    let mut tui = open(&review);
    let shown = text(&after(&mut tui, "jgh"));
    assert!(shown.contains("Ask for the subgroup with daily dosing."), "{shown}");
    assert!(!shown.contains("issue confirmed") && !shown.contains("Follow-up too short"), "{shown}");
    let shown = text(&after(&mut tui, "W"));
    assert!(shown.contains("of the whole review") && shown.contains("Follow-up too short to decide."), "{shown}");
    assert!(shown.contains("issue of S001 confirmed"), "{shown}");
}

/// A document of about 206 KB over 40 pages, cited by the first statement.
fn long_document(review: &Review) {
    let sentence =
        "Cardiovascular death did not differ between metformin and glimepiride over 4.2 years (95% CI 0.86–1.21). ";
    let page =
        |number: u32| Page { number, text: format!("Page {number}\n\n{}", sentence.repeat(49)).trim_end().into() };
    let document =
        Document::new(SourceMeta { title: "A long one".into(), ..SourceMeta::default() }, (1..=40).map(page).collect());
    assert!(document.pages.iter().map(|p| p.text.len()).sum::<usize>() > 206_000);
    let mut made = citations(review);
    made.citations.truncate(1);
    let page = &document.pages[0];
    let start = page.text.find("Cardio").unwrap();
    let cited = &mut made.citations[0];
    cited.place = Place::on(page, start..start + sentence.trim_end().len());
    cited.passage = document.at(cited.place).unwrap();
    cited.doc = document.id.clone();
    cited.document = Digest::of(&canonical(&document));
    let value = Value::Citations(made);
    let act = Act::Override {
        stage: Stage::Cite,
        statement: Some(ONE),
        inputs: None,
        value: Digest::of(&value.bytes()),
        gist: value.gist(),
        reason: None,
        accepts: false,
    };
    let blobs = vec![value.bytes(), canonical(&document)];
    review.append(vec![Draft { who: Who::Reviewer("A. Okafor".into()), act, blobs }]).unwrap();
}

#[test]
fn a_long_document_is_read_without_waiting() {
    let review = paper();
    long_document(&review);
    let mut tui = Headless::new(Arc::clone(&review), "review", "dark", Some("A. Okafor")).unwrap();
    tui.draw(200, 60);
    tui.press("3gd");
    let begun = Instant::now();
    let shown = text(&tui.draw(200, 60));
    let first = begun.elapsed();
    assert!(shown.contains("sentence 2 of 2000"), "{shown}");
    let mut slowest = [0.0_f64; 2];
    tui.press("/differ<Enter>");
    for keys in ["j", " ", "n", "<PgDn>", "j", "G", "k", "g", "g", "n"].repeat(5) {
        let begun = Instant::now();
        tui.press(keys);
        slowest[0] = slowest[0].max(begun.elapsed().as_secs_f64());
        tui.draw(200, 60);
        slowest[1] = slowest[1].max(begun.elapsed().as_secs_f64());
    }
    eprintln!("wrapped in {first:?}, slowest key {:.2} ms, with drawing {:.2} ms", slowest[0] * 1e3, slowest[1] * 1e3);
    // 8 ms where it is optimised; a debug build on a busy machine gets room.
    let most = if cfg!(debug_assertions) { 0.25 } else { 0.008 * 4.0 };
    assert!(slowest[1] < most, "{slowest:?}");
}

#[test]
fn words_are_found_in_the_report_before_it_is_written() {
    let review = paper();
    let mut tui = open(&review);
    let first = after(&mut tui, "E/metformin<Enter>");
    assert_eq!(in_cells(&first, |cell| cell.bg == FOUND), "title: \"Review of metformin-review.pdf\"");
    let third = after(&mut tui, "nn");
    assert_eq!(in_cells(&third, |cell| cell.bg == FOUND), "Review of metformin-review.pdf");
    assert_eq!(lines(&after(&mut tui, "NN")), lines(&first));
    assert!(text(&after(&mut tui, "/no such words<Enter>")).contains("“no such words” is not in it"));
    assert!(text(&after(&mut tui, "<Esc>")).contains("Export Markdown"), "the first Esc ends the search");
}
