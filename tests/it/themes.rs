//! Every theme can be read: by what it says, and by what is drawn in it; and the
//! one is taken that fits the terminal.

#![cfg(unix)]

use std::{path::Path, sync::Arc};

use crate::fixture::{paper, running};
use crate::support::{program::succeed, terminal::Terminal};
use gainsay::tui::{Headless, Role, Theme, Themes};
use ratatui::{
    buffer::Cell,
    style::{Color, Modifier},
};

/// Surfaces that words of any role stand on.
const SURFACES: [Role; 4] = [Role::Base, Role::Selected, Role::Overlay, Role::Header];

/// Lines and bars, which carry no words.
const SHAPES: [Role; 4] = [Role::Faint, Role::Chart, Role::ChartSecond, Role::Track];

/// What words must have: WCAG's AA, and AAA in the themes that promise it.
fn least(theme: &str) -> f64 {
    if theme.starts_with("contrast") { 7.0 } else { 4.5 }
}

fn themes() -> Vec<Arc<Theme>> {
    let themes = Themes::default();
    themes.list().iter().map(|shelved| themes.get(&shelved.name).unwrap()).collect()
}

fn in_colours() -> Vec<Arc<Theme>> {
    themes().into_iter().filter(|theme| matches!(theme.get(Role::Base).bg, Some(Color::Rgb(..)))).collect()
}

fn luminance(color: Color) -> f64 {
    let Color::Rgb(r, g, b) = color else { panic!("{color} is the terminal's own") };
    let channel = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b)
}

/// The contrast of two colours, 1 to 21.
fn contrast(one: Color, other: Color) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn all_ten_are_there() {
    let names: Vec<String> = themes().iter().map(|theme| theme.name().to_owned()).collect();
    assert_eq!(names.len(), 10, "{names:?}");
    assert_eq!(in_colours().len(), 8);
    assert!(themes().iter().all(|theme| !theme.about().is_empty()));
}

