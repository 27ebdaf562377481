//! How long it takes from a key to the screen.
//!
//! `cargo bench --bench interface` makes reviews of 300 and of 10,000 statements
//! and works in each as a reviewer would, at two sizes of the screen; `-- FILE`
//! takes a copy of a review that is there already. Each time is that of one
//! key: the state, the screen and the bytes for the terminal. What has to be read
//! from the file or written to it, which goes on beside the screen, is told apart.

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
const WORK: [(&str, &[&str], usize); 9] = [
    ("step to the next", &["j"], 300),
    ("through panes and evidence", &["<Tab>", "j", "j", "k"], 100),
    ("page, first, last", &["<PgDn>", "G", "gg"], 30),
    ("search, letter by letter", &["/", "m", "o", "r", "t", "a", "l", "<Enter>", "<Esc>"], 10),
    ("overview", &["go", "<Esc>"], 20),
    ("source", &["gs", "<PgDn>", "<Esc>"], 20),
    ("history", &["gh", "<Esc>"], 20),
    ("verdict forms", &["v", "<Esc>", "?", "s", "t", "a", "<Esc>", "<Esc>"], 20),
    ("accept, undo", &["a", "u"], 50),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("review.gainsay");
    println!("| statements | screen | what | keys | median | p99 | longest | file, median | p99 | bytes a key |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
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
            let (mut times, mut aside) = (Vec::new(), Vec::new());
            counted.0.set(0);
            for key in keys.iter().cycle().take(keys.len() * turns) {
                let (before, start) = (tui.aside(), Instant::now());
                tui.press(key);
                tui.draw_on(&mut terminal)?;
                aside.push(tui.aside() - before);
                times.push(start.elapsed() - (tui.aside() - before));
            }
            row(&format!("| {statements} | {width}×{height} | {what}"), [times, aside], counted.0.get());
        }
    }
    Ok(())
}

fn row(head: &str, times: [Vec<Duration>; 2], bytes: usize) {
    let count = times[0].len();
    let [keys, file] = times.map(|mut times| {
        times.sort_unstable();
        [50, 99, 100].map(|share| format!("{:.2} ms", times[(count * share / 100).min(count - 1)].as_secs_f64() * 1e3))
    });
    println!(
        "{head} | {count} | {} | {} | {} | {} | {} | {} |",
        keys[0],
        keys[1],
        keys[2],
        file[0],
        file[1],
        bytes / count
    );
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
