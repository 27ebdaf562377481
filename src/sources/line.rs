//! The one way to a source: gate, cache, pace, tries, and what its bare answers mean (`docs/rules.md#literature`).

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use jiff::{SignedDuration, Timestamp};
use reqwest::{Method, StatusCode};
use serde_json::Value;

use crate::{
    domain::Digest,
    net::{self, ClientError, Gate, Host, LONGEST_WAIT, Proxy, ProxyOf},
    text::Clean,
};

use super::{
    SourceError,
    cache::{Cache, Kept},
    lane::{Lane, Pace},
};

/// How long one answer may take.
const DEADLINE: Duration = Duration::from_secs(60);
/// The most that is read of an answer, in bytes.
const MOST: u64 = 64_000_000;
/// The longest message of a host that is kept, in characters.
const LONGEST_MESSAGE: usize = 300;

/// Reads a key when the first request needs it; why it cannot be read, in words.
pub type KeyReader = Arc<dyn Fn() -> Result<String, String> + Send + Sync>;

/// How a source is reached.
#[derive(Clone)]
pub struct Access {
    /// Where it is.
    pub host: Host,
    /// The proxy in front of it.
    pub proxy: Option<Proxy>,
    /// Asked before every request.
    pub gate: Gate,
    /// The reader's mail address, which goes along where a source asks for one; empty for none.
    pub contact: String,
    /// Where its key is from.
    pub key: Option<KeyReader>,
    /// Answers that were kept.
    pub cache: Option<Cache>,
    /// For how long a kept answer is used.
    pub keep: Duration,
    /// Tries after the first.
    pub retries: u32,
    /// The pause before the second try; then twice that, and so on.
    pub backoff: Duration,
    /// How the pages that a web search finds are fetched; none for other sources.
    pub pages: Option<PageAccess>,
}

/// How pages at any host are fetched.
#[derive(Clone)]
pub struct PageAccess {
    /// Asked before every page.
    pub gate: Gate,
    /// The proxy on the way to a host.
    pub proxy: ProxyOf,
    /// This program, which is started once more to take a PDF apart.
    pub exe: Option<PathBuf>,
    /// How many pages of a search are read.
    pub most: usize,
}

/// What a source does with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyUse {
    /// It has none, or grants more to those with one.
    Optional,
    /// Searches need one, for this reason and from this place.
    Required {
        /// What it is that is not done without.
        what: &'static str,
        /// Where to get one, as a request.
        get: &'static str,
    },
}

impl KeyUse {
    /// That the key is missing, and where the source of this name takes it from.
    #[must_use]
    pub fn missing(self, name: &str) -> String {
        let (what, get) = match self {
            Self::Optional => (name, "get one"),
            Self::Required { what, get } => (what, get),
        };
        format!("{what} without a key; {get} and name its variable as `sources.{name}.key_env`")
    }
}

/// Whether an answer that was kept is used again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reuse {
    /// While it is not too old; offline whatever its age.
    #[default]
    Recent,
    /// Never: ask again, and keep the new answer.
    Never,
}

/// The newest answer, or why there was none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastAnswer {
    /// When the source was asked for it.
    pub at: Timestamp,
    /// How long it took.
    pub took: Duration,
    /// Whether it was kept from then, and the source was not asked again.
    pub is_kept: bool,
    /// Why there was no answer.
    pub error: Option<Clean>,
}

/// A request to a source.
#[derive(Clone, Debug, Default)]
pub(super) struct Request {
    /// Below the address of the source.
    pub(super) path: String,
    /// Parameters that the answer depends on.
    pub(super) parameters: Vec<(&'static str, String)>,
    /// Parameters that it does not depend on, which are kept nowhere: key, mail address.
    pub(super) private: Vec<(&'static str, String)>,
    /// Headers that are kept nowhere.
    pub(super) headers: Vec<(&'static str, String)>,
    /// Parameters go in the body of a POST, for long lists.
    pub(super) post: bool,
    /// The body of a POST, in place of parameters.
    pub(super) body: Option<Value>,
    /// What to do where the source forbids the request, for sources without a key.
    pub(super) forbidden: Option<&'static str>,
    pub(super) reuse: Reuse,
}

/// An answer of status 200 or 404.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) found: bool,
    pub(super) body: Vec<u8>,
    pub(super) at: Timestamp,
}

/// The line to one source.
pub struct Line {
    host: Host,
    name: &'static str,
    key: KeyUse,
    client: reqwest::Client,
    lane: Arc<Lane>,
    access: Access,
    last: Mutex<Option<LastAnswer>>,
}

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Line to {}", self.host)
    }
}

