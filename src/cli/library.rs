//! `gainsay library`: the evidence that searches run over.

use std::{
    fmt,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
};

use color_eyre::eyre::{self, WrapErr};

use crate::{
    domain::{
        DocId, Document, SourceMeta,
        rules::{defects, reference::ama},
    },
    embed::Table,
    engine::search::make_vectors,
    files,
    ingest::{self, ReadOptions},
    library::{self, Added, KeywordQuery, Library, Place},
    text::{Clean, counted},
};

use super::{Context, DONE, DONE_IN_PART, FAILED, assemble, damage, fetch, own, progress, reasoners};

/// Commands of `library`.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Make the library, or bring it up to this version: a file, or tables in a PostgreSQL database that a group shares
    /// (`--library postgres://USER@HOST/DATABASE`).
    Init {
        /// Let this role of the server search the library; repeat it for several.
        #[arg(long = "reader", value_name = "ROLE")]
        readers: Vec<String>,
        /// Let this role of the server search the library and add to it; repeat it for several.
        #[arg(long = "writer", value_name = "ROLE")]
        writers: Vec<String>,
    },
    /// Add documents: JSONL, JSON, PubMed XML or .nbib, RIS, BibTeX, EndNote XML, JATS XML, PDF, Word documents, web pages, text, or a PaperChecker database.
    Add {
        /// The files (- for standard input), or the address of a PaperChecker database (postgres://USER@HOST/DATABASE),
        /// which is read and not changed.
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// Make no vectors for the search by meaning; `library embed --server builtin`, or the first search, does.
        #[arg(long)]
        no_vectors: bool,
    },
    /// Search sources of evidence (Europe PMC, PubMed, Crossref, OpenAlex, Semantic Scholar, arXiv, fact-checks, the web)
    /// and add what they find.
    Fetch(fetch::FetchArgs),
    /// Query the sources again for corrections, retractions and missing fields.
    Refresh(fetch::RefreshArgs),
    /// Mark what a Retraction Watch table says was retracted, corrected or reinstated.
    Retractions {
        /// `retraction_watch.csv`, as Crossref publishes it (- for standard input).
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// List the sources of evidence: what each is good for, where it is, whether reviews search it.
    Sources,
    /// Show a document, and how it came into the library.
    Show {
        /// Its id, as `list` and `search` show it.
        id: String,
    },
    /// Compute the embeddings for semantic search, with the model server or the built-in table.
    Embed {
        /// The server: ollama, or one of the configuration; builtin for the table that comes with the program.
        #[arg(long, default_value = "ollama", value_name = "NAME")]
        server: String,
        /// Allow the texts of the library to be sent to a model server on another machine, in this run.
        #[arg(long)]
        consent: bool,
    },
    /// Search by keyword.
    Search {
        /// What to search for.
        #[arg(required = true)]
        query: Vec<String>,
        /// How many documents to show.
        #[arg(long, short, default_value_t = 10)]
        limit: usize,
    },
    /// List documents.
    List {
        /// Only those whose title, author, journal or identifier contains this.
        filter: Option<String>,
        /// How many to show.
        #[arg(long, short, default_value_t = 50)]
        limit: usize,
        /// How many to pass over.
        #[arg(long, default_value_t = 0)]
        offset: usize,
        /// Only records that an import damaged, with what is wrong.
        #[arg(long, conflicts_with_all = ["limit", "offset"])]
        damaged: bool,
    },
    /// Show how much the library holds.
    Stats,
    /// Remove a document.
    Remove {
        /// Its id, as `list` and `search` show it.
        id: String,
    },
}

