//! What must be asked before anything is sent.

use std::sync::Arc;

use crate::text::Clean;

/// Whether text may be sent to a host; asked before every request, so that consent counts from the moment it is given.
pub type Gate = Arc<dyn Fn() -> Result<(), Refusal> + Send + Sync>;

/// Why nothing may be sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Refusal {
    /// Why not, and what to do.
    pub why: Clean,
    /// What consent may be given for; `None` where consent would not help, as offline.
    pub host: Option<Clean>,
}
