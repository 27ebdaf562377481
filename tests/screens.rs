//! The screens as they are drawn: text snapshots and SVG pictures of one
//! fixture. `UPDATE_SCREENSHOTS=1` writes the pictures anew.

mod fixture;

use std::path::Path;

use fixture::{empty, paper, running};
use gainsay::tui::{Headless, svg};
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

fn picture(name: &str, buffer: &Buffer) -> Result<(), String> {
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

fn check(name: &str, mut tui: Headless, width: u16, height: u16, keys: &str, stale: &mut Vec<String>) {
    tui.draw(width, height);
    tui.press(keys);
    tui.pass(10_000);
    tui.draw(width, height);
    let buffer = tui.draw(width, height);
    insta::assert_snapshot!(name, text(&buffer));
    stale.extend(picture(name, &buffer).err());
}

fn open(theme: &str) -> Headless {
    Headless::new(paper(), "metformin-review", theme, Some("A. Okafor")).unwrap()
}

#[test]
fn the_screens_are_as_they_were() {
    let mut stale = Vec::new();
    let mut go = |name: &str, tui, (w, h), keys: &str| check(name, tui, w, h, keys, &mut stale);
    go("main-120x36", open("dark"), (120, 36), "");
    go("main-200x60", open("dark"), (200, 60), "");
    go("list-80x24", open("dark"), (80, 24), "");
    go("evidence-80x24", open("dark"), (80, 24), "3");
    go("verdict-80x24", open("dark"), (80, 24), "6");
    go("issues-120x36", open("dark"), (120, 36), "5j");
    go("evidence-120x36", open("dark"), (120, 36), "j3");
    go("undecided-120x36", open("dark"), (120, 36), "jjj");
    go("failed-120x36", open("dark"), (120, 36), "jjjj");
    go("overridden-120x36", open("dark"), (120, 36), "jj6");
    go(
        "verdict-form-120x36",
        open("dark"),
        (120, 36),
        "vchrTwo trials [1] [2] found no difference in cardiovascular death.",
    );
    go("stages-120x36", open("dark"), (120, 36), "r");
    go("documents-120x36", open("dark"), (120, 36), "Djjj");
    go("help-120x36", open("dark"), (120, 36), "?");
    go("help-80x24", open("dark"), (80, 24), "?und");
    go("light-120x36", open("light"), (120, 36), "");
    go("light-200x60", open("light"), (200, 60), "4");
    go("ansi-120x36", open("ansi"), (120, 36), "");
    go("mono-120x36", open("mono"), (120, 36), "3");
    go("empty-120x36", Headless::new(empty(), "claims", "dark", None).unwrap(), (120, 36), "");
    go("smallest-60x18", open("dark"), (60, 18), "3");
    go("tabs-100x30", open("dark"), (100, 30), "5");
    go("small-50x12", open("dark"), (50, 12), "");
    let mut ascii = open("dark");
    ascii.ascii(true);
    go("ascii-120x36", ascii, (120, 36), "");
    let (review, events) = running();
    let mut tui = Headless::new(review, "metformin-review", "dark", None).unwrap();
    events.into_iter().for_each(|event| tui.event(event));
    go("running-120x36", tui, (120, 36), "");
    let sizes = [(80, 24), (120, 36), (160, 48), (200, 60)];
    for (w, h) in sizes {
        let mut go = |name: &str, keys: &str| check(&format!("{name}-{w}x{h}"), open("dark"), w, h, keys, &mut stale);
        go("source", "gs");
        go("source-found", "jgs/dos<Enter>");
        go("document", "3<Enter>");
        go("document-marked", "3<Enter>j j ");
        go("history", "vuhrNeither trial [1] nor [2] was long enough.<C-s>fughjj<Enter>");
    }
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}
