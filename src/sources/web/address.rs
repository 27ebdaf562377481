//! Which addresses a page may be fetched from: those of the open internet, and none of this machine or its network,
//! however a search result or a redirect writes them.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
};

use reqwest::{
    Url,
    dns::{Addrs, Name, Resolve, Resolving},
};

/// What names inside a network end with.
const INSIDE: [&str; 8] = ["localhost", "local", "internal", "intranet", "lan", "home.arpa", "corp", "private"];

/// Why a name of the open internet is refused when it leads into a network.
pub(super) const LEADS_INSIDE: &str = "its name leads to this machine or its network, from which no page is fetched";

/// Why nothing is fetched from an address; `own` is where the search service is on this machine, which may answer with
/// pages of its own.
pub(super) fn refuse(url: &Url, own: Option<&Url>) -> Result<(), &'static str> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err("its address is neither http nor https");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("its address has a name or password in it");
    }
    if own.is_some_and(|own| own.origin() == url.origin()) {
        return Ok(());
    }
    let host = url.host_str().unwrap_or_default().trim_end_matches('.').to_lowercase();
    let literal = host.trim_matches(['[', ']']).parse::<IpAddr>();
    let is_inside = match literal {
        Ok(address) => !is_public(address),
        Err(_) => {
            !host.contains('.') || INSIDE.iter().any(|end| host.strip_suffix(end).is_some_and(|h| h.ends_with('.')))
        }
    };
    if is_inside { Err("it is on this machine or its network, from which no page is fetched") } else { Ok(()) }
}

/// Looks up names, and refuses those that lead to an address that [`is_public`] is not. A name is looked up for the
/// connection itself, so that it cannot mean one address when it is checked and another one later.
#[derive(Debug)]
pub(super) struct PublicNames {
    /// Names that may lead inside all the same: those of the proxies.
    pub(super) others: Vec<String>,
}

impl Resolve for PublicNames {
    fn resolve(&self, name: Name) -> Resolving {
        let may_be_inside = self.others.iter().any(|other| other == name.as_str());
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            if !may_be_inside && found.iter().any(|address| !is_public(address.ip())) {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, LEADS_INSIDE).into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// Whether an address is one of the open internet (RFC 6890).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(a == 0
        || a >= 224
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_documentation()
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && (b == 18 || b == 19)))
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    let inner = |high: u16, low: u16| is_public_v4(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)));
    match parts {
        // Mapped and translated addresses are those of IPv4.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => inner(high, low),
        [0x2002, high, low, ..] => inner(high, low),
        [0x2001, 0xdb8, ..] => false,
        // What is given out at present.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_inside_is_reached_however_it_is_written() {
        for inside in [
            "http://127.0.0.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "http://localhost:6379/",
            "http://LOCALHOST./",
            "http://router/",
            "http://printer.local/",
            "http://wiki.corp/",
            "http://10.0.0.1/",
            "http://172.16.3.4/",
            "http://192.168.1.1/",
            "http://169.254.169.254/latest/meta-data",
            "http://100.64.0.1/",
            "http://0.0.0.0/",
            "http://[::1]/",
            "http://[::]/",
            "http://[::ffff:10.0.0.1]/",
            "http://[64:ff9b::a00:1]/",
            "http://[2002:7f00:1::]/",
            "http://[fe80::1]/",
            "http://[fd00::1]/",
            "ftp://example.org/",
            "file:///etc/passwd",
            "http://ada:secret@example.org/",
        ] {
            assert!(refuse(&Url::parse(inside).unwrap(), None).is_err(), "{inside}");
        }
        for open in
            ["https://example.org/a", "http://93.184.216.34/", "http://[2606:4700::1111]/", "https://bbc.co.uk:8443"]
        {
            assert_eq!(refuse(&Url::parse(open).unwrap(), None), Ok(()), "{open}");
        }
    }

    #[test]
    fn a_service_on_this_machine_may_answer_with_its_own_pages_and_no_others() {
        let own = Url::parse("http://127.0.0.1:8888/").unwrap();
        let refused = |url: &str| refuse(&Url::parse(url).unwrap(), Some(&own)).is_err();
        assert!(!refused("http://127.0.0.1:8888/page"));
        assert!(refused("http://127.0.0.1:6379/") && refused("https://127.0.0.1:8888/"));
    }

    #[tokio::test]
    async fn a_name_that_leads_inside_is_refused_when_it_is_looked_up() {
        let name: Name = "localhost".parse().unwrap();
        let error = PublicNames { others: Vec::new() }.resolve(name).await.err().unwrap();
        assert!(error.to_string().contains("leads to this machine"), "{error}");
    }
}
