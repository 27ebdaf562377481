//! Where a library is: a file, or a database on a server.

use std::path::{Path, PathBuf};

/// Where a library is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// An SQLite file.
    File(PathBuf),
    /// A PostgreSQL database, by its address: `postgres://user@host/database`.
    Server(String),
}

impl Place {
    /// What the setting `library` says. What has a scheme (`postgres://`), or a login before a host, is an address, also
    /// where it is mistyped: a file of that name would have a password in its name. Everything else is a path.
    #[must_use]
    pub fn of(setting: &Path) -> Self {
        let Some(text) = setting.to_str() else { return Self::File(setting.to_owned()) };
        let scheme = text.split_once(":/").map(|(scheme, _)| scheme);
        let is_scheme = |scheme: &str| scheme.len() > 1 && scheme.bytes().all(|b| b.is_ascii_alphanumeric());
        let login = text.split_once('@').is_some_and(|(login, _)| login.contains(':') && !login.contains('/'));
        match scheme.filter(|scheme| is_scheme(scheme)) {
            Some(scheme) => Self::Server(format!("{}{}", scheme.to_ascii_lowercase(), &text[scheme.len()..])),
            None if login => Self::Server(text.to_owned()),
            None => Self::File(setting.to_owned()),
        }
    }

    /// The file, if it is one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Server(_) => None,
        }
    }

    /// Whether it is on this machine.
    #[must_use]
    pub fn is_near(&self) -> bool {
        match self {
            Self::File(_) => true,
            Self::Server(address) => Parts::of(address).is_near(),
        }
    }

    /// As it may be shown: an address loses its password and all options but those of encryption.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Server(address) => Parts::of(address).without_password(),
        }
    }
}

/// The options of an address that may be shown; others may hold a password.
const SHOWN: [&str; 6] = ["sslmode", "sslrootcert", "host", "port", "dbname", "user"];

/// The parts of an address.
pub(super) struct Parts<'a> {
    scheme: &'a str,
    /// User and password.
    login: Option<&'a str>,
    hosts: &'a str,
    /// With its slash.
    database: &'a str,
    /// Name and value each.
    pub(super) options: Vec<(&'a str, &'a str)>,
}

impl<'a> Parts<'a> {
    /// As the driver reads them: everything before the first `@` is the login.
    pub(super) fn of(address: &'a str) -> Self {
        let slashes = address.split_once("://").or_else(|| address.split_once(":/"));
        let (scheme, rest) = slashes.unwrap_or(("postgres", address));
        let (login, rest) = rest.split_once('@').map_or((None, rest), |(login, rest)| (Some(login), rest));
        let (place, options) = rest.split_once('?').unwrap_or((rest, ""));
        let (hosts, database) = place.split_at(place.find('/').unwrap_or(place.len()));
        // A password with an `@` that is not written as %40.
        let hosts = hosts.rsplit_once('@').map_or(hosts, |(_, hosts)| hosts);
        Self { scheme, login, hosts, database, options: options.split('&').filter_map(|o| o.split_once('=')).collect() }
    }

    /// The address with these options alone.
    #[cfg(feature = "postgres")]
    pub(super) fn with(&self, keep: impl Fn(&str) -> bool) -> String {
        let login = self.login.map(|login| format!("{login}@")).unwrap_or_default();
        self.written(&login, keep)
    }

    fn written(&self, login: &str, keep: impl Fn(&str) -> bool) -> String {
        let kept = self.options.iter().filter(|(name, _)| keep(name));
        let options: Vec<String> = kept.map(|(name, value)| format!("{name}={value}")).collect();
        let query = if options.is_empty() { String::new() } else { format!("?{}", options.join("&")) };
        format!("{}://{login}{}{}{query}", self.scheme, self.hosts, self.database)
    }

    fn without_password(&self) -> String {
        let user = self.login.map(|login| login.split_once(':').map_or(login, |(user, _)| user));
        self.written(&user.map(|user| format!("{user}@")).unwrap_or_default(), |name| SHOWN.contains(&name))
    }

    /// Whether all hosts are this machine: none named, `localhost`, a loopback address or a folder of sockets.
    fn is_near(&self) -> bool {
        let named =
            self.options.iter().filter(|(name, _)| ["host", "hostaddr"].contains(name)).map(|(_, hosts)| *hosts);
        std::iter::once(self.hosts).chain(named).flat_map(|hosts| hosts.split(',')).all(|host| {
            let host = match host.strip_prefix('[').and_then(|host| host.split_once(']')) {
                Some((host, _)) => host,
                None => host.split_once(':').map_or(host, |(host, _)| host),
            };
            let loopback = || host.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback());
            host.is_empty() || host.eq_ignore_ascii_case("localhost") || host.starts_with(['/', '%']) || loopback()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        for address in [
            "postgres://ann:s3cret@db.example/lib",
            "postgres://ann:s3cret@x@db.example/lib",
            "postgresql://ann:s3cret@db.example/lib?sslmode=require&password=s3cret",
            "postgres://ann:p/s3cret?s3cret=@db.example/lib",
            "postgres://:s3cret@/lib?host=/run/postgresql",
            "Postgres://ann:s3cret@db.example/lib",
            "postgress://ann:s3cret@db.example/lib",
            "postgres:/ann:s3cret@db.example/lib",
            "https://ann:s3cret@db.example/lib",
            "ann:s3cret@db.example/lib",
        ] {
            let shown = Place::of(Path::new(address)).shown();
            assert!(!shown.contains("s3cret"), "{shown}");
            assert!(shown.contains("/lib"), "{shown}");
        }
    }

    #[test]
    fn a_server_elsewhere_is_told_apart() {
        let near = |address: &str| Place::of(Path::new(address)).is_near();
        for address in [
            "postgres://ann@localhost:5432/lib",
            "postgres://ann@127.0.0.1,[::1]:5432/lib",
            "postgres:///lib?host=/run/postgresql",
            "postgres://ann@%2Frun%2Fpostgresql/lib",
        ] {
            assert!(near(address), "{address}");
        }
        for address in [
            "postgres://ann@db.example/lib",
            "postgres://localhost@db/lib",
            "postgres:///lib?host=localhost,db.example",
        ] {
            assert!(!near(address), "{address}");
        }
    }

    #[test]
    fn what_is_no_address_is_a_file() {
        for path in ["library.sqlite", "/data/postgres/library", "postgres:", "~/postgresql"] {
            assert_eq!(Place::of(Path::new(path)), Place::File(path.into()));
        }
    }
}
