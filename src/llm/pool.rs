//! Several servers as one. A call goes to the least loaded server that is up and has the model, and fails over to
//! another one.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use futures_util::future::join_all;
use tokio::{sync::Notify, time::Instant};

use crate::{net::Host, text::Clean};

use super::{Call, CallError, Limits, Model, ModelFacts, ModelServer, OnPart, Part, Pulled, Reply};

/// Time before a failed server is tried again; it doubles with each failure.
const FIRST_BACKOFF: Duration = Duration::from_secs(1);
/// The longest time before a failed server is tried again.
const LONGEST_BACKOFF: Duration = Duration::from_secs(60);

/// Servers that have the same models, as one.
pub(super) struct Pool {
    members: Vec<Arc<dyn ModelServer>>,
    states: Mutex<Vec<Member>>,
    /// A slot became free, or a server came back.
    changed: Notify,
}

/// What is known of a server.
#[derive(Clone, Debug)]
struct Member {
    /// How many calls it works on at a time.
    slots: usize,
    /// How many it works on now.
    running: usize,
    /// Digests of its models by name; `None` until it said which it has.
    models: Option<BTreeMap<String, Clean>>,
    /// Models that it turned out not to have.
    lacks: BTreeSet<String>,
    backoff: Option<Backoff>,
}

/// Until when a server is not asked, and why.
#[derive(Clone, Debug)]
struct Backoff {
    until: Instant,
    pause: Duration,
    why: CallError,
}

/// A slot taken at a server, released on drop.
struct ServerSlot<'a> {
    pool: &'a Pool,
    at: usize,
}

impl Drop for ServerSlot<'_> {
    fn drop(&mut self) {
        self.pool.states()[self.at].running -= 1;
        self.pool.changed.notify_waiters();
    }
}

impl Pool {
    /// `slots`: how many calls each server works on at a time; 0 for what it says, else 1.
    pub(super) fn new(members: Vec<Arc<dyn ModelServer>>, slots: usize) -> Self {
        let member = Member { slots: slots.max(1), running: 0, models: None, lacks: BTreeSet::new(), backoff: None };
        Self { states: Mutex::new(vec![member; members.len()]), members, changed: Notify::new() }
    }

    fn states(&self) -> MutexGuard<'_, Vec<Member>> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a slot at a server that has `model` and is none of `tried`. One that rests is tried again when its
    /// time has come, by one call.
    async fn slot(&self, model: &str, tried: &[usize]) -> Result<ServerSlot<'_>, Option<CallError>> {
        loop {
            let changed = self.changed.notified();
            let next = {
                let mut states = self.states();
                let now = Instant::now();
                let digest = digest(&states, model);
                let fits = |(at, member): &(usize, &Member)| !tried.contains(at) && member.has(model, digest.as_ref());
                let able: Vec<(usize, &Member)> = states.iter().enumerate().filter(fits).collect();
                let is_free = |member: &Member| match &member.backoff {
                    Some(backoff) => backoff.until <= now && member.running == 0,
                    None => member.running < member.slots,
                };
                let free = able.iter().filter(|(_, member)| is_free(member));
                if let Some(at) = free.min_by(|a, b| a.1.load().total_cmp(&b.1.load())).map(|(at, _)| *at) {
                    states[at].running += 1;
                    return Ok(ServerSlot { pool: self, at });
                }
                if able.iter().all(|(_, member)| member.backoff.is_some() && member.running == 0) {
                    let soonest = able.iter().filter_map(|(_, member)| member.backoff.as_ref());
                    return Err(soonest.min_by_key(|backoff| backoff.until).map(|backoff| backoff.why.clone()));
                }
                able.iter().filter_map(|(_, member)| Some(member.backoff.as_ref()?.until)).min()
            };
            match next {
                Some(until) => {
                    let _ = tokio::time::timeout_at(until, changed).await;
                }
                None => changed.await,
            }
        }
    }

    /// Whether another server may do what this one could not; takes note of why.
    fn fails_over(&self, at: usize, model: &str, error: &CallError) -> bool {
        let mut states = self.states();
        let member = &mut states[at];
        match error {
            CallError::Unreachable { .. } => member.back_off(None, error),
            CallError::Busy { after, .. } => member.back_off(Some(after.unwrap_or(FIRST_BACKOFF)), error),
            CallError::MissingModel(_) => drop(member.lacks.insert(model.into())),
            CallError::Server(_) | CallError::Cut(_) | CallError::Garbage(_) => {}
            _ => return false,
        }
        true
    }

    /// Of what every server said, what is an answer, with the server's number; why none answered.
    fn answers<T>(&self, said: Vec<Result<T, CallError>>) -> Result<Answers<T>, CallError> {
        let (mut answers, mut first) = (Vec::new(), None);
        for (at, answer) in said.into_iter().enumerate() {
            match answer {
                Ok(answer) => answers.push((at, answer)),
                Err(error) => {
                    if matches!(error, CallError::Unreachable { .. }) {
                        self.states()[at].back_off(None, &error);
                    }
                    first = first.or(Some(error));
                }
            }
        }
        if answers.is_empty() { Err(first.unwrap_or(CallError::Empty)) } else { Ok(answers) }
    }
}

