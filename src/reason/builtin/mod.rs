//! The reasoner that needs nothing: rules over words, deterministic, in English.

mod anchors;
mod appeals;
mod asides;
mod background;
mod caveats;
mod cite;
mod context;
mod copies;
pub mod correction;
mod counter;
mod critique;
mod cues;
mod damage;
pub mod encoder;
mod extract;
pub mod findings;
#[cfg(test)]
mod fixture;
mod inspect;
mod judge;
mod lexicon;
mod listing;
mod matter;
mod negate;
mod no_findings;
mod paraphrase;
mod places;
mod reading;
mod report;
mod score;
mod sections;
mod selection;
mod stance;
mod telling;
mod terms;
pub mod trees;
mod verdict;
pub mod zones;

use std::{ops::Range, sync::Arc};

use async_trait::async_trait;

use crate::{
    domain::{EngineSpec, Source, Stage, rules::pack::RulePack},
    nli::Classifier,
    text::short_forms,
};

pub(crate) use damage::is_damaged;
pub(crate) use negate::{halves, has_verb};

use correction::Correction;
use encoder::Encoder;

use super::{
    CiteDraft, CiteInput, Control, CounterDraft, CounterInput, CritiqueDraft, ExtractDraft, ExtractInput, Failure,
    InspectDraft, InspectInput, JudgeInput, OpinionDraft, OpinionInput, Reasoner, ReportDraft, ReportInput, ScoreDraft,
    ScoreInput, StanceDraft, StanceInput, VerdictDraft, VerdictInput, version,
};

/// Works every stage out by rules over words, without a model server.
#[derive(Clone)]
pub struct Builtin {
    /// The rules and tables that it works by.
    pub rules: Arc<RulePack>,
    /// Whether it asks its encoder.
    pub encoder: Encoder,
    /// Classifiers that the user named, which are asked about stances.
    pub classifiers: Vec<Arc<Classifier>>,
    /// What brings its confidence to what reviewers decided, where somebody applied one.
    pub correction: Option<Correction>,
}

impl Default for Builtin {
    fn default() -> Self {
        Self { rules: RulePack::builtin(), encoder: Encoder::default(), classifiers: Vec::new(), correction: None }
    }
}

impl Builtin {
    /// The name by which settings and results speak of it.
    pub const NAME: &'static str = "builtin";

    /// The terms that a statement hangs on: names, acronyms and quantities, in their order.
    #[must_use]
    pub fn anchors(text: &str) -> Vec<String> {
        anchors::anchors(text)
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
        extract::extract(input, Encoder::Asked)
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
        let window = trees::look(statement, title, text).window(None);
        let read = Encoder::Asked.read(statement, window).await?;
        Some(trees::General::features(read, stance::ByWords::of(statement, text, title, "", &short_forms(text)).cues()))
    }
}

#[async_trait]
impl Control for Builtin {
    fn spec(&self) -> EngineSpec {
        let read = self.encoder.version().map(|encoder| format!(", {encoder}")).unwrap_or_default();
        let version = format!("{}{read}", version(&self.rules)).into();
        EngineSpec { reasoner: Self::NAME.into(), version, model: None }
    }

    fn spec_of(&self, stage: Stage) -> EngineSpec {
        let spec = self.spec();
        let more: String = match stage {
            Stage::Weigh => self.classifiers.iter().map(|model| format!(", {}", model.known_as())).collect(),
            // The judge adjusts the confidence of the verdict, so its results rest on the correction as well.
            Stage::Verdict | Stage::Judge => {
                self.correction.iter().map(|correction| format!(", {}", correction.known_as())).collect()
            }
            _ => return spec,
        };
        EngineSpec { version: format!("{}{more}", spec.version).into(), ..spec }
    }

    fn knows_language(&self, text: &str) -> bool {
        self.rules.knows(text)
    }

    fn commits_in_order(&self) -> bool {
        true
    }
}

#[async_trait]
impl Reasoner for Builtin {
    async fn extract(&self, input: ExtractInput<'_>) -> Result<ExtractDraft, Failure> {
        let text: String = input.source.pages.iter().map(|page| page.text.as_str()).collect::<Vec<_>>().join("\n");
        if !self.rules.knows(&text) {
            let why = format!(
                "the text does not seem to be in {}, the only language that the builtin reasoner knows; choose another \
                 reasoner, or add statements by hand",
                RulePack::LANGUAGE
            );
            return Err(Failure::new(Stage::Extract, why));
        }
        // The encoder makes its caller wait.
        let (source, max_statements, encoder) = (input.source.clone(), input.max_statements, self.encoder);
        let extracted = move || extract::extract(ExtractInput { source: &source, max_statements }, encoder);
        tokio::task::spawn_blocking(extracted)
            .await
            .unwrap_or_else(|error| Err(Failure::new(Stage::Extract, format!("the extraction failed: {error}"))))
    }

    async fn counter(&self, input: CounterInput<'_>) -> Result<CounterDraft, Failure> {
        Ok(counter::counter(input))
    }

    async fn score(&self, input: ScoreInput<'_>) -> Result<Vec<Option<ScoreDraft>>, Failure> {
        Ok(score::score(self.encoder, input).await.into_iter().map(Some).collect())
    }

    async fn cite(&self, input: CiteInput<'_>) -> Result<CiteDraft, Failure> {
        Ok(cite::cite(input))
    }

    async fn inspect(&self, input: InspectInput<'_>) -> Result<InspectDraft, Failure> {
        Ok(inspect::inspect(&self.rules, input))
    }

    async fn stance(&self, input: StanceInput<'_>) -> Result<StanceDraft, Failure> {
        stance::stance(self, input).await
    }

    async fn opinion(&self, input: OpinionInput<'_>) -> Result<OpinionDraft, Failure> {
        Ok(judge::opinion(&self.rules, input))
    }

    async fn report(&self, input: ReportInput<'_>) -> Result<ReportDraft, Failure> {
        Ok(report::report(input))
    }

    async fn verdict(&self, input: VerdictInput<'_>) -> Result<VerdictDraft, Failure> {
        Ok(verdict::verdict(self, input))
    }

    async fn critique(&self, input: VerdictInput<'_>, draft: &VerdictDraft) -> Result<CritiqueDraft, Failure> {
        Ok(critique::critique(&self.rules, input, draft))
    }

    async fn judge(&self, input: JudgeInput<'_>) -> Result<OpinionDraft, Failure> {
        Ok(judge::judge(input))
    }
}
