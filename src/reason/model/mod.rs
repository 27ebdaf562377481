//! The reasoner that asks a model: every stage is a prompt, an answer of a fixed
//! shape, and a draft on which nothing relies until code has checked it.

mod ask;
mod batch;
mod conclude;
mod excerpt;
mod fence;
mod find;
mod meaning;
mod prompts;
mod settings;
mod weigh;

use std::{collections::BTreeMap, sync::Arc};

use async_trait::async_trait;
use tokio::sync::OnceCell;

use crate::{
    domain::{Digest, EngineSpec, ModelSpec, Stage, StatementId, rules::pack::RulePack},
    embed::Embedder,
    llm::{Caller, Pulled, Running},
    text::Clean,
};

use super::{
    Asking, Capabilities, CiteDraft, CiteInput, Control, CounterDraft, CounterInput, CritiqueDraft, ExtractDraft,
    ExtractInput, Failure, InspectDraft, InspectInput, JudgeInput, Notes, OpinionDraft, OpinionInput, PromptText,
    Reasoner, ReportDraft, ReportInput, RunOverrides, ScoreDraft, ScoreInput, StanceDraft, StanceInput, VerdictDraft,
    VerdictInput, version,
};

pub use ask::{Trial, shapes};
pub use prompts::{PromptError, Prompts, Task};
pub use settings::{ModelSettings, StageModel};

use fence::Fence;
use meaning::Served;
use settings::SMALLEST_CONTEXT;

/// Works every stage out by asking a model.
#[derive(Clone)]
pub struct Model {
    caller: Arc<Caller>,
    /// The callers of stages that are pinned to a server.
    pinned: Arc<BTreeMap<Stage, Arc<Caller>>>,
    name: Clean,
    prompts: Arc<Prompts>,
    settings: Arc<ModelSettings>,
    fence: Fence,
    rules: Arc<RulePack>,
    with: RunOverrides,
    /// The embedding model, once it was looked for and found.
    embedder: Arc<OnceCell<Result<Arc<dyn Embedder>, Clean>>>,
    notes: Arc<Notes>,
}

impl Model {
    /// The name of the reasoner whose server is the one of `[ollama]`.
    pub const NAME: &'static str = "ollama";

    /// A reasoner by the name of its server that asks through `caller`. `secret` is the review's: what the
    /// marks around texts of others are made from.
    #[must_use]
    pub fn new(
        name: impl Into<Clean>,
        caller: Arc<Caller>,
        prompts: Arc<Prompts>,
        settings: ModelSettings,
        secret: Digest,
    ) -> Self {
        Self {
            name: name.into(),
            caller,
            pinned: Arc::default(),
            prompts,
            settings: Arc::new(settings),
            fence: Fence(secret),
            rules: RulePack::builtin(),
            with: RunOverrides::default(),
            embedder: Arc::default(),
            notes: Arc::default(),
        }
    }

    /// The same with the rules and tables of the user's own.
    #[must_use]
    pub fn ruled_by(self, rules: Arc<RulePack>) -> Self {
        Self { rules, ..self }
    }

    /// The same with some stages pinned to other servers ([`StageModel::server`]).
    #[must_use]
    pub fn pinned(self, pinned: BTreeMap<Stage, Arc<Caller>>) -> Self {
        Self { pinned: Arc::new(pinned), ..self }
    }

    /// Who asks: what runs at the moment, and how often what happened.
    #[must_use]
    pub fn caller(&self) -> &Arc<Caller> {
        &self.caller
    }

    /// The caller of a stage. A re-run with another model uses the reasoner's own server.
    fn caller_of(&self, stage: Stage) -> &Arc<Caller> {
        self.pinned.get(&stage).filter(|_| self.with.model.is_none()).unwrap_or(&self.caller)
    }

    /// All callers, each once.
    fn callers(&self) -> Vec<&Arc<Caller>> {
        let mut callers = vec![&self.caller];
        for caller in self.pinned.values() {
            if !callers.iter().any(|known| Arc::ptr_eq(known, caller)) {
                callers.push(caller);
            }
        }
        callers
    }

