//! What the JSON says of a statement for programs that do not fold the journal.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    desk::Detail,
    domain::{
        Abstention, Basis, Code, DocId, EngineSpec, Flow, IssueKey, Kind, Level, Opinion, Place, Reason, Ruling,
        Severity, ShortForm, Source, SourceKind, Stage, Stance, Statistics, Triage, Verdict,
    },
    review::{Conflict, IssueHead, ReadOpinion, StageState, Who},
    text::Clean,
};

/// A statement and what is in force on it.
#[derive(Serialize)]
pub(super) struct Derived {
    /// As it is printed: `S001`.
    id: String,
    order: u32,
    given_id: Option<Clean>,
    /// What its claim set has of it beside what gainsay reads, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    given: BTreeMap<Clean, Clean>,
    text: Clean,
    context: Clean,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    short_forms: Vec<ShortForm>,
    /// The title that it leaves it to what it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<Clean>,
    kind: Kind,
    /// What the interface marks as “finding?”.
    may_be_no_finding: bool,
    place: Option<Place>,
    /// The work under review that it is from.
    source: Option<WorkOut>,
    verdict: Option<Decided>,
    /// Whose verdict it is: `engine`, or a reviewer by name.
    by: Option<Who>,
    /// The other reviewers of merged reviews who gave the same one.
    jointly: Vec<Who>,
    accepted: bool,
    differs: bool,
    machine: Option<Decided>,
    /// The machine's verdict before a reviewer corrected stances or weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    machine_before: Option<Decided>,
    rationale: Option<Clean>,
    report: Option<Clean>,
    triage: Triage,
    triage_reason: Option<String>,
    abstentions: Vec<Abstention>,
    quality: Option<f64>,
    quality_per_citation: Option<f64>,
    /// The judge's opinion of the rationale: confidence before and after, type, quality, validity, issue.
    judge: Option<Opinion>,
    /// Whose verdict the judge was asked about: `machine`, `given by …` or `reviewer`.
    judged: Option<String>,
    blocked: bool,
    /// The counts under the report (`docs/rules.md#report`).
    statistics: Option<Statistics>,
    /// By what the machine's verdict was made.
    made_by: Option<EngineSpec>,
    issues: Vec<Raised>,
    citations: Vec<Cited>,
    not_worked_out: Vec<(Stage, &'static str)>,
    /// Why the verdict in force was given, where a reviewer gave it.
    reason: Option<Reason>,
    /// How documents came to be evidence (`docs/rules.md#flow`).
    pub(super) flow: Option<Flow>,
    /// Documents that reviewers excluded.
    excluded: Vec<Excluded>,
    /// How often each verdict came out when it was repeated last.
    repeated: Option<Vec<(Verdict, u32)>>,
    /// How long each reviewer looked at it, without idle time.
    time: Vec<TimeOn>,
    /// The newest note of each reviewer.
    notes: Vec<NoteBy>,
    flagged: bool,
    /// What each reviewer says.
    opinions: Vec<Said>,
    /// How the reviewers of merged reviews differ, until somebody adjudicates.
    conflict: Option<Conflict>,
}

/// A work under review.
#[derive(Serialize)]
pub(super) struct WorkOut {
    /// From 1; what a statement's place calls “abstract 1” where several abstracts are under review.
    number: u32,
    title: Clean,
    journal: Option<Clean>,
    year: Option<i32>,
    doi: Option<Clean>,
    pmid: Option<Clean>,
    pmcid: Option<Clean>,
    url: Option<Clean>,
}

impl WorkOut {
    /// The works of a source; a claim set is none.
    pub(super) fn all(source: &Source) -> impl Iterator<Item = Self> {
        let alone = (source.works.is_empty() && source.kind == SourceKind::Paper).then_some(&source.meta);
        source.works.iter().chain(alone).zip(1..).map(|(meta, number)| Self {
            number,
            title: meta.title.clone(),
            journal: meta.journal.clone(),
            year: meta.year,
            doi: meta.doi.clone(),
            pmid: meta.pmid.clone(),
            pmcid: meta.pmcid.clone(),
            url: meta.url.clone(),
        })
    }
}

/// A document that a reviewer excluded.
#[derive(Serialize)]
struct Excluded {
    doc: DocId,
    title: Option<Clean>,
    reason: Option<Reason>,
}

/// How long a reviewer looked at a statement.
#[derive(Serialize)]
struct TimeOn {
    who: Who,
    millis: u64,
}

/// A reviewer's note on a statement.
#[derive(Serialize)]
struct NoteBy {
    who: Who,
    text: Clean,
}

/// One reviewer's verdict.
#[derive(Serialize)]
struct Said {
    who: Who,
    /// The file of the review that it was merged from; none where it was given in this one.
    file: Option<Clean>,
    decided: Decided,
    accepted: bool,
    reason: Option<Clean>,
    /// The reason from the review's list, if one was chosen.
    listed: Option<Clean>,
    note: Option<Clean>,
    wording: Option<Clean>,
    same_evidence: bool,
    adjudicates: bool,
}

impl Excluded {
    fn of(view: &Detail, doc: &DocId, reason: Option<&Reason>) -> Self {
        let candidate = view.search().and_then(|search| search.candidates.iter().find(|found| found.doc == *doc));
        let title = candidate.map(|found| found.meta.title.clone());
        Self { doc: doc.clone(), title, reason: reason.cloned() }
    }
}

impl Said {
    fn of(view: &Detail, read: &ReadOpinion) -> Self {
        Self {
            who: read.opinion.who().clone(),
            file: read.file.clone(),
            decided: Decided::of(read.opinion.verdict, read.opinion.made.gist.unrated),
            accepted: read.opinion.made.accepts,
            reason: view.reason_of(read, &ToString::to_string),
            listed: read.listed().cloned(),
            note: read.note.as_ref().map(|note| note.text.clone()),
            wording: read.wording.clone(),
            same_evidence: read.same_evidence,
            adjudicates: view.is_adjudicated_by(read),
        }
    }
}

#[derive(Serialize)]
struct Decided {
    verdict: Verdict,
    /// None where the reviewer gave none.
    confidence: Option<f64>,
    level: Option<Level>,
    basis: Basis,
}

impl Decided {
    fn of((verdict, confidence, basis): (Verdict, f64, Basis), unrated: bool) -> Self {
        let confidence = (!unrated).then_some(confidence);
        Self { verdict, confidence, level: confidence.map(Level::of), basis }
    }
}

#[derive(Serialize)]
struct Raised {
    id: Option<String>,
    key: IssueKey,
    stage: Stage,
    code: Code,
    severity: Severity,
    ruling: Option<Ruling>,
    reason: Option<Reason>,
    citation: Option<u32>,
    /// V4's category (`docs/rules.md#issues`).
    category: Option<String>,
    message: Option<Clean>,
}

#[derive(Serialize)]
struct Cited {
    number: u32,
    reference: Clean,
    doi: Option<Clean>,
    pmid: Option<Clean>,
    url: Option<Clean>,
    passage: Clean,
    page: u32,
    section: Option<Clean>,
    stance: Option<Stance>,
    /// After the judge; `judge` has it before as well.
    confidence: Option<f64>,
    credibility: Option<f64>,
    credibility_rule: Option<Clean>,
    /// The judge's opinion: confidence before and after, type of evidence, quality, validity, issue.
    judge: Option<Opinion>,
    blocked: bool,
    /// What is doubtful about it though the verdict does not rest on it.
    remarks: Vec<Clean>,
}

fn category(view: &Detail, head: &IssueHead) -> Option<String> {
    let own = view.issue(head).and_then(|issue| issue.category());
    own.or_else(|| head.code.category()).map(str::to_owned)
}

impl Derived {
    pub(super) fn of(view: &Detail) -> Self {
        let summary = &view.summary;
        let statement = &view.statement;
        let citations = view.citations().map(|c| c.citations.as_slice()).unwrap_or_default();
        Self {
            id: statement.id.to_string(),
            order: statement.order,
            given_id: statement.given_id.clone(),
            given: statement.fields.iter().map(|field| (field.name.clone(), field.text.clone())).collect(),
            text: statement.text.clone(),
            context: statement.context.clone(),
            short_forms: statement.short_forms.clone(),
            topic: statement.topic.clone(),
            kind: statement.kind,
            may_be_no_finding: view.may_be_no_finding(),
            place: statement.place,
            source: WorkOut::all(&view.source).nth(statement.work.unwrap_or_default() as usize),
            verdict: summary.verdict.map(|verdict| Decided::of(verdict, summary.unrated)),
            by: summary.by.clone().or_else(|| summary.verdict.map(|_| Who::Engine)),
            jointly: summary.jointly.clone(),
            accepted: summary.accepted,
            differs: summary.differs(),
            machine: summary.machine.map(|machine| Decided::of(machine, false)),
            machine_before: summary.machine_before.map(|machine| Decided::of(machine, false)),
            rationale: view.verdict().shown().map(|v| v.rationale.clone()),
            report: view.report().shown().map(|r| r.summary.clone()),
            triage: summary.triage,
            triage_reason: summary.triage_reason(),
            abstentions: summary.abstentions.clone(),
            quality: view.quality().map(|(quality, _)| quality),
            quality_per_citation: view.quality().and_then(|(_, per_citation)| per_citation),
            judge: view.judgement().shown().map(|j| j.opinion.clone()),
            judged: view.judged(),
            blocked: view.judgement().shown().is_some_and(|j| j.blocked),
            statistics: view.report().shown().map(|r| r.statistics.clone()),
            made_by: view.maker.as_deref().cloned(),
            issues: summary
                .issues
                .iter()
                .map(|head| Raised {
                    id: head.number.map(|_| head.id()),
                    key: head.key,
                    stage: head.stage,
                    code: head.code,
                    severity: head.severity,
                    ruling: head.ruling.as_ref().and_then(|r| r.ruling),
                    reason: head.ruling.as_ref().and_then(|r| r.reason.clone()),
                    citation: view.issue(head).and_then(|i| i.citation),
                    category: category(view, head),
                    message: view.issue(head).map(|i| i.message.clone()),
                })
                .collect(),
            citations: citations
                .iter()
                .map(|c| {
                    let weighed = view.weighing().shown().and_then(|w| w.get(c.number));
                    Cited {
                        number: c.number,
                        reference: c.reference.clone(),
                        doi: c.meta.doi.clone(),
                        pmid: c.meta.pmid.clone(),
                        url: c.meta.url.clone(),
                        passage: c.passage.clone(),
                        page: c.place.page,
                        section: c.section.clone(),
                        stance: weighed.map(|w| w.stance),
                        confidence: weighed.map(|w| w.opinion.adjusted),
                        credibility: weighed.map(|w| w.credibility.value),
                        credibility_rule: weighed.map(|w| w.credibility.describe().into()),
                        judge: weighed.map(|w| w.opinion.clone()),
                        remarks: view.remarks(c.number).map(|issue| issue.message.clone()).collect(),
                        blocked: weighed.is_some_and(|w| w.blocked),
                    }
                })
                .collect(),
            not_worked_out: view
                .stages
                .iter()
                .filter_map(|r| match r.state {
                    StageState::Missing => Some((r.stage, "missing")),
                    StageState::Stale => Some((r.stage, "stale")),
                    StageState::Failed(_) => Some((r.stage, "failed")),
                    StageState::Done | StageState::Overridden { .. } => None,
                })
                .collect(),
            reason: view.set_by_reviewer(Stage::Verdict).and_then(|set| set.reason.clone()),
            flow: view.flow(),
            excluded: view.excluded().map(|(doc, reason)| Excluded::of(view, doc, reason)).collect(),
            repeated: view.repeated.as_ref().map(|(repeated, _)| repeated.verdicts.clone()),
            time: view.times.iter().map(|time| TimeOn { who: time.who.clone(), millis: time.millis }).collect(),
            notes: view.notes.iter().map(|note| NoteBy { who: note.who.clone(), text: note.text.clone() }).collect(),
            flagged: summary.flagged,
            opinions: view.opinions.iter().map(|opinion| Said::of(view, opinion)).collect(),
            conflict: summary.conflict,
        }
    }
}
