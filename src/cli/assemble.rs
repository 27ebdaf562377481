//! Putting the parts together: a file becomes a review, and a review with a
//! library and a reasoner becomes an engine.

mod input;
mod viewer;

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{BufReader, IsTerminal, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use color_eyre::eyre::{self, WrapErr, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jiff::Timestamp;
use tokio::{runtime::Handle, sync::mpsc};

use crate::{
    desk::Intent,
    domain::{
        Candidate, Digest, DocId, EngineSpec, LibraryStamp, Settings, Source, SourceMeta, Stage, Statement, Strategy,
        Value,
    },
    engine::{EngineHandle, Event, Setup, noticed},
    export, files,
    ingest::{ReadOptions, read_source},
    library::{Library, LibraryError, Place},
    review::{Act, Clock, Fault, JournalError, Review, ReviewError, Who},
    text::Clean,
    tui::{self, KeySetting, Keymap, Preset},
};

use super::{
    Context, evidence, own, paper,
    progress::show_upgrade,
    reading,
    reasoners::{self, Chosen},
};

pub(super) use input::{SourceArgs, open_input, parse, read};
pub(super) use viewer::{WITHOUT_HIDDEN, open_for_viewer, refuse_hidden, viewer};

/// The ending of review files.
const ENDING: &str = "gainsay";

/// A review that was opened or made, and what to say about it.
pub(super) struct Opened {
    pub(super) review: Arc<Review>,
    pub(super) title: Clean,
    /// What could not be used of the source, and other remarks.
    pub(super) remarks: Vec<String>,
    /// What a file was taken for of which a review was made just now.
    pub(super) reading: Option<String>,
    /// Whether the command line or the environment gave it other thresholds just now.
    pub(super) is_reset: bool,
}

/// The clock that reviews use.
pub(super) fn clock() -> Clock {
    Arc::new(Timestamp::now)
}

/// A path as it may be shown.
pub(super) fn shown(path: &Path) -> Clean {
    Clean::from(path.display().to_string()).one_line()
}

/// Which theme the configuration names.
pub(super) fn theme(cx: &Context) -> tui::Choice {
    let config = &cx.loaded.config;
    tui::Choice { theme: config.theme.clone(), dark: config.theme_dark.clone(), light: config.theme_light.clone() }
}

/// The keys in force, and what is wrong with the settings for them.
pub(super) fn keymap(cx: &Context) -> (Keymap, Vec<Clean>) {
    let mut entries = cx.loaded.keys().into_iter();
    let preset = entries.next().map(|entry| (Preset::parse(&cx.loaded.config.keymap), entry.place));
    let (preset, mut remarks) = match preset {
        Some((Err(why), place)) => (Preset::default(), vec![Clean::from(format!("{place}: {why}; vim holds"))]),
        Some((Ok(preset), _)) => (preset, Vec::new()),
        None => (Preset::default(), Vec::new()),
    };
    let settings: Vec<KeySetting> =
        entries.map(|e| KeySetting { keys: written(&e.value), name: e.name, place: e.place }).collect();
    let (keymap, wrong) = Keymap::configured(preset, &settings);
    remarks.extend(wrong);
    (keymap, remarks)
}

/// The keys of an entry, alternatives one by one; else what it is instead.
fn written(value: &toml::Value) -> Result<Vec<String>, String> {
    let other = |value: &toml::Value| format!("{value} ({})", value.type_str());
    match value {
        toml::Value::String(one) => Ok(vec![one.clone()]),
        toml::Value::Array(some) => {
            some.iter().map(|v| v.as_str().map(str::to_owned).ok_or_else(|| other(v))).collect()
        }
        value => Err(other(value)),
    }
}

/// Whether `path` names a review rather than a source.
pub(super) fn is_review(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ENDING))
}

