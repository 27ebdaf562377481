//! Everything in force of the statement that is looked at.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::{
    domain::{
        Candidate, Citation, Citations, Counter, DocId, Inspection, Issue, Judgement, Report, Scores, SearchResult,
        Side, Stage, Stance, Statement, StatementId, Value, VerdictValue, Weighing, rules::hygiene,
    },
    review::{
        HIDDEN_STAGES, IssueGroup, IssueHead, Note, ReadOpinion, Repeated, Review, ReviewError, Revision, StageState,
        Stages, Viewer, evidence_quality,
    },
    text::Clean,
};

/// Everything in force of one statement.
#[derive(Clone, Debug)]
pub struct Detail {
    /// Whose.
    pub id: StatementId,
    /// The newest row of the journal that it was read from.
    pub head: u64,
    /// The stages.
    pub stages: Stages,
    /// Values in force by the number of their stage.
    pub values: Vec<Option<Arc<Value>>>,
    /// Why a value in force is not there: its text was taken out.
    pub taken_out: BTreeMap<Stage, Clean>,
    /// The machine's newest own verdict, whatever is in force.
    pub machine: Option<VerdictValue>,
    /// Issues in force with their texts, equal ones together.
    pub issues: Vec<IssueGroup>,
    /// The note in force.
    pub note: Option<Note>,
    /// What each reviewer says.
    pub opinions: Vec<ReadOpinion>,
    /// How often each verdict came out when it was repeated last, and whether the evidence is still that.
    pub repeated: Option<(Repeated, bool)>,
    /// Whether the machine's opinion is left out (`docs/rules.md#blind`).
    pub blind: bool,
    /// Numbers of the citations for each side: those that count, then the others.
    pub cards: [Vec<u32>; 2],
    /// How many of the cards of each side count.
    pub counting: [usize; 2],
    /// How many revisions each stage has.
    pub revisions: Vec<usize>,
    /// Words that cleaning took out of the source.
    pub hidden: usize,
    /// By how many years a citation is older than the paper, by its number.
    pub older: BTreeMap<u32, u32>,
}

/// Citations with those of one document beside each other; the documents in the order of their first citation.
fn by_document(numbers: &[u32], doc: impl Fn(u32) -> Option<DocId>) -> Vec<u32> {
    let mut groups: Vec<(Option<DocId>, Vec<u32>)> = Vec::new();
    for number in numbers {
        let doc = doc(*number);
        match groups.iter_mut().find(|(known, _)| *known == doc) {
            Some((_, group)) => group.push(*number),
            None => groups.push((doc, vec![*number])),
        }
    }
    groups.into_iter().flat_map(|(_, group)| group).collect()
}

/// The number of a side in arrays: against, for.
#[must_use]
pub fn side_index(side: Side) -> usize {
    match side {
        Side::Counter => 0,
        Side::Statement => 1,
    }
}