impl Line {
    /// A line to the source `name`. Nothing is sent.
    pub(super) fn new(name: &'static str, access: Access, pace: Pace, key: KeyUse) -> Result<Self, ClientError> {
        let agent = match access.contact.trim() {
            "" => String::new(),
            contact => format!(" (mailto:{contact})"),
        };
        let host = access.host.clone();
        let client = net::client(&host, access.proxy.as_ref(), &agent, &format!("`sources.{name}.url`"))?;
        let lane = Lane::of(&host, pace);
        Ok(Self { host, name, key, client, lane, access, last: Mutex::default() })
    }

    pub(super) fn access(&self) -> &Access {
        &self.access
    }

    pub(super) fn host(&self) -> &Host {
        &self.host
    }

    /// What is left of the host's limit, in its own count, where it says so.
    #[must_use]
    pub fn remaining(&self) -> Option<Clean> {
        self.lane.remaining()
    }

    /// The newest answer; `None` before the first request.
    #[must_use]
    pub fn last(&self) -> Option<LastAnswer> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn contact(&self) -> Option<String> {
        Some(self.access.contact.trim().to_owned()).filter(|contact| !contact.is_empty())
    }

    /// The source's key, if one is set.
    pub(super) async fn key(&self) -> Result<Option<String>, SourceError> {
        let Some(read) = self.access.key.clone() else { return Ok(None) };
        let read = tokio::task::spawn_blocking(move || read()).await;
        let key = read.map_err(|e| e.to_string()).and_then(|key| key);
        key.map(Some).map_err(|why| SourceError::Key(why.into()))
    }

    /// The source's key, without which it is not asked.
    pub(super) async fn required_key(&self) -> Result<String, SourceError> {
        self.key().await?.ok_or_else(|| SourceError::Key(self.key.missing(self.name).into()))
    }

    /// The answer to a request in JSON. `in_body` finds the error in an answer of status 200.
    pub(super) async fn json(
        &self,
        request: &Request,
        in_body: fn(&Value) -> Option<String>,
    ) -> Result<(Option<Value>, Timestamp), SourceError> {
        let parse = |body: &[u8]| {
            let value: Value = serde_json::from_slice(body).map_err(|e| match body.trim_ascii_start().first() {
                Some(b'<') => self.page(body),
                _ if e.is_eof() => SourceError::Cut { host: self.shown(), why: e.to_string().into() },
                _ => SourceError::NotData { host: self.shown(), what: format!("something else ({e})").into() },
            })?;
            match in_body(&value) {
                Some(why) => Err(self.of_status(200, &why, None)),
                None => Ok(value),
            }
        };
        let answer = self.ask(request, &|body| parse(body).map(drop)).await?;
        let value = if answer.found { Some(parse(&answer.body)?) } else { None };
        Ok((value, answer.at))
    }

    /// The answer to a request in XML with this root element.
    pub(super) async fn xml(&self, request: &Request, root: &'static str) -> Result<Answer, SourceError> {
        let check = |body: &[u8]| {
            let text = String::from_utf8_lossy(body);
            if text.contains(&format!("</{root}>")) || text.contains(&format!("<{root}/>")) {
                return Ok(());
            }
            if let Some((_, rest)) = text.split_once("<ERROR>") {
                return Err(self.of_status(200, rest.split("</ERROR>").next().unwrap_or_default(), None));
            }
            if let Some(why) = serde_json::from_slice::<Value>(body).ok().and_then(|body| message(&body)) {
                return Err(self.of_status(200, &why, None));
            }
            if text.contains(&format!("<{root}")) {
                return Err(SourceError::Cut { host: self.shown(), why: format!("no end of <{root}>").into() });
            }
            Err(self.page(body))
        };
        self.ask(request, &check).await
    }

    fn shown(&self) -> Clean {
        self.host.to_string().into()
    }

    /// What a page for people means, by its title.
    fn page(&self, body: &[u8]) -> SourceError {
        let text = String::from_utf8_lossy(body);
        let title = text.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
        let what = match title {
            Some((title, _)) => format!("the page “{}”", title.trim()),
            None if body.trim_ascii().is_empty() => "nothing".to_owned(),
            None => "a page for people".to_owned(),
        };
        SourceError::NotData { host: self.shown(), what: Clean::from(what).one_line() }
    }

