//! The address of a library: what is in it, and where its password is from.

use std::{env, fs, os::unix::fs::PermissionsExt, path::PathBuf, time::Duration};

use tokio_postgres::{
    Config,
    config::{Host, SslMode},
};

use crate::library::{LibraryError, Place, place::Parts};

use super::tls::Tls;

/// A server and how to get in.
pub(super) struct Server {
    pub(super) config: Config,
    pub(super) tls: Tls,
    /// The address without password.
    pub(super) shown: String,
}

impl Server {
    pub(super) fn parse(address: &str) -> Result<Self, LibraryError> {
        let place = Place::Server(address.to_owned());
        let shown = place.shown();
        if !["postgres://", "postgresql://"].iter().any(|scheme| address.starts_with(scheme)) {
            return Err(LibraryError::Address("an address begins with postgres://".to_owned()));
        }
        let (plain, mode, roots) = encryption(address)?;
        // What the parser says may repeat a part of the password.
        let mut config: Config = plain.parse().map_err(|_| LibraryError::Address("it is not an address".to_owned()))?;
        if config.get_hosts().is_empty() {
            config.host("localhost");
        }
        if config.get_user().is_none()
            && let Some(user) = variable("PGUSER").or_else(|| variable("USER"))
        {
            config.user(user);
        }
        if config.get_password().is_none()
            && let Some(password) = variable("PGPASSWORD").or_else(|| password_of_file(&config))
        {
            config.password(password);
        }
        config.ssl_mode(mode.unwrap_or(if place.is_near() { SslMode::Prefer } else { SslMode::Require }));
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(5));
        }
        // A server that went away without a word is noticed after a minute.
        config.tcp_user_timeout(Duration::from_secs(30));
        config.keepalives_idle(Duration::from_secs(30));
        config.keepalives_interval(Duration::from_secs(10));
        config.keepalives_retries(3);
        config.application_name("gainsay");
        let wrong = |why: String| LibraryError::Encryption { at: shown.clone(), why };
        let tls = Tls::new(roots.as_deref()).map_err(wrong)?;
        Ok(Self { config, tls, shown })
    }
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// The address without the options for encryption, and those: a server's certificate is always checked, so the modes
/// `require`, `verify-ca` and `verify-full` are one.
fn encryption(address: &str) -> Result<(String, Option<SslMode>, Option<PathBuf>), LibraryError> {
    let parts = Parts::of(address);
    let mut mode = None;
    let mut roots = variable("PGSSLROOTCERT").map(PathBuf::from);
    for (name, value) in &parts.options {
        match (*name, *value) {
            ("sslmode", "disable") => mode = Some(SslMode::Disable),
            ("sslmode", "allow" | "prefer") => mode = Some(SslMode::Prefer),
            ("sslmode", "require" | "verify-ca" | "verify-full") => mode = Some(SslMode::Require),
            ("sslmode", _) => {
                return Err(LibraryError::Address("sslmode is disable, prefer or require".to_owned()));
            }
            ("sslrootcert", "system") => roots = None,
            ("sslrootcert", file) => roots = Some(PathBuf::from(file.replace("%2F", "/").replace("%20", " "))),
            _ => {}
        }
    }
    Ok((parts.with(|name| !["sslmode", "sslrootcert"].contains(&name)), mode, roots))
}

/// The password that PostgreSQL's own password file has for the server. Like PostgreSQL's own programs this takes no
/// file that others may read.
fn password_of_file(config: &Config) -> Option<String> {
    let path = match variable("PGPASSFILE") {
        Some(path) => PathBuf::from(path),
        None => PathBuf::from(variable("HOME")?).join(".pgpass"),
    };
    if fs::metadata(&path).ok()?.permissions().mode() & 0o077 != 0 {
        return None;
    }
    let host = config.get_hosts().first().map_or_else(|| "localhost".to_owned(), host_name);
    let port = config.get_ports().first().copied().unwrap_or(5432).to_string();
    let user = config.get_user().unwrap_or_default();
    let database = config.get_dbname().unwrap_or(user);
    let text = fs::read_to_string(path).ok()?;
    let wanted = [host.as_str(), &port, database, user];
    text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let fields = fields(line);
        let (password, place) = fields.split_last().filter(|(_, place)| place.len() == wanted.len())?;
        let fits = place.iter().zip(wanted).all(|(field, wanted)| field == "*" || field == wanted);
        fits.then(|| password.clone())
    })
}

fn host_name(host: &Host) -> String {
    match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(_) => "localhost".to_owned(),
    }
}

/// The fields of a line, between colons; a backslash takes the next character as it is.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (letter, fields.last_mut()) {
            (':', _) => fields.push(String::new()),
            ('\\', Some(field)) => field.extend(letters.next()),
            (letter, Some(field)) => field.push(letter),
            (_, None) => {}
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_elsewhere_is_reached_encrypted_unless_the_address_says_otherwise() {
        let mode = |address: &str| Server::parse(address).unwrap().config.get_ssl_mode();
        assert_eq!(mode("postgres://ann@db.example/lib"), SslMode::Require);
        assert_eq!(mode("postgres://ann@localhost/lib"), SslMode::Prefer);
        assert_eq!(mode("postgres://ann@127.0.0.1/lib?sslmode=verify-full"), SslMode::Require);
        assert_eq!(mode("postgres://ann@db.example/lib?connect_timeout=3&sslmode=disable"), SslMode::Disable);
    }

    #[test]
    fn what_is_wrong_with_an_address_is_said_without_it() {
        for address in ["postgres://ann:s3cret@db:s3cret/lib", "postgres://ann:s3cret@db/lib?sslmode=s3cret"] {
            let why = Server::parse(address).err().unwrap().to_string();
            assert!(!why.contains("s3cret") && why.contains("postgres://USER@HOST"), "{why}");
        }
    }

    #[test]
    fn password_files_may_quote() {
        assert_eq!(fields(r"db\:1:5432:*:ann:a\\b"), ["db:1", "5432", "*", "ann", r"a\b"]);
    }
}