impl Detail {
    /// Reads everything in force of a statement.
    ///
    /// # Errors
    /// When a value is missing or damaged.
    pub fn load(review: &Review, id: StatementId) -> Result<Self, ReviewError> {
        let (head, stages, heads, raised, note, revisions, newest, repeated) = {
            let (fold, viewer) = (review.fold(), review.viewer());
            let stages = fold.resolve(id);
            let heads = fold.summary_for(id, &viewer).issues;
            let raised: Vec<Issue> = fold.raised(id).cloned().collect();
            let of = |stage| fold.revisions(Some(id), stage);
            let revisions = Stage::ALL.map(|stage| of(stage).len()).to_vec();
            let newest = of(Stage::Verdict).into_iter().rev().find_map(|r| match r {
                Revision::Machine(m) => Some(m.value),
                Revision::Override(_) => None,
            });
            let repeated = fold.repeated(id).cloned().map(|repeated| {
                let is_fresh = repeated.inputs == stages.get(Stage::Verdict).inputs;
                (repeated, is_fresh)
            });
            (fold.head(), stages, heads, raised, fold.note(Some(id)).cloned(), revisions, newest, repeated)
        };
        let mut values = Vec::with_capacity(Stage::ALL.len());
        let mut taken_out = BTreeMap::new();
        for stage in Stage::ALL {
            values.push(match review.in_force(id, stage) {
                Err(gone @ ReviewError::Redacted(_)) => {
                    taken_out.insert(stage, gone.to_string().into());
                    None
                }
                other => other?,
            });
        }
        let machine = match newest.map(|digest| review.value(Stage::Verdict, true, digest)) {
            Some(Ok(value)) => match &*value {
                Value::Verdict(verdict) => Some(verdict.clone()),
                _ => None,
            },
            Some(Err(ReviewError::Redacted(_))) | None => None,
            Some(Err(e)) => return Err(e),
        };
        let mut texts: BTreeMap<_, _> = raised.into_iter().map(|issue| (issue.key, issue)).collect();
        for value in values.iter().flatten() {
            for issue in value.issues() {
                texts.entry(issue.key).or_insert_with(|| issue.clone());
            }
        }
        let issues = IssueGroup::all(heads.into_iter().map(|head| (head.clone(), texts.get(&head.key).cloned())));
        let source = review.source()?;
        let mut detail = Self {
            id,
            head,
            stages,
            values,
            taken_out,
            machine,
            issues,
            note,
            opinions: review.opinions(id)?,
            repeated,
            blind: false,
            cards: [Vec::new(), Vec::new()],
            counting: [0, 0],
            revisions,
            hidden: source.hidden.len(),
            older: BTreeMap::new(),
        };
        let years = |c: &Citation| Some((c.number, hygiene::years_older(&source.meta, &c.meta)?));
        detail.older = detail.citations().into_iter().flat_map(|c| &c.citations).filter_map(years).collect();
        if review.hides(id) {
            detail.hide(&review.viewer(), !review.fold().origins().is_empty());
        } else {
            detail.deal();
        }
        Ok(detail)
    }

    /// Leaves out what the machine makes of the evidence, and what other reviewers of the same file say. The citations
    /// are shown by their numbers, half of them on each side.
    fn hide(&mut self, viewer: &Viewer, merged: bool) {
        self.blind = true;
        HIDDEN_STAGES.iter().for_each(|stage| self.values[stage.number()] = None);
        self.machine = None;
        self.repeated = None;
        let own = |opinion: &ReadOpinion| *viewer == Viewer::Reviewer(opinion.opinion.who().clone());
        self.opinions.retain(|opinion| own(opinion) || merged && !opinion.opinion.made.accepts);
        self.opinions.iter_mut().for_each(|opinion| {
            opinion.machine = None;
            opinion.weighing = None;
        });
        let numbers: Vec<u32> =
            self.citations().map(|c| c.citations.iter().map(|c| c.number).collect()).unwrap_or_default();
        let (left, right) = numbers.split_at(numbers.len().div_ceil(2));
        self.cards = [left.to_vec(), right.to_vec()];
    }

    /// Deals the citations to the two sides: by stance where they count, else by
    /// the side that they were found on.
    fn deal(&mut self) {
        let Some(citations) = self.citations() else { return };
        let (mut counting, mut others) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        for citation in &citations.citations {
            let weighed = self.weighing().and_then(|w| w.get(citation.number));
            let side = match weighed {
                Some(w) if !w.blocked && w.stance == Stance::Contradicts => Some(0),
                Some(w) if !w.blocked && w.stance == Stance::Supports => Some(1),
                _ => None,
            };
            match side {
                Some(side) => counting[side].push((weighed.map_or(0.0, |w| w.opinion.adjusted), citation.number)),
                None => others[side_index(citation.side)].push(citation.number),
            }
        }
        let doc = |n: u32| citations.get(n).map(|c| c.doc.clone());
        let mut cards = [Vec::new(), Vec::new()];
        for side in 0..2 {
            counting[side].sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            let counted: Vec<u32> = counting[side].iter().map(|(_, n)| *n).collect();
            cards[side] = by_document(&counted, doc);
            cards[side].extend(by_document(&others[side], doc));
        }
        self.counting = counting.map(|side| side.len());
        self.cards = cards;
    }

    /// Where a citation is: its side and its place there.
    #[must_use]
    pub fn card(&self, number: u32) -> Option<(usize, usize)> {
        (0..2).find_map(|side| Some((side, self.cards[side].iter().position(|n| *n == number)?)))
    }

