//! Blind review: the machine's opinion on a statement is hidden until the reviewer has given a verdict on it
//! (`docs/rules.md#blind`).

use crate::domain::{Code, Stage, StatementId, Triage};

use super::{Act, Draft, Fold, Review, ReviewError, StageState, Summary, Who};

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

/// What stages say of the evidence, rather than what it is.
pub const HIDDEN_STAGES: [Stage; 6] =
    [Stage::Score, Stage::Inspect, Stage::Weigh, Stage::Report, Stage::Verdict, Stage::Judge];

impl Fold {
    /// Whether the machine's opinion on a statement is hidden from who looks.
    #[must_use]
    pub fn hides(&self, statement: StatementId, viewer: &Viewer) -> bool {
        let has_seen = |who: &Who| {
            // Who decided before the review was made blind saw what it hides.
            let given = &self.slots(Some(statement))(Stage::Verdict).beside.overrides;
            given.iter().any(|made| made.who == *who)
                || self.revealed.get(&statement).is_some_and(|seen| seen.contains(who))
        };
        self.is_blind()
            && match viewer {
                Viewer::Unknown => true,
                Viewer::Reviewer(who) => !has_seen(who),
            }
    }

    /// Whether an act of `who` tells of what is hidden from who looks: what others did on such a statement, or that it
    /// has issues.
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

    /// What a list may show of a statement to who looks.
    #[must_use]
    pub fn summary_for(&self, statement: StatementId, viewer: &Viewer) -> Summary {
        let mut summary = self.summary(statement);
        if !self.hides(statement, viewer) {
            return summary;
        }
        // Also what other reviewers say, and whether they do.
        (summary.verdict, summary.by, summary.machine) = (None, None, None);
        (summary.accepted, summary.proposal, summary.conflict) = (false, false, None);
        let verdict = &mut summary.stages[Stage::Verdict.number()];
        if let StageState::Overridden { .. } = verdict {
            *verdict = StageState::Done;
        }
        summary.noted = self.note(Some(statement)).is_some_and(|note| *viewer == Viewer::Reviewer(note.who.clone()));
        summary.abstentions.clear();
        summary.issues.retain(|issue| issue.code == Code::Reviewer);
        summary.triage = Triage::Check;
        summary.hidden = true;
        summary
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
