//! What a reviewer sees and where the keys lead: nothing that is written, selected or in force is lost from view.

use std::sync::Arc;

use gainsay::{
    domain::{Basis, LibraryStamp, Stage, StatementId, Value, Verdict, VerdictValue},
    engine::{Command, Event, Scope},
    reason::Need,
    review::Who,
    tui::Headless,
};

use crate::fixture::{
    face::{open, text},
    paper, result, running,
};

const ONE: StatementId = StatementId(1);

/// Where a library had grown while the program was open, `r` and Enter ran the verdict alone over the old search.
#[test]
fn a_statement_is_run_again_from_its_search_where_the_library_has_grown() {
    let review = paper();
    let verdict = Scope::Stage(ONE, Stage::Verdict);
    for (documents, pane, scope) in [
        (2101, "1", verdict),
        (2103, "1", Scope::Statement(ONE)),
        (2103, "3", Scope::Statement(ONE)),
        (2103, "6", Scope::Statement(ONE)),
    ] {
        let mut tui = open(&review);
        tui.press(pane);
        tui.library(LibraryStamp { generation: 9, documents });
        tui.press("r<Enter>");
        let Some(Command::RunOverrides { scope: run, again: true, .. }) = tui.commands().last() else {
            panic!("{:?}", tui.commands())
        };
        assert_eq!(*run, scope, "pane {pane}");
    }
}

#[test]
fn a_message_leaves_the_keys_in_view() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("f");
    let screen = text(&tui.draw(80, 24));
    assert!(screen.contains("S001 flagged") && screen.contains("a accept"), "{screen}");
    tui.event(Event::Refused("the review is full".into()));
    let screen = text(&tui.draw(80, 24));
    assert!(screen.contains("the review is full") && screen.contains("a accept"), "{screen}");
}

#[test]
fn a_filter_in_force_is_in_view_whatever_else_is_shown() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(80, 24);
    tui.press("F <Enter>6");
    let of = |screen: &str| screen.contains("of 6 statements: contradicts");
    assert!(of(&text(&tui.draw(80, 24))), "{}", text(&tui.draw(80, 24)));
    tui.event(Event::Refused("the review is full".into()));
    assert!(of(&text(&tui.draw(80, 24))), "beside an error too: {}", text(&tui.draw(80, 24)));
    tui.press("<Esc><Esc><Esc>");
    assert!(!of(&text(&tui.draw(80, 24))), "the error, the pane and the filter, one by one");
}

#[test]
fn an_abstention_is_not_a_statement_that_nobody_has_reviewed() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("go");
    let screen = text(&tui.draw(120, 36));
    for line in ["undecided by the machine", "undecided by reviewers", "no verdict yet", "not yet reviewed"] {
        assert!(screen.contains(line), "{line}: {screen}");
    }
}

#[test]
fn a_tick_in_the_list_of_documents_says_what_to_press() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("Dt");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("documents have no ticks: i includes the selected one, o excludes it"), "{screen}");
    assert!(screen.contains("Retrieved documents by score, 1 of"), "the list stays open: {screen}");
}

/// A list in which one of 0.30 is chosen and one of 0.61 is not looks arbitrary without the scores of both.
#[test]
fn the_candidates_are_listed_with_the_scores_of_what_was_chosen() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("sd*");
    for (width, height) in [(80, 24), (120, 36), (200, 60)] {
        let screen = text(&tui.draw(width, height));
        assert!(screen.contains("Chosen: S0"), "{screen}");
    }
}

#[test]
fn escape_is_one_level() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("Dj<Enter>");
    assert!(text(&tui.draw(120, 36)).contains("cited here for S001"), "{}", text(&tui.draw(120, 36)));
    tui.press("<Esc>");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("Retrieved documents by score, 2 of"), "back in the list, on the same document: {screen}");
    tui.press("<Esc>er<Esc>");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("Set a result by hand") && !screen.contains("Re-run"), "{screen}");
    tui.press("<Esc>3z");
    assert!(!text(&tui.draw(120, 36)).contains("6 Verdict"), "one pane has the screen");
    tui.press("<Esc>");
    assert!(text(&tui.draw(120, 36)).contains("6 Verdict"));
}

