//! The fold: what the acts, one after the other, come to. It holds the heads
//! of all revisions and decides nothing about which of them is in force; that
//! is computed by the functions in `resolve`, never stored.

mod history;
mod import;
mod projection;
mod query;
mod revision;
mod settled;
mod shared;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use crate::domain::{Digest, Gist, IssueKey, Settings, Stage, StatementId};

use super::{Act, Entry, Redaction, ReviewError, Who};

pub use revision::{
    Failed, IssueHead, KeptPrompt, MachineRevision, Note, Opened, OverrideRevision, Patch, Repeated, Revision,
    RulingMade, TimeSpent,
};

pub use import::Imported;

pub(super) use history::{Slot, Undone};
pub(super) use projection::FORMAT;

use history::{History, Reach, Stack, Withdrawal};
use import::{SeenResults, Translated};
use settled::Settled;
use shared::Shared;

/// What a review comes to. See the module's text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fold {
    head: u64,
    opened: Option<Opened>,
    configured: Vec<(u64, Settings)>,
    about: BTreeMap<Option<StatementId>, History>,
    /// The statements by the newest row after which each may look different.
    recent: BTreeSet<(u64, StatementId)>,
    issues: BTreeMap<IssueKey, Known>,
    /// Texts that were taken out.
    redacted: BTreeMap<Digest, Redaction>,
    /// Issues that have a number, in the order of their numbers.
    numbers: Vec<IssueKey>,
    /// What each reviewer can undo and redo.
    stacks: Vec<Stack>,
    undone: Undone,
    /// What reviewers' acts bear on.
    reach: BTreeMap<u64, Reach>,
    /// The newest row after which every statement may look different.
    swept: u64,
    unsettled: bool,
    /// The reviews that this one was merged from.
    origins: Vec<Imported>,
    seen: SeenResults,
    /// Whether the machine's opinion is hidden until a reviewer's verdict, as the rows of this review say.
    blind: bool,
    /// Places in `origins` of the merged reviews that were blind when they were merged.
    blind_origins: BTreeSet<u32>,
    /// Who has seen the machine's opinion on a statement of a blind review.
    pub(super) revealed: BTreeMap<StatementId, BTreeSet<Who>>,
    /// Who gave verdicts in the reviews that this one was merged from, undone ones included.
    pub(super) raters: BTreeSet<Who>,
    settled: Settled,
    shared: Shared,
}

/// What is known of an issue, whoever raised it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Known {
    number: Option<u32>,
    whose: Whose,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Whose {
    #[default]
    Nobody,
    One(StatementId),
    Several,
}

impl Fold {
    /// Takes one more act in. What follows from stage 0 and the settings is not
    /// up to date before [`Fold::settle`].
    pub(super) fn apply(&mut self, entry: Entry) {
        let Entry { seq, at, who, act, .. } = entry;
        self.head = seq;
        let undoable = act.is_undoable();
        let Act::Imported { origin, of, .. } = act else {
            self.record(seq, &who, undoable, Some(&act));
            self.apply_act(seq, at, &who, act);
            return;
        };
        // Also of a common beginning: the review before it may have ended its blindness since.
        match &*of {
            Act::Blind { on: true } => drop(self.blind_origins.insert(origin)),
            Act::Blind { on: false } => drop(self.blind_origins.remove(&origin)),
            _ => {}
        }
        let Translated { act, effect } = self.translate(origin, *of);
        if let Some(act) = &act {
            self.see(seq, origin, act);
        }
        self.record(seq, &who, undoable, act.as_ref());
        // An act that reviews share from a common beginning was done once.
        if let Some(act) = effect.filter(|_| !self.is_shared(seq)) {
            if act.gives_verdict() {
                self.raters.insert(who.clone());
            }
            self.apply_act(seq, at, &who, act);
        }
    }

    /// Notes what a row bears on, and what its reviewer can undo after it.
    fn record(&mut self, seq: u64, who: &Who, undoable: bool, act: Option<&Act>) {
        let reach = match act {
            Some(Act::Undo { of }) => {
                Stack::undo(&mut self.stacks, *of);
                self.undone.0.insert(*of, seq);
                self.reach_of(*of)
            }
            Some(Act::Redo { of }) => {
                Stack::redo(&mut self.stacks, *of);
                self.undone.0.remove(of);
                self.reach_of(*of)
            }
            act => act.map(Reach::of).unwrap_or_default(),
        };
        for whom in &reach.whom {
            self.about(*whom).rows.push(seq);
            self.touch(*whom, seq);
        }
        self.unsettled |= reach.settles;
        if reach.sweeps() {
            self.swept = seq;
        }
        if undoable {
            Stack::push(&mut self.stacks, who, seq);
            self.reach.insert(seq, reach);
        }
    }

