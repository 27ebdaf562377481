//! What each reviewer says of a statement, which of it is in force, and where they differ (`docs/rules.md#merging`).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::domain::{Basis, Digest, EngineSpec, Reason, Stage, StatementId, Verdict};

use super::{
    Who,
    fold::{Fold, OverrideRevision, Revision},
};

/// The verdict that one reviewer gave and did not take back, whether or not it is in force.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictOpinion {
    /// The review that it is from: its place in [`Fold::origins`]. `None` for one given in this review, which in a
    /// merged review adjudicates.
    pub origin: Option<usize>,
    /// The reviewer's result.
    pub made: OverrideRevision,
    /// Verdict, confidence 0–1 and basis.
    pub verdict: (Verdict, f64, Basis),
}

/// On what a reviewer of a merged review decided: digests of what was in force there, which the review keeps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// The citations.
    pub citations: Option<Digest>,
    /// Their stances.
    pub weighing: Option<Digest>,
    /// The machine's verdict in the end, with who made it: the newest before the reviewer's, else the first after it.
    pub machine: Option<((Verdict, f64, Basis), Arc<EngineSpec>)>,
}

/// How the reviewers of merged reviews differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Conflict {
    /// In their verdicts.
    Verdict,
    /// In the reasons that they give for the same verdict.
    Reason,
}

impl Conflict {
    /// The words for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Verdict => "verdicts differ",
            Self::Reason => "reasons differ",
        }
    }
}

impl VerdictOpinion {
    /// The reviewer's confidence, 0–1; `None` where they gave none.
    #[must_use]
    pub fn confidence(&self) -> Option<f64> {
        (!self.made.gist.unrated).then_some(self.verdict.1)
    }

    /// The reviewer.
    #[must_use]
    pub fn who(&self) -> &Who {
        &self.made.who
    }

    /// Digest of the listed reason or of the words, if either was given.
    fn grounds(&self) -> Option<Digest> {
        self.made.reason.as_ref().and_then(Reason::grounds).or(self.made.gist.grounds)
    }
}

impl Fold {
    /// The newest verdict of each reviewer on a statement, in the order of their rows. Reviewers of one name in two
    /// merged reviews are two.
    #[must_use]
    pub fn opinions(&self, statement: StatementId) -> Vec<VerdictOpinion> {
        let mut opinions: Vec<VerdictOpinion> = Vec::new();
        for (origin, made) in self.verdicts_given(statement) {
            opinions.retain(|earlier| (earlier.origin, &earlier.made.who) != (origin, &made.who));
            opinions.extend(made.gist.verdict.map(|verdict| VerdictOpinion { origin, made: made.clone(), verdict }));
        }
        opinions
    }

    /// Verdicts that were neither undone nor withdrawn in the review that they are from.
    fn verdicts_given(&self, statement: StatementId) -> impl Iterator<Item = (Option<usize>, &OverrideRevision)> {
        let slot = self.slots(Some(statement))(Stage::Verdict);
        let withdrawn: Vec<_> = slot
            .beside
            .withdrawn
            .iter()
            .filter(|by| !self.undone().contains(by.seq))
            .map(|by| (self.origin_of(by.seq), by))
            .collect();
        let live = slot.beside.overrides.iter().filter(|made| !self.undone().contains(made.seq));
        live.map(|made| (self.origin_of(made.seq), made))
            .filter(move |(origin, made)| !withdrawn.iter().any(|(of, by)| of == origin && by.is_of(made)))
    }

    /// The reviewer's verdict in force: the newest given in this review; in a merged one without, that of all reviewers
    /// where their verdicts are the same.
    pub(in crate::review) fn verdict_set(&self, statement: StatementId) -> Option<&OverrideRevision> {
        if self.origins().is_empty() {
            return self.slots(Some(statement))(Stage::Verdict).override_in_force(self.undone());
        }
        let given: Vec<_> = self.verdicts_given(statement).collect();
        if let Some((_, own)) = given.iter().rev().find(|(origin, _)| origin.is_none()) {
            return Some(own);
        }
        let opinions = self.opinions(statement);
        let newest = opinions.last()?;
        let agreed = opinions.iter().all(|opinion| opinion.verdict.0 == newest.verdict.0);
        given.into_iter().map(|(_, made)| made).find(|made| agreed && made.seq == newest.made.seq)
    }

    /// The other reviewers whose verdict `set` is, where those of merged reviews agree.
    pub(in crate::review) fn jointly(&self, statement: StatementId, set: &OverrideRevision) -> Vec<Who> {
        if self.origin_of(set.seq).is_none() {
            return Vec::new();
        }
        let others = self.opinions(statement).into_iter().map(|opinion| opinion.made.who);
        let mut named: Vec<Who> = Vec::new();
        others.filter(|who| *who != set.who).for_each(|who| {
            if !named.contains(&who) {
                named.push(who);
            }
        });
        named
    }

