//! Asking, with all that belongs to it: a place at the server, tries, what is on
//! record, and one more question when an answer cannot be used.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{domain::Digest, text::Clean};

use super::{
    Call, CallError, CallRecord, Patience, Record, Reply, Server, Slots,
    answer::{self, Step},
    shape::shaped,
    tries::{Tries, millis},
};

/// What is to be asked, and how.
#[derive(Clone, Debug)]
pub struct Question {
    /// The call; its model's digest is filled in when it is asked.
    pub call: Call,
    /// How long one try may take.
    pub deadline: Duration,
    /// Ask anew, whatever is on record.
    pub fresh: bool,
    /// What was done to the question beforehand, for the trace.
    pub notes: Vec<Clean>,
}

/// An answer that could be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered<T> {
    /// What it says.
    pub value: T,
    /// Whether it had to be repaired, or asked for once more.
    pub repaired: bool,
}

/// A call that waits for its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// The question.
    pub call: Arc<Call>,
    /// What is there of the answer, where it comes in pieces.
    pub text: String,
    /// For how long.
    pub since: Duration,
}

/// How often what happened, since the program was started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Questions that the server answered, well or not.
    pub asked: u64,
    /// Questions that were answered from the record.
    pub recalled: u64,
    /// Tries that failed and were repeated.
    pub retried: u64,
}

/// Whether text may be sent; [`CallError::Forbidden`] when not.
pub type Gate = Arc<dyn Fn() -> Result<(), CallError> + Send + Sync>;

/// Asks one server and keeps every call on record.
pub struct Caller {
    gate: Option<Gate>,
    server: Server,
    slots: Arc<Slots>,
    record: Arc<dyn Record>,
    patience: Patience,
    /// Digests of the models that the server was found to have.
    digests: Mutex<BTreeMap<String, Clean>>,
    running: Mutex<BTreeMap<u64, (Running, Instant)>>,
    tickets: AtomicU64,
    asked: AtomicU64,
    recalled: AtomicU64,
    retried: AtomicU64,
}

/// Why a question came to nothing.
enum Failed {
    Call(CallError),
    /// There was an answer, and this is what is wrong with it.
    Unusable(String),
}

impl From<CallError> for Failed {
    fn from(error: CallError) -> Self {
        Self::Call(error)
    }
}

impl Failed {
    fn told(self) -> CallError {
        match self {
            Self::Call(error) => error,
            Self::Unusable(why) => CallError::Unusable(Clean::from(why).one_line()),
        }
    }
}

/// Which of the two answers that a question can have is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The first; if it is refused, it is asked once more.
    First,
    /// The second and last.
    Last,
}

/// What reads an answer, with the steps that it took.
trait Read<T>: Fn(&str, Turn) -> Result<(T, Vec<Step>), String> {}
impl<T, F: Fn(&str, Turn) -> Result<(T, Vec<Step>), String>> Read<T> for F {}

impl Caller {
    /// Asks `server` with as many calls at a time as there are places, and keeps them in `record`.
    #[must_use]
    pub fn new(server: Server, slots: Arc<Slots>, record: Arc<dyn Record>, patience: Patience) -> Self {
        Self {
            gate: None,
            server,
            slots,
            record,
            patience,
            digests: Mutex::default(),
            running: Mutex::default(),
            tickets: AtomicU64::new(0),
            asked: AtomicU64::new(0),
            recalled: AtomicU64::new(0),
            retried: AtomicU64::new(0),
        }
    }

    /// The same, asking nothing unless `gate` lets it.
    #[must_use]
    pub fn behind(self, gate: Gate) -> Self {
        Self { gate: Some(gate), ..self }
    }

    /// Whether text may be sent.
    ///
    /// # Errors
    /// [`CallError::Forbidden`] when not.
    pub fn permitted(&self) -> Result<(), CallError> {
        self.gate.as_ref().map_or(Ok(()), |gate| gate())
    }

    /// The server.
    #[must_use]
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// The places at it.
    #[must_use]
    pub fn slots(&self) -> &Slots {
        &self.slots
    }

    /// The calls that wait for their answers, the oldest first.
    #[must_use]
    pub fn running(&self) -> Vec<Running> {
        let running = self.live();
        running.values().map(|(run, begun)| Running { since: begun.elapsed(), ..run.clone() }).collect()
    }