/// A request that is tried at one server after another.
struct Failover<'a> {
    pool: &'a Pool,
    model: &'a str,
    tried: Vec<usize>,
    last: Option<CallError>,
}

impl<'a> Failover<'a> {
    fn new(pool: &'a Pool, model: &'a str) -> Self {
        Self { pool, model, tried: Vec::new(), last: None }
    }

    /// A slot at the next server; why it could not be done where none is left.
    async fn next(&mut self) -> Result<ServerSlot<'a>, CallError> {
        let slot = self.pool.slot(self.model, &self.tried).await;
        let slot =
            slot.map_err(|why| self.last.take().or(why).unwrap_or_else(|| CallError::MissingModel(self.model.into())))?;
        self.tried.push(slot.at);
        Ok(slot)
    }

    /// What came of it at a server; `None` where another one may do better.
    fn settle<T>(&mut self, slot: &ServerSlot<'_>, outcome: Result<T, CallError>) -> Option<Result<T, CallError>> {
        match outcome {
            Err(error) if self.pool.fails_over(slot.at, self.model, &error) => {
                self.last = Some(error);
                None
            }
            outcome => {
                if outcome.is_ok() {
                    self.pool.states()[slot.at].backoff = None;
                }
                Some(outcome)
            }
        }
    }
}

/// Answers with the numbers of their servers.
type Answers<T> = Vec<(usize, T)>;

/// The digest of a model at the first server that has it: which one is meant by its name.
fn digest(states: &[Member], model: &str) -> Option<Clean> {
    let at = |member: &Member| known(member.models.as_ref()?, model).cloned();
    states.iter().find_map(at)
}

fn known<'a>(models: &'a BTreeMap<String, Clean>, model: &str) -> Option<&'a Clean> {
    models.get(model).or_else(|| models.get(&format!("{model}:latest")))
}

impl Member {
    /// The share of its slots that are taken.
    #[expect(clippy::cast_precision_loss, reason = "a few calls")]
    fn load(&self) -> f64 {
        self.running as f64 / self.slots as f64
    }

    /// Whether it has the model, in the version that is meant, as far as it is known.
    fn has(&self, model: &str, digest: Option<&Clean>) -> bool {
        !self.lacks.contains(model)
            && self.models.as_ref().is_none_or(|models| digest.is_some() && known(models, model) == digest)
    }

    /// Leaves it alone for `pause`, or for longer each time that it was tried in vain.
    fn back_off(&mut self, pause: Option<Duration>, why: &CallError) {
        let now = Instant::now();
        let longer = match &self.backoff {
            // Of the calls that it died at the first one counts.
            Some(backoff) if backoff.until > now => return,
            Some(backoff) => backoff.pause * 2,
            None => FIRST_BACKOFF,
        };
        let pause = pause.unwrap_or(longer).min(LONGEST_BACKOFF);
        self.backoff = Some(Backoff { until: now + pause, pause, why: why.clone() });
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("members", &self.members).finish_non_exhaustive()
    }
}