    /// How the reviewers of merged reviews differ on a statement, until somebody gives a verdict in this one. Reviews
    /// that are merged later open a decided conflict again only with another verdict.
    #[must_use]
    pub fn conflict(&self, statement: StatementId) -> Option<Conflict> {
        if self.origins().is_empty() {
            return None;
        }
        let all = self.opinions(statement);
        let (own, opinions): (Vec<_>, Vec<_>) = all.iter().partition(|opinion| opinion.origin.is_none());
        if let Some(own) = own.last() {
            let newer = opinions.iter().any(|o| o.made.seq > own.made.seq && o.verdict.0 != own.verdict.0);
            return newer.then_some(Conflict::Verdict);
        }
        let differ = |a: &VerdictOpinion, b: &VerdictOpinion| match (a.grounds(), b.grounds()) {
            _ if a.verdict.0 != b.verdict.0 => Some(Conflict::Verdict),
            (Some(a), Some(b)) if a != b => Some(Conflict::Reason),
            _ => None,
        };
        let pairs = opinions.iter().enumerate().flat_map(|(at, a)| opinions[at + 1..].iter().map(move |b| (a, b)));
        pairs.filter_map(|(a, b)| differ(a, b)).min()
    }

    /// On what a reviewer decided.
    #[must_use]
    pub fn evidence(&self, statement: StatementId, opinion: &VerdictOpinion) -> Evidence {
        let seq = opinion.made.seq;
        let imported = opinion.origin.filter(|origin| *origin > 0 && !self.is_added(*origin, statement));
        let Some(origin) = imported else {
            let before = |stage| {
                let revisions = self.revisions(Some(statement), stage);
                revisions.iter().rev().find(|revision| revision.seq() < seq).map(Revision::value)
            };
            let slots = self.slots(Some(statement));
            let (verdict, judge) = (slots(Stage::Verdict), slots(Stage::Judge));
            let given = verdict.beside.overrides.iter().filter(|made| self.origin_of(made.seq) == opinion.origin);
            let machine = decided_on(
                verdict.machine.iter().map(|made| (made.seq, made.gist.verdict, Some(&made.spec))),
                judge.machine.iter().map(|made| (made.seq, made.gist.verdict)),
                given.map(|made| made.seq),
                seq,
            );
            return Evidence { citations: before(Stage::Cite), weighing: before(Stage::Weigh), machine };
        };
        let before = |stage| self.seen(origin, statement, stage, seq);
        let slot = self.slots(Some(statement))(Stage::Verdict);
        let given = slot.beside.overrides.iter().filter(|made| self.origin_of(made.seq) == Some(origin));
        let machine = decided_on(
            self.all_seen(origin, statement, Stage::Verdict).map(|seen| (seen.seq, seen.gist, seen.spec.as_ref())),
            self.all_seen(origin, statement, Stage::Judge).map(|seen| (seen.seq, seen.gist)),
            given.map(|made| made.seq),
            seq,
        );
        Evidence {
            citations: before(Stage::Cite).map(|seen| seen.value),
            weighing: before(Stage::Weigh).map(|seen| seen.value),
            machine,
        }
    }

    /// Whether a statement is here from this review alone, with all that was done to it.
    fn is_added(&self, origin: usize, statement: StatementId) -> bool {
        let statements = self.origins().get(origin).map_or(&[][..], |origin| &origin.statements);
        statements.iter().any(|matched| matched.ours == statement && matched.added)
    }
}

/// A verdict with its confidence and basis.
type Gist = Option<(Verdict, f64, Basis)>;

/// The machine's verdict that a reviewer's in row `given` is compared with: the newest before it, else the first after
/// it, as the judge left it. `verdicts` and `judgements` are the machine's, `overrides` the rows of the reviewers' verdicts
/// in the same review: what the judge said after one of these is about that one.
fn decided_on<'a>(
    verdicts: impl Iterator<Item = (u64, Gist, Option<&'a Arc<EngineSpec>>)>,
    judgements: impl Iterator<Item = (u64, Gist)>,
    overrides: impl Iterator<Item = u64>,
    given: u64,
) -> Option<((Verdict, f64, Basis), Arc<EngineSpec>)> {
    let (mut before, mut after) = (None, None);
    for verdict in verdicts {
        if verdict.0 < given { before = Some(verdict) } else { after = after.or(Some(verdict)) }
    }
    let (made, gist, spec) = before.or(after)?;
    let until = overrides.filter(|seq| *seq > made).chain([given]).min().unwrap_or(given);
    let judged = judgements.filter(|(seq, _)| (made..until).contains(seq)).last().and_then(|(_, gist)| gist);
    judged.or(gist).zip(spec.cloned())
}