    fn reach_of(&self, of: u64) -> Reach {
        self.reach.get(&of).cloned().unwrap_or_else(|| Reach { whom: vec![None], settles: true })
    }

    fn apply_act(&mut self, seq: u64, at: Timestamp, who: &Who, act: Act) {
        match act {
            Act::Open { source, settings, spec } => {
                self.opened = Some(Opened { at, source, spec });
                self.configured = vec![(seq, *settings)];
            }
            Act::Configure { settings } => self.configured.push((seq, *settings)),
            Act::Result { stage, statement, spec, inputs, value, gist, millis } => {
                self.meet(statement, &gist);
                let (spec, gist) = (self.shared.spec(spec), self.shared.gist(gist));
                let machine = &mut self.about(statement).machine[stage.number()];
                // Most stages are run once.
                if machine.is_empty() {
                    machine.reserve_exact(1);
                }
                machine.push(MachineRevision { seq, at, spec, inputs, value, gist, millis });
            }
            Act::Failed { stage, statement, inputs, reason, .. } => {
                let about = self.about(statement);
                // The engine appends a result and the failure of a part of it at once.
                let partial = about.machine[stage.number()].last().filter(|m| (m.seq + 1, m.at) == (seq, at));
                let partial = partial.map(|m| m.seq);
                let beside = about.beside(stage);
                beside.partial.extend(partial);
                beside.failed = Some(Failed { seq, at, inputs, reason });
            }
            Act::Number { issues } => issues.into_iter().for_each(|key| self.number(key, seq)),
            Act::Override { stage, statement, inputs, value, gist, reason, accepts } => {
                self.meet(statement, &gist);
                let (who, gist) = (who.clone(), self.shared.gist(gist));
                let made = OverrideRevision { seq, at, who, inputs, value, gist, reason, accepts };
                self.about(statement).beside(stage).overrides.push(made);
            }
            Act::Withdraw { stage, statement, .. } => {
                self.about(statement).beside(stage).withdrawn.push(Withdrawal { seq, who: who.clone() });
            }
            Act::Include { statement, doc } => {
                self.patch(statement, Patch { seq, doc, included: true, reason: None });
            }
            Act::Exclude { statement, doc, reason } => {
                self.patch(statement, Patch { seq, doc, included: false, reason });
            }
            Act::Ruling { statement, issue, ruling, reason } => {
                let made = RulingMade { seq, ruling, who: who.clone(), at, reason };
                self.about(Some(statement)).rest().rulings.entry(issue).or_default().push(made);
            }
            Act::Raise { statement, issue } => {
                self.meet_issue(statement, issue.key);
                self.number(issue.key, seq);
                self.about(Some(statement)).rest().raised.push((seq, who.clone(), *issue));
            }
            Act::Note { statement, text } => {
                let note = Note { seq, text, who: who.clone(), at };
                self.about(statement).rest().notes.push(note);
            }
            Act::Flag { statement, on } => self.about(Some(statement)).rest().flags.push((seq, who.clone(), on)),
            Act::Reasons { lists } => self.about(None).rest().reasons.push((seq, *lists)),
            Act::Prompt { stage, task, text, prompts } => {
                let kept = KeptPrompt { seq, at, who: who.clone(), stage, task, text, prompts };
                self.about(None).rest().prompts.push(kept);
            }
            Act::Repeat { statement, spec, inputs, verdicts } => {
                self.about(Some(statement)).rest().repeated = Some(Repeated { seq, inputs, spec, verdicts });
            }
            Act::Time { statement, millis } => {
                let time = TimeSpent { seq, who: who.clone(), millis };
                self.about(Some(statement)).rest().times.push(time);
            }
            Act::Consent { host } => self.about(None).rest().consents.push((seq, host)),
            Act::Redact { texts, reason } => {
                let redaction = Redaction { who: who.clone(), at, reason };
                self.redacted.extend(texts.into_iter().map(|text| (text, redaction.clone())));
            }
            Act::Bulk { acts, .. } => acts.into_iter().for_each(|act| self.apply_act(seq, at, who, act)),
            Act::Blind { on } => {
                self.blind = on;
                self.blind_origins.clear();
            }
            Act::Reveal { statement, to, .. } => {
                self.revealed.entry(statement).or_default().insert(to);
            }
            Act::Merge { base, head, origins, statements, gist } => {
                let given = self.about.values().filter_map(|about| about.rest.as_ref()?.stages.get(&Stage::Verdict));
                self.raters.extend(given.flat_map(|beside| &beside.overrides).map(|made| made.who.clone()));
                self.merge(seq, base, head, origins);
                if let Some(value) = statements {
                    let (who, gist) = (who.clone(), self.shared.gist(gist));
                    let reason = Some("merged".into());
                    let made = OverrideRevision { seq, at, who, inputs: None, value, gist, reason, accepts: false };
                    self.about(None).beside(Stage::Extract).overrides.push(made);
                }
            }
            // Handled before: these are about acts, not among them.
            Act::Undo { .. } | Act::Redo { .. } | Act::Imported { .. } => {}
            // On record for whoever compares it, and never in force.
            Act::Trial { .. } => {}
        }
    }

