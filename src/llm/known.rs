//! What is known of a model, by which its questions are planned.

use crate::text::Clean;

use super::{ModelFacts, tokens};

/// The largest correction of the estimate.
pub(super) const MOST_CORRECTION: f64 = 4.0;

/// What is known of a model: what its server says, and what its answers taught.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Digest of its weights.
    pub digest: Clean,
    /// What the server says; `None` until it was asked.
    pub facts: Option<ModelFacts>,
    /// The window in which a question did not fit, in tokens.
    pub(super) window: Option<u32>,
    /// Tokens counted for each token estimated, at least 1.
    pub(super) correction: f64,
    /// Tokens that the server read of the last question, and how many that question had by estimate.
    pub(super) last_read: Option<(u64, u64)>,
    /// It has been seen to think.
    pub(super) thinks: bool,
    /// It gave nothing with thinking off.
    pub(super) needs_thinking: bool,
}

impl Known {
    /// The longest context that the server gives it, in tokens.
    #[must_use]
    pub fn context(&self) -> Option<u32> {
        let said = self.facts.as_ref().and_then(|facts| facts.context);
        said.into_iter().chain(self.window).min()
    }

    /// Whether it thinks before it answers, so that thinking needs tokens of its own.
    #[must_use]
    pub fn thinks(&self) -> bool {
        self.thinks || self.facts.as_ref().is_some_and(|facts| facts.can("thinking"))
    }

    /// Whether it gives no answer with thinking off.
    #[must_use]
    pub fn needs_thinking(&self) -> bool {
        self.needs_thinking || self.facts.as_ref().is_some_and(|facts| facts.needs_thinking)
    }

    /// Tokens of a text by what is known of the model's tokenizer.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "tokens of a text, times at most 4"
    )]
    pub fn tokens(&self, text: &str) -> u64 {
        (tokens::estimate(text) as f64 * self.correction.max(1.0)).ceil() as u64
    }

    /// Whether this count of tokens read is a limit of the server: two questions of different lengths, both a fifth
    /// longer by estimate, cannot have the same count unless both were cut.
    pub(super) fn is_limit(&self, read: u64, estimated: u64) -> bool {
        self.last_read.is_some_and(|(before, length)| {
            before == read && length.abs_diff(estimated) * 20 > estimated && length.min(estimated) * 5 > read * 6
        })
    }
}
