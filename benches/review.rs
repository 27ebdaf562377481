//! How fast a long review opens, and how fast its list follows an act.
//!
//! `cargo bench --bench review` makes reviews of 300 and of 10,000 statements,
//! all ten stages worked out, with values of the size that the builtin reasoner
//! makes of SciFact's claims. `cargo bench --bench review -- FILE` opens a
//! review that is there already. Each file is opened in a process of its own,
//! so that the memory told is that of opening it.

mod made;

use std::{
    error::Error,
    fs,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use gainsay::{
    desk::Dossier,
    review::{Act, Draft, Review, Who},
};
use made::clock;

/// Says that this process is to open the file named after it.
const OPEN: &str = "open";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [OPEN, file, from] => return open(Path::new(file), from),
        [file] => {
            heading();
            return measure(Path::new(file), "the file as it is");
        }
        _ => {}
    }
    let folder = tempfile::tempdir()?;
    for (i, statements) in [300, 10_000].into_iter().enumerate() {
        let path = folder.path().join(format!("{statements}.gainsay"));
        let start = Instant::now();
        made::review(&path, statements)?;
        eprintln!("{statements} statements made in {:.1} s", start.elapsed().as_secs_f64());
        if i == 0 {
            heading();
        }
        measure(&path, "the fold that was kept")?;
        // As after a crash: nothing but the journal.
        rusqlite::Connection::open(&path)?.execute_batch("DROP TABLE projection")?;
        measure(&path, "the rows alone")?;
        fs::remove_file(&path)?;
    }
    Ok(())
}

fn heading() {
    println!("| statements | rows | file | opened from | open | list read | after an act | resident | at most |");
    println!("|---|---|---|---|---|---|---|---|---|");
}

fn measure(path: &Path, from: &str) -> Result<(), Box<dyn Error>> {
    let status = Command::new(std::env::current_exe()?).arg(OPEN).arg(path).arg(from).status()?;
    if status.success() { Ok(()) } else { Err(format!("opening {} failed", path.display()).into()) }
}

/// Opens a review and prints a row of the table.
fn open(path: &Path, from: &str) -> Result<(), Box<dyn Error>> {
    let size = fs::metadata(path)?.len();
    let (review, opened) = timed(|| Review::open(path, clock()));
    let review = review?;
    let (mut shown, read) = timed(|| Dossier::read(&review));
    let (resident, most) = (memory("VmRSS:")?, memory("VmHWM:")?);
    let rows = review.fold().head();
    let ids: Vec<_> = review.fold().statements().iter().map(|s| s.id).collect();
    let mut updates = Vec::new();
    for id in ids.iter().step_by((ids.len() / 20).max(1)) {
        let act = Act::Flag { statement: *id, on: true };
        review.append(vec![Draft { who: Who::Reviewer("Ada".into()), act, blobs: Vec::new() }])?;
        let (next, took) = timed(|| shown.update(&review));
        shown = next;
        updates.push(took);
    }
    updates.sort_unstable();
    let median = updates.get(updates.len() / 2).copied().unwrap_or_default();
    let ms = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
    println!(
        "| {} | {rows} | {:.0} MB | {from} | {} | {} | {} | {resident:.0} MB | {most:.0} MB |",
        shown.rows.len(),
        size as f64 / 1e6,
        ms(opened),
        ms(read),
        ms(median),
    );
    Ok(())
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed())
}

/// What the system says of this process's memory, in MB; 0 where it says nothing.
fn memory(what: &str) -> Result<f64, Box<dyn Error>> {
    let Ok(status) = fs::read_to_string("/proc/self/status") else { return Ok(0.0) };
    let line = status.lines().find_map(|line| line.strip_prefix(what)).unwrap_or("0 kB");
    Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? * 1024.0 / 1e6)
}
