//! One question to a model and its answer.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    domain::{Digest, Stage, StatementId},
    text::Clean,
};

/// How much a model should think before it answers.
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
    /// The longest answer in tokens, thinking included.
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
    /// The digest of the model's weights as the server reports it.
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

/// Why an answer ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// The model had finished.
    Stop,
    /// It reached the longest answer that was allowed.
    Length,
    /// The server withheld the rest.
    Filtered,
    /// In the server's words.
    Other(Clean),
}

impl Finish {
    /// Reads `done_reason` and `finish_reason`.
    #[must_use]
    pub fn read(reason: &str) -> Self {
        match reason {
            "stop" | "eos" => Self::Stop,
            "length" => Self::Length,
            "content_filter" => Self::Filtered,
            other => Self::Other(other.into()),
        }
    }
}

/// An answer as it came.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// What the model wrote.
    pub text: String,
    /// What it thought before, where the server keeps it apart.
    pub thinking: Option<String>,
    /// Tokens of the question, where the server counts them.
    pub prompt_tokens: Option<u64>,
    /// Tokens of the answer, thinking included, where the server counts them.
    pub answer_tokens: Option<u64>,
    /// Why it ended, where the server says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish: Option<Finish>,
    /// How an answer by schema was asked for, where the server knows several ways.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<Clean>,
    /// The server that answered, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<Clean>,
}

impl Reply {
    /// What is wrong with an answer as such, whatever it says.
    ///
    /// # Errors
    /// When it is empty, was cut off at the limit of `call`, or withheld.
    pub fn complete(&self, call: &Call) -> Result<(), CallError> {
        let limit = call.options.num_predict;
        let empty = self.text.trim().is_empty();
        let thought = self.thinking.as_ref().is_some_and(|text| !text.trim().is_empty());
        match &self.finish {
            Some(Finish::Length) if empty && thought => Err(CallError::ThinkingBudget { tokens: limit }),
            Some(Finish::Length) => Err(CallError::CutOff { tokens: limit }),
            Some(Finish::Filtered) => Err(CallError::BadRequest("it withheld the answer by its content filter".into())),
            Some(Finish::Other(why)) if empty => Err(CallError::Server(why.clone())),
            _ if empty => Err(CallError::Empty),
            _ => Ok(()),
        }
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
    /// Nothing listens there, or the connection broke before the answer.
    #[error("no answer from the model server at {host} ({why}); {remedy}")]
    Unreachable {
        /// Where.
        host: Clean,
        /// What the network said.
        why: Clean,
        /// What to do.
        remedy: &'static str,
    },
    /// No sign of work before the deadline of the queue.
    #[error(
        "the model server did not begin to answer within {seconds} s; lower `slots`, wait until the model is loaded, or \
         raise `model.queue`"
    )]
    Queue {
        /// How long the call waited.
        seconds: u64,
    },
    /// The deadline passed.
    #[error("the model server did not answer within {seconds} s; a smaller model or a longer `deadline` helps")]
    Deadline {
        /// How long the call ran.
        seconds: u64,
    },
    /// The server has too much to do.
    #[error("the model server is busy ({why}); try again later, or lower `slots`")]
    Busy {
        /// In its words.
        why: Clean,
        /// How long it asks to wait.
        after: Option<Duration>,
    },
    /// The server failed.
    #[error("the model server failed: {0}; try again; its log may say why")]
    Server(Clean),
    /// The server does not have the model.
    #[error(
        "the model server does not have {0}; `gainsay models` lists what it has, `ollama pull {0}` adds it to an Ollama \
         server"
    )]
    MissingModel(Clean),
    /// There is no key, or the server does not accept it.
    #[error("no access to the model server: {0}; check `key_env` or `key_command` of the server")]
    Key(Clean),
    /// The server refuses the request, and would do so again.
    #[error("the model server refuses the request: {0}")]
    BadRequest(Clean),
    /// The question is longer than the model's window.
    #[error("the question does not fit into the model's context ({why}); raise `num_ctx`, or the server's own limit")]
    TooLong {
        /// In the server's words.
        why: Clean,
        /// Tokens of the question, where the server counts them.
        tokens: Option<u64>,
        /// Tokens of the window, where the server says it.
        window: Option<u64>,
    },
    /// The server answered a part of the question only.
    #[error(
        "the model server read {read} of about {sent} tokens of the question and left out the rest; lower \
         `model.num_ctx` to what the server has, or give it a longer context"
    )]
    Truncated {
        /// Tokens that it read.
        read: u64,
        /// Tokens that the question has by estimate.
        sent: u64,
    },
    /// The answer broke off in the middle.
    #[error("the answer broke off ({0}); try again")]
    Cut(Clean),
    /// The answer reached its limit.
    #[error("the answer was cut off at {tokens} tokens; raise `model.max_answer`")]
    CutOff {
        /// The limit.
        tokens: u32,
    },
    /// All of the answer's tokens went into thinking.
    #[error(
        "the model used its {tokens} tokens for thinking and gave no answer; raise `model.max_thinking`, or set \
         `model.think` to low or off"
    )]
    ThinkingBudget {
        /// The limit.
        tokens: u32,
    },
    /// What came is not what this kind of server says.
    #[error("what came is not an answer of a model server ({0}); check `ollama.host` or `servers.NAME.url`")]
    Garbage(Clean),
    /// The model said nothing.
    #[error("the model gave an empty answer; try again, or another model")]
    Empty,
    /// The level of thinking does not suit the model.
    #[error("the model does not accept this level of thinking: {0}; set `think = \"auto\"`")]
    Thinking(Clean),
    /// The model answered twice, and neither answer could be used.
    #[error("the model's answer could not be used: {0}; try again, or another model")]
    Unusable(Clean),
    /// The call could not be kept.
    #[error("the call could not be put on record: {0}")]
    Record(Clean),
}

impl CallError {
    /// How often the same call may be retried at most (`docs/rules.md#retries`): never for a missing model, a bad
    /// request or a passed deadline, once for an answer that was no good.
    #[must_use]
    pub fn retries(&self) -> u32 {
        match self {
            Self::Unreachable { .. } | Self::Busy { .. } | Self::Server(_) | Self::Cut(_) => u32::MAX,
            Self::Empty | Self::CutOff { .. } => 1,
            _ => 0,
        }
    }

    /// Whether the model began to answer and the answer was no good: the same seed may give it again.
    #[must_use]
    pub fn is_of_content(&self) -> bool {
        matches!(
            self,
            Self::Empty
                | Self::Cut(_)
                | Self::CutOff { .. }
                | Self::ThinkingBudget { .. }
                | Self::Server(_)
                | Self::Unusable(_)
        )
    }

    /// Whether a shorter question, such as a smaller batch, may be answered.
    #[must_use]
    pub fn asks_for_less(&self) -> bool {
        matches!(
            self,
            Self::Unusable(_) | Self::TooLong { .. } | Self::Empty | Self::CutOff { .. } | Self::ThinkingBudget { .. }
        )
    }

    /// The same, with the time that the server asks to wait.
    #[must_use]
    pub(super) fn waiting(self, wait: Option<Duration>) -> Self {
        match self {
            Self::Busy { why, after } => Self::Busy { why, after: wait.or(after) },
            other => other,
        }
    }
}
