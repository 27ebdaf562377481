//! Opinions with the texts behind them.

use std::sync::Arc;

use crate::{
    domain::{Basis, Digest, EngineSpec, Level, Reason, Stage, StatementId, Value, Verdict},
    text::Clean,
};

use super::{Evidence, Note, Review, ReviewError, VerdictOpinion};

/// What one reviewer says of a statement, why, and on which evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadOpinion {
    /// The verdict.
    pub opinion: VerdictOpinion,
    /// The file of the review that it is from; `None` where it was given in this one.
    pub file: Option<Clean>,
    /// The rationale: a reviewer's own, or the machine's where its verdict was accepted. Empty if there is none or
    /// it was redacted.
    pub rationale: Clean,
    /// The reviewer's note.
    pub note: Option<Note>,
    /// How the statement was worded there, where it is worded otherwise here.
    pub wording: Option<Clean>,
    /// The citations that the reviewer decided on, if they are kept.
    pub citations: Option<Arc<Value>>,
    /// Their stances.
    pub weighing: Option<Arc<Value>>,
    /// Whether citations and stances are those in force here.
    pub same_evidence: bool,
    /// Whether the citations are, whatever their stances.
    pub same_citations: bool,
    /// The machine's verdict in that review, with who made it.
    pub machine: Option<((Verdict, f64, Basis), Arc<EngineSpec>)>,
}

impl ReadOpinion {
    /// The reason given: that of the act, with the reviewer's own rationale where it has no words of its own.
    #[must_use]
    pub fn reason(&self) -> Option<Clean> {
        let own = (self.opinion.verdict.2 == Basis::Reviewer).then(|| self.rationale.clone());
        let own = own.filter(|words| !words.trim().is_empty());
        match self.opinion.made.reason.as_ref().filter(|reason| !reason.is_empty()) {
            Some(Reason { listed: Some(listed), text }) if text.trim().is_empty() => {
                Some(own.map_or_else(|| listed.clone(), |own| format!("{listed}: {own}").into()))
            }
            Some(reason) => Some(reason.words()),
            None => own,
        }
    }

    /// The reason from the review's list, if one was chosen.
    #[must_use]
    pub fn listed(&self) -> Option<&Clean> {
        self.opinion.made.reason.as_ref()?.listed.as_ref()
    }

    /// Leaves out what it says of the machine's opinion: the machine's verdict, its stances, and that the reviewer accepted
    /// them or was as confident.
    pub(crate) fn without_machine(&mut self) {
        let (verdict, confidence, _) = self.opinion.verdict;
        self.opinion.verdict = (verdict, Level::of(confidence).number(), Basis::Reviewer);
        if std::mem::take(&mut self.opinion.made.accepts) {
            self.rationale = Clean::default();
        }
        (self.machine, self.weighing) = (None, None);
    }

    /// Whether it decides the others.
    #[must_use]
    pub fn adjudicates(&self) -> bool {
        self.opinion.origin.is_none()
    }
}

impl Review {
    /// What each reviewer says of a statement, in the order of their rows.
    ///
    /// # Errors
    /// When a text is damaged. One that is missing is left out.
    pub fn opinions(&self, id: StatementId) -> Result<Vec<ReadOpinion>, ReviewError> {
        let (found, in_force) = {
            let fold = self.fold();
            let stages = fold.resolve(id);
            let in_force =
                [Stage::Cite, Stage::Weigh].map(|stage| stages.get(stage).in_force.as_ref().map(|f| f.value));
            let with = |opinion: VerdictOpinion| {
                let evidence = fold.evidence(id, &opinion);
                let file = opinion.origin.and_then(|at| fold.origins().get(at)).map(|origin| origin.file.clone());
                let wording = opinion.origin.and_then(|at| fold.wording(at, id)).cloned();
                let whose = |note: &&Note| fold.origin_of(note.row()) == opinion.origin && note.who == *opinion.who();
                let note = fold.notes(Some(id)).into_iter().find(whose).cloned();
                (opinion, evidence, file, wording, note)
            };
            let opinions = fold.opinions(id);
            (opinions.into_iter().map(with).collect::<Vec<_>>(), in_force)
        };
        let read = |(opinion, evidence, file, wording, note): (VerdictOpinion, Evidence, _, _, _)| {
            let Evidence { citations, weighing, machine } = evidence;
            let rationale = match self.kept_value(Stage::Verdict, Some(opinion.made.value))?.as_deref() {
                Some(Value::Verdict(verdict)) => verdict.rationale.clone(),
                _ => Clean::default(),
            };
            Ok(ReadOpinion {
                rationale,
                note,
                wording,
                file,
                same_evidence: [citations, weighing] == in_force,
                same_citations: citations == in_force[0],
                citations: self.kept_value(Stage::Cite, citations)?,
                weighing: self.kept_value(Stage::Weigh, weighing)?,
                machine,
                opinion,
            })
        };
        found.into_iter().map(read).collect()
    }

    /// A value, unless it was redacted.
    fn kept_value(&self, stage: Stage, digest: Option<Digest>) -> Result<Option<Arc<Value>>, ReviewError> {
        match digest.map(|digest| self.value(stage, true, digest)).transpose() {
            Err(ReviewError::Missing(_) | ReviewError::Redacted(_)) => Ok(None),
            found => found,
        }
    }
}
