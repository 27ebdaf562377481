//! Which revision is in force, and what state a stage is in. Functions of the
//! fold, not flags that somebody must remember to set: undoing an override
//! brings the old result back by itself, and a late result does no harm.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::{
    domain::{
        Abstention, Basis, Digest, Gist, IssueKey, Ruling, Rulings, Severity, Stage, StatementId, Triage, Verdict,
        rules::{
            assess::{Assessed, assess_so_far},
            triage::triage,
        },
    },
    text::Clean,
};

use super::{
    Conflict, HIDDEN_STAGES, Who,
    fold::{Fold, IssueHead, OverrideRevision, Patch, Revision, Slot},
};

/// What state a stage of a statement is in, as far as the journal knows.
#[derive(Clone, Debug, PartialEq)]
pub enum StageState {
    /// Never worked out.
    Missing,
    /// StageOutput out from what is in force now.
    Done,
    /// StageOutput out from something else than what is in force now.
    Stale,
    /// It could not be worked out, for this reason.
    Failed(Clean),
    /// A reviewer set it.
    Overridden {
        /// What it would be made from has changed since.
        inputs_changed: bool,
        /// The machine has made a newer result since, which stands beside it.
        proposal: bool,
    },
}

/// A revision in force, with the patches that apply to it.
#[derive(Clone, Debug, PartialEq)]
pub struct InForce {
    /// The revision.
    pub revision: Revision,
    /// Digest of its value, unpatched.
    pub value: Digest,
    /// Documents let in and shut out on top of it, oldest first.
    pub patches: Vec<Patch>,
    /// Digest of the value as it counts for what is made from it.
    pub effective: Digest,
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

    /// Whether nothing is left to be worked out.
    #[must_use]
    pub fn settled(&self) -> bool {
        self.0.iter().all(|r| matches!(r.state, StageState::Done | StageState::Overridden { .. }))
    }
}

/// What a list shows of a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The verdict in force, its confidence 0–1 and its basis.
    pub verdict: Option<(Verdict, f64, Basis)>,
    /// The reviewer whose verdict it is.
    pub by: Option<Who>,
    /// The other reviewers of merged reviews who gave the same one, in the order of their verdicts, which are older.
    pub jointly: Vec<Who>,
    /// Whether the reviewer accepted the machine's verdict as it stood.
    pub accepted: bool,
    /// The machine's verdict: in the end, after judge and abstention.
    pub machine: Option<(Verdict, f64, Basis)>,
    /// Whether a newer machine result stands beside the reviewer's verdict.
    pub proposal: bool,
    /// What the evidence asks for, whether or not a reviewer has decided it; see [`Summary::queued`].
    pub triage: Triage,
    /// Issues in force, worst first, dismissed ones last.
    pub issues: Vec<IssueHead>,
    /// Why the tool abstained.
    pub abstentions: Vec<Abstention>,
    /// State of every stage, in order.
    pub stages: Vec<StageState>,
    /// Flagged by the reviewer.
    pub flagged: bool,
    /// Whether there is a note.
    pub noted: bool,
    /// How the reviewers of merged reviews differ, until somebody adjudicates.
    pub conflict: Option<Conflict>,
    /// Whether what the machine and other reviewers say is left out, because the review is blind
    /// (`docs/rules.md#blind`). Then `triage` says nothing.
    pub hidden: bool,
}

impl Summary {
    /// The verdict in force, for the overall assessment.
    #[must_use]
    pub fn assessed(&self) -> Option<Assessed> {
        let (verdict, confidence, basis) = self.verdict?;
        let addressed = matches!(
            basis,
            Basis::CitedContradiction
                | Basis::CitedSupport
                | Basis::CitedBoth
                | Basis::BlockedByJudge
                | Basis::Reviewer
        );
        let unread = basis == Basis::UnknownLanguage;
        let differs = (!self.hidden).then(|| self.differs());
        Some(Assessed { verdict, confidence, addressed, unread, by_reviewer: self.by.is_some(), differs })
    }

