//! Which revision is in force, and what state a stage is in. Functions of the
//! fold, not flags that somebody must remember to set: undoing an override
//! brings the old result back by itself, and a late result does no harm.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::Arc,
};

use crate::{
    domain::{Digest, Ruling, Rulings, Severity, Stage, StatementId},
    text::Clean,
};

use super::fold::{Fold, OverrideRevision, Patch, Revision, Slot};

/// What stages say of the evidence, rather than what it is.
pub const HIDDEN_STAGES: [Stage; 6] =
    [Stage::Score, Stage::Inspect, Stage::Weigh, Stage::Report, Stage::Verdict, Stage::Judge];

/// What state a stage of a statement is in, as far as the journal knows.
#[derive(Clone, Debug, PartialEq)]
pub enum StageState {
    /// Never run.
    Missing,
    /// Made from what is in force now.
    Done,
    /// Made from something else than what is in force now.
    Stale,
    /// The last run failed, for this reason.
    Failed(Clean),
    /// A reviewer set it.
    Overridden {
        /// What it would be made from has changed since.
        inputs_changed: bool,
        /// The machine has made a newer result since, which is kept beside it.
        proposal: bool,
        /// What the machine has beside it was made from something else than what is in force now.
        behind: bool,
    },
}

/// A revision in force, with the patches that apply to it.
#[derive(Clone, Debug, PartialEq)]
pub struct InForce {
    /// The revision.
    pub revision: Revision,
    /// Digest of its value, unpatched.
    pub value: Digest,
    /// Documents included and excluded on top of it, oldest first.
    pub patches: Vec<Patch>,
    /// Digest of the value as it counts for what is made from it.
    pub effective: Digest,
}

impl InForce {
    /// The newest row of the journal that it comes from.
    fn seq(&self) -> u64 {
        let made = match &self.revision {
            Revision::Machine(made) => made.seq,
            Revision::Override(set) => set.seq,
        };
        self.patches.iter().map(|patch| patch.seq).fold(made, u64::max)
    }
}

/// One stage of one statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The stage.
    pub stage: Stage,
    /// Its state.
    pub state: StageState,
    /// What is in force.
    pub in_force: Option<InForce>,
    /// What it would be made from now; `None` when something upstream is missing.
    pub inputs: Option<Digest>,
}

impl Resolved {
    /// Whether there is a result of what it is made from now, though a part of
    /// the work may have failed: stages that follow can go on from it.
    #[must_use]
    pub fn is_made(&self) -> bool {
        match &self.state {
            StageState::Done | StageState::Overridden { .. } => true,
            StageState::Failed(_) => matches!(
                &self.in_force,
                Some(InForce { revision: Revision::Machine(made), .. }) if Some(made.inputs) == self.inputs
            ),
            StageState::Missing | StageState::Stale => false,
        }
    }

    /// Whether what the machine has beside a reviewer's value was made from something else than what is in force now.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        matches!(self.state, StageState::Overridden { behind: true, .. })
    }

    fn is_overridden(&self) -> bool {
        matches!(self.state, StageState::Overridden { .. })
    }
}

/// All stages of one statement, in order; stage 0 first.
#[derive(Clone, Debug, PartialEq)]
pub struct Stages(Vec<Resolved>);

impl Stages {
    /// One of them.
    #[must_use]
    pub fn get(&self, stage: Stage) -> &Resolved {
        &self.0[stage.number()]
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = &Resolved> {
        self.0.iter()
    }

    /// Puts the state and the result of these stages in `others` in place of theirs, without what the result says. By
    /// whom and when it was made stays.
    pub(super) fn hide(&mut self, stages: impl IntoIterator<Item = Stage>, others: &Self) {
        for stage in stages {
            let (own, other) = (&mut self.0[stage.number()], others.get(stage));
            (own.state, own.in_force) = (other.state.clone(), other.in_force.clone());
            if let Some(found) = &mut own.in_force {
                found.patches.clear();
                if let Revision::Machine(made) = &mut found.revision {
                    made.gist = Arc::default();
                }
            }
        }
    }

    /// Whether the machine's verdict beside a reviewer's is to be made anew, of the evidence as it is now. Of weights that a
    /// reviewer set it would only say what they say, so what it said before stays. Of other stages nothing is shown beside
    /// a reviewer's value.
    #[must_use]
    pub fn verdict_lags(&self) -> bool {
        self.get(Stage::Verdict).is_behind() && !self.get(Stage::Weigh).is_overridden()
    }

    /// Whether no stage is left to run.
    #[must_use]
    pub fn settled(&self) -> bool {
        self.0.iter().all(|r| r.state == StageState::Done || r.is_overridden()) && !self.verdict_lags()
    }
}

impl Fold {
    /// The stages of a statement: what is in force and what is stale.
    #[must_use]
    pub fn resolve(&self, statement: StatementId) -> Stages {
        self.resolved(statement, |_| true)
    }

