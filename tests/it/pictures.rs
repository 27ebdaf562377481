//! The README's pictures: the demo as it ships, drawn by the program. `UPDATE_SCREENSHOTS=1` writes them anew.

use std::{path::Path, sync::Arc};

use gainsay::{
    export,
    review::Review,
    tui::{Ground, Headless, Recent, Screen, StartOptions, StartPage, Themes, TypedAhead},
};
use jiff::{Span, Timestamp};
use ratatui::buffer::Buffer;

use crate::{screens::picture, support::clock};

const SIZE: (u16, u16) = (120, 36);

/// The review that `gainsay demo` opens.
fn demo() -> Arc<Review> {
    let packed: &[u8] = include_bytes!("../../src/cli/demo/record.json.gz");
    Arc::new(export::import(flate2::read::GzDecoder::new(packed), None, clock()).unwrap())
}

fn shoot(theme: &str, keys: &str) -> Buffer {
    let mut tui = Headless::new(demo(), "demo (SciFact)", theme, Some("Reviewer")).unwrap();
    tui.draw(SIZE.0, SIZE.1);
    tui.press(keys);
    tui.pass(10_000);
    tui.draw(SIZE.0, SIZE.1);
    tui.draw(SIZE.0, SIZE.1)
}

/// The start page of somebody who has opened the demo.
fn start() -> Buffer {
    let now = Timestamp::from_second(1_800_000_000).unwrap();
    let recent = Recent {
        path: "/home/you/.local/share/gainsay/demo.gainsay".into(),
        title: "demo (SciFact)".into(),
        opened: now - Span::new().hours(2),
        sort: None,
        counts: Some((1, 12)),
        missing: false,
    };
    let options = StartOptions {
        theme: "dark".into(),
        themes: Arc::new(Themes::default()),
        mouse: true,
        ascii: false,
        recent: vec![recent],
        demo: Some("/home/you/.local/share/gainsay/demo.gainsay".into()),
        documents: Some(60),
        now,
        remark: None,
        notice: None,
        refused: None,
        typed: TypedAhead::default(),
    };
    StartPage::new(options, Screen::Full(Ground::Dark)).unwrap().draw(SIZE.0, SIZE.1)
}

/// A reader of the README would be shown papers that nobody wrote.
#[test]
fn the_readme_shows_the_demo_as_the_program_draws_it() {
    let mut stale = Vec::new();
    for (name, theme, keys) in [
        ("main", "dark", "jjjjjjj3"),
        ("overview", "dark", "gojj"),
        ("document", "dark", "jjjjjjj3<Enter>t"),
        ("theme-paper", "paper", "jjjjjj3"),
    ] {
        stale.extend(picture(&format!("readme/{name}"), &shoot(theme, keys)).err());
    }
    stale.extend(picture("readme/start", &start()).err());
    assert!(stale.is_empty(), "{}", stale.join("\n"));

    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let pictures: Vec<&str> = readme.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    let invented: Vec<_> =
        pictures.iter().filter(|at| at.ends_with(".svg") && !at.starts_with("screenshots/readme/")).collect();
    assert!(invented.is_empty(), "{invented:?} show the tests' invented papers");
}