    /// Whether a reviewer's verdict differs from the machine's.
    #[must_use]
    pub fn differs(&self) -> bool {
        match (&self.by, self.verdict, self.machine) {
            (Some(_), Some((ours, ..)), Some((machine, ..))) => ours != machine,
            _ => false,
        }
    }

    /// Whether people, or people and the machine, disagree on it.
    #[must_use]
    pub fn is_disputed(&self) -> bool {
        self.conflict.is_some() || self.differs()
    }

    /// Whether it waits for a reviewer: nobody has decided it, a newer machine result is proposed, or reviewers differ.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.by.is_none() || self.proposal || self.conflict.is_some()
    }

    /// Its triage in the reviewer's queue; `None` where there is no verdict yet, and where nothing waits for a reviewer.
    #[must_use]
    pub fn queued(&self) -> Option<Triage> {
        ((self.verdict.is_some() || self.conflict.is_some()) && self.waits()).then_some(self.triage)
    }

    /// Everybody whose verdict is in force.
    pub fn deciders(&self) -> impl Iterator<Item = &Who> {
        self.jointly.iter().chain(&self.by)
    }

    /// Whether a blind review shows nothing of what is said of it, neither by the machine nor by reviewers.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.hidden && self.verdict.is_none() && self.conflict.is_none()
    }

    /// Whether any stage failed.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.stages.iter().any(|s| matches!(s, StageState::Failed(_)))
    }

    /// Whether the verdict in force depends on a stage. The judge assesses the machine's verdict, not a reviewer's.
    #[must_use]
    pub fn needs(&self, stage: Stage) -> bool {
        stage != Stage::Judge || self.by.is_none()
    }

    /// Whether a stage that the verdict in force depends on is missing or stale.
    #[must_use]
    pub fn unfinished(&self) -> bool {
        let open = |state: &StageState| matches!(state, StageState::Missing | StageState::Stale);
        Stage::ALL.into_iter().zip(&self.stages).any(|(stage, state)| self.needs(stage) && open(state))
    }

    /// Whether any stage is missing or stale.
    #[must_use]
    pub fn pending(&self) -> bool {
        self.stages.iter().any(|s| matches!(s, StageState::Missing | StageState::Stale))
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
        let mut stages: Vec<Resolved> = Vec::with_capacity(Stage::ALL.len());
        stages.push(self.resolve_extract(statement, slots(Stage::Extract)));
        for stage in Stage::OF_STATEMENT {
            let rulings = if counts(stage) { self.rulings(statement, stage) } else { Rulings::default() };
            let inputs = self.inputs(stage, &stages, &rulings);
            let upstream_settled = stage.inputs().iter().all(|input| stages[input.number()].is_made());
            let slot = slots(stage);
            let set = match stage {
                _ if !counts(stage) => None,
                Stage::Verdict => self.verdict_set(statement),
                _ => slot.override_in_force(self.undone()),
            };
            stages.push(self.resolve_slot(stage, slot, set, inputs, upstream_settled));
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
        self.resolve_slot(Stage::Extract, slot, set, self.extract_inputs(), true).state
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
            set.or_else(|| whole.current(inputs).cloned().map(Revision::Machine))
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
            (Some(_), Some(set)) => {
                StageState::Overridden { inputs_changed: set.inputs != inputs, proposal: self.is_proposed(id) }
            }
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
    /// issue, so a ruling that leaves an issue MINOR, or dismisses a MINOR one, changes the quality score and the triage
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

    fn resolve_slot(
        &self,
        stage: Stage,
        slot: Slot<'_>,
        set: Option<&OverrideRevision>,
        inputs: Option<Digest>,
        upstream_settled: bool,
    ) -> Resolved {
        let machine = slot.current(inputs);
        let (state, revision) = match (set, machine) {
            (Some(set), _) => {
                let inputs_changed = set.inputs != inputs;
                let proposal = slot.machine.iter().any(|m| m.seq > set.seq && m.value != set.value);
                (StageState::Overridden { inputs_changed, proposal }, Some(Revision::Override(set.clone())))
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
        // Only the last word on each document counts, so that letting in and
        // shutting out again is as if nothing had happened to the others.
        let mut seen = BTreeSet::new();
        let patches = &slot.beside.patches;
        let live = patches.iter().rev().filter(|p| p.seq > since && !self.undone().contains(p.seq));
        let mut patches: Vec<Patch> = live.filter(|p| seen.insert(p.doc.clone())).cloned().collect();
        patches.sort_by(|a, b| a.doc.cmp(&b.doc));
        let effective = if patches.is_empty() {
            value
        } else {
            let marks = patches.iter().map(|p| format!("{}{}", if p.let_in { '+' } else { '-' }, p.doc));
            Digest::of_parts(std::iter::once(value.to_string()).chain(marks))
        };
        InForce { revision, value, patches, effective }
    }

    /// What a list shows of a statement.
    #[must_use]
    pub fn summary(&self, statement: StatementId) -> Summary {
        let stages = self.resolve(statement);
        let slots = self.slots(Some(statement));
        let set = self.verdict_set(statement);
        let conflict = self.conflict(statement);
        let machine = self.machine_verdict(slots(Stage::Verdict), slots(Stage::Judge), set, &stages);
        let verdict = set.and_then(|o| o.gist.verdict).or(machine);
        let issues = self.issues(statement, &stages);
        let abstentions = stages.get(Stage::Weigh).in_force.as_ref().map(|f| f.revision.gist().abstentions.clone());
        let abstentions = abstentions.unwrap_or_default();
        let severities: Vec<_> = issues.iter().filter(|i| i.counts()).map(|i| i.severity).collect();
        let blocked = machine.is_some_and(|(_, _, basis)| basis == Basis::BlockedByJudge);
        let failed = stages.iter().any(|r| matches!(r.state, StageState::Failed(_)));
        Summary {
            verdict,
            by: set.map(|o| o.who.clone()),
            jointly: set.map(|set| self.jointly(statement, set)).unwrap_or_default(),
            accepted: set.is_some_and(|o| o.accepts),
            machine,
            proposal: matches!(stages.get(Stage::Verdict).state, StageState::Overridden { proposal: true, .. }),
            triage: match conflict {
                Some(_) => Triage::Decide,
                None => triage(&severities, &abstentions, blocked, failed, verdict.map(|(_, c, _)| c)),
            },
            issues,
            abstentions,
            stages: stages.0.into_iter().map(|r| r.state).collect(),
            flagged: self.is_flagged(statement),
            noted: self.note(Some(statement)).is_some(),
            conflict,
            hidden: false,
        }
    }

    /// The machine's verdict in the end. What the judge said while a reviewer's verdict was in force is about that verdict,
    /// whichever of merged reviews it is from, and is passed over.
    fn machine_verdict(
        &self,
        verdict: Slot<'_>,
        judge: Slot<'_>,
        set: Option<&OverrideRevision>,
        stages: &Stages,
    ) -> Option<(Verdict, f64, Basis)> {
        if let Some(set) = set {
            let proposed = verdict.machine.last().filter(|m| m.seq > set.seq);
            let is_own = |seq: u64| !verdict.beside.overrides.iter().any(|made| self.was_in_force(verdict, made, seq));
            let judged = judge.machine.iter().rev().find(|m| m.seq < set.seq && is_own(m.seq));
            let bare = verdict.machine.last();
            return proposed.or(judged).or(bare).and_then(|m| m.gist.verdict);
        }
        let bare = stages.get(Stage::Verdict).in_force.as_ref()?;
        let judged = stages.get(Stage::Judge).in_force.as_ref();
        let judged = judged.filter(|j| j.revision.seq() > bare.revision.seq());
        judged.unwrap_or(bare).revision.gist().verdict
    }

    /// Whether the judgement in force on a statement is of a reviewer's verdict: one was in force when it was made.
    pub(crate) fn judges_reviewer(&self, statement: StatementId) -> bool {
        let stages = self.resolve(statement);
        let judge = stages.get(Stage::Judge);
        let Some(Revision::Machine(judged)) = judge.in_force.as_ref().map(|found| &found.revision) else {
            return false;
        };
        if Some(judged.inputs) == judge.inputs {
            return self.verdict_set(statement).is_some_and(|set| set.seq < judged.seq);
        }
        let verdict = self.slots(Some(statement))(Stage::Verdict);
        verdict.beside.overrides.iter().any(|made| self.was_in_force(verdict, made, judged.seq))
    }

    /// Whether an override was given before a row and neither withdrawn nor undone by then.
    fn was_in_force(&self, slot: Slot<'_>, made: &OverrideRevision, row: u64) -> bool {
        let withdrawn = slot.beside.withdrawn.iter().any(|seq| (made.seq..row).contains(seq));
        let undone = self.undone_by(made.seq).is_some_and(|seq| seq < row);
        made.seq < row && !withdrawn && !undone
    }

    /// The overall assessment over the verdicts in force (`docs/rules.md#assess`).
    #[must_use]
    pub fn assessment(&self) -> String {
        let assessed = self.statements().iter().filter_map(|statement| self.summary(statement.id).assessed());
        let assessed: Vec<_> = assessed.collect();
        assess_so_far(&assessed, self.statements().len() - assessed.len())
    }

    /// The issues in force on a statement, worst first, dismissed ones last. What is doubtful about a
    /// citation that is on no side is no issue: the verdict does not rest on it.
    fn issues(&self, statement: StatementId, stages: &Stages) -> Vec<IssueHead> {
        let mut seen: BTreeSet<IssueKey> = BTreeSet::new();
        let mut heads = Vec::new();
        let on_a_side = on_a_side(stages);
        let mut add = |key, stage, code, severity| {
            if !seen.insert(key) {
                return;
            }
            let ruling = self.ruling(statement, key).cloned();
            let severity = match ruling.as_ref().and_then(|r| r.ruling) {
                Some(Ruling::Severity(severity)) => severity,
                _ => severity,
            };
            heads.push(IssueHead { key, number: self.issue_number(key), stage, code, severity, ruling });
        };
        for resolved in stages.iter() {
            let Some(in_force) = &resolved.in_force else { continue };
            let gist = in_force.revision.gist();
            for (key, code, severity) in &gist.issues {
                // One that was ruled on stays: the ruling may be why its citation is on no side.
                if matters(gist, *key, on_a_side) || self.ruling(statement, *key).is_some() {
                    add(*key, resolved.stage, *code, *severity);
                }
            }
        }
        for issue in self.raised(statement) {
            add(issue.key, issue.stage, issue.code, issue.severity);
        }
        heads.sort_by_key(|h| (!h.counts(), std::cmp::Reverse(h.severity), h.number.unwrap_or(u32::MAX)));
        heads
    }

    /// Issues of a statement that have no number yet, in plan order.
    #[must_use]
    pub fn unnumbered(&self, statement: StatementId) -> Vec<IssueKey> {
        let stages = self.resolve(statement);
        let on_a_side = on_a_side(&stages);
        let gists = stages.iter().filter_map(|r| r.in_force.as_ref()).map(|f| f.revision.gist());
        let keys = gists.flat_map(|gist| {
            gist.issues.iter().map(|(key, ..)| *key).filter(move |key| matters(gist, *key, on_a_side))
        });
        let mut seen = BTreeSet::new();
        keys.filter(|key| self.issue_number(*key).is_none() && seen.insert(*key)).collect()
    }
}

/// The citations on a side, as they are weighed now; `None` before they are.
fn on_a_side(stages: &Stages) -> Option<&[u32]> {
    stages.get(Stage::Weigh).in_force.as_ref()?.revision.gist().on_a_side.as_deref()
}

/// Whether an issue speaks of no citation, of one on a side, or of one not weighed yet.
fn matters(gist: &Gist, key: IssueKey, on_a_side: Option<&[u32]>) -> bool {
    let Some(on_a_side) = on_a_side else { return true };
    let mut about = gist.about.iter().filter(|(of, _)| *of == key).map(|(_, number)| number).peekable();
    about.peek().is_none() || about.any(|number| on_a_side.contains(number))
}
