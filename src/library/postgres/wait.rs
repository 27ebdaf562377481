//! Waiting for the server on the calling thread.
//!
//! Tokio's own `block_on` panics on a thread that runs tasks, and the engine reads the library there too.

use std::{
    future::Future,
    pin::pin,
    sync::{Arc, OnceLock, mpsc},
    task::{Context, Poll, Wake, Waker},
    thread,
};

use tokio::runtime::{Builder, Runtime};

struct Caller(thread::Thread);

impl Wake for Caller {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// What comes of `future`. It must not use tokio's own channels, timers or sockets: those belong into [`on_runtime`].
pub(super) fn wait<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Caller(thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        thread::park();
    }
}

/// Has `future` run by the thread that drives the connections, and waits for what comes of it.
pub(super) fn on_runtime<T: Send + 'static>(
    future: impl Future<Output = T> + Send + 'static,
) -> Result<T, std::io::Error> {
    let (send, receive) = mpsc::channel();
    runtime()?.spawn(async move { send.send(future.await) });
    receive.recv().map_err(std::io::Error::other)
}

/// Leaves `future` to the thread that drives the connections.
pub(super) fn in_background(future: impl Future<Output = ()> + Send + 'static) -> Result<(), std::io::Error> {
    runtime()?.spawn(future);
    Ok(())
}

/// One for the process, and never shut down: connections outlive any caller's runtime.
fn runtime() -> Result<&'static Runtime, std::io::Error> {
    static RUNTIME: OnceLock<Result<Runtime, String>> = OnceLock::new();
    RUNTIME
        .get_or_init(|| {
            let made = Builder::new_multi_thread().worker_threads(1).thread_name("library").enable_all().build();
            made.map_err(|why| why.to_string())
        })
        .as_ref()
        .map_err(|why| std::io::Error::other(why.clone()))
}
