//! What runs when: one engine for both faces plans what is missing or stale,
//! works it out with a reasoner over a library, and appends the results. Faces
//! send [`Command`]s and hear [`Event`]s; what is in force they read from the
//! review.

mod activity;
mod announce;
mod attach;
mod blocking;
pub mod checks;
mod cost;
mod counts;
pub mod edit;
mod given;
mod plan;
mod prompts;
mod queue;
mod repeat;
mod retractions;
mod retrieve;
mod run;
pub mod search;
mod work;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

use tokio::{runtime::Handle, sync::mpsc};

use crate::{
    domain::{
        Digest, DocId, Document, LibraryStamp, RecordFacts, Side, SourceMeta, Stage, StatementId,
        rules::{citation_count::CitationCount, pack::RulePack},
    },
    embed::Embedder,
    library::Library,
    reason::{Capabilities, Need, Reasoner, RunOverrides},
    review::{Act, Draft, Review, ReviewError, Who},
    text::Clean,
};

use activity::Log;
pub use activity::{Activity, Doing, Done, StageRate};
pub use announce::announcement;
pub use cost::{Costs, Estimate};
use prompts::Trials;
pub use prompts::{
    PromptInForce, Trial, Tried, keep_prompt, kept_prompts, prompts_in_force, unused_prompts, with_kept_prompts,
};
use queue::Run;
pub use repeat::{recorded, repeat};
pub use retractions::noticed;
use retrieve::Retrieving;
pub use retrieve::{NotRetrieved, Retrieve};
use run::Coordinator;
use search::{Literature, Searcher, SourceStatus};
use work::StageRunner;

/// How many events may wait to be heard before the engine waits too.
const EVENTS: usize = 1024;

/// How often each stage was run.
type Counters = [AtomicU64; Stage::ALL.len()];

/// Which stages to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Whatever is missing, stale or failed, everywhere.
    Everything,
    /// What is missing or failed, of statements of which nothing is stale: what a run that was broken off has left.
    Unfinished,
    /// Whatever is missing, stale or failed of one statement.
    Statement(StatementId),
    /// One stage of one statement once more, though nothing changed (its
    /// missing or stale inputs first); what follows becomes stale if the result differs.
    Stage(StatementId, Stage),
}

/// What a reviewer adds to the evidence.
#[derive(Clone, Debug, PartialEq)]
pub enum Attachment {
    /// Documents, as they were ingested.
    Documents(Vec<Document>),
    /// A passage, to be located and cited.
    Passage(Clean),
}

/// What a face asks of the engine.
#[derive(Clone, Debug)]
pub enum Command {
    /// Work something out.
    Run(Scope),
    /// Work something out in a way of its own.
    RunOverrides {
        /// What.
        scope: Scope,
        /// Though nothing changed; else only what is missing, stale or failed.
        again: bool,
        /// With what.
        with: RunOverrides,
    },
    /// Put documents or a passage into a statement's evidence by hand.
    Attach {
        /// The reviewer.
        who: Who,
        /// To which statement.
        statement: StatementId,
        /// On which side.
        side: Side,
        /// What.
        what: Attachment,
    },
    /// Ask the sources of evidence for something, and put it into a statement's evidence.
    Retrieve {
        /// By which [`Event::Retrieved`] names it.
        ticket: u64,
        /// The reviewer.
        who: Who,
        /// For which statement.
        statement: StatementId,
        /// What.
        what: Retrieve,
    },
    /// Have searches ask a source from now on, or no longer.
    UseSource(Clean, bool),
    /// Append acts of the reviewer, as one row each.
    Append(Vec<Draft>),
    /// Take the reviewer's newest act back.
    Undo(Who),
    /// Do again what was taken back last.
    Redo(Who),
    /// Undo the reviewer's newest act and append this one in its place.
    Replace(Box<Draft>),
    /// Work this statement out before the others.
    Focus(StatementId),
    /// From now on, re-run at once what an act of the reviewer makes stale, or
    /// only when asked, which is how it begins.
    AutoRerun(bool),
    /// Have a reasoner get a model that it needs.
    Fetch(Clean),
    /// Pause (`true`) or continue: running stages finish, queued ones stay queued.
    Pause(bool),
    /// Compute the verdict on a statement several times over, with other seeds and the evidence in other orders, and
    /// record how often it flips.
    Repeat {
        /// The statement.
        statement: StatementId,
        /// How many times.
        times: u32,
        /// With what.
        with: RunOverrides,
    },
    /// Run a stage once with a prompt that is not kept yet, and record the result beside the one in force.
    Try(Box<Trial>),
    /// Stop what runs and forget what waits; results so far are kept.
    Cancel,
}

