//! Keys that are others than those that come with the program: they are
//! listened to, every hint names them, and what is wrong with them is said. And
//! what is copied is what was meant.

use std::sync::Arc;

use crate::fixture::paper;
use crate::support::program::{run, succeed};
use gainsay::{
    domain::{Kind, StatementId, Verdict},
    review::{Act, Review},
    tui::{Headless, KeySetting, Keymap, Preset},
};

use crate::fixture::face::{self, text};

const ONE: StatementId = StatementId(1);

fn open(review: &Arc<Review>, keymap: Keymap) -> Headless {
    let mut tui = face::open(review);
    tui.keymap(keymap);
    tui.draw(160, 48);
    tui
}

fn vim(settings: &[(&str, &[&str])]) -> Keymap {
    let settings: Vec<KeySetting> = settings
        .iter()
        .map(|(name, keys)| KeySetting {
            name: (*name).to_owned(),
            keys: Ok(keys.iter().map(|k| (*k).to_owned()).collect()),
            place: "config.toml:1".into(),
        })
        .collect();
    let (keymap, remarks) = Keymap::configured(Preset::Vim, &settings);
    assert!(remarks.is_empty(), "{remarks:?}");
    keymap
}

/// Presses keys and reads the screen then.
fn after(tui: &mut Headless, keys: &str) -> String {
    tui.press(keys);
    let shown = text(&tui.draw(160, 48));
    assert!(!shown.contains('{'), "a hint names what has no name: {shown}");
    shown
}

fn newest(review: &Review) -> Act {
    review.entries().unwrap().pop().unwrap().act
}

/// A new user would press a key that the README names and see nothing happen.
#[test]
fn a_key_of_another_pane_says_where_it_works() {
    let review = paper();
    let head = review.fold().head();
    let mut tui = open(&review, Keymap::preset(Preset::Vim));
    assert!(
        after(&mut tui, "1c")
            .contains("c works in pane 5: confirm the selected issue, or withdraw that; ? lists the keys")
    );
    assert!(after(&mut tui, "X").contains("X works in panes 3 and 4: remove the selected citation;"));
    assert!(after(&mut tui, "Z").contains("Z does nothing here; ? lists the keys"));
    assert_eq!(review.fold().head(), head, "nothing was done");
}

/// `s` does nothing beside the lists, and the `a` after it accepted the machine's verdict.
#[test]
fn a_chord_of_another_pane_takes_its_second_key_with_it() {
    let review = paper();
    let head = review.fold().head();
    let mut tui = open(&review, Keymap::preset(Preset::Vim));
    for pane in ["3", "4", "5", "6", "gs", "gh"] {
        let shown = after(&mut tui, &format!("{pane}sa"));
        assert!(shown.contains("s a works in panes 1 and 2: add a statement of your own;"), "{pane}: {shown}");
        for second in ["d", "e", "s", "v", "<Esc>"] {
            after(&mut tui, &format!("s{second}"));
        }
        assert_eq!(review.fold().head(), head, "{pane}: something was recorded");
    }
    tui.press("<Esc>3s");
    tui.pass(1_000);
    let waiting = text(&tui.draw(160, 48));
    assert!(waiting.contains("s … works in panes 1 and 2") && waiting.contains(" a add "), "{waiting}");
    // The help names the chord as the messages do.
    assert!(after(&mut tui, "<Esc>?statement of your own").contains("s a "), "{}", text(&tui.draw(160, 48)));
    tui.press("<Esc><Esc>");
    // After Esc a key is on its own again.
    tui.press("<Esc>a");
    assert!(matches!(newest(&review), Act::Override { accepts: true, .. }));
}

#[test]
fn a_chord_of_ones_own_is_pressed_and_the_old_key_means_nothing_any_more() {
    let review = paper();
    let head = review.fold().head();
    let mut tui = open(&review, vim(&[("accept", &["Y", "g Y Y"]), ("undo", &["ctrl-u"])]));
    let shown = after(&mut tui, "");
    assert!(shown.contains("Y accept v verdict") && !shown.contains(" a accept"), "the footer names it: {shown}");
    tui.press("au");
    assert_eq!(review.fold().head(), head, "a and u are free");
    tui.press("gYY");
    assert!(matches!(newest(&review), Act::Override { accepts: true, .. }));
    tui.press("<C-u>Y");
    assert!(matches!(newest(&review), Act::Override { accepts: true, .. }));
    // What can follow a key is shown with its own name.
    tui.press("g");
    tui.pass(1_000);
    assert!(text(&tui.draw(160, 48)).contains("Y Y accept"), "{}", text(&tui.draw(160, 48)));
}

