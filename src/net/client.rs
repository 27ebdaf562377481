//! The HTTP client of one host.

use std::{
    error::Error,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use reqwest::{
    dns::Resolve,
    header::{HeaderMap, RETRY_AFTER},
    redirect::Policy,
};

use crate::text::Clean;

use super::{ClientError, Host, Proxy, ProxyOf};

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(5);
/// How many redirects on the same host are followed.
const REDIRECTS: usize = 3;

/// A client for `host`. Proxies that the environment names are not used unless `proxy` has them, redirects to another
/// host are not followed, and a name of this machine is not looked up elsewhere. `agent` is what follows the name and
/// version of the program in `User-Agent`; `setting` is the key of the configuration that holds the address, for the
/// message about a redirect.
pub(crate) fn client(
    host: &Host,
    proxy: Option<&Proxy>,
    agent: &str,
    setting: &str,
) -> Result<reqwest::Client, ClientError> {
    let failed = |e: reqwest::Error| ClientError::Client(Clean::from(e.to_string()));
    let mut client = reqwest::Client::builder()
        .connect_timeout(CONNECT)
        .tcp_nodelay(true)
        .user_agent(format!(concat!("gainsay/", env!("CARGO_PKG_VERSION"), "{}"), agent))
        .redirect(same_host(setting.to_owned()))
        .no_proxy();
    if host.is_loopback() && host.name().parse::<IpAddr>().is_err() {
        let loopback = [IpAddr::from(Ipv4Addr::LOCALHOST), IpAddr::from(Ipv6Addr::LOCALHOST)];
        client = client.resolve_to_addrs(host.name(), &loopback.map(|address| SocketAddr::new(address, 0)));
    } else if let Some(proxy) = proxy {
        client = client.proxy(reqwest::Proxy::all(proxy.address()).map_err(failed)?);
    }
    client.build().map_err(failed)
}

/// A client for hosts that nobody has chosen: it follows no redirect, keeps no cookies, says nothing of where an address
/// was found, and looks up names by `names`. Each host is reached through the proxy that `proxy` has for it.
pub(crate) fn roaming_client<R: Resolve + 'static>(
    proxy: ProxyOf,
    names: Arc<R>,
) -> Result<reqwest::Client, ClientError> {
    let through = reqwest::Proxy::custom(move |url| {
        let host = Host::parse(&url.origin().ascii_serialization()).ok()?;
        Some(proxy(&host).ok()??.address().to_owned())
    });
    let client = reqwest::Client::builder()
        .connect_timeout(CONNECT)
        .tcp_nodelay(true)
        .user_agent(concat!("gainsay/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .referer(false)
        .dns_resolver(names)
        .no_proxy()
        .proxy(through);
    client.build().map_err(|e| ClientError::Client(Clean::from(e.to_string())))
}

/// Follows a redirect on the same host alone, such as from one path to another. Consent names a host.
fn same_host(setting: String) -> Policy {
    Policy::custom(move |attempt| {
        let origin = |url: &reqwest::Url| {
            (url.scheme().to_owned(), url.host_str().map(str::to_owned), url.port_or_known_default())
        };
        let Some(asked) = attempt.previous().first() else { return attempt.stop() };
        if origin(asked) != origin(attempt.url()) {
            let other = attempt.url().origin().ascii_serialization();
            let why =
                format!("it redirects to another server, {other}, which is not followed; set {setting} to that one");
            return attempt.error(why);
        }
        if attempt.previous().len() > REDIRECTS {
            return attempt.error("it redirects again and again");
        }
        attempt.follow()
    })
}

/// How long a `Retry-After` header asks to wait: seconds, or a date in the form of RFC 9110.
pub(crate) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    wait(headers.get(RETRY_AFTER)?.to_str().ok()?)
}

fn wait(value: &str) -> Option<Duration> {
    if let Ok(seconds) = value.trim().parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let then = jiff::fmt::rfc2822::parse(value.trim()).ok()?.timestamp();
    let seconds = then.as_second() - jiff::Timestamp::now().as_second();
    Some(Duration::from_secs(u64::try_from(seconds).unwrap_or(0)))
}

/// The innermost reason that an error gives: the outer ones only say that there was an error.
pub(crate) fn innermost(error: &(dyn Error + 'static)) -> Clean {
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