#[test]
fn the_cursor_goes_with_a_citation_to_the_other_side() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    // Contradicts becomes supports.
    tui.press("3=<Tab>2<Tab>1<C-s>");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("▌[1] ✓ supports"), "{screen}");
    // Supports becomes not addressed: it stays in the pane of what supports.
    tui.press("=<Tab>4<Tab>1<C-s>z");
    let screen = text(&tui.draw(120, 60));
    assert!(screen.contains("4 For") && !screen.contains("3 Against"), "{screen}");
    let neither = screen.split("Neither side").nth(1);
    assert!(neither.is_some_and(|below| below.contains("▌[1] · not addressed")), "{screen}");
}

/// A passage that says nothing about the statement was parted from its source, which seemed to be cited twice.
#[test]
fn a_passage_on_neither_side_stays_with_its_document_where_that_counts() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("3<Enter>ggtQ4<Tab>1<Enter><Esc>3z");
    let screen = text(&tui.draw(120, 60));
    let (counted, neither) = screen.split_once("Neither side").expect(&screen);
    assert!(counted.contains("2 passages, one source") && counted.contains("[6] · not addressed"), "{screen}");
    assert!(!neither.contains("[6]") && neither.contains("[3] · not addressed"), "{screen}");
    assert!(screen.contains("3 Against 2 in 2 sources, 2 not counted"), "the count is of what counts: {screen}");
}

/// A confidence that nobody chose would be on record as the reviewer's.
#[test]
fn the_confidence_in_a_stance_is_chosen_by_the_reviewer() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("3=");
    let form = text(&tui.draw(120, 36));
    assert!(form.contains("1 high 0.9") && !form.contains("0.9◂") && !form.contains("0.6◂"), "{form}");
    tui.press("<Tab>2<C-s>");
    let form = text(&tui.draw(120, 36));
    assert!(form.contains("choose how sure you are of the stance: 1 to 3"), "{form}");
    // On the stance the digit that the message asks for would choose another one.
    assert!(form.contains("▌Confidence"), "{form}");
    tui.press("2<C-s>");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("▌[1] ✓ supports 0.60"), "{screen}");
    tui.press("=");
    let form = text(&tui.draw(120, 36));
    assert!(form.contains("0.6◂"), "what was chosen is shown: {form}");
}

#[test]
fn what_the_machine_recorded_of_a_passage_is_folded_until_it_is_asked_for() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(200, 60);
    tui.press("3");
    assert!(!text(&tui.draw(200, 60)).contains("neither 0."));
    tui.press(".");
    assert!(text(&tui.draw(200, 60)).contains("neither 0."), "{}", text(&tui.draw(200, 60)));
}

/// A reviewer would see a page of keys and digests where the report should be.
#[test]
fn the_preview_of_a_report_opens_on_the_review_and_the_front_matter_is_above_it() {
    for (width, height) in [(80, 24), (120, 36)] {
        let mut tui = open(&paper());
        tui.draw(width, height);
        tui.press("ge");
        let opened = text(&tui.draw(width, height));
        assert!(opened.contains("Review of metformin-review.pdf") && !opened.contains("generator: "), "{opened}");
        tui.press("K");
        let above = text(&tui.draw(width, height));
        assert!(above.contains("generator: "), "{above}");
        // Who has scrolled stays there when the report is made anew.
        tui.press("JJ");
        tui.draw(width, height);
        tui.press("<Enter><Tab><Right><Tab><Tab><Tab><Tab><Right><Enter>");
        let there = text(&tui.draw(width, height));
        assert!(there.contains("without names") && !there.contains("Review of metformin-review.pdf"), "{there}");
    }
}

#[test]
fn a_draft_comes_back_with_its_form() {
    let review = paper();
    let head = review.fold().head();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("v2The follow-up was short.<Esc>");
    assert_eq!(review.fold().head(), head);
    tui.press("v");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("The follow-up was short.") && screen.contains("▸2 supports"), "{screen}");
    assert!(screen.contains("3 Against"), "the evidence stays in view: {screen}");
    tui.press("<Tab>2<C-s>v");
    assert_eq!(review.fold().summary(ONE).verdict.map(|(v, ..)| v), Some(gainsay::domain::Verdict::Supports));
}

