//! How each stage is worked out: a [`Reasoner`] turns typed inputs into
//! *drafts* (claimed quotes, claimed numbers), on which nothing relies until
//! `engine::checks` has located and checked them. [`builtin`] computes, [`model`]
//! asks.

pub mod builtin;
mod draft;
mod input;
pub mod model;

use crate::{
    domain::{Digest, EngineSpec, Stage, StatementId, rules::pack::RulePack},
    embed::Embedder,
    llm::Call,
    text::Clean,
};
use async_trait::async_trait;
use futures_util::future::join_all;
use std::{collections::BTreeMap, sync::Arc, time::Duration};

pub use draft::{
    CiteDraft, Confidence, CounterDraft, CritiqueDraft, ExtractDraft, InspectDraft, OpinionDraft, PassageDraft,
    RemarkDraft, ReportDraft, ScoreDraft, StanceDraft, StatementDraft, VerdictDraft,
};
pub use input::{
    CiteInput, CounterInput, ExtractInput, InspectInput, JudgeInput, OpinionInput, ReportInput, ScoreInput,
    StanceInput, ToScore, VerdictInput, WeighedCitation,
};

/// The version of what works here, with the tables of the user's own where such hold.
pub(crate) fn version(rules: &RulePack) -> Clean {
    let own: String = rules.own_tables().map(|table| format!(", {table}")).collect();
    format!("{}{own}", env!("CARGO_PKG_VERSION")).into()
}

/// Why a stage could not be worked out, in words that say what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{stage}: {reason}")]
pub struct Failure {
    /// The stage that failed.
    pub stage: Stage,
    /// The reason.
    pub reason: Clean,
    /// What is needed before anything else can be worked out, if it is that.
    pub needs: Option<Need>,
}

/// What a reasoner cannot go on without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// Its server, which does not answer.
    Server,
    /// A model that its server does not have.
    Model(Clean),
    /// Leave to send text to another machine; which, where leave may be given.
    Consent(Option<Clean>),
    /// Leave to search a source of evidence on another machine.
    Source(Clean),
}

impl Failure {
    /// A failure of `stage` for this reason.
    pub fn new(stage: Stage, reason: impl Into<Clean>) -> Self {
        Self { stage, reason: reason.into(), needs: None }
    }

    /// What is needed, and why.
    #[must_use]
    pub fn needed(&self) -> Option<(Need, Clean)> {
        Some((self.needs.clone()?, self.reason.clone()))
    }

    /// The same, since this is needed.
    #[must_use]
    pub fn needing(self, needs: Option<Need>) -> Self {
        Self { needs, ..self }
    }
}

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

/// Works the stages out, one method each. Every method may be dropped at any
/// await, which cancels it.
#[async_trait]
pub trait Reasoner: Send + Sync {
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

    /// Whether an answer that a result of `stage` rests on had to be repaired or
    /// asked for twice. It is told once.
    fn take_repaired(&self, statement: StatementId, stage: Stage) -> bool {
        let _ = (statement, stage);
        false
    }

    /// The statement that is looked at: what concerns it comes first.
    fn focus(&self, statement: StatementId) {
        let _ = statement;
    }

    /// Gets a model that it needs, and tells how far it is.
    ///
    /// # Errors
    /// When it cannot be had, in words.
    async fn fetch(&self, model: &Clean, told: &(dyn Fn(Clean) + Sync)) -> Result<(), Clean> {
        let _ = told;
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
    fn knobs(&self) -> Capabilities {
        Capabilities { reasoner: self.spec().reasoner, ..Capabilities::default() }
    }

    /// The prompts that it asks with, in the order of the stages; none where it asks no model.
    fn prompts(&self) -> Vec<PromptText> {
        Vec::new()
    }

    /// Whether the prompt of this name was sent since this reasoner was made by [`Reasoner::with`].
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

    /// Stage 0: statements from a paper.
    async fn extract(&self, input: ExtractInput<'_>) -> Result<ExtractDraft, Failure>;

    /// Stage 1: the counter-statement, hypothetical abstracts, keywords.
    async fn counter(&self, input: CounterInput<'_>) -> Result<CounterDraft, Failure>;

    /// Stage 3: relevance of a batch of candidates, by position; `None` where it cannot say, however it is asked.
    async fn score(&self, input: ScoreInput<'_>) -> Result<Vec<Option<ScoreDraft>>, Failure>;

    /// Stage 4: passages of one document.
    async fn cite(&self, input: CiteInput<'_>) -> Result<CiteDraft, Failure>;

    /// Stage 4: passages of several documents of one statement, by position; `None` where it cannot say, however it is
    /// asked. A reasoner overrides this where asking together costs less.
    async fn cite_all(&self, inputs: &[CiteInput<'_>]) -> Result<Vec<Option<CiteDraft>>, Failure> {
        let drafts = join_all(inputs.iter().map(|input| self.cite(*input))).await;
        drafts.into_iter().map(|draft| draft.map(Some)).collect()
    }

    /// Stage 5: is the evidence specific, relevant, apt.
    async fn inspect(&self, input: InspectInput<'_>) -> Result<InspectDraft, Failure>;

    /// Stage 6: the stance of one citation.
    async fn stance(&self, input: StanceInput<'_>) -> Result<StanceDraft, Failure>;

    /// Stage 6: the stances of several citations of one statement, as [`Reasoner::cite_all`].
    async fn stances(&self, inputs: &[StanceInput<'_>]) -> Result<Vec<Option<StanceDraft>>, Failure> {
        let drafts = join_all(inputs.iter().map(|input| self.stance(*input))).await;
        drafts.into_iter().map(|draft| draft.map(Some)).collect()
    }

    /// Stage 6: the judge's opinion of one stance.
    async fn opinion(&self, input: OpinionInput<'_>) -> Result<OpinionDraft, Failure>;

    /// Stage 6: the judge's opinions of several stances of one statement, by position; each can fail alone.
    async fn opinions(&self, inputs: &[OpinionInput<'_>]) -> Vec<Result<OpinionDraft, Failure>> {
        join_all(inputs.iter().map(|input| self.opinion(*input))).await
    }

    /// Stage 7: the counter-report.
    async fn report(&self, input: ReportInput<'_>) -> Result<ReportDraft, Failure>;

    /// Stage 8: the verdict; `input.critique` tells what was wrong with a first draft.
    async fn verdict(&self, input: VerdictInput<'_>) -> Result<VerdictDraft, Failure>;

    /// Stage 8: were qualifiers added, was a claim about a claim taken for the claim?
    async fn critique(&self, input: VerdictInput<'_>, draft: &VerdictDraft) -> Result<CritiqueDraft, Failure>;

    /// Stage 9: is the rationale backed by evidence of the right type.
    async fn judge(&self, input: JudgeInput<'_>) -> Result<OpinionDraft, Failure>;
}