/// Opens the review that `args` name, or makes it from the source. What is said of its thresholds on the
/// command line or in the environment holds for it from then on, as the reviewer's act.
pub(super) fn open(cx: &Context, args: &SourceArgs, read_only: bool) -> eyre::Result<Opened> {
    let mut opened = find(cx, args, read_only)?;
    let (settings, changes) = cx.loaded.said_of(opened.review.fold().settings());
    if changes.is_empty() {
        return Ok(opened);
    }
    let changes = changes.join(", ");
    if read_only {
        opened.remarks.push(format!("open for reading only, so the thresholds stay as they are, without {changes}"));
        return Ok(opened);
    }
    let who = reviewer(cx, &format!("the thresholds of a review are changed ({changes})"))?;
    opened.remarks.push(format!("thresholds of this review changed by {who}: {changes}"));
    opened.review.append(vec![Intent::Configure(settings).act().signed(who)])?;
    opened.is_reset = true;
    Ok(opened)
}

/// Refuses a file that does not exist before anything else is asked of it, unless it is the identifier of a paper.
pub(super) fn must_exist(file: &Path) -> eyre::Result<()> {
    if file != Path::new("-") && paper::meant(file)?.is_none() {
        fs::metadata(file).wrap_err_with(|| format!("cannot read {}", file.display()))?;
    }
    Ok(())
}

/// The reviewer in whose name something is done that the command line cannot ask for.
pub(super) fn reviewer(cx: &Context, what: &str) -> eyre::Result<Who> {
    let name = cx.loaded.reviewer().map(|name| Clean::from(name).one_line());
    name.map(Who::Reviewer).ok_or_else(|| eyre::eyre!("{what} in a reviewer's name; give it with --set reviewer=NAME"))
}

fn find(cx: &Context, args: &SourceArgs, read_only: bool) -> eyre::Result<Opened> {
    if is_review(&args.file) {
        if args.review.is_some() {
            bail!("{} is a review already; leave --review out", args.file.display());
        }
        return open_review(&args.file, read_only);
    }
    if let Some(identifier) = paper::meant(&args.file)? {
        let review = args.review.clone().unwrap_or_else(|| paper::path(&identifier, ENDING));
        if review.exists() {
            return open_review(&review, read_only);
        }
        let fetched = paper::fetch(cx, &identifier)?;
        let args = SourceArgs { review: Some(review), format: Some(fetched.format), ..args.clone() };
        let mut opened = open_read(cx, &args, fetched.name, fetched.bytes, read_only)?;
        opened.reading = Some(match opened.reading {
            Some(reading) => format!("{}; {reading}", fetched.remark),
            None => fetched.remark,
        });
        return Ok(opened);
    }
    if args.format.is_none() && is_exported(&args.file) {
        let (path, remark) = review_path(args, b"")?;
        let (_, input) = open_input(&args.file)?;
        return import(&path, input, remark);
    }
    let (name, bytes) = read(&args.file)?;
    open_read(cx, args, name, bytes, read_only)
}

/// Opens the review of a source that was read, or makes it.
fn open_read(cx: &Context, args: &SourceArgs, name: String, bytes: Vec<u8>, read_only: bool) -> eyre::Result<Opened> {
    let shown = Clean::new(&name).one_line();
    let options = ReadOptions { format: args.format, exe: std::env::current_exe().ok() };
    let (path, remark) = review_path(args, &bytes)?;
    if args.format.is_none() && export::is_export(&bytes[..]) {
        return import(&path, &bytes[..], remark);
    }
    let source = read_source(&name, &bytes, &options).wrap_err_with(|| shown.to_string())?;
    let mut remarks: Vec<_> = source.dropped.iter().map(|dropped| dropped.describe_in(&shown)).collect();
    remarks.extend(remark);
    if !path.exists() && read_only {
        bail!("{} does not exist yet, so it cannot be opened for reading only", path.display());
    }
    let mut there = path.exists().then(|| open_review(&path, read_only));
    // What a creation left that was interrupted is made again.
    if there.as_ref().is_none_or(|there| !read_only && there.as_ref().is_err_and(is_remains)) {
        let spec = reasoners::choose(cx, args.reasoner.as_deref())?;
        match create(Some(&path), &source, &bytes, cx.loaded.config.settings.clone(), spec) {
            // Another process has made it meanwhile.
            Err(ReviewError::Journal(JournalError::Exists(_))) => there = None,
            made => {
                if cx.loaded.config.blind
                    && let Ok(review) = &made
                {
                    review.set_blind(Who::Engine, true)?;
                }
                let reading = format!("{shown} is read as {}", reading::describe(&name, &bytes, args.format, &source));
                return Ok(Opened { reading: Some(reading), ..opened(made?, source.name.clone(), remarks) });
            }
        }
    }
    let mut opened = there.unwrap_or_else(|| open_review(&path, read_only))?;
    let there = opened.review.source()?;
    if there.file != source.file {
        let other = match there.name == source.name {
            true => "this file as it was before it changed".to_owned(),
            false => format!("another file ({})", there.name),
        };
        bail!(
            "{} is the review of {other}; name a new one with --review, or open that one by its name",
            path.display()
        );
    }
    if args.format.is_some() {
        opened.remarks.push(format!("{} has this file as it was read before; --format is not used", path.display()));
    }
    opened.remarks.extend(remarks);
    Ok(opened)
}