#[test]
fn chords_lead_on_in_lists_that_lie_on_top_as_well() {
    let review = paper();
    let mut tui = open(&review, vim(&[("include", &["Y i"]), ("rerun", &["Y r"])]));
    assert!(after(&mut tui, "D").contains("Y i include"));
    tui.press("GYi");
    assert!(matches!(newest(&review), Act::Include { statement: ONE, .. }));
    assert!(after(&mut tui, "gg<Esc>e").contains("Y r re-run"));
    assert!(after(&mut tui, "Yr").contains("Re-run"));
}

#[test]
fn every_hint_names_the_keys_in_force() {
    let review = paper();
    let keys: &[(&str, &[&str])] = &[
        ("rerun", &["ctrl-b"]),
        ("run_statement", &["ctrl-g"]),
        ("run_all", &["ctrl-o"]),
        ("verdict", &["ctrl-v"]),
        ("withdraw", &["ctrl-w"]),
        ("edit", &["ctrl-l"]),
        ("documents", &["ctrl-d"]),
        ("include", &["ctrl-n"]),
        ("exclude", &["ctrl-t"]),
        ("undo", &["ctrl-u"]),
        ("mark", &["x x"]),
        ("cancel", &[]),
        ("cite", &["ctrl-k"]),
        ("attach", &["ctrl-q"]),
        ("uncite", &["ctrl-x"]),
        ("open", &["ctrl-e"]),
        ("history_scope", &["ctrl-a"]),
        ("help", &["f11"]),
        ("back", &["esc", "f12"]),
        ("export", &["ctrl-y"]),
    ];
    let keys: Vec<(&str, &[&str])> = keys.iter().copied().chain([("redo", &["U"] as &[&str])]).collect();
    let mut tui = open(&review, vim(&keys));
    for (keys, expected) in [
        ("", "F11 help"),
        ("jjj", "^D shows all"),
        ("j", "^B tries again"),
        ("j", "^G runs this statement"),
        ("gga", "1 ✗ contradicts 0.71 ◆ accepted"),
        ("gga", "^W withdraws your verdict, ^V sets another"),
        ("<C-d>", "Enter read @ full text = score ^N include ^T exclude ^X remove / find O sort F source"),
        ("<Esc><C-l>", "^B re-run ^W withdraw"),
        ("4<Enter>", "x x"),
        (
            "<Esc><Esc><C-l>4<Enter>",
            "x x ticks a sentence of the document, ^K cites what is ticked; ^X removes a citation",
        ),
        ("<C-k>", "tick a sentence first with x x"),
        ("]<C-k>", "^Q attaches it, then you can cite it"),
        ("<Esc><Esc>[gh", "^A the whole review"),
        ("", "^E shows what it changed"),
        ("<F11>", "^V set a verdict of your own"),
    ] {
        let shown = after(&mut tui, keys);
        assert!(shown.contains(expected), "{keys}: {expected} is not in {shown}");
    }
}

#[test]
fn what_has_no_key_is_still_found_by_its_name() {
    let review = paper();
    let mut tui = open(&review, vim(&[("flag", &[]), ("documents", &[])]));
    assert!(after(&mut tui, "jjj").contains(": documents shows all"));
    assert!(after(&mut tui, "gg:flag").contains("flag the statement, or unflag it"));
    tui.press("<Enter>");
    assert!(review.fold().is_flagged(ONE));
}

