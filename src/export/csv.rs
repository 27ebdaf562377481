//! CSV: a row a statement, for spreadsheets and statistics.

use std::io::Write;

use unicode_normalization::char::decompose_compatible;

use crate::{
    desk::{Detail, adopting},
    domain::{Level, Opinion, Reason, Severity, Stage, Stance, Weighing},
    review::{ReadOpinion, Review},
    text::Clean,
};

use super::{
    BROKEN, ExportError, Options,
    given::GivenColumns,
    names::{deciders, name, numbered},
    table::{Column, number, prose, words},
};

/// The columns, without the digest that comes after them.
pub(super) const COLUMNS: [Column<'_>; 48] = [
    words("id"),
    number("order"),
    words("given_id"),
    prose("statement"),
    words("kind"),
    number("page"),
    words("verdict"),
    number("confidence"),
    words("level"),
    words("basis"),
    words("decided_by"),
    words("machine_verdict"),
    number("machine_confidence"),
    words("differs"),
    words("triage"),
    words("triage_reason"),
    number("blockers"),
    number("majors"),
    number("minors"),
    number("citations"),
    number("supporting"),
    number("contradicting"),
    number("quality"),
    prose("note"),
    number("original_confidence"),
    number("adjusted_confidence"),
    words("abstentions"),
    words("evidence_type"),
    number("judge_quality"),
    words("judge_valid"),
    prose("judge_issue"),
    words("blocked"),
    words("reasoner"),
    words("model"),
    words("model_options"),
    number("found"),
    number("scored"),
    number("passing"),
    prose("opinions"),
    words("conflict"),
    words("reason"),
    prose("comment"),
    number("seconds"),
    words("judged"),
    prose("source_title"),
    words("source_doi"),
    words("source_pmid"),
    words("may_be_no_finding"),
];
/// The column of the newest row's digest.
pub(super) const HEAD: &str = "review_head";
/// The column that says that the file is broken.
pub(super) const RECORD: &str = "record";

/// The heads that gainsay's columns have or may have.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    COLUMNS.into_iter().map(|column| column.name).chain([HEAD, RECORD])
}

/// The review as CSV (RFC 4180, UTF-8), a row a statement, in order. What is not known yet is an empty cell, and `hidden`
/// the verdict that a blind review does not show; numbers from 0 to 1 have two decimals. Text that a spreadsheet would take
/// for a formula has an apostrophe before it, also after a semicolon, which separates cells in many languages. The columns
/// from `original_confidence` to `blocked` are what the judge said of the verdict that `judged` names: the machine's, one
/// given with the claim, or a reviewer's that was in force when the judge was asked. `abstentions` are why a confidence is
/// below the adjusted one (`docs/rules.md#abstention`). Those from `source_title` on are of the work under review that
/// the statement is from. `may_be_no_finding` is what the interface marks as “finding?”. `review_head` is the digest of the newest row of the record, as
/// `gainsay verify --head` takes it. Behind it are the columns of a claim set that gainsay does not read, under their own
/// names ([`GivenColumns::heads`]). A last column, `record`, is there only when the review's file is broken, and says so.
pub(super) fn write(review: &Review, options: &Options, out: &mut dyn Write) -> Result<(), ExportError> {
    let options = &numbered(review, options)?;
    let (fold, head) = review.state()?;
    let mut writer = ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).from_writer(out);
    let failed = |e: ::csv::Error| ExportError::Csv(Box::new(e));
    let broken = !options.faults.is_empty();
    let given = GivenColumns::of(fold.statements());
    let own = COLUMNS.iter().map(|column| column.name).chain([HEAD]).map(str::to_owned);
    let behind = given.heads(names()).into_iter().map(|head| cell(&head));
    let heads = own.chain(behind).chain(broken.then(|| RECORD.to_owned()));
    writer.write_record(heads).map_err(failed)?;
    let head = if options.times { head.to_string() } else { String::new() };
    for statement in fold.statements() {
        let view = Detail::at(review, &fold, statement.id, &review.viewer())?;
        let mark = broken.then(|| BROKEN.to_owned());
        let cells = row(&view, options, &cell).into_iter().chain([head.clone()]);
        writer.write_record(cells.chain(given.row(statement).map(cell)).chain(mark)).map_err(failed)?;
    }
    Ok(writer.flush()?)
}