/// Whether a review could not be opened because its creation was interrupted.
fn is_remains(error: &eyre::Report) -> bool {
    matches!(error.downcast_ref(), Some(ReviewError::Journal(JournalError::Empty)))
}

/// A review that is open, which no output may replace any more; nor may one replace the file that it was made from.
/// It is called by the title of its paper, where that has one.
pub(super) fn opened(review: Review, title: Clean, remarks: Vec<String>) -> Opened {
    if let Some(path) = review.path() {
        files::protect(path, "the review");
    }
    let mut title = title;
    if let Ok(source) = review.source() {
        files::protect_content(source.file);
        let of_paper = source.meta.title.one_line();
        if !of_paper.trim().is_empty() {
            title = of_paper;
        }
    }
    Opened { review: Arc::new(review), title, remarks, reading: None, is_reset: false }
}

/// Whether a regular file is an exported review. What comes through a pipe cannot be read twice.
fn is_exported(path: &Path) -> bool {
    path.is_file() && File::open(path).is_ok_and(|file| export::is_export(BufReader::new(file)))
}

/// Where the review of a file is, or will be: as the arguments say, else beside it.
fn review_path(args: &SourceArgs, bytes: &[u8]) -> eyre::Result<(PathBuf, Option<String>)> {
    match &args.review {
        Some(path) => Ok((path.clone(), None)),
        None => default_path(&args.file, bytes),
    }
}

/// The review that a source has by now, if it is there: that of `bytes`, which were read from it.
pub(super) fn review_there(args: &SourceArgs, bytes: &[u8]) -> eyre::Result<Option<PathBuf>> {
    Ok(Some(review_path(args, bytes)?.0).filter(|path| path.exists()))
}

/// Makes a review of an exported one.
fn import(path: &Path, input: impl Read, remark: Option<String>) -> eyre::Result<Opened> {
    if path.exists() && !open_review(path, true).is_err_and(|e| is_remains(&e)) {
        bail!("{} is there already; name a new review with --review, or open that one by its name", path.display());
    }
    let review = export::import(BufReader::new(input), Some(path), clock())?;
    let title = review.source()?.name.clone();
    Ok(opened(review, title, remark.into_iter().collect()))
}

/// Opens a review by its own name. One that cannot be trusted is opened for reading only, and a remark says why.
pub(super) fn open_review(path: &Path, read_only: bool) -> eyre::Result<Opened> {
    let review = if read_only { Review::open_read_only(path, clock())? } else { open_for_writing(path)? };
    let remark = review
        .doubt()
        .map(|doubt| format!("{} is open for reading only, because it cannot be trusted: {doubt}", path.display()));
    let title = review.source()?.name.clone();
    Ok(opened(review, title, remark.into_iter().collect()))
}

fn open_for_writing(path: &Path) -> Result<Review, ReviewError> {
    match Review::open(path, clock()) {
        Err(ReviewError::Journal(JournalError::Foreign { .. })) => Review::open_read_only(path, clock()),
        opened => opened,
    }
}

