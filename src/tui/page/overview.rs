//! The review as a whole: counts of everything, each a way into the list.

use std::collections::BTreeSet;

use crate::{
    desk::{Dossier, Row},
    domain::{Code, Severity, Triage, Verdict},
};

use super::super::{
    action::Effect,
    keys::{Op, Pane},
    listing::{Filter, Mark, WordedBasis},
    selection::narrowed,
    state::State,
    theme::Role,
};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The counts, in sections.
    pub sections: Vec<Section>,
    /// How many verdicts have a confidence in each tenth.
    pub confidence: [u64; 10],
    /// How many verdicts of the machine a reviewer changed, of how many decided.
    pub differs: (usize, usize),
}

/// Counts of one kind.
#[derive(Clone, Debug)]
pub struct Section {
    /// What is counted.
    pub title: String,
    /// In their order.
    pub entries: Vec<Entry>,
}

/// A count, and the statements behind it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Of what.
    pub label: String,
    /// How many statements.
    pub count: u64,
    /// What shows them in the list.
    pub filter: Filter,
    /// How it looks.
    pub role: Role,
}

pub(super) fn open(state: &mut State) -> Vec<Effect> {
    let here = selected(state).map(|entry| entry.filter.clone());
    state.pages.overview = counted(&state.shown);
    let last = items(state).saturating_sub(1);
    let at =
        state.pages.overview.sections.iter().flat_map(|s| &s.entries).position(|e| Some(&e.filter) == here.as_ref());
    state.at[Pane::Overview] = at.unwrap_or(state.at[Pane::Overview]).min(last);
    Vec::new()
}

