//! The reasoner that needs nothing: rules over words, deterministic, in English.

mod appeals;
mod asides;
mod cite;
pub mod correction;
mod counter;
mod critique;
mod cues;
mod damage;
pub mod encoder;
mod extract;
pub mod findings;
mod inspect;
mod judge;
mod lexicon;
mod negate;
mod reading;
mod report;
mod score;
mod sections;
mod stance;
mod telling;
mod terms;
pub mod trees;
mod verdict;
pub mod zones;

use std::ops::Range;

use async_trait::async_trait;

use crate::{
    domain::{EngineSpec, Source, Stage, rules::language::is_english},
    nli,
    text::short_forms,
};

use super::{
    CiteDraft, CiteInput, CounterDraft, CounterInput, CritiqueDraft, ExtractDraft, ExtractInput, Failure, InspectDraft,
    InspectInput, JudgeInput, OpinionDraft, OpinionInput, Reasoner, ReportDraft, ReportInput, ScoreDraft, ScoreInput,
    StanceDraft, StanceInput, VerdictDraft, VerdictInput, version,
};

/// Works every stage out by rules over words, without a model.
#[derive(Clone, Copy, Debug, Default)]
pub struct Builtin;

impl Builtin {
    /// The name by which settings and results speak of it.
    pub const NAME: &'static str = "builtin";

    /// The terms that a statement hangs on: names, acronyms and quantities, in their order.
    #[must_use]
    pub fn anchors(text: &str) -> Vec<String> {
        extract::anchors(text)
    }

    /// The sentences of `source` that could be statements, each with how likely it is one of the
    /// claims of its paper, 0–1.
    #[must_use]
    pub fn claims(source: &Source) -> Vec<(String, f64)> {
        extract::claims(source)
    }

    /// The main findings of a paper or abstract.
    ///
    /// # Errors
    /// When the text is too short, or no sentence states anything.
    pub fn statements(input: ExtractInput<'_>) -> Result<ExtractDraft, Failure> {
        extract::extract(input)
    }

    /// From this likelihood on a sentence counts as a claim of its paper.
    pub const CLAIM: f64 = extract::CLAIM;

    /// The sentences of a paper's `text` by how well they serve as evidence for or against `statement`, best first.
    #[must_use]
    pub fn rank(statement: &str, title: &str, text: &str) -> Vec<Range<usize>> {
        cite::ranked(statement, title, text)
    }

    /// What a text that is not an abstract is judged by, for the trainer; `None` without the encoder.
    pub async fn general_features(statement: &str, title: &str, text: &str) -> Option<[[f64; 5]; 2]> {
        let read = encoder::read(statement, trees::look(statement, title, text).window(None)).await?;
        Some(trees::General::features(read, stance::ByWords::of(statement, text, title, "", &short_forms(text)).cues()))
    }
}

#[async_trait]
impl Reasoner for Builtin {
    fn spec(&self) -> EngineSpec {
        let read = encoder::version().map(|encoder| format!(", {encoder}")).unwrap_or_default();
        EngineSpec { reasoner: Self::NAME.into(), version: format!("{}{read}", version()).into(), model: None }
    }

    fn spec_of(&self, stage: Stage) -> EngineSpec {
        let spec = self.spec();
        let more: String = match stage {
            Stage::Weigh => nli::chosen().iter().map(|model| format!(", {}", model.known_as())).collect(),
            // The judge adjusts the confidence of the verdict, so its results rest on the correction as well.
            Stage::Verdict | Stage::Judge => {
                correction::chosen().map(|chosen| format!(", {}", chosen.known_as())).unwrap_or_default()
            }
            _ => return spec,
        };
        EngineSpec { version: format!("{}{more}", spec.version).into(), ..spec }
    }

    fn knows_language(&self, text: &str) -> bool {
        is_english(text)
    }

    fn commits_in_order(&self) -> bool {
        true
    }

    async fn extract(&self, input: ExtractInput<'_>) -> Result<ExtractDraft, Failure> {
        extract::extract(input)
    }

    async fn counter(&self, input: CounterInput<'_>) -> Result<CounterDraft, Failure> {
        Ok(counter::counter(input))
    }

    async fn score(&self, input: ScoreInput<'_>) -> Result<Vec<Option<ScoreDraft>>, Failure> {
        Ok(score::score(input).await.into_iter().map(Some).collect())
    }

    async fn cite(&self, input: CiteInput<'_>) -> Result<CiteDraft, Failure> {
        Ok(cite::cite(input))
    }

    async fn inspect(&self, input: InspectInput<'_>) -> Result<InspectDraft, Failure> {
        Ok(inspect::inspect(input))
    }

    async fn stance(&self, input: StanceInput<'_>) -> Result<StanceDraft, Failure> {
        stance::stance(input).await
    }

    async fn opinion(&self, input: OpinionInput<'_>) -> Result<OpinionDraft, Failure> {
        Ok(judge::opinion(input))
    }

    async fn report(&self, input: ReportInput<'_>) -> Result<ReportDraft, Failure> {
        Ok(report::report(input))
    }

    async fn verdict(&self, input: VerdictInput<'_>) -> Result<VerdictDraft, Failure> {
        Ok(verdict::verdict(input))
    }

    async fn critique(&self, input: VerdictInput<'_>, draft: &VerdictDraft) -> Result<CritiqueDraft, Failure> {
        Ok(critique::critique(input, draft))
    }

    async fn judge(&self, input: JudgeInput<'_>) -> Result<OpinionDraft, Failure> {
        Ok(judge::judge(input))
    }
}
