//! The coordinator: one task that takes commands, keeps the slots full, and is
//! the only one to append. Whatever finishes while a commit is being written
//! goes into the next one together.

mod collect;
mod requests;
mod schedule;

use std::sync::Arc;

use tokio::{
    runtime::Handle,
    sync::mpsc,
    task::{JoinHandle, JoinSet},
};

use crate::{
    domain::{Stage, StatementId},
    reason::{Reasoner, RunOverrides},
    review::{Draft, Entry, Review, ReviewError},
    text::Clean,
};

use super::{
    Command, Counters, Event, Scope,
    activity::Log,
    announce::announcement,
    attach,
    blocking::blocking,
    prompts::{self, Trials},
    queue::Run,
    repeat,
    retractions::unknown_retractions,
    retrieve::{self, Retrieving},
    work::StageRunner,
};

pub(super) struct Coordinator {
    pub(super) runner: Arc<StageRunner>,
    /// The runtime that stages run on.
    pub(super) stages: Handle,
    pub(super) commands: mpsc::UnboundedReceiver<Command>,
    pub(super) events: mpsc::Sender<Event>,
    pub(super) worked: Arc<Counters>,
    pub(super) activity: Arc<Log>,
    /// The review's own first.
    pub(super) reasoners: Arc<[Arc<dyn Reasoner>]>,
    pub(super) slots: usize,
    /// Whether stages are taken in as they were started, so that the journal is
    /// the same on every run.
    pub(super) in_step: bool,
    /// Whether what an act makes stale is re-run at once.
    pub(super) auto_rerun: bool,
    /// Whether nothing more is begun.
    pub(super) paused: bool,
    /// For what is done beside the run and appended when it is done.
    pub(super) own: mpsc::WeakUnboundedSender<Command>,
    pub(super) run: Run,
    /// Models that are being got.
    pub(super) fetching: JoinSet<()>,
    /// What reviewers asked of the sources of evidence.
    pub(super) retrieving: Retrieving,
    /// Prompts that are being tried.
    pub(super) trials: Trials,
    /// Looks for retractions of cited works, from the beginning on.
    pub(super) noticing: Option<JoinHandle<Option<Draft>>>,
    /// Runs that wait for the look for retractions.
    pub(super) deferred: Vec<Asked>,
}

/// What a run is for, whether it runs though nothing changed, and by whom, when not by the review's own reasoner.
type Asked = (Scope, bool, Option<Arc<dyn Reasoner>>);

/// The act of the machine that a look at the library leads to, once that is over; never where nobody looks.
async fn noticed(looking: &mut Option<JoinHandle<Option<Draft>>>) -> Option<Draft> {
    let Some(task) = looking else { return std::future::pending().await };
    let draft = task.await.ok().flatten();
    *looking = None;
    draft
}

impl Coordinator {
    /// Runs until every handle is gone.
    pub(super) async fn run(mut self) {
        let runner = Arc::clone(&self.runner);
        self.noticing = Some(tokio::task::spawn_blocking(move || unknown_retractions(&runner)));
        let mut idle = true;
        loop {
            // What is started must not depend on how far the plan is.
            if self.run.planning.is_empty() {
                self.dispatch().await;
                let due = self.run.due(self.in_step);
                if !due.is_empty() {
                    self.collect(due).await;
                    continue;
                }
            }
            if self.run.is_done() && self.deferred.is_empty() && !idle {
                idle = true;
                self.number_settled().await;
                self.tell_progress().await;
                (self.run.total, self.run.given_up) = (0, 0);
                (self.run.halted, self.run.lacks) = (false, false);
                self.activity.idle();
                self.tell(Event::Idle).await;
                self.keep().await;
            }
            tokio::select! {
                // A reviewer waits for what they do; results can wait for each other.
                biased;
                command = self.commands.recv() => match command {
                    Some(command) => {
                        idle &= !matches!(command, Command::Run(_) | Command::RunOverrides { .. });
                        self.obey(command).await;
                        idle &= self.run.is_done() && self.deferred.is_empty();
                    }
                    None => return,
                },
                tried = self.trials.next() => {
                    idle = false;
                    if let Some((trial, outcome)) = tried {
                        self.take_tried(trial, outcome).await;
                    }
                }
                answered = self.retrieving.next() => self.take_retrieved(answered).await,
                draft = noticed(&mut self.noticing) => {
                    self.record(draft.into_iter().collect()).await;
                    for asked in std::mem::take(&mut self.deferred) {
                        self.begin(asked).await;
                    }
                }
                Some(joined) = self.run.running.join_next_with_id() => {
                    self.arrive(joined);
                    while let Some(joined) = self.run.running.try_join_next_with_id() {
                        self.arrive(joined);
                    }
                }
                () = std::future::ready(()), if !self.run.planning.is_empty() => {
                    self.plan_some();
                    if self.run.planning.is_empty() {
                        self.tell_progress().await;
                    }
                }
            }
        }
    }

