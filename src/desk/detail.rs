//! Everything in force on one statement, for who looks: what it is read from, and how citations are dealt to the sides.

mod questions;

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    domain::{
        Citation, Digest, DocId, EngineSpec, Issue, IssueKey, Side, Source, Stage, Stance, Statement, StatementId,
        Value, VerdictValue, diff::WeightSet, rules::citation_count::CitationCount,
    },
    review::{
        Fold, HIDDEN_STAGES, Hides, IssueGroup, MachineRevision, Note, OverrideRevision, ReadOpinion, Redaction,
        Repeated, Review, ReviewError, Revision, RulingMade, Seen, StageState, Stages, Summary, TimeSpent, Viewer, Who,
    },
    text::Clean,
};

/// Everything in force on one statement. What a blind review hides from who looks is not in it.
#[derive(Clone, Debug)]
pub struct Detail {
    /// Which one.
    pub id: StatementId,
    /// The newest row of the journal that it was read from.
    pub head: u64,
    /// The statement.
    pub statement: Arc<Statement>,
    /// What lists show of it.
    pub summary: Summary,
    /// The stages.
    pub stages: Stages,
    /// Stages with a result in force of which the text is not in the review: it was redacted, or is missing.
    pub removed: BTreeMap<Stage, Option<Redaction>>,
    /// The machine's newest own verdict, before its judge, whatever is in force.
    pub machine: Seen<VerdictValue>,
    /// By what that was made.
    pub maker: Option<Arc<EngineSpec>>,
    /// The machine's list that the statement is in, where a reviewer's list is in force: they changed other statements.
    pub extracted: Option<MachineRevision>,
    /// How the machine's list words the statement, where a reviewer worded it differently.
    pub worded_before: Option<Clean>,
    /// What reviewers set of stances and weights that is in force, each with who set it; the newest of each citation.
    pub weights_set: Vec<(Who, WeightSet)>,
    /// The side that each citation was on before a reviewer last set its stance.
    sides_left: BTreeMap<u32, usize>,
    /// Issues in force with their texts, equal ones together.
    pub issues: Vec<IssueGroup>,
    /// For dismissed issues the ruling that the dismissal replaced, which is in force again when they are restored.
    pub replaced: BTreeMap<IssueKey, RulingMade>,
    /// The newest note that who looks wrote here.
    pub note: Option<Note>,
    /// The newest note of each reviewer, oldest first.
    pub notes: Vec<Note>,
    /// What each reviewer says.
    pub opinions: Vec<ReadOpinion>,
    /// Whether the review was merged from several.
    pub is_merged: bool,
    /// How often each verdict came out when it was repeated last, and whether the evidence is still that.
    pub repeated: Option<(Repeated, bool)>,
    /// How long each reviewer looked at it.
    pub times: Vec<TimeSpent>,
    /// Who set stances and weights of the citations by hand; `None` where several reviewers did.
    pub weigher: Option<Who>,
    /// Whether the judgement in force is of a reviewer's verdict rather than the machine's.
    pub judges_reviewer: bool,
    /// Numbers of the citations for each side: those of documents that count there, then those of documents that count
    /// for neither side.
    pub cards: [Vec<u32>; 2],
    /// How many of the cards of each side count.
    pub counting: [usize; 2],
    /// How many of the cards of each side are of documents that count there.
    pub sided: [usize; 2],
    /// How many revisions each stage has.
    pub revisions: Vec<usize>,
    /// The source under review.
    pub source: Arc<Source>,
    /// How often the works of citations without a weight are cited, where the review lets that bear on credibility. The
    /// library knows it, so whoever reads beside one puts it here.
    pub counts: BTreeMap<DocId, CitationCount>,
    values: BTreeMap<Stage, Arc<Value>>,
    texts: BTreeMap<IssueKey, Issue>,
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

/// The reason given when the verdict of `name` is adopted.
pub(crate) fn adopting(name: &str) -> Clean {
    format!("adopts the verdict of {name}").into()
}

/// The number of a side in arrays: against, for.
pub(crate) fn side_index(side: Side) -> usize {
    match side {
        Side::Counter => 0,
        Side::Statement => 1,
    }
}

/// The number of the side that a stance takes, if it takes one.
pub(crate) fn stance_index(stance: Stance) -> Option<usize> {
    [Stance::Contradicts, Stance::Supports].into_iter().position(|side| side == stance)
}

/// A passage below this confidence, which would be shown as 0.00, is on neither side.
pub(crate) const LEAST_WEIGHT: f64 = 0.005;

impl Detail {
    /// Reads everything in force on a statement.
    ///
    /// # Errors
    /// When there is no such statement, or a value is missing or damaged.
    pub fn load(review: &Review, id: StatementId) -> Result<Self, ReviewError> {
        let (source, viewer) = (review.source()?, review.viewer());
        let (mut detail, newest) = Self::found(&review.fold(), id, &viewer, source)?;
        detail.read(review, newest, |e| matches!(e, ReviewError::Redacted(_)))?;
        let set = review.fold().weights_set(id);
        detail.read_weights_set(review, set);
        let hides = review.fold().hidden_of(id, &viewer);
        detail.see(review.opinions(id)?, hides);
        Ok(detail)
    }

