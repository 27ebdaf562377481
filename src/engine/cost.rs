//! What a run will cost, from what stages and calls took in this review so far (`docs/rules.md#cost`).

use std::{collections::BTreeMap, fmt};

use crate::{
    domain::{Stage, StatementId},
    review::{Fold, Revision, StageState, Viewer},
    text::{Clean, spell},
};

/// What one stage took with one reasoner or model, all runs together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Measured {
    runs: u64,
    /// In milliseconds.
    took: u64,
    calls: u64,
    /// Tokens of questions and of answers.
    tokens: (u64, u64),
}

/// What stages took in a review, and what is left to do in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Costs {
    measured: BTreeMap<(Clean, Stage), Measured>,
    /// The reasoner of each model. What a reasoner took is what its models took, all together.
    reasoners: BTreeMap<Clean, Clean>,
    /// With each reasoner or model, how long stages ran, one after the other and by the clock, in milliseconds: stages of
    /// several statements run side by side.
    ran: BTreeMap<Clean, (u64, u64)>,
    /// How many statements lack each stage, or have it stale or failed.
    pub pending: BTreeMap<Stage, u64>,
    /// How many statements there are.
    pub statements: u64,
    /// The review's own reasoner.
    pub own: Clean,
}

impl Costs {
    /// What the machine's results in this review took, and what is left to do for who looks. Calls are added with
    /// [`Costs::add_call`].
    #[must_use]
    pub fn of(fold: &Fold, viewer: &Viewer) -> Self {
        let own = fold.opened().map(|opened| opened.spec.reasoner.clone()).unwrap_or_default();
        let mut me = Self { statements: fold.statements().len() as u64, own, ..Self::default() };
        let mut spans = BTreeMap::new();
        me.add_runs(fold, None, Stage::Extract, &mut spans);
        for statement in fold.statements() {
            Stage::OF_STATEMENT.into_iter().for_each(|stage| me.add_runs(fold, Some(statement.id), stage, &mut spans));
            for resolved in fold.resolve_for(statement.id, viewer).iter() {
                if matches!(resolved.state, StageState::Missing | StageState::Stale | StageState::Failed(_)) {
                    *me.pending.entry(resolved.stage).or_default() += 1;
                }
            }
        }
        for (payer, spans) in spans {
            let ran = (spans.iter().map(|(from, to)| to - from).sum::<i64>(), covered(spans));
            me.ran.insert(payer, (ran.0.cast_unsigned(), ran.1.cast_unsigned()));
        }
        me
    }

    /// Adds the runs of a stage, with when each began and ended.
    fn add_runs(
        &mut self,
        fold: &Fold,
        statement: Option<StatementId>,
        stage: Stage,
        spans: &mut BTreeMap<Clean, Vec<(i64, i64)>>,
    ) {
        for revision in fold.revisions(statement, stage) {
            if let Revision::Machine(made) = revision
                && !made.spec.is_given()
            {
                let model = made.spec.model.as_ref().map(|model| model.name.clone());
                if let Some(model) = &model {
                    self.reasoners.insert(model.clone(), made.spec.reasoner.clone());
                }
                let end = made.at.as_millisecond();
                let span = (end.saturating_sub_unsigned(made.millis), end);
                for payer in model.into_iter().chain([made.spec.reasoner.clone()]) {
                    spans.entry(payer.clone()).or_default().push(span);
                    let measured = self.measured.entry((payer, stage)).or_default();
                    measured.runs += 1;
                    measured.took += made.millis;
                }
            }
        }
    }

    /// Adds what was measured in another review.
    pub fn add(&mut self, other: &Self) {
        for (key, theirs) in &other.measured {
            let ours = self.measured.entry(key.clone()).or_default();
            ours.runs += theirs.runs;
            ours.took += theirs.took;
            ours.calls += theirs.calls;
            ours.tokens = (ours.tokens.0 + theirs.tokens.0, ours.tokens.1 + theirs.tokens.1);
        }
        for (payer, theirs) in &other.ran {
            let ours = self.ran.entry(payer.clone()).or_default();
            *ours = (ours.0 + theirs.0, ours.1 + theirs.1);
        }
        self.reasoners.extend(other.reasoners.clone());
    }

    /// Adds a call to a model that answered.
    pub fn add_call(&mut self, model: &Clean, stage: Stage, question: u64, answer: u64) {
        for payer in self.reasoners.get(model).cloned().into_iter().chain([model.clone()]) {
            let measured = self.measured.entry((payer, stage)).or_default();
            measured.calls += 1;
            measured.tokens = (measured.tokens.0 + question, measured.tokens.1 + answer);
        }
    }

