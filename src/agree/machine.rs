//! The machine against people.

use serde::Serialize;

use crate::domain::{Digest, EngineSpec, Level, Verdict};

use super::{Interval, Kappa, MachineRating, Rating, Unit, bootstrap, kappa, wilson};

/// How often verdicts of one level of confidence are those of people.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// The machine's confidence.
    pub level: Level,
    /// Verdicts of people on statements with that confidence.
    pub n: usize,
    /// Of these, equal to the machine's.
    pub right: usize,
    /// The mean confidence that the machine stated, 0–1.
    pub stated: f64,
    /// The share that is right, 0–1.
    pub share: f64,
    /// Of the share, by Wilson.
    pub interval: Option<Interval>,
}

/// One reasoner, with one model and one set of prompts, against people.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MachineAgreement {
    /// Name and version of the reasoner.
    pub reasoner: String,
    /// The model that it asked, if it asked one.
    pub model: Option<String>,
    /// Digest of its prompts, if it asked a model.
    pub prompts: Option<Digest>,
    /// Rows are the machine's verdicts, columns people's, both in the order contradicts, supports, undecided.
    pub confusion: [[usize; 3]; 3],
    /// Of the verdicts of people in the table, those that accepted the machine's as shown.
    pub accepted: usize,
    /// Agreement over all verdicts of people.
    pub kappa: Kappa,
    /// Of κ, over statements.
    pub interval: Option<Interval>,
    /// Verdicts on opposite sides: one supports, the other contradicts.
    pub opposite: usize,
    /// By level of confidence, low to high, without levels that did not occur.
    pub calibration: Vec<Calibration>,
}

pub(super) fn category(verdict: Verdict) -> usize {
    verdict as usize
}

impl MachineAgreement {
    /// Of every reasoner, model and set of prompts that made a verdict on which a person decided.
    #[must_use]
    pub(super) fn all(units: &[Unit]) -> Vec<Self> {
        let mut specs: Vec<&EngineSpec> = Vec::new();
        for machine in units.iter().flat_map(|unit| &unit.ratings).filter_map(|rating| rating.machine.as_ref()) {
            if !specs.iter().any(|spec| key(spec) == key(&machine.spec)) {
                specs.push(&machine.spec);
            }
        }
        specs.iter().filter_map(|spec| Self::of(spec, units)).collect()
    }

    fn of(spec: &EngineSpec, units: &[Unit]) -> Option<Self> {
        let all: Vec<&Unit> = units.iter().collect();
        let kappa_of = |units: &[&Unit]| kappa(&pairs(spec, units), Verdict::ALL.len());
        let mut confusion = [[0; 3]; 3];
        pairs(spec, &all).iter().for_each(|(machine, person)| confusion[*machine][*person] += 1);
        let (against, for_it) = (category(Verdict::Contradicts), category(Verdict::Supports));
        let levels = [Level::Low, Level::Medium, Level::High];
        let (reasoner, model, prompts) = named(spec);
        Some(Self {
            reasoner,
            model,
            prompts,
            confusion,
            accepted: rated(spec, &all).filter(|(_, rating)| rating.accepted).count(),
            kappa: kappa_of(&all)?,
            interval: bootstrap(&all, &|drawn| kappa_of(drawn)?.kappa),
            opposite: confusion[against][for_it] + confusion[for_it][against],
            calibration: levels.into_iter().filter_map(|level| calibration(level, spec, &all)).collect(),
        })
    }

    /// Whether these are the figures of the machine that `spec` describes.
    #[must_use]
    pub fn is_of(&self, spec: &EngineSpec) -> bool {
        named(spec) == (self.reasoner.clone(), self.model.clone(), self.prompts)
    }

    /// The reasoner with its model and the beginning of its prompts' digest.
    #[must_use]
    pub fn describe(&self) -> String {
        match (&self.model, &self.prompts) {
            (Some(model), Some(prompts)) => format!("{model} ({}, prompts {})", self.reasoner, prompts.short()),
            _ => self.reasoner.clone(),
        }
    }
}

/// The names of the reasoner and of its model, and the digest of its prompts.
fn named(spec: &EngineSpec) -> (String, Option<String>, Option<Digest>) {
    let reasoner = format!("{} {}", spec.reasoner.one_line(), spec.version.one_line()).trim().to_owned();
    let model = spec.model.as_ref();
    (reasoner, model.map(|model| model.name.one_line().to_string()), model.map(|model| model.prompts))
}

/// What makes two results those of one machine. Seeds, temperatures and digests of weights are not in it.
fn key(spec: &EngineSpec) -> (&str, &str, Option<(&str, Digest)>) {
    let model = spec.model.as_ref().map(|model| (&*model.name, model.prompts));
    (&spec.reasoner, &spec.version, model)
}

/// What this machine said where a person decided, with what the person said.
fn rated<'a>(spec: &'a EngineSpec, units: &'a [&Unit]) -> impl Iterator<Item = (&'a MachineRating, &'a Rating)> {
    let ratings = units.iter().flat_map(|unit| &unit.ratings);
    let both = ratings.filter_map(|rating| Some((rating.machine.as_ref()?, rating)));
    both.filter(move |(machine, _)| key(&machine.spec) == key(spec))
}

fn pairs(spec: &EngineSpec, units: &[&Unit]) -> Vec<(usize, usize)> {
    rated(spec, units).map(|(machine, rating)| (category(machine.verdict), category(rating.verdict))).collect()
}

fn calibration(of: Level, spec: &EngineSpec, units: &[&Unit]) -> Option<Calibration> {
    let at_level = || rated(spec, units).filter(|(machine, _)| Level::of(machine.confidence) == of);
    let n = at_level().count();
    let right = at_level().filter(|(machine, rating)| machine.verdict == rating.verdict).count();
    let stated: f64 = at_level().map(|(machine, _)| machine.confidence).sum();
    let whole = (n > 0).then_some(n as f64)?;
    let (stated, share) = (stated / whole, right as f64 / whole);
    Some(Calibration { level: of, n, right, stated, share, interval: wilson(right, n) })
}
