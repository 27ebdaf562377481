//! What may be asked of the fold without working anything out.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::Arc,
};

use crate::{
    domain::{
        Digest, Issue, IssueKey, ReasonLists, Ruling, Settings, Stage, Statement, StatementCandidate, StatementId,
    },
    text::Clean,
};

use super::{
    super::{Redaction, Who},
    Fold,
    history::{Extras, Slot, Stack, Undone},
    revision::{Failed, KeptPrompt, Note, Opened, Repeated, Revision, RulingMade, TimeSpent},
};

impl Fold {
    /// An id that no statement of this review ever had: what was found for one
    /// that was dropped must not be taken for another's.
    #[must_use]
    pub fn next_statement(&self) -> StatementId {
        let known = self.about.keys().flatten().copied().chain(self.statements().iter().map(|s| s.id));
        StatementId(known.map(|id| id.0).max().unwrap_or(0) + 1)
    }

    /// The number of the newest row.
    #[must_use]
    pub fn head(&self) -> u64 {
        self.head
    }

    /// How the review was made.
    #[must_use]
    pub fn opened(&self) -> Option<&Opened> {
        self.opened.as_ref()
    }

    /// Whether a reviewer lets text of this review be sent to `host`.
    #[must_use]
    pub fn consents_to(&self, host: &str) -> bool {
        let consents = self.rest(None).map_or(&[][..], |rest| &rest.consents);
        consents.iter().any(|(seq, to)| *to == host && !self.undone.contains(*seq))
    }

