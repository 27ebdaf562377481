//! Time and memory of the program with much to do.
//!
//! `cargo bench --bench scale -- claims 10000` checks that many claims over 5,000 abstracts to the end, trees alone, and
//! exports and imports the review; `-- documents 200000` adds that many abstracts to a library, as a stream, makes their
//! vectors, and searches them by word and by meaning. Without arguments both run, smaller. Abstracts and claims are mixed
//! from the sentences of the demo; in those of `documents` some words are others, so that the vocabulary grows with the
//! texts as it does in real ones. The program runs as a process of its own, the searches in this one; the memory is the
//! most that either had, as Linux counts it. Beside the time of a search is the time that processors spent on it, which
//! other programs do not lengthen.
//!
//! `-- documents 1000000 FOLDER` takes SciFact's abstracts in FOLDER for them: all of them, and others mixed from the
//! sentences of those that no dev claim cites. Then the dev claims are searched for, and the quality of the search is
//! measured as well. `-- search LIBRARY [FOLDER]` searches a library that is there.

use std::{
    error::Error,
    fs::{self, File},
    io::{BufWriter, Write},
    path::Path,
    process::{Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use gainsay::{
    embed::Table,
    eval::{self, Claim, Corpus},
    library::{KeywordQuery, Library, Ranking},
};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};

const CORPUS: &str = include_str!("../src/cli/demo/corpus.jsonl");

/// How many abstracts the claims are checked against.
const ABSTRACTS: usize = 5_000;
/// Sentences of an abstract.
const SENTENCES: usize = 9;
/// How many searches are timed, and how many documents each is to find.
const QUERIES: usize = 200;
const FOUND: usize = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let count = |default: usize| arguments.get(1).map_or(Ok(default), |count| count.parse());
    println!("| what | time | memory at most | file |");
    println!("|---|---|---|---|");
    match arguments.first().map(String::as_str) {
        Some("claims") => claims(count(10_000)?),
        Some("documents") => documents(count(200_000)?, arguments.get(2).map(Path::new)),
        Some("search") => {
            let library = Library::open_read_only(Path::new(arguments.get(1).ok_or("name a library")?))?;
            let real = arguments.get(2).map(|folder| Real::read(Path::new(folder))).transpose()?;
            search_all(&library, real.as_ref())
        }
        _ => {
            claims(300)?;
            documents(5_000, None)
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

fn documents(count: usize, scifact: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let home = folder.path();
    let real = scifact.map(Real::read).transpose()?;
    let mut mix = real.as_ref().map_or_else(Mix::new, Real::mix);
    mix.vocabulary = Some(Vocabulary::default());
    let lines = real.as_ref().map_or(&[][..], |real| &real.lines);
    write_documents_after(lines, &home.join("corpus.jsonl"), count, &mut mix)?;
    let path = home.join("data/gainsay/library.sqlite");
    let megabytes = |path: &Path| Ok::<_, Box<dyn Error>>(fs::metadata(path)?.len() as f64 / 1e6);
    let row = |what: &str, ran: &Ran| {
        let (time, size) = (ran.time.as_secs_f64(), megabytes(&path)?);
        println!("| {what} ({:.0}/s) | {time:.1} s | {:.0} MB | {size:.0} MB |", count as f64 / time, ran.memory);
        Ok::<_, Box<dyn Error>>(())
    };
    let words = mix.vocabulary.as_ref().map_or(0, |vocabulary| vocabulary.words);
    let from = megabytes(&home.join("corpus.jsonl"))?;
    let added = run(home, &["library", "add", "--no-vectors", "corpus.jsonl"])?;
    fs::remove_file(home.join("corpus.jsonl"))?;
    row(&format!("{count} documents added from {from:.0} MB, {words} words of their own"), &added)?;
    let embedded = run(home, &["library", "embed", "--server", "builtin"])?;
    row("vectors made", &embedded)?;
    let library = Library::open(&path)?;
    search_all(&library, real.as_ref())
}

/// Searches a library for many texts, and says how long that takes and how good it is.
fn search_all(library: &Library, real: Option<&Real>) -> Result<(), Box<dyn Error>> {
    let queries = match real {
        Some(real) => real.claims.iter().map(|claim| claim.text.to_string()).collect(),
        None => Mix::new().sentences.into_iter().take(QUERIES).collect::<Vec<_>>(),
    };
    let by_word = |query: &str| Ok(library.keyword(&KeywordQuery::new(query), FOUND)?);
    let found = search("searched by word", &queries, by_word)?;
    real.iter().for_each(|real| real.print_quality("by word", &found));
    if library.without_vector(Table::MODEL)? == 0 {
        let table = Table::builtin()?;
        let by_meaning = |query: &str| Ok(library.semantic(Table::MODEL, &[table.embed(query)], FOUND)?);
        let found = search("searched by meaning", &queries, by_meaning)?;
        real.iter().for_each(|real| real.print_quality("by meaning", &found));
    }
    Ok(())
}

/// SciFact's abstracts and claims.
struct Real {
    corpus: Corpus,
    claims: Vec<Claim>,
    /// The abstracts as records.
    lines: Vec<String>,
}

impl Real {
    fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let corpus = Corpus::read(&folder.join("corpus.jsonl"))?;
        let claims = eval::claims(&folder.join("claims_dev.jsonl"), &corpus)?;
        let lines = fs::read_to_string(folder.join("corpus.jsonl"))?.lines().map(str::to_owned).collect();
        Ok(Self { corpus, claims, lines })
    }

    /// Of the abstracts that no claim cites, so that what is mixed is evidence for none.
    fn mix(&self) -> Mix {
        let cited = |number: u64| self.claims.iter().any(|claim| claim.cited.contains(&number));
        let records = self.lines.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let others = records.filter(|record| record["doc_id"].as_u64().is_none_or(|number| !cited(number)));
        Mix::of(others)
    }

    /// Prints nDCG@10, what a claim's authors cited being relevant.
    fn print_quality(&self, what: &str, found: &[Ranking]) {
        let gain = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
        let mut sum = 0.0;
        for (claim, ranking) in self.claims.iter().zip(found) {
            let is_cited = |at: &usize| {
                self.corpus.number(&ranking.hits[*at].doc).is_some_and(|number| claim.cited.contains(&number))
            };
            let gained: f64 = (0..ranking.hits.len().min(10)).filter(is_cited).map(gain).sum();
            sum += gained / (0..claim.cited.len().min(10)).map(gain).sum::<f64>();
        }
        println!("| nDCG@10 of {} claims {what} | {:.4} | | |", self.claims.len(), sum / self.claims.len() as f64);
    }
}

/// Says how long searches take, and the first, which reads the vectors or the lengths of passages; what was found.
fn search(
    what: &str,
    queries: &[String],
    mut search: impl FnMut(&str) -> Result<Ranking, Box<dyn Error>>,
) -> Result<Vec<Ranking>, Box<dyn Error>> {
    let begun = Instant::now();
    search(&queries[0])?;
    let first = begun.elapsed().as_secs_f64() * 1e3;
    let (mut times, mut spent, mut found) = (Vec::new(), Vec::new(), Vec::new());
    for query in queries {
        let (begun, processors) = (Instant::now(), processor_time());
        found.push(search(query)?);
        times.push(begun.elapsed().as_secs_f64() * 1e3);
        spent.push(processor_time() - processors);
    }
    let at = |times: &mut Vec<f64>, share: f64| {
        times.sort_by(f64::total_cmp);
        times[((times.len() - 1) as f64 * share) as usize]
    };
    let memory = most_memory(std::process::id());
    println!(
        "| {what}, {} queries | p50 {:.1} ms, p95 {:.1} ms, the first {first:.0} ms; processors p50 {:.1} ms, p95 {:.1} ms \
         | {memory:.0} MB | |",
        times.len(),
        at(&mut times, 0.5),
        at(&mut times, 0.95),
        at(&mut spent, 0.5),
        at(&mut spent, 0.95),
    );
    Ok(found)
}

/// What processors have spent on this process so far, in milliseconds.
fn processor_time() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

/// The most memory that a process had so far, in MB.
fn most_memory(process: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
    most.unwrap_or(0.0) * 1024.0 / 1e6
}

fn write_documents(path: &Path, count: usize, mix: &mut Mix) -> Result<(), Box<dyn Error>> {
    write_documents_after(&[], path, count, mix)
}

/// Writes `count` abstracts: first these, then mixed ones.
fn write_documents_after(lines: &[String], path: &Path, count: usize, mix: &mut Mix) -> Result<(), Box<dyn Error>> {
    let mut file = BufWriter::new(File::create(path)?);
    for line in lines.iter().take(count) {
        writeln!(file, "{line}")?;
    }
    for id in lines.len()..count {
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
    let mut memory = 0.0_f64;
    let ended: ExitStatus = loop {
        if let Some(ended) = child.try_wait()? {
            break ended;
        }
        memory = memory.max(most_memory(child.id()));
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
    /// Words that take the place of some.
    vocabulary: Option<Vocabulary>,
}

/// Made-up words. Their number grows as the 0.6th power of the length of the text, as in English abstracts (Heaps' law),
/// and few of them are frequent.
#[derive(Default)]
struct Vocabulary {
    words: u64,
    tokens: u64,
}

impl Vocabulary {
    /// The next word; `a` and `b` are even random numbers, 0–1.
    fn next(&mut self, a: f64, b: f64) -> String {
        const GROWTH: f64 = 0.6;
        const BEGINNING: f64 = 50.0;
        self.tokens += 1;
        let share = (BEGINNING + GROWTH * self.words as f64) / (BEGINNING + self.tokens as f64);
        let number = if a < share {
            self.words += 1;
            self.words
        } else {
            (b.powi(3) * self.words as f64) as u64
        };
        let syllables = ["ba", "cor", "di", "fen", "gu", "lam", "mi", "nos", "pe", "tri"];
        number.to_string().bytes().map(|digit| syllables[usize::from(digit - b'0')]).collect()
    }
}

impl Mix {
    fn new() -> Self {
        Self::of(CORPUS.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()))
    }

    /// Of the sentences of these abstracts.
    fn of(abstracts: impl Iterator<Item = Value>) -> Self {
        let sentences = abstracts.flat_map(|record| {
            let sentences = record["abstract"].as_array().cloned().unwrap_or_default();
            sentences.into_iter().filter_map(|sentence| Some(sentence.as_str()?.trim().to_owned()))
        });
        Self { sentences: sentences.filter(|sentence| sentence.len() > 40).collect(), state: 1, vocabulary: None }
    }

    fn unit(&mut self) -> f64 {
        self.below(1 << 24) as f64 / f64::from(1 << 24)
    }

    fn below(&mut self, end: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % end
    }

    fn sentence(&mut self) -> String {
        let at = self.below(self.sentences.len());
        let sentence = self.sentences[at].clone();
        let other = |c: char| if c.is_ascii_digit() && c != '0' { char::from(b'1' + self.below(9) as u8) } else { c };
        let mixed: String = sentence.chars().map(other).collect();
        let Some(mut vocabulary) = self.vocabulary.take() else { return mixed };
        let words = mixed.split(' ').map(|word| match self.below(4) {
            0 if word.len() > 3 => vocabulary.next(self.unit(), self.unit()),
            _ => word.to_owned(),
        });
        let varied = words.collect::<Vec<_>>().join(" ");
        self.vocabulary = Some(vocabulary);
        varied
    }
}
