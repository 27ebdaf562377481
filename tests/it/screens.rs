//! The screens as they are drawn: text snapshots and SVG pictures of one
//! fixture. `UPDATE_SCREENSHOTS=1` writes the pictures anew.

use std::{path::Path, sync::Arc};

use crate::fixture::{activity, calls::asking, empty, paper, running};
use gainsay::tui::{Ground, Headless, Recent, Screen, StartOptions, StartPage, Themes, TypedAhead, svg};
use gainsay::{
    domain::{Stage, StatementId},
    engine::{Activity, Event},
    reason::Need,
    review::Review,
};
use jiff::{Span, Timestamp};
use ratatui::buffer::Buffer;

fn text(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        let mut x = 0;
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            x += u16::try_from(unicode_width::UnicodeWidthStr::width(symbol)).unwrap_or(1).max(1);
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

pub fn picture(name: &str, buffer: &Buffer) -> Result<(), String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots").join(format!("{name}.svg"));
    let made = svg::render(buffer);
    if std::env::var_os("UPDATE_SCREENSHOTS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, made).unwrap();
        return Ok(());
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    if kept == made {
        Ok(())
    } else {
        Err(format!("screenshots/{name}.svg is stale; UPDATE_SCREENSHOTS=1 cargo test --test screens"))
    }
}

/// Text at every size, and pictures of it in dark and light at one.
const SIZES: [(u16, u16); 4] = [(80, 24), (120, 36), (160, 48), (200, 60)];

/// Every view, by the keys that lead to it.
const VIEWS: &[(&str, &str)] = &[
    ("main", ""),
    ("statement", "2"),
    ("against", "j3"),
    ("for", "4"),
    ("issues", "5j"),
    ("verdict", "6"),
    ("undecided", "jjj"),
    ("failed", "jjjj"),
    ("overridden", "jj6"),
    ("overview", "gojj"),
    ("agreement", "gi"),
    ("source", "gs"),
    ("source-found", "jgs/dos<Enter>"),
    ("document", "3<Enter>"),
    ("document-marked", "3<Enter>jtjt"),
    ("history", "v3<Tab>1Neither trial [1] nor [2] was long enough.<C-s>fughjj<Enter>"),
    ("calls", "Tj<Enter>jj"),
    ("export", "E"),
    ("export-form", "E<Enter>"),
    ("filter", "F"),
    ("ticked", "tjtB"),
    ("search", "/cardio"),
    ("palette", ":stat"),
    ("help", "?"),
    ("help-found", "?und"),
    ("chords", "g"),
    ("jump", "#"),
    ("themes", "gtjjjj"),
    ("documents", "Djjj"),
    ("messages", "fmLook at the appendix.<Enter>u!"),
    ("stages", "e"),
    ("rerun", "r"),
    ("verdict-form", "v1<Tab>1Two trials [1] [2] found no difference in cardiovascular death."),
    ("statement-form", "se"),
    ("split-form", "ss"),
    ("counter-form", "e1<Enter>"),
    ("scores-form", "e3<Enter>"),
    ("stance-form", "3="),
    ("report-form", "e7<Enter>"),
    ("issue-form", "I"),
    ("attach-form", "A"),
    ("note", "mThe appendix has the doses."),
];

fn shoot(name: &str, tui: &mut Headless, (width, height): (u16, u16), keys: &str) -> Buffer {
    tui.draw(width, height);
    tui.press(keys);
    tui.pass(10_000);
    tui.draw(width, height);
    let buffer = tui.draw(width, height);
    insta::assert_snapshot!(format!("{name}-{width}x{height}"), text(&buffer));
    buffer
}

/// The start page of somebody who has reviewed before.
fn start(theme: &str) -> StartPage {
    let now = Timestamp::from_second(1_800_000_000).unwrap();
    let recent = |name: &str, hours: i64, counts, missing| Recent {
        path: format!("/home/okafor/papers/{name}.gainsay").into(),
        title: name.into(),
        opened: now - Span::new().hours(hours),
        sort: None,
        counts,
        missing,
    };
    let options = StartOptions {
        theme: theme.into(),
        themes: Arc::new(Themes::default()),
        mouse: true,
        ascii: false,
        recent: vec![
            recent("metformin-review", 2, Some((5, 6)), false),
            recent("sugar-taxes-and-obesity", 30, Some((3, 12)), false),
            recent("statins-2019", 400, Some((40, 40)), true),
            recent("abstracts-to-check", 2_000, None, false),
        ],
        demo: None,
        documents: Some(5_183),
        now,
        remark: None,
        notice: None,
        refused: None,
        typed: TypedAhead::default(),
    };
    StartPage::new(options, Screen::Full(Ground::Dark)).unwrap()
}

fn open(theme: &str) -> Headless {
    Headless::new(paper(), "metformin-review", theme, Some("A. Okafor")).unwrap()
}

#[test]
fn every_view_looks_as_it_did_at_every_size() {
    let mut stale = Vec::new();
    for (name, keys) in VIEWS {
        for size in SIZES {
            let buffer = shoot(name, &mut open("dark"), size, keys);
            if size == (120, 36) || *name == "main" {
                stale.extend(picture(&format!("{name}-{}x{}", size.0, size.1), &buffer).err());
                let mut light = open("light");
                light.draw(size.0, size.1);
                light.press(keys);
                light.pass(10_000);
                light.draw(size.0, size.1);
                let name = format!("{name}-{}x{}-light", size.0, size.1);
                stale.extend(picture(&name, &light.draw(size.0, size.1)).err());
            }
        }
    }
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}

#[test]
fn other_looks_and_states_are_as_they_were() {
    let mut stale = Vec::new();
    let mut go = |name: &str, mut tui: Headless, size: (u16, u16), keys: &str| {
        let buffer = shoot(name, &mut tui, size, keys);
        stale.extend(picture(&format!("{name}-{}x{}", size.0, size.1), &buffer).err());
    };
    go("ansi", open("ansi"), (120, 36), "");
    go("mono", open("mono"), (120, 36), "3");
    let mut ascii = open("dark");
    ascii.ascii(true);
    go("ascii", ascii, (120, 36), "");
    for size in SIZES {
        go("empty", Headless::new(empty(), "claims", "dark", None).unwrap(), size, "");
    }
    go("smallest", open("dark"), (60, 18), "3");
    go("tabs", open("dark"), (100, 30), "5");
    go("small", open("dark"), (50, 12), "");
    for (name, keys) in [("running", ""), ("activity", "ga")] {
        for size in SIZES {
            let (review, events) = running();
            let mut tui = Headless::new(review, "metformin-review", "dark", None).unwrap();
            events.into_iter().for_each(|event| tui.event(event));
            tui.doing(activity());
            go(name, tui, size, keys);
        }
    }
    for size in SIZES {
        let (review, events) = written();
        let mut tui = Headless::new(review, "metformin-review", "dark", None).unwrap();
        tui.doing(Activity { asking: vec![asking(Stage::Report, WRITTEN)], ..activity() });
        events.into_iter().for_each(|event| tui.event(event));
        go("writing", tui, size, "6G");
    }
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}

/// As much of a report as is there.
const WRITTEN: &str = "A large randomised trial found no difference in cardiovascular death between metformin and \
                       glimepiride [1], and a meta-analysis of 15 trials agrees [2]. One registry";

/// The first statement's report is being written, and another run found no server.
fn written() -> (Arc<Review>, Vec<Event>) {
    let why = "no answer from the model server at http://127.0.0.1:11434/ (connection refused); start it with `ollama \
               serve`, or set `ollama.host`";
    let events = vec![
        Event::Started(Some(StatementId(1)), Stage::Report),
        Event::Progress { done: 0, total: 6 },
        Event::Halted { need: Need::Server, why: why.into(), waiting: 5 },
    ];
    (paper(), events)
}

#[test]
fn the_start_page_looks_as_it_did_at_every_size() {
    let mut stale = Vec::new();
    for (name, theme, keys) in [("start", "dark", ""), ("start-found", "light", "sgr")] {
        for size in SIZES {
            let mut page = start(theme);
            page.press(keys);
            let buffer = page.draw(size.0, size.1);
            insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), text(&buffer));
            stale.extend(picture(&format!("{name}-{}x{}", size.0, size.1), &buffer).err());
        }
    }
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}

#[test]
fn every_theme_looks_as_it_did() {
    let mut stale = Vec::new();
    // The text is the same in all of them.
    for shelved in Themes::default().list() {
        let mut tui = open(&shelved.name);
        tui.draw(120, 36);
        tui.press("j3");
        tui.draw(120, 36);
        stale.extend(picture(&format!("theme-{}-120x36", shelved.name), &tui.draw(120, 36)).err());
    }
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}
