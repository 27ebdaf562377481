//! What the report says of itself and of the source: the front matter and the section about the review.

use std::collections::BTreeSet;

use jiff::Timestamp;

use crate::{
    desk::{Counts, Detail, Dossier},
    domain::{EngineSpec, Severity, Source, SourceKind, SourceMeta, Stage, Verdict, rules::reference},
    export::{
        Options,
        names::{name, numbered_statements},
        page::{Line, Page, Span, line, strong, text},
    },
    review::{Act, Fold, Revision, Snapshot, Who},
    text::{counted, sentence_case},
};

use super::references::{linked, notices};

/// How many records that could not be used are named one by one.
const NAMED: usize = 20;

/// A value of the front matter.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::export) enum Matter {
    Text(String),
    List(Vec<String>),
    Count(usize),
}

pub(super) fn title(source: &Source) -> &str {
    let title = source.meta.title.trim();
    if title.is_empty() { &source.name } else { title.strip_suffix('.').unwrap_or(title) }
}

/// The title of the report, with that of the work under review in italics; a file name is not in italics.
pub(super) fn heading(source: &Source) -> Line {
    let of = text("Review of ");
    match source.meta.title.trim().is_empty() {
        true => vec![of, text(title(source))],
        false => vec![of, Span::Cite(title(source).to_owned())],
    }
}

/// The reference of the paper under review, as far as its file gives more than a title, with the notices published on it, of
/// which the library may know `now`.
pub(super) fn under_review(page: &mut Page, source: &Source, now: Option<&SourceMeta>) {
    let meta = &source.meta;
    let addresses = [&meta.doi, &meta.pmid, &meta.url].into_iter().any(Option::is_some);
    let published = meta.journal.is_some() || meta.year.is_some() || meta.published.is_some();
    if source.kind == SourceKind::Paper
        && source.works.is_empty()
        && (addresses || published || !meta.authors.is_empty())
    {
        let mut line = vec![strong("Under review:"), text(" ")];
        line.extend(linked(&reference::ama(meta), meta));
        line.extend(notices(now.unwrap_or(meta)));
        page.para(line);
    }
}

