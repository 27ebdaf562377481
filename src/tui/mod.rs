//! The terminal interface: one state, one action, one pure `update`, one
//! `view`; a loop that never waits for the engine; a guard that gives the
//! terminal back whatever happens. Ratatui is known here alone.

mod action;
mod candidates;
mod copy;
mod decide;
mod documents;
mod drafts;
mod form;
mod headless;
mod input;
mod jump;
mod keys;
mod legend;
mod listing;
mod messages;
mod mouse;
mod moves;
mod overlay;
mod page;
mod palette;
mod paths;
mod pick;
mod prompts;
mod reversal;
mod run;
mod running;
mod selection;
mod session;
mod start;
mod state;
pub mod svg;
mod terminal;
mod theme;
mod timing;
mod tour;
mod unsaved;
mod update;
mod view;
mod wrap;

use std::{
    fmt,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use tokio::sync::mpsc;

use crate::{
    desk::Detail,
    domain::{Digest, DocId, Document, LibraryStamp, RecordFacts, StatementId, rules::pack::RulePack},
    engine::{Activity, Command, EngineHandle, Event, PromptInForce, Scope, search::SourceStatus},
    export,
    reason::Capabilities,
    review::{Review, ReviewError},
    text::Clean,
};

pub use headless::Headless;
pub use input::TypedAhead;
pub use keys::{Keymap, Preset, Setting as KeySetting, list as key_list, markdown as key_table};
pub use page::costs;
pub use session::Session;
pub use start::{Chosen, Recent, StartOptions, StartPage};
pub use theme::{Choice, Ground, ListedTheme, Role, Screen, Theme, Themes, table as theme_table};
pub use view::SMALLEST;

/// What is to be written, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportAs {
    /// As what.
    pub kind: export::Kind,
    /// What goes into it.
    pub options: export::Options,
    /// Where; `None` for beside the review.
    pub path: Option<PathBuf>,
    /// Whether a file that is there is replaced.
    pub replace: bool,
}

/// The file that a report is written to by default: `NAME.report.md` beside the review, in the working directory where the
/// review has no file.
#[must_use]
pub fn report_path(review: Option<&Path>, kind: export::Kind) -> PathBuf {
    let ending = format!("report.{}", kind.ending());
    review.map_or_else(|| PathBuf::from(&ending), |path| path.with_extension(&ending))
}

/// Writes a review and returns where, or says why not.
pub type Exporter = Arc<dyn Fn(&Review, &ExportAs) -> Result<PathBuf, String> + Send + Sync>;

/// Why the reasoner of this name cannot be asked now: its server does not answer. `None` where it can, or nobody may ask.
pub type Probe = Arc<dyn Fn(&str) -> Option<Clean> + Send + Sync>;

/// Remembers that the tour has ended.
pub type OnToured = Arc<dyn Fn() + Send + Sync>;

/// How many bytes of a file are shown before it is written.
const PREVIEWED: usize = 2_000_000;

/// Takes the first [`PREVIEWED`] bytes and refuses the rest.
#[derive(Default)]
struct Beginning(Vec<u8>);

impl Write for Beginning {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = PREVIEWED - self.0.len();
        self.0.extend_from_slice(&bytes[..bytes.len().min(room)]);
        // Nothing taken is an error to the writer, which then stops.
        Ok(bytes.len().min(room))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How the interface is to be.
#[derive(Clone)]
pub struct Options {
    /// Which theme.
    pub theme: Choice,
    /// The themes available.
    pub themes: Arc<Themes>,
    /// Whether the mouse works here; `M` changes it.
    pub mouse: bool,
    /// Only ASCII for borders, symbols and meters.
    pub ascii: bool,
    /// Whether what runs is shown by something that turns.
    pub motion: bool,
    /// Whether the time on each statement is recorded.
    pub timing: bool,
    /// Shows the tour, as on the first start; called as soon as it has ended. `None` shows none.
    pub tour: Option<OnToured>,
    /// Which keys lead to what.
    pub keymap: Keymap,
    /// The reviewer's name; asked for at the first act when `None`.
    pub reviewer: Option<Clean>,
    /// Writes the report.
    pub export: Exporter,
    /// Where the reviewer was the last time.
    pub session: Session,
    /// What is run at the start.
    pub start_run: Option<Scope>,
    /// What was typed on the start page for this review.
    pub typed: TypedAhead,
    /// Whether the review's file is not what was written; said in the header for as long as it is shown.
    pub broken: bool,
    /// The review's name in the header.
    pub title: Clean,
    /// What the reviewer should know at the start: records left out, and the like.
    pub remarks: Vec<Clean>,
    /// What the file was taken for, where the review was made of it just now.
    pub reading: Option<Clean>,
}

/// What the interface hands back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The reviewer's name, given or asked; to be kept for the next time.
    pub reviewer: Option<Clean>,
    /// Statements decided by a reviewer, and all of them.
    pub counts: (usize, usize),
    /// Where the reviewer was, with the drafts of what was not recorded.
    pub session: Session,
    /// The signal that ended it, SIGTERM or SIGHUP.
    pub signal: Option<i32>,
}

