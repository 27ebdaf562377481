//! The calls to models that a statement's results rest on, and those that run.

use std::{collections::BTreeSet, sync::Arc};

use jiff::Timestamp;

use crate::{
    domain::{Digest, StatementId},
    llm::{Call, CallRecord},
    reason::Asking,
    text::Clean,
};

use super::{
    super::{
        Link,
        action::Effect,
        keys::{Op, Pane},
        state::State,
    },
    LoadRequest,
};

/// A call that came to its end.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its number in the review.
    pub id: u64,
    /// When it ended.
    pub at: Timestamp,
    /// What was asked and answered.
    pub record: CallRecord,
}

/// By what a call is found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// While it runs.
    Running(Digest),
    /// Once it is kept.
    Kept(u64),
}

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Whose calls they are.
    pub id: Option<StatementId>,
    /// Those that wait for their answers, newest first.
    pub running: Vec<(Digest, Asking)>,
    /// The others, newest first.
    pub kept: Vec<Arc<Kept>>,
    /// When they were read.
    pub now: Timestamp,
    open: BTreeSet<Key>,
}

/// Calls that were read.
#[derive(Clone, Debug)]
pub struct Calls {
    id: StatementId,
    /// Those after this one.
    after: u64,
    kept: Vec<Arc<Kept>>,
    running: Vec<(Digest, Asking)>,
    now: Timestamp,
}

impl Page {
    fn key(&self, place: usize) -> Option<Key> {
        match self.running.get(place) {
            Some((request, _)) => Some(Key::Running(*request)),
            None => self.kept.get(place - self.running.len()).map(|kept| Key::Kept(kept.id)),
        }
    }

    /// Whether all of the call at a place is shown.
    #[must_use]
    pub fn is_open(&self, place: usize) -> bool {
        self.key(place).is_some_and(|key| self.open.contains(&key))
    }

    /// A call that ran may be kept by now.
    fn settled(&self, key: Key) -> Key {
        let Key::Running(request) = key else { return key };
        let runs = self.running.iter().any(|(running, _)| *running == request);
        let ended = self.kept.iter().find(|kept| kept.record.request == request).filter(|_| !runs);
        ended.map_or(key, |kept| Key::Kept(kept.id))
    }
}

/// Reads the calls after one with a number, and those that run.
pub(super) fn read(link: &Link, id: StatementId, after: u64) -> Result<Calls, Clean> {
    let review = link.review();
    let kept = review.calls_on(id, after).map_err(|e| Clean::from(e.to_string()))?;
    // What a newer version wrote may not be readable; the rest is.
    let kept = kept.into_iter().rev().filter_map(|kept| {
        let record = serde_json::from_slice(&kept.record).ok()?;
        Some(Arc::new(Kept { id: kept.id, at: kept.at, record }))
    });
    if review.hides(id) {
        return Err("the review is blind: calls are shown once you have given a verdict on the statement".into());
    }
    let asking = link.activity().asking.into_iter().rev();
    let running = asking.filter(|asking| asking.statement.is_none_or(|of| of == id));
    let running = running.map(|asking| (asking.call.digest(), asking));
    Ok(Calls { id, after, kept: kept.collect(), running: running.collect(), now: review.now() })
}

/// What is to be read for the selected statement.
pub(super) fn want(state: &State) -> Option<LoadRequest> {
    let id = state.row().filter(|row| !row.summary.hidden)?.statement.id;
    let page = &state.pages.trace;
    let newest = page.kept.first().filter(|_| page.id == Some(id));
    Some(LoadRequest::Trace(id, newest.map_or(0, |kept| kept.id)))
}

pub(super) fn open(state: &mut State) -> Vec<Effect> {
    state.pages.asked = state.now;
    want(state).map(Effect::Read).into_iter().collect()
}

pub(super) fn on_loaded(state: &mut State, calls: &Calls) -> Vec<Effect> {
    let Some(id) = state.id().filter(|id| *id == calls.id) else { return Vec::new() };
    let at = state.at[Pane::Trace];
    let page = &mut state.pages.trace;
    // At the top what is newest is followed, unless a call is being read there.
    let mut selected = page.key(at).filter(|_| at > 0 || page.is_open(at));
    if page.id != Some(id) || calls.after == 0 {
        let same = page.id == Some(id);
        *page = Page { id: Some(id), open: if same { page.open.clone() } else { BTreeSet::new() }, ..Page::default() };
        selected = selected.filter(|_| same);
    }
    let newest = page.kept.first().map_or(0, |kept| kept.id);
    let new = calls.kept.iter().filter(|kept| kept.id > newest).cloned();
    page.kept.splice(0..0, new.collect::<Vec<_>>());
    page.running.clone_from(&calls.running);
    page.now = calls.now;
    page.open = page.open.iter().map(|key| page.settled(*key)).collect();
    let selected = selected.map(|key| page.settled(key));
    let places = 0..page.running.len() + page.kept.len();
    let place = places.clone().find(|place| page.key(*place) == selected && selected.is_some());
    state.at[Pane::Trace] = place.unwrap_or(at.min(places.len().saturating_sub(1)));
    state.follow[Pane::Trace] |= place != Some(at);
    state.version[Pane::Trace] += 1;
    Vec::new()
}

