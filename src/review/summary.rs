//! What a list shows of a statement: its verdict, its issues, and where it belongs in the queue.

use std::collections::BTreeSet;

use crate::domain::{
    Abstention, Basis, Digest, Gist, IssueKey, Ruling, Severity, Stage, StatementId, Triage, Verdict,
    rules::{
        assess::{Assessed, assess_so_far},
        triage::{Cause, SKIMMED, cause},
    },
};

use super::{
    Conflict, Who,
    fold::{Fold, IssueHead, OverrideRevision, Revision, Slot},
    resolve::{StageState, Stages},
};

/// What a list shows of a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The verdict in force, its confidence 0–1 and its basis.
    pub verdict: Option<(Verdict, f64, Basis)>,
    /// Whether the reviewer gave the verdict without a confidence; the one in `verdict` then only orders it.
    pub unrated: bool,
    /// The reviewer whose verdict it is.
    pub by: Option<Who>,
    /// The other reviewers of merged reviews who gave the same one, in the order of their verdicts, which are older.
    pub jointly: Vec<Who>,
    /// Whether the reviewer accepted the machine's verdict as it stood.
    pub accepted: bool,
    /// Whether a reviewer set a verdict for or against it with no passage that counts and without a written reason.
    pub groundless: bool,
    /// The machine's verdict: in the end, after judge and abstention.
    pub machine: Option<(Verdict, f64, Basis)>,
    /// The machine's verdict before a reviewer corrected the stances and weights that are in force; `None` where nobody did,
    /// or nothing had been decided by then.
    pub machine_before: Option<(Verdict, f64, Basis)>,
    /// Whether there is a newer machine result beside the reviewer's verdict.
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
        // A reviewer's “undecided” does not say whether the evidence addresses the statement; the machine's basis does.
        let basis = match self.machine {
            Some((.., read)) if basis == Basis::Reviewer && verdict == Verdict::Undecided => read,
            _ => basis,
        };
        let addressed = matches!(
            basis,
            Basis::CitedContradiction
                | Basis::CitedSupport
                | Basis::CitedBoth
                | Basis::BlockedByJudge
                | Basis::Reviewer
        );
        let mixed = basis == Basis::CitedBoth;
        let unread = basis == Basis::UnknownLanguage;
        let differs = (!self.hidden).then(|| self.differs());
        let (by_reviewer, groundless) = (self.by.is_some(), self.groundless);
        Some(Assessed { verdict, confidence, addressed, mixed, unread, by_reviewer, groundless, differs })
    }

    /// The confidence of the verdict in force, 0–1; `None` where the reviewer gave none.
    #[must_use]
    pub fn confidence(&self) -> Option<f64> {
        self.verdict.filter(|_| !self.unrated).map(|(_, confidence, _)| confidence)
    }

    /// Whether a reviewer's verdict differs from the machine's: from its newest, or from the one before a reviewer
    /// corrected what it was made from.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.differs_from(self.machine) || self.differs_from(self.machine_before)
    }

    /// Whether a reviewer's verdict differs from the machine's newest one.
    #[must_use]
    pub fn differs_from_newest(&self) -> bool {
        self.differs_from(self.machine)
    }

    fn differs_from(&self, machine: Option<(Verdict, f64, Basis)>) -> bool {
        match (&self.by, self.verdict, machine) {
            (Some(_), Some((ours, ..)), Some((machine, ..))) => ours != machine,
            _ => false,
        }
    }

    /// The machine's verdict before a reviewer corrected stances or weights, where its verdict is another since.
    #[must_use]
    pub fn corrected(&self) -> Option<(Verdict, f64, Basis)> {
        let (now, ..) = self.machine?;
        self.machine_before.filter(|(before, ..)| *before != now)
    }

    /// Whether people, or people and the machine, disagree on it.
    #[must_use]
    pub fn is_disputed(&self) -> bool {
        self.conflict.is_some() || self.differs()
    }

    /// Whether no reviewer's verdict on it is known: those of merged reviews may differ, so that none is in force.
    #[must_use]
    pub fn is_unreviewed(&self) -> bool {
        self.by.is_none() && self.conflict.is_none()
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

    /// Why it has its triage (`docs/rules.md#triage`).
    #[must_use]
    pub fn cause(&self) -> Cause {
        if self.conflict.is_some() {
            return Cause::Conflict;
        }
        let severities: Vec<Severity> = self.open_issues().map(|issue| issue.severity).collect();
        let blocked = self.machine.is_some_and(|(.., basis)| basis == Basis::BlockedByJudge);
        match cause(&severities, &self.abstentions, blocked, self.failed(), self.verdict) {
            cause if cause > Cause::Outdated && self.is_outdated() => Cause::Outdated,
            cause => cause,
        }
    }

    /// Whether what the verdict in force rests on was changed after it was made.
    #[must_use]
    pub fn is_outdated(&self) -> bool {
        let before_judge = || Stage::ALL.into_iter().zip(&self.stages).filter(|(stage, _)| *stage < Stage::Judge);
        let is_complete = before_judge().all(|(_, state)| *state != StageState::Missing);
        let is_old = |stage: Stage, state: &StageState| match state {
            StageState::Stale => self.by.is_none() && is_complete,
            StageState::Overridden { inputs_changed, .. } => *inputs_changed && stage == Stage::Verdict,
            _ => false,
        };
        self.verdict.is_some() && before_judge().any(|(stage, state)| is_old(stage, state))
    }

    fn open_issues(&self) -> impl Iterator<Item = &IssueHead> {
        self.issues.iter().filter(|issue| issue.counts())
    }

    /// Its place in the reviewer's queue, the first to be looked at smallest: by triage, its cause, the open issues and
    /// how unsure the verdict is; what waits for nobody comes last.
    #[must_use]
    pub fn work_order(&self) -> impl Ord + use<> {
        let queued = self.queued();
        let grave = self.open_issues().filter(|issue| issue.severity > Severity::Minor).count();
        let confidence = self.verdict.map_or(0.0, |(_, confidence, _)| confidence);
        // In thousandths, so that it has an order.
        let confidence = (confidence * 1000.0) as u32;
        (!self.waits(), queued.is_none(), queued, self.cause(), std::cmp::Reverse(grave), confidence)
    }

    /// Why it has its triage, in words; `None` where nothing waits for a reviewer, and where that is hidden.
    #[must_use]
    pub fn triage_reason(&self) -> Option<String> {
        if self.hidden || !self.waits() {
            return None;
        }
        let issues = |severity: Severity| {
            let codes: Vec<_> = self.open_issues().filter(|i| i.severity == severity).map(|i| i.code.words()).collect();
            let severity = severity.name().to_lowercase();
            match codes.as_slice() {
                [only] => format!("{only} ({severity} issue)"),
                all => format!("{} {severity} issues", all.len()),
            }
        };
        let words = match self.cause() {
            Cause::Conflict => "reviewers differ",
            _ if self.by.is_some() => "the machine has a newer result",
            Cause::Failed => "a stage failed",
            Cause::Blocked => "the judge blocked the verdict",
            Cause::Blockers => return Some(issues(Severity::Blocker)),
            Cause::Conflicting => "credible evidence on both sides",
            Cause::Outdated => "its verdict is out of date",
            Cause::Majors | Cause::Major => return Some(issues(Severity::Major)),
            Cause::BothSides => "evidence on both sides",
            Cause::Contradicted => "evidence against it",
            Cause::Abstained(Abstention::InsufficientEvidence) => "too few independent sources",
            Cause::Abstained(Abstention::NoAuthoritativeSource) => "no authoritative source",
            Cause::Abstained(_) => "the evidence is not clear",
            Cause::Unsure => {
                // To two places one just below the bound seems to reach it.
                let close = self.verdict.map(|(_, confidence, _)| confidence).filter(|c| *c >= SKIMMED - 0.005);
                let own = close.map(|confidence| format!(" {:.3},", (confidence * 1000.0).floor() / 1000.0));
                return Some(format!("confidence{} below {SKIMMED:.2}", own.unwrap_or_default()));
            }
            Cause::TooWeak => "the evidence is too weak",
            Cause::NoEvidence => match self.verdict.map(|(.., basis)| basis) {
                Some(Basis::NothingFound) => "no evidence found",
                Some(Basis::SearchIncomplete) => "the search was incomplete",
                Some(Basis::SearchFailed) => "the search failed",
                Some(Basis::NotSearched) => "not searched",
                Some(Basis::UnknownLanguage) => "its language is not known",
                _ => "no evidence addresses it",
            },
            Cause::NoVerdict => "no verdict yet",
            Cause::Sure => {
                return Some(format!("confidence {SKIMMED:.2} or more: 95% of such verdicts were right"));
            }
        };
        Some(words.to_owned())
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
        let mut summary = Summary {
            verdict,
            unrated: set.is_some_and(|set| set.gist.unrated),
            by: set.map(|o| o.who.clone()),
            jointly: set.map(|set| self.jointly(statement, set)).unwrap_or_default(),
            accepted: set.is_some_and(|o| o.accepts),
            groundless: set.is_some_and(|set| is_bare(set) && !has_evidence(&stages)),
            machine,
            machine_before: self.verdict_before_correction(statement),
            proposal: matches!(stages.get(Stage::Verdict).state, StageState::Overridden { proposal: true, .. }),
            triage: Triage::Decide,
            issues,
            abstentions,
            stages: stages.iter().map(|r| r.state.clone()).collect(),
            flagged: self.is_flagged(statement),
            noted: self.note(Some(statement)).is_some(),
            conflict,
            hidden: false,
        };
        summary.triage = summary.cause().triage();
        summary
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
            // A judgement of an earlier verdict says nothing of this one.
            let judged = judged.filter(|judged| bare.is_none_or(|bare| bare.seq < judged.seq));
            return proposed.or(judged).or(bare).and_then(|m| m.gist.verdict);
        }
        let bare = stages.get(Stage::Verdict).in_force.as_ref()?;
        let judged = stages.get(Stage::Judge).in_force.as_ref();
        let judged = judged.filter(|j| j.revision.seq() > bare.revision.seq());
        judged.unwrap_or(bare).revision.gist().verdict
    }

    /// The machine's verdict from before the first of the stances and weights that reviewers set and that still count.
    fn verdict_before_correction(&self, statement: StatementId) -> Option<(Verdict, f64, Basis)> {
        let slots = self.slots(Some(statement));
        let first = slots(Stage::Weigh).given(self.undone()).next()?.seq;
        let (verdict, judge) = (slots(Stage::Verdict), slots(Stage::Judge));
        let bare = verdict.machine.iter().rev().find(|made| made.seq < first)?;
        let is_own = |seq: u64| !verdict.beside.overrides.iter().any(|made| self.was_in_force(verdict, made, seq));
        let judged =
            judge.machine.iter().rev().find(|made| made.seq < first && made.seq > bare.seq && is_own(made.seq));
        judged.unwrap_or(bare).gist.verdict
    }

    /// The stances and weights that reviewers set and that still count, oldest first, each with the digest of what it
    /// replaced.
    pub(crate) fn weights_set(&self, statement: StatementId) -> Vec<(Digest, OverrideRevision)> {
        let slot = self.slots(Some(statement))(Stage::Weigh);
        let given: Vec<&OverrideRevision> = slot.given(self.undone()).collect();
        let Some(first) = given.first() else { return Vec::new() };
        let machine = slot.machine.iter().rev().find(|made| made.seq < first.seq).map(|made| made.value);
        let before: Vec<Digest> = machine.into_iter().chain(given.iter().map(|made| made.value)).collect();
        // Without a result of the machine the first of them corrects nothing.
        let skipped = usize::from(machine.is_none());
        before.into_iter().zip(given.into_iter().skip(skipped).cloned()).collect()
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
        let withdrawn = slot.beside.withdrawn.iter().any(|by| by.is_of(made) && by.seq < row);
        let undone = self.undone_by(made.seq).is_some_and(|seq| seq < row);
        made.seq < row && !withdrawn && !undone
    }

    /// The overall assessment over the verdicts in force (`docs/rules.md#assess`).
    #[must_use]
    pub fn assessment(&self) -> String {
        let assessed = self.statements().iter().filter_map(|statement| self.summary(statement.id).assessed());
        let assessed: Vec<_> = assessed.collect();
        assess_so_far(&assessed, self.statements().len() - assessed.len(), 0)
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

/// Whether a reviewer's verdict for or against comes without words of theirs.
fn is_bare(set: &OverrideRevision) -> bool {
    let has_side = set.gist.verdict.is_some_and(|(verdict, ..)| verdict != Verdict::Undecided);
    let has_reason = set.reason.as_ref().is_some_and(|reason| !reason.is_empty()) || set.gist.grounds.is_some();
    has_side && !set.accepts && !has_reason
}

/// Whether a cited passage is on a side, or one is cited and not weighed yet.
fn has_evidence(stages: &Stages) -> bool {
    let cited = || stages.get(Stage::Cite).in_force.as_ref()?.revision.gist().count;
    on_a_side(stages).map_or_else(|| cited().is_some_and(|count| count > 0), |numbers| !numbers.is_empty())
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
