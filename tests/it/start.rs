//! The start page: what was opened is found again, and leads to its review.

#![cfg(unix)]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::support::{
    program::{gainsay, run, succeed},
    terminal::{Terminal, is_restored},
};
use gainsay::tui::{Chosen, Ground, Recent, Screen, StartOptions, StartPage, Themes, TypedAhead};
use jiff::Timestamp;

const LARGE: (u16, u16) = (120, 36);

fn start(home: &Path) -> Terminal {
    let terminal = Terminal::start(Path::new(env!("CARGO_BIN_EXE_gainsay")), &[], home, LARGE);
    terminal.see("type to search");
    terminal
}

/// A claim set by a name.
fn claims(home: &Path, name: &str) -> PathBuf {
    let path = home.join(format!("{name}.txt"));
    fs::write(&path, format!("Metformin lowers mortality in adults with diabetes ({name}).\n")).unwrap();
    path
}

fn state(home: &Path) -> PathBuf {
    home.join(".local/state/gainsay/recent.json")
}

fn page(titles: &[&str]) -> StartPage {
    let now = Timestamp::from_second(1_800_000_000).unwrap();
    let recent = titles.iter().map(|title| Recent {
        path: PathBuf::from(format!("/papers/{title}.gainsay")),
        title: (*title).into(),
        opened: now,
        sort: None,
        counts: Some((3, 12)),
        missing: title.ends_with("lost"),
    });
    let options = StartOptions {
        theme: "dark".into(),
        themes: Arc::new(Themes::default()),
        mouse: true,
        ascii: false,
        recent: recent.collect(),
        demo: Some("/data/demo.gainsay".into()),
        documents: Some(60),
        now,
        remark: None,
        notice: None,
        refused: None,
        typed: TypedAhead::default(),
    };
    StartPage::new(options, Screen::Full(Ground::Dark)).unwrap()
}

/// A message took the place of the keys, so nobody saw any more how to go on.
#[test]
fn a_message_and_the_keys_are_both_in_view() {
    for (width, height) in [(80, 24), LARGE] {
        let mut page = page(&["lost"]);
        page.press("<Enter>");
        let rows = |page: &mut StartPage| -> Vec<String> {
            let buffer = page.draw(width, height);
            let cells = buffer.content().chunks(usize::from(width));
            cells.map(|row| row.iter().map(|cell| cell.symbol()).collect()).collect()
        };
        let shown = rows(&mut page);
        let last = usize::from(height) - 1;
        assert!(shown[..last].concat().contains("/papers/lost.gainsay has been moved or deleted"), "{shown:#?}");
        assert!(shown[last].contains("Enter open") && shown[last].contains("^C quit"), "{}", shown[last]);
        let hints = shown.concat();
        assert!(hints.contains("Review a paper") && hints.contains("Add evidence"), "{shown:#?}");
        page.press("<C-o><Enter>");
        let shown = rows(&mut page);
        assert!(shown[..last].concat().contains("type the path of a file"), "{shown:#?}");
        assert!(shown[last].contains("Tab complete"), "{}", shown[last]);
        page.press("'src'<Enter>");
        let shown = rows(&mut page).concat();
        assert!(shown.contains("src: it is a folder; name a file in it") && shown.contains("'src'"), "{shown}");
        page.press("<Esc>?");
        assert!(rows(&mut page).concat().contains("^O reviews a file"), "help");
    }
}

#[test]
fn enter_opens_the_demo_and_quitting_it_ends_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = start(folder.path());
    terminal.keys("\r");
    terminal.see("3 Against");
    terminal.keys("q");
    let (status, bytes) = terminal.end();
    assert!(status.success(), "{status:?}");
    is_restored(&bytes).unwrap();
    // It is in the list now, once, and is the demo still: with its own library.
    let mut terminal = start(folder.path());
    let shown = terminal.see(" of 12 reviewed");
    assert_eq!(shown.matches("demo").count(), 2, "its name and its path: {shown}");
    terminal.keys("\r");
    terminal.see("3 Against");
    terminal.keys("q");
    assert!(terminal.end().0.success());
}

#[test]
fn quitting_restores_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = start(folder.path());
    terminal.keys("\x03");
    let (status, bytes) = terminal.end();
    assert!(status.success(), "{status:?}");
    is_restored(&bytes).unwrap();
}