#[test]
fn the_help_explains_symbols_and_words() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("?skim");
    assert!(text(&tui.draw(120, 36)).contains("a glance is enough"), "{}", text(&tui.draw(120, 36)));
    tui.press("<C-u><Esc>?independent sources");
    assert!(text(&tui.draw(120, 36)).contains("weigh 3 sources"), "{}", text(&tui.draw(120, 36)));
    // What is on the screen is found as it is there, whatever the figures.
    for (shown, meaning) in [
        ("1/50", "documents relevant enough"),
        ("old", "the result is stale"),
        ("2 weak", "too weak to settle it"),
        ("14 not counted", "count for neither side"),
    ] {
        tui.press(&format!("<C-u><Esc>?{shown}"));
        let screen = text(&tui.draw(120, 36));
        assert!(screen.contains(meaning), "{shown}: {screen}");
    }
}

/// “against” beside a document would be read as what it says, and a search for the opposite also finds support.
#[test]
fn the_list_of_documents_says_what_was_searched_for_and_what_the_cited_passages_say() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("D");
    let wide = text(&tui.draw(120, 36));
    assert!(wide.contains("search for cited as") && wide.contains("for the opposite"), "{wide}");
    let rows = tui.draw(120, 36);
    let line = |y: u16| (0..120).map(|x| rows[(x, y)].symbol()).collect::<String>();
    let lines: Vec<String> = (0..36).map(line).collect();
    assert!(lines.iter().any(|line| line.contains("opposite") && line.contains("✗ contradicts")), "{wide}");
    assert!(!lines.iter().any(|line| line.trim_end_matches(['│', '┃', ' ']).ends_with(" against")), "{wide}");
    assert!(text(&tui.draw(80, 24)).contains("✗ contradicts"), "{}", text(&tui.draw(80, 24)));
}

#[test]
fn the_preview_of_an_html_report_shows_its_text_and_no_markup() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("E<Enter>h<C-s>");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("The text of the HTML page"), "{screen}");
    assert!(!screen.contains("<!doctype") && !screen.contains("font-family"), "{screen}");
}

/// A verdict was set on a statement that the reviewer did not see.
#[test]
fn no_key_decides_on_a_statement_that_the_view_does_not_show() {
    let review = paper();
    let before = review.fold().head();
    let mut tui = open(&review);
    tui.draw(200, 60);
    for view in ["go", "gl", "E", "ga"] {
        for key in ["S", "C", "a", "f"] {
            tui.press(view);
            tui.draw(200, 60);
            tui.press(key);
            assert_eq!(review.fold().head(), before, "{key} in {view}");
            let screen = text(&tui.draw(200, 60));
            assert!(
                screen.contains("this view shows none; 2 goes to S001, 1 to the list"),
                "{key} in {view}: {screen}"
            );
        }
    }
    // The map shows which statement is selected.
    tui.press("gvf");
    assert!(review.fold().is_flagged(ONE));
}

/// After a restart without a name in the configuration, nothing could be undone.
#[test]
fn undo_asks_for_the_name_and_then_undoes() {
    let review = paper();
    open(&review).press("f");
    let mut tui = Headless::new(Arc::clone(&review), "review", "dark", None).unwrap();
    tui.press("u");
    let screen = text(&tui.draw(80, 24));
    assert!(screen.contains("Your name") && screen.contains("in the configuration changes it"), "{screen}");
    assert!(!screen.contains("asked once"), "{screen}");
    tui.pass(1_000);
    tui.press("A. Okafor<Enter>");
    assert!(!review.fold().is_flagged(ONE));
}

#[test]
fn the_header_shows_the_counts_of_all_three_verdicts_at_every_width() {
    let review = paper();
    let mut tui = open(&review);
    for width in [80, 90, 100, 120, 140, 200] {
        let screen = tui.draw(width, 36);
        let header: String = screen.content().iter().take(width.into()).map(|cell| cell.symbol()).collect();
        for sign in ["✓ ", "✗ ", "? "] {
            assert!(header.contains(sign), "{sign} at {width}: {header}");
        }
    }
}

/// A zero for a hidden verdict says that the machine found none.
#[test]
fn the_header_of_a_blind_review_shows_no_zero_for_what_is_hidden() {
    let review = paper();
    review.set_blind(Who::Reviewer("A. Okafor".into()), true).unwrap();
    let mut tui = open(&review);
    for width in [80, 120, 200] {
        let screen = tui.draw(width, 36);
        let header: String = screen.content().iter().take(width.into()).map(|cell| cell.symbol()).collect();
        assert!(header.contains("BLIND"), "{header}");
        for zero in ["✓ 0", "✗ 0", "? 0"] {
            assert!(!header.contains(zero), "{zero} at {width}: {header}");
        }
    }
}