    /// Asks, unless the answer is kept; `check` says whether an answer of status 200 is one.
    async fn ask(
        &self,
        request: &Request,
        check: &(dyn Fn(&[u8]) -> Result<(), SourceError> + Sync),
    ) -> Result<Answer, SourceError> {
        let (key, described) = self.identify(request);
        let kept = self.access.cache.as_ref().and_then(|cache| cache.get(&key));
        let answer = |kept: Kept| Answer { found: kept.status == 200, body: kept.body, at: kept.fetched };
        let reused = |kept: Kept| {
            let last = LastAnswer { at: kept.fetched, took: Duration::ZERO, is_kept: true, error: None };
            *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(last);
            Ok(answer(kept))
        };
        if let Err(refusal) = (self.access.gate)() {
            // Offline, an old answer is better than none; without consent, nothing is answered.
            return match kept {
                Some(kept) if refusal.host.is_none() => reused(kept),
                _ => Err(SourceError::Forbidden(refusal)),
            };
        }
        if let Some(kept) = kept.filter(|kept| request.reuse == Reuse::Recent && self.is_recent(kept.fetched)) {
            return reused(kept);
        }
        let mut round = 0;
        loop {
            let place = self.lane.enter().await.map_err(|(until, why)| SourceError::Limited {
                host: self.shown(),
                why,
                until: Some(until),
            })?;
            let (at, begun) = (Timestamp::now(), Instant::now());
            let outcome = self.send(request, check).await;
            drop(place);
            let error = outcome.as_ref().err().map(|(error, _)| error.to_string().into());
            *self.last.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(LastAnswer { at, took: begun.elapsed(), is_kept: false, error });
            match outcome {
                Ok(kept) => {
                    if let Some(cache) = &self.access.cache {
                        cache.put(&key, &described, &kept);
                    }
                    return Ok(answer(kept));
                }
                Err((error, after)) => {
                    let mut pause = net::pause(self.access.backoff, round, &key);
                    if let Some(after) = after {
                        if after > LONGEST_WAIT {
                            return Err(self.close(&error, after));
                        }
                        pause = pause.max(after);
                    }
                    if round >= self.access.retries || !error.may_pass() {
                        return Err(error);
                    }
                    round += 1;
                    tokio::time::sleep(pause).await;
                }
            }
        }
    }

    /// Sends nothing more until the host takes requests again.
    fn close(&self, error: &SourceError, after: Duration) -> SourceError {
        let until = SignedDuration::try_from(after).ok().and_then(|after| Timestamp::now().checked_add(after).ok());
        let why = match error {
            SourceError::Limited { why, .. } | SourceError::Server { why, .. } => why.clone(),
            other => other.to_string().into(),
        };
        if let Some(until) = until {
            self.lane.close(until, why.clone());
        }
        SourceError::Limited { host: self.shown(), why, until }
    }

    fn is_recent(&self, fetched: Timestamp) -> bool {
        let age = Timestamp::now().duration_since(fetched);
        SignedDuration::try_from(self.access.keep).is_ok_and(|keep| age < keep)
    }

    /// By what a request is the same as another, and how it is described. Key and mail address are in neither.
    fn identify(&self, request: &Request) -> (Digest, String) {
        let mut sorted: Vec<_> = request.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        sorted.sort_unstable();
        let method = if request.post || request.body.is_some() { "POST" } else { "GET" };
        let body = request.body.as_ref().map(|body| format!(" {body}")).unwrap_or_default();
        let described = format!("{method} {}?{}{body}", self.host.route(&request.path), sorted.join("&"));
        (Digest::of(described.as_bytes()), described)
    }

    async fn send(
        &self,
        request: &Request,
        check: &(dyn Fn(&[u8]) -> Result<(), SourceError> + Sync),
    ) -> Result<Kept, (SourceError, Option<Duration>)> {
        let slow = || (SourceError::Slow { host: self.shown(), seconds: DEADLINE.as_secs() }, None);
        tokio::time::timeout(DEADLINE, self.exchange(request, check)).await.map_err(|_| slow())?
    }