#[test]
fn what_any_command_opened_is_found_by_typing_a_part_of_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    for name in ["statins", "metformin", "aspirin"] {
        succeed(home, &["check", "--quiet", claims(home, name).to_str().unwrap()]);
    }
    let mut terminal = start(home);
    terminal.keys("mtfrm");
    terminal.until("one review", |screen| screen.contains("metformin.txt") && !screen.contains("aspirin.txt"));
    terminal.keys("\r");
    terminal.see("3 Against");
    terminal.keys("q");
    assert!(terminal.end().0.success());
    let kept: serde_json::Value = serde_json::from_slice(&fs::read(state(home)).unwrap()).unwrap();
    assert_eq!(kept.as_array().unwrap().len(), 3);
    assert_eq!((&kept[0]["title"], &kept[0]["counts"]), (&"metformin.txt".into(), &serde_json::json!([0, 1])));
}

/// Who starts with a paper of their own would never see the tour, or see it each time.
#[test]
fn the_first_review_begins_with_the_tour_and_the_next_one_without_it() {
    for more in [&[][..], &["--blind", "--set", "reviewer=Ada"]] {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path();
        let open = |name: &str| {
            let path = claims(home, name);
            let args: Vec<&str> = ["review", path.to_str().unwrap()].iter().chain(more).copied().collect();
            let program = Path::new(env!("CARGO_BIN_EXE_gainsay"));
            Terminal::start_with(program, &args, home, LARGE, &[("GAINSAY_TOUR", "true")])
        };
        let mut first = open("statins");
        first.see("Tour 1 of 5");
        first.keys("q");
        first.see("shows the tour again");
        // The first is still open, or its window is closed: the tour is over all the same.
        let second = open("aspirin");
        let worked = |screen: &str| screen.contains("Finished: 1 statement") && screen.contains("S001");
        let screen = second.until("a finished run", worked);
        assert!(!screen.contains("Tour"), "{screen}");
        for mut terminal in [first, second] {
            terminal.keys("q");
            assert!(terminal.end().0.success());
        }
    }
}

/// What was typed right after the file or the review was chosen was lost with the page, or went to the tour.
#[test]
fn what_is_typed_right_after_the_choice_is_for_the_review() {
    for tour in ["false", "true"] {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path();
        let path = claims(home, "statins");
        fs::write(&path, "Statins lower mortality.\nStatins cause myopathy.\nStatins help in sepsis.\n").unwrap();
        let program = Path::new(env!("CARGO_BIN_EXE_gainsay"));
        let start = || {
            let terminal = Terminal::start_with(program, &[], home, LARGE, &[("GAINSAY_TOUR", tour)]);
            terminal.see("type to search");
            terminal
        };
        let quit = |mut terminal: Terminal| {
            terminal.keys("\x1b");
            terminal.see("the draft is kept");
            terminal.keys("q");
            assert!(terminal.end().0.success());
        };
        let mut terminal = start();
        terminal.keys("\x0f");
        terminal.see("Tab complete");
        terminal.keys(&format!("{}\rjjmtyped at once", path.display()));
        let screen = terminal.see("typed at once");
        assert!(screen.contains("Note, printed in the report") && screen.contains("3 of 3"), "{screen}");
        quit(terminal);
        let mut terminal = start();
        terminal.keys("\rkmon the one before");
        let screen = terminal.see("on the one before");
        assert!(screen.contains("Note, printed in the report") && screen.contains("2 of 3"), "{screen}");
        quit(terminal);
    }
}

/// Enter typed before the terminal is the program's came as a line feed, which deleted the note instead of recording it.
#[test]
fn a_note_that_is_typed_before_the_screen_is_there_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let path = claims(home, "statins");
    let program = Path::new(env!("CARGO_BIN_EXE_gainsay"));
    let args = ["review", path.to_str().unwrap(), "--set", "reviewer=Ada"];
    let mut terminal = Terminal::start(program, &args, home, LARGE);
    terminal.keys("mtyped early\r");
    terminal.see("Finished: 1 statement");
    terminal.until("no form", |screen| screen.contains("? help"));
    terminal.keys("q");
    assert!(terminal.end().0.success());
    let report = succeed(home, &["export", "statins.gainsay"]);
    assert!(report.contains("typed early"), "{report}");
}

/// A paper that is reviewed anew would open in the pane where the review that had its name was left.
#[test]
fn a_new_review_begins_at_its_statements() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let path = claims(home, "statins");
    for (keys, left_in) in [("5q", "Issues"), ("q", "Statements")] {
        let program = Path::new(env!("CARGO_BIN_EXE_gainsay"));
        let mut terminal = Terminal::start(program, &["review", path.to_str().unwrap()], home, LARGE);
        terminal.see("Finished: 1 statement");
        terminal.keys(keys);
        assert!(terminal.end().0.success());
        let kept: serde_json::Value = serde_json::from_slice(&fs::read(state(home)).unwrap()).unwrap();
        assert_eq!(kept[0]["session"]["pane"], left_in);
        fs::remove_file(path.with_extension("gainsay")).unwrap();
    }
}

