//! The reviewer's acts, made from what is in force.

use crate::{
    domain::{
        Basis, Code, Digest, DocId, Issue, Level, Reason, Ruling, Severity, Stage, StatementId, Subject, Value,
        Verdict, VerdictValue,
    },
    review::{Act, IssueGroup, IssueHead, describe_ruling},
    text::Clean,
};

use super::{shown::Detail, state::Pending};

fn override_of(detail: &Detail, value: &Value, accepts: bool, reason: Option<Reason>) -> (Act, Vec<Vec<u8>>) {
    let (act, bytes) = Act::override_of(&detail.stages, detail.id, value, accepts, reason);
    (act, vec![bytes])
}

/// The machine's verdict after the judge, with its own rationale, accepted.
pub(super) fn accept(detail: &Detail, machine: (Verdict, f64, Basis)) -> Option<Pending> {
    let own = detail.machine.clone()?;
    let (verdict, confidence, basis) = machine;
    let value = Value::Verdict(VerdictValue { verdict, confidence, basis, ..own });
    let (act, blobs) = override_of(detail, &value, true, None);
    Some(Pending::Accept(act, blobs))
}

/// A verdict of the reviewer's own.
pub(super) fn decide(
    detail: &Detail,
    verdict: Verdict,
    level: Level,
    listed: Option<Clean>,
    rationale: Clean,
) -> Pending {
    let value = Value::Verdict(VerdictValue {
        verdict,
        confidence: level.number(),
        rationale,
        basis: Basis::Reviewer,
        critique: None,
        issues: Vec::new(),
    });
    let (act, blobs) = override_of(detail, &value, false, Reason::given(listed, Clean::default()));
    Pending::Act(act, blobs)
}

/// A verdict set with one key: with the confidence of the machine's verdict in the end where that is its verdict too, else
/// medium.
pub(super) fn set(detail: &Detail, verdict: Verdict, machine: Option<(Verdict, f64, Basis)>) -> Pending {
    let same = machine.filter(|(machine, ..)| *machine == verdict);
    let value = Value::Verdict(VerdictValue {
        verdict,
        confidence: same.map_or(Level::Medium.number(), |(_, confidence, _)| confidence),
        rationale: Clean::default(),
        basis: Basis::Reviewer,
        critique: None,
        issues: Vec::new(),
    });
    let (act, blobs) = override_of(detail, &value, false, None);
    Pending::Accept(act, blobs)
}

/// Another reviewer's verdict as one's own.
pub(super) fn adopt(detail: &Detail, value: VerdictValue, row: u64) -> Pending {
    let what = format!("another reviewer's verdict (act {row}) adopted on {}: {}", detail.id, value.verdict.name());
    // By its row: copies without names keep reasons and what an act says of itself.
    let reason = Reason::given(None, format!("adopts act {row}").into());
    let (act, blobs) = override_of(detail, &Value::Verdict(value), false, reason);
    Pending::Accept(Act::Bulk { what: what.into(), acts: vec![act] }, blobs)
}

/// A value that was edited.
pub(super) fn edited(detail: &Detail, value: &Value) -> Pending {
    let (act, blobs) = override_of(detail, value, false, None);
    Pending::Act(act, blobs)
}

/// A value that was edited, with what the record says of it.
pub(super) fn described(detail: &Detail, value: &Value, what: String) -> Pending {
    let (act, blobs) = override_of(detail, value, false, None);
    Pending::Act(Act::Bulk { what: what.into(), acts: vec![act] }, blobs)
}

/// The override that sets a value, for acts of several.
pub(super) fn value(detail: &Detail, value: &Value) -> (Act, Vec<Vec<u8>>) {
    override_of(detail, value, false, None)
}

/// The same act with a reason.
pub(super) fn because(pending: Pending, why: Clean) -> Pending {
    match pending {
        Pending::Act(Act::Override { stage, statement, inputs, value, gist, accepts, .. }, blobs) => {
            let reason = Reason::given(None, why);
            Pending::Act(Act::Override { stage, statement, inputs, value, gist, reason, accepts }, blobs)
        }
        other => other,
    }
}

pub(super) fn withdraw(statement: StatementId, stage: Stage) -> Pending {
    Pending::Act(Act::Withdraw { stage, statement: Some(statement), reason: None }, Vec::new())
}

pub(super) fn document(statement: StatementId, doc: DocId, let_in: bool) -> Pending {
    let act = if let_in { Act::Include { statement, doc } } else { Act::Exclude { statement, doc, reason: None } };
    Pending::Act(act, Vec::new())
}

/// A ruling on equal issues, as one act; the same one again takes it back.
pub(super) fn rule(statement: StatementId, group: &IssueGroup, ruling: Ruling) -> Pending {
    let now = group.head().ruling.as_ref().and_then(|r| r.ruling);
    ruling_act(statement, group, (now != Some(ruling)).then_some(ruling))
}

/// Equal issues one step up or down in severity; `None` at the end of the scale.
pub(super) fn severity(statement: StatementId, group: &IssueGroup, graver: bool) -> Option<Pending> {
    let next = match (group.head().severity, graver) {
        (Severity::Minor, true) | (Severity::Blocker, false) => Severity::Major,
        (Severity::Major, true) => Severity::Blocker,
        (Severity::Major, false) => Severity::Minor,
        (Severity::Blocker, true) | (Severity::Minor, false) => return None,
    };
    Some(ruling_act(statement, group, Some(Ruling::Severity(next))))
}

/// An issue of the reviewer's own. Its words are its subject, so that two such
/// issues are two.
pub(super) fn issue(
    statement: StatementId,
    code: Code,
    severity: Severity,
    citation: Option<u32>,
    message: Clean,
) -> Pending {
    let subject = Subject::Claimed(Digest::of(message.as_bytes()));
    let mut issue = Issue::new(statement, Stage::Judge, code, subject, message);
    issue.severity = severity;
    issue.citation = citation;
    Pending::Act(Act::Raise { statement, issue: Box::new(issue) }, Vec::new())
}

fn ruling_act(statement: StatementId, group: &IssueGroup, ruling: Option<Ruling>) -> Pending {
    let act = |head: &IssueHead| Act::Ruling { statement, issue: head.key, ruling, reason: None };
    let act = match group.issues.as_slice() {
        [(head, _)] => act(head),
        several => {
            let what = ruling.map_or_else(|| "ruling withdrawn".to_owned(), describe_ruling);
            let what = format!("{}{}: {what}", group.times(), group.head().code.name());
            Act::Bulk { what: what.into(), acts: several.iter().map(|(head, _)| act(head)).collect() }
        }
    };
    Pending::Act(act, Vec::new())
}