/// Refuses a review that can only be read, for commands that write.
pub(super) fn must_write(review: &Review) -> eyre::Result<()> {
    match review.doubt() {
        Some(doubt) => bail!(
            "the review cannot be trusted, so nothing is written to it: {doubt}; `gainsay export` and \
             `gainsay review --read-only` read it"
        ),
        None => Ok(()),
    }
}

/// Makes a review; its reasoner is chosen once.
pub(super) fn create(
    path: Option<&Path>,
    source: &Source,
    file: &[u8],
    settings: Settings,
    spec: EngineSpec,
) -> Result<Review, ReviewError> {
    let open = |source| Act::Open { source, settings: Box::new(settings), spec };
    Review::create_of(path, source, Some(file), open, clock())
}

/// `NAME.gainsay` beside the file; in the current folder when that one cannot
/// be written to. A piped text has no name, so it is told apart by its content.
fn default_path(file: &Path, bytes: &[u8]) -> eyre::Result<(PathBuf, Option<String>)> {
    if file.as_os_str() == "-" {
        let digest = Digest::of(bytes).to_string();
        return Ok((PathBuf::from(format!("standard-input-{}.{ENDING}", &digest[..8])), None));
    }
    let stem = file.file_stem().unwrap_or(file.as_os_str());
    let mut name = PathBuf::from(stem).into_os_string();
    name.push(".");
    name.push(ENDING);
    let beside = file.with_file_name(&name);
    let folder = beside.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if beside.exists() || tempfile::tempfile_in(folder).is_ok() {
        return Ok((beside, None));
    }
    let here = PathBuf::from(&name);
    tempfile::tempfile_in(".").wrap_err_with(|| {
        format!("neither {} nor the current folder can be written to; name a place with --review", folder.display())
    })?;
    let remark = format!("{} cannot be written to, so the review is kept at ./{}", folder.display(), here.display());
    Ok((here, Some(remark)))
}

/// Opens the library; a file is made when it is not there.
pub(super) fn library(cx: &Context) -> eyre::Result<Arc<Library>> {
    let path = library_path(cx)?;
    Ok(Arc::new(show_upgrade(|upgrade| Library::open_and_upgrade(&path, upgrade))?))
}

/// The same for looking at a review and deciding, which needs no library: while its server cannot be reached, searches
/// fail, and the reason is among the remarks of the review.
pub(super) fn library_of(cx: &Context, opened: &mut Opened) -> eyre::Result<Arc<Library>> {
    let setting = cx.loaded.library()?;
    if cx.loaded.config.offline && !Place::of(&setting).is_near() {
        let (library, why) = Library::closed_by_offline(&setting)?;
        opened.remarks.push(format!("{why}. This review can be read and decided; searches fail"));
        return Ok(Arc::new(library));
    }
    let path = library_path(cx)?;
    let (library, outage) = show_upgrade(|upgrade| Library::open_in_outage(&path, upgrade))?;
    opened.remarks.extend(outage.map(|why| {
        format!("{why}. This review can be read and decided meanwhile; searches fail until the library answers again")
    }));
    Ok(Arc::new(library))
}

fn library_path(cx: &Context) -> eyre::Result<PathBuf> {
    let path = cx.loaded.library()?;
    let place = near_enough(cx, &path)?;
    if let Some(folder) = place.file().and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty()) {
        files::create_private_folder(folder)
            .wrap_err_with(|| format!("cannot make the folder {}", folder.display()))?;
    }
    Ok(path)
}

/// Where the library is, unless it is on another machine and nothing may leave this one.
pub(super) fn near_enough(cx: &Context, setting: &Path) -> eyre::Result<Place> {
    let place = Place::of(setting);
    if cx.loaded.config.offline && !place.is_near() {
        return Err(LibraryError::Offline(place.shown()).into());
    }
    Ok(place)
}

/// The library, and what it has on the works on which a notice was published, if there is one that holds what
/// a search of the review found: another one says nothing of it.
pub(super) fn at_hand(cx: &Context, review: &Review) -> (Option<LibraryStamp>, BTreeMap<DocId, SourceMeta>) {
    let library = library_behind(cx, review);
    let stamp = library.as_ref().and_then(|library| library.stamp().ok());
    (stamp, library.map(|library| noticed(&library, review)).unwrap_or_default())
}