    /// Models that can be chosen: those of the settings, then what else its server is known to have.
    fn models(&self) -> Vec<Clean> {
        let mut models = self.settings.models();
        let known = self.caller.known_models();
        let is_new = |name: &Clean| !models.iter().any(|there| name == there || **name == format!("{there}:latest"));
        let more: Vec<Clean> = known.into_iter().filter(is_new).collect();
        models.extend(more);
        models
    }

    fn model_of(&self, stage: Stage) -> Clean {
        self.with.model.clone().unwrap_or_else(|| self.settings.model(stage))
    }

    /// The window of a model, in tokens.
    fn context_of(&self, model: &str) -> u32 {
        self.with.context.unwrap_or_else(|| self.settings.context(model))
    }
}

/// The answer to a question about one item; alone it is never without one.
fn only<T>(stage: Stage, answers: Vec<Option<T>>) -> Result<T, Failure> {
    answers.into_iter().flatten().next().ok_or_else(|| Failure::new(stage, "the model gave no answer"))
}

#[async_trait]
impl Control for Model {
    fn spec(&self) -> EngineSpec {
        EngineSpec { reasoner: self.name.clone(), version: version(&self.rules), model: None }
    }

    fn spec_of(&self, stage: Stage) -> EngineSpec {
        if stage == Stage::Search {
            return self.spec();
        }
        let name = self.model_of(stage);
        let options = self.options(stage);
        let think = match options.think {
            crate::llm::Think::Auto => String::new(),
            level => format!(", thinking {level:?}").to_lowercase(),
        };
        let server = match self.settings.stage(stage).server {
            server if server.is_empty() || self.with.model.is_some() => String::new(),
            server => format!(", server {server}"),
        };
        let model = ModelSpec {
            digest: self.caller_of(stage).known(&name).unwrap_or_default().digest,
            prompts: self.prompts.digest(stage),
            options: format!(
                "temperature {}, seed {}, context {}{think}{server}",
                options.temperature, options.seed, options.num_ctx
            )
            .into(),
            name,
        };
        EngineSpec { model: Some(model), ..self.spec() }
    }

    fn asking(&self) -> Vec<Asking> {
        let asking = |run: Running| Asking {
            statement: run.call.statement,
            stage: run.call.stage,
            call: run.call,
            text: match run.text.is_empty() && !run.thinking.is_empty() {
                true => format!("(thinking) {}", run.thinking).into(),
                false => run.text.into(),
            },
            since: run.since,
        };
        self.callers().into_iter().flat_map(|caller| caller.running()).map(asking).collect()
    }

    fn noting(&self, notes: &Arc<Notes>) -> Option<Arc<dyn Reasoner>> {
        Some(Arc::new(Self { notes: Arc::clone(notes), ..self.clone() }))
    }

    async fn fetch(&self, model: &Clean, progress: &(dyn Fn(Clean) + Sync)) -> Result<(), Clean> {
        self.caller.permitted().map_err(|error| Clean::from(error.to_string()))?;
        let mut progress = |pulled: Pulled| {
            progress(match pulled.bytes {
                Some((done, total)) if total > 0 => {
                    let percent = u128::from(done) * 100 / u128::from(total);
                    let tenths = total / 100_000_000;
                    format!("{}: {percent}% of {}.{} GB", pulled.status, tenths / 10, tenths % 10).into()
                }
                _ => pulled.status.clone(),
            });
        };
        let fetched = self.caller.server().pull(model, &mut progress);
        fetched.await.map_err(|error| error.to_string().into())
    }

    fn focus(&self, statement: StatementId) {
        self.callers().into_iter().for_each(|caller| caller.slots().focus(statement));
    }

    async fn embedder(&self) -> Result<Option<Arc<dyn Embedder>>, Clean> {
        let chat = self.model_of(Stage::Counter);
        let wanted = &self.settings.embeddings;
        let found = self.embedder.get_or_try_init(|| async {
            match Served::find(&self.caller, wanted, &chat).await {
                Ok(Some(served)) => Ok(Ok(Arc::new(served) as Arc<dyn Embedder>)),
                Ok(None) => Err(None),
                Err(unfit) if unfit.for_good => Ok(Err(unfit.why)),
                Err(unfit) => Err(Some(unfit.why)),
            }
        });
        let unfit = match found.await {
            Ok(Ok(embedder)) => return Ok(Some(Arc::clone(embedder))),
            Ok(Err(why)) => Some(why.clone()),
            Err(why) => why,
        };
        // `auto` does without; what is named must be right.
        unfit.filter(|_| **wanted != *"auto").map_or(Ok(None), Err)
    }

