//! `gainsay review`: the terminal interface.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use color_eyre::eyre;
use tokio::runtime::{Builder, Runtime};

use crate::{
    domain::{Digest, LibraryStamp},
    engine::{Command, Scope, noticed},
    export, files,
    library::Library,
    review::{Review, Viewer},
    text::Clean,
    tui::{self, Session, TuiError},
};

use super::{
    Context, DONE, FAULTS,
    assemble::{self, Opened, SourceArgs},
    describe, evidence, own, reasoners, recent,
};

/// Arguments of `review`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// Open the review read-only, even while another process has it open.
    #[arg(long)]
    read_only: bool,
    /// Hide what the machine makes of a statement until you have given a verdict on it; kept in the review, as is when
    /// it was shown to whom. `--blind=false` ends it.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL", conflicts_with = "read_only")]
    blind: Option<bool>,
}

pub(super) fn run(cx: &Context, args: Args) -> eyre::Result<u8> {
    assemble::must_exist(&args.source.file)?;
    tui::check_terminal()?;
    own::load(cx)?;
    let mut opened = assemble::open(cx, &args.source, args.read_only)?;
    if !args.read_only {
        reasoners::consent(cx, &opened.review, args.source.reasoner.as_deref(), args.source.consent)?;
        if args.source.consent {
            evidence::consent(cx, &opened.review)?;
        }
    }
    if let Some(blind) = args.blind {
        opened.review.set_blind(assemble::reviewer(cx, "a review is made blind, or no longer blind,")?, blind)?;
    }
    let library = assemble::library_of(cx, &mut opened)?;
    show(cx, opened, library)
}

/// Opens or makes the review of a file and shows it.
pub(super) fn open_source(cx: &Context, file: PathBuf) -> eyre::Result<u8> {
    let source = SourceArgs { file, review: None, reasoner: None, consent: false, format: None };
    run(cx, Args { source, read_only: false, blind: None })
}

/// Opens a review by its own name and shows it.
pub(super) fn open(cx: &Context, path: &Path) -> eyre::Result<u8> {
    let mut opened = assemble::open_review(path, false)?;
    let library = assemble::library_of(cx, &mut opened)?;
    show(cx, opened, library)
}

/// Shows a review in the interface.
pub(super) fn show(cx: &Context, opened: Opened, library: Arc<Library>) -> eyre::Result<u8> {
    let stages = stage_runtime()?;
    let (engine, events) =
        assemble::engine_beside(cx, Arc::clone(&opened.review), Arc::clone(&library), stages.handle().clone())?;
    let config = &cx.loaded.config;
    let faults = opened.review.inspect_rows()?.faults;
    let broken = (!faults.is_empty()).then(|| export::BROKEN.to_owned()).into_iter();
    let broken = broken.chain(faults.iter().map(ToString::to_string));
    let (review, title) = (Arc::clone(&opened.review), opened.title.clone());
    if let viewer @ Viewer::Reviewer(_) = assemble::viewer(cx) {
        review.set_viewer(viewer);
    }
    recent::remember(&cx.loaded, &review, &title, None, None);
    engine.send(Command::AutoRerun(config.auto_rerun));
    // What a reviewer left stale is run when a reviewer asks: a look at a review changes nothing of it.
    let scope = if config.auto_rerun || opened.is_reset { Scope::Everything } else { Scope::Unfinished };
    let (keymap, wrong_keys) = assemble::keymap(cx);
    let wrong = cx.loaded.remarks.iter().map(|remark| Clean::from(remark.as_str())).chain(wrong_keys);
    let stamp = engine.library().ok();
    let options = tui::Options {
        theme: assemble::theme(cx),
        themes: Arc::new(tui::Themes::read(cx.loaded.file.as_deref())),
        mouse: config.mouse,
        ascii: config.ascii,
        motion: config.motion,
        timing: config.timing,
        tour: tour_marker(cx).filter(|marker| config.tour && !marker.exists()).map(on_toured),
        keymap,
        reviewer: cx.loaded.reviewer().map(Clean::from),
        export: exporter(stamp, library),
        broken: !faults.is_empty(),
        // A new review may have the name of one that was deleted.
        session: if opened.reading.is_some() { Session::default() } else { recent::session(&cx.loaded, &review) },
        start_run: (!opened.review.is_read_only()).then_some(scope),
        typed: cx.typed.clone(),
        title: opened.title,
        reading: opened.reading.map(Clean::from),
        remarks: opened.remarks.into_iter().chain(broken).map(Clean::from).chain(wrong).collect(),
    };
    let link = tui::Link::from(engine).probed_by(reasoners::probe(cx, &review)?);
    let outcome = cx.runtime.block_on(tui::run(link, events, options))?;
    recent::remember(&cx.loaded, &review, &title, Some(outcome.counts), Some(&outcome.session));
    // Only a name typed into the interface is kept; one from the configuration or the command line is not.
    if let Some(reviewer) = outcome.reviewer.filter(|name| cx.loaded.reviewer().is_none_or(|known| *known != **name)) {
        cx.loaded.keep_reviewer(&reviewer);
    }
    // With drafts and name kept, it ends as the signal asks.
    if let Some(signal) = outcome.signal {
        return Err(TuiError::Signal(signal).into());
    }
    Ok(if faults.is_empty() && review.changed_text().is_none() { DONE } else { FAULTS })
}