    /// How often what happened.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Tally { asked: count(&self.asked), recalled: count(&self.recalled), retried: count(&self.retried) }
    }

    /// The digest of a model's weights, if the server was asked for it before.
    #[must_use]
    pub fn known_digest(&self, model: &str) -> Option<Clean> {
        let digests = self.digests.lock().unwrap_or_else(PoisonError::into_inner);
        digests.get(model).or_else(|| digests.get(&format!("{model}:latest"))).cloned()
    }

    /// The models that the server was found to have, as far as it was asked.
    #[must_use]
    pub fn known_models(&self) -> Vec<Clean> {
        let digests = self.digests.lock().unwrap_or_else(PoisonError::into_inner);
        digests.keys().map(|name| name.as_str().into()).collect()
    }

    /// Asks for prose, which comes in pieces. `read` says what is wrong with the whole.
    ///
    /// # Errors
    /// See [`CallError`].
    pub async fn prose<T>(
        &self,
        question: Question,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Answered<T>, CallError> {
        let read = |text: &str, _| {
            let said = answer::prose(text);
            let steps = if said.len() < text.trim().len() { vec![Step::Thinking] } else { Vec::new() };
            Ok((read(said)?, steps))
        };
        self.answered(question, read, |why| format!("Your last answer could not be used: {why}. Write it once more."))
            .await
    }

    /// Asks for JSON of the call's schema. `read` makes of it what is wanted, or
    /// says what is wrong with it; then it is asked for once more with that said.
    ///
    /// # Errors
    /// See [`CallError`].
    pub async fn structured<T>(
        &self,
        question: Question,
        read: impl Fn(Value, Turn) -> Result<T, String>,
    ) -> Result<Answered<T>, CallError> {
        let schema = question.call.schema.clone().unwrap_or_default();
        let read = |text: &str, turn| {
            let answer = answer::read(text).map_err(|e| e.to_string())?;
            let (value, changed) = shaped(answer.value, &schema);
            let mut steps = answer.steps;
            steps.extend(changed.then_some(Step::Reshaped));
            Ok((read(value, turn)?, steps))
        };
        let once_more = |why: &str| {
            format!(
                "Your last answer could not be used: {why}. Answer once more, with nothing but one JSON object that \
                 follows this schema:\n{schema}"
            )
        };
        self.answered(question, read, once_more).await
    }

    async fn answered<T>(
        &self,
        mut question: Question,
        read: impl Read<T>,
        once_more: impl Fn(&str) -> String,
    ) -> Result<Answered<T>, CallError> {
        self.permitted()?;
        question.call.model_digest = self.digest_of(&question).await?;
        let again = |why: &str| {
            let mut again = question.clone();
            again.call.prompt = format!("{}\n\n{}", again.call.prompt, once_more(why));
            again.notes.push("asked once more".into());
            again
        };
        if !question.fresh {
            let known = match self.recalled(&question, &read, Turn::First) {
                Some(Err(Failed::Unusable(why))) => {
                    self.recalled(&again(&why), &read, Turn::Last).map(|second| (second, true))
                }
                first => first.map(|first| (first, false)),
            };
            if let Some((Ok((value, steps)), asked_twice)) = known {
                self.recalled.fetch_add(1, Ordering::Relaxed);
                return Ok(Answered { value, repaired: asked_twice || mended(&steps) });
            }
        }
        match self.once(&question, &read, Turn::First).await {
            Ok((value, steps)) => Ok(Answered { value, repaired: mended(&steps) }),
            Err(Failed::Unusable(why)) => {
                let (value, _) = self.once(&again(&why), &read, Turn::Last).await.map_err(Failed::told)?;
                Ok(Answered { value, repaired: true })
            }
            Err(failed) => Err(failed.told()),
        }
    }

    /// What the record says to a question; `None` when it was never answered.
    fn recalled<T>(
        &self,
        question: &Question,
        read: &impl Read<T>,
        turn: Turn,
    ) -> Option<Result<(T, Vec<Step>), Failed>> {
        let reply = self.record.recall(question.call.digest())?.reply?;
        Some(read(&reply.text, turn).map_err(Failed::Unusable))
    }

    /// Asks until there is an answer or no more try, and puts it on record.
    async fn once<T>(&self, question: &Question, read: &impl Read<T>, turn: Turn) -> Result<(T, Vec<Step>), Failed> {
        let call = &question.call;
        let mut record = CallRecord {
            request: call.digest(),
            call: call.clone(),
            seed: call.options.seed,
            reply: None,
            failure: None,
            retries: Vec::new(),
            repairs: Vec::new(),
            notes: question.notes.clone(),
            queued: 0,
            took: 0,
        };
        let mut sent = call.clone();
        let mut tries = Tries::new(&self.slots, self.patience, call.statement, record.request);
        let tried = loop {
            let slot = tries.begin().await;
            let begun = Instant::now();
            let reply = self.send(&sent, question.deadline).await;
            record.took += millis(begun);
            drop(slot);
            match reply {
                Ok(reply) => break Ok(reply),
                Err(error) if tries.again(&error).await => {
                    // The same seed would lead the server to the same failure.
                    if matches!(error, CallError::Server(_) | CallError::Empty) {
                        sent.options.seed = sent.options.seed.wrapping_add(1);
                    }
                }
                Err(error) => break Err(error),
            }
        };
        self.retried.fetch_add(tries.failed.len() as u64, Ordering::Relaxed);
        (record.queued, record.retries) = (tries.queued, tries.failed);
        record.seed = sent.options.seed;
        self.asked.fetch_add(1, Ordering::Relaxed);
        let outcome = match tried {
            Ok(reply) => {
                let cut = reply.was_cut(&call.options);
                let read = read(&reply.text, turn).map_err(|why| match cut {
                    true => format!("it was cut off at {} tokens ({why})", call.options.num_predict),
                    false => why,
                });
                record.reply = Some(reply);
                read.map_err(Failed::Unusable)
            }
            Err(error) => Err(Failed::Call(error)),
        };
        match &outcome {
            Ok((_, steps)) => record.repairs.clone_from(steps),
            Err(Failed::Unusable(why)) => record.failure = Some(Clean::from(why.as_str()).one_line()),
            Err(Failed::Call(error)) => record.failure = Some(error.to_string().into()),
        }
        self.keep(record).await?;
        outcome
    }

    async fn keep(&self, record: CallRecord) -> Result<(), CallError> {
        let keeper = Arc::clone(&self.record);
        let kept = tokio::task::spawn_blocking(move || keeper.keep(&record)).await;
        kept.map_err(|e| CallError::Record(e.to_string().into()))?.map_err(CallError::Record)
    }

    /// One try, which can be watched while it runs.
    async fn send(&self, call: &Call, deadline: Duration) -> Result<Reply, CallError> {
        let watched = Watched::new(self, call);
        if call.schema.is_some() {
            self.server.ask(call, deadline).await
        } else {
            self.server.stream(call, deadline, |piece| watched.write(piece)).await
        }
    }

    /// The digest of the question's model, which says too that the server has it.
    async fn digest_of(&self, question: &Question) -> Result<Clean, CallError> {
        let model = &question.call.model;
        if let Some(known) = self.known_digest(model) {
            return Ok(known);
        }
        let key = Digest::of(model.as_bytes());
        let mut tries = Tries::new(&self.slots, self.patience, question.call.statement, key);
        let models = loop {
            let slot = tries.begin().await;
            let models = self.server.models().await;
            drop(slot);
            match models {
                Ok(models) => break Ok(models),
                Err(error) if tries.again(&error).await => {}
                Err(error) => break Err(error),
            }
        };
        self.retried.fetch_add(tries.failed.len() as u64, Ordering::Relaxed);
        let models = models?;
        let mut digests = self.digests.lock().unwrap_or_else(PoisonError::into_inner);
        digests.extend(models.into_iter().map(|there| (there.name.to_string(), there.digest)));
        drop(digests);
        self.known_digest(model).ok_or_else(|| CallError::MissingModel(model.clone()))
    }

    fn live(&self) -> MutexGuard<'_, BTreeMap<u64, (Running, Instant)>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether an answer had to be mended; thinking in front of it is no fault.
fn mended(steps: &[Step]) -> bool {
    steps.iter().any(|step| matches!(step, Step::Repaired | Step::Reshaped))
}

/// A running call in the caller's list, for as long as this lives.
struct Watched<'a> {
    caller: &'a Caller,
    ticket: u64,
}

impl<'a> Watched<'a> {
    fn new(caller: &'a Caller, call: &Call) -> Self {
        let ticket = caller.tickets.fetch_add(1, Ordering::Relaxed);
        let running = Running { call: Arc::new(call.clone()), text: String::new(), since: Duration::ZERO };
        caller.live().insert(ticket, (running, Instant::now()));
        Self { caller, ticket }
    }

    fn write(&self, piece: &str) {
        if let Some((running, _)) = self.caller.live().get_mut(&self.ticket) {
            running.text.push_str(piece);
        }
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        self.caller.live().remove(&self.ticket);
    }
}