#[test]
fn the_lists_of_reasons_open_at_their_first_line() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("gw");
    let screen = text(&tui.draw(120, 36));
    // 11 reasons in a field of 5 lines: the first ones are in view, also once the field has the keys.
    assert!(screen.contains("evidence misread") && screen.contains("off topic"), "{screen}");
    tui.press("<Tab>");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("evidence misread") && !screen.contains("statement not checkable"), "{screen}");
}

/// Escape ended the search alone, where the foot said that it shows all.
#[test]
fn where_a_search_and_a_filter_are_in_force_the_foot_says_what_escape_ends() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("/vitamin<Enter>F<Right> <Enter>");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("(Esc ends the search)"), "{screen}");
    tui.press("<Esc>");
    let screen = text(&tui.draw(120, 36));
    assert!(!screen.contains("vitamin”") && screen.contains("(Esc shows all)"), "{screen}");
}

/// An old message left no room for how to see all statements again.
#[test]
fn a_message_leaves_the_way_back_from_a_filter_in_view() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("F <Enter>fu");
    let screen = text(&tui.draw(80, 24));
    assert!(screen.contains("(Esc shows all)") && screen.contains("Undid"), "{screen}");
}

/// A part of the list would be taken for all of it, or for another part, while a message is shown.
#[test]
fn a_message_leaves_the_name_of_a_filter_in_view() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("/vitamin<Enter>O");
    tui.press("f");
    let screen = text(&tui.draw(80, 24));
    assert!(screen.contains("“vitamin”, by triage (Esc shows all)") && screen.contains("flag of S002"), "{screen}");
}

/// The counts of the header came to less than all statements.
#[test]
fn the_header_counts_statements_without_a_verdict() {
    let mut tui = open(&paper());
    for (width, expected) in [(120, "○ 2"), (200, "2 without a verdict")] {
        let screen = text(&tui.draw(width, 24));
        assert!(screen.contains(expected), "{width}: {screen}");
    }
}

/// Statements that the machine left undecided would be taken for those that a reviewer has seen.
#[test]
fn the_header_says_who_left_statements_undecided_also_where_room_is_short() {
    let review = paper();
    let running = vec![Event::Started(Some(ONE), Stage::Verdict), Event::Progress { done: 3, total: 12 }];
    let failed = vec![Event::Halted { need: Need::Server, why: "no answer".into(), waiting: 3 }];
    for (state, more) in [("idle", vec![]), ("running", running), ("failed", failed)] {
        let mut tui = open(&review);
        more.into_iter().for_each(|event| tui.event(event));
        for (width, expected) in [
            (60, "1 machine, 1 you"),
            (80, "undecided"),
            (120, "undecided"),
            (200, "1 undecided by the machine, 1 by you"),
        ] {
            let screen = tui.draw(width, 24);
            let header: String = screen.content().iter().take(width.into()).map(|cell| cell.symbol()).collect();
            assert!(header.contains(expected) && header.contains("you"), "{state} at {width}: {header}");
            assert!(width < 80 || header.contains("reviewed"), "{state} at {width}: {header}");
        }
    }
}

/// Names of counts ended in “…” in a window of 80 columns, and the keys of a list without room on its frame were nowhere.
#[test]
fn nothing_is_cut_off_in_the_overview_and_in_the_list_of_documents() {
    let mut tui = open(&paper());
    tui.draw(80, 24);
    tui.press("go");
    let screen = text(&tui.draw(80, 24));
    for name in ["undecided by the machine", "undecided by reviewers", "differs from the machine"] {
        assert!(screen.contains(name), "{name}: {screen}");
    }
    tui.press("<Esc>D");
    for (width, height) in [(80, 24), (120, 36), (200, 60)] {
        let screen = text(&tui.draw(width, height));
        for key in ["i include", "Del remove", "/ find", "O sort"] {
            assert!(screen.contains(key), "{key} at {width}: {screen}");
        }
    }
}

