//! The content of the report: the review that an editor reads, and the appendix with everything behind
//! it. How it looks is up to `markdown` and `html`.

mod appendix;
mod audit;
mod evidence;
mod front;
mod references;
mod results;
mod reviewers;
mod runs;
mod statement;
#[cfg(test)]
mod tests;

use crate::{
    desk::{Counts, Detail, Dossier, Row},
    domain::{DocId, Level, Reason, Source, SourceMeta, Triage, Verdict},
    review::{Fold, Review, StageState, Viewer, Who},
    text::counted,
};

use super::{
    BROKEN, ExportError, Options,
    names::{name, numbered},
    page::{Block, MapDot, Page, clipped, line, strong, text},
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
    let references = References::of(&views, &options.noticed);
    let mut page = Page::default();
    page.0.push(Block::Heading(1, front::heading(&source)));
    if !options.faults.is_empty() {
        page.para(vec![strong(BROKEN)]);
        page.list(options.faults.iter().map(|fault| line(fault.to_string())));
    }
    front::under_review(&mut page, &source, paper_now(&views, options));
    overall(&mut page, &snapshot.fold, (&dossier, &source), &views, options);
    front::abstracts(&mut page, &source);
    if views.len() > 1 {
        results::write(&mut page, &snapshot, &dossier, &views, options);
    }
    let before_statements = page.0.len();
    for view in &views {
        statement::write(&mut page, view, &references, dossier.settings.signal_floor, options);
    }
    let mut appendix = Page::default();
    if options.appendix {
        appendix::write(&mut appendix, &views, &references, (review, &snapshot, &dossier.viewer), options);
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
    let Counts { without, conflicts, .. } = dossier.counts;
    let ([contradicted, supported, undecided], statements) = (dossier.counts.by_verdict(), dossier.rows.len());
    if without < statements {
        let reviewed = |verdict: Verdict| {
            let is_it =
                |row: &&Row| row.summary.by.is_some() && row.summary.verdict.is_some_and(|(of, ..)| of == verdict);
            dossier.rows.iter().filter(is_it).count()
        };
        page.0.push(Block::Verdicts([
            (supported, reviewed(Verdict::Supports)),
            (contradicted, reviewed(Verdict::Contradicts)),
            (undecided, reviewed(Verdict::Undecided)),
            (without, 0),
        ]));
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
    let is = |n: usize, what: &str| format!("{} {}", counted(n, what), if n == 1 { "is" } else { "are" });
    let outdated = dossier.rows.iter().filter(|row| row.summary.is_outdated()).count();
    let incomplete = dossier.rows.iter().filter(|row| row.summary.unfinished() && !row.summary.is_outdated()).count();
    let failed = front::without_result(fold, source, views).and_then(|reasoner| {
        let mut stages = views.iter().flat_map(|view| view.stages.iter());
        stages.find_map(|resolved| match &resolved.state {
            StageState::Failed(why) => Some(format!("{reasoner} gave no result: {}", why.trim_end_matches('.'))),
            _ => None,
        })
    });
    let why: Vec<String> = [
        (conflicts > 0).then(|| format!("the reviewers differ on {}", counted(conflicts, "statement"))),
        (outdated > 0).then(|| format!("{} out of date, as the table marks", is(outdated, "verdict"))),
        (incomplete > 0)
            .then(|| format!("{} not complete, and each section says what is missing", is(incomplete, "statement"))),
        failed,
    ]
    .into_iter()
    .flatten()
    .collect();
    if !why.is_empty() {
        page.para(vec![strong("This report is not final:"), text(format!(" {}.", why.join("; ")))]);
    }
    let may_tell = |who: &Who| dossier.counts.hidden == 0 || dossier.viewer == Viewer::Reviewer(who.clone());
    if let Some(note) = fold.note(None).filter(|note| may_tell(&note.who)) {
        page.para(vec![strong(format!("Note by {}:", name(&note.who, options)))]);
        page.quote(&note.text);
    }
}

/// What the library says now of the paper under review, where a search found it.
fn paper_now<'a>(views: &[Detail], options: &'a Options) -> Option<&'a SourceMeta> {
    views.iter().filter_map(Detail::search).flat_map(|search| &search.own).find_map(|doc| options.noticed.get(doc))
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

/// A reason that follows a colon: no second one is between the reason from the list and the reviewer's words.
fn reason_words(reason: &Reason) -> String {
    match &reason.listed {
        Some(listed) if !reason.text.trim().is_empty() => format!("{listed} – {}", reason.text),
        _ => reason.to_string(),
    }
}

/// The confidence of a verdict as a level and a number; a reviewer need not give one.
fn given_level(confidence: Option<f64>) -> String {
    confidence.map_or_else(|| "not given".to_owned(), level)
}

/// A confidence as a level and a number.
fn level(confidence: f64) -> String {
    format!("{} ({})", Level::of(confidence).name(), Level::describe(confidence))
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
    MapDot {
        number: shown.statement.id.0,
        row,
        column,
        disputed: summary.is_disputed(),
        outdated: summary.is_outdated(),
    }
}