/// What the engine reports: *that* something changed. What it is, the fold says.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A stage is running.
    Started(Option<StatementId>, Stage),
    /// A stage has a new result.
    Finished(Option<StatementId>, Stage),
    /// A stage failed; the fold has the reason.
    Failed(Option<StatementId>, Stage),
    /// Acts were appended; `Some` says what was done, for reviewers' acts.
    Appended {
        /// The newest row.
        head: u64,
        /// What was done, in words.
        what: Option<Clean>,
    },
    /// A reviewer's act was undone or redone.
    Reversed {
        /// The newest row.
        head: u64,
        /// What was undone or redone, in words that name the statements.
        what: Clean,
        /// The statements that it changed.
        about: Vec<StatementId>,
    },
    /// A command was refused, and why.
    Refused(Clean),
    /// An act of a reviewer was not saved, for this reason.
    NotSaved(Clean),
    /// What was to be attached could not be, and why; nothing is unsaved.
    NotAttached(Clean),
    /// The reviewer had nothing to undo or redo, for this reason.
    NothingTo(Clean),
    /// A run went no further, since something is needed that is not there. What
    /// ran has failed or will; the rest waits for another run.
    Halted {
        /// What is needed.
        need: Need,
        /// Why, in words that say what to do.
        why: Clean,
        /// Statements that wait.
        waiting: usize,
    },
    /// What was asked of the sources is in the evidence, in words; or why not.
    Retrieved(u64, Result<Clean, NotRetrieved>),
    /// Something that a run leaves unused, in words.
    Unused(Clean),
    /// A prompt was tried, or could not be, for this reason.
    Tried(Box<Trial>, Result<Box<Tried>, Clean>),
    /// A source of evidence was switched on or off.
    Sources,
    /// A model is being got, and how far that is.
    Fetching(Clean, Clean),
    /// A model was got, or why not.
    Fetched(Clean, Result<(), Clean>),
    /// How far a run is: stages settled of stages planned.
    Progress {
        /// Statements settled.
        done: usize,
        /// Statements in this run.
        total: usize,
    },
    /// Nothing more is begun, or it goes on.
    Paused(bool),
    /// Nothing runs and nothing waits.
    Idle,
}

/// What an engine is put together from.
pub struct Setup {
    /// The review to work on.
    pub review: Arc<Review>,
    /// The evidence to search.
    pub library: Arc<Library>,
    /// Who works the stages out.
    pub reasoner: Arc<dyn Reasoner>,
    /// Who else can be asked to, by name.
    pub others: Vec<Arc<dyn Reasoner>>,
    /// The sources that are searched before the library, if any.
    pub literature: Option<Literature>,
    /// The rules and tables that results are checked by.
    pub rules: Arc<RulePack>,
    /// What makes the vectors for a search by meaning, where the user named it; else the reasoner's own model does.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// How many stages may run at a time, at least 1.
    pub slots: usize,
}

impl Setup {
    /// Starts the engine on the current runtime. It stops when every handle is gone.
    ///
    /// # Errors
    /// When the review's source cannot be read.
    pub fn spawn(self) -> Result<(EngineHandle, mpsc::Receiver<Event>), ReviewError> {
        self.spawn_beside(Handle::current())
    }

    /// As [`Setup::spawn`], with the stages on a runtime of their own: those of `builtin` keep a thread busy for up to
    /// tenths of a second, and what a reviewer does would wait for them.
    ///
    /// # Errors
    /// As [`Setup::spawn`].
    pub fn spawn_beside(self, stages: Handle) -> Result<(EngineHandle, mpsc::Receiver<Event>), ReviewError> {
        let (commands, orders) = mpsc::unbounded_channel();
        let (events, heard) = mpsc::channel(EVENTS);
        let worked = Arc::new(Counters::default());
        let activity = Arc::new(Log::default());
        let source = self.review.source()?;
        let reasoners: Arc<[_]> = std::iter::once(Arc::clone(&self.reasoner)).chain(self.others).collect();
        let library = Arc::clone(&self.library);
        let literature = self.literature.map(Arc::new);
        let coordinator = Coordinator {
            reasoners: Arc::clone(&reasoners),
            in_step: self.reasoner.commits_in_order(),
            runner: Arc::new(StageRunner {
                review: Arc::clone(&self.review),
                source,
                searcher: Searcher::new(self.library),
                literature: literature.clone(),
                rules: Arc::clone(&self.rules),
                embedder: self.embedder,
                instruction: OnceLock::new(),
                making: Mutex::default(),
            }),
            stages,
            commands: orders,
            events,
            worked: Arc::clone(&worked),
            activity: Arc::clone(&activity),
            slots: self.slots.max(1),
            auto_rerun: false,
            paused: false,
            own: commands.downgrade(),
            run: Run::default(),
            fetching: tokio::task::JoinSet::new(),
            retrieving: Retrieving::default(),
            trials: Trials::default(),
            noticing: None,
            deferred: Vec::new(),
        };
        tokio::spawn(coordinator.run());
        Ok((
            EngineHandle {
                commands,
                review: self.review,
                library,
                literature,
                reasoners,
                rules: self.rules,
                activity,
                worked,
            },
            heard,
        ))
    }
}

