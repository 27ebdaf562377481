//! What the machine ran between the acts of reviewers: a run takes one statement through stages, and equal ones that
//! follow each other are one line of the audit trail.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use crate::{
    domain::{Stage, StatementId, Verdict},
    review::{Act, Entry, Fold, Viewer},
};

use super::{adjective, level};

/// A machine's verdict with its confidence, 0–1.
type Found = (Verdict, f64);

/// A run of the machine on one statement, or on the source.
pub(super) struct Run {
    /// The first of its rows.
    pub(super) first: u64,
    /// The last of them, by which it has its place among the acts.
    pub(super) last: u64,
    pub(super) at: Timestamp,
    /// The merged review that it is from.
    pub(super) origin: Option<usize>,
    statement: Option<StatementId>,
    /// The stages with their reasoners, in order.
    stages: Vec<(Stage, String)>,
    /// Why the stage could not be run.
    failed: Option<String>,
    verdict: Option<Found>,
    /// The verdict of the run before it.
    before: Option<Found>,
}

impl Run {
    fn is_like(&self, other: &Self) -> bool {
        (self.origin, &self.stages, &self.failed) == (other.origin, &other.stages, &other.failed)
    }
}

/// The runs among `entries` that `viewer` may see, in the order in which they ended.
pub(super) fn runs(entries: &[Entry], fold: &Fold, viewer: &Viewer) -> Vec<Run> {
    type Of = (usize, Option<StatementId>);
    let mut open: BTreeMap<Of, Run> = BTreeMap::new();
    // Statements with a reviewer's verdict, which the judge judges then.
    let mut decided: BTreeSet<Of> = BTreeSet::new();
    let mut ended: Vec<Run> = Vec::new();
    for entry in entries {
        let origin = fold.origin_of(entry.seq);
        let lineage = origin.unwrap_or_default();
        let (stage, statement, spec, failed) = match &entry.act {
            _ if fold.is_shared(entry.seq) || fold.withholds_rerun(entry.seq, &entry.act, viewer) => continue,
            Act::Result { stage, statement, spec, .. } => (*stage, *statement, spec, None),
            Act::Failed { stage, statement, spec, reason, .. } => (*stage, *statement, spec, Some(reason.to_string())),
            _ => {
                // What a reviewer changed is the cause of the run that follows.
                let is_about = |of: &Of, whom: &Option<StatementId>| whom.is_none() || *whom == of.1;
                let is_undo = matches!(entry.act, Act::Undo { .. });
                for part in entry.meant(entries).parts() {
                    match part {
                        Act::Override { stage: Stage::Verdict, statement, .. } if !is_undo => {
                            decided.insert((lineage, *statement));
                        }
                        Act::Withdraw { stage: Stage::Verdict, statement, .. } if is_undo => {
                            decided.insert((lineage, *statement));
                        }
                        Act::Override { stage: Stage::Verdict, statement, .. }
                        | Act::Withdraw { stage: Stage::Verdict, statement, .. } => {
                            decided.remove(&(lineage, *statement));
                        }
                        _ => {}
                    }
                }
                let whom = if steers(entry.meant(entries)) { entry.meant(entries).about() } else { Vec::new() };
                let (over, still): (BTreeMap<Of, Run>, _) =
                    open.into_iter().partition(|(of, _)| whom.iter().any(|whom| is_about(of, whom)));
                ended.extend(over.into_values());
                open = still;
                continue;
            }
        };
        let verdict = match &entry.act {
            Act::Result { stage: Stage::Judge, .. } if decided.contains(&(lineage, statement)) => None,
            Act::Result { gist, .. } if statement.is_some_and(|id| !fold.hides(id, viewer)) => gist.verdict,
            _ => None,
        };
        let run = Run {
            first: entry.seq,
            last: entry.seq,
            at: entry.at,
            origin,
            statement,
            stages: vec![(stage, spec.describe())],
            failed,
            verdict: verdict.map(|(verdict, confidence, _)| (verdict, confidence)),
            before: None,
        };
        let before = open.remove(&(lineage, statement));
        match before {
            Some(mut known) if run.failed.is_none() && known.stages.last().is_some_and(|(last, _)| *last < stage) => {
                (known.last, known.at) = (run.last, run.at);
                known.stages.extend(run.stages);
                // The judge comes after the verdict.
                known.verdict = run.verdict.or(known.verdict);
                open.insert((lineage, statement), known);
            }
            before => {
                ended.extend(before);
                match run.failed {
                    Some(_) => ended.push(run),
                    None => drop(open.insert((lineage, statement), run)),
                }
            }
        }
    }
    ended.extend(open.into_values());
    ended.sort_by_key(|run| run.last);
    let mut newest: BTreeMap<Of, Found> = BTreeMap::new();
    for run in &mut ended {
        let of = (run.origin.unwrap_or_default(), run.statement);
        run.before = newest.get(&of).copied();
        newest.extend(run.verdict.map(|verdict| (of, verdict)));
    }
    ended
}