fn library_behind(cx: &Context, review: &Review) -> Option<Library> {
    let path = cx.loaded.library().ok()?;
    near_enough(cx, &path).ok().filter(|place| place.file().is_none_or(Path::exists))?;
    let library = Library::open_read_only(&path).ok()?;
    let found = |statement: &Arc<Statement>| {
        let value = review.in_force(statement.id, Stage::Search).ok()??;
        let Value::Search(search) = &*value else { return None };
        let is_found = |candidate: &&Candidate| candidate.found_by.iter().any(|by| by.strategy != Strategy::Given);
        let docs: Vec<DocId> = search.candidates.iter().filter(is_found).map(|found| found.doc.clone()).collect();
        Some(docs).filter(|docs| !docs.is_empty())
    };
    let found = review.fold().statements().iter().find_map(found).unwrap_or_default();
    let is_held = library.metas(&found).ok()?.iter().all(Option::is_some);
    is_held.then_some(library)
}

/// Starts an engine on `review` over `library`.
pub(super) fn engine(
    cx: &Context,
    review: Arc<Review>,
    library: Arc<Library>,
) -> eyre::Result<(EngineHandle, mpsc::Receiver<Event>)> {
    engine_beside(cx, review, library, cx.runtime.handle().clone())
}

/// The same with its stages on another runtime.
pub(super) fn engine_beside(
    cx: &Context,
    review: Arc<Review>,
    library: Arc<Library>,
    stages: Handle,
) -> eyre::Result<(EngineHandle, mpsc::Receiver<Event>)> {
    let Chosen { own, others, slots } = reasoners::of(cx, &review)?;
    // A library in memory is the demo's, which needs nothing else.
    let literature = match library.place() {
        Some(_) => Some(evidence::literature(cx, &review)?),
        None => None,
    };
    let (rules, embedder) = (own::rules(cx)?, own::embedder(cx)?);
    let setup = Setup { review, library, reasoner: own, others, literature, rules, embedder, slots };
    let _entered = cx.runtime.enter();
    Ok(setup.spawn_beside(stages)?)
}

/// What is wrong with the file of a review, said on standard error as well: no output passes it over.
pub(super) fn faults(review: &Review) -> eyre::Result<Vec<Fault>> {
    let faults = review.inspect()?.faults;
    report_faults(&faults);
    Ok(faults)
}

/// Says on standard error what is wrong with a record, if anything.
pub(super) fn report_faults(faults: &[Fault]) {
    if !faults.is_empty() {
        eprintln!("gainsay: {}", export::BROKEN);
        for fault in faults {
            eprintln!("gainsay: {}", Clean::from(fault.to_string()).one_line());
        }
    }
}

/// Exports a review to a file as it is read, or says why that would destroy something.
pub(super) fn export(path: &Path, review: &Review, kind: export::Kind, options: &export::Options) -> eyre::Result<()> {
    files::stream_output(path, |out| Ok(export::write(review, kind, options, out)?))
}

/// Writes an output, or says why it would destroy something.
pub(super) fn write(path: &Path, bytes: &[u8]) -> eyre::Result<()> {
    Ok(files::write_output(path, bytes)?)
}

/// Says on standard error where an output was written, unless that is standard output.
pub(super) fn say_written(path: &Path) {
    if path.as_os_str() != "-" {
        eprintln!("gainsay: written to {}", shown(path));
    }
}

/// How far a run is, on standard error where that is a terminal.
pub(super) fn progress(what: &str, quiet: bool) -> ProgressBar {
    let target = if quiet || !std::io::stderr().is_terminal() {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr()
    };
    let bar = ProgressBar::with_draw_target(Some(0), target);
    if let Ok(style) =
        ProgressStyle::with_template(&format!("{{bar:32}} {{pos}} of {{len}} {what}  {{elapsed}}  {{wide_msg}}"))
    {
        bar.set_style(style);
    }
    bar
}
