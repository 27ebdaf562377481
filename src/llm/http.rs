//! HTTP as model servers are spoken to: nothing leads a request elsewhere, every failure has its kind, and an answer
//! is read line by line with one deadline for the queue and one for the work.

use std::{
    error::Error,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use reqwest::{
    Response,
    header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER},
    redirect::Policy,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::{sync::OnceCell, time::timeout};

use crate::text::Clean;

use super::{Access, CallError, Host, KeySource, Limits, SetupError, errors, lines::Lines};

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(5);
/// How many redirects on the same server are followed.
const REDIRECTS: usize = 3;
/// How long lists and versions may take.
pub(super) const SHORT: Duration = Duration::from_secs(10);

/// The HTTP client of one server.
#[derive(Clone, Debug)]
pub(super) struct Http {
    host: Host,
    client: reqwest::Client,
    headers: HeaderMap,
    key: Option<KeySource>,
    bearer: Arc<OnceCell<HeaderValue>>,
    /// What to do when nobody answers.
    remedy: &'static str,
}

impl Http {
    /// A client for the server of `access`. Proxies that the environment names are not used unless `access` has them,
    /// redirects to another host are not followed, and a name of this machine is not looked up elsewhere.
    pub(super) fn new(access: Access, remedy: &'static str) -> Result<Self, SetupError> {
        let Access { host, headers, key, proxy } = access;
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let bad = || SetupError::Header(Clean::from(name.as_str()));
            let header: HeaderName = name.parse().map_err(|_| bad())?;
            let mut value: HeaderValue = value.parse().map_err(|_| bad())?;
            value.set_sensitive(true);
            map.insert(header, value);
        }
        let failed = |e: reqwest::Error| SetupError::Client(Clean::from(e.to_string()));
        let mut client = reqwest::Client::builder()
            .connect_timeout(CONNECT)
            .tcp_nodelay(true)
            .user_agent(concat!("gainsay/", env!("CARGO_PKG_VERSION")))
            .redirect(same_host())
            .no_proxy();
        if host.is_loopback() && host.name().parse::<IpAddr>().is_err() {
            let loopback = [IpAddr::from(Ipv4Addr::LOCALHOST), IpAddr::from(Ipv6Addr::LOCALHOST)];
            client = client.resolve_to_addrs(host.name(), &loopback.map(|address| SocketAddr::new(address, 0)));
        } else if let Some(proxy) = proxy {
            client = client.proxy(reqwest::Proxy::all(proxy.address()).map_err(failed)?);
        }
        Ok(Self { host, client: client.build().map_err(failed)?, headers: map, key, bearer: Arc::default(), remedy })
    }

    pub(super) fn host(&self) -> &Host {
        &self.host
    }

    /// The headers of a request, with the key.
    async fn headers(&self) -> Result<HeaderMap, CallError> {
        let mut headers = self.headers.clone();
        if let Some(KeySource(read)) = self.key.clone() {
            let bearer = self.bearer.get_or_try_init(|| async {
                let read = tokio::task::spawn_blocking(move || read()).await;
                let key = read.map_err(|e| e.to_string()).and_then(|read| read);
                let mut value = key.and_then(|key| {
                    let value = HeaderValue::try_from(format!("Bearer {key}"));
                    value.map_err(|_| "the key has a character that cannot be sent".to_owned())
                })?;
                value.set_sensitive(true);
                Ok::<_, String>(value)
            });
            headers.insert(AUTHORIZATION, bearer.await.map_err(|why| CallError::Key(why.into()))?.clone());
        }
        Ok(headers)
    }

    /// A short answer in JSON.
    pub(super) async fn get<T: DeserializeOwned>(&self, address: &str) -> Result<T, CallError> {
        let sent = self.client.get(address).headers(self.headers().await?).send();
        within(SHORT, async { self.json(sent.await).await }).await
    }

    /// The answer to a request in JSON.
    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        address: &str,
        body: &Value,
        deadline: Duration,
    ) -> Result<T, CallError> {
        let sent = self.client.post(address).headers(self.headers().await?).json(body).send();
        within(deadline, async { self.json(sent.await).await }).await
    }

    async fn json<T: DeserializeOwned>(&self, sent: reqwest::Result<Response>) -> Result<T, CallError> {
        let bytes = self.checked(sent).await?.bytes().await.map_err(|e| CallError::Cut(reason(&e)))?;
        serde_json::from_slice(&bytes).map_err(|e| CallError::Garbage(e.to_string().into()))
    }

    /// Sends a request and hands every line of the answer to `line`, which says whether it was the last one.
    ///
    /// # Errors
    /// [`CallError::Queue`] when nothing came in time, [`CallError::Deadline`] when it did not end in time,
    /// [`CallError::Cut`] when it ended before `line` was content.
    pub(super) async fn lines(
        &self,
        address: &str,
        body: &Value,
        limits: Limits,
        line: &mut (dyn FnMut(&[u8]) -> Result<bool, CallError> + Send),
    ) -> Result<(), CallError> {
        let first = async {
            let sent = self.client.post(address).headers(self.headers().await?).json(body).send().await;
            let mut response = self.checked(sent).await?;
            let chunk = response.chunk().await.map_err(|e| CallError::Cut(reason(&e)))?;
            Ok((response, chunk))
        };
        let begun = timeout(limits.queue, first).await;
        let (mut response, mut chunk) = begun.map_err(|_| CallError::Queue { seconds: limits.queue.as_secs() })??;
        let rest = async {
            let mut lines = Lines::default();
            loop {
                let ended = chunk.is_none();
                match &chunk {
                    Some(chunk) => lines.push(chunk),
                    None => lines.finish(),
                }
                while let Some(bytes) = lines.next() {
                    if line(&bytes)? {
                        return Ok(());
                    }
                }
                if ended {
                    return Err(CallError::Cut("it ended without being done".into()));
                }
                chunk = response.chunk().await.map_err(|e| CallError::Cut(reason(&e)))?;
            }
        };
        within(limits.work, rest).await
    }

    /// A response that is not an error.
    async fn checked(&self, sent: reqwest::Result<Response>) -> Result<Response, CallError> {
        let response = sent.map_err(|e| self.transport(&e))?;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let after = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()).and_then(wait);
        let body = response.text().await.unwrap_or_default();
        Err(errors::read(status.as_u16(), &body).waiting(after))
    }

    fn transport(&self, error: &reqwest::Error) -> CallError {
        if error.is_redirect() {
            return CallError::BadRequest(reason(error));
        }
        if error.is_body() || error.is_decode() {
            return CallError::Cut(reason(error));
        }
        CallError::Unreachable { host: self.host.to_string().into(), why: reason(error), remedy: self.remedy }
    }
}