/// Whether stages may be run again after an act.
fn steers(act: &Act) -> bool {
    act.parts().iter().any(|part| {
        !matches!(
            part,
            Act::Note { .. } | Act::Flag { .. } | Act::Time { .. } | Act::Number { .. } | Act::Reveal { .. }
        )
    })
}

/// Runs that follow each other as groups of equal ones, in the order in which the first of each ended.
pub(super) fn grouped(runs: Vec<Run>) -> Vec<Vec<Run>> {
    let mut groups: Vec<Vec<Run>> = Vec::new();
    for run in runs {
        match groups.iter_mut().find(|group| group[0].is_like(&run)) {
            Some(group) => group.push(run),
            None => groups.push(vec![run]),
        }
    }
    groups
}

/// `stages counter–judge of statements 1–12 run by builtin 1: 7 supported, 5 undecided; statement 4 from …`
pub(super) fn describe(group: &[Run]) -> String {
    let of = describe_statements(group);
    let Some(Run { stages, failed, .. }) = group.first() else { return String::new() };
    if let (Some(why), Some((stage, reasoner))) = (failed, stages.first()) {
        return format!("{stage} of {of} failed with {reasoner}: {}", why.trim_end_matches('.'));
    }
    let mut parts: Vec<(Stage, Stage, &str)> = Vec::new();
    for (stage, reasoner) in stages {
        match parts.last_mut() {
            Some((_, last, by)) if by == reasoner => *last = *stage,
            _ => parts.push((*stage, *stage, reasoner)),
        }
    }
    let span = |first: Stage, last: Stage| if first == last { first.to_string() } else { format!("{first}–{last}") };
    let noun = if stages.len() == 1 { "stage" } else { "stages" };
    let ran = match parts.as_slice() {
        [(first, last, by)] => format!("{} of {of} run by {by}", span(*first, *last)),
        several => {
            let by = several.iter().map(|(first, last, by)| format!("{} by {by}", span(*first, *last)));
            format!("{} run on {of}", by.collect::<Vec<_>>().join(", "))
        }
    };
    format!("{noun} {ran}{}", outcome(group))
}

/// What came of the runs, with each verdict that is another than that of the run before.
fn outcome(group: &[Run]) -> String {
    let words = |(verdict, confidence): Found| format!("{}, {}", adjective(verdict), level(confidence));
    if let [Run { verdict: Some(verdict), before, .. }] = group {
        let before = before.map(|before| match words(before) == words(*verdict) {
            true => ", as before".to_owned(),
            false => format!("; before: {}", words(before)),
        });
        return format!(": {}{}", words(*verdict), before.unwrap_or_default());
    }
    let counts = [Verdict::Supports, Verdict::Contradicts, Verdict::Undecided].map(|of| {
        let count = group.iter().filter(|run| run.verdict.is_some_and(|(verdict, _)| verdict == of)).count();
        (count > 0).then(|| format!("{count} {}", adjective(of)))
    });
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    let changes = group.iter().filter_map(|run| {
        let (now, before) = run.verdict.zip(run.before).filter(|(now, before)| now.0 != before.0)?;
        Some(format!("statement {} from {}, to {}", run.statement?.0, words(before), words(now)))
    });
    let changes: Vec<String> = changes.collect();
    match (counts.is_empty(), changes.is_empty()) {
        (true, _) => String::new(),
        (false, true) => format!(": {}", counts.join(", ")),
        (false, false) => format!(": {}; changed: {}", counts.join(", "), changes.join("; ")),
    }
}

/// `the source`, `statement 3`, `statements 1–4, 7`
fn describe_statements(group: &[Run]) -> String {
    let mut numbers: Vec<u32> = group.iter().filter_map(|run| Some(run.statement?.0)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in &numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => ranges.push((*number, *number)),
        }
    }
    let ranges: Vec<String> = ranges
        .into_iter()
        .map(|(first, last)| match last - first {
            0 => first.to_string(),
            1 => format!("{first}, {last}"),
            _ => format!("{first}–{last}"),
        })
        .collect();
    match numbers.len() {
        0 => "the source".to_owned(),
        1 => format!("statement {}", ranges.join("")),
        _ => format!("statements {}", ranges.join(", ")),
    }
}