pub(super) fn run(cx: &Context, command: Command) -> eyre::Result<u8> {
    let mut out = io::stdout().lock();
    if let Command::Init { readers, writers } = &command {
        return init(cx, readers, writers, &mut out);
    }
    let library = assemble::library(cx)?;
    match command {
        Command::Init { .. } => {}
        Command::Add { files, no_vectors } => {
            own::embedder(cx)?;
            return add(cx, &library, &files, !no_vectors, &mut out);
        }
        Command::Fetch(args) => {
            own::embedder(cx)?;
            library.must_write()?;
            let code = fetch::fetch(cx, &library, &args, &mut out)?;
            make_all_vectors(cx, &library)?;
            writeln!(out, "{} in the library", held(&library)?)?;
            return Ok(code);
        }
        Command::Refresh(args) => {
            library.must_write()?;
            return fetch::refresh(cx, &library, &args, &mut out);
        }
        Command::Retractions { file } => {
            library.must_write()?;
            return fetch::retractions(&library, &file, &mut out);
        }
        Command::Sources => fetch::sources(cx, &mut out)?,
        Command::Show { id } => fetch::show(&library, &id, &mut out)?,
        Command::Embed { server, consent } => {
            if server == Table::NAME {
                own::embedder(cx)?;
                make_all_vectors(cx, &library)?;
                writeln!(out, "{} by {}", held(&library)?, Table::MODEL)?;
                return Ok(DONE);
            }
            let reasoner = reasoners::alone(cx, &server, consent)?;
            let found = cx.runtime.block_on(reasoner.embedder()).map_err(|why| eyre::eyre!("{why}"))?;
            let Some(embedder) = found else {
                eyre::bail!(
                    "the server {server} has no embedding model that it can use; name one as `model.embeddings`, or on \
                     Ollama `ollama pull nomic-embed-text` adds one"
                );
            };
            let model = embedder.model();
            let bar = progress::bar(Some(library.without_vector(&model)?));
            let made = cx.runtime.block_on(make_vectors(&*embedder, &library, |made| bar.set_position(made)));
            made.map_err(|why| eyre::eyre!("{why}; the vectors made so far are kept"))?;
            bar.finish_and_clear();
            writeln!(out, "{} by {model}", held(&library)?)?;
        }
        Command::Search { query, limit } => {
            let hits = library.keyword(&KeywordQuery::new(&query.join(" ")), limit)?.hits;
            if hits.is_empty() {
                writeln!(out, "Nothing found among {}.", held(&library)?)?;
            }
            for (i, hit) in hits.iter().enumerate() {
                let Some(document) = library.get(&hit.doc)? else { continue };
                writeln!(out, "{:>3}. {}  {}", i + 1, hit.doc, ama(&document.meta))?;
                if let Some(page) = document.page(hit.passage.page) {
                    writeln!(out, "     {}", beginning(&page.text.slice(hit.passage.start..hit.passage.end)))?;
                }
            }
        }
        Command::List { filter, damaged: true, .. } => {
            for (entry, defect) in damage::damaged(&library, filter.as_deref())? {
                writeln!(out, "{}  {}\n{:<18}{}", entry.id, line(&entry.meta), "", defect.name())?;
            }
        }
        Command::List { filter, limit, offset, damaged: false } => {
            let listed = library.list(offset, limit.saturating_add(1), filter.as_deref())?;
            for entry in listed.iter().take(limit) {
                writeln!(out, "{}  {}", entry.id, line(&entry.meta))?;
            }
            if listed.len() > limit {
                out.flush()?;
                let next = offset.saturating_add(limit);
                eprintln!("gainsay: there are more documents; --offset {next} lists the next, --limit sets how many");
            }
        }
        Command::Stats => stats(&library, &mut out)?,
        Command::Remove { id } => {
            if !library.remove(&DocId::from(id.as_str()))? {
                eyre::bail!("there is no document {id} in the library; `gainsay library list` shows the ids");
            }
        }
    }
    Ok(DONE)
}

