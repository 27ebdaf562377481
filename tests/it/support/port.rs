//! A port of this machine that stays a test's own while nobody listens at it, so that no other test gets it meanwhile.

use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpSocket};

/// Connections are refused until somebody listens.
pub struct Port {
    /// Bound and never listening: the system gives the port to nobody else.
    held: TcpSocket,
}

impl Port {
    pub fn new() -> Self {
        Self { held: bound(([127, 0, 0, 1], 0).into()) }
    }

    pub fn address(&self) -> SocketAddr {
        self.held.local_addr().unwrap()
    }

    /// Listens from now on; called in a runtime.
    pub fn listen(&self) -> TcpListener {
        bound(self.address()).listen(64).unwrap()
    }
}

fn bound(address: SocketAddr) -> TcpSocket {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_reuseaddr(true).unwrap();
    socket.set_reuseport(true).unwrap();
    socket.bind(address).unwrap();
    socket
}