    /// What these stages will cost with a model or reasoner, each so many times.
    #[must_use]
    pub fn estimate(&self, payer: &Clean, stages: impl IntoIterator<Item = (Stage, u64)>) -> Estimate {
        let mut sum = Estimate::default();
        let mut most = 1;
        for (stage, times) in stages.into_iter().filter(|(_, times)| *times > 0) {
            sum.stages += times;
            most = most.max(times);
            // Searching asks no model; it is measured with the reasoner alone.
            let of = |payer: &Clean| self.measured.get(&(payer.clone(), stage)).filter(|measured| measured.runs > 0);
            match of(payer).or_else(|| self.reasoners.get(payer).and_then(of)) {
                None => sum.unmeasured += times,
                Some(measured) => {
                    let of = |total: u64| (total * times).div_ceil(measured.runs);
                    sum.took += of(measured.took);
                    sum.calls += of(measured.calls);
                    sum.tokens.0 += of(measured.tokens.0);
                    sum.tokens.1 += of(measured.tokens.1);
                }
            }
        }
        // Stages of one statement wait for each other.
        let beside = self.ran.get(payer).filter(|(took, _)| *took > 0);
        let share = beside.map_or(1.0, |(took, clock)| *clock as f64 / *took as f64).max(1.0 / most as f64);
        sum.took = (sum.took as f64 * share.min(1.0)).round() as u64;
        sum
    }
}

/// How much time lies in at least one of these spans.
fn covered(mut spans: Vec<(i64, i64)>) -> i64 {
    spans.sort_unstable();
    let mut covered = 0;
    let mut reached = i64::MIN;
    for (from, to) in spans {
        covered += (to - from.max(reached)).max(0);
        reached = reached.max(to);
    }
    covered
}

/// What a run will probably cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// How many stages will run.
    pub stages: u64,
    /// How many of them were never measured with this model or reasoner; the figures are of the others.
    pub unmeasured: u64,
    /// By the clock, in milliseconds: as many stages side by side as there were when they were measured.
    pub took: u64,
    /// Calls to a model.
    pub calls: u64,
    /// Tokens of questions and of answers.
    pub tokens: (u64, u64),
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.stages == 0 {
            return f.write_str("nothing to run");
        }
        write!(f, "{} {}", self.stages, if self.stages == 1 { "stage" } else { "stages" })?;
        if self.unmeasured == self.stages {
            return f.write_str(", not measured yet");
        }
        if self.calls > 0 {
            let (question, answer) = self.tokens;
            write!(f, ", {} calls, {} + {} tokens", self.calls, thousands(question), thousands(answer))?;
        }
        match self.took {
            0..950 => write!(f, ", under 1 s")?,
            took => write!(f, ", about {}", spell(took))?,
        }
        if self.unmeasured > 0 {
            write!(f, ", without {} not measured yet", self.unmeasured)?;
        }
        Ok(())
    }
}

/// `740`, `12k`
fn thousands(count: u64) -> String {
    if count < 1000 { count.to_string() } else { format!("{}k", (count + 500) / 1000) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_measured_is_multiplied_and_the_rest_is_named() {
        let mut costs = Costs::default();
        let model = Clean::from("small");
        let of_verdict = Measured { runs: 2, took: 8_000, calls: 0, tokens: (0, 0) };
        costs.measured.insert((model.clone(), Stage::Verdict), of_verdict);
        (0..4).for_each(|_| costs.add_call(&model, Stage::Verdict, 1_500, 100));
        let sum = costs.estimate(&model, [(Stage::Verdict, 10), (Stage::Judge, 3), (Stage::Cite, 0)]);
        assert_eq!(sum.to_string(), "13 stages, 20 calls, 30k + 2k tokens, about 40 s, without 3 not measured yet");
        let other = costs.estimate(&"other".into(), [(Stage::Verdict, 1)]);
        assert_eq!(other.to_string(), "1 stage, not measured yet");
        assert_eq!(costs.estimate(&model, []).to_string(), "nothing to run");
        // Two at a time took half as long by the clock; on one statement nothing runs beside it.
        costs.ran.insert(model.clone(), (8_000, 4_000));
        assert_eq!(costs.estimate(&model, [(Stage::Verdict, 10)]).took, 20_000);
        assert_eq!(costs.estimate(&model, [(Stage::Verdict, 1)]).took, 4_000);
        assert_eq!(covered(vec![(5, 9), (0, 4), (3, 6), (5, 7)]), 9);
    }
}
