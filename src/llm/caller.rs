//! Asking, with all that belongs to it: a place at the server, tries, what is on
//! record, and one more question when an answer cannot be used.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Instant,
};

use serde_json::Value;

use crate::{
    domain::{Digest, StatementId},
    net::{Gate, Refusal},
    text::Clean,
};

use super::{
    Call, CallError, CallRecord, Known, Limits, ModelServer, Record, Reply, RetryPolicy, Running, Slots, Think,
    answer::{self, Step},
    known::MOST_CORRECTION,
    retry::{Tries, millis},
    running::RunningCalls,
    shape::shaped,
    tokens,
};

/// Tokens of a question from which its count corrects the estimate; in shorter ones the chat template weighs too much.
const COUNTS_FROM: u64 = 500;
/// What is to be asked, and how.
#[derive(Clone, Debug)]
pub struct Question {
    /// The call; its model's digest is filled in when it is asked.
    pub call: Call,
    /// How long one try may take.
    pub limits: Limits,
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

/// Asks one server and keeps every call on record.
pub struct Caller {
    gate: Option<Gate>,
    server: Arc<dyn ModelServer>,
    slots: Arc<Slots>,
    record: Arc<dyn Record>,
    policy: RetryPolicy,
    /// The models that the server was found to have.
    models: Mutex<BTreeMap<String, Known>>,
    running: RunningCalls,
    /// The number of places is still to be asked for.
    measuring: AtomicBool,
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
    fn into_error(self) -> CallError {
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
    pub fn new(server: Arc<dyn ModelServer>, slots: Arc<Slots>, record: Arc<dyn Record>, policy: RetryPolicy) -> Self {
        Self {
            gate: None,
            server,
            slots,
            record,
            policy,
            models: Mutex::default(),
            running: RunningCalls::default(),
            measuring: AtomicBool::new(false),
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

    /// The same, with as many places as the server says that it has, once it was asked.
    #[must_use]
    pub fn measuring(self, measuring: bool) -> Self {
        Self { measuring: AtomicBool::new(measuring), ..self }
    }

    /// Whether text may be sent.
    ///
    /// # Errors
    /// [`CallError::Forbidden`] when not.
    pub fn permitted(&self) -> Result<(), CallError> {
        let refused = |Refusal { why, host }| CallError::Forbidden { why, host };
        self.gate.as_ref().map_or(Ok(()), |gate| gate().map_err(refused))
    }

    /// The server.
    #[must_use]
    pub fn server(&self) -> &Arc<dyn ModelServer> {
        &self.server
    }

    /// The places at it.
    #[must_use]
    pub fn slots(&self) -> &Arc<Slots> {
        &self.slots
    }

    /// The calls that wait for their answers, the oldest first.
    #[must_use]
    pub fn running(&self) -> Vec<Running> {
        self.running.list()
    }

    /// How often what happened.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Tally { asked: count(&self.asked), recalled: count(&self.recalled), retried: count(&self.retried) }
    }

    /// What is known of a model, if the server was found to have it.
    #[must_use]
    pub fn known(&self, model: &str) -> Option<Known> {
        let models = self.models();
        models.get(model).or_else(|| models.get(&format!("{model}:latest"))).cloned()
    }

    /// The models that the server was found to have, as far as it was asked.
    #[must_use]
    pub fn known_models(&self) -> Vec<Clean> {
        self.models().keys().map(|name| name.as_str().into()).collect()
    }

    /// Learns what the server says about a model, once; questions are planned by that.
    ///
    /// # Errors
    /// When text may not be sent, the server does not answer, or does not have the model.
    pub async fn learn(&self, model: &Clean, statement: Option<StatementId>) -> Result<Known, CallError> {
        self.permitted()?;
        let known = self.found(model, statement).await?;
        if known.facts.is_some() {
            return Ok(known);
        }
        // A server that says nothing about its models is asked all the same.
        let facts = self.server.facts(model).await.unwrap_or_default();
        self.note(model, |known| known.facts = Some(facts));
        if self.measuring.swap(false, Ordering::Relaxed)
            && let Some(places) = self.server.parallel().await
        {
            self.slots.widen(places.saturating_sub(1));
        }
        self.known(model).ok_or_else(|| CallError::MissingModel(model.clone()))
    }

    fn note(&self, model: &str, change: impl FnOnce(&mut Known)) {
        let mut models = self.models();
        let name = if models.contains_key(model) { model.to_owned() } else { format!("{model}:latest") };
        if let Some(known) = models.get_mut(&name) {
            change(known);
        }
    }

    fn models(&self) -> MutexGuard<'_, BTreeMap<String, Known>> {
        self.models.lock().unwrap_or_else(PoisonError::into_inner)
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
        question.call.model_digest = self.found(&question.call.model, question.call.statement).await?.digest;
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
                return Ok(Answered { value, repaired: asked_twice || was_repaired(&steps) });
            }
        }
        match self.once(&question, &read, Turn::First).await {
            Ok((value, steps)) => Ok(Answered { value, repaired: was_repaired(&steps) }),
            Err(Failed::Unusable(why)) => {
                let (value, _) = self.once(&again(&why), &read, Turn::Last).await.map_err(Failed::into_error)?;
                Ok(Answered { value, repaired: true })
            }
            Err(failed) => Err(failed.into_error()),
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
        // An answer that was broken off is asked for anew.
        reply.complete(&question.call).ok()?;
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
        // The seed of an answer that was no good would give it again.
        if let Some(before) = self.record.recall(record.request).filter(|kept| !kept.usable() && kept.reply.is_some()) {
            sent.options.seed = before.seed.wrapping_add(1);
            record
                .notes
                .push(format!("seed {}: the answer with seed {} failed", sent.options.seed, before.seed).into());
        }
        let mut tries = Tries::new(&self.slots, self.policy, call.statement, record.request);
        let tried = loop {
            let slot = tries.begin().await;
            let begun = Instant::now();
            let reply = self.send(&sent, question.limits).await;
            record.took += millis(begun);
            drop(slot);
            let outcome = reply.and_then(|reply| {
                let complete = reply.complete(&sent).and_then(|()| self.whole(&sent, &reply));
                record.reply = Some(reply);
                complete
            });
            match outcome {
                Ok(()) => break Ok(()),
                Err(error) if tries.again(&error).await => {
                    if error == CallError::Empty && sent.options.think == Think::Off && self.thinks(&sent) {
                        sent.options.think = Think::Low;
                        self.note(&sent.model, |known| known.needs_thinking = true);
                        record.notes.push("asked with a little thinking: without any the answer was empty".into());
                    }
                    if error.is_of_content() {
                        sent.options.seed = sent.options.seed.wrapping_add(1);
                    }
                    record.reply = None;
                }
                Err(error) => break Err(error),
            }
        };
        self.retried.fetch_add(tries.failed.len() as u64, Ordering::Relaxed);
        (record.queued, record.retries) = (tries.queued, tries.failed);
        record.seed = sent.options.seed;
        self.asked.fetch_add(1, Ordering::Relaxed);
        let text = record.reply.as_ref().map_or("", |reply| reply.text.as_str());
        let outcome = match tried {
            Ok(()) => read(text, turn).map_err(Failed::Unusable),
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

    fn thinks(&self, call: &Call) -> bool {
        self.known(&call.model).is_some_and(|known| known.thinks())
    }

    /// Learns from the count of a question's tokens; fails where the server cannot have read all of it.
    fn whole(&self, call: &Call, reply: &Reply) -> Result<(), CallError> {
        if reply.thinking.is_some() {
            self.note(&call.model, |known| known.thinks = true);
        }
        let Some(read) = reply.prompt_tokens.filter(|read| *read > 0) else { return Ok(()) };
        let question = [call.system.as_str(), call.prompt.as_str()];
        let sent = question.map(tokens::estimate).iter().sum();
        let limit = self.known(&call.model).is_some_and(|known| known.is_limit(read, sent));
        self.note(&call.model, |known| known.last_read = Some((read, sent)));
        if limit || read < question.map(tokens::at_least).iter().sum() {
            return Err(CallError::Truncated { read, sent });
        }
        self.correct(call, read, sent);
        Ok(())
    }

    /// Corrects the estimate of a model's tokens, upwards alone, so that a question that once fitted is asked again as it was.
    #[expect(clippy::cast_precision_loss, reason = "tokens of one question")]
    fn correct(&self, call: &Call, counted: u64, estimated: u64) {
        if estimated >= COUNTS_FROM {
            let rate = counted as f64 / estimated as f64;
            self.note(&call.model, |known| known.correction = known.correction.max(rate).min(MOST_CORRECTION));
        }
    }

    async fn keep(&self, record: CallRecord) -> Result<(), CallError> {
        let keeper = Arc::clone(&self.record);
        let kept = tokio::task::spawn_blocking(move || keeper.keep(&record)).await;
        kept.map_err(|e| CallError::Record(e.to_string().into()))?.map_err(CallError::Record)
    }

    /// One try, which can be watched while it runs.
    async fn send(&self, call: &Call, limits: Limits) -> Result<Reply, CallError> {
        let watched = self.running.begin(call);
        let sent = self.server.chat(call, limits, &mut |part| watched.write(part)).await;
        if let Err(CallError::TooLong { tokens: counted, window, .. }) = &sent {
            let estimated = tokens::estimate(&call.system) + tokens::estimate(&call.prompt);
            if let Some(counted) = counted {
                self.correct(call, *counted, estimated);
            }
            let window = window.and_then(|window| u32::try_from(window).ok());
            self.note(&call.model, |known| known.window = window.or(known.window));
        }
        sent
    }

    /// What is known of a model, once the server was found to have it.
    async fn found(&self, model: &Clean, statement: Option<StatementId>) -> Result<Known, CallError> {
        if let Some(known) = self.known(model) {
            return Ok(known);
        }
        let key = Digest::of(model.as_bytes());
        let mut tries = Tries::new(&self.slots, self.policy, statement, key);
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
        for there in models? {
            let known = Known { digest: there.digest, ..Known::default() };
            self.models().entry(there.name.to_string()).or_insert(known);
        }
        self.known(model).ok_or_else(|| CallError::MissingModel(model.clone()))
    }
}

/// Whether an answer had to be repaired; thinking in front of it is no fault.
fn was_repaired(steps: &[Step]) -> bool {
    steps.iter().any(|step| matches!(step, Step::Repaired | Step::Reshaped))
}
