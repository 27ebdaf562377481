//! One question to a model and its answer.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    domain::{Digest, Stage, StatementId},
    text::Clean,
};

/// How much a model shall think before it answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Think {
    /// As the model does by itself.
    #[default]
    Auto,
    /// Not at all.
    Off,
    /// A little.
    Low,
    /// More.
    Medium,
    /// As much as it can.
    High,
}

/// What is set for a call. All of it counts for the digest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallOptions {
    /// 0–2.
    pub temperature: f64,
    /// The same seed gives the same answer, where the server is built so.
    pub seed: i32,
    /// The context window in tokens; one figure a model, since changing it
    /// loads the model anew.
    pub num_ctx: u32,
    /// The longest answer in tokens.
    pub num_predict: u32,
    /// See [`Think`].
    pub think: Think,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// For which stage.
    pub stage: Stage,
    /// For which statement; `None` for the whole paper.
    pub statement: Option<StatementId>,
    /// The model's name.
    pub model: Clean,
    /// The digest of the model's weights as the server tells it.
    pub model_digest: Clean,
    /// What the model is and must obey.
    pub system: String,
    /// The question with its data.
    pub prompt: String,
    /// The schema that the answer must follow; `None` for prose.
    pub schema: Option<Value>,
    /// What is set.
    pub options: CallOptions,
}

impl Call {
    /// Digest of everything that the answer can depend on. Stage and statement
    /// are not among it: the same question is the same question.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of_value(&(&self.model, &self.model_digest, &self.system, &self.prompt, &self.schema, &self.options))
    }
}

/// An answer as it came.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// What the model wrote.
    pub text: String,
    /// What it thought before, where the server tells it apart.
    pub thinking: Option<String>,
    /// Tokens of the question, where told.
    pub prompt_tokens: Option<u64>,
    /// Tokens of the answer, where told.
    pub answer_tokens: Option<u64>,
}

impl Reply {
    /// Whether it was most likely cut off at the limit: the server's own reason
    /// does not reach us, but the count does.
    #[must_use]
    pub fn was_cut(&self, options: &CallOptions) -> bool {
        self.answer_tokens.is_some_and(|n| n >= u64::from(options.num_predict))
    }
}

/// Why a call gave no answer. Each message says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// Text may not be sent there.
    #[error("{why}")]
    Forbidden {
        /// Why not, and what to do.
        why: Clean,
        /// The server that leave may be given for, if it may.
        host: Option<Clean>,
    },
    /// Nothing listens there, or the line broke before the answer.
    #[error("no answer from the model server at {host} ({why}); start it with `ollama serve`, or set `ollama.host`")]
    Unreachable {
        /// Where.
        host: Clean,
        /// What the network said.
        why: Clean,
    },
    /// The deadline passed.
    #[error("the model server did not answer within {seconds} s; a smaller model or a longer `deadline` helps")]
    Deadline {
        /// How long it was waited.
        seconds: u64,
    },
    /// The server has too much to do.
    #[error("the model server is busy ({0}); try again later, or lower `slots`")]
    Busy(Clean),
    /// The server failed.
    #[error("the model server failed: {0}; try again; its log may say why")]
    Server(Clean),
    /// The server does not have the model.
    #[error("the model server does not have {0}; `ollama pull {0}` gets it")]
    MissingModel(Clean),
    /// The server refuses the request, and would do so again.
    #[error("the model server refuses the request: {0}")]
    BadRequest(Clean),
    /// The question is longer than the model's window.
    #[error("the question does not fit into the model's context ({0}); raise `num_ctx`")]
    TooLong(Clean),
    /// The answer broke off in the middle.
    #[error("the answer broke off ({0}); try again")]
    Cut(Clean),
    /// What came is not what this kind of server says.
    #[error("what came is no answer of a model server ({0}); check `ollama.host`")]
    Garbage(Clean),
    /// The model said nothing.
    #[error("the model gave an empty answer; try again, or another model")]
    Empty,
    /// The model thinks, and was told not to, or cannot and was told to.
    #[error("the model does not accept a thinking level: {0}; set `think = \"auto\"`")]
    Thinking(Clean),
    /// The model answered twice, and neither answer could be used.
    #[error("the model's answer could not be used: {0}; try again, or another model")]
    Unusable(Clean),
    /// The call could not be kept.
    #[error("the call could not be put on record: {0}")]
    Record(Clean),
}

impl CallError {
    /// Whether the same call may go better a moment later (`docs/rules.md#retries`: never
    /// for a missing model or a bad request).
    #[must_use]
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Unreachable { .. }
            | Self::Deadline { .. }
            | Self::Busy(_)
            | Self::Server(_)
            | Self::Cut(_)
            | Self::Empty => true,
            Self::Forbidden { .. }
            | Self::MissingModel(_)
            | Self::BadRequest(_)
            | Self::TooLong(_)
            | Self::Garbage(_)
            | Self::Thinking(_)
            | Self::Unusable(_)
            | Self::Record(_) => false,
        }
    }
}