fn counted(shown: &Dossier) -> Page {
    let count = |test: &dyn Fn(&Row) -> bool| shown.rows.iter().filter(|r| test(r)).count() as u64;
    let entry =
        |label: &str, count: u64, filter: Filter, role: Role| Entry { label: label.to_owned(), count, filter, role };
    let mark = |mark: Mark, n: u64, role: Role| {
        entry(mark.name(), n, Filter { marks: BTreeSet::from([mark]), ..Filter::default() }, role)
    };
    let mut verdicts: Vec<Entry> = [(Verdict::Contradicts, Role::Against), (Verdict::Supports, Role::For)]
        .map(|(verdict, role)| {
            let n = count(&|r| r.summary.verdict.is_some_and(|(v, ..)| v == verdict));
            entry(verdict.name(), n, Filter { verdicts: BTreeSet::from([verdict]), ..Filter::default() }, role)
        })
        .into();
    let counts = shown.counts;
    verdicts.extend([
        mark(Mark::UndecidedByMachine, counts.undecided_by_machine as u64, Role::Undecided),
        mark(Mark::UndecidedByReviewer, counts.undecided_by_reviewer as u64, Role::Undecided),
        mark(Mark::NoVerdict, counts.without as u64, Role::Muted),
    ]);
    let triages = [(Triage::Decide, Role::Blocker), (Triage::Check, Role::Major), (Triage::Skim, Role::Minor)].map(
        |(triage, role)| {
            let n = count(&|r| r.summary.queued() == Some(triage));
            entry(triage.name(), n, Filter { triages: BTreeSet::from([triage]), ..Filter::default() }, role)
        },
    );
    let mut work = vec![
        mark(Mark::NotReviewed, count(&|r| r.summary.is_unreviewed()), Role::ChartSecond),
        mark(Mark::Conflict, counts.conflicts as u64, Role::Blocker),
        mark(Mark::Reviewed, counts.reviewed as u64, Role::Chart),
        mark(Mark::Differs, counts.differs as u64, Role::Overridden),
        mark(Mark::Outdated, count(&|r| r.summary.is_outdated()), Role::Stale),
        mark(Mark::Pending, counts.pending as u64, Role::Stale),
        mark(Mark::Failed, counts.failed as u64, Role::Blocker),
        mark(Mark::Flagged, count(&|r| r.summary.flagged), Role::Chart),
        mark(Mark::Noted, count(&|r| r.summary.noted), Role::ChartSecond),
    ];
    // Only reviewers of merged reviews can differ.
    work.retain(|entry| entry.label != Mark::Conflict.name() || entry.count > 0);
    // While the machine's verdicts are hidden, a zero would say that it agrees.
    if counts.blind > 0 && counts.compared == 0 {
        work.retain(|entry| entry.label != Mark::Differs.name());
    }
    let has = |r: &Row, severity: Severity| r.summary.issues.iter().any(|i| i.counts() && i.severity == severity);
    let severities =
        [(Severity::Blocker, Role::Blocker), (Severity::Major, Role::Major), (Severity::Minor, Role::Minor)].map(
            |(severity, role)| {
                let n = count(&|r| has(r, severity));
                entry(severity.name(), n, Filter { severities: BTreeSet::from([severity]), ..Filter::default() }, role)
            },
        );
    let mut codes: Vec<Entry> = Code::ALL
        .into_iter()
        .map(|code| {
            let n = count(&|r| r.summary.issues.iter().any(|i| i.counts() && i.code == code));
            let role = match code.severity() {
                Severity::Blocker => Role::Blocker,
                Severity::Major => Role::Major,
                Severity::Minor => Role::Minor,
            };
            entry(code.words(), n, Filter { codes: BTreeSet::from([code]), ..Filter::default() }, role)
        })
        .filter(|e| e.count > 0)
        .collect();
    codes.sort_by_key(|e| std::cmp::Reverse(e.count));
    let bases: Vec<Entry> = WordedBasis::all()
        .map(|basis| {
            let n = count(&|r| r.summary.verdict.is_some_and(|(v, _, b)| WordedBasis::of(v, b) == basis));
            entry(basis.name(), n, Filter { bases: BTreeSet::from([basis]), ..Filter::default() }, Role::Chart)
        })
        .filter(|e| e.count > 0)
        .collect();
    let mut confidence = [0; 10];
    for c in shown.rows.iter().filter_map(|r| r.summary.confidence()) {
        let tenths = (1..=9).filter(|tenth| c * 10.0 >= f64::from(*tenth)).count();
        confidence[tenths] += 1;
    }
    // A count that leaves something out says how much.
    let part = |title: &str, hidden: usize| match hidden {
        0 => title.to_owned(),
        hidden => format!("{title} ({hidden} hidden)"),
    };
    let sections = vec![
        Section { title: part("Verdicts in force", counts.hidden), entries: verdicts },
        Section { title: part("Triage", counts.hidden), entries: triages.to_vec() },
        Section { title: "Statements".to_owned(), entries: work },
        Section { title: part("With issues", counts.blind), entries: severities.to_vec() },
        Section { title: part("Kinds of issues", counts.blind), entries: codes },
        Section { title: part("Basis", counts.hidden), entries: bases },
    ];
    Page {
        sections: sections.into_iter().filter(|s| !s.entries.is_empty()).collect(),
        confidence,
        differs: (counts.differs, counts.compared),
    }
}

pub(super) fn items(state: &State) -> usize {
    state.pages.overview.sections.iter().map(|s| s.entries.len()).sum()
}

/// The place of the first count of the next section, or of the previous one; at the ends that of the same section.
fn section(state: &State, forward: bool) -> usize {
    let at = state.at[Pane::Overview];
    let mut start = 0;
    let mut starts = Vec::new();
    for section in &state.pages.overview.sections {
        starts.push(start);
        start += section.entries.len();
    }
    let here = starts.iter().rposition(|start| *start <= at).unwrap_or(0);
    let to = if forward { here + 1 } else { here.saturating_sub(1) };
    starts.get(to).or(starts.get(here)).copied().unwrap_or(0)
}

/// The count under the cursor.
pub(in super::super) fn selected(state: &State) -> Option<&Entry> {
    state.pages.overview.sections.iter().flat_map(|s| &s.entries).nth(state.at[Pane::Overview])
}

pub(super) fn act(state: &mut State, op: Op) -> Option<Vec<Effect>> {
    match op {
        Op::Open => {
            let filter = selected(state)?.filter.clone();
            state.listing.filter = filter;
            state.trail.clear();
            state.focus = Pane::Statements;
            Some(narrowed(state))
        }
        Op::PaneNext | Op::PanePrevious => {
            state.at[Pane::Overview] = section(state, op == Op::PaneNext);
            Some(Vec::new())
        }
        _ => None,
    }
}