/// The line to a running engine. Cheap to clone.
#[derive(Clone)]
pub struct EngineHandle {
    commands: mpsc::UnboundedSender<Command>,
    review: Arc<Review>,
    library: Arc<Library>,
    literature: Option<Arc<Literature>>,
    reasoners: Arc<[Arc<dyn Reasoner>]>,
    rules: Arc<RulePack>,
    activity: Arc<Log>,
    worked: Arc<Counters>,
}

impl EngineHandle {
    /// Sends a command; never blocks. An engine that has stopped takes none.
    pub fn send(&self, command: Command) {
        // Nobody is left to hear it when the program is closing.
        let _ = self.commands.send(command);
    }

    /// Appends one act of a reviewer.
    pub fn act(&self, who: Who, act: Act, blobs: Vec<Vec<u8>>) {
        self.send(Command::Append(vec![Draft { who, act, blobs }]));
    }

    /// The review that the engine works on.
    #[must_use]
    pub fn review(&self) -> &Arc<Review> {
        &self.review
    }

    /// What can be chosen at each reasoner, the review's own first.
    #[must_use]
    pub fn capabilities(&self) -> Vec<Capabilities> {
        self.reasoners.iter().map(|r| r.capabilities()).collect()
    }

    /// The rules and tables that results are checked by.
    #[must_use]
    pub fn rules(&self) -> &Arc<RulePack> {
        &self.rules
    }

    /// The prompts of one of the reasoners, by its place in [`Self::capabilities`], as they are in force in the review.
    ///
    /// # Errors
    /// When a kept prompt cannot be read.
    pub fn prompts(&self, reasoner: usize) -> Result<Vec<PromptInForce>, Clean> {
        let reasoner = self.reasoners.get(reasoner).ok_or("there is no such reasoner")?;
        prompts_in_force(&self.review, reasoner)
    }

    /// The library as it stands.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn library(&self) -> Result<LibraryStamp, Clean> {
        self.library.stamp().map_err(|why| why.to_string().into())
    }

    /// See [`noticed`].
    #[must_use]
    pub fn noticed(&self) -> BTreeMap<DocId, SourceMeta> {
        noticed(&self.library, &self.review)
    }

    /// Every source of evidence as it is now.
    #[must_use]
    pub fn sources(&self) -> Vec<SourceStatus> {
        self.literature.as_ref().map_or_else(Vec::new, |literature| literature.sources.statuses())
    }

    /// What is going on.
    #[must_use]
    pub fn activity(&self) -> Activity {
        let asking = self.reasoners.iter().flat_map(|reasoner| reasoner.asking()).collect();
        Activity { asking, ..self.activity.snapshot() }
    }

    /// A document: as the review keeps it under `digest`, else as the library has it.
    ///
    /// # Errors
    /// When neither has it, in words.
    pub fn document(&self, doc: &DocId, digest: Option<Digest>) -> Result<Document, Clean> {
        if let Some(digest) = digest {
            return self.review.document(digest).map_err(|e| e.to_string().into());
        }
        let found = self.library.get(doc).map_err(|e| Clean::from(e.to_string()))?;
        found.ok_or_else(|| "the library does not have this document any more; add it again".into())
    }

    /// What each source of evidence counts and notes about a document: nothing where the library does not have it, or
    /// cannot be asked.
    #[must_use]
    pub fn facts(&self, doc: &DocId) -> Vec<(Clean, RecordFacts)> {
        let origins = self.library.origins(doc).unwrap_or_default();
        origins.into_iter().map(|origin| (origin.source, origin.facts)).collect()
    }

    /// How often these works are cited, where the review lets that bear on credibility; nothing where the library cannot
    /// be asked.
    #[must_use]
    pub fn citation_counts<'d>(&self, docs: impl Iterator<Item = &'d DocId>) -> BTreeMap<DocId, CitationCount> {
        let is_on = self.review.fold().settings().citation_counts;
        counts::counts(&self.library, docs.filter(|_| is_on)).unwrap_or_default()
    }

    /// How often each stage was run since the engine was started.
    #[must_use]
    pub fn worked(&self, stage: Stage) -> u64 {
        self.worked[stage.number()].load(Ordering::Relaxed)
    }
}