/// Why the interface could not start or go on.
#[derive(Debug, thiserror::Error)]
pub enum TuiError {
    /// There is no terminal to draw on.
    #[error("{0}; `gainsay check` does the same work without a terminal")]
    NoTerminal(&'static str),
    /// The terminal refused.
    #[error("the terminal: {0}; `gainsay check` does the same work without it")]
    Io(#[from] io::Error),
    /// A theme by that name is not known.
    #[error("there is no theme “{name}”; the themes are auto, {}", names.join(", "))]
    Theme {
        /// The name.
        name: String,
        /// Those that are known.
        names: Vec<String>,
    },
    /// A signal ended it; the terminal has been restored.
    #[error("ended by signal {0}")]
    Signal(i32),
}

/// The line to an engine: where to send commands, and the review to read from.
#[derive(Clone)]
pub struct Link {
    review: Arc<Review>,
    send: Arc<dyn Fn(Command) + Send + Sync>,
    engine: Option<EngineHandle>,
    /// What goes on where there is no engine.
    idle: Activity,
    /// What can be chosen where there is none.
    known: Vec<Capabilities>,
    /// The library where there is none.
    shelf: Option<LibraryStamp>,
    rules: Arc<RulePack>,
    probe: Option<Probe>,
}

impl Link {
    /// A line to anything that takes commands.
    pub fn new(review: Arc<Review>, send: impl Fn(Command) + Send + Sync + 'static) -> Self {
        let rules = RulePack::builtin();
        let send = Arc::new(send);
        let (idle, known) = (Activity::default(), Vec::new());
        Self { review, send, engine: None, idle, known, shelf: None, rules, probe: None }
    }

    /// Asks by `probe` whether the servers of reasoners answer.
    #[must_use]
    pub fn probed_by(self, probe: Probe) -> Self {
        Self { probe: Some(probe), ..self }
    }

    /// Why the reasoner of this name cannot be asked now; `None` where it can.
    fn unreachable(&self, reasoner: &str) -> Option<Clean> {
        self.probe.as_ref().and_then(|probe| probe(reasoner))
    }

    /// A document: as the review keeps it, else as the library has it.
    fn document(&self, doc: &DocId, digest: Option<Digest>) -> Result<Document, Clean> {
        match (&self.engine, digest) {
            (Some(engine), _) => engine.document(doc, digest),
            (None, Some(digest)) => self.review.document(digest).map_err(|e| e.to_string().into()),
            (None, None) => Err("there is no library here".into()),
        }
    }

    /// What sources of evidence count and note about a document.
    fn facts(&self, doc: &DocId) -> Vec<(Clean, RecordFacts)> {
        self.engine.as_ref().map_or_else(Vec::new, |engine| engine.facts(doc))
    }

    /// Everything in force on a statement, with what the library knows of the citations that have no weight yet.
    fn detail(&self, id: StatementId) -> Result<Detail, ReviewError> {
        let mut detail = Detail::load(&self.review, id)?;
        if let (Some(engine), Some(citations), Some(weighing)) =
            (&self.engine, detail.citations(), detail.weighing().shown())
        {
            let unweighed = citations.citations.iter().filter(|citation| weighing.get(citation.number).is_none());
            detail.counts = engine.citation_counts(unweighed.map(|citation| &citation.doc));
        }
        Ok(detail)
    }

    /// What can be chosen at each reasoner.
    fn capabilities(&self) -> Vec<Capabilities> {
        self.engine.as_ref().map_or_else(|| self.known.clone(), EngineHandle::capabilities)
    }

    /// The prompts of one of the reasoners, as they are in force.
    fn prompts(&self, reasoner: usize) -> Result<Vec<PromptInForce>, Clean> {
        self.engine.as_ref().map_or_else(|| Ok(Vec::new()), |engine| engine.prompts(reasoner))
    }

    /// The library as it stands, or why it cannot be read.
    fn library(&self) -> Option<Result<LibraryStamp, Clean>> {
        self.engine.as_ref().map_or(self.shelf.map(Ok), |engine| Some(engine.library()))
    }

    /// Every source of evidence as it is now.
    fn sources(&self) -> Vec<SourceStatus> {
        self.engine.as_ref().map(EngineHandle::sources).unwrap_or_default()
    }

    /// What is going on.
    fn activity(&self) -> Activity {
        self.engine.as_ref().map(EngineHandle::activity).unwrap_or_else(|| self.idle.clone())
    }

    /// The report as it would be written now.
    fn preview(&self, asked: &ExportAs) -> Result<Clean, Clean> {
        let (library, engine) = (self.library().and_then(Result::ok), self.engine.as_ref());
        let noticed = engine.map(EngineHandle::noticed).unwrap_or_default();
        let options = export::Options { library, noticed, ..asked.options.clone() };
        let mut shown = Beginning::default();
        // The text of the page, without its markup and styles: it is the Markdown report.
        let kind = match asked.kind {
            export::Kind::Html => export::Kind::Markdown,
            // The first sheet of the workbook.
            export::Kind::Xlsx => export::Kind::Csv,
            kind => kind,
        };
        match export::write(&self.review, kind, &options, &mut shown) {
            Err(e) if shown.0.len() < PREVIEWED => Err(e.to_string().into()),
            _ => {
                let text = String::from_utf8_lossy(&shown.0);
                // The front matter is for programs that read Markdown.
                let body = text.strip_prefix("---\n").and_then(|rest| Some(rest.split_once("\n---\n")?.1.trim_start()));
                let body = body.filter(|_| asked.kind == export::Kind::Html).unwrap_or(&text);
                Ok(body.to_owned().into())
            }
        }
    }

    /// The review.
    #[must_use]
    pub fn review(&self) -> &Arc<Review> {
        &self.review
    }

    /// Sends a command; never blocks.
    pub fn send(&self, command: Command) {
        (self.send)(command);
    }
}

impl From<EngineHandle> for Link {
    fn from(engine: EngineHandle) -> Self {
        let (review, rules) = (Arc::clone(engine.review()), Arc::clone(engine.rules()));
        let sender = engine.clone();
        Self {
            review,
            send: Arc::new(move |command| sender.send(command)),
            engine: Some(engine),
            idle: Activity::default(),
            known: Vec::new(),
            shelf: None,
            rules,
            probe: None,
        }
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").finish_non_exhaustive()
    }
}

/// Shows the review until the reviewer quits. Never blocks the engine, nor is
/// blocked by it; the terminal is as it was afterwards.
///
/// # Errors
/// [`TuiError::NoTerminal`] without a terminal (or with `TERM=dumb`),
/// else when the terminal refuses. SIGTERM and SIGHUP end it as quitting does, and are named in the [`Outcome`].
pub async fn run(
    engine: impl Into<Link>,
    events: mpsc::Receiver<Event>,
    options: Options,
) -> Result<Outcome, TuiError> {
    run::run(engine.into(), events, options).await
}

/// Shows the reviews that were opened before until one is chosen; the terminal
/// is as it was afterwards.
///
/// # Errors
/// As [`run`]; [`TuiError::Signal`] after SIGTERM or SIGHUP.
pub async fn start(options: StartOptions) -> Result<Chosen, TuiError> {
    run::start(options).await
}

/// Whether there is a terminal to draw on; asked before anything is made for it.
///
/// # Errors
/// [`TuiError::NoTerminal`] when there is none.
pub fn check_terminal() -> Result<(), TuiError> {
    terminal::check()
}

/// The minute of a moment, `2026-03-09 14:05 UTC`.
fn minute(at: jiff::Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M UTC").to_string()
}
