//! Which evidence the verdict rests on: what the weighed signal would say without a citation, or without a source
//! (`docs/rules.md#leave-one-out`). Nothing is asked of a reasoner: the stances are on record.

use std::collections::BTreeMap;

use crate::domain::{Abstention, Citation, Signal, SignalLabel, Stance, Verdict, Weighed, Weighing};

use super::signal::{self, Criteria};

/// What changes when some citations are left out.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    /// Their numbers: one, or all of one source.
    pub numbers: Vec<u32>,
    /// The verdict of the signal without them.
    pub verdict: Verdict,
    /// Reasons to abstain that only come up without them.
    pub abstentions: Vec<Abstention>,
}

/// The verdict that a signal gives.
#[must_use]
pub fn verdict_of(signal: &Signal) -> Verdict {
    match signal.label {
        SignalLabel::Supported => Verdict::Supports,
        SignalLabel::Contradicted => Verdict::Contradicts,
        SignalLabel::Uncertain => Verdict::Undecided,
    }
}

/// Every citation that counts, and every source with several, whose absence changes the verdict of the signal or
/// brings an abstention: citations by number, then sources.
#[must_use]
pub fn leave_one_out(weighing: &Weighing, citations: &[Citation], criteria: Criteria<'_>) -> Vec<LeftOut> {
    let all = &weighing.weighed;
    let addresses = |row: &&Weighed| row.counts() && row.stance != Stance::NotAddressed;
    let mut works: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    all.iter().filter(addresses).for_each(|row| works.entry(row.work).or_default().push(row.number));
    let alone = all.iter().filter(addresses).map(|row| vec![row.number]);
    let sources = works.into_values().filter(|numbers| numbers.len() > 1);
    let (now, abstains) = outcome(all, citations, criteria);
    let without = |numbers: Vec<u32>| {
        let rest: Vec<Weighed> = all.iter().filter(|row| !numbers.contains(&row.number)).cloned().collect();
        let (verdict, found) = outcome(&rest, citations, criteria);
        let abstentions: Vec<Abstention> = found.into_iter().filter(|one| !abstains.contains(one)).collect();
        (verdict != now || !abstentions.is_empty()).then_some(LeftOut { numbers, verdict, abstentions })
    };
    alone.chain(sources).filter_map(without).collect()
}

fn outcome(weighed: &[Weighed], citations: &[Citation], criteria: Criteria<'_>) -> (Verdict, Vec<Abstention>) {
    let mut found = signal::signal(weighed, criteria.settings.signal_floor);
    signal::require_sources(&mut found, weighed, citations, criteria);
    let abstentions = signal::abstentions(weighed, &found, &criteria.settings.abstain);
    (verdict_of(&found), abstentions)
}
