//! Why a source gave no answer. A failure is never an empty result.

use jiff::Timestamp;

use crate::{net::Refusal, text::Clean};

/// Why a source gave no answer, with what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// Nothing may be sent there.
    #[error(transparent)]
    Forbidden(Refusal),
    /// Nothing listens there, or the connection broke before the answer.
    #[error("no answer from {host} ({why}); check the network, then run the search again")]
    Unreachable {
        /// Where.
        host: Clean,
        /// What the network said.
        why: Clean,
    },
    /// It did not answer in time.
    #[error("{host} did not answer within {seconds} s; run the search again later")]
    Slow {
        /// Where.
        host: Clean,
        /// How long was waited.
        seconds: u64,
    },
    /// It wants fewer requests.
    #[error("{host} takes no more requests{}: {why}; run the search again then", describe_until(*until))]
    Limited {
        /// Where.
        host: Clean,
        /// In its words.
        why: Clean,
        /// When it takes requests again, where it says so.
        until: Option<Timestamp>,
    },
    /// It failed.
    #[error("{host} failed with status {status}: {why}; run the search again later")]
    Server {
        /// Where.
        host: Clean,
        /// The status of HTTP.
        status: u16,
        /// In its words.
        why: Clean,
    },
    /// It refuses the request, and would do so again.
    #[error("{host} refuses the request with status {status}: {why}")]
    Refused {
        /// Where.
        host: Clean,
        /// The status of HTTP.
        status: u16,
        /// In its words.
        why: Clean,
    },
    /// A key is missing or not accepted.
    #[error("{0}")]
    Key(Clean),
    /// The answer is not what was asked for, such as a page for people.
    #[error("{host} sent {what} instead of data; it may be under maintenance: run the search again later")]
    NotData {
        /// Where.
        host: Clean,
        /// What it sent.
        what: Clean,
    },
    /// The answer broke off.
    #[error("the answer of {host} broke off ({why}); run the search again")]
    Cut {
        /// Where.
        host: Clean,
        /// How that was noticed.
        why: Clean,
    },
    /// The answer is longer than any answer should be.
    #[error("the answer of {host} is longer than {megabytes} MB and was not read; ask for fewer records")]
    TooLong {
        /// Where.
        host: Clean,
        /// The most that is read.
        megabytes: u64,
    },
    /// It cannot be asked this.
    #[error("{0}")]
    Unsupported(Clean),
}

impl SourceError {
    /// Whether the same request may be answered when it is sent again.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Cut { .. } | Self::Limited { .. } => true,
            Self::Server { status, .. } => matches!(status, 502..=504),
            _ => false,
        }
    }

    /// The host that consent may be given for, where that is what is missing.
    #[must_use]
    pub fn wants_consent(&self) -> Option<&Clean> {
        match self {
            Self::Forbidden(refusal) => refusal.host.as_ref(),
            _ => None,
        }
    }

    /// Whether nothing was sent because `offline` is set.
    #[must_use]
    pub fn is_offline(&self) -> bool {
        matches!(self, Self::Forbidden(Refusal { host: None, .. }))
    }
}

fn describe_until(when: Option<Timestamp>) -> String {
    when.map_or_else(String::new, |when| format!(" until {when:.0}"))
}