pub(super) fn items(state: &State) -> usize {
    let page = &state.pages.trace;
    page.running.len() + page.kept.len()
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    if op != Op::Open {
        return None;
    }
    let page = &mut state.pages.trace;
    if let Some(key) = page.key(state.at[Pane::Trace])
        && !page.open.remove(&key)
    {
        page.open.insert(key);
    }
    state.version[Pane::Trace] += 1;
    state.follow[Pane::Trace] = true;
    Some(Vec::new())
}

/// All of the selected call, to be copied.
pub(in super::super) fn words(state: &State) -> Option<(String, Clean)> {
    let page = &state.pages.trace;
    let at = state.at[Pane::Trace];
    let (what, parts) = match page.running.get(at) {
        Some((_, asking)) => (format!("the call for {}", asking.stage), running(asking)),
        None => {
            let kept = page.kept.get(at - page.running.len())?;
            (format!("call {}", kept.id), ended(&kept.record))
        }
    };
    let text: Vec<String> = parts.iter().map(|(name, text)| format!("## {name}\n{text}\n")).collect();
    Some((what, text.join("\n").into()))
}

/// A part of a call: what it is, and what it says.
pub(in super::super) type Part = (&'static str, Clean);

/// What is known of a call that runs.
pub(in super::super) fn running(asking: &Asking) -> Vec<Part> {
    let mut parts = facts(&asking.call);
    if !asking.text.is_empty() {
        parts.push(("Answer so far", asking.text.clone()));
    }
    parts.extend(question(&asking.call));
    parts
}

/// All that is kept of a call.
pub(in super::super) fn ended(record: &CallRecord) -> Vec<Part> {
    let mut parts = facts(&record.call);
    if record.seed != record.call.options.seed {
        parts.push(("Seed answered", record.seed.to_string().into()));
    }
    let reply = record.reply.as_ref();
    if let Some((asked, answered)) = reply.and_then(|reply| reply.prompt_tokens.zip(reply.answer_tokens)) {
        parts.push(("Tokens", format!("{asked} in the question, {answered} in the answer").into()));
    }
    if let Some(server) = reply.and_then(|reply| reply.server.clone()) {
        parts.push(("Server", server));
    }
    let times = format!("{} ms waited for a place, {} ms asked", record.queued, record.took);
    parts.push(("Times", times.into()));
    let lines = |lines: Vec<String>| Clean::from(lines.join("\n"));
    if !record.retries.is_empty() {
        let tries = record.retries.iter().map(|retry| format!("{}; retried after {} ms", retry.why, retry.waited));
        parts.push(("Tries that failed", lines(tries.collect())));
    }
    if !record.repairs.is_empty() {
        parts.push(("Repairs", lines(record.repairs.iter().map(|step| step.name().to_owned()).collect())));
    }
    if !record.notes.is_empty() {
        parts.push(("Notes", lines(record.notes.iter().map(ToString::to_string).collect())));
    }
    parts.extend(record.failure.clone().map(|why| ("Failure", why)));
    if let Some(reply) = reply {
        parts.push(("Answer", reply.text.as_str().into()));
        parts.extend(reply.thinking.as_deref().map(|text| ("Thinking", text.into())));
    }
    parts.extend(question(&record.call));
    parts
}

fn facts(call: &Call) -> Vec<Part> {
    let options = &call.options;
    let think = format!("{:?}", options.think).to_lowercase();
    let set = format!(
        "temperature {}, seed {}, context {}, answer up to {} tokens, thinking {think}",
        options.temperature, options.seed, options.num_ctx, options.num_predict
    );
    vec![("Model", format!("{}, digest {}", call.model, call.model_digest).into()), ("Options", set.into())]
}

fn question(call: &Call) -> Vec<Part> {
    let mut parts = vec![("Prompt", call.prompt.as_str().into()), ("System", call.system.as_str().into())];
    parts.extend(call.schema.as_ref().map(|schema| ("Schema", schema.to_string().into())));
    parts
}