    /// The same from one state of the review, which may name its reviewers otherwise. What is missing or changed in the
    /// file is left out: that is a fault of the file, with which an export begins.
    ///
    /// # Errors
    /// When the review cannot be read.
    pub(crate) fn at(review: &Review, fold: &Fold, id: StatementId, viewer: &Viewer) -> Result<Self, ReviewError> {
        let (mut detail, newest) = Self::found(fold, id, viewer, review.source()?)?;
        let is_gone = |e: &_| matches!(e, ReviewError::Redacted(_) | ReviewError::Missing(_) | ReviewError::Changed(_));
        detail.read(review, newest, is_gone)?;
        detail.read_weights_set(review, fold.weights_set(id));
        let mut opinions = review.opinions(id)?;
        let here = fold.opinions(id);
        for read in &mut opinions {
            if let Some(same) = here.iter().find(|other| other.made.seq == read.opinion.made.seq) {
                read.opinion = same.clone();
            }
            let origin = read.opinion.origin.and_then(|at| fold.origins().get(at));
            read.file = origin.map(|origin| origin.file.clone());
        }
        detail.see(opinions, fold.hidden_of(id, viewer));
        Ok(detail)
    }

    /// What the fold knows, and the machine's newest verdict.
    fn found(
        fold: &Fold,
        id: StatementId,
        viewer: &Viewer,
        source: Arc<Source>,
    ) -> Result<(Self, Option<Digest>), ReviewError> {
        let of = |stage| fold.revisions(Some(id), stage);
        let newest = of(Stage::Verdict).into_iter().rev().find_map(|revision| match revision {
            Revision::Machine(made) => Some(made),
            Revision::Override(_) => None,
        });
        let stages = fold.resolve_for(id, viewer);
        let summary = fold.summary_for(id, viewer);
        let is_own = |who: &Who| *viewer == Viewer::Reviewer(who.clone());
        let shows = |who: &Who| !summary.hidden || is_own(who);
        let statement = fold.statements().iter().find(|statement| statement.id == id).cloned();
        let detail = Self {
            id,
            head: fold.head(),
            statement: statement.ok_or(ReviewError::NoStatement(id))?,
            removed: BTreeMap::new(),
            machine: Seen::Missing,
            maker: newest.as_ref().map(|made| Arc::clone(&made.spec)),
            extracted: fold.revisions(None, Stage::Extract).into_iter().rev().find_map(|revision| match revision {
                Revision::Machine(made) => Some(made),
                Revision::Override(_) => None,
            }),
            worded_before: None,
            weights_set: Vec::new(),
            sides_left: BTreeMap::new(),
            issues: Vec::new(),
            replaced: {
                let replaced = |key: IssueKey| Some((key, fold.replaced_ruling(id, key, shows)?.clone()));
                summary.issues.iter().filter_map(|head| replaced(head.key)).collect()
            },
            note: {
                let is_here = |note: &&Note| is_own(&note.who) && fold.origin_of(note.row()).is_none();
                fold.notes(Some(id)).into_iter().rev().find(is_here).cloned()
            },
            notes: fold.notes(Some(id)).into_iter().filter(|note| shows(&note.who)).cloned().collect(),
            opinions: Vec::new(),
            is_merged: !fold.origins().is_empty(),
            repeated: fold.repeated(id).cloned().map(|repeated| {
                let is_fresh = repeated.inputs == stages.get(Stage::Verdict).inputs;
                (repeated, is_fresh)
            }),
            times: fold.times(id).into_iter().filter(|time| shows(&time.who)).collect(),
            weigher: {
                let mut made = of(Stage::Weigh).into_iter().filter_map(|revision| match revision {
                    Revision::Override(made) => Some(made.who),
                    Revision::Machine(_) => None,
                });
                made.next().filter(|who| made.all(|other| other == *who))
            },
            judges_reviewer: fold.judges_reviewer(id),
            cards: [Vec::new(), Vec::new()],
            counting: [0, 0],
            sided: [0, 0],
            revisions: Stage::ALL
                .map(|stage| match of(stage).len() {
                    // Another run of what is hidden may follow from what others did.
                    runs if summary.hidden && HIDDEN_STAGES.contains(&stage) => runs.min(1),
                    runs => runs,
                })
                .to_vec(),
            source,
            counts: BTreeMap::new(),
            values: BTreeMap::new(),
            texts: fold
                .raised(id)
                .filter(|issue| !summary.hidden || summary.issues.iter().any(|head| head.key == issue.key))
                .map(|issue| (issue.key, issue.clone()))
                .collect(),
            summary,
            stages,
        };
        Ok((detail, newest.map(|made| made.value)))
    }

