//! What can be asked of all that is in force on a statement.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    domain::{
        Candidate, Citation, Citations, Counter, DocId, EngineSpec, Flow, GivenEvidence, Inspection, Issue, Judgement,
        LibraryStamp, Reason, Report, ReviewFlow, Scores, SearchResult, Severity, SignalLabel, Stage, Stance, Value,
        Verdict, VerdictValue, Weighing,
        rules::{credibility::is_attached_note, hygiene, work},
    },
    review::{
        HIDDEN_STAGES, IssueHead, OverrideRevision, ReadOpinion, ReviewError, Revision, Seen, StageState, Who,
        quotation_check,
    },
    text::{Clean, counted},
};

use super::{super::Ground, Detail, LEAST_WEIGHT, adopting, stance_index};

impl Detail {
    /// What results are set on.
    pub(crate) fn ground(&self) -> Ground<'_> {
        Ground { statement: self.id, stages: &self.stages }
    }

    /// The machine's verdict that a reviewer can accept, after the judge, with its own rationale; `None` where it is
    /// missing or hidden.
    pub(crate) fn acceptable(&self) -> Option<VerdictValue> {
        let own = self.machine.as_ref().shown()?.clone();
        let (verdict, confidence, basis) = self.summary.machine?;
        Some(VerdictValue { verdict, confidence, basis, ..own })
    }

    /// Whether the machine's opinion is left out (`docs/rules.md#blind`).
    pub(crate) fn is_hidden(&self) -> bool {
        self.summary.hidden
    }

    pub(super) fn hides(&self, stage: Stage) -> bool {
        self.is_hidden() && HIDDEN_STAGES.contains(&stage)
    }

    /// Where a citation is: its side and its place there.
    pub(crate) fn card(&self, number: u32) -> Option<(usize, usize)> {
        (0..2).find_map(|side| Some((side, self.cards[side].iter().position(|n| *n == number)?)))
    }

    /// The side that a citation counts for: against, for.
    pub(crate) fn side_of(&self, number: u32) -> Option<usize> {
        let weighed = self.weighing().shown()?.get(number).filter(|weighed| !weighed.blocked)?;
        stance_index(weighed.stance)
    }

    /// The most confident stance of a side, 0–1 and before the judge, where the signal takes no side and this is not above
    /// the `floor` that a side must exceed to win: then the passages of that side settle nothing. A
    /// reviewer's verdict makes none of them stronger.
    pub(crate) fn too_weak(&self, side: usize, floor: f64) -> Option<f64> {
        let signal = &self.weighing().shown()?.signal;
        let best = [signal.best_contradicting, signal.best_supporting][side];
        let is_weak = signal.label == SignalLabel::Uncertain && self.counting[side] > 0 && best <= floor;
        is_weak.then_some(best)
    }

    /// How many works are behind the citations of a side that count, and how many of these are on the other side, too.
    pub(crate) fn sources(&self, side: usize) -> (usize, usize) {
        let (own, other) = (self.works(side), self.works(1 - side));
        (own.len(), own.intersection(&other).count())
    }

    /// The works behind the citations of a side that count (`docs/rules.md#independent-sources`).
    fn works(&self, side: usize) -> BTreeSet<u32> {
        let numbers = self.cards[side].iter().filter(|number| self.side_of(**number) == Some(side));
        numbers.filter_map(|n| Some(self.weighing().shown()?.get(*n)?.work)).collect()
    }

    /// What is in force for a stage.
    pub(crate) fn value(&self, stage: Stage) -> Seen<&Arc<Value>> {
        match self.values.get(&stage) {
            _ if self.hides(stage) => Seen::Hidden,
            None => Seen::Missing,
            Some(value) => Seen::Shown(value),
        }
    }

    /// Why the value of a stage is not there, if it was redacted.
    pub(crate) fn redacted(&self, stage: Stage) -> Option<Clean> {
        let redaction = self.removed.get(&stage)?.clone()?;
        Some(ReviewError::Redacted(redaction).to_string().into())
    }

    /// Stage 1.
    pub(crate) fn counter(&self) -> Option<&Counter> {
        if let Value::Counter(v) = &**self.values.get(&Stage::Counter)? { Some(v) } else { None }
    }

    /// Stage 2.
    pub(crate) fn search(&self) -> Option<&SearchResult> {
        if let Value::Search(v) = &**self.values.get(&Stage::Search)? { Some(v) } else { None }
    }

    /// The works that a reviewer attached: unlike notes, every search finds them from then on.
    pub(crate) fn attached_works(&self) -> impl Iterator<Item = &DocId> {
        let is_work = |found: &&Candidate| !is_attached_note(&found.meta);
        self.search().into_iter().flat_map(SearchResult::attached).filter(is_work).map(|found| &found.doc)
    }

    /// That the library has grown since the search in force, in words; works attached to this statement are no growth.
    pub(crate) fn library_growth(&self, now: LibraryStamp) -> Option<String> {
        now.since(self.search()?.library, self.attached_works().count())
    }

    /// Stage 3, patched.
    pub(crate) fn scores(&self) -> Seen<&Scores> {
        self.value(Stage::Score).and_then(|v| if let Value::Scores(v) = &**v { Some(v) } else { None })
    }

    /// Whether a reviewer excluded a document; not while scores are hidden.
    pub(crate) fn is_excluded(&self, doc: &DocId) -> bool {
        self.scores().shown().is_some_and(|scores| scores.excluded.contains(doc))
    }

    /// Whether a reviewer included a document; not while scores are hidden.
    pub(crate) fn is_included(&self, doc: &DocId) -> bool {
        self.scores().shown().is_some_and(|scores| scores.included.contains(doc))
    }

    /// How many citations on a side are of documents that a reviewer has excluded since they were cited.
    pub(crate) fn excluded_cards(&self, side: usize) -> usize {
        let cited = self.cards[side].iter().filter_map(|number| self.citations()?.get(*number));
        cited.filter(|citation| self.is_excluded(&citation.doc)).count()
    }

    /// Whether stage 4 is done and found nothing to cite.
    pub(crate) fn cites_nothing(&self) -> bool {
        self.citations().is_some_and(|c| c.citations.is_empty())
    }

    /// Stage 4.
    pub(crate) fn citations(&self) -> Option<&Citations> {
        if let Value::Citations(v) = &**self.values.get(&Stage::Cite)? { Some(v) } else { None }
    }

    /// Stage 5.
    pub(crate) fn inspection(&self) -> Seen<&Inspection> {
        self.value(Stage::Inspect).and_then(|v| if let Value::Inspection(v) = &**v { Some(v) } else { None })
    }

    /// The score of the quotation check as the rulings leave it, plain and spread over the citations; `None`
    /// where it was not inspected.
    pub(crate) fn quality(&self) -> Option<(f64, Option<f64>)> {
        let citations = self.citations().map_or(0, |c| c.citations.len());
        quotation_check(self.inspection().shown()?, &self.summary.issues, citations)
    }

    /// Whether no passage counts for or against, so that there is no evidence of any quality.
    pub(crate) fn counts_nothing(&self) -> bool {
        let sides = [Stance::Supports, Stance::Contradicts, Stance::Mixed];
        self.weighing().shown().is_some_and(|weighing| {
            sides.iter().flat_map(|side| weighing.of(*side)).all(|weighed| weighed.opinion.adjusted < LEAST_WEIGHT)
        })
    }

    /// A remark that no evidence counts for a verdict; `None` if some does, if it is undecided, or while what
    /// counts is hidden.
    pub(crate) fn describe_uncounted(&self, verdict: Verdict) -> Option<String> {
        let (side, on_side, on_other) = match verdict {
            Verdict::Contradicts => (0, "against", "for"),
            Verdict::Supports => (1, "for", "against"),
            Verdict::Undecided => return None,
        };
        if self.is_hidden() || self.counting[side] > 0 {
            return None;
        }
        Some(match self.counting[1 - side] {
            0 => "no evidence counts on either side".to_owned(),
            other => {
                let passages = counted(other, "passage");
                format!("no evidence counts {on_side} the statement, {passages} {on_other} it")
            }
        })
    }

    /// Whether a result in force has outdated inputs.
    pub(crate) fn is_stale(&self, stage: Stage) -> bool {
        *self.state(stage) == StageState::Stale
    }

    /// Whether a stage is missing or stale and the verdict in force does not depend on it.
    pub(crate) fn is_not_needed(&self, stage: Stage) -> bool {
        !self.summary.needs(stage) && matches!(self.state(stage), StageState::Missing | StageState::Stale)
    }

    /// Whether the verdict claims nothing that the judge could judge: it is undecided, and no passage counts.
    pub(crate) fn judges_nothing(&self) -> bool {
        self.counts_nothing() && self.verdict().shown().is_some_and(|verdict| verdict.verdict == Verdict::Undecided)
    }

    /// Whether the judge was asked about an undecided verdict, which claims nothing that evidence has to carry, and found
    /// nothing wrong.
    pub(crate) fn judges_undecided(&self) -> bool {
        let is_right = |judged: &Judgement| judged.opinion.valid && judged.opinion.issue.is_none();
        let judged = if self.judges_reviewer { self.verdict().shown() } else { self.machine.as_ref().shown() };
        let is_undecided = judged.is_some_and(|value| value.verdict == Verdict::Undecided);
        is_undecided && self.judgement().shown().is_some_and(is_right)
    }

    /// The text of an issue; `None` when the value that raised it is gone.
    pub(crate) fn issue(&self, head: &IssueHead) -> Option<&Issue> {
        self.texts.get(&head.key)
    }

    /// What was found doubtful about a citation that the verdict does not rest on.
    pub(crate) fn remarks(&self, number: u32) -> impl Iterator<Item = &Issue> {
        let listed = |issue: &&Issue| self.summary.issues.iter().any(|head| head.key == issue.key);
        self.texts.values().filter(move |issue| issue.citations().any(|n| n == number) && !listed(issue))
    }

    /// How many issues of this severity count.
    pub(crate) fn count(&self, severity: Severity) -> usize {
        self.summary.issues.iter().filter(|i| i.counts() && i.severity == severity).count()
    }

    /// By how many years a citation is older than the source under review.
    pub(crate) fn years_older(&self, number: u32) -> Option<u32> {
        hygiene::years_older(&self.source.meta, &self.citations()?.get(number)?.meta)
    }

    /// Stage 6.
    pub(crate) fn weighing(&self) -> Seen<&Weighing> {
        self.value(Stage::Weigh).and_then(|v| if let Value::Weighing(v) = &**v { Some(v) } else { None })
    }

    /// Stage 7.
    pub(crate) fn report(&self) -> Seen<&Report> {
        self.value(Stage::Report).and_then(|v| if let Value::Report(v) = &**v { Some(v) } else { None })
    }

    /// Stage 8.
    pub(crate) fn verdict(&self) -> Seen<&VerdictValue> {
        self.value(Stage::Verdict).and_then(|v| if let Value::Verdict(v) = &**v { Some(v) } else { None })
    }

    /// Stage 9.
    pub(crate) fn judgement(&self) -> Seen<&Judgement> {
        self.value(Stage::Judge).and_then(|v| if let Value::Judgement(v) = &**v { Some(v) } else { None })
    }

    /// By whom the verdict is that no reviewer gave: the machine, or who gave it with the claim (`docs/rules.md#given`).
    pub(crate) fn machine_name(&self) -> String {
        let given = self.maker.as_deref().filter(|spec| spec.is_given());
        given.map_or_else(|| "machine".to_owned(), EngineSpec::describe)
    }

    /// Whose verdict the judgement in force is of: `reviewer`, or as [`Self::machine_name`] says; `None` without one.
    pub(crate) fn judged(&self) -> Option<String> {
        self.judgement().shown().map(|_| if self.judges_reviewer { "reviewer".to_owned() } else { self.machine_name() })
    }

    /// The reviewer's revision in force for a stage, if it is a reviewer's.
    pub(crate) fn set_by_reviewer(&self, stage: Stage) -> Option<&OverrideRevision> {
        let resolved = self.stages.get(stage);
        match &resolved.in_force.as_ref()?.revision {
            Revision::Override(set) if matches!(resolved.state, StageState::Overridden { .. }) => Some(set),
            // A list of statements that a reviewer changed says nothing of one statement in it.
            Revision::Override(_) | Revision::Machine(_) => None,
        }
    }

    /// The reviewer whose verdict was taken over, if that is the reason.
    pub(crate) fn adopted(&self, reason: &Reason) -> Option<&Who> {
        let act = reason.adopted()?;
        self.opinions.iter().find(|read| read.opinion.made.seq == act).map(|read| read.opinion.who())
    }

    /// Whether this opinion, given in a merged review, decides between those of two or more reviewers.
    pub(crate) fn is_adjudicated_by(&self, read: &ReadOpinion) -> bool {
        let others = self.opinions.iter().filter(|other| !other.adjudicates()).count();
        self.is_merged && read.adjudicates() && others > 1
    }

    /// Whether the opinions of several reviewers are listed for it.
    pub(crate) fn lists_opinions(&self) -> bool {
        self.is_merged || self.opinions.len() > 1
    }

    /// The reason of an opinion in words, which name whose verdict was taken over.
    pub(crate) fn reason_of(&self, read: &ReadOpinion, name: &dyn Fn(&Who) -> String) -> Option<Clean> {
        let adopted = read.opinion.made.reason.as_ref().and_then(|reason| self.adopted(reason));
        adopted.map(|who| adopting(&name(who))).or_else(|| read.reason())
    }

    /// Whether words are the rationale of the verdict in force.
    pub(crate) fn is_said(&self, words: &str) -> bool {
        self.verdict().shown().is_some_and(|value| value.rationale.trim() == words.trim())
    }

    /// How documents came to be evidence on it; `None` before it was searched, and while the machine's opinion is hidden.
    #[must_use]
    pub fn flow(&self) -> Option<Flow> {
        let search = self.search().filter(|_| !self.summary.hidden)?;
        Some(Flow::of(search, self.scores().shown(), self.citations(), |doc| self.reason_of_exclusion(doc)))
    }

    /// Adds its documents to those of the review; whether it was searched, and nothing of that is hidden.
    pub(crate) fn add_to_flow(&self, flow: &mut ReviewFlow) -> bool {
        let Some(search) = self.search().filter(|_| !self.summary.hidden) else { return false };
        let cited = (self.citations(), self.weighing().shown());
        flow.add(search, self.scores().shown(), cited, |doc| self.reason_of_exclusion(doc));
        true
    }

    fn reason_of_exclusion(&self, doc: &DocId) -> Option<&Reason> {
        let patches = self.stages.get(Stage::Score).in_force.as_ref().map_or(&[][..], |found| &found.patches);
        patches.iter().find(|patch| patch.doc() == doc)?.reason.as_ref()
    }

    /// Whether the statement may not be a finding of the paper, and no reviewer has decided on it yet.
    #[must_use]
    pub fn may_be_no_finding(&self) -> bool {
        self.statement.is_doubtful() && self.summary.by.is_none()
    }

    /// What is scored beside the documents found: `, 1 added by a reviewer`.
    #[must_use]
    pub fn describe_added(&self) -> String {
        match self.flow().map_or(0, |flow| flow.added) {
            0 => String::new(),
            added => format!(", {added} added by a reviewer"),
        }
    }

    /// The documents that reviewers excluded, with the reasons that they gave.
    pub(crate) fn excluded(&self) -> impl Iterator<Item = (&DocId, Option<&Reason>)> {
        let excluded = self.scores().shown().into_iter().flat_map(|scores| &scores.excluded);
        excluded.map(|doc| (doc, self.reason_of_exclusion(doc)))
    }

    /// The candidate that a document is.
    pub(crate) fn candidate(&self, doc: &DocId) -> Option<&Candidate> {
        self.search()?.candidates.iter().find(|c| c.doc == *doc)
    }

    /// What came with the claim that a citation is of, as it was given or in the library.
    pub(crate) fn given(&self, citation: &Citation) -> Option<&GivenEvidence> {
        let passage = citation.passage.one_line();
        let is_it = |given: &&GivenEvidence| {
            let has_it = given.document.pages.iter().any(|page| page.text.one_line().contains(passage.as_str()));
            let is_named = !given.snippet.is_empty() && passage.contains(given.snippet.as_str());
            given.claim == self.id && (has_it || is_named) && work::may_be_one(&citation.meta, &given.document.meta)
        };
        self.source.evidence.iter().find(is_it)
    }

    /// The page that a citation is on, where its document has several or the claim that it came with names one.
    pub(crate) fn page(&self, citation: &Citation) -> Option<u32> {
        let named = || self.given(citation)?.page;
        Some(citation.place.page).filter(|page| *page > 1).or_else(named)
    }

    /// The state of a stage.
    pub(crate) fn state(&self, stage: Stage) -> &StageState {
        &self.stages.get(stage).state
    }
}
