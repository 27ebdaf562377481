//! What is wrong with the settings of a connection.

use crate::text::Clean;

/// Why a client cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// A header that cannot be sent.
    #[error("“{0}” is not a header that can be sent; write NAME: VALUE")]
    Header(Clean),
    /// A proxy that cannot be used.
    #[error("the proxy in ${variable} cannot be used: {why}; unset it, or name the host in $NO_PROXY")]
    Proxy {
        /// The variable that names it.
        variable: Clean,
        /// Why not.
        why: &'static str,
    },
    /// The HTTP client could not be made.
    #[error("the HTTP client could not be made: {0}")]
    Client(Clean),
}
