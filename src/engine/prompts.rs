//! Prompts that a reviewer keeps for a review, and trials of one before it is kept (`docs/rules.md#prompts`).

use std::{collections::BTreeMap, sync::Arc, time::Instant};

use tokio::task::JoinSet;

use crate::{
    desk::{Intent, KeepPrompt},
    domain::{Digest, EngineSpec, Stage, StatementId},
    reason::{PromptText, Reasoner, RunOverrides},
    review::{Act, Draft, KeptPrompt, Review, Who},
    text::Clean,
};

use super::work::{Inputs, StageRunner};

/// The texts of the prompts that the review keeps, by the names of their files.
///
/// # Errors
/// When a text cannot be read, with what to do.
pub fn kept_prompts(review: &Review) -> Result<BTreeMap<Clean, Clean>, Clean> {
    let kept: Vec<(Clean, Digest)> = {
        let fold = review.fold();
        fold.prompts().into_iter().filter_map(|(task, kept)| Some((task, kept.text?))).collect()
    };
    kept.into_iter()
        .map(|(task, digest)| {
            let bytes = review.text(digest).ok().flatten().filter(|bytes| Digest::of(bytes) == digest);
            let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
            let missing = || {
                let name = review.path().map_or_else(|| "REVIEW".to_owned(), |path| path.display().to_string());
                Clean::from(format!(
                    "the prompt {task} of this review cannot be read (it may have been taken out); \
                     `gainsay prompt {name} {task} --reset` goes back to the program's"
                ))
            };
            Ok((task.clone(), text.ok_or_else(missing)?.into()))
        })
        .collect()
}

/// The reasoner with the prompts that the review keeps; the same one where it keeps none, or the reasoner asks no model.
///
/// # Errors
/// When a kept prompt cannot be read or used, with what to do.
pub fn with_kept_prompts(review: &Review, reasoner: &Arc<dyn Reasoner>) -> Result<Arc<dyn Reasoner>, Clean> {
    if review.fold().prompts().is_empty() || !reasoner.capabilities().prompts {
        return Ok(Arc::clone(reasoner));
    }
    let with = RunOverrides { prompts: kept_prompts(review)?, ..RunOverrides::default() };
    Ok(reasoner.with(&with)?.unwrap_or_else(|| Arc::clone(reasoner)))
}

/// What a run leaves unused where its reasoner asks no model, in words.
#[must_use]
pub fn unused_prompts(review: &Review, reasoner: &str) -> Option<Clean> {
    let fold = review.fold();
    let kept: Vec<Clean> = fold.prompts().into_keys().collect();
    let names: Vec<_> = kept.iter().map(|task| task.one_line().to_string()).collect();
    (!names.is_empty()).then(|| {
        let (prompts, are) = if names.len() == 1 { ("prompt", "is") } else { ("prompts", "are") };
        format!("{reasoner} asks no model: this review's own {prompts} {} {are} not used", names.join(", ")).into()
    })
}

/// A prompt as a reviewer chooses one: the text in force, and who kept it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptInForce {
    /// The text, with its stage and name.
    pub prompt: PromptText,
    /// The version that is kept; `None` for the prompt of the program or of the configuration.
    pub kept: Option<KeptPrompt>,
    /// How many versions were kept so far.
    pub versions: usize,
    /// Digest of the stage's prompts without the kept one.
    pub reset: Digest,
}

/// The prompts of a reasoner as they are in force in the review.
///
/// # Errors
/// When a kept prompt cannot be read or used.
pub fn prompts_in_force(review: &Review, reasoner: &Arc<dyn Reasoner>) -> Result<Vec<PromptInForce>, Clean> {
    let prompts = with_kept_prompts(review, reasoner)?.prompts();
    let texts = kept_prompts(review)?;
    let reset = |prompt: &PromptText| {
        let mut prompts = texts.clone();
        prompts.remove(&Clean::from(prompt.task));
        let without = reasoner.with(&RunOverrides { prompts, ..RunOverrides::default() })?;
        let without = without.as_ref().unwrap_or(reasoner).prompts();
        Ok::<_, Clean>(
            without.iter().find(|other| other.stage == prompt.stage).map_or(prompt.digest, |other| other.digest),
        )
    };
    let fold = review.fold();
    let kept = fold.prompts();
    // The statements of a review are found before there is anything to try a prompt on.
    let prompts = prompts.into_iter().filter(|prompt| prompt.stage != Stage::Extract);
    prompts
        .map(|prompt| {
            Ok(PromptInForce {
                kept: kept.get(&Clean::from(prompt.task)).map(|kept| (*kept).clone()),
                versions: fold
                    .prompt_versions()
                    .filter(|kept| kept.text.is_some() && *kept.task == *prompt.task)
                    .count(),
                reset: reset(&prompt)?,
                prompt,
            })
        })
        .collect()
}