#[test]
fn a_review_that_cannot_be_opened_leads_back_to_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    succeed(home, &["check", "--quiet", claims(home, "statins").to_str().unwrap()]);
    fs::write(home.join("statins.gainsay"), "no review").unwrap();
    let mut terminal = start(home);
    terminal.keys("\r");
    terminal.until("the page, with the reason", |screen| {
        screen.contains("type to search") && screen.contains("statins.gainsay") && screen.contains('✖')
    });
    terminal.keys("\x03");
    assert!(terminal.end().0.success());
}

#[test]
fn the_list_survives_programs_that_write_it_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let children: Vec<_> = (0..8)
        .map(|i| {
            let mut command = gainsay(home);
            command.args(["check", "--quiet"]).arg(claims(home, &format!("claims{i}")));
            command.spawn().unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let kept: Vec<serde_json::Value> = serde_json::from_slice(&fs::read(state(home)).unwrap()).unwrap();
    let mut titles: Vec<_> = kept.iter().map(|entry| entry["title"].as_str().unwrap().to_owned()).collect();
    titles.sort();
    assert_eq!(titles, (0..8).map(|i| format!("claims{i}.txt")).collect::<Vec<_>>());
}

#[test]
fn a_broken_list_is_reported_and_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    fs::create_dir_all(state(home).parent().unwrap()).unwrap();
    fs::write(state(home), "[{\"path\": 1").unwrap();
    let mut terminal = start(home);
    terminal.see("recent.json cannot be used");
    terminal.keys("\x03");
    assert!(terminal.end().0.success());
    succeed(home, &["check", "--quiet", claims(home, "statins").to_str().unwrap()]);
    let kept: Vec<serde_json::Value> = serde_json::from_slice(&fs::read(state(home)).unwrap()).unwrap();
    assert_eq!(kept.len(), 1);
}

#[test]
fn without_a_terminal_it_is_the_help() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Usage: gainsay"));
}

#[test]
fn what_is_missing_stays_in_the_list_and_is_not_opened() {
    let mut page = page(&["statins", "lost", "aspirin"]);
    assert_eq!(page.press("lost<Enter>"), None);
    let shown: String = page.draw(120, 36).content().iter().map(|cell| cell.symbol()).collect();
    assert!(shown.contains("missing") && shown.contains("has been moved or deleted"), "{shown}");
    assert_eq!(page.press("<C-u><Down><Down><Enter>"), Some(Chosen::Open("/papers/aspirin.gainsay".into())));
}

#[test]
fn typing_narrows_the_list_and_escape_widens_it_and_never_quits() {
    let mut page = page(&["statins", "aspirin"]);
    assert_eq!(page.press("zzz<Enter>"), None, "no command or statement is called that");
    assert_eq!(page.press("<Esc>aspr<Enter>"), Some(Chosen::Open("/papers/aspirin.gainsay".into())));
    assert_eq!(page.press("<Esc>demo<Enter>"), Some(Chosen::Demo));
    assert_eq!(page.press("<Esc><Esc>"), None);
    let shown: String = page.draw(120, 36).content().iter().map(|cell| cell.symbol()).collect();
    assert!(shown.contains("^C quit"), "{shown}");
    assert_eq!(page.press("<C-c>"), Some(Chosen::Quit));
}

/// A reviewer would take a key that says nothing for one that does nothing.
#[test]
fn completing_a_path_says_what_begins_like_it() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["paper-a.md", "paper-b.md"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    let mut page = page(&[]);
    page.press("<C-o>");
    page.press(folder.path().join("pa").to_str().unwrap());
    let mut tab = || {
        page.press("<Tab>");
        page.draw(120, 36).content().iter().map(|cell| cell.symbol()).collect::<String>()
    };
    assert!(tab().contains("/paper-"));
    let shown = tab();
    assert!(shown.contains("2 begin like this: paper-a.md, paper-b.md"), "{shown}");
    page.press("x<Tab>");
    let shown: String = page.draw(120, 36).content().iter().map(|cell| cell.symbol()).collect();
    assert!(shown.contains("no file begins like"), "{shown}");
}

/// “os error 2” means nothing to a reviewer.
#[test]
fn an_error_of_the_system_is_said_in_words_alone() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["library", "add", "missing.ris"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("missing.ris: No such file or directory") && !said.contains("os error"), "{said}");
}
