//! Blind review: the machine's opinion on a statement is hidden until the reviewer has given a verdict on it
//! (`docs/rules.md#blind`).

use crate::domain::{Basis, Level, Ruling, Stage, StatementId, Triage};

use super::{Act, Draft, Fold, HIDDEN_STAGES, IssueHead, MachineRevision, Review, ReviewError, Stages, Summary, Who};

/// Who looks at a review. It matters where the review is blind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Viewer {
    /// Somebody who has not said who they are: they have seen nothing yet.
    #[default]
    Unknown,
    /// This reviewer.
    Reviewer(Who),
}

/// A part of the machine's opinion, for who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen<T> {
    /// There is none, or none yet.
    Missing,
    /// It is hidden until who looks has given a verdict.
    Hidden,
    /// This.
    Shown(T),
}

impl<T> Seen<T> {
    /// What may be seen of it. Who only draws what is there asks for this; who says that there is nothing must tell
    /// what is hidden from what is missing.
    pub(crate) fn shown(self) -> Option<T> {
        match self {
            Self::Shown(value) => Some(value),
            Self::Missing | Self::Hidden => None,
        }
    }

    /// A part of it, where it is shown and has that part.
    pub(crate) fn and_then<U>(self, part: impl FnOnce(T) -> Option<U>) -> Seen<U> {
        match self {
            Self::Shown(value) => part(value).map_or(Seen::Missing, Seen::Shown),
            Self::Missing => Seen::Missing,
            Self::Hidden => Seen::Hidden,
        }
    }

    /// The same, borrowed.
    pub(crate) fn as_ref(&self) -> Seen<&T> {
        match self {
            Self::Shown(value) => Seen::Shown(value),
            Self::Missing => Seen::Missing,
            Self::Hidden => Seen::Hidden,
        }
    }
}

/// What a blind review hides from who looks at a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hides {
    /// Nothing.
    Nothing,
    /// The machine's opinion. Who adjudicates sees what the reviewers say.
    Machine,
    /// The machine's opinion, and what other reviewers did.
    Everything,
}

impl Fold {
    /// What is hidden of a statement from who looks.
    #[must_use]
    pub fn hidden_of(&self, statement: StatementId, viewer: &Viewer) -> Hides {
        if !self.is_blind() {
            return Hides::Nothing;
        }
        let Viewer::Reviewer(who) = viewer else { return Hides::Everything };
        // Who decided before the review was made blind saw what it hides.
        let given = &self.slots(Some(statement))(Stage::Verdict).beside.overrides;
        let has_seen = given.iter().any(|made| made.who == *who)
            || self.revealed.get(&statement).is_some_and(|seen| seen.contains(who));
        match () {
            () if has_seen => Hides::Nothing,
            () if self.is_to_adjudicate(statement, who) => Hides::Machine,
            () => Hides::Everything,
        }
    }

    /// Whether `who` decides between reviewers who have decided: two reviewers of merged reviews have given a verdict on
    /// the statement, and `who` gave none in any of those reviews.
    fn is_to_adjudicate(&self, statement: StatementId, who: &Who) -> bool {
        let raters = || self.opinions(statement).into_iter().filter(|opinion| opinion.origin.is_some());
        !self.raters.contains(who) && raters().nth(1).is_some()
    }

    /// Whether the machine's opinion on a statement is hidden from who looks.
    #[must_use]
    pub fn hides(&self, statement: StatementId, viewer: &Viewer) -> bool {
        self.hidden_of(statement, viewer) != Hides::Nothing
    }

    /// Whether an act of `who` tells of what is hidden from who looks: what others did on such a statement, to whom its
    /// machine's opinion was shown, or that it has issues.
    pub(crate) fn withholds(&self, who: &Who, act: &Act, viewer: &Viewer) -> bool {
        let is_own = *viewer == Viewer::Reviewer(who.clone());
        if let Act::Number { issues } = act {
            let is_hidden = |id: Option<StatementId>| match id {
                Some(id) => self.hides(id, viewer),
                None => self.statements().iter().any(|statement| self.hides(statement.id, viewer)),
            };
            return issues.iter().any(|key| is_hidden(self.whose_issue(*key)));
        }
        !is_own && act.about().into_iter().flatten().any(|id| self.hides(id, viewer))
    }

    /// Whether a row of the machine is another run of a stage that is hidden from who looks. What made it run again may be
    /// what others did: the judge is asked again about a verdict that reviewers agree on.
    pub(crate) fn withholds_rerun(&self, seq: u64, act: &Act, viewer: &Viewer) -> bool {
        let (Act::Result { stage, statement: Some(id), .. } | Act::Failed { stage, statement: Some(id), .. }) = act
        else {
            return false;
        };
        let is_later = |first: &MachineRevision| first.seq < seq;
        HIDDEN_STAGES.contains(stage)
            && self.slots(Some(*id))(*stage).machine.first().is_some_and(is_later)
            && self.hides(*id, viewer)
    }

    /// The stages of a statement for who looks: what reviewers set of what is hidden, and what followed from it, is as if
    /// it had not been done. What the stages would be made from stays.
    pub(crate) fn resolve_for(&self, statement: StatementId, viewer: &Viewer) -> Stages {
        let mut stages = self.resolve(statement);
        if self.hides(statement, viewer) {
            stages.hide(HIDDEN_STAGES, &self.resolve_machine(statement));
        }
        stages
    }

