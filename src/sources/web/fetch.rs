//! Fetching the pages that a search found, from hosts that nobody has chosen (`docs/rules.md#pages-of-the-web`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use reqwest::{
    StatusCode, Url,
    header::{ACCEPT, CONTENT_TYPE, HeaderMap, LOCATION},
};
use serde::{Deserialize, Serialize};
use tokio::sync::OnceCell;

use crate::{
    domain::Digest,
    net::{self, Host, LONGEST_WAIT, Refusal},
    sources::{
        Access, PageAccess, Reuse,
        cache::{Cache, Kept},
        lane::{Lane, Pace},
    },
    text::Clean,
};

use super::{
    address::{PublicNames, refuse},
    robots::{self, Robots},
};

/// How long one answer may take.
const DEADLINE: Duration = Duration::from_secs(20);
/// How many redirects are followed.
const REDIRECTS: usize = 5;
/// The pace at a host that was found.
const PACE: Pace = Pace { interval: Duration::from_secs(1), at_once: 1 };
/// The most that is read of a page, and of a PDF, in bytes.
const MOST: usize = 5_000_000;
const MOST_OF_PDF: usize = 20_000_000;
/// The longest that the rules of a host for programs are kept.
const KEEP_ROBOTS: Duration = Duration::from_secs(24 * 3600);
/// The types that are read.
const TYPES: &str = "text/html, application/xhtml+xml, application/pdf;q=0.9, text/plain;q=0.8";

/// Why a page was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unread {
    /// In words, without the address.
    pub(super) why: String,
    /// Whether the same page may be there later.
    pub(super) may_pass: bool,
}

impl Unread {
    pub(super) fn lasting(why: impl Into<String>) -> Self {
        Self { why: why.into(), may_pass: false }
    }

    fn passing(why: impl Into<String>) -> Self {
        Self { why: why.into(), may_pass: true }
    }
}

/// What a fetched page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Type {
    Html,
    Text,
    Pdf,
}

/// A page as it came.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) head: Head,
    pub(super) bytes: Vec<u8>,
    pub(super) at: Timestamp,
}

/// What is known of a page before it is read; the first line of what is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Head {
    /// Where it was after all redirects.
    pub(super) url: String,
    pub(super) kind: Type,
    /// Its character encoding, as its host says.
    pub(super) encoding: Option<String>,
}

/// What a host answered.
enum Reply {
    To(Url),
    Body(Head, Vec<u8>),
}

/// The rules of a host for programs; the first who wants them asks, and the next one where it failed to say.
type Rules = Arc<OnceCell<Robots>>;

/// Fetches pages.
pub(super) struct Fetcher {
    client: reqwest::Client,
    pages: PageAccess,
    /// The search service, where it is on this machine.
    own: Option<Url>,
    /// The names of the proxies on the way, which are no hosts of pages.
    proxies: Vec<String>,
    cache: Option<Cache>,
    keep: Duration,
    retries: u32,
    backoff: Duration,
    rules: Mutex<HashMap<String, Rules>>,
}

impl Fetcher {
    /// One for the pages that the service behind `access` finds.
    pub(super) fn new(access: &Access) -> Result<Self, Clean> {
        let pages = access.pages.clone().ok_or("pages cannot be fetched here; the source has no access to them")?;
        let mut proxies = Vec::new();
        for scheme in ["http", "https"] {
            let host = Host::parse(&format!("{scheme}://a.invalid")).map_err(|e| Clean::from(e.to_string()))?;
            if let Some(proxy) = (pages.proxy)(&host).map_err(|e| Clean::from(e.to_string()))? {
                proxies.push(proxy.name());
            }
        }
        let names = Arc::new(PublicNames { others: proxies.clone() });
        let client = net::roaming_client(Arc::clone(&pages.proxy), names).map_err(|e| Clean::from(e.to_string()))?;
        let own = Url::parse(&access.host.to_string()).ok().filter(|_| access.host.is_loopback());
        Ok(Self {
            client,
            own,
            proxies,
            cache: access.cache.clone(),
            keep: access.keep,
            retries: access.retries.min(2),
            backoff: access.backoff,
            rules: Mutex::default(),
            pages,
        })
    }

