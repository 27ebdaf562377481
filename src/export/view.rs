//! What all exports say of a statement, gathered from one state of the review.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    domain::{
        Citations, Counter, DocId, EngineSpec, Flow, Inspection, Issue, IssueKey, Judgement, Reason, Report, Scores,
        SearchResult, Severity, Source, Stage, Statement, StatementId, Value, VerdictValue, Weighing,
    },
    review::{
        Fold, HIDDEN_STAGES, IssueGroup, IssueHead, Note, OverrideRevision, ReadOpinion, Redaction, Repeated, Resolved,
        Review, ReviewError, Revision, Summary, TimeSpent, Who, evidence_quality,
    },
};

use crate::text::Clean;

use super::Options;

/// A statement with all that is in force on it.
pub(super) struct View {
    pub(super) statement: Arc<Statement>,
    pub(super) summary: Summary,
    pub(super) stages: Vec<Resolved>,
    values: BTreeMap<Stage, Arc<Value>>,
    issues: BTreeMap<IssueKey, Issue>,
    /// Stages whose result is in force but not in the review: its text was taken out, or is missing.
    pub(super) removed: Vec<(Stage, Option<Redaction>)>,
    /// The verdict that the machine itself gave last, before its judge.
    pub(super) machine: Option<Arc<Value>>,
    pub(super) note: Option<Note>,
    /// How often each verdict came out when it was repeated last.
    pub(super) repeated: Option<Repeated>,
    /// How long each reviewer looked at it.
    pub(super) times: Vec<TimeSpent>,
    /// Whether the review was merged from several.
    pub(super) merged: bool,
    /// What each reviewer says of it.
    pub(super) opinions: Vec<ReadOpinion>,
    maker: Option<Arc<EngineSpec>>,
    /// The paper under review.
    pub(super) paper: Arc<Source>,
}

impl View {
    /// Of every statement in force, in order.
    pub(super) fn all(review: &Review, fold: &Fold) -> Result<Vec<Self>, ReviewError> {
        fold.statements().iter().map(|statement| Self::of(review, fold, statement)).collect()
    }

    /// Of one statement.
    pub(super) fn of(review: &Review, fold: &Fold, statement: &Arc<Statement>) -> Result<Self, ReviewError> {
        let id = statement.id;
        let viewer = review.viewer();
        let hidden = fold.hides(id, &viewer);
        let stages: Vec<Resolved> = fold.resolve(id).iter().cloned().collect();
        let mut values = BTreeMap::new();
        let mut issues = BTreeMap::new();
        let mut removed = Vec::new();
        let shown = |stage: Stage| stage != Stage::Extract && !(hidden && HIDDEN_STAGES.contains(&stage));
        for resolved in stages.iter().filter(|r| shown(r.stage)) {
            let Some(in_force) = &resolved.in_force else { continue };
            let value = match review.effective(resolved.stage, in_force) {
                Ok(value) => value,
                // What is missing or changed is a fault of the file, which the report begins with.
                Err(ReviewError::Missing(_) | ReviewError::Changed(_)) => {
                    removed.push((resolved.stage, None));
                    continue;
                }
                Err(ReviewError::Redacted(redaction)) => {
                    removed.push((resolved.stage, Some(redaction)));
                    continue;
                }
                Err(e) => return Err(e),
            };
            for issue in value.issues() {
                issues.entry(issue.key).or_insert_with(|| issue.clone());
            }
            values.insert(resolved.stage, value);
        }
        for issue in fold.raised(id) {
            issues.entry(issue.key).or_insert_with(|| issue.clone());
        }
        let revisions = fold.revisions(Some(id), Stage::Verdict);
        let machine = revisions.iter().rev().find(|r| matches!(r, Revision::Machine(_)));
        let maker = machine.and_then(|r| match r {
            Revision::Machine(made) => Some(Arc::clone(&made.spec)),
            Revision::Override(_) => None,
        });
        let machine =
            match machine.filter(|_| !hidden).map(|r| review.value(Stage::Verdict, true, r.value())).transpose() {
                Err(ReviewError::Missing(_) | ReviewError::Changed(_) | ReviewError::Redacted(_)) => None,
                other => other?,
            };
        Ok(Self {
            statement: Arc::clone(statement),
            summary: fold.summary_for(id, &viewer),
            stages,
            values,
            issues,
            removed,
            machine,
            note: fold.note(Some(id)).cloned(),
            repeated: fold.repeated(id).filter(|_| !hidden).cloned(),
            times: fold.times(id),
            merged: !fold.origins().is_empty(),
            opinions: if hidden { Vec::new() } else { opinions(review, fold, id)? },
            maker,
            paper: review.source()?,
        })
    }

    /// The reviewer's revision in force for a stage, if it is a reviewer's.
    pub(super) fn set_by_reviewer(&self, stage: Stage) -> Option<&OverrideRevision> {
        match &self.stages[stage.number()].in_force.as_ref()?.revision {
            Revision::Override(o) => Some(o),
            Revision::Machine(_) => None,
        }
    }

    /// The documents that reviewers excluded, with the reasons that they gave.
    pub(super) fn excluded(&self) -> impl Iterator<Item = (&DocId, Option<&Reason>)> {
        let patches = self.stages[Stage::Score.number()].in_force.as_ref().map_or(&[][..], |found| &found.patches);
        let reason =
            |doc: &DocId| patches.iter().find(|patch| patch.doc() == doc).and_then(|patch| patch.reason.as_ref());
        self.scores().into_iter().flat_map(|scores| &scores.shut_out).map(move |doc| (doc, reason(doc)))
    }