/// Makes the library, and lets roles of its server use it.
fn init(cx: &Context, readers: &[String], writers: &[String], out: &mut impl Write) -> eyre::Result<u8> {
    let setting = cx.loaded.library()?;
    let place = assemble::near_enough(cx, &setting)?;
    if let Some(folder) = place.file().and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty()) {
        files::create_private_folder(folder)
            .wrap_err_with(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let mut is_upgraded = false;
    let library = progress::show_upgrade(|upgrade| {
        Library::init(&setting, &mut |done, of| {
            is_upgraded = true;
            upgrade(done, of);
        })
    })?;
    // Roles that may only read could not make the vectors of passages that are new.
    if is_upgraded && library.stats()?.vectors.iter().any(|(model, _)| model == Table::MODEL) {
        make_builtin_vectors(&library)?;
    }
    library::grant(&place, readers, writers)?;
    writeln!(out, "{}: {}", Clean::from(place.shown()).one_line(), held(&library)?)?;
    Ok(DONE)
}

fn add(
    cx: &Context,
    library: &Arc<Library>,
    files: &[PathBuf],
    vectors: bool,
    out: &mut impl Write,
) -> eyre::Result<u8> {
    let (mut used, mut failed) = (false, false);
    let (mut total, mut known) = (Counts::default(), Vec::new());
    for path in files {
        let place = assemble::near_enough(cx, path)?;
        let (name, (added, read)) = if let Place::Server(address) = &place {
            let name = Clean::from(place.shown()).one_line();
            let added = adding(library, &name, |send, _| from_papercheck(address, send))?;
            (name, added)
        } else {
            let (name, input) = assemble::open_input(path)?;
            let name = Clean::from(name).one_line();
            let added = add_one(library, &name, input)?;
            (name, added)
        };
        let has_used = added.seen() > 0;
        used |= has_used;
        let left_out = read.dropped;
        let counts = Counts { added, left_out };
        total.add(&counts);
        // Of several files those get a line that are not simply one document.
        let is_plain = files.len() > 1 && counts.is_one();
        if is_plain && counts.added.unchanged > 0 {
            known.push(name.clone());
        }
        if !is_plain && (has_used || (read.outcome.is_ok() && left_out == 0)) {
            writeln!(out, "{name}: {counts}")?;
        }
        match read.outcome {
            Err(e) => {
                failed = true;
                let kept = if has_used { "; what comes before is in the library" } else { "" };
                eprintln!("gainsay: {name}: {}{kept}", Clean::from(e));
            }
            Ok(()) if !has_used && left_out > 0 => {
                failed = true;
                eprintln!("gainsay: {name}: nothing in it could be used ({counts}); the lines above say why");
            }
            Ok(()) => failed |= left_out > 0,
        }
    }
    if files.len() > 1 {
        writeln!(out, "{}: {total}", counted(files.len(), "file"))?;
    }
    if !known.is_empty() {
        let named: Vec<&str> = known.iter().take(NAMED).map(Clean::as_str).collect();
        let more = match known.len() - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        writeln!(out, "There already: {}{more}", named.join(", "))?;
    }
    if vectors {
        make_all_vectors(cx, library)?;
    }
    writeln!(out, "{} in the library", held(library)?)?;
    Ok(match (failed, used) {
        (false, _) => DONE,
        (true, true) => DONE_IN_PART,
        (true, false) => FAILED,
    })
}

/// Files that held nothing new, and damaged records, are named up to so many.
const NAMED: usize = 5;

/// What became of the documents of a file, or of several.
#[derive(Default)]
struct Counts {
    added: Added,
    left_out: u64,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.added.added += other.added.added;
        self.added.updated += other.added.updated;
        self.added.unchanged += other.added.unchanged;
        self.left_out += other.left_out;
    }

    fn is_one(&self) -> bool {
        self.added.seen() == 1 && self.added.updated == 0 && self.left_out == 0
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Added { added, updated, unchanged, .. } = &self.added;
        write!(f, "{added} added, {updated} updated, {unchanged} there already, {} left out", self.left_out)
    }
}

/// Makes the vectors of the built-in table, of passages that have none.
fn make_builtin_vectors(library: &Library) -> eyre::Result<()> {
    let table = Table::builtin()?;
    let bar = progress::bar(Some(library.without_vector(Table::MODEL)?));
    library.embed(Table::MODEL, |text| table.embed(text), |made| bar.set_position(made))?;
    bar.finish_and_clear();
    Ok(())
}

/// Makes the vectors that the search by meaning compares, of documents that have none.
fn make_all_vectors(cx: &Context, library: &Arc<Library>) -> eyre::Result<()> {
    make_builtin_vectors(library)?;
    if let Some(own) = own::embedder(cx)? {
        let bar = progress::bar(Some(library.without_vector(&own.model())?));
        cx.runtime.block_on(make_vectors(&*own, library, |made| bar.set_position(made))).map_err(|why| {
            eyre::eyre!("the documents were added, but have no vectors of the configured model: {why}")
        })?;
        bar.finish_and_clear();
    }
    Ok(())
}

/// How a file or a database was read.
struct Read {
    /// What ended it early, in words.
    outcome: Result<(), String>,
    /// Records that could not be used.
    dropped: u64,
}