/// A statement's cells; `cell` makes one of a text that came from outside.
pub(super) fn row(view: &Detail, options: &Options, cell: &dyn Fn(&str) -> String) -> [String; COLUMNS.len()] {
    let statement = &view.statement;
    let summary = &view.summary;
    let work = view.source.work_of(statement);
    let share = |number: f64| format!("{number:.2}");
    let decided_by = match (&summary.by, summary.verdict) {
        (Some(_), _) => deciders(summary, options),
        (None, Some(_)) => view.machine_name(),
        (None, None) => String::new(),
    };
    // What is hidden is no count of nothing.
    let open = |cell: String| if summary.hidden { String::new() } else { cell };
    let stance = |stance| view.weighing().shown().map(|w| w.of(stance).count().to_string()).unwrap_or_default();
    let judged = |of: &dyn Fn(&Opinion) -> String| view.judgement().shown().map(|j| of(&j.opinion)).unwrap_or_default();
    // Where no passage counts there is no evidence of any type.
    let graded = |of: &dyn Fn(&Opinion) -> String| if view.counts_nothing() { String::new() } else { judged(of) };
    let spec = view.maker.as_deref();
    let reason = view.set_by_reviewer(Stage::Verdict).and_then(|set| set.reason.as_ref());
    let comment = |reason: &Reason| match view.adopted(reason) {
        Some(who) => adopting(&name(who, options)),
        None => reason.text.clone(),
    };
    let spent: u64 = view.times.iter().map(|time| time.millis).sum();
    [
        statement.id.to_string(),
        statement.order.to_string(),
        cell(statement.given_id.as_deref().unwrap_or_default()),
        cell(&statement.text),
        statement.kind.name().to_owned(),
        statement.place.map(|p| p.page.to_string()).unwrap_or_default(),
        summary.verdict.map_or_else(
            || if summary.hidden { "hidden".to_owned() } else { String::new() },
            |(v, ..)| v.name().to_owned(),
        ),
        summary.confidence().map(share).unwrap_or_default(),
        summary.confidence().map(|c| Level::of(c).name().to_owned()).unwrap_or_default(),
        summary.verdict.map(|(v, _, b)| b.describe(v).to_owned()).unwrap_or_default(),
        cell(&decided_by),
        summary.machine.map(|(v, ..)| v.name().to_owned()).unwrap_or_default(),
        summary.machine.map(|(_, c, _)| share(c)).unwrap_or_default(),
        open(if summary.differs() { "yes" } else { "no" }.to_owned()),
        open(super::describe_triage(summary).to_owned()),
        summary.triage_reason().unwrap_or_default(),
        open(view.count(Severity::Blocker).to_string()),
        open(view.count(Severity::Major).to_string()),
        open(view.count(Severity::Minor).to_string()),
        open(view.citations().map(|c| c.citations.len().to_string()).unwrap_or_default()),
        stance(Stance::Supports),
        stance(Stance::Contradicts),
        view.quality().map(|(quality, _)| share(quality)).unwrap_or_default(),
        cell(&notes(view, options)),
        judged(&|o| share(o.original)),
        judged(&|o| share(if view.judges_reviewer { o.original } else { o.adjusted })),
        view.weighing().shown().map(abstentions).unwrap_or_default(),
        graded(&|o| o.evidence_type.name().to_owned()),
        graded(&|o| share(o.quality)),
        judged(&|o| if o.valid { "yes" } else { "no" }.to_owned()),
        judged(&|o| o.issue.as_deref().map(cell).unwrap_or_default()),
        view.judgement().shown().map(|j| if j.blocked { "yes" } else { "no" }.to_owned()).unwrap_or_default(),
        spec.map(|s| cell(&format!("{} {}", s.reasoner, s.version))).unwrap_or_default(),
        spec.and_then(|s| s.model.as_ref()).map(|m| cell(&m.name)).unwrap_or_default(),
        spec.and_then(|s| s.model.as_ref()).map(|m| cell(&m.options)).unwrap_or_default(),
        view.search().map(|s| s.found.to_string()).unwrap_or_default(),
        view.scores().shown().map(|s| s.scored.len().to_string()).unwrap_or_default(),
        view.scores().shown().map(|s| s.passing().to_string()).unwrap_or_default(),
        cell(&opinions(view, options)),
        summary.conflict.map(|conflict| conflict.name().to_owned()).unwrap_or_default(),
        reason.and_then(|reason| reason.listed.as_ref()).map(|listed| cell(listed)).unwrap_or_default(),
        reason.map(|reason| cell(&comment(reason))).unwrap_or_default(),
        if spent > 0 && options.times { format!("{}", (spent + 500) / 1000) } else { String::new() },
        cell(&view.judged().unwrap_or_default()),
        cell(&work.title),
        work.doi.as_ref().map(|doi| cell(doi)).unwrap_or_default(),
        work.pmid.as_ref().map(|pmid| cell(pmid)).unwrap_or_default(),
        if view.may_be_no_finding() { "yes" } else { "no" }.to_owned(),
    ]
}