    /// What a list may show of a statement to who looks.
    #[must_use]
    pub fn summary_for(&self, statement: StatementId, viewer: &Viewer) -> Summary {
        let mut summary = self.summary(statement);
        let hides = self.hidden_of(statement, viewer);
        if hides == Hides::Nothing {
            return summary;
        }
        let is_own = |who: &Who| *viewer == Viewer::Reviewer(who.clone());
        // That the reviewers' confidence is the machine's, or that they accepted its verdict, is the machine's opinion.
        summary.verdict = match summary.verdict {
            Some((verdict, confidence, _)) if hides == Hides::Machine && summary.by.is_some() => {
                Some((verdict, Level::of(confidence).number(), Basis::Reviewer))
            }
            _ => None,
        };
        summary.unrated &= summary.verdict.is_some();
        if hides == Hides::Everything {
            (summary.by, summary.conflict) = (None, None);
            summary.jointly.clear();
        }
        (summary.machine, summary.machine_before) = (None, None);
        (summary.accepted, summary.proposal, summary.groundless) = (false, false, false);
        summary.stages = self.resolve_for(statement, viewer).iter().map(|resolved| resolved.state.clone()).collect();
        summary.flagged = self.flag_of(statement, is_own);
        summary.noted = matches!(viewer, Viewer::Reviewer(who) if self.note_by(statement, who).is_some());
        summary.abstentions.clear();
        summary.issues = self.raised_by_viewer(statement, viewer);
        summary.triage = if summary.conflict.is_some() { Triage::Decide } else { Triage::Check };
        summary.hidden = true;
        summary
    }

    /// The issues that who looks raised, without what others ruled on them and without their numbers, which count those
    /// that are hidden.
    fn raised_by_viewer(&self, statement: StatementId, viewer: &Viewer) -> Vec<IssueHead> {
        let is_own = |who: &Who| *viewer == Viewer::Reviewer(who.clone());
        let own = self.raised_with(statement).filter(|(who, _)| is_own(who)).map(|(_, issue)| issue);
        let mut heads: Vec<IssueHead> = own
            .map(|issue| {
                let ruling = self.ruling(statement, issue.key).filter(|made| is_own(&made.who)).cloned();
                let severity = match ruling.as_ref().and_then(|made| made.ruling) {
                    Some(Ruling::Severity(severity)) => severity,
                    _ => issue.severity,
                };
                IssueHead { key: issue.key, number: None, stage: issue.stage, code: issue.code, severity, ruling }
            })
            .collect();
        heads.sort_by_key(|head| (!head.counts(), std::cmp::Reverse(head.severity)));
        heads
    }

    /// The rows that say what `drafts` let their reviewers see.
    pub(super) fn reveals(&self, drafts: &[Draft]) -> Vec<Draft> {
        let mut rows: Vec<Draft> = Vec::new();
        for draft in drafts.iter().filter(|draft| self.is_blind() && draft.who != Who::Engine) {
            for statement in decided(&draft.act) {
                let viewer = Viewer::Reviewer(draft.who.clone());
                let machine = self.resolve(statement).get(Stage::Verdict).in_force.as_ref().map(|found| found.value);
                let act = Act::Reveal { statement, to: draft.who.clone(), machine };
                let known = rows.iter().any(|row| row.act == act);
                if self.hides(statement, &viewer) && !known {
                    rows.push(Draft { who: Who::Engine, act, blobs: Vec::new() });
                }
            }
        }
        rows
    }
}

/// The statements on which an act gives a verdict.
fn decided(act: &Act) -> Vec<StatementId> {
    match act {
        Act::Bulk { acts, .. } => acts.iter().flat_map(decided).collect(),
        Act::Override { stage: Stage::Verdict, statement: Some(statement), .. } => vec![*statement],
        _ => Vec::new(),
    }
}

impl Review {
    /// Who looks at it.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// Sets who looks at it.
    pub fn set_viewer(&self, viewer: Viewer) {
        *self.viewer.write().unwrap_or_else(std::sync::PoisonError::into_inner) = viewer;
    }

    /// Whether the machine's opinion on a statement is hidden from who looks.
    #[must_use]
    pub fn hides(&self, statement: StatementId) -> bool {
        self.fold().hides(statement, &self.viewer())
    }

    /// How many statements have an opinion that is hidden from who looks.
    #[must_use]
    pub fn hidden(&self) -> usize {
        let (fold, viewer) = (self.fold(), self.viewer());
        fold.statements().iter().filter(|statement| fold.hides(statement.id, &viewer)).count()
    }

    /// Makes the review blind, or ends that. Nothing is recorded where it is so already.
    ///
    /// # Errors
    /// As [`Review::append`].
    pub fn set_blind(&self, who: Who, on: bool) -> Result<(), ReviewError> {
        if self.fold().is_blind() != on {
            self.append(vec![Draft { who, act: Act::Blind { on }, blobs: Vec::new() }])?;
        }
        Ok(())
    }
}
