//! A reasoner that makes given mistakes where a model would, and is the built-in one otherwise.

use std::sync::Arc;

use async_trait::async_trait;
use gainsay::{
    domain::{Citation, EngineSpec},
    reason::{
        CiteDraft, CiteInput, Confidence, Control, CounterDraft, CounterInput, CritiqueDraft, ExtractDraft,
        ExtractInput, Failure, InspectDraft, InspectInput, JudgeInput, OpinionDraft, OpinionInput, Reasoner,
        ReportDraft, ReportInput, RunOverrides, ScoreDraft, ScoreInput, StanceDraft, StanceInput, VerdictDraft,
        VerdictInput, builtin::Builtin,
    },
    text::Clean,
};

/// What a model would say of a citation; `None` where it says what the built-in reasoner says.
pub type Script = Arc<dyn Fn(&Citation) -> Option<StanceDraft> + Send + Sync>;

#[derive(Clone)]
pub struct Scripted {
    /// What stands under its results; with a temperature, that is its version.
    pub spec: EngineSpec,
    pub stance: Script,
    /// The verdict with its rationale, whatever the evidence.
    pub verdict: Option<(&'static str, &'static str)>,
}

#[async_trait]
impl Control for Scripted {
    fn spec(&self) -> EngineSpec {
        self.spec.clone()
    }
    fn with(&self, with: &RunOverrides) -> Result<Option<Arc<dyn Reasoner>>, Clean> {
        let Some(temperature) = with.temperature else { return Ok(None) };
        let version = format!("at {temperature}").into();
        let spec = EngineSpec { version, ..self.spec.clone() };
        Ok(Some(Arc::new(Self { spec, ..self.clone() })))
    }
    fn knows_language(&self, text: &str) -> bool {
        Builtin::default().knows_language(text)
    }
    fn commits_in_order(&self) -> bool {
        true
    }
}

#[async_trait]
impl Reasoner for Scripted {
    async fn extract(&self, input: ExtractInput<'_>) -> Result<ExtractDraft, Failure> {
        Builtin::default().extract(input).await
    }
    async fn counter(&self, input: CounterInput<'_>) -> Result<CounterDraft, Failure> {
        Builtin::default().counter(input).await
    }
    async fn score(&self, input: ScoreInput<'_>) -> Result<Vec<Option<ScoreDraft>>, Failure> {
        Builtin::default().score(input).await
    }
    async fn cite(&self, input: CiteInput<'_>) -> Result<CiteDraft, Failure> {
        Builtin::default().cite(input).await
    }
    async fn inspect(&self, input: InspectInput<'_>) -> Result<InspectDraft, Failure> {
        Builtin::default().inspect(input).await
    }
    async fn stance(&self, input: StanceInput<'_>) -> Result<StanceDraft, Failure> {
        match (self.stance)(input.citation) {
            Some(draft) => Ok(draft),
            None => Builtin::default().stance(input).await,
        }
    }
    async fn opinion(&self, input: OpinionInput<'_>) -> Result<OpinionDraft, Failure> {
        Builtin::default().opinion(input).await
    }
    async fn report(&self, input: ReportInput<'_>) -> Result<ReportDraft, Failure> {
        Builtin::default().report(input).await
    }
    async fn verdict(&self, input: VerdictInput<'_>) -> Result<VerdictDraft, Failure> {
        match self.verdict {
            Some((verdict, rationale)) => Ok(VerdictDraft {
                verdict: verdict.into(),
                confidence: Confidence::Level("high".into()),
                rationale: rationale.into(),
            }),
            None => Builtin::default().verdict(input).await,
        }
    }
    async fn critique(&self, input: VerdictInput<'_>, draft: &VerdictDraft) -> Result<CritiqueDraft, Failure> {
        Builtin::default().critique(input, draft).await
    }
    async fn judge(&self, input: JudgeInput<'_>) -> Result<OpinionDraft, Failure> {
        Builtin::default().judge(input).await
    }
}