/// Why the machine's confidence is capped: `WEAK_CONSENSUS; NO_AUTHORITATIVE_SOURCE`
fn abstentions(weighing: &Weighing) -> String {
    weighing.abstentions.iter().map(|abstention| abstention.name()).collect::<Vec<_>>().join("; ")
}

/// The newest note of each reviewer: `Ada: see the appendix; Ben: dose unclear`
fn notes(view: &Detail, options: &Options) -> String {
    match view.notes.as_slice() {
        [only] => only.text.to_string(),
        all => all.iter().map(|n| format!("{}: {}", name(&n.who, options), n.text)).collect::<Vec<_>>().join("; "),
    }
}

/// `Ada: contradicts (high), wrong outcome; Ben: supports (low)`
fn opinions(view: &Detail, options: &Options) -> String {
    let of = |opinion: &ReadOpinion| {
        let (verdict, ..) = opinion.opinion.verdict;
        let level = opinion.opinion.confidence().map_or("confidence not given", |c| Level::of(c).name());
        let who = name(opinion.opinion.who(), options);
        let why = view.reason_of(opinion, &|who| name(who, options));
        let why = why.map(|reason| format!(", {}", reason.one_line())).unwrap_or_default();
        format!("{who}: {} ({}){why}", verdict.name(), level)
    };
    view.opinions.iter().map(of).collect::<Vec<_>>().join("; ")
}

/// A text on one line, which no spreadsheet takes for a formula.
fn cell(text: &str) -> String {
    let text = Clean::new(text).one_line();
    let parts: Vec<_> =
        text.split(';').map(|part| if starts_formula(part) { escaped(part) } else { part.into() }).collect();
    parts.join(";")
}

/// The part of a cell with an apostrophe before its first character that shows.
fn escaped(part: &str) -> String {
    let at = part.len() - part.trim_start().len();
    format!("{}'{}", &part[..at], &part[at..])
}

/// Whether the first character that shows starts a formula, in any of its widths.
fn starts_formula(text: &str) -> bool {
    let Some(first) = text.chars().find(|c| !c.is_whitespace()) else { return false };
    let mut plain = None;
    decompose_compatible(first, |c| plain = plain.or(Some(c)));
    matches!(plain, Some('=' | '+' | '-' | '@' | '\u{2212}'))
}