#[async_trait]
impl ModelServer for Pool {
    fn host(&self) -> &Host {
        self.members[0].host()
    }

    async fn product(&self) -> Result<Clean, CallError> {
        let said = self.answers(join_all(self.members.iter().map(|member| member.product())).await)?;
        let products: BTreeSet<String> = said.iter().map(|(_, product)| product.to_string()).collect();
        let products = products.into_iter().collect::<Vec<_>>().join(", ");
        Ok(match said.len() == self.members.len() {
            true => products.into(),
            false => format!("{products} ({} of {} servers answer)", said.len(), self.members.len()).into(),
        })
    }

    async fn chat(&self, call: &Call, limits: Limits, part: &mut OnPart<'_>) -> Result<Reply, CallError> {
        let mut failover = Failover::new(self, &call.model);
        loop {
            let slot = failover.next().await?;
            let member = &self.members[slot.at];
            let reply = member.chat(call, limits, part).await;
            match failover.settle(&slot, reply) {
                Some(reply) => return Ok(Reply { server: Some(member.host().to_string().into()), ..reply? }),
                None => part(Part::Anew),
            }
        }
    }

    async fn models(&self) -> Result<Vec<Model>, CallError> {
        let mut found: Vec<Model> = Vec::new();
        for (at, models) in self.answers(join_all(self.members.iter().map(|member| member.models())).await)? {
            let digests = models.iter().map(|model| (model.name.to_string(), model.digest.clone())).collect();
            self.states()[at].models = Some(digests);
            for model in models {
                if found.iter().all(|other| other.name != model.name) {
                    found.push(model);
                }
            }
        }
        Ok(found)
    }

    async fn facts(&self, model: &str) -> Result<ModelFacts, CallError> {
        let has = |at: usize| {
            let states = self.states();
            states[at].has(model, digest(&states, model).as_ref())
        };
        let said = self.answers(join_all(self.members.iter().map(|member| member.facts(model))).await)?;
        let facts: Vec<ModelFacts> = said.into_iter().filter(|(at, _)| has(*at)).map(|(_, facts)| facts).collect();
        let mut capabilities = facts.iter().map(|facts| facts.capabilities.clone()).filter(|all| !all.is_empty());
        let first = capabilities.next().unwrap_or_default();
        Ok(ModelFacts {
            // What each of them can read, and do.
            context: facts.iter().filter_map(|facts| facts.context).min(),
            capabilities: capabilities
                .fold(first, |common, all| common.into_iter().filter(|capability| all.contains(capability)).collect()),
            needs_thinking: facts.iter().any(|facts| facts.needs_thinking),
        })
    }

    async fn loaded(&self) -> Result<Option<Vec<Clean>>, CallError> {
        let said = self.answers(join_all(self.members.iter().map(|member| member.loaded())).await)?;
        let loaded: Option<Vec<Vec<Clean>>> = said.into_iter().map(|(_, loaded)| loaded).collect();
        Ok(loaded.map(|loaded| loaded.into_iter().flatten().collect()))
    }

    async fn parallel(&self) -> Option<usize> {
        let slots = join_all(self.members.iter().map(|member| member.parallel())).await;
        let mut states = self.states();
        for (member, slots) in states.iter_mut().zip(slots) {
            member.slots = slots.unwrap_or(1).max(1);
        }
        Some(states.iter().map(|member| member.slots).sum())
    }

    async fn pull(&self, model: &str, progress: &mut (dyn FnMut(Pulled) + Send)) -> Result<(), CallError> {
        for member in &self.members {
            let host = member.host();
            member
                .pull(model, &mut |at| progress(Pulled { status: format!("{host}: {}", at.status).into(), ..at }))
                .await?;
        }
        Ok(())
    }

    async fn embed(&self, model: &str, texts: Vec<String>, deadline: Duration) -> Result<Vec<Vec<f32>>, CallError> {
        let mut failover = Failover::new(self, model);
        loop {
            let slot = failover.next().await?;
            let vectors = self.members[slot.at].embed(model, texts.clone(), deadline).await;
            if let Some(vectors) = failover.settle(&slot, vectors) {
                return vectors;
            }
        }
    }
}