/// Two sentences of one abstract looked like two sources.
#[test]
fn passages_of_one_document_are_under_one_title_on_the_map_and_in_the_list_of_citations() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("3<Enter>ggtQ1<Tab>2<Enter>");
    for (keys, expected) in [("gv", "0.90 ×"), ("gh#", "To citation")] {
        tui.press(keys);
        let screen = text(&tui.draw(200, 60));
        assert!(screen.contains(expected) && screen.contains("[6]"), "{keys}: {screen}");
        assert_eq!(screen.matches("Metformin versus glimepiride").count(), 1, "{keys}: {screen}");
    }
    // The new passage is listed below the one of the same document, and goes there by its place as well as its number.
    tui.press("<Down><Enter>");
    assert!(text(&tui.draw(120, 36)).contains("▌[6]"), "{}", text(&tui.draw(120, 36)));
}

/// HTML was written into a file named `.csv`, since the form kept the name of the export before.
#[test]
fn the_name_of_the_file_follows_the_format_or_is_refused() {
    let mut tui = open(&paper());
    tui.draw(120, 36);
    tui.press("E");
    let screen = text(&tui.draw(80, 24));
    assert!(screen.contains("Enter write as Markdown, HTML, JSON, CSV, XLSX"), "{screen}");
    let mut after = |keys: &str| {
        tui.press(keys);
        text(&tui.draw(120, 36))
    };
    let screen = after("<Enter><Tab><Tab><Tab>out.md<S-Tab><S-Tab><S-Tab><Right>");
    assert!(screen.contains("▸HTML◂") && screen.contains("out.html"), "{screen}");
    assert!(after("<Enter>").contains("HTML, out.html"), "it is shown as it is to be written");
    // The form has the last file and format; another format has another name again.
    let screen = after("<Enter><Right><Right>");
    assert!(screen.contains("▸CSV◂") && screen.contains("out.csv"), "{screen}");
    let screen = after("<Tab><Tab><Tab><BS><BS><BS>html<Enter>");
    assert!(screen.contains("“out.html” does not end as CSV does; end it in .csv"), "{screen}");
    assert!(
        after("<BS><BS><BS><BS><BS><Enter>").contains("Export CSV, out "),
        "no ending says nothing against the format"
    );
}

/// In the list of documents nothing said which keys it has.
#[test]
fn the_help_opens_above_the_list_of_documents_and_leads_back_to_it() {
    let review = paper();
    let mut tui = open(&review);
    for key in ["?", "<F1>"] {
        tui.press("D");
        tui.press(key);
        let screen = text(&tui.draw(120, 36));
        assert!(screen.contains("Help: keys, symbols and words") && screen.contains("In this pane"), "{screen}");
        assert!(!screen.contains("Enter run"), "a command would act below the list: {screen}");
        tui.press("<Enter>");
        let screen = text(&tui.draw(120, 36));
        assert!(screen.contains("Retrieved documents by score, 1 of"), "{screen}");
        tui.press("<Esc>");
    }
}

/// A verdict on the next statement would be given over a document of the one before.
#[test]
fn accepting_in_a_document_leaves_it() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("3<Enter>");
    assert!(text(&tui.draw(120, 36)).contains("cited here for S001"));
    tui.press("a");
    let screen = text(&tui.draw(120, 36));
    assert!(!screen.contains("cited here") && screen.contains("3 Against"), "{screen}");
}

/// An empty side would take half of the screen from the passages that the verdict rests on.
#[test]
fn an_empty_side_leaves_its_room_to_the_other_above_the_form() {
    let review = paper();
    let mut tui = open(&review);
    for _ in 0..6 {
        let screen = text(&tui.draw(120, 36));
        if screen.contains("4 For none ─") && !screen.contains("3 Against none ─") {
            tui.press("v");
            let screen = tui.draw(120, 36);
            let rows: Vec<String> =
                screen.content().chunks(120).map(|row| row.iter().map(|cell| cell.symbol()).collect()).collect();
            let title = rows.iter().find_map(|row| row.find("4 For").map(|at| row[..at].chars().count()));
            assert!(title.unwrap() > 80, "{rows:#?}");
            return;
        }
        tui.press("]");
    }
    panic!("no statement has evidence on one side alone");
}

/// A whole screen said that no document is open, beside those that were found.
#[test]
fn an_empty_side_opens_the_documents_that_were_found() {
    let (review, _) = running();
    let mut tui = open(&review);
    tui.press("]3<Enter>");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("Retrieved documents") && !screen.contains("No document is open"), "{screen}");
}

