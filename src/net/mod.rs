//! The way out of this machine, for model servers and for sources of evidence alike: addresses, proxies, one kind of
//! HTTP client that no redirect leads to another host and one for pages that were found anywhere, gates that ask for consent, and pauses between tries.

mod client;
mod error;
mod gate;
mod host;
mod pause;
mod proxy;

pub(crate) use client::{client, innermost, retry_after, roaming_client};
pub use error::ClientError;
pub use gate::{Gate, Refusal};
pub use host::{Host, HostError};
pub(crate) use pause::{LONGEST_WAIT, pause};
pub use proxy::{Proxy, ProxyOf, destination};
