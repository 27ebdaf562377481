//! What a reasoner is and how it is steered, apart from its stages.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use async_trait::async_trait;

use crate::{
    domain::{Digest, EngineSpec, Stage, StatementId},
    embed::Embedder,
    llm::Call,
    text::Clean,
};

use super::Reasoner;

/// What a run is to be done with, where it differs from what the review says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunOverrides {
    /// The reasoner's name.
    pub reasoner: Option<Clean>,
    /// The model's name.
    pub model: Option<Clean>,
    /// 0–2.
    pub temperature: Option<f64>,
    /// For models that draw lots.
    pub seed: Option<i32>,
    /// The model's window, in tokens.
    pub context: Option<u32>,
    /// Ask anew, whatever is on record.
    pub fresh: bool,
    /// Prompts in place of the reasoner's, by the names of their files.
    pub prompts: BTreeMap<Clean, Clean>,
}

impl RunOverrides {
    /// These, and those of `below` where these say nothing.
    #[must_use]
    pub fn over(&self, below: &Self) -> Self {
        let mut prompts = below.prompts.clone();
        prompts.extend(self.prompts.clone());
        Self {
            reasoner: self.reasoner.clone().or_else(|| below.reasoner.clone()),
            model: self.model.clone().or_else(|| below.model.clone()),
            temperature: self.temperature.or(below.temperature),
            seed: self.seed.or(below.seed),
            context: self.context.or(below.context),
            fresh: self.fresh || below.fresh,
            prompts,
        }
    }
}

/// What a reasoner that asks a model notes while it computes a stage.
#[derive(Debug, Default)]
pub struct Notes {
    /// Set when a model is asked.
    pub asked: AtomicBool,
    /// Set when an answer has to be repaired or asked for twice.
    pub repaired: AtomicBool,
}

/// One of the prompts that a reasoner asks with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptText {
    /// The stage.
    pub stage: Stage,
    /// The name of its file, without the ending.
    pub task: &'static str,
    /// The template.
    pub text: Clean,
    /// Digest of all prompts of the stage, by which results name them.
    pub digest: Digest,
}

/// What can be chosen at a reasoner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Capabilities {
    /// Its name.
    pub reasoner: Clean,
    /// Models it can ask; empty when it asks none.
    pub models: Vec<Clean>,
    /// Whether it has a temperature.
    pub temperature: bool,
    /// Whether it has a seed.
    pub seed: bool,
    /// Whether it has a window of some length.
    pub context: bool,
    /// Whether it keeps answers, so that a fresh one can be asked for.
    pub fresh: bool,
    /// Whether it asks with prompts, which a reviewer can edit.
    pub prompts: bool,
}

/// A question that a reasoner has asked and waits for.
#[derive(Clone, Debug, PartialEq)]
pub struct Asking {
    /// Whose stage; `None` for the whole paper.
    pub statement: Option<StatementId>,
    /// Which stage.
    pub stage: Stage,
    /// The question.
    pub call: Arc<Call>,
    /// What is there of the answer, where it comes in pieces.
    pub text: Clean,
    /// For how long.
    pub since: Duration,
}

/// What a reasoner is, what it can do, and how it is asked for something of its own.
#[async_trait]
pub trait Control: Send + Sync {
    /// What is kept with a review that is its own.
    fn spec(&self) -> EngineSpec;

    /// What is kept with its results of `stage`.
    fn spec_of(&self, stage: Stage) -> EngineSpec {
        let _ = stage;
        self.spec()
    }

    /// What it asks at the moment, the oldest first.
    fn asking(&self) -> Vec<Asking> {
        Vec::new()
    }

    /// The same reasoner, which writes to `notes`; `None` where it asks no model.
    fn noting(&self, notes: &Arc<Notes>) -> Option<Arc<dyn Reasoner>> {
        let _ = notes;
        None
    }

    /// The statement that is looked at: what concerns it comes first.
    fn focus(&self, statement: StatementId) {
        let _ = statement;
    }

    /// Fetches a model that it needs, and reports its progress.
    ///
    /// # Errors
    /// When it cannot be fetched, in words.
    async fn fetch(&self, model: &Clean, progress: &(dyn Fn(Clean) + Sync)) -> Result<(), Clean> {
        let _ = progress;
        Err(format!("the reasoner {} has no models, and cannot get {model}", self.spec().reasoner).into())
    }

    /// What makes vectors for a search by meaning, if it has something of its own.
    ///
    /// # Errors
    /// When the settings name something that cannot, in words.
    async fn embedder(&self) -> Result<Option<Arc<dyn Embedder>>, Clean> {
        Ok(None)
    }

    /// Whether it can judge text in the language of `text`. When not, its
    /// verdict is undecided for that reason.
    fn knows_language(&self, text: &str) -> bool;

    /// Whether its stages are short and much alike, so that waiting for those
    /// started together costs little and makes every run's journal the same.
    fn commits_in_order(&self) -> bool;

    /// What can be chosen.
    fn capabilities(&self) -> Capabilities {
        Capabilities { reasoner: self.spec().reasoner, ..Capabilities::default() }
    }

    /// The prompts that it asks with, in the order of the stages; none where it asks no model.
    fn prompts(&self) -> Vec<PromptText> {
        Vec::new()
    }

    /// Whether the prompt of this name was sent since this reasoner was made by [`Control::with`].
    fn has_sent(&self, task: &str) -> bool {
        let _ = task;
        false
    }

    /// The same reasoner as a run asks for it; `None` for as it is.
    ///
    /// # Errors
    /// When something is asked for that it does not have, in words.
    fn with(&self, with: &RunOverrides) -> Result<Option<Arc<dyn Reasoner>>, Clean> {
        let asked = [
            ("model", with.model.is_some()),
            ("temperature", with.temperature.is_some()),
            ("seed", with.seed.is_some()),
            ("context", with.context.is_some()),
            ("prompts", !with.prompts.is_empty()),
        ];
        match asked.into_iter().find(|(_, asked)| *asked) {
            Some((what, _)) => {
                Err(format!("the reasoner {} has no {what}; leave it empty", self.spec().reasoner).into())
            }
            None => Ok(None),
        }
    }
}