    /// Reads the values that may be seen, but for those that are `gone`.
    fn read(
        &mut self,
        review: &Review,
        newest: Option<Digest>,
        gone: impl Fn(&ReviewError) -> bool,
    ) -> Result<(), ReviewError> {
        self.values.insert(Stage::Extract, Arc::new(Value::Statement(Box::new((*self.statement).clone()))));
        let is_changed = matches!(self.stages.get(Stage::Extract).state, StageState::Overridden { .. })
            || self.is_in_list_of_reviewer();
        if let Some(made) = self.extracted.take().filter(|_| is_changed) {
            let list = review.value(Stage::Extract, false, made.value).ok();
            let text = list.and_then(|list| match &*list {
                Value::Statements(list) => list.statements.iter().find(|of| of.id == self.id).map(|of| of.text.clone()),
                _ => None,
            });
            let is_same = text.as_ref() == Some(&self.statement.text);
            self.extracted = (is_same && self.is_in_list_of_reviewer()).then_some(made);
            self.worded_before = text.filter(|_| !is_same);
        }
        for stage in Stage::OF_STATEMENT {
            let Some(in_force) = self.stages.get(stage).in_force.as_ref().filter(|_| !self.hides(stage)) else {
                continue;
            };
            let redaction = match review.effective(stage, in_force) {
                Ok(value) => {
                    self.values.insert(stage, value);
                    continue;
                }
                Err(ReviewError::Redacted(redaction)) => Some(redaction),
                Err(e) if gone(&e) => None,
                Err(e) => return Err(e),
            };
            self.removed.insert(stage, redaction);
        }
        self.machine = match newest {
            _ if self.is_hidden() => Seen::Hidden,
            None => Seen::Missing,
            Some(digest) => match review.value(Stage::Verdict, true, digest) {
                Ok(value) => match &*value {
                    Value::Verdict(verdict) => Seen::Shown(verdict.clone()),
                    _ => Seen::Missing,
                },
                Err(e) if gone(&e) => Seen::Missing,
                Err(e) => return Err(e),
            },
        };
        for issue in self.values.values().flat_map(|value| value.issues()) {
            self.texts.entry(issue.key).or_insert_with(|| issue.clone());
        }
        let heads = self.summary.issues.iter().map(|head| (head.clone(), self.texts.get(&head.key).cloned()));
        self.issues = IssueGroup::all(heads);
        Ok(())
    }

    /// Reads what was set of stances and weights in place of what; a text that is not in the review any more says nothing.
    fn read_weights_set(&mut self, review: &Review, set: Vec<(Digest, OverrideRevision)>) {
        if self.is_hidden() {
            return;
        }
        for (before, made) in set {
            for mut one in review.weights_set(before, made.value) {
                if let Some(side) = one.stance.and_then(|(before, _)| stance_index(before?)) {
                    self.sides_left.insert(one.number, side);
                }
                let known = self.weights_set.iter().position(|(_, known)| known.number == one.number);
                if let Some((_, earlier)) = known.map(|at| self.weights_set.remove(at))
                    && let (Some((first, _)), Some((_, now))) = (earlier.stance, one.stance.or(earlier.stance))
                {
                    one.stance = Some((first, now)).filter(|_| first != Some(now));
                }
                self.weights_set.push((made.who.clone(), one));
            }
        }
        self.weights_set.retain(|(_, one)| one.stance.is_some() || !one.figures.is_empty());
        self.weights_set.sort_by_key(|(_, one)| one.number);
    }

