//! Time and memory of the program with much to do.
//!
//! `cargo bench --bench scale -- claims 10000` checks that many claims over 5,000 abstracts to the end, trees alone, and
//! exports and imports the review; `-- documents 200000` adds that many abstracts to a library, as a stream. Without
//! arguments both run, smaller. Abstracts and claims are mixed from the sentences of the demo. The program runs as a
//! process of its own; the memory is the most that it had, as Linux counts it.

use std::{
    error::Error,
    fs::{self, File},
    io::{BufWriter, Write},
    path::Path,
    process::{Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

const CORPUS: &str = include_str!("../src/cli/demo/corpus.jsonl");

/// How many abstracts the claims are checked against.
const ABSTRACTS: usize = 5_000;
/// Sentences of an abstract.
const SENTENCES: usize = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let count = |default: usize| arguments.get(1).map_or(Ok(default), |count| count.parse());
    println!("| what | time | memory at most | file |");
    println!("|---|---|---|---|");
    match arguments.first().map(String::as_str) {
        Some("claims") => claims(count(10_000)?),
        Some("documents") => documents(count(200_000)?),
        _ => {
            claims(300)?;
            documents(5_000)
        }
    }
}

fn claims(count: usize) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let home = folder.path();
    let at = |name: &str| home.join(name);
    let mut mix = Mix::new();
    write_documents(&at("corpus.jsonl"), ABSTRACTS, &mut mix)?;
    run(home, &["library", "add", "corpus.jsonl"])?;
    let mut file = BufWriter::new(File::create(at("claims.jsonl"))?);
    for id in 0..count {
        writeln!(file, "{}", json!({ "id": id, "claim": mix.sentence() }))?;
    }
    file.into_inner()?.sync_all()?;
    let statements = |path: &Path| Ok::<_, Box<dyn Error>>(fs::metadata(path)?.len() as f64 / count as f64 / 1e3);
    let row = |what: &str, ran: &Ran, kept: f64| {
        println!("| {what} | {:.1} s | {:.0} MB | {kept:.1} kB a statement |", ran.time.as_secs_f64(), ran.memory);
    };
    let checked = run(home, &["--no-encoder", "check", "claims.jsonl", "--quiet"])?;
    row(&format!("{count} claims checked"), &checked, statements(&at("claims.gainsay"))?);
    let exported = run(home, &["export", "claims.gainsay", "--format", "json", "--out", "export.json"])?;
    row("exported as JSON", &exported, statements(&at("export.json"))?);
    let imported = run(home, &["--no-encoder", "check", "export.json", "--quiet"])?;
    row("imported again", &imported, statements(&at("export.gainsay"))?);
    let csv = run(home, &["export", "claims.gainsay", "--format", "csv", "--out", "export.csv"])?;
    row("exported as CSV", &csv, statements(&at("export.csv"))?);
    Ok(())
}

fn documents(count: usize) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let home = folder.path();
    write_documents(&home.join("corpus.jsonl"), count, &mut Mix::new())?;
    let added = run(home, &["library", "add", "corpus.jsonl"])?;
    let size = |name: &str| Ok::<_, Box<dyn Error>>(fs::metadata(home.join(name))?.len() as f64 / 1e6);
    println!(
        "| {count} documents added from {:.0} MB | {:.1} s | {:.0} MB | {:.0} MB |",
        size("corpus.jsonl")?,
        added.time.as_secs_f64(),
        added.memory,
        size("data/gainsay/library.sqlite")?,
    );
    Ok(())
}

fn write_documents(path: &Path, count: usize, mix: &mut Mix) -> Result<(), Box<dyn Error>> {
    let mut file = BufWriter::new(File::create(path)?);
    for id in 0..count {
        let sentences: Vec<String> = (0..SENTENCES).map(|_| mix.sentence()).collect();
        let title = format!("Trial {id} of {}", mix.below(1 << 30));
        writeln!(file, "{}", json!({ "doc_id": id, "title": title, "abstract": sentences }))?;
    }
    Ok(file.flush()?)
}

/// What a run of the program took.
struct Ran {
    time: Duration,
    /// In MB.
    memory: f64,
}

fn run(home: &Path, arguments: &[&str]) -> Result<Ran, Box<dyn Error>> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gainsay"));
    command.args(arguments).current_dir(home).env_clear().stdout(Stdio::null());
    for (name, folder) in [("HOME", ""), ("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config")] {
        command.env(name, home.join(folder));
    }
    let begun = Instant::now();
    let mut child = command.env("GAINSAY_REASONER", "builtin").spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut memory = 0.0_f64;
    let ended: ExitStatus = loop {
        if let Some(ended) = child.try_wait()? {
            break ended;
        }
        let told = fs::read_to_string(&status).unwrap_or_default();
        let most = told.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        memory = memory.max(most.unwrap_or(0.0) * 1024.0 / 1e6);
        thread::sleep(Duration::from_millis(5));
    };
    if !ended.success() {
        return Err(format!("gainsay {} ended with {ended}", arguments.join(" ")).into());
    }
    Ok(Ran { time: begun.elapsed(), memory })
}

/// Sentences of the demo's abstracts with other numbers in them, the same ones every time.
struct Mix {
    sentences: Vec<String>,
    state: u64,
}

impl Mix {
    fn new() -> Self {
        let abstracts = CORPUS.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let sentences = abstracts.flat_map(|record| {
            let sentences = record["abstract"].as_array().cloned().unwrap_or_default();
            sentences.into_iter().filter_map(|sentence| Some(sentence.as_str()?.trim().to_owned()))
        });
        Self { sentences: sentences.filter(|sentence| sentence.len() > 40).collect(), state: 1 }
    }

    fn below(&mut self, end: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % end
    }

    fn sentence(&mut self) -> String {
        let at = self.below(self.sentences.len());
        let sentence = self.sentences[at].clone();
        let other = |c: char| if c.is_ascii_digit() && c != '0' { char::from(b'1' + self.below(9) as u8) } else { c };
        sentence.chars().map(other).collect()
    }
}