    /// How many pages of a search are read.
    pub(super) fn most(&self) -> usize {
        self.pages.most
    }

    pub(super) fn exe(&self) -> Option<&std::path::Path> {
        self.pages.exe.as_deref()
    }

    /// Refuses while a person has to allow it first.
    pub(super) fn permitted(&self) -> Result<(), Refusal> {
        match (self.pages.gate)() {
            Err(refusal) if refusal.host.is_some() => Err(refusal),
            _ => Ok(()),
        }
    }

    /// A page, from the disk or from its host.
    pub(super) async fn get(&self, url: &Url, reuse: Reuse) -> Result<Body, Unread> {
        let request = format!("PAGE {url}");
        let kept = self.kept(&request);
        if let Err(refusal) = (self.pages.gate)() {
            // Offline, an old page is better than none.
            let kept = kept.filter(|_| refusal.host.is_none());
            return kept.ok_or_else(|| Unread::passing(refusal.why.to_string()));
        }
        if let Some(kept) = kept.filter(|kept| reuse == Reuse::Recent && is_younger(kept.at, self.keep)) {
            return Ok(kept);
        }
        let mut next = url.clone();
        for _ in 0..=REDIRECTS {
            self.check(&next)?;
            let query = next.query().map(|query| format!("?{query}")).unwrap_or_default();
            if !self.rules(&next).await?.allows(&format!("{}{query}", next.path())) {
                return Err(Unread::lasting("its host asks programs not to read it (robots.txt)"));
            }
            match self.send(&next, &request).await? {
                Reply::To(url) => next = url,
                Reply::Body(head, bytes) => {
                    let body = Body { head, bytes, at: Timestamp::now() };
                    self.put(&request, &body);
                    return Ok(body);
                }
            }
        }
        Err(Unread::lasting("it redirects again and again"))
    }

    fn kept(&self, request: &str) -> Option<Body> {
        let kept = self.cache.as_ref()?.get(&Digest::of(request.as_bytes()))?;
        let end = memchr::memchr(b'\n', &kept.body)?;
        let head = serde_json::from_slice(&kept.body[..end]).ok()?;
        Some(Body { head, bytes: kept.body[end + 1..].to_vec(), at: kept.fetched })
    }

    fn put(&self, request: &str, body: &Body) {
        let (Some(cache), Ok(mut bytes)) = (&self.cache, serde_json::to_vec(&body.head)) else { return };
        bytes.push(b'\n');
        bytes.extend_from_slice(&body.bytes);
        let kept = Kept { status: 200, fetched: body.at, body: bytes };
        cache.put(&Digest::of(request.as_bytes()), request, &kept);
    }

    /// Refuses addresses of this machine and its network.
    fn check(&self, url: &Url) -> Result<(), Unread> {
        refuse(url, self.own.as_ref()).map_err(Unread::lasting)?;
        if url.host_str().is_some_and(|host| self.proxies.iter().any(|proxy| proxy == host)) {
            return Err(Unread::lasting("it is on the proxy on the way to it"));
        }
        Ok(())
    }

    fn lane(url: &Url) -> Result<(Arc<Lane>, Host), Unread> {
        let host = Host::parse(&url.origin().ascii_serialization()).map_err(|e| Unread::lasting(e.to_string()))?;
        Ok((Lane::of_pages(&host, PACE), host))
    }

    /// What the host of a page allows programs.
    async fn rules(&self, url: &Url) -> Result<Robots, Unread> {
        let origin = url.origin().ascii_serialization();
        let cell = {
            let mut rules = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(rules.entry(origin.clone()).or_default())
        };
        cell.get_or_try_init(|| self.ask_rules(&origin)).await.cloned()
    }