#[test]
fn a_review_is_done_with_the_plain_keys_alone() {
    let review = paper();
    let mut tui = open(&review, Keymap::preset(Preset::Plain));
    let verdict = || review.fold().summary(ONE).verdict.unwrap().0;
    // Down and up the list; letters that move elsewhere do nothing.
    tui.press("<Down><Down>jkhlGg");
    assert_eq!(tui.selection().0, 2);
    tui.press("<Home>");
    assert_eq!(tui.selection().0, 0);
    tui.press("v2<Tab>2The cohort [4] is larger.<C-s>");
    assert_eq!(verdict(), Verdict::Supports);
    tui.press("<C-z>");
    assert_eq!(verdict(), Verdict::Contradicts);
    tui.press("<C-y>");
    assert_eq!(verdict(), Verdict::Supports);
    for (keys, expected) in [
        ("<F1>", "type to search"),
        ("<Esc><C-p>overview<Enter>", "Overview"),
        ("<Esc><F3>", "statements located"),
        ("<C-f>daily<Enter>", "“daily” 1 of 2"),
        ("<F8>", "“daily” 2 of 2"),
        ("<Esc><Esc>3<Enter>", "[1] ✗ contradicts"),
        ("<F6>", "verdict set to supports"),
        ("<F7>", "idle, 0 results"),
        ("<Esc><Esc><Esc><Esc><Right>", "Statement"),
        ("1<F4>", "Edit S001"),
        ("<Esc><F9>", "Re-run"),
        ("<Esc><C-Down>", "2 Statement S002"),
        ("<C-s>", "Export"),
    ] {
        let shown = after(&mut tui, keys);
        assert!(shown.contains(expected), "{keys}: {expected} is not in {shown}");
    }
    tui.press("<C-q>");
    assert!(tui.has_quit());
}

#[test]
fn what_lies_on_top_can_be_taken_in_and_left_by_the_mouse_alone() {
    let review = paper();
    let mut tui = open(&review, vim(&[]));
    let head = review.fold().head();
    assert!(after(&mut tui, "v2<Tab>2x").contains("^S record Enter new line Esc back"));
    tui.click(33, 47);
    assert!(!after(&mut tui, "").contains("Verdict on S001"));
    assert_eq!(review.fold().head(), head, "left, not recorded");
    after(&mut tui, "v2<Tab>2x");
    tui.click(2, 47);
    assert_eq!(review.fold().summary(ONE).verdict.unwrap().0, Verdict::Supports);
}

/// The box of a note said “Enter record” and the bottom line “Enter continue”.
#[test]
fn the_bottom_line_says_what_enter_does_in_each_field() {
    let review = paper();
    let mut tui = open(&review, vim(&[]));
    for (keys, expected) in [
        ("v", "Enter record ^S record Esc back"),
        ("x", "^S record Enter new line Esc back"),
        ("<Esc>I", "^S record Enter new line Esc back"),
        ("<Tab>", "Enter record ^S record Esc back"),
        ("<Esc>A", "^S attach Enter new line Esc back"),
        ("<Tab>", "Enter attach ^S attach Esc back"),
        ("<Esc>m", "Enter record Alt-Enter new line Esc back"),
    ] {
        let shown = after(&mut tui, keys);
        assert!(shown.contains(expected), "{keys}: {expected} is not in {shown}");
    }
}

#[test]
fn what_is_selected_is_copied_as_it_would_be_quoted() {
    let review = paper();
    let mut tui = open(&review, vim(&[]));
    let statement = review.fold().statement(ONE).unwrap().text.to_string();
    let mut copy = |keys: &str, said: &str| {
        let shown = after(&mut tui, &format!("{keys}y"));
        assert!(shown.contains(said), "{keys}: {said} is not in {shown}");
        let copied = tui.copied().map(ToString::to_string).unwrap();
        if !said.starts_with("copied only") {
            assert!(shown.contains(&format!(": {} characters", copied.chars().count())), "{shown}");
        }
        copied
    };
    assert_eq!(copy("", "copied statement S001"), statement);
    let citation = copy("3", "copied citation [1]");
    assert!(
        citation.starts_with('“') && citation.contains("”\n") && citation.contains("Metformin versus glimepiride"),
        "{citation}"
    );
    let marked = copy("<Enter>jtjt", "copied 2 ticked sentences");
    let (words, reference) = marked.rsplit_once('\n').unwrap();
    assert!(words.starts_with('“') && words.ends_with('”') && reference.contains("Diabetes Care"), "{marked}");
    let issue = copy("<Esc><Esc>5", "copied issue ");
    assert!(issue.contains(" on S001: "), "{issue}");
    let verdict = copy("6", "copied the verdict on S001");
    assert!(verdict.starts_with(&statement) && verdict.contains("\ncontradicts, 0.71 ("), "{verdict}");
    assert!(verdict.contains("\nA large randomised trial"), "{verdict}");
    assert_eq!(copy("gs", "copied the source's words for S001"), statement);
    let row = copy("<Esc>gh", "copied row ");
    assert_eq!(row, "issue confirmed\nA. Okafor, 2026-03-14 09:26 UTC");
    assert!(copy("<Esc>go", "copied contradicts").starts_with("contradicts: "));
    let report = copy("<Esc>ge", "copied the review as Markdown");
    assert!(report.contains("# Review of ") && report.contains(&statement), "{report}");
}

