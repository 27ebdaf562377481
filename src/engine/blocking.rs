//! Work that waits for the disk or a database, on threads of its own.

/// Runs what waits for the disk where it holds nobody up.
pub(super) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(e) => match e.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // The runtime is going down before the work began, and the caller with it.
            Err(_) => std::future::pending().await,
        },
    }
}