    /// The same, where nothing counts that reviewers set or ruled of what a blind review hides.
    pub(super) fn resolve_machine(&self, statement: StatementId) -> Stages {
        self.resolved(statement, |stage| !HIDDEN_STAGES.contains(&stage))
    }

    /// The stages, where what reviewers set and ruled counts for those that `counts` says.
    fn resolved(&self, statement: StatementId, counts: impl Fn(Stage) -> bool) -> Stages {
        let slots = self.slots(Some(statement));
        let spans = self.undone_spans(statement);
        let mut stages: Vec<Resolved> = Vec::with_capacity(Stage::ALL.len());
        stages.push(self.resolve_extract(statement, slots(Stage::Extract)));
        for stage in Stage::OF_STATEMENT {
            let rulings = if counts(stage) { self.rulings(statement, stage) } else { Rulings::default() };
            let inputs = self.inputs(stage, &stages, &rulings);
            let upstream_settled = stage.inputs().iter().all(|input| stages[input.number()].is_made());
            let newest = stage
                .inputs()
                .iter()
                .filter_map(|input| stages[input.number()].in_force.as_ref())
                .map(InForce::seq)
                .max();
            let slot = slots(stage);
            let set = match stage {
                _ if !counts(stage) => None,
                Stage::Verdict => self.verdict_set(statement),
                _ => slot.override_in_force(self.undone()),
            };
            stages.push(self.resolve_slot(stage, slot, set, (inputs, newest), upstream_settled, &spans));
        }
        Stages(stages)
    }

    /// What stage 0 of the whole paper would be made from.
    #[must_use]
    pub fn extract_inputs(&self) -> Option<Digest> {
        self.made_from(self.stage_digests(Stage::Extract))
    }

    /// What state stage 0 of the whole paper is in.
    #[must_use]
    pub fn extraction(&self) -> StageState {
        let slot = self.slots(None)(Stage::Extract);
        let set = slot.override_in_force(self.undone());
        self.resolve_slot(Stage::Extract, slot, set, (self.extract_inputs(), None), true, &[]).state
    }

    /// Whether the engine has a result of a stage, made from `inputs`, of which no part failed.
    #[must_use]
    pub fn has_whole(&self, statement: Option<StatementId>, stage: Stage, inputs: Digest) -> bool {
        self.slots(statement)(stage).has_whole(inputs)
    }

    fn resolve_extract(&self, id: StatementId, own: Slot<'_>) -> Resolved {
        let inputs = self.extract_inputs();
        let amended = own.override_in_force(self.undone());
        let revision = amended.cloned().map(Revision::Override).or_else(|| {
            let whole = self.slots(None)(Stage::Extract);
            let set = whole.override_in_force(self.undone()).cloned().map(Revision::Override);
            set.or_else(|| whole.current(inputs, &[]).cloned().map(Revision::Machine))
        });
        let effective = self.effective_statement(id);
        let in_force = revision.zip(effective).map(|(revision, effective)| {
            let value = revision.value();
            InForce { revision, value, patches: Vec::new(), effective }
        });
        // A list that a reviewer made says nothing of one statement in it, and
        // is not taken back at one.
        let state = match (&in_force, amended) {
            (None, _) => StageState::Missing,
            (Some(_), Some(set)) => StageState::Overridden {
                inputs_changed: set.inputs != inputs,
                proposal: self.is_proposed(id),
                behind: false,
            },
            (Some(_), None) => StageState::Done,
        };
        Resolved { stage: Stage::Extract, state, in_force, inputs }
    }

    /// The digest of the kept prompts of a stage; nothing where none is kept, so that the digests of reviews without
    /// them are what they were.
    fn prompts_of(&self, stage: Stage) -> Option<Digest> {
        let kept = self.prompts();
        let texts: BTreeMap<&Clean, Option<Digest>> =
            kept.iter().filter(|(_, kept)| kept.stage == stage).map(|(task, kept)| (task, kept.text)).collect();
        (!texts.is_empty()).then(|| Digest::of_value(&texts))
    }

    fn inputs(&self, stage: Stage, upstream: &[Resolved], rulings: &Rulings) -> Option<Digest> {
        let mut parts = Vec::with_capacity(3 + stage.inputs().len());
        parts.extend(self.stage_digests(stage));
        for input in stage.inputs() {
            parts.push(upstream[input.number()].in_force.as_ref()?.effective);
        }
        parts.extend(self.prompts_of(stage));
        // Without rulings the digest is what it was before they were an input.
        if !rulings.is_empty() {
            parts.push(Digest::of_value(rulings));
        }
        Some(Digest::of_parts(parts))
    }

