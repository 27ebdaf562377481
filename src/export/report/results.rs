//! The table of results, and what its words mean.

use std::collections::BTreeSet;

use crate::{
    desk::{Detail, Dossier},
    domain::{
        Triage,
        rules::triage::{Cause, SKIMMED},
    },
    export::{
        DONE, Options, describe_triage,
        names::deciders,
        page::{Block, Line, Page, clipped, line},
    },
    review::Snapshot,
};

use super::{adjective, front, given_level, statement};

/// Longest statement in the table, in words; its section has it whole.
const STATEMENT: usize = 25;

/// Writes the table, a row a statement.
pub(super) fn write(page: &mut Page, snapshot: &Snapshot, dossier: &Dossier, views: &[Detail], options: &Options) {
    page.heading(2, "Results");
    let is_several = views.iter().any(|view| !view.source.works.is_empty());
    let mut columns = vec![("No.", true), ("Statement", false)];
    columns.extend(is_several.then_some(("Abstract", true)));
    columns.extend([("Verdict", false), ("Confidence", false), ("Decided by", false)]);
    // Triage is about what is left to review.
    let is_open = views.iter().any(|view| view.is_hidden() || view.summary.waits());
    columns.extend(is_open.then_some(("Triage", false)));
    let row = |view: &Detail| -> Vec<Line> {
        let summary = &view.summary;
        let dash = || "–".to_owned();
        let by = match &summary.by {
            Some(_) => deciders(summary, options),
            None if summary.conflict.is_some() => "nobody: reviewers differ".to_owned(),
            None if summary.verdict.is_some() => view.machine_name(),
            None => dash(),
        };
        let mut cells = vec![line(view.statement.id.0.to_string()), line(clipped(&view.statement.text, STATEMENT))];
        cells.extend(is_several.then(|| line(view.statement.work.map_or_else(dash, |at| (at + 1).to_string()))));
        cells.extend([
            line(verdict(view)),
            line(summary.verdict.map_or_else(dash, |_| given_level(summary.confidence()))),
            line(by),
        ]);
        cells.extend(is_open.then(|| line(triage(view))));
        cells
    };
    page.0.push(Block::Table(columns, views.iter().map(row).collect()));
    page.para(changes(snapshot, dossier, views));
    if is_open {
        page.para(legend(views));
    }
    let mut waiting: Vec<&Detail> = views.iter().filter(|v| !v.is_hidden() && v.summary.queued().is_some()).collect();
    waiting.sort_by_cached_key(|view| view.summary.work_order());
    let numbers: Vec<u32> = waiting.iter().map(|view| view.statement.id.0).collect();
    // In the order of the table it says nothing new.
    if !numbers.is_sorted() {
        let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
        page.para(line(format!("Statements to review, the most urgent first: {}.", numbers.join(", "))));
    }
}

fn verdict(view: &Detail) -> String {
    let summary = &view.summary;
    let Some((verdict, ..)) = summary.verdict else {
        return if summary.hidden { "hidden" } else { "none yet" }.to_owned();
    };
    let outdated = if summary.is_outdated() { " (out of date)" } else { "" };
    format!("{}{outdated}", adjective(verdict))
}

fn triage(view: &Detail) -> String {
    let summary = &view.summary;
    match summary.triage_reason() {
        _ if view.is_hidden() => "–".to_owned(),
        Some(why) => format!("{}: {why}", summary.triage.name()),
        None if !summary.waits() && statement::lacks_rationale(view) => format!("{DONE}, without rationale"),
        None => describe_triage(summary).to_owned(),
    }
}

/// What the words in the column of triage mean; others are not explained.
fn legend(views: &[Detail]) -> Line {
    let shown = || views.iter().filter(|view| !view.is_hidden()).map(|view| &view.summary);
    let used: BTreeSet<Triage> = shown().filter(|summary| summary.waits()).map(|summary| summary.triage).collect();
    let mut meant: Vec<String> = Vec::new();
    for triage in used {
        let words = match triage {
            Triage::Decide => "weigh the evidence yourself, since it conflicts or something is wrong with it",
            Triage::Check => "read the evidence before relying on the verdict",
            Triage::Skim => "a glance is enough",
        };
        meant.push(format!("“{}”: {words}", triage.name()));
    }
    if shown().any(|summary| !summary.waits()) {
        meant.push(format!("“{DONE}”: a reviewer has decided"));
    }
    if meant.is_empty() {
        return Line::new();
    }
    let mut said = format!("Triage says what is left to do. {}.", meant.join("; "));
    if shown().any(|summary| summary.waits() && matches!(summary.cause(), Cause::Unsure | Cause::Sure)) {
        said.push_str(&format!(
            " On claims with known answers, at least 95% of the verdicts with a confidence of {SKIMMED:.2} or more were \
             right; below that, check."
        ));
    }
    line(said)
}

/// How the list was changed, and so why numbers are missing or out of order; nothing where neither is so.
fn changes(snapshot: &Snapshot, dossier: &Dossier, views: &[Detail]) -> Line {
    let numbers: Vec<u32> = views.iter().map(|view| view.statement.id.0).collect();
    let is_plain = numbers.iter().copied().eq(1..=u32::try_from(numbers.len()).unwrap_or(u32::MAX));
    // That of a split that was undone, too; the next statement may be given it again.
    let has_gap = numbers.iter().max().is_some_and(|last| (1..*last).any(|number| !numbers.contains(&number)));
    let missing = match has_gap {
        true => " A number that is missing belonged to a statement that is no longer in the list.",
        false => "",
    };
    match front::list_changes(snapshot, dossier) {
        Some(changes) if is_plain => line(changes),
        Some(changes) => line(format!("{changes} Each statement keeps its number.{missing}")),
        None => line(missing.trim_start()),
    }
}
