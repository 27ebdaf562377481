//! What goes on beside the runs: trials of prompts, and what a reviewer asks of the sources.

use std::sync::Arc;

use crate::{
    engine::{
        Event,
        blocking::blocking,
        prompts::{Trial, Tried, unused_prompts, with_kept_prompts},
        retrieve::{Answered, act},
    },
    reason::{Reasoner, RunOverrides},
    review::Draft,
    text::Clean,
};

use super::Coordinator;

impl Coordinator {
    /// Says that the reasoner of a run does not use the prompts that the review keeps.
    pub(super) async fn tell_unused(&self, by: Option<&Arc<dyn Reasoner>>) {
        let capabilities = by.unwrap_or(&self.reasoners[0]).capabilities();
        let unused = unused_prompts(&self.runner.review, &capabilities.reasoner);
        if let Some(unused) = unused.filter(|_| !capabilities.prompts) {
            self.tell(Event::Unused(unused)).await;
        }
    }

    /// Starts a trial beside whatever runs.
    pub(super) async fn try_prompt(&mut self, trial: Trial) {
        let own = [(Clean::from(trial.task), trial.text.clone())].into_iter().collect();
        let with = RunOverrides { prompts: own, ..trial.with.clone() };
        let kept = self.reasoner(&trial.with).and_then(|reasoner| {
            let reasoner = reasoner.unwrap_or_else(|| Arc::clone(&self.reasoners[0]));
            with_kept_prompts(&self.runner.review, &reasoner)
        });
        match kept.and_then(|reasoner| Ok(reasoner.with(&with)?.unwrap_or(reasoner))) {
            Ok(reasoner) => {
                self.tell(Event::Started(Some(trial.statement), trial.stage)).await;
                self.trials.start(Arc::clone(&self.runner), reasoner, trial);
            }
            Err(why) => self.tell(Event::Tried(Box::new(trial), Err(why))).await,
        }
    }

    /// Records a trial that ended.
    pub(super) async fn take_tried(&mut self, trial: Trial, outcome: Result<(Draft, Tried), Clean>) {
        self.tell(Event::Finished(Some(trial.statement), trial.stage)).await;
        let outcome = match outcome {
            Ok((draft, tried)) => match self.append(vec![draft]).await {
                Ok(()) => Ok(Box::new(tried)),
                Err(e) => Err(e.to_string().into()),
            },
            Err(why) => Err(why),
        };
        self.tell(Event::Tried(Box::new(trial), outcome)).await;
    }

    /// Puts what the sources answered to a reviewer into the evidence.
    pub(super) async fn take_retrieved(&mut self, answered: Answered) {
        let Answered { ticket, who, statement, answer } = answered;
        let made = match answer {
            Ok(answer) => {
                let runner = Arc::clone(&self.runner);
                blocking(move || act(&runner, who, statement, answer)).await
            }
            Err(why) => Err(why),
        };
        let said = match made {
            Ok((draft, said)) => self.append(vec![draft]).await.map(|()| said).map_err(|e| e.to_string().into()),
            Err(why) => Err(why),
        };
        if said.is_ok() {
            self.rerun_after(&[Some(statement)]);
        }
        self.tell(Event::Retrieved(ticket, said)).await;
    }
}