    async fn ask_rules(&self, origin: &str) -> Result<Robots, Unread> {
        let request = format!("ROBOTS {origin}");
        if let Some(kept) = self.kept(&request).filter(|kept| is_younger(kept.at, self.keep.min(KEEP_ROBOTS))) {
            return Ok(Robots::parse(&String::from_utf8_lossy(&kept.bytes)));
        }
        let unknown = |why: &str| Unread::passing(format!("what its host allows programs is unknown: {why}"));
        let mut next = Url::parse(&format!("{origin}/robots.txt")).map_err(|e| Unread::lasting(e.to_string()))?;
        for _ in 0..=REDIRECTS {
            self.check(&next)?;
            let (lane, host) = Self::lane(&next)?;
            (self.pages.proxy)(&host).map_err(|e| Unread::lasting(e.to_string()))?;
            let place = lane.enter().await.map_err(|(until, why)| Unread::passing(closed(until, &why)))?;
            let asked = async {
                let mut answer = self.client.get(next.clone()).send().await.map_err(|e| transport(&e))?;
                let (status, to) = (answer.status(), location(&next, answer.headers()));
                let mut bytes = Vec::new();
                while bytes.len() < robots::MOST
                    && let Some(chunk) = answer.chunk().await.map_err(|e| transport(&e))?
                {
                    bytes.extend_from_slice(&chunk);
                }
                Ok((status, to, bytes))
            };
            let asked = tokio::time::timeout(DEADLINE, asked).await;
            drop(place);
            let (status, to, bytes) =
                asked.map_err(|_| unknown("no answer in time"))?.map_err(|why: Unread| unknown(&why.why))?;
            match to.filter(|_| status.is_redirection()) {
                Some(to) => next = to,
                None if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
                    return Err(unknown(&format!("status {}", status.as_u16())));
                }
                None => {
                    // A host without rules allows everything.
                    let bytes = if status.is_success() { bytes } else { Vec::new() };
                    let head = Head { url: next.into(), kind: Type::Text, encoding: None };
                    self.put(&request, &Body { head, bytes: bytes.clone(), at: Timestamp::now() });
                    return Ok(Robots::parse(&String::from_utf8_lossy(&bytes)));
                }
            }
        }
        Ok(Robots::default())
    }

    /// Asks for a page, again where that may help; `request` names it among those that are retried.
    async fn send(&self, url: &Url, request: &str) -> Result<Reply, Unread> {
        let (lane, host) = Self::lane(url)?;
        (self.pages.proxy)(&host).map_err(|e| Unread::lasting(e.to_string()))?;
        let mut round = 0;
        loop {
            let place = lane.enter().await.map_err(|(until, why)| Unread::passing(closed(until, &why)))?;
            let slow = || (Unread::passing(format!("no answer within {} s", DEADLINE.as_secs())), None);
            let sent = tokio::time::timeout(DEADLINE, self.exchange(url)).await.map_err(|_| slow());
            drop(place);
            let (unread, after) = match sent.and_then(|sent| sent) {
                Ok(reply) => return Ok(reply),
                Err(failed) => failed,
            };
            let pause = net::pause(self.backoff, round, &Digest::of(request.as_bytes())).max(after.unwrap_or_default());
            if after.is_some_and(|after| after > LONGEST_WAIT) {
                let until = SignedDuration::try_from(pause).ok().and_then(|p| Timestamp::now().checked_add(p).ok());
                if let Some(until) = until {
                    lane.close(until, unread.why.as_str().into());
                    return Err(Unread::passing(closed(until, &unread.why)));
                }
            }
            if round >= self.retries || !unread.may_pass {
                return Err(unread);
            }
            round += 1;
            tokio::time::sleep(pause).await;
        }
    }

    async fn exchange(&self, url: &Url) -> Result<Reply, (Unread, Option<Duration>)> {
        let now = |unread| (unread, None);
        let asked = self.client.get(url.clone()).header(ACCEPT, TYPES).send().await;
        let mut answer = asked.map_err(|e| now(transport(&e)))?;
        let status = answer.status();
        if status.is_redirection()
            && let Some(to) = location(url, answer.headers())
        {
            return Ok(Reply::To(to));
        }
        if !status.is_success() {
            return Err((of_status(status), net::retry_after(answer.headers())));
        }
        let (named, encoding) = named_type(answer.headers());
        let mut bytes = Vec::new();
        let mut kind = None;
        loop {
            let Some(chunk) = answer.chunk().await.map_err(|e| now(transport(&e)))? else { break };
            bytes.extend_from_slice(&chunk);
            if kind.is_none() {
                kind = Some(type_of(named.as_deref(), &bytes).map_err(|why| now(Unread::lasting(why)))?);
            }
            let most = if kind == Some(Type::Pdf) { MOST_OF_PDF } else { MOST };
            if bytes.len() > most {
                return Err(now(Unread::lasting(format!("it is longer than {} MB", most / 1_000_000))));
            }
        }
        let kind = kind.ok_or_else(|| now(Unread::lasting("it is empty")))?;
        Ok(Reply::Body(Head { url: url.to_string(), kind, encoding }, bytes))
    }
}