/// The words of an old message would stand where a reviewer looks for those that are typed.
#[test]
fn a_search_clears_the_message_before_it() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("f/vit");
    let screen = text(&tui.draw(80, 24));
    assert!(screen.contains("Show statements that contain") && !screen.contains("flagged"), "{screen}");
    // What is found is above the words, not under them.
    assert!(screen.find("Vitamin") < screen.find("Show statements that contain"), "{screen}");
}

/// The overview would count an undecided verdict as evidence for its statement, which no other view calls it.
#[test]
fn the_overview_has_the_words_of_the_verdicts() {
    let review = paper();
    let weak = VerdictValue {
        verdict: Verdict::Undecided,
        confidence: 0.3,
        rationale: "The evidence is too weak.".into(),
        basis: Basis::CitedSupport,
        unrated: false,
        critique: None,
        issues: Vec::new(),
    };
    result(&review, Some(StatementId(4)), &Value::Verdict(weak));
    let mut tui = open(&review);
    tui.press(":overview<Enter>");
    let screen = text(&tui.draw(200, 60));
    assert!(screen.contains("one side, too weak 1") && screen.contains("evidence for it 1"), "{screen}");
}

/// Space was typed into the search instead of paging, and descriptions ended in “…”.
#[test]
fn space_pages_the_help_which_says_of_every_command_all_that_it_does() {
    let review = paper();
    let mut tui = open(&review);
    tui.press("?");
    let mut pages: Vec<String> = Vec::new();
    for _ in 0..20 {
        let screen = tui.draw(120, 36);
        let rows = screen.content().chunks(120).filter(|row| row[16].symbol() == "┃");
        let rows = rows.map(|row| row[17..103].iter().map(|cell| cell.symbol()).collect::<String>());
        let rows: Vec<String> = rows.map(|row| row.trim().to_owned()).collect();
        assert!(rows.iter().all(|row| !row.ends_with('…')), "{rows:#?}");
        pages.push(rows.join(" "));
        tui.press(" ");
    }
    assert_ne!(pages[0], pages[1]);
    let whole = pages.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(whole.contains("from the review's list or in"), "{whole}");
    tui.press("evidence for it");
    let screen = text(&tui.draw(120, 36));
    assert!(screen.contains("Search evidence for it"), "blanks between words are typed: {screen}");
}

/// The report printed “[citation 99, which does not exist]” within the words of a note.
#[test]
fn a_note_that_cites_what_is_not_there_is_refused_as_a_verdict_is() {
    let review = paper();
    let before = review.fold().head();
    let mut tui = open(&review);
    for (width, height) in [(80, 24), (120, 36)] {
        tui.press("mCompare with [99].<Enter>");
        let screen = text(&tui.draw(width, height));
        assert!(screen.contains("the note cites [99], but S001 has only [1]"), "{screen}");
        assert!(screen.contains("Compare with [99]."), "what was written is still there: {screen}");
        assert_eq!(review.fold().head(), before, "nothing is recorded");
        tui.press("<C-u>");
    }
    tui.press("Compare with [2].<Enter>");
    let noted = review.fold().note(Some(ONE)).map(|note| note.text.to_string());
    assert_eq!(noted.as_deref(), Some("Compare with [2]."));
    assert!(!text(&tui.draw(120, 36)).contains("correct the number"), "what was refused is over");
}

/// Words of the stages and of the verdict that nothing explained.
#[test]
fn the_help_explains_the_words_of_the_verdict() {
    let review = paper();
    let mut tui = open(&review);
    for word in ["explicit", "signal", "anchors", "≠", "evidence for it", "nothing addresses it"] {
        tui.press(&format!("?{word}"));
        let screen = text(&tui.draw(120, 36));
        assert!(!screen.contains("No match"), "{word}: {screen}");
        tui.press("<Esc>");
    }
}

/// The arrows would end in a field of several lines.
#[test]
fn the_arrows_leave_a_text_at_its_first_and_last_line() {
    let review = paper();
    let mut tui = open(&review);
    tui.draw(120, 36);
    tui.press("v<Down><Down><Down>");
    assert!(text(&tui.draw(120, 36)).contains("▌Reason"), "an empty text");
    tui.press("<Up>one<Enter>two<Up>");
    assert!(text(&tui.draw(120, 36)).contains("▌Rationale"), "from the second line to the first");
    tui.press("<Up>");
    assert!(text(&tui.draw(120, 36)).contains("▌Confidence"));
}
