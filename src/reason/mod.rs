//! How each stage is computed: a [`Reasoner`] turns typed inputs into
//! *drafts* (claimed quotes, claimed numbers), on which nothing relies until
//! `engine::checks` has located and checked them. [`builtin`] computes, [`model`]
//! asks.

pub mod builtin;
mod control;
mod draft;
mod input;
pub mod model;
mod registry;

use async_trait::async_trait;
use futures_util::future::join_all;

use crate::{
    domain::{Stage, rules::pack::RulePack},
    text::Clean,
};

pub(crate) use builtin::{halves, has_verb};
pub use control::{Asking, Capabilities, Control, Notes, PromptText, RunOverrides};
pub use draft::{
    CiteDraft, Confidence, CounterDraft, CritiqueDraft, ExtractDraft, InspectDraft, OpinionDraft, PassageDraft,
    RemarkDraft, ReportDraft, ScoreDraft, StanceDraft, StatementDraft, VerdictDraft,
};
pub use input::{
    CiteInput, CounterInput, ExtractInput, InspectInput, JudgeInput, OpinionInput, ReportInput, ScoreInput,
    StanceInput, ToScore, VerdictInput, WeighedCitation,
};
pub use registry::{KINDS, Kind, asks_model, kind};

/// The version of what works here, with the tables of the user's own where such hold.
pub(crate) fn version(rules: &RulePack) -> Clean {
    let own: String = rules.own_tables().map(|table| format!(", {table}")).collect();
    format!("{}{own}", env!("CARGO_PKG_VERSION")).into()
}

/// Why a stage failed, in words that say what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{stage}: {reason}")]
pub struct Failure {
    /// The stage that failed.
    pub stage: Stage,
    /// The reason.
    pub reason: Clean,
    /// What is needed before anything else can be run, if it is that.
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

/// Works the stages out, one method each. Every method may be dropped at any
/// await, which cancels it.
#[async_trait]
pub trait Reasoner: Control {
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

    /// Stage 8: the verdict; `input.critique` says what was wrong with a first draft.
    async fn verdict(&self, input: VerdictInput<'_>) -> Result<VerdictDraft, Failure>;

    /// Stage 8: were qualifiers added, was a claim about a claim taken for the claim?
    async fn critique(&self, input: VerdictInput<'_>, draft: &VerdictDraft) -> Result<CritiqueDraft, Failure>;

    /// Stage 9: is the rationale backed by evidence of the right type.
    async fn judge(&self, input: JudgeInput<'_>) -> Result<OpinionDraft, Failure>;
}