    /// How documents came to be evidence on it; `None` before it was searched, and while the machine's opinion is hidden.
    pub(super) fn flow(&self) -> Option<Flow> {
        let patches = self.stages[Stage::Score.number()].in_force.as_ref().map_or(&[][..], |found| &found.patches);
        let reason =
            |doc: &DocId| patches.iter().find(|patch| patch.doc() == doc).and_then(|patch| patch.reason.as_ref());
        let search = self.search().filter(|_| !self.summary.hidden)?;
        Some(Flow::of(search, self.scores(), self.citations(), reason))
    }

    /// The issue behind a head; `None` when the value that raised it is gone.
    pub(super) fn issue(&self, head: &IssueHead) -> Option<&Issue> {
        self.issues.get(&head.key)
    }

    /// By what the machine's newest verdict was made.
    pub(super) fn spec(&self) -> Option<&EngineSpec> {
        self.maker.as_deref()
    }

    /// The issues in force with their texts, equal ones together.
    pub(super) fn groups(&self) -> Vec<IssueGroup> {
        IssueGroup::all(self.summary.issues.iter().map(|head| (head.clone(), self.issue(head).cloned())))
    }

    /// What was found doubtful about a citation that the verdict does not rest on.
    pub(super) fn remarks(&self, number: u32) -> impl Iterator<Item = &Issue> {
        let listed = |issue: &&Issue| self.summary.issues.iter().any(|head| head.key == issue.key);
        self.issues.values().filter(move |issue| issue.citations().any(|n| n == number) && !listed(issue))
    }

    /// The quality of the evidence as the rulings leave it, plain and spread over the citations.
    pub(super) fn quality(&self) -> Option<(f64, Option<f64>)> {
        let citations = self.citations().map_or(0, |c| c.citations.len());
        evidence_quality(self.inspection()?, &self.summary.issues, citations)
    }

    /// How many issues of this severity count.
    pub(super) fn count(&self, severity: Severity) -> usize {
        self.summary.issues.iter().filter(|i| i.counts() && i.severity == severity).count()
    }

    pub(super) fn counter(&self) -> Option<&Counter> {
        self.values.get(&Stage::Counter).and_then(|v| if let Value::Counter(v) = &**v { Some(v) } else { None })
    }

    pub(super) fn search(&self) -> Option<&SearchResult> {
        self.values.get(&Stage::Search).and_then(|v| if let Value::Search(v) = &**v { Some(v) } else { None })
    }

    pub(super) fn scores(&self) -> Option<&Scores> {
        self.values.get(&Stage::Score).and_then(|v| if let Value::Scores(v) = &**v { Some(v) } else { None })
    }

    pub(super) fn citations(&self) -> Option<&Citations> {
        self.values.get(&Stage::Cite).and_then(|v| if let Value::Citations(v) = &**v { Some(v) } else { None })
    }

    pub(super) fn inspection(&self) -> Option<&Inspection> {
        self.values.get(&Stage::Inspect).and_then(|v| if let Value::Inspection(v) = &**v { Some(v) } else { None })
    }

    pub(super) fn weighing(&self) -> Option<&Weighing> {
        self.values.get(&Stage::Weigh).and_then(|v| if let Value::Weighing(v) = &**v { Some(v) } else { None })
    }

    pub(super) fn report(&self) -> Option<&Report> {
        self.values.get(&Stage::Report).and_then(|v| if let Value::Report(v) = &**v { Some(v) } else { None })
    }

    pub(super) fn verdict(&self) -> Option<&VerdictValue> {
        self.values.get(&Stage::Verdict).and_then(|v| if let Value::Verdict(v) = &**v { Some(v) } else { None })
    }

    pub(super) fn judgement(&self) -> Option<&Judgement> {
        self.values.get(&Stage::Judge).and_then(|v| if let Value::Judgement(v) = &**v { Some(v) } else { None })
    }
}

/// Of the state that is exported: in a copy without names the reviewers have other names than in the review.
fn opinions(review: &Review, fold: &Fold, id: StatementId) -> Result<Vec<ReadOpinion>, ReviewError> {
    let mut read = review.opinions(id)?;
    let here = fold.opinions(id);
    for opinion in &mut read {
        if let Some(same) = here.iter().find(|other| other.made.seq == opinion.opinion.made.seq) {
            opinion.opinion = same.clone();
        }
        let origin = opinion.opinion.origin.and_then(|at| fold.origins().get(at));
        opinion.file = origin.map(|origin| origin.file.clone());
    }
    Ok(read)
}

/// The file of the review that an opinion is from; without names, none.
pub(super) fn origin<'a>(opinion: &'a ReadOpinion, options: &Options) -> Option<&'a Clean> {
    opinion.file.as_ref().filter(|_| options.reviewer_names)
}

/// A reviewer who is not named.
pub(super) const NOBODY: &str = "a reviewer";

/// Who it was, in words.
pub(super) fn name(who: &Who, options: &Options) -> String {
    match who {
        Who::Engine => "the machine".to_owned(),
        Who::Reviewer(name) if options.reviewer_names && !name.trim().is_empty() => name.one_line().to_string(),
        Who::Reviewer(_) => NOBODY.to_owned(),
    }
}