    /// What reviewers ruled on the issues that bear on `stage`: those on the evidence bear on its
    /// weighing, those on the prose on the judge, and none on other stages. No formula of these stages reads a MINOR
    /// issue, so a ruling that leaves an issue MINOR, or dismisses a MINOR one, changes the quotation check and the triage
    /// alone (`docs/rules.md#issues`).
    #[must_use]
    pub fn rulings(&self, statement: StatementId, stage: Stage) -> Rulings {
        let raised_at: &[Stage] = match stage {
            Stage::Weigh => &[Stage::Inspect, Stage::Weigh],
            Stage::Judge => &[Stage::Report, Stage::Verdict, Stage::Judge],
            _ => return Rulings::default(),
        };
        let mut rulings = Rulings::default();
        let severity = |ruling, own: Severity| match ruling {
            Ruling::Confirmed => Some(own),
            Ruling::Severity(severity) => Some(severity),
            Ruling::Dismissed => None,
        };
        let slots = self.slots(Some(statement));
        for key in self.ruled_on(statement) {
            let Some(ruling) = self.ruling(statement, key).and_then(|made| made.ruling) else { continue };
            // In every result, not only in the one in force: which that is depends on the rulings.
            let found: Vec<Severity> = raised_at
                .iter()
                .flat_map(|stage| slots(*stage).gists().filter_map(|gist| gist.severity_of(key)))
                .collect();
            let (Some(own), Some(worst)) = (found.first(), found.iter().max()) else { continue };
            let ruled = severity(ruling, *own);
            if ruled.unwrap_or(*worst) > Severity::Minor {
                rulings.issues.insert(key, ruled);
            }
        }
        if stage == Stage::Weigh {
            for issue in self.raised(statement) {
                let ruling = self.ruling(statement, issue.key).and_then(|made| made.ruling);
                let counts = severity(ruling.unwrap_or(Ruling::Confirmed), issue.severity);
                if let Some(severity) = counts.filter(|severity| *severity > Severity::Minor) {
                    rulings.raised.extend(issue.citations().map(|number| (number, severity)));
                }
            }
        }
        rulings
    }

    /// One stage, with what it would be made from and the newest row that it comes from.
    fn resolve_slot(
        &self,
        stage: Stage,
        slot: Slot<'_>,
        set: Option<&OverrideRevision>,
        (inputs, newest): (Option<Digest>, Option<u64>),
        upstream_settled: bool,
        spans: &[Range<u64>],
    ) -> Resolved {
        let machine = slot.current(inputs, spans);
        let (state, revision) = match (set, machine) {
            (Some(set), _) => {
                // What was set by one act together with its inputs was set on them.
                let inputs_changed = set.inputs != inputs && newest != Some(set.seq);
                // What the machine had said before is no news when it says it again.
                let known = slot.machine.iter().filter(|m| m.seq < set.seq).map(|m| m.value).next_back();
                let is_news = |value: Digest| value != set.value && Some(value) != known;
                let behind = machine.is_some_and(|made| Some(made.inputs) != inputs);
                // What was made from something else than what is in force now is newer and out of date.
                let outdated = behind && inputs.is_some();
                let proposal = !outdated && slot.machine.iter().any(|m| m.seq > set.seq && is_news(m.value));
                (StageState::Overridden { inputs_changed, proposal, behind }, Some(Revision::Override(set.clone())))
            }
            (None, machine) => {
                let fresh = machine.is_some_and(|m| Some(m.inputs) == inputs);
                let failed = slot.beside.failed.as_ref().filter(|f| {
                    Some(f.inputs) == inputs && machine.is_none_or(|m| m.seq < f.seq || Some(m.inputs) != inputs)
                });
                let state = match (failed, machine) {
                    (Some(failed), _) => StageState::Failed(failed.reason.clone()),
                    (None, None) => StageState::Missing,
                    (None, Some(_)) if fresh && upstream_settled => StageState::Done,
                    (None, Some(_)) => StageState::Stale,
                };
                (state, machine.cloned().map(Revision::Machine))
            }
        };
        let in_force = revision.map(|revision| self.patched(slot, revision));
        Resolved { stage, state, in_force, inputs }
    }

    fn patched(&self, slot: Slot<'_>, revision: Revision) -> InForce {
        let value = revision.value();
        let since = match &revision {
            Revision::Override(o) => o.seq,
            Revision::Machine(_) => 0,
        };
        // Only the last act on each document counts, so that including and
        // excluding it again is as if nothing had happened to the others.
        let mut seen = BTreeSet::new();
        let patches = &slot.beside.patches;
        let live = patches.iter().rev().filter(|p| p.seq > since && !self.undone().contains(p.seq));
        let mut patches: Vec<Patch> = live.filter(|p| seen.insert(p.doc.clone())).cloned().collect();
        patches.sort_by(|a, b| a.doc.cmp(&b.doc));
        let effective = if patches.is_empty() {
            value
        } else {
            let marks = patches.iter().map(|p| format!("{}{}", if p.included { '+' } else { '-' }, p.doc));
            Digest::of_parts(std::iter::once(value.to_string()).chain(marks))
        };
        InForce { revision, value, patches, effective }
    }
}