/// Seconds in a `Retry-After` header: a number, or a date in the form of RFC 9110.
fn wait(value: &str) -> Option<Duration> {
    if let Ok(seconds) = value.trim().parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let then = jiff::fmt::rfc2822::parse(value.trim()).ok()?.timestamp();
    let seconds = then.as_second() - jiff::Timestamp::now().as_second();
    Some(Duration::from_secs(u64::try_from(seconds).unwrap_or(0)))
}

async fn within<T>(deadline: Duration, work: impl Future<Output = Result<T, CallError>>) -> Result<T, CallError> {
    timeout(deadline, work).await.map_err(|_| CallError::Deadline { seconds: deadline.as_secs() })?
}

/// Follows a redirect on the same server alone, such as from one path to another. Consent names a server.
fn same_host() -> Policy {
    Policy::custom(|attempt| {
        let origin = |url: &reqwest::Url| {
            (url.scheme().to_owned(), url.host_str().map(str::to_owned), url.port_or_known_default())
        };
        let Some(asked) = attempt.previous().first() else { return attempt.stop() };
        if origin(asked) != origin(attempt.url()) {
            let other = attempt.url().origin().ascii_serialization();
            let why = format!(
                "it redirects to another server, {other}, which is not followed; set `ollama.host` or \
                 `servers.NAME.url` to that one"
            );
            return attempt.error(why);
        }
        if attempt.previous().len() > REDIRECTS {
            return attempt.error("it redirects again and again");
        }
        attempt.follow()
    })
}

/// The deepest reason that an error gives: the outer ones only say that there was an error.
fn reason(error: &(dyn Error + 'static)) -> Clean {
    let mut deepest = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    Clean::from(deepest.to_string()).one_line()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_retry_after_are_read() {
        assert_eq!(wait("7"), Some(Duration::from_secs(7)));
        assert_eq!(wait("0.5"), Some(Duration::from_millis(500)));
        assert_eq!(wait("Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO));
        assert_eq!(wait("soon"), None);
    }
}
