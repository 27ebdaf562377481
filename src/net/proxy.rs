//! The proxy that the environment names for a host. It is looked up here and
//! not by the HTTP client, because a proxy reads what passes through it: the
//! reviewer's consent must name the one that is used.

use std::{fmt, net::IpAddr, sync::Arc};

use crate::text::Clean;

use super::{ClientError, Host};

/// A proxy. It is shown without the name and password that its address may have.
#[derive(Clone, PartialEq, Eq)]
pub struct Proxy {
    address: String,
    shown: String,
}

/// The proxy on the way to any host.
pub type ProxyOf = Arc<dyn Fn(&Host) -> Result<Option<Proxy>, ClientError> + Send + Sync>;

impl Proxy {
    /// The proxy for `host`; `None` for this machine, and where `NO_PROXY` names the host.
    ///
    /// # Arguments
    /// `variable` reads the environment. The names are those that curl knows, in lower case before upper case.
    ///
    /// # Errors
    /// When the address cannot be read, or the proxy is of a kind that cannot be used. It is not passed over: the host
    /// may be meant to be reached through it alone.
    pub fn of(host: &Host, variable: impl Fn(&str) -> Option<String>) -> Result<Option<Self>, ClientError> {
        if host.is_loopback() {
            return Ok(None);
        }
        let read = |name: &str| {
            let either = variable(&name.to_lowercase()).or_else(|| variable(name));
            either.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
        };
        if read("NO_PROXY").is_some_and(|list| list.split([',', ' ']).any(|entry| covers(entry.trim(), host.name()))) {
            return Ok(None);
        }
        let own = if host.is_secure() { "HTTPS_PROXY" } else { "HTTP_PROXY" };
        let named = [own, "ALL_PROXY"].into_iter().find_map(|name| Some((name, read(name)?)));
        named.map(|(name, address)| Self::parse(name, &address)).transpose()
    }

    fn parse(variable: &str, text: &str) -> Result<Self, ClientError> {
        let bad = |why| ClientError::Proxy { variable: variable.into(), why };
        let (scheme, rest) = text.split_once("://").unwrap_or(("http", text));
        let scheme = scheme.to_lowercase();
        if !["http", "https"].contains(&scheme.as_str()) {
            return Err(bad("its kind is neither http nor https"));
        }
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let place = authority.rsplit_once('@').map_or(authority, |(_, place)| place);
        if place.is_empty() || !place.chars().all(|c| c.is_ascii_alphanumeric() || "-._:[]".contains(c)) {
            return Err(bad("it is not an address"));
        }
        Ok(Self { address: format!("{scheme}://{authority}"), shown: format!("{scheme}://{}", place.to_lowercase()) })
    }

    /// The name of its host.
    pub(crate) fn name(&self) -> String {
        let place = self.shown.split_once("://").map_or(self.shown.as_str(), |(_, place)| place);
        match place.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((name, _)) => name.to_owned(),
            None => place.split(':').next().unwrap_or_default().to_owned(),
        }
    }

    /// Its address, with name and password.
    pub(super) fn address(&self) -> &str {
        &self.address
    }
}

impl fmt::Display for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What consent is given for: the host, and the proxy on the way to it.
#[must_use]
pub fn destination(host: &Host, proxy: Option<&Proxy>) -> Clean {
    Clean::from(proxy.map_or_else(|| host.to_string(), |proxy| format!("{host} through the proxy {proxy}")))
}

/// Whether an entry of `NO_PROXY` is about a host: `*`, an address, a network, or a domain with all below it.
fn covers(entry: &str, host: &str) -> bool {
    if entry.is_empty() || entry == "*" {
        return entry == "*";
    }
    let entry = entry.to_lowercase();
    if let Ok(address) = host.parse::<IpAddr>() {
        return match entry.split_once('/') {
            Some((network, bits)) => is_in_network(address, network, bits),
            None => entry.trim_matches(['[', ']']).parse() == Ok(address),
        };
    }
    let domain = entry.trim_start_matches('*').trim_start_matches('.');
    !domain.is_empty() && host.strip_suffix(domain).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

fn is_in_network(address: IpAddr, network: &str, bits: &str) -> bool {
    let (Ok(network), Ok(bits)) = (network.parse::<IpAddr>(), bits.parse::<u32>()) else { return false };
    let same = |a: u128, b: u128, width: u32| bits <= width && (bits == 0 || (a ^ b) >> (width - bits) == 0);
    match (address, network) {
        (IpAddr::V4(a), IpAddr::V4(b)) => same(a.to_bits().into(), b.to_bits().into(), 32),
        (IpAddr::V6(a), IpAddr::V6(b)) => same(a.to_bits(), b.to_bits(), 128),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxy(host: &str, environment: &[(&str, &str)]) -> Result<Option<String>, ClientError> {
        let read = |name: &str| environment.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned());
        Ok(Proxy::of(&Host::parse(host).unwrap(), read)?.map(|proxy| proxy.to_string()))
    }

    #[test]
    fn this_machine_is_never_reached_through_a_proxy() {
        let all = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];
        let environment: Vec<_> = all.iter().map(|name| (*name, "http://proxy:3128")).collect();
        for host in ["localhost", "127.0.0.1:8080", "https://[::1]", "box.localhost"] {
            assert_eq!(proxy(host, &environment), Ok(None), "{host}");
        }
        assert_eq!(proxy("gpu", &environment), Ok(Some("http://proxy:3128".into())));
    }

    #[test]
    fn the_variable_goes_by_the_scheme_and_no_proxy_excludes_hosts() {
        let http = ("HTTP_PROXY", "one:1");
        let https = ("https_proxy", "https://ada:secret@two:2/");
        assert_eq!(proxy("http://gpu", &[http, https]), Ok(Some("http://one:1".into())));
        assert_eq!(proxy("https://gpu", &[http, https]), Ok(Some("https://two:2".into())), "without the password");
        assert_eq!(proxy("https://gpu", &[http]), Ok(None));
        assert_eq!(proxy("https://gpu", &[http, ("ALL_PROXY", "three")]), Ok(Some("http://three".into())));
        for (list, host, direct) in [
            ("*", "gpu", true),
            ("example.org", "gpu.example.org", true),
            (".example.org, x", "example.org", true),
            ("example.org", "notexample.org", false),
            ("10.0.0.0/8", "10.1.2.3", true),
            ("10.0.0.0/8", "11.1.2.3", false),
            ("fd00::/8", "[fd12::1]", true),
            ("192.0.2.1", "192.0.2.1:80", true),
            ("", "gpu", false),
        ] {
            let found = proxy(host, &[http, ("NO_PROXY", list)]).unwrap();
            assert_eq!(found.is_none(), direct, "{host} with {list}");
        }
    }

    #[test]
    fn a_proxy_that_cannot_be_used_is_not_passed_over() {
        for address in ["socks5://proxy:1080", "http://", "a b"] {
            let error = proxy("gpu", &[("ALL_PROXY", address)]).unwrap_err().to_string();
            assert!(error.contains("ALL_PROXY") && error.contains("NO_PROXY"), "{error}");
        }
    }
}
