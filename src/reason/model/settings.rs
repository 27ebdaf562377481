//! How models are asked.

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};

use crate::{
    domain::Stage,
    llm::{Limits, Think},
    text::Clean,
};

/// The smallest window that a question fits into, in tokens.
pub(super) const SMALLEST_CONTEXT: u32 = 2048;

/// How the model of one stage is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StageModel {
    /// The name of the server to ask; empty for the reasoner's own.
    pub server: Clean,
    /// The model; empty for the common one.
    pub model: Clean,
    /// 0–2.
    pub temperature: f64,
    /// The same seed gives the same answer, where the server is built so.
    pub seed: i32,
    /// How long one try may take from the first sign of work, in seconds.
    pub deadline: u64,
}

impl Default for StageModel {
    fn default() -> Self {
        Self { server: Clean::default(), model: Clean::default(), temperature: 0.3, seed: 42, deadline: 300 }
    }
}

/// How models are asked. Defaults: `docs/rules.md#answers`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ModelSettings {
    /// The model of every stage that names none.
    pub name: Clean,
    /// The context window in tokens, one figure a model: another one loads it anew.
    pub num_ctx: u32,
    /// Models with a window of their own.
    pub contexts: BTreeMap<String, u32>,
    /// The longest answer in tokens, without thinking.
    pub max_answer: u32,
    /// The longest thinking in tokens, for models that think.
    pub max_thinking: u32,
    /// How long a call waits for the first sign of work, in seconds: the server's queue, loading the model, reading the
    /// question. The deadline of a stage runs from then on.
    pub queue: u64,
    /// What makes vectors for the search by meaning: a model, `auto` for the first
    /// that the server has for that, `builtin` for the table that comes with the program.
    pub embeddings: Clean,
    /// How much models think.
    pub think: Think,
    /// Stage by stage.
    pub stages: BTreeMap<Stage, StageModel>,
}

impl Default for ModelSettings {
    fn default() -> Self {
        let asked = Stage::ALL.into_iter().filter(|stage| *stage != Stage::Search);
        let stage = |stage| {
            let temperature = match stage {
                Stage::Inspect | Stage::Weigh => 0.0,
                Stage::Judge => 0.1,
                _ => 0.3,
            };
            (stage, StageModel { temperature, ..StageModel::default() })
        };
        Self {
            name: "gpt-oss:20b".into(),
            num_ctx: 16384,
            contexts: BTreeMap::new(),
            max_answer: 4000,
            max_thinking: 4000,
            queue: 600,
            embeddings: "auto".into(),
            think: Think::Auto,
            stages: asked.map(stage).collect(),
        }
    }
}

impl ModelSettings {
    /// How a stage's model is asked.
    #[must_use]
    pub fn stage(&self, stage: Stage) -> StageModel {
        self.stages.get(&stage).cloned().unwrap_or_default()
    }

    /// The model of a stage.
    #[must_use]
    pub fn model(&self, stage: Stage) -> Clean {
        let own = self.stage(stage).model;
        if own.trim().is_empty() { self.name.clone() } else { own }
    }

    /// Every model that some stage asks, the common one first.
    #[must_use]
    pub fn models(&self) -> Vec<Clean> {
        let mut models = vec![self.name.clone()];
        for stage in self.stages.keys() {
            let model = self.model(*stage);
            if !models.contains(&model) {
                models.push(model);
            }
        }
        models
    }

    /// The context window of a model, in tokens.
    #[must_use]
    pub fn context(&self, model: &str) -> u32 {
        self.contexts.get(model).copied().unwrap_or(self.num_ctx)
    }

    /// The tokens that a model may write into a window of `context` tokens. Half of the window is for the question;
    /// thinking has a budget of its own.
    #[must_use]
    pub fn answer(&self, context: u32, thinks: bool) -> u32 {
        if thinks && self.think != Think::Off {
            self.max_answer.min(context / 4) + self.max_thinking.min(context / 4)
        } else {
            self.max_answer.min(context / 2)
        }
    }

    /// How long one try at a stage may take.
    #[must_use]
    pub fn limits(&self, stage: Stage) -> Limits {
        let seconds = |seconds: u64| Duration::from_secs(seconds.max(1));
        Limits { queue: seconds(self.queue), work: seconds(self.stage(stage).deadline) }
    }

    /// What is wrong with these settings, if anything, in words that say what to change.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        if self.name.trim().is_empty() {
            return Some("`name` must name a model".into());
        }
        for (name, context) in self.models().iter().map(|model| (model, self.context(model))) {
            if context < SMALLEST_CONTEXT {
                return Some(format!(
                    "the context of {name} must be at least {SMALLEST_CONTEXT} tokens, it is {context}"
                ));
            }
        }
        if self.max_answer < 256 {
            return Some(format!("`max_answer` must be at least 256 tokens, it is {}", self.max_answer));
        }
        self.stages
            .iter()
            .find(|(_, stage)| !(0.0..=2.0).contains(&stage.temperature))
            .map(|(stage, set)| format!("`stages.{stage}.temperature` must be from 0 to 2, it is {}", set.temperature))
    }
}
