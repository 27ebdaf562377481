//! The address of a server, read as Ollama itself reads `OLLAMA_HOST`.

use std::{fmt, net::IpAddr};

use crate::text::Clean;

/// The port when none is given.
const PORT: u16 = 11434;

/// The address of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    secure: bool,
    name: String,
    port: u16,
    path: String,
}

/// An address that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{text}” is not the address of a server ({why}); write host:port, http://host:port or https://host/path")]
pub struct HostError {
    text: Clean,
    why: &'static str,
}

impl Default for Host {
    fn default() -> Self {
        Self { secure: false, name: "127.0.0.1".to_owned(), port: PORT, path: String::new() }
    }
}

impl Host {
    /// Reads `host`, `host:port`, `:port`, `http://host`, `https://host/path` and
    /// IPv6 addresses with or without brackets. Without a scheme or with none but
    /// a host the port is 11434; `http://` alone means 80 and `https://` 443, as
    /// for Ollama. The address that servers listen on everywhere (0.0.0.0, ::)
    /// is this machine for a client.
    ///
    /// # Errors
    /// When it is none of these.
    pub fn parse(text: &str) -> Result<Self, HostError> {
        let fail = |why| HostError { text: Clean::from(text), why };
        let text = text.trim().trim_matches(['"', '\'']);
        let (secure, rest, default) = match text.split_once("://") {
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") => (false, rest, 80),
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("https") => (true, rest, 443),
            Some(_) => return Err(fail("its scheme is neither http nor https")),
            None => (false, text, PORT),
        };
        let (authority, path) = match rest.find(['/', '?', '#']) {
            Some(at) if rest.as_bytes()[at] == b'/' => (&rest[..at], rest[at..].trim_end_matches('/')),
            Some(_) => return Err(fail("it has a query or a fragment")),
            None => (rest, ""),
        };
        if path.contains(['?', '#', ' ']) {
            return Err(fail("it has a query, a fragment or a blank"));
        }
        if authority.contains('@') {
            return Err(fail(
                "a name and password in it would be kept in the clear; set a header in the settings instead",
            ));
        }
        let (name, port) = split(authority).ok_or_else(|| fail("its port is not a number up to 65535"))?;
        let name = match name.parse::<IpAddr>() {
            Ok(ip) if ip.is_unspecified() => if ip.is_ipv6() { "::1" } else { "127.0.0.1" }.to_owned(),
            Ok(ip) => ip.to_string(),
            Err(_) if name.is_empty() => "127.0.0.1".to_owned(),
            Err(_) => name.to_lowercase(),
        };
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | ':');
        if !name.chars().all(plain) {
            return Err(fail("its name has a character that names of hosts do not have"));
        }
        Ok(Self { secure, name, port: port.unwrap_or(default), path: path.to_owned() })
    }

    /// Whether nothing that is sent there leaves this machine.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        self.name == "localhost"
            || self.name.ends_with(".localhost")
            || self.name.parse::<IpAddr>().is_ok_and(|ip| match ip {
                IpAddr::V4(ip) => ip.is_loopback(),
                IpAddr::V6(ip) => ip.is_loopback() || ip.to_ipv4_mapped().is_some_and(|ip| ip.is_loopback()),
            })
    }

    /// Its name or address, without brackets.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is asked over TLS.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.secure
    }

    /// The same with this path where it has none.
    #[must_use]
    pub fn with_path(self, path: &str) -> Self {
        if self.path.is_empty() { Self { path: path.to_owned(), ..self } } else { self }
    }

    /// The same without its path.
    #[must_use]
    pub fn without_path(&self) -> Self {
        Self { path: String::new(), ..self.clone() }
    }

    /// The address of a route, such as `api/chat`.
    #[must_use]
    pub fn route(&self, route: &str) -> String {
        format!("{self}{route}")
    }
}

/// Name and port; the name of an IPv6 address without its brackets. `None` when
/// the port is none.
fn split(authority: &str) -> Option<(&str, Option<u16>)> {
    if let Some(rest) = authority.strip_prefix('[') {
        let (name, after) = rest.split_once(']')?;
        return match after.strip_prefix(':') {
            Some(port) => Some((name, Some(port.parse().ok()?))),
            None => after.is_empty().then_some((name, None)),
        };
    }
    match authority.rsplit_once(':') {
        // More than one colon and no brackets: an IPv6 address.
        Some((before, _)) if before.contains(':') => Some((authority, None)),
        Some((name, "")) => Some((name, None)),
        Some((name, port)) => Some((name, Some(port.parse().ok()?))),
        None => Some((authority, None)),
    }
}

impl fmt::Display for Host {
    /// With scheme, port, and a slash at its end, so that routes can be put behind it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.secure { "https" } else { "http" };
        let (open, close) = if self.name.contains(':') { ("[", "]") } else { ("", "") };
        write!(f, "{scheme}://{open}{}{close}:{}{}/", self.name, self.port, self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_read_as_ollama_reads_them() {
        for (text, read) in [
            ("", "http://127.0.0.1:11434/"),
            ("127.0.0.1", "http://127.0.0.1:11434/"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080/"),
            (":1234", "http://127.0.0.1:1234/"),
            ("0.0.0.0", "http://127.0.0.1:11434/"),
            ("0.0.0.0:99", "http://127.0.0.1:99/"),
            ("Example.com", "http://example.com:11434/"),
            ("example.com:", "http://example.com:11434/"),
            ("http://example.com", "http://example.com:80/"),
            ("https://example.com", "https://example.com:443/"),
            ("HTTPS://example.com:8443/ollama/", "https://example.com:8443/ollama/"),
            ("example.com/a/b", "http://example.com:11434/a/b/"),
            ("[::1]", "http://[::1]:11434/"),
            ("[::1]:1337", "http://[::1]:1337/"),
            ("::1", "http://[::1]:11434/"),
            ("\"localhost:11434\"", "http://localhost:11434/"),
            ("  gpu-box \n", "http://gpu-box:11434/"),
        ] {
            assert_eq!(Host::parse(text).unwrap().to_string(), read, "{text}");
        }
        for text in [
            "ftp://x",
            "host:99999",
            "host:port",
            "http://a b",
            "http://u:p@host",
            "http://host/?x",
            "[::1",
            "a\u{202e}b",
        ] {
            let error = Host::parse(text).unwrap_err().to_string();
            assert!(error.contains("host:port"), "{text}: {error}");
        }
    }

    #[test]
    fn only_this_machine_is_this_machine() {
        for (text, local) in [
            ("localhost", true),
            ("127.8.8.8", true),
            ("[::1]:1", true),
            ("::ffff:127.0.0.1", true),
            ("box.localhost", true),
            ("localhost.example.com", false),
            ("192.168.0.2", false),
            ("example.com", false),
        ] {
            assert_eq!(Host::parse(text).unwrap().is_loopback(), local, "{text}");
        }
    }
}