    fn knows_language(&self, _text: &str) -> bool {
        true
    }

    fn commits_in_order(&self) -> bool {
        false
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            reasoner: self.name.clone(),
            models: self.models(),
            temperature: true,
            seed: true,
            context: true,
            fresh: true,
            prompts: true,
        }
    }

    fn with(&self, with: &RunOverrides) -> Result<Option<Arc<dyn Reasoner>>, Clean> {
        if with.temperature.is_some_and(|t| !(0.0..=2.0).contains(&t)) {
            return Err("the temperature of a model is from 0 to 2".into());
        }
        if with.context.is_some_and(|tokens| tokens < SMALLEST_CONTEXT) {
            return Err(format!("the context of a model is {SMALLEST_CONTEXT} tokens or more").into());
        }
        let asked = RunOverrides { reasoner: None, prompts: BTreeMap::new(), ..with.clone() };
        if asked == RunOverrides::default() && with.prompts.is_empty() {
            return Ok(None);
        }
        let prompts = match with.prompts.is_empty() {
            true => Arc::clone(&self.prompts),
            false => Arc::new(self.prompts.replaced(&with.prompts).map_err(|why| Clean::from(why.to_string()))?),
        };
        // What is asked of a reasoner that was itself asked for something comes on top of that.
        Ok(Some(Arc::new(Self { with: asked.over(&self.with), prompts, ..self.clone() })))
    }

    fn prompts(&self) -> Vec<PromptText> {
        self.prompts.texts()
    }

    fn has_sent(&self, task: &str) -> bool {
        self.prompts.has_rendered(task)
    }
}

#[async_trait]
impl Reasoner for Model {
    async fn extract(&self, input: ExtractInput<'_>) -> Result<ExtractDraft, Failure> {
        find::extract(self, input).await
    }

    async fn counter(&self, input: CounterInput<'_>) -> Result<CounterDraft, Failure> {
        find::counter(self, input).await
    }

    async fn score(&self, input: ScoreInput<'_>) -> Result<Vec<Option<ScoreDraft>>, Failure> {
        find::score(self, input).await
    }

    async fn cite(&self, input: CiteInput<'_>) -> Result<CiteDraft, Failure> {
        only(Stage::Cite, self.cite_all(&[input]).await?)
    }

    async fn cite_all(&self, inputs: &[CiteInput<'_>]) -> Result<Vec<Option<CiteDraft>>, Failure> {
        find::cite(self, inputs).await
    }

    async fn inspect(&self, input: InspectInput<'_>) -> Result<InspectDraft, Failure> {
        weigh::inspect(self, input).await
    }

    async fn stance(&self, input: StanceInput<'_>) -> Result<StanceDraft, Failure> {
        only(Stage::Weigh, self.stances(&[input]).await?)
    }

    async fn stances(&self, inputs: &[StanceInput<'_>]) -> Result<Vec<Option<StanceDraft>>, Failure> {
        weigh::stances(self, inputs).await
    }

    async fn opinion(&self, input: OpinionInput<'_>) -> Result<OpinionDraft, Failure> {
        only(
            Stage::Weigh,
            self.opinions(&[input]).await.into_iter().map(|opinion| opinion.map(Some)).collect::<Result<_, _>>()?,
        )
    }

    async fn opinions(&self, inputs: &[OpinionInput<'_>]) -> Vec<Result<OpinionDraft, Failure>> {
        weigh::opinions(self, inputs).await
    }

    async fn report(&self, input: ReportInput<'_>) -> Result<ReportDraft, Failure> {
        conclude::report(self, input).await
    }

    async fn verdict(&self, input: VerdictInput<'_>) -> Result<VerdictDraft, Failure> {
        conclude::verdict(self, input).await
    }

    async fn critique(&self, input: VerdictInput<'_>, draft: &VerdictDraft) -> Result<CritiqueDraft, Failure> {
        conclude::critique(self, input, draft).await
    }

    async fn judge(&self, input: JudgeInput<'_>) -> Result<OpinionDraft, Failure> {
        weigh::judge(self, input).await
    }
}