/// Where a redirect leads.
fn location(from: &Url, headers: &HeaderMap) -> Option<Url> {
    from.join(headers.get(LOCATION)?.to_str().ok()?).ok()
}

/// The type that a header names, without its parameters, and the character encoding among them.
fn named_type(headers: &HeaderMap) -> (Option<String>, Option<String>) {
    let Some(value) = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()) else { return (None, None) };
    let mut parts = value.split(';').map(str::trim);
    let named = parts.next().filter(|named| !named.is_empty()).map(str::to_lowercase);
    let encoding = parts.filter_map(|part| part.split_once('=')).find(|(name, _)| name.eq_ignore_ascii_case("charset"));
    (named, encoding.map(|(_, value)| value.trim_matches(['"', '\'']).to_owned()))
}

/// What a page is, by its host or its first bytes; why it is not read otherwise.
fn type_of(named: Option<&str>, first: &[u8]) -> Result<Type, String> {
    let is_pdf = first.starts_with(b"%PDF-");
    match named {
        Some("application/pdf" | "application/x-pdf" | "application/octet-stream") if is_pdf => Ok(Type::Pdf),
        Some("text/html" | "application/xhtml+xml") => Ok(Type::Html),
        Some("text/plain") => Ok(Type::Text),
        None if is_pdf => Ok(Type::Pdf),
        None if first.trim_ascii_start().first() == Some(&b'<') => Ok(Type::Html),
        Some(other) => {
            let other: String = other.chars().take(60).collect();
            Err(format!("it is neither a page, a text nor a PDF, but {other}"))
        }
        None => Err("its host does not say what it is".to_owned()),
    }
}

fn of_status(status: StatusCode) -> Unread {
    let code = status.as_u16();
    match code {
        401 | 403 | 406 | 451 => Unread::lasting(format!("its host refuses programs or strangers (status {code})")),
        402 => Unread::lasting("it costs money (status 402)"),
        404 | 410 => Unread::lasting(format!("it is no longer there (status {code})")),
        429 => Unread::passing("its host takes no more requests (status 429)"),
        500.. => Unread::passing(format!("its host failed (status {code})")),
        _ => Unread::lasting(format!("its host answered with status {code}")),
    }
}

fn transport(error: &reqwest::Error) -> Unread {
    let why = net::innermost(error);
    // A name that leads inside does so the next time as well.
    if why.contains(super::address::LEADS_INSIDE) {
        Unread::lasting(why.as_str())
    } else {
        Unread::passing(why.as_str())
    }
}

fn closed(until: Timestamp, why: &str) -> String {
    format!("{why}, until {until:.0}")
}

fn is_younger(at: Timestamp, keep: Duration) -> bool {
    SignedDuration::try_from(keep).is_ok_and(|keep| Timestamp::now().duration_since(at) < keep)
}