/// Adds one file while it is being read, so that no more than some documents of it are in memory.
fn add_one(library: &Library, name: &str, input: impl io::Read + Send) -> eyre::Result<(Added, Read)> {
    let options = ReadOptions { format: None, exe: std::env::current_exe().ok() };
    adding(library, name, |send, over| {
        let mut input = Until { input, over };
        let (mut dropped, mut damaged) = (0, 0);
        let outcome = ingest::stream_documents(name, &mut input, &options, &mut |outcome| match outcome {
            Ok(document) => {
                if let Some(defect) = defects::find(&document.meta) {
                    damaged += 1;
                    if damaged <= NAMED {
                        let record = line(&document.meta);
                        eprintln!("gainsay: {name}: “{record}” looks damaged, {}; {}", defect.name(), damage::CORRECT);
                    }
                }
                // Refused only when adding has failed, which is what is reported then.
                drop(send.send(document));
            }
            // Reading was broken off, so that the last line is none.
            Err(_) if over.load(Ordering::Relaxed) => {}
            Err(record) => {
                dropped += 1;
                eprintln!("gainsay: {}", record.describe_in(name));
            }
        });
        if damaged > NAMED {
            eprintln!("gainsay: {name}: {} more like it", damaged - NAMED);
        }
        Read { outcome: outcome.map_err(|error| error.to_string()), dropped }
    })
}

/// Reads a PaperChecker database.
fn from_papercheck(address: &str, send: mpsc::SyncSender<Document>) -> Read {
    let mut dropped = 0;
    let outcome = library::papercheck_documents(address, &mut |number, item| match item {
        Ok(document) => send.send(document).is_ok(),
        Err(why) => {
            dropped += 1;
            eprintln!("gainsay: document {number}: {}", Clean::from(why).one_line());
            true
        }
    });
    Read { outcome: outcome.map_err(|error| error.to_string()), dropped }
}

/// Adds documents while `read` produces them; the flag stops it.
fn adding(
    library: &Library,
    name: &str,
    read: impl FnOnce(mpsc::SyncSender<Document>, &AtomicBool) -> Read + Send,
) -> eyre::Result<(Added, Read)> {
    let (send, documents) = mpsc::sync_channel(WAITING);
    let over = AtomicBool::new(false);
    let bar = progress::bar(None);
    std::thread::scope(|scope| {
        let reading = scope.spawn(|| read(send, &over));
        let added = library.add(documents, |so_far| bar.set_position(so_far.seen()));
        over.store(true, Ordering::Relaxed);
        bar.finish_and_clear();
        let read =
            reading.join().map_err(|_| eyre::eyre!("{name}: reading broke down, which is a fault of gainsay"))?;
        Ok((added?, read))
    })
}

/// How many documents may wait to be added.
const WAITING: usize = 2000;

/// An input that ends when nobody wants more of it.
struct Until<'a, R> {
    input: R,
    over: &'a AtomicBool,
}

impl<R: io::Read> io::Read for Until<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.over.load(Ordering::Relaxed) { Ok(0) } else { self.input.read(buffer) }
    }
}

/// How many documents there are: `5183 documents`.
fn held(library: &Library) -> eyre::Result<String> {
    Ok(counted(usize::try_from(library.count()?).unwrap_or(usize::MAX), "document"))
}

fn stats(library: &Library, out: &mut impl Write) -> eyre::Result<()> {
    let stats = library.stats()?;
    if let Some(place) = library.place() {
        writeln!(out, "library     {}", Clean::from(place).one_line())?;
    }
    writeln!(out, "documents   {}", stats.documents)?;
    writeln!(out, "passages    {}", stats.passages)?;
    writeln!(out, "with DOI    {}", stats.with_doi)?;
    writeln!(out, "with PMID   {}", stats.with_pmid)?;
    writeln!(out, "size        {:.1} MB", stats.bytes as f64 / 1e6)?;
    if let Some(damage) = damage::describe(library)? {
        writeln!(out, "records     {damage}\n            → {}", damage::REPAIR)?;
    }
    let lists = [
        ("journals", &stats.journals),
        ("publication types", &stats.publication_types),
        ("vectors of passages, by", &stats.vectors),
    ];
    for (title, rows) in lists {
        if !rows.is_empty() {
            writeln!(out, "{title}")?;
            for (name, count) in rows {
                writeln!(out, "  {count:>7}  {name}")?;
            }
        }
    }
    if stats.years.keys().any(Option::is_some) {
        writeln!(out, "years")?;
        for (year, count) in &stats.years {
            writeln!(out, "  {count:>7}  {}", year.map_or("unknown".to_owned(), |y| y.to_string()))?;
        }
    }
    Ok(())
}

fn line(meta: &SourceMeta) -> String {
    let year = meta.year.map(|y| format!(" ({y})")).unwrap_or_default();
    format!("{}{year}", meta.title.one_line())
}

/// The first words of a passage, on one line.
fn beginning(text: &Clean) -> String {
    const SHOWN: usize = 160;
    let text = text.one_line();
    let mut shown: String = text.chars().take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