    /// The documents behind the citations of a side that count.
    #[must_use]
    pub fn sources(&self, side: usize) -> usize {
        let numbers = self.cards[side].iter().take(self.counting[side]);
        let docs: BTreeSet<&DocId> = numbers.filter_map(|n| Some(&self.citations()?.get(*n)?.doc)).collect();
        docs.len()
    }

    fn value(&self, stage: Stage) -> Option<&Value> {
        self.values.get(stage.number())?.as_deref()
    }

    /// Stage 0 as it is in force for this statement.
    #[must_use]
    pub fn statement(&self) -> Option<&Statement> {
        match self.value(Stage::Extract)? {
            Value::Statement(v) => Some(v),
            _ => None,
        }
    }

    /// Stage 1.
    #[must_use]
    pub fn counter(&self) -> Option<&Counter> {
        match self.value(Stage::Counter)? {
            Value::Counter(v) => Some(v),
            _ => None,
        }
    }

    /// Stage 2.
    #[must_use]
    pub fn search(&self) -> Option<&SearchResult> {
        match self.value(Stage::Search)? {
            Value::Search(v) => Some(v),
            _ => None,
        }
    }

    /// Stage 3, patched.
    #[must_use]
    pub fn scores(&self) -> Option<&Scores> {
        match self.value(Stage::Score)? {
            Value::Scores(v) => Some(v),
            _ => None,
        }
    }

    /// Whether stage 4 is done and found nothing to cite.
    #[must_use]
    pub fn cites_nothing(&self) -> bool {
        self.citations().is_some_and(|c| c.citations.is_empty())
    }

    /// Stage 4.
    #[must_use]
    pub fn citations(&self) -> Option<&Citations> {
        match self.value(Stage::Cite)? {
            Value::Citations(v) => Some(v),
            _ => None,
        }
    }

    /// Stage 5.
    #[must_use]
    pub fn inspection(&self) -> Option<&Inspection> {
        match self.value(Stage::Inspect)? {
            Value::Inspection(v) => Some(v),
            _ => None,
        }
    }

    /// The quality of the evidence as the rulings leave it, plain and spread over the citations; `None`
    /// where it was not inspected.
    #[must_use]
    pub fn quality(&self) -> Option<(f64, Option<f64>)> {
        let heads: Vec<IssueHead> = self.issues.iter().flat_map(|g| &g.issues).map(|(head, _)| head.clone()).collect();
        evidence_quality(self.inspection()?, &heads, self.citations().map_or(0, |c| c.citations.len()))
    }

    /// What was found doubtful about a citation that the verdict does not rest on.
    pub fn remarks(&self, number: u32) -> impl Iterator<Item = &Issue> {
        let listed =
            |issue: &&Issue| self.issues.iter().any(|group| group.issues.iter().any(|(head, _)| head.key == issue.key));
        let found = [Stage::Inspect, Stage::Weigh].into_iter().filter_map(|stage| self.value(stage));
        found
            .flat_map(|value| value.issues())
            .filter(move |issue| issue.citations().any(|n| n == number) && !listed(issue))
    }

    /// Stage 6.
    #[must_use]
    pub fn weighing(&self) -> Option<&Weighing> {
        match self.value(Stage::Weigh)? {
            Value::Weighing(v) => Some(v),
            _ => None,
        }
    }

    /// Stage 7.
    #[must_use]
    pub fn report(&self) -> Option<&Report> {
        match self.value(Stage::Report)? {
            Value::Report(v) => Some(v),
            _ => None,
        }
    }

    /// Stage 8.
    #[must_use]
    pub fn verdict(&self) -> Option<&VerdictValue> {
        match self.value(Stage::Verdict)? {
            Value::Verdict(v) => Some(v),
            _ => None,
        }
    }

    /// Stage 9.
    #[must_use]
    pub fn judgement(&self) -> Option<&Judgement> {
        match self.value(Stage::Judge)? {
            Value::Judgement(v) => Some(v),
            _ => None,
        }
    }

    /// The candidate that a document is.
    #[must_use]
    pub fn candidate(&self, doc: &DocId) -> Option<&Candidate> {
        self.search()?.candidates.iter().find(|c| c.doc == *doc)
    }

    /// The state of a stage.
    #[must_use]
    pub fn state(&self, stage: Stage) -> &StageState {
        &self.stages.get(stage).state
    }
}
