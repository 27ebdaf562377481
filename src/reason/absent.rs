//! A reasoner that may not be asked, or cannot be: every stage fails with the
//! reason, so that its reviews can be read, and worked out by another.

use async_trait::async_trait;

use crate::{
    domain::{EngineSpec, Stage},
    text::Clean,
};

use super::{
    CiteDraft, CiteInput, CounterDraft, CounterInput, CritiqueDraft, ExtractDraft, ExtractInput, Failure, InspectDraft,
    InspectInput, JudgeInput, Need, OpinionDraft, OpinionInput, Reasoner, ReportDraft, ReportInput, ScoreDraft,
    ScoreInput, StanceDraft, StanceInput, VerdictDraft, VerdictInput,
};

/// Stands for a reasoner that is not there.
#[derive(Clone, Debug)]
pub struct Absent {
    /// Who is not there.
    pub spec: EngineSpec,
    /// Why, and what to do.
    pub why: Clean,
}

impl Absent {
    fn fail<T>(&self, stage: Stage) -> Result<T, Failure> {
        Err(Failure::new(stage, self.why.clone()).needing(Some(Need::Consent)))
    }
}

#[async_trait]
impl Reasoner for Absent {
    fn spec(&self) -> EngineSpec {
        self.spec.clone()
    }

    fn knows_language(&self, _text: &str) -> bool {
        true
    }

    fn works_in_step(&self) -> bool {
        false
    }

    async fn extract(&self, _: ExtractInput<'_>) -> Result<ExtractDraft, Failure> {
        self.fail(Stage::Extract)
    }

    async fn counter(&self, _: CounterInput<'_>) -> Result<CounterDraft, Failure> {
        self.fail(Stage::Counter)
    }

    async fn score(&self, _: ScoreInput<'_>) -> Result<Vec<ScoreDraft>, Failure> {
        self.fail(Stage::Score)
    }

    async fn cite(&self, _: CiteInput<'_>) -> Result<CiteDraft, Failure> {
        self.fail(Stage::Cite)
    }

    async fn inspect(&self, _: InspectInput<'_>) -> Result<InspectDraft, Failure> {
        self.fail(Stage::Inspect)
    }

    async fn stance(&self, _: StanceInput<'_>) -> Result<StanceDraft, Failure> {
        self.fail(Stage::Weigh)
    }

    async fn opinion(&self, _: OpinionInput<'_>) -> Result<OpinionDraft, Failure> {
        self.fail(Stage::Weigh)
    }

    async fn report(&self, _: ReportInput<'_>) -> Result<ReportDraft, Failure> {
        self.fail(Stage::Report)
    }

    async fn verdict(&self, _: VerdictInput<'_>) -> Result<VerdictDraft, Failure> {
        self.fail(Stage::Verdict)
    }

    async fn critique(&self, _: VerdictInput<'_>, _: &VerdictDraft) -> Result<CritiqueDraft, Failure> {
        self.fail(Stage::Verdict)
    }

    async fn judge(&self, _: JudgeInput<'_>) -> Result<OpinionDraft, Failure> {
        self.fail(Stage::Judge)
    }
}
