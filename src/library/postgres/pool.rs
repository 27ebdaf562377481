//! Connections, kept for those who need one next.

use std::{
    collections::HashMap,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio_postgres::{Client, IsolationLevel, Row, Statement, Transaction, types::ToSql};

use crate::library::LibraryError;

use super::{
    address::Server,
    error::connecting,
    schema,
    wait::{in_background, on_runtime, wait},
};

/// How many connections one program opens at most. Its searches take turns, and one writes.
const MOST: usize = 6;

/// An idle connection is tried out after this long: the server or a firewall may have dropped it.
const RESTED: Duration = Duration::from_secs(30);

/// A connection, with the statements that it has prepared.
pub(super) struct Connection {
    pub(super) client: Client,
    prepared: HashMap<&'static str, Statement>,
    may_write: bool,
    since: Instant,
}

#[derive(Default)]
struct Shelf {
    idle: Vec<Connection>,
    /// How many are in use.
    out: usize,
}

/// The connections of one library.
pub(super) struct Pool {
    server: Server,
    read_only: bool,
    /// Whether no connection is made.
    closed: bool,
    shelf: Mutex<Shelf>,
    back: Condvar,
}

impl Pool {
    pub(super) fn new(server: Server, read_only: bool) -> Self {
        Self { server, read_only, closed: false, shelf: Mutex::default(), back: Condvar::new() }
    }

    /// One of a server that must not be asked.
    pub(super) fn closed(server: Server) -> Self {
        Self { closed: true, ..Self::new(server, false) }
    }

    pub(super) fn server(&self) -> &Server {
        &self.server
    }

    /// Runs `act` over a connection that answers; waits until one is free.
    pub(super) fn with<T>(
        &self,
        act: impl FnOnce(&mut Connection) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        if self.closed {
            return Err(LibraryError::Offline(self.server.shown.clone()));
        }
        let _turn = self.turn();
        let mut connection = match self.idle() {
            Some(connection) => connection,
            None => schema::checked(connect(&self.server, self.read_only)?, &self.server.shown)?,
        };
        let result = act(&mut connection);
        if !connection.client.is_closed() {
            connection.since = Instant::now();
            self.shelf().idle.push(connection);
        }
        result
    }

    fn turn(&self) -> Turn<'_> {
        let mut shelf = self.shelf();
        while shelf.out >= MOST {
            shelf = self.back.wait(shelf).unwrap_or_else(PoisonError::into_inner);
        }
        shelf.out += 1;
        Turn { pool: self }
    }

    fn idle(&self) -> Option<Connection> {
        loop {
            let connection = self.shelf().idle.pop()?;
            if connection.answers() {
                return Some(connection);
            }
        }
    }

    /// Closes the connections that nobody uses.
    pub(super) fn forget_idle(&self) {
        self.shelf().idle.clear();
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A new connection, with this program's limits.
pub(super) fn connect(server: &Server, read_only: bool) -> Result<Connection, LibraryError> {
    let (config, tls) = (server.config.clone(), server.tls.clone());
    let unreachable =
        |why: std::io::Error| LibraryError::Unreachable { at: server.shown.clone(), why: why.to_string() };
    let (client, connection) = on_runtime(async move { config.connect(tls).await })
        .map_err(unreachable)?
        .map_err(|error| connecting(&server.shown, &error))?;
    in_background(async {
        // Whoever uses it is given the reason why it ended.
        let _ = connection.await;
    })
    .map_err(unreachable)?;
    // What the server's owner has set holds.
    let mut limits =
        [("statement_timeout", "60s"), ("lock_timeout", "10s"), ("idle_in_transaction_session_timeout", "60s")]
            .map(|(name, limit)| {
                format!(
                    "SELECT set_config('{name}', '{limit}', false) WHERE current_setting('{name}') IN ('0', '0ms');"
                )
            })
            .concat();
    limits.push_str("SET client_min_messages = warning;");
    if read_only {
        limits.push_str("SET default_transaction_read_only = on;");
    }
    wait(client.batch_execute(&limits))?;
    Ok(Connection { client, prepared: HashMap::new(), may_write: false, since: Instant::now() })
}

impl Connection {
    pub(super) fn with_right_to_write(self, may_write: bool) -> Self {
        Self { may_write, ..self }
    }

    /// Whether the library may be changed over it.
    pub(super) fn may_write(&self) -> bool {
        self.may_write
    }

    fn answers(&self) -> bool {
        !self.client.is_closed() && (self.since.elapsed() < RESTED || wait(self.client.batch_execute("")).is_ok())
    }

    /// Runs `act` on one state of the library.
    pub(super) fn reading<T>(
        &mut self,
        mut act: impl FnMut(&mut Session<'_>) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        let begin = self.client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).read_only(true);
        let transaction = wait(begin.start())?;
        let mut session = Session { transaction, prepared: &mut self.prepared };
        let result = act(&mut session)?;
        wait(session.transaction.commit())?;
        Ok(result)
    }

    /// Runs `act` in a transaction that may change the library, and keeps what it changed, or nothing where it fails.
    pub(super) fn writing<T>(
        &mut self,
        act: impl FnOnce(&mut Session<'_>) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        let transaction = wait(self.client.build_transaction().isolation_level(IsolationLevel::ReadCommitted).start())?;
        let mut session = Session { transaction, prepared: &mut self.prepared };
        let result = act(&mut session)?;
        wait(session.transaction.commit())?;
        Ok(result)
    }
}

/// A transaction.
pub(super) struct Session<'a> {
    pub(super) transaction: Transaction<'a>,
    prepared: &'a mut HashMap<&'static str, Statement>,
}

impl Session<'_> {
    fn prepare(&mut self, sql: &'static str) -> Result<Statement, LibraryError> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = wait(self.transaction.prepare(sql))?;
        self.prepared.insert(sql, statement.clone());
        Ok(statement)
    }

    /// The rows that `sql` finds.
    pub(super) fn rows(&mut self, sql: &'static str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, LibraryError> {
        let statement = self.prepare(sql)?;
        Ok(wait(self.transaction.query(&statement, values))?)
    }

    /// The first row that `sql` finds.
    pub(super) fn row(
        &mut self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<Row>, LibraryError> {
        Ok(self.rows(sql, values)?.into_iter().next())
    }

    /// Runs `sql`; how many rows it changed.
    pub(super) fn run(&mut self, sql: &'static str, values: &[&(dyn ToSql + Sync)]) -> Result<u64, LibraryError> {
        let statement = self.prepare(sql)?;
        Ok(wait(self.transaction.execute(&statement, values))?)
    }
}

/// The right to one connection.
struct Turn<'p> {
    pool: &'p Pool,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.pool.shelf().out -= 1;
        self.pool.back.notify_one();
    }
}