/// Threads for the stages beside the interface: keys, frames and the reviewer's acts come before them.
fn stage_runtime() -> io::Result<Runtime> {
    Builder::new_multi_thread().enable_all().thread_name("stages").on_thread_start(lower_priority).build()
}

/// Lowers the priority of the current thread. Other systems would lower that of the whole program.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 10);
}

/// The file that says that the tour was shown; `None` where no state is kept: that is no reason for a tour each time.
fn tour_marker(cx: &Context) -> Option<PathBuf> {
    let folder = cx.loaded.state_dir()?;
    files::create_private_folder(&folder).ok().map(|()| folder.join("toured"))
}

fn on_toured(marker: PathBuf) -> tui::OnToured {
    Arc::new(move || {
        // If it cannot be written, the tour is shown again next time.
        let _ = files::write_private(&marker, b"");
    })
}

/// Writes reports. What this session wrote it may write anew, as long as nobody has changed it since.
fn exporter(stamp: Option<LibraryStamp>, library: Arc<Library>) -> tui::Exporter {
    let written: Mutex<BTreeMap<PathBuf, Digest>> = Mutex::default();
    Arc::new(move |review, asked| {
        let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
        let digest = |path: &Path| fs::read(path).ok().map(|bytes| Digest::of(&bytes));
        let is_ours = |path: &Path| written.get(path).is_some_and(|ours| digest(path).as_ref() == Some(ours));
        let path = write_report(review, asked, (stamp, &library), is_ours)?;
        if let Some(now) = digest(&path) {
            written.insert(path.clone(), now);
        }
        Ok(path)
    })
}

/// Writes what was asked for, by default beside the review as `NAME.report.md`. Another file that is there is left alone
/// unless it is to be replaced.
fn write_report(
    review: &Review,
    asked: &tui::ExportAs,
    (stamp, library): (Option<LibraryStamp>, &Library),
    is_ours: impl Fn(&Path) -> bool,
) -> Result<PathBuf, String> {
    let path = asked.path.clone().unwrap_or_else(|| tui::report_path(review.path(), asked.kind));
    if path.exists() && !asked.replace && !is_ours(&path) {
        return Err(format!("{} is there already; give another name, or choose to replace it", path.display()));
    }
    files::check_output(&path).map_err(|e| e.to_string())?;
    let faults = review.inspect().map_err(|e| e.to_string())?.faults;
    let options =
        export::Options { library: stamp, noticed: noticed(library, review), faults, ..asked.options.clone() };
    assemble::export(&path, review, asked.kind, &options).map_err(|e| describe(&e))?;
    Ok(path)
}