    pub(super) async fn tell(&self, event: Event) {
        // Nobody is left to hear it when the face has closed.
        let _ = self.events.send(event).await;
    }

    /// Appends acts and announces the first.
    async fn record(&mut self, drafts: Vec<Draft>) {
        if drafts.is_empty() {
            return;
        }
        let what = drafts.first().and_then(|draft| announcement(&self.runner.review, &draft.act));
        let about: Vec<_> = drafts.iter().flat_map(|d| d.act.about()).collect();
        let appended = self.append(drafts).await;
        self.tell_appended(appended, what, &about).await;
    }

    async fn obey(&mut self, command: Command) {
        match command {
            Command::Run(scope) => {
                self.pause(false).await;
                let again = matches!(scope, Scope::Stage(..));
                self.begin((scope, again, None)).await;
            }
            Command::RunOverrides { scope, again, with } => match self.reasoner(&with) {
                Ok(reasoner) => {
                    self.pause(false).await;
                    self.begin((scope, again, reasoner)).await;
                }
                Err(why) => self.tell(Event::Refused(why)).await,
            },
            Command::Attach { who, statement, side, what } => {
                let runner = Arc::clone(&self.runner);
                let made = blocking(move || attach::attach(&runner, who, statement, side, what)).await;
                match made {
                    Ok((draft, said)) => {
                        let appended = self.append(vec![draft]).await;
                        self.tell_appended(appended, Some(said), &[Some(statement)]).await;
                    }
                    Err(why) => self.tell(Event::NotAttached(why)).await,
                }
            }
            Command::Retrieve { ticket, who, statement, what } => {
                let asked = retrieve::retrieve(Arc::clone(&self.runner), statement, what);
                self.retrieving.start((ticket, who, statement), asked);
            }
            Command::UseSource(name, on) => {
                let literature = self.runner.literature.as_ref();
                if literature.is_some_and(|literature| literature.sources.switch(&name, on)) {
                    self.tell(Event::Sources).await;
                }
            }
            Command::Append(drafts) => self.record(drafts).await,
            Command::Undo(who) => {
                let review = Arc::clone(&self.runner.review);
                let undone = blocking(move || review.undo(who)).await;
                self.tell_reversed(Event::undone, undone).await;
            }
            Command::Redo(who) => {
                let review = Arc::clone(&self.runner.review);
                let redone = blocking(move || review.redo(who)).await;
                self.tell_reversed(Event::redone, redone).await;
            }
            Command::Replace(draft) => {
                let review = Arc::clone(&self.runner.review);
                let (what, about) = (announcement(&review, &draft.act), draft.act.about());
                let replaced = blocking(move || review.replace(*draft)).await;
                self.tell_appended(replaced.map(|_| ()), what, &about).await;
            }
            Command::Focus(statement) => {
                self.run.focus(statement);
                self.reasoners.iter().for_each(|reasoner| reasoner.focus(statement));
            }
            Command::AutoRerun(auto_rerun) => self.auto_rerun = auto_rerun,
            Command::Fetch(model) => self.fetch(model),
            Command::Pause(on) => self.pause(on).await,
            Command::Repeat { statement, times, with } => {
                let reasoner = self.reasoner(&with).and_then(|reasoner| {
                    let reasoner = reasoner.unwrap_or_else(|| Arc::clone(&self.reasoners[0]));
                    prompts::with_kept_prompts(&self.runner.review, &reasoner)
                });
                match reasoner {
                    Ok(reasoner) => self.repeat(statement, times, reasoner),
                    Err(why) => self.tell(Event::Refused(why)).await,
                }
            }
            Command::Try(trial) => self.try_prompt(*trial).await,
            Command::Cancel => {
                self.pause(false).await;
                self.trials.cancel();
                self.deferred.clear();
                self.run.cancel();
                self.fetching.abort_all();
                self.retrieving.cancel();
            }
        }
    }

