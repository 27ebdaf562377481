//! HTTP as model servers are spoken to: every failure has its kind, and an answer is read line by line with one deadline for the queue and one for the work.

use std::{sync::Arc, time::Duration};

use reqwest::{
    Response,
    header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue},
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::{sync::OnceCell, time::timeout};

use crate::{
    net::{self, ClientError, Host},
    text::Clean,
};

use super::{Access, CallError, KeySource, Limits, SetupError, errors, lines::Lines};

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
    /// A client for the server of `access`; see [`net::client`] for what it does not do.
    pub(super) fn new(access: Access, remedy: &'static str) -> Result<Self, SetupError> {
        let Access { host, headers, key, proxy } = access;
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let bad = || ClientError::Header(Clean::from(name.as_str()));
            let header: HeaderName = name.parse().map_err(|_| bad())?;
            let mut value: HeaderValue = value.parse().map_err(|_| bad())?;
            value.set_sensitive(true);
            map.insert(header, value);
        }
        let client = net::client(&host, proxy.as_ref(), "", "`ollama.host` or `servers.NAME.url`")?;
        Ok(Self { host, client, headers: map, key, bearer: Arc::default(), remedy })
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
        let bytes = self.checked(sent).await?.bytes().await.map_err(|e| CallError::Cut(net::innermost(&e)))?;
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
            let chunk = response.chunk().await.map_err(|e| CallError::Cut(net::innermost(&e)))?;
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
                chunk = response.chunk().await.map_err(|e| CallError::Cut(net::innermost(&e)))?;
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
        let after = net::retry_after(response.headers());
        let body = response.text().await.unwrap_or_default();
        Err(errors::read(status.as_u16(), &body).waiting(after))
    }

    fn transport(&self, error: &reqwest::Error) -> CallError {
        if error.is_redirect() {
            return CallError::BadRequest(net::innermost(error));
        }
        if error.is_body() || error.is_decode() {
            return CallError::Cut(net::innermost(error));
        }
        CallError::Unreachable { host: self.host.to_string().into(), why: net::innermost(error), remedy: self.remedy }
    }
}

async fn within<T>(deadline: Duration, work: impl Future<Output = Result<T, CallError>>) -> Result<T, CallError> {
    timeout(deadline, work).await.map_err(|_| CallError::Deadline { seconds: deadline.as_secs() })?
}
