//! How long it takes from a key to the screen.
//!
//! `cargo bench --bench interface` makes reviews of 300 and of 10,000 statements
//! and works in each as a reviewer would, at two sizes of the screen; `-- FILE`
//! takes a copy of a review that is there already. Each time is that of one
//! key: the state, whatever has to be read from the file for it, the screen, and
//! the bytes for the terminal.

mod made;

use std::{
    cell::Cell,
    error::Error,
    fs, io,
    path::Path,
    rc::Rc,
    sync::Arc,
    time::{Duration, Instant},
};

use gainsay::{review::Review, tui::Headless};
use ratatui::{Terminal, TerminalOptions, Viewport, backend::CrosstermBackend, layout::Rect};

/// What is done, with which keys, and how often in a review of 300.
const WORK: [(&str, &[&str], usize); 7] = [
    ("step to the next", &["j"], 300),
    ("through panes and evidence", &["<Tab>", "j", "j", "k"], 100),
    ("page, first, last", &["<PgDn>", "G", "gg"], 30),
    ("search, letter by letter", &["/", "m", "o", "r", "t", "a", "l", "<Enter>", "<Esc>"], 10),
    ("views", &["go", "<Esc>", "gs", "<PgDn>", "<Esc>", "gh", "<Esc>"], 10),
    ("verdict forms", &["v", "<Esc>", "?", "s", "t", "a", "<Esc>", "<Esc>"], 20),
    ("accept, undo", &["a", "u"], 50),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("review.gainsay");
    println!("| statements | screen | what | keys | median | p99 | longest | bytes a key |");
    println!("|---|---|---|---|---|---|---|---|");
    if let Some(file) = std::env::args().skip(1).find(|argument| !argument.starts_with("--")) {
        fs::copy(file, &path)?;
        return work(&path);
    }
    for statements in [300, 10_000] {
        made::review(&path, statements)?;
        work(&path)?;
        fs::remove_file(&path)?;
    }
    Ok(())
}

fn work(path: &Path) -> Result<(), Box<dyn Error>> {
    for (width, height) in [(120, 40), (200, 60)] {
        let review = Arc::new(Review::open(path, made::clock())?);
        let statements = review.fold().statements().len();
        let mut tui = Headless::new(review, "made for this", "dark", Some("Ada"))?;
        let counted = Counted::default();
        let options = TerminalOptions { viewport: Viewport::Fixed(Rect::new(0, 0, width, height)) };
        let mut terminal = Terminal::with_options(CrosstermBackend::new(counted.clone()), options)?;
        tui.draw_on(&mut terminal)?;
        for (what, keys, turns) in WORK {
            tui.press("<Esc>gg");
            let mut times = Vec::new();
            counted.0.set(0);
            for key in keys.iter().cycle().take(keys.len() * turns) {
                let start = Instant::now();
                tui.press(key);
                tui.draw_on(&mut terminal)?;
                times.push(start.elapsed());
            }
            row(&format!("| {statements} | {width}×{height} | {what}"), times, counted.0.get());
        }
    }
    Ok(())
}

fn row(head: &str, mut times: Vec<Duration>, bytes: usize) {
    times.sort_unstable();
    let count = times.len();
    let at = |share: usize| format!("{:.2} ms", times[(count * share / 100).min(count - 1)].as_secs_f64() * 1e3);
    println!("{head} | {count} | {} | {} | {} | {} |", at(50), at(99), at(100), bytes / count);
}

/// Counts what is written.
#[derive(Clone, Default)]
struct Counted(Rc<Cell<usize>>);

impl io::Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.set(self.0.get() + bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