/// A request to try a prompt.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// On which statement.
    pub statement: StatementId,
    /// The stage.
    pub stage: Stage,
    /// Which of its prompts.
    pub task: &'static str,
    /// The text.
    pub text: Clean,
    /// With what else.
    pub with: RunOverrides,
}

/// A trial that came to a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// What was tried.
    pub trial: Trial,
    /// By which reasoner, with the digest of the stage's prompts.
    pub spec: EngineSpec,
    /// The value in force.
    pub before: Digest,
    /// The value of the trial.
    pub after: Digest,
}

/// A trial that ended: its result with the draft of the act that records it, or why there is none.
type Ended = (Trial, Result<(Draft, Tried), Clean>);

/// Trials that run.
#[derive(Default)]
pub(super) struct Trials(JoinSet<Ended>);

impl Trials {
    pub(super) fn start(&mut self, runner: Arc<StageRunner>, reasoner: Arc<dyn Reasoner>, trial: Trial) {
        self.0.spawn(async move {
            let tried = run(&runner, &*reasoner, &trial).await;
            (trial, tried)
        });
    }

    pub(super) fn cancel(&mut self) {
        self.0.abort_all();
    }

    /// The next trial that ended, `None` where it was stopped; pending while none runs.
    pub(super) async fn next(&mut self) -> Option<(Trial, Result<(Draft, Tried), Clean>)> {
        match self.0.join_next().await {
            Some(ended) => ended.ok(),
            None => std::future::pending().await,
        }
    }
}

/// Runs the stage once with the prompt; `reasoner` has it already.
async fn run(runner: &StageRunner, reasoner: &dyn Reasoner, trial: &Trial) -> Result<(Draft, Tried), Clean> {
    let Trial { statement, stage, task, text, .. } = trial;
    let review = &runner.review;
    let (found, before) = {
        let fold = review.fold();
        let in_force = fold.resolve(*statement).get(*stage).in_force.as_ref().map(|found| found.value);
        (fold.statement(*statement).cloned(), in_force)
    };
    let found = found.ok_or_else(|| Clean::from(format!("{statement} is no longer in the review")))?;
    let before = before.ok_or_else(|| {
        Clean::from(format!("{stage} of {statement} has no result to compare with; run it first, then try the prompt"))
    })?;
    let inputs = Inputs::gather(review, found, *stage).map_err(|failure| failure.reason)?.asked_anew();
    let begun = Instant::now();
    let worked = runner.work(reasoner, *stage, inputs).await.map_err(|failure| failure.reason)?;
    if let Some(failure) = worked.failure {
        return Err(failure.reason);
    }
    if !reasoner.has_sent(task) {
        return Err(format!(
            "{stage} of {statement} asked nothing with the prompt {task}, so it could not be tried; choose another \
             statement"
        )
        .into());
    }
    let (spec, bytes) = (reasoner.spec_of(*stage), worked.value.bytes());
    let after = Digest::of(&bytes);
    let act = Act::Trial {
        stage: *stage,
        statement: *statement,
        task: (*task).into(),
        text: Digest::of(text.as_bytes()),
        spec: spec.clone(),
        value: after,
        gist: worked.value.gist(),
        millis: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
    };
    let mut blobs = worked.documents;
    blobs.extend([bytes, text.as_bytes().to_vec()]);
    Ok((Draft { who: Who::Engine, act, blobs }, Tried { trial: trial.clone(), spec, before, after }))
}

/// What a reviewer wants who keeps a prompt that was tried.
#[must_use]
pub fn keep_prompt(tried: &Tried) -> Intent<'static> {
    let Trial { stage, task, text, .. } = &tried.trial;
    let prompts = tried.spec.model.as_ref().map_or_else(|| Digest::of(text.as_bytes()), |model| model.prompts);
    Intent::Prompt(KeepPrompt { stage: *stage, task: (*task).into(), text: Some(text.clone()), prompts })
}