    /// The thresholds in force.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settled.settings
    }

    /// The statements in force, in order.
    #[must_use]
    pub fn statements(&self) -> &[Arc<Statement>] {
        &self.settled.statements
    }

    /// What else of the source could be a statement, best first.
    #[must_use]
    pub fn statement_candidates(&self) -> Arc<[StatementCandidate]> {
        self.settled.candidates()
    }

    /// One statement in force.
    #[must_use]
    pub fn statement(&self, id: StatementId) -> Option<&Statement> {
        self.settled.position(id).map(|i| &*self.settled.statements[i])
    }

    /// The statements that may look different after row `since` from before; `None` where all may.
    #[must_use]
    pub fn touched_since(&self, since: u64) -> Option<BTreeSet<StatementId>> {
        let recent = self.recent.range((since + 1, StatementId(0))..);
        (self.swept <= since).then(|| recent.map(|(_, id)| *id).collect())
    }

    /// Every row about a statement, or about the review as a whole, oldest first, undone ones included.
    /// A row that takes an act back, or does it again, is about what that act is about.
    #[must_use]
    pub fn rows(&self, statement: Option<StatementId>) -> &[u64] {
        self.about.get(&statement).map_or(&[], |about| &about.rows)
    }

    /// The act that undo would take back for this reviewer.
    #[must_use]
    pub fn undoable(&self, who: &Who) -> Option<u64> {
        self.stack(who)?.done.last().copied()
    }

    /// The act that redo would do again for this reviewer.
    #[must_use]
    pub fn redoable(&self, who: &Who) -> Option<u64> {
        self.stack(who)?.undone.last().copied()
    }

    fn stack(&self, who: &Who) -> Option<&Stack> {
        self.stacks.iter().find(|stack| stack.who == *who)
    }

    /// Whether the act in this row was undone.
    #[must_use]
    pub fn is_undone(&self, seq: u64) -> bool {
        self.undone.contains(seq)
    }

    /// The row that took the act in this row back, unless it was done again.
    #[must_use]
    pub fn undone_by(&self, seq: u64) -> Option<u64> {
        self.undone.0.get(&seq).copied()
    }

    /// The note in force on a statement, or on the review: in a merged review the newest that was written there, else
    /// the newest of the reviewers' own.
    #[must_use]
    pub fn note(&self, statement: Option<StatementId>) -> Option<&Note> {
        let notes = || self.rest(statement).into_iter().flat_map(|rest| rest.notes.iter().rev());
        let own = notes().find(|note| !self.undone.contains(note.seq) && self.origin_of(note.seq).is_none());
        own.filter(|note| !note.text.is_empty()).or_else(|| self.notes(statement).pop().filter(|_| own.is_none()))
    }

    /// The newest note of a reviewer on a statement.
    pub(in crate::review) fn note_by(&self, statement: StatementId, who: &Who) -> Option<&Note> {
        self.notes(Some(statement)).into_iter().rev().find(|note| note.who == *who)
    }

    /// The newest note of each reviewer, oldest first. Reviewers of one name in two merged reviews are two.
    #[must_use]
    pub fn notes(&self, statement: Option<StatementId>) -> Vec<&Note> {
        let mut newest: Vec<&Note> = Vec::new();
        let all = self.rest(statement).map_or(&[][..], |rest| &rest.notes);
        for note in all.iter().filter(|note| !self.undone.contains(note.seq)) {
            let rater = |note: &Note| (self.origin_of(note.seq), note.who.clone());
            newest.retain(|earlier| rater(earlier) != rater(note));
            newest.push(note);
        }
        newest.retain(|note| !note.text.is_empty());
        newest
    }

    /// The reasons that the review offers for decisions.
    #[must_use]
    pub fn reasons(&self) -> ReasonLists {
        let set = self.rest(None).map_or(&[][..], |rest| &rest.reasons);
        set.iter()
            .rev()
            .find(|(seq, _)| !self.undone.contains(*seq))
            .map(|(_, lists)| lists.clone())
            .unwrap_or_default()
    }

    /// Every version of a prompt that was kept here, oldest first, undone ones left out. In a merged review those of
    /// the review that the others were merged into count.
    pub fn prompt_versions(&self) -> impl DoubleEndedIterator<Item = &KeptPrompt> {
        let kept = self.rest(None).map_or(&[][..], |rest| &rest.prompts);
        kept.iter().filter(|kept| !self.undone.contains(kept.seq))
    }

    /// The prompts in force that a reviewer kept for this review, by the names of their files.
    #[must_use]
    pub fn prompts(&self) -> BTreeMap<Clean, &KeptPrompt> {
        let newest: BTreeMap<Clean, &KeptPrompt> =
            self.prompt_versions().map(|kept| (kept.task.clone(), kept)).collect();
        newest.into_iter().filter(|(_, kept)| kept.text.is_some()).collect()
    }

    /// How often each verdict came out when it was repeated last.
    #[must_use]
    pub fn repeated(&self, statement: StatementId) -> Option<&Repeated> {
        self.rest(Some(statement))?.repeated.as_ref()
    }

    /// How long each reviewer looked at a statement, in the order in which they began. Reviewers of one name in two
    /// merged reviews are two.
    #[must_use]
    pub fn times(&self, statement: StatementId) -> Vec<TimeSpent> {
        let mut sums: Vec<(Option<usize>, TimeSpent)> = Vec::new();
        for time in self.rest(Some(statement)).map_or(&[][..], |rest| &rest.times) {
            let origin = self.origin_of(time.seq);
            match sums.iter_mut().find(|(from, sum)| (*from, &sum.who) == (origin, &time.who)) {
                Some((_, sum)) => sum.millis = sum.millis.saturating_add(time.millis),
                None => sums.push((origin, time.clone())),
            }
        }
        sums.into_iter().map(|(_, sum)| sum).collect()
    }

    /// Whether a statement is flagged: in a merged review as it was left there, else by anybody.
    #[must_use]
    pub fn is_flagged(&self, statement: StatementId) -> bool {
        self.flag_of(statement, |_| true)
    }

    /// The same, where flags of those count alone.
    pub(in crate::review) fn flag_of(&self, statement: StatementId, counts: impl Fn(&Who) -> bool) -> bool {
        let flags = self.rest(Some(statement)).map_or(&[][..], |rest| &rest.flags);
        let mut newest: BTreeMap<Option<usize>, bool> = BTreeMap::new();
        for (seq, _, on) in flags.iter().filter(|(seq, who, _)| !self.undone.contains(*seq) && counts(who)) {
            newest.insert(self.origin_of(*seq), *on);
        }
        newest.get(&None).copied().unwrap_or_else(|| newest.values().any(|on| *on))
    }

    /// The ruling in force on an issue.
    #[must_use]
    pub fn ruling(&self, statement: StatementId, issue: IssueKey) -> Option<&RulingMade> {
        let rulings = self.rest(Some(statement))?.rulings.get(&issue)?;
        rulings.iter().rev().find(|r| !self.undone.contains(r.seq)).filter(|r| r.ruling.is_some())
    }

    /// The ruling that the dismissal in force on an issue replaced, among those of reviewers who count.
    pub(crate) fn replaced_ruling(
        &self,
        statement: StatementId,
        issue: IssueKey,
        counts: impl Fn(&Who) -> bool,
    ) -> Option<&RulingMade> {
        let rulings = self.rest(Some(statement))?.rulings.get(&issue)?.iter().rev();
        let mut rulings = rulings.filter(|made| !self.undone.contains(made.seq) && counts(&made.who));
        let is_dismissed = rulings.next()?.ruling == Some(Ruling::Dismissed);
        let before = rulings.find(|made| made.ruling != Some(Ruling::Dismissed));
        before.filter(|made| is_dismissed && made.ruling.is_some())
    }

    /// The issues of a statement on which there is any ruling, in the order of their keys.
    pub(in crate::review) fn ruled_on(&self, statement: StatementId) -> impl Iterator<Item = IssueKey> {
        self.rest(Some(statement)).into_iter().flat_map(|rest| rest.rulings.keys().copied())
    }

    /// Why a text is not in the review any more, if a reviewer took it out.
    #[must_use]
    pub fn redaction(&self, text: Digest) -> Option<&Redaction> {
        self.redacted.get(&text)
    }

    /// Every text that was taken out.
    #[must_use]
    pub fn redactions(&self) -> &BTreeMap<Digest, Redaction> {
        &self.redacted
    }

    /// The number of an issue, once it has one.
    #[must_use]
    pub fn issue_number(&self, issue: IssueKey) -> Option<u32> {
        self.issues.get(&issue)?.number
    }

    /// The issues that reviewers raised on a statement and did not take back.
    pub fn raised(&self, statement: StatementId) -> impl Iterator<Item = &Issue> {
        self.raised_with(statement).map(|(_, issue)| issue)
    }

    /// The same, each with who raised it.
    pub(in crate::review) fn raised_with(&self, statement: StatementId) -> impl Iterator<Item = (&Who, &Issue)> {
        let raised = self.rest(Some(statement)).map_or(&[][..], |rest| &rest.raised);
        raised.iter().filter(|(seq, ..)| !self.undone.contains(*seq)).map(|(_, who, issue)| (who, issue))
    }

    /// Every revision of a stage, oldest first, undone ones included.
    #[must_use]
    pub fn revisions(&self, statement: Option<StatementId>, stage: Stage) -> Vec<Revision> {
        let slot = self.slot(statement, stage);
        let machine = slot.machine.iter().cloned().map(Revision::Machine);
        let mut all: Vec<_> = machine.chain(slot.beside.overrides.iter().cloned().map(Revision::Override)).collect();
        all.sort_by_key(Revision::seq);
        all
    }

    /// Why extraction failed, when that is the newest word on it.
    #[must_use]
    pub fn extraction_failure(&self) -> Option<&Failed> {
        let slot = self.slot(None, Stage::Extract);
        let failed = slot.beside.failed.as_ref()?;
        slot.machine.iter().all(|m| m.seq < failed.seq).then_some(failed)
    }

    pub(in crate::review) fn slots<'a>(&'a self, statement: Option<StatementId>) -> impl Fn(Stage) -> Slot<'a> {
        let about = self.about.get(&statement);
        move |stage| Slot::of(about, stage)
    }

    pub(in crate::review) fn undone(&self) -> &Undone {
        &self.undone
    }

    /// The rows between an act that decided what the results of a statement are made from and its undoing. What the
    /// engine made there is nothing to go back to.
    pub(in crate::review) fn undone_spans(&self, statement: StatementId) -> Vec<Range<u64>> {
        let acts = self.rest(Some(statement)).into_iter().flat_map(Extras::steering);
        let acts = acts.chain(self.configured.iter().map(|(seq, _)| *seq));
        acts.filter_map(|seq| Some(seq..*self.undone.0.get(&seq)?)).collect()
    }

    /// What the other stages of a statement are made from, in place of stage 0.
    pub(in crate::review) fn effective_statement(&self, id: StatementId) -> Option<Digest> {
        self.settled.position(id).map(|i| self.settled.effective[i])
    }

    /// Digests of a stage's name and of the settings that it reads.
    pub(in crate::review) fn stage_digests(&self, stage: Stage) -> [Digest; 2] {
        self.settled.stages[stage.number()]
    }

    /// What stage 0 is made from under settings whose [digests](Self::stage_digests) are these.
    pub(in crate::review) fn made_from(&self, [_, settings]: [Digest; 2]) -> Option<Digest> {
        Some(Digest::of_parts([self.opened()?.source, settings]))
    }

    /// Whether the machine words a statement that a reviewer amended otherwise than it did then.
    pub(in crate::review) fn is_proposed(&self, id: StatementId) -> bool {
        self.settled.proposed.contains(&id)
    }

    fn rest(&self, statement: Option<StatementId>) -> Option<&Extras> {
        self.about.get(&statement)?.rest.as_deref()
    }
}