    /// Whether the statement is in a list that a reviewer changed, and was not itself set by one.
    fn is_in_list_of_reviewer(&self) -> bool {
        let extract = self.stages.get(Stage::Extract);
        let is_set = matches!(extract.state, StageState::Overridden { .. });
        let made = extract.in_force.as_ref().map(|found| &found.revision);
        !is_set && matches!(made, Some(Revision::Override(_)))
    }

    /// Takes in what reviewers say, and deals the citations to the two sides. From who may not see the machine's opinion
    /// this leaves out what other reviewers say, unless who looks decides between them, and shows the citations by their
    /// numbers, half of them on each side.
    fn see(&mut self, opinions: Vec<ReadOpinion>, hides: Hides) {
        self.opinions = opinions;
        if !self.is_hidden() {
            self.deal();
            return;
        }
        self.repeated = None;
        // How often a result was made or set reveals what others did.
        HIDDEN_STAGES
            .into_iter()
            .for_each(|stage| self.revisions[stage.number()] = self.revisions[stage.number()].min(1));
        match hides {
            // Who looks has given no verdict, so all of them are others'.
            Hides::Everything => self.opinions.clear(),
            _ => self.opinions.iter_mut().for_each(ReadOpinion::without_machine),
        }
        let numbers: Vec<u32> =
            self.citations().map(|c| c.citations.iter().map(|c| c.number).collect()).unwrap_or_default();
        let (left, right) = numbers.split_at(numbers.len().div_ceil(2));
        self.cards = [left.to_vec(), right.to_vec()];
    }

    /// The side on which a citation is shown that counts for neither: where it was before a reviewer set its stance, else
    /// that of the stance that a reasoner proposed, else that of the search that found it.
    fn side_of_silent(&self, citation: &Citation) -> usize {
        let weighed = self.weighing().shown().and_then(|weighing| weighing.get(citation.number));
        let left = self.sides_left.get(&citation.number).copied();
        left.or(weighed.and_then(|weighed| stance_index(weighed.proposed))).unwrap_or(side_index(citation.side))
    }

    /// Deals the citations to the two sides: by stance where they count, with their documents where another passage of
    /// these counts, else at the foot of [one of them](Self::side_of_silent).
    fn deal(&mut self) {
        let Some(citations) = self.citations() else { return };
        let mut counting = [Vec::new(), Vec::new()];
        let mut silent = Vec::new();
        for citation in &citations.citations {
            match self.side_of(citation.number) {
                Some(side) => {
                    let weighed = self.weighing().shown().and_then(|w| w.get(citation.number));
                    counting[side].push((weighed.map_or(0.0, |w| w.opinion.adjusted), citation));
                }
                None => silent.push(citation),
            }
        }
        let counts = |side: usize, doc: &DocId| counting[side].iter().any(|(_, counted)| counted.doc == *doc);
        let (mut others, mut neither) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        for citation in silent {
            let own = self.side_of_silent(citation);
            match [own, 1 - own].into_iter().find(|side| counts(*side, &citation.doc)) {
                Some(side) => others[side].push(citation.number),
                None => neither[own].push(citation.number),
            }
        }
        let doc = |n: u32| citations.get(n).map(|c| c.doc.clone());
        let mut cards = [Vec::new(), Vec::new()];
        let mut sided = [0, 0];
        for side in 0..2 {
            counting[side].sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.number.cmp(&b.1.number)));
            let counted = counting[side].iter().map(|(_, citation)| citation.number);
            let of_side: Vec<u32> = counted.chain(others[side].iter().copied()).collect();
            sided[side] = of_side.len();
            cards[side] = by_document(&of_side, doc);
            cards[side].extend(by_document(&neither[side], doc));
        }
        self.counting = counting.map(|side| side.len());
        (self.cards, self.sided) = (cards, sided);
    }
}