    async fn exchange(
        &self,
        request: &Request,
        check: &(dyn Fn(&[u8]) -> Result<(), SourceError> + Sync),
    ) -> Result<Kept, (SourceError, Option<Duration>)> {
        let all: Vec<_> = request.parameters.iter().chain(&request.private).collect();
        let method = if request.post || request.body.is_some() { Method::POST } else { Method::GET };
        let mut sent = self.client.request(method, self.host.route(&request.path));
        sent = match &request.body {
            Some(body) => sent.json(body),
            None if request.post => sent.form(&all),
            None => sent.query(&all),
        };
        for (name, value) in &request.headers {
            sent = sent.header(*name, value);
        }
        let mut response = sent.send().await.map_err(|e| (self.transport(&e), None))?;
        self.lane.learn(response.headers());
        let (status, after) = (response.status(), net::retry_after(response.headers()));
        let mut body = Vec::new();
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) => body.extend_from_slice(&chunk),
                Ok(None) => break,
                Err(e) => return Err((SourceError::Cut { host: self.shown(), why: net::innermost(&e) }, None)),
            }
            if body.len() as u64 > MOST {
                return Err((SourceError::TooLong { host: self.shown(), megabytes: MOST / 1_000_000 }, None));
            }
        }
        let kept = |status, body| Ok(Kept { status, fetched: Timestamp::now(), body });
        match status {
            StatusCode::OK => {
                check(&body).map_err(|error| (error, after))?;
                kept(200, body)
            }
            StatusCode::NOT_FOUND => kept(404, Vec::new()),
            _ => {
                let parsed = serde_json::from_slice::<Value>(&body).ok().and_then(|body| message(&body));
                let text = String::from_utf8_lossy(&body);
                // arXiv's errors are entries of a feed.
                let summary =
                    || text.split_once("<summary>")?.1.split_once("</summary>").map(|(words, _)| words.to_owned());
                let words = parsed.or_else(summary).unwrap_or_else(|| match body.trim_ascii_start().first() {
                    Some(b'<') | None => status.canonical_reason().unwrap_or("no reason given").to_owned(),
                    Some(_) => text.clone().into_owned(),
                });
                if let (StatusCode::FORBIDDEN, Some(remedy)) = (status, request.forbidden) {
                    let why = format!("{} refuses access with status 403: {remedy}", self.shown());
                    return Err((SourceError::Unsupported(why.into()), None));
                }
                Err((self.of_status(status.as_u16(), &words, after), after))
            }
        }
    }

    fn transport(&self, error: &reqwest::Error) -> SourceError {
        let why = net::innermost(error);
        if error.is_redirect() {
            return SourceError::Refused { host: self.shown(), status: 300, why };
        }
        SourceError::Unreachable { host: self.shown(), why }
    }

    /// What a status means, with what the host says.
    fn of_status(&self, status: u16, words: &str, after: Option<Duration>) -> SourceError {
        let why = Clean::from(words.chars().take(LONGEST_MESSAGE).collect::<String>()).one_line();
        let lower = words.to_lowercase();
        let until = after
            .and_then(|after| SignedDuration::try_from(after).ok())
            .and_then(|after| Timestamp::now().checked_add(after).ok());
        let host = self.shown();
        match status {
            429 => SourceError::Limited { host, why, until },
            _ if status < 300 && (lower.contains("rate limit") || lower.contains("too many requests")) => {
                SourceError::Limited { host, why, until }
            }
            401 | 403 => SourceError::Key(
                format!(
                    "{host} refuses access with status {status}: {why}; check the key of this source in the \
                     configuration ([sources])"
                )
                .into(),
            ),
            _ if lower.contains("api key invalid") => SourceError::Key(
                format!("{host} does not accept the key ({why}); check `key_env` of this source").into(),
            ),
            500.. => SourceError::Server { host, status, why },
            _ => SourceError::Refused { host, status, why },
        }
    }
}

/// The message in the shapes that the sources use for errors: `{"error": …}`, `{"message": …}` (a text, an object, or
/// Crossref's list).
pub(super) fn message(body: &Value) -> Option<String> {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Object(_) => value["message"].as_str().map(str::to_owned),
        Value::Array(list) => list.first().and_then(|first| first["message"].as_str()).map(str::to_owned),
        _ => None,
    };
    text(&body["message"]).filter(|words| !words.is_empty()).or_else(|| text(&body["error"]))
}