#[test]
fn of_what_no_terminal_would_take_the_beginning_is_copied_and_that_is_said() {
    let review = crate::fixture::blank("long.txt");
    let text: &'static str = Box::leak("é".repeat(400_000).into_boxed_str());
    let claim = crate::fixture::Claim { text, context: "", kind: Kind::Claim, counter: "", keywords: &[] };
    crate::fixture::statements(&review, &[claim]);
    let mut tui = open(&Arc::new(review), vim(&[]));
    assert!(after(&mut tui, "y").contains("copied only the first 750 of the 800 kB of statement S001"));
    assert_eq!(tui.copied().unwrap().as_str(), &text[..750_000]);
}

#[test]
fn where_there_is_nothing_to_copy_that_is_said() {
    let mut tui = Headless::new(crate::fixture::empty(), "claims", "dark", None).unwrap();
    assert!(after(&mut tui, "y").contains("nothing here to copy"));
    assert_eq!(tui.copied(), None);
}

#[test]
fn the_keys_that_are_printed_can_be_written_into_the_configuration() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let file = home.join("config/gainsay/config.toml");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let first = succeed(home, &["config", "keys"]);
    assert!(first.starts_with("keymap = \"vim\"\n[keys]\n"), "{first}");
    assert!(first.contains("\nhistory "), "{first}");
    for written in ["keymap = \"plain\"\n\n[keys]\naccept = [\"Y\", \"g a\"]\nundo = \"ctrl-u\"\nmouse = []\n", &first]
    {
        std::fs::write(&file, written).unwrap();
        let printed = succeed(home, &["config", "keys"]);
        std::fs::write(&file, &printed).unwrap();
        let again = succeed(home, &["config", "keys"]);
        let keys =
            |text: &str| text.lines().map(|l| l.split("  #").next().unwrap().trim_end().to_owned()).collect::<Vec<_>>();
        assert_eq!(keys(&again), keys(&printed));
        assert!(!again.contains("# wrong"), "{again}");
    }
    std::fs::write(&file, "keymap = \"plain\"\n\n[keys]\naccept = [\"Y\", \"g a\"]\n").unwrap();
    let printed = succeed(home, &["config", "keys"]);
    assert!(
        printed
            .lines()
            .any(|l| l.starts_with("accept ") && l.contains("[\"Y\", \"g a\"]") && l.ends_with("# config.toml:4")),
        "{printed}"
    );
}

#[test]
fn wrong_entries_are_reported_with_their_lines_and_nothing_fails() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let file = home.join("config/gainsay/config.toml");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "keymap = \"emacs\"\n[keys]\nacept = \"a\"\naccept = \"z\"\nnote = \"z\"\nflag = 7\n")
        .unwrap();
    let output = run(home, &["config", "keys"]);
    assert!(output.status.success());
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    for expected in [
        "# wrong: config.toml:1: there is no keymap “emacs”",
        "# wrong: config.toml:3: there is no command `acept`; did you mean `accept`?",
        "# wrong: config.toml:5: z would mean `note` and `accept` (config.toml:4)",
        "# wrong: config.toml:6: `flag` is 7 (integer)",
    ] {
        assert!(printed.contains(expected), "{expected} is not in {printed}");
    }
}