    async fn pause(&mut self, on: bool) {
        if std::mem::replace(&mut self.paused, on) != on {
            self.tell(Event::Paused(on)).await;
        }
    }

    /// Repeats a verdict beside whatever runs; what comes of it is appended as any act.
    fn repeat(&mut self, statement: StatementId, times: u32, reasoner: Arc<dyn Reasoner>) {
        let (review, rules) = (Arc::clone(&self.runner.review), Arc::clone(&self.runner.rules));
        let (events, own) = (self.events.clone(), self.own.clone());
        self.fetching.spawn(async move {
            match repeat::repeat(&review, &*reasoner, &rules, statement, times).await {
                Ok(verdicts) => {
                    let draft = repeat::recorded(&review, reasoner.spec_of(Stage::Verdict), statement, &verdicts);
                    if let Some(own) = own.upgrade() {
                        // Nobody is left to append it when the program is closing.
                        let _ = own.send(Command::Append(vec![draft]));
                    }
                }
                Err(why) => drop(events.send(Event::Refused(why.reason)).await),
            }
        });
    }

    /// Has the reasoner that has models get one, beside whatever runs.
    fn fetch(&mut self, model: Clean) {
        let found = self.reasoners.iter().find(|reasoner| !reasoner.capabilities().models.is_empty());
        let reasoner = Arc::clone(found.unwrap_or(&self.reasoners[0]));
        let events = self.events.clone();
        self.fetching.spawn(async move {
            let progress = |said| {
                // The next piece of progress will say it again.
                let _ = events.try_send(Event::Fetching(model.clone(), said));
            };
            let fetched = reasoner.fetch(&model, &progress).await;
            let _ = events.send(Event::Fetched(model, fetched)).await;
        });
    }

    /// Reports the outcome of a reviewer's act on these statements (`None`: on the
    /// whole review), and re-runs what it made stale when that is wanted.
    async fn tell_appended(
        &mut self,
        appended: Result<(), ReviewError>,
        what: Option<Clean>,
        about: &[Option<StatementId>],
    ) {
        match appended {
            Ok(()) => {
                let head = self.runner.review.fold().head();
                self.tell(Event::Appended { head, what }).await;
                self.rerun_after(about);
            }
            Err(e) => self.tell(Event::not_appended(&e)).await,
        }
    }

    /// Reports that an act was undone or redone, or why it was not.
    async fn tell_reversed(&mut self, event: fn(&Review, &Entry) -> Event, reversed: Result<Entry, ReviewError>) {
        match reversed {
            Ok(entry) => {
                self.tell(event(&self.runner.review, &entry)).await;
                self.rerun_after(&entry.act.about());
            }
            Err(e) => self.tell(Event::not_appended(&e)).await,
        }
    }

    pub(super) async fn append(&self, drafts: Vec<Draft>) -> Result<(), ReviewError> {
        if drafts.is_empty() {
            return Ok(());
        }
        let review = Arc::clone(&self.runner.review);
        blocking(move || review.append(drafts)).await.map(|_| ())
    }

    /// Has the review open fast the next time, also when it is not closed properly.
    async fn keep(&self) {
        let review = Arc::clone(&self.runner.review);
        // What cannot be kept is made again from the rows.
        let _ = blocking(move || review.keep()).await;
    }

    /// The reasoner that a run asks for; `None` for the review's own.
    pub(super) fn reasoner(&self, with: &RunOverrides) -> Result<Option<Arc<dyn Reasoner>>, Clean> {
        let own = &self.reasoners[0];
        let named = match &with.reasoner {
            None => own,
            Some(name) => self.reasoners.iter().find(|r| r.spec().reasoner == *name).ok_or_else(|| {
                let names: Vec<String> = self.reasoners.iter().map(|r| r.spec().reasoner.to_string()).collect();
                Clean::from(format!("there is no reasoner “{name}” here; there is {}", names.join(", ")))
            })?,
        };
        let varied = named.with(with)?;
        Ok(varied.or_else(|| (!Arc::ptr_eq(named, own)).then(|| Arc::clone(named))))
    }

    async fn tell_progress(&self) {
        let (done, total) = self.run.progress();
        self.tell(Event::Progress { done, total }).await;
    }
}
