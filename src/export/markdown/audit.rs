//! The audit trail: every act of a reviewer in words, undone ones included, and
//! what the machine worked out, counted: it is listed row by row in the JSON.

use std::collections::BTreeMap;

use crate::{
    domain::{Gist, Stage, StatementId},
    review::{Act, Entry, Fold, Snapshot, Who, issue_id},
};

use super::{
    super::{Options, view::name},
    Page,
    escape::{code, inline},
    front::time,
    level,
};

/// Writes who did what, oldest first.
pub(super) fn write(out: &mut Page, snapshot: &Snapshot, options: &Options) {
    out.add("## Audit trail".to_owned());
    let (machine, reviewers): (Vec<_>, Vec<_>) =
        snapshot.entries.iter().partition(|entry| entry.who == Who::Engine && !matches!(entry.act, Act::Open { .. }));
    out.add("Acts in their order. Nothing is ever removed; what was undone is marked.".to_owned());
    out.list(reviewers.iter().map(|entry| row(entry, snapshot, options)));
    let work = work(&machine);
    if !work.is_empty() {
        out.add("What the machine worked out:".to_owned());
        out.list(work);
    }
    // The digest covers times, and seals what people decided.
    if options.times && reviewers.iter().any(|entry| entry.who != Who::Engine) {
        out.add(format!("The chain of all rows of the journal ends in {}.", code(&snapshot.head.to_string())));
    }
}

/// How often each stage was worked out by each reasoner.
type Stages<'a> = Vec<((Stage, &'a str), usize)>;

/// The machine's work: one line for all statements that were worked out alike,
/// most statements first, and one for each failure.
fn work(entries: &[&Entry]) -> Vec<String> {
    let mut done: BTreeMap<Option<StatementId>, BTreeMap<(Stage, &str), usize>> = BTreeMap::new();
    let mut failed = Vec::new();
    for entry in entries {
        match &entry.act {
            Act::Result { statement, stage, spec, .. } => {
                *done.entry(*statement).or_default().entry((*stage, &spec.reasoner)).or_default() += 1;
            }
            act @ Act::Failed { .. } => failed.push(inline(&act.describe())),
            _ => {}
        }
    }
    let mut alike: BTreeMap<Stages<'_>, Vec<Option<StatementId>>> = BTreeMap::new();
    for (statement, stages) in done {
        alike.entry(stages.into_iter().collect()).or_default().push(statement);
    }
    let mut lines: Vec<_> = alike.into_iter().collect();
    lines.sort_by_key(|(_, statements)| (std::cmp::Reverse(statements.len()), statements.first().copied()));
    let line = |(stages, statements): (Stages<'_>, Vec<Option<StatementId>>)| {
        let mut by: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for ((stage, reasoner), times) in stages {
            let often = if times == 1 { String::new() } else { format!(" ({times} times)") };
            by.entry(reasoner).or_default().push(format!("{stage}{often}"));
        }
        let by: Vec<_> = by.into_iter().map(|(who, what)| format!("{} by {}", what.join(", "), inline(who))).collect();
        format!("{}: {}", whose(&statements), by.join("; "))
    };
    lines.into_iter().map(line).chain(failed).collect()
}

fn whose(statements: &[Option<StatementId>]) -> String {
    const NAMED: usize = 12;
    let named: Vec<_> =
        statements.iter().map(|s| s.map_or_else(|| "the source".to_owned(), |id| id.to_string())).collect();
    match named.len() {
        0..=NAMED => named.join(", "),
        n => format!("{} and {} more", named[..NAMED].join(", "), n - NAMED),
    }
}

fn row(entry: &Entry, snapshot: &Snapshot, options: &Options) -> String {
    let mut text = format!("Act {}", entry.seq);
    if options.times {
        text.push_str(&format!(", {}", time(entry.at)));
    }
    let who = match &entry.who {
        Who::Engine => "machine".to_owned(),
        who => inline(&name(who, options)),
    };
    text.push_str(&format!(", {who}: {}", inline(&entry.act.describe())));
    text.push_str(&outcome(&entry.act, &snapshot.fold));
    if let Some(reason) = reason(&entry.act) {
        text.push_str(&format!(". Reason: {}", inline(reason)));
    }
    if snapshot.fold.is_undone(entry.seq) {
        text.push_str(" *(undone)*");
    }
    if let Act::Bulk { acts, .. } = &entry.act {
        for act in acts {
            text.push_str(&format!("\n  - {}{}", inline(&act.describe()), outcome(act, &snapshot.fold)));
        }
    }
    text
}

/// What an act says, in brackets.
fn outcome(act: &Act, fold: &Fold) -> String {
    let verdict =
        |gist: &Gist| gist.verdict.map(|(v, c, basis)| format!("{}, {}, {}", v.name(), level(c), basis.name()));
    match act {
        Act::Ruling { issue, .. } => {
            fold.issue_number(*issue).map(|number| format!(" ({})", issue_id(number))).unwrap_or_default()
        }
        Act::Raise { issue, .. } => format!(": {}", inline(&issue.message)),
        Act::Override { gist, .. } => verdict(gist).map(|verdict| format!(" ({verdict})")).unwrap_or_default(),
        Act::Note { text, .. } if !text.is_empty() => format!(": {}", inline(text)),
        _ => String::new(),
    }
}

fn reason(act: &Act) -> Option<&str> {
    match act {
        Act::Override { reason, .. } | Act::Withdraw { reason, .. } | Act::Ruling { reason, .. } => {
            reason.as_deref().filter(|reason| !reason.is_empty())
        }
        _ => None,
    }
}