#[test]
fn every_text_can_be_read_on_every_surface_it_is_on() {
    let mut bad = Vec::new();
    for theme in in_colours() {
        let surface = |role: Role| theme.get(role).bg.unwrap();
        for role in Role::ALL.into_iter().filter(|role| !SHAPES.contains(role)) {
            let Some(fg) = theme.get(role).fg else { continue };
            let on: Vec<Color> = match theme.get(role).bg {
                Some(own) => vec![own],
                None => SURFACES.map(surface).to_vec(),
            };
            for bg in on {
                let ratio = contrast(fg, bg);
                if ratio < least(theme.name()) {
                    bad.push(format!("{}: {role:?} {fg} on {bg} has {ratio:.2}", theme.name()));
                }
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn bars_differ_from_each_other_and_from_their_background() {
    for theme in in_colours() {
        let base = theme.get(Role::Base).bg.unwrap();
        let colour = |role: Role| theme.get(role).fg.unwrap();
        for bar in [Role::Chart, Role::ChartSecond] {
            assert!(contrast(colour(bar), base) >= 3.0, "{}: {bar:?} on its ground", theme.name());
            assert!(contrast(colour(bar), colour(Role::Track)) >= 2.0, "{}: {bar:?} on its track", theme.name());
        }
        let (Color::Rgb(r, g, b), Color::Rgb(x, y, z)) = (colour(Role::Chart), colour(Role::ChartSecond)) else {
            panic!("{}", theme.name())
        };
        let apart = u32::from(r.abs_diff(x)) + u32::from(g.abs_diff(y)) + u32::from(b.abs_diff(z));
        assert!(apart >= 60, "{}: the bars are {apart} apart", theme.name());
    }
    // Where there is little or no colour, something else tells them apart.
    for theme in themes() {
        let roles = [Role::Chart, Role::ChartSecond, Role::Track].map(|role| theme.get(role));
        assert!(roles[0] != roles[1] && roles[1] != roles[2] && roles[0] != roles[2], "{}", theme.name());
    }
}

#[test]
fn mono_has_no_colour_and_still_shows_the_selection() {
    let theme = Themes::default().get("mono").unwrap();
    for role in Role::ALL {
        let style = theme.get(role);
        assert!([style.fg, style.bg].iter().flatten().all(|c| *c == Color::Reset), "{role:?}");
    }
    assert!(theme.get(Role::Selected).add_modifier.contains(Modifier::REVERSED));
    for screen in screens("mono") {
        for cell in &screen {
            assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset), "“{}”", cell.symbol());
        }
    }
}

/// What a reviewer sees in a day, in a theme.
fn screens(theme: &str) -> Vec<Vec<Cell>> {
    let days = [
        "",
        "L",
        "j3",
        "4",
        "5j",
        "6",
        "jjj",
        "jjjj",
        "v1<Tab>1Why. [1]",
        "r",
        "e",
        "Djjj",
        "?",
        "?und",
        ":ver",
        "#",
        "F",
        "B",
        "I",
        "A",
        "tt",
        "gs/dos<Enter>",
        "jgs",
        "3<Enter>j j ",
        "3<Enter>/dose<Enter>",
        "go",
        "goj",
        "ga",
        "E",
        "E<Enter>",
        "gt",
        "v3<Tab>1Neither trial [1] nor [2] was long enough.<C-s>fughjj<Enter>",
        "/met",
        "!",
        "g",
        "se",
        "xq",
    ];
    let mut screens = Vec::new();
    // Where there is little room, everything is drawn by the same hands.
    for (width, height, some) in [(80, 24, 7), (160, 48, days.len())] {
        let mut draw = |mut tui: Headless, keys: &str| {
            tui.draw(width, height);
            tui.press(keys);
            tui.pass(1_000);
            tui.draw(width, height);
            screens.push(tui.draw(width, height).content().to_vec());
        };
        for keys in &days[..some] {
            draw(Headless::new(paper(), "metformin-review", theme, Some("A. Okafor")).unwrap(), keys);
        }
        let (review, events) = running();
        let mut tui = Headless::new(review, "metformin-review", theme, None).unwrap();
        events.into_iter().for_each(|event| tui.event(event));
        draw(tui, "ga");
    }
    screens
}

#[test]
fn every_word_that_is_drawn_can_be_read() {
    let mut bad = std::collections::BTreeSet::new();
    for theme in in_colours() {
        for screen in screens(theme.name()) {
            for cell in screen.iter().filter(|cell| cell.symbol().chars().any(char::is_alphanumeric)) {
                let ratio = contrast(cell.fg, cell.bg);
                if ratio < least(theme.name()) {
                    bad.insert(format!("{}: {} on {} has {ratio:.2}", theme.name(), cell.fg, cell.bg));
                }
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_theme_is_tried_on_while_one_moves_and_kept_only_on_enter() {
    let mut tui = Headless::new(paper(), "metformin-review", "dark", Some("A. Okafor")).unwrap();
    let mut ground = |keys: &str| {
        tui.draw(120, 36);
        tui.press(keys);
        let buffer = tui.draw(120, 36);
        let foot = (33..36).flat_map(|y| (0..120).map(move |x| (x, y)));
        let said: String = foot.map(|at| buffer[at].symbol()).collect();
        (buffer[(0, 1)].bg, said)
    };
    let base = |theme: &str| Themes::default().get(theme).unwrap().get(Role::Base).bg.unwrap();
    assert_eq!(ground("gt").0, base("dark"));
    assert_eq!(ground("j").0, base("light"));
    assert_eq!(ground("jj").0, base("contrast-light"));
    assert_eq!(ground("<Esc>").0, base("dark"));
    assert_eq!(ground("gt<Down><Down>").0, base("contrast"));
    let (kept, said) = ground("<Enter>");
    assert_eq!(kept, base("contrast"));
    assert!(said.contains("theme = \"contrast\""), "{said}");
    assert_eq!(ground("gt<Esc>").0, base("contrast"));
}

const DARK: (u8, u8, u8) = (0x12, 0x15, 0x1c);
const LIGHT: (u8, u8, u8) = (0xfb, 0xfa, 0xf7);
/// Where nothing but the ground is.
const CORNER: (u16, u16) = (0, 1);

/// The demo in a terminal that shows every colour, once it has asked what the terminal is like.
fn asking(home: &Path, args: &[&str], environment: &[(&str, &str)]) -> Terminal {
    let program = Path::new(env!("CARGO_BIN_EXE_gainsay"));
    let environment: Vec<_> = environment.iter().copied().chain([("COLORTERM", "truecolor")]).collect();
    let args: Vec<&str> = ["demo"].iter().chain(args).copied().collect();
    Terminal::start_with(program, &args, home, (120, 36), &environment)
}

fn leave(mut terminal: Terminal) -> Vec<u8> {
    terminal.keys("q");
    let (status, bytes) = terminal.end();
    assert!(status.success(), "{status:?}");
    bytes
}

#[test]
fn the_theme_goes_by_the_terminals_answer_and_the_keys_around_it_are_not_lost() {
    for (answer, ground) in [("11;rgb:ffff/ffff/ffff\x1b\\", LIGHT), ("11;rgb:0000/0000/0000\x07", DARK)] {
        let folder = tempfile::tempdir().unwrap();
        let mut terminal = asking(folder.path(), &[], &[]);
        terminal.until_written("\x1b]11;?");
        terminal.keys(&format!("g\x1b]{answer}t"));
        terminal.until_on(CORNER, ground);
        // The two keys are one chord.
        terminal.see("deep water");
        terminal.keys("q");
        terminal.until("the panes", |screen| !screen.contains("deep water"));
        leave(terminal);
    }
}

#[test]
fn a_terminal_that_does_not_answer_is_taken_for_dark_and_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = asking(folder.path(), &[], &[]);
    terminal.until_on(CORNER, DARK);
    // An answer that comes late is heard, not typed.
    terminal.keys("\x1b]11;rgb:ffff/ffff/ffff\x1b\\");
    terminal.until_on(CORNER, LIGHT);
    leave(terminal);
}

#[test]
fn a_terminal_is_asked_only_where_that_matters() {
    let folder = tempfile::tempdir().unwrap();
    for (args, environment, ground) in [
        (&["--theme", "paper"][..], &[][..], Some((0xf6, 0xee, 0xdd))),
        (&[], &[("NO_COLOR", "1")], None),
        (&["--theme", "lamp"], &[("NO_COLOR", "1")], Some((0x1c, 0x18, 0x14))),
    ] {
        let terminal = asking(folder.path(), args, environment);
        terminal.see("4 For");
        if let Some(ground) = ground {
            terminal.until_on(CORNER, ground);
        }
        let bytes = leave(terminal);
        assert!(!String::from_utf8_lossy(&bytes).contains("\x1b]11;?"), "{args:?}");
    }
}

#[test]
fn themes_of_ones_own_are_listed_used_and_reported_when_they_are_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let themes = folder.path().join("config/gainsay/themes");
    std::fs::create_dir_all(&themes).unwrap();
    let mine = "about = \"my own\"\ninherits = \"light\"\n[roles]\nbase = { fg = \"#000000\", bg = \"#fffff0\" }\n";
    std::fs::write(themes.join("mine.toml"), mine).unwrap();
    std::fs::write(themes.join("bad.toml"), "inherits = \"light\"\n[roles]\ntext = { fg = \"blau\" }\n").unwrap();
    let listed = succeed(folder.path(), &["config", "themes"]);
    assert!(listed.contains("mine") && listed.contains("my own") && listed.contains("contrast-light"), "{listed}");
    assert!(listed.contains("wrong: line 3"), "{listed}");
    let terminal = asking(folder.path(), &["--theme", "mine"], &[]);
    terminal.until_on(CORNER, (0xff, 0xff, 0xf0));
    leave(terminal);
    let terminal = asking(folder.path(), &["--theme", "bad"], &[]);
    terminal.until_on(CORNER, LIGHT);
    let told = terminal.see("bad.toml, line 3");
    assert!(told.contains("blau") || told.contains("Esc dismiss"), "{told}");
    leave(terminal);
}