/// A time as it is printed: to the minute, in UTC.
pub(super) fn time(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// What it is a review of, by whom, when, by which models, and the counts.
pub(super) fn matter(
    snapshot: &Snapshot,
    source: &Source,
    counts: &Counts,
    views: &[Detail],
    options: &Options,
) -> Vec<(&'static str, Matter)> {
    let fold = &snapshot.fold;
    let mut matter = vec![("title", Matter::Text(format!("Review of {}", title(source))))];
    let mut say = |key, value: &str| matter.push((key, Matter::Text(value.to_owned())));
    say("source", &source.name);
    if let Some(journal) = &source.meta.journal {
        say("journal", journal);
    }
    if let Some(year) = source.meta.year {
        say("year", &year.to_string());
    }
    if let Some(doi) = &source.meta.doi {
        say("doi", doi);
    }
    if let Some(pmid) = &source.meta.pmid {
        say("pmid", pmid);
    }
    if !source.meta.authors.is_empty() {
        let authors = source.meta.authors.iter().map(|author| author.one_line().to_string()).collect();
        matter.push(("authors", Matter::List(authors)));
    }
    if !source.works.is_empty() {
        matter.push(("abstracts", Matter::List(source.works.iter().zip(1..).map(named).collect())));
    }
    let mut say = |key, value: &str| matter.push((key, Matter::Text(value.to_owned())));
    if let Some(day) = newest_day(views, options) {
        say("date", &day);
    }
    matter.push(("reasoners", Matter::List(reasoners(fold, source, views))));
    if let Some(reasoner) = without_result(fold, source, views) {
        matter.push(("reasoner_without_result", Matter::Text(reasoner)));
    }
    matter.push(("reviewers", Matter::List(reviewers(views, options).into_iter().collect())));
    let mut count = |key, n: usize| matter.push((key, Matter::Count(n)));
    count("statements", views.len());
    if let others @ 1.. = fold.statement_candidates().len() {
        count("statement_candidates", fold.statements().len() + others);
    }
    for (verdict, n) in Verdict::ALL.into_iter().zip(counts.by_verdict()) {
        count(verdict.name(), n);
    }
    count("without_verdict", counts.without);
    if let outdated @ 1.. = views.iter().filter(|view| view.summary.is_outdated()).count() {
        count("verdicts_out_of_date", outdated);
    }
    if counts.hidden > 0 {
        count("hidden", counts.hidden);
    }
    count("decided_by_reviewer", counts.reviewed);
    if counts.compared == counts.reviewed {
        count("differing_from_machine", counts.differs);
    }
    for (key, severity) in [("blockers", Severity::Blocker), ("majors", Severity::Major), ("minors", Severity::Minor)] {
        count(key, views.iter().map(|v| v.count(severity)).sum());
    }
    let mut say = |key, value: &str| matter.push((key, Matter::Text(value.to_owned())));
    say("generator", GENERATOR);
    // The digest covers times and names, so it is of no use without them.
    if options.times {
        say("review_digest", &snapshot.head.to_string());
    }
    matter
}

/// The day of the newest result in force, on which the same review always has the same report.
fn newest_day(views: &[Detail], options: &Options) -> Option<String> {
    let results = views.iter().flat_map(|view| view.stages.iter()).filter_map(|resolved| resolved.in_force.as_ref());
    let newest = results.map(|in_force| in_force.revision.at()).max().filter(|_| options.times);
    newest.map(|at| at.strftime("%Y-%m-%d").to_string())
}

const GENERATOR: &str = concat!("gainsay ", env!("CARGO_PKG_VERSION"));

/// Every reasoner with a result in force, with what it was asked with. What the program computed by itself is no
/// reasoner's: the engine searches, and the statements of a claim set are its claims, which nobody extracted.
fn reasoners(fold: &Fold, source: &Source, views: &[Detail]) -> Vec<String> {
    let is_asked = |stage: Stage| match stage {
        Stage::Extract => source.kind == SourceKind::Paper,
        stage => stage != Stage::Search,
    };
    let in_force = views.iter().flat_map(|view| view.stages.iter()).filter(|resolved| is_asked(resolved.stage));
    let mut results: Vec<Revision> = in_force.filter_map(|r| Some(r.in_force.as_ref()?.revision.clone())).collect();
    if views.is_empty() && is_asked(Stage::Extract) {
        results.extend(fold.revisions(None, Stage::Extract));
    }
    EngineSpec::provenance(results.iter().filter_map(|revision| match revision {
        Revision::Machine(machine) => Some(&*machine.spec).filter(|spec| !spec.is_program()),
        Revision::Override(_) => None,
    }))
}

/// The reasoner of the review, where no reasoner gave a result.
pub(super) fn without_result(fold: &Fold, source: &Source, views: &[Detail]) -> Option<String> {
    let opened = fold.opened().filter(|_| reasoners(fold, source, views).is_empty())?;
    Some(opened.spec.describe())
}

/// Everybody whose decision is in force.
fn reviewers(views: &[Detail], options: &Options) -> BTreeSet<String> {
    let mut all: BTreeSet<&Who> = BTreeSet::new();
    for view in views {
        let set = view.stages.iter().filter_map(|r| match &r.in_force.as_ref()?.revision {
            Revision::Override(set) => Some(&set.who),
            Revision::Machine(_) => None,
        });
        let rulings = view.summary.issues.iter().filter_map(|i| i.ruling.as_ref()).map(|r| &r.who);
        all.extend(view.opinions.iter().map(|opinion| opinion.opinion.who()));
        all.extend(view.summary.deciders().chain(set).chain(rulings).chain(view.notes.iter().map(|n| &n.who)));
    }
    all.into_iter().filter(|who| **who != Who::Engine).map(|who| name(who, options)).collect()
}

/// What reviewers did to the list of statements, in order and in words; `None` where nobody changed it.
pub(super) fn list_changes(snapshot: &Snapshot, dossier: &Dossier) -> Option<String> {
    fn change(act: &Act) -> Option<String> {
        match act {
            Act::Override { stage: Stage::Extract, statement: None, reason: Some(change), .. } => {
                Some(numbered_statements(change.to_string().trim_end_matches('.')))
            }
            // A split, with what was included for the whole.
            Act::Bulk { acts, .. } => acts.first().and_then(change),
            _ => None,
        }
    }
    let made = snapshot.entries.iter().filter(|entry| snapshot.fold.undone_by(entry.seq).is_none());
    let changes: Vec<String> = made.filter_map(|entry| change(&snapshot.fold.as_here(&entry.act))).collect();
    let is_changed = dossier.is_list_of_reviewer && !changes.is_empty();
    is_changed.then(|| format!("A reviewer changed the list: {}.", changes.join("; ")))
}

/// Why the numbers of passages differ from those of the interface.
pub(super) const LETTERS: &str = "A number with a letter cites one passage of a work: [2a] is the first passage cited from \
    reference 2, in the order of its text. Passages that count for neither side are in the appendix, so a letter \
    may be missing here. The interface numbers the passages of each statement from 1.";

/// What was reviewed, how, and by which program and models.
pub(super) fn about(
    page: &mut Page,
    (snapshot, dossier): (&Snapshot, &Dossier),
    source: &Source,
    views: &[Detail],
    options: &Options,
) {
    let fold = &snapshot.fold;
    page.heading(2, "About this review");
    let what = match source.kind {
        SourceKind::Paper if !source.works.is_empty() => format!(", {}", counted(source.works.len(), "abstract")),
        // Formats without pages are one.
        SourceKind::Paper if source.pages.len() < 2 => String::new(),
        SourceKind::Paper => format!(", a paper of {}", counted(source.pages.len(), "page")),
        SourceKind::Claims => format!(", a set of {}", counted(source.claims.len(), "claim")),
    };
    let mut first = vec![text(format!("Source: {}{what}. SHA-256: ", source.name))];
    first.extend([Span::Code(source.file.to_string()), text(".")]);
    let mut items: Vec<Line> = vec![first];
    let choice = dossier.describe_choice(Some(source));
    match list_changes(snapshot, dossier) {
        // The table of results says so.
        Some(_) if views.len() > 1 => {}
        Some(changes) => items.push(line(changes)),
        None if !choice.is_empty() && !dossier.rows.is_empty() => items.push(line(choice)),
        None => {}
    }
    let settings = fold.settings();
    items.push(line(format!(
        "Method: a document counts from a relevance of {} out of 5; for each statement at most {} are scored and {} cited.",
        settings.threshold,
        counted(settings.max_candidates as usize, "document"),
        counted(settings.max_citations as usize, "passage"),
    )));
    if let Some(grown) = options.library.and_then(|now| {
        let attached = views.iter().flat_map(Detail::attached_works).collect::<BTreeSet<_>>().len();
        // Said once: of the statement that was searched first.
        views.iter().filter_map(Detail::search).find_map(|search| now.since(search.library, attached))
    }) {
        items.push(line(grown));
    }
    if !options.appendix {
        items.push(vec![
            text("The appendix has passages that do not count, search results, machine detail and the audit trail: "),
            Span::Code("gainsay export --appendix".to_owned()),
            text("."),
        ]);
    }
    if !source.hidden.is_empty() {
        let pages: BTreeSet<u32> = source.hidden.iter().map(|(page, _)| *page).collect();
        let named: Vec<String> = pages.iter().take(NAMED).map(ToString::to_string).collect();
        items.push(line(format!(
            "Hidden or misleading characters were removed from the source in {} ({} {}{}).",
            counted(source.hidden.len(), "place"),
            if pages.len() == 1 { "page" } else { "pages" },
            named.join(", "),
            if pages.len() > NAMED { " …" } else { "" },
        )));
    }
    page.list(items);
    if !source.dropped.is_empty() {
        page.para(line(format!("{} of the source could not be used:", source.count_dropped())));
        let more = source.dropped.len().saturating_sub(NAMED);
        let named = source.dropped.iter().take(NAMED);
        let named = named.map(|dropped| line(sentence_case(&super::super::page::clipped(&dropped.to_string(), 60))));
        page.list(named.chain((more > 0).then(|| line(format!("and {more} more")))));
    }
    if let Some(columns) = source.describe_columns() {
        page.para(line(format!("Columns or fields of the source: {columns}.")));
    }
    page.para(generated(snapshot, source, views, options));
}

/// The abstracts under review by their numbers, where there are several.
pub(super) fn abstracts(page: &mut Page, source: &Source) {
    if source.works.is_empty() {
        return;
    }
    page.heading(2, "Abstracts under review");
    page.list(source.works.iter().zip(1..).map(|(meta, number)| {
        let mut line = line(format!("Abstract {number}: "));
        match is_named(meta) {
            true => line.extend(linked(&reference::ama(meta), meta)),
            false => line.push(text("no title or identifier given")),
        }
        line
    }));
}

/// Whether a reader can tell which work it is.
fn is_named(meta: &SourceMeta) -> bool {
    !meta.title.trim().is_empty() || [&meta.doi, &meta.pmid, &meta.url].into_iter().any(Option::is_some)
}

/// An abstract in the front matter: `1: Zinc and colds (doi:10.1000/x, PMID 111)`.
fn named((meta, number): (&SourceMeta, usize)) -> String {
    let doi = meta.doi.as_ref().map(|doi| format!("doi:{}", doi.one_line()));
    let pmid = meta.pmid.as_ref().map(|pmid| format!("PMID {}", pmid.one_line()));
    let known: Vec<String> = doi.into_iter().chain(pmid).collect();
    let known = if known.is_empty() { String::new() } else { format!(" ({})", known.join(", ")) };
    let title = meta.title.one_line();
    let title = if title.trim().is_empty() { "untitled" } else { title.trim_end_matches('.') };
    format!("{number}: {title}{known}")
}

/// The generator line (`docs/rules.md#report`), with the head of the journal against which the file can be checked.
fn generated(snapshot: &Snapshot, source: &Source, views: &[Detail], options: &Options) -> Line {
    let with = reasoners(&snapshot.fold, source, views);
    let how = match without_result(&snapshot.fold, source, views) {
        Some(reasoner) => format!("; {reasoner} gave no result"),
        None if with.is_empty() => String::new(),
        None => format!(" with {}", with.join("; ")),
    };
    let mut out = vec![Span::Em(format!("Generated by {GENERATOR}{how}."))];
    if let Some(day) = newest_day(views, options) {
        out.push(text(format!(" The newest result is dated {day}.")));
    }
    if options.times {
        out.push(text(" To check that a review file is the one behind this report, run "));
        out.push(Span::Code(format!("gainsay verify --head {} FILE", snapshot.head)));
        out.push(text("."));
    }
    out
}
