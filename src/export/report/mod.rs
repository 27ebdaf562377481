//! The content of the report: the review that an editor reads, and the appendix with everything behind
//! it. How it looks is up to `markdown` and `html`.

mod appendix;
mod audit;
mod evidence;
mod front;
mod references;
mod reviewers;
mod statement;
#[cfg(test)]
mod tests;

use crate::{
    desk::{Counts, Detail, Dossier, Row},
    domain::{DocId, Level, Source, Triage, Verdict, rules::triage::SKIMMED},
    review::{Fold, Review, StageState, Viewer, Who},
    text::counted,
};

use super::{
    BROKEN, ExportError, Options,
    names::{deciders, name, numbered},
    page::{Block, Line, MapDot, Page, clipped, line, strong, text},
};

pub(super) use front::Matter;
use references::References;

/// A report, ready to be rendered.
pub(super) struct Report {
    /// What it says of itself, by key.
    pub(super) matter: Vec<(&'static str, Matter)>,
    pub(super) title: String,
    pub(super) page: Page,
}

/// Longest statement in the table of results, in words; its section has it whole.
const STATEMENT: usize = 25;

/// The report of a review.
///
/// # Errors
/// When the review cannot be read.
pub(super) fn build(review: &Review, options: &Options) -> Result<Report, ExportError> {
    let options = &numbered(review, options)?;
    let snapshot = review.snapshot()?;
    let source = review.source()?;
    let dossier = Dossier::at(&snapshot.fold, review.viewer());
    let views = dossier.rows.iter().map(|row| Detail::at(review, &snapshot.fold, row.statement.id, &dossier.viewer));
    let views: Vec<Detail> = views.collect::<Result<_, _>>()?;
    let title = format!("Review of {}", front::title(&source));
    let mut references = References::of(&views);
    let mut page = Page::default();
    page.heading(1, title.as_str());
    if !options.faults.is_empty() {
        page.para(vec![strong(BROKEN)]);
        page.list(options.faults.iter().map(|fault| line(fault.to_string())));
    }
    overall(&mut page, &snapshot.fold, (&dossier, &source), &views, options);
    front::abstracts(&mut page, &source);
    if views.len() > 1 {
        results(&mut page, &views, options);
    }
    let before_statements = page.0.len();
    for view in &views {
        statement::write(&mut page, view, &mut references, dossier.settings.signal_floor, options);
    }
    let mut appendix = Page::default();
    if options.appendix {
        appendix::write(&mut appendix, &views, &mut references, (&snapshot, &dossier.viewer), options);
    }
    let has_letters = page.0.iter_mut().flat_map(Block::labels).any(|label| label.passage.is_some());
    if has_letters {
        page.0.insert(before_statements, Block::Para(line(front::LETTERS)));
    }
    if !references.is_empty() {
        page.heading(2, "References");
        page.0.push(Block::References(references.lines()));
    }
    reviewers::agreement(&mut page, &snapshot.fold, &dossier.viewer, options);
    front::about(&mut page, (&snapshot, &dossier), &source, &views, options);
    page.0.append(&mut appendix.0);
    let matter = front::matter(&snapshot, &source, &dossier.counts, &views, options);
    Ok(Report { matter, title, page })
}

fn overall(page: &mut Page, fold: &Fold, (dossier, source): (&Dossier, &Source), views: &[Detail], options: &Options) {
    page.heading(2, "Overall assessment");
    page.para(line(dossier.assessment.as_str()));
    let Counts { without, conflicts, unfinished, .. } = dossier.counts;
    let ([contradicted, supported, undecided], statements) = (dossier.counts.by_verdict(), dossier.rows.len());
    if without < statements {
        page.0.push(Block::Verdicts([supported, contradicted, undecided, without]));
        page.0.push(Block::Map(dossier.rows.iter().filter(|row| !row.summary.is_closed()).map(dot).collect()));
    }
    if let StageState::Failed(reason) = fold.extraction() {
        page.para(vec![strong("Incomplete:"), text(format!(" extracting the statements failed: {reason}"))]);
    } else if statements == 0 && dossier.candidates.is_empty() {
        page.para(line("No statements have been extracted yet."));
    } else if statements == 0 {
        page.para(line(format!(
            "No sentence of the source reads like a finding, as in a review, a protocol or a commentary. A reviewer can \
             add any of {} as a statement.",
            counted(dossier.candidates.len(), "other sentence")
        )));
    }
    let not_final = |page: &mut Page, why: String| {
        page.para(vec![strong("This report is not final:"), text(why)]);
    };
    if conflicts > 0 {
        not_final(page, format!(" the reviewers differ on {}.", counted(conflicts, "statement")));
    }
    if unfinished > 0 {
        let what = if unfinished == 1 { "1 statement is".to_owned() } else { format!("{unfinished} statements are") };
        not_final(page, format!(" {what} not complete; each section says what is missing."));
    }
    if let Some(reasoner) = front::without_result(fold, source, views) {
        let mut stages = views.iter().flat_map(|view| view.stages.iter());
        let failed = stages.find_map(|resolved| match &resolved.state {
            StageState::Failed(why) => Some(format!(" {reasoner} gave no result: {}.", why.trim_end_matches('.'))),
            _ => None,
        });
        failed.into_iter().for_each(|why| not_final(page, why));
    }
    let may_tell = |who: &Who| dossier.counts.hidden == 0 || dossier.viewer == Viewer::Reviewer(who.clone());
    if let Some(note) = fold.note(None).filter(|note| may_tell(&note.who)) {
        page.para(vec![strong(format!("Note by {}:", name(&note.who, options)))]);
        page.quote(&note.text);
    }
}

fn results(page: &mut Page, views: &[Detail], options: &Options) {
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
            line(summary.verdict.map_or_else(
                || if summary.hidden { "hidden" } else { "none yet" }.to_owned(),
                |(verdict, ..)| adjective(verdict).to_owned(),
            )),
            line(summary.verdict.map_or_else(dash, |(_, confidence, _)| level(confidence))),
            line(by),
        ]);
        cells.extend(is_open.then(|| {
            line(match summary.triage_reason() {
                _ if view.is_hidden() => dash(),
                Some(why) => format!("{}: {why}", summary.triage.name()),
                None if summary.waits() => summary.triage.name().to_owned(),
                None => "done".to_owned(),
            })
        }));
        cells
    };
    page.0.push(Block::Table(columns, views.iter().map(row).collect()));
    let last = views.iter().map(|view| view.statement.id.0).max().unwrap_or_default();
    if last as usize > views.len() {
        page.para(line("A number is missing where a statement was dropped from the list, or its addition undone."));
    }
    if is_open {
        page.para(line(format!(
            "Triage says how much review a verdict needs: decide, check, or skim, where a glance is enough. Skimming needs \
             a confidence of {SKIMMED:.2}: at least 95 % of such verdicts were right on claims with known answers."
        )));
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

/// Whether even the verdict in force is hidden from who reads the report.
fn is_hidden(view: &Detail) -> bool {
    view.is_hidden() && view.summary.verdict.is_none()
}

/// A document by its title, or its id when it is not among the candidates.
fn title(view: &Detail, doc: &DocId) -> String {
    let title = view.candidate(doc).map(|candidate| clipped(&candidate.meta.title, 20));
    title.filter(|title| !title.is_empty()).unwrap_or_else(|| doc.to_string())
}

/// What a verdict makes of a statement.
pub(super) fn adjective(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Supports => "supported",
        Verdict::Contradicts => "contradicted",
        Verdict::Undecided => "undecided",
    }
}

/// A confidence as a level and a number.
fn level(confidence: f64) -> String {
    format!("{} ({confidence:.2})", Level::of(confidence).name())
}

/// A statement's place on the map of the review.
fn dot(shown: &Row) -> MapDot {
    let summary = &shown.summary;
    let row = match summary.triage {
        _ if !summary.waits() => 3,
        Triage::Decide => 0,
        Triage::Check => 1,
        Triage::Skim => 2,
    };
    let column = match summary.verdict.map(|(verdict, ..)| verdict) {
        Some(Verdict::Contradicts) => 0,
        Some(Verdict::Supports) => 1,
        Some(Verdict::Undecided) => 2,
        None => 3,
    };
    MapDot { number: shown.statement.id.0, row, column, disputed: summary.is_disputed() }
}