    /// Notes that a statement, or the review as a whole, may look different after row `seq`.
    fn touch(&mut self, statement: Option<StatementId>, seq: u64) {
        let before = std::mem::replace(&mut self.about(statement).touched, seq);
        if let Some(id) = statement {
            self.recent.remove(&(before, id));
            self.recent.insert((seq, id));
        }
    }

    fn about(&mut self, statement: Option<StatementId>) -> &mut History {
        self.about.entry(statement).or_default()
    }

    fn slot(&self, statement: Option<StatementId>, stage: Stage) -> Slot<'_> {
        Slot::of(self.about.get(&statement), stage)
    }

    fn patch(&mut self, statement: StatementId, patch: Patch) {
        self.about(Some(statement)).beside(Stage::Score).patches.push(patch);
    }

    /// Remembers whose issues these are.
    fn meet(&mut self, statement: Option<StatementId>, gist: &Gist) {
        if let Some(statement) = statement {
            gist.issues.iter().for_each(|(key, ..)| self.meet_issue(statement, *key));
        }
    }

    fn meet_issue(&mut self, statement: StatementId, key: IssueKey) {
        let known = self.issues.entry(key).or_default();
        known.whose = match known.whose {
            Whose::Nobody => Whose::One(statement),
            Whose::One(other) if other == statement => Whose::One(statement),
            Whose::One(_) | Whose::Several => Whose::Several,
        };
    }

    /// The statement on which alone an issue was raised.
    pub(super) fn whose_issue(&self, key: IssueKey) -> Option<StatementId> {
        match self.issues.get(&key)?.whose {
            Whose::One(statement) => Some(statement),
            Whose::Nobody | Whose::Several => None,
        }
    }

    /// Whether the machine's opinion is hidden until a reviewer's verdict. A merged review is blind where one of those
    /// that it was made from is.
    #[must_use]
    pub fn is_blind(&self) -> bool {
        self.blind || !self.blind_origins.is_empty()
    }

    /// Gives an issue its number, which shows on the statement whose it is.
    fn number(&mut self, key: IssueKey, seq: u64) {
        let known = self.issues.entry(key).or_default();
        if known.number.is_some() {
            return;
        }
        self.numbers.push(key);
        known.number = Some(u32::try_from(self.numbers.len()).unwrap_or(u32::MAX));
        match known.whose {
            Whose::Nobody => {}
            Whose::One(statement) => self.touch(Some(statement), seq),
            Whose::Several => self.swept = seq,
        }
    }

    /// Whether these acts may be appended: reviewers undo and redo only their own newest act.
    pub(super) fn check<'a>(&self, acts: impl Iterator<Item = (&'a Who, &'a Act)>) -> Result<(), ReviewError> {
        for (who, act) in acts {
            match act {
                Act::Undo { of } if self.undoable(who) != Some(*of) => return Err(self.nothing_to("undo", who)),
                Act::Redo { of } if self.redoable(who) != Some(*of) => return Err(self.nothing_to("redo", who)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether a row from elsewhere can follow: it undoes what is done, or redoes what was undone. Earlier versions let
    /// reviewers undo each other's acts, so it does not matter whose act that is.
    pub(super) fn check_row(&self, act: &Act) -> Result<(), ReviewError> {
        let translated = match act {
            Act::Imported { origin, of, .. } => self.translate(*origin, (**of).clone()).act,
            act => Some(act.clone()),
        };
        let fits = match &translated {
            Some(Act::Undo { of }) => self.stacks.iter().any(|stack| stack.done.contains(of)),
            Some(Act::Redo { of }) => self.stacks.iter().any(|stack| stack.undone.contains(of)),
            _ => true,
        };
        if fits { Ok(()) } else { Err(ReviewError::History) }
    }

    /// Why `who` cannot undo or redo anything.
    pub(super) fn nothing_to(&self, what: &'static str, who: &Who) -> ReviewError {
        // A blind review does not say that others did something.
        let newest = self.stacks.iter().filter(|stack| stack.who != *who && !self.is_blind());
        let newest = newest.max_by_key(|stack| if what == "undo" { stack.done.last() } else { stack.undone.last() });
        let other = newest.filter(|stack| !if what == "undo" { &stack.done } else { &stack.undone }.is_empty());
        ReviewError::NothingTo { what, who: who.clone(), other: other.map(|stack| stack.who.clone()) }
    }
}
